//! The command line, with one file per subcommand.

mod args;
mod bench;
mod boards;
mod bundle;
mod check;
mod config;
mod convert;
mod decode;
mod draw;
mod emit;
mod encoding;
mod error;
mod explain;
mod family;
mod fetch;
mod format;
mod formats;
mod r#gen;
mod help;
mod hint;
mod input;
mod interrupt;
mod log;
mod manual;
mod nyt;
mod output;
mod play;
mod progress;
mod prose;
mod prove;
mod run;
mod search;
mod shorthand;
mod show;
mod signature;
mod solvers;
mod source;
mod terminal;
mod trace;
mod verdict;

use std::env;
use std::ffi::OsString;
use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::{Args, FromArgMatches, Parser, Subcommand};

use crate::exit::Exit;
use config::Config;
use error::CliError;
use terminal::suspend_progress;

/// Solve Pips puzzles, and compile them to models: MiniZinc, SMT-LIB, CNF, CP-SAT, ASP, XCSP3, OPB, LP
///
/// A puzzle is a file, `-` for standard input, a day of the NYT such as `2025-08-24`, `today` or
/// `yesterday`, or the address of its page. `PUZZLE:hard` picks one of several levels. `pipsc
/// PUZZLE` means `pipsc run PUZZLE`.
#[derive(Debug, Parser)]
#[command(
    name = "pipsc",
    version,
    propagate_version = true,
    override_usage = "pipsc [OPTIONS] <COMMAND>\n       pipsc [OPTIONS] <PUZZLE>...",
    after_help = "`pipsc COMMAND -h` describes a command, `pipsc --help` everything.",
    after_long_help = "\
Examples:
  pipsc today:hard                                 # solve the NYT puzzle of the day
  pipsc hint today:easy --board partial.txt        # a hint instead of the answer
  pipsc show puzzle.txt -o puzzle.svg              # a picture of a puzzle
  pipsc explain puzzle.txt                         # why does it have no solution, or many?
  pipsc run puzzle.txt --solver kissat --unique    # is there exactly one?
  pipsc prove puzzle.txt --unique -o certificate/  # a proof that others can check
  pipsc emit puzzle.txt --target minizinc          # the model of the puzzle
  pipsc bundle --for sat-competition -o sat/       # instances that a competition accepts
  pipsc gen --family full --size 9 -o new.txt      # a new puzzle
  pipsc bench puzzles/ --solver kissat,cadical     # which solver is faster?
  pipsc formats text                               # the format to type by hand

Exit codes:
  0 done, with a checked answer    3 no verdict within the limits
  1 unexpected error               4 solver missing or unusable
  2 bad usage or bad puzzle        5 unreadable reply, or a board that the checker rejects
  130 interrupted                  6 `check`: an unfinished board, nothing wrong so far"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    global: GlobalOptions,
}

/// The options of every command.
#[derive(Debug, Args)]
struct GlobalOptions {
    #[command(flatten)]
    verbosity: log::Verbosity,

    #[command(flatten)]
    colours: terminal::Colours,

    /// Ignore the configuration file; see `pipsc config`
    #[arg(long, global = true, hide_short_help = true, help_heading = GLOBAL_OPTIONS)]
    no_config: bool,
}

/// The help heading of [`GlobalOptions`].
const GLOBAL_OPTIONS: &str = "Options of every command";

/// The message for a command line without arguments.
const GREETING: &str = "\
pipsc solves Pips, the NYT domino puzzle, and compiles it to models.

Try these:
  pipsc today:easy       solve today's puzzle
  pipsc hint today:easy  get a hint instead of the answer
  pipsc formats text     see how to type a puzzle
  pipsc puzzle.txt       solve a puzzle that is in a file
  pipsc help             see all commands and more examples
";

#[derive(Debug, Subcommand)]
enum Command {
    Run(Box<run::Run>),
    Show(show::Show),
    Bench(Box<bench::Bench>),
    Solvers(solvers::Solvers),
    Emit(emit::Emit),
    Bundle(Box<bundle::Bundle>),
    Check(check::Check),
    Convert(convert::Convert),
    Decode(decode::Decode),
    Prove(Box<prove::Prove>),
    Gen(r#gen::Gen),
    Explain(explain::Explain),
    Hint(hint::HintCommand),
    Trace(trace::Trace),
    Fetch(fetch::Fetch),
    Play(play::Play),
    Formats(formats::Formats),
    Config(config::ShowConfig),
    Completions(manual::Completions),
    Man(manual::ManPages),
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    crate::solver::adopt_orphans();
    let result = parse().and_then(|parsed| match parsed {
        ControlFlow::Continue(arguments) => arguments.run(),
        ControlFlow::Break(exit) => Ok(exit),
    });
    let exit = match result {
        Ok(exit) => exit,
        Err(failure) => {
            if !failure.is_closed_pipe() {
                log::failure(&failure);
            }
            failure.exit
        }
    };
    exit.into()
}

impl Arguments {
    fn run(self) -> Result<Exit, CliError> {
        self.global.verbosity.apply();
        self.global.colours.apply();
        interrupt::install_handler();
        match self.command {
            Command::Run(run) => run.run(),
            Command::Bench(bench) => bench.run(),
            Command::Show(show) => show.run(),
            Command::Solvers(solvers) => solvers.run(),
            Command::Emit(emit) => emit.run(),
            Command::Bundle(bundle) => bundle.run(),
            Command::Check(check) => check.run(),
            Command::Convert(convert) => convert.run(),
            Command::Decode(decode) => decode.run(),
            Command::Prove(prove) => prove.run(),
            Command::Gen(generate) => generate.run(),
            Command::Explain(explain) => explain.run(),
            Command::Hint(hint) => hint.run(),
            Command::Trace(trace) => trace.run(),
            Command::Fetch(fetch) => fetch.run(),
            Command::Play(play) => play.run(),
            Command::Formats(formats) => formats.run(),
            Command::Config(config) => config.run(&help::program()),
            Command::Completions(completions) => completions.run(),
            Command::Man(pages) => pages.run(),
        }
    }
}

/// Parses the arguments of the process together with the user's configuration. Breaks with exit
/// code 2 for bad usage, and with 0 for help and the version.
fn parse() -> Result<ControlFlow<Exit, Arguments>, CliError> {
    let typed: Vec<OsString> = env::args_os().collect();
    if typed.len() <= 1 {
        suspend_progress(|| eprint!("{GREETING}"));
        return Ok(ControlFlow::Break(Exit::BadInput));
    }
    let mut program = help::program();
    let typed = shorthand::expanded(&program, typed);
    let config = Config::load(&program, &typed);
    let words = match &config {
        Ok(config) => config.with_defaults(&program, &typed),
        Err(_) => typed.clone(),
    };
    // Error messages about the arguments respect `--color`.
    terminal::Colours::find(&words).apply();
    let arguments = program
        .try_get_matches_from_mut(&words)
        .and_then(|mut matches| Arguments::from_arg_matches_mut(&mut matches));
    let refused = match arguments {
        Ok(arguments) => return config.map(|_| ControlFlow::Continue(arguments)),
        Err(refused) => refused,
    };
    let is_mistake = refused.use_stderr();
    let config = match config {
        Err(problem) if is_mistake => return Err(problem),
        // Help is printed even if the configuration file is invalid.
        config => config.ok(),
    };
    let exit = help::print_error(&program, &words, refused)?;
    if is_mistake
        && words != typed
        && let Some(origin) = config.and_then(|config| config.origin())
    {
        log::note(&origin);
    }
    Ok(ControlFlow::Break(exit))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The `pipsc` commands on a line of a page, one per part of a pipe or list, without comments.
    fn calls(line: &str) -> Vec<Vec<String>> {
        let line = line.trim().trim_start_matches("$ ").replace(" 2>&1", "");
        let line = line.split("   #").next().unwrap_or_default();
        let line = line.split(" # ").next().unwrap_or_default();
        let parts = line.split(" | ").flat_map(|part| part.split(" && "));
        let parts = parts.map(str::trim);
        let parts = parts.filter(|part| part.starts_with("pipsc ") && !part.starts_with("pipsc ="));
        parts
            .map(|part| {
                let mut words: Vec<String> = vec![String::new()];
                let mut is_quoted = false;
                for char in part.chars() {
                    match char {
                        '\'' => is_quoted = !is_quoted,
                        ' ' if !is_quoted => words.push(String::new()),
                        '>' | ';' if !is_quoted => break,
                        _ => words.last_mut().expect("a word").push(char),
                    }
                }
                words.retain(|word| !word.is_empty());
                words
            })
            .collect()
    }

    /// Asserts that the command line parses and that the shipped files it names exist.
    fn assert_parses(call: Vec<String>, place: &str) {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for word in &call {
            let file = word.split(':').next().unwrap_or_default();
            let is_shipped = file.starts_with("puzzles/") || file.starts_with("docs/");
            assert!(
                !is_shipped || root.join(file).exists(),
                "{place}: {file} is not there"
            );
        }
        let typed = call.iter().map(OsString::from).collect();
        let typed = shorthand::expanded(&help::program(), typed);
        if let Err(problem) = help::program().try_get_matches_from(typed) {
            assert!(!problem.use_stderr(), "{place}: {call:?}: {problem}");
        }
    }

    #[test]
    fn help_examples_parse() {
        let program = help::program();
        let mut parsed = 0;
        for command in program.get_subcommands().chain([&program]) {
            let Some(help) = command.get_after_long_help() else {
                continue;
            };
            let name = command.get_name();
            for line in help
                .to_string()
                .lines()
                .filter(|line| line.starts_with("  "))
            {
                for call in calls(line) {
                    assert_parses(call, name);
                    parsed += 1;
                }
            }
        }
        for call in GREETING
            .lines()
            .filter(|line| line.starts_with("  "))
            .flat_map(|line| calls(line.trim_end()))
        {
            let words = call
                .iter()
                .take_while(|word| *word != "solve" && *word != "get" && *word != "see");
            assert_parses(words.cloned().collect(), "the greeting");
        }
        assert!(parsed > 60, "{parsed}");
    }

    #[test]
    fn documented_commands_parse() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let docs = fs::read_dir(root.join("docs")).expect("a folder");
        let mut pages: Vec<_> = docs.map(|page| page.expect("a page").path()).collect();
        pages.retain(|page| page.extension().is_some_and(|end| end == "md"));
        pages.push(root.join("README.md"));
        // The published package does not contain it.
        pages.extend(Some(root.join("CONTRIBUTING.md")).filter(|page| page.exists()));
        let mut parsed = 0;
        for page in pages {
            let text = fs::read_to_string(&page)
                .expect("a page")
                .replace("\\\n", " ");
            let mut is_block = false;
            for line in text.lines() {
                is_block ^= line.starts_with("```");
                // Lines with brackets are synopses.
                if !is_block || line.contains(['[', '$']) && !line.starts_with("$ ") {
                    continue;
                }
                for call in calls(line) {
                    assert_parses(call, &page.display().to_string());
                    parsed += 1;
                }
            }
        }
        assert!(parsed > 25, "{parsed}");
    }
}
