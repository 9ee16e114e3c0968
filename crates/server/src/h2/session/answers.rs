//! Answers on their way to the client, and how long it may take over them.

use super::{BUDGET, Code, READY, Session, Stream, UPDATES};
use crate::{
    connection::Deadlines,
    h2::{
        frame::{self, Head as Frame, flag, kind},
        head::CONNECTION,
    },
};
use std::{fs::File, io, sync::Arc, time::Instant};

impl Session {
    fn open_stream(&mut self, id: u32) -> io::Result<&mut Stream> {
        let stream = self.streams.get_mut(&id).filter(|stream| !stream.reset && !stream.complete);
        stream.ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }
    /// Whether the client has given a request up.
    pub fn is_gone(&self, id: u32) -> bool {
        self.streams.get(&id).is_none_or(|stream| stream.reset)
    }
    /// Whether no more should be put into an answer.
    pub fn has_room(&self, id: u32) -> bool {
        !self.is_full() && self.streams.get(&id).is_none_or(|stream| !stream.out.is_full())
    }
    /// Sends the head of an answer, or one ahead of it, which is given as HTTP/1.1 has it. `last`: nothing follows it.
    pub fn send_head(&mut self, id: u32, text: &[u8], last: bool) -> io::Result<()> {
        let stream = self.open_stream(id)?;
        let mut lines = text.split(|&c| c == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
        let status = lines.next().and_then(|line| line.split(|&c| c == b' ').nth(1)).unwrap_or(b"200");
        if !status.starts_with(b"1") {
            stream.head_sent = true;
            stream.complete = last;
            stream.ended = last;
        }
        let mut fields = vec![(b":status".to_vec(), status.to_vec())];
        for line in lines {
            let Some(colon) = line.iter().position(|&c| c == b':') else { continue };
            let (name, value) = (line[..colon].trim_ascii().to_ascii_lowercase(), line[colon + 1..].trim_ascii());
            // Lines that a script has made may have anything for a name.
            let is_name = !name.is_empty() && name.iter().all(|&c| c.is_ascii_graphic() && c != b':');
            if is_name && !CONNECTION.contains(&name.as_slice()) {
                fields.push((name, value.to_vec()));
            }
        }
        let fields: Vec<(&[u8], &[u8])> = fields.iter().map(|(name, value)| (name.as_slice(), value.as_slice())).collect();
        self.put_fields(id, &fields, last);
        Ok(())
    }
    pub(super) fn put_fields(&mut self, id: u32, fields: &[(&[u8], &[u8])], last: bool) {
        let mut block = Vec::with_capacity(256);
        self.encoder.begin(&mut block);
        fields.iter().for_each(|(name, value)| self.encoder.put(&mut block, name, value));
        let count = block.len().div_ceil(frame::MAX);
        for (i, piece) in block.chunks(frame::MAX).enumerate() {
            let (kind, own) =
                if i == 0 { (kind::HEADERS, if last { flag::END_STREAM } else { 0 }) } else { (kind::CONTINUATION, 0) };
            let end = if i + 1 == count { flag::END_HEADERS } else { 0 };
            frame::put(&mut self.wire, kind, own | end, id, piece);
        }
    }
    /// Sends some of an answer. `last`: nothing follows it.
    pub fn send_body(&mut self, id: u32, bytes: &[u8], last: bool) -> io::Result<()> {
        let stream = self.open_stream(id)?;
        if stream.out.is_empty() {
            stream.sent = Instant::now();
        }
        if !bytes.is_empty() {
            stream.out.push(bytes)?;
        }
        stream.complete = last;
        self.line_up(id);
        Ok(())
    }
    /// Sends a part of a file, which nothing follows.
    pub fn send_file(&mut self, id: u32, file: Arc<File>, start: u64, length: u64) -> io::Result<()> {
        let stream = self.open_stream(id)?;
        stream.sent = Instant::now();
        stream.out.push_file(file, start, length);
        stream.complete = true;
        self.line_up(id);
        Ok(())
    }
    /// Whoever answers lets go of a request.
    pub fn finish(&mut self, id: u32) {
        let Some(stream) = self.streams.get_mut(&id) else { return };
        stream.finished = true;
        if !stream.reset && !stream.complete {
            // Whatever the client has of the answer, that is not all of it.
            self.give_up(id, Code::Internal);
        }
        self.settle(id);
    }
    /// Makes ready to be written what the windows allow.
    pub fn pump(&mut self) {
        while self.wire().len() < READY {
            let Some(id) = self.line.pop_front() else { return };
            let Some(stream) = self.streams.get_mut(&id).filter(|stream| stream.has_output()) else {
                self.streams.entry(id).and_modify(|stream| stream.in_line = false);
                continue;
            };
            if !stream.out.is_empty() && self.send_window <= 0 {
                self.line.push_front(id);
                return;
            }
            let room = self.send_window.min(stream.send_window).clamp(0, frame::MAX as i64) as usize;
            if !stream.out.is_empty() && room == 0 {
                // It comes back when its window opens.
                stream.in_line = false;
                continue;
            }
            let at = self.wire.len();
            self.wire.extend_from_slice(&[0; frame::HEAD]);
            let Ok(length) = stream.out.take(room, &mut self.wire) else {
                self.wire.truncate(at);
                stream.in_line = false;
                self.give_up(id, Code::Internal);
                continue;
            };
            stream.ended = stream.complete && stream.out.is_empty();
            stream.send_window -= length as i64;
            stream.sent = Instant::now();
            self.send_window -= length as i64;
            self.budget = (self.budget + UPDATES).min(BUDGET);
            let flags = if stream.ended { flag::END_STREAM } else { 0 };
            let head = Frame { length, kind: kind::DATA, flags, stream: id };
            self.wire[at..at + frame::HEAD].copy_from_slice(&head.bytes());
            if stream.has_output() {
                self.line.push_back(id);
            } else {
                stream.in_line = false;
                self.settle(id);
            }
        }
    }
    /// The client takes nothing of what is to be written.
    pub fn is_stuck(&mut self, now: Instant) {
        self.stuck.get_or_insert(now);
    }
    /// Looks whether the client has been waited for long enough; `false` if the connection ends for that.
    pub fn expire(&mut self, now: Instant, deadlines: &Deadlines) -> bool {
        let late = |since: Instant, patience| now >= since + patience;
        if self.stuck.is_some_and(|since| late(since, deadlines.write))
            || self.block.as_ref().is_some_and(|block| late(block.since, deadlines.head))
            || !self.greeted && late(self.idle_since, deadlines.head)
        {
            return false;
        }
        if self.is_idle() && late(self.idle_since, deadlines.idle) {
            self.leave(true);
        }
        let (mut late_bodies, mut late_readers) = (Vec::new(), Vec::new());
        for (&id, stream) in &self.streams {
            if stream.incoming.is_some() {
                if late(stream.started, deadlines.body) || late(stream.heard, deadlines.body_pause) {
                    late_bodies.push(id);
                }
            } else if stream.has_output() && late(stream.sent, deadlines.write) {
                late_readers.push(id);
            }
        }
        late_bodies.into_iter().for_each(|id| self.refuse(id, 408));
        late_readers.into_iter().for_each(|id| self.give_up(id, Code::Cancel));
        true
    }
    /// Whether there is something to be done that no event will tell.
    pub fn has_arrivals(&self) -> bool {
        !self.arrivals.is_empty()
    }
}
