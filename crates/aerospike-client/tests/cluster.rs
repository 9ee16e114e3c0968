//! A cluster of two nodes in this process: commands go to the node that has the partition, a node that is lost is left out,
//! and partitions that have moved are found again.

use phant_aerospike_client::{
    Cluster, Config, Host, Policy,
    connection::{Input, Transport},
};
use phant_aerospike_node::Detached;
use phant_aerospike_wire::{
    base64,
    digest::{Digest, Key},
    message::{self, Cursor, Head, Kind, Writer, bits, field, op},
    partition,
};
use std::{
    io,
    sync::{
        Arc, LazyLock, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

static NODES: LazyLock<[Mutex<Detached>; 2]> = LazyLock::new(|| [1, 2].map(|_| Mutex::new(Detached::new(1 << 20))));
/// Whether the second node is gone, and the first has everything.
static IS_LOST: AtomicBool = AtomicBool::new(false);

/// The owner of a partition, as long as both are there.
fn owner(number: usize) -> usize {
    number / 3 % 2
}

/// A connection to one of the nodes.
struct Direct {
    node: usize,
    answer: Vec<u8>,
}

impl Direct {
    fn info(&self, name: &str) -> String {
        let lost = IS_LOST.load(Ordering::Relaxed);
        match name {
            "node" => format!("N{}", self.node),
            "peers-clear-std" if lost => "1,3000,[]".into(),
            "peers-clear-std" => format!("0,3000,[[N{0},,[n{0}:3000]]]", 1 - self.node),
            "replicas" => {
                let mut bits = vec![0u8; partition::PARTITIONS / 8];
                (0..partition::PARTITIONS)
                    .filter(|number| lost || owner(*number) == self.node)
                    .for_each(|number| bits[number >> 3] |= 0x80 >> (number & 7));
                format!("test:{},1,{}", u8::from(lost), base64::encode(&bits))
            }
            _ => u8::from(lost).to_string(),
        }
    }
}

impl Transport for Direct {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if IS_LOST.load(Ordering::Relaxed) && self.node == 1 {
            return Ok(0);
        }
        // A few bytes at a time, as networks may.
        let count = self.answer.len().min(into.len()).min(100);
        into[..count].copy_from_slice(&self.answer[..count]);
        self.answer.drain(..count);
        Ok(count)
    }
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        let (kind, _) = message::prefix(*bytes.first_chunk().unwrap()).unwrap();
        let body = &bytes[message::PREFIX..];
        self.answer = match kind {
            Kind::Info => {
                let mut out = Vec::new();
                let start = message::begin(&mut out, Kind::Info);
                for name in String::from_utf8_lossy(body).lines() {
                    out.extend_from_slice(format!("{name}\t{}\n", self.info(name)).as_bytes());
                }
                message::finish(&mut out, start);
                out
            }
            kind => NODES[self.node].lock().unwrap().exchange(kind, body)?,
        };
        Ok(())
    }
    fn set_timeout(&mut self, _timeout: Option<Duration>) -> io::Result<()> {
        Ok(())
    }
    fn is_stale(&mut self) -> bool {
        false
    }
}

fn open(address: &str, _name: &str, _timeout: Duration) -> io::Result<Box<dyn Transport>> {
    match address {
        "n0:3000" => Ok(Box::new(Direct { node: 0, answer: Vec::new() })),
        "n1:3000" if !IS_LOST.load(Ordering::Relaxed) => Ok(Box::new(Direct { node: 1, answer: Vec::new() })),
        _ => Err(io::Error::from(io::ErrorKind::ConnectionRefused)),
    }
}

fn write(info1: u8, info2: u8, digest: &Digest) -> Vec<u8> {
    let mut out = Vec::new();
    let mut message = Writer::new(&mut out, &Head { info1, info2, ..Head::default() });
    message.field(field::NAMESPACE, b"test");
    message.field(field::DIGEST, digest);
    if info2 != 0 {
        message.op(op::WRITE, b"a", 1, &7i64.to_be_bytes());
    }
    message.finish();
    out
}

fn code(body: &[u8]) -> u8 {
    Cursor { rest: body }.head().unwrap().code
}

#[test]
fn commands_find_their_nodes() {
    let hosts = vec![Host::new("n0", 3000)];
    let cluster = Cluster::connect(Config { hosts, open: Arc::new(open), ..Config::default() }).unwrap();
    assert_eq!(cluster.nodes().len(), 2);
    let policy = Policy { total_timeout: 1000, retries: 2, ..Policy::default() };
    let mut input = Input::default();
    let digests: Vec<Digest> = (0..500).map(|number| Key::Int(number).digest(b"")).collect();
    let get = bits::READ | bits::GET_ALL;
    for digest in &digests {
        let answer = cluster.one(b"test", digest, &write(0, bits::WRITE, digest), &mut input, &policy, true).unwrap();
        assert_eq!(code(input.body(answer)), 0);
        for (node, detached) in NODES.iter().enumerate() {
            let answer = detached.lock().unwrap().exchange(Kind::Message, &write(get, 0, digest)[message::PREFIX..]).unwrap();
            let expected = if node == owner(partition::of(digest)) { 0 } else { 2 };
            assert_eq!(code(&answer[message::PREFIX..]), expected);
        }
    }
    let mut found = 0;
    let build = |out: &mut Vec<u8>, numbers: &[u8], digests: &[u8]| {
        let mut message = Writer::new(out, &Head { info1: get, ..Head::default() });
        message.field(field::NAMESPACE, b"test");
        message.field(field::PARTITIONS, numbers);
        message.field(field::DIGESTS, digests);
        message.finish();
    };
    let mut count = |_: &Head, _: &message::Fields<'_>, _: Cursor<'_>| {
        found += 1;
        Ok(true)
    };
    cluster.scan(b"test", &build, 100, &policy, &mut count).unwrap();
    assert_eq!(found, 500);

    IS_LOST.store(true, Ordering::Relaxed);
    for digest in &digests {
        let answer = cluster.one(b"test", digest, &write(get, 0, digest), &mut input, &policy, false).unwrap();
        // The first node has all partitions now, but never had the records of the second.
        assert_eq!(code(input.body(answer)), if owner(partition::of(digest)) == 0 { 0 } else { 2 });
    }
    assert_eq!(cluster.nodes().len(), 1);
}
