//! A child of a pool: a thread that answers the requests of one connection after the other.

use crate::{
    SAPI,
    access::Answered,
    board::{Child, State},
    config::Manager,
    link::{Link, Share},
    log,
    pool::{self, Pool},
    status,
};
use phant_cgi::{
    Answer, Carrier, Manner,
    settings::{self, Values},
    variables::Request,
};
use phant_memory::{Array, Value, heap, intern};
use phant_native::{
    Ctx,
    output::Output,
    sapi::{self, BodyError, Sapi},
};
use phant_os::{
    poll,
    socket::{self, Address},
};
use phant_sapi::body::Limits;
use phant_vm::{
    Vm,
    request::{
        asking::Askable,
        engine::{self, Setup, Worker},
    },
};
use std::{
    cell::{Cell, RefCell},
    ffi::OsStr,
    fs, io,
    os::{
        fd::{AsFd, OwnedFd},
        unix::ffi::OsStrExt,
    },
    path::Path,
    rc::Rc,
    sync::{Arc, atomic::Ordering::Relaxed},
    time::{Duration, Instant},
};

/// The stack of a child: address space only, until deep recursion needs it.
pub const STACK_SIZE: usize = 1 << 30;
/// How long the first bytes of a connection may take.
const FIRST_BYTES: Duration = Duration::from_secs(5);
/// How often a child without work looks whether it is still wanted.
const REST: Duration = Duration::from_secs(1);

/// After how long without a connection a child gives the memory of its heap back.
const CALM: Duration = Duration::from_secs(5);

/// A child, for what runs in its thread.
pub struct Seat {
    pub pool: Arc<Pool>,
    at: usize,
    /// The address of the web server, if it has one.
    peer: RefCell<Option<String>>,
    link: RefCell<Option<Rc<Link>>>,
    request: RefCell<Option<Rc<Request>>>,
    answer: RefCell<Option<Rc<Answer>>>,
    /// The request was noted in the slow log.
    traced: Cell<bool>,
    /// Status and header lines of the answer, for the log.
    status: Cell<u16>,
    headers: RefCell<Vec<Vec<u8>>>,
}

thread_local! {
    static SEAT: Cell<Option<&'static Seat>> = const { Cell::new(None) };
}

/// Runs `f` with the child of this thread.
pub fn with_current<R>(f: impl FnOnce(&Seat) -> R) -> Option<R> {
    SEAT.get().map(f)
}

/// Sends the answer and lets the web server go, while the script runs on. `false`: that was done already.
pub fn finish_early(ctx: &Ctx) -> bool {
    let Some(seat) = SEAT.get() else { return false };
    let (Some(answer), Some(link)) = (seat.answer.borrow().clone(), seat.link.borrow().clone()) else { return false };
    if link.is_finished() {
        return false;
    }
    Output::end_all(ctx);
    answer.end(ctx);
    link.finish();
    seat.pool.board.enter(seat.at, State::Finishing);
    true
}

/// The life of a child, until it is not wanted any more.
pub fn run(pool: &Arc<Pool>, at: usize) {
    engine::set_stack_size(STACK_SIZE);
    // Each script runs in its own folder.
    let _ = phant_os::process::own_working_directory();
    let seat: &'static Seat = Box::leak(Box::new(Seat {
        pool: Arc::clone(pool),
        at,
        peer: RefCell::default(),
        link: RefCell::default(),
        request: RefCell::default(),
        answer: RefCell::default(),
        traced: Cell::new(false),
        status: Cell::new(200),
        headers: RefCell::default(),
    }));
    sapi::set(seat);
    SEAT.set(Some(seat));
    let askable = Askable::new();
    pool.board.note(at, |child| (child.thread, child.number) = (thread_id(), askable.number()));
    let mut worker = Worker::new();
    while let Some((socket, peer)) = seat.next_connection(&mut worker) {
        let peer = if let Address::Inet(peer) = peer { Some(peer.ip().to_canonical().to_string()) } else { None };
        seat.peer.replace(peer);
        seat.serve(&mut worker, socket);
        pool.board.enter(at, State::Idle);
    }
    SEAT.set(None);
    drop(askable);
    pool.board.leave_place(at);
}

/// The status page or the answer to the ping, if a request is for one of them.
fn own_page(pool: &Pool, request: &Request) -> Option<String> {
    let config = &pool.config;
    let name = request.get("SCRIPT_NAME").unwrap_or_default();
    let is = |path: &Option<String>| path.as_ref().is_some_and(|path| path.as_bytes() == name);
    let unsaved = "Expires: Thu, 01 Jan 1970 00:00:00 GMT\r\nCache-Control: no-cache, no-store, must-revalidate, max-age=0\r\n";
    let (head, body) = if is(&config.status_path) {
        let (kind, body) = status::page(pool, &String::from_utf8_lossy(request.query.as_deref().unwrap_or_default()));
        // Of which type the page is, php-fpm says only with the page.
        let kind = if request.method == b"HEAD" { "Content-type: text/html; charset=UTF-8" } else { kind };
        (format!("{unsaved}{kind}\r\n"), body)
    } else if is(&config.ping_path) {
        (format!("Content-type: text/plain;charset=UTF-8\r\n{unsaved}"), config.ping_response.clone())
    } else {
        return None;
    };
    let power = if pool.expose { phant_cgi::POWERED_BY } else { "" };
    let body = if request.method == b"HEAD" { String::new() } else { body };
    Some(format!("{power}{head}\r\n{body}"))
}

/// Answers on a socket that is for the status page and the ping alone, one connection after the other, until the pool ends.
pub fn show_status(pool: &Pool, listener: &OwnedFd) {
    while !pool.board.ending.load(Relaxed) {
        let Ok((socket, peer)) = socket::accept(listener.as_fd()) else {
            pool.wait(listener.as_fd(), Some(REST));
            continue;
        };
        if !pool.admits(&peer) {
            continue;
        }
        let link = Rc::new(Link::new(socket));
        // Whoever keeps a connection open gives it up for the next one.
        while link.has_more() || pool.wait(link.out().as_fd(), Some(FIRST_BYTES)) & poll::IN != 0 {
            let Some(asked) = link.request() else { break };
            let keep = asked.keep;
            let request = Request::of_parameters(&pool.environment, asked.params, &pool.rules);
            let page = own_page(pool, &request).unwrap_or_else(|| {
                link.complain(b"Primary script unknown");
                let power = if pool.expose { phant_cgi::POWERED_BY } else { "" };
                format!("Status: 404 Not Found\r\n{power}Content-type: text/html; charset=UTF-8\r\n\r\nFile not found.\n")
            });
            Share(Rc::clone(&link)).write(page.as_bytes());
            link.finish();
            if !keep || link.has_failed() {
                break;
            }
        }
    }
}

/// The system's number of this thread.
fn thread_id() -> u64 {
    let link = fs::read_link("/proc/thread-self").ok();
    let number = link.as_deref().and_then(Path::file_name).and_then(|name| name.to_str()?.parse().ok());
    number.unwrap_or_else(|| u64::from(std::process::id()))
}

/// The processor time of this thread.
fn processor_time() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0))
}

impl Seat {
    /// The request that is being answered.
    pub fn request(&self) -> Option<Rc<Request>> {
        self.request.borrow().clone()
    }
    /// Waits for a connection; none if the child is not wanted any more. The system wakes one child for a connection, and each
    /// of them from time to time, to look whether it is still wanted.
    fn next_connection(&self, worker: &mut Worker) -> Option<(OwnedFd, Address)> {
        let pool = &self.pool;
        let (since, mut rests) = (Instant::now(), false);
        let manager = pool.config.manager();
        loop {
            if pool.board.ending.load(Relaxed)
                || manager == Manager::Dynamic && pool.board.is_surplus()
                || manager == Manager::OnDemand && since.elapsed() >= pool.config.idle_timeout
                || pool.board.note(self.at, |child| child.is_late).unwrap_or(true)
            {
                return None;
            }
            match socket::accept(pool.listener.as_fd()) {
                Ok((fd, peer)) if pool.admits(&peer) => return Some((fd, peer)),
                Ok((_, peer)) => log::line(log::Level::Error, format!("Connection disallowed: {peer:?} has been dropped.")),
                // The time is over, or there are no descriptors left.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    if !rests && since.elapsed() >= CALM {
                        worker.rest();
                        rests = true;
                    }
                }
                Err(_) => std::thread::sleep(pool::LOOK_UP),
            }
        }
    }
    /// Answers what comes on a connection.
    fn serve(&self, worker: &mut Worker, socket: OwnedFd) {
        let pool = &self.pool;
        if self.peer.borrow().is_some() {
            let _ = socket::set_flag(socket.as_fd(), socket::Flag::NoDelay, true);
            // The listening socket's own is handed down.
            let _ = socket::set_receive_timeout(socket.as_fd(), None);
        }
        let watched = (!pool.config.terminate_timeout.is_zero()).then(|| socket.try_clone().ok()).flatten().map(Arc::new);
        pool.board.note(self.at, |child| child.socket = watched);
        let link = Rc::new(Link::new(socket));
        let mut patience = Some(FIRST_BYTES);
        loop {
            if !link.has_more() && !link.wait(pool, patience) {
                break;
            }
            patience = None;
            pool.board.enter(self.at, State::ReadingHeaders);
            let Some(request) = link.request() else { break };
            let keep = request.keep;
            self.answer(worker, &link, request);
            let gone = pool.board.ending.load(Relaxed) || pool.board.note(self.at, |child| child.is_late).unwrap_or(true);
            if !keep || gone || link.has_failed() {
                break;
            }
            pool.board.enter(self.at, State::Idle);
        }
        pool.board.note(self.at, |child| child.socket = None);
    }
    fn answer(&self, worker: &mut Worker, link: &Rc<Link>, request: phant_fastcgi::Request) {
        let pool = &self.pool;
        let mut parameters = vec![(b"FCGI_ROLE".to_vec(), request.role.name().as_bytes().to_vec())];
        parameters.extend(request.params);
        let request = Rc::new(Request::of_parameters(&pool.environment, parameters, &pool.rules));
        let began = log::seconds();
        self.begin(&request);
        self.link.replace(Some(Rc::clone(link)));
        self.request.replace(Some(Rc::clone(&request)));
        let cpu = pool.wants_cpu.then(processor_time);
        if !self.own_page(link, &request) {
            self.script(worker, link, &request);
        }
        link.finish();
        self.answer.take();
        self.request.take();
        self.link.take();
        let used = cpu.map(|before| processor_time().saturating_sub(before));
        let child = pool.board.note(self.at, |child| {
            let took = child.began.elapsed();
            child.took = Some(took);
            child.cpu = used.map_or(0.0, |used| 100.0 * used.as_secs_f64() / took.as_secs_f64().max(1e-9));
            child.clone()
        });
        let Some(child) = child else { return };
        pool.board.memory.fetch_max(child.memory, Relaxed);
        if let Some(access) = &pool.access {
            let sent_by_server = |name: &str| request.get(name).map(<[u8]>::to_vec);
            access.write(&Answered {
                child: &child,
                began,
                took: child.took.unwrap_or_default(),
                status: self.status.get(),
                peer: self.peer.borrow().as_deref(),
                sent_by_server: &sent_by_server,
                headers: &self.headers.borrow(),
            });
        }
        if pool.config.max_requests > 0 && child.requests >= pool.config.max_requests {
            // What a process of php-fpm would lose by its end is in the heap, and the heap is new.
            *worker = Worker::new();
            pool.board.note(self.at, |child| (child.requests, child.started) = (0, log::seconds()));
        }
    }
    /// Notes what is being answered.
    fn begin(&self, request: &Request) {
        let text = |name: &str| request.get(name).map(|text| String::from_utf8_lossy(text).into_owned()).unwrap_or_default();
        let filled = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let query = text("QUERY_STRING");
        let script = text("SCRIPT_NAME");
        let uri = if query.is_empty() { script } else { format!("{script}?{query}") };
        let path = request.script.as_deref().map(|path| String::from_utf8_lossy(path).into_owned()).unwrap_or_default();
        self.traced.set(false);
        self.status.set(200);
        self.headers.borrow_mut().clear();
        self.pool.board.accepted.fetch_add(1, Relaxed);
        self.pool.board.note(self.at, |child| {
            child.requests += 1;
            (child.began, child.took) = (Instant::now(), None);
            (child.method, child.uri, child.query) = (filled(text("REQUEST_METHOD")), filled(uri), query);
            (child.content_length, child.user) = (request.content_length, filled(text("REMOTE_USER")));
            (child.script, child.memory, child.cpu) = (filled(path), 0, 0.0);
            (child.is_slow, child.is_late) = (false, false);
        });
        self.pool.board.enter(self.at, State::Running);
    }
    /// Answers for the addresses of the status page and of the ping; false for another address.
    fn own_page(&self, link: &Rc<Link>, request: &Request) -> bool {
        let Some(page) = own_page(&self.pool, request) else { return false };
        self.pool.board.note(self.at, |child| child.script = "-".to_owned());
        Share(Rc::clone(link)).write(page.as_bytes());
        true
    }
    /// Runs the script.
    fn script(&self, worker: &mut Worker, link: &Rc<Link>, request: &Rc<Request>) {
        let pool = &self.pool;
        let mut own = pool.settings.own(request);
        let sent = |name: &str| -> Values {
            request.get(name).map(|text| settings::read(text, name, &pool.settings)).unwrap_or_default()
        };
        own.extend(sent("PHP_VALUE"));
        let fixed = sent("PHP_ADMIN_VALUE");
        own.extend(fixed.iter().cloned());
        let (limits, all) = if own.is_empty() {
            (pool.limits.clone(), Arc::clone(&pool.all))
        } else {
            let all: Values = pool.all.iter().chain(&own).cloned().collect();
            (Limits::new(&all), Arc::new(all))
        };
        let answer = Rc::new(Answer::new(Rc::clone(request), limits, all, false, Box::new(Share(Rc::clone(link)))));
        self.answer.replace(Some(Rc::clone(&answer)));
        let setup = Setup {
            sapi: SAPI,
            script: request.script.clone().unwrap_or_default(),
            prepared: Some(pool.prepared),
            http: true,
            ..Setup::default()
        };
        worker.request(&setup, |vm| {
            phant_cgi::begin(vm, request, &answer, &own, &Manner::default());
            let fixed = fixed.iter().map(|(name, _)| name);
            pool.fixed.iter().chain(fixed).for_each(|name| vm.ctx.ini.fix(name));
            self.note_user(&vm.ctx);
            self.run(vm, link, request);
            answer.leave_moved_files(&vm.ctx);
        });
    }
    /// Notes who has logged in, for the log and the status page.
    fn note_user(&self, ctx: &Ctx) {
        let server = ctx.host.global(ctx, &intern(b"_SERVER"));
        let user = server
            .as_ref()
            .and_then(Value::as_array)
            .and_then(|all| all.get_bytes(b"PHP_AUTH_USER")?.as_str().map(|user| user.to_text().into_owned()));
        if let Some(user) = user {
            self.pool.board.note(self.at, |child| child.user = user);
        }
    }
    fn run(&self, vm: &Vm, link: &Link, request: &Request) {
        let unknown = || {
            link.complain(b"Primary script unknown");
            phant_cgi::refuse(&vm.ctx, 404, "File not found.\n");
        };
        let Some(path) = &request.script else { return unknown() };
        let extensions = &self.pool.config.extensions;
        if !extensions.is_empty() && !extensions.iter().any(|extension| path.ends_with(extension.as_bytes())) {
            let shown = String::from_utf8_lossy(path);
            let why = format!("Access to the script '{shown}' has been denied (see security.limit_extensions)");
            link.complain(why.as_bytes());
            return phant_cgi::refuse(&vm.ctx, 403, "Access denied.\n");
        }
        let path = Path::new(OsStr::from_bytes(path));
        let readable = || phant_os::fs::access(path.as_os_str().as_bytes(), phant_os::fs::Access::Read);
        match fs::metadata(path).and_then(|facts| readable().map(|()| facts)) {
            Ok(facts) if facts.is_file() => phant_cgi::run(vm, path, &Manner::default()),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                let why = phant_os::error_text(&error);
                link.complain(format!("Unable to open primary script: {} ({why})", path.display()).as_bytes());
                phant_cgi::refuse(&vm.ctx, 403, "Access denied.\n");
            }
            _ => unknown(),
        }
    }
    /// Writes where the request is to the slow log.
    fn trace(&self, ctx: &Ctx, child: &Child) {
        const IGNORE_ARGUMENTS: i64 = 2;
        let Some(slow_log) = &self.pool.slow_log else { return };
        let frames = ctx.host.backtrace(ctx, IGNORE_ARGUMENTS, self.pool.config.slow_depth);
        let mut out = format!("\n[{}]  [pool {}] pid {}\n", log::now("%d-%b-%Y %H:%M:%S"), self.pool.config.name, child.thread);
        out.push_str(&format!("script_filename = {}\n", child.script));
        for (depth, (_, frame)) in frames.iter().enumerate() {
            let Some(frame) = frame.as_array() else { continue };
            let text = |name: &str| {
                frame.get_bytes(name.as_bytes()).and_then(|v| phant_native::convert::to_str(ctx, v).ok()).unwrap_or_default()
            };
            let (class, kind, function) = (text("class"), text("type"), text("function"));
            let (file, line) = (text("file"), text("line"));
            out.push_str(&format!("[0x{depth:016x}] {class}{kind}{function}() {file}:{line}\n"));
        }
        slow_log.write(out.as_bytes());
    }
}

impl Seat {
    fn with<R>(&self, f: impl FnOnce(&Answer) -> R) -> Option<R> {
        let answer = self.answer.borrow().clone();
        answer.map(|answer| f(&answer))
    }
}

impl Sapi for Seat {
    fn body_size(&self) -> u64 {
        self.with(Answer::body_size).unwrap_or(0)
    }
    fn read_body(&self, at: u64, out: &mut [u8]) -> usize {
        self.with(|answer| answer.read_body(at, out)).unwrap_or(0)
    }
    fn write(&self, ctx: &Ctx, bytes: &[u8]) -> bool {
        self.with(|answer| answer.write(ctx, bytes)).unwrap_or(true)
    }
    fn flush(&self, ctx: &Ctx) -> bool {
        self.with(|answer| answer.flush(ctx)).unwrap_or(true)
    }
    fn end(&self, ctx: &Ctx) {
        self.with(|answer| answer.end(ctx));
        let status = ctx.request.status.get();
        self.status.set(if status == 0 { 200 } else { status });
        if self.pool.access.as_ref().is_some_and(crate::access::Access::wants_headers) {
            self.headers.replace(ctx.request.headers.borrow().iter().map(|line| line.to_vec()).collect());
        }
        self.pool.board.note(self.at, |child| child.memory = heap::real_peak());
    }
    fn log(&self, line: &[u8]) {
        self.with(|answer| answer.log(line));
    }
    fn asked(&self, ctx: &Ctx) -> bool {
        let Some(child) = self.pool.board.note(self.at, |child| child.clone()) else { return true };
        if child.is_slow && !self.traced.replace(true) {
            self.trace(ctx, &child);
        }
        if child.is_late
            && let Some(link) = &*self.link.borrow()
        {
            // The web server sees a connection that breaks, as where a process is killed.
            link.close();
        }
        !child.is_late
    }
    fn parse_body(&self, ctx: &Ctx, limits: &[(&str, i64)]) -> Result<(Array, Array), BodyError> {
        self.with(|answer| answer.parse_body(ctx, limits)).unwrap_or(Err(BodyError::NoType))
    }
}

impl Link {
    /// Waits until a request comes. The first of a connection has a time for that, a later one until somebody needs the child.
    fn wait(&self, pool: &Pool, patience: Option<Duration>) -> bool {
        match patience {
            Some(_) => pool.wait(self.out().as_fd(), patience) & poll::IN != 0,
            None => pool.wait_kept(self.out().as_fd()),
        }
    }
}
