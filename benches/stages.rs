//! Benchmarks each stage separately: reading, lowering step by step, encoding,
//! solving, checking.
//!
//!     cargo bench --bench stages
//!     cargo bench --bench stages -- lower
//!
//! The puzzles are generated: 16 dominoes of a double-six set, as many as a hard NYT puzzle
//! has, and full sets. Emission has a separate benchmark, which also measures memory.

use std::ops::ControlFlow;

use divan::Bencher;
use divan::counter::BytesCount;
use pipsc::encode::cnf::{CnfSink, Lit, compact, placement};
use pipsc::formats::{self, Format};
use pipsc::generate::{Effort, Recipe};
use pipsc::limits::Budget;
use pipsc::lower::{AS_IT_STANDS, LoweringStep, STEPS, lower, prune};
use pipsc::model::Model;
use pipsc::puzzle::{Puzzle, check};
use pipsc::solver::embedded;
use pipsc::solver::{Goal, Limits};

fn main() {
    divan::main();
}

/// Recipes of puzzles, without the seed.
const HARD: &str = "family=newspaper size=16";
const SMALL: [&str; 2] = [HARD, "family=full size=6"];
const SIZES: [&str; 4] = [
    HARD,
    "family=full size=6",
    "family=full size=9",
    "family=full size=12",
];

fn puzzle(words: &str) -> Puzzle {
    let recipe: Recipe = format!("{words} seed=1").parse().expect("a recipe");
    let made = recipe.make(&Effort::until(&Budget::default()));
    made.expect("a puzzle")
}

/// Reads a puzzle and detects its format.
fn read(bencher: Bencher<'_, '_>, format: Format, size: &str) {
    let text = formats::write(&puzzle(size), format).expect("a text");
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| formats::read(text.as_bytes(), None));
}

#[divan::bench(args = SIZES)]
fn read_text(bencher: Bencher<'_, '_>, size: &str) {
    read(bencher, Format::Text, size);
}

#[divan::bench(args = SIZES)]
fn read_nyt(bencher: Bencher<'_, '_>, size: &str) {
    read(bencher, Format::Nyt, size);
}

#[divan::bench(args = SIZES)]
fn read_graph(bencher: Bencher<'_, '_>, size: &str) {
    read(bencher, Format::Graph, size);
}

#[divan::bench(args = SIZES)]
fn generate(size: &str) -> Puzzle {
    puzzle(size)
}

#[divan::bench(args = SIZES)]
fn lower_build(bencher: Bencher<'_, '_>, size: &str) {
    let puzzle = puzzle(size);
    bencher.bench(|| lower(&puzzle, &AS_IT_STANDS).expect("not too large"));
}

#[divan::bench(args = SIZES)]
fn lower_prune(bencher: Bencher<'_, '_>, size: &str) {
    let model = lower(&puzzle(size), &[LoweringStep::Symmetry])
        .expect("not too large")
        .model;
    bencher.bench(|| prune(&model, &Budget::default()).is_ok_and(|pruned| pruned.is_ok()));
}

/// A sink that only counts clauses and literals.
#[derive(Default)]
struct Counted {
    variables: u32,
    clauses: u64,
}

impl CnfSink for Counted {
    fn new_lit(&mut self) -> Lit {
        self.variables += 1;
        Lit::positive(self.variables - 1)
    }

    fn clause(&mut self, literals: &[Lit]) {
        let _ = divan::black_box(literals);
        self.clauses += 1;
    }
}

fn encoded(model: &Model, encode: fn(&Model, &mut dyn CnfSink)) -> u64 {
    let mut formula = Counted::default();
    encode(model, &mut formula);
    formula.clauses
}

#[divan::bench(args = SIZES)]
fn encode_compact(bencher: Bencher<'_, '_>, size: &str) {
    let model = lower(&puzzle(size), &STEPS).expect("not too large").model;
    bencher.bench(|| encoded(&model, compact::encode));
}

#[divan::bench(args = SMALL)]
fn encode_placement(bencher: Bencher<'_, '_>, size: &str) {
    let model = lower(&puzzle(size), &AS_IT_STANDS)
        .expect("not too large")
        .model;
    bencher.bench(|| encoded(&model, placement::encode));
}

#[divan::bench(args = SMALL)]
fn solve_embedded(bencher: Bencher<'_, '_>, size: &str) {
    let puzzle = puzzle(size);
    bencher.bench(|| {
        embedded::solve(&puzzle, Goal::One, &Limits::default(), &mut |_| {
            ControlFlow::Continue(())
        })
    });
}

#[divan::bench(args = SIZES)]
fn check_board(bencher: Bencher<'_, '_>, size: &str) {
    let puzzle = puzzle(size);
    let board = puzzle.solution().expect("its solution").clone();
    bencher.bench(|| check(&puzzle, &board));
}
