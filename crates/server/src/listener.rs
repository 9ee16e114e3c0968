//! Accepting connections, and what happens on one: read a request, find what answers it, answer, again.
//!
//! A connection has a small thread of its own, which reads requests and sends static files. Requests for PHP go to the
//! workers; the thread waits for them. So slow clients keep no worker busy before their request is complete.

use crate::{
    Options,
    http::{Bad, Connection, Head},
    log,
    request::Incoming,
    response::Response,
    route::{self, Route, Script},
    static_files,
    worker::{Job, Outcome, Pool},
};
use phant_native::{config, ini::parse_bool};
use phant_sapi::{
    body::{Body, Collector, Limits},
    status::reason,
};
use std::{
    io,
    net::{SocketAddr, TcpListener, TcpStream},
    path::PathBuf,
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

/// How long a connection may be idle between requests.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// How long a client may take to read.
const WRITE_TIMEOUT: Duration = Duration::from_secs(60);
/// How many connections there may be at a time.
const MAX_CONNECTIONS: usize = 1000;
/// How long the end of the server waits for requests that are being answered.
const PATIENCE: Duration = Duration::from_secs(10);
/// Enough for reading requests and sending files.
const STACK_SIZE: usize = 256 << 10;

/// The methods that PHP's built-in server knows.
const METHODS: [&str; 29] = [
    "DELETE",
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "CONNECT",
    "OPTIONS",
    "TRACE",
    "COPY",
    "LOCK",
    "MKCOL",
    "MOVE",
    "MKCALENDAR",
    "PROPFIND",
    "PROPPATCH",
    "SEARCH",
    "UNLOCK",
    "REPORT",
    "MKACTIVITY",
    "CHECKOUT",
    "MERGE",
    "M-SEARCH",
    "NOTIFY",
    "SUBSCRIBE",
    "UNSUBSCRIBE",
    "PATCH",
    "PURGE",
    "QUERY",
    "LINK",
];

/// What all connections share.
struct Server {
    root: PathBuf,
    router: Option<PathBuf>,
    local: SocketAddr,
    software: String,
    pool: Pool,
    as_php: bool,
    /// `SERVER_NAME`
    name: String,
    limits: Limits,
    stopping: AtomicBool,
    connections: AtomicUsize,
    /// Requests being answered.
    busy: Mutex<usize>,
    idle: Condvar,
}

/// Serves until a signal says stop.
pub fn run(listener: TcpListener, options: Options, pool: Pool) -> io::Result<()> {
    let local = listener.local_addr()?;
    let server = Arc::new(Server {
        root: options.root,
        router: options.router,
        local,
        software: options.software,
        pool,
        as_php: options.as_php,
        name: options.listen.rsplit_once(':').map_or("", |(host, _)| host).to_owned(),
        limits: Limits::new(&config::get().settings()),
        stopping: AtomicBool::new(false),
        connections: AtomicUsize::new(0),
        busy: Mutex::new(0),
        idle: Condvar::new(),
    });
    let signals = [phant_os::process::SIGINT, phant_os::process::SIGTERM];
    let watched = Arc::clone(&server);
    thread::Builder::new().stack_size(STACK_SIZE).spawn(move || {
        phant_os::process::wait_for_signal(&signals);
        watched.stopping.store(true, Ordering::Release);
        // Whoever waits in `accept` must look.
        let _ = TcpStream::connect_timeout(&reachable(local), Duration::from_secs(1));
        phant_os::process::wait_for_signal(&signals);
        std::process::exit(130);
    })?;
    for stream in listener.incoming() {
        if server.stopping.load(Ordering::Acquire) {
            break;
        }
        match stream {
            Ok(stream) => accept(&server, stream),
            // Out of descriptors, most likely: let some connections end.
            Err(_) => thread::sleep(Duration::from_millis(20)),
        }
    }
    drop(listener);
    server.wait_until_idle();
    Ok(())
}

/// An address that a connection to oneself can use.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(if address.is_ipv4() { [127, 0, 0, 1].into() } else { std::net::Ipv6Addr::LOCALHOST.into() });
    }
    address
}

fn accept(server: &Arc<Server>, stream: TcpStream) {
    let Ok(remote) = stream.peer_addr() else { return };
    let _ = stream.set_nodelay(true);
    let _ = stream.set_write_timeout(Some(WRITE_TIMEOUT));
    if server.connections.fetch_add(1, Ordering::AcqRel) >= MAX_CONNECTIONS {
        server.connections.fetch_sub(1, Ordering::AcqRel);
        return;
    }
    let shared = Arc::clone(server);
    let started = thread::Builder::new().stack_size(STACK_SIZE).spawn(move || {
        log::connection(remote, "Accepted");
        shared.serve(Connection::new(stream), remote);
        log::connection(remote, "Closing");
        shared.connections.fetch_sub(1, Ordering::AcqRel);
    });
    if started.is_err() {
        server.connections.fetch_sub(1, Ordering::AcqRel);
    }
}

/// Counts a request as being answered.
struct Busy<'a>(&'a Server);

impl<'a> Busy<'a> {
    fn new(server: &'a Server) -> Busy<'a> {
        *server.busy.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        Busy(server)
    }
}
impl Drop for Busy<'_> {
    fn drop(&mut self) {
        *self.0.busy.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.idle.notify_all();
    }
}

impl Server {
    fn wait_until_idle(&self) {
        let end = Instant::now() + PATIENCE;
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        while *busy > 0 {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            busy = self.idle.wait_timeout(busy, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// One connection from beginning to end.
    fn serve(&self, mut connection: Connection<TcpStream>, remote: SocketAddr) {
        loop {
            let head = match connection.read_head(KEEP_ALIVE, self.as_php) {
                Ok(head) => head,
                Err(Bad::Nothing | Bad::Gone) => return,
                Err(Bad::Status(status)) => {
                    refuse(&connection, remote, None, status);
                    return;
                }
            };
            let _busy = Busy::new(self);
            let started = Instant::now();
            let mut collector = Collector::new(head.method.as_bytes(), head.header("content-type"), &self.limits);
            let received = connection.read_body(&head, self.limits.body, &mut |part| collector.push(part));
            let body = match received.map(|received| collector.finish(received)) {
                Ok(Some(body)) => body,
                Ok(None) => {
                    refuse(&connection, remote, Some(&head), 507);
                    return;
                }
                Err(Bad::Status(status)) => {
                    refuse(&connection, remote, Some(&head), status);
                    return;
                }
                Err(_) => return,
            };
            let stays = head.keep_alive && !connection.spoiled && !self.stopping.load(Ordering::Acquire);
            let Ok(out) = connection.stream.try_clone() else { return };
            let response = Response::new(Box::new(out), &head, stays);
            let response = if self.as_php { response.as_php(&head) } else { response };
            let target = Target { head, body, remote, started };
            let Some(answered) = self.answer(target, response) else { return };
            if answered.failed || !answered.keep_alive {
                let _ = connection.stream.shutdown(std::net::Shutdown::Write);
                drain(&mut connection);
                return;
            }
        }
    }

    /// Answers a request; `None` if there is no answer to send.
    fn answer(&self, target: Target, mut response: Response) -> Option<Response> {
        let Target { head, body, remote, started } = target;
        if self.as_php && !METHODS.contains(&head.method.as_str()) {
            send_error(&mut response, &head, 501);
            log::access(remote, Some(&head), 501, response.sent, started.elapsed(), None);
            return Some(response);
        }
        let mut error = None;
        let route = route::find(&self.root, head.path(), self.as_php);
        let is_script = matches!(route, Route::Script(_));
        let response = if (is_script || self.router.is_some()) && route != Route::Bad {
            let script = match &route {
                Route::Script(script) => script.clone(),
                _ => self.stand_in(&head),
            };
            let incoming = Incoming {
                head: head.clone(),
                body,
                most_parts: self.limits.most_parts(),
                script,
                root: self.root.clone(),
                remote,
                local: self.local,
                server_name: self.name.clone(),
                software: self.software.clone(),
            };
            let incoming = Arc::new(incoming);
            let mut outcome = self.run(&incoming, self.router.clone(), response)?;
            if outcome.declined {
                outcome = match route {
                    Route::Script(_) => self.run(&incoming, None, outcome.response)?,
                    route => Outcome { response: self.plain(route, &head, outcome.response), declined: false, error: None },
                };
            }
            error = outcome.error;
            outcome.response
        } else {
            self.plain(route, &head, response)
        };
        log::access(remote, Some(&head), response.status, response.sent, started.elapsed(), error.as_deref());
        Some(response)
    }

    /// What a router script is told of an address that no script answers.
    fn stand_in(&self, head: &Head) -> Script {
        let name = route::decode(head.path()).unwrap_or_default();
        let relative = String::from_utf8_lossy(name.strip_prefix(b"/").unwrap_or(&name)).into_owned();
        Script { file: self.root.join(relative), name, path_info: None }
    }

    fn run(&self, incoming: &Arc<Incoming>, router: Option<PathBuf>, response: Response) -> Option<Outcome> {
        let (done, outcome) = mpsc::channel();
        self.pool.submit(Job { incoming: Arc::clone(incoming), router, response, done });
        outcome.recv().ok()
    }

    /// An answer without PHP.
    fn plain(&self, route: Route, head: &Head, mut response: Response) -> Response {
        if self.as_php && matches!(head.method.as_str(), "DELETE" | "PUT" | "PATCH") {
            send_php_error(&mut response, head, 405);
            return response;
        }
        let status = match route {
            Route::File(path) => {
                let answer = static_files::answer(&path, head, self.as_php);
                if answer.body.len() > 0 || answer.status < 400 {
                    let length = answer.body.len();
                    response.plain(answer.status, &answer.headers, length);
                    response.body(|out| answer.body.write(out), length);
                    return response;
                }
                if !answer.headers.is_empty() {
                    let page = error_page(answer.status, head);
                    let mut headers = answer.headers;
                    headers.push(("Content-Type", "text/html; charset=UTF-8".to_owned()));
                    response.plain(answer.status, &headers, page.len() as u64);
                    response.body(|out| out.write_all(page.as_bytes()), page.len() as u64);
                    return response;
                }
                answer.status
            }
            Route::Bad => 400,
            _ => 404,
        };
        if self.as_php && status == 404 {
            send_php_error(&mut response, head, status);
        } else {
            send_error(&mut response, head, status);
        }
        response
    }
}

/// A request that was read.
struct Target {
    head: Head,
    body: Body,
    remote: SocketAddr,
    started: Instant,
}

fn send_error(response: &mut Response, head: &Head, status: u16) {
    let page = error_page(status, head);
    response.plain(status, &[("Content-Type", "text/html; charset=UTF-8".to_owned())], page.len() as u64);
    response.body(|out| out.write_all(page.as_bytes()), page.len() as u64);
}

/// An error as PHP's built-in server tells it.
fn send_php_error(response: &mut Response, head: &Head, status: u16) {
    let title = reason(status);
    let text = match status {
        404 => format!("The requested resource <code class=\"url\">{}</code> was not found on this server.", escaped_path(head)),
        _ => "Requested method not allowed.".to_owned(),
    };
    let page = format!(
        "<!doctype html><html><head><title>{status} {title}</title><style>{STYLE}</style>\n</head><body><h1>{title}</h1>\
         <p>{text}</p></body></html>"
    );
    let mut headers = Vec::new();
    let hidden = matches!(config::get().value(b"expose_php"), Some(config::ConfigValue::Text(value)) if !parse_bool(value));
    if !hidden {
        headers.push(("X-Powered-By", format!("PHP/{}", crate::PHP_VERSION)));
    }
    headers.push(("Content-Type", "text/html; charset=UTF-8".to_owned()));
    let more = if status == 405 { "Allow: GET, HEAD, POST\r\n" } else { "" };
    response.plain_with(status, &headers, page.len() as u64, more);
    response.body(|out| out.write_all(page.as_bytes()), page.len() as u64);
}

/// How the pages of errors look.
const STYLE: &str =
    "body { font: 16px/1.5 system-ui, sans-serif; max-width: 40em; margin: 4em auto; padding: 0 1em; color: #22303c }";

fn escaped_path(head: &Head) -> String {
    String::from_utf8_lossy(head.path()).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn error_page(status: u16, head: &Head) -> String {
    let title = reason(status);
    let text = match status {
        404 => format!("There is nothing at <code>{}</code>.", escaped_path(head)),
        405 => "This address can only be read.".to_owned(),
        _ => "The server could not answer this request.".to_owned(),
    };
    format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>{status} {title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n\
         <p>{text}</p>\n"
    )
}

/// Answers what could not be read as a request.
fn refuse(connection: &Connection<TcpStream>, remote: SocketAddr, head: Option<&Head>, status: u16) {
    let Ok(out) = connection.stream.try_clone() else { return };
    let nothing = Head {
        method: "GET".to_owned(),
        target: Vec::new(),
        is_1_1: true,
        headers: Vec::new(),
        framing: crate::http::Framing::Length(0),
        keep_alive: false,
        expects_continue: false,
    };
    let mut response = Response::new(Box::new(out), &nothing, false);
    send_error(&mut response, &nothing, status);
    log::access(remote, head, status, response.sent, Duration::ZERO, None);
    let _ = connection.stream.shutdown(std::net::Shutdown::Write);
}

/// Reads on for a moment after the last answer: closing a connection with unread input would tear the answer away
/// from the client.
fn drain(connection: &mut Connection<TcpStream>) {
    use std::io::Read;
    let mut buffer = [0; 8192];
    let end = Instant::now() + Duration::from_millis(500);
    while Instant::now() < end {
        if connection.stream.set_read_timeout(Some(Duration::from_millis(100))).is_err() {
            return;
        }
        if !matches!(connection.stream.read(&mut buffer), Ok(1..)) {
            return;
        }
    }
}
