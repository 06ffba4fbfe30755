//! Downloads the puzzles of a day with the program `curl`.
//!
//! `curl` is part of Windows, macOS and most Linux systems, respects the system's proxies and
//! certificates, and retries transient errors. A TLS library would double the time of the first
//! build.

use std::fmt;
use std::io::{self, Read};
use std::process::{Child, Command, Stdio};
use std::str::FromStr;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::{ContentError, Day, DayContent, examine};
use crate::limits::CancelFlag;
use crate::puzzle::Label;
use crate::visible;

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
    #[error("{url}: there are no puzzles of {day}{}", if_future(*.day))]
    NotFound {
        /// The URL of the request.
        url: String,
        /// The day.
        day: Day,
    },
    /// The request failed, or the reply is too large.
    #[error("{url}: {problem}")]
    Failed {
        /// The URL of the request.
        url: String,
        /// The reason.
        problem: String,
    },
    /// The reply does not contain the puzzles of the day.
    #[error("{url}: the reply does not hold the puzzles of {day}: {problem}")]
    NotThePuzzles {
        /// The URL of the request.
        url: String,
        /// The day.
        day: Day,
        /// The error in the reply.
        problem: Box<ContentError>,
    },
    /// `curl` could not be started.
    #[error("fetching needs the program `curl`, which cannot be started: {0}")]
    NoCurl(io::Error),
    /// The request was cancelled.
    #[error("the request was cancelled")]
    Cancelled,
}

fn if_future(day: Day) -> &'static str {
    if day > Day::today() {
        ", a day in the future"
    } else {
        ""
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

    /// The base URL, without a slash at its end.
    pub(super) fn base(&self) -> &str {
        &self.base
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
    ) -> Result<(Vec<u8>, DayContent), FetchError> {
        if self.base == NYT && day.is_before_the_first() {
            return Err(FetchError::TooEarly(day));
        }
        let text = self.request(day, time_limit, cancel)?;
        match examine(&text, day) {
            Ok(content) => Ok((text, content)),
            Err(problem) => Err(FetchError::NotThePuzzles {
                url: self.url(day),
                day,
                problem: Box::new(problem),
            }),
        }
    }

    fn request(
        &self,
        day: Day,
        time_limit: Duration,
        cancel: &CancelFlag,
    ) -> Result<Vec<u8>, FetchError> {
        let mut curl = self
            .curl(day, time_limit)
            .spawn()
            .map_err(FetchError::NoCurl)?;
        let body = read_all(curl.stdout.take(), MAX_BYTES + 1);
        let messages = read_all(curl.stderr.take(), 1 << 16);
        let exit_code = wait(&mut curl, cancel)?;
        let body = body.join().unwrap_or_default();
        let messages = messages.join().unwrap_or_default();

        let url = self.url(day);
        let too_large = format!(
            "the reply is too large: it has more than {} MiB",
            MAX_BYTES >> 20
        );
        let messages = String::from_utf8_lossy(&messages);
        // `--write-out` prints the status last.
        let (messages, status) = messages
            .trim_end()
            .rsplit_once('\n')
            .unwrap_or(("", messages.trim_end()));
        let problem = match (exit_code, status) {
            _ if body.len() as u64 > MAX_BYTES => too_large,
            (Some(0), _) => return Ok(body),
            (Some(22), "404" | "410") => return Err(FetchError::NotFound { url, day }),
            (Some(22), status) => format!("the server answered with status {status}"),
            (Some(63), _) => too_large,
            (code, _) => describe(code, messages),
        };
        Err(FetchError::Failed { url, problem })
    }

    fn curl(&self, day: Day, time_limit: Duration) -> Command {
        let seconds = |time: Duration| format!("{:.3}", time.as_secs_f64().max(0.001));
        // A redirect must not downgrade HTTPS to HTTP.
        let protocols = if self.base.starts_with("https:") {
            "=https"
        } else {
            "=http,https"
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
    match exit_code {
        Some(1 | 8) => "the reply is not HTTP".into(),
        Some(6) => "the name of the server cannot be resolved; is there a network?".into(),
        Some(28) => "the server did not answer in time".into(),
        Some(47) => "the server redirects too often".into(),
        code => {
            let message = messages.lines().rfind(|line| line.starts_with("curl: "));
            let message = message.map_or_else(
                || {
                    format!(
                        "curl ended with {}",
                        code.map_or("a signal".into(), |code| format!("exit code {code}"))
                    )
                },
                |message| visible::message(&message),
            );
            format!("the connection to the server failed: {message}")
        }
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
        let rest = base
            .strip_prefix("https://")
            .or_else(|| base.strip_prefix("http://"))
            .unwrap_or_default();
        let authority = rest.split('/').next().unwrap_or_default();
        if authority.contains('@') {
            return Err(ServerError::UserInfo);
        }
        let has_odd_characters =
            base.contains(|c: char| c.is_whitespace() || c.is_control() || "?#".contains(c));
        if has_host(authority) && !has_odd_characters {
            Ok(Server { base: base.into() })
        } else {
            Err(ServerError::Url(text.into()))
        }
    }
}

/// Whether an authority has a host, and a port that is a number if it has one.
fn has_host(authority: &str) -> bool {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => match rest.split_once(']') {
            Some((host, port)) => (
                host,
                port.strip_prefix(':').or(port.is_empty().then_some("0")),
            ),
            None => return false,
        },
        None => match authority.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (authority, Some("0")),
        },
    };
    !host.is_empty() && port.is_some_and(|port| port.parse::<u16>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_urls_are_checked() {
        let server: Server = "http://127.0.0.1:8000/pips/".parse().expect("a server");
        let day = "2025-10-05".parse().expect("a day");
        assert_eq!(
            server.url(day),
            "http://127.0.0.1:8000/pips/2025-10-05.json"
        );
        for text in [
            "",
            "example.org",
            "ftp://example.org",
            "https://",
            "http://a b",
            "http://a?b",
            "http://[::1",
            "http://:80",
            "http://a:port",
            "http://a\u{1b}",
        ] {
            let problem = text.parse::<Server>().expect_err(text);
            assert_eq!(problem, ServerError::Url(text.into()));
        }
        for text in ["http://[::1]", "http://[::1]:80/pips", "https://a.example"] {
            assert_eq!(text.parse::<Server>().expect(text).to_string(), text);
        }
    }

    #[test]
    fn passwords_are_refused_and_not_shown() {
        for text in [
            "http://me:secret@a/b",
            "https://me@a",
            "http://me:secret@[::1",
        ] {
            let problem = text.parse::<Server>().expect_err(text);
            assert_eq!(problem, ServerError::UserInfo);
        }
    }

    #[test]
    fn messages_of_curl_are_explained() {
        assert!(describe(Some(6), "").contains("resolved"));
        assert_eq!(
            describe(Some(7), "curl: (7) Failed to connect\n"),
            "the connection to the server failed: curl: (7) Failed to connect"
        );
        assert!(describe(None, "").contains("a signal"));
    }
}
