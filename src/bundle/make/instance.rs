//! Making one instance: what is known of it, its text, and the files beside it.

use std::collections::BTreeMap;
use std::path::Path;

use super::draft::Draft;
use crate::bundle::competition::{Terms, expected_count};
use crate::bundle::error::{BundleError, Refusal, Unmade};
use crate::bundle::hash::sha256;
use crate::bundle::manifest::{Listed, Role, Status, Stored, Witness};
use crate::bundle::rule::Sheet;
use crate::bundle::standing::{self, Standing};
use crate::bundle::store::{Journal, Store};
use crate::bundle::writing::{Written, family, gbd_hash, lowered, write};
use crate::bundle::{Certifier, Event, Order, certify, packed};
use crate::formats;
use crate::limits::Budget;

/// A bundle that is being made.
#[derive(Debug)]
pub(super) struct Making<'a> {
    pub(super) order: &'a Order,
    pub(super) terms: &'static Terms,
    pub(super) store: Store,
    pub(super) folder: &'a Path,
    pub(super) certifier: Option<&'a Certifier<'a>>,
    pub(super) budget: &'a Budget,
    pub(super) refusals: Vec<Refusal>,
    /// The instances so far, by what tells them apart.
    pub(super) seen: BTreeMap<String, String>,
    /// The model that all instances share, where there is one: its path and text.
    pub(super) model: Option<(String, String)>,
}

impl Making<'_> {
    /// Tells whether what is there is this instance, whole and with everything that is asked for.
    pub(super) fn keeps(&self, listed: &Listed, draft: &Draft) -> bool {
        let is_same = listed.puzzle().is_some_and(|puzzle| {
            puzzle.sha256 == sha256(draft.text.as_bytes()) && listed.toy == draft.toy
        });
        let is_known = listed.status != Status::Unknown;
        let is_counted = !self.terms.asks_count || listed.solutions.is_some();
        let is_certified = match listed.certified.by {
            Witness::Solution | Witness::Certificate => true,
            Witness::Construction | Witness::Search | Witness::Nothing => self.certifier.is_none(),
        };
        is_same && is_known && is_counted && is_certified && self.store.has(listed.stored())
    }

    pub(super) fn refuse(&mut self, instance: &str, rule: &'static str, why: String) {
        self.refusals.push(Refusal {
            instance: instance.into(),
            rule,
            why,
        });
    }

    /// Refuses an instance that is there under another name already.
    pub(super) fn is_new(&mut self, listed: &Listed) -> bool {
        let key = listed.gbd_hash.as_ref().or(listed.unpacked_sha256.as_ref());
        let key = key.unwrap_or(&listed.digest).clone();
        match self.seen.insert(key, listed.name.clone()) {
            None => true,
            Some(other) => {
                let why = format!("it is the same instance as {other}");
                self.refuse(&listed.name, "not-twice", why);
                false
            }
        }
    }

    /// Makes an instance; none if the competition would refuse it.
    pub(super) fn instance(
        &mut self,
        draft: &Draft,
        journal: &mut Journal,
        told: &mut dyn FnMut(Event<'_>),
    ) -> Result<Option<Listed>, BundleError> {
        let (standing, written) = match self.emit(draft, told) {
            Ok(made) => made,
            Err(Unmade::Stopped(stop)) => return Err(stop.into()),
            Err(Unmade::Prove(problem)) => return Err(problem.into()),
            Err(problem) => {
                self.refuse(&draft.name, "can-be-written", problem.to_string());
                return Ok(None);
            }
        };
        let Written {
            path,
            text,
            model,
            size,
        } = written;
        self.model = model.or(self.model.take());
        let bytes = if self.terms.is_packed {
            packed::pack(text.as_bytes())
                .map_err(|problem| BundleError::Internal(problem.to_string()))?
        } else {
            text.clone().into_bytes()
        };
        let packed = self.terms.is_packed.then(|| sha256(text.as_bytes()));
        let puzzle = &draft.puzzle;
        let count = |number: u64| Some(number).filter(|&number| number > 0);
        let mut listed = Listed {
            name: draft.name.clone(),
            family: family(puzzle).into(),
            recipe: puzzle.recipe().map(|recipe| recipe.words()),
            toy: draft.toy,
            cells: puzzle.cells().len() as u64,
            dominoes: puzzle.dominoes().len() as u64,
            digest: puzzle.digest(),
            file: Stored {
                path,
                role: Role::Instance,
                bytes: bytes.len() as u64,
                sha256: sha256(&bytes),
            },
            unpacked_sha256: packed,
            beside: Vec::new(),
            status: standing.status,
            certified: standing.certified,
            solutions: standing.solutions.map(|count| count.to_string()),
            variables: count(size.variables),
            constraints: count(size.constraints),
            gbd_hash: gbd_hash(self.order.competition, &text),
            times: Vec::new(),
        };
        let refused = Sheet::new(&listed, &text).refused_by(self.terms.rules);
        if let Some((rule, why)) = refused {
            self.refuse(&draft.name, rule.name, why);
            return Ok(None);
        }
        if listed.status == Status::Unknown {
            let words = format!(
                "its status is unknown: {}; --status-limit gives it more time",
                listed.certified.words
            );
            told(Event::Warning(Some(&draft.name), words));
        }
        self.budget.check()?;
        let puzzle = format!("puzzles/{}.{}", draft.name, draft.ending);
        let text = draft.text.as_bytes();
        listed
            .beside
            .push(self.store.put(&puzzle, Role::Puzzle, text)?);
        if let (true, Some(count)) = (self.terms.asks_count, standing.solutions) {
            let answer = format!("expected/pips-{}.txt", draft.name);
            let words = expected_count(count);
            listed
                .beside
                .push(self.store.put(&answer, Role::Answer, words.as_bytes())?);
        }
        if let Some(board) = &standing.board {
            let solution = formats::write_board(&draft.puzzle, board);
            let path = standing::path(&draft.name);
            let solution = self
                .store
                .put(&path, Role::Certificate, solution.as_bytes())?;
            listed.beside.push(solution);
        }
        if listed.certified.by == Witness::Certificate {
            let path = certify::path(&draft.name);
            listed
                .beside
                .push(self.store.stored(&path, Role::Certificate)?);
        }
        let _ = self.store.put(&listed.file.path, Role::Instance, &bytes)?;
        journal.note(&listed)?;
        Ok(Some(listed))
    }

    /// Writes the text of an instance, once it is known what its head says.
    fn emit(
        &self,
        draft: &Draft,
        told: &mut dyn FnMut(Event<'_>),
    ) -> Result<(Standing, Written), Unmade> {
        let puzzle = &draft.puzzle;
        let lowered = lowered(puzzle, self.budget)?;
        let limit = self.order.status_limit;
        let mut standing = match standing::at_hand(puzzle) {
            Some(standing) => standing,
            None => standing::by_search(puzzle, &draft.name, &lowered, limit, self.budget)?,
        };
        if self.terms.asks_count && standing.solutions.is_none() {
            standing.solutions = standing::count(puzzle, &lowered, limit, self.budget)?;
        }
        if let Some(certifier) = self.certifier {
            let (name, folder) = (&draft.name, self.folder);
            let (certified, doubt) =
                certifier.certify(puzzle, name, standing, folder, self.budget)?;
            standing = certified;
            if let Some(doubt) = doubt {
                told(Event::Warning(Some(name), doubt));
            }
        }
        let status = standing.status;
        let written = write(
            self.order,
            &draft.name,
            puzzle,
            &lowered,
            status,
            self.budget,
        )?;
        Ok((standing, written))
    }
}
