//! The instances made once more, from their puzzles.

use super::finding::{Fault, Outcome, fault};
use super::inspector::Inspector;
use crate::bundle::competition::expected_count;
use crate::bundle::error::{BundleError, Unmade};
use crate::bundle::manifest::{Listed, Role};
use crate::bundle::writing::{family, lowered, write};
use crate::puzzle::{Label, Puzzle};

impl Inspector<'_> {
    /// Every instance is what its puzzle gives.
    pub(super) fn remade(
        &mut self,
        puzzles: &[(&Listed, Result<Puzzle, String>)],
        told: &mut dyn FnMut(&str),
    ) -> Result<(), BundleError> {
        let mut faults = Vec::new();
        let is_ours = self.manifest.pipsc == env!("CARGO_PKG_VERSION");
        for (listed, puzzle) in puzzles {
            told(&listed.name);
            let puzzle = match puzzle {
                Ok(puzzle) => puzzle,
                Err(problem) => {
                    faults.push(fault(&listed.file, problem));
                    continue;
                }
            };
            match self.differences(listed, puzzle, is_ours) {
                Ok(differences) => faults.extend(differences),
                Err(Unmade::Stopped(stop)) => return Err(stop.into()),
                Err(problem) => faults.push(fault(&listed.file, &problem.to_string())),
            }
        }
        let outcome = match (faults.is_empty(), is_ours) {
            (true, false) => Outcome::Unchecked(format!(
                "it was made by pipsc {}, whose models may be others",
                Label::from(self.manifest.pipsc.as_str())
            )),
            (true, true) => Outcome::Passed(puzzles.len()),
            (false, _) => Outcome::Failed(faults),
        };
        self.find(
            "same-again",
            "every instance is, byte by byte, what its puzzle and recipe give",
            outcome,
        );
        Ok(())
    }

    /// How what is listed differs from what the puzzle gives.
    fn differences(
        &self,
        listed: &Listed,
        puzzle: &Puzzle,
        is_ours: bool,
    ) -> Result<Vec<Fault>, Unmade> {
        let mut faults = Vec::new();
        let recipe = puzzle.recipe().map(|recipe| recipe.words());
        let compared = [
            ("family", listed.family.clone(), family(puzzle).to_owned()),
            (
                "recipe",
                listed.recipe.clone().unwrap_or_default(),
                recipe.unwrap_or_default(),
            ),
            ("digest", listed.digest.clone(), puzzle.digest()),
            (
                "cells",
                listed.cells.to_string(),
                puzzle.cells().len().to_string(),
            ),
            (
                "dominoes",
                listed.dominoes.to_string(),
                puzzle.dominoes().len().to_string(),
            ),
        ];
        for (field, said, is) in compared.into_iter().filter(|(_, said, is)| said != is) {
            let what = format!("the manifest says {field} {said:?}, and the puzzle has {is:?}");
            faults.push(fault(&listed.file, &what));
        }
        if let Some(count) = listed
            .solutions
            .as_ref()
            .and_then(|count| count.parse().ok())
        {
            let answers = listed
                .beside
                .iter()
                .filter(|stored| stored.role == Role::Answer);
            for answer in answers {
                let said = self.texts.get(answer.path.as_str());
                if said.is_some_and(|said| *said != expected_count(count)) {
                    let what = format!("it does not say what {count} solutions are");
                    faults.push(fault(answer, &what));
                }
            }
        }
        let Some(text) = self
            .texts
            .get(listed.file.path.as_str())
            .filter(|_| is_ours)
        else {
            return Ok(faults);
        };
        let lowered = lowered(puzzle, self.budget)?;
        let written = write(
            &self.order,
            &listed.name,
            puzzle,
            &lowered,
            listed.status,
            self.budget,
        )?;
        if written.path != listed.file.path {
            let what = format!("it belongs at {}", written.path);
            faults.push(fault(&listed.file, &what));
        }
        let models = self.models();
        for (file, (path, model)) in models.zip(&written.model) {
            if file.path != *path
                || self
                    .texts
                    .get(path.as_str())
                    .is_some_and(|text| text != model)
            {
                faults.push(fault(file, "it is not the model that pipsc writes"));
            }
        }
        if written.text != *text {
            let lines = written.text.lines().zip(text.lines());
            let same = lines.take_while(|(one, other)| one == other).count();
            let what = format!(
                "from line {} on it is not what {} gives",
                same + 1,
                listed
                    .puzzle()
                    .map_or("its puzzle", |file| file.path.as_str())
            );
            faults.push(fault(&listed.file, &what));
        }
        Ok(faults)
    }
}
