//! What the engine does for native code.

use crate::{
    interpreter::{call, callback, iterator, symbols},
    request::include,
    runtime::{
        callable, class, closure, constant,
        object::{lazy, property},
        trace,
        vm::Vm,
    },
};
use phant_memory::{Array, Object, Reference, Str, Value};
use phant_native::{
    Callable, ClassPtr, Ctx, FunctionPtr, Level, PhpResult,
    ctx::Ending,
    host::{Host, PropertyView},
    registry, sapi,
};

/// The engine as native code sees it.
pub struct Engine;

/// The one instance.
pub static ENGINE: Engine = Engine;

fn args_list(args: &[Value]) -> &[Value] {
    args
}

/// Whether what native code writes to a property is under `strict_types`: that of the running code, where a handler of a class
/// stands for its instruction. Functions and methods are under no such declaration.
fn writes_strictly(vm: &Vm) -> bool {
    vm.ctx.current.get().is_none() && vm.is_strict()
}

impl Host for Engine {
    fn call(&self, ctx: &Ctx, callable: &Callable, args: &[Value], named: Option<&Array>) -> PhpResult {
        call::call_callable(Vm::of(ctx), callable, args_list(args), named)
    }
    fn call_taking(&self, ctx: &Ctx, callable: &Callable, args: &mut [Value]) -> PhpResult {
        callback::call_taking(Vm::of(ctx), callable, args)
    }
    fn resolve_callable(&self, ctx: &Ctx, value: &Value) -> Result<Callable, String> {
        callable::resolve(Vm::of(ctx), &value.deref(), true)
    }
    fn known_callable(&self, ctx: &Ctx, value: &Value) -> Result<Callable, String> {
        callable::resolve(Vm::of(ctx), &value.deref(), false)
    }
    fn callable_name(&self, ctx: &Ctx, value: &Value) -> Str {
        callable::name(Vm::of(ctx), value)
    }
    fn call_method(&self, ctx: &Ctx, object: &Object, name: &str, args: &[Value]) -> PhpResult {
        use phant_native::ObjectExt;
        let vm = Vm::of(ctx);
        let class = object.class();
        if let Some(f) =
            class.methods.get(name.as_bytes()).copied().or_else(|| class.method(name.to_ascii_lowercase().as_bytes()))
        {
            return call::call(vm, f, Some(object), Some(class), args, None);
        }
        if let Some(c) = closure::callable(object)
            && name.eq_ignore_ascii_case("__invoke")
        {
            return call::call_callable(vm, &c, args, None);
        }
        match class.magic.call {
            Some(f) => {
                let list = Array::list(args.iter().map(Value::unref));
                call::call(vm, f, Some(object), Some(class), &[Value::str(name), Value::from(list)], None)
            }
            None => Err(vm.ctx.throw_error(format!("Call to undefined method {}::{name}()", class.name))),
        }
    }
    fn call_function(
        &self,
        ctx: &Ctx,
        function: FunctionPtr,
        this: Option<&Object>,
        class: Option<ClassPtr>,
        args: &[Value],
    ) -> PhpResult {
        call::call(Vm::of(ctx), function, this, class, args, None)
    }
    fn throw(&self, ctx: &Ctx, exception: Object) {
        Vm::of(ctx).throw(exception);
    }
    fn make_exception(&self, ctx: &Ctx, class: ClassPtr, message: &[u8], code: i64) -> Object {
        let vm = Vm::of(ctx);
        // An exception being made while another is pending must not be stopped by it.
        let pending = vm.ctx.exception.take();
        let object = property::allocate_plain(vm, class);
        if let Some(create) = class.create {
            if !object.has_native() && class.magic.construct.is_none() {
                create(&vm.ctx, &object);
            }
        }
        let base = crate::runtime::throwable::base(vm, &object);
        for (name, v) in [("message", Value::str(message)), ("code", Value::int(code))] {
            if let Some(slot) = base.properties.get(name.as_bytes()).and_then(|p| p.slot) {
                object.set_slot(slot, v);
            }
        }
        vm.ctx.exception.set(pending);
        object
    }
    fn report(&self, ctx: &Ctx, level: Level, message: &[u8]) {
        crate::runtime::errors::report(Vm::of(ctx), level, message);
    }
    fn settle(&self, ctx: &Ctx) -> PhpResult<()> {
        if crate::interpreter::finalize::settled(Vm::of(ctx)) { Ok(()) } else { Err(phant_native::Thrown) }
    }
    fn interrupted(&self, ctx: &Ctx) -> PhpResult<()> {
        if crate::interpreter::interrupt::handle_urgent(Vm::of(ctx)) { Ok(()) } else { Err(phant_native::Thrown) }
    }
    fn lookup_class(&self, ctx: &Ctx, name: &[u8], autoload: bool) -> Option<ClassPtr> {
        Vm::of(ctx).lookup_class(name, autoload)
    }
    fn lookup_function(&self, ctx: &Ctx, name: &[u8]) -> Option<FunctionPtr> {
        Vm::of(ctx).lookup_function(name)
    }
    fn instantiate(&self, ctx: &Ctx, class: ClassPtr, args: &[Value], named: Option<&Array>) -> PhpResult<Object> {
        let vm = Vm::of(ctx);
        let object = property::allocate(vm, class)?;
        match class.magic.construct {
            Some(f) => {
                if let Err(e) = call::call(vm, f, Some(&object), Some(class), args, named) {
                    object.set_flag(phant_memory::object::DESTRUCTED, true);
                    return Err(e);
                }
            }
            None if named.is_some_and(|n| !n.is_empty()) => {
                let name = named.and_then(|n| n.keys().next().map(|k| k.to_str())).unwrap_or_default();
                return Err(vm.ctx.throw_error(format!("Unknown named parameter ${name}")));
            }
            None => {}
        }
        Ok(object)
    }
    fn allocate(&self, ctx: &Ctx, class: ClassPtr) -> PhpResult<Object> {
        if class.handlers.made_by.is_some() {
            return Ok(property::allocate_plain(Vm::of(ctx), class));
        }
        property::allocate(Vm::of(ctx), class)
    }
    fn clone_object(&self, ctx: &Ctx, object: &Object) -> PhpResult<Object> {
        property::clone_object(Vm::of(ctx), object)
    }
    fn read_property(&self, ctx: &Ctx, object: &Object, name: &Str, scope: Option<ClassPtr>) -> PhpResult {
        property::read_property(Vm::of(ctx), object, name, scope, false).map(Value::into_unref)
    }
    fn write_property(&self, ctx: &Ctx, object: &Object, name: &Str, value: Value, scope: Option<ClassPtr>) -> PhpResult<()> {
        let vm = Vm::of(ctx);
        let strict = writes_strictly(vm);
        property::write_property(vm, object, name, value, scope, strict).map(drop)
    }
    fn isset_property(
        &self,
        ctx: &Ctx,
        object: &Object,
        name: &Str,
        check_empty: bool,
        scope: Option<ClassPtr>,
    ) -> PhpResult<bool> {
        property::isset_property(Vm::of(ctx), object, name, check_empty, scope)
    }
    fn unset_property(&self, ctx: &Ctx, object: &Object, name: &Str, scope: Option<ClassPtr>) -> PhpResult<()> {
        property::unset_property(Vm::of(ctx), object, name, scope)
    }
    fn properties(&self, ctx: &Ctx, object: &Object, view: PropertyView) -> PhpResult<Array> {
        property::properties_array(Vm::of(ctx), object, view)
    }
    fn static_property(&self, ctx: &Ctx, class: ClassPtr, name: &Str, scope: Option<ClassPtr>) -> PhpResult {
        property::read_static(Vm::of(ctx), class, name, scope, false)
    }
    fn set_static_property(
        &self,
        ctx: &Ctx,
        class: ClassPtr,
        name: &Str,
        value: Value,
        scope: Option<ClassPtr>,
    ) -> PhpResult<()> {
        let vm = Vm::of(ctx);
        let strict = writes_strictly(vm);
        property::write_static(vm, class, name, value, scope, strict).map(drop)
    }
    fn class_constant(&self, ctx: &Ctx, class: ClassPtr, name: &Str, scope: Option<ClassPtr>) -> PhpResult {
        class::constants::class_constant(Vm::of(ctx), class, name, scope)
    }
    fn constant(&self, ctx: &Ctx, name: &[u8]) -> PhpResult<Option<Value>> {
        let vm = Vm::of(ctx);
        if let Some(at) = name.windows(2).position(|w| w == b"::") {
            let (class_name, constant) = (&name[..at], Str::new(&name[at + 2..]));
            let scope = callable::calling_scope(vm);
            let class = match class_name.to_ascii_lowercase().as_slice() {
                b"self" | b"static" if scope.is_some() => scope,
                b"parent" if scope.is_some_and(|s| s.parent.is_some()) => scope.and_then(|s| s.parent),
                _ => vm.lookup_class(class_name, true),
            };
            vm.ctx.check()?;
            let Some(class) = class else {
                return Err(vm.ctx.throw_error(format!("Class \"{}\" not found", String::from_utf8_lossy(class_name))));
            };
            return class::constants::class_constant(vm, class, &constant, scope).map(Some);
        }
        constant::lookup(vm, &Str::new(name))
    }
    fn define_constant(&self, ctx: &Ctx, name: &[u8], value: Value) -> bool {
        constant::define(Vm::of(ctx), &Str::new(name), value)
    }
    fn evaluate(&self, ctx: &Ctx, expr: &phant_bytecode::ConstExpr, scope: Option<ClassPtr>) -> PhpResult {
        constant::evaluate(Vm::of(ctx), expr, scope)
    }
    fn resolve_class_constants(&self, ctx: &Ctx, class: ClassPtr) -> PhpResult<()> {
        class::constants::resolve(Vm::of(ctx), class)
    }
    fn coerce_to_type(
        &self,
        ctx: &Ctx,
        value: Value,
        ty: &phant_bytecode::TypeDecl,
        scope: Option<ClassPtr>,
        strict: bool,
    ) -> Result<Value, Value> {
        property::coerce(Vm::of(ctx), value, ty, scope, strict)
    }
    fn bind_reference(&self, ctx: &Ctx, object: &Object, name: &Str) -> PhpResult<Reference> {
        use phant_native::ObjectExt;
        property::property_ref(Vm::of(ctx), object, name, Some(object.class()))
    }
    fn set_property_reference(
        &self,
        ctx: &Ctx,
        object: &Object,
        slot: u16,
        property: &'static phant_native::class::Property,
        reference: &Reference,
    ) -> PhpResult<()> {
        // SAFETY: a slot of a live object, which nothing else looks at meanwhile.
        unsafe {
            crate::runtime::object::reference::bind_place(Vm::of(ctx), object.slot_ptr(slot), Some(property), reference, true)
        }
    }
    fn active_function(&self, ctx: &Ctx) -> Option<String> {
        let frame = crate::runtime::frame::user_frame(Vm::of(ctx).frame.get());
        // SAFETY: frames in the chain are live, and so are their functions.
        let function = unsafe { frame.as_ref().and_then(|f| f.func.as_ref()) }?;
        let is_main = function.code().is_some_and(|c| c.flags & phant_bytecode::code_flags::MAIN != 0);
        Some(if is_main { "main".to_owned() } else { function.display_name() })
    }
    fn location(&self, ctx: &Ctx) -> (Str, u32) {
        trace::location(Vm::of(ctx))
    }
    fn calling_scope(&self, ctx: &Ctx) -> Option<ClassPtr> {
        callable::calling_scope(Vm::of(ctx))
    }
    fn caller_is_strict(&self, ctx: &Ctx) -> bool {
        let vm = Vm::of(ctx);
        // Only a direct call from compiled code is under its rules; callbacks from native code are weak.
        // SAFETY: frames in the chain are live.
        unsafe {
            if vm.frame.get().is_null() {
                return false;
            }
            let f = if (*(*vm.frame.get()).func).code().is_some() { vm.frame.get() } else { (*vm.frame.get()).prev };
            !f.is_null() && (*(*f).func).code().is_some_and(|c| c.flags & phant_bytecode::code_flags::STRICT_TYPES != 0)
        }
    }
    fn backtrace(&self, ctx: &Ctx, options: i64, limit: i64) -> Array {
        trace::backtrace(Vm::of(ctx), options, limit, 0)
    }
    fn caller_variable(&self, ctx: &Ctx, name: &Str) -> Reference {
        let vm = Vm::of(ctx);
        let f = crate::runtime::frame::user_frame(vm.frame.get());
        // Whatever opens a stream may do this, and inference knows the one name.
        let p = if f.is_null() {
            symbols::make_global(vm, name)
        } else {
            crate::runtime::checked::aside(|| symbols::make(vm, f, name))
        };
        // SAFETY: a live place.
        unsafe { (*p).make_ref() }
    }
    fn global(&self, ctx: &Ctx, name: &Str) -> Option<Value> {
        // SAFETY: a live place.
        symbols::find_global(Vm::of(ctx), name).map(|p| unsafe { (*p).unref() })
    }
    fn set_global(&self, ctx: &Ctx, name: &Str, value: Value) {
        let p = symbols::make_global(Vm::of(ctx), name);
        // SAFETY: a live place; it keeps what the table keeps beside it.
        unsafe {
            let aux = (*p).aux();
            (*p).assign(value);
            (*p).set_aux(aux);
        }
    }
    fn bind_global(&self, ctx: &Ctx, name: &Str, reference: &Reference) {
        let p = symbols::make_global(Vm::of(ctx), name);
        // SAFETY: a live place; it keeps what the table keeps beside it. The old value goes when the new one is there.
        let old = unsafe {
            let mut value = Value::from(reference.clone());
            value.set_aux((*p).aux());
            std::ptr::replace(p, value)
        };
        drop(old);
    }
    fn iterate(&self, ctx: &Ctx, object: &Object, each: &mut dyn FnMut(&Ctx, Value, Value) -> PhpResult<bool>) -> PhpResult<()> {
        iterator::walk(ctx, object, each)
    }
    fn autoload(&self, ctx: &Ctx, name: &[u8], lower: &[u8]) -> Option<ClassPtr> {
        crate::request::autoload::load(Vm::of(ctx), name, lower)
    }
    fn eval(&self, ctx: &Ctx, text: &Str) -> PhpResult {
        let vm = Vm::of(ctx);
        crate::request::include::eval(vm, vm.frame.get(), text)
    }
    fn include(&self, ctx: &Ctx, path: &Str, kind: u16) -> PhpResult {
        let vm = Vm::of(ctx);
        crate::request::include::include(vm, vm.frame.get(), path, kind)
    }
    fn include_file(&self, ctx: &Ctx, path: &[u8], once: bool) -> PhpResult {
        let vm = Vm::of(ctx);
        let f = crate::runtime::frame::user_frame(vm.frame.get());
        include::include(vm, f, &Str::new(path), if once { 1 } else { 0 })
    }
    fn included_files(&self, ctx: &Ctx) -> Array {
        Vm::of(ctx).included.borrow().names().map(|name| Value::from(name.clone())).collect()
    }
    fn write_output(&self, ctx: &Ctx, bytes: &[u8]) {
        if !sapi::current().write(ctx, bytes) {
            // Nobody listens: the program ends, unless it wants to go on for its own sake.
            ctx.output.disabled.set(true);
            Vm::of(ctx).exit_status.set(255);
            if !ctx.ini.bool("ignore_user_abort") {
                ctx.ending.set(Some(ctx.ending.get().unwrap_or(Ending::Exit(255))));
            }
        }
    }
    fn flush_output(&self, ctx: &Ctx) {
        sapi::current().flush(ctx);
    }
    fn exit(&self, ctx: &Ctx, status: i64) {
        let vm = Vm::of(ctx);
        vm.exit_status.set(status as i32 & 0xff);
        vm.ctx.exception.set(None);
        vm.ctx.ending.set(Some(Ending::Exit(status)));
    }
    fn defined_functions(&self, ctx: &Ctx) -> (Array, Array) {
        let vm = Vm::of(ctx);
        let all = registry::get().functions.values().map(|f| f.item.name.to_ascii_lowercase());
        let mut native: Vec<String> = all.filter(|name| !vm.is_disabled(name.as_bytes())).collect();
        native.sort();
        let user = vm.all_user_functions().iter().map(|f| Value::from(f.name.to_lower())).collect();
        (native.iter().map(|n| Value::str(n.as_bytes())).collect(), user)
    }
    fn declared_classes(&self, ctx: &Ctx) -> Vec<ClassPtr> {
        class::declared_classes(Vm::of(ctx))
    }
    fn defined_constants(&self, ctx: &Ctx) -> Vec<(Str, Value, &'static str)> {
        constant::all(Vm::of(ctx))
    }
    fn make_closure(&self, ctx: &Ctx, callable: &Callable) -> PhpResult<Object> {
        closure::from_callable(Vm::of(ctx), callable)
    }
    fn closure_callable(&self, _ctx: &Ctx, object: &Object) -> Option<Callable> {
        closure::callable(object)
    }
    fn register_shutdown(&self, ctx: &Ctx, callable: Callable, args: Vec<Value>) {
        let mut list = phant_memory::heap_vec();
        list.extend(args);
        Vm::of(ctx).shutdown.borrow_mut().push((callable, list));
    }
    fn is_lazy_uninitialized(&self, _ctx: &Ctx, object: &Object) -> bool {
        lazy::is_uninitialized(object)
    }
    fn initialize_lazy(&self, ctx: &Ctx, object: &Object) -> PhpResult<Object> {
        lazy::initialize(Vm::of(ctx), object)
    }
    fn mirror(&self) -> &'static dyn phant_native::mirror::Engine {
        &crate::request::mirror::MIRROR
    }
    fn code_cache(&self) -> &'static dyn phant_native::code_cache::CodeCache {
        &crate::request::code_cache::CODE_CACHE
    }
    fn service(&self, ctx: &Ctx, name: &str, args: &[Value]) -> PhpResult {
        crate::request::service::call(Vm::of(ctx), name, args)
    }
}
