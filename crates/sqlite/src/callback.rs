//! SQL that calls back: functions, aggregates, collations, the authorizer.

use crate::{Action, Authorizer, Inner, Owned, Value};
use libsqlite3_sys as ffi;
use std::{
    ffi::{CStr, c_char, c_int, c_void},
    marker::PhantomData,
    rc::Rc,
    slice,
    sync::atomic::{AtomicU64, Ordering},
};

/// The arguments of an SQL function call.
pub struct Args<'a> {
    values: &'a [*mut ffi::sqlite3_value],
    _call: PhantomData<&'a ffi::sqlite3_value>,
}

impl Args<'_> {
    /// How many.
    pub fn len(&self) -> usize {
        self.values.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
    /// One of them.
    pub fn get(&self, index: usize) -> Value<'_> {
        let Some(&value) = self.values.get(index) else { return Value::Null };
        // SAFETY: SQLite keeps the values while the call lasts, which `self` does not outlive; asking for the bytes in
        // the type that the value has does not convert it, so the pointer stays valid.
        unsafe {
            match ffi::sqlite3_value_type(value) {
                ffi::SQLITE_INTEGER => Value::Int(ffi::sqlite3_value_int64(value)),
                ffi::SQLITE_FLOAT => Value::Float(ffi::sqlite3_value_double(value)),
                ffi::SQLITE_TEXT => {
                    let text = ffi::sqlite3_value_text(value);
                    Value::Text(bytes(text.cast(), ffi::sqlite3_value_bytes(value)))
                }
                ffi::SQLITE_BLOB => {
                    let blob = ffi::sqlite3_value_blob(value);
                    Value::Blob(bytes(blob.cast(), ffi::sqlite3_value_bytes(value)))
                }
                _ => Value::Null,
            }
        }
    }
}

/// # Safety
/// `start` must be null or valid for `length` bytes for as long as the result is used.
pub(crate) unsafe fn bytes<'a>(start: *const u8, length: c_int) -> &'a [u8] {
    match usize::try_from(length) {
        // SAFETY: by contract.
        Ok(length) if !start.is_null() => unsafe { slice::from_raw_parts(start, length) },
        _ => &[],
    }
}

/// What a function call yields: a value, or the text of an error.
pub type Outcome = Result<Owned, Vec<u8>>;
/// An SQL function.
pub type Function<C> = Rc<dyn Fn(&C, &Args<'_>) -> Outcome>;
/// A collation: -1, 0, 1.
pub type Collation<C> = Rc<dyn Fn(&C, &[u8], &[u8]) -> i32>;

/// An SQL aggregate function. It is cloned before it runs, so it may be replaced meanwhile. Each group of rows that is aggregated has a number of its own.
pub struct Aggregate<C> {
    /// Takes a row.
    pub step: Rc<dyn Fn(&C, u64, &Args<'_>) -> Result<(), Vec<u8>>>,
    /// Yields the result. A group without rows has no number.
    pub finish: Rc<dyn Fn(&C, Option<u64>) -> Outcome>,
}

impl<C> Clone for Aggregate<C> {
    fn clone(&self) -> Self {
        Aggregate { step: Rc::clone(&self.step), finish: Rc::clone(&self.finish) }
    }
}

/// What SQLite hands to a callback.
struct Registered<C: 'static, F> {
    /// The connection destroys what is registered with it before it goes itself.
    db: *const Inner<C>,
    f: F,
}

fn register<C, F>(db: &Rc<Inner<C>>, f: F) -> *mut c_void {
    Box::into_raw(Box::new(Registered { db: Rc::as_ptr(db), f })).cast()
}

unsafe extern "C" fn destroy<T>(data: *mut c_void) {
    // SAFETY: SQLite passes what `register` made, once.
    drop(unsafe { Box::from_raw(data.cast::<T>()) });
}

pub(crate) fn create_function<C: 'static>(
    db: &Rc<Inner<C>>,
    name: &CStr,
    arguments: c_int,
    flags: c_int,
    function: Function<C>,
) -> c_int {
    let data = register(db, function);
    // SAFETY: the callbacks match the data; SQLite calls `destroy` for it, also when this call fails.
    unsafe {
        ffi::sqlite3_create_function_v2(
            db.raw,
            name.as_ptr(),
            arguments,
            ffi::SQLITE_UTF8 | flags,
            data,
            Some(call_function::<C>),
            None,
            None,
            Some(destroy::<Registered<C, Function<C>>>),
        )
    }
}

/// Takes a function or aggregate away again.
pub(crate) fn remove_function<C>(db: &Inner<C>, name: &CStr, arguments: c_int) -> c_int {
    // SAFETY: the name is NUL-terminated; without callbacks this removes what was registered.
    unsafe {
        ffi::sqlite3_create_function_v2(
            db.raw,
            name.as_ptr(),
            arguments,
            ffi::SQLITE_UTF8,
            std::ptr::null_mut(),
            None,
            None,
            None,
            None,
        )
    }
}

/// Takes a collation away again.
pub(crate) fn remove_collation<C>(db: &Inner<C>, name: &CStr) -> c_int {
    // SAFETY: as above.
    unsafe { ffi::sqlite3_create_collation_v2(db.raw, name.as_ptr(), ffi::SQLITE_UTF8, std::ptr::null_mut(), None, None) }
}

pub(crate) fn create_aggregate<C: 'static>(db: &Rc<Inner<C>>, name: &CStr, arguments: c_int, aggregate: Aggregate<C>) -> c_int {
    let data = register(db, aggregate);
    // SAFETY: as above.
    unsafe {
        ffi::sqlite3_create_function_v2(
            db.raw,
            name.as_ptr(),
            arguments,
            ffi::SQLITE_UTF8,
            data,
            None,
            Some(call_step::<C>),
            Some(call_finish::<C>),
            Some(destroy::<Registered<C, Aggregate<C>>>),
        )
    }
}

pub(crate) fn create_collation<C: 'static>(db: &Rc<Inner<C>>, name: &CStr, collation: Collation<C>) -> c_int {
    let data = register(db, collation);
    // SAFETY: as above, except that SQLite leaves the data to the caller when this call fails.
    unsafe {
        let code = ffi::sqlite3_create_collation_v2(
            db.raw,
            name.as_ptr(),
            ffi::SQLITE_UTF8,
            data,
            Some(compare::<C>),
            Some(destroy::<Registered<C, Collation<C>>>),
        );
        if code != ffi::SQLITE_OK {
            destroy::<Registered<C, Collation<C>>>(data);
        }
        code
    }
}

pub(crate) fn set_authorizer<C: 'static>(db: &Rc<Inner<C>>, authorizer: Authorizer<C>) {
    let old = db.authorizer.replace(Some(authorizer));
    drop(old);
    // SAFETY: the connection outlives its own callback.
    unsafe {
        ffi::sqlite3_set_authorizer(db.raw, Some(authorize::<C>), Rc::as_ptr(db).cast_mut().cast());
    }
}

pub(crate) fn remove_authorizer<C>(db: &Inner<C>) {
    // SAFETY: the connection is open.
    unsafe {
        ffi::sqlite3_set_authorizer(db.raw, None, std::ptr::null_mut());
    }
    let old = db.authorizer.take();
    drop(old);
}

/// # Safety
/// `context` must be that of the running callback.
unsafe fn answer(context: *mut ffi::sqlite3_context, outcome: Outcome) {
    // SAFETY: SQLite copies texts (SQLITE_TRANSIENT) before it returns.
    unsafe {
        match outcome {
            Ok(Owned::Null) => ffi::sqlite3_result_null(context),
            Ok(Owned::Int(i)) => ffi::sqlite3_result_int64(context, i),
            Ok(Owned::Float(f)) => ffi::sqlite3_result_double(context, f),
            Ok(Owned::Text(text)) => match c_int::try_from(text.len()) {
                Ok(length) => ffi::sqlite3_result_text(context, text.as_ptr().cast(), length, ffi::SQLITE_TRANSIENT()),
                Err(_) => ffi::sqlite3_result_error_toobig(context),
            },
            Err(message) => {
                let length = c_int::try_from(message.len()).unwrap_or(c_int::MAX);
                ffi::sqlite3_result_error(context, message.as_ptr().cast(), length);
            }
        }
    }
}

/// # Safety
/// `values` must be what SQLite passed to the running callback.
unsafe fn arguments<'a>(count: c_int, values: *mut *mut ffi::sqlite3_value) -> Args<'a> {
    let count = usize::try_from(count).unwrap_or(0);
    // SAFETY: SQLite passes `count` values.
    let values = if count == 0 { &[][..] } else { unsafe { slice::from_raw_parts(values, count) } };
    Args { values, _call: PhantomData }
}

/// # Safety
/// The context must be of a function registered with data `F` for a connection with users `C`.
unsafe fn registered<'a, C: 'static, F: Clone>(context: *mut ffi::sqlite3_context) -> (F, Option<&'a C>) {
    // SAFETY: by contract; the connection is open while its callbacks run. The function is cloned, because what it does
    // may replace it.
    unsafe {
        let data = &*ffi::sqlite3_user_data(context).cast::<Registered<C, F>>();
        (data.f.clone(), (*data.db).user())
    }
}

unsafe extern "C" fn call_function<C: 'static>(
    context: *mut ffi::sqlite3_context,
    count: c_int,
    values: *mut *mut ffi::sqlite3_value,
) {
    // SAFETY: registered by `create_function`.
    unsafe {
        let (function, user) = registered::<C, Function<C>>(context);
        match user {
            Some(user) => answer(context, function(user, &arguments(count, values))),
            None => answer(context, Err(b"function called outside of a request".to_vec())),
        }
    }
}

/// The number of the group that is aggregated, in SQLite's own memory for it. Numbers begin with 1.
///
/// # Safety
/// `context` must be that of the running callback of an aggregate.
unsafe fn group(context: *mut ffi::sqlite3_context, make: bool) -> Option<u64> {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let size = if make { size_of::<u64>() as c_int } else { 0 };
    // SAFETY: SQLite gives zeroed memory of that size, aligned for any type, that lasts until the group is finished.
    unsafe {
        let number = ffi::sqlite3_aggregate_context(context, size).cast::<u64>();
        if number.is_null() {
            return None;
        }
        if *number == 0 {
            *number = NEXT.fetch_add(1, Ordering::Relaxed);
        }
        Some(*number)
    }
}

unsafe extern "C" fn call_step<C: 'static>(
    context: *mut ffi::sqlite3_context,
    count: c_int,
    values: *mut *mut ffi::sqlite3_value,
) {
    // SAFETY: registered by `create_aggregate`.
    unsafe {
        let (aggregate, user) = registered::<C, Aggregate<C>>(context);
        let Some(number) = group(context, true) else { return ffi::sqlite3_result_error_nomem(context) };
        if let Some(user) = user
            && let Err(message) = (aggregate.step)(user, number, &arguments(count, values))
        {
            answer(context, Err(message));
        }
    }
}

unsafe extern "C" fn call_finish<C: 'static>(context: *mut ffi::sqlite3_context) {
    // SAFETY: registered by `create_aggregate`.
    unsafe {
        let (aggregate, user) = registered::<C, Aggregate<C>>(context);
        match user {
            Some(user) => answer(context, (aggregate.finish)(user, group(context, false))),
            // A statement that is thrown away in the middle: nobody wants the result.
            None => ffi::sqlite3_result_null(context),
        }
    }
}

unsafe extern "C" fn compare<C: 'static>(
    data: *mut c_void,
    length1: c_int,
    text1: *const c_void,
    length2: c_int,
    text2: *const c_void,
) -> c_int {
    // SAFETY: registered by `create_collation`; the texts last for the call.
    unsafe {
        let data = &*data.cast::<Registered<C, Collation<C>>>();
        let (a, b) = (bytes(text1.cast(), length1), bytes(text2.cast(), length2));
        match (*data.db).user() {
            Some(user) => Rc::clone(&data.f)(user, a, b),
            None => a.cmp(b) as c_int,
        }
    }
}

unsafe extern "C" fn authorize<C: 'static>(
    data: *mut c_void,
    action: c_int,
    first: *const c_char,
    second: *const c_char,
    database: *const c_char,
    trigger: *const c_char,
) -> c_int {
    // SAFETY: `data` is the connection, registered by `set_authorizer`; the texts last for the call.
    unsafe {
        let db = &*data.cast::<Inner<C>>();
        let text = |s: *const c_char| if s.is_null() { None } else { Some(CStr::from_ptr(s).to_bytes()) };
        let authorizer = db.authorizer.borrow().clone();
        match (authorizer, db.user()) {
            (Some(authorizer), Some(user)) => {
                authorizer(user, Action { number: action, texts: [first, second, database, trigger].map(text) })
            }
            _ => ffi::SQLITE_OK,
        }
    }
}
