//! ReflectionClass: making objects, and lazy ones.

use crate::{
    class::ReflectionClass,
    function::split_arguments,
    state::{class_of, engine, exception, instance_argument},
};
use phant_memory::{Array, Object, Value};
use phant_native::{Args, ClassPtr, Ctx, PhpResult, class::ClassKind, descriptor::modifiers, php_methods};

/// `ReflectionClass::SKIP_INITIALIZATION_ON_SERIALIZE`
const ON_SERIALIZE: i64 = 8;
/// `ReflectionClass::SKIP_DESTRUCTOR`
const SKIP_DESTRUCTOR: i64 = 16;

fn construct(ctx: &Ctx, class: ClassPtr, args: &[Value], named: Option<&Array>) -> PhpResult<Object> {
    if class.name.as_bytes() == b"Closure" {
        return Err(ctx.throw_error("Instantiation of class Closure is not allowed"));
    }
    if let Some(constructor) = class.magic.construct
        && class.kind == ClassKind::Class
        && !class.is_abstract()
        && constructor.modifiers & modifiers::PUBLIC == 0
    {
        return Err(exception(ctx, format!("Access to non-public constructor of class {}", class.name)));
    }
    if class.magic.construct.is_none() && (!args.is_empty() || named.is_some_and(|n| !n.is_empty())) {
        // A class that cannot be made says so first.
        ctx.allocate(class)?.set_flag(phant_memory::object::DESTRUCTED, true);
        let text = format!("Class {} does not have a constructor, so you cannot pass any constructor arguments", class.name);
        return Err(exception(ctx, text));
    }
    ctx.host.instantiate(ctx, class, args, named)
}

impl ReflectionClass {
    fn check_options(ctx: &Ctx, number: usize, options: i64, allowed: i64) -> PhpResult<()> {
        if options & !(ON_SERIALIZE | SKIP_DESTRUCTOR) != 0 {
            return Err(ctx.throw("ReflectionException", {
                let name = ctx.current.get().map(|f| f.display_name()).unwrap_or_default();
                format!("{name}(): Argument #{number} ($options) contains invalid flags")
            }));
        }
        if options & !allowed != 0 {
            let name = ctx.current.get().map(|f| f.display_name()).unwrap_or_default();
            let text = format!("{name}(): Argument #{number} ($options) does not accept ReflectionClass::SKIP_DESTRUCTOR");
            return Err(exception(ctx, text));
        }
        Ok(())
    }
    fn lazy(ctx: &Ctx, this: &Object, initializer: &Value, options: i64, proxy: bool) -> PhpResult<Object> {
        let class = class_of(ctx, this)?;
        Self::check_options(ctx, 2, options, ON_SERIALIZE)?;
        engine(ctx).new_lazy(ctx, class, initializer.clone(), options, proxy)
    }
    fn reset(ctx: &Ctx, args: &mut Args<'_>, proxy: bool) -> PhpResult {
        let object = Self::instance(ctx, args)?;
        let class = class_of(ctx, args.this())?;
        let initializer = args.values[1].unref();
        let options = args.values.get(2).and_then(|v| v.deref().as_int()).unwrap_or_default();
        Self::check_options(ctx, 3, options, ON_SERIALIZE | SKIP_DESTRUCTOR)?;
        engine(ctx).reset_lazy(ctx, &object, class, initializer, options, proxy)?;
        Ok(Value::NULL)
    }
    /// The first argument, an object of the class, and the others checked.
    fn instance(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<Object> {
        instance_argument(ctx, args, class_of(ctx, args.this())?)
    }
}

#[php_methods(OBJECTS)]
impl ReflectionClass {
    #[php("public function newInstance(mixed ...$args): object")]
    fn new_instance(ctx: &Ctx, this: &Object, args: &[Value], named: Option<Array>) -> PhpResult<Object> {
        let class = class_of(ctx, this)?;
        construct(ctx, class, args, named.as_ref())
    }

    #[php("public function newInstanceWithoutConstructor(): object")]
    fn new_instance_without_constructor(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        let class = class_of(ctx, this)?;
        if class.is_native() && class.create.is_some() && class.modifiers & modifiers::FINAL != 0 {
            let text = format!(
                "Class {} is an internal class marked as final that cannot be instantiated without invoking its constructor",
                class.name
            );
            return Err(exception(ctx, text));
        }
        ctx.allocate(class)
    }

    #[php("public function newInstanceArgs(array $args = []): ?object")]
    fn new_instance_args(ctx: &Ctx, this: &Object, args: &Array) -> PhpResult<Object> {
        let class = class_of(ctx, this)?;
        let (positional, named) = split_arguments(args);
        construct(ctx, class, &positional, named.as_ref())
    }

    #[php("public function newLazyGhost(callable $initializer, int $options = 0): object", strict_return)]
    fn new_lazy_ghost(ctx: &Ctx, this: &Object, initializer: &Value, options: i64) -> PhpResult<Object> {
        Self::lazy(ctx, this, initializer, options, false)
    }

    #[php("public function newLazyProxy(callable $factory, int $options = 0): object", strict_return)]
    fn new_lazy_proxy(ctx: &Ctx, this: &Object, factory: &Value, options: i64) -> PhpResult<Object> {
        Self::lazy(ctx, this, factory, options, true)
    }

    #[php("public function resetAsLazyGhost(object $object, callable $initializer, int $options = 0): void", raw, strict_return)]
    fn reset_as_lazy_ghost(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult {
        Self::reset(ctx, args, false)
    }

    #[php("public function resetAsLazyProxy(object $object, callable $factory, int $options = 0): void", raw, strict_return)]
    fn reset_as_lazy_proxy(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult {
        Self::reset(ctx, args, true)
    }

    #[php("public function initializeLazyObject(object $object): object", raw, strict_return)]
    fn initialize_lazy_object(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult {
        let object = Self::instance(ctx, args)?;
        ctx.host.initialize_lazy(ctx, &object).map(Value::from)
    }

    #[php("public function isUninitializedLazyObject(object $object): bool", raw, strict_return)]
    fn is_uninitialized_lazy_object(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult {
        let object = Self::instance(ctx, args)?;
        Ok(Value::bool(ctx.host.is_lazy_uninitialized(ctx, &object)))
    }

    #[php("public function markLazyObjectAsInitialized(object $object): object", raw, strict_return)]
    fn mark_lazy_object_as_initialized(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult {
        let object = Self::instance(ctx, args)?;
        engine(ctx).mark_initialized(ctx, &object).map(Value::from)
    }

    #[php("public function getLazyInitializer(object $object): ?callable", raw, strict_return)]
    fn lazy_initializer(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult {
        let object = Self::instance(ctx, args)?;
        Ok(engine(ctx).lazy_initializer(ctx, &object).unwrap_or_default())
    }
}
