//! SQLite's C interface, made safe. It knows no PHP.
//!
//! What existing wrappers lack is the way back: SQL calls functions, aggregates and collations that are PHP code, and
//! PHP code needs the request, which is a `&mut` that cannot be stored anywhere. So every call that may run callbacks
//! takes the request (`user`, of any type `C`) and lends it to the callbacks that it runs.
//!
//! All `unsafe` for SQLite is here. A connection and its statements belong to one thread (`Rc`), and statements keep
//! their connection open.

mod callback;
mod memory;
mod statement;

pub use callback::{Aggregate, Args, Collation, Function, Outcome};
pub use statement::{Blob, Statement};

use libsqlite3_sys as ffi;
use std::{
    cell::{Cell, RefCell},
    ffi::{CStr, CString, c_char, c_int, c_void},
    ptr,
    rc::Rc,
};

pub use ffi::{
    SQLITE_ATTACH, SQLITE_BUSY, SQLITE_CONSTRAINT, SQLITE_DENY, SQLITE_ERROR, SQLITE_IGNORE, SQLITE_INTERRUPT, SQLITE_LOCKED,
    SQLITE_NOLFS, SQLITE_NOTFOUND, SQLITE_OK, SQLITE_OPEN_CREATE, SQLITE_OPEN_READWRITE, SQLITE_OPEN_URI, SQLITE_TOOBIG,
};

/// A value as SQLite has it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Value<'a> {
    Null,
    Int(i64),
    Float(f64),
    Text(&'a [u8]),
    Blob(&'a [u8]),
}

/// A value that callbacks return.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Owned {
    Null,
    Int(i64),
    Float(f64),
    Text(Vec<u8>),
}

/// What went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// SQLite's result code; the extended one if those are switched on.
    pub code: i32,
    /// SQLite's words.
    pub message: Vec<u8>,
}

type Result<T> = std::result::Result<T, Error>;
/// An action that a statement is about to be compiled for: its number, what it works on (two operands, the database), and
/// the trigger or view that it is in.
#[derive(Clone, Copy, Debug)]
pub struct Action<'a> {
    /// One of `SQLITE_…`, as `SQLITE_ATTACH`.
    pub number: i32,
    /// Operands, database, trigger.
    pub texts: [Option<&'a [u8]>; 4],
}
/// Allows an action (`SQLITE_OK`), denies it (`SQLITE_DENY`), or has it do nothing (`SQLITE_IGNORE`).
pub type Authorizer<C> = Rc<dyn Fn(&C, Action<'_>) -> i32>;

/// A connection; clones are the same one.
pub struct Db<C: 'static>(Rc<Inner<C>>);

impl<C> Clone for Db<C> {
    fn clone(&self) -> Self {
        Db(Rc::clone(&self.0))
    }
}

pub(crate) struct Inner<C: 'static> {
    raw: *mut ffi::sqlite3,
    /// Who made the call that is running, for its callbacks; null outside of calls.
    user: Cell<*const C>,
    authorizer: RefCell<Option<Authorizer<C>>>,
}

impl<C> Inner<C> {
    /// Runs a call that may run callbacks.
    pub(crate) fn lend<R>(&self, user: &C, call: impl FnOnce() -> R) -> R {
        let before = self.user.replace(user);
        let result = call();
        self.user.set(before);
        result
    }
    /// Who made the running call.
    ///
    /// # Safety
    /// Only for callbacks that SQLite runs inside a call of this connection.
    pub(crate) unsafe fn user<'a>(&self) -> Option<&'a C> {
        // SAFETY: `lend` borrows the user while the call lasts.
        unsafe { self.user.get().as_ref() }
    }
    fn error(&self) -> Error {
        // SAFETY: the connection is open; the text is copied at once.
        unsafe { Error { code: ffi::sqlite3_errcode(self.raw), message: text(ffi::sqlite3_errmsg(self.raw)) } }
    }
    fn check(&self, code: c_int) -> Result<()> {
        if code == ffi::SQLITE_OK { Ok(()) } else { Err(self.error()) }
    }
}

impl<C> Drop for Inner<C> {
    fn drop(&mut self) {
        // SAFETY: every statement and blob holds the connection, so none is left; nothing uses it afterwards.
        unsafe {
            ffi::sqlite3_close(self.raw);
        }
    }
}

/// A C string's bytes; nothing for null.
///
/// # Safety
/// `s` must be null or NUL-terminated.
unsafe fn text(s: *const c_char) -> Vec<u8> {
    // SAFETY: by contract.
    if s.is_null() { Vec::new() } else { unsafe { CStr::from_ptr(s) }.to_bytes().to_vec() }
}

/// How many instructions of SQLite's machine run until it is asked whether the request should end.
const STEPS_BETWEEN_LOOKS: c_int = 1000;

/// Whether the request should end: SQLite's progress handler.
unsafe extern "C" fn is_over(_: *mut c_void) -> c_int {
    c_int::from(phant_interrupt::is_urgent())
}

fn c_string(bytes: &[u8]) -> Result<CString> {
    CString::new(bytes).map_err(|_| Error { code: ffi::SQLITE_MISUSE, message: b"text with a NUL byte".to_vec() })
}

/// The library's version as a number: 3046001 is 3.46.1.
pub fn version_number() -> i32 {
    // SAFETY: takes nothing.
    unsafe { ffi::sqlite3_libversion_number() }
}

/// The library's version.
pub fn version() -> &'static str {
    // SAFETY: a static string.
    unsafe { CStr::from_ptr(ffi::sqlite3_libversion()) }.to_str().unwrap_or("")
}

impl<C> Db<C> {
    /// Opens a database. Foreign keys are off, as SQLite has them by default.
    pub fn open(path: &[u8], flags: i32) -> Result<Db<C>> {
        let path = c_string(path)?;
        let mut raw = ptr::null_mut();
        memory::take_over();
        // SAFETY: the path is NUL-terminated; `raw` is valid for writing.
        let code = unsafe { ffi::sqlite3_open_v2(path.as_ptr(), &raw mut raw, flags, ptr::null()) };
        if raw.is_null() {
            return Err(Error { code, message: b"out of memory".to_vec() });
        }
        // Even a failed connection must be closed.
        let db = Db(Rc::new(Inner { raw, user: Cell::new(ptr::null()), authorizer: RefCell::new(None) }));
        db.0.check(code)?;
        // SAFETY: the connection is open; the handler needs no context.
        unsafe { ffi::sqlite3_progress_handler(raw, STEPS_BETWEEN_LOOKS, Some(is_over), ptr::null_mut()) };
        // SAFETY: the option takes an int and a pointer, which may be null.
        unsafe {
            ffi::sqlite3_db_config(raw, ffi::SQLITE_DBCONFIG_ENABLE_FKEY, 0 as c_int, ptr::null_mut::<c_int>());
        }
        Ok(db)
    }
    /// How long to wait for locks of others.
    pub fn busy_timeout(&self, milliseconds: i32) {
        // SAFETY: the connection is open.
        unsafe {
            ffi::sqlite3_busy_timeout(self.0.raw, milliseconds);
        }
    }
    /// Whether error codes are the extended ones.
    pub fn extended_result_codes(&self, on: bool) {
        // SAFETY: the connection is open.
        unsafe {
            ffi::sqlite3_extended_result_codes(self.0.raw, c_int::from(on));
        }
    }
    /// The row id of the last insertion.
    pub fn last_insert_rowid(&self) -> i64 {
        // SAFETY: the connection is open.
        unsafe { ffi::sqlite3_last_insert_rowid(self.0.raw) }
    }
    /// How many rows the last statement changed.
    pub fn changes(&self) -> i64 {
        // SAFETY: the connection is open.
        i64::from(unsafe { ffi::sqlite3_changes(self.0.raw) })
    }
    /// Whether no transaction is open.
    pub fn is_autocommit(&self) -> bool {
        // SAFETY: the connection is open.
        unsafe { ffi::sqlite3_get_autocommit(self.0.raw) != 0 }
    }
    /// Runs statements whose rows do not matter.
    pub fn exec(&self, user: &C, sql: &[u8]) -> Result<()> {
        // As in PHP, a NUL byte ends the text.
        let sql = c_string(sql.split(|&c| c == 0).next().unwrap_or_default())?;
        let code = self.0.lend(user, || {
            // SAFETY: the text is NUL-terminated, and there is no row callback.
            unsafe { ffi::sqlite3_exec(self.0.raw, sql.as_ptr(), None, ptr::null_mut(), ptr::null_mut()) }
        });
        self.0.check(code)
    }
    /// Compiles the first statement of a text. `None`: there is none in it, just comments.
    pub fn prepare(&self, user: &C, sql: &[u8]) -> Result<Option<Statement<C>>> {
        let Ok(length) = c_int::try_from(sql.len()) else {
            return Err(Error { code: ffi::SQLITE_TOOBIG, message: b"statement too long".to_vec() });
        };
        let mut raw = ptr::null_mut();
        let code = self.0.lend(user, || {
            // SAFETY: the text is valid for its length; `raw` is valid for writing.
            unsafe { ffi::sqlite3_prepare_v2(self.0.raw, sql.as_ptr().cast(), length, &raw mut raw, ptr::null_mut()) }
        });
        self.0.check(code)?;
        Ok(Statement::new(Rc::clone(&self.0), raw))
    }
    /// Makes (or replaces) an SQL function.
    pub fn create_function(&self, name: &[u8], arguments: i32, flags: i32, function: Function<C>) -> Result<()> {
        let name = c_string(name)?;
        let code = callback::create_function(&self.0, &name, arguments, flags, function);
        self.0.check(code)
    }
    /// Makes (or replaces) an SQL aggregate function.
    pub fn create_aggregate(&self, name: &[u8], arguments: i32, aggregate: Aggregate<C>) -> Result<()> {
        let name = c_string(name)?;
        let code = callback::create_aggregate(&self.0, &name, arguments, aggregate);
        self.0.check(code)
    }
    /// Makes (or replaces) a collation.
    pub fn create_collation(&self, name: &[u8], collation: Collation<C>) -> Result<()> {
        let name = c_string(name)?;
        let code = callback::create_collation(&self.0, &name, collation);
        self.0.check(code)
    }
    /// Takes a function or aggregate away.
    pub fn remove_function(&self, name: &[u8], arguments: i32) -> Result<()> {
        let name = c_string(name)?;
        self.0.check(callback::remove_function(&self.0, &name, arguments))
    }
    /// Takes a collation away.
    pub fn remove_collation(&self, name: &[u8]) -> Result<()> {
        let name = c_string(name)?;
        self.0.check(callback::remove_collation(&self.0, &name))
    }
    /// Loads a shared library that extends SQLite. The library's code runs in this process, as with any other native
    /// extension: what it does is beyond any check.
    pub fn load_extension(&self, user: &C, path: &[u8]) -> Result<()> {
        let path = c_string(path)?;
        let on = |on: c_int| {
            // SAFETY: the option takes an int and a pointer, which may be null.
            unsafe {
                ffi::sqlite3_db_config(self.0.raw, ffi::SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, on, ptr::null_mut::<c_int>());
            }
        };
        on(1);
        let mut why = ptr::null_mut();
        let code = self.0.lend(user, || {
            // SAFETY: the path is NUL-terminated, no entry point is named, and `why` is valid for writing.
            unsafe { ffi::sqlite3_load_extension(self.0.raw, path.as_ptr(), ptr::null(), &raw mut why) }
        });
        on(0);
        if code == ffi::SQLITE_OK {
            return Ok(());
        }
        // SAFETY: the text is SQLite's own, copied and given back.
        let message = unsafe {
            let message = text(why);
            ffi::sqlite3_free(why.cast());
            message
        };
        Err(Error { code, message })
    }
    /// Asks `authorizer` about every action of statements when they are compiled.
    pub fn set_authorizer(&self, authorizer: Authorizer<C>) {
        callback::set_authorizer(&self.0, authorizer);
    }
    /// Asks nobody any more.
    pub fn remove_authorizer(&self) {
        callback::remove_authorizer(&self.0);
    }
    /// What went wrong last: SQLite's code, the extended one, and its words.
    pub fn last_error(&self) -> (i32, i32, Vec<u8>) {
        let Error { code, message } = self.0.error();
        // SAFETY: the connection is open.
        (code, unsafe { ffi::sqlite3_extended_errcode(self.0.raw) }, message)
    }
    /// Whether SQL may not damage the file on purpose.
    pub fn set_defensive(&self, on: bool) {
        // SAFETY: the option takes an int and a pointer, which may be null.
        unsafe {
            let off = ptr::null_mut::<c_int>();
            ffi::sqlite3_db_config(self.0.raw, ffi::SQLITE_DBCONFIG_DEFENSIVE, c_int::from(on), off);
        }
    }
    /// Copies a database of this connection over one of another. The result is SQLite's code.
    pub fn backup(&self, user: &C, name: &[u8], to: &Db<C>, to_name: &[u8]) -> Result<i32> {
        let (name, to_name) = (c_string(name)?, c_string(to_name)?);
        let copy = || {
            // SAFETY: both connections are open and the names NUL-terminated; the backup is finished before either goes.
            unsafe {
                let backup = ffi::sqlite3_backup_init(to.0.raw, to_name.as_ptr(), self.0.raw, name.as_ptr());
                if backup.is_null() {
                    return ffi::sqlite3_errcode(self.0.raw);
                }
                while ffi::sqlite3_backup_step(backup, -1) == ffi::SQLITE_OK {}
                ffi::sqlite3_backup_finish(backup)
            }
        };
        Ok(self.0.lend(user, || to.0.lend(user, copy)))
    }
    /// Opens a blob for reading or writing in place.
    pub fn open_blob(&self, database: &[u8], table: &[u8], column: &[u8], row: i64, write: bool) -> Result<Blob<C>> {
        Blob::open(&self.0, database, table, column, row, write)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What callbacks noted.
    type Log = RefCell<Vec<String>>;

    fn open() -> Db<Log> {
        Db::open(b":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE).expect("a database")
    }
    fn rows(db: &Db<Log>, user: &Log, sql: &str) -> Vec<String> {
        let statement = db.prepare(user, sql.as_bytes()).expect("good SQL").expect("a statement");
        let mut out = Vec::new();
        while statement.step(user).expect("a row") {
            out.push(
                (0..statement.data_count()).map(|i| statement.column(i, |v| format!("{v:?}"))).collect::<Vec<_>>().join(" "),
            );
        }
        out
    }

    #[test]
    fn values_and_parameters() {
        let (db, user) = (open(), Log::default());
        db.exec(&user, b"CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'x'), (2.5, x'00ff'), (NULL, '')").expect("good");
        assert_eq!(rows(&db, &user, "SELECT * FROM t"), ["Int(1) Text([120])", "Float(2.5) Blob([0, 255])", "Null Text([])"]);
        let statement = db.prepare(&user, b"SELECT :a, ?2").expect("good").expect("one");
        assert_eq!((statement.parameter_index(b":a"), statement.parameter_index(b":b")), (Some(1), None));
        statement.bind(1, Value::Text(b"q\0r")).expect("bound");
        assert!(statement.bind(3, Value::Null).is_err());
        assert!(statement.step(&user).expect("a row"));
        statement.column(0, |v| assert_eq!(v, Value::Text(b"q\0r")));
        assert!(statement.column(0, |_| statement.step(&user).is_err()));
        assert!(db.prepare(&user, b"  -- nothing").expect("good").is_none());
        assert_eq!(db.prepare(&user, b"SELEC").err().expect("bad").code, SQLITE_ERROR);
        // The statement keeps the connection.
        drop(db);
        assert!(!statement.step(&user).expect("the end"));
    }

    #[test]
    fn callbacks_get_the_user() {
        let (db, user) = (open(), Log::default());
        let again = db.clone();
        db.create_function(
            b"f",
            -1,
            0,
            Rc::new(move |user: &Log, args| {
                user.borrow_mut().push(format!("f{}", args.len()));
                // A callback may use the connection again.
                let inner = rows(&again, user, "SELECT 7");
                Ok(Owned::Text(inner.concat().into_bytes()))
            }),
        )
        .expect("made");
        assert_eq!(rows(&db, &user, "SELECT f(1, 2) IS 'Int(7)'"), ["Int(1)"]);
        db.create_aggregate(
            b"agg",
            1,
            Aggregate {
                step: Rc::new(|user: &Log, group, args| {
                    user.borrow_mut().push(format!("{}:{:?}", if group == 0 { "none" } else { "group" }, args.get(0)));
                    Ok(())
                }),
                finish: Rc::new(|user: &Log, group| {
                    Ok(Owned::Int(if group.is_some() { user.borrow().len() as i64 } else { -1 }))
                }),
            },
        )
        .expect("made");
        assert_eq!(rows(&db, &user, "SELECT agg(x) FROM (SELECT 1 x UNION ALL SELECT 2)"), ["Int(3)"]);
        assert_eq!(rows(&db, &user, "SELECT agg(x) FROM (SELECT 1 x WHERE 0)"), ["Int(-1)"]);
        db.create_collation(b"down", Rc::new(|_, a, b| b.cmp(a) as i32)).expect("made");
        let sorted = rows(&db, &user, "SELECT x FROM (SELECT 'a' x UNION ALL SELECT 'b') ORDER BY x COLLATE down");
        assert_eq!(sorted, ["Text([98])", "Text([97])"]);
        assert_eq!(*user.borrow(), ["f2", "group:Int(1)", "group:Int(2)"]);
        db.set_authorizer(Rc::new(|user: &Log, action| {
            user.borrow_mut().push(format!("{action:?}"));
            if action.number == SQLITE_ATTACH { SQLITE_DENY } else { SQLITE_OK }
        }));
        assert!(db.exec(&user, b"ATTACH 'x' AS y").is_err());
    }

    #[test]
    fn a_statement_is_not_run_by_its_own_callbacks() {
        let (db, user) = (open(), Log::default());
        db.exec(&user, b"CREATE TABLE t (x); INSERT INTO t VALUES ('b'), ('a'), ('c')").expect("good");
        let shared: Rc<RefCell<Option<Rc<Statement<Log>>>>> = Rc::default();
        let inner = Rc::clone(&shared);
        let collation = move |user: &Log, a: &[u8], b: &[u8]| {
            let statement = inner.borrow().clone().expect("running");
            assert!(statement.is_busy());
            for result in [statement.reset(user), statement.step(user).map(|_| ()), statement.bind(1, Value::Int(1))] {
                user.borrow_mut().push(result.expect_err("refused").code.to_string());
            }
            assert_eq!(statement.data_count(), 0);
            a.cmp(b) as i32
        };
        db.create_collation(b"evil", Rc::new(collation)).expect("made");
        let statement = db.prepare(&user, b"SELECT x FROM t WHERE x <> ? ORDER BY x COLLATE evil").expect("good");
        let statement = Rc::new(statement.expect("a statement"));
        statement.bind(1, Value::Text(b"d")).expect("bound");
        shared.replace(Some(Rc::clone(&statement)));
        let mut found = Vec::new();
        while statement.step(&user).expect("good") {
            found.push(statement.column(0, |v| format!("{v:?}")));
        }
        assert_eq!(found, ["Text([97])", "Text([98])", "Text([99])"]);
        assert!(!user.borrow().is_empty() && user.borrow().iter().all(|code| code == "21"));
        shared.replace(None);
    }

    #[test]
    fn blobs() {
        let (db, user) = (open(), Log::default());
        db.exec(&user, b"CREATE TABLE t (a); INSERT INTO t VALUES (x'010203')").expect("good");
        let blob = db.open_blob(b"main", b"t", b"a", 1, true).expect("there");
        let mut out = [0; 2];
        blob.read(1, &mut out).expect("inside");
        assert_eq!((blob.len(), out), (3, [2, 3]));
        blob.write(0, &[9]).expect("inside");
        assert!(blob.write(3, &[9]).is_err());
        assert!(db.open_blob(b"main", b"t", b"a", 2, false).is_err());
    }
}
