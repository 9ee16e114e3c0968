//! SplFileInfo, the directory iterators, SplFileObject and SplTempFileObject, over the stream layer.

mod directory;
mod file;
mod info;

pub use directory::{DirectoryIterator, FilesystemIterator, GlobIterator, RecursiveDirectoryIterator};
pub use file::{SplFileObject, SplTempFileObject};
pub use info::SplFileInfo;

use phant_memory::{HeapBox, NativeData, Object, RequestHeap, Str, Tracer, Value};
use phant_native::{ClassPtr, Ctx, PhpResult, resource};
use phant_streams::{Stream, csv::Dialect, glob::Matches};
use std::{
    any::Any,
    cell::{Cell, RefCell},
    rc::Rc,
};

/// The flags of directory iterators.
pub mod flags {
    pub const CURRENT_AS_PATHNAME: i64 = 32;
    pub const CURRENT_MASK: i64 = 240;
    pub const KEY_AS_FILENAME: i64 = 256;
    pub const KEY_MASK: i64 = 3840;
    pub const SKIP_DOTS: i64 = 4096;
    pub const FOLLOW_SYMLINKS: i64 = 16384;
    pub const OTHER_MASK: i64 = 28672;
}

/// A directory being read.
pub struct Directory {
    /// A stream of entries; UNDEF before the constructor has run.
    handle: RefCell<Value>,
    /// The entry at hand; empty at the end.
    entry: RefCell<Str>,
    /// Where this is below the iterator that the walk began with.
    sub_path: RefCell<Str>,
    index: Cell<i64>,
}

/// A file being read and written.
pub struct File {
    handle: RefCell<Value>,
    mode: RefCell<Str>,
    dialect: Cell<Dialect>,
    /// The escape character has been chosen, so leaving it out is fine.
    escape_chosen: Cell<bool>,
    /// The line at hand, as text and as fields.
    line: RefCell<Option<Str>>,
    fields: RefCell<Value>,
    number: Cell<i64>,
    max_length: Cell<i64>,
}

/// What kind of object it is, with what only that kind has.
pub enum Kind {
    Info,
    Directory(HeapBox<Directory>),
    File(HeapBox<File>),
}

/// Native state of all these classes.
pub struct State {
    kind: Kind,
    /// The directory of the file, or the directory being read.
    path: RefCell<Option<Str>>,
    /// The file; of directories see [`State::name`].
    file_name: RefCell<Option<Str>>,
    flags: Cell<i64>,
    info_class: Cell<Option<ClassPtr>>,
    file_class: Cell<Option<ClassPtr>>,
    /// What an extension that builds on these classes keeps with the object: an entry of the worker's table, or 0.
    attached: Cell<u64>,
}

impl Drop for State {
    fn drop(&mut self) {
        if self.attached.get() != 0 {
            resource::drop_hidden(self.attached.get());
        }
    }
}

/// What an extension keeps with an object of these classes.
pub fn attached<T: Any>(object: &Object) -> Option<Rc<T>> {
    resource::hidden(object.native::<State>()?.attached.get())
}

/// Keeps something with an object of these classes; it goes with the object.
pub fn attach(object: &Object, data: Rc<dyn Any>) {
    if let Some(state) = object.native::<State>() {
        let old = state.attached.replace(resource::hide(data));
        if old != 0 {
            resource::drop_hidden(old);
        }
    }
}

/// Opens the directory that an object iterates, as its constructor does.
pub fn open_directory(ctx: &Ctx, object: &Object, path: &Str, flags: i64, info_class: Option<ClassPtr>) -> PhpResult<()> {
    state(object).flags.set(flags);
    state(object).info_class.set(info_class);
    directory::open(ctx, state(object), path)
}

/// Gives a file object its name, as its constructor does.
pub fn set_name(object: &Object, name: &[u8]) {
    state(object).set_name(name);
}

/// The class of the objects that an iterator gives.
pub fn info_class(object: &Object) -> Option<ClassPtr> {
    object.native::<State>()?.info_class.get()
}

/// The name of a file object.
pub fn name(object: &Object) -> Option<Str> {
    object.native::<State>()?.name()
}

impl NativeData for State {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        let (handle, fields) = match &self.kind {
            Kind::Info => (None, None),
            Kind::Directory(directory) => (Some(&directory.handle), None),
            Kind::File(file) => (Some(&file.handle), Some(&file.fields)),
        };
        for value in [handle, fields].into_iter().flatten() {
            if let Ok(value) = value.try_borrow() {
                tracer.value(&value);
            }
        }
    }
}

fn init(object: &Object, kind: Kind) {
    object.init_native(State {
        kind,
        path: RefCell::new(None),
        file_name: RefCell::new(None),
        flags: Cell::new(0),
        info_class: Cell::new(None),
        file_class: Cell::new(None),
        attached: Cell::new(0),
    });
}

fn create_info(_ctx: &Ctx, object: &Object) {
    init(object, Kind::Info);
}

fn create_directory(_ctx: &Ctx, object: &Object) {
    let directory = Directory {
        handle: RefCell::new(Value::UNDEF),
        entry: RefCell::new(Str::default()),
        sub_path: RefCell::new(Str::default()),
        index: Cell::new(0),
    };
    init(object, Kind::Directory(HeapBox::new_in(directory, RequestHeap)));
}

fn create_file(_ctx: &Ctx, object: &Object) {
    let file = File {
        handle: RefCell::new(Value::UNDEF),
        mode: RefCell::new(Str::default()),
        dialect: Cell::new(Dialect::default()),
        escape_chosen: Cell::new(false),
        line: RefCell::new(None),
        fields: RefCell::new(Value::UNDEF),
        number: Cell::new(0),
        max_length: Cell::new(0),
    };
    init(object, Kind::File(HeapBox::new_in(file, RequestHeap)));
}

fn state(object: &Object) -> &State {
    object.native().expect("made by create")
}

fn stream_of(handle: &RefCell<Value>) -> Option<Rc<Stream>> {
    resource::get::<Stream>(handle.borrow().own_resource()?)
}

impl State {
    fn directory(&self) -> Option<&Directory> {
        match &self.kind {
            Kind::Directory(directory) => Some(directory),
            _ => None,
        }
    }
    fn file(&self) -> Option<&File> {
        match &self.kind {
            Kind::File(file) => Some(file),
            _ => None,
        }
    }
    /// The directory part. Of `glob://` it is that of the match at hand.
    fn directory_path(&self) -> Str {
        if let Some(stream) = self.directory().and_then(|d| stream_of(&d.handle))
            && let Some(matches) = stream.ops_as::<Matches>()
        {
            return matches.directory().map(Str::new).unwrap_or_default();
        }
        self.path.borrow().clone().unwrap_or_default()
    }
    /// The whole name; `None` if there is none (yet, or at the end of a directory).
    fn name(&self) -> Option<Str> {
        let Some(directory) = self.directory() else { return self.file_name.borrow().clone() };
        let entry = directory.entry.borrow().clone();
        if entry.is_empty() {
            return None;
        }
        let path = self.directory_path();
        if path.is_empty() {
            return Some(entry);
        }
        Some(Str::from([path.as_bytes(), b"/", entry.as_bytes()].concat()))
    }
    /// The whole name, which at the end of a directory is the directory's; throws if the object is not constructed.
    fn required_name(&self, ctx: &Ctx) -> PhpResult<Str> {
        if let Some(name) = self.name() {
            return Ok(name);
        }
        if self.directory().is_none_or(|d| d.handle.borrow().is_undef()) {
            return Err(ctx.throw_error("Object not initialized"));
        }
        let path = self.directory_path();
        let name = if path.is_empty() { path } else { Str::concat(&path, b"/") };
        self.file_name.replace(Some(name.clone()));
        Ok(name)
    }
    /// The name of an entry or file, for objects made of it.
    fn entry_name(&self, ctx: &Ctx) -> PhpResult<Str> {
        match self.directory() {
            Some(directory) if !directory.handle.borrow().is_undef() && directory.entry.borrow().is_empty() => {
                Err(ctx.throw("RuntimeException", "Could not open file"))
            }
            _ => self.required_name(ctx),
        }
    }
    /// The name behind the directory.
    fn base_name(&self, name: &Str) -> Str {
        let path = self.directory_path();
        match name.as_bytes().get(path.len() + 1..) {
            Some(rest) if !path.is_empty() => Str::new(rest),
            _ => name.clone(),
        }
    }
    /// Takes a path apart, as SplFileInfo shows it.
    fn set_name(&self, name: &[u8]) {
        let mut end = name.len();
        while end > 1 && name[end - 1] == b'/' {
            end -= 1;
        }
        let name = &name[..end];
        let path = name.iter().rposition(|&b| b == b'/').map_or(&b""[..], |slash| &name[..slash]);
        self.path.replace(Some(Str::new(path)));
        self.file_name.replace(Some(Str::new(name)));
    }
    fn inherit_classes(&self, from: &State) {
        self.info_class.set(from.info_class.get());
        self.file_class.set(from.file_class.get());
    }
}

/// The class that a name argument stands for, which must be `base` or a subclass.
fn class_argument(ctx: &Ctx, name: Option<&Str>, base: &str, number: usize, nullable: bool) -> PhpResult<Option<ClassPtr>> {
    let Some(name) = name else { return Ok(None) };
    let class = ctx.class(name);
    ctx.check()?;
    match class {
        Some(class) if crate::util::descends(class, base) => Ok(Some(class)),
        _ => {
            let or_null = if nullable { " or null" } else { "" };
            let text = format!("must be a class name derived from {base}{or_null}, {name} given");
            Err(ctx.argument_type_error(number, text))
        }
    }
}

/// The same, where PHP has another text for a class that does not exist.
fn known_class_argument(ctx: &Ctx, name: Option<&Str>, base: &str, number: usize) -> PhpResult<Option<ClassPtr>> {
    if let Some(name) = name
        && ctx.class(name).is_none()
    {
        ctx.check()?;
        return Err(ctx.argument_type_error(number, format!("must be a valid class name or null, {name} given")));
    }
    class_argument(ctx, name, base, number, true)
}

/// Whether the constructor of a class is the native one of `class`.
fn has_constructor_of(class: ClassPtr, name: &str) -> bool {
    class.magic.construct.is_some_and(|f| f.code().is_none() && f.class().is_some_and(|c| c.is_named(name)))
}

/// A new SplFileInfo (or what is used instead) for a name.
fn new_info(ctx: &Ctx, source: &State, class: Option<ClassPtr>, name: &Str) -> PhpResult<Object> {
    let class = match class.or(source.info_class.get()) {
        Some(class) => class,
        None => ctx.known_class("SplFileInfo"),
    };
    let info = if has_constructor_of(class, "SplFileInfo") {
        let info = ctx.allocate(class)?;
        state(&info).set_name(name);
        info
    } else {
        ctx.new_object(class, &[Value::from(name.clone())])?
    };
    state(&info).inherit_classes(source);
    Ok(info)
}

/// Copies an SplFileInfo or a directory iterator.
fn copy(ctx: &Ctx, from: &Object, to: &Object) -> PhpResult<()> {
    let (source, new) = (state(from), state(to));
    new.flags.set(source.flags.get());
    new.inherit_classes(source);
    new.path.replace(source.path.borrow().clone());
    new.file_name.replace(source.file_name.borrow().clone());
    let (Some(old), Some(directory)) = (source.directory(), new.directory()) else { return Ok(()) };
    directory.sub_path.replace(old.sub_path.borrow().clone());
    if old.handle.borrow().is_undef() {
        return Ok(());
    }
    let path = source.path.borrow().clone().unwrap_or_default();
    directory::open(ctx, new, &path)?;
    while directory.index.get() < old.index.get() && !directory.entry.borrow().is_empty() {
        directory::advance(ctx, new);
    }
    directory.index.set(old.index.get());
    Ok(())
}

const HANDLERS: phant_native::ObjectHandlers =
    phant_native::ObjectHandlers { clone: Some(copy), ..phant_native::ObjectHandlers::DEFAULT };
