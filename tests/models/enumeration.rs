//! Models of random puzzles have exactly the solutions of brute force, as enumerated by real solvers
//! of every language. (`cnf.rs` does the same for DIMACS, in process.)

use std::collections::{BTreeMap, BTreeSet};

use pipsc::backend::{Encoding, Profile};
use pipsc::lower::{LoweringStep, STEPS, lower};
use pipsc::puzzle::{Board, Puzzle};
use pipsc::solver::decode;

use crate::brute_force;
use crate::random;
use crate::solver::Solver;
use crate::{emission, encoding, encodings};

/// All steps for even puzzles; for odd ones none, or all but one.
fn steps(number: u64) -> Vec<LoweringStep> {
    let without = |off: LoweringStep| STEPS.into_iter().filter(|&step| step != off).collect();
    match number % 8 {
        1 => Vec::new(),
        3 => without(LoweringStep::Symmetry),
        5 => without(LoweringStep::Prune),
        7 => without(LoweringStep::Redundant),
        _ => STEPS.to_vec(),
    }
}

/// Random puzzles whose models have at most `most` assignments, with their solutions.
pub(crate) fn cases(numbers: std::ops::Range<u64>, most: usize) -> impl Iterator<Item = Case> {
    numbers.filter_map(move |number| {
        let puzzle = random::puzzle(number);
        let mut exclude = BTreeSet::new();
        let mut solutions = brute_force::solutions(&puzzle, most + 1);
        // In some puzzles every other solution is excluded.
        if number / 8 % 6 == 2 && solutions.len() <= most {
            let mut counts = false;
            solutions.retain(|board| {
                counts = !counts;
                if !counts {
                    let _ = exclude.insert(board.clone());
                }
                counts
            });
        }
        let steps = steps(number);
        let models = if steps.contains(&LoweringStep::Symmetry) {
            solutions.len()
        } else {
            solutions.len() * crate::symmetries(&puzzle)
        };
        (models <= most).then(|| Case {
            number,
            steps,
            puzzle,
            exclude,
            solutions: solutions.into_iter().collect(),
        })
    })
}

pub(crate) struct Case {
    pub(crate) number: u64,
    pub(crate) steps: Vec<LoweringStep>,
    pub(crate) puzzle: Puzzle,
    pub(crate) exclude: BTreeSet<Board>,
    pub(crate) solutions: BTreeSet<Board>,
}

impl Case {
    /// The steps, with symmetry breaking if the encoding requires it.
    pub(crate) fn steps(&self, encoding: Encoding) -> Vec<LoweringStep> {
        let is_taken = |step: &LoweringStep| {
            self.steps.contains(step) || *step == LoweringStep::Symmetry && !encoding.keeps_symmetry
        };
        STEPS.into_iter().filter(is_taken).collect()
    }

    /// A submission for every third puzzle.
    fn profile(&self) -> Profile {
        match self.number % 3 {
            0 => Profile::Submit,
            _ => Profile::Run,
        }
    }

    /// Whether the puzzle is in a sample of one in `of`, which has every choice of steps. Baselines are
    /// tested on a sample to save time.
    fn is_sampled(&self, of: u64) -> bool {
        (self.number / 8).is_multiple_of(of)
    }
}

#[test]
fn gecode_matches_brute_force() {
    let Some(solver) = Solver::find("gecode", &["-a"]) else {
        return;
    };
    // MiniZinc takes 0.2 s to compile a model.
    std::thread::scope(|scope| {
        for half in [0..60, 60..120] {
            let _ = scope.spawn(|| {
                for case in cases(half, 150) {
                    gecode_agrees(&solver, &case);
                }
            });
        }
    });
}

fn gecode_agrees(solver: &Solver, case: &Case) {
    let coordinates = case.puzzle.is_grid() && case.is_sampled(4);
    for (name, turn) in [
        ("minizinc/edges", true),
        ("minizinc/placement", case.is_sampled(10)),
        ("minizinc/coordinates", coordinates),
    ] {
        if turn {
            agrees(solver, encoding(name), case.profile(), case);
        }
    }
}

/// Tests a solver that lists all solutions on this number of puzzles.
fn lists_match_brute_force(solver: &str, arguments: &[&str], language: &str, puzzles: u64) {
    let Some(solver) = Solver::find(solver, arguments) else {
        return;
    };
    for case in cases(0..puzzles, 150) {
        for &encoding in encodings(language) {
            agrees(&solver, encoding, Profile::Run, &case);
        }
    }
}

#[test]
fn clasp_matches_brute_force() {
    lists_match_brute_force("clasp", &["-n", "0", "--verbose=0"], "dimacs", 240);
}

#[test]
fn clasp_matches_brute_force_on_opb() {
    let arguments = ["-n", "0", "--verbose=0", "--quiet=0"];
    lists_match_brute_force("clasp", &arguments, "opb", 240);
}

/// Python takes almost a second to start.
#[test]
fn cpsat_matches_brute_force() {
    lists_match_brute_force("cpsat", &["--all"], "cpsat", 16);
}

#[test]
fn clingo_matches_brute_force() {
    // Every reply format for every choice of steps.
    let forms = ["--outf=2", "--verbose=0", "--verbose=1", "--verbose=1"];
    let solvers = forms.map(|form| Solver::find("clingo", &["--models=0", form]));
    for case in cases(0..240, 150) {
        if let Some(solver) = &solvers[(case.number / 8 % 4) as usize] {
            agrees(solver, encoding("asp/edges"), case.profile(), &case);
        }
    }
}

/// Tests ACE or Choco, which start slowly, on this number of puzzles for each choice of steps.
fn java_agrees(solver: &str, puzzles: usize) {
    let Some(solver) = Solver::find(solver, &["--all"]) else {
        return;
    };
    let mut turns: BTreeMap<Vec<LoweringStep>, usize> = BTreeMap::new();
    for case in cases(0..400, 60) {
        let turn = turns.entry(case.steps.clone()).or_default();
        if *turn < puzzles {
            agrees(
                &solver,
                encoding("xcsp3/edges"),
                Profile::ALL[*turn % 2],
                &case,
            );
            *turn += 1;
        }
    }
    assert_eq!(turns.into_values().collect::<Vec<_>>(), [puzzles; 5]);
}

#[test]
fn ace_matches_brute_force() {
    java_agrees("xcsp3.py ace", 4);
}

#[test]
fn choco_matches_brute_force() {
    java_agrees("xcsp3.py choco", 4);
}

/// Asserts that an enumerating solver finds exactly the solutions.
fn agrees(solver: &Solver, encoding: Encoding, profile: Profile, case: &Case) {
    let what = format!(
        "puzzle {}, {encoding:?}, {profile:?}, {:?}",
        case.number, case.steps
    );
    let steps = case.steps(encoding);
    let lowered = lower(&case.puzzle, &steps).expect("a small puzzle");
    let lowered = lowered.excluding(&case.exclude);
    let emission = emission(&lowered.model, encoding, profile);
    let text = solver.reply(&emission);
    let reply = encoding
        .language
        .protocol
        .expect("a solver")
        .read(text.as_bytes());
    let reply = reply.unwrap_or_else(|error| panic!("{what}: {error}\n{text}"));
    let names = emission.names();
    let answers = reply.answers.iter();
    let boards = answers.map(|one| decode(&case.puzzle, &names, one).expect("a solution"));
    let boards: BTreeSet<Board> = boards.collect();
    if steps.contains(&LoweringStep::Symmetry) {
        assert_eq!(
            boards.len(),
            reply.answers.len(),
            "{what}: a solution twice"
        );
    }
    assert_eq!(boards, case.solutions, "{what}");
}
