//! The class `UConverter`: texts from one encoding to another, with methods that a subclass may decide with.

mod convert;
mod table;

use crate::error::{self, ILLEGAL_ARGUMENT, ObjectError};
use convert::Broken;
use phant_memory::{Array, NativeData, Object, Str, Tracer, Value, View};
use phant_native::{Ctx, ObjectExt, ObjectHandlers, PhpResult, RefArg, error::Thrown, php_class, ret::OrFalse};
use std::cell::RefCell;
use table::Converter;

const UNASSIGNED: i64 = 0;
const REASON_ILLEGAL: i64 = 1;
const RESET: i64 = 3;
const REASONS: [&str; 6] =
    ["REASON_UNASSIGNED", "REASON_ILLEGAL", "REASON_IRREGULAR", "REASON_RESET", "REASON_CLOSE", "REASON_CLONE"];
const UTF8: i64 = 4;
const FILE_ACCESS: i64 = 4;
const INVALID_CHAR: i64 = 10;
const INVALID_STATE: i64 = 27;

/// One side of a conversion.
#[derive(Default)]
struct Side {
    converter: RefCell<Option<&'static Converter>>,
    substitute: RefCell<Option<Str>>,
}

#[derive(Default)]
struct State {
    source: Side,
    target: Side,
    error: ObjectError,
}

impl NativeData for State {
    fn trace(&self, _: &mut Tracer<'_>) {}
}

/// Why a conversion ended: an exception, or an error's code with what failed.
enum End {
    Thrown(Thrown),
    Failed(&'static str, i64),
}

impl From<Thrown> for End {
    fn from(thrown: Thrown) -> End {
        End::Thrown(thrown)
    }
}

fn name(code: i64) -> String {
    error::name(code).to_owned()
}

impl Side {
    fn open(&self, ctx: &Ctx, error: Option<&ObjectError>, encoding: &Str) -> PhpResult<bool> {
        let text = String::from_utf8_lossy(encoding.as_bytes()).into_owned();
        let Some((converter, ambiguous)) = table::find(&text) else {
            match error {
                Some(object) => {
                    let message = format!("ucnv_open() returned error {FILE_ACCESS}: {}", name(FILE_ACCESS));
                    object.set(ctx, FILE_ACCESS, &message)?;
                }
                None => {
                    let message = format!("Error setting encoding: {FILE_ACCESS} - {}", name(FILE_ACCESS));
                    error::set(ctx, FILE_ACCESS, message)?;
                }
            }
            return Ok(false);
        };
        if ambiguous {
            ctx.warning(format!("Ambiguous encoding specified, using {}", converter.name));
            ctx.check()?;
        }
        self.converter.replace(Some(converter));
        self.substitute.take();
        Ok(true)
    }

    /// What is written in place of what fails.
    fn substitute(&self) -> Option<Vec<u8>> {
        if let Some(own) = &*self.substitute.borrow() {
            return Some(own.as_bytes().to_vec());
        }
        self.converter.borrow().map(|converter| converter.substitute.clone())
    }

    /// Sets what is written in place of what fails, which must not be longer than a character can be.
    fn set_substitute(&self, text: &Str) -> bool {
        let Some(converter) = *self.converter.borrow() else { return false };
        let fits = match (&converter.form, text.as_bytes()) {
            (table::Form::Single(..), bytes) => bytes.len() == 1,
            (_, bytes) => (1..=if converter.kind == UTF8 { 3 } else { 4 }).contains(&bytes.len()),
        };
        if fits {
            self.substitute.replace(Some(text.clone()));
        }
        fits
    }
}

/// Adds what a method gave for bytes that mean nothing.
fn add_text(value: &Value, out: &mut String, code: &mut i64) {
    match value.view() {
        View::Null => {}
        View::Int(number) => match u32::try_from(number).ok().and_then(char::from_u32) {
            Some(c) => out.push(c),
            None => *code = ILLEGAL_ARGUMENT,
        },
        View::Str(text) => match text.as_utf8() {
            Some(text) => out.push_str(text),
            None => *code = INVALID_CHAR,
        },
        View::Array(list) => list.iter().for_each(|(_, value)| add_text(value, out, code)),
        _ => *code = ILLEGAL_ARGUMENT,
    }
}

/// Adds what a method gave for a character that cannot be written.
fn add_bytes(value: &Value, out: &mut Vec<u8>, code: &mut i64) {
    match value.view() {
        View::Null => {}
        View::Int(number) => match u32::try_from(number) {
            Ok(number) => out.extend(number.to_be_bytes().into_iter().skip_while(|&byte| byte == 0)),
            Err(_) => *code = ILLEGAL_ARGUMENT,
        },
        View::Str(text) => out.extend_from_slice(text.as_bytes()),
        View::Array(list) => list.iter().for_each(|(_, value)| add_bytes(value, out, code)),
        _ => *code = ILLEGAL_ARGUMENT,
    }
}

/// Who is asked about what fails.
struct Asked<'a> {
    ctx: &'a Ctx,
    /// The object whose class has methods of its own for it, if it has.
    object: Option<&'a Object>,
    to: bool,
    from: bool,
    target: Vec<u8>,
}

impl<'a> Asked<'a> {
    fn new(ctx: &'a Ctx, object: Option<&'a Object>, target: &Side) -> Asked<'a> {
        let own =
            |name: &[u8]| object.is_some_and(|object| object.class().method(name).is_some_and(|method| method.code().is_some()));
        let (to, from) = (own(b"toucallback"), own(b"fromucallback"));
        Asked { ctx, object, to, from, target: target.substitute().unwrap_or_default() }
    }

    fn call(&self, method: &str, args: [Value; 3], code: i64) -> PhpResult<(Value, i64)> {
        let Some(object) = self.object else { return Ok((Value::NULL, code)) };
        let mut error = Value::from(code);
        error.make_ref();
        let [reason, source, what] = args;
        let given = self.ctx.call_method(object, method, &[reason, source, what, error.clone()])?;
        Ok((given, error.deref().as_int().unwrap_or(0)))
    }

    fn reset(&self) -> PhpResult<()> {
        if self.to {
            self.call("toUCallback", [Value::from(RESET), Value::str(""), Value::str("")], 0)?;
        }
        Ok(())
    }
    fn reset_target(&self) -> PhpResult<()> {
        if self.from {
            self.call("fromUCallback", [Value::from(RESET), Value::from(Array::new()), Value::from(0i64)], 0)?;
        }
        Ok(())
    }

    fn broken(&self, broken: Broken<'_>, out: &mut String) -> Result<(), End> {
        if !self.to {
            out.push(char::REPLACEMENT_CHARACTER);
            return Ok(());
        }
        let args = [Value::from(REASON_ILLEGAL), Value::str(broken.rest), Value::str(broken.bytes)];
        let (given, mut code) = self.call("toUCallback", args, broken.code)?;
        add_text(&given, out, &mut code);
        if code > 0 { Err(End::Failed("ucnv_toUChars", code)) } else { Ok(()) }
    }
    fn lacking(&self, c: char, out: &mut Vec<u8>) -> Result<(), End> {
        if !self.from {
            out.extend_from_slice(&self.target);
            return Ok(());
        }
        let number = i64::from(u32::from(c));
        let list: Array = [Value::from(number)].into_iter().collect();
        let args = [Value::from(UNASSIGNED), Value::from(list), Value::from(number)];
        let (given, mut code) = self.call("fromUCallback", args, INVALID_CHAR)?;
        add_bytes(&given, out, &mut code);
        if code > 0 { Err(End::Failed("ucnv_fromUChars", code)) } else { Ok(()) }
    }

    /// Converts a text. Methods are asked twice, as ICU measures before it converts.
    fn convert(&self, source: &Converter, target: &Converter, text: &[u8]) -> Result<Vec<u8>, End> {
        self.ctx.reserve(text.len().saturating_mul(8))?;
        let read = || -> Result<String, End> {
            self.reset()?;
            convert::decode(source, text, &mut |broken, out| self.broken(broken, out))
        };
        if self.to {
            read()?;
        }
        let middle = read()?;
        let write = || -> Result<Vec<u8>, End> {
            self.reset_target()?;
            convert::encode(target, &middle, &mut |c, out| self.lacking(c, out))
        };
        if self.from {
            write()?;
        }
        write()
    }
}

/// The converted text; `None` if it failed, which has been noted.
fn finish(ctx: &Ctx, state: &State, result: Result<Vec<u8>, End>) -> PhpResult<OrFalse<Str>> {
    match result {
        Ok(bytes) => Ok(Some(Str::from(bytes)).into()),
        Err(End::Failed(what, code)) => {
            state.error.set(ctx, code, format!("{what}() returned error {code}: {}", name(code)))?;
            Ok(None.into())
        }
        Err(End::Thrown(thrown)) => Err(thrown),
    }
}

/// What methods of the class itself give: the substitute.
fn usual(ctx: &Ctx, this: &Object, reason: i64, error: &mut RefArg<'_>) -> PhpResult<Value> {
    let state = UConverter::state(this);
    if !(UNASSIGNED..RESET).contains(&reason) {
        return Ok(Value::NULL);
    }
    match state.source.substitute() {
        Some(substitute) => {
            error.set(Value::from(0i64));
            Ok(Value::str(substitute))
        }
        None => {
            state.error.set(ctx, INVALID_STATE, "Source Converter has not been initialized yet")?;
            error.set(Value::from(INVALID_STATE));
            Ok(Value::NULL)
        }
    }
}

fn copy(_: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
    let (from, to) = (UConverter::state(from), UConverter::state(to));
    for (from, to) in [(&from.source, &to.source), (&from.target, &to.target)] {
        to.converter.replace(*from.converter.borrow());
        to.substitute.replace(from.substitute.borrow().clone());
    }
    to.error.copy(&from.error);
    Ok(())
}

static HANDLERS: ObjectHandlers = ObjectHandlers { clone: Some(copy), ..ObjectHandlers::DEFAULT };

/// Converts texts between encodings.
#[php_class(
    "class UConverter {
        public const int REASON_UNASSIGNED = 0; public const int REASON_ILLEGAL = 1; public const int REASON_IRREGULAR = 2;
        public const int REASON_RESET = 3; public const int REASON_CLOSE = 4; public const int REASON_CLONE = 5;
        public const int UNSUPPORTED_CONVERTER = -1; public const int SBCS = 0; public const int DBCS = 1;
        public const int MBCS = 2; public const int LATIN_1 = 3; public const int UTF8 = 4;
        public const int UTF16_BigEndian = 5; public const int UTF16_LittleEndian = 6;
        public const int UTF32_BigEndian = 7; public const int UTF32_LittleEndian = 8;
        public const int EBCDIC_STATEFUL = 9; public const int ISO_2022 = 10; public const int LMBCS_1 = 11;
        public const int LMBCS_2 = 12; public const int LMBCS_3 = 13; public const int LMBCS_4 = 14;
        public const int LMBCS_5 = 15; public const int LMBCS_6 = 16; public const int LMBCS_8 = 17;
        public const int LMBCS_11 = 18; public const int LMBCS_16 = 19; public const int LMBCS_17 = 20;
        public const int LMBCS_18 = 21; public const int LMBCS_19 = 22; public const int LMBCS_LAST = 22;
        public const int HZ = 23; public const int SCSU = 24; public const int ISCII = 25; public const int US_ASCII = 26;
        public const int UTF7 = 27; public const int BOCU1 = 28; public const int UTF16 = 29; public const int UTF32 = 30;
        public const int CESU8 = 31; public const int IMAP_MAILBOX = 32;
    }",
    create = Self::make,
    handlers = HANDLERS,
    not_serializable
)]
impl UConverter {
    fn make(_: &Ctx, object: &Object) {
        object.init_native(State::default());
    }
    fn state(object: &Object) -> &State {
        object.native().expect("made by make")
    }

    #[php("public function __construct(?string $destination_encoding = null, ?string $source_encoding = null)")]
    fn construct(ctx: &Ctx, this: &Object, destination: Option<&Str>, source: Option<&Str>) -> PhpResult<()> {
        let state = Self::state(this);
        error::reset(ctx);
        let utf8 = Str::from(&b"UTF-8"[..]);
        state.source.open(ctx, Some(&state.error), source.unwrap_or(&utf8))?;
        state.target.open(ctx, Some(&state.error), destination.unwrap_or(&utf8))?;
        Ok(())
    }

    #[php("public function convert(string $str, bool $reverse = false): string|false")]
    fn convert(ctx: &Ctx, this: &Object, text: &Str, reverse: bool) -> PhpResult<OrFalse<Str>> {
        let state = Self::state(this);
        state.error.reset(ctx);
        let (source, target) = (*state.source.converter.borrow(), *state.target.converter.borrow());
        let (Some(source), Some(target)) = (source, target) else {
            state.error.set(ctx, INVALID_STATE, "Internal converters not initialized")?;
            return Ok(None.into());
        };
        let (source, target) = if reverse { (target, source) } else { (source, target) };
        let asked = Asked::new(ctx, Some(this), if reverse { &state.source } else { &state.target });
        let result = asked.convert(source, target, text.as_bytes());
        finish(ctx, state, result)
    }

    #[php("public function fromUCallback(int $reason, array $source, int $codePoint, &$error): string|int|array|null")]
    fn from_u_callback(ctx: &Ctx, this: &Object, reason: i64, _s: &Array, _c: i64, mut error: RefArg<'_>) -> PhpResult<Value> {
        usual(ctx, this, reason, &mut error)
    }

    #[php("public static function getAliases(string $name): array|false|null")]
    fn get_aliases(ctx: &Ctx, name: &Str) -> Array {
        error::reset(ctx);
        let converter = table::aliases(&String::from_utf8_lossy(name.as_bytes()));
        let aliases = converter.into_iter().flat_map(|converter| &converter.aliases);
        aliases.map(|alias| Value::str(&alias.0)).collect()
    }

    #[php("public static function getAvailable(): array")]
    fn get_available(ctx: &Ctx) -> Array {
        error::reset(ctx);
        table::all().iter().map(|converter| Value::str(&converter.name)).collect()
    }

    #[php("public function getDestinationEncoding(): string|false|null")]
    fn get_destination_encoding(ctx: &Ctx, this: &Object) -> Option<String> {
        Self::state(this).error.reset(ctx);
        Self::state(this).target.converter.borrow().map(|converter| converter.name.clone())
    }

    #[php("public function getDestinationType(): int|false|null")]
    fn get_destination_type(ctx: &Ctx, this: &Object) -> Option<i64> {
        Self::state(this).error.reset(ctx);
        Self::state(this).target.converter.borrow().map(|converter| converter.kind)
    }

    #[php("public function getErrorCode(): int")]
    fn error_code(this: &Object) -> i64 {
        Self::state(this).error.code()
    }

    #[php("public function getErrorMessage(): ?string")]
    fn error_message(this: &Object) -> Str {
        Self::state(this).error.text()
    }

    #[php("public function getSourceEncoding(): string|false|null")]
    fn get_source_encoding(ctx: &Ctx, this: &Object) -> Option<String> {
        Self::state(this).error.reset(ctx);
        Self::state(this).source.converter.borrow().map(|converter| converter.name.clone())
    }

    #[php("public function getSourceType(): int|false|null")]
    fn get_source_type(ctx: &Ctx, this: &Object) -> Option<i64> {
        Self::state(this).error.reset(ctx);
        Self::state(this).source.converter.borrow().map(|converter| converter.kind)
    }

    #[php("public static function getStandards(): ?array")]
    fn get_standards(ctx: &Ctx) -> Array {
        error::reset(ctx);
        ["UTR22", "IBM", "WINDOWS", "JAVA", "IANA", "MIME", ""].into_iter().map(Value::str).collect()
    }

    #[php("public function getSubstChars(): string|false|null")]
    fn get_subst_chars(ctx: &Ctx, this: &Object) -> Option<Vec<u8>> {
        Self::state(this).error.reset(ctx);
        Self::state(this).source.substitute()
    }

    #[php("public static function reasonText(int $reason): string")]
    fn reason_text(ctx: &Ctx, reason: i64) -> PhpResult<&'static str> {
        let text = usize::try_from(reason).ok().and_then(|reason| REASONS.get(reason).copied());
        text.ok_or_else(|| ctx.argument_error(1, "must be a UConverter::REASON_* constant"))
    }

    #[php("public function setDestinationEncoding(string $encoding): bool")]
    fn set_destination_encoding(ctx: &Ctx, this: &Object, encoding: &Str) -> PhpResult<bool> {
        let state = Self::state(this);
        state.error.reset(ctx);
        state.target.open(ctx, Some(&state.error), encoding)
    }

    #[php("public function setSourceEncoding(string $encoding): bool")]
    fn set_source_encoding(ctx: &Ctx, this: &Object, encoding: &Str) -> PhpResult<bool> {
        let state = Self::state(this);
        state.error.reset(ctx);
        state.source.open(ctx, Some(&state.error), encoding)
    }

    #[php("public function setSubstChars(string $chars): bool")]
    fn set_subst_chars(ctx: &Ctx, this: &Object, chars: &Str) -> PhpResult<bool> {
        let state = Self::state(this);
        state.error.reset(ctx);
        let mut all = true;
        for (side, which) in [(&state.source, "Source"), (&state.target, "Destination")] {
            if side.converter.borrow().is_none() {
                state.error.set(ctx, INVALID_STATE, format!("{which} Converter has not been initialized yet"))?;
                all = false;
            } else if !side.set_substitute(chars) {
                let code = ILLEGAL_ARGUMENT;
                state.error.set(ctx, code, format!("ucnv_setSubstChars() returned error {code}: {}", name(code)))?;
                all = false;
            }
        }
        Ok(all)
    }

    #[php("public function toUCallback(int $reason, string $source, string $codeUnits, &$error): string|int|array|null")]
    fn to_u_callback(ctx: &Ctx, this: &Object, reason: i64, _s: &Str, _u: &Str, mut error: RefArg<'_>) -> PhpResult<Value> {
        usual(ctx, this, reason, &mut error)
    }

    #[php(
        "public static function transcode(string $str, string $toEncoding, string $fromEncoding, ?array $options = null): string|false"
    )]
    fn transcode(ctx: &Ctx, text: &Str, to: &Str, from: &Str, options: Option<&Array>) -> PhpResult<OrFalse<Str>> {
        error::reset(ctx);
        let state = State::default();
        if !state.source.open(ctx, None, from)? || !state.target.open(ctx, None, to)? {
            return Ok(None.into());
        }
        for (key, side) in [("from_subst", &state.source), ("to_subst", &state.target)] {
            let given = options
                .and_then(|options| options.get_bytes(key.as_bytes()))
                .and_then(|value| value.as_str().map(|s| Str::clone(&s)));
            if given.is_some_and(|given| !side.set_substitute(&given)) {
                let code = ILLEGAL_ARGUMENT;
                error::set(ctx, code, format!("transcode() returned error {code}: {}", name(code)))?;
                return Ok(None.into());
            }
        }
        let (source, target) = (*state.source.converter.borrow(), *state.target.converter.borrow());
        let (Some(source), Some(target)) = (source, target) else { return Ok(None.into()) };
        let asked = Asked::new(ctx, None, &state.target);
        let result = asked.convert(source, target, text.as_bytes());
        finish(ctx, &state, result)
    }
}

/// The class.
pub(crate) struct UConverter;
