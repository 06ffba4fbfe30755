//! CP-Profiler: the protocol in which solvers tell it of their search trees, version 3.
//!
//! A message is its length, four bytes with the least significant first, and then a byte for its kind.
//! A node follows with the numbers of itself and of its parent (each a node, a restart and a thread), which
//! child of its parent it is, how many children it has, and a byte for its status; numbers are four
//! bytes with the most significant first. Fields come last, each with a byte for its kind: texts
//! with their length in front, and the version.
//!
//! The children of a node are counted before they come, so that a node is sent when its first child
//! is entered, when it fails, or when it is a solution.

mod connection;

use std::io::{self, Write};
use std::ops::ControlFlow;

use serde_json::json;

pub use connection::{Address, Connection, ConnectionError};

use super::words;
use crate::puzzle::Puzzle;
use crate::solver::search::{Event, Observer};

/// The version of the protocol.
const VERSION: i32 = 3;

/// The number of the parent of a root, its restart and its thread.
const NOBODY: i32 = -1;

/// The restart and the thread that a node belongs to: here are no restarts and no other threads.
const RESTART: i32 = -1;
const THREAD: i32 = 0;

/// The kind of a message.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Node = 0,
    Done = 1,
    Start = 2,
}

/// The kind of a field.
#[derive(Debug, Clone, Copy)]
enum Field {
    Label = 0,
    Nogood = 1,
    Info = 2,
    Version = 3,
}

/// How a node ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Solved = 0,
    Failed = 1,
    Branch = 2,
}

/// A node that is not sent yet.
#[derive(Debug)]
struct Waiting {
    id: i32,
    parent: i32,
    /// Which child of its parent it is, counted from 0.
    alternative: i32,
    label: String,
}

/// Tells CP-Profiler of a search.
#[derive(Debug)]
pub struct Sender<'a, W> {
    puzzle: &'a Puzzle,
    out: W,
    waiting: Option<Waiting>,
    problem: Option<io::Error>,
}

impl<'a, W: Write> Sender<'a, W> {
    /// Begins a tree with a name.
    pub fn new(puzzle: &'a Puzzle, name: &str, out: W) -> Self {
        let mut sender = Sender {
            puzzle,
            out,
            waiting: None,
            problem: None,
        };
        let mut message = Message::new(Kind::Start);
        message.field(Field::Version);
        message.number(VERSION);
        message.text(
            Field::Info,
            &json!({ "has_restarts": false, "name": name }).to_string(),
        );
        let _ = sender.send(message);
        sender
    }

    /// Ends the tree. A failure to send shows here.
    pub fn end(mut self) -> io::Result<()> {
        // A node whose children were not tried any more.
        let _ = self.settle(Status::Branch, 0, None);
        let _ = self.send(Message::new(Kind::Done));
        match self.problem {
            Some(problem) => Err(problem),
            None => self.out.flush(),
        }
    }

    /// Sends the node that waits.
    fn settle(&mut self, status: Status, children: u32, why: Option<&str>) -> ControlFlow<()> {
        let Some(node) = self.waiting.take() else {
            return ControlFlow::Continue(());
        };
        let mut message = Message::new(Kind::Node);
        for id in [node.id, node.parent] {
            let is_nobody = id == NOBODY;
            message.number(id);
            message.number(RESTART);
            message.number(if is_nobody { NOBODY } else { THREAD });
        }
        message.number(node.alternative);
        message.number(children.min(i32::MAX as u32) as i32);
        message.byte(status as u8);
        message.text(Field::Label, &node.label);
        if let Some(why) = why {
            message.text(Field::Nogood, why);
            message.text(Field::Info, &json!({ "why": why }).to_string());
        }
        self.send(message)
    }

    fn send(&mut self, message: Message) -> ControlFlow<()> {
        if self.problem.is_some() {
            return ControlFlow::Break(());
        }
        match self.out.write_all(&message.framed()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(problem) => {
                self.problem = Some(problem);
                ControlFlow::Break(())
            }
        }
    }
}

impl<W: Write> Observer for Sender<'_, W> {
    fn see(&mut self, event: &Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Node {
                id,
                parent,
                decision,
                ..
            } => {
                let choices = decision.map_or(0, |decision| decision.choices);
                // The first child of the node that waits says how many there are.
                self.settle(Status::Branch, choices, None)?;
                let number = |id: u64| i32::try_from(id).unwrap_or(i32::MAX);
                self.waiting = Some(Waiting {
                    id: number(*id),
                    parent: parent.map_or(NOBODY, number),
                    alternative: decision.map_or(NOBODY, |decision| decision.choice as i32 - 1),
                    label: decision.map_or_else(String::new, |decision| {
                        words::placement(self.puzzle, decision.placed)
                    }),
                });
                ControlFlow::Continue(())
            }
            Event::Propagated { .. } => ControlFlow::Continue(()),
            Event::Failed { cause, place, .. } => {
                let why = words::reason(self.puzzle, *cause, place);
                self.settle(Status::Failed, 0, Some(&why))
            }
            Event::Solution { .. } => self.settle(Status::Solved, 0, None),
            // Only a node without children still waits.
            Event::Exhausted { .. } => self.settle(Status::Failed, 0, None),
        }
    }
}

/// A message on its way.
#[derive(Debug)]
struct Message {
    bytes: Vec<u8>,
}

impl Message {
    fn new(kind: Kind) -> Self {
        Message {
            bytes: vec![kind as u8],
        }
    }

    fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    fn field(&mut self, field: Field) {
        self.byte(field as u8);
    }

    fn number(&mut self, number: i32) {
        self.bytes.extend_from_slice(&number.to_be_bytes());
    }

    fn text(&mut self, field: Field, text: &str) {
        self.field(field);
        self.number(i32::try_from(text.len()).unwrap_or(i32::MAX));
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// The message with its length in front.
    fn framed(self) -> Vec<u8> {
        let mut framed = (self.bytes.len() as u32).to_le_bytes().to_vec();
        framed.extend(self.bytes);
        framed
    }
}
