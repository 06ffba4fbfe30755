//! Lists every solution of a puzzle with the embedded solver, and checks each again.
//!
//! ```text
//! cargo run --example solve_and_check -- puzzles/triplets.txt
//! ```

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Duration;

use pipsc::formats;
use pipsc::puzzle::check;
use pipsc::render::{Picture, TextStyle};
use pipsc::solver::{Goal, Solver, Task};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1);
    let file = file.as_deref().unwrap_or("puzzles/triplets.txt");
    let document = formats::read(&std::fs::read(file)?, None)?;
    let puzzle = document.pick(None)?;

    let mut task = Task::new(puzzle);
    task.goal = Goal::All { limit: Some(10) };
    task.limits.time = Some(Duration::from_secs(10));
    let solved = Solver::Embedded.solve(&task, &mut |board| {
        // The solver has already checked the board.
        assert!(check(puzzle, &board).is_empty());
        let picture = Picture::new(puzzle).with_board(&board);
        println!("{}", picture.text(TextStyle::default()));
        ControlFlow::Continue(())
    })?;
    println!("{:?} in {:.1?}", solved.outcome.found, solved.stats.solve);
    Ok(())
}
