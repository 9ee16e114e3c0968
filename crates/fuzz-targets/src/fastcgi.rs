//! Connections of FastCGI, as a web server could send them.

use phant_fastcgi::{Input, Pairs, put_pair};
use std::io::{self, Read};

/// A connection on which bytes come in pieces.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let n = out.len().min(self.1);
        self.0.read(&mut out[..n])
    }
}

/// The requests of a connection with their bodies, and what is answered by the protocol itself.
fn all(input: &[u8], piece: usize) -> (Vec<(usize, Vec<u8>)>, Vec<u8>) {
    let (mut input, mut answered, mut out) = (Input::new(Pieces(input, piece)), Vec::new(), Vec::new());
    while let Ok(Some(request)) = input.request(&mut answered) {
        let mut body = Vec::new();
        let mut chunk = [0; 100];
        while let Ok(n @ 1..) = input.body(&mut chunk) {
            body.extend_from_slice(&chunk[..n]);
        }
        out.push((request.params.len(), body));
    }
    (out, answered)
}

/// Reads a connection, which is the same however it comes in, and the input as names and values.
pub fn run(input: &[u8]) {
    let whole = all(input, usize::MAX);
    assert!(whole == all(input, 1));
    let mut again = Vec::new();
    let pairs: Vec<_> = Pairs(input).collect();
    pairs.iter().for_each(|(name, value)| put_pair(&mut again, name, value));
    assert!(Pairs(&again).eq(pairs));
}
