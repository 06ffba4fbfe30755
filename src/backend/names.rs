//! The name map: the placement of each variable of an emitted model.
//!
//! It has dominoes and cells by name, so the puzzle and the map suffice to decode a reply.

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

/// The version of the file format.
const FORM: u32 = 2;

/// Number of variables between two checks of the budget.
const CHECK_INTERVAL: usize = 1 << 8;

/// The placements of the variables of an emission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameMap {
    /// The model of the variables.
    of: NamedModel,
    /// By variable, its placement.
    variables: BTreeMap<String, Meaning>,
}

/// Identifies the model of a name map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedModel {
    /// The encoding, by its name.
    pub encoding: Label,
    /// The lowering steps, by their names.
    pub steps: Label,
    /// The [digest](Puzzle::digest) of the puzzle, if known.
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

/// The file of a name map.
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
    /// The definition of a placement that is not a variable of the model, as a disjunction of conjunctions
    /// of terms.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    terms: Vec<Vec<String>>,
}

/// Why a name map cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum NameMapError {
    /// The text is not a name map.
    #[error("this is not a name map, the JSON that `pipsc emit --map` writes: {0}")]
    Unreadable(String),
    /// The format has another version.
    #[error("the name map has the form {0}, and this version of pipsc reads the form {FORM}")]
    OtherForm(u32),
    /// The map belongs to a model of another puzzle.
    #[error("the name map belongs to a model of another puzzle")]
    OtherPuzzle,
    /// The map belongs to another target.
    #[error("the name map is for the target {map}, not {requested}")]
    OtherTarget {
        /// The target of the map.
        map: String,
        /// The requested target.
        requested: &'static str,
    },
    /// The map has a cell that the puzzle does not have.
    #[error("variable {variable} lies on cell {cell}, which the puzzle does not have")]
    UnknownCell {
        /// The variable.
        variable: String,
        /// The cell.
        cell: Label,
    },
}

impl NameMap {
    /// Names the variables of a model. Fails when the budget is exhausted.
    pub(super) fn new(
        model: &Model,
        of: NamedModel,
        names: PlacementNames<'_>,
        budget: &Budget,
    ) -> Result<Self, StopReason> {
        let mut variables = BTreeMap::new();
        for (id, &placement) in model.placement_ids().zip(&model.placements) {
            if id.index().is_multiple_of(CHECK_INTERVAL) {
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

    /// The model of the map.
    pub fn of(&self) -> &NamedModel {
        &self.of
    }

    /// The name maps of all models of a puzzle in a language: for each encoding and each combination of steps that
    /// changes the names. Maps that match the comments of the model come first. Comments may be missing, so the others
    /// follow, and the checker determines which map fits a reply.
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
                requested: language.name,
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

    /// Writes the map as JSON, one variable per line.
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

    /// The conjunctions of terms that make a placement true, for placements that are not variables.
    pub fn defined(&self) -> impl Iterator<Item = (&str, &[String])> {
        let variables = self.variables.iter();
        variables.flat_map(|(name, meaning)| {
            let ways = meaning.terms.iter();
            ways.map(|terms| (name.as_str(), terms.as_slice()))
        })
    }

    /// Every variable with its placement, in the cell ids of a puzzle.
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

    #[test]
    fn naming_stops_when_the_budget_is_exhausted() {
        let puzzle = crate::generate::made("family=full size=6 seed=1");
        let model = lower(&puzzle, &[]).expect("a small puzzle").model;
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
