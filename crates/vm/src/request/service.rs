//! Engine services that only one extension needs, by name.

use crate::runtime::vm::Vm;
use phant_memory::{Array, Value};
use phant_native::{Level, PhpResult};

/// Calls a service. An unknown one is an error that names it.
pub fn call(vm: &Vm, name: &str, args: &[Value]) -> PhpResult {
    match name {
        "error_get_last" => Ok(match &vm.errors.last.get() {
            Some((level, message, file, line)) => {
                let mut a = Array::new();
                a.set_name("type", Value::int(i64::from(*level)));
                a.set_name("message", Value::from(message.clone()));
                a.set_name("file", Value::from(file.clone()));
                a.set_name("line", Value::int(i64::from(*line)));
                Value::from(a)
            }
            None => Value::NULL,
        }),
        "error_clear_last" => {
            vm.errors.last.set(None);
            Ok(Value::NULL)
        }
        // Reports something about another text than the running one: level, message, file, line.
        "report_at" => {
            if let [level, message, file, line] = args
                && let (Some(message), Some(file)) = (message.as_str(), file.as_str())
            {
                let level = match level.as_int() {
                    Some(8192) => Level::Deprecated,
                    _ => Level::CompileWarning,
                };
                crate::runtime::errors::report_at(vm, level, &message, &file, line.as_int().unwrap_or(0) as u32);
            }
            Ok(Value::NULL)
        }
        "set_time_limit" => {
            crate::runtime::time_limit::set(vm, args.first().and_then(Value::as_int).unwrap_or(0));
            Ok(Value::NULL)
        }
        // What the constant `SID` is from now on.
        "set_sid" => {
            crate::runtime::constant::set_sid(vm, args.first().cloned().unwrap_or(Value::NULL));
            Ok(Value::NULL)
        }
        // Makes a second process: 0 in it, its number in this one, below zero a system error.
        "fork" => Ok(Value::int(crate::runtime::time_limit::fork())),
        "connection_status" => Ok(Value::int(i64::from(vm.ctx.output.disabled.get()))),
        _ => Err(vm.ctx.throw_error(format!("The engine has no service \"{name}\""))),
    }
}
