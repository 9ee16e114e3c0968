//! Callables: strings, arrays, objects; finding methods with visibility and `__call`.

use crate::runtime::{closure, own_functions, vm::Vm};
use phant_memory::{Array, Held, KeyRef, Name, Object, Str, Value, View};
use phant_native::{Callable, ClassPtr, FunctionPtr, ObjectExt, PhpResult, descriptor::modifiers, function::function_flags};

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
    f.prototype().and_then(|p| p.class).unwrap_or(class)
}

/// A function standing for a call through `__call` or `__callStatic`: it carries the name that was asked for. Whoever gets
/// it gives it back with [`free_trampoline`]: a window that has the flag `TRAMPOLINE`, or a closure.
pub fn trampoline(vm: &Vm, target: FunctionPtr, name: &Str) -> FunctionPtr {
    // A copy: what is kept may outlive the code that the name is from. In the worker's pool there is one of each.
    let name = crate::runtime::code::name(vm, &Str::new(name.as_bytes()));
    let known = vm.trampolines.borrow().get(&trampoline_key(target, &name)).copied();
    match known {
        // SAFETY: `keep_trampoline` was given it.
        Some(known) => unsafe { own_functions::hold(known) },
        None => new_trampoline(target, name),
    }
}
fn trampoline_key(target: FunctionPtr, name: &Name) -> (usize, usize) {
    (std::ptr::from_ref(target).addr(), name.as_ptr().addr())
}
const KEPT_TRAMPOLINES: usize = 1024;

/// Keeps a trampoline until the end of the request; false if there are too many. For names that are in the program: those that
/// it makes up might never be called again.
pub fn keep_trampoline(vm: &Vm, f: FunctionPtr) -> bool {
    let Some(target) = f.prototype() else { return false };
    let mut kept = vm.trampolines.borrow_mut();
    let key = trampoline_key(target, &f.name);
    if let Some(known) = kept.get(&key) {
        return std::ptr::eq(*known, f);
    }
    if kept.len() >= KEPT_TRAMPOLINES {
        return false;
    }
    // SAFETY: the caller has it from `trampoline`.
    kept.insert(key, unsafe { own_functions::hold(f) });
    true
}

fn new_trampoline(target: FunctionPtr, name: Name) -> FunctionPtr {
    let mut fake = target.like();
    fake.name = name;
    fake.params = 1;
    fake.required = 0;
    fake.flags = function_flags::TRAMPOLINE | function_flags::VARIADIC | target.flags & function_flags::DEPRECATED;
    fake.by_ref = 0;
    fake.trait_origin = None;
    own_functions::make(fake.with_prototype(Some(target)), own_functions::unit(target).cloned())
}
/// Gives a trampoline back.
///
/// # Safety
/// It must come from [`trampoline`] and be used no more.
pub unsafe fn free_trampoline(f: FunctionPtr) {
    // SAFETY: by contract.
    unsafe { own_functions::release(f) }
}
/// Whether a method was found, or a trampoline that now is the caller's; that one is freed, and what it leads to is given.
fn behind_trampoline(vm: &Vm, f: FunctionPtr) -> (FunctionPtr, bool) {
    if f.flags & function_flags::TRAMPOLINE == 0 {
        return (f, false);
    }
    let target = trampoline_target(vm, f);
    // SAFETY: it was just made for this call and has not been handed on.
    unsafe { free_trampoline(f) };
    (target, true)
}
/// What a trampoline leads to.
pub fn trampoline_target(_vm: &Vm, f: FunctionPtr) -> FunctionPtr {
    f.prototype().expect("trampolines know their target")
}

fn from_scope(scope: Option<ClassPtr>) -> String {
    match scope {
        Some(c) => format!("scope {}", c.name),
        None => "global scope".into(),
    }
}
fn inaccessible(vm: &Vm, f: FunctionPtr, class: ClassPtr, name: &Str, scope: Option<ClassPtr>) -> phant_native::Thrown {
    let word = if f.modifiers & modifiers::PRIVATE != 0 { "private" } else { "protected" };
    let class = f.class.unwrap_or(class);
    vm.ctx.throw_error(format!("Call to {word} method {}::{name}() from {}", class.name, from_scope(scope)))
}

/// The object whose method `$object->name()` calls: some native classes pass on what they do not have themselves.
pub fn receiver(o: &Object, name: &Str) -> Object {
    if o.class().handlers.forward_calls.is_none() {
        return o.clone();
    }
    let lower = name.to_lower();
    let has = |o: &Object| o.class().method_named(&lower).is_some() || o.class().magic.call.is_some();
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
pub fn find_method(vm: &Vm, o: &Object, name: &Str, scope: Option<ClassPtr>) -> PhpResult<FunctionPtr> {
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
fn lookup(class: ClassPtr, lower: &Str, scope: Option<ClassPtr>) -> Option<FunctionPtr> {
    if let Some(scope) = scope
        && !scope.same(class)
        && class.is_subclass_or_same(scope)
        && let Some(f) = scope.method_named(lower)
        && f.modifiers & modifiers::PRIVATE != 0
        && f.class.is_some_and(|c| c.same(scope))
    {
        return Some(f);
    }
    class.method_named(lower)
}
/// The method that `Class::name()` calls from a scope.
pub fn find_static_method(
    vm: &Vm,
    class: ClassPtr,
    name: &Str,
    scope: Option<ClassPtr>,
    this: Option<&Object>,
) -> PhpResult<FunctionPtr> {
    if name.first() == Some(&b'$') {
        return crate::runtime::object::hooks::parent_hook(vm, class, name);
    }
    let lower = name.to_lower();
    if lower.as_bytes() == b"__construct" {
        return find_constructor(vm, class, this);
    }
    find_plain_static(vm, class, name, &lower, scope, this)
}
/// The same for a name that the code computes: constructors are methods like others.
pub fn find_named_static(
    vm: &Vm,
    class: ClassPtr,
    name: &Str,
    scope: Option<ClassPtr>,
    this: Option<&Object>,
) -> PhpResult<FunctionPtr> {
    let lower = name.to_lower();
    if lower.as_bytes() == b"__construct" && class.magic.construct.is_some() {
        return find_constructor(vm, class, this);
    }
    find_plain_static(vm, class, name, &lower, scope, this)
}
fn find_plain_static(
    vm: &Vm,
    class: ClassPtr,
    name: &Str,
    lower: &Str,
    scope: Option<ClassPtr>,
    this: Option<&Object>,
) -> PhpResult<FunctionPtr> {
    match class.method(lower) {
        Some(f) if accessible(f, scope) => check_trait_call(vm, f, &f.name).map(|()| f),
        found => {
            if let Some(o) = this
                && o.is_instance_of(class)
                // The class that is named has to know `__call`; it is the object's that is called.
                && let Some(call) = class.magic.call.and(o.class().magic.call)
            {
                return Ok(trampoline(vm, call, name));
            }
            if let Some(call) = class.magic.call_static {
                check_trait_call(vm, call, name)?;
                return Ok(trampoline(vm, call, name));
            }
            match found {
                Some(f) => Err(inaccessible(vm, f, class, name, scope)),
                None => Err(vm.ctx.throw_error(format!("Call to undefined method {}::{name}()", class.name))),
            }
        }
    }
}

/// Whether a method is a trait's own, not that of a class which uses the trait.
pub fn is_trait_method(f: FunctionPtr) -> bool {
    f.class.is_some_and(|c| c.kind == phant_native::descriptor::ClassKind::Trait)
}
/// Methods of traits are meant for the classes that use them.
fn check_trait_call(vm: &Vm, f: FunctionPtr, name: &Str) -> PhpResult<()> {
    if is_trait_method(f)
        && f.is_static()
        && let Some(class) = f.class
    {
        let text = format!(
            "Calling static trait method {}::{name} is deprecated, it should only be called on a class using the trait",
            class.name
        );
        vm.ctx.report(phant_native::Level::Deprecated, text);
        vm.ctx.check()?;
    }
    Ok(())
}

/// The constructor that `Class::__construct()` calls. Only private ones of other classes are out of reach.
fn find_constructor(vm: &Vm, class: ClassPtr, this: Option<&Object>) -> PhpResult<FunctionPtr> {
    let Some(constructor) = class.magic.construct else {
        return Err(vm.ctx.throw_error("Cannot call constructor"));
    };
    let foreign = this.is_some_and(|o| constructor.class.is_none_or(|c| !c.same(o.class())));
    if foreign && constructor.modifiers & modifiers::PRIVATE != 0 {
        return Err(vm.ctx.throw_error(format!("Cannot call private {}::__construct()", class.name)));
    }
    Ok(constructor)
}

/// The scope of the PHP code that called the running native function.
pub fn calling_scope(vm: &Vm) -> Option<ClassPtr> {
    let f = crate::runtime::frame::user_frame(vm.frame.get());
    if f.is_null() {
        return None;
    }
    // SAFETY: frames in the chain are live.
    unsafe { crate::runtime::frame::scope_of(f) }
}

fn plain(function: FunctionPtr) -> Callable {
    Callable { function, this: None, called_class: None, closure: None, magic_name: None, through_invoke: false }
}

/// What a callable names so far, while it is being looked up.
struct Target {
    class: ClassPtr,
    object: Option<Object>,
    called: ClassPtr,
    /// The class was named, so that private methods of the calling scope do not come first.
    strict: bool,
}
/// Looking a callable up.
struct Resolver<'v> {
    vm: &'v Vm,
    /// Whether deprecated forms are reported.
    report: bool,
    /// The class of the calling code.
    scope: Option<ClassPtr>,
    /// `$this` of the calling code.
    this: Option<Object>,
    /// What `static` means in it.
    called: Option<ClassPtr>,
}

/// What errors show of a name.
pub(crate) fn until_nul(name: &[u8]) -> Str {
    Str::new(name.split(|&b| b == 0).next().unwrap_or_default())
}

/// The method of most arrays that are callables: an object with the name of a public method of its class. What else there is to
/// names (classes before them, private methods) and to objects (closures, those that pass calls on) is left to [`Resolver`].
fn method_of_object(vm: &Vm, array: &Array) -> Option<Callable> {
    let [target, method] = array.as_slice()? else { return None };
    let (object, method) = (target.own_object()?, method.own_str()?);
    let (class, scope) = (object.class(), calling_scope(vm));
    let function = match vm.members.named_method(class, method, scope) {
        Some(known) => known,
        None => public_method(vm, object, method, scope)?,
    };
    let this = (!function.is_static()).then(|| object.clone());
    Some(Callable { function, this, called_class: Some(class), closure: None, magic_name: None, through_invoke: false })
}
#[inline(never)]
fn public_method(vm: &Vm, object: &Object, method: &Str, scope: Option<ClassPtr>) -> Option<FunctionPtr> {
    let class = object.class();
    if class.handlers.forward_calls.is_some() || method.contains(&b':') || closure::is_closure(object) {
        return None;
    }
    let function = lookup(class, &method.to_lower(), scope)?;
    if function.modifiers & modifiers::PUBLIC == 0 || function.is_abstract() {
        return None;
    }
    if !function.is_static() && class.handlers.before_call.is_none() {
        vm.members.note_named_method(class, method, scope, function);
    }
    Some(function)
}

/// Looks a callable up; the error says why it is none. `report` tells whether deprecated forms are reported.
pub fn resolve(vm: &Vm, v: &Value, report: bool) -> Result<Callable, String> {
    match v.view() {
        View::Str(s) => match split(&s) {
            Some((class, method)) => {
                let mut r = Resolver::new(vm, report);
                let scope = r.scope;
                let target = r.class(class, scope, None, report)?;
                r.method(target, &Str::new(method), false)
            }
            None => vm
                .function_named(&s)
                .map(plain)
                .ok_or_else(|| format!("function \"{}\" not found or invalid function name", until_nul(&s))),
        },
        View::Array(a) => {
            if let Some(callable) = method_of_object(vm, &a) {
                return Ok(callable);
            }
            if a.len() != 2 {
                return Err("array callback must have exactly two members".into());
            }
            let (Some(target), Some(method)) = (a.get(&KeyRef::Int(0)), a.get(&KeyRef::Int(1))) else {
                return Err("array callback has to contain indices 0 and 1".into());
            };
            let (target, method) = (target.unref(), method.unref());
            let mut r = Resolver::new(vm, report);
            let target = match (target.view(), method.is_str()) {
                (View::Str(class), true) => {
                    let scope = r.scope;
                    r.class(&class, scope, None, report)?
                }
                (View::Object(o), true) => {
                    let object = receiver(&o, &method.as_str().expect("checked"));
                    Target { class: object.class(), called: object.class(), object: Some(object), strict: false }
                }
                (View::Str(_) | View::Object(_), false) => return Err("second array member is not a valid method".into()),
                _ => return Err("first array member is not a valid class name or object".into()),
            };
            r.method_of(target, &method.as_str().map(Held::into_owned).unwrap_or_default())
        }
        View::Object(o) => {
            if let Some(c) = closure::callable(&o) {
                return Ok(c);
            }
            match o.class().magic.invoke {
                Some(f) => Ok(Callable {
                    function: f,
                    called_class: Some(o.class()),
                    this: Some(o.into_owned()),
                    closure: None,
                    magic_name: None,
                    through_invoke: false,
                }),
                None => Err("no array or string given".into()),
            }
        }
        _ => Err("no array or string given".into()),
    }
}
/// `Class::method` in its two parts.
fn split(s: &[u8]) -> Option<(&[u8], &[u8])> {
    let last = memchr::memrchr(b':', s)?;
    let at = s[..=last].windows(2).rposition(|w| w == b"::")?;
    Some((&s[..at], &s[at + 2..]))
}

impl<'v> Resolver<'v> {
    fn new(vm: &'v Vm, report: bool) -> Resolver<'v> {
        let frame = crate::runtime::frame::user_frame(vm.frame.get());
        if frame.is_null() {
            return Resolver { vm, report, scope: None, this: None, called: None };
        }
        // SAFETY: frames in the chain are live.
        let (scope, this, called) = unsafe {
            (
                crate::runtime::frame::scope_of(frame),
                crate::runtime::frame::this_of(frame),
                crate::runtime::frame::called_of(frame),
            )
        };
        Resolver { vm, report, scope, this, called }
    }
    /// Reports a deprecated form. PHP has no better reason than this where that throws.
    fn deprecated(&mut self, text: String) -> Result<(), String> {
        self.vm.ctx.report(phant_native::Level::Deprecated, text);
        if self.vm.ctx.has_exception() { Err("(null)".to_owned()) } else { Ok(()) }
    }
    /// The class that a callable names, seen from a scope.
    fn class(&mut self, name: &[u8], scope: Option<ClassPtr>, object: Option<Object>, report: bool) -> Result<Target, String> {
        let is = |word: &str| name.eq_ignore_ascii_case(word.as_bytes());
        let word = ["self", "parent", "static"].into_iter().find(|word| is(word)).unwrap_or_default();
        let (class, strict) = match word {
            "self" => (scope.ok_or("cannot access \"self\" when no class scope is active")?, false),
            "parent" => {
                let scope = scope.ok_or("cannot access \"parent\" when no class scope is active")?;
                (scope.parent.ok_or("cannot access \"parent\" when current class scope has no parent")?, true)
            }
            "static" => (self.called.ok_or("cannot access \"static\" when no class scope is active")?, true),
            _ => {
                let found = self.vm.lookup_class(name, true);
                let class = found.ok_or_else(|| format!("class \"{}\" not found", until_nul(name)))?;
                let object = object.or_else(|| {
                    let scope = self.scope.filter(|s| s.is_subclass_or_same(class))?;
                    self.this.clone().filter(|o| o.is_instance_of(scope))
                });
                let called = object.as_ref().map_or(class, Object::class);
                return Ok(Target { class, object, called, strict: true });
            }
        };
        if report {
            self.deprecated(format!("Use of \"{word}\" in callables is deprecated"))?;
        }
        let called = self.called.filter(|c| c.is_subclass_or_same(class)).unwrap_or(class);
        Ok(Target { class, object: object.or_else(|| self.this.clone()), called, strict })
    }
    /// The method of a class or object given beside it; its name may name a class too.
    fn method_of(&mut self, target: Target, method: &Str) -> Result<Callable, String> {
        let Some((class, rest)) = split(method) else { return self.method(target, method, true) };
        let given = target.class;
        let found = self.class(class, Some(given), target.object, false)?;
        if !given.is_subclass_or_same(found.class) {
            return Err(format!("class {} is not a subclass of {}", given.name, found.class.name));
        }
        if self.report {
            self.deprecated(format!("Callables of the form [\"{}\", \"{method}\"] are deprecated", given.name))?;
        }
        let via_object = found.class.same(given);
        self.method(found, &Str::new(rest), via_object)
    }
    /// The method that is called; `via_object`: the object's own class is looked in.
    fn method(&mut self, target: Target, method: &Str, via_object: bool) -> Result<Callable, String> {
        let Target { class, object, called, strict } = target;
        let lower = method.to_lower();
        if lower.as_bytes() == b"__invoke"
            && let Some(c) = object.as_ref().and_then(closure::callable)
        {
            return Ok(Callable { through_invoke: true, ..c });
        }
        let found = if strict { class.method_named(&lower) } else { lookup(class, &lower, self.scope) };
        let callable = |function: FunctionPtr, object: Option<Object>, magic_name: Option<Str>| {
            let called = object.as_ref().map_or(called, Object::class);
            let this = object.filter(|_| !function.is_static());
            Ok(Callable { function, this, called_class: Some(called), closure: None, magic_name, through_invoke: false })
        };
        match found {
            Some(f) if accessible(f, self.scope) => {
                if f.is_abstract() {
                    return Err(format!("cannot call abstract method {}()", f.display_name()));
                }
                if !f.is_static() && object.is_none() {
                    return Err(format!("non-static method {}() cannot be called statically", f.display_name()));
                }
                callable(f, object, None)
            }
            found => {
                if let Some(o) = &object
                    && let Some(call) = class.magic.call.or(if via_object && !strict { o.class().magic.call } else { None })
                    && o.is_instance_of(class)
                {
                    return callable(call, object, Some(method.clone()));
                }
                if let Some(call) = class.magic.call_static
                    && (object.is_none() || !via_object)
                {
                    return callable(call, object, Some(method.clone()));
                }
                Err(match found {
                    Some(f) => no_access(f, class, method),
                    None => format!("class {} does not have a method \"{method}\"", class.name),
                })
            }
        }
    }
}
fn no_access(f: FunctionPtr, class: ClassPtr, method: &Str) -> String {
    let word = if f.modifiers & modifiers::PRIVATE != 0 { "private" } else { "protected" };
    format!("cannot access {word} method {}::{method}()", class.name)
}
/// Looks up what `$f()` calls; errors are PHP's for dynamic calls.
pub fn resolve_for_call(vm: &Vm, v: &Value) -> PhpResult<Callable> {
    match v.view() {
        View::Object(o) if closure::callable(&o).is_none() && o.class().magic.invoke.is_none() => {
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
            let Some(method) = method.as_str().map(Held::into_owned) else {
                return Err(vm.ctx.throw_error("Second array member is not a valid method"));
            };
            let scope = calling_scope(vm);
            if let Some(o) = target.as_object()
                && !method.as_bytes().windows(2).any(|w| w == b"::")
            {
                let o = &receiver(&o, &method);
                let f = find_method(vm, o, &method, scope)?;
                let (f, is_magic) = if closure::is_closure(o) { (f, false) } else { behind_trampoline(vm, f) };
                if is_magic {
                    return Ok(Callable {
                        function: f,
                        this: Some(o.clone()),
                        called_class: Some(o.class()),
                        closure: None,
                        magic_name: Some(method),
                        through_invoke: false,
                    });
                }
                if let Some(c) = closure::callable(o).filter(|c| std::ptr::eq(c.function, f)) {
                    return Ok(Callable { through_invoke: true, ..c });
                }
                return Ok(Callable {
                    function: f,
                    this: (!f.is_static()).then(|| o.clone()),
                    called_class: Some(o.class()),
                    closure: None,
                    magic_name: None,
                    through_invoke: false,
                });
            }
            if let Some(name) = target.as_str() {
                return static_for_call(vm, &name, &method);
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
    match resolve(vm, v, false) {
        Ok(c) => Ok(c),
        Err(reason) => {
            vm.ctx.check()?;
            Err(vm.ctx.throw_error(capital(&reason)))
        }
    }
}
fn static_for_call(vm: &Vm, class: &Str, method: &Str) -> PhpResult<Callable> {
    let Some(class_found) = vm.lookup_class(class, true) else {
        vm.ctx.check()?;
        return Err(vm.ctx.throw_error(format!("Class \"{class}\" not found")));
    };
    let scope = calling_scope(vm);
    let frame = crate::runtime::frame::user_frame(vm.frame.get());
    // SAFETY: frames in the chain are live.
    let this = if frame.is_null() { None } else { unsafe { crate::runtime::frame::this_of(frame) } };
    let f = find_named_static(vm, class_found, method, scope, this.as_ref())?;
    let (function, is_magic) = behind_trampoline(vm, f);
    let magic_name = is_magic.then(|| method.clone());
    if !function.is_static() {
        let name =
            if is_magic { Str::from(format!("{}::{method}", class_found.name)) } else { Str::from(function.display_name()) };
        return Err(vm.ctx.throw_error(format!("Non-static method {name}() cannot be called statically")));
    }
    if function.is_abstract() {
        return Err(vm.ctx.throw_error(format!("Cannot call abstract method {}()", f.display_name())));
    }
    Ok(Callable { function, this: None, called_class: Some(class_found), closure: None, magic_name, through_invoke: false })
}
fn capital(s: &str) -> String {
    let mut c = s.chars();
    c.next().map_or(String::new(), |f| f.to_ascii_uppercase().to_string() + c.as_str())
}
/// The name of a callable, as `is_callable` reports it.
pub fn name(vm: &Vm, v: &Value) -> Str {
    match v.view() {
        View::Str(s) => s.into_owned(),
        View::Array(a) => {
            let parts: Vec<Value> = a.values().map(Value::unref).collect();
            match (parts.first().map(Value::view), parts.get(1).and_then(|m| m.as_str())) {
                (Some(View::Object(o)), Some(m)) => Str::from(format!("{}::{m}", o.class().name)),
                (Some(View::Str(s)), Some(m)) => Str::from(format!("{s}::{m}")),
                _ => Str::new(b"Array"),
            }
        }
        View::Object(o) => Str::from(format!("{}::__invoke", o.class().name)),
        _ => phant_native::convert::to_str(&vm.ctx, v).unwrap_or_default(),
    }
}
