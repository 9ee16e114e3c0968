//! The class IntlDateFormatter.

use super::{functions as api, style};
use crate::{
    calendar::{Cal, actions::locale_named, cal::system_of, calendar_of, system::System},
    data::Chain,
    error::{ILLEGAL_ARGUMENT, INVALID_CHAR_FOUND, ObjectError, set},
    known,
    timezone::zone_argument,
};
use phant_memory::{Array, NativeData, Object, Str, Tracer, Value};
use phant_native::{Ctx, Number, ObjectHandlers, PhpResult, args::RefArg, php_class, ret::OrFalse};
use std::cell::RefCell;

/// What dates are written and read by.
#[derive(Clone)]
pub(crate) struct DateFormat {
    pub(crate) locale: String,
    pub(crate) date: i64,
    pub(crate) time: i64,
    pub(crate) pattern: String,
    /// The pattern is of the styles, rather than given.
    styled: bool,
    /// The kind of calendar that was asked for; none if it was an object.
    pub(crate) kind: Option<i64>,
    pub(crate) cal: Cal,
}

impl DateFormat {
    /// A format by styles; -2 is a pattern, which is then empty.
    pub(crate) fn of_styles(locale: &str, date: i64, time: i64, cal: Cal) -> DateFormat {
        let mut made =
            DateFormat { locale: locale.to_owned(), date, time, pattern: String::new(), styled: true, kind: Some(1), cal };
        made.restyle();
        made
    }
    /// The calendar whose patterns are used: the locale's.
    pub(crate) fn pattern_kind(&self) -> String {
        match system_of(&self.locale).map_or_else(|name| name, |system| system.name().to_owned()) {
            name if name == "iso8601" => "gregorian".to_owned(),
            name => name,
        }
    }
    pub(crate) fn restyle(&mut self) {
        if self.styled && self.date != -2 {
            let date = if self.date >= 128 { self.date & 127 } else { self.date };
            self.pattern = style::pattern(&Chain::new("", &self.locale), &self.pattern_kind(), date, self.time);
        }
    }
}

/// The state of an object.
#[derive(Default)]
pub(crate) struct State {
    pub(super) format: RefCell<Option<DateFormat>>,
    pub(super) error: ObjectError,
}

impl NativeData for State {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
    fn outside(&self) -> Option<&'static str> {
        Some("an IntlDateFormatter")
    }
}

impl State {
    pub(crate) fn of(object: &Object) -> &State {
        object.native().expect("made by create")
    }
}

const BAD_CALENDAR: &str = "Invalid value for calendar type; it must be one of IntlDateFormatter::TRADITIONAL \
    (locale's default calendar) or IntlDateFormatter::GREGORIAN. Alternatively, it can be an IntlCalendar object";

/// The calendar that an argument means, and its kind unless it is an object. `Ok(None)` if it means none.
pub(super) fn calendar_argument(
    ctx: &Ctx,
    value: &Value,
    locale: &str,
    function: &str,
    error: Option<&ObjectError>,
) -> PhpResult<Option<(Cal, Option<i64>)>> {
    let fail = |message: String| {
        match error {
            Some(error) => error.set(ctx, ILLEGAL_ARGUMENT, message)?,
            None => set(ctx, ILLEGAL_ARGUMENT, message)?,
        }
        Ok(None)
    };
    if let Some(object) = value.as_object() {
        return match calendar_of(&object) {
            Some(cal) => Ok(Some((cal, None))),
            None => fail(format!("{function}: Found unconstructed IntlCalendar object")),
        };
    }
    let kind = if value.deref().is_null() { Some(1) } else { value.as_int() };
    let system = match kind {
        Some(1) => System::Gregorian,
        Some(0) => match system_of(locale) {
            Ok(system) => system,
            Err(_) => return fail(format!("{function}: Failure instantiating calendar")),
        },
        _ => return fail(format!("{function}: {BAD_CALENDAR}")),
    };
    let tz = crate::timezone::default_zone(ctx);
    Ok(Some((Cal::new(system, tz, locale), kind)))
}

fn is_style(style: i64) -> bool {
    matches!(style, -2..=3 | 128..=131)
}

/// Makes what a new object formats by. `Ok(None)` if that failed, which has been noted.
#[allow(clippy::too_many_arguments)]
pub(super) fn open(
    ctx: &Ctx,
    locale: Option<&Str>,
    date: i64,
    time: i64,
    timezone: &Value,
    calendar: &Value,
    pattern: Option<&Str>,
) -> PhpResult<Option<DateFormat>> {
    let fail = |message: &str| {
        set(ctx, ILLEGAL_ARGUMENT, message)?;
        Ok(None)
    };
    if !is_style(date) {
        return fail("datefmt_create: invalid date format style");
    }
    if !is_style(time) || time >= 128 {
        return fail("datefmt_create: invalid time format style");
    }
    if date == -2 && time != -2 {
        return fail(
            "datefmt_create: time format must be IntlDateFormatter::PATTERN if date format is IntlDateFormatter::PATTERN",
        );
    }
    let name = match locale {
        // What setlocale() names so, ICU does not know as a language.
        Some(locale) if locale.as_bytes() == b"C" => Some("en_US_POSIX".to_owned()),
        Some(locale) => known::named(ctx, locale)?,
        None => Some(locale_named(ctx, None)),
    };
    let Some(name) = name else { return Ok(None) };
    if !known::is_language(&name) && locale.is_some_and(|locale| !locale.is_empty()) {
        return Err(ctx.argument_error(1, format!("\"{name}\" is invalid")));
    }
    let Some((mut cal, kind)) = calendar_argument(ctx, calendar, &name, "datefmt_create", None)? else { return Ok(None) };
    if !timezone.deref().is_null() || kind.is_some() {
        let Some(tz) = zone_argument(ctx, timezone, "datefmt_create", None)? else { return Ok(None) };
        cal.set_zone(tz);
    }
    let mut made = DateFormat::of_styles(&name, date, time, cal);
    made.kind = kind;
    if let Some(pattern) = pattern.filter(|pattern| !pattern.is_empty()) {
        match std::str::from_utf8(pattern.as_bytes()) {
            Ok(text) => (made.pattern, made.styled) = (text.to_owned(), false),
            Err(_) => {
                set(ctx, INVALID_CHAR_FOUND, "datefmt_create: error converting pattern to UTF-16")?;
                return Ok(None);
            }
        }
    }
    Ok(Some(made))
}

static HANDLERS: ObjectHandlers = ObjectHandlers { clone: Some(IntlDateFormatter::copy), ..ObjectHandlers::DEFAULT };

/// Writes and reads dates.
#[php_class(
    "class IntlDateFormatter {
        public const int FULL = 0;
        public const int LONG = 1;
        public const int MEDIUM = 2;
        public const int SHORT = 3;
        public const int NONE = -1;
        public const int RELATIVE_FULL = 128;
        public const int RELATIVE_LONG = 129;
        public const int RELATIVE_MEDIUM = 130;
        public const int RELATIVE_SHORT = 131;
        public const int PATTERN = -2;
        public const int GREGORIAN = 1;
        public const int TRADITIONAL = 0;
    }",
    create = Self::create,
    handlers = HANDLERS,
    not_serializable
)]
impl IntlDateFormatter {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(State::default());
    }
    fn copy(ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
        let (from, to) = (State::of(from), State::of(to));
        if from.format.borrow().is_none() {
            return Err(ctx.throw_error("Cannot clone uninitialized IntlDateFormatter"));
        }
        to.format.replace(from.format.borrow().clone());
        to.error.copy(&from.error);
        Ok(())
    }

    #[php(
        "public function __construct(?string $locale, int $dateType = IntlDateFormatter::FULL, int $timeType = IntlDateFormatter::FULL, $timezone = null, $calendar = null, ?string $pattern = null)"
    )]
    #[allow(clippy::too_many_arguments)]
    fn construct(
        ctx: &Ctx,
        this: &Object,
        locale: Option<&Str>,
        date: i64,
        time: i64,
        timezone: &Value,
        calendar: &Value,
        pattern: Option<&Str>,
    ) -> PhpResult<()> {
        let state = State::of(this);
        if state.format.borrow().is_some() {
            let text = "datefmt_create: cannot call constructor twice";
            ctx.throwing_warnings("IntlException", |ctx| set(ctx, ILLEGAL_ARGUMENT, text))?;
            return Err(crate::error::thrown(ctx));
        }
        crate::error::reset(ctx);
        let made = ctx.throwing_warnings("IntlException", |ctx| open(ctx, locale, date, time, timezone, calendar, pattern))?;
        ctx.check()?;
        match made {
            Some(format) => {
                state.format.replace(Some(format));
                Ok(())
            }
            None => Err(crate::error::thrown(ctx)),
        }
    }

    #[php(
        "public static function create(?string $locale, int $dateType = IntlDateFormatter::FULL, int $timeType = IntlDateFormatter::FULL, $timezone = null, IntlCalendar|int|null $calendar = null, ?string $pattern = null): ?IntlDateFormatter"
    )]
    #[allow(clippy::too_many_arguments)]
    fn of(
        ctx: &Ctx,
        locale: Option<&Str>,
        date: i64,
        time: i64,
        timezone: &Value,
        calendar: &Value,
        pattern: Option<&Str>,
    ) -> PhpResult<Option<Object>> {
        api::datefmt_create(ctx, locale, date, time, timezone, calendar, pattern)
    }

    #[php("public function getDateType(): int|false")]
    fn date_type(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        api::datefmt_get_datetype(ctx, this)
    }

    #[php("public function getTimeType(): int|false")]
    fn time_type(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        api::datefmt_get_timetype(ctx, this)
    }

    #[php("public function getCalendar(): int|false")]
    fn calendar(ctx: &Ctx, this: &Object) -> PhpResult<OrFalse<i64>> {
        api::datefmt_get_calendar(ctx, this)
    }

    #[php("public function setCalendar(IntlCalendar|int|null $calendar): bool")]
    fn set_calendar(ctx: &Ctx, this: &Object, calendar: &Value) -> PhpResult<bool> {
        api::datefmt_set_calendar(ctx, this, calendar)
    }

    #[php("public function getTimeZoneId(): string|false")]
    fn zone_id(ctx: &Ctx, this: &Object) -> PhpResult<String> {
        api::datefmt_get_timezone_id(ctx, this)
    }

    #[php("public function getCalendarObject(): IntlCalendar|false|null")]
    fn calendar_object(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        api::datefmt_get_calendar_object(ctx, this)
    }

    #[php("public function getTimeZone(): IntlTimeZone|false")]
    fn zone(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        api::datefmt_get_timezone(ctx, this)
    }

    #[php("public function setTimeZone($timezone): bool")]
    fn set_zone(ctx: &Ctx, this: &Object, zone: &Value) -> PhpResult<bool> {
        api::datefmt_set_timezone(ctx, this, zone)
    }

    #[php("public function setPattern(string $pattern): bool")]
    fn set_pattern(ctx: &Ctx, this: &Object, pattern: &Str) -> PhpResult<bool> {
        api::datefmt_set_pattern(ctx, this, pattern)
    }

    #[php("public function getPattern(): string|false")]
    fn pattern(ctx: &Ctx, this: &Object) -> PhpResult<String> {
        api::datefmt_get_pattern(ctx, this)
    }

    #[php("public function getLocale(int $type = ULOC_ACTUAL_LOCALE): string|false")]
    fn locale(ctx: &Ctx, this: &Object, kind: i64) -> PhpResult<OrFalse<String>> {
        api::datefmt_get_locale(ctx, this, kind)
    }

    #[php("public function setLenient(bool $lenient): void")]
    fn set_lenient(ctx: &Ctx, this: &Object, lenient: bool) -> PhpResult<()> {
        api::datefmt_set_lenient(ctx, this, lenient)
    }

    #[php("public function isLenient(): bool")]
    fn is_lenient(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        api::datefmt_is_lenient(ctx, this)
    }

    #[php("public function format($datetime): string|false")]
    fn format(ctx: &Ctx, this: &Object, datetime: &Value) -> PhpResult<OrFalse<String>> {
        api::datefmt_format(ctx, this, datetime)
    }

    #[php("public static function formatObject($datetime, $format = null, ?string $locale = null): string|false")]
    fn format_object(ctx: &Ctx, datetime: &Value, format: &Value, locale: Option<&Str>) -> PhpResult<OrFalse<String>> {
        api::datefmt_format_object(ctx, datetime, format, locale)
    }

    #[php("public function parse(string $string, &$offset = null): int|float|false")]
    fn parse(ctx: &Ctx, this: &Object, text: &Str, offset: RefArg<'_>, passed: usize) -> PhpResult<OrFalse<Number>> {
        api::parse_text(ctx, this, text, (passed > 1).then_some(offset))
    }

    #[php("public function parseToCalendar(string $string, &$offset = null): int|float|false", strict_return)]
    fn parse_to_calendar(ctx: &Ctx, this: &Object, text: &Str, offset: RefArg<'_>, passed: usize) -> PhpResult<OrFalse<Number>> {
        api::parse_to_calendar(ctx, this, text, (passed > 1).then_some(offset))
    }

    #[php("public function localtime(string $string, &$offset = null): array|false")]
    fn localtime(ctx: &Ctx, this: &Object, text: &Str, offset: RefArg<'_>, passed: usize) -> PhpResult<OrFalse<Array>> {
        api::local_time(ctx, this, text, (passed > 1).then_some(offset))
    }

    #[php("public function getErrorCode(): int")]
    fn error_code(this: &Object) -> i64 {
        State::of(this).error.code()
    }

    #[php("public function getErrorMessage(): string")]
    fn error_message(this: &Object) -> Str {
        State::of(this).error.text()
    }
}

/// The class.
pub(crate) struct IntlDateFormatter;
