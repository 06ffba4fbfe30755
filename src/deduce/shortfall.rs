//! Infeasibility of the rules together by counting halves, with cutting-planes proofs.

use super::phrases::{count, few, region_names, sentence};
use crate::puzzle::{CellId, Pips, Puzzle, RegionId, Rule, SumBounds, infeasible_regions};

/// A reason why some rules cannot be satisfied together, from the numbers of halves alone.
///
/// **As a cutting-planes proof**, over variables `x(c, v)`, "cell c shows v". The rows are: of each cell,
/// `sum of x(c, v) over v = 1`; of each value, `sum of x(c, v) over c = supply of v`; and the rules. Each
/// variant selects the summands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shortfall {
    /// The sums need more pips than all halves have: the rules of the regions (`>=`), `least` times the
    /// row of each of the other cells (`>=`), and v times the supply of every value v (`<=`).
    TooManyPips(PipTotal),
    /// The sums leave pips over: the rules of the regions (`<=`), `greatest` times the row of each of the other
    /// cells (`<=`), and v times the supply of every value v (`>=`).
    TooFewPips(PipTotal),
    /// More equal regions than the values can fill (pigeonhole). For each value, its
    /// supply (`<=`), in which all cells of a region but the first `cells` are dropped and these are
    /// made one by the region's rule, divided by `cells`; then the row of one cell of each region (`>=`).
    TooManyAlike {
        /// The regions, each of `cells` cells or more.
        regions: Vec<RegionId>,
        /// Number of cells of the smallest.
        cells: usize,
        /// Number of such regions that the values can fill.
        room: usize,
    },
}

/// A sum that rules need, and the sum of all halves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PipTotal {
    /// The regions whose sum is included.
    pub regions: Vec<RegionId>,
    /// The cells outside of these regions.
    pub others: Vec<CellId>,
    /// The least or greatest pips of each of the other cells.
    pub each: Pips,
    /// The least or greatest sum of the regions and the other cells.
    pub required: i128,
    /// The sum of all halves.
    pub available: i128,
}

impl Shortfall {
    /// Finds a shortfall of a puzzle; `None` proves nothing. Also `None` if a rule cannot be satisfied by
    /// itself, which is a shorter reason.
    pub fn of(puzzle: &Puzzle) -> Option<Shortfall> {
        if infeasible_regions(puzzle).contains(&true) {
            return None;
        }
        let halves = puzzle.halves();
        let alike = alike(puzzle, &halves);
        alike.or_else(|| totals(puzzle, &halves))
    }

    /// The reason in a sentence.
    pub fn sentence(&self, puzzle: &Puzzle) -> String {
        match self {
            Shortfall::TooManyPips(total) => total.sentence(puzzle, "at least", "only "),
            Shortfall::TooFewPips(total) => total.sentence(puzzle, "at most", ""),
            Shortfall::TooManyAlike {
                regions,
                cells,
                room,
            } => {
                let filled = count(*room, "such region", "such regions");
                sentence(&format!(
                    "each of the {} ({}) needs {cells} halves of one value or more, and the dominoes \
                     have enough for {filled}",
                    count(regions.len(), "region", "regions"),
                    few(region_names(puzzle, regions))
                ))
            }
        }
    }
}

impl PipTotal {
    fn sentence(&self, puzzle: &Puzzle, bound: &str, only: &str) -> String {
        let PipTotal {
            regions,
            others,
            required,
            available,
            ..
        } = self;
        let elsewhere = match others.len() {
            0 => String::new(),
            many => format!(" and the other {}", count(many, "cell", "cells")),
        };
        sentence(&format!(
            "the regions {}{elsewhere} have {bound} {required} pips together, and all dominoes have \
             {only}{available}",
            few(region_names(puzzle, regions))
        ))
    }
}

/// The pigeonhole argument for equal regions, with the least number of cells that suffices.
fn alike(puzzle: &Puzzle, halves: &[Pips]) -> Option<Shortfall> {
    let equal = puzzle.region_ids().zip(puzzle.regions());
    let equal = equal.filter(|(_, region)| region.rule == Rule::Equal);
    let equal: Vec<(RegionId, usize)> =
        equal.map(|(id, region)| (id, region.cells.len())).collect();
    let mut sizes: Vec<usize> = equal.iter().map(|(_, cells)| *cells).collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes.into_iter().find_map(|cells| {
        let regions = equal.iter().filter(|(_, size)| *size >= cells);
        let regions: Vec<RegionId> = regions.map(|(id, _)| *id).collect();
        let values = halves.chunk_by(|one, other| one == other);
        let room = values.map(|times| times.len() / cells).sum();
        (regions.len() > room).then_some(Shortfall::TooManyAlike {
            regions,
            cells,
            room,
        })
    })
}

/// Compares the least and greatest sums with the sum of all halves.
fn totals(puzzle: &Puzzle, halves: &[Pips]) -> Option<Shortfall> {
    let (&least, &greatest) = (halves.first()?, halves.last()?);
    let more = total(puzzle, halves, least, |sum| sum.least, i128::gt);
    let less = total(puzzle, halves, greatest, |sum| sum.greatest, i128::lt);
    if more.required > more.available {
        Some(Shortfall::TooManyPips(more))
    } else {
        (less.required < less.available).then_some(Shortfall::TooFewPips(less))
    }
}

/// The least or greatest sum of the regions and the other cells.
fn total(
    puzzle: &Puzzle,
    halves: &[Pips],
    each: Pips,
    end: fn(SumBounds) -> i64,
    is_beyond: fn(&i128, &i128) -> bool,
) -> PipTotal {
    let mut regions = Vec::new();
    let mut required = 0;
    for (id, region) in puzzle.region_ids().zip(puzzle.regions()) {
        // A rule counts only if it bounds more than the pips of its cells.
        let anyway = region.cells.len() as i128 * i128::from(each);
        if let Rule::Sum(relation, target) = region.rule {
            let sum = i128::from(end(SumBounds::keeping(relation, target)));
            if is_beyond(&sum, &anyway) {
                regions.push(id);
                required += sum;
            }
        }
    }
    let is_other = |cell: &CellId| {
        let region = puzzle.region_of(*cell);
        region.is_none_or(|region| !regions.contains(&region))
    };
    let others: Vec<CellId> = puzzle.cell_ids().filter(is_other).collect();
    required += others.len() as i128 * i128::from(each);
    PipTotal {
        regions,
        others,
        each,
        required,
        available: halves.iter().map(|&pips| i128::from(pips)).sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;
    use crate::generate::{Effort, Recipe};
    use crate::limits::Budget;

    fn sentences(text: &str) -> Option<String> {
        let document = formats::read(text.as_bytes(), None).expect("a puzzle");
        let puzzle = document.pick(None).expect("one puzzle");
        Shortfall::of(puzzle).map(|shortfall| shortfall.sentence(puzzle))
    }

    #[test]
    fn totals_are_compared_both_ways() {
        assert_eq!(
            sentences("AABB*\n*****\n\nA >9\nB 8\n\n05 15 11 11 11\n").as_deref(),
            Some(
                "The regions A and B and the other six cells have at least 18 pips together, and all \
                 dominoes have only 17."
            )
        );
        assert_eq!(
            sentences("AABB\nCCCC\n\nA <3\nB 2\nC 5\n\n01 12 22 33\n").as_deref(),
            Some("The regions A, B and C have at most 9 pips together, and all dominoes have 14.")
        );
        // The other cells can make up for it.
        assert_eq!(
            sentences("AABB*\n*****\n\nA >9\nB 7\n\n05 15 11 11 11\n"),
            None
        );
        assert_eq!(sentences("****\n\n01 12\n"), None);
    }

    #[test]
    fn equal_regions_outnumber_values() {
        let four = "AABB\nCCDD\n\nA =\nB =\nC =\nD =\n\n";
        assert_eq!(
            sentences(&format!("{four}01 01 01 23\n")).as_deref(),
            Some(
                "Each of the four regions (A, B, C and D) needs 2 halves of one value or more, and the \
                 dominoes have enough for two such regions."
            )
        );
        assert_eq!(sentences(&format!("{four}01 01 23 23\n")), None);
    }

    #[test]
    fn every_puzzle_of_the_family_has_a_reason() {
        for params in [
            "size=9",
            "size=40 pips=9",
            "size=200 pips=2",
            "size=10 ask=value",
            "size=33 ask=value",
        ] {
            for seed in 1..4 {
                let recipe = format!("family=supply {params} seed={seed}").parse::<Recipe>();
                let budget = Budget::default();
                let made = recipe.expect("a recipe").make(&Effort::until(&budget));
                let puzzle = made.expect("a puzzle");
                match Shortfall::of(&puzzle).expect("a reason") {
                    Shortfall::TooManyPips(total) => {
                        assert_eq!(total.required, total.available + 1)
                    }
                    Shortfall::TooFewPips(total) => assert_eq!(total.required, total.available - 1),
                    Shortfall::TooManyAlike { regions, room, .. } => {
                        assert_eq!(regions.len(), room + 1);
                    }
                }
            }
        }
    }
}
