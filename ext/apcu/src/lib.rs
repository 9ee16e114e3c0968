//! PHP's apcu extension: values that all requests of the process share.
//!
//! `cache` has the entries, `front` what a thread knows of them, `stored` how a value is kept, `lent` what requests look into, `functions`
//! what scripts call, `iterator` the class.

#![forbid(unsafe_code)]

mod cache;
mod front;
mod functions;
mod iterator;
mod lent;
mod stored;

use cache::Room;
use phant_native::{Constant, ConstantValue, Ctx, Extension, IniSetting};
use std::cell::Cell;

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "apcu",
    version: Some("5.1.24"),
    functions: &[functions::FUNCTIONS],
    classes: &[iterator::ApcuIterator::PHP],
    constants: &[CONSTANTS],
    ini: INI,
    request_end: Some(request_end),
    before_snapshot: Some(before_snapshot),
    info: &[("APCu Support", "Enabled"), ("Version", "5.1.24")],
    ..Extension::EMPTY
};

const fn setting(name: &'static str, default: Option<&'static str>, access: u8) -> IniSetting {
    IniSetting { name, default, access, on_change: None }
}

/// May be set in php.ini only.
const SYSTEM: u8 = 4;
/// May be set anywhere.
const ALL: u8 = 7;

const INI: &[IniSetting] = &[
    setting("apc.enabled", Some("1"), SYSTEM),
    setting("apc.shm_segments", Some("1"), SYSTEM),
    setting("apc.shm_size", Some("32M"), SYSTEM),
    setting("apc.entries_hint", Some("4096"), SYSTEM),
    setting("apc.gc_ttl", Some("3600"), SYSTEM),
    setting("apc.ttl", Some("0"), SYSTEM),
    setting("apc.smart", Some("0"), SYSTEM),
    setting("apc.mmap_file_mask", None, SYSTEM),
    setting("apc.enable_cli", Some("0"), SYSTEM),
    setting("apc.slam_defense", Some("0"), SYSTEM),
    setting("apc.preload_path", None, SYSTEM),
    setting("apc.coredump_unmap", Some("0"), SYSTEM),
    setting("apc.use_request_time", Some("0"), ALL),
    setting("apc.serializer", Some("php"), SYSTEM),
];

/// Parts of an entry that an iterator shows.
pub(crate) mod part {
    pub const TYPE: i64 = 1 << 0;
    pub const KEY: i64 = 1 << 1;
    pub const VALUE: i64 = 1 << 2;
    pub const NUM_HITS: i64 = 1 << 3;
    pub const MTIME: i64 = 1 << 4;
    pub const CTIME: i64 = 1 << 5;
    pub const DTIME: i64 = 1 << 6;
    pub const ATIME: i64 = 1 << 7;
    pub const REFCOUNT: i64 = 1 << 8;
    pub const MEM_SIZE: i64 = 1 << 9;
    pub const TTL: i64 = 1 << 10;
    pub const ALL: i64 = 0xffff_ffff;
}

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

const CONSTANTS: &[Constant] = &[
    int("APC_LIST_ACTIVE", 1),
    int("APC_LIST_DELETED", 2),
    int("APC_ITER_TYPE", part::TYPE),
    int("APC_ITER_KEY", part::KEY),
    int("APC_ITER_VALUE", part::VALUE),
    int("APC_ITER_NUM_HITS", part::NUM_HITS),
    int("APC_ITER_MTIME", part::MTIME),
    int("APC_ITER_CTIME", part::CTIME),
    int("APC_ITER_DTIME", part::DTIME),
    int("APC_ITER_ATIME", part::ATIME),
    int("APC_ITER_REFCOUNT", part::REFCOUNT),
    int("APC_ITER_MEM_SIZE", part::MEM_SIZE),
    int("APC_ITER_TTL", part::TTL),
    int("APC_ITER_NONE", 0),
    int("APC_ITER_ALL", part::ALL),
];

/// What the settings say. Scripts cannot change them, so they are looked up once in a request.
#[derive(Clone, Copy)]
struct Facts {
    enabled: bool,
    room: Room,
}

thread_local! {
    static FACTS: Cell<Option<Facts>> = const { Cell::new(None) };
}

#[inline]
fn facts(ctx: &Ctx) -> Facts {
    FACTS.get().unwrap_or_else(|| {
        // On the command line there is a cache only if the settings ask for it.
        let enabled = ctx.ini.bool("apc.enabled") && (ctx.request.sapi.get() != "cli" || ctx.ini.bool("apc.enable_cli"));
        let facts = Facts { enabled, room: Room { limit: limit(ctx), idle: ctx.ini.int("apc.ttl") } };
        FACTS.set(Some(facts));
        facts
    })
}

fn request_end(ctx: &Ctx) {
    FACTS.set(None);
    front::settle();
    lent::give_back(ctx);
}

fn before_snapshot(ctx: &Ctx) -> Result<(), String> {
    FACTS.set(None);
    front::forget();
    lent::keep_for_snapshot(ctx)
}

/// Whether there is a cache for this program.
#[inline]
pub(crate) fn is_enabled(ctx: &Ctx) -> bool {
    facts(ctx).enabled
}

/// How much room there is.
pub(crate) fn room(ctx: &Ctx) -> Room {
    facts(ctx).room
}

/// Bytes that the cache may have.
pub(crate) fn limit(ctx: &Ctx) -> usize {
    let size = ctx.ini.size("apc.shm_size").max(0);
    let size = if size < 1 << 20 { size.saturating_mul(1 << 20) } else { size };
    usize::try_from(size.saturating_mul(ctx.ini.int("apc.shm_segments").max(1))).unwrap_or(usize::MAX)
}
