//! Sending commands: to the node that has the record, under a deadline, again if that is allowed.

use crate::{
    Cluster, Failure,
    cluster::Map,
    connection::{Connection, Input},
    error::code,
    log::event,
    node::Node,
};
use phant_aerospike_wire::{
    compress,
    digest::Digest,
    message::{Cursor, Fields, Head, Kind, bits},
    partition,
};
use std::{
    io,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

/// Which replica of a record is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Replica {
    /// The master.
    Master,
    /// The master, and for retries the others.
    #[default]
    Sequence,
}

/// How long a command may take, and how often it may be tried.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Policy {
    /// All attempts together, in milliseconds; 0 is for ever.
    pub total_timeout: u32,
    /// How long a socket may be silent, in milliseconds; 0 is as long as the total.
    pub socket_timeout: u32,
    /// How often a failed attempt is repeated.
    pub retries: u32,
    /// Milliseconds between attempts.
    pub sleep: u32,
    /// Which replica is asked.
    pub replica: Replica,
    /// Writes of more bytes than this are compressed; 0 is none.
    pub compress_above: u32,
}

impl Policy {
    fn deadline(&self, now: Instant) -> Option<Instant> {
        (self.total_timeout != 0).then(|| now + Duration::from_millis(self.total_timeout.into()))
    }
    fn wait(&self, deadline: Option<Instant>, attempt: u32) -> Option<Duration> {
        let socket = (self.socket_timeout != 0).then(|| Duration::from_millis(self.socket_timeout.into()));
        // The first attempt takes the same figure every time, so that the socket need not be told again.
        let total = match attempt {
            0 => (self.total_timeout != 0).then(|| Duration::from_millis(self.total_timeout.into())),
            _ => deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1))),
        };
        match (socket, total) {
            (Some(socket), Some(total)) => Some(socket.min(total)),
            (socket, total) => socket.or(total),
        }
    }
}

/// Whether another attempt may help.
pub fn is_passing(code: i32) -> bool {
    matches!(code, code::CONNECTION | code::TIMEOUT | code::CLUSTER | code::INVALID_NODE | 18)
}

fn timeout() -> Failure {
    Failure::new(code::TIMEOUT, "Timeout")
}

impl Cluster {
    /// Sends a message about one record and reads the answer into `input`; gives where the answer is.
    pub fn one(
        &self,
        namespace: &[u8],
        digest: &Digest,
        message: &[u8],
        input: &mut Input,
        policy: &Policy,
        writes: bool,
    ) -> Result<std::ops::Range<usize>, Failure> {
        // The clock is asked once for an attempt: that takes time, too.
        let mut now = Instant::now();
        let deadline = policy.deadline(now);
        let number = partition::of(digest);
        let mut attempt = 0;
        let mut sends = 0;
        let mut packed = Vec::new();
        let is_long = writes && policy.compress_above != 0 && message.len() > policy.compress_above as usize;
        let message = if is_long && compress::pack(message, &mut packed) { &packed } else { message };
        loop {
            self.tend_at(now);
            let map = self.map();
            let replica = if policy.replica == Replica::Sequence && !writes { attempt as usize } else { 0 };
            let answer = match map.owner(namespace, number, replica) {
                Some(node) => self.attempt(node, message, input, (now, deadline), policy.wait(deadline, attempt), &mut sends),
                None => Err(unknown(&map, namespace)),
            };
            let mut failure = match answer {
                Ok(body) => match input.body(body.clone()).get(5) {
                    // Late, without the partition, which has moved, or with too much to do: it may be otherwise soon.
                    Some(code @ (9 | 11 | 18)) => Failure::server(*code),
                    // An earlier attempt may have done what this one is refused for.
                    Some(code @ 1..) if writes && sends > 1 => {
                        return Err(Failure { in_doubt: true, ..Failure::server(*code) });
                    }
                    _ => return Ok(body),
                },
                Err(failure) => failure,
            };
            self.doubt();
            event!(Debug, "one", "Attempt {attempt} failed with code {}: {}", failure.code, failure.message);
            let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if attempt >= policy.retries || late || !is_passing(failure.code) {
                failure.in_doubt = writes && (sends > 1 || sends == 1 && (failure.code == code::TIMEOUT || failure.code < 0));
                event!(Error, "one", "Command failed with code {}: {}", failure.code, failure.message);
                return Err(failure);
            }
            attempt += 1;
            std::thread::sleep(Duration::from_millis(policy.sleep.into()));
            now = Instant::now();
        }
    }
    fn attempt(
        &self,
        node: &Arc<Node>,
        message: &[u8],
        input: &mut Input,
        (now, deadline): (Instant, Option<Instant>),
        wait: Option<Duration>,
        sends: &mut u32,
    ) -> Result<std::ops::Range<usize>, Failure> {
        event!(Trace, "attempt", "{} bytes to node {} at {}", message.len(), node.name, node.address);
        let mut connection = node.take(now, self.config().timeout)?;
        input.clear();
        let answer = connection.send(message, wait).and_then(|()| {
            *sends += 1;
            connection.receive(input, deadline)
        });
        match answer {
            Ok((Kind::Message, body)) if !input.has_more() => {
                node.give_back(connection, now);
                Ok(body)
            }
            Ok(_) => {
                node.discard(connection, false);
                Err(Failure::new(code::CLIENT, "The server's answer is not to what was asked"))
            }
            Err(error) => Err(drop_failed(node, connection, &error)),
        }
    }

    /// Sends a message to a node and gives each part of its answer to a closure, until the last one; the closure may say that
    /// it wants no more.
    pub fn stream(
        &self,
        node: &Arc<Node>,
        message: &[u8],
        policy: &Policy,
        each: &mut dyn FnMut(&Head, &Fields<'_>, Cursor<'_>) -> Result<bool, Failure>,
    ) -> Result<bool, Failure> {
        let now = Instant::now();
        let deadline = policy.deadline(now);
        let mut connection = node.take(now, self.config().timeout)?;
        let mut input = Input::default();
        if let Err(error) = connection.send(message, policy.wait(deadline, 0)) {
            return Err(drop_failed(node, connection, &error));
        }
        loop {
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                node.discard(connection, false);
                return Err(timeout());
            }
            let body = match connection.receive(&mut input, deadline) {
                Ok((Kind::Message, body)) => body,
                Ok(_) => {
                    node.discard(connection, false);
                    return Err(Failure::new(code::CLIENT, "The server's answer is not to what was asked"));
                }
                Err(error) => return Err(drop_failed(node, connection, &error)),
            };
            match parts(input.body(body), each) {
                Ok(Went::On) => {}
                Ok(Went::ToTheEnd) => {
                    node.give_back(connection, now);
                    return Ok(true);
                }
                Ok(Went::Enough) => {
                    node.discard(connection, false);
                    return Ok(false);
                }
                Err(failure) => {
                    node.discard(connection, false);
                    return Err(failure);
                }
            }
        }
    }

    /// Sends a command about users and roles to a node, and gives each message of the answer to a closure, which says whether
    /// there are more.
    pub fn admin(
        &self,
        message: &[u8],
        policy: &Policy,
        each: &mut dyn FnMut(&[u8]) -> Result<bool, Failure>,
    ) -> Result<(), Failure> {
        self.tend();
        let map = self.map();
        let node = map.nodes.first().ok_or_else(|| Failure::new(code::CLUSTER, "Cluster is empty"))?;
        let now = Instant::now();
        let deadline = policy.deadline(now);
        let mut connection = node.take(now, self.config().timeout)?;
        let mut input = Input::default();
        if let Err(error) = connection.send(message, policy.wait(deadline, 0)) {
            return Err(drop_failed(node, connection, &error));
        }
        loop {
            let more = match connection.receive(&mut input, deadline) {
                Ok((Kind::Admin, body)) => each(input.body(body)),
                Ok(_) => Err(Failure::new(code::CLIENT, "The server's answer is not to what was asked")),
                Err(error) => return Err(drop_failed(node, connection, &error)),
            };
            match more {
                Ok(true) => {}
                Ok(false) => {
                    node.give_back(connection, now);
                    return Ok(());
                }
                Err(failure) => {
                    node.discard(connection, false);
                    return Err(failure);
                }
            }
        }
    }

    /// Nodes that can be reached.
    pub fn nodes(&self) -> Vec<(String, String)> {
        let map = self.map();
        let there = map.nodes.iter().filter(|node| !node.is_lost.load(Ordering::Relaxed));
        there.map(|node| (node.name.clone(), node.address.clone())).collect()
    }
    /// Asks the first node, or one by its address, which need not be known as a member.
    pub fn info(&self, request: &[u8], address: Option<&str>, timeout: Duration) -> Result<Vec<u8>, Failure> {
        self.tend();
        let map = self.map();
        let node = match address {
            Some(address) => map.nodes.iter().find(|node| node.address == address),
            None => map.nodes.first(),
        };
        match (node, address) {
            (Some(node), _) => node.info(&[request], timeout),
            (None, Some(address)) => self.outsider(address).info(&[request], timeout),
            (None, None) => Err(Failure::new(code::CLUSTER, "Cluster is empty")),
        }
    }
}

enum Went {
    On,
    ToTheEnd,
    Enough,
}

fn parts(body: &[u8], each: &mut dyn FnMut(&Head, &Fields<'_>, Cursor<'_>) -> Result<bool, Failure>) -> Result<Went, Failure> {
    let mut from = Cursor { rest: body };
    while !from.rest.is_empty() {
        let head = from.head()?;
        let fields = Fields::read(&mut from, head.fields)?;
        let ops = from;
        for _ in 0..head.ops {
            from.op()?;
        }
        if head.info3 & bits::LAST != 0 {
            return if head.code == 0 { Ok(Went::ToTheEnd) } else { Err(Failure::server(head.code)) };
        }
        if !each(&head, &fields, ops)? {
            return Ok(Went::Enough);
        }
    }
    Ok(Went::On)
}

fn drop_failed(node: &Node, connection: Connection, error: &io::Error) -> Failure {
    let is_timeout = matches!(error.kind(), io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock);
    node.discard(connection, !is_timeout);
    Failure::io(error)
}

/// Why no node has a partition.
pub fn unknown(map: &Map, namespace: &[u8]) -> Failure {
    if map.nodes.is_empty() {
        return Failure::new(code::CLUSTER, "Cluster is empty");
    }
    match map.knows(namespace) {
        true => Failure::new(code::INVALID_NODE, "No node has the partition"),
        false => Failure::new(20, format!("Invalid namespace: {}", String::from_utf8_lossy(namespace))),
    }
}
