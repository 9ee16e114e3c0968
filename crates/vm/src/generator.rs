use crate::vm::Vm;
use phant_memory::{Object, Value};
use phant_native::PhpResult;
pub fn is_generator(_o: &Object) -> bool { false }
pub fn is_by_ref(_o: &Object) -> bool { false }
pub fn rewind(_vm: &mut Vm, _o: &Object) -> PhpResult<()> { Ok(()) }
pub fn valid(_vm: &mut Vm, _o: &Object) -> PhpResult<bool> { Ok(false) }
pub fn current(_vm: &mut Vm, _o: &Object) -> PhpResult<Value> { Ok(Value::NULL) }
pub fn key(_vm: &mut Vm, _o: &Object) -> PhpResult<Value> { Ok(Value::NULL) }
pub fn advance(_vm: &mut Vm, _o: &Object) -> PhpResult<()> { Ok(()) }
