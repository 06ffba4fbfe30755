//! `pipsc run`: solves puzzles and prints checked boards.

mod find;
mod json;
mod report;
mod solve;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::args::{LimitArguments, RegistryArguments, search_path, whole};
use super::boards::{BoardArguments, ExcludeArguments, FixArguments};
use super::draw::DrawArguments;
use super::encoding::StepArguments;
use super::format::{OutputFormat, among};
use super::input::PuzzlesArguments;
use super::interrupt::TaskGuard;
use super::output::OutputTarget;
use super::search::SearchArguments;
use super::{CliError, output};
use crate::exit::Exit;
use crate::solver::ProofRequest;

use report::RunReport;

/// Solve puzzles, and check every board
///
/// The default solver is embedded and needs no installation. Other solvers of `pipsc solvers` read
/// the emitted model, and their reply is decoded. Only boards that the checker accepts are printed.
#[derive(Debug, Args)]
#[command(
    visible_alias = "solve",
    after_help = "\
Examples:
  pipsc run today.json:hard
  pipsc run puzzles/ --solver kissat
  pipsc run today.json --unique
  pipsc run puzzle.txt --count --solver clasp --time-limit 10s
  pipsc run puzzle.txt --solver search --strategy first-empty --checks broken,parity
  pipsc run puzzle.txt --solver chuffed,z3,cadical --race
  pipsc run puzzle.txt --solver gecode,kissat --count --agree
  pipsc run puzzle.txt --fix 0,2=4 --fix 1,1=0
  pipsc run puzzle.txt --board mine.txt --count
  pipsc run puzzle.txt --format picture --labels
  pipsc run puzzle.txt -o solved.txt && pipsc check puzzle.txt solved.txt
  pipsc run puzzle.txt --all --format jsonl
  pipsc run puzzle.txt --all --format html -o puzzle.html
  pipsc run puzzles/ --format svg -o pictures/
  pipsc run puzzle.txt --solver kissat --keep run/ -- --sat"
)]
pub(super) struct Run {
    #[command(flatten)]
    puzzles: PuzzlesArguments,

    /// The solvers, separated by commas; `pipsc solvers` lists them
    ///
    /// They run in order, unless --race or --agree is given.
    #[arg(
        long,
        short,
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "embedded"
    )]
    solver: Vec<String>,

    #[command(flatten)]
    search: SearchArguments,

    /// Encoding of the model
    ///
    /// `pipsc emit --help` lists the encodings. Each solver has its default.
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,

    /// List every solution once
    #[arg(long, conflicts_with_all = ["count", "unique"])]
    all: bool,

    /// Maximum number of solutions
    ///
    /// A count that reaches it is a lower bound.
    #[arg(long, value_name = "N", conflicts_with = "unique",
        value_parser = whole(1..=u64::MAX))]
    limit: Option<u64>,

    /// Print only the number of solutions
    #[arg(long, conflicts_with = "unique")]
    count: bool,

    /// Decide whether there is exactly one solution
    ///
    /// If there are several, print two and where they differ.
    #[arg(long)]
    unique: bool,

    #[command(flatten)]
    limits: LimitArguments,

    /// Random seed of the solver
    #[arg(long, value_name = "N", allow_hyphen_values = true,
        value_parser = whole(0..=0x7fff_ffff_u64))]
    seed: Option<u64>,

    /// Number of threads of the solver
    #[arg(long, value_name = "N", value_parser = whole(1..=1024_u32))]
    threads: Option<u32>,

    /// Number of puzzles to solve at a time
    ///
    /// Results are printed in order.
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole(1..=1024_u32),
        conflicts_with_all = ["all", "race", "agree", "proof", "board"])]
    jobs: u32,

    /// Run all solvers at once and take the first verdict
    #[arg(long, conflicts_with = "agree")]
    race: bool,

    /// Run all solvers and fail if their answers differ
    #[arg(long)]
    agree: bool,

    #[command(flatten)]
    fix: FixArguments,

    #[command(flatten)]
    board: BoardArguments,

    #[command(flatten)]
    exclude: ExcludeArguments,

    /// Keep the model, its name map, the raw reply and the command line in this folder
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,

    /// Write the solver's proof that there is no solution to this file
    ///
    /// It is checked if `rate` is installed.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["race", "agree"])]
    proof: Option<PathBuf>,

    #[command(flatten)]
    registry: RegistryArguments,

    /// Format of the output
    ///
    /// The default is the format of the output file's extension, else a picture on a terminal and
    /// text elsewhere.
    #[arg(long, value_parser = among(FORMATS))]
    format: Option<OutputFormat>,

    /// Label rows, columns, nodes and regions in pictures
    #[arg(long)]
    labels: bool,

    #[command(flatten)]
    draw: DrawArguments,

    /// Meaning of the exit code
    #[arg(long, default_value = "verdict")]
    exit_code: ExitMeaning,

    #[command(flatten)]
    steps: StepArguments,

    /// Additional arguments for the solver
    #[arg(last = true, value_name = "SOLVER ARGS")]
    extra: Vec<OsString>,
}

/// The meaning of the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExitMeaning {
    /// 0 for a verdict, 3 for none
    Verdict,
    /// 10 for a solution, 20 for none, 0 for no verdict, as SAT solvers do
    Sat,
}

/// The output formats of `run`.
const FORMATS: &[OutputFormat] = &[
    OutputFormat::Text,
    OutputFormat::Picture,
    OutputFormat::Json,
    OutputFormat::Jsonl,
    OutputFormat::Svg,
    OutputFormat::Html,
    OutputFormat::Png,
];

/// Whether a call has one puzzle and one solver. A single puzzle or solver is not named in the
/// output.
#[derive(Debug, Clone, Copy)]
struct CallScope {
    one_puzzle: bool,
    one_solver: bool,
}

impl Run {
    pub(super) fn run(self) -> Result<Exit, CliError> {
        let default = match self.draw.is_terminal() {
            true => OutputFormat::Picture,
            false => OutputFormat::Text,
        };
        let format = OutputFormat::choose(self.format, &self.draw.output, FORMATS, default)?;
        let registry = self.registry.load()?;
        // Held until the end, so that an interrupt lets the command clean up.
        let guard = TaskGuard::begin();
        let search_path = search_path(&guard);
        let solvers = self.find(&registry, &search_path)?;
        let mut loaded = Vec::new();
        for source in self.puzzles.sources()? {
            let puzzles = self.puzzles.read(&source);
            let puzzles = puzzles.unwrap_or_else(|failure| vec![Err(failure)]);
            loaded.extend(puzzles.into_iter().map(|one| (source.raw(), one)));
        }
        let scope = CallScope {
            one_puzzle: loaded.len() == 1,
            one_solver: solvers.len() == 1,
        };
        if self.board.board.is_some() && !scope.one_puzzle {
            return Err(CliError::usage(
                "--board is for one puzzle: name one, and its level, such as `today.json:easy`"
                    .into(),
            ));
        }
        self.exclude.check(loaded.len())?;
        let attempts = if self.race { 1 } else { solvers.len() };
        let target = self.target(format, loaded.len() * attempts)?;
        let proof = self.proof.clone().map(|file| ProofRequest {
            file,
            checker: search_path.program("rate", "".as_ref()).ok(),
        });
        let prepare = |(source, one): (String, Result<_, _>)| {
            let prepared = one.and_then(|one| self.prepare(one, scope));
            (source, prepared)
        };
        let puzzles: Vec<_> = loaded.into_iter().map(prepare).collect();
        let solve = |out: &mut dyn Write, path| {
            let report = RunReport::new(&self, format, scope, target, out, path);
            self.solve_all(&puzzles, &solvers, proof.as_ref(), &guard, report)
        };
        if format.is_drawing() || self.draw.is_stdout() {
            return solve(&mut io::stdout(), None);
        }
        let path = self.draw.output.as_path();
        let mut exit = Exit::Done;
        // After an error the temporary file is removed.
        output::to_path(path, |out| {
            exit = solve(out, Some(path)).map_err(io::Error::other)?;
            Ok(())
        })?;
        Ok(exit)
    }

    /// The output of the results. Rejects impossible combinations before any solver runs.
    fn target(&self, format: OutputFormat, pictures: usize) -> Result<OutputTarget, CliError> {
        let problem = match format.is_drawing() {
            true if self.count => "--count gives no board to draw",
            false if output::is_folder(&self.draw.output) => {
                "a folder is for pictures (--format svg, html or png): name a file with -o, such as \
                 `-o boards.txt`"
            }
            true => return self.draw.target(format, pictures),
            false => return self.draw.target(format, 1),
        };
        Err(CliError::usage(problem.into()))
    }
}
