//! Campaigns: benchmarks in shards, whose results are merged. Times are not tested.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::command::{RunOutput, TestEnv};
use crate::documented::assert_documented;
use crate::tools;

/// Puzzles that are fast for every goal.
const PUZZLES: [&str; 6] = [
    "puzzles/small.board.json",
    "puzzles/impossible.txt",
    "puzzles/dozen.txt",
    "puzzles/islands.txt",
    "puzzles/2025-10-05-easy.nyt.json",
    "puzzles/2025-10-16-easy.cells.json",
];

/// The fields that may differ between repetitions of a run.
const TIMES: [&str; 5] = ["started", "wall", "cpu", "emit", "memory"];

/// The fields that identify a run.
const KEY: [&str; 6] = [
    "digest",
    "solver",
    "question",
    "start_up",
    "repeat",
    "time_limit",
];

/// The records of a results file.
pub(crate) fn records(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a whole line"))
        .collect()
}

/// The runs of a file by their identity, without the fields that may differ. Each run must be
/// unique.
fn runs(path: &Path) -> BTreeMap<String, Value> {
    let mut runs = BTreeMap::new();
    for mut line in records(path) {
        for field in TIMES {
            let there = line.as_object_mut().and_then(|run| run.remove(field));
            assert!(there.is_some(), "no {field} in {line}");
        }
        let key = KEY.map(|field| line[field].to_string()).join(" ");
        assert!(runs.insert(key, line).is_none(), "a repeated run");
    }
    runs
}

fn text(path: &Path) -> String {
    path.to_str().expect("a path").to_owned()
}

/// Runs `pipsc bench`.
fn bench(env: &TestEnv, arguments: &str) -> RunOutput {
    env.run(format!("bench {arguments}"))
}

/// A campaign in three shards, each with its file.
struct Campaign {
    env: TestEnv,
    arguments: String,
    shards: Vec<PathBuf>,
}

impl Campaign {
    /// The last shard is run first.
    fn run() -> Self {
        let env = TestEnv::new();
        let arguments = format!("{} --goal one,unique --repeat 2", PUZZLES.join(" "));
        let mut shards = Vec::new();
        for shard in (1..=3).rev() {
            let own = format!("--shard {shard}/3 --out @shard-{shard}.jsonl -q");
            bench(&env, &format!("{arguments} {own}")).assert_stdout(0, "");
            shards.push(env.path(&format!("shard-{shard}.jsonl")));
        }
        Campaign {
            env,
            arguments,
            shards,
        }
    }

    /// Merges some files into a new one.
    fn merge(&self, files: &[PathBuf], out: &str) -> (RunOutput, PathBuf) {
        let out = self.env.path(out);
        let files: Vec<String> = files.iter().map(|file| text(file)).collect();
        let arguments = format!("--merge {} --out {}", files.join(" "), out.display());
        (bench(&self.env, &arguments), out)
    }
}

/// Rewrites the runs of a file.
fn edit(path: &Path, mut change: impl FnMut(&mut Value)) {
    let mut text = String::new();
    for mut line in records(path) {
        change(&mut line);
        text += &format!("{line}\n");
    }
    fs::write(path, text).expect("a file");
}

#[test]
fn merged_shards_equal_one_process() {
    let campaign = Campaign::run();
    let env = &campaign.env;
    let one = env.path("one.jsonl");
    let output = bench(env, &format!("{} --out @one.jsonl", campaign.arguments));
    output.assert_code(0);
    // Six puzzles, two questions, twice; and three start-ups for each question.
    assert_eq!(runs(&one).len(), 6 * 2 * 2 + 3 * 2);
    let (merged, all) = campaign.merge(&campaign.shards, "all.jsonl");
    merged.assert_stderr(0, "");
    assert_eq!(runs(&all), runs(&one));
    for run in records(&all) {
        assert_documented("Record", &run);
        assert_eq!(run["pipsc"], env!("CARGO_PKG_VERSION"), "{run}");
        assert!(run["machine"]["cores"].as_u64() > Some(0), "{run}");
        assert_eq!(run["steps"], json!(["symmetry", "prune", "redundant"]));
    }
    // The report lists columns and puzzles as that of one process does.
    let names = |output: &RunOutput| -> Vec<String> {
        let words = output
            .stdout
            .lines()
            .filter_map(|line| line.split_whitespace().next());
        words.map(str::to_owned).collect()
    };
    assert_eq!(names(&merged), names(&output));
    // No run is left, and none is repeated.
    let before = records(&campaign.shards[0]);
    let own = "--shard 3/3 --out @shard-3.jsonl --resume";
    bench(env, &format!("{} {own}", campaign.arguments)).assert_code(0);
    assert_eq!(records(&campaign.shards[0]), before);
}

#[test]
fn times_of_different_machines_are_compared_only_on_request() {
    let campaign = Campaign::run();
    edit(&campaign.shards[0], |run| {
        run["machine"]["cpu"] = "Another".into();
        run["pipsc"] = "0.0.9".into();
    });
    let (output, all) = campaign.merge(&campaign.shards, "all.jsonl");
    output.assert_exit(0, "made on 2 kinds of machines");
    output.stderr_has("different versions of pipsc: 0.0.9, ");
    assert!(all.exists());
    let json = bench(&campaign.env, "--merge @all.jsonl --format json -q");
    assert_eq!(json.json()["apart"].as_array().map(Vec::len), Some(2));
    assert_documented("Bench", &json.json());
    let page = "--merge @all.jsonl -o @page.html";
    bench(&campaign.env, page).assert_code(2);
    bench(&campaign.env, &format!("{page} -q --mix-machines")).assert_stderr(0, "");
}

#[test]
fn only_one_writer_at_a_time() {
    let env = TestEnv::new();
    let out = env.path("results.jsonl");
    let solvers = env.hostile_solver("hostile", "never-ends", "dimacs");
    let common = format!(
        "bench {} --out @results.jsonl --time-limit 10m --resume",
        PUZZLES[0]
    );
    let arguments = format!("{common} --solver embedded,hostile --solver-file {solvers} --jobs 2");
    let mut first = env
        .command(&arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    env.wait_until("a run is written", |_| {
        fs::read_to_string(&out).is_ok_and(|text| text.contains('\n'))
    });
    let output = RunOutput::new(env.command(&arguments).output().expect("the program"));
    output.assert_exit(2, "another process is writing to");
    // A killed process does not block another process.
    first.kill().expect("a signal");
    let _ = first.wait().expect("its end");
    env.wait_until("its solvers are gone", |env| env.processes().is_empty());
    let before = runs(&out);
    let output = RunOutput::new(env.command(&common).output().expect("the program"));
    output.assert_code(0);
    let after = runs(&out);
    assert!(before.iter().all(|(key, run)| after.get(key) == Some(run)));
    for file in env.files() {
        fs::remove_dir_all(file).expect("what the killed one left");
    }
}

#[test]
fn a_full_disk_leaves_complete_lines() {
    let campaign = Campaign::run();
    let env = &campaign.env;
    let output = bench(env, &format!("{} --out /dev/full --resume", PUZZLES[0]));
    output.assert_code(1);
    let message = "cannot write /dev/full: there is no space left on the disk";
    output.stderr_has(message);

    // A disk of two pages holds a few lines.
    if !fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0) {
        eprintln!("NOT TESTED: a small disk, which only root can make");
        return;
    }
    let disk = env.path("disk");
    fs::create_dir(&disk).expect("a folder");
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=8k", "tmpfs"])
        .arg(&disk)
        .status();
    assert!(mounted.is_ok_and(|status| status.success()), "a small disk");
    let out = disk.join("results.jsonl");
    let output = bench(
        env,
        &format!("{} --out @disk/results.jsonl", campaign.arguments),
    );
    let kept = fs::read(&out).unwrap_or_default();
    let (merge, _) = campaign.merge(&campaign.shards, "disk/all.jsonl");
    let left = fs::read_dir(&disk).expect("the disk").count();
    let unmounted = Command::new("umount").arg(&disk).status();
    assert!(unmounted.is_ok_and(|status| status.success()));
    for output in [&output, &merge] {
        output.assert_exit(1, "there is no space left on the disk");
    }
    assert_eq!(left, 1, "no half of a merged file");
    assert_eq!(kept.last(), Some(&b'\n'), "whole lines");
    // A moved file can be resumed.
    let moved = env.path("moved.jsonl");
    fs::write(&moved, &kept).expect("a file");
    let before = runs(&moved);
    assert!(!before.is_empty());
    let own = "--out @moved.jsonl --resume";
    bench(env, &format!("{} {own}", campaign.arguments)).assert_code(0);
    let after = runs(&moved);
    assert_eq!(after.len(), 30);
    assert!(before.iter().all(|(key, run)| after[key] == *run));
}

/// The processes that make the runs of a shard of a campaign.
fn workers(folder: &str) -> Vec<Pid> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pid = |process: PathBuf| {
        let line = fs::read(process.join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        let is_ours = line.starts_with(env!("CARGO_BIN_EXE_pipsc")) && line.contains(folder);
        let pid = process.file_name()?.to_str()?.parse().ok()?;
        (is_ours && line.contains(" --shard "))
            .then(|| Pid::from_raw(pid))
            .flatten()
    };
    processes
        .filter_map(|process| pid(process.path()))
        .collect()
}

#[test]
fn gnu_parallel_with_a_killed_worker_equals_one_process() {
    if tools::find("parallel").is_none() {
        eprintln!("NOT TESTED: GNU parallel is not installed");
        return;
    }
    let env = TestEnv::new();
    let arguments = format!("{} --goal one,unique --repeat 6", PUZZLES[..5].join(" "));
    let one = env.path("one.jsonl");
    bench(&env, &format!("{arguments} --out @one.jsonl")).assert_code(0);
    assert_eq!(runs(&one).len(), 5 * 2 * 6 + 2 * 6);
    let folder = env.path("campaign");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/campaign/parallel.sh");
    // The environment of the program, with the mark of the test.
    let program = env.command("");
    let environment = program.get_envs();
    let mut command = Command::new(script);
    let child = command
        .arg("6")
        .arg(&folder)
        .args(arguments.split(' '))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .envs(environment.filter_map(|(key, value)| Some((key, value?))))
        .env("PIPSC", env!("CARGO_BIN_EXE_pipsc"))
        .env("JOBS", "2")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .expect("bash");
    env.wait_until("a worker is killed", |_| {
        let workers = workers(&text(&folder));
        // The process may have ended.
        let killed = workers
            .first()
            .map(|&worker| kill_process(worker, Signal::KILL));
        killed.is_some_and(|killed| killed.is_ok())
    });
    let output = RunOutput::new(child.wait_with_output().expect("its end"));
    output.assert_code(0);
    output.stdout_has("embedded unique");
    assert_eq!(runs(&folder.join("all.jsonl")), runs(&one));
    // No other process removes the files of a killed process.
    for file in env.files() {
        let _ = fs::remove_dir_all(file);
    }
}
