//! The baselines through the program itself: given the puzzle as it stands, solved, decoded and
//! excluded, they count the same solutions as everything else.

use crate::command::Place;
use crate::shipped::{Count, EXAMPLES};
use crate::tools;

/// Gecode, but run again for each solution, so that solutions are excluded in MiniZinc's words.
const AGAIN: &str = r#"
[gecode-again]
about = "constraint propagation"
target = "minizinc"
install = "apt install minizinc flatzinc"
exit = { satisfiable = [0], exhausted = [], unsatisfiable = [0], unknown = [0] }
[[gecode-again.via]]
programs = ["minizinc"]
arguments = ["--solver", "org.gecode.gecode", "--json-stream", "{options}", "{model}"]
"#;

/// Lets a solver list at most three solutions of an example.
fn lists(solver: &str, encoding: &str, file: &str) {
    let program = solver.strip_suffix("-again").unwrap_or(solver);
    if !tools::there(program) {
        return;
    }
    let place = Place::new();
    let registry = place.write("again.toml", AGAIN).display().to_string();
    let path = format!("puzzles/{file}");
    let mut arguments = vec!["run", &path, "--solver", solver, "--encoding", encoding];
    arguments.extend(["--solvers", &registry, "--limit", "3", "--format", "json"]);
    let did = place.run(&arguments);
    let what = format!("{solver}, {encoding}, {file}: {did:?}");
    assert_eq!(did.code, Some(0), "{what}");
    let Some((_, Count::Exactly(count))) = EXAMPLES.into_iter().find(|(name, _)| *name == file)
    else {
        panic!("{file} has no count");
    };
    let result = did.json()["results"][0].clone();
    assert_eq!(result["solutions"], count.min(3), "{what}");
    assert_eq!(result["model"]["encoding"], encoding, "{what}");
}

#[test]
fn every_baseline_is_solved_decoded_and_excluded() {
    for (solver, encoding) in [
        ("z3", "halves"),
        ("z3", "placement"),
        ("cvc5", "halves"),
        ("yices", "halves"),
        ("kissat", "links"),
        ("cadical", "placement"),
        ("gecode", "coordinates"),
        ("gecode-again", "coordinates"),
        ("gecode-again", "placement"),
        ("chuffed", "coordinates"),
        ("cpsat", "placement"),
    ] {
        for file in ["triplets.txt", "loose.txt"] {
            lists(solver, encoding, file);
        }
    }
}

#[test]
fn a_baseline_is_given_the_puzzle_as_it_stands() {
    let place = Place::new();
    let path = "puzzles/dozen.txt";
    let header = |arguments: &[&str]| {
        let did = place.run(&[&["emit", path, "-t", "dimacs"], arguments].concat());
        let line = did.stdout.lines().find(|line| line.contains("parameters"));
        line.unwrap_or_default().to_owned()
    };
    for (arguments, parameters) in [
        (&[] as &[&str], "compact, steps symmetry prune redundant"),
        (&["--no-prune"], "compact, steps symmetry redundant"),
        (&["--encoding", "links"], "links, steps symmetry"),
        (
            &["--encoding", "placement", "--no-prune"],
            "placement, steps symmetry",
        ),
        (
            &["--encoding", "links", "--no-symmetry"],
            "links, steps none",
        ),
    ] {
        let expected = format!("c parameters: encoding {parameters}");
        assert_eq!(header(arguments), expected, "{arguments:?}");
    }

    // Two solvers with different encodings, each with its own steps.
    if !tools::there("kissat") || !tools::there("clasp") {
        return;
    }
    let registry = place.write(
        "plain.toml",
        r#"
[plain]
about = "SAT"
target = "dimacs"
encoding = "placement"
install = "apt install clasp"
exit = { satisfiable = [10], exhausted = [30], unsatisfiable = [20], unknown = [] }
[[plain.via]]
programs = ["clasp"]
arguments = ["--verbose=0", "{options}", "{model}"]
all = ["--models=0"]
"#,
    );
    let registry = registry.display().to_string();
    let mut arguments = vec!["run", path, "--solver", "kissat,plain", "--agree"];
    arguments.extend(["--count", "--solvers", &registry, "--format", "json"]);
    let did = place.run(&arguments);
    assert_eq!(did.code, Some(0), "{did:?}");
    let results = did.json()["results"].clone();
    let placements = |at: usize| results[at]["model"]["placements"].as_u64();
    assert!(placements(0) < placements(1), "{did:?}");
}

#[test]
fn coordinates_refuse_what_is_no_grid() {
    if !tools::there("gecode") {
        return;
    }
    let path = "puzzles/2025-09-21-hard.graph.json";
    let place = Place::new();
    let emitted = place.run(&["emit", path, "-t", "minizinc", "--encoding", "coordinates"]);
    let solved = place.run(&[
        "run",
        path,
        "--solver",
        "gecode",
        "--encoding",
        "coordinates",
    ]);
    for did in [emitted, solved] {
        assert_eq!(did.code, Some(2), "{did:?}");
        assert!(did.stdout.is_empty(), "{did:?}");
        assert!(did.stderr.contains("not a grid"), "{did:?}");
        assert!(did.stderr.contains("choose another encoding"), "{did:?}");
    }
}
