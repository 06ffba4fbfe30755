//! Verifying a bundle again, from its files alone, and with the tools of others that are installed.

mod answers;
mod certificates;
mod files;
mod finding;
mod inspector;
mod remade;
mod rules;
mod tools;

use std::collections::BTreeMap;
use std::path::{Component, Path};
use std::time::Duration;

pub use finding::{Fault, Finding, Inspection, Outcome};

use self::inspector::Inspector;
use super::Order;
use super::competition::Competition;
use super::error::BundleError;
use super::manifest::{self, Manifest};
use super::store::JOURNAL;
use crate::backend::{Encoding, Signature};
use crate::limits::Budget;
use crate::prove::Tools;
use crate::puzzle::Label;
use crate::reading;

/// How closely to look.
#[derive(Debug)]
pub struct Scrutiny<'a> {
    /// How long to look for the status of an instance, or for the number of its solutions.
    pub status_limit: Duration,
    /// The checkers of certificates, where the tools of others are to be asked.
    pub others: Option<Tools<'a>>,
}

/// Verifies a bundle. `told` hears of what is being checked.
pub fn inspect(
    folder: &Path,
    how: &Scrutiny<'_>,
    budget: &Budget,
    told: &mut dyn FnMut(&str),
) -> Result<Inspection, BundleError> {
    let no_bundle = |problem: String| BundleError::NoBundle {
        folder: folder.to_owned(),
        problem,
    };
    let text = match reading::kept_file(&folder.join(manifest::FILE)) {
        Ok(bytes) => String::from_utf8(bytes)
            .map_err(|_| no_bundle(format!("its {} is not text in UTF-8", manifest::FILE)))?,
        Err(problem) if problem.is_missing() && folder.join(JOURNAL).exists() => {
            return Err(no_bundle(
                "it is not finished; the command that began it goes on with it".into(),
            ));
        }
        Err(problem) if problem.is_missing() => {
            return Err(no_bundle(format!("it has no {}", manifest::FILE)));
        }
        Err(problem) => return Err(problem.into()),
    };
    let manifest = Manifest::read(&text)
        .map_err(|problem| no_bundle(format!("{}: {problem}", manifest::FILE)))?;
    let competition: Competition = manifest
        .competition
        .parse()
        .map_err(|unknown: crate::nearest::UnknownName| no_bundle(unknown.to_string()))?;
    let encoding = competition
        .language()
        .encoding(&manifest.encoding)
        .filter(|_| competition.language().name == manifest.language)
        .ok_or_else(|| {
            no_bundle(format!(
                "{} takes {}, and the manifest has {} in the encoding {}",
                competition.title(),
                competition.language(),
                Label::from(manifest.language.as_str()),
                Label::from(manifest.encoding.as_str())
            ))
        })?;
    for stored in manifest.stored() {
        let mut parts = Path::new(&stored.path).components();
        if stored.path.is_empty() || !parts.all(|part| matches!(part, Component::Normal(_))) {
            return Err(no_bundle(format!(
                "{}: {:?} is no path inside of the bundle",
                manifest::FILE,
                stored.path
            )));
        }
    }
    let mut inspector = Inspector {
        folder,
        manifest: &manifest,
        order: order(&manifest, competition, encoding),
        limit: how.status_limit,
        budget,
        findings: Vec::new(),
        texts: BTreeMap::new(),
    };
    told("files");
    inspector.files()?;
    inspector.nothing_else()?;
    inspector.rules();
    told("puzzles");
    let puzzles = inspector.puzzles();
    inspector.remade(&puzzles, told)?;
    inspector.answers(&puzzles, told)?;
    inspector.certificates(how.others.as_ref(), told)?;
    if how.others.is_some() {
        inspector.tools(told)?;
    }
    Ok(Inspection {
        competition,
        instances: manifest.instances.len(),
        findings: inspector.findings,
    })
}

/// What the bundle was ordered by.
fn order(manifest: &Manifest, competition: Competition, encoding: Encoding) -> Order {
    let label = |text: &Option<String>| text.as_deref().map(Label::from);
    Order {
        competition,
        encoding,
        signature: Signature {
            author: label(&manifest.author),
            day: label(&manifest.date),
        },
        // A limit that no clock can have was nobody's.
        status_limit: Duration::try_from_secs_f64(manifest.status_limit_s).unwrap_or_default(),
    }
}
