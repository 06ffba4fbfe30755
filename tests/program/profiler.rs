//! What CP-Profiler is told: a server of ours reads the bytes as the real one does, and others that
//! hang up, or never read.

use std::collections::BTreeMap;
use std::io::Read;
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::command::Place;

/// A message, as the profiler takes it apart.
#[derive(Debug, PartialEq)]
enum Message {
    Node {
        id: [i32; 3],
        parent: [i32; 3],
        alternative: i32,
        children: i32,
        status: u8,
        fields: BTreeMap<u8, String>,
    },
    Done,
    Start {
        version: Option<i32>,
        fields: BTreeMap<u8, String>,
    },
}

/// Takes bytes from the front.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().expect("a byte");
        self.0 = rest;
        *first
    }

    fn number(&mut self) -> i32 {
        let (number, rest) = self.0.split_first_chunk::<4>().expect("four bytes");
        self.0 = rest;
        i32::from_be_bytes(*number)
    }

    fn text(&mut self) -> String {
        let length = self.number() as usize;
        let (text, rest) = self.0.split_at(length);
        self.0 = rest;
        String::from_utf8(text.to_vec()).expect("UTF-8")
    }

    /// The fields at the end of a message: label 0, nogood 1, info 2; the version is 3.
    fn fields(&mut self) -> (Option<i32>, BTreeMap<u8, String>) {
        let (mut version, mut fields) = (None, BTreeMap::new());
        while !self.0.is_empty() {
            match self.byte() {
                3 => version = Some(self.number()),
                kind @ 0..=2 => assert!(fields.insert(kind, self.text()).is_none()),
                other => panic!("a field of kind {other}"),
            }
        }
        (version, fields)
    }
}

fn message(bytes: &[u8]) -> Message {
    let mut bytes = Bytes(bytes);
    match bytes.byte() {
        0 => {
            let id = [(); 3].map(|()| bytes.number());
            let parent = [(); 3].map(|()| bytes.number());
            let (alternative, children) = (bytes.number(), bytes.number());
            let status = bytes.byte();
            let (_, fields) = bytes.fields();
            Message::Node {
                id,
                parent,
                alternative,
                children,
                status,
                fields,
            }
        }
        1 => {
            assert!(bytes.0.is_empty());
            Message::Done
        }
        2 => {
            let (version, fields) = bytes.fields();
            Message::Start { version, fields }
        }
        other => panic!("a message of kind {other}"),
    }
}

fn messages(mut stream: TcpStream) -> Vec<Message> {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes).expect("the bytes");
    let mut rest = &bytes[..];
    let mut messages = Vec::new();
    while !rest.is_empty() {
        let (length, after) = rest.split_first_chunk::<4>().expect("a length");
        let length = u32::from_le_bytes(*length) as usize;
        messages.push(message(&after[..length]));
        rest = &after[length..];
    }
    messages
}

fn listen() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("its address").to_string();
    (listener, address)
}

/// The lines of the same search.
fn told(strategy: &str, more: &[&str]) -> Vec<Value> {
    let arguments = ["trace", "puzzles/triplets.txt", "--strategy", strategy];
    let did = Place::new().run(&[&arguments, more].concat());
    let lines = did.stdout.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

#[test]
fn the_profiler_gets_the_tree() {
    for (strategy, more) in [
        ("first-empty", &["--all"][..]),
        ("exact-cover", &[]),
        ("most-constrained", &["--all"]),
    ] {
        let (listener, address) = listen();
        let server = thread::spawn(move || messages(listener.accept().expect("a call").0));
        let arguments = [
            "trace",
            "puzzles/triplets.txt",
            "--strategy",
            strategy,
            "--to-profiler",
            &address,
        ];
        let did = Place::new().run(&[&arguments, more].concat());
        assert_eq!((did.code, did.stdout.as_str()), (Some(0), ""), "{did:?}");
        let messages = server.join().expect("the server");
        let lines = told(strategy, more);
        let count = |event: &str| lines.iter().filter(|line| line["event"] == event).count();
        assert!(
            did.stderr
                .contains(&format!("{} nodes told to the profiler", count("node"))),
            "{did:?}"
        );

        let (first, rest) = messages.split_first().expect("a start");
        let Message::Start {
            version: Some(3),
            fields,
        } = first
        else {
            panic!("{first:?}")
        };
        let info: Value = serde_json::from_str(&fields[&2]).expect("JSON");
        assert_eq!(info["name"], format!("triplets, {strategy}"));
        assert_eq!(info["has_restarts"], false);
        let (last, nodes) = rest.split_last().expect("an end");
        assert_eq!(*last, Message::Done);

        // As the profiler does: a node takes one of the places that its parent has for children.
        let mut free: BTreeMap<[i32; 3], Vec<bool>> = BTreeMap::new();
        let mut statuses = [0; 3];
        for node in nodes {
            let Message::Node {
                id,
                parent,
                alternative,
                children,
                status,
                fields,
            } = node
            else {
                panic!("{node:?}")
            };
            if free.is_empty() {
                assert_eq!((parent, *alternative), (&[-1; 3], -1));
            } else {
                let places = free.get_mut(parent).expect("its parent came before it");
                let place = &mut places[*alternative as usize];
                assert!(
                    std::mem::replace(place, false),
                    "a place is taken once: {node:?}"
                );
                assert!(fields[&0].contains(" on "), "{node:?}");
            }
            statuses[*status as usize] += 1;
            // Only a branch has children, and what fails says why.
            assert_eq!(*children > 0, *status == 2, "{node:?}");
            assert_eq!(fields.contains_key(&1), *status == 1, "{node:?}");
            assert!(free.insert(*id, vec![true; *children as usize]).is_none());
        }
        let [solved, failed, branched] = statuses;
        assert_eq!(
            (solved, failed),
            (count("solution"), count("failed")),
            "{strategy}"
        );
        assert_eq!(solved + failed + branched, count("node"), "{strategy}");
        let untried = free.values().flatten().filter(|is_free| **is_free).count();
        assert!(untried == 0 || !more.contains(&"--all"), "{strategy}");
    }
}

#[test]
fn two_strategies_are_two_trees() {
    let (listener, address) = listen();
    let server = thread::spawn(move || {
        let calls = listener.incoming().take(2);
        calls
            .map(|stream| messages(stream.expect("a call")))
            .collect::<Vec<_>>()
    });
    let both = "first-empty,exact-cover";
    let did = Place::new().run(&[
        "trace",
        "puzzles/dozen.txt",
        "--strategy",
        both,
        "--to-profiler",
        &address,
    ]);
    assert_eq!(did.code, Some(0), "{did:?}");
    for messages in server.join().expect("the server") {
        assert!(matches!(messages[0], Message::Start { .. }));
        assert_eq!(messages.last(), Some(&Message::Done));
    }
}

#[test]
fn a_profiler_that_is_not_there() {
    let (listener, address) = listen();
    drop(listener);
    let did = Place::new().run(&["trace", "puzzles/dozen.txt", "--to-profiler", &address]);
    assert_eq!((did.code, did.stdout.as_str()), (Some(4), ""), "{did:?}");
    assert!(
        did.stderr
            .contains(&format!("no profiler listens at {address}")),
        "{did:?}"
    );
    let did = Place::new().run(&[
        "trace",
        "puzzles/dozen.txt",
        "--to-profiler",
        "no-such-machine.invalid:6565",
    ]);
    assert_eq!(did.code, Some(2), "{did:?}");
    assert!(
        did.stderr
            .contains("cannot find the machine of the profiler"),
        "{did:?}"
    );
}

/// A puzzle whose search never ends by itself.
fn endless(place: &Place) -> String {
    let made = place.run(&["gen", "--set", "double-9", "--seed", "1", "--to", "text"]);
    assert_eq!(made.code, Some(0), "{made:?}");
    place.write("big.txt", &made.stdout).display().to_string()
}

#[test]
fn a_profiler_that_hangs_up() {
    let (listener, address) = listen();
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a call");
        let mut some = [0; 1000];
        stream.read_exact(&mut some).expect("some bytes");
    });
    let place = Place::new();
    let puzzle = endless(&place);
    let did = place.run(&[
        "trace",
        &puzzle,
        "--all",
        "--nodes",
        "100000000",
        "--to-profiler",
        &address,
    ]);
    server.join().expect("the server");
    assert_eq!((did.code, did.stdout.as_str()), (Some(4), ""), "{did:?}");
    assert!(
        did.stderr
            .contains(&format!("the profiler at {address} has hung up after ")),
        "{did:?}"
    );
}

#[test]
fn a_profiler_that_never_reads() {
    let place = Place::new();
    let puzzle = endless(&place);
    let address = deaf();
    // The limit of the search ends waiting for the profiler as well.
    let did = place.run(&[
        "trace",
        &puzzle,
        "--all",
        "--nodes",
        "100000000",
        "--time-limit",
        "1s",
        "--to-profiler",
        &address,
    ]);
    assert_eq!((did.code, did.stdout.as_str()), (Some(3), ""), "{did:?}");
    assert!(
        did.stderr
            .contains("the time limit came before the end of the search"),
        "{did:?}"
    );
    // So does an interrupt.
    let mut child = place
        .command(&[
            "trace",
            &puzzle,
            "--all",
            "--nodes",
            "100000000",
            "--to-profiler",
            &deaf(),
        ])
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    thread::sleep(Duration::from_millis(700));
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.expect("kill").success());
    assert_eq!(child.wait().expect("its end").code(), Some(130));
    place.assert_clean("after an interrupt");
}

/// Somebody who answers and never reads.
fn deaf() -> String {
    let (listener, address) = listen();
    let _ = thread::spawn(move || {
        let held = listener.accept();
        thread::sleep(Duration::from_secs(60));
        drop(held);
    });
    address
}
