use super::*;
use crate::backend::{Plan, Profile, Provenance};
use crate::lower::{AS_IT_STANDS, STEPS, Step, lower};
use crate::model::PlacementId;
use crate::puzzle::{
    Cell, CellId, Domino, DraftRegion, Links, Puzzle, PuzzleDraft, Relation, Rule,
};

const ENCODINGS: [Encoding; 3] = [EDGES, PLACEMENT, COORDINATES];

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
        ["a1", "b1", "c1", "d1", "e1", "f1"],
        [(1, 1), (0, 1), (0, 1)],
    )
}

fn emit(puzzle: &Puzzle, steps: &[Step], profile: Profile) -> Vec<String> {
    emit_in(EDGES, puzzle, steps, profile)
}

fn emit_in(encoding: Encoding, puzzle: &Puzzle, steps: &[Step], profile: Profile) -> Vec<String> {
    let model = lower(puzzle, steps).unwrap().model;
    let plan = Plan {
        encoding,
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
        let files = emit_in(encoding, &plain(), &AS_IT_STANDS, Profile::Submit);
        assert_eq!(files.len(), 2);
        let others = emit_in(encoding, &other, &AS_IT_STANDS, Profile::Submit);
        assert_eq!(others[0], files[0], "{encoding:?}");
    }
}

#[test]
fn the_author_of_a_submission_holds_the_copyright() {
    let model = lower(&plain(), &AS_IT_STANDS).unwrap().model;
    let mut provenance = Provenance::default();
    for (author, says) in [
        (None, "% Copyright (c) 2026 The pipsc contributors"),
        (
            Some("Adrian Dr\u{103}gulescu\n"),
            "% Copyright (c) 2026 Adrian Dr\u{103}gulescu",
        ),
    ] {
        provenance.signature.author = author.map(Into::into);
        let plan = Plan {
            encoding: EDGES,
            profile: Profile::Submit,
            provenance: provenance.clone(),
        };
        let mut out = Vec::new();
        let emission = Emission::new(&model, &plan).unwrap();
        emission.write(0, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let line = text.lines().nth(2).expect("a third line");
        assert!(line.starts_with(says), "{line}");
    }
}

#[test]
fn the_data_are_what_a_person_would_type() {
    let data = &emit(&plain(), &AS_IT_STANDS, Profile::Submit)[1];
    for given in [
        "\nCELL = { a1, b1, c1, d1, e1, f1 };\n",
        "\nedge = [| a1, b1 | b1, c1 | c1, d1 | d1, e1 | e1, f1 |];\n",
        "\ndomino = [| 0, 1, 2 | 1, 1, 1 |];\n",
        "\nregion = [\n  {a1, b1, c1},  % A: sum > 1\n  {d1, e1},  % B: all different\n];\n\
         rule = [SumAbove, AllDifferent];\ntarget = [1, 0];\n",
    ] {
        assert!(data.contains(given), "{given}\nis not in\n{data}");
    }
}

#[test]
fn a_model_to_run_states_what_its_puzzle_uses() {
    let run = &emit(&plain(), &AS_IT_STANDS, Profile::Run)[0];
    for stated in [
        "\nenum CELL = { a1, b1, c1, d1, e1, f1 };\n",
        "\nconstraint pips[a1] + pips[b1] + pips[c1] > 1;  % A: sum > 1\n",
        "\nconstraint all_different([pips[d1], pips[e1]]);  % B: all different\n",
        "\nsolve satisfy;\n",
    ] {
        assert!(run.contains(stated), "{stated}\nis not in\n{run}");
    }
    for unused in [
        "all_equal",
        "can_show",
        "can_lie",
        "SumIs",
        "does not count",
        "symmetry_breaking",
    ] {
        assert!(!run.contains(unused), "{unused} is in\n{run}");
    }
    assert!(run.starts_with("% Row\n"));
    assert!(run.lines().count() <= 50, "{run}");
}

#[test]
fn what_is_pruned_or_pinned_shows_in_what_cells_can_show() {
    let pinned = plain()
        .pinned([(CellId(1), 0), (CellId(2), 7)])
        .expect("cells of the puzzle");
    for profile in [Profile::Run, Profile::Submit] {
        let files = emit(&pinned, &AS_IT_STANDS, profile).concat();
        let shown = "can_show = [{0, 1}, {0}, {}, {0, 1}, {0, 1}, {0, 1}];\n";
        assert!(files.contains(shown), "{files}");
    }
    // In a row no domino lies on every other edge, and the first two cells are the only place for a
    // double.
    let run = &emit(&plain(), &STEPS, Profile::Run)[0];
    assert!(
        run.contains(": edge = [| a1, b1 | c1, d1 | e1, f1 |];\n"),
        "{run}"
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
        let marks_symmetry = model.contains("constraint symmetry_breaking_constraint(");
        assert_eq!(marks_symmetry, encoding != EDGES);
        assert!(model.contains("constraint redundant_constraint("));
    }
}

#[test]
fn coordinates_have_a_board() {
    let puzzle = row(
        "Gap",
        ["a1", "b1", "c1", "d1", "e1", "f1"],
        [(1, 1), (0, 1), (0, 1)],
    );
    let data = &emit_in(COORDINATES, &puzzle, &AS_IT_STANDS, Profile::Submit)[1];
    let board = "\nboard = [|\n  a1, b1, c1, d1, e1, f1 |];\n";
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
    let run = &emit(&puzzle, &STEPS, Profile::Run)[0];
    assert!(run.starts_with("% x\\nconstraint false;\\r{{ a }}\\u{0}\n"));
    assert!(
        run.contains("\n% n0 is the cell \"];\n% n1 is the cell \\(x)\n"),
        "{run}"
    );
    assert!(run.contains("enum CELL = { n0, n1, n2, n3, n4, n5 };"));
}

#[test]
fn a_cell_is_called_nothing_that_means_something_else() {
    for taken in ["pips", "in", "first", "c", "EDGE"] {
        let names = ["a", "b", "r0c2", "d", "e", taken];
        let puzzle = row("Taken", names, [(0, 0), (1, 2), (3, 4)]);
        let run = &emit(&puzzle, &AS_IT_STANDS, Profile::Run)[0];
        assert!(
            run.contains("enum CELL = { cell_a, cell_b, cell_r0c2, "),
            "{run}"
        );
    }
}

#[test]
fn a_blocked_board_differs_somewhere() {
    let names = ["tile[1]=4-1".to_owned(), "tile[3]=0-0".to_owned()];
    assert_eq!(
        block(&names),
        "exists([tile[1] = 0, pips[edge[1, 1]] != 4, pips[edge[1, 2]] != 1, \
         tile[3] = 0, pips[edge[3, 1]] != 0, pips[edge[3, 2]] != 0])"
    );
    let names = ["place[1,2,1]".to_owned(), "place[2,1,2]".to_owned()];
    assert_eq!(block(&names), "sum([place[1,2,1], place[2,1,2]]) < 2");
}

#[test]
fn variables_count_from_one() {
    let model = lower(&plain(), &[Step::Symmetry]).unwrap().model;
    let first_three = |encoding: Encoding| {
        let variable = (encoding.names)(&model);
        [0, 1, 2].map(|id| variable(PlacementId(id)))
    };
    assert_eq!(
        first_three(EDGES),
        ["tile[1]=0-1", "tile[1]=1-0", "tile[1]=1-1"]
    );
    assert_eq!(
        first_three(PLACEMENT),
        ["place[1,1,1]", "place[1,1,2]", "place[2,1,1]"]
    );
    assert_eq!(
        first_three(COORDINATES),
        ["place(1,1,1,1,2)", "place(1,1,2,1,1)", "place(2,1,1,1,2)"]
    );
}
