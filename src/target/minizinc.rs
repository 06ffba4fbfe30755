//! MiniZinc: one readable model for every puzzle, and the puzzle as its data.
//!
//! `templates/pips.mzn` is the model. In a submission it declares its parameters and the data
//! file, `templates/pips.dzn`, gives them; to be run, it carries them itself. The templates are
//! rendered with a mark for each parameter, and the parameters, which can be long, are streamed
//! into the marks' places.

mod data;
mod text;

use std::io::{self, Write};

use tera::{Context, Tera};

use self::data::{Data, Slot};
use super::{Plan, Profile};
use crate::model::{Model, PlacementId};

const MODEL: &str = include_str!("../../templates/pips.mzn");
const DATA: &str = include_str!("../../templates/pips.dzn");

/// Stands around a slot's number in a rendered template; no template has it otherwise.
const MARK: char = '\0';

/// Writes one of the profile's files: the model, then the data where it has a file of its own.
pub(super) fn write(
    model: &Model,
    plan: &Plan,
    file: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    match (plan.profile, file) {
        (Profile::Run, _) => fill(&skeleton(MODEL, true)?, model, plan, out),
        (Profile::Submit, 0) => out.write_all(skeleton(MODEL, false)?.as_bytes()),
        (Profile::Submit, _) => fill(&skeleton(DATA, true)?, model, plan, out),
    }
}

/// The placement's Boolean: `place[kind, edge, way]`, way 2 for flipped.
pub(super) fn variable(model: &Model, id: PlacementId) -> String {
    let placement = model.placements[id.index()];
    let way = if placement.flipped { 2 } else { 1 };
    let (kind, edge) = (placement.kind.0 + 1, placement.edge.0 + 1);
    format!("place[{kind},{edge},{way}]")
}

/// A template with a mark in every slot, or with nothing there.
fn skeleton(template: &str, filled: bool) -> io::Result<String> {
    let mut context = Context::new();
    context.insert("filled", &filled);
    for (number, slot) in Slot::ALL.into_iter().enumerate() {
        let mark = if filled {
            format!("{MARK}{number}{MARK}")
        } else {
            String::new()
        };
        context.insert(slot.name(), &mark);
    }
    Tera::one_off(template, &context, false).map_err(io::Error::other)
}

/// Writes a skeleton with the model's data in the place of the marks.
fn fill(skeleton: &str, model: &Model, plan: &Plan, out: &mut dyn Write) -> io::Result<()> {
    let data = Data::of(model, plan);
    for (index, part) in skeleton.split(MARK).enumerate() {
        if index % 2 == 0 {
            out.write_all(part.as_bytes())?;
        } else {
            let slot = part
                .parse()
                .ok()
                .and_then(|number: usize| Slot::ALL.get(number));
            data.write(*slot.ok_or(io::ErrorKind::InvalidData)?, out)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::{STEPS, Step, lower};
    use crate::puzzle::{Cell, Domino, Draft, DraftRegion, Links, Puzzle, Relation, Rule};
    use crate::target::{Emission, Encoding, Provenance, Target};

    /// A row of cells with these names, three dominoes long.
    fn row(title: &str, names: [&str; 6], dominoes: [(u32, u32); 3]) -> Puzzle {
        let region = |name: &str, rule, cells: &[usize]| DraftRegion {
            name: Some(name.into()),
            rule,
            cells: cells.to_vec(),
        };
        Puzzle::new(Draft {
            title: Some(title.into()),
            cells: names
                .map(|name| Cell {
                    name: name.into(),
                    at: None,
                })
                .into(),
            links: Links::Given((0..5).map(|cell| (cell, cell + 1)).collect()),
            dominoes: dominoes.map(|(one, other)| Domino::new(one, other)).into(),
            regions: vec![
                region("A", Rule::Sum(Relation::Greater, 1), &[0, 1, 2]),
                region("B", Rule::Unequal, &[3, 4]),
            ],
            solution: None,
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
        let model = lower(puzzle, steps).model;
        let plan = Plan {
            target: Target::MiniZinc,
            encoding: Encoding::Native,
            profile,
            provenance: Provenance::default(),
        };
        let emission = Emission::new(&model, &plan);
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
        let files = emit(&plain(), &STEPS, Profile::Submit);
        assert_eq!(files.len(), 2);
        for steps in [&STEPS[..], &[], &[Step::Prune]] {
            assert_eq!(emit(&other, steps, Profile::Submit)[0], files[0]);
        }
    }

    #[test]
    fn every_parameter_is_declared_and_given() {
        let submission = emit(&plain(), &STEPS, Profile::Submit);
        let run = &emit(&plain(), &STEPS, Profile::Run)[0];
        for slot in Slot::ALL.into_iter().filter(|&slot| slot != Slot::Title) {
            let name = slot.name();
            assert!(submission[0].contains(&format!(": {name};\n")), "{name}");
            assert!(submission[1].contains(&format!("\n{name} = ")), "{name}");
            assert!(run.contains(&format!(": {name} = ")), "{name}");
        }
        assert!(run.starts_with("% Row\n"));
        assert!(submission[1].starts_with("% Row\n"));
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
    fn the_same_puzzle_gives_the_same_bytes() {
        for profile in [Profile::Run, Profile::Submit] {
            let once = emit(&plain(), &STEPS, profile);
            assert_eq!(emit(&plain(), &STEPS, profile), once);
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
        for text in emit(&puzzle, &STEPS, Profile::Run).into_iter().chain(emit(
            &puzzle,
            &STEPS,
            Profile::Submit,
        )) {
            assert!(
                !text
                    .lines()
                    .any(|line| line.starts_with("constraint false"))
            );
            assert!(!text.contains(['\0', '\r']));
        }
        let run = &emit(&puzzle, &STEPS, Profile::Run)[0];
        assert!(run.starts_with("% x constraint false; {{ a }} \n"));
        assert!(run.contains(r#"["\"];", "\\(x)", "a constraint false;", "%", "{{ a }}", " 1 "]"#));
    }

    #[test]
    fn variables_count_from_one() {
        let model = lower(&plain(), &[Step::Symmetry]).model;
        let names: Vec<String> = (0..3).map(|id| variable(&model, PlacementId(id))).collect();
        assert_eq!(names, ["place[1,1,1]", "place[1,1,2]", "place[2,1,1]"]);
    }
}
