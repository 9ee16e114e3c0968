//! The class GMP: integers as objects, with operators.

use crate::{arithmetic, text};
use dashu_int::{IBig, Sign};
use phant_memory::{Array, HeapVec, Held, Key, NativeData, Object, Str, Tracer, Type, Value, View, heap_vec};
use phant_native::{
    Ctx, ObjectExt, ObjectHandlers, PhpResult, Thrown, coerce, compare, convert, descriptor::TypeMask, host::PropertyView,
    php_class,
};
use std::cell::{Cell, RefCell};

/// What an object holds: the number's sign and words, in the request heap.
struct Number {
    negative: Cell<bool>,
    words: RefCell<HeapVec<u64>>,
}

impl NativeData for Number {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

static HANDLERS: ObjectHandlers = ObjectHandlers {
    clone: Some(|_, from, to| {
        store(to, &load(from));
        Ok(())
    }),
    debug_info: Some(|ctx, object| {
        let mut shown = Array::new();
        for (key, value) in ctx.properties(object, PropertyView::Raw)?.iter() {
            shown.set(Key::from(&key.to_str()), value.clone());
        }
        shown.set_name("num", Value::from(digits(ctx, &load(object), 10)?));
        Ok(shown)
    }),
    compare: Some(compare_operator),
    cast: Some(cast),
    unserialize: Some(unserialize_old),
    operator: Some(operator),
    ..ObjectHandlers::DEFAULT
};

/// The number of an object.
pub fn load(object: &Object) -> IBig {
    let Some(number) = object.native::<Number>() else { return IBig::ZERO };
    let sign = if number.negative.get() { Sign::Negative } else { Sign::Positive };
    IBig::from_sign_words(sign, &number.words.borrow())
}
/// Gives an object another number.
pub fn store(object: &Object, value: &IBig) {
    if let Some(number) = object.native::<Number>() {
        let (sign, words) = value.as_sign_words();
        number.negative.set(sign == Sign::Negative);
        let mut own = heap_vec();
        own.extend_from_slice(words);
        *number.words.borrow_mut() = own;
    }
}

/// A number as an object. What computed it may have taken all memory or time.
pub fn make(ctx: &Ctx, value: &IBig) -> PhpResult<Object> {
    ctx.poll()?;
    ctx.reserve(bytes(value))?;
    let object = ctx.allocate(ctx.known_class("GMP"))?;
    store(&object, value);
    Ok(object)
}

/// How many bytes a number takes.
pub fn bytes(value: &IBig) -> usize {
    8 * value.as_sign_words().1.len()
}

/// A number's digits.
pub fn digits(ctx: &Ctx, value: &IBig, base: i64) -> PhpResult<Str> {
    // A digit has one bit at least, and each is a byte.
    ctx.reserve(8 * bytes(value) / base.unsigned_abs().ilog2().max(1) as usize)?;
    ctx.poll()?;
    Ok(Str::from(text::show(value, base)))
}

fn is_number(value: &Value) -> bool {
    value.as_object().is_some_and(|object| object.class().name.as_bytes() == b"GMP")
}

/// An argument of the type `GMP|string|int`, by its number from 1.
pub fn argument(ctx: &Ctx, number: usize, value: &Value) -> PhpResult<IBig> {
    match value.view() {
        View::Object(object) => Ok(load(&object)),
        View::Int(int) => Ok(IBig::from(int)),
        _ => {
            let read = value.as_str().and_then(|digits| text::parse(&digits, 0));
            read.ok_or_else(|| not_digits(ctx, number))
        }
    }
}
fn not_digits(ctx: &Ctx, number: usize) -> Thrown {
    ctx.argument_error(number, "is not an integer string")
}

/// An operand of an operator.
fn operand(ctx: &Ctx, value: &Value) -> PhpResult<IBig> {
    match value.view() {
        View::Object(object) if is_number(value) => return Ok(load(&object)),
        View::Int(int) => return Ok(IBig::from(int)),
        View::Str(digits) => {
            return text::parse(&digits, 0).ok_or_else(|| ctx.value_error("Number is not an integer string"));
        }
        View::Float(_) | View::Bool(_) => {
            let strict = ctx.host.caller_is_strict(ctx);
            if let Some(int) = coerce::scalar_to(ctx, value, TypeMask::INT, strict)?.and_then(|v| v.as_int()) {
                return Ok(IBig::from(int));
            }
        }
        View::Object(object) => {
            let object = object.clone();
            if let Some(digits) = convert::object_to_str(ctx, &object)? {
                return text::parse(&digits, 0).ok_or_else(|| ctx.value_error("Number is not an integer string"));
            }
        }
        _ => {}
    }
    ctx.check()?;
    Err(ctx.type_error(format!("Number must be of type GMP|string|int, {} given", convert::value_name(value))))
}

/// The right side of `**`, `<<` and `>>`: a machine's integer. `None` for what these operators do not take.
fn count(ctx: &Ctx, what: &str, value: &Value) -> PhpResult<Option<usize>> {
    let number = match value.view() {
        View::Float(float) => IBig::from(phant_numeric::cast::float_to_int(float)),
        View::Null | View::Array(_) | View::Resource(_) => return Ok(None),
        View::Object(_) if !is_number(value) => return Ok(None),
        _ => operand(ctx, value)?,
    };
    if number.sign() == Sign::Negative {
        return Err(ctx.value_error(format!("{what} must be greater than or equal to 0")));
    }
    // No memory would hold what comes of a larger one.
    Ok(Some(usize::try_from(&number).unwrap_or(usize::MAX)))
}

fn operator(ctx: &Ctx, operator: &str, a: &Value, b: &Value) -> PhpResult<Option<Value>> {
    let result = match operator {
        "+" => operand(ctx, a)? + operand(ctx, b)?,
        "-" => operand(ctx, a)? - operand(ctx, b)?,
        "*" => arithmetic::product(ctx, &operand(ctx, a)?, &operand(ctx, b)?)?,
        "/" => {
            let (a, b) = (operand(ctx, a)?, operand(ctx, b)?);
            if b.is_zero() {
                return Err(arithmetic::division_by_zero(ctx));
            }
            a / b
        }
        "%" => arithmetic::modulo(ctx, &operand(ctx, a)?, &operand(ctx, b)?)?,
        "**" | "<<" | ">>" => {
            let what = if operator == "**" { "Exponent" } else { "Shift" };
            let Some(count) = count(ctx, what, b)? else { return Ok(None) };
            let number = operand(ctx, a)?;
            match operator {
                "**" => arithmetic::power(ctx, &number, count)?,
                "<<" => arithmetic::shift_left(ctx, &number, count)?,
                _ => number >> count,
            }
        }
        "&" => operand(ctx, a)? & operand(ctx, b)?,
        "|" => operand(ctx, a)? | operand(ctx, b)?,
        "^" => operand(ctx, a)? ^ operand(ctx, b)?,
        _ => return Ok(None),
    };
    make(ctx, &result).map(|object| Some(Value::from(object)))
}

fn compare_operator(ctx: &Ctx, a: &Value, b: &Value) -> PhpResult<i32> {
    // Everything is more than null.
    if a.is_null() || b.is_null() {
        return Ok(if a.is_null() { -1 } else { 1 });
    }
    if !is_number(a) && !is_number(b) {
        return compare::without_handler(ctx, a, b);
    }
    Ok(operand(ctx, a)?.cmp(&operand(ctx, b)?) as i32)
}

fn cast(ctx: &Ctx, object: &Object, ty: Type) -> PhpResult<Option<Value>> {
    let number = load(object);
    Ok(Some(match ty {
        Type::Str => Value::from(digits(ctx, &number, 10)?),
        Type::Int => Value::int(arithmetic::low_bits(&number)),
        Type::Float => Value::float(arithmetic::to_float(&number)),
        Type::True | Type::False => Value::bool(!number.is_zero()),
        _ => return Ok(None),
    }))
}

/// The number of a text or integer in a base, as `gmp_init` takes it.
pub fn from_text(ctx: &Ctx, value: &Value, base: i64) -> PhpResult<IBig> {
    let base = match base {
        0 | 2..=62 => base as u32,
        _ => return Err(ctx.argument_error(2, "must be 0 or between 2 and 62")),
    };
    match value.view() {
        View::Int(int) => Ok(IBig::from(int)),
        _ => {
            let read = value.as_str().and_then(|digits| text::parse(&digits, base));
            read.ok_or_else(|| not_digits(ctx, 1))
        }
    }
}

/// `s:2:"42";a:0:{}`: the number in base 10, and the properties.
fn unserialize_old(ctx: &Ctx, object: &Object, data: &Str) -> PhpResult<()> {
    let refuse = |what: &str| ctx.throw("Exception", format!("Could not unserialize {what}"));
    let number = || {
        let rest = data.strip_prefix(b"s:")?;
        let colon = rest.iter().position(|&b| b == b':')?;
        let length: usize = std::str::from_utf8(&rest[..colon]).ok()?.parse().ok()?;
        let rest = rest[colon + 1..].strip_prefix(b"\"")?;
        let (digits, rest) = rest.split_at_checked(length)?;
        Some((text::parse(digits, 10)?, rest.strip_prefix(b"\";")?))
    };
    let Some((number, rest)) = number() else { return Err(refuse("number")) };
    store(object, &number);
    if rest.first() != Some(&b'a') {
        return Err(refuse("properties"));
    }
    let Some(unserialize) = ctx.host.lookup_function(ctx, b"unserialize") else { return Ok(()) };
    let properties = ctx.host.call_function(ctx, unserialize, None, None, &[Value::str(rest)])?;
    let Some(properties) = properties.deref().as_array().map(Held::into_owned) else { return Err(refuse("properties")) };
    for (key, value) in properties.iter() {
        object.set_dynamic(key.to_key(), value.clone());
    }
    Ok(())
}

pub struct Gmp;

/// An integer of any length.
#[php_class("final class GMP", create = Self::create, handlers = HANDLERS, strict_return)]
impl Gmp {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(Number { negative: Cell::new(false), words: RefCell::new(heap_vec()) });
    }

    #[php("public function __construct(int|string $num = 0, int $base = 0)")]
    fn construct(ctx: &Ctx, this: &Object, num: &Value, base: i64) -> PhpResult<()> {
        store(this, &from_text(ctx, num, base)?);
        Ok(())
    }

    #[php("public function __serialize(): array")]
    fn serialize(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let mut data = Array::list([Value::from(digits(ctx, &load(this), 16)?)]);
        let properties = ctx.properties(this, PropertyView::Raw)?;
        if !properties.is_empty() {
            let _ = data.push(Value::from(properties));
        }
        Ok(data)
    }

    #[php("public function __unserialize(array $data): void")]
    fn unserialize(ctx: &Ctx, this: &Object, data: &Array) -> PhpResult<()> {
        let number = data.get_int(0).and_then(|value| text::parse(&value.deref().as_str()?, 16));
        let Some(number) = number else { return Err(ctx.throw("Exception", "Could not unserialize number")) };
        store(this, &number);
        if let Some(properties) = data.get_int(1) {
            let Some(properties) = properties.deref().as_array().map(Held::into_owned) else {
                return Err(ctx.throw("Exception", "Could not unserialize properties"));
            };
            for (key, value) in properties.iter() {
                ctx.host.write_property(ctx, this, &key.to_str(), value.unref(), Some(this.class()))?;
            }
        }
        Ok(())
    }
}
