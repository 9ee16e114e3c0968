//! What the extension remembers during a request: the time zone and the last complaints. Also: what time it is.

use crate::{
    parse_tz::{self, ZoneRef},
    scan::Errors,
    time::{Time, Tz},
};
use phant_memory::{Array, HeapVec, Value, heap_vec};
use phant_native::{Ctx, Late, ini::Ini};
use std::{
    cell::{Cell, RefCell},
    time::{SystemTime, UNIX_EPOCH},
};

type Complaints = HeapVec<(usize, u8, &'static str)>;

/// State of the request.
#[derive(Default)]
struct State {
    /// Set by `date_default_timezone_set`.
    zone: Cell<Option<ZoneRef>>,
    /// From the setting.
    configured: Cell<Option<ZoneRef>>,
    last_errors: RefCell<Option<(Complaints, Complaints)>>,
}

/// The default time zone.
pub(crate) fn default_zone(ctx: &Ctx) -> ZoneRef {
    zone_of(ctx.state::<State>(), &ctx.ini)
}
/// The same for functions whose calls have no frame.
pub(crate) fn default_zone_late(late: Late<'_>) -> ZoneRef {
    zone_of(late.state::<State>(), late.ini())
}
fn zone_of(state: &State, ini: &Ini) -> ZoneRef {
    if let Some(zone) = state.zone.get().or(state.configured.get()) {
        return zone;
    }
    let zone = parse_tz::find(&ini.text("date.timezone")).unwrap_or_else(parse_tz::utc);
    state.configured.set(Some(zone));
    zone
}

pub(crate) fn set_default_zone(ctx: &Ctx, zone: ZoneRef) {
    ctx.state::<State>().zone.set(Some(zone));
}

pub(crate) fn set_timezone_setting(ctx: &Ctx, value: &[u8]) -> Result<(), ()> {
    match parse_tz::find(value) {
        Some(zone) => {
            ctx.state::<State>().configured.set(Some(zone));
            Ok(())
        }
        None => {
            let value = String::from_utf8_lossy(value);
            let fallback = default_zone(ctx).name;
            ctx.warning(format!("Invalid date.timezone value '{value}', using '{fallback}' instead"));
            Err(())
        }
    }
}

/// Seconds and microseconds since 1970.
pub(crate) fn now() -> (i64, i64) {
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => (since.as_secs() as i64, i64::from(since.subsec_micros())),
        Err(before) => (-(before.duration().as_secs() as i64), 0),
    }
}

/// A moment, or now, in the default time zone.
pub(crate) fn local(ctx: &Ctx, moment: Option<i64>) -> Time {
    let zone = default_zone(ctx);
    Time::new(moment.unwrap_or_else(|| now().0), 0, Tz::Id(zone))
}

/// The same for functions whose calls have no frame.
pub(crate) fn local_late(late: Late<'_>, moment: Option<i64>) -> Time {
    Time::new(moment.unwrap_or_else(|| now().0), 0, Tz::Id(default_zone_late(late)))
}

pub(crate) fn remember_errors(ctx: &Ctx, errors: &Errors) {
    let copy = |list: &[(usize, u8, &'static str)]| {
        let mut out = heap_vec();
        out.extend_from_slice(list);
        out
    };
    let last = &ctx.state::<State>().last_errors;
    if errors.is_empty() && last.borrow().is_none() {
        return;
    }
    *last.borrow_mut() = (!errors.is_empty()).then(|| (copy(&errors.warnings), copy(&errors.errors)));
}

fn complaints(list: &[(usize, u8, &'static str)]) -> Array {
    let mut array = Array::with_capacity(0);
    for (position, _, message) in list {
        array.set(*position, Value::from(*message));
    }
    array
}

/// Complaints as PHP shows them.
pub(crate) fn add_complaints(array: &mut Array, warnings: &[(usize, u8, &'static str)], errors: &[(usize, u8, &'static str)]) {
    array.set_name("warning_count", Value::from(warnings.len()));
    array.set_name("warnings", Value::from(complaints(warnings)));
    array.set_name("error_count", Value::from(errors.len()));
    array.set_name("errors", Value::from(complaints(errors)));
}

/// What `date_get_last_errors` returns.
pub(crate) fn last_errors(ctx: &Ctx) -> Option<Array> {
    let last = ctx.state::<State>().last_errors.borrow();
    let (warnings, errors) = last.as_ref()?;
    let mut array = Array::with_hash_capacity(4);
    add_complaints(&mut array, warnings, errors);
    Some(array)
}
