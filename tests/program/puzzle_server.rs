//! A small server on the loopback address with scripted replies.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

/// The reply to one request.
#[derive(Debug, Clone)]
pub(crate) enum ServerReply {
    /// A status with more header lines and a body.
    Full(u16, &'static str, Vec<u8>),
    /// These bytes, and the end of the connection.
    Raw(Vec<u8>),
    /// No reply until the client closes the connection.
    Silence,
}

impl ServerReply {
    pub(crate) fn good(body: &str) -> Self {
        ServerReply::Full(200, "", body.into())
    }

    pub(crate) fn status(status: u16) -> Self {
        ServerReply::Full(status, "", b"no puzzle".to_vec())
    }
}

/// A server. Each request takes the next reply; the last reply is repeated.
#[derive(Debug)]
pub(crate) struct PuzzleServer {
    address: String,
    requests: Arc<Mutex<Vec<String>>>,
    is_closing: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl PuzzleServer {
    pub(crate) fn start(replies: Vec<ServerReply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let is_closing = Arc::new(AtomicBool::new(false));
        let (log, closing) = (requests.clone(), is_closing.clone());
        let thread = thread::spawn(move || {
            let mut waiting = Vec::new();
            for stream in listener.incoming() {
                if closing.load(Ordering::SeqCst) {
                    break;
                }
                let Ok(stream) = stream else { continue };
                let Some(request) = read_head(&stream) else {
                    continue;
                };
                let mut log = log.lock().expect("no panic");
                let reply = replies.get(log.len()).or(replies.last()).cloned();
                log.push(request);
                drop(log);
                let kept = reply.and_then(|reply| send(stream, &reply));
                waiting.extend(kept);
            }
        });
        PuzzleServer {
            address,
            requests,
            is_closing,
            thread: Some(thread),
        }
    }

    /// Its base URL.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/pips", self.address)
    }

    /// The heads of all requests.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().expect("no panic").clone()
    }
}

impl Drop for PuzzleServer {
    fn drop(&mut self) {
        self.is_closing.store(true, Ordering::SeqCst);
        // A further connection unblocks the server.
        let _ = TcpStream::connect(&self.address);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The head of a request.
fn read_head(stream: &TcpStream) -> Option<String> {
    let mut head = String::new();
    for line in BufReader::new(stream).lines() {
        let line = line.ok()?;
        if line.is_empty() {
            return Some(head);
        }
        head += &line;
        head.push('\n');
    }
    None
}

/// Replies. A silent connection is returned, so that it stays open.
fn send(mut stream: TcpStream, reply: &ServerReply) -> Option<TcpStream> {
    let bytes = match reply {
        ServerReply::Full(status, headers, body) => {
            let mut bytes = format!(
                "HTTP/1.1 {status} Whatever\r\n{headers}Content-Length: {}\r\n\
                 Connection: close\r\n\r\n",
                body.len()
            )
            .into_bytes();
            bytes.extend(body);
            bytes
        }
        ServerReply::Raw(bytes) => bytes.clone(),
        ServerReply::Silence => return Some(stream),
    };
    // The client may close the connection early.
    let _ = stream.write_all(&bytes);
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let _ = stream.read_to_end(&mut Vec::new());
    None
}
