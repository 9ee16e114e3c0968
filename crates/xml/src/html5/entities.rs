//! Named characters of HTML, from the standard's list: `entities.txt` has a name and its characters in a line, sorted.

use std::sync::OnceLock;

/// Names, with their semicolon where they have one, and what they stand for; sorted by name.
fn all() -> &'static [(&'static [u8], String)] {
    static ALL: OnceLock<Vec<(&'static [u8], String)>> = OnceLock::new();
    ALL.get_or_init(|| {
        let parse = |line: &'static str| {
            let (name, characters) = line.split_once(' ')?;
            let text = characters.split(' ').filter_map(|c| char::from_u32(u32::from_str_radix(c, 16).ok()?)).collect();
            Some((name.as_bytes(), text))
        };
        include_str!("entities.txt").lines().filter_map(parse).collect()
    })
}

/// What was found at the beginning of a text.
pub(super) struct Found {
    /// Name and characters of the longest match.
    pub longest: Option<(&'static [u8], &'static str)>,
    /// How far some name goes on: the byte there fits none.
    pub upto: usize,
}

/// The longest name that a text begins with.
pub(super) fn find(text: &[u8]) -> Found {
    let mut range = all();
    let mut found = Found { longest: None, upto: 0 };
    for (at, &byte) in text.iter().enumerate() {
        let from = range.partition_point(|(name, _)| name.get(at).is_none_or(|&c| c < byte));
        let upto = range.partition_point(|(name, _)| name.get(at).is_none_or(|&c| c <= byte));
        range = &range[from..upto];
        if range.is_empty() {
            break;
        }
        found.upto = at + 1;
        // The shortest of names with the same beginning is the first.
        let (name, characters) = &range[0];
        if name.len() == at + 1 {
            found.longest = Some((name, characters));
        }
    }
    found
}
