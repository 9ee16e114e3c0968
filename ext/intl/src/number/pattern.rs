//! Patterns of decimal numbers, as ICU reads and writes them: `#,##0.00;(#,##0.00)`.

use super::decimal::Decimal;

/// ICU's error codes for patterns.
pub(crate) const UNEXPECTED_TOKEN: i64 = 0x10100;
const MALFORMED_EXPONENTIAL: i64 = 0x10103;
const UNQUOTED_SPECIAL: i64 = 0x10013;
const PATTERN_SYNTAX: i64 = 0x10107;

/// What a pattern says. A number of -1 is not said.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pattern {
    pub(crate) prefix: String,
    pub(crate) suffix: String,
    pub(crate) negative: Option<(String, String)>,
    pub(crate) grouping: i32,
    pub(crate) secondary: i32,
    pub(crate) grouping_used: bool,
    pub(crate) min_int: i32,
    pub(crate) max_int: i32,
    pub(crate) min_frac: i32,
    pub(crate) max_frac: i32,
    pub(crate) min_sig: i32,
    pub(crate) max_sig: i32,
    pub(crate) increment: Option<Decimal>,
    pub(crate) exponent_digits: i32,
    pub(crate) exponent_plus: bool,
    pub(crate) always_point: bool,
    /// The power of ten that percent and per mille multiply by.
    pub(crate) magnitude: i32,
    pub(crate) width: i32,
    pub(crate) pad: Option<String>,
    pub(crate) pad_position: i32,
}

impl Default for Pattern {
    fn default() -> Pattern {
        Pattern {
            prefix: String::new(),
            suffix: String::new(),
            negative: None,
            grouping: -1,
            secondary: -1,
            grouping_used: true,
            min_int: -1,
            max_int: -1,
            min_frac: -1,
            max_frac: -1,
            min_sig: -1,
            max_sig: -1,
            increment: None,
            exponent_digits: -1,
            exponent_plus: false,
            always_point: false,
            magnitude: 0,
            width: -1,
            pad: None,
            pad_position: 0,
        }
    }
}

impl Pattern {
    /// Whether a currency is part of it.
    pub(crate) fn has_currency(&self) -> bool {
        let negative = self.negative.iter().flat_map(|(prefix, suffix)| [prefix, suffix]);
        [&self.prefix, &self.suffix]
            .into_iter()
            .chain(negative)
            .any(|affix| symbols(affix).any(|token| matches!(token, Token::Currency(_))))
    }
}

/// A piece of an affix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Literal(char),
    /// The currency sign, how many times.
    Currency(usize),
    Percent,
    PerMille,
    Minus,
    Plus,
}

/// The pieces of an affix as a pattern has it.
pub(crate) fn symbols(affix: &str) -> impl Iterator<Item = Token> + '_ {
    let mut chars = affix.chars().peekable();
    let mut quoted = false;
    std::iter::from_fn(move || {
        loop {
            let c = chars.next()?;
            if c == '\'' {
                if chars.peek() == Some(&'\'') {
                    chars.next();
                    return Some(Token::Literal('\''));
                }
                quoted = !quoted;
                continue;
            }
            return Some(match c {
                _ if quoted => Token::Literal(c),
                '¤' => {
                    let mut count = 1;
                    while chars.next_if_eq(&'¤').is_some() {
                        count += 1;
                    }
                    Token::Currency(count)
                }
                '%' => Token::Percent,
                '‰' => Token::PerMille,
                '-' => Token::Minus,
                '+' => Token::Plus,
                _ => Token::Literal(c),
            });
        }
    })
}

/// One half of a pattern, as it is read.
#[derive(Default)]
struct Half {
    prefix: String,
    suffix: String,
    /// Sizes of the groups, the last one first.
    groups: Vec<i32>,
    integer_hashes: i32,
    trailing_hashes: i32,
    integer_digits: i32,
    integer_total: i32,
    at_signs: i32,
    fraction_hashes: i32,
    fraction_digits: i32,
    fraction_total: i32,
    has_point: bool,
    rounding: String,
    exponent_digits: i32,
    exponent_plus: bool,
    width: i32,
    pad: Option<(String, i32)>,
    magnitude: i32,
}

struct Reader<'a> {
    chars: std::iter::Peekable<std::str::Chars<'a>>,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        self.chars.peek().copied()
    }
    fn accept(&mut self, c: char) -> bool {
        self.chars.next_if_eq(&c).is_some()
    }
    /// A character, or what is in quotes, as it stands.
    fn literal(&mut self) -> Result<String, i64> {
        let Some(first) = self.chars.next() else { return Err(UNEXPECTED_TOKEN) };
        let mut text = String::from(first);
        if first == '\'' {
            loop {
                let Some(c) = self.chars.next() else { return Err(UNEXPECTED_TOKEN) };
                text.push(c);
                if c == '\'' {
                    break;
                }
            }
        }
        Ok(text)
    }
    fn padding(&mut self, half: &mut Half, position: i32) -> Result<(), i64> {
        if self.accept('*') {
            if half.pad.is_some() {
                return Err(0x10106);
            }
            half.pad = Some((self.literal()?, position));
        }
        Ok(())
    }
    fn affix(&mut self, half: &mut Half) -> Result<String, i64> {
        let mut text = String::new();
        while let Some(c) = self.peek() {
            match c {
                '#' | '@' | ';' | '*' | '.' | ',' | '0'..='9' => break,
                '%' => half.magnitude = 2,
                '‰' => half.magnitude = 3,
                _ => {}
            }
            text.push_str(&self.literal()?);
        }
        Ok(text)
    }
    fn integer(&mut self, half: &mut Half) -> Result<(), i64> {
        half.groups = vec![0];
        while let Some(c) = self.peek() {
            match c {
                ',' => half.groups.insert(0, 0),
                '#' if half.integer_digits > 0 => return Err(UNEXPECTED_TOKEN),
                '#' if half.at_signs > 0 => half.trailing_hashes += 1,
                '#' => half.integer_hashes += 1,
                '@' if half.integer_digits > 0 || half.trailing_hashes > 0 => return Err(UNEXPECTED_TOKEN),
                '@' => half.at_signs += 1,
                '0'..='9' if half.at_signs > 0 => return Err(UNEXPECTED_TOKEN),
                '0'..='9' => {
                    half.integer_digits += 1;
                    half.rounding.push(c);
                }
                _ => break,
            }
            half.width += 1;
            if c != ',' {
                half.groups[0] += 1;
                half.integer_total += 1;
            }
            self.chars.next();
        }
        // A comma at the end, or two beside each other.
        if half.groups.len() > 1 && half.groups[0] == 0 {
            return Err(UNEXPECTED_TOKEN);
        }
        if half.groups.len() > 2 && half.groups[1] == 0 {
            return Err(PATTERN_SYNTAX);
        }
        Ok(())
    }
    fn fraction(&mut self, half: &mut Half) -> Result<(), i64> {
        while let Some(c) = self.peek() {
            match c {
                '#' => half.fraction_hashes += 1,
                '0'..='9' if half.fraction_hashes > 0 => return Err(UNEXPECTED_TOKEN),
                '0'..='9' => {
                    half.fraction_digits += 1;
                    half.rounding.push(c);
                }
                _ => break,
            }
            half.width += 1;
            half.fraction_total += 1;
            self.chars.next();
        }
        Ok(())
    }
    fn exponent(&mut self, half: &mut Half) -> Result<(), i64> {
        if !self.accept('E') {
            return Ok(());
        }
        if half.groups.len() > 1 {
            return Err(MALFORMED_EXPONENTIAL);
        }
        half.width += 1;
        if self.accept('+') {
            half.width += 1;
            half.exponent_plus = true;
        }
        while self.accept('0') {
            half.exponent_digits += 1;
            half.width += 1;
        }
        if half.exponent_digits == 0 { Err(MALFORMED_EXPONENTIAL) } else { Ok(()) }
    }
    fn half(&mut self) -> Result<Half, i64> {
        let mut half = Half::default();
        self.padding(&mut half, 0)?;
        half.prefix = self.affix(&mut half)?;
        self.padding(&mut half, 1)?;
        self.integer(&mut half)?;
        if self.accept('.') {
            half.has_point = true;
            half.width += 1;
            half.rounding.push('.');
            self.fraction(&mut half)?;
        }
        self.exponent(&mut half)?;
        self.padding(&mut half, 2)?;
        half.suffix = self.affix(&mut half)?;
        self.padding(&mut half, 3)?;
        Ok(half)
    }
}

impl Pattern {
    /// Reads a pattern; the error is one of ICU's codes. `ignore_rounding` leaves the digits to the currency.
    pub(crate) fn parse(text: &str, ignore_rounding: bool) -> Result<Pattern, i64> {
        if text.is_empty() {
            return Ok(Pattern::default());
        }
        let mut reader = Reader { chars: text.chars().peekable() };
        let positive = reader.half()?;
        let mut negative = None;
        if reader.accept(';') && reader.peek().is_some() {
            negative = Some(reader.half()?);
        }
        if reader.peek().is_some() {
            return Err(UNQUOTED_SPECIAL);
        }
        Ok(Pattern::assemble(positive, negative, ignore_rounding))
    }
    fn assemble(half: Half, negative: Option<Half>, ignore_rounding: bool) -> Pattern {
        let mut pattern = Pattern { magnitude: half.magnitude, grouping_used: false, ..Pattern::default() };
        let groups = &half.groups;
        if groups.len() > 1 {
            (pattern.grouping, pattern.grouping_used) = (groups[0], true);
        }
        if groups.len() > 2 {
            pattern.secondary = groups[1];
        }
        let (min_int, min_frac) = if half.integer_total == 0 && half.fraction_total > 0 {
            (0, half.fraction_digits.max(1))
        } else if half.integer_digits == 0 && half.fraction_digits == 0 {
            (1, 0)
        } else {
            (half.integer_digits, half.fraction_digits)
        };
        if half.at_signs > 0 {
            (pattern.min_sig, pattern.max_sig) = (half.at_signs, half.at_signs + half.trailing_hashes);
        } else if !ignore_rounding {
            (pattern.min_frac, pattern.max_frac) = (min_frac, half.fraction_total);
            pattern.increment = Some(Decimal::from_digits(false, &half.rounding)).filter(|step| !step.is_zero());
        }
        pattern.always_point = half.has_point && half.fraction_total == 0;
        pattern.min_int = min_int;
        if half.exponent_digits > 0 {
            (pattern.exponent_digits, pattern.exponent_plus) = (half.exponent_digits, half.exponent_plus);
            if half.at_signs == 0 {
                (pattern.min_int, pattern.max_int) = (half.integer_digits, half.integer_total);
            } else {
                pattern.min_int = 1;
            }
        }
        if let Some((pad, position)) = half.pad {
            let length = |affix: &str| symbols(affix).count() as i32;
            pattern.width = half.width + length(&half.prefix) + length(&half.suffix);
            pattern.pad = Some(match pad.strip_prefix('\'') {
                Some("'") => "'".to_owned(),
                Some(rest) => rest.trim_end_matches('\'').to_owned(),
                None => pad,
            });
            pattern.pad_position = position;
        }
        (pattern.prefix, pattern.suffix) = (half.prefix, half.suffix);
        pattern.negative = negative.map(|half| (half.prefix, half.suffix));
        pattern
    }

    /// The digits between prefix and suffix.
    fn number_text(&self) -> String {
        // No pattern is longer than that, whatever the attributes say.
        let most = |number: &mut i32| *number = (*number).min(100);
        let mut short = self.clone();
        [&mut short.min_int, &mut short.max_int, &mut short.min_frac, &mut short.min_sig, &mut short.max_sig]
            .into_iter()
            .chain([&mut short.grouping, &mut short.secondary, &mut short.exponent_digits])
            .for_each(most);
        if self.max_int > 100 {
            short.max_int = -1;
        }
        short.short_number_text()
    }
    fn short_number_text(&self) -> String {
        let (first, second) = if self.grouping_used { (self.grouping.max(0), self.secondary) } else { (0, 0) };
        let second = if second > 0 { second } else { first };
        let grouping_length = match (first, second) {
            (0, _) => 1,
            (a, b) if a != b => a + b + 1,
            (a, _) => a + 1,
        };
        let (mut digits, mut scale) = (String::new(), 0i32);
        if self.max_sig > 0 {
            digits = "@".repeat(self.min_sig.max(0) as usize) + &"#".repeat((self.max_sig - self.min_sig.max(0)).max(0) as usize);
        } else if let Some(step) = &self.increment {
            let (whole, part) = step.plain(0, 0);
            scale = -(part.len() as i32);
            digits = whole.iter().chain(&part).map(|d| char::from(b'0' + d)).collect();
            let zeros = digits.len() - digits.trim_start_matches('0').len();
            digits.drain(..zeros);
        }
        while (digits.len() as i32 + scale) < self.min_int {
            digits.insert(0, '0');
        }
        while -scale < self.min_frac.max(0) {
            scale -= 1;
            digits.push('0');
        }
        let length = digits.len() as i32;
        let mut from = grouping_length.max(length + scale);
        if self.max_int >= 0 && self.max_int < 999 {
            from = self.max_int.max(from);
        }
        let to = if self.max_frac >= 0 && self.max_sig <= 0 { scale.min(-self.max_frac.min(999)) } else { scale };
        let mut text = String::new();
        for magnitude in (to..from).rev() {
            let at = length + scale - magnitude - 1;
            let digit = usize::try_from(at).ok().and_then(|at| digits.chars().nth(at));
            text.push(digit.unwrap_or('#'));
            if magnitude == 0 && (self.always_point || to < 0) {
                text.push('.');
            }
            if first > 0 && magnitude > 0 && (magnitude == first || (magnitude > first && (magnitude - first) % second == 0)) {
                text.push(',');
            }
        }
        if self.exponent_digits > 0 {
            text.push('E');
            if self.exponent_plus {
                text.push('+');
            }
            text.push_str(&"0".repeat(self.exponent_digits as usize));
        }
        text
    }
    /// The pattern as a text.
    pub(crate) fn text(&self) -> String {
        let mut number = self.number_text();
        let (mut prefix, mut suffix) = (self.prefix.clone(), self.suffix.clone());
        if self.width > 0 {
            let length = |text: &str| text.chars().count() as i32;
            let missing = self.width.min(10_000) - length(&prefix) - length(&number) - length(&suffix);
            number.insert_str(0, &"#".repeat(missing.max(0) as usize));
            let pad = self.pad.as_deref().unwrap_or(" ");
            let pad = match pad {
                "'" => "*''".to_owned(),
                _ if pad.chars().count() == 1 => format!("*{pad}"),
                _ => format!("*'{pad}'"),
            };
            match self.pad_position {
                0 => prefix.insert_str(0, &pad),
                1 => prefix.push_str(&pad),
                2 => suffix.insert_str(0, &pad),
                _ => suffix.push_str(&pad),
            }
        }
        let mut text = format!("{prefix}{number}{suffix}");
        if let Some((negative_prefix, negative_suffix)) = &self.negative
            && !(*negative_prefix == format!("-{}", self.prefix) && *negative_suffix == self.suffix)
        {
            text.push_str(&format!(";{negative_prefix}{number}{negative_suffix}"));
        }
        text
    }
}
