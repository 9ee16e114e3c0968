//! Archives made of files outside.

use super::{Common, add, archive, bad_call, unexpected};
use crate::archive::Archive;
use phant_ext_spl::spl_directory as spl;
use phant_memory::{Array, Object, Str, Value};
use phant_native::{ClassPtr, Ctx, ObjectExt, PhpResult, php_methods, resource};
use phant_streams::{Stream, path as paths};
use std::rc::Rc;

fn read(ctx: &Ctx, path: &[u8]) -> Option<(Vec<u8>, Option<u32>)> {
    let (_resource, stream) = phant_streams::open_required(ctx, path, b"rb", 0, None).ok()??;
    let bytes = stream.read_all(ctx, usize::MAX).map(|s| s.to_vec());
    let mode = stream.stat(ctx).map(|found| found.mode);
    stream.close(ctx);
    Some((bytes?, mode))
}

struct Builder<'a> {
    archive: Rc<Archive>,
    class: ClassPtr,
    base: Option<&'a [u8]>,
    added: Array,
}

impl Builder<'_> {
    fn complain(&self, before: &str, what: &[u8], after: &[u8]) -> Vec<u8> {
        [b"Iterator ", self.class.name.as_bytes(), b" ", before.as_bytes(), what, after].concat()
    }
    /// Where a file goes: its path below the base.
    fn place(&self, ctx: &Ctx, path: &[u8]) -> PhpResult<Option<Vec<u8>>> {
        let full = paths::absolute(path);
        let Some(base) = self.base else { return Ok(None) };
        let base_full = paths::real(base).unwrap_or_else(|| paths::absolute(base));
        let real = paths::real(&full).unwrap_or(full);
        let base_full = base_full.strip_suffix(b"/").unwrap_or(&base_full);
        match real.strip_prefix(base_full).and_then(|rest| rest.strip_prefix(b"/")) {
            Some(rest) => Ok(Some(rest.to_vec())),
            None => {
                let what = [b"\"", path, b"\" that is not in the base directory \"", base, b"\""].concat();
                Err(unexpected(ctx, self.complain("returned a path ", &what, b"")))
            }
        }
    }
    fn put(&mut self, ctx: &Ctx, name: &[u8], path: &[u8]) -> PhpResult<()> {
        if crate::entries::is_magic(name) {
            return Ok(());
        }
        if !paths::permitted(ctx, path) {
            let what = [b"\"", path, b"\" that open_basedir prevents opening"].concat();
            return Err(unexpected(ctx, self.complain("returned a path ", &what, b"")));
        }
        let Some((bytes, mode)) = read(ctx, path) else {
            ctx.check()?;
            return Err(unexpected(ctx, self.complain("returned a file that could not be opened \"", path, b"\"")));
        };
        add(ctx, &self.archive, name, bytes, mode)?;
        self.added.set(phant_memory::Key::Str(Str::new(name)), Value::str(paths::absolute(path)));
        Ok(())
    }
    fn take(&mut self, ctx: &Ctx, key: &Value, value: &Value) -> PhpResult<()> {
        if let Some(stream) = value.as_resource().map(|r| resource::get::<Stream>(&r)) {
            let Some(stream) = stream else {
                return Err(bad_call(ctx, self.complain("returned an invalid stream handle", b"", b"")));
            };
            let Some(name) = key.as_str() else {
                return Err(unexpected(ctx, self.complain("returned an invalid key (must return a string)", b"", b"")));
            };
            let bytes = stream.read_all(ctx, usize::MAX).map(|s| s.to_vec()).unwrap_or_default();
            add(ctx, &self.archive, &name, bytes, None)?;
            self.added.set(phant_memory::Key::Str(Str::new(&*name)), Value::str("[stream]"));
            return Ok(());
        }
        if let Some(object) = value.as_object() {
            let Some(path) = spl::name(&object) else {
                return Err(self.invalid(ctx));
            };
            if self.base.is_none() {
                let why = "returns an SplFileInfo object, so base directory must be specified";
                return Err(bad_call(ctx, self.complain(why, b"", b"")));
            }
            if paths::os(&path).is_dir() {
                return Ok(());
            }
            let full = paths::real(&path).unwrap_or_else(|| paths::absolute(&path));
            let Some(name) = self.place(ctx, &path)? else { return Ok(()) };
            return self.put(ctx, &name, &full);
        }
        let Some(path) = value.as_str().map(|s| s.into_owned()) else { return Err(self.invalid(ctx)) };
        if self.base.is_some() {
            let full = paths::absolute(&path);
            let Some(name) = self.place(ctx, &path)? else { return Ok(()) };
            if paths::os(&full).is_dir() {
                return Ok(());
            }
            return self.put(ctx, &name, &full);
        }
        let Some(name) = key.as_str().map(|s| s.into_owned()) else {
            return Err(unexpected(ctx, self.complain("returned an invalid key (must return a string)", b"", b"")));
        };
        self.put(ctx, &name, &path)
    }
    fn invalid(&self, ctx: &Ctx) -> phant_native::Thrown {
        let why = "returned an invalid value (must return a string, a stream, or an SplFileInfo object)";
        unexpected(ctx, self.complain(why, b"", b""))
    }
}

fn build(ctx: &Ctx, archive: &Rc<Archive>, iterator: &Object, base: Option<&[u8]>) -> PhpResult<Array> {
    let mut builder = Builder { archive: archive.clone(), class: iterator.class(), base, added: Array::new() };
    // All is written at once, at the end.
    let buffering = archive.buffering.replace(true);
    let done = ctx.iterate(&Value::from(iterator.clone()), &mut |ctx, key, value| {
        builder.take(ctx, &key, &value)?;
        Ok(true)
    });
    archive.buffering.set(buffering);
    done?;
    super::flush(ctx, archive)?;
    Ok(builder.added)
}

#[php_methods(BUILDING)]
impl Common {
    #[php("public function buildFromDirectory(string $directory, string $pattern = ''): array")]
    fn build_from_directory(ctx: &Ctx, this: &Object, directory: &Str, pattern: &Str) -> PhpResult<Array> {
        super::without_nul(ctx, 1, directory)?;
        let archive = archive(ctx, this)?;
        if !crate::entries::is_writable(ctx, &archive) {
            return Err(unexpected(ctx, "Cannot write to archive - write operations restricted by INI setting"));
        }
        // Files come in the order of the directory, its dots left out.
        let flags = Value::int(4096 | 8192);
        let walk = ctx.new_object(ctx.known_class("RecursiveDirectoryIterator"), &[Value::from(directory.clone()), flags])?;
        let mut all = ctx.new_object(ctx.known_class("RecursiveIteratorIterator"), &[Value::from(walk)])?;
        if !pattern.is_empty() {
            let args = [Value::from(all), Value::from(pattern.clone())];
            all = ctx.new_object(ctx.known_class("RegexIterator"), &args)?;
        }
        build(ctx, &archive, &all, Some(directory))
    }

    #[php("public function buildFromIterator(Traversable $iterator, ?string $baseDirectory = null): array")]
    fn build_from_iterator(ctx: &Ctx, this: &Object, iterator: &Object, base: Option<&Str>) -> PhpResult<Array> {
        let archive = archive(ctx, this)?;
        if !crate::entries::is_writable(ctx, &archive) {
            return Err(unexpected(ctx, "Cannot write out phar archive, phar is read-only"));
        }
        build(ctx, &archive, iterator, base.map(|b| b.as_bytes()).filter(|b| !b.is_empty()))
    }
}
