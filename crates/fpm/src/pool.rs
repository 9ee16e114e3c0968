//! The process of a pool: its children, which are threads, how many there are, and how long they may take.

use crate::{
    access::Access,
    board::{Board, State},
    child::{self, STACK_SIZE},
    config::{self, Manager},
    listen,
    log::{self, Level},
};
use phant_cgi::{
    SAPI,
    settings::{Settings, Values},
    variables::Rules,
};
use phant_native::ini::Prepared;
use phant_os::{
    poll, posix,
    process::{self, SIGINT, SIGQUIT, SIGTERM, SIGUSR1},
    socket::Address,
};
use phant_sapi::body::Limits;
use phant_vm::request::{
    asking,
    engine::{self, Setup},
    preload::{Kind, preload},
};
use std::{
    fs::File,
    io::{self, Read, Write},
    os::{
        fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd},
        unix::{ffi::OsStringExt, net::UnixStream},
    },
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError, atomic::Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};

/// What the process says when it takes requests.
pub const READY: &str = "ready";
/// How often children are counted, and how often their requests' time is looked at.
const ROUND: Duration = Duration::from_secs(1);
const SHORT_ROUND: Duration = Duration::from_millis(100);
/// How long a connection that is kept may do nothing while others wait.
const YIELD: Duration = Duration::from_millis(20);
/// How long somebody has to take a connection before another child is started for it.
const PAUSE: Duration = Duration::from_millis(5);

/// A pool, for its children.
pub struct Pool {
    pub config: config::Pool,
    pub board: Board,
    pub listener: OwnedFd,
    /// Something to read is there when the pool ends.
    stop: UnixStream,
    stopper: Mutex<UnixStream>,
    pub queue_length: u64,
    /// What scripts see of the process's environment.
    pub environment: Vec<(Vec<u8>, Vec<u8>)>,
    pub settings: Settings,
    /// All settings that requests begin with.
    pub all: Arc<Values>,
    pub prepared: &'static Prepared,
    /// Settings that scripts cannot change.
    pub fixed: Vec<String>,
    pub limits: Limits,
    pub rules: Rules,
    pub access: Option<Access>,
    pub slow_log: Option<SlowLog>,
    /// Somebody wants to know how much of a processor requests take.
    pub wants_cpu: bool,
    pub expose: bool,
}

/// The file of slow requests.
pub struct SlowLog {
    path: PathBuf,
    file: Mutex<Option<File>>,
}

impl SlowLog {
    fn open(path: PathBuf) -> io::Result<SlowLog> {
        Ok(SlowLog { file: Mutex::new(Some(log::appending(&path)?)), path })
    }
    fn reopen(&self) {
        *self.file.lock().unwrap_or_else(PoisonError::into_inner) = log::appending(&self.path).ok();
    }
    /// Writes an entry.
    pub fn write(&self, entry: &[u8]) {
        if let Some(file) = &mut *self.file.lock().unwrap_or_else(PoisonError::into_inner) {
            let _ = file.write_all(entry);
        }
    }
}

impl Pool {
    /// Waits for something to read: what happened, 0 after the time or when the pool ends.
    pub fn wait(&self, fd: BorrowedFd<'_>, time: Option<Duration>) -> i16 {
        let entry = |fd: i32| poll::Entry { fd, events: poll::IN, ready: 0 };
        let mut entries = [entry(fd.as_raw_fd()), entry(self.stop.as_raw_fd())];
        match poll::poll(&mut entries, time) {
            Ok(_) if entries[1].ready == 0 => entries[0].ready,
            _ => 0,
        }
    }
    /// Waits for the next request on a connection that was kept. False if the pool ends, or if somebody else has waited for a
    /// child meanwhile: web servers keep more connections than there are children, and open a kept one that is gone anew.
    pub fn wait_kept(&self, fd: BorrowedFd<'_>) -> bool {
        let entry = |fd: i32| poll::Entry { fd, events: poll::IN, ready: 0 };
        loop {
            let mut entries = [entry(fd.as_raw_fd()), entry(self.stop.as_raw_fd()), entry(self.listener.as_raw_fd())];
            if poll::poll(&mut entries, None).is_err() || entries[1].ready != 0 {
                return false;
            }
            if entries[0].ready != 0 {
                return entries[0].ready & poll::IN != 0;
            }
            // Another child may be about to take it, or the next request about to come.
            if self.wait(fd, Some(YIELD)) != 0 {
                return true;
            }
            let mut waiting = [entry(self.listener.as_raw_fd())];
            if self.board.ending.load(Relaxed) || matches!(poll::poll(&mut waiting, Some(Duration::ZERO)), Ok(1..)) {
                return false;
            }
        }
    }
    /// Whether a client may connect.
    pub fn admits(&self, peer: &Address) -> bool {
        let allowed = &self.config.allowed_clients;
        let Address::Inet(peer) = peer else { return true };
        let ip = peer.ip().to_canonical();
        allowed.is_empty() || allowed.iter().any(|name| name.parse().is_ok_and(|allowed: std::net::IpAddr| allowed == ip))
    }
    /// How many connections wait.
    pub fn waiting(&self) -> u64 {
        let waiting = listen::waiting(&self.listener);
        self.board.most_waiting.fetch_max(waiting, Relaxed);
        waiting
    }
    /// Takes no more connections; children end when they have answered what they have.
    fn end(&self) {
        self.board.ending.store(true, Relaxed);
        let _ = self.stopper.lock().unwrap_or_else(PoisonError::into_inner).write_all(b".");
    }
}

/// The environment of scripts: that of the process unless it is to be cleared, what the pool sets, and whose it is.
fn environment(config: &config::Pool) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut all: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    if !config.clear_env {
        all.extend(std::env::vars_os().map(|(name, value)| (name.into_vec(), value.into_vec())));
    }
    let user = config.user.as_deref().and_then(listen::user);
    let own = user.map(|user| [(b"USER".to_vec(), user.name), (b"HOME".to_vec(), user.home)]);
    let given = config.environment.iter().map(|(name, value)| (name.as_bytes().to_vec(), value.clone()));
    for (name, value) in given.chain(own.into_iter().flatten()) {
        match all.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => all.push((name, value)),
        }
    }
    all
}

/// Becomes the user that the pool is for.
fn become_user(config: &config::Pool) -> Result<(), String> {
    let failed =
        |what: &str, error: io::Error| format!("[pool {}] failed to {what}: {}", config.name, phant_os::error_text(&error));
    if let Some(folder) = &config.chroot {
        phant_os::fs::chroot(folder.as_os_str().as_encoded_bytes()).map_err(|error| failed("chroot", error))?;
        std::env::set_current_dir("/").map_err(|error| failed("chdir(/)", error))?;
    }
    if let Some(folder) = &config.chdir {
        std::env::set_current_dir(folder).map_err(|error| failed("chdir", error))?;
    }
    if let Some(priority) = config.priority {
        process::nice(priority).map_err(|error| failed("set priority", error))?;
    }
    if posix::effective_user() != 0 {
        return Ok(());
    }
    let Some(name) = &config.user else { return Ok(()) };
    let user = listen::user(name).ok_or_else(|| format!("[pool {}] cannot get uid for user '{name}'", config.name))?;
    let group = match &config.group {
        Some(name) => listen::group(name).ok_or_else(|| format!("[pool {}] cannot get gid for group '{name}'", config.name))?,
        None => user.group,
    };
    posix::set_group(group).map_err(|error| failed("setgid", error))?;
    posix::init_groups(&user.name, group).map_err(|error| failed("initgroups", error))?;
    posix::set_user(user.user).map_err(|error| failed("setuid", error))
}

/// The signals of a pool's process, which every thread must leave to the one that waits for them.
pub const SIGNALS: [i32; 4] = [SIGQUIT, SIGTERM, SIGINT, SIGUSR1];

/// How long a child waits for a connection before it looks whether it is still wanted.
pub const LOOK_UP: Duration = Duration::from_millis(250);

/// What the process of a pool has from the master.
pub struct Descriptors {
    /// The socket that requests come to.
    pub listener: OwnedFd,
    /// The connection to the master.
    pub control: OwnedFd,
    /// The socket for the status page alone.
    pub status: Option<OwnedFd>,
}

/// Runs the process of a pool until it is told to end. `confine` leaves it with what PHP code may do.
pub fn serve(
    config: config::Pool,
    settings: Settings,
    descriptors: Descriptors,
    confine: impl FnOnce() -> Result<(), String>,
) -> Result<(), String> {
    process::block_signals(&SIGNALS);
    let name = config.name.clone();
    let _ = process::set_title(format!("php-fpm: pool {name}").as_bytes());
    // Files are opened and the environment is read before the process is somebody else's.
    let access = Access::new(&config).map_err(|why| format!("[pool {name}] {why}"))?;
    let slow_log = config.slow_log.clone().map(SlowLog::open).transpose();
    let slow_log =
        slow_log.map_err(|error| format!("[pool {name}] unable to open the slowlog: {}", phant_os::error_text(&error)))?;
    let environment = environment(&config);
    become_user(&config)?;
    // Before there are threads: each has what the one has that starts it.
    confine().map_err(|why| format!("[pool {name}] {why}"))?;
    let mut all = settings.common.clone();
    all.extend(config.settings.iter().map(|setting| (setting.name.clone(), setting.value.clone())));
    let settings = Settings { common: all, ..settings };
    let Descriptors { listener, control, status } = descriptors;
    // Children wait in the system for their turn. All processes of the pool share the socket, and all of them do so.
    phant_os::fs::set_blocking(listener.as_fd(), true).map_err(|error| phant_os::error_text(&error))?;
    phant_os::socket::set_receive_timeout(listener.as_fd(), Some(LOOK_UP)).map_err(|error| phant_os::error_text(&error))?;
    let (stop, stopper) = UnixStream::pair().map_err(|error| phant_os::error_text(&error))?;
    let pool = Arc::new(Pool {
        board: Board::new(),
        queue_length: listen::queue_length(&config),
        wants_cpu: config.status_path.is_some() || access.as_ref().is_some_and(Access::wants_cpu),
        fixed: config.settings.iter().filter(|setting| setting.fixed).map(|setting| setting.name.clone()).collect(),
        limits: Limits::new(&settings.common),
        // What requests begin with is kept as long as the process lives.
        prepared: Box::leak(Box::new(Prepared::new(&settings.common))),
        rules: Rules {
            fix_path_info: settings.bool("cgi.fix_pathinfo"),
            discard_path: settings.bool("cgi.discard_path"),
            document_root: settings.filled("doc_root"),
        },
        expose: settings.bool("expose_php"),
        all: Arc::new(settings.common.clone()),
        config,
        listener,
        stop,
        stopper: Mutex::new(stopper),
        environment,
        settings,
        access,
        slow_log,
    });
    let prepared = pool.prepared;
    let preloaded = engine::with_stack(STACK_SIZE, move || {
        engine::set_stack_size(STACK_SIZE);
        preload(&Setup { sapi: SAPI, prepared: Some(prepared), ..Setup::default() }, Kind::Manager, |_| {})
    });
    if !preloaded {
        return Err(format!("[pool {name}] opcache.preload failed"));
    }
    for _ in 0..pool.config.start_servers() {
        start_child(&pool, pool.config.max_children).map_err(|error| format!("[pool {name}] {error}"))?;
    }
    if let Some(listener) = status {
        let shown = Arc::clone(&pool);
        let started = thread::Builder::new().name("status".to_owned()).stack_size(256 << 10);
        started.spawn(move || child::show_status(&shown, &listener)).map_err(|error| error.to_string())?;
    }
    let managed = Arc::clone(&pool);
    let manager = thread::Builder::new().name("manager".to_owned()).stack_size(256 << 10).spawn(move || manage(&managed));
    manager.map_err(|error| error.to_string())?;
    let mut control = UnixStream::from(control);
    control.write_all(format!("{READY}\n").as_bytes()).map_err(|error| error.to_string())?;
    let watch = thread::Builder::new().stack_size(64 << 10).spawn(move || {
        // The end of the master is the end of this process too.
        let mut nothing = [0];
        while matches!(control.read(&mut nothing), Ok(1)) {}
        let _ = process::kill(std::process::id(), SIGTERM);
    });
    watch.map_err(|error| error.to_string())?;
    loop {
        match process::wait_for_signal(&SIGNALS) {
            SIGUSR1 => {
                log::reopen();
                pool.access.iter().for_each(Access::reopen);
                pool.slow_log.iter().for_each(SlowLog::reopen);
            }
            SIGQUIT => {
                pool.end();
                let ended = Arc::clone(&pool);
                let _ = thread::Builder::new().stack_size(64 << 10).spawn(move || {
                    while ended.board.count().total() > 0 {
                        thread::sleep(PAUSE);
                    }
                    let _ = process::kill(std::process::id(), SIGTERM);
                });
            }
            _ => return Ok(()),
        }
    }
}

/// Starts a child, if there are less than `most`.
fn start_child(pool: &Arc<Pool>, most: usize) -> io::Result<bool> {
    let Some(at) = pool.board.take_place(most) else { return Ok(false) };
    let own = Arc::clone(pool);
    let started = thread::Builder::new().name("php".to_owned()).stack_size(STACK_SIZE).spawn(move || child::run(&own, at));
    if started.is_err() {
        pool.board.leave_place(at);
    }
    started.map(|_| true)
}

/// Looks after the number of children and the time of their requests.
fn manage(pool: &Arc<Pool>) {
    let config = &pool.config;
    let timed = !config.slow_timeout.is_zero() || !config.terminate_timeout.is_zero();
    let (mut rate, mut told) = (1, false);
    let mut counted = Instant::now();
    while !pool.board.ending.load(Relaxed) {
        let round = if timed { SHORT_ROUND } else { ROUND };
        if config.manager() == Manager::OnDemand {
            serve_demand(pool, round, &mut told);
        } else {
            pool.wait(pool.stop.as_fd(), Some(round));
        }
        let late = if timed { look_at_time(pool) } else { 0 };
        if counted.elapsed() < ROUND {
            continue;
        }
        counted = Instant::now();
        // The system's table of sockets may be long: it is read where somebody may ask for the figure.
        if config.status_path.is_some() {
            pool.waiting();
        }
        match config.manager() {
            // One that does not come to an end is replaced.
            Manager::Static => drop(start_child(pool, config.max_children + late)),
            Manager::Dynamic => adjust(pool, late, &mut rate, &mut told),
            Manager::OnDemand => {}
        }
    }
}

/// Waits for connections that no child takes, and starts one for each.
fn serve_demand(pool: &Arc<Pool>, round: Duration, told: &mut bool) {
    if pool.wait(pool.listener.as_fd(), Some(round)) == 0 {
        return;
    }
    if pool.board.count().idle == 0 {
        match start_child(pool, pool.config.max_children) {
            Ok(true) => *told = false,
            _ => reached(pool, told),
        }
    }
    thread::sleep(PAUSE);
}

/// Says once that there would be more children, if there could be.
fn reached(pool: &Pool, told: &mut bool) {
    if !std::mem::replace(told, true) {
        pool.board.reached.fetch_add(1, Relaxed);
        let (name, most) = (&pool.config.name, pool.config.max_children);
        log::line(Level::Warning, format!("[pool {name}] server reached pm.max_children setting ({most}), consider raising it"));
    }
}

/// Keeps as many children without work as are wanted. More are started by ones, twos, fours, as long as they are too few.
fn adjust(pool: &Arc<Pool>, late: usize, rate: &mut usize, told: &mut bool) {
    let (config, count) = (&pool.config, pool.board.count());
    if count.idle > config.max_spare {
        pool.board.surplus.store(1, Relaxed);
        *rate = 1;
        return;
    }
    pool.board.surplus.store(0, Relaxed);
    if count.idle >= config.min_spare {
        (*rate, *told) = (1, false);
        return;
    }
    let most = config.max_children + late;
    if count.total() >= most {
        reached(pool, told);
        *rate = 1;
        return;
    }
    let more = (*rate).min(config.min_spare - count.idle).min(most - count.total());
    if *rate >= 8 {
        let (name, idle, total) = (&config.name, count.idle, count.total());
        log::line(
            Level::Warning,
            format!(
                "[pool {name}] seems busy (you may need to increase pm.start_servers, or pm.min/max_spare_servers), spawning \
                 {more} children, there are {idle} idle, and {total} total children"
            ),
        );
    }
    for _ in 0..more {
        let _ = start_child(pool, most);
    }
    *rate = (*rate * 2).min(config.max_spawn_rate.max(1));
}

/// Notes requests that take long, and tells those that take too long to end. How many do not come to an end is the result.
fn look_at_time(pool: &Pool) -> usize {
    let config = &pool.config;
    let mut late = 0;
    for (at, child) in pool.board.all() {
        if !matches!(child.state, State::Running | State::Finishing) || child.took.is_some() {
            continue;
        }
        let took = child.began.elapsed();
        let who = || {
            let (name, thread, script) = (&config.name, child.thread, &child.script);
            format!("[pool {name}] child {thread}, script '{script}' (request: \"{} {}\")", child.method, child.uri)
        };
        let seconds = took.as_secs_f64();
        // Between the two looks the child may have gone on to another request.
        let is_same = |now: &crate::board::Child| now.began == child.began && now.took.is_none();
        if !config.slow_timeout.is_zero() && took >= config.slow_timeout && !child.is_slow {
            let noted = pool.board.note(at, |now| is_same(now) && !std::mem::replace(&mut now.is_slow, true));
            if noted == Some(true) {
                pool.board.slow.fetch_add(1, Relaxed);
                log::line(Level::Warning, format!("{} executing too slow ({seconds:.6} sec), logging", who()));
                asking::ask(child.number);
            }
        }
        if config.terminate_timeout.is_zero() || took < config.terminate_timeout {
            continue;
        }
        late += 1;
        if !child.is_late {
            pool.board.note(at, |now| now.is_late = is_same(now));
            log::line(Level::Warning, format!("{} execution timed out ({seconds:.6} sec), terminating", who()));
            if let Some(socket) = &child.socket {
                const BOTH: i32 = 2;
                let _ = phant_os::socket::shutdown(socket.as_fd(), BOTH);
            }
        }
        // Shutdown functions have no time either.
        asking::ask(child.number);
    }
    late
}
