//! Snapshots of every encoding and profile: whole models of one small puzzle, sizes and hashes of the
//! other examples.
//!
//! A snapshot shows that a model has not changed, never that it is right: `answers.rs` runs the
//! same models.

use std::collections::BTreeSet;
use std::path::Path;

use pipsc::backend::{ENCODINGS, Emission, Profile, Provenance};
use pipsc::lower::{AS_IT_STANDS, lower};

use crate::shipped::EXAMPLES;
use crate::snapshot::assert_snapshot;
use crate::{reading, texts};

/// The example whose models are stored whole.
const WHOLE: &str = "small.board.json";

/// Models of that example that are hashed, because they differ from another in comments or the header alone.
const REPEATED: [&str; 5] = [
    "small.compact.submit.cnf",
    "small.compact.count.cnf",
    "small.halves-standard.submit.smt2",
    "small.edges.submit.xml",
    "small.native.submit.pbtxt",
];

/// Whether a model is stored whole. The published formulations with all pairs are too long to read.
fn is_whole(name: &str, text: &str) -> bool {
    name.starts_with("small.") && text.lines().count() <= 900 && !REPEATED.contains(&name)
}

/// The models of an example with the names of their files.
fn models(file: &str) -> Vec<(String, String)> {
    let puzzle = reading::puzzle(file);
    let example = reading::name(file);
    let lowered = lower(&puzzle, &AS_IT_STANDS).expect("a small puzzle");
    let mut models = Vec::new();
    for (encoding, profile) in ENCODINGS
        .iter()
        .flat_map(|&one| Profile::ALL.map(|p| (one, p)))
    {
        let provenance = Provenance {
            instance: example.into(),
            satisfiable: puzzle.solution().map(|_| true),
            steps: AS_IT_STANDS.to_vec(),
            ..Provenance::default()
        };
        // All pairs of placements of a full set take hundreds of megabytes.
        let is_huge = encoding.name == "placement" && file.starts_with("double");
        // A model for counters is a submission with one more line (`counting.rs`), and an IR has one form.
        let is_repeated = profile == Profile::Count && file != WHOLE
            || profile == Profile::Submit && encoding.language.name == "ir";
        let emission = Emission::new(&lowered.model, encoding, profile, provenance);
        if let Ok(emission) = emission
            && !is_huge
            && !is_repeated
        {
            for (extension, text) in emission.extensions().iter().zip(texts(&emission)) {
                let name = format!("{example}.{encoding}.{}.{extension}", profile.name());
                models.push((name, text));
            }
        }
    }
    models
}

#[test]
fn models_of_a_small_puzzle_match_snapshots() {
    let mut expected = BTreeSet::from(["examples.snap".to_owned()]);
    for (name, text) in models(WHOLE) {
        if is_whole(&name, &text) {
            assert_snapshot("models", &name, &text);
            let _ = expected.insert(format!("{name}.snap"));
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/models");
    let files = std::fs::read_dir(folder).expect("the folder");
    let files = files.map(|entry| entry.expect("an entry").file_name());
    let there: BTreeSet<String> = files
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    assert_eq!(there, expected, "every snapshot is used");
}

/// The FNV-1a hash of a text.
fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

#[test]
fn models_of_other_examples_match_snapshots() {
    let mut digests = String::new();
    for (file, _) in EXAMPLES {
        for (name, text) in models(file) {
            if !is_whole(&name, &text) {
                let (hash, lines, bytes) = (hash(&text), text.lines().count(), text.len());
                digests += &format!("{hash:016x} {lines} lines {bytes} bytes {name}\n");
            }
        }
    }
    assert_snapshot("models", "examples", &digests);
}
