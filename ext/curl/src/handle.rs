//! The class CurlHandle, and what a transfer tells PHP code.

use phant_curl::{Easy, Events, Outcome, Source, Trace};
use phant_memory::{NativeData, Object, Tracer, Type, Value};
use phant_native::{Ctx, ObjectHandlers, PhpResult, convert, output::Output, php_class, resource};
use phant_streams::Stream;
use std::{
    cell::{Cell, RefCell},
    io::Write,
    rc::Rc,
};

/// What PHP code may have a function for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hook {
    Write,
    Header,
    Read,
    Progress,
    Transfer,
    Debug,
    Match,
    Before,
}

/// How many there are.
const HOOKS: usize = 8;

/// The streams that a handle uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Out,
    Headers,
    In,
    Errors,
}

const PLACES: usize = 4;

/// Where a body or headers go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Output,
    Ignore,
    File,
    Return,
    User,
}

/// What a handle has.
pub struct State {
    easy: Cell<Option<u64>>,
    pub hooks: [RefCell<Value>; HOOKS],
    pub streams: [RefCell<Value>; PLACES],
    /// What is posted, if it is a form: a copy of the handle makes its own of it.
    pub post: RefCell<Value>,
    /// Streams that parts of the form are read from.
    pub parts: RefCell<Value>,
    pub private: RefCell<Value>,
    pub share: RefCell<Value>,
    pub body: Cell<Method>,
    pub headers: Cell<Method>,
    pub reads_by_function: Cell<bool>,
    pub buffer: RefCell<Option<Vec<u8>>>,
    /// Whether the headers that are sent are kept, and the last ones.
    pub keeps_sent: Cell<bool>,
    pub sent: RefCell<Option<Vec<u8>>>,
    pub no_progress: Cell<bool>,
    pub error: Cell<i32>,
    /// How many functions are running that a transfer has called.
    pub calls: Cell<u32>,
}

impl NativeData for State {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        let own = [&self.post, &self.parts, &self.private, &self.share];
        for value in self.hooks.iter().chain(&self.streams).chain(own) {
            tracer.value(&value.borrow());
        }
    }
}

impl Drop for State {
    fn drop(&mut self) {
        if let Some(id) = self.easy.take() {
            resource::drop_hidden(id);
        }
    }
}

/// The way from a transfer to its object, while one is running.
#[derive(Default)]
pub struct Link(RefCell<Option<Object>>);

impl Link {
    /// Ties the transfer to its object, or unties it; what it was tied to.
    pub fn tie(&self, object: Option<Object>) -> Option<Object> {
        self.0.replace(object)
    }
}

pub type Handle = Easy<Link>;

/// What an object has.
pub fn state(object: &Object) -> &State {
    object.native().expect("made by create")
}

/// The handle of an object.
pub fn easy(ctx: &Ctx, object: &Object) -> PhpResult<Rc<Handle>> {
    let id = state(object).easy.get();
    id.and_then(resource::hidden::<Handle>).ok_or_else(|| ctx.throw_error("CurlHandle was not initialised"))
}

/// An object for a handle.
pub fn make(ctx: &Ctx, handle: Handle) -> PhpResult<Object> {
    let object = ctx.allocate(ctx.known_class("CurlHandle"))?;
    adopt(&object, handle);
    Ok(object)
}

/// Gives an object its handle.
pub fn adopt(object: &Object, handle: Handle) {
    state(object).easy.set(Some(resource::hide(Rc::new(handle))));
}

/// Runs something with transfers tied to their objects.
pub fn tied<R>(handles: &[(Rc<Handle>, Object)], act: impl FnOnce() -> R) -> R {
    let before: Vec<Option<Object>> = handles.iter().map(|(easy, object)| easy.events().tie(Some(object.clone()))).collect();
    let result = act();
    for ((easy, _), before) in handles.iter().zip(before) {
        let gone = easy.events().tie(before);
        drop(gone);
    }
    result
}

fn is_set(value: &RefCell<Value>) -> bool {
    let value = value.borrow();
    !value.is_undef() && !value.is_null()
}

impl State {
    fn new() -> State {
        let none = || RefCell::new(Value::NULL);
        State {
            easy: Cell::new(None),
            hooks: std::array::from_fn(|_| none()),
            streams: std::array::from_fn(|_| none()),
            post: none(),
            parts: none(),
            private: RefCell::new(Value::FALSE),
            share: none(),
            body: Cell::new(Method::Output),
            headers: Cell::new(Method::Ignore),
            reads_by_function: Cell::new(false),
            buffer: RefCell::new(None),
            keeps_sent: Cell::new(false),
            sent: RefCell::new(None),
            no_progress: Cell::new(true),
            error: Cell::new(0),
            calls: Cell::new(0),
        }
    }
    /// Puts every setting back.
    pub fn reset(&self) {
        for value in self.hooks.iter().chain(&self.streams).chain([&self.post, &self.parts, &self.share]) {
            let gone = value.replace(Value::NULL);
            drop(gone);
        }
        let gone = self.private.replace(Value::FALSE);
        drop(gone);
        self.body.set(Method::Output);
        self.headers.set(Method::Ignore);
        self.reads_by_function.set(false);
        self.buffer.replace(None);
        self.keeps_sent.set(false);
        self.sent.replace(None);
        self.no_progress.set(true);
        self.error.set(0);
    }
    /// Takes over the settings of another handle.
    pub fn copy_from(&self, other: &State) {
        let pairs = self.hooks.iter().zip(&other.hooks).chain(self.streams.iter().zip(&other.streams));
        for (to, from) in pairs.chain([(&self.private, &other.private), (&self.share, &other.share)]) {
            let value = from.borrow().clone();
            let gone = to.replace(value);
            drop(gone);
        }
        self.body.set(other.body.get());
        self.headers.set(other.headers.get());
        self.reads_by_function.set(other.reads_by_function.get());
        self.keeps_sent.set(other.keeps_sent.get());
        self.no_progress.set(other.no_progress.get());
    }
    /// The stream for something, if it is open.
    pub fn stream(&self, place: Place) -> Option<Rc<Stream>> {
        let value = self.streams[place as usize].borrow();
        value.as_resource().and_then(|handle| resource::get::<Stream>(&handle))
    }
    /// Whether there is a function for something.
    pub fn has(&self, hook: Hook) -> bool {
        is_set(&self.hooks[hook as usize])
    }
    /// Calls a function of PHP code's with the handle and more.
    fn call(&self, ctx: &Ctx, object: &Object, hook: Hook, more: &[Value]) -> PhpResult<Value> {
        let function = self.hooks[hook as usize].borrow().clone();
        let mut args = vec![Value::from(object.clone())];
        args.extend_from_slice(more);
        self.calls.set(self.calls.get() + 1);
        let result = ctx.call_value(&function, &args);
        self.calls.set(self.calls.get() - 1);
        let result = result?;
        // The function may have closed what the transfer writes to.
        crate::easy::check_streams(ctx, object);
        ctx.check()?;
        Ok(result)
    }
    fn call_int(&self, ctx: &Ctx, object: &Object, hook: Hook, more: &[Value]) -> PhpResult<i64> {
        let result = self.call(ctx, object, hook, more)?;
        convert::int(ctx, &result.deref())
    }
    fn write_to(&self, ctx: &Ctx, place: Place, data: &[u8]) -> Outcome {
        match self.stream(place) {
            Some(stream) => Outcome::Bytes(stream.write(ctx, data).unwrap_or(0)),
            None => Outcome::Abort,
        }
    }
    fn deliver(&self, ctx: &Ctx, object: &Object, hook: Hook, data: &[u8]) -> Outcome {
        match self.call_int(ctx, object, hook, &[Value::str(data)]) {
            Ok(taken) => usize::try_from(taken).map_or(Outcome::Abort, Outcome::Bytes),
            Err(_) => Outcome::Abort,
        }
    }
}

impl Link {
    /// Does something with the object, unless an exception is on its way.
    fn with<R>(&self, ctx: &Ctx, otherwise: R, act: impl FnOnce(&Object, &State) -> R) -> R {
        let object = self.0.borrow().clone();
        match object {
            Some(object) if !ctx.has_exception() && ctx.poll().is_ok() => act(&object, state(&object)),
            _ => otherwise,
        }
    }
}

/// What `CURLOPT_VERBOSE` puts before a piece of a trace.
fn sign(what: Trace) -> Option<&'static [u8]> {
    match what {
        Trace::Text => Some(b"* "),
        Trace::HeaderIn => Some(b"< "),
        Trace::HeaderOut => Some(b"> "),
        _ => None,
    }
}

impl Events for Link {
    type User = Ctx;

    fn body(&self, ctx: &Ctx, data: &[u8]) -> Outcome {
        self.with(ctx, Outcome::Abort, |object, state| match state.body.get() {
            Method::Output => {
                Output::write(ctx, data);
                Outcome::Bytes(data.len())
            }
            Method::Return => {
                state.buffer.borrow_mut().get_or_insert_default().extend_from_slice(data);
                Outcome::Bytes(data.len())
            }
            Method::File => state.write_to(ctx, Place::Out, data),
            Method::User => state.deliver(ctx, object, Hook::Write, data),
            Method::Ignore => Outcome::Bytes(data.len()),
        })
    }
    fn header(&self, ctx: &Ctx, data: &[u8]) -> Outcome {
        self.with(ctx, Outcome::Abort, |object, state| match state.headers.get() {
            Method::File => state.write_to(ctx, Place::Headers, data),
            Method::User => state.deliver(ctx, object, Hook::Header, data),
            Method::Output => {
                Output::write(ctx, data);
                Outcome::Bytes(data.len())
            }
            _ => Outcome::Bytes(data.len()),
        })
    }
    fn read(&self, ctx: &Ctx, out: &mut [u8]) -> Outcome {
        self.with(ctx, Outcome::Abort, |object, state| {
            if !state.reads_by_function.get() {
                let Some(stream) = state.stream(Place::In) else { return Outcome::Bytes(0) };
                return Outcome::Bytes(stream.read(ctx, out).unwrap_or(0));
            }
            let from = state.streams[Place::In as usize].borrow().clone();
            let Ok(result) = state.call(ctx, object, Hook::Read, &[from, Value::int(out.len() as i64)]) else {
                return Outcome::Abort;
            };
            if let Some(text) = result.as_str() {
                let length = text.len().min(out.len());
                out[..length].copy_from_slice(&text[..length]);
                return Outcome::Bytes(length);
            }
            // A number is one of libcurl's words: to wait, or to end. Anything else is the end of the data.
            match result.deref().as_int() {
                Some(number) => usize::try_from(number).map_or(Outcome::Abort, Outcome::Bytes),
                None => Outcome::Bytes(0),
            }
        })
    }
    fn progress(&self, ctx: &Ctx, figures: [i64; 4]) -> i32 {
        let object = self.0.borrow().clone();
        let wants = |state: &State| !state.no_progress.get() && (state.has(Hook::Transfer) || state.has(Hook::Progress));
        if !object.as_ref().map(state).is_some_and(wants) {
            return 0;
        }
        self.with(ctx, 1, |object, state| {
            let hook = if state.has(Hook::Transfer) { Hook::Transfer } else { Hook::Progress };
            let figures = figures.map(Value::int);
            state.call_int(ctx, object, hook, &figures).map_or(1, |answer| i32::from(answer != 0))
        })
    }
    fn trace(&self, ctx: &Ctx, what: Trace, data: &[u8]) {
        // Headers are kept even if an exception is on its way.
        let object = self.0.borrow().clone().filter(|_| what == Trace::HeaderOut);
        if let Some(state) = object.as_ref().map(state)
            && (state.keeps_sent.get() || state.has(Hook::Debug))
        {
            state.sent.replace(Some(data.to_vec()));
        }
        self.with(ctx, (), |object, state| {
            if state.has(Hook::Debug) {
                // What it answers does not matter; what it throws is seen when the transfer is over.
                let _ = state.call(ctx, object, Hook::Debug, &[Value::int(what.number()), Value::str(data)]);
                return;
            }
            let Some(sign) = sign(what).filter(|_| !state.keeps_sent.get()) else { return };
            let line = [sign, data].concat();
            match state.stream(Place::Errors) {
                Some(stream) => drop(stream.write(ctx, &line)),
                // Nobody can be told that the error stream is gone.
                None => drop(std::io::stderr().write_all(&line)),
            }
        });
    }
    fn matches(&self, ctx: &Ctx, pattern: &[u8], name: &[u8]) -> i32 {
        self.with(ctx, 2, |object, state| {
            let args = [Value::str(pattern), Value::str(name)];
            state.call_int(ctx, object, Hook::Match, &args).map_or(2, |answer| answer as i32)
        })
    }
    fn before_request(&self, ctx: &Ctx, remote: (&[u8], i32), local: (&[u8], i32)) -> i32 {
        self.with(ctx, 1, |object, state| {
            let number = |n: i32| Value::int(i64::from(n));
            let args = [Value::str(remote.0), Value::str(local.0), number(remote.1), number(local.1)];
            let Ok(answer) = state.call(ctx, object, Hook::Before, &args) else { return 1 };
            match answer.deref().as_int() {
                Some(answer @ (0 | 1)) => answer as i32,
                Some(_) => {
                    ctx.throw(
                        "ValueError",
                        "The CURLOPT_PREREQFUNCTION callback must return either CURL_PREREQFUNC_OK or CURL_PREREQFUNC_ABORT",
                    );
                    1
                }
                None => {
                    ctx.throw(
                        "TypeError",
                        "The CURLOPT_PREREQFUNCTION callback must return either CURL_PREREQFUNC_OK or CURL_PREREQFUNC_ABORT",
                    );
                    1
                }
            }
        })
    }
    fn part(&self, ctx: &Ctx, source: &Source, out: &mut [u8]) -> Outcome {
        self.with(ctx, Outcome::Abort, |_, _| match source {
            Source::File(_) => source.read(out).map_or(Outcome::Abort, Outcome::Bytes),
            Source::Number(id) => match resource::by_id::<Stream>(*id) {
                Some(stream) => stream.read(ctx, out).map_or(Outcome::Abort, Outcome::Bytes),
                None => Outcome::Abort,
            },
            Source::Missing => Outcome::Abort,
        })
    }
}

pub fn cast(_ctx: &Ctx, object: &Object, to: Type) -> PhpResult<Option<Value>> {
    // Code from the days when handles were resources asks for their numbers.
    Ok((to == Type::Int).then(|| Value::int(i64::from(object.handle()))))
}

fn copy(ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
    let Some(handle) = easy(ctx, from)?.duplicate(Link::default()) else {
        return Err(ctx.throw("Exception", "Failed to clone CurlHandle"));
    };
    adopt(to, handle);
    state(to).copy_from(state(from));
    crate::post::copy_form(ctx, from, to)
}

/// Another handle with the same settings.
pub fn duplicate(ctx: &Ctx, from: &Object) -> PhpResult<Object> {
    let object = ctx.allocate(ctx.known_class("CurlHandle"))?;
    copy(ctx, from, &object)?;
    Ok(object)
}

static HANDLERS: ObjectHandlers =
    ObjectHandlers { cast: Some(cast), clone: Some(copy), made_by: Some("curl_init()"), ..ObjectHandlers::DEFAULT };

pub(crate) struct CurlHandle;

/// A transfer by URL.
#[php_class(
    "final class CurlHandle {}",
    create = Self::create,
    handlers = HANDLERS,
    not_serializable,
    not_instantiable,
    no_dynamic
)]
impl CurlHandle {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(State::new());
    }
}
