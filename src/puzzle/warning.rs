//! Warnings: signs, visible without a solver, that a valid puzzle has no solution or is not what was meant.
//!
//! They are warnings and never errors: such a puzzle compiles, and a solver proves the point.

use std::fmt;

use super::{Bounds, CellId, Graph, Label, Pips, Puzzle, Region, Rule};
use crate::visible::spaced;

/// A reason why a puzzle cannot have a solution, or is hardly what was meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Warning {
    /// A connected part of the board has an odd number of cells.
    OddIsland {
        /// Its first cell.
        cell: Label,
        /// How many cells it has.
        cells: usize,
    },
    /// Every part is even and yet dominoes cannot cover the board.
    NoTiling,
    /// A region's sum is out of reach, whichever dominoes lie there.
    OutOfReach {
        /// The region.
        region: Label,
        /// Its rule.
        rule: Rule,
        /// The least and the greatest sum that the dominoes' pips allow.
        reach: Bounds,
    },
    /// No pip value is there often enough for a region of equal cells.
    TooFewAlike {
        /// The region.
        region: Label,
        /// How many cells it has.
        cells: usize,
    },
    /// A region of different cells is larger than the number of different values.
    TooFewDifferent {
        /// The region.
        region: Label,
        /// How many cells it has.
        cells: usize,
        /// How many values there are.
        values: usize,
    },
    /// A region's cells are not connected.
    SplitRegion {
        /// The region.
        region: Label,
        /// The cells of each connected part.
        parts: Vec<Vec<Label>>,
    },
}

/// Every warning about a puzzle. No warning does not mean that there is a solution.
pub fn warnings(puzzle: &Puzzle) -> Vec<Warning> {
    let graph = puzzle.graph();
    let mut warnings = odd_islands(puzzle, &graph);
    if warnings.is_empty() && !graph.has_tiling() {
        warnings.push(Warning::NoTiling);
    }
    let halves = puzzle.halves();
    let regions = puzzle.regions.iter();
    warnings.extend(regions.filter_map(|region| infeasible_region(region, &halves)));
    warnings.extend(split_regions(puzzle));
    warnings
}

/// By region: whether its rule cannot be kept with the dominoes there are, wherever they lie.
pub(crate) fn infeasible_regions(puzzle: &Puzzle) -> Vec<bool> {
    let halves = puzzle.halves();
    let regions = puzzle.regions.iter();
    regions
        .map(|region| infeasible_region(region, &halves).is_some())
        .collect()
}

fn odd_islands(puzzle: &Puzzle, graph: &Graph) -> Vec<Warning> {
    let parts = graph.parts(|_| true).into_iter();
    parts
        .filter(|part| part.len() % 2 == 1)
        .map(|part| Warning::OddIsland {
            cell: puzzle.cell(part[0]).name.clone(),
            cells: part.len(),
        })
        .collect()
}

/// The regions with a rule whose cells are not connected: on a grid by the orthogonal neighbours, whatever
/// is laid, else by the edges.
fn split_regions(puzzle: &Puzzle) -> Vec<Warning> {
    let edges = puzzle.grid_edges();
    let edges = edges.unwrap_or_else(|| puzzle.edges.clone());
    let graph = Graph::new(puzzle.cells.len(), edges);
    let mut warnings = Vec::new();
    for (id, region) in puzzle.region_ids().zip(&puzzle.regions) {
        let parts = graph.parts(|cell| puzzle.region_of(cell) == Some(id));
        if parts.len() > 1 && region.rule != Rule::Empty {
            let names = |part: Vec<CellId>| {
                let cells = part.into_iter();
                cells.map(|cell| puzzle.cell(cell).name.clone()).collect()
            };
            warnings.push(Warning::SplitRegion {
                region: region.name.clone(),
                parts: parts.into_iter().map(names).collect(),
            });
        }
    }
    warnings
}

/// `pips` is every half of every domino, sorted.
fn infeasible_region(region: &Region, pips: &[Pips]) -> Option<Warning> {
    let cells = region.cells.len();
    match region.rule {
        Rule::Sum(relation, target) => {
            let reach = Bounds::of_some(pips, cells);
            (!reach.can_keep(relation, target)).then(|| Warning::OutOfReach {
                region: region.name.clone(),
                rule: region.rule,
                reach,
            })
        }
        Rule::Equal => {
            let most = pips.chunk_by(|one, other| one == other).map(<[Pips]>::len);
            (most.max() < Some(cells)).then(|| Warning::TooFewAlike {
                region: region.name.clone(),
                cells,
            })
        }
        Rule::Unequal => {
            let values = pips.chunk_by(|one, other| one == other).count();
            (values < cells).then(|| Warning::TooFewDifferent {
                region: region.name.clone(),
                cells,
                values,
            })
        }
        Rule::Empty => None,
    }
}

/// The start of a warning that rules out a solution.
const NO_SOLUTION: &str = "the puzzle has no solution: ";

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::OddIsland { cell, cells: 1 } => {
                write!(f, "{NO_SOLUTION}cell {cell} has no neighbour")
            }
            Warning::OddIsland { cell, cells } => write!(
                f,
                "{NO_SOLUTION}the part of the board around {cell} has {cells} cells, an odd number"
            ),
            Warning::NoTiling => write!(f, "{NO_SOLUTION}no tiling by dominoes covers the board"),
            Warning::OutOfReach {
                region,
                rule,
                reach: Bounds { least, greatest },
            } => write!(
                f,
                "{NO_SOLUTION}region {region} needs {rule}, but its cells sum to {least} at least \
                 and {greatest} at most"
            ),
            Warning::TooFewAlike { region, cells } => write!(
                f,
                "{NO_SOLUTION}region {region} needs {cells} equal cells, but no value is there \
                 {cells} times"
            ),
            Warning::TooFewDifferent {
                region,
                cells,
                values,
            } => write!(
                f,
                "{NO_SOLUTION}region {region} needs {cells} different values, but there are only \
                 {values}"
            ),
            Warning::SplitRegion { region, parts } => {
                let count = match parts.len() {
                    2 => "two".to_string(),
                    count => count.to_string(),
                };
                let parts: Vec<String> = parts.iter().map(|part| part_words(part)).collect();
                write!(
                    f,
                    "region {region} is in {count} parts ({}): is one letter used twice?",
                    parts.join(" and ")
                )
            }
        }
    }
}

/// The first few cells of a part.
fn part_words(cells: &[Label]) -> String {
    const SHOWN: usize = 4;
    match cells.get(..SHOWN) {
        Some(first) if cells.len() > SHOWN => format!("{} ...", spaced(first)),
        _ => spaced(cells),
    }
}
