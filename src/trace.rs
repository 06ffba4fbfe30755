//! Traces of a plain search, node by node.
//!
//! Observers of a [`TreeSearch`]: [`TraceLines`] writes each event as one JSON object per line, and
//! [`TreeRecorder`] keeps the tree for a [`page`](page()).

mod lines;
mod page;
mod recording;
mod words;

use std::ops::ControlFlow;

pub use lines::{TraceHeader, TraceLines};
pub use page::page;
pub use recording::TreeRecorder;

use crate::solver::search::{Observer, SearchEvent, TreeSearch, TreeSearchResult};

/// Stops a search after a maximum number of nodes.
#[derive(Debug)]
pub struct NodeLimited<O> {
    /// The observer that receives the events.
    pub observer: O,
    max_nodes: u64,
    is_cut: bool,
}

impl<O> NodeLimited<O> {
    /// Forwards the events of at most `max_nodes` nodes to an observer.
    pub fn new(observer: O, max_nodes: u64) -> Self {
        NodeLimited {
            observer,
            max_nodes,
            is_cut: false,
        }
    }

    /// Whether the search had more nodes.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }
}

impl<O: Observer> Observer for NodeLimited<O> {
    fn on_event(&mut self, event: &SearchEvent<'_>) -> ControlFlow<()> {
        if let SearchEvent::Node { id, .. } = event
            && *id >= self.max_nodes
        {
            self.is_cut = true;
            return ControlFlow::Break(());
        }
        self.observer.on_event(event)
    }
}

/// A recorded search, for a page.
#[derive(Debug)]
pub struct TracedSearch {
    /// The strategy and its options.
    pub search: TreeSearch,
    /// Its result.
    pub searched: TreeSearchResult,
    /// The tree.
    pub tree: TreeRecorder,
    /// Whether the trace ends before the search does.
    pub is_cut: bool,
}
