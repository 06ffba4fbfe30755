//! The incremental solver against brute force: random queries about random puzzles.

use fastrand::Rng;
use pipsc::puzzle::{Board, Fact, PlacedDomino, Puzzle};
use pipsc::solver::embedded::{IncrementalSolver, QueryReply};
use pipsc::solver::{CancelFlag, Limits, SolverError, StopReason};

use crate::brute_force;
use crate::random;

/// All boards of the dominoes regardless of rules, if there are not too many.
fn boards(puzzle: &Puzzle) -> Option<Vec<Board>> {
    let free = puzzle.with_rules_of(|_| false);
    let boards = brute_force::solutions(&free, 4_000);
    (boards.len() < 4_000).then_some(boards)
}

fn premise(rng: &mut Rng, puzzle: &Puzzle) -> Fact {
    let edges = puzzle.edges();
    let edge = edges[rng.usize(..edges.len())];
    let domino = puzzle.dominoes()[rng.usize(..puzzle.dominoes().len())];
    let cell = [edge.a, edge.b][rng.usize(..2)];
    let pips = [domino.low(), domino.high(), 99][rng.usize(..3)];
    let (one, other) = if rng.bool() {
        (edge.a, edge.b)
    } else {
        (edge.b, edge.a)
    };
    let placed = PlacedDomino::new((one, domino.low()), (other, domino.high()));
    let regions: Vec<_> = puzzle.region_ids().collect();
    match rng.u32(0..12) {
        0 => Fact::Shows(cell, pips),
        1 => Fact::ShowsNot(cell, pips),
        2 => Fact::Joined(edge),
        3 => Fact::Apart(edge),
        4 => Fact::Lies(placed),
        5 => Fact::LiesNot(placed),
        _ if regions.is_empty() => Fact::Apart(edge),
        _ => Fact::Rule(regions[rng.usize(..regions.len())]),
    }
}

#[test]
fn answers_match_brute_force() {
    let (mut with, mut without) = (0, 0);
    for number in 0..120 {
        let puzzle = random::puzzle(number);
        let Some(boards) = boards(&puzzle) else {
            continue;
        };
        let mut rng = Rng::with_seed(number);
        let mut solver = IncrementalSolver::new(&puzzle, &Limits::default());
        for _ in 0..20 {
            let premises: Vec<Fact> = (0..rng.usize(0..6))
                .map(|_| premise(&mut rng, &puzzle))
                .collect();
            let fits = |board: &&Board, premises: &[Fact]| {
                premises.iter().all(|premise| premise.holds(&puzzle, board))
            };
            let expected: Vec<&Board> = boards.iter().filter(|b| fits(b, &premises)).collect();
            match solver.query(&premises).expect("no fault") {
                QueryReply::Board(board) => {
                    assert!(expected.contains(&&board), "puzzle {number}, {premises:?}");
                    with += 1;
                }
                QueryReply::Conflict(core) => {
                    assert_eq!(
                        expected,
                        Vec::<&Board>::new(),
                        "puzzle {number}, {premises:?}"
                    );
                    assert!(core.iter().all(|one| premises.contains(one)));
                    assert!(
                        !boards.iter().any(|b| fits(&b, &core)),
                        "puzzle {number}, {core:?}"
                    );
                    without += 1;
                }
            }
            // One after the other, each once.
            let mut found = Vec::new();
            while let QueryReply::Board(board) =
                solver.query_other(&premises, &found).expect("no fault")
            {
                found.push(board);
                if found.len() > 20 {
                    break;
                }
            }
            assert_eq!(
                found.len(),
                expected.len().min(21),
                "puzzle {number}, {premises:?}"
            );
        }
    }
    assert!(with > 250 && without > 250, "{with} and {without}");
}

#[test]
fn a_cancelled_solver_reports_it() {
    let cancel = CancelFlag::default();
    cancel.cancel();
    let limits = Limits {
        cancel,
        ..Limits::default()
    };
    let mut solver = IncrementalSolver::new(&random::puzzle(1), &limits);
    let reply = solver.query(&[]);
    assert!(matches!(
        reply,
        Err(SolverError::Stopped(StopReason::Cancelled))
    ));
}
