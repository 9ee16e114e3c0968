//! Malformed documents, with the errors that PHP shows for them: `== document => parses`, then a line for each error:
//! level, code, line, column, text. Bytes are escaped as `addcslashes` does it.

use phant_xml::parser::{NoLoader, Options, Parser, Step};

fn unescaped(text: &str) -> Vec<u8> {
    let (bytes, mut to, mut at) = (text.as_bytes(), Vec::new(), 0);
    while at < bytes.len() {
        if bytes[at] == b'\\' {
            let letters = [(b'n', b'\n'), (b't', b'\t'), (b'r', b'\r'), (b'\\', b'\\')];
            if let Some((_, byte)) = letters.iter().find(|(letter, _)| *letter == bytes[at + 1]) {
                to.push(*byte);
                at += 2;
            } else {
                to.push(u8::from_str_radix(&text[at + 1..at + 4], 8).expect("three octal digits"));
                at += 4;
            }
        } else {
            to.push(bytes[at]);
            at += 1;
        }
    }
    to
}

/// Parses in pieces of a length; whether it is well-formed, and the errors.
fn errors(document: &[u8], piece: usize) -> (bool, Vec<String>) {
    let mut parser = Parser::new(Options::default());
    let mut pieces = document.chunks(piece);
    let mut found = Vec::new();
    loop {
        let step = parser.next(&mut NoLoader);
        found.extend(parser.take_errors().into_iter().map(|error| {
            let text = String::from_utf8_lossy(&error.message).trim_end().to_owned();
            format!("  {} {} l{} c{} {text}", error.level as u8, error.code, error.line, error.column)
        }));
        match step {
            Step::Event(_) => {}
            Step::NeedMore => match pieces.next() {
                Some(piece) => parser.feed(piece),
                None => parser.finish(),
            },
            Step::End => return (parser.is_well_formed(), found),
        }
    }
}

#[test]
fn errors_are_those_that_php_shows() {
    let mut wrong = 0;
    for case in include_str!("errors.txt").split("== ").skip(1) {
        let (document, rest) = case.split_once(" => ").expect("a document");
        let (parses, expected) = rest.split_once('\n').expect("a line");
        let document = if document.is_empty() { b" ".to_vec() } else { unescaped(document) };
        for piece in [usize::MAX, 1] {
            let (well_formed, found) = errors(&document, piece);
            let found = found.iter().map(|line| format!("{line}\n")).collect::<String>();
            if well_formed.to_string() != parses || found != expected {
                wrong += 1;
                println!("== {case}-- by {piece}: {well_formed}\n{found}");
            }
        }
    }
    assert_eq!(wrong, 0);
}
