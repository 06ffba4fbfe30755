//! The convenience functions of the crate root.

use pipsc::Verdict;
use pipsc::backend::Language;
use pipsc::puzzle::check;
use pipsc::solver::{Limits, SolutionCount, StopReason};

use crate::reading;

#[test]
fn solve_has_three_answers() {
    let limits = Limits::default();
    let dozen = reading::puzzle("dozen.txt");
    match pipsc::solve(&dozen, &limits).expect("a small puzzle") {
        Verdict::Solved(board) => assert_eq!(check(&dozen, &board), []),
        other => panic!("it has a solution: {other:?}"),
    }
    let impossible = reading::puzzle("impossible.txt");
    let verdict = pipsc::solve(&impossible, &limits).expect("a small puzzle");
    assert_eq!(verdict, Verdict::NoSolution);
    limits.cancel.cancel();
    let verdict = pipsc::solve(&dozen, &limits).expect("a small puzzle");
    assert_eq!(verdict, Verdict::Stopped(StopReason::Cancelled));
}

#[test]
fn count_and_boards_agree() {
    let loose = reading::puzzle("loose.txt");
    let limits = Limits::default();
    let count = pipsc::count(&loose, &limits).expect("a small puzzle");
    assert_eq!(count, SolutionCount::Exactly(256));
    let boards: Result<Vec<_>, _> = pipsc::boards(&loose, &limits).collect();
    let mut boards = boards.expect("a small puzzle");
    boards.sort_unstable();
    boards.dedup();
    assert_eq!(boards.len(), 256);
    // An iterator that is dropped early ends its search.
    assert_eq!(pipsc::boards(&loose, &limits).take(3).count(), 3);
}

#[test]
fn emit_writes_every_language() {
    let dozen = reading::puzzle("dozen.txt");
    for name in ["dimacs", "minizinc", "smtlib", "lp", "opb"] {
        let language = Language::named(name).expect("a language");
        let model = pipsc::emit(&dozen, language.encodings()[0]).expect("a model");
        assert!(model.lines().count() > 20, "{name}:\n{model}");
    }
}
