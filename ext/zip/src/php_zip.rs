//! The old functions, `zip_open` and what follows it.

use crate::{
    archive::{Archive, Item},
    crypt,
};
use phant_archive::Source;
use phant_memory::{Resource, Str, Value};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php, resource, ret::OrFalse};
use phant_streams::path as paths;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

pub const FUNCTIONS: FunctionGroup = functions![
    zip_open,
    zip_close,
    zip_read,
    zip_entry_open,
    zip_entry_close,
    zip_entry_read,
    zip_entry_name,
    zip_entry_compressedsize,
    zip_entry_filesize,
    zip_entry_compressionmethod,
];

/// An archive that is read entry by entry.
struct Directory {
    archive: Rc<RefCell<Archive>>,
    at: Cell<usize>,
}

struct Entry {
    archive: Rc<RefCell<Archive>>,
    item: Item,
    contents: RefCell<Option<Rc<Vec<u8>>>>,
    at: Cell<usize>,
}

fn wrong(ctx: &Ctx, what: &str) -> phant_native::Thrown {
    let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
    ctx.type_error(format!("{name}(): supplied resource is not a valid {what} resource"))
}

fn directory(ctx: &Ctx, value: &Value) -> PhpResult<(Resource, Rc<Directory>)> {
    let handle = phant_streams::resource_argument(ctx, value, 1)?;
    let known = resource::get::<Directory>(&handle);
    Ok((handle, known.ok_or_else(|| wrong(ctx, "Zip Directory"))?))
}

fn entry(ctx: &Ctx, value: &Value, number: usize) -> PhpResult<Rc<Entry>> {
    let handle = phant_streams::resource_argument(ctx, value, number)?;
    resource::get::<Entry>(&handle).ok_or_else(|| wrong(ctx, "Zip Entry"))
}

#[php("function zip_open(string $filename)", deprecated = " since 8.0, use ZipArchive::open() instead")]
fn zip_open(ctx: &Ctx, filename: &Str) -> PhpResult {
    if filename.contains(&0) {
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    if filename.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    let path = paths::absolute(filename);
    if !paths::check_basedir(ctx, &path) {
        return Ok(Value::FALSE);
    }
    let opened = match std::fs::File::open(paths::os(&path)).and_then(Source::file) {
        Ok(source) => Archive::read(&path, source, false),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Err(9),
        Err(_) => Err(11),
    };
    Ok(match opened {
        Ok(archive) => {
            let known = Directory { archive: Rc::new(RefCell::new(archive)), at: Cell::new(0) };
            Value::from(resource::register("Zip Directory", known))
        }
        Err(error) => Value::int(error),
    })
}

#[php("function zip_close($zip): void", deprecated = " since 8.0, use ZipArchive::close() instead")]
fn zip_close(ctx: &Ctx, zip: &Value) -> PhpResult<()> {
    let (handle, _) = directory(ctx, zip)?;
    resource::close(handle.id());
    Ok(())
}

#[php("function zip_read($zip)", deprecated = " since 8.0, use ZipArchive::statIndex() instead")]
fn zip_read(ctx: &Ctx, zip: &Value) -> PhpResult {
    let (_, known) = directory(ctx, zip)?;
    let at = known.at.get();
    let item = known.archive.borrow().items.get(at).cloned();
    let Some(item) = item else { return Ok(Value::FALSE) };
    known.at.set(at + 1);
    let entry = Entry { archive: known.archive.clone(), item, contents: RefCell::new(None), at: Cell::new(0) };
    Ok(Value::from(resource::register("Zip Entry", entry)))
}

#[php("function zip_entry_open($zip_dp, $zip_entry, string $mode = 'rb'): bool", deprecated = " since 8.0")]
fn zip_entry_open(ctx: &Ctx, zip: &Value, of: &Value, mode: &Str) -> PhpResult<bool> {
    let _ = mode;
    let handle = phant_streams::resource_argument(ctx, zip, 1)?;
    let known = entry(ctx, of, 2)?;
    if resource::get::<Directory>(&handle).is_none() {
        return Err(wrong(ctx, "Zip Directory"));
    }
    Ok(contents(&known).is_some())
}

fn contents(known: &Entry) -> Option<Rc<Vec<u8>>> {
    if let Some(bytes) = known.contents.borrow().clone() {
        return Some(bytes);
    }
    let bytes = Rc::new(known.archive.borrow().contents(&known.item, 0, None).ok()?);
    known.contents.replace(Some(bytes.clone()));
    Some(bytes)
}

#[php("function zip_entry_close($zip_entry): bool", deprecated = " since 8.0")]
fn zip_entry_close(ctx: &Ctx, of: &Value) -> PhpResult<bool> {
    entry(ctx, of, 1)?;
    if let Some(handle) = of.as_resource() {
        resource::close(handle.id());
    }
    Ok(true)
}

#[php(
    "function zip_entry_read($zip_entry, int $len = 1024): string|false",
    deprecated = " since 8.0, use ZipArchive::getFromIndex() instead"
)]
fn zip_entry_read(ctx: &Ctx, of: &Value, len: i64) -> PhpResult<OrFalse<Str>> {
    let known = entry(ctx, of, 1)?;
    let len = if len <= 0 { 1024 } else { len as usize };
    let Some(bytes) = contents(&known) else { return Ok(OrFalse::False) };
    let at = known.at.get().min(bytes.len());
    let end = at.saturating_add(len).min(bytes.len());
    known.at.set(end);
    Ok(OrFalse::Some(Str::new(&bytes[at..end])))
}

#[php("function zip_entry_name($zip_entry): string|false", deprecated = " since 8.0, use ZipArchive::statIndex() instead")]
fn zip_entry_name(ctx: &Ctx, of: &Value) -> PhpResult<OrFalse<Str>> {
    Ok(entry(ctx, of, 1)?.item.name(false).map(Str::new).into())
}

#[php("function zip_entry_compressedsize($zip_entry): int|false", deprecated = " since 8.0, use ZipArchive::statIndex() instead")]
fn zip_entry_compressedsize(ctx: &Ctx, of: &Value) -> PhpResult<OrFalse<i64>> {
    Ok(entry(ctx, of, 1)?.item.old.as_ref().map(|e| e.packed as i64).into())
}

#[php("function zip_entry_filesize($zip_entry): int|false", deprecated = " since 8.0, use ZipArchive::statIndex() instead")]
fn zip_entry_filesize(ctx: &Ctx, of: &Value) -> PhpResult<OrFalse<i64>> {
    Ok(entry(ctx, of, 1)?.item.old.as_ref().map(|e| e.size as i64).into())
}

#[php(
    "function zip_entry_compressionmethod($zip_entry): string|false",
    deprecated = " since 8.0, use ZipArchive::statIndex() instead"
)]
fn zip_entry_compressionmethod(ctx: &Ctx, of: &Value) -> PhpResult<OrFalse<&'static str>> {
    let known = entry(ctx, of, 1)?;
    Ok(known
        .item
        .old
        .as_ref()
        .map(|e| match crypt::compression_of(e) {
            0 => "stored",
            1 => "shrunk",
            2..=5 => "reduced",
            6 => "imploded",
            7 => "tokenized",
            8 => "deflated",
            9 => "deflatedX",
            10 => "implodedX",
            _ => "",
        })
        .into())
}
