//! A checker at work: found, tried out, and asked.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::Checker;
use crate::folders;
use crate::limits::{Budget, StopReason};
use crate::prove::rules;
use crate::solver::process::{
    self, Ending, ProcessCommand, ProcessLimits, ProcessResult, ProcessStop,
};
use crate::solver::{NoTemporaryFolder, SearchPath};

/// A checker on this machine that has told a right proof from a wrong one.
#[derive(Debug, Clone)]
pub struct Tried {
    /// Which one.
    pub checker: Checker,
    /// Its program.
    pub program: PathBuf,
    /// What it calls itself: `rate 0.3.0`.
    pub title: String,
}

/// Why a checker is not asked.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Unasked {
    /// It is not on this machine.
    #[error("{} is not installed; to install it: {}", .0.name(), .0.install())]
    Missing(Checker),
    /// It cannot be believed.
    #[error("{} cannot be believed: {problem}", .checker.name())]
    Unbelievable {
        /// Which one.
        checker: Checker,
        /// What it did.
        problem: String,
    },
    /// There was no time, or no place, to try it out.
    #[error(transparent)]
    Stopped(#[from] StopReason),
    /// There is no place to try it out.
    #[error(transparent)]
    NoFolder(#[from] NoTemporaryFolder),
}

/// What a checker says of a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::prove) enum Opinion {
    /// It holds.
    Accepts,
    /// It does not hold, or the checker gives no verdict: its words.
    Refuses(String),
    /// It was stopped.
    Stopped(StopReason),
}

/// An opinion with all that was printed.
#[derive(Debug, Clone)]
pub(in crate::prove) struct Heard {
    pub(in crate::prove) opinion: Opinion,
    pub(in crate::prove) output: String,
}

/// What a model is written in, as far as checkers care.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::prove) enum Written {
    Cnf,
    Opb,
}

/// The longest trial. ACL2 takes a second to load.
const TRIAL_TIME: Duration = Duration::from_secs(60);

/// As much of what is printed is kept.
const KEPT: usize = 1 << 16;

/// What ACL2 is told. The files have fixed names in the folder that it is started in.
const LISP: &str = "(include-book \"projects/sat/lrat/stobj-based/run\" :dir :system)\n\
                    (lrat::lrat-check \"model.cnf\" \"proof.lrat\")\n";

impl Tried {
    /// Finds a checker and tries it out.
    pub fn find(checker: Checker, places: &SearchPath, budget: &Budget) -> Result<Tried, Unasked> {
        let program = places.program(checker.name(), Path::new(""));
        let program = program.map_err(|_| Unasked::Missing(checker))?;
        let mut tried = Tried {
            checker,
            program,
            title: checker.name().to_owned(),
        };
        let folder = folders::temporary()?;
        let unbelievable = |problem: String| Unasked::Unbelievable { checker, problem };
        let ask = |(model, proof): (&str, &str)| {
            let model_file = folder.path().join("trial.cnf");
            let proof_file = folder.path().join(checker.form().file());
            fs::write(&model_file, model)
                .and_then(|()| fs::write(&proof_file, proof))
                .map_err(|problem| unbelievable(problem.to_string()))?;
            let deadline = Some(Instant::now() + TRIAL_TIME);
            let heard = tried.ask_until(Written::Cnf, &model_file, &proof_file, budget, deadline);
            heard.map_err(|problem| unbelievable(problem.to_string()))
        };
        let right = ask(checker.right_proof())?;
        match right.opinion {
            Opinion::Accepts => {}
            Opinion::Stopped(stop) => {
                budget.check()?;
                return Err(unbelievable(format!("given a proof of one line, {stop}")));
            }
            Opinion::Refuses(said) => {
                return Err(unbelievable(format!(
                    "it refuses a proof that holds: {said}"
                )));
            }
        }
        let (model, proofs) = checker.wrong_proofs();
        for proof in proofs {
            match ask((model, proof))?.opinion {
                Opinion::Refuses(_) => {}
                Opinion::Stopped(stop) => {
                    budget.check()?;
                    return Err(unbelievable(format!("given a proof of one line, {stop}")));
                }
                Opinion::Accepts => {
                    return Err(unbelievable("it accepts a proof that does not hold".into()));
                }
            }
        }
        tried.title = tried.introduction(&right.output, folder.path(), budget);
        Ok(tried)
    }

    /// What it calls itself, with its version where that is printed.
    fn introduction(&self, printed: &str, folder: &Path, budget: &Budget) -> String {
        let (text, mark) = match self.checker {
            Checker::Rate => {
                let said = self.run(vec!["--version".into()], folder, budget, None);
                (said.map(|(_, text)| text).unwrap_or_default(), "rate ")
            }
            Checker::VeriPb => (printed.to_owned(), "VeriPB version "),
            Checker::Acl2 => (printed.to_owned(), "ACL2 Version "),
        };
        let version = text.split_once(mark).map(|(_, rest)| {
            let number = |c: char| c.is_ascii_digit() || c == '.';
            rest.chars().take_while(|&c| number(c)).collect::<String>()
        });
        let version = version.filter(|version| !version.is_empty());
        let name = match self.checker {
            Checker::Rate => "rate",
            Checker::VeriPb => "VeriPB",
            Checker::Acl2 => "ACL2",
        };
        version.map_or(name.to_owned(), |version| {
            format!("{name} {}", version.trim_end_matches('.'))
        })
    }

    /// Asks about a proof, unless it uses rules that no proof here needs.
    pub(in crate::prove) fn ask(
        &self,
        written: Written,
        model: &Path,
        proof: &Path,
        budget: &Budget,
    ) -> io::Result<Heard> {
        if self.checker == Checker::VeriPb {
            let foreign = rules::foreign(fs::File::open(proof)?, budget);
            let refused = match (foreign, budget.stopped()) {
                (Ok(None), _) => None,
                (Ok(Some((at, line))), _) => Some(Opinion::Refuses(format!(
                    "line {at}, `{line}`, is none that pipsc writes: a proof has `rup`, `pol` and `del id` alone, \
                     and VeriPB does not check every rule it knows"
                ))),
                (Err(_), Some(stop)) => Some(Opinion::Stopped(stop)),
                (Err(problem), None) => return Err(problem),
            };
            if let Some(opinion) = refused {
                let output = String::new();
                return Ok(Heard { opinion, output });
            }
        }
        self.ask_until(written, model, proof, budget, budget.deadline())
    }

    fn ask_until(
        &self,
        written: Written,
        model: &Path,
        proof: &Path,
        budget: &Budget,
        deadline: Option<Instant>,
    ) -> io::Result<Heard> {
        let folder = folders::temporary().map_err(io::Error::other)?;
        let [model, proof] = [model.canonicalize()?, proof.canonicalize()?];
        let arguments: Vec<OsString> = match self.checker {
            Checker::Rate => vec![model.into(), proof.into()],
            Checker::VeriPb => {
                let options = match written {
                    // A refutation may forget what it likes.
                    Written::Cnf => ["--cnf", "-u"],
                    Written::Opb => ["--opb", "-u"],
                };
                let options = options.map(OsString::from).into_iter();
                options.chain([model.into(), proof.into()]).collect()
            }
            Checker::Acl2 => {
                // It reads no comments, and its commands from standard input.
                strip_comments(&model, &folder.path().join("model.cnf"))?;
                let _ = fs::copy(&proof, folder.path().join("proof.lrat"))?;
                fs::write(folder.path().join("commands.lisp"), LISP)?;
                return self.heard(self.run_acl2(folder.path(), budget, deadline)?);
            }
        };
        self.heard(self.run(arguments, folder.path(), budget, deadline)?)
    }

    /// Has `rate` write the LRAT form of a proof, which it checks.
    pub(in crate::prove) fn write_lrat(
        &self,
        model: &Path,
        proof: &Path,
        lrat: &Path,
        budget: &Budget,
    ) -> io::Result<Heard> {
        let folder = folders::temporary().map_err(io::Error::other)?;
        let arguments = vec!["-L".into(), lrat.into(), model.into(), proof.into()];
        self.heard(self.run(arguments, folder.path(), budget, budget.deadline())?)
    }

    fn run_acl2(
        &self,
        folder: &Path,
        budget: &Budget,
        deadline: Option<Instant>,
    ) -> io::Result<(ProcessResult, String)> {
        let shell = Tried {
            program: "/bin/sh".into(),
            ..self.clone()
        };
        let script = "cd \"$1\" && exec \"$0\" < commands.lisp";
        let arguments = vec![
            "-c".into(),
            script.into(),
            self.program.clone().into(),
            folder.into(),
        ];
        shell.run(arguments, folder, budget, deadline)
    }

    fn run(
        &self,
        arguments: Vec<OsString>,
        folder: &Path,
        budget: &Budget,
        deadline: Option<Instant>,
    ) -> io::Result<(ProcessResult, String)> {
        let command = ProcessCommand {
            program: self.program.clone(),
            arguments,
            folder: folder.to_owned(),
        };
        let deadline = match (deadline, budget.deadline()) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        let limits = ProcessLimits {
            deadline,
            memory: budget.memory(),
            cancel: budget.cancel().clone(),
            ..ProcessLimits::default()
        };
        // Whatever else is printed, these are read.
        let is_kept = |line: &[u8]| {
            line.starts_with(b"s ") || self.checker.warns(&String::from_utf8_lossy(line))
        };
        let mut text = Vec::new();
        let mut verdicts = Vec::new();
        let run = process::run(&command, &limits, &mut |line| {
            if text.len() < KEPT {
                text.extend_from_slice(&line[..line.len().min(KEPT)]);
                text.push(b'\n');
            } else if is_kept(line) && verdicts.len() < KEPT {
                verdicts.extend_from_slice(line);
                verdicts.push(b'\n');
            }
            ControlFlow::Continue(())
        });
        let run = run.map_err(io::Error::other)?;
        text.extend(verdicts);
        text.extend_from_slice(&run.stderr);
        Ok((run, String::from_utf8_lossy(&text).into_owned()))
    }

    /// Its opinion: its own line, and an exit code and no warning that contradict it.
    fn heard(&self, (run, output): (ProcessResult, String)) -> io::Result<Heard> {
        // What ACL2 is waiting for stands on the same line.
        let verdict = |line: &str| {
            let at = line.find("s VERIFIED").or(line.find("s NOT VERIFIED"))?;
            let prompt = &line[..at];
            let alone = prompt.is_empty() || self.checker == Checker::Acl2 && prompt.ends_with('>');
            alone.then(|| line[at..].trim().to_owned())
        };
        let verdicts: Vec<String> = output.lines().filter_map(verdict).collect();
        let warning = output.lines().find(|line| self.checker.warns(line));
        let ends_well = match self.checker {
            Checker::Rate | Checker::VeriPb => run.ending == Ending::Exit(0),
            // Whatever happens, it ends so when there are no more commands.
            Checker::Acl2 => matches!(run.ending, Ending::Exit(_)),
        };
        let opinion = match (run.stop, &verdicts[..]) {
            (Some(ProcessStop::Limit(stop)), _) => Opinion::Stopped(stop),
            (Some(ProcessStop::Enough | ProcessStop::Flood(_)), _) => {
                Opinion::Refuses("it prints without end".into())
            }
            (None, [only]) if only == self.checker.accepting() && ends_well => match warning {
                Some(warning) => {
                    Opinion::Refuses(format!("it says `{only}`, but also `{}`", warning.trim()))
                }
                None => Opinion::Accepts,
            },
            (None, [only]) if only == self.checker.accepting() => {
                Opinion::Refuses(format!("it says `{only}`, but ends with {}", run.ending))
            }
            (None, [only]) => Opinion::Refuses(format!("it says `{only}`")),
            (None, []) => {
                let word = output.lines().find(|line| line.contains("rror"));
                let word = word.map(|word| format!(": {}", word.trim()));
                Opinion::Refuses(format!(
                    "it gives no verdict and ends with {}{}",
                    run.ending,
                    word.unwrap_or_default()
                ))
            }
            (None, several) => Opinion::Refuses(format!("it says {}", several.join(" and "))),
        };
        Ok(Heard { opinion, output })
    }
}

/// Copies a CNF without its comments.
fn strip_comments(from: &Path, to: &Path) -> io::Result<()> {
    use std::io::BufRead;
    let mut lines = io::BufReader::new(fs::File::open(from)?);
    let mut out = io::BufWriter::new(fs::File::create(to)?);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line)? > 0 {
        if !line.starts_with(b"c") {
            out.write_all(&line)?;
        }
        line.clear();
    }
    out.flush()
}
