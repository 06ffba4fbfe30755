//! `pipsc bundle`: folders that competitions accept, what is refused, and what a check finds.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::command::{RunOutput, TestEnv};
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

/// Runs `pipsc bundle` with these words; `OUT` is a folder of the place, and so is what begins with `@`.
fn bundle(env: &TestEnv, typed: &str) -> RunOutput {
    let words = typed.split_whitespace().map(|word| match word {
        "OUT" => env.file("out"),
        word => match word.strip_prefix('@') {
            Some(name) => env.file(name),
            None => word.into(),
        },
    });
    let words: Vec<String> = words.collect();
    let words = words.iter().map(String::as_str);
    env.run(["bundle"].into_iter().chain(words).collect::<Vec<_>>())
}

/// A bundle of some puzzles.
fn made(env: &TestEnv, competition: &str, puzzles: &str) -> RunOutput {
    let licence = match competition {
        "smt-lib" => "CC-BY-4.0",
        _ => "MIT",
    };
    let typed = format!("--for {competition} {puzzles} --source pipsc --licence {licence} -o OUT");
    let output = bundle(env, &typed);
    output.assert_code(0);
    output
}

/// Every file below a folder.
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

fn manifest(env: &TestEnv) -> Value {
    let text = fs::read(env.path("out/manifest.json")).expect("a manifest");
    serde_json::from_slice(&text).expect("JSON")
}

fn text(env: &TestEnv, file: &str) -> String {
    fs::read_to_string(env.path("out").join(file)).expect("a text")
}

/// Each competition gets its layout; the checks of the tools of others pass, where they are installed; the same command
/// gives the same bytes in any order of puzzles, and `--check` finds nothing.
#[test]
fn every_competition_gets_a_folder_that_its_tools_accept() {
    let schema = fs::read("docs/schema/bundle.schema.json").expect("the schema");
    let schema: Value = serde_json::from_slice(&schema).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    for competition in COMPETITIONS {
        let env = TestEnv::new();
        let _ = made(&env, competition, PUZZLES);
        let manifest = manifest(&env);
        let problem = schema.validate(&manifest).err();
        assert!(problem.is_none(), "{competition}: {problem:?}");
        let files = files(&env.path("out"));
        let expected: &[&str] = match competition {
            "minizinc-challenge" => &[
                "pips/pips.mzn",
                "pips/pips.mzc.mzn",
                "pips/dozen.dzn",
                "pips/toy.dzn",
                "DESCRIPTION.md",
            ],
            "sat-competition" => &["pips/pips-dozen.cnf.xz", "description.tex"],
            "smt-lib" => &[
                "non-incremental/QF_LIA/20261118-Pips-pipsc/dozen.smt2",
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
        let common = ["README.md", "LICENSE", "check.sh", "puzzles/dozen.txt"];
        for name in common.iter().chain(expected) {
            assert!(
                files.contains_key(*name),
                "{competition}: {name} of {:?}",
                files.keys()
            );
        }
        let instances = manifest["instances"].as_array().expect("instances");
        let statuses: BTreeMap<&str, &str> = (instances.iter())
            .filter_map(|one| Some((one["name"].as_str()?, one["status"].as_str()?)))
            .collect();
        assert_eq!(
            (statuses["dozen"], statuses["impossible"]),
            ("satisfiable", "unsatisfiable")
        );
        let output = bundle(&env, "--check OUT --format json");
        assert_eq!(
            (output.code, &output.json()["same"]),
            (Some(0), &Value::Bool(true)),
            "{output:?}"
        );

        let packages = fs::read_dir(tools::prefix().join("python"))
            .into_iter()
            .flatten();
        let packages = packages.flatten().map(|entry| entry.path());
        let python = std::env::join_paths(packages).expect("paths");
        let output = Command::new("sh")
            .arg(env.path("out/check.sh"))
            .env("PYTHONPATH", python)
            .output();
        let output = RunOutput::new(output.expect("sh"));
        output.stdout_has(" 0 failed");
        let (tool, program) = match competition {
            "minizinc-challenge" => ("the toy, solved and checked", "minizinc"),
            "smt-lib" => ("dozen.smt2", "cvc5"),
            "xcsp3" => ("Pips-dozen.xml", "cpmpy"),
            "model-counting" => ("256 models, 256 expected", "ganak"),
            _ => ("pips-dozen", "gbdc"),
        };
        if tools::is_installed(program) {
            output.assert_code(0);
            output.stdout_has(tool);
        }
    }
}

#[test]
fn the_same_puzzles_give_the_same_bytes_in_any_order_and_from_the_bundle_itself() {
    let env = TestEnv::new();
    let _ = made(&env, "minizinc-challenge", PUZZLES);
    let first = files(&env.path("out"));
    let reversed: Vec<&str> = PUZZLES.split_whitespace().rev().collect();
    for (folder, puzzles) in [
        ("again", reversed.join(" ")),
        ("third", "@out/puzzles".into()),
    ] {
        let typed = format!(
            "--for minizinc-challenge {puzzles} --times @out/manifest.json --source pipsc --licence MIT -o @{folder}"
        );
        let output = bundle(&env, &typed);
        output.assert_code(0);
        assert_eq!(files(&env.path(folder)), first);
    }
}

/// A board of 84 dominoes without rules.
fn open_board(env: &TestEnv) {
    let rows = vec!["*".repeat(12); 14].join("\n");
    let dominoes = (0..12).flat_map(|low| (low + 1..13).map(move |high| format!("{low}-{high}")));
    let dominoes: Vec<String> = dominoes.chain((0..6).map(|n| format!("{n}-{n}"))).collect();
    let _ = env.write("open.txt", &format!("{rows}\n\n{}\n", dominoes.join(" ")));
}

#[test]
fn a_time_limit_and_an_interrupt_leave_no_files() {
    let env = TestEnv::new();
    open_board(&env);
    let typed = "--for model-counting puzzles/dozen.txt @open.txt --source us --licence MIT --status-limit 1h";
    let output = bundle(&env, &format!("{typed} --time-limit 1s -o OUT"));
    output.assert_exit(3, "nothing was written");
    let nothing_is_left = || {
        let left = fs::read_dir(env.path("")).expect("the place");
        let names = left.map(|entry| entry.expect("an entry").file_name());
        let is_ours = |name: &str| name.starts_with(".pipsc") || name == "out";
        let left: Vec<_> = names
            .filter(|name| is_ours(&name.to_string_lossy()))
            .collect();
        assert!(left.is_empty(), "{left:?}");
    };
    nothing_is_left();
    let words = typed.replace("@open.txt", &env.file("open.txt"));
    let out = env.file("out");
    let mut child = env
        .command(format!("bundle {words} -o {out}"))
        .stdout(Stdio::null())
        .spawn()
        .expect("the program");
    env.wait_until("the folder beside the target exists", |env| {
        let entries = fs::read_dir(env.path("")).expect("a folder");
        let mut names = entries.flatten().map(|entry| entry.file_name());
        names.any(|name| name.to_string_lossy().starts_with(".pipsc"))
    });
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.expect("kill").success());
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    nothing_is_left();
}

#[test]
fn invalid_submissions_fail_before_writing() {
    let env = TestEnv::new();
    let dozen = fs::read_to_string("puzzles/dozen.txt").expect("a puzzle");
    let _ = env.write("twin.txt", &dozen);
    open_board(&env);
    for (typed, says) in [
        (
            "--for smt-lib puzzles/dozen.txt --encoding halves",
            "operators of one solver",
        ),
        (
            "--for sat-competition puzzles/dozen.txt @twin.txt --source us --licence MIT",
            "twin: it is the same puzzle as dozen",
        ),
        (
            "--for model-counting @open.txt --status-limit 100ms --source us --licence MIT",
            "open: the number of its solutions is not known",
        ),
        (
            "--for sat-competition puzzles/dozen.txt",
            "dozen: pipsc has not made this puzzle, so that it is not pipsc's to license: --source names whose it is",
        ),
        (
            "--for smt-lib puzzles/dozen.txt --source us --licence CC-BY-NC-4.0",
            "its licence is CC-BY-NC-4.0, and every file states CC-BY-4.0",
        ),
        (
            "--for sat-competition --family full --size 2 --strict",
            "not yet a full submission for SAT Competition: 1 instance of 20",
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
        (
            "--for smt-lib --family full --size 2 --author=",
            "--author is empty",
        ),
    ] {
        let output = bundle(&env, &format!("{typed} -o OUT"));
        output.assert_exit(2, says);
        assert!(!env.path("out").exists(), "{typed}");
    }
    // Files of others are not overwritten, and neither is a bundle.
    let output = bundle(&env, "--for smt-lib --family full --size 2 -o puzzles");
    output.assert_exit(2, "puzzles is not empty");
}

#[test]
fn a_check_names_every_file_that_differs() {
    let env = TestEnv::new();
    let _ = made(
        &env,
        "model-counting",
        "puzzles/dozen.txt puzzles/loose.txt",
    );
    let whole = files(&env.path("out"));
    let restore = || {
        fs::remove_dir_all(env.path("out")).expect("a folder");
        for (name, bytes) in &whole {
            let path = env.path("out").join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, bytes).expect("a file");
        }
    };
    for (file, from, to) in [
        ("pips/pips-dozen.cnf", "\n-", "\n"),
        ("puzzles/dozen.txt", "\n\n", "\n\n\n"),
        ("expected/pips-loose.txt", "256", "257"),
        (
            "manifest.json",
            "\"status\": \"satisfiable\"",
            "\"status\": \"unsatisfiable\"",
        ),
        (
            "manifest.json",
            "\"solutions\": \"256\"",
            "\"solutions\": \"255\"",
        ),
        ("manifest.json", "\"sha256\": \"", "\"sha256\": \"0"),
        ("check.sh", "failed=0", "failed=-1"),
        ("LICENSE", "MIT", "GPL"),
    ] {
        let changed = text(&env, file).replacen(from, to, 1);
        fs::write(env.path("out").join(file), changed).expect("a file");
        let output = bundle(&env, "--check OUT");
        output.assert_code(5);
        output.stdout_has(format!("{file}: it "));
        restore();
    }
    fs::remove_file(env.path("out/pips/pips-loose.cnf")).expect("a file");
    fs::write(env.path("out/pips/more.cnf"), "p cnf 0 0\n").expect("a file");
    let output = bundle(&env, "--check OUT");
    output.stdout_has("pips/pips-loose.cnf: it is missing");
    output.stdout_has("pips/more.cnf: it does not belong");
    restore();
    // People may edit the texts.
    fs::write(env.path("out/README.md"), "Ours").expect("a file");
    let output = bundle(&env, "--check OUT");
    output.assert_code(0);
    output.stdout_has("README.md: it was edited");
    // Nothing outside of the folder is read.
    let outside = text(&env, "manifest.json").replace("puzzles/dozen.txt", "../secret.txt");
    fs::write(env.path("out/manifest.json"), outside).expect("a file");
    let output = bundle(&env, "--check OUT");
    output.stderr_has("not a path inside of the bundle");
    assert!(
        bundle(&env, "--check puzzles")
            .stderr
            .contains("it has no manifest.json")
    );
}

#[test]
fn times_come_from_result_files_and_stay_with_the_puzzle() {
    let env = TestEnv::new();
    let results = env.file("results.jsonl");
    let typed = "bench puzzles/dozen.txt --solver embedded --terms whole,pruned --out";
    let words: Vec<&str> = typed.split(' ').chain([&*results]).collect();
    let _ = env.succeed(&words);
    let puzzles = "puzzles/dozen.txt puzzles/loose.txt --times @results.jsonl";
    let output = made(&env, "sat-competition", puzzles);
    output.stderr_has("not yet a full submission: 2 instances of 20");
    output.stderr_has("not yet a full submission: 0 instances of 10 measured");
    let manifest = manifest(&env);
    let times = |index: usize| {
        manifest["instances"][index]["times"]
            .as_array()
            .map(Vec::len)
    };
    assert_eq!(times(0).max(times(1)), Some(1), "{manifest}");
    assert!(text(&env, "description.tex").contains("embedded \\\\\n\\hline"));
    let typed = "--for sat-competition puzzles/dozen.txt --times puzzles/dozen.txt -o @other";
    assert_eq!(bundle(&env, typed).code, Some(2));
}

#[test]
fn a_family_is_bundled_with_its_recipes_and_its_author() {
    let env = TestEnv::new();
    let output = bundle(
        &env,
        "--for smt-lib --family full --size 2,3 --seed 5 --count 2 --author Lovelace --date 2026-12-24 -o OUT",
    );
    output.assert_code(0);
    let manifest = manifest(&env);
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
    let script = text(
        &env,
        "non-incremental/QF_LIA/20261224-Pips-Lovelace/full-2-5.smt2",
    );
    for line in [
        "Generated by: Lovelace\n",
        "Generated on: 2026-12-24\n",
        "Hardness: A full double-n set",
        "(set-info :category \"random\")\n",
        "(set-info :status sat)\n",
    ] {
        assert!(script.contains(line), "{line}: {script}");
    }
    assert!(
        !script.contains("Target solver") && !script.contains("Time limit"),
        "{script}"
    );
    assert!(text(&env, "LICENSE").contains("Copyright (c) 2026 Lovelace\n"));
}

#[test]
fn recipes_are_listed_with_sizes_and_times_and_nothing_is_written() {
    let env = TestEnv::new();
    let output = bundle(&env, "--list --for sat-competition");
    output.assert_code(0);
    output.stdout_has("threshold-32-1");
    output.stdout_has(" 64 cells  minisat ");
    let list = bundle(&env, "--list --for model-counting --format json").json();
    assert_eq!(
        list[0]["recipes"][0]["recipe"],
        "family=counting size=2 tightness=0 seed=1"
    );
}
