//! Encodings through the command line: all receive the same lowering steps. `conformance.rs` tests their
//! solutions.

use std::fs;

use crate::command::TestEnv;
use crate::tools;

/// Returns the header line of a model file with its lowering steps.
fn terms(text: &str) -> String {
    let line = text.lines().find(|line| line.contains("Symmetry is"));
    let terms = line.and_then(|line| Some(line.split_once(". ")?.1));
    terms.unwrap_or_default().to_owned()
}

#[test]
fn every_encoding_receives_the_same_steps() {
    let env = TestEnv::new();
    let emitted = |encoding: &str, arguments: &str| {
        let emit = format!("emit puzzles/dozen.txt -t dimacs --encoding {encoding}");
        let output = env.run(format!("{emit} {arguments}"));
        output.assert_code(0);
        let placements = output.stdout.lines().filter(|line| {
            let number = line
                .split(' ')
                .nth(1)
                .and_then(|word| word.strip_suffix(':'));
            number.is_some_and(|number| number.parse::<u32>().is_ok())
        });
        (terms(&output.stdout), placements.count())
    };
    let whole = "The puzzle as it stands: nothing was pruned. Symmetry is broken.";
    let pruned = "Pruned: what no solution uses was left out. Symmetry is broken.";
    // Seven dominoes on 19 edges, each in two ways; the puzzle has one solution.
    for (arguments, said, placements) in [
        ("", whole, 266),
        ("--no-prune", whole, 266),
        ("--prune", pruned, 7),
        ("--prune --no-prune", whole, 266),
        ("--no-prune --prune", pruned, 7),
    ] {
        for (encoding, redundant) in [
            ("compact", "Redundant facts are stated."),
            ("placement", "No redundant facts are stated."),
            ("links", "Redundant facts are stated."),
        ] {
            let expected = (format!("{said} {redundant}"), placements);
            let what = format!("{encoding} {arguments}");
            assert_eq!(emitted(encoding, arguments), expected, "{what}");
        }
    }
}

#[test]
fn kept_models_are_the_solver_inputs() {
    let env = TestEnv::new();
    let given = env.path("given.cnf").display().to_string();
    // A solver that copies its input and replies UNKNOWN.
    let script = format!("cat \\\"$0\\\" > '{given}'; echo s UNKNOWN");
    let registry = env.write(
        "copying.toml",
        &format!(
            r#"
[copying]
about = "SAT"
target = "dimacs"
encoding = "links"
install = ""
exit = {{ satisfiable = [10], exhausted = [30], unsatisfiable = [20], unknown = [0] }}
[[copying.via]]
programs = ["sh"]
arguments = ["-c", "{script}", "{{model}}"]
"#
        ),
    );
    let keep = env.path("kept").display().to_string();
    let pruned = "Pruned: what no solution uses was left out.";
    let whole = "The puzzle as it stands: nothing was pruned.";
    for (option, said) in [("", pruned), ("--no-prune", whole)] {
        let run = format!("run puzzles/dozen.txt --solver copying --solver-file {registry}");
        env.run(format!("{run} --keep {keep} {option}"))
            .assert_code(3);
        let kept = fs::read_to_string(env.path("kept/model.cnf")).expect("the model");
        let given = fs::read_to_string(&given).expect("the copy");
        assert!(terms(&kept).starts_with(said), "{kept}");
        assert_eq!(kept, given, "{option}");
    }
}

#[test]
fn coordinates_require_a_grid() {
    if !tools::is_installed("gecode") {
        return;
    }
    let path = "puzzles/2025-09-21-hard.graph.json";
    let env = TestEnv::new();
    let emitted = env.run(format!("emit {path} -t minizinc --encoding coordinates"));
    let solved = env.run(format!("run {path} --solver gecode --encoding coordinates"));
    for output in [emitted, solved] {
        output.assert_code(2);
        assert!(output.stdout.is_empty(), "{output:?}");
        output.stderr_has("not a grid");
        output.stderr_has("choose another encoding");
    }
}
