//! Fibers: lines of execution with native stacks of their own, so that they can be left anywhere, also inside native
//! functions that called back.
//!
//! Starting or resuming a fiber exchanges the engine's line of execution ([`line::Line`]) with the fiber's and switches
//! the native stack; `Fiber::suspend`, or the end of the fiber, switches back. What passes between the two sides lies in
//! the fiber's [`Entry`], which is outside the heap, because the suspended native stack is so too: suspended fibers can
//! be no part of a snapshot.
//!
//! A suspended fiber that nobody can resume any more is *closed*: it is resumed with an exception that nothing can catch
//! (the graceful exit), so that `finally` blocks run and everything on its stacks is given back.

mod class;
mod collector;
mod line;
mod stack;

pub use class::{Fiber, FiberError};
pub use collector::destruct_garbage;

use crate::{
    interpreter::call,
    runtime::{
        frame::{Frame, HEADER_SLOTS, flags},
        operand::Operand,
        vm::Vm,
    },
};
use corosensei::{Coroutine, CoroutineResult, Yielder};
use line::Line;
use phant_memory::{Array, HeapVec, NativeData, Object, Tracer, Value};
use phant_native::{Callable, Function, FunctionPtr, PhpResult, Thrown, ctx::Ending};
use stack::FiberStack;
use std::cell::{Cell, RefCell};

/// The engine passes through every switch: that the other side works on it must not be hidden from the compiler.
type Engine = *const Vm;
type Native = Coroutine<Engine, Engine, Engine, FiberStack>;

/// How far a fiber is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Not started.
    Fresh,
    /// Being run, or waiting for another fiber that it runs.
    Running,
    /// In `Fiber::suspend`.
    Suspended,
    /// Its function returned.
    Returned,
    /// An exception left its function.
    Threw,
    /// It was closed, or the request ended in it.
    Closed,
}

/// The state of a Fiber object.
pub struct FiberData {
    state: Cell<State>,
    callable: RefCell<Option<Callable>>,
    result: RefCell<Value>,
    /// It is being closed: suspending is an error.
    closing: Cell<bool>,
    /// What there is of it outside the heap, while it is on its stack.
    entry: Cell<*mut Entry>,
}

/// What a fiber is resumed with.
enum Input {
    /// The beginning: arguments, named arguments.
    Start(HeapVec<Value>, Option<Array>),
    /// The result of `Fiber::suspend`.
    Value(Value),
    /// Thrown by `Fiber::suspend`.
    Throw(Object),
    /// The request is over: leave, running no more PHP code.
    Leave,
}

/// What a fiber gives to who resumed it.
enum Output {
    /// It was suspended with this value.
    Suspended(Value),
    /// Its function returned this.
    Returned(Value),
    /// Its function threw this.
    Threw(Object),
    /// It was closed; or the request is being ended.
    Left,
}

/// What a fiber has outside the heap while it is on its stack.
struct Entry {
    native: Option<Native>,
    /// While the fiber is suspended its own line of execution; while it runs that of who resumed it.
    line: Line,
    yielder: *const Yielder<Engine, Engine>,
    job: Job,
    input: Option<Input>,
    output: Option<Output>,
    /// What it has on the request's account, so that `memory_limit` bounds fibers too: [`SHARE`], and how much of its VM stack
    /// was in use when it was suspended last.
    charged: isize,
    /// Its number in the list of entries.
    number: usize,
}

/// What a fiber runs.
enum Job {
    /// A PHP function.
    Call(Callable),
    /// Destructors for the collector.
    Destructors(collector::Job),
}

/// What PHP reserves in its heap for a fiber's VM stack.
const SHARE: isize = 16 << 10;
/// No VM stack of a fiber is larger: a frame further away is another line's, or a generator's.
const STACK_SIZE_MOST: usize = 256 << 20;

thread_local! {
    /// The fibers of this thread that are on their stacks.
    #[allow(clippy::vec_box, reason = "entries are pointed at")]
    static ENTRIES: RefCell<Vec<Option<Box<Entry>>>> = const { RefCell::new(Vec::new()) };
    static FREE: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

impl NativeData for FiberData {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.result.borrow());
        if let Some(callable) = &*self.callable.borrow() {
            trace_callable(callable, tracer);
        }
        let entry = self.entry.get();
        if self.state.get() == State::Suspended && !entry.is_null() {
            // SAFETY: the entry lives as long as the fiber is on its stack. Nothing changes it meanwhile.
            let entry = unsafe { &*entry };
            entry.line.trace(tracer);
            if let Job::Call(callable) = &entry.job {
                trace_callable(callable, tracer);
            }
        }
    }
}
fn trace_callable(callable: &Callable, tracer: &mut Tracer<'_>) {
    for object in [&callable.this, &callable.closure].into_iter().flatten() {
        tracer.object(object);
    }
}

/// The data of a Fiber object.
pub fn data(o: &Object) -> &FiberData {
    o.native::<FiberData>().expect("fibers have their data")
}

impl FiberData {
    fn new() -> FiberData {
        FiberData {
            state: Cell::new(State::Fresh),
            callable: RefCell::new(None),
            result: RefCell::new(Value::NULL),
            closing: Cell::new(false),
            entry: Cell::new(std::ptr::null_mut()),
        }
    }
    /// How far the fiber is.
    pub fn state(&self) -> State {
        self.state.get()
    }
    /// The innermost frame of a suspended fiber.
    pub fn suspended_frame(&self) -> Option<*mut Frame> {
        let entry = self.entry.get();
        // SAFETY: the entry lives as long as the fiber is on its stack.
        (self.state.get() == State::Suspended && !entry.is_null()).then(|| unsafe { (*entry).line.frame })
    }
}

/// What a fiber runs, unless it has ended.
pub fn callable(o: &Object) -> Option<Callable> {
    let d = data(o);
    let entry = d.entry.get();
    if entry.is_null() {
        return d.callable.borrow().clone();
    }
    // SAFETY: the entry lives as long as the fiber is on its stack.
    match unsafe { &(*entry).job } {
        Job::Call(callable) => Some(callable.clone()),
        Job::Destructors(_) => None,
    }
}
/// The innermost frame of a fiber that has begun and not ended.
pub fn innermost_frame(vm: &Vm, o: &Object) -> Option<*mut Frame> {
    let d = data(o);
    match d.state.get() {
        State::Suspended => d.suspended_frame(),
        State::Running => {
            // The fiber that runs now knows the line of who resumed it, and so on.
            let mut frame = vm.frame.get();
            let mut fiber = vm.fiber.get();
            while let Some(current) = fiber.filter(|f| !f.same(o)) {
                let entry = data(&current).entry.get();
                if entry.is_null() {
                    return None;
                }
                // SAFETY: the entry of a fiber that runs lives.
                (frame, fiber) = unsafe { ((*entry).line.frame, (*entry).line.fiber.clone()) };
            }
            Some(frame)
        }
        _ => None,
    }
}

/// An exception that nothing can catch, only `finally` blocks see it pass. It is the only one that is not a Throwable.
fn graceful_exit(vm: &Vm) -> Object {
    vm.walk_object()
}

/// Begins a fiber.
fn start(vm: &Vm, o: &Object, args: &[Value], named: Option<Array>) -> PhpResult {
    let d = data(o);
    if d.state.get() != State::Fresh {
        return Err(vm.ctx.throw("FiberError", "Cannot start a fiber that has already been started"));
    }
    call::check_native_stack(vm)?;
    let stack = take_stack(vm)?;
    let Some(callable) = d.callable.borrow_mut().take() else {
        stack.give_back();
        return Err(vm.ctx.throw("FiberError", "Cannot start a fiber without a function"));
    };
    if phant_memory::heap::exhausted().is_some() && !crate::interpreter::interrupt::handle(vm) {
        stack.give_back();
        return Err(Thrown);
    }
    let bottom = vm.pass_function();
    launch(vm, d, stack, Job::Call(callable), bottom);
    let mut list = phant_memory::heap_vec();
    list.extend(args.iter().cloned());
    switch_to(vm, o, Input::Start(list, named))
}

/// Memory for a fiber, of the size the settings say.
fn take_stack(vm: &Vm) -> PhpResult<FiberStack> {
    const DEFAULT: usize = 2 << 20;
    const LEAST: usize = 8192;
    let size = match vm.ctx.ini.get("fiber.stack_size") {
        Some(_) => usize::try_from(vm.ctx.ini.size("fiber.stack_size")).unwrap_or(0),
        None => DEFAULT,
    };
    if size < LEAST {
        let text = format!("Fiber stack size is too small, it needs to be at least {LEAST} bytes");
        return Err(vm.ctx.throw("Exception", text));
    }
    FiberStack::take(stack::room(size)).map_err(|e| {
        let code = e.raw_os_error().unwrap_or(libc::ENOMEM);
        let words = e.to_string();
        let words = words.split(" (os error").next().unwrap_or_default().to_owned();
        vm.ctx.throw("Exception", format!("Fiber stack allocate failed: mmap failed: {words} ({code})"))
    })
}

/// Prepares the stacks of a fiber whose function is called from a frame of the native function `bottom`.
fn launch(vm: &Vm, d: &FiberData, stack: FiberStack, job: Job, bottom: FunctionPtr) {
    let values = (stack.values_start(), stack.values_end());
    let native = phant_native::stack::Stack::new(stack.native_limit(), stack.native_size());
    let native = native.for_calls(stack.native_size(), stack.told_size());
    let frame = values.0.cast::<Frame>();
    // SAFETY: the VM stack was made for this fiber, and has room for far more than a header.
    unsafe {
        crate::runtime::frame::init_header(frame, bottom);
        (*frame).prev = std::ptr::null_mut();
        (*frame).pc = std::ptr::null();
        (*frame).flags = flags::NATIVE;
        (*frame).first_temp = Operand::of_slot(HEADER_SLOTS);
    }
    let level = vm.ctx.ini.get("error_reporting").map_or(32767, |_| vm.ctx.ini.int("error_reporting") as i32);
    let number = FREE.with_borrow_mut(Vec::pop).unwrap_or_else(|| {
        ENTRIES.with_borrow_mut(|entries| {
            entries.push(None);
            entries.len() - 1
        })
    });
    let mut entry = Box::new(Entry {
        native: None,
        line: Line::new(frame, values, native, level),
        yielder: std::ptr::null(),
        job,
        input: None,
        output: None,
        charged: SHARE,
        number,
    });
    let this: *mut Entry = &raw mut *entry;
    entry.native = Some(Coroutine::with_stack(stack, move |yielder, vm| {
        // SAFETY: the entry stays where it is until the coroutine is done, and the engine outlives every fiber.
        unsafe { body(this, yielder, vm) }
    }));
    phant_memory::account::add(SHARE);
    d.entry.set(this);
    ENTRIES.with_borrow_mut(|entries| entries[number] = Some(entry));
}

/// What runs on a fiber's stack.
unsafe fn body(entry: *mut Entry, yielder: &Yielder<Engine, Engine>, vm: Engine) -> Engine {
    // SAFETY: by the caller's contract; who resumed the fiber waits in `switch_to`.
    unsafe {
        (*entry).yielder = yielder;
        let engine = &*vm;
        let result = match (&(*entry).job, (*entry).input.take()) {
            (Job::Call(callable), Some(Input::Start(args, named))) => {
                let result = call::call_callable(engine, callable, &args, named.as_ref());
                drop((args, named));
                result
            }
            (Job::Destructors(job), _) => job.clone().run(engine),
            _ => Err(Thrown),
        };
        // The function goes while the fiber still runs: destructors may have much to do.
        let done = std::mem::replace(&mut (*entry).job, Job::Destructors(collector::Job::NONE));
        drop(done);
        crate::interpreter::finalize::settled(engine);
        (*entry).output = Some(match (result, engine.ctx.exception.take()) {
            (_, Some(e)) if crate::runtime::throwable::is_graceful_exit(&e) => Output::Left,
            (_, Some(e)) => Output::Threw(e),
            (Ok(v), None) if engine.ctx.ending.get().is_none() => Output::Returned(v),
            (_, None) => Output::Left,
        });
    }
    vm
}

/// Runs a fiber until it suspends or ends. The result is what it suspended with, null at its end.
fn switch_to(vm: &Vm, o: &Object, input: Input) -> PhpResult {
    let d = data(o);
    if !crate::interpreter::finalize::settled(vm) {
        return Err(Thrown);
    }
    call::check_native_stack(vm)?;
    let fiber = o.clone();
    let entry = d.entry.get();
    d.state.set(State::Running);
    // SAFETY: the entry lives until its coroutine is done, which is seen below.
    let output = unsafe {
        (*entry).input = Some(input);
        (*entry).line.fiber = Some(fiber);
        run(vm, entry, !d.closing.get())
    };
    // The count that the fiber's line had of it is dropped last: it may be the last one.
    // SAFETY: as above.
    let _fiber = unsafe { (*entry).line.fiber.take() };
    match output {
        Output::Suspended(v) => {
            d.state.set(State::Suspended);
            return Ok(v);
        }
        ended => {
            d.entry.set(std::ptr::null_mut());
            forget(entry);
            match ended {
                Output::Returned(v) => {
                    d.state.set(State::Returned);
                    d.result.replace(v);
                    Ok(Value::NULL)
                }
                Output::Threw(e) => {
                    d.state.set(State::Threw);
                    vm.throw(e);
                    Err(Thrown)
                }
                _ => {
                    d.state.set(State::Closed);
                    if d.closing.get() && matches!(vm.ctx.ending.get(), Some(Ending::Exit(_))) {
                        // `exit` in a fiber that is being closed ends only the fiber.
                        vm.ctx.ending.set(None);
                    }
                    vm.ctx.check().map(|()| Value::NULL)
                }
            }
        }
    }
}

/// Switches to a fiber's stacks and back.
///
/// # Safety
/// The entry must be live, its coroutine not done, its input set.
#[inline(always)]
unsafe fn run(vm: &Vm, entry: *mut Entry, linked: bool) -> Output {
    // SAFETY: by contract. Nobody else touches the entry's coroutine while it runs: resuming a running fiber is refused.
    unsafe {
        let bottom = (*entry).line.stack_base.cast::<Frame>();
        // Traces go on in who resumed it; but a fiber that is closed was not resumed by anybody.
        (*bottom).prev = if linked { vm.frame.get() } else { std::ptr::null_mut() };
        (*entry).line.exchange(vm);
        let native = (*entry).native.as_mut().expect("set by launch");
        let (CoroutineResult::Yield(vm) | CoroutineResult::Return(vm)) = native.resume(std::ptr::from_ref(vm));
        let vm = &*vm;
        // A suspended fiber's stack takes memory that the heap knows nothing of.
        let deep = vm.frame.get().addr().saturating_sub(bottom.addr());
        let charged = SHARE + if deep > STACK_SIZE_MOST { 0 } else { deep as isize };
        let before = std::mem::replace(&mut (*entry).charged, charged);
        if charged != before {
            phant_memory::account::add(charged - before);
        }
        (*entry).line.exchange(vm);
        if native.done() {
            (*entry).line.held.release();
        }
        (*bottom).prev = std::ptr::null_mut();
        (*entry).output.take().unwrap_or(Output::Left)
    }
}

/// Gives back what a fiber had outside the heap.
fn forget(entry: *mut Entry) {
    // SAFETY: called with the entry of a fiber that is done; its object does not point to it any more.
    let number = unsafe { (*entry).number };
    let Some(mut entry) = ENTRIES.with_borrow_mut(|entries| entries[number].take()) else { return };
    FREE.with_borrow_mut(|free| free.push(number));
    phant_memory::account::add(-entry.charged);
    if let Some(native) = entry.native.take() {
        native.into_stack().give_back();
    }
}

/// Leaves the running fiber; the result is what it is resumed with.
fn suspend(vm: &Vm, value: Value) -> PhpResult {
    let Some(fiber) = vm.fiber.get() else {
        return Err(vm.ctx.throw("FiberError", "Cannot suspend outside of a fiber"));
    };
    let d = data(&fiber);
    if d.closing.get() {
        return Err(vm.ctx.throw("FiberError", "Cannot suspend in a force-closed fiber"));
    }
    let entry = d.entry.get();
    // While it is suspended a fiber does not keep itself alive.
    drop(fiber);
    // SAFETY: the fiber is on its stack, this one, and its entry lives that long.
    let (vm, input) = unsafe {
        (*entry).output = Some(Output::Suspended(value));
        let vm = &*(*(*entry).yielder).suspend(std::ptr::from_ref(vm));
        (vm, (*entry).input.take())
    };
    match input {
        Some(Input::Value(v)) => Ok(v),
        Some(Input::Throw(e)) => {
            if crate::runtime::throwable::is_graceful_exit(&e) {
                vm.ctx.exception.set(Some(e));
            } else {
                vm.throw(e);
            }
            Err(Thrown)
        }
        _ => Err(Thrown),
    }
}

/// Resumes a suspended fiber.
fn resume(vm: &Vm, o: &Object, input: Input) -> PhpResult {
    if data(o).state.get() != State::Suspended {
        return Err(vm.ctx.throw("FiberError", "Cannot resume a fiber that is not suspended"));
    }
    switch_to(vm, o, input)
}

/// Called when nobody can resume a fiber any more, in place of a destructor.
pub fn close(vm: &Vm, o: &Object) {
    let Some(d) = o.native::<FiberData>() else { return };
    if d.state.get() != State::Suspended {
        return;
    }
    let pending = vm.ctx.exception.take();
    let ending = vm.ctx.ending.take();
    d.closing.set(true);
    let input = if ending == Some(Ending::Fatal) {
        vm.ctx.ending.set(ending);
        Input::Leave
    } else {
        Input::Throw(graceful_exit(vm))
    };
    drop(switch_to(vm, o, input));
    if let Some(pending) = pending {
        if vm.ctx.exception.is_some() {
            crate::runtime::throwable::chain_previous(vm, pending);
        } else {
            vm.ctx.exception.set(Some(pending));
        }
    }
    // Where no code runs below, no handler gets what was thrown; it is told, and nothing ends with it.
    if vm.fiber.is_none()
        && crate::runtime::frame::entered(vm.frame.get()).is_null()
        && vm.ctx.ending.get().is_none()
        && let Some(thrown) = vm.ctx.exception.take()
    {
        crate::runtime::throwable::report(vm, &thrown, phant_native::Level::Error);
        vm.ctx.ending.set(None);
    }
    if vm.ctx.ending.get().is_none() {
        vm.ctx.ending.set(ending);
    }
}

/// The end of a request: fibers that are still suspended leave their stacks without running PHP code.
pub fn end_request(vm: &Vm) {
    phant_memory::object::store::disable_destructors();
    let (exception, ending) = (vm.ctx.exception.take(), vm.ctx.ending.take());
    let mut number = 0;
    while number < ENTRIES.with_borrow(Vec::len) {
        let entry = ENTRIES.with_borrow_mut(|entries| entries[number].as_deref_mut().map(std::ptr::from_mut));
        if let Some(entry) = entry {
            vm.ctx.ending.set(Some(Ending::Fatal));
            // SAFETY: the entry is live. Its object may be gone already, so that only the entry is used.
            unsafe {
                (*entry).input = Some(Input::Leave);
                let output = run(vm, entry, false);
                drop(output);
                (*entry).line.fiber = None;
                let native = (*entry).native.as_mut().expect("set by launch");
                if !native.done() {
                    // Native code that does not heed the end: what it holds on its stack is lost, except for its memory.
                    native.force_reset();
                }
            }
            vm.ctx.exception.set(None);
            forget(entry);
        }
        number += 1;
    }
    vm.ctx.exception.set(exception);
    vm.ctx.ending.set(ending);
    stack::end_request();
}

/// The suspended fibers in words, as what a snapshot cannot hold.
pub fn outside() -> Option<String> {
    match ENTRIES.with_borrow(|entries| entries.iter().flatten().count()) {
        0 => None,
        1 => Some("a suspended fiber".into()),
        n => Some(format!("{n} suspended fibers")),
    }
}

/// A name for functions that only stand at the bottom of a fiber.
fn bottom_function(d: &'static phant_native::FunctionDescriptor) -> FunctionPtr {
    phant_memory::HeapBox::leak(phant_memory::HeapBox::new_in(Function::native(d, None), phant_memory::RequestHeap))
}
