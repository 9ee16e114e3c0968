//! What IntlDateFormatter's methods do, and the functions `datefmt_*`.

use super::{
    class::{self, DateFormat, State},
    format,
    moment::moment_of,
    parse, style,
    symbols::DateSymbols,
};
use crate::{
    calendar::{self, Cal, actions::locale_named, cal::*, calendar_of},
    error::{ILLEGAL_ARGUMENT, INVALID_CHAR_FOUND, reset, set},
    timezone::{self, zone_argument},
    utf16,
};
use phant_ext_date::exchange;
use phant_memory::{Array, Object, Str, Value, View};
use phant_native::{Ctx, Number, PhpResult, args::RefArg, convert, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    datefmt_create,
    datefmt_get_datetype,
    datefmt_get_timetype,
    datefmt_get_calendar,
    datefmt_set_calendar,
    datefmt_get_timezone_id,
    datefmt_get_calendar_object,
    datefmt_get_timezone,
    datefmt_set_timezone,
    datefmt_set_pattern,
    datefmt_get_pattern,
    datefmt_get_locale,
    datefmt_set_lenient,
    datefmt_is_lenient,
    datefmt_format,
    datefmt_format_object,
    datefmt_parse,
    datefmt_localtime,
    datefmt_get_error_code,
    datefmt_get_error_message
];

const PARSE_ERROR: i64 = 9;

/// The state of a formatter that was constructed, its errors forgotten.
fn opened<'a>(ctx: &Ctx, object: &'a Object) -> PhpResult<&'a State> {
    let state = State::of(object);
    state.error.reset(ctx);
    if state.format.borrow().is_none() {
        return Err(ctx.throw_error("Found unconstructed IntlDateFormatter"));
    }
    Ok(state)
}

fn with<R>(state: &State, act: impl FnOnce(&mut DateFormat) -> R) -> R {
    act(state.format.borrow_mut().as_mut().expect("looked at by `opened`"))
}

/// A new formatter.
#[php(
    "function datefmt_create(?string $locale, int $dateType = IntlDateFormatter::FULL, int $timeType = IntlDateFormatter::FULL, $timezone = null, IntlCalendar|int|null $calendar = null, ?string $pattern = null): ?IntlDateFormatter"
)]
#[allow(clippy::too_many_arguments)]
pub(super) fn datefmt_create(
    ctx: &Ctx,
    locale: Option<&Str>,
    date: i64,
    time: i64,
    timezone: &Value,
    calendar: &Value,
    pattern: Option<&Str>,
) -> PhpResult<Option<Object>> {
    reset(ctx);
    let Some(format) = class::open(ctx, locale, date, time, timezone, calendar, pattern)? else { return Ok(None) };
    let object = ctx.allocate(ctx.known_class("IntlDateFormatter"))?;
    State::of(&object).format.replace(Some(format));
    Ok(Some(object))
}

/// The style of dates.
#[php("function datefmt_get_datetype(IntlDateFormatter $formatter): int|false")]
pub(super) fn datefmt_get_datetype(ctx: &Ctx, formatter: &Object) -> PhpResult<i64> {
    Ok(with(opened(ctx, formatter)?, |format| format.date))
}

/// The style of times.
#[php("function datefmt_get_timetype(IntlDateFormatter $formatter): int|false")]
pub(super) fn datefmt_get_timetype(ctx: &Ctx, formatter: &Object) -> PhpResult<i64> {
    Ok(with(opened(ctx, formatter)?, |format| format.time))
}

/// The kind of calendar that was asked for.
#[php("function datefmt_get_calendar(IntlDateFormatter $formatter): int|false")]
pub(super) fn datefmt_get_calendar(ctx: &Ctx, formatter: &Object) -> PhpResult<OrFalse<i64>> {
    Ok(OrFalse::from(with(opened(ctx, formatter)?, |format| format.kind)))
}

/// Sets the calendar.
#[php("function datefmt_set_calendar(IntlDateFormatter $formatter, IntlCalendar|int|null $calendar): bool")]
pub(super) fn datefmt_set_calendar(ctx: &Ctx, formatter: &Object, calendar: &Value) -> PhpResult<bool> {
    let state = opened(ctx, formatter)?;
    let (locale, tz) = with(state, |format| (format.locale.clone(), format.cal.tz.clone()));
    let Some((mut cal, kind)) = class::calendar_argument(ctx, calendar, &locale, "datefmt_set_calendar", Some(&state.error))?
    else {
        return Ok(false);
    };
    if kind.is_some() {
        cal.tz = tz;
    }
    with(state, |format| {
        (format.kind, format.cal) = (kind, cal);
        format.restyle();
    });
    Ok(true)
}

/// The name of the time zone.
#[php("function datefmt_get_timezone_id(IntlDateFormatter $formatter): string|false")]
pub(super) fn datefmt_get_timezone_id(ctx: &Ctx, formatter: &Object) -> PhpResult<String> {
    Ok(with(opened(ctx, formatter)?, |format| format.cal.tz.id.clone()))
}

/// A copy of the calendar.
#[php("function datefmt_get_calendar_object(IntlDateFormatter $formatter): IntlCalendar|false|null")]
pub(super) fn datefmt_get_calendar_object(ctx: &Ctx, formatter: &Object) -> PhpResult<Object> {
    let cal = with(opened(ctx, formatter)?, |format| format.cal.clone());
    calendar::new_object(ctx, cal)
}

/// The time zone.
#[php("function datefmt_get_timezone(IntlDateFormatter $formatter): IntlTimeZone|false")]
pub(super) fn datefmt_get_timezone(ctx: &Ctx, formatter: &Object) -> PhpResult<Object> {
    let tz = with(opened(ctx, formatter)?, |format| format.cal.tz.clone());
    timezone::new_object(ctx, tz)
}

/// Sets the time zone.
#[php("function datefmt_set_timezone(IntlDateFormatter $formatter, $timezone): bool")]
pub(super) fn datefmt_set_timezone(ctx: &Ctx, formatter: &Object, zone: &Value) -> PhpResult<bool> {
    let state = opened(ctx, formatter)?;
    match zone_argument(ctx, zone, "datefmt_set_timezone", Some(&state.error))? {
        Some(tz) => {
            with(state, |format| format.cal.set_zone(tz));
            Ok(true)
        }
        None => Ok(false),
    }
}

/// Sets the pattern.
#[php("function datefmt_set_pattern(IntlDateFormatter $formatter, string $pattern): bool")]
pub(super) fn datefmt_set_pattern(ctx: &Ctx, formatter: &Object, pattern: &Str) -> PhpResult<bool> {
    let state = opened(ctx, formatter)?;
    match std::str::from_utf8(pattern.as_bytes()) {
        Ok(pattern) => {
            with(state, |format| format.pattern = pattern.to_owned());
            Ok(true)
        }
        Err(_) => {
            state.error.set(ctx, INVALID_CHAR_FOUND, "Error converting pattern to UTF-16")?;
            Ok(false)
        }
    }
}

/// The pattern.
#[php("function datefmt_get_pattern(IntlDateFormatter $formatter): string|false")]
pub(super) fn datefmt_get_pattern(ctx: &Ctx, formatter: &Object) -> PhpResult<String> {
    Ok(with(opened(ctx, formatter)?, |format| format.pattern.clone()))
}

/// The locale that was asked for, or that the data are from.
#[php("function datefmt_get_locale(IntlDateFormatter $formatter, int $type = ULOC_ACTUAL_LOCALE): string|false")]
pub(super) fn datefmt_get_locale(ctx: &Ctx, formatter: &Object, kind: i64) -> PhpResult<OrFalse<String>> {
    let state = opened(ctx, formatter)?;
    if !(0..=1).contains(&kind) {
        state.error.set(ctx, ILLEGAL_ARGUMENT, "Error getting locale")?;
        return Ok(OrFalse::False);
    }
    Ok(OrFalse::Some(with(state, |format| calendar::actions::valid_locale(&format.locale, kind))))
}

/// Sets whether texts that are not quite dates are read.
#[php("function datefmt_set_lenient(IntlDateFormatter $formatter, bool $lenient): void")]
pub(super) fn datefmt_set_lenient(ctx: &Ctx, formatter: &Object, lenient: bool) -> PhpResult<()> {
    with(opened(ctx, formatter)?, |format| format.cal.lenient = lenient);
    Ok(())
}

/// Whether texts that are not quite dates are read.
#[php("function datefmt_is_lenient(IntlDateFormatter $formatter): bool")]
pub(super) fn datefmt_is_lenient(ctx: &Ctx, formatter: &Object) -> PhpResult<bool> {
    Ok(with(opened(ctx, formatter)?, |format| format.cal.lenient))
}

/// The moment that an array like localtime's says.
fn moment_of_array(ctx: &Ctx, array: &Array, state: &State) -> PhpResult<Option<f64>> {
    let mut cal = with(state, |format| format.cal.clone());
    let keys = [
        ("tm_year", YEAR),
        ("tm_mon", MONTH),
        ("tm_mday", DATE),
        ("tm_hour", HOUR_OF_DAY),
        ("tm_min", MINUTE),
        ("tm_sec", SECOND),
    ];
    cal.clear(None);
    for (key, field) in keys {
        let Some(value) = array.get_bytes(key.as_bytes()) else { continue };
        let Some(value) = value.as_int() else {
            state.error.set(
                ctx,
                ILLEGAL_ARGUMENT,
                format!("datefmt_format: parameter array contains a non-integer element for key {key}"),
            )?;
            return Ok(None);
        };
        cal.set(field, if field == YEAR { value.saturating_add(1900) } else { value });
    }
    Ok(cal.time().ok())
}

/// A date as a text.
#[php("function datefmt_format(IntlDateFormatter $formatter, $datetime): string|false")]
pub(super) fn datefmt_format(ctx: &Ctx, formatter: &Object, datetime: &Value) -> PhpResult<OrFalse<String>> {
    let state = opened(ctx, formatter)?;
    let moment = match datetime.as_array() {
        Some(array) => match moment_of_array(ctx, &array, state)? {
            Some(moment) => Ok(moment),
            None => return Ok(OrFalse::False),
        },
        None => moment_of(ctx, datetime, "datefmt_format")?,
    };
    let moment = match moment {
        Ok(moment) => moment,
        Err(message) => {
            state.error.set(ctx, ILLEGAL_ARGUMENT, message)?;
            return Ok(OrFalse::False);
        }
    };
    match with(state, |format| format.write(moment)) {
        Ok(text) => Ok(OrFalse::Some(text)),
        Err(code) => {
            state.error.set(ctx, code, "Date formatting failed")?;
            Ok(OrFalse::False)
        }
    }
}

/// The styles or the pattern that `formatObject` is given. `Ok(None)` if it makes no sense, which has been noted.
fn object_format(ctx: &Ctx, value: &Value) -> PhpResult<Option<Result<(i64, i64), String>>> {
    let is_style = |style: i64| matches!(style, -1..=3 | 128..=131);
    let fail = |message: &str| {
        set(ctx, ILLEGAL_ARGUMENT, format!("datefmt_format_object: {message}"))?;
        Ok(None)
    };
    match value.view() {
        View::Null => Ok(Some(Ok((2, 2)))),
        View::Array(array) => {
            if array.len() != 2 {
                return fail("bad format; if array, it must have two elements");
            }
            let styles: Vec<Option<i64>> = array.values().map(Value::as_int).collect();
            match styles[..] {
                [Some(date), Some(time)] if is_style(date) && is_style(time) => Ok(Some(Ok((date, time)))),
                [Some(date), _] if is_style(date) => {
                    fail("bad format; the time format (second element of the array) is not valid")
                }
                _ => fail("bad format; the date format (first element of the array) is not valid"),
            }
        }
        View::Int(style) if is_style(style) => Ok(Some(Ok((style, style)))),
        View::Int(_) => fail("the date/time format type is invalid"),
        _ => {
            let text = convert::to_str(ctx, value)?;
            if text.is_empty() {
                return fail("the format is empty");
            }
            match String::from_utf8(text.as_bytes().to_vec()) {
                Ok(pattern) => Ok(Some(Err(pattern))),
                Err(_) => fail("error converting format to UTF-16"),
            }
        }
    }
}

/// A date or a calendar as a text.
#[php("function datefmt_format_object($datetime, $format = null, ?string $locale = null): string|false")]
pub(super) fn datefmt_format_object(
    ctx: &Ctx,
    datetime: &Value,
    format: &Value,
    locale: Option<&Str>,
) -> PhpResult<OrFalse<String>> {
    reset(ctx);
    let locale = locale_named(ctx, locale.filter(|name| !name.is_empty()));
    let Some(object) = datetime.as_object() else {
        let given = convert::value_name(datetime);
        return Err(ctx.argument_type_error(1, format!("must be of type object, {given} given")));
    };
    let Some(chosen) = object_format(ctx, format)? else { return Ok(OrFalse::False) };
    let cal = if let Some(cal) = calendar_of(&object) {
        cal
    } else if let Some((seconds, micros, zone)) = exchange::time_of(&object) {
        match timezone::Tz::of_date(&zone) {
            Ok(tz) => {
                let system = system_of(&locale).unwrap_or(calendar::system::System::Gregorian);
                let mut cal = Cal::new(system, tz, &locale);
                cal.set_time(seconds as f64 * 1000.0 + (micros / 1000) as f64);
                cal
            }
            Err(message) => {
                set(ctx, ILLEGAL_ARGUMENT, format!("datefmt_format_object: {message}"))?;
                return Ok(OrFalse::False);
            }
        }
    } else {
        let text = "datefmt_format_object: the passed object must be an instance of either IntlCalendar or DateTimeInterface";
        set(ctx, ILLEGAL_ARGUMENT, text)?;
        return Ok(OrFalse::False);
    };
    let mut cal = cal;
    let moment = cal.time().unwrap_or(0.0);
    let mut made = DateFormat::of_styles(
        &locale,
        chosen.as_ref().map_or(-2, |styles| styles.0),
        chosen.as_ref().map_or(-2, |styles| styles.1),
        cal,
    );
    if let Err(pattern) = chosen {
        made.pattern = pattern;
    }
    match made.write(moment) {
        Ok(text) => Ok(OrFalse::Some(text)),
        Err(code) => {
            set(ctx, code, "datefmt_format_object: error formatting date")?;
            Ok(OrFalse::False)
        }
    }
}

/// Reads a text from an offset on into a calendar; sets the offset to where that ended or failed.
fn read(ctx: &Ctx, state: &State, text: &Str, offset: Option<RefArg<'_>>, clear: bool) -> PhpResult<Option<Cal>> {
    let Ok(text) = std::str::from_utf8(text.as_bytes()) else {
        state.error.set(ctx, INVALID_CHAR_FOUND, "Error converting timezone to UTF-16")?;
        return Ok(None);
    };
    let chars: Vec<char> = text.chars().collect();
    let given = offset.as_ref().map_or(0, |offset| convert::to_int(&offset.get()));
    let Some(start) = utf16::character_at(&chars, given) else {
        state.error.set(ctx, PARSE_ERROR, "Date parsing failed")?;
        return Ok(None);
    };
    let (mut cal, pattern, locale) = with(state, |format| (format.cal.clone(), format.pattern.clone(), format.locale.clone()));
    if clear {
        cal.clear(None);
    } else {
        cal.set_time(timezone::zone::now());
    }
    let symbols = DateSymbols::new(&locale, cal.system.name());
    let lenient = cal.lenient;
    let (end, found) = match parse::parse(&mut cal, &pattern, &symbols, &chars, start, lenient) {
        Ok(end) if cal.time().is_ok() => (end, true),
        Ok(_) => (start, false),
        Err(at) => (at, false),
    };
    if let Some(mut offset) = offset {
        offset.set(utf16::length(&chars[..end]));
    }
    if !found {
        state.error.set(ctx, PARSE_ERROR, "Date parsing failed")?;
        return Ok(None);
    }
    Ok(Some(cal))
}

fn seconds(cal: &mut Cal) -> Number {
    let seconds = cal.time().unwrap_or(0.0) / 1000.0;
    if seconds.abs() < 9.2e18 { Number::Int(seconds as i64) } else { Number::Float(seconds) }
}

pub(super) fn parse_text(ctx: &Ctx, formatter: &Object, text: &Str, offset: Option<RefArg<'_>>) -> PhpResult<OrFalse<Number>> {
    let state = opened(ctx, formatter)?;
    Ok(OrFalse::from(read(ctx, state, text, offset, true)?.map(|mut cal| seconds(&mut cal))))
}

pub(super) fn parse_to_calendar(
    ctx: &Ctx,
    formatter: &Object,
    text: &Str,
    offset: Option<RefArg<'_>>,
) -> PhpResult<OrFalse<Number>> {
    let state = opened(ctx, formatter)?;
    let Some(mut cal) = read(ctx, state, text, offset, false)? else { return Ok(OrFalse::False) };
    let found = seconds(&mut cal);
    with(state, |format| format.cal = cal);
    Ok(OrFalse::Some(found))
}

/// The moment that a text says.
#[php("function datefmt_parse(IntlDateFormatter $formatter, string $string, &$offset = null): int|float|false")]
fn datefmt_parse(ctx: &Ctx, formatter: &Object, text: &Str, offset: RefArg<'_>, passed: usize) -> PhpResult<OrFalse<Number>> {
    parse_text(ctx, formatter, text, (passed > 2).then_some(offset))
}

pub(super) fn local_time(ctx: &Ctx, formatter: &Object, text: &Str, offset: Option<RefArg<'_>>) -> PhpResult<OrFalse<Array>> {
    let state = opened(ctx, formatter)?;
    let Some(mut cal) = read(ctx, state, text, offset, false)? else { return Ok(OrFalse::False) };
    let mut array = Array::new();
    let fields = [
        ("tm_sec", SECOND, 0),
        ("tm_min", MINUTE, 0),
        ("tm_hour", HOUR_OF_DAY, 0),
        ("tm_year", YEAR, 1900),
        ("tm_mday", DATE, 0),
        ("tm_wday", DAY_OF_WEEK, 1),
        ("tm_yday", DAY_OF_YEAR, 0),
        ("tm_mon", MONTH, 0),
    ];
    for (key, field, less) in fields {
        array.set_name(key, Value::int(cal.get(field).unwrap_or(0) - less));
    }
    array.set_name("tm_isdst", Value::int(i64::from(cal.get(DST_OFFSET).unwrap_or(0) != 0)));
    Ok(OrFalse::Some(array))
}

/// The fields of the moment that a text says.
#[php("function datefmt_localtime(IntlDateFormatter $formatter, string $string, &$offset = null): array|false")]
fn datefmt_localtime(ctx: &Ctx, formatter: &Object, text: &Str, offset: RefArg<'_>, passed: usize) -> PhpResult<OrFalse<Array>> {
    local_time(ctx, formatter, text, (passed > 2).then_some(offset))
}

/// The code of a formatter's last error.
#[php("function datefmt_get_error_code(IntlDateFormatter $formatter): int")]
fn datefmt_get_error_code(formatter: &Object) -> i64 {
    State::of(formatter).error.code()
}

/// A formatter's last error.
#[php("function datefmt_get_error_message(IntlDateFormatter $formatter): string")]
fn datefmt_get_error_message(formatter: &Object) -> Str {
    State::of(formatter).error.text()
}

impl DateFormat {
    /// Writes a moment. The error is ICU's code.
    pub(crate) fn write(&self, moment: f64) -> Result<String, i64> {
        let mut cal = self.cal.clone();
        cal.set_time(moment);
        let symbols = DateSymbols::new(&self.locale, cal.system.name());
        if self.date < 128 {
            return format::format(&mut cal, &self.pattern, &symbols);
        }
        let mut today = cal.clone();
        today.set_time(timezone::zone::now());
        let days = cal.get(JULIAN_DAY)? - today.get(JULIAN_DAY)?;
        let kind = &self.pattern_kind();
        let day = match symbols.chain.text(&["fields", "day", "relative", &days.to_string()]) {
            Some(name) => name.to_owned(),
            None => format::format(&mut cal, &style::pattern(&symbols.chain, kind, self.date & 127, -1), &symbols)?,
        };
        if self.time < 0 {
            return Ok(day);
        }
        let time = format::format(&mut cal, &style::pattern(&symbols.chain, kind, -1, self.time & 127), &symbols)?;
        Ok(style::glue(&symbols.chain, kind, self.date & 127, false).replace("{1}", &day).replace("{0}", &time).replace('\'', ""))
    }
}
