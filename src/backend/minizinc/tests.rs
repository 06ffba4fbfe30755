use super::*;
use crate::backend::{Encoding, Provenance};
use crate::lower::{AS_IT_STANDS, LoweringStep, STEPS, lower};
use crate::puzzle::{
    Cell, CellId, Domino, DraftLinks, DraftRegion, Puzzle, PuzzleDraft, Relation, Rule,
};

/// A row of cells with these names, three dominoes long.
fn row(title: &str, names: [&str; 6], dominoes: [(u32, u32); 3]) -> Puzzle {
    let region = |name: &str, rule, cells: &[usize]| DraftRegion {
        name: Some(name.into()),
        rule,
        cells: cells.to_vec(),
    };
    let draft = PuzzleDraft {
        title: Some(title.into()),
        cells: (0..)
            .zip(names)
            .map(|(column, name)| Cell {
                name: name.into(),
                at: Some((0, column)),
            })
            .collect(),
        links: DraftLinks::Given((0..5).map(|cell| (cell, cell + 1)).collect()),
        dominoes: dominoes.map(|(one, other)| Domino::new(one, other)).into(),
        regions: vec![
            region("A", Rule::Sum(Relation::Greater, 1), &[0, 1, 2]),
            region("B", Rule::Unequal, &[3, 4]),
        ],
        ..PuzzleDraft::default()
    };
    Puzzle::new(draft).unwrap()
}

fn plain() -> Puzzle {
    row(
        "Row",
        ["a1", "b1", "c1", "d1", "e1", "f1"],
        [(1, 1), (0, 1), (0, 1)],
    )
}

fn emit(puzzle: &Puzzle, steps: &[LoweringStep], profile: Profile) -> Vec<String> {
    let model = lower(puzzle, steps).unwrap().model;
    let edges = Encoding::named("minizinc/edges").unwrap();
    let emission = Emission::new(&model, edges, profile, Provenance::default()).unwrap();
    emission.texts().unwrap()
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
        let edges = Encoding::named("minizinc/edges").unwrap();
        let emission = Emission::new(&model, edges, Profile::Submit, provenance.clone()).unwrap();
        let text = emission.texts().unwrap().remove(0);
        let line = text.lines().nth(2).expect("a third line");
        assert!(line.starts_with(says), "{line}");
    }
}

#[test]
fn pins_are_rules_of_one_cell() {
    let pinned = plain()
        .pinned([(CellId(1), 0), (CellId(2), 7)])
        .expect("cells of the puzzle");
    let run = &emit(&pinned, &AS_IT_STANDS, Profile::Run)[0];
    let pins = "constraint pips[b1] = 0 /\\ pips[c1] = 2;  % b1, c1\n";
    assert!(run.contains(pins), "{run}");
}

#[test]
fn pruning_leaves_out_edges() {
    // In a row every other edge has no domino, and the double fits only on the first two cells.
    let run = &emit(&plain(), &STEPS, Profile::Run)[0];
    assert!(
        run.contains(": edge = [| a1, b1 | c1, d1 | e1, f1 |];\n"),
        "{run}"
    );
}

#[test]
fn cell_names_do_not_clash_with_other_names() {
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
    let differs = |names: &[String]| {
        let mut out = Vec::new();
        block(&mut out, 1, names).unwrap();
        String::from_utf8(out).unwrap()
    };
    let names = ["tile[1]=4-1".to_owned(), "tile[3]=0-0".to_owned()];
    assert!(differs(&names).contains(
        "exists([tile[1] = 0, pips[edge[1, 1]] != 4, pips[edge[1, 2]] != 1, \
         tile[3] = 0, pips[edge[3, 1]] != 0, pips[edge[3, 2]] != 0])"
    ));
    let names = ["place[1,2,1]".to_owned(), "place[2,1,2]".to_owned()];
    assert!(differs(&names).contains("sum([place[1,2,1], place[2,1,2]]) < 2"));
}
