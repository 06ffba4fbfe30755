//! Making a bundle, or going on with one.

use std::collections::BTreeMap;
use std::path::Path;

use super::competition::Terms;
use super::error::{BundleError, Refusal, Unmade};
use super::hash::sha256;
use super::manifest::{self, Listed, Manifest, Role, Status, Stored, Witness};
use super::rule::{Sheet, Test, Weight, name_fault};
use super::standing::{self, Standing};
use super::store::{Journal, Store};
use super::writing::{Written, family, gbd_hash, lowered, write};
use super::{Certifier, Entry, Order, certify, description, packed};
use crate::backend::Encoding;
use crate::formats::{self, Format};
use crate::limits::Watch;
use crate::puzzle::Puzzle;

/// The toy, a puzzle of ours that every solver solves at once.
const TOY: &str = include_str!("../../templates/bundle/toy.txt");

/// What the toy is called.
pub(super) const TOY_NAME: &str = "toy";

/// What is told while a bundle is made.
#[derive(Debug)]
pub enum Event<'a> {
    /// How many instances there will be.
    Total(usize),
    /// An instance is begun.
    Begun(&'a str),
    /// An instance was there already, whole.
    Kept(&'a str),
    /// An instance is finished.
    Done(&'a str),
    /// Something that somebody will ask about, of one instance or of all.
    Doubt(Option<&'a str>, String),
}

/// Makes a bundle in a folder, or goes on with one that was begun by the same order.
pub fn make(
    order: &Order,
    entries: Vec<Entry>,
    folder: &Path,
    certifier: Option<&Certifier<'_>>,
    watch: &Watch,
    told: &mut dyn FnMut(Event<'_>),
) -> Result<Manifest, BundleError> {
    let terms = order.competition.terms();
    check_encoding(order.encoding, terms)?;
    let drafts = drafts(entries, terms)?;
    let store = Store::open(folder)?;
    let before = store.before()?;
    let mut manifest = Manifest::new(order);
    if let Some(head) = &before.head {
        check_same(head, &manifest, folder)?;
    }
    told(Event::Total(drafts.len()));
    let mut making = Making {
        order,
        terms,
        store,
        folder,
        certifier,
        watch,
        refusals: Vec::new(),
        seen: BTreeMap::new(),
        model: None,
    };
    let earlier: BTreeMap<&str, &Listed> = (before.instances.iter())
        .map(|listed| (listed.name.as_str(), listed))
        .collect();
    let kept = |draft: &Draft| {
        let listed = earlier.get(draft.name.as_str())?;
        making.keeps(listed, draft).then(|| (*listed).clone())
    };
    let mut whole: Vec<Option<Listed>> = drafts.iter().map(kept).collect();
    let kept: Vec<Listed> = whole.iter().flatten().cloned().collect();
    let mut journal = making.store.journal(&manifest, &kept)?;
    for (draft, whole) in drafts.into_iter().zip(&mut whole) {
        watch.check()?;
        let name = draft.name.clone();
        let listed = match whole.take() {
            Some(listed) => {
                told(Event::Kept(&name));
                Some(listed)
            }
            None => {
                told(Event::Begun(&name));
                making.instance(&draft, &mut journal, told)?
            }
        };
        if let Some(listed) = listed
            && making.is_new(&listed)
        {
            let times = draft.times;
            manifest.instances.push(Listed { times, ..listed });
            told(Event::Done(&name));
        }
    }
    making.finish(
        manifest,
        &before.instances,
        before.head.as_ref(),
        journal,
        told,
    )
}

/// Refuses an encoding that is not of the competition's language, or of one solver alone.
fn check_encoding(encoding: Encoding, terms: &Terms) -> Result<(), BundleError> {
    let standard = terms
        .language
        .encodings
        .iter()
        .filter(|one| one.is_standard());
    let standard: Vec<String> = standard.map(|one| format!("`{one}`")).collect();
    if encoding.language() == terms.language && encoding.permits(terms.profile).is_ok() {
        return Ok(());
    }
    let why = if encoding.language() != terms.language {
        format!(
            "is of {}, and instances are {}",
            encoding.language(),
            terms.language
        )
    } else {
        "is made of one solver's own operators, which no competition takes".into()
    };
    Err(BundleError::Encoding(format!(
        "{} would refuse this: the encoding `{encoding}` {why}; choose {}",
        terms.title,
        standard.join(" or ")
    )))
}

/// Refuses to go on with a bundle that was made by another order.
fn check_same(head: &Manifest, manifest: &Manifest, folder: &Path) -> Result<(), BundleError> {
    let words = |text: &Option<String>| text.clone().unwrap_or_else(|| "nobody's".into());
    let differences = [
        (
            "is for",
            head.competition.clone(),
            manifest.competition.clone(),
        ),
        (
            "was made by pipsc",
            head.pipsc.clone(),
            manifest.pipsc.clone(),
        ),
        (
            "has the encoding",
            head.encoding.clone(),
            manifest.encoding.clone(),
        ),
        (
            "has the author",
            words(&head.author),
            words(&manifest.author),
        ),
        ("has the date", words(&head.date), words(&manifest.date)),
    ];
    match differences.into_iter().find(|(_, one, other)| one != other) {
        None => Ok(()),
        Some((what, one, other)) => Err(BundleError::Occupied {
            folder: folder.to_owned(),
            what: format!("the bundle that is there {what} {one}, not {other}"),
        }),
    }
}

/// An instance that is to be made.
#[derive(Debug)]
struct Draft {
    name: String,
    puzzle: Puzzle,
    /// The puzzle as its file holds it, from which everything else is made.
    text: String,
    ending: String,
    toy: bool,
    times: Vec<super::Time>,
}

/// What is to be made, by name, with the toy where one is asked for.
fn drafts(entries: Vec<Entry>, terms: &Terms) -> Result<Vec<Draft>, BundleError> {
    if entries.is_empty() {
        return Err(BundleError::Nothing);
    }
    let mut refusals = Vec::new();
    let mut drafts: Vec<Draft> = Vec::new();
    // What can be told by the puzzles alone is told before anything is made.
    let mut refuse = |instance: &str, rule, why| {
        refusals.push(Refusal {
            instance: instance.into(),
            rule,
            why,
        });
    };
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    for entry in entries {
        if let Some(why) = name_fault(&entry.name) {
            refuse(&entry.name, "plain-name", why);
            continue;
        }
        let toy = terms.has_toy && entry.name == TOY_NAME;
        let draft = Draft::new(entry, toy)?;
        if let Some(other) = seen.insert(draft.puzzle.digest(), draft.name.clone()) {
            let why = format!("it is the same puzzle as {other}");
            refuse(&draft.name, "not-twice", why);
            continue;
        }
        drafts.push(draft);
    }
    if !refusals.is_empty() {
        let title = terms.title;
        return Err(BundleError::Refused { title, refusals });
    }
    if terms.has_toy && !drafts.iter().any(|draft| draft.toy) {
        let puzzle = parsed(TOY)?;
        let entry = Entry {
            name: TOY_NAME.into(),
            puzzle,
            times: Vec::new(),
        };
        drafts.push(Draft::new(entry, true)?);
    }
    drafts.sort_by_key(|draft| by_number(&draft.name));
    Ok(drafts)
}

impl Draft {
    fn new(entry: Entry, toy: bool) -> Result<Self, BundleError> {
        // Text where it can say everything, else the format that has words for any board.
        let formats = [Format::Text, Format::Graph];
        let mut written = formats
            .into_iter()
            .filter_map(|format| Some((formats::write(&entry.puzzle, format).ok()?, format)));
        let (text, format) = written.next().ok_or_else(|| {
            BundleError::Internal(format!("no format has words for the puzzle {}", entry.name))
        })?;
        Ok(Draft {
            puzzle: parsed(&text)?,
            name: entry.name,
            text,
            ending: format.ending(),
            toy,
            times: entry.times,
        })
    }
}

/// The puzzle of a text that was written here.
fn parsed(text: &str) -> Result<Puzzle, BundleError> {
    let document = formats::read(text.as_bytes(), None);
    let document = document.map_err(|problem| BundleError::Internal(problem.to_string()))?;
    let puzzle = document.pick(None).cloned();
    puzzle.map_err(|problem| BundleError::Internal(problem.to_string()))
}

/// A name as people sort it: numbers by their value.
fn by_number(name: &str) -> Vec<(String, u64)> {
    let is_digit = |char: char| char.is_ascii_digit();
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let words = rest.find(is_digit).unwrap_or(rest.len());
        let digits = rest[words..].find(|char| !is_digit(char));
        let end = digits.map_or(rest.len(), |digits| words + digits);
        let number = rest[words..end].parse().unwrap_or(u64::MAX);
        parts.push((rest[..words].to_owned(), number));
        rest = &rest[end..];
    }
    // Equal numbers may be spelled in two ways.
    parts.push((name.to_owned(), 0));
    parts
}

/// A bundle that is being made.
#[derive(Debug)]
struct Making<'a> {
    order: &'a Order,
    terms: &'static Terms,
    store: Store,
    folder: &'a Path,
    certifier: Option<&'a Certifier<'a>>,
    watch: &'a Watch,
    refusals: Vec<Refusal>,
    /// The instances so far, by what tells them apart.
    seen: BTreeMap<String, String>,
    /// The model that all instances share, where there is one: its path and text.
    model: Option<(String, String)>,
}

impl Making<'_> {
    /// Tells whether what is there is this instance, whole and with everything that is asked for.
    fn keeps(&self, listed: &Listed, draft: &Draft) -> bool {
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

    fn refuse(&mut self, instance: &str, rule: &'static str, why: String) {
        self.refusals.push(Refusal {
            instance: instance.into(),
            rule,
            why,
        });
    }

    /// Refuses an instance that is there under another name already.
    fn is_new(&mut self, listed: &Listed) -> bool {
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
    fn instance(
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
            told(Event::Doubt(Some(&draft.name), words));
        }
        self.watch.check()?;
        let puzzle = format!("puzzles/{}.{}", draft.name, draft.ending);
        let text = draft.text.as_bytes();
        listed
            .beside
            .push(self.store.put(&puzzle, Role::Puzzle, text)?);
        if let (true, Some(count)) = (self.terms.asks_count, standing.solutions) {
            let answer = format!("expected/pips-{}.txt", draft.name);
            let words = super::competition::expected_count(count);
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
        let lowered = lowered(puzzle, self.watch)?;
        let limit = self.order.status_limit;
        let mut standing = match standing::at_hand(puzzle) {
            Some(standing) => standing,
            None => standing::by_search(puzzle, &draft.name, &lowered, limit, self.watch)?,
        };
        if self.terms.asks_count && standing.solutions.is_none() {
            standing.solutions = standing::count(puzzle, &lowered, limit, self.watch)?;
        }
        if let Some(certifier) = self.certifier {
            let (name, folder) = (&draft.name, self.folder);
            let (certified, doubt) =
                certifier.certify(puzzle, name, standing, folder, self.watch)?;
            standing = certified;
            if let Some(doubt) = doubt {
                told(Event::Doubt(Some(name), doubt));
            }
        }
        let status = standing.status;
        let written = write(
            self.order,
            &draft.name,
            puzzle,
            &lowered,
            status,
            self.watch,
        )?;
        Ok((standing, written))
    }

    /// Writes what is not of one instance, the manifest last.
    fn finish(
        mut self,
        mut manifest: Manifest,
        before: &[Listed],
        head: Option<&Manifest>,
        journal: Journal,
        told: &mut dyn FnMut(Event<'_>),
    ) -> Result<Manifest, BundleError> {
        let title = self.terms.title;
        if let Some((path, text)) = self.model.take() {
            self.check_model(&text);
            if self.refusals.is_empty() {
                let text = text.as_bytes();
                manifest
                    .files
                    .push(self.store.put(&path, Role::Model, text)?);
            }
        } else if let Some(head) = head {
            // Every instance was there already, and the model with them.
            let models = head.files.iter().filter(|file| file.role == Role::Model);
            let models: Vec<Stored> = models.cloned().collect();
            if !self.store.has(&models) {
                return Err(BundleError::Internal(
                    "the model of the bundle was changed; remove it and begin again".into(),
                ));
            }
            manifest.files.extend(models);
        }
        if !self.refusals.is_empty() {
            if manifest.instances.is_empty() {
                journal.end()?;
                self.store.leave();
            }
            let refusals = self.refusals;
            return Err(BundleError::Refused { title, refusals });
        }
        for rule in self.terms.rules {
            if let Test::Whole(test) = rule.test
                && let Err(why) = test(&manifest)
            {
                match rule.weight {
                    Weight::Should => told(Event::Doubt(None, format!("{why} ({})", rule.name))),
                    Weight::Must => {
                        let instance = "the bundle".into();
                        let refusals = vec![Refusal {
                            instance,
                            rule: rule.name,
                            why,
                        }];
                        return Err(BundleError::Refused { title, refusals });
                    }
                }
            }
        }
        let licence = description::licence(self.order);
        let licence = self
            .store
            .put("LICENSE", Role::Licence, licence.as_bytes())?;
        manifest.files.push(licence);
        for (path, text) in description::texts(self.order, &manifest)? {
            let (stored, is_changed) = self.store.put_text(path, &text, head)?;
            if is_changed {
                told(Event::Doubt(
                    None,
                    format!("{path} was changed by somebody, and stays as it is"),
                ));
            }
            manifest.files.push(stored);
        }
        let _ = self
            .store
            .put(manifest::FILE, Role::Text, &manifest.text())?;
        let current: Vec<&str> = manifest
            .stored()
            .map(|stored| stored.path.as_str())
            .collect();
        for stored in before.iter().flat_map(Listed::stored) {
            if !current.contains(&stored.path.as_str()) {
                self.store.remove(stored);
            }
        }
        journal.end()?;
        Ok(manifest)
    }

    fn check_model(&mut self, text: &str) {
        for rule in self.terms.rules {
            if let (Test::Model(test), Weight::Must) = (&rule.test, rule.weight)
                && let Err(why) = test(text)
            {
                self.refuse("the model", rule.name, why);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_as_people_do() {
        let mut names = [
            "full-10-1",
            "full-9-2",
            "full-9-10",
            "dozen",
            "full-9-02",
            "2025-a",
        ];
        names.sort_by_key(|name| by_number(name));
        assert_eq!(
            names,
            [
                "2025-a",
                "dozen",
                "full-9-02",
                "full-9-2",
                "full-9-10",
                "full-10-1"
            ]
        );
    }
}
