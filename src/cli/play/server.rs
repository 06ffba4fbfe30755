//! An HTTP server for the files of one folder, bound to the loopback address.
//!
//! A path is `/` or the name of a file in the folder; files outside or in subfolders are not
//! served. The `Host` header must name this machine, which prevents DNS rebinding.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::folder::START;

/// The maximum length of a request head in bytes, and the time in which it must arrive.
const LONGEST_HEAD: u64 = 16 << 10;
const TIMEOUT: Duration = Duration::from_secs(10);

/// The content security policy: the page may run its own scripts and its WebAssembly module, and
/// must not load other resources.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' blob: data:; worker-src 'self'; manifest-src 'self'; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Serves the folder of a page.
#[derive(Debug)]
pub(super) struct PageServer {
    folder: PathBuf,
}

/// A reply: status line, media type and body.
type HttpReply = (&'static str, &'static str, Vec<u8>);

impl PageServer {
    pub(super) fn new(folder: PathBuf) -> Self {
        PageServer { folder }
    }

    /// Answers requests until the program ends.
    pub(super) fn serve(self, listener: &TcpListener) {
        let site = Arc::new(self);
        let port = listener.local_addr().map_or(0, |address| address.port());
        for stream in listener.incoming() {
            let Ok(stream) = stream else {
                // The process may have too many open files.
                thread::sleep(Duration::from_millis(50));
                continue;
            };
            let site = Arc::clone(&site);
            // A closed connection needs no reply.
            let _ = thread::Builder::new().spawn(move || drop(site.answer(&stream, port)));
        }
    }

    fn answer(&self, mut stream: &TcpStream, port: u16) -> io::Result<()> {
        stream.set_read_timeout(Some(TIMEOUT))?;
        stream.set_write_timeout(Some(TIMEOUT))?;
        let mut head = Vec::new();
        let mut lines = BufReader::new(stream.take(LONGEST_HEAD));
        while !head.ends_with(b"\r\n\r\n") {
            if lines.read_until(b'\n', &mut head)? == 0 {
                return Ok(());
            }
        }
        let (status, kind, body) = self.reply(&String::from_utf8_lossy(&head), port);
        write!(
            stream,
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
             Content-Security-Policy: {POLICY}\r\nX-Content-Type-Options: nosniff\r\n\
             Referrer-Policy: no-referrer\r\nCross-Origin-Opener-Policy: same-origin\r\n\
             Cross-Origin-Embedder-Policy: require-corp\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\nCache-Control: no-cache\r\n\
             Connection: close\r\n\r\n",
            body.len()
        )?;
        if !head.starts_with(b"HEAD ") {
            stream.write_all(&body)?;
        }
        stream.flush()
    }

    /// The reply to the head of a request.
    fn reply(&self, head: &str, port: u16) -> HttpReply {
        let refuse = |status, text: &str| {
            (
                status,
                "text/plain; charset=utf-8",
                format!("{text}\n").into_bytes(),
            )
        };
        let mut lines = head.lines();
        let words: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
        let [method, target, version] = words[..] else {
            return refuse("400 Bad Request", "This is not a request.");
        };
        if !version.starts_with("HTTP/1.") {
            return refuse("400 Bad Request", "This is not a request.");
        }
        let host = lines.find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("host").then_some(value.trim())
        });
        let name = host.and_then(|host| host.strip_suffix(&format!(":{port}")));
        if !matches!(name, Some("127.0.0.1" | "localhost")) {
            return refuse("403 Forbidden", "This server is for its own machine only.");
        }
        if method != "GET" && method != "HEAD" {
            return refuse("405 Method Not Allowed", "Only GET is allowed.");
        }
        let path = target.split(['?', '#']).next().unwrap_or_default();
        let name = match path.strip_prefix('/') {
            Some("") => START,
            Some(name) if !name.starts_with('.') && !name.contains(['/', '\\', ':']) => name,
            _ => return refuse("404 Not Found", "There is no such file."),
        };
        match fs::read(self.folder.join(name)) {
            Ok(body) => ("200 OK", media_type(name), body),
            Err(_) => refuse("404 Not Found", "There is no such file."),
        }
    }
}

/// The media type of a file, by its extension.
fn media_type(name: &str) -> &'static str {
    match Path::new(name).extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("wasm") => "application/wasm",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_files_of_the_page_are_served() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("below")).expect("a folder");
        for (name, text) in [
            ("index.html", "page"),
            ("app.js", "script"),
            ("below/x.js", ""),
        ] {
            fs::write(folder.path().join(name), text).expect("a file");
        }
        let site = PageServer::new(folder.path().to_owned());
        let reply = |first: &str, host: &str| site.reply(&format!("{first}\r\n{host}\r\n\r\n"), 80);
        let host = "Host: 127.0.0.1:80";
        assert_eq!(reply("GET / HTTP/1.1", host).2, b"page");
        assert_eq!(reply("GET /?x=1 HTTP/1.1", "host: localhost:80").2, b"page");
        let script = reply("GET /app.js HTTP/1.1", host);
        assert_eq!(
            (script.1, &script.2[..]),
            ("text/javascript; charset=utf-8", &b"script"[..])
        );
        for path in [
            "/../Cargo.toml",
            "/..",
            "/..%2fCargo.toml",
            "//etc/passwd",
            "/below",
            "/below/x.js",
            "/app.js/",
            "*",
            "http://127.0.0.1:80/app.js",
        ] {
            let status = reply(&format!("GET {path} HTTP/1.1"), host).0;
            assert_eq!(status, "404 Not Found", "{path}");
        }
        assert_eq!(reply("POST / HTTP/1.1", host).0, "405 Method Not Allowed");
        assert_eq!(reply("GET /", host).0, "400 Bad Request");
        assert_eq!(reply("", host).0, "400 Bad Request");
        for host in [
            "X: y",
            "Host: evil.example:80",
            "Host: 127.0.0.1",
            "Host: 127.0.0.1:81",
        ] {
            assert_eq!(reply("GET / HTTP/1.1", host).0, "403 Forbidden", "{host}");
        }
    }
}
