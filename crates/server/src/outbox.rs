//! What waits to be sent on a connection: a little in memory, more in a file, parts of files as they lie on the disk.

use crate::transport::Transport;
use phant_sapi::body::nameless_file;
use std::{collections::VecDeque, fs::File, io, net::TcpStream, os::unix::fs::FileExt, sync::Arc};

/// How much waits in memory.
const IN_MEMORY: usize = 1 << 20;
/// How much may wait in all. Whoever sends more waits.
pub const MOST: u64 = 1 << 30;

enum Part {
    Bytes(Vec<u8>, usize),
    File(Arc<File>, u64, u64),
}

/// The waiting part of answers.
pub struct Outbox {
    parts: VecDeque<Part>,
    /// How much waits in memory at most.
    memory: usize,
    in_memory: usize,
    in_file: u64,
    spool: Option<(Arc<File>, u64)>,
}

impl Default for Outbox {
    fn default() -> Outbox {
        Outbox::with_memory(IN_MEMORY)
    }
}

impl Outbox {
    /// Empty, and with so much room in memory.
    pub fn with_memory(memory: usize) -> Outbox {
        Outbox { parts: VecDeque::new(), memory, in_memory: 0, in_file: 0, spool: None }
    }
    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
    /// Whether no more should be put in.
    pub fn is_full(&self) -> bool {
        self.in_file >= MOST
    }
    /// Puts in some bytes.
    pub fn push(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.spool.is_none() && self.in_memory + bytes.len() <= self.memory {
            self.in_memory += bytes.len();
            self.parts.push_back(Part::Bytes(bytes.to_vec(), 0));
            return Ok(());
        }
        let (file, end) = match &mut self.spool {
            Some(spool) => spool,
            none => none.insert((Arc::new(nameless_file()?), 0)),
        };
        file.write_all_at(bytes, *end)?;
        let start = *end;
        *end += bytes.len() as u64;
        self.in_file += bytes.len() as u64;
        match self.parts.back_mut() {
            Some(Part::File(last, _, until)) if Arc::ptr_eq(last, file) && *until == start => *until = *end,
            _ => self.parts.push_back(Part::File(Arc::clone(file), start, *end)),
        }
        Ok(())
    }
    /// Puts in a part of a file.
    pub fn push_file(&mut self, file: Arc<File>, start: u64, length: u64) {
        if length > 0 {
            self.parts.push_back(Part::File(file, start, start + length));
        }
    }
    /// Sends what the connection takes; how much that was.
    pub fn flush(&mut self, transport: &mut Transport, stream: &TcpStream) -> io::Result<u64> {
        let mut sent = 0;
        if !transport.flush(stream)? {
            return Ok(0);
        }
        while let Some(part) = self.parts.front_mut() {
            let result = match part {
                Part::Bytes(bytes, at) => transport.write(stream, &bytes[*at..]),
                Part::File(file, at, end) => transport.send_file(stream, file, *at, *end - *at),
            };
            let n = match result {
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => break,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                // The file was cut while it was sent: the client must not take what it has for all.
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                result => result? as u64,
            };
            sent += n;
            self.took(n);
        }
        Ok(sent)
    }
    /// Moves up to `most` bytes to the end of `out`; how many those were.
    pub fn take(&mut self, most: usize, out: &mut Vec<u8>) -> io::Result<usize> {
        let mut taken = 0;
        while let Some(part) = self.parts.front()
            && taken < most
        {
            let n = match part {
                Part::Bytes(bytes, at) => {
                    let n = (bytes.len() - at).min(most - taken);
                    out.extend_from_slice(&bytes[*at..*at + n]);
                    n
                }
                Part::File(file, at, end) => {
                    let (start, room) = (out.len(), most - taken);
                    let wanted = usize::try_from(end - at).map_or(room, |left| left.min(room));
                    out.resize(start + wanted, 0);
                    let n = file.read_at(&mut out[start..], *at);
                    out.truncate(start + *n.as_ref().unwrap_or(&0));
                    match n? {
                        // The file was cut while it was sent.
                        0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                        n => n,
                    }
                }
            };
            taken += n;
            self.took(n as u64);
        }
        Ok(taken)
    }
    /// So much of the first part is gone.
    fn took(&mut self, n: u64) {
        let done = match self.parts.front_mut() {
            Some(Part::Bytes(bytes, at)) => {
                *at += n as usize;
                *at == bytes.len()
            }
            Some(Part::File(_, at, end)) => {
                *at += n;
                self.in_file = self.in_file.saturating_sub(n);
                *at >= *end
            }
            None => false,
        };
        if done && let Some(Part::Bytes(bytes, _)) = self.parts.pop_front() {
            self.in_memory -= bytes.len();
        }
        if self.parts.is_empty() {
            self.spool = None;
            self.in_file = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        io::{Read, Write},
        net::TcpListener,
    };

    #[test]
    fn what_waits_goes_out_in_order() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a socket");
        let mut client = TcpStream::connect(listener.local_addr().expect("an address")).expect("a connection");
        let (stream, _) = listener.accept().expect("a connection");
        stream.set_nonblocking(true).expect("set");
        let (mut outbox, mut transport) = (Outbox::default(), Transport::Plain);
        let piece: Vec<u8> = (0..100_000u32).map(|i| (i % 251) as u8).collect();
        let mut file = nameless_file().expect("a file");
        file.write_all(b"0123456789").expect("written");
        let mut wanted = Vec::new();
        // More than the connection and the memory have room for.
        for i in 0..200 {
            outbox.push(&piece).expect("room");
            wanted.extend_from_slice(&piece);
            if i == 3 {
                outbox.push_file(Arc::new(file.try_clone().expect("a copy")), 2, 5);
                wanted.extend_from_slice(b"23456");
            }
        }
        assert!(outbox.in_memory <= IN_MEMORY && outbox.in_file > 0);
        let mut got = Vec::new();
        let mut part = vec![0; 1 << 20];
        // Some of it is taken for frames.
        outbox.take(1_050_000, &mut got).expect("something");
        while !outbox.is_empty() {
            outbox.flush(&mut transport, &stream).expect("an open connection");
            let n = client.read(&mut part).expect("something");
            got.extend_from_slice(&part[..n]);
        }
        drop(stream);
        client.read_to_end(&mut got).expect("the rest");
        assert!(got == wanted, "{} of {}", got.len(), wanted.len());
        assert!(outbox.spool.is_none() && outbox.in_memory == 0);
    }
}
