//! An emitted file is recognised, whatever its encoding, profile and steps, and with it what its variables
//! stand for.

use std::collections::BTreeSet;

use pipsc::backend::{Emission, Language, NameMap, Plan, Profile, Provenance};
use pipsc::backend::{Unrecognised, recognise};
use pipsc::limits::Budget;
use pipsc::lower::{STEPS, Step, lower};
use pipsc::puzzle::Puzzle;

use crate::random;

/// Every choice of steps.
fn step_choices() -> impl Iterator<Item = Vec<Step>> {
    (0..1_u32 << STEPS.len()).map(|set| {
        let steps = STEPS.iter().enumerate();
        let chosen = steps.filter(|(bit, _)| set & 1 << bit != 0);
        chosen.map(|(_, &step)| step).collect()
    })
}

/// An emitted file, with what its variables stand for.
struct File {
    language: &'static Language,
    text: String,
    names: NameMap,
    is_shared: bool,
    what: String,
}

/// Every file of a puzzle that solvers reply to.
fn files(puzzle: &Puzzle) -> Vec<File> {
    let mut files = Vec::new();
    for steps in step_choices() {
        let lowered = lower(puzzle, &steps).expect("a small puzzle");
        let languages = Language::ALL.iter().filter(|one| one.exchange().is_some());
        for &language in languages {
            for &encoding in language.encodings {
                for profile in Profile::ALL {
                    let plan = Plan {
                        encoding,
                        profile,
                        provenance: Provenance::of(puzzle, "some name", &lowered),
                    };
                    let Ok(emission) = Emission::new(&lowered.model, &plan) else {
                        continue;
                    };
                    let (names, others) = (emission.file_names("one"), emission.file_names("two"));
                    for (file, name) in names.iter().enumerate() {
                        let mut text = Vec::new();
                        emission.write(file, &mut text).expect("memory");
                        files.push(File {
                            language,
                            text: String::from_utf8(text).expect("text"),
                            names: emission.names().expect("nobody says stop"),
                            is_shared: others.contains(name),
                            what: format!("{language}, {encoding}, {profile:?}, {steps:?}, {name}"),
                        });
                    }
                }
            }
        }
    }
    files
}

#[test]
fn a_model_tells_what_its_variables_stand_for() {
    let budget = Budget::default();
    let mut recognised = 0;
    for number in (0..400).step_by(80) {
        let puzzle = random::puzzle(number);
        for File {
            language,
            text,
            names,
            is_shared,
            what,
        } in files(&puzzle)
        {
            let what = format!("puzzle {number}, {what}");
            let found = recognise(&puzzle, &BTreeSet::new(), language, &text, &budget);
            if is_shared {
                assert_eq!(found.err(), Some(Unrecognised::Shared), "{what}");
                continue;
            }
            let found = found.unwrap_or_else(|problem| panic!("{what}: {problem}"));
            assert!(found.names.agrees(&names).is_ok(), "{what}: {found:?}");
            recognised += 1;

            // Without comments, as organisers keep it, and with the ends of lines of another system.
            let kept = text.lines().filter(|line| !(language.is_remark)(line));
            let bare: String = kept.map(|line| format!("{line}\r\n")).collect();
            let found = recognise(&puzzle, &BTreeSet::new(), language, &bare, &budget);
            let found = found.unwrap_or_else(|problem| panic!("{what}: {problem}"));
            assert!(found.names.agrees(&names).is_ok(), "{what}: {found:?}");
        }
    }
    assert!(recognised > 500, "{recognised}");
}

#[test]
fn another_file_is_not_recognised() {
    let budget = Budget::default();
    let (puzzle, other) = (random::puzzle(1), random::puzzle(2));
    let mut told = 0;
    for File {
        language,
        text,
        is_shared,
        what,
        ..
    } in files(&puzzle)
    {
        if is_shared {
            continue;
        }
        let refused = Some(Unrecognised::Other {
            language: language.name,
        });
        assert_eq!(
            recognise(&other, &BTreeSet::new(), language, &text, &budget).err(),
            refused,
            "{what}"
        );
        let more = format!("{text}\n(something more)\n");
        assert_eq!(
            recognise(&puzzle, &BTreeSet::new(), language, &more, &budget).err(),
            refused,
            "{what}"
        );
        // Without the last line that says something.
        let lines: Vec<&str> = text.lines().collect();
        let said = |line: &&str| !line.is_empty() && !(language.is_remark)(line);
        let last = lines.iter().rposition(said).expect("a model");
        let less = lines[..last].join("\n");
        assert_eq!(
            recognise(&puzzle, &BTreeSet::new(), language, &less, &budget).err(),
            refused,
            "{what}"
        );
        told += 1;
    }
    assert!(told > 50, "{told}");
}
