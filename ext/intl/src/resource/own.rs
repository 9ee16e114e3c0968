//! Bundles of ICU's own data in the form of its resource files, so that there is one way of reading resources.

use crate::data::{self, Kind, Res};
use std::collections::HashMap;

/// Where the root's words begin, behind the head.
const START: u8 = 24;
/// The words of a file about itself, and the root.
const WORDS: usize = 7;

struct Writer {
    /// Places of the keys, in bytes from the root.
    keys: HashMap<&'static str, u32>,
    text: Vec<u8>,
    /// What lies behind the keys.
    body: Vec<u32>,
    /// Words in front of it.
    before: usize,
}

/// The bytes of a bundle's file.
pub(super) fn bytes(folder: &str, name: &str) -> Option<Vec<u8>> {
    let top = data::bundle(folder, name)?;
    let mut writer = Writer { keys: HashMap::new(), text: Vec::new(), body: Vec::new(), before: 0 };
    writer.keys_of(top);
    writer.text.resize(writer.text.len().next_multiple_of(4), 0);
    writer.before = WORDS + writer.text.len() / 4;
    let root = writer.resource(top);
    let attributes = u32::from(data::is_without_fallback(folder, name));
    let mut out = vec![START, 0, 0xda, 0x27, 20, 0, 0, 0, 0, 0, 2, 0];
    out.extend(*b"ResB");
    // Format 1.1, and no version of the data.
    out.extend([1, 1, 0, 0, 0, 0, 0, 0]);
    let about = [root, 6, writer.before as u32, 0, 0, 0, attributes];
    out.extend(about.iter().flat_map(|word| word.to_le_bytes()));
    out.extend(&writer.text);
    out.extend(writer.body.iter().flat_map(|word| word.to_le_bytes()));
    Some(out)
}

impl Writer {
    fn keys_of(&mut self, res: Res) {
        for (key, inside) in res.entries() {
            if res.kind() == Kind::Table && !self.keys.contains_key(key) {
                self.keys.insert(key, (WORDS * 4 + self.text.len()) as u32);
                self.text.extend(key.bytes().chain([0]));
            }
            self.keys_of(inside);
        }
    }
    /// Writes a count and what it counts; the resource that stands for it.
    fn place(&mut self, kind: u32, count: usize, words: impl IntoIterator<Item = u32>) -> u32 {
        if count == 0 {
            return kind << 28;
        }
        let place = self.before + self.body.len();
        self.body.push(count as u32);
        self.body.extend(words);
        kind << 28 | place as u32
    }
    fn resource(&mut self, res: Res) -> u32 {
        match res.kind() {
            kind @ (Kind::Text | Kind::Alias) => {
                let mut units: Vec<u16> = res.text().unwrap_or_default().encode_utf16().collect();
                let count = units.len();
                // A zero ends the text.
                units.resize((count + 1).next_multiple_of(2), 0);
                let words = units.chunks_exact(2).map(|pair| u32::from(pair[0]) | u32::from(pair[1]) << 16);
                self.place(if kind == Kind::Text { 0 } else { 3 }, count, words)
            }
            Kind::Int => 7 << 28 | res.int().unwrap_or_default() as u32 & 0x0fff_ffff,
            Kind::Ints => {
                let all = res.ints();
                self.place(14, all.len(), all.into_iter().map(|number| number as u32))
            }
            Kind::Bytes => {
                let mut bytes = res.bytes().to_vec();
                let count = bytes.len();
                bytes.resize(count.next_multiple_of(4), 0);
                let words = bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]));
                self.place(1, count, words)
            }
            Kind::List => {
                let all: Vec<u32> = res.items().map(|inside| self.resource(inside)).collect();
                self.place(8, all.len(), all)
            }
            Kind::Table => {
                let (keys, all): (Vec<u32>, Vec<u32>) =
                    res.entries().map(|(key, inside)| (self.keys[key], self.resource(inside))).unzip();
                self.place(4, all.len(), keys.into_iter().chain(all))
            }
        }
    }
}
