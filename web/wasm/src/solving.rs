//! Running models in the page: solvers' replies as checked boards, and a SAT solver for DIMACS.

use std::collections::BTreeSet;

use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};
use pipsc::backend::reply::Status;
use pipsc::formats::{Location, partial_value};
use pipsc::puzzle::PartialBoard;
use pipsc::solver::Decoder;
use serde_json::{Value, json};

use crate::board::checked;
use crate::failure::Failure;
use crate::model::{asked, names};
use crate::request::Request;

/// The most variables of a formula.
const MAX_VARIABLES: u32 = 2_000_000;

/// Replies of a solver as boards, each board once, checked against the puzzle.
pub(crate) fn decode(request: &Request) -> Result<Value, Failure> {
    let puzzle = request.puzzle()?;
    let encoding = asked(request)?;
    let Some(exchange) = encoding.language().exchange() else {
        return Err(Failure::Request("no solver reads this language".into()));
    };
    let names = names(request, &puzzle, encoding)?;
    let decoder = Decoder::new(&puzzle, &names);
    let decoder = decoder.map_err(|problem| Failure::Internal(problem.to_string()))?;
    let mut seen = BTreeSet::new();
    let mut boards = Vec::new();
    let mut status = "unknown";
    for text in request.replies.iter().flatten() {
        let reply = exchange.read(text.as_bytes());
        let reply = reply.map_err(|problem| Failure::Solver(problem.to_string()))?;
        status = match reply.status {
            Status::Satisfiable | Status::Counted(_) => "satisfiable",
            Status::Exhausted => "exhausted",
            Status::Unsatisfiable if boards.is_empty() => "unsatisfiable",
            Status::Unsatisfiable => "exhausted",
            Status::Unknown => "unknown",
        };
        for answer in &reply.answers {
            let board = PartialBoard::from(&decoder.board(answer));
            let value = partial_value(&puzzle, &board);
            if seen.insert(value.to_string()) {
                let mut reply = checked(&puzzle, &board);
                reply["board"] = value;
                reply["names"] = json!(decoder.placements(answer));
                boards.push(reply);
            }
        }
    }
    Ok(json!({ "status": status, "boards": boards }))
}

/// The model with answers excluded, which are given by the names of their placements.
pub(crate) fn exclude(request: &Request) -> Result<Value, Failure> {
    let encoding = asked(request)?;
    let Some(exchange) = encoding.language().exchange() else {
        return Err(Failure::Request("no solver reads this language".into()));
    };
    let text = request.text.as_deref();
    let mut text = text.ok_or_else(|| request.missing("text"))?.as_bytes();
    let answers = request.answers.as_deref().unwrap_or_default();
    let mut out = Vec::new();
    (exchange.exclude)(&mut text, &mut out, answers)
        .map_err(|problem| Failure::Solver(problem.to_string()))?;
    Ok(json!({ "text": String::from_utf8_lossy(&out) }))
}

/// Solves a formula in DIMACS CNF: replies as SAT solvers print them, up to `limit` answers that differ in the
/// placements, and a last one without an answer if there are no more.
pub(crate) fn sat(request: &Request) -> Result<Value, Failure> {
    let text = request.text.as_deref();
    let text = text.ok_or_else(|| request.missing("text"))?;
    let (variables, clauses) = read_dimacs(text)?;
    let puzzle = request.puzzle()?;
    let names = names(request, &puzzle, asked(request)?)?;
    let placements = names.resolve(&puzzle);
    let placements = placements.map_err(|problem| Failure::Internal(problem.to_string()))?;
    let placements: Vec<i32> = placements
        .keys()
        .filter_map(|name| name.parse().ok())
        .collect();
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
    for _ in 0..request.limit.unwrap_or(1) {
        if solver.solve_limited(&[]) != lbool::TRUE {
            replies.push("s UNSATISFIABLE\n".to_owned());
            break;
        }
        let is_true = |number: i32| solver.value_lit(literal(number)) == lbool::TRUE;
        let all = 1..=i32::try_from(variables).unwrap_or(i32::MAX);
        let values = all.map(|number| if is_true(number) { number } else { -number });
        let values: Vec<String> = values.map(|number| number.to_string()).collect();
        replies.push(format!("s SATISFIABLE\nv {} 0\n", values.join(" ")));
        let laid = placements.iter().copied();
        let laid = laid.filter(|number| number.unsigned_abs() <= variables && is_true(*number));
        let blocked: Vec<i32> = laid.map(|number| -number).collect();
        add(&mut solver, &blocked);
    }
    Ok(json!({ "replies": replies }))
}

/// The number of variables and the clauses of a file in DIMACS CNF.
fn read_dimacs(text: &str) -> Result<(u32, Vec<Vec<i32>>), Failure> {
    let mut header = None;
    let mut clauses = Vec::new();
    let mut clause = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let wrong = |message: &str| {
            let at = Location::Text {
                line: number + 1,
                column: 1,
            };
            Failure::Text(format!("line {}: {message}", number + 1), at)
        };
        let mut words = line.split_whitespace().peekable();
        match words.peek() {
            None | Some(&"c") => continue,
            Some(&"p") => {
                let words: Vec<&str> = words.collect();
                let variables = match words[..] {
                    ["p", "cnf", variables, clauses] => {
                        variables.parse().ok().zip(clauses.parse::<u32>().ok())
                    }
                    _ => None,
                };
                let Some((variables, _)) =
                    variables.filter(|&(variables, _)| variables <= MAX_VARIABLES)
                else {
                    return Err(wrong(
                        "expected `p cnf` with the numbers of variables and clauses",
                    ));
                };
                header = Some(variables);
                continue;
            }
            Some(_) => {}
        }
        let Some(variables) = header else {
            return Err(wrong("expected the line `p cnf` before the clauses"));
        };
        for word in words {
            match word.parse::<i32>() {
                Ok(0) => clauses.push(std::mem::take(&mut clause)),
                Ok(number) if number.unsigned_abs() <= variables => clause.push(number),
                Ok(_) => return Err(wrong("a variable beyond the number in the line `p cnf`")),
                Err(_) => return Err(wrong("expected numbers, and 0 at the end of a clause")),
            }
        }
    }
    if !clause.is_empty() {
        return Err(Failure::Text(
            "the last clause does not end with 0".into(),
            Location::Whole,
        ));
    }
    let variables =
        header.ok_or_else(|| Failure::Text("there is no line `p cnf`".into(), Location::Whole))?;
    Ok((variables, clauses))
}
