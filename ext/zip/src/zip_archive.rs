//! The class ZipArchive.

mod change;
mod extract;
mod read;

use crate::{
    archive::{Archive, Contents, Item, Status, er, fl, words},
    write,
};
use phant_archive::Source;
use phant_memory::{NativeData, Object, Str, Tracer, Value};
use phant_native::{
    Ctx, ObjectHandlers, PhpResult, Thrown,
    class::{Fetch, Place},
    php_class, resource,
};
use phant_streams::path as paths;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

/// What an object holds: its archive is an entry of the worker's table.
pub struct State {
    id: Cell<u64>,
    status: Cell<Status>,
    last_id: Cell<i64>,
    progress: RefCell<Value>,
    rate: Cell<f64>,
    cancel: RefCell<Value>,
}

impl NativeData for State {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.progress.borrow());
        tracer.value(&self.cancel.borrow());
    }
}

impl Drop for State {
    fn drop(&mut self) {
        if self.id.get() != 0 {
            resource::drop_hidden(self.id.get());
        }
    }
}

impl State {
    pub fn of(object: &Object) -> &State {
        object.native().expect("made by create")
    }
    pub fn archive(&self) -> Option<Rc<RefCell<Archive>>> {
        resource::hidden(self.id.get())
    }
    /// Notes an error; gives `false`.
    pub fn fail(&self, error: i64) -> bool {
        self.status.set((error, 0));
        false
    }
    fn forget(&self) {
        let id = self.id.take();
        if id != 0 {
            resource::drop_hidden(id);
        }
    }
}

/// The archive of an object, or the error for one that is not open.
pub fn opened<'a>(ctx: &Ctx, this: &'a Object) -> PhpResult<(&'a State, Rc<RefCell<Archive>>)> {
    let state = State::of(this);
    match state.archive() {
        Some(archive) => Ok((state, archive)),
        None => Err(ctx.value_error("Invalid or uninitialized Zip object")),
    }
}

fn property(this: &Object, name: &[u8]) -> Option<Value> {
    let state = State::of(this);
    let archive = state.archive();
    Some(match name {
        b"lastId" => Value::int(if archive.is_some() { state.last_id.get() } else { -1 }),
        b"status" => Value::int(state.status.get().0),
        b"statusSys" => Value::int(state.status.get().1),
        b"numFiles" => Value::int(archive.map_or(0, |a| a.borrow().items.len() as i64)),
        b"filename" => Value::str(archive.map(|a| a.borrow().path.clone()).unwrap_or_default()),
        b"comment" => Value::str(
            archive
                .map(|a| {
                    let archive = a.borrow();
                    archive.comment.clone().unwrap_or_else(|| archive.old_comment.clone())
                })
                .unwrap_or_default(),
        ),
        _ => return None,
    })
}

const PROPERTIES: [&str; 6] = ["lastId", "status", "statusSys", "numFiles", "filename", "comment"];

fn is_property(name: &Str) -> bool {
    PROPERTIES.iter().any(|p| p.as_bytes() == name.as_bytes())
}

fn read_only(ctx: &Ctx, name: &Str) -> Thrown {
    ctx.throw_error(format!("Cannot write read-only property ZipArchive::${name}"))
}

static HANDLERS: ObjectHandlers = ObjectHandlers {
    read_property: Some(|_, this, name| Ok(property(this, name))),
    write_property: Some(|ctx, _, name, _| if is_property(name) { Err(read_only(ctx, name)) } else { Ok(false) }),
    unset_property: Some(|ctx, _, name| match is_property(name) {
        true => Err(ctx.throw_error(format!("Cannot unset ZipArchive::${name}"))),
        false => Ok(false),
    }),
    has_property: Some(|_, this, name, mode| {
        Ok(property(this, name).map(|value| mode != 1 || phant_native::convert::to_bool(&value)))
    }),
    property_place: Some(|ctx, _, name, fetch| match is_property(name) {
        true if fetch == Fetch::Ask => Ok(Place::Temporary(Value::NULL)),
        true => Err(read_only(ctx, name)),
        false => Ok(Place::Unknown),
    }),
    properties: Some(|_, this| {
        let mut all = phant_memory::Array::new();
        for name in PROPERTIES {
            if let Some(value) = property(this, name.as_bytes()) {
                all.set_name(name, value);
            }
        }
        for (key, value) in this.dynamic().iter().flat_map(|d| d.iter()) {
            all.set(key.to_key(), value.copied());
        }
        Ok(all)
    }),
    ..ObjectHandlers::DEFAULT
};

fn now(ctx: &Ctx) -> i64 {
    let _ = ctx;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |d| d.as_secs() as i64)
}

/// Writes what was changed, and lets go of the archive.
fn close(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
    let (state, archive) = opened(ctx, this)?;
    let mut done = Ok(());
    let is_empty = archive.borrow().items.iter().all(|i| i.deleted);
    let is_new = archive.borrow().source.is_none();
    if archive.borrow().is_changed() || is_empty && is_new && archive.borrow().keep_empty {
        let (progress, cancel) = (state.progress.borrow().clone(), state.cancel.borrow().clone());
        let last = Cell::new(-1.0_f64);
        let rate = state.rate.get();
        let mut step = |part: f64| {
            if !progress.is_undef() && (part == 0.0 || part == 1.0 || part - last.get() >= rate) && part > last.get() {
                last.set(part);
                let _ = ctx.call_value(&progress, &[Value::float(part)]);
            }
            if cancel.is_undef() || ctx.has_exception() {
                return !ctx.has_exception();
            }
            let answer = ctx.call_value(&cancel, &[]);
            !answer.is_ok_and(|v| phant_native::convert::to_int(&v) != 0)
        };
        // The callbacks may use the object, so nothing is borrowed meanwhile.
        let copy = std::mem::take(&mut *archive.borrow_mut());
        done = write::write(&copy, now(ctx), &mut step);
        *archive.borrow_mut() = copy;
    }
    state.forget();
    state.progress.replace(Value::UNDEF);
    state.cancel.replace(Value::UNDEF);
    ctx.check()?;
    match done {
        Ok(()) => {
            state.status.set((er::OK, 0));
            Ok(true)
        }
        Err(status) => {
            state.status.set(status);
            ctx.warning(words(status));
            Ok(false)
        }
    }
}

pub struct ZipArchive;

/// A zip archive.
#[php_class(
    "class ZipArchive implements Countable {
        const int CREATE = 1;
        const int EXCL = 2;
        const int CHECKCONS = 4;
        const int OVERWRITE = 8;
        const int RDONLY = 16;
        const int FL_NOCASE = 1;
        const int FL_NODIR = 2;
        const int FL_COMPRESSED = 4;
        const int FL_UNCHANGED = 8;
        const int FL_RECOMPRESS = 16;
        const int FL_ENCRYPTED = 32;
        const int FL_OVERWRITE = 8192;
        const int FL_LOCAL = 256;
        const int FL_CENTRAL = 512;
        const int FL_ENC_GUESS = 0;
        const int FL_ENC_RAW = 64;
        const int FL_ENC_STRICT = 128;
        const int FL_ENC_UTF_8 = 2048;
        const int FL_ENC_CP437 = 4096;
        const int FL_OPEN_FILE_NOW = 1073741824;
        const int CM_DEFAULT = -1;
        const int CM_STORE = 0;
        const int CM_SHRINK = 1;
        const int CM_REDUCE_1 = 2;
        const int CM_REDUCE_2 = 3;
        const int CM_REDUCE_3 = 4;
        const int CM_REDUCE_4 = 5;
        const int CM_IMPLODE = 6;
        const int CM_DEFLATE = 8;
        const int CM_DEFLATE64 = 9;
        const int CM_PKWARE_IMPLODE = 10;
        const int CM_BZIP2 = 12;
        const int CM_LZMA = 14;
        const int CM_LZMA2 = 33;
        const int CM_ZSTD = 93;
        const int CM_XZ = 95;
        const int CM_TERSE = 18;
        const int CM_LZ77 = 19;
        const int CM_WAVPACK = 97;
        const int CM_PPMD = 98;
        const int ER_OK = 0;
        const int ER_MULTIDISK = 1;
        const int ER_RENAME = 2;
        const int ER_CLOSE = 3;
        const int ER_SEEK = 4;
        const int ER_READ = 5;
        const int ER_WRITE = 6;
        const int ER_CRC = 7;
        const int ER_ZIPCLOSED = 8;
        const int ER_NOENT = 9;
        const int ER_EXISTS = 10;
        const int ER_OPEN = 11;
        const int ER_TMPOPEN = 12;
        const int ER_ZLIB = 13;
        const int ER_MEMORY = 14;
        const int ER_CHANGED = 15;
        const int ER_COMPNOTSUPP = 16;
        const int ER_EOF = 17;
        const int ER_INVAL = 18;
        const int ER_NOZIP = 19;
        const int ER_INTERNAL = 20;
        const int ER_INCONS = 21;
        const int ER_REMOVE = 22;
        const int ER_DELETED = 23;
        const int ER_ENCRNOTSUPP = 24;
        const int ER_RDONLY = 25;
        const int ER_NOPASSWD = 26;
        const int ER_WRONGPASSWD = 27;
        const int ER_OPNOTSUPP = 28;
        const int ER_INUSE = 29;
        const int ER_TELL = 30;
        const int ER_COMPRESSED_DATA = 31;
        const int ER_CANCELLED = 32;
        const int ER_DATA_LENGTH = 33;
        const int ER_NOT_ALLOWED = 34;
        const int ER_TRUNCATED_ZIP = 35;
        const int AFL_RDONLY = 2;
        const int AFL_IS_TORRENTZIP = 4;
        const int AFL_WANT_TORRENTZIP = 8;
        const int AFL_CREATE_OR_KEEP_FILE_FOR_EMPTY_ARCHIVE = 16;
        const int OPSYS_DOS = 0;
        const int OPSYS_AMIGA = 1;
        const int OPSYS_OPENVMS = 2;
        const int OPSYS_UNIX = 3;
        const int OPSYS_VM_CMS = 4;
        const int OPSYS_ATARI_ST = 5;
        const int OPSYS_OS_2 = 6;
        const int OPSYS_MACINTOSH = 7;
        const int OPSYS_Z_SYSTEM = 8;
        const int OPSYS_CPM = 9;
        const int OPSYS_WINDOWS_NTFS = 10;
        const int OPSYS_MVS = 11;
        const int OPSYS_VSE = 12;
        const int OPSYS_ACORN_RISC = 13;
        const int OPSYS_VFAT = 14;
        const int OPSYS_ALTERNATE_MVS = 15;
        const int OPSYS_BEOS = 16;
        const int OPSYS_TANDEM = 17;
        const int OPSYS_OS_400 = 18;
        const int OPSYS_OS_X = 19;
        const int OPSYS_DEFAULT = 3;
        const int EM_NONE = 0;
        const int EM_TRAD_PKWARE = 1;
        const int EM_AES_128 = 257;
        const int EM_AES_192 = 258;
        const int EM_AES_256 = 259;
        const int EM_UNKNOWN = 65535;
        const string LIBZIP_VERSION = '1.11.3';
        const int LENGTH_TO_END = 0;
        const int LENGTH_UNCHECKED = -2;
        public int $lastId;
        public int $status;
        public int $statusSys;
        public int $numFiles;
        public string $filename;
        public string $comment;
    }",
    create = Self::create,
    handlers = HANDLERS,
    methods = [Self::CHANGING, Self::READING, Self::EXTRACTING],
    not_cloneable
)]
impl ZipArchive {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(State {
            id: Cell::new(0),
            status: Cell::new((0, 0)),
            last_id: Cell::new(-1),
            progress: RefCell::new(Value::UNDEF),
            rate: Cell::new(0.0),
            cancel: RefCell::new(Value::UNDEF),
        });
    }

    #[php("public function __destruct()", hidden)]
    fn destruct(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        if State::of(this).archive().is_some() {
            close(ctx, this)?;
        }
        Ok(())
    }

    #[php("public function open(string $filename, int $flags = 0): bool|int")]
    fn open(ctx: &Ctx, this: &Object, filename: &Str, flags: i64) -> PhpResult {
        if filename.contains(&0) {
            return Err(ctx.argument_error(1, "must not contain any null bytes"));
        }
        if filename.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        let path = paths::absolute(filename);
        if !paths::check_basedir(ctx, &path) {
            ctx.check()?;
            return Ok(Value::FALSE);
        }
        let state = State::of(this);
        if state.archive().is_some() {
            close(ctx, this)?;
        }
        state.last_id.set(-1);
        let known = std::fs::metadata(paths::os(&path));
        if flags & 9 == 0 && known.as_ref().is_ok_and(|k| k.len() == 0 && k.is_file()) {
            ctx.deprecated("Using empty file as ZipArchive is deprecated");
            ctx.check()?;
        }
        // Why an archive cannot be opened is in the answer alone.
        let refused = |error: i64| Ok(Value::int(error));
        let mut archive = match known {
            Ok(_) if flags & 2 != 0 => return refused(er::EXISTS),
            Ok(known) if known.is_dir() => return refused(er::OPNOTSUPP),
            Ok(known) if flags & 8 != 0 || known.len() == 0 => Archive { path: path.clone(), ..Archive::default() },
            Ok(_) => {
                let source = match std::fs::File::open(paths::os(&path)).and_then(Source::file) {
                    Ok(source) => source,
                    Err(_) => return refused(er::OPEN),
                };
                match Archive::read(&path, source, flags & 4 != 0) {
                    Ok(archive) => archive,
                    Err(error) => return refused(error),
                }
            }
            Err(_) if flags & 9 == 0 => return refused(er::NOENT),
            Err(_) => Archive { path: path.clone(), ..Archive::default() },
        };
        archive.read_only = flags & 16 != 0;
        archive.opened_read_only = archive.read_only;
        state.id.set(resource::hide(Rc::new(RefCell::new(archive))));
        state.status.set((er::OK, 0));
        Ok(Value::TRUE)
    }

    #[php("public function setPassword(#[\\SensitiveParameter] string $password): bool")]
    fn set_password(ctx: &Ctx, this: &Object, password: &Str) -> PhpResult<bool> {
        let (_, archive) = opened(ctx, this)?;
        archive.borrow_mut().password = Some(password.to_vec()).filter(|p| !p.is_empty());
        Ok(true)
    }

    #[php("public function close(): bool")]
    fn close(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        close(ctx, this)
    }

    #[php("public function count(): int")]
    fn count(ctx: &Ctx, this: &Object) -> PhpResult<usize> {
        let (_, archive) = opened(ctx, this)?;
        let count = archive.borrow().items.len();
        Ok(count)
    }

    #[php("public function getStatusString(): string")]
    fn get_status_string(this: &Object) -> String {
        words(State::of(this).status.get())
    }

    #[php("public function clearError(): void", strict_return)]
    fn clear_error(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        let (state, _) = opened(ctx, this)?;
        state.status.set((er::OK, 0));
        Ok(())
    }

    #[php("public function registerProgressCallback(float $rate, callable $callback): bool")]
    fn register_progress_callback(ctx: &Ctx, this: &Object, rate: f64, callback: &Value) -> PhpResult<bool> {
        let (state, _) = opened(ctx, this)?;
        state.rate.set(rate);
        state.progress.replace(callback.clone());
        Ok(true)
    }

    #[php("public function registerCancelCallback(callable $callback): bool")]
    fn register_cancel_callback(ctx: &Ctx, this: &Object, callback: &Value) -> PhpResult<bool> {
        let (state, _) = opened(ctx, this)?;
        state.cancel.replace(callback.clone());
        Ok(true)
    }

    #[php("public static function isCompressionMethodSupported(int $method, bool $enc = true): bool", strict_return)]
    fn is_compression_method_supported(method: i64, writing: bool) -> bool {
        let _ = writing;
        write::can_write(method)
    }

    #[php("public static function isEncryptionMethodSupported(int $method, bool $enc = true): bool", strict_return)]
    fn is_encryption_method_supported(method: i64, writing: bool) -> bool {
        let _ = writing;
        matches!(method, 0 | 1 | 257..=259)
    }
}

/// Puts contents in under a name; the number of the entry.
pub fn put(state: &State, archive: &mut Archive, name: &[u8], contents: Contents, flags: i64) -> Option<usize> {
    if archive.read_only {
        state.fail(er::RDONLY);
        return None;
    }
    let found = archive.locate(name, 0);
    let at = match found {
        Some(_) if flags & fl::OVERWRITE == 0 => {
            state.last_id.set(-1);
            state.fail(er::EXISTS);
            return None;
        }
        Some(at) => at,
        None => {
            archive.items.push(Item { name: Some(name.to_vec()), ..Item::default() });
            archive.touch();
            archive.items.len() - 1
        }
    };
    archive.items[at].contents = Some(contents);
    state.last_id.set(at as i64);
    state.status.set((er::OK, 0));
    Some(at)
}
