//! RedisArray: keys divided among servers by what they hash to. Each server is an object of the class Redis.
//!
//! `place` says where a key is, `methods` are what the class does.

pub mod class;
mod construct;
mod many;
pub mod methods;
mod place;
mod rehash;

use phant_memory::{Array, HeapVec, NativeData, Object, Str, Tracer, Value, heap_vec};
use phant_native::Ctx;
use std::cell::{Cell, RefCell};

/// What an object holds: its servers and how keys are divided among them. Borrows end before PHP code runs.
pub struct Ring {
    /// `host:port` of each server.
    pub(crate) hosts: RefCell<Array>,
    /// The objects, in the same order.
    pub(crate) servers: RefCell<Array>,
    /// The ring of consistent hashing; empty without it.
    pub(crate) points: RefCell<HeapVec<place::Point>>,
    pub(crate) algorithm: RefCell<Option<Str>>,
    /// Which part of a key counts, by a function.
    pub(crate) extractor: RefCell<Value>,
    /// Where a key is, by a function.
    pub(crate) distributor: RefCell<Value>,
    /// The ring before servers were added, an object of this class.
    pub(crate) previous: RefCell<Value>,
    /// The server of a transaction.
    pub(crate) transaction: RefCell<Value>,
    /// Keys are noted in a set of their server's.
    pub(crate) index: Cell<bool>,
    /// Keys that are found in the previous ring move to this one.
    pub(crate) auto_rehash: Cell<bool>,
}

impl NativeData for Ring {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.array(&self.servers.borrow());
        for value in [&self.extractor, &self.distributor, &self.previous, &self.transaction] {
            tracer.value(&value.borrow());
        }
    }
}

impl Ring {
    /// Gives an object an empty ring.
    pub fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(Ring {
            hosts: RefCell::default(),
            servers: RefCell::default(),
            points: RefCell::new(heap_vec()),
            algorithm: RefCell::default(),
            extractor: RefCell::default(),
            distributor: RefCell::default(),
            previous: RefCell::default(),
            transaction: RefCell::default(),
            index: Cell::new(false),
            auto_rehash: Cell::new(false),
        });
    }
    /// That of an object.
    pub fn of(object: &Object) -> &Ring {
        object.native().expect("made by create")
    }
}
