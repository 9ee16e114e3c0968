//! Assigning to a place: through references and their types, and appending to strings in place.

use crate::runtime::{code::Insn, frame::Frame, operators, vm::Vm};
use phant_memory::{Object, Reference, Str, Value, View};
use phant_native::{ObjectExt, PhpResult, Thrown, convert};

/// The engine when it knows the frame that runs, and its instruction. Whether values are converted to the types of references
/// depends on whose code that is, so that nothing is assigned without it.
#[derive(Clone, Copy)]
pub(crate) struct Noted<'a>(&'a Vm);

impl<'a> Noted<'a> {
    /// Notes a frame and its instruction.
    ///
    /// # Safety
    /// The frame must be the one that runs, at this instruction.
    #[inline(always)]
    pub(crate) unsafe fn new(pc: *const Insn, fp: *mut Frame, vm: &'a Vm) -> Noted<'a> {
        // SAFETY: by contract.
        unsafe { (*fp).pc = pc };
        vm.frame.set(fp);
        Noted(vm)
    }
    /// The frame that runs was noted by whoever called the runtime: its functions are for slow paths and natives.
    fn by_caller(vm: &'a Vm) -> Noted<'a> {
        Noted(vm)
    }
    /// The engine.
    #[inline(always)]
    pub(crate) fn vm(self) -> &'a Vm {
        self.0
    }
}

/// Assigns to a variable's slot, through a reference and its type constraints.
///
/// # Safety
/// `to` must be a live slot.
#[inline]
pub(crate) unsafe fn assign(noted: Noted<'_>, to: *mut Value, v: Value) -> bool {
    // SAFETY: a live slot.
    unsafe {
        if let Some(r) = (*to).as_ref() {
            if !r.sources().is_null() {
                let r = r.clone();
                return assign_typed_reference(noted.vm(), &r, v);
            }
            let target = (*to).deref_mut();
            if !target.is_counted() {
                std::ptr::write(target, v);
                return true;
            }
            let r = r.clone();
            r.set(v);
            return true;
        }
        // The place may be an element, whose chain of collisions goes on beside its value.
        let aux = (*to).aux();
        let old = std::ptr::replace(to, v);
        (*to).set_aux(aux);
        drop(old);
        true
    }
}
#[cold]
#[inline(never)]
unsafe fn assign_typed_reference(vm: &Vm, r: &Reference, v: Value) -> bool {
    let strict = vm.is_strict();
    crate::runtime::object::property::assign_through_reference(vm, r, v, strict).is_ok()
}

/// Makes text of an object that `.=` puts behind a string, so that the string can grow where it is. The code that makes it may write to
/// the place: what was there before, where it has.
pub(crate) fn text_to_append(vm: &Vm, to: *const Value, y: &mut Value) -> PhpResult<Option<Str>> {
    // SAFETY: the caller's live place, which outlives the code that runs.
    let current = || unsafe { (*to).deref_lent().own_str() };
    let overloads = |o: &Object| o.class().handlers.operator.is_some();
    let (Some(before), true) = (current().cloned(), y.own_object().is_some_and(|o| !overloads(o))) else { return Ok(None) };
    *y = Value::from(convert::to_str(&vm.ctx, y)?);
    vm.ctx.check()?;
    let same = current().is_some_and(|now| now.as_ptr() == before.as_ptr());
    Ok(if same { None } else { Some(before) })
}
/// `.=` on a string: in place when nobody else has it. `None`: not a string.
pub(crate) unsafe fn append(vm: &Vm, to: *mut Value, y: &Value) -> Option<bool> {
    // SAFETY: a live slot; the string is moved out while it grows, so that nothing else sees it half done.
    unsafe {
        if (*to).as_ref().is_some_and(|r| !r.sources().is_null()) {
            return None;
        }
        let target: *mut Value = (*to).deref_mut();
        let current = (*target).own_str()?;
        // Converting anything else may run PHP code, which may change the place.
        let add = match y.view() {
            View::Str(s) => s.into_owned(),
            View::Int(i) => Str::from(i),
            _ => return None,
        };
        let total = current.len() + add.len();
        if total > 1 << 20 && operators::check_size(&vm.ctx, total - current.len()).is_err() {
            return Some(false);
        }
        let target: *mut Value = (*to).deref_mut();
        let mut s = std::ptr::replace(target, Value::NULL).into_str()?;
        if s.is_empty() {
            s = add;
        } else {
            s.append(&add);
        }
        drop(std::ptr::replace(target, Value::from(s)));
        Some(!vm.ctx.has_exception())
    }
}

/// Assigns to a place through references and their types.
pub(crate) fn assign_place(vm: &Vm, p: *mut Value, v: Value) -> PhpResult<()> {
    // SAFETY: the caller's live place.
    let ok = unsafe {
        if (*p).is_ref() {
            assign(Noted::by_caller(vm), p, v)
        } else {
            let aux = (*p).aux();
            let old = std::ptr::replace(p, v);
            (*p).set_aux(aux);
            drop(old);
            true
        }
    };
    if ok { vm.ctx.check() } else { Err(Thrown) }
}
/// `.=` at a place; see [`append`].
pub(crate) fn append_place(vm: &Vm, p: *mut Value, v: &Value) -> Option<bool> {
    // SAFETY: the caller's live place.
    unsafe {
        let aux = (*p).aux();
        let r = append(vm, p, v);
        (*p).set_aux(aux);
        r
    }
}
