//! Reads transform rules as text: `context { key } context > output | with cursor ;`.

use super::{
    engine::{Kind, Transform},
    half::{Half, HalfParser},
    id::{self, Direction},
    printer, registry,
    rules::{Item, Rule, Rules},
};
use crate::{
    char::set::{self, Set, Variable, Variables},
    error::code,
};
use std::{collections::HashMap, sync::Arc};

/// What is wrong with rules, and where.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) code: i64,
    pub(crate) offset: Option<usize>,
    pub(crate) before: String,
    pub(crate) behind: String,
}

impl Fault {
    pub(super) fn at(code: i64, text: &[char], offset: usize) -> Fault {
        const CONTEXT: usize = 15;
        let part = |from: usize, to: usize| text[from.min(text.len())..to.min(text.len())].iter().collect();
        let utf16: usize = text[..offset.min(text.len())].iter().map(|c| c.len_utf16()).sum();
        let (before, behind) = (part(offset.saturating_sub(CONTEXT), offset), part(offset, offset + CONTEXT));
        Fault { code, offset: Some(utf16), before, behind }
    }
    pub(super) fn nowhere(code: i64) -> Fault {
        Fault { code, offset: None, before: String::new(), behind: String::new() }
    }
}

/// What a variable stands for.
#[derive(Default)]
pub(super) struct Names {
    pub(super) values: HashMap<Vec<char>, Vec<Item>>,
}

impl Variables for Names {
    fn variable(&self, name: &[char]) -> Option<Variable> {
        let items = self.values.get(name)?;
        if items.iter().any(|item| matches!(item, Item::Set(_))) {
            let mut all = Set::default();
            for item in items {
                match item {
                    Item::Set(set) => all = all.with(set),
                    Item::Char(c) => all = all.with(&Set::from_ranges(vec![(u32::from(*c), u32::from(*c))])),
                    _ => return None,
                }
            }
            return Some(Variable::Set(all));
        }
        let chars = items.iter().map(|item| if let Item::Char(c) = item { Some(*c) } else { None });
        chars.collect::<Option<Vec<char>>>().map(Variable::Text)
    }
}

/// What rules consist of, in order.
enum Stage {
    Names(Vec<id::Single>),
    Rules(Vec<Rule>),
}

pub(super) struct Parser<'a> {
    pub(super) text: &'a [char],
    pub(super) at: usize,
    pub(super) direction: Direction,
    pub(super) names: Names,
    stages: Vec<Stage>,
    filter: Option<(Set, usize)>,
    statements: usize,
    depth: usize,
}

/// Makes a transliterator of rules. Built-in ones need no check whether one hides another.
pub(super) fn compile(text: &str, direction: Direction, check: bool, depth: usize) -> Result<Transform, Fault> {
    let text: Vec<char> = text.chars().collect();
    let mut parser =
        Parser { text: &text, at: 0, direction, names: Names::default(), stages: Vec::new(), filter: None, statements: 0, depth };
    parser.all()?;
    parser.finish(check)
}

impl Parser<'_> {
    fn all(&mut self) -> Result<(), Fault> {
        while let Some(&c) = self.text.get(self.at) {
            if set::is_white(c) || c == ';' {
                self.at += 1;
            } else if c == '#' {
                while self.text.get(self.at).is_some_and(|c| !matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')) {
                    self.at += 1;
                }
            } else {
                self.statements += 1;
                if self.text[self.at..].starts_with(&[':', ':']) {
                    self.name()?;
                } else if !self.pragma()? {
                    self.rule()?;
                }
            }
        }
        if let Some((_, at)) = &self.filter {
            let expected = if self.direction == Direction::Forward { 1 } else { self.statements };
            if *at != expected {
                return Err(Fault::nowhere(code::MISPLACED_COMPOUND_FILTER));
            }
        }
        Ok(())
    }

    /// `::name;` or a filter for all.
    fn name(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let mut reader = id::Reader { text: self.text, at: self.at + 2 };
        reader.skip_white();
        let first = reader.at;
        if let Some(single) = reader.single(self.direction) {
            if reader.take(';') || reader.at == self.text.len() {
                self.at = reader.at;
                match self.stages.last_mut() {
                    Some(Stage::Names(list)) => list.push(single),
                    _ => self.stages.push(Stage::Names(vec![single])),
                }
                return Ok(());
            }
        }
        reader.at = first;
        let Some((_, set, inside)) = reader.global_filter(None) else {
            return Err(Fault::at(code::INVALID_ID, self.text, start));
        };
        if !reader.take(';') && reader.at != self.text.len() {
            return Err(Fault::at(code::INVALID_ID, self.text, start));
        }
        self.at = reader.at;
        if (self.direction == Direction::Forward) != inside {
            if self.filter.is_some() {
                return Err(Fault::at(code::MULTIPLE_COMPOUND_FILTERS, self.text, start));
            }
            self.filter = Some((set, self.statements));
        }
        Ok(())
    }

    /// `use variable range …;` and others, which change nothing here.
    fn pragma(&mut self) -> Result<bool, Fault> {
        let rest = &self.text[self.at..];
        if !rest.starts_with(&['u', 's', 'e', ' ']) {
            return Ok(false);
        }
        let end = rest.iter().position(|&c| c == ';').unwrap_or(rest.len());
        let words: String = rest[..end].iter().collect();
        let words: Vec<&str> = words.split_whitespace().collect();
        let known = matches!(words[..], ["use", "variable", "range", _, _] | ["use", "nfd", "rules"] | ["use", "nfc", "rules"])
            || matches!(words[..], ["use", "maximum", "backup", _]);
        if !known {
            return Err(Fault::at(code::MALFORMED_PRAGMA, self.text, self.at));
        }
        self.at += end;
        Ok(true)
    }

    fn half(&mut self, segments: usize) -> Result<(Half, Option<char>), Fault> {
        let mut parser = HalfParser::new(self.text, self.at, &self.names, self.depth, segments);
        let half = parser.read()?;
        self.at = parser.at;
        let next = self.text.get(self.at).copied();
        Ok((half, next))
    }

    fn rule(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let malformed = |parser: &Parser<'_>, code| Err(Fault::at(code, parser.text, start));
        let defined = self.definition(start)?;
        if defined {
            return Ok(());
        }
        let (mut left, operator) = self.half(0)?;
        let Some(mut operator) = operator.filter(|c| "=><←→↔".contains(*c)) else {
            return malformed(self, code::MISSING_OPERATOR);
        };
        self.at += 1;
        if operator == '<' && self.text.get(self.at) == Some(&'>') {
            self.at += 1;
            operator = '↔';
        }
        let (mut right, end) = self.half(left.segments)?;
        match end {
            None => {}
            Some(';') => self.at += 1,
            Some(_) => return malformed(self, code::UNQUOTED_SPECIAL),
        }
        if operator == '=' {
            return malformed(self, code::BAD_VARIABLE_DEFINITION);
        }
        let applies = match operator {
            '>' | '→' => self.direction == Direction::Forward,
            '<' | '←' => self.direction == Direction::Reverse,
            _ => true,
        };
        if !matches!(self.stages.last(), Some(Stage::Rules(_))) {
            self.stages.push(Stage::Rules(Vec::new()));
        }
        if !applies {
            if right.refers_beyond(&left) || left.refers_beyond(&right) {
                return malformed(self, code::UNDEFINED_SEGMENT_REFERENCE);
            }
            return Ok(());
        }
        if self.direction == Direction::Reverse {
            std::mem::swap(&mut left, &mut right);
        }
        if operator == '↔' {
            right.remove_context();
            left.cursor = None;
            left.cursor_offset = 0;
        }
        let Some(rule) = Half::rule(left, right) else { return malformed(self, code::MALFORMED_RULE) };
        if let Some(Stage::Rules(rules)) = self.stages.last_mut() {
            rules.push(rule);
        }
        Ok(())
    }

    /// `$name = pattern;`
    fn definition(&mut self, start: usize) -> Result<bool, Fault> {
        let text = self.text;
        if text[start] != '$' {
            return Ok(false);
        }
        let length = set::name_length(&text[start + 1..]);
        let mut at = start + 1 + length;
        while text.get(at).is_some_and(|&c| set::is_white(c)) {
            at += 1;
        }
        if length == 0 || text.get(at) != Some(&'=') {
            return Ok(false);
        }
        let name = text[start + 1..start + 1 + length].to_vec();
        if self.names.values.contains_key(&name) {
            return Err(Fault::at(code::BAD_VARIABLE_DEFINITION, text, start));
        }
        self.at = at + 1;
        let (half, end) = self.half(0)?;
        match end {
            None => {}
            Some(';') => self.at += 1,
            Some(_) => return Err(Fault::at(code::UNQUOTED_SPECIAL, text, start)),
        }
        let items = half.plain().ok_or_else(|| Fault::at(code::MALFORMED_VARIABLE_DEFINITION, text, start))?;
        self.names.values.insert(name, items);
        Ok(true)
    }

    fn finish(mut self, check: bool) -> Result<Transform, Fault> {
        if self.direction == Direction::Reverse {
            self.stages.reverse();
        }
        let mut parts = Vec::new();
        for stage in std::mem::take(&mut self.stages) {
            match stage {
                Stage::Names(mut list) => {
                    if self.direction == Direction::Reverse {
                        list.reverse();
                    }
                    // Names that follow each other are one list to ICU, for which the first one's filter is that of all.
                    let filter = list.first().and_then(|single| single.filter.clone());
                    let part = registry::sequence(&list, filter, self.depth + 1);
                    parts.push(part.ok_or_else(|| Fault::nowhere(code::INVALID_ID))?);
                }
                Stage::Rules(rules) => {
                    if check {
                        find_hidden(&rules)?;
                    }
                    parts.push(Transform::new(Kind::Rules(Arc::new(Rules::new(rules)))));
                }
            }
        }
        let mut transform = match parts.len() {
            0 => Transform::new(Kind::Null),
            _ => Transform::new(Kind::Sequence(parts)),
        };
        transform.filter = self.filter.map(|(set, _)| Arc::new(set));
        Ok(transform)
    }
}

/// A rule behind another one that takes everything it could take is a mistake.
fn find_hidden(rules: &[Rule]) -> Result<(), Fault> {
    for (i, earlier) in rules.iter().enumerate() {
        for later in &rules[i + 1..] {
            if phant_native::limits::reached() {
                return Ok(());
            }
            if earlier.hides(later) {
                let (before, behind) = (printer::rule(earlier), printer::rule(later));
                return Err(Fault { code: code::RULE_MASK_ERROR, offset: None, before, behind });
            }
        }
    }
    Ok(())
}
