//! Warnings: cheap checks that a valid puzzle has no solution or probably contains a typing mistake.
//!
//! They are never errors: such a puzzle compiles, and a solver can prove that it has no solution.

use std::fmt;

use super::{CellId, Graph, Pips, Puzzle, Region, Rule, SumBounds};
use crate::visible::spaced;

/// A reason why a puzzle has no solution, or probably contains a mistake, as a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning(String);

impl Warning {
    fn no_solution(reason: fmt::Arguments<'_>) -> Self {
        Warning(format!("the puzzle has no solution: {reason}"))
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// All warnings about a puzzle. A puzzle without warnings need not have a solution.
pub fn warnings(puzzle: &Puzzle) -> Vec<Warning> {
    let graph = puzzle.graph();
    let mut warnings = odd_islands(puzzle, &graph);
    if warnings.is_empty() && !graph.has_tiling() {
        let reason = format_args!("no tiling by dominoes covers the board");
        warnings.push(Warning::no_solution(reason));
    }
    let halves = puzzle.halves();
    let regions = puzzle.regions.iter();
    warnings.extend(regions.filter_map(|region| infeasible_region(region, &halves)));
    warnings.extend(split_regions(puzzle));
    warnings
}

/// For each region, whether no choice of halves of the dominoes satisfies its rule.
pub(crate) fn infeasible_regions(puzzle: &Puzzle) -> Vec<bool> {
    let halves = puzzle.halves();
    let regions = puzzle.regions.iter();
    regions
        .map(|region| infeasible_region(region, &halves).is_some())
        .collect()
}

/// Warnings about connected components with an odd number of cells.
fn odd_islands(puzzle: &Puzzle, graph: &Graph) -> Vec<Warning> {
    let parts = graph.parts(|_| true).into_iter();
    let odd = parts.filter(|part| part.len() % 2 == 1);
    let warning = |part: Vec<CellId>| {
        let cell = &puzzle.cell(part[0]).name;
        match part.len() {
            1 => Warning::no_solution(format_args!("cell {cell} has no neighbour")),
            cells => Warning::no_solution(format_args!(
                "the part of the board around {cell} has {cells} cells, an odd number"
            )),
        }
    };
    odd.map(warning).collect()
}

/// Warnings about regions with a rule whose cells are not connected: on a grid by orthogonal neighbours, linked
/// or not, else by the edges.
fn split_regions(puzzle: &Puzzle) -> Vec<Warning> {
    let edges = puzzle.grid_edges();
    let edges = edges.unwrap_or_else(|| puzzle.edges.clone());
    let graph = Graph::new(puzzle.cells.len(), edges);
    let mut warnings = Vec::new();
    for (id, region) in puzzle.region_ids().zip(&puzzle.regions) {
        let parts = graph.parts(|cell| puzzle.region_of(cell) == Some(id));
        if parts.len() < 2 || region.rule == Rule::Empty {
            continue;
        }
        let count = match parts.len() {
            2 => "two".to_string(),
            count => count.to_string(),
        };
        let parts: Vec<String> = parts.iter().map(|part| first_cells(puzzle, part)).collect();
        warnings.push(Warning(format!(
            "region {} is in {count} parts ({}): is one letter used twice?",
            region.name,
            parts.join(" and ")
        )));
    }
    warnings
}

/// The names of the first few cells of a component.
fn first_cells(puzzle: &Puzzle, part: &[CellId]) -> String {
    const SHOWN: usize = 4;
    let names = spaced(part.iter().take(SHOWN).map(|&cell| &puzzle.cell(cell).name));
    match part.len() > SHOWN {
        true => format!("{names} ..."),
        false => names,
    }
}

/// The reason why no choice of halves satisfies the rule of a region. `pips` are the halves of all dominoes,
/// sorted.
fn infeasible_region(region: &Region, pips: &[Pips]) -> Option<Warning> {
    let (name, cells) = (&region.name, region.cells.len());
    let mut copies = pips.chunk_by(|one, other| one == other).map(<[Pips]>::len);
    match region.rule {
        Rule::Sum(relation, target) => {
            let reach = SumBounds::of_some(pips, cells);
            (!reach.can_keep(relation, target)).then(|| {
                Warning::no_solution(format_args!(
                    "region {name} needs {}, but its cells sum to {} at least and {} at most",
                    region.rule, reach.least, reach.greatest
                ))
            })
        }
        Rule::Equal => copies.all(|copies| copies < cells).then(|| {
            Warning::no_solution(format_args!(
                "region {name} needs {cells} equal cells, but no value occurs {cells} times"
            ))
        }),
        Rule::Unequal => {
            let values = copies.count();
            (values < cells).then(|| {
                Warning::no_solution(format_args!(
                    "region {name} needs {cells} different values, but there are only {values}"
                ))
            })
        }
        Rule::Empty => None,
    }
}
