//! What IntlTimeZone's methods do: the functions `intltz_*`.

use super::{
    argument,
    class::{State, new_object},
    names,
    zone::{self, Tz},
};
use crate::{
    data::{Res, fact},
    error::{ILLEGAL_ARGUMENT, INVALID_CHAR_FOUND, reset, set},
    locale::default_name,
};
use phant_ext_date::exchange;
use phant_memory::{Object, Str, Value};
use phant_native::{Ctx, PhpResult, args::RefArg, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    intltz_count_equivalent_ids,
    intltz_create_default,
    intltz_create_time_zone,
    intltz_from_date_time_zone,
    intltz_get_canonical_id,
    intltz_get_display_name,
    intltz_get_dst_savings,
    intltz_get_equivalent_id,
    intltz_get_error_code,
    intltz_get_error_message,
    intltz_get_gmt,
    intltz_get_id,
    intltz_get_offset,
    intltz_get_raw_offset,
    intltz_get_region,
    intltz_get_tz_data_version,
    intltz_get_unknown,
    intltz_get_windows_id,
    intltz_get_id_for_windows_id,
    intltz_has_same_rules,
    intltz_to_date_time_zone,
    intltz_use_daylight_time,
    intltz_get_iana_id
];

const NOT_FOR_DATES: &str = "intltz_to_date_time_zone: DateTimeZone constructor threw exception";

/// The time zone of an object, its errors forgotten.
fn opened<'a>(ctx: &Ctx, object: &'a Object) -> PhpResult<(&'a State, Tz)> {
    let state = State::of(object);
    state.error.reset(ctx);
    match state.zone() {
        Some(tz) => Ok((state, tz)),
        None => Err(ctx.throw_error("Found unconstructed IntlTimeZone")),
    }
}

/// An identifier in UTF-8. `None` if it is none, which has been noted.
fn identifier<'a>(ctx: &Ctx, id: &'a Str) -> PhpResult<Option<&'a str>> {
    reset(ctx);
    match std::str::from_utf8(id.as_bytes()) {
        Ok(id) => Ok(Some(id)),
        Err(_) => {
            set(ctx, INVALID_CHAR_FOUND, "could not convert time zone id to UTF-16")?;
            Ok(None)
        }
    }
}

fn refuse<T>(ctx: &Ctx, message: &str) -> PhpResult<OrFalse<T>> {
    set(ctx, ILLEGAL_ARGUMENT, message)?;
    Ok(OrFalse::False)
}

/// How many names a time zone has.
#[php("function intltz_count_equivalent_ids(string $timezoneId): int|false")]
pub(super) fn intltz_count_equivalent_ids(ctx: &Ctx, id: &Str) -> PhpResult<OrFalse<i64>> {
    let Some(id) = identifier(ctx, id)? else { return Ok(OrFalse::False) };
    Ok(OrFalse::Some(zone::equivalents(id).len() as i64))
}

/// The default time zone.
#[php("function intltz_create_default(): IntlTimeZone")]
pub(super) fn intltz_create_default(ctx: &Ctx) -> PhpResult<Object> {
    reset(ctx);
    new_object(ctx, argument::default_zone(ctx))
}

/// The time zone with a name, or the unknown one.
#[php("function intltz_create_time_zone(string $timezoneId): ?IntlTimeZone")]
pub(super) fn intltz_create_time_zone(ctx: &Ctx, id: &Str) -> PhpResult<Option<Object>> {
    let Some(id) = identifier(ctx, id)? else { return Ok(None) };
    Ok(Some(new_object(ctx, Tz::of(id))?))
}

/// The time zone of a DateTimeZone.
#[php("function intltz_from_date_time_zone(DateTimeZone $timezone): ?IntlTimeZone")]
pub(super) fn intltz_from_date_time_zone(ctx: &Ctx, zone: &Object) -> PhpResult<Option<Object>> {
    reset(ctx);
    let zone = exchange::zone_of(ctx, zone)?;
    match Tz::of_date(&zone) {
        Ok(tz) => Ok(Some(new_object(ctx, tz)?)),
        Err(message) => {
            set(ctx, ILLEGAL_ARGUMENT, format!("intltz_from_date_time_zone: {message}"))?;
            Ok(None)
        }
    }
}

/// The canonical name of a time zone.
#[php("function intltz_get_canonical_id(string $timezoneId, &$isSystemId = null): string|false")]
pub(super) fn intltz_get_canonical_id(ctx: &Ctx, id: &Str, mut system: RefArg<'_>) -> PhpResult<OrFalse<String>> {
    let Some(id) = identifier(ctx, id)? else { return Ok(OrFalse::False) };
    let Some((canonical, is_system)) = zone::canonical(id) else { return refuse(ctx, "error obtaining canonical ID") };
    system.set(Value::from(is_system));
    Ok(OrFalse::Some(canonical))
}

/// What a time zone is called.
#[php(
    "function intltz_get_display_name(IntlTimeZone $timezone, bool $dst = false, int $style = IntlTimeZone::DISPLAY_LONG, ?string $locale = null): string|false"
)]
pub(super) fn intltz_get_display_name(
    ctx: &Ctx,
    timezone: &Object,
    dst: bool,
    style: i64,
    locale: Option<&Str>,
) -> PhpResult<OrFalse<String>> {
    let (state, tz) = opened(ctx, timezone)?;
    let locale = locale.map_or_else(|| default_name(ctx), |name| String::from_utf8_lossy(name.as_bytes()).into_owned());
    match names::display(&tz, dst, style, &locale) {
        Some(name) => Ok(OrFalse::Some(name)),
        None => {
            state.error.set(ctx, ILLEGAL_ARGUMENT, "wrong display type")?;
            Ok(OrFalse::False)
        }
    }
}

/// How much summer time adds, in milliseconds.
#[php("function intltz_get_dst_savings(IntlTimeZone $timezone): int")]
pub(super) fn intltz_get_dst_savings(ctx: &Ctx, timezone: &Object) -> PhpResult<i64> {
    Ok(opened(ctx, timezone)?.1.savings())
}

/// One of the names of a time zone.
#[php("function intltz_get_equivalent_id(string $timezoneId, int $offset): string|false")]
pub(super) fn intltz_get_equivalent_id(ctx: &Ctx, id: &Str, offset: i64) -> PhpResult<OrFalse<&'static str>> {
    let Some(id) = identifier(ctx, id)? else { return Ok(OrFalse::False) };
    let found = usize::try_from(offset).ok().and_then(|at| zone::equivalents(id).get(at).copied());
    Ok(OrFalse::Some(found.unwrap_or_default()))
}

/// The code of a time zone's last error.
#[php("function intltz_get_error_code(IntlTimeZone $timezone): int|false")]
fn intltz_get_error_code(timezone: &Object) -> i64 {
    State::of(timezone).error.code()
}

/// A time zone's last error.
#[php("function intltz_get_error_message(IntlTimeZone $timezone): string|false")]
fn intltz_get_error_message(timezone: &Object) -> Str {
    State::of(timezone).error.text()
}

/// Greenwich mean time.
#[php("function intltz_get_gmt(): IntlTimeZone")]
pub(super) fn intltz_get_gmt(ctx: &Ctx) -> PhpResult<Object> {
    reset(ctx);
    new_object(ctx, Tz::gmt())
}

/// A time zone's name.
#[php("function intltz_get_id(IntlTimeZone $timezone): string|false")]
pub(super) fn intltz_get_id(ctx: &Ctx, timezone: &Object) -> PhpResult<String> {
    Ok(opened(ctx, timezone)?.1.id)
}

/// What is in force at a moment.
#[php("function intltz_get_offset(IntlTimeZone $timezone, float $timestamp, bool $local, &$rawOffset, &$dstOffset): bool")]
pub(super) fn intltz_get_offset(
    ctx: &Ctx,
    timezone: &Object,
    timestamp: f64,
    local: bool,
    mut raw: RefArg<'_>,
    mut dst: RefArg<'_>,
) -> PhpResult<bool> {
    let (state, tz) = opened(ctx, timezone)?;
    if !timestamp.is_finite() {
        state.error.set(ctx, ILLEGAL_ARGUMENT, "error obtaining offset")?;
        return Ok(false);
    }
    let offsets = if local { tz.at_local(timestamp, false, true) } else { tz.at(timestamp) };
    raw.set(offsets.raw);
    dst.set(offsets.dst);
    Ok(true)
}

/// The offset without summer time, in milliseconds.
#[php("function intltz_get_raw_offset(IntlTimeZone $timezone): int")]
pub(super) fn intltz_get_raw_offset(ctx: &Ctx, timezone: &Object) -> PhpResult<i64> {
    Ok(opened(ctx, timezone)?.1.raw_offset())
}

/// The country of a time zone.
#[php("function intltz_get_region(string $timezoneId): string|false")]
pub(super) fn intltz_get_region(ctx: &Ctx, id: &Str) -> PhpResult<OrFalse<&'static str>> {
    let Some(id) = identifier(ctx, id)? else { return Ok(OrFalse::False) };
    match zone::region(id) {
        Some(region) => Ok(OrFalse::Some(region)),
        None => refuse(ctx, "error obtaining region"),
    }
}

/// The version of the time zone database that the names are from.
#[php("function intltz_get_tz_data_version(): string|false")]
pub(super) fn intltz_get_tz_data_version(ctx: &Ctx) -> OrFalse<&'static str> {
    reset(ctx);
    OrFalse::from(fact("zoneinfo64", &["Version"]).and_then(Res::text))
}

/// The time zone of those that are not known.
#[php("function intltz_get_unknown(): IntlTimeZone")]
pub(super) fn intltz_get_unknown(ctx: &Ctx) -> PhpResult<Object> {
    reset(ctx);
    new_object(ctx, Tz::unknown())
}

/// The name that Windows has for a time zone.
#[php("function intltz_get_windows_id(string $timezoneId): string|false")]
pub(super) fn intltz_get_windows_id(ctx: &Ctx, id: &Str) -> PhpResult<OrFalse<&'static str>> {
    let Some(id) = identifier(ctx, id)? else { return Ok(OrFalse::False) };
    let canonical = zone::canonical(id).filter(|(_, system)| *system);
    let Some(((canonical, _), map)) = canonical.zip(fact("windowsZones", &["mapTimezones"])) else {
        return refuse(ctx, "unknown system timezone");
    };
    let has = |zones: Res| {
        let has = |text: Res| text.text().is_some_and(|list| list.split(' ').any(|name| name == canonical));
        zones.items().any(has)
    };
    match map.entries().find(|(_, zones)| has(*zones)) {
        Some((name, _)) => Ok(OrFalse::Some(name)),
        None => refuse(ctx, "unknown system timezone"),
    }
}

/// The time zone that Windows has a name for.
#[php("function intltz_get_id_for_windows_id(string $timezoneId, ?string $region = null): string|false")]
pub(super) fn intltz_get_id_for_windows_id(ctx: &Ctx, id: &Str, region: Option<&Str>) -> PhpResult<OrFalse<&'static str>> {
    let Some(id) = identifier(ctx, id)? else { return Ok(OrFalse::False) };
    let region = region.map_or_else(|| "001".to_owned(), |region| String::from_utf8_lossy(region.as_bytes()).into_owned());
    let Some(zones) = fact("windowsZones", &["mapTimezones", id]) else { return refuse(ctx, "unknown windows timezone") };
    match zones.get(&region).or_else(|| zones.get("001")).and_then(Res::text) {
        Some(list) => Ok(OrFalse::Some(list.split(' ').next().unwrap_or(list))),
        None => refuse(ctx, "unknown windows timezone"),
    }
}

/// Whether two time zones have the same offsets at all times.
#[php("function intltz_has_same_rules(IntlTimeZone $timezone, IntlTimeZone $other): bool")]
pub(super) fn intltz_has_same_rules(ctx: &Ctx, timezone: &Object, other: &Object) -> PhpResult<bool> {
    let (state, tz) = opened(ctx, timezone)?;
    match State::of(other).zone() {
        Some(other) => Ok(tz.same_rules(&other)),
        None => {
            state.error.set(ctx, ILLEGAL_ARGUMENT, "intltz_has_same_rules: The second IntlTimeZone is unconstructed")?;
            Ok(false)
        }
    }
}

/// The DateTimeZone that is the same.
#[php("function intltz_to_date_time_zone(IntlTimeZone $timezone): DateTimeZone|false")]
pub(super) fn intltz_to_date_time_zone(ctx: &Ctx, timezone: &Object) -> PhpResult<OrFalse<Object>> {
    let (state, tz) = opened(ctx, timezone)?;
    let name = match tz.zone() {
        Some(_) => tz.id.clone(),
        None if tz.id.starts_with("GMT") && tz.id != "GMT" => names::iso(tz.raw_offset(), true, false, 2, 2),
        None => tz.id.clone(),
    };
    let name = if name == "GMT" { "UTC".to_owned() } else { name };
    match ctx.new_object(ctx.known_class("DateTimeZone"), &[Value::from(name)]) {
        Ok(object) => Ok(OrFalse::Some(object)),
        Err(thrown) => {
            state.error.note_both(ctx, ILLEGAL_ARGUMENT, NOT_FOR_DATES);
            Err(thrown)
        }
    }
}

/// Whether a time zone has summer time.
#[php("function intltz_use_daylight_time(IntlTimeZone $timezone): bool")]
pub(super) fn intltz_use_daylight_time(ctx: &Ctx, timezone: &Object) -> PhpResult<bool> {
    Ok(opened(ctx, timezone)?.1.has_summer_time())
}

/// The name that IANA has for a time zone.
#[php("function intltz_get_iana_id(string $timezoneId): string|false")]
pub(super) fn intltz_get_iana_id(ctx: &Ctx, id: &Str) -> PhpResult<OrFalse<String>> {
    let Some(id) = identifier(ctx, id)? else { return Ok(OrFalse::False) };
    match zone::iana(id) {
        Some(name) => Ok(OrFalse::Some(name)),
        None => refuse(ctx, "error obtaining IANA ID"),
    }
}
