//! Calls of generators' methods. What only asks is answered by the instruction; what lets the generator go on enters it in the
//! dispatcher, as loops do, so that no native code stands between the two. The frame of the method is there for traces.

use super::*;
use crate::interpreter::generator::{self, GeneratorData, Method};
use std::sync::atomic::AtomicPtr;

/// The methods that were met, by their number.
static METHODS: [AtomicPtr<Function>; 4] = [const { AtomicPtr::new(std::ptr::null_mut()) }; 4];

const VALID: usize = Method::Valid as usize;
const CURRENT: usize = Method::Current as usize;
const NEXT: usize = Method::Next as usize;
const SEND: usize = Method::Send as usize;

/// How many arguments a method takes.
const fn takes(method: usize) -> usize {
    if method == SEND { 1 } else { 0 }
}

/// The form of a `DoCall` for one of the methods.
pub(super) fn form(func: FunctionPtr, passed: usize) -> Option<Handler> {
    let method = Method::of(func)? as usize;
    if passed != takes(method) {
        return None;
    }
    METHODS[method].store(std::ptr::from_ref(func).cast_mut(), Ordering::Relaxed);
    Some([GeneratorValid as Handler, GeneratorCurrent, GeneratorNext, GeneratorSend][method])
}

/// The generator of a call of `METHOD` that is ready for it; `None` if the call is another one, or takes the long way.
#[inline(always)]
unsafe fn ready<'a, const METHOD: usize>(fp: *mut Frame, window: *const Frame) -> Option<&'a GeneratorData> {
    // SAFETY: called by the forms with a prepared window, which keeps the object that a method is called on.
    unsafe {
        let odd = ((*fp).flags & flags::GENERATOR) | ((*window).flags & (flags::AUX | flags::OWNS_CLOSURE));
        if odd != 0 || !std::ptr::eq((*window).func, METHODS[METHOD].load(Ordering::Relaxed)) || (*window).this.is_null() {
            return None;
        }
        let this = &*(&raw const (*window).this).cast::<ManuallyDrop<Object>>();
        let generator = GeneratorData::of(this);
        generator.is_ready().then_some(generator)
    }
}
/// Whether somebody else has the object too.
#[inline(always)]
unsafe fn is_shared(window: *const Frame) -> bool {
    // SAFETY: as above.
    unsafe { (*window).flags & flags::OWNS_THIS == 0 || phant_memory::header::is_shared((*window).this.cast()) }
}
/// Gives back the header's count of a shared object.
#[inline(always)]
unsafe fn let_go_of_this(window: *const Frame) {
    // SAFETY: as above; a count above one stays above zero.
    unsafe {
        if (*window).flags & flags::OWNS_THIS != 0 {
            let this: *mut phant_memory::header::Header = (*window).this.cast();
            (*this).refcount -= 1;
        }
    }
}
/// A call that takes the long way.
#[inline(never)]
unsafe extern "C" fn elsewhere_tail<const METHOD: usize>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by a form with its own instruction.
    unsafe {
        let form = framed::for_any(const { takes(METHOD) });
        let window = slot(fp, (*pc).b).cast::<Frame>();
        if !std::ptr::eq((*window).func, METHODS[METHOD].load(Ordering::Relaxed)) {
            quick::quicken(pc, form);
        }
        form(pc, fp, vm)
    }
}
handler!(GeneratorValid of DoCall(pc, fp, vm) {
    let window = slot(fp, (*pc).b).cast::<Frame>();
    if ready::<VALID>(fp, window).is_some() && (*pc).a.is_some() && is_shared(window) {
        let_go_of_this(window);
        slot(fp, (*pc).a).write(Value::TRUE);
        next!(pc, fp, vm);
    }
    return elsewhere_tail::<VALID>(pc, fp, vm)
});
handler!(GeneratorCurrent of DoCall(pc, fp, vm) {
    let window = slot(fp, (*pc).b).cast::<Frame>();
    // The object stays if this was not its last count.
    if let Some(generator) = ready::<CURRENT>(fp, window)
        && (*pc).a.is_some()
        && is_shared(window)
    {
        let value = generator.plain_value();
        if !value.is_null() {
            let_go_of_this(window);
            slot(fp, (*pc).a).write((*value).clone());
            next!(pc, fp, vm);
        }
    }
    return elsewhere_tail::<CURRENT>(pc, fp, vm)
});
/// Enters the generator.
#[inline(never)]
unsafe fn enter<const METHOD: usize>(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> (*const Insn, *mut Frame) {
    // SAFETY: called by the forms with a prepared window, whose object is ready.
    unsafe {
        let window = slot(fp, (*pc).b).cast::<Frame>();
        let owned = (*window).flags & flags::OWNS_THIS != 0;
        (*fp).pc = pc;
        (*window).prev = fp;
        (*window).pc = std::ptr::null();
        let passed = const { takes(METHOD) };
        (&raw mut (*window).nargs).cast::<u64>().write(native::counts(passed, 0, passed));
        vm.frame.set(window);
        // The list of running generators keeps the object while the frame shows it.
        let this = ManuallyDrop::new(Object::from_raw((*window).this));
        let this = if owned { ManuallyDrop::into_inner(this) } else { Object::clone(&this) };
        let sent = if METHOD == SEND { (*window.cast::<Value>().add(HEADER_SLOTS as usize)).clone() } else { Value::NULL };
        generator::enter_from_call(vm, window, this, sent)
    }
}
/// Whether nothing has to be looked after first.
#[inline(always)]
unsafe fn is_settled(vm: &Vm) -> bool {
    // SAFETY: the word lives as long as the engine state.
    unsafe { (*vm.interrupt.get()).load(Ordering::Relaxed) & FINALIZE == 0 && !vm.ctx.has_exception() }
}
handler!(GeneratorNext of DoCall(pc, fp, vm) {
    if ready::<NEXT>(fp, slot(fp, (*pc).b).cast::<Frame>()).is_some() && is_settled(vm) {
        let (next, frame) = enter::<NEXT>(pc, fp, vm);
        crate::interpreter::dispatch::go!(next, frame, vm);
    }
    return elsewhere_tail::<NEXT>(pc, fp, vm)
});
handler!(GeneratorSend of DoCall(pc, fp, vm) {
    let window = slot(fp, (*pc).b).cast::<Frame>();
    let sent = window.cast::<Value>().add(HEADER_SLOTS as usize);
    if ready::<SEND>(fp, window).is_some() && is_settled(vm) && (*sent).raw_type() <= quick::LAST_VALUE && !(*sent).is_undef() {
        let (next, frame) = enter::<SEND>(pc, fp, vm);
        crate::interpreter::dispatch::go!(next, frame, vm);
    }
    return elsewhere_tail::<SEND>(pc, fp, vm)
});

/// Whether a call gives what the generator yields, and somebody wants that.
#[inline(always)]
unsafe fn wants_value(pc: *const Insn, window: *const Frame) -> bool {
    // SAFETY: called with a call that entered a generator.
    unsafe { (*pc).a.is_some() && (*window).nargs == 1 }
}
/// Ends a call with what its generator has yielded; the way on, or null if an exception is pending.
#[inline(always)]
pub(in crate::interpreter::ops) unsafe fn deliver_yielded(
    pc: *const Insn,
    fp: *mut Frame,
    vm: &Vm,
    value: Value,
    key: Option<Value>,
) -> *const Insn {
    // SAFETY: called with the frame that made the call, whose instruction `pc` is.
    unsafe {
        let window = slot(fp, (*pc).b).cast::<Frame>();
        let (given, generator) = generator::yielded_in_call(vm, value, key, wants_value(pc, window));
        finish(pc, fp, vm, given, generator)
    }
}
/// The same where the generator has given control back in another way.
#[inline(never)]
pub(in crate::interpreter::ops) unsafe fn back_in_call(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> *const Insn {
    // SAFETY: as above.
    unsafe {
        let window = slot(fp, (*pc).b).cast::<Frame>();
        vm.frame.set(window);
        let given = generator::back_in_call(vm, wants_value(pc, window));
        vm.frame.set(fp);
        match given {
            Ok(given) => finish(pc, fp, vm, given, ()),
            Err(_) => {
                generator::leave_call(window);
                std::ptr::null()
            }
        }
    }
}
/// The call is over: its arguments go, and then the generator, if nobody else has it.
#[inline(always)]
unsafe fn finish<T>(pc: *const Insn, fp: *mut Frame, vm: &Vm, given: Value, generator: T) -> *const Insn {
    // SAFETY: as above.
    unsafe {
        generator::leave_call(slot(fp, (*pc).b).cast::<Frame>());
        if (*pc).a.is_some() {
            slot(fp, (*pc).a).write(given);
        }
        drop(generator);
        if finalize::settled_at(pc, fp, vm) { pc.add(1) } else { std::ptr::null() }
    }
}
