//! Walking any Traversable step by step, as `foreach` does: by its methods, or natively where that is the same.

use super::dual::Dual;
use crate::{
    spl_array::{self, ArrayIterator},
    util,
};
use phant_memory::{Array, Held, Object, Tracer, Value};
use phant_native::{
    Class, Ctx, FunctionPtr, ObjectExt, PhpResult,
    class::{WalkFn, class_flags},
    convert,
};

/// Iterator's methods, looked up once.
#[derive(Clone, Copy)]
struct Methods {
    rewind: FunctionPtr,
    valid: FunctionPtr,
    current: FunctionPtr,
    key: FunctionPtr,
    next: FunctionPtr,
}

#[derive(Clone, Copy)]
enum Kind {
    /// An ArrayIterator whose methods are its own.
    Array,
    /// A walk of the class's own, with a place of its own.
    Walk(WalkFn),
    /// An iterator around another one that shows what it has fetched, which its methods just tell.
    Shown(Methods),
    Methods(Methods),
}

/// A walk over an object. It is a handle and cheap to clone: take a clone out of a cell, use it, and put it back.
#[derive(Clone)]
pub struct Cursor {
    /// An object whose number PHP's iterator objects have; it goes first.
    number: Value,
    object: Value,
    kind: Kind,
    /// The current element, once asked for; it is asked for once only.
    value: Value,
    /// Where a native walk stands.
    state: u64,
    entry: Option<(Value, Value)>,
}

/// How many IteratorAggregates may stand for each other.
const MAX_AGGREGATES: usize = 1000;

impl Cursor {
    /// Begins a walk; nothing is asked of the object yet, except `getIterator()` of an IteratorAggregate.
    pub fn new(ctx: &Ctx, object: &Object) -> PhpResult<Cursor> {
        let mut object = object.clone();
        for _ in 0..MAX_AGGREGATES {
            if let Some(kind) = kind_of(&object) {
                let object = Value::from(object);
                return Ok(Cursor { number: number(ctx)?, object, kind, value: Value::UNDEF, state: 0, entry: None });
            }
            let class = object.class();
            let Some(method) = class.method(b"getiterator") else { break };
            let inner = util::call(ctx, &object, method, &[])?;
            match inner.into_object() {
                Some(inner) if util::descends(inner.class(), "Traversable") => object = inner,
                _ => {
                    let text = format!(
                        "Objects returned by {}::getIterator() must be traversable or implement interface Iterator",
                        class.name
                    );
                    return Err(ctx.throw("Exception", text));
                }
            }
        }
        Err(ctx.throw_error("Object of a class without iteration was to be iterated"))
    }
    /// What has the number: whoever drops this after the cursor has the number taken until what was walked is gone.
    pub fn number(&self) -> Value {
        self.number.clone()
    }
    /// The object that is walked.
    pub fn object(&self) -> Object {
        self.object.as_object().map(Held::into_owned).expect("made with an object")
    }
    fn own(&self) -> &Object {
        self.object.own_object().expect("made with an object")
    }
    /// Goes through a walk of the class's own to its end, handing on what it gives; `None` if the object is walked by methods.
    pub fn whole_walk(&self, ctx: &Ctx, each: &mut dyn FnMut(Value, Value) -> PhpResult<()>) -> Option<PhpResult<()>> {
        let walk = match self.kind {
            Kind::Walk(walk) => walk,
            // A heap has no place to stand at: its methods look at the top and take it out, as its walk does.
            Kind::Methods(_) if is_heap(self.own().class()) => self.own().class().walk()?,
            _ => return None,
        };
        let mut state = 0;
        let mut step = || {
            ctx.poll()?;
            walk(ctx, self.own(), &mut state, false)
        };
        Some(loop {
            match step() {
                Ok(Some((key, value))) => {
                    if let Err(thrown) = each(key, value) {
                        break Err(thrown);
                    }
                }
                Ok(None) => break Ok(()),
                Err(thrown) => break Err(thrown),
            }
        })
    }
    /// What an iterator that runs no PHP code stands at; `None` if it stands at nothing.
    pub fn quiet_entry(&self) -> Option<(Value, Value)> {
        ArrayIterator::entry(self.own())
    }
    /// Whether using it runs no PHP code.
    pub fn is_quiet(&self) -> bool {
        matches!(self.kind, Kind::Array)
    }
    /// Goes through an array at once, if that is what is walked and nothing else can tell.
    pub fn whole_array(&self) -> Option<Array> {
        match self.kind {
            Kind::Array => spl_array::run_through(self.own()),
            _ => None,
        }
    }
    /// Shows what it owns to the cycle collector.
    pub fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.object);
        tracer.value(&self.value);
        if let Some((key, value)) = &self.entry {
            tracer.value(key);
            tracer.value(value);
        }
    }
    fn step(&mut self, ctx: &Ctx, walk: WalkFn) -> PhpResult<()> {
        self.entry = None;
        // Nothing of PHP's may come between.
        ctx.poll()?;
        let mut state = self.state;
        let entry = walk(ctx, self.own(), &mut state, false);
        self.state = state;
        self.entry = entry?;
        Ok(())
    }
    /// Forgets the current element, which is asked for again: gives it to be dropped.
    pub fn forget(&mut self) -> Value {
        std::mem::replace(&mut self.value, Value::UNDEF)
    }
    pub fn rewind(&mut self, ctx: &Ctx) -> PhpResult<()> {
        self.value = Value::UNDEF;
        match self.kind {
            Kind::Array => ArrayIterator::rewind(self.own()),
            Kind::Walk(walk) => {
                self.state = 0;
                self.step(ctx, walk)?;
            }
            Kind::Methods(methods) | Kind::Shown(methods) => drop(util::call(ctx, self.own(), methods.rewind, &[])?),
        }
        Ok(())
    }
    /// What an iterator has fetched that just shows that.
    fn shown<R>(&self, look: impl FnOnce(&Dual) -> R) -> Option<R> {
        if !matches!(self.kind, Kind::Shown(_)) {
            return None;
        }
        let dual: &Dual = self.own().native()?;
        dual.has_element()?;
        Some(look(dual))
    }
    pub fn valid(&self, ctx: &Ctx) -> PhpResult<bool> {
        match self.kind {
            Kind::Array => Ok(ArrayIterator::valid(self.own())),
            Kind::Walk(_) => Ok(self.entry.is_some()),
            Kind::Methods(methods) | Kind::Shown(methods) => {
                if let Some(has) = self.shown(Dual::has_element) {
                    return Ok(has.unwrap_or(false));
                }
                let valid = util::call(ctx, self.own(), methods.valid, &[])?;
                Ok(convert::to_bool(&valid))
            }
        }
    }
    pub fn current(&mut self, ctx: &Ctx) -> PhpResult {
        match self.kind {
            Kind::Array => Ok(ArrayIterator::current(self.own()).unwrap_or_default()),
            Kind::Walk(_) => Ok(self.entry.as_ref().map_or(Value::NULL, |(_, value)| value.clone())),
            Kind::Methods(methods) | Kind::Shown(methods) => {
                if let Some(value) = self.shown(Dual::shown_current) {
                    return Ok(value.into_unref());
                }
                if self.value.is_undef() {
                    self.value = util::call(ctx, self.own(), methods.current, &[])?;
                }
                Ok(self.value.unref())
            }
        }
    }
    pub fn key(&self, ctx: &Ctx) -> PhpResult {
        match self.kind {
            Kind::Array => Ok(ArrayIterator::key(self.own())),
            Kind::Walk(_) => Ok(self.entry.as_ref().map_or(Value::NULL, |(key, _)| key.clone())),
            Kind::Methods(methods) | Kind::Shown(methods) => match self.shown(Dual::shown_key) {
                Some(key) => Ok(key.into_unref()),
                None => Ok(util::call(ctx, self.own(), methods.key, &[])?.into_unref()),
            },
        }
    }
    pub fn next(&mut self, ctx: &Ctx) -> PhpResult<()> {
        self.value = Value::UNDEF;
        match self.kind {
            Kind::Array => ArrayIterator::next(self.own()),
            Kind::Walk(walk) => {
                if self.entry.is_some() {
                    self.step(ctx, walk)?;
                }
            }
            Kind::Methods(methods) | Kind::Shown(methods) => drop(util::call(ctx, self.own(), methods.next, &[])?),
        }
        Ok(())
    }
}

/// An object that nobody sees: its number is taken as long as an iterator is there that is an object in PHP.
pub fn number(ctx: &Ctx) -> PhpResult {
    ctx.allocate(ctx.known_class("stdClass")).map(Value::from)
}

/// Whether an object is an ArrayIterator whose methods are its own.
fn is_plain_array(object: &Object) -> bool {
    spl_array::is_array_like(object) && spl_array::is_iterator(object) && !spl_array::state(object).overrides.get().iterator
}

/// A method of an Iterator without arguments.
#[derive(Clone, Copy, PartialEq)]
pub enum Method {
    Rewind,
    Valid,
    Current,
    Key,
    Next,
}

/// Calls a method of an Iterator, or does at once what it would do.
pub fn call(ctx: &Ctx, iterator: &Object, method: Method) -> PhpResult {
    if is_plain_array(iterator) {
        return Ok(match method {
            Method::Rewind => {
                ArrayIterator::rewind(iterator);
                Value::NULL
            }
            Method::Valid => Value::bool(ArrayIterator::valid(iterator)),
            Method::Current => ArrayIterator::current(iterator).unwrap_or_default(),
            Method::Key => ArrayIterator::key(iterator),
            Method::Next => {
                ArrayIterator::next(iterator);
                Value::NULL
            }
        });
    }
    let magic = &iterator.class().magic;
    let (found, name) = match method {
        Method::Rewind => (magic.rewind, "rewind"),
        Method::Valid => (magic.valid, "valid"),
        Method::Current => (magic.current, "current"),
        Method::Key => (magic.key, "key"),
        Method::Next => (magic.next, "next"),
    };
    match found {
        Some(function) => util::call(ctx, iterator, function, &[]),
        None => ctx.call_method(iterator, name, &[]),
    }
}

/// How the object itself is walked; `None` if it is an IteratorAggregate in PHP.
fn kind_of(object: &Object) -> Option<Kind> {
    let class = object.class();
    if is_plain_array(object) {
        return Some(Kind::Array);
    }
    let methods = methods_of(class);
    // A class that is an Iterator has one place for all walks, so its methods do. Lists are the exception.
    if let Some(walk) = class.walk()
        && (methods.is_none() || util::descends(class, "SplDoublyLinkedList"))
    {
        return Some(Kind::Walk(walk));
    }
    let shows = class.walk().is_some() && object.native::<Dual>().is_some();
    methods.map(if shows { Kind::Shown } else { Kind::Methods })
}

fn is_heap(class: &Class) -> bool {
    util::descends(class, "SplHeap") || util::descends(class, "SplPriorityQueue")
}

fn methods_of(class: &Class) -> Option<Methods> {
    if !class.has_flag(class_flags::ITERATOR) {
        return None;
    }
    let magic = &class.magic;
    Some(Methods { rewind: magic.rewind?, valid: magic.valid?, current: magic.current?, key: magic.key?, next: magic.next? })
}

/// The Traversable that an IteratorAggregate given to a constructor stands for, or the object itself.
pub fn aggregated(ctx: &Ctx, object: &Object) -> PhpResult<Object> {
    let class = object.class();
    if !util::descends(class, "IteratorAggregate") {
        return Ok(object.clone());
    }
    let inner = match class.method(b"getiterator") {
        Some(method) => util::call(ctx, object, method, &[])?,
        None => Value::NULL,
    };
    match inner.into_object() {
        Some(inner) if util::descends(inner.class(), "Traversable") => Ok(inner),
        _ => {
            let text = format!("{}::getIterator() must return an object that implements Traversable", class.name);
            Err(ctx.throw("LogicException", text))
        }
    }
}
