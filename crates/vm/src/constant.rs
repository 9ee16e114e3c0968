use crate::{call, vm::Vm};
use phant_bytecode::ConstExpr;
use phant_memory::{Str, Value};
use phant_native::{ClassPtr, Function, PhpResult, descriptor::{ConstantOwned, ConstantValue}, registry};
pub fn evaluate(vm: &mut Vm, expr: &ConstExpr, scope: Option<ClassPtr>) -> PhpResult { evaluate_called(vm, expr, scope, scope) }
pub fn evaluate_called(vm: &mut Vm, expr: &ConstExpr, scope: Option<ClassPtr>, called: Option<ClassPtr>) -> PhpResult {
    let Some(code) = &expr.code else { return Ok(expr.value.clone()) };
    let code: &'static phant_bytecode::Code = unsafe { &*std::sync::Arc::as_ptr(code) };
    let f = phant_memory::HeapBox::leak(phant_memory::HeapBox::new_in(Function::user(code, scope), phant_memory::RequestHeap));
    call::call(vm, f, None, called, &[], None)
}
pub fn lookup(vm: &mut Vm, name: &Str) -> PhpResult<Option<Value>> {
    if let Some(v) = vm.constants.get(name.as_bytes()) { return Ok(Some(v.clone())); }
    let Ok(text) = std::str::from_utf8(name) else { return Ok(None) };
    Ok(registry::get().constants.get(text).map(|c| match c.item.value {
        ConstantValue::Null => Value::NULL,
        ConstantValue::Bool(b) => Value::bool(b),
        ConstantValue::Int(i) => Value::int(i),
        ConstantValue::Float(f) => Value::float(f),
        ConstantValue::Str(s) => Value::str(s),
        ConstantValue::Computed(f) => match f() { ConstantOwned::Int(i) => Value::int(i), ConstantOwned::Float(f) => Value::float(f), ConstantOwned::Str(s) => Value::str(s) },
    }))
}
pub fn define(vm: &mut Vm, name: &Str, v: Value) -> bool { if vm.constants.contains_key(name.as_bytes()) { return false; } vm.constants.insert(name.clone(), v); true }
pub fn define_halt_offset(_vm: &mut Vm, _file: &Str, _offset: u32) {}
pub fn all(_vm: &mut Vm) -> Vec<(Str, Value, &'static str)> { Vec::new() }
