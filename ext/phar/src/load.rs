//! Opening archives that are there, in any form.

use crate::{
    archive::{Archive, Data, Entry, Fail, Format, bits},
    load_tar, load_zip,
    names::{self, Found, Kind, Wanted},
    sign,
    state::State,
};
use phant_archive::{Source, compress, phar};
use phant_native::Ctx;
use phant_streams::path as paths;
use std::rc::Rc;

/// How often an archive may be compressed.
const DEEPEST: u32 = 2;
/// What compressed archives may expand to.
const MOST: u64 = 1 << 32;

fn text(parts: &[&[u8]]) -> Fail {
    parts.concat()
}

fn named(before: &str, path: &[u8], after: &str) -> Fail {
    text(&[before.as_bytes(), path, after.as_bytes()])
}

/// Whether scripts may write archives that can be run.
pub fn is_readonly(ctx: &Ctx) -> bool {
    ctx.ini.bool("phar.readonly")
}

fn overloaded(alias: &[u8], known: &Archive, path: &[u8]) -> Fail {
    let known = known.path();
    text(&[b"alias \"", alias, b"\" is already used for archive \"", &known, b"\" cannot be overloaded with \"", path, b"\""])
}

/// An archive that is open already, by its path or alias. An alias that is given is made its own.
pub fn known(ctx: &Ctx, name: &[u8], alias: Option<&[u8]>) -> Result<Option<Rc<Archive>>, Fail> {
    let state = State::of(ctx);
    let alias = alias.filter(|a| !a.is_empty());
    let full = paths::absolute(name);
    let found = state.by_path(&full);
    if let Some(alias) = alias
        && let Some(other) = state.by_alias(alias)
    {
        if found.as_ref().is_some_and(|found| Rc::ptr_eq(found, &other)) || other.path() == full {
            return Ok(Some(other));
        }
        if !state.release(&other) {
            return Err(overloaded(alias, &other, name));
        }
    }
    let Some(archive) = found else { return Ok(state.by_alias(name)) };
    if let Some(alias) = alias {
        let own = archive.alias.borrow().clone();
        if !archive.alias_is_path.get() && own.as_deref() != Some(alias) {
            return Err(overloaded(alias, &archive, name));
        }
        archive.alias.replace(Some(alias.to_vec()));
        state.add_alias(alias, &archive);
    }
    Ok(Some(archive))
}

fn lacks_stub(ctx: &Ctx, archive: &Archive) -> bool {
    let kept = archive.format.get() != Format::Phar && !archive.is_new.get();
    kept && is_readonly(ctx) && archive.entry(b".phar/stub.php").is_none()
}

fn no_phar(path: &[u8]) -> Fail {
    named("'", path, "' is not a phar archive. Use PharData::__construct() for a standard zip or tar archive")
}

/// An archive that is open already, if it may be used as one that can be run.
fn parsed(ctx: &Ctx, path: &[u8], alias: Option<&[u8]>, is_data: bool) -> Result<Option<Rc<Archive>>, Fail> {
    let Some(archive) = known(ctx, path, alias)? else { return Ok(None) };
    if !is_data && lacks_stub(ctx, &archive) && !archive.is_data.get() {
        return Err(no_phar(path));
    }
    Ok(Some(archive))
}

/// Opens an archive that is there.
pub fn open_existing(ctx: &Ctx, path: &[u8], alias: Option<&[u8]>, is_data: bool) -> Result<Rc<Archive>, Fail> {
    if let Some(archive) = parsed(ctx, path, alias, is_data)? {
        return Ok(archive);
    }
    if !paths::check_basedir(ctx, path) {
        return Err(Vec::new());
    }
    let full = paths::absolute(path);
    let source = std::fs::File::open(paths::os(&full)).and_then(Source::file);
    let source = source.map_err(|_| named("unable to open phar for reading \"", path, "\""))?;
    read(ctx, source, &full, alias, is_data)
}

/// Opens an archive, or begins a new one.
pub fn open_or_create(ctx: &Ctx, path: &[u8], alias: Option<&[u8]>, is_data: bool) -> Result<Rc<Archive>, Fail> {
    let kind = if is_data { Kind::Data } else { Kind::Executable };
    let mut found = names::find_extension(ctx, path, kind, Wanted::Existing, true);
    if !matches!(found, Found::Extension(..)) {
        found = names::find_extension(ctx, path, kind, Wanted::New, true);
    }
    let extension = match found {
        Found::Extension(at, len) => &path[at..at + len],
        Found::Url => {
            let why = "\". Phar objects can only be created from local files";
            return Err(named("Cannot create a phar archive from a URL like \"", path, why));
        }
        _ => {
            let why = "', file extension (or combination) not recognised or the directory does not exist";
            return Err(named("Cannot create phar '", path, why));
        }
    };
    if let Some(archive) = parsed(ctx, path, alias, is_data)? {
        if archive.is_data.get() && archive.format.get() == Format::Phar {
            let why = "' as a PharData object. Use Phar::__construct() for executable archives";
            return Err(named("Cannot open '", path, why));
        }
        if lacks_stub(ctx, &archive) && !archive.is_data.get() {
            return Err(no_phar(path));
        }
        return Ok(archive);
    }
    let contains = |what: &[u8]| extension.windows(3).any(|w| w == what);
    let format = if contains(b"zip") {
        Format::Zip
    } else if contains(b"tar") {
        Format::Tar
    } else {
        Format::Phar
    };
    let archive = parse_or_create(ctx, path, alias, is_data)?;
    archive.ext_len.set(extension.len());
    match format {
        Format::Phar => return Ok(archive),
        format if archive.format.get() == format || !archive.is_new.get() && archive.format.get() != Format::Phar => {}
        format if archive.is_new.get() => archive.format.set(format),
        Format::Zip => {
            let why = "\" already exists as a regular phar and must be deleted from disk prior to creating as a zip-based phar";
            return Err(named("phar zip error: phar \"", path, why));
        }
        _ => {
            let why = "\" already exists as a regular phar and must be deleted from disk prior to creating as a tar-based phar";
            return Err(named("phar tar error: \"", path, why));
        }
    }
    archive.is_data.set(is_data);
    Ok(archive)
}

fn parse_or_create(ctx: &Ctx, path: &[u8], alias: Option<&[u8]>, is_data: bool) -> Result<Rc<Archive>, Fail> {
    if !paths::check_basedir(ctx, path) {
        return Err(Vec::new());
    }
    let full = paths::absolute(path);
    if let Ok(source) = std::fs::File::open(paths::os(&full)).and_then(Source::file) {
        return read(ctx, source, &full, alias, is_data);
    }
    if is_readonly(ctx) && !is_data {
        return Err(named("creating archive \"", path, "\" disabled by the php.ini setting phar.readonly"));
    }
    let state = State::of(ctx);
    let archive = Rc::new(Archive::new(&full, if is_data { Format::Tar } else { Format::Phar }));
    archive.is_new.set(true);
    archive.is_data.set(is_data);
    if !is_data {
        let alias = alias.filter(|a| !a.is_empty());
        if let Some(alias) = alias
            && let Some(other) = state.by_alias(alias)
            && !state.release(&other)
        {
            let why = [b"\" cannot be associated with alias \"", alias, b"\", already in use"].concat();
            return Err(text(&[b"archive \"", path, &why]));
        }
        archive.alias_is_path.set(alias.is_none());
        archive.alias.replace(Some(alias.unwrap_or(&full).to_vec()));
        state.add_alias(alias.unwrap_or(&full), &archive);
    }
    state.add(&archive);
    Ok(archive)
}

/// What an archive looks like from its first bytes.
fn looks(source: &Source, path: &[u8]) -> Option<Format> {
    let first = source.some(0, 512);
    if first.starts_with(b"PK\x03\x04") {
        return Some(Format::Zip);
    }
    if source.len() >= 512 && !first.starts_with(b"<?php") {
        let named = path.windows(4).any(|w| w == b".tar");
        if phant_archive::tar::looks_like(&first) || named {
            return Some(Format::Tar);
        }
    }
    None
}

/// Reads an archive, and makes it known.
fn read(ctx: &Ctx, source: Source, path: &[u8], alias: Option<&[u8]>, is_data: bool) -> Result<Rc<Archive>, Fail> {
    if source.len() < phar::TOKEN.len() as u64 {
        return Err(named("internal corruption of phar \"", path, "\" (truncated entry)"));
    }
    let (mut source, mut whole) = (source, 0);
    let packed = |source: &Source| source.bytes(0, source.len()).unwrap_or_default();
    for depth in 0.. {
        let first = source.some(0, 3);
        let (expand, how, name): (fn(&[u8], u64) -> Result<_, _>, u32, &str) = match &first[..] {
            b"\x1f\x8b\x08" => (compress::gunzip, bits::GZ, "gzipped"),
            b"BZh" => (compress::bunzip2, bits::BZ2, "bzipped"),
            _ => break,
        };
        let cannot = |after: &str| named(&format!("unable to decompress {name} phar archive \""), path, after);
        // What expands to something compressed again and again may never end.
        if depth == DEEPEST {
            return Err(cannot("\""));
        }
        source = Source::Memory(expand(&packed(&source), MOST).map_err(|_| cannot("\" to temporary file"))?);
        whole = how;
    }
    if whole != 0 && source.len() < phar::TOKEN.len() as u64 {
        return Err(named("internal corruption of phar \"", path, "\" (truncated entry)"));
    }
    let archive = match looks(&source, path) {
        Some(format) => Rc::new(Archive::new(path, format)),
        None => Rc::new(Archive::new(path, Format::Phar)),
    };
    archive.whole.set(whole);
    archive.is_data.set(is_data && archive.format.get() != Format::Phar);
    archive.source.replace(Some(Rc::new(source)));
    let own = match archive.format.get() {
        Format::Zip => load_zip::load(ctx, &archive)?,
        Format::Tar => load_tar::load(ctx, &archive)?,
        Format::Phar => load(ctx, &archive, alias)?,
    };
    register(ctx, &archive, own, alias)?;
    Ok(archive)
}

/// Notes the archive and its alias.
fn register(ctx: &Ctx, archive: &Rc<Archive>, own: Option<Vec<u8>>, given: Option<&[u8]>) -> Result<(), Fail> {
    let state = State::of(ctx);
    let path = archive.path();
    let given = given.filter(|g| !g.is_empty());
    archive.ext_len.set(
        path.len()
            - path
                .iter()
                .rposition(|&b| b == b'/')
                .map_or(0, |slash| path[slash + 1..].iter().position(|&b| b == b'.').map_or(path.len(), |dot| slash + 1 + dot)),
    );
    let is_phar = archive.format.get() == Format::Phar;
    if let Some(own) = &own
        && is_phar
        && !names::is_alias(own)
    {
        return Err(archive.fail("Cannot open archive \"{}\", invalid alias"));
    }
    let alias = own.as_deref().or(given);
    if let Some(alias) = alias
        && let Some(other) = state.by_alias(alias)
        && !state.release(&other)
    {
        return Err(match archive.format.get() {
            Format::Phar => archive.fail("Cannot open archive \"{}\", alias is already in use by existing archive"),
            Format::Tar => archive.fail("phar error: Unable to add tar-based phar \"{}\", alias is already in use"),
            Format::Zip => {
                archive.fail("phar error: Unable to add zip-based phar \"{}\" with implicit alias, alias is already in use")
            }
        });
    }
    // An alias that was given for the occasion may be replaced by another one.
    archive.alias_is_path.set(own.is_none());
    archive.alias.replace(Some(alias.unwrap_or(&path).to_vec()));
    state.add(archive);
    if let Some(alias) = alias {
        state.add_alias(alias, archive);
    } else {
        state.add_alias(&path, archive);
    }
    Ok(())
}

fn fault(archive: &Archive, fault: phar::Fault) -> Fail {
    let path = archive.path();
    match fault {
        phar::Fault::Corrupt(what) => text(&[b"internal corruption of phar \"", &path, b"\" (", what.as_bytes(), b")"]),
        phar::Fault::TooLarge => named("manifest cannot be larger than 100 MB in phar \"", &path, "\""),
        phar::Fault::Empty => {
            named("in phar \"", &path, "\", manifest claims to have zero entries.  Phars must have at least 1 entry")
        }
        phar::Fault::Version(v) => {
            let version = format!("\" is API version {}.{}.{}, and cannot be processed", v >> 12, v >> 8 & 15, v >> 4 & 15);
            named("phar \"", &path, &version)
        }
        phar::Fault::NoName => named("zero-length filename encountered in phar \"", &path, "\""),
    }
}

/// Reads a phar; gives its alias.
fn load(ctx: &Ctx, archive: &Rc<Archive>, given: Option<&[u8]>) -> Result<Option<Vec<u8>>, Fail> {
    let path = archive.path();
    let source = archive.source.borrow().clone().expect("set before");
    let Some(token) = source.find_word(phar::TOKEN, 0) else {
        return Err(named("internal corruption of phar \"", &path, "\" (__HALT_COMPILER(); not found)"));
    };
    let wrong = |f| fault(archive, f);
    let begin = phar::after_stub(&source, token + phar::TOKEN.len() as u64).map_err(wrong)?;
    let head = phar::head(&source, begin).map_err(wrong)?;
    if head.flags & phar::SIGNED != 0 {
        let found = sign::verify_phar(&source, &path)?;
        archive.signature.replace(Some(found));
    } else if ctx.ini.bool("phar.require_hash") {
        return Err(named("phar \"", &path, "\" does not have a signature"));
    }
    let manifest = phar::manifest(head).map_err(wrong)?;
    let given = given.filter(|g| !g.is_empty());
    if let Some(given) = given
        && !manifest.alias.is_empty()
        && manifest.alias != given
    {
        let alias = &manifest.alias;
        let before = text(&[b"cannot load phar \"", &path, b"\" with implicit alias \"", alias, b"\" under different alias \""]);
        return Err([&before[..], given, b"\""].concat());
    }
    archive.stub.replace(source.some(0, begin));
    archive.version.set(manifest.version);
    archive.metadata.replace(manifest.metadata);
    let mut at = manifest.contents;
    let mut entries = archive.entries.borrow_mut();
    for found in manifest.entries {
        let is_dir = manifest.version >= phar::VERSION && found.name.last() == Some(&b'/');
        let name = found.name.strip_suffix(b"/").filter(|_| is_dir).unwrap_or(&found.name);
        let entry = Entry::new(name, is_dir, found.time);
        entry.flags.set(found.flags & 0xFFFF | if is_dir { bits::DIRECTORY } else { 0 });
        entry.crc.set(found.crc);
        entry.size.set(u64::from(found.size));
        entry.packed.set(u64::from(found.packed));
        entry.metadata.replace(found.metadata);
        entry.crc_checked.set(false);
        entry.changed.set(false);
        entry.data.replace(Data::Packed { at, packed: u64::from(found.packed), how: found.flags & bits::COMPRESSION });
        at += u64::from(found.packed);
        entries.insert(Rc::new(entry));
    }
    Ok(Some(manifest.alias).filter(|a| !a.is_empty()))
}
