use crate::vm::Vm;
pub fn run_ticks(_vm: &mut Vm) {}
pub fn weak_gone(_vm: &mut Vm, _p: *mut phant_memory::PhpObject) {}
pub fn run_shutdown_functions(_vm: &mut Vm) {}

use phant_native::Extension;
pub static EXTENSION: Extension = Extension { name: "Core", classes: &[crate::closure::Closure::PHP, crate::generator::Generator::PHP, crate::generator::ClosedGeneratorException::PHP], ..Extension::EMPTY };
