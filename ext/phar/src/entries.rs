//! Finding and making entries, as streams and methods do.

use crate::{
    archive::{Archive, Data, Entry, Fail},
    load, names, save,
};
use phant_native::Ctx;
use std::rc::Rc;

/// What kind of entry is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Want {
    File,
    Any,
    Directory,
}

/// Whether a name is the magic directory or in it.
pub fn is_magic(name: &[u8]) -> bool {
    let name = name.strip_prefix(b"/").unwrap_or(name);
    name.starts_with(b".phar") && matches!(name.get(5), None | Some(b'/' | b'\\'))
}

/// Whether an archive may be written to.
pub fn is_writable(ctx: &Ctx, archive: &Archive) -> bool {
    archive.is_data.get() || !load::is_readonly(ctx)
}

fn about(name: &[u8], before: &str, after: &str) -> Fail {
    [b"phar error: ", before.as_bytes(), b" \"", name, b"\" ", after.as_bytes()].concat()
}

/// An entry; a directory that is only implied is one of its own. The error is empty if there is nothing.
pub fn find(archive: &Archive, name: &[u8], want: Want, secure: bool) -> Result<Rc<Entry>, Fail> {
    let name = names::check_entry(name).map_err(|why| about(name, "invalid path", &format!("contains {why}")))?;
    if secure && is_magic(name) {
        return Err(b"phar error: cannot directly access magic \".phar\" directory or files within it".to_vec());
    }
    if name.is_empty() && want == Want::File {
        return Err(about(name, "invalid path", "must not be empty"));
    }
    let name = name.strip_suffix(b"/").unwrap_or(name);
    if let Some(entry) = archive.entry(name) {
        return match want {
            Want::File if entry.is_dir => Err(about(name, "path", "is a directory")),
            Want::Directory if !entry.is_dir => Err(about(name, "path", "exists and is a not a directory")),
            _ => Ok(entry),
        };
    }
    if want != Want::File && archive.entries.borrow().is_implied(name) {
        return Ok(Rc::new(Entry::new(name, true, 0)));
    }
    if let Some(outside) = archive.mounted(name) {
        let path = phant_streams::path::os(&outside);
        if want == Want::File && path.is_dir() {
            return Err(about(name, "path", "is a directory"));
        }
        let entry = Entry::new(name, path.is_dir(), 0);
        entry.size.set(path.metadata().map_or(0, |m| m.len()));
        entry.data.replace(Data::Mounted(outside));
        return Ok(Rc::new(entry));
    }
    Err(Vec::new())
}

/// The contents of an entry, wherever they are: what is mounted may be in another archive.
pub fn contents(ctx: &Ctx, archive: &Archive, entry: &Rc<Entry>) -> Result<Rc<Vec<u8>>, Fail> {
    if let Data::Mounted(path) = &*entry.data.borrow()
        && names::is_url(path)
    {
        let opened = phant_streams::open_required(ctx, path, b"rb", 0, None).ok().flatten();
        let Some((_resource, stream)) = opened else {
            return Err(archive.fail("phar error: Cannot open phar archive \"{}\" for reading"));
        };
        let bytes = stream.read_all(ctx, usize::MAX).map(|s| s.to_vec()).unwrap_or_default();
        stream.close(ctx);
        return Ok(Rc::new(bytes));
    }
    archive.contents(entry)
}

/// An entry opened for writing, made if need be.
pub fn find_or_make(ctx: &Ctx, archive: &Rc<Archive>, name: &[u8], is_dir: bool, secure: bool) -> Result<Rc<Entry>, Fail> {
    let in_phar = |what: &str, why: &str| {
        [what.as_bytes(), b" \"", name, b"\" in phar \"", &archive.path(), b"\" ", why.as_bytes()].concat()
    };
    if !is_writable(ctx, archive) {
        return Err(in_phar("phar error: file", "cannot be opened for writing, disabled by ini setting"));
    }
    if name.is_empty() {
        return Err(in_phar("phar error: file", "must not be empty"));
    }
    let want = if is_dir { Want::Directory } else { Want::File };
    match find(archive, name, want, secure) {
        Ok(entry) => {
            if entry.readers.get() > 0 && !is_dir {
                let why = "cannot be opened for writing, readable file pointers are open";
                return Err(in_phar("phar error: file", why));
            }
            return Ok(entry);
        }
        Err(why) if !why.is_empty() => return Err(why),
        Err(_) => {}
    }
    let plain = names::check_entry(name).map_err(|why| about(name, "invalid path", &format!("contains {why}")))?;
    let plain = plain.strip_suffix(b"/").unwrap_or(plain);
    let entry = Rc::new(Entry::new(plain, is_dir, save::now(ctx)));
    archive.entries.borrow_mut().insert(entry.clone());
    archive.is_modified.set(true);
    Ok(entry)
}
