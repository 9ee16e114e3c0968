//! HTML entities.

pub(crate) mod charset;
