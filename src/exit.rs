//! Every exit code of the program, in one place.

use std::process::ExitCode;

/// How the program ends, the better before the worse: several results end with the worst of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// A checked verdict, or whatever was asked for: 0.
    Done,
    /// A board that is not finished, and not wrong so far: 6.
    Unfinished,
    /// There is a solution, where `--exit-code sat` asks for it: 10.
    Satisfiable,
    /// There is none, where `--exit-code sat` asks for it: 20.
    Unsatisfiable,
    /// No verdict within the limits: 3.
    NoVerdict,
    /// A solver that is missing or cannot be used: 4.
    NoSolver,
    /// Bad usage, or a bad puzzle: 2.
    BadInput,
    /// A reply that cannot be read, a board that the checker rejects, or solvers that disagree: 5.
    Rejected,
    /// Something that should not happen, such as a full disk: 1.
    Unexpected,
    /// Interrupted: 130.
    Interrupted,
}

impl Exit {
    /// The number that the shell sees.
    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Unexpected => 1,
            Exit::BadInput => 2,
            Exit::NoVerdict => 3,
            Exit::NoSolver => 4,
            Exit::Rejected => 5,
            Exit::Unfinished => 6,
            Exit::Satisfiable => 10,
            Exit::Unsatisfiable => 20,
            Exit::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit.code())
    }
}
