//! Static properties: the class is in a slot, as `LoadClass` or `ClassNameOf` left it.

use super::*;
use crate::runtime::object::property;
use phant_bytecode::cache::StaticCache;
use phant_memory::Str;
use phant_native::convert;

/// Class and name operands of a static property.
pub(super) unsafe fn static_operands(fp: *mut Frame, vm: &Vm, pc: *const Insn) -> Option<(phant_native::ClassPtr, Str)> {
    // SAFETY: called by the handlers below.
    unsafe {
        let class = class_at(fp, (*pc).b);
        let name = take(fp, (*pc).c, vm);
        if vm.ctx.has_exception() {
            return None;
        }
        let name = convert::to_str(&vm.ctx, &name).ok()?;
        Some((class?, name))
    }
}
/// Notes where a static property is; `mask` has the types that may be stored as they are.
pub(super) unsafe fn remember_static<R: Cached<Words = StaticCache>>(
    pc: *const Insn,
    fp: *mut Frame,
    vm: &Vm,
    class: phant_native::ClassPtr,
    name: &Str,
) {
    // SAFETY: called with cache words of the running code; static slots live as long as the request.
    unsafe {
        let scope = crate::runtime::frame::scope_of(fp);
        if name.is_immutable()
            && class.kind != phant_native::descriptor::ClassKind::Trait
            && let Ok((at, p)) = property::static_property_ptr(vm, class, name, scope)
        {
            let stored = if property::may_write(p, scope) { p.ty.as_ref().map_or(u32::MAX, |t| t.mask.0) } else { 0 };
            *words::<R>(pc, fp) = StaticCache {
                class: std::ptr::from_ref(class) as u64,
                name: name.as_ptr() as u64,
                place: at as u64,
                types: u64::from(stored),
            };
        }
    }
}
/// The static property that the operands name, if the cache knows it, and the types that may be stored there.
#[inline(always)]
pub(super) unsafe fn cached_static<R: Cached<Words = StaticCache>>(pc: *const Insn, fp: *mut Frame) -> Option<(*mut Value, u32)> {
    // SAFETY: called with the instruction's own cache words.
    unsafe {
        let words = words::<R>(pc, fp);
        if (*words).class == 0
            || (*words).class != (*slot(fp, (*pc).b)).payload()
            || (*words).name != (*slot(fp, (*pc).c)).payload()
        {
            return None;
        }
        Some(((*words).place as *mut Value, (*words).types as u32))
    }
}
#[inline(never)]
unsafe fn fetch_static(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let quiet = (*pc.add(1)).b.is_some();
        let Some((class, name)) = static_operands(fp, vm, pc) else { return false };
        let scope = crate::runtime::frame::scope_of(fp);
        let Ok(v) = property::read_static(vm, class, &name, scope, quiet) else { return false };
        if !quiet || !v.is_null() {
            remember_static::<rows::FetchStatic>(pc, fp, vm, class, &name);
        }
        let v = v.into_unref();
        set(fp, (*pc).a, if v.is_undef() { Value::NULL } else { v });
        !vm.ctx.has_exception()
    }
}
op!(FetchStatic(pc, fp, vm) {
    if let Some((place, _)) = cached_static::<rows::FetchStatic>(pc, fp) {
        let v = (*place).unref();
        if !v.is_undef() {
            set(fp, (*pc).a, v);
            next!(pc, fp, vm, ext);
        }
    }
    otherwise!(fetch_static(pc, fp, vm), pc, fp, vm, ext) });
#[inline(never)]
unsafe fn fetch_static_w(pc: *const Insn, fp: *mut Frame, vm: &Vm, reference: bool) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let Some((class, name)) = static_operands(fp, vm, pc) else { return false };
        let scope = crate::runtime::frame::scope_of(fp);
        let result = if reference {
            property::static_ref(vm, class, &name, scope).map(Value::from)
        } else {
            let place = property::static_element_ptr(vm, class, &name, scope, (*pc.add(1)).b.number().into());
            if place.is_ok() {
                remember_static::<rows::FetchStaticW>(pc, fp, vm, class, &name);
            }
            place.map(Value::indirect)
        };
        match result {
            Ok(v) => {
                set(fp, (*pc).a, v);
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        }
    }
}
op!(FetchStaticW(pc, fp, vm) {
    if let Some((place, mask)) = cached_static::<rows::FetchStaticW>(pc, fp)
        && mask != 0
        && (*pc.add(1)).b.number() != 1
        && (*place).tag() & tag::TYPE == tag::ARRAY
    {
        set(fp, (*pc).a, Value::indirect(place));
        next!(pc, fp, vm, ext);
    }
    otherwise!(fetch_static_w(pc, fp, vm, false), pc, fp, vm, ext) });
op!(FetchStaticRef(pc, fp, vm) { next_if!(fetch_static_w(pc, fp, vm, true), pc, fp, vm) });
#[inline(never)]
unsafe fn assign_static(pc: *const Insn, fp: *mut Frame, vm: &Vm, operator: bool) -> bool {
    // SAFETY: called by its handlers.
    unsafe {
        let vm = leave(pc, fp, vm);
        let ext = pc.add(1);
        let scope = crate::runtime::frame::scope_of(fp);
        // The property is looked for before a value that is a variable is read.
        let found = static_operands(fp, vm, pc).and_then(|(class, name)| {
            let place = match operator {
                true => property::initialized_static(vm, class, &name, scope),
                false => property::static_property_ptr(vm, class, &name, scope),
            };
            Some((class, name, place.ok()?))
        });
        let Some((class, name, (at, p))) = found else {
            if is_temp(fp, (*ext).a) {
                drop(take(fp, (*ext).a, vm));
            }
            return false;
        };
        let v = take(fp, (*ext).a, vm);
        // What an error handler has thrown for the value does not keep it from being computed with and stored.
        let result = (|| {
            if operator {
                remember_static::<rows::AssignStaticOp>(pc, fp, vm, class, &name);
            } else {
                remember_static::<rows::AssignStatic>(pc, fp, vm, class, &name);
            }
            let v = if operator {
                let old = (*at).unref();
                let held = (*at).as_ref().filter(|held| !held.sources().is_null()).cloned();
                let new = operators::binary(&vm.ctx, (*ext).b.number(), &old, &v);
                if let Some(held) = held {
                    let strict = vm.is_strict();
                    return property::assign_result(vm, &held, (*ext).b.number(), new, strict);
                }
                if new.is_err()
                    && ((*ext).b.number() != 6 || !old.is_str())
                    && let Some(nothing) = p.ty.filter(|_| !vm.is_strict()).and_then(property::nothing_of)
                {
                    // As with the properties of objects.
                    let _ = property::assign_static(vm, at, p, nothing, false);
                }
                new?
            } else {
                v
            };
            let strict = vm.is_strict();
            property::assign_static(vm, at, p, v, strict)
        })();
        match result {
            Ok(v) => {
                set_wanted(fp, (*pc).a, v);
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        }
    }
}
/// Stores a value in a static property that the cache knows and that holds nothing counted.
#[inline(always)]
unsafe fn store_static(place: *mut Value, mask: u32, v: Value) -> Result<(), Value> {
    // SAFETY: called with a live slot.
    unsafe {
        if (*place).is_counted() || (*place).is_undef() || mask & v.type_bit() == 0 {
            return Err(v);
        }
        place.write(v);
        Ok(())
    }
}
op!(AssignStatic(pc, fp, vm) {
    let ext = pc.add(1);
    if let Some((place, mask)) = cached_static::<rows::AssignStatic>(pc, fp)
        && (*pc).a.is_none()
    {
        let from = slot(fp, (*ext).a);
        if !(*from).is_undef() && !(*from).is_counted() && (*from).raw_type() <= tag::ARRAY && store_static(place, mask, (*from).clone()).is_ok() {
            next!(pc, fp, vm, ext);
        }
    }
    otherwise!(assign_static(pc, fp, vm, false), pc, fp, vm, ext) });
op!(AssignStaticOp(pc, fp, vm) {
    let ext = pc.add(1);
    if let Some((place, mask)) = cached_static::<rows::AssignStaticOp>(pc, fp)
        && (*pc).a.is_none()
        && let Some(v) = quick_op(&*place, &*slot(fp, (*ext).a), (*ext).b.number())
        && store_static(place, mask, v).is_ok()
    {
        next!(pc, fp, vm, ext);
    }
    otherwise!(assign_static(pc, fp, vm, true), pc, fp, vm, ext) });
/// `++` and `--` of a static property that the cache knows, if it is an integer and stays one: the value of the expression.
#[inline(always)]
unsafe fn step_cached(pc: *const Insn, fp: *mut Frame) -> Option<i64> {
    // SAFETY: called with the instruction's own cache words.
    unsafe {
        let kind = (*pc.add(1)).a.number();
        let (place, mask) = cached_static::<rows::IncDecStatic>(pc, fp)?;
        if (*place).tag() != tag::INT {
            return None;
        }
        let v = quick_op(&*place, &ONE, kind & 1)?;
        let shown = if kind >= 2 { int(&*place) } else { int(&v) };
        store_static(place, mask, v).ok().map(|_| shown)
    }
}
#[inline(never)]
unsafe fn inc_dec_static(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let kind = (*pc.add(1)).a.number();
        let Some((class, name)) = static_operands(fp, vm, pc) else { return false };
        let scope = crate::runtime::frame::scope_of(fp);
        let result = (|| {
            remember_static::<rows::IncDecStatic>(pc, fp, vm, class, &name);
            vm.ctx.check()?;
            if let Some(shown) = step_cached(pc, fp) {
                return Ok(Value::int(shown));
            }
            let old = property::read_static(vm, class, &name, scope, false)?.into_unref();
            let up = kind & 1 == 0;
            let new = operators::step(&vm.ctx, &old, up)?.unwrap_or_else(|| old.clone());
            let strict = vm.is_strict();
            let new = property::step_static(vm, class, &name, new, up, scope, strict)?;
            Ok::<Value, phant_native::Thrown>(if kind >= 2 { old } else { new })
        })();
        match result {
            Ok(v) => {
                set_wanted(fp, (*pc).a, v);
                !vm.ctx.has_exception()
            }
            Err(_) => false,
        }
    }
}
op!(IncDecStatic(pc, fp, vm) {
    if let Some(shown) = step_cached(pc, fp) {
        if (*pc).a.is_some() {
            set(fp, (*pc).a, Value::int(shown));
        }
        next!(pc, fp, vm, ext);
    }
    otherwise!(inc_dec_static(pc, fp, vm), pc, fp, vm, ext) });
#[inline(never)]
unsafe fn unset_static(pc: *const Insn, fp: *mut Frame, vm: &Vm) -> bool {
    // SAFETY: called by its handler.
    unsafe {
        let vm = leave(pc, fp, vm);
        let class = class_at(fp, (*pc).a);
        let name = take(fp, (*pc).b, vm);
        if let (Some(c), Ok(name)) = (class, convert::to_str(&vm.ctx, &name)) {
            vm.ctx.throw_error(format!("Attempt to unset static property {}::${name}", c.name));
        }
        false
    }
}
op!(UnsetStatic(pc, fp, vm) { next_if!(unset_static(pc, fp, vm), pc, fp, vm) });
