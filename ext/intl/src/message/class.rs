//! The class MessageFormatter and the functions `msgfmt_*`.

use super::{
    format::{Argument, Message, Type},
    pattern::{self, PATTERN_SYNTAX},
};
use crate::{
    date::moment_of,
    error::{ILLEGAL_ARGUMENT, INVALID_CHAR_FOUND, ObjectError, reset, set},
    known,
    number::decimal::Decimal,
    timezone,
};
use phant_memory::{Array, KeyRef, NativeData, Object, Str, Tracer, Value, View};
use phant_native::{
    ClassPtr, Ctx, ObjectHandlers, PhpResult, convert, descriptor::FunctionGroup, functions, php, php_class, ret::OrFalse,
};
use std::{cell::RefCell, collections::HashMap};

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    msgfmt_create,
    msgfmt_format,
    msgfmt_format_message,
    msgfmt_parse,
    msgfmt_parse_message,
    msgfmt_set_pattern,
    msgfmt_get_pattern,
    msgfmt_get_locale,
    msgfmt_get_error_code,
    msgfmt_get_error_message
];

/// A message with the text of its pattern.
#[derive(Clone)]
struct Made {
    message: Message,
    pattern: Str,
}

/// The state of an object.
#[derive(Default)]
struct State {
    made: RefCell<Option<Made>>,
    error: ObjectError,
}

impl NativeData for State {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
    fn outside(&self) -> Option<&'static str> {
        Some("a MessageFormatter")
    }
}

impl State {
    fn of(object: &Object) -> &State {
        object.native().expect("made by create")
    }
}

fn opened<'a>(ctx: &Ctx, object: &'a Object) -> PhpResult<(&'a State, Made)> {
    let state = State::of(object);
    state.error.reset(ctx);
    match state.made.borrow().clone() {
        Some(made) => Ok((state, made)),
        None => Err(ctx.throw_error("Found unconstructed MessageFormatter")),
    }
}

/// Reads a pattern. The error is ICU's code, and a message if it is not the usual one.
fn build(ctx: &Ctx, locale: &str, text: &str) -> Result<Message, (i64, Option<String>)> {
    let chars: Vec<char> = text.chars().collect();
    let parts = pattern::parse(&chars).map_err(|wrong| {
        let context = (wrong.code == PATTERN_SYNTAX).then(|| {
            let before: String = chars[wrong.at.saturating_sub(15)..wrong.at].iter().collect();
            let after: String = chars[wrong.at..chars.len().min(wrong.at + 15)].iter().collect();
            let after_text = if before.is_empty() { String::new() } else { format!(", after \"{before}\"") };
            let at_text = if after.is_empty() { String::new() } else { format!(", before or at \"{after}\"") };
            format!("pattern syntax error (parse error at offset {}{after_text}{at_text})", wrong.at)
        });
        (wrong.code, context)
    })?;
    Message::new(locale, timezone::default_zone(ctx), parts).map_err(|code| (code, None))
}

/// Makes what a new object formats by. `Ok(None)` if that failed, which has been noted.
fn open(ctx: &Ctx, locale: &Str, text: &Str) -> PhpResult<Option<Made>> {
    let Ok(pattern) = std::str::from_utf8(text.as_bytes()) else {
        set(ctx, INVALID_CHAR_FOUND, "msgfmt_create: error converting pattern to UTF-16")?;
        return Ok(None);
    };
    let Some(name) = known::named(ctx, locale)? else { return Ok(None) };
    if pattern.is_empty() {
        set(ctx, ILLEGAL_ARGUMENT, "msgfmt_create: message formatter creation failed")?;
        return Ok(None);
    }
    match build(ctx, &name, pattern) {
        Ok(message) => Ok(Some(Made { message, pattern: text.clone() })),
        Err((code, message)) => {
            set(ctx, code, message.as_deref().unwrap_or("msgfmt_create: message formatter creation failed"))?;
            Ok(None)
        }
    }
}

static HANDLERS: ObjectHandlers = ObjectHandlers { clone: Some(MessageFormatter::copy), ..ObjectHandlers::DEFAULT };

/// Messages with arguments.
#[php_class("class MessageFormatter {}", create = Self::create, handlers = HANDLERS, not_serializable)]
impl MessageFormatter {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(State::default());
    }
    fn copy(ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
        let (from, to) = (State::of(from), State::of(to));
        if from.made.borrow().is_none() {
            return Err(ctx.throw_error("Cannot clone uninitialized MessageFormatter"));
        }
        to.made.replace(from.made.borrow().clone());
        to.error.copy(&from.error);
        Ok(())
    }

    #[php("public function __construct(string $locale, string $pattern)")]
    fn construct(ctx: &Ctx, this: &Object, locale: &Str, pattern: &Str) -> PhpResult<()> {
        let state = State::of(this);
        if state.made.borrow().is_some() {
            return Err(ctx.throw_error("MessageFormatter object is already constructed"));
        }
        reset(ctx);
        let made = ctx.throwing_warnings("IntlException", |ctx| open(ctx, locale, pattern))?;
        ctx.check()?;
        match made {
            Some(made) => {
                state.made.replace(Some(made));
                Ok(())
            }
            None => Err(crate::error::thrown(ctx)),
        }
    }

    #[php("public static function create(string $locale, string $pattern): ?MessageFormatter")]
    fn of(ctx: &Ctx, class: ClassPtr, locale: &Str, pattern: &Str) -> PhpResult<Option<Object>> {
        create(ctx, class, locale, pattern)
    }

    #[php("public function format(array $values): string|false")]
    fn format(ctx: &Ctx, this: &Object, values: &Array) -> PhpResult<OrFalse<String>> {
        msgfmt_format(ctx, this, values)
    }

    #[php("public static function formatMessage(string $locale, string $pattern, array $values): string|false")]
    fn format_message(ctx: &Ctx, locale: &Str, pattern: &Str, values: &Array) -> PhpResult<OrFalse<String>> {
        msgfmt_format_message(ctx, locale, pattern, values)
    }

    #[php("public function parse(string $string): array|false")]
    fn parse(ctx: &Ctx, this: &Object, text: &Str) -> PhpResult<OrFalse<Array>> {
        msgfmt_parse(ctx, this, text)
    }

    #[php("public static function parseMessage(string $locale, string $pattern, string $message): array|false")]
    fn parse_message(ctx: &Ctx, locale: &Str, pattern: &Str, message: &Str) -> PhpResult<OrFalse<Array>> {
        msgfmt_parse_message(ctx, locale, pattern, message)
    }

    #[php("public function setPattern(string $pattern): bool")]
    fn set_pattern(ctx: &Ctx, this: &Object, pattern: &Str) -> PhpResult<bool> {
        msgfmt_set_pattern(ctx, this, pattern)
    }

    #[php("public function getPattern(): string|false")]
    fn pattern(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        msgfmt_get_pattern(ctx, this)
    }

    #[php("public function getLocale(): string")]
    fn locale(ctx: &Ctx, this: &Object) -> PhpResult<String> {
        msgfmt_get_locale(ctx, this)
    }

    #[php("public function getErrorCode(): int")]
    fn error_code(this: &Object) -> i64 {
        State::of(this).error.code()
    }

    #[php("public function getErrorMessage(): string")]
    fn error_message(this: &Object) -> Str {
        State::of(this).error.text()
    }
}

/// The class.
pub(crate) struct MessageFormatter;

fn create(ctx: &Ctx, class: ClassPtr, locale: &Str, pattern: &Str) -> PhpResult<Option<Object>> {
    reset(ctx);
    let Some(made) = open(ctx, locale, pattern)? else { return Ok(None) };
    let object = ctx.allocate(class)?;
    State::of(&object).made.replace(Some(made));
    Ok(Some(object))
}

/// A new formatter.
#[php("function msgfmt_create(string $locale, string $pattern): ?MessageFormatter")]
fn msgfmt_create(ctx: &Ctx, locale: &Str, pattern: &Str) -> PhpResult<Option<Object>> {
    create(ctx, ctx.known_class("MessageFormatter"), locale, pattern)
}

/// What is wrong with an argument: ICU's code and the message.
type Refusal = (i64, String);

fn utf8(text: &Str) -> Result<String, Refusal> {
    String::from_utf8(text.as_bytes().to_vec()).map_err(|_| {
        (INVALID_CHAR_FOUND, format!("Invalid UTF-8 data in string argument: '{}'", String::from_utf8_lossy(text.as_bytes())))
    })
}

/// An argument's value as the type that the pattern gives it.
fn argument(ctx: &Ctx, key: &str, value: &Value, kind: Option<Type>) -> PhpResult<Result<Argument, Refusal>> {
    let value = value.unref();
    Ok(match kind {
        Some(Type::Text) => utf8(&convert::to_str(ctx, &value)?).map(Argument::Text),
        Some(Type::Float) => Ok(Argument::Number(match value.view() {
            View::Int(value) => Decimal::from_int(value),
            View::Float(value) => Decimal::from_float(value),
            _ => match convert::float(ctx, &value)? {
                number if number.fract() == 0.0 && number.abs() < 9e15 => Decimal::from_int(number as i64),
                number => Decimal::from_float(number),
            },
        })),
        Some(Type::Int) => match value.view() {
            View::Float(float) if float.is_nan() || float.abs() >= 9.3e18 => {
                Err((ILLEGAL_ARGUMENT, "Found PHP float with absolute value too large for 64 bit integer argument".to_owned()))
            }
            View::Float(float) => Ok(Argument::Number(Decimal::from_int(float as i64))),
            _ => Ok(Argument::Number(Decimal::from_int(convert::int(ctx, &value)?))),
        },
        Some(Type::Date) => match moment_of(ctx, &value, "msgfmt_format")? {
            Ok(moment) => Ok(Argument::Date(moment)),
            Err(wrong) => {
                set(ctx, ILLEGAL_ARGUMENT, wrong)?;
                Err((ILLEGAL_ARGUMENT, format!("The argument for key '{key}' cannot be used as a date or time")))
            }
        },
        None => match value.view() {
            View::Int(value) => Ok(Argument::Number(Decimal::from_int(value))),
            View::Float(value) => Ok(Argument::Number(Decimal::from_float(value))),
            View::Str(_) | View::Null | View::Bool(_) => utf8(&convert::to_str(ctx, &value)?).map(Argument::Text),
            View::Object(_) => match moment_of(ctx, &value, "msgfmt_format")? {
                Ok(moment) => Ok(Argument::Date(moment)),
                Err(_) => utf8(&convert::to_str(ctx, &value)?).map(Argument::Text),
            },
            _ => Err((
                ILLEGAL_ARGUMENT,
                format!("No strategy to convert the value given for the argument with key '{key}' is available"),
            )),
        },
    })
}

/// The arguments by name; an error has been noted where there are none.
fn arguments(ctx: &Ctx, message: &Message, values: &Array, error: &ObjectError) -> PhpResult<Option<HashMap<String, Argument>>> {
    let types = match message.types() {
        Ok(types) => types,
        Err(code) => {
            error.set(ctx, code, "Inconsistent types declared for an argument")?;
            return Ok(None);
        }
    };
    let mut args = HashMap::new();
    for (key, value) in values.iter() {
        let key = match key {
            KeyRef::Int(number) if (0..=i64::from(i32::MAX)).contains(&number) => number.to_string(),
            KeyRef::Int(_) => {
                error.set(ctx, ILLEGAL_ARGUMENT, "Found negative or too large array key")?;
                return Ok(None);
            }
            KeyRef::Str(text) => match std::str::from_utf8(text.as_bytes()) {
                Ok(text) => text.to_owned(),
                Err(_) => {
                    let shown = String::from_utf8_lossy(text.as_bytes()).into_owned();
                    error.set(ctx, INVALID_CHAR_FOUND, format!("Invalid UTF-8 data in argument key: '{shown}'"))?;
                    return Ok(None);
                }
            },
        };
        match argument(ctx, &key, value, types.get(&key).copied())? {
            Ok(found) => {
                args.insert(key, found);
            }
            Err((code, text)) => {
                error.set(ctx, code, text)?;
                return Ok(None);
            }
        }
    }
    Ok(Some(args))
}

fn format(ctx: &Ctx, message: &Message, values: &Array, error: &ObjectError) -> PhpResult<OrFalse<String>> {
    let Some(args) = arguments(ctx, message, values, error)? else { return Ok(OrFalse::False) };
    match message.format(&args) {
        Ok(text) => Ok(OrFalse::Some(text)),
        Err(code) => {
            error.set(ctx, code, "Call to ICU MessageFormat::format() has failed")?;
            Ok(OrFalse::False)
        }
    }
}

/// A message with its arguments.
#[php("function msgfmt_format(MessageFormatter $formatter, array $values): string|false")]
fn msgfmt_format(ctx: &Ctx, formatter: &Object, values: &Array) -> PhpResult<OrFalse<String>> {
    let (state, made) = opened(ctx, formatter)?;
    format(ctx, &made.message, values, &state.error)
}

/// Reads the pattern of a function that makes no object.
fn at_once(ctx: &Ctx, locale: &Str, pattern: &Str, function: &str) -> PhpResult<Option<Message>> {
    reset(ctx);
    let Ok(text) = std::str::from_utf8(pattern.as_bytes()) else {
        set(ctx, INVALID_CHAR_FOUND, format!("{function}: error converting pattern to UTF-16"))?;
        return Ok(None);
    };
    let Some(name) = known::named(ctx, locale)? else { return Ok(None) };
    if text.is_empty() {
        set(ctx, ILLEGAL_ARGUMENT, "Creating message formatter failed")?;
        return Ok(None);
    }
    match build(ctx, &name, text) {
        Ok(message) => Ok(Some(message)),
        Err((code, message)) => {
            set(ctx, code, message.as_deref().unwrap_or("Creating message formatter failed"))?;
            Ok(None)
        }
    }
}

/// A message with its arguments, from its pattern.
#[php("function msgfmt_format_message(string $locale, string $pattern, array $values): string|false")]
fn msgfmt_format_message(ctx: &Ctx, locale: &Str, pattern: &Str, values: &Array) -> PhpResult<OrFalse<String>> {
    let Some(message) = at_once(ctx, locale, pattern, "msgfmt_format_message")? else { return Ok(OrFalse::False) };
    format(ctx, &message, values, &ObjectError::default())
}

fn read(ctx: &Ctx, message: &Message, text: &Str, error: &ObjectError) -> PhpResult<OrFalse<Array>> {
    let Ok(text) = std::str::from_utf8(text.as_bytes()) else {
        error.set(ctx, INVALID_CHAR_FOUND, "Converting parse string failed")?;
        return Ok(OrFalse::False);
    };
    let chars: Vec<char> = text.chars().collect();
    match message.read(&chars) {
        Ok(values) => Ok(OrFalse::Some(Array::list(values))),
        Err(code) => {
            error.set(ctx, code, "Parsing failed")?;
            Ok(OrFalse::False)
        }
    }
}

/// The arguments that a message was written with.
#[php("function msgfmt_parse(MessageFormatter $formatter, string $string): array|false")]
fn msgfmt_parse(ctx: &Ctx, formatter: &Object, text: &Str) -> PhpResult<OrFalse<Array>> {
    let (state, made) = opened(ctx, formatter)?;
    read(ctx, &made.message, text, &state.error)
}

/// The arguments that a message was written with, from its pattern.
#[php("function msgfmt_parse_message(string $locale, string $pattern, string $message): array|false")]
fn msgfmt_parse_message(ctx: &Ctx, locale: &Str, pattern: &Str, message: &Str) -> PhpResult<OrFalse<Array>> {
    let Some(made) = at_once(ctx, locale, pattern, "msgfmt_parse_message")? else { return Ok(OrFalse::False) };
    read(ctx, &made, message, &ObjectError::default())
}

/// Sets the pattern.
#[php("function msgfmt_set_pattern(MessageFormatter $formatter, string $pattern): bool")]
fn msgfmt_set_pattern(ctx: &Ctx, formatter: &Object, pattern: &Str) -> PhpResult<bool> {
    let (state, made) = opened(ctx, formatter)?;
    let Ok(text) = std::str::from_utf8(pattern.as_bytes()) else {
        state.error.set(ctx, INVALID_CHAR_FOUND, "Error converting pattern to UTF-16")?;
        return Ok(false);
    };
    match build(ctx, &made.message.locale, text) {
        Ok(message) => {
            state.made.replace(Some(Made { message, pattern: pattern.clone() }));
            Ok(true)
        }
        Err((code, message)) => {
            state.error.set(ctx, code, message.as_deref().unwrap_or("Error setting symbol value at line 0, offset 0"))?;
            Ok(false)
        }
    }
}

/// The pattern.
#[php("function msgfmt_get_pattern(MessageFormatter $formatter): string|false")]
fn msgfmt_get_pattern(ctx: &Ctx, formatter: &Object) -> PhpResult<Str> {
    Ok(opened(ctx, formatter)?.1.pattern)
}

/// The locale.
#[php("function msgfmt_get_locale(MessageFormatter $formatter): string")]
fn msgfmt_get_locale(ctx: &Ctx, formatter: &Object) -> PhpResult<String> {
    let (_, made) = opened(ctx, formatter)?;
    Ok(crate::locale_id::canonical(&made.message.locale).unwrap_or(made.message.locale))
}

/// The code of a formatter's last error.
#[php("function msgfmt_get_error_code(MessageFormatter $formatter): int")]
fn msgfmt_get_error_code(formatter: &Object) -> i64 {
    State::of(formatter).error.code()
}

/// A formatter's last error.
#[php("function msgfmt_get_error_message(MessageFormatter $formatter): string")]
fn msgfmt_get_error_message(formatter: &Object) -> Str {
    State::of(formatter).error.text()
}
