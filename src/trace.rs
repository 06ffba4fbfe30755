//! Traces of a plain search, node by node.
//!
//! Observers of a [`TreeSearch`]: [`TraceLines`] writes each event as a line of JSON, and [`TreeRecorder`] keeps the tree for a
//! [`page`](page()).

mod lines;
mod page;
mod recording;
mod words;

use std::ops::ControlFlow;

pub use lines::{TraceHeader, TraceLines};
pub use page::page;
pub use recording::TreeRecorder;

use crate::solver::search::{Observer, SearchEvent, TreeSearch, TreeSearchResult};

/// Stops a search that has more nodes than a trace may have.
#[derive(Debug)]
pub struct NodeLimited<O> {
    /// Receives the events until then.
    pub observer: O,
    most: u64,
    is_cut: bool,
}

impl<O> NodeLimited<O> {
    /// Passes the events of at most so many nodes on to an observer.
    pub fn new(observer: O, most: u64) -> Self {
        NodeLimited {
            observer,
            most,
            is_cut: false,
        }
    }

    /// Whether the search had more nodes.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }
}

impl<O: Observer> Observer for NodeLimited<O> {
    fn see(&mut self, event: &SearchEvent<'_>) -> ControlFlow<()> {
        if let SearchEvent::Node { id, .. } = event
            && *id >= self.most
        {
            self.is_cut = true;
            return ControlFlow::Break(());
        }
        self.observer.see(event)
    }
}

/// A search with its tree, for a page.
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
