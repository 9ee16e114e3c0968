//! `APCUIterator`: the entries whose keys match, as they are when it is made.

use crate::{
    cache::{CACHE, Entry},
    is_enabled, part,
};
use phant_memory::{Array, NativeData, Object, Tracer, Value};
use phant_native::{Ctx, Level, PhpResult, php_class};
use std::{
    cell::{Cell, RefCell},
    sync::{Arc, atomic::Ordering::Relaxed},
};

/// What an iterator goes over. The keys are copies in the request's heap; entries are looked up when they are shown.
struct State {
    keys: RefCell<phant_memory::HeapVec<phant_memory::Str>>,
    at: Cell<usize>,
    /// What is shown of an entry; nothing before the constructor was called.
    format: Cell<Option<i64>>,
}

impl NativeData for State {
    fn trace(&self, _: &mut Tracer<'_>) {}
}

/// The keys that an iterator goes over.
pub(crate) fn keys(object: &Object) -> Option<Vec<Vec<u8>>> {
    let state = object.native::<State>()?;
    Some(state.keys.borrow().iter().map(|key| key.to_vec()).collect())
}

/// Goes over the entries of the cache.
pub(crate) struct ApcuIterator;

/// Goes over the entries of the cache.
#[php_class("class APCUIterator implements Iterator {}", create = Self::create, not_cloneable, strict_return)]
impl ApcuIterator {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(State { keys: RefCell::new(phant_memory::heap_vec()), at: Cell::new(0), format: Cell::new(None) });
    }
    fn state(this: &Object) -> &State {
        this.native().expect("made by create")
    }
    /// The same of an iterator that was constructed, and what it shows.
    fn ready<'a>(ctx: &Ctx, this: &'a Object) -> PhpResult<(&'a State, i64)> {
        let state = Self::state(this);
        let format = state.format.get();
        Ok((state, format.ok_or_else(|| ctx.throw_error("Trying to use uninitialized APCUIterator"))?))
    }
    /// The entry it stands at. Those that are gone are passed.
    fn entry(this: &Object) -> Option<Arc<Entry>> {
        let state = Self::state(this);
        loop {
            let key = state.keys.borrow().get(state.at.get())?.clone();
            match CACHE.look(&*key) {
                Some(entry) => return Some(entry),
                None => state.at.set(state.at.get() + 1),
            }
        }
    }
    fn entries(this: &Object) -> Vec<Arc<Entry>> {
        Self::state(this).keys.borrow().iter().filter_map(|key| CACHE.look(&**key)).collect()
    }

    #[php(
        "public function __construct($search = NULL, int $format = APC_ITER_ALL, int $chunk_size = 0, int $list = APC_LIST_ACTIVE)"
    )]
    fn construct(ctx: &Ctx, this: &Object, search: &Value, format: i64, chunk_size: i64, list: i64) -> PhpResult<()> {
        if !is_enabled(ctx) {
            return Err(ctx.throw_error("APC must be enabled to use APCUIterator"));
        }
        if format > part::ALL {
            ctx.report_here(Level::Error, "APCUIterator format is invalid");
            return ctx.check();
        }
        if chunk_size < 0 {
            ctx.report_here(Level::Error, "APCUIterator chunk size must be 0 or greater");
            return ctx.check();
        }
        if list != 1 && list != 2 {
            ctx.warning("APCUIterator invalid list type");
            return ctx.check();
        }
        let state = Self::state(this);
        state.format.set(Some(format));
        // A pattern that is none is told of even where there is nothing to compare it with.
        Self::matches(ctx, search, &phant_memory::Str::default())?;
        let mut keys = phant_memory::heap_vec();
        if list == 1 {
            for entry in CACHE.entries() {
                ctx.poll()?;
                let key = phant_memory::Str::new(&*entry.key);
                if Self::matches(ctx, search, &key)? {
                    keys.push(key);
                }
            }
        }
        *state.keys.borrow_mut() = keys;
        Ok(())
    }

    /// Whether a key is one that is searched for: by a pattern, or as one of a list.
    fn matches(ctx: &Ctx, search: &Value, key: &phant_memory::Str) -> PhpResult<bool> {
        if let Some(pattern) = search.as_str().filter(|pattern| !pattern.is_empty()) {
            let Some(function) = ctx.host.lookup_function(ctx, b"preg_match") else { return Ok(false) };
            let args = [Value::from(pattern.into_owned()), Value::from(key.clone())];
            let found = ctx.host.call_function(ctx, function, None, None, &args)?;
            if found.as_bool() == Some(false) {
                let text = format!(
                    "Could not compile regular expression: {}",
                    args[0].as_str().map(|s| s.to_string()).unwrap_or_default()
                );
                ctx.report_here(Level::Error, text);
                ctx.check()?;
            }
            return Ok(found.as_int() == Some(1));
        }
        if let Some(list) = search.as_array() {
            return Ok(list.values().any(|wanted| wanted.as_str().is_some_and(|wanted| *wanted == *key)));
        }
        Ok(true)
    }

    #[php("public function rewind(): void")]
    fn rewind(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        Self::ready(ctx, this)?.0.at.set(0);
        Ok(())
    }

    #[php("public function next(): void")]
    fn next(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let (state, _) = Self::ready(ctx, this)?;
        state.at.set(state.at.get() + 1);
        Ok(())
    }

    #[php("public function valid(): bool")]
    fn valid(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Self::ready(ctx, this)?;
        Ok(Self::entry(this).is_some())
    }

    #[php("public function key(): string|int")]
    fn key(ctx: &Ctx, this: &Object) -> PhpResult<Value> {
        Self::ready(ctx, this)?;
        match Self::entry(this) {
            Some(entry) => Ok(Value::str(&*entry.key)),
            None => Err(ctx.throw_error("Cannot call key() on invalid iterator")),
        }
    }

    #[php("public function current(): mixed")]
    fn current(ctx: &Ctx, this: &Object) -> PhpResult<Value> {
        let (_, format) = Self::ready(ctx, this)?;
        let Some(entry) = Self::entry(this) else {
            return Err(ctx.throw_error("Cannot call current() on invalid iterator"));
        };
        let mut row = Array::new();
        let mut show = |bit: i64, name: &'static str, value: Value| {
            if format & bit != 0 {
                row.set_name(name, value);
            }
        };
        show(part::TYPE, "type", Value::str("user"));
        show(part::KEY, "key", Value::str(&*entry.key));
        if format & part::VALUE != 0 {
            show(part::VALUE, "value", entry.value.value(ctx)?.unwrap_or(Value::FALSE));
        }
        show(part::NUM_HITS, "num_hits", Value::int(entry.hits.load(Relaxed) as i64));
        show(part::MTIME, "mtime", Value::int(entry.modified));
        show(part::CTIME, "creation_time", Value::int(entry.created));
        show(part::DTIME, "deletion_time", Value::int(0));
        show(part::ATIME, "access_time", Value::int(entry.accessed.load(Relaxed)));
        show(part::REFCOUNT, "ref_count", Value::int(0));
        show(part::MEM_SIZE, "mem_size", Value::from(entry.size));
        show(part::TTL, "ttl", Value::int(entry.ttl));
        Ok(Value::from(row))
    }

    #[php("public function getTotalHits(): int")]
    fn total_hits(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Self::ready(ctx, this)?;
        Ok(Self::entries(this).iter().map(|entry| entry.hits.load(Relaxed) as i64).sum())
    }

    #[php("public function getTotalSize(): int")]
    fn total_size(ctx: &Ctx, this: &Object) -> PhpResult<usize> {
        Self::ready(ctx, this)?;
        Ok(Self::entries(this).iter().map(|entry| entry.size).sum())
    }

    #[php("public function getTotalCount(): int")]
    fn total_count(ctx: &Ctx, this: &Object) -> PhpResult<usize> {
        Self::ready(ctx, this)?;
        Ok(Self::entries(this).len())
    }
}
