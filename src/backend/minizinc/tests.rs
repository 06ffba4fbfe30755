use super::*;
use crate::backend::{Emission, Plan, Provenance};
use crate::lower::{AS_IT_STANDS, STEPS, Step, lower};
use crate::puzzle::{Cell, Domino, Draft, DraftRegion, Links, Puzzle, Relation, Rule};

const ENCODINGS: [Encoding; 3] = [Encoding::Native, Encoding::Placement, Encoding::Coordinates];

/// A row of cells with these names, three dominoes long.
fn row(title: &str, names: [&str; 6], dominoes: [(u32, u32); 3]) -> Puzzle {
    let region = |name: &str, rule, cells: &[usize]| DraftRegion {
        name: Some(name.into()),
        rule,
        cells: cells.to_vec(),
    };
    Puzzle::new(Draft {
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
        ..Draft::default()
    })
    .unwrap()
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
        for steps in [&STEPS[..], &[], &[Step::Prune]] {
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
        let template = encoding.templates()[0];
        let mut parameters = 0;
        for (name, _) in SLOTS
            .into_iter()
            .filter(|(name, _)| !["title", "terms"].contains(name))
        {
            if !template.contains(&format!("{{{{ {name} }}}}")) {
                assert!(!submission[1].contains(&format!("\n{name} = ")), "{name}");
                continue;
            }
            assert!(submission[0].contains(&format!(": {name};\n")), "{name}");
            assert!(submission[1].contains(&format!("\n{name} = ")), "{name}");
            assert!(run.contains(&format!(": {name} = ")), "{name}");
            parameters += 1;
        }
        assert!(parameters > 10, "{encoding:?}");
        assert!(run.starts_with("% Row\n"));
        assert!(submission[1].starts_with("% Row\n"));
    }
}

#[test]
fn the_data_are_the_models() {
    let data = &emit(
        &plain(),
        &[Step::Symmetry, Step::Redundant],
        Profile::Submit,
    )[1];
    for given in [
        "\nlow = [0, 1];\nhigh = [1, 1];\ncopies = [2, 1];\nways = [2, 1];\n",
        "\na = [1, 2, 3, 4, 5];\nb = [2, 3, 4, 5, 6];\n",
        "\npips = [0, 1];\nsupply = [2, 4];\n",
        "\nregion = [\n  1..3, % A: sum > 1\n  {4,5}, % B: all different\n];\nrule = [SumAbove, AllDifferent];\ntarget = [1, 0];\n",
        "\nedges_at = [\n  {1}, % a\n  {1,2}, % b\n",
    ] {
        assert!(data.contains(given), "{given}\nis not in\n{data}");
    }
}

#[test]
fn a_step_switched_off_shows_in_the_data() {
    let data = &emit(&plain(), &[], Profile::Submit)[1];
    assert!(data.contains("\ncopies = [1, 1, 1];\nways = [2, 2, 2];\n"));
    assert!(data.contains("\nsupply = [];\n"));
}

#[test]
fn coordinates_have_a_board_and_dominoes_one_by_one() {
    let data = &emit_in(
        Encoding::Coordinates,
        &plain(),
        &AS_IT_STANDS,
        Profile::Submit,
    )[1];
    for given in [
        "\nrows = 1;\ncolumns = 6;\ncells = 6;\ndominoes = 3;\n",
        "\nboard = [|\n  1, 2, 3, 4, 5, 6|];\n",
        "\nspots = [|\n  0, 1|\n  0, 1|\n  1, 1|];\nkind = [1, 1, 2];\none_way = {3};\n",
    ] {
        assert!(data.contains(given), "{given}\nis not in\n{data}");
    }
    let data = &emit_in(Encoding::Coordinates, &plain(), &[], Profile::Submit)[1];
    assert!(data.contains("\nkind = [1, 2, 3];\none_way = {};\n"));
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
    let run = &emit(&puzzle, &STEPS, Profile::Run)[0];
    assert!(run.starts_with("% x\\nconstraint false;\\r{{ a }}\\u{0}\n"));
    let names = r#"["\"];", "\\(x)", "a\\nconstraint false;", "%", "{{ a }}", "\\u{0}1\\u{0}"]"#;
    assert!(run.contains(names));
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
