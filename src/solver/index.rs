//! The dense index of a model: values, cells and kinds as small numbers, and the placements of each
//! edge. Frontier search, tree search and annealing use it.

use crate::model::{ConstraintKind, Model, Origin, Rule};
use crate::puzzle::{Board, CellId, Domino, Pips, PlacedDomino, RegionId};

/// No rule.
pub(super) const NONE: u32 = u32::MAX;

/// Index of a candidate in [`ModelIndex::candidates`].
pub(super) type CandidateId = u32;

/// A placement of the model that is compatible with every pin.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) cells: [u32; 2],
    /// The value number of each cell.
    pub(super) shows: [u32; 2],
    pub(super) kind: u32,
}

/// A rule that restricts its cells.
#[derive(Debug)]
pub(super) struct IndexedRule {
    pub(super) cells: Vec<u32>,
    pub(super) rule: Rule,
    pub(super) region: RegionId,
}

/// A model with dense indices. Placements that contradict a pin are omitted.
#[derive(Debug)]
pub(super) struct ModelIndex {
    /// Candidates in the order of the model: by edge, kind and orientation.
    pub(super) candidates: Vec<Candidate>,
    /// For each cell, its neighbours with the range of the candidates that cover both cells.
    pub(super) neighbours: Vec<Vec<(u32, std::ops::Range<u32>)>>,
    /// Number of copies of each kind.
    pub(super) copies: Vec<u32>,
    pub(super) dominoes: Vec<Domino>,
    /// Value numbers of the halves of each kind.
    pub(super) halves: Vec<[u32; 2]>,
    /// Value of each value number, sorted.
    pub(super) pips: Vec<Pips>,
    pub(super) rules: Vec<IndexedRule>,
    /// Rule of each cell, or [`NONE`].
    pub(super) rule_of: Vec<u32>,
    /// For each cell, whether a neighbour has the same rule.
    pub(super) has_inner: Vec<bool>,
    /// Each candidate as a domino on the board.
    placed: Vec<PlacedDomino>,
}

impl ModelIndex {
    pub(super) fn new(model: &Model) -> ModelIndex {
        let kinds = model.kinds.iter();
        let mut pips: Vec<Pips> = kinds.flat_map(|kind| kind.domino.halves()).collect();
        pips.sort_unstable();
        pips.dedup();
        let number = |value: Pips| pips.partition_point(|&other| other < value) as u32;
        let mut pins: Vec<Option<Rule>> = vec![None; model.cells.len()];
        let mut rules = Vec::new();
        let mut rule_of = vec![NONE; model.cells.len()];
        for constraint in &model.constraints {
            match (&constraint.body, constraint.origin) {
                (ConstraintKind::Rule { rule, .. }, Origin::Pin(cell)) => {
                    pins[cell.index()] = Some(*rule);
                }
                (ConstraintKind::Rule { cells, rule }, Origin::Region(region)) => {
                    for cell in cells {
                        rule_of[cell.index()] = rules.len() as u32;
                    }
                    rules.push(IndexedRule {
                        cells: cells.iter().map(|cell| cell.0).collect(),
                        rule: *rule,
                        region,
                    });
                }
                // The other constraints define placements, or are redundant.
                (
                    ConstraintKind::Rule { .. }
                    | ConstraintKind::Covered(_)
                    | ConstraintKind::Shows(_)
                    | ConstraintKind::Used { .. }
                    | ConstraintKind::NeverFlipped(_)
                    | ConstraintKind::ValueCount { .. }
                    | ConstraintKind::Excluded(_),
                    _,
                ) => {}
            }
        }
        let halves: Vec<[u32; 2]> = model
            .kinds
            .iter()
            .map(|kind| kind.domino.halves().map(number))
            .collect();
        let mut candidates = Vec::with_capacity(model.placements.len());
        let mut placed = Vec::with_capacity(model.placements.len());
        let mut neighbours = vec![Vec::new(); model.cells.len()];
        for (edge, range) in model.edges.iter().zip(model.placements_by_edge()) {
            let first = candidates.len() as u32;
            for index in range {
                let placement = model.placements[index as usize];
                let shown = model.halves(placement);
                let is_kept = |(cell, value): (CellId, Pips)| {
                    pins[cell.index()].is_none_or(|rule| rule.holds(&[value]))
                };
                if !shown.into_iter().all(is_kept) {
                    continue;
                }
                let [low, high] = halves[placement.kind.index()];
                placed.push(model.placed(placement));
                candidates.push(Candidate {
                    cells: [edge.a.0, edge.b.0],
                    shows: if placement.flipped {
                        [high, low]
                    } else {
                        [low, high]
                    },
                    kind: placement.kind.0,
                });
            }
            let range = first..candidates.len() as u32;
            neighbours[edge.a.index()].push((edge.b.0, range.clone()));
            neighbours[edge.b.index()].push((edge.a.0, range));
        }
        let mut has_inner = vec![false; rule_of.len()];
        for edge in &model.edges {
            let [one, other] = edge.ends().map(CellId::index);
            if rule_of[one] == rule_of[other] && rule_of[one] != NONE {
                has_inner[one] = true;
                has_inner[other] = true;
            }
        }
        ModelIndex {
            candidates,
            placed,
            has_inner,
            neighbours,
            copies: model.kinds.iter().map(|kind| kind.copies).collect(),
            dominoes: model.kinds.iter().map(|kind| kind.domino).collect(),
            halves,
            pips,
            rules,
            rule_of,
        }
    }

    pub(super) fn candidate(&self, id: CandidateId) -> Candidate {
        self.candidates[id as usize]
    }

    pub(super) fn value(&self, number: u32) -> i64 {
        i64::from(self.pips[number as usize])
    }

    /// Returns a candidate as a domino on the board.
    pub(super) fn placed(&self, id: CandidateId) -> PlacedDomino {
        self.placed[id as usize]
    }

    /// Returns the board of some candidates.
    pub(super) fn board(&self, laid: &[CandidateId]) -> Board {
        // Boards are in the order of the cells.
        let mut at_first_cell = vec![None; self.rule_of.len()];
        for &id in laid {
            at_first_cell[self.candidates[id as usize].cells[0] as usize] = Some(id);
        }
        let laid = at_first_cell.into_iter().flatten();
        laid.map(|id| self.placed(id)).collect()
    }
}
