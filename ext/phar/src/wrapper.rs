//! The URL scheme `phar://`.

use crate::{
    archive::{Archive, Entry, Format, bits},
    entries::{self, Want},
    load,
    names::{self, Kind, Wanted},
    save,
    state::State,
    stream::{EntryStream, Names, log, stat},
};
use phant_memory::Resource;
use phant_native::Ctx;
use phant_streams::{Context, Stat, Wrapper, memory, options, path as paths};
use std::rc::Rc;

pub struct PharWrapper;

/// What a URL names: the archive and the entry, without the slash in front.
pub struct Place {
    pub archive: Rc<Archive>,
    pub entry: Vec<u8>,
}

fn quoted(before: &str, what: &[u8], after: &str) -> Vec<u8> {
    [b"phar error: ", before.as_bytes(), b"\"", what, b"\"", after.as_bytes()].concat()
}

/// Splits a URL and opens the archive. The error is what there is to say.
pub fn locate(ctx: &Ctx, url: &[u8], mode: &[u8]) -> Result<Place, Vec<u8>> {
    if mode.first() == Some(&b'a') {
        return Err(b"phar error: open mode append not supported".to_vec());
    }
    let wanted = if mode.first() == Some(&b'w') { Wanted::Either } else { Wanted::Existing };
    let split = names::split(ctx, url, Kind::Any, wanted).map_err(|like| match like {
        true => quoted("invalid url or non-existent phar ", url, ""),
        false => {
            let rest = names::without_scheme(url);
            let after =
                [b", must have at least phar://", rest, b"/ for root directory (always use full path to a new phar)"].concat();
            [&quoted("no directory in ", url, "")[..], &after].concat()
        }
    })?;
    let writes = mode.first() == Some(&b'w') || mode.starts_with(b"r+") || mode.starts_with(b"rb+");
    let entry = split.entry[1..].to_vec();
    let host = split.archive;
    if writes {
        let state = State::of(ctx);
        let is_data = state.by_path(&paths::absolute(&host)).is_some_and(|known| known.is_data.get());
        if load::is_readonly(ctx) && !is_data {
            return Err(b"phar error: write operations disabled by the php.ini setting phar.readonly".to_vec());
        }
        let archive = match load::known(ctx, &host, None)? {
            Some(archive) => archive,
            None => load::open_or_create(ctx, &host, None, false)?,
        };
        return Ok(Place { archive, entry });
    }
    let archive = load::open_existing(ctx, &host, None, true)?;
    Ok(Place { archive, entry })
}

/// The stub of an archive, which is what including the archive itself runs.
pub fn stub(archive: &Rc<Archive>) -> Result<Vec<u8>, Vec<u8>> {
    if archive.format.get() == Format::Phar {
        return Ok(archive.stub.borrow().clone());
    }
    match archive.entry(b".phar/stub.php") {
        Some(entry) => Ok(archive.contents(&entry)?.to_vec()),
        None => Err(no_file(b".phar/stub.php", archive)),
    }
}

fn no_file(name: &[u8], archive: &Archive) -> Vec<u8> {
    quoted("", name, &format!(" is not a file in phar \"{}\"", String::from_utf8_lossy(&archive.path())))
}

impl PharWrapper {
    fn write(ctx: &Ctx, place: &Place, mode: &[u8], context: Option<&Resource>) -> Result<Resource, Vec<u8>> {
        let archive = &place.archive;
        let entry = entries::find_or_make(ctx, archive, &place.entry, false, true).map_err(|why| match why.is_empty() {
            true => quoted("file ", &place.entry, " could not be created in phar"),
            false => why,
        })?;
        let data = if mode[0] == b'w' { Rc::default() } else { archive.contents(&entry)? };
        if let Some(context) = context.and_then(phant_native::resource::get::<Context>) {
            if let Some(how) = context.option("phar", "compress").and_then(|v| v.as_int()) {
                entry.set_compression(how as u32 & bits::COMPRESSION);
            }
            if let Some(metadata) = context.option("phar", "metadata")
                && let Ok(text) = crate::metadata::serialize(ctx, &metadata)
            {
                entry.metadata.replace(text);
            }
        }
        Ok(EntryStream::open(archive, &entry, data, true, mode))
    }
    fn read(ctx: &Ctx, place: &Place, mode: &[u8], options: u32) -> Result<Resource, Vec<u8>> {
        let archive = &place.archive;
        if place.entry.is_empty() && options & options::OPEN_FOR_INCLUDE != 0 {
            return Ok(memory::create(&stub(archive)?, b"r"));
        }
        if options & options::OPEN_FOR_INCLUDE != 0 && place.entry != b".phar/stub.php" {
            State::of(ctx).begin_in(&place.entry);
        }
        if place.entry.is_empty() {
            let path = archive.path();
            return Err([b"phar error: file \"\" in phar \"", &path[..], b"\" must not be empty"].concat());
        }
        let entry = entries::find(archive, &place.entry, Want::File, false)
            .map_err(|why| if why.is_empty() { no_file(&place.entry, archive) } else { why })?;
        if entry.writers.get() > 0 {
            let path = archive.path();
            let why = b"\" cannot be opened for reading, writable file pointers are open";
            return Err([b"phar error: file \"", &place.entry[..], b"\" in phar \"", &path, why].concat());
        }
        let data = entries::contents(ctx, archive, &entry)?;
        Ok(EntryStream::open(archive, &entry, data, false, mode))
    }
    /// Whether an archive may be written to; else the reason was reported.
    fn may_write(ctx: &Ctx, url: &[u8]) -> bool {
        let known = names::split(ctx, url, Kind::Any, Wanted::Either).ok().and_then(|s| load::known(ctx, &s.archive, None).ok());
        !load::is_readonly(ctx) || known.flatten().is_some_and(|archive| archive.is_data.get())
    }
    fn unlink_entry(ctx: &Ctx, url: &[u8]) -> Result<(), Vec<u8>> {
        if !Self::may_write(ctx, url) {
            return Err(b"phar error: write operations disabled by the php.ini setting phar.readonly".to_vec());
        }
        let place = locate(ctx, url, b"rb").map_err(|why| {
            log(ctx, options::REPORT_ERRORS, why);
            b"phar error: unlink failed".to_vec()
        })?;
        let failed = |why: &[u8]| [b"unlink of \"", url, b"\" failed", why].concat();
        let entry = entries::find(&place.archive, &place.entry, Want::File, true).map_err(|why| match why.is_empty() {
            true => failed(b", file does not exist"),
            false => failed(&[b": ", &why[..]].concat()),
        })?;
        if entry.readers.get() + entry.writers.get() > 0 {
            let path = place.archive.path();
            let why = b"\", has open file pointers, cannot unlink";
            return Err([b"phar error: \"", &place.entry[..], b"\" in phar \"", &path, why].concat());
        }
        entry.deleted.set(true);
        save::flush(ctx, &place.archive, None)
    }
    fn rename_entry(ctx: &Ctx, from: &[u8], to: &[u8]) -> Result<(), Vec<u8>> {
        let cannot = |after: &[u8]| [b"phar error: cannot rename \"", from, b"\" to \"", to, b"\"", after].concat();
        let wrong = |url: &[u8]| cannot(&[b": invalid or non-writable url \"", url, b"\""].concat());
        let split = |url: &[u8], wanted| names::split(ctx, url, Kind::Any, wanted).map_err(|_| wrong(url));
        let from_place = match Self::may_write(ctx, from) {
            true => split(from, Wanted::Either)?,
            false => return Err(wrong(from)),
        };
        let to_place = split(to, Wanted::Either).map_err(|_| wrong(to))?;
        let archive = load::open_existing(ctx, &from_place.archive, None, true).map_err(|_| wrong(from))?;
        let other = load::known(ctx, &to_place.archive, None)?;
        if !other.is_some_and(|other| Rc::ptr_eq(&other, &archive)) {
            return Err(cannot(b", not within the same phar archive"));
        }
        let (old, new) = (&from_place.entry[1..], &to_place.entry[1..]);
        let is_dir = match archive.entry(old) {
            Some(entry) => {
                let moved = entry.copy_as(new);
                let mut all = archive.entries.borrow_mut();
                all.remove(old);
                all.insert(Rc::new(moved));
                entry.is_dir
            }
            None if archive.is_directory(old) && !old.is_empty() => true,
            None => return Err(cannot(b" from extracted phar archive, source does not exist")),
        };
        if is_dir {
            let prefix = [old, b"/"].concat();
            let all = archive.entries.borrow().all();
            for entry in all {
                let name = entry.name();
                if let Some(rest) = name.strip_prefix(&prefix[..]) {
                    let moved = entry.copy_as(&[new, b"/", rest].concat());
                    let mut all = archive.entries.borrow_mut();
                    all.remove(&name);
                    all.insert(Rc::new(moved));
                }
            }
            for (at, _) in archive.mounts.borrow_mut().iter_mut() {
                if at == old || at.starts_with(&prefix) {
                    *at = [new, &at[old.len()..]].concat();
                }
            }
        }
        save::flush(ctx, &archive, None)
    }
    fn make_directory(ctx: &Ctx, url: &[u8]) -> Result<(), Vec<u8>> {
        let Ok(split) = names::split(ctx, url, Kind::Any, Wanted::Either) else {
            return Err(quoted("cannot create directory ", url, ", no phar archive specified"));
        };
        if !Self::may_write(ctx, url) {
            return Err(quoted("cannot create directory ", url, ", write operations disabled"));
        }
        let place = locate(ctx, url, b"w")?;
        let name = &split.entry[1..];
        let cannot = |after: &[u8]| {
            [b"phar error: cannot create directory \"", name, b"\" in phar \"", &split.archive, b"\", ", after].concat()
        };
        if name.is_empty() {
            return Err(cannot(b"phar error: invalid path \"\" must not be empty"));
        }
        match entries::find(&place.archive, name, Want::Directory, true) {
            Ok(_) if !name.is_empty() => return Err(cannot(b"directory already exists")),
            Err(why) if !why.is_empty() => return Err(cannot(&why)),
            _ => {}
        }
        entries::find_or_make(ctx, &place.archive, name, true, true).map_err(|why| cannot(&why))?;
        save::flush(ctx, &place.archive, None).map_err(|why| cannot(&why))
    }
    fn remove_directory(ctx: &Ctx, url: &[u8]) -> Result<(), Vec<u8>> {
        let Ok(split) = names::split(ctx, url, Kind::Any, Wanted::Either) else {
            let why = ", no phar archive specified, or phar archive does not exist";
            return Err(quoted("cannot remove directory ", url, why));
        };
        if !Self::may_write(ctx, url) {
            return Err(quoted("cannot rmdir directory ", url, ", write operations disabled"));
        }
        let place = locate(ctx, url, b"w")?;
        let name = &split.entry[1..];
        let cannot = |after: &[u8]| {
            [b"phar error: cannot remove directory \"", name, b"\" in phar \"", &split.archive, b"\", ", after].concat()
        };
        let entry = match entries::find(&place.archive, name, Want::Directory, true) {
            Ok(entry) if !name.is_empty() => entry,
            Err(why) if !why.is_empty() => return Err(cannot(&why)),
            _ => return Err(cannot(b"directory does not exist")),
        };
        let prefix = [name, b"/"].concat();
        if place.archive.entries.borrow().iter().any(|e| !e.deleted.get() && e.name.borrow().starts_with(&prefix)) {
            return Err(b"phar error: Directory not empty".to_vec());
        }
        entry.deleted.set(true);
        save::flush(ctx, &place.archive, None).map_err(|why| cannot(&why))
    }
}

fn said(ctx: &Ctx, options: u32, done: Result<(), Vec<u8>>) -> bool {
    match done {
        Ok(()) => true,
        Err(why) => {
            log(ctx, options, why);
            false
        }
    }
}

impl Wrapper for PharWrapper {
    fn label(&self) -> &'static str {
        "phar"
    }
    fn open(&self, ctx: &Ctx, path: &[u8], mode: &[u8], options: u32, context: Option<&Resource>) -> Option<Resource> {
        let writes = mode.first() == Some(&b'w') || mode.contains(&b'+');
        let opened = locate(ctx, path, mode).and_then(|place| match writes {
            true => PharWrapper::write(ctx, &place, mode, context),
            false => PharWrapper::read(ctx, &place, mode, options),
        });
        match opened {
            Ok(resource) => Some(resource),
            Err(why) => {
                log(ctx, options, why);
                None
            }
        }
    }
    fn stat(&self, ctx: &Ctx, path: &[u8], _flags: u32, _context: Option<&Resource>) -> Option<Option<Stat>> {
        let Ok(place) = locate(ctx, path, b"r") else { return Some(None) };
        let name = &place.entry;
        if name.is_empty() {
            return Some(Some(stat(ctx, &place.archive, &Entry::new(b"", true, 0))));
        }
        let found = entries::find(&place.archive, name, Want::Any, false).ok();
        Some(found.map(|entry| stat(ctx, &place.archive, &entry)))
    }
    fn unlink(&self, ctx: &Ctx, path: &[u8], options: u32, _context: Option<&Resource>) -> Option<bool> {
        let done = PharWrapper::unlink_entry(ctx, path);
        Some(said(ctx, options, done))
    }
    fn rename(&self, ctx: &Ctx, from: &[u8], to: &[u8], _options: u32, _context: Option<&Resource>) -> Option<bool> {
        let done = PharWrapper::rename_entry(ctx, from, to);
        Some(said(ctx, options::REPORT_ERRORS, done))
    }
    fn mkdir(&self, ctx: &Ctx, path: &[u8], _mode: i64, options: u32, _context: Option<&Resource>) -> Option<bool> {
        let done = PharWrapper::make_directory(ctx, path);
        Some(said(ctx, options | options::REPORT_ERRORS, done))
    }
    fn rmdir(&self, ctx: &Ctx, path: &[u8], options: u32, _context: Option<&Resource>) -> Option<bool> {
        let done = PharWrapper::remove_directory(ctx, path);
        Some(said(ctx, options | options::REPORT_ERRORS, done))
    }
    fn open_dir(&self, ctx: &Ctx, path: &[u8], options: u32, _context: Option<&Resource>) -> Option<Option<Resource>> {
        let place = locate(ctx, path, b"r").inspect_err(|why| log(ctx, options, why));
        let Ok(place) = place else {
            log(ctx, options, [b"phar url \"", path, b"\" is unknown"].concat());
            return Some(None);
        };
        let name = place.entry.strip_suffix(b"/").unwrap_or(&place.entry);
        let outside = place.archive.mounted(name).or_else(|| match &*place.archive.entry(name)?.data.borrow() {
            crate::archive::Data::Mounted(path) => Some(path.clone()),
            _ => None,
        });
        if let Some(outside) = outside {
            return phant_streams::wrapper::plain().open_dir(ctx, &outside, options, None);
        }
        if !place.archive.is_directory(name) {
            return Some(None);
        }
        Some(Some(Names::open(&place.archive, name)))
    }
}
