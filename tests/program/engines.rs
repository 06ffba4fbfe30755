//! Campaigns on the engines that people have: GNU parallel, HyperQueue, Slurm, and BenchExec. Each is run for
//! real, a worker is killed in the middle, and what is merged is what one process makes.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;

use crate::campaign::{PUZZLES, is_root, runs};
use crate::command::{Did, Place};
use crate::tools;

/// How many shards the campaigns have.
const SHARDS: &str = "6";

/// A campaign of 60 runs, and six start-ups.
fn campaign() -> Vec<&'static str> {
    [&PUZZLES[..5], &["--goal", "one,unique", "--repeat", "6"]].concat()
}

/// What one process makes of it, without what may differ.
fn by_one_process() -> &'static std::collections::BTreeMap<String, serde_json::Value> {
    static MADE: OnceLock<std::collections::BTreeMap<String, serde_json::Value>> = OnceLock::new();
    MADE.get_or_init(|| {
        let place = Place::new();
        let out = place.path("one.jsonl");
        let own = ["--out", out.to_str().expect("a path"), "--format", "none"];
        let did = place.run(&[&["bench"], &campaign()[..], &own].concat());
        assert_eq!(did.code, Some(0), "{did:?}");
        let made = runs(&out);
        assert_eq!(made.len(), 60 + 12);
        made
    })
}

/// A script of ours with the campaign, ready to start; its folder is `campaign`.
fn script(place: &Place, name: &str) -> Command {
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/campaign");
    // The program's own environment, with the mark of the place.
    let program = place.command(&[]);
    let mut command = Command::new(scripts.join(name));
    let _ = command
        .arg(SHARDS)
        .arg(place.path("campaign"))
        .args(campaign())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .envs(
            program
                .get_envs()
                .filter_map(|(key, value)| Some((key, value?))),
        )
        .env("PIPSC", env!("CARGO_BIN_EXE_pipsc"))
        .env("JOBS", "2")
        .env("PYTHONPATH", tools::prefix().join("python/hyperqueue"))
        .stdin(Stdio::null())
        .process_group(0);
    command
}

/// The runs that are written so far, over all shards.
fn written(place: &Place) -> usize {
    let files = fs::read_dir(place.path("campaign")).into_iter().flatten();
    let shards = files.flatten().filter(|file| {
        let name = file.file_name();
        let name = name.to_string_lossy();
        name.starts_with("shard-") && name.ends_with(".jsonl")
    });
    let count = |path: PathBuf| {
        let text = fs::read_to_string(path).unwrap_or_default();
        text.matches("\"kind\":\"run\"").count()
    };
    shards.map(|file| count(file.path())).sum()
}

/// The processes that make the runs of a shard. What one of them starts is for a moment called like itself, and is
/// none: if it were killed, its run would have to be made again.
fn workers(place: &Place) -> Vec<Pid> {
    let folder = place.path("campaign").display().to_string();
    let makes_runs = |process: &Path| {
        let line = fs::read(process.join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        let is_ours = line.starts_with(env!("CARGO_BIN_EXE_pipsc")) && line.contains(&folder);
        is_ours && line.contains(" --shard ")
    };
    // Whoever has started something is called by its own name by then.
    let is_first = |process: &Path| {
        let parent = parent(process).map(|parent| Path::new("/proc").join(parent.to_string()));
        !parent.is_some_and(|parent| makes_runs(&parent))
    };
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let processes = processes.map(|process| process.path());
    let workers = processes.filter(|process| makes_runs(process) && is_first(process));
    let pid = |process: PathBuf| process.file_name()?.to_str()?.parse().ok();
    workers.filter_map(pid).map(Pid::from_raw).collect()
}

/// Who started a process: the second word behind its name.
fn parent(process: &Path) -> Option<i32> {
    let stat = fs::read_to_string(process.join("stat")).ok()?;
    let (_, behind) = stat.rsplit_once(')')?;
    behind.split_whitespace().nth(1)?.parse().ok()
}

/// Waits until some runs are written, and kills who is at work.
fn kill_a_worker(place: &Place, least: usize) {
    place.wait_until("some runs are written", |place| written(place) >= least);
    place.wait_until("somebody is at work", |place| {
        let workers = workers(place);
        // It may have ended in the meantime.
        workers
            .first()
            .is_some_and(|&worker| kill(worker, Signal::SIGKILL).is_ok())
    });
}

fn finished(child: Child) -> Did {
    Did::new(child.wait_with_output().expect("its end"))
}

/// Nothing is lost, and nothing is there twice.
fn assert_complete(place: &Place) {
    let folder = place.path("campaign");
    assert_eq!(&runs(&folder.join("all.jsonl")), by_one_process());
    assert_eq!(fs::read(folder.join("missing.jsonl")).expect("a file"), b"");
    assert_eq!(
        fs::read_to_string(folder.join("plan.jsonl"))
            .expect("a plan")
            .lines()
            .count(),
        72
    );
    // A killed process leaves its temporary folders behind.
    for file in place.files() {
        let _ = fs::remove_dir_all(file);
    }
}

#[test]
fn gnu_parallel_makes_what_one_process_makes() {
    if tools::find("parallel").is_none() {
        return;
    }
    let place = Place::new();
    let mut command = script(&place, "parallel.sh");
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("bash");
    kill_a_worker(&place, 4);
    let did = finished(child);
    assert_eq!(did.code, Some(0), "{did:?}");
    assert!(did.stdout.contains("embedded unique"), "{did:?}");
    assert_complete(&place);
    let log = fs::read_to_string(place.path("campaign/joblog")).expect("the log");
    assert_eq!(log.lines().count(), 1 + 6, "{log}");
}

#[test]
fn hyperqueue_makes_what_one_process_makes() {
    if !tools::there("hyperqueue") {
        return;
    }
    let place = Place::new();
    let start = || {
        script(&place, "hyperqueue.py")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("python3")
    };
    // The cluster with its two workers, in the middle of its work.
    let mut child = start();
    place.wait_until("some runs are written", |place| written(place) >= 3);
    let _ = killpg(Pid::from_raw(child.id().cast_signed()), Signal::SIGKILL);
    let _ = child.wait().expect("its end");
    // What it had started may not have noticed.
    for worker in workers(&place) {
        let _ = kill(worker, Signal::SIGKILL);
    }
    place.wait_until("nobody is at work", |place| workers(place).is_empty());
    let before = written(&place);
    assert!((3..72).contains(&before), "{before}");

    let child = start();
    kill_a_worker(&place, before + 3);
    let did = finished(child);
    assert_eq!(did.code, Some(0), "{did:?}");
    assert!(
        did.stderr.contains("failed, and are tried again"),
        "{did:?}"
    );
    assert_complete(&place);
}

/// A cluster of Slurm's on this machine, which ends with the test.
struct Cluster {
    folder: PathBuf,
}

impl Cluster {
    fn command(&self, word: &str) -> Did {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/slurm-here.sh");
        let output = Command::new(script).arg(word).arg(&self.folder).output();
        Did::new(output.expect("bash"))
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let _ = self.command("down");
    }
}

#[test]
fn slurm_makes_what_one_process_makes() {
    let daemons = [
        "/usr/sbin/slurmctld",
        "/usr/sbin/slurmd",
        "/usr/sbin/munged",
    ];
    if let Some(daemon) = daemons.iter().find(|daemon| !Path::new(daemon).exists()) {
        let _ = tools::missing::<()>(daemon);
        return;
    }
    if !is_root() {
        let _ = tools::missing::<()>("Slurm, which only root can start,");
        return;
    }
    let place = Place::new();
    let cluster = Cluster {
        folder: place.path("slurm"),
    };
    let did = cluster.command("up");
    assert_eq!(did.code, Some(0), "Slurm does not start: {did:?}");
    let conf = cluster.folder.join("slurm.conf");
    let output = script(&place, "slurm.sh").env("SLURM_CONF", &conf).output();
    let did = Did::new(output.expect("bash"));
    assert_eq!(did.code, Some(0), "{did:?}");
    place.wait_until("some runs are written", |place| written(place) >= 3);
    let did = cluster.command("crash");
    assert_eq!(did.code, Some(0), "{did:?}");
    place.wait_until("the shards are merged", |place| {
        place.path("campaign/all.jsonl").exists()
    });
    place.wait_until("the report is written", |place| {
        let report = fs::read_to_string(place.path("campaign/report.txt"));
        report.is_ok_and(|report| report.contains("embedded unique"))
    });
    let log = fs::read_to_string(cluster.folder.join("slurmctld.log")).expect("the log");
    assert!(log.contains("due to node failure"), "{log}");
    assert_complete(&place);

    // More shards than an array has tasks are refused before anything is submitted.
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/campaign/slurm.sh");
    let output = Command::new(scripts)
        .args(["1001", "nowhere", "puzzles/"])
        .env("SLURM_CONF", &conf)
        .output();
    let did = Did::new(output.expect("bash"));
    assert_eq!(did.code, Some(2), "{did:?}");
    assert!(
        did.stderr.contains("arrays of at most 1000 tasks"),
        "{did:?}"
    );
}

/// Runs a program of BenchExec's, and gives what it printed.
fn benchexec(place: &Place, program: &str, arguments: &[&str]) -> Did {
    let package = tools::prefix().join("python/benchexec");
    let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/campaign/benchexec");
    let program_folder = Path::new(env!("CARGO_BIN_EXE_pipsc"))
        .parent()
        .expect("a folder");
    let path = std::env::join_paths([
        program_folder.to_owned(),
        tools::prefix().join("bin"),
        "/usr/bin".into(),
        "/bin".into(),
    ]);
    let python = which::which("python3").expect("python3");
    let output = Command::new(python)
        .arg(package.join("bin").join(program))
        .args(arguments)
        .current_dir(place.path(""))
        .env("PATH", path.expect("a path"))
        .env(
            "PYTHONPATH",
            std::env::join_paths([modules, package.clone()]).expect("paths"),
        )
        .env("PIPSC_SOLVERS_PREFIX", tools::prefix())
        .output()
        .expect("python3");
    Did::new(output)
}

fn tasks(place: &Place, arguments: &[&str]) {
    let script = "scripts/campaign/benchexec/tasks.py";
    let output = Command::new("python3")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(script))
        .args(arguments)
        .current_dir(place.path(""))
        .output();
    let did = Did::new(output.expect("python3"));
    assert_eq!(did.code, Some(0), "{did:?}");
}

/// Runs a definition.
fn measure(place: &Place, definition: &str, correct: usize) {
    let arguments = [definition, "--no-container", "--outputpath", "out/"];
    let did = benchexec(place, "benchexec", &arguments);
    assert_eq!(did.code, Some(0), "{did:?}");
    let said = format!("correct: {correct:>15}");
    assert!(did.stdout.contains(&said), "no `{said}` in {did:?}");
    assert!(did.stdout.contains("incorrect:             0"), "{did:?}");
}

/// Makes a table of what came out.
fn table(place: &Place) -> String {
    let results = fs::read_dir(place.path("out")).expect("results").flatten();
    let results: Vec<String> = results
        .map(|file| file.path().display().to_string())
        .filter(|name| name.ends_with(".xml.bz2"))
        .collect();
    let mut arguments = vec!["--outputpath", "tables", "--name", "table"];
    arguments.extend(results.iter().map(String::as_str));
    let did = benchexec(place, "table-generator", &arguments);
    assert_eq!(did.code, Some(0), "{did:?}");
    let tables = place.path("tables");
    let files: Vec<PathBuf> = fs::read_dir(&tables)
        .expect("tables")
        .flatten()
        .map(|file| file.path())
        .collect();
    assert!(
        files
            .iter()
            .any(|file| file.extension().is_some_and(|end| end == "html"))
    );
    let csv = files
        .iter()
        .find(|file| file.extension().is_some_and(|end| end == "csv"));
    let csv = fs::read_to_string(csv.expect("a table")).expect("text");
    for folder in ["out", "tables"] {
        fs::remove_dir_all(place.path(folder)).expect("ours");
    }
    csv
}

#[test]
fn benchexec_runs_pipsc_on_a_plan_and_solvers_on_a_bundle() {
    if !tools::there("benchexec") {
        return;
    }
    let place = Place::new();
    // The verdicts are known from the puzzles' texts, and from a bench.
    let results = place.path("results.jsonl").display().to_string();
    let did = place.run(&[&["bench"], &PUZZLES[..2], &["--out", &results]].concat());
    assert_eq!(did.code, Some(0), "{did:?}");
    let plan = [
        &["bench"],
        &PUZZLES[..2],
        &["--goal", "one,count", "--plan"],
    ]
    .concat();
    let did = place.run(&plan);
    let _ = place.write("plan.jsonl", &did.stdout);
    let root = env!("CARGO_MANIFEST_DIR");
    // The puzzles' files are named as they were typed.
    let absolute = did
        .stdout
        .replace("\"puzzles/", &format!("\"{root}/puzzles/"));
    let _ = place.write("plan.jsonl", &absolute);
    tasks(
        &place,
        &["be", "--plan", "plan.jsonl", "--results", "results.jsonl"],
    );
    measure(&place, "be/pipsc.xml", 4);
    let csv = table(&place);
    // The verdict that is expected, and that of either column.
    assert_eq!(csv.matches("\ttrue").count(), 3, "{csv}");
    assert_eq!(csv.matches("\tfalse").count(), 3, "{csv}");

    // The solvers themselves, on emitted files.
    for (competition, solvers) in [
        ("sat-competition", ["kissat", "cadical"]),
        ("smt-lib", ["z3", "cvc5"]),
    ] {
        let bundle = place.path(competition).display().to_string();
        let mut words = vec!["bundle", "--for", competition, "-o", &bundle];
        words.extend(["--author", "Ada Lovelace", "--date", "2026-11-16"]);
        words.extend(&PUZZLES[..2]);
        let did = place.run(&words);
        assert_eq!(did.code, Some(0), "{did:?}");
        let folder = format!("be-{competition}");
        tasks(
            &place,
            &[
                &folder,
                "--bundle",
                competition,
                "--solver",
                &solvers.join(","),
            ],
        );
        // To start BenchExec takes longer than to run such tasks, so one table is made of them all.
        let there = solvers
            .iter()
            .filter(|solver| tools::find(solver).is_some());
        let there: Vec<&&str> = there.collect();
        for solver in &there {
            measure(&place, &format!("{folder}/{solver}.xml"), 2);
        }
        if !there.is_empty() {
            let csv = table(&place);
            assert!(csv.contains("impossible"), "{csv}");
            for solver in there {
                assert!(csv.contains(solver), "{csv}");
            }
        }
    }
}
