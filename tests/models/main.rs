//! Emitted models: their text, and that they have exactly the solutions of their puzzles.

#[path = "../support/brute_force.rs"]
mod brute_force;
#[path = "../support/documented.rs"]
mod documented;
#[path = "../support/random.rs"]
mod random;
#[path = "../support/reading.rs"]
mod reading;
#[path = "../support/shipped.rs"]
mod shipped;
#[path = "../support/snapshot.rs"]
mod snapshot;
#[path = "../support/tools.rs"]
mod tools;

mod answers;
mod challenge;
mod cnf;
mod counting;
mod dimacs;
mod enumeration;
mod exclusion;
mod schemas;
mod snapshots;
mod solver;
mod standards;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use pipsc::backend::{Emission, Encoding, Language, Profile, Provenance};
use pipsc::model::Model;
use pipsc::puzzle::Puzzle;

/// The encodings of a language.
fn encodings(language: &str) -> &'static [Encoding] {
    Language::named(language).expect("a language").encodings()
}

/// The encoding with a name such as `dimacs/compact`.
fn encoding(name: &str) -> Encoding {
    Encoding::named(name).expect("an encoding")
}

/// An emission without provenance.
fn emission(model: &Model, encoding: Encoding, profile: Profile) -> Emission<'_> {
    let provenance = Provenance::default();
    Emission::new(model, encoding, profile, provenance).expect("a board for it")
}

/// The texts of a model's files.
fn texts(emission: &Emission<'_>) -> Vec<String> {
    emission.texts().expect("memory")
}

/// Runs a program to its end.
fn run(program: &Path, arguments: &[&str], folder: &Path) -> Output {
    Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env("PIPSC_SOLVERS_PREFIX", tools::prefix())
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}", program.display()))
}

/// Number of assignments of each solution without symmetry breaking.
fn symmetries(puzzle: &Puzzle) -> usize {
    let mut dominoes = puzzle.dominoes().to_vec();
    dominoes.sort_unstable();
    let copies = dominoes.chunk_by(|one, other| one == other);
    let orders: usize = copies
        .map(|copies| (1..=copies.len()).product::<usize>())
        .product();
    let doubles = dominoes.iter().filter(|domino| domino.is_double()).count();
    orders << doubles
}
