//! A server of the few files of a page, to this machine alone.
//!
//! All files are read before the first request, and only their names are known afterwards: no address leads
//! anywhere else. A request must be meant for this machine, so that no page of somebody else's can ask
//! through a name that it has pointed here.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::folder::START;
use crate::cli::CliError;
use crate::reading::{called, reason};

/// The most files of a page, and the most bytes of all of them.
const MAX_FILES: usize = 200;
const MAX_BYTES: u64 = 128 << 20;

/// The longest head of a request, in bytes, and how long somebody may take to send it.
const LONGEST_HEAD: u64 = 16 << 10;
const PATIENCE: Duration = Duration::from_secs(10);

/// The most requests at a time.
const MAX_AT_ONCE: usize = 64;

/// What a page may do: run its own scripts and its module, and nothing of anybody else's.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' blob: data:; worker-src 'self'; manifest-src 'self'; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The files of a page, by the path that asks for them.
#[derive(Debug)]
pub(super) struct Site {
    files: BTreeMap<String, Vec<u8>>,
}

/// An answer to a request.
#[derive(Debug, PartialEq, Eq)]
struct Answer<'s> {
    status: &'static str,
    kind: &'static str,
    body: &'s [u8],
}

impl Site {
    /// Reads the files of a folder.
    pub(super) fn read(folder: &Path) -> Result<Self, CliError> {
        let mut files = BTreeMap::new();
        let mut bytes = 0;
        let unread = |path: &Path, problem: &io::Error| {
            CliError::Usage(format!(
                "{} cannot be read: {}",
                called(path),
                reason(problem)
            ))
        };
        let entries = fs::read_dir(folder).map_err(|problem| unread(folder, &problem))?;
        for entry in entries {
            let path = entry.map_err(|problem| unread(folder, &problem))?.path();
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
                continue;
            };
            if !path.is_file() {
                continue;
            }
            let length = fs::metadata(&path)
                .map_err(|problem| unread(&path, &problem))?
                .len();
            bytes += length;
            if files.len() == MAX_FILES || bytes > MAX_BYTES {
                return Err(CliError::Usage(format!(
                    "{} is no playground: it holds more than {MAX_FILES} files or {} MB",
                    called(folder),
                    MAX_BYTES >> 20
                )));
            }
            let content = fs::read(&path).map_err(|problem| unread(&path, &problem))?;
            let _ = files.insert(format!("/{name}"), content);
        }
        Ok(Site { files })
    }

    /// Answers requests until the program ends.
    pub(super) fn serve(self, listener: &TcpListener) {
        let site = Arc::new(self);
        let port = listener.local_addr().map_or(0, |address| address.port());
        let at_once = Arc::new(AtomicUsize::new(0));
        for stream in listener.incoming() {
            let Ok(stream) = stream else {
                // No more files may be open for now.
                thread::sleep(Duration::from_millis(50));
                continue;
            };
            if at_once.load(Ordering::Relaxed) >= MAX_AT_ONCE {
                continue;
            }
            let _ = at_once.fetch_add(1, Ordering::Relaxed);
            let (site, at_once) = (Arc::clone(&site), Arc::clone(&at_once));
            let _ = thread::spawn(move || {
                // Whoever hangs up has seen enough.
                let _ = site.answer(&stream, port);
                let _ = at_once.fetch_sub(1, Ordering::Relaxed);
            });
        }
    }

    fn answer(&self, stream: &TcpStream, port: u16) -> io::Result<()> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let mut lines = BufReader::new(stream.take(LONGEST_HEAD));
        let mut first = Vec::new();
        let _ = lines.read_until(b'\n', &mut first)?;
        let mut host = None;
        loop {
            let mut line = Vec::new();
            let length = lines.read_until(b'\n', &mut line)?;
            let line = String::from_utf8_lossy(&line).into_owned();
            match line.trim_end() {
                "" if length == 0 => return Ok(()),
                "" => break,
                header => {
                    if let Some((name, value)) = header.split_once(':')
                        && name.eq_ignore_ascii_case("host")
                    {
                        host = Some(value.trim().to_owned());
                    }
                }
            }
        }
        let first = String::from_utf8_lossy(&first).into_owned();
        let is_head = first.starts_with("HEAD ");
        self.reply(first.trim_end(), host.as_deref(), port)
            .write(stream, is_head)
    }

    /// The answer to a request's first line.
    fn reply(&self, first: &str, host: Option<&str>, port: u16) -> Answer<'_> {
        let mut words = first.split(' ');
        let (Some(method), Some(target), Some(version)) =
            (words.next(), words.next(), words.next())
        else {
            return Answer::words("400 Bad Request", b"This is no request.\n");
        };
        if !version.starts_with("HTTP/1.") || words.next().is_some() {
            return Answer::words("400 Bad Request", b"This is no request.\n");
        }
        let meant = host.and_then(|host| host.strip_suffix(&format!(":{port}")));
        if !matches!(meant, Some("127.0.0.1" | "localhost")) {
            return Answer::words(
                "403 Forbidden",
                b"This server is for its own machine alone.\n",
            );
        }
        if method != "GET" && method != "HEAD" {
            return Answer::words(
                "405 Method Not Allowed",
                b"There is nothing to send here.\n",
            );
        }
        let path = target.split(['?', '#']).next().unwrap_or_default();
        let start = format!("/{START}");
        let path = if path == "/" { start.as_str() } else { path };
        match self.files.get(path) {
            Some(body) => Answer {
                status: "200 OK",
                kind: kind(path),
                body,
            },
            None => Answer::words("404 Not Found", b"There is no such file.\n"),
        }
    }
}

impl Answer<'_> {
    fn words(status: &'static str, body: &'static [u8]) -> Self {
        let kind = "text/plain; charset=utf-8";
        Answer { status, kind, body }
    }

    fn write(&self, mut stream: &TcpStream, is_head: bool) -> io::Result<()> {
        let Answer { status, kind, body } = self;
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
             Content-Security-Policy: {POLICY}\r\nX-Content-Type-Options: nosniff\r\n\
             Referrer-Policy: no-referrer\r\nCross-Origin-Opener-Policy: same-origin\r\n\
             Cross-Origin-Embedder-Policy: require-corp\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\nCache-Control: no-cache\r\n\
             Connection: close\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes())?;
        if !is_head {
            stream.write_all(body)?;
        }
        stream.flush()
    }
}

/// What a file is, by its name.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> Site {
        let files = [("/index.html", "page"), ("/app.js", "script")];
        let files = files.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        Site {
            files: files.into(),
        }
    }

    #[test]
    fn only_the_files_of_the_page_are_served() {
        let site = site();
        let host = Some("127.0.0.1:80");
        let status = |first: &str, host| site.reply(first, host, 80).status;
        assert_eq!(site.reply("GET / HTTP/1.1", host, 80).body, b"page");
        assert_eq!(
            site.reply("GET /?x=1 HTTP/1.1", Some("localhost:80"), 80)
                .body,
            b"page"
        );
        let script = site.reply("GET /app.js HTTP/1.1", host, 80);
        assert_eq!(script.kind, "text/javascript; charset=utf-8");
        for path in [
            "/../Cargo.toml",
            "/..%2fCargo.toml",
            "//etc/passwd",
            "/app.js/",
            "/APP.JS",
            "*",
            "http://127.0.0.1:80/app.js",
        ] {
            let first = format!("GET {path} HTTP/1.1");
            assert_eq!(status(&first, host), "404 Not Found", "{path}");
        }
        assert_eq!(status("POST / HTTP/1.1", host), "405 Method Not Allowed");
        assert_eq!(status("GET /", host), "400 Bad Request");
        assert_eq!(status("", host), "400 Bad Request");
        // Another name for this machine is another page's doing.
        for host in [
            None,
            Some("evil.example:80"),
            Some("127.0.0.1"),
            Some("127.0.0.1:81"),
        ] {
            assert_eq!(status("GET / HTTP/1.1", host), "403 Forbidden", "{host:?}");
        }
    }
}
