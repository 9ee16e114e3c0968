//! The HTTP server: connections, static files, and one clean PHP request after another.
//!
//! `listener` accepts connections and reads requests (`http`), `route` finds what answers an address, `static_files`
//! answers with files, `worker` runs the request cycle of a script: `request` fills the superglobals, `response` carries
//! headers and output. The cycle knows nothing of connections, so that other front ends can use it.

#![forbid(unsafe_code)]

mod date;
pub mod functions;
pub mod http;
mod listener;
mod log;
mod mime;
pub mod request;
mod response;
mod route;
mod static_files;
mod worker;

use std::{io, net::TcpListener, path::PathBuf};

/// The version of PHP that pages are told.
const PHP_VERSION: &str = "8.4.24";

/// What to serve, and where.
pub struct Options {
    /// The document root.
    pub root: PathBuf,
    /// Address and port.
    pub listen: String,
    /// How many requests run at a time.
    pub workers: Option<usize>,
    /// A script that is asked first.
    pub router: Option<PathBuf>,
    /// `SERVER_SOFTWARE`
    pub software: String,
    /// Log as PHP's built-in server does.
    pub as_php: bool,
}

/// Serves until a signal says stop. `started` is told the address.
pub fn serve(options: Options, started: impl FnOnce(std::net::SocketAddr)) -> io::Result<()> {
    log::set_form(options.as_php);
    // Before any thread starts: all of them must leave these signals to the one that waits for them.
    phant_os::process::block_signals(&[phant_os::process::SIGINT, phant_os::process::SIGTERM]);
    let listener = TcpListener::bind(&options.listen)?;
    let processors = std::thread::available_parallelism().map_or(2, usize::from);
    let pool = worker::Pool::start(options.workers.unwrap_or((2 * processors).max(4)))?;
    started(listener.local_addr()?);
    listener::run(listener, options, pool)
}

/// A line of the log, with the time in front.
pub fn log_line(text: &str) {
    log::line(text.as_bytes());
}
