//! Facts about the request and its response.

use phant_memory::{CountedCell, HeapVec, Str};
use std::cell::{Cell, RefCell};

/// Facts about the request and its response.
pub struct Request {
    /// `cli`, `cli-server`, …
    pub sapi: Cell<&'static str>,
    /// `$argv`
    pub argv: RefCell<HeapVec<Str>>,
    /// When the request began, seconds since 1970 with microseconds.
    pub time: Cell<f64>,
    /// Response status; 0 means not set.
    pub status: Cell<u16>,
    /// The status line that a script has written itself, which counts as long as the status is its own.
    pub status_line: CountedCell<Option<Str>>,
    /// Response header lines, without the status line.
    pub headers: RefCell<HeapVec<Str>>,
    /// Where output began, once headers have gone out.
    pub headers_sent: CountedCell<Option<(Str, u32)>>,
    /// Whether this answers an HTTP request.
    pub http: Cell<bool>,
    /// Whether the script has come to its end: shutdown functions, destructors and what follows them run.
    pub over: Cell<bool>,
}

impl Request {
    /// Begins another request in the state that this one left: its facts change, what it said of the response stays.
    pub fn begin(&self, facts: Request) {
        self.sapi.swap(&facts.sapi);
        self.argv.swap(&facts.argv);
        self.time.swap(&facts.time);
        self.http.swap(&facts.http);
    }
}
