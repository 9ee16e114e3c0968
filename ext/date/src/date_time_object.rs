//! What DateTime and DateTimeImmutable objects hold, and what both do.

use crate::{
    date_time_zone::ZoneObject,
    format,
    parse_date::{self, fill_holes},
    parse_format,
    scan::Errors,
    state,
    time::{Time, Tz},
};
use phant_memory::{Array, Held, NativeData, Object, PhpStr, Str, Tracer, Value};
use phant_native::{ClassPtr, Ctx, ObjectExt, PhpResult, Thrown, compare};
use std::{cell::RefCell, sync::LazyLock};

/// The state of a date: none before the constructor has run.
#[derive(Default)]
pub(crate) struct DateObject(RefCell<Option<Time>>);

impl NativeData for DateObject {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

pub(crate) fn create(_ctx: &Ctx, object: &Object) {
    object.init_native(DateObject::default());
}

pub(crate) fn copy(_ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
    if let (Some(from), Some(to)) = (from.native::<DateObject>(), to.native::<DateObject>()) {
        to.0.replace(*from.0.borrow());
    }
    Ok(())
}

pub(crate) fn set(object: &Object, time: Time) {
    if let Some(state) = object.native::<DateObject>() {
        state.0.replace(Some(time));
    }
}

/// The time of a date, if it has one.
pub(crate) fn peek(object: &Object) -> Option<Time> {
    *object.native::<DateObject>()?.0.borrow()
}

/// What a look at the time of a date gives, if it has one.
fn look<T>(object: &Object, at: impl FnOnce(&Time) -> T) -> Option<T> {
    object.native::<DateObject>()?.0.borrow().as_ref().map(at)
}

/// What a look at the time of a date gives.
pub(crate) fn read<T>(ctx: &Ctx, object: &Object, at: impl FnOnce(&Time) -> T) -> PhpResult<T> {
    match look(object, at) {
        Some(seen) => Ok(seen),
        None => Err(uninitialized(ctx, object)),
    }
}

/// Throws what an object without its constructor having run throws.
pub(crate) fn uninitialized(ctx: &Ctx, object: &Object) -> Thrown {
    let class = object.class();
    let mut native = class;
    while native.native.is_none()
        && let Some(parent) = native.parent
    {
        native = parent;
    }
    let inheriting = if native.same(class) { String::new() } else { format!(" (inheriting {})", native.name) };
    let text = format!(
        "Object of type {}{inheriting} has not been correctly initialized by calling parent::__construct() in its constructor",
        class.name
    );
    ctx.throw("DateObjectError", text)
}

/// The time of a date.
pub(crate) fn get(ctx: &Ctx, object: &Object) -> PhpResult<Time> {
    match peek(object) {
        Some(time) => Ok(time),
        None => Err(uninitialized(ctx, object)),
    }
}

/// A new object of a class with a time.
pub(crate) fn new_object(ctx: &Ctx, class: ClassPtr, time: Time) -> PhpResult<Object> {
    let object = ctx.allocate(class)?;
    set(&object, time);
    Ok(object)
}

/// What the text `now` means.
static NOW: LazyLock<Time> = LazyLock::new(|| parse_date::parse(b"now").time);

/// What `new DateTime` is asked for: the time, or what is wrong with the text.
pub(crate) fn initialize(
    ctx: &Ctx,
    format: Option<&[u8]>,
    text: &[u8],
    zone: Option<&Object>,
) -> PhpResult<Result<Time, Errors>> {
    let mut time = if format.is_none() && (text.is_empty() || text == b"now") {
        state::remember_errors(ctx, &Errors::default());
        *NOW
    } else {
        let parsed = match format {
            Some(format) => parse_format::parse(format, text),
            None => parse_date::parse(text),
        };
        state::remember_errors(ctx, &parsed.errors);
        if !parsed.errors.errors.is_empty() {
            return Ok(Err(parsed.errors));
        }
        parsed.time
    };
    let tz = match zone {
        Some(zone) => ZoneObject::get(ctx, zone)?,
        None => match time.tz {
            Some(Tz::Id(zone)) => Tz::Id(zone),
            _ => Tz::Id(state::default_zone(ctx)),
        },
    };
    let now = if parse_date::has_holes(&time, format.is_some()) {
        let (seconds, micros) = state::now();
        Time::new(seconds, micros, tz)
    } else {
        Time { tz: Some(tz), ..Time::unset() }
    };
    fill_holes(&mut time, &now, format.is_some());
    time.update();
    // From now on it is known whether it is summer time there.
    time.have_zone = time.have_zone.max(1);
    Ok(Ok(time))
}

/// `Failed to parse time string (…) at position …`
pub(crate) fn complaint(text: &[u8], errors: &Errors) -> Vec<u8> {
    let mut out = b"Failed to parse time string (".to_vec();
    out.extend_from_slice(text);
    out.extend_from_slice(&complaint_at(errors));
    out
}

/// `) at position 0 (f): …`
pub(crate) fn complaint_at(errors: &Errors) -> Vec<u8> {
    let (position, character, message) = errors.errors.first().copied().unwrap_or((0, 0, ""));
    let mut out = format!(") at position {position} (").into_bytes();
    out.push(character);
    out.extend_from_slice(format!("): {message}").as_bytes());
    out
}

/// What `modify` does to a time. The error is what is wrong with the text.
pub(crate) fn modify(ctx: &Ctx, time: &mut Time, text: &[u8]) -> Result<(), Errors> {
    use crate::time::UNSET;
    let parsed = parse_date::parse(text);
    state::remember_errors(ctx, &parsed.errors);
    if !parsed.errors.errors.is_empty() {
        return Err(parsed.errors);
    }
    let change = parsed.time;
    time.relative = change.relative;
    time.have_relative = change.have_relative;
    for (field, new) in [(&mut time.y, change.y), (&mut time.m, change.m), (&mut time.d, change.d)] {
        if new != UNSET {
            *field = new;
        }
    }
    if change.h != UNSET {
        let or_zero = |field: i64| if field == UNSET { 0 } else { field };
        (time.h, time.i, time.s) = (change.h, or_zero(change.i), or_zero(change.s));
    }
    if change.us != UNSET {
        time.us = change.us;
    }
    // A timestamp brings its zone, which is UTC.
    if text.trim_ascii().starts_with(b"@") && change.tz == Some(Tz::Offset(0)) {
        time.tz = change.tz;
    }
    time.update();
    Ok(())
}

/// The properties that dumps show.
pub(crate) fn properties(ctx: &Ctx, object: &Object) -> PhpResult<Array> {
    let mut array = crate::classes::own_properties(ctx, object)?;
    if let Some(time) = peek(object) {
        add_properties(&mut array, &time);
    }
    Ok(array)
}

pub(crate) fn add_properties(array: &mut Array, time: &Time) {
    array.set_name("date", Value::from(format::format(b"x-m-d H:i:s.u", time, true)));
    array.set_name("timezone_type", Value::int(time.tz().kind()));
    array.set_name("timezone", Value::from(time.tz().name()));
}

/// A time from what `__serialize` wrote.
pub(crate) fn from_properties(ctx: &Ctx, array: &Array) -> PhpResult<Option<Time>> {
    let text = |name: &[u8]| array.get_bytes(name).and_then(Value::as_str).map(Held::into_owned);
    let (Some(date), Some(zone)) = (text(b"date"), text(b"timezone")) else { return Ok(None) };
    let Some(kind) = array.get_bytes(b"timezone_type").and_then(Value::as_int) else { return Ok(None) };
    let parsed = match kind {
        1 | 2 => {
            let text = Str::concat(&Str::concat(&date, b" "), &zone);
            initialize(ctx, None, &text, None)?
        }
        3 => {
            let Some(zone) = crate::parse_tz::find(&zone) else { return Ok(None) };
            let zone = ZoneObject::new_object(ctx, Tz::Id(zone))?;
            initialize(ctx, None, &date, Some(&zone))?
        }
        _ => return Ok(None),
    };
    Ok(parsed.ok())
}

/// `<=>` of two dates that both have a time.
pub(crate) fn order(a: &Object, b: &Object) -> Option<std::cmp::Ordering> {
    let (a, b) = (a.native::<DateObject>()?, b.native::<DateObject>()?);
    Some(a.0.borrow().as_ref()?.order().cmp(&b.0.borrow().as_ref()?.order()))
}

/// `<=>` of two dates; 2 if they cannot be compared.
pub(crate) fn compare(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<i32> {
    let (Some(a), Some(b)) = (a.as_object(), b.as_object()) else { return compare::without_handler(ctx, a, b) };
    let (Some(one), Some(two)) = (look(&a, Time::order), look(&b, Time::order)) else {
        if a.native::<DateObject>().is_some() && b.native::<DateObject>().is_some() {
            return Err(ctx.throw("DateObjectError", "Trying to compare an incomplete DateTime or DateTimeImmutable object"));
        }
        return Ok(2);
    };
    Ok(one.cmp(&two) as i32)
}

/// `new`: the date that a text means.
pub(crate) fn construct(ctx: &Ctx, object: &Object, text: &PhpStr, timezone: Option<&Object>) -> PhpResult<()> {
    match initialize(ctx, None, text, timezone)? {
        Ok(time) => {
            set(object, time);
            Ok(())
        }
        Err(errors) => Err(ctx.throw("DateMalformedStringException", complaint(text, &errors))),
    }
}

/// Refuses a text with a NUL, which is the second argument of what reads texts in a format.
pub(crate) fn no_nul(ctx: &Ctx, text: &PhpStr) -> PhpResult<()> {
    if text.contains(&0) { Err(ctx.argument_error(2, "must not contain any null bytes")) } else { Ok(()) }
}

/// `createFromFormat()`; `None` if the text is not of the format.
pub(crate) fn from_format(
    ctx: &Ctx,
    class: ClassPtr,
    format: &PhpStr,
    text: &PhpStr,
    timezone: Option<&Object>,
) -> PhpResult<Option<Object>> {
    no_nul(ctx, text)?;
    match initialize(ctx, Some(format), text, timezone)? {
        Ok(time) => Ok(Some(new_object(ctx, class, time)?)),
        Err(_) => Ok(None),
    }
}

/// `__serialize()`
pub(crate) fn serialize(ctx: &Ctx, object: &Object) -> PhpResult<Array> {
    let time = get(ctx, object)?;
    let mut array = Array::with_hash_capacity(3);
    add_properties(&mut array, &time);
    crate::classes::add_own_properties(ctx, object, &mut array)?;
    Ok(array)
}

/// The time in serialized or exported data; `class` is for the message.
fn restored(ctx: &Ctx, data: &Array, class: &str) -> PhpResult<Time> {
    match from_properties(ctx, data)? {
        Some(time) => Ok(time),
        None => Err(ctx.throw_error(format!("Invalid serialization data for {class} object"))),
    }
}

/// `__unserialize()`
pub(crate) fn unserialize(ctx: &Ctx, object: &Object, data: &Array, class: &str) -> PhpResult<()> {
    let time = restored(ctx, data, class)?;
    set(object, time);
    crate::classes::restore_properties(ctx, object, data, &["date", "timezone_type", "timezone"])
}

/// `__wakeup()`
pub(crate) fn wakeup(ctx: &Ctx, object: &Object, class: &str) -> PhpResult<()> {
    let own = crate::classes::own_properties(ctx, object)?;
    let time = restored(ctx, &own, class)?;
    set(object, time);
    Ok(())
}

/// `__set_state()`
pub(crate) fn set_state(ctx: &Ctx, class: ClassPtr, array: &Array, name: &str) -> PhpResult<Object> {
    let time = restored(ctx, array, name)?;
    new_object(ctx, class, time)
}
