//! Looking after connections: whoever has nothing better to do waits for events and moves connections on.
//!
//! There is one queue of events in a process and one thread at a time that waits at it. A thread that runs PHP does so
//! between its requests, so that in the best case a request is read, run and answered by one thread without waking
//! another. While all of them run PHP, a thread of its own steps in after a millisecond ([`watch`]), so that a script
//! that takes its time never keeps other connections from being served.

use crate::{connection::Connection, known, log, server::Server};
use phant_os::epoll::{Epoll, Event, Interest};
use std::{
    collections::HashMap,
    io::{self, Read, Write},
    net::{IpAddr, SocketAddr, TcpListener, TcpStream},
    os::{fd::AsFd, unix::net::UnixStream},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// How often deadlines are looked at.
const SWEEP: Duration = Duration::from_millis(250);
/// How many connections are taken at a time.
const ACCEPT: usize = 64;
/// How long connections may go without anybody looking after them.
const PATIENCE: Duration = Duration::from_millis(1);
/// After how many of these intervals the watcher goes to sleep if nobody needs it.
const CALM: u32 = 50;

const LISTENER: u64 = u64::MAX;
const WAKER: u64 = u64::MAX - 1;

/// What only the thread that waits for events needs.
pub struct Reactor {
    listener: Option<TcpListener>,
    local: SocketAddr,
    waker: UnixStream,
    events: Vec<Event>,
    swept: Instant,
    /// The listener is not looked at before this.
    paused: Option<Instant>,
}

/// What any thread may need.
pub struct Connections {
    epoll: Epoll,
    table: Mutex<Table>,
    wake: UnixStream,
    /// How many times somebody has waited for events.
    turns: AtomicU64,
    /// New connections may still come.
    listening: AtomicBool,
    /// The watcher sleeps.
    calm: AtomicBool,
    watcher: Mutex<Option<thread::Thread>>,
    /// Those that have more to do, which no event will tell.
    unfinished: Mutex<Vec<Arc<Connection>>>,
    most: usize,
    most_per_address: usize,
}

#[derive(Default)]
struct Table {
    slots: Vec<Option<Arc<Connection>>>,
    free: Vec<usize>,
    count: usize,
    by_address: HashMap<IpAddr, usize>,
}

impl Connections {
    /// Whether there are connections, or some may still come.
    pub fn are_left(&self) -> bool {
        self.listening.load(Ordering::Acquire) || self.count() > 0
    }
    /// None yet, and the part of the thread that will look after them.
    pub fn new(listener: TcpListener, most: usize, most_per_address: usize) -> io::Result<(Connections, Reactor)> {
        let epoll = Epoll::new()?;
        let (wake, waker) = UnixStream::pair()?;
        wake.set_nonblocking(true)?;
        waker.set_nonblocking(true)?;
        listener.set_nonblocking(true)?;
        epoll.add(listener.as_fd(), LISTENER, Interest::Shared)?;
        epoll.add(waker.as_fd(), WAKER, Interest::Readable)?;
        let local = listener.local_addr()?;
        let (listener, events) = (Some(listener), Vec::new());
        let reactor = Reactor { listener, local, waker, events, swept: Instant::now(), paused: None };
        let connections = Connections {
            epoll,
            table: Mutex::default(),
            wake,
            turns: AtomicU64::new(0),
            listening: AtomicBool::new(true),
            calm: AtomicBool::new(false),
            watcher: Mutex::default(),
            unfinished: Mutex::default(),
            most,
            most_per_address,
        };
        Ok((connections, reactor))
    }
    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// Whether nobody has waited for events since those of a batch came.
    pub fn is_latest(&self, batch: u64) -> bool {
        self.turns.load(Ordering::Acquire) == batch
    }
    /// How many there are.
    pub fn count(&self) -> usize {
        self.table().count
    }
    /// Makes the thread that waits for events look around.
    pub fn wake(&self) {
        let _ = (&self.wake).write(&[1]);
    }
    /// Lets a connection go on when others have had their turn.
    pub fn again(&self, connection: &Arc<Connection>) {
        self.unfinished.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(connection));
        self.wake();
    }
    fn take_unfinished(&self) -> Vec<Arc<Connection>> {
        std::mem::take(&mut self.unfinished.lock().unwrap_or_else(PoisonError::into_inner))
    }
    /// Forgets a connection.
    pub fn remove(&self, connection: &Arc<Connection>) {
        let mut table = self.table();
        let slot = &mut table.slots[connection.token];
        if !slot.as_ref().is_some_and(|there| Arc::ptr_eq(there, connection)) {
            return;
        }
        *slot = None;
        table.free.push(connection.token);
        table.count -= 1;
        if self.most_per_address > 0
            && let Some(n) = table.by_address.get_mut(&connection.remote.ip())
        {
            *n -= 1;
            if *n == 0 {
                table.by_address.remove(&connection.remote.ip());
            }
        }
        drop(table);
        log::connection(connection.remote, "Closing");
    }
    fn all(&self) -> Vec<Arc<Connection>> {
        self.table().slots.iter().flatten().cloned().collect()
    }
    fn add(&self, stream: TcpStream, remote: SocketAddr, local: SocketAddr, server: &Server) -> io::Result<()> {
        stream.set_nonblocking(true)?;
        let _ = stream.set_nodelay(true);
        let mut table = self.table();
        if self.most_per_address > 0 {
            let n = table.by_address.entry(remote.ip()).or_default();
            if *n >= self.most_per_address {
                return Err(io::ErrorKind::QuotaExceeded.into());
            }
            *n += 1;
        }
        let token = table.free.pop().unwrap_or_else(|| {
            table.slots.push(None);
            table.slots.len() - 1
        });
        // With a socket for every address, the one that was meant is the connection's.
        let local = if local.ip().is_unspecified() { stream.local_addr().unwrap_or(local) } else { local };
        let connection = Arc::new(Connection::new(token, stream, remote, local, &server.rules));
        table.slots[token] = Some(Arc::clone(&connection));
        table.count += 1;
        drop(table);
        server.metrics.connections.fetch_add(1, Ordering::Relaxed);
        log::connection(remote, "Accepted");
        let added = self.epoll.add(connection.stream().as_fd(), token as u64, Interest::Changes);
        if added.is_err() {
            self.remove(&connection);
        }
        added
    }
    /// A thread begins to run PHP, and looks after connections no longer.
    pub fn leave(&self) {
        if self.calm.swap(false, Ordering::AcqRel)
            && let Some(watcher) = &*self.watcher.lock().unwrap_or_else(PoisonError::into_inner)
        {
            watcher.unpark();
        }
    }
}

impl Reactor {
    /// Waits for events, no longer than `most`, and moves on whatever they concern.
    pub fn turn(&mut self, server: &Arc<Server>, most: Duration) {
        let connections = &server.connections;
        let turn = connections.turns.fetch_add(1, Ordering::AcqRel) + 1;
        let mut events = std::mem::take(&mut self.events);
        if connections.epoll.wait(&mut events, Some(Duration::ZERO)).is_ok() && events.is_empty() {
            log::flush();
            let left = SWEEP.saturating_sub(self.swept.elapsed()).min(most);
            let _ = connections.epoll.wait(&mut events, Some(left));
        }
        let concerned: Vec<(Option<Arc<Connection>>, Event)> = {
            let table = connections.table();
            let find = |event: &Event| usize::try_from(event.token).ok().and_then(|at| table.slots.get(at)?.clone());
            events.iter().map(|event| (find(event), *event)).collect()
        };
        known::in_batch(turn, || {
            for (connection, event) in concerned {
                match connection {
                    Some(connection) => server.happened(&connection, event),
                    None if event.token == LISTENER => self.accept(server),
                    None => while matches!((&self.waker).read(&mut [0; 64]), Ok(1..)) {},
                }
            }
        });
        self.events = events;
        for connection in connections.take_unfinished() {
            server.go_on(&connection);
        }
        if self.swept.elapsed() >= SWEEP || server.is_stopping() && self.listener.is_some() {
            self.sweep(server);
        }
    }
    fn accept(&mut self, server: &Server) {
        let Some(listener) = &self.listener else { return };
        for _ in 0..ACCEPT {
            if server.connections.count() >= server.connections.most {
                self.pause(server);
                return;
            }
            match listener.accept() {
                // One too many from there is closed at once.
                Ok((stream, remote)) => drop(server.connections.add(stream, remote, self.local, server)),
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return,
                Err(e) if matches!(e.kind(), io::ErrorKind::Interrupted | io::ErrorKind::ConnectionAborted) => {}
                // Out of descriptors, most likely: let some connections end.
                Err(_) => {
                    self.pause(server);
                    return;
                }
            }
        }
    }
    /// Leaves new connections to wait for a moment.
    fn pause(&mut self, server: &Server) {
        if let Some(listener) = &self.listener {
            let _ = server.connections.epoll.remove(listener.as_fd());
            self.paused = Some(Instant::now() + Duration::from_millis(100));
        }
    }
    fn sweep(&mut self, server: &Arc<Server>) {
        let now = Instant::now();
        self.swept = now;
        if let Some(listener) = &self.listener {
            if server.is_stopping() {
                let _ = server.connections.epoll.remove(listener.as_fd());
                self.listener = None;
                server.connections.listening.store(false, Ordering::Release);
            } else if self.paused.is_some_and(|until| now >= until) {
                let _ = server.connections.epoll.add(listener.as_fd(), LISTENER, Interest::Shared);
                self.paused = None;
            }
        }
        for connection in server.connections.all() {
            server.expire(&connection, now);
        }
    }
}

/// Steps in where all threads run PHP for longer than a moment.
pub fn watch(server: &Arc<Server>) {
    let connections = &server.connections;
    *connections.watcher.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread::current());
    let (mut seen, mut calm) = (0, 0);
    loop {
        thread::sleep(PATIENCE);
        let turns = connections.turns.load(Ordering::Acquire);
        if turns != seen {
            (seen, calm) = (turns, 0);
            continue;
        }
        match server.reactor.try_lock() {
            Ok(mut reactor) => {
                calm = 0;
                reactor.turn(server, Duration::from_millis(100));
                drop(reactor);
                server.wake(None);
                seen = connections.turns.load(Ordering::Acquire);
            }
            // Somebody waits for events, and has for some time.
            Err(_) => {
                calm += 1;
                if calm > CALM {
                    connections.calm.store(true, Ordering::Release);
                    // Whoever waits there now will see that it must wake this thread; whoever has left may have not.
                    if server.reactor.try_lock().is_err() {
                        thread::park_timeout(Duration::from_secs(1));
                    }
                    connections.calm.store(false, Ordering::Release);
                    calm = 0;
                }
            }
        }
    }
}
