//! `sscanf`: reading values by a format. Text and format end at the first NUL, as C's do.

use crate::text::{ByteSet, is_space};
use phant_memory::{Array, PhpStr, Value};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php};
use phant_numeric::parse;

pub(crate) const FUNCTIONS: FunctionGroup = functions![sscanf];

/// The most values that `%n$` can name without variables.
const MAX_VALUES: u64 = 0xff;
/// Number fields are cut here.
const MAX_DIGITS: usize = 63;

/// Reads values by a format, into variables or a new array.
#[php("function sscanf(string $string, string $format, mixed &...$vars): array|int|null")]
fn sscanf(ctx: &Ctx, string: &PhpStr, format: &PhpStr, vars: &mut [Value]) -> PhpResult {
    scan(ctx, string, format, vars)
}

/// The work of `sscanf` and `fscanf`.
pub(crate) fn scan(ctx: &Ctx, text: &[u8], format: &[u8], vars: &mut [Value]) -> PhpResult {
    let format = until_nul(format);
    let total = match check(format, vars.len()) {
        Ok(total) => total,
        Err(message) => return Err(ctx.value_error(message)),
    };
    let list = vars.is_empty().then(|| Array::list(std::iter::repeat_with(|| Value::NULL).take(total)));
    let mut scanner = Scanner { text: until_nul(text), at: 0, list, found: Vec::new(), done: 0, underflow: false };
    scanner.run(format);
    if scanner.underflow && scanner.done == 0 {
        return Ok(if vars.is_empty() { Value::NULL } else { Value::int(-1) });
    }
    if let Some(list) = scanner.list {
        return Ok(Value::from(list));
    }
    for (index, value) in scanner.found {
        if let Some(var) = vars.get_mut(index) {
            match var.as_ref() {
                Some(reference) => reference.clone().set(value),
                None => var.assign(value),
            }
        }
    }
    Ok(Value::int(scanner.done))
}

fn until_nul(text: &[u8]) -> &[u8] {
    &text[..memchr::memchr(0, text).unwrap_or(text.len())]
}

/// One `%…` of a format.
struct Field {
    suppress: bool,
    /// From `%n$`: counted from 1.
    position: Option<u64>,
    width: Option<u64>,
    conversion: u8,
}

/// Reads the field that starts behind a "%"; returns what follows it.
fn field(format: &[u8]) -> (Field, &[u8]) {
    let mut field = Field { suppress: false, position: None, width: None, conversion: 0 };
    let mut rest = format;
    if let [b'*', after @ ..] = rest {
        field.suppress = true;
        rest = after;
    } else if let (Some(n), [b'$', after @ ..]) = number(rest) {
        field.position = Some(n);
        rest = after;
    }
    (field.width, rest) = number(rest);
    if let [b'h' | b'l' | b'L', after @ ..] = rest {
        rest = after;
    }
    match rest {
        [conversion, after @ ..] => {
            field.conversion = *conversion;
            (field, after)
        }
        [] => (field, rest),
    }
}

fn number(text: &[u8]) -> (Option<u64>, &[u8]) {
    let len = text.iter().take_while(|b| b.is_ascii_digit()).count();
    let value = text[..len].iter().fold(0u64, |n, b| n.saturating_mul(10).saturating_add(u64::from(b - b'0')));
    ((len > 0).then_some(value), &text[len..])
}

/// The set of a `[…]` field and what follows it; `None` if the bracket is not closed.
fn charset(format: &[u8]) -> Option<(ByteSet, bool, &[u8])> {
    let (negated, list) = match format {
        [b'^', rest @ ..] => (true, rest),
        _ => (false, format),
    };
    // A bracket in first place stands for itself.
    let end = memchr::memchr(b']', list.get(1..)?)? + 1;
    let (list, rest) = (&list[..end], &list[end + 1..]);
    let mut set = ByteSet::of(b"");
    let mut i = 0;
    while i < list.len() {
        match list[i..] {
            [from, b'-', to, ..] => {
                (from.min(to)..=from.max(to)).for_each(|b| set.insert(b));
                i += 3;
            }
            _ => {
                set.insert(list[i]);
                i += 1;
            }
        }
    }
    Some((set, negated, rest))
}

/// Checks a format against the number of variables; returns how many values it yields.
fn check(format: &[u8], vars: usize) -> Result<usize, Vec<u8>> {
    const MIXED: &[u8] = b"cannot mix \"%\" and \"%n$\" conversion specifiers";
    let out_of_range = |positional: bool| -> Vec<u8> {
        if positional {
            &b"\"%n$\" argument index out of range"[..]
        } else {
            b"Different numbers of variable names and field specifiers"
        }
        .to_vec()
    };
    let mut assigned: Vec<u32> = Vec::new();
    let (mut positional, mut sequential) = (false, false);
    let (mut index, mut highest) = (0usize, 0usize);
    let mut rest = format;
    while let Some(percent) = rest.iter().position(|&b| b == b'%') {
        rest = &rest[percent + 1..];
        if let [b'%', after @ ..] = rest {
            rest = after;
            continue;
        }
        let (field, after) = field(rest);
        rest = after;
        if let Some(position) = field.position {
            positional = true;
            if sequential {
                return Err(MIXED.to_vec());
            }
            if position == 0 || vars > 0 && position > vars as u64 || vars == 0 && position > MAX_VALUES {
                return Err(out_of_range(true));
            }
            index = position as usize - 1;
            if vars == 0 {
                highest = highest.max(position as usize);
            }
        } else if !field.suppress {
            sequential = true;
            if positional {
                return Err(MIXED.to_vec());
            }
        }
        if !field.suppress && vars > 0 && index >= vars {
            return Err(out_of_range(positional));
        }
        match field.conversion {
            b'n' | b'd' | b'D' | b'i' | b'o' | b'x' | b'X' | b'u' | b'f' | b'e' | b'E' | b'g' | b's' | b'c' => {}
            b'[' => match charset(rest) {
                Some((_, _, after)) => rest = after,
                None => return Err(b"Unmatched [ in format string".to_vec()),
            },
            0 => return Err(b"Bad scan conversion character \"".to_vec()),
            other => return Err([b"Bad scan conversion character \"", &[other][..], b"\""].concat()),
        }
        if !field.suppress {
            if positional {
                if assigned.len() <= index {
                    assigned.resize(index + 1, 0);
                }
                assigned[index] += 1;
            }
            index += 1;
        }
    }
    let total = match (vars, highest) {
        (0, 0) => index,
        (0, highest) => highest,
        _ => vars,
    };
    if !positional {
        // One after another: each once, or too few.
        return if index < total { Err(b"Variable is not assigned by any conversion specifiers".to_vec()) } else { Ok(total) };
    }
    for i in 0..total {
        match assigned.get(i).copied().unwrap_or(0) {
            0 if highest == 0 => return Err(b"Variable is not assigned by any conversion specifiers".to_vec()),
            0 | 1 => {}
            _ => return Err(b"Variable is assigned by multiple \"%n$\" conversion specifiers".to_vec()),
        }
    }
    Ok(total)
}

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    /// What is found goes here; if the caller has variables for it, into `found`.
    list: Option<Array>,
    found: Vec<(usize, Value)>,
    /// Conversions so far, suppressed ones included.
    done: i64,
    /// The text ended before the format did.
    underflow: bool,
}

impl Scanner<'_> {
    fn keep(&mut self, index: usize, value: Value) {
        match &mut self.list {
            Some(list) => list.set(index, value),
            None => self.found.push((index, value)),
        }
    }
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }
    fn skip_space(&mut self) {
        while self.peek().is_some_and(is_space) {
            self.at += 1;
        }
    }
    fn run(&mut self, format: &[u8]) {
        let mut rest = format;
        let mut index = 0;
        while let [byte, after @ ..] = rest {
            rest = after;
            if is_space(*byte) {
                self.skip_space();
                continue;
            }
            if *byte != b'%' || rest.first() == Some(&b'%') {
                if *byte == b'%' {
                    rest = &rest[1..];
                }
                match self.peek() {
                    None => {
                        self.underflow = true;
                        return;
                    }
                    Some(b) if b == *byte => self.at += 1,
                    Some(_) => return,
                }
                continue;
            }
            let (field, after) = field(rest);
            rest = after;
            if let Some(position) = field.position {
                index = (position as usize).saturating_sub(1);
            }
            let mut set = None;
            if field.conversion == b'[' {
                let Some((bytes, negated, after)) = charset(rest) else { return };
                rest = after;
                set = Some((bytes, negated));
            }
            if field.conversion == b'n' {
                if !field.suppress {
                    self.keep(index, Value::int(self.at as i64));
                    index += 1;
                }
                self.done += 1;
                continue;
            }
            if self.at >= self.text.len() {
                self.underflow = true;
                return;
            }
            if !matches!(field.conversion, b'[' | b'c') {
                self.skip_space();
                if self.at >= self.text.len() {
                    self.underflow = true;
                    return;
                }
            }
            let Some(value) = self.convert(&field, set) else { return };
            if !field.suppress {
                self.keep(index, value);
                index += 1;
            }
            self.done += 1;
        }
    }
    fn convert(&mut self, field: &Field, set: Option<(ByteSet, bool)>) -> Option<Value> {
        let width = field.width.filter(|&w| w > 0).map_or(usize::MAX, |w| usize::try_from(w).unwrap_or(usize::MAX));
        let digits = width.min(MAX_DIGITS);
        match field.conversion {
            b'[' => {
                let (set, negated) = set?;
                let taken = self.take(width, |b| set.has(b) != negated);
                if taken.is_empty() { None } else { Some(Value::str(taken)) }
            }
            b'c' => Some(Value::str(self.take(if field.width.is_some_and(|w| w > 0) { width } else { 1 }, |b| !is_space(b)))),
            b's' => Some(Value::str(self.take(width, |b| !is_space(b)))),
            b'f' | b'e' | b'E' | b'g' => self.float(digits).map(Value::float),
            b'o' => self.integer(8, digits, false),
            b'x' | b'X' => self.integer(16, digits, false),
            b'i' => self.integer(0, digits, false),
            b'u' => self.integer(10, digits, true),
            _ => self.integer(10, digits, false),
        }
    }
    fn take(&mut self, width: usize, wanted: impl Fn(u8) -> bool) -> &[u8] {
        let rest = &self.text[self.at..];
        let len = rest.iter().take(width).take_while(|&&b| wanted(b)).count();
        self.at += len;
        &rest[..len]
    }
    /// A signed or unsigned integer; base 0 takes the base from a prefix.
    fn integer(&mut self, base: u32, width: usize, unsigned: bool) -> Option<Value> {
        let start = self.at;
        let limit = start.saturating_add(width).min(self.text.len());
        let negative = self.text[start] == b'-';
        if matches!(self.text[start], b'+' | b'-') {
            self.at += 1;
        }
        let mut base = base;
        // The prefix counts only at the very start: "-0x1f" is zero.
        if self.at == start && self.at + 1 < limit && self.text[start] == b'0' && (base == 0 || base == 16) {
            let hex = matches!(self.text[start + 1], b'x' | b'X');
            if hex && self.text[start + 2..limit].first().is_some_and(u8::is_ascii_hexdigit) {
                base = 16;
                self.at += 2;
            }
        }
        if base == 0 {
            base = if self.text.get(self.at) == Some(&b'0') { 8 } else { 10 };
        }
        let from = self.at;
        let (mut value, mut overflow) = (0u64, false);
        while self.at < limit
            && let Some(digit) = (self.text[self.at] as char).to_digit(base)
        {
            match value.checked_mul(u64::from(base)).and_then(|v| v.checked_add(u64::from(digit))) {
                Some(v) => value = v,
                None => overflow = true,
            }
            self.at += 1;
        }
        if self.at == from {
            self.underflow |= self.at >= self.text.len();
            return None;
        }
        if unsigned {
            let value = match (overflow, negative) {
                (true, _) => u64::MAX,
                (false, true) => value.wrapping_neg(),
                (false, false) => value,
            };
            return Some(i64::try_from(value).map_or_else(|_| Value::from(value.to_string()), Value::int));
        }
        let saturated = if overflow { u64::MAX } else { value };
        Some(Value::int(match (i64::try_from(saturated), negative) {
            (Ok(v), false) => v,
            (Ok(v), true) => -v,
            (Err(_), false) => i64::MAX,
            (Err(_), true) => i64::MIN,
        }))
    }
    fn float(&mut self, width: usize) -> Option<f64> {
        let start = self.at;
        let limit = start.saturating_add(width).min(self.text.len());
        let text = &self.text[start..limit];
        let mut len = usize::from(matches!(text.first(), Some(b'+' | b'-')));
        let digits_from = |from: usize| text.get(from..).unwrap_or_default().iter().take_while(|b| b.is_ascii_digit()).count();
        let integral = digits_from(len);
        len += integral;
        let mut fraction = 0;
        if text.get(len) == Some(&b'.') {
            fraction = digits_from(len + 1);
            len += 1 + fraction;
        }
        if integral + fraction == 0 {
            self.at = start + len;
            self.underflow |= self.at >= self.text.len();
            return None;
        }
        if matches!(text.get(len), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(text.get(len + 1), Some(b'+' | b'-')));
            let exponent = digits_from(len + 1 + sign);
            if exponent > 0 {
                len += 1 + sign + exponent;
            }
        }
        self.at = start + len;
        Some(parse::strtod(&text[..len]).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats() {
        assert_eq!(check(b"%d %s", 0), Ok(2));
        assert_eq!(check(b"%3$s", 0), Ok(3));
        assert!(check(b"%1$s %s", 0).is_err());
        assert!(check(b"%[a", 0).is_err());
        assert_eq!(check(b"%*s %%", 0), Ok(0));
    }
}
