//! What the system lets the process have.

use crate::remember;
use phant_memory::{Array, Value};
use phant_native::{Ctx, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_os::posix;

pub const FUNCTIONS: FunctionGroup = functions![posix_getrlimit, posix_setrlimit];

/// The resources that `posix_getrlimit()` lists, by Linux's numbers.
const LISTED: [(&str, u32); 10] = [
    ("core", 4),
    ("data", 2),
    ("stack", 3),
    ("totalmem", 9),
    ("rss", 5),
    ("maxproc", 6),
    ("memlock", 8),
    ("cpu", 0),
    ("filesize", 1),
    ("openfiles", 7),
];

fn shown(limit: Option<u64>) -> Value {
    limit.map_or_else(|| Value::str("unlimited"), |limit| Value::int(limit as i64))
}

#[php("function posix_getrlimit(?int $resource = null): array|false")]
fn posix_getrlimit(ctx: &Ctx, resource: Option<i64>) -> OrFalse<Array> {
    if let Some(resource) = resource {
        let limits = remember(ctx, posix::limit(resource as u32));
        return OrFalse::from(limits.map(|limits| Array::list(limits.map(shown))));
    }
    let mut out = Array::new();
    for (name, resource) in LISTED {
        let Some([soft, hard]) = remember(ctx, posix::limit(resource)) else { return OrFalse::False };
        out.set_text(&format!("soft {name}"), shown(soft));
        out.set_text(&format!("hard {name}"), shown(hard));
    }
    OrFalse::Some(out)
}

#[php("function posix_setrlimit(int $resource, int $soft_limit, int $hard_limit): bool")]
fn posix_setrlimit(ctx: &Ctx, resource: i64, soft: i64, hard: i64) -> bool {
    // -1 is without limit, as the system has it.
    remember(ctx, posix::set_limit(resource as u32, soft as u64, hard as u64)).is_some()
}
