//! Help pages, and other output of the parser of the command line.
//!
//! `-h` fits a terminal of 80 by 40; `--help` is complete. Option groups have the same order in
//! every command, and an option is in the same group in all commands.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};

use super::shorthand::first_of_a_command;
use super::{CliError, output};
use crate::exit::Exit;
use crate::nearest::did_you_mean;
use crate::visible::{self, Visible, message};

/// The size of a terminal that `-h` fits.
const COLUMNS: usize = 80;
const ROWS: usize = 40;

/// The number of examples that `-h` shows.
const EXAMPLES: usize = 3;

/// The option groups in order, each with its common and its other options. Options that are not
/// listed are advanced.
const GROUPS: [(&str, &str, &str); 5] = [
    (
        "Solver",
        "target solver encoding strategy race agree",
        "profile checks terms seed threads",
    ),
    (
        "Question",
        "competition for level all count unique none limit fix board where only_where steps score apply goal \
         solve set dominoes family size families sizes check map model",
        "exclude to solution repeat seeds",
    ),
    (
        "Limits",
        "time_limit memory_limit",
        "cpu_limit status_limit proof_limit jobs tries nodes shown",
    ),
    (
        "Output",
        "output format to out baseline labels",
        "ascii scale width each clock exit_code quiet verbose color",
    ),
    ("Advanced", "", ""),
];

/// The index of an option in a group, common options first.
fn rank(name: &str, (_, common, others): &(&str, &str, &str)) -> Option<usize> {
    let mut names = common.split(' ').chain(others.split(' '));
    names.position(|one| one == name)
}

/// Prints the error of clap: help and the version to standard output, mistakes to standard error.
pub(super) fn print_instead(
    program: &Command,
    typed: &[OsString],
    refused: Error,
) -> Result<Exit, CliError> {
    if let (ErrorKind::InvalidSubcommand, Some(ContextValue::String(word))) =
        (refused.kind(), refused.get(ContextKind::InvalidSubcommand))
    {
        let commands = program.get_subcommands().map(Command::get_name);
        return Err(CliError::usage(format!(
            "`{}` is neither a command nor a file{}",
            Visible(word),
            did_you_mean(word, commands)
        )));
    }
    if matches!(
        refused.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    ) && !refused.use_stderr()
    {
        return print(&page(program, typed).ansi().to_string());
    }
    let seen = |word: &OsString| visible::path(Path::new(word));
    let text = if typed
        .iter()
        .all(|word| word.to_string_lossy() == seen(word))
    {
        refused.render().ansi().to_string()
    } else {
        // Parses again with escaped words, so that quoted words cannot control the terminal.
        match program.clone().try_get_matches_from(typed.iter().map(seen)) {
            Ok(_) => message(&refused),
            Err(again) => again.render().ansi().to_string(),
        }
    };
    if refused.use_stderr() {
        anstream::eprint!("{text}");
        return Ok(Exit::BadInput);
    }
    print(&text)
}

/// Prints a text to standard output, in colour if enabled.
fn print(text: &str) -> Result<Exit, CliError> {
    let text = match AutoStream::choice(&std::io::stdout()) {
        ColorChoice::Never => strip_str(text).to_string(),
        ColorChoice::Auto | ColorChoice::AlwaysAnsi | ColorChoice::Always => text.to_owned(),
    };
    output::to_stdout(|out| out.write_all(text.as_bytes()))?;
    Ok(Exit::Done)
}

/// The help page that the arguments request.
fn page(program: &Command, typed: &[OsString]) -> StyledStr {
    let mut program = program.clone();
    program.build();
    let is_command = |word: &&OsString| program.find_subcommand(word).is_some() && *word != "help";
    let first = first_of_a_command(&program, typed).unwrap_or(typed.len());
    let mut words = typed[first..].iter().filter(|word| *word != "help");
    let command = words.next().filter(is_command);
    let is_long = typed.iter().any(|word| word == "--help")
        || typed.get(first).map(OsString::as_os_str) == Some(OsStr::new("help"));
    let name = command.and_then(|word| word.to_str());
    if is_long {
        long(&program, name)
    } else {
        short(&program, name)
    }
}

/// The long help: all options with their full descriptions.
fn long(program: &Command, name: Option<&str>) -> StyledStr {
    match name.and_then(|name| program.find_subcommand(name)) {
        Some(command) => arranged(command, |_, option| option).render_long_help(),
        None => program.clone().render_long_help(),
    }
}

/// The short help: one line per option. Uncommon options, then examples, are left out if the page
/// does not fit.
fn short(program: &Command, name: Option<&str>) -> StyledStr {
    let Some(command) = name.and_then(|name| program.find_subcommand(name)) else {
        let footer = "`pipsc COMMAND -h` describes a command, `pipsc --help` everything.";
        let program = program.clone().mut_args(shortened);
        let program = program.mut_subcommands(|command| {
            let about = command.get_about().map(ToString::to_string);
            let about = first_clause(&about.unwrap_or_default(), COLUMNS - 16).to_owned();
            command.about(about)
        });
        return program.term_width(COLUMNS).after_help(footer).render_help();
    };
    let page = |is_whole: bool, examples: usize| {
        let shown = arranged(command, |is_common, option| {
            let is_of_all = ["help", "version"].contains(&option.get_id().as_str());
            shortened(option).hide_short_help(is_of_all || !is_whole && !is_common)
        });
        let help = command.get_after_help().map(ToString::to_string);
        let help = help.unwrap_or_default();
        let lines = help.strip_prefix("Examples:\n").unwrap_or_default().lines();
        let lines = lines.take_while(|line| !line.is_empty());
        let lines = lines.filter(|line| line.len() <= COLUMNS).take(examples);
        let mut footer: String = lines.map(|line| format!("{line}\n")).collect();
        if !footer.is_empty() {
            footer = format!("Examples:\n{footer}\n");
        }
        let name = command.get_bin_name().unwrap_or_default();
        footer += &format!("`{name} --help` describes everything.");
        shown.term_width(COLUMNS).after_help(footer).render_help()
    };
    let fits = |page: &StyledStr| page.to_string().lines().count() <= ROWS;
    let pages =
        [(true, EXAMPLES), (false, EXAMPLES)].map(|(is_whole, examples)| page(is_whole, examples));
    let fitting = pages.into_iter().find(fits);
    fitting.unwrap_or_else(|| page(false, 0))
}

/// The command with its options in groups. `change` maps each option; its first argument is whether
/// the option is common.
fn arranged(command: &Command, change: impl Fn(bool, Arg) -> Arg) -> Command {
    let usage = command.clone().render_usage().to_string();
    let mut shown = Command::new("pipsc")
        .version(env!("CARGO_PKG_VERSION"))
        .override_usage(usage.trim_start_matches("Usage: ").to_owned())
        .disable_help_flag(true)
        .disable_version_flag(true)
        .groups(command.get_groups().cloned());
    let text = |text: Option<&StyledStr>| text.cloned().unwrap_or_default();
    shown = shown.about(text(command.get_about()));
    if let Some(about) = command.get_long_about() {
        shown = shown.long_about(about.clone());
    }
    shown = shown.after_help(text(command.get_after_help()));
    let mut options: Vec<(usize, usize, Arg)> = Vec::new();
    for argument in command.get_arguments() {
        if argument.is_positional() {
            // Positional arguments keep their full description.
            shown = shown.arg(argument.clone().help_heading(None::<&str>));
            continue;
        }
        let (group, rank, is_common) = place(argument);
        let option = argument.clone().help_heading(GROUPS[group].0);
        options.push((group, rank, change(is_common, option)));
    }
    options.sort_by_key(|(group, rank, _)| (*group, *rank));
    let options = options.into_iter().enumerate();
    shown.args(options.map(|(order, (_, _, option))| option.display_order(order)))
}

/// The group of an option, its rank there, and whether it is common. The option's own heading takes
/// precedence over the list.
fn place(option: &Arg) -> (usize, usize, bool) {
    let id = option.get_id().as_str();
    let own = option.get_help_heading();
    let own = own.and_then(|heading| GROUPS.iter().position(|group| group.0 == heading));
    let listed = || GROUPS.iter().position(|group| rank(id, group).is_some());
    let group = own.or_else(listed).unwrap_or(GROUPS.len() - 1);
    let is_common = GROUPS[group].1.split(' ').any(|one| one == id);
    (
        group,
        rank(id, &GROUPS[group]).unwrap_or(usize::MAX),
        is_common,
    )
}

/// Truncates a help text that is too long at its first punctuation mark, at a comma only if
/// necessary.
fn first_clause(text: &str, room: usize) -> &str {
    let mut clause = text;
    for stops in [&["; ", ": ", ". ", "? ", " ("][..], &[", "]] {
        if clause.len() > room {
            let end = stops.iter().filter_map(|stop| clause.find(stop)).min();
            clause = &clause[..end.unwrap_or(clause.len())];
        }
    }
    clause
}

/// An option of the short help: one clause, without defaults, and with a value name in place of a
/// list.
fn shortened(option: Arg) -> Arg {
    let help = option.get_help().map(ToString::to_string);
    let help = first_clause(&help.unwrap_or_default(), 44).to_owned();
    let names = option.get_value_names().unwrap_or_default();
    let is_list = names.iter().any(|name| name.len() > "FILE|DIR|-".len());
    let is_valued = option.get_action().takes_values();
    let option = option
        .help(help)
        .hide_possible_values(is_valued)
        .hide_default_value(is_valued);
    if is_list {
        option.value_name("NAME")
    } else {
        option
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn program() -> Command {
        let mut program = crate::cli::Arguments::command();
        program.build();
        program
    }

    #[test]
    fn short_help_fits_a_screen() {
        let program = program();
        let commands = program.get_subcommands().map(Command::get_name);
        let commands = commands.filter(|name| *name != "help").map(Some);
        let mut too_long = Vec::new();
        for name in commands.chain([None]) {
            let text = short(&program, name).to_string();
            let lines: Vec<&str> = text.lines().collect();
            if lines.len() > ROWS {
                too_long.push(format!("{name:?}: {} lines\n{text}", lines.len()));
            }
            let options = lines
                .iter()
                .position(|line| *line == "Arguments:")
                .unwrap_or(0);
            for (at, line) in lines.iter().enumerate() {
                let is_wrapped =
                    at > options && line.starts_with("          ") && !line.trim().is_empty();
                if line.chars().count() > COLUMNS || is_wrapped && !is_of_argument(&lines, at) {
                    too_long.push(format!("{name:?}: {line}"));
                }
            }
        }
        assert!(too_long.is_empty(), "{}", too_long.join("\n"));
    }

    /// Whether a line belongs to a positional argument, whose description may have several.
    fn is_of_argument(lines: &[&str], at: usize) -> bool {
        let heading = lines[..at]
            .iter()
            .rev()
            .find(|line| line.ends_with(':') && !line.starts_with(' '));
        heading.is_none_or(|heading| *heading == "Arguments:")
    }

    #[test]
    fn groups_are_in_order_in_every_command() {
        let program = program();
        let mut seen = 0;
        for command in program.get_subcommands() {
            for text in [
                long(&program, Some(command.get_name())),
                short(&program, Some(command.get_name())),
            ] {
                let text = text.to_string();
                let headings: Vec<&str> = text
                    .lines()
                    .filter_map(|line| line.strip_suffix(':'))
                    .collect();
                let order = headings.iter().filter_map(|heading| {
                    ["Arguments"]
                        .into_iter()
                        .chain(GROUPS.map(|group| group.0))
                        .position(|group| group == *heading)
                });
                let order: Vec<usize> = order.collect();
                seen += order.len();
                assert!(
                    order.is_sorted_by(|one, other| one < other),
                    "{headings:?}\n{text}"
                );
                assert!(!headings.contains(&"Options"), "{text}");
            }
        }
        assert!(seen > 80, "{seen}");
    }
}
