//! Conformance: whether a solver answers small puzzles correctly with every encoding of its language.
//!
//! ```no_run
//! use pipsc::limits::Limits;
//! use pipsc::solver::{Solver, conformance};
//!
//! let kissat = Solver::find("kissat")?;
//! for case in conformance(&kissat, &Limits::default()) {
//!     println!("{} {:?}", case.puzzle, case.problem);
//! }
//! # Ok::<(), pipsc::solver::SolverError>(())
//! ```

use super::engine::Solver;
use super::task::{Goal, SolutionCount, Task};
use crate::backend::Encoding;
use crate::formats;
use crate::limits::Limits;
use crate::lower::LoweringStep;

/// Puzzles with their numbers of solutions. Together they have every kind of rule, a double, and copies
/// of a domino. A solver that always or never finds a solution fails.
const PUZZLES: [(&str, &str, u128); 3] = [
    (
        "unique",
        "ABC\nD*C\n\nA >5\nB <2\nC =\nD 0\n\n61 22 04\n",
        1,
    ),
    ("impossible", "AAB\nCCB\n\nA 7\nB =\nC >7\n\n61 22 04\n", 0),
    ("many", "AA\nB*\n\nA !=\nB <2\n\n12 12\n", 3),
];

/// Result for one puzzle in one encoding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConformanceCase {
    /// The encoding; `None` for in-process solvers.
    pub encoding: Option<Encoding>,
    /// The puzzle: `unique`, `impossible` or `many`.
    pub puzzle: &'static str,
    /// Problem with the answer; `None` if it is correct.
    pub problem: Option<String>,
}

/// Enumerates the solutions of three puzzles with a solver, unpruned, in every encoding of its language
/// that it supports, each within the limits. A solver that returns no boards counts them.
pub fn conformance(solver: &Solver, limits: &Limits) -> Vec<ConformanceCase> {
    let variants: Vec<(Option<Encoding>, Solver)> = match solver {
        Solver::Embedded | Solver::Search(_) => vec![(None, solver.clone())],
        Solver::External(installed) => {
            let encodings = installed.encoding().language.encodings().iter();
            let variant = |&encoding: &Encoding| {
                let solver = solver.clone().with_encoding(encoding).ok()?;
                Some((Some(encoding), solver))
            };
            encodings
                .filter(|encoding| encoding.suits(solver.name()))
                .filter_map(variant)
                .collect()
        }
    };
    let cases = variants.iter().flat_map(|(encoding, solver)| {
        let case = |puzzle| case(solver, *encoding, puzzle, limits);
        PUZZLES.iter().map(case)
    });
    cases.collect()
}

/// Enumerates the solutions of the puzzle `many` in the solver's current encoding.
#[cfg(feature = "cli")]
pub(crate) fn works(solver: &Solver, limits: &Limits) -> ConformanceCase {
    let encoding = match solver {
        Solver::Embedded | Solver::Search(_) => None,
        Solver::External(installed) => Some(installed.encoding()),
    };
    case(solver, encoding, &PUZZLES[2], limits)
}

fn case(
    solver: &Solver,
    encoding: Option<Encoding>,
    &(puzzle, text, solutions): &(&'static str, &str, u128),
    limits: &Limits,
) -> ConformanceCase {
    ConformanceCase {
        encoding,
        puzzle,
        problem: answer(solver, text, solutions, limits).err(),
    }
}

fn answer(solver: &Solver, text: &str, solutions: u128, limits: &Limits) -> Result<(), String> {
    let document = formats::read(text.as_bytes(), None).map_err(|error| error.to_string())?;
    let puzzle = document.pick(None).map_err(|error| error.to_string())?;
    let mut task = Task::new(puzzle);
    task.goal = match solver.shows_boards() {
        true => Goal::All { limit: None },
        false => Goal::Count { limit: None },
    };
    task.limits = limits.clone();
    task.options.without = vec![LoweringStep::Prune];
    let solved = solver.collect(&task).result;
    match solved.map_err(|error| error.to_string())?.outcome.found {
        SolutionCount::Exactly(found) if found == solutions => Ok(()),
        SolutionCount::Exactly(found) => Err(format!(
            "it finds {found} solutions of a puzzle that has {solutions}"
        )),
        SolutionCount::AtLeast(_) => Err("it does not find all solutions of a small puzzle".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::search::TreeSearch;

    #[test]
    fn solvers_in_process_conform() {
        for solver in [Solver::Embedded, Solver::Search(TreeSearch::default())] {
            let cases = conformance(&solver, &Limits::default());
            assert_eq!(cases.len(), PUZZLES.len());
            for case in cases {
                assert_eq!(case.problem, None, "{} {}", solver.name(), case.puzzle);
            }
        }
    }
}
