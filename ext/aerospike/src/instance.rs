//! What an object of the class holds, and how its methods begin and end.
//!
//! The cluster and the buffers live outside the request heap, behind an entry of the table of resources; the last error is
//! in the object.

use crate::{direct, log, policy::Policies};
use phant_aerospike_client::{Cluster, Config, Failure, connection::Input, error::code};
use phant_memory::{CountedCell, NativeData, Object, Str, Tracer};
use phant_native::{Callable, Ctx, PhpResult, Thrown, resource};
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    rc::Rc,
    sync::{Arc, LazyLock, Mutex, PoisonError, atomic::Ordering},
};

/// Why a method does not go on.
pub enum Stop {
    /// With a status.
    Failed(Failure),
    /// With an exception.
    Thrown(Thrown),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Stop {
        Stop::Failed(failure)
    }
}
impl From<Thrown> for Stop {
    fn from(thrown: Thrown) -> Stop {
        Stop::Thrown(thrown)
    }
}
impl From<phant_aerospike_wire::Malformed> for Stop {
    fn from(error: phant_aerospike_wire::Malformed) -> Stop {
        Stop::Failed(error.into())
    }
}

/// What steps of a method give.
pub type Step<T> = Result<T, Stop>;

/// A wrong argument: status -2.
pub fn wrong(message: impl Into<String>) -> Stop {
    Stop::Failed(Failure::new(code::PARAMETER, message))
}
/// Something the client cannot do: status -1.
pub fn cannot(message: impl Into<String>) -> Stop {
    Stop::Failed(Failure::new(code::CLIENT, message))
}

/// Buffers that are kept from command to command.
#[derive(Default)]
pub struct Scratch {
    /// A message.
    pub out: Vec<u8>,
    /// Operations of it.
    pub ops: Vec<u8>,
    /// The answer.
    pub input: Input,
    /// What the last key's digest was.
    pub known: crate::key::Known,
}

/// What an object uses of the world outside the heap.
pub struct Client {
    /// The cluster, shared if it is persistent.
    pub cluster: Arc<Cluster>,
    /// Defaults of the constructor.
    pub policies: Policies,
    /// The key of the memory that a script wants to be shared.
    pub memory: Option<i32>,
    is_persistent: bool,
    scratch: Cell<Option<Box<Scratch>>>,
}

impl Client {
    /// A client of a cluster.
    pub fn new(cluster: Arc<Cluster>, policies: Policies, is_persistent: bool, memory: Option<i32>) -> Client {
        Client { cluster, policies, memory, is_persistent, scratch: Cell::default() }
    }
    /// The buffers; a callback that uses the same object meanwhile gets others.
    pub fn scratch(&self) -> Box<Scratch> {
        self.scratch.take().unwrap_or_default()
    }
    /// Gives them back.
    pub fn keep(&self, mut scratch: Box<Scratch>) {
        scratch.out.clear();
        scratch.ops.clear();
        if scratch.out.capacity() <= 1 << 20 && scratch.ops.capacity() <= 1 << 20 {
            self.scratch.set(Some(scratch));
        }
    }
}

/// An object's state.
#[derive(Default)]
pub struct Instance {
    id: Cell<u64>,
    is_connected: Cell<bool>,
    errorno: Cell<i64>,
    error: CountedCell<Option<Str>>,
    in_doubt: Cell<bool>,
}

impl NativeData for Instance {
    fn trace(&self, _tracer: &mut Tracer<'_>) {}
}

impl Drop for Instance {
    fn drop(&mut self) {
        if self.id.get() != 0 {
            resource::drop_hidden(self.id.get());
        }
    }
}

impl Instance {
    /// The state of an object.
    pub fn of(object: &Object) -> &Instance {
        object.native().expect("made by create")
    }
    /// Takes a client.
    pub fn set(&self, client: Client) {
        let old = self.id.replace(resource::hide(Rc::new(client)));
        if old != 0 {
            resource::drop_hidden(old);
        }
        self.is_connected.set(true);
    }
    /// The client, connected or not.
    pub fn client(&self) -> Option<Rc<Client>> {
        resource::hidden(self.id.get())
    }
    /// Whether there is a node that commands could be sent to.
    pub fn has_nodes(&self) -> bool {
        self.is_connected()
            && self.client().is_some_and(|client| {
                client.cluster.tend();
                !client.cluster.nodes().is_empty()
            })
    }
    /// Whether commands can be sent, as far as this object goes.
    pub fn is_connected(&self) -> bool {
        self.is_connected.get()
    }
    /// The client of an object that was closed.
    pub fn closed(&self) -> Option<Rc<Client>> {
        self.client().filter(|_| !self.is_connected())
    }
    /// The status of a method that goes on although the object is closed.
    pub fn end_closed(&self, ctx: &Ctx, result: Step<()>) -> PhpResult<i64> {
        let is_done = result.is_ok();
        let status = self.end(ctx, result)?;
        if is_done {
            self.note(code::CLUSTER.into(), NOT_CONNECTED, false);
        }
        Ok(status)
    }
    /// The last status.
    pub fn errorno(&self) -> i64 {
        self.errorno.get()
    }
    /// The last words.
    pub fn error(&self) -> Str {
        self.error.get().unwrap_or_default()
    }
    /// Whether the last write may have been done although it failed.
    pub fn in_doubt(&self) -> bool {
        self.in_doubt.get()
    }
    /// Notes a status; gives it.
    pub fn note(&self, code: i64, message: &str, in_doubt: bool) -> i64 {
        self.errorno.set(code);
        self.in_doubt.set(in_doubt);
        self.error.replace((!message.is_empty()).then(|| Str::from(message)));
        code
    }
    /// Ends the connection, or what this object has of it.
    pub fn close(&self) {
        if let Some(client) = self.client().filter(|client| !client.is_persistent) {
            client.cluster.close();
        }
        self.is_connected.set(false);
    }
    /// Connects again.
    pub fn reconnect(&self) -> Step<()> {
        let client = self.client().ok_or_else(|| cannot("Invalid class object"))?;
        if self.is_connected() {
            return Err(cannot("Client already connected"));
        }
        if !client.is_persistent {
            let cluster = Arc::new(Cluster::connect(client.cluster.config().clone())?);
            let (policies, memory) = (client.policies.clone(), client.memory);
            drop(client);
            self.set(Client::new(cluster, policies, false, memory));
        }
        self.is_connected.set(true);
        Ok(())
    }
    /// The status of a method, from how it ended.
    pub fn end(&self, ctx: &Ctx, result: Step<()>) -> PhpResult<i64> {
        // What a log handler does with this object must not hide what happened here.
        let told = if matches!(result, Err(Stop::Thrown(_))) { Ok(()) } else { log::tell(ctx) };
        let status = self.noted(result)?;
        told.map(|()| status)
    }
    fn noted(&self, result: Step<()>) -> PhpResult<i64> {
        match result {
            Ok(()) => {
                if self.errorno.get() != 0 {
                    self.note(0, "", false);
                }
                Ok(0)
            }
            Err(Stop::Failed(failure)) => Ok(self.note(failure.code.into(), &failure.message, failure.in_doubt)),
            Err(Stop::Thrown(thrown)) => {
                self.note(code::PARAMETER.into(), "Unable to parse parameters", false);
                Err(thrown)
            }
        }
    }
}

/// What an object that was closed says.
const NOT_CONNECTED: &str = "Not connected";

/// Which status a method has on an object that is not connected.
#[derive(Clone, Copy)]
pub struct Unconnected(pub i32);

/// What most methods have.
pub const CLUSTER: Unconnected = Unconnected(code::CLUSTER);
/// What some older ones have.
pub const CLIENT: Unconnected = Unconnected(code::CLIENT);

/// Runs a method that needs the cluster.
pub fn run(ctx: &Ctx, this: &Object, none: Unconnected, act: impl FnOnce(&Client) -> Step<()>) -> PhpResult<i64> {
    let instance = Instance::of(this);
    let result = match instance.client() {
        None => Err(cannot("Invalid class object")),
        Some(_) if !instance.is_connected() => Err(Failure::new(none.0, NOT_CONNECTED).into()),
        Some(client) => act(&client),
    };
    instance.end(ctx, result)
}

/// What a request has set for all its objects.
#[derive(Default)]
pub struct Callbacks {
    /// Makes bytes of values that are not native.
    pub serialize: RefCell<Option<Callable>>,
    /// Makes values of bytes.
    pub deserialize: RefCell<Option<Callable>>,
}

/// Clusters that stay connected as long as the process lives, by the hosts they were reached through.
static PERSISTENT: LazyLock<Mutex<HashMap<String, Arc<Cluster>>>> = LazyLock::new(Mutex::default);
/// The cluster that a configuration names: a new one, or one that is there for the same key.
pub fn connect(ctx: &Ctx, mut config: Config, key: Option<String>) -> Result<Arc<Cluster>, Failure> {
    if ctx.ini.bool("aerospike.embedded") {
        let address = direct::node().map(phant_aerospike_node::Node::address)?;
        config.hosts = vec![phant_aerospike_client::Host::new(address.ip().to_string(), address.port())];
        (config.open, config.is_secure) = (std::sync::Arc::new(direct::open), false);
    }
    let Some(key) = key else { return Cluster::connect(config).map(Arc::new) };
    let mut all = PERSISTENT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = all.get(&key).filter(|known| !known.is_closed.load(Ordering::Relaxed)) {
        return Ok(known.clone());
    }
    let cluster = Arc::new(Cluster::connect(config)?);
    all.insert(key, cluster.clone());
    Ok(cluster)
}
