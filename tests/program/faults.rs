//! What goes wrong in campaigns: each of it is told, and loses nothing.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;

use crate::bench::hostile;
use crate::campaign::{Campaign, PUZZLES, bench, edit, is_root, lines, runs, text};
use crate::command::{Did, Place};

#[test]
fn two_writers_are_refused_and_a_killed_one_is_followed() {
    let place = Place::new();
    let out = place.path("results.jsonl");
    let file = text(&out);
    let solvers = hostile(&place, "never-ends");
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
    place.wait_until("its solver is gone", |place| place.processes().is_empty());
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
fn an_interrupted_merge_leaves_nothing() {
    let place = Place::new();
    // It takes long to see that nothing is in any of these lines.
    let blank = place.path("blank.jsonl");
    fs::write(&blank, vec![b'\n'; 1 << 27]).expect("a file");
    let mut child = place
        .command(&["bench", "--merge", &text(&blank), "--format", "none"])
        .spawn()
        .expect("the program");
    place.wait_until("it has a folder", |place| !place.files().is_empty());
    let pid = Pid::from_raw(child.id().cast_signed());
    kill(pid, Signal::SIGINT).expect("a signal");
    assert_eq!(child.wait().expect("its end").code(), Some(130));
    place.assert_clean("a merge was interrupted");
}
