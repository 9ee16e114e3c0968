//! HTML entities.
