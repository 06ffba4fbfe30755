//! The NYT puzzles of a day, from the cache or the server, for `pipsc fetch` and for commands with
//! a day in place of a file.

use std::env;
use std::fs;
use std::time::Duration;

use super::interrupt::TaskGuard;
use super::{CliError, log, output};
use crate::fetch::{Day, DayCache, Server};
use crate::visible;

/// The environment variable that names another server.
const SERVER: &str = "PIPSC_FETCH_URL";

/// The default time limit of a request.
const FETCH_TIME: Duration = Duration::from_secs(30);

/// The puzzles of a day with default options.
pub(super) fn puzzles(day: Day) -> Result<Vec<u8>, CliError> {
    let options = FetchOptions {
        server: server()?,
        time_limit: FETCH_TIME,
        refresh: false,
        offline: false,
    };
    options.puzzles(day)
}

/// The server that the environment names, or that of the NYT.
pub(super) fn server() -> Result<Server, CliError> {
    match env::var_os(SERVER).filter(|text| !text.is_empty()) {
        None => Ok(Server::nyt()),
        Some(text) => text
            .to_string_lossy()
            .parse()
            .map_err(|problem| CliError::usage(format!("{SERVER}: {problem}"))),
    }
}

/// Options for fetching puzzles.
#[derive(Debug)]
pub(super) struct FetchOptions {
    /// The server.
    pub(super) server: Server,
    /// The time limit of a request.
    pub(super) time_limit: Duration,
    /// Fetch from the server even if the cache has the day.
    pub(super) refresh: bool,
    /// Use only the cache.
    pub(super) offline: bool,
}

impl FetchOptions {
    /// The puzzles of a day.
    pub(super) fn puzzles(&self, day: Day) -> Result<Vec<u8>, CliError> {
        let cache = DayCache::of(&self.server);
        if let (Some(cache), false) = (&cache, self.refresh) {
            let problem = match cache.get(day) {
                Ok(Some(file)) => {
                    let path = cache.file(day);
                    let path = visible::path(&path);
                    log::detail(&format_args!("{day}: from the cache, {path}"));
                    return Ok(file.text);
                }
                Ok(None) => None,
                Err(problem) => Some(problem),
            };
            match problem {
                Some(problem) if self.offline => {
                    return Err(CliError::usage(format!(
                        "the cached file of {day} cannot be used: {problem}"
                    )));
                }
                Some(problem) => log::warning(&format!(
                    "the cached file of {day} cannot be used and is fetched again: {problem}"
                )),
                None => {}
            }
        }
        if self.offline {
            return Err(CliError::usage(match &cache {
                Some(cache) => format!(
                    "{day} is not in the cache ({}); without --offline it is fetched",
                    visible::path(&cache.file(day))
                ),
                None => NO_CACHE.into(),
            }));
        }
        log::detail(&format_args!("{day}: fetching {}", self.server.url(day)));
        let task = TaskGuard::begin();
        let fetched = self.server.fetch(day, self.time_limit, &task.cancel);
        drop(task);
        let file = fetched?;
        match cache {
            None => log::warning(&NO_CACHE),
            Some(_) if !file.is_complete => log::warning(&format!(
                "{} has a level that is not a valid puzzle, so the day is not cached",
                self.server.url(day)
            )),
            Some(cache) => keep(&cache, day, &file.text),
        }
        Ok(file.text)
    }
}

const NO_CACHE: &str = "there is no cache: neither XDG_CACHE_HOME nor HOME is a folder";

/// Writes a day to the cache. Failure is a warning.
fn keep(cache: &DayCache, day: Day, text: &[u8]) {
    let kept = fs::create_dir_all(cache.folder())
        .map_err(|problem| CliError::writing(cache.folder(), problem))
        .and_then(|()| output::to_path(&cache.file(day), |out| out.write_all(text)));
    if let Err(problem) = kept {
        log::warning(&format!("{day} is not cached: {problem}"));
    }
}
