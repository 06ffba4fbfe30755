//! Search statistics are read from the output of every solver that prints some.

use serde_json::Value;

use crate::command::TestEnv;
use crate::tools;

/// Statistics that each solver prints. z3 omits zeros.
const PRINTED: &str = "
gecode          nodes failures depth propagations restarts
chuffed         nodes failures depth propagations restarts
minizinc-highs  nodes
minizinc-cbc    nodes
z3              conflicts decisions propagations
cvc5            decisions propagations restarts
yices           conflicts decisions propagations restarts
kissat          conflicts decisions propagations
cadical         conflicts decisions propagations
minisat         conflicts decisions propagations restarts
picosat         conflicts decisions propagations restarts
cryptominisat   conflicts decisions propagations restarts
glucose         conflicts decisions propagations restarts
pumpkin         nodes failures depth propagations restarts
clasp           conflicts decisions restarts
cpsat           conflicts decisions propagations restarts
clingo          conflicts decisions restarts
ace             failures
clasp-opb       conflicts decisions restarts
minisat+        conflicts decisions restarts
sat4j           conflicts decisions propagations restarts
scip            nodes
highs           nodes
cbc             nodes
";

/// A puzzle with one solution that every solver has to search for.
const PUZZLE: &str = "\
.AA.
BCCD
**ED
.*E.

A 2
B 2
C =
D 3
E 7

02 11 13 25 33 45
";

fn run(solver: &str, more: &str) -> Value {
    let env = TestEnv::new();
    let puzzle = env.write("six.txt", PUZZLE);
    let output = env.run(format!(
        "run {puzzle} --format json --no-prune -s {solver} {more}"
    ));
    output.assert_code(0);
    output.json()["results"][0].clone()
}

#[test]
fn solver_statistics_are_parsed() {
    for line in PRINTED.trim().lines() {
        let mut words = line.split_whitespace();
        let solver = words.next().expect("a name");
        if !tools::is_installed(solver) {
            continue;
        }
        let result = run(solver, "--unique");
        assert_eq!(result["unique"], true, "{solver}");
        let read = result["statistics"].as_object();
        let read = read.unwrap_or_else(|| panic!("{solver} prints nothing: {result}"));
        for name in words {
            assert!(read.contains_key(name), "{solver}, {name}: {read:?}");
        }
        assert!(read.values().all(Value::is_u64), "{solver}: {read:?}");
    }
}

#[test]
fn statistics_of_repeated_runs_add_up() {
    if !tools::is_installed("minisat") {
        return;
    }
    let propagations = |more: &str| {
        let result = run("minisat", more);
        let count = &result["statistics"]["propagations"];
        (result["runs"].as_u64(), count.as_u64().expect("a number"))
    };
    let (once, twice) = (propagations(""), propagations("--unique"));
    assert_eq!((once.0, twice.0), (Some(1), Some(2)));
    assert!(twice.1 > once.1, "{once:?} {twice:?}");
}
