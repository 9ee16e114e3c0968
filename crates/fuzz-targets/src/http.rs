//! Requests as they come over a connection: head, body, forms.

use phant_server::{
    http::{Body, Connection, Transport},
    upload,
};
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

/// Reads requests until one is bad.
pub fn run(input: &[u8]) {
    let mut connection = Connection::new(Client(Cursor::new(input.to_vec())));
    for lenient in [false, true, true, true] {
        let Ok(head) = connection.read_head(Duration::from_secs(1), lenient) else { break };
        let (path, query) = (head.path(), head.query());
        assert!(path.len() + query.map_or(0, |q| q.len() + 1) == head.target.len());
        let Ok(Body::Whole(body)) = connection.read_body(&head, 1 << 20) else { break };
        if let Some(Some(Ok(boundary))) = head.header("Content-Type").map(upload::boundary) {
            upload::parts(&body, &boundary);
        }
        if connection.spoiled {
            break;
        }
    }
    let boundary = &input[..input.len().min(3)];
    upload::parts(input, boundary);
}
