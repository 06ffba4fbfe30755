//! One suite for the pieces that encoders are made of: each has exactly the models that its
//! constraint has, and its auxiliary variables follow from the others.

use std::collections::BTreeSet;

use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Clause, TernaryVal, Var};
use rustsat_batsat::BasicSolver;

use super::layers::{self, OneHot};
use super::{Formula, Lit, at_most_one, counter, exactly_one};
use crate::model::Relation;

#[derive(Default)]
struct Clauses {
    variables: u32,
    clauses: Vec<Vec<Lit>>,
}

impl Formula for Clauses {
    fn new_lit(&mut self) -> Lit {
        self.variables += 1;
        Lit::positive(self.variables - 1)
    }

    fn clause(&mut self, literals: &[Lit]) {
        assert!(!literals.is_empty(), "an empty clause");
        self.clauses.push(literals.to_vec());
    }
}

impl Clauses {
    fn lits(&mut self, count: usize) -> Vec<Lit> {
        (0..count).map(|_| self.new_lit()).collect()
    }

    /// Every model, projected to the first `inputs` variables. Fails if two models agree there.
    fn models(&self, inputs: usize) -> BTreeSet<Vec<bool>> {
        let mut solver = BasicSolver::default();
        for clause in &self.clauses {
            let clause: Clause = clause
                .iter()
                .map(|lit| Var::new(lit.variable()).lit(lit.is_negative()))
                .collect();
            solver.add_clause(clause).expect("a clause");
        }
        let mut models = BTreeSet::new();
        while solver.solve().expect("an answer") == SolverResult::Sat {
            // A variable that no clause mentions has no value; it would be a second model.
            let model: Vec<bool> = (0..self.variables)
                .map(|variable| {
                    let value = solver.var_val(Var::new(variable)).expect("a value");
                    value == TernaryVal::True
                })
                .collect();
            let blocking: Clause = (0..self.variables)
                .map(|variable| Var::new(variable).lit(model[variable as usize]))
                .collect();
            solver.add_clause(blocking).expect("a clause");
            assert!(
                models.insert(model[..inputs].to_vec()),
                "an auxiliary variable is free"
            );
        }
        models
    }
}

/// Every assignment of `inputs` variables that a predicate accepts.
fn expected(inputs: usize, accept: impl Fn(&[bool]) -> bool) -> BTreeSet<Vec<bool>> {
    (0..1_u32 << inputs)
        .map(|bits| (0..inputs).map(|i| bits >> i & 1 == 1).collect::<Vec<_>>())
        .filter(|values| accept(values))
        .collect()
}

fn count(values: &[bool]) -> usize {
    values.iter().filter(|&&value| value).count()
}

#[test]
fn pairwise_is_at_most_one() {
    for n in 1..=6 {
        let mut formula = Clauses::default();
        let lits = formula.lits(n);
        at_most_one(&mut formula, &lits);
        assert_eq!(formula.clauses.len(), n * (n - 1) / 2);
        // One literal alone is in no clause.
        if n > 1 {
            assert_eq!(formula.models(n), expected(n, |values| count(values) <= 1));
        }
    }
}

#[test]
fn counters_count() {
    for n in 1..=7 {
        for k in 0..=n + 1 {
            let mut formula = Clauses::default();
            let lits = formula.lits(n);
            counter::exactly(&mut formula, &lits, k);
            if k > n {
                assert_eq!(formula.models(n).len(), 0, "{k} of {n}");
            } else {
                let all = expected(n, |values| count(values) == k);
                assert_eq!(formula.models(n), all, "{k} of {n}");
            }
        }
    }
}

#[test]
fn layers_keep_sums() {
    let domains: [&[&[u32]]; 5] = [
        &[&[0, 1, 2]],
        &[&[0, 1, 2], &[1, 3]],
        &[&[0, 1], &[0, 2], &[0, 4]],
        &[&[0, 3, 6], &[1, 6], &[2, 5]],
        &[&[0, 1], &[1, 2], &[0, 1], &[10, 40]],
    ];
    for cells in domains {
        let most: i64 = cells
            .iter()
            .map(|cell| i64::from(cell[cell.len() - 1]))
            .sum();
        for relation in [Relation::Equal, Relation::Less, Relation::Greater] {
            for target in -1..=most + 1 {
                let mut formula = Clauses::default();
                let one_hot: Vec<OneHot> = cells
                    .iter()
                    .map(|cell| {
                        cell.iter()
                            .map(|&value| (value, formula.new_lit()))
                            .collect()
                    })
                    .collect();
                let inputs = formula.variables as usize;
                for cell in &one_hot {
                    let lits: Vec<Lit> = cell.iter().map(|(_, lit)| *lit).collect();
                    exactly_one(&mut formula, &lits);
                }
                layers::sum(&mut formula, &one_hot, relation, target);
                let all = expected(inputs, |values| {
                    let mut rest = values;
                    let mut sum = 0;
                    for cell in cells {
                        let (here, after) = rest.split_at(cell.len());
                        rest = after;
                        let Some(at) = here.iter().position(|&value| value) else {
                            return false;
                        };
                        if count(here) != 1 {
                            return false;
                        }
                        sum += i64::from(cell[at]);
                    }
                    relation.holds(sum, target)
                });
                assert_eq!(
                    formula.models(inputs),
                    all,
                    "{cells:?} {relation:?} {target}"
                );
            }
        }
    }
}

/// The sizes that the first lines of `layers.rs` give.
#[test]
fn layers_are_as_small_as_they_say() {
    for (cells, values, variables, clauses) in [
        (2, 7, 0, 49),
        (4, 7, 20, 329),
        (6, 7, 52, 777),
        (4, 19, 56, 2489),
    ] {
        let mut formula = Clauses::default();
        let one_hot: Vec<OneHot> = (0..cells)
            .map(|_| {
                (0..values)
                    .map(|value| (value, formula.new_lit()))
                    .collect()
            })
            .collect();
        let inputs = formula.variables;
        let target = i64::from(cells * (values - 1) / 2);
        layers::sum(&mut formula, &one_hot, Relation::Equal, target);
        let size = (formula.variables - inputs, formula.clauses.len());
        assert_eq!(size, (variables, clauses), "{cells} cells, {values} values");
    }
}
