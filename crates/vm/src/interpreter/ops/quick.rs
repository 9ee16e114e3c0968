//! Quickening: forms of instructions that suit what they have met.
//!
//! An instruction that meets operands its handler only tries after others puts a form of itself in its place: a handler
//! that looks for just these operands first. A form that meets anything else puts the handler of the opcode back and
//! lets it do the work, so forms need no slow paths, and a place that sees many kinds of operands loses a store each
//! time. Only the handler's address in the instruction word changes; the opcode, and with it everything that reads
//! code, stays. With `match-dispatch`, which goes by the opcode, nothing is quickened.

use super::*;
use crate::{
    interpreter::dispatch::{HANDLERS, Handler},
    runtime::frame::{flags, init_header},
};
use phant_memory::Object;
use phant_native::{Function, function::function_flags};
use std::mem::ManuallyDrop;

/// Puts a form of the instruction in its place.
#[inline(always)]
pub(super) unsafe fn quicken(pc: *const Insn, form: Handler) {
    // SAFETY: the instruction being executed.
    #[cfg(not(feature = "match-dispatch"))]
    unsafe {
        (*pc).handler.set(form as usize as u64)
    }
    #[cfg(feature = "match-dispatch")]
    let _ = (pc, form);
}
/// Puts the opcode's own handler back and goes on with it.
///
/// # Safety
/// As every handler.
#[cold]
#[inline(never)]
pub(super) unsafe extern "C" fn again_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by a form with its own instruction.
    unsafe {
        quicken(pc, HANDLERS[(*pc).op as usize]);
        crate::interpreter::dispatch::go!(pc, fp, vm)
    }
}

macro_rules! floats {
    ($name:ident of $general:ident, $op:tt, |$pc:ident, $fp:ident| $x:expr, $y:expr) => {
        handler!($name of $general($pc, $fp, vm) {
            let (x, y) = (&*$x, &*$y);
            if x.tag() != tag::FLOAT || y.tag() != tag::FLOAT {
                return again_tail($pc, $fp, vm);
            }
            let r = float(x) $op float(y);
            set($fp, (*$pc).a, Value::float(r));
            next!($pc, $fp, vm)
        });
    };
}
floats!(AddFloats of AddVV, +, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
floats!(SubFloats of SubVV, -, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));
floats!(MulFloats of MulVV, *, |pc, fp| slot(fp, (*pc).b), slot(fp, (*pc).c));

/// The forms of `+`, `-` and `*`, by the operator's number.
pub(super) const FLOATS: [Handler; 3] = [AddFloats, SubFloats, MulFloats];

/// The last type that is a value; references and pointers follow.
pub(super) const LAST_VALUE: u32 = tag::RESOURCE & tag::TYPE;
// Plain assignments, by where the value is and whether the result is wanted too: that never changes, so no form gives its place back.
macro_rules! assign {
    ($name:ident, $keep:literal, |$from:ident| $odd:expr, $give:expr) => {
        handler!($name of AssignV(pc, fp, vm) {
            let ($from, to) = (slot(fp, (*pc).b), slot(fp, (*pc).a));
            if $odd || (*to).is_ref() {
                return variable::assign_v_tail(pc, fp, vm);
            }
            if (*to).is_counted() {
                let old = (*to).payload() as *mut phant_memory::header::Header;
                $give($from, to);
                if $keep {
                    let kept = (*to).clone();
                    set(fp, (*pc).c, kept);
                }
                let_go_of_old(pc, fp, vm, old);
                next_settled!(pc, fp, vm);
            }
            $give($from, to);
            if $keep {
                let kept = (*to).clone();
                set(fp, (*pc).c, kept);
            }
            next!(pc, fp, vm)
        });
    };
}
/// Puts a copy of a value where another one was, which has been looked after.
#[inline(always)]
unsafe fn copy_words(from: *const Value, to: *mut Value) {
    // SAFETY: the caller's live slots.
    unsafe {
        let v = (*from).clone();
        to.write(v);
    }
}
assign!(AssignTemp, false, |from| (*from).raw_type() > LAST_VALUE, move_words);
assign!(AssignVar, false, |from| (*from).is_undef() || (*from).raw_type() > LAST_VALUE, copy_words);
assign!(KeepTemp, true, |from| (*from).raw_type() > LAST_VALUE, move_words);
assign!(KeepVar, true, |from| (*from).is_undef() || (*from).raw_type() > LAST_VALUE, copy_words);
macro_rules! count_drop {
    ($name:ident, $checked:ident) => {
        handler!($name of IncDecDrop(pc, fp, vm) {
            let v = slot(fp, (*pc).a);
            if (*v).tag() == tag::INT
                && let Some(n) = int(&*v).$checked(1)
            {
                v.write(Value::int(n));
                next!(pc, fp, vm);
            }
            return variable::drop_tail(pc, fp, vm)
        });
    };
}
count_drop!(IncDrop, checked_add);
count_drop!(DecDrop, checked_sub);

macro_rules! by_name {
    ($name:ident of $general:ident, $quiet:literal) => {
        handler!($name of $general(pc, fp, vm) {
            let (container, key) = (slot(fp, (*pc).b), slot(fp, (*pc).c));
            if (*container).raw_type() != tag::ARRAY || (*key).raw_type() != tag::STRING {
                return again_tail(pc, fp, vm);
            }
            let v = array::same_element(container, key);
            if !v.is_null() && is_free(fp, (*pc).c) && let_go(fp, (*pc).b) {
                let v = (*v).clone();
                set(fp, (*pc).a, v);
                next!(pc, fp, vm);
            }
            return array::fetch_named_tail::<false, $quiet>(pc, fp, vm)
        });
    };
}
by_name!(FetchDimByName of FetchDimVV, false);
by_name!(FetchDimByNameQuiet of FetchDimQuietVV, true);
// The same where keys are often equal and seldom the very strings.
macro_rules! by_word {
    ($name:ident of $general:ident, $quiet:literal) => {
        handler!($name of $general(pc, fp, vm) {
            if (*slot(fp, (*pc).b)).raw_type() != tag::ARRAY || (*slot(fp, (*pc).c)).raw_type() != tag::STRING {
                return again_tail(pc, fp, vm);
            }
            return array::fetch_named_tail::<false, $quiet>(pc, fp, vm)
        });
    };
}
by_word!(FetchDimByWord of FetchDimVV, false);
by_word!(FetchDimByWordQuiet of FetchDimQuietVV, true);

/// The class of an object that is known to be there.
#[inline(always)]
pub(super) unsafe fn class_word(object: *mut phant_memory::PhpObject) -> u64 {
    // SAFETY: the caller's live object.
    unsafe { ManuallyDrop::new(Object::from_raw(object)).class_ptr() as u64 }
}
// Methods of the class in the cache that are not static and take no references.
handler!(InitMethodOfThis of InitMethod(pc, fp, vm) {
    let words = words::<rows::InitMethod>(pc, fp);
    let object = (*fp).this;
    if object.is_null() || (*words).class != class_word(object) {
        return again_tail(pc, fp, vm);
    }
    let window = slot(fp, (*pc).a).cast::<Frame>();
    let class = (*words).class;
    crate::runtime::frame::init_header(window, &*((*words).function as *const Function));
    (*window).this = object;
    (*window).called = class as *const phant_native::Class;
    next!(pc, fp, vm, ext)
});
handler!(InitMethodOfVar of InitMethod(pc, fp, vm) {
    let words = words::<rows::InitMethod>(pc, fp);
    let object = object_in(slot(fp, (*pc).b));
    let class = (*words).class;
    if object.is_null() || class != class_word(object) {
        return again_tail(pc, fp, vm);
    }
    (*object.cast::<phant_memory::header::Header>()).refcount += 1;
    let window = slot(fp, (*pc).a).cast::<Frame>();
    let function = &*((*words).function as *const Function);
    crate::runtime::frame::init_bound(window, function, object, class as *const phant_native::Class, flags::OWNS_THIS);
    next!(pc, fp, vm, ext)
});
/// The form that suits a plain method just found.
pub(super) unsafe fn method_form(pc: *const Insn, fp: *mut Frame, vm: &Vm, method: &Function) {
    // SAFETY: called with the instruction being executed.
    unsafe {
        let getter = getters::suits(pc, vm, method);
        match (*pc).b {
            Operand::NONE => quicken(pc, if getter { getters::GetterOfThis } else { InitMethodOfThis }),
            b if !is_temp(fp, b) => quicken(pc, if getter { getters::GetterOfVar } else { InitMethodOfVar }),
            _ if getter => quicken(pc, getters::GetterOfTemp),
            _ => {}
        }
    }
}

/// The slot of the class in the cache, if it is the object's class.
#[inline(always)]
pub(super) unsafe fn cached_slot(words: *const PropertyCache, object: *mut phant_memory::PhpObject) -> *const Value {
    // SAFETY: cache words were written for objects of that class.
    unsafe {
        if (*words).class != class_word(object) {
            return std::ptr::null();
        }
        ManuallyDrop::new(Object::from_raw(object)).slot_ptr((*words).slot as u16)
    }
}
macro_rules! fetch_slot {
    ($name:ident, |$pc:ident, $fp:ident| $object:expr) => {
        handler!($name of FetchProp($pc, $fp, vm) {
            let object: *mut phant_memory::PhpObject = $object;
            if object.is_null() {
                return again_tail($pc, $fp, vm);
            }
            let place = cached_slot(words::<rows::FetchProp>($pc, $fp), object);
            if place.is_null() || (*place).is_undef() || (*place).is_ref() {
                return again_tail($pc, $fp, vm);
            }
            let v = (*place).clone();
            set($fp, (*$pc).a, v);
            next!($pc, $fp, vm, ext)
        });
    };
}
/// The object in a value; null if there is none.
#[inline(always)]
pub(super) unsafe fn object_in(v: *const Value) -> *mut phant_memory::PhpObject {
    // SAFETY: a live slot.
    unsafe { if (*v).tag() == tag::OBJECT { (*v).payload() as *mut phant_memory::PhpObject } else { std::ptr::null_mut() } }
}
fetch_slot!(FetchPropOfThis, |pc, fp| (*fp).this);
fetch_slot!(FetchPropOfVar, |pc, fp| object_in(slot(fp, (*pc).b)));
/// The form that suits a property just found in its slot.
pub(super) unsafe fn property_form(pc: *const Insn, fp: *mut Frame) {
    // SAFETY: called with the instruction being executed.
    unsafe {
        match (*pc).b {
            Operand::NONE => quicken(pc, items::property_form(pc, fp, true)),
            b if !is_temp(fp, b) => quicken(pc, items::property_form(pc, fp, false)),
            _ => {}
        }
    }
}

macro_rules! class_constant {
    ($name:ident, |$pc:ident, $fp:ident| $class:expr) => {
        handler!($name of LoadClass($pc, $fp, vm) {
            let fetch = $pc.add(2);
            let words = words::<rows::FetchClassConst>(fetch, $fp);
            let class: u64 = $class;
            if class == 0 || (*words).class != class {
                return again_tail($pc, $fp, vm);
            }
            let v = misc::cached_constant(&raw const (*words).value);
            set($fp, (*fetch).a, v);
            next!(fetch, $fp, vm, ext)
        });
    };
}
// A class and its constant in one step, where the constant's instruction has met it.
class_constant!(NamedClassConst, |pc, fp| named_class(pc, fp));
class_constant!(OwnClassConst, |_pc, fp| own_class(fp));

macro_rules! static_call {
    ($name:ident, |$pc:ident, $fp:ident| $class:expr) => {
        handler!($name of LoadClass($pc, $fp, vm) {
            let call = $pc.add(2);
            let words = words::<rows::InitStaticCall>(call, $fp);
            let class: u64 = $class;
            let func = (*words).function as *const Function;
            if class == 0 || (*words).class != class || !(*func).is_static() {
                return again_tail($pc, $fp, vm);
            }
            let passed_on = (*$fp).called;
            let called = if (*call.add(1)).b.is_none() || (*$fp).this.is_null() && passed_on as u64 == class {
                class as *const phant_native::Class
            } else if (*words).object_class == passed_on as u64 && !passed_on.is_null() {
                passed_on
            } else {
                return again_tail($pc, $fp, vm);
            };
            let window = slot($fp, (*call).a).cast::<Frame>();
            init_header(window, &*func);
            (*window).called = called;
            next!(call, $fp, vm, ext)
        });
    };
}
// A class and a call of its static method in one step, where the call has been made.
static_call!(NamedStaticCall, |pc, fp| named_class(pc, fp));
static_call!(OwnStaticCall, |_pc, fp| own_class(fp));

/// The form of a test that suits what follows it: of three, for anything, for `JmpZ` and for `JmpNz` of its result.
pub(super) unsafe fn by_branch(test: *const Insn, forms: [Handler; 3]) -> Handler {
    use phant_bytecode::Op;
    // SAFETY: called with a test of one word, which is never the last instruction.
    unsafe {
        let next = test.add(1);
        let takes_it = (*next).a == (*test).a;
        forms[if takes_it && (*next).op == Op::JmpZ as u16 {
            1
        } else if takes_it && (*next).op == Op::JmpNz as u16 {
            2
        } else {
            0
        }]
    }
}
macro_rules! instance_of {
    ($name:ident, $then:ident, |$pc:ident, $fp:ident| $class:expr) => {
        handler!($name of LoadClass($pc, $fp, vm) {
            let test = $pc.add(2);
            let class = ($class) as *const phant_native::Class;
            let is = if class.is_null() { None } else { misc::is_instance($fp, (*test).b, class) };
            let Some(is) = is else { return again_tail($pc, $fp, vm) };
            branch_truth!($then, (*test).a, test.add(1), $fp, vm, is)
        });
    };
}
// A class and a test against it in one step, where the test has been made.
instance_of!(NamedInstanceOf, Value, |pc, fp| named_class(pc, fp));
instance_of!(NamedInstanceOfJmpZ, JmpZ, |pc, fp| named_class(pc, fp));
instance_of!(NamedInstanceOfJmpNz, JmpNz, |pc, fp| named_class(pc, fp));
instance_of!(OwnInstanceOf, Value, |_pc, fp| own_class(fp));
instance_of!(OwnInstanceOfJmpZ, JmpZ, |_pc, fp| own_class(fp));
instance_of!(OwnInstanceOfJmpNz, JmpNz, |_pc, fp| own_class(fp));

// A test against a class that was not there, where none was declared since.
macro_rules! absent_instance_of {
    ($name:ident, $then:ident) => {
        handler!($name of LoadClass(pc, fp, vm) {
            let words = words::<rows::LoadClass>(pc, fp);
            let test = pc.add(2);
            let absent = (*words).class == 0 && (*words).missed == misc::declared(vm);
            if !absent || (*slot(fp, (*test).b)).is_undef() || !let_go(fp, (*test).b) {
                return again_tail(pc, fp, vm);
            }
            branch_truth!($then, (*test).a, test.add(1), fp, vm, false)
        });
    };
}
absent_instance_of!(AbsentInstanceOf, Value);
absent_instance_of!(AbsentInstanceOfJmpZ, JmpZ);
absent_instance_of!(AbsentInstanceOfJmpNz, JmpNz);
/// Puts the form for a class that is not there in the place of its `LoadClass`, if that is for an `instanceof`.
pub(super) unsafe fn absent_form(pc: *const Insn) {
    // SAFETY: called with a `LoadClass`, which is never the last instruction and takes two words.
    unsafe {
        let test = pc.add(2);
        if (*test).op == phant_bytecode::Op::InstanceOf as u16 && (*test).c == (*pc).a {
            quicken(pc, by_branch(test, [AbsentInstanceOf, AbsentInstanceOfJmpZ, AbsentInstanceOfJmpNz]));
        }
    }
}

/// The class that a `LoadClass` by name has found; 0 if it has not.
#[inline(always)]
unsafe fn named_class(pc: *const Insn, fp: *mut Frame) -> u64 {
    // SAFETY: called by forms of `LoadClass` with their own instruction.
    unsafe { (*words::<rows::LoadClass>(pc, fp)).class }
}
/// The class of the function that runs; 0 if it has none.
#[inline(always)]
unsafe fn own_class(fp: *mut Frame) -> u64 {
    // SAFETY: called with a live frame.
    unsafe { (*(*fp).func).class.map_or(0, |c| std::ptr::from_ref(c) as u64) }
}
/// Puts forms for a class constant in the place of the `LoadClass` before it.
pub(super) unsafe fn class_constant_form(pc: *const Insn) {
    // SAFETY: called with a fetch of a class constant, which is never the first instruction.
    unsafe { load_form(pc, (*pc).b, NamedClassConst, OwnClassConst) }
}
/// Puts forms for a static call in the place of the `LoadClass` before it.
pub(super) unsafe fn static_call_form(pc: *const Insn) {
    // SAFETY: called with the beginning of a static call, which is never the first instruction.
    unsafe { load_form(pc, (*pc).b, NamedStaticCall, OwnStaticCall) }
}
/// Puts forms for an `instanceof` in the place of the `LoadClass` before it.
pub(super) unsafe fn instance_of_form(pc: *const Insn) {
    // SAFETY: called with an `InstanceOf`, which is never the first instruction.
    unsafe {
        let named = by_branch(pc, [NamedInstanceOf, NamedInstanceOfJmpZ, NamedInstanceOfJmpNz]);
        let own = by_branch(pc, [OwnInstanceOf, OwnInstanceOfJmpZ, OwnInstanceOfJmpNz]);
        load_form(pc, (*pc).c, named, own)
    }
}
/// Puts a form in the place of the `LoadClass` before an instruction, if that is by name or `self` and loads `operand` of this
/// instruction.
unsafe fn load_form(pc: *const Insn, operand: Operand, named: Handler, own: Handler) {
    // SAFETY: called with an instruction that has another before it; `LoadClass` takes two words.
    unsafe {
        let load = pc.sub(2);
        if (*load).op == phant_bytecode::Op::LoadClass as u16 && (*load).a == operand {
            match (*load).c.number() & 3 {
                0 => quicken(load, named),
                1 => quicken(load, own),
                _ => {}
            }
        }
    }
}

// Native functions that take values by value.
handler!(DoCallNative of DoCall(pc, fp, vm) {
    let func = (*slot(fp, (*pc).b).cast::<Frame>()).func;
    if (*func).flags & function_flags::PLAIN == 0 {
        return again_tail(pc, fp, vm);
    }
    return native::plain_tail(pc, fp, vm)
});
