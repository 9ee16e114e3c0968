//! Attributes that the engine itself looks at.

use crate::runtime::{class::constants, vm::Vm};
use phant_bytecode::{Attribute, Code};
use phant_native::{ClassPtr, FunctionPtr, Level};

/// What `#[\Deprecated]` adds behind "is deprecated". An argument that throws leaves the exception pending.
pub fn deprecation_text(vm: &Vm, code: &'static Code, class: Option<ClassPtr>) -> String {
    match find(code, b"deprecated") {
        Some(attribute) => constants::deprecation_suffix(vm, attribute, class).unwrap_or_default(),
        None => String::new(),
    }
}

/// Reports that the result of a `#[\NoDiscard]` function is not used.
pub fn report_discarded(vm: &Vm, function: FunctionPtr) {
    let kind = if function.class.is_some() { "method" } else { "function" };
    let mut text = format!(
        "The return value of {kind} {}() should either be used or intentionally ignored by casting it as (void)",
        function.display_name()
    );
    let mut level = Level::Warning;
    if let Some(code) = function.code() {
        level = Level::UserWarning;
        if let Some(attribute) = find(code, b"nodiscard")
            && let Some(arg) = attribute.args.first()
        {
            let message = crate::runtime::constant::evaluate(vm, &arg.value, function.class);
            if let Ok(message) = message
                && let Some(message) = message.as_str()
            {
                text.push_str(", ");
                text.push_str(&message.to_text());
            }
        }
    }
    if !vm.ctx.has_exception() {
        vm.ctx.report(level, text);
    }
}

fn find(code: &'static Code, lower: &[u8]) -> Option<&'static Attribute> {
    code.attributes.iter().find(|a| a.lower.as_bytes() == lower)
}
