//! What all connections and workers of a process share, and how a request gets its answer.

use crate::{
    Options,
    connection::{Connection, Request, Rules, Step},
    http::Head,
    known::{self, KnownFiles},
    log,
    metrics::Metrics,
    options::Standing,
    pages::{send_error, send_php_error},
    preload,
    queue::Queue,
    reactor::{Connections, Reactor},
    request::Incoming,
    response::{Framed, Response},
    route::{self, Route, Script},
    static_files::{self, Content, Part},
    telemetry::{self, Answered},
    watch::{self, Listeners},
};
use phant_native::{config, ini::Prepared};
use phant_os::epoll::Event;
use phant_sapi::body::Limits;
use std::{
    fs::File,
    io::{self, Write},
    net::{SocketAddr, TcpListener},
    os::unix::{ffi::OsStrExt, net::UnixStream},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

/// How long a connection may still ask for something when the server is to end.
const LAST_CALL: Duration = Duration::from_secs(1);

/// How long scripts that stay may take to end after the last request.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// For how long a thread that has woken others leaves the connections to them.
const STAND_BACK: Duration = Duration::from_millis(1);

/// Whether a browser shows the answer, as far as it says what it wants it for: scripts ask for parts of pages too.
fn is_shown(head: &Head) -> bool {
    let wants = |name: &str| head.header(name);
    wants("sec-fetch-dest").is_none_or(|what| matches!(what, b"document" | b"iframe" | b"frame"))
        && wants("x-requested-with").is_none()
}

/// Which requests somebody takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// Those for any script.
    Any,
    /// Those for a script that stays.
    Pool(usize),
}

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

/// What is the same for all requests.
pub struct Site {
    /// The document root.
    pub root: PathBuf,
    /// A script that is asked first.
    pub router: Option<PathBuf>,
    /// `SERVER_SOFTWARE`
    pub software: String,
    /// `SERVER_NAME`: the address as it was given.
    pub name: String,
    /// As PHP's built-in server answers.
    pub as_php: bool,
    /// Links to what is outside of the root are served.
    pub follow_links: bool,
    /// Connections are encrypted.
    pub https: bool,
    /// What scripts are told they run under.
    pub sapi: &'static str,
    /// The settings that each request begins with.
    pub settings: &'static Prepared,
}

/// A script that stays, and the requests that wait for it.
pub struct Pool {
    /// The script.
    pub script: Script,
    /// It answers below this address what nothing else does; otherwise what its own address is for.
    prefix: Option<String>,
    /// Requests that wait for it.
    pub queue: Queue<Job>,
    /// How many run.
    pub count: usize,
    /// Requests run on private copies of what the script leaves behind.
    pub is_snapshot: bool,
}

impl Pool {
    fn new(standing: Standing, root: &Path, workers: usize, most: usize) -> io::Result<Pool> {
        let Standing { prefix, script, count, is_snapshot } = standing;
        let inside = root.join(&script);
        let file = if inside.is_file() { inside } else { script.clone() };
        let file = file.canonicalize().map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", script.display())))?;
        let name = match file.strip_prefix(root) {
            Ok(inside) => [b"/", inside.as_os_str().as_bytes()].concat(),
            Err(_) => [b"/", file.file_name().unwrap_or_default().as_bytes()].concat(),
        };
        let script = Script { file, name, path_info: None, named: false };
        Ok(Pool { script, prefix, queue: Queue::new(most), count: count.unwrap_or(workers), is_snapshot })
    }
    /// The script for a request, if it is this one's.
    fn takes(&self, route: &Route, path: &[u8]) -> Option<Script> {
        if self.is_snapshot {
            let prefix = self.prefix.as_deref().unwrap_or("/");
            return match route {
                // The script runs on the copy, unless the boot has returned who answers.
                Route::Script(script) if is_below(path, prefix) => Some(script.clone()),
                Route::None if self.prefix.is_some() && is_below(path, prefix) => Some(self.script.clone()),
                _ => None,
            };
        }
        match (&self.prefix, route) {
            (None, Route::Script(script)) => (script.file == self.script.file).then(|| script.clone()),
            (Some(prefix), Route::None | Route::Script(Script { named: false, .. })) => {
                is_below(path, prefix).then(|| self.script.clone())
            }
            _ => None,
        }
    }
}

/// Whether an address is a path, or below it.
fn is_below(address: &[u8], path: &str) -> bool {
    let rest = address.strip_prefix(path.as_bytes());
    rest.is_some_and(|rest| path.ends_with('/') || matches!(rest.first(), None | Some(b'/')))
}

/// What all connections and workers share.
pub struct Server {
    /// What is the same for all requests.
    pub site: Arc<Site>,
    /// The rules for reading requests.
    pub rules: Rules,
    /// All connections.
    pub connections: Connections,
    /// The part of the thread that looks after them.
    pub reactor: Mutex<Reactor>,
    /// Requests that wait for PHP.
    pub queue: Queue<Job>,
    /// Files that were sent before.
    known: KnownFiles,
    /// Scripts that stay.
    pub pools: Vec<Pool>,
    /// Tells what they keep.
    pub worker_check: bool,
    /// It notes which files are worth preloading.
    keeps_list: bool,
    /// Browsers that want to know when files change, if anybody looks.
    listeners: Option<Listeners>,
    /// Long answers are compressed.
    compresses: bool,
    /// How many of them run.
    pub standing: AtomicUsize,
    /// Everything that was asked is answered: they may end.
    ended: AtomicBool,
    stopping: AtomicBool,
    /// When idle connections are closed at last.
    last_call: OnceLock<Instant>,
    /// Requests that are being answered.
    busy: AtomicUsize,
    /// What is counted.
    pub metrics: Metrics,
    workers: usize,
    answered: AtomicU64,
    /// After how many of them the process is replaced, and who does it.
    max_requests: u64,
    /// How long its end waits for requests that are being answered.
    patience: Duration,
    control: OnceLock<UnixStream>,
}

/// A request for PHP, and where its answer goes.
pub struct Job {
    /// The request.
    pub incoming: Arc<Incoming>,
    /// What answers the address, if the router script does not.
    pub route: Route,
    /// The answer, to be filled.
    pub response: Response,
    /// Where it goes.
    pub client: Client,
}

/// The way of an answer to a connection.
#[derive(Clone)]
pub struct Client {
    server: Arc<Server>,
    connection: Arc<Connection>,
    /// The stream of a connection that has several.
    stream: u32,
}

impl Client {
    /// Sends a part of a file.
    fn send_file(&self, file: Arc<File>, start: u64, length: u64) -> io::Result<()> {
        self.connection.send_file(self.stream, file, start, length, &self.server.rules)
    }
    /// The answer is complete: the connection is used further if `keep` says so, as the client was told.
    pub fn finish(&self, keep: bool) {
        self.server.count();
        self.connection.finish(self.stream, keep);
    }
    /// Moves the connection on after its answer.
    pub fn go_on(&self) {
        self.server.advance(&self.connection, self.connection.step(&self.server.rules));
    }
    /// The same in the middle of a request, which another thread may then follow up.
    pub fn go_on_meanwhile(&self) {
        self.go_on();
        self.server.wake(None);
    }
    /// Notes an answer that PHP has made.
    pub fn answered(&self, incoming: &Incoming, response: &Response, error: Option<&str>) {
        let took = incoming.arrived.elapsed();
        self.server.metrics.answered(response.status, response.sent, took);
        if let Some(trace) = &incoming.trace {
            telemetry::end(trace, &Answered::by_script(incoming, response.status, response.sent, error));
        }
        log::access(self.connection.remote, Some(&incoming.head), response.status, response.sent, took, error);
        self.finish(response.keep_alive && !response.failed);
    }
    /// The request takes longer than somebody wants to know.
    pub fn is_slow(&self) {
        self.server.metrics.slow.fetch_add(1, Ordering::Relaxed);
    }
    /// Whether the client has said that it does not want the answer any more.
    pub fn is_gone(&self) -> bool {
        self.connection.is_gone(self.stream)
    }
    /// The client.
    pub fn remote(&self) -> SocketAddr {
        self.connection.remote
    }
}

impl Framed for Client {
    fn send(&mut self, head: Option<&[u8]>, body: &[u8], last: bool) -> io::Result<()> {
        self.connection.send_in_stream(self.stream, head, body, last, &self.server.rules)
    }
}

impl io::Write for Client {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.connection.send(bytes, &self.server.rules)?;
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Server {
    /// A server for connections to `listener`.
    pub fn new(listener: TcpListener, options: Options, workers: usize) -> io::Result<Arc<Server>> {
        let (connections, reactor) = Connections::new(listener, options.connections, options.connections_per_address)?;
        let address = options.listen.rsplit_once(':').map_or("", |(host, _)| host).to_owned();
        let tls = options.tls.as_ref().map(crate::tls::configuration).transpose()?;
        let Options { root, router, software, as_php, follow_links, .. } = options;
        let pools = options.standing.into_iter().map(|standing| Pool::new(standing, &root, workers, options.queue));
        let pools = pools.collect::<io::Result<_>>()?;
        Ok(Arc::new(Server {
            site: Arc::new(Site {
                root,
                router,
                software,
                name: options.server_name.unwrap_or(address),
                as_php,
                follow_links: as_php || follow_links,
                https: tls.is_some(),
                sapi: if as_php { "cli-server" } else { "fpm-fcgi" },
                settings: Box::leak(Box::new(Prepared::new(&config::get().settings()))),
            }),
            rules: Rules { deadlines: options.deadlines, limits: Limits::new(&config::get().settings()), lenient: as_php, tls },
            connections,
            reactor: Mutex::new(reactor),
            queue: Queue::new(options.queue),
            known: KnownFiles::new(options.compress && !as_php),
            pools,
            worker_check: options.worker_check,
            keeps_list: options.preload == preload::Preload::Auto,
            listeners: options.watch.then(Listeners::default),
            compresses: options.compress && !as_php,
            standing: AtomicUsize::new(0),
            ended: AtomicBool::new(false),
            stopping: AtomicBool::new(false),
            last_call: OnceLock::new(),
            busy: AtomicUsize::new(0),
            metrics: Metrics::default(),
            workers,
            answered: AtomicU64::new(0),
            max_requests: options.max_requests,
            patience: options.drain,
            control: OnceLock::new(),
        }))
    }
    /// Whether it is to end.
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }
    /// Whether it has ended, and scripts that stay are to end too.
    pub fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Acquire)
    }
    /// Wakes as many as there are requests in line; the first in the line of the pool `own` is the caller's. Whether there was one to
    /// be woken.
    pub fn wake(&self, own: Option<Line>) -> bool {
        let mut woken = self.queue.wake(usize::from(own == Some(Line::Any)));
        for (i, pool) in self.pools.iter().enumerate() {
            woken += pool.queue.wake(usize::from(own == Some(Line::Pool(i))));
        }
        woken > 0
    }
    /// Looks after connections for a thread that has nothing in its line, or sleeps if somebody does. Whoever is woken for a request
    /// does so itself after it, and reads what comes next without being woken: so this thread, if it has no request of its own,
    /// stands back. Otherwise it would read for ever what others are woken for.
    pub fn attend(self: &Arc<Server>, line: Line, most: Duration) {
        let queue = match line {
            Line::Any => &self.queue,
            Line::Pool(at) => &self.pools[at].queue,
        };
        let Ok(mut reactor) = self.reactor.try_lock() else {
            queue.sleep(most);
            return;
        };
        reactor.turn(self, most);
        drop(reactor);
        if self.wake(Some(line)) {
            queue.sleep(STAND_BACK);
        }
    }
    /// Whoever replaces this process listens here.
    pub fn replaced_by(&self, control: UnixStream) {
        let _ = self.control.set(control);
    }
    /// A request has been answered.
    fn count(&self) {
        self.busy.fetch_sub(1, Ordering::AcqRel);
        let answered = self.answered.fetch_add(1, Ordering::AcqRel) + 1;
        if answered == self.max_requests
            && let Some(mut control) = self.control.get()
        {
            let _ = control.write_all(format!("{}\n", crate::supervisor::REPLACE).as_bytes());
        }
    }
    /// Takes no more connections, answers what was asked, and returns when that is done or has taken too long.
    pub fn drain(&self) {
        let _ = self.last_call.set(Instant::now() + if self.site.as_php { Duration::ZERO } else { LAST_CALL.min(self.patience) });
        self.stopping.store(true, Ordering::Release);
        self.listeners.iter().for_each(Listeners::close);
        self.connections.wake();
        let end = Instant::now() + self.patience;
        while (self.connections.are_left() || self.busy.load(Ordering::Acquire) > 0) && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(10));
        }
        if self.keeps_list {
            preload::end(&self.site);
        }
        self.ended.store(true, Ordering::Release);
        let end = Instant::now() + LAST_WORDS;
        while self.standing.load(Ordering::Acquire) > 0 && Instant::now() < end {
            self.pools.iter().for_each(|pool| pool.queue.wake_all());
            self.connections.wake();
            std::thread::sleep(Duration::from_millis(5));
        }
        log::flush();
        telemetry::finish();
    }
    /// Files have changed, for the so many-th time.
    pub fn changed(&self, number: u64) {
        self.listeners.iter().for_each(|listeners| listeners.tell(number));
    }
    /// Something has happened to a connection.
    pub fn happened(self: &Arc<Server>, connection: &Arc<Connection>, event: Event) {
        self.advance(connection, connection.happened(event, &self.rules));
    }
    /// Goes on with a connection that had more to do.
    pub fn go_on(self: &Arc<Server>, connection: &Arc<Connection>) {
        self.advance(connection, connection.step(&self.rules));
    }
    /// Looks whether a client has been waited for long enough.
    pub fn expire(self: &Arc<Server>, connection: &Arc<Connection>, now: Instant) {
        self.advance(connection, connection.expire(now, self.last_call.get().copied(), &self.rules));
    }
    /// Does what a connection needs, until that is nothing.
    fn advance(self: &Arc<Server>, connection: &Arc<Connection>, mut step: Step) {
        loop {
            match step {
                Step::Wait => return,
                Step::Again => {
                    self.connections.again(connection);
                    return;
                }
                Step::Closed => {
                    self.connections.remove(connection);
                    return;
                }
                Step::Refuse(stream, status, head) => self.refuse(connection, stream, status, head.as_deref()),
                Step::Request(request) => {
                    let is_only_one = request.stream == 0;
                    if !self.dispatch(connection, *request) && is_only_one {
                        return;
                    }
                }
            }
            step = connection.step(&self.rules);
        }
    }
    /// Answers a request, or hands it to those who run PHP: then it is not done yet.
    fn dispatch(self: &Arc<Server>, connection: &Arc<Connection>, request: Request) -> bool {
        let Request { stream, head, body, arrived, keep_alive } = request;
        self.busy.fetch_add(1, Ordering::AcqRel);
        let client = Client { server: Arc::clone(self), connection: Arc::clone(connection), stream };
        let keep_alive = keep_alive && !self.is_stopping();
        let mut response = Response::new(Box::new(client.clone()), &head, keep_alive);
        if stream > 0 {
            response = response.framed(Box::new(client.clone()));
        }
        if self.compresses {
            response = response.compressing(&head);
        }
        if let Some(listeners) = &self.listeners {
            match head.path() {
                watch::EVENTS if head.method == "GET" => {
                    listeners.add(response, client);
                    return false;
                }
                watch::SCRIPT => {
                    let kind = [("Content-Type", "text/javascript".to_owned())];
                    response.plain(200, &kind, watch::CODE.as_bytes(), "");
                    self.answered(&client, &head, &response, arrived);
                    return true;
                }
                _ if is_shown(&head) => response = response.ending(watch::script(listeners.number())),
                _ => {}
            }
        }
        let as_php = self.site.as_php;
        if as_php {
            response = response.as_php(&head);
        }
        if as_php && !METHODS.contains(&head.method.as_str()) {
            send_error(&mut response, &head, 501);
            self.answered(&client, &head, &response, arrived);
            return true;
        }
        let route = self.known.find(&self.site, head.path());
        let pool = self.pools.iter().find_map(|pool| Some((pool, pool.takes(&route, head.path())?)));
        let queue = pool.as_ref().map_or(&self.queue, |(pool, _)| &pool.queue);
        let script = match &route {
            _ if pool.is_some() => pool.map(|(_, script)| script).unwrap_or_default(),
            Route::Script(script) => script.clone(),
            _ if self.site.router.is_some() && route != Route::Bad => self.stand_in(&head),
            _ => {
                self.plain(route, &head, &mut response, &client);
                self.answered(&client, &head, &response, arrived);
                return true;
            }
        };
        let trace = telemetry::begin(&head);
        let incoming = Arc::new(Incoming {
            head,
            body,
            most_parts: self.rules.limits.most_parts(),
            script,
            site: Arc::clone(&self.site),
            remote: connection.remote,
            local: connection.local,
            arrived,
            batch: known::batch(),
            trace,
        });
        match queue.push(Job { incoming, route, response, client }) {
            Ok(()) => false,
            Err(Job { incoming, mut response, client, .. }) => {
                self.metrics.turned_away.fetch_add(1, Ordering::Relaxed);
                send_error(&mut response, &incoming.head, 503);
                self.answered(&client, &incoming.head, &response, arrived);
                true
            }
        }
    }
    /// What has been counted so far, in a line.
    pub fn counts(&self) -> String {
        let cache = phant_vm::runtime::cache::statistics();
        let workers = (self.workers + self.pools.iter().map(|pool| pool.count).sum::<usize>()) as u64;
        let running = self.metrics.running.load(Ordering::Acquire);
        self.metrics.line(&[
            ("busy", self.busy.load(Ordering::Acquire) as u64),
            ("queue", (self.queue.len() + self.pools.iter().map(|pool| pool.queue.len()).sum::<usize>()) as u64),
            ("connections", self.connections.count() as u64),
            ("workers", workers),
            ("running", running),
            ("idle", workers.saturating_sub(running)),
            ("cache_files", cache.files as u64),
            ("cache_bytes", cache.bytes as u64),
            ("spans_dropped", telemetry::dropped()),
        ])
    }
    fn answered(&self, client: &Client, head: &Head, response: &Response, arrived: Instant) {
        let took = arrived.elapsed();
        self.metrics.answered(response.status, response.sent, took);
        if let Some(trace) = telemetry::begin(head) {
            let answered = Answered {
                head,
                remote: client.remote(),
                local: client.connection.local,
                https: self.site.https,
                script: None,
                status: response.status,
                sent: response.sent,
                took,
                error: None,
            };
            telemetry::end(&trace, &answered);
        }
        log::access(client.remote(), Some(head), response.status, response.sent, took, None);
        client.finish(response.keep_alive && !response.failed);
    }
    /// What a router script is told of an address that no script answers.
    fn stand_in(&self, head: &Head) -> Script {
        let name = route::decode(head.path()).unwrap_or_default();
        let relative = String::from_utf8_lossy(name.strip_prefix(b"/").unwrap_or(&name)).into_owned();
        Script { file: self.site.root.join(relative), name, path_info: None, named: true }
    }
    /// An answer without PHP.
    pub fn plain(&self, route: Route, head: &Head, response: &mut Response, client: &Client) {
        let as_php = self.site.as_php;
        if as_php && matches!(head.method.as_str(), "DELETE" | "PUT" | "PATCH") {
            send_php_error(response, head, 405);
            return;
        }
        let status = match route {
            Route::File(_) | Route::Known(_) => {
                let answer = match route {
                    Route::Known(known) => self.known.answer(&known, head),
                    Route::File(path) => static_files::answer(&path, head, as_php),
                    _ => unreachable!("one of both"),
                };
                if answer.status < 400 {
                    match answer.part {
                        Some(Part { content: Content::Memory(bytes), start, length }) => {
                            let end = start as usize + length as usize;
                            response.plain(answer.status, &answer.headers, &bytes[start as usize..end], "");
                        }
                        Some(Part { content: Content::Disk(file), start, length }) => {
                            response.head(answer.status, &answer.headers, length, "");
                            response.body_by(length, || client.send_file(file, start, length));
                        }
                        None => response.head(answer.status, &answer.headers, 0, ""),
                    }
                    return;
                }
                if !answer.headers.is_empty() {
                    crate::pages::send_error_with(response, head, answer.status, answer.headers);
                    return;
                }
                answer.status
            }
            Route::Bad => 400,
            _ => 404,
        };
        if as_php && status == 404 {
            send_php_error(response, head, status);
        } else {
            send_error(response, head, status);
        }
    }
    /// Answers what could not be read as a request.
    fn refuse(self: &Arc<Server>, connection: &Arc<Connection>, stream: u32, status: u16, head: Option<&Head>) {
        let nothing = Head::unread();
        let client = Client { server: Arc::clone(self), connection: Arc::clone(connection), stream };
        let mut response = Response::new(Box::new(client.clone()), &nothing, false);
        if stream > 0 {
            response = response.framed(Box::new(client));
        }
        send_error(&mut response, &nothing, status);
        self.metrics.answered(status, response.sent, Duration::ZERO);
        log::access(connection.remote, head, status, response.sent, Duration::ZERO, None);
        connection.finish(stream, false);
    }
}
