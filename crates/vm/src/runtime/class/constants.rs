//! Values of class constants, property defaults and static properties: evaluated on first use.

use super::{state, visibility_word};
use crate::{Vm, runtime::object::slot_marks};
use phant_bytecode::{ConstExpr, TypeDecl, TypeMask};
use phant_memory::{Array, Key, Object, Str, Value};
use phant_native::{
    ClassPtr, Level, PhpResult,
    class::{ClassConstant, Property, class_flags},
    constexpr, convert,
    descriptor::{ClassKind, modifiers},
};

/// `A::NAME` from a scope.
pub fn class_constant(vm: &Vm, class: ClassPtr, name: &Str, scope: Option<ClassPtr>) -> PhpResult {
    checked(vm, class, &class.name, class.constants.named(name).copied(), name, scope)
}

/// The value of what was found for `A::NAME`, if code of a scope may use it; errors name the class as it was written.
pub fn checked(
    vm: &Vm,
    class: ClassPtr,
    written: &[u8],
    found: Option<&'static ClassConstant>,
    name: &[u8],
    scope: Option<ClassPtr>,
) -> PhpResult {
    let text = |before: &str, between: &str, after: &str| {
        [before.as_bytes(), written, between.as_bytes(), name, after.as_bytes()].concat()
    };
    let Some(constant) = found else {
        if name == b"class" {
            return Ok(Value::from(class.name.clone()));
        }
        return Err(vm.ctx.throw_error(text("Undefined constant ", "::", "")));
    };
    if !is_visible(constant, scope) {
        let visibility = visibility_word(constant.modifiers);
        return Err(vm.ctx.throw_error(text(&format!("Cannot access {visibility} constant "), "::", "")));
    }
    if class.kind == ClassKind::Trait {
        let text = text("Cannot access trait constant ", "::", " directly");
        return Err(vm.ctx.throw_error(text));
    }
    if let Some(attribute) = deprecation(constant)
        && !vm.linker.deprecating.borrow().contains(&std::ptr::from_ref(constant))
    {
        // The message may name the constant itself.
        vm.linker.deprecating.borrow_mut().push(constant);
        let result = report_deprecated(vm, constant, attribute);
        vm.linker.deprecating.borrow_mut().pop();
        result?;
    }
    // The first use of a backed enum finds duplicates among its cases; constant expressions make only the case they name.
    if constant.class.backing.is_some()
        && !constant.class.is_native()
        && vm.linker.evaluating.get() == 0
        && !crate::runtime::dim::in_constant(vm)
    {
        backed_cases(vm, constant.class)?;
    }
    value(vm, constant)
}

/// Whether code of a scope may use a constant.
pub fn is_visible(constant: &ClassConstant, scope: Option<ClassPtr>) -> bool {
    if constant.modifiers & modifiers::PRIVATE != 0 {
        return scope.is_some_and(|s| s.same(constant.class));
    }
    if constant.modifiers & modifiers::PROTECTED != 0 {
        return scope.is_some_and(|s| s.is_subclass_or_same(constant.class) || constant.class.is_subclass_or_same(s));
    }
    true
}

fn deprecation(constant: &ClassConstant) -> Option<&'static phant_bytecode::Attribute> {
    if constant.attributes.is_empty() {
        return None;
    }
    constant.attributes.iter().find(|a| a.lower.as_bytes() == b"deprecated")
}

#[cold]
fn report_deprecated(vm: &Vm, constant: &'static ClassConstant, attribute: &'static phant_bytecode::Attribute) -> PhpResult<()> {
    let kind = if constant.is_case { "Enum case" } else { "Constant" };
    let suffix = deprecation_suffix(vm, attribute, Some(constant.class))?;
    let level = if constant.class.is_native() { Level::Deprecated } else { Level::UserDeprecated };
    vm.ctx.report(level, format!("{kind} {}::{} is deprecated{suffix}", constant.class.name, constant.name));
    vm.ctx.check()
}

/// What `#[\Deprecated(message, since)]` adds behind "is deprecated".
pub fn deprecation_suffix(vm: &Vm, attribute: &'static phant_bytecode::Attribute, scope: Option<ClassPtr>) -> PhpResult<String> {
    let (mut args, mut named) = (Vec::new(), Array::new());
    for arg in attribute.args.iter() {
        let value = vm.ctx.host.evaluate(&vm.ctx, &arg.value, scope)?;
        match &arg.name {
            Some(name) => named.set(Key::from(name), value),
            None => args.push(value),
        }
    }
    let Some(class) = super::native_class(vm, b"deprecated") else { return Ok(String::new()) };
    let object = vm.ctx.host.instantiate(&vm.ctx, class, &args, Some(&named))?;
    let [message, since] = [0, 1].map(|slot| object.slot(slot).as_str().map(|text| text.to_text().into_owned()));
    let mut suffix = since.map(|s| format!(" since {s}")).unwrap_or_default();
    if let Some(message) = message {
        suffix.push_str(", ");
        suffix.push_str(&message);
    }
    Ok(suffix)
}

/// The value of a constant, visibility aside.
pub fn value(vm: &Vm, constant: &'static ClassConstant) -> PhpResult {
    match state::constant(vm, constant) {
        Some(known) => Ok(known),
        None => evaluate(vm, constant),
    }
}

#[cold]
#[inline(never)]
fn evaluate(vm: &Vm, constant: &'static ClassConstant) -> PhpResult {
    if vm.linker.is_evaluating(constant) {
        return Err(vm.ctx.throw_error(format!("Cannot declare self-referencing constant self::{}", constant.name)));
    }
    // The constant that code asks for is not marked, only those that others refer to: PHP's message names the first
    // reference that leads back.
    let marked = vm.linker.marked.borrow().len();
    if vm.linker.evaluating.get() > 0 {
        vm.linker.marked.borrow_mut().push(constant);
    }
    vm.linker.evaluating.set(vm.linker.evaluating.get() + 1);
    let result = if constant.is_case { case(vm, constant) } else { plain(vm, constant) };
    vm.linker.evaluating.set(vm.linker.evaluating.get() - 1);
    vm.linker.marked.borrow_mut().truncate(marked);
    let value = result?;
    state::set_constant(vm, constant, value.clone());
    Ok(value)
}

/// Evaluates a constant expression in the scope of a class.
pub fn expression(vm: &Vm, expr: &ConstExpr, scope: Option<ClassPtr>) -> PhpResult {
    if expr.code.is_none() {
        return Ok(expr.value.clone());
    }
    vm.ctx.host.evaluate(&vm.ctx, expr, scope)
}

fn plain(vm: &Vm, constant: &'static ClassConstant) -> PhpResult {
    let value = match (constant.expr, constant.native_text) {
        (Some(expr), _) => expression(vm, expr, Some(constant.class))?,
        (None, Some(text)) => constexpr::evaluate(&vm.ctx, text, Some(constant.class))?,
        (None, None) => Value::NULL,
    };
    let Some(ty) = constant.ty else { return Ok(value) };
    match crate::runtime::object::types::coerce(vm, value, ty, Some(constant.class), true) {
        Ok(value) => Ok(value),
        Err(value) => {
            vm.ctx.check()?;
            let text = format!(
                "Cannot assign {} to class constant {}::{} of type {}",
                convert::type_name(&value),
                constant.class.name,
                constant.name,
                ty.display()
            );
            Err(vm.ctx.type_error(text))
        }
    }
}

/// The one object of an enum case.
fn case(vm: &Vm, constant: &'static ClassConstant) -> PhpResult {
    let class = constant.class;
    let mut backing = Value::UNDEF;
    if let Some(ty) = class.backing {
        let value = match (constant.expr, constant.native_text) {
            (Some(expr), _) => expression(vm, expr, Some(class))?,
            (None, Some(text)) => constexpr::evaluate(&vm.ctx, text, Some(class))?,
            (None, None) => Value::NULL,
        };
        check_backing(vm, &value, ty)?;
        backing = value;
    }
    let slots = class.slots.len() as u16;
    let object = Object::allocate::<phant_native::Class>(class, slots, 0);
    object.set_slot(0, Value::from(&constant.name));
    if slots > 1 {
        object.set_slot(1, backing);
    }
    Ok(Value::from(object))
}

fn check_backing(vm: &Vm, value: &Value, ty: TypeMask) -> PhpResult<()> {
    if ty.intersects(TypeMask::of_tag(value.raw_type())) {
        return Ok(());
    }
    let (given, wanted) = (convert::type_name(value), TypeDecl::of(ty).display());
    Err(vm.ctx.type_error(format!("Enum case type {given} does not match enum backing type {wanted}")))
}

/// Builds the table from backing values to case names, on first use.
pub fn backed_cases(vm: &Vm, class: ClassPtr) -> PhpResult<()> {
    if state::known(vm, class).is_some_and(|state| state.backed_cases.borrow().is_some()) {
        return Ok(());
    }
    let mut table = Array::new();
    for constant in class.constants.values().filter(|c| c.is_case) {
        let value = match constant.native_text {
            // The cases of native enums come into being one by one.
            Some(text) => constexpr::evaluate(&vm.ctx, text, Some(class))?,
            None => match value(vm, constant)?.as_object() {
                Some(case) => case.slot(1).unref(),
                None => continue,
            },
        };
        let key = match value.as_str() {
            Some(s) => Key::from(s),
            None => Key::Int(convert::to_int(&value)),
        };
        if let Some(other) = table.get(&key.as_ref()).and_then(Value::as_str) {
            let text = format!("Duplicate value in enum {} for cases {other} and {}", class.name, constant.name);
            return Err(vm.ctx.throw_error(text));
        }
        table.set(key, Value::from(&constant.name));
    }
    state::of(vm, class).backed_cases.replace(Some(table));
    Ok(())
}

/// Evaluates constants, defaults and static properties of a class: before the first object is made and before static
/// properties are used.
pub fn resolve(vm: &Vm, class: ClassPtr) -> PhpResult<()> {
    if is_resolved(vm, class) {
        return Ok(());
    }
    resolve_slow(vm, class)
}

/// Whether nothing of a class is left to evaluate.
#[inline]
pub(crate) fn is_resolved(vm: &Vm, class: ClassPtr) -> bool {
    class.has_flag(class_flags::LITERAL) || state::known(vm, class).is_some_and(|state| state.resolved.get())
}

#[cold]
#[inline(never)]
fn resolve_slow(vm: &Vm, class: ClassPtr) -> PhpResult<()> {
    if let Some(parent) = class.parent {
        resolve(vm, parent)?;
    }
    if !class.is_native() {
        for constant in class.constants.values() {
            if !constant.is_case && constant.native_text.is_none() {
                value(vm, constant)?;
            }
        }
    }
    for slot in 0..class.slots.len() {
        if state::is_unresolved(&state::default_of(vm, class, slot)) {
            let property = class.slots[slot];
            let value =
                if property.class.same(class) { default_value(vm, class, property)? } else { inherited_default(vm, class, slot) };
            state::set_default(vm, class, slot, value);
        }
    }
    for property in class.properties.values().filter(|p| p.is_static()) {
        let Some(slot) = property.slot else { continue };
        if state::is_unresolved_static(vm, class, slot) {
            let value = default_value(vm, class, property)?;
            state::set_static(vm, class, slot, value);
        }
    }
    state::of(vm, class).resolved.set(true);
    Ok(())
}

fn inherited_default(vm: &Vm, class: ClassPtr, slot: usize) -> Value {
    class.parent.map_or(Value::NULL, |parent| state::default_of(vm, parent, slot))
}

/// A property's default, evaluated and checked.
pub fn default_value(vm: &Vm, class: ClassPtr, property: &'static Property) -> PhpResult {
    let scope = Some(property.class);
    let value = match (property.default, property.native_default) {
        (Some(expr), _) => expression(vm, expr, scope)?,
        (None, Some(text)) => constexpr::evaluate(&vm.ctx, text, Some(class))?,
        (None, None) if property.ty.is_some() => {
            let mut value = Value::UNDEF;
            value.set_aux(slot_marks::UNINIT);
            return Ok(value);
        }
        (None, None) => Value::NULL,
    };
    let Some(ty) = property.ty else { return Ok(value) };
    match crate::runtime::object::types::coerce(vm, value, ty, scope, true) {
        Ok(value) => Ok(value),
        Err(value) => {
            vm.ctx.check()?;
            Err(crate::runtime::object::errors::property_type(vm, property, &value))
        }
    }
}
