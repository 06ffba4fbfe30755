//! Submissions to the MiniZinc Challenge follow its rules.

use std::fs;
use std::path::Path;

use pipsc::backend::{Emission, Encoding, Profile, Provenance};
use pipsc::lower::{AS_IT_STANDS, lower};
use pipsc::puzzle::Puzzle;

use crate::reading;
use crate::shipped::EXAMPLES;
use crate::{encodings, texts, tools};

/// The model and the data of a submission.
fn submission(puzzle: &Puzzle, encoding: Encoding) -> [String; 2] {
    let lowered = lower(puzzle, &AS_IT_STANDS).expect("a small puzzle");
    let provenance = Provenance::of(puzzle, "instance", &lowered);
    let emission = Emission::new(&lowered.model, encoding, Profile::Submit, provenance);
    texts(&emission.expect("a board for it"))
        .try_into()
        .expect("a model and its data")
}

/// The models, each with the data of an example that is a grid.
fn submissions() -> impl Iterator<Item = (Encoding, [String; 2])> {
    let puzzle = reading::puzzle("dozen.txt");
    let encodings = encodings("minizinc").iter();
    encodings.map(move |&encoding| (encoding, submission(&puzzle, encoding)))
}

/// A model without its comments.
fn code(model: &str) -> String {
    let lines = model
        .lines()
        .map(|line| line.split('%').next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
}

#[test]
fn the_licence_comes_first() {
    for (encoding, files) in submissions() {
        for text in files {
            let comment: Vec<&str> = text
                .lines()
                .take_while(|line| line.starts_with('%'))
                .collect();
            assert!(comment[0].contains("MIT licence"), "{encoding}");
            assert_eq!(comment[1], "% SPDX-License-Identifier: MIT", "{encoding}");
        }
    }
}

#[test]
fn the_model_is_the_same_for_every_puzzle() {
    for &encoding in encodings("minizinc") {
        let mut models = Vec::new();
        for (file, _) in EXAMPLES {
            let puzzle = reading::puzzle(file);
            let needs_grid = encoding.name == "coordinates";
            if !needs_grid || puzzle.is_grid() {
                let [model, _] = submission(&puzzle, encoding);
                models.push(model);
            }
        }
        assert!(models.len() > 5);
        assert!(models.iter().all(|model| *model == models[0]), "{encoding}");
    }
}

#[test]
fn globals_are_standard_ones() {
    const STANDARD: [&str; 4] = ["table", "global_cardinality", "all_equal", "all_different"];
    for (encoding, [model, _]) in submissions() {
        let included: Vec<&str> = model
            .lines()
            .filter_map(|line| line.strip_prefix("include \"")?.strip_suffix(".mzn\";"))
            .collect();
        assert!(included.len() >= 3, "{encoding}");
        assert!(
            included.iter().all(|one| STANDARD.contains(one)),
            "{encoding}"
        );
    }
}

#[test]
fn the_search_is_of_allowed_kinds_and_over_all_decisions() {
    const VARIABLES: [&str; 5] = [
        "input_order",
        "first_fail",
        "anti_first_fail",
        "smallest",
        "largest",
    ];
    const VALUES: [&str; 5] = [
        "indomain_min",
        "indomain_max",
        "indomain_median",
        "indomain_split",
        "indomain_reverse_split",
    ];
    for (encoding, [model, _]) in submissions() {
        let code = code(&model);
        let solve = code.split("\nsolve :: ").nth(1).expect("a search");
        let solve = solve.split(") satisfy;").next().expect("an end");
        let searches = solve.matches("int_search(").count();
        assert!(searches > 0, "{encoding}");
        for list in [VARIABLES, VALUES] {
            let chosen = words(solve).filter(|word| list.contains(word)).count();
            assert_eq!(chosen, searches, "{encoding}");
        }
        for word in words(solve).filter(|word| word.ends_with("_search")) {
            assert!(
                ["seq_search", "int_search"].contains(&word),
                "{encoding}: {word}"
            );
        }
        // A decision variable is declared with `of var` and without a value.
        let mut decisions = 0;
        for line in code
            .lines()
            .filter(|line| line.contains("] of var ") && !line.contains('='))
        {
            if line.starts_with("array[") {
                let name = words(line.rsplit(": ").next().expect("a name")).next();
                let name = name.expect("a name");
                assert!(words(solve).any(|word| word == name), "{encoding}: {name}");
                decisions += 1;
            }
        }
        assert!(decisions >= 2, "{encoding}");
    }
}

#[test]
fn symmetry_and_redundancy_are_marked() {
    for (encoding, [model, _]) in submissions() {
        let code = code(&model);
        // Only the published formulations have symmetry constraints.
        let breaks_symmetry = code.contains("constraint symmetry_breaking_constraint(");
        assert_eq!(breaks_symmetry, encoding.citation.is_some(), "{encoding}");
        // The value counts are the only redundant constraint.
        assert_eq!(
            code.matches("redundant_constraint(").count(),
            1,
            "{encoding}"
        );
        let marked = code
            .split("constraint redundant_constraint(")
            .nth(1)
            .expect("a mark");
        assert!(
            marked.trim_start().starts_with("global_cardinality("),
            "{encoding}"
        );
    }
}

#[test]
fn minizinc_accepts_every_submission_with_the_standard_library() {
    let Some(program) = tools::find("minizinc") else {
        return;
    };
    for (encoding, files) in submissions() {
        let output = run(&program, &["-G", "std", "--model-check-only"], &files);
        assert_eq!(output, "", "{encoding}");
    }
}

/// MiniZinc does not warn about shadowing if the names of cells are single letters.
#[test]
fn cell_names_do_not_shadow_identifiers() {
    let Some(program) = tools::find("minizinc") else {
        return;
    };
    let letters = reading::puzzle("2025-09-16-easy.graph.json");
    for (encoding, [model, _]) in submissions() {
        let files = match encoding.name == "coordinates" {
            true => [model, BOARD.to_owned()],
            false => submission(&letters, encoding),
        };
        assert!(
            files[1].contains("\nCELL = { cell_a, cell_b, cell_c"),
            "{}",
            files[1]
        );
        let said = run(&program, &["--solver", "gecode"], &files);
        assert!(said.contains("----------"), "{encoding}: {said}");
        assert!(!said.contains("shadows"), "{encoding}: {said}");
    }
}

/// The output of MiniZinc for a model and its data.
fn run(program: &Path, arguments: &[&str], files: &[String; 2]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("m.mzn"), &files[0]).expect("a file");
    fs::write(folder.path().join("d.dzn"), &files[1]).expect("a file");
    let arguments = [arguments, &["m.mzn", "d.dzn"]].concat();
    let output = crate::run(program, &arguments, folder.path());
    let said = [output.stdout, output.stderr].concat();
    String::from_utf8(said).expect("text")
}

/// A hand-written puzzle for the model with coordinates.
const BOARD: &str = "
CELL = { cell_a, cell_b, cell_c, cell_d };
board = [| cell_a, cell_b | <>, cell_c | <>, cell_d |];
domino = [| 1, 2, 1 | 3, 3, 1 |];
region = [{cell_a, cell_b}, {cell_c}];
rule = [SumIs, AllEqual];
target = [3, 0];
";
