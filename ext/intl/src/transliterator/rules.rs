//! Rules: patterns with context, what is put in place of what they match, and how they are run over a text.

use super::{
    engine::Transform,
    text::{Span, Text},
};
use crate::char::set::{EDGE, Set};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

/// A part of a pattern.
#[derive(Clone, Debug)]
pub(super) enum Item {
    Char(char),
    Set(Arc<Set>),
    /// What is matched is remembered under a number.
    Segment(usize, Arc<Vec<Item>>),
    Repeat(Arc<Vec<Item>>, usize, usize),
}

/// A part of what is put in place.
#[derive(Clone)]
pub(super) enum Output {
    Char(char),
    Segment(usize),
    Function(Arc<Transform>, Vec<Output>),
}

/// A rule.
pub(super) struct Rule {
    pub(super) ante: Vec<Item>,
    pub(super) key: Vec<Item>,
    pub(super) post: Vec<Item>,
    pub(super) at_start: bool,
    pub(super) at_end: bool,
    pub(super) output: Vec<Output>,
    /// Where work goes on: behind so many parts of the output, and so many characters from there.
    pub(super) cursor: usize,
    pub(super) cursor_offset: i64,
    pub(super) segments: usize,
}

/// Rules that are tried one after the other at every character.
pub(crate) struct Rules {
    rules: Vec<Rule>,
    /// Which rules can match at a character, found out when it is met.
    index: Mutex<HashMap<char, Arc<[u32]>>>,
}

type Segments = Vec<Option<(usize, usize)>>;

/// A walk over the text, forwards or back.
struct Matcher<'a> {
    text: &'a Text,
    segments: Segments,
    backwards: bool,
}

impl Matcher<'_> {
    /// The character that is met at a place, if it is not beyond the limit.
    fn next(&self, at: usize, limit: usize) -> Option<char> {
        match self.backwards {
            false if at < limit => self.text.get(at),
            true if at > limit => self.text.get(at - 1),
            _ => None,
        }
    }
    fn step(&self, at: usize, count: usize) -> usize {
        if self.backwards { at - count } else { at + count }
    }
    fn all(&mut self, items: &[Item], mut at: usize, limit: usize) -> Option<usize> {
        for i in 0..items.len() {
            let item = &items[if self.backwards { items.len() - 1 - i } else { i }];
            at = self.one(item, at, limit)?;
        }
        Some(at)
    }
    fn one(&mut self, item: &Item, at: usize, limit: usize) -> Option<usize> {
        match item {
            Item::Char(c) => (self.next(at, limit)? == *c).then(|| self.step(at, 1)),
            Item::Set(set) => self.set(set, at, limit),
            Item::Segment(number, items) => {
                let end = self.all(items, at, limit)?;
                if let Some(segment) = self.segments.get_mut(*number) {
                    *segment = Some((at.min(end), at.max(end)));
                }
                Some(end)
            }
            Item::Repeat(items, least, most) => {
                let (mut at, mut count) = (at, 0);
                while count < *most {
                    let Some(end) = self.all(items, at, limit) else { break };
                    count += 1;
                    if end == at {
                        break;
                    }
                    at = end;
                }
                (count >= *least).then_some(at)
            }
        }
    }
    fn set(&self, set: &Set, at: usize, limit: usize) -> Option<usize> {
        let Some(c) = self.next(at, limit) else { return set.contains(EDGE).then_some(at) };
        let longest = set.strings.iter().filter(|text| self.text_fits(text, at, limit)).map(Vec::len).max();
        if let Some(length) = longest {
            return Some(self.step(at, length));
        }
        set.has(c).then(|| self.step(at, 1))
    }
    fn text_fits(&self, text: &[char], at: usize, limit: usize) -> bool {
        let fits = |(i, c): (usize, &char)| {
            let within = if self.backwards { at >= limit + i } else { true };
            within && self.next(self.step(at, i), limit) == Some(*c)
        };
        if self.backwards { text.iter().rev().enumerate().all(fits) } else { text.iter().enumerate().all(fits) }
    }
}

impl Rule {
    /// Whether the rule could match where this character is.
    fn may_begin(&self, c: char) -> bool {
        self.key.iter().chain(&self.post).next().is_none_or(|item| begins(item, c))
    }

    /// Replaces what the rule matches at the start, if it does.
    fn apply(&self, text: &mut Text, span: &mut Span, depth: usize) -> bool {
        let segments = if self.segments == 0 { Vec::new() } else { vec![None; self.segments] };
        let mut matcher = Matcher { text, segments, backwards: true };
        let Some(least) = matcher.all(&self.ante, span.start, span.context_start) else { return false };
        if self.at_start && least != span.context_start {
            return false;
        }
        matcher.backwards = false;
        let Some(key_end) = matcher.all(&self.key, span.start, span.limit) else { return false };
        let Some(end) = matcher.all(&self.post, key_end, span.context_limit) else { return false };
        if self.at_end && end != span.context_limit {
            return false;
        }
        let segments = matcher.segments;
        let (mut new, mut cursor) = (Vec::new(), None);
        for (i, part) in self.output.iter().enumerate() {
            if i == self.cursor {
                cursor = Some(new.len());
            }
            write(part, text, &segments, &mut new, depth);
        }
        let cursor = (span.start + cursor.unwrap_or(new.len())) as i64 + self.cursor_offset;
        let old = key_end - span.start;
        text.replace(span.start, key_end, &new);
        span.grow(old, new.len());
        let end = end + new.len() - old;
        let cursor = usize::try_from(cursor).unwrap_or(0);
        span.start = least.max(end.min(span.limit).min(cursor));
        true
    }

    /// Whether a later rule can never be reached because of this one.
    pub(super) fn hides(&self, later: &Rule) -> bool {
        let pattern = |rule: &Rule| -> Vec<Item> { [&rule.ante[..], &rule.key, &rule.post].concat() };
        let (mine, other) = (pattern(self), pattern(later));
        let (left, left_later) = (self.ante.len(), later.ante.len());
        let (right, right_later) = (mine.len() - left, other.len() - left_later);
        let same = |from: usize| other.get(from..from + mine.len()).is_some_and(|part| same_items(part, &mine));
        if left == left_later && right == right_later && self.key.len() <= later.key.len() && same(0) {
            return (self.at_start, self.at_end) == (later.at_start, later.at_end)
                || (!self.at_start && !self.at_end)
                || (later.at_start && later.at_end);
        }
        left <= left_later
            && (right < right_later || (right == right_later && self.key.len() <= later.key.len()))
            && same(left_later - left)
    }
}

fn same_items(a: &[Item], b: &[Item]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| match (a, b) {
            (Item::Char(a), Item::Char(b)) => a == b,
            (Item::Set(a), Item::Set(b)) => Arc::ptr_eq(a, b),
            _ => false,
        })
}

fn begins(item: &Item, c: char) -> bool {
    match item {
        Item::Char(own) => *own == c,
        Item::Set(set) => set.has(c) || set.contains(EDGE) || set.strings.iter().any(|text| text.first() == Some(&c)),
        Item::Segment(_, items) => items.first().is_none_or(|item| begins(item, c)),
        Item::Repeat(items, least, _) => *least == 0 || items.first().is_none_or(|item| begins(item, c)),
    }
}

fn write(part: &Output, text: &Text, segments: &Segments, new: &mut Vec<char>, depth: usize) {
    match part {
        Output::Char(c) => new.push(*c),
        Output::Segment(number) => {
            if let Some((from, to)) = segments.get(*number).copied().flatten() {
                new.extend(text.chars(from, to));
            }
        }
        Output::Function(transform, parts) => {
            let mut inner = Vec::new();
            for part in parts {
                write(part, text, segments, &mut inner, depth);
            }
            let mut inner = Text::new(inner.into_iter());
            let mut span = Span::all(0, inner.len());
            transform.run_at(&mut inner, &mut span, depth + 1);
            new.extend(inner.into_string().chars());
        }
    }
}

impl Rules {
    pub(super) fn new(rules: Vec<Rule>) -> Rules {
        Rules { rules, index: Mutex::default() }
    }

    fn candidates(&self, c: char) -> Arc<[u32]> {
        let mut index = self.index.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // Whoever works on a text of very many characters finds out again.
        if index.len() > 4096 {
            index.clear();
        }
        let find = || (0..self.rules.len()).filter(|&i| self.rules[i].may_begin(c)).map(|i| i as u32).collect();
        index.entry(c).or_insert_with(find).clone()
    }

    /// Runs the rules over a span, at most sixteen times as often as it has characters.
    pub(super) fn run(&self, text: &mut Text, span: &mut Span, depth: usize) {
        let mut rounds = (span.limit - span.start).saturating_mul(16) + 1;
        while span.start < span.limit && rounds > 0 && !phant_native::limits::reached() {
            rounds -= 1;
            let Some(c) = text.get(span.start) else { break };
            let applied = self.candidates(c).iter().any(|&i| self.rules[i as usize].apply(text, span, depth));
            if !applied {
                span.start += 1;
            }
        }
        span.start = span.limit;
    }
}
