//! `pipsc play`: served files, the address, and termination.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};

use rustix::process::{Pid, Signal, kill_process};

use crate::command::TestEnv;

/// The running server, killed at the end of the test.
struct RunningServer {
    program: Child,
    address: String,
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Serves a page of one file.
fn serve(env: &TestEnv, more: &str) -> RunningServer {
    fs::create_dir(env.path("page")).expect("a folder");
    let _ = env.write("page/index.html", "<!doctype html>the page\n");
    let mut program = env.command(format!("play --no-open --page @page {more}"));
    let program = program.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut program = program.spawn().expect("the program");
    let mut address = String::new();
    let mut printed = BufReader::new(program.stdout.take().expect("a pipe"));
    let _ = printed.read_line(&mut address).expect("a line");
    RunningServer {
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
    fn request(&self, request: &str, host: &str) -> String {
        let mut stream = TcpStream::connect(self.host()).expect("a server");
        let request = format!("{request} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it listens");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer).expect("an answer");
        answer
    }
}

#[test]
fn play_serves_the_page_until_an_interrupt() {
    let env = TestEnv::new();
    let mut serving = serve(&env, "");
    let host = serving.host().to_owned();
    assert!(host.starts_with("127.0.0.1:"), "{host}");
    let page = serving.request("GET /", &host);
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    let (head, body) = page.split_once("\r\n\r\n").expect("a head");
    assert_eq!(body, "<!doctype html>the page\n");
    for header in [
        "Content-Type: text/html; charset=utf-8",
        "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval';",
        "X-Content-Type-Options: nosniff",
    ] {
        assert!(head.contains(header), "{head}");
    }
    assert!(!head.contains("unsafe-inline"), "{head}");
    assert_eq!(serving.request("HEAD /", &host), format!("{head}\r\n\r\n"));
    let foreign = serving.request("GET /", "evil.example");
    assert!(foreign.starts_with("HTTP/1.1 403 "), "{foreign}");

    kill_process(Pid::from_child(&serving.program), Signal::INT).expect("a signal");
    assert_eq!(serving.program.wait().expect("an end").code(), Some(130));
    let mut message = String::new();
    let stderr = serving.program.stderr.as_mut().expect("a pipe");
    let _ = stderr.read_to_string(&mut message).expect("text");
    assert_eq!(
        message,
        "The playground is at this address, on this machine only. Press Ctrl-C to stop.\n"
    );
}

#[test]
fn the_address_contains_the_puzzle() {
    let env = TestEnv::new();
    let serving = serve(&env, "puzzles/small.board.json");
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
        let mut command = env.command(format!("play --no-open {words}"));
        let command = command.env("XDG_DATA_HOME", env.path("data"));
        let output = env.finish(command.current_dir(env.path("")));
        output.assert_stdout(2, "");
        output
    };
    let output = play("--page nowhere");
    output.stderr_starts("error: nowhere contains no playground");
    output.stderr_has("scripts/build-web");
    // A clone with a built page has one beside the program.
    let folders = Path::new(env!("CARGO_BIN_EXE_pipsc")).ancestors().nth(2);
    if !folders.expect("a folder").join("web/index.html").exists() {
        let output = play("");
        output.stderr_has("cannot find the page of the playground");
        output.stderr_has("scripts/build-web");
        output.stderr_has("--page");
    }
    play("missing.txt").stderr_has("missing.txt");
}
