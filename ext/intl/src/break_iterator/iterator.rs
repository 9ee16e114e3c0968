//! `IntlIterator`, which walks over values that the extension has, and `IntlPartsIterator`, over the parts of a text.

use super::state::{DONE, State as Breaks};
use phant_memory::{HeapVec, NativeData, Object, Tracer, Value, heap_vec};
use phant_native::{Ctx, ObjectHandlers, PhpResult, php_class};
use std::cell::{Cell, RefCell};

/// What the keys of parts are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keys {
    Numbers,
    Left,
    Right,
}

impl Keys {
    /// From a number, or a text that is one.
    pub(super) fn new(value: &Value) -> Option<Keys> {
        let number = match value.as_str() {
            Some(text) => text.as_utf8()?.trim().parse().ok()?,
            None => value.as_int()? as f64,
        };
        [Keys::Numbers, Keys::Left, Keys::Right].into_iter().find(|keys| f64::from(*keys as u8) == number)
    }
}

/// What is walked over.
enum Source {
    List(HeapVec<Value>),
    Parts { breaks: Object, keys: Keys },
}

#[derive(Default)]
struct State {
    source: RefCell<Option<Source>>,
    number: Cell<i64>,
    current: RefCell<Option<Value>>,
    key: Cell<i64>,
}

impl NativeData for State {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        match &*self.source.borrow() {
            Some(Source::List(list)) => list.iter().for_each(|value| tracer.value(value)),
            Some(Source::Parts { breaks, .. }) => tracer.object(breaks),
            None => {}
        }
        if let Some(value) = &*self.current.borrow() {
            tracer.value(value);
        }
    }
}

fn create(_: &Ctx, object: &Object) {
    object.init_native(State::default());
}

fn opened<'a>(ctx: &Ctx, this: &'a Object) -> PhpResult<&'a State> {
    let state: &State = this.native().expect("made by create");
    if state.source.borrow().is_none() {
        return Err(ctx.throw_error("Found unconstructed IntlIterator"));
    }
    Ok(state)
}

/// An iterator over values.
pub(crate) fn over(ctx: &Ctx, values: impl Iterator<Item = Value>) -> PhpResult<Object> {
    let object = ctx.allocate(ctx.known_class("IntlIterator"))?;
    let mut list = heap_vec();
    list.extend(values);
    let state: &State = object.native().expect("made by create");
    state.source.replace(Some(Source::List(list)));
    Ok(object)
}

/// An iterator over the parts between breaks.
pub(super) fn parts(ctx: &Ctx, breaks: &Object, keys: Keys) -> PhpResult<Object> {
    let object = ctx.allocate(ctx.known_class("IntlPartsIterator"))?;
    let state: &State = object.native().expect("made by create");
    state.source.replace(Some(Source::Parts { breaks: breaks.clone(), keys }));
    Ok(object)
}

impl State {
    fn rewind(&self) {
        if let Some(Source::Parts { breaks, .. }) = &*self.source.borrow() {
            super::state(breaks).first();
        }
        self.number.set(0);
        self.fetch();
    }
    fn advance(&self) {
        self.number.set(self.number.get() + 1);
        self.fetch();
    }
    fn fetch(&self) {
        let number = self.number.get();
        let (key, value) = match &*self.source.borrow() {
            Some(Source::List(list)) => (number, list.get(number as usize).cloned()),
            Some(Source::Parts { breaks, keys }) => {
                let breaks: &Breaks = super::state(breaks);
                let (from, to) = (breaks.current(), breaks.advance());
                let text = breaks.text.borrow().clone().unwrap_or_default();
                let part = (to != DONE).then(|| Value::str(&text.as_bytes()[from as usize..to as usize]));
                let key = match keys {
                    Keys::Numbers => number,
                    Keys::Left => from,
                    Keys::Right => to,
                };
                (key, part)
            }
            None => (number, None),
        };
        self.key.set(key);
        self.current.replace(value);
    }
}

fn walk(ctx: &Ctx, this: &Object, step: &mut u64, by_reference: bool) -> PhpResult<Option<(Value, Value)>> {
    if by_reference {
        return Err(ctx.throw_error("An iterator cannot be used with foreach by reference"));
    }
    let state = opened(ctx, this)?;
    if *step == 0 {
        state.rewind()
    } else {
        state.advance()
    }
    *step = 1;
    ctx.poll()?;
    let value = state.current.borrow().clone();
    Ok(value.map(|value| (Value::from(state.key.get()), value)))
}

static HANDLERS: ObjectHandlers = ObjectHandlers { walk: Some(walk), ..ObjectHandlers::DEFAULT };

/// Walks over values that the extension has.
#[php_class("class IntlIterator implements Iterator {}", create = create, handlers = HANDLERS, not_cloneable, not_serializable)]
impl IntlIterator {
    #[php("public function current(): mixed")]
    fn current(ctx: &Ctx, this: &Object) -> PhpResult<Value> {
        Ok(opened(ctx, this)?.current.borrow().clone().unwrap_or(Value::NULL))
    }

    #[php("public function key(): mixed")]
    fn key(ctx: &Ctx, this: &Object) -> PhpResult<Value> {
        Ok(Value::from(opened(ctx, this)?.key.get()))
    }

    #[php("public function next(): void")]
    fn next(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        opened(ctx, this)?.advance();
        Ok(())
    }

    #[php("public function rewind(): void")]
    fn rewind(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        opened(ctx, this)?.rewind();
        Ok(())
    }

    #[php("public function valid(): bool")]
    fn valid(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(opened(ctx, this)?.current.borrow().is_some())
    }
}

/// The class.
pub(crate) struct IntlIterator;

static PARTS: ObjectHandlers = ObjectHandlers { walk: Some(walk), forward_calls: Some(breaks), ..ObjectHandlers::DEFAULT };

fn breaks(this: &Object) -> Option<Object> {
    let state: &State = this.native()?;
    match &*state.source.borrow() {
        Some(Source::Parts { breaks, .. }) => Some(breaks.clone()),
        _ => None,
    }
}

/// Walks over the parts of a text between breaks.
#[php_class("class IntlPartsIterator extends IntlIterator {
        public const int KEY_SEQUENTIAL = 0;
        public const int KEY_LEFT = 1;
        public const int KEY_RIGHT = 2;
    }", create = create, handlers = PARTS, not_cloneable, not_serializable)]
impl IntlPartsIterator {
    #[php("public function getBreakIterator(): IntlBreakIterator")]
    fn get_break_iterator(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        opened(ctx, this)?;
        breaks(this).ok_or_else(|| ctx.throw_error("Found unconstructed IntlIterator"))
    }

    #[php("public function getRuleStatus(): int")]
    fn get_rule_status(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        opened(ctx, this)?;
        let Some(breaks) = breaks(this) else { return Ok(0) };
        Ok(super::state(&breaks).statuses().last().map_or(0, |&value| i64::from(value)))
    }
}

/// The class.
pub(crate) struct IntlPartsIterator;
