//! The process that keeps the listening socket and sees to it that worker processes are there.
//!
//! It runs no PHP. A worker process is this program once more, with the socket and one end of a control connection among
//! its descriptors. The first ones are made of this process instead, before it has threads: that saves them what every start
//! of the program begins with, and they share its memory. Over the control connection a worker process says, in lines, when
//! it is ready (`ready`), when it wants to be replaced (`replace`) and, when asked by a byte, what it has counted; its end
//! means that the other side is gone. So a worker process that is killed is replaced at once, a reload starts processes with
//! the code and configuration of now before the old ones finish what they were asked, and connections wait in the socket
//! meanwhile.

use crate::{
    admin::{self, Page},
    dashboard::Screen,
    history::{self, History},
    log, log_line,
    metrics::{self, Process},
    options::Options,
    status_page, tls, watch,
};
use phant_grants::Kind;
use phant_os::process::{self, SIGCHLD, SIGHUP, SIGINT, SIGKILL, SIGTERM, SIGUSR1, Status};
use std::{
    ffi::{OsStr, OsString},
    fs,
    io::{self, BufRead, BufReader, IsTerminal, Read, Write},
    net::{SocketAddr, TcpListener},
    ops::ControlFlow,
    os::unix::{fs::DirBuilderExt, net::UnixStream},
    path::PathBuf,
    process::Command,
    sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    thread,
    time::{Duration, Instant},
};

/// The flag that makes the program a worker process, with the numbers of its two descriptors and that of the last change of files.
pub const FLAG: &str = "--inherited";
/// Those numbers.
const DESCRIPTORS: (i32, i32) = (3, 4);
/// What a worker process says when it is ready, and when it wants to be replaced.
pub const READY: &str = "ready";
pub const REPLACE: &str = "replace";
/// What it is asked with for its counts, and what stands before the number of a change of files.
const COUNTS: u8 = b'?';
pub const CHANGED: u8 = b'!';
/// How much longer than it gives its requests a worker process may take to end.
const GRACE: Duration = Duration::from_secs(5);
/// A worker process that ends sooner than this is replaced only after a pause.
const TOO_SOON: Duration = Duration::from_secs(1);
/// How long that may become.
const MAX_PAUSE: Duration = Duration::from_secs(5);
/// The status of a worker process that could not start: another one could neither.
pub const CANNOT_START: i32 = 78;
const STACK_SIZE: usize = 256 << 10;

enum Event {
    Signal(i32),
    /// What a worker process says.
    Said(u64, String),
    /// Somebody asks for a page.
    Asked(Page, Sender<String>),
    /// Files of the site have changed.
    Changed,
}

/// What a question is for.
enum Purpose {
    /// A page for somebody who waits for it.
    Page(Page, Sender<String>),
    /// The history.
    Look,
}

/// How long worker processes may take to tell what they count.
const TELLING: Duration = Duration::from_millis(500);
/// How long such a line may be.
const MOST_TOLD: u64 = 16 << 10;

/// Somebody's question, while worker processes are asked.
struct Question {
    purpose: Purpose,
    until: Instant,
    /// Those that have not said anything yet.
    open: Vec<u64>,
    told: Vec<(u64, String)>,
}

struct Child {
    number: u64,
    pid: u32,
    generation: u64,
    ready: bool,
    /// It was told to finish, and when.
    ending: Option<Instant>,
    started: Instant,
    /// Its end of the control connection closes with this one.
    control: UnixStream,
}

struct Supervisor {
    listener: TcpListener,
    program: PathBuf,
    arguments: Vec<OsString>,
    processes: usize,
    events: Sender<Event>,
    children: Vec<Child>,
    generation: u64,
    /// All processes of this generation were ready at some time.
    settled: u64,
    numbers: u64,
    restarts: u64,
    pause: Duration,
    /// How long requests may go on in a process that ends.
    drain: Duration,
    /// When the next one may start.
    not_before: Option<Instant>,
    stopping: Option<Instant>,
    has_terminal: bool,
    /// A folder for temporary files of processes that may not write into the system's.
    temporary: Option<Temporary>,
    log_file: Option<PathBuf>,
    /// The number of the last change of files, if anybody looks at them.
    changes: Option<u64>,
    /// There are scripts that stay, which have to boot anew for what their files do not say.
    boots_code: bool,
    questions: Vec<Question>,
    history: History,
    /// When the next look is due, if anybody wants a history.
    next_look: Option<Instant>,
    screen: Option<Screen>,
}

/// Makes the first worker processes of this one, which must not have threads of its own yet: their numbers and control
/// connections. In such a process the result is its socket and its end of that connection. Where processes need what only a
/// start of the program gives them, none is made.
fn make(options: &Options, listener: &TcpListener) -> io::Result<ControlFlow<(TcpListener, UnixStream), Vec<(u32, UnixStream)>>> {
    let needs_start = options.watch || options.self_signed || options.log_file.is_some() || options.grants.are_given();
    let mut made = Vec::new();
    while !needs_start && made.len() < options.processes {
        let (ours, theirs) = UnixStream::pair()?;
        let socket = listener.try_clone()?;
        // Below zero is an error: then processes are started as later ones are.
        match u32::try_from(phant_vm::runtime::time_limit::fork()) {
            // The other ends go with what was made before: their connections end with the process that keeps them.
            Ok(0) => return Ok(ControlFlow::Break((socket, theirs))),
            Ok(child) => made.push((child, ours)),
            Err(_) => break,
        }
    }
    Ok(ControlFlow::Continue(made))
}

/// Serves with worker processes until a signal says stop. `started` is told the address when the first are ready.
/// `command` is what started this process; the exit status is the result. `ended` gives that of a process which was made of
/// this one to serve.
pub fn supervise(
    options: Options,
    command: &[OsString],
    started: impl FnOnce(SocketAddr),
    ended: impl FnOnce(io::Result<()>) -> i32,
) -> io::Result<i32> {
    let signals = [SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGUSR1];
    process::block_signals(&signals);
    if let Some(file) = &options.log_file {
        log::write_to(file)?;
    }
    let listener = TcpListener::bind(&options.listen)?;
    let address = listener.local_addr()?;
    if let Some(files) = options.tls.as_ref().filter(|_| !options.self_signed) {
        // What is wrong with it is better said before anything starts.
        tls::configuration(files)?;
    }
    let made = match make(&options, &listener)? {
        ControlFlow::Break((socket, control)) => {
            drop(listener);
            return Ok(ended(crate::serve_for(options, socket, control, None)));
        }
        ControlFlow::Continue(made) => made,
    };
    let (events, received) = channel();
    let of_signals = events.clone();
    thread::Builder::new()
        .stack_size(STACK_SIZE)
        .spawn(move || while of_signals.send(Event::Signal(process::wait_for_signal(&signals))).is_ok() {})?;
    if let Some(address) = &options.admin {
        let admin = TcpListener::bind(address)?;
        let events = events.clone();
        let ask = move |page| {
            let (answer, answered) = channel();
            events.send(Event::Asked(page, answer)).ok()?;
            answered.recv_timeout(2 * TELLING).ok()
        };
        thread::Builder::new().stack_size(STACK_SIZE).spawn(move || admin::serve(&admin, ask))?;
    }
    let own = options.self_signed.then(|| own_certificate(address)).transpose()?;
    let mut arguments: Vec<OsString> = command.iter().skip(1).cloned().collect();
    if let Some((_, files)) = &own {
        let flags: [&OsStr; 6] = [
            "--tls".as_ref(),
            "off".as_ref(),
            "--tls-certificate".as_ref(),
            files.certificate.as_os_str(),
            "--tls-key".as_ref(),
            files.key.as_os_str(),
        ];
        arguments.extend(flags.map(OsStr::to_os_string));
    }
    let temporary = (options.grants.are_given() && !options.grants.cover(Kind::Write, &std::env::temp_dir()))
        .then(|| temporary(&format!("phant-{}-{}", std::process::id(), address.port())))
        .transpose()?;
    if options.watch {
        let now = ["-d", "opcache.validate_timestamps=1", "-d", "opcache.revalidate_freq=0"];
        arguments.splice(0..0, now.map(OsString::from));
        let events = events.clone();
        watch::look(&options.folder, move || events.send(Event::Changed).is_ok())?;
    }
    let has_terminal = options.log_file.is_none() && io::stderr().is_terminal();
    let screen = Screen::new(options.dashboard, has_terminal);
    let mut supervisor = Supervisor {
        listener,
        // A later binary under the same name is what a reload starts.
        program: std::env::current_exe()?,
        arguments,
        temporary,
        log_file: options.log_file.clone(),
        changes: options.watch.then(first_change),
        boots_code: !options.standing.is_empty(),
        processes: options.processes,
        events,
        children: Vec::new(),
        generation: 1,
        settled: 0,
        numbers: 0,
        restarts: 0,
        pause: Duration::ZERO,
        drain: options.drain,
        not_before: None,
        stopping: None,
        has_terminal,
        questions: Vec::new(),
        history: History::default(),
        next_look: (options.admin.is_some() || screen.is_some()).then(Instant::now),
        screen,
    };
    for (pid, control) in made {
        supervisor.adopt(pid, control)?;
    }
    supervisor.run(&received, || started(address))
}

/// A folder that goes with the process.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A folder of that name for this process and those that it starts alone.
fn temporary(name: &str) -> io::Result<Temporary> {
    let folder = std::env::temp_dir().join(name);
    fs::DirBuilder::new().mode(0o700).create(&folder)?;
    Ok(Temporary(folder))
}

/// The number that changes are counted from: no server before this one has told it to a page.
fn first_change() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(0)
}

/// A certificate for this machine, in files that worker processes read.
fn own_certificate(address: SocketAddr) -> io::Result<(Temporary, tls::Files)> {
    let folder = temporary(&format!("phant-tls-{}-{}", std::process::id(), address.port()))?;
    let mut names = vec!["localhost".to_owned(), "127.0.0.1".to_owned(), "::1".to_owned()];
    if !address.ip().is_unspecified() && !address.ip().is_loopback() {
        names.push(address.ip().to_string());
    }
    let files = tls::self_signed(&folder.0, names)?;
    Ok((folder, files))
}

impl Child {
    fn tell_change(&mut self, number: u64) {
        // One that is gone is noticed elsewhere.
        let _ = self.control.write_all(&[&[CHANGED][..], &number.to_be_bytes()].concat());
    }
}

impl Supervisor {
    fn run(&mut self, events: &Receiver<Event>, started: impl FnOnce()) -> io::Result<i32> {
        let mut started = Some(started);
        loop {
            self.fill_up()?;
            match events.recv_timeout(self.patience()) {
                Ok(Event::Signal(SIGCHLD)) => {
                    if let Some(status) = self.reap() {
                        return Ok(status);
                    }
                }
                // Where there is a terminal, it is gone now.
                Ok(Event::Signal(SIGHUP)) if self.stopping.is_none() && !self.has_terminal => self.reload(),
                Ok(Event::Signal(SIGHUP)) if self.stopping.is_some() => {}
                Ok(Event::Signal(SIGUSR1)) => self.reopen_log(),
                Ok(Event::Changed) => self.changed(),
                Ok(Event::Signal(signal)) => {
                    if self.stopping.is_some() && signal == SIGINT {
                        self.signal_all(SIGKILL);
                        return Ok(130);
                    }
                    self.stopping.get_or_insert_with(Instant::now);
                    self.end(|_| true);
                }
                Ok(Event::Said(number, line)) if line == READY => {
                    self.ready(number);
                    if self.settled > 0
                        && let Some(started) = started.take()
                    {
                        started();
                    }
                }
                Ok(Event::Said(number, line)) if line == REPLACE => self.replace(number),
                Ok(Event::Said(number, line)) => self.told(number, line),
                Ok(Event::Asked(page, answer)) => self.ask(Purpose::Page(page, answer)),
                Err(RecvTimeoutError::Timeout) => {
                    self.kill_late();
                    self.look();
                    self.answer();
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(1),
            }
            if self.stopping.is_some() && self.children.is_empty() {
                return Ok(0);
            }
        }
    }
    /// How long nothing has to be done.
    fn patience(&self) -> Duration {
        let now = Instant::now();
        let ending = self.children.iter().filter_map(|child| Some(child.ending? + self.drain + GRACE));
        let questions = self.questions.iter().map(|question| question.until);
        let next = ending.chain(self.not_before).chain(self.next_look).chain(questions).min();
        next.map_or(Duration::from_secs(3600), |at| at.saturating_duration_since(now)).max(Duration::from_millis(1))
    }
    /// Starts what is missing.
    fn fill_up(&mut self) -> io::Result<()> {
        if self.stopping.is_some() || self.not_before.is_some_and(|at| Instant::now() < at) {
            return Ok(());
        }
        self.not_before = None;
        let current = |child: &&Child| child.generation == self.generation && child.ending.is_none();
        for _ in self.children.iter().filter(current).count()..self.processes {
            self.start()?;
        }
        Ok(())
    }
    fn start(&mut self) -> io::Result<()> {
        let (ours, theirs) = UnixStream::pair()?;
        let socket = self.listener.try_clone()?;
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).arg(FLAG).arg(format!("{},{},{}", DESCRIPTORS.0, DESCRIPTORS.1, self.changes.unwrap_or(0)));
        let descriptors = [(DESCRIPTORS.0, socket.into()), (DESCRIPTORS.1, theirs.into())];
        if let Some(Temporary(folder)) = &self.temporary {
            command.env("TMPDIR", folder);
        }
        if let Some(log) = log::file()? {
            command.stderr(log);
        }
        let child = process::spawn(&mut command, &descriptors, None)?;
        self.adopt(child.id(), ours)
    }
    /// Looks after a worker process from now on.
    fn adopt(&mut self, pid: u32, ours: UnixStream) -> io::Result<()> {
        self.numbers += 1;
        let number = self.numbers;
        ours.set_write_timeout(Some(TELLING))?;
        let (events, control) = (self.events.clone(), ours.try_clone()?);
        thread::Builder::new().stack_size(STACK_SIZE).spawn(move || {
            let mut control = BufReader::new(control);
            let mut line = String::new();
            while matches!(control.by_ref().take(MOST_TOLD).read_line(&mut line), Ok(1..)) {
                let said = std::mem::take(&mut line).trim_end().to_owned();
                if events.send(Event::Said(number, said)).is_err() {
                    return;
                }
            }
        })?;
        let generation = self.generation;
        self.children.push(Child { number, pid, generation, ready: false, ending: None, started: Instant::now(), control: ours });
        Ok(())
    }
    /// Looks after processes that have ended; an exit status if that is the end.
    fn reap(&mut self) -> Option<i32> {
        let ended: Vec<(u64, Status)> = self
            .children
            .iter()
            .map(|child| (child.number, process::wait(child.pid, false)))
            .filter(|(_, status)| !matches!(status, Status::Running | Status::Stopped(_)))
            .collect();
        for (number, status) in ended {
            let Some(at) = self.children.iter().position(|child| child.number == number) else { continue };
            let child = self.children.remove(at);
            if child.ending.is_some() || self.stopping.is_some() {
                continue;
            }
            if !child.ready {
                if status == Status::Exited(CANNOT_START) && self.settled == 0 {
                    return Some(1);
                }
                if self.settled > 0 && child.generation > self.settled {
                    log_line("the reload failed; what was there goes on");
                    self.end(|other| other.generation == child.generation);
                    self.generation = self.settled;
                    continue;
                }
            }
            let why = match status {
                Status::Exited(code) => format!("ended with status {code}"),
                Status::Signaled(signal) => format!("was ended by signal {signal}"),
                _ => "is gone".to_owned(),
            };
            self.restarts += 1;
            log_line(&format!("worker process {} {why}; another one takes its place (restart {})", child.pid, self.restarts));
            if child.started.elapsed() < TOO_SOON {
                self.pause = (self.pause * 2).clamp(Duration::from_millis(50), MAX_PAUSE);
                self.not_before = Some(Instant::now() + self.pause);
            } else {
                self.pause = Duration::ZERO;
            }
        }
        None
    }
    fn ready(&mut self, number: u64) {
        let Some(child) = self.children.iter_mut().find(|child| child.number == number) else { return };
        child.ready = true;
        if let Some(number) = self.changes {
            child.tell_change(number);
        }
        let (generation, current) = (self.generation, |child: &Child| child.ending.is_none());
        let ready = self.children.iter().filter(|c| c.generation == generation && c.ready && current(c)).count();
        if ready >= self.processes {
            let reloaded = self.settled > 0 && self.settled < generation;
            self.settled = generation;
            self.end(|child| child.generation < generation);
            if reloaded {
                log_line("reloaded");
            }
        }
    }
    fn reload(&mut self) {
        log_line("reloads");
        // A reload on its way is overtaken by this one.
        let settled = self.settled;
        self.end(|child| child.generation > settled);
        self.generation += 1;
        self.not_before = None;
    }
    /// Opens the log anew, as whoever has moved it away asks for. Processes have it from their start.
    fn reopen_log(&mut self) {
        let Some(file) = &self.log_file else { return };
        match log::write_to(file) {
            Ok(()) if self.stopping.is_none() => self.reload(),
            Ok(()) => {}
            Err(error) => log_line(&format!("{}: {error}", file.display())),
        }
    }
    /// Files have changed: whoever looks at a page is told, at once or by the processes that have the new code.
    fn changed(&mut self) {
        let Some(number) = &mut self.changes else { return };
        *number += 1;
        let number = *number;
        if self.boots_code && self.stopping.is_none() {
            self.reload();
        } else {
            self.children
                .iter_mut()
                .filter(|child| child.ready && child.ending.is_none())
                .for_each(|child| child.tell_change(number));
        }
    }
    /// Starts another process in the place of one that wants it: that one goes when the other is ready.
    fn replace(&mut self, number: u64) {
        if self.stopping.is_some() {
            return;
        }
        if let Some(child) = self.children.iter_mut().find(|child| child.number == number && child.ending.is_none()) {
            child.generation = 0;
        }
    }
    /// Tells processes to finish what they were asked.
    fn end(&mut self, which: impl Fn(&Child) -> bool) {
        for child in self.children.iter_mut().filter(|child| child.ending.is_none()) {
            if which(child) {
                child.ending = Some(Instant::now());
                let _ = process::kill(child.pid, SIGTERM);
            }
        }
    }
    /// Asks all processes what they count.
    fn ask(&mut self, purpose: Purpose) {
        let asked = self.children.iter_mut().filter(|child| child.ready);
        let open = asked.filter_map(|child| child.control.write_all(&[COUNTS]).is_ok().then_some(child.number)).collect();
        self.questions.push(Question { purpose, until: Instant::now() + TELLING, open, told: Vec::new() });
        self.answer();
    }
    fn told(&mut self, number: u64, line: String) {
        // The first that has waited for this one: lines come in the order of the questions.
        if let Some(question) = self.questions.iter_mut().find(|question| question.open.contains(&number)) {
            question.open.retain(|open| *open != number);
            question.told.push((number, line));
        }
        self.answer();
    }
    /// Answers questions that wait for nothing more.
    fn answer(&mut self) {
        let now = Instant::now();
        let ready: Vec<Question> = self.questions.extract_if(.., |q| q.open.is_empty() || now >= q.until).collect();
        for question in ready {
            let line = |number| question.told.iter().find(|(n, _)| *n == number).map_or("", |(_, line)| line.as_str());
            let known = self.children.iter().map(|child| Process {
                pid: child.pid,
                age: child.started.elapsed(),
                ending: child.ending.is_some(),
                line: line(child.number).to_owned(),
            });
            let processes: Vec<Process> = known.collect();
            let text = match &question.purpose {
                Purpose::Look => {
                    self.history.look(&processes, now);
                    if let Some(screen) = &mut self.screen {
                        screen.show(&self.history, self.restarts);
                    }
                    continue;
                }
                Purpose::Page(Page::Metrics, _) => metrics::prometheus(&processes, self.restarts),
                Purpose::Page(Page::Status, _) => metrics::json(&processes, self.restarts),
                Purpose::Page(Page::People, _) => status_page::html(&processes, self.restarts, &self.history),
            };
            if let Purpose::Page(_, answer) = question.purpose {
                let _ = answer.send(text);
            }
        }
    }
    /// Asks for what the history is made of, when it is time.
    fn look(&mut self) {
        let now = Instant::now();
        if self.next_look.is_some_and(|at| now >= at) && self.settled > 0 && self.stopping.is_none() {
            self.next_look = Some(now + history::EVERY);
            self.ask(Purpose::Look);
        }
    }
    fn kill_late(&mut self) {
        for child in &self.children {
            if child.ending.is_some_and(|since| since.elapsed() >= self.drain + GRACE) {
                let _ = process::kill(child.pid, SIGKILL);
            }
        }
    }
    fn signal_all(&self, signal: i32) {
        for child in &self.children {
            let _ = process::kill(child.pid, signal);
        }
    }
}
