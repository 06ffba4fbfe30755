//! `pipsc play`: served files, host checks, and termination.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use crate::command::TestEnv;

/// The running server, killed at the end of the test.
struct RunningServer {
    program: Child,
    address: String,
    stderr: BufReader<std::process::ChildStderr>,
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Serves a page of two files. A third file in the folder is not part of the page.
fn serve(env: &TestEnv, words: &[&str]) -> RunningServer {
    let page = env.path("page");
    fs::create_dir(&page).expect("a folder");
    fs::write(page.join("index.html"), "<!doctype html>the page\n").expect("a file");
    fs::write(page.join("app.js"), "the script\n").expect("a file");
    fs::write(env.path("secret.txt"), "not part of the page\n").expect("a file");
    let mut program = Command::new(env!("CARGO_BIN_EXE_pipsc"))
        .args(["--no-config", "play", "--no-open", "--page"])
        .arg(&page)
        .args(words)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut address = String::new();
    let mut printed = BufReader::new(program.stdout.take().expect("a pipe"));
    let _ = printed.read_line(&mut address).expect("a line");
    RunningServer {
        stderr: BufReader::new(program.stderr.take().expect("a pipe")),
        program,
        address: address.trim_end().to_owned(),
    }
}

impl RunningServer {
    fn host(&self) -> &str {
        let rest = self.address.strip_prefix("http://").expect("an address");
        rest.split('/').next().expect("a host")
    }

    /// The whole reply to a request.
    fn ask(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.host()).expect("a server");
        stream.write_all(request.as_bytes()).expect("it listens");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    fn get(&self, path: &str) -> String {
        self.ask(&format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n",
            self.host()
        ))
    }
}

#[test]
fn play_serves_only_the_page() {
    let env = TestEnv::new();
    let serving = serve(&env, &[]);
    assert!(
        serving.address.starts_with("http://127.0.0.1:"),
        "{}",
        serving.address
    );
    let page = serving.get("/");
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    assert!(
        page.ends_with("\r\n\r\n<!doctype html>the page\n"),
        "{page}"
    );
    for header in [
        "Content-Type: text/html; charset=utf-8",
        "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval';",
        "X-Content-Type-Options: nosniff",
    ] {
        assert!(page.contains(header), "{page}");
    }
    assert!(!page.contains("unsafe-inline"), "{page}");
    let script = serving.get("/app.js");
    assert!(script.contains("Content-Type: text/javascript"), "{script}");
    let outside = serving.get("/../secret.txt");
    assert!(outside.starts_with("HTTP/1.1 404 "), "{outside}");
    assert!(!outside.contains("not part of the page"), "{outside}");
    let foreign = serving.ask("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    assert!(foreign.starts_with("HTTP/1.1 403 "), "{foreign}");
    let head = serving.ask(&format!(
        "HEAD / HTTP/1.1\r\nHost: {}\r\n\r\n",
        serving.host()
    ));
    assert!(
        head.contains("Content-Length: 24\r\n") && head.ends_with("\r\n\r\n"),
        "{head}"
    );
}

#[test]
fn an_interrupt_stops_the_server_cleanly() {
    let env = TestEnv::new();
    let mut serving = serve(&env, &[]);
    let mut line = String::new();
    let _ = serving.stderr.read_line(&mut line).expect("a line");
    assert_eq!(
        line,
        "The playground is at this address, on this machine only. Press Ctrl-C to stop.\n"
    );
    let _ = serving.get("/");
    let ended = Command::new("kill")
        .args(["-INT", &serving.program.id().to_string()])
        .status();
    assert!(ended.expect("a program").success());
    let status = serving.program.wait().expect("an end");
    assert_eq!(status.code(), Some(130));
    let mut rest = String::new();
    let _ = serving.stderr.read_to_string(&mut rest).expect("text");
    assert_eq!(rest, "");
}

#[test]
fn the_address_contains_the_puzzle() {
    let env = TestEnv::new();
    let serving = serve(&env, &["puzzles/small.board.json"]);
    let (_, link) = serving.address.split_once("/#p=").expect("a link");
    let text = pipsc::link::read(link).expect("a text");
    let read = |text: &[u8]| {
        let document = pipsc::formats::read(text, None).expect("a puzzle");
        document.pick(None).expect("one").without_solution()
    };
    let shipped = fs::read("puzzles/small.board.json").expect("a file");
    assert_eq!(read(text.as_bytes()), read(&shipped));
}

#[test]
fn a_missing_page_is_explained() {
    let env = TestEnv::new();
    let play = |words: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_pipsc"))
            .args(["--no-config", "play", "--no-open"])
            .args(words.split_whitespace())
            .env("XDG_DATA_HOME", env.path("data"))
            .current_dir(env.path("."))
            .output()
            .expect("the program");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(output.stdout.is_empty(), "{output:?}");
        String::from_utf8(output.stderr).expect("text")
    };
    let message = play("--page nowhere");
    assert!(
        message.starts_with("error: nowhere contains no playground"),
        "{message}"
    );
    assert!(message.contains("scripts/build-web"), "{message}");
    // A clone with a built page has one beside the program.
    let built = std::path::Path::new(env!("CARGO_BIN_EXE_pipsc"));
    let built = built
        .parent()
        .and_then(std::path::Path::parent)
        .expect("a folder");
    if !built.join("web/index.html").exists() {
        let message = play("");
        assert!(
            message.contains("cannot find the page of the playground"),
            "{message}"
        );
        assert!(
            message.contains("scripts/build-web") && message.contains("--page"),
            "{message}"
        );
    }
    let message = play("missing.txt");
    assert!(message.contains("missing.txt"), "{message}");
}
