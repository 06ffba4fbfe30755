//! Every example x target x profile x encoding, as it was last looked at.
//!
//! A snapshot shows that a model has not changed, never that it is right: `answers.rs` runs the
//! same models. A long model is kept as its beginning, its size and a hash.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use pipsc::backend::{Emission, Encoding, Language, Plan, Profile, Provenance, ir, minizinc};
use pipsc::lower::{AS_IT_STANDS, lower};
use pipsc::puzzle::Puzzle;

use crate::reading;
use crate::shipped::EXAMPLES;

/// A text of at most this many bytes is kept whole.
const WHOLE: usize = 20_000;

/// How many lines of a longer one are kept.
const LINES: usize = 60;

/// Takes a text of any length: its beginning, its length and its FNV-1a hash.
struct Digest {
    head: Vec<u8>,
    bytes: usize,
    lines: usize,
    hash: u64,
}

impl Digest {
    fn new() -> Self {
        Digest {
            head: Vec::new(),
            bytes: 0,
            lines: 0,
            hash: 0xcbf2_9ce4_8422_2325,
        }
    }

    fn finish(self) -> String {
        let mut text = String::from_utf8_lossy(&self.head).into_owned();
        if self.bytes > WHOLE {
            text = text.lines().take(LINES).collect::<Vec<_>>().join("\n");
            let _ = write!(
                text,
                "\n... {} lines, {} bytes in all, FNV-1a {:016x}\n",
                self.lines, self.bytes, self.hash
            );
        }
        text
    }
}

impl Write for Digest {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = (WHOLE + 1).saturating_sub(self.head.len()).min(bytes.len());
        self.head.extend_from_slice(&bytes[..room]);
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

fn plans(file: &str, puzzle: &Puzzle) -> Vec<Plan> {
    let mut plans = Vec::new();
    for target in Language::ALL {
        for &encoding in target.encodings {
            // Every pair of placements of a full set takes hundreds of megabytes.
            if encoding.name() == "placement" && file.starts_with("double") {
                continue;
            }
            if encoding == Encoding::MiniZinc(minizinc::Encoding::Coordinates) && !puzzle.is_grid()
            {
                continue;
            }
            for profile in Profile::ALL {
                let is_submitted = target != &ir::LANGUAGE && encoding.is_standard();
                if !is_submitted && profile == Profile::Submit {
                    continue;
                }
                // What is to be counted is a submission with two more lines (`counting.rs`).
                if target.extensions(profile).is_empty()
                    || profile == Profile::Count && !file.starts_with("small")
                {
                    continue;
                }
                plans.push(Plan {
                    encoding,
                    profile,
                    provenance: Provenance::default(),
                });
            }
        }
    }
    plans
}

/// The files of a plan with the names of their snapshots. The model that is the same for all
/// puzzles is kept once.
fn files(example: &str, plan: &Plan) -> Vec<(usize, String)> {
    let profile = plan.profile.name();
    let extensions = plan.encoding.language().extensions(plan.profile);
    extensions
        .iter()
        .enumerate()
        .filter(|(index, _)| {
            let shared = extensions.len() > 1 && *index == 0;
            !shared || example == "small"
        })
        .map(|(index, extension)| {
            let name = format!("{example}.{}.{profile}.{extension}", plan.encoding);
            (index, name)
        })
        .collect()
}

fn write(puzzle: &Puzzle, plan: &Plan, file: usize) -> String {
    let lowered = lower(puzzle, &AS_IT_STANDS).expect("a small puzzle");
    let mut digest = Digest::new();
    let emission = Emission::new(&lowered.model, plan).expect("a board for it");
    emission
        .write(file, &mut digest)
        .expect("a digest takes all");
    digest.finish()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/models")
}

fn with_provenance(plan: &Plan, puzzle: &Puzzle, example: &str) -> Plan {
    Plan {
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
fn models_are_as_they_were() {
    for (file, _) in EXAMPLES {
        let puzzle = reading::puzzle(file);
        let example = reading::name(file);
        for plan in plans(file, &puzzle) {
            let plan = with_provenance(&plan, &puzzle, example);
            for (index, name) in files(example, &plan) {
                insta::with_settings!({
                    snapshot_path => folder(),
                    prepend_module_to_snapshot => false,
                    omit_expression => true,
                }, {
                    insta::assert_snapshot!(name, write(&puzzle, &plan, index));
                });
            }
        }
    }
}

#[test]
fn no_snapshot_is_left_over() {
    let mut expected = BTreeSet::new();
    for (file, _) in EXAMPLES {
        for plan in plans(file, &reading::puzzle(file)) {
            let named = files(reading::name(file), &plan);
            expected.extend(named.into_iter().map(|(_, name)| format!("{name}.snap")));
        }
    }
    let there: BTreeSet<String> = std::fs::read_dir(folder())
        .expect("the folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    assert_eq!(there, expected);
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    for (file, _) in EXAMPLES {
        let puzzle = reading::puzzle(file);
        for plan in plans(file, &puzzle) {
            for index in 0..plan.encoding.language().extensions(plan.profile).len() {
                let again = reading::puzzle(file);
                assert_eq!(write(&puzzle, &plan, index), write(&again, &plan, index));
            }
        }
    }
}
