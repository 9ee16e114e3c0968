//! `Random\Randomizer`.

use crate::engine::{draw, invalid_data};
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Ctx, ObjectExt, PhpResult, host::PropertyView, php_class};
use phant_random_engines::{Boundary, bytes_from, float_in, get_int, next_float, next_int, pick_many, pick_one, shuffle};

/// Which ends of an interval belong to it.
#[php_class("enum Random\\IntervalBoundary { case ClosedOpen; case ClosedClosed; case OpenClosed; case OpenOpen; }")]
pub(crate) struct IntervalBoundary;

/// Draws values from an engine.
pub(crate) struct Randomizer;

/// The engine of a randomizer.
fn engine(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
    match ctx.get_property(this, "engine")?.into_object() {
        Some(engine) => Ok(engine),
        None => Err(ctx.throw_error("The Random\\Randomizer object has not been correctly initialized by its constructor")),
    }
}

fn must_be_positive(ctx: &Ctx, number: usize) -> phant_native::Thrown {
    ctx.argument_error(number, "must be greater than 0")
}

#[php_class("final class Random\\Randomizer { public readonly Random\\Engine $engine; }", no_dynamic, not_cloneable)]
impl Randomizer {
    #[php("public function __construct(?Random\\Engine $engine = null)")]
    fn construct(ctx: &Ctx, this: &Object, engine: Option<Object>) -> PhpResult<()> {
        let engine = match engine {
            Some(engine) => engine,
            None => {
                let class = ctx.known_class("Random\\Engine\\Secure");
                ctx.new_object(class, &[])?
            }
        };
        ctx.set_property(this, "engine", Value::from(engine))
    }

    #[php("public function nextInt(): int")]
    fn next_int(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        let engine = engine(ctx, this)?;
        draw(ctx, &engine, |e| next_int(e))
    }

    #[php("public function nextFloat(): float")]
    fn next_float(ctx: &Ctx, this: &Object) -> PhpResult<f64> {
        let engine = engine(ctx, this)?;
        draw(ctx, &engine, |e| next_float(e))
    }

    #[php(
        "public function getFloat(float $min, float $max, Random\\IntervalBoundary $boundary = Random\\IntervalBoundary::ClosedOpen): float"
    )]
    fn get_float(ctx: &Ctx, this: &Object, min: f64, max: f64, boundary: &Value) -> PhpResult<f64> {
        for (number, bound) in [(1, min), (2, max)] {
            if !bound.is_finite() {
                return Err(ctx.argument_error(number, "must be finite"));
            }
        }
        let name = match boundary.as_object() {
            Some(case) => ctx.get_property(&case, "name")?.into_str().unwrap_or_default(),
            None => Str::default(),
        };
        let boundary = match name.as_bytes() {
            b"ClosedClosed" => Boundary::ClosedClosed,
            b"OpenClosed" => Boundary::OpenClosed,
            b"OpenOpen" => Boundary::OpenOpen,
            _ => Boundary::ClosedOpen,
        };
        if boundary == Boundary::ClosedClosed && max < min {
            return Err(ctx.argument_error(2, "must be greater than or equal to argument #1 ($min)"));
        }
        if boundary != Boundary::ClosedClosed && max <= min {
            return Err(ctx.argument_error(2, "must be greater than argument #1 ($min)"));
        }
        let engine = engine(ctx, this)?;
        let result = draw(ctx, &engine, |e| float_in(e, min, max, boundary))?;
        if result.is_nan() {
            return Err(ctx.value_error(
                "The given interval is empty, there are no floats between argument #1 ($min) and argument #2 ($max).",
            ));
        }
        Ok(result)
    }

    #[php("public function getInt(int $min, int $max): int")]
    fn get_int(ctx: &Ctx, this: &Object, min: i64, max: i64) -> PhpResult<i64> {
        if max < min {
            return Err(ctx.argument_error(2, "must be greater than or equal to argument #1 ($min)"));
        }
        let engine = engine(ctx, this)?;
        draw(ctx, &engine, |e| get_int(e, min, max))
    }

    #[php("public function getBytes(int $length): string")]
    fn get_bytes(ctx: &Ctx, this: &Object, length: i64) -> PhpResult<Str> {
        if length < 1 {
            return Err(must_be_positive(ctx, 1));
        }
        ctx.reserve(length as usize)?;
        let engine = engine(ctx, this)?;
        draw(ctx, &engine, |e| {
            let mut result = Ok(());
            let bytes = Str::filled(length as usize, |out| result = e.fill(out));
            result.map(|()| bytes)
        })
    }

    #[php("public function getBytesFromString(string $string, int $length): string")]
    fn get_bytes_from_string(ctx: &Ctx, this: &Object, string: &Str, length: i64) -> PhpResult<Vec<u8>> {
        if string.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        if length < 1 {
            return Err(must_be_positive(ctx, 2));
        }
        ctx.reserve(length as usize)?;
        let engine = engine(ctx, this)?;
        let source = string.clone();
        draw(ctx, &engine, |e| bytes_from(e, &source, length as usize))
    }

    #[php("public function shuffleArray(array $array): array")]
    fn shuffle_array(ctx: &Ctx, this: &Object, array: &Array) -> PhpResult<Array> {
        let engine = engine(ctx, this)?;
        let mut values: Vec<Value> = array.values().map(Value::clone).collect();
        let len = values.len();
        draw(ctx, &engine, |e| shuffle(e, len, |a, b| values.swap(a, b)))?;
        Ok(Array::list(values))
    }

    #[php("public function shuffleBytes(string $bytes): string")]
    fn shuffle_bytes(ctx: &Ctx, this: &Object, bytes: &Str) -> PhpResult<Vec<u8>> {
        let engine = engine(ctx, this)?;
        let mut bytes = bytes.to_vec();
        let len = bytes.len();
        draw(ctx, &engine, |e| shuffle(e, len, |a, b| bytes.swap(a, b)))?;
        Ok(bytes)
    }

    #[php("public function pickArrayKeys(array $array, int $num): array")]
    fn pick_array_keys(ctx: &Ctx, this: &Object, array: &Array, num: i64) -> PhpResult<Array> {
        if array.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        let len = array.len();
        if num < 1 || num > len as i64 {
            return Err(ctx.argument_error(2, "must be between 1 and the number of elements in argument #1 ($array)"));
        }
        let engine = engine(ctx, this)?;
        let array = array.clone();
        if num == 1 {
            let slots = array.slots() as usize;
            let is_empty = |slot| array.value_at(slot as u32).is_undef();
            let picked = draw(ctx, &engine, |e| pick_one(e, len, slots, is_empty))?;
            let key = match picked {
                phant_random_engines::Pick::Element(at) => array.keys().nth(at).map(|k| k.to_value()),
                phant_random_engines::Pick::Slot(slot) => Some(array.key_at(slot as u32).to_value()),
            };
            return Ok(Array::list(key));
        }
        let chosen = draw(ctx, &engine, |e| pick_many(e, len, num as usize))?;
        Ok(array.keys().zip(chosen).filter(|(_, chosen)| *chosen).map(|(k, _)| k.to_value()).collect())
    }

    #[php("public function __serialize(): array")]
    fn serialize(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let properties = ctx.properties(this, PropertyView::Raw)?;
        Ok(Array::list([Value::from(properties)]))
    }

    #[php("public function __unserialize(array $data): void")]
    fn unserialize(ctx: &Ctx, this: &Object, data: &Array) -> PhpResult<()> {
        // Once set, the engine stays, and there is no other property.
        let fresh = this.slot(0).is_undef();
        let properties = data.get_int(0).and_then(Value::as_array).filter(|p| fresh && data.len() == 1 && p.len() == 1);
        let engine = properties.and_then(|p| p.get_bytes(b"engine")?.clone().into_object());
        let interface = ctx.known_class("Random\\Engine");
        match engine.filter(|e| e.is_instance_of(interface)) {
            Some(engine) => ctx.set_property(this, "engine", Value::from(engine)),
            None => Err(invalid_data(ctx, this)),
        }
    }
}
