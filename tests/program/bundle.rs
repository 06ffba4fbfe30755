//! `pipsc bundle`: folders for competitions, rejected puzzles, and `--check`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use pipsc::bundle::CompetitionSpec;
use serde_json::Value;

use crate::command::{RunOutput, TestEnv};
use crate::documented::assert_documented;
use crate::tools;

/// Puzzles with a solution and without, with one and with many, on a grid and not.
const PUZZLES: &str = "puzzles/dozen.txt puzzles/impossible.txt puzzles/small.board.json \
                       puzzles/loose.txt puzzles/2025-09-16-easy.graph.json";

/// Runs `pipsc bundle` with these words; `OUT` is a folder of the environment.
fn bundle(env: &TestEnv, typed: &str) -> RunOutput {
    env.run(format!("bundle {typed}").replace("OUT", "@out"))
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

/// Each competition has its layout. Third-party checks pass if they are installed. The same command
/// gives the same bytes in any order of puzzles, and `--check` finds no differences.
#[test]
fn every_competition_gets_a_folder_that_its_tools_accept() {
    for CompetitionSpec { name, .. } in CompetitionSpec::all() {
        let competition = name.as_str();
        let env = TestEnv::new();
        let _ = made(&env, competition, PUZZLES);
        let manifest = manifest(&env);
        assert_documented("Manifest", &manifest);
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
                "non-incremental/QF_LIA/20261119-Pips-pipsc/dozen.smt2",
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
pub(crate) fn open_board() -> String {
    let rows = vec!["*".repeat(12); 14].join("\n");
    let dominoes = (0..12).flat_map(|low| (low + 1..13).map(move |high| format!("{low}-{high}")));
    let dominoes: Vec<String> = dominoes.chain((0..6).map(|n| format!("{n}-{n}"))).collect();
    format!("{rows}\n\n{}\n", dominoes.join(" "))
}

#[test]
fn a_time_limit_and_an_interrupt_leave_no_files() {
    let env = TestEnv::new();
    let _ = env.write("open.txt", &open_board());
    let typed = "--for model-counting puzzles/dozen.txt @open.txt --source us --licence MIT --status-limit 1h";
    let output = bundle(&env, &format!("{typed} --time-limit 1s -o OUT"));
    output.assert_exit(3, "nothing was written");
    let nothing_is_left = || {
        let names = env.names("");
        let is_ours = |name: &String| name.starts_with(".pipsc") || name == "out";
        assert!(!names.iter().any(is_ours), "{names:?}");
    };
    nothing_is_left();
    let mut command = env.command(format!("bundle {typed} -o @out"));
    // The bundle is written to a folder beside the target first.
    let _ = env.interrupt(&mut command, |env| {
        env.names("").iter().any(|name| name.starts_with(".pipsc"))
    });
    nothing_is_left();
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
        let changed = env.read(&format!("out/{file}")).replacen(from, to, 1);
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
    // The texts may be edited.
    fs::write(env.path("out/README.md"), "Ours").expect("a file");
    let output = bundle(&env, "--check OUT");
    output.assert_code(0);
    output.stdout_has("README.md: it was edited");
    // Files outside the folder are not read.
    let outside = env
        .read("out/manifest.json")
        .replace("puzzles/dozen.txt", "../secret.txt");
    fs::write(env.path("out/manifest.json"), outside).expect("a file");
    let output = bundle(&env, "--check OUT");
    output.stderr_has("not a path inside the bundle");
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
    assert!(
        env.read("out/description.tex")
            .contains("embedded \\\\\n\\hline")
    );
    let typed = "--for sat-competition puzzles/dozen.txt --times puzzles/dozen.txt -o @other";
    assert_eq!(bundle(&env, typed).code, Some(2));
}

#[test]
fn generated_puzzles_are_bundled_with_their_recipes_and_the_author() {
    let env = TestEnv::new();
    for size in [2, 3] {
        let gen_options = format!("--family full --size {size} --seed 5 --count 2");
        let _ = env.succeed(format!("gen {gen_options} -o @puzzles/"));
    }
    let options = "--author Lovelace --date 2026-12-24 -o OUT";
    let output = bundle(&env, &format!("--for smt-lib @puzzles {options}"));
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
    let script = env.read("out/non-incremental/QF_LIA/20261224-Pips-Lovelace/full-2-5.smt2");
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
    assert!(
        env.read("out/LICENSE")
            .contains("Copyright (c) 2026 Lovelace\n")
    );
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
