//! Counts the solutions of a puzzle, and explains the result.
//!
//! ```text
//! cargo run --example count_and_explain -- puzzles/impossible.txt
//! cargo run --example count_and_explain -- puzzles/loose.txt
//! ```

use std::error::Error;

use pipsc::explain::{ExplainOptions, explain};
use pipsc::formats;
use pipsc::solver::{Goal, SolutionCount, Solver, Task};

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1);
    let file = file.as_deref().unwrap_or("puzzles/impossible.txt");
    let document = formats::read(&std::fs::read(file)?, None)?;
    let puzzle = document.pick(None)?;

    let mut task = Task::new(puzzle);
    task.goal = Goal::Count { limit: None };
    let solved = Solver::Embedded.collect(&task).result?;
    match solved.outcome.found {
        SolutionCount::Exactly(count) => println!("{count} solutions"),
        SolutionCount::AtLeast(count) => println!("{count} solutions or more"),
    }

    let explanation = explain(puzzle, &ExplainOptions::default())?;
    print!("{}", explanation.text(puzzle));
    Ok(())
}
