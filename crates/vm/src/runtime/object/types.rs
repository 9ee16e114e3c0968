//! Checks of values against declared types: parameters, return values, properties, typed constants.

use crate::Vm;
use phant_bytecode::{ClassName, TypeDecl, TypeMask};
use phant_memory::{Str, Value};
use phant_native::{Class, ClassPtr, ObjectExt, coerce::scalar_to};

/// Scalar types that values convert to.
const SCALAR: TypeMask = TypeMask::INT.union(TypeMask::FLOAT).union(TypeMask::STRING).union(TypeMask::BOOL);

/// The value as one of the declared type: itself if it is one, converted if the rules allow that. Otherwise it comes
/// back as the error, and the caller throws (unless conversion has thrown already). `scope` is what `self` and `parent`
/// mean.
#[inline]
pub fn coerce(vm: &Vm, value: Value, ty: &TypeDecl, scope: Option<ClassPtr>, strict: bool) -> Result<Value, Value> {
    if ty.mask.intersects(TypeMask::of_tag(value.raw_type_behind())) {
        return Ok(value);
    }
    coerce_slow(vm, value, ty, scope, strict)
}

/// The same for what is a reference perhaps: what one that is bound to properties holds is not converted.
pub fn coerce_referenced(vm: &Vm, value: &Value, ty: &TypeDecl, scope: Option<ClassPtr>, strict: bool) -> Result<Value, Value> {
    let bound = value.as_ref().is_some_and(|reference| !reference.sources().is_null());
    let value = value.unref();
    if bound && !is_of_type(vm, &value, ty, scope) {
        return Err(value);
    }
    coerce(vm, value, ty, scope, strict)
}

/// Whether the value is of the type without conversion.
pub fn is_of_type(vm: &Vm, value: &Value, ty: &TypeDecl, scope: Option<ClassPtr>) -> bool {
    if ty.mask.intersects(TypeMask::of_tag(value.raw_type_behind())) {
        return true;
    }
    matches_object(vm, value, ty, scope) || matches_callable(vm, value, ty)
}

#[inline(never)]
fn coerce_slow(vm: &Vm, value: Value, ty: &TypeDecl, scope: Option<ClassPtr>, strict: bool) -> Result<Value, Value> {
    if matches_object(vm, &value, ty, scope) || matches_callable(vm, &value, ty) {
        return Ok(value);
    }
    if !ty.mask.intersects(SCALAR) || value.is_null() || vm.ctx.has_exception() {
        return Err(value);
    }
    match scalar_to(&vm.ctx, &value.unref(), ty.mask, strict) {
        Ok(Some(converted)) => Ok(converted),
        Ok(None) | Err(_) => Err(value),
    }
}

/// Whether a value that is not of the type might become one of it, as far as can be told without trying.
pub fn may_convert(value: &Value, ty: &TypeDecl, strict: bool) -> bool {
    if strict {
        return value.is_int() && ty.mask.contains(TypeMask::FLOAT);
    }
    let wide = TypeMask::INT.union(TypeMask::FLOAT).union(TypeMask::STRING);
    !value.is_null() && (ty.mask.intersects(wide) || ty.mask.contains(TypeMask::BOOL))
}

fn matches_object(vm: &Vm, value: &Value, ty: &TypeDecl, scope: Option<ClassPtr>) -> bool {
    let Some(object) = value.as_object() else { return false };
    let class = object.class();
    if ty.mask.contains(TypeMask::STATIC) && called_class(vm).or(scope).is_some_and(|c| class.is_subclass_or_same(c)) {
        return true;
    }
    names_class(vm, class, ty, scope)
}

/// Whether a class is of one of those that a type names; runs no PHP code.
#[inline]
pub fn names_class(vm: &Vm, class: ClassPtr, ty: &TypeDecl, scope: Option<ClassPtr>) -> bool {
    ty.groups().iter().any(|group| group.0.iter().all(|name| is_instance(vm, class, name, scope)))
}

/// The class that `static` means in the code being run.
fn called_class(vm: &Vm) -> Option<ClassPtr> {
    if vm.frame.get().is_null() {
        return None;
    }
    // SAFETY: the innermost frame is live; its object and class are live as long as it is.
    unsafe {
        let frame = vm.frame.get();
        (*frame).called.as_ref()
    }
}

fn matches_callable(vm: &Vm, value: &Value, ty: &TypeDecl) -> bool {
    ty.mask.contains(TypeMask::CALLABLE) && vm.ctx.host.resolve_callable(&vm.ctx, value).is_ok()
}

/// Whether a class is, extends or implements the class of that name. Classes that are not loaded have no instances.
pub fn is_instance(vm: &Vm, class: ClassPtr, name: &ClassName, scope: Option<&Class>) -> bool {
    let lower = name.lower.as_bytes();
    if vm.members.is_instance(class, lower) {
        return true;
    }
    let wanted = match lower {
        b"self" => scope,
        b"parent" => scope.and_then(|s| s.parent),
        _ if class.lower.as_bytes() == lower => {
            vm.members.note_instance(class, lower, class);
            return true;
        }
        _ => {
            let wanted = vm.classes.borrow().get(lower).copied();
            if let Some(wanted) = wanted.filter(|wanted| class.is_subclass_or_same(wanted)) {
                vm.members.note_instance(class, lower, wanted);
                return true;
            }
            return false;
        }
    };
    wanted.is_some_and(|wanted| class.is_subclass_or_same(wanted))
}

/// Whether arrays are of the type.
pub fn allows_array(ty: &TypeDecl) -> bool {
    ty.mask.contains(TypeMask::ARRAY)
}

/// What a property of this type gets where there is no value to assign: the one of its scalar types that comes first.
pub fn nothing_of(ty: &TypeDecl) -> Option<Value> {
    let has = |mask| ty.mask.contains(mask);
    if has(TypeMask::INT) {
        Some(Value::int(0))
    } else if has(TypeMask::FLOAT) {
        Some(Value::float(0.0))
    } else if has(TypeMask::STRING) {
        Some(Value::from(Str::default()))
    } else {
        has(TypeMask::BOOL).then_some(Value::FALSE)
    }
}
