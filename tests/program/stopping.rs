//! Every way to stop, in every phase: a time limit, a memory limit, a race that another has won, an
//! interrupt, a termination. The program says so by its exit code, and leaves nothing behind.

use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::command::{Did, Place};

/// Far longer than anything here takes: only a program that never stops takes as long.
const WATCHDOG: Duration = Duration::from_secs(120);

/// Waits for the end of a program that was started, and ends it if it does not come.
fn ended(child: &mut Child, what: &str) -> ExitStatus {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the program") {
            return status;
        }
        if started.elapsed() > WATCHDOG {
            let _ = child.kill();
            let _ = child.wait();
            panic!("{what} does not stop");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A puzzle of a whole set, in a file.
fn full_set(place: &Place, name: &str) -> String {
    let path = place.path(name).display().to_string();
    let set = name.trim_end_matches(".txt");
    let did = place.run(&["gen", "--set", set, "--seed", "5", "-o", &path]);
    assert_eq!(did.code, Some(0), "{did:?}");
    path
}

/// Runs the program with something that it cannot finish.
fn run(place: &Place, arguments: &[&str]) -> Did {
    let child = place
        .command(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.expect("the program");
    let _ = ended(&mut child, &arguments.join(" "));
    let did = Did::new(child.wait_with_output().expect("the program"));
    place.assert_clean(&format!("{arguments:?}: {did:?}"));
    did
}

#[test]
fn a_time_limit_stops_the_embedded_solver() {
    let place = Place::new();
    let puzzle = full_set(&place, "double-21.txt");
    let did = run(&place, &["run", &puzzle, "--time-limit", "1s"]);
    assert_eq!(did.code, Some(3), "{did:?}");
    assert!(did.stdout.contains("the time limit was reached"), "{did:?}");
}
