//! Plain search against brute force and the embedded solver: every strategy, with every set of checks,
//! finds each solution once, and tells an observer a tree that makes sense.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use pipsc::limits::{Budget, Cancel, Limits};
use pipsc::lower::{AS_IT_STANDS, STEPS, Step, lower};
use pipsc::puzzle::{Board, Cell, CellId, Domino, PlacedDomino, Puzzle, PuzzleDraft, check};
use pipsc::solver::search::{Cause, Check, Checks, Effect, Event, Search, Searched, Strategy};
use pipsc::solver::{Found, Goal, Outcome, Solver, StopReason, Task, embedded};

use crate::brute_force;
use crate::random;
use crate::shipped::{Count, EXAMPLES};

const ALL: Goal = Goal::All { limit: None };
const COUNT: Goal = Goal::Count { limit: None };

/// Every set of checks.
fn sets() -> impl Iterator<Item = Checks> {
    (0_u32..32).map(|set| {
        let some = Check::ALL.into_iter().enumerate();
        some.filter(|(bit, _)| set & 1 << bit != 0)
            .map(|(_, check)| check)
            .collect()
    })
}

fn run(search: &Search, puzzle: &Puzzle, steps: &[Step], goal: Goal) -> (Searched, Vec<Board>) {
    let lowered = lower(puzzle, steps).expect("a small puzzle");
    let mut boards = Vec::new();
    let budget = Budget::default();
    let searched = search
        .run(puzzle, &lowered, goal, &budget, None, &mut |board| {
            boards.push(board);
            ControlFlow::Continue(())
        })
        .expect("no fault");
    (searched, boards)
}

fn sorted(mut boards: Vec<Board>) -> Vec<Board> {
    boards.sort_unstable();
    boards
}

#[test]
fn every_strategy_matches_brute_force() {
    let (mut with_solutions, mut compared) = (0, 0);
    for number in 0..2_400 {
        let puzzle = random::puzzle(number);
        let expected = sorted(brute_force::solutions(&puzzle, 2_000));
        if expected.len() == 2_000 {
            continue;
        }
        with_solutions += usize::from(!expected.is_empty());
        for strategy in Strategy::ALL {
            let usual = Search::new(strategy);
            let all = Search {
                checks: Checks::all(),
                seed: Some(number),
                ..usual
            };
            for (search, steps) in [(usual, &AS_IT_STANDS[..]), (all, &STEPS)] {
                let (searched, found) = run(&search, &puzzle, steps, ALL);
                assert_eq!(
                    searched.outcome,
                    Outcome::complete(expected.len() as u128),
                    "puzzle {number}, {search:?}"
                );
                assert_eq!(sorted(found), expected, "puzzle {number}, {search:?}");
                compared += 1;
            }
        }
    }
    assert!(with_solutions > 1_000, "only {with_solutions}");
    assert!(compared > 10_000, "only {compared}");
}

#[test]
fn checks_change_the_effort_but_not_the_result() {
    for number in 0..120 {
        let puzzle = random::puzzle(number);
        let expected = brute_force::solutions(&puzzle, 300);
        if expected.len() == 300 {
            continue;
        }
        for strategy in Strategy::ALL {
            let mut nodes = BTreeMap::new();
            for checks in sets() {
                let search = Search {
                    checks,
                    ..Search::new(strategy)
                };
                // Without symmetry copies are told apart, and must be counted once all the same.
                let steps = if number % 2 == 0 {
                    &[][..]
                } else {
                    &AS_IT_STANDS
                };
                let (searched, _) = run(&search, &puzzle, steps, COUNT);
                assert_eq!(
                    searched.outcome,
                    Outcome::complete(expected.len() as u128),
                    "puzzle {number}, {search:?}"
                );
                let _ = nodes.insert(checks.to_string(), searched.counts.nodes);
                for check in Check::ALL {
                    let failed = searched.counts.failures_by(Cause::Check(check));
                    assert!(checks.contain(check) || failed == 0, "{search:?}: {check}");
                }
            }
            // Where the order of the cells does not depend on the checks, more of them see more.
            if strategy == Strategy::FirstEmpty {
                let every = nodes[&Checks::all().to_string()];
                assert!(nodes.values().all(|&nodes| every <= nodes), "{nodes:?}");
            }
        }
    }
}

#[test]
fn searched_example_counts_match() {
    for ((file, _, puzzle), (_, count)) in crate::examples().into_iter().zip(EXAMPLES) {
        for strategy in Strategy::ALL {
            let search = Search {
                checks: Checks::all(),
                ..Search::new(strategy)
            };
            match count {
                Count::Exactly(expected) => {
                    let (searched, found) = run(&search, &puzzle, &STEPS, ALL);
                    let complete = Outcome::complete(expected as u128);
                    assert_eq!(searched.outcome, complete, "{file}, {strategy}");
                    assert_eq!(found.len(), expected, "{file}, {strategy}");
                }
                // Full sets: only the strategy that propagates gets anywhere.
                Count::Some if strategy == Strategy::ExactCover => {
                    let goal = Goal::All { limit: Some(20) };
                    let (searched, found) = run(&search, &puzzle, &STEPS, goal);
                    let enough = Outcome::open(20, StopReason::Enough);
                    assert_eq!(searched.outcome, enough, "{file}, {strategy}");
                    let different: BTreeSet<&Board> = found.iter().collect();
                    assert_eq!(different.len(), 20, "{file}");
                    assert!(found.iter().all(|board| check(&puzzle, board).is_empty()));
                }
                Count::Some => {}
            }
        }
    }
}

#[test]
fn pins_and_excluded_boards_restrict_the_search() {
    let mut fewer = 0;
    for number in 0..200 {
        let puzzle = random::puzzle(number);
        let solutions = brute_force::solutions(&puzzle, 500);
        let Some(one) = solutions.first().filter(|_| solutions.len() < 500) else {
            continue;
        };
        let cell = CellId(number as u32 % puzzle.cells().len() as u32);
        let cells = puzzle.cells().len();
        let pips = one.values(cells)[cell.index()].expect("a full board");
        let has = |board: &&Board| board.values(cells)[cell.index()] == Some(pips);
        let expected = solutions.iter().filter(has).count();
        fewer += usize::from(expected < solutions.len());
        let pinned = puzzle.clone().pinned([(cell, pips)]).expect("a cell");
        for strategy in Strategy::ALL {
            let search = Search::new(strategy);
            for steps in [&AS_IT_STANDS[..], &STEPS] {
                let count = |puzzle: &Puzzle| run(&search, puzzle, steps, COUNT).0;
                let of_pinned = count(&pinned).outcome;
                assert_eq!(of_pinned, Outcome::complete(expected as u128), "{number}");
                let mut task = Task::new(&puzzle);
                task.goal = COUNT;
                task.exclude = BTreeSet::from([one.clone()]);
                let solved =
                    Solver::Search(search).solve(&task, &mut |_| ControlFlow::Continue(()));
                let rest = solutions.len() as u128 - 1;
                let outcome = solved.expect("no fault").outcome;
                assert_eq!(outcome, Outcome::complete(rest), "{number}");
            }
        }
    }
    assert!(fewer > 30, "only {fewer}");
}

/// What an observer keeps of a node.
#[derive(Debug, Default)]
struct Seen {
    children: u64,
    /// As many as its parent said there are.
    choices: u32,
    laid: Vec<PlacedDomino>,
    ended: bool,
}

#[test]
fn observer_events_form_a_tree() {
    let mut forced = 0;
    for number in 0..300 {
        let puzzle = random::puzzle(number);
        for strategy in Strategy::ALL {
            let search = Search {
                checks: Checks::all(),
                ..Search::new(strategy)
            };
            let lowered = lower(&puzzle, &AS_IT_STANDS).expect("a small puzzle");
            let mut nodes: Vec<Seen> = Vec::new();
            let mut path: Vec<u64> = Vec::new();
            let (mut failed, mut solutions, mut propagated) = (0, Vec::new(), 0);
            let mut observer = |event: &Event<'_>| {
                match *event {
                    Event::Node {
                        id,
                        parent,
                        depth,
                        decision,
                    } => {
                        assert_eq!(id, nodes.len() as u64, "nodes come in order");
                        assert_eq!(parent, path.last().copied(), "the parent is on the path");
                        assert_eq!(depth as usize, path.len());
                        assert_eq!(decision.is_none(), parent.is_none());
                        let mut seen = Seen::default();
                        if let (Some(parent), Some(decision)) = (parent, decision) {
                            let parent = &mut nodes[parent as usize];
                            parent.children += 1;
                            assert_eq!(u64::from(decision.choice), parent.children);
                            parent.choices = decision.choices;
                            seen.laid = parent.laid.clone();
                            seen.laid.push(decision.placed);
                        }
                        nodes.push(seen);
                        path.push(id);
                    }
                    Event::Propagated { node, effect, .. } => {
                        assert_eq!(Some(&node), path.last());
                        match effect {
                            Effect::Laid(placed) => {
                                forced += 1;
                                propagated += 1;
                                nodes[node as usize].laid.push(placed);
                            }
                            Effect::Removed(list) => {
                                assert!(!list.is_empty());
                                propagated += list.len() as u64;
                            }
                        }
                    }
                    Event::Failed { node, cause, .. } => {
                        assert_eq!(path.pop(), Some(node));
                        assert!(Cause::ALL.contains(&cause));
                        nodes[node as usize].ended = true;
                        failed += 1;
                    }
                    Event::Solution { node, board } => {
                        assert_eq!(path.pop(), Some(node));
                        nodes[node as usize].ended = true;
                        // What was told to lie there is the board.
                        let told: Board = nodes[node as usize].laid.iter().copied().collect();
                        assert_eq!(&told, board);
                        solutions.push(board.clone());
                    }
                    Event::Exhausted { node } => {
                        assert_eq!(path.pop(), Some(node));
                        let seen = &mut nodes[node as usize];
                        assert_eq!(seen.children, u64::from(seen.choices));
                        assert!(seen.children > 0);
                        seen.ended = true;
                    }
                }
                ControlFlow::Continue(())
            };
            let mut boards = Vec::new();
            let goal = Goal::All { limit: None };
            let budget = Budget::default();
            let searched = search
                .run(
                    &puzzle,
                    &lowered,
                    goal,
                    &budget,
                    Some(&mut observer),
                    &mut |board| {
                        boards.push(board);
                        ControlFlow::Continue(())
                    },
                )
                .expect("no fault");
            assert!(path.is_empty() && nodes.iter().all(|node| node.ended));
            assert_eq!(solutions, boards);
            let counts = &searched.counts;
            assert_eq!(counts.nodes, nodes.len() as u64);
            assert_eq!(counts.failures(), failed);
            assert_eq!(counts.propagations, propagated);
            assert_eq!(counts.solutions, boards.len() as u128);
            // Looking on changes nothing.
            let (unseen, same) = run(&search, &puzzle, &AS_IT_STANDS, goal);
            assert_eq!((unseen, same), (searched, boards));
        }
    }
    assert!(forced > 100, "only {forced}");
}

#[test]
fn an_observer_can_stop_the_search() {
    let puzzle = open_grid(4, 6, |number| Domino::new(number % 4, number % 3));
    let lowered = lower(&puzzle, &AS_IT_STANDS).expect("a small puzzle");
    for strategy in Strategy::ALL {
        for most in [1, 2, 17] {
            let mut nodes = 0;
            let mut observer = |event: &Event<'_>| {
                nodes += u64::from(matches!(event, Event::Node { .. }));
                match nodes == most {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            };
            let budget = Budget::default();
            let ignore_board = &mut |_| ControlFlow::Continue(());
            let searched = Search::new(strategy)
                .run(
                    &puzzle,
                    &lowered,
                    COUNT,
                    &budget,
                    Some(&mut observer),
                    ignore_board,
                )
                .expect("no fault");
            assert_eq!(searched.outcome.stopped, Some(StopReason::Enough));
            assert_eq!(searched.counts.nodes, most, "{strategy}");
        }
    }
}

/// A grid of rows and columns without rules.
fn open_grid(rows: u32, columns: u32, domino: impl Fn(u32) -> Domino) -> Puzzle {
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    Puzzle::new(PuzzleDraft {
        cells: cells
            .map(|(row, column)| Cell::on_grid(row, column))
            .collect(),
        dominoes: (0..rows * columns / 2).map(domino).collect(),
        ..PuzzleDraft::default()
    })
    .expect("a valid puzzle")
}

#[test]
fn seeds_determine_the_order_of_boards() {
    let puzzle = open_grid(4, 5, |number| Domino::new(number, number + 1));
    for strategy in Strategy::ALL {
        let first = |seed| {
            let search = Search {
                seed,
                ..Search::new(strategy)
            };
            run(&search, &puzzle, &AS_IT_STANDS, Goal::One).1
        };
        assert_eq!(first(Some(1)), first(Some(1)));
        let different: BTreeSet<_> = (0..20).map(|seed| first(Some(seed))).collect();
        assert!(different.len() > 10, "{strategy}: {}", different.len());
        assert_eq!(first(None), first(None));
    }
}

#[test]
fn ten_thousand_cells_do_not_overflow_the_stack() {
    let puzzle = open_grid(100, 100, |number| Domino::new(number % 3, number % 2));
    for strategy in [Strategy::FirstEmpty, Strategy::ExactCover] {
        let search = Search {
            checks: Checks::all(),
            ..Search::new(strategy)
        };
        let (searched, found) = run(&search, &puzzle, &AS_IT_STANDS, Goal::One);
        assert_eq!(searched.outcome.found, Found::AtLeast(1), "{strategy}");
        assert_eq!(check(&puzzle, &found[0]), []);
        assert!(searched.counts.depth > 1_000, "{strategy}");
    }
}

#[test]
fn limits_stop_every_strategy() {
    let puzzle = open_grid(8, 8, |number| Domino::new(number % 7, number % 5));
    let lowered = lower(&puzzle, &AS_IT_STANDS).expect("a small puzzle");
    let cancelled = Cancel::default();
    cancelled.cancel();
    for strategy in Strategy::ALL {
        let search = Search::new(strategy);
        let solve = |limits: &Limits| {
            let ignore_board = &mut |_| ControlFlow::Continue(());
            let budget = Budget::new(limits);
            search
                .run(&puzzle, &lowered, COUNT, &budget, None, ignore_board)
                .expect("no fault")
                .outcome
        };
        let time = Limits {
            time: Some(std::time::Duration::from_millis(30)),
            ..Limits::default()
        };
        let outcome = solve(&time);
        assert_eq!(outcome.stopped, Some(StopReason::TimeLimit), "{strategy}");
        assert!(!outcome.found.is_exact());
        let cancelled = Limits {
            cancel: cancelled.clone(),
            ..Limits::default()
        };
        assert_eq!(solve(&cancelled).stopped, Some(StopReason::Cancelled));
        let limited = run(&search, &puzzle, &STEPS, Goal::All { limit: Some(7) });
        assert_eq!(limited.0.outcome, Outcome::open(7, StopReason::Enough));
        assert_eq!(limited.1.len(), 7);
    }
}

#[test]
fn counts_are_those_of_the_embedded_solver() {
    use pipsc::generate::{DoubleSet, SetRecipe, Shape};
    let set = DoubleSet::new(4).expect("a set");
    for seed in 0..20 {
        let shape = if seed % 2 == 0 {
            Shape::Blob
        } else {
            Shape::Islands
        };
        let recipe = SetRecipe::new(set, Some(8), shape, seed).expect("a recipe");
        let puzzle = recipe.puzzle();
        let ignore_board = &mut |_| ControlFlow::Continue(());
        let expected = embedded::solve(&puzzle, COUNT, &Limits::default(), ignore_board);
        let expected = expected.expect("no fault");
        for strategy in [Strategy::MostConstrained, Strategy::ExactCover] {
            let (searched, _) = run(&Search::new(strategy), &puzzle, &STEPS, COUNT);
            assert_eq!(searched.outcome, expected, "seed {seed}, {strategy}");
        }
    }
}
