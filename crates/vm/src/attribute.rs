use crate::vm::Vm;
pub fn deprecation_text(_vm: &mut Vm, _code: &phant_bytecode::Code, _class: Option<phant_native::ClassPtr>) -> String { String::new() }
