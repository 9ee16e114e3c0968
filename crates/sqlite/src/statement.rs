//! Prepared statements and blobs.

use crate::{Error, Inner, Result, Value, c_string, callback::bytes, text};
use libsqlite3_sys as ffi;
use std::{cell::Cell, ffi::c_int, ptr, rc::Rc};

/// A prepared statement.
pub struct Statement<C: 'static> {
    db: Rc<Inner<C>>,
    raw: *mut ffi::sqlite3_stmt,
    /// A column is being looked at, whose bytes go with the next step, or the statement runs, and this is one of its
    /// callbacks, in the middle of which SQLite must not be asked to go on or to start again.
    busy: Cell<bool>,
}

impl<C> Drop for Statement<C> {
    fn drop(&mut self) {
        // SAFETY: the statement is not used afterwards.
        unsafe {
            ffi::sqlite3_finalize(self.raw);
        }
    }
}

impl<C> Statement<C> {
    pub(crate) fn new(db: Rc<Inner<C>>, raw: *mut ffi::sqlite3_stmt) -> Option<Statement<C>> {
        (!raw.is_null()).then_some(Statement { db, raw, busy: Cell::new(false) })
    }
    /// Whether the statement runs, further out, or a column of it is being looked at.
    pub fn is_busy(&self) -> bool {
        self.busy.get()
    }
    /// The error for using a statement that is busy, in SQLite's own words.
    pub fn misuse(&self) -> Error {
        Error { code: ffi::SQLITE_MISUSE, message: b"bad parameter or other API misuse".to_vec() }
    }
    /// Runs the statement with `run`, which may call back; refused inside one of its own callbacks.
    fn run(&self, user: &C, run: unsafe extern "C" fn(*mut ffi::sqlite3_stmt) -> c_int) -> Result<c_int> {
        if self.busy.replace(true) {
            return Err(self.misuse());
        }
        // SAFETY: the statement is live, and none of its functions is running.
        let code = self.db.lend(user, || unsafe { run(self.raw) });
        self.busy.set(false);
        Ok(code)
    }
    /// Goes to the next row; false at the end.
    pub fn step(&self, user: &C) -> Result<bool> {
        match self.run(user, ffi::sqlite3_step)? {
            ffi::SQLITE_ROW => Ok(true),
            ffi::SQLITE_DONE => Ok(false),
            _ => Err(self.db.error()),
        }
    }
    /// Ends the execution; the statement can run again. The error is that of the execution.
    pub fn reset(&self, user: &C) -> Result<()> {
        let code = self.run(user, ffi::sqlite3_reset)?;
        self.db.check(code)
    }
    /// Sets a parameter; the first is 1. Texts are copied.
    pub fn bind(&self, index: i32, value: Value<'_>) -> Result<()> {
        // SAFETY: the statement is live; SQLite copies texts and blobs (SQLITE_TRANSIENT) before it returns.
        let code = unsafe {
            match value {
                Value::Null => ffi::sqlite3_bind_null(self.raw, index),
                Value::Int(i) => ffi::sqlite3_bind_int64(self.raw, index, i),
                Value::Float(f) => ffi::sqlite3_bind_double(self.raw, index, f),
                Value::Text(bytes) | Value::Blob(bytes) if c_int::try_from(bytes.len()).is_err() => ffi::SQLITE_TOOBIG,
                Value::Text(text) => {
                    ffi::sqlite3_bind_text(self.raw, index, text.as_ptr().cast(), text.len() as c_int, ffi::SQLITE_TRANSIENT())
                }
                Value::Blob(blob) => {
                    ffi::sqlite3_bind_blob(self.raw, index, blob.as_ptr().cast(), blob.len() as c_int, ffi::SQLITE_TRANSIENT())
                }
            }
        };
        self.db.check(code)
    }
    /// Forgets the values of all parameters.
    pub fn clear_bindings(&self) {
        // SAFETY: the statement is live.
        unsafe {
            ffi::sqlite3_clear_bindings(self.raw);
        }
    }
    /// How many parameters there are: the greatest number of one.
    pub fn parameter_count(&self) -> i32 {
        // SAFETY: the statement is live.
        unsafe { ffi::sqlite3_bind_parameter_count(self.raw) }
    }
    /// Its text, or that with the parameters' values in their places; `None` if that would be too long.
    pub fn sql(&self, expanded: bool) -> Option<Vec<u8>> {
        // SAFETY: the statement is live; both texts are copied, and the second is given back.
        unsafe {
            if !expanded {
                return Some(text(ffi::sqlite3_sql(self.raw)));
            }
            let sql = ffi::sqlite3_expanded_sql(self.raw);
            let copy = (!sql.is_null()).then(|| text(sql));
            ffi::sqlite3_free(sql.cast());
            copy
        }
    }
    /// The number of a named parameter (`:name`); `None` if there is none.
    pub fn parameter_index(&self, name: &[u8]) -> Option<i32> {
        let name = c_string(name).ok()?;
        // SAFETY: the statement is live, the name NUL-terminated.
        match unsafe { ffi::sqlite3_bind_parameter_index(self.raw, name.as_ptr()) } {
            0 => None,
            index => Some(index),
        }
    }
    /// How many columns its rows have; 0 for statements without rows.
    pub fn column_count(&self) -> usize {
        // SAFETY: the statement is live.
        usize::try_from(unsafe { ffi::sqlite3_column_count(self.raw) }).unwrap_or(0)
    }
    /// How many columns the current row has; 0 without one.
    pub fn data_count(&self) -> usize {
        // SAFETY: the statement is live.
        usize::try_from(unsafe { ffi::sqlite3_data_count(self.raw) }).unwrap_or(0)
    }
    /// A column's name.
    pub fn column_name(&self, column: usize) -> Vec<u8> {
        // SAFETY: the statement is live; SQLite checks the number. The text is copied at once.
        unsafe { text(ffi::sqlite3_column_name(self.raw, column as c_int)) }
    }
    /// A column's type as the table declares it.
    pub fn column_declared_type(&self, column: usize) -> Option<Vec<u8>> {
        // SAFETY: as above.
        unsafe {
            let name = ffi::sqlite3_column_decltype(self.raw, column as c_int);
            (!name.is_null()).then(|| text(name))
        }
    }
    /// The table that a column is from.
    pub fn column_table(&self, column: usize) -> Option<Vec<u8>> {
        // SAFETY: as above.
        unsafe {
            let name = ffi::sqlite3_column_table_name(self.raw, column as c_int);
            (!name.is_null()).then(|| text(name))
        }
    }
    /// Looks at a column of the current row; null if there is none.
    pub fn column<R>(&self, column: usize, look: impl FnOnce(Value<'_>) -> R) -> R {
        // While it runs there is no row; while a column is looked at there still is.
        if column >= self.data_count() {
            return look(Value::Null);
        }
        let i = column as c_int;
        let before = self.busy.replace(true);
        // SAFETY: the column exists. The bytes are asked for in the type that the value has, so they stay valid until
        // the next step or reset, which `busy` keeps from happening.
        let value = unsafe {
            match ffi::sqlite3_column_type(self.raw, i) {
                ffi::SQLITE_INTEGER => Value::Int(ffi::sqlite3_column_int64(self.raw, i)),
                ffi::SQLITE_FLOAT => Value::Float(ffi::sqlite3_column_double(self.raw, i)),
                ffi::SQLITE_TEXT => {
                    let start = ffi::sqlite3_column_text(self.raw, i);
                    Value::Text(bytes(start.cast(), ffi::sqlite3_column_bytes(self.raw, i)))
                }
                ffi::SQLITE_BLOB => {
                    let start = ffi::sqlite3_column_blob(self.raw, i);
                    Value::Blob(bytes(start.cast(), ffi::sqlite3_column_bytes(self.raw, i)))
                }
                _ => Value::Null,
            }
        };
        let result = look(value);
        self.busy.set(before);
        result
    }
    /// Whether it changes nothing.
    pub fn is_readonly(&self) -> bool {
        // SAFETY: the statement is live.
        unsafe { ffi::sqlite3_stmt_readonly(self.raw) != 0 }
    }
}

/// A blob that is read and written in place.
pub struct Blob<C: 'static> {
    db: Rc<Inner<C>>,
    raw: *mut ffi::sqlite3_blob,
}

impl<C> Drop for Blob<C> {
    fn drop(&mut self) {
        // SAFETY: the blob is not used afterwards.
        unsafe {
            ffi::sqlite3_blob_close(self.raw);
        }
    }
}

impl<C> Blob<C> {
    pub(crate) fn open(db: &Rc<Inner<C>>, base: &[u8], table: &[u8], column: &[u8], row: i64, write: bool) -> Result<Blob<C>> {
        let (base, table, column) = (c_string(base)?, c_string(table)?, c_string(column)?);
        let mut raw = ptr::null_mut();
        // SAFETY: the texts are NUL-terminated; `raw` is valid for writing.
        let code = unsafe {
            ffi::sqlite3_blob_open(db.raw, base.as_ptr(), table.as_ptr(), column.as_ptr(), row, c_int::from(write), &raw mut raw)
        };
        db.check(code)?;
        Ok(Blob { db: Rc::clone(db), raw })
    }
    /// Its size, which cannot change.
    pub fn len(&self) -> usize {
        // SAFETY: the blob is open.
        usize::try_from(unsafe { ffi::sqlite3_blob_bytes(self.raw) }).unwrap_or(0)
    }
    /// Whether it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Reads from a place inside it.
    pub fn read(&self, at: usize, out: &mut [u8]) -> Result<()> {
        if at.checked_add(out.len()).is_none_or(|end| end > self.len()) {
            return Err(Error { code: ffi::SQLITE_ERROR, message: b"outside of the blob".to_vec() });
        }
        // SAFETY: the blob is open, the buffer valid for its length, and the place inside the blob.
        let code = unsafe { ffi::sqlite3_blob_read(self.raw, out.as_mut_ptr().cast(), out.len() as c_int, at as c_int) };
        self.db.check(code)
    }
    /// Writes to a place inside it.
    pub fn write(&self, at: usize, data: &[u8]) -> Result<()> {
        if at.checked_add(data.len()).is_none_or(|end| end > self.len()) {
            return Err(Error { code: ffi::SQLITE_ERROR, message: b"outside of the blob".to_vec() });
        }
        // SAFETY: as above.
        let code = unsafe { ffi::sqlite3_blob_write(self.raw, data.as_ptr().cast(), data.len() as c_int, at as c_int) };
        self.db.check(code)
    }
}
