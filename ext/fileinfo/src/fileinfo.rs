//! The class finfo and the functions.

use crate::database::{self, Rules};
use phant_magic::{Input, MOST, Patterns, flags};
use phant_memory::{NativeData, Object, Str, Tracer, Value};
use phant_native::{
    Ctx, PhpResult, Thrown, convert, descriptor::FunctionGroup, functions, php, php_class, resource, ret::OrFalse,
};
use phant_streams::{Stream, Whence, options, wrapper};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

pub const FUNCTIONS: FunctionGroup =
    functions![finfo_open, finfo_close, finfo_set_flags, finfo_file, finfo_buffer, mime_content_type];

/// What an object has outside the request heap.
struct Inspector {
    rules: Rules,
    flags: Cell<u32>,
    patterns: Patterns,
}

/// The number of the inspector among the hidden resources.
struct State(Cell<Option<u64>>);

impl NativeData for State {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

impl Drop for State {
    fn drop(&mut self) {
        if let Some(id) = self.0.take() {
            resource::drop_hidden(id);
        }
    }
}

impl State {
    fn set(&self, inspector: Inspector) {
        if let Some(old) = self.0.replace(Some(resource::hide(Rc::new(inspector)))) {
            resource::drop_hidden(old);
        }
    }
}

fn state(object: &Object) -> &State {
    object.native().expect("made by create")
}

fn inspector(ctx: &Ctx, object: &Object) -> PhpResult<Rc<Inspector>> {
    let id = state(object).0.get();
    id.and_then(resource::hidden::<Inspector>).ok_or_else(|| ctx.throw_error("Invalid finfo object"))
}

/// An inspector with the rules that a script names.
fn open(ctx: &Ctx, flags: i64, name: Option<&Str>) -> PhpResult<Option<Inspector>> {
    let flags = flags as u32;
    let rules = database::load(ctx, name.map_or(b"", |name| name.as_bytes()), flags)?;
    Ok(rules.map(|rules| Inspector { rules, flags: Cell::new(flags), patterns: Patterns::default() }))
}

fn no_nul(ctx: &Ctx, name: Option<&Str>, number: usize) -> PhpResult<()> {
    match name {
        Some(name) if name.contains(&0) => Err(ctx.argument_error(number, "must not contain any null bytes")),
        _ => Ok(()),
    }
}

/// Examines bytes; warns if that fails.
fn examine(ctx: &Ctx, inspector: &Inspector, asked: u32, input: Input<'_>) -> PhpResult<OrFalse<Vec<u8>>> {
    match phant_magic::identify(inspector.rules.database(), &inspector.patterns, asked, input) {
        Ok(answer) => Ok(OrFalse::Some(answer)),
        Err(error) => {
            ctx.poll()?;
            ctx.warning(format!("Failed identify data 0:{error}"));
            ctx.check()?;
            Ok(OrFalse::False)
        }
    }
}

fn read_from(ctx: &Ctx, stream: &Stream, at: u64, out: &mut [u8]) -> bool {
    let Ok(at) = i64::try_from(at) else { return false };
    if !stream.seek(ctx, at, Whence::Set) {
        return false;
    }
    let mut done = 0;
    while done < out.len() {
        match stream.read(ctx, &mut out[done..]) {
            Some(n) if n > 0 => done += n,
            _ => return false,
        }
    }
    true
}

/// Examines an open stream from where it stands.
fn examine_stream(ctx: &Ctx, inspector: &Inspector, asked: u32, stream: &Stream) -> PhpResult<OrFalse<Vec<u8>>> {
    if stream.is_directory() {
        ctx.warning("Failed identify data 0:cannot read `(null)'");
        return Ok(OrFalse::False);
    }
    let bytes = stream.read_all(ctx, MOST).map(|text| text.to_vec()).unwrap_or_default();
    ctx.check()?;
    let is_plain = stream.is_plain_file();
    let facts = if is_plain { stream.stat(ctx) } else { None };
    let mut end = None;
    if let Some(facts) = facts.filter(|facts| facts.is_file()) {
        let mut tail = Vec::new();
        let size = u64::try_from(facts.size).unwrap_or(0);
        if size > bytes.len() as u64 && !bytes.is_empty() {
            ctx.reserve(bytes.len())?;
            tail.resize(bytes.len(), 0);
            if !read_from(ctx, stream, size - tail.len() as u64, &mut tail) {
                tail.clear();
            }
        }
        end = Some(tail);
    }
    let end = end.as_deref().map(|tail| if tail.is_empty() { &bytes[..] } else { tail });
    let read_at = |at: u64, out: &mut [u8]| read_from(ctx, stream, at, out);
    let read_at: Option<&dyn Fn(u64, &mut [u8]) -> bool> = if is_plain { Some(&read_at) } else { None };
    let mode = stream.stat(ctx).map_or(0, |facts| facts.mode);
    let answer = examine(ctx, inspector, asked, Input { bytes: &bytes, end, mode, read_at });
    ctx.check()?;
    answer
}

/// Examines what a path or URL names. `number` is the argument's, for errors.
fn examine_path(
    ctx: &Ctx,
    inspector: &Inspector,
    asked: u32,
    name: &[u8],
    context: Option<&Value>,
    number: usize,
) -> PhpResult<OrFalse<Vec<u8>>> {
    if name.is_empty() {
        return Err(ctx.argument_error(number, "must not be empty"));
    }
    if name.contains(&0) {
        return Err(ctx.argument_type_error(number, "must not contain any null bytes"));
    }
    let context = phant_streams::context_argument(ctx, context, false, 4)?;
    wrapper::locate(ctx, name, 0);
    ctx.check()?;
    let opened = phant_streams::open_required(ctx, name, b"rb", options::REPORT_ERRORS, context.as_ref())?;
    let Some((_resource, stream)) = opened else { return Ok(OrFalse::False) };
    let answer = match stream.stat(ctx) {
        Some(facts) if facts.mode & phant_streams::Stat::TYPE == phant_streams::Stat::DIRECTORY => {
            Ok(OrFalse::Some(b"directory".to_vec()))
        }
        _ => examine_stream(ctx, inspector, asked, &stream),
    };
    stream.close(ctx);
    answer
}

/// The flags of a call: those of the object, unless it has its own.
fn asked(inspector: &Inspector, flags: i64) -> u32 {
    if flags == 0 { inspector.flags.get() } else { flags as u32 }
}

fn check_context(ctx: &Ctx, context: &Value, number: usize) -> PhpResult<()> {
    if context.is_null() || context.as_resource().is_some() {
        return Ok(());
    }
    let given = convert::value_name(context);
    Err(ctx.argument_type_error(number, format!("must be of type resource or null, {given} given")))
}

fn file(ctx: &Ctx, object: &Object, name: &Str, flags: i64, context: &Value, number: usize) -> PhpResult<OrFalse<Vec<u8>>> {
    check_context(ctx, context, number)?;
    let inspector = inspector(ctx, object)?;
    examine_path(ctx, &inspector, asked(&inspector, flags), name, Some(context), 2)
}

fn buffer(ctx: &Ctx, object: &Object, bytes: &Str, flags: i64, context: &Value, number: usize) -> PhpResult<OrFalse<Vec<u8>>> {
    check_context(ctx, context, number)?;
    let inspector = inspector(ctx, object)?;
    let input = Input { bytes, end: None, mode: 0, read_at: None };
    examine(ctx, &inspector, asked(&inspector, flags), input)
}

pub(crate) struct Finfo;

/// Tells what kind of file something is.
#[php_class("class finfo {}", create = Self::create, not_serializable, not_cloneable)]
impl Finfo {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(State(Cell::new(None)));
    }

    #[php("public function __construct(int $flags = FILEINFO_NONE, ?string $magic_database = null)")]
    fn construct(ctx: &Ctx, this: &Object, flags: i64, name: Option<&Str>) -> PhpResult<()> {
        no_nul(ctx, name, 2)?;
        let opened = RefCell::new(None);
        ctx.throwing_warnings("Exception", |ctx| {
            let result = open(ctx, flags, name);
            let failed = result.is_err();
            opened.replace(Some(result));
            failed
        });
        let failed = |ctx: &Ctx| -> Thrown { ctx.throw("Exception", "Constructor failed") };
        match opened.into_inner() {
            Some(Ok(Some(inspector))) => {
                state(this).set(inspector);
                Ok(())
            }
            Some(Err(thrown)) => Err(thrown),
            _ => Err(failed(ctx)),
        }
    }

    #[php("public function file(string $filename, int $flags = FILEINFO_NONE, $context = null): string|false")]
    fn file(ctx: &Ctx, this: &Object, name: &Str, flags: i64, context: &Value) -> PhpResult<OrFalse<Vec<u8>>> {
        file(ctx, this, name, flags, context, 3)
    }

    #[php("public function buffer(string $string, int $flags = FILEINFO_NONE, $context = null): string|false")]
    fn buffer(ctx: &Ctx, this: &Object, bytes: &Str, flags: i64, context: &Value) -> PhpResult<OrFalse<Vec<u8>>> {
        buffer(ctx, this, bytes, flags, context, 3)
    }

    #[php("public function set_flags(int $flags): true")]
    fn set_flags(ctx: &Ctx, this: &Object, flags: i64) -> PhpResult<bool> {
        inspector(ctx, this)?.flags.set(flags as u32);
        Ok(true)
    }
}

#[php("function finfo_open(int $flags = FILEINFO_NONE, ?string $magic_database = null): finfo|false")]
fn finfo_open(ctx: &Ctx, flags: i64, name: Option<&Str>) -> PhpResult<OrFalse<Object>> {
    no_nul(ctx, name, 2)?;
    let Some(inspector) = open(ctx, flags, name)? else { return Ok(OrFalse::False) };
    let object = ctx.allocate(ctx.known_class("finfo"))?;
    state(&object).set(inspector);
    Ok(OrFalse::Some(object))
}

#[php("function finfo_close(finfo $finfo): bool")]
fn finfo_close(_finfo: &Object) -> bool {
    true
}

#[php("function finfo_set_flags(finfo $finfo, int $flags): true")]
fn finfo_set_flags(ctx: &Ctx, finfo: &Object, flags: i64) -> PhpResult<bool> {
    Finfo::set_flags(ctx, finfo, flags)
}

#[php("function finfo_file(finfo $finfo, string $filename, int $flags = FILEINFO_NONE, $context = null): string|false")]
fn finfo_file(ctx: &Ctx, finfo: &Object, name: &Str, flags: i64, context: &Value) -> PhpResult<OrFalse<Vec<u8>>> {
    file(ctx, finfo, name, flags, context, 4)
}

#[php("function finfo_buffer(finfo $finfo, string $string, int $flags = FILEINFO_NONE, $context = null): string|false")]
fn finfo_buffer(ctx: &Ctx, finfo: &Object, bytes: &Str, flags: i64, context: &Value) -> PhpResult<OrFalse<Vec<u8>>> {
    buffer(ctx, finfo, bytes, flags, context, 4)
}

#[php("function mime_content_type($filename): string|false")]
fn mime_content_type(ctx: &Ctx, filename: &Value) -> PhpResult<OrFalse<Vec<u8>>> {
    let inspector = Inspector { rules: Rules::BuiltIn, flags: Cell::new(flags::MIME_TYPE), patterns: Patterns::default() };
    if let Some(name) = filename.as_str() {
        return examine_path(ctx, &inspector, flags::MIME_TYPE, &name, None, 1);
    }
    if filename.as_resource().is_none() {
        let given = convert::value_name(filename);
        return Err(ctx.argument_type_error(1, format!("must be of type resource|string, {given} given")));
    }
    let stream = phant_streams::from_value(ctx, filename, 1)?;
    let before = stream.position();
    if !stream.is_directory() {
        stream.seek(ctx, 0, Whence::Set);
    }
    let answer = examine_stream(ctx, &inspector, flags::MIME_TYPE, &stream);
    if !stream.is_directory() {
        stream.seek(ctx, before, Whence::Set);
    }
    answer
}
