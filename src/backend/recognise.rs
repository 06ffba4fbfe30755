//! Recognition: which emission of a puzzle a file is, so that a reply can be read without a name map.
//!
//! The puzzle is emitted again, in every way that the language has, and what comes of it is compared
//! with the file line by line until one differs. Nothing is believed that the file says of itself:
//! remarks do not count, so that a file is recognised when an organiser has taken its comments away.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::str::Lines;

use super::{Emission, Encoding, Language, NameMap, Plan, Profile, Provenance};
use crate::limits::{Budget, StopReason};
use crate::lower::{AS_IT_STANDS, LowerError, STEPS, Step, lower_until};
use crate::puzzle::{Board, Puzzle};

/// An emission that gives a file.
#[derive(Debug)]
pub struct Recognised {
    /// How the puzzle is expressed.
    pub encoding: Encoding,
    /// What the file is for.
    pub profile: Profile,
    /// The steps before it.
    pub steps: Vec<Step>,
    /// What its variables stand for.
    pub names: NameMap,
}

/// Why a file is not recognised.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unrecognised {
    /// No way to emit the puzzle gives it.
    #[error(
        "this is not a model that this version of pipsc writes of the puzzle in {language}, with any encoding \
         or steps; is it of another puzzle, was it changed, or does only one of the two exclude boards (--exclude)?"
    )]
    Other {
        /// The language that was tried.
        language: &'static str,
    },
    /// Every puzzle has it.
    #[error(
        "this file is the same for all puzzles; name the other file, which is the puzzle's own"
    )]
    Shared,
    /// Somebody said stop.
    #[error("the model was not recognised: {0}")]
    Stopped(#[from] StopReason),
}

/// Finds out which emission of a puzzle without some boards a file is, unless the budget is exhausted first.
pub fn recognise(
    puzzle: &Puzzle,
    exclude: &BTreeSet<Board>,
    language: &'static Language,
    text: &str,
    budget: &Budget,
) -> Result<Recognised, Unrecognised> {
    let mut is_shared = false;
    for steps in step_choices() {
        let lowered = match lower_until(puzzle, &steps, budget) {
            Ok(lowered) => lowered.excluding(exclude),
            Err(LowerError::TooLarge(_)) => continue,
            Err(LowerError::Stopped(stop)) => return Err(stop.into()),
        };
        let provenance = Provenance::of(puzzle, "", &lowered);
        for &encoding in language.encodings {
            for profile in Profile::ALL {
                let provenance = provenance.clone();
                let plan = Plan {
                    encoding,
                    profile,
                    provenance,
                };
                let Ok(emission) = Emission::new(&lowered.model, &plan) else {
                    continue;
                };
                let emission = emission.until(budget);
                let others = emission.file_names("other");
                for (file, name) in emission.file_names("one").iter().enumerate() {
                    let mut comparison = Comparison::new(text, language.is_remark);
                    let written = emission.write(file, &mut comparison);
                    budget.check()?;
                    if written.is_err() || !comparison.is_complete() {
                        continue;
                    }
                    if others.contains(name) {
                        is_shared = true;
                        continue;
                    }
                    let names = emission.names()?;
                    return Ok(Recognised {
                        encoding,
                        profile,
                        steps,
                        names,
                    });
                }
            }
        }
    }
    Err(match is_shared {
        true => Unrecognised::Shared,
        false => Unrecognised::Other {
            language: language.name,
        },
    })
}

/// Every choice of steps: the puzzle as it stands, everything, then the rest. Where nothing is to
/// be broken a model with the symmetry step is the same as one without, and counts as one with it:
/// so those come first.
fn step_choices() -> impl Iterator<Item = Vec<Step>> {
    let chosen = |set: usize| -> Vec<Step> {
        let steps = STEPS.into_iter().enumerate();
        steps
            .filter(|(bit, _)| set & 1 << bit != 0)
            .map(|(_, step)| step)
            .collect()
    };
    let mut rest: Vec<Vec<Step>> = (0..1 << STEPS.len()).map(chosen).collect();
    rest.retain(|steps| steps[..] != AS_IT_STANDS && steps[..] != STEPS);
    rest.sort_by_key(|steps| !steps.contains(&Step::Symmetry));
    [AS_IT_STANDS.to_vec(), STEPS.to_vec()]
        .into_iter()
        .chain(rest)
}

/// Compares what is written with a text, apart from remarks and empty lines. Writing fails as soon
/// as they differ.
struct Comparison<'a> {
    expected: Lines<'a>,
    is_remark: fn(&str) -> bool,
    /// The beginning of a line whose end has not been written yet.
    begun: Vec<u8>,
}

impl<'a> Comparison<'a> {
    fn new(text: &'a str, is_remark: fn(&str) -> bool) -> Self {
        Comparison {
            expected: text.lines(),
            is_remark,
            begun: Vec::new(),
        }
    }

    fn says_something(&self, line: &str) -> bool {
        !line.is_empty() && !(self.is_remark)(line)
    }

    /// The next line of the text that says something.
    fn next(&mut self) -> Option<&'a str> {
        loop {
            let line = self.expected.next()?.trim_end();
            if self.says_something(line) {
                return Some(line);
            }
        }
    }

    fn line(&mut self, line: &[u8]) -> io::Result<()> {
        let line = std::str::from_utf8(line)
            .map_err(io::Error::other)?
            .trim_end();
        if self.says_something(line) && self.next() != Some(line) {
            return Err(io::Error::other("this line differs"));
        }
        Ok(())
    }

    /// Tells whether everything was written, and nothing of the text is left.
    fn is_complete(&mut self) -> bool {
        let last = std::mem::take(&mut self.begun);
        self.line(&last).is_ok() && self.next().is_none()
    }
}

impl Write for Comparison<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
            let (line, after) = (&rest[..end], &rest[end + 1..]);
            if self.begun.is_empty() {
                self.line(line)?;
            } else {
                let mut whole = std::mem::take(&mut self.begun);
                whole.extend(line);
                self.line(&whole)?;
            }
            rest = after;
        }
        self.begun.extend(rest);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
