//! Fetches the NYT puzzles of a day with the program `curl`, or from the cache.
//!
//! `curl` is part of Windows, macOS and most Linux systems, respects the system's proxies and
//! certificates, and retries transient errors. A TLS library would double the time of the first
//! build. Cached puzzles do not expire, because published puzzles do not change.

mod day;

use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::str::FromStr;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde::Deserialize;

use crate::folders;
use crate::formats::{self, Format};
use crate::limits::CancelFlag;
use crate::puzzle::Label;
use crate::reading;
use crate::visible;

pub use day::{Day, DayError, PuzzleAddress};

/// The public endpoint of the NYT.
const NYT: &str = "https://www.nytimes.com/svc/pips/v1";

/// The maximum size of a reply. The puzzles of a day take about 10 kB.
const MAX_BYTES: u64 = 4 << 20;

/// The time limit of establishing a connection.
const CONNECT_TIME: Duration = Duration::from_secs(10);

/// A server of puzzles by day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    base: String,
}

/// An invalid base URL.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ServerError {
    /// The text is not an HTTP URL.
    #[error("`{0}` is not the base URL of a server, expected http://... or https://...")]
    Url(Label),
    /// The URL contains a user name or a password, which messages and process lists would show.
    #[error("the base URL of a server cannot hold a user name or a password")]
    UserInfo,
}

/// A failed download.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FetchError {
    /// The day is before the first puzzles.
    #[error("there are no puzzles of {0}: the first appeared on {first}", first = Day::first())]
    TooEarly(Day),
    /// The server has no puzzles of that day.
    #[error(
        "{url}: there are no puzzles of {day}{}",
        if *.day > Day::today() { ", a day in the future" } else { "" }
    )]
    NotFound {
        /// The URL of the request.
        url: String,
        /// The day.
        day: Day,
    },
    /// The request failed, or the reply does not contain the puzzles of the day.
    #[error("{url}: {problem}")]
    Failed {
        /// The URL of the request.
        url: String,
        /// The reason.
        problem: String,
    },
    /// `curl` could not be started.
    #[error("fetching needs the program `curl`, which cannot be started: {0}")]
    NoCurl(io::Error),
    /// The request was cancelled.
    #[error("the request was cancelled")]
    Cancelled,
}

/// The puzzles of a day in the NYT format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayFile {
    /// The text.
    pub text: Vec<u8>,
    /// Whether every level is valid. One is, at least.
    pub is_complete: bool,
}

impl DayFile {
    /// Checks that a text contains puzzles of a day.
    pub fn read(text: Vec<u8>, day: Day) -> Result<Self, String> {
        /// The date field of a day's file.
        #[derive(Deserialize)]
        struct DatedFile {
            #[serde(rename = "printDate")]
            print_date: Option<Label>,
        }
        let document =
            formats::read(&text, Some(Format::Nyt)).map_err(|error| error.to_string())?;
        if let Ok(DatedFile { print_date }) = serde_json::from_slice(&text)
            && let Some(other) = print_date.filter(|date| *date != day.to_string())
        {
            return Err(format!("these are the puzzles of {other}"));
        }
        let levels = document.entries.iter().map(|entry| entry.puzzle.as_ref());
        let is_complete = levels.clone().all(|level| level.is_ok());
        match levels.clone().find_map(Result::err) {
            Some(problem) if levels.clone().all(|level| level.is_err()) => Err(problem.to_string()),
            _ => Ok(DayFile { text, is_complete }),
        }
    }
}

impl Server {
    /// The server of the New York Times.
    pub fn nyt() -> Self {
        Server { base: NYT.into() }
    }

    /// The URL of a day's puzzles.
    pub fn url(&self, day: Day) -> String {
        format!("{}/{day}.json", self.base)
    }

    /// Downloads the puzzles of a day. A transient error is retried once; `time_limit` applies to
    /// each attempt.
    ///
    /// # Errors
    /// A request that fails or is cancelled, and a reply that does not hold the puzzles of that day.
    pub fn fetch(
        &self,
        day: Day,
        time_limit: Duration,
        cancel: &CancelFlag,
    ) -> Result<DayFile, FetchError> {
        if self.base == NYT && day < Day::first() {
            return Err(FetchError::TooEarly(day));
        }
        let text = self.request(day, time_limit, cancel)?;
        DayFile::read(text, day).map_err(|problem| FetchError::Failed {
            url: self.url(day),
            problem: format!("the reply does not hold the puzzles of {day}: {problem}"),
        })
    }

    fn request(
        &self,
        day: Day,
        time_limit: Duration,
        cancel: &CancelFlag,
    ) -> Result<Vec<u8>, FetchError> {
        let curl = self.curl(day, time_limit).spawn();
        let mut curl = curl.map_err(FetchError::NoCurl)?;
        let body = read_all(curl.stdout.take(), MAX_BYTES + 1);
        let messages = read_all(curl.stderr.take(), 1 << 16);
        let exit_code = wait(&mut curl, cancel)?;
        let body = body.join().unwrap_or_default();
        let messages = messages.join().unwrap_or_default();

        let url = self.url(day);
        let messages = String::from_utf8_lossy(&messages);
        // `--write-out` prints the status last.
        let messages = messages.trim_end();
        let (messages, status) = messages.rsplit_once('\n').unwrap_or(("", messages));
        let is_too_large = body.len() as u64 > MAX_BYTES || exit_code == Some(63);
        let problem = match (exit_code, status) {
            _ if is_too_large => {
                let most = MAX_BYTES >> 20;
                format!("the reply is too large: it has more than {most} MiB")
            }
            (Some(0), _) => return Ok(body),
            (Some(22), "404" | "410") => return Err(FetchError::NotFound { url, day }),
            (Some(22), status) => format!("the server answered with status {status}"),
            (code, _) => describe(code, messages),
        };
        Err(FetchError::Failed { url, problem })
    }

    fn curl(&self, day: Day, time_limit: Duration) -> Command {
        let seconds = |time: Duration| format!("{:.3}", time.as_secs_f64().max(0.001));
        // A redirect must not downgrade HTTPS to HTTP.
        let protocols = match self.base.starts_with("https:") {
            true => "=https",
            false => "=http,https",
        };
        let mut curl = Command::new("curl");
        let _ = curl
            // Must be first: ignores the user's configuration file.
            .arg("--disable")
            .args(["--silent", "--show-error", "--fail", "--globoff"])
            .args(["--location", "--max-redirs", "5"])
            .args(["--proto", protocols, "--proto-redir", protocols])
            .args(["--connect-timeout", &seconds(time_limit.min(CONNECT_TIME))])
            .args(["--max-time", &seconds(time_limit)])
            .args(["--max-filesize", &MAX_BYTES.to_string()])
            .args(["--retry", "1", "--retry-max-time", "10"])
            .args(["--user-agent", concat!("pipsc/", env!("CARGO_PKG_VERSION"))])
            .args(["--header", "Accept: application/json"])
            .args(["--write-out", "%{stderr}\n%{http_code}"])
            .args(["--url", &self.url(day)])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        curl
    }
}

/// Reads a pipe in a thread, up to a number of bytes.
fn read_all(pipe: Option<impl Read + Send + 'static>, max_bytes: u64) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(pipe) = pipe {
            let _ = pipe.take(max_bytes).read_to_end(&mut bytes);
        }
        bytes
    })
}

/// Waits for a process, and kills it when the request is cancelled. Returns its exit code.
fn wait(process: &mut Child, cancel: &CancelFlag) -> Result<Option<i32>, FetchError> {
    loop {
        match process.try_wait() {
            Ok(Some(status)) => return Ok(status.code()),
            Ok(None) if !cancel.is_cancelled() => thread::sleep(Duration::from_millis(10)),
            Ok(None) | Err(_) => {
                let _ = process.kill();
                let _ = process.wait();
                return Err(FetchError::Cancelled);
            }
        }
    }
}

/// Explains an exit code of `curl`, or quotes its message.
fn describe(exit_code: Option<i32>, messages: &str) -> String {
    let message = messages.lines().rfind(|line| line.starts_with("curl: "));
    match (exit_code, message) {
        (Some(1 | 8), _) => "the reply is not HTTP".into(),
        (Some(6), _) => "the name of the server cannot be resolved; is there a network?".into(),
        (Some(28), _) => "the server did not answer in time".into(),
        (Some(47), _) => "the server redirects too often".into(),
        (_, Some(message)) => {
            let message = visible::message(&message);
            format!("the connection to the server failed: {message}")
        }
        (_, None) => "the connection to the server failed: curl ended without a message".into(),
    }
}

/// The base URL, without a slash at its end.
impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.base)
    }
}

impl FromStr for Server {
    type Err = ServerError;

    fn from_str(text: &str) -> Result<Self, ServerError> {
        let base = text.trim().trim_end_matches('/');
        let (scheme, rest) = base.split_once("://").unwrap_or_default();
        let host = rest.split('/').next().unwrap_or_default();
        if host.contains('@') {
            return Err(ServerError::UserInfo);
        }
        let is_odd = |c: char| c.is_whitespace() || c.is_control() || "?#".contains(c);
        match matches!(scheme, "http" | "https") && !host.is_empty() && !base.contains(is_odd) {
            true => Ok(Server { base: base.into() }),
            false => Err(ServerError::Url(text.into())),
        }
    }
}

/// The cache of one server: a file per day, in the user's cache folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayCache {
    folder: PathBuf,
}

impl DayCache {
    /// The user's cache for a server in `$XDG_CACHE_HOME/pipsc`, or else `~/.cache/pipsc`; `None`
    /// without a home folder.
    pub fn of(server: &Server) -> Option<Self> {
        let folder = folders::cache()?.join(folder_name(server));
        Some(DayCache { folder })
    }

    /// The folder, which need not exist.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a day.
    pub fn file(&self, day: Day) -> PathBuf {
        self.folder.join(format!("{day}.json"))
    }

    /// Returns the cached puzzles of a day, or the reason why the cached file cannot be used.
    pub fn get(&self, day: Day) -> Result<Option<DayFile>, String> {
        let file = self.file(day);
        match reading::kept_file(&file) {
            Ok(text) => DayFile::read(text, day)
                .map(Some)
                .map_err(|problem| format!("{}: {problem}", visible::path(&file))),
            Err(problem) if problem.is_missing() => Ok(None),
            Err(problem) => Err(problem.to_string()),
        }
    }
}

/// A unique folder name of a server: characters other than letters, digits, dots and dashes are
/// written as their codes.
fn folder_name(server: &Server) -> String {
    let shown = server.base.strip_prefix("https://").unwrap_or(&server.base);
    let name = shown.bytes().map(|byte| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    name.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_urls_are_checked() {
        let server: Server = "http://127.0.0.1:8000/pips/".parse().expect("a server");
        let day = "2025-10-05".parse().expect("a day");
        let url = "http://127.0.0.1:8000/pips/2025-10-05.json";
        assert_eq!(server.url(day), url);
        for text in [
            "",
            "example.org",
            "ftp://a",
            "https://",
            "http://a b",
            "http://a?b",
        ] {
            let problem = text.parse::<Server>().expect_err(text);
            assert_eq!(problem, ServerError::Url(text.into()));
        }
        // A message does not show a password.
        for text in ["http://me:secret@a/b", "https://me@a"] {
            let problem = text.parse::<Server>().expect_err(text);
            assert_eq!(problem, ServerError::UserInfo);
        }
    }

    #[test]
    fn servers_do_not_share_a_folder() {
        let names = ["http://a/b", "https://a/b", "https://a-b", "https://a/%2Fb"]
            .map(|server| folder_name(&server.parse().expect("a server")));
        assert_eq!(names, ["http%3A%2F%2Fa%2Fb", "a%2Fb", "a-b", "a%2F%252Fb"]);
    }
}
