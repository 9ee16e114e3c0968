//! The class `Transliterator` and its functions.

mod engine;
mod half;
mod id;
mod parser;
mod printer;
mod registry;
mod rules;
mod special;
mod text;

use crate::error::{self, ILLEGAL_ARGUMENT, INVALID_CHAR_FOUND, ObjectError, code};
use engine::Transform;
use id::Direction;
use parser::Fault;
use phant_memory::{Array, NativeData, Object, Str, Tracer, Value};
use phant_native::{Ctx, ObjectHandlers, PhpResult, descriptor::FunctionGroup, functions, php, php_class, ret::OrFalse};
use std::{cell::RefCell, sync::Arc};
use text::{Span, Text};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    transliterator_create,
    transliterator_create_from_rules,
    transliterator_list_ids,
    transliterator_create_inverse,
    transliterator_transliterate,
    transliterator_get_error_code,
    transliterator_get_error_message
];

#[derive(Default)]
struct State {
    transform: RefCell<Option<Arc<Transform>>>,
    error: ObjectError,
}

impl NativeData for State {
    fn trace(&self, _: &mut Tracer<'_>) {}
}

const RULES: &str = "RulesTransPHP";

fn direction(ctx: &Ctx, number: i64) -> PhpResult<Direction> {
    match number {
        0 => Ok(Direction::Forward),
        1 => Ok(Direction::Reverse),
        _ => Err(ctx.argument_error(2, "must be either Transliterator::FORWARD or Transliterator::REVERSE")),
    }
}

/// An object for a transliterator that has been made.
fn object(ctx: &Ctx, name: &str, transform: Transform) -> PhpResult<Object> {
    let object = ctx.allocate(ctx.known_class("Transliterator"))?;
    Transliterator::state(&object).transform.replace(Some(Arc::new(transform)));
    ctx.set_property(&object, "id", Value::str(name))?;
    Ok(object)
}

fn create(ctx: &Ctx, id: &Str, direction: Direction) -> PhpResult<Option<Object>> {
    error::reset(ctx);
    let Some(name) = id.as_utf8() else {
        error::set(ctx, INVALID_CHAR_FOUND, "String conversion of id to UTF-16 failed")?;
        return Ok(None);
    };
    match registry::create(name, direction, 0) {
        Some((shown, transform)) => object(ctx, &shown, transform).map(Some),
        None => {
            let message = format!("transliterator_create: unable to open ICU transliterator with id \"{name}\"");
            error::set(ctx, code::INVALID_ID, message)?;
            Ok(None)
        }
    }
}

/// The transliterator of a name.
#[php("function transliterator_create(string $id, int $direction = Transliterator::FORWARD): ?Transliterator")]
fn transliterator_create(ctx: &Ctx, id: &Str, way: i64) -> PhpResult<Option<Object>> {
    let way = direction(ctx, way)?;
    create(ctx, id, way)
}

fn describe(fault: &Fault) -> String {
    let Fault { offset, before, behind, .. } = fault;
    let mut text = String::new();
    let mut add = |part: String| {
        text.push_str(if text.is_empty() { "parse error " } else { ", " });
        text.push_str(&part);
    };
    if let Some(offset) = offset {
        add(format!("at offset {offset}"));
    }
    if !before.is_empty() {
        add(format!("after \"{before}\""));
    }
    if !behind.is_empty() {
        add(format!("before or at \"{behind}\""));
    }
    if text.is_empty() { "no parse error".to_owned() } else { text }
}

/// The transliterator of rules.
#[php("function transliterator_create_from_rules(string $rules, int $direction = Transliterator::FORWARD): ?Transliterator")]
fn transliterator_create_from_rules(ctx: &Ctx, rules: &Str, way: i64) -> PhpResult<Option<Object>> {
    let way = direction(ctx, way)?;
    error::reset(ctx);
    let Some(text) = rules.as_utf8() else {
        error::set(ctx, INVALID_CHAR_FOUND, "String conversion of rules to UTF-16 failed")?;
        return Ok(None);
    };
    ctx.reserve(text.len().saturating_mul(8))?;
    match parser::compile(text, way, true, 0) {
        Ok(transform) => {
            let name = if transform.is_nothing() { "Any-Null" } else { RULES };
            object(ctx, name, transform).map(Some)
        }
        Err(fault) => {
            let what = describe(&fault);
            let message = format!("transliterator_create_from_rules: unable to create ICU transliterator from rules ({what})");
            error::set(ctx, fault.code, message)?;
            Ok(None)
        }
    }
}

/// The names of transliterators.
#[php("function transliterator_list_ids(): array|false")]
fn transliterator_list_ids(ctx: &Ctx) -> Array {
    error::reset(ctx);
    registry::names().iter().map(Value::str).collect()
}

/// The transliterator the other way round.
#[php("function transliterator_create_inverse(Transliterator $transliterator): ?Transliterator")]
fn transliterator_create_inverse(ctx: &Ctx, object: &Object) -> PhpResult<Option<Object>> {
    let state = Transliterator::state(object);
    state.error.reset(ctx);
    let name = ctx.get_property(object, "id")?.into_str().unwrap_or_default();
    let inverse = name.as_utf8().and_then(|name| registry::create(name, Direction::Reverse, 0));
    match inverse {
        Some((shown, transform)) => self::object(ctx, &shown, transform).map(Some),
        None => {
            let message = "transliterator_create_inverse: could not create inverse ICU transliterator";
            state.error.set(ctx, code::INVALID_ID, message)?;
            Ok(None)
        }
    }
}

/// Where two places in UTF-16 are in a text of characters.
fn characters(text: &str, start: usize, end: usize) -> (usize, usize) {
    let (mut units, mut found) = (0, (None, None));
    for (i, c) in text.chars().enumerate() {
        if units >= start {
            found.0 = found.0.or(Some(i));
        }
        if units >= end {
            found.1 = found.1.or(Some(i));
        }
        units += c.len_utf16();
    }
    let length = text.chars().count();
    (found.0.unwrap_or(length), found.1.unwrap_or(length))
}

fn transliterate(ctx: &Ctx, object: &Object, text: &Str, start: i64, end: i64, function: bool) -> PhpResult<OrFalse<Str>> {
    let first = if function { 3 } else { 2 };
    if end < -1 {
        return Err(ctx.argument_error(first + 1, "must be greater than or equal to -1"));
    }
    if start < 0 {
        return Err(ctx.argument_error(first, "must be greater than or equal to 0"));
    }
    if end != -1 && start > end {
        return Err(ctx.argument_error(first, format!("must be less than or equal to argument #{} ($end)", first + 1)));
    }
    let state = Transliterator::state(object);
    state.error.reset(ctx);
    let Some(transform) = state.transform.borrow().clone() else {
        return Err(ctx.throw_error("Found unconstructed transliterator"));
    };
    let Some(text) = text.as_utf8() else {
        state.error.set(ctx, INVALID_CHAR_FOUND, "String conversion of string to UTF-16 failed")?;
        return Ok(None.into());
    };
    let units: usize = text.chars().map(char::len_utf16).sum();
    let (from, to) = (start as usize, if end == -1 { units } else { end as usize });
    if from > units || to > units {
        let message = format!(
            "transliterator_transliterate: Neither \"start\" nor the \"end\" arguments can exceed the number of UTF-16 code \
             units (in this case, {units})"
        );
        state.error.set(ctx, ILLEGAL_ARGUMENT, message)?;
        return Ok(None.into());
    }
    ctx.reserve(text.len().saturating_mul(5))?;
    let (from, to) = characters(text, from, to);
    let mut work = Text::new(text.chars());
    transform.run(&mut work, &mut Span::all(from, to));
    ctx.poll()?;
    Ok(Some(Str::from(work.into_string().into_bytes())).into())
}

/// Transliterates a text.
#[php(
    "function transliterator_transliterate(Transliterator|string $transliterator, string $string, int $start = 0, int $end = -1): string|false"
)]
fn transliterator_transliterate(ctx: &Ctx, which: &Value, text: &Str, start: i64, end: i64) -> PhpResult<OrFalse<Str>> {
    if let Some(object) = which.as_object() {
        return transliterate(ctx, &object, text, start, end, true);
    }
    let name = which.as_str().map(|name| Str::clone(&name)).unwrap_or_default();
    let Some(object) = create(ctx, &name, Direction::Forward)? else {
        let name = String::from_utf8_lossy(name.as_bytes()).into_owned();
        let why = error::last_text(ctx);
        let why = String::from_utf8_lossy(why.as_bytes()).into_owned();
        ctx.warning(format!("Could not create transliterator with ID \"{name}\" ({why})"));
        ctx.check()?;
        return Ok(None.into());
    };
    transliterate(ctx, &object, text, start, end, true)
}

/// The code of a transliterator's last error.
#[php("function transliterator_get_error_code(Transliterator $transliterator): int|false")]
fn transliterator_get_error_code(ctx: &Ctx, object: &Object) -> i64 {
    error::reset(ctx);
    Transliterator::state(object).error.code()
}

/// What a transliterator's last error was.
#[php("function transliterator_get_error_message(Transliterator $transliterator): string|false")]
fn transliterator_get_error_message(ctx: &Ctx, object: &Object) -> Str {
    error::reset(ctx);
    Transliterator::state(object).error.text()
}

static HANDLERS: ObjectHandlers = ObjectHandlers { clone: Some(Transliterator::copy), ..ObjectHandlers::DEFAULT };

/// Turns texts of one script or form into another.
#[php_class(
    "class Transliterator {
        public const int FORWARD = 0;
        public const int REVERSE = 1;
        public readonly string $id;
    }",
    create = Self::make,
    handlers = HANDLERS,
    not_serializable
)]
impl Transliterator {
    fn make(_: &Ctx, object: &Object) {
        object.init_native(State::default());
    }
    fn state(object: &Object) -> &State {
        object.native().expect("made by make")
    }
    fn copy(_: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
        Self::state(to).transform.replace(Self::state(from).transform.borrow().clone());
        Ok(())
    }

    #[php("final private function __construct()")]
    fn construct() {}

    #[php("public static function create(string $id, int $direction = Transliterator::FORWARD): ?Transliterator")]
    fn create(ctx: &Ctx, id: &Str, direction: i64) -> PhpResult<Option<Object>> {
        transliterator_create(ctx, id, direction)
    }

    #[php("public static function createFromRules(string $rules, int $direction = Transliterator::FORWARD): ?Transliterator")]
    fn create_from_rules(ctx: &Ctx, rules: &Str, direction: i64) -> PhpResult<Option<Object>> {
        transliterator_create_from_rules(ctx, rules, direction)
    }

    #[php("public function createInverse(): ?Transliterator")]
    fn create_inverse(ctx: &Ctx, this: &Object) -> PhpResult<Option<Object>> {
        transliterator_create_inverse(ctx, this)
    }

    #[php("public static function listIDs(): array|false")]
    fn list_ids(ctx: &Ctx) -> Array {
        transliterator_list_ids(ctx)
    }

    #[php("public function transliterate(string $string, int $start = 0, int $end = -1): string|false")]
    fn transliterate(ctx: &Ctx, this: &Object, text: &Str, start: i64, end: i64) -> PhpResult<OrFalse<Str>> {
        transliterate(ctx, this, text, start, end, false)
    }

    #[php("public function getErrorCode(): int|false")]
    fn error_code(ctx: &Ctx, this: &Object) -> i64 {
        transliterator_get_error_code(ctx, this)
    }

    #[php("public function getErrorMessage(): string|false")]
    fn error_message(ctx: &Ctx, this: &Object) -> Str {
        transliterator_get_error_message(ctx, this)
    }
}

/// The class.
pub(crate) struct Transliterator;
