//! Hints as a page: the board with what follows marked, and the steps to it.

use super::telling::SOLVED;
use super::{Hint, Impossible, NOTHING_FORCED, Walk, board};
use crate::deduce::count;
use crate::explain::stops;
use crate::puzzle::{Fact, Puzzle};
use crate::render::{Chapter, Picture, Stop, Story};

/// What a text says, line by line.
fn told(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut text = Vec::new();
    // A vector takes everything.
    let _ = write(&mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// A page with one part.
fn story<'p>(
    puzzle: &'p Puzzle,
    heading: &str,
    title: &str,
    findings: String,
    picture: Picture<'p>,
    stops: Vec<Stop<'p>>,
) -> Story<'p> {
    Story {
        puzzle,
        heading: heading.into(),
        chapters: vec![Chapter {
            title: title.into(),
            findings,
            picture,
            stops,
            secret: None,
        }],
        close: String::new(),
    }
}

impl Hint {
    /// The hint as a page, on a board of which this is known.
    pub fn story<'p>(&self, puzzle: &'p Puzzle, known: &[Fact]) -> Story<'p> {
        let picture = self.picture(puzzle, known);
        let stops = stops(puzzle, &self.proof, known);
        let sentence = self.sentence(puzzle);
        story(puzzle, "A hint", "What follows", sentence, picture, stops)
    }
}

impl Impossible {
    /// The contradiction as a page, on a board of which this is known.
    pub fn story<'p>(&self, puzzle: &'p Puzzle, known: &[Fact]) -> Story<'p> {
        let picture = self.picture(puzzle, known);
        let proof = self.proof.as_deref();
        let stops = proof.map_or_else(Vec::new, |proof| stops(puzzle, proof, &self.known));
        let findings = told(|out| self.write_findings(puzzle, out));
        story(
            puzzle,
            "A dead end",
            "What contradicts each other",
            findings,
            picture,
            stops,
        )
    }
}

impl Walk {
    /// The walk as a page, from a board of which this is known.
    pub fn story<'p>(&self, puzzle: &'p Puzzle, known: &[Fact]) -> Story<'p> {
        let stops = self
            .hints
            .iter()
            .zip(self.pictures(puzzle, known))
            .zip(1..)
            .map(|((hint, picture), number)| Stop {
                number: Some(number),
                depth: 0,
                words: told(|out| hint.write_text(puzzle, out)),
                picture,
            });
        let mut stops: Vec<Stop<'p>> = stops.collect();
        let all: Vec<Fact> = self.board.facts().collect();
        let end = if self.solved { SOLVED } else { NOTHING_FORCED };
        stops.push(Stop {
            number: None,
            depth: 0,
            words: end.into(),
            picture: board(puzzle, &all),
        });
        let steps = self.hints.len();
        let findings = format!(
            "The way has {}. The last of the {} below shows the board at its end.",
            count(steps, "step", "steps"),
            count(steps + 1, "picture", "pictures")
        );
        let start = board(puzzle, known);
        story(
            puzzle,
            "The whole way",
            "Where it starts",
            findings,
            start,
            stops,
        )
    }
}

/// A page that says no more than this of a board of which this is known.
pub fn remark<'p>(puzzle: &'p Puzzle, known: &[Fact], words: &str) -> Story<'p> {
    let picture = board(puzzle, known);
    story(
        puzzle,
        "A hint",
        "Where things stand",
        words.into(),
        picture,
        Vec::new(),
    )
}
