//! Every CNF encoding, with every choice of lowering steps, has exactly the solutions of brute force,
//! on random puzzles.

use std::collections::BTreeSet;

use pipsc::backend::reply::Answer;
use pipsc::backend::{Encoding, Profile};
use pipsc::lower::{LoweringStep, STEPS, lower};
use pipsc::puzzle::{Board, Domino, Puzzle, PuzzleDraft};
use pipsc::solver::decode;

use crate::brute_force;
use crate::dimacs;
use crate::random;
use crate::{emission, encodings, texts};

/// Number of random puzzles.
const PUZZLES: u64 = 1_200;

/// Maximal number of solutions of a puzzle; puzzles with more are skipped.
const MAX_SOLUTIONS: usize = 150;

/// All combinations of pruning and redundant facts.
fn choices() -> [&'static [LoweringStep]; 4] {
    [
        &STEPS,
        &[LoweringStep::Symmetry, LoweringStep::Prune],
        &[LoweringStep::Symmetry, LoweringStep::Redundant],
        &[LoweringStep::Symmetry],
    ]
}

/// The solutions of a puzzle through DIMACS and a SAT solver.
fn through_cnf(puzzle: &Puzzle, encoding: Encoding, steps: &[LoweringStep]) -> BTreeSet<Board> {
    let lowered = lower(puzzle, steps).expect("a small puzzle");
    let emission = emission(&lowered.model, encoding, Profile::Submit);
    let cnf = dimacs::read(&texts(&emission)[0]);
    let names = emission.names();

    let by_placement = dimacs::models(&cnf, lowered.model.placements.len());
    let boards: BTreeSet<Board> = by_placement
        .iter()
        .map(|model| {
            let answer = Answer {
                true_names: model.clone(),
            };
            decode(puzzle, &names, &answer).expect("every model is a solution")
        })
        .collect();
    // One assignment of all variables for each solution.
    assert_eq!(
        by_placement.len(),
        boards.len(),
        "models differ in placements"
    );
    let by_everything = dimacs::models(&cnf, cnf.variables);
    assert_eq!(
        by_everything.len(),
        boards.len(),
        "auxiliaries are determined"
    );
    boards
}

/// Numbers of puzzles by solutions and copies.
#[derive(Debug, Default)]
struct PuzzleCounts {
    none: usize,
    one: usize,
    many: usize,
    copies: usize,
}

fn every_encoding_agrees(numbers: impl Iterator<Item = u64>) -> PuzzleCounts {
    let mut counts = PuzzleCounts::default();
    for number in numbers {
        let puzzle = random::puzzle(number);
        let solutions = brute_force::solutions(&puzzle, MAX_SOLUTIONS + 1);
        if solutions.len() > MAX_SOLUTIONS {
            continue;
        }
        match solutions.len() {
            0 => counts.none += 1,
            1 => counts.one += 1,
            _ => counts.many += 1,
        }
        let mut kinds = puzzle.dominoes().to_vec();
        kinds.sort_unstable();
        kinds.dedup();
        counts.copies += usize::from(kinds.len() < puzzle.dominoes().len());

        let solutions: BTreeSet<Board> = solutions.into_iter().collect();
        for steps in choices() {
            for &encoding in encodings("dimacs") {
                let found = through_cnf(&puzzle, encoding, steps);
                assert_eq!(found, solutions, "puzzle {number}, {encoding}, {steps:?}");
            }
        }
    }
    counts
}

/// Copies of one domino, a double or not, under the rules of a random puzzle.
#[test]
fn one_domino_kind_keeps_the_solutions() {
    let mut solved = 0;
    for number in 0..400 {
        let random = random::puzzle(number);
        let half = random.dominoes()[0].low();
        let domino = Domino::new(half, half + (number % 2) as u32);
        let puzzle = Puzzle::new(PuzzleDraft {
            dominoes: vec![domino; random.dominoes().len()],
            ..PuzzleDraft::of(&random)
        })
        .expect("as many dominoes as before");
        let solutions = brute_force::solutions(&puzzle, MAX_SOLUTIONS + 1);
        if solutions.len() > MAX_SOLUTIONS {
            continue;
        }
        solved += usize::from(!solutions.is_empty());
        let solutions: BTreeSet<Board> = solutions.into_iter().collect();
        for steps in choices() {
            let found = through_cnf(&puzzle, encodings("dimacs")[0], steps);
            assert_eq!(found, solutions, "puzzle {number}, {domino}, {steps:?}");
        }
    }
    assert!(solved > 50, "only {solved} puzzles have a solution");
}

#[test]
fn every_encoding_and_step_keeps_the_solutions() {
    let (even, odd) = std::thread::scope(|scope| {
        let even = scope.spawn(|| every_encoding_agrees((0..PUZZLES).step_by(2)));
        let odd = every_encoding_agrees((1..PUZZLES).step_by(2));
        (even.join().expect("the other half"), odd)
    });
    // The test is meaningful only with puzzles of every sort.
    for (what, count) in [
        ("none", even.none + odd.none),
        ("one", even.one + odd.one),
        ("many", even.many + odd.many),
        ("copies", even.copies + odd.copies),
    ] {
        assert!(count > 80, "only {count} puzzles of the sort `{what}`");
    }
}
