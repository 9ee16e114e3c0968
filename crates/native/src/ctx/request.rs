//! Facts about the request and its response.

use phant_memory::{HeapVec, Str};

/// Facts about the request and its response.
pub struct Request {
    /// `cli`, `cli-server`, …
    pub sapi: &'static str,
    /// `$argv`
    pub argv: HeapVec<Str>,
    /// The main script as given.
    pub script: Str,
    /// When the request began, seconds since 1970 with microseconds.
    pub time: f64,
    /// Response status; 0 means not set.
    pub status: u16,
    /// The status line that a script has written itself, which counts as long as the status is its own.
    pub status_line: Option<Str>,
    /// Response header lines, without the status line.
    pub headers: HeapVec<Str>,
    /// Where output began, once headers have gone out.
    pub headers_sent: Option<(Str, u32)>,
    /// Working directory for relative paths.
    pub http: bool,
}
