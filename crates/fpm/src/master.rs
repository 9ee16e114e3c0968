//! The process that keeps the sockets of all pools and sees to it that a process is there for each of them.
//!
//! It runs no PHP. A pool's process is this program once more, with the socket and one end of a connection to this process
//! among its descriptors, over which it says that it is ready. A reload reads the configuration anew and starts processes
//! with it; when all are ready, the old ones finish what they were asked.

use crate::{
    FLAG,
    config::{Config, Pool},
    listen,
    log::{self, Level},
    pool::READY,
};
use phant_os::process::{self, SIGCHLD, SIGHUP, SIGINT, SIGKILL, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, Status};
use std::{
    ffi::{OsStr, OsString},
    fs,
    io::{self, BufRead, BufReader, Read, Write},
    os::{
        fd::OwnedFd,
        unix::{ffi::OsStrExt, net::UnixStream},
    },
    path::PathBuf,
    process::{Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread,
    time::{Duration, Instant},
};

/// How the program is run.
#[derive(Clone, Debug, Default)]
pub struct Manner {
    /// The configuration: `-y`.
    pub file: PathBuf,
    /// It is only read: `-t`.
    pub test: bool,
    /// `-D` and `-F`.
    pub daemonize: Option<bool>,
    /// `-O`
    pub to_stderr: bool,
    /// `-R`
    pub root_may: bool,
    /// `-g`
    pub pid: Option<PathBuf>,
    /// The program's arguments, for the processes of pools.
    pub arguments: Vec<OsString>,
    /// A process in the background: where it says that it is ready.
    pub detached: Option<i32>,
}

/// The flag of the process in the background.
pub const DETACHED: &str = "--detached";
/// The signals of this process.
pub const SIGNALS: [i32; 7] = [SIGINT, SIGTERM, SIGQUIT, SIGUSR1, SIGUSR2, SIGHUP, SIGCHLD];
/// The status of a program that cannot start.
const CANNOT_START: i32 = 78;
/// The descriptors of a pool's process.
const DESCRIPTORS: (i32, i32) = (3, 4);
/// The descriptor of its socket for the status page, if it has one.
const STATUS: i32 = 5;
/// A process that ends sooner than this is replaced only after a pause.
const TOO_SOON: Duration = Duration::from_secs(1);
const STACK_SIZE: usize = 256 << 10;

enum Event {
    Signal(i32),
    Ready(u64),
}

struct Process {
    number: u64,
    pool: String,
    pid: u32,
    generation: u64,
    ready: bool,
    ending: Option<Instant>,
    started: Instant,
    /// Its end of the connection closes with this one.
    _control: UnixStream,
}

struct Master {
    manner: Manner,
    config: Config,
    /// Sockets, by their address.
    sockets: Vec<(String, OwnedFd)>,
    processes: Vec<Process>,
    events: Sender<Event>,
    generation: u64,
    /// All processes of this generation were ready at some time.
    settled: u64,
    numbers: u64,
    stopping: bool,
    not_before: Option<Instant>,
    pause: Duration,
}

/// Runs the server until a signal says stop. The exit status is the result.
pub fn run(mut manner: Manner) -> i32 {
    let failed = || {
        log::line(Level::Error, "FPM initialization failed");
        CANNOT_START
    };
    let Ok(mut config) = Config::read(&manner.file) else { return failed() };
    if manner.pid.is_some() {
        config.pid = manner.pid.take();
    }
    if manner.test {
        log::line(Level::Notice, format!("configuration file {} test is successful", manner.file.display()));
        return 0;
    }
    let root = |pool: &Pool| pool.user.as_deref().and_then(listen::user).is_some_and(|user| user.user == 0);
    if !manner.root_may
        && phant_os::posix::effective_user() == 0
        && let Some(pool) = config.pools.iter().find(|pool| root(pool))
    {
        log::line(Level::Error, format!("[pool {}] please specify user and group other than root", pool.name));
        return failed();
    }
    let background = manner.daemonize.unwrap_or(config.daemonize) && manner.detached.is_none();
    if background {
        return detach(&manner).unwrap_or_else(|error| {
            log::line(Level::Error, format!("failed to daemonize: {}", phant_os::error_text(&error)));
            CANNOT_START
        });
    }
    if let Err(error) = log::open(config.error_log.as_deref(), config.log_level, manner.to_stderr) {
        let file = config.error_log.as_deref().unwrap_or(&manner.file).display();
        log::line(Level::Error, format!("failed to open error_log ({file}): {}", phant_os::error_text(&error)));
        return failed();
    }
    process::block_signals(&SIGNALS);
    let _ = process::set_title(format!("php-fpm: master process ({})", manner.file.display()).as_bytes());
    let (events, received) = channel();
    let of_signals = events.clone();
    let waiting = thread::Builder::new()
        .stack_size(STACK_SIZE)
        .spawn(move || while of_signals.send(Event::Signal(process::wait_for_signal(&SIGNALS))).is_ok() {});
    if waiting.is_err() {
        return failed();
    }
    let mut master = Master {
        manner,
        config,
        sockets: Vec::new(),
        processes: Vec::new(),
        events,
        generation: 1,
        settled: 0,
        numbers: 0,
        stopping: false,
        not_before: None,
        pause: Duration::ZERO,
    };
    if master.open_sockets().is_err() {
        return failed();
    }
    let status = master.run(&received);
    master.clean_up();
    status
}

/// Starts the program once more, in the background, and waits until it is ready.
fn detach(manner: &Manner) -> io::Result<i32> {
    let (ours, theirs) = UnixStream::pair()?;
    let mut command = Command::new(std::env::current_exe()?);
    command.args(&manner.arguments).arg(DETACHED).arg(DESCRIPTORS.0.to_string());
    command.stdin(Stdio::null()).stdout(Stdio::null());
    process::spawn(&mut command, &[(DESCRIPTORS.0, theirs.into())], None)?;
    let mut said = String::new();
    BufReader::new(ours).read_line(&mut said)?;
    Ok(if said.trim_end() == READY { 0 } else { CANNOT_START })
}

impl Master {
    /// Opens the sockets that the configuration names and that are not open yet, and closes those that it names no more.
    fn open_sockets(&mut self) -> Result<(), ()> {
        for (pool, address) in self.config.pools.iter().flat_map(|pool| pool.addresses().map(move |address| (pool, address))) {
            if self.sockets.iter().any(|(known, _)| known == address) {
                continue;
            }
            match listen::open(pool, address) {
                Ok(socket) => self.sockets.push((address.clone(), socket)),
                Err(error) => {
                    let (why, number) = (phant_os::error_text(&error), error.raw_os_error().unwrap_or(0));
                    log::line(Level::Error, format!("unable to bind listening socket for address '{address}': {why} ({number})"));
                    return Err(());
                }
            }
        }
        Ok(())
    }
    fn run(&mut self, events: &Receiver<Event>) -> i32 {
        let pid = std::process::id();
        if let Some(file) = &self.config.pid
            && let Err(error) = fs::write(file, pid.to_string())
        {
            log::line(
                Level::Error,
                format!("Unable to create the PID file ({}): {}", file.display(), phant_os::error_text(&error)),
            );
            return CANNOT_START;
        }
        log::line(Level::Notice, format!("fpm is running, pid {pid}"));
        loop {
            if let Err(error) = self.fill_up() {
                log::line(Level::Error, format!("cannot start a process: {}", phant_os::error_text(&error)));
                self.not_before = Some(Instant::now() + TOO_SOON);
            }
            match events.recv_timeout(self.patience()) {
                Ok(Event::Signal(signal)) => {
                    if let Some(status) = self.signal(signal) {
                        return status;
                    }
                }
                Ok(Event::Ready(number)) => self.ready(number),
                Err(RecvTimeoutError::Timeout) => self.kill_late(),
                Err(RecvTimeoutError::Disconnected) => return 1,
            }
            if self.stopping && self.processes.is_empty() {
                log::line(Level::Notice, "exiting, bye-bye!");
                return 0;
            }
        }
    }
    fn patience(&self) -> Duration {
        let now = Instant::now();
        let limit = self.config.control_timeout;
        let ending = self.processes.iter().filter_map(|process| process.ending).filter(|_| !limit.is_zero());
        let next = ending.map(|at| at + limit).chain(self.not_before).min();
        next.map_or(Duration::from_secs(3600), |at| at.saturating_duration_since(now)).max(Duration::from_millis(1))
    }
    /// Starts the processes that are missing.
    fn fill_up(&mut self) -> io::Result<()> {
        if self.stopping || self.not_before.is_some_and(|at| Instant::now() < at) {
            return Ok(());
        }
        self.not_before = None;
        let generation = self.generation;
        let is_there = |process: &Process, pool: &Pool| {
            process.pool == pool.name && process.generation == generation && process.ending.is_none()
        };
        let missing = self.config.pools.iter().filter(|pool| !self.processes.iter().any(|process| is_there(process, pool)));
        for pool in missing.cloned().collect::<Vec<_>>() {
            self.start(&pool)?;
        }
        Ok(())
    }
    fn start(&mut self, pool: &Pool) -> io::Result<()> {
        let (ours, theirs) = UnixStream::pair()?;
        let socket = |wanted: &String| -> io::Result<OwnedFd> {
            let found = self.sockets.iter().find(|(address, _)| address == wanted);
            found.map(|(_, socket)| socket.try_clone()).ok_or(io::ErrorKind::NotFound)?
        };
        let (status, socket) = (pool.status_listen.as_ref().map(socket).transpose()?, socket(&pool.listen)?);
        let mut command = Command::new(std::env::current_exe()?);
        command.args(&self.manner.arguments).arg(FLAG).arg(format!(
            "{},{},{},{}",
            DESCRIPTORS.0,
            DESCRIPTORS.1,
            status.as_ref().map_or(String::new(), |_| STATUS.to_string()),
            pool.name
        ));
        if pool.clear_env {
            // Where php.ini is, the process must know like this one.
            let kept = ["PHPRC", "PHP_INI_SCAN_DIR"].into_iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
            let kept: Vec<_> = kept.collect();
            command.env_clear().envs(kept);
        }
        if let Some(user) = pool.user.as_deref().and_then(listen::user) {
            command.env("USER", OsStr::from_bytes(&user.name)).env("HOME", OsStr::from_bytes(&user.home));
        }
        command.envs(pool.environment.iter().map(|(name, value)| (name, OsStr::from_bytes(value))));
        command.stdin(Stdio::null());
        let (said, says) = phant_os::fs::pipe()?;
        let mut descriptors = vec![(DESCRIPTORS.0, socket), (DESCRIPTORS.1, theirs.into())];
        descriptors.extend(status.map(|socket| (STATUS, socket)));
        if pool.catch_output {
            descriptors.extend([(1, says.try_clone()?), (2, says)]);
        } else {
            let nowhere = fs::OpenOptions::new().write(true).open("/dev/null")?;
            descriptors.extend([(1, nowhere.try_clone()?.into()), (2, nowhere.into())]);
        }
        let child = process::spawn(&mut command, &descriptors, None)?;
        drop(descriptors);
        self.numbers += 1;
        let (number, pid) = (self.numbers, child.id());
        if pool.catch_output {
            catch_output(pool, pid, said)?;
        }
        let (events, control) = (self.events.clone(), ours.try_clone()?);
        thread::Builder::new().stack_size(STACK_SIZE).spawn(move || {
            let mut line = String::new();
            if matches!(BufReader::new(control.take(64)).read_line(&mut line), Ok(1..)) && line.trim_end() == READY {
                let _ = events.send(Event::Ready(number));
            }
        })?;
        self.processes.push(Process {
            number,
            pool: pool.name.clone(),
            pid,
            generation: self.generation,
            ready: false,
            ending: None,
            started: Instant::now(),
            _control: ours,
        });
        Ok(())
    }
    fn signal(&mut self, signal: i32) -> Option<i32> {
        match signal {
            SIGCHLD => return self.reap(),
            SIGUSR1 => {
                log::reopen();
                log::line(Level::Notice, "error log file re-opened");
                self.tell(SIGUSR1, |_| true);
            }
            SIGUSR2 | SIGHUP if !self.stopping => self.reload(),
            SIGQUIT if !self.stopping => {
                log::line(Level::Notice, "Finishing ...");
                self.stopping = true;
                self.end(|_| true);
            }
            SIGTERM | SIGINT => {
                log::line(Level::Notice, "Terminating ...");
                self.stopping = true;
                self.tell(SIGTERM, |_| true);
            }
            _ => {}
        }
        None
    }
    fn reap(&mut self) -> Option<i32> {
        let mut ended = Vec::new();
        self.processes.retain(|process| match process::wait(process.pid, false) {
            Status::Running | Status::Stopped(_) => true,
            status => {
                ended.push((
                    process.pid,
                    process.pool.clone(),
                    process.generation,
                    process.ready,
                    process.ending.is_some(),
                    process.started,
                    status,
                ));
                false
            }
        });
        for (pid, pool, generation, ready, ending, started, status) in ended {
            if ending || self.stopping {
                continue;
            }
            if !ready && self.settled == 0 {
                log::line(Level::Error, format!("[pool {pool}] process {pid} could not start"));
                self.tell(SIGTERM, |_| true);
                return Some(CANNOT_START);
            }
            if !ready && generation > self.settled {
                log::line(Level::Error, "the reload failed; what was there goes on");
                self.tell(SIGTERM, |process| process.generation == generation);
                self.processes.iter_mut().filter(|p| p.generation == generation).for_each(|p| p.ending = Some(Instant::now()));
                self.generation = self.settled;
                continue;
            }
            let how = match status {
                Status::Exited(code) => format!("with code {code}"),
                Status::Signaled(signal) => format!("on signal {signal}"),
                _ => "somehow".to_owned(),
            };
            let age = started.elapsed();
            log::line(
                Level::Warning,
                format!("[pool {pool}] child {pid} exited {how} after {:.6} seconds from start", age.as_secs_f64()),
            );
            if age < TOO_SOON {
                self.pause = (self.pause * 2).clamp(Duration::from_millis(50), Duration::from_secs(5));
                self.not_before = Some(Instant::now() + self.pause);
            } else {
                self.pause = Duration::ZERO;
            }
        }
        None
    }
    fn ready(&mut self, number: u64) {
        let Some(process) = self.processes.iter_mut().find(|process| process.number == number) else { return };
        process.ready = true;
        let generation = self.generation;
        let ready = self.processes.iter().filter(|p| p.generation == generation && p.ready && p.ending.is_none()).count();
        if ready < self.config.pools.len() {
            return;
        }
        if self.settled == 0 {
            log::line(Level::Notice, "ready to handle connections");
            if let Some(fd) = self.manner.detached.take().and_then(|number| process::inherited(number).ok()) {
                let _ = UnixStream::from(fd).write_all(format!("{READY}\n").as_bytes());
            }
        } else if self.settled < generation {
            log::line(Level::Notice, "using inherited sockets; reloaded");
        }
        self.settled = generation;
        self.end(|process| process.generation < generation);
        let used: Vec<String> = self.config.pools.iter().flat_map(Pool::addresses).cloned().collect();
        self.sockets.retain(|(address, _)| used.contains(address));
    }
    fn reload(&mut self) {
        log::line(Level::Notice, "Reloading in progress ...");
        let Ok(config) = Config::read(&self.manner.file) else {
            log::line(Level::Error, "the reload failed; what was there goes on");
            return;
        };
        let old = std::mem::replace(&mut self.config, config);
        if self.open_sockets().is_err() {
            self.config = old;
            log::line(Level::Error, "the reload failed; what was there goes on");
            return;
        }
        let _ = log::open(self.config.error_log.as_deref(), self.config.log_level, self.manner.to_stderr);
        // A reload on its way is overtaken by this one.
        let settled = self.settled;
        self.end(|process| process.generation > settled);
        self.generation += 1;
        self.not_before = None;
    }
    /// Tells processes to finish what they were asked.
    fn end(&mut self, which: impl Fn(&Process) -> bool) {
        for process in self.processes.iter_mut().filter(|process| process.ending.is_none() && which(process)) {
            process.ending = Some(Instant::now());
            let _ = process::kill(process.pid, SIGQUIT);
        }
    }
    fn tell(&self, signal: i32, which: impl Fn(&Process) -> bool) {
        for process in self.processes.iter().filter(|process| which(process)) {
            let _ = process::kill(process.pid, signal);
        }
    }
    fn kill_late(&self) {
        let limit = self.config.control_timeout;
        self.tell(SIGKILL, |process| !limit.is_zero() && process.ending.is_some_and(|since| since.elapsed() >= limit));
    }
    /// Takes away what only a server that runs needs.
    fn clean_up(&self) {
        let sockets = self.sockets.iter().map(|(address, _)| address).filter(|address| address.contains('/'));
        for file in sockets.map(PathBuf::from).chain(self.config.pid.clone()) {
            let _ = fs::remove_file(file);
        }
    }
}

/// Writes what a process says on its output and error streams to the log.
fn catch_output(pool: &Pool, pid: u32, said: OwnedFd) -> io::Result<()> {
    const LONGEST: u64 = 1 << 10;
    let (name, decorate) = (pool.name.clone(), pool.decorate_output);
    thread::Builder::new().stack_size(STACK_SIZE).spawn(move || {
        let mut said = BufReader::new(fs::File::from(said));
        let mut line = Vec::new();
        while matches!(said.by_ref().take(LONGEST).read_until(b'\n', &mut line), Ok(1..)) {
            let text = String::from_utf8_lossy(&line);
            let text = text.trim_end_matches(['\n', '\r']);
            if decorate {
                log::line(Level::Warning, format!("[pool {name}] child {pid} said into stderr: \"{text}\""));
            } else {
                log::plain(text);
            }
            line.clear();
        }
    })?;
    Ok(())
}
