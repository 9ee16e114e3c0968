//! Generators: functions that are left and re-entered.
//!
//! A generator's frame is in the heap. Calling a generator function moves its freshly entered frame there and returns
//! a Generator object that owns it; resuming runs the dispatcher on the frame until the next `yield`, which leaves the
//! dispatcher with the frame's `pc` at the yield instruction. Calls that a generator makes go to the VM stack.
//!
//! A generator that yields from another one hands over to it: resuming the outer one resumes the innermost, its *root*,
//! and what the root yields is what the outer one yields. Several generators may yield from the same one. Neither
//! resuming nor destroying a long chain recurses natively, so that its length is bounded by memory alone.

use crate::runtime::code::Insn;
use crate::{
    interpreter::{call, iterator},
    runtime::{
        frame::{self, Frame, flags, slot},
        vm::Vm,
    },
};
use phant_bytecode::{Code, code_flags};
use phant_memory::{HeapVec, Held, NativeData, Object, Tracer, Value, heap, heap_vec};
use phant_native::{Ctx, FunctionPtr, PhpResult, Thrown, php_class};
use std::{
    cell::{Cell, RefCell},
    ptr::NonNull,
};

mod chain;
mod class;

use chain::{Stopped, enter_root, entering, inner_generator, resume_root, root, stands_alone, stop, unchain};
pub(crate) use chain::{hand_over, leave_call, loop_of, return_outside, throw_outside};
pub use class::{ClosedGeneratorException, Generator};

/// How far a generator is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Not run yet.
    Fresh,
    /// At a yield.
    Suspended,
    /// Being run.
    Running,
    /// At its end.
    Finished,
}

/// The state of a Generator object.
pub struct GeneratorData {
    func: FunctionPtr,
    /// The closure whose code it runs: the first of what goes with the generator.
    closure: RefCell<Value>,
    frame: Cell<*mut Frame>,
    /// While it runs: where frames may begin that are pushed on the VM stack. Null until that is asked, but for the last one of a chain.
    base: Cell<*mut Value>,
    size: Cell<usize>,
    /// Changed by [`GeneratorData::set_state`] alone.
    state: Cell<State>,
    /// Stands at a yield of its own and yields from nothing, or at an element of an array that it yields from: it goes on without a
    /// look at anything else.
    ready: Cell<bool>,
    /// What was yielded last; nothing before the first yield.
    value: RefCell<Value>,
    key: RefCell<Value>,
    result: RefCell<Value>,
    sent: RefCell<Value>,
    /// The largest integer key so far, for automatic keys.
    last_key: Cell<i64>,
    /// What `yield from` is walking: a generator, an iterator, or an array with its position.
    inner: RefCell<Value>,
    position: Cell<u64>,
    /// Moved past the first yield: rewinding is an error.
    advanced: Cell<bool>,
    /// Ended by an exception, without a return value.
    failed: Cell<bool>,
    /// The generators it yields from, the next one first and the root last, as far as known.
    path: RefCell<HeapVec<Object>>,
    /// The number of the generator that was resumed when the frame's `prev` was set; 0 if it must be set anew.
    linked_by: Cell<u64>,
    /// A number no other generator of the thread has; 0 until it is needed.
    number: Cell<u64>,
}

impl GeneratorData {
    /// That of a generator which has not run. `frame`: its own, of `size` bytes.
    ///
    /// # Safety
    /// The frame must be live, in a block of the heap that is the generator's from here on.
    #[inline(always)]
    unsafe fn new(frame: *mut Frame, size: usize, closure: Value) -> GeneratorData {
        GeneratorData {
            // SAFETY: by contract.
            func: unsafe { &*(*frame).func },
            closure: RefCell::new(closure),
            frame: Cell::new(frame),
            base: Cell::new(std::ptr::null_mut()),
            size: Cell::new(size),
            state: Cell::new(State::Fresh),
            ready: Cell::new(false),
            value: RefCell::new(Value::UNDEF),
            key: RefCell::new(Value::NULL),
            result: RefCell::new(Value::NULL),
            sent: RefCell::new(Value::NULL),
            last_key: Cell::new(-1),
            inner: RefCell::new(Value::NULL),
            position: Cell::new(0),
            advanced: Cell::new(false),
            failed: Cell::new(false),
            path: RefCell::new(heap_vec()),
            linked_by: Cell::new(0),
            number: Cell::new(0),
        }
    }
    fn set_state(&self, state: State) {
        self.state.set(state);
        self.ready.set(false);
    }
    /// A yield: stores key and value; what was yielded before is given back.
    #[inline(always)]
    #[must_use]
    fn stand_at(&self, value: Value, key: Option<Value>) -> [Value; 2] {
        let key = match key {
            Some(k) => {
                if let Some(i) = k.as_int()
                    && i > self.last_key.get()
                {
                    self.last_key.set(i);
                }
                k
            }
            None => {
                // Behind the last integer comes the first.
                self.last_key.set(self.last_key.get().wrapping_add(1));
                Value::int(self.last_key.get())
            }
        };
        self.state.set(State::Suspended);
        self.ready.set(stands_alone(self));
        [self.value.replace(value), self.key.replace(key)]
    }
}

impl NativeData for GeneratorData {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        for v in [&self.value, &self.key, &self.result, &self.sent, &self.inner, &self.closure] {
            tracer.value(&v.borrow());
        }
        for generator in self.path.borrow().iter() {
            tracer.object(generator);
        }
        let f = self.frame.get();
        if f.is_null() || self.state.get() == State::Running {
            return;
        }
        // SAFETY: the frame is live as long as the generator has it, and does not run.
        unsafe { frame::trace(f, tracer) }
    }
}

fn data(o: &Object) -> &GeneratorData {
    o.native::<GeneratorData>().expect("generators have their data")
}
/// Whether an object is a generator.
pub fn is_generator(o: &Object) -> bool {
    o.native::<GeneratorData>().is_some()
}
fn code_of(d: &GeneratorData) -> Option<&'static Code> {
    let f = d.frame.get();
    // SAFETY: the frame is live as long as the generator has it.
    if f.is_null() { None } else { unsafe { (*(*f).func).code() } }
}
/// What a generator holds, for Reflection; `None` once it has ended.
pub fn parts(o: &Object) -> Option<phant_native::mirror::GeneratorParts> {
    let d = o.native::<GeneratorData>()?;
    let f = d.frame.get();
    if f.is_null() || d.state.get() == State::Finished {
        return None;
    }
    let innermost = root(o);
    // SAFETY: the frame is live as long as the generator has it.
    unsafe {
        let closure = d.closure.borrow().as_object().map(Held::into_owned);
        let (file, line) = crate::runtime::trace::frame_location(f);
        Some(phant_native::mirror::GeneratorParts {
            function: &*(*f).func,
            closure,
            this: crate::runtime::frame::this_of(f),
            file,
            line,
            innermost,
        })
    }
}
/// Whether an object is a generator that an exception has ended before its first yield.
pub fn failed_at_once(o: &Object) -> bool {
    o.native::<GeneratorData>().is_some_and(|d| d.failed.get() && d.value.borrow().is_undef())
}
/// Whether a frame is that of a generator.
pub fn runs(o: &Object, frame: *mut Frame) -> bool {
    data(o).frame.get() == frame
}
/// The function of a generator.
pub fn function(o: &Object) -> Option<FunctionPtr> {
    Some(o.native::<GeneratorData>()?.func)
}
/// The frames of a suspended generator and of those it delegates to, innermost first.
pub fn frames(o: &Object) -> Vec<*mut Frame> {
    let mut frames = Vec::new();
    root(o);
    let path = data(o).path.borrow();
    for generator in path.iter().rev().chain([o]) {
        let frame = data(generator).frame.get();
        if !frame.is_null() {
            frames.push(frame);
        }
    }
    frames
}

/// Whether a generator yields references.
pub fn is_by_ref(o: &Object) -> bool {
    code_of(data(o)).is_some_and(|c| c.flags & code_flags::RETURNS_REF != 0)
}

/// Moves an entered frame into the heap and makes the Generator for it. `pc` is the instruction that does so.
///
/// # Safety
/// `fp` must be a frame on the VM stack whose parameters have been received; it is not used as such afterwards.
pub unsafe fn create(vm: &Vm, fp: *mut Frame, pc: *const Insn) -> PhpResult<Object> {
    // SAFETY: by contract; slots move bitwise.
    unsafe {
        let code = (*(*fp).func).code().expect("compiled code");
        let size = code.frame_slots as usize * size_of::<Value>();
        let block = heap::alloc(size).as_ptr();
        std::ptr::copy_nonoverlapping(fp.cast::<u8>(), block, usize::from((*fp).first_temp.slot()) * size_of::<Value>());
        let f = block.cast::<Frame>();
        (*f).flags = (*f).flags & !(flags::TOP | flags::CONSTRUCTOR | flags::INVOKED) | flags::GENERATOR;
        (*f).pc = pc;
        (*f).prev = std::ptr::null_mut();
        if !(*f).this.is_null() && (*f).flags & flags::OWNS_THIS == 0 {
            // The caller's count does not last as long as the generator.
            (*f).this = crate::runtime::frame::this_of(f).expect("checked").into_raw();
            (*f).flags |= flags::OWNS_THIS;
        }
        let class = vm.ctx.known_class("Generator");
        let closure = if (*f).flags & flags::OWNS_CLOSURE != 0 {
            // The closure lives as long as the generator, not only as long as its frame.
            (*f).flags &= !flags::OWNS_CLOSURE;
            Value::from(Object::from_raw((*f).closure))
        } else {
            Value::NULL
        };
        let object = crate::runtime::object::create::with_native(class, GeneratorData::new(f, size, closure));
        object.set_flag(phant_memory::object::HAS_DESTRUCTOR, true);
        Ok(object)
    }
}

/// A generator is at its end: nothing is left of it to run.
fn end(o: &Object) {
    o.set_flag(phant_memory::object::HAS_DESTRUCTOR, false);
    release(data(o));
}
/// Gives back a generator's frame.
fn release(d: &GeneratorData) {
    let f = d.frame.replace(std::ptr::null_mut());
    if let Some(block) = NonNull::new(f.cast::<u8>()) {
        // SAFETY: the frame has been left; its block came from the heap with that size.
        unsafe { heap::free_sized(block, d.size.get()) };
    }
}

/// Runs a generator until its next yield. `throw`: an exception to raise at the yield it stands at. `first`: the first
/// yield is looked for; a generator that it yields from and that stands at a yield already is not moved on.
fn resume(vm: &Vm, o: &Object, throw: Option<Object>, first: bool) -> PhpResult<()> {
    let d = data(o);
    match d.state.get() {
        State::Running => return Err(vm.ctx.throw_error("Cannot resume an already running generator")),
        State::Finished => return Ok(()),
        _ => {}
    }
    if !crate::interpreter::finalize::settled(vm) {
        return Err(Thrown);
    }
    call::check_native_stack(vm)?;
    if !d.ready.get() && !stands_alone(d) {
        return resume_root(vm, o, throw, first);
    }
    // SAFETY: the frame of a generator that has not ended is live.
    unsafe { (*d.frame.get()).prev = vm.frame.get() };
    let ran = if throw.is_none() && d.ready.get() && d.sent.borrow().is_null() {
        run_ready(vm, o.clone())
    } else {
        run(vm, o.clone(), None, throw, std::ptr::null_mut())
    };
    vm.ctx.check()?;
    if !ran.goes_on_elsewhere() {
        drop(ran);
        return vm.ctx.check();
    }
    // It has handed over to another one, which may stand at a yield already.
    resume_root(vm, ran.resumed(), None, true)
}
/// Runs a generator's own code until it yields or hands over to another generator in a way that takes [`resume_root`]. `outer`,
/// `base`: as in [`entering`].
#[inline]
fn run(vm: &Vm, o: Object, outer: Option<Object>, throw: Option<Object>, base: *mut Value) -> Stopped {
    // SAFETY: the list of running generators keeps the object until it is run.
    let d = unsafe { &*std::ptr::from_ref(data(&o)) };
    let f = d.frame.get();
    let fresh = d.state.get() == State::Fresh;
    entering(vm, o, outer, flags::TOP, base);
    // SAFETY: the frame is live as long as the generator has it.
    unsafe {
        let caller = vm.frame.get();
        away(vm, caller, || {
            let pc = (*f).pc;
            if let Some(e) = throw {
                vm.frame.set(f);
                // Whatever it yielded from, it does so no more.
                (*f).flags &= !flags::RESULT_UNUSED;
                let_go_of_inner(d);
                if crate::runtime::throwable::is_graceful_exit(&e) {
                    vm.ctx.exception.set(Some(e));
                } else {
                    vm.throw(e);
                }
                crate::runtime::checked::enters(caller, || {
                    crate::interpreter::exception::unwind(pc, f, vm);
                    #[cfg(feature = "match-dispatch")]
                    if !vm.next_pc.get().is_null() {
                        let (pc, fp) = (vm.next_pc.get(), vm.next_fp.get());
                        crate::interpreter::dispatch::run(pc, fp, vm);
                    }
                });
            } else {
                // The sent value is the result of the yield expression.
                if !fresh {
                    let sent = std::mem::replace(&mut *d.sent.borrow_mut(), Value::NULL);
                    if (*pc).op == phant_bytecode::Op::Yield as u16 || (*pc).op == phant_bytecode::Op::YieldRef as u16 {
                        if (*pc).a.is_some() {
                            slot(f, (*pc).a).write(sent);
                        }
                    }
                }
                let next = if (*pc).op == phant_bytecode::Op::YieldFrom as u16 { pc } else { pc.add(1) };
                crate::runtime::checked::enters(caller, || crate::interpreter::dispatch::run(next, f, vm));
            }
        })
    }
}
/// Lets a generator run, with what belongs to the caller put aside meanwhile.
#[inline(always)]
fn away(vm: &Vm, caller: *mut Frame, go: impl FnOnce()) -> Stopped {
    let current = vm.ctx.current.take();
    let result = vm.result.take();
    vm.native_depth.set(vm.native_depth.get() + 1);
    go();
    vm.native_depth.set(vm.native_depth.get() - 1);
    vm.ctx.current.set(current);
    vm.frame.set(caller);
    vm.result.set(result);
    stopped(vm)
}
/// The generator that has left the dispatcher, which may be another one than was entered.
#[inline(always)]
fn stopped(vm: &Vm) -> Stopped {
    let stopped = stop(vm);
    if !data(&stopped.last).ready.get() {
        end_stopped(&stopped);
    }
    stopped
}
/// What is over for a generator that does not stand at a yield of its own.
#[inline(never)]
fn end_stopped(stopped: &Stopped) {
    let d = data(&stopped.last);
    if d.state.get() == State::Running {
        // Left without a yield or return: an exception passed through.
        d.set_state(State::Finished);
        d.failed.set(true);
        clear(d);
        end(&stopped.last);
    } else if d.state.get() == State::Finished {
        end(&stopped.last);
    }
}
/// Runs a generator that is ready until it yields, ends, or hands over; nothing was sent.
#[inline(always)]
fn run_ready(vm: &Vm, o: Object) -> Stopped {
    let f = data(&o).frame.get();
    // SAFETY: the list of running generators keeps the object until it is run, and the frame is live as long as the generator has it.
    unsafe {
        let caller = vm.frame.get();
        (*f).prev = caller;
        let next = behind_yield(f);
        entering(vm, o, None, flags::TOP, std::ptr::null_mut());
        away(vm, caller, || crate::runtime::checked::enters(caller, || crate::interpreter::dispatch::run(next, f, vm)))
    }
}
/// Goes on to the next yield of a generator that has begun, for a walk: key and value there, or `None` at the end.
pub fn next(vm: &Vm, o: &Object, want_key: bool) -> PhpResult<Option<(Value, Value)>> {
    let d = data(o);
    if !d.ready.get() || !crate::interpreter::finalize::settled(vm) {
        advance(vm, o)?;
        return shown(vm, o, want_key);
    }
    call::check_native_stack(vm)?;
    d.advanced.set(true);
    let ran = run_ready(vm, o.clone());
    vm.ctx.check()?;
    if ran.goes_on_elsewhere() {
        resume_root(vm, ran.resumed(), None, true)?;
    }
    shown(vm, ran.resumed(), want_key)
}
/// Where a generator goes on that stands at a yield, or at an element of an array that it yields from; nothing was sent.
///
/// # Safety
/// `f` must be the frame of such a generator.
#[inline(always)]
unsafe fn behind_yield(f: *mut Frame) -> *const Insn {
    use phant_bytecode::Op;
    // SAFETY: by contract.
    unsafe {
        let pc = (*f).pc;
        if (*pc).op == Op::YieldFrom as u16 {
            return pc;
        }
        debug_assert!((*pc).op == Op::Yield as u16 || (*pc).op == Op::YieldRef as u16);
        if (*pc).a.is_some() {
            slot(f, (*pc).a).write(Value::NULL);
        }
        pc.add(1)
    }
}
/// Enters a generator from the `foreach` of the innermost frame, which is `fp`: where it goes on. `None`: it has to be resumed the
/// long way.
#[inline]
pub(crate) fn enter(vm: &Vm, fp: *mut Frame, o: &Object, first: bool) -> Option<(*const Insn, *mut Frame)> {
    let d = o.native::<GeneratorData>()?;
    let f = d.frame.get();
    let may = if first { d.state.get() == State::Fresh } else { d.ready.get() };
    // SAFETY: the frame is live as long as the generator has it.
    unsafe {
        if !may {
            return if first { None } else { enter_root(vm, fp, o) };
        }
        d.advanced.set(!first);
        let pc = if first { (*f).pc.add(1) } else { behind_yield(f) };
        (*f).prev = fp;
        entering(vm, o.clone(), None, flags::IN_LOOP, std::ptr::null_mut());
        Some((pc, f))
    }
}
/// A yield of a generator that a `foreach` had entered, which gets back key and value too: the generator is no longer the
/// running one. `seen` is what the loop got the last time, and is about to let go of.
#[inline(always)]
pub(crate) fn yielded_in_loop(
    vm: &Vm,
    value: Value,
    key: Option<Value>,
    want_key: bool,
    seen: &Value,
) -> (Option<Value>, Value, Stopped) {
    let stopped = stop(vm);
    let d = data(&stopped.last);
    let given = value.clone();
    let [old_value, old_key] = d.stand_at(value, key);
    old_value.drop_before(seen);
    drop(old_key);
    (want_key.then(|| d.key.borrow().clone()), given, stopped)
}
/// The methods that the dispatcher carries out by itself where a generator stands at a yield of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Method {
    Valid,
    Current,
    Next,
    Send,
}
impl Method {
    /// Which of them a function is.
    pub(crate) fn of(func: FunctionPtr) -> Option<Method> {
        func.class.filter(|class| class.name.as_bytes() == b"Generator")?;
        Some(match func.name.as_bytes() {
            b"valid" => Method::Valid,
            b"current" => Method::Current,
            b"next" => Method::Next,
            b"send" => Method::Send,
            _ => return None,
        })
    }
}
impl GeneratorData {
    /// The state of the object whose method runs.
    ///
    /// # Safety
    /// The object must be a generator.
    #[inline(always)]
    pub(crate) unsafe fn of(o: &Object) -> &GeneratorData {
        // SAFETY: by contract.
        unsafe { o.native_unchecked::<GeneratorData>() }
    }
    /// Whether it stands at a yield and nothing was sent to it.
    #[inline(always)]
    pub(crate) fn is_ready(&self) -> bool {
        // SAFETY: what is borrowed is given back before the next instruction. A guard would keep handlers from ending in jumps.
        self.ready.get() && unsafe { (*self.sent.as_ptr()).is_null() }
    }
    /// The value at which it stands, if that is no reference; null else.
    #[inline(always)]
    pub(crate) fn plain_value(&self) -> *const Value {
        let value = self.value.as_ptr();
        // SAFETY: as above.
        if unsafe { (*value).is_ref() || (*value).is_undef() } { std::ptr::null() } else { value }
    }
}
/// Enters a generator that is ready from a call of its method `next` or `send`, whose frame `window` is: where it goes on. What was
/// sent is what its yield gives.
///
/// # Safety
/// `window` must be the innermost frame.
#[inline(always)]
pub(crate) unsafe fn enter_from_call(vm: &Vm, window: *mut Frame, o: Object, sent: Value) -> (*const Insn, *mut Frame) {
    let d = data(&o);
    let f = d.frame.get();
    d.advanced.set(true);
    // SAFETY: the frame is live as long as the generator has it.
    unsafe {
        let at = (*f).pc;
        let pc = behind_yield(f);
        if pc != at && (*at).a.is_some() {
            slot(f, (*at).a).write(sent);
        } else {
            drop(sent);
        }
        (*f).prev = window;
        entering(vm, o, None, flags::IN_LOOP, std::ptr::null_mut());
        (pc, f)
    }
}
/// A yield of a generator that a call had entered: the generator is no longer the running one. What the call gives, if that is wanted.
#[inline(always)]
pub(crate) fn yielded_in_call(vm: &Vm, value: Value, key: Option<Value>, is_wanted: bool) -> (Value, Stopped) {
    let stopped = stop(vm);
    let given = if is_wanted { value.unref() } else { Value::NULL };
    let old = data(&stopped.last).stand_at(value, key);
    drop(old);
    (given, stopped)
}
/// A generator that a loop or a call had entered has yielded a reference, handed over to another generator, or ended: what that leads
/// to is done.
fn come_back(vm: &Vm) -> PhpResult<Stopped> {
    let stopped = stop(vm);
    if data(&stopped.last).state.get() == State::Finished {
        end(&stopped.last);
    }
    vm.ctx.check()?;
    if stopped.goes_on_elsewhere() {
        resume(vm, stopped.resumed(), None, true)?;
    }
    Ok(stopped)
}
/// Such a generator that a call had entered: what the call gives, if that is wanted.
pub(crate) fn back_in_call(vm: &Vm, is_wanted: bool) -> PhpResult<Value> {
    let stopped = come_back(vm)?;
    if is_wanted { current(vm, stopped.resumed()).map(Value::into_unref) } else { Ok(Value::NULL) }
}
/// An exception has left the frame of a generator that a loop or a call had entered; the frame of whose code that is.
pub(crate) fn thrown_into_loop(vm: &Vm) -> *mut Frame {
    let stopped = stop(vm);
    // SAFETY: the frames have not been given back.
    let caller = unsafe { leave_call((*data(stopped.resumed()).frame.get()).prev) };
    let d = data(&stopped.last);
    d.set_state(State::Finished);
    d.failed.set(true);
    clear(d);
    end(&stopped.last);
    caller
}
/// Such a generator that a `foreach` had entered: key and value for the loop, whose frame is the innermost again; `None` at the end.
pub(crate) fn back_in_loop(vm: &Vm, want_key: bool) -> PhpResult<Option<(Value, Value)>> {
    let stopped = come_back(vm)?;
    shown(vm, stopped.resumed(), want_key)
}
/// Key and value that a generator stands at, which is run to its first yield if it was not run yet; `None` at its end.
#[inline]
pub fn shown(vm: &Vm, o: &Object, want_key: bool) -> PhpResult<Option<(Value, Value)>> {
    let d = data(o);
    if d.ready.get() { Ok(copies(d, want_key)) } else { shown_slow(vm, o, want_key) }
}
#[inline(always)]
fn copies(d: &GeneratorData, want_key: bool) -> Option<(Value, Value)> {
    let key = if want_key { d.key.borrow().clone() } else { Value::NULL };
    let value = d.value.borrow().clone();
    Some((key, if value.is_undef() { Value::NULL } else { value }))
}
#[inline(never)]
fn shown_slow(vm: &Vm, o: &Object, want_key: bool) -> PhpResult<Option<(Value, Value)>> {
    let d = data(o);
    if d.state.get() == State::Finished && stands_alone(d) {
        return Ok(None);
    }
    let root = settled(vm, o)?;
    if data(o).state.get() == State::Finished {
        return Ok(None);
    }
    let ended = inner_generator(data(&root));
    Ok(copies(data(ended.as_ref().unwrap_or(&root)), want_key))
}
/// Lets go of what only a generator needs that can go on. Key and value stay: generators that yield from it show them
/// until they go on themselves.
fn clear(d: &GeneratorData) {
    let_go_of_inner(d);
    let old = std::mem::replace(&mut *d.sent.borrow_mut(), Value::NULL);
    drop(old);
}
/// It yields from nothing any more.
fn let_go_of_inner(d: &GeneratorData) {
    let inner = std::mem::replace(&mut *d.inner.borrow_mut(), Value::NULL);
    iterator::free(inner);
}

/// Where frames pushed by the generator that runs in `frame` may begin, if that is noted of it, or of one further out with none
/// but generators between: a chain of them need not be walked for each.
pub fn stack_base(vm: &Vm, mut frame: *mut Frame) -> Option<*mut Value> {
    let generators = vm.generators.borrow();
    for d in generators.iter().rev().map(data) {
        if d.frame.get() != frame {
            return None;
        }
        if !d.base.get().is_null() {
            return Some(d.base.get());
        }
        // SAFETY: the frame of a running generator is live.
        frame = unsafe { (*frame).prev };
    }
    None
}
/// Notes where frames pushed by the generator that runs in `frame` may begin.
pub fn note_stack_base(vm: &Vm, frame: *mut Frame, base: *mut Value) {
    let generators = vm.generators.borrow();
    if let Some(d) = generators.last().map(data)
        && d.frame.get() == frame
    {
        d.base.set(base);
    }
}

/// The generator whose frame is being run.
fn running(vm: &Vm) -> Object {
    vm.generators.borrow().last().expect("inside a generator").clone()
}
/// A yield of the generator that runs.
pub fn yielded(vm: &Vm, value: Value, key: Option<Value>) {
    let generators = vm.generators.borrow();
    let old = data(generators.last().expect("inside a generator")).stand_at(value, key);
    drop(old);
}
/// A return: stores the result.
pub fn returned(vm: &Vm, value: Value) {
    let o = running(vm);
    let d = data(&o);
    d.set_state(State::Finished);
    clear(d);
    let old = std::mem::replace(&mut *d.result.borrow_mut(), value);
    drop(old);
}

/// What a step of `yield from` found.
pub enum Delegated {
    /// An element was taken over: the generator is suspended.
    Yielded,
    /// The inner walk is over; the value is the expression's result.
    Done(Value),
    /// An exception is pending.
    Failed,
}
/// Begins or continues `yield from`. `source` is given the first time.
pub fn delegate(vm: &Vm, source: Option<Value>) -> Delegated {
    let o = running(vm);
    let d = data(&o);
    if let Some(v) = source {
        match begin(vm, &o, v) {
            Ok(begun) => {
                let old = std::mem::replace(&mut *d.inner.borrow_mut(), begun.it);
                iterator::free(old);
                d.position.set(begun.state);
            }
            Err(_) => return Delegated::Failed,
        }
    }
    let mut inner = d.inner.borrow().clone();
    inner.set_aux(d.inner.borrow().aux());
    let finish = |d: &GeneratorData, v: Value| {
        let_go_of_inner(d);
        Delegated::Done(v)
    };
    if let Some(a) = inner.as_array() {
        let Some(at) = a.next_from(d.position.get() as u32) else { return finish(d, Value::NULL) };
        d.position.set(u64::from(at) + 1);
        take_over(d, a.value_at(at).unref(), a.key_at(at).to_value());
        d.ready.set(true);
        return Delegated::Yielded;
    }
    let Some(i) = inner.as_object().map(Held::into_owned) else { return finish(d, Value::NULL) };
    if let Some(g) = i.native::<GeneratorData>() {
        if g.state.get() != State::Finished {
            // `resume` goes on there.
            d.set_state(State::Suspended);
            return Delegated::Yielded;
        }
        if g.failed.get() {
            let _ = finish(d, Value::NULL);
            vm.ctx.throw("ClosedGeneratorException", "Generator yielded from aborted, no return value available");
            return Delegated::Failed;
        }
        let result = g.result.borrow().clone();
        return finish(d, result);
    }
    let mut state = d.position.get();
    let step = iterator::step(vm, &inner, &mut state, true, false);
    d.position.set(state);
    drop((i, inner));
    match step {
        Ok(Some((k, v))) => {
            take_over(d, v.into_unref(), k);
            Delegated::Yielded
        }
        Ok(None) => finish(d, Value::NULL),
        Err(_) => {
            let _ = finish(d, Value::NULL);
            Delegated::Failed
        }
    }
}
fn take_over(d: &GeneratorData, v: Value, k: Value) {
    d.set_state(State::Suspended);
    let old = (std::mem::replace(&mut *d.value.borrow_mut(), v), std::mem::replace(&mut *d.key.borrow_mut(), k));
    drop(old);
}
fn begin(vm: &Vm, o: &Object, mut v: Value) -> PhpResult<iterator::Begun> {
    // Marks would be taken for a number.
    v.set_aux(0);
    if v.is_array() {
        return Ok(iterator::Begun { it: v, state: iterator::FRESH });
    }
    let Some(i) = v.as_object().filter(|i| iterator::is_unpackable(i)).map(Held::into_owned) else {
        return Err(vm.ctx.throw_error("Can use \"yield from\" only with arrays and Traversables"));
    };
    if let Some(g) = i.native::<GeneratorData>() {
        if i.same(o) || g.state.get() == State::Running || root(&i).same(o) {
            return Err(vm.ctx.throw_error("Impossible to yield from the Generator being currently run"));
        }
        if g.state.get() == State::Finished && g.failed.get() {
            return Err(vm
                .ctx
                .throw_error("Generator passed to yield from was aborted without proper return and is unable to continue"));
        }
        return Ok(iterator::Begun { it: v, state: iterator::FRESH });
    }
    drop(v);
    match iterator::start(vm, i, false)? {
        Some(begun) => Ok(begun),
        None => Ok(iterator::Begun { it: Value::empty_array(), state: iterator::FRESH }),
    }
}

/// Runs a generator to its first yield, if it was not run yet.
pub fn ensure_started(vm: &Vm, o: &Object) -> PhpResult<()> {
    let d = data(o);
    match d.state.get() {
        State::Fresh => resume(vm, o, None, true),
        // It runs to its first yield, and is asked what that is.
        State::Running if stands_alone(d) && d.value.borrow().is_undef() => {
            Err(vm.ctx.throw_error("Cannot resume an already running generator"))
        }
        _ => Ok(()),
    }
}
/// A started generator's root. If what it yielded from was brought to an end by an exception elsewhere, it hears of it.
fn settled(vm: &Vm, o: &Object) -> PhpResult<Object> {
    ensure_started(vm, o)?;
    if stands_alone(data(o)) {
        return Ok(o.clone());
    }
    let r = root(o);
    if inner_generator(data(&r)).is_some_and(|inner| data(&inner).failed.get()) {
        resume(vm, o, None, false)?;
        return Ok(root(o));
    }
    Ok(r)
}
/// Whether it may be walked from its first yield: it was not moved on from there. It is not run yet.
pub fn check_unmoved(vm: &Vm, o: &Object) -> PhpResult<()> {
    let d = data(o);
    let text = match (d.state.get(), d.advanced.get()) {
        (State::Finished, _) => "Cannot traverse an already closed generator",
        (_, true) => "Cannot rewind a generator that was already run",
        _ => return Ok(()),
    };
    Err(vm.ctx.throw("Exception", text))
}
/// Whether the generator stands at a yield.
pub fn valid(vm: &Vm, o: &Object) -> PhpResult<bool> {
    if data(o).ready.get() {
        return Ok(true);
    }
    if !stands_alone(data(o)) || matches!(data(o).state.get(), State::Fresh | State::Running) {
        settled(vm, o)?;
    }
    Ok(data(o).state.get() != State::Finished)
}
/// The yielded value; a reference in a generator that yields references.
pub fn current(vm: &Vm, o: &Object) -> PhpResult<Value> {
    yielded_last(vm, o, |d| &d.value)
}
/// The yielded key.
pub fn key(vm: &Vm, o: &Object) -> PhpResult<Value> {
    yielded_last(vm, o, |d| &d.key)
}
fn yielded_last(vm: &Vm, o: &Object, part: fn(&GeneratorData) -> &RefCell<Value>) -> PhpResult<Value> {
    let d = data(o);
    if d.ready.get() {
        return Ok(part(d).borrow().clone());
    }
    let root = settled(vm, o)?;
    if data(o).state.get() == State::Finished {
        return Ok(Value::NULL);
    }
    // Until it goes on, a generator whose source has ended shows what that yielded last.
    let ended = inner_generator(data(&root));
    let v = part(data(ended.as_ref().unwrap_or(&root))).borrow().clone();
    Ok(if v.is_undef() { Value::NULL } else { v })
}
/// Goes on to the next yield.
pub fn advance(vm: &Vm, o: &Object) -> PhpResult<()> {
    let first = data(o).state.get() == State::Fresh;
    data(o).advanced.set(!first);
    resume(vm, o, None, first)
}
/// Throws an exception at the yield a generator stands at.
fn throw_into(vm: &Vm, o: &Object, e: Object) -> PhpResult<()> {
    ensure_started(vm, o)?;
    let d = data(o);
    if d.state.get() == State::Finished {
        vm.throw(e);
        return Err(Thrown);
    }
    d.advanced.set(true);
    resume(vm, o, Some(e), false)
}

/// Ends a generator that nobody will resume: its `finally` blocks run.
fn destroy(vm: &Vm, o: &Object) {
    let d = data(o);
    let f = d.frame.get();
    if f.is_null() || matches!(d.state.get(), State::Finished | State::Running) {
        return;
    }
    let root = root(o);
    let elsewhere = !root.same(o) && data(&root).state.get() == State::Running;
    drop(root);
    if elsewhere && o.refcount() > 1 {
        // What it yields from runs in a fiber that is suspended. When that is closed this one will be ended too.
        o.set_flag(phant_memory::object::DESTRUCTED, false);
        return;
    }
    unchain(d);
    let_go_of_inner(d);
    let suspended = d.state.get() == State::Suspended && !elsewhere;
    // SAFETY: the frame is live as long as the generator has it.
    unsafe {
        let code = (*(*f).func).code().expect("compiled code");
        let at = ((*f).pc).offset_from(crate::runtime::frame::first_insn(f)) as u32;
        let unfinished = suspended && vm.ctx.ending.get().is_none() && !vm.errors.unclean.get();
        if unfinished {
            let finally = code
                .regions
                .iter()
                .rev()
                .find(|r| r.finally != phant_bytecode::TryRegion::NONE && at >= r.start && at < r.finally);
            if let Some(r) = finally {
                call::free_live(vm, f, code, at, Some(r.finally));
                crate::interpreter::finalize::settled(vm);
                // An empty state slot: after the block the generator ends.
                drop(std::ptr::replace(slot(f, r.finally_slot), Value::NULL));
                let to = crate::runtime::frame::first_insn(f).add(r.finally as usize);
                (*f).pc = to.sub(1);
                run_finally(vm, o, d, f, to);
                return;
            }
        }
        d.set_state(State::Finished);
        (*f).prev = vm.frame.get();
        // Variables, then what is being computed, and then the object.
        let this = if (*f).flags & flags::OWNS_THIS != 0 { crate::runtime::frame::this_of(f) } else { None };
        call::leave_frame(vm, f);
        if unfinished {
            call::free_live(vm, f, code, at, None);
            crate::interpreter::finalize::settled(vm);
        }
        drop(this);
        release(d);
        clear(d);
    }
}
unsafe fn run_finally(vm: &Vm, o: &Object, d: &GeneratorData, f: *mut Frame, to: *const Insn) {
    // SAFETY: called by `destroy`.
    unsafe {
        entering(vm, o.clone(), None, flags::TOP, vm.stack_top());
        (*f).prev = vm.frame.get();
        let (caller, current) = (vm.frame.get(), vm.ctx.current.take());
        let result = vm.result.take();
        let pending = vm.ctx.exception.take();
        vm.ending_generator.set(vm.ending_generator.get() + 1);
        let outer = vm.ending_frame.replace(f);
        crate::runtime::checked::enters(caller, || crate::interpreter::dispatch::run(to, f, vm));
        vm.ending_frame.set(outer);
        vm.ending_generator.set(vm.ending_generator.get() - 1);
        vm.generators.borrow_mut().pop();
        vm.ctx.current.set(current);
        vm.frame.set(caller);
        vm.result.set(result);
        if let Some(p) = pending {
            if vm.ctx.exception.is_some() {
                crate::runtime::throwable::chain_previous(vm, p);
            } else {
                vm.ctx.exception.set(Some(p));
            }
        }
        d.set_state(State::Finished);
        d.failed.set(true);
        clear(d);
        release(d);
    }
}

impl Drop for GeneratorData {
    fn drop(&mut self) {
        unchain(self);
        let_go_of_inner(self);
        release(self);
    }
}

/// Called instead of `__destruct` for objects without one that want to know: generators.
pub fn destructed(vm: &Vm, o: &Object) {
    if is_generator(o) {
        destroy(vm, o);
    }
}
