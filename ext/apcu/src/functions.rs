//! The functions `apcu_*`.

use crate::{
    cache::{CACHE, Change, Entry, Fetched, now},
    is_enabled, iterator, limit, room,
    stored::Stored,
};
use phant_memory::{Array, Str, Value, View};
use phant_native::{Ctx, Level, PhpResult, RefArg, convert, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use std::{
    collections::{BTreeMap, HashSet},
    sync::{Condvar, LazyLock, Mutex, atomic::Ordering::Relaxed},
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    apcu_clear_cache,
    apcu_cache_info,
    apcu_key_info,
    apcu_sma_info,
    apcu_enabled,
    apcu_store,
    apcu_add,
    apcu_inc,
    apcu_dec,
    apcu_cas,
    apcu_fetch,
    apcu_exists,
    apcu_delete,
    apcu_entry
];

/// Empties the cache.
#[php("function apcu_clear_cache(): bool")]
fn apcu_clear_cache() -> bool {
    CACHE.clear();
    true
}

/// Whether there is a cache for this program.
#[php("function apcu_enabled(): bool")]
fn apcu_enabled(ctx: &Ctx) -> bool {
    is_enabled(ctx)
}

/// How many lists of entries APCu's table has; the figures that are shown are of such a table.
const SLOTS: i64 = 4099;

/// The list that APCu's table has a key in.
fn slot_of(key: &[u8]) -> i64 {
    let hash = key.iter().fold(5381u64, |hash, byte| hash.wrapping_mul(33).wrapping_add(u64::from(*byte))) | 1 << 63;
    (hash % SLOTS as u64) as i64
}

/// What is in the cache, and how it was used.
#[php("function apcu_cache_info(bool $limited = false): array|false")]
fn apcu_cache_info(ctx: &Ctx, limited: bool) -> OrFalse<Array> {
    if !is_enabled(ctx) {
        ctx.warning("No APC info available.  Perhaps APC is not enabled? Check apc.enabled in your ini file");
        return OrFalse::False;
    }
    let entries = CACHE.entries();
    let mut info = Array::new();
    info.set_name("num_slots", Value::int(SLOTS));
    info.set_name("ttl", Value::int(ctx.ini.int("apc.ttl")));
    let (hits, misses) = CACHE.asked();
    info.set_name("num_hits", Value::float(hits as f64));
    info.set_name("num_misses", Value::float(misses as f64));
    info.set_name("num_inserts", Value::float(CACHE.inserts() as f64));
    info.set_name("num_entries", Value::from(entries.len()));
    info.set_name("expunges", Value::float(CACHE.expunges.load(Relaxed) as f64));
    info.set_name("start_time", Value::int(CACHE.started.load(Relaxed)));
    info.set_name("mem_size", Value::float(CACHE.used() as f64));
    info.set_name("memory_type", Value::str("mmap"));
    if !limited {
        let list = entries.iter().map(|entry| {
            let mut row = Array::new();
            row.set_name("info", Value::str(&*entry.key));
            row.set_name("ttl", Value::int(entry.ttl));
            row.set_name("num_hits", Value::float(entry.hits.load(Relaxed) as f64));
            row.set_name("mtime", Value::int(entry.modified));
            row.set_name("creation_time", Value::int(entry.created));
            row.set_name("deletion_time", Value::int(0));
            row.set_name("access_time", Value::int(entry.accessed.load(Relaxed)));
            row.set_name("ref_count", Value::int(0));
            row.set_name("mem_size", Value::from(entry.size));
            Value::from(row)
        });
        info.set_name("cache_list", Value::from(Array::list(list)));
        info.set_name("deleted_list", Value::empty_array());
        let mut slots = BTreeMap::<i64, i64>::new();
        entries.iter().for_each(|entry| *slots.entry(slot_of(&entry.key)).or_default() += 1);
        let mut distribution = Array::new();
        slots.into_iter().for_each(|(slot, count)| distribution.set(slot, Value::int(count)));
        info.set_name("slot_distribution", Value::from(distribution));
    }
    OrFalse::Some(info)
}

/// What is known of one entry.
#[php("function apcu_key_info(string $key): ?array")]
fn apcu_key_info(ctx: &Ctx, key: &Str) -> Option<Array> {
    let entry = CACHE.look(key).filter(|_| is_enabled(ctx))?;
    let mut row = Array::new();
    row.set_name("hits", Value::int(entry.hits.load(Relaxed) as i64));
    row.set_name("access_time", Value::int(entry.accessed.load(Relaxed)));
    row.set_name("mtime", Value::int(entry.modified));
    row.set_name("creation_time", Value::int(entry.created));
    row.set_name("deletion_time", Value::int(0));
    row.set_name("ttl", Value::int(entry.ttl));
    row.set_name("refs", Value::int(0));
    Some(row)
}

/// How much memory there is.
#[php("function apcu_sma_info(bool $limited = false): array|false")]
fn apcu_sma_info(ctx: &Ctx, limited: bool) -> OrFalse<Array> {
    if !is_enabled(ctx) {
        ctx.warning("No APC SMA info available.  Perhaps APC is disabled via apc.enabled?");
        return OrFalse::False;
    }
    let (size, free) = (limit(ctx), limit(ctx).saturating_sub(CACHE.used()));
    let mut info = Array::new();
    info.set_name("num_seg", Value::int(1));
    info.set_name("seg_size", Value::float(size as f64));
    info.set_name("avail_mem", Value::float(free as f64));
    if !limited {
        let mut block = Array::new();
        block.set_name("size", Value::from(free));
        block.set_name("offset", Value::from(CACHE.used()));
        info.set_name("block_lists", Value::from(Array::list([Value::from(Array::list([Value::from(block)]))])));
    }
    OrFalse::Some(info)
}

/// Puts one value in; false if it could not be.
fn put(ctx: &Ctx, key: &Str, value: &Value, ttl: i64, only_new: bool) -> PhpResult<bool> {
    if !is_enabled(ctx) {
        return Ok(false);
    }
    if matches!(value.deref().view(), View::Resource(_)) {
        ctx.warning("Cannot store resources in apcu cache");
        return Ok(false);
    }
    let stored = Stored::new(ctx, value)?;
    Ok(CACHE.store(key, stored, ttl, only_new, room(ctx)))
}

fn store(ctx: &Ctx, key: &Value, value: Option<&Value>, ttl: i64, only_new: bool) -> PhpResult {
    if let Some(all) = key.as_array() {
        let mut failed = Array::new();
        for (key, value) in all.into_owned().iter() {
            if !put(ctx, &key.to_str(), value, ttl, only_new)? {
                failed.set(key.to_key(), Value::int(-1));
            }
        }
        return Ok(Value::from(failed));
    }
    match (key.as_str(), value) {
        (Some(key), Some(value)) => Ok(Value::bool(put(ctx, &key, value, ttl, only_new)?)),
        (Some(_), None) => Ok(Value::FALSE),
        (None, _) => {
            if is_enabled(ctx) {
                ctx.warning("apc_store expects key parameter to be a string or an array of key/value pairs.");
            }
            Ok(Value::FALSE)
        }
    }
}

/// Keeps a value, or those of an array.
#[php("function apcu_store($key, mixed $value = UNKNOWN, int $ttl = 0): array|bool")]
fn apcu_store(ctx: &Ctx, key: &Value, value: Option<&Value>, ttl: i64, passed: usize) -> PhpResult {
    // A null that is passed is a value.
    let null = Value::NULL;
    let value = value.or((passed > 1).then_some(&null));
    store(ctx, key, value, ttl, false)
}

/// Keeps a value if there is none under its key.
#[php("function apcu_add($key, mixed $value = UNKNOWN, int $ttl = 0): array|bool")]
fn apcu_add(ctx: &Ctx, key: &Value, value: Option<&Value>, ttl: i64, passed: usize) -> PhpResult {
    // A null that is passed is a value.
    let null = Value::NULL;
    let value = value.or((passed > 1).then_some(&null));
    store(ctx, key, value, ttl, true)
}

/// Adds to a number; a key that is not there begins with 0.
fn add(ctx: &Ctx, key: &Str, step: i64, success: Option<RefArg<'_>>, ttl: i64) -> PhpResult {
    let result = if is_enabled(ctx) {
        CACHE.change(key, ttl, |entry: Option<&Entry>| match entry {
            None => (Change::Put(Stored::int(step)), Some(Value::int(step))),
            Some(entry) => match entry.value.as_int() {
                Some(number) => {
                    let sum = number.wrapping_add(step);
                    (Change::Put(Stored::int(sum)), Some(Value::int(sum)))
                }
                None => (Change::Keep, None),
            },
        })
    } else {
        None
    };
    if let Some(mut success) = success {
        success.set(result.is_some());
    }
    Ok(result.unwrap_or(Value::FALSE))
}

/// Adds to a stored number.
#[php("function apcu_inc(string $key, int $step = 1, &$success = NULL, int $ttl = 0): int|false")]
fn apcu_inc(ctx: &Ctx, key: &Str, step: i64, success: RefArg<'_>, ttl: i64, passed: usize) -> PhpResult {
    add(ctx, key, step, (passed > 2).then_some(success), ttl)
}

/// Subtracts from a stored number.
#[php("function apcu_dec(string $key, int $step = 1, &$success = NULL, int $ttl = 0): int|false")]
fn apcu_dec(ctx: &Ctx, key: &Str, step: i64, success: RefArg<'_>, ttl: i64, passed: usize) -> PhpResult {
    add(ctx, key, step.wrapping_neg(), (passed > 2).then_some(success), ttl)
}

/// Replaces one number by another if it is there.
#[php("function apcu_cas(string $key, int $old, int $new): bool")]
fn apcu_cas(ctx: &Ctx, key: &Str, old: i64, new: i64) -> bool {
    is_enabled(ctx)
        && CACHE.change(key, 0, |entry| match entry.and_then(|entry| entry.value.as_int()) {
            Some(number) if number == old => (Change::Put(Stored::int(new)), true),
            _ => (Change::Keep, false),
        })
}

#[inline]
fn one(ctx: &Ctx, key: &Str) -> PhpResult<Option<Value>> {
    match CACHE.fetch(key) {
        Some(Fetched::Value(value)) => Ok(Some(value)),
        Some(Fetched::Text(entry)) => entry.value.value(ctx),
        None => Ok(None),
    }
}

/// The value of a key, or those of several that are there.
#[php("function apcu_fetch($key, &$success = NULL): mixed")]
fn apcu_fetch(ctx: &Ctx, key: &Value, mut success: RefArg<'_>, passed: usize) -> PhpResult {
    let mut found = Value::FALSE;
    let mut success_is = false;
    if !is_enabled(ctx) {
        // Nothing is there.
    } else if let Some(key) = key.as_str() {
        if let Some(value) = one(ctx, &key)? {
            success_is = true;
            found = value;
        }
    } else if let Some(keys) = key.as_array() {
        let mut values = Array::new();
        for key in keys.into_owned().values() {
            let Some(key) = key.as_str() else {
                ctx.warning("apc_fetch() expects a string or array of strings.");
                ctx.check()?;
                continue;
            };
            if let Some(value) = one(ctx, &key)? {
                values.set(&*key, value);
            }
        }
        success_is = true;
        found = Value::from(values);
    } else {
        let key = convert::to_str(ctx, key)?;
        if let Some(value) = one(ctx, &key)? {
            success_is = true;
            found = value;
        }
    }
    if passed > 1 {
        success.set(success_is);
    }
    Ok(found)
}

/// Whether a key is there, or which of several are.
#[php("function apcu_exists($key): array|bool")]
fn apcu_exists(ctx: &Ctx, key: &Value) -> PhpResult {
    if !is_enabled(ctx) {
        return Ok(Value::FALSE);
    }
    let Some(keys) = key.as_array() else {
        let key = convert::to_str(ctx, key)?;
        return Ok(Value::bool(CACHE.has(&*key)));
    };
    let mut found = Array::new();
    for key in keys.into_owned().values() {
        let Some(key) = key.as_str() else {
            ctx.warning("apc_exists() expects a string or array of strings.");
            ctx.check()?;
            continue;
        };
        if CACHE.has(&*key) {
            found.set(&*key, Value::TRUE);
        }
    }
    Ok(Value::from(found))
}

/// Takes out one key, several, or what an iterator goes over.
#[php("function apcu_delete($key): array|bool")]
fn apcu_delete(ctx: &Ctx, key: &Value) -> PhpResult {
    if !is_enabled(ctx) {
        return Ok(Value::FALSE);
    }
    if let Some(key) = key.as_str() {
        return Ok(Value::bool(CACHE.delete(&*key)));
    }
    if let Some(keys) = key.as_array() {
        let mut failed = Array::new();
        for key in keys.into_owned().values() {
            match key.as_str() {
                Some(key) if CACHE.delete(&*key) => {}
                Some(_) => drop(failed.push(key.unref())),
                None => {
                    ctx.warning("apc_delete() expects a string, array of strings, or APCIterator instance");
                    ctx.check()?;
                    let _ = failed.push(key.unref());
                }
            }
        }
        return Ok(Value::from(failed));
    }
    if let Some(object) = key.as_object() {
        return match iterator::keys(&object) {
            Some(keys) => {
                for key in &keys {
                    CACHE.delete(&**key);
                }
                Ok(Value::TRUE)
            }
            None => {
                ctx.report_here(Level::Error, "apc_delete object argument must be instance of APCUIterator.");
                Ok(Value::FALSE)
            }
        };
    }
    ctx.warning("apc_delete() expects a string, array of strings, or APCIterator instance");
    Ok(Value::FALSE)
}

/// Keys whose values are being made, by which thread: others wait.
static MAKING: LazyLock<(Mutex<HashSet<Vec<u8>>>, Condvar)> = LazyLock::new(Default::default);

/// Lets one thread make the value of a key; the others wait, but not for long.
struct Making(Option<Vec<u8>>);

impl Making {
    fn begin(key: &[u8]) -> Making {
        let (keys, done) = &*MAKING;
        let deadline = now() + 5;
        let mut keys = keys.lock().unwrap_or_else(|e| e.into_inner());
        while keys.contains(key) {
            if now() > deadline {
                return Making(None);
            }
            keys = done.wait_timeout(keys, std::time::Duration::from_millis(100)).unwrap_or_else(|e| e.into_inner()).0;
        }
        keys.insert(key.to_vec());
        Making(Some(key.to_vec()))
    }
}

impl Drop for Making {
    fn drop(&mut self) {
        if let Some(key) = self.0.take() {
            MAKING.0.lock().unwrap_or_else(|e| e.into_inner()).remove(&key);
            MAKING.1.notify_all();
        }
    }
}

/// The value of a key; if there is none, what the callback makes, which is kept. Only one thread makes it at a time.
#[php("function apcu_entry(string $key, callable $callback, int $ttl = 0): mixed")]
fn apcu_entry(ctx: &Ctx, key: &Str, callback: &Value, ttl: i64) -> PhpResult {
    if !is_enabled(ctx) {
        return Ok(Value::NULL);
    }
    if let Some(value) = one(ctx, key)? {
        return Ok(value);
    }
    let callback = ctx.callable(callback)?;
    let making = Making::begin(key);
    // Another thread may have made it meanwhile.
    if let Some(entry) = CACHE.look(key)
        && let Some(value) = entry.value.value(ctx)?
    {
        return Ok(value);
    }
    let made = ctx.call(&callback, &[Value::from(key.clone())])?;
    ctx.check()?;
    // What the function has stored itself stays.
    put(ctx, key, &made, ttl, true)?;
    drop(making);
    Ok(made)
}
