//! The class IntlGregorianCalendar.

use super::{
    actions::{DATE_FIELDS, is_gregorian, locale_named, opened, with, within_int32},
    cal::Cal,
    class::{HANDLERS, IntlCalendar, State},
    gregorian::is_leap,
    system::System,
};
use crate::{
    error::{ILLEGAL_ARGUMENT, reset},
    timezone::zone_argument,
};
use phant_memory::{Object, Value};
use phant_native::{ClassPtr, Ctx, PhpResult, convert, descriptor::FunctionGroup, error::Level, functions, php, php_class};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    intlgregcal_create_instance,
    intlgregcal_set_gregorian_change,
    intlgregcal_get_gregorian_change,
    intlgregcal_is_leap_year
];

/// What the constructor's six arguments make. `Ok(None)` if that failed, which has been noted.
fn make(ctx: &Ctx, args: &[Value]) -> PhpResult<Option<Cal>> {
    let count = args.iter().rposition(|value| !value.deref().is_null()).map_or(0, |last| last + 1);
    if count > 6 {
        return Err(ctx.throw("ArgumentCountError", "Too many arguments"));
    }
    if count == 4 {
        return Err(ctx.throw("ArgumentCountError", "No variant with 4 arguments (excluding trailing NULLs)"));
    }
    if count < 3 {
        let zone = args.first().cloned().unwrap_or(Value::NULL);
        let Some(tz) = zone_argument(ctx, &zone, "intlgregcal_create_instance", None)? else { return Ok(None) };
        let locale = match args.get(1).filter(|value| !value.deref().is_null()) {
            Some(value) => Some(convert::to_str(ctx, value)?),
            None => None,
        };
        return Ok(Some(Cal::new(System::Gregorian, tz, &locale_named(ctx, locale.as_ref()))));
    }
    let mut values = Vec::new();
    for (at, value) in args[..count].iter().enumerate() {
        if value.as_int().is_none() && value.as_float().is_none() && value.as_bool().is_none() {
            let text = format!("must be of type int, {} given", convert::type_name(value));
            return Err(ctx.argument_type_error(at + 1, text));
        }
        values.push(convert::to_int(value));
    }
    within_int32(ctx, values.iter().copied(), 1)?;
    let tz = crate::timezone::default_zone(ctx);
    let mut cal = Cal::new(System::Gregorian, tz, &locale_named(ctx, None));
    set_all(&mut cal, &values);
    Ok(Some(cal))
}

/// Sets date and time, of which what is not given is midnight.
fn set_all(cal: &mut Cal, values: &[i64]) {
    cal.clear(None);
    for (value, field) in values.iter().zip(DATE_FIELDS) {
        cal.set(field, *value);
    }
}

/// A calendar of the Gregorian, and before that the Julian calendar.
#[php_class("class IntlGregorianCalendar extends IntlCalendar {}", create = IntlCalendar::create, handlers = HANDLERS, not_serializable)]
impl IntlGregorianCalendar {
    #[php("public static function createFromDate(int $year, int $month, int $dayOfMonth): static", strict_return)]
    fn of_date(ctx: &Ctx, class: ClassPtr, year: i64, month: i64, day: i64) -> PhpResult<Object> {
        Self::of(ctx, class, &[year, month, day])
    }

    #[php(
        "public static function createFromDateTime(int $year, int $month, int $dayOfMonth, int $hour, int $minute, ?int $second = null): static",
        strict_return
    )]
    #[allow(clippy::too_many_arguments)]
    fn of_date_time(
        ctx: &Ctx,
        class: ClassPtr,
        year: i64,
        month: i64,
        day: i64,
        hour: i64,
        minute: i64,
        second: Option<i64>,
    ) -> PhpResult<Object> {
        match second {
            Some(second) => Self::of(ctx, class, &[year, month, day, hour, minute, second]),
            None => Self::of(ctx, class, &[year, month, day, hour, minute]),
        }
    }

    #[php(
        "public function __construct($timezoneOrYear = UNKNOWN, $localeOrMonth = UNKNOWN, $day = UNKNOWN, $hour = UNKNOWN, $minute = UNKNOWN, $second = UNKNOWN)"
    )]
    #[allow(clippy::too_many_arguments)]
    fn construct(
        ctx: &Ctx,
        this: &Object,
        zone: Option<&Value>,
        locale: Option<&Value>,
        day: Option<&Value>,
        hour: Option<&Value>,
        minute: Option<&Value>,
        second: Option<&Value>,
        passed: usize,
    ) -> PhpResult<()> {
        if passed > 2 {
            ctx.report_as_is(
                Level::Deprecated,
                "Calling IntlGregorianCalendar::__construct() with more than 2 arguments is deprecated, \
                 use either IntlGregorianCalendar::createFromDate() or IntlGregorianCalendar::createFromDateTime() instead",
            );
            ctx.check()?;
        }
        let state = State::of(this);
        if state.cal.borrow().is_some() {
            return Err(ctx.throw_error("IntlGregorianCalendar object is already constructed"));
        }
        reset(ctx);
        if passed > 6 {
            return Err(ctx.throw("ArgumentCountError", "Too many arguments"));
        }
        match make(ctx, &gather([zone, locale, day, hour, minute, second]))? {
            Some(cal) => {
                state.cal.replace(Some(cal));
                Ok(())
            }
            None => Err(ctx.throw("IntlException", "Constructor failed")),
        }
    }
    fn of(ctx: &Ctx, class: ClassPtr, values: &[i64]) -> PhpResult<Object> {
        reset(ctx);
        within_int32(ctx, values.iter().copied(), 1)?;
        let tz = crate::timezone::default_zone(ctx);
        let mut cal = Cal::new(System::Gregorian, tz, &locale_named(ctx, None));
        set_all(&mut cal, values);
        let object = ctx.allocate(class)?;
        State::of(&object).cal.replace(Some(cal));
        Ok(object)
    }

    #[php("public function setGregorianChange(float $timestamp): bool")]
    fn set_change(ctx: &Ctx, this: &Object, timestamp: f64) -> PhpResult<bool> {
        intlgregcal_set_gregorian_change(ctx, this, timestamp)
    }

    #[php("public function getGregorianChange(): float")]
    fn change(ctx: &Ctx, this: &Object) -> PhpResult<f64> {
        intlgregcal_get_gregorian_change(ctx, this)
    }

    #[php("public function isLeapYear(int $year): bool")]
    fn leap_year(ctx: &Ctx, this: &Object, year: i64) -> PhpResult<bool> {
        leap(ctx, this, year, 1)
    }
}

/// The class.
pub(crate) struct IntlGregorianCalendar;

fn gather(values: [Option<&Value>; 6]) -> Vec<Value> {
    let last = values.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    values[..last].iter().map(|value| value.map_or(Value::NULL, Value::unref)).collect()
}

fn leap(ctx: &Ctx, calendar: &Object, year: i64, first: usize) -> PhpResult<bool> {
    within_int32(ctx, [year], first)?;
    let state = opened(ctx, calendar)?;
    Ok(with(state, |cal| if cal.year_is_new_style(year) { is_leap(year) } else { year.rem_euclid(4) == 0 }))
}

/// A new calendar.
#[php(
    "function intlgregcal_create_instance($timezoneOrYear = UNKNOWN, $localeOrMonth = UNKNOWN, $day = UNKNOWN, $hour = UNKNOWN, $minute = UNKNOWN, $second = UNKNOWN): ?IntlGregorianCalendar",
    deprecated = " since 8.4, use IntlGregorianCalendar::__construct(), IntlGregorianCalendar::createFromDate(), or IntlGregorianCalendar::createFromDateTime() instead"
)]
fn intlgregcal_create_instance(
    ctx: &Ctx,
    zone: Option<&Value>,
    locale: Option<&Value>,
    day: Option<&Value>,
    hour: Option<&Value>,
    minute: Option<&Value>,
    second: Option<&Value>,
) -> PhpResult<Option<Object>> {
    reset(ctx);
    let Some(cal) = make(ctx, &gather([zone, locale, day, hour, minute, second]))? else { return Ok(None) };
    let object = ctx.allocate(ctx.known_class("IntlGregorianCalendar"))?;
    State::of(&object).cal.replace(Some(cal));
    Ok(Some(object))
}

/// Sets when the Gregorian calendar begins.
#[php("function intlgregcal_set_gregorian_change(IntlGregorianCalendar $calendar, float $timestamp): bool")]
fn intlgregcal_set_gregorian_change(ctx: &Ctx, calendar: &Object, timestamp: f64) -> PhpResult<bool> {
    let state = opened(ctx, calendar)?;
    if timestamp.is_nan() || !with(state, |cal| is_gregorian(cal)) {
        state.error.set(ctx, ILLEGAL_ARGUMENT, "intlgregcal_set_gregorian_change: error calling ICU method")?;
        return Ok(false);
    }
    with(state, |cal| {
        let _ = cal.time();
        cal.cutover = timestamp;
        cal.stale();
    });
    Ok(true)
}

/// When the Gregorian calendar begins.
#[php("function intlgregcal_get_gregorian_change(IntlGregorianCalendar $calendar): float")]
fn intlgregcal_get_gregorian_change(ctx: &Ctx, calendar: &Object) -> PhpResult<f64> {
    Ok(with(opened(ctx, calendar)?, |cal| cal.cutover))
}

/// Whether a year has 366 days.
#[php("function intlgregcal_is_leap_year(IntlGregorianCalendar $calendar, int $year): bool")]
fn intlgregcal_is_leap_year(ctx: &Ctx, calendar: &Object, year: i64) -> PhpResult<bool> {
    leap(ctx, calendar, year, 2)
}
