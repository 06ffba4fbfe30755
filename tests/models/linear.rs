//! OPB, LP and MPS: real solvers find exactly the brute-force solutions of random puzzles, and
//! accept every model of every example in both profiles.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use pipsc::backend::reply::{Reply, ReplyStatus};
use pipsc::backend::{Emission, EmissionPlan, Encoding, Profile, Provenance, lp, opb};
use pipsc::lower::{AS_IT_STANDS, LoweringStep, STEPS, lower};
use pipsc::solver::decode;

use crate::brute_force;
use crate::enumeration::{Case, agrees, cases, decoded};
use crate::reading;
use crate::shipped::{Count, EXAMPLES};
use crate::{plan, texts, tools};

/// A command line: `{model}` is the model, and `{result}` the file of the reply, if not standard output.
struct Solver {
    program: PathBuf,
    arguments: Vec<String>,
}

impl Solver {
    fn find(name: &str) -> Option<Solver> {
        if !tools::is_installed(name) {
            return None;
        }
        let launcher = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/scip.py");
        let launcher = launcher.display().to_string();
        let jars = "/usr/share/java/org.sat4j.core.jar:/usr/share/java/org.sat4j.pb.jar";
        let (program, arguments) = match name {
            "minisat+" => ("minisat+", vec!["-v0", "{model}"]),
            "sat4j" => (
                "java",
                vec!["-cp", jars, "org.sat4j.pb.LanceurPseudo2007", "{model}"],
            ),
            "scip" | "scip-lp" => ("python3", vec![launcher.as_str(), "{model}"]),
            "highs" => ("highs", vec!["--solution_file", "{result}", "{model}"]),
            "cbc" => ("cbc", vec!["{model}", "solve", "solution", "{result}"]),
            other => panic!("no command line for {other}"),
        };
        Some(Solver {
            program: tools::find(program)?,
            arguments: arguments.into_iter().map(String::from).collect(),
        })
    }

    /// The reply to a model.
    fn reply(&self, plan: &EmissionPlan, model: &[u8]) -> Reply {
        let folder = tempfile::tempdir().expect("a folder");
        let extension = plan.encoding.language().extensions(plan.profile)[0];
        let file = format!("model.{extension}");
        fs::write(folder.path().join(&file), model).expect("a file");
        let arguments: Vec<&str> = (self.arguments.iter())
            .map(|word| match word.as_str() {
                "{model}" => file.as_str(),
                "{result}" => "result",
                word => word,
            })
            .collect();
        let output = crate::run(&self.program, &arguments, folder.path());
        let text = if self.arguments.iter().any(|word| word == "{result}") {
            fs::read(folder.path().join("result")).expect("a result")
        } else {
            output.stdout
        };
        let exchange = plan.encoding.language().protocol.expect("solvers");
        exchange.read(&text).unwrap_or_else(|error| {
            let said = String::from_utf8_lossy(&text);
            let stderr = String::from_utf8_lossy(&output.stderr);
            panic!(
                "{}, {plan:?}: {error}\n{said}\n{stderr}",
                self.program.display()
            )
        })
    }

    /// Asserts that the solver finds exactly the solutions, with earlier ones excluded.
    fn assert_solutions(&self, encoding: Encoding, case: &Case) {
        let plan = plan(encoding, Profile::Run);
        let lowered = lower(&case.puzzle, &case.steps(encoding)).expect("a small puzzle");
        let lowered = lowered.excluding(&case.exclude);
        let emission = Emission::new(&lowered.model, &plan).expect("any board");
        let model = texts(&emission).remove(0);
        let blocking = encoding.language().protocol.expect("solvers").blocking;
        let (mut answers, mut excluded) = (Vec::new(), Vec::new());
        loop {
            let mut next = Vec::new();
            blocking
                .add(&mut Cursor::new(&model), &mut next, &excluded)
                .expect("memory");
            let reply = self.reply(&plan, &next);
            if reply.status == ReplyStatus::Unsatisfiable {
                break;
            }
            assert_eq!(reply.status, ReplyStatus::Satisfiable);
            let [answer] = <[_; 1]>::try_from(reply.answers).expect("an answer");
            let names = emission.names().expect("no limit");
            let placed = names.resolve(&case.puzzle).expect("its cells");
            let there = answer.true_names.iter();
            excluded.push(
                there
                    .filter(|name| placed.contains_key(name.as_str()))
                    .cloned()
                    .collect(),
            );
            answers.push(answer);
        }
        let what = format!(
            "{}, puzzle {}, {:?}",
            self.program.display(),
            case.number,
            case.steps
        );
        assert_eq!(
            decoded(case, &lowered, &plan, &answers),
            case.solutions,
            "{what}, {encoding}"
        );
    }

    /// Asserts that the verdict on a submission is right.
    fn assert_verdict(&self, encoding: Encoding, case: &Case) {
        let plan = plan(encoding, Profile::Submit);
        let lowered = lower(&case.puzzle, &case.steps(encoding)).expect("a small puzzle");
        let lowered = lowered.excluding(&case.exclude);
        let emission = Emission::new(&lowered.model, &plan).expect("any board");
        let reply = self.reply(&plan, texts(&emission)[0].as_bytes());
        let boards = decoded(case, &lowered, &plan, &reply.answers);
        let what = format!(
            "{}, puzzle {}, {:?}",
            self.program.display(),
            case.number,
            case.steps
        );
        assert_eq!(
            boards.is_empty(),
            case.solutions.is_empty(),
            "{what}, {encoding}"
        );
        assert!(boards.is_subset(&case.solutions), "{what}, {encoding}");
        assert_eq!(
            reply.status == ReplyStatus::Unsatisfiable,
            case.solutions.is_empty(),
            "{what}, {encoding}"
        );
    }
}

/// Tests a solver that does not enumerate on this number of puzzles for each choice of steps.
fn solver_agrees(name: &str, encodings: &[Encoding], puzzles: usize, most: usize) {
    let Some(solver) = Solver::find(name) else {
        return;
    };
    let mut done: BTreeMap<Vec<LoweringStep>, usize> = BTreeMap::new();
    for case in cases(0..400, most) {
        let turns = done.entry(case.steps.clone()).or_default();
        if *turns == puzzles {
            continue;
        }
        *turns += 1;
        for &encoding in encodings {
            solver.assert_solutions(encoding, &case);
            solver.assert_verdict(encoding, &case);
        }
    }
    assert_eq!(done.into_values().collect::<Vec<_>>(), [puzzles; 5]);
}

#[test]
fn clasp_matches_brute_force_on_opb() {
    let Some(program) = tools::find("clasp") else {
        return;
    };
    for case in cases(0..600, 150) {
        for &encoding in opb::LANGUAGE.encodings {
            let plan = plan(encoding, Profile::Run);
            let arguments = ["-n", "0", "--verbose=0", "--quiet=0"];
            agrees(&program, &arguments, &plan, &case);
        }
    }
}

#[test]
fn minisat_plus_matches_brute_force() {
    solver_agrees("minisat+", opb::LANGUAGE.encodings, 12, 6);
}

#[test]
fn highs_matches_brute_force() {
    solver_agrees("highs", lp::LANGUAGE.encodings, 12, 6);
}

#[test]
fn cbc_matches_brute_force() {
    solver_agrees("cbc", lp::LANGUAGE.encodings, 12, 6);
}

// Java and Python start slowly, so there are few puzzles.

#[test]
fn sat4j_matches_brute_force() {
    solver_agrees("sat4j", opb::LANGUAGE.encodings, 2, 2);
}

#[test]
fn scip_matches_brute_force() {
    solver_agrees("scip", opb::LANGUAGE.encodings, 2, 2);
    solver_agrees("scip-lp", lp::LANGUAGE.encodings, 2, 2);
}

#[test]
fn every_example_is_accepted_in_both_profiles() {
    for (name, encodings) in [
        ("minisat+", opb::LANGUAGE.encodings),
        ("highs", lp::LANGUAGE.encodings),
        ("cbc", lp::LANGUAGE.encodings),
    ] {
        let Some(solver) = Solver::find(name) else {
            continue;
        };
        for (file, count) in EXAMPLES {
            // Full sets take too long.
            if file.starts_with("double") {
                continue;
            }
            let puzzle = reading::puzzle(file);
            for &encoding in encodings {
                for (profile, steps) in [
                    (Profile::Run, &STEPS[..]),
                    (Profile::Run, &AS_IT_STANDS),
                    (Profile::Submit, &AS_IT_STANDS),
                ] {
                    let what = format!("{name}, {file}, {encoding}, {profile:?}, {steps:?}");
                    let lowered = lower(&puzzle, steps).expect("a small puzzle");
                    let plan = EmissionPlan {
                        encoding,
                        profile,
                        provenance: Provenance::of(&puzzle, file, &lowered),
                    };
                    let emission = Emission::new(&lowered.model, &plan).expect("any board");
                    let reply = solver.reply(&plan, texts(&emission)[0].as_bytes());
                    let names = emission.names().expect("no limit");
                    for answer in &reply.answers {
                        let board = decode(&puzzle, &names, answer);
                        assert!(board.is_ok(), "{what}: {board:?}");
                    }
                    let (status, answers) = match count {
                        Count::Exactly(0) => (ReplyStatus::Unsatisfiable, 0),
                        Count::Exactly(_) | Count::Some => (ReplyStatus::Satisfiable, 1),
                    };
                    assert_eq!(
                        (reply.status, reply.answers.len()),
                        (status, answers),
                        "{what}"
                    );
                }
            }
        }
    }
}

/// Names that are too long for CBC, or have characters that formats do not allow.
#[test]
fn long_and_special_names_are_accepted_in_both_profiles() {
    let text = r#"{
        "dominoes": [[2, 4], [4, 4]],
        "constraints": [{"type": "sum", "cells": ["a", "b"], "target": 6}],
        "links": {"a": ["b"], "b": ["a", "c"], "c": ["b", "d"], "d": ["c"]}
    }"#;
    for ending in ["x".repeat(60), " e1: = 3 * é".into()] {
        let renamed = ["a", "b", "c", "d"]
            .iter()
            .fold(text.to_owned(), |text, name| {
                text.replace(&format!("\"{name}\""), &format!("\"{name}{ending}\""))
            });
        let named = reading::read(&renamed, None);
        let solutions = brute_force::solutions(&named, 9).into_iter().collect();
        let case = Case {
            number: 0,
            steps: AS_IT_STANDS.to_vec(),
            puzzle: named,
            exclude: Default::default(),
            solutions,
        };
        assert_eq!(case.solutions.len(), 2);
        for (name, encodings) in [
            ("minisat+", opb::LANGUAGE.encodings),
            ("highs", lp::LANGUAGE.encodings),
            ("cbc", lp::LANGUAGE.encodings),
        ] {
            if let Some(solver) = Solver::find(name) {
                for &encoding in encodings {
                    solver.assert_solutions(encoding, &case);
                    solver.assert_verdict(encoding, &case);
                }
            }
        }
    }
}

/// The rules of the Pseudo-Boolean Competition for a linear decision problem.
#[test]
fn opb_follows_the_competition_format() {
    for (file, _) in EXAMPLES {
        let puzzle = reading::puzzle(file);
        let lowered = lower(&puzzle, &AS_IT_STANDS).expect("a small puzzle");
        for &encoding in opb::LANGUAGE.encodings {
            for profile in [Profile::Run, Profile::Submit] {
                let plan = plan(encoding, profile);
                let emission = Emission::new(&lowered.model, &plan).expect("any board");
                let text = &texts(&emission)[0];
                assert_is_opb(text, profile, &format!("{file}, {encoding}, {profile:?}"));
            }
        }
    }
}

fn assert_is_opb(text: &str, profile: Profile, what: &str) {
    let (header, rest) = text.split_once('\n').expect("lines");
    let (mut constraints, mut equations, mut greatest) = (0, 0, 0);
    let mut variables = BTreeSet::new();
    for line in rest.lines().filter(|line| !line.starts_with('*')) {
        let words: Vec<&str> = line.split(' ').collect();
        let [terms @ .., relation, bound, ";"] = &words[..] else {
            panic!("{what}: {line}");
        };
        assert!(["=", ">="].contains(relation), "{what}: {line}");
        let mut sum = bound.parse::<i64>().expect("a number").unsigned_abs();
        assert!(!terms.is_empty() && terms.len() % 2 == 0, "{what}: {line}");
        for term in terms.chunks(2) {
            assert!(term[0].starts_with(['+', '-']), "{what}: {line}");
            let times = term[0].parse::<i64>().expect("a number").unsigned_abs();
            assert_ne!(times, 0, "{what}: {line}");
            sum += times;
            let number = term[1].strip_prefix('x').expect("a variable");
            let _ = variables.insert(number.parse::<u64>().expect("a number"));
        }
        constraints += 1;
        equations += usize::from(*relation == "=");
        greatest = greatest.max(sum);
    }
    let most = variables.last().copied().expect("a variable");
    assert_eq!(variables, (1..=most).collect(), "{what}");
    let counts = format!("* #variable= {most} #constraint= {constraints}");
    let bits = (1..).find(|bits| greatest >> bits == 0).expect("a width");
    assert_eq!(
        header,
        match profile {
            Profile::Run | Profile::Count => counts,
            Profile::Submit => format!("{counts} #equal= {equations} intsize= {bits}"),
        },
        "{what}"
    );
}
