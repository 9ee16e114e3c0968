//! Source files for `include`: over the stream layer.

use crate::runtime::vm::Vm;
use phant_memory::Str;
use phant_streams as streams;

/// The full path of an included file, if it exists.
pub fn resolve_include(vm: &Vm, path: &Str) -> Option<Str> {
    streams::path::resolve_include(&vm.ctx, path).map(|p| Str::new(&p))
}
