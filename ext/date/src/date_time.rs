//! DateTime and DateTimeImmutable.

use crate::{
    changes,
    date_interval::IntervalObject,
    date_time_object as dates,
    date_time_zone::ZoneObject,
    format, interval, state,
    time::{Time, Tz},
};
use phant_memory::{Array, Object, PhpStr, Str};
use phant_native::{ClassPtr, Ctx, Number, ObjectHandlers, PhpResult, convert, php_class, php_methods, ret::OrFalse};

/// A time with an interval added, or taken away.
pub(crate) fn add(ctx: &Ctx, mut time: Time, object: &Object, sign: i64) -> PhpResult<Time> {
    let data = IntervalObject::get(ctx, object)?;
    if data.civil {
        interval::add(&mut time, &data.relative, sign);
    } else {
        interval::add_wall(&mut time, &data.relative, sign);
    }
    Ok(time)
}

/// The interval between two dates.
pub(crate) fn difference(ctx: &Ctx, one: &Object, two: &Object, absolute: bool) -> PhpResult<Object> {
    let mut relative = dates::read(ctx, one, |one| dates::read(ctx, two, |two| interval::diff(one, two)))??;
    if absolute {
        relative.invert = false;
    }
    IntervalObject::new_object(ctx, relative, true)
}

/// Seconds and microseconds of a timestamp.
fn split_timestamp(ctx: &Ctx, timestamp: Number) -> PhpResult<(i64, i64)> {
    let float = match timestamp {
        Number::Int(seconds) => return Ok((seconds, 0)),
        Number::Float(float) => float,
    };
    // Both limits are powers of two, exactly representable.
    if !float.is_finite() || !(-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&float) {
        let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
        let (least, most, given) = (i64::MIN, i64::MAX, convert::repr(float));
        let text = format!(
            "{name}(): Argument #1 ($timestamp) must be a finite number between {least} and {most}.999999, {given} given"
        );
        return Err(ctx.throw("DateRangeError", text));
    }
    let seconds = float.floor();
    let micros = ((float - seconds) * 1_000_000.0).round() as i64;
    Ok((seconds as i64 + micros / 1_000_000, micros % 1_000_000))
}

static HANDLERS: ObjectHandlers = ObjectHandlers {
    clone: Some(dates::copy),
    properties: Some(dates::properties),
    properties_are_a_view: true,
    compare: Some(dates::compare),
    order: Some(dates::order),
    ..ObjectHandlers::DEFAULT
};

/// What both classes can be asked.
struct Reading;

#[php_methods(METHODS)]
impl Reading {
    #[php("public static function createFromTimestamp(int|float $timestamp): static")]
    fn create_from_timestamp(ctx: &Ctx, class: ClassPtr, timestamp: Number) -> PhpResult<Object> {
        let (seconds, micros) = split_timestamp(ctx, timestamp)?;
        dates::new_object(ctx, class, Time::new(seconds, micros, Tz::Offset(0)))
    }

    #[php("public static function getLastErrors(): array|false")]
    fn get_last_errors(ctx: &Ctx) -> OrFalse<Array> {
        state::last_errors(ctx).into()
    }

    #[php("public function format(string $format): string")]
    fn format(ctx: &Ctx, this: &Object, format: &PhpStr) -> PhpResult<Str> {
        dates::read(ctx, this, |time| format::format(format, time, true))
    }

    #[php("public function getTimezone(): DateTimeZone|false")]
    fn get_timezone(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        ZoneObject::new_object(ctx, dates::read(ctx, this, Time::tz)?)
    }

    #[php("public function getOffset(): int")]
    fn get_offset(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        dates::read(ctx, this, |time| time.offset)
    }

    #[php("public function getTimestamp(): int")]
    fn get_timestamp(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        dates::read(ctx, this, |time| time.sse)
    }

    #[php("public function getMicrosecond(): int", strict_return)]
    fn get_microsecond(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        dates::read(ctx, this, |time| time.us)
    }

    #[php("public function diff(DateTimeInterface $targetObject, bool $absolute = false): DateInterval")]
    fn diff(ctx: &Ctx, this: &Object, target: &Object, absolute: bool) -> PhpResult<Object> {
        difference(ctx, this, target, absolute)
    }
}

pub(crate) struct DateTime;

/// A date that methods change in place.
#[php_class("class DateTime implements DateTimeInterface {}", create = dates::create, handlers = HANDLERS, methods = [Reading::METHODS, Self::SETTERS])]
impl DateTime {
    fn result(_ctx: &Ctx, this: &Object, time: Time) -> PhpResult<Object> {
        dates::set(this, time);
        Ok(this.clone())
    }

    #[php("public function __construct(string $datetime = 'now', ?DateTimeZone $timezone = null)")]
    fn construct(ctx: &Ctx, this: &Object, text: &PhpStr, timezone: Option<&Object>) -> PhpResult<()> {
        dates::construct(ctx, this, text, timezone)
    }

    #[php("public function __serialize(): array", strict_return)]
    fn serialize(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        dates::serialize(ctx, this)
    }

    #[php("public function __unserialize(array $data): void", strict_return)]
    fn unserialize(ctx: &Ctx, this: &Object, data: &Array) -> PhpResult<()> {
        dates::unserialize(ctx, this, data, "DateTime")
    }

    #[php("public function __wakeup(): void")]
    fn wakeup(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        dates::wakeup(ctx, this, "DateTime")
    }

    #[php("public static function __set_state(array $array): DateTime")]
    fn set_state(ctx: &Ctx, class: ClassPtr, array: &Array) -> PhpResult<Object> {
        dates::set_state(ctx, class, array, "DateTime")
    }

    #[php("public static function createFromImmutable(DateTimeImmutable $object): static")]
    fn create_from_immutable(ctx: &Ctx, class: ClassPtr, object: &Object) -> PhpResult<Object> {
        let time = dates::get(ctx, object)?;
        dates::new_object(ctx, class, time)
    }

    #[php("public static function createFromInterface(DateTimeInterface $object): DateTime", strict_return)]
    fn create_from_interface(ctx: &Ctx, class: ClassPtr, object: &Object) -> PhpResult<Object> {
        let time = dates::get(ctx, object)?;
        dates::new_object(ctx, class, time)
    }

    #[php(
        "public static function createFromFormat(string $format, string $datetime, ?DateTimeZone $timezone = null): DateTime|false"
    )]
    fn create_from_format(
        ctx: &Ctx,
        class: ClassPtr,
        format: &PhpStr,
        text: &PhpStr,
        timezone: Option<&Object>,
    ) -> PhpResult<OrFalse<Object>> {
        Ok(dates::from_format(ctx, class, format, text, timezone)?.into())
    }
}

/// What changes a date.
#[php_methods(SETTERS)]
impl DateTime {
    #[php("public function modify(string $modifier): DateTime")]
    fn modify(ctx: &Ctx, this: &Object, modifier: &PhpStr) -> PhpResult<Object> {
        let time = changes::modified(ctx, this, modifier, "DateTime")?;
        Self::result(ctx, this, time)
    }

    #[php("public function add(DateInterval $interval): DateTime")]
    fn add(ctx: &Ctx, this: &Object, interval: &Object) -> PhpResult<Object> {
        let time = changes::moved(ctx, this, interval, 1)?;
        Self::result(ctx, this, time)
    }

    #[php("public function sub(DateInterval $interval): DateTime")]
    fn sub(ctx: &Ctx, this: &Object, interval: &Object) -> PhpResult<Object> {
        let time = changes::moved_back(ctx, this, interval, "DateTime")?;
        Self::result(ctx, this, time)
    }

    #[php("public function setTimezone(DateTimeZone $timezone): DateTime")]
    fn set_timezone(ctx: &Ctx, this: &Object, timezone: &Object) -> PhpResult<Object> {
        let time = changes::in_timezone(ctx, this, timezone)?;
        Self::result(ctx, this, time)
    }

    #[php("public function setTime(int $hour, int $minute, int $second = 0, int $microsecond = 0): DateTime")]
    fn set_time(ctx: &Ctx, this: &Object, hour: i64, minute: i64, second: i64, micro: i64) -> PhpResult<Object> {
        let time = changes::at_time(ctx, this, hour, minute, second, micro)?;
        Self::result(ctx, this, time)
    }

    #[php("public function setDate(int $year, int $month, int $day): DateTime")]
    fn set_date(ctx: &Ctx, this: &Object, year: i64, month: i64, day: i64) -> PhpResult<Object> {
        let time = changes::on_date(ctx, this, year, month, day)?;
        Self::result(ctx, this, time)
    }

    #[php("public function setISODate(int $year, int $week, int $dayOfWeek = 1): DateTime")]
    fn set_iso_date(ctx: &Ctx, this: &Object, year: i64, week: i64, day: i64) -> PhpResult<Object> {
        let time = changes::on_iso_date(ctx, this, year, week, day)?;
        Self::result(ctx, this, time)
    }

    #[php("public function setTimestamp(int $timestamp): DateTime")]
    fn set_timestamp(ctx: &Ctx, this: &Object, timestamp: i64) -> PhpResult<Object> {
        let time = changes::at_timestamp(ctx, this, timestamp)?;
        Self::result(ctx, this, time)
    }

    #[php("public function setMicrosecond(int $microsecond): static", strict_return)]
    fn set_microsecond(ctx: &Ctx, this: &Object, micro: i64) -> PhpResult<Object> {
        let time = changes::at_microsecond(ctx, this, micro)?;
        Self::result(ctx, this, time)
    }
}

pub(crate) struct DateTimeImmutable;

/// A date that stays what it is: methods return another one.
#[php_class("class DateTimeImmutable implements DateTimeInterface {}", create = dates::create, handlers = HANDLERS, methods = [Reading::METHODS, Self::SETTERS])]
impl DateTimeImmutable {
    fn result(ctx: &Ctx, this: &Object, time: Time) -> PhpResult<Object> {
        let copy = ctx.host.clone_object(ctx, this)?;
        dates::set(&copy, time);
        Ok(copy)
    }

    #[php("public function __construct(string $datetime = 'now', ?DateTimeZone $timezone = null)")]
    fn construct(ctx: &Ctx, this: &Object, text: &PhpStr, timezone: Option<&Object>) -> PhpResult<()> {
        dates::construct(ctx, this, text, timezone)
    }

    #[php("public function __serialize(): array", strict_return)]
    fn serialize(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        dates::serialize(ctx, this)
    }

    #[php("public function __unserialize(array $data): void", strict_return)]
    fn unserialize(ctx: &Ctx, this: &Object, data: &Array) -> PhpResult<()> {
        dates::unserialize(ctx, this, data, "DateTimeImmutable")
    }

    #[php("public function __wakeup(): void")]
    fn wakeup(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        dates::wakeup(ctx, this, "DateTimeImmutable")
    }

    #[php("public static function __set_state(array $array): DateTimeImmutable")]
    fn set_state(ctx: &Ctx, class: ClassPtr, array: &Array) -> PhpResult<Object> {
        dates::set_state(ctx, class, array, "DateTimeImmutable")
    }

    #[php("public static function createFromMutable(DateTime $object): static")]
    fn create_from_mutable(ctx: &Ctx, class: ClassPtr, object: &Object) -> PhpResult<Object> {
        let time = dates::get(ctx, object)?;
        dates::new_object(ctx, class, time)
    }

    #[php("public static function createFromInterface(DateTimeInterface $object): DateTimeImmutable", strict_return)]
    fn create_from_interface(ctx: &Ctx, class: ClassPtr, object: &Object) -> PhpResult<Object> {
        let time = dates::get(ctx, object)?;
        dates::new_object(ctx, class, time)
    }

    #[php(
        "public static function createFromFormat(string $format, string $datetime, ?DateTimeZone $timezone = null): DateTimeImmutable|false"
    )]
    fn create_from_format(
        ctx: &Ctx,
        class: ClassPtr,
        format: &PhpStr,
        text: &PhpStr,
        timezone: Option<&Object>,
    ) -> PhpResult<OrFalse<Object>> {
        Ok(dates::from_format(ctx, class, format, text, timezone)?.into())
    }
}

/// What changes a date.
#[php_methods(SETTERS)]
impl DateTimeImmutable {
    #[php("public function modify(string $modifier): DateTimeImmutable")]
    fn modify(ctx: &Ctx, this: &Object, modifier: &PhpStr) -> PhpResult<Object> {
        let time = changes::modified(ctx, this, modifier, "DateTimeImmutable")?;
        Self::result(ctx, this, time)
    }

    #[php("public function add(DateInterval $interval): DateTimeImmutable")]
    fn add(ctx: &Ctx, this: &Object, interval: &Object) -> PhpResult<Object> {
        let time = changes::moved(ctx, this, interval, 1)?;
        Self::result(ctx, this, time)
    }

    #[php("public function sub(DateInterval $interval): DateTimeImmutable")]
    fn sub(ctx: &Ctx, this: &Object, interval: &Object) -> PhpResult<Object> {
        let time = changes::moved_back(ctx, this, interval, "DateTimeImmutable")?;
        Self::result(ctx, this, time)
    }

    #[php("public function setTimezone(DateTimeZone $timezone): DateTimeImmutable")]
    fn set_timezone(ctx: &Ctx, this: &Object, timezone: &Object) -> PhpResult<Object> {
        let time = changes::in_timezone(ctx, this, timezone)?;
        Self::result(ctx, this, time)
    }

    #[php("public function setTime(int $hour, int $minute, int $second = 0, int $microsecond = 0): DateTimeImmutable")]
    fn set_time(ctx: &Ctx, this: &Object, hour: i64, minute: i64, second: i64, micro: i64) -> PhpResult<Object> {
        let time = changes::at_time(ctx, this, hour, minute, second, micro)?;
        Self::result(ctx, this, time)
    }

    #[php("public function setDate(int $year, int $month, int $day): DateTimeImmutable")]
    fn set_date(ctx: &Ctx, this: &Object, year: i64, month: i64, day: i64) -> PhpResult<Object> {
        let time = changes::on_date(ctx, this, year, month, day)?;
        Self::result(ctx, this, time)
    }

    #[php("public function setISODate(int $year, int $week, int $dayOfWeek = 1): DateTimeImmutable")]
    fn set_iso_date(ctx: &Ctx, this: &Object, year: i64, week: i64, day: i64) -> PhpResult<Object> {
        let time = changes::on_iso_date(ctx, this, year, week, day)?;
        Self::result(ctx, this, time)
    }

    #[php("public function setTimestamp(int $timestamp): DateTimeImmutable")]
    fn set_timestamp(ctx: &Ctx, this: &Object, timestamp: i64) -> PhpResult<Object> {
        let time = changes::at_timestamp(ctx, this, timestamp)?;
        Self::result(ctx, this, time)
    }

    #[php("public function setMicrosecond(int $microsecond): static", strict_return)]
    fn set_microsecond(ctx: &Ctx, this: &Object, micro: i64) -> PhpResult<Object> {
        let time = changes::at_microsecond(ctx, this, micro)?;
        Self::result(ctx, this, time)
    }
}
