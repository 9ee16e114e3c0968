//! Lists of time zones.

use super::zone::{Tz, canonical, name_at, names, region};
use crate::{
    break_iterator::over,
    error::{ILLEGAL_ARGUMENT, reset, set},
};
use phant_memory::{Object, Str, Value, View};
use phant_native::{Ctx, PhpResult, convert, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup = functions![intltz_create_enumeration, intltz_create_time_zone_id_enumeration];

const ANY: i64 = 0;
const CANONICAL: i64 = 1;
const CANONICAL_LOCATION: i64 = 2;

/// An iterator over the names of zones: of a kind, of a country, with an offset.
fn list(ctx: &Ctx, kind: i64, country: Option<&str>, offset: Option<i64>) -> PhpResult<OrFalse<Object>> {
    let count = names().map_or(0, |names| names.len());
    let fits = |name: &&str| {
        let is_canonical =
            || canonical(name).is_some_and(|(canonical, system)| system && canonical == *name) && *name != "Etc/Unknown";
        let kind_fits = match kind {
            ANY => *name != "Etc/Unknown",
            CANONICAL => is_canonical(),
            _ => is_canonical() && region(name) != Some("001"),
        };
        kind_fits
            && country.is_none_or(|country| region(name) == Some(country))
            && offset.is_none_or(|offset| Tz::of(name).raw_offset() == offset)
    };
    let found: Vec<&str> = (0..count).filter_map(name_at).filter(fits).collect();
    Ok(OrFalse::Some(over(ctx, found.into_iter().map(Value::from))?))
}

/// The names of all time zones, of those of a country, or of those with an offset.
#[php("function intltz_create_enumeration($countryOrRawOffset = null): IntlIterator|false")]
pub(super) fn intltz_create_enumeration(ctx: &Ctx, which: &Value) -> PhpResult<OrFalse<Object>> {
    reset(ctx);
    let offset = match which.view() {
        View::Null => return list(ctx, ANY, None, None),
        View::Int(offset) => Some(offset),
        View::Float(offset) => Some(offset as i64),
        View::Str(text) => {
            std::str::from_utf8(text.as_bytes()).ok().and_then(|text| text.trim().parse::<f64>().ok()).map(|n| n as i64)
        }
        View::Object(_) => None,
        _ => {
            set(ctx, ILLEGAL_ARGUMENT, "invalid argument type")?;
            return Ok(OrFalse::False);
        }
    };
    match offset {
        Some(offset) if i32::try_from(offset).is_err() => {
            set(ctx, ILLEGAL_ARGUMENT, "value is out of range")?;
            Ok(OrFalse::False)
        }
        Some(offset) => list(ctx, ANY, None, Some(offset)),
        None => {
            let country = convert::to_str(ctx, which)?;
            list(ctx, ANY, Some(&String::from_utf8_lossy(country.as_bytes())), None)
        }
    }
}

/// The names of the time zones of a kind.
#[php(
    "function intltz_create_time_zone_id_enumeration(int $type, ?string $region = null, ?int $rawOffset = null): IntlIterator|false"
)]
pub(super) fn intltz_create_time_zone_id_enumeration(
    ctx: &Ctx,
    kind: i64,
    region: Option<&Str>,
    offset: Option<i64>,
) -> PhpResult<OrFalse<Object>> {
    reset(ctx);
    if !(ANY..=CANONICAL_LOCATION).contains(&kind) {
        set(ctx, ILLEGAL_ARGUMENT, "bad zone type")?;
        return Ok(OrFalse::False);
    }
    let region = region.map(|region| String::from_utf8_lossy(region.as_bytes()).into_owned());
    list(ctx, kind, region.as_deref(), offset)
}
