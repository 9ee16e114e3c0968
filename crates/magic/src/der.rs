//! The kind `der`: one element of a certificate or key.

use crate::{
    entry::Entry,
    fetch::until_nul,
    run::Run,
};

const TAGS: [&str; 37] = [
    "eoc", "bool", "int", "bit_str", "octet_str", "null", "obj_id", "obj_desc", "ext", "real", "enum", "embed", "utf8_str",
    "rel_oid", "time", "res2", "seq", "set", "num_str", "prt_str", "t61_str", "vid_str", "ia5_str", "utc_time", "gen_time",
    "gr_str", "vis_str", "gen_str", "univ_str", "char_str", "bmp_str", "date", "tod", "datetime", "duration", "oid-iri",
    "rel-oid-iri",
];

/// Tag, length and place of an element's content.
fn element(data: &[u8]) -> Option<(u32, usize, usize)> {
    let mut at = 1;
    let mut tag = u32::from(data.first()? & 0x1f);
    if tag == 0x1f {
        while *data.get(at)? >= 0x80 {
            tag = tag.wrapping_mul(128).wrapping_add(u32::from(data[at] - 0x80));
            at += 1;
        }
    }
    let first = *data.get(at)?;
    at += 1;
    let digits = usize::from(first & 0x7f);
    if at + digits >= data.len() {
        return None;
    }
    if first & 0x80 == 0 {
        return Some((tag, digits, at));
    }
    let length = data[at..at + digits].iter().fold(0_usize, |n, &b| n.wrapping_shl(8) | usize::from(b));
    at += digits;
    at.checked_add(length).filter(|&end| end < data.len())?;
    Some((tag, length, at))
}

fn shown(tag: u32, content: &[u8]) -> Vec<u8> {
    let text = match tag {
        12 | 19 | 22 => content.to_vec(),
        23 if content.len() >= 12 => {
            let c = |at: usize| String::from_utf8_lossy(&content[at..at + 2]).into_owned();
            format!("20{}-{}-{} {}:{}:{} GMT", c(0), c(2), c(4), c(6), c(8), c(10)).into_bytes()
        }
        23 => content.to_vec(),
        _ => content.iter().take(63).flat_map(|b| format!("{b:02x}").into_bytes()).collect(),
    };
    text[..text.len().min(127)].to_vec()
}

impl Run<'_> {
    /// Whether an element is the one that a line describes.
    pub fn der_matches(&mut self, entry: &Entry) -> bool {
        let data = &self.search.text[..self.search.length];
        let Some((tag, length, at)) = element(data) else { return false };
        let name = TAGS.get(tag as usize).map_or_else(|| format!("{tag:#x}"), |n| (*n).to_string());
        let Some(mut rest) = until_nul(&entry.value).strip_prefix(name.as_bytes()) else { return false };
        loop {
            let Some(&next) = rest.first() else { return true };
            if next == b'=' {
                break;
            }
            let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
            let number = std::str::from_utf8(&rest[..digits]).ok().and_then(|d| d.parse::<usize>().ok());
            if number != Some(length) {
                return false;
            }
            rest = &rest[digits..];
        }
        let content = shown(tag, &data[at..(at + length).min(data.len())]);
        let wanted = &rest[1..];
        if wanted != until_nul(&content) && wanted != b"x" {
            return false;
        }
        self.value.fill(0);
        self.value[..content.len()].copy_from_slice(&content);
        true
    }
    /// Where an element's content begins. The line above goes on behind it.
    pub fn der_end(&mut self, entry: &Entry, available: usize) -> Option<i32> {
        let (_, length, at) = element(&self.search.text[..self.search.length])?;
        let from = (self.offset as usize).checked_add(at)?.checked_add_signed(entry.offset as isize)?;
        if let Some(above) = usize::from(entry.level).checked_sub(1) {
            let end = from.checked_add(length).filter(|&end| end <= available)?;
            self.levels.get_mut(above)?.offset = i32::try_from(end).ok()?;
        }
        i32::try_from(from).ok()
    }
}
