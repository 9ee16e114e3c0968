use crate::vm::Vm;
use phant_memory::Object;
use phant_native::{ClassPtr, ObjectExt};
pub fn base(_vm: &mut Vm, o: &Object) -> ClassPtr { o.class() }
pub fn report_uncaught(_vm: &mut Vm, e: Object) { eprintln!("uncaught {}", e.class().name); }
