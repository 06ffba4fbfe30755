//! The frontier and SAT find the same solutions of a small puzzle, each once and correct; the puzzle can be written in
//! every language, drawn and explained, and has hints.
#![no_main]

use std::collections::BTreeSet;
use std::io;
use std::ops::ControlFlow;

use libfuzzer_sys::fuzz_target;
use pipsc::backend::{ENCODINGS, Emission, Profile, Provenance};
use pipsc::explain::{self, explain};
use pipsc::formats;
use pipsc::hint::{self, HintExtent};
use pipsc::limits::Budget;
use pipsc::lower::{AS_IT_STANDS, lower};
use pipsc::puzzle::{Board, PartialBoard, Puzzle, check};
use pipsc::render::Picture;
use pipsc::solver::embedded::{Method, solve_until};
use pipsc::solver::{Goal, Limits};

/// Puzzles with more cells take too long.
const MAX_CELLS: usize = 12;

/// Puzzles with more solutions are skipped.
const MAX_SOLUTIONS: u64 = 200;

fuzz_target!(|text: &[u8]| {
    let Ok(document) = formats::read(text, None) else {
        return;
    };
    for puzzle in document
        .entries
        .iter()
        .filter_map(|entry| entry.puzzle.as_ref().ok())
    {
        if puzzle.cells().len() > MAX_CELLS {
            continue;
        }
        let swept = solutions(Method::Frontier, puzzle);
        let searched = solutions(Method::Sat, puzzle);
        assert_eq!(swept.len(), searched.len());
        if (swept.len() as u64) < MAX_SOLUTIONS {
            assert_eq!(swept, searched);
        }
        emit(puzzle);
        let _ = Picture::new(puzzle).svg();
        let explanation =
            explain(puzzle, &explain::ExplainOptions::default()).expect("no limit was set");
        let _ = explanation.text(puzzle);
        let _ = hint::hint(
            puzzle,
            &PartialBoard::default(),
            HintExtent::Walk,
            &Limits::default(),
        );
    }
});

fn solutions(method: Method, puzzle: &Puzzle) -> BTreeSet<Board> {
    let mut boards = BTreeSet::new();
    let goal = Goal::All {
        limit: Some(MAX_SOLUTIONS),
    };
    let take = &mut |board: Board| {
        assert!(check(puzzle, &board).is_empty());
        assert!(boards.insert(board), "a solution comes once");
        ControlFlow::Continue(())
    };
    let _ = solve_until(method, puzzle, goal, &Budget::default(), take).expect("no fault of ours");
    boards
}

fn emit(puzzle: &Puzzle) {
    for encoding in ENCODINGS {
        let lowered = lower(puzzle, &AS_IT_STANDS).expect("a small puzzle");
        let provenance = Provenance::of(puzzle, "fuzzed", &lowered);
        let emission = Emission::new(&lowered.model, encoding, Profile::Run, provenance);
        let Ok(emission) = emission else {
            continue;
        };
        for file in 0..encoding.language.extensions(Profile::Run).len() {
            emission
                .write(file, &mut io::sink())
                .expect("a sink takes all");
        }
    }
}
