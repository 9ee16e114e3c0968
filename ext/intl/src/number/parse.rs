//! Reading decimal numbers, as strictly as ICU does where nobody asks for leniency.

use super::{
    currency,
    decimal::{Decimal, Special},
    format::DecimalFormat,
    pattern::Token,
    symbols,
};
use std::cell::Cell;

/// What was read: the number, where it ends, and the currency.
pub(crate) struct Parsed {
    pub(crate) number: Decimal,
    pub(crate) end: usize,
    pub(crate) currency: Option<String>,
}

const MINUS: &str = "-\u{2010}\u{2011}\u{2012}\u{2013}\u{207b}\u{208b}\u{2212}\u{2796}\u{fe63}\u{ff0d}";
const PLUS: &str = "+\u{207a}\u{208a}\u{2795}\u{fb29}\u{fe62}\u{ff0b}";
const PERIODS: &str = ".\u{2024}\u{3002}\u{fe52}\u{ff0e}\u{ff61}";
const COMMAS: &str = ",\u{60c}\u{66b}\u{3001}\u{fe10}\u{fe11}\u{fe50}\u{fe51}\u{ff0c}\u{ff64}";
const OTHER_SEPARATORS: &str = "\u{66c}'\u{2018}\u{2019}\u{ff07} \u{a0}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200a}\u{202f}\u{205f}\u{3000}";
const BIDI_MARKS: &str = "\u{200e}\u{200f}\u{61c}";

/// The characters that separate digits.
struct Separators<'a> {
    points: &'a str,
    /// Between groups, where it is no usual one: any usual one that is no point does then.
    groups: Option<&'a str>,
}

impl Separators<'_> {
    fn is_point(&self, c: char) -> bool {
        is_in(c, self.points)
    }
    fn is_group(&self, c: char) -> bool {
        match self.groups {
            Some(own) => is_in(c, own),
            None => [PERIODS, COMMAS, OTHER_SEPARATORS].iter().any(|set| is_in(c, set)) && !self.is_point(c),
        }
    }
}

/// Whether a character is one of a few.
fn is_in(c: char, set: &str) -> bool {
    if c.is_ascii() { set.as_bytes().contains(&(c as u8)) } else { set.chars().any(|known| known == c) }
}

/// The character of a text that has only one.
fn only(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

struct Reader<'a> {
    format: &'a DecimalFormat,
    text: &'a [char],
    /// The names of all currencies, where amounts are read.
    names: Option<&'a currency::Names>,
    /// The pattern has no place for a currency, which is then before or behind the number.
    anywhere: bool,
    /// How far anything was read.
    far: Cell<usize>,
}

/// Reads a number from a place on. Where `amounts` is set, so is a currency, which may be any. The error is how far something was
/// read that did not become one.
pub(crate) fn parse(format: &DecimalFormat, text: &[char], start: usize, amounts: bool) -> Result<Parsed, usize> {
    let names = amounts.then(|| format.currency_names());
    let reader = Reader { format, text, names, anywhere: amounts && !format.pattern.has_currency(), far: Cell::new(0) };
    let mut best: Option<Parsed> = None;
    for negative in [false, true] {
        let found = reader.whole(start, negative);
        if let Some(found) = found
            && best.as_ref().is_none_or(|best| found.end > best.end)
        {
            best = Some(found);
        }
    }
    let mut best = best.filter(|best| !amounts || best.currency.is_some()).ok_or_else(|| reader.far.get())?;
    let number = &mut best.number;
    if number.special == Special::None {
        number.shift(-format.pattern.magnitude);
        if let Some(by) = format.multiplier.filter(|&by| by != 0) {
            *number = number.divide(by);
        }
    }
    Ok(best)
}

impl Reader<'_> {
    /// What was read up to a place.
    fn reached(&self, at: usize) -> usize {
        self.far.set(self.far.get().max(at));
        at
    }
    /// The end of a text at a place, in just these letters.
    fn has(&self, at: usize, text: &str) -> Option<usize> {
        let mut own = self.text.get(at..)?.iter();
        text.chars().all(|c| own.next() == Some(&c)).then(|| self.text.len() - own.as_slice().len())
    }
    /// The same in letters of either case.
    fn starts_with(&self, at: usize, text: &str) -> Option<usize> {
        let mut end = at;
        for c in text.chars() {
            let own = *self.text.get(end)?;
            let same = own == c
                || if own.is_ascii() && c.is_ascii() {
                    own.eq_ignore_ascii_case(&c)
                } else {
                    own.to_lowercase().eq(c.to_lowercase())
                };
            if !same {
                return None;
            }
            end += 1;
        }
        Some(end)
    }
    fn skip(&self, mut at: usize) -> usize {
        while self.text.get(at).is_some_and(|c| is_in(*c, BIDI_MARKS) || (self.format.lenient && c.is_whitespace())) {
            at += 1;
        }
        at
    }
    fn one_of(&self, at: usize, symbol: &str, set: &str) -> Option<usize> {
        if let Some(end) = self.starts_with(at, symbol).filter(|&end| end > at) {
            return Some(end);
        }
        let bare: String = symbol.chars().filter(|c| !is_in(*c, BIDI_MARKS)).collect();
        if let Some(end) = self.starts_with(at, &bare).filter(|&end| end > at) {
            return Some(end);
        }
        self.text.get(at).filter(|c| is_in(**c, set)).map(|_| at + 1)
    }
    /// The currency at a place: where it ends, and its code.
    fn currency(&self, at: usize) -> Option<(usize, String)> {
        let format = self.format;
        let code = format.currency_code();
        let mut best: Option<(usize, String)> = None;
        let offer = |best: &mut Option<(usize, String)>, text: &str, code: &str, exact: bool| {
            let end = if exact { self.has(at, text) } else { self.starts_with(at, text) };
            if let Some(end) = end.filter(|&end| end > at)
                && best.as_ref().is_none_or(|(known, _)| end > *known)
            {
                *best = Some((end, code.to_owned()));
            }
        };
        offer(&mut best, format.symbols.get(symbols::CURRENCY), &code, false);
        offer(&mut best, &code, &code, false);
        // ICU looks for other names only where these are not.
        if best.is_some() {
            return best;
        }
        let names = self.names.zip(self.text.get(at)).map_or(&[][..], |(names, &first)| names.beginning_with(first));
        for name in names {
            offer(&mut best, name.text, name.code, name.exact);
        }
        best
    }
    fn affix(&self, mut at: usize, tokens: &[Token], money: &mut Option<String>, side: usize) -> Option<usize> {
        for (index, token) in tokens.iter().enumerate() {
            at = self.skip(at);
            at = match token {
                Token::Literal(c) if is_in(*c, BIDI_MARKS) => at,
                Token::Literal(c) if self.format.lenient && c.is_whitespace() => at,
                Token::Literal(c) => self.starts_with(at, c.encode_utf8(&mut [0; 4]))?,
                Token::Minus => self.one_of(at, self.format.symbols.get(symbols::MINUS), MINUS)?,
                Token::Plus => self.one_of(at, self.format.symbols.get(symbols::PLUS), PLUS)?,
                Token::Percent => self.one_of(at, self.format.symbols.get(symbols::PERCENT), "%٪﹪％")?,
                Token::PerMille => self.one_of(at, self.format.symbols.get(symbols::PER_MILLE), "‰؉")?,
                Token::Currency(_) => {
                    // The space that is written between letters and digits.
                    let spaced = side == 1 && index == 0 && self.text.get(at) == Some(&'\u{a0}');
                    let (end, code) = self.currency(at + usize::from(spaced))?;
                    *money = Some(code);
                    let spaced = side == 0 && index + 1 == tokens.len() && self.text.get(end) == Some(&'\u{a0}');
                    end + usize::from(spaced)
                }
            };
        }
        Some(at)
    }
    /// What cannot be read as the pattern has it is still read as far as it is a currency, a number and a currency.
    fn give_up(&self, at: usize) -> Option<Parsed> {
        let currency = |at| self.currency(at).filter(|_| self.anywhere || self.format.pattern.has_currency());
        let mut end = at;
        if let Some((after, _)) = currency(at) {
            end = self.reached(after) + usize::from(self.text.get(after) == Some(&'\u{a0}'));
        }
        if let Some((_, after)) = self.number(self.skip(end)) {
            end = self.reached(after);
            if let Some((after, _)) = currency(end) {
                self.reached(after);
            }
        }
        None
    }
    fn whole(&self, start: usize, negative: bool) -> Option<Parsed> {
        let mut money = None;
        let prefix = self.format.affix_tokens(negative, 0);
        let suffix = self.format.affix_tokens(negative, 1);
        let lenient = self.format.lenient;
        let begun = match self.currency(start).filter(|_| self.anywhere) {
            Some((end, code)) => {
                money = Some(code);
                self.reached(end)
            }
            None => start,
        };
        let at = match self.affix(begun, &prefix, &mut money, 0) {
            Some(at) if at > begun => self.reached(at),
            Some(at) => at,
            None if lenient && !negative => begun,
            None => return self.give_up(start),
        };
        let at = match self.currency(at).filter(|_| self.anywhere && money.is_none()) {
            Some((end, code)) => {
                money = Some(code);
                self.reached(end)
            }
            None => at,
        };
        let Some((mut number, end)) = self.number(self.skip(at)) else { return self.give_up(at) };
        self.reached(end);
        let end = match self.affix(end, &suffix, &mut money, 1) {
            Some(end) => end,
            None if lenient => end,
            None => return self.give_up(at),
        };
        number.negative = negative;
        let end = match self.currency(self.skip(end)).filter(|_| self.anywhere && money.is_none()) {
            Some((after, code)) => {
                money = Some(code);
                after
            }
            None => end,
        };
        Some(Parsed { number, end, currency: money })
    }
    fn digit(&self, at: usize) -> Option<(u8, usize)> {
        let c = *self.text.get(at)?;
        if let Some(digit) = c.to_digit(10) {
            return Some((digit as u8, at + 1));
        }
        for (digit, own) in self.format.symbols.digits.iter().enumerate() {
            if let Some(end) = self.starts_with(at, own).filter(|&end| end > at) {
                return Some((digit as u8, end));
            }
        }
        let zeros = ['٠', '۰', '०', '০', '๐', '０'];
        zeros.iter().find_map(|&zero| {
            let value = (c as u32).checked_sub(zero as u32).filter(|value| *value < 10)?;
            Some((value as u8, at + 1))
        })
    }
    fn separators(&self) -> Separators<'_> {
        let money = self.format.uses_currency();
        let get = |monetary, plain| self.format.symbols.get(if money { monetary } else { plain });
        let (point, group) = (get(symbols::MONETARY, symbols::DECIMAL), get(symbols::MONETARY_GROUPING, symbols::GROUPING));
        let points = only(point).and_then(|c| [PERIODS, COMMAS].into_iter().find(|set| is_in(c, set))).unwrap_or(point);
        let known = only(group).is_some_and(|c| [PERIODS, COMMAS, OTHER_SEPARATORS].iter().any(|set| is_in(c, set)));
        Separators { points, groups: if known { None } else { Some(group) } }
    }
    fn group_is_valid(&self, count: i32, first: bool, last: bool) -> bool {
        let pattern = &self.format.pattern;
        if self.format.lenient {
            return first || count != 1;
        }
        let second = if pattern.secondary > 0 { pattern.secondary } else { pattern.grouping };
        match (first, last) {
            (true, true) => true,
            (true, false) => count != 0 && count <= second,
            (false, true) => count == pattern.grouping,
            (false, false) => count == second,
        }
    }
    fn number(&self, start: usize) -> Option<(Decimal, usize)> {
        for (symbol, special) in [(symbols::NAN, Special::NaN), (symbols::INFINITY, Special::Infinite)] {
            if let Some(end) = self.starts_with(start, self.format.symbols.get(symbol)).filter(|&end| end > start) {
                return Some((Decimal { special, ..Decimal::default() }, end));
            }
        }
        let separators = self.separators();
        let grouping = self.format.pattern.grouping_used && self.format.pattern.grouping > 0;
        let (mut at, mut digits) = (start, String::new());
        // Counts of digits between separators, and where each group ends.
        let mut counts: Vec<i32> = vec![0];
        let mut ends = Vec::new();
        let mut used: Option<char> = None;
        loop {
            if let Some((digit, end)) = self.digit(at) {
                digits.push(char::from(b'0' + digit));
                *counts.last_mut()? += 1;
                at = end;
                continue;
            }
            let Some(&c) = self.text.get(at) else { break };
            let follows = self.digit(at + 1).is_some();
            if grouping && separators.is_group(c) && follows && used.is_none_or(|known| known == c) {
                used = Some(c);
                ends.push((at, digits.len()));
                counts.push(0);
                at += 1;
                continue;
            }
            break;
        }
        // Groups of wrong sizes end the number before them.
        while counts.len() > 1 {
            let last = counts.len() - 1;
            let valid = counts.iter().enumerate().all(|(i, &count)| self.group_is_valid(count, i == 0, i == last));
            if valid {
                break;
            }
            if !self.format.lenient {
                return None;
            }
            counts.pop();
            let (end, length) = ends.pop()?;
            digits.truncate(length);
            at = end;
        }
        if !self.format.int_only && self.text.get(at).is_some_and(|&c| separators.is_point(c)) {
            let mut end = at + 1;
            digits.push('.');
            while let Some((digit, next)) = self.digit(end) {
                digits.push(char::from(b'0' + digit));
                end = next;
            }
            at = end;
        }
        if !digits.bytes().any(|b| b.is_ascii_digit()) {
            return None;
        }
        let mut number = Decimal::from_digits(false, &digits);
        if let Some((exponent, end)) = self.exponent(at) {
            number.shift(exponent);
            at = end;
        }
        Some((number, at))
    }
    fn exponent(&self, at: usize) -> Option<(i32, usize)> {
        let mut at = self.starts_with(at, self.format.symbols.get(symbols::EXPONENTIAL))?;
        let mut sign = 1;
        if let Some(end) = self.one_of(at, self.format.symbols.get(symbols::MINUS), MINUS) {
            (sign, at) = (-1, end);
        } else if let Some(end) = self.one_of(at, self.format.symbols.get(symbols::PLUS), PLUS) {
            at = end;
        }
        let mut value: Option<i32> = None;
        while let Some((digit, end)) = self.digit(at) {
            value = Some(value.unwrap_or(0).saturating_mul(10).saturating_add(i32::from(digit)).min(99_999));
            at = end;
        }
        value.map(|value| (sign * value, at))
    }
}
