//! DatePeriod.

use crate::{
    classes::{add_own_properties, restore_properties},
    date_interval::{IntervalData, IntervalObject},
    date_time_object as dates, parse_iso_intervals,
    time::{Relative, Time},
};
use phant_memory::{Array, Held, NativeData, Object, PhpStr, Str, Tracer, Value};
use phant_native::{
    Args, ClassPtr, Ctx, Level, ObjectExt, ObjectHandlers, PhpResult, Thrown,
    class::{Fetch, Place},
    coerce,
    descriptor::TypeMask,
    php_class,
};
use std::cell::{Cell, RefCell};

const EXCLUDE_START_DATE: i64 = 1;
const INCLUDE_END_DATE: i64 = 2;

/// What a period holds.
#[derive(Clone)]
struct PeriodData {
    /// Only what was restored from an array can be without one.
    start: Option<Time>,
    class: ClassPtr,
    current: Option<Time>,
    end: Option<Time>,
    interval: IntervalData,
    /// As given, plus what the start and the end add.
    recurrences: i64,
    include_start: bool,
    include_end: bool,
}

/// The state of a period: none before the constructor has run.
#[derive(Default)]
pub(crate) struct PeriodObject {
    data: RefCell<Option<PeriodData>>,
    /// How many steps the running walk has made.
    index: Cell<i64>,
}

impl NativeData for PeriodObject {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

impl PeriodObject {
    fn state(object: &Object) -> Option<&PeriodObject> {
        object.native()
    }
    fn peek(object: &Object) -> Option<PeriodData> {
        Self::state(object)?.data.borrow().clone()
    }
    fn get(ctx: &Ctx, object: &Object) -> PhpResult<PeriodData> {
        match Self::peek(object) {
            Some(data) => Ok(data),
            None => Err(dates::uninitialized(ctx, object)),
        }
    }
    /// The data, and the properties that show it: objects of their own, on which the walk does not depend.
    fn set(ctx: &Ctx, object: &Object, data: PeriodData) -> PhpResult<()> {
        let shown = NAMES.map(|name| property(ctx, &data, name.as_bytes()));
        if let Some(state) = Self::state(object) {
            *state.data.borrow_mut() = Some(data);
        }
        for (slot, value) in shown.into_iter().enumerate() {
            object.set_slot(slot as u16, value?.unwrap_or(Value::NULL));
        }
        Ok(())
    }
    /// Where the walk is. The property shows the dates behind the first.
    fn set_current(ctx: &Ctx, object: &Object, current: Time, is_first: bool) -> PhpResult<()> {
        let Some(state) = Self::state(object) else { return Ok(()) };
        let class = state.data.borrow_mut().as_mut().map(|data| {
            data.current = Some(current);
            data.class
        });
        if let Some(class) = class.filter(|_| !is_first) {
            object.set_slot(CURRENT, date_value(ctx, Some(current), class)?);
        }
        Ok(())
    }
}

impl PeriodData {
    /// The number that the `recurrences` property shows is the same.
    fn advance(&self, time: &mut Time) -> bool {
        let relative = self.interval.relative;
        time.relative = if relative.invert {
            let by = |n: i64| n.wrapping_neg();
            Relative {
                y: by(relative.y),
                m: by(relative.m),
                d: by(relative.d),
                h: by(relative.h),
                i: by(relative.i),
                s: by(relative.s),
                us: by(relative.us),
                ..relative
            }
        } else {
            relative
        };
        time.have_relative = true;
        time.update_moment()
    }
    fn contains(&self, time: &Time, index: i64) -> bool {
        match &self.end {
            Some(end) if self.include_end => time.order() <= end.order(),
            Some(end) => time.order() < end.order(),
            None => index < self.recurrences,
        }
    }
}

fn date_value(ctx: &Ctx, time: Option<Time>, class: ClassPtr) -> PhpResult<Value> {
    match time {
        Some(time) => Ok(Value::from(dates::new_object(ctx, class, time)?)),
        None => Ok(Value::NULL),
    }
}

/// The class of PHP's own that a class of dates comes from: iterations give its objects.
fn base_class(class: ClassPtr) -> ClassPtr {
    std::iter::successors(Some(class), |class| class.parent).find(|class| class.is_native()).unwrap_or(class)
}

/// The properties, in the order of their slots.
const NAMES: [&str; 7] = ["start", "current", "end", "interval", "recurrences", "include_start_date", "include_end_date"];
/// The slot of `current`.
const CURRENT: u16 = 1;

fn is_own(name: &Str) -> bool {
    NAMES.iter().any(|own| own.as_bytes() == name.as_bytes())
}

fn property(ctx: &Ctx, data: &PeriodData, name: &[u8]) -> PhpResult<Option<Value>> {
    Ok(Some(match name {
        b"start" => date_value(ctx, data.start, data.class)?,
        b"current" => date_value(ctx, data.current, data.class)?,
        b"end" => date_value(ctx, data.end, data.class)?,
        b"interval" => Value::from(IntervalObject::new_object(ctx, data.interval.relative, data.interval.civil)?),
        b"recurrences" => Value::int(data.recurrences),
        b"include_start_date" => Value::bool(data.include_start),
        b"include_end_date" => Value::bool(data.include_end),
        _ => return Ok(None),
    }))
}

fn add_properties(ctx: &Ctx, data: &PeriodData, array: &mut Array) -> PhpResult<()> {
    for name in NAMES {
        if let Some(value) = property(ctx, data, name.as_bytes())? {
            array.set_name(name, value);
        }
    }
    Ok(())
}

fn from_properties(ctx: &Ctx, array: &Array) -> Option<PeriodData> {
    let get = |name: &str| array.get_bytes(name.as_bytes()).map(Value::unref);
    let date = |name: &str| -> Option<Option<Time>> {
        let value = get(name)?;
        match value.as_object() {
            Some(object) => Some(Some(dates::peek(&object)?)),
            None => value.is_null().then_some(None),
        }
    };
    let class = get("start")?.as_object().map(|start| start.class());
    let interval = IntervalObject::peek(&get("interval")?.into_object()?)?;
    // Without a start there is nothing that could end.
    let start = date("start")?;
    if start.is_none() && date("end")?.is_some() {
        return None;
    }
    Some(PeriodData {
        start,
        class: class.or_else(|| ctx.class(b"DateTime"))?,
        current: date("current")?,
        end: date("end")?,
        interval,
        recurrences: get("recurrences")?.as_int().filter(|r| (0..=i64::from(i32::MAX)).contains(r))?,
        include_start: get("include_start_date")?.as_bool()?,
        include_end: get("include_end_date")?.as_bool()?,
    })
}

fn from_text(ctx: &Ctx, text: &PhpStr, options: i64, class: ClassPtr) -> PhpResult<PeriodData> {
    let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
    let bad = "DateMalformedPeriodStringException";
    let Some(period) = parse_iso_intervals::period(text) else {
        return Err(ctx.throw(bad, format!("Unknown or bad format ({text})")));
    };
    let missing = |what: &str| format!("{name}(): ISO interval must contain {what}, \"{text}\" given");
    let Some(start) = period.start else {
        return Err(ctx.throw(bad, missing("a start date")));
    };
    let Some(interval) = period.interval else {
        return Err(ctx.throw(bad, missing("an interval")));
    };
    if period.end.is_none() && period.recurrences.is_none() {
        return Err(ctx.throw(bad, missing("an end date or a recurrence count")));
    }
    let interval = IntervalData { relative: interval, civil: false, from_text: false };
    finish(ctx, start, class, period.end, interval, period.recurrences, options)
}

fn finish(
    ctx: &Ctx,
    start: Time,
    class: ClassPtr,
    end: Option<Time>,
    interval: IntervalData,
    recurrences: Option<i64>,
    options: i64,
) -> PhpResult<PeriodData> {
    let include_start = options & EXCLUDE_START_DATE == 0;
    let include_end = options & INCLUDE_END_DATE != 0;
    let count = recurrences.unwrap_or(0);
    const LIMIT: i64 = i32::MAX as i64 - 7;
    let refuse = |class: &str, more: &str| {
        let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
        let text = format!("{name}(): Recurrence count must be greater or equal to 1 and lower than {LIMIT}{more}");
        ctx.throw(class, text)
    };
    if (end.is_none() && count < 1) || count >= LIMIT {
        return Err(refuse("DateMalformedPeriodStringException", ""));
    }
    let recurrences = count + i64::from(include_start) + i64::from(include_end);
    if recurrences >= LIMIT {
        return Err(refuse("DateMalformedStringException", " (including options)"));
    }
    Ok(PeriodData { start: Some(start), class, current: None, end, interval, recurrences, include_start, include_end })
}

pub(crate) struct DatePeriod;

/// Dates at regular intervals.
#[php_class(
    "class DatePeriod implements IteratorAggregate {
        public const int EXCLUDE_START_DATE = 1;
        public const int INCLUDE_END_DATE = 2;
        public ?DateTimeInterface $start;
        public ?DateTimeInterface $current;
        public ?DateTimeInterface $end;
        public ?DateInterval $interval;
        public int $recurrences;
        public bool $include_start_date;
        public bool $include_end_date;
    }",
    create = Self::create,
    handlers = HANDLERS
)]
impl DatePeriod {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(PeriodObject::default());
    }
    fn copy(_ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
        if let (Some(data), Some(state)) = (PeriodObject::peek(from), PeriodObject::state(to)) {
            *state.data.borrow_mut() = Some(data);
        }
        Ok(())
    }
    fn refuse<T>(ctx: &Ctx, name: &Str) -> PhpResult<T> {
        Err(ctx.throw_error(format!("Cannot modify readonly property DatePeriod::${name}")))
    }
    fn write(ctx: &Ctx, _object: &Object, name: &Str, _value: &Value) -> PhpResult<bool> {
        if is_own(name) { Self::refuse(ctx, name) } else { Ok(false) }
    }
    fn place(ctx: &Ctx, _object: &Object, name: &Str, fetch: Fetch) -> PhpResult<Place> {
        match fetch {
            _ if !is_own(name) => Ok(Place::Unknown),
            Fetch::Ask => Ok(Place::Temporary(Value::NULL)),
            _ => Self::refuse(ctx, name),
        }
    }
    fn walk(ctx: &Ctx, object: &Object, state: &mut u64, by_ref: bool) -> PhpResult<Option<(Value, Value)>> {
        if by_ref {
            return Err(ctx.throw_error("An iterator cannot be used with foreach by reference"));
        }
        let Some((data, start)) = PeriodObject::peek(object).and_then(|data| data.start.map(|start| (data, start))) else {
            let text = "Object of type DatePeriod has not been correctly initialized by calling parent::__construct() in its constructor";
            return Err(ctx.throw("DateObjectError", text));
        };
        let Some(own) = PeriodObject::state(object) else { return Ok(None) };
        let is_first = *state == 0;
        let mut time = if is_first { start } else { data.current.unwrap_or(start) };
        if is_first {
            own.index.set(0);
            // Excluded, the start is only where the walk comes from.
            if !data.include_start && !data.advance(&mut time) {
                return Ok(None);
            }
        } else {
            own.index.set(own.index.get() + 1);
            if !data.advance(&mut time) {
                return Ok(None);
            }
        }
        *state = 1;
        PeriodObject::set_current(ctx, object, time, is_first)?;
        let index = own.index.get();
        if !data.contains(&time, index) {
            return Ok(None);
        }
        let key = index;
        Ok(Some((Value::int(key), date_value(ctx, Some(time), base_class(data.class))?)))
    }

    #[php("public static function createFromISO8601String(string $specification, int $options = 0): static", strict_return)]
    fn create_from_iso(ctx: &Ctx, class: ClassPtr, text: &PhpStr, options: i64) -> PhpResult<Object> {
        let dates = ctx.known_class("DateTimeImmutable");
        let object = ctx.allocate(class)?;
        let data = from_text(ctx, text, options, dates)?;
        PeriodObject::set(ctx, &object, data)?;
        Ok(object)
    }

    #[php("public function __construct($start, $interval = UNKNOWN, $end = UNKNOWN, $options = UNKNOWN)", raw)]
    fn construct(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<()> {
        args.refuse_named(ctx)?;
        let this = args.this();
        let given: Vec<Value> = args.values.iter().take(args.passed).map(Value::unref).collect();
        let data = match Self::from_dates(ctx, &given) {
            Some(made) => made?,
            None => Self::from_iso(ctx, &given)?,
        };
        PeriodObject::set(ctx, this, data)
    }

    /// The period of a date, an interval, and a date or a number; `None` for other arguments.
    fn from_dates(ctx: &Ctx, given: &[Value]) -> Option<PhpResult<PeriodData>> {
        let date = |value: &Value| value.as_object().and_then(|object| dates::peek(&object));
        let (start, step, end, options) = match given {
            [start, step, end] => (start, step, end, None),
            [start, step, end, options] => (start, step, end, Some(options)),
            _ => return None,
        };
        let class = start.as_object()?.class();
        let start = date(start)?;
        let step = step.as_object().and_then(|step| IntervalObject::peek(&step))?;
        let number = |number: usize, name: &str, value: &Value| match Self::scalar(ctx, (number, name), value, TypeMask::INT) {
            Ok(Some(value)) => Some(Ok(value.as_int().unwrap_or(0))),
            Ok(None) => None,
            Err(thrown) => Some(Err(thrown)),
        };
        let (end, count) = match date(end) {
            Some(end) => (Some(end), None),
            None => (None, Some(number(3, "end", end)?)),
        };
        let options = match options {
            Some(options) => number(4, "options", options)?,
            None => Ok(0),
        };
        Some(count.transpose().and_then(|count| finish(ctx, start, class, end, step, count, options?)))
    }

    /// The period of a text in ISO 8601's format.
    fn from_iso(ctx: &Ctx, given: &[Value]) -> PhpResult<PeriodData> {
        let (text, options) = match given {
            [text] => (text, None),
            [text, options] => (text, Some(options)),
            _ => return Err(Self::not_accepted(ctx)),
        };
        let text = Self::scalar(ctx, (1, "start"), text, TypeMask::STRING)?.ok_or_else(|| Self::not_accepted(ctx))?;
        let options = match options {
            Some(options) => {
                Self::scalar(ctx, (2, "interval"), options, TypeMask::INT)?.ok_or_else(|| Self::not_accepted(ctx))?
            }
            None => Value::int(0),
        };
        ctx.report(Level::Deprecated, "Calling DatePeriod::__construct(string $isostr, int $options = 0) is deprecated, use DatePeriod::createFromISO8601String() instead");
        ctx.check()?;
        let text = text.as_str().map(Held::into_owned).unwrap_or_default();
        from_text(ctx, &text, options.as_int().unwrap_or(0), ctx.known_class("DateTime"))
    }

    /// An argument as a number or text; `None` if it is neither.
    fn scalar(ctx: &Ctx, (number, name): (usize, &str), value: &Value, wanted: TypeMask) -> PhpResult<Option<Value>> {
        if wanted.contains(TypeMask::of_tag(value.raw_type())) {
            return Ok(Some(value.clone()));
        }
        let strict = ctx.host.caller_is_strict(ctx);
        if value.is_null() && !strict {
            let is_int = wanted == TypeMask::INT;
            let kind = if is_int { "int" } else { "string" };
            ctx.deprecated(format!("Passing null to parameter #{number} (${name}) of type {kind} is deprecated"));
            ctx.check()?;
            return Ok(Some(if is_int { Value::int(0) } else { Value::from(Str::default()) }));
        }
        coerce::scalar_to(ctx, value, wanted, strict)
    }

    fn not_accepted(ctx: &Ctx) -> Thrown {
        ctx.type_error(
            "DatePeriod::__construct() accepts (DateTimeInterface, DateInterval, int [, int]), or (DateTimeInterface, DateInterval, DateTime [, int]), or (string [, int]) as arguments",
        )
    }

    #[php("public function getStartDate(): DateTimeInterface")]
    fn get_start_date(ctx: &Ctx, this: &Object) -> PhpResult<Value> {
        let data = PeriodObject::get(ctx, this)?;
        if data.start.is_none() {
            return Err(dates::uninitialized(ctx, this));
        }
        date_value(ctx, data.start, data.class)
    }

    #[php("public function getEndDate(): ?DateTimeInterface")]
    fn get_end_date(ctx: &Ctx, this: &Object) -> PhpResult<Value> {
        // A period that was never constructed has no end.
        let Some(data) = PeriodObject::peek(this) else { return Ok(Value::NULL) };
        date_value(ctx, data.end, data.class)
    }

    #[php("public function getDateInterval(): DateInterval")]
    fn get_date_interval(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        let data = PeriodObject::get(ctx, this)?;
        IntervalObject::new_object(ctx, data.interval.relative, data.interval.civil)
    }

    #[php("public function getRecurrences(): ?int")]
    fn get_recurrences(this: &Object) -> PhpResult<Option<i64>> {
        let Some(data) = PeriodObject::peek(this) else { return Ok(None) };
        let count = data.recurrences - i64::from(data.include_start) - i64::from(data.include_end);
        Ok((count != 0).then_some(count))
    }

    #[php("public function __serialize(): array", strict_return)]
    fn serialize(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let data = PeriodObject::get(ctx, this)?;
        if data.start.is_none() {
            return Err(dates::uninitialized(ctx, this));
        }
        let mut array = Array::with_hash_capacity(7);
        add_properties(ctx, &data, &mut array)?;
        add_own_properties(ctx, this, &mut array)?;
        Ok(array)
    }

    #[php("public function __unserialize(array $data): void", strict_return)]
    fn unserialize(ctx: &Ctx, this: &Object, data: &Array) -> PhpResult<()> {
        let Some(period) = from_properties(ctx, data) else {
            return Err(ctx.throw_error("Invalid serialization data for DatePeriod object"));
        };
        PeriodObject::set(ctx, this, period)?;
        restore_properties(ctx, this, data, &NAMES)
    }

    #[php("public function __wakeup(): void")]
    fn wakeup(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let own = crate::classes::own_properties(ctx, this)?;
        match from_properties(ctx, &own) {
            Some(data) => PeriodObject::set(ctx, this, data),
            None => Err(ctx.throw_error("Invalid serialization data for DatePeriod object")),
        }
    }

    #[php("public static function __set_state(array $array): DatePeriod")]
    fn set_state(ctx: &Ctx, class: ClassPtr, array: &Array) -> PhpResult<Object> {
        let Some(data) = from_properties(ctx, array) else {
            return Err(ctx.throw_error("Invalid serialization data for DatePeriod object"));
        };
        let object = ctx.allocate(class)?;
        PeriodObject::set(ctx, &object, data)?;
        Ok(object)
    }

    #[php("public function getIterator(): Iterator", strict_return)]
    fn get_iterator(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        phant_native::internal_iterator::internal_iterator(ctx, this)
    }
}

static HANDLERS: ObjectHandlers = ObjectHandlers {
    clone: Some(DatePeriod::copy),
    write_property: Some(DatePeriod::write),
    property_place: Some(DatePeriod::place),
    walk: Some(DatePeriod::walk),
    ..ObjectHandlers::DEFAULT
};
