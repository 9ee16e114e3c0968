//! RegexIterator and RecursiveRegexIterator.

use super::dual::{Dual, begin, construct, dual, raw};
use super::filter::{inner_children, inner_has_children};
use crate::util;
use phant_memory::{Object, Reference, Str, Value};
use phant_native::{Ctx, FunctionPtr, ObjectExt, PhpResult, Thrown, convert, php_class};
use std::cell::Cell;

const USE_KEY: i64 = 1;
const INVERT_MATCH: i64 = 2;

const MATCH: i64 = 0;
const GET_MATCH: i64 = 1;
const ALL_MATCHES: i64 = 2;
const SPLIT: i64 = 3;
const REPLACE: i64 = 4;

/// What a mode must be, as messages have it.
const MODES: &str = "must be RegexIterator::MATCH, RegexIterator::GET_MATCH, RegexIterator::ALL_MATCHES, RegexIterator::SPLIT, or RegexIterator::REPLACE";

/// The arguments behind the iterator.
struct Arguments<'a> {
    pattern: &'a Str,
    mode: i64,
    flags: i64,
    preg_flags: i64,
}

fn init(ctx: &Ctx, this: &Object, class: &str, inner: &Object, args: Arguments<'_>) -> PhpResult<()> {
    begin(ctx, this, class)?;
    if !(MATCH..=REPLACE).contains(&args.mode) {
        return Err(ctx.argument_error(3, MODES));
    }
    check_pattern(ctx, args.pattern)?;
    let dual = raw(this);
    dual.text.replace(Some(args.pattern.clone()));
    dual.numbers.set((args.mode, args.preg_flags));
    dual.flags.set(args.flags);
    construct(ctx, this, class, inner)
}

/// Has the pattern compiled; what would be a warning is an exception.
fn check_pattern(ctx: &Ctx, pattern: &Str) -> PhpResult<()> {
    let method = ctx.current.get().map(|f| f.display_name()).unwrap_or_default();
    let args = [Value::from(pattern.clone()), Value::from(Str::default())];
    let result = ctx.throwing_warnings("InvalidArgumentException", |ctx| util::call_named(ctx, "preg_match", &args));
    if result.is_ok() && !ctx.has_exception() {
        return Ok(());
    }
    if let Some(exception) = ctx.exception.get().filter(|e| e.class().is_named("InvalidArgumentException")) {
        let message = ctx.exception.take().map_or(Ok(Value::NULL), |_| ctx.get_property(&exception, "message"))?;
        let message = convert::to_str(ctx, &message)?;
        let text = message.to_text().replacen("preg_match()", &format!("{method}()"), 1);
        return Err(ctx.throw("InvalidArgumentException", text));
    }
    Err(Thrown)
}

/// `preg_match`, once it has been looked up.
#[derive(Default)]
struct Matcher(Cell<Option<FunctionPtr>>);

fn matched(ctx: &Ctx, args: &[Value]) -> PhpResult {
    let known = &ctx.state::<Matcher>().0;
    if known.get().is_none() {
        known.set(ctx.host.lookup_function(ctx, b"preg_match"));
    }
    match known.get() {
        Some(function) => ctx.host.call_function(ctx, function, None, None, args),
        None => util::call_named(ctx, "preg_match", args),
    }
}

/// Whether the element at hand matches; most modes change it.
fn accept(ctx: &Ctx, this: &Object, dual: &Dual) -> PhpResult<bool> {
    if !dual.has_current() {
        return Ok(false);
    }
    let by_key = dual.flags.get() & USE_KEY != 0;
    let source = if by_key { dual.shown_key() } else { dual.shown_current() };
    if !by_key && source.is_array() {
        return Ok(false);
    }
    let subject = Value::from(convert::to_str(ctx, &source)?);
    let pattern = Value::from(dual.text.borrow().clone());
    let (mode, preg_flags) = dual.numbers.get();
    let accepted = match mode {
        GET_MATCH | ALL_MATCHES => {
            let function = if mode == ALL_MATCHES { "preg_match_all" } else { "preg_match" };
            let found = Reference::new(Value::NULL);
            let args = [pattern, subject, Value::from(found.clone()), Value::int(preg_flags)];
            let count = util::call_named(ctx, function, &args)?;
            set(&dual.current, found.get().clone());
            convert::to_int(&count) > 0
        }
        SPLIT => {
            let pieces = util::call_named(ctx, "preg_split", &[pattern, subject, Value::int(-1), Value::int(preg_flags)])?;
            let count = pieces.as_array().map_or(0, |pieces| pieces.len());
            set(&dual.current, pieces);
            count > 1
        }
        REPLACE => {
            let replacement = ctx.get_property(this, "replacement")?;
            let replacement = Value::from(convert::to_str(ctx, &replacement)?);
            let count = Reference::new(Value::int(0));
            let args = [pattern, replacement, subject, Value::int(-1), Value::from(count.clone())];
            let result = util::call_named(ctx, "preg_replace", &args)?;
            set(if by_key { &dual.key } else { &dual.current }, result);
            convert::to_int(&count.get()) > 0
        }
        _ => convert::to_int(&matched(ctx, &[pattern, subject])?) > 0,
    };
    Ok(accepted != (dual.flags.get() & INVERT_MATCH != 0))
}

fn set(cell: &std::cell::RefCell<Value>, value: Value) {
    let old = cell.replace(value);
    drop(old);
}

pub struct RegexIterator;

/// Shows the elements that match a regular expression, or what matched.
#[php_class(
    "class RegexIterator extends FilterIterator {
        public const int USE_KEY = 1;
        public const int INVERT_MATCH = 2;
        public const int MATCH = 0;
        public const int GET_MATCH = 1;
        public const int ALL_MATCHES = 2;
        public const int SPLIT = 3;
        public const int REPLACE = 4;
        public ?string $replacement = null;
    }"
)]
impl RegexIterator {
    #[php(
        "public function __construct(Iterator $iterator, string $pattern, int $mode = RegexIterator::MATCH, int $flags = 0, int $pregFlags = 0)"
    )]
    fn construct(ctx: &Ctx, this: &Object, inner: &Object, pattern: &Str, mode: i64, flags: i64, preg: i64) -> PhpResult<()> {
        init(ctx, this, "RegexIterator", inner, Arguments { pattern, mode, flags, preg_flags: preg })
    }

    #[php("public function accept(): bool")]
    fn accept(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let dual = dual(ctx, this)?;
        accept(ctx, this, dual)
    }

    #[php("public function getMode(): int")]
    fn get_mode(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(dual(ctx, this)?.numbers.get().0)
    }

    #[php("public function setMode(int $mode): void")]
    fn set_mode(ctx: &Ctx, this: &Object, mode: i64) -> PhpResult<()> {
        if !(MATCH..=REPLACE).contains(&mode) {
            return Err(ctx.argument_error(1, MODES));
        }
        let numbers = &dual(ctx, this)?.numbers;
        numbers.set((mode, numbers.get().1));
        Ok(())
    }

    #[php("public function getFlags(): int")]
    fn get_flags(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(dual(ctx, this)?.flags.get())
    }

    #[php("public function setFlags(int $flags): void")]
    fn set_flags(ctx: &Ctx, this: &Object, flags: i64) -> PhpResult<()> {
        dual(ctx, this)?.flags.set(flags);
        Ok(())
    }

    #[php("public function getRegex(): string")]
    fn get_regex(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        Ok(dual(ctx, this)?.text.borrow().clone().unwrap_or_default())
    }

    #[php("public function getPregFlags(): int")]
    fn get_preg_flags(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(dual(ctx, this)?.numbers.get().1)
    }

    #[php("public function setPregFlags(int $pregFlags): void")]
    fn set_preg_flags(ctx: &Ctx, this: &Object, preg_flags: i64) -> PhpResult<()> {
        let numbers = &dual(ctx, this)?.numbers;
        numbers.set((numbers.get().0, preg_flags));
        Ok(())
    }
}

pub struct RecursiveRegexIterator;

/// A RegexIterator whose elements may be walked, matched too.
#[php_class("class RecursiveRegexIterator extends RegexIterator implements RecursiveIterator {}")]
impl RecursiveRegexIterator {
    #[php(
        "public function __construct(RecursiveIterator $iterator, string $pattern, int $mode = RecursiveRegexIterator::MATCH, int $flags = 0, int $pregFlags = 0)"
    )]
    fn construct(ctx: &Ctx, this: &Object, inner: &Object, pattern: &Str, mode: i64, flags: i64, preg: i64) -> PhpResult<()> {
        init(ctx, this, "RecursiveRegexIterator", inner, Arguments { pattern, mode, flags, preg_flags: preg })
    }

    #[php("public function accept(): bool")]
    fn accept(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let dual = dual(ctx, this)?;
        if let Some(array) = dual.current.borrow().as_array() {
            return Ok(!array.is_empty());
        }
        accept(ctx, this, dual)
    }

    #[php("public function hasChildren(): bool")]
    fn has_children(ctx: &Ctx, this: &Object) -> PhpResult {
        let dual = dual(ctx, this)?;
        inner_has_children(ctx, dual)
    }

    #[php("public function getChildren(): RecursiveRegexIterator")]
    fn get_children(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        let dual = dual(ctx, this)?;
        let children = inner_children(ctx, dual)?;
        let pattern = Value::from(dual.text.borrow().clone());
        let (mode, preg_flags) = dual.numbers.get();
        let args = [children, pattern, Value::int(mode), Value::int(dual.flags.get()), Value::int(preg_flags)];
        ctx.new_object(this.class(), &args)
    }
}
