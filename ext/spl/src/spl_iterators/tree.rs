//! RecursiveTreeIterator: the elements of a RecursiveIteratorIterator as lines of a drawn tree.

use super::cursor::aggregated;
use super::recursive::{State, TREE_HANDLERS, construct, object_argument, state};
use crate::util;
use phant_memory::{Object, Str, Value};
use phant_native::{Ctx, PhpResult, convert, php_class};

const BYPASS_CURRENT: i64 = 4;
const BYPASS_KEY: i64 = 8;

/// Number of prefix parts; behind them in the list comes the postfix.
const PARTS: usize = 6;
const POSTFIX: usize = PARTS;
/// The flags of a constructor that is not told.
const CATCH_GET_CHILD: i64 = 16;
const SELF_FIRST: i64 = 1;

fn part(state: &State, number: usize) -> Str {
    state.texts.borrow().get(number).cloned().unwrap_or_default()
}

fn has_next(ctx: &Ctx, state: &State, level: usize) -> PhpResult<bool> {
    let Some(iterator) = state.iterator(level) else { return Ok(false) };
    let has = ctx.call_method(&iterator, "hasNext", &[])?;
    Ok(convert::to_bool(&has))
}

fn prefix(ctx: &Ctx, state: &State) -> PhpResult<Vec<u8>> {
    let mut text = part(state, 0).as_bytes().to_vec();
    for level in 0..state.level() {
        let number = if has_next(ctx, state, level)? { 1 } else { 2 };
        text.extend_from_slice(&part(state, number));
    }
    let number = if has_next(ctx, state, state.level())? { 3 } else { 4 };
    text.extend_from_slice(&part(state, number));
    text.extend_from_slice(&part(state, 5));
    Ok(text)
}

/// The current element as text; arrays do not warn.
fn entry(ctx: &Ctx, state: &State) -> PhpResult<Str> {
    let value = state.current(ctx)?;
    if value.is_array() { Ok(Str::from("Array")) } else { convert::to_str(ctx, &value) }
}

fn line(ctx: &Ctx, state: &State, middle: &Str) -> PhpResult<Str> {
    let mut text = prefix(ctx, state)?;
    text.extend_from_slice(middle);
    text.extend_from_slice(&part(state, POSTFIX));
    Ok(Str::from(text))
}

pub struct RecursiveTreeIterator;

/// Draws a tree.
#[php_class(
    "class RecursiveTreeIterator extends RecursiveIteratorIterator {
        public const int BYPASS_CURRENT = 4;
        public const int BYPASS_KEY = 8;
        public const int PREFIX_LEFT = 0;
        public const int PREFIX_MID_HAS_NEXT = 1;
        public const int PREFIX_MID_LAST = 2;
        public const int PREFIX_END_HAS_NEXT = 3;
        public const int PREFIX_END_LAST = 4;
        public const int PREFIX_RIGHT = 5;
    }",
    handlers = TREE_HANDLERS
)]
impl RecursiveTreeIterator {
    #[php(
        "public function __construct($iterator, int $flags = RecursiveTreeIterator::BYPASS_KEY, int $cachingIteratorFlags = CachingIterator::CATCH_GET_CHILD, int $mode = RecursiveTreeIterator::SELF_FIRST)",
        raw
    )]
    fn construct(ctx: &Ctx, args: &mut phant_native::Args<'_>) -> PhpResult<()> {
        let this = args.this().clone();
        let iterator = object_argument(ctx, args)?;
        let number = |ctx: &Ctx, i: usize, default: i64| match args.values.get(i).filter(|_| i < args.passed) {
            Some(value) => util::int_argument(ctx, value, i + 1),
            None => Ok(default),
        };
        let flags = number(ctx, 1, BYPASS_KEY)?;
        let caching_flags = number(ctx, 2, CATCH_GET_CHILD)?;
        let mode = number(ctx, 3, SELF_FIRST)?;
        let iterator = aggregated(ctx, &iterator)?;
        let class = ctx.known_class("RecursiveCachingIterator");
        let caching = ctx.new_object(class, &[Value::from(iterator), Value::int(caching_flags)])?;
        construct(ctx, &this, &caching, mode, flags)?;
        let state: &State = this.native().expect("made by create");
        let mut texts = state.texts.borrow_mut();
        texts.clear();
        texts.extend(["", "| ", "  ", "|-", "\\-", "", ""].map(Str::from));
        Ok(())
    }

    #[php("public function key(): mixed")]
    fn key(ctx: &Ctx, this: &Object) -> PhpResult {
        let state = state(ctx, this)?;
        let key = state.key(ctx)?;
        if state.flags.get() & BYPASS_KEY != 0 {
            return Ok(key);
        }
        let key = convert::to_str(ctx, &key)?;
        line(ctx, state, &key).map(Value::from)
    }

    #[php("public function current(): mixed")]
    fn current(ctx: &Ctx, this: &Object) -> PhpResult {
        let state = state(ctx, this)?;
        if state.flags.get() & BYPASS_CURRENT != 0 {
            return state.current(ctx);
        }
        let entry = entry(ctx, state)?;
        line(ctx, state, &entry).map(Value::from)
    }

    /// What stands in front of the current element.
    #[php("public function getPrefix(): string")]
    fn get_prefix(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
        let state = state(ctx, this)?;
        prefix(ctx, state)
    }

    #[php("public function setPostfix(string $postfix): void")]
    fn set_postfix(ctx: &Ctx, this: &Object, postfix: Str) -> PhpResult<()> {
        set(state(ctx, this)?, POSTFIX, postfix);
        Ok(())
    }

    #[php("public function setPrefixPart(int $part, string $value): void")]
    fn set_prefix_part(ctx: &Ctx, this: &Object, part: i64, value: Str) -> PhpResult<()> {
        let state = state(ctx, this)?;
        match usize::try_from(part) {
            Ok(part) if part < PARTS => set(state, part, value),
            _ => return Err(ctx.argument_error(1, "must be a RecursiveTreeIterator::PREFIX_* constant")),
        }
        Ok(())
    }

    /// The current element without prefix and postfix.
    #[php("public function getEntry(): string")]
    fn get_entry(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        let state = state(ctx, this)?;
        entry(ctx, state)
    }

    #[php("public function getPostfix(): string")]
    fn get_postfix(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        Ok(part(state(ctx, this)?, POSTFIX))
    }
}

fn set(state: &State, number: usize, text: Str) {
    if let Some(part) = state.texts.borrow_mut().get_mut(number) {
        *part = text;
    }
}
