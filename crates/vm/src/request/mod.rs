//! The life of a request: the worker, its start and end, including files, autoloading, the functions and classes of the
//! engine's own that PHP code sees, and what native code asks of the engine.

pub use crate::runtime::asking;
pub mod autoload;
pub mod bleed;
pub mod builtin;
pub(crate) mod code_cache;
pub mod engine;
pub mod files;
pub mod host;
pub mod include;
pub mod mirror;
pub(crate) mod multibyte;
pub mod popular;
pub mod preload;
mod preload_user;
pub mod service;
pub mod serving;
pub mod worker;
