//! Calls, arguments, function entry and return.

use super::*;
use crate::{
    call::{self, enter, init_header, leave_frame, release_header},
    closure,
    frame::{HEADER_SLOTS, flags},
};
use phant_bytecode::code_flags;
use phant_memory::{Array, Object, Str, View};
use phant_native::{
    ClassPtr, Function, FunctionPtr, Level, ObjectExt,
    descriptor::{ByRef, modifiers},
    function::{FunctionKind, function_flags},
};

#[inline(always)]
unsafe fn cache(fp: *mut Frame, i: u16) -> *mut u64 {
    // SAFETY: compiled code names its own cache words only.
    unsafe { (*fp).cache.add(i as usize) }
}

/// Arguments that cannot be references, given to parameters that are references.
#[cold]
#[inline(never)]
unsafe fn check_value_args(vm: &mut Vm, func: FunctionPtr, values: u16, results: u16) -> bool {
    for i in 0..16 {
        let bit = 1 << i;
        if (values | results) & bit == 0 || func.by_ref_mode(i) != ByRef::Yes {
            continue;
        }
        if values & bit != 0 {
            let name = func.param_name(i).map(|n| format!(" (${n})")).unwrap_or_default();
            let text = format!("{}(): Argument #{}{name} could not be passed by reference", func.display_name(), i + 1);
            vm.ctx.throw_error(text);
            return false;
        }
    }
    true
}

// Functions by name.

#[cold]
#[inline(never)]
unsafe fn resolve_call(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> *const Function {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let name = (*lit(fp, (*pc).b)).as_str().expect("a name").clone();
        let found = vm.lookup_function(&name).or_else(|| {
            let fallback = (*lit(fp, (*pc).c)).as_str().expect("a name").clone();
            vm.lookup_function(&fallback)
        });
        match found {
            Some(f) => {
                *cache(fp, (*pc.add(1)).a) = std::ptr::from_ref(f) as u64;
                f
            }
            None => {
                vm.ctx.throw_error(format!("Call to undefined function {name}()"));
                std::ptr::null()
            }
        }
    }
}
op!(InitCall(pc, fp, vm) {
    let ext = pc.add(1);
    let mut func = *cache(fp, (*ext).a) as *const Function;
    if func.is_null() {
        func = resolve_call(pc, fp, vm);
        if func.is_null() {
            return crate::exception::unwind(pc, fp, vm);
        }
    }
    let window = slot(fp, (*pc).a).cast::<Frame>();
    init_header(window, &*func);
    if (*ext).b | (*ext).c != 0
        && (*func).flags & function_flags::ANY_BY_REF != 0
        && !check_value_args(leave(pc, fp, vm), &*func, (*ext).b, (*ext).c)
    {
        return crate::exception::unwind(pc, fp, vm);
    }
    next!(pc, fp, vm, ext)
});
#[inline(never)]
unsafe fn init_dyn(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = take(fp, (*pc).b, vm);
        if vm.ctx.has_exception() {
            return false;
        }
        let window = slot(fp, (*pc).a).cast::<Frame>();
        if let Some(name) = v.as_str().filter(|_| !v.is_counted() && !v.is_ref()) {
            // The name is a literal, which nothing replaces: its address stands for it.
            if let Some(func) = vm.lookup_function(name) {
                *cache(fp, (*pc).c) = name.as_ptr() as u64;
                *cache(fp, (*pc).c + 1) = std::ptr::from_ref(func) as u64;
            }
        }
        init_callable(vm, window, &v)
    }
}
/// Fills a window's header for a callable value.
pub(crate) unsafe fn init_callable(vm: &mut Vm, window: *mut Frame, v: &Value) -> bool {
    // SAFETY: called with a window's slots.
    unsafe {
        match v.view() {
            View::Str(s) if !s.as_bytes().windows(2).any(|w| w == b"::") => match vm.lookup_function(s) {
                Some(f) => {
                    init_header(window, f);
                    true
                }
                None => {
                    let s = Str::new(s.strip_prefix(b"\\").unwrap_or(s));
                    vm.ctx.throw_error(format!("Call to undefined function {s}()"));
                    false
                }
            },
            View::Str(_) | View::Array(_) | View::Object(_) => match crate::callable::resolve_for_call(vm, v) {
                Ok(c) => {
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
/// Fills a window's header from a resolved callable.
pub(crate) unsafe fn fill_callable(vm: &mut Vm, window: *mut Frame, c: phant_native::Callable) {
    // SAFETY: called with a window's slots.
    unsafe {
        let func = match &c.magic_name {
            Some(name) => crate::callable::trampoline(vm, c.function, name),
            None => c.function,
        };
        init_header(window, func);
        (*window).called = c.called_class.map_or(std::ptr::null(), std::ptr::from_ref);
        if let Some(o) = c.this
            && (!func.is_static() || c.magic_name.is_some())
        {
            (*window).this = o.into_raw();
            (*window).flags |= flags::OWNS_THIS;
        }
        if let Some(o) = c.closure {
            (*window).closure = o.into_raw();
            (*window).flags |= flags::OWNS_CLOSURE;
        }
    }
}
op!(InitCallDyn(pc, fp, vm) {
    let b = (*pc).b;
    let callee = slot(fp, b);
    let window = slot(fp, (*pc).a).cast::<Frame>();
    if (*callee).tag() == tag::OBJECT {
        let object = (*callee).payload() as *mut phant_memory::PhpObject;
        if closure::init_window(window, object) {
            // A temporary hands its count over.
            if !is_temp(fp, b) {
                std::mem::forget((*callee).clone());
            }
            next!(pc, fp, vm);
        }
    } else if (*callee).tag() == tag::STRING && (*callee).payload() == *cache(fp, (*pc).c) {
        init_header(window, &*(*cache(fp, (*pc).c + 1) as *const Function));
        next!(pc, fp, vm);
    }
    next_if!(init_dyn(pc, fp, vm), pc, fp, vm) });
#[inline(never)]
unsafe fn init_user(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = take(fp, (*pc).b, vm);
        if vm.ctx.has_exception() {
            return false;
        }
        match crate::callable::resolve(vm, &v, true) {
            Ok(c) => {
                fill_callable(vm, slot(fp, (*pc).a).cast::<Frame>(), c);
                true
            }
            Err(reason) => {
                let name = (*lit(fp, (*pc).c)).as_str().cloned().unwrap_or_default();
                vm.ctx.type_error(format!("{name}(): Argument #1 ($callback) must be a valid callback, {reason}"));
                false
            }
        }
    }
}
op!(InitUserCall(pc, fp, vm) { next_if!(init_user(pc, fp, vm), pc, fp, vm) });
/// A value given to a by-reference parameter by `call_user_func`: reported, and the call goes on with a copy.
unsafe fn value_for_ref(vm: &mut Vm, func: FunctionPtr, i: usize, v: &mut Value) {
    if !func.takes_ref(i) || v.is_ref() {
        return;
    }
    if func.by_ref_mode(i) == ByRef::Yes {
        call::warn_value_for_ref(vm, func, i);
    }
    v.make_ref();
}
#[inline(never)]
unsafe fn send_user(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> bool {
    // SAFETY: called by its handler; the argument is in its slot of the window.
    unsafe {
        let vm = leave(pc, fp, vm);
        let func: FunctionPtr = &*(*slot(fp, (*pc).a).cast::<Frame>()).func;
        value_for_ref(vm, func, (*pc).b as usize, &mut *slot(fp, (*pc).c));
        !vm.ctx.has_exception()
    }
}
op!(SendUser(pc, fp, vm) {
    let func = &*(*slot(fp, (*pc).a).cast::<Frame>()).func;
    if func.flags & (function_flags::ANY_BY_REF | function_flags::REST_BY_REF) == 0 {
        next!(pc, fp, vm);
    }
    next_if!(send_user(pc, fp, vm), pc, fp, vm)
});
#[inline(never)]
unsafe fn send_user_array(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let func: FunctionPtr = &*(*slot(fp, (*pc).c).cast::<Frame>()).func;
        let source = take(fp, (*pc).b, vm);
        if vm.ctx.has_exception() {
            return false;
        }
        let Some(source) = source.as_array().cloned() else {
            let given = phant_native::convert::value_name(&source);
            let text = format!("call_user_func_array(): Argument #2 ($args) must be of type array, {given} given");
            vm.ctx.type_error(text);
            return false;
        };
        let mut args = Array::with_capacity(source.len());
        let mut named = false;
        for (k, v) in source.iter() {
            let mut v = v.clone();
            match k {
                phant_memory::KeyRef::Str(name) => {
                    named = true;
                    if let Some(i) = call::param_index(func, name) {
                        value_for_ref(vm, func, i, &mut v);
                    }
                    args.make_mut().set(k.to_key(), v);
                }
                phant_memory::KeyRef::Int(_) if named => {
                    vm.ctx.throw_error("Cannot use positional argument after named argument");
                }
                phant_memory::KeyRef::Int(_) => {
                    value_for_ref(vm, func, args.len(), &mut v);
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
unsafe fn init_method_slow(pc: *const Insn, fp: *mut Frame, vm: *mut Vm, dynamic: bool) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let (b, c) = ((*pc).b, (*pc).c);
        let name = if dynamic { take(fp, c, vm) } else { (*lit(fp, c)).clone() };
        let object = if b == 0 {
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
        if dynamic && name.is_object() {
            // `$object->{$closure}()` calls the closure.
            let window = slot(fp, (*pc).a).cast::<Frame>();
            return init_callable(vm, window, &name);
        }
        let Some(name) = name.as_str().cloned() else {
            vm.ctx.throw_error("Method name must be a string");
            return false;
        };
        let Some(o) = object.as_object().cloned() else {
            let text = format!("Call to a member function {name}() on {}", phant_native::convert::value_name(&object));
            vm.ctx.throw_error(text);
            return false;
        };
        drop(object);
        if let Some(before_call) = o.class().handlers.before_call
            && before_call(&mut vm.ctx, &o).is_err()
        {
            return false;
        }
        let o = if o.class().handlers.forward_calls.is_some() { crate::callable::receiver(&o, &name) } else { o };
        let scope = call::scope_of(fp);
        let Ok(func) = crate::callable::find_method(vm, &o, &name, scope) else { return false };
        let window = slot(fp, (*pc).a).cast::<Frame>();
        init_header(window, func);
        if !dynamic && func.flags & function_flags::TRAMPOLINE == 0 {
            let ext = pc.add(1);
            *cache(fp, (*ext).a) = o.class_ptr() as u64;
            *cache(fp, (*ext).a + 1) = std::ptr::from_ref(func) as u64;
        }
        if func.is_static() && func.flags & function_flags::TRAMPOLINE == 0 {
            (*window).called = o.class_ptr().cast();
        } else {
            (*window).called = o.class_ptr().cast();
            (*window).this = o.into_raw();
            (*window).flags |= flags::OWNS_THIS;
        }
        if !dynamic {
            let ext = pc.add(1);
            if func.flags & function_flags::ANY_BY_REF != 0
                && (*ext).b | (*ext).c != 0
                && !check_value_args(vm, func, (*ext).b, (*ext).c)
            {
                release_header(vm, window);
                return false;
            }
        }
        if let Some(closure) = crate::closure::invoked(vm, window, func) {
            (*window).closure = closure.into_raw();
            (*window).flags |= flags::OWNS_CLOSURE;
        }
        true
    }
}
op!(InitMethod(pc, fp, vm) {
    let ext = pc.add(1);
    let b = (*pc).b;
    let object = if b == 0 {
        (*fp).this
    } else {
        let v = (*slot(fp, b)).deref();
        if v.tag() == tag::OBJECT { v.payload() as *mut phant_memory::PhpObject } else { std::ptr::null_mut() }
    };
    if !object.is_null() {
        let handle = std::mem::ManuallyDrop::new(Object::from_raw(object));
        let class = handle.class_ptr();
        if *cache(fp, (*ext).a) == class as u64 {
            let func = &*(*cache(fp, (*ext).a + 1) as *const Function);
            if !func.is_static() && func.flags & function_flags::ANY_BY_REF == 0 {
                // A temporary hands its count over; a variable's object is counted for the call.
                if b == 0 {
                    let window = slot(fp, (*pc).a).cast::<Frame>();
                    init_header(window, func);
                    (*window).this = object;
                    (*window).called = class.cast();
                    next!(pc, fp, vm, ext);
                }
                let owned = if is_temp(fp, b) && !(*slot(fp, b)).is_ref() { object } else { (*handle).clone().into_raw() };
                if is_temp(fp, b) && (*slot(fp, b)).is_ref() {
                    consume(fp, b);
                }
                let window = slot(fp, (*pc).a).cast::<Frame>();
                init_header(window, func);
                (*window).this = owned;
                (*window).called = class.cast();
                (*window).flags = flags::OWNS_THIS;
                next!(pc, fp, vm, ext);
            }
        }
    }
    next_if!(init_method_slow(pc, fp, vm, false), pc, fp, vm, ext)
});
op!(InitMethodDyn(pc, fp, vm) { next_if!(init_method_slow(pc, fp, vm, true), pc, fp, vm) });

/// A class pointer that `LoadClass` left in a slot.
#[inline(always)]
pub(crate) unsafe fn class_at(fp: *mut Frame, i: u16) -> Option<ClassPtr> {
    // SAFETY: the slot holds a word written by `LoadClass` or `ClassNameOf`; classes live as long as the request.
    unsafe {
        let p = (*slot(fp, i)).payload() as *const phant_native::Class;
        if p.is_null() { None } else { Some(&*p) }
    }
}
#[inline(never)]
unsafe fn init_static(pc: *const Insn, fp: *mut Frame, vm: *mut Vm, dynamic: bool) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let class = class_at(fp, (*pc).b).expect("a class");
        let name = if dynamic { take(fp, (*pc).c, vm) } else { (*lit(fp, (*pc).c)).clone() };
        if vm.ctx.has_exception() {
            return false;
        }
        let Some(name) = name.as_str().cloned() else {
            vm.ctx.throw_error("Method name must be a string");
            return false;
        };
        // `parent::$x::get()` is the parent's property hook.
        let scope = call::scope_of(fp);
        let this = call::this_of(fp);
        let kind = if dynamic { 0 } else { (*pc.add(1)).b };
        let Ok(func) = crate::callable::find_static_method(vm, class, &name, scope, this.as_ref()) else { return false };
        let window = slot(fp, (*pc).a).cast::<Frame>();
        let called = call::called_of(fp);
        init_header(window, func);
        if !dynamic && func.flags & function_flags::ANY_BY_REF != 0 && !check_value_args(vm, func, (*pc.add(1)).c, 0) {
            return false;
        }
        if func.is_abstract() && func.flags & function_flags::TRAMPOLINE == 0 {
            vm.ctx.throw_error(format!("Cannot call abstract method {}()", func.display_name()));
            return false;
        }
        let words = if dynamic || func.flags & function_flags::TRAMPOLINE != 0 { None } else { Some(cache(fp, (*pc.add(1)).a)) };
        if let (Some(words), true) = (words, func.is_static()) {
            *words = std::ptr::from_ref(class) as u64;
            *words.add(1) = std::ptr::from_ref(func) as u64;
        }
        if func.is_static() {
            // `self::`, `parent::` and `static::` pass the called class on.
            let c = if kind != 0 { called.filter(|c| c.is_subclass_or_same(class)).unwrap_or(class) } else { class };
            (*window).called = std::ptr::from_ref(c);
            return true;
        }
        match this {
            Some(o)
                if o.is_instance_of(func.class.unwrap_or(class))
                    || func.flags & function_flags::TRAMPOLINE != 0 && o.is_instance_of(class) =>
            {
                if let Some(words) = words {
                    *words = std::ptr::from_ref(class) as u64;
                    *words.add(1) = std::ptr::from_ref(func) as u64;
                    *words.add(2) = o.class_ptr() as u64;
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
    let words = cache(fp, (*ext).a);
    let class = (*slot(fp, (*pc).b)).payload();
    if *words == class && class != 0 {
        let func = &*(*words.add(1) as *const Function);
        let window = slot(fp, (*pc).a).cast::<Frame>();
        let this = (*fp).this;
        if func.is_static() {
            // `self::`, `parent::` and `static::` pass the called class on.
            if (*ext).b == 0 || this.is_null() && (*fp).called as u64 == class {
                init_header(window, func);
                (*window).called = class as *const phant_native::Class;
                next!(pc, fp, vm, ext);
            }
        } else if !this.is_null() {
            let object_class = std::mem::ManuallyDrop::new(Object::from_raw(this)).class_ptr();
            if *words.add(2) == object_class as u64 {
                // The running frame keeps the object alive.
                init_header(window, func);
                (*window).called = object_class.cast();
                (*window).this = this;
                next!(pc, fp, vm, ext);
            }
        }
    }
    next_if!(init_static(pc, fp, vm, false), pc, fp, vm, ext) });
op!(InitStaticCallDyn(pc, fp, vm) { next_if!(init_static(pc, fp, vm, true), pc, fp, vm) });

/// What `InitNew` leads to.
enum New {
    Construct,
    Skip,
    Failed,
}
#[inline(never)]
unsafe fn init_new(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> New {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let class = class_at(fp, (*pc).b).expect("a class");
        let Ok(object) = crate::object::property::allocate(vm, class) else { return New::Failed };
        let window = slot(fp, (*pc).a).cast::<Frame>();
        let nargs = (*pc.add(1)).b;
        let scope = call::scope_of(fp);
        let Some(constructor) = class.magic.construct else {
            if class.is_native() && class.is_named("Generator") {
                let text = "The \"Generator\" class is reserved for internal use and cannot be manually instantiated";
                vm.ctx.throw_error(text);
                return New::Failed;
            }
            set(fp, (*pc).c, Value::from(object));
            if nargs == 0 {
                return New::Skip;
            }
            init_header(window, vm.pass_function());
            return New::Construct;
        };
        if constructor.modifiers & modifiers::PUBLIC == 0 && !crate::callable::accessible(constructor, scope) {
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
    match init_new(pc, fp, vm) {
        New::Construct => next!(pc, fp, vm, ext),
        New::Skip => {
            let ext = pc.add(1);
            let offset = (*ext).a as i16 as isize;
            crate::dispatch::go!(ext.offset(offset), fp, vm);
        }
        New::Failed => return crate::exception::unwind(pc, fp, vm),
    }
});

// Arguments.

#[inline(never)]
unsafe fn send_var(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let window = slot(fp, (*pc).a).cast::<Frame>();
        let to = (*pc).a + HEADER_SLOTS + (*pc).b;
        let v = slot(fp, (*pc).c);
        if (*(*window).func).takes_ref((*pc).b as usize) {
            let r = (*v).make_ref();
            set(fp, to, Value::from(r));
            return true;
        }
        if (*v).is_undef() {
            let vm = leave(pc, fp, vm);
            undefined(fp, (*pc).c, vm);
            set(fp, to, Value::NULL);
            if vm.ctx.has_exception() {
                return false;
            }
            return true;
        }
        set(fp, to, (*v).unref());
        true
    }
}
op!(SendVarEx(pc, fp, vm) {
    let window = slot(fp, (*pc).a).cast::<Frame>();
    let v = &*slot(fp, (*pc).c);
    if (*(*window).func).flags & (function_flags::ANY_BY_REF | function_flags::REST_BY_REF) == 0 && !v.is_undef() {
        let v = v.unref();
        set(fp, (*pc).a + HEADER_SLOTS + (*pc).b, v);
        next!(pc, fp, vm);
    }
    next_if!(send_var(pc, fp, vm), pc, fp, vm)
});
#[inline(never)]
unsafe fn send_result(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = slot(fp, (*pc).c);
        let func = &*(*slot(fp, (*pc).a).cast::<Frame>()).func;
        match func.by_ref_mode((*pc).b as usize) {
            ByRef::No => {
                let result = v.replace(Value::UNDEF);
                v.write(result.into_unref());
            }
            ByRef::Yes if !(*v).is_ref() => {
                vm.ctx.report(Level::Notice, "Only variables should be passed by reference");
                (*v).make_ref();
            }
            _ => {}
        }
        !vm.ctx.has_exception()
    }
}
op!(SendFuncResult(pc, fp, vm) {
    let func = &*(*slot(fp, (*pc).a).cast::<Frame>()).func;
    if func.flags & (function_flags::ANY_BY_REF | function_flags::REST_BY_REF) == 0 && !(*slot(fp, (*pc).c)).is_ref() {
        next!(pc, fp, vm);
    }
    next_if!(send_result(pc, fp, vm), pc, fp, vm)
});
#[cold]
#[inline(never)]
unsafe fn check_val(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let window = slot(fp, (*pc).a).cast::<Frame>();
        let func: FunctionPtr = &*(*window).func;
        let i = match (*pc).c {
            0 => (*pc).b as usize,
            _ => {
                let name = (*lit(fp, (*pc).b)).as_str().expect("a name");
                match call::param_index(func, name) {
                    Some(i) => i,
                    None => return true,
                }
            }
        };
        if func.by_ref_mode(i) != ByRef::Yes {
            return true;
        }
        let name = func.param_name(i).map(|n| format!(" (${n})")).unwrap_or_default();
        vm.ctx.throw_error(format!("{}(): Argument #{}{name} could not be passed by reference", func.display_name(), i + 1));
        // The argument just evaluated and the ones before it are live; this one is not known to the ranges yet.
        false
    }
}
op!(CheckValArg(pc, fp, vm) { next_if!(check_val(pc, fp, vm), pc, fp, vm) });
op!(ArgsInit(pc, fp, vm) {
    set(fp, (*pc).a, Value::empty_array());
    next!(pc, fp, vm)
});
#[inline(never)]
unsafe fn args_push(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = slot(fp, (*pc).b).read();
        let _ = (*slot(fp, (*pc).a)).as_array_mut().expect("collected arguments").push(v);
        !vm.ctx.has_exception()
    }
}
op!(ArgsPush(pc, fp, vm) { next_if!(args_push(pc, fp, vm), pc, fp, vm) });
#[inline(never)]
unsafe fn args_named(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let v = slot(fp, (*pc).c).read();
        let name = (*lit(fp, (*pc).b)).as_str().expect("a name").clone();
        let args = (*slot(fp, (*pc).a)).as_array_mut().expect("collected arguments");
        if args.get_str(&name).is_some() {
            vm.ctx.throw_error(format!("Named parameter ${name} overwrites previous argument"));
            return false;
        }
        args.make_mut().set(phant_memory::Key::Str(name), v);
        !vm.ctx.has_exception()
    }
}
op!(ArgsNamed(pc, fp, vm) { next_if!(args_named(pc, fp, vm), pc, fp, vm, ext) });
#[inline(never)]
unsafe fn args_spread(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let func: FunctionPtr = &*(*slot(fp, (*pc).c).cast::<Frame>()).func;
        let source = slot(fp, (*pc).b);
        // Elements become references where the parameter is one: the variable's own array is changed.
        if let Some(n) = (*slot(fp, (*pc).a)).as_array().map(|a| a.len())
            && (*source).is_array()
            && func.flags & (function_flags::ANY_BY_REF | function_flags::REST_BY_REF) != 0
        {
            let len = (*source).as_array().expect("checked").len();
            if (n..n + len).any(|i| func.takes_ref(i)) {
                let array = (*source).as_array_mut().expect("checked").make_mut();
                for (i, (_, element)) in array.iter_mut().enumerate() {
                    if func.takes_ref(n + i) {
                        element.make_ref();
                    }
                }
            }
        }
        let keep_refs = (*source).deref().as_array().cloned();
        let v = take(fp, (*pc).b, vm);
        if vm.ctx.has_exception() {
            return false;
        }
        let mut args = std::ptr::replace(slot(fp, (*pc).a), Value::NULL).into_array().unwrap_or_default();
        let mut named = args.keys().any(|k| matches!(k, phant_memory::KeyRef::Str(_)));
        let mut put = |ctx: &mut phant_native::Ctx, k: Value, v: Value| -> phant_native::PhpResult<bool> {
            match k.view() {
                // What looks like a number is one.
                View::Str(s) if phant_numeric::array_key(s).is_none() => {
                    if args.get_str(s).is_some() {
                        return Err(ctx.throw_error(format!("Named parameter ${s} overwrites previous argument")));
                    }
                    named = true;
                    args.make_mut().set(phant_memory::Key::Str(s.clone()), v);
                }
                View::Str(_) | View::Int(_) => {
                    if named {
                        return Err(ctx.throw_error("Cannot use positional argument after named argument during unpacking"));
                    }
                    if args.push(v).is_err() {
                        return Ok(false);
                    }
                }
                _ => return Err(ctx.throw_error("Keys must be of type int|string during argument unpacking")),
            }
            Ok(true)
        };
        let result = match (keep_refs, v.view()) {
            (Some(array), _) => {
                let mut r = Ok(());
                for (k, v) in array.iter() {
                    if let Err(e) = put(&mut vm.ctx, k.to_value(), v.clone()) {
                        r = Err(e);
                        break;
                    }
                }
                r
            }
            (None, View::Object(o)) if crate::iterator::is_traversable(o) => vm.ctx.iterate(&v, &mut put),
            _ => {
                let given = phant_native::convert::value_name(&v);
                Err(vm.ctx.type_error(format!("Only arrays and Traversables can be unpacked, {given} given")))
            }
        };
        slot(fp, (*pc).a).write(Value::from(args));
        result.is_ok() && !vm.ctx.has_exception()
    }
}
op!(ArgsSpread(pc, fp, vm) { next_if!(args_spread(pc, fp, vm), pc, fp, vm) });

// The call.

op!(DoCall(pc, fp, vm) {
    const ASIDE: u32 = function_flags::NATIVE | function_flags::DEPRECATED | function_flags::TRAMPOLINE;
    let window = slot(fp, (*pc).b).cast::<Frame>();
    let func = (*window).func;
    let rt = (*func).runtime.get().cast::<call::Runtime>();
    if (*func).flags & ASIDE == 0
        && !rt.is_null()
        && ((*fp).flags & flags::GENERATOR) | ((*window).flags & flags::OWNS_CLOSURE) == 0
    {
        let nargs = u32::from((*pc).c & 0x3fff);
        if window.cast::<Value>().add((*rt).frame_slots as usize) < (*vm).stack_limit && nargs as i32 <= i32::from((*rt).params) {
            (*fp).pc = pc;
            (*window).prev = fp;
            (*window).nargs = nargs;
            let entry = call::begin(window, rt, nargs);
            crate::dispatch::go!(entry, window, vm);
        }
    }
    return do_call_slow(pc, fp, vm)
});
/// A generator's frame is in the heap: calls it makes go to the VM stack.
#[cold]
#[inline(never)]
unsafe fn generator_window(vm: *mut Vm, fp: *mut Frame, window: *mut Frame) -> *mut Frame {
    // SAFETY: the window's slots move bitwise to the top of the VM stack.
    unsafe {
        (*vm).frame = fp;
        let top = (*vm).stack_top();
        let slots = HEADER_SLOTS as usize + (*window).nargs as usize;
        if top.add(slots + 64) >= (*vm).stack_limit {
            // Too deep: entering will fail there, with the arguments where it expects them.
            return window;
        }
        std::ptr::copy(window.cast::<Value>(), top, slots);
        top.cast()
    }
}
/// Calls of native, generator, deprecated and trampoline functions.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "sysv64" fn do_call_slow(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) {
    // SAFETY: called by `DoCall` with its own instruction.
    unsafe {
        const ASIDE: u32 = function_flags::NATIVE | function_flags::DEPRECATED | function_flags::TRAMPOLINE;
        let window = slot(fp, (*pc).b).cast::<Frame>();
        let func: FunctionPtr = &*(*window).func;
        let rt = func.runtime.get().cast::<call::Runtime>();
        let nargs = u32::from((*pc).c & 0x3fff);
        if func.flags & ASIDE == 0
            && !rt.is_null()
            && (*fp).flags & flags::GENERATOR == 0
            && window.cast::<Value>().add((*rt).frame_slots as usize) < (*vm).stack_limit
        {
            // A closure, or more arguments than parameters.
            let code = func.code().expect("compiled");
            (*fp).pc = pc;
            (*window).prev = fp;
            (*window).nargs = nargs;
            let many = nargs as i32 > i32::from((*rt).params);
            let given = if many { call::extra_arguments(&mut *vm, window, code) } else { nargs };
            if (*window).flags & flags::OWNS_CLOSURE != 0 {
                closure::bind_frame(&mut *vm, window, code);
                let entry = call::begin(window, rt, given);
                closure::bind_uses(window, code);
                crate::dispatch::go!(entry, window, vm);
            }
            let entry = call::begin(window, rt, given);
            crate::dispatch::go!(entry, window, vm);
        }
        if (*(*slot(fp, (*pc).b).cast::<Frame>()).func).code().is_some() {
            let (entry, target) = enter_slow(pc, fp, vm);
            if entry.is_null() {
                return crate::exception::unwind(pc, fp, vm);
            }
            crate::dispatch::go!(entry, target, vm);
        }
        next_if!(do_native(pc, fp, vm), pc, fp, vm)
    }
}
#[inline(never)]
unsafe fn enter_slow(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> (*const Insn, *mut Frame) {
    // SAFETY: called by `do_call_slow`.
    unsafe {
        let vm = leave(pc, fp, vm);
        let window = slot(fp, (*pc).b).cast::<Frame>();
        let func: FunctionPtr = &*(*window).func;
        let code = func.code().expect("checked");
        (*window).prev = fp;
        (*window).nargs = u32::from((*pc).c & 0x3fff);
        start_user(vm, fp, window, func, code)
    }
}
/// Enters a compiled function whose window is prepared, whatever its kind.
pub(crate) unsafe fn start_user(
    vm: &mut Vm,
    fp: *mut Frame,
    window: *mut Frame,
    func: FunctionPtr,
    code: &'static phant_bytecode::Code,
) -> (*const Insn, *mut Frame) {
    // SAFETY: called with a prepared window.
    unsafe {
        if func.flags & function_flags::DEPRECATED != 0 && !call::report_deprecated(vm, func) {
            for i in 0..(*window).nargs {
                drop(std::ptr::replace(window.cast::<Value>().add(HEADER_SLOTS as usize + i as usize), Value::UNDEF));
            }
            release_header(vm, window);
            return (std::ptr::null(), fp);
        }
        let window = if func.flags & function_flags::TRAMPOLINE != 0 { collect_trampoline(vm, window, func) } else { window };
        let func: FunctionPtr = &*(*window).func;
        let code = if func.code().is_some() { func.code().expect("compiled") } else { code };
        let target = if (*fp).flags & flags::GENERATOR != 0 { generator_window(vm, fp, window) } else { window };
        closure::bind_frame(vm, target, code);
        let entry = enter(vm, target, func, code);
        if !entry.is_null() {
            closure::bind_uses(target, code);
        }
        (entry, target)
    }
}
/// Turns the arguments of a call through `__call` into its two.
unsafe fn collect_trampoline(vm: &mut Vm, window: *mut Frame, func: FunctionPtr) -> *mut Frame {
    // SAFETY: the window has at least the slots of its arguments; two are needed, and temporaries behind it are free.
    unsafe {
        let base = window.cast::<Value>().add(HEADER_SLOTS as usize);
        let mut list = Array::with_capacity((*window).nargs as usize);
        for i in 0..(*window).nargs as usize {
            if list.push(base.add(i).read()).is_err() {
                break;
            }
        }
        if (*window).flags & flags::AUX != 0
            && let Some(named) = (*(*window).aux).named.take()
        {
            for (k, v) in named.iter() {
                list.make_mut().set(k.to_key(), v.clone());
            }
        }
        base.write(Value::from(func.name.clone()));
        base.add(1).write(Value::from(list));
        (*window).nargs = 2;
        (*window).func = crate::callable::trampoline_target(vm, func);
        window
    }
}
#[inline(never)]
unsafe fn do_native(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> bool {
    // SAFETY: called by `do_call_slow`.
    unsafe {
        let vm = leave(pc, fp, vm);
        let window = slot(fp, (*pc).b).cast::<Frame>();
        (*window).nargs = u32::from((*pc).c & 0x3fff);
        finish_native(vm, pc, fp, window)
    }
}
unsafe fn finish_native(vm: &mut Vm, pc: *const Insn, fp: *mut Frame, window: *mut Frame) -> bool {
    // SAFETY: called with a prepared window.
    unsafe {
        let window = if (*fp).flags & flags::GENERATOR != 0 { generator_window(vm, fp, window) } else { window };
        let mut func: FunctionPtr = &*(*window).func;
        if func.flags & function_flags::TRAMPOLINE != 0 {
            collect_trampoline(vm, window, func);
            func = &*(*window).func;
        }
        let mut out = Value::NULL;
        let ok = call::call_native(vm, window, func, &mut out);
        vm.frame = fp;
        if ok {
            if out.is_ref() && (*pc).c & 0x8000 == 0 {
                out = out.into_unref();
            }
            set_wanted(fp, (*pc).a, out);
            if phant_memory::gc::pending() {
                phant_memory::gc::collect();
            }
            !vm.ctx.has_exception()
        } else {
            false
        }
    }
}
#[inline(never)]
unsafe fn call_array(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> (*const Insn, *mut Frame, bool) {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let header = slot(fp, (*pc).b).cast::<Frame>();
        let args = std::ptr::replace(slot(fp, (*pc).c), Value::UNDEF).into_array().unwrap_or_default();
        // The arguments may be many: the real window is above the caller's frame.
        let top = vm.stack_top();
        std::ptr::copy(header.cast::<Value>(), top, HEADER_SLOTS as usize);
        let window = top.cast::<Frame>();
        if call::spread(vm, window, args).is_err() || vm.ctx.has_exception() {
            for i in 0..(*window).nargs as usize {
                drop(top.add(HEADER_SLOTS as usize + i).read());
            }
            release_header(vm, window);
            return (std::ptr::null(), fp, false);
        }
        let func: FunctionPtr = &*(*window).func;
        (*window).prev = fp;
        match func.kind {
            FunctionKind::User(code) => {
                let (entry, target) = start_user(vm, fp, window, func, code);
                (entry, target, !entry.is_null())
            }
            FunctionKind::Native(_) => {
                let mut out = Value::NULL;
                if func.flags & function_flags::TRAMPOLINE != 0 {
                    collect_trampoline(vm, window, func);
                }
                let ok = call::call_native(vm, window, &*(*window).func, &mut out);
                vm.frame = fp;
                if ok {
                    set_wanted(fp, (*pc).a, out.into_unref());
                }
                (std::ptr::null(), fp, ok)
            }
        }
    }
}
op!(CallArray(pc, fp, vm) {
    let (entry, target, ok) = call_array(pc, fp, vm);
    if !ok {
        return crate::exception::unwind(pc, fp, vm);
    }
    if entry.is_null() {
        next!(pc, fp, vm);
    }
    crate::dispatch::go!(entry, target, vm)
});
#[inline(never)]
unsafe fn callable_closure(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let window = slot(fp, (*pc).b).cast::<Frame>();
        let result = closure::from_window(vm, window);
        release_header(vm, window);
        match result {
            Ok(o) => {
                set(fp, (*pc).a, Value::from(o));
                true
            }
            Err(_) => false,
        }
    }
}
op!(CallableClosure(pc, fp, vm) { next_if!(callable_closure(pc, fp, vm), pc, fp, vm) });

// Entry.

#[cold]
#[inline(never)]
unsafe fn missing_argument(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let func: FunctionPtr = &*(*fp).func;
        let code = func.code().expect("compiled");
        let passed = (*fp).nargs;
        let word = if code.required as usize == code.params.len() { "exactly" } else { "at least" };
        let name = func.display_name();
        let caller = call::user_frame((*fp).prev);
        let place = if !caller.is_null() && (*fp).flags & flags::TOP == 0 || !caller.is_null() && (*fp).prev == caller {
            let (file, line) = crate::trace::frame_location(caller);
            format!(", {passed} passed in {file} on line {line} and {word} {} expected", code.required)
        } else {
            format!(", {passed} passed and {word} {} expected", code.required)
        };
        vm.ctx.throw("ArgumentCountError", format!("Too few arguments to function {name}(){place}"));
    }
}
/// Whether a value needs no closer look at its type: see `quick_check` of the compiler's builder.
#[inline(always)]
unsafe fn quick_type(fp: *mut Frame, v: *const Value, quick: u16) -> bool {
    // SAFETY: a live slot, and a cache word of the frame's code.
    unsafe {
        let v = &*v;
        if quick & 0x8000 == 0 {
            return u32::from(quick) >> v.raw_type() & 1 != 0;
        }
        v.tag() == tag::OBJECT && *cache(fp, quick & 0x7fff) == object_class(v) as u64
    }
}
/// The class of `$this`, which is there.
#[inline(always)]
unsafe fn class_of_this(fp: *mut Frame) -> *const phant_native::Class {
    // SAFETY: the frame keeps its object alive.
    unsafe { std::mem::ManuallyDrop::new(Object::from_raw((*fp).this)).class_ptr().cast() }
}
/// The class of an object in a value.
#[inline(always)]
unsafe fn object_class(v: &Value) -> *const phant_native::Class {
    // SAFETY: the caller saw the tag.
    unsafe { std::mem::ManuallyDrop::new(Object::from_raw(v.payload() as *mut phant_memory::PhpObject)).class_ptr().cast() }
}
/// Checks (and converts) a parameter's value; the slot keeps the result.
#[inline(never)]
unsafe fn check_param(pc: *const Insn, fp: *mut Frame, vm: *mut Vm, i: u16, type_index: u16, quick: u16) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let func: FunctionPtr = &*(*fp).func;
        let code = func.code().expect("compiled");
        let ty = &code.types[type_index as usize];
        let v = slot(fp, i);
        let inner = (*v).deref();
        if ty.mask.intersects(phant_bytecode::TypeMask::of_tag(inner.raw_type())) {
            return true;
        }
        let vm = leave(pc, fp, vm);
        let object = inner.tag() == tag::OBJECT;
        let ok = check_type(vm, fp, v, ty, (i - HEADER_SLOTS) as usize, func);
        if ok && object && quick & 0x8000 != 0 && (*v).tag() == tag::OBJECT {
            remember_class(fp, ty, &*v, quick);
        }
        ok
    }
}
/// An object was found to be of a type: the next one of its class needs no look. A callable object is none of its class.
unsafe fn remember_class(fp: *mut Frame, ty: &phant_bytecode::TypeDecl, v: &Value, quick: u16) {
    // SAFETY: a cache word of the frame's code, an object in the value.
    unsafe {
        if !ty.mask.contains(phant_bytecode::TypeMask::CALLABLE) && !ty.mask.intersects(phant_bytecode::TypeMask::STRING) {
            *cache(fp, quick & 0x7fff) = object_class(v) as u64;
        }
    }
}
/// The check as the rest of `Recv` and `CheckParam`.
///
/// # Safety
/// As every handler.
#[cold]
#[inline(never)]
unsafe extern "sysv64" fn recv_tail(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) {
    // SAFETY: called by its handlers.
    unsafe {
        let i = (*pc).a;
        if (*pc).op == phant_bytecode::Op::Recv as u16 && u32::from(i - HEADER_SLOTS) >= (*fp).nargs {
            missing_argument(pc, fp, vm);
            return crate::exception::unwind(pc, fp, vm);
        }
        if (*pc).b != 0 && !check_param(pc, fp, vm, i, (*pc).b - 1, (*pc).c) {
            return crate::exception::unwind(pc, fp, vm);
        }
        next!(pc, fp, vm)
    }
}
unsafe fn check_type(
    vm: &mut Vm,
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
        let value = (*v).unref();
        match crate::object::types::coerce(vm, value, ty, call::called_of(fp), strict) {
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
                let place = if !caller.is_null() && (*(*caller).func).code().is_some() {
                    let (file, line) = crate::trace::frame_location(caller);
                    format!(", called in {file} on line {line}")
                } else {
                    String::new()
                };
                // What a variadic parameter collects has no name.
                let fixed = func.code().is_some_and(|c| c.params.get(index).is_some_and(|p| !p.variadic));
                let name = if fixed { format!(" (${name})") } else { String::new() };
                let text = format!(
                    "{}(): Argument #{}{name} must be of type {}, {given} given{place}",
                    func.display_name(),
                    index + 1,
                    crate::class::signature::runtime_type_text(ty, func.class, call::called_of(fp))
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
        !caller.is_null() && (*(*caller).func).code().is_some_and(|c| c.flags & code_flags::STRICT_TYPES != 0)
    }
}
op!(Recv(pc, fp, vm) {
    let i = (*pc).a;
    if u32::from(i - HEADER_SLOTS) < (*fp).nargs && quick_type(fp, slot(fp, i), (*pc).c) {
        next!(pc, fp, vm);
    }
    return recv_tail(pc, fp, vm)
});
op!(CheckParam(pc, fp, vm) {
    if quick_type(fp, slot(fp, (*pc).a), (*pc).c) {
        next!(pc, fp, vm);
    }
    return recv_tail(pc, fp, vm)
});
#[inline(never)]
unsafe fn default_param(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let func: FunctionPtr = &*(*fp).func;
        let code = func.code().expect("compiled");
        let expr = &code.const_exprs[(*pc).b as usize];
        let v = if expr.code.is_none() {
            expr.value.clone()
        } else {
            let vm = leave(pc, fp, vm);
            match crate::constant::evaluate_called(vm, expr, func.class, call::called_of(fp)) {
                Ok(v) => v,
                Err(_) => return false,
            }
        };
        slot(fp, (*pc).a).write(v);
        if func.takes_ref(((*pc).a - HEADER_SLOTS) as usize) {
            (*slot(fp, (*pc).a)).make_ref();
        }
        true
    }
}
op!(RecvInit(pc, fp, vm) {
    if u32::from((*pc).a - HEADER_SLOTS) < (*fp).nargs {
        next!(pc, fp, vm);
    }
    if (*pc).c != 0 {
        move_words(lit(fp, (*pc).c - 1), slot(fp, (*pc).a));
        // A default that fits the type needs no check behind it.
        crate::dispatch::go!(pc.add(1 + (*pc).b as usize), fp, vm);
    }
    return default_tail(pc, fp, vm)
});
/// The default as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "sysv64" fn default_tail(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) {
    // SAFETY: called by its handler.
    unsafe { next_if!(default_param(pc, fp, vm), pc, fp, vm) }
}
#[inline(never)]
unsafe fn variadic(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let mut rest = Array::new();
        let func: FunctionPtr = &*(*fp).func;
        let index = ((*pc).a - HEADER_SLOTS) as usize;
        if (*fp).flags & flags::AUX != 0 {
            let aux = (*fp).aux;
            for (n, v) in (*aux).extra_args.iter().enumerate() {
                let mut v = v.clone();
                if (*pc).b != 0 {
                    let ty = &func.code().expect("compiled").types[(*pc).b as usize - 1];
                    if !ty.mask.intersects(phant_bytecode::TypeMask::of_tag(v.deref().raw_type()))
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
                    if (*pc).b != 0 {
                        let ty = &func.code().expect("compiled").types[(*pc).b as usize - 1];
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
unsafe fn check_rest(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> bool {
    // SAFETY: called by its handler; the slot holds an array that nobody else has yet.
    unsafe {
        let func: FunctionPtr = &*(*fp).func;
        let ty = &func.code().expect("compiled").types[(*pc).b as usize - 1];
        let fits = |v: &Value| ty.mask.intersects(phant_bytecode::TypeMask::of_tag(v.deref().raw_type()));
        let place = slot(fp, (*pc).a);
        if (*place).as_array().is_some_and(|rest| rest.values().all(fits)) {
            return true;
        }
        let vm = leave(pc, fp, vm);
        let index = ((*pc).a - HEADER_SLOTS) as usize;
        let len = (*place).as_array().map_or(0, |rest| rest.len());
        for n in 0..len {
            let Some(mut v) = (*place).as_array().and_then(|rest| rest.get_int(n as i64)).cloned() else { continue };
            if fits(&v) {
                continue;
            }
            if !check_type(vm, fp, &mut v, ty, index + n, func) {
                return false;
            }
            if let Some(rest) = (*place).as_array_mut() {
                rest.make_mut().set_int(n as i64, v);
            }
        }
        true
    }
}
op!(RecvVariadic(pc, fp, vm) {
    if (*slot(fp, (*pc).a)).raw_type() == tag::ARRAY {
        if (*pc).b == 0 || check_rest(pc, fp, vm) {
            next!(pc, fp, vm);
        }
        return crate::exception::unwind(pc, fp, vm);
    }
    next_if!(variadic(pc, fp, vm), pc, fp, vm) });

// Return.

#[inline(never)]
unsafe fn verify_return(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let func: FunctionPtr = &*(*fp).func;
        let code = func.code().expect("compiled");
        let ty = &code.types[(*pc).b as usize];
        let v = slot(fp, (*pc).a);
        let strict = code.flags & code_flags::STRICT_TYPES != 0;
        let value = (*v).unref();
        match crate::object::types::coerce(vm, value, ty, func.class, strict) {
            Ok(new) => {
                let old = std::ptr::replace((*v).deref_mut(), new);
                drop(old);
                if (*pc).c & 0x8000 != 0 && (*v).tag() == tag::OBJECT {
                    remember_class(fp, ty, &*v, (*pc).c);
                }
                !vm.ctx.has_exception()
            }
            Err(value) => {
                if !vm.ctx.has_exception() {
                    let given = phant_native::convert::value_name(&value);
                    let text = format!(
                        "{}(): Return value must be of type {}, {given} returned",
                        func.display_name(),
                        crate::class::signature::runtime_type_text(ty, func.class, call::called_of(fp))
                    );
                    vm.ctx.type_error(text);
                }
                false
            }
        }
    }
}
op!(VerifyReturn(pc, fp, vm) {
    if quick_type(fp, slot(fp, (*pc).a), (*pc).c) {
        next!(pc, fp, vm);
    }
    return verify_tail(pc, fp, vm)
});
// The check together with the return in the next instruction.
op!(VerifyAndReturn(pc, fp, vm) {
    if quick_type(fp, slot(fp, (*pc).a), (*pc).c) {
        #[cfg(not(feature = "match-dispatch"))]
        return Return(pc.add(1), fp, vm);
        #[cfg(feature = "match-dispatch")]
        next!(pc, fp, vm);
    }
    return verify_tail(pc, fp, vm)
});
/// The closer look as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "sysv64" fn verify_tail(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) {
    // SAFETY: called by its handler.
    unsafe {
        let ty = &(*(*fp).func).code().expect("compiled").types[(*pc).b as usize];
        let v = slot(fp, (*pc).a);
        if ty.mask.contains(phant_bytecode::TypeMask::STATIC)
            && (*v).tag() == tag::OBJECT
            && object_class(&*v) == if (*fp).this.is_null() { (*fp).called } else { class_of_this(fp) }
        {
            next!(pc, fp, vm);
        }
        if ty.mask.intersects(phant_bytecode::TypeMask::of_tag((*slot(fp, (*pc).a)).deref().raw_type())) {
            next!(pc, fp, vm);
        }
        next_if!(verify_return(pc, fp, vm), pc, fp, vm)
    }
}
#[cold]
#[inline(never)]
unsafe fn verify_none(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let func: FunctionPtr = &*(*fp).func;
        let ty = &func.code().expect("compiled").types[(*pc).b as usize];
        let text = format!(
            "{}(): Return value must be of type {}, none returned",
            func.display_name(),
            crate::class::signature::runtime_type_text(ty, func.class, call::called_of(fp))
        );
        vm.ctx.type_error(text);
    }
}
op!(VerifyNone(pc, fp, vm) {
    verify_none(pc, fp, vm);
    return crate::exception::unwind(pc, fp, vm)
});
#[cold]
#[inline(never)]
unsafe fn verify_never(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let text = format!("{}(): never-returning function must not implicitly return", (*(*fp).func).display_name());
        vm.ctx.type_error(text);
    }
}
op!(VerifyNever(pc, fp, vm) {
    verify_never(pc, fp, vm);
    return crate::exception::unwind(pc, fp, vm)
});

/// Goes on after a return: in the caller, or out of the dispatcher; looks for exceptions of destructors.
macro_rules! returned {
    ($target:expr, $vm:ident) => {{
        let (pc, fp): (*const Insn, *mut Frame) = $target;
        if pc.is_null() {
            return;
        }
        if (*$vm).ctx.exception.is_some() || (*(*$vm).interrupt).load(std::sync::atomic::Ordering::Relaxed) != 0 {
            return after_return(pc, fp, $vm);
        }
        crate::dispatch::go!(pc, fp, $vm)
    }};
}
/// Ends a frame whose result is known. Returns where to go on, or null to leave the dispatcher.
#[inline(always)]
unsafe fn finish(fp: *mut Frame, vm: *mut Vm, v: Value) -> (*const Insn, *mut Frame) {
    // SAFETY: called by the return instructions.
    unsafe {
        (*vm).frame = fp;
        leave_frame(vm, fp);
        let caller = (*fp).prev;
        if (*fp).flags & (flags::TOP | flags::MAIN) != 0 {
            return finish_top(fp, vm, v);
        }
        let pc = (*caller).pc;
        let a = (*pc).a;
        if a != 0 {
            slot(caller, a).write(v);
        } else {
            (*vm).frame = caller;
            drop(v);
        }
        (pc.add(1), caller)
    }
}
#[cold]
#[inline(never)]
unsafe fn finish_top(fp: *mut Frame, vm: *mut Vm, v: Value) -> (*const Insn, *mut Frame) {
    // SAFETY: called by `finish`.
    unsafe {
        let old = std::mem::replace(&mut (*vm).result, v);
        drop(old);
        (*vm).frame = (*fp).prev;
        (std::ptr::null(), fp)
    }
}
/// The way on when something wants attention after a return.
///
/// # Safety
/// As every handler; `pc` is the instruction after the call.
#[cold]
#[inline(never)]
unsafe extern "sysv64" fn after_return(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) {
    // SAFETY: called by return instructions.
    unsafe {
        if (*vm).ctx.exception.is_some() {
            (*vm).frame = fp;
            // The call's result is live nowhere yet.
            let call = pc.sub(1);
            if (*call).a != 0 {
                drop(std::ptr::replace(slot(fp, (*call).a), Value::UNDEF));
            }
            return crate::exception::unwind(call, fp, vm);
        }
        crate::interrupt::at_jump(pc, fp, vm)
    }
}
/// Ends a frame that has nothing to give back but counts that are not the last. False for others; what their variables
/// held may have been given back then, but the frame still owns the rest.
#[inline(always)]
unsafe fn leave_bare(fp: *mut Frame) -> bool {
    // SAFETY: called by the return instructions with their own frame.
    unsafe {
        let bits = (*fp).flags;
        if bits & !(flags::OWNS_THIS | flags::OWNS_CLOSURE | flags::CONSTRUCTOR | flags::RESULT_UNUSED) != 0 {
            return false;
        }
        let mut v = slot(fp, HEADER_SLOTS);
        let end = slot(fp, (*fp).first_temp);
        while v < end {
            if (*v).is_counted() {
                let h = (*v).payload() as *mut phant_memory::header::Header;
                let scalar_reference = (*v).is_ref() && !(*v).deref().is_counted();
                if (*h).refcount == 1 || !scalar_reference && !phant_memory::header::is_shared(h) {
                    return false;
                }
                (*h).refcount -= 1;
                v.write(Value::UNDEF);
            }
            v = v.add(1);
        }
        let owned = bits & (flags::OWNS_THIS | flags::OWNS_CLOSURE);
        if owned == 0 {
            return true;
        }
        let (this, closure) = ((*fp).this.cast(), (*fp).closure.cast());
        if owned & flags::OWNS_THIS != 0 && !phant_memory::header::is_shared(this)
            || owned & flags::OWNS_CLOSURE != 0 && !phant_memory::header::is_shared(closure)
        {
            return false;
        }
        if owned & flags::OWNS_THIS != 0 {
            (*this).refcount -= 1;
        }
        if owned & flags::OWNS_CLOSURE != 0 {
            (*closure).refcount -= 1;
        }
        true
    }
}
op!(Return(pc, fp, vm) {
    let i = (*pc).a;
    let from = slot(fp, i);
    if !is_temp(fp, i) || (*from).is_ref() || !leave_bare(fp) {
        return return_tail(pc, fp, vm);
    }
    let caller = (*fp).prev;
    let call = (*caller).pc;
    let to = (*call).a;
    if to != 0 {
        move_words(from, slot(caller, to));
    } else if (*from).is_counted() {
        return unwanted_result(from, caller, vm);
    }
    if (*(*vm).interrupt).load(std::sync::atomic::Ordering::Relaxed) != 0 {
        return after_return(call.add(1), caller, vm);
    }
    crate::dispatch::go!(call.add(1), caller, vm)
});
/// Drops a result that nobody wants, as the rest of the return.
///
/// # Safety
/// As every handler, but for the first argument: the result.
#[cold]
#[inline(never)]
unsafe extern "sysv64" fn unwanted_result(result: *mut Value, caller: *mut Frame, vm: *mut Vm) {
    // SAFETY: called by `Return`.
    unsafe {
        (*vm).frame = caller;
        drop(result.read());
        after_return((*caller).pc.add(1), caller, vm)
    }
}
/// Returning from frames that hold something, as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "sysv64" fn return_tail(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) {
    // SAFETY: called by its handler.
    unsafe {
        let i = (*pc).a;
        let from = slot(fp, i);
        if is_temp(fp, i) && !(*from).is_ref() {
            let v = from.read();
            returned!(finish(fp, vm, v), vm);
        }
        returned!(return_slow(pc, fp, vm), vm)
    }
}
#[inline(never)]
unsafe fn return_slow(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> (*const Insn, *mut Frame) {
    // SAFETY: called by its handler.
    unsafe {
        let i = (*pc).a;
        let from = slot(fp, i);
        let v = if is_temp(fp, i) {
            from.read().into_unref()
        } else if (*from).is_undef() {
            leave(pc, fp, vm);
            undefined(fp, i, &mut *vm);
            Value::NULL
        } else if (*from).is_ref() {
            (*from).unref()
        } else {
            // A variable that ends with the frame hands its value over.
            std::ptr::replace(from, Value::UNDEF)
        };
        finish(fp, vm, v)
    }
}
op!(ReturnK(pc, fp, vm) {
    if !leave_bare(fp) {
        return return_literal(pc, fp, vm);
    }
    let v = (*lit(fp, (*pc).a)).clone();
    let caller = (*fp).prev;
    let call = (*caller).pc;
    let to = (*call).a;
    if to != 0 {
        slot(caller, to).write(v);
    } else {
        // Literals are not counted.
        std::mem::forget(v);
    }
    if (*(*vm).interrupt).load(std::sync::atomic::Ordering::Relaxed) != 0 {
        return after_return(call.add(1), caller, vm);
    }
    crate::dispatch::go!(call.add(1), caller, vm)
});
/// Returning a literal from frames that hold something, as the rest of the instruction.
///
/// # Safety
/// As every handler.
#[inline(never)]
unsafe extern "sysv64" fn return_literal(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) {
    // SAFETY: called by its handler.
    unsafe {
        let v = (*lit(fp, (*pc).a)).clone();
        returned!(finish(fp, vm, v), vm)
    }
}
#[inline(never)]
unsafe fn return_ref(pc: *const Insn, fp: *mut Frame, vm: *mut Vm) -> (*const Insn, *mut Frame) {
    // SAFETY: called by its handler.
    unsafe {
        let vm_ref = leave(pc, fp, vm);
        let i = (*pc).a;
        let mut v = if is_temp(fp, i) { slot(fp, i).read() } else { (*slot(fp, i)).clone() };
        if !v.is_ref() {
            vm_ref.ctx.report(Level::Notice, "Only variable references should be returned by reference");
            v.make_ref();
        }
        // Unless the caller wants the reference, it gets the value.
        let caller = (*fp).prev;
        let wants = (*fp).flags & (flags::TOP | flags::MAIN) != 0
            || (*(*caller).pc).op == phant_bytecode::Op::DoCall as u16 && (*(*caller).pc).c & 0x8000 != 0;
        let v = if wants { v } else { v.into_unref() };
        finish(fp, vm, v)
    }
}
op!(ReturnRef(pc, fp, vm) { returned!(return_ref(pc, fp, vm), vm) });

// Functions about the call itself.

op!(Assert(pc, fp, vm) {
    if (*vm).ctx.ini.hot.assertions <= 0 {
        jump!(pc, fp, vm);
    }
    next!(pc, fp, vm)
});
