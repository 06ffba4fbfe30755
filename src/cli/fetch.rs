//! `pipsc fetch`: the newspaper's puzzles of a day, and the same for every command that is given a
//! day in place of a file.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::run::duration;
use super::{Failure, interrupt, output, say};
use crate::exit::Exit;
use crate::fetch::{Cache, Content, Day, Entry, Patience, Server};

/// The environment variable that names another server.
const SERVER: &str = "PIPSC_FETCH_URL";

/// Get the newspaper's puzzles of a day
///
/// They are kept in the cache folder ($XDG_CACHE_HOME/pipsc, or else ~/.cache/pipsc) and taken from
/// there the next time. Every other command takes a day in place of a puzzle's file, too.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc fetch today
  pipsc fetch 2025-08-24 -o day.json
  pipsc fetch 2025-08-24 --offline
  pipsc fetch today --base-url http://localhost:8000/pips
  pipsc run today:hard
  pipsc convert 2025-08-24:easy --to text

Environment:
  PIPSC_FETCH_URL  the base URL, for all commands; --base-url goes first")]
pub(super) struct Fetch {
    /// The day: YYYY-MM-DD, or `today`
    #[arg(value_parser = str::parse::<Day>)]
    day: Day,

    /// Where it goes: a file, or `-` for standard output
    #[arg(long, short, value_name = "FILE|-", default_value = "-")]
    output: PathBuf,

    /// Ask this server instead of the newspaper's, for URL/YYYY-MM-DD.json
    #[arg(long, value_name = "URL", value_parser = str::parse::<Server>)]
    base_url: Option<Server>,

    /// Ask the server even if the cache has the day
    #[arg(long, conflicts_with = "offline")]
    refresh: bool,

    /// Take it from the cache or not at all
    #[arg(long)]
    offline: bool,

    /// Give up on the server after this time: 10s, 500ms
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "30s")]
    timeout: Duration,
}

impl Fetch {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let server = match self.base_url {
            Some(server) => server,
            None => server()?,
        };
        let way = Way {
            server,
            patience: Patience::of(self.timeout),
            refresh: self.refresh,
            offline: self.offline,
        };
        let text = way.puzzles(self.day)?;
        output::to_path(&self.output, |out| out.write_all(&text))?;
        Ok(Exit::Done)
    }
}

/// The puzzles of a day, as other commands get them.
pub(super) fn puzzles(day: Day) -> Result<Vec<u8>, Failure> {
    let way = Way {
        server: server()?,
        patience: Patience::default(),
        refresh: false,
        offline: false,
    };
    way.puzzles(day)
}

/// The server that the environment names, or the newspaper's.
fn server() -> Result<Server, Failure> {
    match env::var_os(SERVER).filter(|text| !text.is_empty()) {
        None => Ok(Server::newspaper()),
        Some(text) => text
            .to_string_lossy()
            .parse()
            .map_err(|problem| Failure::Usage(format!("{SERVER}: {problem}"))),
    }
}

/// How to come by the puzzles of a day.
#[derive(Debug)]
struct Way {
    server: Server,
    patience: Patience,
    refresh: bool,
    offline: bool,
}

impl Way {
    fn puzzles(&self, day: Day) -> Result<Vec<u8>, Failure> {
        let cache = Cache::of(&self.server);
        if let (Some(cache), false) = (&cache, self.refresh) {
            let file = cache.file(day);
            let problem = match cache.look_up(day) {
                Entry::There(text) => {
                    say::detail(&format_args!("{day}: from the cache, {}", file.display()));
                    return Ok(text);
                }
                Entry::Missing => None,
                Entry::Unreadable(problem) => Some(problem.to_string()),
                Entry::Damaged(problem) => Some(problem.to_string()),
            };
            match problem {
                Some(problem) if self.offline => {
                    return Err(Failure::Usage(format!(
                        "{}, from the cache, cannot be used: {problem}",
                        file.display()
                    )));
                }
                Some(problem) => say::warning(&format!(
                    "{}, from the cache, cannot be used, so the server is asked: {problem}",
                    file.display()
                )),
                None => {}
            }
        }
        if self.offline {
            return Err(Failure::Usage(match &cache {
                Some(cache) => format!(
                    "{day} is not in the cache ({}); without --offline it is fetched",
                    cache.file(day).display()
                ),
                None => NO_CACHE.into(),
            }));
        }
        say::detail(&format_args!("{day}: asking {}", self.server.url(day)));
        let (text, content) = interrupt::may_cut_off(|| self.server.fetch(day, &self.patience))?;
        match (cache, content) {
            (None, _) => say::warning(&NO_CACHE),
            (Some(_), Content::Partly) => say::warning(&format!(
                "{} holds a level that is not a valid puzzle, so it is not kept in the cache",
                self.server.url(day)
            )),
            (Some(cache), Content::Good) => keep(&cache, day, &text),
        }
        Ok(text)
    }
}

const NO_CACHE: &str = "there is no cache: neither XDG_CACHE_HOME nor HOME is the path of a folder";

/// Keeps a day for the next time. Whoever cannot keep it can use it all the same.
fn keep(cache: &Cache, day: Day, text: &[u8]) {
    let kept = fs::create_dir_all(cache.folder())
        .map_err(|problem| Failure::writing(cache.folder(), problem))
        .and_then(|()| output::to_path(&cache.file(day), |out| out.write_all(text)));
    if let Err(problem) = kept {
        say::warning(&format!("{day} is not kept in the cache: {problem}"));
    }
}
