//! Drafts: drawings that may not be puzzles yet.

use pipsc::formats;
use pipsc::generate::{FillError, choose};
use pipsc::limits::{Budget, Limits};
use pipsc::puzzle::{
    Cell, Domino, DraftPlace, DraftRegion, Label, MAX_PIPS, Puzzle, PuzzleDraft, PuzzleError, Rule,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::board::solutions;
use crate::failure::{Failure, Kind};
use crate::host;
use crate::opened::{MAX_CELLS, opened};

/// The rule of a region that is to be chosen.
const OPEN: &str = "?";

/// The most pips on a half of a domino that is chosen.
const MOST_PIPS: u32 = 6;

/// The most choices that are compared.
const CHOICES: u64 = 12;

/// The farthest row or column.
const FARTHEST: u32 = 999;

/// A draft as a page has it.
#[derive(Debug, Deserialize)]
pub(crate) struct Draft {
    title: String,
    /// Rows and columns.
    cells: Vec<(u32, u32)>,
    regions: Vec<Region>,
    dominoes: Vec<(u32, u32)>,
}

#[derive(Debug, Deserialize)]
struct Region {
    name: String,
    /// As typed in the text format; an empty one is none.
    rule: String,
    cells: Vec<(u32, u32)>,
}

impl Draft {
    /// A failure about a region.
    fn about(&self, region: usize, message: impl std::fmt::Display) -> Failure {
        Failure {
            cells: self.regions[region].cells.clone(),
            region: Some(region),
            ..Failure::refused(message)
        }
    }

    /// The draft of the library, and the regions whose rules are open.
    fn read(&self) -> Result<(PuzzleDraft, Vec<usize>), Failure> {
        if self.cells.len() > MAX_CELLS {
            return Err(Failure::new(
                Kind::TooLarge,
                format!(
                    "the board has {} cells, and this page shows at most {MAX_CELLS}",
                    self.cells.len()
                ),
            ));
        }
        let is_far = |(row, column): &&(u32, u32)| *row > FARTHEST || *column > FARTHEST;
        if let Some((row, column)) = self.cells.iter().find(is_far) {
            return Err(Failure::refused(format!(
                "the cell in row {row} and column {column} is too far away: rows and columns end with \
                 {FARTHEST}"
            )));
        }
        let mut open = Vec::new();
        let mut regions = Vec::new();
        for (number, region) in self.regions.iter().enumerate() {
            let name = Label::from(&*region.name);
            let rule = match region.rule.trim() {
                "" => Rule::Empty,
                OPEN => {
                    open.push(number);
                    Rule::Empty
                }
                typed => formats::read_rule(typed, &name)
                    .map_err(|message| self.about(number, message))?,
            };
            let cells = region.cells.iter().map(|place| {
                let cell = self.cells.iter().position(|cell| cell == place);
                cell.ok_or_else(|| {
                    let (row, column) = place;
                    let message = format!(
                        "region {name} has a cell in row {row} and column {column}, where the board has none"
                    );
                    self.about(number, message)
                })
            });
            let cells = cells.collect::<Result<_, _>>()?;
            let name = Some(name);
            regions.push(DraftRegion { name, rule, cells });
        }
        let dominoes = self.dominoes.iter().map(|&(one, other)| {
            if one.max(other) > MAX_PIPS {
                return Err(Failure::refused(format!(
                    "the domino {one}-{other} has too many pips: at most {MAX_PIPS} are on a half"
                )));
            }
            Ok(Domino::new(one, other))
        });
        let title = self.title.trim();
        let cells = self.cells.iter();
        let draft = PuzzleDraft {
            title: (!title.is_empty()).then(|| title.into()),
            cells: cells
                .map(|&(row, column)| Cell::on_grid(row, column))
                .collect(),
            dominoes: dominoes.collect::<Result<_, _>>()?,
            regions,
            ..PuzzleDraft::default()
        };
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
            host::tell(&json!({"try": choice + 1}));
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
                Err(error @ FillError::Stopped(_)) => {
                    return Err(Failure::new(Kind::Stopped, error));
                }
                Err(error) => return Err(Failure::refused(error)),
            }
        }
        chosen.ok_or_else(|| Failure::refused("no dominoes were chosen"))
    }

    /// What is wrong with the puzzle, with where it is on the board.
    fn failure(&self, error: &PuzzleError) -> Failure {
        match error.place {
            DraftPlace::Region(region) => self.about(region, error),
            DraftPlace::Cell(cell) => Failure {
                cells: vec![self.cells[cell]],
                ..Failure::refused(error)
            },
            DraftPlace::RegionCell(region, cell) => Failure {
                cells: vec![self.regions[region].cells[cell]],
                region: Some(region),
                ..Failure::refused(error)
            },
            DraftPlace::Board
            | DraftPlace::Dominoes
            | DraftPlace::Link(_)
            | DraftPlace::Solution => Failure::refused(error),
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
            return Err(text.about(region, message));
        }
    };
    opened(&puzzle)
}
