//! The class IntlCalendar.

use super::{
    actions as api,
    cal::{Cal, FIELDS},
    system::System,
};
use crate::error::ObjectError;
use phant_memory::{Array, NativeData, Object, Str, Tracer, Value};
use phant_native::{Ctx, ObjectHandlers, PhpResult, error::Level, php_class, ret::OrFalse};
use std::cell::RefCell;

/// The state of an object.
#[derive(Default)]
pub(crate) struct State {
    pub(super) cal: RefCell<Option<Cal>>,
    pub(super) error: ObjectError,
}

impl NativeData for State {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
    fn outside(&self) -> Option<&'static str> {
        Some("an IntlCalendar")
    }
}

impl State {
    pub(crate) fn of(object: &Object) -> &State {
        object.native().expect("made by create")
    }
}

/// A copy of an object's calendar, if it is one that was constructed.
pub(crate) fn calendar_of(object: &Object) -> Option<Cal> {
    object.native::<State>()?.cal.borrow().clone()
}

/// A new object for a calendar.
pub(crate) fn new_object(ctx: &Ctx, cal: Cal) -> PhpResult<Object> {
    let class = if matches!(cal.system, System::Gregorian) { "IntlGregorianCalendar" } else { "IntlCalendar" };
    let object = ctx.allocate(ctx.known_class(class))?;
    State::of(&object).cal.replace(Some(cal));
    Ok(object)
}

pub(super) static HANDLERS: ObjectHandlers =
    ObjectHandlers { clone: Some(IntlCalendar::copy), debug_info: Some(IntlCalendar::debug_info), ..ObjectHandlers::DEFAULT };

const FIELD_NAMES: [&str; 23] = [
    "era",
    "year",
    "month",
    "week of year",
    "week of month",
    "day of month",
    "day of year",
    "day of week",
    "day of week in month",
    "AM/PM",
    "hour",
    "hour of day",
    "minute",
    "second",
    "millisecond",
    "zone offset",
    "DST offset",
    "year for week of year",
    "localized day of week",
    "extended year",
    "julian day",
    "milliseconds in day",
    "is leap month",
];
/// The order in which dumps show the fields.
const SHOWN: [usize; 23] = [0, 1, 2, 3, 4, 6, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22];
const _: () = assert!(SHOWN.len() < FIELDS);

/// A calendar at a moment.
#[php_class(
    "class IntlCalendar {
        public const int FIELD_ERA = 0;
        public const int FIELD_YEAR = 1;
        public const int FIELD_MONTH = 2;
        public const int FIELD_WEEK_OF_YEAR = 3;
        public const int FIELD_WEEK_OF_MONTH = 4;
        public const int FIELD_DATE = 5;
        public const int FIELD_DAY_OF_YEAR = 6;
        public const int FIELD_DAY_OF_WEEK = 7;
        public const int FIELD_DAY_OF_WEEK_IN_MONTH = 8;
        public const int FIELD_AM_PM = 9;
        public const int FIELD_HOUR = 10;
        public const int FIELD_HOUR_OF_DAY = 11;
        public const int FIELD_MINUTE = 12;
        public const int FIELD_SECOND = 13;
        public const int FIELD_MILLISECOND = 14;
        public const int FIELD_ZONE_OFFSET = 15;
        public const int FIELD_DST_OFFSET = 16;
        public const int FIELD_YEAR_WOY = 17;
        public const int FIELD_DOW_LOCAL = 18;
        public const int FIELD_EXTENDED_YEAR = 19;
        public const int FIELD_JULIAN_DAY = 20;
        public const int FIELD_MILLISECONDS_IN_DAY = 21;
        public const int FIELD_IS_LEAP_MONTH = 22;
        public const int FIELD_FIELD_COUNT = 24;
        public const int FIELD_DAY_OF_MONTH = 5;
        public const int DOW_SUNDAY = 1;
        public const int DOW_MONDAY = 2;
        public const int DOW_TUESDAY = 3;
        public const int DOW_WEDNESDAY = 4;
        public const int DOW_THURSDAY = 5;
        public const int DOW_FRIDAY = 6;
        public const int DOW_SATURDAY = 7;
        public const int DOW_TYPE_WEEKDAY = 0;
        public const int DOW_TYPE_WEEKEND = 1;
        public const int DOW_TYPE_WEEKEND_OFFSET = 2;
        public const int DOW_TYPE_WEEKEND_CEASE = 3;
        public const int WALLTIME_FIRST = 1;
        public const int WALLTIME_LAST = 0;
        public const int WALLTIME_NEXT_VALID = 2;
    }",
    create = Self::create,
    handlers = HANDLERS,
    not_serializable
)]
impl IntlCalendar {
    pub(super) fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(State::default());
    }
    fn copy(ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
        let (from, to) = (State::of(from), State::of(to));
        if from.cal.borrow().is_none() {
            return Err(ctx.throw_error("Cannot clone uninitialized IntlCalendar"));
        }
        to.cal.replace(from.cal.borrow().clone());
        to.error.copy(&from.error);
        Ok(())
    }
    fn debug_info(_ctx: &Ctx, object: &Object) -> PhpResult<Array> {
        let mut array = Array::new();
        let cal = calendar_of(object);
        array.set_name("valid", Value::from(cal.is_some()));
        if let Some(mut cal) = cal {
            array.set_name("type", Value::from(cal.system.name()));
            array.set_name("timeZone", Value::from(crate::timezone::describe(Some(&cal.tz))));
            array.set_name("locale", Value::from(api::valid_locale(&cal.locale, 1)));
            let mut fields = Array::new();
            for field in SHOWN {
                let value = cal.get(field).map_or(Value::FALSE, Value::int);
                fields.set_name(FIELD_NAMES[field], value);
            }
            array.set_name("fields", Value::from(fields));
        }
        Ok(array)
    }

    #[php("private function __construct()")]
    fn construct() {}

    #[php("public static function createInstance($timezone = null, ?string $locale = null): ?IntlCalendar")]
    fn create_instance(ctx: &Ctx, timezone: &Value, locale: Option<&Str>) -> PhpResult<Option<Object>> {
        api::create_instance(ctx, timezone, locale)
    }

    #[php("public function equals(IntlCalendar $other): bool")]
    fn equals(ctx: &Ctx, this: &Object, other: &Object) -> PhpResult<bool> {
        api::equals(ctx, this, other, 1)
    }

    #[php("public function fieldDifference(float $timestamp, int $field): int|false")]
    fn field_difference(ctx: &Ctx, this: &Object, timestamp: f64, field: i64) -> PhpResult<OrFalse<i64>> {
        api::field_difference(ctx, this, timestamp, field, 1)
    }

    #[php("public function add(int $field, int $value): bool")]
    fn add(ctx: &Ctx, this: &Object, field: i64, value: i64) -> PhpResult<bool> {
        api::add(ctx, this, field, value, 1)
    }

    #[php("public function after(IntlCalendar $other): bool")]
    fn after(ctx: &Ctx, this: &Object, other: &Object) -> PhpResult<bool> {
        api::after(ctx, this, other, 1)
    }

    #[php("public function before(IntlCalendar $other): bool")]
    fn before(ctx: &Ctx, this: &Object, other: &Object) -> PhpResult<bool> {
        api::before(ctx, this, other, 1)
    }

    #[php("public function clear(?int $field = null): true")]
    fn clear(ctx: &Ctx, this: &Object, field: Option<i64>) -> PhpResult<bool> {
        api::clear(ctx, this, field, 1)
    }

    #[php("public static function fromDateTime(DateTime|string $datetime, ?string $locale = null): ?IntlCalendar")]
    fn from_date_time(ctx: &Ctx, datetime: &Value, locale: Option<&Str>) -> PhpResult<Option<Object>> {
        api::from_date_time(ctx, datetime, locale)
    }

    #[php("public function get(int $field): int|false")]
    fn get(ctx: &Ctx, this: &Object, field: i64) -> PhpResult<OrFalse<i64>> {
        api::get(ctx, this, field, 1)
    }

    #[php("public function getActualMaximum(int $field): int|false")]
    fn get_actual_maximum(ctx: &Ctx, this: &Object, field: i64) -> PhpResult<OrFalse<i64>> {
        api::get_actual_maximum(ctx, this, field, 1)
    }

    #[php("public function getActualMinimum(int $field): int|false")]
    fn get_actual_minimum(ctx: &Ctx, this: &Object, field: i64) -> PhpResult<OrFalse<i64>> {
        api::get_actual_minimum(ctx, this, field, 1)
    }

    #[php("public static function getAvailableLocales(): array")]
    fn get_available_locales(ctx: &Ctx) -> Array {
        api::get_available_locales(ctx)
    }

    #[php("public function getDayOfWeekType(int $dayOfWeek): int|false")]
    fn get_day_of_week_type(ctx: &Ctx, this: &Object, day: i64) -> PhpResult<OrFalse<i64>> {
        api::get_day_of_week_type(ctx, this, day, 1)
    }

    #[php("public function getErrorCode(): int|false")]
    fn get_error_code(ctx: &Ctx, this: &Object) -> i64 {
        api::get_error_code(ctx, this)
    }

    #[php("public function getErrorMessage(): string|false")]
    fn get_error_message(ctx: &Ctx, this: &Object) -> Str {
        api::get_error_message(ctx, this)
    }

    #[php("public function getFirstDayOfWeek(): int|false")]
    fn get_first_day_of_week(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        api::get_first_day_of_week(ctx, this)
    }

    #[php("public function getGreatestMinimum(int $field): int|false")]
    fn get_greatest_minimum(ctx: &Ctx, this: &Object, field: i64) -> PhpResult<OrFalse<i64>> {
        api::get_greatest_minimum(ctx, this, field, 1)
    }

    #[php(
        "public static function getKeywordValuesForLocale(string $keyword, string $locale, bool $onlyCommon): IntlIterator|false"
    )]
    fn keyword_values(ctx: &Ctx, keyword: &Str, locale: &Str, only_common: bool) -> PhpResult<OrFalse<Object>> {
        api::get_keyword_values_for_locale(ctx, keyword, locale, only_common)
    }

    #[php("public function getLeastMaximum(int $field): int|false")]
    fn get_least_maximum(ctx: &Ctx, this: &Object, field: i64) -> PhpResult<OrFalse<i64>> {
        api::get_least_maximum(ctx, this, field, 1)
    }

    #[php("public function getLocale(int $type): string|false")]
    fn get_locale(ctx: &Ctx, this: &Object, kind: i64) -> PhpResult<OrFalse<String>> {
        api::get_locale(ctx, this, kind, 1)
    }

    #[php("public function getMaximum(int $field): int|false")]
    fn get_maximum(ctx: &Ctx, this: &Object, field: i64) -> PhpResult<OrFalse<i64>> {
        api::get_maximum(ctx, this, field, 1)
    }

    #[php("public function getMinimalDaysInFirstWeek(): int|false")]
    fn get_minimal_days_in_first_week(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        api::get_minimal_days_in_first_week(ctx, this)
    }

    #[php("public function setMinimalDaysInFirstWeek(int $days): true")]
    fn set_minimal_days_in_first_week(ctx: &Ctx, this: &Object, days: i64) -> PhpResult<bool> {
        api::set_minimal_days_in_first_week(ctx, this, days, 1)
    }

    #[php("public function getMinimum(int $field): int|false")]
    fn get_minimum(ctx: &Ctx, this: &Object, field: i64) -> PhpResult<OrFalse<i64>> {
        api::get_minimum(ctx, this, field, 1)
    }

    #[php("public static function getNow(): float")]
    fn get_now(ctx: &Ctx) -> f64 {
        api::get_now(ctx)
    }

    #[php("public function getRepeatedWallTimeOption(): int")]
    fn get_repeated_wall_time_option(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        api::get_repeated_wall_time_option(ctx, this)
    }

    #[php("public function getSkippedWallTimeOption(): int")]
    fn get_skipped_wall_time_option(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        api::get_skipped_wall_time_option(ctx, this)
    }

    #[php("public function getTime(): float|false")]
    fn get_time(ctx: &Ctx, this: &Object) -> PhpResult<OrFalse<f64>> {
        api::get_time(ctx, this)
    }

    #[php("public function getTimeZone(): IntlTimeZone|false")]
    fn get_time_zone(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        api::get_time_zone(ctx, this)
    }

    #[php("public function getType(): string")]
    fn get_type(ctx: &Ctx, this: &Object) -> PhpResult<&'static str> {
        api::get_type(ctx, this)
    }

    #[php("public function getWeekendTransition(int $dayOfWeek): int|false")]
    fn get_weekend_transition(ctx: &Ctx, this: &Object, day: i64) -> PhpResult<OrFalse<i64>> {
        api::get_weekend_transition(ctx, this, day, 1)
    }

    #[php("public function inDaylightTime(): bool")]
    fn in_daylight_time(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        api::in_daylight_time(ctx, this)
    }

    #[php("public function isEquivalentTo(IntlCalendar $other): bool")]
    fn is_equivalent_to(ctx: &Ctx, this: &Object, other: &Object) -> PhpResult<bool> {
        api::is_equivalent_to(ctx, this, other, 1)
    }

    #[php("public function isLenient(): bool")]
    fn is_lenient(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        api::is_lenient(ctx, this)
    }

    #[php("public function isWeekend(?float $timestamp = null): bool")]
    fn is_weekend(ctx: &Ctx, this: &Object, timestamp: Option<f64>) -> PhpResult<bool> {
        api::is_weekend(ctx, this, timestamp)
    }

    #[php("public function roll(int $field, $value): bool")]
    fn roll(ctx: &Ctx, this: &Object, field: i64, value: &Value) -> PhpResult<bool> {
        api::roll(ctx, this, field, value, 1)
    }

    #[php("public function isSet(int $field): bool")]
    fn is_set(ctx: &Ctx, this: &Object, field: i64) -> PhpResult<bool> {
        api::is_set(ctx, this, field, 1)
    }

    #[php("public function setFirstDayOfWeek(int $dayOfWeek): true")]
    fn set_first_day_of_week(ctx: &Ctx, this: &Object, day: i64) -> PhpResult<bool> {
        api::set_first_day_of_week(ctx, this, day, 1)
    }

    #[php("public function setLenient(bool $lenient): true")]
    fn set_lenient(ctx: &Ctx, this: &Object, lenient: bool) -> PhpResult<bool> {
        api::set_lenient(ctx, this, lenient)
    }

    #[php("public function setRepeatedWallTimeOption(int $option): true")]
    fn set_repeated_wall_time_option(ctx: &Ctx, this: &Object, option: i64) -> PhpResult<bool> {
        api::set_repeated_wall_time_option(ctx, this, option, 1)
    }

    #[php("public function setSkippedWallTimeOption(int $option): true")]
    fn set_skipped_wall_time_option(ctx: &Ctx, this: &Object, option: i64) -> PhpResult<bool> {
        api::set_skipped_wall_time_option(ctx, this, option, 1)
    }

    #[php("public function setTime(float $timestamp): bool")]
    fn set_time(ctx: &Ctx, this: &Object, timestamp: f64) -> PhpResult<bool> {
        api::set_time(ctx, this, timestamp)
    }

    #[php("public function setTimeZone($timezone): bool")]
    fn set_time_zone(ctx: &Ctx, this: &Object, timezone: &Value) -> PhpResult<bool> {
        api::set_time_zone(ctx, this, timezone)
    }

    #[php("public function toDateTime(): DateTime|false")]
    fn to_date_time(ctx: &Ctx, this: &Object) -> PhpResult<OrFalse<Object>> {
        api::to_date_time(ctx, this)
    }

    #[php(
        "public function set(int $year, int $month, int $dayOfMonth = UNKNOWN, int $hour = UNKNOWN, int $minute = UNKNOWN, int $second = UNKNOWN): true"
    )]
    #[allow(clippy::too_many_arguments)]
    fn set(
        ctx: &Ctx,
        this: &Object,
        year: i64,
        month: i64,
        day: Option<i64>,
        hour: Option<i64>,
        minute: Option<i64>,
        second: Option<i64>,
        passed: usize,
    ) -> PhpResult<bool> {
        if passed > 2 {
            ctx.report_as_is(
                Level::Deprecated,
                "Calling IntlCalendar::set() with more than 2 arguments is deprecated, \
                 use either IntlCalendar::setDate() or IntlCalendar::setDateTime() instead",
            );
            ctx.check()?;
        }
        api::set(ctx, this, [Some(year), Some(month), day, hour, minute, second], passed, 1)
    }

    #[php("public function setDate(int $year, int $month, int $dayOfMonth): void", strict_return)]
    fn set_date(ctx: &Ctx, this: &Object, year: i64, month: i64, day: i64) -> PhpResult<()> {
        api::set_date(ctx, this, &[year, month, day])
    }

    #[php(
        "public function setDateTime(int $year, int $month, int $dayOfMonth, int $hour, int $minute, ?int $second = null): void",
        strict_return
    )]
    #[allow(clippy::too_many_arguments)]
    fn set_date_time(
        ctx: &Ctx,
        this: &Object,
        year: i64,
        month: i64,
        day: i64,
        hour: i64,
        minute: i64,
        second: Option<i64>,
    ) -> PhpResult<()> {
        match second {
            Some(second) => api::set_date(ctx, this, &[year, month, day, hour, minute, second]),
            None => api::set_date(ctx, this, &[year, month, day, hour, minute]),
        }
    }
}

/// The class.
pub(crate) struct IntlCalendar;
