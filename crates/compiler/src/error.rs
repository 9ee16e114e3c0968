//! Errors and warnings of compilation.

/// A compile error: PHP's fatal error text and line.
#[derive(Debug, Clone)]
pub struct CompileError {
    /// Text without "Fatal error".
    pub message: Vec<u8>,
    /// Line.
    pub line: u32,
    /// It is thrown as an exception, which `eval` can catch, and not a fatal error.
    pub thrown: bool,
}

/// A warning or deprecation found while compiling.
#[derive(Debug, Clone)]
pub struct Diagnostic {
    /// `E_WARNING`, `E_DEPRECATED`, … as PHP numbers them.
    pub level: u32,
    /// Text.
    pub message: Vec<u8>,
    /// Line.
    pub line: u32,
}

/// Shorthand within the compiler.
pub(crate) type Result<T> = std::result::Result<T, CompileError>;

/// A compile error.
pub(crate) fn error<T>(line: u32, message: impl Into<Vec<u8>>) -> Result<T> {
    Err(CompileError { message: message.into(), line, thrown: false })
}
