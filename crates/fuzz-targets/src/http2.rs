//! What clients of HTTP/2 could send: a line is a frame in hexadecimal digits without its length, or, behind a `!`, bytes as
//! they are. Requests are answered, so that streams end in every way.

use phant_sapi::body::Limits;
use phant_server::{
    Deadlines,
    h2::{
        frame::{self, Head, kind},
        hpack::{Decoder, Encoder},
        session::{Arrival, STREAMS, Session},
    },
};
use std::time::{Duration, Instant};

/// The most that the server may send on a connection without hearing more of windows.
const WINDOW: u64 = 65_535;

fn bytes(line: &[u8]) -> Vec<u8> {
    let digits: Vec<u8> = line.iter().filter_map(|&c| char::from(c).to_digit(16)).map(|digit| digit as u8).collect();
    digits.chunks_exact(2).map(|two| two[0] << 4 | two[1]).collect()
}

/// The input as what goes over a connection.
fn wire(input: &[u8]) -> Vec<u8> {
    let mut out = frame::PREFACE.to_vec();
    frame::put(&mut out, kind::SETTINGS, 0, 0, &[]);
    for line in input.split(|&c| c == b'\n') {
        match (line.strip_prefix(b"!"), bytes(line).as_slice()) {
            (Some(raw), _) => out.extend(bytes(raw)),
            (None, &[kind, flags, a, b, c, d, ref content @ ..]) => {
                frame::put(&mut out, kind, flags, u32::from_be_bytes([a, b, c, d]), content);
            }
            _ => {}
        }
    }
    out
}

/// What the server has said, checked frame by frame.
#[derive(Default)]
struct Said {
    rest: Vec<u8>,
    data: u64,
}

impl Said {
    fn push(&mut self, bytes: &[u8]) {
        self.rest.extend_from_slice(bytes);
        while let Some(head) = Head::read(&self.rest) {
            assert!(head.length <= frame::MAX && head.kind <= kind::CONTINUATION && head.kind != kind::PUSH_PROMISE);
            let Some(content) = self.rest.get(frame::HEAD..frame::HEAD + head.length) else { break };
            if head.kind == kind::DATA {
                self.data += content.len() as u64;
            }
            self.rest.drain(..frame::HEAD + head.length);
        }
    }
}

/// Answers in a way that depends on the stream; some are left open until later.
fn answer(session: &mut Session, id: u32, body: u64) {
    let head = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX-Long: abc\r\n\r\n";
    let done = match id / 2 % 5 {
        0 => session.send_head(id, head, true),
        1 => session.send_head(id, head, false).and_then(|()| session.send_body(id, &vec![b'x'; 70_000], true)),
        2 => session
            .send_head(id, b"HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n", false)
            .and_then(|()| session.send_head(id, head, true)),
        // Given up half way.
        3 => session.send_head(id, head, false).and_then(|()| session.send_body(id, b"half", false)),
        _ => session.send_head(id, head, false).and_then(|()| session.send_body(id, body.to_string().as_bytes(), true)),
    };
    assert!(done.is_ok() || session.is_gone(id));
}

/// A whole connection, whose bytes come in pieces.
fn connection(wire: &[u8], piece: usize) {
    let limits = Limits::new(&[("file_uploads".to_owned(), b"0".to_vec()), ("post_max_size".to_owned(), b"300".to_vec())]);
    let start = Instant::now();
    let (mut session, mut said) = (Session::new(start), Said::default());
    let (mut input, mut open) = (Vec::new(), Vec::new());
    for part in wire.chunks(piece) {
        input.extend_from_slice(part);
        loop {
            let taken = session.take(&input, &limits, start);
            input.drain(..taken);
            while let Some(arrival) = session.next() {
                match arrival {
                    Arrival::Request(id, _, body) => {
                        answer(&mut session, id, body.size());
                        open.push(id);
                    }
                    Arrival::Refuse(id, status, _) => {
                        assert!((400..600).contains(&status));
                        answer(&mut session, id, 0);
                        session.finish(id);
                    }
                }
            }
            assert!(open.len() <= STREAMS);
            // Every other one is let go of at once.
            if open.len() > 1 {
                session.finish(open.remove(0));
            }
            session.pump();
            let length = session.wire().len();
            said.push(session.wire());
            session.wrote(length);
            if taken == 0 && length == 0 {
                break;
            }
        }
    }
    open.into_iter().for_each(|id| session.finish(id));
    session.leave(false);
    session.expire(start + Duration::from_secs(40), &Deadlines::default());
    session.leave(true);
    session.pump();
    said.push(session.wire());
    assert!(said.rest.is_empty());
    // No client of these seeds opens windows by more than all its bytes could.
    assert!(said.data <= WINDOW || wire.windows(4).any(|four| four[3] == kind::WINDOW_UPDATE));
}

/// Reads a connection, whole and in pieces, and the input as a block of fields.
pub fn run(input: &[u8]) {
    let wire = wire(input);
    connection(&wire, usize::MAX);
    connection(&wire, 7);
    let mut decoder = Decoder::new();
    for line in input.split(|&c| c == b'\n') {
        let Ok(block) = decoder.decode(&bytes(line), (1000, 20)) else { break };
        assert!(block.fields.len() <= 20);
        // What was read can be written.
        let (mut out, mut encoder) = (Vec::new(), Encoder::new());
        encoder.set_size(line.len() * 7);
        encoder.begin(&mut out);
        block.fields.iter().for_each(|(name, value)| encoder.put(&mut out, name, value));
        let again = Decoder::new().decode(&out, (1000, 20)).expect("what was written");
        assert!(again.fields == block.fields);
    }
}
