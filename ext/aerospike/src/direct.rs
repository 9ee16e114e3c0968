//! The node inside this process, and the way to it: commands on one record are given to it as they are, without a socket
//! between. What may have long answers goes through a socket, where the node waits until they are taken.

use phant_aerospike_client::{
    Failure,
    connection::{Transport, socket},
    error::code,
};
use phant_aerospike_node::{Node, Options};
use phant_aerospike_wire::message::{Cursor, Fields, Kind, PREFIX, field, prefix};
use std::{
    io::{self, Read, Write},
    net::TcpStream,
    sync::OnceLock,
    time::Duration,
};

static NODE: OnceLock<Result<Node, String>> = OnceLock::new();

/// The node, which starts now if it does not run yet.
pub fn node() -> Result<&'static Node, Failure> {
    let options = Options { listen: "127.0.0.1:0".into(), ..Options::default() };
    let node = NODE.get_or_init(|| phant_aerospike_node::start(options).map_err(|error| error.to_string()));
    node.as_ref().map_err(|error| Failure::new(code::CONNECTION, error.clone()))
}

/// Opens a way to the node, wherever it is said to be.
pub fn open(_address: &str, _name: &str, timeout: Duration) -> io::Result<Box<dyn Transport>> {
    let node = node().map_err(|failure| io::Error::other(failure.message))?;
    Ok(Box::new(Direct { node, answer: Vec::new(), at: 0, timeout: Some(timeout), socket: None, is_remote: false }))
}

struct Direct {
    node: &'static Node,
    answer: Vec<u8>,
    at: usize,
    timeout: Option<Duration>,
    socket: Option<TcpStream>,
    /// Whether the last message went through the socket.
    is_remote: bool,
}

/// A message that has a short answer: its kind and body.
fn brief(message: &[u8]) -> Option<(Kind, &[u8])> {
    let (start, body) = message.split_first_chunk::<PREFIX>()?;
    let (kind, size) = prefix(*start).ok()?;
    if size != body.len() || kind != Kind::Message {
        return None;
    }
    let mut from = Cursor { rest: body };
    let head = from.head().ok()?;
    let fields = Fields::read(&mut from, head.fields).ok()?;
    (fields.get(field::DIGEST).is_some() && fields.get(field::BATCH).is_none()).then_some((kind, body))
}

/// Answers above this size are not kept.
const KEPT: usize = 1 << 20;

impl Transport for Direct {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if let (true, Some(socket)) = (self.is_remote, &mut self.socket) {
            return Read::read(socket, into);
        }
        let rest = &self.answer[self.at..];
        let count = rest.len().min(into.len());
        into[..count].copy_from_slice(&rest[..count]);
        self.at += count;
        Ok(count)
    }
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Some((kind, body)) = brief(bytes) {
            self.is_remote = false;
            self.at = 0;
            if self.answer.capacity() > KEPT {
                self.answer = Vec::new();
            }
            return self.node.exchange(kind, body, &mut self.answer);
        }
        self.is_remote = true;
        let socket = match &mut self.socket {
            Some(socket) => socket,
            empty => {
                let mut new = socket(&self.node.address().to_string(), self.timeout.unwrap_or(Duration::from_secs(1)))?;
                new.set_timeout(self.timeout)?;
                empty.insert(new)
            }
        };
        Write::write_all(socket, bytes)
    }
    fn set_timeout(&mut self, timeout: Option<Duration>) -> io::Result<()> {
        self.timeout = timeout;
        self.socket.as_mut().map_or(Ok(()), |socket| socket.set_timeout(timeout))
    }
    fn is_stale(&mut self) -> bool {
        self.socket.as_mut().is_some_and(Transport::is_stale)
    }
}
