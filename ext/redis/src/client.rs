//! A connection to a server: where it goes, how far it has come, what waits for answers.

use crate::{
    link::{self, Lent, Link},
    pool,
    reply::Queued,
    settings::Settings,
};
use phant_memory::{Array, NativeData, Object, Str, Tracer, Value};
use phant_native::{Ctx, PhpResult, Thrown, resource};
use phant_redis_wire::{Command, Head, Input, Transport};
use std::{
    cell::{Cell, RefCell},
    io,
    rc::Rc,
    time::Duration,
};

/// `Redis::ATOMIC`, `MULTI`, `PIPELINE`
pub mod mode {
    #![allow(missing_docs)]
    pub const ATOMIC: i64 = 0;
    pub const MULTI: i64 = 1;
    pub const PIPELINE: i64 = 2;
}

/// The exception that a connection's faults are.
pub const EXCEPTION: &str = "RedisException";

/// Who logs in.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Auth {
    pub user: Option<Vec<u8>>,
    pub password: Vec<u8>,
}

impl Auth {
    /// The command with which it logs in.
    pub fn command(&self, command: &mut Command) {
        command.begin(b"AUTH");
        if let Some(user) = &self.user {
            command.text(user);
        }
        command.text(&self.password);
    }
}

/// How long to wait before another attempt.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Retry {
    pub most: i64,
    pub algorithm: i64,
    pub base: i64,
    pub cap: i64,
    /// Milliseconds, for the default algorithm.
    pub interval: i64,
    /// What was waited last, in milliseconds.
    pub last: i64,
}

/// Where a connection goes.
#[derive(Clone)]
#[allow(missing_docs)]
pub struct Target {
    pub host: Vec<u8>,
    pub port: i64,
    pub timeout: f64,
    pub read_timeout: f64,
    pub persistent: bool,
    pub persistent_id: Option<Vec<u8>>,
    pub context: Option<Array>,
    /// Whether the connection is encrypted though the host's name does not say so.
    pub tls: bool,
    pub auth: Option<Auth>,
    pub database: i64,
    pub keep_alive: bool,
    pub retry: Retry,
}

impl Default for Target {
    fn default() -> Target {
        Target {
            host: b"127.0.0.1".to_vec(),
            port: 6379,
            timeout: 0.0,
            read_timeout: 0.0,
            persistent: false,
            persistent_id: None,
            context: None,
            tls: false,
            auth: None,
            database: 0,
            keep_alive: false,
            retry: Retry { most: 10, algorithm: 0, base: 0, cap: 0, interval: 0, last: 0 },
        }
    }
}

/// How far a connection has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Status {
    /// It was refused or broke where nothing may be tried again.
    Failed,
    /// It is opened when it is needed.
    #[default]
    Closed,
    /// It is open, but nobody has logged in.
    Connected,
    /// It takes commands.
    Ready,
}

/// See the [module documentation](self).
#[derive(Default)]
pub struct Client {
    /// Where it goes.
    pub target: RefCell<Target>,
    /// Its options.
    pub settings: RefCell<Rc<Settings>>,
    /// How far it has come.
    pub status: Cell<Status>,
    pub(crate) link: RefCell<Option<Link>>,
    pub(crate) input: RefCell<Input>,
    /// A buffer for the next command.
    pub command: Cell<Command>,
    /// `MULTI` and `PIPELINE` as bits.
    pub mode: Cell<i64>,
    /// What waits for replies.
    pub queue: RefCell<Vec<Queued>>,
    /// Commands of a pipeline.
    pub pipeline: RefCell<Vec<u8>>,
    /// The server's last error.
    pub error: RefCell<Option<Vec<u8>>>,
    /// Keys are watched.
    pub watching: Cell<bool>,
    /// What was sent, in bytes.
    pub sent: Cell<u64>,
    /// What the server says of itself, once it was asked.
    pub hello: RefCell<Option<Array>>,
    /// Channels that this connection listens to.
    pub subscribed: Cell<i64>,
    /// The exception that its faults are; `RedisException` if empty.
    pub exception: Cell<&'static str>,
    /// No error of the server is thrown.
    pub quiet: Cell<bool>,
}

/// Seconds as a duration; zero is PHP's `default_socket_timeout`, less is for ever.
fn seconds(ctx: &Ctx, seconds: f64) -> Option<Duration> {
    let seconds = if seconds == 0.0 { transport_default(ctx) } else { seconds };
    phant_streams::transport::timeout_of(seconds)
}

fn transport_default(ctx: &Ctx) -> f64 {
    phant_streams::transport::default_timeout(ctx)
}

impl Client {
    /// The exception class of its faults.
    pub fn exception(&self) -> &'static str {
        Some(self.exception.get()).filter(|name| !name.is_empty()).unwrap_or(EXCEPTION)
    }
    /// Throws an exception.
    pub fn throw(&self, ctx: &Ctx, text: impl AsRef<[u8]>) -> Thrown {
        ctx.throw(self.exception(), text)
    }
    /// Its options, which stay as they are meanwhile.
    pub fn settings(&self) -> Rc<Settings> {
        self.settings.borrow().clone()
    }
    /// `host:port`, or the path of a socket.
    pub fn place(&self) -> Vec<u8> {
        let target = self.target.borrow();
        if target.port < 1 {
            return target.host.clone();
        }
        [&target.host, b":".as_slice(), target.port.to_string().as_bytes()].concat()
    }
    /// Makes it ready for commands, or throws.
    pub fn ready(&self, ctx: &Ctx) -> PhpResult<()> {
        if self.get_ready(ctx)? {
            return Ok(());
        }
        Err(self.throw(ctx, [b"Redis server ", self.place().as_slice(), b" went away"].concat()))
    }
    /// Makes it ready for commands; `false` if that failed.
    pub fn get_ready(&self, ctx: &Ctx) -> PhpResult<bool> {
        if self.status.get() == Status::Ready {
            return Ok(true);
        }
        if self.status.get() == Status::Closed {
            self.connect(ctx);
        }
        if self.status.get() == Status::Connected && self.greet(ctx)? {
            self.status.set(Status::Ready);
        }
        ctx.check()?;
        Ok(self.status.get() == Status::Ready)
    }
    /// Opens it; `false` if that failed, for the reason in [`Client::error`].
    pub fn connect(&self, ctx: &Ctx) -> bool {
        self.disconnect(ctx);
        let target = self.target.borrow().clone();
        let kept = if target.persistent { pool::take(ctx, self, &target) } else { None };
        let link = match kept {
            Some(link) => Ok(link),
            None => {
                let is_named = !target.tls || target.host.windows(3).any(|w| w == b"://");
                let host = if is_named { target.host.clone() } else { [b"tls://", &target.host[..]].concat() };
                let place = link::Place {
                    host: &host,
                    port: target.port,
                    timeout: seconds(ctx, target.timeout),
                    context: target.context.as_ref(),
                };
                link::open(ctx, &place)
            }
        };
        match link {
            Ok(mut link) => {
                link.set_read_timeout(ctx, seconds(ctx, target.read_timeout));
                if target.keep_alive {
                    link.set_keep_alive(true);
                }
                *self.link.borrow_mut() = Some(link);
                self.input.borrow_mut().clear();
                self.hello.take();
            }
            Err(reason) => {
                self.status.set(Status::Failed);
                *self.error.borrow_mut() = reason;
                return false;
            }
        }
        self.status.set(Status::Connected);
        true
    }
    /// Logs in and chooses the database. Errors of the server are not thrown here.
    fn greet(&self, ctx: &Ctx) -> PhpResult<bool> {
        let (auth, database) = {
            let target = self.target.borrow();
            (target.auth.clone(), target.database)
        };
        let quiet = self.quiet.replace(true);
        let mut command = Command::default();
        let mut good = true;
        if let Some(auth) = &auth {
            auth.command(&mut command);
            good = self.simple(ctx, &mut command)?;
        }
        if good && database != 0 {
            command.begin(b"SELECT");
            command.int(database);
            good = self.simple(ctx, &mut command)?;
        }
        self.quiet.set(quiet);
        if !good {
            // Why is nothing that the script's own commands have led to.
            self.set_error(None);
        }
        Ok(good)
    }
    /// Sends a command whose answer is `OK` or an error.
    pub fn simple(&self, ctx: &Ctx, command: &mut Command) -> PhpResult<bool> {
        if self.write(ctx, command.finish()).is_err() {
            return Ok(false);
        }
        let reading = crate::reply::Reading::new(ctx, self);
        Ok(matches!(reading.head()?, crate::reply::Got::Ok))
    }
    /// Closes the connection; it may be opened again.
    pub fn disconnect(&self, ctx: &Ctx) {
        if let Some(link) = self.link.take() {
            link.close(ctx);
        }
        self.input.borrow_mut().clear();
        self.watching.set(false);
        self.mode.set(mode::ATOMIC);
        self.queue.borrow_mut().clear();
        self.pipeline.borrow_mut().clear();
        if self.status.get() != Status::Failed {
            self.status.set(Status::Closed);
        }
    }
    /// Whether the other end is there as far as can be told without waiting.
    pub fn is_alive(&self, ctx: &Ctx) -> bool {
        match &mut *self.link.borrow_mut() {
            Some(link) => Lent { ctx, link }.is_alive(),
            None => false,
        }
    }
    /// Sees to it that the other end is there, connecting again if need be.
    pub fn revive(&self, ctx: &Ctx) -> PhpResult<()> {
        if self.is_alive(ctx) {
            return Ok(());
        }
        ctx.check()?;
        if self.mode.get() & mode::MULTI != 0 || self.watching.get() {
            self.disconnect(ctx);
            self.status.set(Status::Failed);
            *self.error.borrow_mut() = None;
            return Err(self.throw(ctx, "Connection lost and socket is in MULTI/watching mode"));
        }
        let (mode, queue, pipeline) = (self.mode.get(), self.queue.take(), self.pipeline.take());
        let most = self.target.borrow().retry.most;
        // What is not there any more is not ready either.
        self.disconnect(ctx);
        for attempt in 0..=most {
            if attempt > 0 {
                let pause = self.target.borrow_mut().retry.pause(attempt);
                std::thread::sleep(Duration::from_millis(pause));
                ctx.poll()?;
            }
            if self.status.get() == Status::Failed {
                self.status.set(Status::Closed);
            }
            if self.get_ready(ctx)? {
                self.mode.set(mode);
                self.queue.replace(queue);
                self.pipeline.replace(pipeline);
                return Ok(());
            }
            ctx.check()?;
        }
        self.status.set(Status::Failed);
        Err(self.throw(ctx, "Connection lost"))
    }
    /// Writes bytes.
    pub fn write(&self, ctx: &Ctx, bytes: &[u8]) -> io::Result<()> {
        self.sent.set(self.sent.get() + bytes.len() as u64);
        match &mut *self.link.borrow_mut() {
            Some(link) => Lent { ctx, link }.write_all(bytes),
            None => Err(io::ErrorKind::NotConnected.into()),
        }
    }
    /// Sends a command to an end that is there.
    pub fn send(&self, ctx: &Ctx, bytes: &[u8]) -> PhpResult<()> {
        self.revive(ctx)?;
        match self.write(ctx, bytes) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.lost(ctx, false)),
        }
    }
    /// Reading or writing failed.
    pub fn lost(&self, ctx: &Ctx, variant: bool) -> Thrown {
        if ctx.has_exception() {
            return Thrown;
        }
        // A reply that comes late would be taken for the next command's.
        self.disconnect(ctx);
        if variant {
            return self.throw(ctx, "socket error on read socket");
        }
        self.throw(ctx, [b"read error on connection to ", self.place().as_slice()].concat())
    }
    /// Reads with the input and the transport.
    pub(crate) fn reading<R>(
        &self,
        ctx: &Ctx,
        read: impl FnOnce(&mut Input, &mut dyn Transport) -> io::Result<R>,
    ) -> io::Result<R> {
        let link = &mut *self.link.borrow_mut();
        let Some(link) = link else { return Err(io::ErrorKind::NotConnected.into()) };
        read(&mut self.input.borrow_mut(), &mut Lent { ctx, link })
    }
    /// What was sent and received, in bytes.
    pub fn transferred(&self) -> [u64; 2] {
        [self.sent.get(), self.input.borrow().came]
    }
    /// Counts from here on.
    pub fn clear_transferred(&self) {
        self.sent.set(0);
        self.input.borrow_mut().came = 0;
    }
    /// Tells the link how long reads may take.
    pub fn apply_read_timeout(&self, ctx: &Ctx) {
        let timeout = seconds(ctx, self.target.borrow().read_timeout);
        if let Some(link) = &mut *self.link.borrow_mut() {
            link.set_read_timeout(ctx, timeout);
        }
    }
    /// Forgets a reply whose head was read.
    pub(crate) fn skip(&self, ctx: &Ctx, head: Head<'_>) -> io::Result<()> {
        self.reading(ctx, |input, transport| input.skip(transport, head))
    }
    /// The server's error, or none.
    pub fn set_error(&self, text: Option<&[u8]>) {
        *self.error.borrow_mut() = text.map(<[u8]>::to_vec);
    }
}

impl Retry {
    /// How many milliseconds to wait before an attempt.
    pub fn pause(&mut self, attempt: i64) -> u64 {
        let exponent = attempt.saturating_sub(1).clamp(0, 10) as u32;
        let cap = if self.cap > 0 { self.cap } else { i64::MAX };
        let grown = self.base.saturating_mul(1 << exponent).min(cap).max(0);
        let random = |from: i64, to: i64| {
            let span = to.saturating_sub(from).max(0) as u64 + 1;
            from + (random_bits() % span) as i64
        };
        let pause = match self.algorithm {
            1 => random(self.base, self.last.max(self.base).saturating_mul(3)).min(cap),
            2 => random(0, grown),
            3 => grown / 2 + random(0, grown / 2),
            4 => grown,
            5 => random(0, self.base.min(cap)),
            6 => self.base.min(cap),
            // A first quick one, so that clients that were cut off together do not come back together.
            _ if attempt == 1 => random(0, self.interval),
            _ => self.interval,
        };
        self.last = pause;
        pause.clamp(0, 3_600_000) as u64
    }
}

/// Bits that differ from worker to worker; nothing depends on them but the time of an attempt.
fn random_bits() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0u8)
}

/// What an object holds: its client, which lives outside the request heap.
pub struct Holder {
    id: Cell<u64>,
}

impl NativeData for Holder {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

impl Drop for Holder {
    fn drop(&mut self) {
        let id = self.id.replace(0);
        if id != 0 {
            if let Some(client) = resource::hidden::<Client>(id) {
                pool::leave(&client);
            }
            resource::drop_hidden(id);
        }
    }
}

impl Holder {
    /// Gives an object a place for a client.
    pub fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(Holder { id: Cell::new(0) });
    }
    fn of(object: &Object) -> &Holder {
        object.native().expect("made by create")
    }
    /// The object's client, if it has one.
    pub fn get(object: &Object) -> Option<Rc<Client>> {
        let id = Holder::of(object).id.get();
        if id == 0 { None } else { resource::hidden(id) }
    }
    /// Gives the object another client, or takes it away.
    pub fn set(object: &Object, client: Option<Rc<Client>>) {
        let holder = Holder::of(object);
        if let Some(before) = Holder::get(object) {
            pool::leave(&before);
        }
        let id = client.map_or(0, |client| resource::hide(client));
        let before = holder.id.replace(id);
        if before != 0 {
            resource::drop_hidden(before);
        }
    }
    /// The object's client, with an open connection.
    pub fn connected(ctx: &Ctx, object: &Object) -> PhpResult<Rc<Client>> {
        let Some(client) = Holder::get(object) else { return Err(ctx.throw(EXCEPTION, "Redis server went away")) };
        if client.status.get() == Status::Closed {
            client.connect(ctx);
        }
        if client.status.get() == Status::Connected {
            client.status.set(Status::Ready);
        }
        client.ready(ctx)?;
        Ok(client)
    }
    /// The object's client, ready for commands.
    pub fn ready(ctx: &Ctx, object: &Object) -> PhpResult<Rc<Client>> {
        let Some(client) = Holder::get(object) else { return Err(ctx.throw(EXCEPTION, "Redis server went away")) };
        client.ready(ctx)?;
        Ok(client)
    }
}

/// Text as a value; `null` for none.
pub fn text_or_null(text: Option<&[u8]>) -> Value {
    text.map_or(Value::NULL, |t| Str::new(t).into())
}
