//! The options of plain search.

use clap::Args;

use super::CliError;
use crate::nearest::UnknownName;
use crate::solver::search::{Check, Checks, NAME, Strategy, TreeSearch};

/// The arguments for no check and for all checks.
const NONE: &str = "none";
const ALL: &str = "all";

/// The options of plain search.
#[derive(Debug, Args)]
pub(super) struct SearchArguments {
    /// Strategy of `--solver search`
    ///
    /// It selects the next decision: first-empty, most-constrained or exact-cover, the default.
    #[arg(long, value_name = "NAME", value_parser = str::parse::<Strategy>)]
    strategy: Option<Strategy>,

    /// Checks of `--solver search`, which reject partial boards
    ///
    /// Some of broken, bounds, supply, parity and tiling, separated by commas, or `all` or `none`.
    /// Each strategy has its default.
    #[arg(long, value_name = "LIST", value_parser = checks)]
    checks: Option<Checks>,
}

impl SearchArguments {
    /// The selected search.
    pub(super) fn search(&self) -> TreeSearch {
        let usual = TreeSearch::new(self.strategy.unwrap_or_default());
        TreeSearch {
            checks: self.checks.unwrap_or(usual.checks),
            ..usual
        }
    }

    /// Rejects options without effect.
    pub(super) fn check(&self, solvers: &[String]) -> Result<(), CliError> {
        check_used(self.strategy.is_some() || self.checks.is_some(), solvers)
    }
}

/// Rejects `--strategy` and `--checks` without plain search among the solvers.
pub(super) fn check_used(is_typed: bool, solvers: &[String]) -> Result<(), CliError> {
    if !is_typed || solvers.iter().any(|name| name == NAME) {
        return Ok(());
    }
    Err(CliError::usage(format!(
        "--strategy and --checks are for plain search: add `--solver {NAME}`"
    )))
}

/// Parses a list of checks.
pub(super) fn checks(list: &str) -> Result<Checks, UnknownName> {
    match list {
        NONE => Ok(Checks::NONE),
        ALL => Ok(Checks::all()),
        _ => list.split(',').map(str::parse::<Check>).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_names_every_strategy_and_check() {
        let program = super::super::help::program();
        let mut options = 0;
        for command in program.get_subcommands() {
            for option in command.get_arguments() {
                let names = match (option.get_id().as_str(), command.get_name()) {
                    ("strategy", _) => Strategy::ALL.map(Strategy::name).to_vec(),
                    ("checks", "run" | "trace") => Check::ALL.map(Check::name).to_vec(),
                    _ => continue,
                };
                let help = option.get_long_help().expect("help").to_string();
                for name in names {
                    assert!(help.contains(name), "{}: {name}", command.get_name());
                }
                options += 1;
            }
        }
        assert_eq!(options, 5);
    }

    #[test]
    fn checks_are_listed_with_commas() {
        let some = checks("tiling,broken").expect("two checks");
        assert_eq!(some.to_string(), "broken,tiling");
        assert_eq!(checks("none"), Ok(Checks::NONE));
        assert_eq!(checks("all"), Ok(Checks::all()));
        let unknown = checks("broken,bond").expect_err("no check");
        assert!(unknown.to_string().contains("there is no check `bond`"));
    }
}
