//! PCRE2, PHP's own regular-expression engine, with its JIT, made safe.
//!
//! A [`Regex`] is a compiled pattern; a [`Matcher`] is the scratch memory a match needs (offset vector, backtracking
//! frames, JIT stack), meant to be reused. What PCRE2 asks of its caller is asked of types here: text for a UTF pattern
//! is either a `&str`, whose validity needs no check, or bytes, which PCRE2 checks itself.

mod matcher;
mod memory;
mod regex;

pub use matcher::{Captures, Found, Limits, Matcher, Subject};
pub use regex::{CompileError, Regex};

/// Compile options, as in PCRE2's manual.
pub mod options {
    pub use pcre2_sys::{
        PCRE2_ANCHORED as ANCHORED, PCRE2_CASELESS as CASELESS, PCRE2_DOLLAR_ENDONLY as DOLLAR_ENDONLY, PCRE2_DOTALL as DOTALL,
        PCRE2_DUPNAMES as DUPNAMES, PCRE2_EXTENDED as EXTENDED, PCRE2_EXTRA_ALLOW_LOOKAROUND_BSK as EXTRA_ALLOW_LOOKAROUND_BSK,
        PCRE2_EXTRA_BAD_ESCAPE_IS_LITERAL as EXTRA_BAD_ESCAPE_IS_LITERAL,
        PCRE2_EXTRA_CASELESS_RESTRICT as EXTRA_CASELESS_RESTRICT, PCRE2_MULTILINE as MULTILINE,
        PCRE2_NO_AUTO_CAPTURE as NO_AUTO_CAPTURE, PCRE2_UCP as UCP, PCRE2_UNGREEDY as UNGREEDY, PCRE2_UTF as UTF,
    };
}

/// Match options, as in PCRE2's manual.
pub mod match_options {
    pub use pcre2_sys::{PCRE2_ANCHORED as ANCHORED, PCRE2_NOTEMPTY_ATSTART as NOTEMPTY_ATSTART};
}

/// Error codes of matching.
pub mod errors {
    pub use pcre2_sys::{
        PCRE2_ERROR_BADOFFSET as BADOFFSET, PCRE2_ERROR_BADUTFOFFSET as BADUTFOFFSET, PCRE2_ERROR_DEPTHLIMIT as DEPTHLIMIT,
        PCRE2_ERROR_INTERNAL as INTERNAL, PCRE2_ERROR_JIT_STACKLIMIT as JIT_STACKLIMIT, PCRE2_ERROR_MATCHLIMIT as MATCHLIMIT,
        PCRE2_ERROR_NOMEMORY as NOMEMORY, PCRE2_ERROR_UTF8_ERR1 as UTF8_FIRST, PCRE2_ERROR_UTF8_ERR21 as UTF8_LAST,
    };
}

/// The library's version and date, such as `10.46 2025-08-27`.
pub fn version() -> String {
    let mut text = [0u8; 64];
    // SAFETY: PCRE2 writes fewer than 64 bytes (its manual promises less than 24), NUL included.
    let length = unsafe { pcre2_sys::pcre2_config_8(pcre2_sys::PCRE2_CONFIG_VERSION, text.as_mut_ptr().cast()) };
    let length = usize::try_from(length).unwrap_or(1).saturating_sub(1);
    String::from_utf8_lossy(&text[..length.min(text.len())]).into_owned()
}

/// The text of an error code.
pub fn error_message(code: i32) -> String {
    let mut text = [0u8; 256];
    // SAFETY: the length goes with the buffer.
    let length = unsafe { pcre2_sys::pcre2_get_error_message_8(code, text.as_mut_ptr(), text.len()) };
    let length = usize::try_from(length).unwrap_or(0).min(text.len());
    String::from_utf8_lossy(&text[..length]).into_owned()
}
