//! `MessagePack` and `MessagePackUnpacker`.

use crate::{
    decode, encode,
    settings::{Options, warn},
    template,
};
use phant_ext_standard::object_data;
use phant_memory::{NativeData, Object, Str, Tracer, Value};
use phant_native::{Ctx, PhpResult, RefArg, coerce, convert, descriptor::TypeMask, php_class};
use std::cell::{Cell, RefCell};

pub(crate) const OPT_PHPONLY: i64 = -1001;
pub(crate) const OPT_ASSOC: i64 = -1002;

/// Changes an option by its number; false, with a warning, if there is none.
fn set_option(ctx: &Ctx, options: &Cell<Options>, class: &str, option: &Value, value: &Value) -> PhpResult<bool> {
    let option = scalar_argument(ctx, option, (1, "option"), TypeMask::INT, ("int", Value::int(0)))?;
    let mut changed = options.get();
    let on = convert::to_bool(value);
    match convert::to_int(&option) {
        OPT_PHPONLY => changed.php_only = on,
        OPT_ASSOC => changed.assoc = on,
        _ => {
            warn(ctx, &format!("{class}::setOption"), "error setting msgpack option");
            return Ok(false);
        }
    }
    options.set(changed);
    Ok(true)
}

/// An argument that must be of a scalar type though the signature does not say so.
fn scalar_argument(
    ctx: &Ctx,
    value: &Value,
    (number, name): (usize, &str),
    mask: TypeMask,
    (word, empty): (&str, Value),
) -> PhpResult<Value> {
    if mask.intersects(TypeMask::of_tag(value.raw_type())) {
        return Ok(value.clone());
    }
    let strict = ctx.host.caller_is_strict(ctx);
    if value.is_null() && !strict {
        ctx.deprecated(format!("Passing null to parameter #{number} (${name}) of type {word} is deprecated"));
        ctx.check()?;
        return Ok(empty);
    }
    match coerce::scalar_to(ctx, value, mask, strict)? {
        Some(converted) => Ok(converted),
        None => {
            ctx.check()?;
            let given = convert::value_name(value);
            Err(ctx.argument_type_error(number, format!("must be of type {word}, {given} given")))
        }
    }
}

/// The options of a new object: those of the settings, but for what the constructor is given.
fn begin(ctx: &Ctx, options: &Cell<Options>, php_only: &Value, passed: usize) -> PhpResult<()> {
    let mut first = Options::of(ctx);
    if passed > 0 {
        let php_only = scalar_argument(ctx, php_only, (1, "opt"), TypeMask::BOOL, ("bool", Value::FALSE))?;
        first.php_only = convert::to_bool(&php_only);
    }
    options.set(first);
    Ok(())
}

struct Packer {
    options: Cell<Options>,
}

impl NativeData for Packer {
    fn trace(&self, _: &mut Tracer<'_>) {}
}

/// Packs and unpacks with options of its own.
pub(crate) struct MessagePack;

/// Packs and unpacks with options of its own.
#[php_class("class MessagePack { const OPT_PHPONLY = -1001; const OPT_ASSOC = -1002; }", create = Self::create)]
impl MessagePack {
    fn create(ctx: &Ctx, object: &Object) {
        object.init_native(Packer { options: Cell::new(Options::of(ctx)) });
    }
    fn options(this: &Object) -> &Cell<Options> {
        &this.native::<Packer>().expect("made by create").options
    }

    #[php("public function __construct($opt = UNKNOWN)")]
    fn construct(ctx: &Ctx, this: &Object, opt: &Value, passed: usize) -> PhpResult<()> {
        begin(ctx, Self::options(this), opt, passed)
    }

    #[php("public function setOption($option, $value)")]
    fn set_option(ctx: &Ctx, this: &Object, option: &Value, value: &Value) -> PhpResult<Value> {
        set_option(ctx, Self::options(this), "MessagePack", option, value).map(Value::bool)
    }

    #[php("public function pack($value)")]
    fn pack(ctx: &Ctx, this: &Object, value: &Value) -> PhpResult<Value> {
        Ok(Value::from(encode::encode(ctx, value, Self::options(this).get())?))
    }

    #[php("public function unpack($str, $object = UNKNOWN)")]
    fn unpack(ctx: &Ctx, this: &Object, text: &Value, object: Option<&Value>) -> PhpResult<Value> {
        let text = object_data::text_argument(ctx, text, 1, "str")?;
        match (decode::whole(ctx, &text, Self::options(this).get())?, object) {
            (None, _) => Ok(Value::FALSE),
            (Some(value), None) => Ok(value),
            (Some(value), Some(object)) => template::convert(ctx, value, object),
        }
    }

    #[php("public function unpacker()")]
    fn unpacker(ctx: &Ctx, this: &Object) -> PhpResult<Value> {
        let made = ctx.new_object(ctx.known_class("MessagePackUnpacker"), &[])?;
        MessagePackUnpacker::state(&made).options.set(Self::options(this).get());
        Ok(Value::from(made))
    }
}

/// Bytes that came in, and the value at their beginning.
struct Feed {
    options: Cell<Options>,
    buffer: RefCell<Str>,
    /// Where in the buffer the next value begins.
    at: Cell<usize>,
    value: RefCell<Option<Value>>,
}

impl NativeData for Feed {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Some(value) = &*self.value.borrow() {
            tracer.value(value);
        }
    }
}

/// Unpacks values from bytes that come piece by piece.
pub(crate) struct MessagePackUnpacker;

/// Unpacks values from bytes that come piece by piece.
#[php_class("class MessagePackUnpacker {}", create = Self::create)]
impl MessagePackUnpacker {
    fn create(ctx: &Ctx, object: &Object) {
        object.init_native(Feed {
            options: Cell::new(Options::of(ctx)),
            buffer: RefCell::new(Str::default()),
            at: Cell::new(0),
            value: RefCell::new(None),
        });
    }
    fn state(this: &Object) -> &Feed {
        this.native().expect("made by create")
    }

    #[php("public function __construct($opt = UNKNOWN)")]
    fn construct(ctx: &Ctx, this: &Object, opt: &Value, passed: usize) -> PhpResult<()> {
        begin(ctx, &Self::state(this).options, opt, passed)
    }

    #[php("public function __destruct()")]
    fn destruct(this: &Object) {
        Self::state(this).value.take();
    }

    #[php("public function setOption($option, $value)")]
    fn set_option(ctx: &Ctx, this: &Object, option: &Value, value: &Value) -> PhpResult<Value> {
        set_option(ctx, &Self::state(this).options, "MessagePackUnpacker", option, value).map(Value::bool)
    }

    #[php("public function feed($str)")]
    fn feed(ctx: &Ctx, this: &Object, text: &Value) -> PhpResult<Value> {
        let text = object_data::text_argument(ctx, text, 1, "str")?;
        let state = Self::state(this);
        let mut buffer = state.buffer.borrow_mut();
        // What was read is let go of before the buffer grows.
        let read = state.at.replace(0);
        *buffer = Str::concat(buffer.get(read..).unwrap_or_default(), &text);
        Ok(Value::TRUE)
    }

    #[php("public function execute($str = UNKNOWN, &$offset = UNKNOWN)")]
    fn execute(ctx: &Ctx, this: &Object, text: &Value, mut offset: RefArg<'_>, passed: usize) -> PhpResult<Value> {
        let state = Self::state(this);
        state.value.take();
        let options = state.options.get();
        let given = match passed {
            0 => None,
            _ => Some(object_data::text_argument(ctx, text, 1, "str")?),
        };
        let data = given.clone().unwrap_or_else(|| state.buffer.borrow().clone());
        let from = match passed {
            0 => state.at.get(),
            1 => 0,
            _ => usize::try_from(convert::to_int(&offset.get())).unwrap_or(usize::MAX),
        };
        let Some(rest) = data.get(from..).filter(|rest| !rest.is_empty()) else { return Ok(Value::FALSE) };
        let read = decode::first(ctx, rest, options);
        ctx.check()?;
        let Ok((value, end)) = read else { return Ok(Value::FALSE) };
        if given.is_none() {
            state.at.set(from + end);
        } else if passed > 1 {
            offset.set((from + end) as i64);
        }
        *state.value.borrow_mut() = Some(value);
        Ok(Value::TRUE)
    }

    #[php("public function data($object = UNKNOWN)")]
    fn data(ctx: &Ctx, this: &Object, object: Option<&Value>) -> PhpResult<Value> {
        let value = Self::state(this).value.take();
        match (value, object) {
            (None, _) => Ok(Value::FALSE),
            (Some(value), None) => Ok(value),
            (Some(value), Some(object)) => template::convert(ctx, value, object),
        }
    }

    #[php("public function reset()")]
    fn reset(this: &Object) {
        Self::state(this).value.take();
    }
}
