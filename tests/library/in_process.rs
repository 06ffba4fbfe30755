//! All in-process solvers against brute force and each other: each finds each solution once. Boards are
//! also verified by the checker; counts are tested only here.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

use pipsc::limits::{Budget, CancelFlag, Limits};
use pipsc::lower::{AS_IT_STANDS, STEPS, lower};
use pipsc::puzzle::{
    Board, Cell, CellId, Domino, DraftLinks, DraftRegion, Puzzle, PuzzleDraft, Relation, Rule,
    check,
};
use pipsc::solver::embedded::{Method, solve_until};
use pipsc::solver::search::{Checks, Strategy, TreeSearch};
use pipsc::solver::{Goal, Outcome, SolutionCount, Solver, StopReason, Task};

use crate::shipped::{Count, EXAMPLES};
use crate::{brute_force, graphs, open_grid, random, reading};

const ALL: Goal = Goal::All { limit: None };
const COUNT: Goal = Goal::Count { limit: None };

/// More solutions than this are counted, not listed.
const LISTED: u64 = 300;

/// A solver that runs in process.
#[derive(Debug, Clone, Copy)]
enum InProcess {
    Method(Method),
    /// A search with or without pruning.
    Search(TreeSearch),
    PrunedSearch(TreeSearch),
}

const METHODS: [InProcess; 4] = [
    InProcess::Method(Method::Best),
    InProcess::Method(Method::Frontier),
    InProcess::Method(Method::ExactCover),
    InProcess::Method(Method::Sat),
];

/// Every strategy with its defaults, and with all checks in random order after pruning.
fn searches(seed: u64) -> impl Iterator<Item = InProcess> {
    Strategy::ALL.into_iter().flat_map(move |strategy| {
        let usual = TreeSearch::new(strategy);
        let checked = TreeSearch {
            checks: Checks::all(),
            seed: Some(seed),
            ..usual
        };
        [InProcess::Search(usual), InProcess::PrunedSearch(checked)]
    })
}

fn all(seed: u64) -> impl Iterator<Item = InProcess> {
    METHODS.into_iter().chain(searches(seed))
}

/// The outcome, with the boards in the order in which they were found.
fn run(
    solver: InProcess,
    puzzle: &Puzzle,
    goal: Goal,
    limits: &Limits,
    on_board: &mut dyn FnMut(),
) -> (Outcome, Vec<Board>) {
    let mut boards = Vec::new();
    let budget = Budget::new(limits);
    let take = &mut |board| {
        boards.push(board);
        on_board();
        ControlFlow::Continue(())
    };
    let (search, steps) = match solver {
        InProcess::Method(method) => {
            let outcome = solve_until(method, puzzle, goal, &budget, take);
            return (outcome.unwrap_or_else(|error| panic!("{error}")), boards);
        }
        InProcess::Search(search) => (search, &AS_IT_STANDS[..]),
        InProcess::PrunedSearch(search) => (search, &STEPS[..]),
    };
    let lowered = lower(puzzle, steps).expect("a small puzzle");
    let searched = search.run(puzzle, &lowered, goal, &budget, None, take);
    (searched.expect("no fault").outcome, boards)
}

fn solve(solver: InProcess, puzzle: &Puzzle, goal: Goal) -> (Outcome, Vec<Board>) {
    run(solver, puzzle, goal, &Limits::default(), &mut || {})
}

fn exactly(solutions: usize) -> Outcome {
    Outcome::complete(solutions as u128)
}

fn sorted(mut boards: Vec<Board>) -> Vec<Board> {
    boards.sort_unstable();
    boards
}

#[test]
fn every_solver_matches_brute_force() {
    let mut with_solutions = 0;
    for number in 0..300 {
        let puzzle = random::puzzle(number);
        let expected = sorted(brute_force::solutions(&puzzle, 2_000));
        if expected.len() == 2_000 {
            continue;
        }
        with_solutions += usize::from(!expected.is_empty());
        for solver in all(number) {
            let what = format!("puzzle {number}, {solver:?}");
            let (outcome, found) = solve(solver, &puzzle, ALL);
            assert_eq!(outcome, exactly(expected.len()), "{what}");
            assert_eq!(sorted(found), expected, "{what}");
            let (outcome, none) = solve(solver, &puzzle, COUNT);
            assert_eq!(outcome, exactly(expected.len()), "{what}");
            assert_eq!(none, []);
            let (outcome, first) = solve(solver, &puzzle, Goal::One);
            assert_eq!(first.len(), expected.len().min(1), "{what}");
            assert!(first.iter().all(|board| expected.contains(board)));
            assert_eq!(outcome == exactly(0), expected.is_empty());
        }
    }
    assert!(with_solutions > 120, "only {with_solutions}");
}

#[test]
fn pinned_cells_and_excluded_boards_keep_the_other_solutions() {
    let mut fewer = 0;
    for number in 0..150 {
        let puzzle = random::puzzle(number);
        let solutions = brute_force::solutions(&puzzle, 500);
        let Some(one) = solutions.first().filter(|_| solutions.len() < 500) else {
            continue;
        };
        let cells = puzzle.cells().len();
        let cell = CellId(number as u32 % cells as u32);
        let shown = one.values(cells)[cell.index()].expect("a full board");
        // A value of some solution, and a value that need not occur in any.
        for pips in [shown, puzzle.dominoes()[0].high()] {
            let has = |board: &&Board| board.values(cells)[cell.index()] == Some(pips);
            let expected = solutions.iter().filter(has).count();
            fewer += usize::from(expected < solutions.len());
            // A pinned cell keeps its rule.
            let pinned = puzzle.clone().pinned([(cell, pips)]).expect("a cell");
            for solver in all(number) {
                for goal in [ALL, COUNT] {
                    let outcome = solve(solver, &pinned, goal).0;
                    assert_eq!(outcome, exactly(expected), "{number}, {solver:?}, {goal:?}");
                }
            }
        }
        let mut task = Task::new(&puzzle);
        task.goal = COUNT;
        task.exclude = BTreeSet::from([one.clone()]);
        let searches = Strategy::ALL.map(|strategy| Solver::Search(TreeSearch::new(strategy)));
        for solver in [Solver::Embedded].into_iter().chain(searches) {
            let solved = solver.collect(&task).result.expect("no fault");
            assert_eq!(solved.outcome, exactly(solutions.len() - 1), "{number}");
        }
    }
    assert!(fewer > 50, "only {fewer}");
}

/// Checks one puzzle. Returns the number of its solutions, or `None` if there are too many to list.
fn agree(number: u64, puzzle: &Puzzle) -> Option<u64> {
    let (counted, _) = solve(METHODS[0], puzzle, COUNT);
    let Outcome {
        found: SolutionCount::Exactly(count),
        stopped: None,
    } = counted
    else {
        panic!("puzzle {number} is not counted: {counted:?}");
    };
    let solutions = u64::try_from(count).ok().filter(|&count| count <= LISTED)?;
    let goal = Goal::All {
        limit: Some(LISTED + 1),
    };
    let is_small = puzzle.cells().len() <= 12;
    let expected = match is_small {
        true => sorted(brute_force::solutions(puzzle, LISTED as usize + 1)),
        false => sorted(solve(InProcess::Method(Method::ExactCover), puzzle, goal).1),
    };
    let different: BTreeSet<&Board> = expected.iter().collect();
    assert_eq!(different.len() as u64, solutions, "puzzle {number}");
    for solver in METHODS
        .into_iter()
        .chain(searches(number).filter(|_| is_small))
    {
        let (outcome, boards) = solve(solver, puzzle, goal);
        let count = solve(solver, puzzle, COUNT).0;
        // Only the frontier DP may give up, on wide boards.
        let is_frontier = matches!(solver, InProcess::Method(Method::Frontier));
        let may_give_up = is_frontier && puzzle.cells().len() > 20;
        for outcome in [outcome, count] {
            let gave_up = outcome.stopped == Some(StopReason::GaveUp) && may_give_up;
            let what = format!("puzzle {number}, {solver:?}: {outcome:?}");
            assert!(gave_up || outcome == counted, "{what}");
        }
        // Boards of 300 cells are too long to print.
        let is_same = outcome.stopped.is_some() || sorted(boards) == expected;
        assert!(is_same, "puzzle {number}, {solver:?}");
    }
    Some(solutions)
}

#[test]
fn all_solvers_agree_on_random_graph_puzzles() {
    let (mut none, mut one, mut several, mut large) = (0, 0, 0, 0);
    for number in 0..500 {
        let puzzle = graphs::puzzle(number);
        match agree(number, &puzzle) {
            Some(0) => none += 1,
            Some(1) => one += 1,
            Some(_) => several += 1,
            None => {}
        }
        large += usize::from(puzzle.cells().len() * puzzle.edges().len() > 20_000);
    }
    assert!(
        none > 0 && one > 25 && several > 50 && large > 5,
        "{none} without a solution, {one} with one, {several} with several; {large} large"
    );
}

/// Regression: a pinned cell beside a triangle can be covered in one way, but its neighbour keeps other
/// values, since pruning does not compute tilings of large non-bipartite boards. The frontier DP dropped
/// such a neighbour from its `equal` region and counted 32.
#[test]
fn a_neighbour_of_a_cell_with_one_placement_keeps_its_rule() {
    let mut cells = 8;
    let mut links = vec![(0, 1), (1, 2), (2, 3), (1, 3), (4, 5), (6, 7)];
    let mut dominoes = [(1, 2), (1, 2), (3, 4), (3, 5)]
        .map(|(a, b)| Domino::new(a, b))
        .to_vec();
    let pinned = |cell: usize, pips: i64| (Rule::Sum(Relation::Equal, pips), vec![cell]);
    let mut regions = vec![pinned(0, 1), (Rule::Equal, vec![1, 4])];
    for _ in 0..98 {
        links.push((cells, cells + 1));
        dominoes.push(Domino::new(1, 2));
        regions.extend([pinned(cells, 1), pinned(cells + 1, 2)]);
        cells += 2;
    }
    let regions = regions.into_iter().map(|(rule, cells)| DraftRegion {
        name: None,
        rule,
        cells,
    });
    let names = (0..cells).map(|index| Cell {
        name: format!("v{index}").into(),
        at: None,
    });
    let puzzle = Puzzle::new(PuzzleDraft {
        cells: names.collect(),
        links: DraftLinks::Given(links),
        dominoes,
        regions: regions.collect(),
        ..PuzzleDraft::default()
    })
    .expect("a valid puzzle");
    assert!(puzzle.cells().len() * puzzle.edges().len() > 20_000);
    assert_eq!(agree(0, &puzzle), Some(8));
}

/// A count that reaches the limit is a lower bound, whether or not there are more solutions.
#[test]
fn a_count_that_reaches_the_limit_is_a_lower_bound() {
    let graphs = (0..100).map(|number| (format!("graph {number}"), graphs::puzzle(number)));
    let loose = ("loose.txt".to_owned(), reading::puzzle("loose.txt"));
    let mut checked = 0;
    // Plain search takes long on the large graphs.
    let is_small = |(_, puzzle): &(String, Puzzle)| puzzle.cells().len() <= 20;
    for (name, puzzle) in graphs.chain([loose]).filter(is_small) {
        let SolutionCount::Exactly(solutions @ (1..=40 | 256)) =
            solve(METHODS[0], &puzzle, COUNT).0.found
        else {
            continue;
        };
        checked += 1;
        let solutions = solutions as u64;
        for limit in BTreeSet::from([0, 1, solutions - 1, solutions, solutions + 1]) {
            let expected = match limit <= solutions {
                true => Outcome::open(limit.into(), StopReason::Enough),
                false => Outcome::complete(solutions.into()),
            };
            for goal in [
                Goal::Count { limit: Some(limit) },
                Goal::All { limit: Some(limit) },
            ] {
                for solver in all(limit) {
                    let (outcome, boards) = solve(solver, &puzzle, goal);
                    if outcome.stopped == Some(StopReason::GaveUp) {
                        continue;
                    }
                    assert_eq!(outcome, expected, "{name}, {solver:?}, {goal:?}");
                    let listed = match goal {
                        Goal::All { .. } => limit.min(solutions),
                        _ => 0,
                    };
                    assert_eq!(boards.len() as u64, listed);
                }
            }
        }
    }
    assert!(checked > 20, "only {checked}");
}

#[test]
fn the_examples_have_their_solutions() {
    for (file, count) in EXAMPLES {
        let puzzle = reading::puzzle(file);
        for solver in all(1) {
            let what = format!("{file}, {solver:?}");
            match (count, solver) {
                (Count::Exactly(solutions), _) => {
                    let (outcome, boards) = solve(solver, &puzzle, ALL);
                    assert_eq!(outcome, exactly(solutions), "{what}");
                    assert_eq!(boards.len(), solutions, "{what}");
                    assert_eq!(solve(solver, &puzzle, COUNT).0, outcome, "{what}");
                }
                // Full sets: only solvers with propagation finish.
                (Count::Some, InProcess::Method(Method::Best | Method::ExactCover)) => {
                    let goal = Goal::All { limit: Some(20) };
                    let (outcome, boards) = solve(solver, &puzzle, goal);
                    assert_eq!(outcome, Outcome::open(20, StopReason::Enough), "{what}");
                    let different: BTreeSet<&Board> = boards.iter().collect();
                    assert_eq!(different.len(), 20, "{what}");
                    assert!(boards.iter().all(|board| check(&puzzle, board).is_empty()));
                }
                (Count::Some, _) => {}
            }
        }
    }
}

#[test]
fn the_order_of_boards_is_deterministic() {
    for number in 0..60 {
        let puzzle = random::puzzle(number);
        let goal = Goal::All { limit: Some(50) };
        for solver in all(number) {
            assert_eq!(solve(solver, &puzzle, goal), solve(solver, &puzzle, goal));
        }
    }
}

#[test]
fn time_limits_and_cancelling_end_every_search() {
    // Too many solutions to list.
    let puzzle = open_grid(8, 12, |number| Domino::new(number % 10, 10 + number / 10));
    let frontier = |solver: &InProcess| matches!(solver, InProcess::Method(Method::Frontier));
    for solver in all(1).filter(|solver| !frontier(solver)) {
        for goal in [ALL, COUNT] {
            let time = Limits {
                time: Some(Duration::from_millis(50)),
                ..Limits::default()
            };
            let (outcome, boards) = run(solver, &puzzle, goal, &time, &mut || {});
            let reason = outcome.stopped;
            assert_eq!(reason, Some(StopReason::TimeLimit), "{solver:?} {goal:?}");
            assert!(!outcome.found.is_exact());
            if goal == ALL {
                assert_eq!(outcome.found.count(), boards.len() as u128);
            }
        }
        let cancel = CancelFlag::default();
        let limits = Limits {
            cancel: cancel.clone(),
            ..Limits::default()
        };
        let (outcome, _) = run(solver, &puzzle, ALL, &limits, &mut || cancel.cancel());
        assert_eq!(outcome.stopped, Some(StopReason::Cancelled), "{solver:?}");
    }
}
