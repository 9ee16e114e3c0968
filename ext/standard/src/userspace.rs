//! Stream wrappers written in PHP.

use phant_memory::{Array, Key, Object, PhpStr, Reference, Resource, Str, Value};
use phant_native::{
    ClassPtr, Ctx, ObjectExt, PhpResult, convert,
    descriptor::{FunctionGroup, modifiers},
    functions, php, resource,
};
use phant_streams::{
    self as streams, Metadata, OptionResult, Stat, Stream, StreamOps, StreamOption, Whence, Wrapper, errors, flags,
    wrapper::{self, Restored},
};
use std::{any::Any, cell::RefCell, os::fd::RawFd};

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![stream_wrapper_register, stream_wrapper_unregister, stream_wrapper_restore];

#[php(
    "function stream_wrapper_register(string $protocol, string $class, int $flags = 0): bool",
    alias = "stream_register_wrapper"
)]
fn stream_wrapper_register(ctx: &Ctx, protocol: &PhpStr, class: &PhpStr, flags: i64) -> PhpResult<bool> {
    let Some(found) = ctx.class(class) else {
        ctx.check()?;
        return Err(ctx.argument_type_error(2, format!("must be a valid class name, {class} given")));
    };
    let protocol = protocol.to_handle();
    if wrapper::by_scheme(ctx, &protocol).is_some() {
        ctx.warning(format!("Protocol {protocol}:// is already defined."));
        return Ok(false);
    }
    if !protocol.iter().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(b)) {
        let name = found.name.clone();
        ctx.warning(format!("Invalid protocol scheme specified. Unable to register wrapper class {name} to {protocol}://"));
        return Ok(false);
    }
    Ok(wrapper::register(ctx, &protocol, UserWrapper { class: found, is_url: flags & 1 != 0 }))
}

#[php("function stream_wrapper_unregister(string $protocol): bool")]
fn stream_wrapper_unregister(ctx: &Ctx, protocol: &PhpStr) -> bool {
    let done = wrapper::unregister(ctx, &protocol.to_handle());
    if !done {
        ctx.warning(format!("Unable to unregister protocol {protocol}://"));
    }
    done
}

#[php("function stream_wrapper_restore(string $protocol): bool")]
fn stream_wrapper_restore(ctx: &Ctx, protocol: &PhpStr) -> bool {
    match wrapper::restore(ctx, &protocol.to_handle()) {
        Restored::Done => true,
        Restored::Unchanged => {
            ctx.notice(format!("{protocol}:// was never changed, nothing to restore"));
            true
        }
        Restored::Unknown => {
            ctx.warning(format!("{protocol}:// never existed, nothing to restore"));
            false
        }
    }
}

/// A wrapper whose work a PHP class does.
struct UserWrapper {
    class: ClassPtr,
    is_url: bool,
}

/// The path being opened, so that a wrapper that opens itself does not do so forever.
#[derive(Default)]
struct Opening(RefCell<Option<Str>>);

/// What calling a method gave.
enum Called {
    /// The class does not have it.
    Missing,
    /// It threw.
    Threw,
    /// Its result.
    Returned(Value),
}

impl Called {
    fn value(self) -> Option<Value> {
        match self {
            Called::Returned(v) => Some(v),
            _ => None,
        }
    }
    fn is_true(self) -> bool {
        self.value().is_some_and(|v| convert::to_bool(&v))
    }
}

/// Calls a method if the object's class has it (`__call` counts).
fn call(ctx: &Ctx, object: &Object, name: &str, args: &[Value]) -> Called {
    let class = object.class();
    if class.method(name.to_ascii_lowercase().as_bytes()).is_none() && class.magic.call.is_none() {
        return Called::Missing;
    }
    // While an exception is on its way nothing is called, also where a stream ends because of it.
    if ctx.has_exception() {
        return Called::Threw;
    }
    let object = object.clone();
    match ctx.call_method(&object, name, args) {
        Ok(v) => Called::Returned(v),
        Err(_) => Called::Threw,
    }
}

fn not_implemented(ctx: &Ctx, object: &Object, method: &str, more: &str) {
    ctx.warning(format!("{}::{method} is not implemented!{more}", object.class().name));
}

impl UserWrapper {
    /// An object of the class with its context set and its constructor run.
    fn object(&self, ctx: &Ctx, context: Option<&Resource>) -> Option<Object> {
        let class = self.class;
        if class.is_abstract()
            || class.is_interface()
            || class.kind == phant_native::class::ClassKind::Trait
            || class.is_enum()
            || class.modifiers & modifiers::ABSTRACT != 0
        {
            return None;
        }
        let object = ctx.allocate(class).ok()?;
        let context = context.map_or(Value::NULL, |c| Value::from(c.clone()));
        ctx.set_property(&object, "context", context).ok()?;
        if let Some(constructor) = class.magic.construct {
            ctx.host.call_function(ctx, constructor, Some(&object), Some(class), &[]).ok()?;
        }
        Some(object)
    }
    /// Calls a method of a fresh object that does something to a path. `None` result: the class does not have it.
    fn path_call(&self, ctx: &Ctx, context: Option<&Resource>, method: &str, args: &[Value]) -> bool {
        let Some(object) = self.object(ctx, context) else { return false };
        match call(ctx, &object, method, args) {
            Called::Returned(v) => v.as_bool() == Some(true),
            Called::Missing => {
                not_implemented(ctx, &object, method, "");
                false
            }
            Called::Threw => false,
        }
    }
}

impl Wrapper for UserWrapper {
    fn label(&self) -> &'static str {
        "user-space"
    }
    fn is_url(&self) -> bool {
        self.is_url
    }
    fn is_user(&self) -> bool {
        true
    }
    fn open(&self, ctx: &Ctx, path: &[u8], mode: &[u8], options: u32, context: Option<&Resource>) -> Option<Resource> {
        let opening = ctx.state::<Opening>();
        if opening.0.borrow().as_ref().is_some_and(|p| p.as_bytes() == path) {
            errors::log(ctx, options, "infinite recursion prevented");
            return None;
        }
        let before = opening.0.replace(Some(Str::new(path)));
        let including = options & streams::options::OPEN_FOR_INCLUDE != 0 && !self.is_url;
        let was = if including { Some(streams::set_in_user_include(ctx, true)) } else { None };
        let opened = self.open_object(ctx, path, mode, options, context);
        if let Some(was) = was {
            streams::set_in_user_include(ctx, was);
        }
        opening.0.replace(before);
        opened
    }
    fn stat(&self, ctx: &Ctx, path: &[u8], flags: u32, context: Option<&Resource>) -> Option<Option<Stat>> {
        let object = self.object(ctx, context)?;
        let result = match call(ctx, &object, "url_stat", &[path.into(), i64::from(flags).into()]) {
            Called::Returned(v) => v.as_array().map(|array| stat_from(&array)),
            Called::Missing => {
                not_implemented(ctx, &object, "url_stat", "");
                None
            }
            Called::Threw => None,
        };
        Some(result)
    }
    fn unlink(&self, ctx: &Ctx, path: &[u8], _options: u32, context: Option<&Resource>) -> Option<bool> {
        Some(self.path_call(ctx, context, "unlink", &[path.into()]))
    }
    fn rename(&self, ctx: &Ctx, from: &[u8], to: &[u8], _options: u32, context: Option<&Resource>) -> Option<bool> {
        Some(self.path_call(ctx, context, "rename", &[from.into(), to.into()]))
    }
    fn mkdir(&self, ctx: &Ctx, path: &[u8], mode: i64, options: u32, context: Option<&Resource>) -> Option<bool> {
        Some(self.path_call(ctx, context, "mkdir", &[path.into(), mode.into(), i64::from(options).into()]))
    }
    fn rmdir(&self, ctx: &Ctx, path: &[u8], options: u32, context: Option<&Resource>) -> Option<bool> {
        Some(self.path_call(ctx, context, "rmdir", &[path.into(), i64::from(options).into()]))
    }
    fn metadata(&self, ctx: &Ctx, path: &[u8], change: &Metadata, context: Option<&Resource>) -> Option<bool> {
        let (option, value) = match change {
            Metadata::Touch(None) => (1i64, Value::empty_array()),
            Metadata::Touch(Some((m, a))) => (1, Value::from(Array::list([Value::int(*m), Value::int(*a)]))),
            Metadata::OwnerName(name) => (2, name.clone().into()),
            Metadata::Owner(n) => (3, (*n).into()),
            Metadata::GroupName(name) => (4, name.clone().into()),
            Metadata::Group(n) => (5, (*n).into()),
            Metadata::Access(mode) => (6, (*mode).into()),
        };
        Some(self.path_call(ctx, context, "stream_metadata", &[path.into(), option.into(), value]))
    }
    fn open_dir(&self, ctx: &Ctx, path: &[u8], options: u32, context: Option<&Resource>) -> Option<Option<Resource>> {
        let opening = ctx.state::<Opening>();
        if opening.0.borrow().as_ref().is_some_and(|p| p.as_bytes() == path) {
            errors::log(ctx, options, "infinite recursion prevented");
            return Some(None);
        }
        let before = opening.0.replace(Some(Str::new(path)));
        let opened = self.open_dir_object(ctx, path, options, context);
        opening.0.replace(before);
        Some(opened)
    }
}

impl UserWrapper {
    fn open_object(&self, ctx: &Ctx, path: &[u8], mode: &[u8], options: u32, context: Option<&Resource>) -> Option<Resource> {
        let object = self.object(ctx, context)?;
        let opened_path = Reference::new(Value::NULL);
        let args = [path.into(), mode.into(), i64::from(options).into(), Value::from(opened_path)];
        if call(ctx, &object, "stream_open", &args).is_true() {
            let stream = Stream::new(Box::new(UserStream { object: object.clone(), directory: false }), mode);
            stream.set_wrapper_data(object.into());
            return Some(stream.register());
        }
        errors::log(ctx, options, format!("\"{}::stream_open\" call failed", self.class.name));
        None
    }
    fn open_dir_object(&self, ctx: &Ctx, path: &[u8], options: u32, context: Option<&Resource>) -> Option<Resource> {
        let object = self.object(ctx, context)?;
        if call(ctx, &object, "dir_opendir", &[path.into(), i64::from(options).into()]).is_true() {
            let stream = Stream::new(Box::new(UserStream { object: object.clone(), directory: true }), b"r");
            stream.set_flags(flags::DIRECTORY);
            stream.set_wrapper_data(object.into());
            return Some(stream.register());
        }
        errors::log(ctx, options, format!("\"{}::dir_opendir\" call failed", self.class.name));
        None
    }
}

/// The facts in an array such as `stat()` returns.
fn stat_from(array: &Array) -> Stat {
    let get = |name: &str| array.get(&Key::from(name).as_ref()).map_or(0, convert::to_int);
    Stat {
        dev: get("dev"),
        ino: get("ino"),
        mode: get("mode") as u32,
        nlink: get("nlink"),
        uid: get("uid"),
        gid: get("gid"),
        rdev: get("rdev"),
        size: get("size"),
        atime: get("atime"),
        mtime: get("mtime"),
        ctime: get("ctime"),
        blksize: get("blksize"),
        blocks: get("blocks"),
    }
}

/// An open stream or directory of a wrapper written in PHP.
struct UserStream {
    object: Object,
    directory: bool,
}

impl StreamOps for UserStream {
    fn label(&self) -> &'static str {
        if self.directory { "user-space-dir" } else { "user-space" }
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn read(&self, ctx: &Ctx, stream: &Stream, out: &mut [u8]) -> Option<usize> {
        let wanted = out.len();
        let result = match call(ctx, &self.object, "stream_read", &[Value::from(wanted)]) {
            Called::Returned(v) => v,
            Called::Missing => {
                not_implemented(ctx, &self.object, "stream_read", "");
                return None;
            }
            Called::Threw => {
                stream.set_eof(true);
                return None;
            }
        };
        if result.as_bool() == Some(false) {
            return None;
        }
        let data = convert::to_str(ctx, &result).ok()?;
        let mut n = data.len();
        if n > wanted {
            let class = &self.object.class().name;
            ctx.warning(format!(
                "{class}::stream_read - read {} bytes more data than requested ({n} read, {wanted} max) - excess data will be lost",
                n - wanted
            ));
            n = wanted;
        }
        out[..n].copy_from_slice(&data[..n]);
        match call(ctx, &self.object, "stream_eof", &[]) {
            Called::Returned(v) => {
                if convert::to_bool(&v) {
                    stream.set_eof(true);
                }
            }
            Called::Missing => {
                not_implemented(ctx, &self.object, "stream_eof", " Assuming EOF");
                stream.set_eof(true);
            }
            Called::Threw => {
                stream.set_eof(true);
                return None;
            }
        }
        Some(n)
    }
    fn write(&self, ctx: &Ctx, _stream: &Stream, data: &[u8]) -> Option<usize> {
        match call(ctx, &self.object, "stream_write", &[data.into()]) {
            Called::Returned(v) if v.as_bool() == Some(false) => None,
            Called::Returned(v) => {
                let n = usize::try_from(convert::to_int(&v)).ok()?;
                if n > data.len() {
                    let class = &self.object.class().name;
                    ctx.warning(format!(
                        "{class}::stream_write wrote {} bytes more data than requested ({n} written, {} max)",
                        n - data.len(),
                        data.len()
                    ));
                    return Some(data.len());
                }
                Some(n)
            }
            Called::Missing => {
                not_implemented(ctx, &self.object, "stream_write", "");
                None
            }
            Called::Threw => None,
        }
    }
    fn seek(&self, ctx: &Ctx, stream: &Stream, offset: i64, whence: Whence) -> Option<i64> {
        match call(ctx, &self.object, "stream_seek", &[offset.into(), (whence as i64).into()]) {
            Called::Missing => {
                stream.set_flags(flags::NO_SEEK);
                return None;
            }
            Called::Returned(v) if convert::to_bool(&v) => {}
            _ => return None,
        }
        match call(ctx, &self.object, "stream_tell", &[]) {
            Called::Returned(v) => v.as_int(),
            Called::Missing => {
                not_implemented(ctx, &self.object, "stream_tell", "");
                None
            }
            Called::Threw => None,
        }
    }
    fn can_seek(&self) -> bool {
        true
    }
    fn flush(&self, ctx: &Ctx, _stream: &Stream) -> bool {
        !self.directory && call(ctx, &self.object, "stream_flush", &[]).is_true()
    }
    fn close(&self, ctx: &Ctx, _stream: &Stream) {
        call(ctx, &self.object, if self.directory { "dir_closedir" } else { "stream_close" }, &[]);
    }
    fn stat(&self, ctx: &Ctx, _stream: &Stream) -> Option<Stat> {
        match call(ctx, &self.object, "stream_stat", &[]) {
            Called::Returned(v) => v.as_array().map(|array| stat_from(&array)),
            Called::Missing => {
                not_implemented(ctx, &self.object, "stream_stat", "");
                None
            }
            Called::Threw => None,
        }
    }
    fn set_option(&self, ctx: &Ctx, _stream: &Stream, option: StreamOption<'_>) -> OptionResult {
        let truth = |yes: bool| if yes { OptionResult::Done } else { OptionResult::Failed };
        let (number, first, second) = match option {
            StreamOption::CheckLiveness => {
                return match call(ctx, &self.object, "stream_eof", &[]) {
                    Called::Returned(v) => truth(!convert::to_bool(&v)),
                    Called::Missing => {
                        not_implemented(ctx, &self.object, "stream_eof", " Assuming EOF");
                        OptionResult::Failed
                    }
                    Called::Threw => OptionResult::Failed,
                };
            }
            StreamOption::LockSupported | StreamOption::Lock(_) => return self.lock(ctx, &option),
            StreamOption::TruncateSupported => {
                return truth(self.object.class().method(b"stream_truncate").is_some());
            }
            StreamOption::Truncate(size) => {
                return match call(ctx, &self.object, "stream_truncate", &[size.into()]) {
                    Called::Returned(v) => match v.as_bool() {
                        Some(done) => truth(done),
                        None => {
                            let class = &self.object.class().name;
                            ctx.warning(format!("{class}::stream_truncate did not return a boolean!"));
                            OptionResult::Unsupported
                        }
                    },
                    Called::Missing => {
                        not_implemented(ctx, &self.object, "stream_truncate", "");
                        OptionResult::Unsupported
                    }
                    Called::Threw => OptionResult::Failed,
                };
            }
            StreamOption::Blocking(on) => (1i64, Value::int(i64::from(on)), Value::NULL),
            // The least number stands for "none, and no size given".
            StreamOption::ReadBuffer(i64::MIN) => (2, Value::int(0), Value::int(8192)),
            StreamOption::ReadBuffer(size) => (2, Value::int(if size == 0 { 0 } else { 2 }), Value::int(size)),
            StreamOption::WriteBuffer(size) => (3, Value::int(if size == 0 { 0 } else { 2 }), Value::int(size)),
            StreamOption::ReadTimeout(timeout) => {
                let t = timeout.unwrap_or_default();
                (4, Value::int(t.as_secs() as i64), Value::int(i64::from(t.subsec_micros())))
            }
            _ => return OptionResult::Unsupported,
        };
        match call(ctx, &self.object, "stream_set_option", &[number.into(), first, second]) {
            Called::Returned(v) => truth(convert::to_bool(&v)),
            Called::Missing => {
                not_implemented(ctx, &self.object, "stream_set_option", "");
                OptionResult::Failed
            }
            Called::Threw => OptionResult::Failed,
        }
    }
    fn cast(&self, ctx: &Ctx, stream: &Stream, for_select: bool) -> Option<RawFd> {
        let purpose = if for_select { 3i64 } else { 0 };
        match call(ctx, &self.object, "stream_cast", &[purpose.into()]) {
            Called::Returned(v) if !convert::to_bool(&v) => None,
            Called::Returned(v) => {
                let class = self.object.class().name.clone();
                let Some(inner) = v.as_resource().and_then(|r| resource::get::<Stream>(&r)) else {
                    ctx.warning(format!("{class}::stream_cast must return a stream resource"));
                    return None;
                };
                if inner.id() == stream.id() {
                    ctx.warning(format!("{class}::stream_cast must not return itself"));
                    return None;
                }
                inner.ops().cast(ctx, &inner, for_select)
            }
            Called::Missing => {
                not_implemented(ctx, &self.object, "stream_cast", "");
                None
            }
            Called::Threw => None,
        }
    }
    fn read_entry(&self, ctx: &Ctx, _stream: &Stream) -> Option<Str> {
        match call(ctx, &self.object, "dir_readdir", &[]) {
            Called::Returned(v) if v.as_bool() == Some(false) => None,
            Called::Returned(v) => convert::to_str(ctx, &v).ok(),
            Called::Missing => {
                not_implemented(ctx, &self.object, "dir_readdir", "");
                None
            }
            Called::Threw => None,
        }
    }
    fn rewind_entries(&self, ctx: &Ctx, _stream: &Stream) -> bool {
        call(ctx, &self.object, "dir_rewinddir", &[]).value().is_some()
    }
}

impl UserStream {
    /// Locks are numbered 1, 2, 3 in PHP code and 1, 2, 8 by the system; 4 is "do not wait" for both.
    fn lock(&self, ctx: &Ctx, option: &StreamOption<'_>) -> OptionResult {
        let wire = match option {
            StreamOption::Lock(operation) => *operation,
            _ => 0,
        };
        let number = match wire & !4 {
            8 => 3i64,
            n => i64::from(n),
        } | i64::from(wire & 4);
        match call(ctx, &self.object, "stream_lock", &[number.into()]) {
            Called::Returned(v) => match v.as_bool() {
                Some(true) => OptionResult::Done,
                Some(false) => OptionResult::Failed,
                None => OptionResult::Unsupported,
            },
            Called::Missing if wire == 0 => OptionResult::Done,
            Called::Missing => {
                not_implemented(ctx, &self.object, "stream_lock", "");
                OptionResult::Failed
            }
            Called::Threw => OptionResult::Failed,
        }
    }
}
