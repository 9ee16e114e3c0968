//! `++` and `--` on strings.

use crate::{Number, parse};

/// What `++` or `--` makes of a string.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
    /// Another string: perl-like increment.
    Text(Vec<u8>),
    /// The string stays as it is.
    Unchanged,
}

/// `$text++`.
pub fn increment(text: &[u8]) -> Step {
    if text.is_empty() {
        return Step::Text(b"1".to_vec());
    }
    match parse::classify(text).whole() {
        Some(Number::Int(i)) => i.checked_add(1).map_or(Step::Float(i as f64 + 1.0), Step::Int),
        Some(Number::Float(f)) => Step::Float(f + 1.0),
        None => Step::Text(increment_text(text)),
    }
}

/// `$text--`; text that is not numeric does not change.
pub fn decrement(text: &[u8]) -> Step {
    if text.is_empty() {
        return Step::Int(-1);
    }
    match parse::classify(text).whole() {
        Some(Number::Int(i)) => i.checked_sub(1).map_or(Step::Float(i as f64 - 1.0), Step::Int),
        Some(Number::Float(f)) => Step::Float(f - 1.0),
        None => Step::Unchanged,
    }
}

/// Whether `++` on this text is the perl-like increment of something other than letters and digits, which PHP
/// deprecates since 8.3.
pub fn is_alphanumeric(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_alphanumeric)
}

/// The perl-like increment: "Az" → "Ba", "zZ9" → "aaA0". Carries stop at the first byte that is no letter or digit.
pub fn increment_text(text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    let mut first = None;
    for byte in text.iter_mut().rev() {
        let (wrapped, prefix) = match *byte {
            b'z' => (b'a', b'a'),
            b'Z' => (b'A', b'A'),
            b'9' => (b'0', b'1'),
            b'a'..=b'y' | b'A'..=b'Y' | b'0'..=b'8' => {
                *byte += 1;
                return text;
            }
            _ => return text,
        };
        *byte = wrapped;
        first = Some(prefix);
    }
    if let Some(prefix) = first {
        text.insert(0, prefix);
    }
    text
}
