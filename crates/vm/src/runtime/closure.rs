//! Closures: objects that hold a function, its captured variables, and what it is bound to.

use crate::runtime::{
    frame::{Frame, flags, slot},
    own_functions,
    vm::Vm,
};
use phant_bytecode::{Code, code_flags};
use phant_memory::{Array, HeapVec, NativeData, Object, Reference, Tracer, Value, heap_vec};
use phant_native::{
    Callable, ClassPtr, Ctx, Function, FunctionPtr, Level, ObjectExt, ObjectHandlers, PhpResult, Thrown,
    function::{FunctionKind, function_flags},
    php_class,
};
use std::cell::{Cell, OnceCell, RefCell};

/// The state of a Closure object.
pub struct ClosureData {
    /// Empty for closures without an object.
    this: OnceCell<Object>,
    called: Cell<Option<ClassPtr>>,
    /// Captured variables, in the order of `Code::uses`.
    captured: RefCell<HeapVec<Value>>,
    /// Made from a callable (`f(...)`): cannot be rebound to another scope.
    fake: Cell<bool>,
    /// The function. It comes last: what is given back before may run destructors, whose traces name the function.
    func: Held,
}

impl ClosureData {
    /// Gives a new closure its object.
    fn bind(&self, this: Option<&Object>) {
        if let Some(this) = this {
            let bound = self.this.set(this.clone());
            debug_assert!(bound.is_ok(), "closures are bound once");
        }
    }
}

/// The function of a closure.
struct Held {
    function: Cell<Option<&'static Function>>,
    /// Whether the closure is one of the holders of the function.
    owned: Cell<bool>,
    /// Whether the function has static variables, which are the closure's then.
    has_statics: Cell<bool>,
}
impl Held {
    /// Takes over the place of a holder of a function without static variables.
    fn shared(function: FunctionPtr) -> Held {
        Held { function: Cell::new(Some(function)), owned: Cell::new(true), has_statics: Cell::new(false) }
    }
    fn nothing() -> Held {
        Held { function: Cell::new(None), owned: Cell::new(false), has_statics: Cell::new(false) }
    }
    fn get(&self) -> Option<&'static Function> {
        self.function.get()
    }
    /// Holds a function that others own.
    fn share(&self, function: FunctionPtr) {
        self.function.set(Some(function));
    }
    /// Takes over the place of a holder of a function of the request.
    fn own(&self, function: FunctionPtr) {
        self.function.set(Some(function));
        self.owned.set(true);
        self.has_statics.set(function.code().is_some_and(|code| !code.statics.is_empty()));
    }
}
impl Drop for Held {
    fn drop(&mut self) {
        let (Some(f), true) = (self.function.take(), self.owned.get()) else { return };
        // SAFETY: it came from `own_functions::make`. Whoever uses the function of a closure holds the closure: frames,
        // callables, generators, Reflection objects.
        unsafe { own_functions::release(f) };
    }
}

impl NativeData for ClosureData {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        if let Some(o) = self.this.get() {
            tracer.object(o);
        }
        self.captured.borrow().iter().for_each(|v| tracer.value(v));
        // The static variables of a function that a callable like `f(...)` shares are the function's.
        if self.func.has_statics.get()
            && let Some(f) = self.func.get()
        {
            let rt = crate::runtime::function_places::known_runtime(f);
            if !rt.is_null() {
                // SAFETY: the run-time part lives as long as the function.
                unsafe { (*rt).statics.iter().for_each(|v| tracer.value(v)) };
            }
        }
    }
}

fn data(o: &Object) -> &ClosureData {
    o.native::<ClosureData>().expect("closures have their data")
}

/// Whether an object is a closure.
pub fn is_closure(o: &Object) -> bool {
    o.native::<ClosureData>().is_some()
}
/// The function of a closure.
pub fn function(o: &Object) -> Option<FunctionPtr> {
    o.native::<ClosureData>()?.func.get()
}
/// A closure as a callable.
pub fn callable(o: &Object) -> Option<Callable> {
    let d = o.native::<ClosureData>()?;
    let own = d.func.get()?;
    let is_magic = own.flags & function_flags::TRAMPOLINE != 0;
    Some(Callable {
        function: if is_magic { own.prototype()? } else { own },
        this: d.this.get().cloned(),
        called_class: d.called.get(),
        closure: Some(o.clone()),
        magic_name: is_magic.then(|| own.name.clone()),
        through_invoke: false,
    })
}

/// What a closure holds, for Reflection.
pub fn parts(o: &Object) -> Option<phant_native::mirror::ClosureParts> {
    let d = o.native::<ClosureData>()?;
    let function = d.func.get()?;
    // Reflection refers to parts of the code.
    own_functions::keep_unit(function);
    Some(phant_native::mirror::ClosureParts {
        function,
        this: d.this.get().cloned(),
        called_class: d.called.get(),
        captured: captured(d, function),
        from_callable: d.fake.get(),
    })
}

/// The captured variables of a closure by name.
fn captured(d: &ClosureData, function: FunctionPtr) -> phant_memory::Array {
    let mut out = phant_memory::Array::new();
    if let Some(code) = function.code() {
        for (u, v) in code.uses.iter().zip(d.captured.borrow().iter()) {
            if !v.is_undef() {
                out.set(&u.name, v.clone());
            }
        }
    }
    out
}

/// A copy that the caller owns.
fn copy_function(f: FunctionPtr, class: Option<ClassPtr>) -> &'static Function {
    let mut copy = f.like();
    copy.class = class;
    own_functions::make(copy, own_functions::unit(f).cloned())
}

/// The class Closure.
pub(crate) fn known_class(vm: &Vm) -> ClassPtr {
    if let Some(class) = vm.objects.closure_class.get() {
        return class;
    }
    let class = vm.ctx.known_class("Closure");
    vm.objects.closure_class.set(Some(class));
    class
}
/// The function of a new closure.
fn fresh_function(code: &'static Code, outer: FunctionPtr) -> FunctionPtr {
    let mut f = Function::user(code, outer.class);
    if code.flags & code_flags::STATIC_CLOSURE != 0 {
        f.modifiers |= phant_native::descriptor::modifiers::STATIC;
    }
    if f.modifiers & 7 == 0 {
        f.modifiers |= 1;
    }
    own_functions::make(f, own_functions::unit(outer).cloned())
}
/// What a closure expression makes closures of, each time it is met.
#[derive(Clone, Copy)]
pub struct Expression {
    /// All closures share the function; it is kept as long as the run-time part of the function around it.
    function: FunctionPtr,
    uses: u32,
    is_static: bool,
}
impl Expression {
    /// Gives back the place of a holder.
    ///
    /// # Safety
    /// It must come from the table of a run-time part, and not be used afterwards.
    pub(crate) unsafe fn release(self) {
        // SAFETY: by contract.
        unsafe { own_functions::release(self.function) };
    }
}
/// The closure expression that makes closures of a nested function without static variables.
fn expression(vm: &Vm, code: &'static Code, index: usize, outer: FunctionPtr) -> Option<Expression> {
    let outer_code = outer.code()?;
    if !code.statics.is_empty() {
        return None;
    }
    let rt = crate::runtime::function_places::runtime(vm, outer, outer_code);
    let made = Expression {
        function: fresh_function(code, outer),
        uses: code.uses.len() as u32,
        is_static: code.flags & code_flags::STATIC_CLOSURE != 0,
    };
    // SAFETY: the run-time part lives as long as the function that runs; nothing else borrows its table meanwhile. What is
    // in the table has a holder's place there.
    unsafe {
        let table = &mut (*rt).closures;
        if table.is_empty() {
            table.resize(outer_code.functions.len(), None);
        }
        table[index] = Some(made);
    }
    Some(made)
}

/// A new closure of the nested function `index` of a function's code.
pub fn make(vm: &Vm, index: usize, outer: FunctionPtr, this: Option<Object>, called: Option<ClassPtr>) -> Object {
    let rt = vm.places.get(outer);
    // SAFETY: as in `expression`.
    let known = unsafe { rt.as_ref() }.and_then(|rt| rt.closures.get(index).copied().flatten());
    let nested = || {
        let code = &outer.code().expect("compiled").functions[index];
        // SAFETY: nested code lives as long as the code around it.
        let code: &'static Code = unsafe { &*std::sync::Arc::as_ptr(code) };
        code
    };
    let known = known.or_else(|| expression(vm, nested(), index, outer));
    let (func, uses, is_static) = match known {
        // SAFETY: functions in the table came from `own_functions::make`.
        Some(e) => (Held::shared(unsafe { own_functions::hold(e.function) }), e.uses as usize, e.is_static),
        None => {
            let code = nested();
            let func = Held::nothing();
            func.own(fresh_function(code, outer));
            (func, code.uses.len(), code.flags & code_flags::STATIC_CLOSURE != 0)
        }
    };
    let mut captured = heap_vec();
    if uses > 0 {
        captured.resize(uses, Value::UNDEF);
    }
    let data = ClosureData {
        func,
        this: this.filter(|_| !is_static).map_or_else(OnceCell::new, OnceCell::from),
        called: Cell::new(called),
        captured: RefCell::new(captured),
        fake: Cell::new(false),
    };
    crate::runtime::object::create::with_native(known_class(vm), data)
}
/// Captures a variable.
pub fn capture(o: &Object, index: usize, v: Value) {
    let old = std::mem::replace(&mut data(o).captured.borrow_mut()[index], v);
    drop(old);
}
/// A closure for a callable.
pub fn from_callable(vm: &Vm, c: &Callable) -> PhpResult<Object> {
    if let Some(o) = &c.closure {
        return Ok(o.clone());
    }
    let class = vm.ctx.known_class("Closure");
    let object = crate::runtime::object::property::allocate_plain(vm, class);
    let d = data(&object);
    match &c.magic_name {
        Some(name) => d.func.own(crate::runtime::callable::trampoline(vm, c.function, name)),
        None => d.func.share(c.function),
    }
    d.bind(c.this.as_ref());
    d.called.set(c.called_class);
    d.fake.set(true);
    Ok(object)
}
/// A closure for a call that was prepared but not made: `f(...)`.
///
/// # Safety
/// `window` must be a prepared header.
pub unsafe fn from_window(vm: &Vm, window: *mut Frame) -> PhpResult<Object> {
    // SAFETY: by contract.
    unsafe {
        if (*window).flags & flags::OWNS_CLOSURE != 0 {
            let o = std::mem::ManuallyDrop::new(Object::from_raw((*window).closure));
            return Ok((*o).clone());
        }
        let func: FunctionPtr = &*(*window).func;
        if func.name.is_empty() {
            return Err(vm.ctx.throw_error("Cannot create Closure for constructor of a class without one"));
        }
        let this = crate::runtime::frame::this_of(window);
        if let Some(o) = this.as_ref().filter(|o| self::function(o).is_some_and(|f| std::ptr::eq(f, func))) {
            // `$closure->__invoke(...)`: its function is not to be used without it.
            return Ok(o.clone());
        }
        let called = if (*window).called.is_null() { None } else { Some(&*(*window).called) };
        let is_magic = func.flags & function_flags::TRAMPOLINE != 0;
        let function = if is_magic { crate::runtime::callable::trampoline_target(vm, func) } else { func };
        let magic_name = is_magic.then(|| func.name.clone());
        let c = Callable { function, this, called_class: called, closure: None, magic_name, through_invoke: false };
        from_callable(vm, &c)
    }
}
/// The function of a closure made by a closure expression; null for everything else, which [`init_window`] sees to.
///
/// # Safety
/// `object` must be a live object.
#[inline(always)]
pub unsafe fn plain_function(object: *mut phant_memory::PhpObject) -> *const Function {
    // SAFETY: by contract.
    unsafe {
        let o = std::mem::ManuallyDrop::new(Object::from_raw(object));
        if !std::ptr::eq((*o.class_ptr().cast::<phant_native::Class>()).handlers, &raw const HANDLERS) {
            return std::ptr::null();
        }
        let d = o.native_unchecked::<ClosureData>();
        match d.func.get() {
            Some(func) if !d.fake.get() && func.flags & function_flags::NATIVE == 0 => func,
            _ => std::ptr::null(),
        }
    }
}
/// Fills a window's header for a closure made of a callable, which brings its object along. False for other objects,
/// and for closures that stand for `__call`.
///
/// # Safety
/// `window` must be valid for writing a header, `object` a live object.
pub unsafe fn init_window(window: *mut Frame, object: *mut phant_memory::PhpObject) -> bool {
    // SAFETY: by contract.
    unsafe {
        let o = std::mem::ManuallyDrop::new(Object::from_raw(object));
        if !std::ptr::eq((*o.class_ptr().cast::<phant_native::Class>()).handlers, &raw const HANDLERS) {
            return false;
        }
        let d = o.native_unchecked::<ClosureData>();
        let Some(func) = d.func.get() else { return false };
        if func.flags & function_flags::TRAMPOLINE != 0 {
            return false;
        }
        // The window may begin where the object's value was.
        let called = d.called.get().map_or(std::ptr::null(), std::ptr::from_ref);
        let this = d.this.get().filter(|_| !func.is_static()).cloned();
        let owned = if this.is_some() { flags::OWNS_CLOSURE | flags::OWNS_THIS } else { flags::OWNS_CLOSURE };
        let this = this.map_or(std::ptr::null_mut(), Object::into_raw);
        crate::runtime::frame::init_bound(window, func, this, called, owned);
        (*window).closure = object;
        true
    }
}
/// Gives a closure's frame its `$this` and class.
///
/// # Safety
/// `f` must be a prepared window of compiled code.
#[inline(always)]
pub unsafe fn bind_frame(f: *mut Frame, code: &Code) {
    // SAFETY: by contract.
    unsafe {
        if (*f).flags & flags::OWNS_CLOSURE != 0 {
            (*f).flags |= bind_header(f, code);
        }
    }
}
/// The same for a frame that has a closure; what it owns by that is returned as a flag, which is the caller's to set.
///
/// # Safety
/// As [`bind_frame`].
#[inline(always)]
pub unsafe fn bind_header(f: *mut Frame, code: &Code) -> u16 {
    // SAFETY: by contract; the frame owns a count of the closure.
    unsafe {
        if code.flags & code_flags::CLOSURE == 0 {
            return 0;
        }
        let mut owned = 0;
        let o = std::mem::ManuallyDrop::new(Object::from_raw((*f).closure));
        let d = o.native_unchecked::<ClosureData>();
        if (*f).this.is_null()
            && let Some(this) = d.this.get().cloned()
        {
            (*f).called = this.class_ptr().cast();
            (*f).this = this.into_raw();
            owned = flags::OWNS_THIS;
        }
        if (*f).called.is_null()
            && let Some(c) = d.called.get()
        {
            (*f).called = c;
        }
        owned
    }
}
/// The object and the class that a closure of compiled code is bound to; both live as long as the closure.
///
/// # Safety
/// `closure` must be a closure.
#[inline(always)]
pub unsafe fn bound_to(closure: &Object) -> (Option<&Object>, Option<ClassPtr>) {
    // SAFETY: by contract.
    let d = unsafe { closure.native_unchecked::<ClosureData>() };
    (d.this.get(), d.called.get())
}
/// Puts captured variables into an entered closure's slots.
///
/// # Safety
/// `f` must be a frame of `code` whose variables are initialised.
#[inline(always)]
pub unsafe fn bind_uses(f: *mut Frame, code: &Code) {
    // SAFETY: by contract.
    unsafe {
        if (*f).flags & flags::OWNS_CLOSURE != 0 {
            bind_captured(f, code);
        }
    }
}
/// The same for a frame that has a closure, whether it owns a count of it or not.
///
/// # Safety
/// As [`bind_uses`].
#[inline(always)]
pub unsafe fn bind_captured(f: *mut Frame, code: &Code) {
    // SAFETY: by contract.
    unsafe {
        if code.uses.is_empty() {
            return;
        }
        let o = std::mem::ManuallyDrop::new(Object::from_raw((*f).closure));
        let d = o.native_unchecked::<ClosureData>();
        for (u, v) in code.uses.iter().zip(d.captured.borrow().iter()) {
            let v = if u.by_ref { v.clone() } else { v.unref() };
            slot(f, u.slot).write(v);
        }
    }
}
/// Whether a call of `func` on `o` is `$closure->__invoke(…)`, the closure's own function.
pub fn invokes(o: &Object, func: FunctionPtr) -> bool {
    // A closure of compiled code that is bound to an object without a scope has the class Closure for its scope, too.
    let is_of_closures = func.flags & function_flags::NATIVE != 0 && func.class.is_some_and(|c| c.is_named("Closure"));
    !is_of_closures && function(o).is_some_and(|own| std::ptr::eq(own, func))
}
/// `$closure->__invoke(…)`: the window gets the closure, and the object it is bound to in place of itself.
///
/// # Safety
/// `window` must be a prepared header for the function of `closure`.
pub unsafe fn set_invoked(window: *mut Frame, closure: Object, func: FunctionPtr) {
    // SAFETY: by contract.
    unsafe {
        if (*window).flags & flags::OWNS_THIS != 0 {
            (*window).flags &= !flags::OWNS_THIS;
            drop(Object::from_raw((*window).this));
        }
        (*window).this = std::ptr::null_mut();
        (*window).called = std::ptr::null();
        if func.flags & function_flags::NATIVE != 0
            && let Some(bound) = data(&closure).this.get().cloned()
        {
            (*window).this = bound.into_raw();
            (*window).flags |= flags::OWNS_THIS;
        }
        (*window).closure = closure.into_raw();
        (*window).flags |= flags::OWNS_CLOSURE | flags::INVOKED;
    }
}

/// Checks and makes a rebound copy: `Closure::bind`.
fn rebind(ctx: &Ctx, closure: &Object, new_this: Option<&Object>, scope: Option<&Value>) -> PhpResult<Value> {
    let d = data(closure);
    let func = d.func.get().expect("closures have functions");
    let old_scope = func.class;
    let scope = match scope {
        None => old_scope,
        Some(v) => match v.view() {
            phant_memory::View::Null => None,
            phant_memory::View::Object(o) => Some(o.class()),
            phant_memory::View::Str(s) if s.as_bytes() == b"static" => old_scope,
            _ => {
                let name = phant_native::convert::to_str(ctx, v)?;
                match ctx.class(&name) {
                    Some(c) => Some(c),
                    None => {
                        ctx.check()?;
                        ctx.report(Level::Warning, format!("Class \"{name}\" not found"));
                        return Ok(Value::NULL);
                    }
                }
            }
        },
    };
    let code = func.code();
    let is_static = func.is_static();
    if new_this.is_some() {
        if is_static {
            ctx.report(Level::Warning, "Cannot bind an instance to a static closure");
            return Ok(Value::NULL);
        }
        if d.fake.get()
            && let (Some(class), Some(o)) = (old_scope, new_this)
            && !o.is_instance_of(class)
        {
            ctx.report(
                Level::Warning,
                format!("Cannot bind method {}() to object of class {}", func.display_name(), o.class().name),
            );
            return Ok(Value::NULL);
        }
    } else if d.fake.get() && old_scope.is_some() && !is_static {
        ctx.report(Level::Warning, "Cannot unbind $this of method");
        return Ok(Value::NULL);
    } else if !d.fake.get() && d.this.get().is_some() && code.is_some_and(|c| c.flags & code_flags::USES_THIS != 0) {
        ctx.report(Level::Warning, "Cannot unbind $this of closure using $this");
        return Ok(Value::NULL);
    }
    if let Some(c) = scope
        && !old_scope.is_some_and(|o| o.same(c))
        && c.is_native()
    {
        ctx.report(Level::Warning, format!("Cannot bind closure to scope of internal class {}", c.name));
        return Ok(Value::NULL);
    }
    if d.fake.get() && !same_class(scope, old_scope) {
        let what = if old_scope.is_some() { "method" } else { "function" };
        ctx.report(Level::Warning, format!("Cannot rebind scope of closure created from {what}"));
        return Ok(Value::NULL);
    }
    // A native function that is no method has no use for an object.
    let new_this = new_this.filter(|_| code.is_some() || old_scope.is_some());
    let vm = Vm::of(ctx);
    let class = vm.ctx.known_class("Closure");
    let copy = crate::runtime::object::property::allocate_plain(vm, class);
    let scope = scope.or(if new_this.is_some() && code.is_some() { Some(class) } else { None });
    let target = copy_function(func, scope);
    copy_statics(vm, func, target);
    let n = data(&copy);
    n.func.own(target);
    n.bind(new_this);
    n.called.set(match new_this {
        Some(o) => Some(o.class()),
        None => scope,
    });
    let mut captured = heap_vec();
    captured.extend(d.captured.borrow().iter().cloned());
    *n.captured.borrow_mut() = captured;
    n.fake.set(d.fake.get());
    Ok(Value::from(copy))
}
fn same_class(a: Option<ClassPtr>, b: Option<ClassPtr>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.same(b),
        (None, None) => true,
        _ => false,
    }
}
/// A copy of a closure starts with the static variables as they are.
fn copy_statics(vm: &Vm, from: &Function, to: &Function) {
    let (FunctionKind::User(code), false) = (from.kind, vm.places.get(from).is_null()) else { return };
    let rt = crate::runtime::function_places::runtime(vm, to, code);
    // SAFETY: run-time parts live as long as their functions.
    unsafe {
        let source = &(*vm.places.get(from)).statics;
        for (i, v) in source.iter().enumerate() {
            if v.is_ref() {
                (&mut (*rt).statics)[i] = Value::from(Reference::new(v.unref()));
            }
        }
    }
}

static HANDLERS: ObjectHandlers = ObjectHandlers {
    debug_info: Some(debug_info),
    clone: Some(clone_into),
    compare: Some(|ctx, a, b| {
        let (Some(x), Some(y)) = (a.as_object(), b.as_object()) else {
            return phant_native::compare::without_handler(ctx, a, b);
        };
        let (Some(dx), Some(dy)) = (x.native::<ClosureData>(), y.native::<ClosureData>()) else { return Ok(2) };
        let same_this = match (dx.this.get(), dy.this.get()) {
            (Some(a), Some(b)) => a.same(b),
            (None, None) => true,
            _ => false,
        };
        let same = dx.fake.get()
            && dy.fake.get()
            && same_this
            && same_class(dx.called.get(), dy.called.get())
            && matches!((dx.func.get(), dy.func.get()), (Some(f), Some(g)) if std::ptr::eq(f, g) || f.name == g.name && same_class(f.class, g.class));
        Ok(if same { 0 } else { 2 })
    }),
    ..ObjectHandlers::DEFAULT
};
fn clone_into(ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
    let (d, n) = (data(from), data(to));
    let func = d.func.get().expect("closures have functions");
    if d.fake.get() && !d.func.owned.get() {
        n.func.share(func);
    } else {
        let target = copy_function(func, func.class);
        copy_statics(Vm::of(ctx), func, target);
        n.func.own(target);
    }
    n.bind(d.this.get());
    n.called.set(d.called.get());
    let mut captured = heap_vec();
    captured.extend(d.captured.borrow().iter().cloned());
    *n.captured.borrow_mut() = captured;
    n.fake.set(d.fake.get());
    Ok(())
}
fn debug_info(ctx: &Ctx, o: &Object) -> PhpResult<phant_memory::Array> {
    let d = data(o);
    let func = d.func.get().expect("closures have functions");
    let mut out = phant_memory::Array::new();
    if d.fake.get() {
        out.set_name("function", Value::from(func.display_name()));
    } else if let Some(code) = func.code() {
        out.set_name("name", Value::from(func.name.clone()));
        out.set_name("file", Value::from(code.file.as_deref().cloned()));
        out.set_name("line", Value::int(i64::from(code.line)));
    }
    let mut statics = captured(d, func);
    for (k, v) in Vm::of(ctx).static_variables_of(func).iter() {
        statics.make_mut().set(k.to_key(), v.clone());
    }
    if !statics.is_empty() {
        out.set_name("static", Value::from(statics));
    }
    if let Some(this) = d.this.get() {
        out.set_name("this", Value::from(this.clone()));
    }
    let names = (0..func.params as usize).filter_map(|i| {
        let by_ref = func.takes_ref(i);
        let trampoline = func.flags & function_flags::TRAMPOLINE != 0;
        let name = if trampoline { Some("arguments".into()) } else { func.param_name(i).map(|n| n.to_string()) };
        name.map(|n: String| (format!("{}${n}", if by_ref { "&" } else { "" }), i))
    });
    let mut params = phant_memory::Array::new();
    for (name, i) in names {
        params.set_text(&name, Value::str(if i < func.required as usize { "<required>" } else { "<optional>" }));
    }
    if !params.is_empty() {
        out.set_name("parameter", Value::from(params));
    }
    Ok(out)
}

/// The class Closure.
pub struct Closure;

#[php_class("final class Closure", create = Self::create, handlers = HANDLERS, not_serializable, no_dynamic)]
impl Closure {
    fn create(_ctx: &Ctx, o: &Object) {
        o.init_native(ClosureData {
            func: Held::nothing(),
            this: OnceCell::new(),
            called: Cell::new(None),
            captured: RefCell::new(heap_vec()),
            fake: Cell::new(false),
        });
    }
    #[php("private function __construct()")]
    fn construct(ctx: &Ctx) -> PhpResult<()> {
        Err(ctx.throw_error("Instantiation of class Closure is not allowed"))
    }
    #[php("public static function bind(Closure $closure, ?object $newThis, object|string|null $newScope = \"static\"): ?Closure")]
    fn bind(ctx: &Ctx, closure: &Object, new_this: Option<&Object>, new_scope: &Value, passed: usize) -> PhpResult<Value> {
        rebind(ctx, closure, new_this, if passed > 2 { Some(new_scope) } else { None })
    }
    #[php("public function bindTo(?object $newThis, object|string|null $newScope = \"static\"): ?Closure")]
    fn bind_to(ctx: &Ctx, this: &Object, new_this: Option<&Object>, new_scope: &Value, passed: usize) -> PhpResult<Value> {
        rebind(ctx, this, new_this, if passed > 1 { Some(new_scope) } else { None })
    }
    #[php("public function call(object $newThis, mixed ...$args): mixed")]
    fn call(ctx: &Ctx, this: &Object, new_this: &Object, args: &[Value], named: Option<phant_memory::Array>) -> PhpResult<Value> {
        let bound = rebind(ctx, this, Some(new_this), Some(&Value::from(new_this.clone())))?;
        let Some(o) = bound.as_object() else { return Ok(Value::NULL) };
        let c = callable(&o).ok_or(Thrown)?;
        ctx.call_named(&c, args, named.as_ref())
    }
    /// Looks at the callback itself: what is wrong with it is told in other words than elsewhere.
    #[php("public static function fromCallable(callable $callback): Closure", raw)]
    fn from_callable(ctx: &Ctx, args: &mut phant_native::Args<'_>) -> PhpResult<Value> {
        if args.passed != 1 {
            phant_native::coerce::arguments(ctx, args.function, args.values, args.passed)?;
        }
        let callback = args.values[0].unref();
        let c = match ctx.resolve_callable(&callback) {
            Ok(c) => c,
            Err(reason) => {
                ctx.check()?;
                return Err(ctx.type_error(format!("Failed to create closure from callable: {reason}")));
            }
        };
        Ok(Value::from(self::from_callable(Vm::of(ctx), &c)?))
    }
    /// The closure's own function answers instead, with its parameters.
    #[php("public function __invoke()", raw)]
    fn invoke(ctx: &Ctx, args: &mut phant_native::Args<'_>) -> PhpResult<Value> {
        let c = args.this.and_then(callable).ok_or(Thrown)?;
        ctx.call_named(&c, args.values, args.named.as_ref())
    }
}

impl Vm {
    /// Static variables of a function by name, with their current values.
    pub fn static_variables_of(&self, f: FunctionPtr) -> Array {
        let mut out = Array::new();
        let Some(code) = f.code() else { return out };
        let rt = crate::runtime::function_places::runtime(self, f, code);
        for (i, s) in code.statics.iter().enumerate() {
            // SAFETY: the run-time part lives as long as the function.
            let v = unsafe { (&(*rt).statics)[i].unref() };
            let v = if v.is_undef() { s.init.as_ref().map_or(Value::NULL, |e| e.value.clone()) } else { v };
            out.make_mut().set(phant_memory::Key::Str(s.name.clone()), if v.is_undef() { Value::NULL } else { v });
        }
        out
    }
}
