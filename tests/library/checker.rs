//! The checker on boards that are almost solutions.

use std::collections::BTreeSet;

use pipsc::puzzle::{Board, CellId, Domino, PlacedDomino, Relation, Rule, Violation, check};

use crate::brute_force;
use crate::examples;

/// After changing one half by one pip or moving it by one cell, the checker reports the violation.
#[test]
fn violations_of_mutated_boards_are_reported() {
    for (name, _, puzzle) in examples() {
        let Some(board) = puzzle
            .solution()
            .cloned()
            .or_else(|| brute_force::solutions(&puzzle, 1).pop())
        else {
            continue;
        };
        assert_eq!(check(&puzzle, &board), [], "{name}");
        for at in 0..board.placements().len() {
            let [one, other] = board.placements()[at].halves();
            let with = |placed: PlacedDomino| -> Board {
                let mut placements = board.placements().to_vec();
                placements[at] = placed;
                placements.into_iter().collect()
            };
            let faults = check(&puzzle, &with(PlacedDomino::new((one.0, one.1 + 1), other)));
            let uses: BTreeSet<Domino> = faults
                .iter()
                .filter_map(|fault| match fault {
                    Violation::WrongUse { domino, .. } => Some(*domino),
                    _ => None,
                })
                .collect();
            let changed = [Domino::new(one.1, other.1), Domino::new(one.1 + 1, other.1)];
            assert_eq!(uses, BTreeSet::from(changed), "{name}");
            if let Some(region) = puzzle.region_of(one.0) {
                let region = &puzzle.regions()[region.index()];
                let breaks = match region.rule {
                    Rule::Sum(Relation::Equal, _) => true,
                    Rule::Equal => region.cells.len() > 1 && !region.cells.contains(&other.0),
                    Rule::Sum(..) | Rule::Unequal | Rule::Empty => false,
                };
                let named = faults.iter().any(|fault| {
                    matches!(fault, Violation::RuleBroken { region: named, .. } if *named == region.name)
                });
                assert!(named || !breaks, "{name}: region {}", region.name);
            }

            let next = CellId((other.0.0 + 1) % puzzle.cells().len() as u32);
            let faults = check(&puzzle, &with(PlacedDomino::new(one, (next, other.1))));
            let cell = |cell: CellId| puzzle.cell(cell).name.clone();
            let uncovered = Violation::Uncovered {
                cell: cell(other.0),
            };
            assert!(faults.contains(&uncovered), "{name}: {faults:?}");
            let twice = Violation::CoveredTwice {
                cell: cell(next),
                times: 2,
            };
            assert!(
                next == one.0 || faults.contains(&twice),
                "{name}: {faults:?}"
            );
        }
    }
}
