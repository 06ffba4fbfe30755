//! An explanation as a page: what was found, marked on the board, and the steps to it.

use super::tour::stops;
use super::{Conflict, Explanation, Why, text};
use crate::puzzle::{Fact, Puzzle};
use crate::render::{Chapter, Picture, Stop, Story};

impl Explanation {
    /// The explanation as a page to walk through.
    pub fn story<'p>(&'p self, puzzle: &'p Puzzle) -> Story<'p> {
        let mut pictures = self.pictures(puzzle).into_iter();
        let mut alone = |title: &str, findings: String, secret| Chapter {
            title: title.into(),
            findings,
            picture: pictures.next().unwrap_or_else(|| Picture::new(puzzle)),
            stops: Vec::new(),
            secret,
        };
        let (heading, chapters) = match self {
            Explanation::NoSolution { conflicts, .. } => {
                let several = conflicts.len() > 1;
                let chapters = (1..).zip(conflicts).map(|(number, conflict)| {
                    let title = match several {
                        true => format!("Conflict {number} of {}", conflicts.len()),
                        false => "Why".into(),
                    };
                    Chapter {
                        title,
                        findings: text::conflict(puzzle, conflict),
                        picture: conflict.picture(puzzle),
                        stops: conflict.stops(puzzle),
                        secret: None,
                    }
                });
                ("No solution", chapters.collect())
            }
            Explanation::OneSolution { board, spare } => {
                let secret = Picture::new(puzzle).with_board(board).with_labels(true);
                let chapter = alone(
                    "What the rules are needed for",
                    text::uniqueness(puzzle, spare),
                    Some(secret),
                );
                ("Exactly one solution", vec![chapter])
            }
            Explanation::ManySolutions(freedom) => {
                let chapter = alone(
                    "What varies, and what is forced",
                    text::freedom(puzzle, freedom),
                    None,
                );
                ("More than one solution", vec![chapter])
            }
        };
        Story {
            puzzle,
            heading: heading.into(),
            chapters,
            close: self.close(),
        }
    }
}

impl Conflict {
    /// Why the demands contradict each other, step by step.
    pub fn stops<'p>(&self, puzzle: &'p Puzzle) -> Vec<Stop<'p>> {
        match &self.why {
            Why::Proof(proof) => {
                let known = self.demands.iter().copied();
                let known: Vec<Fact> = known.filter(|fact| fact.region().is_none()).collect();
                stops(puzzle, proof, &known)
            }
            Why::Untileable(untileable) => vec![Stop {
                number: None,
                depth: 0,
                words: untileable.sentence(puzzle),
                picture: self.picture(puzzle),
            }],
            Why::Excluded(boards) => vec![Stop {
                number: None,
                depth: 0,
                words: text::all_excluded(self, *boards),
                picture: self.picture(puzzle),
            }],
            Why::TooLarge => vec![Stop {
                number: None,
                depth: 0,
                words: text::TOO_LARGE.into(),
                picture: self.picture(puzzle),
            }],
        }
    }
}
