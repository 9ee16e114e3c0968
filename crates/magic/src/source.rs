//! The text form of a database, magic(5).

use crate::{
    Database, encoding,
    entry::{Condition, Entry, KINDS, Kind, ROOM, flag, modifier, op},
};
use std::cmp::Reverse;

/// A database from text, and what was wrong with the text. Without a database something was wrong enough.
pub struct Parsed {
    /// What was read.
    pub database: Option<Database>,
    /// What is to be said, in order.
    pub warnings: Vec<String>,
}

/// The room for a description, a MIME type, a creator, names' ends.
const DESCRIPTION: usize = 63;
const MIME: usize = 79;
const APPLE: usize = 8;
const EXT: usize = 63;

#[derive(Default)]
struct Source {
    groups: Vec<Vec<Entry>>,
    warnings: Vec<String>,
    failed: bool,
}

/// Reads the text of one or more files.
pub fn parse<'a>(files: impl IntoIterator<Item = &'a [u8]>) -> Parsed {
    let mut source = Source::default();
    for file in files {
        for (number, line) in file.split(|&b| b == b'\n').enumerate() {
            // A NUL ends a line, as C has it.
            let line = line.split(|&b| b == 0).next().unwrap_or_default();
            if line.is_empty() || line[0] == b'#' {
                continue;
            }
            let done = match line.strip_prefix(b"!:") {
                Some(rest) => source.annotation(rest),
                None => source.line(line, number as u32 + 1),
            };
            source.failed |= done.is_none();
        }
    }
    if source.failed || source.groups.is_empty() {
        return Parsed { database: None, warnings: source.warnings };
    }
    for group in &mut source.groups {
        group[0].flag |= class(&group[0]);
    }
    source.groups.sort_by_key(|group| Reverse(strength(&group[0])));
    let is_named = |group: &Vec<Entry>| group[0].kind == Kind::Name;
    let (named, tests): (Vec<_>, Vec<_>) = source.groups.into_iter().partition(is_named);
    Parsed { database: Some(Database::new(tests.concat(), named.concat())), warnings: source.warnings }
}

/// Whether a test is for binary files or for text.
fn class(entry: &Entry) -> u8 {
    match entry.kind {
        Kind::Default | Kind::Invalid | Kind::Name | Kind::Use | Kind::Clear => 0,
        Kind::String | Kind::PString | Kind::BeString16 | Kind::LeString16 => {
            if entry.modifiers & modifier::TEXT != 0 {
                flag::TEXT
            } else {
                flag::BINARY
            }
        }
        Kind::Regex | Kind::Search => {
            let wanted = entry.modifiers & (modifier::TEXT | modifier::BINARY);
            let mut class = if wanted & modifier::BINARY != 0 { flag::BINARY } else { 0 };
            class |= if wanted & modifier::TEXT != 0 { flag::TEXT } else { 0 };
            if class == 0 {
                let is_text = encoding::utf8(&entry.value[..entry.length.min(entry.value.len())], false).is_some();
                class = if is_text { flag::TEXT } else { flag::BINARY };
            }
            class
        }
        _ => flag::BINARY,
    }
}

/// How many characters of a pattern stand for themselves.
fn plain_characters(pattern: &[u8]) -> i64 {
    let (mut count, mut at) = (0, 0);
    while let Some(&byte) = pattern.get(at) {
        match byte {
            b'\\' => {
                at += 1;
                count += 1;
            }
            b'?' | b'*' | b'.' | b'+' | b'^' | b'$' => {}
            b'[' => at += pattern[at..].iter().position(|&b| b == b']').unwrap_or(pattern.len()),
            b'{' => at += pattern[at..].iter().position(|&b| b == b'}').unwrap_or(pattern.len()),
            _ => count += 1,
        }
        at += 1;
    }
    count.max(1)
}

/// How early a test is tried: the more it asks for, the earlier.
fn strength(entry: &Entry) -> i64 {
    const UNIT: i64 = 10;
    let length = entry.length as i64;
    let own = match entry.kind {
        Kind::Default => return 0,
        Kind::String | Kind::PString | Kind::Octal => length * UNIT,
        Kind::BeString16 | Kind::LeString16 => length * UNIT / 2,
        Kind::Search if length > 0 => length * (UNIT / length).max(1),
        Kind::Regex => {
            let plain = plain_characters(&entry.value[..entry.length.min(entry.value.len())]);
            plain * (UNIT / plain).max(1)
        }
        Kind::Guid => 16 * UNIT,
        Kind::Der => UNIT,
        Kind::Offset => 0,
        kind => kind.number().or(kind.fraction()).map_or(0, |(width, _)| width as i64 * UNIT),
    };
    let sum = 2 * UNIT + own;
    let mut sum = match entry.relation {
        b'x' | b'!' => 0,
        b'=' => sum + UNIT,
        b'<' | b'>' => sum - 2 * UNIT,
        _ => sum - UNIT,
    };
    let factor = i64::from(entry.factor.1);
    match entry.factor.0 {
        b'+' => sum += factor,
        b'-' => sum -= factor,
        b'*' => sum *= factor,
        b'/' if factor > 0 => sum /= factor,
        _ => {}
    }
    // A test without description leads to others, which say something.
    sum.max(1) + i64::from(entry.desc.is_empty())
}

/// What is left of a line.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn peek(&self) -> u8 {
        self.0.first().copied().unwrap_or(0)
    }
    fn skip(&mut self, count: usize) {
        self.0 = &self.0[count.min(self.0.len())..];
    }
    fn eat(&mut self, byte: u8) -> bool {
        let is = self.peek() == byte && !self.0.is_empty();
        self.skip(usize::from(is));
        is
    }
    fn next(&mut self) -> u8 {
        let byte = self.peek();
        self.skip(1);
        byte
    }
    fn space(&mut self) {
        self.0 = self.0.trim_ascii_start();
    }
    fn shown(&self) -> String {
        String::from_utf8_lossy(self.0).into_owned()
    }
    /// A number as C writes it; `None` if there is none.
    fn number(&mut self) -> Option<u64> {
        let text = self.0.trim_ascii_start();
        let (negative, digits) = match text.first() {
            Some(b'-') => (true, &text[1..]),
            Some(b'+') => (false, &text[1..]),
            _ => (false, text),
        };
        let (radix, digits) = match digits {
            [b'0', b'x' | b'X', next, ..] if next.is_ascii_hexdigit() => (16, &digits[2..]),
            [b'0', ..] => (8, digits),
            _ => (10, digits),
        };
        let count = digits.iter().take_while(|&&b| char::from(b).is_digit(radix)).count();
        if count == 0 {
            return None;
        }
        let value = digits[..count].iter().fold(0_u64, |n, &b| {
            n.saturating_mul(u64::from(radix)).saturating_add(u64::from(char::from(b).to_digit(radix).unwrap_or(0)))
        });
        self.0 = &digits[count..];
        Some(if negative { value.wrapping_neg() } else { value })
    }
    /// Skips the size behind a number, as in `10UL`.
    fn size(&mut self) {
        if matches!(self.peek(), b'u' | b'U') {
            self.skip(1);
        }
        if matches!(self.peek().to_ascii_lowercase(), b'l' | b's' | b'h' | b'b' | b'c') {
            self.skip(1);
        }
    }
    fn operator(&mut self) -> Option<u8> {
        let at = b"&|^+-*/%".iter().position(|&b| b == self.peek() && !self.0.is_empty())?;
        self.skip(1);
        Some(at as u8)
    }
}

impl Source {
    fn warn(&mut self, text: String) {
        self.warnings.push(text);
    }
    fn fail<T>(&mut self, text: String) -> Option<T> {
        self.warn(text);
        None
    }
    fn last(&mut self) -> Option<&mut Entry> {
        self.groups.last_mut()?.last_mut()
    }
    /// A line that begins with `!:`.
    fn annotation(&mut self, text: &[u8]) -> Option<()> {
        let end = text.iter().position(|b| !b.is_ascii_alphabetic()).unwrap_or(text.len());
        let (name, mut rest) = (&text[..end], Rest(&text[end..]));
        rest.space();
        let (most, signs): (usize, &[u8]) = match name {
            b"mime" => (MIME, b"+-/.$?:{}"),
            b"apple" => (APPLE, b"!+-./?"),
            b"ext" => (EXT, b",!+-/@?_$&~"),
            b"strength" => return self.factor(rest),
            _ => return None,
        };
        let length = rest.0.iter().take_while(|b| b.is_ascii_alphanumeric() || signs.contains(b)).count();
        let value = &rest.0[..length.min(most)];
        let entry = self.last()?;
        let field = match name {
            b"mime" => &mut entry.mime,
            b"apple" => &mut entry.apple,
            _ => &mut entry.ext,
        };
        if !field.is_empty() || value.is_empty() {
            return None;
        }
        *field = Box::from(value);
        if length > most {
            let (name, value) = (String::from_utf8_lossy(name).to_uppercase(), String::from_utf8_lossy(value).into_owned());
            self.warn(format!("{name} type `{value}' truncated {most}"));
        }
        Some(())
    }
    fn factor(&mut self, mut rest: Rest<'_>) -> Option<()> {
        let operator = rest.next();
        if !b"+-*/".contains(&operator) {
            return self.fail(format!("Unknown factor op `{}'", char::from(operator)));
        }
        rest.space();
        let shown = rest.shown();
        let Some(value) = rest.number() else { return self.fail(format!("Bad factor `{shown}'")) };
        let Ok(value) = u8::try_from(value) else { return self.fail(format!("Too large factor `{value}'")) };
        // The strength of a test is its first line's.
        let entry = self.groups.last_mut()?.first_mut()?;
        if entry.factor.0 != 0 || entry.kind == Kind::Name || operator == b'/' && value == 0 {
            return None;
        }
        entry.factor = (operator, value);
        Some(())
    }
    /// A line that is a test.
    fn line(&mut self, line: &[u8], number: u32) -> Option<()> {
        let mut rest = Rest(line);
        let mut level = 0_u16;
        while rest.eat(b'>') {
            level = level.saturating_add(1);
        }
        if level > 0 && self.groups.is_empty() {
            return None;
        }
        let mut entry = Entry::new(level, number);
        self.offset(&mut entry, &mut rest)?;
        rest.space();
        for (word, condition) in [(&b"if"[..], Condition::If), (b"elif", Condition::ElseIf), (b"else", Condition::Else)] {
            if rest.0.strip_prefix(word).is_some_and(|r| r.first().is_some_and(u8::is_ascii_whitespace)) {
                entry.condition = condition;
                rest.skip(word.len());
                break;
            }
        }
        rest.space();
        self.kind(&mut entry, &mut rest)?;
        self.mask(&mut entry, &mut rest)?;
        rest.space();
        self.value(&mut entry, &mut rest)?;
        rest.space();
        if rest.eat(0x08) || rest.0.starts_with(b"\\b") && (rest.skip(2), true).1 {
            entry.flag |= flag::NO_SPACE;
        }
        let desc = rest.0;
        entry.desc = Box::from(&desc[..desc.len().min(DESCRIPTION)]);
        if desc.len() > DESCRIPTION {
            self.warn(format!("description `{}' truncated", String::from_utf8_lossy(&entry.desc)));
        }
        self.check_format(&entry)?;
        if level == 0 {
            self.groups.push(Vec::new());
        }
        self.groups.last_mut()?.push(entry);
        Some(())
    }
    fn offset(&mut self, entry: &mut Entry, rest: &mut Rest<'_>) -> Option<()> {
        if rest.eat(b'&') {
            entry.flag |= flag::RELATIVE;
        }
        if rest.eat(b'(') {
            entry.flag |= flag::INDIRECT;
            if entry.has(flag::RELATIVE) {
                entry.flag = entry.flag & !flag::RELATIVE | flag::INDIRECT_RELATIVE;
            }
            if rest.eat(b'&') {
                entry.flag |= flag::RELATIVE;
            }
        }
        if entry.level == 0 && entry.flag & (flag::RELATIVE | flag::INDIRECT_RELATIVE) != 0 {
            return self.fail("relative offset at level 0".to_string());
        }
        if rest.eat(b'-') {
            entry.flag |= flag::FROM_END;
        }
        let shown = rest.shown();
        let Some(offset) = rest.number() else { return self.fail(format!("offset `{shown}' invalid")) };
        entry.offset = offset as i32;
        if !entry.has(flag::INDIRECT) {
            return Some(());
        }
        entry.in_kind = Kind::Long;
        if matches!(rest.peek(), b'.' | b',') {
            if rest.next() == b',' {
                entry.in_op |= op::SIGNED;
            }
            entry.in_kind = match rest.next() {
                b'l' => Kind::LeLong,
                b'L' => Kind::BeLong,
                b'm' => Kind::MeLong,
                b'h' | b's' => Kind::LeShort,
                b'H' | b'S' => Kind::BeShort,
                b'c' | b'b' | b'C' | b'B' => Kind::Byte,
                b'e' | b'f' | b'g' => Kind::LeDouble,
                b'E' | b'F' | b'G' => Kind::BeDouble,
                b'i' => Kind::LeId3,
                b'I' => Kind::BeId3,
                b'o' => Kind::Octal,
                b'q' => Kind::LeQuad,
                b'Q' => Kind::BeQuad,
                other => return self.fail(format!("indirect offset type `{}' invalid", char::from(other))),
            };
        }
        if rest.eat(b'~') {
            entry.in_op |= op::INVERSE;
        }
        entry.in_op |= rest.operator().unwrap_or(0);
        let is_double = rest.eat(b'(');
        if is_double {
            entry.in_op |= op::INDIRECT;
        }
        if rest.peek().is_ascii_digit() || rest.peek() == b'-' {
            let shown = rest.shown();
            let Some(by) = rest.number() else { return self.fail(format!("in_offset `{shown}' invalid")) };
            entry.in_offset = by as i32;
        }
        if !rest.eat(b')') || is_double && !rest.eat(b')') {
            return self.fail("missing ')' in indirect offset".to_string());
        }
        Some(())
    }
    fn kind(&mut self, entry: &mut Entry, rest: &mut Rest<'_>) -> Option<()> {
        let named = |text: &[u8]| {
            let is = |name: &str| {
                text.strip_prefix(name.as_bytes()).is_some_and(|r| !r.first().is_some_and(u8::is_ascii_alphanumeric))
            };
            KINDS[1..].iter().find(|(_, name)| is(name)).map(|(kind, name)| (*kind, name.len()))
        };
        if let Some((kind, length)) = named(rest.0) {
            entry.kind = kind;
            rest.skip(length);
        } else if let Some((kind, length)) = rest.0.strip_prefix(b"u").and_then(named) {
            entry.flag |= flag::UNSIGNED;
            entry.kind = kind;
            rest.skip(length + 1);
        } else if let [sign @ (b'd' | b'u'), size @ (b'C' | b'S' | b'L' | b'Q' | b'1' | b'2' | b'4' | b'8'), ..] = rest.0 {
            // The kinds of the Single UNIX Specification.
            if *sign == b'u' {
                entry.flag |= flag::UNSIGNED;
            }
            entry.kind = match size {
                b'C' | b'1' => Kind::Byte,
                b'S' | b'2' => Kind::Short,
                b'Q' | b'8' => Kind::Quad,
                _ => Kind::Long,
            };
            rest.skip(2);
        } else if rest.0.first() == Some(&b's') && rest.0.get(1).is_none_or(u8::is_ascii_whitespace) {
            entry.kind = Kind::String;
            rest.skip(1);
        } else {
            return self.fail(format!("type `{}' invalid", rest.shown()));
        }
        if entry.kind == Kind::Name && entry.level != 0 {
            return self.fail(format!("`name{}' entries can only be declared at top level", rest.shown()));
        }
        if matches!(entry.kind, Kind::PString) {
            entry.modifiers = modifier::LENGTH_1;
        }
        Some(())
    }
    fn mask(&mut self, entry: &mut Entry, rest: &mut Rest<'_>) -> Option<()> {
        if rest.eat(b'~') {
            if entry.kind.is_text() {
                self.warn("'~' invalid for string types".to_string());
            } else {
                entry.mask_op |= op::INVERSE;
            }
        }
        let before = rest.peek();
        let is_text = entry.kind.is_text();
        // `&` may also be a relation, which stands behind blanks.
        let Some(operator) = rest.operator() else { return Some(()) };
        if !is_text {
            entry.mask_op |= operator;
            let value = rest.number().unwrap_or(0);
            entry.mask = entry.extend(value);
            rest.size();
            return Some(());
        }
        if operator != op::DIVIDE {
            return self.fail(format!("invalid string/indirect op: `{}'", char::from(before)));
        }
        while !rest.0.is_empty() && !rest.peek().is_ascii_whitespace() {
            if rest.peek().is_ascii_digit() {
                entry.range = rest.number().unwrap_or(0) as u32;
                if entry.range == 0 {
                    self.warn("zero range".to_string());
                }
                continue;
            }
            let letter = rest.next();
            if entry.kind == Kind::Indirect {
                match letter {
                    b'r' => entry.modifiers |= modifier::RELATIVE,
                    b'/' => {}
                    _ => return self.fail(format!("indirect modifier `{}' invalid", char::from(letter))),
                }
                continue;
            }
            let is_pascal = entry.kind == Kind::PString;
            let lengths = entry.modifiers & !modifier::LENGTHS;
            entry.modifiers = match letter {
                b'W' => entry.modifiers | modifier::COMPACT_SPACE,
                b'w' => entry.modifiers | modifier::OPTIONAL_SPACE,
                b'c' => entry.modifiers | modifier::LOWER,
                b'C' => entry.modifiers | modifier::UPPER,
                b's' => entry.modifiers | modifier::START,
                b't' => entry.modifiers | modifier::TEXT,
                b'b' => entry.modifiers | modifier::BINARY,
                b'T' => entry.modifiers | modifier::TRIM,
                b'f' => entry.modifiers | modifier::FULL_WORD,
                b'l' if entry.kind == Kind::Regex => entry.modifiers | modifier::LINES,
                b'B' if is_pascal => lengths | modifier::LENGTH_1,
                b'H' if is_pascal => lengths | modifier::LENGTH_2_BE,
                b'h' if is_pascal => lengths | modifier::LENGTH_2_LE,
                b'L' if is_pascal => lengths | modifier::LENGTH_4_BE,
                b'l' if is_pascal => lengths | modifier::LENGTH_4_LE,
                b'J' if is_pascal => entry.modifiers | modifier::LENGTH_OF_ALL,
                b'/' => entry.modifiers,
                _ => return self.fail(format!("string modifier `{}' invalid", char::from(letter))),
            };
        }
        self.check_modifiers(entry)
    }
    fn check_modifiers(&mut self, entry: &mut Entry) -> Option<()> {
        match entry.kind {
            Kind::BeString16 | Kind::LeString16 if entry.modifiers != 0 => {
                self.fail("no modifiers allowed for 16-bit strings\n".to_string())
            }
            Kind::String | Kind::PString if entry.modifiers & modifier::START != 0 => {
                self.fail("'/s' only allowed on regex and search\n".to_string())
            }
            Kind::Search if entry.range == 0 => self.fail("missing range; defaulting to 100\n".to_string()),
            Kind::Regex if entry.modifiers & modifier::COMPACT_SPACE != 0 => self.fail("'/W' not allowed on regex\n".to_string()),
            Kind::Regex if entry.modifiers & modifier::OPTIONAL_SPACE != 0 => {
                self.fail("'/w' not allowed on regex\n".to_string())
            }
            _ => Some(()),
        }
    }
    fn value(&mut self, entry: &mut Entry, rest: &mut Rest<'_>) -> Option<()> {
        match rest.peek() {
            relation @ (b'>' | b'<') => {
                rest.skip(1);
                entry.relation = relation;
                if rest.peek() == b'=' {
                    return self.fail(format!("{}= not supported", char::from(relation)));
                }
            }
            relation @ (b'&' | b'^' | b'=') => {
                rest.skip(1);
                entry.relation = relation;
                rest.eat(b'=');
            }
            b'!' => {
                rest.skip(1);
                entry.relation = b'!';
            }
            b'x' if rest.0.get(1).is_none_or(u8::is_ascii_whitespace) => {
                rest.skip(1);
                entry.relation = b'x';
                return Some(());
            }
            _ => {}
        }
        if entry.kind.is_text() && entry.kind != Kind::Indirect || entry.kind == Kind::Der {
            let text = self.text(rest)?;
            entry.length = text.len() + usize::from(entry.kind == Kind::PString);
            entry.value = text.into_boxed_slice();
            return Some(());
        }
        if let Some((width, _)) = entry.kind.fraction() {
            let text = rest.0.trim_ascii_start();
            let (value, length) = phant_numeric::parse::strtod(text);
            if length == 0 {
                return self.fail(format!("Unparsable number `{}'", rest.shown()));
            }
            rest.0 = &text[length..];
            entry.number = if width == 4 { u64::from((value as f32).to_bits()) } else { value.to_bits() };
            return Some(());
        }
        if entry.kind == Kind::Guid {
            return self.guid(entry, rest);
        }
        let shown = rest.shown();
        let Some(value) = rest.number() else { return self.fail(format!("Unparsable number `{shown}'")) };
        let Some((width, _)) = entry.kind.number() else {
            return self.fail(format!("Expected numeric type got `{}'", entry.kind.name()));
        };
        let above = u64::MAX.checked_shl(8 * width as u32).unwrap_or(0);
        if value & above != 0 && value & above != above {
            return self.fail(format!("Overflow for numeric type `{}' value {value:#x}", entry.kind.name()));
        }
        entry.number = entry.extend(value & !above);
        rest.size();
        Some(())
    }
    fn guid(&mut self, entry: &mut Entry, rest: &mut Rest<'_>) -> Option<()> {
        let length = rest.0.iter().take_while(|b| b.is_ascii_hexdigit() || **b == b'-').count();
        let digits: Vec<u8> = rest.0[..length].iter().filter_map(|&b| char::from(b).to_digit(16).map(|d| d as u8)).collect();
        if digits.len() != 32 {
            return self.fail(format!("Error parsing guid `{}'", rest.shown()));
        }
        let mut value: Vec<u8> = digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect();
        value[..4].reverse();
        value[4..6].reverse();
        value[6..8].reverse();
        entry.value = value.into_boxed_slice();
        rest.skip(length);
        Some(())
    }
    /// Text with C's escapes, up to a blank.
    fn text(&mut self, rest: &mut Rest<'_>) -> Option<Vec<u8>> {
        let whole = rest.shown();
        let mut out = Vec::new();
        while !rest.0.is_empty() {
            let byte = rest.next();
            if byte.is_ascii_whitespace() || byte == 0x0b {
                break;
            }
            if out.len() >= ROOM - 1 {
                return self.fail(format!("string too long: `{whole}'"));
            }
            if byte != b'\\' {
                out.push(byte);
                continue;
            }
            if rest.0.is_empty() {
                self.warn("incomplete escape".to_string());
                break;
            }
            out.push(match rest.next() {
                b'a' => 7,
                b'b' => 8,
                b'f' => 12,
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'v' => 11,
                first @ b'0'..=b'7' => {
                    let mut value = u32::from(first - b'0');
                    for _ in 0..2 {
                        if !(b'0'..=b'7').contains(&rest.peek()) {
                            break;
                        }
                        value = value << 3 | u32::from(rest.next() - b'0');
                    }
                    value as u8
                }
                b'x' => {
                    let mut value = None;
                    for _ in 0..2 {
                        let Some(digit) = char::from(rest.peek()).to_digit(16) else { break };
                        rest.skip(1);
                        value = Some(value.unwrap_or(0) << 4 | digit as u8);
                    }
                    value.unwrap_or(b'x')
                }
                other => other,
            });
        }
        Some(out)
    }
    /// Whether a description's conversion is one for the value.
    fn check_format(&mut self, entry: &Entry) -> Option<()> {
        let Some(at) = entry.desc.iter().position(|&b| b == b'%') else { return Some(()) };
        let rest = &entry.desc[at + 1..];
        let (name, desc) = (entry.kind.name(), String::from_utf8_lossy(&entry.desc).into_owned());
        let end = rest.iter().position(u8::is_ascii_alphabetic).unwrap_or(rest.len());
        let longs = rest[end..].iter().take_while(|b| **b == b'l').count();
        let halves = rest[end..].iter().take_while(|b| **b == b'h').count();
        let letter = rest.get(end + longs + halves).copied().unwrap_or(0);
        let is_whole = b"cdiouxX".contains(&letter);
        let is_good = match entry.kind {
            Kind::Default | Kind::Clear | Kind::Indirect | Kind::Name | Kind::Use if !matches!(entry.kind, Kind::Indirect) => {
                return self.fail(format!("No format string for `{desc}' with description `{name}'"));
            }
            Kind::Byte
            | Kind::Short
            | Kind::BeShort
            | Kind::LeShort
            | Kind::Long
            | Kind::BeLong
            | Kind::LeLong
            | Kind::MeLong
            | Kind::Indirect => is_whole && longs < 2,
            Kind::Quad | Kind::BeQuad | Kind::LeQuad | Kind::Offset => is_whole && longs == 2,
            kind if kind.fraction().is_some() => b"eEfFgG".contains(&letter),
            _ => letter == b's',
        };
        if !is_good {
            return self.fail(format!("Printf format is not valid for type `{name}' in description `{desc}'"));
        }
        if rest.contains(&b'%') {
            let text = format!("Too many format strings (should have at most one) for `{name}' with description `{desc}'");
            return self.fail(text);
        }
        Some(())
    }
}
