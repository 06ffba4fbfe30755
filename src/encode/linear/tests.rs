use std::collections::BTreeSet;

use super::*;
use crate::lower::{STEPS, Step, lower};
use crate::puzzle::{Board, Cell, Domino, DraftRegion, Puzzle, PuzzleDraft, check};

impl LinearModel {
    /// States a model, and checks that names are unique and rows in canonical form.
    fn checked(model: &Model, form: Form) -> LinearModel {
        let linear = LinearModel::new(model, form, None).expect("no budget to exhaust");
        let variables = linear.variables.iter().map(|v| v.symbol(model));
        let rows = linear.rows.iter().map(|row| row.statement.symbol(model));
        let mut symbols = BTreeSet::new();
        for symbol in variables.chain(rows) {
            assert!(symbols.insert(symbol.clone()), "{symbol} twice");
        }
        for row in &linear.rows {
            assert!(!row.terms.is_empty());
            assert!(row.terms.windows(2).all(|pair| pair[0].0 < pair[1].0));
        }
        linear
    }

    /// The boards of all assignments that keep every row. The variables beside the placements
    /// are sums of them by a row each, so that there is one assignment at most for each choice
    /// of placements.
    fn boards(&self, model: &Model) -> Vec<Board> {
        let placements = model.placements.len();
        let mut boards = Vec::new();
        for choice in 0..1_u32 << placements {
            let mut values: Vec<i64> = (0..placements)
                .map(|n| i64::from(choice >> n & 1))
                .collect();
            for (number, variable) in self.variables.iter().enumerate().skip(placements) {
                values.push(match variable {
                    Variable::Impossible => 0,
                    Variable::Value(..) | Variable::Edge(_) => self.defined(number, &values),
                    Variable::Placement(_) => unreachable!("placements come first"),
                });
            }
            let sum = |terms: &[Term]| terms.iter().map(|&(n, by)| by * values[n as usize]).sum();
            let kept = self
                .rows
                .iter()
                .all(|row| row.sign.holds(sum(&row.terms), row.bound));
            if kept && values.iter().all(|value| [0, 1].contains(value)) {
                let there = model.placement_ids().filter(|id| values[id.index()] == 1);
                boards.push(model.board(there));
            }
        }
        boards
    }

    /// The value that the row that defines a variable gives it.
    fn defined(&self, number: usize, values: &[i64]) -> i64 {
        let definition = self.rows.iter().find(|row| {
            row.terms.last() == Some(&(number as u32, -1))
                && (row.sign, row.bound) == (Sign::Exactly, 0)
        });
        let terms = &definition.expect("a definition").terms;
        let (_, placements) = terms.split_last().expect("a term");
        placements
            .iter()
            .map(|&(n, by)| by * values[n as usize])
            .sum()
    }
}

/// Two rows of two cells, under every rule that can hold for some of them.
fn puzzles() -> impl Iterator<Item = Puzzle> {
    let rules = [0, 4, 5, 12]
        .into_iter()
        .flat_map(|target| {
            [Relation::Equal, Relation::Less, Relation::Greater].map(|r| Rule::Sum(r, target))
        })
        .chain([Rule::Equal, Rule::Unequal, Rule::Empty]);
    let pairs = [
        [Domino::new(1, 2), Domino::new(3, 3)],
        [Domino::new(0, 2), Domino::new(0, 2)],
        [Domino::new(2, 2), Domino::new(2, 4)],
    ];
    rules.flat_map(move |rule| {
        pairs.into_iter().flat_map(move |dominoes| {
            [vec![0, 1], vec![0, 1, 2]].map(|cells| {
                Puzzle::new(PuzzleDraft {
                    cells: (0..4).map(|i| Cell::on_grid(i / 2, i % 2)).collect(),
                    dominoes: dominoes.to_vec(),
                    regions: vec![DraftRegion {
                        name: None,
                        cells,
                        rule,
                    }],
                    ..PuzzleDraft::default()
                })
                .expect("a puzzle")
            })
        })
    })
}

#[test]
fn each_solution_has_one_assignment() {
    for puzzle in puzzles() {
        let whole = lower(&puzzle, &[Step::Symmetry])
            .expect("a small puzzle")
            .model;
        let solutions: BTreeSet<Board> = (0..1_u32 << whole.placements.len())
            .filter(|choice| choice.count_ones() == 2)
            .map(|choice| whole.board(whole.placement_ids().filter(|id| choice >> id.0 & 1 == 1)))
            .filter(|board| check(&puzzle, board).is_empty())
            .collect();
        for steps in [
            &[Step::Symmetry][..],
            &[Step::Symmetry, Step::Redundant],
            &STEPS,
        ] {
            let model = lower(&puzzle, steps).expect("a small puzzle").model;
            for form in [Form::Placements, Form::Values] {
                let boards = LinearModel::checked(&model, form).boards(&model);
                let what = format!("{form:?} after {steps:?} of {:?}", puzzle.regions());
                assert_eq!(boards.len(), solutions.len(), "{what}");
                assert_eq!(
                    boards.into_iter().collect::<BTreeSet<_>>(),
                    solutions,
                    "{what}"
                );
            }
        }
    }
}

#[test]
fn infeasible_rows_without_terms_become_a_contradiction() {
    let apart = Puzzle::new(PuzzleDraft {
        cells: [0, 2].map(|column| Cell::on_grid(0, column)).into(),
        dominoes: vec![Domino::new(1, 2)],
        ..PuzzleDraft::default()
    })
    .expect("a puzzle");
    let model = lower(&apart, &[]).expect("a small puzzle").model;
    assert_eq!(model.placements, []);
    let linear = LinearModel::checked(&model, Form::Placements);
    assert_eq!(linear.variables, [Variable::Impossible]);
    assert_eq!(linear.rows.len(), 2);
    assert_eq!(linear.boards(&model), []);
}
