use std::collections::BTreeSet;

use super::*;
use crate::backend::{Emission, Plan, Provenance};
use crate::lower::{AS_IT_STANDS, STEPS, Step, lower};
use crate::puzzle::{
    Cell, CellId, Domino, DraftRegion, Links, Puzzle, PuzzleDraft, Relation, Rule,
};

const ENCODINGS: [Encoding; 3] = [Encoding::Native, Encoding::Placement, Encoding::Coordinates];

/// A row of cells with these names, three dominoes long.
fn row(title: &str, names: [&str; 6], dominoes: [(u32, u32); 3]) -> Puzzle {
    Puzzle::new(draft(title, names, dominoes)).unwrap()
}

fn draft(title: &str, names: [&str; 6], dominoes: [(u32, u32); 3]) -> PuzzleDraft {
    let region = |name: &str, rule, cells: &[usize]| DraftRegion {
        name: Some(name.into()),
        rule,
        cells: cells.to_vec(),
    };
    PuzzleDraft {
        title: Some(title.into()),
        cells: (0..)
            .zip(names)
            .map(|(column, name)| Cell {
                name: name.into(),
                at: Some((0, column)),
            })
            .collect(),
        links: Links::Given((0..5).map(|cell| (cell, cell + 1)).collect()),
        dominoes: dominoes.map(|(one, other)| Domino::new(one, other)).into(),
        regions: vec![
            region("A", Rule::Sum(Relation::Greater, 1), &[0, 1, 2]),
            region("B", Rule::Unequal, &[3, 4]),
        ],
        ..PuzzleDraft::default()
    }
}

fn plain() -> Puzzle {
    row(
        "Row",
        ["a", "b", "c", "d", "e", "f"],
        [(1, 1), (0, 1), (0, 1)],
    )
}

fn emit(puzzle: &Puzzle, steps: &[Step], profile: Profile) -> Vec<String> {
    emit_in(Encoding::Native, puzzle, steps, profile)
}

fn emit_in(encoding: Encoding, puzzle: &Puzzle, steps: &[Step], profile: Profile) -> Vec<String> {
    let model = lower(puzzle, steps).unwrap().model;
    let plan = Plan {
        encoding: crate::backend::Encoding::MiniZinc(encoding),
        profile,
        provenance: Provenance::default(),
    };
    let emission = Emission::new(&model, &plan).unwrap();
    (0..emission.extensions().len())
        .map(|file| {
            let mut out = Vec::new();
            emission.write(file, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        })
        .collect()
}

#[test]
fn a_submission_has_one_model_for_all() {
    let other = row(
        "Other",
        ["p", "q", "r", "s", "t", "u"],
        [(9, 2), (3, 3), (0, 12)],
    );
    for encoding in ENCODINGS {
        let files = emit_in(encoding, &plain(), &STEPS, Profile::Submit);
        assert_eq!(files.len(), 2);
        for steps in [&STEPS[..], &AS_IT_STANDS] {
            let others = emit_in(encoding, &other, steps, Profile::Submit);
            assert_eq!(others[0], files[0], "{encoding:?}");
        }
    }
}

#[test]
fn every_parameter_is_declared_and_given() {
    for encoding in ENCODINGS {
        let submission = emit_in(encoding, &plain(), &STEPS, Profile::Submit);
        let run = &emit_in(encoding, &plain(), &STEPS, Profile::Run)[0];
        let mut parameters = 0;
        for (name, _) in SLOTS {
            let declaration = match name {
                "title" | "terms" | "legend" => continue,
                "CELL" => "enum CELL".to_owned(),
                _ => format!(": {name}"),
            };
            if submission[0].contains(&format!("{declaration};\n")) {
                assert!(submission[1].contains(&format!("\n{name} = ")), "{name}");
                assert!(run.contains(&format!("{declaration} = ")), "{name}");
                parameters += 1;
            } else {
                assert!(!submission[1].contains(&format!("\n{name} = ")), "{name}");
            }
        }
        assert_eq!(parameters, 9, "{encoding:?}");
        assert!(run.starts_with("% Row\n"));
        assert!(submission[1].contains("\n% Row\n"));
    }
}

#[test]
fn the_data_are_what_a_person_would_type() {
    let data = &emit(&plain(), &AS_IT_STANDS, Profile::Submit)[1];
    for given in [
        "\nCELL = { a, b, c, d, e, f };\n",
        "\nedge = [| a, b | b, c | c, d | d, e | e, f |];\n",
        "\ndomino = [| 0, 1, 2 | 1, 1, 1 |];\n",
        "\nregion = [\n  {a, b, c}, % A: sum > 1\n  {d, e},    % B: all different\n];\n\
         rule = [SumAbove, AllDifferent];\ntarget = [1, 0];\n",
        "\npossible = [];\n",
    ] {
        assert!(data.contains(given), "{given}\nis not in\n{data}");
    }
}

#[test]
fn what_is_pruned_or_pinned_shows_in_what_cells_may_show() {
    let pinned = plain()
        .pinned([(CellId(1), 0), (CellId(2), 7)])
        .expect("cells of the puzzle");
    let data = &emit(&pinned, &AS_IT_STANDS, Profile::Submit)[1];
    let possible = "\npossible = [\n  {0, 1}, % a\n  {0},    % b\n  {},     % c\n  {0, 1}, % d\n";
    assert!(data.contains(possible), "{data}");

    // In a row no domino lies on every other edge.
    let data = &emit(&plain(), &STEPS, Profile::Submit)[1];
    assert!(
        data.contains("\nedge = [| a, b | c, d | e, f |];\n"),
        "{data}"
    );
}

#[test]
fn a_step_switched_off_shows_in_the_files() {
    for encoding in ENCODINGS {
        let [model, data] = &emit_in(encoding, &plain(), &[], Profile::Submit)[..] else {
            panic!("a model and its data");
        };
        assert!(data.contains("\ndomino = [| 0, 1, 1 | 0, 1, 1 | 1, 1, 1 |];\n"));
        assert!(!model.contains("symmetry_breaking_constraint"));
        assert!(!model.contains("redundant_constraint"));
        let [model, _] = &emit_in(encoding, &plain(), &STEPS, Profile::Submit)[..] else {
            panic!("a model and its data");
        };
        assert!(model.contains("constraint symmetry_breaking_constraint("));
        assert!(model.contains("constraint redundant_constraint("));
    }
}

#[test]
fn coordinates_have_a_board() {
    let puzzle = row(
        "Gap",
        ["a", "b", "c", "d", "e", "f"],
        [(1, 1), (0, 1), (0, 1)],
    );
    let data = &emit_in(
        Encoding::Coordinates,
        &puzzle,
        &AS_IT_STANDS,
        Profile::Submit,
    )[1];
    let board = "\nboard = [|\n  a, b, c, d, e, f |];\n";
    assert!(data.contains(board), "{data}");
    assert!(!data.contains("\nedge = "));
}

#[test]
fn the_same_puzzle_gives_the_same_bytes() {
    for encoding in ENCODINGS {
        for profile in [Profile::Run, Profile::Submit] {
            let once = emit_in(encoding, &plain(), &STEPS, profile);
            assert_eq!(emit_in(encoding, &plain(), &STEPS, profile), once);
        }
    }
}

#[test]
fn hostile_text_stays_text() {
    let names = [
        "\"];",
        "\\(x)",
        "a\nconstraint false;",
        "%",
        "{{ a }}",
        "\u{0}1\u{0}",
    ];
    let puzzle = row(
        "x\nconstraint false;\r{{ a }}\0",
        names,
        [(0, 0), (1, 2), (3, 4)],
    );
    for encoding in ENCODINGS {
        for profile in [Profile::Run, Profile::Submit] {
            for text in emit_in(encoding, &puzzle, &STEPS, profile) {
                let lines = &mut text.lines();
                assert!(!lines.any(|line| line.starts_with("constraint false")));
                assert!(!text.contains(['\0', '\r']));
            }
        }
    }
    // Which is which stands in a comment.
    let legend =
        " can be said here:\n%   cell_1 = \"];\n%   cell_2 = \\(x)\n%   cell_3 = a\\nconstraint";
    let [model, data] = &emit(&puzzle, &STEPS, Profile::Submit)[..] else {
        panic!("a model and its data");
    };
    assert!(data.contains(legend), "{data}");
    assert!(!model.contains("cell_1"));
    let run = &emit(&puzzle, &STEPS, Profile::Run)[0];
    assert!(run.contains(legend), "{run}");
    assert!(run.starts_with("% x\\nconstraint false;\\r{{ a }}\\u{0}\n"));
    assert!(run.contains("enum CELL = { cell_1, cell_2, cell_3, cell_4, cell_5, cell_6 };"));
}

#[test]
fn cells_keep_names_that_can_be_said() {
    let names = ["top", "top left", "3", "é", "c", "r0c2"];
    let puzzle = row("Names", names, [(0, 0), (1, 2), (3, 4)]);
    let run = &emit(&puzzle, &AS_IT_STANDS, Profile::Run)[0];
    assert!(run.contains("enum CELL = { top, 'top left', '3', 'é', c, r0c2 };"));
    for taken in ["value", "in", "first_fail", "SumIs", "cell", "kind"] {
        let names = ["a", "b", "c", "d", "e", taken];
        let puzzle = row("Taken", names, [(0, 0), (1, 2), (3, 4)]);
        let run = &emit(&puzzle, &AS_IT_STANDS, Profile::Run)[0];
        assert!(run.contains("enum CELL = { cell_1, cell_2, "), "{taken}");
    }
}

#[test]
fn no_cell_is_called_what_a_model_declares() {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    for encoding in ENCODINGS {
        let reserved: BTreeSet<&str> = cells::declared(encoding).split_whitespace().collect();
        let model = &emit_in(encoding, &plain(), &STEPS, Profile::Submit)[0];
        let mut declared = 0;
        // A declaration starts its line, and has its name behind the first colon outside brackets;
        // a function has arguments, and shares its name with nobody.
        let types = ["array", "set of", "int:", "enum"];
        for line in model
            .lines()
            .filter(|line| types.iter().any(|t| line.starts_with(t)))
        {
            let behind = match line.strip_prefix("enum ") {
                Some(name) => name,
                None => line.split_once(": ").expect("a declaration").1,
            };
            let name = behind.split(|c| !is_word(c)).next().unwrap_or_default();
            assert!(reserved.contains(name), "{name} of {encoding:?}");
            declared += 1;
        }
        // The members of RULE are declared with it.
        assert_eq!(declared + 6, reserved.len(), "{encoding:?}");
    }
}

#[test]
fn no_cell_is_called_what_a_model_binds() {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    for encoding in ENCODINGS {
        let model = &emit_in(encoding, &plain(), &STEPS, Profile::Submit)[0];
        // What is neither a comment nor a text in quotes.
        let code = model
            .lines()
            .filter(|line| !line.starts_with('%'))
            .flat_map(|line| line.split('"').step_by(2))
            .map(|part| part.split('%').next().unwrap_or_default());
        let mut found = BTreeSet::new();
        for part in code {
            let mut rest = part;
            while let Some(start) = rest.find(|c: char| c.is_ascii_alphabetic()) {
                let end = rest[start..].find(|c| !is_word(c));
                let (word, behind) = rest[start..].split_at(end.unwrap_or(rest.len() - start));
                // A function is called with brackets.
                if !behind.trim_start().starts_with('(') {
                    let _ = found.insert(word);
                }
                rest = behind;
            }
        }
        let reserved = cells::reserved(encoding);
        let bound: BTreeSet<&str> = cells::bound(encoding).split_whitespace().collect();
        let unknown: Vec<_> = found
            .iter()
            .filter(|word| !reserved.contains(*word))
            .collect();
        assert!(unknown.is_empty(), "{unknown:?} of {encoding:?}");
        let unused: Vec<_> = bound.difference(&found).collect();
        assert!(unused.is_empty(), "{unused:?} of {encoding:?}");
    }
}

#[test]
fn a_target_below_every_sum_is_said_without_it() {
    for (rule, word) in [
        (Relation::Equal, "SumBelow"),
        (Relation::Less, "SumBelow"),
        (Relation::Greater, "Anything"),
    ] {
        let mut draft = draft(
            "Low",
            ["a", "b", "c", "d", "e", "f"],
            [(1, 1), (0, 1), (0, 1)],
        );
        draft.regions[0].rule = Rule::Sum(rule, -3);
        let data = &emit(&Puzzle::new(draft).unwrap(), &AS_IT_STANDS, Profile::Submit)[1];
        let given = format!("\nrule = [{word}, AllDifferent];\ntarget = [0, 0];\n");
        assert!(data.contains(&given), "{data}");
    }
}

#[test]
fn variables_count_from_one() {
    let model = lower(&plain(), &[Step::Symmetry]).unwrap().model;
    let first_three = |encoding| {
        let variable = Encoding::variables(&encoding, &model);
        [0, 1, 2].map(|id| variable(PlacementId(id)))
    };
    assert_eq!(
        first_three(Encoding::Native),
        ["place[1,1,1]", "place[1,1,2]", "place[2,1,1]"]
    );
    assert_eq!(
        first_three(Encoding::Coordinates),
        ["place(1,1,1,1,2)", "place(1,1,2,1,1)", "place(2,1,1,1,2)"]
    );
}
