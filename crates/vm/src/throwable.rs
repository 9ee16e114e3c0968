//! Exceptions as objects: the class with their properties, and what happens to one that nobody catches.

use crate::{builtin::exceptions::slots, errors, vm::Vm};
use phant_memory::{Object, Str, Value};
use phant_native::{ClassPtr, Level, ObjectExt, convert};

/// The class that declares an exception's properties: Exception or Error.
pub fn base(_vm: &Vm, exception: &Object) -> ClassPtr {
    base_of(exception.class())
}

/// The root of an exception class's ancestors.
pub fn base_of(class: ClassPtr) -> ClassPtr {
    match class.ancestors.first() {
        // SAFETY: the classes of an ancestor chain live as long as the request.
        Some(&root) => unsafe { &*root },
        None => class,
    }
}

/// Reads a property that Exception or Error declares, without warnings.
pub fn property(vm: &Vm, exception: &Object, slot: u16) -> Value {
    let class = exception.class();
    let base = base_of(class);
    let declared = class.slots[slot as usize];
    if declared.class.same(base) || !declared.has_hooks() {
        let value = exception.slot(slot).unref();
        return if value.is_undef() { Value::NULL } else { value };
    }
    crate::object::property::read_property(vm, exception, &declared.name, Some(base), true).map_or(Value::NULL, Value::into_unref)
}

/// The same as text.
pub fn text(vm: &Vm, exception: &Object, slot: u16) -> Str {
    let value = property(vm, exception, slot);
    convert::to_str(&vm.ctx, &value).unwrap_or_default()
}

/// Where an exception was made.
pub fn place(vm: &Vm, exception: &Object) -> (Str, u32) {
    let line = property(vm, exception, slots::LINE);
    (text(vm, exception, slots::FILE), u32::try_from(convert::to_int(&line)).unwrap_or(0))
}

/// An exception reached the end of the program: the user's exception handler gets it, or the fatal error is reported,
/// and the result is true.
pub fn report_uncaught(vm: &Vm, exception: Object) -> bool {
    let Some(handler) = vm.errors.exception_handlers.borrow().last().cloned().filter(|h| !h.is_null()) else {
        report(vm, &exception, Level::Error);
        return true;
    };
    // While it runs there is no handler, unless it sets one.
    vm.errors.exception_handlers.borrow_mut().push(Value::NULL);
    let depth = vm.errors.exception_handlers.borrow().len();
    let callable = vm.ctx.host.known_callable(&vm.ctx, &handler);
    let called = match callable {
        Ok(callable) => {
            let _ = vm.ctx.call(&callable, &[Value::from(exception.clone())]);
            true
        }
        Err(_) => false,
    };
    let mut handlers = vm.errors.exception_handlers.borrow_mut();
    if handlers.len() == depth && handlers.last().is_some_and(Value::is_null) {
        handlers.pop();
    }
    drop(handlers);
    if !called {
        report(vm, &exception, Level::Error);
        return true;
    }
    if let Some(thrown) = vm.ctx.exception.take() {
        // A handler that was set meanwhile gets what this one has thrown.
        if vm.errors.exception_handlers.borrow().last().is_some_and(|h| !h.is_null() && !h.same_bits(&handler)) {
            return report_uncaught(vm, thrown);
        }
        report(vm, &thrown, Level::Error);
        return true;
    }
    false
}

/// The text of an exception that ends something which cannot be undone.
pub fn uncaught_text(vm: &Vm, what: &str, exception: &Object) -> String {
    let shown = convert::to_str(&vm.ctx, &Value::from(exception.clone())).unwrap_or_default();
    format!("{what}: Uncaught {shown}")
}

/// Reports an exception as an error: fatal, unless `level` is a warning.
pub fn report(vm: &Vm, exception: &Object, level: Level) {
    let class = exception.class();
    let special = match class.name.as_bytes() {
        b"ParseError" if class.is_native() => Some(Level::Parse),
        b"CompileError" if class.is_native() => Some(Level::CompileError),
        _ => None,
    };
    if let Some(level) = special {
        let message = text(vm, exception, slots::MESSAGE);
        let (file, line) = place(vm, exception);
        errors::report_at(vm, level, &message, &file, line);
        return;
    }
    if let Some(method) = class.magic.to_string {
        let shown = vm.ctx.host.call_function(&vm.ctx, method, Some(exception), Some(class), &[]);
        match shown {
            Ok(shown) => exception.set_slot(slots::STRING, shown),
            Err(_) => {
                if vm.ctx.ending.get().is_some() {
                    return;
                }
                if let Some(second) = vm.ctx.exception.take() {
                    let (file, line) = place(vm, &second);
                    let text = format!(
                        "Uncaught {} in exception handling during call to {}::__toString()",
                        second.class().name,
                        class.name
                    );
                    errors::report_at(vm, Level::Warning, text.as_bytes(), &file, line);
                }
            }
        }
    }
    let shown = text(vm, exception, slots::STRING);
    let (mut file, line) = place(vm, exception);
    if file.is_empty() {
        file = phant_memory::intern(b"Unknown");
    }
    let message = [b"Uncaught ", shown.as_bytes(), b"\n  thrown"].concat();
    errors::report_at(vm, level, &message, &file, line);
}
