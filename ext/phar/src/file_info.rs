//! The class PharFileInfo: an entry of an archive.

use crate::{
    archive::{Archive, Entry, bits},
    entries::{self, Want},
    load, metadata,
    names::{self, Kind, Wanted},
    phar_object::{Use, failed},
    save,
};
use phant_ext_spl::spl_directory as spl;
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Ctx, PhpResult, Thrown, php_class};
use std::{any::Any, rc::Rc};

/// What an object holds.
struct Held {
    used: Use,
    entry: Rc<Entry>,
}

fn held(ctx: &Ctx, this: &Object) -> PhpResult<Rc<Held>> {
    let why = "Cannot call method on an uninitialized PharFileInfo object";
    spl::attached::<Held>(this).ok_or_else(|| ctx.throw("BadMethodCallException", why))
}

impl Held {
    fn archive(&self) -> &Rc<Archive> {
        &self.used.0
    }
    /// Whether it is only implied by the names of others.
    fn is_implied(&self) -> bool {
        !self.archive().entry(&self.entry.name.borrow()).is_some_and(|e| Rc::ptr_eq(&e, &self.entry))
    }
    fn flush(&self, ctx: &Ctx) -> PhpResult<()> {
        save::flush(ctx, self.archive(), None).map_err(|why| failed(ctx, why))
    }
    fn writable(&self, ctx: &Ctx, class: &str, why: &str) -> PhpResult<()> {
        if entries::is_writable(ctx, self.archive()) { Ok(()) } else { Err(ctx.throw(class, why)) }
    }
}

fn bad_call(ctx: &Ctx, why: impl AsRef<[u8]>) -> Thrown {
    ctx.throw("BadMethodCallException", why)
}

const DISABLED: &str = "Write operations disabled by the php.ini setting phar.readonly";

pub struct PharFileInfo;

/// An entry of an archive.
#[php_class("class PharFileInfo extends SplFileInfo {}")]
impl PharFileInfo {
    #[php("public function __construct(string $filename)")]
    fn construct(ctx: &Ctx, this: &Object, url: &Str) -> PhpResult<()> {
        if spl::attached::<Held>(this).is_some() {
            return Err(bad_call(ctx, "Cannot call constructor twice"));
        }
        let split = names::is_url(url).then(|| names::split(ctx, url, Kind::Any, Wanted::Existing).ok()).flatten();
        let Some(split) = split else {
            let why = format!("'{url}' is not a valid phar archive URL (must have at least phar://filename.phar)");
            return Err(ctx.throw("RuntimeException", why));
        };
        let opened = load::open_existing(ctx, &split.archive, None, true);
        let archive = opened.map_err(|why| {
            let colon = if why.is_empty() { &b""[..] } else { b": " };
            ctx.throw("RuntimeException", [b"Cannot open phar file '", url.as_bytes(), b"'", colon, &why].concat())
        })?;
        let entry = entries::find(&archive, &split.entry, Want::Any, true).map_err(|why| {
            let colon = if why.is_empty() { &b""[..] } else { b": " };
            let head = [b"Cannot access phar file entry '", &split.entry[..], b"' in archive '", &split.archive, b"'"];
            ctx.throw("RuntimeException", [&head.concat()[..], colon, &why].concat())
        })?;
        archive.users.set(archive.users.get() + 1);
        let held: Rc<dyn Any> = Rc::new(Held { used: Use(archive), entry });
        spl::attach(this, held);
        spl::set_name(this, url);
        Ok(())
    }

    #[php("public function __destruct()")]
    fn destruct(_this: &Object) {}

    #[php("public function chmod(int $perms): void")]
    fn chmod(ctx: &Ctx, this: &Object, permissions: i64) -> PhpResult<()> {
        let held = held(ctx, this)?;
        let name = held.entry.name();
        if held.is_implied() {
            let why = b"\" is a temporary directory (not an actual entry in the archive), cannot chmod";
            return Err(bad_call(ctx, [b"Phar entry \"", &name[..], why].concat()));
        }
        if !entries::is_writable(ctx, held.archive()) {
            let head = [b"Cannot modify permissions for file \"", &name[..], b"\" in phar \"", &held.archive().path()].concat();
            return Err(ctx.throw("PharException", [&head[..], b"\", write operations are prohibited"].concat()));
        }
        let flags = &held.entry.flags;
        flags.set(flags.get() & !bits::PERMISSIONS | permissions as u32 & bits::PERMISSIONS);
        phant_streams::stat_cache::clear(ctx, false, None);
        held.flush(ctx)
    }

    #[php("public function compress(int $compression): true")]
    fn compress(ctx: &Ctx, this: &Object, how: i64) -> PhpResult<bool> {
        let held = held(ctx, this)?;
        if held.archive().is_tar() {
            let why = "Cannot compress with Gzip compression, not possible with tar-based phar archives";
            return Err(bad_call(ctx, why));
        }
        if held.entry.is_dir {
            return Err(bad_call(ctx, "Phar entry is a directory, cannot set compression"));
        }
        held.writable(ctx, "BadMethodCallException", "Phar is readonly, cannot change compression")?;
        if held.entry.deleted.get() {
            return Err(bad_call(ctx, "Cannot compress deleted file"));
        }
        match how {
            4096 => held.entry.set_compression(bits::GZ),
            8192 => held.entry.set_compression(bits::BZ2),
            _ => return Err(bad_call(ctx, "Unknown compression type specified")),
        }
        held.flush(ctx)?;
        Ok(true)
    }

    #[php("public function decompress(): true")]
    fn decompress(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let held = held(ctx, this)?;
        if held.entry.is_dir {
            return Err(bad_call(ctx, "Phar entry is a directory, cannot set compression"));
        }
        if held.entry.compression() == 0 {
            return Ok(true);
        }
        held.writable(ctx, "BadMethodCallException", "Phar is readonly, cannot decompress")?;
        if held.entry.deleted.get() {
            return Err(bad_call(ctx, "Cannot compress deleted file"));
        }
        held.entry.set_compression(0);
        held.flush(ctx)?;
        Ok(true)
    }

    #[php("public function delMetadata(): true")]
    fn del_metadata(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let held = held(ctx, this)?;
        held.writable(ctx, "UnexpectedValueException", DISABLED)?;
        if held.is_implied() {
            let why = "Phar entry is a temporary directory (not an actual entry in the archive), cannot delete metadata";
            return Err(bad_call(ctx, why));
        }
        held.entry.metadata.replace(Vec::new());
        held.flush(ctx)?;
        Ok(true)
    }

    #[php("public function getCompressedSize(): int")]
    fn get_compressed_size(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(held(ctx, this)?.entry.packed.get() as i64)
    }

    #[php("public function getCRC32(): int")]
    fn get_crc32(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        let held = held(ctx, this)?;
        if held.entry.is_dir {
            return Err(bad_call(ctx, "Phar entry is a directory, does not have a CRC"));
        }
        if !held.entry.crc_checked.get() {
            return Err(bad_call(ctx, "Phar entry was not CRC checked"));
        }
        Ok(i64::from(held.entry.crc.get()))
    }

    #[php("public function getContent(): string")]
    fn get_content(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
        let held = held(ctx, this)?;
        let (name, path) = (held.entry.name(), held.archive().path());
        if held.entry.is_dir {
            let head = [b"phar error: Cannot retrieve contents, \"", &name[..], b"\" in phar \"", &path].concat();
            return Err(bad_call(ctx, [&head[..], b"\" is a directory"].concat()));
        }
        let Some(entry) = held.archive().behind_link(&held.entry) else {
            let head = [b"phar error: Cannot retrieve contents, \"", &name[..], b"\" in phar \"", &path, b"\""].concat();
            return Err(bad_call(ctx, head));
        };
        match entries::contents(ctx, held.archive(), &entry) {
            Ok(bytes) => Ok(bytes.to_vec()),
            Err(why) => {
                let head = [b"phar error: Cannot retrieve contents, \"", &name[..], b"\" in phar \"", &path].concat();
                Err(bad_call(ctx, [&head[..], b"\": ", &why].concat()))
            }
        }
    }

    #[php("public function getMetadata(array $unserializeOptions = []): mixed")]
    fn get_metadata(ctx: &Ctx, this: &Object, options: &Array) -> PhpResult {
        let held = held(ctx, this)?;
        let text = held.entry.metadata.borrow().clone();
        metadata::value(ctx, &text, options)
    }

    #[php("public function getPharFlags(): int")]
    fn get_phar_flags(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        let held = held(ctx, this)?;
        Ok(i64::from(held.entry.flags.get() & !(bits::PERMISSIONS | bits::COMPRESSION)))
    }

    #[php("public function hasMetadata(): bool")]
    fn has_metadata(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(!held(ctx, this)?.entry.metadata.borrow().is_empty())
    }

    #[php("public function isCompressed(?int $compression = null): bool")]
    fn is_compressed(ctx: &Ctx, this: &Object, how: Option<i64>) -> PhpResult<bool> {
        let own = i64::from(held(ctx, this)?.entry.compression());
        match how {
            None | Some(9_021_976) => Ok(own != 0),
            Some(how @ (4096 | 8192)) => Ok(own == how),
            Some(_) => Err(bad_call(ctx, "Unknown compression type specified")),
        }
    }

    #[php("public function isCRCChecked(): bool")]
    fn is_crc_checked(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(held(ctx, this)?.entry.crc_checked.get())
    }

    #[php("public function setMetadata(mixed $metadata): void")]
    fn set_metadata(ctx: &Ctx, this: &Object, value: &Value) -> PhpResult<()> {
        let held = held(ctx, this)?;
        held.writable(ctx, "UnexpectedValueException", DISABLED)?;
        if held.is_implied() {
            let why = "Phar entry is a temporary directory (not an actual entry in the archive), cannot set metadata";
            return Err(bad_call(ctx, why));
        }
        let text = metadata::serialize(ctx, value)?;
        held.entry.metadata.replace(text);
        held.flush(ctx)
    }
}
