//! Stream contexts: options for wrappers, and who is told of progress.

use super::{Stream, state::State};
use phant_memory::{Array, Held, KeyRef, Resource, Str, Value};
use phant_native::{ctx::Ctx, resource};
use std::{
    any::Any,
    cell::{Cell, RefCell},
    mem::ManuallyDrop,
    rc::Rc,
};

/// See the [module documentation](self).
pub struct Context {
    /// Options by wrapper and name.
    pub options: RefCell<Array>,
    /// The callback that is told of progress; null for none.
    pub notifier: RefCell<Value>,
    /// How much of how much was received, once a wrapper has begun to count.
    progress: Cell<Option<(i64, i64)>>,
}

impl Context {
    fn new(options: Array, notifier: Value) -> Context {
        Context { options: RefCell::new(options), notifier: RefCell::new(notifier), progress: Cell::new(None) }
    }
    /// An empty context as a resource.
    pub fn create() -> Resource {
        let r = resource::register("stream-context", Context::new(Array::new(), Value::NULL));
        resource::set_keep(&r, keep);
        r
    }
    /// The context of a resource: a context itself, or a stream's.
    pub fn of(r: &Resource) -> Option<Rc<Context>> {
        if let Some(context) = resource::get::<Context>(r) {
            return Some(context);
        }
        let stream = resource::get::<Stream>(r)?;
        resource::get(&stream.context()?)
    }
    /// The context that calls without one use.
    pub fn default_resource(ctx: &Ctx) -> Resource {
        let state = State::of(ctx);
        if let Some(r) = &*state.default_context.borrow() {
            return r.clone();
        }
        let r = Context::create();
        *state.default_context.borrow_mut() = Some(r.clone());
        r
    }
    /// An option's value.
    pub fn option(&self, wrapper: &str, name: &str) -> Option<Value> {
        let options = self.options.borrow();
        let of_wrapper = options.get_bytes(wrapper.as_bytes())?.as_array()?;
        of_wrapper.get_bytes(name.as_bytes()).map(Value::unref)
    }
    /// Sets an option.
    pub fn set_option(&self, wrapper: &Str, name: &Str, value: Value) {
        let mut options = self.options.borrow_mut();
        let key = phant_memory::Key::from(wrapper);
        let mut of_wrapper = options
            .get(&key.as_ref())
            .and_then(|v| v.as_array().map(Held::into_owned))
            .unwrap_or_else(|| Array::with_hash_capacity(4));
        of_wrapper.set(name, value);
        options.set(key, Value::from(of_wrapper));
    }
    /// Merges options; `false` if a wrapper's value is no array.
    pub fn merge(&self, new: &Array) -> bool {
        for (wrapper, values) in new.iter() {
            let (KeyRef::Str(wrapper), Some(values)) = (wrapper, values.as_array()) else { return false };
            for (name, value) in values.iter() {
                if let KeyRef::Str(name) = name {
                    self.set_option(&wrapper.to_handle(), &name.to_handle(), value.unref());
                }
            }
        }
        true
    }
}

/// A context can be made again from its options.
fn keep(data: &dyn Any) -> Option<resource::Recipe> {
    let context = data.downcast_ref::<Context>()?;
    let options = ManuallyDrop::new(context.options.borrow().clone());
    let notifier = ManuallyDrop::new(context.notifier.borrow().clone());
    Some(Box::new(move || Some(Rc::new(Context::new((*options).clone(), (*notifier).clone())))))
}

/// What a notification is about: the numbers of `STREAM_NOTIFY_*`.
#[allow(missing_docs)]
pub mod notify {
    pub const RESOLVE: i64 = 1;
    pub const CONNECT: i64 = 2;
    pub const AUTH_REQUIRED: i64 = 3;
    pub const MIME_TYPE_IS: i64 = 4;
    pub const FILE_SIZE_IS: i64 = 5;
    pub const REDIRECTED: i64 = 6;
    pub const PROGRESS: i64 = 7;
    pub const COMPLETED: i64 = 8;
    pub const FAILURE: i64 = 9;
    pub const AUTH_RESULT: i64 = 10;
    pub const SEVERITY_INFO: i64 = 0;
    pub const SEVERITY_WARN: i64 = 1;
    pub const SEVERITY_ERR: i64 = 2;
}

/// A notification.
#[derive(Clone, Copy, Default, Debug)]
#[allow(missing_docs)]
pub struct Notification<'a> {
    pub code: i64,
    pub severity: i64,
    pub message: Option<&'a [u8]>,
    pub message_code: i64,
    pub sofar: i64,
    pub max: i64,
}

/// Begins to count what is received: of `max` bytes, or of no known number if that is 0.
pub fn begin_progress(ctx: &Ctx, context: Option<&Resource>, max: i64) {
    let Some(found) = context.and_then(resource::get::<Context>) else { return };
    if !found.notifier.borrow().is_null() {
        found.progress.set(Some((0, max)));
        progress(ctx, context, 0);
    }
}

/// Tells the context's callback of bytes that were received, if something has begun to count them.
pub fn progress(ctx: &Ctx, context: Option<&Resource>, bytes: usize) {
    let Some(found) = context.and_then(resource::get::<Context>) else { return };
    let Some((sofar, max)) = found.progress.get() else { return };
    let sofar = sofar.saturating_add(bytes as i64);
    found.progress.set(Some((sofar, max)));
    notify(ctx, context, Notification { code: notify::PROGRESS, sofar, max, ..Notification::default() });
}

/// Tells the context's callback.
pub fn notify(ctx: &Ctx, context: Option<&Resource>, what: Notification<'_>) {
    let Some(context) = context.and_then(resource::get::<Context>) else { return };
    let notifier = context.notifier.borrow().clone();
    if notifier.is_null() || ctx.has_exception() {
        return;
    }
    let args = [
        Value::int(what.code),
        Value::int(what.severity),
        what.message.map_or(Value::NULL, Value::from),
        Value::int(what.message_code),
        Value::int(what.sofar),
        Value::int(what.max),
    ];
    match ctx.resolve_callable(&notifier) {
        Ok(callable) => {
            let _ = ctx.call(&callable, &args);
        }
        Err(_) => ctx.warning("Failed to call user notifier"),
    }
}
