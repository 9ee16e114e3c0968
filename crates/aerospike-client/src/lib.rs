//! A client of Aerospike clusters: which nodes there are and what each of them has, connections that are kept, and the
//! sending of commands under timeouts, with retries.
//!
//! `cluster` knows the nodes, `node` keeps their connections, `connection` is a transport with a deadline, `tls` one that encrypts, `command` sends
//! messages that the caller has written and gives back answers as they came, `log` what happens meanwhile. Nothing here knows PHP, and no thread works
//! in the background: what has to be asked of the cluster once a second is asked by the command that comes next.

#![forbid(unsafe_code)]

pub mod batch;
pub mod cluster;
pub mod command;
pub mod connection;
pub mod error;
pub mod log;
mod node;
mod peers;
pub mod scan;
pub mod tls;

pub use cluster::{Cluster, Config, Host};
pub use command::{Policy, Replica};
pub use error::Failure;
pub use peers::address;
