//! The beginning of a function: parameters are received and checked.

use super::*;
use crate::runtime::frame::flags;
use phant_bytecode::code_flags;
use phant_memory::{Array, Object};
use phant_native::FunctionPtr;

#[cold]
#[inline(never)]
unsafe fn missing_argument(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let func: FunctionPtr = &*(*fp).func;
        let code = func.code().expect("compiled");
        let passed = (*fp).nargs;
        let word =
            if code.required as usize == code.params.iter().filter(|p| !p.variadic).count() { "exactly" } else { "at least" };
        let name = func.display_name();
        let caller = crate::runtime::frame::user_frame((*fp).prev);
        let from_code = !caller.is_null() && ((*fp).flags & flags::TOP == 0 || (*fp).prev == caller);
        let place = if from_code && (*fp).flags & flags::INVOKED == 0 {
            let (file, line) = crate::runtime::trace::frame_location(caller);
            format!(", {passed} passed in {file} on line {line} and {word} {} expected", code.required)
        } else {
            format!(", {passed} passed and {word} {} expected", code.required)
        };
        vm.ctx.throw("ArgumentCountError", format!("Too few arguments to function {name}(){place}"));
    }
}
/// The words of a check that remembers a class.
#[inline(always)]
unsafe fn class_words(fp: *mut Frame, check: u16) -> *mut TypeCache {
    // SAFETY: the caller's instruction names its own words only.
    unsafe { (*fp).cache.add(usize::from(check & 0x7fff)).cast() }
}
/// Whether a value needs no closer look at its type: see `quick_check` of the compiler's builder.
#[inline(always)]
pub(super) unsafe fn quick_type(fp: *mut Frame, v: *const Value, quick: u16) -> bool {
    // SAFETY: a live slot, and a cache word of the frame's code.
    unsafe {
        let v = &*v;
        if quick & 0x8000 == 0 {
            return u32::from(quick) & v.type_bit() != 0;
        }
        v.tag() == tag::OBJECT && (*class_words(fp, quick)).class == object_class(v) as u64
    }
}
/// The class of `$this`, which is there.
#[inline(always)]
pub(super) unsafe fn class_of_this(fp: *mut Frame) -> *const phant_native::Class {
    // SAFETY: the frame keeps its object alive.
    unsafe { std::mem::ManuallyDrop::new(Object::from_raw((*fp).this)).class_ptr().cast() }
}
/// The class of an object in a value.
#[inline(always)]
pub(super) unsafe fn object_class(v: &Value) -> *const phant_native::Class {
    // SAFETY: the caller saw the tag.
    unsafe { std::mem::ManuallyDrop::new(Object::from_raw(v.payload() as *mut phant_memory::PhpObject)).class_ptr().cast() }
}
/// Checks (and converts) a parameter's value; the slot keeps the result.
#[inline(never)]
unsafe fn check_param(pc: *const Insn, fp: *mut Frame, vm: &Vm, i: Operand, type_index: u16, quick: u16) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let func: FunctionPtr = &*(*fp).func;
        let code = func.code().expect("compiled");
        let ty = &code.types[type_index as usize];
        let v = slot(fp, i);
        let inner = (*v).deref_lent();
        let object = inner.tag() == tag::OBJECT;
        if object && crate::runtime::object::types::names_class(vm, &*object_class(inner), ty, func.class) {
            if quick & 0x8000 != 0 && (*v).tag() == tag::OBJECT {
                remember_class(fp, vm, ty, &*v, quick);
            }
            return true;
        }
        let vm = leave(pc, fp, vm);
        let ok = check_type(vm, fp, v, ty, usize::from(i.variable()), func);
        if ok && object && quick & 0x8000 != 0 && (*v).tag() == tag::OBJECT {
            remember_class(fp, vm, ty, &*v, quick);
        }
        ok
    }
}
/// An object was found to be of a type: the next one of its class needs no look. A callable object is none of its class.
pub(super) unsafe fn remember_class(fp: *mut Frame, vm: &Vm, ty: &phant_bytecode::TypeDecl, v: &Value, quick: u16) {
    // SAFETY: a cache word of the frame's code, an object in the value; classes live as long as the request.
    unsafe {
        if ty.mask.contains(phant_bytecode::TypeMask::CALLABLE) || ty.mask.intersects(phant_bytecode::TypeMask::STRING) {
            return;
        }
        let (words, class) = (class_words(fp, quick), object_class(v));
        (*words).class = class as u64;
        if let [group] = ty.groups()
            && let [name] = &*group.0
            && let Some(named) = vm.classes.borrow().get(name.lower.as_bytes()).copied()
            && (*class).is_subclass_or_same(named)
        {
            (*words).named = std::ptr::from_ref(named) as u64;
        }
    }
}
/// Whether a value's type, or the class that the cache has for it, tells that it is of the declared type.
#[inline(always)]
pub(super) unsafe fn fits_soon(fp: *mut Frame, v: *const Value, type_index: u16, quick: u16) -> bool {
    // SAFETY: as for `quick_type`; the class in the words lives as long as the request.
    unsafe {
        let v = &*v;
        if quick & 0x8000 != 0 && v.tag() == tag::OBJECT {
            let (words, class) = (class_words(fp, quick), object_class(v));
            let named = (*words).named as *const phant_native::Class;
            if !named.is_null() && (*class).is_subclass_or_same(&*named) {
                (*words).class = class as u64;
                return true;
            }
        }
        let ty = &(*(*fp).func).code().expect("compiled").types[type_index as usize];
        ty.mask.intersects(phant_bytecode::TypeMask::of_tag(v.raw_type_behind()))
    }
}
/// The check as the rest of `Recv` and `CheckParam`.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn recv_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handlers.
    unsafe {
        let i = (*pc).a;
        if (*pc).op == phant_bytecode::Op::Recv as u16 && u32::from(i.variable()) >= (*fp).nargs {
            missing_argument(pc, fp, vm);
            return crate::interpreter::exception::unwind(pc, fp, vm);
        }
        if (*pc).b.is_none() || fits_soon(fp, slot(fp, i), (*pc).b.number() - 1, (*pc).c.number()) {
            next!(pc, fp, vm);
        }
        return check_param_tail(pc, fp, vm);
    }
}
/// What takes a conversion, or a search for the class that the type names.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn check_param_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by `recv_tail` with its own instruction.
    unsafe {
        if !check_param(pc, fp, vm, (*pc).a, (*pc).b.number() - 1, (*pc).c.number()) {
            return crate::interpreter::exception::unwind(pc, fp, vm);
        }
        next!(pc, fp, vm)
    }
}
unsafe fn check_type(
    vm: &Vm,
    fp: *mut Frame,
    v: *mut Value,
    ty: &phant_bytecode::TypeDecl,
    index: usize,
    func: FunctionPtr,
) -> bool {
    // SAFETY: called by `check_param` and for variadic elements.
    unsafe {
        // The caller's mode decides; calls from native code are weak.
        let strict = caller_is_strict(fp);
        match crate::runtime::object::types::coerce_referenced(vm, &*v, ty, func.class, strict) {
            Ok(new) => {
                let target = (*v).deref_mut();
                let old = std::ptr::replace(target, new);
                drop(old);
                !vm.ctx.has_exception()
            }
            Err(value) => {
                if vm.ctx.has_exception() {
                    return false;
                }
                let name = func.param_name(index).unwrap_or_default();
                let given = phant_native::convert::value_name(&value);
                let caller = (*fp).prev;
                let place = if !caller.is_null() && (*fp).flags & flags::INVOKED == 0 && (*(*caller).func).code().is_some() {
                    let (file, line) = crate::runtime::trace::frame_location(caller);
                    format!(", called in {file} on line {line}")
                } else {
                    String::new()
                };
                // What a variadic parameter collects has no name.
                let fixed = func.code().is_some_and(|c| c.params.get(index).is_some_and(|p| !p.variadic));
                let name = if fixed { format!(" (${name})") } else { String::new() };
                // The name of an anonymous class hides that of its method.
                let anonymous = func.class.filter(|c| c.short_name().len() < c.name.len());
                let function = anonymous.map(|c| String::from_utf8_lossy(c.short_name()).into_owned());
                let text = format!(
                    "{}(): Argument #{}{name} must be of type {}, {given} given{place}",
                    function.unwrap_or_else(|| func.display_name().to_string()),
                    index + 1,
                    crate::runtime::class::signature::runtime_type_text(ty, func.class, crate::runtime::frame::called_of(fp))
                );
                vm.ctx.type_error(text);
                false
            }
        }
    }
}
unsafe fn caller_is_strict(fp: *mut Frame) -> bool {
    // SAFETY: a live frame.
    unsafe {
        let caller = (*fp).prev;
        !caller.is_null()
            && (*fp).flags & flags::INVOKED == 0
            && (*(*caller).func).code().is_some_and(|c| c.flags & code_flags::STRICT_TYPES != 0)
    }
}
op!(Recv(pc, fp, vm) {
    let i = (*pc).a;
    if u32::from(i.variable()) < (*fp).nargs && quick_type(fp, slot(fp, i), (*pc).c.number()) {
        next!(pc, fp, vm);
    }
    return recv_tail(pc, fp, vm)
});
op!(CheckParam(pc, fp, vm) {
    if quick_type(fp, slot(fp, (*pc).a), (*pc).c.number()) {
        next!(pc, fp, vm);
    }
    return recv_tail(pc, fp, vm)
});
#[inline(never)]
unsafe fn default_param(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let func: FunctionPtr = &*(*fp).func;
        let code = func.code().expect("compiled");
        let expr = &code.const_exprs[(*pc).b.count()];
        let v = if expr.code.is_none() {
            expr.value.clone()
        } else {
            let vm = leave(pc, fp, vm);
            match crate::runtime::constant::evaluate_called(vm, expr, func.class, crate::runtime::frame::called_of(fp)) {
                Ok(v) => v,
                Err(_) => return false,
            }
        };
        slot(fp, (*pc).a).write(v);
        if func.takes_ref(usize::from((*pc).a.variable())) {
            (*slot(fp, (*pc).a)).make_ref();
        }
        true
    }
}
op!(RecvInit(pc, fp, vm) {
    if u32::from((*pc).a.variable()) < (*fp).nargs {
        next!(pc, fp, vm);
    }
    if (*pc).c.is_some() {
        move_words((*fp).literals.add((*pc).c.count() - 1), slot(fp, (*pc).a));
        // A default that fits the type needs no check behind it.
        crate::interpreter::dispatch::go!(pc.add(1 + (*pc).b.count()), fp, vm);
    }
    return default_tail(pc, fp, vm)
});
/// The default as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn default_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handler.
    unsafe { next_if!(default_param(pc, fp, vm), pc, fp, vm) }
}
#[inline(never)]
unsafe fn variadic(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let mut rest = Array::new();
        let func: FunctionPtr = &*(*fp).func;
        let index = usize::from((*pc).a.variable());
        if (*fp).flags & flags::AUX != 0 {
            let aux = (*fp).aux;
            for (n, v) in (*aux).extra_args.iter().enumerate() {
                let mut v = v.clone();
                if (*pc).b.is_some() {
                    let ty = &func.code().expect("compiled").types[(*pc).b.count() - 1];
                    if !ty.mask.intersects(phant_bytecode::TypeMask::of_tag(v.raw_type_behind()))
                        && !check_type(vm, fp, &mut v, ty, index + n, func)
                    {
                        return false;
                    }
                }
                let _ = rest.push(v);
            }
            // Traces go on showing them.
            if let Some(named) = (*aux).named.clone() {
                for (k, v) in named.iter() {
                    let mut v = v.clone();
                    if (*pc).b.is_some() {
                        let ty = &func.code().expect("compiled").types[(*pc).b.count() - 1];
                        if !check_type(vm, fp, &mut v, ty, index, func) {
                            return false;
                        }
                    }
                    rest.make_mut().set(k.to_key(), v);
                }
            }
        }
        slot(fp, (*pc).a).write(Value::from(rest));
        true
    }
}
/// Checks the elements of a rest parameter that was filled when the function was entered.
#[inline(never)]
unsafe fn check_rest(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler; the slot holds an array that nobody else has yet.
    unsafe {
        let func: FunctionPtr = &*(*fp).func;
        let ty = &func.code().expect("compiled").types[(*pc).b.count() - 1];
        let fits = |v: &Value| ty.mask.intersects(phant_bytecode::TypeMask::of_tag(v.raw_type_behind()));
        let place = slot(fp, (*pc).a);
        if (*place).as_array().is_some_and(|rest| rest.values().all(fits)) {
            return true;
        }
        let vm = leave(pc, fp, vm);
        let index = usize::from((*pc).a.variable());
        let len = (*place).as_array().map_or(0, |rest| rest.len());
        for n in 0..len {
            let Some(mut v) = (*place).own_array().and_then(|rest| rest.get_int(n as i64)).cloned() else { continue };
            if fits(&v) {
                continue;
            }
            if !check_type(vm, fp, &mut v, ty, index + n, func) {
                return false;
            }
            if let Some(rest) = (*place).deref_mut().own_array_mut() {
                rest.make_mut().set_int(n as i64, v);
            }
        }
        true
    }
}
op!(RecvVariadic(pc, fp, vm) {
    if (*slot(fp, (*pc).a)).raw_type() == tag::ARRAY {
        if (*pc).b.is_none() {
            next!(pc, fp, vm);
        }
        otherwise!(check_rest(pc, fp, vm), pc, fp, vm);
    }
    otherwise!(variadic(pc, fp, vm), pc, fp, vm) });
