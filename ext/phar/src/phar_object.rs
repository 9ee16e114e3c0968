//! The classes Phar and PharData.

mod build;
mod convert;
mod extract;
mod statics;

use crate::{
    archive::{Archive, Data, Entry, Fail, Format, bits},
    entries::{self, Want, is_magic},
    load, metadata,
    names::{self, Kind, Wanted},
    save, sign,
    state::State,
    stub,
};
use phant_ext_spl::spl_directory as spl;
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Ctx, PhpResult, Thrown, php_class, php_methods, resource};
use phant_streams::Stream;
use std::{any::Any, rc::Rc};

/// What an object holds: a use of its archive.
pub struct Use(pub Rc<Archive>);

impl Drop for Use {
    fn drop(&mut self) {
        let users = &self.0.users;
        users.set(users.get().saturating_sub(1));
    }
}

/// The archive of an object.
pub fn archive(ctx: &Ctx, this: &Object) -> PhpResult<Rc<Archive>> {
    match spl::attached::<Use>(this) {
        Some(held) => Ok(held.0.clone()),
        None => Err(ctx.throw("BadMethodCallException", "Cannot call method on an uninitialized Phar object")),
    }
}

/// Throws a failure as PharException.
pub fn failed(ctx: &Ctx, why: Fail) -> Thrown {
    if ctx.has_exception() { Thrown } else { ctx.throw("PharException", why) }
}

fn unexpected(ctx: &Ctx, why: impl AsRef<[u8]>) -> Thrown {
    ctx.throw("UnexpectedValueException", why)
}

fn bad_call(ctx: &Ctx, why: impl AsRef<[u8]>) -> Thrown {
    ctx.throw("BadMethodCallException", why)
}

/// An archive that may be written to.
fn writable(ctx: &Ctx, this: &Object, why: &str) -> PhpResult<Rc<Archive>> {
    let archive = archive(ctx, this)?;
    if !entries::is_writable(ctx, &archive) {
        return Err(unexpected(ctx, why));
    }
    Ok(archive)
}

const READ_ONLY: &str = "Cannot write out phar archive, phar is read-only";
const DISABLED: &str = "Write operations disabled by the php.ini setting phar.readonly";

fn flush(ctx: &Ctx, archive: &Rc<Archive>) -> PhpResult<()> {
    save::flush(ctx, archive, None).map_err(|why| failed(ctx, why))
}

fn construct(ctx: &Ctx, this: &Object, name: &Str, flags: i64, alias: Option<&Str>, format: i64) -> PhpResult<()> {
    let class = phant_native::ObjectExt::class(this);
    let is_data = class.is_subclass_or_same(ctx.known_class("PharData"));
    if spl::attached::<Use>(this).is_some() {
        return Err(bad_call(ctx, "Cannot call constructor twice"));
    }
    let kind = if is_data { Kind::Data } else { Kind::Executable };
    let split = names::split(ctx, name, kind, Wanted::Either).ok();
    let path = split.as_ref().map_or(name.as_bytes(), |s| &s.archive);
    let opened = load::open_or_create(ctx, path, alias.map(|a| a.as_bytes()), is_data);
    ctx.check()?;
    let archive = opened.map_err(|why| match why.is_empty() {
        true => unexpected(ctx, "Phar creation or opening failed"),
        false => unexpected(ctx, why),
    })?;
    if is_data && archive.is_tar() && archive.is_new.get() && format == Format::Zip as i64 {
        archive.format.set(Format::Zip);
    }
    if is_data != archive.is_data.get() {
        return Err(unexpected(
            ctx,
            match is_data {
                true => "PharData class can only be used for non-executable tar and zip archives",
                false => "Phar class can only be used for executable tar and zip archives",
            },
        ));
    }
    attach(this, &archive);
    let entry = split.map_or_else(Vec::new, |s| s.entry);
    let url = Str::from([b"phar://", &archive.path()[..], &entry].concat());
    spl::open_directory(ctx, this, &url, flags, Some(ctx.known_class("PharFileInfo")))
}

fn attach(object: &Object, archive: &Rc<Archive>) {
    archive.users.set(archive.users.get() + 1);
    let held: Rc<dyn Any> = Rc::new(Use(archive.clone()));
    spl::attach(object, held);
}

/// Puts a file in.
pub fn add(ctx: &Ctx, archive: &Rc<Archive>, name: &[u8], contents: Vec<u8>, mode: Option<u32>) -> PhpResult<Rc<Entry>> {
    if is_magic(name) {
        return Err(bad_call(ctx, "Cannot create any files in magic \".phar\" directory"));
    }
    let made = entries::find_or_make(ctx, archive, name, false, true);
    let entry = made.map_err(|why| {
        let colon = if why.is_empty() { "" } else { ": " };
        bad_call(ctx, [b"Entry ", name, b" does not exist and cannot be created", colon.as_bytes(), &why].concat())
    })?;
    entry.set_contents(contents);
    entry.time.set(save::now(ctx));
    if let Some(mode) = mode {
        entry.flags.set(entry.flags.get() & !bits::PERMISSIONS | mode & bits::PERMISSIONS);
    }
    flush(ctx, archive)?;
    Ok(entry)
}

/// What a value that is set on a name puts in: a stream's rest, or text.
fn contents_of(ctx: &Ctx, value: &Value) -> PhpResult<Vec<u8>> {
    if let Some(stream) = value.as_resource().and_then(|r| resource::get::<Stream>(&r)) {
        return Ok(stream.read_all(ctx, usize::MAX).map(|s| s.to_vec()).unwrap_or_default());
    }
    Ok(phant_native::convert::to_str(ctx, value)?.to_vec())
}

/// Refuses a name that no file could have.
fn without_nul(ctx: &Ctx, number: usize, name: &Str) -> PhpResult<()> {
    match name.contains(&0) {
        true => Err(ctx.argument_error(number, "must not contain any null bytes")),
        false => Ok(()),
    }
}

fn name_argument(ctx: &Ctx, name: &Value) -> PhpResult<Str> {
    if name.is_array() {
        return Err(ctx.argument_type_error(1, "must be of type string, array given"));
    }
    let name = phant_native::convert::to_str(ctx, name)?;
    without_nul(ctx, 1, &name)?;
    Ok(name)
}

pub use statics::map;

/// The classes share their methods.
pub struct Common;

/// What Phar and PharData share.
#[php_methods(METHODS)]
impl Common {
    #[php("public function __destruct()")]
    fn destruct(_this: &Object) {}

    #[php("public function addEmptyDir(string $directory): void")]
    fn add_empty_dir(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<()> {
        without_nul(ctx, 1, name)?;
        let archive = archive(ctx, this)?;
        if is_magic(name) {
            return Err(bad_call(ctx, "Cannot create a directory in magic \".phar\" directory"));
        }
        entries::find_or_make(ctx, &archive, name, true, true).map_err(|why| {
            let colon = if why.is_empty() { "" } else { ": " };
            let text = [b"Directory ", name.as_bytes(), b" does not exist and cannot be created", colon.as_bytes(), &why];
            bad_call(ctx, text.concat())
        })?;
        flush(ctx, &archive)
    }

    #[php("public function addFile(string $filename, ?string $localName = null): void")]
    fn add_file(ctx: &Ctx, this: &Object, filename: &Str, local: Option<&Str>) -> PhpResult<()> {
        without_nul(ctx, 1, filename)?;
        local.map_or(Ok(()), |local| without_nul(ctx, 2, local))?;
        let archive = archive(ctx, this)?;
        let about = |after: &str| {
            [b"phar error: unable to open file \"", filename.as_bytes(), b"\" to add to phar archive", after.as_bytes()].concat()
        };
        if !names::is_url(filename) && !phant_streams::path::permitted(ctx, filename) {
            return Err(ctx.throw("RuntimeException", about(", open_basedir restrictions prevent this")));
        }
        let opened = phant_streams::open_required(ctx, filename, b"rb", 0, None)?;
        let Some((_resource, stream)) = opened else { return Err(ctx.throw("RuntimeException", about(""))) };
        let bytes = stream.read_all(ctx, usize::MAX).map(|s| s.to_vec()).unwrap_or_default();
        let mode = stream.stat(ctx).map(|found| found.mode);
        // The file is open until it is in: an entry cannot be put on itself.
        let added = add(ctx, &archive, local.unwrap_or(filename), bytes, mode);
        stream.close(ctx);
        added.map(drop)
    }

    #[php("public function addFromString(string $localName, string $contents): void")]
    fn add_from_string(ctx: &Ctx, this: &Object, name: &Str, contents: &Str) -> PhpResult<()> {
        without_nul(ctx, 1, name)?;
        let archive = archive(ctx, this)?;
        add(ctx, &archive, name, contents.to_vec(), None)?;
        Ok(())
    }

    #[php("public function compressFiles(int $compression): void")]
    fn compress_files(ctx: &Ctx, this: &Object, how: i64) -> PhpResult<()> {
        let archive = writable(ctx, this, "Phar is readonly, cannot change compression")?;
        let how = match how {
            4096 => bits::GZ,
            8192 => bits::BZ2,
            _ => {
                let why = "Unknown compression specified, please pass one of Phar::GZ or Phar::BZ2";
                return Err(bad_call(ctx, why));
            }
        };
        if archive.is_tar() {
            let name = if how == bits::GZ { "Gzip" } else { "Bzip2" };
            let why = format!(
                "Cannot compress with {name} compression, tar archives cannot compress individual files, use compress() to compress the whole archive"
            );
            return Err(bad_call(ctx, why));
        }
        Self::recompress(ctx, &archive, how)
    }
    fn recompress(ctx: &Ctx, archive: &Rc<Archive>, how: u32) -> PhpResult<()> {
        for entry in archive.entries.borrow().all() {
            if !entry.is_dir && !entry.deleted.get() && !matches!(&*entry.data.borrow(), Data::Mounted(_)) {
                entry.set_compression(how);
            }
        }
        flush(ctx, archive)
    }

    #[php("public function decompressFiles(): true")]
    fn decompress_files(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let archive = writable(ctx, this, "Phar is readonly, cannot change compression")?;
        if !archive.is_tar() {
            Self::recompress(ctx, &archive, 0)?;
        }
        Ok(true)
    }

    #[php("public function copy(string $from, string $to): true")]
    fn copy(ctx: &Ctx, this: &Object, from: &Str, to: &Str) -> PhpResult<bool> {
        without_nul(ctx, 1, from)?;
        without_nul(ctx, 2, to)?;
        let archive = archive(ctx, this)?;
        let path = archive.path();
        if !entries::is_writable(ctx, &archive) {
            let text = [b"Cannot copy \"", from.as_bytes(), b"\" to \"", to, b"\", phar is read-only"].concat();
            return Err(unexpected(ctx, text));
        }
        let cannot = |why: &str| {
            let head = [b"file \"", from.as_bytes(), b"\" cannot be copied to file \"", to, b"\", "].concat();
            unexpected(ctx, [&head[..], why.as_bytes(), &path].concat())
        };
        if is_magic(from) {
            return Err(cannot("cannot copy Phar meta-file in "));
        }
        if is_magic(to) {
            return Err(cannot("cannot copy to Phar meta-file in "));
        }
        let Some(old) = archive.entry(from) else { return Err(cannot("file does not exist in ")) };
        if archive.entry(to).is_some() {
            return Err(cannot("file must not already exist in phar "));
        }
        let name = match names::check_entry(to) {
            Ok(name) => name,
            Err(why) => {
                let head = [b"file \"", to.as_bytes(), b"\" contains invalid characters ", why.as_bytes()].concat();
                let text = [&head[..], b", cannot be copied from \"", from, b"\" in phar ", &path].concat();
                return Err(unexpected(ctx, text));
            }
        };
        let copy = old.copy_as(name);
        archive.entries.borrow_mut().insert(Rc::new(copy));
        flush(ctx, &archive)?;
        Ok(true)
    }

    #[php("public function count(int $mode = COUNT_NORMAL): int")]
    fn count(ctx: &Ctx, this: &Object, mode: i64) -> PhpResult<usize> {
        let _ = mode;
        let archive = archive(ctx, this)?;
        let count = archive.entries.borrow().iter().filter(|e| !e.deleted.get()).count();
        Ok(count)
    }

    #[php("public function delete(string $localName): true")]
    fn delete(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<bool> {
        without_nul(ctx, 1, name)?;
        let archive = writable(ctx, this, READ_ONLY)?;
        let Some(entry) = archive.entry(name) else {
            return Err(bad_call(ctx, format!("Entry {name} does not exist and cannot be deleted")));
        };
        entry.deleted.set(true);
        flush(ctx, &archive)?;
        Ok(true)
    }

    #[php("public function delMetadata(): true")]
    fn del_metadata(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let archive = writable(ctx, this, DISABLED)?;
        archive.metadata.replace(Vec::new());
        flush(ctx, &archive)?;
        Ok(true)
    }

    #[php("public function getAlias(): ?string")]
    fn get_alias(ctx: &Ctx, this: &Object) -> PhpResult<Option<Vec<u8>>> {
        let archive = archive(ctx, this)?;
        let alias = archive.alias.borrow().clone();
        Ok(alias)
    }

    #[php("public function getPath(): string")]
    fn get_path(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
        Ok(archive(ctx, this)?.path())
    }

    #[php("public function getMetadata(array $unserializeOptions = []): mixed")]
    fn get_metadata(ctx: &Ctx, this: &Object, options: &Array) -> PhpResult {
        let archive = archive(ctx, this)?;
        let text = archive.metadata.borrow().clone();
        metadata::value(ctx, &text, options)
    }

    #[php("public function getModified(): bool")]
    fn get_modified(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(archive(ctx, this)?.is_modified.get())
    }

    #[php("public function getSignature(): array|false")]
    fn get_signature(ctx: &Ctx, this: &Object) -> PhpResult {
        let archive = archive(ctx, this)?;
        let Some((of, hash)) = archive.signature.borrow().clone() else { return Ok(Value::FALSE) };
        let mut out = Array::new();
        out.set_name("hash", Value::str(hash));
        out.set_name("hash_type", Value::str(sign::name(of)));
        Ok(Value::from(out))
    }

    #[php("public function getStub(): string")]
    fn get_stub(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
        let archive = archive(ctx, this)?;
        if archive.format.get() == Format::Phar {
            return Ok(archive.stub.borrow().clone());
        }
        match archive.entry(b".phar/stub.php") {
            Some(entry) => Ok(archive.contents(&entry).map_err(|why| failed(ctx, why))?.to_vec()),
            None => Ok(Vec::new()),
        }
    }

    #[php("public function getVersion(): string")]
    fn get_version(ctx: &Ctx, this: &Object) -> PhpResult<String> {
        let archive = archive(ctx, this)?;
        let v = archive.version.get();
        Ok(format!("{}.{}.{}", v >> 12, v >> 8 & 15, v >> 4 & 15))
    }

    #[php("public function hasMetadata(): bool")]
    fn has_metadata(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(!archive(ctx, this)?.metadata.borrow().is_empty())
    }

    #[php("public function isBuffering(): bool")]
    fn is_buffering(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(archive(ctx, this)?.buffering.get())
    }

    #[php("public function isCompressed(): int|false")]
    fn is_compressed(ctx: &Ctx, this: &Object) -> PhpResult {
        Ok(match archive(ctx, this)?.whole.get() {
            0 => Value::FALSE,
            how => Value::int(i64::from(how)),
        })
    }

    #[php("public function isFileFormat(int $format): bool")]
    fn is_file_format(ctx: &Ctx, this: &Object, format: i64) -> PhpResult<bool> {
        let archive = archive(ctx, this)?;
        if !(1..=3).contains(&format) {
            return Err(ctx.throw("PharException", "Unknown file format specified"));
        }
        Ok(archive.format.get() as i64 == format)
    }

    #[php("public function isWritable(): bool")]
    fn is_writable(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let archive = archive(ctx, this)?;
        if !entries::is_writable(ctx, &archive) {
            return Ok(false);
        }
        let known = std::fs::metadata(phant_streams::path::os(&archive.path()));
        Ok(known.map_or(archive.is_new.get(), |m| !m.permissions().readonly()))
    }

    #[php("public function offsetExists($localName): bool")]
    fn offset_exists(ctx: &Ctx, this: &Object, name: &Value) -> PhpResult<bool> {
        let archive = archive(ctx, this)?;
        let name = name_argument(ctx, name)?;
        if archive.entry(&name).is_some() {
            return Ok(!is_magic(&name));
        }
        Ok(archive.entries.borrow().is_implied(&name))
    }

    #[php("public function offsetGet($localName): SplFileInfo")]
    fn offset_get(ctx: &Ctx, this: &Object, name: &Value) -> PhpResult {
        let archive = archive(ctx, this)?;
        let name = name_argument(ctx, name)?;
        if let Err(why) = entries::find(&archive, &name, Want::Any, false) {
            let comma = if why.is_empty() { "" } else { ", " };
            let text = [b"Entry ", name.as_bytes(), b" does not exist", comma.as_bytes(), &why].concat();
            return Err(bad_call(ctx, text));
        }
        let path = archive.path();
        let direct = |what: &str, method: &str| {
            let head = [b"Cannot get ", what.as_bytes(), b" directly in phar \"", &path].concat();
            bad_call(ctx, [&head[..], b"\", use ", method.as_bytes()].concat())
        };
        match name.as_bytes() {
            b".phar/stub.php" => return Err(direct("stub \".phar/stub.php\"", "getStub")),
            b".phar/alias.txt" => return Err(direct("alias \".phar/alias.txt\"", "getAlias")),
            other if is_magic(other) => {
                let why = "Cannot directly get any files or directories in magic \".phar\" directory";
                return Err(bad_call(ctx, why));
            }
            _ => {}
        }
        let url = Value::str([b"phar://", &path[..], b"/", &name].concat());
        let class = spl::info_class(this).unwrap_or_else(|| ctx.known_class("PharFileInfo"));
        ctx.new_object(class, &[url]).map(Value::from)
    }

    #[php("public function offsetSet($localName, $value): void")]
    fn offset_set(ctx: &Ctx, this: &Object, name: &Value, value: &Value) -> PhpResult<()> {
        let archive = archive(ctx, this)?;
        if !entries::is_writable(ctx, &archive) {
            return Err(bad_call(ctx, DISABLED));
        }
        let name = name_argument(ctx, name)?;
        let path = archive.path();
        let direct = |what: &str, method: &str| {
            let head = [b"Cannot set ", what.as_bytes(), b" directly in phar \"", &path].concat();
            bad_call(ctx, [&head[..], b"\", use ", method.as_bytes()].concat())
        };
        match name.as_bytes() {
            b".phar/stub.php" => return Err(direct("stub \".phar/stub.php\"", "setStub")),
            b".phar/alias.txt" => return Err(direct("alias \".phar/alias.txt\"", "setAlias")),
            other if is_magic(other) => {
                return Err(bad_call(ctx, "Cannot set any files or directories in magic \".phar\" directory"));
            }
            _ => {}
        }
        let contents = contents_of(ctx, value)?;
        add(ctx, &archive, &name, contents, None)?;
        Ok(())
    }

    #[php("public function offsetUnset($localName): void")]
    fn offset_unset(ctx: &Ctx, this: &Object, name: &Value) -> PhpResult<()> {
        let archive = archive(ctx, this)?;
        if !entries::is_writable(ctx, &archive) {
            return Err(bad_call(ctx, DISABLED));
        }
        let name = name_argument(ctx, name)?;
        let Some(entry) = archive.entry(&name) else { return Ok(()) };
        entry.deleted.set(true);
        flush(ctx, &archive)
    }

    #[php("public function setMetadata(mixed $metadata): void")]
    fn set_metadata(ctx: &Ctx, this: &Object, value: &Value) -> PhpResult<()> {
        let archive = writable(ctx, this, DISABLED)?;
        let text = metadata::serialize(ctx, value)?;
        archive.metadata.replace(text);
        flush(ctx, &archive)
    }

    #[php("public function setSignatureAlgorithm(int $algo, ?string $privateKey = null): void")]
    fn set_signature_algorithm(ctx: &Ctx, this: &Object, algorithm: i64, key: Option<&Str>) -> PhpResult<()> {
        let archive = writable(ctx, this, "Cannot set signature algorithm, phar is read-only")?;
        if !matches!(algorithm, 1..=4 | 16..=18) {
            return Err(unexpected(ctx, "Unknown signature algorithm specified"));
        }
        archive.sign_as.set(algorithm as u32);
        archive.key.replace(key.map(|k| k.to_vec()));
        archive.is_modified.set(true);
        flush(ctx, &archive)
    }

    #[php("public function startBuffering(): void")]
    fn start_buffering(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        archive(ctx, this)?.buffering.set(true);
        Ok(())
    }

    #[php("public function stopBuffering(): void")]
    fn stop_buffering(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let archive = writable(ctx, this, READ_ONLY)?;
        archive.buffering.set(false);
        flush(ctx, &archive)
    }
}

fn set_alias(ctx: &Ctx, this: &Object, alias: &Str) -> PhpResult<bool> {
    let archive = writable(ctx, this, READ_ONLY)?;
    if archive.is_data.get() {
        let kind = if archive.is_tar() { "tar" } else { "zip" };
        return Err(unexpected(ctx, format!("A Phar alias cannot be set in a plain {kind} archive")));
    }
    let state = State::of(ctx);
    let old = archive.alias.borrow().clone();
    if old.as_deref() == Some(alias.as_bytes()) {
        return Ok(true);
    }
    if let Some(other) = state.by_alias(alias)
        && !Rc::ptr_eq(&other, &archive)
        && !state.release(&other)
    {
        let text = [b"alias \"", alias.as_bytes(), b"\" is already used for archive \"", &other.path()].concat();
        let text = [&text[..], b"\" and cannot be used for other archives"].concat();
        return Err(ctx.throw("PharException", text));
    }
    if !names::is_alias(alias) {
        let text = [b"Invalid alias \"", alias.as_bytes(), b"\" specified for phar \"", &archive.path(), b"\""].concat();
        return Err(unexpected(ctx, text));
    }
    if let Some(old) = &old {
        state.remove_alias(old);
    }
    let was_path = archive.alias_is_path.replace(false);
    archive.alias.replace(Some(alias.to_vec()));
    if let Err(why) = save::flush(ctx, &archive, None) {
        archive.alias.replace(old.clone());
        archive.alias_is_path.set(was_path);
        if let Some(old) = &old {
            state.add_alias(old, &archive);
        }
        return Err(failed(ctx, why));
    }
    state.add_alias(alias, &archive);
    Ok(true)
}

fn set_stub(ctx: &Ctx, this: &Object, given: &Value, length: Option<i64>) -> PhpResult<bool> {
    let archive = archive(ctx, this)?;
    if !entries::is_writable(ctx, &archive) {
        return Err(unexpected(ctx, "Cannot change stub, phar is read-only"));
    }
    plain_data(ctx, &archive)?;
    if given.as_resource().is_some() {
        let class = if archive.is_data.get() { "PharData" } else { "Phar" };
        let text = format!("Calling {class}::setStub(resource $stub, int $length) is deprecated");
        ctx.report(phant_native::Level::Deprecated, text);
        ctx.check()?;
    }
    if given.is_array() {
        return Err(ctx.argument_type_error(1, "must be of type string, array given"));
    }
    let mut text = contents_of(ctx, given)?;
    if given.as_resource().is_some() {
        if let Some(length) = length.and_then(|l| usize::try_from(l).ok()) {
            text.truncate(length);
        }
    }
    save::flush(ctx, &archive, Some(&text)).map_err(|why| failed(ctx, why))?;
    Ok(true)
}

fn plain_data(ctx: &Ctx, archive: &Archive) -> PhpResult<()> {
    if archive.is_data.get() {
        let kind = if archive.is_tar() { "tar" } else { "zip" };
        return Err(unexpected(ctx, format!("A Phar stub cannot be set in a plain {kind} archive")));
    }
    Ok(())
}

fn set_default_stub(ctx: &Ctx, this: &Object, index: Option<&Str>, web: Option<&Str>, passed: usize) -> PhpResult<bool> {
    let archive = archive(ctx, this)?;
    plain_data(ctx, &archive)?;
    if passed > 0 && archive.format.get() != Format::Phar && (index.is_some() || web.is_some()) {
        let number = if index.is_some() { 1 } else { 2 };
        let why = "must be null for a tar- or zip-based phar stub, string given";
        return Err(ctx.argument_error(number, why));
    }
    if !entries::is_writable(ctx, &archive) {
        return Err(unexpected(ctx, "Cannot change stub: phar.readonly=1"));
    }
    statics::check_lengths(ctx, index, web)?;
    let text = match archive.format.get() {
        Format::Phar => Some(stub::default(index.map(|s| s.as_bytes()), web.map(|s| s.as_bytes()))),
        // The usual one is put in where there is none.
        _ => {
            archive.entries.borrow_mut().remove(b".phar/stub.php");
            None
        }
    };
    save::flush(ctx, &archive, text.as_deref()).map_err(|why| failed(ctx, why))?;
    Ok(true)
}

pub struct Phar;

/// An archive that is a program.
#[php_class(
    "class Phar extends RecursiveDirectoryIterator implements Countable, ArrayAccess {
        const BZ2 = 8192;
        const GZ = 4096;
        const NONE = 0;
        const PHAR = 1;
        const TAR = 2;
        const ZIP = 3;
        const COMPRESSED = 61440;
        const PHP = 0;
        const PHPS = 1;
        const MD5 = 1;
        const OPENSSL = 16;
        const OPENSSL_SHA256 = 17;
        const OPENSSL_SHA512 = 18;
        const SHA1 = 2;
        const SHA256 = 3;
        const SHA512 = 4;
    }",
    methods = [Common::METHODS, Common::BUILDING, Common::CONVERTING, Common::EXTRACTING, Common::STATICS, Common::WEB]
)]
impl Phar {
    #[php(
        "public function __construct(string $filename, int $flags = FilesystemIterator::SKIP_DOTS|FilesystemIterator::UNIX_PATHS, ?string $alias = null)"
    )]
    fn construct(ctx: &Ctx, this: &Object, name: &Str, flags: i64, alias: Option<&Str>) -> PhpResult<()> {
        construct(ctx, this, name, flags, alias, 0)
    }

    #[php("public function compress(int $compression, ?string $extension = null): ?Phar")]
    fn compress(ctx: &Ctx, this: &Object, how: i64, extension: Option<&Str>) -> PhpResult<Option<Object>> {
        convert::compress(ctx, this, how, extension)
    }

    #[php("public function decompress(?string $extension = null): ?Phar")]
    fn decompress(ctx: &Ctx, this: &Object, extension: Option<&Str>) -> PhpResult<Option<Object>> {
        convert::decompress(ctx, this, extension)
    }

    #[php("public function setAlias(string $alias): true")]
    fn set_alias(ctx: &Ctx, this: &Object, alias: &Str) -> PhpResult<bool> {
        set_alias(ctx, this, alias)
    }

    #[php("public function setDefaultStub(?string $index = null, ?string $webIndex = null): true")]
    fn set_default_stub(ctx: &Ctx, this: &Object, index: Option<&Str>, web: Option<&Str>, passed: usize) -> PhpResult<bool> {
        set_default_stub(ctx, this, index, web, passed)
    }

    #[php("public function setStub($stub, int $length = UNKNOWN): true")]
    fn set_stub(ctx: &Ctx, this: &Object, stub: &Value, length: Option<i64>) -> PhpResult<bool> {
        set_stub(ctx, this, stub, length)
    }
}

pub struct PharData;

/// An archive that is no program.
#[php_class(
    "class PharData extends RecursiveDirectoryIterator implements Countable, ArrayAccess {}",
    methods = [Common::METHODS, Common::BUILDING, Common::CONVERTING, Common::EXTRACTING, Common::STATICS, Common::WEB]
)]
impl PharData {
    #[php(
        "public function __construct(string $filename, int $flags = FilesystemIterator::SKIP_DOTS|FilesystemIterator::UNIX_PATHS, ?string $alias = null, int $format = 0)"
    )]
    fn construct(ctx: &Ctx, this: &Object, name: &Str, flags: i64, alias: Option<&Str>, format: i64) -> PhpResult<()> {
        construct(ctx, this, name, flags, alias, format)
    }

    #[php("public function compress(int $compression, ?string $extension = null): ?PharData")]
    fn compress(ctx: &Ctx, this: &Object, how: i64, extension: Option<&Str>) -> PhpResult<Option<Object>> {
        convert::compress(ctx, this, how, extension)
    }

    #[php("public function decompress(?string $extension = null): ?PharData")]
    fn decompress(ctx: &Ctx, this: &Object, extension: Option<&Str>) -> PhpResult<Option<Object>> {
        convert::decompress(ctx, this, extension)
    }

    #[php("public function setAlias(string $alias): bool")]
    fn set_alias(ctx: &Ctx, this: &Object, alias: &Str) -> PhpResult<bool> {
        set_alias(ctx, this, alias)
    }

    #[php("public function setDefaultStub(?string $index = null, ?string $webIndex = null): bool")]
    fn set_default_stub(ctx: &Ctx, this: &Object, index: Option<&Str>, web: Option<&Str>, passed: usize) -> PhpResult<bool> {
        set_default_stub(ctx, this, index, web, passed)
    }

    #[php("public function setStub($stub, int $length = UNKNOWN): true", strict_return)]
    fn set_stub(ctx: &Ctx, this: &Object, stub: &Value, length: Option<i64>) -> PhpResult<bool> {
        set_stub(ctx, this, stub, length)
    }
}
