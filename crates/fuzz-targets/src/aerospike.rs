//! What clients could say to an Aerospike node, and a server to a client.

use phant_aerospike_client::{
    Cluster, Config, Host, Policy, Replica,
    connection::{Input, Transport},
};
use phant_aerospike_node::Detached;
use phant_aerospike_wire::{
    digest::Key,
    message::{Cursor, Head, Kind, Writer, bits, field, op},
    particle, partition,
    value::Value,
};
use std::{cell::RefCell, io, sync::Arc, time::Duration};

thread_local! {
    /// What the server of the client's side says.
    static SAID: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static NODE: Detached = Detached::new(1 << 20);
}

/// Bytes in place of a server, which hears nothing.
struct Bytes(Vec<u8>, usize);

impl Transport for Bytes {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let rest = &self.0[self.1..];
        let count = rest.len().min(into.len());
        into[..count].copy_from_slice(&rest[..count]);
        self.1 += count;
        Ok(count)
    }
    fn write_all(&mut self, _bytes: &[u8]) -> io::Result<()> {
        Ok(())
    }
    fn set_timeout(&mut self, _timeout: Option<Duration>) -> io::Result<()> {
        Ok(())
    }
    fn is_stale(&mut self) -> bool {
        false
    }
}

/// A message to the node about one record, with an operation whose value is the input.
fn ask(node: &Detached, info2: u8, kind: u8, particle: u8, value: &[u8]) {
    let mut out = Vec::new();
    let head = Head { info1: bits::READ, info2, ..Head::default() };
    let mut message = Writer::part(&mut out, &head);
    message.field(field::NAMESPACE, b"test");
    message.field(field::DIGEST, &Key::Int(1).digest(b""));
    message.op(kind, b"b", particle, value);
    message.finish();
    let _answer = node.exchange(Kind::Message, &out);
}
/// A message to the node with a field that is the input.
fn ask_all(node: &Detached, kind: u8, value: &[u8]) {
    let mut out = Vec::new();
    let mut message = Writer::part(&mut out, &Head { info1: bits::READ, ..Head::default() });
    message.field(field::NAMESPACE, b"test");
    message.field(kind, value);
    message.finish();
    let _answer = node.exchange(Kind::Message, &out);
}

/// Reads texts, in which two digits stand for a byte, as everything that peers send.
pub fn run(input: &[u8]) {
    let digits: Vec<u8> = input.iter().filter_map(|&c| char::from(c).to_digit(16).map(|d| d as u8)).collect();
    let bytes: Vec<u8> = digits.chunks(2).map(|pair| pair.iter().fold(0, |byte, &digit| byte << 4 | digit)).collect();
    NODE.with(|node| {
        let _answer = node.exchange(Kind::Message, &bytes);
        let _answer = node.exchange(Kind::Compressed, &bytes);
        let _answer = node.exchange(Kind::Info, input);
        for particle in [particle::LIST, particle::MAP, particle::GEOJSON] {
            ask(node, bits::WRITE, op::WRITE, particle, &bytes);
        }
        ask(node, bits::WRITE, op::CDT_MODIFY, particle::BLOB, &bytes);
        ask(node, 0, op::CDT_READ, particle::BLOB, &bytes);
        ask(node, 0, op::EXPRESSION_READ, particle::BLOB, &bytes);
        ask(node, bits::WRITE, op::EXPRESSION_MODIFY, particle::BLOB, &bytes);
        for kind in [field::BATCH, field::INDEX_RANGE, field::DIGESTS, field::BIN_NAMES, field::FILTER] {
            ask_all(node, kind, &bytes);
        }
    });
    if let Ok(value) = Value::unpack(&mut Cursor { rest: &bytes }) {
        let mut packed = Vec::new();
        value.pack(&mut packed);
        assert!(Value::unpack(&mut Cursor { rest: &packed }).is_ok(), "what was written is not read");
    }
    let _map = partition::replicas(input);
    SAID.with_borrow_mut(|said| said.clone_from(&bytes));
    let open = |_: &str, _: &str, _: Duration| Ok(Box::new(Bytes(SAID.with_borrow(Vec::clone), 0)) as Box<dyn Transport>);
    let host = Host::new("server", 3000);
    let Ok(cluster) = Cluster::connect(Config { hosts: vec![host], open: Arc::new(open), ..Config::default() }) else { return };
    let policy = Policy { total_timeout: 10, replica: Replica::Master, ..Policy::default() };
    let _answer = cluster.one(b"test", &[0; 20], b"", &mut Input::default(), &policy, true);
}
