//! Functions about classes and objects.

use super::caller;
use crate::{
    Vm,
    runtime::{
        callable, class,
        object::{lazy, property},
    },
};
use phant_memory::{Array, Held, Key, KeyRef, Object, Str, Value, View};
use phant_native::{
    Args, ClassPtr, Ctx, FunctionPtr, Late, Level, ObjectExt, PhpResult, Thrown, coerce, convert,
    descriptor::{ClassKind, FunctionGroup, modifiers},
    functions, php, registry,
};
use std::cell::{Cell, RefCell};

pub(crate) const CORE: FunctionGroup = functions![
    get_class,
    get_called_class,
    get_parent_class,
    is_subclass_of,
    is_a,
    get_class_vars,
    get_object_vars,
    get_mangled_object_vars,
    get_class_methods,
    method_exists,
    property_exists,
    class_exists,
    interface_exists,
    trait_exists,
    enum_exists,
    class_alias,
    get_declared_classes,
    get_declared_traits,
    get_declared_interfaces,
];

#[php("function get_class(object $object = UNKNOWN): string")]
fn get_class(late: Late<'_>, object: Option<&Object>) -> PhpResult<Str> {
    if let Some(object) = object {
        return Ok(object.class().name.clone());
    }
    let ctx = late.ctx()?;
    let Some(scope) = callable::calling_scope(Vm::of(ctx)) else {
        return Err(ctx.throw_error("get_class() without arguments must be called from within a class"));
    };
    ctx.report(Level::Deprecated, "Calling get_class() without arguments is deprecated");
    ctx.check()?;
    Ok(scope.name.clone())
}

#[php("function get_called_class(): string", reads_vars)]
fn get_called_class(ctx: &Ctx) -> PhpResult<Str> {
    let frame = caller::frame(Vm::of(ctx));
    // SAFETY: the frames of the chain are live.
    let called = if frame.is_null() { None } else { unsafe { crate::runtime::frame::called_of(frame) } };
    match called {
        Some(class) => Ok(class.name.clone()),
        None => Err(ctx.throw_error("get_called_class() must be called from within a class")),
    }
}

/// The class of an argument that is an object or a class's name.
fn object_or_class(late: Late<'_>, value: &Value) -> PhpResult<ClassPtr> {
    if let Some(class) = Named::of(late, value, true)? {
        return Ok(class);
    }
    let ctx = late.ctx()?;
    ctx.check()?;
    let given = convert::value_name(value);
    Err(ctx.argument_type_error(1, format!("must be an object or a valid class name, {given} given")))
}

#[php("function get_parent_class(object|string $object_or_class = UNKNOWN): string|false", untyped)]
fn get_parent_class(late: Late<'_>, object_or_class: &Value, passed: usize) -> PhpResult {
    let class = match passed {
        1.. => Some(self::object_or_class(late, object_or_class)?),
        0 => {
            let ctx = late.ctx()?;
            ctx.report(Level::Deprecated, "Calling get_parent_class() without arguments is deprecated");
            ctx.check()?;
            callable::calling_scope(Vm::of(ctx))
        }
    };
    Ok(class.and_then(|c| c.parent).map_or(Value::FALSE, |p| Value::from(p.name.clone())))
}

/// Classes by the names that programs give to the functions here. A class that was declared stays declared, so what a name was
/// found to mean needs neither a frame nor another search.
struct Named([Cell<Option<ClassPtr>>; Named::SIZE]);

impl Named {
    const SIZE: usize = 64;
    fn place(&self, name: &Str) -> &Cell<Option<ClassPtr>> {
        &self.0[name.hash() as usize % Named::SIZE]
    }
    /// The class that was found under this name before.
    #[inline]
    fn find(late: Late<'_>, name: &Str) -> Option<ClassPtr> {
        late.state::<Named>().place(name).get().filter(|class| Named::is_spelling(class, name))
    }
    /// Whether the name is the class's own, in whatever case of letters.
    #[inline]
    fn is_spelling(class: ClassPtr, name: &Str) -> bool {
        class.name == *name || class.name.eq_ignore_ascii_case(name)
    }
    /// Notes what a name was found to mean; aliases are not kept.
    fn note(ctx: &Ctx, name: &Str, class: ClassPtr) {
        if Named::is_spelling(class, name) {
            ctx.state::<Named>().place(name).set(Some(class));
        }
    }
    /// A class by name, which may be autoloaded.
    fn look_up(ctx: &Ctx, name: &Str, autoload: bool) -> Option<ClassPtr> {
        let class = Vm::of(ctx).lookup_class(name, autoload)?;
        Named::note(ctx, name, class);
        Some(class)
    }
    /// The class of a value that is an object or, where that is allowed, names a class.
    fn of(late: Late<'_>, value: &Value, allow_string: bool) -> PhpResult<Option<ClassPtr>> {
        match value.view() {
            View::Object(object) => Ok(Some(object.class())),
            View::Str(name) if allow_string => match Named::find(late, &name) {
                Some(class) => Ok(Some(class)),
                None => Ok(Named::look_up(late.ctx()?, &name, true)),
            },
            _ => Ok(None),
        }
    }
}

impl Default for Named {
    fn default() -> Named {
        Named([const { Cell::new(None) }; Named::SIZE])
    }
}

/// The class of a name, if another class is, extends or implements it.
fn is_of(late: Late<'_>, own: ClassPtr, name: &Str) -> PhpResult<Option<ClassPtr>> {
    let class = match Named::find(late, name) {
        Some(class) => Some(class),
        None => Named::look_up(late.ctx()?, name, false),
    };
    Ok(class.filter(|class| own.is_subclass_or_same(class)))
}

#[php("function is_subclass_of(mixed $object_or_class, string $class, bool $allow_string = true): bool")]
fn is_subclass_of(late: Late<'_>, object_or_class: &Value, class: &Str, allow_string: bool) -> PhpResult<bool> {
    let Some(own) = Named::of(late, object_or_class, allow_string)? else { return Ok(false) };
    Ok(is_of(late, own, class)?.is_some_and(|class| !own.same(class)))
}

#[php("function is_a(mixed $object_or_class, string $class, bool $allow_string = false): bool")]
fn is_a(late: Late<'_>, object_or_class: &Value, class: &Str, allow_string: bool) -> PhpResult<bool> {
    let Some(own) = Named::of(late, object_or_class, allow_string)? else { return Ok(false) };
    Ok(own.name == *class || is_of(late, own, class)?.is_some())
}

/// The argument is made a string before anything is said of it, as PHP does with arguments that name a class.
#[php("function get_class_vars(string $class): array", raw)]
fn get_class_vars(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<Value> {
    if args.passed == 1 {
        let name = convert::to_str(ctx, &args.values[0])?;
        ctx.check()?;
        args.values[0] = Value::from(name);
    }
    coerce::arguments(ctx, args.function, args.values, args.passed)?;
    let class = args.values[0].as_str().map(Held::into_owned).unwrap_or_default();
    let class = &class;
    let Some(class) = ctx.class(class) else {
        ctx.check()?;
        return Err(ctx.argument_type_error(1, format!("must be a valid class name, {class} given")));
    };
    let vm = Vm::of(ctx);
    class::constants::resolve(vm, class)?;
    let scope = callable::calling_scope(vm);
    let mut vars = Array::with_hash_capacity(class.properties.len());
    for wants_static in [false, true] {
        for &p in class.properties.values().filter(|p| p.is_static() == wants_static) {
            let Some(slot) = p.slot else { continue };
            let hidden = if p.modifiers & modifiers::PRIVATE != 0 {
                !scope.is_some_and(|s| s.same(p.class))
            } else {
                p.modifiers & modifiers::PROTECTED != 0 && !property::is_related(p.prototype_class, scope)
            };
            if hidden {
                continue;
            }
            let value = if wants_static {
                class::constants::default_value(vm, class, p)?
            } else {
                class::state::default_of(vm, class, slot as usize).unref()
            };
            let value = if value.is_undef() { Value::NULL } else { value };
            vars.set(Key::from(&p.name), value);
        }
    }
    Ok(Value::from(vars))
}

/// Whether a class's own view of its properties is what `get_object_vars` shows too.
fn shows_own_view(class: ClassPtr) -> bool {
    let mut class = Some(class);
    while let Some(c) = class {
        if matches!(c.name.as_bytes(), b"SimpleXMLElement" | b"DatePeriod" | b"DateInterval") {
            return true;
        }
        class = c.parent;
    }
    false
}

#[php("function get_object_vars(object $object): array")]
fn get_object_vars(ctx: &Ctx, object: &Object) -> PhpResult<Array> {
    let vm = Vm::of(ctx);
    let scope = callable::calling_scope(vm);
    let class = object.class();
    // What a number shows is read property by property.
    let is_number = class.name.as_bytes() == b"BcMath\\Number";
    let array = if class.handlers.properties.is_none() || shows_own_view(class) || is_number {
        let own = property::accessible(vm, object, scope)?;
        if class.handlers.properties.is_some() { seen_from(&own, class, scope) } else { own }
    } else {
        let mut array = Array::new();
        for p in property::visible(class, scope) {
            if let Some(slot) = p.slot
                && !object.slot_is_undef(slot)
            {
                array.set(Key::from(&p.name), object.slot(slot));
            }
        }
        for (key, value) in object.dynamic().iter().flat_map(|d| d.iter()) {
            array.set(key.to_key(), value.clone());
        }
        array
    };
    Ok(with_number_keys(array))
}

/// What a scope may see of a class's own view, where names are those of casts to arrays: it knows them as code writes them.
fn seen_from(own: &Array, class: ClassPtr, scope: Option<ClassPtr>) -> Array {
    let is_mangled = |key: &KeyRef<'_>| matches!(key, KeyRef::Str(s) if s.first() == Some(&0));
    if !own.keys().any(|key| is_mangled(&key)) {
        return own.clone();
    }
    let visible = property::visible(class, scope);
    let mut seen = Array::with_hash_capacity(own.len());
    for (key, value) in own.iter() {
        let text = key.to_str();
        let mut parts = text.as_bytes().splitn(3, |&byte| byte == 0);
        let (Some([]), Some(owner), Some(name)) = (parts.next(), parts.next(), parts.next()) else {
            seen.set(key, value.clone());
            continue;
        };
        let is_meant = |p: &&phant_native::class::Property| {
            let is_private = p.modifiers & modifiers::PRIVATE != 0;
            p.name.as_bytes() == name && if is_private { p.class.name.as_bytes() == owner } else { owner == b"*" }
        };
        if let Some(p) = visible.iter().find(|p| is_meant(p)) {
            seen.set(Key::from(&p.name), value.clone());
        }
    }
    seen
}

/// Properties as an array: names that are numbers become numbers, as in every array.
fn with_number_keys(array: Array) -> Array {
    let numeric = |key: KeyRef<'_>| matches!(key, KeyRef::Str(s) if phant_numeric::array_key(s).is_some());
    if !array.keys().any(numeric) {
        return array;
    }
    let mut renamed = Array::with_hash_capacity(array.len());
    for (key, value) in array.iter() {
        renamed.set(Key::from(&key.to_str()), value.clone());
    }
    renamed
}

#[php("function get_mangled_object_vars(object $object): array")]
fn get_mangled_object_vars(ctx: &Ctx, object: &Object) -> PhpResult<Array> {
    if shows_own_view(object.class()) {
        return ctx.properties(object, phant_native::host::PropertyView::Raw).map(with_number_keys);
    }
    let instance = lazy::instance(object);
    Ok(with_number_keys(property::stored(instance.as_ref().unwrap_or(object))))
}

#[php("function get_class_methods(object|string $object_or_class): array", untyped)]
fn get_class_methods(ctx: &Ctx, function: FunctionPtr, object_or_class: &Value) -> PhpResult {
    let class = self::object_or_class(Late::new(ctx, function), object_or_class)?;
    let scope = callable::calling_scope(Vm::of(ctx));
    let of_closure = class.is_named("Closure");
    let visible = class
        .methods
        .values()
        .filter(|m| callable::accessible(m, scope) && !m.is_hidden() && !(of_closure && m.name.as_bytes() == b"__invoke"));
    Ok(Value::from(Array::list(visible.map(|m| Value::from(m.name.clone())))))
}

fn no_object_or_name(ctx: &Ctx, value: &Value) -> Thrown {
    let given = convert::value_name(value);
    ctx.argument_type_error(1, format!("must be of type object|string, {given} given"))
}

/// The class of an argument that is an object or a class's name; none if there is no such class.
fn class_of(late: Late<'_>, value: &Value) -> PhpResult<Option<ClassPtr>> {
    let found = Named::of(late, value, true)?;
    if found.is_none() {
        let ctx = late.ctx()?;
        if !value.is_str() {
            return Err(no_object_or_name(ctx, value));
        }
        ctx.check()?;
    }
    Ok(found)
}

#[php("function method_exists($object_or_class, string $method): bool")]
fn method_exists(late: Late<'_>, object_or_class: &Value, method: &Str) -> PhpResult<bool> {
    let is_object = object_or_class.is_object();
    let Some(class) = class_of(late, object_or_class)? else { return Ok(false) };
    let lower = method.to_lower();
    Ok(match class.method_named(&lower) {
        Some(f) if f.is_hidden() => is_object,
        // A private method of an ancestor is none of this class, unless the question is about an object.
        Some(f) => is_object || f.modifiers & modifiers::PRIVATE == 0 || f.class.is_some_and(|c| c.same(class)),
        None => class.is_named("Closure") && lower.as_bytes() == b"__invoke",
    })
}

#[php("function property_exists($object_or_class, string $property): bool")]
fn property_exists(late: Late<'_>, object_or_class: &Value, property: &Str) -> PhpResult<bool> {
    let Some(class) = class_of(late, object_or_class)? else { return Ok(false) };
    if let Some(&p) = class.properties.named(property)
        && (p.modifiers & modifiers::PRIVATE == 0 || p.class.same(class))
    {
        return Ok(true);
    }
    match object_or_class.view() {
        View::Object(object) => {
            let vm = Vm::of(late.ctx()?);
            property::has_property(vm, &object, property, callable::calling_scope(vm))
        }
        _ => Ok(false),
    }
}

/// The class of that name, if it is one of the kinds.
#[inline]
fn exists(late: Late<'_>, name: &Str, autoload: bool, kinds: &[ClassKind]) -> PhpResult<bool> {
    let class = match Named::find(late, name) {
        Some(class) => Some(class),
        // Nothing is loaded and nothing reported.
        None if !autoload => Vm::current().and_then(|vm| vm.lookup_class(name, false)),
        None => {
            let ctx = late.ctx()?;
            let class = Named::look_up(ctx, name, autoload);
            ctx.check()?;
            class
        }
    };
    Ok(class.is_some_and(|c| kinds.contains(&c.kind)))
}

#[php("function class_exists(string $class, bool $autoload = true): bool")]
fn class_exists(late: Late<'_>, class: &Str, autoload: bool) -> PhpResult<bool> {
    exists(late, class, autoload, &[ClassKind::Class, ClassKind::Enum])
}

#[php("function interface_exists(string $interface, bool $autoload = true): bool")]
fn interface_exists(late: Late<'_>, interface: &Str, autoload: bool) -> PhpResult<bool> {
    exists(late, interface, autoload, &[ClassKind::Interface])
}

#[php("function trait_exists(string $trait, bool $autoload = true): bool")]
fn trait_exists(late: Late<'_>, name: &Str, autoload: bool) -> PhpResult<bool> {
    exists(late, name, autoload, &[ClassKind::Trait])
}

#[php("function enum_exists(string $enum, bool $autoload = true): bool")]
fn enum_exists(late: Late<'_>, name: &Str, autoload: bool) -> PhpResult<bool> {
    exists(late, name, autoload, &[ClassKind::Enum])
}

#[php("function class_alias(string $class, string $alias, bool $autoload = true): bool")]
fn class_alias(ctx: &Ctx, class: &Str, alias: &Str, autoload: bool) -> PhpResult<bool> {
    let vm = Vm::of(ctx);
    let Some(found) = vm.lookup_class(class, autoload) else {
        ctx.check()?;
        ctx.report(Level::Warning, format!("Class \"{class}\" not found"));
        return Ok(false);
    };
    class::declare_alias(vm, found, alias)
}

/// The names of declared classes of some kinds; aliases in lower case.
fn declared(ctx: &Ctx, list: usize, kinds: &[ClassKind]) -> Array {
    let vm = Vm::of(ctx);
    let known = &ctx.state::<Declared>().0[list];
    let (mut names, mut known_classes) = known.take();
    let mut order = class::order(vm, known_classes);
    let takes_native_name = |(_, class): &(Str, ClassPtr)| {
        !class.is_native() && std::str::from_utf8(&class.lower).is_ok_and(|name| registry::get().classes.get(name).is_some())
    };
    if known_classes != 0 && order.iter().any(takes_native_name) {
        (names, known_classes) = Default::default();
        order = class::order(vm, 0);
    }
    if known_classes == 0 {
        for class in class::declared_classes(vm).into_iter().filter(|c| c.is_native() && kinds.contains(&c.kind)) {
            let _ = names.push(Value::from(class.name.clone()));
        }
    }
    for (name, class) in order.iter().filter(|(_, c)| kinds.contains(&c.kind)) {
        // A class that was declared is known by the very string of its own lower-case name.
        let (known, own) = (name.as_bytes(), class.lower.as_bytes());
        let is_alias = known.as_ptr() != own.as_ptr() && known != own;
        if class.is_native() && !is_alias {
            continue;
        }
        let _ = names.push(if is_alias { Value::from(name.to_lower()) } else { Value::from(class.name.clone()) });
    }
    known.replace((names.clone(), known_classes + order.len()));
    names
}

/// The names of classes, traits and interfaces so far, and how many declarations were looked at for them: programs ask again
/// after every file.
#[derive(Default)]
struct Declared([RefCell<(Array, usize)>; 3]);

#[php("function get_declared_classes(): array")]
fn get_declared_classes(ctx: &Ctx) -> Array {
    declared(ctx, 0, &[ClassKind::Class, ClassKind::Enum])
}

#[php("function get_declared_traits(): array")]
fn get_declared_traits(ctx: &Ctx) -> Array {
    declared(ctx, 1, &[ClassKind::Trait])
}

#[php("function get_declared_interfaces(): array")]
fn get_declared_interfaces(ctx: &Ctx) -> Array {
    declared(ctx, 2, &[ClassKind::Interface])
}
