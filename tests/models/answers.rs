//! Real solvers accept the models of every example, as they are submitted if there is a competition, and their
//! answers are solutions.

use std::collections::BTreeSet;
use std::path::Path;

use pipsc::backend::reply::ReplyStatus;
use pipsc::backend::{Emission, Encoding, Language, Profile};
use pipsc::lower::{AS_IT_STANDS, lower};
use pipsc::puzzle::{Board, Puzzle};
use pipsc::solver::decode;

use crate::shipped::{Count, EXAMPLES};
use crate::solver::Solver;
use crate::{emission, encodings, reading, tools};

/// Asserts that a reply has the right verdict and number of solutions.
fn assert_reply(
    puzzle: &Puzzle,
    emission: &Emission<'_>,
    language: &str,
    text: &str,
    expected: Option<usize>,
    what: &str,
) {
    let protocol = Language::named(language).expect("a language").protocol;
    let reply = protocol.expect("solvers").read(text.as_bytes());
    let reply = reply.unwrap_or_else(|error| panic!("{what}: {error}\n{text}"));
    let names = emission.names();
    let answers = reply.answers.iter();
    let boards = answers.map(|one| decode(puzzle, &names, one).expect(what));
    let boards: BTreeSet<Board> = boards.collect();
    assert_eq!(boards.len(), reply.answers.len(), "{what}: a board twice");
    let is_unsatisfiable = reply.status == ReplyStatus::Unsatisfiable;
    assert_eq!(is_unsatisfiable, expected == Some(0), "{what}");
    assert_eq!(boards.len(), expected.unwrap_or(1), "{what}");
}

/// The number of solutions that a solver finds that stops at the first.
fn first(count: Count) -> usize {
    match count {
        Count::Exactly(0) => 0,
        Count::Exactly(_) | Count::Some => 1,
    }
}

/// Whether a solver takes too long to read or solve a model of a full set.
fn is_too_slow(solver: &str, file: &str, encoding: Encoding) -> bool {
    match (solver, file) {
        ("kissat" | "cadical", "double-nine.txt") => encoding.name == "placement",
        ("kissat" | "cadical", _) => false,
        ("gecode" | "ace" | "choco" | "minisat+" | "highs" | "cbc", _) => {
            file.starts_with("double")
        }
        (_, "double-nine.txt") => true,
        ("chuffed", _) => encoding.name != "edges",
        ("z3", "double-six.txt") => encoding.citation.is_some(),
        ("cvc5", "double-six.txt") => encoding.name != "edges",
        _ => false,
    }
}

/// Asserts that a solver accepts every model of every example, and answers correctly.
fn accepts_every_example(name: &str, language: &str) {
    let Some(solver) = Solver::find(name, &[]) else {
        return;
    };
    for (file, count) in EXAMPLES {
        // Java takes most of a second to start.
        if matches!(name, "ace" | "choco") && file.starts_with("2025") {
            continue;
        }
        let puzzle = reading::puzzle(file);
        let lowered = lower(&puzzle, &AS_IT_STANDS).expect("a small puzzle");
        for &encoding in encodings(language) {
            if !encoding.suits(name) || is_too_slow(name, file, encoding) {
                continue;
            }
            for profile in [Profile::Submit, Profile::Run] {
                let can = encoding
                    .check_profile(profile)
                    .and(encoding.check_model(&lowered.model));
                if can.is_err() {
                    continue;
                }
                let what = format!("{name}, {file}, {encoding}, {profile:?}");
                let emission = emission(&lowered.model, encoding, profile);
                let text = solver.reply(&emission);
                let expected = first(count);
                match (language, profile) {
                    // A submission requests only the verdict.
                    ("smtlib", Profile::Submit) => {
                        assert_eq!(text, ["unsat\n", "sat\n"][expected], "{what}");
                    }
                    _ => {
                        assert_reply(&puzzle, &emission, language, &text, Some(expected), &what);
                        // The conformance suite and `generated.rs` run the other profile.
                        break;
                    }
                }
            }
        }
    }
}

#[test]
fn kissat() {
    accepts_every_example("kissat", "dimacs");
}

#[test]
fn cadical() {
    accepts_every_example("cadical", "dimacs");
}

#[test]
fn z3() {
    accepts_every_example("z3", "smtlib");
}

#[test]
fn cvc5() {
    accepts_every_example("cvc5", "smtlib");
}

#[test]
fn gecode() {
    accepts_every_example("gecode", "minizinc");
}

/// MiniZinc 2.10 in WebAssembly, under Node.
#[test]
fn chuffed() {
    accepts_every_example("chuffed", "minizinc");
}

#[test]
fn ace() {
    accepts_every_example("ace", "xcsp3");
}

#[test]
fn choco() {
    accepts_every_example("choco", "xcsp3");
}

#[test]
fn minisat_plus() {
    accepts_every_example("minisat+", "opb");
}

#[test]
fn highs() {
    accepts_every_example("highs", "lp");
}

#[test]
fn cbc() {
    accepts_every_example("cbc", "lp");
}

/// Both formats of MiniZinc's output have all solutions.
#[test]
fn gecode_lists_all_solutions() {
    for stream in [&["-a"][..], &["-a", "--json-stream"]] {
        let Some(solver) = Solver::find("gecode", stream) else {
            return;
        };
        for (file, count) in EXAMPLES {
            let Count::Exactly(count) = count else {
                continue;
            };
            let puzzle = reading::puzzle(file);
            let lowered = lower(&puzzle, &AS_IT_STANDS).expect("a small puzzle");
            let emission = emission(&lowered.model, encodings("minizinc")[0], Profile::Run);
            let text = solver.reply(&emission);
            assert_reply(&puzzle, &emission, "minizinc", &text, Some(count), file);
        }
    }
}

/// A submission requests no values. Users request the whole model, which each solver prints in its own
/// format.
#[test]
fn smt_models_as_solvers_print_them() {
    let ways: [(&str, &[&str], bool); 6] = [
        ("z3", &["-model"], false),
        ("z3", &[], true),
        ("cvc5", &["--produce-models", "--dump-models"], false),
        ("cvc5", &["--produce-models"], true),
        ("yices-smt2", &[], true),
        ("yices-smt2", &["--smt2-model-format"], true),
    ];
    let files = [
        "small.board.json",
        "2025-10-05-easy.nyt.json",
        "impossible.txt",
    ];
    for (name, arguments, has_get_model) in ways {
        let Some(solver) = Solver::find(name, arguments) else {
            continue;
        };
        for (file, count) in EXAMPLES
            .into_iter()
            .filter(|(file, _)| files.contains(file))
        {
            let puzzle = reading::puzzle(file);
            let lowered = lower(&puzzle, &AS_IT_STANDS).expect("a small puzzle");
            for &encoding in encodings("smtlib").iter().filter(|one| one.is_standard()) {
                let emission = emission(&lowered.model, encoding, Profile::Submit);
                let mut text = crate::texts(&emission).remove(0);
                if has_get_model {
                    text = text.replace("(exit)", "(get-model)\n(exit)");
                }
                let text = solver.reply_to(&[("model.smt2".into(), text)]);
                let what = format!("{name}, {arguments:?}, {file}, {encoding}");
                assert_reply(
                    &puzzle,
                    &emission,
                    "smtlib",
                    &text,
                    Some(first(count)),
                    &what,
                );
            }
        }
    }
}

#[test]
fn the_web_assembly_gecode_is_refused() {
    let Some(node) = tools::find("node") else {
        return;
    };
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = here.join("scripts/minizinc-wasm.cjs").display().to_string();
    for arguments in [
        &["--solver", "gecode"] as &[&str],
        &["--solver=org.minizinc.gecode_presolver"],
        &["--solver", "chuffed", "-G", "gecode_presolver"],
        &[],
    ] {
        let mut all = vec![script.as_str()];
        all.extend(arguments);
        all.push("model.mzn");
        let output = crate::run(&node, &all, here);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(output.stdout, b"");
    }
}
