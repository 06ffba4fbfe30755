//! Models for counters have as many assignments as brute force finds solutions.

use std::fs;
use std::path::Path;

use pipsc::backend::Profile;
use pipsc::lower::{LoweringStep, STEPS, lower};

use crate::brute_force;
use crate::random;
use crate::{emission, encodings, texts, tools};

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
        for &encoding in encodings("dimacs") {
            let lowered = lower(&puzzle, steps).expect("a small puzzle");
            let text = texts(&emission(&lowered.model, encoding, Profile::Count)).remove(0);
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
