//! `BcMath\Number`: a number that knows its scale, with operators.

use crate::{
    decimal::{Decimal, MAX_SCALE},
    functions::{checked_scale, compared, division_by_zero, modulo_by_zero, power, power_modulo, rounded},
};
use phant_memory::{Array, NativeData, Object, Str, Tracer, Type, Value, View};
use phant_native::{
    Args, Ctx, ObjectExt, ObjectHandlers, PhpResult,
    class::{Fetch, Place},
    coerce, compare, convert,
    error::Level,
    php_class,
};
use std::cell::{Cell, RefCell};

/// What a number object has: its digits, which its properties show.
#[derive(Default)]
struct State {
    /// None until it was constructed.
    value: RefCell<Option<Str>>,
    scale: Cell<usize>,
}

impl NativeData for State {
    fn trace(&self, _: &mut Tracer<'_>) {}
}

fn state(object: &Object) -> &State {
    object.native().expect("made by create")
}

impl State {
    fn is_made(&self) -> bool {
        self.value.borrow().is_some()
    }
    fn text(&self) -> Str {
        self.value.borrow().clone().unwrap_or_default()
    }
    /// A property; `None` for one that there is not.
    fn property(&self, name: &[u8]) -> Option<Value> {
        match name {
            b"value" => Some(Value::from(self.text())),
            b"scale" => Some(Value::from(self.scale.get())),
            _ => None,
        }
    }
}

/// How many more digits than the dividend a quotient has whose scale nobody names, and a root.
const MORE_DIGITS: usize = 10;

static HANDLERS: ObjectHandlers = ObjectHandlers {
    compare: Some(compare_operator),
    operator: Some(operator),
    properties: Some(|_, object| Ok(shown(object))),
    // `foreach` sees no properties that are virtual.
    walk: Some(|_, _, _, _| Ok(None)),
    cast: Some(|_, object, kind| {
        let truth = matches!(kind, Type::True | Type::False);
        Ok(truth.then(|| Value::bool(!decimal(object).is_zero())))
    }),
    clone: Some(|_, from, to| {
        state(to).value.replace(Some(state(from).text()));
        state(to).scale.set(state(from).scale.get());
        Ok(())
    }),
    read_property: Some(|_, object, name| Ok(state(object).property(name.as_bytes()))),
    write_property: Some(|ctx, object, name, _| match state(object).property(name.as_bytes()) {
        Some(_) => Err(ctx.throw_error(format!("Cannot modify readonly property BcMath\\Number::${name}"))),
        None => Err(ctx.throw_error(format!("Cannot create dynamic property BcMath\\Number::${name}"))),
    }),
    has_property: Some(|_, object, name, mode| {
        let found = state(object).property(name.as_bytes());
        Ok(found.map(|value| mode != 1 || convert::to_bool(&value)))
    }),
    unset_property: Some(|ctx, object, name| match state(object).property(name.as_bytes()) {
        Some(_) => Err(ctx.throw_error(format!("Cannot unset readonly property BcMath\\Number::${name}"))),
        None => Ok(false),
    }),
    property_place: Some(property_place),
    ..ObjectHandlers::DEFAULT
};

/// The decimal of a number object.
fn decimal(object: &Object) -> Decimal {
    Decimal::parse(&state(object).text()).unwrap_or(Decimal::ZERO)
}

fn fill(ctx: &Ctx, object: &Object, number: &Decimal) -> PhpResult<()> {
    ctx.poll()?;
    ctx.reserve(number.size() + number.scale())?;
    let state = state(object);
    state.value.replace(Some(number.text(number.scale())));
    state.scale.set(number.scale());
    Ok(())
}

fn make(ctx: &Ctx, number: &Decimal) -> PhpResult<Object> {
    let object = ctx.allocate(ctx.known_class("BcMath\\Number"))?;
    fill(ctx, &object, number)?;
    Ok(object)
}

fn is_number(value: &Value) -> bool {
    value.as_object().is_some_and(|object| object.class().name.as_bytes() == b"BcMath\\Number")
}

/// The properties as casts and exports show them.
fn shown(object: &Object) -> Array {
    let mut all = Array::new();
    let state = state(object);
    all.set_name("value", Value::from(state.text()));
    all.set_name("scale", Value::from(state.scale.get()));
    all
}

/// References to the properties are references to copies.
fn property_place(ctx: &Ctx, object: &Object, name: &Str, fetch: Fetch) -> PhpResult<Place> {
    if fetch == Fetch::Ask {
        return Ok(Place::Temporary(Value::NULL));
    }
    let found = state(object).property(name.as_bytes());
    match (found, fetch) {
        (Some(_), Fetch::Unset) => Err(ctx.throw_error(format!("Cannot unset readonly property BcMath\\Number::${name}"))),
        (Some(value), _) => Ok(Place::Temporary(value)),
        (None, Fetch::Unset) => Ok(Place::Unknown),
        (None, _) => {
            ctx.report(Level::Warning, format!("Undefined property: BcMath\\Number::${name}"));
            ctx.check()?;
            Ok(Place::Temporary(Value::NULL))
        }
    }
}

/// An operand of an operator.
enum Operand {
    Number(Decimal),
    /// A string that is no number.
    BadText,
    /// Nothing that has a number.
    Other,
}

fn operand(ctx: &Ctx, value: &Value) -> PhpResult<Operand> {
    Ok(match value.view() {
        View::Object(object) if is_number(value) => Operand::Number(decimal(&object)),
        View::Int(int) => Operand::Number(Decimal::from_int(int)),
        View::Str(text) => Decimal::parse(&text).map_or(Operand::BadText, Operand::Number),
        View::Float(_) | View::Bool(_) => {
            let strict = ctx.host.caller_is_strict(ctx);
            match coerce::scalar_to(ctx, value, phant_native::descriptor::TypeMask::INT, strict)?.and_then(|v| v.as_int()) {
                Some(int) => Operand::Number(Decimal::from_int(int)),
                None => Operand::Other,
            }
        }
        _ => Operand::Other,
    })
}

fn operator(ctx: &Ctx, operator: &str, a: &Value, b: &Value) -> PhpResult<Option<Value>> {
    if !matches!(operator, "+" | "-" | "*" | "/" | "%" | "**") {
        return Ok(None);
    }
    let left = operand(ctx, a)?;
    if let Operand::BadText = left {
        return Err(ctx.value_error("Left string operand cannot be converted to BcMath\\Number"));
    }
    let Operand::Number(left) = left else { return Ok(None) };
    let right = match operand(ctx, b)? {
        Operand::Number(right) => right,
        Operand::BadText => return Err(ctx.value_error("Right string operand cannot be converted to BcMath\\Number")),
        Operand::Other => return Ok(None),
    };
    let result = match operator {
        "+" => left.add(&right),
        "-" => left.sub(&right),
        "*" => product(ctx, &left, &right, None)?,
        "/" => quotient(ctx, &left, &right, None)?,
        "%" => left.div_rem(&right).ok_or_else(|| modulo_by_zero(ctx))?.1,
        _ => raised(ctx, &left, &right, 0, None)?,
    };
    make(ctx, &result).map(|object| Some(Value::from(object)))
}

fn compare_operator(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<i32> {
    match (operand(ctx, a)?, operand(ctx, b)?) {
        (Operand::Number(a), Operand::Number(b)) => Ok(a.compare(&b) as i32),
        _ if a.is_null() || b.is_null() => compare::without_handler(ctx, a, b),
        _ => Ok(2),
    }
}

/// Cut off at a scale if there is one; such results are filled up with zeros.
fn at_scale(ctx: &Ctx, number: Decimal, scale: Option<usize>) -> PhpResult<Decimal> {
    match scale {
        Some(scale) => {
            ctx.reserve(scale)?;
            Ok(number.cut(scale))
        }
        None => Ok(number),
    }
}

fn too_large(ctx: &Ctx) -> phant_native::Thrown {
    ctx.value_error("scale of the result is too large")
}

fn product(ctx: &Ctx, a: &Decimal, b: &Decimal, scale: Option<usize>) -> PhpResult<Decimal> {
    if scale.is_none() && a.scale() + b.scale() > MAX_SCALE {
        return Err(too_large(ctx));
    }
    at_scale(ctx, a.mul(b), scale)
}

fn quotient(ctx: &Ctx, a: &Decimal, b: &Decimal, scale: Option<usize>) -> PhpResult<Decimal> {
    let digits = scale.unwrap_or(a.scale() + MORE_DIGITS);
    ctx.reserve(2 * digits)?;
    let result = a.div(b, digits).ok_or_else(|| division_by_zero(ctx))?;
    Ok(if scale.is_some() { result } else { result.trimmed(a.scale()) })
}

fn raised(ctx: &Ctx, number: &Decimal, exponent: &Decimal, exponent_at: usize, scale: Option<usize>) -> PhpResult<Decimal> {
    let digits = scale.unwrap_or(number.scale() + MORE_DIGITS);
    let result = power(ctx, number, exponent, exponent_at, digits)?;
    if scale.is_some() {
        return at_scale(ctx, result, scale);
    }
    if exponent.is_negative() {
        return Ok(result.trimmed(number.scale()));
    }
    let times = exponent.to_int().and_then(|times| usize::try_from(times).ok()).unwrap_or(usize::MAX);
    match number.scale().checked_mul(times).filter(|&scale| scale <= MAX_SCALE) {
        Some(scale) => at_scale(ctx, result, Some(scale)),
        None => Err(too_large(ctx)),
    }
}

/// The arguments of a method whose first `count` are numbers, converted; the rest as declared. PHP's message for what
/// is none names the types in an order of its own.
fn arguments(ctx: &Ctx, args: &Args<'_>, count: usize, declared: usize) -> PhpResult<Vec<Value>> {
    for (at, value) in args.values.iter().enumerate().take(count) {
        let bad = match value.deref().view() {
            View::Array(_) | View::Resource(_) => true,
            View::Object(object) => !is_number(&value.deref()) && object.class().magic.to_string.is_none(),
            View::Null | View::Float(_) | View::Bool(_) => ctx.host.caller_is_strict(ctx),
            _ => false,
        };
        if bad {
            let given = phant_native::convert::value_name(&value.deref());
            let text = format!("must be of type int, string, or BcMath\\Number, {given} given");
            return Err(ctx.argument_type_error(at + 1, text));
        }
    }
    let mut values: Vec<Value> = args.values.iter().map(Value::unref).collect();
    values.resize_with(declared.max(values.len()), || Value::UNDEF);
    coerce::arguments(ctx, args.function, &mut values, args.passed)?;
    Ok(values)
}

fn number_argument(ctx: &Ctx, values: &[Value], at: usize) -> PhpResult<Decimal> {
    match operand(ctx, &values[at])? {
        Operand::Number(number) => Ok(number),
        _ => Err(ctx.argument_error(at + 1, "is not well-formed")),
    }
}

fn scale_argument(ctx: &Ctx, values: &[Value], at: usize) -> PhpResult<Option<usize>> {
    values[at].as_int().map(|scale| checked_scale(ctx, at + 1, scale)).transpose()
}

/// A method with another number and a scale: this number, the other one, the scale.
fn operands(ctx: &Ctx, args: &Args<'_>) -> PhpResult<(Decimal, Decimal, Option<usize>)> {
    let values = arguments(ctx, args, 1, 2)?;
    let other = number_argument(ctx, &values, 0)?;
    Ok((decimal(args.this()), other, scale_argument(ctx, &values, 1)?))
}

pub struct Number;

/// A decimal number of any length.
#[php_class(
    "final readonly class BcMath\\Number implements Stringable {
        public virtual readonly string $value;
        public virtual readonly int $scale;
    }",
    create = Self::create,
    handlers = HANDLERS,
    strict_return,
    no_dynamic
)]
impl Number {
    fn create(_: &Ctx, object: &Object) {
        object.init_native(State::default());
    }

    #[php("public function __construct(string|int $num)")]
    fn construct(ctx: &Ctx, this: &Object, num: &Value) -> PhpResult<()> {
        if state(this).is_made() {
            return Err(ctx.throw_error("Cannot modify readonly property BcMath\\Number::$value"));
        }
        match operand(ctx, num)? {
            Operand::Number(number) => fill(ctx, this, &number),
            _ => Err(ctx.argument_error(1, "is not well-formed")),
        }
    }

    #[php("public function add(BcMath\\Number|string|int $num, ?int $scale = null): BcMath\\Number", raw)]
    fn add(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<Object> {
        let (a, b, scale) = operands(ctx, args)?;
        make(ctx, &at_scale(ctx, a.add(&b), scale)?)
    }

    #[php("public function sub(BcMath\\Number|string|int $num, ?int $scale = null): BcMath\\Number", raw)]
    fn sub(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<Object> {
        let (a, b, scale) = operands(ctx, args)?;
        make(ctx, &at_scale(ctx, a.sub(&b), scale)?)
    }

    #[php("public function mul(BcMath\\Number|string|int $num, ?int $scale = null): BcMath\\Number", raw)]
    fn mul(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<Object> {
        let (a, b, scale) = operands(ctx, args)?;
        make(ctx, &product(ctx, &a, &b, scale)?)
    }

    #[php("public function div(BcMath\\Number|string|int $num, ?int $scale = null): BcMath\\Number", raw)]
    fn div(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<Object> {
        let (a, b, scale) = operands(ctx, args)?;
        make(ctx, &quotient(ctx, &a, &b, scale)?)
    }

    #[php("public function mod(BcMath\\Number|string|int $num, ?int $scale = null): BcMath\\Number", raw)]
    fn modulo(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<Object> {
        let (a, b, scale) = operands(ctx, args)?;
        let (_, remainder) = a.div_rem(&b).ok_or_else(|| modulo_by_zero(ctx))?;
        make(ctx, &at_scale(ctx, remainder, scale)?)
    }

    #[php("public function divmod(BcMath\\Number|string|int $num, ?int $scale = null): array", raw)]
    fn divmod(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<Array> {
        let (a, b, scale) = operands(ctx, args)?;
        let (quotient, remainder) = a.div_rem(&b).ok_or_else(|| division_by_zero(ctx))?;
        let remainder = at_scale(ctx, remainder, scale)?;
        Ok(Array::list([Value::from(make(ctx, &quotient)?), Value::from(make(ctx, &remainder)?)]))
    }

    #[php(
        "public function powmod(BcMath\\Number|string|int $exponent, BcMath\\Number|string|int $modulus, ?int $scale = null): BcMath\\Number",
        raw
    )]
    fn powmod(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<Object> {
        let values = arguments(ctx, args, 2, 3)?;
        let (exponent, modulus) = (number_argument(ctx, &values, 0)?, number_argument(ctx, &values, 1)?);
        let scale = scale_argument(ctx, &values, 2)?;
        let result = power_modulo(ctx, [&decimal(args.this()), &exponent, &modulus], [0, 1, 2])?;
        make(ctx, &at_scale(ctx, result, scale)?)
    }

    #[php("public function pow(BcMath\\Number|string|int $exponent, ?int $scale = null): BcMath\\Number", raw)]
    fn pow(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<Object> {
        let (number, exponent, scale) = operands(ctx, args)?;
        make(ctx, &raised(ctx, &number, &exponent, 1, scale)?)
    }

    #[php("public function sqrt(?int $scale = null): BcMath\\Number")]
    fn sqrt(ctx: &Ctx, this: &Object, scale: Option<i64>) -> PhpResult<Object> {
        let number = decimal(this);
        let scale = scale.map(|scale| checked_scale(ctx, 1, scale)).transpose()?;
        if number.is_negative() {
            return Err(ctx.value_error("Base number must be greater than or equal to 0"));
        }
        let digits = scale.unwrap_or(number.scale() + MORE_DIGITS);
        ctx.reserve(2 * digits)?;
        let root = number.sqrt(digits);
        make(ctx, &if scale.is_some() { root } else { root.trimmed(number.scale()) })
    }

    #[php("public function floor(): BcMath\\Number")]
    fn floor(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        make(ctx, &decimal(this).floor())
    }

    #[php("public function ceil(): BcMath\\Number")]
    fn ceil(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        make(ctx, &decimal(this).ceil())
    }

    #[php("public function round(int $precision = 0, RoundingMode $mode = RoundingMode::HalfAwayFromZero): BcMath\\Number")]
    fn round(ctx: &Ctx, this: &Object, precision: i64, mode: &Object) -> PhpResult<Object> {
        make(ctx, &rounded(ctx, &decimal(this), precision, 1, mode)?)
    }

    #[php("public function compare(BcMath\\Number|string|int $num, ?int $scale = null): int", raw)]
    fn compare(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<i64> {
        let (a, b, scale) = operands(ctx, args)?;
        Ok(compared(&a, &b, scale.unwrap_or(MAX_SCALE)))
    }

    #[php("public function __toString(): string")]
    fn to_string(this: &Object) -> Str {
        state(this).text()
    }

    #[php("public function __serialize(): array")]
    fn serialize(this: &Object) -> Array {
        let mut data = Array::new();
        data.set_name("value", Value::from(state(this).text()));
        data
    }

    #[php("public function __unserialize(array $data): void")]
    fn unserialize(ctx: &Ctx, this: &Object, data: &Array) -> PhpResult<()> {
        if state(this).is_made() {
            return Err(ctx.throw_error("Cannot modify readonly property BcMath\\Number::$value"));
        }
        let text = data.get_bytes(b"value").and_then(|value| value.as_str()).filter(|text| !text.is_empty());
        match text.and_then(|text| Decimal::parse(&text)) {
            Some(number) => fill(ctx, this, &number),
            None => Err(ctx.throw("Exception", "Invalid serialization data for BcMath\\Number object")),
        }
    }
}
