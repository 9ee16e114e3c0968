//! Errors as a connection or a statement remembers them.

use phant_mysql_wire::error::ServerError;
use std::cell::RefCell;

/// Numbers of the client's own errors.
pub mod code {
    #![allow(missing_docs)]
    pub const UNKNOWN: i64 = 2000;
    pub const CONNECTION: i64 = 2002;
    pub const GONE: i64 = 2006;
    pub const OUT_OF_SYNC: i64 = 2014;
    pub const BAD_CHARSET: i64 = 2019;
    pub const SSL: i64 = 2026;
    pub const MALFORMED: i64 = 2027;
    pub const NOT_PREPARED: i64 = 2030;
    pub const NOT_BOUND: i64 = 2031;
    pub const BAD_PARAMETER: i64 = 2034;
    pub const NO_DATA: i64 = 2051;
    pub const NOT_IMPLEMENTED: i64 = 2054;
    pub const INFILE_REJECTED: i64 = 2068;
}

/// Their words.
pub mod words {
    #![allow(missing_docs)]
    pub const GONE: &str = "MySQL server has gone away";
    pub const OUT_OF_SYNC: &str = "Commands out of sync; you can't run this command now";
    pub const NOT_PREPARED: &str = "Statement not prepared";
    pub const NO_MEMORY: &str = "Out of memory";
    pub const BAD_CHARSET: &str = "Invalid character set was provided";
    pub const MALFORMED: &str = "Malformed packet";
    pub const BAD_PARAMETER: &str = "Invalid parameter number";
}

/// An error that is remembered elsewhere, in a [`ErrorInfo`].
#[derive(Clone, Copy, Debug)]
pub struct Failed;

/// What an operation yields.
pub type Done<T = ()> = Result<T, Failed>;

/// An error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Details {
    pub code: i64,
    pub state: Vec<u8>,
    pub message: Vec<u8>,
}

/// The last error, and the errors since the last command.
#[derive(Default)]
pub struct ErrorInfo {
    last: RefCell<Option<Details>>,
    list: RefCell<Vec<Details>>,
}

impl ErrorInfo {
    /// All is well.
    pub fn clear(&self) {
        self.last.take();
        self.list.take();
    }
    /// Notes an error.
    pub fn set(&self, code: i64, state: &[u8], message: &[u8]) -> Failed {
        let details = Details { code, state: state.to_vec(), message: message.to_vec() };
        self.list.borrow_mut().push(details.clone());
        self.last.replace(Some(details));
        Failed
    }
    /// Notes an error of the client's.
    pub fn client(&self, code: i64, message: &str) -> Failed {
        self.set(code, b"HY000", message.as_bytes())
    }
    /// Notes an error of the server's.
    pub fn server(&self, error: &ServerError) -> Failed {
        self.set(i64::from(error.code), &error.state, &error.message)
    }
    /// Takes over another's errors.
    pub fn copy(&self, other: &ErrorInfo) {
        self.last.replace(other.last.borrow().clone());
        self.list.replace(other.list.borrow().clone());
    }
    /// The last error.
    pub fn last(&self) -> Option<Details> {
        self.last.borrow().clone()
    }
    /// Its number; 0 if all is well.
    pub fn code(&self) -> i64 {
        self.last.borrow().as_ref().map_or(0, |last| last.code)
    }
    /// Its SQLSTATE.
    pub fn state(&self) -> Vec<u8> {
        self.last.borrow().as_ref().map_or_else(|| b"00000".to_vec(), |last| last.state.clone())
    }
    /// Its words.
    pub fn message(&self) -> Vec<u8> {
        self.last.borrow().as_ref().map_or_else(Vec::new, |last| last.message.clone())
    }
    /// All of them.
    pub fn list(&self) -> Vec<Details> {
        self.list.borrow().clone()
    }
}
