//! Whether what a line looks at is what it wants.

use crate::{
    entry::{Entry, Kind, modifier},
    run::{Run, Tried},
};

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Compares text with a pattern of `length` bytes: the difference of the first bytes that differ. `most` is how much text
/// there is for patterns whose blanks stand for any number of them.
fn difference(pattern: &[u8], text: &[u8], length: usize, most: usize, modifiers: u32) -> i64 {
    let byte = |of: &[u8], at: usize| of.get(at).copied().unwrap_or(0);
    let differ = |a: u8, b: u8| i64::from(b) - i64::from(a);
    let spaces = modifiers & (modifier::COMPACT_SPACE | modifier::OPTIONAL_SPACE) != 0;
    let end = if spaces { most } else { length };
    let (mut p, mut t) = (0, 0);
    for _ in 0..length {
        if modifiers == 0 {
            let result = differ(byte(pattern, p), byte(text, t));
            if result != 0 {
                return result;
            }
            (p, t) = (p + 1, t + 1);
            continue;
        }
        if t >= end {
            return 1;
        }
        let (wanted, given) = (byte(pattern, p), byte(text, t));
        p += 1;
        if modifiers & modifier::COMPACT_SPACE != 0 && is_space(wanted) {
            t += 1;
            if !is_space(given) {
                return 1;
            }
            if !is_space(byte(pattern, p)) {
                while t < end && is_space(byte(text, t)) {
                    t += 1;
                }
            }
            continue;
        }
        if modifiers & modifier::OPTIONAL_SPACE != 0 && is_space(wanted) {
            while t < end && is_space(byte(text, t)) {
                t += 1;
            }
            continue;
        }
        let given = match wanted {
            b'a'..=b'z' if modifiers & modifier::LOWER != 0 => given.to_ascii_lowercase(),
            b'A'..=b'Z' if modifiers & modifier::UPPER != 0 => given.to_ascii_uppercase(),
            _ => given,
        };
        t += 1;
        let result = differ(wanted, given);
        if result != 0 {
            return result;
        }
    }
    let next = byte(text, t);
    i64::from(modifiers & modifier::FULL_WORD != 0 && next != 0 && !is_space(next))
}

impl Run<'_> {
    /// Whether a line matches what was fetched for it.
    pub fn check(&mut self, entry: &Entry) -> Tried<bool> {
        let (mut wanted, mut value) = (0, 0);
        match entry.kind {
            Kind::Default | Kind::Clear => {}
            Kind::Name | Kind::Indirect => return Ok(true),
            Kind::Use => return Ok(self.number != 0),
            Kind::Der => return Ok(self.der_matches(entry)),
            Kind::String | Kind::PString | Kind::Octal => {
                value = difference(&entry.value, &self.value, entry.length, self.value.len(), entry.modifiers) as u64;
            }
            Kind::BeString16 | Kind::LeString16 => {
                value = difference(&entry.value, &self.value, entry.length, self.value.len(), 0) as u64;
            }
            Kind::Search => value = self.find_text(entry) as u64,
            Kind::Regex => value = u64::from(!self.find_pattern(entry)?),
            Kind::Guid => value = u64::from(entry.value[..] != self.value[..entry.value.len()]),
            kind if kind.fraction().is_some() => return self.check_fraction(entry),
            _ => (wanted, value) = (entry.number, entry.extend(self.number)),
        }
        Ok(match entry.relation {
            b'x' => true,
            b'!' => value != wanted,
            b'=' => value == wanted,
            b'>' if entry.has(crate::entry::flag::UNSIGNED) => value > wanted,
            b'>' => value as i64 > wanted as i64,
            b'<' if entry.has(crate::entry::flag::UNSIGNED) => value < wanted,
            b'<' => (value as i64) < wanted as i64,
            b'&' => value & wanted == wanted,
            b'^' => value & wanted != wanted,
            other => return self.fail_at_line(&format!("cannot happen: invalid relation `{}'", char::from(other))),
        })
    }
    fn check_fraction(&mut self, entry: &Entry) -> Tried<bool> {
        let is_single = entry.kind.fraction().is_some_and(|(width, _)| width == 4);
        let wanted = if is_single { f64::from(f32::from_bits(entry.number as u32)) } else { f64::from_bits(entry.number) };
        let value = f64::from_bits(self.number);
        let value = if is_single { f64::from(value as f32) } else { value };
        Ok(match entry.relation {
            b'x' => true,
            b'!' => value != wanted,
            b'=' => value == wanted,
            b'>' => value > wanted,
            b'<' => value < wanted,
            other => return self.fail_at_line(&format!("cannot happen with float: invalid relation `{}'", char::from(other))),
        })
    }
    /// Searches for text; 0 if it is there.
    fn find_text(&mut self, entry: &Entry) -> i64 {
        let text = &self.search.text[..self.search.length];
        let (length, range) = (entry.length, entry.range as usize);
        // Whether a test is for text or binary files makes no difference here.
        let modifiers = entry.modifiers;
        let is_plain = modifiers & !(modifier::TEXT | modifier::BINARY | modifier::START) == 0;
        // Without any modifiers libmagic searches in another way, which takes one place more.
        let range = if range == 0 { usize::MAX } else { range + usize::from(modifiers == 0) };
        let places = text.len().saturating_add(1).saturating_sub(length).min(range);
        let at = if is_plain && length > 0 && entry.value.len() >= length {
            let region = &text[..(places + length).saturating_sub(1).min(text.len())];
            memchr::memmem::find(region, &entry.value[..length])
        } else {
            (0..places).find(|&at| difference(&entry.value, &text[at..], length, text.len() - at, modifiers) == 0)
        };
        match at {
            Some(at) => {
                self.search.offset += at;
                self.search.found = text.len() - at;
                0
            }
            None => 1,
        }
    }
    /// Searches for a pattern.
    fn find_pattern(&mut self, entry: &Entry) -> Tried<bool> {
        let text = &self.search.text[..self.search.length];
        let pattern = &entry.value[..entry.length.min(entry.value.len())];
        let ignore_case = entry.modifiers & (modifier::LOWER | modifier::UPPER) != 0;
        match self.patterns.find(pattern, ignore_case, text) {
            Ok(Some((from, to))) => {
                self.search.text = &self.search.text[from..];
                self.search.length -= from;
                self.search.offset += from;
                self.search.found = to - from;
                Ok(true)
            }
            Ok(None) => Ok(false),
            Err(()) => Err(()),
        }
    }
}
