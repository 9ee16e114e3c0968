//! The files module: a file for each session, locked as long as the session is open.
//!
//! `session.save_path` is `folder`, `depth;folder` or `depth;mode;folder`: with a depth the file is in nested folders named by
//! the first characters of the id, and old sessions are left to somebody else. Session data is never read from a file of
//! another user.

use crate::{id, state::State};
use phant_memory::Str;
use phant_native::{Ctx, Level, resource};
use phant_streams::path as paths;
use std::{
    cell::RefCell,
    fs::{self, File},
    io,
    os::unix::{
        ffi::OsStrExt,
        fs::{FileExt, MetadataExt, OpenOptionsExt},
    },
    path::Path,
    rc::Rc,
    time::SystemTime,
};

/// The longest path of a file.
const LONGEST_PATH: usize = 4096;
const PREFIX: &[u8] = b"sess_";

/// The module at work.
struct Files {
    folder: Vec<u8>,
    depth: usize,
    mode: u32,
    open: RefCell<Option<OpenFile>>,
}

/// The session's file, which is locked.
struct OpenFile {
    id: Str,
    file: Rc<File>,
    /// Its size when it was read.
    size: u64,
}

/// A path for the system.
fn os(path: &[u8]) -> &Path {
    Path::new(std::ffi::OsStr::from_bytes(path))
}

/// The folder for temporary files.
fn temporary_folder(ctx: &Ctx) -> Vec<u8> {
    match ctx.ini.get("sys_temp_dir") {
        Some(dir) if !dir.is_empty() => dir.as_bytes().strip_suffix(b"/").unwrap_or(&dir).to_vec(),
        _ => phant_streams::php::temp_dir(),
    }
}

/// What a number at the beginning of a text is; `None` if it is too large.
fn leading_number(text: &[u8], radix: u32) -> Option<i64> {
    let text = text.trim_ascii_start();
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let mut number = 0i64;
    for digit in digits.iter().map_while(|&b| char::from(b).to_digit(radix)) {
        number = number.checked_mul(i64::from(radix))?.checked_add(i64::from(digit))?;
    }
    Some(if negative { -number } else { number })
}

/// Begins to work with a folder.
pub fn open(ctx: &Ctx, state: &State, path: &Str) -> bool {
    let given = if path.is_empty() { temporary_folder(ctx) } else { path.to_vec() };
    if path.is_empty() && !paths::check_basedir(ctx, &given) {
        return false;
    }
    let parts: Vec<&[u8]> = given.splitn(3, |&b| b == b';').collect();
    let (mut depth, mut mode) = (0, 0o600);
    if parts.len() > 1 {
        match leading_number(parts[0], 10) {
            Some(number) => depth = number,
            None => {
                ctx.warning("The first parameter in session.save_path is invalid");
                return false;
            }
        }
    }
    if parts.len() > 2 {
        match leading_number(parts[1], 8) {
            Some(number @ 0..=0o7777) => mode = number as u32,
            _ => {
                ctx.warning("The second parameter in session.save_path is invalid");
                return false;
            }
        }
    }
    close(state);
    // A depth below zero is more than any id has characters.
    let depth = usize::try_from(depth).unwrap_or(usize::MAX);
    let folder = parts.last().map_or_else(Vec::new, |folder| folder.to_vec());
    state.files.set(resource::hide(Rc::new(Files { folder, depth, mode, open: RefCell::new(None) })));
    true
}

/// Ends the work and lets go of the lock.
pub fn close(state: &State) -> bool {
    match state.files.replace(0) {
        0 => {}
        entry => resource::drop_hidden(entry),
    }
    true
}

fn files(state: &State) -> Option<Rc<Files>> {
    resource::hidden(state.files.get())
}

impl Files {
    /// The path of an id's file.
    fn path(&self, id: &[u8]) -> Option<Vec<u8>> {
        if id.len() <= self.depth || self.folder.len() + 2 * self.depth + id.len() + 5 + PREFIX.len() > LONGEST_PATH {
            return None;
        }
        let mut path = self.folder.clone();
        path.push(b'/');
        for &letter in &id[..self.depth] {
            path.extend_from_slice(&[letter, b'/']);
        }
        path.extend_from_slice(PREFIX);
        path.extend_from_slice(id);
        Some(path)
    }

    /// The session's file, opened and locked if it is not yet. Failures have been reported.
    fn file(&self, ctx: &Ctx, id: &Str) -> Option<Rc<File>> {
        if let Some(open) = &*self.open.borrow()
            && open.id == *id
        {
            return Some(open.file.clone());
        }
        drop(self.open.take());
        if !id::is_valid(id) {
            ctx.warning(
                "Session ID is too long or contains illegal characters. Only the A-Z, a-z, 0-9, \"-\", and \",\" characters \
                 are allowed",
            );
            return None;
        }
        let Some(path) = self.path(id) else {
            ctx.warning(format!(
                "Failed to create session data file path. Too short session ID, invalid save_path or path length exceeds \
                 {LONGEST_PATH} characters"
            ));
            return None;
        };
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false).mode(self.mode).custom_flags(libc::O_NOFOLLOW);
        let file = match options.open(os(&path)) {
            Ok(file) => file,
            Err(error) => {
                let text = [b"open(", path.as_slice(), b", O_RDWR) failed: ", reason(&error).as_bytes()].concat();
                ctx.warning(text);
                return None;
            }
        };
        let user = phant_os::ids::effective_user();
        if file.metadata().is_ok_and(|m| m.uid() != 0 && m.uid() != user && user != 0) {
            ctx.warning("Session data file is not created by your uid");
            return None;
        }
        while file.lock().is_err_and(|e| e.kind() == io::ErrorKind::Interrupted) {
            // A request that is to end waits no longer, and has nothing to do with a file that is somebody else's.
            if phant_native::limits::reached() {
                return None;
            }
        }
        let file = Rc::new(file);
        *self.open.borrow_mut() = Some(OpenFile { id: id.clone(), file: file.clone(), size: 0 });
        Some(file)
    }
}

/// `No such file or directory (2)`
fn reason(error: &io::Error) -> String {
    format!("{} ({})", phant_os::error_text(error), error.raw_os_error().unwrap_or(0))
}

/// The data of a session.
pub fn read(ctx: &Ctx, state: &State, id: &Str) -> Option<Str> {
    let files = files(state)?;
    let file = files.file(ctx, id)?;
    let size = file.metadata().ok()?.len();
    if let Some(open) = &mut *files.open.borrow_mut() {
        open.size = size;
    }
    if size == 0 {
        return Some(Str::default());
    }
    ctx.reserve(usize::try_from(size).unwrap_or(usize::MAX)).ok()?;
    let mut data = vec![0; size as usize];
    match file.read_exact_at(&mut data, 0) {
        Ok(()) => Some(Str::new(&data)),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            ctx.warning("Read returned less bytes than requested");
            None
        }
        Err(error) => {
            ctx.warning(format!("Read failed: {}", reason(&error)));
            None
        }
    }
}

/// Writes the data of a session.
pub fn write(ctx: &Ctx, state: &State, id: &Str, data: &Str) -> bool {
    let Some(files) = files(state) else { return false };
    let Some(file) = files.file(ctx, id) else { return false };
    let before = files.open.borrow().as_ref().map_or(0, |open| open.size);
    if (data.len() as u64) < before {
        // What is left if writing fails is no more than there is room for.
        let _ = file.set_len(0);
    }
    match file.write_all_at(data, 0) {
        Ok(()) => true,
        Err(error) if error.kind() == io::ErrorKind::WriteZero => {
            ctx.warning("Write wrote less bytes than requested");
            false
        }
        Err(error) => {
            ctx.warning(format!("Write failed: {}", reason(&error)));
            false
        }
    }
}

/// Makes the file look as if it was written now.
pub fn update_timestamp(ctx: &Ctx, state: &State, id: &Str, data: &Str) -> bool {
    let Some(path) = files(state).and_then(|files| files.path(id)) else { return false };
    let times = fs::FileTimes::new().set_accessed(SystemTime::now()).set_modified(SystemTime::now());
    match File::options().write(true).open(os(&path)).and_then(|file| file.set_times(times)) {
        Ok(()) => true,
        Err(_) => write(ctx, state, id, data),
    }
}

/// Deletes the file of a session.
pub fn destroy(_ctx: &Ctx, state: &State, id: &Str) -> bool {
    let Some(files) = files(state) else { return false };
    let Some(path) = files.path(id) else { return false };
    if files.open.take().is_none() {
        return true;
    }
    // The session may not have been written yet.
    fs::remove_file(os(&path)).is_ok() || !os(&path).exists()
}

/// Deletes files that were not written for so many seconds.
pub fn gc(ctx: &Ctx, state: &State, lifetime: i64) -> i64 {
    let Some(files) = files(state) else { return -1 };
    if files.depth > 0 {
        return -1;
    }
    let folder = match fs::read_dir(os(&files.folder)) {
        Ok(folder) => folder,
        Err(error) => {
            let reason = reason(&error);
            let text = [b"ps_files_cleanup_dir: opendir(", files.folder.as_slice(), b") failed: ", reason.as_bytes()];
            ctx.report_here(Level::Notice, text.concat());
            return -1;
        }
    };
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64);
    let mut deleted = 0;
    for entry in folder.flatten() {
        if phant_native::limits::reached() {
            break;
        }
        if !entry.file_name().as_bytes().starts_with(PREFIX) {
            continue;
        }
        // By its name in the folder, which takes half as long as by its path; that of a link is what it leads to.
        let known = entry.metadata().and_then(|m| if m.is_symlink() { fs::metadata(entry.path()) } else { Ok(m) });
        let old = known.is_ok_and(|m| now.saturating_sub(m.mtime()) > lifetime);
        if old && fs::remove_file(entry.path()).is_ok() {
            deleted += 1;
        }
    }
    deleted
}

/// A new id that no file has.
pub fn create_id(ctx: &Ctx, state: &State) -> Option<Str> {
    const ATTEMPTS: usize = 3;
    (0..ATTEMPTS).filter_map(|_| id::create(ctx)).find(|id| !exists(state, id))
}

/// Whether there is a file for an id.
pub fn exists(state: &State, id: &Str) -> bool {
    let Some(files) = files(state) else { return false };
    id::is_valid(id) && files.path(id).is_some_and(|path| os(&path).exists())
}
