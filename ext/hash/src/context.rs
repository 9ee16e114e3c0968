//! Hashes of messages in parts: `HashContext` and its functions.

use crate::{HASH_HMAC, algorithm, message, saved, shown};
use phant_digest::{Algorithm, Digest, hmac::Hmac};
use phant_memory::{Array, Object, PhpStr, Str, Tracer, Value};
use phant_native::{
    Ctx, ObjectExt, ObjectHandlers, PhpResult, Thrown, descriptor::FunctionGroup, functions, host::PropertyView, php, php_class,
    resource,
};
use phant_streams as streams;
use std::{cell::RefCell, rc::Rc};

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![hash_init, hash_update, hash_update_stream, hash_update_file, hash_final, hash_copy];

/// A running hash.
enum Running {
    Plain(Box<dyn Digest>),
    Keyed(Hmac),
}

impl Running {
    fn update(&mut self, data: &[u8]) {
        match self {
            Running::Plain(digest) => digest.update(data),
            Running::Keyed(hmac) => hmac.update(data),
        }
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        match self {
            Running::Plain(digest) => digest.finish(out),
            Running::Keyed(hmac) => hmac.finish(out),
        }
    }
}

impl Clone for Running {
    fn clone(&self) -> Running {
        match self {
            Running::Plain(digest) => Running::Plain(digest.boxed_clone()),
            Running::Keyed(hmac) => Running::Keyed(hmac.clone()),
        }
    }
}

/// A running hash outside the heap: an entry of the worker's table, which goes with the request at the latest.
struct Kept(u64);

impl Kept {
    fn new(running: Running) -> Kept {
        Kept(resource::hide(Rc::new(RefCell::new(running))))
    }
    fn with<R>(&self, f: impl FnOnce(&mut Running) -> R) -> Option<R> {
        Some(f(&mut resource::hidden::<RefCell<Running>>(self.0)?.borrow_mut()))
    }
}
impl Drop for Kept {
    fn drop(&mut self) {
        resource::drop_hidden(self.0);
    }
}

struct Context {
    algorithm: &'static Algorithm,
    flags: i64,
    /// `None` once the hash was taken.
    running: Option<Kept>,
}

impl Context {
    /// The algorithm's own name: `snefru256` is another one for `snefru`.
    fn name(&self) -> &'static str {
        match self.algorithm.name {
            "snefru256" => "snefru",
            name => name,
        }
    }
}

/// What the object owns; `None` until [`hash_init`] or `__unserialize` fills it.
struct State(RefCell<Option<Context>>);

impl phant_memory::NativeData for State {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

pub(crate) struct HashContext;

static HANDLERS: ObjectHandlers = ObjectHandlers { clone: Some(HashContext::copy), ..ObjectHandlers::DEFAULT };

/// A hash of a message in parts.
#[php_class("final class HashContext {}", create = Self::create, handlers = HANDLERS)]
impl HashContext {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(State(RefCell::new(None)));
    }

    fn state(object: &Object) -> &RefCell<Option<Context>> {
        &object.native::<State>().expect("made by create").0
    }

    /// Whether the hash still takes data.
    fn is_running(object: &Object) -> bool {
        Self::state(object).borrow().as_ref().is_some_and(|context| context.running.is_some())
    }

    /// Refuses an argument whose hash was taken.
    fn check(ctx: &Ctx, object: &Object) -> PhpResult<()> {
        if Self::is_running(object) {
            return Ok(());
        }
        Err(ctx.argument_type_error(1, "must be a valid, non-finalized HashContext"))
    }

    fn update(object: &Object, data: &[u8]) {
        if let Some(Context { running: Some(running), .. }) = &mut *Self::state(object).borrow_mut() {
            running.with(|running| running.update(data));
        }
    }

    fn copy(ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
        if !Self::is_running(from) {
            return Err(ctx.value_error("Cannot clone a finalized HashContext"));
        }
        let copy = Self::state(from).borrow().as_ref().map(|context| Context {
            algorithm: context.algorithm,
            flags: context.flags,
            running: context.running.as_ref().and_then(|running| running.with(|r| r.clone())).map(Kept::new),
        });
        *Self::state(to).borrow_mut() = copy;
        Ok(())
    }

    #[php("private function __construct()")]
    fn construct() {}

    #[php("public function __serialize(): array")]
    fn serialize(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let state = Self::state(this).borrow();
        let Some(context) = state.as_ref() else { return Ok(Array::new()) };
        if context.flags & HASH_HMAC != 0 {
            return Err(ctx.throw("Exception", "HashContext with HASH_HMAC option cannot be serialized"));
        }
        let name = context.name();
        let save = |running: &mut Running| match running {
            Running::Plain(digest) if !context.algorithm.layout.is_empty() => Some(digest.save()),
            _ => None,
        };
        let image = match context.running.as_ref().and_then(|running| running.with(save)).flatten() {
            Some(image) => image,
            None => {
                let message = format!("HashContext for algorithm \"{name}\" cannot be serialized");
                return Err(ctx.throw("Exception", message));
            }
        };
        let fields = saved::fields(context.algorithm, &image);
        let head =
            [Value::str(name), Value::int(context.flags), Value::from(fields), Value::int(saved::magic(context.algorithm))];
        drop(state);
        let members = ctx.properties(this, PropertyView::Raw)?;
        Ok(Array::list(head.into_iter().chain([Value::from(members)])))
    }

    #[php("public function __unserialize(array $data): void")]
    fn unserialize(ctx: &Ctx, this: &Object, data: &Array) -> PhpResult<()> {
        let bad = |ctx: &Ctx, message: &str| ctx.throw("Exception", message);
        if Self::state(this).borrow().is_some() {
            return Err(bad(ctx, "HashContext::__unserialize called on initialized object"));
        }
        let member = |i| data.get_int(i);
        let (Some(name), Some(flags), Some(state), Some(magic), Some(members)) = (
            member(0).and_then(Value::as_str),
            member(1).and_then(Value::as_int),
            member(2),
            member(3).and_then(Value::as_int),
            member(4).and_then(Value::as_array),
        ) else {
            return Err(bad(ctx, "Incomplete or ill-formed serialization data"));
        };
        if flags & HASH_HMAC != 0 {
            return Err(bad(ctx, "HashContext with HASH_HMAC option cannot be serialized"));
        }
        let Some(algorithm) = phant_digest::algorithm(&name) else {
            return Err(bad(ctx, "Unknown hash algorithm"));
        };
        let mut context = Context { algorithm, flags, running: None };
        match saved::restore(algorithm, state, magic) {
            Ok(digest) => context.running = Some(Kept::new(Running::Plain(digest))),
            Err(code) => {
                let message = format!("Incomplete or ill-formed serialization data (\"{}\" code {code})", context.name());
                return Err(bad(ctx, &message));
            }
        }
        *Self::state(this).borrow_mut() = Some(context);
        for (key, value) in members.clone().iter() {
            ctx.host.write_property(ctx, this, &key.to_str(), value.unref(), Some(this.class()))?;
        }
        Ok(())
    }

    #[php("public function __debugInfo(): array")]
    fn debug_info(this: &Object) -> Array {
        let mut info = Array::new();
        if let Some(context) = &*Self::state(this).borrow() {
            info.set_name("algo", Value::str(context.name()));
        }
        info
    }
}

/// A context object.
fn object(ctx: &Ctx, context: Context) -> PhpResult<Object> {
    let class = ctx.known_class("HashContext");
    let object = ctx.allocate(class)?;
    *HashContext::state(&object).borrow_mut() = Some(context);
    Ok(object)
}

/// Starts a hash.
#[php(
    "function hash_init(string $algo, int $flags = 0, #[\\SensitiveParameter] string $key = '', array $options = []): HashContext"
)]
fn hash_init(ctx: &Ctx, algo: &PhpStr, flags: i64, key: &PhpStr, options: &Array, passed: usize) -> PhpResult<Object> {
    let algorithm = algorithm::any(ctx, algo)?;
    if flags & HASH_HMAC == 0 {
        let digest = algorithm::start(ctx, algorithm, Some(options).filter(|_| passed > 3))?;
        return object(ctx, Context { algorithm, flags, running: Some(Kept::new(Running::Plain(digest))) });
    }
    if !algorithm.cryptographic {
        return Err(ctx.argument_error(1, "must be a cryptographic hashing algorithm if HMAC is requested"));
    }
    if key.is_empty() {
        // Callers that never pass a key are told the same.
        return Err(ctx.argument_error(3, "must not be empty when HMAC is requested"));
    }
    object(ctx, Context { algorithm, flags, running: Some(Kept::new(Running::Keyed(Hmac::new(algorithm, key)))) })
}

/// Adds data.
#[php("function hash_update(HashContext $context, string $data): true")]
fn hash_update(ctx: &Ctx, context: &Object, data: &PhpStr) -> PhpResult<bool> {
    HashContext::check(ctx, context)?;
    HashContext::update(context, data);
    Ok(true)
}

/// Adds what a stream gives, and returns how much that is.
#[php("function hash_update_stream(HashContext $context, resource $stream, int $length = -1): int")]
fn hash_update_stream(ctx: &Ctx, context: &Object, stream: &Value, length: i64) -> PhpResult<usize> {
    HashContext::check(ctx, context)?;
    let stream = streams::from_value(ctx, stream, 2)?;
    let limit = usize::try_from(length).unwrap_or(usize::MAX);
    let (len, _) = message::read(ctx, &stream, limit, &mut |data| HashContext::update(context, data));
    ctx.check()?;
    Ok(len)
}

/// Adds the content of a file.
#[php("function hash_update_file(HashContext $context, string $filename, ?resource $stream_context = null): bool")]
fn hash_update_file(ctx: &Ctx, context: &Object, filename: &PhpStr, stream_context: Option<&Value>) -> PhpResult<bool> {
    if filename.contains(&0) {
        return Err(ctx.argument_error(2, "must not contain any null bytes"));
    }
    HashContext::check(ctx, context)?;
    let streams = streams::context_argument(ctx, stream_context, false, 3)?;
    message::read_file(ctx, filename, streams.as_ref(), &mut |data| HashContext::update(context, data))
}

/// The hash; the context takes no more data.
#[php("function hash_final(HashContext $context, bool $binary = false): string")]
fn hash_final(ctx: &Ctx, context: &Object, binary: bool) -> PhpResult<Str> {
    let running = HashContext::state(context).borrow_mut().as_mut().and_then(|context| context.running.take());
    let Some(running) = running else {
        let Err(thrown) = HashContext::check(ctx, context) else { return Ok(Str::default()) };
        return Err(thrown);
    };
    let mut out = Vec::new();
    running.with(|running| running.finish(&mut out));
    Ok(shown(&out, binary))
}

/// A copy of a context.
#[php("function hash_copy(HashContext $context): HashContext")]
fn hash_copy(ctx: &Ctx, context: &Object) -> Result<Object, Thrown> {
    HashContext::check(ctx, context)?;
    ctx.host.clone_object(ctx, context)
}
