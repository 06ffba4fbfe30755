//! The name map: which placement each variable of an emitted model stands for.
//!
//! It has dominoes and cells by name, so that the puzzle and this file are enough to decode a reply.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::{
    Emission, EmissionPlan, Encoding, Language, PlacementName, PlacementNames, Profile, Provenance,
};
use crate::json::{self, LineStyle, ObjectWriter};
use crate::limits::{Budget, StopReason};
use crate::lower::{LowerError, LoweringStep, lower_until};
use crate::model::Model;
use crate::puzzle::{Label, Pips, PlacedDomino, Puzzle};

/// The version of the file's form.
const FORM: u32 = 2;

/// Variables between two checks of the budget.
const BETWEEN_CHECKS: usize = 1 << 8;

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
    /// The lowering steps, by their names.
    pub steps: Label,
    /// The puzzle's [digest](Puzzle::digest), if it is known.
    pub puzzle: Option<String>,
}

impl fmt::Display for NamedModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NamedModel {
            encoding, steps, ..
        } = self;
        write!(f, "the encoding {encoding} after the steps {steps}")
    }
}

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NameFile {
    pipsc_map: u32,
    target: String,
    encoding: String,
    steps: String,
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
    #[error("the name map has the form {0}, and this version of pipsc reads the form {FORM}")]
    OtherForm(u32),
    /// It belongs to a model of another puzzle.
    #[error("the name map belongs to a model of another puzzle")]
    OtherPuzzle,
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
        names: PlacementNames<'_>,
        budget: &Budget,
    ) -> Result<Self, StopReason> {
        let mut variables = BTreeMap::new();
        for (id, &placement) in model.placement_ids().zip(&model.placements) {
            if id.index().is_multiple_of(BETWEEN_CHECKS) {
                budget.check()?;
            }
            let halves = model.halves(placement);
            let PlacementName { name, terms } = names(id);
            let meaning = Meaning {
                pips: halves.map(|(_, pips)| pips),
                cells: halves.map(|(cell, _)| model.cell(cell).name.clone()),
                terms,
            };
            let _ = variables.insert(name, meaning);
        }
        Ok(NameMap { of, variables })
    }

    /// Which model it belongs to.
    pub fn of(&self) -> &NamedModel {
        &self.of
    }

    /// The names of the models that pipsc writes of a puzzle in a language, in each encoding and after each choice of
    /// steps that the names depend on. Those that the text of the model mentions come first; comments may be missing, so
    /// the others follow, and the checker decides which names a reply uses.
    pub fn candidates<'a>(
        puzzle: &'a Puzzle,
        language: &'static Language,
        text: &str,
        budget: &'a Budget,
    ) -> impl Iterator<Item = Result<NameMap, LowerError>> + 'a {
        let is_pruned = text.contains("Pruned: ");
        let is_symmetric = text.contains("Symmetry is not broken");
        let mut choices: Vec<(Encoding, bool, bool)> = Vec::new();
        for &encoding in language.encodings {
            for prunes in [is_pruned, !is_pruned] {
                choices.push((encoding, prunes, is_symmetric && encoding.keeps_symmetry()));
                if encoding.keeps_symmetry() {
                    choices.push((encoding, prunes, !is_symmetric));
                }
            }
        }
        choices.sort_by_key(|(encoding, ..)| !text.contains(&format!("encoding {encoding}")));
        choices
            .into_iter()
            .filter_map(move |(encoding, prunes, keeps)| {
                let steps = [
                    (LoweringStep::Symmetry, !keeps),
                    (LoweringStep::Prune, prunes),
                ];
                let steps = steps.into_iter().filter(|(_, is_taken)| *is_taken);
                let steps: Vec<LoweringStep> = steps.map(|(step, _)| step).collect();
                let lowered = match lower_until(puzzle, &steps, budget) {
                    Ok(lowered) => lowered,
                    Err(problem) => return Some(Err(problem)),
                };
                let plan = EmissionPlan {
                    encoding,
                    profile: Profile::Run,
                    provenance: Provenance::of(puzzle, "", &lowered),
                };
                let emission = Emission::new(&lowered.model, &plan).ok()?.until(budget);
                Some(emission.names().map_err(LowerError::Stopped))
            })
    }

    /// The target that a name map is for.
    pub fn target(text: &[u8]) -> Option<&'static Language> {
        let file: NameFile = json::read(std::str::from_utf8(text).ok()?).ok()?;
        Language::named(&file.target)
    }

    /// Reads a name map of a language.
    pub fn read(text: &[u8], language: &'static Language) -> Result<Self, NameMapError> {
        let text = std::str::from_utf8(text)
            .map_err(|_| NameMapError::Unreadable("it is not text in UTF-8".into()))?;
        let file: NameFile =
            json::read(text).map_err(|mistake| NameMapError::Unreadable(mistake.to_string()))?;
        if file.pipsc_map != FORM {
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
            steps: file.steps.into(),
            puzzle: file.puzzle,
        };
        let variables = file.variables;
        Ok(NameMap { of, variables })
    }

    /// Writes the map as JSON, a variable a line.
    pub(super) fn write(&self, encoding: Encoding, out: &mut dyn Write) -> io::Result<()> {
        let mut lines = ObjectWriter::new(LineStyle::Compact);
        lines.field("pipsc_map", &FORM);
        lines.field("target", encoding.language().name);
        lines.field("encoding", encoding.name());
        lines.field("steps", &self.of.steps);
        lines.field("puzzle", &self.of.puzzle);
        lines.map("variables", &self.variables);
        out.write_all(lines.end().as_bytes())
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
        let digest = self.of.puzzle.as_ref();
        if digest.is_some_and(|digest| *digest != puzzle.digest()) {
            return Err(NameMapError::OtherPuzzle);
        }
        let cells: BTreeMap<&str, _> = puzzle
            .cell_ids()
            .map(|id| (puzzle.cell(id).name.raw(), id))
            .collect();
        let find = |variable: &str, cell: &Label| {
            let unknown = || NameMapError::UnknownCell {
                variable: variable.into(),
                cell: cell.clone(),
            };
            cells.get(cell.raw()).copied().ok_or_else(unknown)
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
    fn naming_stops_when_the_budget_is_exhausted() {
        let set = DoubleSet::new(6).expect("a set");
        let recipe = SetRecipe::new(set, None, Shape::Blob, 1).expect("a recipe");
        let model = lower(&recipe.puzzle(), &[]).expect("a small puzzle").model;
        let name = |budget: &Budget| {
            let of = NamedModel {
                encoding: "native".into(),
                steps: "".into(),
                puzzle: None,
            };
            let names: PlacementNames<'_> = Box::new(|id| model.placement_symbol(id).into());
            NameMap::new(&model, of, names, budget).map(|map| map.variables.len())
        };
        assert_eq!(name(&Budget::default()), Ok(model.placements.len()));
        let (budget, checks) = Budget::stopping_at(3);
        assert_eq!(name(&budget), Err(StopReason::Cancelled));
        assert_eq!(checks.after_the_stop(), 0);
    }
}
