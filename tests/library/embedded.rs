//! The embedded solver: its verifier, its callback and its limits.

use std::ops::ControlFlow;

use pipsc::puzzle::{Board, Domino, PlacedDomino, Puzzle, Verifier, check};
use pipsc::solver::embedded::solve;
use pipsc::solver::{Goal, Limits, Outcome, SolutionCount, StopReason};

use crate::{brute_force, open_grid, random, reading};

const ALL: Goal = Goal::All { limit: None };

/// The verifier agrees with the checker, whatever boards it verified before.
#[test]
fn the_verifier_agrees_with_the_checker() {
    let (mut good, mut bad) = (0, 0);
    for number in 0..300 {
        let puzzle = random::puzzle(number);
        let solutions = brute_force::solutions(&puzzle, 60);
        let mut verifier = Verifier::new(&puzzle);
        let mut agree = |board: &Board| {
            let is_good = check(&puzzle, board).is_empty();
            assert_eq!(
                verifier.accepts(board),
                is_good,
                "puzzle {number}, {board:?}"
            );
            *(if is_good { &mut good } else { &mut bad }) += 1;
        };
        for board in solutions.iter().take(3) {
            agree(board);
            for (at, placed) in board.placements().iter().enumerate() {
                let [one, other] = placed.halves();
                let changed = [
                    vec![],
                    vec![PlacedDomino::new((one.0, one.1 + 1), other)],
                    vec![PlacedDomino::new((one.0, other.1), (other.0, one.1))],
                    vec![*placed; 2],
                ];
                for instead in changed {
                    let mut placements = board.placements().to_vec();
                    let _ = placements.splice(at..=at, instead);
                    agree(&placements.into_iter().collect());
                }
            }
        }
        for pair in solutions.windows(2) {
            let [one, other] = [pair[0].placements(), pair[1].placements()];
            for cut in 0..=one.len() {
                agree(&pair[0]);
                let mixed = one[..cut].iter().chain(&other[cut..]);
                agree(&mixed.copied().collect());
                // Exchange two dominoes, flipped or not.
                let mut swapped = one.to_vec();
                if let (Some(at), Some(&last)) = (cut.checked_sub(1), one.last()) {
                    let [a, b] = one[at].halves();
                    let [c, d] = last.halves();
                    swapped[at] = PlacedDomino::new((a.0, d.1), (b.0, c.1));
                    swapped[one.len() - 1] = PlacedDomino::new((c.0, a.1), (d.0, b.1));
                }
                agree(&pair[0]);
                agree(&swapped.into_iter().collect());
            }
        }
    }
    assert!(good > 1_000 && bad > 1_000, "{good} good, {bad} bad");
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
    assert_eq!(outcome.found, SolutionCount::AtLeast(3));
    assert_eq!(outcome.stopped, Some(StopReason::Enough));
}

fn count(puzzle: &Puzzle, limits: &Limits) -> Outcome {
    let goal = Goal::Count { limit: None };
    let ignore_board = &mut |_| ControlFlow::Continue(());
    solve(puzzle, goal, limits, ignore_board).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_small_memory_limit_gives_no_wrong_count() {
    let puzzle = reading::puzzle("loose.txt");
    let memory = |memory| Limits {
        memory: Some(memory),
        ..Limits::default()
    };
    assert_eq!(count(&puzzle, &memory(64 << 20)), Outcome::complete(256));
    match count(&puzzle, &memory(1)).found {
        SolutionCount::Exactly(solutions) => assert_eq!(solutions, 256),
        SolutionCount::AtLeast(solutions) => assert!(solutions <= 256),
    }
}

#[test]
fn counts_saturate_at_the_integer_limit() {
    // A board two cells wide has a Fibonacci number of tilings.
    let count = |columns| {
        let puzzle = open_grid(2, columns, |_| Domino::new(3, 3));
        count(&puzzle, &Limits::default())
    };
    let fibonacci = 573_147_844_013_817_084_101;
    assert_eq!(count(100), Outcome::complete(fibonacci));
    assert_eq!(count(190), Outcome::open(u128::MAX, StopReason::GaveUp));
}
