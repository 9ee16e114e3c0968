//! What the methods of calendars do. `first` is the number of the first argument behind the calendar, for messages.

use super::{
    cal::{self, Cal, FIELDS},
    class::{State, new_object},
    limits::Limit,
    system::System,
};
use crate::{
    data::{Chain, Res, fact},
    error::{ILLEGAL_ARGUMENT, reset, set as fail},
    locale::default_name,
    timezone::{self, Tz, zone_argument},
};
use phant_ext_date::exchange;
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Ctx, PhpResult, Thrown, convert, ret::OrFalse};

const UNSUPPORTED: i64 = 16;
const INT32: std::ops::RangeInclusive<i64> = i32::MIN as i64..=i32::MAX as i64;

/// The state of a calendar that was constructed, its errors forgotten.
pub(super) fn opened<'a>(ctx: &Ctx, object: &'a Object) -> PhpResult<&'a State> {
    let state = State::of(object);
    state.error.reset(ctx);
    if state.cal.borrow().is_none() {
        return Err(ctx.throw_error("Found unconstructed IntlCalendar"));
    }
    Ok(state)
}

/// Works with the calendar.
pub(super) fn with<R>(state: &State, act: impl FnOnce(&mut Cal) -> R) -> R {
    act(state.cal.borrow_mut().as_mut().expect("looked at by `opened`"))
}

fn field_of(ctx: &Ctx, field: i64, argument: usize) -> PhpResult<usize> {
    reset(ctx);
    match usize::try_from(field) {
        Ok(field) if field < FIELDS => Ok(field),
        _ => Err(ctx.argument_error(argument, "must be a valid field")),
    }
}

/// What a computation gave; an error of it is noted.
fn told<T>(ctx: &Ctx, state: &State, result: Result<T, i64>, message: &str) -> PhpResult<OrFalse<T>> {
    match result {
        Ok(value) => Ok(OrFalse::Some(value)),
        Err(code) => {
            state.error.set(ctx, code, message)?;
            Ok(OrFalse::False)
        }
    }
}

pub(crate) fn locale_named(ctx: &Ctx, locale: Option<&Str>) -> String {
    locale.map_or_else(|| default_name(ctx), |name| String::from_utf8_lossy(name.as_bytes()).into_owned())
}

/// The locale that was asked for, as far as there are data (1), or the one that the data are from (0).
pub(crate) fn valid_locale(locale: &str, kind: i64) -> String {
    let chain = Chain::new("", locale);
    if kind == 1 {
        // A language alone is that of its main country, as far as weeks are concerned.
        let region = crate::display::region_of(locale);
        let valid = chain.valid();
        let full = format!("{valid}_{region}");
        return if !valid.contains('_') && crate::data::exists("", &full) { full } else { valid.to_owned() };
    }
    let found = chain.find_with_locale(&["calendar", "gregorian", "DateTimePatterns"]);
    found.map_or("root", |(_, name)| name).to_owned()
}

pub(super) fn create_instance(ctx: &Ctx, timezone: &Value, locale: Option<&Str>) -> PhpResult<Option<Object>> {
    reset(ctx);
    let Some(tz) = zone_argument(ctx, timezone, "intlcal_create_instance", None)? else { return Ok(None) };
    let locale = locale_named(ctx, locale);
    make(ctx, tz, &locale, "intlcal_create_instance: Error creating ICU Calendar object")
}

fn make(ctx: &Ctx, tz: Tz, locale: &str, message: &str) -> PhpResult<Option<Object>> {
    match cal::system_of(locale) {
        Ok(system) => Ok(Some(new_object(ctx, Cal::new(system, tz, locale))?)),
        Err(_) => {
            fail(ctx, UNSUPPORTED, message)?;
            Ok(None)
        }
    }
}

pub(super) fn from_date_time(ctx: &Ctx, datetime: &Value, locale: Option<&Str>) -> PhpResult<Option<Object>> {
    reset(ctx);
    let object = match datetime.as_object() {
        Some(object) => object.into_owned(),
        None => ctx.new_object(ctx.known_class("DateTime"), &[datetime.unref()])?,
    };
    let Some((seconds, _, zone)) = exchange::time_of(&object) else {
        fail(ctx, ILLEGAL_ARGUMENT, "intlcal_from_date_time: DateTime object is unconstructed")?;
        return Ok(None);
    };
    let tz = match Tz::of_date(&zone) {
        Ok(mut tz) => {
            if tz.id == "Etc/UTC" {
                tz = Tz::of("UTC");
            }
            tz
        }
        Err(message) => {
            fail(ctx, ILLEGAL_ARGUMENT, format!("intlcal_from_date_time: {message}"))?;
            return Ok(None);
        }
    };
    let locale = locale_named(ctx, locale);
    let made = make(ctx, tz, &locale, "intlcal_from_date_time: error creating ICU Calendar object")?;
    if let Some(object) = &made {
        with(State::of(object), |cal| cal.set_time(seconds as f64 * 1000.0));
    }
    Ok(made)
}

pub(super) fn get_now(ctx: &Ctx) -> f64 {
    reset(ctx);
    timezone::zone::now()
}

pub(super) fn get_available_locales(ctx: &Ctx) -> Array {
    reset(ctx);
    Array::list(crate::data::locales("").map(Value::from))
}

/// ICU's calendars, in its order.
const CALENDARS: [&str; 18] = [
    "gregorian",
    "japanese",
    "buddhist",
    "roc",
    "persian",
    "islamic-civil",
    "islamic",
    "hebrew",
    "chinese",
    "indian",
    "coptic",
    "ethiopic",
    "ethiopic-amete-alem",
    "iso8601",
    "dangi",
    "islamic-umalqura",
    "islamic-tbla",
    "islamic-rgsa",
];

/// The calendars that are used in a locale's country; then, if asked for, all others. The keyword makes no difference.
pub(super) fn get_keyword_values_for_locale(ctx: &Ctx, _keyword: &Str, locale: &Str, common: bool) -> PhpResult<OrFalse<Object>> {
    reset(ctx);
    let locale = String::from_utf8_lossy(locale.as_bytes()).into_owned();
    let prefers = |region: &str| fact("supplementalData", &["calendarPreferenceData", region]);
    let mut found = prefers(&crate::display::region_of(&locale)).or_else(|| prefers("001")).map(Res::texts).unwrap_or_default();
    if !common {
        let others: Vec<&str> = CALENDARS.iter().copied().filter(|name| !found.contains(name)).collect();
        found.extend(others);
    }
    Ok(OrFalse::Some(crate::break_iterator::over(ctx, found.into_iter().map(Value::from))?))
}

/// The moments of two calendars.
fn two(ctx: &Ctx, calendar: &Object, other: &Object, first: usize, names: [&str; 2]) -> PhpResult<Option<(f64, f64)>> {
    let state = opened(ctx, calendar)?;
    let other = State::of(other);
    if other.cal.borrow().is_none() {
        return Err(uninitialized(ctx, first, names));
    }
    let here = with(state, Cal::time);
    let there = if std::ptr::eq(state, other) { here } else { with(other, Cal::time) };
    match (here, there) {
        (Ok(here), Ok(there)) => Ok(Some((here, there))),
        (Err(code), _) | (_, Err(code)) => {
            state.error.set(ctx, code, "error calling ICU Calendar method")?;
            Ok(None)
        }
    }
}

/// The error for another calendar that was not constructed. `names` are those of the method and of the function.
fn uninitialized(ctx: &Ctx, first: usize, names: [&str; 2]) -> Thrown {
    ctx.throw_error(format!("{}(): Argument #{first} ($other) is uninitialized", names[first - 1]))
}

pub(super) fn equals(ctx: &Ctx, calendar: &Object, other: &Object, first: usize) -> PhpResult<bool> {
    Ok(two(ctx, calendar, other, first, ["IntlCalendar::equals", "intlcal_equals"])?.is_some_and(|(here, there)| here == there))
}

pub(super) fn after(ctx: &Ctx, calendar: &Object, other: &Object, first: usize) -> PhpResult<bool> {
    Ok(two(ctx, calendar, other, first, ["IntlCalendar::after", "intlcal_after"])?.is_some_and(|(here, there)| here > there))
}

pub(super) fn before(ctx: &Ctx, calendar: &Object, other: &Object, first: usize) -> PhpResult<bool> {
    Ok(two(ctx, calendar, other, first, ["IntlCalendar::before", "intlcal_before"])?.is_some_and(|(here, there)| here < there))
}

pub(super) fn is_equivalent_to(ctx: &Ctx, calendar: &Object, other: &Object, first: usize) -> PhpResult<bool> {
    let state = opened(ctx, calendar)?;
    let Some(there) = State::of(other).cal.borrow().clone() else {
        return Err(uninitialized(ctx, first, ["IntlCalendar::isEquivalentTo", "intlcal_is_equivalent_to"]));
    };
    Ok(with(state, |here| {
        here.system == there.system
            && here.tz == there.tz
            && here.lenient == there.lenient
            && here.first_day == there.first_day
            && here.minimal_days == there.minimal_days
            && here.repeated == there.repeated
            && here.skipped == there.skipped
    }))
}

pub(super) fn field_difference(ctx: &Ctx, calendar: &Object, moment: f64, field: i64, first: usize) -> PhpResult<OrFalse<i64>> {
    let field = field_of(ctx, field, first + 1)?;
    let state = opened(ctx, calendar)?;
    let found = if moment.is_finite() { with(state, |cal| cal.difference(moment, field)) } else { Err(ILLEGAL_ARGUMENT) };
    told(ctx, state, found, "intlcal_field_difference: Call to ICU method has failed")
}

fn is_true(result: OrFalse<()>) -> bool {
    matches!(result, OrFalse::Some(()))
}

pub(super) fn add(ctx: &Ctx, calendar: &Object, field: i64, value: i64, first: usize) -> PhpResult<bool> {
    let field = field_of(ctx, field, first)?;
    if !INT32.contains(&value) {
        return Err(ctx.argument_error(first + 1, format!("must be between {} and {}", i32::MIN, i32::MAX)));
    }
    let state = opened(ctx, calendar)?;
    let result = with(state, |cal| cal.add(field, value));
    Ok(is_true(told(ctx, state, result, "intlcal_add: Call to underlying method failed")?))
}

pub(super) fn roll(ctx: &Ctx, calendar: &Object, field: i64, value: &Value, first: usize) -> PhpResult<bool> {
    let field = field_of(ctx, field, first)?;
    let amount = match value.as_bool() {
        Some(up) => {
            ctx.deprecated("Passing bool is deprecated, use 1 or -1 instead");
            ctx.check()?;
            if up { 1 } else { -1 }
        }
        None => convert::to_int(value),
    };
    if !INT32.contains(&amount) {
        return Err(ctx.argument_error(first + 1, format!("must be between {} and {}", i32::MIN, i32::MAX)));
    }
    let state = opened(ctx, calendar)?;
    let result = with(state, |cal| cal.roll(field, amount));
    Ok(is_true(told(ctx, state, result, "intlcal_roll: Error calling ICU Calendar::roll")?))
}

pub(super) fn clear(ctx: &Ctx, calendar: &Object, field: Option<i64>, first: usize) -> PhpResult<bool> {
    let state = opened(ctx, calendar)?;
    let field = match field {
        Some(field) => Some(field_of(ctx, field, first)?),
        None => None,
    };
    with(state, |cal| cal.clear(field));
    Ok(true)
}

pub(super) fn get(ctx: &Ctx, calendar: &Object, field: i64, first: usize) -> PhpResult<OrFalse<i64>> {
    let field = field_of(ctx, field, first)?;
    let state = opened(ctx, calendar)?;
    let value = with(state, |cal| cal.get(field));
    told(ctx, state, value, "intlcal_get: Call to ICU method has failed")
}

pub(super) fn get_actual_maximum(ctx: &Ctx, calendar: &Object, field: i64, first: usize) -> PhpResult<OrFalse<i64>> {
    let field = field_of(ctx, field, first)?;
    let state = opened(ctx, calendar)?;
    let value = with(state, |cal| cal.actual_maximum(field));
    told(ctx, state, value, "intlcal_get_actual_maximum: Call to ICU method has failed")
}

pub(super) fn get_actual_minimum(ctx: &Ctx, calendar: &Object, field: i64, first: usize) -> PhpResult<OrFalse<i64>> {
    let field = field_of(ctx, field, first)?;
    let state = opened(ctx, calendar)?;
    let value = with(state, |cal| cal.actual_minimum(field));
    told(ctx, state, value, "intlcal_get_actual_minimum: Call to ICU method has failed")
}

fn limit(ctx: &Ctx, calendar: &Object, field: i64, first: usize, limit: Limit) -> PhpResult<OrFalse<i64>> {
    let field = field_of(ctx, field, first)?;
    let state = opened(ctx, calendar)?;
    Ok(OrFalse::Some(with(state, |cal| cal.limit(field, limit))))
}

pub(super) fn get_minimum(ctx: &Ctx, calendar: &Object, field: i64, first: usize) -> PhpResult<OrFalse<i64>> {
    limit(ctx, calendar, field, first, Limit::Minimum)
}

pub(super) fn get_maximum(ctx: &Ctx, calendar: &Object, field: i64, first: usize) -> PhpResult<OrFalse<i64>> {
    limit(ctx, calendar, field, first, Limit::Maximum)
}

pub(super) fn get_greatest_minimum(ctx: &Ctx, calendar: &Object, field: i64, first: usize) -> PhpResult<OrFalse<i64>> {
    limit(ctx, calendar, field, first, Limit::GreatestMinimum)
}

pub(super) fn get_least_maximum(ctx: &Ctx, calendar: &Object, field: i64, first: usize) -> PhpResult<OrFalse<i64>> {
    limit(ctx, calendar, field, first, Limit::LeastMaximum)
}

fn weekday(ctx: &Ctx, day: i64, argument: usize) -> PhpResult<i64> {
    reset(ctx);
    if (1..=7).contains(&day) { Ok(day) } else { Err(ctx.argument_error(argument, "must be a valid day of the week")) }
}

pub(super) fn get_day_of_week_type(ctx: &Ctx, calendar: &Object, day: i64, first: usize) -> PhpResult<OrFalse<i64>> {
    let day = weekday(ctx, day, first)?;
    let state = opened(ctx, calendar)?;
    Ok(OrFalse::Some(with(state, |cal| cal.day_kind(day))))
}

pub(super) fn get_weekend_transition(ctx: &Ctx, calendar: &Object, day: i64, first: usize) -> PhpResult<OrFalse<i64>> {
    let day = weekday(ctx, day, first)?;
    let state = opened(ctx, calendar)?;
    let found = with(state, |cal| cal.weekend_transition(day)).ok_or(ILLEGAL_ARGUMENT);
    told(ctx, state, found, "intlcal_get_weekend_transition: Error calling ICU method")
}

pub(super) fn get_error_code(_ctx: &Ctx, calendar: &Object) -> i64 {
    State::of(calendar).error.code()
}

pub(super) fn get_error_message(_ctx: &Ctx, calendar: &Object) -> Str {
    State::of(calendar).error.text()
}

pub(super) fn get_first_day_of_week(ctx: &Ctx, calendar: &Object) -> PhpResult<i64> {
    Ok(with(opened(ctx, calendar)?, |cal| cal.first_day))
}

pub(super) fn set_first_day_of_week(ctx: &Ctx, calendar: &Object, day: i64, first: usize) -> PhpResult<bool> {
    let state = opened(ctx, calendar)?;
    let day = weekday(ctx, day, first)?;
    with(state, |cal| {
        let _ = cal.time();
        cal.first_day = day;
        cal.stale();
    });
    Ok(true)
}

pub(super) fn get_minimal_days_in_first_week(ctx: &Ctx, calendar: &Object) -> PhpResult<i64> {
    Ok(with(opened(ctx, calendar)?, |cal| cal.minimal_days))
}

pub(super) fn set_minimal_days_in_first_week(ctx: &Ctx, calendar: &Object, days: i64, first: usize) -> PhpResult<bool> {
    let state = opened(ctx, calendar)?;
    if !(1..=7).contains(&days) {
        return Err(ctx.argument_error(first, "must be between 1 and 7"));
    }
    with(state, |cal| {
        let _ = cal.time();
        cal.minimal_days = days;
        cal.stale();
    });
    Ok(true)
}

pub(super) fn get_locale(ctx: &Ctx, calendar: &Object, kind: i64, first: usize) -> PhpResult<OrFalse<String>> {
    reset(ctx);
    if !(0..=1).contains(&kind) {
        return Err(ctx.argument_error(first, "must be either Locale::ACTUAL_LOCALE or Locale::VALID_LOCALE"));
    }
    let state = opened(ctx, calendar)?;
    Ok(OrFalse::Some(with(state, |cal| valid_locale(&cal.locale, kind))))
}

pub(super) fn get_repeated_wall_time_option(ctx: &Ctx, calendar: &Object) -> PhpResult<i64> {
    Ok(with(opened(ctx, calendar)?, |cal| cal.repeated))
}

pub(super) fn get_skipped_wall_time_option(ctx: &Ctx, calendar: &Object) -> PhpResult<i64> {
    Ok(with(opened(ctx, calendar)?, |cal| cal.skipped))
}

pub(super) fn set_repeated_wall_time_option(ctx: &Ctx, calendar: &Object, option: i64, first: usize) -> PhpResult<bool> {
    reset(ctx);
    if !(0..=1).contains(&option) {
        let text = "must be either IntlCalendar::WALLTIME_FIRST or IntlCalendar::WALLTIME_LAST";
        return Err(ctx.argument_error(first, text));
    }
    with(opened(ctx, calendar)?, |cal| cal.repeated = option);
    Ok(true)
}

pub(super) fn set_skipped_wall_time_option(ctx: &Ctx, calendar: &Object, option: i64, first: usize) -> PhpResult<bool> {
    reset(ctx);
    if !(0..=2).contains(&option) {
        let text =
            "must be one of IntlCalendar::WALLTIME_FIRST, IntlCalendar::WALLTIME_LAST, or IntlCalendar::WALLTIME_NEXT_VALID";
        return Err(ctx.argument_error(first, text));
    }
    with(opened(ctx, calendar)?, |cal| cal.skipped = option);
    Ok(true)
}

pub(super) fn get_time(ctx: &Ctx, calendar: &Object) -> PhpResult<OrFalse<f64>> {
    let state = opened(ctx, calendar)?;
    let time = with(state, Cal::time);
    told(ctx, state, time, "intlcal_get_time: error calling ICU Calendar::getTime")
}

pub(super) fn get_time_zone(ctx: &Ctx, calendar: &Object) -> PhpResult<Object> {
    let tz = with(opened(ctx, calendar)?, |cal| cal.tz.clone());
    timezone::new_object(ctx, tz)
}

pub(super) fn get_type(ctx: &Ctx, calendar: &Object) -> PhpResult<&'static str> {
    Ok(with(opened(ctx, calendar)?, |cal| cal.system.name()))
}

pub(super) fn in_daylight_time(ctx: &Ctx, calendar: &Object) -> PhpResult<bool> {
    let state = opened(ctx, calendar)?;
    let offset = with(state, |cal| cal.get(cal::DST_OFFSET));
    let told = told(ctx, state, offset, "intlcal_in_daylight_time: Error calling ICU method")?;
    Ok(matches!(told, OrFalse::Some(offset) if offset != 0))
}

pub(super) fn is_lenient(ctx: &Ctx, calendar: &Object) -> PhpResult<bool> {
    Ok(with(opened(ctx, calendar)?, |cal| cal.lenient))
}

pub(super) fn set_lenient(ctx: &Ctx, calendar: &Object, lenient: bool) -> PhpResult<bool> {
    with(opened(ctx, calendar)?, |cal| cal.lenient = lenient);
    Ok(true)
}

pub(super) fn is_weekend(ctx: &Ctx, calendar: &Object, moment: Option<f64>) -> PhpResult<bool> {
    let state = opened(ctx, calendar)?;
    let found = with(state, |cal| match moment {
        Some(moment) if !moment.is_finite() => Ok(false),
        Some(moment) => {
            let mut other = cal.clone();
            other.set_time(moment);
            other.is_weekend()
        }
        None => cal.is_weekend(),
    });
    Ok(matches!(told(ctx, state, found, "intlcal_is_weekend: Error calling ICU method")?, OrFalse::Some(true)))
}

pub(super) fn is_set(ctx: &Ctx, calendar: &Object, field: i64, first: usize) -> PhpResult<bool> {
    let field = field_of(ctx, field, first)?;
    let state = opened(ctx, calendar)?;
    Ok(with(state, |cal| cal.is_set(field)))
}

pub(super) fn set_time(ctx: &Ctx, calendar: &Object, moment: f64) -> PhpResult<bool> {
    with(opened(ctx, calendar)?, |cal| cal.set_time(moment));
    Ok(true)
}

pub(super) fn set_time_zone(ctx: &Ctx, calendar: &Object, zone: &Value) -> PhpResult<bool> {
    let state = opened(ctx, calendar)?;
    if zone.deref().is_null() {
        return Ok(true);
    }
    match zone_argument(ctx, zone, "intlcal_set_time_zone", Some(&state.error))? {
        Some(tz) => {
            with(state, |cal| cal.set_zone(tz));
            Ok(true)
        }
        None => Ok(false),
    }
}

pub(super) fn to_date_time(ctx: &Ctx, calendar: &Object) -> PhpResult<OrFalse<Object>> {
    let state = opened(ctx, calendar)?;
    let (time, tz) = with(state, |cal| (cal.time(), cal.tz.clone()));
    let OrFalse::Some(time) = told(ctx, state, time, "Call to ICU method has failed")? else { return Ok(OrFalse::False) };
    let zone = match tz.zone() {
        Some(zone) => exchange::Zone::find(&tz.id).unwrap_or(zone),
        None if tz.id == timezone::zone::UNKNOWN => {
            let text = format!("DateTimeZone::__construct(): Unknown or bad timezone ({})", tz.id);
            return Err(ctx.throw("DateInvalidTimeZoneException", text));
        }
        None => {
            let class = ctx.known_class("DateTime");
            let offset = tz.raw_offset() / 1000;
            let seconds = (time / 1000.0).floor();
            let micros = ((time - seconds * 1000.0) * 1000.0) as i64;
            return exchange::new_date(ctx, class, seconds as i64, micros, Err(offset)).map(OrFalse::Some);
        }
    };
    let seconds = (time / 1000.0).floor();
    let micros = ((time - seconds * 1000.0) * 1000.0) as i64;
    exchange::new_date(ctx, ctx.known_class("DateTime"), seconds as i64, micros, Ok(zone)).map(OrFalse::Some)
}

/// The fields that `set` and its kin set, in the order of their arguments.
pub(super) const DATE_FIELDS: [usize; 6] = [cal::YEAR, cal::MONTH, cal::DATE, cal::HOUR_OF_DAY, cal::MINUTE, cal::SECOND];

pub(super) fn within_int32(ctx: &Ctx, values: impl IntoIterator<Item = i64>, first: usize) -> PhpResult<()> {
    for (at, value) in values.into_iter().enumerate() {
        if !INT32.contains(&value) {
            return Err(ctx.argument_error(first + at, format!("must be between {} and {}", i32::MIN, i32::MAX)));
        }
    }
    Ok(())
}

pub(super) fn set(ctx: &Ctx, calendar: &Object, values: [Option<i64>; 6], passed: usize, first: usize) -> PhpResult<bool> {
    let state = opened(ctx, calendar)?;
    if passed == 4 {
        // The function says so under the method's name, too.
        return Err(ctx.throw("ArgumentCountError", "IntlCalendar::set() has no variant with exactly 4 parameters"));
    }
    let values: Vec<i64> = values.into_iter().flatten().collect();
    within_int32(ctx, values.iter().copied(), first)?;
    if let [field, value] = values[..] {
        let field = field_of(ctx, field, first)?;
        with(state, |cal| cal.set(field, value));
    } else {
        with(state, |cal| values.iter().zip(DATE_FIELDS).for_each(|(value, field)| cal.set(field, *value)));
    }
    Ok(true)
}

pub(super) fn set_date(ctx: &Ctx, calendar: &Object, values: &[i64]) -> PhpResult<()> {
    let state = opened(ctx, calendar)?;
    within_int32(ctx, values.iter().copied(), 1)?;
    with(state, |cal| values.iter().zip(DATE_FIELDS).for_each(|(value, field)| cal.set(field, *value)));
    Ok(())
}

/// Whether a calendar is one of the Gregorian calendar's class.
pub(super) fn is_gregorian(cal: &Cal) -> bool {
    cal.system == System::Gregorian
}
