//! The real solvers of the tests.
//!
//! `scripts/install-solvers` installs them. A missing solver prints `NOT TESTED`, and is a failure
//! if `CI` is set.

use std::io::Write;
use std::path::{Path, PathBuf};

/// The folder that the install script fills.
pub(crate) fn prefix() -> PathBuf {
    match std::env::var_os("PIPSC_SOLVERS_PREFIX") {
        Some(prefix) => prefix.into(),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join(".solvers"),
    }
}

/// A solver's program; `None` if it is not installed and not required.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let ours = prefix().join("bin").join(program);
    let found = if ours.exists() {
        Some(ours)
    } else {
        which::which(program).ok()
    };
    found.or_else(|| missing(program))
}

/// Reports a missing solver.
pub(crate) fn missing<T>(program: &str) -> Option<T> {
    assert!(
        std::env::var_os("CI").is_none(),
        "{program} is not installed, and CI tests everything; run scripts/test"
    );
    let mut err = std::io::stderr();
    // Written to standard error directly, because the test harness captures `eprintln`.
    let _ = writeln!(
        err,
        "NOT TESTED: {program} is not installed (scripts/test installs it)"
    );
    None
}

/// Whether a solver is installed. A missing solver is reported, and is a failure if `CI` is set.
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
