//! Requests as they come over a connection: head, body, forms.

use phant_sapi::{
    body::{Collector, Limits},
    upload::{Reader, Sink},
};
use phant_server::http::{Connection, Transport};
use std::{
    io::{self, Cursor, Read, Write},
    time::Duration,
};

/// A client that has sent everything already.
struct Client(Cursor<Vec<u8>>);

impl Read for Client {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.0.read(out)
    }
}
impl Write for Client {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
impl Transport for Client {
    fn set_read_timeout(&self, _timeout: Duration) -> io::Result<()> {
        Ok(())
    }
}

/// What the parts of a form come to.
#[derive(Default, PartialEq)]
struct Sum {
    parts: usize,
    complete: usize,
    bytes: Vec<u8>,
}
impl Sink for Sum {
    fn begin(&mut self, _name: Option<Vec<u8>>, _path: Option<Vec<u8>>, _content_type: Vec<u8>) -> bool {
        self.parts += 1;
        !self.parts.is_multiple_of(5)
    }
    fn content(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }
    fn end(&mut self, complete: bool) {
        self.complete += usize::from(complete);
    }
}

/// Reads requests until one is bad.
pub fn run(input: &[u8]) {
    let mut connection = Connection::new(Client(Cursor::new(input.to_vec())));
    let limits = Limits::new(&[("file_uploads".to_owned(), b"0".to_vec())]);
    for lenient in [false, true, true, true] {
        let Ok(head) = connection.read_head(Duration::from_secs(1), lenient) else { break };
        let (path, query) = (head.path(), head.query());
        assert!(path.len() + query.map_or(0, |q| q.len() + 1) == head.target.len());
        let mut collector = Collector::new(head.method.as_bytes(), head.header("content-type"), &limits);
        let Ok(received) = connection.read_body(&head, 1 << 20, &mut |part| collector.push(part)) else { break };
        drop(collector.finish(received));
        if connection.spoiled {
            break;
        }
    }
    // However a form comes, it has the same parts.
    let boundary = &input[..input.len().min(3)];
    let [once, again] = [usize::MAX, 7].map(|piece| {
        let (mut reader, mut sum) = (Reader::new(boundary), Sum::default());
        input.chunks(piece).for_each(|part| reader.push(part, &mut sum));
        reader.finish(&mut sum);
        sum
    });
    assert!(once == again);
}
