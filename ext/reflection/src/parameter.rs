//! ReflectionParameter.

use crate::{
    attribute,
    function_abstract::no_function,
    method,
    state::{
        self, State, What, described_parameter, engine, exception, make_class, make_function, make_method, no_class, set_names,
    },
    text, types,
};
use phant_bytecode::TypeMask;
use phant_memory::{Array, Held, KeyRef, Object, Str, Value, View};
use phant_native::{
    ClassPtr, Ctx, FunctionPtr, ObjectExt, PhpResult,
    descriptor::ByRef,
    mirror::{DefaultValue, function},
    php_class,
};

/// A parameter.
pub struct ReflectionParameter;

/// The function that the first argument of the constructor means.
fn function_argument(ctx: &Ctx, value: &Value) -> PhpResult<(FunctionPtr, Option<Object>)> {
    match value.view() {
        View::Str(name) => {
            let name = name.clone();
            match ctx.host.lookup_function(ctx, &name) {
                Some(function) => Ok((function, None)),
                None => Err(no_function(ctx, &name)),
            }
        }
        View::Array(pair) => {
            let (class, name) = match (pair.get(&KeyRef::Int(0)), pair.get(&KeyRef::Int(1))) {
                (Some(class), Some(name)) => (class.unref(), name.unref()),
                _ => return Err(exception(ctx, "Expected array($object, $method) or array($classname, $method)")),
            };
            let object = class.as_object().map(Held::into_owned);
            let class = match &object {
                Some(object) => object.class(),
                None => {
                    let name = phant_native::convert::to_str(ctx, &class)?;
                    match ctx.class(&name) {
                        Some(class) => class,
                        None => return Err(no_class(ctx, "Class", &name)),
                    }
                }
            };
            let name = phant_native::convert::to_str(ctx, &name)?;
            match method::find(ctx, class, object.as_ref(), &name) {
                Some(found) => Ok(found),
                None => Err(exception(ctx, format!("Method {}::{name}() does not exist", class.name))),
            }
        }
        View::Object(object) => match engine(ctx).closure(ctx, &object) {
            Some(parts) => Ok((parts.function, Some(object.into_owned()))),
            None => {
                let class = object.class();
                match class.method(b"__invoke") {
                    Some(function) => Ok((function, None)),
                    None => Err(exception(ctx, format!("Method {}::__invoke() does not exist", class.name))),
                }
            }
        },
        _ => {
            let text = format!(
                "ReflectionParameter::__construct(): Argument #1 ($function) must be a string, an array(class, method), or a callable object, {} given",
                phant_native::convert::value_name(value)
            );
            Err(exception(ctx, text))
        }
    }
}

impl ReflectionParameter {
    /// The default, if it can be told.
    fn known_default(ctx: &Ctx, this: &Object) -> PhpResult<Option<(DefaultValue, Option<ClassPtr>)>> {
        let (f, _, parameter) = described_parameter(ctx, this)?;
        let hidden = method::is_closure_invoke(f);
        Ok(parameter.default.filter(|d| !hidden && !matches!(d, DefaultValue::Unknown)).map(|d| (d, f.class)))
    }
    /// The default, which must be there.
    fn default(ctx: &Ctx, this: &Object) -> PhpResult<(DefaultValue, Option<ClassPtr>)> {
        match Self::known_default(ctx, this)? {
            Some(default) => Ok(default),
            None => Err(exception(ctx, "Internal error: Failed to retrieve the default value")),
        }
    }
    fn has_only(ctx: &Ctx, this: &Object, mask: TypeMask) -> PhpResult<bool> {
        let (_, _, parameter) = described_parameter(ctx, this)?;
        Ok(parameter.ty.is_some_and(|ty| ty.groups().is_empty() && ty.mask.without(TypeMask::NULL) == mask))
    }
}

#[php_class(
    "class ReflectionParameter implements Reflector { public string $name; }",
    create = state::create,
    handlers = state::HANDLERS,
    not_serializable,
    not_cloneable
)]
impl ReflectionParameter {
    #[php("private function __clone(): void")]
    fn clone() {}

    #[php("public function __construct($function, int|string $param)")]
    fn construct(ctx: &Ctx, this: &Object, function: &Value, param: &Value) -> PhpResult<()> {
        let (function, owner) = function_argument(ctx, function)?;
        if param.as_int().is_some_and(|i| i < 0) {
            return Err(ctx.argument_error(2, "must be greater than or equal to 0"));
        }
        let index = match param.view() {
            View::Int(i) => usize::try_from(i).ok().filter(|&i| i < function.params as usize),
            View::Str(name) => function::parameters(function).iter().position(|p| p.name == *name),
            _ => None,
        };
        let Some(index) = index else {
            let by = if param.is_int() { "offset" } else { "name" };
            return Err(exception(ctx, format!("The parameter specified by its {by} could not be found")));
        };
        State::of(this).set(What::Parameter(function, index), owner);
        let name = function::parameter(function, index).map(|p| p.name).unwrap_or_default();
        set_names(this, name, None);
        Ok(())
    }

    #[php("public function __toString(): string", strict_return)]
    fn to_string(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
        let (function, index, parameter) = described_parameter(ctx, this)?;
        text::parameter(ctx, function, index, &parameter)
    }

    #[php("public function getName(): string")]
    fn name(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        Ok(described_parameter(ctx, this)?.2.name)
    }

    #[php("public function isPassedByReference(): bool")]
    fn is_passed_by_reference(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(described_parameter(ctx, this)?.2.by_ref != ByRef::No)
    }

    #[php("public function canBePassedByValue(): bool")]
    fn can_be_passed_by_value(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(described_parameter(ctx, this)?.2.by_ref != ByRef::Yes)
    }

    #[php("public function getDeclaringFunction(): ReflectionFunctionAbstract")]
    fn declaring_function(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        let (function, _, _) = described_parameter(ctx, this)?;
        let owner = State::of(this).object();
        if function.class.is_some() { make_method(ctx, function, owner) } else { make_function(ctx, function, owner) }
    }

    #[php("public function getDeclaringClass(): ?ReflectionClass")]
    fn declaring_class(ctx: &Ctx, this: &Object) -> PhpResult<Option<Object>> {
        let (function, _, _) = described_parameter(ctx, this)?;
        function.class.map(|class| make_class(ctx, class)).transpose()
    }

    #[php("public function getClass(): ?ReflectionClass", deprecated = " since 8.0, use ReflectionParameter::getType() instead")]
    fn class(ctx: &Ctx, this: &Object) -> PhpResult<Option<Object>> {
        let (function, _, parameter) = described_parameter(ctx, this)?;
        // The first class of a union, as ever.
        let Some(name) = parameter.ty.and_then(|ty| ty.groups().first()).and_then(|g| g.0.first()) else { return Ok(None) };
        let class = match (name.name.to_lower().as_bytes(), function.class) {
            (b"self", Some(class)) => class,
            (b"self", None) => {
                let text = "Parameter uses \"self\" as type but function is not a class member";
                return Err(exception(ctx, text));
            }
            (b"parent", Some(class)) => match class.parent {
                Some(parent) => parent,
                None => {
                    let text = "Parameter uses \"parent\" as type although class does not have a parent";
                    return Err(exception(ctx, text));
                }
            },
            (b"parent", None) => {
                let text = "Parameter uses \"parent\" as type but function is not a class member";
                return Err(exception(ctx, text));
            }
            _ => match ctx.class(&name.name) {
                Some(class) => class,
                None => {
                    ctx.check()?;
                    return Err(exception(ctx, format!("Class \"{}\" does not exist", name.name)));
                }
            },
        };
        make_class(ctx, class).map(Some)
    }

    #[php("public function hasType(): bool")]
    fn has_type(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(described_parameter(ctx, this)?.2.ty.is_some())
    }

    #[php("public function getType(): ?ReflectionType")]
    fn ty(ctx: &Ctx, this: &Object) -> PhpResult<Option<Object>> {
        let ty = described_parameter(ctx, this)?.2.ty;
        types::declared(ctx, ty)
    }

    #[php("public function isArray(): bool", deprecated = " since 8.0, use ReflectionParameter::getType() instead")]
    fn is_array(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Self::has_only(ctx, this, TypeMask::ARRAY)
    }

    #[php("public function isCallable(): bool", deprecated = " since 8.0, use ReflectionParameter::getType() instead")]
    fn is_callable(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Self::has_only(ctx, this, TypeMask::CALLABLE)
    }

    #[php("public function allowsNull(): bool")]
    fn allows_null(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(described_parameter(ctx, this)?.2.ty.is_none_or(|ty| ty.allows_null()))
    }

    #[php("public function getPosition(): int")]
    fn position(ctx: &Ctx, this: &Object) -> PhpResult<usize> {
        Ok(described_parameter(ctx, this)?.1)
    }

    #[php("public function isOptional(): bool")]
    fn is_optional(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(!described_parameter(ctx, this)?.2.required)
    }

    #[php("public function isDefaultValueAvailable(): bool")]
    fn is_default_value_available(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(Self::known_default(ctx, this)?.is_some())
    }

    #[php("public function getDefaultValue(): mixed")]
    fn default_value(ctx: &Ctx, this: &Object) -> PhpResult {
        let (default, scope) = Self::default(ctx, this)?;
        default.evaluate(ctx, scope)
    }

    #[php("public function isDefaultValueConstant(): bool")]
    fn is_default_value_constant(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(Self::default(ctx, this)?.0.constant_name().is_some())
    }

    #[php("public function getDefaultValueConstantName(): ?string")]
    fn default_value_constant_name(ctx: &Ctx, this: &Object) -> PhpResult<Option<Str>> {
        Ok(Self::default(ctx, this)?.0.constant_name())
    }

    #[php("public function isVariadic(): bool")]
    fn is_variadic(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(described_parameter(ctx, this)?.2.variadic)
    }

    #[php("public function isPromoted(): bool", strict_return)]
    fn is_promoted(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(described_parameter(ctx, this)?.2.promoted)
    }

    #[php("public function getAttributes(?string $name = null, int $flags = 0): array", strict_return)]
    fn attributes(ctx: &Ctx, this: &Object, name: Option<Str>, flags: i64) -> PhpResult<Array> {
        let (function, _, parameter) = described_parameter(ctx, this)?;
        attribute::list(ctx, parameter.attributes, function.class, attribute::PARAMETER, name, flags)
    }
}
