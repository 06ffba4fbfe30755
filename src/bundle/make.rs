//! Making a bundle.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use lzma_rust2::{XzOptions, XzWriter};

use super::error::{BundleError, Refusal};
use super::manifest::{self, Instance, Manifest};
use super::status::Status;
use super::{BundleOptions, CompetitionSpec, Entry, description};
use crate::backend::{Emission, Encoding, Inexpressible, Plan, Provenance};
use crate::checksum::sha256;
use crate::folders::{self, StagedFolder};
use crate::formats::{self, Format};
use crate::generate::Recipe;
use crate::limits::{Budget, StopReason};
use crate::lower::{AS_IT_STANDS, LowerError, Lowered, lower_until};
use crate::puzzle::Puzzle;

/// The toy, which every solver solves at once.
const TOY: &str = include_str!("../../templates/bundle/toy.txt");
const TOY_NAME: &str = "toy";

/// The solution checker of the MiniZinc model `edges`.
const SOLUTION_CHECKER: &str = include_str!("../../templates/bundle/pips.mzc.mzn");

/// The longest name of an instance. With prefix and suffix it is a file name everywhere.
const MAX_NAME: usize = 100;

/// The compression level; 6 is the default of the program `xz`.
const XZ_PRESET: u32 = 6;

/// A bundle that was made.
#[derive(Debug)]
pub struct Bundle {
    /// Its manifest.
    pub manifest: Manifest,
    /// What is missing for a full submission.
    pub missing: Vec<String>,
}

/// Makes a bundle in a folder that does not exist yet, or is empty. `progress` gets the name of each instance.
pub fn make(
    options: &BundleOptions,
    entries: Vec<Entry>,
    folder: &Path,
    budget: &Budget,
    progress: &mut dyn FnMut(&str),
) -> Result<Bundle, BundleError> {
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(BundleError::Occupied(folder.to_owned()));
    }
    let unwritable = |problem| BundleError::Unwritable {
        path: folder.to_owned(),
        problem,
    };
    let staged = StagedFolder::beside(folder).map_err(unwritable)?;
    let bundle = write(options, entries, staged.path(), budget, progress)?;
    budget.check()?;
    staged.commit().map_err(unwritable)?;
    Ok(bundle)
}

/// Writes the files of a bundle to an empty folder.
pub(super) fn write(
    options: &BundleOptions,
    entries: Vec<Entry>,
    folder: &Path,
    budget: &Budget,
    progress: &mut dyn FnMut(&str),
) -> Result<Bundle, BundleError> {
    let competition = options.competition;
    check_encoding(options.encoding, competition)?;
    let drafts = drafts(entries, competition)?;
    let mut writer = Writer {
        options,
        folder,
        budget,
        files: BTreeMap::new(),
    };
    let mut manifest = Manifest::new(options);
    let mut refusals = Vec::new();
    for draft in &drafts {
        progress(&draft.entry.name);
        budget.check()?;
        match writer.instance(draft)? {
            Ok(instance) => manifest.instances.push(instance),
            Err(why) => refusals.push(Refusal {
                instance: draft.entry.name.clone(),
                why,
            }),
        }
    }
    let title = &competition.title;
    if !refusals.is_empty() {
        return Err(BundleError::Refused { title, refusals });
    }
    let missing = competition.missing(&manifest);
    if options.strict && !missing.is_empty() {
        return Err(BundleError::Incomplete { title, missing });
    }
    if competition.toy && options.encoding == competition.language.encodings[0] {
        writer.put("pips/pips.mzc.mzn", SOLUTION_CHECKER.as_bytes())?;
    }
    for (name, text) in description::texts(options, &manifest)? {
        writer.put(name, text.as_bytes())?;
    }
    folders::let_others_read(&folder.join("check.sh"))
        .map_err(|problem| writer.unwritable("check.sh", problem))?;
    manifest.files = std::mem::take(&mut writer.files);
    writer.put(manifest::FILE, manifest.text().as_bytes())?;
    Ok(Bundle { manifest, missing })
}

/// Refuses an encoding of another language, or of one solver's own operators.
fn check_encoding(encoding: Encoding, competition: &CompetitionSpec) -> Result<(), BundleError> {
    let language = competition.language;
    if encoding.language() == language && encoding.permits(competition.profile).is_ok() {
        return Ok(());
    }
    let standard = language.encodings.iter().filter(|one| one.is_standard());
    let standard: Vec<String> = standard.map(|one| format!("`{one}`")).collect();
    let why = match encoding.language() == language {
        true => "uses operators of one solver".into(),
        false => format!(
            "is of {}, and instances are {language}",
            encoding.language()
        ),
    };
    Err(BundleError::Encoding(format!(
        "{} would refuse this: the encoding `{encoding}` {why}; choose {}",
        competition.title,
        standard.join(" or ")
    )))
}

/// An instance before it is written.
struct Draft {
    entry: Entry,
    /// The puzzle as its file has it.
    text: String,
    ending: String,
    toy: bool,
}

/// The instances in order, with the toy. What can be refused by the puzzles alone is refused here.
fn drafts(
    entries: Vec<Entry>,
    competition: &'static CompetitionSpec,
) -> Result<Vec<Draft>, BundleError> {
    if entries.is_empty() {
        return Err(BundleError::Nothing);
    }
    let mut drafts = Vec::new();
    let mut refusals = Vec::new();
    let mut names_by_digest: BTreeMap<String, String> = BTreeMap::new();
    for entry in entries {
        let digest = entry.puzzle.digest();
        let twin = names_by_digest.insert(digest, entry.name.clone());
        let twin = twin.map(|other| format!("it is the same puzzle as {other}"));
        let fault = name_fault(&entry.name)
            .or(twin)
            .or_else(|| licence_fault(&entry, competition));
        match fault {
            Some(why) => refusals.push(Refusal {
                instance: entry.name,
                why,
            }),
            None => drafts.push(Draft::new(entry)?),
        }
    }
    if !refusals.is_empty() {
        let title = &competition.title;
        return Err(BundleError::Refused { title, refusals });
    }
    if competition.toy && !drafts.iter().any(|draft| draft.toy) {
        drafts.push(Draft::new(Entry {
            name: TOY_NAME.into(),
            puzzle: parsed(TOY)?,
            times: Vec::new(),
            origin: None,
        })?);
    }
    drafts.sort_by_cached_key(|draft| {
        let puzzle = &draft.entry.puzzle;
        (
            family(puzzle),
            puzzle.cells().len(),
            draft.entry.name.clone(),
        )
    });
    Ok(drafts)
}

/// What is wrong with the name of an instance.
fn name_fault(name: &str) -> Option<String> {
    let is_plain = |char: char| char.is_ascii_alphanumeric() || "-_.".contains(char);
    let other = name.chars().find(|&char| !is_plain(char));
    match other {
        Some(char) => Some(format!(
            "the name has `{}` in it: expected ASCII letters, digits, `-`, `_` and `.`",
            char.escape_default()
        )),
        None if name.is_empty() || name.starts_with(['-', '.']) || name.len() > MAX_NAME => Some(
            format!("the name is empty, begins with `-` or `.`, or is longer than {MAX_NAME}"),
        ),
        None => None,
    }
}

/// What is wrong with the licence of a puzzle. A puzzle that pipsc has made is under the licence of the bundle.
fn licence_fault(entry: &Entry, competition: &CompetitionSpec) -> Option<String> {
    if entry.puzzle.recipe().is_some() || entry.name == TOY_NAME && is_toy(&entry.puzzle) {
        return None;
    }
    match &entry.origin {
        None => Some(
            "pipsc has not made this puzzle, so that it is not pipsc's to license: --source names whose it is, \
             and --licence the licence that permits to pass it on"
                .into(),
        ),
        Some(origin) if competition.licensed_files && origin.licence != competition.licence => {
            Some(format!(
                "its licence is {}, and every file states {}",
                origin.licence, competition.licence
            ))
        }
        Some(_) => None,
    }
}

fn is_toy(puzzle: &Puzzle) -> bool {
    parsed(TOY).is_ok_and(|toy| toy.digest() == puzzle.digest())
}

impl Draft {
    fn new(entry: Entry) -> Result<Self, BundleError> {
        let text = formats::write(&entry.puzzle, Format::Text).map(|text| (text, Format::Text));
        // Boards that are not grids have a format of their own.
        let text = text.or_else(|_| {
            formats::write(&entry.puzzle, Format::Graph).map(|text| (text, Format::Graph))
        });
        let (text, format) = text.map_err(|problem| BundleError::Internal(problem.to_string()))?;
        let toy = entry.name == TOY_NAME && is_toy(&entry.puzzle);
        let puzzle = parsed(&text)?;
        Ok(Draft {
            entry: Entry { puzzle, ..entry },
            text,
            ending: format.ending(),
            toy,
        })
    }
}

fn parsed(text: &str) -> Result<Puzzle, BundleError> {
    let document = formats::read(text.as_bytes(), None);
    let document = document.map_err(|problem| BundleError::Internal(problem.to_string()))?;
    let puzzle = document.pick(None).cloned();
    puzzle.map_err(|problem| BundleError::Internal(problem.to_string()))
}

/// The family of a puzzle; `set` for a random set of dominoes, `puzzle` for a given one.
fn family(puzzle: &Puzzle) -> &'static str {
    match puzzle.recipe() {
        Some(Recipe::Family(recipe)) => recipe.family.name(),
        Some(Recipe::Set(_)) => "set",
        None => "puzzle",
    }
}

/// Writes files, and keeps their hashes.
struct Writer<'a> {
    options: &'a BundleOptions,
    folder: &'a Path,
    budget: &'a Budget,
    files: BTreeMap<String, String>,
}

impl Writer<'_> {
    fn unwritable(&self, path: &str, problem: io::Error) -> BundleError {
        BundleError::Unwritable {
            path: self.folder.join(path),
            problem,
        }
    }

    fn put(&mut self, path: &str, bytes: &[u8]) -> Result<(), BundleError> {
        let place = self.folder.join(path);
        let parent = place.parent().unwrap_or(self.folder);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&place, bytes))
            .map_err(|problem| self.unwritable(path, problem))?;
        let _ = self.files.insert(path.into(), sha256(bytes));
        Ok(())
    }

    /// Writes an instance, or says why the competition would refuse it.
    fn instance(&mut self, draft: &Draft) -> Result<Result<Instance, String>, BundleError> {
        let (options, competition) = (self.options, self.options.competition);
        let Entry { name, puzzle, .. } = &draft.entry;
        let lowered = match lower_until(puzzle, &AS_IT_STANDS, self.budget) {
            Ok(lowered) => lowered,
            Err(LowerError::Stopped(stop)) => return Err(stop.into()),
            Err(problem @ LowerError::TooLarge(_)) => return Ok(Err(problem.to_string())),
        };
        let limit = options.status_limit;
        let status = Status::find(puzzle, &lowered, limit, competition.counts, self.budget)?;
        if competition.counts && status.solutions.is_none() {
            return Ok(Err(
                "the number of its solutions is not known; --status-limit gives the count more time".into(),
            ));
        }
        let mut texts = match self.emit(name, puzzle, &lowered, &status)? {
            Ok(texts) => texts,
            Err(problem) => return Ok(Err(problem.to_string())),
        };
        let size = options
            .encoding
            .size_of(texts.iter().map(|(_, text)| text.as_str()));
        let (file, text) = texts.pop().unwrap_or_default();
        if let Some(most) = competition.max_bytes.filter(|&most| text.len() > most) {
            return Ok(Err(format!(
                "its file has {} bytes, and at most {most} are taken",
                text.len()
            )));
        }
        let mut path = self.path(&file, puzzle, &text);
        let mut bytes = text.clone().into_bytes();
        if competition.packed {
            path += ".xz";
            bytes = pack(&bytes).map_err(|problem| self.unwritable(&path, problem))?;
        }
        self.put(&path, &bytes)?;
        // What comes before the instance's own file is shared by all.
        for (file, text) in &texts {
            self.put(&self.path(file, puzzle, text), text.as_bytes())?;
        }
        let puzzle_path = format!("puzzles/{name}.{}", draft.ending);
        self.put(&puzzle_path, draft.text.as_bytes())?;
        if let Some(board) = &status.board {
            let text = formats::write_board(puzzle, board);
            self.put(&format!("solutions/{name}.txt"), text.as_bytes())?;
        }
        if let (true, Some(count)) = (competition.counts, status.solutions) {
            let stem = file.strip_suffix(".cnf").unwrap_or(&file);
            self.put(
                &format!("expected/pips-{stem}.txt"),
                expected(count).as_bytes(),
            )?;
        }
        let count = |number: u64| Some(number).filter(|&number| number > 0);
        Ok(Ok(Instance {
            name: name.clone(),
            family: family(puzzle).into(),
            recipe: puzzle.recipe().map(|recipe| recipe.words()),
            origin: draft
                .entry
                .origin
                .clone()
                .filter(|_| puzzle.recipe().is_none() && !draft.toy),
            toy: draft.toy,
            cells: puzzle.cells().len(),
            dominoes: puzzle.dominoes().len(),
            digest: puzzle.digest(),
            file: path,
            puzzle: puzzle_path,
            bytes: text.len(),
            sha256: sha256(text.as_bytes()),
            variables: count(size.declared.variables),
            constraints: count(size.declared.constraints),
            status: status.status,
            evidence: status.evidence,
            solutions: status.solutions.map(|count| count.to_string()),
            times: draft.entry.times.clone(),
        }))
    }

    /// The files of an instance by the names that the language gives them, the instance's own last.
    fn emit(
        &self,
        name: &str,
        puzzle: &Puzzle,
        lowered: &Lowered,
        status: &Status,
    ) -> Result<Result<Vec<(String, String)>, Inexpressible>, StopReason> {
        let satisfiable = status.status.satisfiable();
        let plan = Plan {
            encoding: self.options.encoding,
            profile: self.options.competition.profile,
            provenance: Provenance {
                satisfiable,
                sought: satisfiable.is_none().then_some(self.options.status_limit),
                signature: self.options.signature.clone(),
                ..Provenance::of(puzzle, name, lowered)
            },
        };
        let emission = match Emission::new(&lowered.model, &plan) {
            Ok(emission) => emission.until(self.budget),
            Err(problem) => return Ok(Err(problem)),
        };
        let mut files = Vec::new();
        for (index, file) in emission.file_names(name).into_iter().enumerate() {
            let mut text = Vec::new();
            // Writing to memory fails only when the budget is exhausted.
            if emission.write(index, &mut text).is_err() {
                self.budget.check()?;
            }
            files.push((file, String::from_utf8_lossy(&text).into_owned()));
        }
        Ok(Ok(files))
    }

    /// Fills in the path of the competition.
    fn path(&self, file: &str, puzzle: &Puzzle, text: &str) -> String {
        let signature = &self.options.signature;
        let logic = text
            .split_once("(set-logic ")
            .and_then(|(_, rest)| rest.split_once(')'));
        // The last name of the first author.
        let author = signature
            .author
            .as_ref()
            .map_or("pipsc", |author| author.raw());
        let first = author.split([',', ';']).next().unwrap_or_default();
        let last = first.split_whitespace().last().unwrap_or_default();
        let last: String = last.chars().filter(|char| char.is_alphanumeric()).collect();
        (self.options.competition.path)
            .replace("{logic}", logic.map_or("", |(logic, _)| logic))
            .replace("{day}", &signature.day().replace('-', ""))
            .replace("{submitter}", if last.is_empty() { "pipsc" } else { &last })
            .replace("{family}", family(puzzle))
            .replace("{file}", file)
    }
}

/// A text as `.xz`. The encoder is part of pipsc, so that its bytes are the same everywhere.
fn pack(text: &[u8]) -> io::Result<Vec<u8>> {
    let mut writer = XzWriter::new(Vec::new(), XzOptions::with_preset(XZ_PRESET))?;
    writer.write_all(text)?;
    writer.finish()
}

/// The expected answer of a model counter.
fn expected(count: u128) -> String {
    let (verdict, log) = match count {
        0 => ("UNSATISFIABLE", "-inf".into()),
        // Machines may differ in the last bits of a logarithm, not in six places.
        _ => ("SATISFIABLE", format!("{:.6}", (count as f64).log10())),
    };
    format!("s {verdict}\nc s type mc\nc s log10-estimate {log}\nc s exact arb int {count}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_not_plain_are_refused() {
        for good in ["dozen", "mutilated-16-1", "2025-10-05-easy", "a.b_c"] {
            assert_eq!(name_fault(good), None, "{good}");
        }
        for bad in [
            "",
            "a b",
            "\u{dc}bung",
            "-rf",
            ".hidden",
            "../up",
            &"x".repeat(101),
        ] {
            assert!(name_fault(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn packed_bytes_are_the_same_everywhere() {
        let packed = pack(&b"p cnf 1 1\n1 0\n".repeat(100)).expect("memory");
        assert_eq!(
            sha256(&packed),
            "160371489026c2a5fe02150d91efa5946b9496d55b701994177abbc09f273c9c"
        );
    }

    #[test]
    fn the_answer_of_a_counter_has_the_form_of_the_competition() {
        assert_eq!(
            expected(1_000_000_000_000),
            "s SATISFIABLE\nc s type mc\nc s log10-estimate 12.000000\nc s exact arb int 1000000000000\n"
        );
        assert!(expected(0).starts_with("s UNSATISFIABLE\n"));
    }
}
