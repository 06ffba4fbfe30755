//! The command line: one file a subcommand, each thin.

mod bench;
mod boards;
mod check;
mod complete;
mod config;
mod convert;
mod decode;
mod draw;
mod emit;
mod encoding;
mod explain;
mod failure;
mod fetch;
mod formats;
mod r#gen;
mod hint;
mod input;
mod interrupt;
mod manual;
mod newspaper;
mod output;
mod page;
mod pins;
mod progress;
mod quantity;
mod registry;
mod run;
mod say;
mod settings;
mod shorthand;
mod show;
mod solvers;
mod source;
mod stream;
mod terminal;
mod usage;

use std::env;
use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::exit::Exit;
use crate::solver::SolverError;
use failure::Failure;
use settings::Config;

/// Compile Pips puzzles to MiniZinc, SMT-LIB 2 and DIMACS CNF, and read the answers back.
///
/// A puzzle is a file, or `-` for standard input, in any of the formats of docs/formats.md, or a day
/// of the newspaper's, such as `2025-08-24` or `today`. `PUZZLE:hard` picks a level where there are
/// several.
#[derive(Debug, Parser)]
#[command(
    name = "pipsc",
    version,
    propagate_version = true,
    after_help = "\
Examples:
  pipsc run today.json:hard
  pipsc run today.json --solver kissat --unique
  pipsc show today.json:hard -o today.svg
  pipsc emit puzzles/ring.graph.json --target minizinc
  pipsc emit today.json:hard --target dimacs -o today.cnf --map today.map
  kissat -q today.cnf | pipsc decode today.json:hard --target dimacs --map today.map -
  pipsc convert today.json:hard --to text
  pipsc check today.json:hard board.txt
  pipsc bench puzzles/ --solver kissat,cadical --encoding compact,placement
  pipsc gen --set double-9 --seed 1 -o puzzle.txt
  pipsc explain puzzle.txt
  pipsc hint today.json:easy --board partial.txt
  pipsc fetch today -o today.json

Exit codes:
  0 done, with a checked answer    3 no verdict within the limits
  1 something unexpected           4 solver missing or unusable
  2 bad usage or bad puzzle        5 unreadable reply, or a board that the checker rejects
                                   6 a board that is not finished, nothing wrong so far"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    loudness: say::Loudness,

    #[command(flatten)]
    colours: terminal::Colours,

    /// Pass over the configuration file; see `pipsc config`
    #[arg(long, global = true)]
    no_config: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(Box<run::Run>),
    Show(show::Show),
    Bench(Box<bench::Bench>),
    Solvers(solvers::Solvers),
    Emit(emit::Emit),
    Check(check::Check),
    Convert(convert::Convert),
    Decode(decode::Decode),
    Gen(r#gen::Gen),
    Explain(explain::Explain),
    Hint(hint::HintCommand),
    Fetch(fetch::Fetch),
    Formats(formats::Formats),
    Config(config::ShowConfig),
    Completions(manual::Completions),
    Man(manual::ManPages),
}

/// Runs the program on the arguments of the process.
pub fn main() -> ExitCode {
    // A second process of ours that watches over a solver goes its own way.
    if let Some(exit) = crate::solver::stand_guard() {
        return exit;
    }
    if complete::answer() {
        return Exit::Done.into();
    }
    let result = parse().and_then(|parsed| match parsed {
        ControlFlow::Continue(arguments) => arguments.run(),
        ControlFlow::Break(exit) => Ok(exit),
    });
    let exit = match result {
        Ok(exit) => exit,
        // Whoever read our output has seen enough.
        Err(Failure::ClosedPipe) => Exit::Done,
        Err(failure) => {
            say::error(&failure);
            if let Failure::Solver(problem) = &failure
                && let SolverError::Unknown(unknown) = problem.as_ref()
                && let Some(place) = Config::held().place_of("solver", unknown.name.raw())
            {
                say::note(&format_args!("The name stands in {place}."));
            }
            failure.exit()
        }
    };
    exit.into()
}

impl Arguments {
    fn run(self) -> Result<Exit, Failure> {
        self.loudness.choose();
        self.colours.choose();
        interrupt::watch();
        match self.command {
            Command::Run(run) => run.run(),
            Command::Bench(bench) => bench.run(),
            Command::Show(show) => show.run(),
            Command::Solvers(solvers) => solvers.run(),
            Command::Emit(emit) => emit.run(),
            Command::Check(check) => check.run(),
            Command::Convert(convert) => convert.run(),
            Command::Decode(decode) => decode.run(),
            Command::Gen(generate) => generate.run(),
            Command::Explain(explain) => explain.run(),
            Command::Hint(hint) => hint.run(),
            Command::Fetch(fetch) => fetch.run(),
            Command::Formats(formats) => formats.run(),
            Command::Config(config) => config.run(),
            Command::Completions(completions) => completions.run(),
            Command::Man(pages) => pages.run(),
        }
    }
}

/// The arguments of the process, over the user's configuration. Bad usage ends here with exit code 2,
/// help and the version with 0.
fn parse() -> Result<ControlFlow<Exit, Arguments>, Failure> {
    let mut program = Arguments::command();
    let typed = shorthand::written_out(&program, env::args_os().collect());
    // What is said about the arguments themselves is in the colours that they ask for.
    terminal::Colours::typed(&typed).choose();
    let config = if settings::is_ignored(&typed) {
        Ok(Config::default())
    } else {
        Config::load(&program)
    };
    let config = config.map(Config::hold);
    if let Ok(config) = config {
        program = config.applied_to(program);
    }
    let arguments = program
        .try_get_matches_from_mut(&typed)
        .and_then(|mut matches| Arguments::from_arg_matches_mut(&mut matches));
    match (arguments, config) {
        (Ok(arguments), Ok(_)) => Ok(ControlFlow::Continue(arguments)),
        // Whoever asks for help gets it, whatever the file says.
        (Err(refused), config) if config.is_ok() || !refused.use_stderr() => {
            usage::say(&program, &typed, refused).map(ControlFlow::Break)
        }
        (_, config) => Err(config.err().unwrap_or(Failure::ClosedPipe)),
    }
}
