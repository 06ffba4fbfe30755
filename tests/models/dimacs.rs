//! A strict reader of DIMACS CNF, and every model of a formula.

use std::collections::BTreeSet;

use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Clause, Lit, TernaryVal, Var};
use rustsat_batsat::BasicSolver;

/// A formula: clauses of non-zero literals.
pub(crate) struct Cnf {
    pub(crate) variables: usize,
    pub(crate) clauses: Vec<Vec<i32>>,
}

/// Reads a formula and asserts the guarantees of the target.
pub(crate) fn read(text: &str) -> Cnf {
    let mut lines = text.lines().skip_while(|line| line.starts_with("c "));
    let header: Vec<&str> = lines.next().expect("a header").split(' ').collect();
    let ["p", "cnf", variables, clauses] = header[..] else {
        panic!("not a header: {header:?}");
    };
    let variables: usize = variables.parse().expect("a number of variables");
    let mut used = vec![false; variables + 1];
    let mut cnf = Cnf {
        variables,
        clauses: Vec::new(),
    };
    for line in lines {
        let literals = line.strip_suffix(" 0").expect("0 on the clause's line");
        let clause: Vec<i32> = literals
            .split(' ')
            .map(|word| word.parse().expect("a literal"))
            .collect();
        let distinct: BTreeSet<u32> = clause.iter().map(|lit| lit.unsigned_abs()).collect();
        assert_eq!(distinct.len(), clause.len(), "repeated variable: {line}");
        for variable in distinct {
            assert!(variable != 0, "an empty clause or a stray 0: {line}");
            used[variable as usize] = true;
        }
        cnf.clauses.push(clause);
    }
    assert_eq!(clauses.parse(), Ok(cnf.clauses.len()), "number of clauses");
    assert!(
        used[1..].iter().all(|&used| used),
        "a variable is never used"
    );
    cnf
}

/// Every model, as the set of its true variables, distinct in the variables `1..=by`.
pub(crate) fn models(cnf: &Cnf, by: usize) -> Vec<BTreeSet<String>> {
    let lit = |literal: i32| Lit::from_ipasir(literal).expect("a literal");
    let mut solver = BasicSolver::default();
    for clause in &cnf.clauses {
        let clause: Clause = clause.iter().map(|&literal| lit(literal)).collect();
        solver.add_clause(clause).expect("a clause");
    }
    let mut models = Vec::new();
    while solver.solve().expect("an answer") == SolverResult::Sat {
        let is_true = |variable: usize| {
            let value = solver.var_val(Var::new(variable as u32 - 1));
            value.expect("a value") == TernaryVal::True
        };
        let model: Vec<bool> = (1..=cnf.variables).map(is_true).collect();
        let blocking: Clause = (0..by)
            .map(|index| Var::new(index as u32).lit(model[index]))
            .collect();
        models.push(
            (1..=cnf.variables)
                .filter(|&variable| model[variable - 1])
                .map(|variable| variable.to_string())
                .collect(),
        );
        if by == 0 {
            break;
        }
        solver.add_clause(blocking).expect("a clause");
    }
    models
}
