//! The same archive in another form.

use super::{Common, archive, bad_call, failed, unexpected};
use crate::{
    archive::{Archive, Data, Format, bits},
    entries,
    names::{self, Found, Kind, Wanted},
    save,
    state::State,
};
use phant_memory::{Object, Str, Value};
use phant_native::{Ctx, PhpResult, php_methods};
use std::rc::Rc;

fn extension_of(format: Format, whole: u32, is_data: bool) -> &'static str {
    match (format, whole, is_data) {
        (Format::Zip, _, true) => "zip",
        (Format::Zip, _, false) => "phar.zip",
        (Format::Tar, bits::GZ, true) => "tar.gz",
        (Format::Tar, bits::BZ2, true) => "tar.bz2",
        (Format::Tar, _, true) => "tar",
        (Format::Tar, bits::GZ, false) => "phar.tar.gz",
        (Format::Tar, bits::BZ2, false) => "phar.tar.bz2",
        (Format::Tar, _, false) => "phar.tar",
        (Format::Phar, bits::GZ, _) => "phar.gz",
        (Format::Phar, bits::BZ2, _) => "phar.bz2",
        (Format::Phar, _, _) => "phar",
    }
}

/// A path without what says that it is an archive, or else without its last extension.
fn without_extension(path: &[u8]) -> &[u8] {
    const KNOWN: [&[u8]; 12] = [
        b".phar.tar.bz2",
        b".phar.tar.gz",
        b".phar.bz2",
        b".phar.php",
        b".phar.tar",
        b".phar.zip",
        b".phar.gz",
        b".tar.bz2",
        b".tar.gz",
        b".phar",
        b".tar",
        b".zip",
    ];
    if let Some(base) = KNOWN.iter().find_map(|ext| path.strip_suffix(*ext)) {
        return base;
    }
    let slash = path.iter().rposition(|&b| b == b'/').map_or(0, |at| at + 1);
    path[slash..].iter().rposition(|&b| b == b'.').map_or(path, |dot| &path[..slash + dot])
}

/// Makes a copy of an archive in another form beside it, and an object for that.
fn copy_as(ctx: &Ctx, old: &Rc<Archive>, format: Format, whole: u32, is_data: bool, ext: Option<&Str>) -> PhpResult<Object> {
    let path = old.path();
    let own = extension_of(format, whole, is_data).as_bytes();
    let extension = match ext {
        Some(ext) => match ext.as_bytes() {
            [b'.' | b'/', rest @ ..] => rest,
            ext => ext,
        },
        None => own,
    };
    let kind = if is_data { "data phar" } else { "phar" };
    if extension.iter().any(|b| b"*?\\".contains(b)) {
        let text = [kind.as_bytes(), b" converted from \"", &path, b"\" has invalid extension ", extension].concat();
        return Err(bad_call(ctx, text));
    }
    let new_path = [without_extension(&path), b".", extension].concat();
    let state = State::of(ctx);
    if let Some(known) = state.by_path(&new_path) {
        let has_entries = old.entries.borrow().iter().any(|entry| !entry.deleted.get());
        if !Rc::ptr_eq(&known, old) || has_entries {
            let why = b"\" to the list of phars, a phar with that name already exists";
            let text = [b"Unable to add newly converted phar \"".as_slice(), &new_path, why].concat();
            return Err(bad_call(ctx, text));
        }
    }
    if phant_streams::path::os(&new_path).exists() {
        let text = [b"phar \"".as_slice(), &new_path, b"\" exists and must be unlinked prior to conversion"].concat();
        return Err(bad_call(ctx, text));
    }
    let wanted = if is_data { Kind::Data } else { Kind::Executable };
    if !matches!(names::find_extension(ctx, &new_path, wanted, Wanted::New, true), Found::Extension(..)) {
        let text = [kind.as_bytes(), b" \"", &new_path, b"\" has invalid extension ", extension].concat();
        return Err(bad_call(ctx, text));
    }
    let new = Rc::new(Archive::new(&new_path, format));
    new.whole.set(whole);
    new.is_data.set(is_data);
    new.is_new.set(true);
    new.metadata.replace(old.metadata.borrow().clone());
    new.sign_as.set(old.sign_as.get());
    new.ext_len.set(extension.len() + 1);
    // An alias of the old one's own becomes the new one's path.
    if !is_data && old.alias.borrow().is_some() && !old.alias_is_path.get() {
        new.alias.replace(Some(new_path.clone()));
        state.add_alias(&new_path, &new);
    }
    new.alias_is_path.set(true);
    for entry in old.entries.borrow().all() {
        let name = entry.name();
        if name.starts_with(b".phar/") || entry.deleted.get() {
            continue;
        }
        let copy = entry.copy_as(&name);
        if !entry.is_dir && !matches!(&*entry.data.borrow(), Data::Mounted(_)) {
            let bytes = old.contents(&entry).map_err(|why| failed(ctx, why))?;
            copy.data.replace(Data::Plain(bytes));
        }
        if format == Format::Tar {
            copy.set_compression(0);
        }
        new.entries.borrow_mut().insert(Rc::new(copy));
    }
    // Another format gets a stub of its own.
    if format == Format::Phar && old.format.get() == Format::Phar {
        new.stub.replace(old.stub.borrow().clone());
    }
    state.add(&new);
    // An archive without files is written all the same.
    if let Err(why) = save::write(ctx, &new, None) {
        state.remove(&new);
        return Err(bad_call(ctx, why));
    }
    let class = ctx.known_class(if is_data { "PharData" } else { "Phar" });
    ctx.new_object(class, &[Value::str(new_path)])
}

fn compression(ctx: &Ctx, how: i64, format: Format) -> PhpResult<u32> {
    let name = match how {
        0 => return Ok(0),
        4096 => "gzip",
        8192 => "bz2",
        _ => {
            let why = "Unknown compression specified, please pass one of Phar::GZ or Phar::BZ2";
            return Err(bad_call(ctx, why));
        }
    };
    if format == Format::Zip {
        let why = format!("Cannot compress entire archive with {name}, zip archives do not support whole-archive compression");
        return Err(bad_call(ctx, why));
    }
    Ok(how as u32)
}

/// `compress()`
pub fn compress(ctx: &Ctx, this: &Object, how: i64, ext: Option<&Str>) -> PhpResult<Option<Object>> {
    let archive = archive(ctx, this)?;
    if !entries::is_writable(ctx, &archive) {
        return Err(unexpected(ctx, "Cannot compress phar archive, phar is read-only"));
    }
    if archive.is_zip() {
        return Err(unexpected(ctx, "Cannot compress zip-based archives with whole-archive compression"));
    }
    let whole = compression(ctx, how, archive.format.get())?;
    copy_as(ctx, &archive, archive.format.get(), whole, archive.is_data.get(), ext).map(Some)
}

/// `decompress()`
pub fn decompress(ctx: &Ctx, this: &Object, ext: Option<&Str>) -> PhpResult<Option<Object>> {
    let archive = archive(ctx, this)?;
    if !entries::is_writable(ctx, &archive) {
        return Err(unexpected(ctx, "Cannot decompress phar archive, phar is read-only"));
    }
    if archive.is_zip() {
        return Err(unexpected(ctx, "Cannot decompress zip-based archives with whole-archive compression"));
    }
    copy_as(ctx, &archive, archive.format.get(), 0, archive.is_data.get(), ext).map(Some)
}

#[php_methods(CONVERTING)]
impl Common {
    #[php("public function convertToExecutable(?int $format = null, ?int $compression = null, ?string $extension = null): ?Phar")]
    fn convert_to_executable(
        ctx: &Ctx,
        this: &Object,
        format: Option<i64>,
        how: Option<i64>,
        ext: Option<&Str>,
    ) -> PhpResult<Option<Object>> {
        let archive = archive(ctx, this)?;
        if crate::load::is_readonly(ctx) {
            return Err(unexpected(ctx, "Cannot write out executable phar archive, phar is read-only"));
        }
        let format = match format {
            None | Some(9_021_976) => archive.format.get(),
            Some(1) => Format::Phar,
            Some(2) => Format::Tar,
            Some(3) => Format::Zip,
            _ => {
                let why = "Unknown file format specified, please pass one of Phar::PHAR, Phar::TAR or Phar::ZIP";
                return Err(bad_call(ctx, why));
            }
        };
        let whole = match how {
            None | Some(9_021_976) => archive.whole.get(),
            Some(how) => compression(ctx, how, format)?,
        };
        copy_as(ctx, &archive, format, whole, false, ext).map(Some)
    }

    #[php("public function convertToData(?int $format = null, ?int $compression = null, ?string $extension = null): ?PharData")]
    fn convert_to_data(
        ctx: &Ctx,
        this: &Object,
        format: Option<i64>,
        how: Option<i64>,
        ext: Option<&Str>,
    ) -> PhpResult<Option<Object>> {
        let archive = archive(ctx, this)?;
        let none = "Cannot write out data phar archive, use Phar::TAR or Phar::ZIP";
        let format = match format {
            None | Some(9_021_976) if archive.format.get() == Format::Phar => return Err(unexpected(ctx, none)),
            None | Some(9_021_976) => archive.format.get(),
            Some(1) => return Err(unexpected(ctx, none)),
            Some(2) => Format::Tar,
            Some(3) => Format::Zip,
            _ => {
                let why = "Unknown file format specified, please pass one of Phar::TAR or Phar::ZIP";
                return Err(bad_call(ctx, why));
            }
        };
        let whole = match how {
            None | Some(9_021_976) => archive.whole.get(),
            Some(how) => compression(ctx, how, format)?,
        };
        copy_as(ctx, &archive, format, whole, true, ext).map(Some)
    }
}
