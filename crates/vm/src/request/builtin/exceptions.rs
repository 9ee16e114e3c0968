//! Throwable and the exceptions of the language.
//!
//! File, line and trace are filled in when the object is made, before its constructor runs. Exception and Error declare
//! the same properties, so their slots are the same numbers.

use crate::runtime::{
    object::property,
    throwable,
    trace::{self, IGNORE_ARGS},
    vm::Vm,
};
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Ctx, ObjectExt, PhpResult, convert, php_class, php_methods};

use crate::runtime::throwable::slots::{CODE, FILE, LINE, MESSAGE, PREVIOUS, SEVERITY, STRING, TRACE};

/// Notes where an exception is made.
fn create(ctx: &Ctx, object: &Object) {
    let vm = Vm::of(ctx);
    let options = if vm.ctx.ini.bool("zend.exception_ignore_args") { IGNORE_ARGS } else { 0 };
    let trace = trace::backtrace(vm, options, 0, 0);
    let (file, line) = trace::location(vm);
    let file = if line == 0 && file.as_bytes() == b"Unknown" { phant_memory::intern(b"[no active file]") } else { file };
    object.set_slot(FILE, Value::from(file));
    object.set_slot(LINE, Value::int(i64::from(line)));
    object.set_slot(TRACE, Value::from(trace));
}

/// Writes a property as code of Exception or Error would.
fn set(ctx: &Ctx, this: &Object, slot: u16, value: Value) -> PhpResult<()> {
    let class = this.class();
    let base = throwable::base_of(class);
    let declared = class.slots[slot as usize];
    if declared.class.same(base) {
        this.set_slot(slot, value);
        return Ok(());
    }
    property::write_property(Vm::of(ctx), this, &declared.name, value, Some(base), false).map(drop)
}

fn get(ctx: &Ctx, this: &Object, slot: u16) -> Value {
    throwable::property(Vm::of(ctx), this, slot)
}

#[php_class(
    "interface Throwable extends Stringable {
        #[strict_return] public function getMessage(): string;
        public function getCode();
        #[strict_return] public function getFile(): string;
        #[strict_return] public function getLine(): int;
        #[strict_return] public function getTrace(): array;
        #[strict_return] public function getPrevious(): ?Throwable;
        #[strict_return] public function getTraceAsString(): string;
    }"
)]
pub struct Throwable;

/// What Exception and Error have in common.
pub struct Throwing;

#[php_methods(METHODS, strict_return)]
impl Throwing {
    #[php("private function __clone(): void")]
    fn copy(_this: &Object) {}

    #[php("public function __construct(string $message = \"\", int $code = 0, ?Throwable $previous = null)")]
    fn construct(ctx: &Ctx, this: &Object, message: Str, code: i64, previous: Option<Object>, passed: usize) -> PhpResult<()> {
        if passed > 0 {
            set(ctx, this, MESSAGE, Value::from(message))?;
        }
        if code != 0 {
            set(ctx, this, CODE, Value::int(code))?;
        }
        if let Some(previous) = previous {
            set(ctx, this, PREVIOUS, Value::from(previous))?;
        }
        Ok(())
    }

    #[php("public function __wakeup(): void", tentative)]
    fn wakeup(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let base = throwable::base_of(this.class());
        for slot in [MESSAGE, CODE] {
            let value = get(ctx, this, slot);
            let fits = if slot == MESSAGE { value.as_str().is_some() } else { value.as_int().is_some() };
            if !fits && !value.is_null() {
                let name = base.slots[slot as usize].name.clone();
                property::unset_property(Vm::of(ctx), this, &name, Some(base))?;
            }
        }
        Ok(())
    }

    #[php("final public function getMessage(): string")]
    fn message(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        let message = get(ctx, this, MESSAGE);
        convert::to_str(ctx, &message)
    }

    #[php("final public function getCode()")]
    fn code(ctx: &Ctx, this: &Object) -> Value {
        get(ctx, this, CODE)
    }

    #[php("final public function getFile(): string")]
    fn file(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        let file = get(ctx, this, FILE);
        convert::to_str(ctx, &file)
    }

    #[php("final public function getLine(): int")]
    fn line(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        let line = get(ctx, this, LINE);
        convert::int(ctx, &line)
    }

    #[php("final public function getTrace(): array")]
    fn trace(ctx: &Ctx, this: &Object) -> Array {
        get(ctx, this, TRACE).into_array().unwrap_or_default()
    }

    #[php("final public function getPrevious(): ?Throwable")]
    fn previous(ctx: &Ctx, this: &Object) -> Option<Object> {
        get(ctx, this, PREVIOUS).into_object()
    }

    #[php("final public function getTraceAsString(): string")]
    fn trace_as_string(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        let trace = get(ctx, this, TRACE).into_array().unwrap_or_default();
        let text = trace::trace_text(ctx, &trace);
        ctx.check()?;
        Ok(Str::from(text))
    }

    #[php("public function __toString(): string")]
    fn text(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        let mut text: Vec<u8> = Vec::new();
        let mut seen: Vec<Object> = Vec::new();
        let mut next = Some(this.clone());
        while let Some(exception) = next {
            let shown = describe(ctx, &exception)?;
            text = if text.is_empty() { shown } else { [&shown[..], b"\n\nNext ", &text].concat() };
            seen.push(exception.clone());
            next = get(ctx, &exception, PREVIOUS).into_object().filter(|o| !seen.iter().any(|s| s.same(o)));
        }
        let text = Str::from(text);
        this.set_slot(STRING, Value::from(text.clone()));
        Ok(text)
    }
}

/// One exception of a chain, as `__toString` shows it.
fn describe(ctx: &Ctx, exception: &Object) -> PhpResult<Vec<u8>> {
    let message = get(ctx, exception, MESSAGE);
    let message = convert::to_str(ctx, &message)?;
    let file = get(ctx, exception, FILE);
    let file = convert::to_str(ctx, &file)?;
    let line = convert::to_int(&get(ctx, exception, LINE));
    let trace = get(ctx, exception, TRACE).into_array().unwrap_or_default();
    let trace = trace::trace_text(ctx, &trace);
    ctx.check()?;

    let name = exception.class().name.clone();
    let mut out = trace::shown_name(&name).to_vec();
    if !message.is_empty() {
        out.extend_from_slice(b": ");
        out.extend_from_slice(&message);
        // The message of a call with wrong arguments ends with the place of the call.
        let is_argument_error = matches!(name.as_bytes(), b"TypeError" | b"ArgumentCountError");
        if is_argument_error && message.windows(12).any(|w| w == b", called in ") {
            out.extend_from_slice(b" and defined");
        }
    }
    out.extend_from_slice(b" in ");
    out.extend_from_slice(&file);
    out.extend_from_slice(format!(":{line}\nStack trace:\n").as_bytes());
    out.extend_from_slice(&trace);
    Ok(out)
}

#[php_class(
    "class Exception implements Throwable {
        protected $message = '';
        private string $string = '';
        protected $code = 0;
        protected string $file = '';
        protected int $line = 0;
        private array $trace = [];
        private ?Throwable $previous = null;
    }",
    create = create,
    methods = [Throwing::METHODS]
)]
pub struct Exception;

#[php_class(
    "class Error implements Throwable {
        protected $message = '';
        private string $string = '';
        protected $code = 0;
        protected string $file = '';
        protected int $line;
        private array $trace = [];
        private ?Throwable $previous = null;
    }",
    create = create,
    methods = [Throwing::METHODS]
)]
pub struct Error;

/// An exception that stands for an error report.
pub struct ErrorException;

#[php_class("class ErrorException extends Exception { protected int $severity = E_ERROR; }")]
impl ErrorException {
    #[php(
        "public function __construct(string $message = \"\", int $code = 0, int $severity = E_ERROR, ?string $filename = null, ?int $line = null, ?Throwable $previous = null)"
    )]
    #[allow(clippy::too_many_arguments)]
    fn construct(
        ctx: &Ctx,
        this: &Object,
        message: Str,
        code: i64,
        severity: i64,
        filename: Option<Str>,
        line: Option<i64>,
        previous: Option<Object>,
        passed: usize,
    ) -> PhpResult<()> {
        if passed > 0 {
            set(ctx, this, MESSAGE, Value::from(message))?;
        }
        if code != 0 {
            set(ctx, this, CODE, Value::int(code))?;
        }
        set(ctx, this, SEVERITY, Value::int(severity))?;
        let line = line.or(filename.as_ref().map(|_| 0));
        if let Some(filename) = filename {
            set(ctx, this, FILE, Value::from(filename))?;
        }
        if let Some(line) = line {
            set(ctx, this, LINE, Value::int(line))?;
        }
        if let Some(previous) = previous {
            set(ctx, this, PREVIOUS, Value::from(previous))?;
        }
        Ok(())
    }

    #[php("final public function getSeverity(): int", strict_return)]
    fn severity(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        let severity = get(ctx, this, SEVERITY);
        convert::int(ctx, &severity)
    }
}

#[php_class("class CompileError extends Error {}")]
pub struct CompileError;
#[php_class("class ParseError extends CompileError {}")]
pub struct ParseError;
#[php_class("class TypeError extends Error {}")]
pub struct TypeError;
#[php_class("class ArgumentCountError extends TypeError {}")]
pub struct ArgumentCountError;
#[php_class("class ValueError extends Error {}")]
pub struct ValueError;
#[php_class("class ArithmeticError extends Error {}")]
pub struct ArithmeticError;
#[php_class("class DivisionByZeroError extends ArithmeticError {}")]
pub struct DivisionByZeroError;
#[php_class("class UnhandledMatchError extends Error {}")]
pub struct UnhandledMatchError;
#[php_class("class RequestParseBodyException extends Exception {}")]
pub struct RequestParseBodyException;
