//! SplFileObject and SplTempFileObject.

use super::{File, create_file, info, state, stream_of};
use crate::util;
use phant_memory::{Array, Held, Object, Reference, Str, StrBuilder, Value};
use phant_native::{Ctx, ObjectHandlers, PhpResult, RefArg, convert, php_class, resource};
use phant_streams::{
    self as streams, OptionResult, Stream, StreamOption, Whence,
    csv::{self, Dialect},
    options, wrapper,
};
use std::rc::Rc;

const DROP_NEW_LINE: i64 = 1;
const READ_AHEAD: i64 = 2;
const SKIP_EMPTY: i64 = 4;
const READ_CSV: i64 = 8;
const FLAGS: i64 = 15;

/// Opens the file. What would be a warning is an exception. `number` is that of the context argument.
pub fn open(ctx: &Ctx, this: &Object, name: &Str, mode: &Str, use_path: bool, context: &Value, number: usize) -> PhpResult<()> {
    if !context.is_null() && context.as_resource().is_none() {
        let given = convert::value_name(context);
        return Err(ctx.argument_type_error(number, format!("must be of type resource or null, {given} given")));
    }
    let state = state(this);
    let Some(file) = state.file() else { return Ok(()) };
    if !file.handle.borrow().is_undef() {
        return Err(ctx.throw_error("Cannot call constructor twice"));
    }
    let flags = options::STAT_QUIET | options::STAT_IGNORE_OPEN_BASEDIR;
    let stat = ctx.throwing_warnings("RuntimeException", |ctx| wrapper::stat_path(ctx, name, flags, None));
    ctx.check()?;
    if stat.is_some_and(|stat| stat.is_dir()) {
        return Err(ctx.throw("LogicException", "Cannot use SplFileObject with directories"));
    }
    let context = streams::context_argument(ctx, Some(context), false, number)?;
    let options = options::REPORT_ERRORS | if use_path { options::USE_PATH } else { 0 };
    let opened = ctx.throwing_warnings("RuntimeException", |ctx| streams::open(ctx, name, mode, options, context.as_ref()))?;
    ctx.check()?;
    let Some(opened) = opened else {
        return Err(ctx.throw("RuntimeException", format!("Cannot open file '{name}'")));
    };
    let found = resource::get::<Stream>(&opened).and_then(|stream| stream.path()).filter(|_| use_path);
    file.handle.replace(Value::from(opened));
    file.mode.replace(mode.clone());
    state.set_name(found.as_deref().unwrap_or(name));
    Ok(())
}

/// File and stream of an object whose constructor has run.
fn file<'a>(ctx: &Ctx, this: &'a Object) -> PhpResult<(&'a File, Rc<Stream>)> {
    let file = state(this).file();
    match file.and_then(|file| Some((file, stream_of(&file.handle)?))) {
        Some(found) => Ok(found),
        None if file.is_some_and(|file| file.handle.borrow().is_undef()) => Err(info::bad_state(ctx)),
        None => Err(ctx.throw_error("Object not initialized")),
    }
}

fn has(this: &Object, flag: i64) -> bool {
    state(this).flags.get() & flag != 0
}

fn name(this: &Object) -> Str {
    state(this).name().unwrap_or_default()
}

/// Forgets the line at hand.
fn free_line(file: &File) {
    let old = (file.line.take(), file.fields.replace(Value::UNDEF));
    drop(old);
}

fn has_line(file: &File) -> bool {
    file.line.borrow().is_some() || !file.fields.borrow().is_undef()
}

/// Reads a line. False at the end of the file, which is an exception unless `silent`.
fn read_raw(ctx: &Ctx, this: &Object, silent: bool, counted: i64, csv: bool) -> PhpResult<bool> {
    let (file, stream) = file(ctx, this)?;
    free_line(file);
    if at_end(ctx, this, &stream, silent)? {
        return Ok(false);
    }
    let limit = usize::try_from(file.max_length.get()).ok().filter(|&n| n > 0);
    let mut line = stream.read_line(ctx, limit).unwrap_or_default();
    ctx.check()?;
    if !csv && has(this, DROP_NEW_LINE) {
        let end = line.strip_suffix(b"\n").map(|rest| rest.strip_suffix(b"\r").unwrap_or(rest));
        if let Some(end) = end.map(<[u8]>::len) {
            line.truncate(end);
        }
    }
    file.line.replace(Some(line));
    file.number.set(file.number.get().saturating_add(counted));
    Ok(true)
}

fn at_end(ctx: &Ctx, this: &Object, stream: &Stream, silent: bool) -> PhpResult<bool> {
    if !stream.at_eof(ctx) {
        return Ok(false);
    }
    if silent {
        return Ok(true);
    }
    Err(ctx.throw("RuntimeException", format!("Cannot read from file {}", name(this))))
}

/// Reads a line, which counts if there was one before.
fn read(ctx: &Ctx, this: &Object, silent: bool, csv: bool) -> PhpResult<bool> {
    let counted = match state(this).file() {
        Some(file) => i64::from(file.line.borrow().is_some()),
        None => 0,
    };
    read_raw(ctx, this, silent, counted, csv)
}

/// Whether the line at hand is one that `SKIP_EMPTY` skips.
fn is_empty(this: &Object, file: &File) -> bool {
    match file.line.borrow().as_ref().map(|line| line.as_bytes()) {
        None | Some(b"") => true,
        Some(b"\n" | b"\r\n") => has(this, READ_CSV) && has(this, DROP_NEW_LINE),
        Some(_) => false,
    }
}

/// Reads a record.
fn read_csv(ctx: &Ctx, this: &Object, dialect: Dialect, silent: bool) -> PhpResult<bool> {
    let (file, stream) = file(ctx, this)?;
    loop {
        if !read(ctx, this, silent, true)? {
            return Ok(false);
        }
        if !(has(this, SKIP_EMPTY) && is_empty(this, file)) {
            break;
        }
    }
    let line = file.line.borrow().clone().unwrap_or_default();
    let fields = csv::parse(&line, dialect, &mut || stream.read_line(ctx, None).map(|line| line.as_bytes().to_vec()));
    let old = file.fields.replace(Value::from(fields));
    drop(old);
    Ok(true)
}

fn read_line_once(ctx: &Ctx, this: &Object, silent: bool) -> PhpResult<bool> {
    let (file, stream) = file(ctx, this)?;
    if has(this, READ_CSV) {
        return read_csv(ctx, this, file.dialect.get(), silent);
    }
    let Some(method) = util::user_method(this, "getcurrentline") else { return read(ctx, this, silent, false) };
    free_line(file);
    if at_end(ctx, this, &stream, silent)? {
        return Ok(false);
    }
    let line = util::call(ctx, this, method, &[])?;
    let Some(line) = line.as_str().map(Held::into_owned) else {
        use phant_native::ObjectExt;
        let text = format!(
            "{}::getCurrentLine(): Return value must be of type string, {} returned",
            this.class().name,
            convert::value_name(&line)
        );
        return Err(ctx.type_error(text));
    };
    if has_line(file) {
        file.number.set(file.number.get().saturating_add(1));
        free_line(file);
    }
    file.line.replace(Some(line));
    Ok(true)
}

/// Reads the next line that is to be shown.
fn read_line(ctx: &Ctx, this: &Object, silent: bool) -> PhpResult<bool> {
    let mut found = read_line_once(ctx, this, silent)?;
    while found && has(this, SKIP_EMPTY) {
        let (file, _) = file(ctx, this)?;
        if !is_empty(this, file) {
            break;
        }
        free_line(file);
        found = read_line_once(ctx, this, silent)?;
    }
    Ok(found)
}

fn rewind(ctx: &Ctx, this: &Object) -> PhpResult<()> {
    let (file, stream) = file(ctx, this)?;
    if !stream.seek(ctx, 0, Whence::Set) {
        ctx.check()?;
        return Err(ctx.throw("RuntimeException", format!("Cannot rewind file {}", name(this))));
    }
    free_line(file);
    file.number.set(0);
    if has(this, READ_AHEAD) {
        read_line(ctx, this, true)?;
    }
    Ok(())
}

/// The characters that a call gives, or those set before. `passed` counts the arguments from the separator on.
struct Csv<'a> {
    separator: &'a Str,
    enclosure: &'a Str,
    escape: &'a Str,
    /// Number of the separator's argument, from 1.
    first: usize,
    passed: usize,
}

fn dialect(ctx: &Ctx, file: &File, args: &Csv<'_>) -> PhpResult<Dialect> {
    let mut dialect = file.dialect.get();
    let last = args.passed.saturating_sub(args.first - 1);
    if last >= 1 {
        dialect.separator = single(ctx, args.separator, args.first)?;
    }
    if last >= 2 {
        dialect.enclosure = single(ctx, args.enclosure, args.first + 1)?;
    }
    if last >= 3 {
        dialect.escape = escape(ctx, args.escape, args.first + 2)?;
    }
    if last < 3 && !file.escape_chosen.get() {
        ctx.deprecated(
            "the $escape parameter must be provided, as its default value will change, either explicitly or via SplFileObject::setCsvControl()",
        );
        ctx.check()?;
    }
    Ok(dialect)
}

fn single(ctx: &Ctx, text: &Str, number: usize) -> PhpResult<u8> {
    match text.as_bytes() {
        [byte] => Ok(*byte),
        _ => Err(ctx.argument_error(number, "must be a single character")),
    }
}

fn escape(ctx: &Ctx, text: &Str, number: usize) -> PhpResult<Option<u8>> {
    match text.as_bytes() {
        [] => Ok(None),
        [byte] => Ok(Some(*byte)),
        _ => Err(ctx.argument_error(number, "must be empty or a single character")),
    }
}

/// Objects whose constructor has not run have no methods at all.
fn before_call(ctx: &Ctx, this: &Object) -> PhpResult<()> {
    match state(this).file() {
        Some(file) if !file.handle.borrow().is_undef() => Ok(()),
        _ => Err(info::bad_state(ctx)),
    }
}

static HANDLERS: ObjectHandlers = ObjectHandlers { before_call: Some(before_call), ..ObjectHandlers::DEFAULT };

pub struct SplFileObject;

/// A file, read line by line or at will.
#[php_class(
    "class SplFileObject extends SplFileInfo implements RecursiveIterator, SeekableIterator {
        public const int DROP_NEW_LINE = 1;
        public const int READ_AHEAD = 2;
        public const int SKIP_EMPTY = 4;
        public const int READ_CSV = 8;
    }",
    create = create_file,
    handlers = HANDLERS,
    not_cloneable
)]
impl SplFileObject {
    #[php("public function __construct(string $filename, string $mode = 'r', bool $useIncludePath = false, $context = null)")]
    fn construct(ctx: &Ctx, this: &Object, filename: &Str, mode: &Str, use_path: bool, context: &Value) -> PhpResult<()> {
        if filename.contains(&0) {
            return Err(ctx.argument_error(1, "must not contain any null bytes"));
        }
        open(ctx, this, filename, mode, use_path, context, 4)
    }

    #[php("public function rewind(): void")]
    fn rewind(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        rewind(ctx, this)
    }

    #[php("public function eof(): bool")]
    fn eof(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let (_, stream) = file(ctx, this)?;
        Ok(stream.at_eof(ctx))
    }

    #[php("public function valid(): bool")]
    fn valid(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let (file, stream) = file(ctx, this)?;
        if has(this, READ_AHEAD) { Ok(has_line(file)) } else { Ok(!stream.at_eof(ctx)) }
    }

    /// Reads a line.
    #[php("public function fgets(): string")]
    fn fgets(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        read_raw(ctx, this, false, 1, false)?;
        let (file, _) = file(ctx, this)?;
        Ok(file.line.borrow().clone().unwrap_or_default())
    }

    #[php("public function fread(int $length): string|false")]
    fn fread(ctx: &Ctx, this: &Object, length: i64) -> PhpResult {
        let (_, stream) = file(ctx, this)?;
        let Some(length) = usize::try_from(length).ok().filter(|&n| n > 0) else {
            return Err(ctx.argument_error(1, "must be greater than 0"));
        };
        Ok(stream.read_str(ctx, length).map_or(Value::FALSE, Value::from))
    }

    #[php("public function fgetcsv(string $separator = ',', string $enclosure = '\"', string $escape = '\\\\'): array|false")]
    fn fgetcsv(ctx: &Ctx, this: &Object, passed: usize, separator: &Str, enclosure: &Str, escape: &Str) -> PhpResult {
        let (file, _) = file(ctx, this)?;
        let dialect = dialect(ctx, file, &Csv { separator, enclosure, escape, first: 1, passed })?;
        if !read_csv(ctx, this, dialect, true)? {
            return Ok(Value::FALSE);
        }
        Ok(file.fields.borrow().clone())
    }

    #[php(
        "public function fputcsv(array $fields, string $separator = ',', string $enclosure = '\"', string $escape = '\\\\', string $eol = \"\\n\"): int|false"
    )]
    fn fputcsv(
        ctx: &Ctx,
        this: &Object,
        passed: usize,
        fields: &Array,
        separator: &Str,
        enclosure: &Str,
        escape: &Str,
        eol: &Str,
    ) -> PhpResult {
        let (file, stream) = file(ctx, this)?;
        let dialect = dialect(ctx, file, &Csv { separator, enclosure, escape, first: 2, passed })?;
        let mut line = StrBuilder::new();
        for (i, (_, field)) in fields.clone().iter().enumerate() {
            if i > 0 {
                line.push(dialect.separator);
            }
            let field = convert::to_str(ctx, field)?;
            csv::write_field(&mut line, &field, dialect);
        }
        line.push_bytes(eol);
        Ok(stream.write(ctx, &line.finish()).map_or(Value::FALSE, Value::from))
    }

    #[php("public function setCsvControl(string $separator = ',', string $enclosure = '\"', string $escape = '\\\\'): void")]
    fn set_csv_control(ctx: &Ctx, this: &Object, passed: usize, separator: &Str, enclosure: &Str, escape: &Str) -> PhpResult<()> {
        let Some(file) = state(this).file() else { return Ok(()) };
        let separator = single(ctx, separator, 1)?;
        let enclosure = single(ctx, enclosure, 2)?;
        let escape = self::escape(ctx, escape, 3)?;
        if passed < 3 {
            ctx.deprecated("the $escape parameter must be provided, as its default value will change");
            ctx.check()?;
        } else {
            file.escape_chosen.set(true);
        }
        file.dialect.set(Dialect { separator, enclosure, escape });
        Ok(())
    }

    #[php("public function getCsvControl(): array")]
    fn get_csv_control(this: &Object) -> Array {
        let dialect = state(this).file().map(|file| file.dialect.get()).unwrap_or_default();
        let escape = dialect.escape.map(|byte| vec![byte]).unwrap_or_default();
        Array::list([Value::str([dialect.separator]), Value::str([dialect.enclosure]), Value::from(escape)])
    }

    #[php("public function flock(int $operation, &$wouldBlock = null): bool")]
    fn flock(ctx: &Ctx, this: &Object, passed: usize, operation: i64, mut would_block: RefArg<'_>) -> PhpResult<bool> {
        let (_, stream) = file(ctx, this)?;
        // Locks are numbered 1, 2, 3 here and 1, 2, 8 by the system; 4 is "do not wait" for both.
        let lock = match operation & 3 {
            1 => 1,
            2 => 2,
            3 => 8,
            _ => return Err(ctx.argument_error(1, "must be one of LOCK_SH, LOCK_EX, or LOCK_UN")),
        };
        if passed > 1 {
            would_block.set(0i64);
        }
        let wait = if operation & 4 != 0 { 4 } else { 0 };
        match stream.ops().set_option(ctx, &stream, StreamOption::Lock(lock | wait)) {
            OptionResult::Done => Ok(true),
            OptionResult::Value(_) => {
                if passed > 1 {
                    would_block.set(1i64);
                }
                Ok(false)
            }
            _ => Ok(false),
        }
    }

    #[php("public function fflush(): bool")]
    fn fflush(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let (_, stream) = file(ctx, this)?;
        Ok(stream.flush(ctx, false))
    }

    #[php("public function ftell(): int|false")]
    fn ftell(ctx: &Ctx, this: &Object) -> PhpResult {
        let (_, stream) = file(ctx, this)?;
        let position = stream.position();
        Ok(if position < 0 { Value::FALSE } else { Value::int(position) })
    }

    #[php("public function fseek(int $offset, int $whence = SEEK_SET): int")]
    fn fseek(ctx: &Ctx, this: &Object, offset: i64, whence: i64) -> PhpResult<i64> {
        let (file, stream) = file(ctx, this)?;
        free_line(file);
        let whence = match whence {
            0 => Whence::Set,
            1 => Whence::Current,
            2 => Whence::End,
            _ => return Ok(-1),
        };
        Ok(if stream.seek(ctx, offset, whence) { 0 } else { -1 })
    }

    #[php("public function fgetc(): string|false")]
    fn fgetc(ctx: &Ctx, this: &Object) -> PhpResult {
        let (file, stream) = file(ctx, this)?;
        free_line(file);
        let Some(byte) = stream.read_byte(ctx) else { return Ok(Value::FALSE) };
        if byte == b'\n' {
            file.number.set(file.number.get().saturating_add(1));
        }
        Ok(Value::str([byte]))
    }

    #[php("public function fpassthru(): int")]
    fn fpassthru(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        let (_, stream) = file(ctx, this)?;
        let mut chunk = streams::Scratch::new();
        let mut total = 0;
        while let Some(n) = stream.read(ctx, &mut chunk).filter(|&n| n > 0) {
            ctx.echo(&chunk[..n]);
            total += n as i64;
            ctx.check()?;
        }
        Ok(total)
    }

    #[php("public function fscanf(string $format, mixed &...$vars): array|int|null")]
    fn fscanf(ctx: &Ctx, this: &Object, format: &Str, vars: &mut [Value]) -> PhpResult {
        read_raw(ctx, this, false, 1, false)?;
        let (file, _) = file(ctx, this)?;
        let line = file.line.borrow().clone().unwrap_or_default();
        let mut args = vec![Value::from(line), Value::from(format.clone())];
        let references: Vec<Reference> = vars.iter_mut().map(Value::make_ref).collect();
        args.extend(references.into_iter().map(Value::from));
        util::call_named(ctx, "sscanf", &args)
    }

    #[php("public function fwrite(string $data, int $length = 0): int|false")]
    fn fwrite(ctx: &Ctx, this: &Object, passed: usize, data: &Str, length: i64) -> PhpResult {
        let (_, stream) = file(ctx, this)?;
        let n = match passed {
            0 | 1 => data.len(),
            _ => usize::try_from(length).unwrap_or(0).min(data.len()),
        };
        if n == 0 {
            return Ok(Value::int(0));
        }
        Ok(stream.write(ctx, &data.as_bytes()[..n]).map_or(Value::FALSE, Value::from))
    }

    #[php("public function fstat(): array")]
    fn fstat(ctx: &Ctx, this: &Object) -> PhpResult {
        let (_, stream) = file(ctx, this)?;
        Ok(stream.stat(ctx).map_or(Value::FALSE, |stat| Value::from(stat.to_array())))
    }

    #[php("public function ftruncate(int $size): bool")]
    fn ftruncate(ctx: &Ctx, this: &Object, size: i64) -> PhpResult<bool> {
        let (_, stream) = file(ctx, this)?;
        if stream.ops().set_option(ctx, &stream, StreamOption::TruncateSupported) != OptionResult::Done {
            return Err(ctx.throw("LogicException", format!("Can't truncate file {}", name(this))));
        }
        if size < 0 {
            return Err(ctx.argument_error(1, "must be greater than or equal to 0"));
        }
        Ok(stream.ops().set_option(ctx, &stream, StreamOption::Truncate(size)) == OptionResult::Done)
    }

    #[php("public function current(): array|string|false")]
    fn current(ctx: &Ctx, this: &Object) -> PhpResult {
        let (file, _) = file(ctx, this)?;
        if !has_line(file) {
            read_line(ctx, this, true)?;
        }
        let fields = file.fields.borrow().clone();
        let line = file.line.borrow().clone();
        Ok(match line {
            Some(line) if !has(this, READ_CSV) || fields.is_undef() => Value::from(line),
            _ if fields.is_undef() => Value::FALSE,
            _ => fields,
        })
    }

    #[php("public function key(): int")]
    fn key(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(file(ctx, this)?.0.number.get())
    }

    #[php("public function next(): void")]
    fn next(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let (file, _) = file(ctx, this)?;
        free_line(file);
        if has(this, READ_AHEAD) {
            read_line(ctx, this, true)?;
        }
        file.number.set(file.number.get().saturating_add(1));
        Ok(())
    }

    #[php("public function setFlags(int $flags): void")]
    fn set_flags(this: &Object, flags: i64) {
        state(this).flags.set(flags);
    }

    #[php("public function getFlags(): int")]
    fn get_flags(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        file(ctx, this)?;
        Ok(state(this).flags.get() & FLAGS)
    }

    #[php("public function setMaxLineLen(int $maxLength): void")]
    fn set_max_line_len(ctx: &Ctx, this: &Object, max_length: i64) -> PhpResult<()> {
        if max_length < 0 {
            return Err(ctx.argument_error(1, "must be greater than or equal to 0"));
        }
        file(ctx, this)?.0.max_length.set(max_length);
        Ok(())
    }

    #[php("public function getMaxLineLen(): int")]
    fn get_max_line_len(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(file(ctx, this)?.0.max_length.get())
    }

    #[php("public function hasChildren(): false")]
    fn has_children(_this: &Object) -> bool {
        false
    }

    #[php("public function getChildren(): null")]
    fn get_children(_this: &Object) {}

    /// Goes to a line by its number.
    #[php("public function seek(int $line): void")]
    fn seek(ctx: &Ctx, this: &Object, line: i64) -> PhpResult<()> {
        let (file, _) = file(ctx, this)?;
        if line < 0 {
            return Err(ctx.argument_error(1, "must be greater than or equal to 0"));
        }
        rewind(ctx, this)?;
        for _ in 0..line {
            if !read_line(ctx, this, true)? {
                return Ok(());
            }
        }
        if line > 0 && !has(this, READ_AHEAD) {
            file.number.set(file.number.get().saturating_add(1));
            free_line(file);
        }
        Ok(())
    }

    #[php("public function getCurrentLine(): string")]
    fn get_current_line(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        Self::fgets(ctx, this)
    }

    #[php("public function __toString(): string")]
    fn to_string(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        let (file, _) = file(ctx, this)?;
        if file.line.borrow().is_none() {
            read_line(ctx, this, false)?;
        }
        Ok(file.line.borrow().clone().unwrap_or_default())
    }
}

pub struct SplTempFileObject;

/// A file in memory, which moves to the disk when it grows.
#[php_class("class SplTempFileObject extends SplFileObject {}")]
impl SplTempFileObject {
    #[php("public function __construct(int $maxMemory = 2097152)")]
    fn construct(ctx: &Ctx, this: &Object, passed: usize, max_memory: i64) -> PhpResult<()> {
        let name = if max_memory < 0 {
            Str::from("php://memory")
        } else if passed > 0 {
            Str::from(format!("php://temp/maxmemory:{max_memory}"))
        } else {
            Str::from("php://temp")
        };
        open(ctx, this, &name, &Str::from("wb"), false, &Value::NULL, 1)?;
        // The name is no path.
        let state = state(this);
        state.path.replace(Some(Str::default()));
        state.file_name.replace(Some(name));
        Ok(())
    }
}
