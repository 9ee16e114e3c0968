//! What ReflectionFunction and ReflectionMethod have in common.

use crate::{
    attribute, method,
    state::{self, State, asked_class, engine, exception, function_of, make_class},
    text, types,
};
use phant_bytecode::{Code, code_flags};
use phant_memory::{Array, Object, Reference, Str, Value};
use phant_native::{
    Ctx, FunctionPtr, PhpResult,
    descriptor::modifiers,
    function::function_flags,
    mirror::{ClosureParts, function},
    php_class, registry,
    ret::OrFalse,
};

/// The closure that a ReflectionFunction was made of.
fn closure(ctx: &Ctx, this: &Object) -> Option<ClosureParts> {
    let object = State::of(this).object()?;
    engine(ctx).closure(ctx, &object)
}

/// The part of a name before and behind the last backslash.
pub fn split_name(name: &[u8]) -> (&[u8], &[u8]) {
    match name.iter().rposition(|&b| b == b'\\') {
        Some(at) if at > 0 => (&name[..at], &name[at + 1..]),
        _ => (b"", name),
    }
}

/// Whether a function was written as a closure.
pub fn is_written_closure(f: FunctionPtr) -> bool {
    code_of(f).is_some_and(|c| c.flags & code_flags::CLOSURE != 0)
}

/// The code of a function, unless it passes for a native one.
pub fn code_of(f: FunctionPtr) -> Option<&'static Code> {
    f.code().filter(|_| !method::is_closure_invoke(f))
}

/// The extension that a native function belongs to.
pub fn extension_name(f: FunctionPtr) -> Option<&'static str> {
    f.descriptor()?;
    let registry = registry::get();
    match f.class {
        Some(class) => class_extension(class),
        None => registry.functions.get(f.name.to_text().to_ascii_lowercase().as_str()).map(|o| o.extension.name),
    }
}

/// The extension that a native class belongs to.
pub fn class_extension(class: phant_native::ClassPtr) -> Option<&'static str> {
    class.native?;
    registry::get().classes.get(class.lower.to_text().as_ref()).map(|o| o.extension.name)
}

/// A function or method.
pub struct ReflectionFunctionAbstract;

#[php_class(
    "abstract class ReflectionFunctionAbstract implements Reflector { public string $name; }",
    create = state::create,
    handlers = state::HANDLERS,
    not_serializable,
    not_cloneable
)]
impl ReflectionFunctionAbstract {
    #[php("private function __clone(): void")]
    fn clone() {}

    #[php("public function inNamespace(): bool")]
    fn in_namespace(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let f = function_of(ctx, this)?;
        Ok(!is_written_closure(f) && !split_name(&f.name).0.is_empty())
    }

    #[php("public function isClosure(): bool")]
    fn is_closure(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let f = function_of(ctx, this)?;
        Ok(is_written_closure(f) || closure(ctx, this).is_some() && !method::is_closure_invoke(f))
    }

    #[php("public function isDeprecated(): bool")]
    fn is_deprecated(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let f = function_of(ctx, this)?;
        let meant = if f.flags & function_flags::TRAMPOLINE != 0 { f.prototype().unwrap_or(f) } else { f };
        Ok(meant.flags & function_flags::DEPRECATED != 0)
    }

    #[php("public function isInternal(): bool")]
    fn is_internal(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(code_of(function_of(ctx, this)?).is_none())
    }

    #[php("public function isUserDefined(): bool")]
    fn is_user_defined(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(code_of(function_of(ctx, this)?).is_some())
    }

    #[php("public function isGenerator(): bool")]
    fn is_generator(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(function_of(ctx, this)?.flags & function_flags::GENERATOR != 0)
    }

    #[php("public function isVariadic(): bool")]
    fn is_variadic(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(function_of(ctx, this)?.flags & function_flags::VARIADIC != 0)
    }

    #[php("public function isStatic(): bool")]
    fn is_static(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(function_of(ctx, this)?.modifiers & modifiers::STATIC != 0)
    }

    #[php("public function getClosureThis(): ?object")]
    fn closure_this(ctx: &Ctx, this: &Object) -> PhpResult<Option<Object>> {
        function_of(ctx, this)?;
        Ok(closure(ctx, this).and_then(|c| c.this))
    }

    #[php("public function getClosureScopeClass(): ?ReflectionClass")]
    fn closure_scope_class(ctx: &Ctx, this: &Object) -> PhpResult<Option<Object>> {
        function_of(ctx, this)?;
        let class = closure(ctx, this).and_then(|c| c.function.class);
        class.map(|class| make_class(ctx, class)).transpose()
    }

    #[php("public function getClosureCalledClass(): ?ReflectionClass")]
    fn closure_called_class(ctx: &Ctx, this: &Object) -> PhpResult<Option<Object>> {
        function_of(ctx, this)?;
        let class = closure(ctx, this).and_then(|c| c.called_class.or(c.function.class));
        class.map(|class| make_class(ctx, class)).transpose()
    }

    #[php("public function getClosureUsedVariables(): array", strict_return)]
    fn closure_used_variables(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        function_of(ctx, this)?;
        Ok(closure(ctx, this).map(|c| c.captured).unwrap_or_default())
    }

    #[php("public function getDocComment(): string|false")]
    fn doc_comment(ctx: &Ctx, this: &Object) -> PhpResult<OrFalse<Str>> {
        Ok(code_of(function_of(ctx, this)?).and_then(|c| c.doc_comment.as_deref().cloned()).into())
    }

    #[php("public function getEndLine(): int|false")]
    fn end_line(ctx: &Ctx, this: &Object) -> PhpResult<OrFalse<i64>> {
        Ok(code_of(function_of(ctx, this)?).map(|c| i64::from(c.end_line)).into())
    }

    #[php("public function getExtension(): ?ReflectionExtension")]
    fn extension(ctx: &Ctx, this: &Object) -> PhpResult<Option<Object>> {
        let name = extension_name(function_of(ctx, this)?);
        name.map(|name| crate::extension::make(ctx, name)).transpose()
    }

    #[php("public function getExtensionName(): string|false")]
    fn extension_name(ctx: &Ctx, this: &Object) -> PhpResult<OrFalse<&'static str>> {
        Ok(extension_name(function_of(ctx, this)?).into())
    }

    #[php("public function getFileName(): string|false")]
    fn file_name(ctx: &Ctx, this: &Object) -> PhpResult<OrFalse<Str>> {
        Ok(code_of(function_of(ctx, this)?).and_then(|c| c.file.as_deref().cloned()).into())
    }

    #[php("public function getName(): string")]
    fn name(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        Ok(function_of(ctx, this)?.name.clone())
    }

    #[php("public function getNamespaceName(): string")]
    fn namespace_name(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        let f = function_of(ctx, this)?;
        Ok(if is_written_closure(f) { Str::default() } else { Str::new(split_name(&f.name).0) })
    }

    #[php("public function getNumberOfParameters(): int")]
    fn number_of_parameters(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(i64::from(function_of(ctx, this)?.params))
    }

    #[php("public function getNumberOfRequiredParameters(): int")]
    fn number_of_required(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(i64::from(function_of(ctx, this)?.required))
    }

    #[php("public function getParameters(): array")]
    fn parameters(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let f = function_of(ctx, this)?;
        let owner = State::of(this).object();
        let mut list = Array::with_capacity(f.params as usize);
        for index in 0..f.params as usize {
            let object = state::make_parameter(ctx, f, index, owner.clone())?;
            let _ = list.push(Value::from(object));
        }
        Ok(list)
    }

    #[php("public function getShortName(): string")]
    fn short_name(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        let f = function_of(ctx, this)?;
        Ok(if is_written_closure(f) { f.name.clone() } else { Str::new(split_name(&f.name).1) })
    }

    #[php("public function getStartLine(): int|false")]
    fn start_line(ctx: &Ctx, this: &Object) -> PhpResult<OrFalse<i64>> {
        Ok(code_of(function_of(ctx, this)?).map(|c| i64::from(c.line)).into())
    }

    #[php("public function getStaticVariables(): array")]
    fn static_variables(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let f = function_of(ctx, this)?;
        let mut all = engine(ctx).static_variables(ctx, f)?;
        if let Some(closure) = closure(ctx, this) {
            for (name, value) in closure.captured.iter() {
                all.set(name.to_key(), value.clone());
            }
        }
        // References that nobody else holds are plain values.
        let plain: Array = all.iter().map(|(name, value)| (name.to_key(), settled(value))).collect();
        Ok(plain)
    }

    #[php("public function returnsReference(): bool")]
    fn returns_reference(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(function::returns_ref(function_of(ctx, this)?))
    }

    #[php("public function hasReturnType(): bool")]
    fn has_return_type(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let f = function_of(ctx, this)?;
        Ok(function::returns(f).is_some() && !function::is_tentative(f))
    }

    #[php("public function getReturnType(): ?ReflectionType")]
    fn return_type(ctx: &Ctx, this: &Object) -> PhpResult<Option<Object>> {
        let f = function_of(ctx, this)?;
        types::declared(ctx, function::returns(f).filter(|_| !function::is_tentative(f)))
    }

    #[php("public function hasTentativeReturnType(): bool", strict_return)]
    fn has_tentative_return_type(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let f = function_of(ctx, this)?;
        Ok(function::returns(f).is_some() && function::is_tentative(f))
    }

    #[php("public function getTentativeReturnType(): ?ReflectionType", strict_return)]
    fn tentative_return_type(ctx: &Ctx, this: &Object) -> PhpResult<Option<Object>> {
        let f = function_of(ctx, this)?;
        types::declared(ctx, function::returns(f).filter(|_| function::is_tentative(f)))
    }

    #[php("public function getAttributes(?string $name = null, int $flags = 0): array", strict_return)]
    fn attributes(ctx: &Ctx, this: &Object, name: Option<Str>, flags: i64) -> PhpResult<Array> {
        let f = function_of(ctx, this)?;
        let is_method = f.class.is_some() && !is_written_closure(f);
        let target = if is_method { attribute::METHOD } else { attribute::FUNCTION };
        attribute::list(ctx, function::attributes(f), f.class, target, name, flags)
    }
}

fn settled(value: &Value) -> Value {
    match value.as_ref() {
        Some(reference) if Reference::refcount(reference) <= 1 => value.unref(),
        _ => value.clone(),
    }
}

/// Says why a function is missing.
pub fn no_function(ctx: &Ctx, name: &[u8]) -> phant_native::Thrown {
    exception(ctx, [b"Function ", name, b"() does not exist"].concat())
}

/// The text of a function or method.
pub fn to_text(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
    let f = function_of(ctx, this)?;
    let closure = closure(ctx, this);
    let scope = asked_class(ctx, this)?;
    text::function(ctx, f, scope, closure.as_ref(), "")
}
