//! Replacement texts: `$1`, `\1` and `${1}` stand for groups.

use phant_memory::StrBuilder;
use phant_pcre2::Captures;
use std::ops::Range;

/// A replacement taken apart, once for all matches.
pub(crate) struct Replacement<'a> {
    text: &'a [u8],
    /// Empty if the text is to be taken as it is.
    parts: Vec<Part>,
}

enum Part {
    Text(Range<usize>),
    Group(usize),
}

impl<'a> Replacement<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Replacement<'a> {
        let mut parts = Vec::new();
        if !text.iter().any(|b| matches!(b, b'\\' | b'$')) {
            return Replacement { text, parts };
        }
        let (mut at, mut from) = (0, 0);
        let mut last = 0;
        while let Some(&byte) = text.get(at) {
            if matches!(byte, b'\\' | b'$') {
                if last == b'\\' {
                    // The backslash before it only says that this one is meant literally.
                    parts.push(Part::Text(from..at - 1));
                    (from, last) = (at, 0);
                    at += 1;
                    continue;
                }
                if let Some((group, length)) = group_at(&text[at..]) {
                    parts.push(Part::Text(from..at));
                    parts.push(Part::Group(group));
                    at += length;
                    from = at;
                    continue;
                }
            }
            last = byte;
            at += 1;
        }
        parts.push(Part::Text(from..text.len()));
        parts.retain(|p| !matches!(p, Part::Text(range) if range.is_empty()));
        if parts.is_empty() {
            parts.push(Part::Text(0..0));
        }
        Replacement { text, parts }
    }
    /// Appends what replaces a match.
    #[inline]
    pub(crate) fn write(&self, out: &mut StrBuilder, found: &Captures<'_>, subject: &[u8]) {
        if self.parts.is_empty() {
            out.push_bytes(self.text);
            return;
        }
        for part in &self.parts {
            match part {
                Part::Text(range) => out.push_bytes(&self.text[range.clone()]),
                Part::Group(group) => {
                    if let Some((start, end)) = found.raw(*group) {
                        out.push_bytes(subject.get(start..end).unwrap_or_default());
                    }
                }
            }
        }
    }
}

/// A reference to a group at the start of the text, one or two digits: its number and length.
fn group_at(text: &[u8]) -> Option<(usize, usize)> {
    let brace = text.starts_with(b"${");
    let mut at = if brace { 2 } else { 1 };
    let digit = |at: usize| text.get(at).filter(|b| b.is_ascii_digit()).map(|b| usize::from(b - b'0'));
    let mut group = digit(at)?;
    at += 1;
    if let Some(next) = digit(at) {
        group = group * 10 + next;
        at += 1;
    }
    if brace {
        if text.get(at) != Some(&b'}') {
            return None;
        }
        at += 1;
    }
    Some((group, at))
}

#[cfg(test)]
mod tests {
    use super::{Part, Replacement};

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let replacement = Replacement::new(text.as_bytes());
        let show = |part: &Part| match part {
            Part::Text(range) => text[range.clone()].to_owned(),
            Part::Group(n) => format!("<{n}>"),
        };
        let shown: String = if replacement.parts.is_empty() { text.into() } else { replacement.parts.iter().map(show).collect() };
        assert_eq!(shown, expected);
    }

    #[test]
    fn references() {
        check("plain", "plain");
        check("a$1b", "a<1>b");
        check("\\12345", "<12>345");
        check("${1}0", "<1>0");
        check("${1", "${1");
        check("\\\\1", "\\1");
        check("\\$1", "$1");
        check("\\\\$1", "\\<1>");
        check("$a\\", "$a\\");
        check("$$1", "$<1>");
        check("\\\\", "\\");
    }
}
