//! ReflectionGenerator.

use crate::{
    function_abstract::is_written_closure,
    state::{self, State, What, engine, exception, make_function, make_method},
};
use phant_memory::{Array, Object, Str};
use phant_native::{Ctx, PhpResult, mirror::GeneratorParts, php_class};

/// A generator.
pub struct ReflectionGenerator;

impl ReflectionGenerator {
    fn parts(ctx: &Ctx, this: &Object) -> PhpResult<(Object, GeneratorParts)> {
        let generator = State::of(this).object();
        if let Some(generator) = generator
            && let Some(parts) = engine(ctx).generator(ctx, &generator)
        {
            return Ok((generator, parts));
        }
        Err(exception(ctx, "Cannot fetch information from a closed Generator"))
    }
}

#[php_class(
    "final class ReflectionGenerator",
    create = state::create,
    handlers = state::HANDLERS,
    tentative,
    not_serializable,
    not_cloneable
)]
impl ReflectionGenerator {
    #[php("public function __construct(Generator $generator)")]
    fn construct(this: &Object, generator: &Object) {
        State::of(this).set(What::Running, Some(generator.clone()));
    }

    #[php("public function getExecutingLine(): int")]
    fn executing_line(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(i64::from(Self::parts(ctx, this)?.1.line))
    }

    #[php("public function getExecutingFile(): string")]
    fn executing_file(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        Ok(Self::parts(ctx, this)?.1.file)
    }

    #[php("public function getTrace(int $options = DEBUG_BACKTRACE_PROVIDE_OBJECT): array")]
    fn trace(ctx: &Ctx, this: &Object, options: i64) -> PhpResult<Array> {
        let (generator, _) = Self::parts(ctx, this)?;
        Ok(engine(ctx).generator_trace(ctx, &generator, options))
    }

    #[php("public function getFunction(): ReflectionFunctionAbstract")]
    fn function(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        let Some(generator) = State::of(this).object() else {
            return Err(exception(ctx, "Cannot fetch information from a closed Generator"));
        };
        let closure = engine(ctx).generator(ctx, &generator).and_then(|parts| parts.closure);
        match engine(ctx).generator_function(ctx, &generator) {
            Some(f) if f.class.is_some() && !is_written_closure(f) => make_method(ctx, f, None),
            Some(f) => make_function(ctx, f, closure),
            None => Err(exception(ctx, "Cannot fetch information from a closed Generator")),
        }
    }

    #[php("public function getThis(): ?object")]
    fn this(ctx: &Ctx, this: &Object) -> PhpResult<Option<Object>> {
        Ok(Self::parts(ctx, this)?.1.this)
    }

    #[php("public function getExecutingGenerator(): Generator")]
    fn executing_generator(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        Ok(Self::parts(ctx, this)?.1.innermost)
    }

    #[php("public function isClosed(): bool", strict_return)]
    fn is_closed(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let generator = State::of(this).object();
        Ok(generator.is_none_or(|generator| engine(ctx).generator(ctx, &generator).is_none()))
    }
}
