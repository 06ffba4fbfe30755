//! Regions of equal cells, one more than there are values: the pigeonhole principle.
//!
//! Every value occurs four or five times: enough for one region of three equal cells and not for two. With
//! h values there are h + 1 regions. The dominoes are those of a board that satisfies all rules but one, so that
//! without that rule there is a solution. The embedded solver checks that this rule can be satisfied together with
//! each of the others.

use std::ops::ControlFlow;

use super::parcels;
use crate::generate::layout::Layout;
use crate::generate::rng::Rng;
use crate::generate::{Effort, GenerateError, Shape, shape};
use crate::limits::{Budget, StopReason};
use crate::puzzle::{DraftRegion, Pips, Puzzle, RegionId, Rule};
use crate::solver::embedded::{Method, solve_until};
use crate::solver::{Goal, SolutionCount};

/// Number of cells of a region.
const CELLS: usize = 3;

/// Maximum number of halves with a value, so that it does not suffice for two regions.
const MOST: usize = 2 * CELLS - 1;

/// Minimum number of dominoes with room for the regions.
const FEWEST: u32 = 10;

/// Generates a puzzle with `size` dominoes.
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
            let tiling = shape::tiling(Shape::Blob, size, rng);
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
            // Sort, so that the order does not reveal the region that is not satisfied.
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
            let goes = is_compatible_with_each(&puzzle, extra, effort.budget)?;
            Ok(goes.then_some(puzzle))
        },
    )
}

/// Whether a rule can be satisfied together with each of the others.
fn is_compatible_with_each(
    puzzle: &Puzzle,
    rule: RegionId,
    budget: &Budget,
) -> Result<bool, GenerateError> {
    for other in puzzle.region_ids().filter(|&other| other != rule) {
        let both = puzzle.with_rules_of(|id| id == rule || id == other);
        let enough = &mut |_| ControlFlow::Break(());
        let outcome = solve_until(Method::Best, &both, Goal::One, budget, enough)?;
        match outcome.found {
            SolutionCount::Exactly(0) => return Ok(false),
            SolutionCount::AtLeast(0) => {
                let stop = outcome.stopped.or(budget.stopped());
                return Err(GenerateError::Stopped(
                    stop.unwrap_or(StopReason::TimeLimit),
                ));
            }
            SolutionCount::Exactly(_) | SolutionCount::AtLeast(_) => {}
        }
    }
    Ok(true)
}
