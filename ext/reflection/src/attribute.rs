//! ReflectionAttribute.

use crate::state::{self, AttributeRef, What, attribute_of, engine, exception, make, set_names};
use phant_bytecode::Attribute;
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Args, ClassPtr, Ctx, PhpResult, class::ClassKind, convert, descriptor::modifiers, php_class};

/// `Attribute::TARGET_CLASS`
pub const CLASS: u32 = 1;
/// `Attribute::TARGET_FUNCTION`
pub const FUNCTION: u32 = 2;
/// `Attribute::TARGET_METHOD`
pub const METHOD: u32 = 4;
/// `Attribute::TARGET_PROPERTY`
pub const PROPERTY: u32 = 8;
/// `Attribute::TARGET_CLASS_CONSTANT`
pub const CLASS_CONSTANT: u32 = 16;
/// `Attribute::TARGET_PARAMETER`
pub const PARAMETER: u32 = 32;
/// `Attribute::TARGET_ALL`
const ALL: i64 = 63;
/// `Attribute::IS_REPEATABLE`
const IS_REPEATABLE: i64 = 64;
/// `ReflectionAttribute::IS_INSTANCEOF`
const IS_INSTANCEOF: i64 = 2;

const TARGETS: [(u32, &str); 6] = [
    (CLASS, "class"),
    (FUNCTION, "function"),
    (METHOD, "method"),
    (PROPERTY, "property"),
    (CLASS_CONSTANT, "class constant"),
    (PARAMETER, "parameter"),
];

fn target_names(targets: u32) -> String {
    let names: Vec<&str> = TARGETS.iter().filter(|(bit, _)| targets & bit != 0).map(|(_, name)| *name).collect();
    names.join(", ")
}

/// `getAttributes`
pub fn list(
    ctx: &Ctx,
    attributes: &'static [Attribute],
    scope: Option<ClassPtr>,
    target: u32,
    name: Option<Str>,
    flags: i64,
) -> PhpResult<Array> {
    if flags & !IS_INSTANCEOF != 0 {
        return Err(ctx.argument_error(2, "must be a valid attribute filter flag"));
    }
    let mut base = None;
    let mut wanted = None;
    if let Some(name) = name {
        if flags & IS_INSTANCEOF != 0 {
            match ctx.class(&name) {
                Some(class) => base = Some(class),
                None => {
                    ctx.check()?;
                    return Err(ctx.throw_error(format!("Class \"{name}\" not found")));
                }
            }
        } else {
            wanted = Some(name.to_lower());
        }
    }
    let mut list = Array::new();
    for attribute in attributes {
        if wanted.as_ref().is_some_and(|w| *w != attribute.lower) {
            continue;
        }
        if let Some(base) = base {
            let class = ctx.class(&attribute.name);
            ctx.check()?;
            if !class.is_some_and(|c| c.is_subclass_or_same(base)) {
                continue;
            }
        }
        let repeated = attributes.iter().filter(|other| other.lower == attribute.lower).nth(1).is_some();
        let what = What::Attribute(AttributeRef { attribute, scope, target, repeated });
        let object = make(ctx, "ReflectionAttribute", what, None)?;
        set_names(&object, attribute.name.clone(), None);
        let _ = list.push(Value::from(object));
    }
    Ok(list)
}

/// What a class's own `#[Attribute]` allows.
fn allowed(ctx: &Ctx, marker: &'static Attribute, class: ClassPtr) -> PhpResult<i64> {
    let Some(arg) = marker.args.first() else { return Ok(ALL) };
    let value = ctx.host.evaluate(ctx, &arg.value, Some(class))?;
    let Some(flags) = value.as_int() else {
        let text =
            format!("Attribute::__construct(): Argument #1 ($flags) must be of type int, {} given", convert::value_name(&value));
        return Err(ctx.type_error(text));
    };
    if flags & !(ALL | IS_REPEATABLE) != 0 {
        return Err(ctx.throw_error("Invalid attribute flags specified"));
    }
    Ok(flags)
}

/// The arguments of an attribute, evaluated: positional ones by number, named ones by name.
fn arguments(ctx: &Ctx, at: &AttributeRef) -> PhpResult<Array> {
    let mut list = Array::new();
    for arg in &at.attribute.args {
        let value = ctx.host.evaluate(ctx, &arg.value, at.scope)?;
        match &arg.name {
            Some(name) => list.set(name, value),
            None => {
                let _ = list.push(value);
            }
        }
    }
    Ok(list)
}

/// An attribute.
pub struct ReflectionAttribute;

#[php_class(
    "class ReflectionAttribute implements Reflector { public const int IS_INSTANCEOF = 2; public string $name; }",
    create = state::create,
    handlers = state::HANDLERS,
    not_serializable,
    not_cloneable
)]
impl ReflectionAttribute {
    #[php("public function getName(): string", strict_return)]
    fn name(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        Ok(attribute_of(ctx, this)?.attribute.name.clone())
    }

    #[php("public function getTarget(): int", strict_return)]
    fn target(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(i64::from(attribute_of(ctx, this)?.target))
    }

    #[php("public function isRepeated(): bool", strict_return)]
    fn is_repeated(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(attribute_of(ctx, this)?.repeated)
    }

    #[php("public function getArguments(): array", strict_return)]
    fn arguments(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let at = attribute_of(ctx, this)?;
        arguments(ctx, &at)
    }

    #[php("public function newInstance(): object", strict_return)]
    fn new_instance(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        let at = attribute_of(ctx, this)?;
        let name = &at.attribute.name;
        let Some(class) = ctx.class(name) else {
            ctx.check()?;
            return Err(ctx.throw_error(format!("Attribute class \"{name}\" not found")));
        };
        let Some(marker) = class.attributes.iter().find(|a| a.lower.as_bytes() == b"attribute") else {
            return Err(ctx.throw_error(format!("Attempting to use non-attribute class \"{name}\" as attribute")));
        };
        let flags = allowed(ctx, marker, class)?;
        if i64::from(at.target) & flags == 0 {
            let text = format!(
                "Attribute \"{name}\" cannot target {} (allowed targets: {})",
                target_names(at.target),
                target_names(flags as u32)
            );
            return Err(ctx.throw_error(text));
        }
        if at.repeated && flags & IS_REPEATABLE == 0 {
            return Err(ctx.throw_error(format!("Attribute \"{name}\" must not be repeated")));
        }
        let args = arguments(ctx, &at)?;
        let (positional, named) = crate::function::split_arguments(&args);
        if let Some(constructor) = class.magic.construct
            && constructor.modifiers & modifiers::PUBLIC == 0
            && class.kind == ClassKind::Class
            && !class.is_abstract()
        {
            let word = if constructor.modifiers & modifiers::PRIVATE != 0 { "private" } else { "protected" };
            return Err(ctx.throw_error(format!("Call to {word} {}() from global scope", constructor.display_name())));
        }
        engine(ctx).construct_attribute(ctx, at.attribute, class, &positional, named.as_ref())
    }

    #[php("public function __toString(): string", strict_return)]
    fn to_string(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
        let at = attribute_of(ctx, this)?;
        crate::text::attribute(ctx, &at)
    }

    #[php("private function __clone(): void")]
    fn clone() {}

    #[php("private function __construct()", raw)]
    fn construct(ctx: &Ctx, _args: &mut Args<'_>) -> PhpResult {
        Err(exception(ctx, "Cannot directly instantiate ReflectionAttribute"))
    }
}
