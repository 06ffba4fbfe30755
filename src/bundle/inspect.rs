//! Verifying a bundle again, from its files alone, and with the tools of others that are installed.

mod tools;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Component, Path};
use std::time::Duration;

use super::competition::{Competition, expected_count};
use super::error::{BundleError, Unmade};
use super::hash::{md5, sha256};
use super::manifest::{self, Listed, Manifest, Role, Status, Stored};
use super::rule::{Rule, Sheet, Test, Weight};
use super::standing::{self, Standing};
use super::store::JOURNAL;
use super::writing::{family, gbd_hash, lowered, write};
use super::{Order, certify, packed};
use crate::backend::{Encoding, Signature};
use crate::formats;
use crate::limits::{Limits, Stop, Watch};
use crate::prove::{self, Tools, examine};
use crate::puzzle::{Label, Puzzle, check};
use crate::reading;

/// What was found in a bundle.
#[derive(Debug)]
pub struct Inspection {
    /// Whom it is for.
    pub competition: Competition,
    /// How many instances it has.
    pub instances: usize,
    /// What was checked, or could not be, in order.
    pub findings: Vec<Finding>,
}

/// A check, and what came of it.
#[derive(Debug)]
pub struct Finding {
    /// What it is called, in a word.
    pub check: &'static str,
    /// What it makes sure of, as a statement.
    pub says: String,
    /// Who checked it: `pipsc`, or a program of others with its version.
    pub by: String,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of a check.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is so, of so many things that were looked at.
    Passed(usize),
    /// Somebody will ask about it, and why.
    Doubted(Vec<Fault>),
    /// It is not so: the bundle would be refused.
    Failed(Vec<Fault>),
    /// It could not be checked, and why.
    Unchecked(String),
}

/// What is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The file; none for the whole.
    pub place: Option<String>,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{}: {}", Label::from(place.as_str()), self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl Inspection {
    /// Whether nothing is wrong, as far as it could be checked.
    pub fn is_accepted(&self) -> bool {
        let failed = |finding: &Finding| matches!(finding.outcome, Outcome::Failed(_));
        !self.findings.iter().any(failed)
    }
}

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
    watch: &Watch,
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
        watch,
        findings: Vec::new(),
        texts: BTreeMap::new(),
    };
    told("files");
    inspector.files()?;
    inspector.nothing_else()?;
    inspector.rules();
    told("puzzles");
    inspector.made_again(told)?;
    if let Some(others) = &how.others {
        inspector.certificates(others, told)?;
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

struct Inspector<'a> {
    folder: &'a Path,
    manifest: &'a Manifest,
    order: Order,
    limit: Duration,
    watch: &'a Watch,
    findings: Vec<Finding>,
    /// What is in the files that could be read, unpacked, by their paths.
    texts: BTreeMap<&'a str, String>,
}

/// What this program is called among those who check.
const OURSELVES: &str = concat!("pipsc ", env!("CARGO_PKG_VERSION"));

impl<'a> Inspector<'a> {
    fn find(&mut self, check: &'static str, says: &str, outcome: Outcome) {
        self.findings.push(Finding {
            check,
            says: says.into(),
            by: OURSELVES.into(),
            outcome,
        });
    }

    /// Every file is there and as it is listed; instances and models are kept for what comes next.
    fn files(&mut self) -> Result<(), BundleError> {
        let (mut faults, mut doubts) = (Vec::new(), Vec::new());
        let mut count = 0;
        for stored in self.manifest.stored() {
            self.watch.check()?;
            count += 1;
            let bytes = match reading::kept_file(&self.folder.join(&stored.path)) {
                Ok(bytes) => bytes,
                Err(problem) if problem.is_missing() => {
                    faults.push(fault(stored, "it is not there"));
                    continue;
                }
                Err(problem) => {
                    faults.push(fault(stored, &problem.to_string()));
                    continue;
                }
            };
            if sha256(&bytes) != stored.sha256 || bytes.len() as u64 != stored.bytes {
                let what = "it is not what the manifest lists: its SHA-256 is another";
                if stored.role == Role::Text {
                    doubts.push(fault(
                        stored,
                        "somebody has changed it since it was written",
                    ));
                } else {
                    faults.push(fault(stored, what));
                }
            }
            match self.unpacked(stored, bytes) {
                Ok(text) => {
                    let _ = self.texts.insert(&stored.path, text);
                }
                Err(problem) => faults.push(fault(stored, &problem)),
            }
        }
        let outcome = match (faults.is_empty(), doubts.is_empty()) {
            (false, _) => Outcome::Failed(faults),
            (true, false) => Outcome::Doubted(doubts),
            (true, true) => Outcome::Passed(count),
        };
        self.find(
            "files",
            "every file of the manifest is there, with its length and its SHA-256",
            outcome,
        );
        Ok(())
    }

    fn unpacked(&self, stored: &Stored, bytes: Vec<u8>) -> Result<String, String> {
        let is_packed = stored.role == Role::Instance && self.order.competition.terms().is_packed;
        let bytes = match is_packed {
            true => packed::unpack(&bytes)
                .map_err(|problem| format!("it cannot be unpacked: {problem}"))?,
            false => bytes,
        };
        String::from_utf8(bytes).map_err(|_| "it is not text in UTF-8".into())
    }

    /// There is no file that nobody lists.
    fn nothing_else(&mut self) -> Result<(), BundleError> {
        let listed: BTreeSet<&str> = self
            .manifest
            .stored()
            .map(|stored| stored.path.as_str())
            .collect();
        let mut faults = Vec::new();
        let mut folders = vec![String::new()];
        while let Some(folder) = folders.pop() {
            let place = self.folder.join(&folder);
            let unreadable = |problem| reading::ReadingError::Unreadable {
                path: place.clone(),
                problem,
            };
            for entry in fs::read_dir(&place).map_err(unreadable)? {
                let entry = entry.map_err(unreadable)?;
                let name = entry.file_name().to_string_lossy().into_owned();
                let path = if folder.is_empty() {
                    name
                } else {
                    format!("{folder}/{name}")
                };
                let kind = entry.file_type().map_err(unreadable)?;
                // A certificate has a list of its own.
                let certificate = format!("{path}/{}", certify::FILE);
                if kind.is_dir() && listed.contains(certificate.as_str()) {
                    continue;
                } else if kind.is_dir() {
                    folders.push(path);
                } else if path != manifest::FILE && !listed.contains(path.as_str()) {
                    let what = "the manifest does not list it".into();
                    faults.push(Fault {
                        place: Some(path),
                        what,
                    });
                }
            }
        }
        faults.sort_by(|one, other| one.place.cmp(&other.place));
        let outcome = settled(faults, listed.len());
        self.find(
            "nothing-else",
            "there is no file that the manifest does not list",
            outcome,
        );
        Ok(())
    }

    /// The competition's rules, what the manifest says of each instance, and that none is there twice.
    fn rules(&mut self) {
        let terms = self.order.competition.terms();
        let sheets: Vec<Sheet<'_>> = (self.manifest.instances.iter())
            .filter_map(|listed| {
                Some(Sheet::new(
                    listed,
                    self.texts.get(listed.file.path.as_str())?,
                ))
            })
            .collect();
        let mut found = Vec::new();
        for rule in terms.rules {
            let (faults, count) = self.try_rule(rule, &sheets);
            let outcome = match rule.weight {
                Weight::Should if !faults.is_empty() => Outcome::Doubted(faults),
                Weight::Must | Weight::Should => settled(faults, count),
            };
            found.push((rule.name, rule.says, outcome));
        }
        let faults = sheets.iter().flat_map(|sheet| self.misstated(sheet));
        let outcome = settled(faults.collect(), sheets.len());
        let says = "name, family, sizes and hashes of each instance are what its files say";
        found.push(("manifest", says, outcome));
        let mut seen: BTreeMap<String, &str> = BTreeMap::new();
        let mut faults = Vec::new();
        for sheet in &sheets {
            let key = sheet.listed.gbd_hash.clone();
            let key = key.unwrap_or_else(|| {
                md5(without_remarks(sheet.text, self.order.encoding).as_bytes())
            });
            if let Some(other) = seen.insert(key, sheet.path) {
                let what = format!("it is the same instance as {other}");
                faults.push(fault(&sheet.listed.file, &what));
            }
        }
        let outcome = settled(faults, sheets.len());
        found.push((
            "not-twice",
            "no instance is there twice, comments aside",
            outcome,
        ));
        for (check, says, outcome) in found {
            self.find(check, says, outcome);
        }
    }

    fn try_rule(&self, rule: &Rule, sheets: &[Sheet<'_>]) -> (Vec<Fault>, usize) {
        match rule.test {
            Test::Instance(test) => {
                let faults = sheets
                    .iter()
                    .filter_map(|sheet| Some(fault(&sheet.listed.file, &test(sheet).err()?)));
                (faults.collect(), sheets.len())
            }
            Test::Model(test) => {
                let models = self
                    .manifest
                    .files
                    .iter()
                    .filter(|file| file.role == Role::Model);
                let models: Vec<&Stored> = models.collect();
                let mut faults: Vec<Fault> = models
                    .iter()
                    .filter_map(|file| {
                        let text = self.texts.get(file.path.as_str())?;
                        Some(fault(file, &test(text).err()?))
                    })
                    .collect();
                if models.len() != 1 {
                    let what = format!("there are {} models: expected 1", models.len());
                    faults.push(Fault { place: None, what });
                }
                (faults, models.len())
            }
            Test::Whole(test) => {
                let faults = test(self.manifest).err();
                let faults = faults.map(|what| Fault { place: None, what });
                (faults.into_iter().collect(), 1)
            }
        }
    }

    /// What the manifest says of an instance that its file does not.
    fn misstated(&self, sheet: &Sheet<'_>) -> Vec<Fault> {
        let listed = sheet.listed;
        let files = self
            .manifest
            .files
            .iter()
            .filter(|file| file.role == Role::Model);
        let models = files.filter_map(|file| self.texts.get(file.path.as_str()));
        let texts = models.map(String::as_str).chain([sheet.text]);
        let size = self.order.encoding.size_of(texts).declared;
        let count = |number: u64| Some(number).filter(|&number| number > 0);
        let number =
            |number: Option<u64>| number.map_or("none".into(), |number| number.to_string());
        let word = |word: &Option<String>| word.clone().unwrap_or_else(|| "none".into());
        let is_packed = self.order.competition.terms().is_packed;
        let unpacked = is_packed.then(|| sha256(sheet.text.as_bytes()));
        let compared = [
            (
                "variables",
                number(listed.variables),
                number(count(size.variables)),
            ),
            (
                "constraints",
                number(listed.constraints),
                number(count(size.constraints)),
            ),
            (
                "gbd_hash",
                word(&listed.gbd_hash),
                word(&gbd_hash(self.order.competition, sheet.text)),
            ),
            (
                "unpacked_sha256",
                word(&listed.unpacked_sha256),
                word(&unpacked),
            ),
        ];
        let wrong = compared.into_iter().filter(|(_, said, is)| said != is);
        wrong
            .map(|(field, said, is)| {
                fault(
                    &listed.file,
                    &format!("the manifest says {field} {said}, and the file has {is}"),
                )
            })
            .collect()
    }

    /// Every instance is what its puzzle gives, and has the status and the solutions that are stated.
    fn made_again(&mut self, told: &mut dyn FnMut(&str)) -> Result<(), BundleError> {
        let (mut again, mut statuses) = (Vec::new(), Vec::new());
        let mut unsettled = Vec::new();
        let is_ours = self.manifest.pipsc == env!("CARGO_PKG_VERSION");
        for listed in &self.manifest.instances {
            told(&listed.name);
            let puzzle = match self.puzzle(listed) {
                Ok(puzzle) => puzzle,
                Err(problem) => {
                    again.push(fault(&listed.file, &problem));
                    continue;
                }
            };
            match self.differences(listed, &puzzle, is_ours) {
                Ok(faults) => again.extend(faults),
                Err(Unmade::Stopped(stop)) => return Err(stop.into()),
                Err(problem) => again.push(fault(&listed.file, &problem.to_string())),
            }
            match self.status(listed, &puzzle) {
                Ok(Judged::Right) => {}
                Ok(Judged::Wrong(what)) => statuses.push(fault(&listed.file, &what)),
                Ok(Judged::Open) => unsettled.push(listed.name.as_str()),
                Err(Unmade::Stopped(stop)) => return Err(stop.into()),
                Err(problem) => statuses.push(fault(&listed.file, &problem.to_string())),
            }
        }
        let count = self.manifest.instances.len();
        let outcome = match (again.is_empty(), is_ours) {
            (true, false) => Outcome::Unchecked(format!(
                "it was made by pipsc {}, whose models may be others",
                Label::from(self.manifest.pipsc.as_str())
            )),
            (true, true) => Outcome::Passed(count),
            (false, _) => Outcome::Failed(again),
        };
        self.find(
            "same-again",
            "every instance is, byte by byte, what its puzzle and recipe give",
            outcome,
        );
        let outcome = match (statuses.is_empty(), unsettled.as_slice()) {
            (false, _) => Outcome::Failed(statuses),
            (true, []) => Outcome::Passed(count),
            (true, open) => Outcome::Unchecked(format!(
                "not settled within {} s each: {}",
                self.limit.as_secs_f64(),
                open.join(", ")
            )),
        };
        self.find(
            "answers",
            "every status and every number of solutions is right",
            outcome,
        );
        Ok(())
    }

    fn puzzle(&self, listed: &Listed) -> Result<Puzzle, String> {
        let file = listed
            .puzzle()
            .ok_or("the manifest names no file of its puzzle")?;
        let text = self.texts.get(file.path.as_str());
        let text = text.ok_or_else(|| format!("its puzzle {} cannot be read", file.path))?;
        let document = formats::read(text.as_bytes(), None);
        let document = document.map_err(|problem| format!("{}: {problem}", file.path))?;
        let puzzle = document.pick(None).cloned();
        puzzle.map_err(|problem| format!("{}: {problem}", file.path))
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
        let lowered = lowered(puzzle, self.watch)?;
        let written = write(
            &self.order,
            &listed.name,
            puzzle,
            &lowered,
            listed.status,
            self.watch,
        )?;
        if written.path != listed.file.path {
            let what = format!("it belongs at {}", written.path);
            faults.push(fault(&listed.file, &what));
        }
        let models = self
            .manifest
            .files
            .iter()
            .filter(|file| file.role == Role::Model);
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

    /// Whether a status and a number of solutions are right.
    fn status(&self, listed: &Listed, puzzle: &Puzzle) -> Result<Judged, Unmade> {
        let said = listed.solutions.as_ref();
        let said = match said.map(|count| count.parse::<u128>()) {
            None => None,
            Some(Ok(count)) => Some(count),
            Some(Err(_)) => {
                return Ok(Judged::Wrong("the number of solutions is no number".into()));
            }
        };
        let fits = match (listed.status, said) {
            (Status::Satisfiable, Some(count)) => count > 0,
            (Status::Unsatisfiable, Some(count)) => count == 0,
            (Status::Unknown, Some(_)) => false,
            (_, None) => true,
        };
        if !fits {
            let what = format!("it is {}, with another number of solutions", listed.status);
            return Ok(Judged::Wrong(what));
        }
        let shown = match self.by_board(listed, puzzle) {
            Ok(shown) => shown,
            Err(what) => return Ok(Judged::Wrong(what)),
        };
        let mut known = standing::at_hand(puzzle).or(shown);
        let needs_count =
            said.is_some() && known.as_ref().is_none_or(|known| known.solutions.is_none());
        if listed.status == Status::Unknown && known.is_none() {
            return Ok(Judged::Right);
        }
        if known.is_none() || needs_count {
            let lowered = lowered(puzzle, self.watch)?;
            if known.is_none() {
                known = Some(standing::by_search(
                    puzzle,
                    &listed.name,
                    &lowered,
                    self.limit,
                    self.watch,
                )?);
            }
            if let (Some(known), true) = (&mut known, needs_count) {
                known.solutions = standing::count(puzzle, &lowered, self.limit, self.watch)?;
            }
        }
        let Some(known) = known else {
            return Ok(Judged::Open);
        };
        if known.status != Status::Unknown && known.status != listed.status {
            let what = format!(
                "the manifest says {}, and it is {}",
                listed.status, known.status
            );
            return Ok(Judged::Wrong(what));
        }
        Ok(match (said, known.solutions) {
            (Some(said), Some(count)) if said != count => Judged::Wrong(format!(
                "the manifest says {said} solutions, and there are {count}"
            )),
            (Some(_), None) => Judged::Open,
            _ if known.status == Status::Unknown => Judged::Open,
            _ => Judged::Right,
        })
    }
}

impl Inspector<'_> {
    /// What a board shows that is beside the instance.
    fn by_board(&self, listed: &Listed, puzzle: &Puzzle) -> Result<Option<Standing>, String> {
        let path = standing::path(&listed.name);
        let Some(text) = self.texts.get(path.as_str()) else {
            return Ok(None);
        };
        let board = formats::read_board(text.as_bytes(), puzzle);
        let board = board.ok().filter(|board| check(puzzle, board).is_empty());
        match board {
            Some(board) => Ok(Some(Standing::shown(board, &listed.name))),
            None => Err(format!("{path} holds no solution")),
        }
    }

    /// Goes through the certificates again.
    fn certificates(
        &mut self,
        tools: &Tools<'_>,
        told: &mut dyn FnMut(&str),
    ) -> Result<(), BundleError> {
        let (mut faults, mut unseen) = (Vec::new(), Vec::new());
        let mut checkers = BTreeSet::new();
        let mut count = 0;
        for listed in &self.manifest.instances {
            let Some(file) = listed
                .beside
                .iter()
                .find(|file| certify::folder(&file.path).is_some())
            else {
                continue;
            };
            count += 1;
            told(&file.path);
            let folder = self
                .folder
                .join(certify::folder(&file.path).unwrap_or_default());
            let limits = Limits {
                memory: self.watch.memory(),
                cancel: self.watch.cancel().clone(),
                ..Limits::default()
            };
            match examine(&folder, &limits, tools, &mut |_| {}) {
                Err(problem) => faults.push(fault(file, &problem.to_string())),
                Ok(examination) => {
                    let certificate = &examination.certificate;
                    if certificate.digest != listed.digest {
                        faults.push(fault(file, "it is the certificate of another puzzle"));
                    }
                    let is_satisfiable = certificate.solutions > 0;
                    if is_satisfiable != (listed.status == Status::Satisfiable) {
                        let what = format!("it proves something else than {}", listed.status);
                        faults.push(fault(file, &what));
                    }
                    for finding in &examination.findings {
                        let words =
                            |what: &str| format!("{}: {what} ({})", finding.what, finding.by);
                        match &finding.outcome {
                            prove::Outcome::Holds(_) => {
                                let _ = checkers.insert(finding.by.clone());
                            }
                            prove::Outcome::Fails(what) => faults.push(fault(file, &words(what))),
                            prove::Outcome::Unseen(why) => unseen.push(words(why)),
                            prove::Outcome::Stopped(stop) => return Err((*stop).into()),
                        }
                    }
                }
            }
            self.watch.check()?;
        }
        unseen.dedup();
        let outcome = match (faults.is_empty(), unseen.as_slice()) {
            (false, _) => Outcome::Failed(faults),
            (true, []) => Outcome::Passed(count),
            (true, some) => Outcome::Unchecked(some.join("; ")),
        };
        if count > 0 {
            let by: Vec<String> = checkers.into_iter().collect();
            self.findings.push(Finding {
                check: "certificates",
                says: "every certificate proves what is stated".into(),
                by: by.join(", "),
                outcome,
            });
        }
        Ok(())
    }
}

/// What came of looking at a status again.
enum Judged {
    Right,
    Wrong(String),
    Open,
}

fn fault(stored: &Stored, what: &str) -> Fault {
    Fault {
        place: Some(stored.path.clone()),
        what: what.into(),
    }
}

fn settled(faults: Vec<Fault>, count: usize) -> Outcome {
    if faults.is_empty() {
        Outcome::Passed(count)
    } else {
        Outcome::Failed(faults)
    }
}

/// A text without the lines that say nothing about the model.
fn without_remarks(text: &str, encoding: Encoding) -> String {
    let is_remark = encoding.language().is_remark;
    let lines = text.lines().filter(|line| !is_remark(line));
    lines.collect::<Vec<_>>().join("\n")
}

impl From<Stop> for Outcome {
    fn from(stop: Stop) -> Self {
        Outcome::Unchecked(stop.to_string())
    }
}
