//! Keys: what tells one run of a campaign from all others, by what is run and not by where or when.
//!
//! Files of results and plans outlive the program, so that neither the spelling nor the hash may
//! ever change. A key has three parts of a fixed length: the digest of the puzzle, that of the column
//! with its conditions, and the repeat: `7b4202ea547119b3-90d0a2c6e7c1f3b8-0001`. Sorted by their
//! keys, runs are grouped by puzzle, and then by column.

use std::fmt::{self, Write};
use std::hash::Hasher;

use fnv::FnvHasher;

use super::record::{Column, Question, Record};

/// What tells a run from others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key {
    /// The digest of the puzzle.
    puzzle: String,
    /// The digest of the column with its conditions.
    column: String,
    repeat: u32,
}

/// The conditions under which a column is run: they change what it can come to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Conditions {
    /// Not one of the puzzles but the smallest there is.
    pub start_up: bool,
    /// The limit in seconds of the clock on the wall.
    pub time_limit: f64,
    /// The limit in seconds of processor time.
    pub cpu_limit: Option<f64>,
    /// The limit in bytes.
    pub memory_limit: Option<u64>,
    /// How many cores it is given, if that was decided.
    pub cores: Option<u32>,
}

impl Key {
    /// The key of a run.
    pub(crate) fn new(digest: &str, column: &Column, conditions: &Conditions, repeat: u32) -> Self {
        let mut hasher = FnvHasher::default();
        hasher.write(spelling(column, conditions).as_bytes());
        Key {
            puzzle: digest.to_owned(),
            column: format!("{:016x}", hasher.finish()),
            repeat,
        }
    }

    /// The key of a run that was made.
    pub(crate) fn of(record: &Record) -> Self {
        Key::new(
            &record.digest,
            &record.column,
            &record.conditions(),
            record.repeat,
        )
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{:04}", self.puzzle, self.column, self.repeat)
    }
}

/// A column with its conditions in a spelling that is made for keys alone: a line for each part that
/// there is. Times are in milliseconds.
fn spelling(column: &Column, conditions: &Conditions) -> String {
    let mut text = format!("solver {}", column.solver.raw());
    if let Some(encoding) = &column.encoding {
        let _ = write!(text, "\nencoding {}", encoding.raw());
    }
    text += match column.question {
        Question::One => "\nquestion one",
        Question::Unique => "\nquestion unique",
        Question::Count => "\nquestion count",
        Question::Nothing => "\nquestion nothing",
    };
    if let Some(steps) = &column.steps {
        text += "\nsteps";
        for step in steps {
            let _ = write!(text, " {}", step.name());
        }
    }
    if conditions.start_up {
        text += "\nstart-up";
    }
    let _ = write!(text, "\ntime {:.0}", conditions.time_limit * 1000.0);
    if let Some(cpu) = conditions.cpu_limit {
        let _ = write!(text, "\ncpu {:.0}", cpu * 1000.0);
    }
    if let Some(memory) = conditions.memory_limit {
        let _ = write!(text, "\nmemory {memory}");
    }
    if let Some(cores) = conditions.cores {
        let _ = write!(text, "\ncores {cores}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::STEPS;

    #[test]
    fn the_key_of_a_run_never_changes() {
        let column = Column {
            solver: "kissat".into(),
            encoding: Some("compact".into()),
            question: Question::One,
            steps: Some(STEPS.to_vec()),
        };
        let conditions = Conditions {
            start_up: true,
            time_limit: 20.0,
            cpu_limit: None,
            memory_limit: Some(2_000_000_000),
            cores: Some(1),
        };
        assert_eq!(
            spelling(&column, &conditions),
            "solver kissat\nencoding compact\nquestion one\nsteps symmetry prune redundant\n\
             start-up\ntime 20000\nmemory 2000000000\ncores 1"
        );
        let key = Key::new("7b4202ea547119b3", &column, &conditions, 1);
        assert_eq!(key.to_string(), "7b4202ea547119b3-fffe9ee1e2f48082-0001");
        let bare = Column {
            encoding: None,
            question: Question::Nothing,
            steps: None,
            ..column
        };
        let usual = Conditions {
            start_up: false,
            time_limit: 0.5,
            cpu_limit: None,
            memory_limit: None,
            cores: None,
        };
        assert_eq!(
            spelling(&bare, &usual),
            "solver kissat\nquestion nothing\ntime 500"
        );
        let key = Key::new("7b4202ea547119b3", &bare, &usual, 12);
        assert_eq!(key.to_string(), "7b4202ea547119b3-61fa892a91941f14-0012");
        let limited = Conditions {
            cpu_limit: Some(60.0),
            ..usual
        };
        assert_eq!(
            spelling(&bare, &limited),
            "solver kissat\nquestion nothing\ntime 500\ncpu 60000"
        );
    }
}
