//! Plain search: no set of checks changes the result, and the events of a search form a tree.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use pipsc::limits::Budget;
use pipsc::lower::{AS_IT_STANDS, LoweringStep, lower};
use pipsc::puzzle::{Board, Domino, PlacedDomino, Puzzle, check};
use pipsc::solver::search::{
    Check, Checks, EventCause, PropagationEffect, SearchEvent, Strategy, TreeSearch,
    TreeSearchResult,
};
use pipsc::solver::{Goal, Outcome, SolutionCount, StopReason};

use crate::{brute_force, open_grid, random};

const COUNT: Goal = Goal::Count { limit: None };

/// All sets of checks.
fn sets() -> impl Iterator<Item = Checks> {
    (0_u32..32).map(|set| {
        let some = Check::ALL.into_iter().enumerate();
        some.filter(|(bit, _)| set & 1 << bit != 0)
            .map(|(_, check)| check)
            .collect()
    })
}

fn run(
    search: &TreeSearch,
    puzzle: &Puzzle,
    steps: &[LoweringStep],
    goal: Goal,
) -> (TreeSearchResult, Vec<Board>) {
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

#[test]
fn checks_change_the_effort_but_not_the_result() {
    for number in 0..80 {
        let puzzle = random::puzzle(number);
        let expected = brute_force::solutions(&puzzle, 300);
        if expected.len() == 300 {
            continue;
        }
        for strategy in Strategy::ALL {
            let mut nodes = BTreeMap::new();
            for checks in sets() {
                let search = TreeSearch {
                    checks,
                    ..TreeSearch::new(strategy)
                };
                // Without symmetry breaking, copies are distinguished but must be counted once.
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
                    let failed = searched.counts.failures_by(EventCause::Check(check));
                    assert!(checks.contain(check) || failed == 0, "{search:?}: {check}");
                }
            }
            // If the order of the cells does not depend on the checks, all checks visit the fewest nodes.
            if strategy == Strategy::FirstEmpty {
                let every = nodes[&Checks::all().to_string()];
                assert!(nodes.values().all(|&nodes| every <= nodes), "{nodes:?}");
            }
        }
    }
}

/// The data of a node that the observer records.
#[derive(Debug, Default)]
struct Seen {
    children: u64,
    /// Number of children that was announced.
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
            let search = TreeSearch {
                checks: Checks::all(),
                ..TreeSearch::new(strategy)
            };
            let lowered = lower(&puzzle, &AS_IT_STANDS).expect("a small puzzle");
            let mut nodes: Vec<Seen> = Vec::new();
            let mut path: Vec<u64> = Vec::new();
            let (mut failed, mut solutions, mut propagated) = (0, Vec::new(), 0);
            let mut observer = |event: &SearchEvent<'_>| {
                match *event {
                    SearchEvent::Node {
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
                    SearchEvent::Propagated { node, effect, .. } => {
                        assert_eq!(Some(&node), path.last());
                        match effect {
                            PropagationEffect::Laid(placed) => {
                                forced += 1;
                                propagated += 1;
                                nodes[node as usize].laid.push(placed);
                            }
                            PropagationEffect::Removed(list) => {
                                assert!(!list.is_empty());
                                propagated += list.len() as u64;
                            }
                        }
                    }
                    SearchEvent::Failed { node, .. } => {
                        assert_eq!(path.pop(), Some(node));
                        nodes[node as usize].ended = true;
                        failed += 1;
                    }
                    SearchEvent::Solution { node, board } => {
                        assert_eq!(path.pop(), Some(node));
                        nodes[node as usize].ended = true;
                        // The reported placements are the board.
                        let placed: Board = nodes[node as usize].laid.iter().copied().collect();
                        assert_eq!(&placed, board);
                        solutions.push(board.clone());
                    }
                    SearchEvent::Exhausted { node } => {
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
            // An observer does not change the result.
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
            let mut observer = |event: &SearchEvent<'_>| {
                nodes += u64::from(matches!(event, SearchEvent::Node { .. }));
                match nodes == most {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            };
            let budget = Budget::default();
            let ignore_board = &mut |_| ControlFlow::Continue(());
            let searched = TreeSearch::new(strategy)
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

#[test]
fn seeds_determine_the_order_of_boards() {
    let puzzle = open_grid(4, 5, |number| Domino::new(number, number + 1));
    for strategy in Strategy::ALL {
        let first = |seed| {
            let search = TreeSearch {
                seed,
                ..TreeSearch::new(strategy)
            };
            run(&search, &puzzle, &AS_IT_STANDS, Goal::One).1
        };
        assert_eq!(first(Some(1)), first(Some(1)));
        let different: BTreeSet<_> = (0..20).map(|seed| first(Some(seed))).collect();
        assert!(different.len() > 10, "{strategy}: {}", different.len());
        assert_eq!(first(None), first(None));
    }
}

/// The depth of a search is not limited by the stack.
#[test]
fn a_search_through_thousands_of_cells_needs_a_small_stack() {
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    let searching = thread.spawn(search_through_thousands_of_cells);
    searching.expect("a thread").join().expect("no failure");
}

fn search_through_thousands_of_cells() {
    let puzzle = open_grid(50, 50, |number| Domino::new(number % 3, number % 2));
    for strategy in [Strategy::FirstEmpty, Strategy::ExactCover] {
        let search = TreeSearch {
            checks: Checks::all(),
            ..TreeSearch::new(strategy)
        };
        let (searched, found) = run(&search, &puzzle, &AS_IT_STANDS, Goal::One);
        assert_eq!(
            searched.outcome.found,
            SolutionCount::AtLeast(1),
            "{strategy}"
        );
        assert_eq!(check(&puzzle, &found[0]), []);
        assert!(searched.counts.depth > 1_000, "{strategy}");
    }
}
