//! One Aerospike node for development and tests: one process, no cluster, records in memory, and a file that survives the
//! death of the process if one is named.
//!
//! It speaks the protocol that clients speak to a server: `server` has connections, `input` what comes through them, `info`
//! the text protocol, `command` what is done with one record, `batch` many of them, `query` scans and queries, `cdt` lists and maps,
//! `expression` what is computed from records, `store` the records, `log` the file. What it cannot do (functions in Lua, bits,
//! HyperLogLog, logins) it refuses with the server's own code for that. For production there is the real server.

#![forbid(unsafe_code)]

mod batch;
mod cdt;
mod command;
mod expression;
mod info;
mod input;
mod log;
mod options;
mod query;
mod server;
mod store;

pub use options::command;
pub use server::{Detached, Node, Options, start};
