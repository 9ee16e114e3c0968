//! What Phar says and does without an object.

use super::{Common, failed, without_nul};
use crate::{
    archive::{Data, Entry},
    inside, load,
    names::{self, Kind, Wanted},
    save,
    state::State,
    stub,
};
use phant_memory::{Array, Str, Value};
use phant_native::{Ctx, PhpResult, php_methods};
use phant_streams::{Stat, path as paths};
use std::rc::Rc;

/// Checks the names that a stub is made for.
pub fn check_lengths(ctx: &Ctx, index: Option<&Str>, web: Option<&Str>) -> PhpResult<()> {
    for (name, what) in [(index, "filename"), (web, "web filename")] {
        if let Some(len) = name.map(|n| n.len()).filter(|&len| len > 400) {
            let why =
                format!("Illegal {what} passed in for stub creation, was {len} characters long, and only 400 or less is allowed");
            return Err(ctx.throw("PharException", why));
        }
    }
    Ok(())
}

#[php_methods(STATICS)]
impl Common {
    #[php("final public static function apiVersion(): string", strict_return)]
    fn api_version() -> &'static str {
        "1.1.1"
    }

    #[php("final public static function canCompress(int $compression = 0): bool", strict_return)]
    fn can_compress(how: i64) -> bool {
        let _ = how;
        true
    }

    #[php("final public static function canWrite(): bool", strict_return)]
    fn can_write(ctx: &Ctx) -> bool {
        !load::is_readonly(ctx)
    }

    #[php(
        "final public static function createDefaultStub(?string $index = null, ?string $webIndex = null): string",
        strict_return
    )]
    fn create_default_stub(ctx: &Ctx, index: Option<&Str>, web: Option<&Str>) -> PhpResult<Vec<u8>> {
        check_lengths(ctx, index, web)?;
        Ok(stub::default(index.map(|s| s.as_bytes()), web.map(|s| s.as_bytes())))
    }

    #[php("final public static function getSupportedCompression(): array", strict_return)]
    fn get_supported_compression() -> Array {
        Array::list([Value::str("GZ"), Value::str("BZIP2")])
    }

    #[php("final public static function getSupportedSignatures(): array", strict_return)]
    fn get_supported_signatures() -> Array {
        Array::list(["MD5", "SHA-1", "SHA-256", "SHA-512"].map(Value::str))
    }

    #[php("final public static function interceptFileFuncs(): void", strict_return)]
    fn intercept_file_funcs(ctx: &Ctx) {
        State::of(ctx).intercepting.set(true);
    }

    #[php("final public static function isValidPharFilename(string $filename, bool $executable = true): bool", strict_return)]
    fn is_valid_phar_filename(ctx: &Ctx, name: &Str, executable: bool) -> PhpResult<bool> {
        without_nul(ctx, 1, name)?;
        let kind = if executable { Kind::Executable } else { Kind::Data };
        Ok(matches!(names::find_extension(ctx, name, kind, Wanted::Either, true), names::Found::Extension(..)))
    }

    #[php("final public static function loadPhar(string $filename, ?string $alias = null): bool", strict_return)]
    fn load_phar(ctx: &Ctx, name: &Str, alias: Option<&Str>) -> PhpResult<bool> {
        without_nul(ctx, 1, name)?;
        let opened = load::open_existing(ctx, name, alias.map(|a| a.as_bytes()), false);
        ctx.check()?;
        match opened {
            Ok(_) => Ok(true),
            Err(why) if why.is_empty() => Ok(false),
            Err(why) => Err(failed(ctx, why)),
        }
    }

    #[php("final public static function mapPhar(?string $alias = null, int $offset = 0): bool", strict_return)]
    fn map_phar(ctx: &Ctx, alias: Option<&Str>, offset: i64) -> PhpResult<bool> {
        let _ = offset;
        map(ctx, alias).map_err(|why| failed(ctx, why))?;
        Ok(true)
    }

    #[php("final public static function running(bool $returnPhar = true): string", strict_return)]
    fn running(ctx: &Ctx, with_scheme: bool) -> Vec<u8> {
        match inside::running(ctx) {
            Some((archive, _)) if with_scheme => [b"phar://", &archive.path()[..]].concat(),
            Some((archive, _)) => archive.path(),
            None => Vec::new(),
        }
    }

    #[php("final public static function mount(string $pharPath, string $externalPath): void", strict_return)]
    fn mount(ctx: &Ctx, name: &Str, outside: &Str) -> PhpResult<()> {
        without_nul(ctx, 1, name)?;
        without_nul(ctx, 2, outside)?;
        let (file, _) = ctx.location();
        let failed = |name: &[u8], archive: Option<&[u8]>| {
            let mut text = [b"Mounting of ", name, b" to ", outside.as_bytes()].concat();
            if let Some(archive) = archive {
                text.extend_from_slice(&[b" within phar ", archive].concat());
            }
            text.extend_from_slice(b" failed");
            ctx.throw("PharException", text)
        };
        let (archive, name) = if names::is_url(&file) {
            let found = names::split(ctx, &file, Kind::Any, Wanted::Existing).ok();
            if names::is_url(name) {
                let why = "Can only mount internal paths within a phar archive, use a relative path instead of \"";
                return Err(ctx.throw("PharException", format!("{why}{name}\"")));
            }
            let archive = found.and_then(|s| load::known(ctx, &s.archive, None).ok()?);
            (archive, name.to_vec())
        } else if let Some(archive) = load::known(ctx, &file, None).ok().flatten() {
            (Some(archive), name.to_vec())
        } else {
            match names::split(ctx, name, Kind::Any, Wanted::Existing) {
                Ok(split) => {
                    let archive = load::open_existing(ctx, &split.archive, None, true).ok();
                    (archive, split.entry)
                }
                Err(_) => return Err(failed(name, None)),
            }
        };
        let Some(archive) = archive else {
            return Err(ctx.throw("PharException", format!("{file} is not a phar archive, cannot mount")));
        };
        let path = archive.path();
        let Ok(inner) = names::check_entry(&name) else { return Err(failed(&name, Some(&path))) };
        // What is mounted may be in an archive itself.
        let inside = names::is_url(outside);
        let full = if inside { outside.to_vec() } else { paths::absolute(outside) };
        let taken = archive.entry(inner).is_some() || archive.mounted(inner).is_some();
        let blocked = crate::entries::is_magic(inner) || taken || !inside && !paths::permitted(ctx, &full);
        let known = phant_streams::wrapper::stat_path(ctx, &full, phant_streams::options::STAT_QUIET, None);
        let Some(known) = known.filter(|_| !blocked) else {
            return Err(failed(&name, Some(&path)));
        };
        let is_dir = known.mode & 0o170_000 == Stat::DIRECTORY;
        let entry = Entry::new(inner, is_dir, save::now(ctx));
        entry.size.set(known.size.max(0) as u64);
        entry.data.replace(Data::Mounted(full.clone()));
        if is_dir {
            archive.mounts.borrow_mut().push((inner.to_vec(), full));
        }
        archive.entries.borrow_mut().insert(Rc::new(entry));
        Ok(())
    }

    #[php("final public static function unlinkArchive(string $filename): true", strict_return)]
    fn unlink_archive(ctx: &Ctx, name: &Str) -> PhpResult<bool> {
        without_nul(ctx, 1, name)?;
        if name.is_empty() {
            return Err(ctx.throw("PharException", "Unknown phar archive \"\""));
        }
        let archive = match load::open_existing(ctx, name, None, true) {
            Ok(archive) => archive,
            Err(why) => {
                ctx.check()?;
                let colon = if why.is_empty() { &b""[..] } else { b": " };
                let text = [b"Unknown phar archive \"", name.as_bytes(), b"\"", colon, &why].concat();
                return Err(ctx.throw("PharException", text));
            }
        };
        let about = |after: &str| [b"phar archive \"", name.as_bytes(), after.as_bytes()].concat();
        let (file, _) = ctx.location();
        let from_within = names::is_url(&file)
            && names::split(ctx, &file, Kind::Any, Wanted::Existing).is_ok_and(|s| paths::absolute(&s.archive) == archive.path());
        if from_within {
            return Err(ctx.throw("PharException", about("\" cannot be unlinked from within itself")));
        }
        if archive.users.get() > 0 {
            let why = "\" has open file handles or objects.  fclose() all file handles, and unset() all objects prior to calling unlinkArchive()";
            return Err(ctx.throw("PharException", about(why)));
        }
        State::of(ctx).remove(&archive);
        let _ = std::fs::remove_file(paths::os(&archive.path()));
        Ok(true)
    }
}

/// Makes the running file known as an archive.
pub fn map(ctx: &Ctx, alias: Option<&Str>) -> Result<Rc<crate::archive::Archive>, Vec<u8>> {
    let (file, _) = ctx.location();
    let alias = alias.map(|a| a.as_bytes());
    if names::is_url(&file) {
        let split = names::split(ctx, &file, Kind::Any, Wanted::Existing);
        if let Some(archive) = split.ok().and_then(|s| load::known(ctx, &s.archive, None).ok()?) {
            return Ok(archive);
        }
    }
    if file.is_empty() {
        return Err(b"cannot initialize a phar outside of PHP execution".to_vec());
    }
    let plain = ctx.host.constant(ctx, b"__COMPILER_HALT_OFFSET__").ok().flatten();
    if plain.is_none() && load::known(ctx, &file, None)?.is_none() {
        return Err(b"__HALT_COMPILER(); must be declared in a phar".to_vec());
    }
    load::open_existing(ctx, &file, alias, false)
}
