//! The engines as objects.

use crate::functions::{failed, legacy_mode, random_seed};
use phant_memory::{Array, Held, NativeData, Object, Str, Tracer, Value, View};
use phant_native::{Ctx, ObjectExt, ObjectHandlers, PhpResult, Thrown, host::PropertyView, php_class};
use phant_random_engines::{Engine, Failure, Mode, Mt19937, Output, PcgOneseq128XslRr64, Secure, State, Xoshiro256StarStar};
use std::cell::RefCell;

/// A source of random bytes.
#[php_class("interface Random\\Engine { #[strict_return] public function generate(): string; }")]
pub(crate) struct EngineInterface;

/// A source that is fit for secrets.
#[php_class("interface Random\\CryptoSafeEngine extends Random\\Engine")]
pub(crate) struct CryptoSafeEngine;

/// Errors of this extension.
#[php_class("class Random\\RandomError extends Error")]
pub(crate) struct RandomError;

/// An engine gives no usable bytes.
#[php_class("class Random\\BrokenRandomEngineError extends Random\\RandomError")]
pub(crate) struct BrokenRandomEngineError;

/// No random bytes could be had.
#[php_class("class Random\\RandomException extends Exception")]
pub(crate) struct RandomException;

/// The state of an engine object.
#[allow(clippy::large_enum_variant)] // one per object
pub(crate) enum Kind {
    Mt19937(Mt19937),
    Pcg(PcgOneseq128XslRr64),
    Xoshiro(Xoshiro256StarStar),
    Secure(Secure),
}

/// An engine object's native state.
pub(crate) struct EngineData(RefCell<Kind>);

impl NativeData for EngineData {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

impl Kind {
    fn engine(&mut self) -> &mut dyn Engine {
        match self {
            Kind::Mt19937(engine) => engine,
            Kind::Pcg(engine) => engine,
            Kind::Xoshiro(engine) => engine,
            Kind::Secure(engine) => engine,
        }
    }
    fn state(&self) -> Vec<State> {
        match self {
            Kind::Mt19937(engine) => engine.state(),
            Kind::Pcg(engine) => engine.state(),
            Kind::Xoshiro(engine) => engine.state(),
            Kind::Secure(_) => Vec::new(),
        }
    }
    /// The same kind of engine in another state.
    fn with_state(&self, state: &[State]) -> Option<Kind> {
        Some(match self {
            Kind::Mt19937(_) => Kind::Mt19937(Mt19937::from_state(state)?),
            Kind::Pcg(_) => Kind::Pcg(PcgOneseq128XslRr64::from_state(state)?),
            Kind::Xoshiro(_) => Kind::Xoshiro(Xoshiro256StarStar::from_state(state)?),
            Kind::Secure(_) => return None,
        })
    }
}

fn data(object: &Object) -> Option<&EngineData> {
    object.native::<EngineData>()
}

/// A script's own engine.
struct UserEngine<'a> {
    ctx: &'a Ctx,
    object: &'a Object,
}

impl Engine for UserEngine<'_> {
    fn generate(&mut self) -> Result<Output, Failure> {
        let result = self.ctx.call_method(self.object, "generate", &[]).map_err(|_| Failure::Engine)?;
        let Some(bytes) = result.as_str().filter(|s| !s.is_empty()) else {
            self.ctx.throw("Random\\BrokenRandomEngineError", "A random engine must return a non-empty string");
            return Err(Failure::Engine);
        };
        let size = bytes.len().min(8);
        let mut bits = [0; 8];
        bits[..size].copy_from_slice(&bytes[..size]);
        Ok(Output { bits: u64::from_le_bytes(bits), size })
    }
}

/// Draws from an engine object.
pub(crate) fn draw<R>(ctx: &Ctx, object: &Object, work: impl FnOnce(&mut dyn Engine) -> Result<R, Failure>) -> PhpResult<R> {
    let result = match data(object) {
        Some(data) => work(data.0.borrow_mut().engine()),
        None => work(&mut UserEngine { ctx, object }),
    };
    result.map_err(|failure| failed(ctx, failure))
}

static HANDLERS: ObjectHandlers = ObjectHandlers { clone: Some(clone), ..ObjectHandlers::DEFAULT };

fn clone(_ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
    if let (Some(from), Some(to)) = (data(from), data(to)) {
        let copy = from.0.borrow();
        let copy = copy.with_state(&copy.state());
        if let Some(copy) = copy {
            *to.0.borrow_mut() = copy;
        }
    }
    Ok(())
}

fn replace(object: &Object, kind: Kind) {
    if let Some(data) = data(object) {
        *data.0.borrow_mut() = kind;
    }
}

fn generate(ctx: &Ctx, object: &Object) -> PhpResult<Str> {
    let output = draw(ctx, object, |engine| engine.generate())?;
    Ok(Str::new(&output.bits.to_le_bytes()[..output.size]))
}

/// The state as an array of numbers and hexadecimal texts.
fn states(object: &Object) -> Array {
    let state = data(object).map(|d| d.0.borrow().state()).unwrap_or_default();
    let value = |s: State| match s {
        State::Hex(text) => Value::from(text),
        State::Int(i) => Value::int(i),
    };
    state.into_iter().map(value).collect()
}

fn serialize(ctx: &Ctx, object: &Object) -> PhpResult<Array> {
    let properties = ctx.properties(object, PropertyView::Raw)?;
    Ok(Array::list([Value::from(properties), Value::from(states(object))]))
}

/// The exception for data that `__unserialize` cannot use.
pub(crate) fn invalid_data(ctx: &Ctx, object: &Object) -> Thrown {
    let text = format!("Invalid serialization data for {} object", object.class().name);
    ctx.throw("Exception", text)
}

fn unserialize(ctx: &Ctx, object: &Object, given: &Array) -> PhpResult<()> {
    let member = |i| given.get_int(i).and_then(Value::as_array).map(Held::into_owned);
    let (Some(properties), Some(state), 2) = (member(0), member(1), given.len()) else {
        return Err(invalid_data(ctx, object));
    };
    for (key, value) in properties.iter() {
        let name = key.to_str();
        ctx.host.write_property(ctx, object, &name, value.unref(), Some(object.class()))?;
    }
    let state: Option<Vec<State>> = (0..state.len() as i64)
        .map(|i| match state.get_int(i)?.view() {
            View::Int(i) => Some(State::Int(i)),
            View::Str(s) => Some(State::Hex(s.to_vec())),
            _ => None,
        })
        .collect();
    let restored = match (data(object), state) {
        (Some(data), Some(state)) => data.0.borrow().with_state(&state),
        _ => None,
    };
    match restored {
        Some(kind) => {
            replace(object, kind);
            Ok(())
        }
        None => Err(invalid_data(ctx, object)),
    }
}

fn debug_info(ctx: &Ctx, object: &Object) -> PhpResult<Array> {
    let mut out = ctx.properties(object, PropertyView::Raw)?;
    out.set_name("__states", Value::from(states(object)));
    Ok(out)
}

/// The Mersenne twister.
pub(crate) struct Mt19937Class;

#[php_class("final class Random\\Engine\\Mt19937 implements Random\\Engine", create = Self::create, handlers = HANDLERS, no_dynamic)]
impl Mt19937Class {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(EngineData(RefCell::new(Kind::Mt19937(Mt19937::new(0, Mode::Correct)))));
    }

    #[php("public function __construct(?int $seed = null, int $mode = MT_RAND_MT19937)")]
    fn construct(ctx: &Ctx, this: &Object, seed: Option<i64>, mode: i64) -> PhpResult<()> {
        let mode = match mode {
            0 => Mode::Correct,
            1 => {
                legacy_mode(ctx)?;
                Mode::Legacy
            }
            _ => return Err(ctx.argument_error(2, "must be either MT_RAND_MT19937 or MT_RAND_PHP")),
        };
        let seed = match seed {
            Some(seed) => seed,
            None => random_seed(ctx)?,
        };
        replace(this, Kind::Mt19937(Mt19937::new(seed, mode)));
        Ok(())
    }

    #[php("public function generate(): string")]
    fn generate(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        generate(ctx, this)
    }

    #[php("public function __serialize(): array")]
    fn serialize(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        serialize(ctx, this)
    }

    #[php("public function __unserialize(array $data): void")]
    fn unserialize(ctx: &Ctx, this: &Object, data: &Array) -> PhpResult<()> {
        unserialize(ctx, this, data)
    }

    #[php("public function __debugInfo(): array")]
    fn debug_info(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        debug_info(ctx, this)
    }
}

/// A permuted congruential generator.
pub(crate) struct PcgClass;

#[php_class("final class Random\\Engine\\PcgOneseq128XslRr64 implements Random\\Engine", create = Self::create, handlers = HANDLERS, no_dynamic)]
impl PcgClass {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(EngineData(RefCell::new(Kind::Pcg(PcgOneseq128XslRr64::from_int(0)))));
    }

    #[php("public function __construct(string|int|null $seed = null)")]
    fn construct(ctx: &Ctx, this: &Object, seed: &Value) -> PhpResult<()> {
        let engine = match seed.view() {
            View::Int(seed) => PcgOneseq128XslRr64::from_int(seed),
            View::Str(text) => match <&[u8; 16]>::try_from(text.as_bytes()) {
                Ok(bytes) => PcgOneseq128XslRr64::from_bytes(bytes),
                Err(_) => return Err(ctx.argument_error(1, "must be a 16 byte (128 bit) string")),
            },
            _ => PcgOneseq128XslRr64::from_bytes(&random_bytes(ctx)?),
        };
        replace(this, Kind::Pcg(engine));
        Ok(())
    }

    #[php("public function generate(): string")]
    fn generate(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        generate(ctx, this)
    }

    #[php("public function jump(int $advance): void")]
    fn jump(ctx: &Ctx, this: &Object, advance: i64) -> PhpResult<()> {
        let Ok(advance) = u64::try_from(advance) else {
            return Err(ctx.argument_error(1, "must be greater than or equal to 0"));
        };
        if let Some(data) = data(this)
            && let Kind::Pcg(engine) = &mut *data.0.borrow_mut()
        {
            engine.jump(advance);
        }
        Ok(())
    }

    #[php("public function __serialize(): array")]
    fn serialize(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        serialize(ctx, this)
    }

    #[php("public function __unserialize(array $data): void")]
    fn unserialize(ctx: &Ctx, this: &Object, data: &Array) -> PhpResult<()> {
        unserialize(ctx, this, data)
    }

    #[php("public function __debugInfo(): array")]
    fn debug_info(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        debug_info(ctx, this)
    }
}

/// A seed of bytes from the system.
fn random_bytes<const N: usize>(ctx: &Ctx) -> PhpResult<[u8; N]> {
    let mut bytes = [0; N];
    match phant_random_engines::fill(&mut bytes) {
        Ok(()) => Ok(bytes),
        Err(_) => Err(ctx.throw("Random\\RandomException", "Failed to generate a random seed")),
    }
}

/// An xorshift generator.
pub(crate) struct XoshiroClass;

#[php_class("final class Random\\Engine\\Xoshiro256StarStar implements Random\\Engine", create = Self::create, handlers = HANDLERS, no_dynamic)]
impl XoshiroClass {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(EngineData(RefCell::new(Kind::Xoshiro(Xoshiro256StarStar::from_int(0)))));
    }

    #[php("public function __construct(string|int|null $seed = null)")]
    fn construct(ctx: &Ctx, this: &Object, seed: &Value) -> PhpResult<()> {
        let engine = match seed.view() {
            View::Int(seed) => Xoshiro256StarStar::from_int(seed),
            View::Str(text) => match <&[u8; 32]>::try_from(text.as_bytes()) {
                Ok(bytes) => match Xoshiro256StarStar::from_bytes(bytes) {
                    Some(engine) => engine,
                    None => return Err(ctx.argument_error(1, "must not consist entirely of NUL bytes")),
                },
                Err(_) => return Err(ctx.argument_error(1, "must be a 32 byte (256 bit) string")),
            },
            // A seed of nothing but zeros is as unlikely as it is useless.
            _ => loop {
                if let Some(engine) = Xoshiro256StarStar::from_bytes(&random_bytes(ctx)?) {
                    break engine;
                }
            },
        };
        replace(this, Kind::Xoshiro(engine));
        Ok(())
    }

    #[php("public function generate(): string")]
    fn generate(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        generate(ctx, this)
    }

    #[php("public function jump(): void")]
    fn jump(this: &Object) {
        if let Some(data) = data(this)
            && let Kind::Xoshiro(engine) = &mut *data.0.borrow_mut()
        {
            engine.jump();
        }
    }

    #[php("public function jumpLong(): void")]
    fn jump_long(this: &Object) {
        if let Some(data) = data(this)
            && let Kind::Xoshiro(engine) = &mut *data.0.borrow_mut()
        {
            engine.jump_long();
        }
    }

    #[php("public function __serialize(): array")]
    fn serialize(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        serialize(ctx, this)
    }

    #[php("public function __unserialize(array $data): void")]
    fn unserialize(ctx: &Ctx, this: &Object, data: &Array) -> PhpResult<()> {
        unserialize(ctx, this, data)
    }

    #[php("public function __debugInfo(): array")]
    fn debug_info(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        debug_info(ctx, this)
    }
}

/// The system's source.
pub(crate) struct SecureClass;

#[php_class("final class Random\\Engine\\Secure implements Random\\CryptoSafeEngine", create = Self::create, no_dynamic, not_serializable, not_cloneable)]
impl SecureClass {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(EngineData(RefCell::new(Kind::Secure(Secure))));
    }

    #[php("public function generate(): string")]
    fn generate(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        generate(ctx, this)
    }
}
