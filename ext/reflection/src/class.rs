//! ReflectionClass: what a class is.

use crate::{
    attribute,
    function_abstract::{class_extension, split_name},
    method,
    state::{self, State, What, class_argument, class_of, exception, make_class, make_method_of, no_class, set_names},
    text,
};
use phant_memory::{Array, Held, Object, Str, Value};
use phant_native::{
    ClassPtr, Ctx, FunctionPtr, ObjectExt, PhpResult,
    class::{ClassKind, class_flags},
    descriptor::modifiers,
    php_class, php_methods,
    ret::OrFalse,
};

/// A class.
pub struct ReflectionClass;

/// `abstract`, `final` and `readonly` as the declaration says them.
pub fn declared_modifiers(class: ClassPtr) -> u32 {
    class.decl.map(|d| d.modifiers).or(class.native.map(|d| d.modifiers)).unwrap_or(class.modifiers)
}

/// Whether some method has no body, or the class is declared abstract.
pub fn is_abstract(class: ClassPtr) -> bool {
    declared_modifiers(class) & modifiers::ABSTRACT != 0 || class.methods.values().any(|m| m.is_abstract())
}

/// The class that an argument of type `ReflectionClass|string` means.
pub fn other_class(ctx: &Ctx, value: &Value, kind: &str) -> PhpResult<ClassPtr> {
    if let Some(object) = value.as_object() {
        return class_of(ctx, &object);
    }
    let name = value.as_str().map(Held::into_owned).unwrap_or_default();
    match ctx.class(&name) {
        Some(class) => Ok(class),
        None => Err(no_class(ctx, kind, &name)),
    }
}

impl ReflectionClass {
    /// Makes `this` stand for a class, or for the class of an object.
    pub fn become_class(ctx: &Ctx, this: &Object, target: &Value) -> PhpResult<()> {
        let class = class_argument(ctx, target, -1)?;
        // Only a ReflectionObject keeps its object; a closure's methods are its own.
        let keeps = class.is_named("Closure") || phant_native::coerce::is_instance_of_name(this.class(), "ReflectionObject");
        State::of(this).set(What::Class(class), target.as_object().map(Held::into_owned).filter(|_| keeps));
        set_names(this, class.name.clone(), None);
        Ok(())
    }
    fn is_kind(ctx: &Ctx, this: &Object, kind: ClassKind) -> PhpResult<bool> {
        Ok(class_of(ctx, this)?.kind == kind)
    }
    fn by_name(ctx: &Ctx, classes: &[ClassPtr]) -> PhpResult<Array> {
        let mut list = Array::new();
        for &class in classes {
            let object = make_class(ctx, class)?;
            list.set(&class.name, Value::from(object));
        }
        Ok(list)
    }
}

#[php_class(
    "class ReflectionClass implements Reflector {
        public const int IS_IMPLICIT_ABSTRACT = 16;
        public const int IS_EXPLICIT_ABSTRACT = 64;
        public const int IS_FINAL = 32;
        public const int IS_READONLY = 65536;
        public const int SKIP_INITIALIZATION_ON_SERIALIZE = 8;
        public const int SKIP_DESTRUCTOR = 16;
        public string $name;
    }",
    create = state::create,
    handlers = state::HANDLERS,
    methods = [Self::MEMBERS, Self::RELATIVES, Self::OBJECTS, Self::ANCESTORS, Self::STATICS, Self::FACTS],
    not_serializable,
    not_cloneable
)]
impl ReflectionClass {
    #[php("private function __clone(): void")]
    fn clone() {}

    #[php("public function __construct(object|string $objectOrClass)")]
    fn construct(ctx: &Ctx, this: &Object, target: &Value) -> PhpResult<()> {
        Self::become_class(ctx, this, target)
    }

    #[php("public function __toString(): string", strict_return)]
    fn to_string(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
        let class = class_of(ctx, this)?;
        // An object given to this class itself only says which class is meant.
        let object =
            State::of(this).object().filter(|_| phant_native::coerce::is_instance_of_name(this.class(), "ReflectionObject"));
        text::class(ctx, class, object.as_ref(), "")
    }

    #[php("public function getName(): string")]
    fn name(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        Ok(class_of(ctx, this)?.name.clone())
    }

    #[php("public function isInternal(): bool")]
    fn is_internal(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(class_of(ctx, this)?.is_native())
    }

    #[php("public function isUserDefined(): bool")]
    fn is_user_defined(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(!class_of(ctx, this)?.is_native())
    }

    #[php("public function isAnonymous(): bool")]
    fn is_anonymous(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(class_of(ctx, this)?.decl.is_some_and(|d| d.anonymous))
    }

    #[php("public function isInstantiable(): bool")]
    fn is_instantiable(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let class = class_of(ctx, this)?;
        let constructor = class.magic.construct;
        Ok(class.kind == ClassKind::Class
            && !is_abstract(class)
            && constructor.is_none_or(|c| c.modifiers & modifiers::PUBLIC != 0))
    }

    #[php("public function isCloneable(): bool")]
    fn is_cloneable(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let class = class_of(ctx, this)?;
        if class.kind != ClassKind::Class || is_abstract(class) {
            return Ok(false);
        }
        Ok(!class.has_flag(class_flags::NOT_CLONEABLE) && class.magic.clone.is_none_or(|c| c.modifiers & modifiers::PUBLIC != 0))
    }

    #[php("public function getFileName(): string|false")]
    fn file_name(ctx: &Ctx, this: &Object) -> PhpResult<OrFalse<Str>> {
        Ok(class_of(ctx, this)?.decl.and_then(|d| d.file.as_deref().cloned()).into())
    }

    #[php("public function getStartLine(): int|false")]
    fn start_line(ctx: &Ctx, this: &Object) -> PhpResult<OrFalse<i64>> {
        Ok(class_of(ctx, this)?.decl.map(|d| i64::from(d.line)).into())
    }

    #[php("public function getEndLine(): int|false")]
    fn end_line(ctx: &Ctx, this: &Object) -> PhpResult<OrFalse<i64>> {
        Ok(class_of(ctx, this)?.decl.map(|d| i64::from(d.end_line)).into())
    }

    #[php("public function getDocComment(): string|false")]
    fn doc_comment(ctx: &Ctx, this: &Object) -> PhpResult<OrFalse<Str>> {
        Ok(class_of(ctx, this)?.decl.and_then(|d| d.doc_comment.as_deref().cloned()).into())
    }

    #[php("public function getConstructor(): ?ReflectionMethod")]
    fn constructor(ctx: &Ctx, this: &Object) -> PhpResult<Option<Object>> {
        let class = class_of(ctx, this)?;
        let constructor = class.magic.construct.or_else(|| class.method(b"__construct"));
        constructor.map(|c| make_method_of(ctx, c, Some(class), None)).transpose()
    }

    #[php("public function hasMethod(string $name): bool")]
    fn has_method(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<bool> {
        let class = class_of(ctx, this)?;
        Ok(class.method_named(&name.to_lower()).is_some())
    }

    #[php("public function getMethod(string $name): ReflectionMethod")]
    fn method(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<Object> {
        let class = class_of(ctx, this)?;
        let object = State::of(this).object();
        let found =
            method::find(ctx, class, object.as_ref(), name).or_else(|| Some((class.method_named(&name.to_lower())?, None)));
        match found {
            Some((function, closure)) => make_closure_method(ctx, function, class, closure),
            None => Err(exception(ctx, format!("Method {}::{name}() does not exist", class.name))),
        }
    }

    #[php("public function getMethods(?int $filter = null): array")]
    fn methods(ctx: &Ctx, this: &Object, filter: Option<i64>) -> PhpResult<Array> {
        let class = class_of(ctx, this)?;
        let filter = filter.map_or(u32::MAX, |f| f as u32);
        let mut list = Array::new();
        let is_closure = class.is_named("Closure");
        let closure = State::of(this).object();
        for (lower, &function) in class.methods.iter() {
            let hidden = function.modifiers & modifiers::PRIVATE != 0 && function.class.is_none_or(|c| !c.same(class));
            let replaced = is_closure && closure.is_some() && lower.as_bytes() == b"__invoke";
            if hidden || function.is_hidden() || function.modifiers & filter == 0 || replaced {
                continue;
            }
            let object = make_closure_method(ctx, function, class, None)?;
            let _ = list.push(Value::from(object));
        }
        if is_closure
            && let Some(closure) = closure
            && let Some(function) = method::closure_invoke(ctx, &closure)
            && function.modifiers & filter != 0
        {
            let object = make_method_of(ctx, function, Some(class), Some(closure))?;
            let _ = list.push(Value::from(object));
        }
        Ok(list)
    }
}

/// A method's object. PHP makes a closure for the time that it makes the one of `Closure::__invoke`, which takes a handle.
fn make_closure_method(ctx: &Ctx, function: FunctionPtr, class: ClassPtr, closure: Option<Object>) -> PhpResult<Object> {
    let invoke = closure.is_none() && class.is_named("Closure") && function.name.eq_ignore_ascii_case(b"__invoke");
    let _closure = if invoke { Some(ctx.allocate(ctx.known_class("stdClass"))?) } else { None };
    make_method_of(ctx, function, Some(class), closure)
}

#[php_methods(RELATIVES)]
impl ReflectionClass {
    #[php("public function getInterfaces(): array")]
    fn interfaces(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let class = class_of(ctx, this)?;
        Self::by_name(ctx, &class.interfaces)
    }

    #[php("public function getInterfaceNames(): array")]
    fn interface_names(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        Ok(Array::list(class_of(ctx, this)?.interfaces.iter().map(|c| Value::from(c.name.clone()))))
    }

    #[php("public function isInterface(): bool")]
    fn is_interface(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Self::is_kind(ctx, this, ClassKind::Interface)
    }

    #[php("public function getTraits(): array")]
    fn traits(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let class = class_of(ctx, this)?;
        Self::by_name(ctx, &class.traits)
    }

    #[php("public function getTraitNames(): array")]
    fn trait_names(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        Ok(Array::list(class_of(ctx, this)?.traits.iter().map(|c| Value::from(c.name.clone()))))
    }

    #[php("public function getTraitAliases(): array")]
    fn trait_aliases(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let class = class_of(ctx, this)?;
        let mut list = Array::new();
        for (alias, target) in class.trait_aliases.iter() {
            list.set(alias, Value::from(target.to_str()));
        }
        Ok(list)
    }

    #[php("public function isTrait(): bool")]
    fn is_trait(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Self::is_kind(ctx, this, ClassKind::Trait)
    }

    #[php("public function isEnum(): bool", strict_return)]
    fn is_enum(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Self::is_kind(ctx, this, ClassKind::Enum)
    }

    #[php("public function isAbstract(): bool")]
    fn is_abstract(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(is_abstract(class_of(ctx, this)?))
    }

    #[php("public function isFinal(): bool")]
    fn is_final(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(class_of(ctx, this)?.modifiers & modifiers::FINAL != 0)
    }

    #[php("public function isReadOnly(): bool", strict_return)]
    fn is_read_only(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(class_of(ctx, this)?.modifiers & modifiers::READONLY_CLASS != 0)
    }

    #[php("public function getModifiers(): int")]
    fn modifiers(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        let kept = modifiers::FINAL | modifiers::ABSTRACT | modifiers::READONLY_CLASS;
        Ok(i64::from(declared_modifiers(class_of(ctx, this)?) & kept))
    }

    #[php("public function isInstance(object $object): bool")]
    fn is_instance(ctx: &Ctx, this: &Object, object: &Object) -> PhpResult<bool> {
        Ok(object.is_instance_of(class_of(ctx, this)?))
    }
}

#[php_methods(ANCESTORS)]
impl ReflectionClass {
    #[php("public function getParentClass(): ReflectionClass|false")]
    fn parent_class(ctx: &Ctx, this: &Object) -> PhpResult<Value> {
        match class_of(ctx, this)?.parent {
            Some(parent) => make_class(ctx, parent).map(Value::from),
            None => Ok(Value::FALSE),
        }
    }

    #[php("public function isSubclassOf(ReflectionClass|string $class): bool")]
    fn is_subclass_of(ctx: &Ctx, this: &Object, class: &Value) -> PhpResult<bool> {
        let own = class_of(ctx, this)?;
        let other = other_class(ctx, class, "Class")?;
        Ok(!own.same(other) && own.is_subclass_or_same(other))
    }
}

#[php_methods(FACTS)]
impl ReflectionClass {
    #[php("public function isIterable(): bool", alias = "isIterateable")]
    fn is_iterable(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let class = class_of(ctx, this)?;
        let traversable = ctx.known_class("Traversable");
        Ok(matches!(class.kind, ClassKind::Class | ClassKind::Enum)
            && !is_abstract(class)
            && class.is_subclass_or_same(traversable))
    }

    #[php("public function implementsInterface(ReflectionClass|string $interface): bool")]
    fn implements_interface(ctx: &Ctx, this: &Object, interface: &Value) -> PhpResult<bool> {
        let own = class_of(ctx, this)?;
        let other = other_class(ctx, interface, "Interface")?;
        if other.kind != ClassKind::Interface {
            return Err(exception(ctx, format!("{} is not an interface", other.name)));
        }
        Ok(own.is_subclass_or_same(other))
    }

    #[php("public function getExtension(): ?ReflectionExtension")]
    fn extension(ctx: &Ctx, this: &Object) -> PhpResult<Option<Object>> {
        let name = class_extension(class_of(ctx, this)?);
        name.map(|name| crate::extension::make(ctx, name)).transpose()
    }

    #[php("public function getExtensionName(): string|false")]
    fn extension_name(ctx: &Ctx, this: &Object) -> PhpResult<OrFalse<&'static str>> {
        Ok(class_extension(class_of(ctx, this)?).into())
    }

    #[php("public function inNamespace(): bool")]
    fn in_namespace(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(!split_name(&class_of(ctx, this)?.name).0.is_empty())
    }

    #[php("public function getNamespaceName(): string")]
    fn namespace_name(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        Ok(Str::new(split_name(&class_of(ctx, this)?.name).0))
    }

    #[php("public function getShortName(): string")]
    fn short_name(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        Ok(Str::new(split_name(&class_of(ctx, this)?.name).1))
    }

    #[php("public function getAttributes(?string $name = null, int $flags = 0): array", strict_return)]
    fn attributes(ctx: &Ctx, this: &Object, name: Option<Str>, flags: i64) -> PhpResult<Array> {
        let class = class_of(ctx, this)?;
        attribute::list(ctx, class.attributes, Some(class), attribute::CLASS, name, flags)
    }
}
