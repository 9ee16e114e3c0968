//! Generators that yield from generators.
//!
//! The outermost one is *resumed*, the innermost one, the *root*, *runs*; those between stand at their `yield from`. Who runs for
//! whom is in two lists of the engine: `generators` has those that run, `resumed` those that others run for. A frame that runs for
//! another generator is marked [`flags::IN_CHAIN`], and then the last of `resumed` is the one it runs for.
//!
//! Where nothing special is asked, the dispatcher goes from one generator of a chain to the next by itself: at a `yield from` into
//! a generator that was not begun ([`hand_over`]), at a return or an exception back to who yielded from it ([`hand_back`],
//! [`throw_back`]), and from a loop straight into the root ([`enter_root`]). Everything else is found by [`resume_root`].

use super::*;

/// Whether it yields from nothing, so that it is its own root.
pub(super) fn stands_alone(d: &GeneratorData) -> bool {
    d.inner.borrow().is_null() && d.path.borrow().is_empty()
}
/// The generator that a suspended one yields from.
pub(super) fn inner_generator(d: &GeneratorData) -> Option<Object> {
    if d.state.get() != State::Suspended {
        return None;
    }
    d.inner.borrow().as_object().filter(|o| is_generator(o)).map(Held::into_owned)
}
/// The generator that runs when `o` is resumed: the one it yields from, or that one yields from, and so on. Where that
/// one has ended, the one that yielded from it.
pub(super) fn root(o: &Object) -> Object {
    let d = data(o);
    if stands_alone(d) {
        return o.clone();
    }
    let last = d.path.borrow().last().cloned();
    let mut cur = match last {
        None => o.clone(),
        Some(last) if data(&last).state.get() != State::Finished => last,
        Some(mut ended) => loop {
            let popped = d.path.borrow_mut().pop();
            drop(popped);
            let above = d.path.borrow().last().unwrap_or(o).clone();
            if above.same(o) || data(&above).state.get() != State::Finished {
                if inner_generator(data(&above)).is_some_and(|inner| inner.same(&ended)) {
                    return above;
                }
                break above;
            }
            ended = above;
        },
    };
    while let Some(inner) = inner_generator(data(&cur)) {
        if data(&inner).state.get() == State::Finished {
            break;
        }
        data(&inner).linked_by.set(0);
        d.path.borrow_mut().push(inner.clone());
        cur = inner;
    }
    cur
}
/// The number by which frames remember for whom they were linked.
fn number(d: &GeneratorData) -> u64 {
    thread_local! {
        static LAST: Cell<u64> = const { Cell::new(0) };
    }
    if d.number.get() == 0 {
        LAST.set(LAST.get() + 1);
        d.number.set(LAST.get());
    }
    d.number.get()
}
/// Makes the frames from `o` to its root a chain, so that traces show them and functions called by the root find their
/// callers.
fn link(vm: &Vm, o: &Object) {
    let d = data(o);
    let number = number(d);
    // SAFETY: the frames of generators that have not ended are live.
    unsafe {
        (*d.frame.get()).prev = vm.frame.get();
        let path = d.path.borrow();
        for (i, inner) in path.iter().enumerate().rev() {
            let inner = data(inner);
            if inner.linked_by.replace(number) == number {
                break;
            }
            let outer = if i == 0 { d } else { data(&path[i - 1]) };
            (*inner.frame.get()).prev = outer.frame.get();
        }
    }
}

/// Resumes a generator that yields from something.
pub(super) fn resume_root(vm: &Vm, o: &Object, throw: Option<Object>, first: bool) -> PhpResult<()> {
    resume_innermost(vm, o, throw, first)?;
    vm.ctx.check()
}
fn resume_innermost(vm: &Vm, o: &Object, mut throw: Option<Object>, mut first: bool) -> PhpResult<()> {
    loop {
        let r = root(o);
        let d = data(&r);
        match d.state.get() {
            State::Running => return Err(vm.ctx.throw_error("Cannot resume an already running generator")),
            State::Suspended if first && !r.same(o) && throw.is_none() && inner_generator(d).is_none() => break,
            State::Finished => break,
            _ => {}
        }
        link(vm, o);
        let outer = (!r.same(o)).then(|| o.clone());
        // The chain may be long: what the generator calls need not walk it.
        let stopped = run(vm, r, outer, throw.take(), vm.stack_top());
        let d = data(&stopped.last);
        let outermost = stopped.outer.is_none();
        if vm.ctx.has_exception() {
            if outermost || vm.ctx.ending.get().is_some() {
                return Err(Thrown);
            }
            // It goes on in the generator that yields from this one.
            throw = vm.ctx.exception.take();
            continue;
        }
        match d.state.get() {
            State::Finished if outermost => break,
            State::Suspended if inner_generator(d).is_none() => break,
            _ => {}
        }
        // It may have handed over to a generator that stands at a yield already.
        first = inner_generator(d).is_some();
        // SAFETY: the word lives as long as the engine state.
        if unsafe { (*vm.interrupt.get()).load(std::sync::atomic::Ordering::Relaxed) } != 0
            && !crate::interpreter::interrupt::handle(vm)
        {
            return Err(Thrown);
        }
    }
    Ok(())
}

/// What says for whom a generator's frame runs.
const RUN: u16 = flags::TOP | flags::IN_LOOP | flags::IN_CHAIN;

/// The generator is the running one from here on, until it is taken off the list. `outer`: for whom it runs, if not for itself.
/// `how`: [`flags::TOP`] or [`flags::IN_LOOP`]. `base`: where frames begin that it pushes, behind those of who resumed it, if that
/// is known.
#[inline(always)]
pub(super) fn entering(vm: &Vm, o: Object, outer: Option<Object>, how: u16, base: *mut Value) {
    let d = data(&o);
    d.set_state(State::Running);
    d.base.set(base);
    let chain = if outer.is_some() { flags::IN_CHAIN } else { 0 };
    // SAFETY: the frame is live as long as the generator has it.
    unsafe { (*d.frame.get()).flags = (*d.frame.get()).flags & !RUN | how | chain };
    if let Some(outer) = outer {
        vm.resumed.borrow_mut().push(outer);
    }
    vm.generators.borrow_mut().push(o);
}
/// A generator that runs no more, and for whom it ran, if not for itself.
pub(crate) struct Stopped {
    pub(super) last: Object,
    pub(super) outer: Option<Object>,
}
impl Stopped {
    /// The one that was resumed.
    pub(super) fn resumed(&self) -> &Object {
        self.outer.as_ref().unwrap_or(&self.last)
    }
    /// Whether it has not yielded: it has handed over to a generator, or has ended, and the one it ran for goes on.
    pub(super) fn goes_on_elsewhere(&self) -> bool {
        let d = data(&self.last);
        match d.state.get() {
            State::Finished => self.outer.is_some(),
            _ => !d.ready.get() && inner_generator(d).is_some(),
        }
    }
}
/// The running generator is the running one no longer; its frame is still there.
#[inline(always)]
pub(super) fn stop(vm: &Vm) -> Stopped {
    let last = vm.generators.borrow_mut().pop().expect("put there when it was entered");
    // SAFETY: a frame is given back only when its generator has been taken off the list.
    let in_chain = unsafe { (*data(&last).frame.get()).flags & flags::IN_CHAIN != 0 };
    let outer = if in_chain { vm.resumed.borrow_mut().pop() } else { None };
    Stopped { last, outer }
}
/// Who called the method whose frame entered a generator, which gives back its arguments; the frame of a loop is that itself.
///
/// # Safety
/// `f` must be such a frame, and its call be over.
pub(crate) unsafe fn leave_call(f: *mut Frame) -> *mut Frame {
    // SAFETY: by contract.
    unsafe {
        if (*f).flags & flags::NATIVE == 0 {
            return f;
        }
        for i in 0..(*f).nargs as u16 {
            drop(std::ptr::replace(slot(f, frame::HEADER_SLOTS + i), Value::UNDEF));
        }
        (*f).prev
    }
}
/// The frame of the loop, or of the code with the call, for which the generator of `fp` runs.
///
/// # Safety
/// `fp` must be the frame of the generator that runs, entered by a loop.
#[inline(always)]
pub(crate) unsafe fn loop_of(vm: &Vm, fp: *mut Frame) -> *mut Frame {
    // SAFETY: by contract; the frame of a generator that others run for is live.
    unsafe {
        let entered = match (*fp).flags & flags::IN_CHAIN {
            0 => fp,
            _ => data(vm.resumed.borrow().last().expect("marked so")).frame.get(),
        };
        let from = (*entered).prev;
        // A method of the class, in its frame.
        if (*from).flags & flags::NATIVE != 0 { (*from).prev } else { from }
    }
}

/// `yield from` a generator that was not begun, as the first thing that the running one of frame `fp` yields from: it runs instead.
/// Where it begins, or nulls if that takes the long way; then nothing was done.
///
/// # Safety
/// `fp` must be the frame of the generator that runs, which has noted its instruction; `source` an operand of that.
pub(crate) unsafe fn hand_over(vm: &Vm, fp: *mut Frame, source: crate::runtime::operand::Operand) -> (*const Insn, *mut Frame) {
    const LONG_WAY: (*const Insn, *mut Frame) = (std::ptr::null(), std::ptr::null_mut());
    // SAFETY: by contract; the frame of a generator that has not ended is live.
    unsafe {
        let Some(inner) = (*slot(fp, source)).own_object().filter(|o| is_generator(o)) else { return LONG_WAY };
        let to = data(inner);
        let interrupted = (*vm.interrupt.get()).load(std::sync::atomic::Ordering::Relaxed) != 0;
        if to.state.get() != State::Fresh || interrupted || vm.ending_frame.get() == fp {
            return LONG_WAY;
        }
        let f = to.frame.get();
        let how = (*fp).flags & RUN;
        let running = running(vm);
        let from = data(&running);
        let outermost = if how & flags::IN_CHAIN == 0 { None } else { vm.resumed.borrow().last().cloned() };
        let resumed = outermost.as_ref().unwrap_or(&running);
        let mut path = data(resumed).path.borrow_mut();
        if !path.last().unwrap_or(resumed).same(&running) {
            return LONG_WAY;
        }
        path.push(inner.clone());
        drop(path);
        to.linked_by.set(number(data(resumed)));
        to.base.set(if from.base.get().is_null() { vm.stack_top() } else { from.base.get() });
        to.set_state(State::Running);
        (*f).prev = fp;
        (*f).flags = (*f).flags & !RUN | how | flags::IN_CHAIN;
        // That one runs from here on, and the one that ran waits.
        from.set_state(State::Suspended);
        from.position.set(iterator::FRESH);
        let waits = vm.generators.borrow_mut().pop();
        vm.generators.borrow_mut().push(inner.clone());
        if outermost.is_none() {
            vm.resumed.borrow_mut().extend(waits);
        }
        let source = crate::interpreter::ops::take(fp, source, vm);
        let old = std::mem::replace(&mut *from.inner.borrow_mut(), source.with_aux(0));
        debug_assert!(old.is_null(), "it yields from one thing at a time");
        ((*f).pc.add(1), f)
    }
}
/// The running generator, which is at its end, ran for another one: that goes on which yielded from it. Its frame, or null if that
/// has to be found the long way; then nothing was done.
///
/// # Safety
/// The frame of the running generator must be marked [`flags::IN_CHAIN`] and have been left.
unsafe fn hand_back(vm: &Vm) -> (*mut Frame, Option<Object>) {
    // SAFETY: by contract; the frames of generators that have not ended are live.
    unsafe {
        let mut generators = vm.generators.borrow_mut();
        let mut resumed = vm.resumed.borrow_mut();
        let ended = generators.last().expect("inside a generator");
        let outermost = resumed.last().expect("marked so");
        let mut path = data(outermost).path.borrow_mut();
        let count = path.len();
        let above = if count >= 2 { &path[count - 2] } else { outermost };
        let to = data(above);
        let waits = to.state.get() == State::Suspended && to.inner.borrow().as_object().is_some_and(|inner| inner.same(ended));
        if !waits || !path.last().is_some_and(|last| last.same(ended)) {
            return (std::ptr::null_mut(), None);
        }
        let from = data(ended);
        let mut run = (*from.frame.get()).flags & RUN;
        to.base.set(from.base.get());
        to.set_state(State::Running);
        let f = to.frame.get();
        let popped = path.pop();
        drop(popped);
        let next = path.last().cloned();
        drop(path);
        let next = match next {
            Some(next) => next,
            None => {
                run &= !flags::IN_CHAIN;
                resumed.pop().expect("looked at above")
            }
        };
        (*f).flags = (*f).flags & !(RUN | flags::RESULT_UNUSED) | run;
        let ended = std::mem::replace(generators.last_mut().expect("looked at above"), next);
        vm.frame.set(f);
        (f, Some(ended))
    }
}
/// After a return of the running generator, whose frame `fp` has been left: the frame of the one that yielded from it, which has
/// the result and is behind its `yield from`. Null as in [`hand_back`], also where nobody yields from it.
///
/// # Safety
/// As in [`hand_back`], but that the mark is looked at.
pub(crate) unsafe fn return_outside(vm: &Vm, fp: *mut Frame) -> *mut Frame {
    // SAFETY: by contract.
    unsafe {
        if (*fp).flags & flags::IN_CHAIN == 0 {
            return std::ptr::null_mut();
        }
        let (f, Some(ended)) = hand_back(vm) else { return std::ptr::null_mut() };
        end(&ended);
        let result = data(&ended).result.borrow().clone();
        slot(f, (*(*f).pc).a).write(result);
        stop_yielding_from(vm);
        drop(ended);
        f
    }
}
/// An exception has left the frame `fp` of the running generator: the frame of the one that yielded from it, where it goes on. Null
/// as in [`return_outside`], or if all is over.
///
/// # Safety
/// As in [`return_outside`].
pub(crate) unsafe fn throw_outside(vm: &Vm, fp: *mut Frame) -> *mut Frame {
    // SAFETY: by contract.
    unsafe {
        if (*fp).flags & flags::IN_CHAIN == 0 || vm.ctx.ending.get().is_some() {
            return std::ptr::null_mut();
        }
        let (f, Some(ended)) = hand_back(vm) else { return std::ptr::null_mut() };
        let d = data(&ended);
        d.set_state(State::Finished);
        d.failed.set(true);
        clear(d);
        end(&ended);
        stop_yielding_from(vm);
        drop(ended);
        f
    }
}
/// The running generator yields from nothing any more.
fn stop_yielding_from(vm: &Vm) {
    let running = running(vm);
    let_go_of_inner(data(&running));
}
/// Enters the root of a generator that stands at a `yield from`, from the loop of frame `fp`; `None`: it has to be resumed the long
/// way.
///
/// # Safety
/// `fp` must be the innermost frame.
pub(super) unsafe fn enter_root(vm: &Vm, fp: *mut Frame, o: &Object) -> Option<(*const Insn, *mut Frame)> {
    let d = data(o);
    let root = d.path.borrow().last()?.clone();
    let r = data(&root);
    if !r.ready.get() || d.state.get() != State::Suspended || r.linked_by.get() != number(d) {
        return None;
    }
    // SAFETY: the frames of generators that have not ended are live.
    unsafe {
        d.advanced.set(true);
        (*d.frame.get()).prev = fp;
        let f = r.frame.get();
        let pc = behind_yield(f);
        entering(vm, root, Some(o.clone()), flags::IN_LOOP, vm.stack_top());
        Some((pc, f))
    }
}

/// Lets go of the generators that one yields from, the innermost first, as far as nobody else has them.
pub(super) fn unchain(d: &GeneratorData) {
    let path = std::mem::replace(&mut *d.path.borrow_mut(), heap_vec());
    drop(path);
    let take = |d: &GeneratorData| {
        let delegates = d.inner.borrow().as_object().is_some_and(|o| is_generator(&o));
        delegates.then(|| std::mem::replace(&mut *d.inner.borrow_mut(), Value::NULL).into_object()).flatten()
    };
    let Some(first) = take(d) else { return };
    let mut chain = heap_vec();
    chain.push(first);
    while let Some(last) = chain.last().filter(|o: &&Object| o.refcount() == 1) {
        let last = data(last);
        let path = std::mem::replace(&mut *last.path.borrow_mut(), heap_vec());
        drop(path);
        let Some(next) = take(last) else { break };
        chain.push(next);
    }
    while let Some(innermost) = chain.pop() {
        drop(innermost);
    }
}
