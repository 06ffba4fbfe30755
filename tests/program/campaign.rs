//! Campaigns: the runs of a bench cut into shards, made anywhere and in any order, and merged. Nothing here
//! looks at how long anything took.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;

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
fn lines(path: &Path) -> Vec<Value> {
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

fn text(path: &Path) -> String {
    path.to_str().expect("a path").to_owned()
}

/// Runs `pipsc bench`, with words and paths.
fn bench(place: &Place, arguments: &[&str]) -> Did {
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
struct Campaign {
    place: Place,
    arguments: Vec<&'static str>,
    plan: PathBuf,
    shards: Vec<PathBuf>,
}

impl Campaign {
    /// The last shard is run first.
    fn run() -> Self {
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
    fn merge(&self, files: &[PathBuf], out: &str) -> (Did, PathBuf) {
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
fn two_writers_are_refused_and_a_killed_one_is_followed() {
    let place = Place::new();
    let out = place.path("results.jsonl");
    let file = text(&out);
    let solvers = crate::bench::hostile(&place, "never-ends");
    let arguments = [
        "bench",
        PUZZLES[0],
        "--solver",
        "embedded,hostile",
        "--solvers",
        &solvers,
    ];
    let arguments = [
        &arguments[..],
        &[
            "--out",
            &file,
            "--time-limit",
            "10m",
            "--resume",
            "--jobs",
            "2",
        ],
    ]
    .concat();
    let mut first = place
        .command(&arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    place.wait_until("a run is written", |_| {
        fs::read_to_string(&out).is_ok_and(|text| text.contains("\"kind\":\"run\""))
    });
    let output = place.command(&arguments).output().expect("the program");
    let did = Did::new(output);
    assert_eq!(did.code, Some(2), "{did:?}");
    assert!(
        did.stderr.contains("another process is writing to"),
        "{did:?}"
    );
    // Killed without a chance to tidy up, it holds nobody back.
    first.kill().expect("a signal");
    let _ = first.wait().expect("its end");
    place.wait_until("its guards are gone", |place| place.processes().is_empty());
    let before = runs(&out);
    let quick = [
        "bench",
        PUZZLES[0],
        "--out",
        &file,
        "--resume",
        "--time-limit",
        "10m",
    ];
    let did = Did::new(place.command(&quick).output().expect("the program"));
    assert_eq!(did.code, Some(0), "{did:?}");
    let after = runs(&out);
    assert!(before.iter().all(|(key, run)| after.get(key) == Some(run)));
    for file in place.files() {
        fs::remove_dir_all(file).expect("what the killed one left");
    }
}

/// Rewrites the runs of a file.
fn edit(path: &Path, mut change: impl FnMut(&mut Value)) {
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
fn the_same_shard_twice_counts_once() {
    let campaign = Campaign::run();
    let again = campaign.place.path("again.jsonl");
    let file = text(&again);
    let own = ["--shard", "1/3", "--out", &file, "--format", "none"];
    let did = bench(&campaign.place, &[&campaign.arguments[..], &own].concat());
    assert_eq!(did.code, Some(0), "{did:?}");
    // One of the runs could not be made the first time: the second one counts.
    let first = &campaign.shards[2];
    let mut failed = None;
    edit(first, |run| {
        if failed.is_none() && run["start_up"] == false {
            run["verdict"] = "failed".into();
            run["problem"] = "the node had no memory".into();
            run["solutions"] = Value::Null;
            failed = run["key"].as_str().map(str::to_owned);
        }
    });
    let files = [&campaign.shards[..], &[again]].concat();
    let (did, all) = campaign.merge(&files, "all.jsonl");
    assert_eq!(did.code, Some(0), "{did:?}");
    assert!(did.stderr.contains("are there more than once"), "{did:?}");
    let merged = runs(&all);
    assert_eq!(merged.len(), 30);
    assert_eq!(merged[&failed.expect("a run")]["verdict"], "answered");
    // The other way round it comes out the same.
    let files: Vec<PathBuf> = files.iter().rev().cloned().collect();
    let (_, backwards) = campaign.merge(&files, "backwards.jsonl");
    assert_eq!(runs(&backwards), merged);
}

#[test]
fn a_cut_line_is_told_and_made_again() {
    let campaign = Campaign::run();
    let place = &campaign.place;
    let path = &campaign.shards[2];
    let whole = fs::read_to_string(path).expect("the file");
    let before = runs(path);
    fs::write(path, &whole[..whole.len() - 30]).expect("a file");
    // A merge passes over it, and knows that it is missing.
    let (did, _) = campaign.merge(&campaign.shards, "all.jsonl");
    assert_eq!(did.code, Some(3), "{did:?}");
    assert!(
        did.stderr.contains("1 runs of the plan are missing"),
        "{did:?}"
    );
    let file = text(path);
    let own = ["--shard", "1/3", "--out", &file, "--resume"];
    let did = bench(place, &[&campaign.arguments[..], &own].concat());
    assert_eq!(did.code, Some(0), "{did:?}");
    assert!(
        did.stderr.contains("was cut off; its run is made again"),
        "{did:?}"
    );
    assert_eq!(runs(path), before);

    // In the middle of a file it is no cut, and nothing is written.
    let middle = whole.replacen("\"puzzle\"", "\"puz{\"kind\"", 1);
    fs::write(path, middle).expect("a file");
    let (did, out) = campaign.merge(&campaign.shards, "none.jsonl");
    assert_eq!(did.code, Some(2), "{did:?}");
    assert!(did.stderr.contains("shard-1.jsonl:2: "), "{did:?}");
    assert!(!out.exists());
}

#[test]
fn records_of_other_versions_are_told() {
    let campaign = Campaign::run();
    let path = campaign.shards[0].clone();
    edit(&path, |run| {
        run["pipsc"] = "0.0.9".into();
        run["program_sha256"] = "0".repeat(64).into();
    });
    let (did, all) = campaign.merge(&campaign.shards, "all.jsonl");
    assert_eq!(did.code, Some(0), "{did:?}");
    let said = "the runs were made by 2 versions of pipsc: 0.0.9 (";
    assert!(did.stderr.contains(said), "{did:?}");
    let said = "embedded was 2 programs: ";
    assert!(did.stderr.contains(said), "{did:?}");
    assert_eq!(runs(&all).len(), 30, "nothing is lost");

    edit(&path, |run| run["form"] = 3.into());
    let (did, out) = campaign.merge(&campaign.shards, "none.jsonl");
    assert_eq!(did.code, Some(2), "{did:?}");
    let said = "form: found 3 of pipsc 0.0.9, and this version of pipsc (";
    assert!(did.stderr.contains(said), "{did:?}");
    assert!(!out.exists());

    // What was changed by hand does not fit its key.
    edit(&path, |run| {
        run["form"] = 2.into();
        run["repeat"] = 7.into();
    });
    let file = text(&path);
    let did = bench(&campaign.place, &["--merge", &file]);
    assert_eq!(did.code, Some(2), "{did:?}");
    assert!(
        did.stderr.contains("it was changed after it was written"),
        "{did:?}"
    );
}

#[test]
fn clocks_decide_nothing() {
    let campaign = Campaign::run();
    let mut hour = 0;
    edit(&campaign.shards[0], |run| {
        // The first in the future, the others ever earlier.
        let started = 4_000_000_000_000_u64 - hour * 3_600_000;
        hour += 1;
        run["started"] = started.into();
    });
    edit(&campaign.shards[1], |run| run["started"] = 0.into());
    let (did, all) = campaign.merge(&campaign.shards, "all.jsonl");
    assert_eq!(did.code, Some(0), "{did:?}");
    for said in [
        "clocks differ: ",
        "runs say that they begin in the future",
        "runs say that they began before 2025",
        "from line 3 of ",
        "all runs count",
    ] {
        assert!(did.stderr.contains(said), "no `{said}` in {did:?}");
    }
    assert_eq!(runs(&all).len(), 30, "nothing is lost");
}

#[test]
fn a_puzzle_that_changed_between_shards_is_named() {
    let place = Place::new();
    let puzzle = place.write("mine.txt", "AA\n\nA 3\n\n12\n");
    let puzzle = text(&puzzle);
    let arguments = [PUZZLES[0], &puzzle, "--goal", "one,count"];
    let out = |shard: u32| text(&place.path(&format!("{shard}.jsonl")));
    let run = |shard: u32| {
        let (part, file) = (format!("{shard}/2"), out(shard));
        let own = ["--shard", &part, "--out", &file, "--format", "none"];
        let did = bench(&place, &[&arguments[..], &own].concat());
        assert_eq!(did.code, Some(0), "{did:?}");
    };
    run(1);
    fs::write(&puzzle, "AA\n\nA <4\n\n12\n").expect("another puzzle");
    run(2);
    let merged = text(&place.path("all.jsonl"));
    let merge = [
        "--merge",
        &out(1),
        &out(2),
        "--out",
        &merged,
        "--format",
        "none",
    ];
    let did = bench(&place, &merge);
    assert_eq!(did.code, Some(0), "{did:?}");
    assert!(
        did.stderr.contains("the shards are not of one plan"),
        "{did:?}"
    );
    assert!(
        did.stderr.contains("the puzzle mine is not the same in"),
        "{did:?}"
    );
    let both = runs(Path::new(&out(1))).len() + runs(Path::new(&out(2))).len();
    assert_eq!(runs(Path::new(&merged)).len(), both, "nothing is lost");
    // Going on with the first shard makes the runs of the new puzzle beside those of the old one.
    let own = [
        "--shard",
        "1/2",
        "--out",
        &out(1),
        "--resume",
        "--format",
        "none",
    ];
    let did = bench(&place, &[&arguments[..], &own].concat());
    assert_eq!(did.code, Some(0), "{did:?}");
    let plans = lines(Path::new(&out(1)));
    let plans: BTreeSet<&str> = plans
        .iter()
        .filter_map(|line| line["plan"].as_str())
        .collect();
    assert_eq!(plans.len(), 2);
}

#[test]
fn a_full_disk_leaves_whole_lines() {
    let campaign = Campaign::run();
    let place = &campaign.place;
    let did = bench(place, &[PUZZLES[0], "--out", "/dev/full", "--resume"]);
    assert_eq!(did.code, Some(1), "{did:?}");
    let said = "cannot write /dev/full: there is no space left on the disk";
    assert!(did.stderr.contains(said), "{did:?}");

    // A disk of two pages holds a few lines.
    if !is_root() {
        eprintln!("NOT TESTED: a small disk, which only root can make");
        return;
    }
    let disk = place.path("disk");
    fs::create_dir(&disk).expect("a folder");
    let mounted = std::process::Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=8k", "tmpfs"])
        .arg(&disk)
        .status();
    assert!(mounted.is_ok_and(|status| status.success()), "a small disk");
    let out = disk.join("results.jsonl");
    let file = text(&out);
    let did = bench(
        place,
        &[&campaign.arguments[..], &["--out", &file]].concat(),
    );
    let kept = fs::read(&out).unwrap_or_default();
    let merge = {
        let shards: Vec<String> = campaign.shards.iter().map(|path| text(path)).collect();
        let all = text(&disk.join("all.jsonl"));
        let words = ["--merge", &shards[0], &shards[1], &shards[2], "--out", &all];
        bench(place, &words)
    };
    let left = fs::read_dir(&disk).expect("the disk").flatten();
    let left: Vec<PathBuf> = left.map(|file| file.path()).collect();
    let unmounted = std::process::Command::new("umount").arg(&disk).status();
    assert!(unmounted.is_ok_and(|status| status.success()));
    for did in [&did, &merge] {
        assert_eq!(did.code, Some(1), "{did:?}");
        assert!(
            did.stderr.contains("there is no space left on the disk"),
            "{did:?}"
        );
    }
    assert_eq!(left.len(), 1, "no half of a merged file: {left:?}");
    assert_eq!(kept.last(), Some(&b'\n'), "whole lines");
    // Elsewhere it goes on where it was.
    let moved = place.path("moved.jsonl");
    fs::write(&moved, &kept).expect("a file");
    let before = runs(&moved);
    assert!(!before.is_empty());
    let file = text(&moved);
    let did = bench(
        place,
        &[&campaign.arguments[..], &["--out", &file, "--resume"]].concat(),
    );
    assert_eq!(did.code, Some(0), "{did:?}");
    let after = runs(&moved);
    assert_eq!(after.len(), 30);
    assert!(before.iter().all(|(key, run)| after[key] == *run));
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
