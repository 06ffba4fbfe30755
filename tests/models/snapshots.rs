//! Snapshots of every encoding and profile: whole models of one small puzzle, sizes and hashes of the
//! other examples.
//!
//! A snapshot shows that a model has not changed, never that it is right: `answers.rs` runs the
//! same models.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use pipsc::backend::{Emission, EmissionPlan, Language, Profile, Provenance, ir, minizinc};
use pipsc::lower::{AS_IT_STANDS, lower};
use pipsc::puzzle::Puzzle;

use crate::reading;
use crate::shipped::EXAMPLES;
use crate::snapshot::assert_snapshot;

/// The example whose models are stored whole, except for long ones.
const WHOLE: &str = "small.board.json";

/// Maximal number of lines of a model that is stored whole.
const MAX_LINES: usize = 900;

/// The length of a text and its FNV-1a hash.
struct Digest {
    bytes: usize,
    lines: usize,
    hash: u64,
}

impl Write for Digest {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len();
        for &byte in bytes {
            self.lines += usize::from(byte == b'\n');
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn plans(file: &str, puzzle: &Puzzle) -> Vec<EmissionPlan> {
    let mut plans = Vec::new();
    for target in Language::ALL {
        for &encoding in target.encodings {
            // All pairs of placements of a full set take hundreds of megabytes.
            if encoding.name() == "placement" && file.starts_with("double") {
                continue;
            }
            if encoding == minizinc::COORDINATES && !puzzle.is_grid() {
                continue;
            }
            for profile in Profile::ALL {
                let is_submitted = target != &ir::LANGUAGE && encoding.is_standard();
                if !is_submitted && profile == Profile::Submit {
                    continue;
                }
                // A model for counters is a submission with one more line (`counting.rs`).
                if target.extensions(profile).is_empty()
                    || profile == Profile::Count && !file.starts_with("small")
                {
                    continue;
                }
                plans.push(EmissionPlan {
                    encoding,
                    profile,
                    provenance: Provenance::default(),
                });
            }
        }
    }
    plans
}

/// The names of a plan's files.
fn names(example: &str, plan: &EmissionPlan) -> Vec<String> {
    let profile = plan.profile.name();
    let extensions = plan.encoding.language().extensions(plan.profile).iter();
    extensions
        .map(|extension| format!("{example}.{}.{profile}.{extension}", plan.encoding))
        .collect()
}

fn write(puzzle: &Puzzle, plan: &EmissionPlan, file: usize, out: &mut dyn Write) {
    let lowered = lower(puzzle, &AS_IT_STANDS).expect("a small puzzle");
    let emission = Emission::new(&lowered.model, plan).expect("a board for it");
    emission.write(file, out).expect("memory takes all");
}

fn text(puzzle: &Puzzle, plan: &EmissionPlan, file: usize) -> String {
    let mut text = Vec::new();
    write(puzzle, plan, file, &mut text);
    String::from_utf8(text).expect("text")
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/models")
}

fn with_provenance(plan: &EmissionPlan, puzzle: &Puzzle, example: &str) -> EmissionPlan {
    EmissionPlan {
        provenance: Provenance {
            instance: example.into(),
            satisfiable: puzzle.solution().map(|_| true),
            steps: AS_IT_STANDS.to_vec(),
            ..Provenance::default()
        },
        ..plan.clone()
    }
}

#[test]
fn models_of_a_small_puzzle_match_snapshots() {
    let puzzle = reading::puzzle(WHOLE);
    let example = reading::name(WHOLE);
    for plan in plans(WHOLE, &puzzle) {
        let plan = with_provenance(&plan, &puzzle, example);
        for (index, name) in names(example, &plan).iter().enumerate() {
            let text = text(&puzzle, &plan, index);
            if text.lines().count() <= MAX_LINES {
                assert_snapshot("models", name, &text);
            }
        }
    }
}

#[test]
fn models_of_other_examples_match_snapshots() {
    let mut lines = String::new();
    for (file, _) in EXAMPLES {
        let puzzle = reading::puzzle(file);
        let example = reading::name(file);
        for plan in plans(file, &puzzle) {
            let plan = with_provenance(&plan, &puzzle, example);
            for (index, name) in names(example, &plan).iter().enumerate() {
                let mut digest = Digest {
                    bytes: 0,
                    lines: 0,
                    hash: 0xcbf2_9ce4_8422_2325,
                };
                write(&puzzle, &plan, index, &mut digest);
                let Digest {
                    bytes,
                    lines: count,
                    hash,
                } = digest;
                if file != WHOLE || count > MAX_LINES {
                    lines += &format!("{hash:016x} {count} lines {bytes} bytes {name}\n");
                }
            }
        }
    }
    assert_snapshot("models", "examples", &lines);
}

#[test]
fn every_snapshot_is_used() {
    let puzzle = reading::puzzle(WHOLE);
    let example = reading::name(WHOLE);
    let mut expected = BTreeSet::new();
    for plan in plans(WHOLE, &puzzle) {
        let plan = with_provenance(&plan, &puzzle, example);
        for (index, name) in names(example, &plan).into_iter().enumerate() {
            if text(&puzzle, &plan, index).lines().count() <= MAX_LINES {
                let _ = expected.insert(format!("{name}.snap"));
            }
        }
    }
    let _ = expected.insert("examples.snap".into());
    let there: BTreeSet<String> = std::fs::read_dir(folder())
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    assert_eq!(there, expected);
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let (puzzle, again) = (reading::puzzle(WHOLE), reading::puzzle(WHOLE));
    for plan in plans(WHOLE, &puzzle) {
        for index in 0..plan.encoding.language().extensions(plan.profile).len() {
            assert_eq!(text(&puzzle, &plan, index), text(&again, &plan, index));
        }
    }
}
