//! `foreach`.
//!
//! An iteration takes two slots: what is walked, and where the walk is. Arrays walked by value are kept by a count of
//! their own, so that the body may change the variable; by reference the walk is registered with the array. Objects
//! are walked through [`crate::interpreter::iterator`].

use super::*;
use crate::interpreter::iterator;
use phant_memory::{Object, View, array::iterate as walk};
use phant_native::ObjectExt;
use std::mem::ManuallyDrop;

/// Jumps to the target in the extension word.
macro_rules! jump_ext {
    ($pc:ident, $fp:ident, $vm:ident) => {{
        let ext = $pc.add(1);
        crate::interpreter::dispatch::go!(ext.offset(wide(ext)), $fp, $vm)
    }};
}

/// What a reset found.
#[derive(PartialEq, Eq)]
enum Reset {
    Ready,
    Empty,
    Failed,
}

#[inline(never)]
unsafe fn reset(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> Reset {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = take(fp, (*pc).b, vm);
        if vm.ctx.has_exception() {
            return Reset::Failed;
        }
        match v.view() {
            View::Array(_) => {
                set(fp, (*pc).a, v);
                set(fp, (*pc).a.and(1), Value::word(0));
                Reset::Ready
            }
            View::Object(o) => {
                let o = o.clone();
                match iterator::start(vm, o, false) {
                    Ok(Some(iterator::Begun { it, state })) => {
                        set(fp, (*pc).a, it);
                        set(fp, (*pc).a.and(1), Value::word(state));
                        Reset::Ready
                    }
                    Ok(None) => Reset::Empty,
                    Err(_) => Reset::Failed,
                }
            }
            _ => {
                let text =
                    format!("foreach() argument must be of type array|object, {} given", phant_native::convert::value_name(&v));
                vm.ctx.report(phant_native::Level::Warning, text);
                if vm.ctx.has_exception() { Reset::Failed } else { Reset::Empty }
            }
        }
    }
}
op!(IterReset(pc, fp, vm) {
    let source = slot(fp, (*pc).b);
    if (*source).raw_type() == tag::ARRAY {
        let v = if is_temp(fp, (*pc).b) { source.read() } else { (*source).clone() };
        set(fp, (*pc).a, v);
        set(fp, (*pc).a.and(1), Value::word(0));
        next!(pc, fp, vm, ext);
    }
    return reset_tail(pc, fp, vm)
});
/// Walks over objects and references, and over what cannot be walked, as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn reset_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handler.
    unsafe {
        let source = slot(fp, (*pc).b);
        if !is_temp(fp, (*pc).b) && (*source).deref_lent().raw_type() == tag::ARRAY {
            set(fp, (*pc).a, (*source).deref_lent().clone());
            set(fp, (*pc).a.and(1), Value::word(0));
            next!(pc, fp, vm, ext);
        }
        match reset(pc, fp, vm) {
            Reset::Ready => next!(pc, fp, vm, ext),
            Reset::Empty => jump_ext!(pc, fp, vm),
            Reset::Failed => return crate::interpreter::exception::unwind(pc, fp, vm),
        }
    }
}
#[inline(never)]
unsafe fn reset_ref(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> Reset {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let source = slot(fp, (*pc).b);
        let mut v = if is_temp(fp, (*pc).b) { source.read() } else { (*source).clone() };
        if v.is_array() {
            v.make_ref();
            // Nobody else counts it here: it would be copied.
            let array = v.deref_mut().own_array_mut().expect("checked").make_mut();
            let handle = walk::register(array, 0);
            set(fp, (*pc).a, v);
            set(fp, (*pc).a.and(1), Value::word(u64::from(handle) + 1));
            return Reset::Ready;
        }
        match v.view() {
            View::Object(o) => {
                let o = o.clone();
                match iterator::start(vm, o, true) {
                    Ok(Some(iterator::Begun { it, state })) => {
                        set(fp, (*pc).a, it);
                        set(fp, (*pc).a.and(1), Value::word(state));
                        Reset::Ready
                    }
                    Ok(None) => Reset::Empty,
                    Err(_) => Reset::Failed,
                }
            }
            _ => {
                let text =
                    format!("foreach() argument must be of type array|object, {} given", phant_native::convert::value_name(&v));
                vm.ctx.report(phant_native::Level::Warning, text);
                if vm.ctx.has_exception() { Reset::Failed } else { Reset::Empty }
            }
        }
    }
}
op!(IterResetRef(pc, fp, vm) {
    match reset_ref(pc, fp, vm) {
        Reset::Ready => next!(pc, fp, vm, ext),
        Reset::Empty => jump_ext!(pc, fp, vm),
        Reset::Failed => return crate::interpreter::exception::unwind(pc, fp, vm),
    }
});

/// The outcome of a step.
#[derive(PartialEq, Eq)]
enum Step {
    Element,
    Done,
    Failed,
}
/// Goes on in the loop of `fp`, at its `IterNext` or `IterNextKey`, with what its generator yields; `null` if an exception is
/// pending.
#[inline]
pub(super) unsafe fn deliver_yielded(fp: *mut Frame, vm: &Vm, value: Value, key: Option<Value>) -> *const Insn {
    // SAFETY: called with the frame of the loop that entered the generator, which has noted its instruction.
    unsafe {
        vm.frame.set(fp);
        let pc = (*fp).pc;
        if (*pc).op == phant_bytecode::Op::DoCall as u16 {
            return super::native_forms::generator::deliver_yielded(pc, fp, vm, value, key);
        }
        let want_key = (*pc).op == phant_bytecode::Op::IterNextKey as u16;
        let seen = if (*pc.add(1)).a.is_some() { &*slot(fp, (*pc).b) } else { &Value::NULL };
        let (key, value, generator) = crate::interpreter::generator::yielded_in_loop(vm, value, key, want_key, seen);
        drop(generator);
        if let Some(k) = key {
            set(fp, (*pc).c, k);
        }
        let delivered = deliver(Noted::new(pc, fp, vm), fp, (*pc).b, (*pc.add(1)).a.is_some(), value);
        if delivered && crate::interpreter::finalize::settled_at(pc, fp, vm) { pc.add(2) } else { std::ptr::null() }
    }
}
/// Puts an element's value into its slot: a variable keeps references and drops its old value.
#[inline(always)]
unsafe fn deliver(noted: Noted<'_>, fp: *mut Frame, i: Operand, is_var: bool, v: Value) -> bool {
    // SAFETY: called with the instruction's own slots.
    unsafe {
        let to = slot(fp, i);
        if is_var && (*to).is_counted() {
            return assign(noted, to, v) && !noted.vm().ctx.has_exception();
        }
        to.write(v);
        true
    }
}
/// A walked object as [`iterator::step`] wants it, and where the walk is.
unsafe fn iteration(iter: *mut Value) -> (Value, u64) {
    // SAFETY: the two slots of an iteration.
    unsafe {
        let mut it = (*iter).clone();
        it.set_aux((*iter).aux());
        (it, (*iter.add(1)).payload())
    }
}
#[inline(never)]
unsafe fn next_slow(pc: *const Insn, fp: *mut Frame, vm: &Vm, key: bool) -> Step {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let is_var = (*pc.add(1)).a.is_some();
        let iter = slot(fp, (*pc).a);
        match (*iter).view() {
            View::Array(a) => {
                let pos = (*iter.add(1)).payload() as u32;
                let Some(at) = a.next_from(pos) else { return Step::Done };
                iter.add(1).write(Value::word(u64::from(at) + 1));
                let k = key.then(|| a.key_at(at).to_value());
                let v = a.value_at(at).unref();
                if let Some(k) = k {
                    set(fp, (*pc).c, k);
                }
                if deliver(Noted::new(pc, fp, vm), fp, (*pc).b, is_var, v) { Step::Element } else { Step::Failed }
            }
            View::Object(_) => {
                let (it, mut state) = iteration(iter);
                let first = state == iterator::FRESH;
                let step = iterator::step(vm, &it, &mut state, key, false);
                iter.add(1).write(Value::word(state));
                if first && step.is_err() {
                    iterator::failed_at_once(&mut *iter);
                }
                match step {
                    Ok(Some((k, v))) => {
                        if key {
                            set(fp, (*pc).c, k);
                        }
                        if deliver(Noted::new(pc, fp, vm), fp, (*pc).b, is_var, v.into_unref()) {
                            Step::Element
                        } else {
                            Step::Failed
                        }
                    }
                    Ok(None) => Step::Done,
                    Err(_) => Step::Failed,
                }
            }
            _ => Step::Done,
        }
    }
}
/// The same for an object whose class walks it natively.
#[inline(never)]
unsafe fn next_walked(pc: *const Insn, fp: *mut Frame, vm: &Vm, key: bool) -> Step {
    // SAFETY: called by `next_tail`; the iteration's slot keeps the object.
    unsafe {
        let vm = leave(pc, fp, vm);
        let iter = slot(fp, (*pc).a);
        let object = ManuallyDrop::new(Object::from_raw((*iter).payload() as *mut phant_memory::PhpObject));
        let Some(walk) = object.class().handlers.walk else { return Step::Done };
        let mut state = (*iter.add(1)).payload();
        let first = state == iterator::FRESH;
        let step = walk(&vm.ctx, &object, &mut state, false);
        iter.add(1).write(Value::word(state));
        if first && step.is_err() {
            iterator::failed_at_once(&mut *iter);
        }
        match step {
            Ok(Some((k, v))) => {
                if key {
                    set(fp, (*pc).c, k);
                }
                let v = if v.is_ref() { v.into_unref() } else { v };
                if deliver(Noted::new(pc, fp, vm), fp, (*pc).b, (*pc.add(1)).a.is_some(), v) {
                    Step::Element
                } else {
                    Step::Failed
                }
            }
            Ok(None) => Step::Done,
            Err(_) => Step::Failed,
        }
    }
}
macro_rules! iter_next {
    ($name:ident, $key:literal) => {
        op!($name(pc, fp, vm) {
            let iter = slot(fp, (*pc).a);
            // Into a variable that holds nothing whose last count it is.
            if (*iter).raw_type() == tag::ARRAY {
                let a = &*((*iter).payload() as *const phant_memory::PhpArray);
                let pos = (*iter.add(1)).payload() as u32;
                if pos >= a.slots() {
                    jump_ext!(pc, fp, vm);
                }
                let v = a.value_at(pos);
                let to = slot(fp, (*pc).b);
                if !v.is_undef() {
                    let v = v.deref_lent();
                    if (*pc.add(1)).a.is_some() && (*to).is_counted() {
                        let old = (*to).payload() as *mut phant_memory::header::Header;
                        if (*to).is_ref() || (*old).refcount == 1 || !phant_memory::header::is_shared(old) {
                            return next_tail::<$key>(pc, fp, vm);
                        }
                        (*old).refcount -= 1;
                    }
                    let v = v.clone();
                    if $key {
                        let k = a.key_at(pos).to_value();
                        set(fp, (*pc).c, k);
                    }
                    iter.add(1).write(Value::word(u64::from(pos) + 1));
                    to.write(v);
                    next!(pc, fp, vm, ext);
                }
            }
            return next_tail::<$key>(pc, fp, vm)
        });
    };
}
iter_next!(IterNext, false);
iter_next!(IterNextKey, true);
/// Variables whose old value is counted, holes, references and objects, as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn next_tail<const KEY: bool>(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handlers.
    unsafe {
        let iter = slot(fp, (*pc).a);
        if (*iter).raw_type() == tag::ARRAY {
            let a = &*((*iter).payload() as *const phant_memory::PhpArray);
            let pos = (*iter.add(1)).payload() as u32;
            let (v, to) = (a.value_at(pos), slot(fp, (*pc).b));
            let is_var = (*pc.add(1)).a.is_some();
            if !(v.is_undef() || is_var && (*to).is_ref()) {
                let v = if v.is_ref() { v.unref() } else { v.clone() };
                if KEY {
                    let k = a.key_at(pos).to_value();
                    set(fp, (*pc).c, k);
                }
                iter.add(1).write(Value::word(u64::from(pos) + 1));
                if !is_var {
                    // A temporary, in which nothing is.
                    to.write(v);
                    next!(pc, fp, vm, ext);
                }
                let old = std::ptr::replace(to, v);
                if !old.is_counted() || old.raw_type() == tag::STRING || phant_memory::header::is_shared(old.payload() as *mut _)
                {
                    drop(old);
                    next!(pc, fp, vm, ext);
                }
                leave(pc, fp, vm);
                drop(old);
                next_settled!(pc, fp, vm, ext);
            }
        }
        if is_walked(iter) {
            quick::quicken(pc, if KEY { NextWalkedKey } else { NextWalked });
            return if KEY { NextWalkedKey(pc, fp, vm) } else { NextWalked(pc, fp, vm) };
        }
        if (*iter).tag() == tag::OBJECT && (*iter.add(1)).payload() == iterator::STEPPED {
            match next_stored(pc, fp, vm, KEY) {
                Some(true) => next_settled!(pc, fp, vm, ext),
                Some(false) => return crate::interpreter::exception::unwind(pc, fp, vm),
                None => {}
            }
        } else if (*iter).tag() == tag::OBJECT && matches!((*iter.add(1)).payload(), 0 | iterator::GENERATOR) {
            let (entry, frame) = enter_generator(pc, fp, vm);
            if !entry.is_null() {
                crate::interpreter::dispatch::go!(entry, frame, vm);
            }
        }
        match next_slow(pc, fp, vm, KEY) {
            Step::Element => next_settled!(pc, fp, vm, ext),
            Step::Done => jump_ext!(pc, fp, vm),
            Step::Failed => return crate::interpreter::exception::unwind(pc, fp, vm),
        }
    }
}
/// The next property of a plain object, if it is there to be read: whether it could be given to the loop's variable.
#[inline(never)]
unsafe fn next_stored(pc: *const Insn, fp: *mut Frame, vm: &Vm, key: bool) -> Option<bool> {
    // SAFETY: called by `next_tail`; the iteration's slot keeps the object.
    unsafe {
        let object = ManuallyDrop::new(Object::from_raw((*slot(fp, (*pc).a)).payload() as *mut phant_memory::PhpObject));
        let (k, v) = iterator::next_stored(&object, key)?;
        let vm = leave(pc, fp, vm);
        if key {
            set(fp, (*pc).c, k);
        }
        Some(deliver(Noted::new(pc, fp, vm), fp, (*pc).b, (*pc.add(1)).a.is_some(), v))
    }
}
/// Whether an iteration is over an object whose class walks it natively.
#[inline(always)]
unsafe fn is_walked(iter: *const Value) -> bool {
    // SAFETY: the first slot of an iteration.
    unsafe { (*iter).tag() == tag::OBJECT && (*iter).aux() & iterator::NATIVE != 0 }
}
macro_rules! next_walked {
    ($name:ident of $general:ident, $key:literal) => {
        handler!($name of $general(pc, fp, vm) {
            if !is_walked(slot(fp, (*pc).a)) {
                return quick::again_tail(pc, fp, vm);
            }
            match next_walked(pc, fp, vm, $key) {
                Step::Element => next_settled!(pc, fp, vm, ext),
                Step::Done => jump_ext!(pc, fp, vm),
                Step::Failed => return crate::interpreter::exception::unwind(pc, fp, vm),
            }
        });
    };
}
next_walked!(NextWalked of IterNext, false);
next_walked!(NextWalkedKey of IterNextKey, true);
/// Goes on in the generator that is walked; nulls if it has to be resumed the long way, or is none.
#[inline(never)]
unsafe fn enter_generator(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> (*const Insn, *mut Frame) {
    // SAFETY: called by `next_tail`; the iteration's slot keeps the object.
    unsafe {
        let iter = slot(fp, (*pc).a);
        let object = ManuallyDrop::new(Object::from_raw((*iter).payload() as *mut phant_memory::PhpObject));
        leave(pc, fp, vm);
        if !crate::interpreter::finalize::settled(vm) || vm.ctx.has_exception() {
            return (std::ptr::null(), fp);
        }
        let first = (*iter.add(1)).payload() == 0;
        match crate::interpreter::generator::enter(vm, fp, &object, first) {
            Some(entered) => {
                iter.add(1).write(Value::word(iterator::GENERATOR));
                entered
            }
            None => (std::ptr::null(), fp),
        }
    }
}
/// The way on in a loop whose generator has given control back; null if an exception is pending.
#[inline(never)]
pub(super) unsafe fn back_in_loop(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> *const Insn {
    // SAFETY: called with the frame of the loop, at its `IterNext` or `IterNextKey`.
    unsafe {
        if (*pc).op == phant_bytecode::Op::DoCall as u16 {
            return super::native_forms::generator::back_in_call(pc, fp, vm);
        }
        vm.frame.set(fp);
        let key = (*pc).op == phant_bytecode::Op::IterNextKey as u16;
        let Ok(step) = crate::interpreter::generator::back_in_loop(vm, key) else { return std::ptr::null() };
        let Some((k, v)) = step else {
            let ext = pc.add(1);
            return ext.offset(wide(ext));
        };
        if key {
            set(fp, (*pc).c, k);
        }
        let delivered = deliver(Noted::new(pc, fp, vm), fp, (*pc).b, (*pc.add(1)).a.is_some(), v.into_unref());
        if delivered && crate::interpreter::finalize::settled_at(pc, fp, vm) { pc.add(2) } else { std::ptr::null() }
    }
}
#[inline(never)]
unsafe fn next_ref(pc: *const Insn, fp: *mut Frame, vm: &Vm, key: bool) -> Step {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let iter = slot(fp, (*pc).a);
        if (*iter).is_object() && !(*iter).is_ref() {
            let (it, mut state) = iteration(iter);
            let step = iterator::step(vm, &it, &mut state, key, true);
            iter.add(1).write(Value::word(state));
            return match step {
                Ok(Some((k, mut v))) => {
                    v.make_ref();
                    if key {
                        set(fp, (*pc).c, k);
                    }
                    bind(vm, fp, pc, v)
                }
                Ok(None) => Step::Done,
                Err(_) => Step::Failed,
            };
        }
        let handle = (*iter.add(1)).payload() as u32 - 1;
        if let Some(o) = (*iter).as_object().map(phant_memory::Held::into_owned) {
            // The variable holds an object by now, whose properties are walked from the first. Iterators are not begun.
            if phant_native::ObjectExt::is_instance_of(&o, vm.ctx.known_class("Traversable")) {
                return Step::Done;
            }
            let (it, state) = match iterator::start(vm, o, true) {
                Ok(Some(iterator::Begun { it, state })) => (it, state),
                Ok(None) => return Step::Done,
                Err(_) => return Step::Failed,
            };
            walk::unregister(handle);
            set(fp, (*pc).a.and(1), Value::word(state));
            let old = std::ptr::replace(slot(fp, (*pc).a), it);
            drop(old);
            return next_ref(pc, fp, vm, key);
        }
        let Some(array) = (*iter).deref_mut().own_array_mut() else {
            // The variable no longer holds an array.
            let text =
                format!("foreach() argument must be of type array|object, {} given", phant_native::convert::value_name(&*iter));
            vm.ctx.report(phant_native::Level::Warning, text);
            return if crate::interpreter::finalize::failed(vm) { Step::Failed } else { Step::Done };
        };
        let array = array.make_mut();
        let Some(at) = walk::advance(handle, array) else { return Step::Done };
        let k = key.then(|| array.key_at(at).to_value());
        let r = array.slot_at(at).make_ref();
        if let Some(k) = k {
            set(fp, (*pc).c, k);
        }
        bind(vm, fp, pc, Value::from(r))
    }
}
/// Binds the loop variable to an element's reference.
unsafe fn bind(vm: &Vm, fp: *mut Frame, pc: *const Insn, v: Value) -> Step {
    // SAFETY: called with the instruction's own slots.
    unsafe {
        let to = slot(fp, (*pc).b);
        if (*pc.add(1)).a.is_some() {
            let old = std::ptr::replace(to, v);
            match old.as_ref() {
                // The element before: no cycle goes through a scalar.
                Some(reference) if reference.refcount() > 1 && !old.deref_lent().is_counted() => {
                    (*(old.payload() as *mut phant_memory::header::Header)).refcount -= 1;
                    std::mem::forget(old);
                }
                _ => drop(old),
            }
        } else {
            to.write(v);
        }
        if crate::interpreter::finalize::failed(vm) { Step::Failed } else { Step::Element }
    }
}
/// Goes to the next element of an array that only the variable holds, if nothing ends by that but counts. False: nothing is done.
#[inline(always)]
unsafe fn next_own(pc: *const Insn, fp: *mut Frame) -> bool {
    // SAFETY: called by the handlers with their own instruction.
    unsafe {
        let (iter, to) = (slot(fp, (*pc).a), slot(fp, (*pc).b));
        if !(*iter).is_ref() || (*pc.add(1)).a.is_none() {
            return false;
        }
        let held = (*iter).deref_mut();
        let array = held.payload() as *mut phant_memory::PhpArray;
        if held.tag() != (tag::ARRAY | tag::COUNTED) || (*array).refcount() != 1 {
            return false;
        }
        // The element before: no cycle goes through a scalar.
        let before = if (*to).is_counted() { (*to).payload() as *mut phant_memory::header::Header } else { std::ptr::null_mut() };
        if !before.is_null() && (!(*to).is_ref() || (*before).refcount == 1 || (*to).deref_lent().is_counted()) {
            return false;
        }
        let handle = (*iter.add(1)).payload() as u32 - 1;
        let Some(at) = walk::advance(handle, &mut *array) else { return false };
        let element = (*array).slot_at(at).as_ptr();
        if !(*element).is_ref() {
            let aux = (*element).aux();
            let inner = element.read();
            element.write(Value::from(phant_memory::Reference::new(inner)).with_aux(aux));
        }
        if !before.is_null() {
            (*before).refcount -= 1;
        }
        to.write((*element).clone());
        true
    }
}
op!(IterNextRef(pc, fp, vm) {
    if next_own(pc, fp) {
        next!(pc, fp, vm, ext);
    }
    match next_ref(pc, fp, vm, false) {
        Step::Element => next_settled!(pc, fp, vm, ext),
        Step::Done => jump_ext!(pc, fp, vm),
        Step::Failed => return crate::interpreter::exception::unwind(pc, fp, vm),
    }
});
op!(IterNextRefKey(pc, fp, vm) {
    match next_ref(pc, fp, vm, true) {
        Step::Element => next_settled!(pc, fp, vm, ext),
        Step::Done => jump_ext!(pc, fp, vm),
        Step::Failed => return crate::interpreter::exception::unwind(pc, fp, vm),
    }
});
#[inline(never)]
unsafe fn iter_free(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        free_iteration(slot(fp, (*pc).a));
        !vm.ctx.has_exception()
    }
}
/// Ends an iteration; ending it twice is harmless.
pub(crate) unsafe fn free_iteration(iter: *mut Value) {
    // SAFETY: the two slots of an iteration.
    unsafe {
        if (*iter).is_undef() {
            return;
        }
        let v = std::ptr::replace(iter, Value::UNDEF);
        if v.is_ref() {
            let word = (*iter.add(1)).payload();
            if word != 0 {
                walk::unregister(word as u32 - 1);
            }
        }
        iterator::free(v);
    }
}
op!(IterFree(pc, fp, vm) {
    // An array that others hold too: its elements are theirs, so no cycle became garbage here.
    let iter = slot(fp, (*pc).a);
    if (*iter).raw_type() == tag::ARRAY {
        let header = (*iter).payload() as *mut phant_memory::header::Header;
        if !(*iter).is_counted() || (*header).refcount > 1 {
            if (*iter).is_counted() {
                (*header).refcount -= 1;
            }
            iter.write(Value::UNDEF);
            next!(pc, fp, vm);
        }
    }
    otherwise!(iter_free(pc, fp, vm), pc, fp, vm) });
