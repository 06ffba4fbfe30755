//! The real solvers that the tests talk to.
//!
//! `scripts/install-solvers` installs them. A solver that is not there is skipped with a loud word,
//! except where `CI` is set: there it is a failure.

use std::io::Write;
use std::path::{Path, PathBuf};

/// The folder that the install script fills.
pub(crate) fn prefix() -> PathBuf {
    match std::env::var_os("PIPSC_SOLVERS_PREFIX") {
        Some(prefix) => prefix.into(),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join(".solvers"),
    }
}

/// A solver's program, or nothing if it is not there and need not be.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let ours = prefix().join("bin").join(program);
    let found = if ours.exists() {
        Some(ours)
    } else {
        which::which(program).ok()
    };
    found.or_else(|| missing(program))
}

/// Says that a solver is missing.
pub(crate) fn missing<T>(program: &str) -> Option<T> {
    assert!(
        std::env::var_os("CI").is_none(),
        "{program} is not installed, and CI tests everything; run scripts/test"
    );
    let mut err = std::io::stderr();
    // Straight to standard error: the test harness would hide a word that goes through `eprintln`.
    let _ = writeln!(
        err,
        "NOT TESTED: {program} is not installed (scripts/test installs it)"
    );
    None
}

/// Tells whether a solver is there. If not, that is said loudly, and in CI it is a failure.
pub(crate) fn is_installed(solver: &str) -> bool {
    let program = match solver {
        "gecode" => "minizinc",
        "chuffed" | "minizinc-highs" | "minizinc-cbc" => "node",
        "yices" => "yices-smt2",
        "cryptominisat" => "cryptominisat5",
        "pumpkin" => "pumpkin-solver",
        "cpsat" | "ganak" | "ace" | "choco" | "scip" | "scip-lp" | "gbdc" | "cpmpy"
        | "hyperqueue" | "benchexec" => "python3",
        "clasp-opb" => "clasp",
        "sat4j" => "java",
        other => other,
    };
    let package = prefix().join("node/node_modules/minizinc");
    let module = match solver {
        "ace" | "choco" => "pycsp3",
        "scip" | "scip-lp" => "pyscipopt",
        "ganak" => "pyganak",
        "gbdc" => "gbdc",
        "cpmpy" => "cpmpy",
        "hyperqueue" => "hyperqueue",
        "benchexec" => "benchexec",
        _ => "ortools",
    };
    let module = prefix().join("python").join(module);
    let jar = Path::new("/usr/share/java/org.sat4j.pb.jar");
    match program {
        "python3" if !module.exists() => missing::<()>(solver).is_some(),
        "java" if !jar.exists() => missing::<()>(solver).is_some(),
        "node" if !package.exists() => missing::<()>(solver).is_some(),
        _ => find(program).is_some(),
    }
}
