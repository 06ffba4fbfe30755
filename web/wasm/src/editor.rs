//! Drafts: drawings that may not be puzzles yet.

use pipsc::formats;
use pipsc::generate::{FillError, choose};
use pipsc::limits::Budget;
use pipsc::puzzle::{
    Cell, Domino, DraftRegion, Label, MAX_PIPS, Place, Puzzle, PuzzleDraft, PuzzleError, Rule,
};
use serde::Deserialize;
use serde_json::Value;

use crate::failure::Failure;
use crate::opened::opened;
use crate::request::{MAX_CELLS, Request};

/// The rule of a region that a filling may choose.
const OPEN: &str = "?";

/// The most pips on a half of a domino that is chosen.
const MOST_PIPS: u32 = 6;

/// The farthest row or column.
const FARTHEST: u32 = 999;

/// A draft as a page has it.
#[derive(Debug, Deserialize)]
pub(crate) struct DraftText {
    title: Option<String>,
    cells: Vec<(u32, u32)>,
    #[serde(default)]
    regions: Vec<RegionText>,
    #[serde(default)]
    dominoes: Vec<(u32, u32)>,
}

#[derive(Debug, Deserialize)]
struct RegionText {
    name: Option<String>,
    #[serde(default)]
    rule: String,
    cells: Vec<(u32, u32)>,
}

/// What is wrong with the draft as a whole.
fn wrong(message: impl Into<String>) -> Failure {
    Failure::PuzzleDraft {
        message: message.into(),
        cells: Vec::new(),
        region: None,
    }
}

impl DraftText {
    /// The puzzle that was drawn.
    pub(crate) fn puzzle(&self) -> Result<Puzzle, Failure> {
        let (draft, open) = self.draft()?;
        if let Some(&region) = open.first() {
            return Err(Failure::PuzzleDraft {
                message: "a filling has to find the rule of this region first".into(),
                cells: self.regions[region].cells.clone(),
                region: Some(region),
            });
        }
        Puzzle::new(draft).map_err(|flaw| self.flawed(&flaw))
    }

    /// The draft, and the regions whose rules are open.
    fn draft(&self) -> Result<(PuzzleDraft, Vec<usize>), Failure> {
        if self.cells.len() > MAX_CELLS {
            return Err(Failure::TooLarge(format!(
                "the board has {} cells, and this page shows at most {MAX_CELLS}",
                self.cells.len()
            )));
        }
        let is_far = |(row, column): &&(u32, u32)| *row > FARTHEST || *column > FARTHEST;
        if let Some((row, column)) = self.cells.iter().find(is_far) {
            return Err(wrong(format!(
                "the cell in row {row} and column {column} is too far away: rows and columns end with \
                 {FARTHEST}"
            )));
        }
        let mut open = Vec::new();
        let mut regions = Vec::new();
        for (at, region) in self.regions.iter().enumerate() {
            let name: Option<Label> = region.name.as_deref().map(Label::from);
            let called = name.clone().unwrap_or_else(|| format!("{}", at + 1).into());
            let said = region.rule.trim();
            let rule = match said {
                "" => Rule::Empty,
                OPEN => {
                    open.push(at);
                    Rule::Empty
                }
                said => {
                    formats::read_rule(said, &called).map_err(|message| Failure::PuzzleDraft {
                        message,
                        cells: region.cells.clone(),
                        region: Some(at),
                    })?
                }
            };
            let mut cells = Vec::new();
            for place in &region.cells {
                let cell = self.cells.iter().position(|cell| cell == place);
                cells.push(cell.ok_or_else(|| Failure::PuzzleDraft {
                    message: format!(
                        "region {called} has a cell in row {} and column {}, where the board has none",
                        place.0, place.1
                    ),
                    cells: vec![*place],
                    region: Some(at),
                })?);
            }
            regions.push(DraftRegion { name, rule, cells });
        }
        let mut dominoes = Vec::new();
        for &(one, other) in &self.dominoes {
            if one.max(other) > MAX_PIPS {
                return Err(wrong(format!(
                    "the domino {one}-{other} has too many pips: at most {MAX_PIPS} are on a half"
                )));
            }
            dominoes.push(Domino::new(one, other));
        }
        let title = self.title.as_deref().map(str::trim);
        let draft = PuzzleDraft {
            title: title.filter(|title| !title.is_empty()).map(Label::from),
            cells: self
                .cells
                .iter()
                .map(|&(row, column)| Cell::on_grid(row, column))
                .collect(),
            dominoes,
            regions,
            ..PuzzleDraft::default()
        };
        Ok((draft, open))
    }

    /// What is wrong, with where it is on the board.
    fn flawed(&self, flaw: &PuzzleError) -> Failure {
        let (cells, region) = match flaw.place {
            Place::Cell(cell) => (vec![self.cells[cell]], None),
            Place::Region(region) => (self.regions[region].cells.clone(), Some(region)),
            Place::RegionCell(region, cell) => {
                (vec![self.regions[region].cells[cell]], Some(region))
            }
            Place::Board | Place::Dominoes | Place::Link(_) | Place::Solution => (Vec::new(), None),
        };
        Failure::PuzzleDraft {
            message: flaw.to_string(),
            cells,
            region,
        }
    }
}

/// The puzzle that was drawn.
pub(crate) fn draft(request: &Request) -> Result<Value, Failure> {
    let draft = request.draft.as_ref();
    opened(&draft.ok_or_else(|| request.missing("draft"))?.puzzle()?)
}

/// The puzzle that was drawn, with dominoes that keep its rules.
pub(crate) fn fill(request: &Request) -> Result<Value, Failure> {
    let text = request.draft.as_ref();
    let text = text.ok_or_else(|| request.missing("draft"))?;
    let (draft, open) = text.draft()?;
    let budget = Budget::new(&request.limits());
    let seed = request.seed.unwrap_or(0);
    let puzzle =
        choose(draft, &open, MOST_PIPS, seed, &budget).map_err(|problem| match problem {
            FillError::PuzzleError(flaw) => text.flawed(&flaw),
            FillError::Stopped(_) => Failure::Stopped(problem.to_string()),
            FillError::NoGrid
            | FillError::NoTiling
            | FillError::TooMany(_)
            | FillError::NotFound { .. } => wrong(problem.to_string()),
        })?;
    opened(&puzzle)
}
