//! The way to CP-Profiler: a TCP connection, to this machine unless another is named.

use std::fmt;
use std::io::{self, BufWriter, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream, ToSocketAddrs};
use std::str::FromStr;
use std::time::{Duration, Instant};

use crate::limits::Watch;
use crate::puzzle::Label;

/// The port that CP-Profiler listens on.
const PORT: u16 = 6565;

/// How long a profiler has to answer a call.
const CALLING: Duration = Duration::from_secs(5);

/// How long a profiler may read nothing. It draws while it reads, so that it may be slow.
const PATIENCE: Duration = Duration::from_secs(20);

/// How often somebody who waits for it looks whether to go on waiting.
const MOMENT: Duration = Duration::from_millis(200);

/// Where a profiler listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    host: String,
    port: u16,
}

impl Default for Address {
    fn default() -> Self {
        Address {
            host: Ipv4Addr::LOCALHOST.to_string(),
            port: PORT,
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let host = Label::from(self.host.as_str());
        if self.host.contains(':') {
            write!(f, "[{host}]:{}", self.port)
        } else {
            write!(f, "{host}:{}", self.port)
        }
    }
}

/// Reads `HOST:PORT`, `HOST`, `:PORT` or `PORT`.
impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Address { host, port } = Address::default();
        let port_of = |text: &str| match text.parse::<u16>() {
            Ok(0) | Err(_) => Err(format!(
                "`{}` is no port: expected a number from 1 to 65535",
                Label::from(text)
            )),
            Ok(port) => Ok(port),
        };
        if text.is_empty() {
            return Err("expected HOST:PORT, such as 127.0.0.1:6565".into());
        }
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            let port = port_of(text)?;
            return Ok(Address { host, port });
        }
        // An address of six or more groups stands in brackets.
        if let Some(rest) = text.strip_prefix('[') {
            let Some((inside, after)) = rest.split_once(']') else {
                return Err(format!("`{}` lacks a closing bracket", Label::from(text)));
            };
            let port = match after.strip_prefix(':') {
                Some(digits) => port_of(digits)?,
                None if after.is_empty() => port,
                None => return Err(format!("expected a port after the bracket of `{text}`")),
            };
            return Ok(Address {
                host: inside.to_owned(),
                port,
            });
        }
        let (named, port) = match text.rsplit_once(':') {
            Some((named, digits)) => (named, port_of(digits)?),
            None => (text, port),
        };
        let host = if named.is_empty() {
            host
        } else {
            named.to_owned()
        };
        if host.contains([':', '/', ' ']) {
            return Err(format!(
                "`{}` is no address: expected HOST:PORT, such as 127.0.0.1:6565",
                Label::from(text)
            ));
        }
        Ok(Address { host, port })
    }
}

/// Why there is no talking to a profiler.
#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    /// Nobody knows the machine.
    #[error("cannot find the machine of the profiler at {address}: {problem}")]
    Unknown {
        /// Where it was to be.
        address: Address,
        /// What the system says.
        problem: io::Error,
    },
    /// Nobody listens.
    #[error(
        "no profiler listens at {address} ({problem}); start CP-Profiler, or open it in the MiniZinc IDE, \
         and try again"
    )]
    NotThere {
        /// Where it was to be.
        address: Address,
        /// What the system says.
        problem: io::Error,
    },
    /// It was there and is no longer.
    #[error("the profiler at {address} has hung up after {sent} bytes ({problem})")]
    HungUp {
        /// Where it is.
        address: Address,
        /// How much it had been sent.
        sent: u64,
        /// What the system says.
        problem: io::Error,
    },
    /// It does not take what is sent.
    #[error("the profiler at {address} has read nothing for {} seconds", PATIENCE.as_secs())]
    Deaf {
        /// Where it is.
        address: Address,
    },
}

/// A connection to a profiler.
#[derive(Debug)]
pub struct Connection {
    address: Address,
    out: BufWriter<Line>,
}

/// The line itself, which gives up on somebody who reads nothing, or when the watch says stop.
#[derive(Debug)]
struct Line {
    stream: TcpStream,
    watch: Watch,
    sent: u64,
}

impl Connection {
    /// Calls the profiler. The watch can end waiting for it later.
    pub fn open(address: &Address, watch: &Watch) -> Result<Self, ConnectionError> {
        let unknown = |problem| ConnectionError::Unknown {
            address: address.clone(),
            problem,
        };
        let not_there = |problem| ConnectionError::NotThere {
            address: address.clone(),
            problem,
        };
        let places = (address.host.as_str(), address.port).to_socket_addrs();
        let places: Vec<SocketAddr> = places.map_err(unknown)?.collect();
        let mut problem = io::Error::from(io::ErrorKind::NotFound);
        for place in places {
            match TcpStream::connect_timeout(&place, CALLING) {
                Ok(stream) => {
                    stream.set_write_timeout(Some(MOMENT)).map_err(not_there)?;
                    let line = Line {
                        stream,
                        watch: watch.clone(),
                        sent: 0,
                    };
                    return Ok(Connection {
                        address: address.clone(),
                        out: BufWriter::with_capacity(1 << 14, line),
                    });
                }
                Err(other) => problem = other,
            }
        }
        Err(not_there(problem))
    }

    /// What a failure to send means.
    pub fn failed(&self, problem: io::Error) -> ConnectionError {
        let address = self.address.clone();
        match problem.kind() {
            io::ErrorKind::TimedOut => ConnectionError::Deaf { address },
            _ => ConnectionError::HungUp {
                address,
                sent: self.out.get_ref().sent,
                problem,
            },
        }
    }
}

impl Write for Connection {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let begun = Instant::now();
        loop {
            match self.stream.write(bytes) {
                Ok(count) => {
                    self.sent += count as u64;
                    return Ok(count);
                }
                Err(problem)
                    if matches!(
                        problem.kind(),
                        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
                    ) =>
                {
                    // Whoever stops the search does not wait for the profiler.
                    if self.watch.stopped().is_some() || begun.elapsed() > PATIENCE {
                        return Err(io::ErrorKind::TimedOut.into());
                    }
                }
                Err(problem) => return Err(problem),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // What is still held back is for nobody once sending has failed; the buffer would try once more.
        let _ = self
            .out
            .get_ref()
            .stream
            .shutdown(std::net::Shutdown::Write);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        for (text, expected) in [
            ("127.0.0.1:6565", "127.0.0.1:6565"),
            ("localhost", "localhost:6565"),
            (":7000", "127.0.0.1:7000"),
            ("7000", "127.0.0.1:7000"),
            ("[::1]:7000", "[::1]:7000"),
            ("[::1]", "[::1]:6565"),
        ] {
            let address: Address = text.parse().expect(text);
            assert_eq!(address.to_string(), expected, "{text}");
        }
        for (text, expected) in [
            ("", "expected HOST:PORT"),
            ("localhost:0", "`0` is no port"),
            ("localhost:99999", "`99999` is no port"),
            ("99999", "`99999` is no port"),
            ("localhost:http", "`http` is no port"),
            (
                "http://localhost:6565",
                "`http://localhost:6565` is no address",
            ),
            ("[::1:7000", "`[::1:7000` lacks a closing bracket"),
        ] {
            let problem = text.parse::<Address>().expect_err(text);
            assert!(problem.starts_with(expected), "{text}: {problem}");
        }
    }
}
