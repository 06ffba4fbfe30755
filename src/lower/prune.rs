//! Pruning: removes values, placements and edges that no solution uses.
//!
//! Each propagator below removes only what it proves impossible, so together they preserve the set of
//! solutions, whatever their order. They run to a fixpoint.
//!
//! [`prune`] filters the placements of a model. [`prune_and_generate`] generates only the remaining placements: it
//! first prunes values by rules and dominoes, then edges, then placements.

mod placements;
mod values;

use std::sync::Arc;

use super::LowerError;
use super::size::MAX_PLACEMENTS;
use crate::limits::{Budget, StopReason};
use crate::model::{
    CellId, ConstraintKind, Domino, EdgeId, Label, Model, Origin, Pips, Placement, Rule,
};
use crate::puzzle::SumBounds;

/// A contradiction found by pruning: the puzzle has no solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Contradiction {
    /// A cell, by name, has no value left.
    #[error("the puzzle has no solution: no value is possible in cell {0}")]
    NoValue(Label),
    /// A domino has fewer placements than copies.
    #[error("the puzzle has no solution: domino {0} does not fit as often as it must")]
    NoPlace(Domino),
    /// The remaining edges cannot tile the board.
    #[error("the puzzle has no solution: no tiling is left that the dominoes and rules allow")]
    NoTiling,
    /// Too few cells can show a value.
    #[error("the puzzle has no solution: too few cells can show {0} for the dominoes there are")]
    ValueLeftOver(Pips),
    /// More cells must show a value than the dominoes have halves of it.
    #[error("the puzzle has no solution: more cells must show {0} than the dominoes do")]
    ValueShort(Pips),
}

/// Prunes a model, or shows that it has no solution.
///
/// # Errors
/// If the budget is exhausted.
pub fn prune(model: &Model, budget: &Budget) -> Result<Result<Model, Contradiction>, StopReason> {
    let mut pruner = Pruner::new(model, budget);
    pruner.placements = model.placements.clone();
    let settled = pruner.settle();
    pruner.finish(settled)
}

/// Like [`prune`], for a model without placements: generates the remaining ones.
pub(super) fn prune_and_generate(
    model: &Model,
    budget: &Budget,
) -> Result<Result<Model, Contradiction>, LowerError> {
    let mut pruner = Pruner::new(model, budget);
    let edges = pruner.settle_values().and_then(|()| pruner.usable_edges());
    let settled = match edges {
        Ok(edges) => {
            pruner.placements = pruner.placements_on(&edges, MAX_PLACEMENTS)?;
            pruner.settle()
        }
        Err(end) => Err(end),
    };
    Ok(pruner.finish(settled)?)
}

/// Reason why pruning ends early.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
enum PruneEnd {
    Contradiction(#[from] Contradiction),
    Stopped(#[from] StopReason),
}

struct Pruner<'a> {
    model: &'a Model,
    budget: &'a Budget,
    /// The rules of regions and pins, and for each cell the rule of its region.
    rules: Vec<(&'a [CellId], Rule)>,
    rule_of: Vec<Option<usize>>,
    /// Every half of every domino, sorted.
    pips: Vec<Pips>,
    domains: Vec<Arc<[Pips]>>,
    placements: Vec<Placement>,
    /// Number of edges with a placement after the last check of tilings.
    tiled_edges: usize,
}

impl<'a> Pruner<'a> {
    /// Creates a pruner for a model, without its placements.
    fn new(model: &'a Model, budget: &'a Budget) -> Self {
        let mut rules = Vec::new();
        let mut rule_of = vec![None; model.cells.len()];
        for constraint in &model.constraints {
            match &constraint.body {
                ConstraintKind::Rule { cells, rule } => {
                    // The rule of a pinned cell's region still applies.
                    if !matches!(constraint.origin, Origin::Pin(_)) {
                        for cell in cells {
                            rule_of[cell.index()] = Some(rules.len());
                        }
                    }
                    rules.push((cells.as_slice(), *rule));
                }
                ConstraintKind::Covered(_)
                | ConstraintKind::Shows(_)
                | ConstraintKind::Used { .. }
                | ConstraintKind::NeverFlipped(_)
                | ConstraintKind::ValueCount { .. }
                | ConstraintKind::Excluded(_) => {}
            }
        }
        let pips = model
            .value_counts()
            .into_iter()
            .flat_map(|(value, cells)| std::iter::repeat_n(value, cells as usize))
            .collect();
        Pruner {
            model,
            budget,
            rules,
            rule_of,
            pips,
            domains: model.cells.iter().map(|cell| cell.domain.clone()).collect(),
            placements: Vec::new(),
            tiled_edges: usize::MAX,
        }
    }

    /// Runs to a fixpoint.
    fn settle(&mut self) -> Result<(), PruneEnd> {
        loop {
            let before = self.size();
            self.drop_placements()?;
            self.drop_values()?;
            self.keep_rules()?;
            self.count_values()?;
            self.place_dominoes()?;
            self.keep_tilings()?;
            if self.size() == before {
                return Ok(());
            }
        }
    }

    /// Runs the propagators that need no placements to a fixpoint.
    fn settle_values(&mut self) -> Result<(), PruneEnd> {
        loop {
            let before = self.size();
            self.keep_rules()?;
            self.count_values()?;
            if self.size() == before {
                return Ok(());
            }
        }
    }

    /// Returns a measure that decreases with every removal.
    fn size(&self) -> usize {
        let domains = self.domains.iter();
        self.placements.len() + domains.map(|domain| domain.len()).sum::<usize>()
    }

    fn has_value(&self, cell: CellId, value: Pips) -> bool {
        self.domains[cell.index()].binary_search(&value).is_ok()
    }

    fn bounds(&self, cell: CellId) -> SumBounds {
        SumBounds::of(self.domains[cell.index()].iter().copied())
    }

    /// Returns the edges with a placement, in order.
    fn carrying(&self) -> Vec<EdgeId> {
        let mut edges: Vec<EdgeId> = self.placements.iter().map(|p| p.edge).collect();
        edges.dedup();
        edges
    }

    /// Returns the pruned model.
    fn finish(
        self,
        settled: Result<(), PruneEnd>,
    ) -> Result<Result<Model, Contradiction>, StopReason> {
        match settled {
            Ok(()) => {}
            Err(PruneEnd::Contradiction(found)) => return Ok(Err(found)),
            Err(PruneEnd::Stopped(stop)) => return Err(stop),
        }
        let carrying = self.carrying();
        let mut new_id = vec![EdgeId(0); self.model.edges.len()];
        for (new, old) in carrying.iter().enumerate() {
            new_id[old.index()] = EdgeId::at(new);
        }
        let edges = carrying.iter();
        let placements = self.placements.into_iter();
        let mut model = Model {
            edges: edges.map(|edge| self.model.edges[edge.index()]).collect(),
            placements: placements
                .map(|placement| Placement {
                    edge: new_id[placement.edge.index()],
                    ..placement
                })
                .collect(),
            title: self.model.title.clone(),
            cells: self.model.cells.clone(),
            kinds: self.model.kinds.clone(),
            regions: self.model.regions.clone(),
            constraints: self.model.constraints.clone(),
        };
        for (cell, domain) in model.cells.iter_mut().zip(self.domains) {
            cell.domain = domain;
        }
        Ok(Ok(model))
    }
}
