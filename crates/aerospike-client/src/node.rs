//! A node, and its connections that wait to be used.

use crate::{
    Config, Failure,
    connection::{Connection, Input, Open},
    error::code,
};
use phant_aerospike_wire::{admin, info, message::Kind};
use std::{
    io,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

/// Connections that were idle for longer are closed: servers close those that are idle for a minute.
const IDLE: Duration = Duration::from_secs(55);
/// Connections that were idle for longer are looked at before they are used.
const FRESH: Duration = Duration::from_secs(1);

/// A node of a cluster.
pub struct Node {
    /// What it calls itself.
    pub name: String,
    /// Where it is, as a text with a port.
    pub address: String,
    certified: String,
    idle: Mutex<Vec<Connection>>,
    open: AtomicUsize,
    most: usize,
    opener: Open,
    credentials: Option<Arc<(String, Vec<u8>)>>,
    /// Whether it could not be reached when it was last asked.
    pub is_lost: AtomicBool,
}

impl Node {
    /// A node at an address, whose name is not known yet.
    pub fn new(address: String, certified: String, config: &Config) -> Node {
        Node {
            name: String::new(),
            address,
            certified,
            idle: Mutex::default(),
            open: AtomicUsize::new(0),
            most: config.connections,
            opener: config.open.clone(),
            credentials: config.credentials.clone(),
            is_lost: AtomicBool::new(false),
        }
    }
    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// A connection: one that waits, or a new one.
    pub fn take(&self, now: Instant, timeout: Duration) -> Result<Connection, Failure> {
        loop {
            let Some(mut connection) = self.idle().pop() else { break };
            let since = now.saturating_duration_since(connection.used);
            let is_open = since < FRESH || since < IDLE && !connection.is_stale();
            if is_open && connection.is_own() {
                return Ok(connection);
            }
            self.open.fetch_sub(1, Ordering::Relaxed);
        }
        if self.open.fetch_add(1, Ordering::Relaxed) >= self.most {
            self.open.fetch_sub(1, Ordering::Relaxed);
            return Err(Failure::new(-7, format!("Max node {} connections would be exceeded: {}", self.name, self.most)));
        }
        let connection =
            (self.opener)(&self.address, &self.certified, timeout).map(Connection::new).map_err(|error| match error.kind() {
                io::ErrorKind::InvalidData => Failure::new(code::TLS, format!("TLS failed: {} {error}", self.address)),
                _ => Failure::new(code::CONNECTION, format!("Failed to connect: {} {error}", self.address)),
            });
        connection.and_then(|connection| self.log_in(connection, timeout)).inspect_err(|_| {
            self.open.fetch_sub(1, Ordering::Relaxed);
        })
    }
    /// Says who connects, if anybody wants to know.
    fn log_in(&self, mut connection: Connection, timeout: Duration) -> Result<Connection, Failure> {
        let Some(credentials) = &self.credentials else { return Ok(connection) };
        let mut request = Vec::new();
        admin::write(&mut request, admin::LOGIN, &[(0, credentials.0.as_bytes()), (3, &credentials.1)]);
        let mut input = Input::default();
        let answer = connection
            .send(&request, Some(timeout))
            .and_then(|()| connection.receive(&mut input, Some(Instant::now() + timeout)))
            .map_err(|error| Failure::io(&error))?;
        match (answer.0, input.body(answer.1).get(1).copied()) {
            (Kind::Admin, Some(0 | admin::NOT_ENABLED | admin::NOT_SUPPORTED)) => Ok(connection),
            (Kind::Admin, Some(code)) => Err(Failure::server(code)),
            _ => Err(Failure::new(code::CLIENT, "The server's answer is not to what was asked")),
        }
    }
    /// Keeps a connection for the next command; `now` is when this one began.
    pub fn give_back(&self, mut connection: Connection, now: Instant) {
        connection.used = now;
        self.idle().push(connection);
    }
    /// Drops a connection that failed; those that wait are as suspect.
    pub fn discard(&self, connection: Connection, others: bool) {
        drop(connection);
        let mut gone = 1;
        if others {
            gone += self.idle().drain(..).count();
        }
        self.open.fetch_sub(gone, Ordering::Relaxed);
    }
    /// Asks for some names.
    pub fn info(&self, names: &[&[u8]], timeout: Duration) -> Result<Vec<u8>, Failure> {
        let mut request = Vec::new();
        info::request(&mut request, names);
        let now = Instant::now();
        let mut connection = self.take(now, timeout)?;
        let mut input = Input::default();
        let answer = connection
            .send(&request, Some(timeout))
            .and_then(|()| connection.receive(&mut input, Some(now + timeout)))
            .map_err(|error| Failure::io(&error));
        match answer {
            Ok((Kind::Info, body)) if !input.has_more() => {
                self.give_back(connection, now);
                Ok(input.body(body).to_vec())
            }
            Ok(_) => {
                self.discard(connection, false);
                Err(Failure::new(code::CLIENT, "The server's answer is not to what was asked"))
            }
            Err(failure) => {
                self.discard(connection, true);
                Err(failure)
            }
        }
    }
}
