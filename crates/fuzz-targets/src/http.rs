//! Requests as they come over a connection: head, body, forms.

use phant_sapi::{
    body::{Collector, Limits, Received},
    upload::{Reader, Sink},
};
use phant_server::http::{BodyReader, Head, blank, parse_head};

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

/// Reads a request's body that comes in pieces of some length: what it has, and how much of the input that takes.
fn body(head: &Head, mut input: &[u8], piece: usize) -> Option<(Vec<u8>, usize)> {
    let (mut reader, mut content, mut taken) = (BodyReader::new(head, 1 << 20), Vec::new(), 0);
    let mut seen = piece.min(input.len());
    while !reader.is_done() {
        let n = reader.take(&input[..seen], &mut |part| content.extend_from_slice(part)).ok()?;
        taken += n;
        input = &input[n..];
        if !reader.is_done() && n == 0 && seen >= input.len() {
            return None;
        }
        seen = (seen - n).saturating_add(piece).min(input.len());
    }
    Some((content, taken))
}

/// Reads requests until one is bad.
pub fn run(input: &[u8]) {
    let limits = Limits::new(&[("file_uploads".to_owned(), b"0".to_vec())]);
    let mut rest = input;
    for lenient in [false, true, true, true] {
        rest = &rest[blank(rest)..];
        let Ok(Some((head, length))) = parse_head(rest, lenient) else { break };
        rest = &rest[length..];
        let (path, query) = (head.path(), head.query());
        assert!(path.len() + query.map_or(0, |q| q.len() + 1) == head.target.len());
        // However a body comes, it has the same content.
        let whole = body(&head, rest, usize::MAX);
        assert!(whole == body(&head, rest, 7));
        let Some((content, taken)) = whole else { break };
        let mut collector = Collector::new(head.method.as_bytes(), head.header("content-type"), &limits);
        collector.push(&content);
        drop(collector.finish(Received::Whole));
        rest = &rest[taken..];
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
