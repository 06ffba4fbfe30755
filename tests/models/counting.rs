//! Models for counters: the header of the competition, and as many assignments as brute force finds
//! solutions.

use std::fs;
use std::path::Path;

use pipsc::backend::{Emission, Encoding, Inexpressible, Language, Profile};
use pipsc::backend::{dimacs, minizinc};
use pipsc::lower::{LoweringStep, STEPS, lower};
use pipsc::puzzle::Puzzle;

use crate::brute_force;
use crate::random;
use crate::{plan, texts, tools};

/// The text of a model.
fn model(puzzle: &Puzzle, steps: &[LoweringStep], encoding: Encoding, profile: Profile) -> String {
    let lowered = lower(puzzle, steps).expect("a small puzzle");
    let plan = plan(encoding, profile);
    let emission = Emission::new(&lowered.model, &plan).expect("any board");
    texts(&emission).remove(0)
}

#[test]
fn the_counting_header_follows_the_competition_format() {
    for number in 0..50 {
        let puzzle = random::puzzle(number);
        for &encoding in dimacs::LANGUAGE.encodings {
            let text = model(&puzzle, &STEPS, encoding, Profile::Count);
            assert!(text.starts_with("c t mc\n"), "{number}, {encoding}");
            // Otherwise it equals the submission to a SAT competition.
            let rest: String = text
                .split_inclusive('\n')
                .filter(|line| !line.starts_with("c t "))
                .collect();
            let submission = model(&puzzle, &STEPS, encoding, Profile::Submit);
            assert_eq!(rest, submission, "{number}, {encoding}");
        }
    }
}

#[test]
fn only_dimacs_supports_counters() {
    let lowered = lower(&random::puzzle(1), &STEPS).expect("a small puzzle");
    for language in Language::ALL {
        if language == &dimacs::LANGUAGE {
            continue;
        }
        for &encoding in language.encodings {
            let plan = plan(encoding, Profile::Count);
            let refused = Inexpressible::NoProfile {
                language,
                profile: Profile::Count,
            };
            let found = Emission::new(&lowered.model, &plan).err();
            assert_eq!(found, Some(refused), "{encoding}");
        }
    }
    let refused = Inexpressible::NoProfile {
        language: &minizinc::LANGUAGE,
        profile: Profile::Count,
    };
    assert_eq!(
        refused.to_string(),
        "minizinc has no profile `count`: only dimacs has it"
    );
}

/// Counts all files of the command line in one process, because Python starts slowly.
const BATCH: &str = "
import importlib.util, sys
spec = importlib.util.spec_from_file_location('ganak', sys.argv[1])
ganak = importlib.util.module_from_spec(spec)
spec.loader.exec_module(ganak)
for path in sys.argv[2:]:
    print(ganak.Formula(path).count(0))
";

#[test]
fn ganak_matches_brute_force() {
    if !tools::is_installed("ganak") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut files = Vec::new();
    let mut expected = Vec::new();
    for number in 0..30 {
        let puzzle = random::puzzle(number);
        let solutions = brute_force::solutions(&puzzle, 151).len();
        if solutions > 150 {
            continue;
        }
        let steps: &[LoweringStep] = match number % 3 {
            0 => &STEPS,
            1 => &[LoweringStep::Symmetry, LoweringStep::Redundant],
            _ => &[LoweringStep::Symmetry],
        };
        for &encoding in dimacs::LANGUAGE.encodings {
            let text = model(&puzzle, steps, encoding, Profile::Count);
            let file = format!("{number}-{encoding}.cnf");
            fs::write(folder.path().join(&file), text).expect("a file");
            files.push(file);
            expected.push(solutions);
        }
    }
    assert!(files.len() > 30, "only {} models", files.len());
    let launcher = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/ganak.py");
    let mut arguments = vec!["-c", BATCH, launcher.to_str().expect("a path")];
    arguments.extend(files.iter().map(String::as_str));
    let output = crate::run(Path::new("python3"), &arguments, folder.path());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    let counts = String::from_utf8(output.stdout).expect("text");
    let counts: Vec<usize> = counts
        .lines()
        // The library prints comments.
        .filter(|line| !line.starts_with("c "))
        .map(|line| {
            line.parse()
                .unwrap_or_else(|_| panic!("not a count: {line}"))
        })
        .collect();
    for ((file, count), solutions) in files.iter().zip(&counts).zip(&expected) {
        assert_eq!(count, solutions, "{file}");
    }
    assert_eq!(counts.len(), expected.len());
}
