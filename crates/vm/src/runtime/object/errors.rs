//! What goes wrong with properties, in PHP's words.

use crate::Vm;
use phant_memory::{Object, Str, Value};
use phant_native::{ClassPtr, ObjectExt, Thrown, class::Property, convert, descriptor::modifiers};

/// Reading a property that only has a hook for writing. Errors of virtual properties name the object's class.
#[cold]
pub fn write_only(vm: &Vm, object: &Object, p: &Property) -> Thrown {
    vm.ctx.throw_error(format!("Property {}::${} is write-only", object.class().name, p.name))
}

/// Writing to a property that only has a hook for reading.
#[cold]
pub fn read_only(vm: &Vm, object: &Object, p: &Property) -> Thrown {
    vm.ctx.throw_error(format!("Property {}::${} is read-only", object.class().name, p.name))
}

/// The value does not fit the property's type.
#[cold]
pub fn property_type(vm: &Vm, p: &Property, value: &Value) -> Thrown {
    let ty = p.ty.map(phant_bytecode::TypeDecl::display).unwrap_or_default();
    let text = format!("Cannot assign {} to property {}::${} of type {ty}", convert::value_name(value), p.class.name, p.name);
    vm.ctx.type_error(text)
}

/// The property is readonly and set already.
#[cold]
pub fn readonly_modification(vm: &Vm, p: &Property) -> Thrown {
    vm.ctx.throw_error(format!("Cannot modify readonly property {}::${}", p.class.name, p.name))
}

/// A reference to, or an element of, a readonly property was to be written.
#[cold]
pub fn readonly_indirect(vm: &Vm, p: &Property) -> Thrown {
    vm.ctx.throw_error(format!("Cannot indirectly modify readonly property {}::${}", p.class.name, p.name))
}

/// The property may be read here, but not written.
#[cold]
pub fn set_visibility(vm: &Vm, p: &Property, scope: Option<ClassPtr>, operation: &str) -> Thrown {
    let visibility = if p.modifiers & modifiers::PRIVATE_SET != 0 {
        "private(set)"
    } else if p.is_readonly() {
        "protected(set) readonly"
    } else {
        "protected(set)"
    };
    // PHP names the class that `static` means where there is one, unless native code acts for a class.
    let frame = vm.frame.get();
    // SAFETY: the innermost frame is live.
    let called = unsafe {
        let is_its = !frame.is_null()
            && match (scope, crate::runtime::frame::scope_of(frame)) {
                (Some(scope), Some(own)) => scope.same(own),
                _ => false,
            };
        if is_its { crate::runtime::frame::called_of(frame) } else { None }
    };
    let from = match called.or(scope) {
        Some(scope) => format!("scope {}", scope.name),
        None => "global scope".to_owned(),
    };
    // PHP prints the name with its mark of visibility, which begins with a NUL byte.
    let name = if p.modifiers & modifiers::PUBLIC != 0 { p.name.to_text() } else { "".into() };
    vm.ctx.throw_error(format!("Cannot {operation} {visibility} property {}::${name} from {from}", p.class.name))
}

/// The object was given away while a value for its property was converted.
#[cold]
pub fn released(vm: &Vm, p: &Property) -> Thrown {
    vm.ctx.throw_error(format!("Object was released while assigning to property {}::${}", p.class.name, p.name))
}

/// The typed property has no value yet.
#[cold]
pub fn uninitialized(vm: &Vm, p: &Property) -> Thrown {
    let kind = if p.is_static() { "static property" } else { "property" };
    vm.ctx.throw_error(format!("Typed {kind} {}::${} must not be accessed before initialization", p.class.name, p.name))
}

/// The property may not be used here at all.
#[cold]
pub fn no_access(vm: &Vm, p: &Property, class: ClassPtr, name: &Str) -> Thrown {
    let word = crate::runtime::class::visibility_word(p.modifiers);
    vm.ctx.throw_error(format!("Cannot access {word} property {}::${name}", class.name))
}

/// Names of properties may not start with a NUL byte.
#[cold]
pub fn bad_name(vm: &Vm) -> Thrown {
    vm.ctx.throw_error("Cannot access property starting with \"\\0\"")
}
