//! External solvers in a program that cannot stand guard, as this one, by a few lines of the library.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use pipsc::formats;
use pipsc::puzzle::{Puzzle, check};
use pipsc::solver::{
    Found, Goal, Keep, Registry, SearchPath, Solver, SolverError, Stopped, Task, race,
};

use crate::command::Place;
use crate::hostile::registry;

fn puzzle() -> Puzzle {
    let text = fs::read("puzzles/small.board.json").expect("a file");
    let document = formats::read(&text, None).expect("a puzzle");
    document.pick(None).expect("one puzzle").clone()
}

/// One of the scripts as a SAT solver.
fn hostile(place: &Place, script: &str) -> Solver {
    let file = registry(place, script, "dimacs");
    let registry = Registry::load(&[file.into()]).expect("a registry");
    let places = SearchPath::from_environment();
    Solver::find_in("hostile", &registry, &places).expect("a solver")
}

/// A task whose model lies in the place, so that a solver can be told by its arguments.
fn task<'a>(place: &Place, puzzle: &'a Puzzle) -> Task<'a> {
    let mut task = Task::new(puzzle);
    task.options.keep = Some(Keep::BySolver(place.path("kept")));
    task
}

/// The command lines of the solvers that still work on a model in a folder.
fn left(folder: &Path) -> Vec<String> {
    let folder = folder.display().to_string();
    let processes = fs::read_dir("/proc").expect("processes").flatten();
    processes
        .filter_map(|process| fs::read(process.path().join("cmdline")).ok())
        .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
        .filter(|line| line.contains(&folder))
        .collect()
}

#[test]
fn limits_are_kept_and_nothing_is_left() {
    let puzzle = puzzle();
    let (long, little) = (Duration::from_secs(60), 100 << 20);
    for (script, time, memory, why) in [
        (
            "never-ends",
            Duration::from_millis(300),
            None,
            Stopped::TimeLimit,
        ),
        (
            "ignores-term",
            Duration::from_millis(300),
            None,
            Stopped::TimeLimit,
        ),
        ("grows", long, Some(little), Stopped::MemoryLimit),
    ] {
        let place = Place::new();
        let mut task = task(&place, &puzzle);
        task.limits.time = Some(time);
        task.limits.memory = memory;
        let solved = hostile(&place, script)
            .solve(&task, &mut |_| ControlFlow::Continue(()))
            .unwrap_or_else(|problem| panic!("{script}: {problem}"));
        assert_eq!(solved.outcome.found, Found::AtLeast(0), "{script}");
        assert_eq!(solved.outcome.stopped, Some(why), "{script}");
        assert_eq!(left(&place.path("kept")), Vec::<String>::new(), "{script}");
    }
}

#[test]
fn a_child_that_keeps_the_pipes_is_not_waited_for() {
    let (place, puzzle) = (Place::new(), puzzle());
    let finished = hostile(&place, "leaves-children").collect(&task(&place, &puzzle));
    let solved = finished.result.expect("a verdict");
    assert_eq!(solved.outcome.found, Found::Exactly(0));
    assert_eq!(left(&place.path("kept")), Vec::<String>::new());
}

#[test]
fn a_solver_that_misbehaves_is_told_from_one_that_does_not_start() {
    let (place, puzzle) = (Place::new(), puzzle());
    let result = |script| {
        hostile(&place, script)
            .collect(&task(&place, &puzzle))
            .result
    };
    let rubbish = result("rubbish");
    assert!(
        matches!(rubbish, Err(SolverError::Misbehaved { .. })),
        "{rubbish:?}"
    );
    let broken = result("no-interpreter");
    assert!(matches!(broken, Err(SolverError::Run { .. })), "{broken:?}");
    let unknown = Solver::find("kissatt").map(|solver| solver.name().to_owned());
    assert!(
        matches!(unknown, Err(SolverError::Unknown(_))),
        "{unknown:?}"
    );
}

#[test]
fn a_race_stops_the_slower_one() {
    let (place, puzzle) = (Place::new(), puzzle());
    let mut task = task(&place, &puzzle);
    task.goal = Goal::All { limit: None };
    let race = race(&[hostile(&place, "never-ends"), Solver::Embedded], &task);
    assert_eq!(race.winner, Some(1));
    let slower = race.finished[0].result.as_ref().expect("an outcome");
    assert_eq!(slower.outcome.stopped, Some(Stopped::Cancelled));
    let boards = &race.finished[1].boards;
    assert!(!boards.is_empty() && boards.iter().all(|board| check(&puzzle, board).is_empty()));
    assert_eq!(left(&place.path("kept")), Vec::<String>::new());
}
