//! Making a bundle, or going on with one.

mod draft;
mod instance;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use self::draft::{Draft, drafts};
use self::instance::Making;
use super::competition::Terms;
use super::error::{BundleError, Refusal};
use super::manifest::{self, Listed, Manifest, Role, Stored};
use super::rule::{Test, Weight};
use super::store::{Journal, Store};
use super::{Certifier, Entry, Event, Order, certify, description};
use crate::backend::Encoding;
use crate::limits::Budget;
use crate::prove::Certificate;

/// Makes a bundle in a folder, or goes on with one that was begun by the same order.
pub fn make(
    order: &Order,
    entries: Vec<Entry>,
    folder: &Path,
    certifier: Option<&Certifier<'_>>,
    budget: &Budget,
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
        budget,
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
    let (mut done, total) = (kept.len(), drafts.len());
    for (draft, whole) in drafts.into_iter().zip(&mut whole) {
        let name = draft.name.clone();
        let listed = match whole.take() {
            Some(listed) => {
                told(Event::Kept(&name));
                Some(listed)
            }
            None => {
                told(Event::Begun(&name));
                let made = budget.check().map_err(BundleError::from);
                let made = made.and_then(|()| making.instance(&draft, &mut journal, told));
                let made = made.map_err(|problem| problem.with_done(done, total))?;
                done += usize::from(made.is_some());
                made
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

impl Making<'_> {
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
                    Weight::Should => told(Event::Warning(None, format!("{why} ({})", rule.name))),
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
                told(Event::Warning(
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
                self.remove(stored);
            }
        }
        let wanted = |name: &str| manifest.instances.iter().any(|one| one.name == name);
        let gone: BTreeSet<&str> = before
            .iter()
            .map(|listed| listed.name.as_str())
            .filter(|name| !wanted(name))
            .collect();
        for name in gone {
            told(Event::Removed(name));
        }
        journal.end()?;
        Ok(manifest)
    }

    /// Removes a file that is not wanted any more; with what lists the files of a certificate, these too.
    fn remove(&self, stored: &Stored) {
        if let Some(folder) = certify::folder(&stored.path)
            && let Ok(certificate) = Certificate::read(&self.folder.join(folder))
        {
            for file in certify::files(&certificate) {
                if let Ok(part) = self
                    .store
                    .stored(&format!("{folder}{file}"), Role::Certificate)
                    && part.path != stored.path
                {
                    self.store.remove(&part);
                }
            }
        }
        self.store.remove(stored);
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
