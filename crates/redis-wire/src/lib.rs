//! Redis's protocol (RESP) over any transport, without PHP values.
//!
//! `command` puts commands together, `input` takes replies apart as they come, `transport` carries the bytes, `slot` says where in a
//! cluster a key is; `lzf` is the compression that clients of Redis like.

#![forbid(unsafe_code)]

pub mod command;
pub mod input;
pub mod lzf;
pub mod slot;
pub mod transport;

pub use command::Command;
pub use input::{Head, Input};
pub use transport::Transport;
