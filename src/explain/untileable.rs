//! Why dominoes cannot cover a board at all, whatever the rules.

use crate::deduce::{and, cell_names, count};
use crate::limits::{Stop, Watch};
use crate::puzzle::{CellId, Graph, Puzzle};

/// The most cells for which the reason is looked for; it takes a matching for each cell.
const CELL_LIMIT: usize = 600;

/// The most cells that are listed one by one.
const LISTED: usize = 12;

/// Why dominoes cannot cover a board: without the cells `between`, the `parts` are cut off from
/// each other and from all else. Each has an odd number of cells, so each needs a domino that
/// reaches into `between`; but there are more parts than cells there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untileable {
    /// The cells that the parts have to share.
    pub between: Vec<CellId>,
    /// The odd parts.
    pub parts: Vec<Vec<CellId>>,
}

impl Untileable {
    /// Why a puzzle's board cannot be covered; nothing if it can be, or is too large to say.
    /// Stops when the watch says so.
    ///
    /// The cells that some largest set of dominoes leaves uncovered fall into odd parts, of which there
    /// are more than cells around them (Gallai and Edmonds).
    pub fn of(puzzle: &Puzzle, watch: &Watch) -> Result<Option<Untileable>, Stop> {
        let cells = puzzle.cells().len();
        if cells > CELL_LIMIT {
            return Ok(None);
        }
        let graph = puzzle.graph();
        let most = graph.most_dominoes(|_| true);
        if most * 2 == cells {
            return Ok(None);
        }
        let is_spared = |cell: CellId| {
            watch.check()?;
            Ok(graph.most_dominoes(|other| other != cell) == most)
        };
        let spared = puzzle.cell_ids().map(is_spared);
        let spared = spared.collect::<Result<Vec<bool>, Stop>>()?;
        let parts = graph.parts(|cell| spared[cell.index()]);
        Ok(Some(narrowed(&graph, parts)))
    }

    /// The reason in words.
    pub(super) fn words(&self, puzzle: &Puzzle) -> String {
        let Untileable { between, parts } = self;
        let all: Vec<CellId> = parts.concat();
        let alone = parts.iter().all(|part| part.len() == 1);
        match (&between[..], parts.len()) {
            ([], _) if all.len() == 1 => format!("{} has no neighbour", short(puzzle, &all)),
            ([], _) => format!(
                "the part of the board around {} has {} cells, an odd number, and dominoes cover two each",
                puzzle.cell(all[0]).name,
                all.len()
            ),
            (&[only], many) => {
                let firsts: Vec<CellId> = parts.iter().map(|part| part[0]).collect();
                let around = if alone { "" } else { "the odd parts around " };
                format!(
                    "{around}{} would each need the cell {} for a domino, and only one of the {many} can \
                 have it",
                    short(puzzle, &firsts),
                    puzzle.cell(only).name
                )
            }
            (_, many) if alone => format!(
                "each of the {many} cells {} can share a domino only with one of the {} {}, and these are \
             too few",
                short(puzzle, &all),
                count(between.len(), "cell", "cells"),
                short(puzzle, between)
            ),
            (_, many) => {
                let firsts: Vec<CellId> = parts.iter().map(|part| part[0]).collect();
                format!(
                    "without {} the board falls apart; {many} parts have an odd number of cells (around \
                 {}), and each of them would need one of those {} cells to itself",
                    short(puzzle, between),
                    short(puzzle, &firsts),
                    between.len()
                )
            }
        }
    }
}

/// Keeps to one corner of the board where that is enough: the parts that hang together through the
/// cells between them.
fn narrowed(graph: &Graph, parts: Vec<Vec<CellId>>) -> Untileable {
    let around = |part: &[CellId]| {
        let mut cells: Vec<CellId> = part
            .iter()
            .flat_map(|&cell| graph.neighbours(cell))
            .filter(|cell| !part.contains(cell))
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
    // The whole has more parts than cells between, so one of the groups has.
    let short = |group: &Untileable| group.parts.len() > group.between.len();
    groups.retain(short);
    groups.sort_by_key(|group| (group.between.len(), group.parts.concat()));
    groups.into_iter().next().unwrap_or(Untileable {
        between: Vec::new(),
        parts: Vec::new(),
    })
}

/// Some cells, those beyond a dozen only as a number.
fn short(puzzle: &Puzzle, cells: &[CellId]) -> String {
    let mut names = cell_names(puzzle, cells);
    if names.len() > LISTED + 1 {
        let more = names.len() - LISTED;
        names.truncate(LISTED);
        names.push(format!("{more} more").into());
    }
    and(&names)
}
