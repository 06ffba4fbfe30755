//! Models of random puzzles have exactly the solutions of brute force, as enumerated by real solvers
//! of every language. (`cnf.rs` does the same for DIMACS, in process.)

use std::collections::BTreeSet;
use std::path::Path;

use pipsc::backend::{Encoding, Profile};
use pipsc::lower::{LoweringStep, STEPS, lower};
use pipsc::puzzle::{Board, Puzzle};
use pipsc::solver::decode;

use crate::brute_force;
use crate::random;
use crate::{emission, encoding, encodings, tools, write_files};

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

    /// Whether the puzzle is in a sample of one in `of`, which has every choice of steps. Baselines are
    /// tested on a sample to save time.
    fn is_sampled(&self, of: u64) -> bool {
        (self.number / 8).is_multiple_of(of)
    }
}

#[test]
fn gecode_matches_brute_force() {
    let Some(program) = tools::find("minizinc") else {
        return;
    };
    // MiniZinc takes 0.2 s to compile a model.
    std::thread::scope(|scope| {
        for half in [0..60, 60..120] {
            let program = &program;
            let _ = scope.spawn(move || {
                for case in cases(half, 150) {
                    gecode_agrees(program, &case);
                }
            });
        }
    });
}

fn gecode_agrees(program: &Path, case: &Case) {
    let profile = match case.number % 3 {
        0 => Profile::Submit,
        _ => Profile::Run,
    };
    let coordinates = case.puzzle.is_grid() && case.is_sampled(4);
    for (name, turn) in [
        ("minizinc/edges", true),
        ("minizinc/placement", case.is_sampled(10)),
        ("minizinc/coordinates", coordinates),
    ] {
        if turn {
            let arguments = ["--solver", "gecode", "-a"];
            agrees(program, &arguments, (encoding(name), profile), case);
        }
    }
}

#[test]
fn clasp_matches_brute_force() {
    let Some(program) = tools::find("clasp") else {
        return;
    };
    for case in cases(0..240, 150) {
        for &encoding in encodings("dimacs") {
            let arguments = ["-n", "0", "--verbose=0"];
            agrees(&program, &arguments, (encoding, Profile::Run), &case);
        }
    }
}

#[test]
fn clasp_matches_brute_force_on_opb() {
    let Some(program) = tools::find("clasp") else {
        return;
    };
    for case in cases(0..240, 150) {
        let arguments = ["-n", "0", "--verbose=0", "--quiet=0"];
        let plan = (encoding("opb/native"), Profile::Run);
        agrees(&program, &arguments, plan, &case);
    }
}

#[test]
fn clingo_matches_brute_force() {
    let Some(program) = tools::find("clingo") else {
        return;
    };
    for case in cases(0..240, 150) {
        let profile = match case.number % 3 {
            0 => Profile::Submit,
            _ => Profile::Run,
        };
        // Every reply format for every choice of steps.
        let form = match case.number / 8 % 4 {
            0 => "--outf=2",
            1 => "--verbose=0",
            _ => "--verbose=1",
        };
        let plan = (encoding("asp/edges"), profile);
        agrees(&program, &["--models=0", form], plan, &case);
    }
}

#[test]
fn cpsat_matches_brute_force() {
    if !tools::is_installed("cpsat") {
        return;
    }
    let program = Path::new("python3");
    let launcher = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/cpsat.py");
    let arguments = [launcher.to_str().expect("a path"), "--all"];
    // Python takes almost a second to start.
    for case in cases(0..16, 150) {
        let plan = (encoding("cpsat/native"), Profile::Run);
        agrees(program, &arguments, plan, &case);
    }
}

/// Tests ACE or Choco, which start slowly, on this number of puzzles for each choice of steps.
fn java_agrees(solver: &str, puzzles: usize) {
    if !tools::is_installed(solver) {
        return;
    }
    let launcher = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/xcsp3.py");
    let arguments = [launcher.to_str().expect("a path"), solver, "--all"];
    let mut turns = [0; 5];
    for case in cases(0..400, 60) {
        let choice = match case.number % 8 {
            1 => 0,
            3 => 1,
            5 => 2,
            7 => 3,
            _ => 4,
        };
        if turns[choice] < puzzles {
            let plan = (encoding("xcsp3/edges"), Profile::ALL[turns[choice] % 2]);
            agrees(Path::new("python3"), &arguments, plan, &case);
            turns[choice] += 1;
        }
    }
    assert_eq!(turns, [puzzles; 5]);
}

#[test]
fn ace_matches_brute_force() {
    java_agrees("ace", 4);
}

#[test]
fn choco_matches_brute_force() {
    java_agrees("choco", 4);
}

/// Asserts that an enumerating solver finds exactly the solutions.
fn agrees(
    program: &Path,
    arguments: &[&str],
    (encoding, profile): (Encoding, Profile),
    case: &Case,
) {
    let steps = case.steps(encoding);
    let lowered = lower(&case.puzzle, &steps).expect("a small puzzle");
    let lowered = lowered.excluding(&case.exclude);
    let emission = emission(&lowered.model, encoding, profile);
    let folder = tempfile::tempdir().expect("a folder");
    let files = write_files(&emission, folder.path());
    let mut arguments = arguments.to_vec();
    arguments.extend(files.iter().map(String::as_str));
    let output = crate::run(program, &arguments, folder.path());
    let what = format!(
        "{}, puzzle {}, {encoding:?}, {profile:?}",
        program.display(),
        case.number
    );
    let exchange = encoding.language.protocol.expect("a solver");
    let reply = exchange.read(&output.stdout).unwrap_or_else(|error| {
        let stderr = String::from_utf8_lossy(&output.stderr);
        panic!("{what}: {error}\n{stderr}")
    });
    let names = emission.names();
    let answers = reply.answers.iter();
    let boards = answers.map(|one| decode(&case.puzzle, &names, one).expect("a solution"));
    let boards: BTreeSet<Board> = boards.collect();
    if steps.contains(&LoweringStep::Symmetry) {
        assert_eq!(
            boards.len(),
            reply.answers.len(),
            "one model for each solution"
        );
    }
    assert_eq!(boards, case.solutions, "{what}, {:?}", case.steps);
}
