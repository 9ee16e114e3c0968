//! Clusters: which server has a key, and what to do when it is another one or none.
//!
//! `methods` are what the class does, `split` the commands whose keys may be on several servers.

pub mod class;
mod construct;
pub mod methods;
pub mod session;
mod split;
mod transaction;
mod walk;

use crate::{
    client::{Client, Status, Target, mode},
    reply::{Got, Note, Reader, Reading},
    settings::Settings,
};
use phant_memory::{NativeData, Object, Tracer, Value};
use phant_native::{Ctx, PhpResult, Thrown, resource};
use phant_redis_wire::{Command, slot};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    time::{Duration, Instant},
};

/// The exception that a cluster's faults are.
pub const EXCEPTION: &str = "RedisClusterException";
/// No server has this slot.
const NOBODY: u16 = u16::MAX;

/// `RedisCluster::FAILOVER_…`
pub mod failover {
    #![allow(missing_docs)]
    pub const ERROR: i64 = 1;
    pub const DISTRIBUTE: i64 = 2;
    pub const DISTRIBUTE_SLAVES: i64 = 3;
}

/// A server.
pub struct Node {
    /// Its connection.
    pub client: Client,
    /// Those that repeat what it has.
    replicas: RefCell<Vec<Rc<Node>>>,
    is_replica: bool,
    /// `READONLY` was said on this connection.
    reads: Cell<bool>,
    /// A transaction has begun here.
    in_multi: Cell<bool>,
}

/// A command of a transaction.
pub(crate) struct Queued {
    node: Rc<Node>,
    read: Reader,
    note: Note,
    /// How many replies belong together, as one array, sum or truth.
    joined: Option<split::Join>,
}

/// See the [module documentation](self).
pub struct Cluster {
    /// The masters.
    pub(crate) masters: RefCell<Vec<Rc<Node>>>,
    slots: RefCell<Vec<u16>>,
    pub(crate) settings: RefCell<Rc<Settings>>,
    /// How each server is connected to.
    pub(crate) target: RefCell<Target>,
    seeds: Vec<(Vec<u8>, i64)>,
    pub(crate) error: RefCell<Option<Vec<u8>>>,
    pub(crate) mode: Cell<i64>,
    pub(crate) queue: RefCell<Vec<Queued>>,
    /// Where the last key was found to have moved.
    pub(crate) redirected: RefCell<Option<Vec<u8>>>,
    /// Who is listened to.
    pub(crate) listening: RefCell<Option<Rc<Node>>>,
    command: Cell<Command>,
    turn: Cell<usize>,
}

/// What came of a command.
enum Outcome {
    Done(Value),
    /// The slot is elsewhere now.
    Moved(Vec<u8>, i64),
    /// This once, ask there.
    Ask(Vec<u8>, i64),
    /// The server is not there.
    Lost,
    /// No server has the slot.
    Down,
}

impl Cluster {
    /// A cluster that is known by some of its servers; throws if none of them tells who has what.
    pub fn new(ctx: &Ctx, seeds: Vec<(Vec<u8>, i64)>, mut target: Target) -> PhpResult<Cluster> {
        // Servers tell each other's addresses, not that they are encrypted: options for that say so.
        target.tls = target.context.is_some();
        let cluster = Cluster {
            masters: RefCell::default(),
            slots: RefCell::new(vec![NOBODY; slot::SLOTS]),
            settings: RefCell::default(),
            target: RefCell::new(target),
            seeds,
            error: RefCell::default(),
            mode: Cell::new(mode::ATOMIC),
            queue: RefCell::default(),
            redirected: RefCell::default(),
            listening: RefCell::default(),
            command: Cell::default(),
            turn: Cell::new(0),
        };
        if !cluster.learn(ctx)? {
            return Err(ctx.throw(EXCEPTION, "Couldn't map cluster keyspace using any provided seed"));
        }
        Ok(cluster)
    }
    fn node(&self, host: &[u8], port: i64, is_replica: bool) -> Rc<Node> {
        let mut target = self.target.borrow().clone();
        target.host = host.to_vec();
        target.port = port;
        target.database = 0;
        let client = Client::default();
        client.exception.set(EXCEPTION);
        client.quiet.set(true);
        // The cluster itself looks for another server.
        target.retry.most = 0;
        client.target.replace(target);
        Node { client, replicas: RefCell::default(), is_replica, reads: Cell::new(false), in_multi: Cell::new(false) }.into()
    }
    /// Asks the servers, known ones and seeds, who has what.
    fn learn(&self, ctx: &Ctx) -> PhpResult<bool> {
        let known: Vec<Rc<Node>> = self.masters.borrow().clone();
        let seeds = self.seeds.iter().map(|(host, port)| self.node(host, *port, false));
        for node in known.into_iter().chain(seeds) {
            if quietly(ctx, self.ask_for_slots(ctx, &node))? {
                return Ok(true);
            }
        }
        Ok(false)
    }
    fn ask_for_slots(&self, ctx: &Ctx, node: &Node) -> PhpResult<bool> {
        node.client.restart();
        if !node.client.get_ready(ctx)? {
            return Ok(false);
        }
        let mut command = Command::default();
        command.begin(b"CLUSTER");
        command.text(b"SLOTS");
        if node.client.write(ctx, command.finish()).is_err() {
            return Ok(false);
        }
        let ranges = Reading::new(ctx, &node.client).variant(false)?;
        let Some(ranges) = ranges.as_array().map(|r| (*r).clone()).filter(|r| !r.is_empty()) else { return Ok(false) };
        let (mut masters, mut slots) = (Vec::<Rc<Node>>::new(), vec![NOBODY; slot::SLOTS]);
        let own_host = node.client.target.borrow().host.clone();
        for range in ranges.values() {
            let Some(range) = range.as_array() else { return Ok(false) };
            let mut servers = range.values().skip(2).filter_map(|server| {
                let server = server.as_array()?;
                let host = server.get_int(0)?.as_str().map(|h| h.to_vec()).unwrap_or_default();
                // A server that does not know its name is where it was asked.
                Some((if host.is_empty() { own_host.clone() } else { host }, server.get_int(1)?.as_int()?))
            });
            let (Some(first), Some(last)) = (range.get_int(0).and_then(Value::as_int), range.get_int(1).and_then(Value::as_int))
            else {
                return Ok(false);
            };
            let Some((host, port)) = servers.next() else { return Ok(false) };
            let at = masters.iter().position(|m| m.is_at(&host, port)).unwrap_or_else(|| {
                let kept = self.masters.borrow().iter().find(|m| m.is_at(&host, port)).cloned();
                masters.push(kept.unwrap_or_else(|| self.node(&host, port, false)));
                masters.len() - 1
            });
            let replicas: Vec<Rc<Node>> = servers.map(|(host, port)| self.node(&host, port, true)).collect();
            *masters[at].replicas.borrow_mut() = replicas;
            let (Ok(first), Ok(last)) = (usize::try_from(first), usize::try_from(last)) else { return Ok(false) };
            if first > last || last >= slot::SLOTS {
                return Ok(false);
            }
            slots[first..=last].fill(at as u16);
        }
        self.masters.replace(masters);
        self.slots.replace(slots);
        Ok(true)
    }
    /// The master that has a slot.
    pub(crate) fn master_of(&self, slot: u16) -> Option<Rc<Node>> {
        let at = *self.slots.borrow().get(usize::from(slot))?;
        self.masters.borrow().get(usize::from(at)).cloned()
    }
    /// The server at a place.
    pub(crate) fn node_at(&self, host: &[u8], port: i64) -> Option<Rc<Node>> {
        let masters = self.masters.borrow();
        let replicas = masters.iter().flat_map(|m| m.replicas.borrow().clone());
        masters.iter().cloned().chain(replicas).find(|node| node.is_at(host, port))
    }
    /// Any master.
    pub(crate) fn any(&self) -> Option<Rc<Node>> {
        let masters = self.masters.borrow();
        let at = self.next_turn() % masters.len().max(1);
        masters.get(at).cloned()
    }
    /// A buffer for a command.
    pub(crate) fn take_buffer(&self) -> Command {
        self.command.take()
    }
    /// Gives it back.
    pub(crate) fn keep_buffer(&self, buffer: Command) {
        self.command.set(buffer);
    }
    fn next_turn(&self) -> usize {
        self.turn.replace(self.turn.get().wrapping_add(1))
    }
    /// Who is asked first about a slot: for reading it may be a replica.
    fn choose(&self, slot: u16, reads: bool) -> Option<Rc<Node>> {
        let master = self.master_of(slot)?;
        let how = self.settings.borrow().failover;
        if !reads || how < failover::DISTRIBUTE || self.mode.get() != mode::ATOMIC {
            return Some(master);
        }
        let replicas = master.replicas.borrow().clone();
        let choices = if how == failover::DISTRIBUTE_SLAVES && !replicas.is_empty() {
            replicas
        } else {
            std::iter::once(Rc::clone(&master)).chain(replicas).collect()
        };
        choices.get(self.next_turn() % choices.len()).cloned()
    }
    /// Sends a command to whoever has its slot, and reads the reply.
    pub(crate) fn run(&self, ctx: &Ctx, slot: u16, command: &mut Command, read: Reader, note: &Note, reads: bool) -> PhpResult {
        let deadline = Instant::now() + Duration::from_secs(5);
        let mut node = self.choose(slot, reads);
        let mut asking = false;
        loop {
            let Some(to) = node else { return Err(ctx.throw(EXCEPTION, "The slot is not covered by any node in this cluster")) };
            let outcome = self.attempt(ctx, &to, command, read, note, asking)?;
            asking = false;
            node = match outcome {
                Outcome::Done(value) => return Ok(value),
                Outcome::Ask(host, port) => {
                    asking = true;
                    Some(self.node_at(&host, port).unwrap_or_else(|| self.node(&host, port, false)))
                }
                Outcome::Moved(host, port) => Some(self.moved(slot, &host, port)),
                Outcome::Lost if reads && !to.is_replica && self.settings.borrow().failover == failover::ERROR => {
                    let replica = to.replicas.borrow().first().cloned();
                    replica.or(self.after_loss(ctx, slot)?)
                }
                Outcome::Lost if to.is_replica => self.master_of(slot),
                Outcome::Lost => self.after_loss(ctx, slot)?,
                Outcome::Down if Instant::now() > deadline => {
                    return Err(ctx.throw(EXCEPTION, "The Redis Cluster is down (CLUSTERDOWN)"));
                }
                Outcome::Down => self.after_loss(ctx, slot)?,
            };
            if Instant::now() > deadline {
                return Err(ctx.throw(EXCEPTION, "Timed out attempting to find data in the correct node!"));
            }
            ctx.poll()?;
        }
    }
    /// Notes that a slot has moved.
    fn moved(&self, slot: u16, host: &[u8], port: i64) -> Rc<Node> {
        *self.redirected.borrow_mut() = Some([host, b":", port.to_string().as_bytes()].concat());
        let mut masters = self.masters.borrow_mut();
        let at = masters.iter().position(|m| m.is_at(host, port)).unwrap_or_else(|| {
            masters.push(self.node(host, port, false));
            masters.len() - 1
        });
        if let Some(place) = self.slots.borrow_mut().get_mut(usize::from(slot)) {
            *place = at as u16;
        }
        masters[at].clone()
    }
    /// A server is gone: the others know who has taken its place, now or soon.
    fn after_loss(&self, ctx: &Ctx, slot: u16) -> PhpResult<Option<Rc<Node>>> {
        std::thread::sleep(Duration::from_millis(50));
        if !self.learn(ctx)? {
            return Err(ctx.throw(EXCEPTION, "Can't communicate with any node in the cluster"));
        }
        Ok(self.master_of(slot))
    }
    fn attempt(
        &self,
        ctx: &Ctx,
        node: &Node,
        command: &mut Command,
        read: Reader,
        note: &Note,
        asking: bool,
    ) -> PhpResult<Outcome> {
        if !quietly(ctx, node.begin(ctx, asking))? {
            return Ok(Outcome::Lost);
        }
        if node.client.write(ctx, command.finish()).is_err() {
            node.client.disconnect(ctx);
            return Ok(Outcome::Lost);
        }
        let value = match self.reply(ctx, node, read, note) {
            Err(_) if ctx.ending.get().is_none() && !node.client.is_alive(ctx) => {
                drop(ctx.exception.take());
                return Err(ctx.throw(EXCEPTION, "Error processing response from Redis node!"));
            }
            read => read?,
        };
        let error = node.client.error.take();
        let Some(text) = error else { return Ok(Outcome::Done(value)) };
        if let Some((is_ask, host, port)) = redirection(&text, &node.client.target.borrow().host) {
            return Ok(if is_ask { Outcome::Ask(host, port) } else { Outcome::Moved(host, port) });
        }
        if text.starts_with(b"CLUSTERDOWN") {
            return Ok(Outcome::Down);
        }
        *self.error.borrow_mut() = Some(text);
        Ok(Outcome::Done(value))
    }
    /// Reads a reply of a server with the cluster's options.
    pub(crate) fn reply(&self, ctx: &Ctx, node: &Node, read: Reader, note: &Note) -> PhpResult {
        let settings = self.settings.borrow().clone();
        let reading = Reading::with(ctx, &node.client, settings);
        node.client.set_error(None);
        read(&reading, note)
    }
    /// Sends a command to one server; `None` if it is not there.
    pub(crate) fn ask(
        &self,
        ctx: &Ctx,
        node: &Rc<Node>,
        command: &mut Command,
        read: Reader,
        note: &Note,
    ) -> PhpResult<Option<Value>> {
        match self.attempt(ctx, node, command, read, note, false)? {
            Outcome::Done(value) => Ok(Some(value)),
            Outcome::Moved(host, port) => {
                let to = self.node_at(&host, port).unwrap_or_else(|| self.node(&host, port, false));
                match self.attempt(ctx, &to, command, read, note, false)? {
                    Outcome::Done(value) => Ok(Some(value)),
                    _ => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }
    /// Sends a command of a transaction, and what begins the transaction if this server has not been told.
    pub(crate) fn enqueue(
        &self,
        ctx: &Ctx,
        slot: u16,
        command: &mut Command,
        queued: impl FnOnce(Rc<Node>) -> Queued,
    ) -> PhpResult<bool> {
        let Some(node) = self.master_of(slot) else { return Ok(false) };
        if !quietly(ctx, node.begin(ctx, false))? {
            return Err(self.unreachable(ctx));
        }
        let quiet = |command: &mut Command, wanted: fn(&Got) -> bool| -> PhpResult<bool> {
            if node.client.write(ctx, command.finish()).is_err() {
                return Err(self.unreachable(ctx));
            }
            let got = Reading::new(ctx, &node.client).head()?;
            if !wanted(&got) {
                let error = node.client.error.take();
                if error.as_ref().is_some_and(|text| text.starts_with(b"ASK ")) {
                    return Err(ctx.throw(EXCEPTION, "Can't process MULTI sequence when cluster is resharding"));
                }
                *self.error.borrow_mut() = error;
            }
            Ok(wanted(&got))
        };
        if !node.in_multi.get() {
            let mut multi = Command::default();
            multi.begin(b"MULTI");
            if !quiet(&mut multi, |got| matches!(got, Got::Ok))? {
                return Ok(false);
            }
            node.in_multi.set(true);
        }
        if !quiet(command, |got| matches!(got, Got::Queued))? {
            return Ok(false);
        }
        self.queue.borrow_mut().push(queued(node));
        Ok(true)
    }
    fn unreachable(&self, ctx: &Ctx) -> Thrown {
        if ctx.has_exception() {
            return Thrown;
        }
        ctx.throw(EXCEPTION, "Can't communicate with any node in the cluster")
    }
    /// Every server that a transaction was begun on.
    pub(crate) fn in_multi(&self) -> Vec<Rc<Node>> {
        self.masters.borrow().iter().filter(|node| node.in_multi.replace(false)).cloned().collect()
    }
}

/// What came of looking for a server: one that breaks off is one that is not there.
fn quietly(ctx: &Ctx, result: PhpResult<bool>) -> PhpResult<bool> {
    match result {
        Err(thrown) if ctx.ending.get().is_some() => Err(thrown),
        Err(_) => {
            drop(ctx.exception.take());
            Ok(false)
        }
        found => found,
    }
}

impl Node {
    fn is_at(&self, host: &[u8], port: i64) -> bool {
        let target = self.client.target.borrow();
        target.host == host && target.port == port
    }
    /// Its place.
    pub fn place(&self) -> (Vec<u8>, i64) {
        let target = self.client.target.borrow();
        (target.host.clone(), target.port)
    }
    /// Makes it ready for a command; `false` if it is not there.
    fn begin(&self, ctx: &Ctx, asking: bool) -> PhpResult<bool> {
        let client = &self.client;
        if !client.is_alive(ctx) {
            client.restart();
            client.disconnect(ctx);
            self.reads.set(false);
            self.in_multi.set(false);
            if !client.get_ready(ctx)? {
                return Ok(false);
            }
        }
        let say = |word: &[u8]| {
            let mut command = Command::default();
            command.begin(word);
            client.simple(ctx, &mut command)
        };
        if self.is_replica && !self.reads.get() {
            if !say(b"READONLY")? {
                return Ok(false);
            }
            self.reads.set(true);
        }
        if asking { say(b"ASKING") } else { Ok(true) }
    }
}

/// `MOVED 3999 127.0.0.1:6381`, `ASK …`: whether it is the latter, and where to.
fn redirection(text: &[u8], asked: &[u8]) -> Option<(bool, Vec<u8>, i64)> {
    let is_ask = text.starts_with(b"ASK ");
    if !is_ask && !text.starts_with(b"MOVED ") {
        return None;
    }
    let place = text.split(|&b| b == b' ').nth(2)?;
    let colon = place.iter().rposition(|&b| b == b':')?;
    let host = if colon == 0 { asked } else { &place[..colon] };
    Some((is_ask, host.to_vec(), phant_numeric::parse::to_int(&place[colon + 1..])))
}

/// What an object holds: its cluster, which lives outside the request heap.
pub struct Holder {
    id: Cell<u64>,
}

impl NativeData for Holder {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

impl Drop for Holder {
    fn drop(&mut self) {
        let id = self.id.replace(0);
        if let Some(cluster) = resource::hidden::<Cluster>(id) {
            cluster.masters.borrow().iter().for_each(|node| crate::pool::leave(&node.client));
        }
        resource::drop_hidden(id);
    }
}

impl Holder {
    /// Gives an object a place for a cluster.
    pub fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(Holder { id: Cell::new(0) });
    }
    /// Gives the object its cluster.
    pub fn set(object: &Object, cluster: Cluster) {
        let holder: &Holder = object.native().expect("made by create");
        let before = holder.id.replace(resource::hide(Rc::new(cluster)));
        resource::drop_hidden(before);
    }
    /// The object's cluster.
    pub fn get(ctx: &Ctx, object: &Object) -> PhpResult<Rc<Cluster>> {
        let holder: &Holder = object.native().expect("made by create");
        resource::hidden(holder.id.get()).ok_or_else(|| ctx.throw(EXCEPTION, "The cluster is not connected"))
    }
}

impl Client {
    /// Lets a connection that failed be tried again.
    fn restart(&self) {
        if self.status.get() == Status::Failed {
            self.status.set(Status::Closed);
        }
    }
}
