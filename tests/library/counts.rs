//! Every counting and listing method against each other, and against brute force, on random graph
//! puzzles. A board has a checker behind it; a count has only this.

use std::ops::ControlFlow;

use pipsc::limits::{Budget, Limits};
use pipsc::lower::{AS_IT_STANDS, STEPS, lower};
use pipsc::puzzle::{Board, Cell, Domino, DraftRegion, Links, Puzzle, PuzzleDraft, Relation, Rule};
use pipsc::solver::embedded::{Method, solve_until};
use pipsc::solver::search::{Search, Strategy};
use pipsc::solver::{Found, Goal, Outcome, Solver, StopReason, Task};

use crate::brute_force;
use crate::graphs;

const COUNT: Goal = Goal::Count { limit: None };

/// More solutions than this are counted, not listed.
const LISTED: u64 = 300;

const METHODS: [Method; 4] = [
    Method::Best,
    Method::Frontier,
    Method::ExactCover,
    Method::Sat,
];

fn solve(method: Method, puzzle: &Puzzle, goal: Goal) -> (Outcome, Vec<Board>) {
    let mut boards = Vec::new();
    let budget = Budget::default();
    let outcome = solve_until(method, puzzle, goal, &budget, &mut |board| {
        boards.push(board);
        ControlFlow::Continue(())
    });
    (outcome.unwrap_or_else(|error| panic!("{error}")), boards)
}

fn search(strategy: Strategy, puzzle: &Puzzle, goal: Goal, pruned: bool) -> (Outcome, Vec<Board>) {
    let steps = if pruned { &STEPS[..] } else { &AS_IT_STANDS };
    let lowered = lower(puzzle, steps).expect("a small puzzle");
    let mut boards = Vec::new();
    let budget = Budget::default();
    let search = Search::new(strategy);
    let searched = search.run(puzzle, &lowered, goal, &budget, None, &mut |board| {
        boards.push(board);
        ControlFlow::Continue(())
    });
    (searched.expect("no fault").outcome, boards)
}

/// Checks one puzzle; gives the number of its solutions, or nothing if they are too many to list.
fn agree(number: u64, puzzle: &Puzzle) -> Option<u64> {
    let (counted, _) = solve(Method::Best, puzzle, COUNT);
    let Outcome {
        found: Found::Exactly(count),
        stopped: None,
    } = counted
    else {
        panic!("puzzle {number} is not counted: {counted:?}");
    };
    let solutions = u64::try_from(count).ok().filter(|&count| count <= LISTED)?;
    let all = Goal::All {
        limit: Some(LISTED + 1),
    };
    let (outcome, mut expected) = solve(Method::ExactCover, puzzle, all);
    assert_eq!(outcome, counted, "puzzle {number}");
    expected.sort_unstable();
    expected.dedup();
    assert_eq!(
        expected.len() as u64,
        solutions,
        "puzzle {number} lists a board twice"
    );
    let same = |what: &dyn std::fmt::Debug, (outcome, mut boards): (Outcome, Vec<Board>)| {
        boards.sort_unstable();
        // The boards of 300 cells fill pages: only where they differ is told.
        let differs = boards != expected;
        assert_eq!(
            (outcome, differs),
            (counted, false),
            "puzzle {number}, {what:?}"
        );
    };
    for method in METHODS {
        let listed = solve(method, puzzle, all);
        let count = solve(method, puzzle, COUNT).0;
        // The frontier alone gives up where it is too wide, on large boards only.
        let may_give_up = method == Method::Frontier && puzzle.cells().len() > 20;
        for outcome in [listed.0, count] {
            let gave_up = outcome.stopped == Some(StopReason::GaveUp) && may_give_up;
            assert!(
                gave_up || outcome == counted,
                "puzzle {number}, {method:?}: {outcome:?}"
            );
        }
        if listed.0.stopped.is_none() {
            same(&method, listed);
        }
    }
    if puzzle.cells().len() <= 12 {
        for strategy in Strategy::ALL {
            for pruned in [false, true] {
                same(&(strategy, pruned), search(strategy, puzzle, all, pruned));
            }
        }
        let mut by_brute_force = brute_force::solutions(puzzle, LISTED as usize + 1);
        by_brute_force.sort_unstable();
        assert!(by_brute_force == expected, "puzzle {number}, brute force");
    }
    Some(solutions)
}

#[test]
fn all_methods_agree_on_random_graph_puzzles() {
    let (mut none, mut one, mut several, mut large) = (0, 0, 0, 0);
    for number in 0..2_000 {
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
        none > 5 && one > 100 && several > 200 && large > 20,
        "{none} without a solution, {one} with one, {several} with several; {large} large"
    );
}

/// A pinned cell beside a triangle can be covered in one way, but its neighbour keeps other values:
/// pruning does not look at the tilings of large boards with odd cycles. The frontier once took such a
/// neighbour out of its `equal` region, and counted 32.
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
        links: Links::Given(links),
        dominoes,
        regions: regions.collect(),
        ..PuzzleDraft::default()
    })
    .expect("a valid puzzle");
    assert!(puzzle.cells().len() * puzzle.edges().len() > 20_000);
    assert_eq!(agree(0, &puzzle), Some(8));
}

/// A count that reaches its limit is "at least", whether or not there are more solutions.
#[test]
fn a_count_that_reaches_its_limit_is_a_lower_bound_by_every_method() {
    let (mut checked, limits) = (0, Limits::default());
    for number in 0..200 {
        let puzzle = graphs::puzzle(number);
        let Some(solutions @ 1..=40) = agree(number, &puzzle) else {
            continue;
        };
        checked += 1;
        for limit in [1, solutions - 1, solutions, solutions + 1] {
            let expected = match limit <= solutions {
                true => Outcome::open(limit.into(), StopReason::Enough),
                false => Outcome::complete(solutions.into()),
            };
            for goal in [
                Goal::Count { limit: Some(limit) },
                Goal::All { limit: Some(limit) },
            ] {
                for method in METHODS {
                    let (outcome, _) = solve(method, &puzzle, goal);
                    if outcome.stopped != Some(StopReason::GaveUp) {
                        assert_eq!(outcome, expected, "puzzle {number}, {method:?}, {goal:?}");
                    }
                }
                let mut task = Task::new(&puzzle);
                (task.goal, task.limits) = (goal, limits.clone());
                for solver in [Solver::Embedded, Solver::Search(Search::default())] {
                    let solved = solver.collect(&task).result.expect("no fault");
                    assert_eq!(
                        solved.outcome,
                        expected,
                        "puzzle {number}, {}",
                        solver.name()
                    );
                }
            }
        }
    }
    assert!(checked > 20, "only {checked}");
}
