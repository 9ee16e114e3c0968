//! The HTTP server: connections, static files, and one clean PHP request after another.
#![forbid(unsafe_code)]

mod date;
pub mod http;
mod mime;
pub mod request;
mod response;
mod route;
mod static_files;
mod upload;
