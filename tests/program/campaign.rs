//! Campaigns: the runs of a bench cut into shards, made anywhere and in any order, and merged. Nothing here
//! looks at how long anything took.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::command::{Did, Place};

/// Puzzles that take no time, whatever is asked.
pub(crate) const PUZZLES: [&str; 6] = [
    "puzzles/small.board.json",
    "puzzles/impossible.txt",
    "puzzles/dozen.txt",
    "puzzles/islands.txt",
    "puzzles/2025-10-05-easy.nyt.json",
    "puzzles/2025-10-16-easy.cells.json",
];

/// What may differ between two makings of the same run.
const TIMES: [&str; 5] = ["started", "wall", "cpu", "emit", "memory"];

/// The lines of a file.
pub(crate) fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a whole line"))
        .collect()
}

/// The runs of a file by their keys, each once, without what may differ.
pub(crate) fn runs(path: &Path) -> BTreeMap<String, Value> {
    let mut runs = BTreeMap::new();
    for mut line in lines(path) {
        if line["kind"] != "run" {
            continue;
        }
        for field in TIMES {
            let there = line.as_object_mut().and_then(|run| run.remove(field));
            assert!(there.is_some(), "no {field} in {line}");
        }
        let key = line["key"].as_str().expect("a key").to_owned();
        assert!(runs.insert(key, line).is_none(), "a run is there twice");
    }
    runs
}

/// Tells whether the tests may do everything.
pub(crate) fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

pub(crate) fn text(path: &Path) -> String {
    path.to_str().expect("a path").to_owned()
}

/// Runs `pipsc bench`, with words and paths.
pub(crate) fn bench(place: &Place, arguments: &[&str]) -> Did {
    place.run(&[&["bench"], arguments].concat())
}

/// The arguments of a campaign of many short runs.
fn campaign(puzzles: &[&'static str]) -> Vec<&'static str> {
    let options = ["--goal", "one,unique", "--repeat", "2"];
    [puzzles, &options].concat()
}

fn is_valid(schema: &str, values: &[Value]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schema");
    let text = fs::read(path.join(schema)).expect("the schema");
    let schema = serde_json::from_slice(&text).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    for value in values {
        if let Err(error) = schema.validate(value) {
            panic!("{error} in {value}");
        }
    }
}

/// A campaign in three shards, each with its file, and the plan.
pub(crate) struct Campaign {
    pub(crate) place: Place,
    pub(crate) arguments: Vec<&'static str>,
    plan: PathBuf,
    pub(crate) shards: Vec<PathBuf>,
}

impl Campaign {
    /// The last shard is run first.
    pub(crate) fn run() -> Self {
        let place = Place::new();
        let arguments = campaign(&PUZZLES);
        let did = bench(
            &place,
            &[&arguments[..], &["--plan", "--shards", "3"]].concat(),
        );
        assert_eq!(did.code, Some(0), "{did:?}");
        let plan = place.write("plan.jsonl", &did.stdout);
        let mut shards = Vec::new();
        for shard in (1..=3).rev() {
            let out = place.path(&format!("shard-{shard}.jsonl"));
            let (part, file) = (format!("{shard}/3"), text(&out));
            let own = ["--shard", &part, "--out", &file, "--format", "none"];
            let did = bench(&place, &[&arguments[..], &own].concat());
            assert_eq!((did.code, did.stdout.as_str()), (Some(0), ""), "{did:?}");
            shards.push(out);
        }
        Campaign {
            place,
            arguments,
            plan,
            shards,
        }
    }

    /// Merges some files into a new one.
    pub(crate) fn merge(&self, files: &[PathBuf], out: &str) -> (Did, PathBuf) {
        let out = self.place.path(out);
        let missing = text(&self.place.path("missing.jsonl"));
        let files: Vec<String> = files.iter().map(|file| text(file)).collect();
        let mut arguments = vec!["--merge"];
        arguments.extend(files.iter().map(String::as_str));
        let (plan, file) = (text(&self.plan), text(&out));
        arguments.extend(["--planned", &plan, "--missing", &missing]);
        arguments.extend(["--out", &file, "--format", "none"]);
        (bench(&self.place, &arguments), out)
    }
}

/// Rewrites the runs of a file.
pub(crate) fn edit(path: &Path, mut change: impl FnMut(&mut Value)) {
    let mut text = String::new();
    for mut line in lines(path) {
        if line["kind"] == "run" {
            change(&mut line);
        }
        text += &format!("{line}\n");
    }
    fs::write(path, text).expect("a file");
}

#[test]
fn shards_merged_are_what_one_process_makes() {
    let campaign = Campaign::run();
    let place = &campaign.place;
    let plan = lines(&campaign.plan);
    // Six puzzles, two questions, twice; and three start-ups for each question.
    assert_eq!(plan.len(), 6 * 2 * 2 + 3 * 2);
    is_valid("plan.schema.json", &plan);
    let keys: BTreeSet<&str> = plan.iter().filter_map(|run| run["key"].as_str()).collect();
    assert_eq!(keys.len(), plan.len());
    for (number, run) in (1..).zip(&plan) {
        assert_eq!(run["run"], number);
    }

    // Every run is in the file of its shard, and in no other.
    for (path, shard) in campaign.shards.iter().zip([3, 2, 1]) {
        let own = plan.iter().filter(|run| run["shard"] == shard);
        let own: BTreeSet<&str> = own.filter_map(|run| run["key"].as_str()).collect();
        let made = runs(path);
        assert_eq!(
            made.keys().map(String::as_str).collect::<BTreeSet<_>>(),
            own
        );
        assert!(
            own.len() >= plan.len() / 3 - 3,
            "{} of {}",
            own.len(),
            plan.len()
        );
        is_valid("record.schema.json", &lines(path));
    }
    // A plan of one shard is a part of the plan.
    let own = [&campaign.arguments[..], &["--plan", "--shard", "2/3"]].concat();
    let did = bench(place, &own);
    let part: Vec<Value> = plan
        .iter()
        .filter(|run| run["shard"] == 2)
        .cloned()
        .collect();
    let printed: Vec<Value> = did
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(printed, part);

    let one = text(&place.path("one.jsonl"));
    let did = bench(place, &[&campaign.arguments[..], &["--out", &one]].concat());
    assert_eq!(did.code, Some(0), "{did:?}");
    let (did, all) = campaign.merge(&campaign.shards, "all.jsonl");
    assert_eq!((did.code, did.stderr.as_str()), (Some(0), ""), "{did:?}");
    assert_eq!(runs(&all), runs(Path::new(&one)));
    assert_eq!(fs::read(place.path("missing.jsonl")).expect("a file"), b"");
    // What it was begun for is the same too.
    assert_eq!(lines(&all)[0], lines(Path::new(&one))[0]);
    is_valid("record.schema.json", &lines(&all));
}

#[test]
fn a_plan_says_everything_that_its_keys_depend_on() {
    let place = Place::new();
    let puzzle = [PUZZLES[0], "--repeat", "1", "--cpu-limit", "30s"];
    let usual = ["--memory-limit", "1GB", "--cores", "1"];
    let arguments = [&puzzle[..], &usual].concat();
    let did = bench(&place, &[&arguments[..], &["--plan"]].concat());
    let plan = place.write("plan.jsonl", &did.stdout);
    let planned = lines(&plan);
    is_valid("plan.schema.json", &planned);
    // A run has the key that the plan announced, and says the same of itself.
    let (out, plan) = (place.path("results.jsonl"), text(&plan));
    let own = ["--runs", &plan, "--out", &text(&out)];
    let did = bench(&place, &[&arguments[..], &own].concat());
    assert_eq!(did.code, Some(0), "{did:?}");
    let made = runs(&out);
    assert_eq!(made.len(), planned.len());
    for run in &planned {
        let made = &made[run["key"].as_str().expect("a key")];
        for field in [
            "digest",
            "solver",
            "encoding",
            "question",
            "steps",
            "start_up",
            "repeat",
            "time_limit",
            "cpu_limit",
            "memory_limit",
            "cores",
        ] {
            assert_eq!(run[field], made[field], "{field} of {run}");
        }
    }
    assert_eq!(planned[0]["cpu_limit"], 30.0);
    // Whoever leaves one of them out has another plan.
    for other in [
        &arguments[..3],
        &arguments[..5],
        &arguments[..7],
        &[&puzzle[..], &["--cores", "1"]].concat(),
    ] {
        let did = bench(&place, &[other, &["--runs", &plan, "--plan"]].concat());
        assert_eq!(did.code, Some(2), "{other:?}: {did:?}");
    }
}

#[test]
fn what_is_missing_is_a_plan_that_completes_it() {
    let campaign = Campaign::run();
    let place = &campaign.place;
    let (did, half) = campaign.merge(&campaign.shards[1..], "half.jsonl");
    assert_eq!(did.code, Some(3), "{did:?}");
    let lost = runs(&campaign.shards[0]);
    let message = format!("{} runs of the plan are missing", lost.len());
    assert!(did.stderr.contains(&message), "{did:?}");
    let missing = place.path("missing.jsonl");
    let keys: BTreeSet<String> = lines(&missing)
        .iter()
        .map(|run| run["key"].as_str().expect("a key").to_owned())
        .collect();
    assert_eq!(keys, lost.keys().cloned().collect());

    // In two shards of its own.
    let mut files = vec![half];
    for shard in ["1/2", "2/2"] {
        let out = place.path(&format!("rest-{}.jsonl", &shard[..1]));
        let (missing, file) = (text(&missing), text(&out));
        let own = ["--runs", &missing, "--shard", shard, "--out", &file];
        let did = bench(place, &[&campaign.arguments[..], &own].concat());
        assert_eq!(did.code, Some(0), "{did:?}");
        files.push(out);
    }
    let (did, all) = campaign.merge(&files, "all.jsonl");
    assert_eq!((did.code, did.stderr.as_str()), (Some(0), ""), "{did:?}");
    assert_eq!(runs(&all).len(), lines(&campaign.plan).len());

    // A plan of other runs is refused, and says which.
    let plan = text(&campaign.plan);
    let did = bench(place, &["puzzles/small.board.json", "--runs", &plan]);
    assert_eq!(did.code, Some(2), "{did:?}");
    assert!(
        did.stderr
            .contains("are not among the runs of this command"),
        "{did:?}"
    );
}

#[test]
fn without_the_plan_the_number_of_missing_runs_is_known() {
    let campaign = Campaign::run();
    let [_, two, one] = &campaign.shards[..] else {
        panic!("three shards");
    };
    let (one, two) = (text(one), text(two));
    let did = bench(
        &campaign.place,
        &["--merge", &one, &two, "--format", "json"],
    );
    assert_eq!(did.code, Some(0), "{did:?}");
    let lost = runs(&campaign.shards[0]).len();
    let message = format!("{lost} of the 30 runs of the plan are missing");
    assert!(did.stderr.contains(&message), "{did:?}");
}

#[test]
fn shards_are_balanced_by_the_times_of_earlier_results() {
    let place = Place::new();
    let results = place.path("earlier.jsonl");
    let file = text(&results);
    let puzzles = [
        "puzzles/small.board.json",
        "puzzles/dozen.txt",
        "puzzles/islands.txt",
    ];
    let did = bench(&place, &[&puzzles[..], &["--out", &file]].concat());
    assert_eq!(did.code, Some(0), "{did:?}");
    // One of the puzzles takes as long as the two others together.
    let mut changed = String::new();
    for mut line in lines(&results) {
        if line["kind"] == "run" {
            let time = if line["puzzle"] == "dozen" {
                20.0
            } else {
                10.0
            };
            line["wall"] = time.into();
            line["emit"] = 0.0.into();
        }
        changed += &format!("{line}\n");
    }
    fs::write(&results, changed).expect("a file");
    let plan = ["--plan", "--shards", "2", "--costs", &file];
    let did = bench(&place, &[&puzzles[..], &plan].concat());
    assert_eq!(did.code, Some(0), "{did:?}");
    let mut loads = BTreeMap::new();
    for line in did.stdout.lines() {
        let run: Value = serde_json::from_str(line).expect("JSON");
        let load: &mut f64 = loads.entry(run["shard"].as_u64()).or_default();
        *load += run["cost"].as_f64().expect("a cost");
    }
    assert_eq!(loads, BTreeMap::from([(Some(1), 20.0), (Some(2), 20.0)]));
}

#[test]
fn times_of_other_machines_are_not_compared_unless_asked() {
    let campaign = Campaign::run();
    let place = &campaign.place;
    edit(&campaign.shards[0], |run| {
        run["machine"] = json!({
            "system": "linux x86_64", "cpu": "Another CPU", "cores": 64,
            "memory": 512_000_000_000_u64, "kernel": "5.0",
        });
    });
    let files: Vec<String> = campaign.shards.iter().map(|path| text(path)).collect();
    let merge = ["--merge", &files[0], &files[1], &files[2]];
    let did = bench(place, &[&merge[..], &["--format", "json"]].concat());
    assert_eq!(did.code, Some(0), "{did:?}");
    let said = "made on 2 kinds of machines, whose times are not compared";
    assert!(did.stderr.contains(said), "{did:?}");
    is_valid("bench.schema.json", &[did.json()]);
    let apart = did.json()["apart"].clone();
    let machines = [&apart[0], &apart[1]].map(|one| one["machines"][0]["cpu"].clone());
    assert_eq!(machines[0], "Another CPU");
    assert_ne!(machines[1], "Another CPU");
    let did = bench(place, &merge);
    assert!(
        did.stdout
            .contains("on Another CPU, 64 cores, 512 GB, linux x86_64 5.0")
    );

    let page = text(&place.path("report.html"));
    let html = ["--html", &page];
    let did = bench(place, &[&merge[..], &html].concat());
    assert_eq!(did.code, Some(2), "{did:?}");
    assert!(
        did.stderr.contains("--mix-machines does so all the same"),
        "{did:?}"
    );
    assert!(!Path::new(&page).exists());
    let mixed = ["--mix-machines", "--format", "json"];
    let did = bench(place, &[&merge[..], &html, &mixed].concat());
    assert_eq!(did.code, Some(0), "{did:?}");
    is_valid("bench.schema.json", &[did.json()]);
    assert_eq!(did.json()["machines"].as_array().map(Vec::len), Some(2));
    assert_eq!(did.json()["columns"][0]["tried"], 6);
    assert!(Path::new(&page).exists());
}

#[test]
fn every_record_says_what_was_run_and_where() {
    let place = Place::new();
    let out = place.path("results.jsonl");
    let file = text(&out);
    let solvers = crate::bench::hostile(&place, "silent");
    let arguments = [
        PUZZLES[0],
        "--solver",
        "embedded,hostile",
        "--solvers",
        &solvers,
    ];
    let options = [
        "--emit",
        "dimacs",
        "--cores",
        "1",
        "--memory-limit",
        "1GB",
        "--out",
        &file,
    ];
    let _ = bench(&place, &[&arguments[..], &options].concat());
    let runs = runs(&out);
    assert_eq!(runs.len(), 4 * 3);
    for run in runs.values() {
        let machine = &run["machine"];
        assert!(
            machine["cores"].as_u64().is_some_and(|cores| cores > 0),
            "{run}"
        );
        assert!(
            !machine["cpu"].as_str().unwrap_or_default().is_empty(),
            "{run}"
        );
        assert_eq!(run["pipsc"], env!("CARGO_PKG_VERSION"));
        assert_eq!(
            (&run["cores"], &run["memory_limit"]),
            (&1.into(), &1_000_000_000.into())
        );
        if cfg!(target_os = "linux") {
            assert_eq!(run["pinned"], true, "{run}");
        }
        assert!(run["program_sha256"].is_string(), "{run}");
    }
    let of = |solver: &str| {
        let mut found = runs.values().filter(|run| run["solver"] == solver);
        found.find(|run| run["start_up"] == false).expect("a run")
    };
    let command = of("embedded")["command"].as_str().expect("a command");
    assert!(
        command.contains(" run puzzles/small.board.json --solver embedded"),
        "{command}"
    );
    // Whoever cannot be believed was given the same model, by a command that can be repeated.
    let wrong = of("hostile");
    assert_eq!(wrong["verdict"], "wrong", "{wrong}");
    let command = wrong["command"].as_str().expect("a command");
    assert!(command.ends_with("/silent model.cnf"), "{command}");
    let hash = wrong["model_sha256"].as_str().expect("a hash");
    assert_eq!(hash.len(), 64, "{wrong}");
    assert!(wrong["model_bytes"].as_u64() > Some(0), "{wrong}");
    let emitted = of("pipsc emit dimacs");
    let model = place.run(&["emit", PUZZLES[0], "--target", "dimacs", "--prune"]);
    let hash = pipsc::bundle::sha256(model.stdout.as_bytes());
    assert_eq!(emitted["model_sha256"], hash);
    let program = fs::read(env!("CARGO_BIN_EXE_pipsc")).expect("the program");
    assert_eq!(emitted["program_sha256"], pipsc::bundle::sha256(&program));

    let many = bench(&place, &[PUZZLES[0], "--cores", "1000", "--jobs", "2"]);
    assert_eq!(many.code, Some(2), "{many:?}");
    assert!(
        many.stderr
            .contains("need 2000 cores, and this process may use"),
        "{many:?}"
    );
}
