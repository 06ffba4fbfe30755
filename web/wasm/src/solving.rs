//! Running models in the page: solvers' replies as checked boards, and a SAT solver for DIMACS.

use std::collections::BTreeSet;

use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};
use pipsc::backend::reply::ReplyStatus;
use pipsc::formats::partial_value;
use pipsc::limits::Limits;
use pipsc::puzzle::PartialBoard;
use pipsc::solver::Decoder;
use serde_json::{Value, json};

use crate::board::checked;
use crate::failure::Failure;
use crate::model::ModelRequest;

/// The maximum number of variables of a formula.
const MAX_VARIABLES: i32 = 2_000_000;

/// `status` (`satisfiable`, `exhausted`, `unsatisfiable` or `unknown`), `boards`, each once and as `check` gives it with its `board`,
/// and `rest`.
pub(crate) fn decode(
    of: &ModelRequest,
    replies: &[String],
    model: Option<&str>,
    limits: &Limits,
) -> Result<Value, Failure> {
    let puzzle = &of.puzzle.0;
    let protocol = of.encoding()?.language.protocol;
    let protocol = protocol.ok_or_else(|| Failure::new("no solver reads this language"))?;
    let names = of.names(limits)?;
    let decoder = Decoder::new(puzzle, &names)?;
    let mut seen = BTreeSet::new();
    let mut boards = Vec::new();
    let mut answers = Vec::new();
    let mut status = "unknown";
    for text in replies {
        let reply = protocol.read(text.as_bytes()).map_err(Failure::new)?;
        status = match reply.status {
            ReplyStatus::Satisfiable | ReplyStatus::Counted(_) => "satisfiable",
            ReplyStatus::Exhausted => "exhausted",
            ReplyStatus::Unsatisfiable if boards.is_empty() => "unsatisfiable",
            ReplyStatus::Unsatisfiable => "exhausted",
            ReplyStatus::Unknown => "unknown",
        };
        for answer in &reply.answers {
            let board = PartialBoard::from(&decoder.board(answer));
            let value = partial_value(puzzle, &board);
            if seen.insert(value.to_string()) {
                let mut reply = checked(puzzle, &board);
                reply["board"] = value;
                boards.push(reply);
                let placements = decoder.placements(answer).into_iter();
                answers.push(placements.map(str::to_owned).collect::<Vec<_>>());
            }
        }
    }
    let blocked = model.map(|model| protocol.blocking.add(model, &answers));
    let rest = blocked
        .transpose()
        .map_err(Failure::new)?
        .unwrap_or_default();
    Ok(json!({"status": status, "boards": boards, "rest": rest}))
}

/// Solves a formula in DIMACS CNF. Answers differ in the placements; `s UNSATISFIABLE` follows the last one.
pub(crate) fn sat(
    of: &ModelRequest,
    text: &str,
    limit: u32,
    limits: &Limits,
) -> Result<Value, Failure> {
    let (variables, clauses) = read_dimacs(text)?;
    let names = of.names(limits)?;
    let placements = names.resolve(&of.puzzle.0)?;
    let placements = placements.keys().filter_map(|name| name.parse().ok());
    let placements: Vec<i32> = placements.filter(|&number| number <= variables).collect();
    let mut solver = BasicSolver::default();
    for _ in 0..variables {
        let _ = solver.new_var_default();
    }
    let literal =
        |number: i32| Lit::new(Var::unsafe_from_idx(number.unsigned_abs() - 1), number > 0);
    let add = |solver: &mut BasicSolver, clause: &[i32]| {
        let mut clause: Vec<Lit> = clause.iter().map(|&number| literal(number)).collect();
        let _ = solver.add_clause_reuse(&mut clause);
    };
    for clause in &clauses {
        add(&mut solver, clause);
    }
    let mut replies = Vec::new();
    for _ in 0..limit {
        if solver.solve_limited(&[]) != lbool::TRUE {
            replies.push("s UNSATISFIABLE\n".to_owned());
            break;
        }
        let is_true = |number: i32| solver.value_lit(literal(number)) == lbool::TRUE;
        let values = (1..=variables).map(|number| if is_true(number) { number } else { -number });
        let values: Vec<String> = values.map(|number| number.to_string()).collect();
        replies.push(format!("s SATISFIABLE\nv {} 0\n", values.join(" ")));
        let laid = placements.iter().copied().filter(|&number| is_true(number));
        let blocked: Vec<i32> = laid.map(|number| -number).collect();
        add(&mut solver, &blocked);
    }
    Ok(json!({ "replies": replies }))
}

/// The number of variables and the clauses of a file in DIMACS CNF.
fn read_dimacs(text: &str) -> Result<(i32, Vec<Vec<i32>>), Failure> {
    let mut variables = 0;
    let (mut clauses, mut clause) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        let wrong = |message: &str| Failure {
            line: Some(number),
            ..Failure::new(message)
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        match &words[..] {
            [] | ["c", ..] => {}
            ["p", "cnf", count, _] => {
                let count = count.parse().ok();
                let count = count.filter(|count| (0..=MAX_VARIABLES).contains(count));
                variables = count.ok_or_else(|| wrong("too many variables"))?;
            }
            words => {
                for word in words {
                    match word.parse::<i32>() {
                        Ok(0) => clauses.push(std::mem::take(&mut clause)),
                        Ok(literal) if (-variables..=variables).contains(&literal) => {
                            clause.push(literal);
                        }
                        Ok(_) => {
                            return Err(wrong("a variable beyond the number in the line `p cnf`"));
                        }
                        Err(_) => {
                            return Err(wrong("expected numbers, and 0 at the end of a clause"));
                        }
                    }
                }
            }
        }
    }
    if !clause.is_empty() {
        return Err(Failure::new("the last clause does not end with 0"));
    }
    Ok((variables, clauses))
}
