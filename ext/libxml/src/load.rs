//! Loading documents and entities through PHP's streams.

use crate::{State, errors};
use phant_memory::{Array, Key, Resource, Str, Value};
use phant_native::{Ctx, PhpResult};
use phant_xml::{
    error::{Domain, Error, Level, code},
    parser::{DoctypeHead, Loader, Wanted},
};

/// Loads external entities for a parser.
pub struct StreamLoader<'c> {
    /// The request.
    pub ctx: &'c Ctx,
    /// Nothing comes from the network (`LIBXML_NONET`).
    pub no_network: bool,
    /// Where the parser is, for errors.
    pub file: Option<Vec<u8>>,
}

fn is_remote(name: &[u8]) -> bool {
    name.starts_with(b"http://") || name.starts_with(b"https://") || name.starts_with(b"ftp://")
}

impl Loader for StreamLoader<'_> {
    fn load(&mut self, wanted: &Wanted<'_>, errors: &mut Vec<Error>) -> Option<(Vec<u8>, Vec<u8>)> {
        let ctx = self.ctx;
        if ctx.has_exception() {
            return None;
        }
        let base = wanted.base.map(<[u8]>::to_vec).unwrap_or_else(|| directory(ctx));
        let resolved = wanted.system_id.map(|system| resolve(Some(&base), system));
        let facts = wanted.doctype.map(|doctype| (doctype, folder(&base)));
        let mut by_user = false;
        let found = match resolve_by_user(ctx, wanted.public_id, resolved.as_deref(), facts) {
            Ok(Resolved::Default) => resolved.as_deref().and_then(|name| self.open(name)),
            Ok(Resolved::Text(text, name)) => Some((text, name)),
            Ok(Resolved::Nothing { by_function }) => {
                by_user = by_function;
                None
            }
            Err(_) => None,
        };
        if found.is_none() && !ctx.has_exception() {
            errors.push(if by_user { self.refused(wanted) } else { self.missing(wanted, resolved) });
        }
        found
    }
}

/// The folder of a document, with a slash at its end.
fn folder(name: &[u8]) -> &[u8] {
    let upto = name.iter().rposition(|&byte| byte == b'/').map_or(0, |at| at + 1);
    &name[..upto]
}

impl StreamLoader<'_> {
    /// There is no such file, or it may not be read.
    fn missing(&self, wanted: &Wanted<'_>, resolved: Option<Vec<u8>>) -> Error {
        let shown = resolved.unwrap_or_else(|| wanted.public_id.unwrap_or_default().to_vec());
        Error {
            domain: Domain::Parser,
            code: code::IO_LOAD_ERROR,
            level: Level::Warning,
            message: [b"failed to load external entity \"", &shown[..], b"\"\n"].concat(),
            file: self.file.clone(),
            line: 1,
            column: 0,
            in_entity: false,
        }
    }
    /// The function that says where entities come from has nothing.
    fn refused(&self, wanted: &Wanted<'_>) -> Error {
        let message = match wanted.public_id {
            Some(public) => [b"Failed to load external entity \"", public, b"\""].concat(),
            None => b"Failed to load external entity because the resolver function returned null".to_vec(),
        };
        Error {
            domain: Domain::Parser,
            code: code::INTERNAL_ERROR,
            level: Level::Error,
            message,
            file: self.file.clone(),
            line: 0,
            column: 0,
            in_entity: false,
        }
    }
    fn open(&self, name: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
        if self.no_network && is_remote(name) {
            return None;
        }
        let text = read(self.ctx, name).ok()??;
        Some((text.as_bytes().to_vec(), name.to_vec()))
    }
}

enum Resolved {
    /// There is no function, or it gave a text to load.
    Default,
    Text(Vec<u8>, Vec<u8>),
    /// There is nothing; `by_function`: the function said so.
    Nothing {
        by_function: bool,
    },
}

/// Asks the function that `libxml_set_external_entity_loader` set. `facts`: the document type, and the document's folder.
fn resolve_by_user(
    ctx: &Ctx,
    public_id: Option<&[u8]>,
    system_id: Option<&[u8]>,
    facts: Option<(&DoctypeHead, &[u8])>,
) -> PhpResult<Resolved> {
    let state = ctx.state::<State>();
    let resolver = state.resolver.borrow().clone();
    if resolver.is_null() {
        return Ok(if state.disabled.get() { Resolved::Nothing { by_function: false } } else { Resolved::Default });
    }
    let text = |text: Option<&[u8]>| text.map_or(Value::NULL, |text| Value::from(Str::new(text)));
    let mut context = Array::new();
    for (name, fact) in [
        ("directory", facts.map(|(_, folder)| folder)),
        ("intSubName", facts.map(|(doctype, _)| &doctype.name[..])),
        ("extSubURI", facts.and_then(|(doctype, _)| doctype.system_id.as_deref())),
        ("extSubSystem", facts.and_then(|(doctype, _)| doctype.public_id.as_deref())),
    ] {
        context.set(Key::Str(Str::from(name)), text(fact));
    }
    let answer = ctx.call_value(&resolver, &[text(public_id), text(system_id), Value::from(context)])?;
    let answer = answer.unref();
    if let Some(name) = answer.as_str() {
        let found = read(ctx, name.as_bytes())?;
        return Ok(match found {
            Some(text) => Resolved::Text(text.as_bytes().to_vec(), name.as_bytes().to_vec()),
            None => Resolved::Nothing { by_function: true },
        });
    }
    if answer.as_resource().is_some() {
        let stream = phant_streams::from_value(ctx, &answer, 1)?;
        let content = stream.read_all(ctx, usize::MAX).unwrap_or_default();
        return Ok(Resolved::Text(content.as_bytes().to_vec(), system_id.unwrap_or_default().to_vec()));
    }
    if answer.is_null() {
        return Ok(Resolved::Nothing { by_function: true });
    }
    let text = "The user entity loader callback must return a string, a resource, or null";
    let _ = text;
    let given = phant_native::convert::type_name(&answer);
    let message = format!("must return a string, a resource, or null, {given} returned");
    Err(ctx.type_error(format!("The user entity loader callback {message}")))
}

/// The stream context that documents are loaded and saved with.
pub fn context(ctx: &Ctx) -> PhpResult<Option<Resource>> {
    let chosen = ctx.state::<State>().context.borrow().clone();
    phant_streams::context_argument(ctx, Some(&chosen), false, 1)
}

/// The content of what a name stands for; `None`: it cannot be had. What is a file that is not there is not reported.
pub fn read(ctx: &Ctx, name: &[u8]) -> PhpResult<Option<Str>> {
    let path = path_of(name);
    let is_plain = !path.windows(3).any(|window| window == b"://");
    if is_plain && phant_streams::wrapper::stat_path(ctx, &path, 0, None).is_none() {
        return Ok(None);
    }
    let context = context(ctx)?;
    let options = if is_plain { 0 } else { phant_streams::options::REPORT_ERRORS };
    let opened = phant_streams::open_required(ctx, &path, b"rb", options, context.as_ref())?;
    let Some((_resource, stream)) = opened else { return Ok(None) };
    let content = stream.read_all(ctx, usize::MAX);
    stream.close(ctx);
    ctx.check()?;
    Ok(content)
}

/// A document that is read by its name as it was given: the function that says where entities come from is asked for it too.
/// What cannot be had is reported.
pub fn read_document(ctx: &Ctx, name: &[u8]) -> PhpResult<Option<Str>> {
    let found = match resolve_by_user(ctx, None, Some(name), None)? {
        Resolved::Default => {
            let path = absolute(ctx, name);
            let found = read(ctx, &path)?;
            if found.is_none() && !ctx.has_exception() {
                report_missing(ctx, &path);
            }
            found
        }
        Resolved::Text(text, _) => Some(Str::new(text)),
        Resolved::Nothing { .. } => {
            ctx.warning("Failed to load external entity because the resolver function returned null");
            None
        }
    };
    ctx.check()?;
    Ok(found)
}

/// The same, with the stream's own warning about what is not there.
pub fn read_reported(ctx: &Ctx, name: &[u8]) -> PhpResult<Option<Str>> {
    let path = path_of(name);
    let context = context(ctx)?;
    let opened = phant_streams::open_required(ctx, &path, b"rb", phant_streams::options::REPORT_ERRORS, context.as_ref())?;
    let Some((_resource, stream)) = opened else { return Ok(None) };
    // In pieces, as PHP reads here: nobody asks how long the file is.
    let mut content = phant_memory::StrBuilder::new();
    let mut piece = [0; 4096];
    while let Some(length) = stream.read(ctx, &mut piece).filter(|&length| length > 0) {
        content.push_bytes(&piece[..length]);
        if ctx.has_exception() || ctx.poll().is_err() {
            break;
        }
    }
    let content = Some(content.finish());
    stream.close(ctx);
    ctx.check()?;
    Ok(content)
}

/// The path that a name stands for: `file://` is taken off, escapes are undone where that is needed.
fn path_of(name: &[u8]) -> Vec<u8> {
    let name = name.strip_prefix(b"file://localhost").or_else(|| name.strip_prefix(b"file://")).unwrap_or(name);
    if !name.contains(&b'%') || name.windows(3).any(|window| window == b"://") {
        return name.to_vec();
    }
    let (mut to, mut at) = (Vec::new(), 0);
    while at < name.len() {
        let digits = name.get(at + 1..at + 3).and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) if name[at] == b'%' => {
                to.push(byte);
                at += 3;
            }
            _ => {
                to.push(name[at]);
                at += 1;
            }
        }
    }
    to
}

/// The working directory, with a slash at its end: the name of documents that come from a text.
pub fn directory(_ctx: &Ctx) -> Vec<u8> {
    let mut path = std::env::current_dir().map(|path| path.into_os_string().into_encoded_bytes()).unwrap_or_default();
    path.push(b'/');
    path
}

/// The name of a file to load, made absolute.
pub fn absolute(ctx: &Ctx, name: &[u8]) -> Vec<u8> {
    if name.starts_with(b"/") || name.windows(3).any(|window| window == b"://") {
        return name.to_vec();
    }
    resolve(Some(&directory(ctx)), name)
}

/// A name relative to another one.
pub fn resolve(base: Option<&[u8]>, name: &[u8]) -> Vec<u8> {
    let has_scheme = name.windows(3).any(|window| window == b"://") || name.starts_with(b"data:");
    let base = base.unwrap_or_default();
    if has_scheme || name.starts_with(b"/") && !base.windows(3).any(|window| window == b"://") || base.is_empty() {
        return name.to_vec();
    }
    let root = base
        .windows(3)
        .position(|window| window == b"://")
        .map_or(0, |at| base[at + 3..].iter().position(|&byte| byte == b'/').map_or(base.len(), |slash| at + 3 + slash));
    if name.starts_with(b"/") {
        return [&base[..root], name].concat();
    }
    let upto = base.iter().rposition(|&byte| byte == b'/').map_or(0, |at| at + 1);
    let joined = [&base[root.min(upto)..upto], name].concat();
    let mut parts: Vec<&[u8]> = Vec::new();
    for part in joined.split(|&byte| byte == b'/') {
        match part {
            b"." => {}
            b".." if parts.last().is_some_and(|last| !last.is_empty() && *last != b"..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    [&base[..root.min(upto)], &parts.join(&b'/')[..]].concat()
}

/// Reports that a document cannot be loaded.
pub fn report_missing(ctx: &Ctx, name: &[u8]) {
    let message = [b"failed to load external entity \"", name, b"\"\n"].concat();
    let mut error = Error {
        domain: Domain::Io,
        code: code::IO_LOAD_ERROR,
        level: Level::Warning,
        message,
        file: None,
        line: 0,
        column: 0,
        in_entity: false,
    };
    if !errors::are_internal(ctx) {
        error.message = [b"I/O warning : ", &error.message[..]].concat();
    }
    errors::report_as(ctx, &error, errors::Shown::Alone);
}

/// Writes a file; false, with a warning of the stream's, if that cannot be done.
pub fn write(ctx: &Ctx, name: &[u8], text: &[u8]) -> PhpResult<bool> {
    let path = path_of(name);
    let context = context(ctx)?;
    let options = phant_streams::options::REPORT_ERRORS;
    let opened = phant_streams::open_required(ctx, &path, b"wb", options, context.as_ref())?;
    let Some((_resource, stream)) = opened else { return Ok(false) };
    let written = stream.write(ctx, text);
    stream.close(ctx);
    ctx.check()?;
    Ok(written.is_some_and(|written| written == text.len()))
}
