//! ReflectionClassConstant, the cases of enums, and ReflectionConstant.

use crate::{
    attribute,
    class::ReflectionClass,
    function_abstract::split_name,
    member::Member,
    state::{
        self, State, What, class_argument, class_constant_of, class_of, constant_of, engine, exception, make,
        make_class_constant, set_names,
    },
    text, types,
};
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Ctx, PhpResult, class::ClassConstant, descriptor::modifiers, php_class, php_methods, registry, ret::OrFalse};

/// A class constant.
pub struct ReflectionClassConstant;

impl ReflectionClassConstant {
    fn become_constant(ctx: &Ctx, this: &Object, target: &Value, name: &Str) -> PhpResult<&'static ClassConstant> {
        let class = class_argument(ctx, target, 0)?;
        let Some(&constant) = class.constants.get(name) else {
            return Err(exception(ctx, format!("Constant {}::{name} does not exist", class.name)));
        };
        State::of(this).set(What::ClassConstant(constant), None);
        set_names(this, constant.name.clone(), Some(constant.class));
        Ok(constant)
    }
}

#[php_class(
    "class ReflectionClassConstant implements Reflector {
        public const int IS_PUBLIC = 1;
        public const int IS_PROTECTED = 2;
        public const int IS_PRIVATE = 4;
        public const int IS_FINAL = 32;
        public string $name;
        public string $class;
    }",
    create = state::create,
    handlers = state::HANDLERS,
    methods = [Member::VISIBILITY, Self::FINALITY, Member::DECLARATION, Self::FACTS],
    not_serializable,
    not_cloneable
)]
impl ReflectionClassConstant {
    #[php("private function __clone(): void")]
    fn clone() {}

    #[php("public function __construct(object|string $class, string $constant)")]
    fn construct(ctx: &Ctx, this: &Object, class: &Value, constant: &Str) -> PhpResult<()> {
        Self::become_constant(ctx, this, class, constant).map(drop)
    }

    #[php("public function __toString(): string", strict_return)]
    fn to_string(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
        let constant = class_constant_of(ctx, this)?;
        ctx.get_property(this, "name")?;
        text::class_constant(ctx, constant, "")
    }

    #[php("public function getName(): string")]
    fn name(ctx: &Ctx, this: &Object) -> PhpResult<Value> {
        class_constant_of(ctx, this)?;
        ctx.get_property(this, "name")
    }

    #[php("public function getValue(): mixed")]
    fn value(ctx: &Ctx, this: &Object) -> PhpResult {
        let constant = class_constant_of(ctx, this)?;
        engine(ctx).constant_value(ctx, constant)
    }
}

#[php_methods(FINALITY)]
impl ReflectionClassConstant {
    #[php("public function isFinal(): bool", strict_return)]
    fn is_final(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Member::has(ctx, this, modifiers::FINAL)
    }
}

#[php_methods(FACTS)]
impl ReflectionClassConstant {
    #[php("public function getDocComment(): string|false")]
    fn doc_comment(ctx: &Ctx, this: &Object) -> PhpResult<OrFalse<Str>> {
        Ok(class_constant_of(ctx, this)?.doc_comment.as_ref().map(phant_memory::Name::to_str).into())
    }

    #[php("public function getAttributes(?string $name = null, int $flags = 0): array", strict_return)]
    fn attributes(ctx: &Ctx, this: &Object, name: Option<Str>, flags: i64) -> PhpResult<Array> {
        let constant = class_constant_of(ctx, this)?;
        attribute::list(ctx, constant.attributes, Some(constant.class), attribute::CLASS_CONSTANT, name, flags)
    }

    #[php("public function isEnumCase(): bool", strict_return)]
    fn is_enum_case(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(class_constant_of(ctx, this)?.is_case)
    }

    #[php("public function isDeprecated(): bool", strict_return)]
    fn is_deprecated(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let constant = class_constant_of(ctx, this)?;
        Ok(constant.attributes.iter().any(|a| a.lower.as_bytes() == b"deprecated"))
    }

    #[php("public function hasType(): bool", strict_return)]
    fn has_type(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(class_constant_of(ctx, this)?.ty.is_some())
    }

    #[php("public function getType(): ?ReflectionType", strict_return)]
    fn ty(ctx: &Ctx, this: &Object) -> PhpResult<Option<Object>> {
        let ty = class_constant_of(ctx, this)?.ty;
        types::declared(ctx, ty)
    }
}

/// The object for an enum's case.
pub fn make_case(ctx: &Ctx, constant: &'static ClassConstant) -> PhpResult<Object> {
    let kind = if constant.class.backing.is_some() { "ReflectionEnumBackedCase" } else { "ReflectionEnumUnitCase" };
    make_class_constant(ctx, kind, constant)
}

/// A case of an enum.
pub struct ReflectionEnumUnitCase;

impl ReflectionEnumUnitCase {
    fn become_case(ctx: &Ctx, this: &Object, class: &Value, name: &Str) -> PhpResult<&'static ClassConstant> {
        let constant = ReflectionClassConstant::become_constant(ctx, this, class, name)?;
        if !constant.is_case {
            return Err(exception(ctx, format!("Constant {}::{} is not a case", constant.class.name, constant.name)));
        }
        Ok(constant)
    }
}

#[php_class("class ReflectionEnumUnitCase extends ReflectionClassConstant", not_serializable, not_cloneable)]
impl ReflectionEnumUnitCase {
    #[php("public function __construct(object|string $class, string $constant)")]
    fn construct(ctx: &Ctx, this: &Object, class: &Value, constant: &Str) -> PhpResult<()> {
        Self::become_case(ctx, this, class, constant).map(drop)
    }

    #[php("public function getEnum(): ReflectionEnum", strict_return)]
    fn get_enum(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        let class = class_constant_of(ctx, this)?.class;
        let object = make(ctx, "ReflectionEnum", What::Class(class), None)?;
        set_names(&object, class.name.clone(), None);
        Ok(object)
    }

    #[php("public function getValue(): UnitEnum", strict_return)]
    fn value(ctx: &Ctx, this: &Object) -> PhpResult {
        let constant = class_constant_of(ctx, this)?;
        engine(ctx).constant_value(ctx, constant)
    }
}

/// A case of a backed enum.
pub struct ReflectionEnumBackedCase;

#[php_class("class ReflectionEnumBackedCase extends ReflectionEnumUnitCase", not_serializable, not_cloneable)]
impl ReflectionEnumBackedCase {
    #[php("public function __construct(object|string $class, string $constant)")]
    fn construct(ctx: &Ctx, this: &Object, class: &Value, constant: &Str) -> PhpResult<()> {
        let constant = ReflectionEnumUnitCase::become_case(ctx, this, class, constant)?;
        if constant.class.backing.is_none() {
            let text = format!("Enum case {}::{} is not a backed case", constant.class.name, constant.name);
            return Err(exception(ctx, text));
        }
        Ok(())
    }

    #[php("public function getBackingValue(): int|string", strict_return)]
    fn backing_value(ctx: &Ctx, this: &Object) -> PhpResult {
        let constant = class_constant_of(ctx, this)?;
        let case = engine(ctx).constant_value(ctx, constant)?;
        match case.as_object() {
            Some(case) => ctx.get_property(&case, "value"),
            None => Ok(Value::NULL),
        }
    }
}

/// An enum.
pub struct ReflectionEnum;

#[php_class("class ReflectionEnum extends ReflectionClass", not_serializable, not_cloneable)]
impl ReflectionEnum {
    #[php("public function __construct(object|string $objectOrClass)")]
    fn construct(ctx: &Ctx, this: &Object, target: &Value) -> PhpResult<()> {
        ReflectionClass::become_class(ctx, this, target)?;
        let class = class_of(ctx, this)?;
        if !class.is_enum() {
            return Err(exception(ctx, format!("Class \"{}\" is not an enum", class.name)));
        }
        Ok(())
    }

    #[php("public function hasCase(string $name): bool", strict_return)]
    fn has_case(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<bool> {
        Ok(class_of(ctx, this)?.constants.get(name).is_some_and(|c| c.is_case))
    }

    #[php("public function getCase(string $name): ReflectionEnumUnitCase", strict_return)]
    fn case(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<Object> {
        let class = class_of(ctx, this)?;
        match class.constants.get(name) {
            Some(constant) if constant.is_case => make_case(ctx, constant),
            Some(_) => Err(exception(ctx, format!("{}::{name} is not a case", class.name))),
            None => Err(exception(ctx, format!("Case {}::{name} does not exist", class.name))),
        }
    }

    #[php("public function getCases(): array", strict_return)]
    fn cases(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let class = class_of(ctx, this)?;
        let mut list = Array::new();
        for constant in class.constants.values().filter(|c| c.is_case) {
            let object = make_case(ctx, constant)?;
            let _ = list.push(Value::from(object));
        }
        Ok(list)
    }

    #[php("public function isBacked(): bool", strict_return)]
    fn is_backed(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(class_of(ctx, this)?.backing.is_some())
    }

    #[php("public function getBackingType(): ?ReflectionNamedType", strict_return)]
    fn backing_type(ctx: &Ctx, this: &Object) -> PhpResult<Option<Object>> {
        let backing = class_of(ctx, this)?.backing;
        backing.map(|mask| types::make(ctx, state::TypeRef::Builtin(mask))).transpose()
    }
}

/// A constant.
pub struct ReflectionConstant;

impl ReflectionConstant {
    /// The name as the constant was defined.
    fn defined_name(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        let (name, _) = constant_of(ctx, this)?;
        let plain = Str::new(name.strip_prefix(b"\\").unwrap_or(&name));
        let upper = plain.to_ascii_uppercase();
        Ok(if matches!(upper.as_slice(), b"TRUE" | b"FALSE" | b"NULL") { Str::new(&upper) } else { plain })
    }
}

/// Whether an extension defines the constant.
pub fn is_persistent(name: &[u8]) -> bool {
    let known = |name: &str| registry::get().constants.contains_key(name);
    matches!(name, b"TRUE" | b"FALSE" | b"NULL") || std::str::from_utf8(name).is_ok_and(known)
}

#[php_class(
    "final class ReflectionConstant implements Reflector { public string $name; }",
    create = state::create,
    handlers = state::HANDLERS,
    not_serializable,
    not_cloneable
)]
impl ReflectionConstant {
    #[php("public function __construct(string $name)")]
    fn construct(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<()> {
        let value = if name.windows(2).any(|w| w == b"::") { None } else { engine(ctx).constant(ctx, name)? };
        let Some(value) = value else { return Err(exception(ctx, format!("Constant \"{name}\" does not exist"))) };
        State::of(this).set(What::Constant { name: name.clone(), value }, None);
        set_names(this, name.clone(), None);
        Ok(())
    }

    #[php("public function getName(): string")]
    fn name(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        Self::defined_name(ctx, this)
    }

    #[php("public function getNamespaceName(): string")]
    fn namespace_name(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        let name = Self::defined_name(ctx, this)?;
        Ok(Str::new(split_name(&name).0))
    }

    #[php("public function getShortName(): string")]
    fn short_name(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        let name = Self::defined_name(ctx, this)?;
        Ok(Str::new(split_name(&name).1))
    }

    #[php("public function getValue(): mixed")]
    fn value(ctx: &Ctx, this: &Object) -> PhpResult {
        Ok(constant_of(ctx, this)?.1)
    }

    #[php("public function isDeprecated(): bool")]
    fn is_deprecated(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let name = Self::defined_name(ctx, this)?;
        Ok(engine(ctx).is_deprecated_constant(&name))
    }

    #[php("public function __toString(): string")]
    fn to_string(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
        let name = Self::defined_name(ctx, this)?;
        let (_, value) = constant_of(ctx, this)?;
        text::constant(ctx, &name, &value, "")
    }
}
