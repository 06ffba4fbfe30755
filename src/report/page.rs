//! Reports as pages: the verdict marked on the board, and its steps, each with the board known by then.

use std::collections::BTreeMap;

use super::text::{COMPLETE, NOTHING_FORCED, several, uniqueness};
use super::{Report, ReportVerdict, drawn};
use crate::deduce::{self, ProofStep, ProofTree, Statement, count};
use crate::explain::Conflict;
use crate::hint::Walk;
use crate::puzzle::{Board, CellId, Fact, Pips, Puzzle};
use crate::render::{Chapter, Mark, Marks, Picture, Story, StoryFrame};

impl Report {
    /// The report as a page to walk through.
    pub fn story<'p>(&self, puzzle: &'p Puzzle) -> Story<'p> {
        let chapter = |title: &str, findings: String, picture: Picture<'p>| Chapter {
            title: title.into(),
            findings,
            picture,
            frames: Vec::new(),
            solution: None,
        };
        // There is one picture for each conflict and step, or one.
        let mut pictures = self.pictures(puzzle).into_iter();
        let mut only = |title: &str, findings: String| {
            let picture = match self.verdict {
                ReportVerdict::Walk(_) => None,
                _ => pictures.next(),
            };
            let picture = picture.unwrap_or_else(|| drawn(puzzle, &self.known));
            chapter(title, findings, picture)
        };
        let (heading, chapters) = match &self.verdict {
            ReportVerdict::Hint(hint) => {
                let mut chapter = only("What follows", hint.sentence(puzzle));
                chapter.frames = frames(puzzle, &hint.proof, &self.known);
                ("A hint", vec![chapter])
            }
            ReportVerdict::Where(hint) => {
                let chapter = only("Where to look", hint.where_to_look(puzzle));
                ("A hint", vec![chapter])
            }
            ReportVerdict::Walk(walk) => {
                let findings = format!(
                    "The walk has {}. The last of the {} below shows the board at its end.",
                    count(walk.hints.len(), "step", "steps"),
                    count(walk.hints.len() + 1, "picture", "pictures")
                );
                let mut chapter = only("Where it starts", findings);
                chapter.frames = self.walk_frames(puzzle, walk);
                ("All steps", vec![chapter])
            }
            ReportVerdict::Complete => ("A hint", vec![only("The board", COMPLETE.into())]),
            ReportVerdict::NothingForced => {
                ("A hint", vec![only("The board", NOTHING_FORCED.into())])
            }
            ReportVerdict::NoSolution { conflicts, .. } => {
                let chapters = (1..).zip(conflicts).map(|(number, conflict)| {
                    let title = match conflicts.len() {
                        1 => "Why".into(),
                        all => format!("Conflict {number} of {all}"),
                    };
                    let mut chapter = only(&title, conflict.heading(puzzle));
                    chapter.frames = conflict_frames(puzzle, conflict, &chapter.picture);
                    chapter
                });
                ("No solution", chapters.collect())
            }
            ReportVerdict::OneSolution { board, spare } => {
                let mut chapter = only("Which rules are needed", uniqueness(puzzle, spare));
                chapter.solution = Some(drawn(puzzle, &placements(board)));
                ("Exactly one solution", vec![chapter])
            }
            ReportVerdict::ManySolutions(space) => {
                let title = "What varies, and what is forced";
                let chapter = only(title, several(puzzle, space));
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

    /// A frame for each hint with the board after it, and one for the board at the end.
    fn walk_frames<'p>(&self, puzzle: &'p Puzzle, walk: &Walk) -> Vec<StoryFrame<'p>> {
        let mut frames = Vec::new();
        for ((number, hint), picture) in (1..).zip(&walk.hints).zip(self.pictures(puzzle)) {
            frames.push(StoryFrame {
                number: Some(number),
                depth: 0,
                words: hint.text(puzzle, "  ") + "\n",
                picture,
            });
        }
        let all: Vec<Fact> = walk.board.facts().collect();
        frames.push(StoryFrame {
            number: None,
            depth: 0,
            words: walk.end().into(),
            picture: drawn(puzzle, &all),
        });
        frames
    }

    /// The pictures beside the text; for a single solution, that solution.
    pub fn drawings<'p>(&self, puzzle: &'p Puzzle) -> Vec<Picture<'p>> {
        match &self.verdict {
            ReportVerdict::OneSolution { board, .. } => vec![drawn(puzzle, &placements(board))],
            ReportVerdict::Walk(_) => vec![drawn(puzzle, &self.known)],
            _ => self.pictures(puzzle),
        }
    }

    /// The report's text, line by line.
    pub fn lines(&self, puzzle: &Puzzle) -> Vec<String> {
        self.text(puzzle).lines().map(str::to_owned).collect()
    }
}

/// The placements of a board as facts.
fn placements(board: &Board) -> Vec<Fact> {
    let placed = board.placements().iter();
    placed.map(|&placed| Fact::Lies(placed)).collect()
}

/// The frames of a conflict's reason.
fn conflict_frames<'p>(
    puzzle: &'p Puzzle,
    conflict: &Conflict,
    picture: &Picture<'p>,
) -> Vec<StoryFrame<'p>> {
    match conflict.sentence(puzzle) {
        Err(proof) => frames(puzzle, proof, &conflict.known()),
        Ok(words) => vec![StoryFrame {
            number: None,
            depth: 0,
            words,
            picture: picture.clone(),
        }],
    }
}

/// The frames of a proof from some known facts.
fn frames<'p>(puzzle: &'p Puzzle, proof: &ProofTree, known: &[Fact]) -> Vec<StoryFrame<'p>> {
    let mut board = KnownBoard {
        puzzle,
        depth: 0,
        known: known.to_vec(),
        candidates: BTreeMap::new(),
    };
    let mut frames = Vec::new();
    board.add_frames(proof, &mut frames);
    frames
}

/// The known facts at some point of a proof.
#[derive(Clone)]
struct KnownBoard<'p> {
    puzzle: &'p Puzzle,
    /// Number of enclosing assumptions.
    depth: usize,
    known: Vec<Fact>,
    /// Restricted domains of cells.
    candidates: BTreeMap<CellId, Vec<Pips>>,
}

impl<'p> KnownBoard<'p> {
    fn frame(&self, number: Option<usize>, words: String, marks: &Marks) -> StoryFrame<'p> {
        let picture = drawn(self.puzzle, &self.known).with_candidates(self.candidates.clone());
        StoryFrame {
            number,
            depth: self.depth,
            words,
            picture: picture.marking(marks),
        }
    }

    fn add_frames(&mut self, proof: &ProofTree, frames: &mut Vec<StoryFrame<'p>>) {
        for step in &proof.steps {
            let before = self.clone();
            step.conclusions.iter().for_each(|one| self.learn(one));
            frames.push(self.frame(Some(step.number), step.words.clone(), &self.marks(step)));
            if let Some(refuted) = &step.refuted {
                let mut inside = before;
                inside.depth += 1;
                inside.known.push(refuted.assumed);
                let cells = refuted.assumed.cells(self.puzzle);
                let marks = Marks::new().with_cells(Mark::Premise, cells);
                let assumed = deduce::fact(self.puzzle, refuted.assumed);
                let words = deduce::sentence(&format!("assume that {assumed}"));
                frames.push(inside.frame(None, words, &marks));
                inside.add_frames(&refuted.proof, frames);
            }
        }
    }

    /// The marks of a step: its premises and conclusions; for a contradiction, its conflict.
    fn marks(&self, step: &ProofStep) -> Marks {
        let mark = if step.concludes().is_empty() {
            Mark::Conflict
        } else {
            Mark::Premise
        };
        let regions = step.regions();
        let mut cells = step.rests_on();
        cells.retain(|&cell| super::is_outside(self.puzzle, cell, &regions));
        Marks::new()
            .with_regions(mark, regions)
            .with_cells(mark, cells)
            .with_cells(Mark::Conclusion, step.concludes())
    }

    /// Adds a conclusion, if a picture can show it.
    fn learn(&mut self, statement: &Statement) {
        match statement {
            Statement::Shows(cell, pips) => match pips[..] {
                [only] => self.known.push(Fact::Shows(*cell, only)),
                _ => {
                    let _ = self.candidates.insert(*cell, pips.clone());
                }
            },
            Statement::Joined(edge) => self.known.push(Fact::Joined(*edge)),
            Statement::On(edge, domino) => {
                self.known.push(Fact::Joined(*edge));
                for cell in edge.ends() {
                    let halves = vec![domino.low(), domino.high()];
                    let _ = self.candidates.entry(cell).or_insert(halves);
                }
            }
            Statement::Rule(_)
            | Statement::Apart(_)
            | Statement::Not(_)
            | Statement::Impossible => {}
        }
    }
}
