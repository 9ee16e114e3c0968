//! One request of a connection that carries several.

use crate::{http::Head, outbox::Outbox};
use phant_sapi::body::{Body, Collector, Received};
use std::time::Instant;

/// How much of an answer waits in memory.
const IN_MEMORY: usize = 256 << 10;

/// A request whose body comes.
pub struct Incoming {
    pub head: Head,
    collector: Collector,
    /// How long the body is, if that is told.
    length: Option<u64>,
    got: u64,
    /// More than this is not wanted.
    limit: u64,
    /// Some of it has come, or it was invited to come.
    pub begun: bool,
}

impl Incoming {
    pub fn new(head: Head, length: Option<u64>, collector: Collector, limit: u64) -> Incoming {
        Incoming { head, collector, length, got: 0, limit, begun: false }
    }
    /// Takes some of the body in; `false` if it is longer than was told.
    pub fn push(&mut self, bytes: &[u8]) -> bool {
        self.begun = true;
        self.got += bytes.len() as u64;
        if self.got <= self.limit {
            self.collector.push(bytes);
        }
        self.length.is_none_or(|length| self.got <= length)
    }
    /// Whether the body is as long as was told.
    pub fn is_whole(&self) -> bool {
        self.length.is_none_or(|length| self.got == length)
    }
    /// Whether it is larger than the limit.
    pub fn is_too_large(&self) -> bool {
        self.got.max(self.length.unwrap_or(0)) > self.limit
    }
    /// How much of it is in memory.
    pub fn in_memory(&self) -> usize {
        self.collector.in_memory()
    }
    /// Puts it into a file.
    pub fn spill(&mut self) {
        self.collector.spill();
    }
    /// The head and the body; no body if it could not be kept.
    pub fn finish(self) -> (Head, Option<Body>) {
        let size = self.got.max(self.length.unwrap_or(0));
        let received = if size > self.limit { Received::TooLarge(size) } else { Received::Whole };
        (self.head, self.collector.finish(received))
    }
}

/// A request and its answer.
pub struct Stream {
    /// The request, until all of it has come.
    pub incoming: Option<Box<Incoming>>,
    /// The client sends nothing any more.
    pub remote_ended: bool,
    /// Somebody answers it.
    pub dispatched: bool,
    /// The answer, as far as it waits.
    pub out: Outbox,
    /// The answer's head is on its way.
    pub head_sent: bool,
    /// Nothing more is put into the answer.
    pub complete: bool,
    /// Whoever answered has let go of it.
    pub finished: bool,
    /// All of the answer is on its way.
    pub ended: bool,
    /// One of both ends has given it up.
    pub reset: bool,
    /// It is among those that have something to send.
    pub in_line: bool,
    /// How much may be sent, and how much may come.
    pub send_window: i64,
    pub receive_window: i64,
    /// When it began, when some of the body came last, and when some of the answer went last.
    pub started: Instant,
    pub heard: Instant,
    pub sent: Instant,
}

impl Stream {
    pub fn new(incoming: Incoming, remote_ended: bool, windows: (i64, i64), now: Instant) -> Stream {
        Stream {
            incoming: Some(Box::new(incoming)),
            remote_ended,
            dispatched: false,
            out: Outbox::with_memory(IN_MEMORY),
            head_sent: false,
            complete: false,
            finished: false,
            ended: false,
            reset: false,
            in_line: false,
            send_window: windows.0,
            receive_window: windows.1,
            started: now,
            heard: now,
            sent: now,
        }
    }
    /// Whether something waits to be sent.
    pub fn has_output(&self) -> bool {
        !self.reset && !self.ended && (!self.out.is_empty() || self.complete && self.head_sent)
    }
}
