//! An HTTP server for the files of one folder, bound to the loopback address.
//!
//! A path is `/` or the name of a file in the folder; files outside or in subfolders are not
//! served. The `Host` header must name this machine, which prevents DNS rebinding.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::START;

/// The maximum length of a request head in bytes, and the time in which it must arrive.
const LONGEST_HEAD: u64 = 16 << 10;
const TIMEOUT: Duration = Duration::from_secs(10);

/// The headers of every reply. The content security policy allows the page to run its own scripts and
/// its WebAssembly module, and to load no other resources.
const HEADERS: &str = "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' blob: data:; worker-src 'self'; manifest-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
    X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
    Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Embedder-Policy: require-corp\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\nCache-Control: no-cache\r\nConnection: close\r\n";

/// A reply: status line, media type and body.
type HttpReply = (&'static str, &'static str, Vec<u8>);

/// Serves the files of a folder until the program ends.
pub(super) fn serve(folder: &Path, listener: &TcpListener, port: u16) {
    thread::scope(|scope| {
        for stream in listener.incoming() {
            let Ok(stream) = stream else {
                // The process may have too many open files.
                thread::sleep(Duration::from_millis(50));
                continue;
            };
            // A closed connection needs no reply.
            let _ = thread::Builder::new()
                .spawn_scoped(scope, move || drop(answer(folder, &stream, port)));
        }
    });
}

fn answer(folder: &Path, mut stream: &TcpStream, port: u16) -> io::Result<()> {
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    let mut head = Vec::new();
    let mut lines = BufReader::new(stream.take(LONGEST_HEAD));
    while !head.ends_with(b"\r\n\r\n") {
        if lines.read_until(b'\n', &mut head)? == 0 {
            return Ok(());
        }
    }
    let (status, kind, body) = reply(folder, &String::from_utf8_lossy(&head), port);
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{HEADERS}\r\n"
    )?;
    if !head.starts_with(b"HEAD ") {
        stream.write_all(&body)?;
    }
    stream.flush()
}

/// The reply to the head of a request.
fn reply(folder: &Path, head: &str, port: u16) -> HttpReply {
    let refuse = |status| (status, "text/plain; charset=utf-8", Vec::from(status));
    let mut lines = head.lines();
    let mut words = lines.next().unwrap_or_default().split(' ');
    let mut word = || words.next().unwrap_or_default();
    let (method, target) = (word(), word());
    let host = lines.find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("host").then_some(value.trim())
    });
    let name = host.and_then(|host| host.strip_suffix(&format!(":{port}")));
    if !matches!(name, Some("127.0.0.1" | "localhost")) {
        return refuse("403 Forbidden");
    }
    if method != "GET" && method != "HEAD" {
        return refuse("405 Method Not Allowed");
    }
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let name = match path.strip_prefix('/') {
        Some("") => START,
        Some(name) if !name.starts_with('.') && !name.contains(['/', '\\', ':']) => name,
        _ => return refuse("404 Not Found"),
    };
    match fs::read(folder.join(name)) {
        Ok(body) => ("200 OK", media_type(name), body),
        Err(_) => refuse("404 Not Found"),
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
        let status = |request: &str, host: &str| {
            let head = format!("{request} HTTP/1.1\r\nAccept: */*\r\n{host}\r\n\r\n");
            reply(folder.path(), &head, 80).0
        };
        let host = "Host: 127.0.0.1:80";
        for path in ["/", "/?x=1", "/app.js"] {
            assert_eq!(status(&format!("GET {path}"), host), "200 OK", "{path}");
        }
        assert_eq!(status("GET /", "host: localhost:80"), "200 OK");
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
            let got = status(&format!("GET {path}"), host);
            assert_eq!(got, "404 Not Found", "{path}");
        }
        assert_eq!(status("POST /", host), "405 Method Not Allowed");
        assert_eq!(status("", host), "405 Method Not Allowed");
        for host in [
            "X: y",
            "Host: evil.example:80",
            "Host: 127.0.0.1",
            "Host: 127.0.0.1:81",
        ] {
            assert_eq!(status("GET /", host), "403 Forbidden", "{host}");
        }
    }
}
