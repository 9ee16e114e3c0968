//! The save handler `redis`: sessions are keys that expire, on one server or on several by weight, locked if the settings say so.

use crate::{
    client::{Auth, Client},
    pack,
    reply::{Got, Reading},
    settings::{Compression, Settings},
};
use phant_ext_session::{id, module::SaveHandler};
use phant_memory::Str;
use phant_native::{Ctx, PhpResult, resource};
use phant_redis_wire::Command;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    time::Duration,
};

/// Deletes a lock if it is still one's own.
const UNLOCK: &[u8] = b"if redis.call(\"get\",KEYS[1]) == ARGV[1] then return redis.call(\"del\",KEYS[1]) else return 0 end";
/// Its SHA-1.
const UNLOCK_HASH: &[u8] = b"b70c2384248f88e6b75b9f89241a180f856ad852";
/// How often an id is made before giving up.
const ATTEMPTS: usize = 3;

/// What sends commands for the keys of sessions: a server, or a cluster.
pub trait Store {
    /// Sends a command about a key and reads its reply, or says that nobody is there.
    fn ask(&self, ctx: &Ctx, key: &[u8], command: &mut Command) -> PhpResult<Answer>;
    /// Whether there is anybody for this id.
    fn is_there(&self, ctx: &Ctx, id: &[u8]) -> bool;
    /// What stands before ids.
    fn prefix(&self, id: &[u8]) -> Vec<u8>;
}

/// A reply.
#[derive(Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Answer {
    Ok,
    Text(Str),
    Int(i64),
    Nothing,
    Error,
}

/// Reads a reply.
pub fn answer(reading: &Reading<'_>) -> PhpResult<Answer> {
    Ok(match reading.head()? {
        Got::Ok => Answer::Ok,
        Got::Bulk(length) => Answer::Text(reading.text(length)?),
        Got::Int(number) => Answer::Int(number),
        Got::Error => Answer::Error,
        other => {
            reading.forget(other)?;
            Answer::Nothing
        }
    })
}

/// A server of `session.save_path`.
struct Server {
    client: Client,
    weight: u64,
    prefix: Vec<u8>,
}

/// The servers of `session.save_path`.
struct Servers(Vec<Server>);

impl Servers {
    fn of(&self, id: &[u8]) -> Option<&Server> {
        let total: u64 = self.0.iter().map(|s| s.weight).sum();
        let mut first = [0; 4];
        for (to, from) in first.iter_mut().zip(id) {
            *to = *from;
        }
        let mut place = u64::from(u32::from_le_bytes(first)).checked_rem(total)?;
        self.0.iter().find(|server| {
            let here = place < server.weight;
            place = place.saturating_sub(server.weight);
            here
        })
    }
}

/// The id that a key was made of counts, not the key.
fn id_of<'k>(servers: &Servers, key: &'k [u8]) -> &'k [u8] {
    let prefix = servers.0.first().map_or(&[][..], |s| &s.prefix);
    key.strip_prefix(prefix).unwrap_or(key)
}

impl Store for Servers {
    fn ask(&self, ctx: &Ctx, key: &[u8], command: &mut Command) -> PhpResult<Answer> {
        let Some(server) = self.of(id_of(self, key)) else { return Ok(Answer::Nothing) };
        server.client.send(ctx, command.finish())?;
        answer(&Reading::new(ctx, &server.client))
    }
    fn is_there(&self, ctx: &Ctx, id: &[u8]) -> bool {
        self.of(id).is_some_and(|server| {
            if server.client.status.get() == crate::client::Status::Failed {
                server.client.status.set(crate::client::Status::Closed);
            }
            server.client.get_ready(ctx).unwrap_or(false)
        })
    }
    fn prefix(&self, id: &[u8]) -> Vec<u8> {
        self.of(id).map(|server| server.prefix.clone()).unwrap_or_default()
    }
}

/// A session that is open.
pub struct Open {
    store: Box<dyn Store>,
    lock: RefCell<Option<Lock>>,
}

struct Lock {
    key: Vec<u8>,
    secret: Vec<u8>,
}

/// Where the request's open session is: an entry of the resource table.
#[derive(Default)]
struct Current(Cell<u64>);

fn current(ctx: &Ctx) -> Option<Rc<Open>> {
    resource::hidden(ctx.state::<Current>().0.get())
}

/// Begins with a store.
pub fn begin(ctx: &Ctx, store: Box<dyn Store>) {
    let id = resource::hide(Rc::new(Open { store, lock: RefCell::new(None) }));
    let before = ctx.state::<Current>().0.replace(id);
    if before != 0 {
        resource::drop_hidden(before);
    }
}

/// The save handler `redis`.
pub struct RedisSessions;

impl SaveHandler for RedisSessions {
    fn name(&self) -> &'static str {
        "redis"
    }
    fn open(&self, ctx: &Ctx, path: &Str) -> bool {
        let servers: Vec<Server> =
            path.split(|b| b.is_ascii_whitespace() || *b == b',').filter(|part| !part.is_empty()).map(server).collect();
        if servers.is_empty() {
            return false;
        }
        begin(ctx, Box::new(Servers(servers)));
        true
    }
    fn close(&self, ctx: &Ctx) -> bool {
        close(ctx)
    }
    fn read(&self, ctx: &Ctx, id: &Str) -> Option<Str> {
        read(ctx, id)
    }
    fn write(&self, ctx: &Ctx, id: &Str, data: &Str) -> bool {
        write(ctx, id, data)
    }
    fn update_timestamp(&self, ctx: &Ctx, id: &Str, data: &Str) -> bool {
        update_timestamp(ctx, id, data)
    }
    fn destroy(&self, ctx: &Ctx, id: &Str) -> bool {
        destroy(ctx, id)
    }
    fn create_id(&self, ctx: &Ctx) -> Option<Str> {
        create_id(ctx)
    }
    fn validates(&self, ctx: &Ctx, id: &Str) -> bool {
        validates(ctx, id)
    }
}

/// The parameters behind `?`.
pub fn parameters(query: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    query
        .split(|&b| b == b'&')
        .filter(|part| !part.is_empty())
        .map(|part| match part.iter().position(|&b| b == b'=') {
            Some(at) => (decoded(&part[..at]), decoded(&part[at + 1..])),
            None => (decoded(part), Vec::new()),
        })
        .collect()
}

/// A text with its `%41` and `+` resolved.
fn decoded(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    let digit = |b: Option<&u8>| b.and_then(|&b| char::from(b).to_digit(16));
    while let Some(&byte) = text.get(at) {
        match (byte, digit(text.get(at + 1)), digit(text.get(at + 2))) {
            (b'%', Some(high), Some(low)) => {
                out.push((high << 4 | low) as u8);
                at += 2;
            }
            (b'+', ..) => out.push(b' '),
            _ => out.push(byte),
        }
        at += 1;
    }
    out
}

/// Who logs in, from parameters `auth`, `auth[]` and `auth[user]`.
pub fn auth_parameter(parameters: &[(Vec<u8>, Vec<u8>)]) -> Option<Auth> {
    let named = |name: &[u8]| parameters.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
    if let Some(password) = named(b"auth") {
        return Some(Auth { user: None, password }).filter(|auth| !auth.password.is_empty());
    }
    if let Some(password) = named(b"auth[pass]") {
        return Some(Auth { user: named(b"auth[user]"), password });
    }
    let mut list = parameters.iter().filter(|(key, _)| key == b"auth[]").map(|(_, value)| value.clone());
    match (list.next(), list.next()) {
        (Some(user), Some(password)) => Some(Auth { user: Some(user), password }),
        (Some(password), None) => Some(Auth { user: None, password }),
        _ => None,
    }
}

/// A server by its URL.
fn server(url: &[u8]) -> Server {
    let (place, query) = match url.iter().position(|&b| b == b'?') {
        Some(at) => (&url[..at], &url[at + 1..]),
        None => (url, &[][..]),
    };
    let all = parameters(query);
    let named = |name: &[u8]| all.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_slice());
    let client = Client::default();
    {
        let target = &mut *client.target.borrow_mut();
        let scheme = place.windows(3).position(|w| w == b"://");
        let rest = scheme.map_or(place, |at| &place[at + 3..]);
        if place.starts_with(b"unix:") {
            target.host = scheme.map_or_else(|| place[5..].to_vec(), |_| rest.to_vec());
            target.port = 0;
        } else {
            let at = rest.iter().rposition(|&b| b == b':').filter(|&at| rest[at + 1..].iter().all(u8::is_ascii_digit));
            let host = at.map_or(rest, |at| &rest[..at]);
            target.port = at.map_or(6379, |at| phant_numeric::parse::to_int(&rest[at + 1..]));
            // Encrypted ones keep their scheme.
            target.host = match scheme.map(|at| &place[..at]) {
                Some(scheme) if scheme != b"tcp" => [scheme, b"://", host].concat(),
                _ => host.to_vec(),
            };
        }
        let float = |name: &[u8], otherwise: f64| named(name).map_or(otherwise, |v| phant_numeric::parse::strtod(v).0);
        let int = |name: &[u8], otherwise: i64| named(name).map_or(otherwise, phant_numeric::parse::to_int);
        // A day, as php-redis has it.
        target.timeout = float(b"timeout", 86400.0);
        target.read_timeout = float(b"read_timeout", 0.0);
        target.persistent = int(b"persistent", 0) != 0;
        target.persistent_id = named(b"persistent_id").map(<[u8]>::to_vec);
        target.retry.interval = int(b"retry_interval", 0);
        target.database = int(b"database", 0).max(0);
        target.auth = auth_parameter(&all);
    }
    let weight = named(b"weight").map_or(1, |w| phant_numeric::parse::to_int(w).max(0) as u64);
    let prefix = named(b"prefix").map_or_else(|| b"PHPREDIS_SESSION:".to_vec(), <[u8]>::to_vec);
    Server { client, weight: if weight == 0 { 1 } else { weight }, prefix }
}

impl Open {
    fn key(&self, id: &[u8]) -> Vec<u8> {
        [self.store.prefix(id).as_slice(), id].concat()
    }
    fn ask(&self, ctx: &Ctx, key: &[u8], words: &[&[u8]]) -> PhpResult<Answer> {
        let mut command = Command::default();
        command.begin(words[0]);
        words[1..].iter().for_each(|word| command.text(word));
        self.store.ask(ctx, key, &mut command)
    }
    /// Takes the session's lock, if sessions are locked.
    fn lock(&self, ctx: &Ctx, id: &[u8]) -> PhpResult<bool> {
        let key = [self.key(id).as_slice(), b"_LOCK"].concat();
        if !ctx.ini.bool("redis.session.locking_enabled") || self.lock.borrow().as_ref().is_some_and(|lock| lock.key == key) {
            return Ok(true);
        }
        let host = phant_os::ids::host_name().unwrap_or_default();
        let secret = [host.as_slice(), b"|", std::process::id().to_string().as_bytes()].concat();
        let secret = [secret.as_slice(), thread_mark().as_bytes()].concat();
        let expiry = (lock_expiry(ctx) * 1000).to_string();
        let mut words: Vec<&[u8]> = vec![b"SET", &key, &secret, b"NX"];
        if lock_expiry(ctx) > 0 {
            words.extend([&b"PX"[..], expiry.as_bytes()]);
        }
        let retries = ctx.ini.int("redis.session.lock_retries");
        let pause = Duration::from_micros(ctx.ini.int("redis.session.lock_wait_time").clamp(0, 60_000_000) as u64);
        let mut attempt = 0;
        loop {
            match self.ask(ctx, &key, &words)? {
                Answer::Ok => break,
                Answer::Error => return Ok(false),
                _ => {}
            }
            if retries >= 0 && attempt >= retries {
                return Ok(false);
            }
            attempt += 1;
            std::thread::sleep(pause);
            ctx.poll()?;
        }
        *self.lock.borrow_mut() = Some(Lock { key, secret });
        Ok(true)
    }
    /// Whether the session may be written: its lock is still one's own.
    fn holds(&self, ctx: &Ctx) -> PhpResult<bool> {
        if !ctx.ini.bool("redis.session.locking_enabled") {
            return Ok(true);
        }
        {
            let lock = self.lock.borrow();
            let Some(lock) = &*lock else { return Ok(false) };
            // A lock without an end cannot be lost.
            if lock_expiry(ctx) <= 0 {
                return Ok(true);
            }
            if matches!(self.ask(ctx, &lock.key, &[b"GET", &lock.key])?, Answer::Text(text) if text.as_bytes() == lock.secret) {
                return Ok(true);
            }
        }
        ctx.warning("Session lock expired");
        self.lock.take();
        Ok(false)
    }
    fn unlock(&self, ctx: &Ctx) -> PhpResult<()> {
        let Some(lock) = self.lock.take() else { return Ok(()) };
        let known = self.ask(ctx, &lock.key, &[b"EVALSHA", UNLOCK_HASH, b"1", &lock.key, &lock.secret])?;
        if known == Answer::Error {
            self.ask(ctx, &lock.key, &[b"EVAL", UNLOCK, b"1", &lock.key, &lock.secret])?;
        }
        Ok(())
    }
}

/// Workers of one process are told apart.
fn thread_mark() -> String {
    let name = std::thread::current().name().map(str::to_owned);
    match name.as_deref() {
        None | Some("main") => String::new(),
        Some(_) => format!("|{:?}", std::thread::current().id()),
    }
}

fn lock_expiry(ctx: &Ctx) -> i64 {
    match ctx.ini.int("redis.session.lock_expire") {
        0 => ctx.ini.int("max_execution_time"),
        seconds => seconds,
    }
}

fn lifetime(ctx: &Ctx) -> String {
    ctx.ini.int("session.gc_maxlifetime").max(1).to_string()
}

/// How data is compressed.
fn settings(ctx: &Ctx) -> Settings {
    let compression = match ctx.ini.text("redis.session.compression").as_bytes() {
        b"lzf" => Compression::Lzf,
        b"zstd" => Compression::Zstd,
        b"lz4" => Compression::Lz4,
        _ => Compression::None,
    };
    Settings { compression, compression_level: ctx.ini.int("redis.session.compression_level"), ..Settings::default() }
}

/// The open session, if somebody is there for an id; a warning says if not.
fn available(ctx: &Ctx, id: &[u8]) -> Option<Rc<Open>> {
    let open = current(ctx)?;
    if !open.store.is_there(ctx, id) {
        ctx.warning("Redis connection not available");
        return None;
    }
    Some(open)
}

/// Ends; locks go.
pub fn close(ctx: &Ctx) -> bool {
    if let Some(open) = current(ctx) {
        let _gone = open.unlock(ctx);
    }
    resource::drop_hidden(ctx.state::<Current>().0.replace(0));
    true
}

/// Reads.
pub fn read(ctx: &Ctx, id: &Str) -> Option<Str> {
    let open = available(ctx, id)?;
    if !open.lock(ctx, id).ok()? {
        ctx.warning("Failed to acquire session lock");
        return None;
    }
    let (key, lifetime) = (open.key(id), lifetime(ctx));
    let answer = if ctx.ini.bool("redis.session.early_refresh") {
        open.ask(ctx, &key, &[b"GETEX", &key, b"EX", lifetime.as_bytes()])
    } else {
        open.ask(ctx, &key, &[b"GET", &key])
    };
    match answer.ok()? {
        Answer::Text(text) => pack::decompress(ctx, &settings(ctx), &text).ok().map(|plain| plain.unwrap_or(text)),
        Answer::Nothing => Some(Str::default()),
        _ => None,
    }
}

/// Writes.
pub fn write(ctx: &Ctx, id: &Str, data: &Str) -> bool {
    let Some(open) = available(ctx, id) else { return false };
    match open.holds(ctx) {
        Ok(true) => {}
        Ok(false) => {
            ctx.warning("Unable to write session: session lock not held");
            return false;
        }
        Err(_) => return false,
    }
    let data = pack::compress(&settings(ctx), data.clone());
    let key = open.key(id);
    matches!(open.ask(ctx, &key, &[b"SETEX", &key, lifetime(ctx).as_bytes(), &data]), Ok(Answer::Ok))
}

/// Lets it live longer; writes it if it is gone.
pub fn update_timestamp(ctx: &Ctx, id: &Str, data: &Str) -> bool {
    if ctx.ini.bool("redis.session.early_refresh") {
        return true;
    }
    let Some(open) = available(ctx, id) else { return false };
    let key = open.key(id);
    match open.ask(ctx, &key, &[b"EXPIRE", &key, lifetime(ctx).as_bytes()]) {
        Ok(Answer::Int(1)) => true,
        Ok(_) => write(ctx, id, data),
        Err(_) => false,
    }
}

/// Deletes.
pub fn destroy(ctx: &Ctx, id: &Str) -> bool {
    let Some(open) = available(ctx, id) else { return false };
    if open.unlock(ctx).is_err() {
        return false;
    }
    let key = open.key(id);
    matches!(open.ask(ctx, &key, &[b"DEL", &key]), Ok(Answer::Int(0 | 1)))
}

/// Makes an id that is locked from the start, if sessions are locked.
pub fn create_id(ctx: &Ctx) -> Option<Str> {
    let Some(open) = current(ctx) else { return id::create(ctx) };
    for _ in 0..ATTEMPTS {
        let id = id::create(ctx)?;
        if !open.store.is_there(ctx, &id) {
            ctx.notice("Redis connection not available");
            return Some(id);
        }
        if open.lock(ctx, &id).ok()? {
            return Some(id);
        }
    }
    None
}

/// Whether there is data.
pub fn validates(ctx: &Ctx, id: &Str) -> bool {
    let Some(open) = available(ctx, id) else { return false };
    let key = open.key(id);
    matches!(open.ask(ctx, &key, &[b"EXISTS", &key]), Ok(Answer::Int(1)))
}
