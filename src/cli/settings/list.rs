//! The settings that the configuration file can have, one list.

use std::env;

/// A setting: an option whose default the user chooses.
#[derive(Debug)]
pub(in crate::cli) struct Setting {
    /// The option's name, without its dashes.
    pub(in crate::cli) name: &'static str,
    /// The commands that it is for where it stands below none.
    pub(in crate::cli) everywhere: &'static [&'static str],
    /// The commands below which it can stand.
    pub(in crate::cli) own: &'static [&'static str],
    /// The variables of the environment that go before it.
    pub(in crate::cli) variables: &'static [&'static str],
    /// What it decides.
    pub(in crate::cli) about: &'static str,
    /// A value that it can have, as the file would say it.
    pub(in crate::cli) example: &'static str,
}

impl Setting {
    /// The variable of the environment that holds in its place.
    pub(in crate::cli) fn variable(&self) -> Option<&'static str> {
        let is_set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
        self.variables.iter().copied().find(|name| is_set(name))
    }

    /// Tells whether it can stand below a command.
    pub(in crate::cli) fn is_for(&self, command: &str) -> bool {
        self.own.contains(&command)
    }
}

/// What stands for the program in place of a command: its options are for all commands.
pub(in crate::cli) const PROGRAM: &str = "pipsc";

/// The setting that is for everything that asks the newspaper, and so for no command alone.
pub(in crate::cli) const BASE_URL: &str = "base-url";

/// Every setting. What is about one call, such as `--output` or `--fix`, is none, and no flag is that
/// changes what is asked.
pub(in crate::cli) const SETTINGS: &[Setting] = &[
    Setting {
        name: "solver",
        everywhere: &["run"],
        own: &["run", "bench"],
        variables: &[],
        about: "the solver that solves, or several",
        example: "\"kissat\"",
    },
    Setting {
        name: "encoding",
        everywhere: &[],
        own: &["run", "emit", "bench"],
        variables: &[],
        about: "how a puzzle is expressed for the solver",
        example: "\"compact\"",
    },
    Setting {
        name: "time-limit",
        everywhere: &["run", "explain", "hint"],
        own: &["run", "explain", "hint", "bench"],
        variables: &[],
        about: "when to give up on a puzzle",
        example: "\"60s\"",
    },
    Setting {
        name: "memory-limit",
        everywhere: &["run", "explain", "hint"],
        own: &["run", "explain", "hint", "bench"],
        variables: &[],
        about: "how much memory a solver may take",
        example: "\"4GB\"",
    },
    Setting {
        name: "threads",
        everywhere: &["run"],
        own: &["run"],
        variables: &[],
        about: "how many threads a solver may use",
        example: "2",
    },
    Setting {
        name: "format",
        everywhere: &[],
        own: &["run", "check", "decode", "hint", "solvers", "bench"],
        variables: &[],
        about: "how to answer",
        example: "\"json\"",
    },
    Setting {
        name: "exit-code",
        everywhere: &["run"],
        own: &["run"],
        variables: &[],
        about: "what the exit code says",
        example: "\"sat\"",
    },
    Setting {
        name: "color",
        everywhere: &[PROGRAM],
        own: &[],
        variables: &["NO_COLOR", "CLICOLOR_FORCE"],
        about: "when to use colours",
        example: "\"never\"",
    },
    Setting {
        name: "labels",
        everywhere: &["run", "show"],
        own: &["run", "show"],
        variables: &[],
        about: "show in pictures what cells and regions are called",
        example: "true",
    },
    Setting {
        name: "ascii",
        everywhere: &["run", "show", "explain", "hint"],
        own: &["run", "show", "explain", "hint"],
        variables: &[],
        about: "draw text with nothing but ASCII",
        example: "true",
    },
    Setting {
        name: "scale",
        everywhere: &["run", "show", "explain", "hint"],
        own: &["run", "show", "explain", "hint"],
        variables: &[],
        about: "how many times larger than the SVG a PNG is",
        example: "3",
    },
    Setting {
        name: "target",
        everywhere: &[],
        own: &["emit"],
        variables: &[],
        about: "the language of models",
        example: "\"minizinc\"",
    },
    Setting {
        name: "profile",
        everywhere: &[],
        own: &["emit"],
        variables: &[],
        about: "what models are for",
        example: "\"submit\"",
    },
    Setting {
        name: "set",
        everywhere: &[],
        own: &["gen"],
        variables: &[],
        about: "the set of dominoes for new puzzles",
        example: "\"double-9\"",
    },
    Setting {
        name: "shape",
        everywhere: &[],
        own: &["gen"],
        variables: &[],
        about: "what the boards of new puzzles look like",
        example: "\"islands\"",
    },
    Setting {
        name: "to",
        everywhere: &[],
        own: &["gen", "convert"],
        variables: &[],
        about: "the format in which puzzles are written",
        example: "\"nyt\"",
    },
    Setting {
        name: "timeout",
        everywhere: &[],
        own: &["fetch"],
        variables: &[],
        about: "when to give up on the newspaper's server",
        example: "\"10s\"",
    },
    Setting {
        name: "repeat",
        everywhere: &[],
        own: &["bench"],
        variables: &[],
        about: "how often each measurement is made",
        example: "3",
    },
    Setting {
        name: "jobs",
        everywhere: &[],
        own: &["bench"],
        variables: &[],
        about: "how many measurements are made at a time",
        example: "2",
    },
    Setting {
        name: "clock",
        everywhere: &[],
        own: &["bench"],
        variables: &[],
        about: "the clock that counts in measurements",
        example: "\"cpu\"",
    },
    Setting {
        name: BASE_URL,
        everywhere: &[],
        own: &[],
        variables: &["PIPSC_FETCH_URL"],
        about: "the server that is asked for the newspaper's puzzles",
        example: "\"http://localhost:8000/pips\"",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Arguments;
    use clap::CommandFactory;

    #[test]
    fn every_setting_is_an_option_of_its_commands() {
        let program = Arguments::command();
        for setting in SETTINGS {
            for name in setting.everywhere.iter().filter(|name| **name != PROGRAM) {
                assert!(setting.is_for(name), "{} of {name}", setting.name);
            }
            for name in setting.own {
                let command = program.find_subcommand(name).expect("a command");
                let mut options = command.get_arguments();
                assert!(
                    options.any(|option| option.get_long() == Some(setting.name)),
                    "{name} has no --{}",
                    setting.name
                );
            }
        }
    }
}
