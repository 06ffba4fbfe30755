//! Time limits, memory limits, lost races, interrupts and termination, in every phase. The program
//! has the right exit code and leaves no processes or temporary files.
//!
//! The puzzles are too large to be solved.

use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::command::{RunOutput, TestEnv};

/// Far longer than any command here takes; only a hanging program reaches it.
const WATCHDOG: Duration = Duration::from_secs(120);

/// An environment with large puzzles: `double-12.txt`, `double-30.txt`, and `open.txt`, a board
/// without rules that has more solutions than can be counted.
fn env() -> TestEnv {
    let env = TestEnv::new();
    for size in [12, 30] {
        let path = env.file(&format!("double-{size}.txt"));
        let _ = env.succeed(format!(
            "gen --family full --size {size} --seed 5 -o {path}"
        ));
    }
    let _ = env.write("open.txt", &crate::bundle::open_board());
    for (name, script) in [("never", "never-ends"), ("quick", "liar")] {
        let _ = env.hostile_solver(name, script, "dimacs");
    }
    env
}

fn start(env: &TestEnv, typed: &str) -> Child {
    spawn(&mut env.command(typed))
}

fn spawn(command: &mut Command) -> Child {
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program")
}

/// Waits for a child process, and kills it after the time-out.
fn ended(child: &mut Child, what: &str) -> ExitStatus {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the program") {
            return status;
        }
        if started.elapsed() > WATCHDOG {
            let _ = child.kill();
            let _ = child.wait();
            panic!("`pipsc {what}` does not stop");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Runs a command that cannot finish.
fn run(env: &TestEnv, typed: &str) -> RunOutput {
    let mut child = start(env, typed);
    let _ = ended(&mut child, typed);
    let output = RunOutput::new(child.wait_with_output().expect("the program"));
    env.assert_clean(&format!("pipsc {typed}: {output:?}"));
    output
}

/// Asserts that the command ends without a verdict and states the reason.
fn assert_stopped(env: &TestEnv, typed: &str, why: &str) {
    let output = run(env, typed);
    output.assert_code(3);
    let message = format!("{}{}", output.stdout, output.stderr);
    assert!(message.contains(why), "pipsc {typed}: {output:?}");
}

#[test]
fn a_time_limit_stops_every_phase() {
    let env = env();
    // The limits end lowering, and the search.
    for limit in ["30ms", "1s"] {
        for typed in [
            "run @double-30.txt --unique --solver embedded,never --race --solver-file @never.toml",
            "hint @double-12.txt --steps",
        ] {
            let typed = format!("{typed} --time-limit {limit}");
            assert_stopped(&env, &typed, "time limit");
        }
    }
    assert_stopped(&env, "run @open.txt --count --time-limit 1s", "at least");
    for typed in ["explain @double-30.txt", "show @double-30.txt --solve"] {
        let typed = format!("{typed} --time-limit 30ms");
        assert_stopped(&env, &typed, "time limit");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_memory_limit_stops_every_phase() {
    let env = env();
    for typed in ["run @double-30.txt --unique", "explain @double-12.txt"] {
        let typed = format!("{typed} --memory-limit 10MB");
        assert_stopped(&env, &typed, "memory limit");
    }
    assert_stopped(
        &env,
        "run @double-30.txt --count --memory-limit 10MB",
        "at least",
    );
}

#[test]
fn losers_of_a_race_are_stopped() {
    let env = env();
    let output = run(
        &env,
        "run @double-30.txt --unique --solver embedded,quick --race --solver-file @quick.toml",
    );
    output.assert_code(0);
    output.stdout_has("no solution");
}

#[test]
#[cfg(target_os = "linux")]
fn signals_stop_every_phase() {
    let env = env();
    let commands = [
        "run @double-30.txt --unique --solver embedded,never --race --solver-file @never.toml",
        "gen --family full --size 30 --seed 1 --count 1000000 -o @many/",
        "emit @double-30.txt --target dimacs --no-prune -o @model.cnf",
        "bench @double-30.txt --solver embedded --time-limit 100s",
    ];
    for (number, typed) in commands.into_iter().enumerate() {
        for signals in [&["-INT"][..], &["-TERM"], &["-INT", "-INT"]] {
            let mut child = start(&env, typed);
            // One interrupt at the first lines, one at a later phase.
            std::thread::sleep(Duration::from_millis(150 + 300 * (number as u64 % 3)));
            for signal in signals {
                let pid = child.id().to_string();
                let killed = Command::new("kill").args([*signal, &pid]).status();
                assert!(killed.expect("kill").success() || signals.len() > 1);
                std::thread::sleep(Duration::from_millis(20));
            }
            let what = format!("{typed} with {signals:?}");
            let status = ended(&mut child, &what);
            let output = RunOutput::new(child.wait_with_output().expect("the program"));
            assert_eq!(status.code(), Some(130), "pipsc {what}: {output:?}");
            // A second signal kills the solver, whose processes the system may remove a moment later.
            env.wait_until(&what, |env| env.processes().is_empty());
            env.wait_until(&what, |env| env.files().is_empty());
            let beside = std::fs::read_dir(env.path(""))
                .expect("the folder")
                .flatten();
            let names = beside.map(|entry| entry.file_name().to_string_lossy().into_owned());
            let half: Vec<String> = names.filter(|name| name.contains(".pipsc-")).collect();
            assert_eq!(half, Vec::<String>::new(), "pipsc {what}");
            assert!(!env.path("model.cnf").exists(), "pipsc {what}");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_solver_list_prints_nothing() {
    let env = TestEnv::new();
    let _ = env.hostile_solver("never", "never-ends", "dimacs");
    // No other solver is installed there.
    std::fs::create_dir(env.path("bin")).expect("a folder");
    std::os::unix::fs::symlink("/bin/sleep", env.path("bin/sleep")).expect("a link");
    for options in ["", " --format json", " never --long"] {
        let typed = format!("solvers{options} --solver-file @never.toml");
        let mut command = env.command(&typed);
        let _ = command
            .env("PATH", env.path("bin"))
            .env_remove("PIPSC_SOLVERS_PREFIX");
        let mut child = spawn(&mut command);
        // The version check of the solver takes a minute.
        let begun = |env: &TestEnv| env.processes().iter().any(|one| one.contains("never-ends"));
        env.wait_until(&typed, begun);
        let pid = child.id().to_string();
        let killed = Command::new("kill").args(["-INT", &pid]).status();
        assert!(killed.expect("kill").success());
        let status = ended(&mut child, &typed);
        let output = RunOutput::new(child.wait_with_output().expect("the program"));
        assert_eq!(status.code(), Some(130), "pipsc {typed}: {output:?}");
        assert_eq!(output.stdout, "", "pipsc {typed}: {output:?}");
        env.wait_until(&typed, |env| env.processes().is_empty());
        env.assert_clean(&typed);
    }
}

#[test]
fn every_command_refuses_oversized_puzzles() {
    let env = TestEnv::new();
    // All dominoes differ, and no rule excludes a placement: a hundred million placements.
    let dominoes = (0..99).flat_map(|low| (low + 1..100).map(move |high| format!("{low}-{high}")));
    let dominoes: Vec<String> = dominoes.collect();
    let rows = vec!["*".repeat(99); 100].join("\n");
    let _ = env.write("large.txt", &format!("{rows}\n\n{}\n", dominoes.join(" ")));
    for typed in [
        "run @large.txt --count",
        "hint @large.txt",
        "emit @large.txt --target ir --no-prune",
    ] {
        let output = run(&env, typed);
        output.assert_exit(
            3,
            "the puzzle is too large: with 4950 dominoes on 9900 cells",
        );
        output.stderr_has("the most is 20000000");
    }
}

#[test]
fn oversized_models_are_refused() {
    let env = TestEnv::new();
    // Few placements, but to count 2,500 copies of a domino takes hundreds of millions of clauses.
    let rows = vec!["*".repeat(100); 100].join("\n");
    let _ = env.write(
        "copies.txt",
        &format!("{rows}\n\n{}\n", "12 34 ".repeat(2500)),
    );
    for typed in [
        "emit @copies.txt --target dimacs",
        "emit @copies.txt --target dimacs --encoding links --no-prune",
    ] {
        let output = run(&env, typed);
        output.assert_code(3);
        let large = "the puzzle is too large: with 5000 dominoes on 10000 cells";
        output.stderr_has(large);
        output.stderr_has("statements in the model");
        assert_eq!(output.stdout, "");
    }
    // Where copies are counted by one constraint, nothing is too large; one kind is not counted.
    let _ = env.write("tiling.txt", &format!("{rows}\n\n{}\n", "12 ".repeat(5000)));
    for typed in [
        "emit @copies.txt --target minizinc -o @model.cnf",
        "emit @copies.txt --target smtlib -o @model.cnf",
        "emit @tiling.txt --target dimacs -o @model.cnf",
    ] {
        let output = run(&env, typed);
        output.assert_code(0);
    }
}
