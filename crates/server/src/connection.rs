//! One connection: what it has sent so far, what it is to be sent, and which of both it is at.
//!
//! Whoever holds the lock moves it on, the thread that looks after connections as well as one that has just answered.
//! No step waits for the client. A connection of HTTP/2 has several requests at a time, which `h2::session` keeps apart.

use crate::{
    h2::{
        frame::PREFACE,
        session::{Arrival, Session},
    },
    http::{self, BodyReader, Framing, Head},
    outbox::Outbox,
    transport::Transport,
};
use phant_os::epoll::Event;
use phant_sapi::body::{Body, Collector, Limits};
use rustls::{ServerConfig, ServerConnection};
use std::{
    cell::RefCell,
    fs::File,
    io,
    net::{Shutdown, SocketAddr, TcpStream},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// How much is read at a time.
const READ: usize = 64 << 10;

/// How often is read until others have their turn.
const READS: usize = 8;

/// How much of a head is parsed again whenever a piece of it comes.
const PATIENT: usize = 2 << 10;

thread_local! {
    /// Where bytes are read to: connections keep no room for what may come.
    static SCRATCH: RefCell<Vec<u8>> = RefCell::new(vec![0; READ]);
}

/// How much is read of what comes after the last answer, and for how long: closing a connection with unread input would
/// tear the answer away from the client.
const DRAIN: usize = 256 << 10;
const DRAIN_TIME: Duration = Duration::from_secs(2);

/// What a client may take its time for.
#[derive(Clone, Debug)]
pub struct Deadlines {
    /// Between requests.
    pub idle: Duration,
    /// From the first byte of a head to its last.
    pub head: Duration,
    /// Between two pieces of a body.
    pub body_pause: Duration,
    /// For a whole body.
    pub body: Duration,
    /// Without reading anything of the answer.
    pub write: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Deadlines { idle: seconds(60), head: seconds(20), body_pause: seconds(30), body: seconds(600), write: seconds(60) }
    }
}

/// The rules for reading requests.
pub struct Rules {
    /// What clients may take their time for.
    pub deadlines: Deadlines,
    /// How large bodies may be.
    pub limits: Limits,
    /// Requests of HTTP/1.1 need not name a host.
    pub lenient: bool,
    /// Connections are encrypted.
    pub tls: Option<Arc<ServerConfig>>,
}

/// A request that has arrived.
pub struct Request {
    /// Its stream, if the connection has several; otherwise 0.
    pub stream: u32,
    /// Its head.
    pub head: Head,
    /// Its body.
    pub body: Body,
    /// When it was complete.
    pub arrived: Instant,
    /// Whether another one can follow it.
    pub keep_alive: bool,
}

/// What a connection needs now.
pub enum Step {
    /// An answer to this.
    Request(Box<Request>),
    /// A refusal of a stream, or 0, with this status. A connection without streams ends after it.
    Refuse(u32, u16, Option<Box<Head>>),
    /// Nothing before the client does something.
    Wait,
    /// More of the same, after others have had their turn.
    Again,
    /// To be forgotten.
    Closed,
}

struct Incoming {
    head: Head,
    reader: BodyReader,
    collector: Collector,
    started: Instant,
}

enum Phase {
    /// A request may come; what is there of it is in the input.
    Head,
    /// Its body comes.
    Body(Box<Incoming>),
    /// Somebody is answering.
    Busy,
    /// Requests and answers have streams.
    Streams(Box<Session>),
    /// The answer is complete and goes out; whether another request may come.
    Sending(bool),
    /// The last answer is out; this much may still come before the connection is closed.
    Draining(usize),
    Closed,
}

struct State {
    phase: Phase,
    transport: Transport,
    input: Vec<u8>,
    at: usize,
    out: Outbox,
    /// There may be something to read.
    readable: bool,
    /// The client sends nothing any more.
    ended: bool,
    /// When patience ends, where the client is waited for.
    deadline: Option<Instant>,
    /// How many requests there were.
    requests: u64,
    /// How much of a head that is not complete has been searched for its end.
    looked_at: usize,
}

/// A connection.
pub struct Connection {
    /// Its number.
    pub token: usize,
    /// The client.
    pub remote: SocketAddr,
    /// The address it came to.
    pub local: SocketAddr,
    stream: TcpStream,
    state: Mutex<State>,
    room: Condvar,
}

impl Connection {
    /// A new connection, which does not block.
    pub fn new(token: usize, stream: TcpStream, remote: SocketAddr, local: SocketAddr, rules: &Rules) -> Connection {
        let tls = rules.tls.as_ref().and_then(|config| ServerConnection::new(Arc::clone(config)).ok());
        let state = State {
            phase: Phase::Head,
            transport: tls.map_or(Transport::Plain, |tls| Transport::Tls(Box::new(tls))),
            input: Vec::new(),
            at: 0,
            out: Outbox::default(),
            readable: true,
            ended: false,
            deadline: Some(Instant::now() + rules.deadlines.head),
            requests: 0,
            looked_at: 0,
        };
        Connection { token, remote, local, stream, state: Mutex::new(state), room: Condvar::new() }
    }
    /// The socket.
    pub fn stream(&self) -> &TcpStream {
        &self.stream
    }
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// Notes what has happened, and moves on as far as possible.
    pub fn happened(&self, event: Event, rules: &Rules) -> Step {
        let mut state = self.state();
        state.readable |= event.readable;
        state.ended |= event.ended;
        self.go_on(&mut state, rules)
    }
    /// Moves on as far as possible.
    pub fn step(&self, rules: &Rules) -> Step {
        self.go_on(&mut self.state(), rules)
    }
    /// The answer is complete, as far as it concerns whoever makes it.
    pub fn finish(&self, stream: u32, keep: bool) {
        let mut state = self.state();
        match &mut state.phase {
            Phase::Streams(session) => session.finish(stream),
            _ if stream > 0 => {}
            Phase::Closed => {}
            phase => *phase = Phase::Sending(keep),
        }
    }
    /// Whether a client has given a stream up.
    pub fn is_gone(&self, stream: u32) -> bool {
        match &self.state().phase {
            Phase::Streams(session) => session.is_gone(stream),
            _ => stream > 0,
        }
    }
    /// Looks whether the client has been waited for long enough. `stopping`: one that is asked for nothing goes soon.
    pub fn expire(&self, now: Instant, idle_since: Option<Instant>, rules: &Rules) -> Step {
        // Somebody is at it: so it is alive.
        let Ok(mut state) = self.state.try_lock() else { return Step::Wait };
        if matches!(state.phase, Phase::Streams(_)) {
            return self.expire_streams(&mut state, now, idle_since, rules);
        }
        let unused = matches!(state.phase, Phase::Head) && state.pending().is_empty();
        if unused && idle_since.is_some_and(|since| now > since) {
            return self.close(&mut state);
        }
        if state.deadline.is_none_or(|end| now < end) {
            return Step::Wait;
        }
        let waits_for_request = state.out.is_empty() && !unused;
        state.deadline = None;
        match std::mem::replace(&mut state.phase, Phase::Busy) {
            Phase::Head if waits_for_request => Step::Refuse(0, 408, None),
            Phase::Body(incoming) if waits_for_request => Step::Refuse(0, 408, Some(Box::new(incoming.head))),
            _ => self.close(&mut state),
        }
    }
    /// Sends some of an answer, or puts it where it waits; only if there is far too much of it, this waits too.
    pub fn send(&self, bytes: &[u8], rules: &Rules) -> io::Result<()> {
        let mut state = self.state();
        let mut rest = bytes;
        if state.out.is_empty() && !matches!(state.phase, Phase::Closed) {
            let state = &mut *state;
            match state.transport.write(&self.stream, bytes) {
                Ok(n) => rest = &bytes[n..],
                Err(e) if matches!(e.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
                Err(e) => return Err(e),
            }
            if rest.is_empty() && state.is_sent() {
                return Ok(());
            }
            state.deadline = Some(Instant::now() + rules.deadlines.write);
        }
        while state.out.is_full() && !matches!(state.phase, Phase::Closed) {
            let pause = rules.deadlines.write;
            state = self.room.wait_timeout(state, pause).unwrap_or_else(PoisonError::into_inner).0;
        }
        if matches!(state.phase, Phase::Closed) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        if !rest.is_empty() {
            state.out.push(rest)?;
        }
        self.flush(&mut state, rules)
    }
    /// Sends a part of a file.
    pub fn send_file(&self, stream: u32, file: Arc<File>, start: u64, length: u64, rules: &Rules) -> io::Result<()> {
        let mut state = self.state();
        if stream > 0 {
            let Phase::Streams(session) = &mut state.phase else { return Err(io::ErrorKind::BrokenPipe.into()) };
            session.send_file(stream, file, start, length)?;
            return self.flush_streams(&mut state);
        }
        state.out.push_file(file, start, length);
        self.flush(&mut state, rules)
    }
    fn flush(&self, state: &mut State, rules: &Rules) -> io::Result<()> {
        if state.is_sent() {
            return Ok(());
        }
        if state.out.flush(&mut state.transport, &self.stream)? > 0 || state.deadline.is_none() {
            state.deadline = Some(Instant::now() + rules.deadlines.write);
            self.room.notify_all();
        }
        if state.is_sent() {
            let waits = matches!(state.phase, Phase::Head | Phase::Body(_));
            state.deadline = waits.then(|| Instant::now() + rules.deadlines.head);
        }
        Ok(())
    }
    fn close(&self, state: &mut State) -> Step {
        state.phase = Phase::Closed;
        state.out = Outbox::default();
        let _ = self.stream.shutdown(Shutdown::Both);
        self.room.notify_all();
        Step::Closed
    }
    fn go_on(&self, state: &mut State, rules: &Rules) -> Step {
        if self.flush(state, rules).is_err() {
            return self.close(state);
        }
        loop {
            match state.phase {
                Phase::Closed => return Step::Closed,
                Phase::Busy => return Step::Wait,
                Phase::Streams(_) => return self.go_on_streams(state, rules),
                Phase::Sending(_) if !state.is_sent() => return Step::Wait,
                Phase::Sending(true) => {
                    state.phase = Phase::Head;
                    let pause = if state.pending().is_empty() { rules.deadlines.idle } else { rules.deadlines.head };
                    state.deadline = Some(Instant::now() + pause);
                }
                Phase::Sending(false) => {
                    state.transport.close(&self.stream);
                    let _ = self.stream.shutdown(Shutdown::Write);
                    state.phase = Phase::Draining(DRAIN);
                    state.deadline = Some(Instant::now() + DRAIN_TIME);
                }
                Phase::Draining(left) => {
                    state.input.clear();
                    state.at = 0;
                    match self.fill(state) {
                        Some(n @ 1..) if n < left => state.phase = Phase::Draining(left - n),
                        None => return Step::Wait,
                        Some(_) => return self.close(state),
                    }
                }
                Phase::Head => match self.read_head(state, rules) {
                    Step::Wait if matches!(state.phase, Phase::Body(_) | Phase::Streams(_)) => {}
                    step => return step,
                },
                Phase::Body(_) => return self.read_body(state, rules),
            }
        }
    }
    /// Reads more of the input: how much, 0 at the end, `None` if there is nothing yet.
    fn fill(&self, state: &mut State) -> Option<usize> {
        if !state.readable {
            return None;
        }
        if state.at == state.input.len() {
            state.input.clear();
            state.at = 0;
            if state.input.capacity() > READ {
                state.input = Vec::new();
            }
        } else if state.at >= READ {
            state.input.drain(..state.at);
            state.at = 0;
        }
        let result = SCRATCH.with_borrow_mut(|scratch| {
            loop {
                match state.transport.read(&self.stream, scratch) {
                    Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                    Ok(n) => {
                        state.input.extend_from_slice(&scratch[..n]);
                        return Ok(n);
                    }
                    error => return error,
                }
            }
        });
        match result {
            Ok(n) => {
                // Less than there was room for is all there is; more will be told. The end is told only once.
                state.readable = n == READ || state.ended || state.transport.is_tls();
                Some(n)
            }
            Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                state.readable = false;
                None
            }
            Err(_) => Some(0),
        }
    }
    fn read_head(&self, state: &mut State, rules: &Rules) -> Step {
        loop {
            if state.requests == 0 && !rules.lenient {
                let seen = state.pending();
                if state.transport.speaks_h2() || seen.starts_with(PREFACE) {
                    state.deadline = None;
                    state.phase = Phase::Streams(Box::new(Session::new(Instant::now())));
                    return Step::Wait;
                }
                if !seen.is_empty() && PREFACE.starts_with(seen) {
                    match self.fill(state) {
                        None => return Step::Wait,
                        Some(0) => return self.close(state),
                        Some(_) => continue,
                    }
                }
            }
            state.at += http::blank(state.pending());
            let head = state.pending();
            // A long one that comes in small pieces is not read from its start for each of them.
            let is_partial = head.len() > PATIENT && head.len() <= http::MAX_HEAD && !http::may_end(&head[state.looked_at..]);
            let parsed = if is_partial || head.is_empty() { Ok(None) } else { http::parse_head(head, rules.lenient) };
            state.looked_at = head.len().saturating_sub(3);
            match parsed {
                Err(http::Bad(status)) => {
                    state.phase = Phase::Busy;
                    state.deadline = None;
                    return Step::Refuse(0, status, None);
                }
                Ok(Some((head, len))) => {
                    state.looked_at = 0;
                    state.at += len;
                    state.requests += 1;
                    let reader = BodyReader::new(&head, rules.limits.body);
                    let collector = Collector::new(head.method.as_bytes(), head.header("content-type"), &rules.limits);
                    let incoming = Incoming { head, reader, collector, started: Instant::now() };
                    state.phase = Phase::Body(Box::new(incoming));
                    return Step::Wait;
                }
                Ok(None) => {}
            }
            let first = state.pending().is_empty();
            match self.fill(state) {
                None => return Step::Wait,
                Some(0) => return self.close(state),
                Some(_) if first && state.requests > 0 => state.deadline = Some(Instant::now() + rules.deadlines.head),
                Some(_) => {}
            }
        }
    }
    fn read_body(&self, state: &mut State, rules: &Rules) -> Step {
        for _ in 0..READS {
            let State { phase, input, at, .. } = &mut *state;
            let Phase::Body(incoming) = phase else { return Step::Wait };
            let Incoming { reader, collector, .. } = &mut **incoming;
            let taken = reader.take(&input[*at..], &mut |part| collector.push(part));
            if let Ok(n) = taken {
                *at += n;
            }
            if taken.is_err() || reader.is_done() {
                let Phase::Body(incoming) = std::mem::replace(phase, Phase::Busy) else { return Step::Wait };
                state.deadline = None;
                return match taken {
                    Err(http::Bad(status)) => Step::Refuse(0, status, Some(Box::new(incoming.head))),
                    Ok(_) => arrived(*incoming),
                };
            }
            let invite = incoming.head.expects_continue && *at == input.len();
            let patience = (incoming.started + rules.deadlines.body).min(Instant::now() + rules.deadlines.body_pause);
            if invite {
                incoming.head.expects_continue = false;
                if state.out.push(b"HTTP/1.1 100 Continue\r\n\r\n").and_then(|()| self.flush(state, rules)).is_err() {
                    return self.close(state);
                }
            }
            state.deadline = Some(patience);
            match self.fill(state) {
                None => return Step::Wait,
                Some(0) => return self.close(state),
                Some(_) => {}
            }
        }
        Step::Again
    }
}

/// Connections of HTTP/2.
impl Connection {
    /// Sends a head, if there is one, and some of a body. Only if there is far too much of it, this waits.
    pub fn send_in_stream(&self, stream: u32, head: Option<&[u8]>, body: &[u8], last: bool, rules: &Rules) -> io::Result<()> {
        let mut state = self.state();
        loop {
            let Phase::Streams(session) = &mut state.phase else { return Err(io::ErrorKind::BrokenPipe.into()) };
            if session.is_gone(stream) || session.has_room(stream) {
                break;
            }
            state = self.room.wait_timeout(state, rules.deadlines.write).unwrap_or_else(PoisonError::into_inner).0;
        }
        let Phase::Streams(session) = &mut state.phase else { return Err(io::ErrorKind::BrokenPipe.into()) };
        if let Some(head) = head {
            session.send_head(stream, head, last && body.is_empty())?;
        }
        if head.is_none() || !body.is_empty() {
            session.send_body(stream, body, last)?;
        }
        self.flush_streams(&mut state)
    }
    fn flush_streams(&self, state: &mut State) -> io::Result<()> {
        let State { phase: Phase::Streams(session), transport, .. } = state else { return Ok(()) };
        if !transport.flush(&self.stream)? {
            session.is_stuck(Instant::now());
            return Ok(());
        }
        loop {
            session.pump();
            if session.wire().is_empty() {
                return Ok(());
            }
            match transport.write(&self.stream, session.wire()) {
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                    session.is_stuck(Instant::now());
                    return Ok(());
                }
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                n => {
                    session.wrote(n?);
                    self.room.notify_all();
                }
            }
        }
    }
    fn go_on_streams(&self, state: &mut State, rules: &Rules) -> Step {
        let mut reads = 0;
        loop {
            if self.flush_streams(state).is_err() {
                return self.close(state);
            }
            let State { phase: Phase::Streams(session), input, at, .. } = &mut *state else { return Step::Wait };
            match session.next() {
                Some(Arrival::Request(stream, head, body)) => {
                    return Step::Request(Box::new(Request { stream, head, body, arrived: Instant::now(), keep_alive: true }));
                }
                Some(Arrival::Refuse(stream, status, head)) => return Step::Refuse(stream, status, head),
                None => {}
            }
            if session.is_over() {
                if session.wire().is_empty() && !state.transport.wants_write() {
                    state.phase = Phase::Sending(false);
                    self.room.notify_all();
                    return self.go_on(state, rules);
                }
                return Step::Wait;
            }
            // Whoever does not read is not read from.
            if session.is_full() {
                return Step::Wait;
            }
            let taken = session.take(&input[*at..], &rules.limits, Instant::now());
            *at += taken;
            if taken == 0 {
                reads += 1;
                if reads > READS {
                    return Step::Again;
                }
                match self.fill(state) {
                    None => return Step::Wait,
                    Some(0) => return self.close(state),
                    Some(_) => {}
                }
            }
        }
    }
    fn expire_streams(&self, state: &mut State, now: Instant, idle_since: Option<Instant>, rules: &Rules) -> Step {
        let Phase::Streams(session) = &mut state.phase else { return Step::Wait };
        if let Some(since) = idle_since {
            session.leave(now > since);
        }
        if !session.expire(now, &rules.deadlines) {
            return self.close(state);
        }
        if session.has_arrivals() || !session.wire().is_empty() || session.is_over() {
            // Whoever waits for room finds out that its stream has ended.
            self.room.notify_all();
            return self.go_on_streams(state, rules);
        }
        Step::Wait
    }
}

impl State {
    /// Whether all that is to be sent is on its way.
    fn is_sent(&self) -> bool {
        self.out.is_empty() && !self.transport.wants_write()
    }
    fn pending(&self) -> &[u8] {
        &self.input[self.at..]
    }
}

/// A request of which everything is there.
fn arrived(incoming: Incoming) -> Step {
    let Incoming { head, reader, collector, started } = incoming;
    let keep_alive = head.keep_alive && !reader.spoiled;
    let arrived = if head.framing == Framing::Length(0) { started } else { Instant::now() };
    match collector.finish(reader.received()) {
        Some(body) => Step::Request(Box::new(Request { stream: 0, head, body, arrived, keep_alive })),
        None => Step::Refuse(0, 507, Some(Box::new(head))),
    }
}
