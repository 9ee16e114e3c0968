//! RecursiveIteratorIterator: walks an iterator and the children of its elements, by a stack of iterators.

use super::cursor::{Cursor, aggregated};
use crate::{spl_array::RecursiveArrayIterator, util};
use phant_memory::{HeapVec, NativeData, Object, Tracer, Value, heap_vec};
use phant_native::{Ctx, FunctionPtr, ObjectExt, ObjectHandlers, PhpResult, Thrown, convert, php_class};
use std::cell::{Cell, RefCell};

const LEAVES_ONLY: i64 = 0;
const SELF_FIRST: i64 = 1;
const CHILD_FIRST: i64 = 2;
const CATCH_GET_CHILD: i64 = 16;

/// What is to be done next with the element of a level.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Go to the next element.
    Next,
    /// The iterator has just been rewound.
    Start,
    /// Ask for children.
    Test,
    /// Show the element that has children.
    Own,
    /// Go to the children.
    Call,
}

struct Level {
    cursor: Cursor,
    step: Step,
    has_children: Option<FunctionPtr>,
    get_children: Option<FunctionPtr>,
}

impl Level {
    fn new(ctx: &Ctx, iterator: &Object) -> PhpResult<Level> {
        let class = iterator.class();
        Ok(Level {
            cursor: Cursor::new(ctx, iterator)?,
            step: Step::Start,
            has_children: class.method(b"haschildren"),
            get_children: class.method(b"getchildren"),
        })
    }
}

/// Methods that PHP code has overridden and must be called.
#[derive(Clone, Copy, Default)]
struct Hooks {
    begin_iteration: Option<FunctionPtr>,
    end_iteration: Option<FunctionPtr>,
    has_children: Option<FunctionPtr>,
    get_children: Option<FunctionPtr>,
    begin_children: Option<FunctionPtr>,
    end_children: Option<FunctionPtr>,
    next_element: Option<FunctionPtr>,
}

pub struct State {
    levels: RefCell<HeapVec<Level>>,
    mode: Cell<i64>,
    pub flags: Cell<i64>,
    max_depth: Cell<i64>,
    walking: Cell<bool>,
    /// Counts rewinds.
    rewinds: Cell<u32>,
    hooks: Cell<Hooks>,
    /// The parts of a tree's prefixes and what follows an entry, see [`super::tree`].
    pub texts: RefCell<HeapVec<phant_memory::Str>>,
}

impl NativeData for State {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Ok(levels) = self.levels.try_borrow() {
            levels.iter().for_each(|level| level.cursor.trace(tracer));
        }
    }
}

impl Drop for State {
    fn drop(&mut self) {
        // The innermost first.
        while let Some(level) = self.levels.get_mut().pop() {
            drop(level);
        }
    }
}

fn create(_ctx: &Ctx, object: &Object) {
    let user = |name| util::user_method(object, name);
    let hooks = Hooks {
        begin_iteration: user("beginiteration"),
        end_iteration: user("enditeration"),
        has_children: user("callhaschildren"),
        get_children: user("callgetchildren"),
        begin_children: user("beginchildren"),
        end_children: user("endchildren"),
        next_element: user("nextelement"),
    };
    object.init_native(State {
        levels: RefCell::new(heap_vec()),
        mode: Cell::new(LEAVES_ONLY),
        flags: Cell::new(0),
        max_depth: Cell::new(-1),
        walking: Cell::new(false),
        rewinds: Cell::new(0),
        hooks: Cell::new(hooks),
        texts: RefCell::new(heap_vec()),
    });
}

/// The state of an iterator whose constructor has run.
pub fn state<'a>(ctx: &Ctx, this: &'a Object) -> PhpResult<&'a State> {
    let state: &State = this.native().expect("made by create");
    if !state.levels.borrow().is_empty() {
        return Ok(state);
    }
    Err(ctx.throw_error(format!("The {} instance wasn't initialized properly", this.class().name)))
}

/// Sets the outermost iterator.
pub fn construct(ctx: &Ctx, this: &Object, iterator: &Object, mode: i64, flags: i64) -> PhpResult<()> {
    if !util::descends(iterator.class(), "RecursiveIterator") {
        let text = "An instance of RecursiveIterator or IteratorAggregate creating it is required";
        return Err(ctx.throw("InvalidArgumentException", text));
    }
    let level = Level::new(ctx, iterator)?;
    let state: &State = this.native().expect("made by create");
    let mut levels = heap_vec();
    levels.push(level);
    let old = state.levels.replace(levels);
    drop(old);
    state.mode.set(mode);
    state.flags.set(flags);
    Ok(())
}

impl State {
    fn depth(&self) -> usize {
        self.levels.borrow().len().saturating_sub(1)
    }
    fn cursor(&self, level: usize) -> Option<Cursor> {
        self.levels.borrow().get(level).map(|level| level.cursor.clone())
    }
    /// The iterator of a level.
    pub fn iterator(&self, level: usize) -> Option<Object> {
        self.levels.borrow().get(level).map(|level| level.cursor.object())
    }
    /// Puts a cursor back that was cloned for a call, unless its level has gone.
    fn keep(&self, level: usize, cursor: Cursor) {
        let mut old = None;
        if let Some(own) = self.levels.borrow_mut().get_mut(level)
            && own.cursor.object().same(&cursor.object())
        {
            old = Some(std::mem::replace(&mut own.cursor, cursor));
        }
        drop(old);
    }
    fn step(&self, level: usize) -> Step {
        self.levels.borrow().get(level).map_or(Step::Next, |level| level.step)
    }
    fn set_step(&self, level: usize, step: Step) {
        if let Some(level) = self.levels.borrow_mut().get_mut(level) {
            level.step = step;
        }
    }
    /// Uses the cursor of a level where it lies, if that runs no PHP code.
    fn quietly<R>(&self, level: usize, act: impl FnOnce(&mut Cursor) -> R) -> Option<R> {
        let mut levels = self.levels.borrow_mut();
        levels.get_mut(level).map(|level| &mut level.cursor).filter(|cursor| cursor.is_quiet()).map(act)
    }
    /// The current element of the innermost iterator.
    pub fn current(&self, ctx: &Ctx) -> PhpResult {
        let level = self.depth();
        if let Some(value) = self.quietly(level, |cursor| cursor.current(ctx)) {
            return value;
        }
        let Some(mut cursor) = self.cursor(level) else { return Ok(Value::NULL) };
        let value = cursor.current(ctx);
        self.keep(level, cursor);
        value
    }
    /// The key of the current element of the innermost iterator.
    pub fn key(&self, ctx: &Ctx) -> PhpResult {
        if let Some(key) = self.quietly(self.depth(), |cursor| cursor.key(ctx)) {
            return key;
        }
        match self.cursor(self.depth()) {
            Some(cursor) => cursor.key(ctx),
            None => Ok(Value::NULL),
        }
    }
    /// How deep the walk is.
    pub fn level(&self) -> usize {
        self.depth()
    }

    /// An exception that children may throw is passed on, or forgotten if the flags say so.
    fn caught(&self, ctx: &Ctx, result: PhpResult<()>) -> PhpResult<()> {
        if result.is_ok() && !ctx.has_exception() {
            return Ok(());
        }
        if self.flags.get() & CATCH_GET_CHILD == 0 || ctx.ending.get().is_some() {
            return Err(Thrown);
        }
        ctx.exception.set(None);
        Ok(())
    }
    fn hook(&self, ctx: &Ctx, this: &Object, hook: Option<FunctionPtr>) -> PhpResult<()> {
        if let Some(hook) = hook {
            util::call(ctx, this, hook, &[])?;
        }
        Ok(())
    }
    fn call_level(&self, ctx: &Ctx, level: usize, children: bool) -> PhpResult {
        // What a RecursiveArrayIterator says itself.
        let own = |level: &Level| level.cursor.is_quiet() && level.has_children.is_some_and(|f| f.code().is_none());
        if !children && let Some(level) = self.levels.borrow().get(level).filter(|level| own(level)) {
            return Ok(Value::bool(RecursiveArrayIterator::has_children(&level.cursor.object())));
        }
        let found = self
            .levels
            .borrow()
            .get(level)
            .map(|level| (level.cursor.object(), if children { level.get_children } else { level.has_children }));
        match found {
            Some((object, Some(method))) => util::call(ctx, &object, method, &[]),
            _ => Ok(Value::NULL),
        }
    }

    fn valid(&self, ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let mut level = self.depth() as isize;
        while level >= 0 {
            let valid = match self.quietly(level as usize, |cursor| cursor.valid(ctx)) {
                Some(valid) => valid,
                None => match self.cursor(level as usize) {
                    Some(cursor) => cursor.valid(ctx),
                    None => break,
                },
            };
            if valid? {
                return Ok(true);
            }
            level -= 1;
        }
        if self.walking.get() {
            self.hook(ctx, this, self.hooks.get().end_iteration)?;
        }
        self.walking.set(false);
        Ok(false)
    }

    fn rewind(&self, ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let hooks = self.hooks.get();
        self.rewinds.set(self.rewinds.get().wrapping_add(1));
        while self.depth() > 0 {
            let gone = self.levels.borrow_mut().pop();
            drop(gone);
            self.hook(ctx, this, hooks.end_children)?;
        }
        self.set_step(0, Step::Start);
        if let Some(mut cursor) = self.cursor(0) {
            let result = cursor.rewind(ctx);
            self.keep(0, cursor);
            result?;
        }
        if !self.walking.get() {
            self.hook(ctx, this, hooks.begin_iteration)?;
        }
        self.walking.set(true);
        self.advance(ctx, this)
    }

    /// Goes on to the next element that is to be shown.
    fn advance(&self, ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let hooks = self.hooks.get();
        loop {
            if self.element(ctx, this, hooks)? {
                return Ok(());
            }
            // The level has no more elements.
            if self.depth() == 0 {
                return Ok(());
            }
            let ended = self.hook(ctx, this, hooks.end_children);
            self.caught(ctx, ended)?;
            if self.depth() > 0 {
                let gone = self.levels.borrow_mut().pop();
                // Its number is free after it.
                let number = gone.as_ref().map(|level| level.cursor.number());
                drop(gone);
                drop(number);
            }
        }
    }

    /// Goes through the steps of the innermost level; false once it has ended.
    fn element(&self, ctx: &Ctx, this: &Object, hooks: Hooks) -> PhpResult<bool> {
        loop {
            let level = self.depth();
            match self.step(level) {
                Step::Next => {
                    let rewinds = self.rewinds.get();
                    let moved = match self.quietly(level, |cursor| cursor.next(ctx)) {
                        Some(moved) => moved,
                        None => {
                            let Some(mut cursor) = self.cursor(level) else { return Ok(false) };
                            let moved = cursor.next(ctx);
                            self.keep(level, cursor);
                            moved
                        }
                    };
                    self.caught(ctx, moved)?;
                    if self.rewinds.get() != rewinds {
                        // The iterator has rewound this one: it stands on an element already.
                        return Ok(true);
                    }
                    self.set_step(level, Step::Start);
                }
                Step::Start => {
                    let valid = match self.quietly(level, |cursor| cursor.valid(ctx)) {
                        Some(valid) => valid,
                        None => {
                            let Some(cursor) = self.cursor(level) else { return Ok(false) };
                            cursor.valid(ctx)
                        }
                    };
                    if !valid? {
                        return Ok(false);
                    }
                    self.set_step(level, Step::Test);
                }
                Step::Test => {
                    if self.test(ctx, this, level, hooks)? {
                        return Ok(true);
                    }
                }
                Step::Own => {
                    let mode = self.mode.get();
                    if mode == SELF_FIRST || mode == CHILD_FIRST {
                        let shown = self.hook(ctx, this, hooks.next_element);
                        self.caught(ctx, shown)?;
                    }
                    self.set_step(level, if mode == SELF_FIRST { Step::Call } else { Step::Next });
                    return Ok(true);
                }
                Step::Call => self.enter(ctx, this, level, hooks)?,
            }
        }
    }

    /// Asks the element for children; true if it is shown now.
    fn test(&self, ctx: &Ctx, this: &Object, level: usize, hooks: Hooks) -> PhpResult<bool> {
        let has = match hooks.has_children {
            Some(hook) => util::call(ctx, this, hook, &[]),
            None => self.call_level(ctx, level, false),
        };
        let has_children = match has {
            Ok(has) => convert::to_bool(&has),
            Err(thrown) => {
                self.caught(ctx, Err(thrown))?;
                false
            }
        };
        if has_children {
            let deeper = self.max_depth.get() < 0 || self.max_depth.get() > level as i64;
            match (self.mode.get(), deeper) {
                (SELF_FIRST, true) => {
                    self.set_step(level, Step::Own);
                    return Ok(false);
                }
                (_, true) => {
                    self.set_step(level, Step::Call);
                    return Ok(false);
                }
                (LEAVES_ONLY, false) => {
                    self.set_step(level, Step::Next);
                    return Ok(false);
                }
                (_, false) => {}
            }
        }
        let shown = self.hook(ctx, this, hooks.next_element);
        self.set_step(level, Step::Next);
        self.caught(ctx, shown)?;
        Ok(true)
    }

    /// Goes to the children of the element.
    fn enter(&self, ctx: &Ctx, this: &Object, level: usize, hooks: Hooks) -> PhpResult<()> {
        let children = match hooks.get_children {
            Some(hook) => util::call(ctx, this, hook, &[]),
            None => self.call_level(ctx, level, true),
        };
        let children = match children {
            Ok(children) => children,
            Err(thrown) => {
                self.caught(ctx, Err(thrown))?;
                self.set_step(level, Step::Next);
                return Ok(());
            }
        };
        let Some(children) = children.as_object().filter(|o| util::descends(o.class(), "RecursiveIterator")) else {
            let text = "Objects returned by RecursiveIterator::getChildren() must implement RecursiveIterator";
            return Err(ctx.throw("UnexpectedValueException", text));
        };
        self.set_step(level, if self.mode.get() == CHILD_FIRST { Step::Own } else { Step::Next });
        let inner = Level::new(ctx, &children)?;
        let mut cursor = inner.cursor.clone();
        self.levels.borrow_mut().push(inner);
        let rewound = cursor.rewind(ctx);
        self.keep(level + 1, cursor);
        rewound?;
        let begun = self.hook(ctx, this, hooks.begin_children);
        self.caught(ctx, begun)
    }
}

fn forward(this: &Object) -> Option<Object> {
    let state: &State = this.native()?;
    state.iterator(state.depth())
}

/// One step of `foreach`.
fn walk(ctx: &Ctx, this: &Object, started: &mut u64, by_ref: bool) -> PhpResult<Option<(Value, Value)>> {
    if by_ref {
        return Err(ctx.throw_error("An iterator cannot be used with foreach by reference"));
    }
    let state: &State = this.native().expect("made by create");
    if state.levels.borrow().is_empty() {
        return Err(ctx.throw_error("Object is not initialized"));
    }
    if *started == 0 {
        state.rewind(ctx, this)?;
    } else {
        state.advance(ctx, this)?;
    }
    *started = 1;
    if !state.valid(ctx, this)? {
        return Ok(None);
    }
    let value = state.current(ctx)?;
    let key = state.key(ctx)?;
    Ok(Some((key, value)))
}

/// Objects whose constructor has not run have no methods at all.
fn before_call(ctx: &Ctx, this: &Object) -> PhpResult<()> {
    state(ctx, this).map(|_| ())
}

static HANDLERS: ObjectHandlers =
    ObjectHandlers { forward_calls: Some(forward), before_call: Some(before_call), walk: Some(walk), ..ObjectHandlers::DEFAULT };

/// As those of RecursiveIteratorIterator, for classes that show something else than the inner iterators do.
pub static TREE_HANDLERS: ObjectHandlers = ObjectHandlers { walk: None, ..HANDLERS };

pub struct RecursiveIteratorIterator;

/// Walks an iterator and the children of its elements as one sequence.
#[php_class(
    "class RecursiveIteratorIterator implements OuterIterator {
        public const int LEAVES_ONLY = 0;
        public const int SELF_FIRST = 1;
        public const int CHILD_FIRST = 2;
        public const int CATCH_GET_CHILD = 16;
    }",
    create = create,
    handlers = HANDLERS,
    not_cloneable
)]
impl RecursiveIteratorIterator {
    #[php(
        "public function __construct(Traversable $iterator, int $mode = RecursiveIteratorIterator::LEAVES_ONLY, int $flags = 0)",
        raw
    )]
    fn construct(ctx: &Ctx, args: &mut phant_native::Args<'_>) -> PhpResult<()> {
        let this = args.this().clone();
        let iterator = object_argument(ctx, args)?;
        let number = |ctx: &Ctx, i: usize| match args.values.get(i).filter(|_| i < args.passed) {
            Some(value) => util::int_argument(ctx, value, i + 1),
            None => Ok(0),
        };
        let (mode, flags) = (number(ctx, 1)?, number(ctx, 2)?);
        let iterator = aggregated(ctx, &iterator)?;
        construct(ctx, &this, &iterator, mode, flags)
    }

    #[php("public function rewind(): void")]
    fn rewind(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        state(ctx, this)?.rewind(ctx, this)
    }

    #[php("public function valid(): bool")]
    fn valid(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        state(ctx, this)?.valid(ctx, this)
    }

    #[php("public function key(): mixed")]
    fn key(ctx: &Ctx, this: &Object) -> PhpResult {
        state(ctx, this)?.key(ctx)
    }

    #[php("public function current(): mixed")]
    fn current(ctx: &Ctx, this: &Object) -> PhpResult {
        state(ctx, this)?.current(ctx)
    }

    #[php("public function next(): void")]
    fn next(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        state(ctx, this)?.advance(ctx, this)
    }

    #[php("public function getDepth(): int")]
    fn get_depth(ctx: &Ctx, this: &Object) -> PhpResult<usize> {
        Ok(state(ctx, this)?.depth())
    }

    #[php("public function getSubIterator(?int $level = null): ?RecursiveIterator")]
    fn get_sub_iterator(ctx: &Ctx, this: &Object, level: Option<i64>) -> PhpResult<Option<Object>> {
        let state = state(ctx, this)?;
        let level = match level {
            None => state.depth(),
            Some(level) => match usize::try_from(level) {
                Ok(level) => level,
                Err(_) => return Ok(None),
            },
        };
        Ok(state.iterator(level))
    }

    #[php("public function getInnerIterator(): RecursiveIterator")]
    fn get_inner_iterator(ctx: &Ctx, this: &Object) -> PhpResult<Option<Object>> {
        let state = state(ctx, this)?;
        Ok(state.iterator(state.depth()))
    }

    #[php("public function beginIteration(): void")]
    fn begin_iteration(_this: &Object) {}

    #[php("public function endIteration(): void")]
    fn end_iteration(_this: &Object) {}

    #[php("public function callHasChildren(): bool")]
    fn call_has_children(ctx: &Ctx, this: &Object) -> PhpResult {
        let state = state(ctx, this)?;
        state.call_level(ctx, state.depth(), false)
    }

    #[php("public function callGetChildren(): ?RecursiveIterator")]
    fn call_get_children(ctx: &Ctx, this: &Object) -> PhpResult {
        let state = state(ctx, this)?;
        state.call_level(ctx, state.depth(), true)
    }

    #[php("public function beginChildren(): void")]
    fn begin_children(_this: &Object) {}

    #[php("public function endChildren(): void")]
    fn end_children(_this: &Object) {}

    #[php("public function nextElement(): void")]
    fn next_element(_this: &Object) {}

    #[php("public function setMaxDepth(int $maxDepth = -1): void")]
    fn set_max_depth(ctx: &Ctx, this: &Object, max_depth: i64) -> PhpResult<()> {
        let state = state(ctx, this)?;
        if max_depth < -1 {
            return Err(ctx.argument_error(1, "must be greater than or equal to -1"));
        }
        state.max_depth.set(max_depth.min(i64::from(i32::MAX)));
        Ok(())
    }

    #[php("public function getMaxDepth(): int|false")]
    fn get_max_depth(ctx: &Ctx, this: &Object) -> PhpResult {
        let depth = state(ctx, this)?.max_depth.get();
        Ok(if depth < 0 { Value::FALSE } else { Value::int(depth) })
    }
}

/// The first argument of a constructor, which must be an object.
pub fn object_argument(ctx: &Ctx, args: &phant_native::Args<'_>) -> PhpResult<Object> {
    if args.passed == 0 {
        let text = format!("{}() expects at least 1 argument, 0 given", args.function_name());
        return Err(ctx.throw("ArgumentCountError", text));
    }
    match args.values[0].as_object() {
        Some(object) => Ok(object.into_owned()),
        None => {
            let given = convert::value_name(&args.values[0]);
            Err(ctx.argument_type_error(1, format!("must be of type object, {given} given")))
        }
    }
}
