//! The code cache, as extensions see it.

use crate::{
    request::include,
    runtime::{cache, vm::Vm},
};
use phant_memory::Str;
use phant_native::{
    Ctx, PhpResult,
    code_cache::{CodeCache, Script, Usage},
};

/// The cache.
pub(crate) static CODE_CACHE: Shared = Shared;

/// The cache of the process.
pub(crate) struct Shared;

impl CodeCache for Shared {
    fn is_started(&self, ctx: &Ctx) -> bool {
        cache::is_started(Vm::of(ctx))
    }
    fn is_enabled(&self, ctx: &Ctx) -> bool {
        cache::is_enabled(Vm::of(ctx)) && !cache::is_on_disk_only(Vm::of(ctx))
    }
    fn usage(&self, ctx: &Ctx) -> Usage {
        cache::usage(Vm::of(ctx))
    }
    fn scripts(&self, _ctx: &Ctx) -> Vec<Script> {
        cache::scripts()
    }
    fn blacklist(&self, ctx: &Ctx) -> Vec<Box<[u8]>> {
        cache::blacklist(Vm::of(ctx)).patterns().map(Box::from).collect()
    }
    fn compile(&self, ctx: &Ctx, path: &Str) -> PhpResult<bool> {
        include::compile_file(Vm::of(ctx), path)
    }
    fn invalidate(&self, ctx: &Ctx, path: &[u8], force: bool) -> bool {
        self.is_enabled(ctx) && cache::invalidate(Vm::of(ctx), path, force)
    }
    fn holds(&self, ctx: &Ctx, path: &[u8]) -> bool {
        self.is_enabled(ctx) && cache::holds(Vm::of(ctx), path)
    }
    fn restart(&self, ctx: &Ctx) -> bool {
        self.is_enabled(ctx) && cache::restart(Vm::of(ctx))
    }
}
