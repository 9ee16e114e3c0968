//! What transfers tell, and how it reaches whoever wants to know.

use crate::form::Source;
use phant_os::socket::{Kind, socket_to};
use std::{
    cell::Cell,
    ffi::{CStr, c_char, c_int, c_long, c_void},
    marker::PhantomData,
    os::fd::IntoRawFd,
    panic::{AssertUnwindSafe, catch_unwind},
    ptr, slice,
};

/// What libcurl takes for «wait».
const PAUSE: usize = 0x1000_0001;
const ABORT: usize = 0x1000_0000;

/// What became of data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// That many bytes were taken or given.
    Bytes(usize),
    /// The transfer is to wait.
    Pause,
    /// The transfer is to end.
    Abort,
}

/// What a piece of a trace is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Trace {
    Text,
    HeaderIn,
    HeaderOut,
    DataIn,
    DataOut,
    TlsIn,
    TlsOut,
}

impl Trace {
    /// libcurl's number.
    pub fn number(self) -> i64 {
        match self {
            Trace::Text => 0,
            Trace::HeaderIn => 1,
            Trace::HeaderOut => 2,
            Trace::DataIn => 3,
            Trace::DataOut => 4,
            Trace::TlsIn => 5,
            Trace::TlsOut => 6,
        }
    }
}

/// Who wants to know of a transfer.
pub trait Events: 'static {
    /// What a running request is.
    type User;
    /// A piece of the body came.
    fn body(&self, user: &Self::User, data: &[u8]) -> Outcome;
    /// A header came.
    fn header(&self, user: &Self::User, data: &[u8]) -> Outcome;
    /// Data to send is wanted.
    fn read(&self, user: &Self::User, out: &mut [u8]) -> Outcome;
    /// How far the transfer is; anything but 0 ends it.
    fn progress(&self, user: &Self::User, figures: [i64; 4]) -> i32;
    /// A piece of a trace.
    fn trace(&self, user: &Self::User, what: Trace, data: &[u8]);
    /// Whether a name matches a pattern: 0 yes, 1 no, 2 an error.
    fn matches(&self, user: &Self::User, pattern: &[u8], name: &[u8]) -> i32;
    /// A request is about to be sent over a connection; anything but 0 ends the transfer.
    fn before_request(&self, user: &Self::User, remote: (&[u8], i32), local: (&[u8], i32)) -> i32;
    /// Data of a part of a form is wanted.
    fn part(&self, user: &Self::User, source: &Source, out: &mut [u8]) -> Outcome;
}

/// What libcurl has a pointer to: the events, and the request while one is lent.
pub struct Hooks<E: Events> {
    pub events: E,
    user: Cell<*const E::User>,
}

/// Makes a socket for libcurl, if the process may reach what it is to be connected to. libcurl closes it.
pub extern "C" fn open_socket(
    _data: *mut c_void,
    _purpose: curl_sys::curlsocktype,
    target: *mut curl_sys::curl_sockaddr,
) -> curl_sys::curl_socket_t {
    // SAFETY: libcurl gives a structure that lives as long as this call, whose address has the length that it says, in a
    // field that may be longer than its type.
    let (kind, address) = unsafe {
        let kind = Kind { family: (*target).family, kind: (*target).socktype, protocol: (*target).protocol };
        (kind, slice::from_raw_parts((&raw const (*target).addr).cast::<u8>(), (*target).addrlen as usize))
    };
    socket_to(kind, address).map_or(curl_sys::CURL_SOCKET_BAD, IntoRawFd::into_raw_fd)
}

/// Lends the request for as long as it lives.
pub struct Lent<'a, E: Events> {
    hooks: &'a Hooks<E>,
    before: *const E::User,
    user: PhantomData<&'a E::User>,
}

impl<E: Events> Hooks<E> {
    pub fn new(events: E) -> Hooks<E> {
        Hooks { events, user: Cell::new(ptr::null()) }
    }
    pub fn lend<'a>(&'a self, user: &'a E::User) -> Lent<'a, E> {
        Lent { hooks: self, before: self.user.replace(user), user: PhantomData }
    }
    /// Calls the events, if a request is there. A panic must not cross libcurl: it ends the process.
    fn call<R>(pointer: *mut c_void, otherwise: R, act: impl FnOnce(&E, &E::User) -> R) -> R {
        if pointer.is_null() {
            return otherwise;
        }
        // SAFETY: the pointer that libcurl has is that of the handle's hooks, which live as long as the handle; a request
        // that is noted there is lent, so it is alive.
        let (hooks, user) = unsafe {
            let hooks = &*pointer.cast::<Hooks<E>>();
            (hooks, hooks.user.get().as_ref())
        };
        let Some(user) = user else { return otherwise };
        match catch_unwind(AssertUnwindSafe(|| act(&hooks.events, user))) {
            Ok(result) => result,
            Err(_) => std::process::abort(),
        }
    }
}

impl<E: Events> Drop for Lent<'_, E> {
    fn drop(&mut self) {
        self.hooks.user.set(self.before);
    }
}

/// The bytes that libcurl shows.
///
/// # Safety
/// `data` must be that many bytes, or null for none.
unsafe fn bytes<'a>(data: *const c_char, length: usize) -> &'a [u8] {
    // SAFETY: by contract.
    if data.is_null() || length == 0 { &[] } else { unsafe { slice::from_raw_parts(data.cast(), length) } }
}

fn written(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Bytes(n) => n,
        Outcome::Pause => PAUSE,
        Outcome::Abort => usize::MAX,
    }
}

pub extern "C" fn body<E: Events>(data: *mut c_char, size: usize, count: usize, user: *mut c_void) -> usize {
    // SAFETY: libcurl shows `size * count` bytes.
    let data = unsafe { bytes(data, size * count) };
    written(Hooks::<E>::call(user, Outcome::Abort, |events, user| events.body(user, data)))
}

pub extern "C" fn header<E: Events>(data: *mut c_char, size: usize, count: usize, user: *mut c_void) -> usize {
    // SAFETY: libcurl shows `size * count` bytes.
    let data = unsafe { bytes(data, size * count) };
    written(Hooks::<E>::call(user, Outcome::Abort, |events, user| events.header(user, data)))
}

pub extern "C" fn read<E: Events>(out: *mut c_char, size: usize, count: usize, user: *mut c_void) -> usize {
    // SAFETY: libcurl has room for `size * count` bytes, which are written before they are read.
    let out = unsafe { slice::from_raw_parts_mut(out.cast::<u8>(), size * count) };
    out.fill(0);
    match Hooks::<E>::call(user, Outcome::Abort, |events, user| events.read(user, out)) {
        Outcome::Bytes(n) => n,
        Outcome::Pause => PAUSE,
        Outcome::Abort => ABORT,
    }
}

pub extern "C" fn progress<E: Events>(user: *mut c_void, a: i64, b: i64, c: i64, d: i64) -> c_int {
    if phant_interrupt::is_urgent() {
        return 1;
    }
    Hooks::<E>::call(user, 0, |events, user| events.progress(user, [a, b, c, d]))
}

pub extern "C" fn trace<E: Events>(
    _handle: *mut c_void,
    what: c_int,
    data: *mut c_char,
    length: usize,
    user: *mut c_void,
) -> c_int {
    let what = match what {
        0 => Trace::Text,
        1 => Trace::HeaderIn,
        2 => Trace::HeaderOut,
        3 => Trace::DataIn,
        4 => Trace::DataOut,
        5 => Trace::TlsIn,
        _ => Trace::TlsOut,
    };
    // SAFETY: libcurl shows that many bytes.
    let data = unsafe { bytes(data, length) };
    Hooks::<E>::call(user, (), |events, user| events.trace(user, what, data));
    0
}

pub extern "C" fn matches<E: Events>(user: *mut c_void, pattern: *const c_char, name: *const c_char) -> c_int {
    // SAFETY: libcurl shows texts that end in NUL.
    let (pattern, name) = unsafe { (CStr::from_ptr(pattern).to_bytes(), CStr::from_ptr(name).to_bytes()) };
    Hooks::<E>::call(user, 2, |events, user| events.matches(user, pattern, name))
}

pub extern "C" fn before_request<E: Events>(
    user: *mut c_void,
    remote: *mut c_char,
    local: *mut c_char,
    remote_port: c_int,
    local_port: c_int,
) -> c_int {
    let remote = crate::text(remote).unwrap_or_default();
    let local = crate::text(local).unwrap_or_default();
    Hooks::<E>::call(user, 1, |events, user| events.before_request(user, (&remote, remote_port), (&local, local_port)))
}

/// A part of a form that gives its data when it is wanted.
pub struct Part<E: Events> {
    pub hooks: *const Hooks<E>,
    pub source: Source,
}

pub extern "C" fn part<E: Events>(out: *mut c_char, size: usize, count: usize, part: *mut c_void) -> usize {
    // SAFETY: as for `read`; the pointer is that of a part of the handle's form, which lives as long as the form.
    let (out, part) =
        unsafe { (slice::from_raw_parts_mut(out.cast::<u8>(), size * count), &*part.cast_const().cast::<Part<E>>()) };
    out.fill(0);
    match Hooks::<E>::call(part.hooks.cast_mut().cast(), Outcome::Abort, |events, user| events.part(user, &part.source, out)) {
        Outcome::Bytes(n) => n,
        Outcome::Pause => PAUSE,
        Outcome::Abort => ABORT,
    }
}

pub extern "C" fn part_seek<E: Events>(part: *mut c_void, offset: i64, whence: c_int) -> c_int {
    // SAFETY: as above.
    let part = unsafe { &*part.cast_const().cast::<Part<E>>() };
    match part.source.seek(offset, whence) {
        true => 0,
        false => 2,
    }
}

/// Options of callbacks, beside those that `curl-sys` knows.
pub mod option {
    use super::c_long;
    pub const WRITE_DATA: c_long = 10_001;
    pub const WRITE: c_long = 20_011;
    pub const HEADER_DATA: c_long = 10_029;
    pub const HEADER: c_long = 20_079;
    pub const READ_DATA: c_long = 10_009;
    pub const READ: c_long = 20_012;
    pub const PROGRESS: c_long = 20_219;
    pub const PROGRESS_DATA: c_long = 10_057;
    pub const TRACE: c_long = 20_094;
    pub const TRACE_DATA: c_long = 10_095;
    pub const MATCH: c_long = 20_200;
    pub const MATCH_DATA: c_long = 10_202;
    pub const BEFORE: c_long = 20_312;
    pub const BEFORE_DATA: c_long = 10_313;
    pub const ERROR_BUFFER: c_long = 10_010;
    pub const FORM: c_long = 10_269;
    pub const SHARE: c_long = 10_100;
    pub const OPEN_SOCKET: c_long = 20_163;
    pub const NO_SIGNAL: c_long = 99;
    pub const NO_PROGRESS: c_long = 43;
}
