//! Functions about the cycle collector.

use phant_memory::{Array, Value, gc, heap};
use phant_native::{
    Ctx,
    descriptor::FunctionGroup,
    functions,
    ini::{Ini, Stage},
    php,
};

pub(crate) const CORE: FunctionGroup = functions![gc_mem_caches, gc_collect_cycles, gc_enabled, gc_enable, gc_disable, gc_status];

#[php("function gc_mem_caches(): int")]
fn gc_mem_caches() -> i64 {
    heap::collect() as i64
}

#[php("function gc_collect_cycles(): int")]
fn gc_collect_cycles() -> i64 {
    // What a full root buffer has asked for comes first.
    if gc::pending() {
        crate::runtime::checked::aside(gc::collect_automatically);
    }
    crate::runtime::checked::aside(gc::collect) as i64
}

#[php("function gc_enabled(): bool")]
fn gc_enabled() -> bool {
    gc::enabled()
}

fn set_enabled(ctx: &Ctx, on: bool) {
    let _ = Ini::set(ctx, "zend.enable_gc", if on { b"1" } else { b"0" }, Stage::Runtime);
    gc::set_enabled(on);
}

#[php("function gc_enable(): void")]
fn gc_enable(ctx: &Ctx) {
    set_enabled(ctx, true);
}

#[php("function gc_disable(): void")]
fn gc_disable(ctx: &Ctx) {
    set_enabled(ctx, false);
}

#[php("function gc_status(): array")]
fn gc_status(ctx: &Ctx) -> Array {
    let status = gc::status();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0.0, |d| d.as_secs_f64());
    let mut array = Array::with_hash_capacity(12);
    array.set_name("running", Value::bool(status.running));
    array.set_name("protected", Value::FALSE);
    array.set_name("full", Value::FALSE);
    array.set_name("runs", Value::int(status.runs as i64));
    array.set_name("collected", Value::int(status.collected as i64));
    array.set_name("threshold", Value::int(status.threshold as i64));
    array.set_name("buffer_size", Value::int(status.buffer_size as i64));
    array.set_name("roots", Value::int(status.roots as i64));
    array.set_name("application_time", Value::float((now - ctx.request.time.get()).max(0.0)));
    array.set_name("collector_time", Value::float(status.times.runs.as_secs_f64()));
    array.set_name("destructor_time", Value::float(status.times.destructors.as_secs_f64()));
    array.set_name("free_time", Value::float(status.times.freeing.as_secs_f64()));
    array
}
