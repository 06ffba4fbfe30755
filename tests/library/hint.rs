//! Hints against brute force: walks end with what all solutions share.

use std::collections::BTreeSet;

use pipsc::explain::Conflict;
use pipsc::formats::{BoardForm, partial_value, write_partial};
use pipsc::hint::{HintExtent, Walk, hint, score};
use pipsc::puzzle::{Board, Fact, PartialBoard, Puzzle, check};
use pipsc::report::{Report, ReportVerdict};
use pipsc::solver::{CancelFlag, Limits};

use crate::brute_force;
use crate::explain::assert_minimal;
use crate::random;
use crate::reading;

/// Puzzles with more solutions are skipped.
const MANY: usize = 3_000;

/// All candidates for common facts of boards.
fn facts(board: &Board) -> Vec<Fact> {
    let mut facts = Vec::new();
    for &placed in board.placements() {
        facts.extend([Fact::Lies(placed), Fact::Joined(placed.edge())]);
        facts.extend(placed.halves().map(|(cell, pips)| Fact::Shows(cell, pips)));
    }
    facts
}

/// The common facts of some boards.
fn common(puzzle: &Puzzle, boards: &[Board]) -> BTreeSet<Fact> {
    let Some(first) = boards.first() else {
        return BTreeSet::new();
    };
    let everywhere = |fact: &Fact| boards.iter().all(|board| fact.holds(puzzle, board));
    facts(first).into_iter().filter(everywhere).collect()
}

/// The facts that all solutions share are known at the end of a walk, and no others.
#[test]
fn walks_end_with_the_forced_facts() {
    let (mut hints, mut unique, mut open) = (0, 0, 0);
    for number in 0..300 {
        let puzzle = random::puzzle(number);
        let solutions = brute_force::solutions(&puzzle, MANY);
        if solutions.len() == MANY {
            continue;
        }
        let what = format!("puzzle {number}");
        let walk = match walked(&puzzle, &PartialBoard::default()) {
            Ok(walk) => walk,
            Err(conflict) => {
                assert_eq!(solutions, [], "{what}");
                assert_eq!(conflict.known(), []);
                continue;
            }
        };
        let mut known: BTreeSet<Fact> = walk.board.facts().collect();
        known.extend(facts(&walk.board.laid()));
        assert_eq!(known, common(&puzzle, &solutions), "{what}");
        hints += walk.hints.len();
        if solutions.len() == 1 {
            assert_eq!(walk.board.laid(), solutions[0], "{what}");
            unique += 1;
        } else {
            open += 1;
        }
    }
    assert!(
        hints > 150 && unique > 5 && open > 15,
        "{hints} {unique} {open}"
    );
}

/// `--where` prints regions and no conclusions.
#[test]
fn the_location_does_not_reveal_the_hint() {
    for number in 0..100 {
        let puzzle = random::puzzle(number);
        let report = answer(&puzzle, &PartialBoard::default(), HintExtent::Where);
        let ReportVerdict::Where(next) = &report.verdict else {
            continue;
        };
        let words = report.lines(&puzzle).join("\n");
        for region in next.regions() {
            let name = puzzle.region(region).name.to_string();
            assert!(words.contains(&name), "{words}");
        }
        assert!(
            !words.contains("show") && !words.contains("lies on"),
            "{words}"
        );
        assert_eq!(report.facts(), []);
    }
}

fn answer(puzzle: &Puzzle, partial: &PartialBoard, extent: HintExtent) -> Report {
    hint(puzzle, partial, extent, &Limits::default()).expect("an answer")
}

pub(crate) fn walked(puzzle: &Puzzle, partial: &PartialBoard) -> Result<Walk, Conflict> {
    match answer(puzzle, partial, HintExtent::Walk).verdict {
        ReportVerdict::Walk(walk) => Ok(walk),
        ReportVerdict::NoSolution { mut conflicts, .. } => Err(conflicts.remove(0)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn walkthroughs_end_with_the_only_solution() {
    for file in [
        "small.board.json",
        "2025-10-05-easy.nyt.json",
        "2025-09-16-easy.graph.json",
        "2025-10-16-easy.cells.json",
        "2025-09-21-hard.graph.json",
        "dozen.txt",
        "islands.txt",
        "triplets.txt",
    ] {
        let puzzle = reading::puzzle(file);
        let solution = brute_force::solutions(&puzzle, 2);
        let walk = walked(&puzzle, &PartialBoard::default()).expect("a solution");
        assert!(walk.is_solved, "{file}");
        assert_eq!(walk.board, (&solution[0]).into(), "{file}");
        assert_eq!(solution.len(), 1, "{file}");
        let scored = score(&puzzle, &Limits::default());
        let scored = scored.expect("no fault").expect("solvable");
        assert_eq!((scored.steps, scored.choices), (walk.hints.len(), 0));
    }
}

#[test]
fn walkthroughs_stop_where_solutions_differ() {
    let puzzle = reading::puzzle("loose.txt");
    let walk = walked(&puzzle, &PartialBoard::default()).expect("a solution");
    assert!(!walk.is_solved);
    let report = answer(&puzzle, &PartialBoard::default(), HintExtent::Walk);
    let text = report.lines(&puzzle).join("\n");
    let drawing = write_partial(&puzzle, &walk.board, BoardForm::Drawing);
    assert!(text.contains(drawing.trim_end()), "{text}");
    let json = report.to_json(&puzzle);
    assert_eq!(json["board"], partial_value(&puzzle, &walk.board));
    assert_eq!(json["board"]["values"]["r1c0"], 4);
    let scored = |puzzle: &Puzzle| score(puzzle, &Limits::default()).expect("no fault");
    let loose = scored(&puzzle).expect("solvable");
    assert!(loose.choices > 0 && loose.steps > walk.hints.len());
    assert_eq!(scored(&reading::puzzle("impossible.txt")), None);
}

#[test]
fn hints_continue_a_partial_board() {
    for number in 0..80 {
        let puzzle = random::puzzle(number);
        let solutions = brute_force::solutions(&puzzle, MANY);
        let Some(board) = solutions.first().filter(|_| solutions.len() < MANY) else {
            continue;
        };
        let mut partial = PartialBoard::default();
        partial.placements.push(board.placements()[0]);
        if let Some(placed) = board.placements().get(1) {
            partial.values.push(placed.halves()[number as usize % 2]);
        }
        let walk = walked(&puzzle, &partial).expect("a beginning of a solution");
        let extends = |board: &&Board| partial.facts().all(|fact| fact.holds(&puzzle, board));
        let with: Vec<&Board> = solutions.iter().filter(extends).collect();
        assert_eq!(walk.is_solved, with.len() == 1, "puzzle {number}");
        for fact in walk.hints.iter().flat_map(|hint| &hint.facts) {
            let holds = with.iter().all(|board| fact.holds(&puzzle, board));
            assert!(holds, "puzzle {number}: {fact:?}");
        }
    }
}

#[test]
fn boards_without_completion_get_a_minimal_conflict() {
    let mut impossible = 0;
    for number in 0..200 {
        let puzzle = random::puzzle(number);
        if brute_force::solutions(&puzzle, 1).is_empty() {
            continue;
        }
        // Parts of a board that is not a solution often cannot be completed.
        let boards = brute_force::solutions(&puzzle.with_rules_of(|_| false), MANY);
        let mut boards = boards.iter().filter(|_| boards.len() < MANY);
        let Some(wrong) = boards.find(|board| !check(&puzzle, board).is_empty()) else {
            continue;
        };
        let partial = PartialBoard {
            placements: wrong.placements().iter().copied().take(2).collect(),
            ..PartialBoard::default()
        };
        if let Err(conflict) = walked(&puzzle, &partial) {
            assert_minimal(&puzzle, &conflict, &format!("puzzle {number}"));
            impossible += 1;
        }
    }
    assert!(impossible > 25, "only {impossible}");
}

#[test]
fn a_cancelled_walkthrough_reports_it() {
    let cancel = CancelFlag::default();
    cancel.cancel();
    let limits = Limits {
        cancel,
        ..Limits::default()
    };
    let puzzle = reading::puzzle("dozen.txt");
    let report = hint(&puzzle, &PartialBoard::default(), HintExtent::Walk, &limits);
    assert!(report.is_err());
}
