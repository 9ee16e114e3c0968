//! A connection that carries several requests: bytes of the client go in, requests come out; answers go in, bytes for the
//! client come out.
//!
//! What a client may cost is bounded: streams that run or wait count until whoever answers them has let go, also after
//! the client has given them up (rapid reset); frames that make work and bring nothing draw on a budget; nothing is read
//! while more waits to be written than [`FULL`]; blocks of fields have a size, and are read to their end without being
//! kept when what they unfold to has another.

use super::{
    frame::{self, Code, Head as Frame, flag, kind, setting},
    head::{self, Asked},
    hpack::{Decoder, Encoder},
    stream::{Incoming, Stream},
};
use crate::{
    http::{Head, MAX_HEAD, MAX_HEADERS},
    outbox::Outbox,
};
use phant_sapi::body::{Body, Collector, Limits};
use std::{
    collections::{BTreeMap, VecDeque},
    time::Instant,
};

mod answers;

/// How many requests there may be at a time.
pub const STREAMS: usize = 100;
/// How much of a body may come before it is taken, of one stream and of all.
const WINDOW: i64 = 256 << 10;
const CONNECTION_WINDOW: i64 = 1 << 20;
/// A window's size if nobody says anything, and at most.
const FIRST_WINDOW: i64 = 65_535;
const MAX_WINDOW: i64 = (1 << 31) - 1;
/// How much is made ready to be written at a time, and how much stops everything else.
const READY: usize = 64 << 10;
const FULL: usize = 256 << 10;
/// How many frames a block of fields may come in.
const MAX_PIECES: u32 = 64;
/// How many bytes of bodies may be in memory.
const BODIES_IN_MEMORY: usize = 4 << 20;
/// How many streams that have ended are remembered.
const REMEMBERED: usize = 2 * STREAMS;
/// How many frames that bring nothing a client may send at once, and in a second.
const BUDGET: f64 = 1000.0;
const REFILL: f64 = 100.0;
/// For each frame of an answer it may send so many more: windows open that way.
const UPDATES: f64 = 32.0;

/// What has arrived.
pub enum Arrival {
    /// A request.
    Request(u32, Head, Body),
    /// Something to be refused, with this status.
    Refuse(u32, u16, Option<Box<Head>>),
}

/// What is wrong.
enum Fault {
    /// The connection ends.
    Connection(Code),
    /// A stream ends.
    Stream(u32, Code),
}

/// How a stream has ended that is there no longer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gone {
    /// Both ends are done with it, or the client has given it up.
    Closed,
    /// This end has given it up: more of it may be on the way.
    Refused,
}

/// A block of fields of which more is to come.
struct Block {
    stream: u32,
    ends_stream: bool,
    bytes: Vec<u8>,
    pieces: u32,
    since: Instant,
    /// It says that the stream depends on itself.
    circular: bool,
}

/// Whether new requests are taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Open,
    /// The client was told that no more will be, soon.
    Leaving,
    /// None after this stream.
    Last(u32),
    /// The rest is written, and that is the end.
    Failed,
}

/// A connection.
pub struct Session {
    decoder: Decoder,
    encoder: Encoder,
    streams: BTreeMap<u32, Stream>,
    /// Those that have something to send, in turns.
    line: VecDeque<u32>,
    gone: VecDeque<(u32, Gone)>,
    /// The last stream that the client has opened.
    last: u32,
    block: Option<Block>,
    arrivals: VecDeque<Arrival>,
    /// What is to be written, and how much of that is.
    wire: Vec<u8>,
    written: usize,
    /// Since when the client takes nothing of it.
    stuck: Option<Instant>,
    /// How much may be sent, and how much may come, over all streams.
    send_window: i64,
    receive_window: i64,
    /// The window that streams begin with, as the client wants it.
    first_send_window: i64,
    /// The client's first words have come, and its settings.
    preface: bool,
    greeted: bool,
    fate: Fate,
    budget: f64,
    refilled: Instant,
    in_memory: usize,
    idle_since: Instant,
}

impl Session {
    /// A new connection.
    pub fn new(now: Instant) -> Session {
        let mut wire = Vec::new();
        let settings = [
            (setting::MAX_CONCURRENT_STREAMS, STREAMS as u32),
            (setting::INITIAL_WINDOW_SIZE, WINDOW as u32),
            (setting::MAX_HEADER_LIST_SIZE, MAX_HEAD as u32),
        ];
        let content: Vec<u8> =
            settings.iter().flat_map(|(name, value)| [&name.to_be_bytes()[..], &value.to_be_bytes()].concat()).collect();
        frame::put(&mut wire, kind::SETTINGS, 0, 0, &content);
        let more = (CONNECTION_WINDOW - FIRST_WINDOW) as u32;
        frame::put(&mut wire, kind::WINDOW_UPDATE, 0, 0, &more.to_be_bytes());
        Session {
            decoder: Decoder::new(),
            encoder: Encoder::new(),
            streams: BTreeMap::new(),
            line: VecDeque::new(),
            gone: VecDeque::new(),
            last: 0,
            block: None,
            arrivals: VecDeque::new(),
            wire,
            written: 0,
            stuck: None,
            send_window: FIRST_WINDOW,
            receive_window: CONNECTION_WINDOW,
            first_send_window: FIRST_WINDOW,
            preface: false,
            greeted: false,
            fate: Fate::Open,
            budget: BUDGET,
            refilled: now,
            in_memory: 0,
            idle_since: now,
        }
    }
    /// What is to be written.
    pub fn wire(&self) -> &[u8] {
        &self.wire[self.written..]
    }
    /// So much of it was.
    pub fn wrote(&mut self, n: usize) {
        self.written += n;
        self.stuck = None;
        if self.written == self.wire.len() {
            self.written = 0;
            self.wire.clear();
            self.wire.shrink_to(FULL);
        } else if self.written >= READY {
            // A client that is never done with it must not make it grow.
            self.wire.drain(..self.written);
            self.written = 0;
        }
    }
    /// Whether so much waits to be written that nothing is to be read.
    pub fn is_full(&self) -> bool {
        self.wire().len() >= FULL
    }
    /// Whether nothing will come any more but what waits to be written.
    pub fn is_over(&self) -> bool {
        match self.fate {
            Fate::Failed => true,
            Fate::Last(_) => self.streams.is_empty() && self.arrivals.is_empty(),
            Fate::Open | Fate::Leaving => false,
        }
    }
    /// Whether nobody waits for anything.
    pub fn is_idle(&self) -> bool {
        self.streams.is_empty() && self.arrivals.is_empty() && self.block.is_none() && self.wire().is_empty()
    }
    /// What has arrived.
    pub fn next(&mut self) -> Option<Arrival> {
        while let Some(arrival) = self.arrivals.pop_front() {
            let (Arrival::Request(id, ..) | Arrival::Refuse(id, ..)) = arrival;
            // Given up in between.
            if let Some(stream) = self.streams.get_mut(&id) {
                stream.dispatched = true;
                return Some(arrival);
            }
        }
        None
    }
    /// Takes what the client has sent; how much of it.
    pub fn take(&mut self, input: &[u8], limits: &Limits, now: Instant) -> usize {
        let mut at = 0;
        if !self.preface && self.fate != Fate::Failed {
            let seen = input.len().min(frame::PREFACE.len());
            if input[..seen] != frame::PREFACE[..seen] {
                self.fail(Code::Protocol);
            } else if seen == frame::PREFACE.len() {
                self.preface = true;
                at = seen;
            } else {
                return 0;
            }
        }
        while self.fate != Fate::Failed
            && !self.is_full()
            && let Some(head) = Frame::read(&input[at..])
        {
            if head.length > frame::MAX {
                self.fail(Code::FrameSize);
                break;
            }
            let Some(content) = input.get(at + frame::HEAD..at + frame::HEAD + head.length) else { break };
            at += frame::HEAD + head.length;
            match self.frame(&head, content, limits, now) {
                Ok(()) => {}
                Err(Fault::Connection(code)) => self.fail(code),
                Err(Fault::Stream(id, code)) if id > self.last => self.fail(code),
                Err(Fault::Stream(id, code)) => {
                    self.give_up(id, code);
                    self.draw(now);
                }
            }
        }
        if self.fate == Fate::Failed { input.len() } else { at }
    }
    fn frame(&mut self, frame: &Frame, content: &[u8], limits: &Limits, now: Instant) -> Result<(), Fault> {
        let protocol = Err(Fault::Connection(Code::Protocol));
        if let Some(block) = &self.block
            && (frame.kind != kind::CONTINUATION || frame.stream != block.stream)
        {
            return protocol;
        }
        if !self.greeted {
            if frame.kind != kind::SETTINGS || frame.has(flag::ACK) {
                return protocol;
            }
            self.greeted = true;
        }
        let of_stream = matches!(
            frame.kind,
            kind::DATA | kind::HEADERS | kind::PRIORITY | kind::RST_STREAM | kind::PUSH_PROMISE | kind::CONTINUATION
        );
        let of_connection = matches!(frame.kind, kind::SETTINGS | kind::PING | kind::GOAWAY);
        if of_stream && frame.stream == 0 || of_connection && frame.stream != 0 {
            return protocol;
        }
        match frame.kind {
            kind::DATA => self.data(frame, content, now),
            kind::HEADERS => self.headers(frame, content, limits, now),
            kind::CONTINUATION => self.continuation(frame, content, limits, now),
            kind::PRIORITY => {
                self.draw(now);
                priority(frame.stream, content)
            }
            kind::RST_STREAM => self.reset(frame.stream, content, now),
            kind::SETTINGS => self.settings(frame, content, now),
            // Only servers promise.
            kind::PUSH_PROMISE => protocol,
            kind::PING => self.ping(frame, content, now),
            kind::GOAWAY if content.len() < 8 => Err(Fault::Connection(Code::FrameSize)),
            kind::WINDOW_UPDATE => {
                self.draw(now);
                self.window_update(frame.stream, content)
            }
            // A client that goes away takes what it has asked for; other frames are unknown, and ignored.
            _ => {
                self.draw(now);
                Ok(())
            }
        }
    }
    fn data(&mut self, frame: &Frame, content: &[u8], now: Instant) -> Result<(), Fault> {
        let (id, length) = (frame.stream, content.len() as i64);
        self.receive_window -= length;
        if self.receive_window < 0 {
            return Err(Fault::Connection(Code::FlowControl));
        }
        // What has come is taken at once, into memory or a file.
        if self.receive_window < CONNECTION_WINDOW / 2 {
            let more = CONNECTION_WINDOW - self.receive_window;
            self.receive_window = CONNECTION_WINDOW;
            frame::put(&mut self.wire, kind::WINDOW_UPDATE, 0, 0, &(more as u32).to_be_bytes());
        }
        let bytes = frame::unpadded(frame, content).ok_or(Fault::Connection(Code::Protocol))?;
        let ends = frame.has(flag::END_STREAM);
        if bytes.is_empty() && !ends {
            self.draw(now);
        }
        let Some(stream) = self.streams.get_mut(&id) else { return self.missing(id) };
        if stream.remote_ended {
            return Err(Fault::Stream(id, Code::StreamClosed));
        }
        stream.receive_window -= length;
        if stream.receive_window < 0 {
            return Err(Fault::Stream(id, Code::FlowControl));
        }
        stream.remote_ended = ends;
        let Some(incoming) = &mut stream.incoming else {
            // Nobody wants it: it was too large, or was answered before it came.
            if ends {
                self.settle(id);
            }
            return Ok(());
        };
        stream.heard = now;
        let before = incoming.in_memory();
        let fits = incoming.push(bytes);
        // A body that has become large went to a file, so that this may be less than before.
        self.in_memory = self.in_memory + incoming.in_memory() - before;
        if self.in_memory > BODIES_IN_MEMORY {
            self.in_memory -= incoming.in_memory();
            incoming.spill();
        }
        if !fits || ends && !incoming.is_whole() {
            return Err(Fault::Stream(id, Code::Protocol));
        }
        if ends || incoming.is_too_large() {
            self.arrived(id);
        } else if stream.receive_window < WINDOW / 2 {
            let more = WINDOW - stream.receive_window;
            stream.receive_window = WINDOW;
            frame::put(&mut self.wire, kind::WINDOW_UPDATE, 0, id, &(more as u32).to_be_bytes());
        }
        Ok(())
    }
    /// A frame of a stream that is not there: it has ended, or never began.
    fn missing(&self, id: u32) -> Result<(), Fault> {
        match self.gone.iter().find(|(gone, _)| *gone == id) {
            Some((_, Gone::Refused)) => Ok(()),
            Some((_, Gone::Closed)) => Err(Fault::Connection(Code::StreamClosed)),
            None if self.is_ignored(id) => Ok(()),
            None => Err(Fault::Connection(Code::Protocol)),
        }
    }
    /// Whether a stream came after the last that is taken.
    fn is_ignored(&self, id: u32) -> bool {
        matches!(self.fate, Fate::Last(last) if id > last)
    }
    fn headers(&mut self, frame: &Frame, content: &[u8], limits: &Limits, now: Instant) -> Result<(), Fault> {
        let mut bytes = frame::unpadded(frame, content).ok_or(Fault::Connection(Code::Protocol))?;
        let mut circular = false;
        if frame.has(flag::PRIORITY) {
            let Some((dependency, rest)) = bytes.split_at_checked(5) else { return Err(Fault::Connection(Code::FrameSize)) };
            circular = priority(frame.stream, dependency).is_err();
            bytes = rest;
        }
        let id = frame.stream;
        let known = self.streams.get(&id);
        if known.is_none() && id <= self.last {
            // The tables of both ends must stay the same: what was on its way when a stream was refused is read.
            self.missing(id)?;
        } else if known.is_none() && id.is_multiple_of(2) {
            return Err(Fault::Connection(Code::Protocol));
        }
        let ends_stream = frame.has(flag::END_STREAM);
        self.block = Some(Block { stream: id, ends_stream, bytes: bytes.to_vec(), pieces: 1, since: now, circular });
        if frame.has(flag::END_HEADERS) { self.fields(limits, now) } else { Ok(()) }
    }
    fn continuation(&mut self, frame: &Frame, content: &[u8], limits: &Limits, now: Instant) -> Result<(), Fault> {
        let Some(block) = &mut self.block else { return Err(Fault::Connection(Code::Protocol)) };
        block.pieces += 1;
        if block.bytes.len() + content.len() > MAX_HEAD || block.pieces > MAX_PIECES {
            return Err(Fault::Connection(Code::EnhanceYourCalm));
        }
        block.bytes.extend_from_slice(content);
        if frame.has(flag::END_HEADERS) { self.fields(limits, now) } else { Ok(()) }
    }
    /// All of a block of fields is there.
    fn fields(&mut self, limits: &Limits, now: Instant) -> Result<(), Fault> {
        let Some(Block { stream: id, ends_stream, bytes, circular, .. }) = self.block.take() else { return Ok(()) };
        let block = self.decoder.decode(&bytes, (MAX_HEAD, MAX_HEADERS));
        let block = block.map_err(|_| Fault::Connection(Code::Compression))?;
        if let Some(stream) = self.streams.get_mut(&id) {
            if stream.remote_ended {
                return Err(Fault::Stream(id, Code::StreamClosed));
            }
            let good = ends_stream && head::check_trailers(&block.fields).is_ok();
            stream.remote_ended = ends_stream;
            return match &stream.incoming {
                _ if !good => Err(Fault::Stream(id, Code::Protocol)),
                Some(incoming) if !incoming.is_whole() => Err(Fault::Stream(id, Code::Protocol)),
                Some(_) => {
                    self.arrived(id);
                    Ok(())
                }
                None => {
                    self.settle(id);
                    Ok(())
                }
            };
        }
        if id <= self.last || self.is_ignored(id) {
            return Ok(());
        }
        self.last = id;
        if circular {
            return Err(Fault::Stream(id, Code::Protocol));
        }
        if self.streams.len() >= STREAMS {
            return Err(Fault::Stream(id, Code::RefusedStream));
        }
        if block.too_large {
            self.open(id, Incoming::new(nothing(), None, Collector::Failed, 0), ends_stream, now);
            self.refuse(id, 431);
            return Ok(());
        }
        let Ok(Asked { head, length }) = head::request(block.fields) else { return Err(Fault::Stream(id, Code::Protocol)) };
        self.request(id, head, length, ends_stream, limits, now)
    }
    /// A request begins.
    fn request(
        &mut self,
        id: u32,
        head: Head,
        length: Option<u64>,
        ends_stream: bool,
        limits: &Limits,
        now: Instant,
    ) -> Result<(), Fault> {
        if ends_stream && length.is_some_and(|length| length > 0) {
            return Err(Fault::Stream(id, Code::Protocol));
        }
        let collector = Collector::new(head.method.as_bytes(), head.header("content-type"), limits);
        let tunnel = head.method == "CONNECT";
        let invite = head.expects_continue && !ends_stream;
        let incoming = Incoming::new(head, length, collector, limits.body);
        let too_large = incoming.is_too_large();
        self.open(id, incoming, ends_stream, now);
        if tunnel {
            self.refuse(id, 501);
        } else if ends_stream || too_large {
            self.arrived(id);
        } else if invite {
            self.put_fields(id, &[(b":status", b"100")], false);
        }
        Ok(())
    }
    fn open(&mut self, id: u32, incoming: Incoming, ends_stream: bool, now: Instant) {
        self.streams.insert(id, Stream::new(incoming, ends_stream, (self.first_send_window, WINDOW), now));
    }
    /// The request of a stream, which goes to whoever answers it.
    fn arrived(&mut self, id: u32) {
        let Some(incoming) = self.streams.get_mut(&id).and_then(|stream| stream.incoming.take()) else { return };
        self.in_memory -= incoming.in_memory();
        let arrival = match incoming.finish() {
            (head, Some(body)) => Arrival::Request(id, head, body),
            (head, None) => Arrival::Refuse(id, 507, Some(Box::new(head))),
        };
        self.arrivals.push_back(arrival);
    }
    fn refuse(&mut self, id: u32, status: u16) {
        let Some(incoming) = self.streams.get_mut(&id).and_then(|stream| stream.incoming.take()) else { return };
        self.in_memory -= incoming.in_memory();
        self.arrivals.push_back(Arrival::Refuse(id, status, Some(Box::new(incoming.head))));
    }
    /// The client gives a stream up.
    fn reset(&mut self, id: u32, content: &[u8], now: Instant) -> Result<(), Fault> {
        if content.len() != 4 {
            return Err(Fault::Connection(Code::FrameSize));
        }
        if !self.streams.contains_key(&id) {
            let known = self.gone.iter().any(|(gone, _)| *gone == id) || self.is_ignored(id) || id <= self.last;
            return if known { Ok(()) } else { Err(Fault::Connection(Code::Protocol)) };
        }
        self.draw(now);
        self.drop_stream(id, Gone::Closed);
        Ok(())
    }
    fn settings(&mut self, frame: &Frame, content: &[u8], now: Instant) -> Result<(), Fault> {
        if frame.has(flag::ACK) {
            return if content.is_empty() { Ok(()) } else { Err(Fault::Connection(Code::FrameSize)) };
        }
        if !content.len().is_multiple_of(6) {
            return Err(Fault::Connection(Code::FrameSize));
        }
        self.draw(now);
        for entry in content.chunks_exact(6) {
            self.draw(now);
            let (name, value) = (u16::from_be_bytes([entry[0], entry[1]]), frame::number(&entry[2..]));
            match name {
                setting::HEADER_TABLE_SIZE => self.encoder.set_size(value as usize),
                setting::ENABLE_PUSH if value > 1 => return Err(Fault::Connection(Code::Protocol)),
                setting::INITIAL_WINDOW_SIZE => self.set_first_window(i64::from(value))?,
                setting::MAX_FRAME_SIZE if !(frame::MAX..1 << 24).contains(&(value as usize)) => {
                    return Err(Fault::Connection(Code::Protocol));
                }
                // Frames are never larger than the smallest limit: larger ones would let one answer hold the others up.
                _ => {}
            }
        }
        frame::put(&mut self.wire, kind::SETTINGS, flag::ACK, 0, &[]);
        Ok(())
    }
    fn set_first_window(&mut self, size: i64) -> Result<(), Fault> {
        let more = size - self.first_send_window;
        let too_large = size > MAX_WINDOW || self.streams.values().any(|stream| stream.send_window + more > MAX_WINDOW);
        if too_large {
            return Err(Fault::Connection(Code::FlowControl));
        }
        self.first_send_window = size;
        self.streams.values_mut().for_each(|stream| stream.send_window += more);
        self.line_up_all();
        Ok(())
    }
    fn ping(&mut self, frame: &Frame, content: &[u8], now: Instant) -> Result<(), Fault> {
        if content.len() != 8 {
            return Err(Fault::Connection(Code::FrameSize));
        }
        if !frame.has(flag::ACK) {
            self.draw(now);
            frame::put(&mut self.wire, kind::PING, flag::ACK, 0, content);
        }
        Ok(())
    }
    fn window_update(&mut self, id: u32, content: &[u8]) -> Result<(), Fault> {
        if content.len() != 4 {
            return Err(Fault::Connection(Code::FrameSize));
        }
        let more = i64::from(frame::number(content) & 0x7fff_ffff);
        if id == 0 {
            self.send_window += more;
            return match self.send_window {
                _ if more == 0 => Err(Fault::Connection(Code::Protocol)),
                window if window > MAX_WINDOW => Err(Fault::Connection(Code::FlowControl)),
                _ => Ok(()),
            };
        }
        let Some(stream) = self.streams.get_mut(&id) else {
            return if id <= self.last || self.is_ignored(id) { Ok(()) } else { Err(Fault::Connection(Code::Protocol)) };
        };
        stream.send_window += more;
        if more == 0 {
            return Err(Fault::Stream(id, Code::Protocol));
        }
        if stream.send_window > MAX_WINDOW {
            return Err(Fault::Stream(id, Code::FlowControl));
        }
        self.line_up(id);
        Ok(())
    }
    /// A frame has brought nothing.
    fn draw(&mut self, now: Instant) {
        let since = now.saturating_duration_since(self.refilled).as_secs_f64();
        (self.budget, self.refilled) = ((self.budget + since * REFILL).min(BUDGET) - 1.0, now);
        if self.budget < 0.0 {
            self.fail(Code::EnhanceYourCalm);
        }
    }
    /// Ends the connection.
    fn fail(&mut self, code: Code) {
        if self.fate == Fate::Failed {
            return;
        }
        self.fate = Fate::Failed;
        self.say_last(self.last, code);
        self.streams.clear();
        self.arrivals.clear();
        self.line.clear();
        self.block = None;
    }
    fn say_last(&mut self, last: u32, code: Code) {
        let content = [last.to_be_bytes(), (code as u32).to_be_bytes()].concat();
        frame::put(&mut self.wire, kind::GOAWAY, 0, 0, &content);
    }
    /// Tells the client that no new requests are taken: at first of those that it has not sent yet, then of all.
    pub fn leave(&mut self, at_once: bool) {
        match (self.fate, at_once) {
            (Fate::Open, false) => {
                self.fate = Fate::Leaving;
                self.say_last(MAX_WINDOW as u32, Code::NoError);
            }
            (Fate::Open | Fate::Leaving, true) => {
                self.fate = Fate::Last(self.last);
                self.say_last(self.last, Code::NoError);
            }
            _ => {}
        }
    }
    /// This end gives a stream up.
    fn give_up(&mut self, id: u32, code: Code) {
        frame::put(&mut self.wire, kind::RST_STREAM, 0, id, &(code as u32).to_be_bytes());
        if self.streams.contains_key(&id) {
            self.drop_stream(id, Gone::Refused);
        } else {
            self.remember(id, Gone::Refused);
        }
    }
    /// Nothing of a stream is sent any more. It stays as long as somebody answers it.
    fn drop_stream(&mut self, id: u32, how: Gone) {
        let Some(stream) = self.streams.get_mut(&id) else { return };
        if let Some(incoming) = stream.incoming.take() {
            self.in_memory -= incoming.in_memory();
        }
        stream.reset = true;
        stream.remote_ended = true;
        stream.out = Outbox::default();
        if !stream.dispatched || stream.finished {
            self.remove(id, how);
        }
    }
    fn remove(&mut self, id: u32, how: Gone) {
        self.streams.remove(&id);
        self.idle_since = Instant::now();
        self.remember(id, how);
    }
    fn remember(&mut self, id: u32, how: Gone) {
        if self.gone.len() >= REMEMBERED {
            self.gone.pop_front();
        }
        self.gone.push_back((id, how));
    }
    /// Forgets a stream that is answered, if it is.
    fn settle(&mut self, id: u32) {
        let Some(stream) = self.streams.get(&id) else { return };
        if !stream.finished || !stream.ended && !stream.reset {
            return;
        }
        if stream.reset || stream.remote_ended {
            self.remove(id, if stream.reset { Gone::Refused } else { Gone::Closed });
        } else {
            // The rest of the request is of no use.
            self.give_up(id, Code::NoError);
        }
    }
    fn line_up(&mut self, id: u32) {
        if let Some(stream) = self.streams.get_mut(&id)
            && !stream.in_line
            && stream.has_output()
        {
            stream.in_line = true;
            self.line.push_back(id);
        }
    }
    fn line_up_all(&mut self) {
        let all: Vec<u32> = self.streams.keys().copied().collect();
        all.into_iter().for_each(|id| self.line_up(id));
    }
}

/// What frames say about priorities is obsolete, but must be right.
fn priority(id: u32, content: &[u8]) -> Result<(), Fault> {
    match content.len() {
        5 if frame::number(content) & 0x7fff_ffff == id => Err(Fault::Stream(id, Code::Protocol)),
        5 => Ok(()),
        _ => Err(Fault::Stream(id, Code::FrameSize)),
    }
}

/// A head that says nothing, of a request whose own is too large.
fn nothing() -> Head {
    Head { target: b"-".to_vec(), ..Head::unread() }
}
