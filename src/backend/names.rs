//! The name map: the placement of each variable of an emitted model.
//!
//! It has dominoes and cells by name, so the puzzle and the map suffice to decode a reply.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::encoding::PlacementName;
use super::{Emission, Encoding, Language, Profile, Provenance};
use crate::json::{self, LineStyle, ObjectWriter};
use crate::limits::Budget;
use crate::lower::{LowerError, LoweringStep, lower_until, step_names};
use crate::puzzle::{Label, Pips, PlacedDomino, Puzzle};

/// The version of the file format.
const FORM: u32 = 2;

/// The placements of the variables of an emission.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameMap {
    pipsc_map: u32,
    /// The language, by its name.
    target: String,
    /// The encoding, by its name.
    encoding: String,
    /// The lowering steps, by their names.
    steps: String,
    /// The [digest](Puzzle::digest) of the puzzle, if known.
    puzzle: Option<String>,
    /// By variable, its placement.
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
    /// Names the variables of an emission.
    pub(super) fn of(emission: &Emission<'_>) -> Self {
        let Emission {
            model,
            encoding,
            provenance,
            ..
        } = emission;
        let names = (encoding.names)(model);
        let placements = model.placement_ids().zip(&model.placements);
        let variables = placements.map(|(id, &placement)| {
            let halves = model.halves(placement);
            let PlacementName { name, terms } = names(id);
            let meaning = Meaning {
                pips: halves.map(|(_, pips)| pips),
                cells: halves.map(|(cell, _)| model.cell(cell).name.clone()),
                terms,
            };
            (name, meaning)
        });
        NameMap {
            pipsc_map: FORM,
            target: encoding.language.name.into(),
            encoding: encoding.name.into(),
            steps: step_names(&provenance.steps),
            puzzle: provenance.puzzle.clone(),
            variables: variables.collect(),
        }
    }

    /// The description of the model.
    pub fn description(&self) -> String {
        let [encoding, steps] =
            [&self.encoding, &self.steps].map(|text| Label::from(text.as_str()));
        format!("the encoding {encoding} after the steps {steps}")
    }

    /// The name maps of all models of a puzzle in a language, which a reply can be of. The checker determines which map
    /// fits. Maps that match the comments of the model come first, if there is a model with comments.
    pub fn candidates<'a>(
        puzzle: &'a Puzzle,
        language: &'static Language,
        text: &str,
        budget: &'a Budget,
    ) -> impl Iterator<Item = Result<NameMap, LowerError>> + 'a {
        let steps: [&[LoweringStep]; 4] = [
            &[LoweringStep::Symmetry],
            &[LoweringStep::Symmetry, LoweringStep::Prune],
            &[],
            &[LoweringStep::Prune],
        ];
        let encodings = language.encodings().iter();
        let choices = encodings.flat_map(|&encoding| steps.map(|steps| (encoding, steps)));
        let mut choices: Vec<(Encoding, &[LoweringStep])> = choices.collect();
        choices.sort_by_key(|(encoding, steps)| {
            let is_pruned = steps.contains(&LoweringStep::Prune);
            let is_symmetric = !steps.contains(&LoweringStep::Symmetry);
            (
                !text.contains(&format!("encoding {encoding}.")),
                text.contains("Symmetry is not broken") != is_symmetric,
                text.contains("Pruned: ") != is_pruned,
            )
        });
        choices.into_iter().filter_map(move |(encoding, steps)| {
            let lowered = match lower_until(puzzle, steps, budget) {
                Ok(lowered) => lowered,
                Err(problem) => return Some(Err(problem)),
            };
            let provenance = Provenance::of(puzzle, "", &lowered);
            let emission = Emission::new(&lowered.model, encoding, Profile::Run, provenance);
            Some(Ok(emission.ok()?.names()))
        })
    }

    /// The target that a name map is for.
    pub fn target(text: &[u8]) -> Option<&'static Language> {
        let map: NameMap = json::read(std::str::from_utf8(text).ok()?).ok()?;
        Language::named(&map.target)
    }

    /// Reads a name map of a language.
    pub fn read(text: &[u8], language: &'static Language) -> Result<Self, NameMapError> {
        let text = std::str::from_utf8(text)
            .map_err(|_| NameMapError::Unreadable("it is not text in UTF-8".into()))?;
        let map: NameMap =
            json::read(text).map_err(|mistake| NameMapError::Unreadable(mistake.to_string()))?;
        if map.pipsc_map != FORM {
            return Err(NameMapError::OtherForm(map.pipsc_map));
        }
        if map.target != language.name {
            return Err(NameMapError::OtherTarget {
                map: map.target,
                requested: language.name,
            });
        }
        Ok(map)
    }

    /// Writes the map as JSON, one variable per line.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut lines = ObjectWriter::new(LineStyle::Compact);
        lines.field("pipsc_map", &self.pipsc_map);
        lines.field("target", &self.target);
        lines.field("encoding", &self.encoding);
        lines.field("steps", &self.steps);
        lines.field("puzzle", &self.puzzle);
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
        let digest = self.puzzle.as_ref();
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
