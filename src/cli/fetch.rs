//! `pipsc fetch`: the NYT puzzles of a day.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::args::duration;
use super::nyt::{self, FetchOptions};
use super::{CliError, output};
use crate::exit::Exit;
use crate::fetch::PuzzleAddress;
use crate::visible;

/// Download the NYT puzzles of a day
///
/// They are cached in $XDG_CACHE_HOME/pipsc, or else ~/.cache/pipsc. Every other command accepts a
/// day in place of a puzzle's file.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc fetch today
  pipsc fetch yesterday -o day.json
  pipsc fetch https://www.nytimes.com/games/pips
  pipsc fetch 2025-08-24 --offline
  pipsc fetch today --base-url http://localhost:8000/pips
  pipsc run today:hard
  pipsc convert 2025-08-24:easy --to text

Environment:
  PIPSC_FETCH_URL  the base URL, for all commands; --base-url takes precedence")]
pub(super) struct Fetch {
    /// The day: YYYY-MM-DD, `today` or `yesterday`, or the address of the NYT page
    day: String,

    /// Output: a file, or `-` for standard output
    #[arg(long, short, value_name = "FILE|-", default_value = "-")]
    output: PathBuf,

    /// Fetch URL/YYYY-MM-DD.json instead of the file of the NYT
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,

    /// Fetch from the server even if the cache has the day
    #[arg(long, conflicts_with = "offline")]
    refresh: bool,

    /// Use only the cache
    #[arg(long)]
    offline: bool,

    /// Time limit: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "30s")]
    time_limit: Duration,
}

impl Fetch {
    pub(super) fn run(self) -> Result<Exit, CliError> {
        let server = match self.base_url {
            Some(address) => address
                .parse()
                .map_err(|problem| CliError::usage(format!("--base-url: {problem}")))?,
            None => nyt::server()?,
        };
        let day = match PuzzleAddress::read(&self.day) {
            Some(address) => address.map(|address| address.day),
            None => self.day.parse(),
        };
        let day = day.map_err(|problem| CliError::usage(problem.to_string()))?;
        let options = FetchOptions {
            server,
            time_limit: self.time_limit,
            refresh: self.refresh,
            offline: self.offline,
        };
        let text = options.puzzles(day)?;
        // The same JSON, with invisible characters escaped.
        let text = visible::json(&String::from_utf8_lossy(&text));
        output::to_path(&self.output, |out| out.write_all(text.as_bytes()))?;
        Ok(Exit::Done)
    }
}
