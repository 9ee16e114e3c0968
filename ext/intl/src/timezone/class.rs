//! The class IntlTimeZone.

use super::{functions as api, lists, zone::Tz};
use crate::error::ObjectError;
use phant_memory::{Array, NativeData, Object, Str, Tracer, Value};
use phant_native::{Ctx, ObjectHandlers, PhpResult, args::RefArg, php_class, ret::OrFalse};
use std::cell::RefCell;

/// The state of an object.
#[derive(Default)]
pub(crate) struct State {
    tz: RefCell<Option<Tz>>,
    pub(super) error: ObjectError,
}

impl NativeData for State {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
    fn outside(&self) -> Option<&'static str> {
        Some("an IntlTimeZone")
    }
}

impl State {
    pub(crate) fn of(object: &Object) -> &State {
        object.native().expect("made by create")
    }
    /// The time zone, unless a constructor of a subclass made none.
    pub(crate) fn zone(&self) -> Option<Tz> {
        self.tz.borrow().clone()
    }
}

/// A new object for a time zone.
pub(crate) fn new_object(ctx: &Ctx, tz: Tz) -> PhpResult<Object> {
    let class = ctx.known_class("IntlTimeZone");
    let object = ctx.allocate(class)?;
    State::of(&object).tz.replace(Some(tz));
    Ok(object)
}

static HANDLERS: ObjectHandlers = ObjectHandlers {
    clone: Some(IntlTimeZone::copy),
    debug_info: Some(IntlTimeZone::debug_info),
    compare: Some(IntlTimeZone::compare),
    ..ObjectHandlers::DEFAULT
};

/// A time zone.
#[php_class(
    "class IntlTimeZone {
        public const int DISPLAY_SHORT = 1;
        public const int DISPLAY_LONG = 2;
        public const int DISPLAY_SHORT_GENERIC = 3;
        public const int DISPLAY_LONG_GENERIC = 4;
        public const int DISPLAY_SHORT_GMT = 5;
        public const int DISPLAY_LONG_GMT = 6;
        public const int DISPLAY_SHORT_COMMONLY_USED = 7;
        public const int DISPLAY_GENERIC_LOCATION = 8;
        public const int TYPE_ANY = 0;
        public const int TYPE_CANONICAL = 1;
        public const int TYPE_CANONICAL_LOCATION = 2;
    }",
    create = Self::create,
    handlers = HANDLERS,
    not_serializable
)]
impl IntlTimeZone {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(State::default());
    }
    fn copy(ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
        let (from, to) = (State::of(from), State::of(to));
        let Some(tz) = from.zone() else { return Err(ctx.throw_error("Cannot clone uninitialized IntlTimeZone")) };
        to.tz.replace(Some(tz));
        to.error.copy(&from.error);
        Ok(())
    }
    fn debug_info(_ctx: &Ctx, object: &Object) -> PhpResult<Array> {
        Ok(describe(State::of(object).zone().as_ref()))
    }
    fn compare(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<i32> {
        let (Some(a), Some(b)) = (a.as_object(), b.as_object()) else { return Ok(2) };
        let (Some(a), Some(b)) = (a.native::<State>(), b.native::<State>()) else { return Ok(2) };
        match (a.zone(), b.zone()) {
            (Some(a), Some(b)) => Ok(if a == b { 0 } else { 1 }),
            _ => Err(ctx.throw_error("Comparison with at least one unconstructed IntlTimeZone operand")),
        }
    }

    #[php("private function __construct()")]
    fn construct() {}

    #[php("public static function countEquivalentIDs(string $timezoneId): int|false")]
    fn count_equivalents(ctx: &Ctx, id: &Str) -> PhpResult<OrFalse<i64>> {
        api::intltz_count_equivalent_ids(ctx, id)
    }

    #[php("public static function createDefault(): IntlTimeZone")]
    fn create_default(ctx: &Ctx) -> PhpResult<Object> {
        api::intltz_create_default(ctx)
    }

    #[php("public static function createEnumeration($countryOrRawOffset = null): IntlIterator|false")]
    fn enumeration(ctx: &Ctx, which: &Value) -> PhpResult<OrFalse<Object>> {
        lists::intltz_create_enumeration(ctx, which)
    }

    #[php(
        "public static function createTimeZoneIDEnumeration(int $type, ?string $region = null, ?int $rawOffset = null): IntlIterator|false"
    )]
    fn id_enumeration(ctx: &Ctx, kind: i64, region: Option<&Str>, offset: Option<i64>) -> PhpResult<OrFalse<Object>> {
        lists::intltz_create_time_zone_id_enumeration(ctx, kind, region, offset)
    }

    #[php("public static function createTimeZone(string $timezoneId): ?IntlTimeZone")]
    fn create_zone(ctx: &Ctx, id: &Str) -> PhpResult<Option<Object>> {
        api::intltz_create_time_zone(ctx, id)
    }

    #[php("public static function fromDateTimeZone(DateTimeZone $timezone): ?IntlTimeZone")]
    fn from_date_zone(ctx: &Ctx, zone: &Object) -> PhpResult<Option<Object>> {
        api::intltz_from_date_time_zone(ctx, zone)
    }

    #[php("public static function getCanonicalID(string $timezoneId, &$isSystemId = null): string|false")]
    fn canonical(ctx: &Ctx, id: &Str, system: RefArg<'_>) -> PhpResult<OrFalse<String>> {
        api::intltz_get_canonical_id(ctx, id, system)
    }

    #[php(
        "public function getDisplayName(bool $dst = false, int $style = IntlTimeZone::DISPLAY_LONG, ?string $locale = null): string|false"
    )]
    fn display_name(ctx: &Ctx, this: &Object, dst: bool, style: i64, locale: Option<&Str>) -> PhpResult<OrFalse<String>> {
        api::intltz_get_display_name(ctx, this, dst, style, locale)
    }

    #[php("public function getDSTSavings(): int")]
    fn savings(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        api::intltz_get_dst_savings(ctx, this)
    }

    #[php("public static function getEquivalentID(string $timezoneId, int $offset): string|false")]
    fn equivalent(ctx: &Ctx, id: &Str, offset: i64) -> PhpResult<OrFalse<&'static str>> {
        api::intltz_get_equivalent_id(ctx, id, offset)
    }

    #[php("public function getErrorCode(): int|false")]
    fn error_code(this: &Object) -> i64 {
        State::of(this).error.code()
    }

    #[php("public function getErrorMessage(): string|false")]
    fn error_message(this: &Object) -> Str {
        State::of(this).error.text()
    }

    #[php("public static function getGMT(): IntlTimeZone")]
    fn gmt(ctx: &Ctx) -> PhpResult<Object> {
        api::intltz_get_gmt(ctx)
    }

    #[php("public static function getIanaID(string $timezoneId): string|false")]
    fn iana(ctx: &Ctx, id: &Str) -> PhpResult<OrFalse<String>> {
        api::intltz_get_iana_id(ctx, id)
    }

    #[php("public function getID(): string|false")]
    fn id(ctx: &Ctx, this: &Object) -> PhpResult<String> {
        api::intltz_get_id(ctx, this)
    }

    #[php("public function getOffset(float $timestamp, bool $local, &$rawOffset, &$dstOffset): bool")]
    fn offset(ctx: &Ctx, this: &Object, time: f64, local: bool, raw: RefArg<'_>, dst: RefArg<'_>) -> PhpResult<bool> {
        api::intltz_get_offset(ctx, this, time, local, raw, dst)
    }

    #[php("public function getRawOffset(): int")]
    fn raw_offset(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        api::intltz_get_raw_offset(ctx, this)
    }

    #[php("public static function getRegion(string $timezoneId): string|false")]
    fn region(ctx: &Ctx, id: &Str) -> PhpResult<OrFalse<&'static str>> {
        api::intltz_get_region(ctx, id)
    }

    #[php("public static function getTZDataVersion(): string|false")]
    fn data_version(ctx: &Ctx) -> OrFalse<&'static str> {
        api::intltz_get_tz_data_version(ctx)
    }

    #[php("public static function getUnknown(): IntlTimeZone")]
    fn unknown(ctx: &Ctx) -> PhpResult<Object> {
        api::intltz_get_unknown(ctx)
    }

    #[php("public static function getWindowsID(string $timezoneId): string|false")]
    fn windows(ctx: &Ctx, id: &Str) -> PhpResult<OrFalse<&'static str>> {
        api::intltz_get_windows_id(ctx, id)
    }

    #[php("public static function getIDForWindowsID(string $timezoneId, ?string $region = null): string|false")]
    fn of_windows(ctx: &Ctx, id: &Str, region: Option<&Str>) -> PhpResult<OrFalse<&'static str>> {
        api::intltz_get_id_for_windows_id(ctx, id, region)
    }

    #[php("public function hasSameRules(IntlTimeZone $other): bool")]
    fn same_rules(ctx: &Ctx, this: &Object, other: &Object) -> PhpResult<bool> {
        api::intltz_has_same_rules(ctx, this, other)
    }

    #[php("public function toDateTimeZone(): DateTimeZone|false")]
    fn to_date_zone(ctx: &Ctx, this: &Object) -> PhpResult<OrFalse<Object>> {
        api::intltz_to_date_time_zone(ctx, this)
    }

    #[php("public function useDaylightTime(): bool")]
    fn uses_daylight(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        api::intltz_use_daylight_time(ctx, this)
    }
}

/// The class.
pub(crate) struct IntlTimeZone;

/// What dumps show of a time zone.
pub(crate) fn describe(tz: Option<&Tz>) -> Array {
    let mut array = Array::new();
    array.set_name("valid", Value::from(tz.is_some()));
    if let Some(tz) = tz {
        let offsets = tz.at(super::zone::now());
        array.set_name("id", Value::from(tz.id.as_str()));
        array.set_name("rawOffset", Value::int(offsets.raw));
        array.set_name("currentOffset", Value::int(offsets.total()));
    }
    array
}
