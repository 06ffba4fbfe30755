//! Faulty solvers: each fault has its message and exit code, and no process or folder remains.
//!
//! The solvers are small scripts in `tests/hostile/`.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::command::{RunOutput, TestEnv};

const PUZZLE: &str = "puzzles/small.board.json";

/// A registry with one of the scripts as a SAT solver, and the command that runs it.
fn hostile(script: &str) -> (TestEnv, String) {
    let env = TestEnv::new();
    let solvers = env.hostile_solver("hostile", script, "dimacs");
    let run = format!("run {PUZZLE} -s hostile --solver-file {solvers}");
    (env, run)
}

/// Adds keys to the entry of the solver.
fn add_keys(env: &TestEnv, keys: &str) {
    let text = env.read("hostile.toml");
    let _ = env.write("hostile.toml", &format!("{text}{keys}\n"));
}

fn assert_ends(output: &RunOutput, code: i32, message: &str) {
    output.assert_code(code);
    let said = format!("{}{}", output.stdout, output.stderr);
    assert!(said.contains(message), "no `{message}` in {output:?}");
}

/// Runs scripts with some arguments, and checks the exit code and the messages of each.
fn assert_each(cases: &[(&str, &str, i32, &[&str])]) {
    for (script, arguments, code, messages) in cases {
        let (env, run) = hostile(script);
        let output = env.run(format!("{run} {arguments}"));
        for message in *messages {
            assert_ends(&output, *code, message);
        }
        // No board is printed, and no control characters.
        assert!(*code < 4 || output.stdout.is_empty(), "{output:?}");
        let steers = |c: char| c.is_control() && c != '\n';
        assert!(!output.stderr.contains(steers), "{output:?}");
    }
}

#[test]
fn solvers_that_do_not_end_are_stopped() {
    let (time, stopped): (_, &[&str]) = (
        "--time-limit 300ms",
        &["no verdict: the time limit was reached"],
    );
    assert_each(&[
        ("never-ends", time, 3, stopped),
        ("ignores-term", time, 3, stopped),
        ("closes-output", time, 3, stopped),
        (
            "leaves-children",
            "",
            0,
            &["no solution, according to hostile"],
        ),
    ]);
}

#[test]
fn floods_are_cut_off() {
    let out = "cut off, because it floods its standard output";
    let err = "cut off, because it floods its standard error";
    let reply = "its reply begins:\n    c this goes on";
    let errors = "its standard error begins:\n    warning: this goes on";
    assert_each(&[
        ("floods-stdout", "", 5, &[out, reply]),
        ("floods-one-line", "", 5, &[out]),
        ("floods-stderr", "", 5, &[err, errors]),
    ]);
}

#[test]
fn wrong_replies_are_refused() {
    assert_each(&[
        (
            "half-a-reply",
            "",
            5,
            &[
                "the reply ends before the 0 that closes an answer",
                "it ended with signal 9",
                "its standard error is empty",
            ],
        ),
        (
            "breaks-a-rule",
            "",
            5,
            &["the solver's board is not a solution"],
        ),
        (
            "both-true-and-false",
            "",
            5,
            &["a variable that is both true and false"],
        ),
        (
            "silent",
            "",
            5,
            &[
                "the reply ends before any verdict",
                "it ended with exit code 0",
                "its reply is empty",
            ],
        ),
        (
            "rubbish",
            "",
            5,
            &["expected a line that starts with c, s or v"],
        ),
        (
            "wrong-exit-code",
            "",
            5,
            &["the reply is unsatisfiable, which contradicts exit code 10"],
        ),
    ]);
    let env = TestEnv::new();
    let solvers = env.hostile_solver("hostile", "sat-after-error", "smtlib");
    let output = env.run(format!("run {PUZZLE} -s hostile --solver-file {solvers}"));
    assert_ends(&output, 5, "the solver reports an error");
    output.stderr_has("unknown constant p");
}

#[test]
#[cfg(target_os = "linux")]
fn a_solver_that_exceeds_the_memory_limit_is_stopped() {
    let message = "no verdict: the memory limit was reached";
    assert_each(&[("grows", "--memory-limit 200MB", 3, &[message])]);
}

#[test]
fn programs_that_cannot_be_run_are_named() {
    assert_each(&[
        ("not-executable", "", 4, &["exists but is not executable"]),
        ("no-interpreter", "", 4, &["cannot start"]),
        (
            "is-not-there",
            "",
            4,
            &[
                "hostile is not installed: pipsc cannot find",
                "to install it: do not",
            ],
        ),
    ]);
}

#[test]
fn unknown_versions_are_reported() {
    let (env, run) = hostile("unknown-version");
    add_keys(
        &env,
        r#"version = { pattern = "hostile version {version}", from = "1", below = "2" }"#,
    );
    let output = env.run(run);
    // The answer can be right, so it is also reported.
    assert_ends(&output, 0, "no solution, according to hostile");
    output.stderr_has("hostile 99.1 is not a tested version (1 up to 2)");
}

#[test]
fn contradicting_solvers_are_reported() {
    if which::which("cadical").is_err() {
        eprintln!("NOT TESTED: cadical is not installed");
        return;
    }
    let env = TestEnv::new();
    let _ = env.hostile_solver("hostile", "liar", "dimacs");
    let run = format!("run {PUZZLE} --agree --solver-file @hostile.toml");
    let output = env.run(format!("{run} -s cadical,hostile"));
    let message = "the solvers disagree: cadical finds at least 1, hostile finds no solution";
    assert_ends(&output, 5, message);
}

/// Starts the program with a solver that never ends.
fn start(env: &TestEnv, arguments: &str) -> Child {
    let child = env
        .command(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    // The script's child process `sleep` shows that it has started.
    env.wait_until("the solver runs", |env| {
        env.processes().iter().any(|line| line.starts_with("sleep"))
    });
    child
}

fn signal(child: &Child, signal: &str) {
    let killed = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status()
        .expect("kill");
    assert!(killed.success());
}

/// Starts a solver that never ends, acts on the program, and checks which processes remain.
fn interrupted(script: &str, how: &str) -> Option<i32> {
    let (env, run) = hostile(script);
    let mut child = start(&env, &run);
    signal(&child, how);
    let status = child.wait().expect("the program's end");
    env.assert_clean(&format!("{script} {how}"));
    status.code()
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupt_leaves_no_process() {
    assert_eq!(interrupted("never-ends", "-INT"), Some(130));
    assert_eq!(interrupted("ignores-term", "-INT"), Some(130));
    assert_eq!(interrupted("never-ends", "-TERM"), Some(130));
}

#[test]
#[cfg(target_os = "linux")]
fn a_second_interrupt_kills_a_solver_that_resists() {
    let (env, run) = hostile("ignores-term");
    let mut child = start(&env, &run);
    signal(&child, "-INT");
    // Simultaneous signals merge.
    std::thread::sleep(Duration::from_millis(100));
    signal(&child, "-INT");
    let status = child.wait().expect("the program's end");
    assert_eq!(status.code(), Some(130));
    env.wait_until("the solver is gone", |env| env.processes().is_empty());
    env.assert_clean("two interrupts");
}

/// This includes a solver that ignores SIGTERM, and the child of a driver. The next start removes the
/// folder of the killed program.
#[test]
#[cfg(target_os = "linux")]
fn a_solver_ends_when_the_program_is_killed() {
    for (script, more) in [
        ("never-ends", ""),
        ("ignores-term", ""),
        ("drives", "driver = true"),
    ] {
        let (env, run) = hostile(script);
        add_keys(&env, more);
        let mut child = start(&env, &run);
        signal(&child, "-KILL");
        let _ = child.wait().expect("the program's end");
        env.wait_until("the solver is gone", |env| env.processes().is_empty());
        assert_eq!(env.files().len(), 1, "{script}");
        let _ = env.hostile_solver("hostile", "liar", "dimacs");
        assert_ends(&env.run(run), 0, "no solution, according to hostile");
    }
}

/// Processor time is limited for all processes of a solver together. Both limits hold within a tenth,
/// plus a second for a busy machine.
#[test]
#[cfg(target_os = "linux")]
fn limits_hold_within_a_tenth() {
    use pipsc::solver::{Registry, SearchPath, Solver, StopReason, Task};
    let env = TestEnv::new();
    let text = std::fs::read(PUZZLE).expect("a file");
    let document = pipsc::formats::read(&text, None).expect("a puzzle");
    for (script, is_cpu) in [("burns", true), ("never-ends", false)] {
        let solvers = env.hostile_solver("hostile", script, "dimacs");
        let registry = Registry::load(&[solvers.into()]).expect("a registry");
        let places = SearchPath::new([]);
        let solver = Solver::find_in("hostile", &registry, &places).expect("a solver");
        let mut task = Task::new(document.pick(None).expect("one puzzle"));
        let limit = Duration::from_secs(2);
        if is_cpu {
            task.options.cpu = Some(limit);
        } else {
            task.limits.time = Some(limit);
        }
        let solved = solver.collect(&task).result.expect("an outcome");
        assert_eq!(solved.outcome.stopped, Some(StopReason::TimeLimit));
        let stats = solved.stats;
        let taken = if is_cpu { stats.cpu } else { stats.solve };
        let most = limit + limit / 10 + Duration::from_secs(1);
        assert!(
            (limit * 9 / 10..most).contains(&taken),
            "{script}: {taken:?}"
        );
    }
}

/// clasp and clingo print statistics on SIGTERM: output must be read until then.
#[test]
fn output_after_sigterm_is_read() {
    let (env, run) = hostile("last-words");
    let run = format!("{run} --time-limit 300ms --keep @kept");
    // On a busy machine, the last output can take longer than the grace period.
    let has_ended = (0..10).any(|_| {
        let output = env.run(&run);
        assert_ends(&output, 3, "no verdict: the time limit was reached");
        env.path("kept/last-words").exists()
    });
    assert!(has_ended, "the solver was killed each time");
}

/// A proof checker that never ends is stopped at the time limit, and the verdict says so.
#[test]
#[cfg(unix)]
fn a_proof_checker_that_never_ends_is_stopped() {
    let (env, run) = hostile("proves-nothing");
    add_keys(&env, r#"options = { proof = "{proof}" }"#);
    std::fs::create_dir(env.path("bin")).expect("a folder");
    let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/never-ends");
    std::os::unix::fs::symlink(checker, env.path("bin/rate")).expect("a link");
    let mut command = env.command(format!("{run} --proof @proof --time-limit 2s"));
    let _ = command.env("PIPSC_SOLVERS_PREFIX", env.path(""));
    let output = env.finish(&mut command);
    assert_ends(&output, 0, "not checked within the limits");
}

/// The library runs a program at a path under a known name, without any configuration.
#[test]
fn the_library_runs_a_program_at_a_path() {
    use pipsc::solver::{SolutionCount, Solver, Task};
    let script = |name: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
        folder.join(name)
    };
    let text = std::fs::read(PUZZLE).expect("a file");
    let document = pipsc::formats::read(&text, None).expect("a puzzle");
    let puzzle = document.pick(None).expect("one puzzle");
    let solver = Solver::external("picosat", script("liar")).expect("a solver");
    let finished = solver.collect(&Task::new(puzzle));
    let solved = finished.result.expect("a verdict");
    assert_eq!(solved.outcome.found, SolutionCount::Exactly(0));
    let missing = Solver::external("picosat", script("is-not-there")).map(|_| ());
    let message = missing.expect_err("no program").to_string();
    assert!(message.contains("cannot start"), "{message}");
    let unknown = Solver::external("picosatt", script("liar")).map(|_| ());
    let message = unknown.expect_err("no solver").to_string();
    assert!(message.contains("there is no solver"), "{message}");
}
