//! ReflectionProperty.

use crate::{
    attribute,
    member::Member,
    state::{
        self, PropertyRef, State, What, class_argument, engine, exception, instance_argument, make_method, property_of, set_names,
    },
    text, types,
};
use phant_bytecode::TypeMask;
use phant_memory::{Array, Object, Str, Value};
use phant_native::{
    Args, ClassPtr, Ctx, FunctionPtr, Level, ObjectExt, PhpResult, class::Property, convert, descriptor::modifiers,
    mirror::function, php_class, php_methods, ret::OrFalse,
};

/// A property.
pub struct ReflectionProperty;

/// The hooks that a property may have.
#[php_class("enum PropertyHookType: string { case Get = 'get'; case Set = 'set'; }")]
pub struct PropertyHookType;

impl PropertyRef {
    /// A declared property as a class has it.
    pub fn declared(p: &'static Property, asked: ClassPtr) -> PropertyRef {
        PropertyRef { declared: Some(p), name: p.name.clone(), class: p.class, asked }
    }
    /// A property that only an object has.
    pub fn dynamic(name: Str, class: ClassPtr) -> PropertyRef {
        PropertyRef { declared: None, name, class, asked: class }
    }
    /// Its modifiers; a dynamic property is public.
    pub fn modifiers(&self) -> u32 {
        self.declared.map_or(modifiers::PUBLIC, |p| p.modifiers)
    }
    fn is_static(&self) -> bool {
        self.declared.is_some_and(Property::is_static)
    }
    /// Reflection may do what code of the class that was asked may.
    fn scope(&self) -> Option<ClassPtr> {
        Some(self.asked)
    }
}

/// A property of a class, or of an object that has it beyond its class.
pub fn find(class: ClassPtr, object: Option<&Object>, name: &Str) -> Option<PropertyRef> {
    match class.properties.named(name) {
        Some(&p) if p.modifiers & modifiers::PRIVATE == 0 || p.class.same(class) => Some(PropertyRef::declared(p, class)),
        _ => {
            let dynamic = object.and_then(Object::dynamic)?;
            dynamic.get_bytes(name).map(|_| PropertyRef::dynamic(name.clone(), class))
        }
    }
}

impl ReflectionProperty {
    /// The object that has the property, checked.
    fn target<'a>(ctx: &Ctx, p: &PropertyRef, object: Option<&'a Object>) -> PhpResult<&'a Object> {
        let Some(object) = object else {
            return Err(ctx.argument_type_error(1, "must be provided for instance properties"));
        };
        if !object.is_instance_of(p.class) {
            return Err(exception(ctx, "Given object is not an instance of the class this property was declared in"));
        }
        Ok(object)
    }
    /// The same for methods whose signature says so.
    /// The declaration of a property that can be lazy.
    fn lazy_property(ctx: &Ctx, p: &PropertyRef, method: &str) -> PhpResult<&'static Property> {
        let complaint = match p.declared {
            None => "dynamic",
            Some(d) if d.is_static() => "static",
            Some(d) if d.modifiers & modifiers::VIRTUAL != 0 => "virtual",
            Some(d) => return Ok(d),
        };
        let text = format!("Can not use {method} on {complaint} property {}::${}", p.class.name, p.name);
        Err(exception(ctx, text))
    }
    fn hook(ctx: &Ctx, p: &PropertyRef, kind: &Object) -> PhpResult<Option<FunctionPtr>> {
        let is_get = ctx.get_property(kind, "value")?.as_str().is_some_and(|v| v.as_bytes() == b"get");
        Ok(p.declared.and_then(|d| if is_get { d.get_hook } else { d.set_hook }))
    }
}

#[php_class(
    "class ReflectionProperty implements Reflector {
        public const int IS_STATIC = 16;
        public const int IS_READONLY = 128;
        public const int IS_PUBLIC = 1;
        public const int IS_PROTECTED = 2;
        public const int IS_PRIVATE = 4;
        public const int IS_ABSTRACT = 64;
        public const int IS_PROTECTED_SET = 2048;
        public const int IS_PRIVATE_SET = 4096;
        public const int IS_VIRTUAL = 512;
        public const int IS_FINAL = 32;
        public string $name;
        public string $class;
    }",
    create = state::create,
    handlers = state::HANDLERS,
    methods = [Member::VISIBILITY, Self::FACTS, Member::DECLARATION, Self::DECLARATION, Self::HOOKS],
    not_serializable,
    not_cloneable
)]
impl ReflectionProperty {
    #[php("private function __clone(): void")]
    fn clone() {}

    #[php("public function __construct(object|string $class, string $property)")]
    fn construct(ctx: &Ctx, this: &Object, target: &Value, property: &Str) -> PhpResult<()> {
        let class = class_argument(ctx, target, 0)?;
        let Some(found) = find(class, target.own_object(), property) else {
            return Err(exception(ctx, format!("Property {}::${property} does not exist", class.name)));
        };
        set_names(this, found.name.clone(), Some(found.class));
        State::of(this).set(What::Property(found), None);
        Ok(())
    }

    #[php("public function __toString(): string", strict_return)]
    fn to_string(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
        let p = property_of(ctx, this)?;
        text::property(ctx, &p, "")
    }

    #[php("public function getName(): string")]
    fn name(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        Ok(property_of(ctx, this)?.name)
    }

    #[php("public function getValue(?object $object = null): mixed")]
    fn value(ctx: &Ctx, this: &Object, object: Option<&Object>) -> PhpResult {
        let p = property_of(ctx, this)?;
        if let Some(declared) = p.declared.filter(|d| d.is_static()) {
            return match engine(ctx).static_value(ctx, p.asked, declared)? {
                Some(value) => Ok(value),
                None => ctx.host.static_property(ctx, p.asked, &p.name, p.scope()),
            };
        }
        let object = Self::target(ctx, &p, object)?;
        ctx.host.read_property(ctx, object, &p.name, p.scope())
    }

    #[php("public function setValue(mixed $objectOrValue, mixed $value = UNKNOWN): void")]
    fn set_value(ctx: &Ctx, this: &Object, first: &Value, second: &Value, passed: usize) -> PhpResult<()> {
        let p = property_of(ctx, this)?;
        if p.is_static() {
            let value = if passed < 2 {
                let text = "Calling ReflectionProperty::setValue() with a single argument is deprecated";
                ctx.report(Level::Deprecated, text);
                first
            } else {
                if !first.is_null() && !first.is_object() {
                    let text =
                        "Calling ReflectionProperty::setValue() with a 1st argument which is not null or an object is deprecated";
                    ctx.report(Level::Deprecated, text);
                }
                second
            };
            ctx.check()?;
            return ctx.host.set_static_property(ctx, p.asked, &p.name, value.clone(), p.scope());
        }
        if passed < 2 {
            let text = "ReflectionProperty::setValue() expects exactly 2 arguments, 1 given";
            return Err(ctx.throw("ArgumentCountError", text));
        }
        let Some(object) = first.as_object() else {
            let text = format!("must be of type object, {} given", convert::value_name(first));
            return Err(ctx.argument_type_error(1, text));
        };
        ctx.host.write_property(ctx, &object, &p.name, second.clone(), p.scope())
    }

    #[php("public function getRawValue(object $object): mixed", strict_return)]
    fn raw_value(ctx: &Ctx, this: &Object, object: &Object) -> PhpResult {
        let p = property_of(ctx, this)?;
        if p.is_static() {
            return Err(exception(ctx, "May not use getRawValue on static properties"));
        }
        Self::target(ctx, &p, Some(object))?;
        match p.declared.filter(|d| d.has_hooks()) {
            Some(declared) => engine(ctx).raw_property(ctx, object, declared),
            None => ctx.host.read_property(ctx, object, &p.name, p.scope()),
        }
    }

    #[php("public function setRawValue(object $object, mixed $value): void", strict_return)]
    fn set_raw_value(ctx: &Ctx, this: &Object, object: &Object, value: &Value) -> PhpResult<()> {
        let p = property_of(ctx, this)?;
        if p.is_static() {
            return Err(exception(ctx, "May not use setRawValue on static properties"));
        }
        match p.declared.filter(|d| d.has_hooks()) {
            Some(declared) => engine(ctx).set_raw_property(ctx, object, declared, value.clone(), p.asked),
            None => ctx.host.write_property(ctx, object, &p.name, value.clone(), p.scope()),
        }
    }

    #[php("public function setRawValueWithoutLazyInitialization(object $object, mixed $value): void", raw, strict_return)]
    fn set_raw_value_without_lazy(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult {
        let p = property_of(ctx, args.this())?;
        let object = instance_argument(ctx, args, p.asked)?;
        let declared = Self::lazy_property(ctx, &p, "setRawValueWithoutLazyInitialization")?;
        engine(ctx).settle_property(ctx, &object, declared, Some((args.values[1].unref(), p.asked)))?;
        Ok(Value::NULL)
    }

    #[php("public function skipLazyInitialization(object $object): void", raw, strict_return)]
    fn skip_lazy_initialization(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult {
        let p = property_of(ctx, args.this())?;
        let object = instance_argument(ctx, args, p.asked)?;
        let declared = Self::lazy_property(ctx, &p, "skipLazyInitialization")?;
        engine(ctx).settle_property(ctx, &object, declared, None)?;
        Ok(Value::NULL)
    }

    #[php("public function isLazy(object $object): bool", raw, strict_return)]
    fn is_lazy(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult {
        let p = property_of(ctx, args.this())?;
        let object = instance_argument(ctx, args, p.asked)?;
        Ok(Value::bool(p.declared.is_some_and(|d| engine(ctx).is_lazy_property(ctx, &object, d))))
    }

    #[php("public function isInitialized(?object $object = null): bool")]
    fn is_initialized(ctx: &Ctx, this: &Object, object: Option<&Object>) -> PhpResult<bool> {
        let p = property_of(ctx, this)?;
        if let Some(declared) = p.declared.filter(|d| d.is_static()) {
            return Ok(engine(ctx).static_value(ctx, p.asked, declared)?.is_some());
        }
        let object = Self::target(ctx, &p, object)?;
        engine(ctx).has_property(ctx, object, &p.name, p.scope())
    }
}

#[php_methods(FACTS)]
impl ReflectionProperty {
    #[php("public function isPrivateSet(): bool", strict_return)]
    fn is_private_set(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Member::has(ctx, this, modifiers::PRIVATE_SET)
    }

    #[php("public function isProtectedSet(): bool", strict_return)]
    fn is_protected_set(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Member::has(ctx, this, modifiers::PROTECTED_SET)
    }

    #[php("public function isStatic(): bool")]
    fn is_static(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Member::has(ctx, this, modifiers::STATIC)
    }

    #[php("public function isReadOnly(): bool", strict_return)]
    fn is_read_only(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Member::has(ctx, this, modifiers::READONLY)
    }

    #[php("public function isDefault(): bool")]
    fn is_default(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(property_of(ctx, this)?.declared.is_some())
    }

    #[php("public function isDynamic(): bool", strict_return)]
    fn is_dynamic(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(property_of(ctx, this)?.declared.is_none())
    }

    #[php("public function isAbstract(): bool", strict_return)]
    fn is_abstract(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Member::has(ctx, this, modifiers::ABSTRACT)
    }

    #[php("public function isVirtual(): bool", strict_return)]
    fn is_virtual(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Member::has(ctx, this, modifiers::VIRTUAL)
    }

    #[php("public function isPromoted(): bool", strict_return)]
    fn is_promoted(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(property_of(ctx, this)?.declared.is_some_and(|d| d.promoted))
    }
}

#[php_methods(DECLARATION)]
impl ReflectionProperty {
    #[php("public function getDocComment(): string|false")]
    fn doc_comment(ctx: &Ctx, this: &Object) -> PhpResult<OrFalse<Str>> {
        Ok(property_of(ctx, this)?.declared.and_then(|d| d.doc_comment.as_ref()).map(phant_memory::Name::to_str).into())
    }

    #[php("public function setAccessible(bool $accessible): void")]
    fn set_accessible(_this: &Object, _accessible: bool) {}

    #[php("public function getType(): ?ReflectionType")]
    fn ty(ctx: &Ctx, this: &Object) -> PhpResult<Option<Object>> {
        let ty = property_of(ctx, this)?.declared.and_then(|d| d.ty);
        types::declared(ctx, ty)
    }

    #[php("public function getSettableType(): ?ReflectionType", strict_return)]
    fn settable_type(ctx: &Ctx, this: &Object) -> PhpResult<Option<Object>> {
        let Some(p) = property_of(ctx, this)?.declared else { return Ok(None) };
        if let Some(parameter) = p.set_hook.and_then(|hook| function::parameter(hook, 0)) {
            return types::declared(ctx, parameter.ty);
        }
        if p.modifiers & modifiers::VIRTUAL != 0 && p.get_hook.is_some() {
            return types::make(ctx, state::TypeRef::Builtin(TypeMask::NEVER)).map(Some);
        }
        types::declared(ctx, p.ty)
    }

    #[php("public function hasType(): bool")]
    fn has_type(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(property_of(ctx, this)?.declared.is_some_and(|d| d.ty.is_some()))
    }

    #[php("public function hasDefaultValue(): bool", strict_return)]
    fn has_default_value(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let Some(p) = property_of(ctx, this)?.declared else { return Ok(false) };
        let written = p.default.is_some() || p.native_default.is_some();
        Ok(p.slot.is_some() && (written || p.ty.is_none() && !p.promoted))
    }

    #[php("public function getDefaultValue(): mixed")]
    fn default_value(ctx: &Ctx, this: &Object) -> PhpResult {
        let Some(p) = property_of(ctx, this)?.declared else { return Ok(Value::NULL) };
        Ok(engine(ctx).default_value(ctx, p)?.unwrap_or_default())
    }

    #[php("public function getAttributes(?string $name = null, int $flags = 0): array", strict_return)]
    fn attributes(ctx: &Ctx, this: &Object, name: Option<Str>, flags: i64) -> PhpResult<Array> {
        let p = property_of(ctx, this)?;
        let attributes = p.declared.map_or(&[][..], |d| d.attributes);
        attribute::list(ctx, attributes, Some(p.class), attribute::PROPERTY, name, flags)
    }
}

#[php_methods(HOOKS)]
impl ReflectionProperty {
    #[php("public function hasHooks(): bool", strict_return)]
    fn has_hooks(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(property_of(ctx, this)?.declared.is_some_and(Property::has_hooks))
    }

    #[php("public function getHooks(): array", strict_return)]
    fn hooks(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let mut list = Array::new();
        let Some(p) = property_of(ctx, this)?.declared else { return Ok(list) };
        for (name, hook) in [("get", p.get_hook), ("set", p.set_hook)] {
            if let Some(hook) = hook {
                let object = make_method(ctx, hook, None)?;
                list.set_name(name, Value::from(object));
            }
        }
        Ok(list)
    }

    #[php("public function hasHook(PropertyHookType $type): bool", strict_return)]
    fn has_hook(ctx: &Ctx, this: &Object, kind: &Object) -> PhpResult<bool> {
        let p = property_of(ctx, this)?;
        Ok(Self::hook(ctx, &p, kind)?.is_some())
    }

    #[php("public function getHook(PropertyHookType $type): ?ReflectionMethod", strict_return)]
    fn get_hook(ctx: &Ctx, this: &Object, kind: &Object) -> PhpResult<Option<Object>> {
        let p = property_of(ctx, this)?;
        let hook = Self::hook(ctx, &p, kind)?;
        hook.map(|hook| make_method(ctx, hook, None)).transpose()
    }

    #[php("public function isFinal(): bool", strict_return)]
    fn is_final(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Member::has(ctx, this, modifiers::FINAL)
    }
}
