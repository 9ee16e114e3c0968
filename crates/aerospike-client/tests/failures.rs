//! A cluster in this process whose nodes fail as they are told to: what is tried again and where, what is in doubt, and how
//! partitions are found again that have moved.

use phant_aerospike_client::{
    Cluster, Config, Failure, Host, Policy,
    connection::{Input, Transport},
};
use phant_aerospike_node::Detached;
use phant_aerospike_wire::{
    base64,
    digest::{Digest, Key},
    message::{self, Cursor, Fields, Head, Kind, Writer, bits, field, op},
    partition::{self, PARTITIONS},
};
use std::{
    collections::VecDeque,
    io,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, AtomicUsize, Ordering},
    },
    time::Duration,
};

/// What a node does with the next message.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Act {
    /// Does what it says and hangs up.
    Mute,
    /// Does what it says, and never answers.
    Slow,
    /// Hangs up before anything is done.
    Deaf,
    /// Does nothing, and answers with a code.
    Refuse(u8),
    /// Answers up to so many bytes, and hangs up.
    Cut(usize),
    /// Hands over all its partitions to the next node before it answers.
    Move,
}

/// Nodes that share their records, and of which each answers for its partitions alone.
struct World {
    store: Mutex<Detached>,
    /// The number that is added to a partition's before it says whose that is.
    shift: AtomicUsize,
    generation: AtomicU32,
    /// Which nodes are there, a bit each.
    there: AtomicUsize,
    acts: Mutex<VecDeque<Act>>,
    /// How many replicas the map has.
    replicas: usize,
    /// How many messages came.
    messages: AtomicUsize,
}

const NODES: usize = 3;

impl World {
    fn new(replicas: usize) -> Arc<World> {
        Arc::new(World {
            store: Mutex::new(Detached::new(1 << 24)),
            shift: AtomicUsize::new(0),
            generation: AtomicU32::new(1),
            there: AtomicUsize::new((1 << NODES) - 1),
            acts: Mutex::default(),
            replicas,
            messages: AtomicUsize::new(0),
        })
    }
    fn is_there(&self, node: usize) -> bool {
        self.there.load(Ordering::Relaxed) >> node & 1 == 1
    }
    fn owner(&self, partition: usize, replica: usize) -> usize {
        (partition + self.shift.load(Ordering::Relaxed) + replica) % NODES
    }
    fn change(&self, there: usize) {
        self.there.store(there, Ordering::Relaxed);
        self.generation.fetch_add(1, Ordering::Relaxed);
    }
    fn shift(&self) {
        self.shift.fetch_add(1, Ordering::Relaxed);
        self.generation.fetch_add(1, Ordering::Relaxed);
    }
    fn next(&self, acts: &[Act]) {
        *self.acts.lock().unwrap() = acts.iter().copied().collect();
    }
    fn connect(self: &Arc<World>) -> Cluster {
        let world = self.clone();
        let open = move |address: &str, _: &str, _: Duration| {
            let node: usize = address[1..2].parse().unwrap();
            match world.is_there(node) {
                true => Ok(Box::new(Line { world: world.clone(), node, answer: Vec::new(), end: None }) as Box<dyn Transport>),
                false => Err(io::ErrorKind::ConnectionRefused.into()),
            }
        };
        let hosts = (0..NODES).map(|node| Host::new(format!("n{node}"), 3000)).collect();
        // The cluster is asked again only when something failed.
        let interval = Duration::from_secs(3600);
        Cluster::connect(Config { hosts, interval, open: Arc::new(open), ..Config::default() }).unwrap()
    }
}

/// A connection to a node.
struct Line {
    world: Arc<World>,
    node: usize,
    answer: Vec<u8>,
    /// What reading gives when the answer is over.
    end: Option<io::ErrorKind>,
}

impl Line {
    fn info(&self, name: &str) -> String {
        let world = &self.world;
        match name {
            "node" => format!("N{}", self.node),
            "peers-clear-std" => {
                let others = (0..NODES).filter(|other| *other != self.node && world.is_there(*other));
                let others: Vec<String> = others.map(|other| format!("[N{other},,[n{other}:3000]]")).collect();
                format!("{},3000,[{}]", world.generation.load(Ordering::Relaxed), others.join(","))
            }
            "replicas" => {
                let maps: Vec<String> = (0..world.replicas)
                    .map(|replica| {
                        let mut map = vec![0u8; PARTITIONS / 8];
                        let mine = (0..PARTITIONS).filter(|number| world.owner(*number, replica) == self.node);
                        mine.for_each(|number| map[number >> 3] |= 0x80 >> (number & 7));
                        base64::encode(&map)
                    })
                    .collect();
                format!("test:{},{},{}", world.generation.load(Ordering::Relaxed), world.replicas, maps.join(","))
            }
            _ => world.generation.load(Ordering::Relaxed).to_string(),
        }
    }
    fn inform(&self, body: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        let start = message::begin(&mut out, Kind::Info);
        for name in String::from_utf8_lossy(body).lines() {
            out.extend_from_slice(format!("{name}\t{}\n", self.info(name)).as_bytes());
        }
        message::finish(&mut out, start);
        out
    }
    /// Whether this node has the record of a message; others are not its business, as a real one says with code 11.
    fn has(&self, body: &[u8]) -> bool {
        let mut from = Cursor { rest: body };
        let head = from.head().unwrap();
        let fields = Fields::read(&mut from, head.fields).unwrap();
        let Some(digest) = fields.get(field::DIGEST) else { return true };
        let partition = partition::of(&digest.try_into().unwrap());
        (0..self.world.replicas).any(|replica| self.world.owner(partition, replica) == self.node)
    }
    fn work(&self, body: &[u8]) -> io::Result<Vec<u8>> {
        self.world.store.lock().unwrap().exchange(Kind::Message, body)
    }
}

fn refusal(code: u8) -> Vec<u8> {
    let mut out = Vec::new();
    Writer::new(&mut out, &Head { code, ..Head::default() }).finish();
    out
}

impl Transport for Line {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if !self.world.is_there(self.node) {
            return Ok(0);
        }
        if let (true, Some(end)) = (self.answer.is_empty(), self.end) {
            return if end == io::ErrorKind::UnexpectedEof { Ok(0) } else { Err(end.into()) };
        }
        let count = self.answer.len().min(into.len()).min(1000);
        into[..count].copy_from_slice(&self.answer[..count]);
        self.answer.drain(..count);
        Ok(count)
    }
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        if !self.world.is_there(self.node) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let (kind, _) = message::prefix(*bytes.first_chunk().unwrap()).unwrap();
        let body = &bytes[message::PREFIX..];
        if kind == Kind::Info {
            self.answer = self.inform(body);
            return Ok(());
        }
        self.world.messages.fetch_add(1, Ordering::Relaxed);
        let act = self.world.acts.lock().unwrap().pop_front();
        if !self.has(body) {
            self.answer = refusal(11);
            return Ok(());
        }
        match act {
            None => self.answer = self.work(body)?,
            Some(Act::Mute | Act::Slow) => {
                self.work(body)?;
                self.answer.clear();
                let end = if act == Some(Act::Mute) { io::ErrorKind::UnexpectedEof } else { io::ErrorKind::TimedOut };
                self.end = Some(end);
            }
            Some(Act::Deaf) => return Err(io::ErrorKind::BrokenPipe.into()),
            Some(Act::Refuse(code)) => self.answer = refusal(code),
            Some(Act::Cut(count)) => {
                self.answer = self.work(body)?;
                self.answer.truncate(count);
                self.end = Some(io::ErrorKind::UnexpectedEof);
            }
            Some(Act::Move) => {
                self.world.shift();
                self.answer = if self.has(body) { self.work(body)? } else { refusal(11) };
            }
        }
        Ok(())
    }
    fn set_timeout(&mut self, _timeout: Option<Duration>) -> io::Result<()> {
        Ok(())
    }
    fn is_stale(&mut self) -> bool {
        false
    }
}

const READ: u8 = bits::READ | bits::GET_ALL;

fn digest(number: i64) -> Digest {
    Key::Int(number).digest(b"")
}
fn message(info1: u8, info2: u8, number: i64) -> Vec<u8> {
    let mut out = Vec::new();
    let mut message = Writer::new(&mut out, &Head { info1, info2, ..Head::default() });
    message.field(field::NAMESPACE, b"test");
    message.field(field::DIGEST, &digest(number));
    if info2 != 0 {
        message.op(op::INCREMENT, b"a", 1, &1i64.to_be_bytes());
    }
    message.finish();
    out
}
/// Adds one to a record; gives the answer's code.
fn add(cluster: &Cluster, number: i64, policy: &Policy) -> Result<u8, Failure> {
    let mut input = Input::default();
    let body = cluster.one(b"test", &digest(number), &message(0, bits::WRITE, number), &mut input, policy, true)?;
    Ok(input.body(body)[5])
}
/// The number in a record; nothing if there is no record.
fn get(cluster: &Cluster, number: i64, policy: &Policy) -> Result<Option<i64>, Failure> {
    let mut input = Input::default();
    let body = cluster.one(b"test", &digest(number), &message(READ, 0, number), &mut input, policy, false)?;
    let mut from = Cursor { rest: input.body(body) };
    let head = from.head().unwrap();
    assert!(matches!(head.code, 0 | 2), "code {}", head.code);
    Ok((head.ops > 0).then(|| i64::from_be_bytes(from.op().unwrap().value.try_into().unwrap())))
}
fn tries(retries: u32) -> Policy {
    Policy { total_timeout: 1000, retries, ..Policy::default() }
}

#[test]
fn a_write_without_an_answer_is_in_doubt() {
    let world = World::new(1);
    let cluster = world.connect();
    for (act, code, in_doubt, done) in [
        (Act::Mute, -10, true, 1),
        (Act::Slow, 9, true, 2),
        (Act::Deaf, -10, false, 2),
        (Act::Refuse(11), 11, false, 2),
        (Act::Cut(9), -10, true, 3),
    ] {
        world.next(&[act]);
        let failure = add(&cluster, 1, &tries(0)).unwrap_err();
        assert_eq!((failure.code, failure.in_doubt), (code, in_doubt), "{act:?}");
        assert_eq!(get(&cluster, 1, &tries(0)).unwrap(), Some(done), "{act:?}");
        world.next(&[act]);
        let failure = get(&cluster, 1, &tries(0)).unwrap_err();
        assert_eq!((failure.code, failure.in_doubt), (code, false), "a read after {act:?}");
    }
}

#[test]
fn attempts_are_repeated_as_often_as_allowed() {
    let world = World::new(1);
    let cluster = world.connect();
    world.next(&[Act::Refuse(18), Act::Deaf, Act::Refuse(11)]);
    assert_eq!(add(&cluster, 1, &tries(3)), Ok(0));
    assert_eq!(get(&cluster, 1, &tries(0)).unwrap(), Some(1));
    // The first attempt was done but not answered: the second is done as well.
    world.next(&[Act::Mute]);
    assert_eq!(add(&cluster, 1, &tries(1)), Ok(0));
    assert_eq!(get(&cluster, 1, &tries(0)).unwrap(), Some(3));
    // What the second is refused for may come of the first.
    world.next(&[Act::Mute, Act::Refuse(3)]);
    let failure = add(&cluster, 1, &tries(1)).unwrap_err();
    assert_eq!((failure.code, failure.in_doubt), (3, true));
    let before = world.messages.load(Ordering::Relaxed);
    world.next(&[Act::Deaf; 9]);
    assert_eq!(get(&cluster, 1, &tries(4)).unwrap_err().code, -10);
    assert_eq!(world.messages.load(Ordering::Relaxed) - before, 5);
    world.next(&[]);
    assert_eq!(add(&cluster, 1, &tries(0)), Ok(0));
}

#[test]
fn partitions_that_moved_are_found_again() {
    let world = World::new(1);
    let cluster = world.connect();
    for number in 0..300 {
        assert_eq!(add(&cluster, number, &tries(0)), Ok(0));
    }
    for round in 1..=4 {
        world.shift();
        for number in 0..300 {
            assert_eq!(add(&cluster, number, &tries(1)), Ok(0));
            assert_eq!(get(&cluster, number, &tries(1)).unwrap(), Some(round + 1));
        }
    }
    // One that moves while it is asked for.
    world.next(&[Act::Move]);
    assert_eq!(add(&cluster, 5, &tries(1)), Ok(0));
    assert_eq!(get(&cluster, 5, &tries(1)).unwrap(), Some(6));
}

#[test]
fn replicas_are_read_while_the_master_is_gone() {
    let world = World::new(2);
    let cluster = world.connect();
    (0..300).for_each(|number| assert_eq!(add(&cluster, number, &tries(0)), Ok(0)));
    // The node hangs up, and the others have not yet noticed: the map stays as it is.
    world.there.store(0b101, Ordering::Relaxed);
    let mine = |number: &i64| world.owner(partition::of(&digest(*number)), 0) == 1;
    assert_eq!(get(&cluster, (0..300).find(mine).unwrap(), &tries(0)).unwrap_err().code, -10);
    (0..300).for_each(|number| assert_eq!(get(&cluster, number, &tries(2)).unwrap(), Some(1)));
    assert_eq!(cluster.nodes().len(), 2);
    // As time would do it: the next command asks who is there.
    world.change(0b111);
    cluster.doubt();
    let found = (0..300).filter(|number| get(&cluster, *number, &tries(2)).unwrap() == Some(1)).count();
    assert_eq!((found, cluster.nodes().len()), (300, 3));
}

#[test]
fn a_cluster_that_was_gone_is_found_again() {
    let world = World::new(1);
    let cluster = world.connect();
    assert_eq!(add(&cluster, 1, &tries(0)), Ok(0));
    world.change(0);
    let codes: Vec<i32> = (0..3).map(|_| add(&cluster, 1, &tries(0)).unwrap_err().code).collect();
    assert!(codes.iter().all(|code| matches!(code, -10 | 11)), "{codes:?}");
    assert!(cluster.nodes().is_empty());
    world.change(0b111);
    assert_eq!(add(&cluster, 1, &tries(1)), Ok(0));
    assert_eq!((get(&cluster, 1, &tries(0)).unwrap(), cluster.nodes().len()), (Some(2), 3));
}

#[test]
fn a_scan_that_is_cut_off_goes_on_where_it_was() {
    let world = World::new(1);
    let cluster = world.connect();
    (0..2000).for_each(|number| assert_eq!(add(&cluster, number, &tries(0)), Ok(0)));
    let build = |out: &mut Vec<u8>, numbers: &[u8], digests: &[u8]| {
        let mut message = Writer::new(out, &Head { info1: READ, ..Head::default() });
        message.field(field::NAMESPACE, b"test");
        message.field(field::PARTITIONS, numbers);
        message.field(field::DIGESTS, digests);
        message.finish();
    };
    for acts in [&[][..], &[Act::Cut(20_000), Act::Deaf], &[Act::Slow, Act::Cut(1000), Act::Cut(70_000), Act::Cut(70_001)]] {
        world.next(acts);
        let mut found = Vec::new();
        cluster
            .scan(b"test", &build, 100, &Policy { total_timeout: 0, ..tries(5) }, &mut |_, fields, _| {
                found.push(fields.get(field::DIGEST).unwrap().to_vec());
                Ok(true)
            })
            .unwrap();
        let all = found.len();
        found.sort();
        found.dedup();
        assert_eq!((all, found.len()), (2000, 2000), "{acts:?}");
    }
    let mut half = 0;
    cluster
        .scan(b"test", &build, 50, &Policy { total_timeout: 0, ..tries(5) }, &mut |_, _, _| {
            half += 1;
            Ok(true)
        })
        .unwrap();
    assert!((800..1200).contains(&half), "{half}");
}
