//! DateInterval.

use crate::{
    classes::{add_own_properties, restore_properties},
    date_time_object::{self as dates, complaint_at},
    interval, interval_format, parse_date, parse_iso_intervals,
    time::{Relative, Time},
};
use phant_memory::{Array, NativeData, Object, PhpStr, Str, Tracer, Value};
use phant_native::{ClassPtr, Ctx, ObjectHandlers, PhpResult, compare, convert, php_class};
use std::cell::{Cell, RefCell};

/// What an interval holds.
#[derive(Clone, Copy, Default)]
pub(crate) struct IntervalData {
    pub(crate) relative: Relative,
    /// Adding it follows the calendar and the clock, rather than the time that passes.
    pub(crate) civil: bool,
    /// It was made from a text such as `next monday`.
    pub(crate) from_text: bool,
}

/// The state of an interval: none before the constructor has run.
#[derive(Default)]
pub(crate) struct IntervalObject {
    data: Cell<Option<IntervalData>>,
    text: RefCell<Option<Str>>,
    /// All properties were asked for: from then on there is one for the days, as there is for all others.
    is_shown: Cell<bool>,
}

impl NativeData for IntervalObject {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

impl IntervalObject {
    fn state(object: &Object) -> Option<&IntervalObject> {
        object.native()
    }
    pub(crate) fn peek(object: &Object) -> Option<IntervalData> {
        Self::state(object)?.data.get()
    }
    pub(crate) fn get(ctx: &Ctx, object: &Object) -> PhpResult<IntervalData> {
        match Self::peek(object) {
            Some(data) => Ok(data),
            None => Err(dates::uninitialized(ctx, object)),
        }
    }
    pub(crate) fn set(object: &Object, data: IntervalData) {
        if let Some(state) = Self::state(object) {
            state.data.set(Some(data));
        }
    }
    fn set_text(object: &Object, text: Option<Str>) {
        if let Some(state) = Self::state(object) {
            let old = state.text.replace(text);
            drop(old);
        }
    }
    /// A new DateInterval.
    pub(crate) fn new_object(ctx: &Ctx, relative: Relative, civil: bool) -> PhpResult<Object> {
        let class = ctx.known_class("DateInterval");
        let object = ctx.allocate(class)?;
        Self::set(&object, IntervalData { relative, civil, from_text: false });
        Ok(object)
    }
}

/// Which field a property is.
fn field<'a>(relative: &'a mut Relative, name: &[u8]) -> Option<&'a mut i64> {
    Some(match name {
        b"y" => &mut relative.y,
        b"m" => &mut relative.m,
        b"d" => &mut relative.d,
        b"h" => &mut relative.h,
        b"i" => &mut relative.i,
        b"s" => &mut relative.s,
        _ => return None,
    })
}

fn property(data: &IntervalData, name: &[u8]) -> Option<Value> {
    let mut relative = data.relative;
    Some(match name {
        b"f" => Value::float(relative.us as f64 / 1_000_000.0),
        b"invert" => Value::int(i64::from(relative.invert)),
        b"days" => relative.days.map_or(Value::FALSE, Value::int),
        b"from_string" => Value::bool(data.from_text),
        _ => Value::int(*field(&mut relative, name)?),
    })
}

fn set_property(data: &mut IntervalData, name: &[u8], value: &Value) -> bool {
    match name {
        b"f" => data.relative.us = (convert::to_float(value) * 1_000_000.0).round() as i64,
        b"invert" => data.relative.invert = convert::to_int(value) != 0,
        _ => match field(&mut data.relative, name) {
            Some(field) => *field = convert::to_int(value),
            None => return false,
        },
    }
    true
}

const NAMES: [&str; 9] = ["y", "m", "d", "h", "i", "s", "f", "invert", "days"];

fn add_properties(object: &Object, array: &mut Array) {
    let Some(data) = IntervalObject::peek(object) else { return };
    if data.from_text {
        array.set_name("from_string", Value::TRUE);
        let text = IntervalObject::state(object).and_then(|s| s.text.borrow().clone());
        array.set_name("date_string", Value::from(text));
        return;
    }
    for name in NAMES {
        if let Some(value) = property(&data, name.as_bytes()) {
            array.set_name(name, value);
        }
    }
    array.set_name("from_string", Value::FALSE);
}

/// An interval from what `__serialize` wrote.
fn from_properties(ctx: &Ctx, object: &Object, array: &Array) -> PhpResult<()> {
    let get = |name: &str| array.get_bytes(name.as_bytes()).map(Value::unref);
    // The text says it all, whatever else is there.
    if let Some(text) = get("date_string").and_then(Value::into_str) {
        let parsed = parse_date::parse(&text);
        if !parsed.errors.errors.is_empty() {
            // The text was changed by hand.
            let (position, character, reason) = parsed.errors.errors[0];
            let text = format!(
                "Unknown or bad format ({text}) at position {position} ({}) while unserializing: {reason}",
                char::from(character)
            );
            return Err(ctx.throw_error(text));
        }
        IntervalObject::set(object, from_time(&parsed.time));
        IntervalObject::set_text(object, Some(text));
        return Ok(());
    }
    let int = |name: &str, missing: i64| get(name).map_or(missing, |v| convert::to_int(&v));
    let mut relative = Relative::default();
    for name in ["y", "m", "d", "h", "i", "s"] {
        if let Some(field) = field(&mut relative, name.as_bytes()) {
            *field = int(name, -1);
        }
    }
    relative.us = get("f").map_or(0, |v| (convert::to_float(&v) * 1_000_000.0).round() as i64);
    relative.invert = int("invert", 0) != 0;
    relative.days = match get("days") {
        None => Some(-1),
        Some(v) if v.as_bool() == Some(false) => None,
        Some(v) => Some(convert::to_int(&v)),
    };
    let civil = int("civil_or_wall", 2) == 1;
    IntervalObject::set(object, IntervalData { relative, civil, from_text: false });
    Ok(())
}

fn from_time(time: &Time) -> IntervalData {
    IntervalData { relative: time.relative, civil: true, from_text: true }
}

/// The interval that a text says; the error is the place and reason.
pub(crate) fn from_text(ctx: &Ctx, text: &PhpStr) -> PhpResult<Result<Object, Vec<u8>>> {
    let parsed = parse_date::parse(text);
    if !parsed.errors.errors.is_empty() {
        let mut message = b"Unknown or bad format (".to_vec();
        message.extend_from_slice(text);
        message.extend_from_slice(&complaint_at(&parsed.errors));
        return Ok(Err(message));
    }
    if parsed.time.have_date || parsed.time.have_time > 0 || parsed.time.have_zone > 0 {
        return Ok(Err([b"String '".as_slice(), text, b"' contains non-relative elements"].concat()));
    }
    let class = ctx.known_class("DateInterval");
    let object = ctx.allocate(class)?;
    IntervalObject::set(&object, from_time(&parsed.time));
    IntervalObject::set_text(&object, Some(text.to_handle()));
    Ok(Ok(object))
}

pub(crate) struct DateInterval;

/// A length of time.
#[php_class("class DateInterval {}", create = Self::create, handlers = HANDLERS)]
impl DateInterval {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(IntervalObject::default());
    }
    fn copy(_ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
        if let (Some(from), Some(to)) = (IntervalObject::state(from), IntervalObject::state(to)) {
            to.data.set(from.data.get());
            let text = from.text.borrow().clone();
            to.text.replace(text);
        }
        Ok(())
    }
    fn properties(ctx: &Ctx, object: &Object) -> PhpResult<Array> {
        let mut array = crate::classes::own_properties(ctx, object)?;
        add_properties(object, &mut array);
        if let Some(state) = IntervalObject::state(object) {
            state.is_shown.set(true);
        }
        Ok(array)
    }
    fn compare(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<i32> {
        let is_interval = |v: &Value| v.as_object().is_some_and(|o| o.native::<IntervalObject>().is_some());
        if !is_interval(a) || !is_interval(b) {
            return compare::without_handler(ctx, a, b);
        }
        ctx.report(phant_native::Level::Warning, "Cannot compare DateInterval objects");
        ctx.check()?;
        Ok(2)
    }
    fn read(_ctx: &Ctx, object: &Object, name: &Str) -> PhpResult<Option<Value>> {
        Ok(IntervalObject::peek(object).and_then(|data| property(&data, name)))
    }
    fn write(_ctx: &Ctx, object: &Object, name: &Str, value: &Value) -> PhpResult<bool> {
        let Some(mut data) = IntervalObject::peek(object) else { return Ok(false) };
        if name.as_bytes() == b"days" {
            // It cannot be changed. Where there is no such property yet, what is written makes one that nobody reads.
            return Ok(IntervalObject::state(object).is_some_and(|state| state.is_shown.get()));
        }
        let own = set_property(&mut data, name, value);
        IntervalObject::set(object, data);
        Ok(own)
    }
    fn has(_ctx: &Ctx, object: &Object, name: &Str, mode: u8) -> PhpResult<Option<bool>> {
        let value = IntervalObject::peek(object).and_then(|data| property(&data, name));
        Ok(value.map(|value| mode != 1 || convert::to_bool(&value)))
    }

    #[php("public function __construct(string $duration)")]
    fn construct(ctx: &Ctx, this: &Object, text: &PhpStr) -> PhpResult<()> {
        match parse_iso_intervals::duration(text) {
            Some(relative) => {
                IntervalObject::set(this, IntervalData { relative, civil: false, from_text: false });
                Ok(())
            }
            None => {
                // Of a period, the interval is what counts, or what is between its two dates.
                let period = parse_iso_intervals::period(text.strip_suffix(b"/").unwrap_or(text));
                let relative = period.as_ref().and_then(|p| match (p.interval, p.start, p.end) {
                    (Some(interval), ..) => Some(interval),
                    (None, Some(start), Some(end)) => Some(interval::diff(&start, &end)),
                    _ => None,
                });
                if let Some(relative) = relative {
                    IntervalObject::set(this, IntervalData { relative, civil: false, from_text: false });
                    return Ok(());
                }
                let message = if period.is_some_and(|p| p.start.is_some()) {
                    format!("Failed to parse interval ({text})")
                } else {
                    format!("Unknown or bad format ({text})")
                };
                Err(ctx.throw("DateMalformedIntervalStringException", message))
            }
        }
    }

    #[php("public static function createFromDateString(string $datetime): DateInterval")]
    fn create_from_date_string(ctx: &Ctx, text: &PhpStr) -> PhpResult<Object> {
        match from_text(ctx, text)? {
            Ok(object) => Ok(object),
            Err(message) => Err(ctx.throw("DateMalformedIntervalStringException", message)),
        }
    }

    #[php("public function format(string $format): string")]
    fn format(ctx: &Ctx, this: &Object, format: &PhpStr) -> PhpResult<Str> {
        let data = IntervalObject::get(ctx, this)?;
        Ok(interval_format::format(format, &data.relative))
    }

    #[php("public function __serialize(): array", strict_return)]
    fn serialize(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        IntervalObject::get(ctx, this)?;
        let mut array = Array::with_hash_capacity(10);
        add_properties(this, &mut array);
        add_own_properties(ctx, this, &mut array)?;
        Ok(array)
    }

    #[php("public function __unserialize(array $data): void", strict_return)]
    fn unserialize(ctx: &Ctx, this: &Object, data: &Array) -> PhpResult<()> {
        from_properties(ctx, this, data)?;
        let mut own = NAMES.to_vec();
        own.extend(["from_string", "date_string", "civil_or_wall"]);
        restore_properties(ctx, this, data, &own)
    }

    #[php("public function __wakeup(): void")]
    fn wakeup(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let own = crate::classes::own_properties(ctx, this)?;
        from_properties(ctx, this, &own)
    }

    #[php("public static function __set_state(array $array): DateInterval")]
    fn set_state(ctx: &Ctx, class: ClassPtr, array: &Array) -> PhpResult<Object> {
        let object = ctx.allocate(class)?;
        from_properties(ctx, &object, array)?;
        Ok(object)
    }
}

static HANDLERS: ObjectHandlers = ObjectHandlers {
    clone: Some(DateInterval::copy),
    properties: Some(DateInterval::properties),
    compare: Some(DateInterval::compare),
    read_property: Some(DateInterval::read),
    write_property: Some(DateInterval::write),
    has_property: Some(DateInterval::has),
    ..ObjectHandlers::DEFAULT
};
