//! The name map: which placement each variable of an emitted model stands for.
//!
//! It speaks of dominoes and cells by name, so that a reply can be decoded with the puzzle and
//! this file alone, long after the model was made and by another version of the program.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::{Encoding, Language};
use crate::json::{self, Lines, Style};
use crate::limits::{Budget, StopReason};
use crate::lower::Step;
use crate::model::{Model, PlacementId};
use crate::puzzle::{Label, Pips, PlacedDomino, Puzzle};

/// The version of the file's form. The form before it did not say which model it was made with.
const FORM: u32 = 2;

/// How many variables are named before the budget is asked again.
const BETWEEN_ASKS: usize = 1 << 8;

/// What the placement variables of an emission stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameMap {
    /// The model whose variables these are.
    of: NamedModel,
    /// Each variable with what it means when true.
    variables: BTreeMap<String, Meaning>,
}

/// Which model of which puzzle a name map belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedModel {
    /// How the puzzle is expressed, by the name that people type.
    pub encoding: Label,
    /// The steps before that, by their names; an old map does not say.
    pub steps: Option<Label>,
    /// The puzzle's [digest](Puzzle::digest), if it is known.
    pub puzzle: Option<String>,
}

impl NamedModel {
    /// Tells whether a solution may have several assignments, because symmetry is not broken.
    pub fn is_symmetric(&self) -> bool {
        let steps = self.steps.as_ref();
        steps.is_some_and(|steps| {
            let mut names = steps.raw().split_whitespace();
            !names.any(|name| name == Step::Symmetry.name())
        })
    }
}

impl fmt::Display for NamedModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the encoding {}", self.encoding)?;
        match &self.steps {
            Some(steps) => write!(f, " after the steps {steps}"),
            None => Ok(()),
        }
    }
}

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NameFile {
    pipsc_map: u32,
    target: String,
    encoding: String,
    steps: Option<String>,
    puzzle: Option<String>,
    variables: BTreeMap<String, Meaning>,
}

/// A domino on two cells, its first pips on the first cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Meaning {
    pips: [Pips; 2],
    cells: [Label; 2],
    /// Where the placement is no variable of the model: the terms that make it true together, in any of
    /// these ways.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    terms: Vec<Vec<String>>,
}

/// Why a name map cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum NameMapError {
    /// It is not a name map.
    #[error("this is not a name map, the JSON that `pipsc emit --map` writes: {0}")]
    Unreadable(String),
    /// It is of another version.
    #[error("the name map has the form {0}, and this version of pipsc reads the forms 1 to {FORM}")]
    OtherForm(u32),
    /// It belongs to a model of another puzzle.
    #[error("the name map belongs to a model of another puzzle")]
    OtherPuzzle,
    /// It belongs to another model of the puzzle.
    #[error("the name map belongs to another model: to {map}, and the model is {model}")]
    OtherModel {
        /// The map's.
        map: Box<NamedModel>,
        /// The one that it was to belong to.
        model: Box<NamedModel>,
    },
    /// It belongs to another target.
    #[error("the name map is for the target {map}, not {asked}")]
    OtherTarget {
        /// The map's.
        map: String,
        /// The one asked for.
        asked: &'static str,
    },
    /// It speaks of a cell that the puzzle does not have.
    #[error("variable {variable} lies on cell {cell}, which the puzzle does not have")]
    UnknownCell {
        /// The variable.
        variable: String,
        /// The cell.
        cell: Label,
    },
}

impl NameMap {
    /// Names the variables of a model, until the budget is exhausted.
    pub(super) fn new(
        model: &Model,
        of: NamedModel,
        variable: impl Fn(PlacementId) -> String,
        terms: impl Fn(PlacementId) -> Vec<Vec<String>>,
        budget: &Budget,
    ) -> Result<Self, StopReason> {
        let mut variables = BTreeMap::new();
        for (id, &placement) in model.placement_ids().zip(&model.placements) {
            if id.index().is_multiple_of(BETWEEN_ASKS) {
                budget.check()?;
            }
            let halves = model.halves(placement);
            let meaning = Meaning {
                pips: halves.map(|(_, pips)| pips),
                cells: halves.map(|(cell, _)| model.cell(cell).name.clone()),
                terms: terms(id),
            };
            let _ = variables.insert(variable(id), meaning);
        }
        Ok(NameMap { of, variables })
    }

    /// Which model it belongs to.
    pub fn of(&self) -> &NamedModel {
        &self.of
    }

    /// Refuses a map that says of some variable what this one does not. Another map of the same model
    /// may name fewer: only those that a step had left.
    pub fn agrees(&self, map: &NameMap) -> Result<(), NameMapError> {
        let mut said = map.variables.iter();
        if said.all(|(name, meaning)| self.variables.get(name) == Some(meaning)) {
            return Ok(());
        }
        let [map, model] = [map, self].map(|one| Box::new(one.of.clone()));
        Err(NameMapError::OtherModel { map, model })
    }

    /// Reads a name map that [`Emission::write_names`](super::Emission::write_names) wrote, for a language.
    pub fn read(text: &[u8], language: &'static Language) -> Result<Self, NameMapError> {
        let text = std::str::from_utf8(text)
            .map_err(|_| NameMapError::Unreadable("it is not text in UTF-8".into()))?;
        let file: NameFile =
            json::read(text).map_err(|mistake| NameMapError::Unreadable(mistake.to_string()))?;
        if !(1..=FORM).contains(&file.pipsc_map) {
            return Err(NameMapError::OtherForm(file.pipsc_map));
        }
        if file.target != language.name {
            return Err(NameMapError::OtherTarget {
                map: file.target,
                asked: language.name,
            });
        }
        let of = NamedModel {
            encoding: file.encoding.into(),
            steps: file.steps.map(Label::from),
            puzzle: file.puzzle,
        };
        let variables = file.variables;
        Ok(NameMap { of, variables })
    }

    /// Writes the map as JSON, a variable a line.
    pub(super) fn write(&self, encoding: Encoding, out: &mut dyn Write) -> io::Result<()> {
        let mut lines = Lines::new(out, Style::Compact);
        lines.field("pipsc_map", &FORM);
        lines.field("target", encoding.language().name);
        lines.field("encoding", encoding.name());
        lines.field("steps", &self.of.steps);
        lines.field("puzzle", &self.of.puzzle);
        lines.map("variables", &self.variables);
        lines.end().map(|_| ())
    }

    /// The placements that are no variables, each as often as there are ways that make it true.
    pub fn defined(&self) -> impl Iterator<Item = (&str, &[String])> {
        let variables = self.variables.iter();
        variables.flat_map(|(name, meaning)| {
            let ways = meaning.terms.iter();
            ways.map(|terms| (name.as_str(), terms.as_slice()))
        })
    }

    /// Every variable with the placement that it stands for, in terms of a puzzle's cells.
    pub fn resolve(&self, puzzle: &Puzzle) -> Result<BTreeMap<&str, PlacedDomino>, NameMapError> {
        if self
            .of
            .puzzle
            .as_ref()
            .is_some_and(|digest| *digest != puzzle.digest())
        {
            return Err(NameMapError::OtherPuzzle);
        }
        let cells: BTreeMap<&str, _> = puzzle
            .cell_ids()
            .map(|id| (puzzle.cell(id).name.raw(), id))
            .collect();
        let find = |variable: &str, cell: &Label| {
            cells
                .get(cell.raw())
                .copied()
                .ok_or_else(|| NameMapError::UnknownCell {
                    variable: variable.into(),
                    cell: cell.clone(),
                })
        };
        self.variables
            .iter()
            .map(|(variable, Meaning { pips, cells, .. })| {
                let one = (find(variable, &cells[0])?, pips[0]);
                let other = (find(variable, &cells[1])?, pips[1]);
                Ok((variable.as_str(), PlacedDomino::new(one, other)))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::lower;
    use crate::puzzle::{DoubleSet, SetRecipe, Shape};

    #[test]
    fn a_model_is_symmetric_if_it_says_so() {
        for (steps, expected) in [
            (None, false),
            (Some("symmetry redundant"), false),
            (Some("prune redundant"), true),
            (Some("none"), true),
        ] {
            let of = NamedModel {
                encoding: "compact".into(),
                steps: steps.map(Label::from),
                puzzle: None,
            };
            assert_eq!(of.is_symmetric(), expected, "{of}");
        }
    }

    #[test]
    fn naming_stops_when_the_watch_says_so() {
        let set = DoubleSet::new(6).expect("a set");
        let recipe = SetRecipe::new(set, None, Shape::Blob, 1).expect("a recipe");
        let model = lower(&recipe.puzzle(), &[]).expect("a small puzzle").model;
        let of = NamedModel {
            encoding: "native".into(),
            steps: None,
            puzzle: None,
        };
        let name = |budget: &Budget| {
            let symbol = |id| model.placement_symbol(id);
            NameMap::new(&model, of.clone(), symbol, |_| Vec::new(), budget)
        };
        let (budget, asks) = Budget::stopping_at(u64::MAX);
        let names = name(&budget).expect("nobody says stop");
        assert_eq!(names.variables.len(), model.placements.len());
        let whole = asks.count();
        assert!(whole > 4, "{whole}");
        for ask in 1..whole {
            let (budget, asks) = Budget::stopping_at(ask);
            assert_eq!(
                name(&budget),
                Err(StopReason::Cancelled),
                "at {ask} of {whole}"
            );
            assert_eq!(asks.after_the_stop(), 0, "at {ask} of {whole}");
        }
    }
}
