//! Exceptions as objects: the class with their properties, and what happens to one that nobody catches.

use crate::runtime::{errors, vm::Vm};
use phant_memory::{Held, Object, Str, Value};
use phant_native::{ClassPtr, Level, ObjectExt, class::class_flags, convert};

/// Slots of the properties that Exception and Error declare.
pub mod slots {
    /// `$message`
    pub const MESSAGE: u16 = 0;
    /// `$string`
    pub const STRING: u16 = 1;
    /// `$code`
    pub const CODE: u16 = 2;
    /// `$file`
    pub const FILE: u16 = 3;
    /// `$line`
    pub const LINE: u16 = 4;
    /// `$trace`
    pub const TRACE: u16 = 5;
    /// `$previous`
    pub const PREVIOUS: u16 = 6;
    /// `$severity` of ErrorException
    pub const SEVERITY: u16 = 7;
}
/// The class that declares an exception's properties: Exception or Error.
pub fn base(_vm: &Vm, exception: &Object) -> ClassPtr {
    base_of(exception.class())
}

/// The root of an exception class's ancestors.
pub fn base_of(class: ClassPtr) -> ClassPtr {
    class.ancestors.first().copied().unwrap_or(class)
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
    crate::runtime::object::property::read_property(vm, exception, &declared.name, Some(base), true)
        .map_or(Value::NULL, Value::into_unref)
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
    let uncalled = match vm.ctx.host.known_callable(&vm.ctx, &handler) {
        Ok(callable) => {
            let _ = vm.ctx.call(&callable, &[Value::from(exception)]);
            // What only the exception held ends before the handler is in force again.
            let _ = vm.ctx.settle();
            None
        }
        Err(_) => Some(exception),
    };
    let mut handlers = vm.errors.exception_handlers.borrow_mut();
    if handlers.len() == depth && handlers.last().is_some_and(Value::is_null) {
        handlers.pop();
    }
    drop(handlers);
    if let Some(exception) = uncalled {
        report(vm, &exception, Level::Error);
        return true;
    }
    if let Some(thrown) = vm.ctx.exception.take() {
        // A handler that was set meanwhile gets what this one has thrown.
        if vm.errors.exception_handlers.borrow().last().is_some_and(|h| !h.is_null() && !h.same_bits(&handler)) {
            return report_uncaught(vm, thrown);
        }
        report(vm, &thrown, Level::Error);
        // PHP has jumped out of the handler, and none is in force from then on.
        vm.errors.exception_handlers.borrow_mut().push(Value::NULL);
        vm.errors.unclean.set(true);
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
    // What unwinds a fiber that nobody resumes any more is nobody's error.
    if is_graceful_exit(exception) {
        return;
    }
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

/// Makes `previous` the end of the pending exception's chain of previous exceptions.
pub fn chain_previous(vm: &Vm, previous: Object) {
    if crate::runtime::throwable::is_graceful_exit(&previous) && vm.ctx.exception.is_some() {
        return;
    }
    let Some(exception) = vm.ctx.exception.get() else {
        vm.ctx.exception.set(Some(previous));
        return;
    };
    if exception.same(&previous) || is_ancestor(vm, &exception, &previous) {
        return;
    }
    let mut last = exception;
    // The chain may already contain it.
    loop {
        if is_ancestor(vm, &last, &previous) {
            return;
        }
        let Some(slot) = previous_slot(vm, &last) else { return };
        match last.slot(slot).as_object().map(Held::into_owned) {
            Some(o) if o.same(&previous) => return,
            Some(o) => last = o,
            None => {
                last.set_slot(slot, Value::from(previous));
                return;
            }
        }
    }
}
fn previous_slot(vm: &Vm, exception: &Object) -> Option<u16> {
    base(vm, exception).properties.get(b"previous")?.slot
}
/// Whether an exception is among the previous ones of another.
fn is_ancestor(vm: &Vm, exception: &Object, of: &Object) -> bool {
    let mut at = of.clone();
    while let Some(slot) = previous_slot(vm, &at) {
        match at.slot(slot).as_object().map(Held::into_owned) {
            Some(o) if o.same(exception) => return true,
            Some(o) => at = o,
            None => break,
        }
    }
    false
}

/// Whether an exception is that which closes a fiber.
#[inline]
pub fn is_graceful_exit(exception: &Object) -> bool {
    !exception.class().has_flag(class_flags::THROWABLE)
}

impl Vm {
    /// Makes an exception pending; one that is pending already becomes its previous one.
    pub fn throw(&self, exception: Object) {
        debug_assert!(exception.class().has_flag(phant_native::class::class_flags::THROWABLE) || is_graceful_exit(&exception));
        if let Some(pending) = self.ctx.exception.take() {
            self.ctx.exception.set(Some(exception));
            chain_previous(self, pending);
            return;
        }
        self.ctx.exception.set(Some(exception));
    }
}
