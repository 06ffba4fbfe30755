//! Properties of every XCSP3 file.

use super::{in_attribute, in_comment, intervals};
use crate::backend::xcsp3::LANGUAGE;
use crate::backend::{Emission, EmissionPlan, Profile, Provenance};
use crate::lower::{LoweringStep, lower};
use crate::puzzle::{Cell, Domino, DraftLinks, DraftRegion, Puzzle, PuzzleDraft, Relation, Rule};

/// A square with awkward names.
fn square() -> Puzzle {
    Puzzle::new(PuzzleDraft {
        title: Some("a --> <b> & \"c\" ---".into()),
        cells: (0..4).map(|i| Cell::on_grid(i / 2, i % 2)).collect(),
        links: DraftLinks::Grid,
        dominoes: vec![Domino::new(1, 12), Domino::new(3, 3)],
        regions: vec![DraftRegion {
            name: Some("<\"&--\u{0}".into()),
            rule: Rule::Sum(Relation::Less, 9),
            cells: vec![0, 1],
        }],
        ..PuzzleDraft::default()
    })
    .expect("a puzzle")
}

fn texts(puzzle: &Puzzle, steps: &[LoweringStep]) -> Vec<String> {
    let lowered = lower(puzzle, steps).expect("a small puzzle");
    let mut texts = Vec::new();
    for &encoding in LANGUAGE.encodings {
        for profile in [Profile::Run, Profile::Submit] {
            let plan = EmissionPlan {
                encoding,
                profile,
                provenance: Provenance::of(puzzle, "-->--", &lowered),
            };
            let emission = Emission::new(&lowered.model, &plan).expect("any board");
            let mut text = Vec::new();
            emission.write(0, &mut text).expect("memory takes all");
            texts.push(String::from_utf8(text).expect("text"));
        }
    }
    texts
}

#[test]
fn names_from_outside_keep_the_file_well_formed() {
    for text in texts(&square(), &[LoweringStep::Symmetry]) {
        let document =
            roxmltree::Document::parse(&text).unwrap_or_else(|problem| panic!("{problem}\n{text}"));
        let root = document.root_element();
        assert_eq!(root.attribute("format"), Some("XCSP3"));
        let comments: Vec<_> = document
            .root()
            .children()
            .filter_map(|node| node.text())
            .collect();
        let title = " Title: a - -> <b> & \"c\" - - -  ";
        assert!(comments.contains(&title), "{comments:?}");
    }
}

#[test]
fn text_is_escaped() {
    assert_eq!(in_comment(&"a--b---"), "a- -b- - - ");
    assert_eq!(
        in_attribute("<a & \"b\">\u{0}"),
        "&lt;a &amp; &quot;b&quot;&gt;?"
    );
}

#[test]
fn neighbours_are_intervals() {
    assert_eq!(intervals([-1, 0, 1, 3, 5, 6]), "-1..1 3 5..6");
    assert_eq!(intervals([]), "");
}
