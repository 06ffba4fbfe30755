//! Repairs: changes of rules after which a puzzle that has several solutions has one.
//!
//! A repair strengthens rules towards one of the solutions: a region gets the sum that it has there, or
//! the rule that its cells are equal; a varying cell becomes a separate region with its pips as the rule.
//! Single changes come first. If none suffices, changes are combined greedily, each time the change that
//! leaves the fewest solutions. No rule distinguishes two tilings with the same pips; such a puzzle has no
//! repair.

use std::ops::ControlFlow;

use crate::deduce::sentence;
use crate::limits::Budget;
use crate::puzzle::{
    Board, CellId, DraftRegion, Pips, Puzzle, PuzzleDraft, RegionId, Rule, check, total,
};
use crate::solver::embedded::{self, Method};
use crate::solver::{Goal, SolutionCount, SolverError};

/// The largest number of combined changes.
const MAX_CHANGES: usize = 6;

/// The largest number of repairs of a single change.
const ENOUGH: usize = 3;

/// Changes that leave one solution.
#[derive(Debug, Clone, PartialEq)]
pub struct Repair {
    /// The changes, one sentence each.
    pub words: Vec<String>,
    /// The changed cells.
    pub cells: Vec<CellId>,
    /// The changed puzzle.
    pub puzzle: Puzzle,
}

/// A change of a puzzle's rules that keeps a board as a solution.
#[derive(Debug, Clone, Copy)]
enum RuleChange {
    /// A region gets another rule.
    Rule(RegionId, Rule),
    /// A cell becomes a separate region.
    Cell(CellId, Pips),
}

/// Repairs of a puzzle, the simplest first; none unless it has several solutions.
pub fn repairs(puzzle: &Puzzle, budget: &Budget) -> Result<Vec<Repair>, SolverError> {
    let start = Repair {
        words: Vec::new(),
        cells: Vec::new(),
        puzzle: puzzle.without_solution(),
    };
    let boards = first(&start.puzzle, 2, budget)?;
    let [one, other] = &boards[..] else {
        return Ok(Vec::new());
    };
    let mut found: Vec<Repair> = Vec::new();
    for (board, other) in [(one, other), (other, one)] {
        for change in changes(&start.puzzle, board, other) {
            let Some(changed) = start.after(change, board) else {
                continue;
            };
            let is_known = found.iter().any(|repair| repair.puzzle == changed.puzzle);
            if !is_known && first(&changed.puzzle, 2, budget)?.len() == 1 {
                found.push(changed);
                if found.len() == ENOUGH {
                    return Ok(found);
                }
            }
        }
    }
    if found.is_empty() {
        found.extend(several(start, one, other.clone(), budget)?);
    }
    Ok(found)
}

/// Combines changes until this board is the only solution.
fn several(
    start: Repair,
    board: &Board,
    mut other: Board,
    budget: &Budget,
) -> Result<Option<Repair>, SolverError> {
    let mut now = start;
    for _ in 0..MAX_CHANGES {
        let mut best: Option<(u128, Repair)> = None;
        for change in changes(&now.puzzle, board, &other) {
            let Some(changed) = now.after(change, board) else {
                continue;
            };
            let left = count(&changed.puzzle, budget)?;
            if best.as_ref().is_none_or(|(fewest, _)| left < *fewest) {
                best = Some((left, changed));
            }
        }
        let Some((_, changed)) = best else {
            return Ok(None);
        };
        now = changed;
        let left = first(&now.puzzle, 2, budget)?;
        match left.into_iter().find(|found| found != board) {
            Some(found) => other = found,
            None => return Ok(Some(now)),
        }
    }
    Ok(None)
}

/// The changes that keep a board and exclude another, those that keep the regions first.
fn changes(puzzle: &Puzzle, board: &Board, other: &Board) -> Vec<RuleChange> {
    let cells = puzzle.cells().len();
    let (shown, shown_other) = (board.values(cells), other.values(cells));
    let mut rules = Vec::new();
    for id in puzzle.region_ids() {
        let region = puzzle.region(id);
        let values = |shown: &[Option<Pips>]| -> Vec<Pips> {
            let values = region.cells.iter();
            values.filter_map(|cell| shown[cell.index()]).collect()
        };
        let (here, other) = (values(&shown), values(&shown_other));
        let mut stronger = vec![Rule::sum(total(&here))];
        if here.len() > 1 && Rule::Equal.holds(&here) {
            stronger.push(Rule::Equal);
        }
        stronger.retain(|rule| *rule != region.rule && !rule.holds(&other));
        rules.extend(stronger.into_iter().map(|rule| RuleChange::Rule(id, rule)));
    }
    let varying = puzzle
        .cell_ids()
        .filter(|cell| shown[cell.index()] != shown_other[cell.index()]);
    let cells = varying.filter_map(|cell| Some(RuleChange::Cell(cell, shown[cell.index()]?)));
    rules.extend(cells);
    rules
}

impl Repair {
    /// The repair with one more change for a board; `None` if the change has no effect.
    fn after(&self, change: RuleChange, board: &Board) -> Option<Repair> {
        let puzzle = &self.puzzle;
        let mut draft = PuzzleDraft::of(puzzle);
        let (words, cells) = match change {
            RuleChange::Rule(id, rule) => {
                let region = puzzle.region(id);
                draft.regions[id.index()].rule = rule;
                let words = format!("give region {} the rule \"{rule}\"", region.name);
                (words, region.cells.clone())
            }
            RuleChange::Cell(cell, pips) => {
                let mut words = format!(
                    "make cell {} a separate region with the rule \"{}\"",
                    puzzle.cell(cell).name,
                    Rule::pin(pips)
                );
                if let Some(id) = puzzle.region_of(cell) {
                    let region = &mut draft.regions[id.index()];
                    if region.cells.len() == 1 {
                        return None;
                    }
                    region.cells.retain(|&other| other != cell.index());
                    if let Rule::Sum(relation, target) = region.rule {
                        region.rule = Rule::Sum(relation, target - i64::from(pips));
                        let name = &puzzle.region(id).name;
                        words += &format!(
                            ", and give the rest of region {name} the rule \"{}\"",
                            region.rule
                        );
                    }
                }
                draft.regions.push(DraftRegion {
                    name: None,
                    rule: Rule::pin(pips),
                    cells: vec![cell.index()],
                });
                (words, vec![cell])
            }
        };
        let changed = Puzzle::new(draft).ok()?;
        if !check(&changed, board).is_empty() {
            return None;
        }
        let mut repair = Repair {
            puzzle: changed,
            ..self.clone()
        };
        repair.words.push(sentence(&words));
        repair.cells.extend(cells);
        Some(repair)
    }
}

/// The first solutions of a puzzle.
fn first(puzzle: &Puzzle, most: u64, budget: &Budget) -> Result<Vec<Board>, SolverError> {
    let mut boards = Vec::new();
    let take = &mut |board| {
        boards.push(board);
        ControlFlow::Continue(())
    };
    let goal = Goal::All { limit: Some(most) };
    let _ = embedded::solve_until(Method::Best, puzzle, goal, budget, take)?;
    budget.check()?;
    Ok(boards)
}

/// Number of solutions of a puzzle; the maximum if the count gave up.
fn count(puzzle: &Puzzle, budget: &Budget) -> Result<u128, SolverError> {
    let ignore = &mut |_| ControlFlow::Continue(());
    let goal = Goal::Count { limit: None };
    let outcome = embedded::solve_until(Method::Frontier, puzzle, goal, budget, ignore)?;
    budget.check()?;
    Ok(match outcome.found {
        SolutionCount::Exactly(count) => count,
        SolutionCount::AtLeast(_) => u128::MAX,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;

    fn repaired(text: &str) -> Vec<Repair> {
        let document = formats::read(text.as_bytes(), None).expect("a puzzle");
        let puzzle = document.pick(None).expect("one");
        let repairs = repairs(puzzle, &Budget::default()).expect("an answer");
        for repair in &repairs {
            let left = first(&repair.puzzle, 2, &Budget::default()).expect("an answer");
            assert_eq!(left.len(), 1, "{:?}", repair.words);
        }
        repairs
    }

    #[test]
    fn a_single_change_suffices() {
        let repairs = repaired("AB\n\nA <5\nB *\n\n13\n");
        assert!(!repairs.is_empty());
        assert!(
            repairs.iter().all(|repair| repair.words.len() == 1),
            "{repairs:?}"
        );
        assert!(repairs[0].words[0].starts_with("Give region A the rule \"sum = "));
    }

    #[test]
    fn changes_are_combined() {
        let repairs = repaired("****\n****\n\n01 23 45 66\n");
        assert_eq!(repairs.len(), 1);
        assert!(repairs[0].words.len() > 1, "{repairs:?}");
    }

    #[test]
    fn ambiguous_tilings_have_no_repair() {
        assert_eq!(repaired("AA\nAA\n\nA =\n\n11 11\n"), []);
    }

    #[test]
    fn only_ambiguous_puzzles_have_repairs() {
        assert_eq!(repaired("AB\n\nA 1\nB 3\n\n13\n"), []);
        assert_eq!(repaired("AB\n\nA 9\nB 3\n\n13\n"), []);
    }
}
