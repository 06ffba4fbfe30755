//! The settings that the configuration file can have, one list.

/// A setting: an option whose default the user chooses.
#[derive(Debug)]
pub(in crate::cli) struct Setting {
    /// The option's name, without its dashes.
    pub(in crate::cli) name: &'static str,
    /// The commands that it is for where it stands below none.
    pub(in crate::cli) everywhere: &'static [&'static str],
    /// The commands below which it can stand.
    pub(in crate::cli) own: &'static [&'static str],
    /// What it decides.
    pub(in crate::cli) about: &'static str,
    /// A value that it can have, as the file would say it.
    pub(in crate::cli) example: &'static str,
}

impl Setting {
    /// Tells whether it can stand below a command.
    pub(in crate::cli) fn is_for(&self, command: &str) -> bool {
        self.own.contains(&command)
    }
}

/// The setting that is for everything that asks the newspaper, and so for no command alone.
pub(in crate::cli) const BASE_URL: &str = "base-url";

/// Every setting. What is about one call, such as `--output` or `--fix`, is none, and no flag is that
/// changes what is asked.
pub(in crate::cli) const SETTINGS: &[Setting] = &[
    Setting {
        name: "solver",
        everywhere: &["run"],
        own: &["run", "bench"],
        about: "the solver that solves, or several",
        example: "\"kissat\"",
    },
    Setting {
        name: "encoding",
        everywhere: &[],
        own: &["run", "emit", "bench"],
        about: "how a puzzle is expressed for the solver",
        example: "\"compact\"",
    },
    Setting {
        name: "time-limit",
        everywhere: &["run", "explain", "hint"],
        own: &["run", "explain", "hint", "bench"],
        about: "when to give up on a puzzle",
        example: "\"60s\"",
    },
    Setting {
        name: "memory-limit",
        everywhere: &["run"],
        own: &["run", "bench"],
        about: "how much memory a solver may take",
        example: "\"4GB\"",
    },
    Setting {
        name: "threads",
        everywhere: &["run"],
        own: &["run"],
        about: "how many threads a solver may use",
        example: "2",
    },
    Setting {
        name: "format",
        everywhere: &[],
        own: &["run", "check", "decode", "hint", "solvers", "bench"],
        about: "how to answer",
        example: "\"json\"",
    },
    Setting {
        name: "exit-code",
        everywhere: &["run"],
        own: &["run"],
        about: "what the exit code says",
        example: "\"sat\"",
    },
    Setting {
        name: "ascii",
        everywhere: &["run", "show", "explain"],
        own: &["run", "show", "explain"],
        about: "draw text with nothing but ASCII",
        example: "true",
    },
    Setting {
        name: "scale",
        everywhere: &["run", "show", "explain"],
        own: &["run", "show", "explain"],
        about: "how many times larger than the SVG a PNG is",
        example: "3",
    },
    Setting {
        name: "target",
        everywhere: &[],
        own: &["emit"],
        about: "the language of models",
        example: "\"minizinc\"",
    },
    Setting {
        name: "profile",
        everywhere: &[],
        own: &["emit"],
        about: "what models are for",
        example: "\"submit\"",
    },
    Setting {
        name: "set",
        everywhere: &[],
        own: &["gen"],
        about: "the set of dominoes for new puzzles",
        example: "\"double-9\"",
    },
    Setting {
        name: "shape",
        everywhere: &[],
        own: &["gen"],
        about: "what the boards of new puzzles look like",
        example: "\"islands\"",
    },
    Setting {
        name: "to",
        everywhere: &[],
        own: &["gen", "convert"],
        about: "the format in which puzzles are written",
        example: "\"nyt\"",
    },
    Setting {
        name: "timeout",
        everywhere: &[],
        own: &["fetch"],
        about: "when to give up on the newspaper's server",
        example: "\"10s\"",
    },
    Setting {
        name: "repeat",
        everywhere: &[],
        own: &["bench"],
        about: "how often each measurement is made",
        example: "3",
    },
    Setting {
        name: "jobs",
        everywhere: &[],
        own: &["bench"],
        about: "how many measurements are made at a time",
        example: "2",
    },
    Setting {
        name: "clock",
        everywhere: &[],
        own: &["bench"],
        about: "the clock that counts in measurements",
        example: "\"cpu\"",
    },
    Setting {
        name: BASE_URL,
        everywhere: &[],
        own: &[],
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
            for name in setting.everywhere {
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
