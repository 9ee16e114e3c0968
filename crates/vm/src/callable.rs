//! Callables: strings, arrays, objects; finding methods with visibility and `__call`.

use crate::{closure, vm::Vm};
use phant_memory::{HeapBox, KeyRef, Object, RequestHeap, Str, Value, View};
use phant_native::{
    Callable, ClassPtr, Function, FunctionPtr, ObjectExt, PhpResult, descriptor::modifiers, function::function_flags,
};
use std::cell::Cell;

/// Whether a method may be called from a scope.
pub fn accessible(f: FunctionPtr, scope: Option<ClassPtr>) -> bool {
    if f.modifiers & modifiers::PUBLIC != 0 {
        return true;
    }
    let (Some(scope), Some(class)) = (scope, f.class) else { return false };
    if f.modifiers & modifiers::PRIVATE != 0 {
        return scope.same(class);
    }
    let root = prototype_class(f);
    scope.is_subclass_or_same(root) || root.is_subclass_or_same(scope) || scope.is_subclass_or_same(class)
}
fn prototype_class(f: FunctionPtr) -> ClassPtr {
    let class = f.class.expect("a method");
    f.prototype.get().and_then(|p| p.class).unwrap_or(class)
}

/// A function standing for a call through `__call` or `__callStatic`: it carries the name that was asked for.
pub fn trampoline(_vm: &mut Vm, target: FunctionPtr, name: &Str) -> FunctionPtr {
    let fake = Function {
        name: name.clone(),
        kind: target.kind,
        class: target.class,
        modifiers: target.modifiers,
        params: 1,
        required: 0,
        flags: function_flags::TRAMPOLINE | function_flags::VARIADIC,
        by_ref: 0,
        prototype: Cell::new(Some(target)),
        trait_origin: None,
        runtime: Cell::new(std::ptr::null_mut()),
        defaults: Cell::new(None),
    };
    HeapBox::leak(HeapBox::new_in(fake, RequestHeap))
}
/// What a trampoline leads to.
pub fn trampoline_target(_vm: &mut Vm, f: FunctionPtr) -> FunctionPtr {
    f.prototype.get().expect("trampolines know their target")
}

fn from_scope(scope: Option<ClassPtr>) -> String {
    match scope {
        Some(c) => format!("scope {}", c.name),
        None => "global scope".into(),
    }
}
fn inaccessible(vm: &mut Vm, f: FunctionPtr, class: ClassPtr, name: &Str, scope: Option<ClassPtr>) -> phant_native::Thrown {
    let word = if f.modifiers & modifiers::PRIVATE != 0 { "private" } else { "protected" };
    vm.ctx.throw_error(format!("Call to {word} method {}::{name}() from {}", class.name, from_scope(scope)))
}

/// The object whose method `$object->name()` calls: some native classes pass on what they do not have themselves.
pub fn receiver(o: &Object, name: &Str) -> Object {
    let lower = name.to_lower();
    let has = |o: &Object| o.class().method(&lower).is_some() || o.class().magic.call.is_some();
    let mut object = o.clone();
    while !has(&object)
        && let Some(forward) = object.class().handlers.forward_calls
        && let Some(next) = forward(&object)
    {
        object = next;
    }
    if has(&object) { object } else { o.clone() }
}
/// The method that `$object->name()` calls from a scope.
pub fn find_method(vm: &mut Vm, o: &Object, name: &Str, scope: Option<ClassPtr>) -> PhpResult<FunctionPtr> {
    let class = o.class();
    let lower = name.to_lower();
    if lower.as_bytes() == b"__invoke"
        && let Some(f) = closure::function(o)
    {
        return Ok(f);
    }
    match lookup(class, &lower, scope) {
        Some(f) if accessible(f, scope) => Ok(f),
        found => {
            if let Some(call) = class.magic.call {
                return Ok(trampoline(vm, call, name));
            }
            match found {
                Some(f) => Err(inaccessible(vm, f, class, name, scope)),
                None => Err(vm.ctx.throw_error(format!("Call to undefined method {}::{name}()", class.name))),
            }
        }
    }
}
/// The method of a class seen from a scope: a private method of the scope comes before what a subclass made of it.
fn lookup(class: ClassPtr, lower: &[u8], scope: Option<ClassPtr>) -> Option<FunctionPtr> {
    if let Some(scope) = scope
        && !scope.same(class)
        && class.is_subclass_or_same(scope)
        && let Some(f) = scope.method(lower)
        && f.modifiers & modifiers::PRIVATE != 0
        && f.class.is_some_and(|c| c.same(scope))
    {
        return Some(f);
    }
    class.method(lower)
}
/// The method that `Class::name()` calls from a scope.
pub fn find_static_method(
    vm: &mut Vm,
    class: ClassPtr,
    name: &Str,
    scope: Option<ClassPtr>,
    this: Option<&Object>,
) -> PhpResult<FunctionPtr> {
    if name.first() == Some(&b'$') {
        return crate::object::hooks::parent_hook(vm, class, name);
    }
    let lower = name.to_lower();
    match lookup(class, &lower, scope) {
        Some(f) if accessible(f, scope) => Ok(f),
        found => {
            if let Some(o) = this
                && o.is_instance_of(class)
                && let Some(call) = class.magic.call.or(o.class().magic.call)
            {
                return Ok(trampoline(vm, call, name));
            }
            if let Some(call) = class.magic.call_static {
                return Ok(trampoline(vm, call, name));
            }
            match found {
                Some(f) => Err(inaccessible(vm, f, class, name, scope)),
                None if lower.as_bytes() == b"__construct" => Err(vm.ctx.throw_error("Cannot call constructor")),
                None => Err(vm.ctx.throw_error(format!("Call to undefined method {}::{name}()", class.name))),
            }
        }
    }
}

/// The scope of the PHP code that called the running native function.
pub fn calling_scope(vm: &Vm) -> Option<ClassPtr> {
    let f = crate::call::user_frame(vm.frame);
    if f.is_null() {
        return None;
    }
    // SAFETY: frames in the chain are live.
    unsafe { crate::call::scope_of(f) }
}

fn plain(function: FunctionPtr) -> Callable {
    Callable { function, this: None, called_class: None, closure: None, magic_name: None }
}

/// Looks a callable up; the error says why it is none.
pub fn resolve(vm: &mut Vm, v: &Value) -> Result<Callable, String> {
    match v.view() {
        View::Str(s) => {
            let s = s.clone();
            if let Some(at) = s.as_bytes().windows(2).position(|w| w == b"::") {
                let (class, method) = (Str::new(&s[..at]), Str::new(&s[at + 2..]));
                return resolve_static(vm, &class, &method);
            }
            match vm.lookup_function(&s) {
                Some(f) => Ok(plain(f)),
                None => Err(format!("function \"{s}\" not found or invalid function name")),
            }
        }
        View::Array(a) => {
            if a.len() != 2 {
                return Err("array callback must have exactly two members".into());
            }
            let (Some(target), Some(method)) = (a.get(&KeyRef::Int(0)), a.get(&KeyRef::Int(1))) else {
                return Err("array callback must have exactly two members".into());
            };
            let (target, method) = (target.unref(), method.unref());
            let Some(method) = method.as_str().cloned() else {
                return Err("second array member is not a valid method".into());
            };
            match target.view() {
                View::Str(class) => resolve_static(vm, &class.clone(), &method),
                View::Object(o) => {
                    let o = receiver(o, &method);
                    resolve_method(vm, &o, o.class(), &method)
                }
                _ => Err("first array member is not a valid class name or object".into()),
            }
        }
        View::Object(o) => {
            if let Some(c) = closure::callable(o) {
                return Ok(c);
            }
            match o.class().magic.invoke {
                Some(f) => Ok(Callable {
                    function: f,
                    this: Some(o.clone()),
                    called_class: Some(o.class()),
                    closure: None,
                    magic_name: None,
                }),
                None => Err("no array or string given".into()),
            }
        }
        _ => Err("no array or string given".into()),
    }
}
fn resolve_method(vm: &mut Vm, o: &Object, class: ClassPtr, method: &Str) -> Result<Callable, String> {
    // `[$object, 'parent::method']` names the class too.
    if let Some(at) = method.as_bytes().windows(2).position(|w| w == b"::") {
        let (name, rest) = (Str::new(&method[..at]), Str::new(&method[at + 2..]));
        let target = if name.as_bytes().eq_ignore_ascii_case(b"parent") {
            deprecated_scope(vm, method);
            class.parent.ok_or_else(|| "cannot access \"parent\" when current class scope has no parent".to_owned())?
        } else if name.as_bytes().eq_ignore_ascii_case(b"self") {
            deprecated_scope(vm, method);
            class
        } else {
            vm.lookup_class(&name, true).ok_or_else(|| format!("class \"{name}\" not found"))?
        };
        if !o.is_instance_of(target) {
            return Err(format!("class {} is not a subclass of {}", class.name, target.name));
        }
        return resolve_method(vm, o, target, &rest);
    }
    let scope = calling_scope(vm);
    let lower = method.to_lower();
    if lower.as_bytes() == b"__invoke"
        && let Some(c) = closure::callable(o)
    {
        return Ok(c);
    }
    let called = Some(o.class());
    match lookup(class, &lower, scope) {
        Some(f) if accessible(f, scope) => {
            if f.is_abstract() {
                return Err(format!("cannot call abstract method {}()", f.display_name()));
            }
            Ok(Callable {
                function: f,
                this: (!f.is_static()).then(|| o.clone()),
                called_class: called,
                closure: None,
                magic_name: None,
            })
        }
        found => {
            if let Some(call) = class.magic.call {
                return Ok(Callable {
                    function: call,
                    this: Some(o.clone()),
                    called_class: called,
                    closure: None,
                    magic_name: Some(method.clone()),
                });
            }
            Err(match found {
                Some(f) => no_access(f, class, method),
                None => format!("class {} does not have a method \"{method}\"", class.name),
            })
        }
    }
}
fn deprecated_scope(vm: &mut Vm, method: &Str) {
    let text = format!("Callables of the form [\"\", \"{method}\"] are deprecated");
    let _ = (vm, text);
}
fn no_access(f: FunctionPtr, class: ClassPtr, method: &Str) -> String {
    let word = if f.modifiers & modifiers::PRIVATE != 0 { "private" } else { "protected" };
    format!("cannot access {word} method {}::{method}()", class.name)
}
fn resolve_static(vm: &mut Vm, class_name: &Str, method: &Str) -> Result<Callable, String> {
    let scope = calling_scope(vm);
    let frame = crate::call::user_frame(vm.frame);
    // SAFETY: frames in the chain are live.
    let (this, called) =
        unsafe { if frame.is_null() { (None, None) } else { (crate::call::this_of(frame), crate::call::called_of(frame)) } };
    let lower_class = class_name.to_lower();
    let (class, relative) = match lower_class.as_bytes() {
        b"self" => (scope.ok_or("cannot access \"self\" when no class scope is active")?, true),
        b"parent" => {
            let s = scope.ok_or("cannot access \"parent\" when no class scope is active")?;
            (s.parent.ok_or("cannot access \"parent\" when current class scope has no parent")?, true)
        }
        b"static" => (called.ok_or("cannot access \"static\" when no class scope is active")?, true),
        _ => (vm.lookup_class(class_name, true).ok_or_else(|| format!("class \"{class_name}\" not found"))?, false),
    };
    let bound = this.filter(|o| o.is_instance_of(class));
    if let Some(at) = method.as_bytes().windows(2).position(|w| w == b"::") {
        let name = Str::new(&method[..at]);
        let rest = Str::new(&method[at + 2..]);
        let target = if name.as_bytes().eq_ignore_ascii_case(b"parent") {
            class.parent.ok_or("cannot access \"parent\" when current class scope has no parent")?
        } else {
            vm.lookup_class(&name, true).ok_or_else(|| format!("class \"{name}\" not found"))?
        };
        return resolve_static(vm, &target.name.clone(), &rest);
    }
    let lower = method.to_lower();
    match lookup(class, &lower, scope) {
        Some(f) if accessible(f, scope) => {
            if f.is_static() {
                let c = if relative { called.filter(|c| c.is_subclass_or_same(class)).unwrap_or(class) } else { class };
                return Ok(Callable { function: f, this: None, called_class: Some(c), closure: None, magic_name: None });
            }
            if f.is_abstract() {
                return Err(format!("cannot call abstract method {}()", f.display_name()));
            }
            match bound {
                Some(o) => {
                    Ok(Callable { function: f, called_class: Some(o.class()), this: Some(o), closure: None, magic_name: None })
                }
                None => Err(format!("non-static method {}() cannot be called statically", f.display_name())),
            }
        }
        found => {
            if let Some(o) = bound
                && let Some(call) = class.magic.call
            {
                return Ok(Callable {
                    function: call,
                    called_class: Some(o.class()),
                    this: Some(o),
                    closure: None,
                    magic_name: Some(method.clone()),
                });
            }
            if let Some(call) = class.magic.call_static {
                return Ok(Callable {
                    function: call,
                    this: None,
                    called_class: Some(class),
                    closure: None,
                    magic_name: Some(method.clone()),
                });
            }
            Err(match found {
                Some(f) => no_access(f, class, method),
                None => format!("class {} does not have a method \"{method}\"", class.name),
            })
        }
    }
}
/// Looks up what `$f()` calls; errors are PHP's for dynamic calls.
pub fn resolve_for_call(vm: &mut Vm, v: &Value) -> PhpResult<Callable> {
    match v.view() {
        View::Object(o) if closure::callable(o).is_none() && o.class().magic.invoke.is_none() => {
            return Err(vm.ctx.throw_error("Object of type ".to_owned() + &o.class().name.to_text() + " is not callable"));
        }
        View::Array(a) => {
            if a.len() != 2 {
                return Err(vm.ctx.throw_error("Array callback must have exactly two elements"));
            }
            let (Some(target), Some(method)) = (a.get_int(0), a.get_int(1)) else {
                return Err(vm.ctx.throw_error("Array callback has to contain indices 0 and 1"));
            };
            let (target, method) = (target.unref(), method.unref());
            if !target.is_object() && !target.is_str() {
                return Err(vm.ctx.throw_error("First array member is not a valid class name or object"));
            }
            let Some(method) = method.as_str().cloned() else {
                return Err(vm.ctx.throw_error("Second array member is not a valid method"));
            };
            let scope = calling_scope(vm);
            if let Some(o) = target.as_object()
                && !method.as_bytes().windows(2).any(|w| w == b"::")
            {
                let o = &receiver(o, &method);
                let f = find_method(vm, o, &method, scope)?;
                if f.flags & function_flags::TRAMPOLINE != 0 {
                    return Ok(Callable {
                        function: trampoline_target(vm, f),
                        this: Some(o.clone()),
                        called_class: Some(o.class()),
                        closure: None,
                        magic_name: Some(method),
                    });
                }
                if let Some(c) = closure::callable(o).filter(|c| std::ptr::eq(c.function, f)) {
                    return Ok(c);
                }
                return Ok(Callable {
                    function: f,
                    this: (!f.is_static()).then(|| o.clone()),
                    called_class: Some(o.class()),
                    closure: None,
                    magic_name: None,
                });
            }
            if let Some(name) = target.as_str() {
                return static_for_call(vm, name, &method);
            }
        }
        View::Str(s) => {
            let s = s.clone();
            if let Some(at) = s.as_bytes().windows(2).position(|w| w == b"::") {
                return static_for_call(vm, &Str::new(&s[..at]), &Str::new(&s[at + 2..]));
            }
        }
        _ => {}
    }
    match resolve(vm, v) {
        Ok(c) => Ok(c),
        Err(reason) => {
            vm.ctx.check()?;
            Err(vm.ctx.throw_error(capital(&reason)))
        }
    }
}
fn static_for_call(vm: &mut Vm, class: &Str, method: &Str) -> PhpResult<Callable> {
    if let Ok(c) = resolve_static(vm, class, method) {
        return Ok(c);
    }
    vm.ctx.check()?;
    let Some(k) = vm.lookup_class(class, true) else {
        vm.ctx.check()?;
        return Err(vm.ctx.throw_error(format!("Class \"{class}\" not found")));
    };
    let scope = calling_scope(vm);
    let f = find_static_method(vm, k, method, scope, None)?;
    Err(vm.ctx.throw_error(format!("Non-static method {}() cannot be called statically", f.display_name())))
}
fn capital(s: &str) -> String {
    let mut c = s.chars();
    c.next().map_or(String::new(), |f| f.to_ascii_uppercase().to_string() + c.as_str())
}
/// The name of a callable, as `is_callable` reports it.
pub fn name(vm: &mut Vm, v: &Value) -> Str {
    match v.view() {
        View::Str(s) => s.clone(),
        View::Array(a) => {
            let parts: Vec<Value> = a.values().map(Value::unref).collect();
            match (parts.first().map(Value::view), parts.get(1).and_then(|m| m.as_str())) {
                (Some(View::Object(o)), Some(m)) => Str::from(format!("{}::{m}", o.class().name)),
                (Some(View::Str(s)), Some(m)) => Str::from(format!("{s}::{m}")),
                _ => Str::new(b"Array"),
            }
        }
        View::Object(o) => Str::from(format!("{}::__invoke", o.class().name)),
        _ => phant_native::convert::to_str(&mut vm.ctx, v).unwrap_or_default(),
    }
}
