//! Property hooks: when they are called, and when code is inside one and means the stored value.

use super::{errors, raw, reference, write};
use crate::Vm;
use phant_bytecode::code_flags;
use phant_memory::{HeapMap, Object, Str, Value, heap_map};
use phant_native::{
    Args, ClassPtr, Ctx, Function, FunctionDescriptor, FunctionPtr, ObjectExt, PhpResult,
    class::Property,
    descriptor::{ByRef, Direct, NativeFn, ParamDescriptor, Ready, facts, modifiers},
};
use std::cell::RefCell;

/// Whether an access to a hooked property must go through its hooks: not from inside a hook of the same property of the
/// same object.
pub fn should_call(vm: &Vm, object: &Object, p: &Property) -> bool {
    if vm.frame.get().is_null() {
        return true;
    }
    // SAFETY: the innermost frame is live, and so are its function and object.
    let (function, this) = unsafe { ((*vm.frame.get()).func.as_ref(), (*vm.frame.get()).this) };
    let Some(function) = function else { return true };
    let Some(code) = function.code() else { return true };
    if code.flags & code_flags::HOOK == 0 || code.hook_property.as_deref() != Some(&p.name) {
        return true;
    }
    // Mostly the hook is of the class that declares the property.
    if !function.class.is_some_and(|c| c.same(p.class)) {
        let Some(running) = function.class.and_then(|c| c.properties.get(&p.name)) else { return true };
        if !running.prototype_class.same(p.prototype_class) {
            return true;
        }
    }
    if std::ptr::eq(this, object.as_ptr()) {
        return false;
    }
    !super::lazy::is_instance_of_proxy(this, object)
}

/// Calls a `get` hook.
pub fn get(vm: &Vm, object: &Object, hook: FunctionPtr) -> PhpResult {
    let object = object.clone();
    vm.ctx.host.call_function(&vm.ctx, hook, Some(&object), Some(object.class()), &[])
}

/// Calls a `set` hook.
pub fn set(vm: &Vm, object: &Object, hook: FunctionPtr, value: &Value) -> PhpResult<()> {
    let object = object.clone();
    let args = std::slice::from_ref(value);
    vm.ctx.host.call_function(&vm.ctx, hook, Some(&object), Some(object.class()), args).map(drop)
}

/// What `parent::$name::get()` and `parent::$name::set()` call; `name` is `$name::get`. A property without the hook is
/// read or written as it is stored.
pub(crate) fn parent_hook(vm: &Vm, class: ClassPtr, name: &Str) -> PhpResult<FunctionPtr> {
    let (property, is_set) = split(name);
    let Some(&p) = class.properties.get(property) else {
        let text = format!("Undefined property {}::${}", class.name, String::from_utf8_lossy(property));
        return Err(vm.ctx.throw_error(text));
    };
    if p.modifiers & modifiers::PRIVATE != 0 {
        return Err(errors::no_access(vm, p, class, &p.name));
    }
    if let Some(hook) = if is_set { p.set_hook } else { p.get_hook } {
        return Ok(hook);
    }
    let known = vm.ctx.state::<Unhooked>();
    let key = (std::ptr::from_ref(p).addr(), is_set);
    if let Some(function) = known.0.borrow().get(&key) {
        return Ok(function);
    }
    let mut function = Function::native(if is_set { &STORE } else { &STORED }, Some(p.class));
    function.name = crate::runtime::code::name(vm, name);
    let function = crate::runtime::class::draft::leak(function);
    known.0.borrow_mut().insert(key, function);
    Ok(function)
}

/// What stands for the hooks of properties that have none, by property and whether it sets.
struct Unhooked(RefCell<HeapMap<(usize, bool), FunctionPtr>>);

impl Default for Unhooked {
    fn default() -> Self {
        Unhooked(RefCell::new(heap_map()))
    }
}

/// The property's name, and whether the hook is `set`.
fn split(name: &[u8]) -> (&[u8], bool) {
    let (property, hook) = name.split_at(name.len().saturating_sub(5));
    (property.strip_prefix(b"$").unwrap_or(property), hook == b"::set")
}

const fn plain(params: &'static [ParamDescriptor], call: NativeFn) -> FunctionDescriptor {
    FunctionDescriptor {
        name: "",
        params,
        taken: &[],
        required: params.len() as u16,
        returns: None,
        tentative_return: false,
        facts: facts::RAW,
        modifiers: modifiers::PUBLIC,
        deprecated: None,
        doc: "",
        call,
        direct: Direct::None,
    }
}

static VALUE: [ParamDescriptor; 1] = [ParamDescriptor {
    name: "value",
    ty: None,
    default: None,
    ready: Ready::Null,
    by_ref: ByRef::No,
    variadic: false,
    sensitive: false,
}];
static STORED: FunctionDescriptor = plain(&[], stored);
static STORE: FunctionDescriptor = plain(&VALUE, store);

fn property_of(ctx: &Ctx, args: &Args<'_>, wanted: usize) -> PhpResult<(Object, &'static Property)> {
    if args.values.len() != wanted {
        let plural = if wanted == 1 { "" } else { "s" };
        let (name, given) = (args.function_name(), args.values.len());
        let text = format!("{name}() expects exactly {wanted} argument{plural}, {given} given");
        return Err(ctx.throw("ArgumentCountError", text));
    }
    let object = args.this().clone();
    let (name, _) = split(&args.function.name);
    match args.function.class.and_then(|c| c.properties.get(name)) {
        // The object's class may have declared it anew.
        Some(p) => match object.class().properties.get(name) {
            Some(own) if own.slot.is_some() && own.slot == p.slot => Ok((object, own)),
            _ => Ok((object, p)),
        },
        None => Err(ctx.throw_error("The property is gone")),
    }
}

fn stored(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult {
    let (object, p) = property_of(ctx, args, 0)?;
    raw::get_raw(Vm::of(ctx), &object, p)
}

fn store(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult {
    let (object, p) = property_of(ctx, args, 1)?;
    let value = args.values[0].unref();
    let vm = Vm::of(ctx);
    let Some(slot) = p.slot else {
        return Err(write::must_not_write(vm, &object, p));
    };
    let strict = reference::caller_strict(vm);
    write::store(vm, &object, p, slot, value, Some(p.class), strict)
}
