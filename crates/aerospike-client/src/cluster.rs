//! Which nodes there are, and which of them has a partition.

use crate::{
    Failure,
    connection::{self, Open},
    error::code,
    log::event,
    node::Node,
    peers,
};
use phant_aerospike_wire::{info, partition};
use std::{
    net::ToSocketAddrs,
    sync::{
        Arc, Mutex, PoisonError, RwLock, Weak,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// A name or number of a machine, and a port.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Host {
    /// Name or number.
    pub name: String,
    /// Port.
    pub port: u16,
    /// The name in its certificate, if it is another.
    pub tls_name: Option<String>,
}

impl Host {
    /// A machine, and a port.
    pub fn new(name: impl Into<String>, port: u16) -> Host {
        Host { name: name.into(), port, tls_name: None }
    }
    /// The name that its certificate must have.
    fn certified(&self) -> &str {
        self.tls_name.as_deref().unwrap_or(&self.name)
    }
}

/// How a cluster is reached.
#[derive(Clone)]
pub struct Config {
    /// Nodes to begin with.
    pub hosts: Vec<Host>,
    /// How long connecting, and asking about the cluster, may take.
    pub timeout: Duration,
    /// How often the cluster is asked who is there.
    pub interval: Duration,
    /// The most connections to a node.
    pub connections: usize,
    /// The name that a node must give its cluster.
    pub name: Option<String>,
    /// A user, and the hash of the password.
    pub credentials: Option<Arc<(String, Vec<u8>)>>,
    /// Opens transports.
    pub open: Open,
    /// Whether they encrypt: then nodes are asked where their peers listen for that.
    pub is_secure: bool,
    /// Whether names of hosts are looked up here, so that nodes are known by the numbers behind them.
    pub resolves: bool,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            hosts: Vec::new(),
            timeout: Duration::from_secs(1),
            interval: Duration::from_secs(1),
            connections: 300,
            name: None,
            credentials: None,
            open: connection::plain(),
            is_secure: false,
            resolves: false,
        }
    }
}

/// For each partition the number of the node that has it, or [`NOBODY`].
type Owners = Arc<[u16]>;
/// No node has that number.
const NOBODY: u16 = u16::MAX;

/// Maps that are in use: clients of one cluster have the same ones, which are therefore there once.
static KNOWN: Mutex<Vec<Weak<[u16]>>> = Mutex::new(Vec::new());

/// The map of those owners, which another client may have, too.
fn shared(owners: &[u16]) -> Owners {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.retain(|map| map.strong_count() > 0);
    if let Some(map) = known.iter().filter_map(Weak::upgrade).find(|map| **map == *owners) {
        return map;
    }
    let map = Owners::from(owners);
    known.push(Arc::downgrade(&map));
    map
}

/// Owners of namespaces' partitions, as nodes say one after the other.
#[derive(Default)]
struct Claims(Vec<Claimed>);

/// What nodes have said of a namespace.
struct Claimed {
    namespace: Vec<u8>,
    /// For each replica, the master first.
    replicas: Vec<Vec<u16>>,
    /// In which regime a partition's owner said so: later ones are right.
    regimes: Vec<u32>,
}

impl Claims {
    /// Takes in what a node says it has.
    fn take(&mut self, node: u16, text: &[u8]) -> Result<(), Failure> {
        for owned in partition::replicas(text)? {
            let at = self.0.iter().position(|claimed| claimed.namespace == owned.namespace).unwrap_or_else(|| {
                let regimes = vec![0; partition::PARTITIONS];
                self.0.push(Claimed { namespace: owned.namespace.to_vec(), replicas: Vec::new(), regimes });
                self.0.len() - 1
            });
            let Claimed { replicas, regimes, .. } = &mut self.0[at];
            while replicas.len() < owned.replicas.len() {
                replicas.push(vec![NOBODY; partition::PARTITIONS]);
            }
            for (number, owners) in replicas.iter_mut().enumerate() {
                for (at, owner) in owners.iter_mut().enumerate() {
                    if owned.has(number, at) && (*owner == NOBODY || owned.regime >= regimes[at]) {
                        *owner = node;
                        regimes[at] = owned.regime;
                    }
                }
            }
        }
        Ok(())
    }
    /// What commands look at.
    fn spaces(self) -> Vec<(Vec<u8>, Vec<Owners>)> {
        let maps = |replicas: Vec<Vec<u16>>| replicas.iter().map(|owners| shared(owners)).collect();
        self.0.into_iter().map(|claimed| (claimed.namespace, maps(claimed.replicas))).collect()
    }
}

/// What is known, replaced as a whole.
#[derive(Clone, Default)]
pub struct Map {
    /// Nodes that can be reached, as far as is known.
    pub nodes: Vec<Arc<Node>>,
    /// What each said when it was last asked: generations of its peers and of its partitions.
    seen: Vec<(Vec<u8>, Vec<u8>)>,
    /// Namespaces, which are few, with the owners of their partitions for each replica, the master first.
    spaces: Vec<(Vec<u8>, Vec<Owners>)>,
}

/// A cluster.
pub struct Cluster {
    config: Config,
    map: RwLock<Arc<Map>>,
    tending: Mutex<Instant>,
    is_wanted: AtomicBool,
    /// Whether it was closed.
    pub is_closed: AtomicBool,
}

impl Map {
    /// The node that has a partition: the master, or for later attempts other replicas.
    pub fn owner(&self, namespace: &[u8], partition: usize, attempt: usize) -> Option<&Arc<Node>> {
        let replicas = self.space(namespace)?;
        let at = attempt % replicas.len().max(1);
        let owner = |replica: &Owners| replica.get(partition).copied().filter(|owner| *owner != NOBODY);
        let owner = replicas.get(at).and_then(owner).or_else(|| replicas.iter().find_map(owner))?;
        self.nodes.get(usize::from(owner))
    }
    /// Whether anything is known about a namespace.
    pub fn knows(&self, namespace: &[u8]) -> bool {
        self.space(namespace).is_some()
    }
    fn space(&self, namespace: &[u8]) -> Option<&[Owners]> {
        self.spaces.iter().find(|(name, _)| name == namespace).map(|(_, replicas)| replicas.as_slice())
    }
}

impl Cluster {
    /// Connects: at least one of the hosts must answer.
    pub fn connect(config: Config) -> Result<Cluster, Failure> {
        let cluster = Cluster {
            config,
            map: RwLock::default(),
            tending: Mutex::new(Instant::now()),
            is_wanted: AtomicBool::new(false),
            is_closed: AtomicBool::new(false),
        };
        cluster.refresh(true).inspect_err(|error| {
            event!(Error, "connect", "No node of the cluster can be reached: {}", error.message);
        })?;
        Ok(cluster)
    }
    /// Closes connections that wait; others as soon as their commands are over.
    pub fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        *self.map.write().unwrap_or_else(PoisonError::into_inner) = Arc::default();
    }
    /// How it is reached.
    pub fn config(&self) -> &Config {
        &self.config
    }
    /// What is known now.
    pub fn map(&self) -> Arc<Map> {
        self.map.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
    /// Asks the cluster who is there, if that is due. One thread asks; others go on with what is known.
    pub fn tend(&self) {
        self.tend_at(Instant::now());
    }
    pub(crate) fn tend_at(&self, now: Instant) {
        if self.is_closed.load(Ordering::Relaxed) {
            return;
        }
        let Ok(mut last) = self.tending.try_lock() else { return };
        if now.saturating_duration_since(*last) < self.config.interval && !self.is_wanted.load(Ordering::Relaxed) {
            return;
        }
        self.is_wanted.store(false, Ordering::Relaxed);
        // What is known stays as long as nobody knows better.
        if let Err(error) = self.refresh(false) {
            event!(Error, "tend", "No node of the cluster can be reached: {}", error.message);
        }
        *last = Instant::now();
    }
    /// The next command asks first: something did not go as the map says.
    pub fn doubt(&self) {
        self.is_wanted.store(true, Ordering::Relaxed);
    }
    /// A node that is not kept: whatever answers at an address.
    pub(crate) fn outsider(&self, address: &str) -> Node {
        let host = address.rsplit_once(':').map_or(address, |(host, _)| host).trim_matches(['[', ']']);
        Node::new(address.to_owned(), host.to_owned(), &self.config)
    }
    fn ask(&self, node: &Node, names: &[&[u8]]) -> Result<Vec<u8>, Failure> {
        node.info(names, self.config.timeout)
    }
    /// A node at an address, if one answers there.
    fn meet(&self, address: String, certified: &str, known: &[Arc<Node>]) -> Result<Arc<Node>, Failure> {
        let mut node = Node::new(address.clone(), certified.to_owned(), &self.config);
        let answer = self.ask(&node, &[b"node", b"cluster-name"])?;
        let name = info::value(&answer, b"node").unwrap_or_default();
        let name = String::from_utf8_lossy(name).into_owned();
        if let Some(wanted) = &self.config.name
            && info::value(&answer, b"cluster-name") != Some(wanted.as_bytes())
        {
            return Err(Failure::new(code::INVALID_NODE, format!("{address} is in another cluster")));
        }
        if name.is_empty() {
            return Err(Failure::new(code::INVALID_NODE, format!("{address} has no name")));
        }
        if let Some(known) = known.iter().find(|known| known.name == name) {
            return Ok(known.clone());
        }
        node.name = name;
        Ok(Arc::new(node))
    }
    /// The node at the first address of a host where one answers.
    fn meet_host(&self, host: &Host, known: &[Arc<Node>]) -> Result<Arc<Node>, Failure> {
        let plain = peers::with_port(&host.name, host.port);
        if !self.config.resolves {
            return self.meet(plain, host.certified(), known);
        }
        let mut failure = Failure::new(code::CONNECTION, format!("Failed to connect: {plain} no address of that name"));
        for address in plain.to_socket_addrs().into_iter().flatten() {
            match self.meet(address.to_string(), host.certified(), known) {
                Ok(node) => return Ok(node),
                Err(error) => failure = error,
            }
        }
        Err(failure)
    }
    /// Puts the peers of a node that are not known into the queue.
    fn meet_peers(&self, node: &Node, queue: &mut Vec<Arc<Node>>) {
        let request: &[u8] = if self.config.is_secure { b"peers-tls-std" } else { b"peers-clear-std" };
        let answer = self.ask(node, &[request]).unwrap_or_default();
        for peer in peers::read(info::value(&answer, request).unwrap_or_default()) {
            if queue.iter().any(|known| known.name == peer.name) {
                continue;
            }
            let met = peer.addresses.into_iter().find_map(|address| {
                let host = address.rsplit_once(':').map_or("", |(host, _)| host).trim_matches(['[', ']']).to_owned();
                let certified = if peer.certified.is_empty() { &host } else { &peer.certified };
                self.meet(address, certified, queue).ok()
            });
            queue.extend(met);
        }
    }
    /// Asks who is there and what they have.
    fn refresh(&self, is_first: bool) -> Result<(), Failure> {
        let old = self.map();
        let mut nodes = Vec::<Arc<Node>>::new();
        let mut seen = Vec::new();
        let mut failure = Failure::new(code::CONNECTION, "Failed to connect");
        let mut queue: Vec<Arc<Node>> = old.nodes.clone();
        let mut changed = is_first;
        if queue.is_empty() {
            changed = true;
            for host in &self.config.hosts {
                match self.meet_host(host, &queue) {
                    Ok(node) => queue.push(node),
                    Err(error) => {
                        event!(Warn, "refresh", "Host {}:{} failed: {}", host.name, host.port, error.message);
                        failure = error;
                    }
                }
            }
        }
        let mut at = 0;
        while let Some(node) = queue.get(at).cloned() {
            at += 1;
            if nodes.iter().any(|known| known.name == node.name) {
                continue;
            }
            let before = old.nodes.iter().position(|known| known.name == node.name).map(|at| &old.seen[at]);
            let answer = self.ask(&node, &[b"node", b"peers-generation", b"partition-generation"]);
            let named = answer.as_ref().ok().and_then(|answer| info::value(answer, b"node"));
            let (Ok(answer), Some(true)) = (&answer, named.map(|name| name == node.name.as_bytes())) else {
                failure = answer.err().unwrap_or(failure);
                event!(Warn, "refresh", "Node {} at {} is lost: {}", node.name, node.address, failure.message);
                node.is_lost.store(true, Ordering::Relaxed);
                changed = true;
                continue;
            };
            let value = |name: &[u8]| info::value(answer, name).unwrap_or_default().to_vec();
            let now = (value(b"peers-generation"), value(b"partition-generation"));
            if before.is_none_or(|before| before.0 != now.0) {
                self.meet_peers(&node, &mut queue);
            }
            changed |= before != Some(&now);
            node.is_lost.store(false, Ordering::Relaxed);
            if before.is_none() {
                event!(Info, "refresh", "Node {} at {} is there", node.name, node.address);
            }
            nodes.push(node);
            seen.push(now);
        }
        if nodes.is_empty() {
            *self.map.write().unwrap_or_else(PoisonError::into_inner) = Arc::default();
            return Err(failure);
        }
        if changed {
            let mut claims = Claims::default();
            for (at, node) in nodes.iter().enumerate() {
                let answer = self.ask(node, &[b"replicas"]).unwrap_or_default();
                claims.take(at as u16, info::value(&answer, b"replicas").unwrap_or_default())?;
            }
            let map = Map { nodes, seen, spaces: claims.spaces() };
            event!(Debug, "refresh", "The partition map is that of {} nodes", map.nodes.len());
            *self.map.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(map);
        }
        Ok(())
    }
}
