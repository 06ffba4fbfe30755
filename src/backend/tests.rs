//! Properties of every language and every encoding.

use super::*;
use crate::lower::{AS_IT_STANDS, LoweringStep, STEPS, lower};
use crate::model::{KindId, Origin, RegionId};
use crate::puzzle::{
    Cell, Domino, DraftLinks, DraftRegion, Label, Puzzle, PuzzleDraft, Relation, Rule,
};

/// A square of four cells with the given links.
fn square(links: DraftLinks) -> Puzzle {
    Puzzle::new(PuzzleDraft {
        cells: (0..4).map(|i| Cell::on_grid(i / 2, i % 2)).collect(),
        links,
        dominoes: vec![Domino::new(1, 2), Domino::new(3, 3)],
        ..PuzzleDraft::default()
    })
    .unwrap()
}

fn named(name: &str) -> Encoding {
    Encoding::named(name).expect("an encoding")
}

#[test]
fn an_encoding_is_found_by_its_names() {
    for language in Language::ALL {
        assert_eq!(Language::named(language.name), Some(language));
        assert!(!language.encodings().is_empty(), "{language}");
    }
    for encoding in ENCODINGS {
        assert_eq!(Encoding::named(&format!("{encoding:?}")), Some(encoding));
    }
}

#[test]
fn encodings_with_z3_operators_are_for_z3_only() {
    for encoding in ENCODINGS {
        assert!(encoding.suits("z3"), "{encoding}");
        let is_for_all = encoding.limitation().as_deref() != Some("z3 only");
        for solver in ["cvc5", "yices", "z3000"] {
            assert_eq!(encoding.suits(solver), is_for_all, "{encoding}, {solver}");
        }
    }
}

#[test]
fn encodings_without_symmetry_reject_unbroken_symmetry() {
    let whole = lower(&square(DraftLinks::Grid), &[])
        .expect("a small puzzle")
        .model;
    let edges = named("asp/edges");
    let refused = edges
        .check_model(&whole)
        .expect_err("copies are told apart");
    assert_eq!(
        refused.to_string(),
        "the encoding `edges` of asp always breaks symmetry: remove --no-symmetry"
    );
}

#[test]
fn pairwise_encodings_of_a_large_set_are_too_large() {
    let puzzle = crate::generate::made("family=full size=18 seed=1");
    let model = lower(&puzzle, &AS_IT_STANDS)
        .expect("placements are few")
        .model;
    for language in ["dimacs", "smtlib"] {
        let language = Language::named(language).expect("a language");
        let plain = language.encoding("placement").expect("an encoding");
        let refused = plain.check_model(&model);
        assert!(
            matches!(refused, Err(Inexpressible::TooLarge(_))),
            "{language}"
        );
        assert_eq!(
            language.encodings()[0].check_model(&model),
            Ok(()),
            "{language}"
        );
    }
}

#[test]
fn coordinates_need_a_grid() {
    // A wall between the lower two cells.
    let walled = square(DraftLinks::Given(vec![(0, 1), (0, 2), (1, 3)]));
    let model = lower(&walled, &[LoweringStep::Symmetry])
        .expect("a small puzzle")
        .model;
    for encoding in ENCODINGS {
        let is_refused = encoding.name == "coordinates";
        let refused = is_refused.then(|| Inexpressible::NoGrid(Box::new(encoding)));
        assert_eq!(encoding.check_model(&model).err(), refused);
    }
}

#[test]
fn a_file_past_the_last_one_is_an_error() {
    let puzzle = square(DraftLinks::Grid);
    let lowered = lower(&puzzle, &AS_IT_STANDS).expect("a small puzzle");
    let provenance = Provenance::of(&puzzle, "square", &lowered);
    let encoding = named("minizinc/edges");
    let emission = Emission::new(&lowered.model, encoding, Profile::Run, provenance);
    let emission = emission.expect("a model");
    let mut out = Vec::new();
    let past = emission.write(emission.extensions().len(), &mut out);
    assert_eq!(
        past.expect_err("no such file").kind(),
        std::io::ErrorKind::InvalidInput
    );
    assert!(out.is_empty());
}

/// Every file of a puzzle in an encoding.
fn files(
    puzzle: &Puzzle,
    steps: &[LoweringStep],
    encoding: Encoding,
    profile: Profile,
) -> Vec<String> {
    let lowered = lower(puzzle, steps).expect("a small puzzle");
    let instance = puzzle.title().map_or("square", Label::raw);
    let provenance = Provenance::of(puzzle, instance, &lowered);
    // Not every encoding supports every profile.
    let Ok(emission) = Emission::new(&lowered.model, encoding, profile, provenance) else {
        let has_symmetry = !lowered.model.breaks_symmetry() && !encoding.keeps_symmetry;
        assert!(profile != Profile::Run || has_symmetry, "{encoding}");
        return Vec::new();
    };
    emission.texts().expect("memory takes all")
}

/// Every encoding in every profile.
fn plans() -> impl Iterator<Item = (Encoding, Profile)> {
    ENCODINGS
        .into_iter()
        .flat_map(|encoding| Profile::ALL.map(|profile| (encoding, profile)))
}

#[test]
fn heads_of_files_have_the_lowering_steps_and_the_citation() {
    let puzzle = square(DraftLinks::Grid);
    for (encoding, profile) in plans() {
        for (steps, pruned, symmetry) in [
            (
                &AS_IT_STANDS[..],
                "The puzzle as it stands: ",
                "Symmetry is broken.",
            ),
            (&STEPS, "Pruned: ", "Symmetry is broken."),
            (&[], "The puzzle as it stands: ", "Symmetry is not broken."),
        ] {
            let files = files(&puzzle, steps, encoding, profile);
            for (index, text) in files.iter().enumerate() {
                let head: Vec<&str> = text.lines().take(20).collect();
                let says = |words: &str| head.iter().any(|line| line.contains(words));
                // In a MiniZinc submission the model is the same for all puzzles.
                let is_shared = says("states the puzzle and its lowering steps");
                let what = format!("{encoding:?} for {profile:?} after {steps:?}: {head:#?}");
                assert!(is_shared || says(pruned) && says(symmetry), "{what}");
                if index == 0 {
                    let is_baseline = says("Formulation: ") || says("Publications: ");
                    assert_eq!(is_baseline, encoding.citation.is_some(), "{what}");
                    assert!(encoding.citation.is_none_or(says), "{what}");
                }
            }
        }
    }
}

#[test]
fn heads_of_files_match_the_redundant_facts() {
    let puzzle = square(DraftLinks::Grid);
    for (encoding, profile) in plans() {
        let with = files(&puzzle, &AS_IT_STANDS, encoding, profile).concat();
        let without = files(&puzzle, &[LoweringStep::Symmetry], encoding, profile).concat();
        // `links` always states them.
        let is_stated = with.contains(" Redundant facts are stated.");
        let is_optional = without.contains("No redundant facts are stated.");
        // Compares the facts without the sentences about them.
        let facts = |text: &str| {
            text.replace("No redundant", "Redundant")
                .replace("\"redundant\"", "")
        };
        if !with.is_empty() {
            assert_eq!(
                facts(&with) != facts(&without),
                is_stated && is_optional,
                "{encoding:?} for {profile:?}"
            );
        }
    }
}

#[test]
fn a_grid_with_pruned_edges_remains_a_grid() {
    // In a row of four cells no domino covers the two in the middle.
    let puzzle = Puzzle::new(PuzzleDraft {
        cells: (0..4).map(|column| Cell::on_grid(0, column)).collect(),
        dominoes: vec![Domino::new(1, 2), Domino::new(3, 3)],
        ..PuzzleDraft::default()
    })
    .unwrap();
    let (whole, pruned) = (
        lower(&puzzle, &[]).expect("a small puzzle").model,
        lower(&puzzle, &STEPS).expect("a small puzzle").model,
    );
    assert_eq!((whole.edges.len(), pruned.edges.len()), (3, 2));
    assert_eq!(named("minizinc/coordinates").check_model(&pruned), Ok(()));
}

/// Titles and the names of cells and regions that are syntax in some language.
#[test]
fn titles_cannot_inject_code() {
    let title =
        "x\nconstraint false;\r{{ a }} |b\\\n(exit) --> <b> & \"c\" ---\u{2028}; \u{1F063} é\0";
    let names = [
        "\"];",
        "\\(x)",
        "|\n(exit)",
        "% --> <b> &",
        "{{ a }}",
        "\u{0}1\u{0}",
    ];
    let cell = |name: &str| Cell {
        name: name.into(),
        at: None,
    };
    let puzzle = Puzzle::new(PuzzleDraft {
        title: Some(title.into()),
        cells: names.map(cell).to_vec(),
        links: DraftLinks::Given((0..5).map(|cell| (cell, cell + 1)).collect()),
        dominoes: vec![Domino::new(0, 0), Domino::new(1, 12), Domino::new(3, 4)],
        regions: vec![
            region("|\n;", Rule::Sum(Relation::Greater, 1), &[0, 1]),
            region("<\"&--\u{0}", Rule::Unequal, &[2, 3]),
        ],
        ..PuzzleDraft::default()
    })
    .expect("a puzzle");
    for (encoding, profile) in plans().filter(|(encoding, _)| encoding.name != "coordinates") {
        for text in files(&puzzle, &AS_IT_STANDS, encoding, profile) {
            let what = format!("{encoding:?} for {profile:?}: {text}");
            assert!(!text.contains(['\0', '\r']), "{what}");
            let lines = || text.lines().filter(|line| !line.is_empty());
            let begin = |starts: &[&str]| {
                lines().all(|line| starts.iter().any(|start| line.starts_with(start)))
            };
            match encoding.language.name {
                "minizinc" => {
                    assert!(
                        !lines().any(|line| line.starts_with("constraint false")),
                        "{what}"
                    );
                }
                "smtlib" => assert_smt_text(&text, profile),
                "xcsp3" => drop(roxmltree::Document::parse(&text).expect(&what)),
                "ir" => drop(serde_json::from_str::<serde_json::Value>(&text).expect(&what)),
                "dimacs" => assert!(
                    begin(&[
                        "c ", "p cnf ", "-", "1", "2", "3", "4", "5", "6", "7", "8", "9"
                    ]),
                    "{what}"
                ),
                "opb" => assert!(begin(&["* ", "+", "-"]), "{what}"),
                "cpsat" => assert!(
                    begin(&["# ", "name: ", "variables {", "constraints {"]),
                    "{what}"
                ),
                _ => assert!(
                    !text.contains("\nconstraint") && !text.contains("\n(exit)"),
                    "{what}"
                ),
            }
        }
    }
    // A comment maps the symbols of cells to their names.
    let run = &files(
        &puzzle,
        &AS_IT_STANDS,
        named("minizinc/edges"),
        Profile::Run,
    )[0];
    assert!(
        run.contains("\n% n0 is the cell \"];\n% n1 is the cell \\(x)\n"),
        "{run}"
    );
}

/// Asserts that a script is ASCII, has bars and `(exit)` only in a submission, and closes what it opens.
fn assert_smt_text(script: &str, profile: Profile) {
    assert!(script.is_ascii() && !script.contains('\\'), "{script}");
    let is_submitted = profile == Profile::Submit;
    let code = script.lines().filter_map(|line| line.split(';').next());
    let code = code.collect::<Vec<_>>().join("\n");
    assert_eq!(code.matches('|').count(), if is_submitted { 2 } else { 0 });
    let exits = code.lines().filter(|line| line.trim() == "(exit)").count();
    assert_eq!(exits, usize::from(is_submitted), "{script}");
    let code: String = code.split('|').step_by(2).collect();
    assert_eq!(
        code.matches('(').count(),
        code.matches(')').count(),
        "{script}"
    );
}

/// The playground highlights the origins of a line.
#[test]
fn every_cell_domino_and_region_is_the_origin_of_a_line() {
    let puzzle = Puzzle::new(PuzzleDraft {
        regions: vec![
            region("A", Rule::Sum(Relation::Equal, 4), &[0, 1]),
            region("B", Rule::Unequal, &[2, 3]),
        ],
        ..PuzzleDraft::of(&square(DraftLinks::Grid))
    })
    .expect("a puzzle");
    let lowered = lower(&puzzle, &AS_IT_STANDS).expect("a small puzzle");
    for encoding in ENCODINGS {
        let provenance = Provenance::of(&puzzle, "square", &lowered);
        let emission = Emission::new(&lowered.model, encoding, Profile::Run, provenance);
        let emission = emission.expect("a model");
        let mut text = Vec::new();
        let origins = emission.write_lines(0, &mut text).expect("memory");
        let text = String::from_utf8(text).expect("text");
        assert!(!text.contains(['\u{1}', '\u{2}']), "{encoding:?}");
        let lines: Vec<&str> = text.lines().collect();
        let about = |origin: Origin| {
            let ranges = origins.iter().filter(|(_, one)| *one == origin);
            ranges
                .flat_map(|(range, _)| lines[range.clone()].to_vec())
                .collect::<Vec<_>>()
        };
        for cell in lowered.model.cell_ids() {
            assert!(
                !about(Origin::Cell(cell)).is_empty(),
                "{encoding:?}, {cell:?}"
            );
        }
        for kind in (0..2).map(KindId::at) {
            assert!(
                !about(Origin::Domino(kind)).is_empty(),
                "{encoding:?}, {kind:?}"
            );
        }
        for region in [RegionId::at(0), RegionId::at(1)] {
            assert!(
                !about(Origin::Region(region)).is_empty(),
                "{encoding:?}, {region:?}"
            );
        }
        // A line names no other region than its origin.
        for line in about(Origin::Region(RegionId::at(1))) {
            assert!(!line.contains("region_A"), "{encoding:?}: {line}");
        }
    }
}

fn region(name: &str, rule: Rule, cells: &[usize]) -> DraftRegion {
    DraftRegion {
        name: Some(name.into()),
        rule,
        cells: cells.to_vec(),
    }
}
