//! Help pages: the groups of options, in one order in every command, and the common options that
//! `-h` shows.

use std::ffi::OsString;
use std::path::Path;

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command, CommandFactory, Error};

use super::{Arguments, CliError, GLOBAL_OPTIONS, output};
use crate::exit::Exit;
use crate::nearest::did_you_mean;
use crate::visible::{self, Visible, message};

/// The groups of options in order, each with its common and its other options. Options that are not
/// listed are advanced.
const GROUPS: [(&str, &str, &str); 5] = [
    (
        "Solver",
        "target solver encoding strategy race agree",
        "profile checks terms seed threads",
    ),
    (
        "Question",
        "competition for level all count unique none limit board where only_where steps score apply goal \
         solve set dominoes family size families sizes check map model",
        "fix exclude to solution repeat seeds list test offline refresh",
    ),
    (
        "Limits",
        "time_limit memory_limit",
        "cpu_limit status_limit proof_limit jobs tries nodes shown cut",
    ),
    (
        "Output",
        "output format to out baseline",
        "labels ascii scale width each clock exit_code resume shard merge long example force keep proof port \
         no_open",
    ),
    ("Advanced", "", ""),
];

/// Commands with more options than these show only the common ones on `-h`.
const MAX_SHOWN: usize = 12;

/// The number of examples that `-h` shows, and their maximum width.
const EXAMPLES: usize = 3;
const COLUMNS: usize = 80;

/// The parser of the command line.
pub(super) fn program() -> Command {
    let global = |name, short, action, about| {
        let option = Arg::new(name).long(name).short(short).action(action);
        let option = option.global(true).hide_short_help(true).help(about);
        option.help_heading(GLOBAL_OPTIONS)
    };
    let about_help = "Print the common options with -h, everything with --help";
    Arguments::command()
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(global("help", 'h', ArgAction::Help, about_help))
        .arg(global(
            "version",
            'V',
            ArgAction::Version,
            "Print the version",
        ))
        .mut_subcommands(arranged)
}

/// Puts the options of a command into groups, and shortens its `-h`.
fn arranged(command: Command) -> Command {
    let options = command.get_arguments().filter(|one| !one.is_positional());
    let mut options: Vec<_> = options
        .map(|one| (place(one), one.get_id().clone()))
        .collect();
    options.sort_by_key(|(place, _)| *place);
    let has_many = options.len() > MAX_SHOWN;
    let mut command = command;
    for (order, ((group, rank), id)) in options.into_iter().enumerate() {
        let (heading, common, _) = GROUPS[group];
        let is_hidden = has_many && rank >= common.split(' ').count();
        // `mut_arg` makes the option the last one, and groups are shown in the order of their first
        // options.
        command = command.mut_arg(id, |option| {
            let option = option.help_heading(heading).display_order(order);
            option.hide_short_help(is_hidden)
        });
    }
    let help = command.get_after_help().map(ToString::to_string);
    let help = help.unwrap_or_default();
    let examples = help.lines().take_while(|line| !line.is_empty());
    let examples = examples.filter(|line| line.len() <= COLUMNS);
    let examples: String = examples
        .take(1 + EXAMPLES)
        .map(|line| format!("{line}\n"))
        .collect();
    let name = command.get_name();
    let footer = format!("{examples}\n`pipsc {name} --help` describes everything.");
    command.after_help(footer).after_long_help(help)
}

/// The group of an option, and its rank there. The option's own heading takes precedence over the
/// list.
fn place(option: &Arg) -> (usize, usize) {
    let rank = |(_, common, others): &(&str, &str, &str)| {
        let mut names = common.split(' ').chain(others.split(' '));
        names.position(|name| name == option.get_id())
    };
    let own = option.get_help_heading();
    let own = own.and_then(|heading| GROUPS.iter().position(|group| group.0 == heading));
    let listed = || GROUPS.iter().position(|group| rank(group).is_some());
    let group = own.or_else(listed).unwrap_or(GROUPS.len() - 1);
    (group, rank(&GROUPS[group]).unwrap_or(usize::MAX))
}

/// Prints the error of clap: help and the version to standard output, mistakes to standard error.
pub(super) fn print_error(
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
    let text = match AutoStream::choice(&std::io::stdout()) {
        ColorChoice::Never => strip_str(&text).to_string(),
        ColorChoice::Auto | ColorChoice::AlwaysAnsi | ColorChoice::Always => text,
    };
    output::to_stdout(|out| out.write_all(text.as_bytes()))?;
    Ok(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The maximum number of rows of `-h`.
    const ROWS: usize = 40;

    #[test]
    fn short_help_fits_a_screen() {
        let mut program = program().term_width(COLUMNS);
        program.build();
        let mut commands = vec![program.clone()];
        commands.extend(program.get_subcommands().cloned());
        let mut too_long = String::new();
        for mut command in commands {
            let text = command.render_help().to_string();
            let rows = text.lines().count();
            let columns = text.lines().map(|line| line.chars().count()).max();
            if rows > ROWS || columns > Some(COLUMNS) {
                too_long += &format!("{}: {rows} x {columns:?}\n{text}\n", command.get_name());
            }
        }
        assert!(too_long.is_empty(), "{too_long}");
    }

    #[test]
    fn groups_are_in_order_in_every_command() {
        let mut program = program();
        program.build();
        let mut seen = 0;
        for command in program.get_subcommands() {
            let mut command = command.clone();
            for text in [command.render_help(), command.render_long_help()] {
                let text = text.to_string();
                let lines = text.lines();
                let headings: Vec<&str> = lines.filter_map(|line| line.strip_suffix(':')).collect();
                let order = headings.iter().filter_map(|heading| {
                    let mut groups = ["Arguments"]
                        .into_iter()
                        .chain(GROUPS.map(|group| group.0))
                        .chain([GLOBAL_OPTIONS]);
                    groups.position(|group| group == *heading)
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
