//! Solves a puzzle with an installed solver.
//!
//! ```text
//! cargo run --example external_solver -- puzzles/dozen.txt kissat
//! ```

use std::error::Error;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Duration;

use pipsc::formats;
use pipsc::solver::{SolutionCount, Solver, SolverError, Task, adopt_orphans};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    // Ends orphaned processes of a solver, even outside its process group.
    adopt_orphans();
    let file = std::env::args().nth(1);
    let file = file.as_deref().unwrap_or("puzzles/dozen.txt");
    let document = formats::read(&std::fs::read(file)?, None)?;
    let puzzle = document.pick(None)?;

    let named = std::env::args().nth(2);
    let solver = match &named {
        Some(name) => Solver::find(name),
        None => first_installed(&["kissat", "cadical", "z3", "gecode"]),
    };
    let solver = match solver {
        Ok(solver) => solver,
        Err(problem) => {
            println!(
                "{problem}\nSee docs/solvers.md; the example solve_and_check needs no solver."
            );
            return Ok(ExitCode::SUCCESS);
        }
    };

    let mut task = Task::new(puzzle);
    task.limits.time = Some(Duration::from_secs(10));
    let solved = solver.solve(&task, &mut |board| {
        print!("{}", formats::write_board(puzzle, &board));
        ControlFlow::Continue(())
    })?;
    let verdict = match solved.outcome.found {
        SolutionCount::Exactly(0) => "there is no solution",
        SolutionCount::AtLeast(0) => "no verdict within the limits",
        SolutionCount::Exactly(_) | SolutionCount::AtLeast(_) => "solved and checked",
    };
    println!(
        "{}: {verdict}, in {:.1?}",
        solver.name(),
        solved.stats.solve
    );
    Ok(ExitCode::SUCCESS)
}

/// The first of these solvers that is installed, or the error of the last one.
fn first_installed(names: &[&str]) -> Result<Solver, SolverError> {
    let (last, others) = names.split_last().expect("a name");
    let mut found = others.iter().filter_map(|name| Solver::find(name).ok());
    found.next().map_or_else(|| Solver::find(last), Ok)
}
