//! The embedded solver against brute force and the examples.

use std::ops::ControlFlow;
use std::time::Duration;

use pipsc::limits::Budget;
use pipsc::puzzle::{
    Board, Cell, CellId, Domino, Links, PlacedDomino, Puzzle, PuzzleDraft, Verifier, check,
};
use pipsc::solver::embedded::{Method, solve, solve_until};
use pipsc::solver::{Cancel, Found, Goal, Limits, Outcome, StopReason};

use crate::brute_force;
use crate::random;
use crate::reading;
use crate::shipped;

const METHODS: [Method; 4] = [
    Method::Best,
    Method::Frontier,
    Method::ExactCover,
    Method::Sat,
];

const ALL: Goal = Goal::All { limit: None };
const COUNT: Goal = Goal::Count { limit: None };

/// What comes of a task, with the boards in the order of their coming.
fn run(method: Method, puzzle: &Puzzle, goal: Goal, limits: &Limits) -> (Outcome, Vec<Board>) {
    let mut boards = Vec::new();
    let outcome = solve_until(method, puzzle, goal, &Budget::new(limits), &mut |board| {
        boards.push(board);
        ControlFlow::Continue(())
    })
    .unwrap_or_else(|error| panic!("{error}"));
    (outcome, boards)
}

fn exactly(solutions: usize) -> Outcome {
    Outcome {
        found: Found::Exactly(solutions as u128),
        stopped: None,
    }
}

/// A grid of rows and columns without rules.
fn open_grid(rows: u32, columns: u32, domino: impl Fn(u32) -> Domino) -> Puzzle {
    Puzzle::new(PuzzleDraft {
        title: None,
        cells: (0..rows)
            .flat_map(|row| (0..columns).map(move |column| Cell::on_grid(row, column)))
            .collect(),
        links: Links::Grid,
        dominoes: (0..rows * columns / 2).map(domino).collect(),
        regions: Vec::new(),
        solution: None,
        recipe: None,
    })
    .expect("a valid puzzle")
}

#[test]
fn every_method_matches_brute_force() {
    let limits = Limits::default();
    let mut with_solutions = 0;
    for number in 0..500 {
        let puzzle = random::puzzle(number);
        let mut expected = brute_force::solutions(&puzzle, 3_000);
        if expected.len() == 3_000 {
            continue;
        }
        with_solutions += usize::from(!expected.is_empty());
        expected.sort_unstable();
        for method in METHODS {
            let (outcome, mut found) = run(method, &puzzle, ALL, &limits);
            assert_eq!(
                outcome,
                exactly(expected.len()),
                "puzzle {number}, {method:?}"
            );
            found.sort_unstable();
            assert_eq!(found, expected, "puzzle {number}, {method:?}");
            let (outcome, none) = run(method, &puzzle, COUNT, &limits);
            assert_eq!(
                outcome,
                exactly(expected.len()),
                "puzzle {number}, {method:?}"
            );
            assert_eq!(none, []);
            let (outcome, first) = run(method, &puzzle, Goal::One, &limits);
            assert_eq!(
                first.len(),
                expected.len().min(1),
                "puzzle {number}, {method:?}"
            );
            assert!(first.iter().all(|board| expected.contains(board)));
            assert_eq!(outcome == exactly(0), expected.is_empty());
        }
    }
    assert!(with_solutions > 100, "only {with_solutions} had solutions");
}

#[test]
fn a_pinned_cell_stays_under_its_rule() {
    let mut fewer = 0;
    for number in 0..600 {
        let puzzle = random::puzzle(number);
        let solutions = brute_force::solutions(&puzzle, 3_000);
        if solutions.is_empty() || solutions.len() == 3_000 {
            continue;
        }
        let cell = CellId(number as u32 % puzzle.cells().len() as u32);
        for domino in puzzle.dominoes().iter().take(3) {
            let pips = domino.high();
            let has =
                |board: &&Board| board.values(puzzle.cells().len())[cell.index()] == Some(pips);
            let expected = solutions.iter().filter(has).count();
            fewer += usize::from(expected < solutions.len());
            let pinned = puzzle.clone().pinned([(cell, pips)]).expect("a cell");
            for method in METHODS {
                for goal in [ALL, COUNT] {
                    let (outcome, _) = run(method, &pinned, goal, &Limits::default());
                    assert_eq!(
                        outcome,
                        exactly(expected),
                        "puzzle {number}, {method:?}, {goal:?}"
                    );
                }
            }
        }
    }
    assert!(fewer > 100, "only {fewer}");
}

#[test]
fn board_order_is_deterministic() {
    for number in 0..60 {
        let puzzle = random::puzzle(number);
        for method in METHODS {
            let limits = Limits::default();
            let goal = Goal::All { limit: Some(50) };
            assert_eq!(
                run(method, &puzzle, goal, &limits),
                run(method, &puzzle, goal, &limits),
            );
        }
    }
}

#[test]
fn the_verifier_agrees_with_the_checker() {
    for number in 0..120 {
        let puzzle = random::puzzle(number);
        let mut judge = Verifier::new(&puzzle);
        for board in brute_force::solutions(&puzzle, 3) {
            assert!(judge.accepts(&board));
            for at in 0..board.placements().len() {
                let [one, other] = board.placements()[at].halves();
                let changed = [
                    vec![],
                    vec![PlacedDomino::new((one.0, one.1 + 1), other)],
                    vec![PlacedDomino::new((one.0, other.1), (other.0, one.1))],
                    vec![board.placements()[at]; 2],
                ];
                for instead in changed {
                    let mut placements = board.placements().to_vec();
                    let _ = placements.splice(at..=at, instead);
                    let board: Board = placements.into_iter().collect();
                    assert_eq!(judge.accepts(&board), check(&puzzle, &board).is_empty());
                }
            }
        }
    }
}

/// A board that is judged by what differs from the one before is judged as if it were the first.
#[test]
fn the_verifier_is_independent_of_earlier_boards() {
    let (mut good, mut bad) = (0, 0);
    for number in 0..300 {
        let puzzle = random::puzzle(number);
        let solutions = brute_force::solutions(&puzzle, 60);
        let mut judge = Verifier::new(&puzzle);
        let mut is_right = |board: &Board| {
            let is_good = check(&puzzle, board).is_empty();
            assert_eq!(judge.accepts(board), is_good, "puzzle {number}, {board:?}");
            *(if is_good { &mut good } else { &mut bad }) += 1;
        };
        for pair in solutions.windows(2) {
            let [one, other] = [pair[0].placements(), pair[1].placements()];
            for cut in 0..=one.len() {
                is_right(&pair[0]);
                let mixed = one[..cut].iter().chain(&other[cut..]);
                is_right(&mixed.copied().collect());
                // Two dominoes change places, turned round or not.
                let mut swapped = one.to_vec();
                if let (Some(at), Some(&last)) = (cut.checked_sub(1), one.last()) {
                    let [a, b] = one[at].halves();
                    let [c, d] = last.halves();
                    swapped[at] = PlacedDomino::new((a.0, d.1), (b.0, c.1));
                    swapped[one.len() - 1] = PlacedDomino::new((c.0, a.1), (d.0, b.1));
                }
                is_right(&pair[0]);
                is_right(&swapped.into_iter().collect());
            }
        }
    }
    assert!(good > 1_000 && bad > 1_000, "{good} good, {bad} bad");
}

#[test]
fn example_solution_counts_match() {
    for (file, count) in shipped::EXAMPLES {
        let puzzle = reading::puzzle(file);
        let limits = Limits::default();
        match count {
            shipped::Count::Exactly(solutions) => {
                for method in METHODS {
                    let (outcome, boards) = run(method, &puzzle, ALL, &limits);
                    assert_eq!(outcome, exactly(solutions), "{file}, {method:?}");
                    assert_eq!(boards.len(), solutions, "{file}, {method:?}");
                    assert_eq!(run(method, &puzzle, COUNT, &limits).0, outcome);
                }
            }
            shipped::Count::Some => {
                let (outcome, boards) = run(Method::Best, &puzzle, Goal::One, &limits);
                assert_eq!(outcome.found, Found::AtLeast(1), "{file}");
                assert_eq!(check(&puzzle, &boards[0]), [], "{file}");
            }
        }
    }
}

#[test]
fn a_limit_ends_the_search() {
    let puzzle = reading::puzzle("loose.txt");
    let enough = |found| Outcome {
        found: Found::AtLeast(found),
        stopped: Some(StopReason::Enough),
    };
    for method in METHODS {
        for limit in [0, 1, 2, 100] {
            let goal = Goal::All { limit: Some(limit) };
            let (outcome, boards) = run(method, &puzzle, goal, &Limits::default());
            assert_eq!(outcome, enough(u128::from(limit)));
            assert_eq!(boards.len() as u64, limit);
            let goal = Goal::Count { limit: Some(limit) };
            let (outcome, boards) = run(method, &puzzle, goal, &Limits::default());
            assert_eq!(outcome, enough(u128::from(limit)));
            assert_eq!(boards, []);
        }
        let goal = Goal::All { limit: Some(1000) };
        assert_eq!(
            run(method, &puzzle, goal, &Limits::default()).0,
            exactly(256)
        );
    }
}

#[test]
fn the_callback_can_stop_the_search() {
    let puzzle = reading::puzzle("loose.txt");
    let mut seen = 0;
    let outcome = solve(&puzzle, ALL, &Limits::default(), &mut |_| {
        seen += 1;
        match seen {
            3 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    });
    let outcome = outcome.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(outcome.found, Found::AtLeast(3));
    assert_eq!(outcome.stopped, Some(StopReason::Enough));
}

/// A board with too many solutions to list.
fn endless() -> Puzzle {
    open_grid(8, 12, |number| Domino::new(number % 10, 10 + number / 10))
}

#[test]
fn time_limits_and_cancelling_end_every_search() {
    let puzzle = endless();
    for method in [Method::Best, Method::Sat] {
        for goal in [ALL, COUNT] {
            let limits = Limits {
                time: Some(Duration::from_millis(50)),
                ..Limits::default()
            };
            let (outcome, boards) = run(method, &puzzle, goal, &limits);
            assert_eq!(
                outcome.stopped,
                Some(StopReason::TimeLimit),
                "{method:?} {goal:?}"
            );
            if goal == ALL {
                assert_eq!(outcome.found, Found::AtLeast(boards.len() as u128));
            }
        }
        let cancel = Cancel::default();
        let limits = Limits {
            cancel: cancel.clone(),
            ..Limits::default()
        };
        let outcome = solve_until(method, &puzzle, ALL, &Budget::new(&limits), &mut |_| {
            cancel.cancel();
            ControlFlow::Continue(())
        });
        let outcome = outcome.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(outcome.stopped, Some(StopReason::Cancelled), "{method:?}");
    }
}

#[test]
fn a_small_memory_limit_gives_no_wrong_count() {
    let puzzle = reading::puzzle("loose.txt");
    let limits = Limits {
        memory: Some(64 << 20),
        ..Limits::default()
    };
    assert_eq!(run(Method::Best, &puzzle, COUNT, &limits).0, exactly(256));
    let limits = Limits {
        memory: Some(1),
        ..Limits::default()
    };
    match run(Method::Best, &puzzle, COUNT, &limits).0.found {
        Found::Exactly(solutions) => assert_eq!(solutions, 256),
        Found::AtLeast(solutions) => assert!(solutions <= 256),
    }
}

#[test]
fn counts_saturate_at_the_integer_limit() {
    // A board two cells wide has a Fibonacci number of tilings.
    let count = |columns| {
        let puzzle = open_grid(2, columns, |_| Domino::new(3, 3));
        run(Method::Best, &puzzle, COUNT, &Limits::default()).0
    };
    assert_eq!(count(100), exactly_wide(573_147_844_013_817_084_101));
    let beyond = count(190);
    assert_eq!(beyond.found, Found::AtLeast(u128::MAX));
    assert_eq!(beyond.stopped, Some(StopReason::GaveUp));
}

fn exactly_wide(solutions: u128) -> Outcome {
    Outcome {
        found: Found::Exactly(solutions),
        stopped: None,
    }
}
