//! What the engine does for native code. Extensions use the methods of [`Ctx`], which are friendlier.

use crate::{
    callable::Callable,
    class::ClassPtr,
    ctx::Ctx,
    error::{Level, PhpResult},
    function::FunctionPtr,
};
use phant_memory::{Array, Object, Str, Value};

/// Which properties of an object are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PropertyView {
    /// As `(array)` sees them: private and protected names mangled with NUL bytes. A lazy object is not initialised.
    Raw,
    /// As `var_dump` and `print_r` see them: raw, but `__debugInfo` is asked first.
    Debug,
    /// As `json_encode` and `foreach` outside the class see them: the accessible ones by plain name.
    Accessible,
    /// As `var_export` sees them: raw, but hooked properties are read through their hooks.
    Export,
    /// As `get_object_vars` sees them from the calling scope.
    FromScope,
}

/// The engine.
#[allow(missing_docs)]
pub trait Host: Sync {
    fn call(&self, ctx: &Ctx, callable: &Callable, args: &[Value], named: Option<&Array>) -> PhpResult;
    /// Calls a resolved callable with arguments that it may take.
    fn call_taking(&self, ctx: &Ctx, callable: &Callable, args: &mut [Value]) -> PhpResult {
        self.call(ctx, callable, args, None)
    }
    /// Looks a callable up; the error says why it is none ("function "f" not found or invalid function name").
    /// Deprecated forms are reported.
    fn resolve_callable(&self, ctx: &Ctx, value: &Value) -> Result<Callable, String>;
    /// The same for a value that has been checked, and reported, before.
    fn known_callable(&self, ctx: &Ctx, value: &Value) -> Result<Callable, String>;
    /// The name `is_callable` reports for a value.
    fn callable_name(&self, ctx: &Ctx, value: &Value) -> Str;
    fn call_method(&self, ctx: &Ctx, object: &Object, name: &str, args: &[Value]) -> PhpResult;
    fn call_function(
        &self,
        ctx: &Ctx,
        function: FunctionPtr,
        this: Option<&Object>,
        class: Option<ClassPtr>,
        args: &[Value],
    ) -> PhpResult;
    fn throw(&self, ctx: &Ctx, exception: Object);
    fn make_exception(&self, ctx: &Ctx, class: ClassPtr, message: &[u8], code: i64) -> Object;
    fn report(&self, ctx: &Ctx, level: Level, message: &[u8]);
    /// Runs the destructors of what was let go of.
    fn settle(&self, ctx: &Ctx) -> PhpResult<()>;
    /// Ends the request if memory or time is exhausted.
    fn interrupted(&self, ctx: &Ctx) -> PhpResult<()>;
    fn lookup_class(&self, ctx: &Ctx, name: &[u8], autoload: bool) -> Option<ClassPtr>;
    fn lookup_function(&self, ctx: &Ctx, name: &[u8]) -> Option<FunctionPtr>;
    /// `new Class(args)`
    fn instantiate(&self, ctx: &Ctx, class: ClassPtr, args: &[Value], named: Option<&Array>) -> PhpResult<Object>;
    /// An object with default properties and native state, constructor not run.
    fn allocate(&self, ctx: &Ctx, class: ClassPtr) -> PhpResult<Object>;
    fn clone_object(&self, ctx: &Ctx, object: &Object) -> PhpResult<Object>;
    /// Property access from a scope (`None`: outside any class).
    fn read_property(&self, ctx: &Ctx, object: &Object, name: &Str, scope: Option<ClassPtr>) -> PhpResult;
    fn write_property(&self, ctx: &Ctx, object: &Object, name: &Str, value: Value, scope: Option<ClassPtr>) -> PhpResult<()>;
    /// `check_empty`: as `!empty()` instead of `isset()`.
    fn isset_property(
        &self,
        ctx: &Ctx,
        object: &Object,
        name: &Str,
        check_empty: bool,
        scope: Option<ClassPtr>,
    ) -> PhpResult<bool>;
    fn unset_property(&self, ctx: &Ctx, object: &Object, name: &Str, scope: Option<ClassPtr>) -> PhpResult<()>;
    fn properties(&self, ctx: &Ctx, object: &Object, view: PropertyView) -> PhpResult<Array>;
    fn static_property(&self, ctx: &Ctx, class: ClassPtr, name: &Str, scope: Option<ClassPtr>) -> PhpResult;
    fn set_static_property(&self, ctx: &Ctx, class: ClassPtr, name: &Str, value: Value, scope: Option<ClassPtr>)
    -> PhpResult<()>;
    fn class_constant(&self, ctx: &Ctx, class: ClassPtr, name: &Str, scope: Option<ClassPtr>) -> PhpResult;
    /// `None` if not defined. Names may be `Class::NAME`.
    fn constant(&self, ctx: &Ctx, name: &[u8]) -> PhpResult<Option<Value>>;
    /// False if it exists already.
    fn define_constant(&self, ctx: &Ctx, name: &[u8], value: Value) -> bool;
    /// Evaluates a compiled constant expression in a class's scope.
    fn evaluate(&self, ctx: &Ctx, expr: &phant_bytecode::ConstExpr, scope: Option<ClassPtr>) -> PhpResult;
    /// Evaluates all constants, defaults and statics of a class.
    fn resolve_class_constants(&self, ctx: &Ctx, class: ClassPtr) -> PhpResult<()>;
    /// Checks and coerces a value for a declared type (return types, properties); the error is thrown by the caller.
    fn coerce_to_type(
        &self,
        ctx: &Ctx,
        value: Value,
        ty: &phant_bytecode::TypeDecl,
        scope: Option<ClassPtr>,
        strict: bool,
    ) -> Result<Value, Value>;
    /// Binds a reference to a typed property, so that writes through it are checked.
    fn bind_reference(&self, ctx: &Ctx, object: &Object, name: &Str) -> PhpResult<phant_memory::Reference>;
    /// Puts a reference into a declared property's slot. Its value must fit the property's type without conversion, or
    /// with one that nothing else the reference is bound to minds.
    fn set_property_reference(
        &self,
        ctx: &Ctx,
        object: &Object,
        slot: u16,
        property: &'static crate::class::Property,
        reference: &phant_memory::Reference,
    ) -> PhpResult<()>;
    /// The name of the PHP function being executed, as messages have it: `main` outside functions, nothing outside PHP
    /// code.
    fn active_function(&self, ctx: &Ctx) -> Option<String>;
    /// The file and line being executed.
    fn location(&self, ctx: &Ctx) -> (Str, u32);
    /// The class scope of the PHP code that called the running native function.
    fn calling_scope(&self, ctx: &Ctx) -> Option<ClassPtr>;
    /// Whether that code is under `strict_types`.
    fn caller_is_strict(&self, ctx: &Ctx) -> bool;
    /// As `debug_backtrace`.
    fn backtrace(&self, ctx: &Ctx, options: i64, limit: i64) -> Array;
    /// The calling code's variable, made if there is none.
    fn caller_variable(&self, ctx: &Ctx, name: &Str) -> phant_memory::Reference;
    /// A global variable's value.
    fn global(&self, ctx: &Ctx, name: &Str) -> Option<Value>;
    fn set_global(&self, ctx: &Ctx, name: &Str, value: Value);
    /// Makes a global variable one name of a reference, whatever it was before.
    fn bind_global(&self, ctx: &Ctx, name: &Str, reference: &phant_memory::Reference);
    /// Walks a Traversable; `each` gets key and value and returns whether to go on.
    fn iterate(&self, ctx: &Ctx, object: &Object, each: &mut dyn FnMut(&Ctx, Value, Value) -> PhpResult<bool>) -> PhpResult<()>;
    /// Asks the autoloaders for a class; the second name is in lower case.
    fn autoload(&self, ctx: &Ctx, name: &[u8], lower: &[u8]) -> Option<ClassPtr>;
    /// `eval` in the running code.
    fn eval(&self, ctx: &Ctx, text: &Str) -> PhpResult;
    /// `include` (kind 0), `include_once` (1), `require` (2) and `require_once` (3) in the running code.
    fn include(&self, ctx: &Ctx, path: &Str, kind: u16) -> PhpResult;
    /// Compiles and runs source text or a file, as `include` does.
    fn include_file(&self, ctx: &Ctx, path: &[u8], once: bool) -> PhpResult;
    /// Files included so far.
    fn included_files(&self, ctx: &Ctx) -> Array;
    /// Writes finished output to the outside (standard output, the HTTP response).
    fn write_output(&self, ctx: &Ctx, bytes: &[u8]);
    fn flush_output(&self, ctx: &Ctx);
    /// Ends the request as `exit` does.
    fn exit(&self, ctx: &Ctx, status: i64);
    /// All user and native function names, for `get_defined_functions`.
    fn defined_functions(&self, ctx: &Ctx) -> (Array, Array);
    /// All classes declared so far, native ones first.
    fn declared_classes(&self, ctx: &Ctx) -> Vec<ClassPtr>;
    /// All constants: (name, value, extension or "user").
    fn defined_constants(&self, ctx: &Ctx) -> Vec<(Str, Value, &'static str)>;
    /// Makes a Closure object for a callable.
    fn make_closure(&self, ctx: &Ctx, callable: &Callable) -> PhpResult<Object>;
    /// The callable of a Closure object.
    fn closure_callable(&self, ctx: &Ctx, object: &Object) -> Option<Callable>;
    /// Runs `function` when the request ends.
    fn register_shutdown(&self, ctx: &Ctx, callable: Callable, args: Vec<Value>);
    /// The pending ticks functions, error handlers and the like are the engine's own.
    fn is_lazy_uninitialized(&self, ctx: &Ctx, object: &Object) -> bool;
    /// Initialises a lazy object.
    fn initialize_lazy(&self, ctx: &Ctx, object: &Object) -> PhpResult<Object>;
    /// What Reflection asks.
    fn mirror(&self) -> &'static dyn crate::mirror::Engine;
    /// The cache of compiled files.
    fn code_cache(&self) -> &'static dyn crate::code_cache::CodeCache;
    /// Engine services that only one extension needs, by name.
    fn service(&self, ctx: &Ctx, name: &str, args: &[Value]) -> PhpResult;
}
