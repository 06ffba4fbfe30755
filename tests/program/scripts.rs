//! The scripts that install solvers and a browser, with programs in the place of those that fetch
//! anything.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::command::{RunOutput, TestEnv};

/// Runs a script where every program that fetches something fails as npm does: silent with
/// `--silent`.
fn run(script: &str) -> RunOutput {
    let env = TestEnv::new();
    let folder = env.path("bin");
    fs::create_dir(&folder).expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("ours");
    };
    let fails = "#!/bin/sh\ncase \"$*\" in *--silent*) ;; *)\n\
                 echo 'npm error code ENOSPACE' >&2\n\
                 for line in 1 2 3 4 5; do echo \"npm error detail $line\" >&2; done\n\
                 echo 'npm error A complete log of this run can be found elsewhere' >&2 ;;\n\
                 esac\nexit 1\n";
    for name in ["npm", "python3", "cargo", "apt-get", "sudo"] {
        write(name, fails);
    }
    for name in [
        "chromium",
        "firefox-esr",
        "minizinc",
        "cvc5",
        "cadical",
        "clasp",
        "minisat",
        "picosat",
        "cryptominisat5",
    ] {
        write(name, "#!/bin/sh\n");
    }
    let output = Command::new("bash")
        .arg(format!("{}/scripts/{script}", env!("CARGO_MANIFEST_DIR")))
        .env("PATH", format!("{}:/usr/bin:/bin", folder.display()))
        .env("PIPSC_SOLVERS_PREFIX", env.path("prefix"))
        .output()
        .expect("bash");
    RunOutput::new(output)
}

#[test]
fn the_reason_of_a_failure_is_shown() {
    let output = run("install-solvers");
    output.assert_code(1);
    let message = "minizinc-wasm failed; the end of ";
    let (_, after) = output.stdout.split_once(message).expect("the failure");
    let reason: Vec<&str> = after.lines().skip(1).take(2).collect();
    assert_eq!(
        reason,
        ["npm error code ENOSPACE", "npm error detail 1"],
        "{output:?}"
    );
    let end = output.stdout.lines().last().expect("a line");
    assert!(
        end.contains("NOT INSTALLED: ") && end.contains("minizinc-wasm"),
        "{output:?}"
    );
}
