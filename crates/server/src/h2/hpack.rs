//! HPACK (RFC 7541): header fields in few bytes, by a table that both ends of a connection build up in step.

use super::huffman;
use std::collections::VecDeque;

/// The size of a table that neither end has said anything else of.
pub const TABLE_SIZE: usize = 4096;
/// What an entry counts beside its texts.
const OVERHEAD: usize = 32;

/// A name and a value.
pub type Field = (Vec<u8>, Vec<u8>);

/// The entries that are always there (appendix A).
#[rustfmt::skip]
static STATIC: [(&str, &str); 61] = [
    (":authority", ""), (":method", "GET"), (":method", "POST"), (":path", "/"), (":path", "/index.html"), (":scheme", "http"),
    (":scheme", "https"), (":status", "200"), (":status", "204"), (":status", "206"), (":status", "304"), (":status", "400"),
    (":status", "404"), (":status", "500"), ("accept-charset", ""), ("accept-encoding", "gzip, deflate"), ("accept-language", ""),
    ("accept-ranges", ""), ("accept", ""), ("access-control-allow-origin", ""), ("age", ""), ("allow", ""), ("authorization", ""),
    ("cache-control", ""), ("content-disposition", ""), ("content-encoding", ""), ("content-language", ""), ("content-length", ""),
    ("content-location", ""), ("content-range", ""), ("content-type", ""), ("cookie", ""), ("date", ""), ("etag", ""), ("expect", ""),
    ("expires", ""), ("from", ""), ("host", ""), ("if-match", ""), ("if-modified-since", ""), ("if-none-match", ""), ("if-range", ""),
    ("if-unmodified-since", ""), ("last-modified", ""), ("link", ""), ("location", ""), ("max-forwards", ""),
    ("proxy-authenticate", ""), ("proxy-authorization", ""), ("range", ""), ("referer", ""), ("refresh", ""), ("retry-after", ""),
    ("server", ""), ("set-cookie", ""), ("strict-transport-security", ""), ("transfer-encoding", ""), ("user-agent", ""), ("vary", ""),
    ("via", ""), ("www-authenticate", ""),
];

/// What is wrong with a block: the connection cannot go on, since the tables differ from now on.
#[derive(Debug, PartialEq, Eq)]
pub struct Bad;

/// The entries that were added, the newest first.
#[derive(Debug)]
struct Table {
    entries: VecDeque<Field>,
    size: usize,
    most: usize,
}

impl Table {
    fn new() -> Table {
        Table { entries: VecDeque::new(), size: 0, most: TABLE_SIZE }
    }
    fn get(&self, index: usize) -> Option<(&[u8], &[u8])> {
        match index.checked_sub(1)? {
            at if at < STATIC.len() => Some((STATIC[at].0.as_bytes(), STATIC[at].1.as_bytes())),
            at => self.entries.get(at - STATIC.len()).map(|(name, value)| (name.as_slice(), value.as_slice())),
        }
    }
    fn set_most(&mut self, most: usize) {
        self.most = most;
        self.shrink(0);
    }
    /// Drops the oldest entries until there is room for more.
    fn shrink(&mut self, more: usize) {
        while self.size + more > self.most
            && let Some((name, value)) = self.entries.pop_back()
        {
            self.size -= name.len() + value.len() + OVERHEAD;
        }
    }
    fn add(&mut self, name: Vec<u8>, value: Vec<u8>) {
        let more = name.len() + value.len() + OVERHEAD;
        self.shrink(more);
        if more <= self.most {
            self.size += more;
            self.entries.push_front((name, value));
        }
    }
    /// The index of an entry, and whether its value is the same too.
    fn find(&self, name: &[u8], value: &[u8]) -> Option<(usize, bool)> {
        let fixed = STATIC.iter().map(|(n, v)| (n.as_bytes(), v.as_bytes()));
        let all = fixed.chain(self.entries.iter().map(|(n, v)| (n.as_slice(), v.as_slice())));
        let mut named = None;
        for (at, entry) in all.enumerate() {
            if entry.0 == name {
                if entry.1 == value {
                    return Some((at + 1, true));
                }
                named.get_or_insert((at + 1, false));
            }
        }
        named
    }
}

/// Reads blocks of fields.
#[derive(Debug)]
pub struct Decoder {
    table: Table,
}

/// The fields of a block, as far as there is room for them.
#[derive(Debug, Default)]
pub struct Block {
    /// The fields.
    pub fields: Vec<Field>,
    /// There were more than there is room for.
    pub too_large: bool,
    size: usize,
}

impl Block {
    fn put(&mut self, name: &[u8], value: &[u8], most: (usize, usize)) {
        self.size = self.size.saturating_add(name.len() + value.len() + OVERHEAD);
        self.too_large |= self.size > most.0 || self.fields.len() >= most.1;
        if !self.too_large {
            self.fields.push((name.to_vec(), value.to_vec()));
        }
    }
}

impl Decoder {
    /// For a new connection.
    pub fn new() -> Decoder {
        Decoder { table: Table::new() }
    }
    /// Reads a block; `most` is how large the fields may be together, and how many.
    pub fn decode(&mut self, mut input: &[u8], most: (usize, usize)) -> Result<Block, Bad> {
        let mut block = Block::default();
        let (mut first, mut name, mut value) = (true, Vec::new(), Vec::new());
        while let Some(&byte) = input.first() {
            match byte {
                0x80.. => {
                    let index = number(&mut input, 7)?;
                    let (name, value) = self.table.get(index).ok_or(Bad)?;
                    block.put(name, value, most);
                }
                0x20..0x40 => {
                    // The size of the table, at the start only.
                    let size = number(&mut input, 5)?;
                    if !first || size > TABLE_SIZE {
                        return Err(Bad);
                    }
                    self.table.set_most(size);
                    continue;
                }
                _ => {
                    let added = byte >= 0x40;
                    let index = number(&mut input, if added { 6 } else { 4 })?;
                    name.clear();
                    value.clear();
                    if index == 0 {
                        text(&mut input, &mut name)?;
                    } else {
                        name.extend_from_slice(self.table.get(index).ok_or(Bad)?.0);
                    }
                    text(&mut input, &mut value)?;
                    block.put(&name, &value, most);
                    if added {
                        self.table.add(std::mem::take(&mut name), std::mem::take(&mut value));
                    }
                }
            }
            first = false;
        }
        Ok(block)
    }
}

/// A number whose first bits are the last `bits` of a byte.
fn number(input: &mut &[u8], bits: u32) -> Result<usize, Bad> {
    let (&byte, mut rest) = input.split_first().ok_or(Bad)?;
    let most = (1usize << bits) - 1;
    let mut value = usize::from(byte) & most;
    if value == most {
        // Nothing that is meant needs more than four bytes.
        for shift in (0..=28).step_by(7) {
            let (&byte, more) = rest.split_first().ok_or(Bad)?;
            rest = more;
            value += usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
            if shift == 28 {
                return Err(Bad);
            }
        }
    }
    *input = rest;
    Ok(value)
}

fn text(input: &mut &[u8], out: &mut Vec<u8>) -> Result<(), Bad> {
    let packed = *input.first().ok_or(Bad)? >= 0x80;
    let length = number(input, 7)?;
    let (bytes, rest) = input.split_at_checked(length).ok_or(Bad)?;
    *input = rest;
    if packed {
        return huffman::decode(bytes, out).ok_or(Bad);
    }
    out.extend_from_slice(bytes);
    Ok(())
}

/// Writes blocks of fields.
#[derive(Debug)]
pub struct Encoder {
    table: Table,
    /// The other end wants the table to be of this size, which it has not been told yet.
    size: Option<usize>,
}

impl Encoder {
    /// For a new connection.
    pub fn new() -> Encoder {
        Encoder { table: Table::new(), size: None }
    }
    /// The other end keeps a table of this size.
    pub fn set_size(&mut self, size: usize) {
        let size = size.min(TABLE_SIZE);
        if size != self.table.most || self.size.is_some() {
            // A smaller one in between must be told too: it has emptied the other end's table.
            self.table.set_most(size);
            self.size = Some(self.size.map_or(size, |least| least.min(size)));
        }
    }
    /// Begins a block.
    pub fn begin(&mut self, out: &mut Vec<u8>) {
        if let Some(least) = self.size.take() {
            put_number(out, 0x20, 5, least);
            if self.table.most != least {
                put_number(out, 0x20, 5, self.table.most);
            }
        }
    }
    /// Writes a field, whose name is in lower case.
    pub fn put(&mut self, out: &mut Vec<u8>, name: &[u8], value: &[u8]) {
        match self.table.find(name, value) {
            Some((index, true)) => put_number(out, 0x80, 7, index),
            found => {
                // What differs from answer to answer, or is somebody's secret, is not worth a place in the table.
                let secret = matches!(name, b"set-cookie" | b"authorization");
                let kept =
                    !secret && !matches!(name, b"content-length" | b"etag" | b"last-modified" | b"location" | b"content-range");
                let (first, bits) = if kept { (0x40, 6) } else { (if secret { 0x10 } else { 0 }, 4) };
                put_number(out, first, bits, found.map_or(0, |(index, _)| index));
                if found.is_none() {
                    put_text(out, name);
                }
                put_text(out, value);
                if kept {
                    self.table.add(name.to_vec(), value.to_vec());
                }
            }
        }
    }
}

fn put_number(out: &mut Vec<u8>, first: u8, bits: u32, mut number: usize) {
    let most = (1usize << bits) - 1;
    if number < most {
        out.push(first | number as u8);
        return;
    }
    out.push(first | most as u8);
    number -= most;
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn put_text(out: &mut Vec<u8>, text: &[u8]) {
    let packed = huffman::encoded_len(text);
    if packed < text.len() {
        put_number(out, 0x80, 7, packed);
        huffman::encode(text, out);
    } else {
        put_number(out, 0, 7, text.len());
        out.extend_from_slice(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: (usize, usize) = (1 << 16, 100);

    fn bytes(hex: &str) -> Vec<u8> {
        let digits: Vec<u8> = hex.bytes().filter(u8::is_ascii_hexdigit).collect();
        digits.chunks(2).map(|two| u8::from_str_radix(std::str::from_utf8(two).expect("digits"), 16).expect("digits")).collect()
    }
    fn fields(decoder: &mut Decoder, hex: &str) -> Vec<(String, String)> {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        let block = decoder.decode(&bytes(hex), ROOM).expect("a block");
        block.fields.into_iter().map(|(name, value)| (text(name), text(value))).collect()
    }

    #[test]
    fn examples_of_the_specification() {
        // RFC 7541, C.4: three requests on one connection.
        let mut decoder = Decoder::new();
        let first = fields(&mut decoder, "8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff");
        assert_eq!(first.last(), Some(&(":authority".into(), "www.example.com".into())));
        let second = fields(&mut decoder, "8286 84be 5886 a8eb 1064 9cbf");
        assert_eq!(second[3..], [(":authority".into(), "www.example.com".into()), ("cache-control".into(), "no-cache".into())]);
        let third = fields(&mut decoder, "8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf");
        assert_eq!(third[4], ("custom-key".into(), "custom-value".into()));
        assert_eq!((decoder.table.size, decoder.table.entries.len()), (164, 3));
    }

    #[test]
    fn what_is_no_block() {
        for hex in ["80", "ff ff ff ff ff ff", "be", "40", "0085 61", "00 81 00 00", "82 20", "3f e1 7f", "41 84 ff ff ff ff"] {
            assert!(Decoder::new().decode(&bytes(hex), ROOM).is_err(), "{hex}");
        }
    }

    #[test]
    fn large_blocks_are_read_to_their_end() {
        let (mut encoder, mut out) = (Encoder::new(), Vec::new());
        for i in 0..50 {
            encoder.put(&mut out, b"x-large", format!("{i}{}", "v".repeat(1000)).as_bytes());
        }
        encoder.put(&mut out, b"x-last", b"1");
        let mut decoder = Decoder::new();
        let block = decoder.decode(&out, (10_000, 100)).expect("a block");
        assert!(block.too_large && block.fields.len() < 12);
        // Both tables are the same still.
        out.clear();
        encoder.put(&mut out, b"x-last", b"1");
        assert_eq!(decoder.decode(&out, ROOM).expect("a block").fields, [(b"x-last".to_vec(), b"1".to_vec())]);
    }

    #[test]
    fn there_and_back() {
        let (mut encoder, mut decoder) = (Encoder::new(), Decoder::new());
        let sizes = [None, Some(4096), Some(100), Some(0), Some(1 << 20), None];
        for (i, size) in sizes.into_iter().cycle().take(60).enumerate() {
            if let Some(size) = size {
                encoder.set_size(size);
            }
            let wanted: Vec<Field> = (0..i % 9)
                .map(|n| (format!("name-{}", n * i % 7).into_bytes(), "\u{7f}v".repeat(n * i % 50).into_bytes()))
                .chain([(b"set-cookie".to_vec(), b"a=b".to_vec()), (b"date".to_vec(), format!("{i}").into_bytes())])
                .collect();
            let mut out = Vec::new();
            encoder.begin(&mut out);
            wanted.iter().for_each(|(name, value)| encoder.put(&mut out, name, value));
            assert_eq!(decoder.decode(&out, (1 << 20, 100)).expect("a block").fields, wanted);
            assert_eq!(encoder.table.size, decoder.table.size);
        }
    }
}
