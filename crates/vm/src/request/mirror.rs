//! What the engine tells Reflection.

use crate::{
    interpreter::{call, fiber, generator},
    runtime::{
        class, closure, constant,
        frame::{Frame, HEADER_SLOTS},
        object::{lazy, property, raw, statics},
        operand::Operand,
        trace,
        vm::Vm,
    },
};
use phant_bytecode::{Attribute, Code};
use phant_memory::{Array, Object, Str, Value};
use phant_native::{
    ClassPtr, Ctx, FunctionPtr, PhpResult,
    class::{ClassConstant, Property},
    mirror::{ClosureParts, Engine, FiberParts, GeneratorParts, LazyKind},
};

/// The engine as Reflection sees it.
pub struct Mirror;

/// The one instance.
pub static MIRROR: Mirror = Mirror;

impl Engine for Mirror {
    fn closure(&self, _ctx: &Ctx, object: &Object) -> Option<ClosureParts> {
        closure::parts(object)
    }
    fn static_variables(&self, ctx: &Ctx, function: FunctionPtr) -> PhpResult<Array> {
        let vm = Vm::of(ctx);
        let mut out = Array::new();
        let Some(code) = function.code() else { return Ok(out) };
        let runtime = crate::runtime::function_places::runtime(vm, function, code);
        for (i, variable) in code.statics.iter().enumerate() {
            // SAFETY: the run-time part lives as long as the function.
            let current = unsafe { (&(*runtime).statics)[i].clone() };
            let known = !current.deref().is_undef();
            let value = match &variable.init {
                _ if known => current,
                Some(init) => crate::runtime::constant::evaluate(vm, init, function.class)?,
                None => Value::NULL,
            };
            out.set(&variable.name, if value.deref().is_undef() { Value::NULL } else { value });
        }
        Ok(out)
    }
    fn generator(&self, _ctx: &Ctx, object: &Object) -> Option<GeneratorParts> {
        generator::parts(object)
    }
    fn generator_function(&self, _ctx: &Ctx, object: &Object) -> Option<FunctionPtr> {
        generator::function(object)
    }
    fn generator_trace(&self, ctx: &Ctx, object: &Object, options: i64) -> Array {
        let vm = Vm::of(ctx);
        let frames = generator::frames(object);
        let before: Vec<*mut Frame> = frames
            .iter()
            // SAFETY: the frames of generators that are not at their end are live.
            .map(|&f| unsafe { (*f).prev })
            .collect();
        // The frames are chained for the look and then put back as they were.
        for (i, &frame) in frames.iter().enumerate() {
            let next = frames.get(i + 1).copied().unwrap_or(std::ptr::null_mut());
            // SAFETY: as above.
            unsafe { (*frame).prev = next };
        }
        let trace = match frames.first() {
            // SAFETY: as above.
            Some(&first) => unsafe { trace::backtrace_from(vm, first, options, 0, 0) },
            None => Array::new(),
        };
        for (&frame, prev) in frames.iter().zip(before) {
            // SAFETY: as above.
            unsafe { (*frame).prev = prev };
        }
        trace
    }

    fn fiber(&self, ctx: &Ctx, object: &Object) -> Option<FiberParts> {
        let vm = Vm::of(ctx);
        object.native::<fiber::FiberData>()?;
        let frame = fiber::innermost_frame(vm, object);
        let place = frame.map(crate::runtime::frame::user_frame).filter(|f| !f.is_null()).map(|f| {
            // SAFETY: the frames of a fiber that has not ended are live.
            unsafe { trace::frame_location(f) }
        });
        Some(FiberParts { callable: fiber::callable(object), active: frame.is_some(), place })
    }
    fn fiber_trace(&self, ctx: &Ctx, object: &Object, options: i64) -> Array {
        let vm = Vm::of(ctx);
        let Some(innermost) = fiber::innermost_frame(vm, object) else { return Array::new() };
        let bottom = vm.pass_function();
        let mut last = innermost;
        // SAFETY: the frames of a fiber that has not ended are live. Its lowest one is cut off from who resumed it while
        // the trace is made.
        unsafe {
            while !last.is_null() && !std::ptr::eq((*last).func, bottom) {
                last = (*last).prev;
            }
            let before =
                if last.is_null() { std::ptr::null_mut() } else { std::mem::replace(&mut (*last).prev, std::ptr::null_mut()) };
            let trace = trace::backtrace_from(vm, innermost, options, 0, 0);
            if !last.is_null() {
                (*last).prev = before;
            }
            trace
        }
    }

    fn new_lazy(&self, ctx: &Ctx, class: ClassPtr, initializer: Value, options: i64, proxy: bool) -> PhpResult<Object> {
        lazy::new_lazy(Vm::of(ctx), class, initializer, options, proxy)
    }
    fn lazy_kind(&self, _ctx: &Ctx, object: &Object) -> Option<LazyKind> {
        if lazy::is_proxy(object) { Some(LazyKind::Proxy) } else { lazy::is_uninitialized(object).then_some(LazyKind::Ghost) }
    }
    fn reset_lazy(
        &self,
        ctx: &Ctx,
        object: &Object,
        class: ClassPtr,
        initializer: Value,
        options: i64,
        proxy: bool,
    ) -> PhpResult<()> {
        lazy::reset(Vm::of(ctx), object, class, initializer, options, proxy)
    }
    fn mark_initialized(&self, ctx: &Ctx, object: &Object) -> PhpResult<Object> {
        lazy::mark_initialized(Vm::of(ctx), object)
    }
    fn lazy_initializer(&self, _ctx: &Ctx, object: &Object) -> Option<Value> {
        lazy::initializer(object)
    }
    fn is_serialized_lazy(&self, _ctx: &Ctx, object: &Object) -> bool {
        lazy::skips_serialize(object)
    }
    fn is_lazy_property(&self, _ctx: &Ctx, object: &Object, property: &'static Property) -> bool {
        lazy::is_lazy_property(object, property)
    }
    fn settle_property(
        &self,
        ctx: &Ctx,
        object: &Object,
        property: &'static Property,
        value: Option<(Value, ClassPtr)>,
    ) -> PhpResult<()> {
        lazy::skip_property(Vm::of(ctx), object, property, value)
    }

    fn raw_property(&self, ctx: &Ctx, object: &Object, property: &'static Property) -> PhpResult {
        raw::get_raw(Vm::of(ctx), object, property)
    }
    fn set_raw_property(
        &self,
        ctx: &Ctx,
        object: &Object,
        property: &'static Property,
        value: Value,
        scope: ClassPtr,
    ) -> PhpResult<()> {
        raw::set_raw(Vm::of(ctx), object, property, value, scope)
    }
    fn has_property(&self, ctx: &Ctx, object: &Object, name: &Str, scope: Option<ClassPtr>) -> PhpResult<bool> {
        property::has_property(Vm::of(ctx), object, name, scope)
    }
    fn static_value(&self, ctx: &Ctx, class: ClassPtr, property: &'static Property) -> PhpResult<Option<Value>> {
        statics::current(Vm::of(ctx), class, property)
    }
    fn is_evaluated(&self, ctx: &Ctx, class: ClassPtr) -> bool {
        crate::runtime::class::constants::is_resolved(Vm::of(ctx), class)
    }
    fn default_value(&self, ctx: &Ctx, property: &'static Property) -> PhpResult<Option<Value>> {
        if property.slot.is_none() {
            return Ok(None);
        }
        let value = class::constants::default_value(Vm::of(ctx), property.class, property)?;
        Ok((!value.is_undef()).then_some(value))
    }
    fn constant_value(&self, ctx: &Ctx, constant: &'static ClassConstant) -> PhpResult {
        class::constants::value(Vm::of(ctx), constant)
    }
    fn construct_attribute(
        &self,
        ctx: &Ctx,
        attribute: &'static Attribute,
        class: ClassPtr,
        args: &[Value],
        named: Option<&Array>,
    ) -> PhpResult<Object> {
        let vm = Vm::of(ctx);
        let Some(site) = &attribute.site else { return vm.ctx.host.instantiate(&vm.ctx, class, args, named) };
        // SAFETY: compiled units, and the code in them, live as long as the request.
        let site: &'static Code = unsafe { &*std::sync::Arc::as_ptr(site) };
        let function = constant::function_of(vm, site, None);
        let caller = vm.frame.get();
        // SAFETY: the frame lies above everything in use, within the bounds that are checked first, and is left when the
        // constructor has returned.
        unsafe {
            let top = vm.stack_top();
            if top.add(site.frame_slots as usize + HEADER_SLOTS as usize) >= vm.stack_limit.get() {
                return Err(call::stack_overflow(vm));
            }
            let f = top.cast::<Frame>();
            crate::runtime::frame::init_header(f, function);
            (*f).prev = caller;
            (*f).pc = (*crate::runtime::function_places::runtime(vm, function, site)).insns;
            (*f).first_temp = Operand::of_slot(HEADER_SLOTS);
            vm.frame.set(f);
        }
        let made = vm.ctx.host.instantiate(&vm.ctx, class, args, named);
        vm.frame.set(caller);
        made
    }
    fn constant(&self, ctx: &Ctx, name: &[u8]) -> PhpResult<Option<Value>> {
        constant::lookup_quiet(Vm::of(ctx), name)
    }
    fn is_deprecated_constant(&self, name: &[u8]) -> bool {
        constant::is_deprecated(name)
    }
}
