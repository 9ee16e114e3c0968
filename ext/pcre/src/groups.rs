//! What a match found, as PHP values, and the walk from match to match.

use crate::{error::State, flags, pattern::Pattern};
use phant_memory::{Array, Key, PhpArray, PhpStr, Str, Value};
use phant_pcre2::{Captures, Matcher, Subject};

/// How groups are shown.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) offsets: bool,
    pub(crate) nulls: bool,
}

impl Shape {
    pub(crate) fn new(flags: i64) -> Shape {
        Shape { offsets: flags & flags::OFFSET_CAPTURE != 0, nulls: flags & flags::UNMATCHED_AS_NULL != 0 }
    }
    /// A group that took no part in the match.
    #[inline]
    pub(crate) fn unmatched(self) -> Value {
        let text = if self.nulls { Value::NULL } else { Value::from(Str::default()) };
        if self.offsets { pair(text, -1) } else { text }
    }
    /// A group.
    #[inline]
    pub(crate) fn group(self, text: &PhpStr, range: Option<(usize, usize)>) -> Value {
        match range {
            None => self.unmatched(),
            Some((start, end)) if self.offsets => pair(piece(text, start, end), start as i64),
            Some((start, end)) => piece(text, start, end),
        }
    }
}

#[inline(never)]
fn pair(text: Value, offset: i64) -> Value {
    let mut pair = Array::with_capacity(2);
    let elements = pair.make_mut();
    let _ = elements.push(text);
    let _ = elements.push(Value::int(offset));
    Value::from(pair)
}

/// A part of a text; the whole of it is shared.
#[inline]
pub(crate) fn piece(text: &PhpStr, start: usize, end: usize) -> Value {
    if start == 0 && end == text.len() {
        return Value::from(text);
    }
    Value::from(Str::new(text.as_bytes().get(start..end).unwrap_or_default()))
}

/// A piece with its offset.
pub(crate) fn piece_at(text: &PhpStr, start: usize, end: usize, with_offset: bool) -> Value {
    let value = piece(text, start, end);
    if with_offset { pair(value, start as i64) } else { value }
}

/// The groups of a match, as `preg_match` and callbacks get them.
#[inline]
pub(crate) fn groups(pattern: &Pattern, found: &Captures<'_>, text: &PhpStr, shape: Shape) -> Array {
    if pattern.names.is_empty() && !pattern.marks {
        let count = if shape.nulls { pattern.regex.groups() } else { found.count() };
        let mut array = Array::with_capacity(count);
        array.make_mut().push_all((0..count).map(|i| shape.group(text, found.raw(i))));
        array
    } else {
        named_groups(pattern, found, text, shape)
    }
}

fn named_groups(pattern: &Pattern, found: &Captures<'_>, text: &PhpStr, shape: Shape) -> Array {
    let count = if shape.nulls { pattern.regex.groups() } else { found.count() };
    let mark = if pattern.marks { found.mark() } else { None };
    if pattern.names.is_empty() && mark.is_none() {
        return (0..count).map(|i| shape.group(text, found.raw(i))).collect();
    }
    let mut array = Array::with_hash_capacity(count + pattern.named + usize::from(mark.is_some()));
    let elements = array.make_mut();
    for i in 0..count {
        let range = found.raw(i);
        let value = shape.group(text, range);
        if let Some(Some(name)) = pattern.names.get(i) {
            if pattern.unique {
                elements.add_new(name.to_str(), value.clone());
            } else {
                set_named(elements, name.to_str(), value.clone(), range.is_some());
            }
        }
        let _ = elements.push(value);
    }
    if let Some(mark) = mark {
        elements.set(Key::Str(Str::new("MARK")), Value::str(mark));
    }
    array
}

/// Several groups may have one name (modifier `J`): the one that took part in the match counts.
fn set_named(array: &mut PhpArray, name: Str, value: Value, matched: bool) {
    if matched || array.get_str(&name).is_none() {
        array.set(Key::Str(name), value);
    }
}

/// Walks through a text from match to match, as Perl's `/g` does: behind an empty match, a match that is not empty is
/// tried first.
pub(crate) struct Walk<'a> {
    pattern: &'a Pattern,
    subject: Subject<'a>,
    at: usize,
    after_empty: bool,
    one_step: bool,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(pattern: &'a Pattern, text: &'a PhpStr, start: usize, state: &State) -> Walk<'a> {
        let one_step = pattern.one_step && state.usual_depth();
        Walk { pattern, subject: pattern.subject(text), at: start, after_empty: false, one_step }
    }
    /// The next match. `Err`: PCRE2's error. There is none once memory or time is used up.
    #[inline]
    pub(crate) fn next<'m>(&mut self, matcher: &'m mut Matcher) -> Result<Option<Captures<'m>>, i32>
    where
        'a: 'm,
    {
        if phant_native::limits::reached() {
            return Ok(None);
        }
        let regex = &self.pattern.regex;
        let found = if self.after_empty {
            matcher.find_after_empty(regex, self.subject, self.at, self.one_step)?
        } else {
            matcher.find(regex, self.subject, self.at, 0)?
        };
        if let Some(found) = &found {
            let (start, end) = found.whole();
            self.at = end;
            self.after_empty = start == end;
        }
        Ok(found)
    }
}
