//! MessageFormatter: messages with numbers, dates, plurals and choices in them.

mod class;
mod format;
mod parse;
mod pattern;
mod skeleton;

pub(crate) use class::{FUNCTIONS, MessageFormatter};
