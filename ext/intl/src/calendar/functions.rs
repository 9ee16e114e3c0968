//! The functions `intlcal_*`.

use super::actions::*;
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    intlcal_set,
    intlcal_get_keyword_values_for_locale,
    intlcal_create_instance,
    intlcal_equals,
    intlcal_field_difference,
    intlcal_add,
    intlcal_after,
    intlcal_before,
    intlcal_clear,
    intlcal_from_date_time,
    intlcal_get,
    intlcal_get_actual_maximum,
    intlcal_get_actual_minimum,
    intlcal_get_available_locales,
    intlcal_get_day_of_week_type,
    intlcal_get_error_code,
    intlcal_get_error_message,
    intlcal_get_first_day_of_week,
    intlcal_get_greatest_minimum,
    intlcal_get_least_maximum,
    intlcal_get_locale,
    intlcal_get_maximum,
    intlcal_get_minimal_days_in_first_week,
    intlcal_set_minimal_days_in_first_week,
    intlcal_get_minimum,
    intlcal_get_now,
    intlcal_get_repeated_wall_time_option,
    intlcal_get_skipped_wall_time_option,
    intlcal_get_time,
    intlcal_get_time_zone,
    intlcal_get_type,
    intlcal_get_weekend_transition,
    intlcal_in_daylight_time,
    intlcal_is_equivalent_to,
    intlcal_is_lenient,
    intlcal_is_weekend,
    intlcal_roll,
    intlcal_is_set,
    intlcal_set_first_day_of_week,
    intlcal_set_lenient,
    intlcal_set_repeated_wall_time_option,
    intlcal_set_skipped_wall_time_option,
    intlcal_set_time,
    intlcal_set_time_zone,
    intlcal_to_date_time
];

/// Sets a field, or several.
#[php(
    "function intlcal_set(IntlCalendar $calendar, int $year, int $month, int $dayOfMonth = UNKNOWN, int $hour = UNKNOWN, int $minute = UNKNOWN, int $second = UNKNOWN): true",
    deprecated = " since 8.4, use IntlCalendar::set(), IntlCalendar::setDate(), or IntlCalendar::setDateTime() instead"
)]
#[allow(clippy::too_many_arguments)]
fn intlcal_set(
    ctx: &Ctx,
    calendar: &Object,
    year: i64,
    month: i64,
    day: Option<i64>,
    hour: Option<i64>,
    minute: Option<i64>,
    second: Option<i64>,
    passed: usize,
) -> PhpResult<bool> {
    set(ctx, calendar, [Some(year), Some(month), day, hour, minute, second], passed - 1, 2)
}

/// A new calendar.
#[php("function intlcal_create_instance($timezone = null, ?string $locale = null): ?IntlCalendar")]
fn intlcal_create_instance(ctx: &Ctx, timezone: &Value, locale: Option<&Str>) -> PhpResult<Option<Object>> {
    create_instance(ctx, timezone, locale)
}

/// Whether two calendars are at the same moment.
#[php("function intlcal_equals(IntlCalendar $calendar, IntlCalendar $other): bool")]
fn intlcal_equals(ctx: &Ctx, calendar: &Object, other: &Object) -> PhpResult<bool> {
    equals(ctx, calendar, other, 2)
}

/// How many times a field fits between the calendar and a moment.
#[php("function intlcal_field_difference(IntlCalendar $calendar, float $timestamp, int $field): int|false")]
fn intlcal_field_difference(ctx: &Ctx, calendar: &Object, timestamp: f64, field: i64) -> PhpResult<OrFalse<i64>> {
    field_difference(ctx, calendar, timestamp, field, 2)
}

/// Adds to a field.
#[php("function intlcal_add(IntlCalendar $calendar, int $field, int $value): bool")]
fn intlcal_add(ctx: &Ctx, calendar: &Object, field: i64, value: i64) -> PhpResult<bool> {
    add(ctx, calendar, field, value, 2)
}

/// Whether the calendar is at a later moment.
#[php("function intlcal_after(IntlCalendar $calendar, IntlCalendar $other): bool")]
fn intlcal_after(ctx: &Ctx, calendar: &Object, other: &Object) -> PhpResult<bool> {
    after(ctx, calendar, other, 2)
}

/// Whether the calendar is at an earlier moment.
#[php("function intlcal_before(IntlCalendar $calendar, IntlCalendar $other): bool")]
fn intlcal_before(ctx: &Ctx, calendar: &Object, other: &Object) -> PhpResult<bool> {
    before(ctx, calendar, other, 2)
}

/// Forgets a field, or all.
#[php("function intlcal_clear(IntlCalendar $calendar, ?int $field = null): true")]
fn intlcal_clear(ctx: &Ctx, calendar: &Object, field: Option<i64>) -> PhpResult<bool> {
    clear(ctx, calendar, field, 2)
}

/// A calendar at the moment of a date.
#[php("function intlcal_from_date_time(DateTime|string $datetime, ?string $locale = null): ?IntlCalendar")]
fn intlcal_from_date_time(ctx: &Ctx, datetime: &Value, locale: Option<&Str>) -> PhpResult<Option<Object>> {
    from_date_time(ctx, datetime, locale)
}

/// A field.
#[php("function intlcal_get(IntlCalendar $calendar, int $field): int|false")]
fn intlcal_get(ctx: &Ctx, calendar: &Object, field: i64) -> PhpResult<OrFalse<i64>> {
    get(ctx, calendar, field, 2)
}

/// The greatest value of a field, with the others as they are.
#[php("function intlcal_get_actual_maximum(IntlCalendar $calendar, int $field): int|false")]
fn intlcal_get_actual_maximum(ctx: &Ctx, calendar: &Object, field: i64) -> PhpResult<OrFalse<i64>> {
    get_actual_maximum(ctx, calendar, field, 2)
}

/// The least value of a field, with the others as they are.
#[php("function intlcal_get_actual_minimum(IntlCalendar $calendar, int $field): int|false")]
fn intlcal_get_actual_minimum(ctx: &Ctx, calendar: &Object, field: i64) -> PhpResult<OrFalse<i64>> {
    get_actual_minimum(ctx, calendar, field, 2)
}

/// The locales that there are data for.
#[php("function intlcal_get_available_locales(): array")]
fn intlcal_get_available_locales(ctx: &Ctx) -> Array {
    get_available_locales(ctx)
}

/// Whether a day is a working day.
#[php("function intlcal_get_day_of_week_type(IntlCalendar $calendar, int $dayOfWeek): int|false")]
fn intlcal_get_day_of_week_type(ctx: &Ctx, calendar: &Object, day: i64) -> PhpResult<OrFalse<i64>> {
    get_day_of_week_type(ctx, calendar, day, 2)
}

/// The code of the last error.
#[php("function intlcal_get_error_code(IntlCalendar $calendar): int|false")]
fn intlcal_get_error_code(ctx: &Ctx, calendar: &Object) -> i64 {
    get_error_code(ctx, calendar)
}

/// The last error.
#[php("function intlcal_get_error_message(IntlCalendar $calendar): string|false")]
fn intlcal_get_error_message(ctx: &Ctx, calendar: &Object) -> Str {
    get_error_message(ctx, calendar)
}

/// The day that weeks begin with.
#[php("function intlcal_get_first_day_of_week(IntlCalendar $calendar): int|false")]
fn intlcal_get_first_day_of_week(ctx: &Ctx, calendar: &Object) -> PhpResult<i64> {
    get_first_day_of_week(ctx, calendar)
}

/// The greatest of the least values of a field.
#[php("function intlcal_get_greatest_minimum(IntlCalendar $calendar, int $field): int|false")]
fn intlcal_get_greatest_minimum(ctx: &Ctx, calendar: &Object, field: i64) -> PhpResult<OrFalse<i64>> {
    get_greatest_minimum(ctx, calendar, field, 2)
}

/// The least of the greatest values of a field.
#[php("function intlcal_get_least_maximum(IntlCalendar $calendar, int $field): int|false")]
fn intlcal_get_least_maximum(ctx: &Ctx, calendar: &Object, field: i64) -> PhpResult<OrFalse<i64>> {
    get_least_maximum(ctx, calendar, field, 2)
}

/// The locale of the calendar.
#[php("function intlcal_get_locale(IntlCalendar $calendar, int $type): string|false")]
fn intlcal_get_locale(ctx: &Ctx, calendar: &Object, kind: i64) -> PhpResult<OrFalse<String>> {
    get_locale(ctx, calendar, kind, 2)
}

/// The greatest value of a field.
#[php("function intlcal_get_maximum(IntlCalendar $calendar, int $field): int|false")]
fn intlcal_get_maximum(ctx: &Ctx, calendar: &Object, field: i64) -> PhpResult<OrFalse<i64>> {
    get_maximum(ctx, calendar, field, 2)
}

/// The days that the first week has at least.
#[php("function intlcal_get_minimal_days_in_first_week(IntlCalendar $calendar): int|false")]
fn intlcal_get_minimal_days_in_first_week(ctx: &Ctx, calendar: &Object) -> PhpResult<i64> {
    get_minimal_days_in_first_week(ctx, calendar)
}

/// Sets the days that the first week has at least.
#[php("function intlcal_set_minimal_days_in_first_week(IntlCalendar $calendar, int $days): true")]
fn intlcal_set_minimal_days_in_first_week(ctx: &Ctx, calendar: &Object, days: i64) -> PhpResult<bool> {
    set_minimal_days_in_first_week(ctx, calendar, days, 2)
}

/// The least value of a field.
#[php("function intlcal_get_minimum(IntlCalendar $calendar, int $field): int|false")]
fn intlcal_get_minimum(ctx: &Ctx, calendar: &Object, field: i64) -> PhpResult<OrFalse<i64>> {
    get_minimum(ctx, calendar, field, 2)
}

/// This moment.
#[php("function intlcal_get_now(): float")]
fn intlcal_get_now(ctx: &Ctx) -> f64 {
    get_now(ctx)
}

/// What is made of times that are there twice.
#[php("function intlcal_get_repeated_wall_time_option(IntlCalendar $calendar): int")]
fn intlcal_get_repeated_wall_time_option(ctx: &Ctx, calendar: &Object) -> PhpResult<i64> {
    get_repeated_wall_time_option(ctx, calendar)
}

/// What is made of times that are left out.
#[php("function intlcal_get_skipped_wall_time_option(IntlCalendar $calendar): int")]
fn intlcal_get_skipped_wall_time_option(ctx: &Ctx, calendar: &Object) -> PhpResult<i64> {
    get_skipped_wall_time_option(ctx, calendar)
}

/// The moment.
#[php("function intlcal_get_time(IntlCalendar $calendar): float|false")]
fn intlcal_get_time(ctx: &Ctx, calendar: &Object) -> PhpResult<OrFalse<f64>> {
    get_time(ctx, calendar)
}

/// The time zone.
#[php("function intlcal_get_time_zone(IntlCalendar $calendar): IntlTimeZone|false")]
fn intlcal_get_time_zone(ctx: &Ctx, calendar: &Object) -> PhpResult<Object> {
    get_time_zone(ctx, calendar)
}

/// The kind of calendar.
#[php("function intlcal_get_type(IntlCalendar $calendar): string")]
fn intlcal_get_type(ctx: &Ctx, calendar: &Object) -> PhpResult<&'static str> {
    get_type(ctx, calendar)
}

/// When the weekend begins or ends on a day.
#[php("function intlcal_get_weekend_transition(IntlCalendar $calendar, int $dayOfWeek): int|false")]
fn intlcal_get_weekend_transition(ctx: &Ctx, calendar: &Object, day: i64) -> PhpResult<OrFalse<i64>> {
    get_weekend_transition(ctx, calendar, day, 2)
}

/// Whether it is summer time.
#[php("function intlcal_in_daylight_time(IntlCalendar $calendar): bool")]
fn intlcal_in_daylight_time(ctx: &Ctx, calendar: &Object) -> PhpResult<bool> {
    in_daylight_time(ctx, calendar)
}

/// Whether two calendars differ in their moments alone.
#[php("function intlcal_is_equivalent_to(IntlCalendar $calendar, IntlCalendar $other): bool")]
fn intlcal_is_equivalent_to(ctx: &Ctx, calendar: &Object, other: &Object) -> PhpResult<bool> {
    is_equivalent_to(ctx, calendar, other, 2)
}

/// Whether values beyond their ranges are taken.
#[php("function intlcal_is_lenient(IntlCalendar $calendar): bool")]
fn intlcal_is_lenient(ctx: &Ctx, calendar: &Object) -> PhpResult<bool> {
    is_lenient(ctx, calendar)
}

/// Whether it is the weekend.
#[php("function intlcal_is_weekend(IntlCalendar $calendar, ?float $timestamp = null): bool")]
fn intlcal_is_weekend(ctx: &Ctx, calendar: &Object, timestamp: Option<f64>) -> PhpResult<bool> {
    is_weekend(ctx, calendar, timestamp)
}

/// Turns a field round.
#[php("function intlcal_roll(IntlCalendar $calendar, int $field, $value): bool")]
fn intlcal_roll(ctx: &Ctx, calendar: &Object, field: i64, value: &Value) -> PhpResult<bool> {
    roll(ctx, calendar, field, value, 2)
}

/// Whether a field has a value.
#[php("function intlcal_is_set(IntlCalendar $calendar, int $field): bool")]
fn intlcal_is_set(ctx: &Ctx, calendar: &Object, field: i64) -> PhpResult<bool> {
    is_set(ctx, calendar, field, 2)
}

/// Sets the day that weeks begin with.
#[php("function intlcal_set_first_day_of_week(IntlCalendar $calendar, int $dayOfWeek): true")]
fn intlcal_set_first_day_of_week(ctx: &Ctx, calendar: &Object, day: i64) -> PhpResult<bool> {
    set_first_day_of_week(ctx, calendar, day, 2)
}

/// Sets whether values beyond their ranges are taken.
#[php("function intlcal_set_lenient(IntlCalendar $calendar, bool $lenient): true")]
fn intlcal_set_lenient(ctx: &Ctx, calendar: &Object, lenient: bool) -> PhpResult<bool> {
    set_lenient(ctx, calendar, lenient)
}

/// Sets what is made of times that are there twice.
#[php("function intlcal_set_repeated_wall_time_option(IntlCalendar $calendar, int $option): true")]
fn intlcal_set_repeated_wall_time_option(ctx: &Ctx, calendar: &Object, option: i64) -> PhpResult<bool> {
    set_repeated_wall_time_option(ctx, calendar, option, 2)
}

/// Sets what is made of times that are left out.
#[php("function intlcal_set_skipped_wall_time_option(IntlCalendar $calendar, int $option): true")]
fn intlcal_set_skipped_wall_time_option(ctx: &Ctx, calendar: &Object, option: i64) -> PhpResult<bool> {
    set_skipped_wall_time_option(ctx, calendar, option, 2)
}

/// Sets the moment.
#[php("function intlcal_set_time(IntlCalendar $calendar, float $timestamp): bool")]
fn intlcal_set_time(ctx: &Ctx, calendar: &Object, timestamp: f64) -> PhpResult<bool> {
    set_time(ctx, calendar, timestamp)
}

/// Sets the time zone.
#[php("function intlcal_set_time_zone(IntlCalendar $calendar, $timezone): bool")]
fn intlcal_set_time_zone(ctx: &Ctx, calendar: &Object, timezone: &Value) -> PhpResult<bool> {
    set_time_zone(ctx, calendar, timezone)
}

/// The date of the moment.
#[php("function intlcal_to_date_time(IntlCalendar $calendar): DateTime|false")]
fn intlcal_to_date_time(ctx: &Ctx, calendar: &Object) -> PhpResult<OrFalse<Object>> {
    to_date_time(ctx, calendar)
}

/// The calendars of a locale's country, and others.
#[php("function intlcal_get_keyword_values_for_locale(string $keyword, string $locale, bool $onlyCommon): IntlIterator|false")]
fn intlcal_get_keyword_values_for_locale(ctx: &Ctx, keyword: &Str, locale: &Str, common: bool) -> PhpResult<OrFalse<Object>> {
    get_keyword_values_for_locale(ctx, keyword, locale, common)
}
