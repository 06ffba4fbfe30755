//! The server: asked politely, with time-outs and one more try, and never believed unseen.

use std::fmt;
use std::io;
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use ureq::http::{Response, StatusCode, Uri, header};
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, Body};

use super::{Content, ContentError, Day, examine};
use crate::puzzle::Label;
use crate::reading::{MOST_BYTES, reason};
use crate::visible::without_password;

/// Where the newspaper keeps its puzzles.
const NEWSPAPER: &str = "https://www.nytimes.com/svc/pips/v1";

/// How long we wait before the second try, and at most if the server asks for more.
const PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// A server that has puzzles by day.
#[derive(Clone, PartialEq, Eq)]
pub struct Server {
    base: String,
}

/// Not even here a password is shown.
impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Server({self})")
    }
}

/// A text that is not the address of a server. What may be a password in it is not shown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not the base URL of a server, expected http://... or https://...")]
pub struct ServerError(Label);

/// How long a server may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// Until there is a connection.
    pub connect: Duration,
    /// For each try as a whole.
    pub whole: Duration,
}

impl Patience {
    /// Patience for a whole try of this length; a connection gets a part of it.
    pub fn of(whole: Duration) -> Self {
        Patience {
            connect: whole.min(Duration::from_secs(10)),
            whole,
        }
    }
}

impl Default for Patience {
    fn default() -> Self {
        Patience::of(Duration::from_secs(30))
    }
}

/// Why there is no puzzle from a server.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// The newspaper did not have the puzzle yet.
    #[error("there are no puzzles of {0}: the first appeared on {first}", first = Day::first())]
    TooEarly(Day),
    /// The server has no puzzles of that day.
    #[error("{url}: there are no puzzles of {day}{}", if_to_come(*.day))]
    NotThere {
        /// What was asked for.
        url: String,
        /// The day.
        day: Day,
    },
    /// The server says something else than a puzzle.
    #[error("{url}: the server answers {status}")]
    Status {
        /// What was asked for.
        url: String,
        /// What it says.
        status: StatusCode,
    },
    /// The server could not be reached, or did not keep to the protocol.
    #[error("{url}: {problem}")]
    Unreachable {
        /// What was asked for.
        url: String,
        /// What happened.
        problem: String,
    },
    /// The reply is larger than anything that is read.
    #[error("{url}: the reply is too large: it has more than {} MiB, which is the most that is read", MOST_BYTES >> 20)]
    TooLarge {
        /// What was asked for.
        url: String,
    },
    /// The reply is something else.
    #[error("{url}: the reply does not hold the puzzles of {day}: {problem}")]
    NotThePuzzles {
        /// What was asked for.
        url: String,
        /// The day.
        day: Day,
        /// What is wrong with it.
        problem: ContentError,
    },
}

fn if_to_come(day: Day) -> &'static str {
    if day > Day::today() {
        ", a day that is still to come"
    } else {
        ""
    }
}

impl Server {
    /// The newspaper's own.
    pub fn newspaper() -> Self {
        Server {
            base: NEWSPAPER.into(),
        }
    }

    fn is_the_newspaper(&self) -> bool {
        self.base == NEWSPAPER
    }

    /// The address of a day's puzzles, for messages: a password in it is not shown.
    pub fn url(&self, day: Day) -> String {
        format!("{self}/{day}.json")
    }

    /// The base URL as it is.
    pub(super) fn base(&self) -> &str {
        &self.base
    }

    /// Asks for the puzzles of a day. What may pass is tried once more.
    pub fn fetch(&self, day: Day, patience: &Patience) -> Result<(Vec<u8>, Content), FetchError> {
        if self.is_the_newspaper() && day.is_before_the_first() {
            return Err(FetchError::TooEarly(day));
        }
        let agent = self.agent(patience);
        let reply = match self.ask(&agent, day) {
            Err((_, Some(pause))) => {
                thread::sleep(pause);
                self.ask(&agent, day)
            }
            reply => reply,
        };
        let text = reply.map_err(|(error, _)| error)?;
        match examine(&text, day) {
            Ok(content) => Ok((text, content)),
            Err(problem) => Err(FetchError::NotThePuzzles {
                url: self.url(day),
                day,
                problem,
            }),
        }
    }

    fn agent(&self, patience: &Patience) -> Agent {
        let is_secure = self.base.starts_with("https:");
        let mut tls = TlsConfig::builder();
        if is_secure {
            tls = tls.root_certs(trusted());
        }
        Agent::config_builder()
            .tls_config(tls.build())
            .user_agent(concat!("pipsc/", env!("CARGO_PKG_VERSION")))
            .accept("application/json")
            .timeout_connect(Some(patience.connect))
            .timeout_global(Some(patience.whole))
            .max_redirects(5)
            // Whoever asks for a secure connection gets no other on the way.
            .https_only(is_secure)
            .http_status_as_error(false)
            .build()
            .into()
    }

    /// Asks once. An error that may pass comes with the time to wait before asking again.
    fn ask(&self, agent: &Agent, day: Day) -> Result<Vec<u8>, (FetchError, Option<Duration>)> {
        let url = self.url(day);
        let failed = |error: ureq::Error| {
            let may_pass = may_pass(&error);
            let error = match error {
                ureq::Error::BodyExceedsLimit(_) => FetchError::TooLarge { url: url.clone() },
                error => FetchError::Unreachable {
                    url: url.clone(),
                    problem: describe(&error).replace(&self.base, &self.to_string()),
                },
            };
            (error, may_pass.then_some(PAUSE))
        };
        let asked = format!("{}/{day}.json", self.base);
        let mut response = agent.get(&asked).call().map_err(failed)?;
        let status = response.status();
        if status.is_success() {
            let body = response.body_mut().with_config().limit(MOST_BYTES);
            return body.read_to_vec().map_err(failed);
        }
        let pause = match status {
            StatusCode::TOO_MANY_REQUESTS => Some(asked_pause(&response)),
            status => status.is_server_error().then_some(PAUSE),
        };
        let error = match status {
            StatusCode::NOT_FOUND | StatusCode::GONE => FetchError::NotThere { url, day },
            status => FetchError::Status { url, status },
        };
        Err((error, pause))
    }
}

/// Tells whether the same request could succeed a moment later.
fn may_pass(error: &ureq::Error) -> bool {
    matches!(
        error,
        ureq::Error::Timeout(_)
            | ureq::Error::HostNotFound
            | ureq::Error::ConnectionFailed
            | ureq::Error::Protocol(_)
    ) || matches!(error, ureq::Error::Io(problem) if !is_distrust(problem))
}

/// A certificate that is not good, or something else that a secure connection does not bear.
fn is_distrust(problem: &io::Error) -> bool {
    problem.kind() == io::ErrorKind::InvalidData
}

/// The certificates that the system trusts, among which may be one of the user's own network; without
/// any, those that Mozilla does.
fn trusted() -> RootCerts {
    let found = rustls_native_certs::load_native_certs().certs;
    if found.is_empty() {
        return RootCerts::WebPki;
    }
    let owned = |certificate| Certificate::from_der(certificate).to_owned();
    found.iter().map(|found| owned(found)).into()
}

const UNKNOWN_NAME: &str = "the server's name is not known; is there a network?";

/// What happened, in words for people who want a puzzle.
fn describe(error: &ureq::Error) -> String {
    match error {
        ureq::Error::HostNotFound => UNKNOWN_NAME.into(),
        // So the system says it, as an error like any other.
        ureq::Error::Io(problem) if problem.to_string().starts_with("failed to lookup") => {
            UNKNOWN_NAME.into()
        }
        ureq::Error::ConnectionFailed => "there is no connection to the server".into(),
        ureq::Error::Timeout(_) => "the server did not answer in time".into(),
        ureq::Error::TooManyRedirects => "the server sends us from one address to the next".into(),
        ureq::Error::Io(problem) if is_distrust(problem) => {
            format!(
                "there is no secure connection to the server: {}",
                reason(problem)
            )
        }
        ureq::Error::Io(problem) => {
            format!("the connection to the server failed: {}", reason(problem))
        }
        ureq::Error::Protocol(problem) => format!("the reply is not HTTP: {problem}"),
        other => other.to_string(),
    }
}

/// How long the server asks us to wait, in seconds, within reason.
fn asked_pause(response: &Response<Body>) -> Duration {
    let asked = response.headers().get(header::RETRY_AFTER);
    let seconds = asked.and_then(|value| value.to_str().ok()?.trim().parse().ok());
    seconds
        .map_or(PAUSE, Duration::from_secs)
        .min(LONGEST_PAUSE)
}

/// The base URL, without a slash at its end and without a password.
impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&without_password(&self.base))
    }
}

/// Tells whether an address has a host, and a port that is a number if it has one.
fn names_host(address: &str) -> bool {
    let Ok(uri) = address.parse::<Uri>() else {
        return false;
    };
    let Some(authority) = uri.authority() else {
        return false;
    };
    let place = authority.as_str();
    let place = place.rsplit_once('@').map_or(place, |(_, place)| place);
    let port = place.strip_prefix(authority.host());
    !authority.host().is_empty() && (port == Some("") || authority.port_u16().is_some())
}

impl FromStr for Server {
    type Err = ServerError;

    fn from_str(text: &str) -> Result<Self, ServerError> {
        let base = text.trim().trim_end_matches('/');
        let host = base
            .strip_prefix("https://")
            .or_else(|| base.strip_prefix("http://"));
        let is_plain = host.is_some_and(|host| {
            !host.contains(|c: char| c.is_whitespace() || c.is_control() || "?#".contains(c))
        });
        if is_plain && names_host(base) {
            Ok(Server { base: base.into() })
        } else {
            Err(ServerError(without_password(text).into()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_urls_are_addresses() {
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
            assert!(text.parse::<Server>().is_err(), "{text}");
        }
        for text in ["http://[::1]", "http://[::1]:80/pips", "https://a.example"] {
            assert_eq!(text.parse::<Server>().expect(text).to_string(), text);
        }
    }

    #[test]
    fn a_name_that_nobody_knows_is_told_in_one_way() {
        let system = std::io::Error::other("failed to lookup address information: no such name");
        assert_eq!(describe(&ureq::Error::Io(system)), UNKNOWN_NAME);
        assert_eq!(describe(&ureq::Error::HostNotFound), UNKNOWN_NAME);
    }

    #[test]
    fn passwords_are_not_shown() {
        let wrong = "http://me:secret@[::1"
            .parse::<Server>()
            .expect_err("no address");
        assert!(!format!("{wrong} {wrong:?}").contains("secret"));
        let server: Server = "http://me:secret@a/b".parse().expect("a server");
        let day = "2025-10-05".parse().expect("a day");
        assert_eq!(server.url(day), "http://me:***@a/b/2025-10-05.json");
        assert!(!format!("{server:?}").contains("secret"));
    }
}
