//! What only the engine knows of running code and of objects.

use crate::{
    callable::Callable,
    class::{ClassPtr, Property},
    ctx::Ctx,
    error::PhpResult,
    function::FunctionPtr,
};
use phant_memory::{Array, Object, Str, Value};

/// What a Closure object holds.
pub struct ClosureParts {
    /// The function.
    pub function: FunctionPtr,
    /// The object it is bound to.
    pub this: Option<Object>,
    /// The class for late static binding.
    pub called_class: Option<ClassPtr>,
    /// Captured variables by name; those captured by reference are references.
    pub captured: Array,
    /// Made from a callable (`f(...)`) rather than written as a closure.
    pub from_callable: bool,
}

/// What a lazy object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LazyKind {
    /// Filled in place when it is first used.
    Ghost,
    /// Stands for an instance.
    Proxy,
}

/// What a Generator object holds, unless it is at its end.
pub struct GeneratorParts {
    /// The function.
    pub function: FunctionPtr,
    /// The closure that was called, if it was one.
    pub closure: Option<Object>,
    /// Its `$this`.
    pub this: Option<Object>,
    /// The file it runs in.
    pub file: Str,
    /// The line it stands at.
    pub line: u32,
    /// The generator that `yield from` leads to, innermost; itself if there is none.
    pub innermost: Object,
}

/// What a Fiber object is doing.
pub struct FiberParts {
    /// What it runs, unless it has ended.
    pub callable: Option<Callable>,
    /// Whether it has begun and not ended.
    pub active: bool,
    /// Where its innermost PHP code stands, if it is active.
    pub place: Option<(Str, u32)>,
}

/// What Reflection asks of the engine beyond ordinary access to objects.
pub trait Engine: Sync {
    /// The state of a Closure object; `None` if the object is none.
    fn closure(&self, ctx: &Ctx, object: &Object) -> Option<ClosureParts>;
    /// The static variables of a function with their current values, which are references where they have been made such.
    fn static_variables(&self, ctx: &Ctx, function: FunctionPtr) -> PhpResult<Array>;
    /// The state of a Generator object; `None` if it has ended.
    fn generator(&self, ctx: &Ctx, object: &Object) -> Option<GeneratorParts>;
    /// The function of a Generator object, also when it has ended.
    fn generator_function(&self, ctx: &Ctx, object: &Object) -> Option<FunctionPtr>;
    /// The stack of a suspended generator, as `debug_backtrace` has it.
    fn generator_trace(&self, ctx: &Ctx, object: &Object, options: i64) -> Array;

    /// The state of a Fiber object; `None` if the object is none.
    fn fiber(&self, ctx: &Ctx, object: &Object) -> Option<FiberParts>;
    /// The stack of a fiber that is active, as `debug_backtrace` has it.
    fn fiber_trace(&self, ctx: &Ctx, object: &Object, options: i64) -> Array;

    /// A new lazy object: a ghost, or a proxy. `options` are those of `ReflectionClass::newLazyGhost`.
    fn new_lazy(&self, ctx: &Ctx, class: ClassPtr, initializer: Value, options: i64, proxy: bool) -> PhpResult<Object>;
    /// What a lazy object is; `None` for other objects, and for ghosts that have been initialised.
    fn lazy_kind(&self, ctx: &Ctx, object: &Object) -> Option<LazyKind>;
    /// Makes an existing object lazy, as an instance of a class that it descends from.
    fn reset_lazy(
        &self,
        ctx: &Ctx,
        object: &Object,
        class: ClassPtr,
        initializer: Value,
        options: i64,
        proxy: bool,
    ) -> PhpResult<()>;
    /// Ends laziness without calling the initializer; the result is the object that has the properties.
    fn mark_initialized(&self, ctx: &Ctx, object: &Object) -> PhpResult<Object>;
    /// The initializer of a lazy object that is not initialised.
    fn lazy_initializer(&self, ctx: &Ctx, object: &Object) -> Option<Value>;
    /// Whether a lazy object is to be serialized as it is.
    fn is_serialized_lazy(&self, ctx: &Ctx, object: &Object) -> bool;
    /// Whether access to the property would initialise the object.
    fn is_lazy_property(&self, ctx: &Ctx, object: &Object, property: &'static Property) -> bool;
    /// Makes a property of a lazy object ordinary, with its default or with `value`.
    fn settle_property(
        &self,
        ctx: &Ctx,
        object: &Object,
        property: &'static Property,
        value: Option<(Value, ClassPtr)>,
    ) -> PhpResult<()>;

    /// What is stored in a property, hooks aside.
    fn raw_property(&self, ctx: &Ctx, object: &Object, property: &'static Property) -> PhpResult;
    /// Stores into a property, hooks aside.
    fn set_raw_property(
        &self,
        ctx: &Ctx,
        object: &Object,
        property: &'static Property,
        value: Value,
        scope: ClassPtr,
    ) -> PhpResult<()>;
    /// Whether a property exists and is initialised, as code of the class would find it; `null` counts.
    fn has_property(&self, ctx: &Ctx, object: &Object, name: &Str, scope: Option<ClassPtr>) -> PhpResult<bool>;
    /// The current value of a static property, `None` if it is not initialised.
    fn static_value(&self, ctx: &Ctx, class: ClassPtr, property: &'static Property) -> PhpResult<Option<Value>>;
    /// Whether the request has evaluated the class's constants, defaults and static properties, as far as it must.
    fn is_evaluated(&self, ctx: &Ctx, class: ClassPtr) -> bool;
    /// The default of a property, evaluated; `None` if it has none.
    fn default_value(&self, ctx: &Ctx, property: &'static Property) -> PhpResult<Option<Value>>;
    /// The value of a class constant, whatever its visibility and without notices.
    fn constant_value(&self, ctx: &Ctx, constant: &'static crate::class::ClassConstant) -> PhpResult;
    /// `new Class(args)` as the place where an attribute stands would do it.
    fn construct_attribute(
        &self,
        ctx: &Ctx,
        attribute: &'static phant_bytecode::Attribute,
        class: ClassPtr,
        args: &[Value],
        named: Option<&Array>,
    ) -> PhpResult<Object>;
    /// A constant's value, without notices.
    fn constant(&self, ctx: &Ctx, name: &[u8]) -> PhpResult<Option<Value>>;
    /// Whether the use of a constant is deprecated.
    fn is_deprecated_constant(&self, name: &[u8]) -> bool;
}
