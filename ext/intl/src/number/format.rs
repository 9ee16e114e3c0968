//! Writing decimal numbers: what ICU calls DecimalFormat.

use super::{
    currency::{self, Form, Names},
    decimal::{Decimal, Mode, Special},
    pattern::{Pattern, Token, symbols as tokens},
    plural::PluralRules,
    symbols::{self, Symbols},
};
use crate::data::Chain;
use icu_properties::{CodePointMapData, props::GeneralCategory};
use std::{cell::OnceCell, rc::Rc};

/// How many currency signs stand for the currency's name in words.
const CURRENCY_NAME: usize = 3;

/// A pattern with everything else that says how numbers are written and read.
#[derive(Clone)]
pub(crate) struct DecimalFormat {
    pub(crate) pattern: Pattern,
    pub(crate) symbols: Symbols,
    pub(crate) locale: String,
    pub(crate) currencies: Chain,
    /// The names of all currencies, once an amount was read.
    names: OnceCell<Rc<Names>>,
    /// Set, rather than the locale's.
    pub(crate) currency: Option<String>,
    pub(crate) custom_symbol: bool,
    /// Prefix and suffix, positive and negative, in place of the pattern's.
    pub(crate) affixes: [Option<String>; 4],
    pub(crate) multiplier: Option<i64>,
    pub(crate) rounding: Mode,
    pub(crate) int_only: bool,
    pub(crate) lenient: bool,
}

/// Where the pieces of a written number are.
#[derive(Default)]
pub(crate) struct Written {
    pub(crate) text: String,
    /// The digits behind the point that are shown, which plural rules ask for.
    pub(crate) fraction: usize,
}

/// An affix in pieces.
struct Affix {
    text: String,
    /// The symbol of a currency is at the end, or at the beginning.
    currency_last: bool,
    currency_first: bool,
}

/// Whether a currency symbol's edge needs a space between itself and digits.
fn needs_space(edge: Option<char>) -> bool {
    use GeneralCategory::*;
    edge.is_some_and(|c| {
        !matches!(
            CodePointMapData::<GeneralCategory>::new().get(c),
            MathSymbol | CurrencySymbol | ModifierSymbol | OtherSymbol | SpaceSeparator | LineSeparator | ParagraphSeparator
        )
    })
}

impl DecimalFormat {
    pub(crate) fn new(locale: &str, pattern: Pattern) -> DecimalFormat {
        let chain = Chain::new("", locale);
        DecimalFormat {
            pattern,
            symbols: Symbols::new(&chain, locale),
            locale: locale.to_owned(),
            currencies: Chain::new("curr", locale),
            names: OnceCell::new(),
            currency: None,
            custom_symbol: false,
            affixes: [const { None }; 4],
            multiplier: None,
            rounding: Mode::HALF_EVEN,
            int_only: false,
            lenient: false,
        }
    }
    /// A locale's format of one of the kinds of patterns: `decimalFormat`, `percentFormat`, …
    pub(crate) fn of_style(locale: &str, kind: &str) -> DecimalFormat {
        let chain = Chain::new("", locale);
        let text = style_pattern(&chain, locale, kind);
        let pattern = Pattern::parse(text, matches!(kind, "currencyFormat" | "accountingFormat")).unwrap_or_default();
        let mut format = DecimalFormat::new(locale, pattern);
        if format.uses_currency()
            && let Some(code) = crate::data::keyword(locale, "currency")
        {
            format.set_currency(&code.to_ascii_uppercase());
        }
        if let Some(code) = currency::of_locale(locale)
            && let Some((decimal, group)) = currency::separators(&format.currencies, &code)
        {
            format.symbols.texts[symbols::MONETARY] = decimal.to_owned();
            format.symbols.texts[symbols::MONETARY_GROUPING] = group.to_owned();
        }
        format
    }
    pub(crate) fn uses_currency(&self) -> bool {
        self.currency.is_some() || self.pattern.has_currency()
    }
    pub(crate) fn currency_names(&self) -> &Names {
        self.names.get_or_init(|| Rc::new(Names::new(&self.currencies)))
    }
    /// The code of the currency that amounts are in.
    pub(crate) fn currency_code(&self) -> String {
        self.currency.clone().unwrap_or_else(|| self.symbols.get(symbols::INTL_CURRENCY).to_owned())
    }
    pub(crate) fn set_currency(&mut self, code: &str) {
        if self.currency.as_deref() == Some(code) {
            return;
        }
        self.currency = Some(code.to_owned());
        self.custom_symbol = false;
        self.symbols.texts[symbols::INTL_CURRENCY] = code.to_owned();
        self.symbols.texts[symbols::CURRENCY] = currency::symbol(&self.currencies, code, Form::Symbol);
        if let Some((decimal, group)) = currency::separators(&self.currencies, code) {
            self.symbols.texts[symbols::MONETARY] = decimal.to_owned();
            self.symbols.texts[symbols::MONETARY_GROUPING] = group.to_owned();
        }
    }
    /// The fewest and most digits behind the point.
    pub(crate) fn fraction_digits(&self) -> (i32, i32) {
        let pattern = &self.pattern;
        if pattern.max_frac >= 0 || pattern.min_frac >= 0 {
            let low = pattern.min_frac.max(0);
            return (low, if pattern.max_frac < 0 { i32::MAX } else { pattern.max_frac.max(low) });
        }
        if self.uses_currency() {
            let (digits, _) = currency::digits(&self.currency_code());
            return (digits, digits);
        }
        (0, i32::MAX)
    }
    fn currency_text(&self, count: usize, form: &str) -> String {
        let code = self.currency_code();
        match count {
            1 if self.custom_symbol => self.symbols.get(symbols::CURRENCY).to_owned(),
            1 => currency::symbol(&self.currencies, &code, Form::Symbol),
            2 => code,
            CURRENCY_NAME => currency::plural_name(&self.currencies, &code, form),
            _ => currency::symbol(&self.currencies, &code, Form::Narrow),
        }
    }
    /// The pieces of a prefix (0) or suffix (1).
    pub(crate) fn affix_tokens(&self, negative: bool, side: usize) -> Vec<Token> {
        if let Some(text) = &self.affixes[usize::from(negative) * 2 + side] {
            return text.chars().map(Token::Literal).collect();
        }
        let pattern = &self.pattern;
        let positive = if side == 0 { &pattern.prefix } else { &pattern.suffix };
        match &pattern.negative {
            Some((prefix, suffix)) if negative => tokens(if side == 0 { prefix } else { suffix }).collect(),
            None if negative && side == 0 => std::iter::once(Token::Minus).chain(tokens(positive)).collect(),
            _ => tokens(positive).collect(),
        }
    }
    fn affix(&self, tokens: &[Token], form: &str) -> Affix {
        let is_currency = |token: Option<&Token>| matches!(token, Some(Token::Currency(_)));
        let (currency_first, currency_last) = (is_currency(tokens.first()), is_currency(tokens.last()));
        let mut text = String::new();
        for token in tokens {
            match token {
                Token::Literal(c) => text.push(*c),
                Token::Currency(count) => text.push_str(&self.currency_text(*count, form)),
                Token::Percent => text.push_str(self.symbols.get(symbols::PERCENT)),
                Token::PerMille => text.push_str(self.symbols.get(symbols::PER_MILLE)),
                Token::Minus => text.push_str(self.symbols.get(symbols::MINUS)),
                Token::Plus => text.push_str(self.symbols.get(symbols::PLUS)),
            }
        }
        Affix { text, currency_last, currency_first }
    }
    /// An affix as `getTextAttribute` shows it.
    pub(crate) fn affix_text(&self, negative: bool, side: usize) -> String {
        self.affix(&self.affix_tokens(negative, side), "other").text
    }
    /// The pattern as a text, with the digits that the currency has.
    pub(crate) fn pattern_text(&self) -> String {
        let mut pattern = self.pattern.clone();
        if pattern.max_frac < 0 && pattern.min_frac < 0 && pattern.max_sig <= 0 && self.uses_currency() {
            (pattern.min_frac, pattern.max_frac) = self.fraction_digits();
        }
        pattern.text()
    }
    /// Rounds to what is to be shown. For scientific notation that includes splitting off the exponent.
    fn round(&self, number: &mut Decimal) -> Option<i32> {
        let pattern = &self.pattern;
        if pattern.exponent_digits > 0 {
            return Some(self.round_scientific(number));
        }
        if pattern.max_sig > 0 {
            number.round_significant(pattern.max_sig, self.rounding);
        } else if let Some(step) = &pattern.increment {
            number.round_increment(step, self.rounding);
        } else {
            let (_, most) = self.fraction_digits();
            number.round(most.min(4096), self.rounding);
        }
        None
    }
    /// The least and most significant digits of a mantissa; a most of 0 is all.
    fn mantissa_digits(&self) -> (i32, i32) {
        let pattern = &self.pattern;
        if pattern.max_sig > 0 {
            return (pattern.min_sig, pattern.max_sig);
        }
        let (least, most) = self.fraction_digits();
        if pattern.min_int == 0 && most == 0 {
            (1, 0)
        } else if pattern.min_int == 0 && least == 0 {
            (1, most + 1)
        } else {
            let min_int = if pattern.max_int > pattern.min_int && pattern.min_int > 1 { 1 } else { pattern.min_int };
            (min_int + least, pattern.min_int + most.min(999))
        }
    }
    fn round_scientific(&self, number: &mut Decimal) -> i32 {
        let pattern = &self.pattern;
        let (mut min_int, mut max_int) = (pattern.min_int, pattern.max_int);
        if !(0..=8).contains(&max_int) {
            max_int = min_int;
        } else if max_int > min_int && min_int > 1 {
            min_int = 1;
        }
        let shown = |magnitude: i32| {
            if max_int == min_int && max_int > 1 {
                max_int
            } else if max_int <= 1 {
                1
            } else {
                magnitude.rem_euclid(max_int) + 1
            }
        };
        let (_, most) = self.mantissa_digits();
        if most > 0 {
            number.round_significant(most, self.rounding);
        }
        if number.is_zero() {
            return 0;
        }
        let exponent = number.magnitude() + 1 - shown(number.magnitude());
        number.shift(-exponent);
        exponent
    }
    fn digit(&self, digit: u8) -> &str {
        &self.symbols.digits[usize::from(digit.min(9))]
    }
    /// The digits, grouped, with the point.
    fn digits(&self, number: &Decimal, exponent: Option<i32>, out: &mut Written) {
        let pattern = &self.pattern;
        let money = self.uses_currency();
        let (least, _) = self.fraction_digits();
        let least_integer = if pattern.min_int < 0 { 1 } else { pattern.min_int.min(4096) as usize };
        let fraction = if exponent.is_some() || pattern.max_sig > 0 {
            let significant = if exponent.is_some() { self.mantissa_digits().0 } else { pattern.min_sig };
            let before = if number.is_zero() { 1 } else { number.magnitude() + 1 };
            (significant - before).max(0)
        } else {
            least
        };
        let mut number = number.clone();
        if (0..2_000_000_000).contains(&pattern.max_int) && exponent.is_none() {
            number.truncate_integer(pattern.max_int);
        }
        let (whole, part) = number.plain(least_integer, fraction.clamp(0, 4096) as usize);
        let whole = if whole.is_empty() && part.is_empty() { vec![0] } else { whole };
        let group = self.symbols.get(if money { symbols::MONETARY_GROUPING } else { symbols::GROUPING });
        let point = self.symbols.get(if money { symbols::MONETARY } else { symbols::DECIMAL });
        let (first, second) = if pattern.grouping_used && pattern.grouping > 0 && exponent.is_none() {
            (pattern.grouping as usize, if pattern.secondary > 0 { pattern.secondary } else { pattern.grouping } as usize)
        } else {
            (usize::MAX, usize::MAX)
        };
        for (at, digit) in whole.iter().enumerate() {
            out.text.push_str(self.digit(*digit));
            let left = whole.len() - at - 1;
            if left > 0 && left >= first && (left - first) % second == 0 {
                out.text.push_str(group);
            }
        }
        if !part.is_empty() || pattern.always_point {
            out.text.push_str(point);
        }
        for digit in &part {
            out.text.push_str(self.digit(*digit));
        }
        out.fraction = part.len();
        if let Some(exponent) = exponent {
            out.text.push_str(self.symbols.get(symbols::EXPONENTIAL));
            if exponent < 0 {
                out.text.push_str(self.symbols.get(symbols::MINUS));
            } else if pattern.exponent_plus {
                out.text.push_str(self.symbols.get(symbols::PLUS));
            }
            let text = format!("{:0width$}", exponent.unsigned_abs(), width = pattern.exponent_digits.clamp(0, 99) as usize);
            for digit in text.bytes() {
                out.text.push_str(self.digit(digit - b'0'));
            }
        }
    }
    /// Scales and rounds a number to what is shown, without the exponent.
    pub(crate) fn shown(&self, number: &Decimal) -> Decimal {
        let mut number = number.clone();
        self.scale(&mut number);
        self.round(&mut number);
        number
    }
    fn scale(&self, number: &mut Decimal) {
        if number.special == Special::None {
            number.shift(self.pattern.magnitude);
            if let Some(by) = self.multiplier {
                number.multiply(by);
            }
        }
    }
    /// Writes a number.
    pub(crate) fn format(&self, number: &Decimal) -> String {
        self.write(number).text
    }
    pub(crate) fn write(&self, number: &Decimal) -> Written {
        let mut number = number.clone();
        self.scale(&mut number);
        let mut body = Written::default();
        match number.special {
            Special::NaN => body.text.push_str(self.symbols.get(symbols::NAN)),
            Special::Infinite => body.text.push_str(self.symbols.get(symbols::INFINITY)),
            Special::None => {
                let exponent = self.round(&mut number);
                self.digits(&number, exponent, &mut body);
            }
        }
        let sides = [0, 1].map(|side| self.affix_tokens(number.negative, side));
        let form = if sides.iter().flatten().any(|token| *token == Token::Currency(CURRENCY_NAME)) {
            let mut positive = number.clone();
            positive.negative = false;
            PluralRules::new(&self.locale, false).select(&positive, body.fraction)
        } else {
            "other"
        };
        let [prefix, suffix] = sides.map(|tokens| self.affix(&tokens, form));
        let is_number = number.special == Special::None;
        let mut text = prefix.text.clone();
        if is_number && prefix.currency_last && needs_space(prefix.text.chars().next_back()) {
            text.push('\u{a0}');
        }
        let before = text.len();
        text.push_str(&body.text);
        let after = text.len();
        if is_number && suffix.currency_first && needs_space(suffix.text.chars().next()) {
            text.push('\u{a0}');
        }
        text.push_str(&suffix.text);
        self.pad(&mut text, before, after);
        Written { text, fraction: body.fraction }
    }
    fn pad(&self, text: &mut String, before: usize, after: usize) {
        let length = text.chars().count() as i32;
        if self.pattern.width > length {
            let pad = self.pattern.pad.as_deref().unwrap_or(" ");
            let fill = pad.repeat((self.pattern.width - length).min(100_000) as usize);
            let at = match self.pattern.pad_position {
                0 => 0,
                1 => before,
                2 => after,
                _ => text.len(),
            };
            text.insert_str(at, &fill);
        }
    }
}

/// A locale's pattern of a kind.
pub(crate) fn style_pattern(chain: &Chain, locale: &str, kind: &str) -> &'static str {
    let system = symbols::numbering_system(chain, locale);
    let own = chain.text(&["NumberElements", &system, "patterns", kind]);
    own.or_else(|| chain.text(&["NumberElements", "latn", "patterns", kind])).unwrap_or("#,##0.###")
}
