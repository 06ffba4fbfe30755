//! Solvers that find one solution at a time, each with the earlier ones excluded, find exactly the brute-force solutions of
//! random puzzles: SMT-LIB, OPB, LP and MPS. (`enumeration.rs` has solvers that list all.)

use std::collections::{BTreeMap, BTreeSet};

use pipsc::backend::reply::ReplyStatus;
use pipsc::backend::{Encoding, Profile};
use pipsc::lower::{AS_IT_STANDS, LoweringStep, lower};
use pipsc::puzzle::Board;
use pipsc::solver::decode;

use crate::enumeration::{Case, cases};
use crate::solver::Solver;
use crate::{brute_force, emission, encodings, reading};

/// Asserts that a solver that finds one solution at a time finds exactly the solutions, each with the earlier ones
/// excluded, and that its verdict on a submission is right.
fn assert_agrees(solver: &Solver, encoding: Encoding, case: &Case) {
    let what = format!("{encoding:?}, puzzle {}, {:?}", case.number, case.steps);
    let model = |exclude: &BTreeSet<Board>| {
        let lowered = lower(&case.puzzle, &case.steps(encoding)).expect("a small puzzle");
        lowered.excluding(exclude).model
    };
    let solve = |profile, exclude: &BTreeSet<Board>| -> Option<Board> {
        let model = model(exclude);
        let emission = emission(&model, encoding, profile);
        let text = solver.reply(&emission);
        let protocol = encoding.language.protocol.expect("solvers");
        let reply = protocol.read(text.as_bytes());
        let reply = reply.unwrap_or_else(|error| panic!("{what}: {error}\n{text}"));
        let names = emission.names();
        let answers = reply.answers.iter();
        let boards = answers.map(|one| decode(&case.puzzle, &names, one).expect("a solution"));
        let mut boards: Vec<Board> = boards.collect();
        assert!(boards.len() <= 1, "{what}");
        let board = boards.pop();
        assert_eq!(
            reply.status == ReplyStatus::Unsatisfiable,
            board.is_none(),
            "{what}"
        );
        board
    };
    let mut exclude = case.exclude.clone();
    let mut found = BTreeSet::new();
    while let Some(board) = solve(Profile::Run, &exclude) {
        assert!(exclude.insert(board.clone()), "{what}: an excluded board");
        let _ = found.insert(board);
    }
    assert_eq!(found, case.solutions, "{what}");
    if encoding.language.name != "smtlib" {
        let submitted = solve(Profile::Submit, &case.exclude);
        let is_solution = |board| case.solutions.contains(&board);
        assert_eq!(
            submitted.map(is_solution),
            (!found.is_empty()).then_some(true),
            "{what}"
        );
    } else if encoding.is_standard() {
        // A submission requests only the verdict.
        let text = solver.reply(&emission(&model(&case.exclude), encoding, Profile::Submit));
        assert_eq!(
            text,
            if found.is_empty() { "unsat\n" } else { "sat\n" },
            "{what}"
        );
    }
}

/// Tests a solver that does not enumerate on this number of puzzles for each choice of steps.
fn solver_agrees(name: &str, language: &str, puzzles: usize, most: usize) {
    let Some(solver) = Solver::find(name, &[]) else {
        return;
    };
    let mut done: BTreeMap<Vec<LoweringStep>, usize> = BTreeMap::new();
    for case in cases(0..400, most) {
        let turns = done.entry(case.steps.clone()).or_default();
        if *turns == puzzles {
            continue;
        }
        *turns += 1;
        let encodings = encodings(language).iter();
        for &encoding in encodings.filter(|encoding| encoding.suits(name)) {
            assert_agrees(&solver, encoding, &case);
        }
    }
    assert_eq!(done.into_values().collect::<Vec<_>>(), [puzzles; 5]);
}

#[test]
fn z3_matches_brute_force() {
    solver_agrees("z3", "smtlib", 6, 6);
}

#[test]
fn cvc5_matches_brute_force() {
    solver_agrees("cvc5", "smtlib", 4, 6);
}

#[test]
fn yices_matches_brute_force() {
    solver_agrees("yices-smt2", "smtlib", 6, 6);
}

#[test]
fn minisat_plus_matches_brute_force() {
    solver_agrees("minisat+", "opb", 6, 6);
}

#[test]
fn highs_matches_brute_force() {
    solver_agrees("highs", "lp", 6, 6);
}

#[test]
fn cbc_matches_brute_force() {
    solver_agrees("cbc", "lp", 6, 6);
}

// Java and Python start slowly, so there are few puzzles.

#[test]
fn sat4j_matches_brute_force() {
    solver_agrees("sat4j", "opb", 2, 2);
}

#[test]
fn scip_matches_brute_force() {
    solver_agrees("scip", "opb", 2, 2);
    solver_agrees("scip-lp", "lp", 2, 2);
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
        for (name, language) in [("minisat+", "opb"), ("highs", "lp"), ("cbc", "lp")] {
            if let Some(solver) = Solver::find(name, &[]) {
                let encodings = encodings(language).iter();
                for &encoding in encodings.filter(|encoding| encoding.suits(name)) {
                    assert_agrees(&solver, encoding, &case);
                }
            }
        }
    }
}
