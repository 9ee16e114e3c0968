//! `phant fpm`: FastCGI for a web server in front, configured by php-fpm's own files.
//!
//! `config` reads those files. `master` keeps the sockets (`listen`) and one process for each pool; in such a process (`pool`)
//! the pool's children are threads, which share compiled code. `child` answers a connection's requests (`link` is the
//! connection), with the request cycle of CGI (`phant_cgi`). `board` knows what all of them are doing, `status` tells it,
//! `access` and `log` write it down. docs/fpm.md says what is the same as with php-fpm, and what is not.

#![forbid(unsafe_code)]

mod access;
mod board;
mod child;
pub mod config;
pub mod functions;
mod link;
mod listen;
pub mod log;
mod master;
mod pool;
mod status;

pub use config::Config;
pub use master::{Manner, SIGNALS, run};
pub use pool::{Descriptors, serve as serve_pool};

/// The name of the server API.
pub const SAPI: &str = "fpm-fcgi";
/// The flag that makes the program the process of a pool: two descriptors, perhaps a third, and the pool's name.
pub const FLAG: &str = "--pool";
