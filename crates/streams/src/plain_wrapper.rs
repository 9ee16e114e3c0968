//! The wrapper of plain files: `file://` and paths without a scheme.

use super::{
    Stat, Stream, Whence, errors, flags,
    ops::StreamOps,
    options, path as paths,
    plain::{OpenMode, PlainFile, stat_of},
    stat_cache,
    wrapper::{Metadata, Wrapper},
};
use phant_memory::{Resource, Str};
use phant_native::ctx::Ctx;
use std::{
    any::Any,
    cell::{Cell, RefCell},
    fs::DirBuilder,
    io,
    os::unix::{ffi::OsStringExt, fs::DirBuilderExt},
};

/// See the [module documentation](self).
pub struct PlainWrapper;

/// Facts about a path of the file system.
pub fn stat(path: &[u8], of_link: bool) -> io::Result<Stat> {
    if !phant_grants::may_see(path) {
        return Err(phant_grants::denied());
    }
    let path = paths::os(path);
    let m = if of_link { std::fs::symlink_metadata(path) } else { std::fs::metadata(path) };
    m.map(|m| stat_of(&m))
}

/// Opens a file. `..` goes back over directories that do not exist, too.
fn open_file(path: &[u8], mode: OpenMode) -> io::Result<std::fs::File> {
    match mode.open(paths::os(path)) {
        Err(e) if e.kind() == io::ErrorKind::NotFound && path.windows(2).any(|w| w == b"..") => {
            mode.open(paths::os(&paths::absolute(path)))
        }
        other => other,
    }
}

/// The path behind `file://`.
fn strip(path: &[u8]) -> &[u8] {
    match path.get(..7) {
        Some(head) if head.eq_ignore_ascii_case(b"file://") => &path[7..],
        _ => path,
    }
}

impl Wrapper for PlainWrapper {
    fn label(&self) -> &'static str {
        "plainfile"
    }
    fn is_plain(&self) -> bool {
        true
    }
    fn open(&self, ctx: &Ctx, path: &[u8], mode: &[u8], options: u32, _context: Option<&Resource>) -> Option<Resource> {
        if options & options::DISABLE_OPEN_BASEDIR == 0 && !paths::check_basedir(ctx, path) {
            return None;
        }
        let Some(parsed) = OpenMode::parse(mode) else {
            let mut text = b"`".to_vec();
            text.extend_from_slice(mode);
            text.extend_from_slice(b"' is not a valid mode for fopen");
            errors::log(ctx, options & !options::REPORT_ERRORS, text);
            return None;
        };
        let file = match open_file(path, parsed) {
            Ok(file) => file,
            Err(e) => {
                errors::set_errno(ctx, &e);
                return None;
            }
        };
        if options & options::OPEN_FOR_INCLUDE != 0 && !file.metadata().is_ok_and(|m| m.is_file() || !m.is_dir()) {
            errors::set_errno_number(ctx, 21);
            return None;
        }
        stat_cache::clear(ctx, false, None);
        let ops = PlainFile::new(file);
        let stream = Stream::new(Box::new(ops), mode);
        Some(stream.register())
    }
    fn stat(&self, _ctx: &Ctx, path: &[u8], flags: u32, _context: Option<&Resource>) -> Option<Option<Stat>> {
        Some(stat(strip(path), flags & options::STAT_LINK != 0).ok())
    }
    fn unlink(&self, ctx: &Ctx, path: &[u8], options: u32, _context: Option<&Resource>) -> Option<bool> {
        let path = strip(path);
        if !paths::check_basedir(ctx, path) {
            return Some(false);
        }
        match std::fs::remove_file(paths::os(path)) {
            Ok(()) => {
                stat_cache::clear(ctx, true, None);
                Some(true)
            }
            Err(e) => {
                if options & options::REPORT_ERRORS != 0 {
                    errors::warn_with(ctx, &[path], phant_os::error_text(&e).as_bytes());
                }
                Some(false)
            }
        }
    }
    fn rename(&self, ctx: &Ctx, from: &[u8], to: &[u8], _options: u32, _context: Option<&Resource>) -> Option<bool> {
        let (from, to) = (strip(from), strip(to));
        if !paths::check_basedir(ctx, from) || !paths::check_basedir(ctx, to) {
            return Some(false);
        }
        let result = match std::fs::rename(paths::os(from), paths::os(to)) {
            // Across file systems a rename is a copy.
            Err(e) if e.kind() == io::ErrorKind::CrossesDevices => {
                std::fs::copy(paths::os(from), paths::os(to)).and_then(|_| std::fs::remove_file(paths::os(from)))
            }
            other => other,
        };
        match result {
            Ok(()) => {
                stat_cache::clear(ctx, true, None);
                Some(true)
            }
            Err(e) => {
                errors::warn_with(ctx, &[from, to], phant_os::error_text(&e).as_bytes());
                Some(false)
            }
        }
    }
    fn mkdir(&self, ctx: &Ctx, path: &[u8], mode: i64, options: u32, _context: Option<&Resource>) -> Option<bool> {
        let path = strip(path);
        if !paths::check_basedir(ctx, path) {
            return Some(false);
        }
        let make = |path: &[u8]| DirBuilder::new().mode(mode as u32 & 0o7777).create(paths::os(path));
        let result = if options & options::MKDIR_RECURSIVE == 0 { make(path) } else { make_all(path, &make) };
        match result {
            Ok(()) => Some(true),
            Err(e) => {
                ctx.warning(phant_os::error_text(&e));
                Some(false)
            }
        }
    }
    fn rmdir(&self, ctx: &Ctx, path: &[u8], _options: u32, _context: Option<&Resource>) -> Option<bool> {
        let path = strip(path);
        if !paths::check_basedir(ctx, path) {
            return Some(false);
        }
        match std::fs::remove_dir(paths::os(path)) {
            Ok(()) => {
                stat_cache::clear(ctx, true, None);
                Some(true)
            }
            Err(e) => {
                errors::warn_with(ctx, &[path], phant_os::error_text(&e).as_bytes());
                Some(false)
            }
        }
    }
    fn metadata(&self, ctx: &Ctx, path: &[u8], change: &Metadata, _context: Option<&Resource>) -> Option<bool> {
        let path = strip(path);
        if !paths::check_basedir(ctx, path) {
            return Some(false);
        }
        if !phant_grants::may_change(path) {
            ctx.warning(phant_os::error_text(&phant_grants::denied()));
            return Some(false);
        }
        let file = paths::os(path);
        let id = |n: i64| Some(n as u32);
        let result = match change {
            Metadata::Touch(times) => {
                if !file.exists()
                    && let Err(e) = OpenMode::parse(b"c").map_or(Ok(()), |m| m.open(file).map(drop))
                {
                    let mut text = b"Unable to create file ".to_vec();
                    text.extend_from_slice(path);
                    text.extend_from_slice(format!(" because {}", phant_os::error_text(&e)).as_bytes());
                    ctx.warning(text);
                    return Some(false);
                }
                match times {
                    Some((mtime, atime)) => phant_os::fs::set_times(path, *atime, *mtime),
                    None => phant_os::fs::set_times_now(path),
                }
            }
            Metadata::Access(mode) => {
                use std::os::unix::fs::PermissionsExt;
                std::fs::set_permissions(file, std::fs::Permissions::from_mode(*mode as u32 & 0o7777))
            }
            Metadata::Owner(n) => std::os::unix::fs::chown(file, id(*n), None),
            Metadata::Group(n) => std::os::unix::fs::chown(file, None, id(*n)),
            Metadata::OwnerName(name) => match phant_os::ids::user_id(name) {
                Some(n) => std::os::unix::fs::chown(file, Some(n), None),
                None => {
                    ctx.warning(format!("Unable to find uid for {name}"));
                    return Some(false);
                }
            },
            Metadata::GroupName(name) => match phant_os::ids::group_id(name) {
                Some(n) => std::os::unix::fs::chown(file, None, Some(n)),
                None => {
                    ctx.warning(format!("Unable to find gid for {name}"));
                    return Some(false);
                }
            },
        };
        match result {
            Ok(()) => {
                stat_cache::clear(ctx, false, None);
                Some(true)
            }
            Err(e) => {
                let text = phant_os::error_text(&e);
                ctx.warning(if matches!(change, Metadata::Touch(_)) { format!("Utime failed: {text}") } else { text });
                Some(false)
            }
        }
    }
    fn open_dir(&self, ctx: &Ctx, path: &[u8], options: u32, _context: Option<&Resource>) -> Option<Option<Resource>> {
        let path = strip(path);
        if options & options::DISABLE_OPEN_BASEDIR == 0 && !paths::check_basedir(ctx, path) {
            return Some(None);
        }
        match entries(path) {
            Ok(entries) => {
                let ops = Directory { entries: RefCell::new(entries), at: Cell::new(0), path: path.to_vec() };
                Some(Some(Stream::new(Box::new(ops), b"r").with_flags(flags::DIRECTORY).register()))
            }
            Err(e) => {
                errors::set_errno(ctx, &e);
                Some(None)
            }
        }
    }
}

/// Makes a directory and its missing parents.
fn make_all(path: &[u8], make: &dyn Fn(&[u8]) -> io::Result<()>) -> io::Result<()> {
    let full = paths::absolute(path);
    if paths::os(&full).exists() {
        return make(path);
    }
    let mut missing = vec![full.clone()];
    let mut at = full;
    while let Some(i) = at.iter().rposition(|&b| b == b'/').filter(|&i| i > 0) {
        at.truncate(i);
        if paths::os(&at).exists() {
            break;
        }
        missing.push(at.clone());
    }
    for directory in missing.iter().rev() {
        match make(directory) {
            // Somebody else may be making the same parents.
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists && directory != &missing[0] => {}
            other => other?,
        }
    }
    Ok(())
}

/// Names in a directory, `.` and `..` first, the others in the system's order.
pub fn entries(path: &[u8]) -> io::Result<Vec<Vec<u8>>> {
    let mut out = vec![b".".to_vec(), b"..".to_vec()];
    for entry in std::fs::read_dir(paths::os(path))? {
        out.push(entry?.file_name().into_vec());
    }
    Ok(out)
}

/// An open directory. The names are read at once, so later changes do not show until it is rewound.
struct Directory {
    entries: RefCell<Vec<Vec<u8>>>,
    at: Cell<usize>,
    path: Vec<u8>,
}

impl StreamOps for Directory {
    fn label(&self) -> &'static str {
        "dir"
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn read(&self, _ctx: &Ctx, _stream: &Stream, _out: &mut [u8]) -> Option<usize> {
        None
    }
    fn write(&self, _ctx: &Ctx, _stream: &Stream, _data: &[u8]) -> Option<usize> {
        None
    }
    fn can_write(&self) -> bool {
        false
    }
    /// Any seek leads back to the first entry.
    fn seek(&self, ctx: &Ctx, stream: &Stream, _offset: i64, _whence: Whence) -> Option<i64> {
        self.rewind_entries(ctx, stream);
        Some(0)
    }
    fn can_seek(&self) -> bool {
        true
    }
    fn read_entry(&self, _ctx: &Ctx, _stream: &Stream) -> Option<Str> {
        let entries = self.entries.borrow();
        let name = entries.get(self.at.get())?;
        self.at.set(self.at.get() + 1);
        Some(Str::new(name))
    }
    fn rewind_entries(&self, _ctx: &Ctx, _stream: &Stream) -> bool {
        if let Ok(entries) = entries(&self.path) {
            *self.entries.borrow_mut() = entries;
        }
        self.at.set(0);
        true
    }
}
