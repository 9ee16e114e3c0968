//! Calls, first step: finding the function, method or constructor, and filling the header of its window.

use super::*;
use crate::{
    interpreter::call::{self, release_header},
    runtime::{
        closure,
        frame::{flags, init_bound, init_header},
        object::create,
        own_functions,
    },
};
use phant_bytecode::cache::{NamedFunctionCache, StaticCallCache};
use phant_memory::{Array, Held, Object, Str, View};
use phant_native::{
    ClassPtr, Function, FunctionPtr, ObjectExt,
    class::class_flags,
    descriptor::{ByRef, modifiers},
    function::function_flags,
};

/// Arguments that cannot be references, given to parameters that are references.
#[cold]
#[inline(never)]
unsafe fn check_value_args(vm: &Vm, func: FunctionPtr, values: u16, invoked: bool) -> bool {
    let refused = (0..16).find(|&i| values >> i & 1 != 0 && func.by_ref_mode(i) == ByRef::Yes);
    if let Some(i) = refused {
        super::arguments::refuse_value(vm, func, i, invoked);
    }
    refused.is_none()
}
/// Whether some of these arguments, which are values, may be wanted as references.
#[inline(always)]
fn wants_refs(func: &Function, values: Operand) -> bool {
    func.by_ref & u32::from(values.number()) != 0
}

// Functions by name.

#[cold]
#[inline(never)]
unsafe fn resolve_call(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> *const Function {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let name = |literal: Operand| (*lit(fp, literal)).own_str().expect("a name");
        let found = vm.function_named(name((*pc).b)).or_else(|| vm.function_named(name((*pc).c)));
        match found {
            Some(f) => {
                (*words::<rows::InitCall>(pc, fp)).function = std::ptr::from_ref(f) as u64;
                f
            }
            None => {
                vm.ctx.throw_error(format!("Call to undefined function {}()", name((*pc).b)));
                std::ptr::null()
            }
        }
    }
}
op!(InitCall(pc, fp, vm) {
    let ext = pc.add(1);
    let func = (*words::<rows::InitCall>(pc, fp)).function as *const Function;
    if func.is_null() || wants_refs(&*func, (*ext).b) {
        return init_call_tail(pc, fp, vm);
    }
    init_header(slot(fp, (*pc).a).cast(), &*func);
    next!(pc, fp, vm, ext)
});
// A name in a namespace that is a native function's, unless the namespace has one.
op!(JmpNative(pc, fp, vm) {
    if (*words::<rows::JmpNative>(pc, fp)).function != 0 {
        let ext = pc.add(1);
        crate::interpreter::dispatch::go!(ext.offset(wide(ext)), fp, vm);
    }
    return first_look_tail(pc, fp, vm)
});
/// The first look, as the rest of `JmpNative`.
///
/// # Safety
/// As every handler.
#[cold]
#[inline(never)]
unsafe extern "C" fn first_look_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by `JmpNative` with its own instruction.
    unsafe {
        let name = |literal: Operand| (*lit(fp, literal)).own_str().expect("a name");
        if vm.function_named(name((*pc).b)).is_none()
            && let Some(native) = vm.function_named(name((*pc).c)).filter(|found| found.descriptor().is_some())
        {
            (*words::<rows::JmpNative>(pc, fp)).function = std::ptr::from_ref(native) as u64;
            let ext = pc.add(1);
            crate::interpreter::dispatch::go!(ext.offset(wide(ext)), fp, vm);
        }
        next!(pc, fp, vm, ext)
    }
}
/// The first call at a place, and calls whose arguments may not suit by-reference parameters.
///
/// # Safety
/// As every handler.
#[cold]
#[inline(never)]
unsafe extern "C" fn init_call_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by `InitCall` with its own instruction.
    unsafe {
        let ext = pc.add(1);
        let mut func = (*words::<rows::InitCall>(pc, fp)).function as *const Function;
        if func.is_null() {
            func = resolve_call(pc, fp, vm);
        }
        if func.is_null() {
            return crate::interpreter::exception::unwind(pc, fp, vm);
        }
        init_header(slot(fp, (*pc).a).cast(), &*func);
        if wants_refs(&*func, (*ext).b) && !check_value_args(leave(pc, fp, vm), &*func, (*ext).b.number(), false) {
            return crate::interpreter::exception::unwind(pc, fp, vm);
        }
        next!(pc, fp, vm, ext)
    }
}
#[inline(never)]
unsafe fn init_dyn(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = take(fp, (*pc).b, vm);
        if vm.ctx.has_exception() {
            return false;
        }
        let window = slot(fp, (*pc).a).cast::<Frame>();
        if let Some(name) = literal_name(&v)
            && let Some(func) = vm.lookup_function(&name)
        {
            let words = words::<rows::InitCallDyn>(pc, fp);
            (*words).name = name.as_ptr() as u64;
            (*words).function = std::ptr::from_ref(func) as u64;
        }
        init_callable(vm, window, &v)
    }
}
/// Fills a window's header for a callable value.
pub(crate) unsafe fn init_callable(vm: &Vm, window: *mut Frame, v: &Value) -> bool {
    // SAFETY: called with a window's slots.
    unsafe {
        if let Some((func, object)) = plain_method(vm, v) {
            let called = object.class_ptr().cast();
            init_bound(window, func, object.into_raw(), called, flags::OWNS_THIS);
            return true;
        }
        match v.view() {
            View::Str(s) if !s.as_bytes().windows(2).any(|w| w == b"::") => match vm.function_named(&s) {
                Some(f) => {
                    init_header(window, f);
                    true
                }
                None => {
                    let s = Str::new(s.strip_prefix(b"\\").unwrap_or(&s));
                    vm.ctx.throw_error(format!("Call to undefined function {s}()"));
                    false
                }
            },
            View::Str(_) | View::Array(_) | View::Object(_) => match crate::runtime::callable::resolve_for_call(vm, v) {
                Ok(c) => {
                    note_plain_method(vm, v, &c);
                    fill_callable(vm, window, c);
                    true
                }
                Err(_) => false,
            },
            _ => {
                vm.ctx.throw_error(format!("Value of type {} is not callable", phant_native::convert::type_name(v)));
                false
            }
        }
    }
}
/// What a callable value calls that is an object with a public `__invoke`, or an object and the name of a plain method that was
/// found before.
fn plain_method(vm: &Vm, v: &Value) -> Option<(FunctionPtr, Object)> {
    match v.view() {
        View::Object(o) => {
            let func = o.class().magic.invoke.filter(|f| {
                f.modifiers & modifiers::PUBLIC != 0 && !f.is_static() && f.code().is_some() && !closure::is_closure(&o)
            })?;
            Some((func, o.clone()))
        }
        View::Array(a) if a.len() == 2 => {
            let (target, name) = (a.get_int(0)?.deref(), a.get_int(1)?.deref());
            let (object, name) = (target.as_object()?, name.as_str()?);
            let func = vm.members.method(object.class_ptr().cast(), &name)?;
            (func.by_ref == 0).then(|| (func, object.clone()))
        }
        _ => None,
    }
}
/// Notes the method of a callable of an object and a name, if it is a plain one of a class that looks after nothing itself.
fn note_plain_method(vm: &Vm, v: &Value, c: &phant_native::Callable) {
    let (View::Array(a), Some(this)) = (v.view(), &c.this) else { return };
    let Some(name) = a.get_int(1).and_then(|name| name.deref().as_str().map(Held::into_owned)) else { return };
    let handlers = this.class().handlers;
    let plain = !c.function.is_static() && c.function.by_ref == 0;
    let itself = handlers.forward_calls.is_none() && handlers.before_call.is_none() && !closure::is_closure(this);
    if plain && itself && c.magic_name.is_none() && c.closure.is_none() {
        vm.members.note_method(this.class(), &name, c.function);
    }
}
/// Makes a window the owner of the trampoline that was made for it. The function of a closure is the closure's.
unsafe fn own_trampoline(window: *mut Frame, func: FunctionPtr, o: &phant_memory::Object) {
    // SAFETY: called with an initialised header.
    unsafe {
        if func.flags & function_flags::TRAMPOLINE != 0
            && !crate::runtime::closure::function(o).is_some_and(|f| std::ptr::eq(f, func))
        {
            (*window).flags |= flags::TRAMPOLINE;
        }
    }
}
/// Fills a window's header from a resolved callable.
pub(crate) unsafe fn fill_callable(vm: &Vm, window: *mut Frame, c: phant_native::Callable) {
    // SAFETY: called with a window's slots.
    unsafe {
        let func = match &c.magic_name {
            Some(name) => crate::runtime::callable::trampoline(vm, c.function, name),
            None => c.function,
        };
        init_header(window, func);
        if c.magic_name.is_some() {
            (*window).flags |= flags::TRAMPOLINE;
        }
        (*window).called = c.called_class.map_or(std::ptr::null(), std::ptr::from_ref);
        if let Some(o) = c.this
            && (!func.is_static() || c.magic_name.is_some())
        {
            (*window).this = o.into_raw();
            (*window).flags |= flags::OWNS_THIS;
        }
        if let Some(o) = c.closure {
            (*window).closure = o.into_raw();
            (*window).flags |= flags::OWNS_CLOSURE | if c.through_invoke { flags::INVOKED } else { 0 };
        }
    }
}
op!(InitCallDyn(pc, fp, vm) {
    let b = (*pc).b;
    let callee = slot(fp, b);
    let window = slot(fp, (*pc).a).cast::<Frame>();
    if (*callee).tag() == tag::OBJECT {
        let object = (*callee).payload() as *mut phant_memory::PhpObject;
        let func = closure::plain_function(object);
        if func.is_null() {
            otherwise_go!(pc, fp, vm, {
                let object = (*slot(fp, (*pc).b)).payload() as *mut phant_memory::PhpObject;
                if closure::init_window(slot(fp, (*pc).a).cast(), object) {
                    // A temporary hands its count over.
                    if !is_temp(fp, (*pc).b) {
                        (*object.cast::<phant_memory::header::Header>()).refcount += 1;
                    }
                    next!(pc, fp, vm);
                }
                next_if!(init_dyn(pc, fp, vm), pc, fp, vm)
            });
        }
        if !is_temp(fp, b) {
            (*object.cast::<phant_memory::header::Header>()).refcount += 1;
        }
        // The window may begin where the object's value was.
        init_bound(window, &*func, std::ptr::null_mut(), std::ptr::null(), flags::OWNS_CLOSURE);
        (*window).closure = object;
        next!(pc, fp, vm);
    }
    let words = words::<rows::InitCallDyn>(pc, fp);
    if (*callee).tag() == tag::STRING && (*callee).payload() == (*words).name {
        init_header(window, &*((*words).function as *const Function));
        next!(pc, fp, vm);
    }
    otherwise!(init_dyn(pc, fp, vm), pc, fp, vm) });
#[inline(never)]
unsafe fn init_user(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = take(fp, (*pc).b, vm);
        if let Some(name) = literal_name(&v)
            && let Some(func) = vm.lookup_function(&name)
        {
            let (name, function) = (name.as_ptr() as u64, std::ptr::from_ref(func) as u64);
            *words::<rows::InitUserCall>(pc, fp) = NamedFunctionCache { name, function };
        }
        match crate::runtime::callable::resolve(vm, &v, true) {
            Ok(c) => {
                fill_callable(vm, slot(fp, (*pc).a).cast::<Frame>(), c);
                true
            }
            Err(reason) => {
                let name = (*lit(fp, (*pc).c)).as_str().map(Held::into_owned).unwrap_or_default();
                vm.ctx.type_error(format!("{name}(): Argument #1 ($callback) must be a valid callback, {reason}"));
                false
            }
        }
    }
}
op!(InitUserCall(pc, fp, vm) {
    let callee = slot(fp, (*pc).b);
    let words = words::<rows::InitUserCall>(pc, fp);
    if (*callee).tag() == tag::STRING && (*callee).payload() == (*words).name {
        init_header(slot(fp, (*pc).a).cast(), &*((*words).function as *const Function));
        next!(pc, fp, vm, ext);
    }
    if (*callee).tag() == tag::OBJECT {
        let object = (*callee).payload() as *mut phant_memory::PhpObject;
        let func = closure::plain_function(object);
        if !func.is_null() {
            if !is_temp(fp, (*pc).b) {
                (*object.cast::<phant_memory::header::Header>()).refcount += 1;
            }
            let window = slot(fp, (*pc).a).cast::<Frame>();
            init_bound(window, &*func, std::ptr::null_mut(), std::ptr::null(), flags::OWNS_CLOSURE);
            (*window).closure = object;
            next!(pc, fp, vm, ext);
        }
    }
    otherwise!(init_user(pc, fp, vm), pc, fp, vm, ext)
});
/// A name that is a literal, which nothing replaces: its address stands for it.
fn literal_name(v: &Value) -> Option<Str> {
    if v.is_counted() || v.is_ref() {
        return None;
    }
    v.as_str().map(Held::into_owned)
}
/// A value given to a by-reference parameter by `call_user_func`: reported, and the call goes on with a copy.
unsafe fn value_for_ref(vm: &Vm, window: *mut Frame, i: usize, v: &mut Value) {
    // SAFETY: a prepared window.
    let (func, invoked) = unsafe { (&*(*window).func, (*window).flags & flags::INVOKED != 0) };
    if !func.takes_ref(i) || v.is_ref() {
        return;
    }
    if func.by_ref_mode(i) == ByRef::Yes {
        call::warn_value_for_ref(vm, func, i, invoked);
    }
    v.make_ref();
}
#[inline(never)]
unsafe fn send_user(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler; the argument is in its slot of the window.
    unsafe {
        let vm = leave(pc, fp, vm);
        value_for_ref(vm, slot(fp, (*pc).a).cast(), (*pc).b.count(), &mut *slot(fp, (*pc).c));
        !vm.ctx.has_exception()
    }
}
op!(SendUser(pc, fp, vm) {
    let func = &*(*slot(fp, (*pc).a).cast::<Frame>()).func;
    if func.flags & (function_flags::ANY_BY_REF | function_flags::REST_BY_REF) == 0 {
        next!(pc, fp, vm);
    }
    otherwise!(send_user(pc, fp, vm), pc, fp, vm)
});
#[inline(never)]
unsafe fn send_user_array(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let window = slot(fp, (*pc).c).cast::<Frame>();
        let func: FunctionPtr = &*(*window).func;
        let source = take(fp, (*pc).b, vm);
        let Some(source) = source.as_array().map(Held::into_owned) else {
            let given = phant_native::convert::value_name(&source);
            let text = format!("call_user_func_array(): Argument #2 ($args) must be of type array, {given} given");
            vm.ctx.type_error(text);
            return false;
        };
        let references = function_flags::ANY_BY_REF | function_flags::REST_BY_REF;
        if func.flags & references == 0 && source.is_list() {
            drop(std::ptr::replace(slot(fp, (*pc).a), Value::from(source)));
            return true;
        }
        let mut args = Array::with_capacity(source.len());
        let mut named = false;
        for (k, v) in source.iter() {
            let mut v = v.clone();
            match k {
                phant_memory::KeyRef::Str(name) => {
                    named = true;
                    if !call::accepts_name(func, name) {
                        vm.ctx.throw_error(format!("Unknown named parameter ${}", Str::new(name)));
                        return false;
                    }
                    // What is collected counts as the first that is.
                    let i = call::param_index(func, name).unwrap_or_else(|| func.named_params());
                    value_for_ref(vm, window, i, &mut v);
                    args.make_mut().set(k.to_key(), v);
                }
                phant_memory::KeyRef::Int(_) if named => {
                    vm.ctx.throw_error("Cannot use positional argument after named argument");
                }
                phant_memory::KeyRef::Int(_) => {
                    value_for_ref(vm, window, args.len(), &mut v);
                    if args.push(v).is_err() {
                        break;
                    }
                }
            }
            if vm.ctx.has_exception() {
                return false;
            }
        }
        drop(std::ptr::replace(slot(fp, (*pc).a), Value::from(args)));
        true
    }
}
op!(SendUserArray(pc, fp, vm) { next_if!(send_user_array(pc, fp, vm), pc, fp, vm) });

// Methods.

#[cold]
#[inline(never)]
unsafe fn init_method_slow(pc: *const Insn, fp: *mut Frame, vm: &Vm, dynamic: bool) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let (b, c) = ((*pc).b, (*pc).c);
        let name = if dynamic { take(fp, c, vm) } else { (*lit(fp, c)).clone() };
        let Some(name) = name.as_str().map(Held::into_owned) else {
            if b.is_some() {
                consume(fp, b);
            }
            if !vm.ctx.has_exception() {
                vm.ctx.throw_error("Method name must be a string");
            }
            return false;
        };
        let object = if b.is_none() {
            if (*fp).this.is_null() {
                vm.ctx.throw_error("Using $this when not in object context");
                return false;
            }
            variable::this_value((*fp).this)
        } else {
            take(fp, b, vm)
        };
        if vm.ctx.has_exception() {
            return false;
        }
        let Some(o) = object.as_object().map(Held::into_owned) else {
            let text = format!("Call to a member function {name}() on {}", phant_native::convert::value_name(&object));
            vm.ctx.throw_error(text);
            return false;
        };
        drop(object);
        if let Some(before_call) = o.class().handlers.before_call
            && before_call(&vm.ctx, &o).is_err()
        {
            return false;
        }
        // Some native classes pass on what they do not have. What one has, it has in all its objects.
        let (o, itself) = if o.class().handlers.forward_calls.is_some() {
            let receiver = crate::runtime::callable::receiver(&o, &name);
            let itself = receiver.same(&o);
            (receiver, itself)
        } else {
            (o, true)
        };
        let scope = crate::runtime::frame::scope_of(fp);
        let Ok(func) = crate::runtime::callable::find_method(vm, &o, &name, scope) else { return false };
        let window = slot(fp, (*pc).a).cast::<Frame>();
        let hooks = o.class().handlers;
        let is_magic = func.flags & function_flags::TRAMPOLINE != 0;
        // Its `__invoke` is a closure's own function; what the class Closure has, each has.
        let is_own = closure::is_closure(&o)
            && (func.class().is_none_or(|class| !std::ptr::eq(class, o.class()))
                || closure::function(&o).is_some_and(|own| std::ptr::eq(own, func)));
        if !dynamic
            && func.flags & function_flags::CLOSURE_INVOKE == 0
            && (!is_magic || crate::runtime::callable::keep_trampoline(vm, func))
            && itself
            && hooks.before_call.is_none()
            && !is_own
        {
            // The fast path is for methods that are neither static nor magic nor given values for references; the class of
            // others is marked.
            let is_usual = !is_magic && !func.is_static();
            let plain = is_usual && !wants_refs(func, (*pc.add(1)).b);
            if plain {
                quick::method_form(pc, fp, vm, func);
            }
            if is_usual {
                vm.members.note_method(o.class(), &name, func);
            }
            let words = words::<rows::InitMethod>(pc, fp);
            (*words).class = o.class_ptr() as u64 | u64::from(!plain);
            (*words).function = std::ptr::from_ref(func) as u64;
        }
        if dynamic
            && func.name == name
            && !func.is_static()
            && func.flags & (function_flags::TRAMPOLINE | function_flags::CLOSURE_INVOKE) == 0
            && itself
            && hooks.before_call.is_none()
            && !crate::runtime::closure::is_closure(&o)
        {
            let words = words::<rows::InitMethodDyn>(pc, fp);
            (*words).class = o.class_ptr() as u64;
            (*words).function = std::ptr::from_ref(func) as u64;
            vm.members.note_named_method(o.class(), name.as_bytes(), scope, func);
        }
        let invoked = closure::invokes(&o, func).then(|| o.clone());
        if !fill_method(pc, fp, vm, func, o, dynamic) {
            return false;
        }
        if let Some(closure) = invoked {
            closure::set_invoked(window, closure, func);
        }
        true
    }
}
/// Fills the window's header for a method of an object, and checks what is known about its arguments.
unsafe fn fill_method(pc: *const Insn, fp: *mut Frame, vm: &Vm, func: FunctionPtr, o: Object, dynamic: bool) -> bool {
    // SAFETY: called with the instruction being executed.
    unsafe {
        let window = slot(fp, (*pc).a).cast::<Frame>();
        let invoked = closure::function(&o).is_some_and(|own| std::ptr::eq(own, func));
        init_header(window, func);
        own_trampoline(window, func, &o);
        (*window).called = o.class_ptr().cast();
        if func.takes_object() || func.flags & function_flags::TRAMPOLINE != 0 {
            (*window).this = o.into_raw();
            (*window).flags |= flags::OWNS_THIS;
        }
        let ext = pc.add(1);
        if !dynamic && wants_refs(func, (*ext).b) && !check_value_args(vm, func, (*ext).b.number(), invoked) {
            release_header(window);
            return false;
        }
        true
    }
}
op!(InitMethod(pc, fp, vm) {
    let b = (*pc).b;
    let object = if b.is_none() {
        (*fp).this
    } else {
        let v = (*slot(fp, b)).deref_lent();
        if v.tag() == tag::OBJECT { v.payload() as *mut phant_memory::PhpObject } else { std::ptr::null_mut() }
    };
    if !object.is_null() {
        let class = std::mem::ManuallyDrop::new(Object::from_raw(object)).class_ptr();
        let words = words::<rows::InitMethod>(pc, fp);
        if (*words).class == class as u64 {
            let func = &*((*words).function as *const Function);
            let window = slot(fp, (*pc).a).cast::<Frame>();
            let mut owned = 0;
            if b.is_some() {
                // A temporary hands its count over; a variable's object is counted for the call.
                if !is_temp(fp, b) {
                    (*object.cast::<phant_memory::header::Header>()).refcount += 1;
                } else if (*slot(fp, b)).is_ref() {
                    return init_method_tail(pc, fp, vm);
                }
                owned = flags::OWNS_THIS;
            }
            init_bound(window, func, object, class.cast(), owned);
            next!(pc, fp, vm, ext);
        }
    }
    return init_method_tail(pc, fp, vm)
});
/// Methods of other classes than the last time, and everything that is no plain method, as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn init_method_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by its handler.
    unsafe {
        if init_method_of_many(pc, fp, vm) {
            next!(pc, fp, vm, ext);
        }
        next_if!(init_known_method(pc, fp, vm), pc, fp, vm, ext)
    }
}
/// A plain method that was found before, for an object of another class than the one in the inline cache.
#[inline(never)]
unsafe fn init_method_of_many(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by `init_method_tail`.
    unsafe {
        let b = (*pc).b;
        let object = property::raw_object(fp, b);
        if object.is_null() || b.is_some() && is_temp(fp, b) && (*slot(fp, b)).is_ref() {
            return false;
        }
        let class = std::mem::ManuallyDrop::new(Object::from_raw(object)).class_ptr();
        let Some(name) = (*lit(fp, (*pc).c)).own_str() else { return false };
        let Some(func) = vm.members.method(class.cast(), name).filter(|func| !wants_refs(func, (*pc.add(1)).b)) else {
            return false;
        };
        let words = words::<rows::InitMethod>(pc, fp);
        // The first time, what suits the instruction is looked for.
        if (*words).class == 0 {
            return false;
        }
        (*words).class = class as u64;
        (*words).function = std::ptr::from_ref(func) as u64;
        let mut owned = 0;
        if b.is_some() {
            // A temporary hands its count over; a variable's object is counted for the call.
            if !is_temp(fp, b) {
                (*object.cast::<phant_memory::header::Header>()).refcount += 1;
            }
            owned = flags::OWNS_THIS;
        }
        let window = slot(fp, (*pc).a).cast::<Frame>();
        init_bound(window, func, object, class.cast(), owned);
        true
    }
}
/// Static methods and those that take references, where the cache knows them; else everything.
#[inline(never)]
unsafe fn init_known_method(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by `init_method_tail`.
    unsafe {
        let b = (*pc).b;
        let this = if b.is_none() {
            crate::runtime::frame::this_of(fp)
        } else {
            (*slot(fp, b)).deref_lent().as_object().map(Held::into_owned)
        };
        let words = words::<rows::InitMethod>(pc, fp);
        match this {
            Some(o) if (*words).class == o.class_ptr() as u64 | 1 => {
                let vm = leave(pc, fp, vm);
                if b.is_some() {
                    consume(fp, b);
                }
                let func: FunctionPtr = &*((*words).function as *const Function);
                if func.flags & function_flags::TRAMPOLINE != 0 {
                    // The window gives it back.
                    own_functions::hold(func);
                }
                fill_method(pc, fp, vm, func, o, false)
            }
            _ => init_method_slow(pc, fp, vm, false),
        }
    }
}
/// `$object->$name()` of an object in a variable, if the cache knows the method.
#[inline(never)]
unsafe fn init_method_by_name(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by the handler with its own instruction.
    unsafe {
        let (b, c) = ((*pc).b, (*pc).c);
        let object = property::raw_object(fp, b);
        if object.is_null() || b.is_some() && is_temp(fp, b) {
            return false;
        }
        let class = std::mem::ManuallyDrop::new(Object::from_raw(object)).class_ptr();
        let Some(name) = (*slot(fp, c)).own_str().map(|given| given.as_bytes()) else { return false };
        let words = words::<rows::InitMethodDyn>(pc, fp);
        let mut func = if (*words).class == class as u64 { ((*words).function as *const Function).as_ref() } else { None };
        if func.is_none_or(|f| f.name.as_bytes() != name) {
            func = vm.members.named_method(class.cast(), name, crate::runtime::frame::scope_of(fp));
        }
        let Some(func) = func else { return false };
        consume(fp, c);
        (*object.cast::<phant_memory::header::Header>()).refcount += 1;
        let window = slot(fp, (*pc).a).cast::<Frame>();
        init_bound(window, func, object, class.cast(), flags::OWNS_THIS);
        true
    }
}
op!(InitMethodDyn(pc, fp, vm) {
    if init_method_by_name(pc, fp, vm) {
        next!(pc, fp, vm, ext);
    }
    otherwise!(init_method_slow(pc, fp, vm, true), pc, fp, vm, ext)
});

/// A class pointer that `LoadClass` left in a slot.
#[inline(always)]
pub(crate) unsafe fn class_at(fp: *mut Frame, i: Operand) -> Option<ClassPtr> {
    // SAFETY: the slot holds a word written by `LoadClass` or `ClassNameOf`; classes live as long as the request.
    unsafe {
        let p = (*slot(fp, i)).payload() as *const phant_native::Class;
        if p.is_null() { None } else { Some(&*p) }
    }
}
/// The class in `b` and the name of its member in `c`; none after an exception.
///
/// # Safety
/// For handlers.
pub(super) unsafe fn class_and_member(pc: *const Insn, fp: *mut Frame, vm: &Vm, dynamic: bool) -> (ClassPtr, Value) {
    // SAFETY: by contract.
    unsafe {
        let class = class_at(fp, (*pc).b).expect("a class");
        let name = if dynamic { take(fp, (*pc).c, vm) } else { (*lit(fp, (*pc).c)).clone() };
        (class, name)
    }
}

/// Whether what this code calls of a class through `__callStatic` once never goes through `__call`: there is no object of the class.
unsafe fn always_magic(fp: *mut Frame, class: ClassPtr, scope: Option<ClassPtr>) -> bool {
    // SAFETY: a live frame of compiled code.
    let Some(code) = (unsafe { (*(*fp).func).code() }) else { return false };
    // A closure may be bound to any object, but then it is in a class.
    let closure = code.flags & phant_bytecode::code_flags::CLOSURE != 0;
    scope.is_none_or(|scope| !closure && !scope.is_subclass_or_same(class) && !class.is_subclass_or_same(scope))
}
#[inline(never)]
unsafe fn init_static(pc: *const Insn, fp: *mut Frame, vm: &Vm, dynamic: bool) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let (class, name) = class_and_member(pc, fp, vm, dynamic);
        if vm.ctx.has_exception() {
            return false;
        }
        let Some(name) = name.as_str().map(Held::into_owned) else {
            vm.ctx.throw_error("Method name must be a string");
            return false;
        };
        // `parent::$x::get()` is the parent's property hook.
        let scope = crate::runtime::frame::scope_of(fp);
        let this = crate::runtime::frame::this_of(fp);
        let kind = if dynamic { 0 } else { (*pc.add(1)).b.number() };
        let find =
            if dynamic { crate::runtime::callable::find_named_static } else { crate::runtime::callable::find_static_method };
        let Ok(func) = find(vm, class, &name, scope, this.as_ref()) else { return false };
        let window = slot(fp, (*pc).a).cast::<Frame>();
        let called = crate::runtime::frame::called_of(fp);
        init_header(window, func);
        if func.flags & function_flags::TRAMPOLINE != 0 {
            (*window).flags |= flags::TRAMPOLINE;
        }
        if !dynamic && wants_refs(func, (*pc.add(1)).c) && !check_value_args(vm, func, (*pc.add(1)).c.number(), false) {
            return false;
        }
        if func.is_abstract() && func.flags & function_flags::TRAMPOLINE == 0 {
            vm.ctx.throw_error(format!("Cannot call abstract method {}()", func.display_name()));
            return false;
        }
        let passing = if func.flags & function_flags::TRAMPOLINE != 0 {
            !always_magic(fp, class, scope) || !crate::runtime::callable::keep_trampoline(vm, func)
        } else {
            crate::runtime::callable::is_trait_method(func)
        };
        let words = if dynamic || passing { None } else { Some(words::<rows::InitStaticCall>(pc, fp)) };
        if let (Some(words), true) = (words, func.is_static()) {
            (*words).class = std::ptr::from_ref(class) as u64;
            (*words).function = std::ptr::from_ref(func) as u64;
        }
        if func.is_static() {
            // `self::`, `parent::` and `static::` pass the called class on.
            let called = called.filter(|c| kind != 0 && c.is_subclass_or_same(class));
            if let Some(words) = words {
                // The class that is passed on.
                (*words).object_class = called.map_or(0, |c| std::ptr::from_ref(c) as u64);
                quick::static_call_form(pc);
            }
            (*window).called = std::ptr::from_ref(called.unwrap_or(class));
            return true;
        }
        match this {
            Some(o)
                if o.is_instance_of(func.class.unwrap_or(class))
                    || func.flags & function_flags::TRAMPOLINE != 0 && o.is_instance_of(class) =>
            {
                if let Some(words) = words {
                    let object_class = o.class_ptr() as u64;
                    let (class, function) = (std::ptr::from_ref(class) as u64, std::ptr::from_ref(func) as u64);
                    *words = StaticCallCache { class, function, object_class };
                }
                (*window).called = o.class_ptr().cast();
                (*window).this = o.into_raw();
                (*window).flags |= flags::OWNS_THIS;
                true
            }
            _ => {
                if func.flags & function_flags::TRAMPOLINE != 0 {
                    (*window).called = std::ptr::from_ref(class);
                    return true;
                }
                if func.is_abstract() {
                    vm.ctx.throw_error(format!("Cannot call abstract method {}()", func.display_name()));
                } else {
                    vm.ctx.throw_error(format!("Non-static method {}() cannot be called statically", func.display_name()));
                }
                false
            }
        }
    }
}
op!(InitStaticCall(pc, fp, vm) {
    let ext = pc.add(1);
    let words = words::<rows::InitStaticCall>(pc, fp);
    let class = (*slot(fp, (*pc).b)).payload();
    if (*words).class == class && class != 0 {
        let func = &*((*words).function as *const Function);
        let window = slot(fp, (*pc).a).cast::<Frame>();
        let this = (*fp).this;
        if func.is_static() {
            // `self::`, `parent::` and `static::` pass the called class on.
            if (*ext).b.is_none() || this.is_null() && (*fp).called as u64 == class {
                init_header(window, func);
                (*window).called = class as *const phant_native::Class;
                next!(pc, fp, vm, ext);
            }
            let called = (*fp).called;
            if (*words).object_class == called as u64 && !called.is_null() {
                init_header(window, func);
                (*window).called = called;
                next!(pc, fp, vm, ext);
            }
        } else if !this.is_null() {
            let object_class = std::mem::ManuallyDrop::new(Object::from_raw(this)).class_ptr();
            if (*words).object_class == object_class as u64 {
                // The running frame keeps the object alive.
                init_header(window, func);
                (*window).called = object_class.cast();
                (*window).this = this;
                next!(pc, fp, vm, ext);
            }
        }
    }
    otherwise!(init_static(pc, fp, vm, false), pc, fp, vm, ext) });
op!(InitStaticCallDyn(pc, fp, vm) { next_if!(init_static(pc, fp, vm, true), pc, fp, vm) });

/// What `InitNew` leads to.
enum New {
    Construct,
    Skip,
    Failed,
}
#[inline(never)]
unsafe fn init_new(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> New {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let class = class_at(fp, (*pc).b).expect("a class");
        let Ok(object) = create::allocate(vm, class) else { return New::Failed };
        if create::is_plain(class) {
            class.set_flag(class_flags::PLAIN_NEW);
        }
        let window = slot(fp, (*pc).a).cast::<Frame>();
        let nargs = (*pc.add(1)).b;
        let scope = crate::runtime::frame::scope_of(fp);
        let Some(constructor) = class.magic.construct else {
            if class.is_native() && class.is_named("Generator") {
                let text = "The \"Generator\" class is reserved for internal use and cannot be manually instantiated";
                vm.ctx.throw_error(text);
                return New::Failed;
            }
            set(fp, (*pc).c, Value::from(object));
            if nargs.is_none() {
                return New::Skip;
            }
            init_header(window, vm.pass_function());
            return New::Construct;
        };
        if constructor.modifiers & modifiers::PUBLIC == 0 && !crate::runtime::callable::accessible(constructor, scope) {
            let word = if constructor.modifiers & modifiers::PRIVATE != 0 { "private" } else { "protected" };
            let from = match scope {
                Some(s) => format!("scope {}", s.name),
                None => "global scope".to_owned(),
            };
            let text = if class.is_native() && class.is_named("Closure") {
                "Instantiation of class Closure is not allowed".to_owned()
            } else {
                format!("Call to {word} {}::__construct() from {from}", constructor.class.unwrap_or(class).name)
            };
            vm.ctx.throw_error(text);
            object.set_flag(phant_memory::object::DESTRUCTED, true);
            drop(object);
            return New::Failed;
        }
        init_header(window, constructor);
        (*window).called = std::ptr::from_ref(class);
        (*window).this = object.clone().into_raw();
        (*window).flags |= flags::OWNS_THIS | flags::CONSTRUCTOR;
        set(fp, (*pc).c, Value::from(object));
        New::Construct
    }
}
op!(InitNew(pc, fp, vm) {
    let ext = pc.add(1);
    let class = (*slot(fp, (*pc).b)).payload() as *const phant_native::Class;
    if class.is_null() || !(*class).has_flag(class_flags::PLAIN_NEW) {
        return init_new_tail(pc, fp, vm);
    }
    let Some(constructor) = (*class).magic.construct else {
        // Arguments without a constructor go nowhere, but are evaluated.
        if (*ext).b.is_some() {
            return init_new_tail(pc, fp, vm);
        }
        new_object(&*class, slot(fp, (*pc).c));
        let offset = (*ext).a.number() as i16 as isize;
        crate::interpreter::dispatch::go!(ext.offset(offset), fp, vm);
    };
    let object = new_object(&*class, slot(fp, (*pc).c));
    (*object.cast::<phant_memory::header::Header>()).refcount += 1;
    let window = slot(fp, (*pc).a).cast::<Frame>();
    init_bound(window, constructor, object, class, flags::OWNS_THIS | flags::CONSTRUCTOR);
    next!(pc, fp, vm, ext)
});
/// Writes a new object of a class whose defaults are literals.
#[inline(never)]
unsafe fn new_object(class: ClassPtr, to: *mut Value) -> *mut phant_memory::PhpObject {
    // SAFETY: called by `InitNew` with the slot of its result.
    unsafe {
        let object = create::of_literals(class);
        let raw = object.as_ptr();
        to.write(Value::from(object));
        raw
    }
}
/// The first object of a class, and classes that take more, as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "C" fn init_new_tail(pc: *const Insn, fp: *mut Frame, vm: &Vm) {
    // SAFETY: called by `InitNew` with its own instruction.
    unsafe {
        match init_new(pc, fp, vm) {
            New::Construct => next!(pc, fp, vm, ext),
            New::Skip => {
                let ext = pc.add(1);
                let offset = (*ext).a.number() as i16 as isize;
                crate::interpreter::dispatch::go!(ext.offset(offset), fp, vm);
            }
            New::Failed => return crate::interpreter::exception::unwind(pc, fp, vm),
        }
    }
}
