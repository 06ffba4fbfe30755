//! One suite for the constraints that encoders share: each has exactly the models of its
//! constraint, and the other variables determine its auxiliary variables.

use std::collections::BTreeSet;

use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Clause, TernaryVal, Var};
use rustsat_batsat::BasicSolver;

use super::mdd::{self, OneHot};
use super::{CnfSink, Lit, at_most_one, compact, counter, exactly_one, product};
use crate::lower::tests::full_set;
use crate::lower::{LoweringStep, STEPS, lower};
use crate::model::{Constraint, ConstraintKind, Relation};
use crate::puzzle::{Cell, Domino, Puzzle, PuzzleDraft};

#[derive(Default)]
struct Clauses {
    variables: u32,
    clauses: Vec<Vec<Lit>>,
}

impl CnfSink for Clauses {
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

    fn satisfiable(&self) -> bool {
        !self.models(0).is_empty()
    }

    /// Every model, projected to the first `inputs` variables. Panics if two models agree on these.
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
            // Variables in no clause are included, so each of them gives a second model.
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

/// Weights 1, 2 and 3 on up to four literals, and every sum.
#[test]
fn counters_count_weights() {
    for n in 1..=4_u32 {
        for choice in 0..3_usize.pow(n) {
            let weights: Vec<usize> = (0..n).map(|at| choice / 3_usize.pow(at) % 3 + 1).collect();
            for k in 0..=weights.iter().sum::<usize>() + 1 {
                let mut formula = Clauses::default();
                let lits = formula.lits(n as usize);
                let weighted: Vec<(Lit, usize)> =
                    lits.into_iter().zip(weights.iter().copied()).collect();
                counter::exactly_weighted(&mut formula, &weighted, k);
                let all = expected(n as usize, |values| {
                    let taken = values.iter().zip(&weights).filter(|(value, _)| **value);
                    taken.map(|(_, weight)| weight).sum::<usize>() == k
                });
                if all.is_empty() {
                    assert!(!formula.satisfiable(), "{k} of {weights:?}");
                } else {
                    assert_eq!(formula.models(n as usize), all, "{k} of {weights:?}");
                }
            }
        }
    }
}

/// Sizes around the thresholds of tables and of tables of lines.
#[test]
fn products_hold_exactly_one() {
    for n in (1..=40).chain([576, 577, 600]) {
        let mut formula = Clauses::default();
        let lits = formula.lits(n);
        product::exactly_one(&mut formula, &lits);
        assert!(
            formula.clauses.len() as u64 <= product::clauses(n as u64),
            "{n}"
        );
        let one: BTreeSet<Vec<bool>> = (0..n)
            .map(|chosen| (0..n).map(|at| at == chosen).collect())
            .collect();
        assert_eq!(formula.models(n), one, "{n}");
    }
    let mut formula = Clauses::default();
    product::exactly_one(&mut formula, &[]);
    assert!(!formula.satisfiable());
}

/// The sizes in the module documentation of `product.rs` and `counter.rs`.
#[test]
fn sizes_of_products_and_counters_match_the_documentation() {
    for (n, variables, clauses) in [(8, 0, 29), (9, 6, 32), (100, 20, 312), (400, 40, 1222)] {
        let mut formula = Clauses::default();
        let lits = formula.lits(n);
        product::exactly_one(&mut formula, &lits);
        let size = (formula.variables as usize - n, formula.clauses.len());
        assert_eq!(size, (variables, clauses), "exactly one of {n}");
    }
    for (n, k) in [(20, 1), (20, 5), (20, 15), (56, 8)] {
        let mut formula = Clauses::default();
        let lits = formula.lits(n);
        counter::exactly(&mut formula, &lits, k);
        let variables = formula.variables as usize - n;
        assert_eq!(variables, k * (n - k), "{k} of {n}");
        assert!(formula.clauses.len() <= 4 * k * (n - k) + n, "{k} of {n}");
        assert!(formula.clauses.len() as u64 <= counter::clauses(n as u64, k as u32));
    }
}

#[test]
fn decision_diagrams_state_sums() {
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
                mdd::sum(&mut formula, &one_hot, relation, target);
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

/// The formula in the module documentation of `compact.rs`, and the upper bound on clauses.
#[test]
fn size_of_the_compact_encoding_matches_the_documentation() {
    for highest in [3, 6, 9] {
        let puzzle = full_set(highest, 1);
        for steps in [
            &STEPS[..],
            &[LoweringStep::Symmetry, LoweringStep::Redundant],
            &[],
        ] {
            let lowered = lower(&puzzle, steps).expect("not too large");
            let model = lowered.model;
            let mut formula = Clauses::default();
            compact::encode(&model, &mut formula);
            let clauses = formula.clauses.len() as u64;
            assert!(
                clauses <= compact::clauses(&model),
                "double-{highest} {steps:?}"
            );
        }
        let mut model = lower(&puzzle, &[LoweringStep::Symmetry])
            .expect("not too large")
            .model;
        let is_rule =
            |constraint: &Constraint| matches!(constraint.body, ConstraintKind::Rule { .. });
        model.constraints.retain(|constraint| !is_rule(constraint));
        let mut formula = Clauses::default();
        compact::encode(&model, &mut formula);
        let (placements, edges) = (model.placements.len(), model.edges.len());
        let (cells, values) = (model.cells.len(), highest as usize + 1);
        let of_kind = (2 * edges).isqrt() + 1;
        let tables = model.kinds.len() * 4 * of_kind;
        let most =
            6 * placements + 2 * edges * values + cells * (values * values + 16) / 2 + tables;
        assert!(formula.clauses.len() <= most, "double-{highest}: {most}");
        let most = placements + edges + cells * values + model.kinds.len() * 2 * of_kind;
        assert!(
            formula.variables as usize <= most,
            "double-{highest}: {most}"
        );
    }
}

/// A board without two opposite corners and copies of one double: a variable per edge, pairs at each cell.
#[test]
fn a_mutilated_board_is_the_textbook_tiling() {
    let cells = (0..144).filter(|at| ![0, 143].contains(at));
    let puzzle = Puzzle::new(PuzzleDraft {
        cells: cells.map(|at| Cell::on_grid(at / 12, at % 12)).collect(),
        dominoes: vec![Domino::new(0, 0); 71],
        ..PuzzleDraft::default()
    })
    .expect("a puzzle");
    let model =
        lower(&puzzle, &[LoweringStep::Symmetry, LoweringStep::Redundant]).expect("not too large");
    let mut formula = Clauses::default();
    compact::encode(&model.model, &mut formula);
    assert_eq!((formula.variables, formula.clauses.len()), (260, 856));
}
