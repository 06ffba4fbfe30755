//! Regions of equal cells, one more than there are values to fill them.
//!
//! Every value is there often enough for one region of three equal cells and not for two: three, four or
//! five times. With h values, h regions can be filled, in very many ways, and there are h + 1: pigeons and
//! holes. All but one of the regions are filled on the board that the dominoes are taken from, so that
//! without that one there is a solution; that it goes with each of the others is asked of the
//! embedded solver.

use std::ops::ControlFlow;

use super::parcels;
use crate::generate::layout::Layout;
use crate::generate::rng::Rng;
use crate::generate::{Effort, GenerateError, shape};
use crate::limits::{Budget, StopReason};
use crate::puzzle::{DraftRegion, Pips, Puzzle, RegionId, Rule, Shape};
use crate::solver::embedded::{Method, solve_until};
use crate::solver::{Goal, SolutionCount};

/// How many cells a region has.
const CELLS: usize = 3;

/// How often a value can be there at most, so that it does not fill two regions.
const MOST: usize = 2 * CELLS - 1;

/// The fewest dominoes on which the regions find room.
const FEWEST: u32 = 10;

/// A puzzle with so many dominoes.
pub(super) fn make(size: u32, rng: &mut Rng, effort: &Effort<'_>) -> Result<Puzzle, GenerateError> {
    if size < FEWEST {
        return Err(GenerateError::Impossible(format!(
            "regions of {CELLS} equal cells, one more than there are values, need {FEWEST} dominoes \
             at least, not {size}"
        )));
    }
    let halves = 2 * size as usize;
    let values = halves.div_ceil(MOST);
    effort.attempt(
        || {
            format!(
                "a board of {size} dominoes with room for {} regions",
                values + 1
            )
        },
        || {
            let tiling = shape::lay(Shape::Blob, size, rng);
            let mut regions = parcels(&tiling, CELLS, rng);
            regions.retain(|region| region.len() == CELLS);
            if regions.len() <= values {
                return Ok(None);
            }
            rng.shuffle(&mut regions);
            regions.truncate(values + 1);
            let mut shown: Vec<Option<Pips>> = vec![None; tiling.size()];
            for (value, region) in (0..values as Pips).zip(&regions) {
                for &cell in region {
                    shown[cell] = Some(value);
                }
            }
            let rest = (0..halves).map(|half| (half % values) as Pips);
            let mut rest: Vec<Pips> = rest.skip(CELLS * values).collect();
            rng.shuffle(&mut rest);
            let mut rest = rest.into_iter();
            let shown: Vec<Pips> = shown
                .into_iter()
                .filter_map(|value| value.or_else(|| rest.next()))
                .collect();
            // In board order, so that their order does not tell which is one too many.
            let extra = regions[values].clone();
            regions.sort_unstable();
            let extra = regions.iter().position(|region| *region == extra);
            let rules = regions
                .into_iter()
                .map(|cells| DraftRegion::new(cells, Rule::Equal));
            let puzzle = Layout { tiling, shown }.unsolved_puzzle(rules.collect());
            let Some(extra) = extra.map(RegionId::at) else {
                return Ok(None);
            };
            let goes = goes_with_each(&puzzle, extra, effort.budget)?;
            Ok(goes.then_some(puzzle))
        },
    )
}

/// Whether a rule can be kept together with each of the others.
fn goes_with_each(puzzle: &Puzzle, rule: RegionId, budget: &Budget) -> Result<bool, GenerateError> {
    for other in puzzle.region_ids().filter(|&other| other != rule) {
        let both = puzzle.with_rules_of(|id| id == rule || id == other);
        let enough = &mut |_| ControlFlow::Break(());
        let outcome = solve_until(Method::Best, &both, Goal::One, budget, enough)?;
        match outcome.found {
            SolutionCount::Exactly(0) => return Ok(false),
            SolutionCount::AtLeast(0) => {
                return Err(GenerateError::Stopped(
                    budget.stopped().unwrap_or(StopReason::TimeLimit),
                ));
            }
            SolutionCount::Exactly(_) | SolutionCount::AtLeast(_) => {}
        }
    }
    Ok(true)
}
