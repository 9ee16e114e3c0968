//! The HTTP server: connections, static files, and one clean PHP request after another.
//!
//! `reactor` waits for events, `connection` takes in requests (`http`) and sends what waits (`outbox`), `server` finds
//! what answers them: `route` by the address, `static_files` with files, `worker` by running a script: `request` fills the
//! superglobals, `response` carries headers and output. docs/server.md says what all of it does.

#![forbid(unsafe_code)]

mod admin;
mod bounds;
mod compress;
mod connection;
pub mod dashboard;
mod date;
pub mod functions;
pub mod h2;
mod history;
pub mod http;
mod known;
mod log;
mod made;
mod metrics;
mod mime;
pub mod options;
mod outbox;
mod pages;
mod preload;
mod queue;
mod reactor;
pub mod request;
mod response;
mod route;
mod server;
mod snapshots;
mod standing;
mod static_files;
mod status_page;
pub mod supervisor;
pub mod telemetry;
pub mod tls;
mod transport;
mod watch;
mod worker;

pub use bounds::Bounds;
pub use connection::Deadlines;
pub use log::Access;
pub use options::Options;
use phant_grants::Own;
use phant_os::process::{SIGINT, SIGTERM};
use std::{
    io::{self, Read, Write},
    net::{SocketAddr, TcpListener},
    os::{fd::OwnedFd, unix::net::UnixStream},
    sync::Arc,
    thread,
};

/// The version of PHP that pages are told.
const PHP_VERSION: &str = "8.4.24";
/// The header that tells it.
const POWERED_BY: &str = "X-Powered-By: PHP/8.4.24";
/// Descriptors that are not for connections.
const OTHER_DESCRIPTORS: u64 = 256;
/// Enough for the thread that steps in.
const STACK_SIZE: usize = 1 << 20;

/// Serves in this process until a signal says stop. `started` is told the address.
pub fn serve(options: Options, started: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let signals = [SIGINT, SIGTERM];
    // Before any thread starts: all of them must leave these signals to the one that waits for them.
    phant_os::process::block_signals(&signals);
    let listener = TcpListener::bind(&options.listen)?;
    let address = listener.local_addr()?;
    let server = start(listener, options)?;
    started(address);
    phant_os::process::wait_for_signal(&signals);
    thread::Builder::new().stack_size(STACK_SIZE).spawn(move || {
        phant_os::process::wait_for_signal(&signals);
        std::process::exit(130);
    })?;
    server.drain();
    Ok(())
}

/// Serves as a worker process of [`supervisor::supervise`], with the descriptors that `numbers` names.
pub fn serve_inherited(options: Options, numbers: &str) -> io::Result<()> {
    let descriptor = |text: Option<&str>| -> io::Result<OwnedFd> {
        let number = text.and_then(|n| n.parse().ok()).ok_or(io::ErrorKind::InvalidInput)?;
        phant_os::process::inherited(number)
    };
    let mut numbers = numbers.split(',');
    let listener = TcpListener::from(descriptor(numbers.next())?);
    let control = UnixStream::from(descriptor(numbers.next())?);
    serve_for(options, listener, control, numbers.next().and_then(|number| number.parse().ok()))
}

/// Serves as a worker process, with the socket, its end of the control connection, and the number of the last change of files.
fn serve_for(options: Options, listener: TcpListener, mut control: UnixStream, change: Option<u64>) -> io::Result<()> {
    let signals = [SIGINT, SIGTERM];
    phant_os::process::block_signals(&signals);
    let server = start(listener, options)?;
    if let Some(number) = change {
        server.changed(number);
    }
    server.replaced_by(control.try_clone()?);
    control.write_all(format!("{}\n", supervisor::READY).as_bytes())?;
    // The supervisor's end is the end of this process too.
    let counting = Arc::clone(&server);
    thread::Builder::new().stack_size(STACK_SIZE).spawn(move || {
        let mut question = [0];
        while matches!(control.read(&mut question), Ok(1)) {
            let mut number = [0; 8];
            if question == [supervisor::CHANGED] {
                if control.read_exact(&mut number).is_ok() {
                    counting.changed(u64::from_be_bytes(number));
                }
            } else {
                let _ = control.write_all(format!("{}\n", counting.counts()).as_bytes());
            }
        }
        let _ = phant_os::process::kill(std::process::id(), SIGTERM);
    })?;
    // An interrupt from the terminal is told to the supervisor too, which decides.
    while phant_os::process::wait_for_signal(&signals) != SIGTERM {}
    server.drain();
    Ok(())
}

/// Starts the threads of a server.
fn start(listener: TcpListener, mut options: Options) -> io::Result<Arc<server::Server>> {
    log::set_form(options.as_php, options.access_log);
    bounds::set(options.bounds);
    let room = phant_os::epoll::raise_descriptor_limit().saturating_sub(OTHER_DESCRIPTORS).max(16);
    options.connections = options.connections.min(usize::try_from(room).unwrap_or(usize::MAX));
    let processors = thread::available_parallelism().map_or(2, usize::from);
    let workers = options.workers.unwrap_or((2 * processors).max(4));
    let wanted = options.preload.clone();
    let (grants, traces, folder) = (options.grants.clone(), options.traces.clone(), options.folder.clone());
    // Under a supervisor that is a folder of this server's own.
    let temporary = (!options.as_php).then(std::env::temp_dir);
    let mut own = Own { read: vec![folder.clone(), options.root.clone()], write: temporary.into_iter().collect() };
    let server = server::Server::new(listener, options, workers)?;
    own.read.extend(server.pools.iter().map(|pool| pool.script.file.clone()));
    own.read.extend(server.site.router.clone());
    let traces =
        telemetry::prepare(&traces, &folder.file_name().unwrap_or_default().to_string_lossy()).map_err(io::Error::other)?;
    // Before there are threads: each has what the one has that starts it.
    grants.confine(own).map_err(io::Error::other)?;
    telemetry::start(traces).map_err(io::Error::other)?;
    preload::begin(&server.site, &wanted)?;
    if wanted == preload::Preload::Auto {
        preload::keep(&server.site)?;
    }
    worker::start(&server, workers)?;
    let watched = Arc::clone(&server);
    thread::Builder::new().name("watch".to_owned()).stack_size(STACK_SIZE).spawn(move || reactor::watch(&watched))?;
    Ok(server)
}

/// A line of the log, with the time in front.
pub fn log_line(text: &str) {
    log::line(text.as_bytes());
}
