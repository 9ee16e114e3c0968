//! The attributes that PHP itself knows.

use crate::runtime::{object::property, vm::Vm};
use phant_memory::{Array, Object, Str, Value, intern};
use phant_native::{Ctx, ObjectExt, ObjectHandlers, PhpResult, php_class};

/// Writes a property of an attribute that is being constructed.
fn set(ctx: &Ctx, this: &Object, name: &str, value: Value) -> PhpResult<()> {
    property::write_property(Vm::of(ctx), this, &intern(name.as_bytes()), value, Some(this.class()), true).map(drop)
}

/// Marks a class as an attribute.
pub struct Attribute;

#[php_class(
    "final class Attribute {
        public const int TARGET_CLASS = 1;
        public const int TARGET_FUNCTION = 2;
        public const int TARGET_METHOD = 4;
        public const int TARGET_PROPERTY = 8;
        public const int TARGET_CLASS_CONSTANT = 16;
        public const int TARGET_PARAMETER = 32;
        public const int TARGET_ALL = 63;
        public const int IS_REPEATABLE = 64;
        public int $flags;
    }",
    attributes = ["Attribute(Attribute::TARGET_CLASS)"]
)]
impl Attribute {
    #[php("public function __construct(int $flags = Attribute::TARGET_ALL)")]
    fn construct(ctx: &Ctx, this: &Object, flags: i64) -> PhpResult<()> {
        set(ctx, this, "flags", Value::int(flags))
    }
}

/// Silences the deprecation of a missing return type.
pub struct ReturnTypeWillChange;

#[php_class("final class ReturnTypeWillChange {}", attributes = ["Attribute(Attribute::TARGET_METHOD)"])]
impl ReturnTypeWillChange {
    #[php("public function __construct()")]
    fn construct(_this: &Object) {}
}

/// Allows dynamic properties.
pub struct AllowDynamicProperties;

#[php_class("final class AllowDynamicProperties {}", attributes = ["Attribute(Attribute::TARGET_CLASS)"])]
impl AllowDynamicProperties {
    #[php("public function __construct()")]
    fn construct(_this: &Object) {}
}

/// Keeps an argument out of backtraces.
pub struct SensitiveParameter;

#[php_class("final class SensitiveParameter {}", attributes = ["Attribute(Attribute::TARGET_PARAMETER)"])]
impl SensitiveParameter {
    #[php("public function __construct()")]
    fn construct(_this: &Object) {}
}

/// Stands for a sensitive argument in a backtrace.
pub struct SensitiveParameterValue;

/// Nothing that shows all properties shows the value.
static SENSITIVE: ObjectHandlers = ObjectHandlers { properties: Some(|_, _| Ok(Array::new())), ..ObjectHandlers::DEFAULT };

#[php_class(
    "final class SensitiveParameterValue { private readonly mixed $value; }",
    handlers = SENSITIVE,
    not_serializable,
    no_dynamic
)]
impl SensitiveParameterValue {
    #[php("public function __construct(mixed $value)")]
    fn construct(ctx: &Ctx, this: &Object, value: Value) -> PhpResult<()> {
        set(ctx, this, "value", value)
    }

    #[php("public function getValue(): mixed")]
    fn value(this: &Object) -> Value {
        this.slot(0).unref()
    }

    #[php("public function __debugInfo(): array")]
    fn debug_info(_this: &Object) -> Array {
        Array::new()
    }
}

/// Says that a method overrides one.
pub struct Override;

#[php_class("final class Override {}", attributes = ["Attribute(Attribute::TARGET_METHOD)"])]
impl Override {
    #[php("public function __construct()")]
    fn construct(_this: &Object) {}
}

/// Reports the use of what it stands on.
pub struct Deprecated;

#[php_class(
    "final class Deprecated {
        public readonly ?string $message;
        public readonly ?string $since;
    }",
    attributes = ["Attribute(Attribute::TARGET_FUNCTION|Attribute::TARGET_METHOD|Attribute::TARGET_CLASS_CONSTANT)"]
)]
impl Deprecated {
    #[php("public function __construct(?string $message = null, ?string $since = null)")]
    fn construct(ctx: &Ctx, this: &Object, message: Option<Str>, since: Option<Str>) -> PhpResult<()> {
        set(ctx, this, "message", message.map_or(Value::NULL, Value::from))?;
        set(ctx, this, "since", since.map_or(Value::NULL, Value::from))
    }
}

/// Reports that a result is not used.
pub struct NoDiscard;

#[php_class(
    "final class NoDiscard { public readonly ?string $message; }",
    attributes = ["Attribute(Attribute::TARGET_METHOD|Attribute::TARGET_FUNCTION)"]
)]
impl NoDiscard {
    #[php("public function __construct(?string $message = null)")]
    fn construct(ctx: &Ctx, this: &Object, message: Option<Str>) -> PhpResult<()> {
        set(ctx, this, "message", message.map_or(Value::NULL, Value::from))
    }
}
