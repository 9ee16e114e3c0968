//! One side of a rule.

use super::{
    id::{self, Direction},
    parser::{Fault, Names},
    registry,
    rules::{Item, Output, Rule},
};
use crate::{char::set, error::code};
use std::sync::Arc;

/// A part of a side, which is a pattern's or an output's once it is known which side it is.
#[derive(Clone)]
enum Part {
    Item(Item),
    Reference(usize),
    Function(Arc<super::engine::Transform>, Vec<Part>),
}

/// One side of a rule.
#[derive(Default)]
pub(super) struct Half {
    parts: Vec<Part>,
    ante: Option<usize>,
    post: Option<usize>,
    pub(super) cursor: Option<usize>,
    pub(super) cursor_offset: i64,
    at_start: bool,
    at_end: bool,
    pub(super) segments: usize,
    highest: usize,
}

impl Half {
    /// Whether this refers to segments that the other side has not.
    pub(super) fn refers_beyond(&self, other: &Half) -> bool {
        self.highest > other.segments.max(self.segments)
    }

    /// Forgets what only the other side may have.
    pub(super) fn remove_context(&mut self) {
        let end = self.post.unwrap_or(self.parts.len());
        let start = self.ante.unwrap_or(0).min(end);
        self.parts.truncate(end);
        self.parts.drain(..start);
        self.cursor = self.cursor.map(|cursor| cursor.saturating_sub(start));
        (self.ante, self.post, self.at_start, self.at_end) = (None, None, false, false);
    }

    /// A pattern that may stand for a variable.
    pub(super) fn plain(self) -> Option<Vec<Item>> {
        if self.ante.is_some() || self.post.is_some() || self.cursor.is_some() || self.at_start || self.at_end {
            return None;
        }
        items(&self.parts).filter(|items| depth(items) < DEEPEST)
    }

    /// The rule that replaces what one side says by what the other says.
    pub(super) fn rule(left: Half, right: Half) -> Option<Rule> {
        let ante = left.ante.unwrap_or(0);
        let post = left.post.unwrap_or(left.parts.len());
        let context = right.ante.is_some() || right.post.is_some() || right.at_start || right.at_end;
        let cursor = left.cursor.is_some() || (right.cursor_offset != 0 && right.cursor.is_none());
        let segments = left.segments.max(right.segments);
        if context || cursor || ante > post || right.highest.max(left.highest) > segments {
            return None;
        }
        // What is numbered on one side is meant on the other, whichever has the parentheses.
        let mut defined = vec![None; segments + 1];
        for part in left.parts.iter().chain(&right.parts) {
            define(part, &mut defined);
        }
        Some(Rule {
            ante: inputs(&left.parts[..ante], &defined)?,
            key: inputs(&left.parts[ante..post], &defined)?,
            post: inputs(&left.parts[post..], &defined)?,
            at_start: left.at_start,
            at_end: left.at_end,
            cursor: right.cursor.unwrap_or(right.parts.len()),
            cursor_offset: right.cursor_offset,
            output: outputs(&right.parts)?,
            segments: segments + 1,
        })
    }
}

fn items(parts: &[Part]) -> Option<Vec<Item>> {
    let item = |part: &Part| if let Part::Item(item) = part { Some(item.clone()) } else { None };
    parts.iter().map(item).collect()
}

fn define(part: &Part, defined: &mut [Option<Item>]) {
    if let Part::Item(item @ Item::Segment(number, _)) = part {
        defined[*number] = Some(item.clone());
    }
}

/// A pattern in which a reference stands for the segment.
fn inputs(parts: &[Part], defined: &[Option<Item>]) -> Option<Vec<Item>> {
    let item = |part: &Part| match part {
        Part::Item(item) => Some(item.clone()),
        Part::Reference(number) => defined.get(*number)?.clone(),
        Part::Function(..) => None,
    };
    parts.iter().map(item).collect()
}

fn outputs(parts: &[Part]) -> Option<Vec<Output>> {
    let output = |part: &Part| match part {
        Part::Item(Item::Char(c)) => Some(Output::Char(*c)),
        Part::Item(Item::Segment(number, _)) => Some(Output::Segment(*number)),
        Part::Item(_) => None,
        Part::Reference(number) => Some(Output::Segment(*number)),
        Part::Function(transform, parts) => Some(Output::Function(transform.clone(), outputs(parts)?)),
    };
    parts.iter().map(output).collect()
}

/// How deep segments and functions may be in each other, and how many parts a side may have.
const DEEPEST: usize = 50;
const LONGEST: usize = 100_000;

/// How deep a pattern's parts are in each other.
fn depth(items: &[Item]) -> usize {
    let of = |item: &Item| match item {
        Item::Segment(_, inner) | Item::Repeat(inner, ..) => 1 + depth(inner),
        Item::Char(_) | Item::Set(_) => 0,
    };
    items.iter().map(of).max().unwrap_or(0)
}

pub(super) struct HalfParser<'a> {
    text: &'a [char],
    pub(super) at: usize,
    names: &'a Names,
    half: Half,
    depth: usize,
    nested: usize,
}

impl<'a> HalfParser<'a> {
    pub(super) fn new(text: &'a [char], at: usize, names: &'a Names, depth: usize, segments: usize) -> HalfParser<'a> {
        HalfParser { text, at, names, half: Half { segments, ..Half::default() }, depth, nested: 0 }
    }

    pub(super) fn read(&mut self) -> Result<Half, Fault> {
        self.half.parts = self.section(false)?;
        Ok(std::mem::take(&mut self.half))
    }

    /// Everything up to the end of the side, or of the parentheses.
    fn section(&mut self, inside: bool) -> Result<Vec<Part>, Fault> {
        let start = self.at;
        let fault = |text, code| Err(Fault::at(code, text, start));
        self.nested += 1;
        if self.nested > DEEPEST {
            return fault(self.text, code::MALFORMED_RULE);
        }
        let mut parts: Vec<Part> = Vec::new();
        // Where what a quantifier belongs to begins.
        let mut unit = 0;
        let mut offset_before = false;
        while let Some(&c) = self.text.get(self.at) {
            if set::is_white(c) {
                self.at += 1;
                continue;
            }
            if "=><←→↔;".contains(c) {
                if inside {
                    return fault(self.text, code::UNCLOSED_SEGMENT);
                }
                break;
            }
            if self.half.at_end {
                return fault(self.text, code::MALFORMED_RULE);
            }
            if set::begins(&self.text[self.at..]) {
                let (set, end) =
                    set::parse(self.text, self.at, self.names).map_err(|_| Fault::at(code::MALFORMED_SET, self.text, start))?;
                unit = parts.len();
                parts.push(Part::Item(Item::Set(Arc::new(set))));
                self.at = end;
                continue;
            }
            self.at += 1;
            match c {
                '\\' => {
                    let Some((c, length)) = set::unescape(&self.text[self.at..]) else {
                        let at_end = self.at == self.text.len();
                        return fault(self.text, if at_end { code::TRAILING_BACKSLASH } else { code::MALFORMED_UNICODE_ESCAPE });
                    };
                    self.at += length;
                    unit = parts.len();
                    parts.extend(char::from_u32(c).map(|c| Part::Item(Item::Char(c))));
                }
                '\'' => {
                    unit = parts.len();
                    self.quoted(&mut parts).ok_or_else(|| Fault::at(code::UNTERMINATED_QUOTE, self.text, start))?;
                }
                '^' => {
                    if !parts.is_empty() || self.half.at_start {
                        return fault(self.text, code::MISPLACED_ANCHOR_START);
                    }
                    self.half.at_start = true;
                }
                '(' => {
                    self.half.segments += 1;
                    let number = self.half.segments;
                    let inner = self.section(true)?;
                    let inner = items(&inner).ok_or_else(|| Fault::at(code::MALFORMED_RULE, self.text, start))?;
                    unit = parts.len();
                    parts.push(Part::Item(Item::Segment(number, Arc::new(inner))));
                }
                ')' if inside => {
                    self.nested -= 1;
                    return Ok(parts);
                }
                '&' | '∆' => {
                    let function = self.function(start)?;
                    unit = parts.len();
                    parts.push(function);
                }
                '$' => {
                    unit = parts.len();
                    self.dollar(&mut parts, start)?;
                }
                '.' => {
                    unit = parts.len();
                    let edge = set::Set::from_ranges(vec![(10, 10), (13, 13), (0x2028, 0x2029), (set::EDGE, set::EDGE)]);
                    parts.push(Part::Item(Item::Set(Arc::new(edge.inverted()))));
                }
                '*' | '+' | '?' => self.quantifier(c, &mut parts, unit, start)?,
                '{' | '}' | '|' | '@' => self.mark(c, &parts, inside, &mut offset_before, start)?,
                '!'..='~' if !c.is_ascii_alphanumeric() => return fault(self.text, code::UNQUOTED_SPECIAL),
                _ => {
                    unit = parts.len();
                    parts.push(Part::Item(Item::Char(c)));
                }
            }
        }
        if inside {
            return fault(self.text, code::UNCLOSED_SEGMENT);
        }
        self.check_offset(parts.len(), offset_before)
            .ok_or_else(|| Fault::at(code::MISPLACED_CURSOR_OFFSET, self.text, start))?;
        self.nested -= 1;
        Ok(parts)
    }

    /// An offset stands at the very beginning or end, and the cursor at the other end of it.
    fn check_offset(&self, length: usize, before: bool) -> Option<()> {
        let fits = match self.half.cursor_offset {
            0 => true,
            1.. => self.half.cursor == Some(length),
            _ => before && self.half.cursor == Some(0),
        };
        fits.then_some(())
    }

    fn quoted(&mut self, parts: &mut Vec<Part>) -> Option<()> {
        let mut push = |c| parts.push(Part::Item(Item::Char(c)));
        if self.text.get(self.at) == Some(&'\'') {
            self.at += 1;
            push('\'');
            return Some(());
        }
        loop {
            let c = *self.text.get(self.at)?;
            self.at += 1;
            if c == '\'' {
                if self.text.get(self.at) != Some(&'\'') {
                    return Some(());
                }
                self.at += 1;
            }
            push(c);
        }
    }

    /// `&Name(output)`
    fn function(&mut self, start: usize) -> Result<Part, Fault> {
        let mut reader = id::Reader { text: self.text, at: self.at };
        let single = reader.filtered(Direction::Forward);
        let opened = reader.take('(');
        let transform = single.filter(|_| opened).and_then(|single| registry::sequence(&[single], None, self.depth + 1));
        let Some(transform) = transform else { return Err(Fault::at(code::INVALID_FUNCTION, self.text, start)) };
        self.at = reader.at;
        let inner = self.section(true)?;
        Ok(Part::Function(Arc::new(transform), inner))
    }

    /// A reference, a variable, or the end of the text.
    fn dollar(&mut self, parts: &mut Vec<Part>, start: usize) -> Result<(), Fault> {
        let rest = &self.text[self.at..];
        let digits: String = rest.iter().take_while(|c| c.is_ascii_digit()).take(6).collect();
        if !digits.is_empty() {
            let number: usize = digits.parse().unwrap_or(0);
            if number == 0 {
                return Err(Fault::at(code::UNDEFINED_SEGMENT_REFERENCE, self.text, start));
            }
            self.at += digits.len();
            self.half.highest = self.half.highest.max(number);
            parts.push(Part::Reference(number));
            return Ok(());
        }
        let length = set::name_length(rest);
        if length == 0 {
            self.half.at_end = true;
            return Ok(());
        }
        let Some(value) = self.names.values.get(&rest[..length]) else {
            return Err(Fault::at(code::UNDEFINED_VARIABLE, self.text, start));
        };
        // Variables of variables may stand for very much.
        if parts.len() + value.len() > LONGEST {
            return Err(Fault::at(code::MALFORMED_VARIABLE_REFERENCE, self.text, start));
        }
        self.at += length;
        parts.extend(value.iter().cloned().map(Part::Item));
        Ok(())
    }

    fn quantifier(&mut self, c: char, parts: &mut Vec<Part>, unit: usize, start: usize) -> Result<(), Fault> {
        let misplaced = || Fault::at(code::MISPLACED_QUANTIFIER, self.text, start);
        let inner = items(&parts[unit.min(parts.len())..]).filter(|inner| !inner.is_empty()).ok_or_else(misplaced)?;
        parts.truncate(unit);
        let (least, most) = match c {
            '*' => (0, usize::MAX),
            '+' => (1, usize::MAX),
            _ => (0, 1),
        };
        parts.push(Part::Item(Item::Repeat(Arc::new(inner), least, most)));
        Ok(())
    }

    /// Braces, cursor and offsets.
    fn mark(&mut self, c: char, parts: &[Part], inside: bool, before: &mut bool, start: usize) -> Result<(), Fault> {
        let fault = |code| Err(Fault::at(code, self.text, start));
        let half = &mut self.half;
        match c {
            _ if inside => return fault(code::ILLEGAL_CHAR_IN_SEGMENT),
            '{' if half.ante.is_some() => return fault(code::MULTIPLE_ANTE_CONTEXTS),
            '{' => half.ante = Some(parts.len()),
            '}' if half.post.is_some() => return fault(code::MULTIPLE_POST_CONTEXTS),
            '}' => half.post = Some(parts.len()),
            '|' if half.cursor.is_some() => return fault(code::MULTIPLE_CURSORS),
            '|' => half.cursor = Some(parts.len()),
            _ if half.cursor_offset < 0 && parts.is_empty() && half.cursor.is_none() => half.cursor_offset -= 1,
            _ if half.cursor_offset > 0 && half.cursor == Some(parts.len()) => half.cursor_offset += 1,
            _ if half.cursor_offset != 0 => return fault(code::MISPLACED_CURSOR_OFFSET),
            _ if half.cursor == Some(0) && parts.is_empty() => half.cursor_offset = 1,
            _ if half.cursor.is_some() => half.cursor_offset = 1,
            _ if parts.is_empty() => {
                *before = true;
                half.cursor_offset = -1;
            }
            _ => return fault(code::MISPLACED_CURSOR_OFFSET),
        }
        Ok(())
    }
}
