//! Drafts, which may be invalid puzzles.

use std::fmt::Display;

use pipsc::formats;
use pipsc::generate::{FillError, choose};
use pipsc::limits::{Budget, Limits};
use pipsc::puzzle::{
    Domino, DraftPlace, DraftRegion, Label, Pips, Puzzle, PuzzleDraft, PuzzleError, Rule,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::board::solutions;
use crate::failure::Failure;
use crate::host;
use crate::opened::opened;

/// The rule of a region that is to be chosen.
const OPEN: &str = "?";

/// The maximum number of pips of chosen dominoes.
const MOST_PIPS: Pips = 6;

/// The maximum number of choices.
const CHOICES: u64 = 12;

/// A draft of the page.
#[derive(Debug, Deserialize)]
pub(crate) struct Draft {
    title: String,
    /// Rows and columns.
    cells: Vec<(u32, u32)>,
    regions: Vec<Region>,
    dominoes: Vec<(Pips, Pips)>,
}

#[derive(Debug, Deserialize)]
struct Region {
    name: String,
    /// The rule as in the text format; empty for none.
    rule: String,
    /// Positions in the list of cells.
    cells: Vec<usize>,
}

impl Draft {
    /// A failure about some cells, by their positions.
    fn about(&self, cells: &[usize], message: impl Display) -> Failure {
        let places = cells.iter().filter_map(|&cell| self.cells.get(cell));
        Failure {
            cells: places.copied().collect(),
            ..Failure::new(message)
        }
    }

    /// The draft of the library, and the regions whose rules are open.
    fn read(&self) -> Result<(PuzzleDraft, Vec<usize>), Failure> {
        let mut open = Vec::new();
        let mut draft = PuzzleDraft::grid(self.cells.iter().copied());
        let title = self.title.trim();
        draft.title = (!title.is_empty()).then(|| title.into());
        let dominoes = self.dominoes.iter();
        draft.dominoes = dominoes.map(|&(a, b)| Domino::new(a, b)).collect();
        for (number, region) in self.regions.iter().enumerate() {
            let name = Label::from(&*region.name);
            let rule = match region.rule.trim() {
                "" => Rule::Empty,
                OPEN => {
                    open.push(number);
                    Rule::Empty
                }
                typed => formats::read_rule(typed, &name)
                    .map_err(|message| self.about(&region.cells, message))?,
            };
            draft.regions.push(DraftRegion {
                name: Some(name),
                rule,
                cells: region.cells.clone(),
            });
        }
        Ok((draft, open))
    }

    /// Chooses dominoes and open rules: the first choice with one solution, or the last one.
    fn fill(
        &self,
        draft: &PuzzleDraft,
        open: &[usize],
        seed: u64,
        limits: &Limits,
    ) -> Result<Puzzle, Failure> {
        let budget = Budget::new(limits);
        let mut chosen = None;
        for choice in 0..CHOICES {
            host::report(&json!({"try": choice + 1}));
            let seed = seed.wrapping_add(choice);
            match choose(draft.clone(), open, MOST_PIPS, seed, &budget) {
                Ok(puzzle) => {
                    let boards = solutions(&puzzle, 2, limits);
                    let is_unique = boards.is_ok_and(|boards| boards.len() == 1);
                    chosen = Some(puzzle);
                    if is_unique || budget.stopped().is_some() {
                        break;
                    }
                }
                Err(_) if chosen.is_some() => break,
                Err(FillError::PuzzleError(error)) => return Err(self.failure(&error)),
                Err(error) => return Err(error.into()),
            }
        }
        chosen.ok_or_else(|| Failure::new("no dominoes were chosen"))
    }

    /// The failure of an invalid puzzle, with its cells.
    fn failure(&self, error: &PuzzleError) -> Failure {
        match error.place {
            DraftPlace::Region(region) => self.about(&self.regions[region].cells, error),
            DraftPlace::Cell(cell) => self.about(&[cell], error),
            DraftPlace::RegionCell(region, cell) => {
                self.about(&[self.regions[region].cells[cell]], error)
            }
            DraftPlace::Board
            | DraftPlace::Dominoes
            | DraftPlace::Link(_)
            | DraftPlace::Solution
            | DraftPlace::Recipe => Failure::new(error),
        }
    }
}

/// The draft as a puzzle; with a seed its dominoes and open rules are chosen.
pub(crate) fn draft(text: &Draft, seed: Option<u64>, limits: &Limits) -> Result<Value, Failure> {
    let (draft, open) = text.read()?;
    let puzzle = match (seed, &open[..]) {
        (Some(seed), _) => text.fill(&draft, &open, seed, limits)?,
        (None, []) => Puzzle::new(draft).map_err(|error| text.failure(&error))?,
        (None, &[region, ..]) => {
            let message = "the rule of this region is still to be chosen: press Choose dominoes";
            return Err(text.about(&text.regions[region].cells, message));
        }
    };
    opened(&puzzle)
}
