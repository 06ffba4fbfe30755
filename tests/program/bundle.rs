//! `pipsc bundle`: folders that competitions accept, what is refused, and what a check finds.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::command::{Did, Place};
use crate::tools;

const COMPETITIONS: [&str; 6] = [
    "minizinc-challenge",
    "sat-competition",
    "smt-lib",
    "pb-competition",
    "xcsp3",
    "model-counting",
];

/// Puzzles with a solution and without, with one and with many, on a grid and not.
const PUZZLES: &str = "puzzles/dozen.txt puzzles/impossible.txt puzzles/small.board.json \
                       puzzles/loose.txt puzzles/2025-09-16-easy.graph.json";

/// Runs `pipsc bundle` with what was typed; `OUT` is a folder of the place, and so is everything after `@`.
fn bundle(place: &Place, typed: &str) -> Did {
    let words = typed.split_whitespace().map(|word| match word {
        "OUT" => place.path("out").display().to_string(),
        word => match word.strip_prefix('@') {
            Some(name) => place.path(name).display().to_string(),
            None => word.into(),
        },
    });
    let words: Vec<String> = words.collect();
    let arguments: Vec<&str> = ["bundle"]
        .into_iter()
        .chain(words.iter().map(String::as_str))
        .collect();
    place.run(&arguments)
}

/// A bundle of some puzzles, which must come out.
fn made(place: &Place, competition: &str) -> Did {
    let did = bundle(place, &format!("--for {competition} {PUZZLES} -o OUT"));
    assert_eq!(did.code, Some(0), "{competition}: {did:?}");
    did
}

/// Every file below a folder, with what is in it.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(&inner).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path
                    .strip_prefix(folder)
                    .expect("inside")
                    .display()
                    .to_string();
                let _ = found.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    found
}

fn manifest(place: &Place) -> Value {
    let text = fs::read(place.path("out/manifest.json")).expect("a manifest");
    serde_json::from_slice(&text).expect("JSON")
}

/// What a check found, by its names: what came of each, and the words about it.
fn checked(place: &Place, more: &str) -> (Option<i32>, BTreeMap<String, (String, String)>) {
    let did = bundle(place, &format!("--check OUT --format json {more}"));
    let report = did.json();
    assert_eq!(report["accepted"], did.code == Some(0), "{report}");
    let checks = report["checks"].as_array().expect("checks").iter();
    let checks = checks.map(|check| {
        let word = |key: &str| check[key].as_str().expect("a word").to_owned();
        (word("check"), (word("outcome"), check.to_string()))
    });
    (did.code, checks.collect())
}

/// The names of the checks that found something wrong.
fn wrong(place: &Place) -> Vec<String> {
    let (_, checks) = checked(place, "--no-tools");
    let failed = checks
        .into_iter()
        .filter(|(_, (outcome, _))| outcome == "failed");
    failed.map(|(name, _)| name).collect()
}

#[test]
fn every_competition_gets_its_folder_and_accepts_it() {
    let schema = fs::read("docs/schema/bundle.schema.json").expect("the schema");
    let schema: Value = serde_json::from_slice(&schema).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    for competition in COMPETITIONS {
        let place = Place::new();
        let _ = made(&place, competition);
        let manifest = manifest(&place);
        let problem = schema.validate(&manifest).err();
        assert!(problem.is_none(), "{competition}: {problem:?}");
        let files = files(&place.path("out"));
        let expected: &[&str] = match competition {
            "minizinc-challenge" => &[
                "pips/pips.mzn",
                "pips/dozen.dzn",
                "pips/toy.dzn",
                "DESCRIPTION.md",
            ],
            "sat-competition" => &["pips/pips-dozen.cnf.xz", "description.tex"],
            "smt-lib" => &[
                "non-incremental/QF_LIA/20261116-Pips-pipsc/dozen.smt2",
                "DESCRIPTION.md",
            ],
            "pb-competition" => &["pips-puzzle/pips-dozen.opb", "DESCRIPTION.md"],
            "xcsp3" => &["Pips-puzzle/Pips-dozen.xml", "DESCRIPTION.md"],
            _ => &[
                "pips/pips-dozen.cnf",
                "expected/pips-dozen.txt",
                "description.tex",
            ],
        };
        for name in ["README.md", "LICENSE", "manifest.json", "puzzles/dozen.txt"]
            .iter()
            .chain(expected)
        {
            assert!(
                files.contains_key(*name),
                "{competition}: {name} of {:?}",
                files.keys()
            );
        }
        let statuses: BTreeMap<&str, &str> =
            (manifest["instances"].as_array().expect("instances").iter())
                .filter_map(|one| Some((one["name"].as_str()?, one["status"].as_str()?)))
                .collect();
        assert_eq!(statuses["dozen"], "satisfiable");
        assert_eq!(statuses["impossible"], "unsatisfiable");
        let (code, checks) = checked(&place, "--no-tools");
        assert_eq!(code, Some(0), "{competition}: {checks:?}");
        assert!(checks.len() > 10, "{competition}: {checks:?}");
    }
}

#[test]
fn tools_of_others_agree() {
    for (competition, tools) in [
        ("minizinc-challenge", &[("minizinc-std", "minizinc")][..]),
        (
            "sat-competition",
            &[("gbd-checksani", "gbdc"), ("cpmpy-reads", "cpmpy")],
        ),
        ("smt-lib", &[("cvc5-parses", "cvc5")]),
        (
            "pb-competition",
            &[("gbd-hash", "gbdc"), ("cpmpy-reads", "cpmpy")],
        ),
        ("xcsp3", &[("cpmpy-reads", "cpmpy")]),
        ("model-counting", &[("ganak-counts", "ganak")]),
    ] {
        let place = Place::new();
        let _ = made(&place, competition);
        let (_, checks) = checked(&place, "");
        for (check, tool) in tools {
            if tools::there(tool) {
                assert_eq!(
                    checks[*check].0, "passed",
                    "{competition}: {}",
                    checks[*check].1
                );
            }
        }
    }
}

#[test]
fn what_is_not_installed_is_told_and_holds_nobody_up() {
    let place = Place::new();
    let _ = made(&place, "sat-competition");
    let mut command = place.command(&["bundle", "--check"]);
    let _ = command
        .arg(place.path("out"))
        .env("PATH", "")
        .env_remove("PIPSC_SOLVERS_PREFIX");
    let did = place.finish(&mut command);
    assert_eq!(did.code, Some(0), "{did:?}");
    assert!(did.stdout.contains("python3 is not installed"), "{did:?}");
    assert!(did.stdout.contains("2 could not be made"), "{did:?}");
}

#[test]
fn the_same_inputs_give_the_same_bytes_in_any_order_and_from_the_bundle_itself() {
    for competition in ["sat-competition", "minizinc-challenge"] {
        let place = Place::new();
        let _ = made(&place, competition);
        let first = files(&place.path("out"));
        let reversed: Vec<&str> = PUZZLES.split_whitespace().rev().collect();
        for (folder, puzzles) in [
            ("again", reversed.join(" ")),
            ("third", "@out/puzzles".into()),
        ] {
            let did = bundle(
                &place,
                &format!("--for {competition} {puzzles} --times @out/manifest.json -o @{folder}"),
            );
            assert_eq!(did.code, Some(0), "{did:?}");
            assert_eq!(files(&place.path(folder)), first, "{competition}");
        }
    }
}

#[test]
fn what_is_there_is_kept_and_what_is_damaged_is_made_again() {
    let place = Place::new();
    let _ = made(&place, "sat-competition");
    let whole = files(&place.path("out"));
    let again = made(&place, "sat-competition");
    assert!(again.stdout.contains("(0 written, 5 kept)"), "{again:?}");
    fs::write(place.path("out/pips/pips-dozen.cnf.xz"), "damaged").expect("a file");
    fs::remove_file(place.path("out/puzzles/loose.txt")).expect("a file");
    let mended = made(&place, "sat-competition");
    assert!(mended.stdout.contains("(2 written, 3 kept)"), "{mended:?}");
    assert_eq!(files(&place.path("out")), whole);
    // What is no longer wanted goes.
    let did = bundle(&place, "--for sat-competition puzzles/dozen.txt -o OUT");
    assert_eq!(did.code, Some(0), "{did:?}");
    assert!(
        did.stdout
            .contains("1 instance for SAT Competition (0 written, 1 kept, 4 removed)"),
        "{did:?}"
    );
    assert!(!place.path("out/pips/pips-loose.cnf.xz").exists());
    let did = bundle(
        &place,
        "--for sat-competition puzzles/loose.txt --format json -o OUT",
    );
    assert_eq!(did.json()["removed"], serde_json::json!(["dozen"]));
    let did = bundle(&place, "--for sat-competition puzzles/dozen.txt -o OUT");
    assert!(
        did.stdout.contains("(1 written, 0 kept, 1 removed)"),
        "{did:?}"
    );
    assert_eq!(wrong(&place), Vec::<String>::new());
    // Another bundle is not written over this one.
    let other = bundle(&place, "--for smt-lib puzzles/dozen.txt -o OUT");
    assert_eq!(other.code, Some(2), "{other:?}");
    assert!(
        other.stderr.contains("is for sat-competition, not smt-lib"),
        "{other:?}"
    );
    let files_of_others = bundle(&place, "--for smt-lib puzzles/dozen.txt -o puzzles");
    assert!(
        files_of_others
            .stderr
            .contains("not empty, and holds no bundle"),
        "{files_of_others:?}"
    );
}

/// A board that takes the program long enough to be interrupted, and one that does not.
#[test]
fn an_interrupt_and_a_time_limit_leave_whole_files_and_the_next_call_goes_on() {
    let place = Place::new();
    let rows = vec!["*".repeat(12); 14].join("\n");
    let dominoes = (0..12).flat_map(|low| (low + 1..13).map(move |high| format!("{low}-{high}")));
    let dominoes: Vec<String> = dominoes.chain((0..6).map(|n| format!("{n}-{n}"))).collect();
    let _ = place.write("open.txt", &format!("{rows}\n\n{}\n", dominoes.join(" ")));
    let typed = "--for model-counting puzzles/dozen.txt @open.txt --status-limit 1h -o OUT";
    let did = bundle(&place, &format!("{typed} --time-limit 2s"));
    assert_eq!(did.code, Some(3), "{did:?}");
    assert!(
        did.stderr.contains(
            "the time limit was reached: 1 of 2 instances are done; the same command goes on where it was"
        ),
        "{did:?}"
    );
    let kept: Vec<String> = files(&place.path("out")).into_keys().collect();
    assert_eq!(
        kept,
        [
            "expected/pips-dozen.txt",
            "pips/pips-dozen.cnf",
            "puzzles/dozen.txt",
            "unfinished.jsonl"
        ]
    );
    let unfinished = bundle(&place, "--check OUT");
    assert_eq!(unfinished.code, Some(2), "{unfinished:?}");
    assert!(unfinished.stderr.contains("not finished"), "{unfinished:?}");

    let open = place.path("open.txt").display().to_string();
    let out = place.path("out").display().to_string();
    let arguments = [
        "bundle",
        "--for",
        "model-counting",
        "puzzles/dozen.txt",
        &open,
        "--status-limit",
        "1h",
        "-o",
        &out,
    ];
    let mut command = place.command(&arguments);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    place.wait_until("it is at work", |place| {
        let entries = fs::read_dir(place.path("out")).expect("a folder");
        entries
            .flatten()
            .any(|entry| entry.file_name().to_string_lossy().starts_with(".pipsc-"))
    });
    std::thread::sleep(std::time::Duration::from_millis(300));
    let killed = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.expect("kill").success());
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    place.assert_clean("after an interrupt");
    assert_eq!(
        files(&place.path("out")).into_keys().collect::<Vec<_>>(),
        kept
    );

    let did = bundle(&place, "--for model-counting puzzles/dozen.txt -o OUT");
    assert!(did.stdout.contains("(0 written, 1 kept)"), "{did:?}");
}

#[test]
fn what_a_competition_would_refuse_is_refused_with_the_reason() {
    let place = Place::new();
    let dozen = fs::read_to_string("puzzles/dozen.txt").expect("a puzzle");
    let _ = place.write("twin.txt", &dozen);
    let _ = place.write("a b.txt", &dozen);
    let rows = vec!["*".repeat(12); 14].join("\n");
    let dominoes = (0..12).flat_map(|low| (low + 1..13).map(move |high| format!("{low}-{high}")));
    let dominoes: Vec<String> = dominoes.chain((0..6).map(|n| format!("{n}-{n}"))).collect();
    let _ = place.write("open.txt", &format!("{rows}\n\n{}\n", dominoes.join(" ")));
    for (typed, says) in [
        (
            "--for smt-lib puzzles/dozen.txt --encoding halves",
            "one solver's own operators",
        ),
        (
            "--for sat-competition puzzles/dozen.txt --prune",
            "the problem as it stands",
        ),
        (
            "--for sat-competition puzzles/dozen.txt @twin.txt",
            "twin: it is the same puzzle as dozen (not-twice)",
        ),
        (
            "--for model-counting @open.txt --status-limit 100ms",
            "open: the number of its solutions is not known (expected-answer)",
        ),
        (
            "--for minizinc-challenge puzzles/2025-09-16-easy.graph.json --encoding coordinates",
            "places dominoes by row and column",
        ),
        (
            "--for pb-competition --family full --size 6 --count 0",
            "from 1 to 10000",
        ),
        (
            "--for pb-competition --family full --size 1000",
            "no puzzle of size 1000",
        ),
        (
            "--for xcsp3 puzzles/dozen.txt --encoding compact",
            "xcsp3 has no encoding `compact`",
        ),
        ("--for sat-competition nowhere.txt", "nowhere.txt"),
        ("--for sat puzzles/dozen.txt", "sat-competition"),
    ] {
        let did = bundle(&place, &format!("{typed} -o OUT"));
        assert_eq!(did.code, Some(2), "{typed}: {did:?}");
        assert!(did.stderr.contains(says), "{typed}: {did:?}");
        assert!(!place.path("out/manifest.json").exists(), "{typed}");
    }
    let name = place.path("a b.txt").display().to_string();
    let out = place.path("out").display().to_string();
    let did = place.run(&["bundle", "--for", "sat-competition", &name, "-o", &out]);
    assert!(
        did.stderr.contains("a b: the name has ` ` in it"),
        "{did:?}"
    );
}

/// Changes what a file says.
fn edit(place: &Place, file: &str, from: &str, to: &str) {
    let path = place.path("out").join(file);
    let text = fs::read_to_string(&path).expect("a text");
    assert!(text.contains(from), "{file} has no {from}");
    fs::write(&path, text.replacen(from, to, 1)).expect("a file");
}

#[test]
fn a_check_names_every_fault() {
    type Damage = fn(&Place);
    let faults: [(&str, Damage, &[&str], &str); 14] = [
        (
            "a changed byte",
            |place| edit(place, "pips/pips-dozen.cnf", "\n-", "\n"),
            &["files", "manifest", "same-again"],
            "pips/pips-dozen.cnf",
        ),
        (
            "a missing file",
            |place| fs::remove_file(place.path("out/pips/pips-loose.cnf")).expect("a file"),
            &["files"],
            "it is not there",
        ),
        (
            "an extra file",
            |place| fs::write(place.path("out/pips/more.cnf"), "p cnf 0 0\n").expect("a file"),
            &["nothing-else"],
            "pips/more.cnf",
        ),
        (
            "a wrong status",
            |place| {
                edit(
                    place,
                    "manifest.json",
                    "\"status\": \"unsatisfiable\"",
                    "\"status\": \"satisfiable\"",
                )
            },
            &["answers"],
            "the manifest contradicts itself: the status is satisfiable, and the number of solutions 0",
        ),
        (
            "a wrong number of solutions",
            |place| {
                edit(
                    place,
                    "manifest.json",
                    "\"solutions\": \"256\"",
                    "\"solutions\": \"255\"",
                )
            },
            &["answers", "same-again"],
            "the manifest says 255 solutions, and there are 256",
        ),
        (
            "a wrong hash of GBD",
            |place| {
                edit(
                    place,
                    "manifest.json",
                    "\"gbd_hash\": \"",
                    "\"gbd_hash\": \"0",
                )
            },
            &["manifest"],
            "gbd_hash 0",
        ),
        (
            "a wrong SHA-256",
            |place| edit(place, "manifest.json", "\"sha256\": \"", "\"sha256\": \"0"),
            &["files"],
            "its SHA-256 is another",
        ),
        (
            "a wrong count",
            |place| {
                edit(
                    place,
                    "manifest.json",
                    "\"variables\": 1",
                    "\"variables\": 2",
                )
            },
            &["manifest"],
            "the manifest says variables 2",
        ),
        (
            "a pruned instance",
            |place| {
                edit(
                    place,
                    "pips/pips-dozen.cnf",
                    "The puzzle as it stands: nothing was pruned.",
                    "Pruned: what no solution uses was left out.",
                )
            },
            &["as-it-stands", "files", "same-again"],
            "it is pruned",
        ),
        (
            "another kind of count",
            |place| edit(place, "pips/pips-dozen.cnf", "c t pmc", "c t wmc"),
            &["files", "kind-of-count", "same-again"],
            "expected `c t pmc`",
        ),
        (
            "a clause without an end",
            |place| {
                let path = place.path("out/pips/pips-dozen.cnf");
                let text = fs::read_to_string(&path).expect("a text");
                fs::write(&path, text.trim_end().trim_end_matches('0')).expect("a file");
            },
            &[
                "exact-header",
                "files",
                "manifest",
                "same-again",
                "well-formed",
            ],
            "does not end with 0 on its line",
        ),
        (
            "another puzzle",
            |place| edit(place, "puzzles/dozen.txt", "=", "!="),
            &["files", "same-again"],
            "puzzles/dozen.txt",
        ),
        (
            "another answer",
            |place| edit(place, "expected/pips-loose.txt", "256", "257"),
            &["files", "same-again"],
            "it does not say what 256 solutions are",
        ),
        (
            "another family",
            |place| {
                edit(
                    place,
                    "manifest.json",
                    "\"family\": \"puzzle\"",
                    "\"family\": \"full\"",
                )
            },
            &["same-again"],
            "the manifest says family",
        ),
    ];
    let place = Place::new();
    let _ = made(&place, "model-counting");
    let whole = files(&place.path("out"));
    for (what, damage, expected, says) in faults {
        damage(&place);
        let (code, checks) = checked(&place, "--no-tools");
        assert_eq!(code, Some(5), "{what}: {checks:?}");
        for name in expected {
            assert_eq!(checks[*name].0, "failed", "{what}: {name}: {checks:?}");
        }
        let said = checks
            .values()
            .any(|(_, words)| words.contains(&says.replace('"', "\\\"")));
        assert!(said, "{what}: {checks:?}");
        // As it was.
        fs::remove_dir_all(place.path("out")).expect("a folder");
        for (name, bytes) in &whole {
            let path = place.path("out").join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, bytes).expect("a file");
        }
    }
    assert_eq!(wrong(&place), Vec::<String>::new());
    // What people write is theirs.
    edit(&place, "README.md", "# Pips", "# Our Pips");
    let (code, checks) = checked(&place, "--no-tools");
    assert_eq!(
        (code, checks["files"].0.as_str()),
        (Some(0), "doubted"),
        "{checks:?}"
    );
    // Nothing outside of the folder is read.
    edit(
        &place,
        "manifest.json",
        "\"path\": \"LICENSE\"",
        "\"path\": \"../secret\"",
    );
    let did = bundle(&place, "--check OUT");
    assert_eq!(did.code, Some(2), "{did:?}");
    assert!(
        did.stderr.contains("no path inside of the bundle"),
        "{did:?}"
    );
    edit(&place, "manifest.json", "{", "[");
    assert_eq!(bundle(&place, "--check OUT").code, Some(2));
    assert!(
        bundle(&place, "--check puzzles")
            .stderr
            .contains("it has no manifest.json")
    );
}

#[test]
fn rules_of_each_competition_are_checked() {
    for (competition, file, from, to, rule) in [
        (
            "minizinc-challenge",
            "pips/dozen.dzn",
            "% SPDX-License-Identifier: MIT",
            "% (c) us",
            "licence-of-data",
        ),
        (
            "minizinc-challenge",
            "pips/pips.mzn",
            "% SPDX-License-Identifier: MIT",
            "% (c) us",
            "licence-of-model",
        ),
        (
            "minizinc-challenge",
            "pips/pips.mzn",
            "input_order",
            "dom_w_deg",
            "search-choices",
        ),
        (
            "minizinc-challenge",
            "pips/pips.mzn",
            "include \"all_equal.mzn\"",
            "include \"gecode.mzn\"",
            "standard-globals",
        ),
        (
            "minizinc-challenge",
            "pips/dozen.dzn",
            "rule = [",
            "can_show = [{1}];\nrule = [",
            "no-answer-in-data",
        ),
        (
            "smt-lib",
            "non-incremental/QF_LIA/20261116-Pips-pipsc/dozen.smt2",
            "by/4.0",
            "by-nc/4.0",
            "licence",
        ),
        (
            "smt-lib",
            "non-incremental/QF_LIA/20261116-Pips-pipsc/dozen.smt2",
            "(set-logic QF_LIA)",
            "(set-logic QF_BV)",
            "folder",
        ),
        (
            "smt-lib",
            "non-incremental/QF_LIA/20261116-Pips-pipsc/dozen.smt2",
            ":status sat",
            ":status unsat",
            "status",
        ),
        (
            "smt-lib",
            "non-incremental/QF_LIA/20261116-Pips-pipsc/dozen.smt2",
            "(exit)",
            "",
            "one-question",
        ),
        (
            "smt-lib",
            "non-incremental/QF_LIA/20261116-Pips-pipsc/dozen.smt2",
            "Generated by: ",
            "By: ",
            "header",
        ),
        (
            "pb-competition",
            "pips-puzzle/pips-dozen.opb",
            "#equal= ",
            "#equal= 1",
            "exact-header",
        ),
        (
            "pb-competition",
            "pips-puzzle/pips-dozen.opb",
            "+1 x",
            "+1 ~x",
            "linear-opb",
        ),
        (
            "xcsp3",
            "Pips-puzzle/Pips-dozen.xml",
            "<cardinality",
            "<amongst",
            "core",
        ),
        (
            "xcsp3",
            "Pips-puzzle/Pips-dozen.xml",
            "type=\"CSP\"",
            "type=\"COP\"",
            "decision-problem",
        ),
    ] {
        let place = Place::new();
        let typed = format!("--for {competition} puzzles/dozen.txt -o OUT");
        assert_eq!(bundle(&place, &typed).code, Some(0), "{competition}");
        edit(&place, file, from, to);
        let wrong = wrong(&place);
        assert!(
            wrong.contains(&rule.to_owned()),
            "{competition}, {to}: {wrong:?}"
        );
    }
}

#[test]
fn times_come_from_result_files_and_stay_with_the_puzzle() {
    let place = Place::new();
    let results = place.path("results.jsonl").display().to_string();
    let did = place.run(&[
        "bench",
        "puzzles/dozen.txt",
        "--solver",
        "embedded",
        "--terms",
        "whole,pruned",
        "--out",
        &results,
    ]);
    assert_eq!(did.code, Some(0), "{did:?}");
    let did = bundle(
        &place,
        "--for sat-competition puzzles/dozen.txt puzzles/loose.txt --times @results.jsonl -o OUT",
    );
    assert_eq!(did.code, Some(0), "{did:?}");
    let manifest = manifest(&place);
    let times = |index: usize| {
        manifest["instances"][index]["times"]
            .as_array()
            .expect("times")
            .len()
    };
    assert_eq!((times(0), times(1)), (1, 0), "{manifest}");
    assert_eq!(manifest["instances"][0]["times"][0]["solver"], "embedded");
    let text = fs::read_to_string(place.path("out/description.tex")).expect("a text");
    assert!(text.contains("& embedded \\\\ \\hline"), "{text}");
    let bad = bundle(
        &place,
        "--for sat-competition puzzles/dozen.txt --times puzzles/dozen.txt -o @other",
    );
    assert_eq!(bad.code, Some(2), "{bad:?}");
}

#[test]
fn a_family_is_a_bundle_with_its_recipes() {
    let place = Place::new();
    let did = bundle(
        &place,
        "--for pb-competition --family full --size 2,3 --seed 5 --count 2 --author Ada\u{20}Lovelace --date 2026-12-24 -o OUT",
    );
    assert_eq!(
        did.code,
        Some(2),
        "a name of two words is typed in quotes: {did:?}"
    );
    let did = bundle(
        &place,
        "--for pb-competition --family full --size 2,3 --seed 5 --count 2 --author Ada --date 2026-12-24 -o OUT",
    );
    assert_eq!(did.code, Some(0), "{did:?}");
    let manifest = manifest(&place);
    let instances = manifest["instances"].as_array().expect("instances");
    let recipes: Vec<&str> = instances
        .iter()
        .filter_map(|one| one["recipe"].as_str())
        .collect();
    assert_eq!(
        recipes,
        [
            "family=full size=2 seed=5",
            "family=full size=2 seed=6",
            "family=full size=3 seed=5",
            "family=full size=3 seed=6"
        ]
    );
    assert!(place.path("out/pips-full/pips-full-2-5.opb").exists());
    let licence = fs::read_to_string(place.path("out/LICENSE")).expect("a licence");
    assert!(licence.contains("Copyright (c) 2026 Ada\n"), "{licence}");
    assert_eq!(wrong(&place), Vec::<String>::new());
}

#[test]
fn whoever_hands_in_to_smt_lib_is_named() {
    let place = Place::new();
    let out = place.path("out").display().to_string();
    let by = |author: &str| {
        let _ = fs::remove_dir_all(place.path("out"));
        let puzzle = "puzzles/dozen.txt";
        place.run(&[
            "bundle", "--for", "smt-lib", puzzle, "--author", author, "-o", &out,
        ])
    };
    for nobody in ["", "  "] {
        let did = by(nobody);
        assert_eq!(did.code, Some(2), "{did:?}");
        assert!(did.stderr.contains("--author is empty"), "{did:?}");
        assert!(!place.path("out").exists());
    }
    // Names keep letters outside ASCII.
    let did = by("\u{674e}\u{660e}");
    assert_eq!((did.code, did.stderr.as_str()), (Some(0), ""), "{did:?}");
    let file = "out/non-incremental/QF_LIA/20261116-Pips-\u{674e}\u{660e}/dozen.smt2";
    assert!(place.path(file).exists());
    let did = by("Ada Lovelace");
    assert_eq!((did.code, did.stderr.as_str()), (Some(0), ""), "{did:?}");
    assert_eq!(checked(&place, "--no-tools").1["people"].0, "passed");
    let file = "non-incremental/QF_LIA/20261116-Pips-Lovelace/dozen.smt2";
    edit(&place, file, "Generated by: Ada Lovelace", "Generated by: ");
    assert!(wrong(&place).contains(&"header".to_owned()));
    let _ = fs::remove_dir_all(place.path("out"));
    let did = bundle(&place, "--for smt-lib puzzles/dozen.txt -o OUT");
    assert_eq!(did.code, Some(0), "{did:?}");
    assert!(
        did.stderr.contains("--author names people (people)"),
        "{did:?}"
    );
    assert_eq!(checked(&place, "--no-tools").1["people"].0, "doubted");
}

#[test]
fn reports_and_descriptions_are_worded_for_what_is_there() {
    let place = Place::new();
    let typed = "--for minizinc-challenge puzzles/loose.txt puzzles/dozen.txt -o OUT";
    let did = bundle(&place, typed);
    assert!(
        did.stderr
            .contains("there are 2 instances: expected about 20, and 15 at least (twenty)"),
        "{did:?}"
    );
    assert!(did.stdout.contains("Read the description"), "{did:?}");
    let quiet = bundle(&place, &format!("{typed} -q"));
    assert_eq!(quiet.stdout.lines().count(), 1, "{quiet:?}");
    let text = fs::read_to_string(place.path("out/DESCRIPTION.md")).expect("a text");
    assert!(
        text.contains("| instance | status | solutions | bytes |\n|---|---|---|---|\n| dozen |"),
        "{text}"
    );
    let did = bundle(&place, "--for pb-competition puzzles/dozen.txt -o @pb");
    assert_eq!(did.code, Some(0), "{did:?}");
    assert!(did.stderr.contains("has 1 instance, and up"), "{did:?}");
    let text = fs::read_to_string(place.path("pb/DESCRIPTION.md")).expect("a text");
    assert!(
        text.contains(
            "| solutions | variables | constraints | bytes |\n|---|---|---|---|---|---|\n"
        ),
        "{text}"
    );
    let did = bundle(&place, "--check @pb --no-tools");
    assert!(
        did.stdout.contains("pb: 1 instance for Pseudo-Boolean"),
        "{did:?}"
    );
    let did = bundle(&place, "--for sat-competition puzzles/dozen.txt -o @sat");
    assert!(
        did.stderr.contains("there is 1 instance: expected 20"),
        "{did:?}"
    );
    let text = fs::read_to_string(place.path("sat/description.tex")).expect("a text");
    assert!(text.contains("``Solving "), "{text}");
    assert!(!text.contains(" ''"), "{text}");
}

#[test]
fn a_status_is_shown_by_a_solution_or_proved_to_others() {
    if !tools::there("kissat") || !tools::there("rate") {
        return;
    }
    let place = Place::new();
    let typed =
        "--for pb-competition puzzles/impossible.txt puzzles/small.board.json --certify -o OUT";
    let did = bundle(&place, typed);
    assert_eq!(did.code, Some(0), "{did:?}");
    let manifest = manifest(&place);
    let by = |index: usize| manifest["instances"][index]["certified"]["by"].as_str();
    assert_eq!(
        (by(0), by(1)),
        (Some("certificate"), Some("solution")),
        "{manifest}"
    );
    let checkers = manifest["instances"][0]["certified"]["checkers"]
        .as_array()
        .expect("checkers");
    assert!(!checkers.is_empty(), "{manifest}");
    let (code, checks) = checked(&place, "");
    // ACL2 is not among what the tests install: without it, and for no other reason, a proof is left to it.
    let (outcome, why) = &checks["certificates"];
    let all_but_acl2 = why.contains("(acl2)") && why.matches("is not installed").count() == 1;
    assert!(
        code == Some(0) && (outcome == "passed" || outcome == "unchecked" && all_but_acl2),
        "{checks:?}"
    );
    // It is kept, and what is damaged is found.
    assert!(bundle(&place, typed).stdout.contains("(0 written, 2 kept)"));
    let (code, checks) = checked(&place, "--no-tools");
    assert_eq!(
        (code, checks["certificates"].0.as_str()),
        (Some(0), "unchecked"),
        "{checks:?}"
    );
    let proof = "certificates/impossible/dimacs-compact/proof.drat";
    assert!(checks["certificates"].1.contains(proof), "{checks:?}");
    // What nobody lists is found there too, whatever its name.
    for extra in ["note.txt", "dimacs-compact/other.out", "more/model.cnf"] {
        let path = place.path("out/certificates/impossible").join(extra);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, "").expect("a file");
        let (code, checks) = checked(&place, "--no-tools");
        assert_eq!(code, Some(5), "{extra}: {checks:?}");
        let (outcome, words) = &checks["nothing-else"];
        assert_eq!(outcome, "failed", "{extra}: {words}");
        assert!(words.contains(extra), "{extra}: {words}");
        fs::remove_file(&path).expect("a file");
    }
    fs::remove_dir(place.path("out/certificates/impossible/more")).expect("a folder");
    assert_eq!(wrong(&place), Vec::<String>::new());
    // A certificate goes with its instance.
    let whole = files(&place.path("out"));
    let fewer = bundle(
        &place,
        "--for pb-competition puzzles/small.board.json --certify -o OUT",
    );
    assert!(
        fewer.stdout.contains("(0 written, 1 kept, 1 removed)"),
        "{fewer:?}"
    );
    assert!(!place.path("out/certificates").exists());
    assert_eq!(wrong(&place), Vec::<String>::new());
    for (name, bytes) in &whole {
        let path = place.path("out").join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    edit(&place, "solutions/small.txt", "4", "5");
    let mut proofs = files(&place.path("out")).into_keys();
    let proof = proofs
        .find(|name| name.ends_with(".lrat") || name.ends_with(".drat") || name.ends_with(".pbp"));
    fs::write(place.path("out").join(proof.expect("a proof")), "").expect("a file");
    let (code, checks) = checked(&place, "");
    assert_eq!(code, Some(5), "{checks:?}");
    for name in ["certificates", "answers", "files"] {
        assert_eq!(checks[name].0, "failed", "{name}: {checks:?}");
    }
    // Hashes need no tools.
    assert!(wrong(&place).contains(&"certificates".to_owned()));
}
