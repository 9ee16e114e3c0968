//! ReflectionClass: making objects, and lazy ones.

use crate::{
    class::ReflectionClass,
    function::split_arguments,
    state::{class_of, engine, exception},
};
use phant_memory::{Array, Object, Value};
use phant_native::{ClassPtr, Ctx, ObjectExt, PhpResult, class::ClassKind, descriptor::modifiers, php_methods};

/// `ReflectionClass::SKIP_INITIALIZATION_ON_SERIALIZE`
const ON_SERIALIZE: i64 = 8;
/// `ReflectionClass::SKIP_DESTRUCTOR`
const SKIP_DESTRUCTOR: i64 = 16;

fn construct(ctx: &Ctx, class: ClassPtr, args: &[Value], named: Option<&Array>) -> PhpResult<Object> {
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
    fn reset(ctx: &Ctx, this: &Object, object: &Object, initializer: &Value, options: i64, proxy: bool) -> PhpResult<()> {
        let class = class_of(ctx, this)?;
        Self::check_instance(ctx, object, class)?;
        Self::check_options(ctx, 3, options, ON_SERIALIZE | SKIP_DESTRUCTOR)?;
        engine(ctx).reset_lazy(ctx, object, class, initializer.clone(), options, proxy)
    }
    fn check_instance(ctx: &Ctx, object: &Object, class: ClassPtr) -> PhpResult<()> {
        if object.is_instance_of(class) {
            return Ok(());
        }
        let text = format!("must be of type {}, {} given", class.name, object.class().name);
        Err(ctx.argument_type_error(1, text))
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

    #[php("public function resetAsLazyGhost(object $object, callable $initializer, int $options = 0): void", strict_return)]
    fn reset_as_lazy_ghost(ctx: &Ctx, this: &Object, object: &Object, initializer: &Value, options: i64) -> PhpResult<()> {
        Self::reset(ctx, this, object, initializer, options, false)
    }

    #[php("public function resetAsLazyProxy(object $object, callable $factory, int $options = 0): void", strict_return)]
    fn reset_as_lazy_proxy(ctx: &Ctx, this: &Object, object: &Object, factory: &Value, options: i64) -> PhpResult<()> {
        Self::reset(ctx, this, object, factory, options, true)
    }

    #[php("public function initializeLazyObject(object $object): object", strict_return)]
    fn initialize_lazy_object(ctx: &Ctx, this: &Object, object: &Object) -> PhpResult<Object> {
        let class = class_of(ctx, this)?;
        Self::check_instance(ctx, object, class)?;
        ctx.host.initialize_lazy(ctx, object)
    }

    #[php("public function isUninitializedLazyObject(object $object): bool", strict_return)]
    fn is_uninitialized_lazy_object(ctx: &Ctx, this: &Object, object: &Object) -> PhpResult<bool> {
        let class = class_of(ctx, this)?;
        Self::check_instance(ctx, object, class)?;
        Ok(ctx.host.is_lazy_uninitialized(ctx, object))
    }

    #[php("public function markLazyObjectAsInitialized(object $object): object", strict_return)]
    fn mark_lazy_object_as_initialized(ctx: &Ctx, this: &Object, object: &Object) -> PhpResult<Object> {
        let class = class_of(ctx, this)?;
        Self::check_instance(ctx, object, class)?;
        engine(ctx).mark_initialized(ctx, object)
    }

    #[php("public function getLazyInitializer(object $object): ?callable", strict_return)]
    fn lazy_initializer(ctx: &Ctx, this: &Object, object: &Object) -> PhpResult {
        let class = class_of(ctx, this)?;
        Self::check_instance(ctx, object, class)?;
        Ok(engine(ctx).lazy_initializer(ctx, object).unwrap_or_default())
    }
}
