//! Sets of characters and texts, as ICU's patterns describe them: `[a-z[:Greek:]&[:^Lu:]-{ch}]`.

use super::{
    names::{self, Kind},
    tables::{Tables, table},
};

/// What the ends of a text count as in a set that says `$`.
pub(crate) const EDGE: u32 = 0xffff;

/// A set. Ranges are in order, and apart from each other.
#[derive(Clone, Default, Debug, PartialEq)]
pub(crate) struct Set {
    ranges: Vec<(u32, u32)>,
    pub(crate) strings: Vec<Vec<char>>,
}

impl Set {
    pub(crate) fn from_ranges(mut ranges: Vec<(u32, u32)>) -> Set {
        ranges.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
        for (from, to) in ranges {
            match merged.last_mut() {
                Some(last) if from <= last.1.saturating_add(1) => last.1 = last.1.max(to),
                _ => merged.push((from, to)),
            }
        }
        Set { ranges: merged, strings: Vec::new() }
    }
    pub(crate) fn contains(&self, c: u32) -> bool {
        let at = self.ranges.partition_point(|range| range.0 <= c);
        at > 0 && self.ranges[at - 1].1 >= c
    }
    pub(crate) fn has(&self, c: char) -> bool {
        self.contains(u32::from(c))
    }
    pub(crate) fn ranges(&self) -> &[(u32, u32)] {
        &self.ranges
    }
    pub(crate) fn is_empty(&self) -> bool {
        self.ranges.is_empty() && self.strings.is_empty()
    }
    pub(crate) fn inverted(&self) -> Set {
        let (mut ranges, mut from) = (Vec::with_capacity(self.ranges.len() + 1), 0);
        for range in &self.ranges {
            if range.0 > from {
                ranges.push((from, range.0 - 1));
            }
            from = range.1 + 1;
        }
        if from <= 0x10ffff {
            ranges.push((from, 0x10ffff));
        }
        Set { ranges, strings: Vec::new() }
    }
    pub(crate) fn with(&self, other: &Set) -> Set {
        let mut set = Set::from_ranges([&self.ranges[..], &other.ranges].concat());
        set.strings = self.strings.clone();
        set.strings.extend(other.strings.iter().filter(|text| !self.strings.contains(text)).cloned());
        set
    }
    pub(crate) fn without(&self, other: &Set) -> Set {
        let mut set = self.both(&Set { strings: Vec::new(), ..other.inverted() });
        set.strings = self.strings.iter().filter(|text| !other.strings.contains(text)).cloned().collect();
        set
    }
    pub(crate) fn both(&self, other: &Set) -> Set {
        let (mut i, mut j, mut ranges) = (0, 0, Vec::new());
        while let (Some(a), Some(b)) = (self.ranges.get(i), other.ranges.get(j)) {
            let (from, to) = (a.0.max(b.0), a.1.min(b.1));
            if from <= to {
                ranges.push((from, to));
            }
            if a.1 < b.1 { i += 1 } else { j += 1 }
        }
        let strings = self.strings.iter().filter(|text| other.strings.contains(text)).cloned().collect();
        Set { ranges, strings }
    }
    /// With the other cases of all its characters and texts, as far as each is a single character.
    pub(crate) fn with_cases(&self) -> Set {
        let tables = Tables::get();
        let mut ranges = self.ranges.clone();
        let folds = |c: u32| tables.mapped(table::FOLD, c);
        // Whatever folds as a member does belongs to it.
        let mut wanted: Vec<u32> = Vec::new();
        for &(from, to) in &self.ranges {
            wanted.extend((from..=to).map(folds).filter(|&folded| tables.has_case(folded)));
        }
        wanted.sort_unstable();
        wanted.dedup();
        ranges.extend(wanted.iter().map(|&c| (c, c)));
        ranges.extend(tables.each_cased().filter(|&c| wanted.binary_search(&folds(c)).is_ok()).map(|c| (c, c)));
        Set { strings: self.strings.clone(), ..Set::from_ranges(ranges) }
    }
}

/// What a variable in a pattern stands for.
pub(crate) enum Variable {
    Set(Set),
    Text(Vec<char>),
}

/// What variables in patterns mean.
pub(crate) trait Variables {
    fn variable(&self, name: &[char]) -> Option<Variable>;
    /// Whether there can be any.
    fn exist(&self) -> bool {
        true
    }
}

/// No variables.
pub(crate) struct NoVariables;
impl Variables for NoVariables {
    fn variable(&self, _: &[char]) -> Option<Variable> {
        None
    }
    fn exist(&self) -> bool {
        false
    }
}

/// The pattern means nothing.
#[derive(Debug)]
pub(crate) struct Malformed;

pub(crate) fn is_white(c: char) -> bool {
    matches!(c, '\t'..='\r' | ' ' | '\u{85}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}')
}

/// Whether a set begins here.
pub(crate) fn begins(text: &[char]) -> bool {
    matches!(text, ['[', ..] | ['\\', 'p' | 'P' | 'N', ..])
}

/// Reads a set, and says where it ends.
pub(crate) fn parse(text: &[char], at: usize, variables: &dyn Variables) -> Result<(Set, usize), Malformed> {
    let mut parser = Parser { text, at, variables, depth: 0 };
    let set = parser.set()?;
    Ok((set, parser.at))
}

/// Reads a text that is one set.
pub(crate) fn whole(text: &str) -> Result<Set, Malformed> {
    let text: Vec<char> = text.chars().collect();
    let start = text.iter().take_while(|&&c| is_white(c)).count();
    let (set, end) = parse(&text, start, &NoVariables)?;
    if text[end..].iter().all(|&c| is_white(c)) { Ok(set) } else { Err(Malformed) }
}

/// How deep sets may be in sets.
const DEEPEST: usize = 100;

struct Parser<'a> {
    text: &'a [char],
    at: usize,
    variables: &'a dyn Variables,
    depth: usize,
}

/// What was read last, for the operators behind it.
enum Last {
    Nothing,
    Char(u32),
    Set,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }
    fn skip_white(&mut self) {
        while self.peek().is_some_and(is_white) {
            self.at += 1;
        }
    }
    fn rest(&self) -> &[char] {
        &self.text[self.at.min(self.text.len())..]
    }

    fn set(&mut self) -> Result<Set, Malformed> {
        match self.rest() {
            ['[', ':', ..] | ['\\', 'p' | 'P' | 'N', ..] => self.property(),
            ['[', ..] => {
                self.depth += 1;
                if self.depth > DEEPEST {
                    return Err(Malformed);
                }
                let set = self.list();
                self.depth -= 1;
                set
            }
            _ => Err(Malformed),
        }
    }

    fn list(&mut self) -> Result<Set, Malformed> {
        self.at += 1;
        let (mut set, mut single) = (Set::default(), Vec::new());
        self.skip_white();
        let inverted = self.peek() == Some('^');
        if inverted {
            self.at += 1;
            self.skip_white();
        }
        let mut last = Last::Nothing;
        if self.peek() == Some('-') {
            self.at += 1;
            single.push((45, 45));
        }
        loop {
            self.skip_white();
            match self.peek().ok_or(Malformed)? {
                ']' => {
                    self.at += 1;
                    break;
                }
                '-' | '&' if matches!(last, Last::Set) && self.operand_follows() => {
                    let operator = self.text[self.at];
                    self.at += 1;
                    self.skip_white();
                    let other = self.operand()?;
                    set = set.with(&Set::from_ranges(std::mem::take(&mut single)));
                    set = if operator == '-' { set.without(&other) } else { set.both(&other) };
                }
                '-' => {
                    self.at += 1;
                    self.skip_white();
                    if self.peek() == Some(']') {
                        single.push((45, 45));
                        continue;
                    }
                    let Last::Char(from) = last else { return Err(Malformed) };
                    let to = self.character()?;
                    if to <= from {
                        return Err(Malformed);
                    }
                    single.push((from, to));
                    last = Last::Nothing;
                }
                '&' => return Err(Malformed),
                '{' => {
                    let text = self.braced()?;
                    match text[..] {
                        [c] => single.push((u32::from(c), u32::from(c))),
                        _ if !set.strings.contains(&text) => set.strings.push(text),
                        _ => {}
                    }
                    last = Last::Nothing;
                }
                '$' => last = self.variable(&mut set, &mut single)?,
                '[' => {
                    let inner = self.set()?;
                    set = set.with(&inner);
                    last = Last::Set;
                }
                '\\' if begins(self.rest()) => {
                    let inner = self.set()?;
                    set = set.with(&inner);
                    last = Last::Set;
                }
                _ => {
                    let c = self.character()?;
                    single.push((c, c));
                    last = Last::Char(c);
                }
            }
        }
        set = set.with(&Set::from_ranges(single));
        Ok(if inverted { set.inverted() } else { set })
    }

    fn operand_follows(&self) -> bool {
        let mut rest = self.text[self.at + 1..].iter().enumerate().skip_while(|(_, c)| is_white(**c));
        rest.next().is_some_and(|(i, &c)| c == '$' || begins(&self.text[self.at + 1 + i..]))
    }
    fn operand(&mut self) -> Result<Set, Malformed> {
        if self.peek() != Some('$') {
            return self.set();
        }
        let (mut set, mut single) = (Set::default(), Vec::new());
        self.variable(&mut set, &mut single)?;
        Ok(set.with(&Set::from_ranges(single)))
    }

    /// A variable, or the ends of the text.
    fn variable(&mut self, set: &mut Set, single: &mut Vec<(u32, u32)>) -> Result<Last, Malformed> {
        self.at += 1;
        let length = name_length(self.rest());
        if length == 0 {
            let behind = self.at;
            self.skip_white();
            if self.peek() == Some(']') {
                single.push((EDGE, EDGE));
                return Ok(Last::Nothing);
            }
            // Where there are no variables it is a character as any other.
            if self.variables.exist() {
                return Err(Malformed);
            }
            self.at = behind;
            single.push((0x24, 0x24));
            return Ok(Last::Char(0x24));
        }
        let name = &self.text[self.at..self.at + length];
        self.at += length;
        match self.variables.variable(name).ok_or(Malformed)? {
            Variable::Set(inner) => {
                *set = set.with(&inner);
                Ok(Last::Set)
            }
            Variable::Text(text) => {
                single.extend(text.iter().map(|&c| (u32::from(c), u32::from(c))));
                Ok(text.last().map_or(Last::Nothing, |&c| Last::Char(u32::from(c))))
            }
        }
    }

    fn character(&mut self) -> Result<u32, Malformed> {
        let c = self.peek().ok_or(Malformed)?;
        if c == '$' {
            let (mut set, mut single) = (Set::default(), Vec::new());
            return match self.variable(&mut set, &mut single)? {
                Last::Char(c) => Ok(c),
                _ => Err(Malformed),
            };
        }
        if c == '[' {
            return Err(Malformed);
        }
        if c != '\\' {
            self.at += 1;
            return Ok(u32::from(c));
        }
        self.at += 1;
        let (c, length) = unescape(self.rest()).ok_or(Malformed)?;
        self.at += length;
        Ok(c)
    }

    fn braced(&mut self) -> Result<Vec<char>, Malformed> {
        self.at += 1;
        let mut text = Vec::new();
        loop {
            self.skip_white();
            match self.peek().ok_or(Malformed)? {
                '}' => {
                    self.at += 1;
                    return if text.is_empty() { Err(Malformed) } else { Ok(text) };
                }
                '\\' => {
                    let c = self.character()?;
                    text.push(char::from_u32(c).ok_or(Malformed)?);
                }
                c => {
                    text.push(c);
                    self.at += 1;
                }
            }
        }
    }

    /// `[:name:]`, `\p{name}`, `\N{name}`, with `^` or a capital for all others.
    fn property(&mut self) -> Result<Set, Malformed> {
        let (mut inverted, close): (bool, &[char]) = match self.rest() {
            ['[', ..] => (false, &[':', ']']),
            [_, 'P', ..] => (true, &['}']),
            _ => (false, &['}']),
        };
        let named = self.rest()[1] == 'N';
        self.at += 2;
        if close.len() == 1 {
            self.skip_white();
            if self.peek() != Some('{') {
                return Err(Malformed);
            }
            self.at += 1;
        }
        self.skip_white();
        if self.peek() == Some('^') {
            inverted = !inverted;
            self.at += 1;
        }
        let length = self.rest().windows(close.len()).position(|part| part == close).ok_or(Malformed)?;
        let body: String = self.rest()[..length].iter().collect();
        self.at += length + close.len();
        let set = if named { named_character(&body) } else { property_set(&body) }?;
        Ok(if inverted { set.inverted() } else { set })
    }
}

/// How long a variable's name is.
pub(crate) fn name_length(text: &[char]) -> usize {
    match text.first() {
        Some(&c) if c.is_alphabetic() || c == '_' => text.iter().take_while(|&&c| c.is_alphanumeric() || c == '_').count(),
        _ => 0,
    }
}

/// The character behind a backslash, and how much of the text that is.
pub(crate) fn unescape(text: &[char]) -> Option<(u32, usize)> {
    let hex = |from: usize, least: usize, most: usize| -> Option<(u32, usize)> {
        let digits: String = text[from..].iter().take(most).take_while(|c| c.is_ascii_hexdigit()).collect();
        (digits.len() >= least).then_some((u32::from_str_radix(&digits, 16).ok()?, from + digits.len()))
    };
    let (c, length) = match *text.first()? {
        'u' => {
            let (high, length) = hex(1, 4, 4)?;
            // Two halves of a pair are one character.
            if let (0xd800..=0xdbff, ['\\', 'u', ..]) = (high, &text[length..]) {
                if let Some((low @ 0xdc00..=0xdfff, end)) = hex(length + 2, 4, 4) {
                    return Some((0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00), end));
                }
            }
            (high, length)
        }
        'U' => hex(1, 8, 8)?,
        'x' if text.get(1) == Some(&'{') => {
            let (c, end) = hex(2, 1, 8)?;
            (c, (text.get(end) == Some(&'}')).then_some(end + 1)?)
        }
        'x' => hex(1, 1, 2)?,
        '0'..='7' => {
            let digits: String = text.iter().take(3).take_while(|c| ('0'..='7').contains(*c)).collect();
            (u32::from_str_radix(&digits, 8).ok()?, digits.len())
        }
        'a' => (7, 1),
        'b' => (8, 1),
        'e' => (27, 1),
        'f' => (12, 1),
        'n' => (10, 1),
        'r' => (13, 1),
        't' => (9, 1),
        'v' => (11, 1),
        'c' => (u32::from(*text.get(1)?) & 31, 2),
        c => (u32::from(c), 1),
    };
    (c <= 0x10ffff).then_some((c, length))
}

fn named_character(name: &str) -> Result<Set, Malformed> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let c = names::find(name.as_bytes(), Kind::Extended).ok_or(Malformed)?;
    Ok(Set::from_ranges(vec![(c, c)]))
}

/// The set of a property's name, of a value's name, or of both.
fn property_set(text: &str) -> Result<Set, Malformed> {
    let (name, value) = match text.split_once(['=', '≠']) {
        Some((name, value)) => (name.trim(), Some(value.trim())),
        None => (text.trim(), None),
    };
    let set = match value {
        Some(value) => property_with_value(name, value),
        None => plain_property(name),
    }?;
    Ok(if text.contains('≠') { set.inverted() } else { set })
}

fn plain_property(name: &str) -> Result<Set, Malformed> {
    let tables = Tables::get();
    if let Some(mask) = tables.property(0x2000).and_then(|property| property.value(name.as_bytes())) {
        return Ok(categories(mask));
    }
    if let Some(script) = tables.property(0x100a).and_then(|property| property.value(name.as_bytes())) {
        return Ok(values(table::SCRIPT, script));
    }
    if let Some(property) = tables.named(name.as_bytes()).filter(|property| property.number < 0x1000) {
        return Ok(values(property.number as u32, 1));
    }
    let plain: String = name.chars().filter(|c| !matches!(c, ' ' | '_' | '-')).collect::<String>().to_ascii_lowercase();
    match plain.as_str() {
        "any" => Ok(Set::default().inverted()),
        "ascii" => Ok(Set::from_ranges(vec![(0, 127)])),
        "assigned" => Ok(values(table::GENERAL_CATEGORY, 0).inverted()),
        _ => Err(Malformed),
    }
}

fn categories(mask: i64) -> Set {
    Set::from_ranges(Tables::get().ranges(table::GENERAL_CATEGORY, |category| mask >> category & 1 == 1))
}

fn values(table: u32, wanted: i64) -> Set {
    Set::from_ranges(Tables::get().ranges(table, |value| i64::from(value) == wanted))
}

fn property_with_value(name: &str, value: &str) -> Result<Set, Malformed> {
    let tables = Tables::get();
    let property = tables.named(name.as_bytes()).ok_or(Malformed)?;
    let found = property.value(value.as_bytes());
    match property.number {
        0x1005 | 0x2000 => {
            let mask = tables.property(0x2000).and_then(|property| property.value(value.as_bytes()));
            mask.map(categories).ok_or(Malformed)
        }
        0x1002 | 0x1010 | 0x1011 if found.is_none() => {
            value.parse().map(|number| values(property.number as u32, number)).map_err(|_| Malformed)
        }
        0x3000 => {
            let number: f64 = value.parse().map_err(|_| Malformed)?;
            let all = tables.ranges(table::NUMBER, |index| tables.numeric_at(index) == Some(number));
            Ok(Set::from_ranges(all))
        }
        // The version in which a character came, or an earlier one.
        0x4000 => {
            let mut parts = value.split('.').map(|part| part.parse::<i32>().unwrap_or(-1));
            let wanted = (parts.next().unwrap_or(0) << 24) | (parts.next().unwrap_or(0) << 16);
            Ok(Set::from_ranges(tables.ranges(table::AGE, |age| age != 0 && age <= wanted)))
        }
        0x4005 => named_character(value),
        0x7000 => {
            let script = tables.property(0x100a).and_then(|property| property.value(value.as_bytes()));
            script.map(|script| values(table::SCRIPT, script)).ok_or(Malformed)
        }
        number => found.map(|found| values(number as u32, found)).ok_or(Malformed),
    }
}
