//! What is posted: texts, forms, files.

use crate::handle::{Handle, easy, state};
use phant_curl::{Form, Source};
use phant_memory::{Array, Key, Object, Str, Value};
use phant_native::{Ctx, ObjectExt, PhpResult, convert, descriptor::FunctionGroup, functions, php, php_class};
use phant_streams::path;
use std::{cell::RefCell, fs::File, rc::Rc};

pub const FUNCTIONS: FunctionGroup = functions![curl_file_create];

type OwnForm = Form<crate::handle::Link>;

/// Sets what is posted; the result is libcurl's.
pub fn set(ctx: &Ctx, object: &Object, handle: &Rc<Handle>, value: &Value) -> PhpResult<i32> {
    let own = state(object);
    let value = value.deref().clone();
    match value.as_array() {
        Some(fields) if fields.is_empty() => {
            forget(object);
            Ok(handle.set_post(b""))
        }
        Some(fields) => {
            let result = fill(ctx, object, handle, &fields)?;
            let gone = own.post.replace(value.clone());
            drop(gone);
            Ok(result)
        }
        None => {
            let text = convert::to_str(ctx, &value)?;
            forget(object);
            Ok(handle.set_post(&text))
        }
    }
}

fn forget(object: &Object) {
    let gone = (state(object).post.replace(Value::NULL), state(object).parts.replace(Value::NULL));
    drop(gone);
}

/// Makes a form of fields.
fn fill(ctx: &Ctx, object: &Object, handle: &Rc<Handle>, fields: &Array) -> PhpResult<i32> {
    let form = handle.form();
    let mut streams = Array::new();
    for (key, value) in fields.iter() {
        let name = match key.to_key() {
            Key::Int(number) => Str::from(number.to_string()),
            Key::Str(name) => name,
        };
        let value = value.deref().clone();
        let list = value.as_array().map(|list| list.into_owned());
        match list {
            Some(list) => {
                for (_, value) in list.iter() {
                    field(ctx, &form, &name, &value.deref(), &mut streams)?;
                }
            }
            None => field(ctx, &form, &name, &value, &mut streams)?,
        }
    }
    let gone = state(object).parts.replace(Value::from(streams));
    drop(gone);
    Ok(handle.set_form(form))
}

fn property(ctx: &Ctx, object: &Object, name: &str) -> PhpResult<Str> {
    let value = ctx.get_property(object, name)?;
    convert::to_str(ctx, &value.deref())
}

fn field(ctx: &Ctx, form: &OwnForm, name: &Str, value: &Value, streams: &mut Array) -> PhpResult<()> {
    let Some(object) = value.as_object() else {
        let text = convert::to_str(ctx, value)?;
        form.value(name, &text);
        return Ok(());
    };
    let is = |class: &'static str| object.class().is_subclass_or_same(ctx.known_class(class));
    if is("CURLStringFile") {
        let (data, file_name) = (property(ctx, &object, "data")?, property(ctx, &object, "postname")?);
        let mime = property(ctx, &object, "mime")?;
        form.content(name, &data, &file_name, &mime);
        return Ok(());
    }
    if !is("CURLFile") {
        let text = convert::to_str(ctx, value)?;
        form.value(name, &text);
        return Ok(());
    }
    let file = property(ctx, &object, "name")?;
    let (mime, shown) = (property(ctx, &object, "mime")?, property(ctx, &object, "postname")?);
    let mime: &[u8] = if mime.is_empty() { b"application/octet-stream" } else { &mime };
    let shown: &[u8] = if shown.is_empty() { &file } else { &shown };
    if file.contains(&0) {
        return Err(ctx.value_error("Invalid filename for key ".to_string() + &name.to_text()));
    }
    if phant_streams::wrapper::scheme_length(&file).is_none() {
        let full = path::absolute(&file);
        let opened = if path::check_basedir(ctx, &file) { File::open(path::os(&full)).ok() } else { None };
        ctx.check()?;
        let facts = opened.as_ref().and_then(|file| file.metadata().ok()).filter(std::fs::Metadata::is_file);
        let size = facts.map_or(-1, |facts| facts.len() as i64);
        let source = opened.map_or(Source::Missing, |file| Source::File(RefCell::new(file)));
        form.file(name, source, size, shown, mime);
        return Ok(());
    }
    let opened = phant_streams::open_required(ctx, &file, b"rb", 0, None)?;
    let Some((handle, stream)) = opened else {
        form.file(name, Source::Missing, -1, shown, mime);
        return Ok(());
    };
    let size = stream.stat(ctx).map_or(-1, |facts| facts.size);
    form.file(name, Source::Number(handle.id()), size, shown, mime);
    // A key that is taken is none that `push` gives.
    let _ = streams.push(Value::from(handle));
    Ok(())
}

/// Gives a copy of a handle a form of its own.
pub fn copy_form(ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
    let value = state(from).post.borrow().clone();
    let Some(fields) = value.as_array() else { return Ok(()) };
    let handle = easy(ctx, to)?;
    fill(ctx, to, &handle, &fields)?;
    let gone = state(to).post.replace(value.clone());
    drop(gone);
    Ok(())
}

pub(crate) struct CURLFile;

/// A file to be posted.
#[php_class(
    "class CURLFile {
        public string $name = '';
        public string $mime = '';
        public string $postname = '';
    }",
    not_serializable
)]
impl CURLFile {
    #[php("public function __construct(string $filename, ?string $mime_type = null, ?string $posted_filename = null)")]
    fn construct(ctx: &Ctx, this: &Object, name: &Str, mime: Option<&Str>, shown: Option<&Str>) -> PhpResult<()> {
        ctx.set_property(this, "name", name.clone())?;
        if let Some(mime) = mime {
            ctx.set_property(this, "mime", mime.clone())?;
        }
        if let Some(shown) = shown {
            ctx.set_property(this, "postname", shown.clone())?;
        }
        Ok(())
    }
    #[php("public function getFilename(): string")]
    fn get_filename(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        property(ctx, this, "name")
    }
    #[php("public function getMimeType(): string")]
    fn get_mime_type(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        property(ctx, this, "mime")
    }
    #[php("public function getPostFilename(): string")]
    fn get_post_filename(ctx: &Ctx, this: &Object) -> PhpResult<Str> {
        property(ctx, this, "postname")
    }
    #[php("public function setMimeType(string $mime_type): void")]
    fn set_mime_type(ctx: &Ctx, this: &Object, mime: &Str) -> PhpResult<()> {
        ctx.set_property(this, "mime", mime.clone())
    }
    #[php("public function setPostFilename(string $posted_filename): void")]
    fn set_post_filename(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<()> {
        ctx.set_property(this, "postname", name.clone())
    }
}

pub(crate) struct CURLStringFile;

/// A file to be posted whose content is at hand.
#[php_class(
    "class CURLStringFile {
        public string $data;
        public string $postname;
        public string $mime;
    }"
)]
impl CURLStringFile {
    #[php("public function __construct(string $data, string $postname, string $mime = 'application/octet-stream')")]
    fn construct(ctx: &Ctx, this: &Object, data: &Str, name: &Str, mime: &Str) -> PhpResult<()> {
        ctx.set_property(this, "data", data.clone())?;
        ctx.set_property(this, "postname", name.clone())?;
        ctx.set_property(this, "mime", mime.clone())
    }
}

#[php("function curl_file_create(string $filename, ?string $mime_type = null, ?string $posted_filename = null): CURLFile")]
fn curl_file_create(ctx: &Ctx, name: &Str, mime: Option<&Str>, shown: Option<&Str>) -> PhpResult<Object> {
    let object = ctx.allocate(ctx.known_class("CURLFile"))?;
    CURLFile::construct(ctx, &object, name, mime, shown)?;
    Ok(object)
}
