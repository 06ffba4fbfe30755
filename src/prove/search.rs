//! Finding out what can be claimed, and proving it.

use std::fs::{self, File};
use std::io::{BufReader, Write};
use std::ops::ControlFlow;
use std::path::Path;

use super::checker::{Checker, Form, Heard, Opinion, Tried, Unasked, Written};
use super::folder::{
    BOARDS, Certificate, DIAGRAM_NAMES, Draft, MODELS, NAMES, PRINTED, ProofFile, Refutation, place,
};
use super::question::{self, Question};
use super::{Claim, MOST_BOARDS, ProveError, lrat, shortfall, tiling};
use crate::backend::Encoding;
use crate::clock::Instant;
use crate::deduce::{Shortfall, Untileable};
use crate::folders;
use crate::formats::{self, BoardForm, BoardWriter, Format};
use crate::limits::{Limits, Watch};
use crate::puzzle::{Board, Puzzle, check};
use crate::solver::embedded::{self, Diagram};
use crate::solver::external::{Said, refute};
use crate::solver::{
    DecodeError, Decoder, Found, Goal, Installed, Misbehaviour, Proof, Registry, SearchPath,
    Solver, SolverError, Stopped, Task,
};

/// What is wanted.
#[derive(Debug, Clone, Default)]
pub struct Wish {
    /// What is to be proved; without it, what turns out to be the case.
    pub claim: Option<Claim>,
    /// Every encoding of CNF is to be refuted by itself, and not only the first.
    pub every_encoding: bool,
    /// The solver that is to write the proofs; without it, the first that is there. With it, there is a
    /// proof by this solver even where a few sums would do.
    pub solver: Option<String>,
    /// How far the work may go.
    pub limits: Limits,
    /// The certificate of another puzzle may be replaced.
    pub force: bool,
}

/// What a few sums show to be impossible.
enum Reason {
    /// Dominoes cannot cover the board.
    Untileable(Untileable),
    /// The rules ask for more than the dominoes have.
    Shortfall(Shortfall),
}

/// The programs of others that are at hand.
#[derive(Debug)]
pub struct Tools<'a> {
    /// The solvers that are known.
    pub registry: &'a Registry,
    /// Where programs are looked for.
    pub places: &'a SearchPath,
}

/// The solvers that write proofs, the best first. Others that the user knows come after them.
const PREFERRED: [&str; 3] = ["kissat", "cadical", "pumpkin"];

impl Tools<'_> {
    /// Of some checkers those that are there and can be believed, and why the others are not asked.
    pub(super) fn checkers(&self, wanted: &[Checker], watch: &Watch) -> Checkers {
        let mut checkers = Checkers::default();
        for &checker in wanted {
            match Tried::find(checker, self.places, watch) {
                Ok(one) => checkers.tried.push(one),
                Err(why) => checkers.unasked.push(why),
            }
        }
        checkers
    }

    /// The solver that writes proofs: the one that is wanted, or the best that is there.
    fn solver(&self, wanted: Option<&str>) -> Result<Installed, ProveError> {
        if let Some(name) = wanted {
            return match Solver::find_in(name, self.registry, self.places)? {
                Solver::External(installed) if writes_proofs(&installed) => Ok(*installed),
                Solver::External(_) | Solver::Embedded => {
                    Err(ProveError::from(SolverError::Unsupported {
                        solver: name.to_owned(),
                        problem: format!("it writes no proof; {} do", PREFERRED.join(", ")),
                    }))
                }
            };
        }
        let others = self.registry.entries().map(|entry| entry.name.as_str());
        let others = others.filter(|name| !PREFERRED.contains(name));
        let mut known = Vec::new();
        for name in PREFERRED.into_iter().chain(others) {
            let Some(entry) = self.registry.get(name) else {
                continue;
            };
            if entry.via.iter().all(|via| via.proof.is_empty()) {
                continue;
            }
            known.push(name.to_owned());
            match self.places.find(entry) {
                Ok(installed) if writes_proofs(&installed) => return Ok(installed),
                Ok(_) | Err(_) => {}
            }
        }
        Err(ProveError::NoSolver { known })
    }
}

/// The checkers at hand.
#[derive(Debug, Default)]
pub(super) struct Checkers {
    tried: Vec<Tried>,
    unasked: Vec<Unasked>,
}

impl Checkers {
    /// The checker, or why it is not asked.
    pub(super) fn get(&self, checker: Checker) -> Result<&Tried, Unasked> {
        let mut tried = self.tried.iter();
        tried.find(|one| one.checker == checker).ok_or_else(|| {
            let mut unasked = self.unasked.iter();
            let why = unasked.find(|why| match why {
                Unasked::Missing(one) | Unasked::Unbelievable { checker: one, .. } => {
                    *one == checker
                }
                Unasked::Stopped(_) | Unasked::NoFolder(_) => true,
            });
            why.cloned().unwrap_or(Unasked::Missing(checker))
        })
    }
}

fn writes_proofs(solver: &Installed) -> bool {
    matches!(solver.encoding(), Encoding::Dimacs(_)) && !solver.via.proof.is_empty()
}

/// What is done, for whoever wants to see it.
pub type Report<'a> = dyn FnMut(&str) + 'a;

/// Finds out what can be claimed of a puzzle, or takes what is to be claimed, proves it, has the proofs
/// checked, and leaves the certificate in a folder.
pub fn prove(
    puzzle: &Puzzle,
    instance: &str,
    wish: &Wish,
    tools: &Tools<'_>,
    into: &Path,
    report: &mut Report<'_>,
) -> Result<Certificate, ProveError> {
    let begun = Instant::now();
    let watch = Watch::new(&wish.limits);
    let (file, text) = written(puzzle)?;
    // Whatever is proved is proved of what stands in the folder.
    let unread = |problem: String| ProveError::Internal(format!("{file}: {problem}"));
    let document = formats::read(text.as_bytes(), None);
    let document = document.map_err(|problem| unread(problem.to_string()))?;
    let picked = document.pick(None);
    let puzzle = picked.map_err(|problem| unread(problem.to_string()))?;
    let draft = Draft::begin(into, &puzzle.digest(), wish.force)?;
    let _ = draft.write(&file, |out| Ok(out.write_all(text.as_bytes())?))?;
    let mut prover = Prover {
        puzzle,
        instance,
        wish,
        tools,
        watch: &watch,
        begun,
        draft: &draft,
        checkers: Checkers::default(),
        report,
    };
    if wish.claim == Some(Claim::Diagram) {
        let (diagram, models) = prover.diagram()?;
        let mut certificate = Certificate::blank(instance, &file, puzzle.digest());
        certificate.claim = Claim::Diagram;
        certificate.solutions = models;
        certificate.diagram = Some(diagram);
        draft.finish(&mut certificate)?;
        return Ok(certificate);
    }
    let (boards, refutations) = prover.prove()?;
    let solutions = boards.len() as u64;
    let mut certificate = Certificate::blank(instance, &file, puzzle.digest());
    certificate.solutions = solutions;
    certificate.claim = wish.claim.unwrap_or(match solutions {
        0 => Claim::None,
        1 => Claim::Unique,
        _ => Claim::Count,
    });
    certificate.refutations = refutations;
    if !boards.is_empty() {
        certificate.boards = Some(BOARDS.into());
        let _ = draft.write(BOARDS, |out| Ok(write_boards(puzzle, &boards, out)?))?;
    }
    draft.finish(&mut certificate)?;
    Ok(certificate)
}

/// What is certain about a puzzle, and by whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Certified {
    /// It has a solution: a board that the checker accepts.
    Satisfiable(Board),
    /// It has none: these have checked proofs of it.
    Unsatisfiable(Vec<String>),
}

/// Certifies whether a puzzle has a solution, and leaves nothing behind.
pub fn certify(
    puzzle: &Puzzle,
    instance: &str,
    limits: &Limits,
    tools: &Tools<'_>,
) -> Result<Certified, ProveError> {
    if let Some(board) = puzzle.solution() {
        return Ok(Certified::Satisfiable(board.clone()));
    }
    let folder = folders::temporary("pipsc-");
    let folder = folder.map_err(|problem| ProveError::Internal(problem.to_string()))?;
    let wish = Wish {
        claim: Some(Claim::None),
        limits: limits.clone(),
        ..Wish::default()
    };
    let into = folder.path().join("certificate");
    match prove(puzzle, instance, &wish, tools, &into, &mut |_| {}) {
        Ok(certificate) => Ok(Certified::Unsatisfiable(certificate.checked_by())),
        Err(ProveError::Untrue {
            board: Some(board), ..
        }) => Ok(Certified::Satisfiable(*board)),
        Err(problem) => Err(problem),
    }
}

/// The puzzle as it stands in the folder: as text where there is a grid, else as a graph.
fn written(puzzle: &Puzzle) -> Result<(String, String), ProveError> {
    let (format, text) = match formats::write(puzzle, Format::Text) {
        Ok(text) => (Format::Text, text),
        Err(_) => (Format::Graph, formats::write(puzzle, Format::Graph)?),
    };
    Ok((format!("puzzle.{}", format.ending()), text))
}

/// Boards as `pipsc run --all` prints them.
fn write_boards(puzzle: &Puzzle, boards: &[Board], out: &mut dyn Write) -> std::io::Result<()> {
    let mut writer = BoardWriter::new(puzzle, BoardForm::Drawing);
    let mut text = Vec::new();
    for board in boards {
        text.clear();
        writer.write(board, &mut text);
        text.push(b'\n');
        out.write_all(&text)?;
    }
    Ok(())
}

/// A proof in the making.
struct Prover<'a> {
    puzzle: &'a Puzzle,
    instance: &'a str,
    wish: &'a Wish,
    tools: &'a Tools<'a>,
    watch: &'a Watch,
    begun: Instant,
    draft: &'a Draft,
    checkers: Checkers,
    report: &'a mut Report<'a>,
}

impl<'a> Prover<'a> {
    /// Is there a solution besides these?
    fn question(&self, boards: &[Board]) -> Result<Question<'a>, ProveError> {
        Question::new(self.puzzle, boards, self.instance, self.watch)
    }

    /// Tries checkers out.
    fn try_out(&mut self, wanted: &[Checker]) -> Result<(), ProveError> {
        (self.report)("trying out the checkers");
        self.checkers = self.tools.checkers(wanted, self.watch);
        Ok(self.watch.check()?)
    }

    /// A checker without which there is no certificate.
    fn needed(&self, checker: Checker) -> Result<Tried, ProveError> {
        self.checkers
            .get(checker)
            .cloned()
            .map_err(ProveError::NoChecker)
    }

    /// All solutions, and what shows that there are no others.
    fn prove(&mut self) -> Result<(Vec<Board>, Vec<Refutation>), ProveError> {
        (self.report)("looking for a reason that can be written as a few sums");
        let mut refutations = Vec::new();
        let untileable = Untileable::of(self.puzzle, self.watch)?.map(Reason::Untileable);
        let reason = untileable.or_else(|| Shortfall::of(self.puzzle).map(Reason::Shortfall));
        if let Some(reason) = reason {
            if let Some(claim @ Claim::Unique) = self.wish.claim {
                return Err(ProveError::untrue(claim, "no solution"));
            }
            self.try_out(&[Checker::VeriPb])?;
            // Without somebody to check the sums, clauses can show small shortfalls as well.
            let by_sums = match &reason {
                Reason::Untileable(_) => true,
                Reason::Shortfall(_) => self.needed(Checker::VeriPb).is_ok(),
            };
            if by_sums {
                refutations.push(self.by_sums(&reason)?);
                if self.wish.solver.is_none() && !self.wish.every_encoding {
                    return Ok((Vec::new(), refutations));
                }
            }
        }
        let solver = self.tools.solver(self.wish.solver.as_deref())?;
        self.try_out(&Checker::OF_CLAUSES)?;
        // Without it there is no proof that anybody else could read.
        let _ = self.needed(Checker::Rate)?;
        let mut encodings = question::encodings().filter(|(_, written)| *written == Written::Cnf);
        let first = encodings.next().map(|(encoding, _)| encoding);
        let first = first.ok_or_else(|| ProveError::Internal("there is no CNF".into()))?;
        let boards = self.boards(&solver, first)?;
        let question = self.question(&boards)?;
        refutations.push(self.checked(&question, &solver, first)?);
        if self.wish.every_encoding {
            for (encoding, _) in encodings {
                if let Some(board) = self.ask(&question, &solver, encoding)? {
                    return Err(self.contradiction(&solver, encoding, &board));
                }
                refutations.push(self.checked(&question, &solver, encoding)?);
            }
        }
        Ok((boards, refutations))
    }

    /// All solutions, sorted. The model in the encoding that there is another one has been refuted.
    fn boards(&mut self, solver: &Installed, encoding: Encoding) -> Result<Vec<Board>, ProveError> {
        let claim = self.wish.claim;
        let mut boards = Vec::new();
        if claim != Some(Claim::Count) {
            for _ in 0..2 {
                let question = self.question(&boards)?;
                let Some(board) = self.ask(&question, solver, encoding)? else {
                    return match (claim, boards.len()) {
                        (Some(claim @ Claim::Unique), 0) => {
                            Err(ProveError::untrue(claim, "no solution"))
                        }
                        (_, _) => Ok(boards),
                    };
                };
                boards.push(board);
                match (claim, boards.len()) {
                    (Some(claim @ Claim::None), _) => {
                        return Err(ProveError::Untrue {
                            asked: claim,
                            found: "a solution".into(),
                            board: boards.pop().map(Box::new),
                        });
                    }
                    (Some(claim @ Claim::Unique), 2) => {
                        return Err(ProveError::untrue(claim, "more than one solution"));
                    }
                    (_, _) => {}
                }
            }
        }
        let all = self.enumerate()?;
        if let Some(missed) = boards
            .iter()
            .find(|board| all.binary_search(board).is_err())
        {
            return Err(self.contradiction(solver, encoding, missed));
        }
        let question = self.question(&all)?;
        match self.ask(&question, solver, encoding)? {
            None => Ok(all),
            Some(board) => Err(self.contradiction(solver, encoding, &board)),
        }
    }

    fn contradiction(&self, solver: &Installed, encoding: Encoding, board: &Board) -> ProveError {
        ProveError::Disagreement(format!(
            "{} found a solution in the encoding {encoding} that others have ruled out:\n{}",
            solver.entry.name,
            formats::write_board(self.puzzle, board)
        ))
    }

    /// Every solution, sorted, found by the embedded solver.
    fn enumerate(&mut self) -> Result<Vec<Board>, ProveError> {
        (self.report)("finding every solution");
        let mut task = Task::new(self.puzzle);
        task.goal = Goal::All {
            limit: Some(MOST_BOARDS + 1),
        };
        task.limits = self.wish.limits.after(self.begun.elapsed());
        let mut boards = Vec::new();
        let solved = Solver::Embedded.solve(&task, &mut |board| {
            boards.push(board);
            ControlFlow::Continue(())
        })?;
        if boards.len() as u64 > MOST_BOARDS {
            return Err(ProveError::TooMany);
        }
        match (solved.outcome.found, solved.outcome.stopped) {
            (Found::Exactly(_), _) => {}
            (Found::AtLeast(_), Some(why)) => return Err(stopped(why, "the embedded solver")),
            (Found::AtLeast(_), None) => {
                return Err(ProveError::GaveUp("the embedded solver".into()));
            }
        }
        boards.sort_unstable();
        boards.dedup();
        Ok(boards)
    }

    /// A solution besides some boards, or none and the proof of that.
    fn ask(
        &mut self,
        question: &Question<'_>,
        solver: &Installed,
        encoding: Encoding,
    ) -> Result<Option<Board>, ProveError> {
        let name = &solver.entry.name;
        let excluded = question.puzzle().excluded().len() - self.puzzle.excluded().len();
        (self.report)(&match excluded {
            0 => format!("{name}: is there a solution? ({encoding})"),
            1 => format!("{name}: is there another solution? ({encoding})"),
            many => format!("{name}: is there one more besides {many}? ({encoding})"),
        });
        let language = encoding.language().name;
        let model = place(language, encoding.name(), &model_file(encoding));
        let model = self
            .draft
            .write(&model, |out| question.write(encoding, out))?;
        let mut task = Task::new(question.puzzle());
        task.limits = self.wish.limits.after(self.begun.elapsed());
        task.options.proof = Some(Proof {
            file: self
                .draft
                .path(&place(language, encoding.name(), Form::Drat.file()))?,
            checker: None,
        });
        let blame = |problem| ProveError::from(SolverError::misbehaved(name, problem));
        match refute(solver, &task, &model, self.watch)? {
            Said::Refuted => Ok(None),
            Said::Open(why) => Err(stopped(why, name)),
            Said::Answered(answer) => {
                let names = question.names(encoding)?;
                let decoder = Decoder::new(question.puzzle(), &names);
                let decoder =
                    decoder.map_err(|problem| ProveError::Internal(problem.to_string()))?;
                let board = decoder.board(&answer);
                let faults = check(question.puzzle(), &board);
                if !faults.is_empty() {
                    return Err(blame(Misbehaviour::from(DecodeError::Rejected(faults))));
                }
                Ok(Some(board))
            }
        }
    }

    /// A model that a solver has refuted, with its proofs, as the checkers accept them.
    fn checked(
        &mut self,
        question: &Question<'_>,
        solver: &Installed,
        encoding: Encoding,
    ) -> Result<Refutation, ProveError> {
        let mut refutation = self.begun(question, encoding)?;
        let file = |name: &str| place(encoding.language().name, encoding.name(), name);
        let model = self.draft.path(&refutation.model)?;
        let drat = self.draft.path(&file(Form::Drat.file()))?;
        let lrat = self.draft.path(&file(Form::Lrat.file()))?;
        let rate = self.needed(Checker::Rate)?;
        (self.report)(&format!("{}: checking the proof ({encoding})", rate.title));
        let heard = rate.write_lrat(&model, &drat, &lrat, self.watch)?;
        self.accept(&rate, &folder_of(encoding), heard)?;
        let version = solver.version.as_ref().map(|version| format!(" {version}"));
        refutation.proofs.push(ProofFile {
            form: Form::Drat,
            file: file(Form::Drat.file()),
            made_by: format!("{}{}", solver.entry.name, version.unwrap_or_default()),
            checked_by: Some(rate.title.clone()),
        });
        let checked_by = self.opinion(encoding, Written::Cnf, &model, Form::Lrat)?;
        refutation.proofs.push(ProofFile {
            form: Form::Lrat,
            file: file(Form::Lrat.file()),
            made_by: rate.title,
            checked_by,
        });
        let clauses = clauses(&model)?;
        let mut is_translated = false;
        let pbp = self.draft.write(&file(Form::Pbp.file()), |out| {
            let lrat = File::open(&lrat).map_err(|problem| ProveError::file(&lrat, problem))?;
            is_translated = lrat::translate(clauses, &mut BufReader::new(lrat), out)?;
            Ok(())
        })?;
        if !is_translated {
            fs::remove_file(&pbp).map_err(|problem| ProveError::file(&pbp, problem))?;
            return Ok(refutation);
        }
        let checked_by = self.opinion(encoding, Written::Cnf, &model, Form::Pbp)?;
        refutation.proofs.push(ProofFile {
            form: Form::Pbp,
            file: file(Form::Pbp.file()),
            made_by: OURSELVES.into(),
            checked_by,
        });
        Ok(refutation)
    }

    /// The refutation of what a few sums show to be impossible.
    fn by_sums(&mut self, reason: &Reason) -> Result<Refutation, ProveError> {
        let encoding = question::SUMS;
        let _ = self.needed(Checker::VeriPb)?;
        let question = self.question(&[])?;
        let mut refutation = self.begun(&question, encoding)?;
        let file = |name: &str| place(encoding.language().name, encoding.name(), name);
        let model = self
            .draft
            .write(&refutation.model, |out| question.write(encoding, out))?;
        let _ = self.draft.write(&file(Form::Pbp.file()), |out| {
            let model = question.model();
            match reason {
                Reason::Untileable(reason) => tiling::write(model, reason, self.watch, out)?,
                Reason::Shortfall(reason) => {
                    shortfall::write(self.puzzle, model, reason, self.watch, out)?;
                }
            }
            Ok(())
        })?;
        let checked_by = self.opinion(encoding, Written::Opb, &model, Form::Pbp)?;
        refutation.proofs.push(ProofFile {
            form: Form::Pbp,
            file: file(Form::Pbp.file()),
            made_by: OURSELVES.into(),
            checked_by,
        });
        Ok(refutation)
    }

    /// The diagram of all solutions, as somebody else counts its models.
    fn diagram(&mut self) -> Result<(ProofFile, u64), ProveError> {
        self.try_out(&[Checker::Ddnnife])?;
        let ddnnife = self.needed(Checker::Ddnnife)?;
        (self.report)("drawing the diagram");
        let drawn = drawn(self.puzzle, self.watch)?;
        let question = self.question(&[])?;
        let models = self
            .draft
            .write(MODELS, |out| Ok(drawn.write_models(&question, out)?))?;
        let file = DIAGRAM.to_owned();
        let diagram =
            self.draft.write(
                &file,
                |out| Ok(question.write_diagram(&drawn.diagram, out)?),
            )?;
        let _ = self.draft.write(DIAGRAM_NAMES, |out| {
            question.write_names(question::FIRST, out)
        })?;
        (self.report)(&format!("{}: counting", ddnnife.title));
        let heard = ddnnife.ask(Written::Models, &models, &diagram, self.watch)?;
        self.accept(&ddnnife, "diagram", heard)?;
        let made = ProofFile {
            form: Form::Nnf,
            file,
            made_by: OURSELVES.into(),
            checked_by: Some(ddnnife.title),
        };
        Ok((made, drawn.models))
    }

    /// A refutation without proofs yet; its names are written.
    fn begun(&self, question: &Question<'_>, encoding: Encoding) -> Result<Refutation, ProveError> {
        let language = encoding.language().name;
        let refutation = Refutation {
            language: language.into(),
            encoding: encoding.name().into(),
            model: place(language, encoding.name(), &model_file(encoding)),
            names: place(language, encoding.name(), NAMES),
            proofs: Vec::new(),
        };
        let _ = self
            .draft
            .write(&refutation.names, |out| question.write_names(encoding, out))?;
        Ok(refutation)
    }

    /// Has a proof of the draft checked by whoever reads its form, if somebody does: their name.
    fn opinion(
        &mut self,
        encoding: Encoding,
        written: Written,
        model: &Path,
        form: Form,
    ) -> Result<Option<String>, ProveError> {
        let checker = match self.checkers.get(form.checker()) {
            Ok(checker) => checker.clone(),
            Err(Unasked::Missing(_)) => return Ok(None),
            // One that is there and cannot be believed is no reason to say nothing.
            Err(why) => return Err(ProveError::NoChecker(why)),
        };
        (self.report)(&format!(
            "{}: checking the proof ({encoding})",
            checker.title
        ));
        let proof = place(encoding.language().name, encoding.name(), form.file());
        let proof = self.draft.path(&proof)?;
        let heard = checker.ask(written, model, &proof, self.watch)?;
        self.accept(&checker, &folder_of(encoding), heard)?;
        Ok(Some(checker.title))
    }

    /// Keeps what a checker printed, if it accepts the proof.
    fn accept(&self, checker: &Tried, folder: &str, heard: Heard) -> Result<(), ProveError> {
        match heard.opinion {
            Opinion::Accepts => {
                let name = format!("{folder}/{}{PRINTED}", checker.checker.name());
                let _ = self
                    .draft
                    .write(&name, |out| Ok(out.write_all(heard.output.as_bytes())?))?;
                Ok(())
            }
            Opinion::Stopped(stop) => Err(ProveError::Stopped(stop)),
            Opinion::Refuses(said) => Err(ProveError::Refused {
                checker: checker.title.clone(),
                proof: folder.to_owned(),
                said,
            }),
        }
    }
}

/// Who made what this program made.
const OURSELVES: &str = concat!("pipsc ", env!("CARGO_PKG_VERSION"));

/// The folder for what belongs to an encoding.
fn folder_of(encoding: Encoding) -> String {
    format!("{}-{}", encoding.language().name, encoding.name())
}

/// Where a diagram stands.
pub(super) const DIAGRAM: &str = "diagram/diagram.nnf";

/// A diagram with how many models it has.
pub(super) struct Drawn {
    pub(super) diagram: Diagram,
    pub(super) models: u64,
}

impl Drawn {
    /// Writes how many models there are, and over how many variables.
    pub(super) fn write_models(
        &self,
        question: &Question<'_>,
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        let variables = question.model().placements.len();
        writeln!(out, "models {variables} {}", self.models)
    }
}

/// Draws the diagram of a puzzle.
pub(super) fn drawn(puzzle: &Puzzle, watch: &Watch) -> Result<Drawn, ProveError> {
    if !puzzle.excluded().is_empty() {
        return Err(ProveError::NoDiagram("boards are excluded from it"));
    }
    let diagram = embedded::diagram(puzzle, watch)?;
    let diagram = diagram.ok_or(ProveError::NoDiagram(
        "it has no solution, or a diagram would have more than a million nodes",
    ))?;
    let models = u64::try_from(diagram.models());
    let models = models.map_err(|_| ProveError::NoDiagram("it has too many solutions"))?;
    Ok(Drawn { diagram, models })
}

/// What the model of an encoding is called.
pub(super) fn model_file(encoding: Encoding) -> String {
    format!("model.{}", encoding.language().run_extensions[0])
}

fn stopped(why: Stopped, who: &str) -> ProveError {
    use crate::limits::Stop;
    match why {
        Stopped::TimeLimit => ProveError::Stopped(Stop::Time),
        Stopped::MemoryLimit => ProveError::Stopped(Stop::Memory),
        Stopped::Cancelled => ProveError::Stopped(Stop::Cancelled),
        Stopped::Enough | Stopped::GaveUp => ProveError::GaveUp(who.into()),
    }
}

/// How many clauses the header of a CNF counts.
fn clauses(model: &Path) -> Result<u64, ProveError> {
    use std::io::BufRead;
    let failed = |problem| ProveError::file(model, problem);
    let lines = BufReader::new(fs::File::open(model).map_err(failed)?).lines();
    for line in lines {
        let line = line.map_err(failed)?;
        if let Some(counts) = line.strip_prefix("p cnf ") {
            let clauses = counts.split_whitespace().nth(1);
            let clauses = clauses.and_then(|clauses| clauses.parse().ok());
            return clauses.ok_or_else(|| ProveError::Internal("the CNF has no header".into()));
        }
    }
    Err(ProveError::Internal("the CNF has no header".into()))
}
