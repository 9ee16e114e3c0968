//! CachingIterator, which is one element ahead, and RecursiveCachingIterator.

use super::dual::{Dual, HANDLERS, begin, construct, create, dual, raw};
use super::filter::{inner_children, inner_has_children};
use crate::util;
use phant_memory::{Array, Key, Object, Str, Value};
use phant_native::{Ctx, Level, ObjectExt, PhpResult, Thrown, convert, php_class};

const CALL_TOSTRING: i64 = 1;
const TOSTRING_USE_KEY: i64 = 2;
const TOSTRING_USE_CURRENT: i64 = 4;
const TOSTRING_USE_INNER: i64 = 8;
const TOSTRING: i64 = 15;
const CATCH_GET_CHILD: i64 = 16;
const FULL_CACHE: i64 = 256;
/// The flags that PHP code sees.
const PUBLIC: i64 = 0xffff;
/// There is a current element.
const VALID: i64 = 0x10000;
/// The class is RecursiveCachingIterator.
const RECURSIVE: i64 = 0x20000;

/// Fetches the next element and moves the inner iterator beyond it.
fn advance(ctx: &Ctx, dual: &Dual) -> PhpResult<()> {
    let old = (dual.text.take(), dual.extra.replace(Value::UNDEF));
    drop(old);
    if !dual.fetch(ctx, true)? {
        dual.flags.set(dual.flags.get() & !VALID);
        return Ok(());
    }
    dual.flags.set(dual.flags.get() | VALID);
    let flags = dual.flags.get();
    if flags & FULL_CACHE != 0 {
        remember(ctx, dual)?;
    }
    if flags & RECURSIVE != 0
        && let Err(Thrown) = fetch_children(ctx, dual)
    {
        if flags & CATCH_GET_CHILD == 0 || ctx.ending.get().is_some() {
            return Err(Thrown);
        }
        ctx.exception.set(None);
    }
    if flags & (TOSTRING_USE_INNER | CALL_TOSTRING) != 0 {
        let source = match flags & TOSTRING_USE_INNER {
            0 => dual.shown_current(),
            _ => Value::from(dual.inner()),
        };
        let text = convert::to_str(ctx, &source)?;
        dual.text.replace(Some(text));
    }
    dual.next(ctx, false)
}

fn remember(ctx: &Ctx, dual: &Dual) -> PhpResult<()> {
    let (key, value) = (dual.shown_key(), dual.shown_current());
    match convert::to_key(ctx, &key)? {
        Some(key) => {
            put(dual, key, value);
            Ok(())
        }
        None => {
            let text = format!("Cannot access offset of type {} on array", convert::type_name(&key));
            Err(ctx.type_error(text))
        }
    }
}

fn put(dual: &Dual, key: Key, value: Value) {
    let old = {
        let mut cache = dual.cache.borrow_mut();
        let slot = cache.make_mut().get_or_insert(key);
        let old = slot.take();
        slot.set(value);
        old
    };
    drop(old);
}

fn fetch_children(ctx: &Ctx, dual: &Dual) -> PhpResult<()> {
    let has = inner_has_children(ctx, dual)?;
    if !convert::to_bool(&has) {
        return Ok(());
    }
    let children = inner_children(ctx, dual)?;
    let class = ctx.known_class("RecursiveCachingIterator");
    let iterator = ctx.new_object(class, &[children, Value::int(dual.flags.get() & PUBLIC)])?;
    dual.extra.replace(Value::from(iterator));
    Ok(())
}

/// Whether at most one of the ways to make a string is asked for.
fn check_flags(ctx: &Ctx, flags: i64, number: usize) -> PhpResult<()> {
    if (flags & TOSTRING).count_ones() <= 1 {
        return Ok(());
    }
    let text = "must contain only one of CachingIterator::CALL_TOSTRING, CachingIterator::TOSTRING_USE_KEY, \
                CachingIterator::TOSTRING_USE_CURRENT, or CachingIterator::TOSTRING_USE_INNER";
    Err(ctx.argument_error(number, text))
}

fn init(ctx: &Ctx, this: &Object, class: &str, inner: &Object, flags: i64, kind: i64) -> PhpResult<()> {
    begin(ctx, this, class)?;
    check_flags(ctx, flags, 2)?;
    raw(this).flags.set(flags & PUBLIC | kind);
    raw(this).has_element.set(Some(|dual| dual.flags.get() & VALID != 0));
    construct(ctx, this, class, inner)
}

/// The state of an iterator that keeps all elements.
fn full<'a>(ctx: &Ctx, this: &'a Object) -> PhpResult<&'a Dual> {
    let dual = dual(ctx, this)?;
    if dual.flags.get() & FULL_CACHE != 0 {
        return Ok(dual);
    }
    let text = format!("{} does not use a full cache (see CachingIterator::__construct)", this.class().name);
    Err(ctx.throw("BadMethodCallException", text))
}

pub struct CachingIterator;

/// Looks one element ahead, and may keep all it has seen.
#[php_class(
    "class CachingIterator extends IteratorIterator implements ArrayAccess, Countable, Stringable {
        public const int CALL_TOSTRING = 1;
        public const int CATCH_GET_CHILD = 16;
        public const int TOSTRING_USE_KEY = 2;
        public const int TOSTRING_USE_CURRENT = 4;
        public const int TOSTRING_USE_INNER = 8;
        public const int FULL_CACHE = 256;
    }",
    create = create,
    handlers = HANDLERS,
    not_cloneable
)]
impl CachingIterator {
    #[php("public function __construct(Iterator $iterator, int $flags = CachingIterator::CALL_TOSTRING)")]
    fn construct(ctx: &Ctx, this: &Object, iterator: &Object, flags: i64) -> PhpResult<()> {
        init(ctx, this, "CachingIterator", iterator, flags, 0)
    }

    #[php("public function rewind(): void")]
    fn rewind(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let dual = dual(ctx, this)?;
        dual.rewind(ctx)?;
        let old = dual.cache.take();
        drop(old);
        advance(ctx, dual)
    }

    #[php("public function valid(): bool")]
    fn valid(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(dual(ctx, this)?.flags.get() & VALID != 0)
    }

    #[php("public function next(): void")]
    fn next(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let dual = dual(ctx, this)?;
        advance(ctx, dual)
    }

    /// Whether there is an element after the current one.
    #[php("public function hasNext(): bool")]
    fn has_next(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        dual(ctx, this)?.valid(ctx)
    }

    #[php("public function __toString(): string")]
    fn to_string(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        let dual = dual(ctx, this)?;
        let flags = dual.flags.get();
        if flags & TOSTRING == 0 {
            let text = format!("{} does not fetch string value (see CachingIterator::__construct)", this.class().name);
            return Err(ctx.throw("BadMethodCallException", text));
        }
        if flags & TOSTRING_USE_KEY != 0 {
            return convert::to_str(ctx, &dual.shown_key());
        }
        if flags & TOSTRING_USE_CURRENT != 0 {
            return convert::to_str(ctx, &dual.shown_current());
        }
        Ok(dual.text.borrow().clone().unwrap_or_default())
    }

    #[php("public function getFlags(): int")]
    fn get_flags(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(dual(ctx, this)?.flags.get() & PUBLIC)
    }

    #[php("public function setFlags(int $flags): void")]
    fn set_flags(ctx: &Ctx, this: &Object, flags: i64) -> PhpResult<()> {
        let dual = dual(ctx, this)?;
        let old = dual.flags.get();
        check_flags(ctx, flags, 1)?;
        let unset = old & !flags;
        if unset & CALL_TOSTRING != 0 {
            return Err(ctx.throw("InvalidArgumentException", "Unsetting flag CALL_TO_STRING is not possible"));
        }
        if unset & TOSTRING_USE_INNER != 0 {
            return Err(ctx.throw("InvalidArgumentException", "Unsetting flag TOSTRING_USE_INNER is not possible"));
        }
        if flags & !old & FULL_CACHE != 0 {
            let cache = dual.cache.take();
            drop(cache);
        }
        dual.flags.set(old & !PUBLIC | flags & PUBLIC);
        Ok(())
    }

    #[php("public function offsetGet($key): mixed")]
    fn offset_get(ctx: &Ctx, this: &Object, key: &Value) -> PhpResult {
        let key = util::str_argument(ctx, key, 1)?;
        let dual = full(ctx, this)?;
        let found = dual.cache.borrow().get_symbolic(&key).map(Value::unref);
        if let Some(value) = found {
            return Ok(value);
        }
        ctx.report(Level::Warning, [b"Undefined array key \"", key.as_bytes(), b"\""].concat());
        ctx.check()?;
        Ok(Value::NULL)
    }

    #[php("public function offsetSet($key, mixed $value): void")]
    fn offset_set(ctx: &Ctx, this: &Object, key: &Value, value: Value) -> PhpResult<()> {
        let key = util::str_argument(ctx, key, 1)?;
        let dual = full(ctx, this)?;
        put(dual, Key::from(key), value);
        Ok(())
    }

    #[php("public function offsetUnset($key): void")]
    fn offset_unset(ctx: &Ctx, this: &Object, key: &Value) -> PhpResult<()> {
        let key = util::str_argument(ctx, key, 1)?;
        let dual = full(ctx, this)?;
        let old = dual.cache.borrow_mut().remove(&Key::from(key).as_ref());
        drop(old);
        Ok(())
    }

    #[php("public function offsetExists($key): bool")]
    fn offset_exists(ctx: &Ctx, this: &Object, key: &Value) -> PhpResult<bool> {
        let key = util::str_argument(ctx, key, 1)?;
        let dual = full(ctx, this)?;
        Ok(dual.cache.borrow().get_symbolic(&key).is_some_and(|value| !value.is_null()))
    }

    /// All elements so far.
    #[php("public function getCache(): array")]
    fn get_cache(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        Ok(full(ctx, this)?.cache.borrow().clone())
    }

    #[php("public function count(): int")]
    fn count(ctx: &Ctx, this: &Object) -> PhpResult<usize> {
        Ok(full(ctx, this)?.cache.borrow().len())
    }
}

pub struct RecursiveCachingIterator;

/// A CachingIterator whose elements may be walked too.
#[php_class("class RecursiveCachingIterator extends CachingIterator implements RecursiveIterator {}")]
impl RecursiveCachingIterator {
    #[php("public function __construct(Iterator $iterator, int $flags = RecursiveCachingIterator::CALL_TOSTRING)")]
    fn construct(ctx: &Ctx, this: &Object, iterator: &Object, flags: i64) -> PhpResult<()> {
        if !util::descends(iterator.class(), "RecursiveIterator") {
            let given = convert::value_name(&Value::from(iterator.clone()));
            return Err(ctx.argument_type_error(1, format!("must be of type RecursiveIterator, {given} given")));
        }
        init(ctx, this, "RecursiveCachingIterator", iterator, flags, RECURSIVE)
    }

    #[php("public function hasChildren(): bool")]
    fn has_children(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(!dual(ctx, this)?.extra.borrow().is_undef())
    }

    #[php("public function getChildren(): ?RecursiveCachingIterator")]
    fn get_children(ctx: &Ctx, this: &Object) -> PhpResult {
        let children = dual(ctx, this)?.extra.borrow().clone();
        Ok(if children.is_undef() { Value::NULL } else { children })
    }
}
