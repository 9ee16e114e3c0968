//! Reading and writing DER, the encoding of everything here.
//!
//! A [`Reader`] walks over borrowed bytes and never looks past them. Values are written bottom up, as vectors, since what is
//! written is small.

/// Tags of universal types.
#[allow(missing_docs)]
pub mod tag {
    pub const BOOLEAN: u8 = 1;
    pub const INTEGER: u8 = 2;
    pub const BITS: u8 = 3;
    pub const OCTETS: u8 = 4;
    pub const NULL: u8 = 5;
    pub const OID: u8 = 6;
    pub const ENUMERATED: u8 = 10;
    pub const UTF8: u8 = 12;
    pub const PRINTABLE: u8 = 19;
    pub const T61: u8 = 20;
    pub const IA5: u8 = 22;
    pub const UTC_TIME: u8 = 23;
    pub const GENERALIZED_TIME: u8 = 24;
    pub const VISIBLE: u8 = 26;
    pub const UNIVERSAL: u8 = 28;
    pub const BMP: u8 = 30;
    pub const SEQUENCE: u8 = 0x30;
    pub const SET: u8 = 0x31;
    /// A field of its own number, made of others.
    pub const fn context(number: u8) -> u8 {
        0xa0 | number
    }
    /// A field of its own number, plain.
    pub const fn plain(number: u8) -> u8 {
        0x80 | number
    }
}

/// A value with its tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item<'a> {
    /// The first byte.
    pub tag: u8,
    /// The value.
    pub body: &'a [u8],
    /// Tag, length and value.
    pub whole: &'a [u8],
}

impl<'a> Item<'a> {
    /// Reads what it is made of.
    pub fn reader(self) -> Reader<'a> {
        Reader(self.body)
    }
    /// An integer's magnitude, without leading zeros; `None` for a negative one.
    pub fn magnitude(self) -> Option<&'a [u8]> {
        if self.tag != tag::INTEGER || self.body.first()? & 0x80 != 0 {
            return None;
        }
        Some(trimmed(self.body))
    }
    /// A small integer.
    pub fn small(self) -> Option<i64> {
        if self.body.is_empty() || self.body.len() > 8 {
            return None;
        }
        let first = if self.body[0] & 0x80 != 0 { -1 } else { 0 };
        Some(self.body.iter().fold(first, |n, b| n << 8 | i64::from(*b)))
    }
    /// A bit string of whole bytes.
    pub fn bits(self) -> Option<&'a [u8]> {
        if self.tag != tag::BITS {
            None
        } else {
            self.body.split_first().filter(|(unused, _)| **unused < 8).map(|(_, bits)| bits)
        }
    }
    /// An object identifier in dotted numbers.
    pub fn oid(self) -> Option<String> {
        if self.tag == tag::OID { oid_text(self.body) } else { None }
    }
}

/// Without leading zeros.
pub fn trimmed(bytes: &[u8]) -> &[u8] {
    &bytes[bytes.iter().position(|b| *b != 0).unwrap_or(bytes.len())..]
}

/// Bytes that are read item by item.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// The next item.
    pub fn item(&mut self) -> Option<Item<'a>> {
        let data = self.0;
        let (tag, length) = (*data.first()?, *data.get(1)?);
        if tag & 0x1f == 0x1f {
            return None;
        }
        let (head, length) = match length {
            0..=0x7f => (2, usize::from(length)),
            0x81..=0x84 => {
                let count = usize::from(length & 0x7f);
                (2 + count, data.get(2..2 + count)?.iter().fold(0, |n, b| n << 8 | usize::from(*b)))
            }
            _ => return None,
        };
        let whole = data.get(..head.checked_add(length)?)?;
        self.0 = &data[whole.len()..];
        Some(Item { tag, body: &whole[head..], whole })
    }
    /// The next item, if it has this tag; else nothing is read.
    pub fn optional(&mut self, tag: u8) -> Option<Item<'a>> {
        if self.0.first() == Some(&tag) { self.item() } else { None }
    }
    /// The next item, which must have this tag.
    pub fn expect(&mut self, tag: u8) -> Option<Item<'a>> {
        self.item().filter(|item| item.tag == tag)
    }
    /// The next item, a sequence.
    pub fn sequence(&mut self) -> Option<Reader<'a>> {
        self.expect(tag::SEQUENCE).map(Item::reader)
    }
    /// The next item, a number that is not negative.
    pub fn number(&mut self) -> Option<&'a [u8]> {
        self.item()?.magnitude()
    }
    /// The next item, an object identifier.
    pub fn oid(&mut self) -> Option<String> {
        self.item()?.oid()
    }
}

impl<'a> Iterator for Reader<'a> {
    type Item = Item<'a>;
    fn next(&mut self) -> Option<Item<'a>> {
        self.item()
    }
}

fn oid_text(body: &[u8]) -> Option<String> {
    let mut parts: Vec<u64> = Vec::new();
    let mut number = 0u64;
    for byte in body {
        number = number.checked_mul(128)? | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            if parts.is_empty() {
                let first = (number / 40).min(2);
                parts.push(first);
                number -= first * 40;
            }
            parts.push(number);
            number = 0;
        }
    }
    if parts.is_empty() || body.last()? & 0x80 != 0 {
        return None;
    }
    Some(parts.iter().map(u64::to_string).collect::<Vec<_>>().join("."))
}

/// An item of a tag and parts, one after the other.
pub fn item(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    let mut out = vec![tag];
    if length < 0x80 {
        out.push(length as u8);
    } else {
        let bytes = length.to_be_bytes();
        let bytes = trimmed(&bytes);
        out.push(0x80 | bytes.len() as u8);
        out.extend(bytes);
    }
    parts.iter().for_each(|part| out.extend_from_slice(part));
    out
}

/// A sequence.
pub fn sequence(parts: &[&[u8]]) -> Vec<u8> {
    item(tag::SEQUENCE, parts)
}

/// A set; its elements are put in order.
pub fn set(mut parts: Vec<Vec<u8>>) -> Vec<u8> {
    parts.sort();
    item(tag::SET, &[&parts.concat()])
}

/// A number of big-endian bytes.
pub fn number(bytes: &[u8]) -> Vec<u8> {
    let bytes = trimmed(bytes);
    let sign: &[u8] = if bytes.first().is_none_or(|b| b & 0x80 != 0) { &[0] } else { &[] };
    item(tag::INTEGER, &[sign, bytes])
}

/// A small number.
pub fn small(number_: u64) -> Vec<u8> {
    number(&number_.to_be_bytes())
}

/// An object identifier; a text that is none gives `0.0`.
pub fn oid(dotted: &str) -> Vec<u8> {
    let parts: Vec<u64> = dotted.split('.').map(|part| part.parse().unwrap_or(0)).collect();
    let first = parts[0].min(2).wrapping_mul(40).wrapping_add(parts.get(1).copied().unwrap_or(0));
    let mut body = Vec::new();
    for number in std::iter::once(first).chain(parts.into_iter().skip(2)) {
        let groups = (64 - number.leading_zeros()).div_ceil(7).max(1);
        for group in (0..groups).rev() {
            body.push((number >> (7 * group)) as u8 & 0x7f | if group > 0 { 0x80 } else { 0 });
        }
    }
    item(tag::OID, &[&body])
}

/// Bytes.
pub fn octets(bytes: &[u8]) -> Vec<u8> {
    item(tag::OCTETS, &[bytes])
}

/// A bit string of whole bytes.
pub fn bits(bytes: &[u8]) -> Vec<u8> {
    item(tag::BITS, &[&[0], bytes])
}

/// Nothing.
pub fn null() -> Vec<u8> {
    vec![tag::NULL, 0]
}

/// An algorithm with parameters.
pub fn algorithm(name: &str, parameters: &[u8]) -> Vec<u8> {
    sequence(&[&oid(name), parameters])
}

/// How deep indefinite lengths may be nested.
const DEEPEST: usize = 32;

/// The first item of BER with lengths that are not told, as DER that the [`Reader`] reads. Strings in parts are put together.
pub fn definite(data: &[u8]) -> Option<Vec<u8>> {
    let mut at = 0;
    convert(data, &mut at, 0)
}

fn convert(data: &[u8], at: &mut usize, depth: usize) -> Option<Vec<u8>> {
    if depth > DEEPEST {
        return None;
    }
    let rest = data.get(*at..)?;
    let tag = *rest.first()?;
    let endless = *rest.get(1)? == 0x80;
    if !endless {
        let found = Reader(rest).item()?;
        *at += found.whole.len();
        if tag & 0x20 == 0 {
            return Some(found.whole.to_vec());
        }
        let mut parts = Vec::new();
        let mut inner = 0;
        while inner < found.body.len() {
            parts.push(convert(found.body, &mut inner, depth + 1)?);
        }
        return Some(assemble(tag, &parts));
    }
    *at += 2;
    let mut parts = Vec::new();
    while data.get(*at..*at + 2)? != [0, 0] {
        parts.push(convert(data, at, depth + 1)?);
    }
    *at += 2;
    Some(assemble(tag, &parts))
}

/// Puts the parts of a constructed octet string together, and leaves everything else as it is.
fn assemble(tag: u8, parts: &[Vec<u8>]) -> Vec<u8> {
    if tag == tag::OCTETS | 0x20 {
        let body: Vec<u8> = parts.iter().filter_map(|part| Some(Reader(part).item()?.body.to_vec())).flatten().collect();
        return octets(&body);
    }
    item(tag, &[&parts.concat()])
}
