//! The embedded solver and the convenience functions of the crate root: the verifier, callbacks and limits.

use std::ops::ControlFlow;

use pipsc::Verdict;
use pipsc::backend::Language;
use pipsc::puzzle::{Board, Domino, PlacedDomino, Puzzle, Verifier, check};
use pipsc::solver::embedded::solve;
use pipsc::solver::{Goal, Limits, SolutionCount, StopReason};

use crate::{brute_force, open_grid, random, reading};

/// The verdict is that of the checker, and does not depend on the boards verified before.
#[test]
fn the_verifier_agrees_with_the_checker() {
    let (mut good, mut bad) = (0, 0);
    for number in 0..300 {
        let puzzle = random::puzzle(number);
        let solutions = brute_force::solutions(&puzzle, 60);
        let mut verifier = Verifier::new(&puzzle);
        let mut verify = |board: &Board| {
            let is_good = check(&puzzle, board).is_empty();
            assert_eq!(
                verifier.accepts(board),
                is_good,
                "puzzle {number}, {board:?}"
            );
            *(if is_good { &mut good } else { &mut bad }) += 1;
        };
        for board in solutions.iter().take(3) {
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
                    verify(&placements.into_iter().collect());
                }
            }
        }
        for pair in solutions.windows(2) {
            let [one, other] = [pair[0].placements(), pair[1].placements()];
            for cut in 0..=one.len() {
                verify(&pair[0]);
                let mixed = one[..cut].iter().chain(&other[cut..]);
                verify(&mixed.copied().collect());
                // Exchange two dominoes, flipped or not.
                let mut swapped = one.to_vec();
                if let (Some(at), Some(&last)) = (cut.checked_sub(1), one.last()) {
                    let [a, b] = one[at].halves();
                    let [c, d] = last.halves();
                    swapped[at] = PlacedDomino::new((a.0, d.1), (b.0, c.1));
                    swapped[one.len() - 1] = PlacedDomino::new((c.0, a.1), (d.0, b.1));
                }
                verify(&pair[0]);
                verify(&swapped.into_iter().collect());
            }
        }
    }
    assert!(good > 1_000 && bad > 1_000, "{good} good, {bad} bad");
}

#[test]
fn the_callback_can_stop_the_search() {
    let puzzle = reading::puzzle("loose.txt");
    let mut seen = 0;
    let goal = Goal::All { limit: None };
    let outcome = solve(&puzzle, goal, &Limits::default(), &mut |_| {
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

fn count(puzzle: &Puzzle, limits: &Limits) -> SolutionCount {
    pipsc::count(puzzle, limits).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_small_memory_limit_gives_no_wrong_count() {
    let puzzle = reading::puzzle("loose.txt");
    let memory = |memory| Limits {
        memory: Some(memory),
        ..Limits::default()
    };
    let all = SolutionCount::Exactly(256);
    assert_eq!(count(&puzzle, &memory(64 << 20)), all);
    match count(&puzzle, &memory(1)) {
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
    assert_eq!(count(100), SolutionCount::Exactly(fibonacci));
    assert_eq!(count(190), SolutionCount::AtLeast(u128::MAX));
}

#[test]
fn solve_has_three_answers() {
    let limits = Limits::default();
    let dozen = reading::puzzle("dozen.txt");
    match pipsc::solve(&dozen, &limits).expect("a small puzzle") {
        Verdict::Solved(board) => assert_eq!(check(&dozen, &board), []),
        other => panic!("it has a solution: {other:?}"),
    }
    let impossible = reading::puzzle("impossible.txt");
    let verdict = pipsc::solve(&impossible, &limits).expect("a small puzzle");
    assert_eq!(verdict, Verdict::NoSolution);
    limits.cancel.cancel();
    let verdict = pipsc::solve(&dozen, &limits).expect("a small puzzle");
    assert_eq!(verdict, Verdict::Stopped(StopReason::Cancelled));
}

#[test]
fn count_and_boards_agree() {
    let loose = reading::puzzle("loose.txt");
    let limits = Limits::default();
    assert_eq!(count(&loose, &limits), SolutionCount::Exactly(256));
    let boards: Result<Vec<_>, _> = pipsc::boards(&loose, &limits).collect();
    let mut boards = boards.expect("a small puzzle");
    boards.sort_unstable();
    boards.dedup();
    assert_eq!(boards.len(), 256);
    // An iterator that is dropped early ends its search.
    assert_eq!(pipsc::boards(&loose, &limits).take(3).count(), 3);
}

#[test]
fn emit_writes_every_language() {
    let dozen = reading::puzzle("dozen.txt");
    for name in ["dimacs", "minizinc", "smtlib", "lp", "opb"] {
        let language = Language::named(name).expect("a language");
        let model = pipsc::emit(&dozen, language.encodings()[0]).expect("a model");
        assert!(model.lines().count() > 20, "{name}:\n{model}");
    }
}
