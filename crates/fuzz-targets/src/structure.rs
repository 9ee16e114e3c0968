//! Changes that keep a serialized text well formed: a value in it is replaced by one of another text, put into a container, or
//! changes places with another. What only damages texts seldom gets past their first bytes.

use crate::mutate::Random;

/// A format that is known well enough to find the values in a text.
#[derive(Clone, Copy)]
pub enum Structure {
    /// Bytes about which nothing is known.
    None,
    /// What `serialize` writes.
    Php,
    /// JSON.
    Json,
    /// igbinary, as hexadecimal digits.
    Igbinary,
    /// MessagePack, as hexadecimal digits.
    Msgpack,
}

/// How deep values are looked for.
const DEEPEST: usize = 64;
/// The longest text that is taken apart.
const MOST: usize = 4096;

type Spans = Vec<(usize, usize)>;

impl Structure {
    fn is_digits(self) -> bool {
        matches!(self, Structure::Igbinary | Structure::Msgpack)
    }

    fn bytes(self, text: &[u8]) -> Vec<u8> {
        if self.is_digits() { crate::script::bytes(text) } else { text.to_vec() }
    }

    fn text(self, bytes: Vec<u8>) -> Vec<u8> {
        if !self.is_digits() {
            return bytes;
        }
        bytes.iter().flat_map(|b| format!("{b:02x}").into_bytes()).collect()
    }

    /// Where the values of a text are, as far as it is well formed.
    fn spans(self, bytes: &[u8]) -> Spans {
        let mut spans = Spans::new();
        let mut scan = Scan { bytes, spans: &mut spans };
        let _ = match self {
            Structure::None => None,
            Structure::Php => scan.php(0, 0),
            Structure::Json => scan.json(0, 0),
            Structure::Igbinary => scan.igbinary(4, 0),
            Structure::Msgpack => scan.msgpack(0, 0),
        };
        spans
    }

    /// Pieces to put around one value, around two of them, and between these.
    fn wrappers(self) -> &'static [[&'static [u8]; 3]] {
        match self {
            Structure::None => &[],
            Structure::Php => &[
                [b"a:2:{i:0;", b"i:1;", b"}"],
                [b"O:8:\"stdClass\":2:{s:1:\"a\";", b"s:1:\"b\";", b"}"],
                [b"O:5:\"Plain\":2:{s:1:\"a\";", b"s:4:\"next\";", b"}"],
                [b"O:6:\"Modern\":2:{i:0;", b"s:4:\"data\";", b"}"],
                [b"O:6:\"Waking\":2:{s:1:\"x\";", b"s:1:\"y\";", b"}"],
                [b"O:11:\"ArrayObject\":4:{i:0;i:0;i:1;", b"i:2;a:0:{}i:3;", b"}"],
                [b"a:3:{i:0;", b"i:1;", b"i:2;R:2;}"],
            ],
            Structure::Json => &[[b"[", b",", b"]"], [b"{\"a\":", b",\"\":", b"}"], [b"[[", b"],{\"x\":", b"}]"]],
            Structure::Igbinary => &[
                [b"\x14\x02\x06\0", b"\x06\x01", b""],
                [b"\x17\x08stdClass\x14\x02\x11\x01a", b"\x11\x01b", b""],
                [b"\x17\x06Modern\x14\x02\x06\0", b"\x06\x01", b""],
                [b"\x17\x06Waking\x14\x02\x11\x01x", b"\x11\x01y", b""],
                [b"\x14\x02\x06\0\x25", b"\x06\x01", b""],
            ],
            Structure::Msgpack => &[
                [b"\x92", b"", b""],
                [b"\x82\x01", b"\xa1b", b""],
                [b"\x83\xc0\xa8stdClass\xa1a", b"\xa1b", b""],
                [b"\x83\xc0\xa5Plain\xa1a", b"\xa4next", b""],
                [b"\x82\xc0\xa6Modern\xc0\x92", b"", b""],
                [b"\x83\xc0\x01\x00", b"\x01", b""],
            ],
        }
    }

    /// A text with a value of it changed; `None` if neither text has any.
    pub fn change(self, random: &mut Random, text: &[u8], other: &[u8]) -> Option<Vec<u8>> {
        let (bytes, other) = (self.bytes(text), self.bytes(other));
        if bytes.len() > MOST {
            return None;
        }
        let (spans, others) = (self.spans(&bytes), self.spans(&other));
        let (start, end) = *spans.get(random.below(spans.len()))?;
        let new = others.get(random.below(others.len())).map_or(&bytes[start..end], |&(start, end)| &other[start..end]);
        let value = match random.below(3) {
            0 => new.to_vec(),
            1 => {
                let wrappers = self.wrappers();
                let [before, between, behind] = wrappers[random.below(wrappers.len())];
                [before, &bytes[start..end], between, new, behind].concat()
            }
            _ => {
                // Two values of the text change places; of nested ones the outer becomes the inner.
                let (from, to) = spans[random.below(spans.len())];
                if from >= end || to <= start {
                    let ((a, b), (c, d)) = if from < start { ((from, to), (start, end)) } else { ((start, end), (from, to)) };
                    let swapped = [&bytes[..a], &bytes[c..d], &bytes[b..c], &bytes[a..b], &bytes[d..]].concat();
                    return Some(self.text(swapped));
                }
                bytes[from..to].to_vec()
            }
        };
        Some(self.text([&bytes[..start], &value[..], &bytes[end..]].concat()))
    }
}

struct Scan<'a> {
    bytes: &'a [u8],
    spans: &'a mut Spans,
}

impl Scan<'_> {
    fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    /// Notes a value and gives back its end.
    fn note(&mut self, start: usize, end: usize) -> Option<usize> {
        if end > self.bytes.len() {
            return None;
        }
        self.spans.push((start, end));
        Some(end)
    }

    /// A decimal number and where it ends.
    fn number(&self, at: usize) -> Option<(usize, usize)> {
        let digits = self.bytes.get(at..)?.iter().take_while(|b| b.is_ascii_digit()).count();
        let number = std::str::from_utf8(&self.bytes[at..at + digits]).ok()?.parse().ok()?;
        Some((number, at + digits))
    }

    fn php(&mut self, at: usize, depth: usize) -> Option<usize> {
        let letter = self.byte(at).filter(|_| depth < DEEPEST)?;
        let end = match letter {
            b's' | b'S' | b'E' => {
                let (len, colon) = self.number(at + 2)?;
                colon.checked_add(len)?.checked_add(4)?
            }
            b'a' => {
                let (count, colon) = self.number(at + 2)?;
                self.php_members(colon + 2, count, depth)?
            }
            b'O' | b'C' => {
                let (len, colon) = self.number(at + 2)?;
                let (count, colon) = self.number(colon.checked_add(len)?.checked_add(4)?)?;
                if letter == b'C' {
                    colon.checked_add(count)?.checked_add(3)?
                } else {
                    self.php_members(colon + 2, count, depth)?
                }
            }
            _ => at + 1 + self.bytes[at..].iter().position(|&b| b == b';')?,
        };
        self.note(at, end)
    }

    fn php_members(&mut self, mut at: usize, count: usize, depth: usize) -> Option<usize> {
        for _ in 0..count {
            // Keys are no values.
            let known = self.spans.len();
            at = self.php(at, depth + 1)?;
            self.spans.truncate(known);
            at = self.php(at, depth + 1)?;
        }
        Some(at + 1)
    }

    fn json(&mut self, at: usize, depth: usize) -> Option<usize> {
        let end = match self.byte(at).filter(|_| depth < DEEPEST)? {
            b'"' => {
                let mut end = at + 1;
                while self.byte(end)? != b'"' {
                    end += 1 + usize::from(self.byte(end) == Some(b'\\'));
                }
                end + 1
            }
            open @ (b'[' | b'{') => {
                let mut at = at + 1;
                loop {
                    match self.byte(at)? {
                        b']' | b'}' => break at + 1,
                        b',' | b':' | b' ' | b'\n' | b'\t' | b'\r' => at += 1,
                        _ => {
                            let known = self.spans.len();
                            at = self.json(at, depth + 1)?;
                            if open == b'{' && self.byte(at) == Some(b':') {
                                self.spans.truncate(known);
                            }
                        }
                    }
                }
            }
            _ => {
                let plain = self.bytes[at..].iter().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'));
                at + plain.count().max(1)
            }
        };
        self.note(at, end)
    }

    /// A big-endian number of so many bytes, and where it ends.
    fn size(&self, at: usize, bytes: usize) -> Option<(usize, usize)> {
        let number = self.bytes.get(at..at + bytes)?.iter().fold(0, |number, &b| number << 8 | usize::from(b));
        Some((number, at + bytes))
    }

    fn igbinary(&mut self, at: usize, depth: usize) -> Option<usize> {
        let letter = self.byte(at).filter(|_| depth < DEEPEST)?;
        let wide = |first: u8| 1 << (letter - first);
        let end = match letter {
            0 | 4 | 5 | 0x0d => at + 1,
            6 | 7 | 0x0e | 0x18 | 0x22 | 1 => at + 2,
            8 | 9 | 0x0f | 0x19 | 0x23 | 2 => at + 3,
            0x0a | 0x0b | 0x10 | 0x1a | 0x24 | 3 => at + 5,
            0x0c | 0x20 | 0x21 => at + 9,
            0x11..=0x13 => {
                let (len, at) = self.size(at + 1, wide(0x11))?;
                at + len
            }
            0x14..=0x16 => {
                let (count, at) = self.size(at + 1, wide(0x14))?;
                self.pairs(at, count, depth, Scan::igbinary)?
            }
            0x17 => {
                let (len, at) = self.size(at + 1, 1)?;
                self.igbinary(at + len, depth + 1)?
            }
            0x25 => self.igbinary(at + 1, depth + 1)?,
            _ => return None,
        };
        self.note(at, end)
    }

    fn pairs(
        &mut self,
        mut at: usize,
        count: usize,
        depth: usize,
        scan: fn(&mut Self, usize, usize) -> Option<usize>,
    ) -> Option<usize> {
        for _ in 0..count {
            let known = self.spans.len();
            at = scan(self, at, depth + 1)?;
            self.spans.truncate(known);
            at = scan(self, at, depth + 1)?;
        }
        Some(at)
    }

    fn msgpack(&mut self, at: usize, depth: usize) -> Option<usize> {
        let letter = self.byte(at).filter(|_| depth < DEEPEST)?;
        let small = usize::from(letter & 15);
        let text = |(len, at): (usize, usize)| at + len;
        let end = match letter {
            0x80..=0x8f => self.pairs(at + 1, small, depth, Scan::msgpack)?,
            0x90..=0x9f => self.items(at + 1, small, depth)?,
            0xa0..=0xbf => at + 1 + usize::from(letter & 31),
            0xc4..=0xc6 => text(self.size(at + 1, 1 << (letter - 0xc4))?),
            0xd9..=0xdb => text(self.size(at + 1, 1 << (letter - 0xd9))?),
            0xca | 0xce | 0xd2 => at + 5,
            0xcb | 0xcf | 0xd3 => at + 9,
            0xcc | 0xd0 => at + 2,
            0xcd | 0xd1 => at + 3,
            0xd4..=0xd8 => at + 2 + (1 << (letter - 0xd4)),
            0xdc | 0xdd => {
                let (count, at) = self.size(at + 1, 2 << (letter - 0xdc))?;
                self.items(at, count, depth)?
            }
            0xde | 0xdf => {
                let (count, at) = self.size(at + 1, 2 << (letter - 0xde))?;
                self.pairs(at, count, depth, Scan::msgpack)?
            }
            0xc7..=0xc9 => return None,
            _ => at + 1,
        };
        self.note(at, end)
    }

    fn items(&mut self, mut at: usize, count: usize, depth: usize) -> Option<usize> {
        for _ in 0..count {
            at = self.msgpack(at, depth + 1)?;
        }
        Some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::Structure;

    /// The values of a text, the outermost last.
    fn values(structure: Structure, text: &[u8]) -> Vec<Vec<u8>> {
        let bytes = structure.bytes(text);
        structure.spans(&bytes).iter().map(|&(start, end)| bytes[start..end].to_vec()).collect()
    }

    #[test]
    fn values_are_found_in_each_format() {
        let php = b"a:2:{s:1:\"k\";O:1:\"A\":1:{i:0;d:0.5;}i:1;C:1:\"B\":2:{x}}}";
        let found = [&b"d:0.5;"[..], b"O:1:\"A\":1:{i:0;d:0.5;}", b"C:1:\"B\":2:{x}}", php];
        assert_eq!(values(Structure::Php, php), found);
        let found = [&b"1.5"[..], b"\"a\\\"\"", b"{\"y\": \"a\\\"\"}", b"[1.5, {\"y\": \"a\\\"\"}]"];
        assert_eq!(values(Structure::Json, b"[1.5, {\"y\": \"a\\\"\"}]"), found);
        assert_eq!(values(Structure::Igbinary, b"00000002140106000607"), [&b"\x06\x07"[..], b"\x14\x01\x06\0\x06\x07"]);
        assert_eq!(
            values(Structure::Msgpack, b"9281a16101c0"),
            [&b"\x01"[..], b"\x81\xa1a\x01", b"\xc0", b"\x92\x81\xa1a\x01\xc0"]
        );
    }

    #[test]
    fn changed_texts_are_well_formed() {
        let mut random = crate::Random::new(1);
        let (text, other) = (b"a:1:{i:0;s:1:\"k\";}", b"a:1:{i:5;a:1:{i:0;b:1;}}");
        for _ in 0..200 {
            let changed = Structure::Php.change(&mut random, text, other).expect("there are values");
            let end = Structure::Php.spans(&changed).last().map(|&(_, end)| end);
            assert_eq!(end, Some(changed.len()), "{}", changed.escape_ascii());
        }
    }
}
