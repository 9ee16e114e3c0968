//! What NumberFormatter's methods do, and the functions `numfmt_*`.

use super::{
    attributes,
    class::{self, Kind, State},
    decimal::Decimal,
    parse as read,
    pattern::Pattern,
};
use crate::error::{ILLEGAL_ARGUMENT, INVALID_CHAR_FOUND, reset};
use crate::utf16;
use phant_memory::{Object, Str, Value};
use phant_native::{
    ClassPtr, Ctx, Number, PhpResult, args::RefArg, convert, descriptor::FunctionGroup, functions, php, ret::OrFalse,
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    numfmt_create,
    numfmt_format,
    numfmt_parse,
    numfmt_format_currency,
    numfmt_parse_currency,
    numfmt_set_attribute,
    numfmt_get_attribute,
    numfmt_set_text_attribute,
    numfmt_get_text_attribute,
    numfmt_set_symbol,
    numfmt_get_symbol,
    numfmt_set_pattern,
    numfmt_get_pattern,
    numfmt_get_locale,
    numfmt_get_error_code,
    numfmt_get_error_message
];

const PARSE_ERROR: i64 = 9;
const INVALID_FORMAT: i64 = 3;
const UNSUPPORTED: i64 = 16;

/// The state of a formatter that was constructed, its errors forgotten.
fn opened<'a>(ctx: &Ctx, object: &'a Object) -> PhpResult<&'a State> {
    let state = State::of(object);
    state.error.reset(ctx);
    if state.kind.borrow().is_none() {
        return Err(ctx.throw_error("Found unconstructed NumberFormatter"));
    }
    Ok(state)
}

/// Works with what a formatter formats by.
fn with<R>(state: &State, act: impl FnOnce(&mut Kind) -> R) -> R {
    act(state.kind.borrow_mut().as_mut().expect("looked at by `opened`"))
}

/// A text in UTF-8, or the error that it is none.
fn unicode<'a>(ctx: &Ctx, state: &State, text: &'a Str, message: &'static str) -> PhpResult<Option<&'a str>> {
    match std::str::from_utf8(text.as_bytes()) {
        Ok(text) => Ok(Some(text)),
        Err(_) => {
            state.error.set(ctx, INVALID_CHAR_FOUND, message)?;
            Ok(None)
        }
    }
}

pub(super) fn create(ctx: &Ctx, class: ClassPtr, locale: &Str, style: i64, pattern: Option<&Str>) -> PhpResult<Option<Object>> {
    reset(ctx);
    let Some(kind) = class::open(ctx, 1, locale, style, pattern)? else { return Ok(None) };
    let object = ctx.allocate(class)?;
    State::of(&object).kind.replace(Some(kind));
    Ok(Some(object))
}

fn write(kind: &Kind, number: &Decimal) -> String {
    match kind {
        Kind::Decimal(format) => format.format(number),
        Kind::Rules { rules, rounding, .. } => {
            let mut number = number.clone();
            if *rounding != 7 {
                number.round(3, super::decimal::Mode(*rounding));
            }
            rules.format(&number)
        }
    }
}

/// A float as C converts it to an integer: what does not fit is the least one.
fn truncate(value: f64, low: i64, high: i64) -> i64 {
    let value = value.trunc();
    if value >= low as f64 && value <= high as f64 { value as i64 } else { low }
}

pub(super) fn format(ctx: &Ctx, this: &Object, number: Number, kind: i64, first: usize) -> PhpResult<OrFalse<String>> {
    let state = opened(ctx, this)?;
    let number = match (kind, number) {
        (0, Number::Int(value)) => Decimal::from_int(value),
        (0 | 3, number) => Decimal::from_float(number.to_f64()),
        (1, Number::Int(value)) => Decimal::from_int(i64::from(value as i32)),
        (1, Number::Float(value)) => Decimal::from_int(truncate(value, i64::from(i32::MIN), i64::from(i32::MAX))),
        (2, Number::Int(value)) => Decimal::from_int(value),
        (2, Number::Float(value)) => Decimal::from_int(truncate(value, i64::MIN, i64::MAX)),
        (4, _) => {
            let instead =
                if first == 1 { "NumberFormatter::formatCurrency() method" } else { "numfmt_format_currency() function" };
            let text = format!("cannot be NumberFormatter::TYPE_CURRENCY constant, use {instead} instead");
            return Err(ctx.argument_error(first + 1, text));
        }
        _ => return Err(ctx.argument_error(first + 1, "must be a NumberFormatter::TYPE_* constant")),
    };
    Ok(OrFalse::Some(with(state, |kind| write(kind, &number))))
}

/// Where reading is to begin, in characters. `None` if that is outside the text: there ICU reads nothing, and does not say so.
fn start(chars: &[char], offset: Option<&RefArg<'_>>) -> Option<usize> {
    let at = offset.map_or(0, |offset| convert::to_int(&offset.get()));
    utf16::character_at(chars, at)
}

/// Tells where reading has ended.
fn set_end(offset: Option<RefArg<'_>>, units: usize) {
    if let Some(mut offset) = offset {
        offset.set(units);
    }
}

/// Where ICU says that reading got stuck: how far it came, counted from the start, where it adds the start once more.
fn stuck_at(chars: &[char], start: usize, far: usize) -> usize {
    utf16::length(&chars[..start]) + utf16::length(&chars[..far])
}

fn not_read<T>(ctx: &Ctx, state: &State) -> PhpResult<OrFalse<T>> {
    state.error.set(ctx, PARSE_ERROR, "Number parsing failed")?;
    Ok(OrFalse::False)
}

pub(super) fn parse(
    ctx: &Ctx,
    this: &Object,
    text: &Str,
    kind: i64,
    offset: Option<RefArg<'_>>,
    first: usize,
) -> PhpResult<OrFalse<Number>> {
    let state = opened(ctx, this)?;
    if kind == 4 {
        let instead = if first == 1 { "NumberFormatter::parseCurrency() method" } else { "numfmt_parse_currency() function" };
        let text = format!("cannot be NumberFormatter::TYPE_CURRENCY constant, use {instead} instead");
        return Err(ctx.argument_error(first + 1, text));
    }
    if !(1..=3).contains(&kind) {
        return Err(ctx.argument_error(first + 1, "must be a NumberFormatter::TYPE_* constant"));
    }
    let Some(text) = unicode(ctx, state, text, "String conversion to UTF-16 failed")? else { return Ok(OrFalse::False) };
    let chars: Vec<char> = text.chars().collect();
    let Some(at) = start(&chars, offset.as_ref()) else {
        return Ok(OrFalse::Some(if kind == 3 { Number::Float(0.0) } else { Number::Int(0) }));
    };
    let found = with(state, |kind| match kind {
        Kind::Decimal(format) => read(format, &chars, at, false).map(|parsed| (parsed.number, parsed.end)),
        Kind::Rules { rules, lenient, .. } => {
            let found = rules.number_in(text, at, *lenient).map(|(value, end)| (Decimal::from_float(value), end));
            found.ok_or(0)
        }
    });
    let number = match found {
        Ok((number, end)) => {
            set_end(offset, utf16::length(&chars[..end]));
            number
        }
        Err(far) => {
            set_end(offset, stuck_at(&chars, at, far));
            return not_read(ctx, state);
        }
    };
    let (low, high) = if kind == 1 { (i64::from(i32::MIN), i64::from(i32::MAX)) } else { (i64::MIN, i64::MAX) };
    if kind == 3 {
        return Ok(OrFalse::Some(Number::Float(number.to_float())));
    }
    let whole = number.to_int().or_else(|| {
        let value = number.to_float().trunc();
        (value.abs() < 9.2e18).then_some(value as i64)
    });
    match whole.filter(|value| (low..=high).contains(value)) {
        Some(value) => Ok(OrFalse::Some(Number::Int(value))),
        None => {
            state.error.set(ctx, INVALID_FORMAT, "Number parsing failed")?;
            Ok(OrFalse::False)
        }
    }
}

pub(super) fn format_currency(ctx: &Ctx, this: &Object, amount: f64, currency: &Str) -> PhpResult<OrFalse<String>> {
    let state = opened(ctx, this)?;
    let Some(code) = unicode(ctx, state, currency, "Currency conversion to UTF-16 failed")? else { return Ok(OrFalse::False) };
    let code: String = code.chars().take(3).collect::<String>().to_ascii_uppercase();
    if code.len() != 3 {
        state.error.set(ctx, ILLEGAL_ARGUMENT, "Number formatting failed")?;
        return Ok(OrFalse::False);
    }
    let number = Decimal::from_float(amount);
    Ok(OrFalse::Some(with(state, |kind| match kind {
        Kind::Decimal(format) if format.currency_code() == code && format.currency.is_some() => format.format(&number),
        Kind::Decimal(format) => {
            let mut format = format.clone();
            if !(format.custom_symbol && format.currency_code() == code) {
                format.set_currency(&code);
            }
            format.format(&number)
        }
        rules => write(rules, &number),
    })))
}

pub(super) fn parse_currency(
    ctx: &Ctx,
    this: &Object,
    text: &Str,
    mut currency: RefArg<'_>,
    offset: Option<RefArg<'_>>,
) -> PhpResult<OrFalse<f64>> {
    let state = opened(ctx, this)?;
    let Some(text) = unicode(ctx, state, text, "String conversion to UTF-16 failed")? else { return Ok(OrFalse::False) };
    let chars: Vec<char> = text.chars().collect();
    let Some(at) = start(&chars, offset.as_ref()) else {
        return not_read(ctx, state);
    };
    let found = with(state, |kind| match kind {
        Kind::Decimal(format) => read(format, &chars, at, true),
        Kind::Rules { .. } => Err(0),
    });
    let found = match found {
        Ok(found) => found,
        Err(far) => {
            set_end(offset, stuck_at(&chars, at, far));
            return not_read(ctx, state);
        }
    };
    set_end(offset, utf16::length(&chars[..found.end]));
    currency.set(Value::from(found.currency.unwrap_or_default()));
    Ok(OrFalse::Some(found.number.to_float()))
}

pub(super) fn set_attribute(ctx: &Ctx, this: &Object, attribute: i64, value: Number) -> PhpResult<bool> {
    let state = opened(ctx, this)?;
    let int = match value {
        Number::Int(value) => value,
        Number::Float(value) => truncate(value, i64::MIN, i64::MAX),
    };
    if with(state, |kind| attributes::set(kind, attribute, int, value.to_f64())) {
        return Ok(true);
    }
    state.error.set(ctx, UNSUPPORTED, "Error setting attribute value")?;
    Ok(false)
}

pub(super) fn get_attribute(ctx: &Ctx, this: &Object, attribute: i64) -> PhpResult<OrFalse<Number>> {
    let state = opened(ctx, this)?;
    match with(state, |kind| attributes::get(kind, attribute)) {
        Some(attributes::Value::Int(value)) => Ok(OrFalse::Some(Number::Int(value))),
        Some(attributes::Value::Float(value)) => Ok(OrFalse::Some(Number::Float(value))),
        None => {
            state.error.set(ctx, UNSUPPORTED, "Error getting attribute value")?;
            Ok(OrFalse::False)
        }
    }
}

pub(super) fn set_text_attribute(ctx: &Ctx, this: &Object, attribute: i64, value: &Str) -> PhpResult<bool> {
    let state = opened(ctx, this)?;
    let message = "Error converting attribute value to UTF-16";
    let Some(value) = unicode(ctx, state, value, message)? else { return Ok(false) };
    match with(state, |kind| attributes::set_text(kind, attribute, value)) {
        Ok(()) => Ok(true),
        Err(code) => {
            state.error.set(ctx, code, "Error setting text attribute")?;
            Ok(false)
        }
    }
}

pub(super) fn get_text_attribute(ctx: &Ctx, this: &Object, attribute: i64) -> PhpResult<OrFalse<String>> {
    let state = opened(ctx, this)?;
    let text = with(state, |kind| attributes::text(kind, attribute));
    if text.is_none() {
        state.error.set(ctx, UNSUPPORTED, "Error getting attribute value")?;
    }
    Ok(OrFalse::from(text))
}

pub(super) fn set_symbol(ctx: &Ctx, this: &Object, symbol: i64, value: &Str) -> PhpResult<bool> {
    if !class::symbol_is_known(symbol) {
        crate::error::set(ctx, ILLEGAL_ARGUMENT, "numfmt_set_symbol: invalid symbol value")?;
        return Ok(false);
    }
    let state = opened(ctx, this)?;
    let message = "Error converting symbol value to UTF-16";
    let Some(value) = unicode(ctx, state, value, message)? else { return Ok(false) };
    if with(state, |kind| attributes::set_symbol(kind, symbol as usize, value)) {
        return Ok(true);
    }
    state.error.set(ctx, UNSUPPORTED, "Error setting symbol value")?;
    Ok(false)
}

pub(super) fn get_symbol(ctx: &Ctx, this: &Object, symbol: i64) -> PhpResult<OrFalse<String>> {
    if !class::symbol_is_known(symbol) {
        crate::error::set(ctx, ILLEGAL_ARGUMENT, "numfmt_get_symbol: invalid symbol value")?;
        return Ok(OrFalse::False);
    }
    let state = opened(ctx, this)?;
    let text = with(state, |kind| attributes::symbol(kind, symbol as usize));
    if text.is_none() {
        state.error.set(ctx, UNSUPPORTED, "Error getting symbol value")?;
    }
    Ok(OrFalse::from(text))
}

pub(super) fn set_pattern(ctx: &Ctx, this: &Object, pattern: &Str) -> PhpResult<bool> {
    let state = opened(ctx, this)?;
    let message = "Error converting pattern to UTF-16";
    let Some(text) = unicode(ctx, state, pattern, message)? else { return Ok(false) };
    let failed = with(state, |kind| match kind {
        Kind::Decimal(format) => match Pattern::parse(text, false) {
            Ok(pattern) => {
                (format.pattern, format.multiplier) = (pattern, None);
                None
            }
            Err(code) => Some(code),
        },
        Kind::Rules { .. } => Some(UNSUPPORTED),
    });
    if let Some(code) = failed {
        state.error.set(ctx, code, "Error setting pattern value at line 0, offset 0")?;
        return Ok(false);
    }
    Ok(true)
}

pub(super) fn get_pattern(ctx: &Ctx, this: &Object) -> PhpResult<OrFalse<String>> {
    let state = opened(ctx, this)?;
    Ok(OrFalse::Some(with(state, |kind| match kind {
        Kind::Decimal(format) => format.pattern_text(),
        Kind::Rules { rules, .. } => rules.text(),
    })))
}

pub(super) fn get_locale(ctx: &Ctx, this: &Object, kind: i64) -> PhpResult<OrFalse<String>> {
    let state = opened(ctx, this)?;
    if !(0..=1).contains(&kind) {
        state.error.set(ctx, ILLEGAL_ARGUMENT, "Error getting locale")?;
        return Ok(OrFalse::False);
    }
    Ok(OrFalse::Some(with(state, |kind| class::valid_locale(kind))))
}

/// A new NumberFormatter.
#[php("function numfmt_create(string $locale, int $style, ?string $pattern = null): ?NumberFormatter")]
fn numfmt_create(ctx: &Ctx, locale: &Str, style: i64, pattern: Option<&Str>) -> PhpResult<Option<Object>> {
    create(ctx, ctx.known_class("NumberFormatter"), locale, style, pattern)
}

/// A number as a text.
#[php(
    "function numfmt_format(NumberFormatter $formatter, int|float $num, int $type = NumberFormatter::TYPE_DEFAULT): string|false"
)]
fn numfmt_format(ctx: &Ctx, formatter: &Object, number: Number, kind: i64) -> PhpResult<OrFalse<String>> {
    format(ctx, formatter, number, kind, 2)
}

/// The number that a text says.
#[php(
    "function numfmt_parse(NumberFormatter $formatter, string $string, int $type = NumberFormatter::TYPE_DOUBLE, &$offset = null): int|float|false"
)]
fn numfmt_parse(
    ctx: &Ctx,
    formatter: &Object,
    text: &Str,
    kind: i64,
    offset: RefArg<'_>,
    passed: usize,
) -> PhpResult<OrFalse<Number>> {
    parse(ctx, formatter, text, kind, (passed > 3).then_some(offset), 2)
}

/// An amount of money as a text.
#[php("function numfmt_format_currency(NumberFormatter $formatter, float $amount, string $currency): string|false")]
fn numfmt_format_currency(ctx: &Ctx, formatter: &Object, amount: f64, currency: &Str) -> PhpResult<OrFalse<String>> {
    format_currency(ctx, formatter, amount, currency)
}

/// The amount of money that a text says.
#[php("function numfmt_parse_currency(NumberFormatter $formatter, string $string, &$currency, &$offset = null): float|false")]
fn numfmt_parse_currency(
    ctx: &Ctx,
    formatter: &Object,
    text: &Str,
    currency: RefArg<'_>,
    offset: RefArg<'_>,
    passed: usize,
) -> PhpResult<OrFalse<f64>> {
    parse_currency(ctx, formatter, text, currency, (passed > 3).then_some(offset))
}

/// Sets an attribute.
#[php("function numfmt_set_attribute(NumberFormatter $formatter, int $attribute, int|float $value): bool")]
fn numfmt_set_attribute(ctx: &Ctx, formatter: &Object, attribute: i64, value: Number) -> PhpResult<bool> {
    set_attribute(ctx, formatter, attribute, value)
}

/// An attribute.
#[php("function numfmt_get_attribute(NumberFormatter $formatter, int $attribute): int|float|false")]
fn numfmt_get_attribute(ctx: &Ctx, formatter: &Object, attribute: i64) -> PhpResult<OrFalse<Number>> {
    get_attribute(ctx, formatter, attribute)
}

/// Sets an attribute that is a text.
#[php("function numfmt_set_text_attribute(NumberFormatter $formatter, int $attribute, string $value): bool")]
fn numfmt_set_text_attribute(ctx: &Ctx, formatter: &Object, attribute: i64, value: &Str) -> PhpResult<bool> {
    set_text_attribute(ctx, formatter, attribute, value)
}

/// An attribute that is a text.
#[php("function numfmt_get_text_attribute(NumberFormatter $formatter, int $attribute): string|false")]
fn numfmt_get_text_attribute(ctx: &Ctx, formatter: &Object, attribute: i64) -> PhpResult<OrFalse<String>> {
    get_text_attribute(ctx, formatter, attribute)
}

/// Sets a symbol.
#[php("function numfmt_set_symbol(NumberFormatter $formatter, int $symbol, string $value): bool")]
fn numfmt_set_symbol(ctx: &Ctx, formatter: &Object, symbol: i64, value: &Str) -> PhpResult<bool> {
    set_symbol(ctx, formatter, symbol, value)
}

/// A symbol.
#[php("function numfmt_get_symbol(NumberFormatter $formatter, int $symbol): string|false")]
fn numfmt_get_symbol(ctx: &Ctx, formatter: &Object, symbol: i64) -> PhpResult<OrFalse<String>> {
    get_symbol(ctx, formatter, symbol)
}

/// Sets the pattern.
#[php("function numfmt_set_pattern(NumberFormatter $formatter, string $pattern): bool")]
fn numfmt_set_pattern(ctx: &Ctx, formatter: &Object, pattern: &Str) -> PhpResult<bool> {
    set_pattern(ctx, formatter, pattern)
}

/// The pattern, or the rules.
#[php("function numfmt_get_pattern(NumberFormatter $formatter): string|false")]
fn numfmt_get_pattern(ctx: &Ctx, formatter: &Object) -> PhpResult<OrFalse<String>> {
    get_pattern(ctx, formatter)
}

/// The locale that the data are from.
#[php("function numfmt_get_locale(NumberFormatter $formatter, int $type = ULOC_ACTUAL_LOCALE): string|false")]
fn numfmt_get_locale(ctx: &Ctx, formatter: &Object, kind: i64) -> PhpResult<OrFalse<String>> {
    get_locale(ctx, formatter, kind)
}

/// The code of a formatter's last error.
#[php("function numfmt_get_error_code(NumberFormatter $formatter): int")]
fn numfmt_get_error_code(formatter: &Object) -> i64 {
    State::of(formatter).error.code()
}

/// A formatter's last error.
#[php("function numfmt_get_error_message(NumberFormatter $formatter): string")]
fn numfmt_get_error_message(formatter: &Object) -> Str {
    State::of(formatter).error.text()
}
