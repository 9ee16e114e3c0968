//! Time zones as arguments: objects of both kinds, names, or none.

use super::{class::State, zone::Tz};
use crate::error::{ILLEGAL_ARGUMENT, ObjectError, set};
use phant_ext_date::exchange;
use phant_memory::Value;
use phant_native::{Ctx, ObjectExt, PhpResult, convert};

/// The time zone that an argument means, the default one for `null`. `Ok(None)` if it means none, which has been noted.
pub(crate) fn zone_argument(ctx: &Ctx, value: &Value, function: &str, error: Option<&ObjectError>) -> PhpResult<Option<Tz>> {
    let fail = |message: String| {
        match error {
            Some(error) => error.set(ctx, ILLEGAL_ARGUMENT, message)?,
            None => set(ctx, ILLEGAL_ARGUMENT, message)?,
        }
        Ok(None)
    };
    if value.deref().is_null() {
        return Ok(Some(default_zone(ctx)));
    }
    if let Some(object) = value.as_object() {
        if let Some(state) = object.native::<State>() {
            return match state.zone() {
                Some(tz) => Ok(Some(tz)),
                None => fail(format!("{function}: passed IntlTimeZone is not properly constructed")),
            };
        }
        let class = ctx.known_class("DateTimeZone");
        if object.class().is_subclass_or_same(class) {
            let zone = exchange::zone_of(ctx, &object)?;
            return match Tz::of_date(&zone) {
                Ok(tz) => Ok(Some(tz)),
                Err(message) => fail(format!("{function}: {message}")),
            };
        }
    }
    let text = convert::to_str(ctx, value)?;
    let Ok(name) = std::str::from_utf8(text.as_bytes()) else {
        return fail(format!("{function}: Time zone identifier given is not a valid UTF-8 string"));
    };
    match Tz::find(name) {
        Some(tz) => Ok(Some(tz)),
        None => fail(format!("{function}: No such time zone: '{name}'")),
    }
}

/// PHP's default time zone.
pub(crate) fn default_zone(ctx: &Ctx) -> Tz {
    let name = exchange::default_zone(ctx);
    Tz::of(if name == "UTC" { "Etc/UTC" } else { name })
}
