//! Builds the files of a bundle in memory, and writes them to its folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use lzma_rust2::{XzOptions, XzWriter};

use super::error::BundleError;
use super::manifest::{self, BundleInstance, Manifest};
use super::status::InstanceStatus;
use super::{BundleEntry, BundleOptions, CompetitionSpec, description};
use crate::backend::{Emission, ModelSize, Provenance};
use crate::checksum::sha256;
use crate::folders::{self, StagedFolder};
use crate::formats::{self, Format};
use crate::limits::Budget;
use crate::lower::{AS_IT_STANDS, LowerError, Lowered, lower_until};
use crate::puzzle::Puzzle;
use crate::visible::Visible;

/// The toy instance, a trivial example.
const TOY: &str = include_str!("../../templates/bundle/toy.txt");
const TOY_NAME: &str = "toy";

/// The solution checker of the MiniZinc model `edges`.
const SOLUTION_CHECKER: &str = include_str!("../../templates/bundle/pips.mzc.mzn");

/// Maximum length of an instance's name. With prefix and suffix, it is a valid file name everywhere.
const MAX_NAME: usize = 100;

/// The compression level; 6 is the default of the program `xz`.
const XZ_PRESET: u32 = 6;

/// The contents of files by their paths in the bundle.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

/// The result of [`make`].
#[derive(Debug)]
pub struct Bundle {
    /// The manifest.
    pub manifest: Manifest,
    /// Unmet requirements of a full submission.
    pub missing: Vec<String>,
}

/// Makes a bundle in a folder that does not exist or is empty. Calls `progress` with the name of each
/// instance.
pub fn make(
    options: &BundleOptions,
    entries: Vec<BundleEntry>,
    folder: &Path,
    budget: &Budget,
    progress: &mut dyn FnMut(&str),
) -> Result<Bundle, BundleError> {
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(BundleError::Occupied(folder.to_owned()));
    }
    let unwritable = |path: &str, problem| BundleError::Unwritable {
        path: folder.join(path),
        problem,
    };
    let staged = StagedFolder::beside(folder).map_err(|problem| unwritable("", problem))?;
    let (bundle, files) = build(options, entries, budget, progress)?;
    for (path, bytes) in &files {
        let target = staged.path().join(path);
        fs::create_dir_all(target.parent().unwrap_or(staged.path()))
            .and_then(|()| fs::write(&target, bytes))
            .map_err(|problem| unwritable(path, problem))?;
    }
    budget.check()?;
    folders::let_others_read(&staged.path().join("check.sh"))
        .and_then(|()| staged.commit())
        .map_err(|problem| unwritable("", problem))?;
    Ok(bundle)
}

/// Builds the files of a bundle.
pub(super) fn build(
    options: &BundleOptions,
    entries: Vec<BundleEntry>,
    budget: &Budget,
    progress: &mut dyn FnMut(&str),
) -> Result<(Bundle, Files), BundleError> {
    let competition = options.competition;
    let title = &competition.title;
    if options.encoding.language != competition.language {
        let problem = format!("{:?} is of another language", options.encoding);
        return Err(BundleError::Internal(problem));
    }
    options.encoding.check_profile(competition.profile)?;
    let entries = check_entries(entries, competition)?;
    let mut files = Files::new();
    let mut manifest = Manifest::new(options);
    let mut refusals = Vec::new();
    for entry in entries {
        progress(&entry.name);
        budget.check()?;
        let instance = entry.name.clone();
        match add_instance(options, entry, budget, &mut files) {
            Ok(instance) => manifest.instances.push(instance),
            Err(InstanceError::Refused(why)) => refusals.push(format!("{instance}: {why}")),
            Err(InstanceError::Failed(problem)) => return Err(problem),
        }
    }
    if !refusals.is_empty() {
        return Err(BundleError::Refused { title, refusals });
    }
    let missing = competition.missing(&manifest);
    if options.strict && !missing.is_empty() {
        return Err(BundleError::Incomplete { title, missing });
    }
    if competition.toy && options.encoding == competition.language.encodings()[0] {
        let _ = files.insert("pips/pips.mzc.mzn".into(), SOLUTION_CHECKER.into());
    }
    for (name, text) in description::texts(options, &manifest)? {
        let _ = files.insert(name.into(), text.into());
    }
    let hashes = files
        .iter()
        .map(|(path, bytes)| (path.clone(), sha256(bytes)));
    manifest.files = hashes.collect();
    let _ = files.insert(manifest::FILE.into(), manifest.text().into());
    Ok((Bundle { manifest, missing }, files))
}

/// Returns the instances in order, with the toy. Refuses invalid ones before any search.
fn check_entries(
    mut entries: Vec<BundleEntry>,
    competition: &'static CompetitionSpec,
) -> Result<Vec<BundleEntry>, BundleError> {
    if entries.is_empty() {
        return Err(BundleError::Nothing);
    }
    if competition.toy && !entries.iter().any(is_toy) {
        entries.push(BundleEntry {
            name: TOY_NAME.into(),
            puzzle: parse(TOY)?,
            times: Vec::new(),
            origin: None,
        });
    }
    let mut refusals = Vec::new();
    let mut names = BTreeSet::new();
    let mut names_by_digest: BTreeMap<String, &str> = BTreeMap::new();
    for entry in &entries {
        let twin = names_by_digest.insert(entry.puzzle.digest(), &entry.name);
        // Names become file names, which some systems compare without case.
        let is_new = names.insert(entry.name.to_lowercase());
        let fault = name_fault(&entry.name)
            .or(twin.map(|other| format!("it is the same puzzle as {other}")))
            .or((!is_new).then(|| "another instance has this name".into()))
            .or_else(|| licence_fault(entry, competition));
        refusals.extend(fault.map(|why| format!("{}: {why}", Visible(&entry.name))));
    }
    if !refusals.is_empty() {
        let title = &competition.title;
        return Err(BundleError::Refused { title, refusals });
    }
    entries.sort_by_cached_key(|BundleEntry { name, puzzle, .. }| {
        (family(puzzle), puzzle.cells().len(), name.clone())
    });
    Ok(entries)
}

/// Returns the problem with the name of an instance.
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

/// Returns the problem with the licence of a puzzle. A generated puzzle has the licence of the bundle.
fn licence_fault(entry: &BundleEntry, competition: &CompetitionSpec) -> Option<String> {
    if entry.puzzle.recipe().is_some() || is_toy(entry) {
        return None;
    }
    match &entry.origin {
        None => Some(
            "pipsc did not generate this puzzle, so its licence is unknown: name its source with --source and \
             its licence with --licence"
                .into(),
        ),
        Some(origin) if competition.licensed_files && origin.licence != competition.licence => {
            Some(format!(
                "its licence is {}, but every file states {}",
                origin.licence, competition.licence
            ))
        }
        Some(_) => None,
    }
}

fn is_toy(entry: &BundleEntry) -> bool {
    entry.name == TOY_NAME && parse(TOY).is_ok_and(|toy| toy.digest() == entry.puzzle.digest())
}

fn parse(text: &str) -> Result<Puzzle, BundleError> {
    let document = formats::read(text.as_bytes(), None);
    let document = document.map_err(|problem| BundleError::Internal(problem.to_string()))?;
    let puzzle = document.pick(None).cloned();
    puzzle.map_err(|problem| BundleError::Internal(problem.to_string()))
}

/// Returns the family of a puzzle; `puzzle` for a given one.
fn family(puzzle: &Puzzle) -> &'static str {
    let recipe = puzzle.recipe();
    recipe.map_or("puzzle", |recipe| recipe.family.name())
}

/// Reason why an instance cannot be made.
enum InstanceError {
    /// The competition would refuse it.
    Refused(String),
    Failed(BundleError),
}

impl<E: Into<BundleError>> From<E> for InstanceError {
    fn from(problem: E) -> Self {
        InstanceError::Failed(problem.into())
    }
}

/// Adds the files of an instance.
fn add_instance(
    options: &BundleOptions,
    entry: BundleEntry,
    budget: &Budget,
    files: &mut Files,
) -> Result<BundleInstance, InstanceError> {
    let competition = options.competition;
    let refused = InstanceError::Refused;
    let toy = is_toy(&entry);
    let (name, times) = (entry.name, entry.times);
    // Boards that are not grids need the graph format.
    let (format, text) = match formats::write(&entry.puzzle, Format::Text) {
        Ok(text) => (Format::Text, text),
        Err(_) => (
            Format::Graph,
            formats::write(&entry.puzzle, Format::Graph)
                .map_err(|problem| BundleError::Internal(problem.to_string()))?,
        ),
    };
    // The model must be that of the written file.
    let puzzle = &parse(&text)?;
    let lowered = lower_until(puzzle, &AS_IT_STANDS, budget).map_err(|problem| match problem {
        LowerError::Stopped(stop) => stop.into(),
        LowerError::TooLarge(_) => refused(problem.to_string()),
    })?;
    let limit = options.status_limit;
    let status = InstanceStatus::find(puzzle, &lowered, limit, competition.counts, budget)?;
    if competition.counts && status.solutions.is_none() {
        return Err(refused(
            "its number of solutions is unknown; a longer --status-limit gives the count more time"
                .into(),
        ));
    }
    let mut models = emit(options, &name, puzzle, &lowered, &status, budget)?;
    let mut size = ModelSize::default();
    for (_, text) in &models {
        size.add(competition.language, text);
    }
    // All instances share the files before the last.
    let (file, model) = models.pop().unwrap_or_default();
    let max_bytes = competition.language.max_bytes;
    if let Some(most) = max_bytes.filter(|&most| model.len() as u64 > most) {
        return Err(refused(format!(
            "its file has {} bytes, and the limit is {most}",
            model.len()
        )));
    }
    for (file, text) in models {
        let _ = files.insert(path(options, &file, puzzle, &text), text.into());
    }
    let (bytes, hash) = (model.len(), sha256(model.as_bytes()));
    let mut model_path = path(options, &file, puzzle, &model);
    let mut model = model.into_bytes();
    if competition.packed {
        model_path += ".xz";
        model = pack(&model).map_err(|problem| BundleError::Internal(problem.to_string()))?;
    }
    let _ = files.insert(model_path.clone(), model);
    let puzzle_path = format!("puzzles/{name}.{}", format.ending());
    let _ = files.insert(puzzle_path.clone(), text.into());
    if let Some(board) = &status.board {
        let text = formats::write_board(puzzle, board);
        let _ = files.insert(format!("solutions/{name}.txt"), text.into());
    }
    if let (true, Some(count)) = (competition.counts, status.solutions) {
        let stem = file.strip_suffix(".cnf").unwrap_or(&file);
        let path = format!("expected/pips-{stem}.txt");
        let _ = files.insert(path, expected(count).into());
    }
    let recipe = puzzle.recipe();
    let count = |number: u64| Some(number).filter(|&number| number > 0);
    Ok(BundleInstance {
        name,
        family: family(puzzle).into(),
        recipe: recipe.map(|recipe| recipe.words()),
        origin: entry.origin.filter(|_| recipe.is_none() && !toy),
        toy,
        cells: puzzle.cells().len(),
        dominoes: puzzle.dominoes().len(),
        digest: puzzle.digest(),
        file: model_path,
        puzzle: puzzle_path,
        bytes,
        sha256: hash,
        variables: count(size.variables),
        constraints: count(size.constraints),
        status: status.satisfiable.into(),
        evidence: status.evidence,
        solutions: status.solutions.map(|count| count.to_string()),
        times,
    })
}

/// Writes the model files of an instance, with the file names of its language. The instance's own file is
/// the last.
fn emit(
    options: &BundleOptions,
    name: &str,
    puzzle: &Puzzle,
    lowered: &Lowered,
    status: &InstanceStatus,
    budget: &Budget,
) -> Result<Vec<(String, String)>, InstanceError> {
    let satisfiable = status.satisfiable;
    let provenance = Provenance {
        satisfiable,
        status_limit: satisfiable.is_none().then_some(options.status_limit),
        signature: options.signature.clone(),
        ..Provenance::of(puzzle, name, lowered)
    };
    let profile = options.competition.profile;
    let emission = Emission::new(&lowered.model, options.encoding, profile, provenance)
        .map_err(|problem| InstanceError::Refused(problem.to_string()))?
        .until(budget);
    let mut files = Vec::new();
    for (index, file) in emission.file_names(name).into_iter().enumerate() {
        let mut text = Vec::new();
        if let Err(problem) = emission.write(index, &mut text) {
            budget.check()?;
            return Err(BundleError::Internal(problem.to_string()).into());
        }
        files.push((file, String::from_utf8_lossy(&text).into_owned()));
    }
    Ok(files)
}

/// Fills in the path template of the competition.
fn path(options: &BundleOptions, file: &str, puzzle: &Puzzle, text: &str) -> String {
    let signature = &options.signature;
    let logic = text
        .split_once("(set-logic ")
        .and_then(|(_, rest)| rest.split_once(')'));
    // The last name of the first author of a list.
    let author = (signature.author.as_ref()).map_or("pipsc", |author| author.raw());
    let first = author.split([',', ';']).next().unwrap_or_default();
    let first = first.split(" and ").next().unwrap_or_default();
    let last = first.split_whitespace().last().unwrap_or_default();
    let last: String = last.chars().filter(|char| char.is_alphanumeric()).collect();
    (options.competition.path)
        .replace("{logic}", logic.map_or("", |(logic, _)| logic))
        .replace("{day}", &signature.day().replace('-', ""))
        .replace("{submitter}", if last.is_empty() { "pipsc" } else { &last })
        .replace("{family}", family(puzzle))
        .replace("{file}", file)
}

/// Compresses to `.xz`. The encoder is a compiled-in library, so its output is the same everywhere.
fn pack(text: &[u8]) -> io::Result<Vec<u8>> {
    let mut writer = XzWriter::new(Vec::new(), XzOptions::with_preset(XZ_PRESET))?;
    writer.write_all(text)?;
    writer.finish()
}

/// Returns the expected answer of a model counter.
fn expected(count: u128) -> String {
    let (verdict, log) = match count {
        0 => ("UNSATISFIABLE", "-inf".into()),
        // Six digits: machines can differ in the last bits of a logarithm.
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
    fn expected_counts_have_the_competition_format() {
        assert_eq!(
            expected(1_000_000_000_000),
            "s SATISFIABLE\nc s type mc\nc s log10-estimate 12.000000\nc s exact arb int 1000000000000\n"
        );
        assert!(expected(0).starts_with("s UNSATISFIABLE\n"));
    }
}
