//! Boards without a domino tiling, explained by the Gallai–Edmonds decomposition.

use std::collections::BTreeSet;

use super::phrases::{cell_names, count, few, number, sentence};
use crate::limits::{Budget, StopReason};
use crate::puzzle::{CellId, Graph, Puzzle};

/// The largest bipartite board, and the largest board with odd cycles, which takes a matching for
/// each cell.
const CELL_LIMIT: usize = 20_000;
const ODD_CELL_LIMIT: usize = 600;

/// A violation of Tutte's condition: removing the cells `between` separates the `parts` from each other
/// and from the rest. Each part has an odd number of cells, so each needs a domino that reaches into
/// `between`; but there are more parts than cells there.
///
/// On a bipartite board, such as a grid, each part is a single cell, and the parts violate Hall's
/// condition.
///
/// **As a cutting-planes proof.** Let `cover(c)` be "the dominoes over c are exactly one". Where all parts are
/// single cells, add `cover(c) >= 1` over the parts and `-cover(b) >= -1` over the cells between: every domino over a part
/// lies over a cell between as well, so that what is left is `-(dominoes over the cells between and no part) >=
/// parts - between`, and with `domino >= 0` for each of those it is `0 >= 1` or worse. A part of 2k + 1 cells
/// comes first: its covers `<= 1` added up and divided by 2 give "at most k dominoes within it"; twice that
/// and its covers `>= 1` give "at least one domino between it and the cells between", which then stands in the
/// place of the single cell's cover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untileable {
    /// The cells that separate the parts.
    pub between: Vec<CellId>,
    /// The odd parts.
    pub parts: Vec<Vec<CellId>>,
}

impl Untileable {
    /// The reason why a puzzle's board has no tiling; `None` if it has one or is too large.
    pub fn of(puzzle: &Puzzle, budget: &Budget) -> Result<Option<Untileable>, StopReason> {
        Untileable::of_part(&puzzle.graph(), |_| true, budget)
    }

    /// The reason why the cells `within` have no tiling with the edges of a graph.
    ///
    /// The cells that some maximum matching leaves uncovered form odd components, of which there are more
    /// than cells around them (Gallai–Edmonds).
    pub(super) fn of_part(
        graph: &Graph,
        within: impl Fn(CellId) -> bool + Copy,
        budget: &Budget,
    ) -> Result<Option<Untileable>, StopReason> {
        let cells: Vec<CellId> = graph.cells().filter(|&cell| within(cell)).collect();
        if cells.len() > CELL_LIMIT {
            return Ok(None);
        }
        budget.check()?;
        let spared = match graph.sometimes_uncovered(within) {
            Some(spared) => spared.into_iter().collect(),
            None if cells.len() > ODD_CELL_LIMIT => return Ok(None),
            None => one_by_one(graph, &cells, within, budget)?,
        };
        if spared.is_empty() {
            return Ok(None);
        }
        let parts = graph.parts(|cell| spared.contains(&cell));
        Ok(Some(narrowed(graph, within, parts)))
    }

    /// The reason in a sentence.
    pub(crate) fn sentence(&self, puzzle: &Puzzle) -> String {
        let words = self.words(puzzle);
        let alone = self.parts.iter().all(|part| part.len() == 1);
        if alone && self.between.len() < 2 {
            let many = if self.parts.len() == 1 { "" } else { "s" };
            sentence(&format!("cell{many} {words}"))
        } else {
            sentence(&words)
        }
    }

    /// The reason as a clause.
    pub(super) fn words(&self, puzzle: &Puzzle) -> String {
        let Untileable { between, parts } = self;
        let short = |cells: &[CellId]| few(cell_names(puzzle, cells));
        let all: Vec<CellId> = parts.concat();
        let alone = parts.iter().all(|part| part.len() == 1);
        match (&between[..], parts.len()) {
            ([], _) if all.len() == 1 => {
                format!("{} has no neighbour to share a domino with", short(&all))
            }
            ([], _) => format!(
                "the part of the board around {} has {}, which is an odd number, and each domino \
                 covers two",
                puzzle.cell(all[0]).name,
                count(all.len(), "cell", "cells")
            ),
            (&[only], many) => {
                let firsts: Vec<CellId> = parts.iter().map(|part| part[0]).collect();
                let around = if alone { "" } else { "the odd parts around " };
                format!(
                    "{around}{} would each need the cell {} for a domino, and only one of the {} can \
                     have it",
                    short(&firsts),
                    puzzle.cell(only).name,
                    number(many)
                )
            }
            (_, many) if alone => format!(
                "each of the {} {} can share a domino only with one of the {} {}, and these are \
                 too few",
                count(many, "cell", "cells"),
                short(&all),
                count(between.len(), "cell", "cells"),
                short(between)
            ),
            (_, many) => {
                let firsts: Vec<CellId> = parts.iter().map(|part| part[0]).collect();
                format!(
                    "without {} the board falls apart; {} have an odd number of cells (around \
                     {}), and each of them would need one of those {} to itself",
                    short(between),
                    count(many, "part", "parts"),
                    short(&firsts),
                    count(between.len(), "cell", "cells")
                )
            }
        }
    }
}

/// The cells that some maximum matching leaves uncovered.
fn one_by_one(
    graph: &Graph,
    cells: &[CellId],
    within: impl Fn(CellId) -> bool + Copy,
    budget: &Budget,
) -> Result<BTreeSet<CellId>, StopReason> {
    let most = graph.most_dominoes(within);
    let mut spared = BTreeSet::new();
    if most * 2 == cells.len() {
        return Ok(spared);
    }
    for &cell in cells {
        budget.check()?;
        if graph.most_dominoes(|other| other != cell && within(other)) == most {
            let _ = spared.insert(cell);
        }
    }
    Ok(spared)
}

/// The smallest group of parts that violates the condition alone; parts with common cells between
/// them are one group.
fn narrowed(graph: &Graph, within: impl Fn(CellId) -> bool, parts: Vec<Vec<CellId>>) -> Untileable {
    let around = |part: &[CellId]| {
        let mut cells: Vec<CellId> = part
            .iter()
            .flat_map(|&cell| graph.neighbours(cell))
            .filter(|cell| !part.contains(cell) && within(*cell))
            .collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    };
    let mut groups: Vec<Untileable> = Vec::new();
    for part in parts {
        let mut joined = Untileable {
            between: around(&part),
            parts: vec![part],
        };
        let (touching, apart): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| {
            let shared = |cell: &CellId| joined.between.contains(cell);
            group.between.iter().any(shared)
        });
        groups = apart;
        for group in touching {
            joined.between.extend(group.between);
            joined.parts.extend(group.parts);
        }
        joined.between.sort_unstable();
        joined.between.dedup();
        joined.parts.sort_unstable();
        groups.push(joined);
    }
    // Together the groups have more parts than cells between, so at least one group has.
    let short = |group: &Untileable| group.parts.len() > group.between.len();
    groups.retain(short);
    groups.sort_by_key(|group| (group.between.len(), group.parts.concat()));
    groups.into_iter().next().unwrap_or(Untileable {
        between: Vec::new(),
        parts: Vec::new(),
    })
}
