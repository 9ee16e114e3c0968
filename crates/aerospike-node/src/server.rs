//! Connections: each has a thread, which reads a message, answers it, and reads the next.

use crate::{
    batch,
    cdt::Outcome,
    command::Command,
    info,
    input::Input,
    log::Log,
    query,
    store::{Namespace, Store},
};
use phant_aerospike_wire::{
    admin, code, compress,
    message::{Cursor, Fields, Head, Kind, PREFIX, Writer, bits, field},
};
use std::{
    io::{self, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

/// How a node is to be.
#[derive(Clone, Debug)]
pub struct Options {
    /// Address and port.
    pub listen: String,
    /// Names of namespaces.
    pub namespaces: Vec<String>,
    /// The file, if records are to be kept.
    pub file: Option<PathBuf>,
    /// Bytes of records.
    pub memory: usize,
    /// The most connections at once.
    pub connections: usize,
    /// Print what is not known.
    pub verbose: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            listen: "127.0.0.1:3000".into(),
            namespaces: vec!["test".into()],
            file: None,
            memory: 1 << 30,
            connections: 1024,
            verbose: false,
        }
    }
}

/// A node that runs.
pub struct Node {
    shared: Arc<Shared>,
    listener: thread::JoinHandle<()>,
}

/// What connections share.
pub struct Shared {
    /// Records.
    pub store: Store,
    /// Where it listens.
    pub address: SocketAddr,
    /// How it was made.
    pub options: Options,
    /// Connections at the moment.
    pub open: AtomicUsize,
    ended: AtomicBool,
}

/// How often what is over goes.
const SWEEP: Duration = Duration::from_secs(10);
/// Output that is sent before an answer is complete.
pub const CHUNK: usize = 64 << 10;
/// Buffers above this size are not kept for the next message.
pub const KEPT: usize = 1 << 20;
/// How long a peer may be silent in a message that it has begun, or over taking one in.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Starts a node.
pub fn start(options: Options) -> io::Result<Node> {
    let namespaces: Vec<_> = options.namespaces.iter().map(|name| Arc::new(Namespace::new(name))).collect();
    let log = match &options.file {
        Some(path) => {
            let named = |error| io::Error::other(format!("{}: {error}", path.display()));
            Some(Log::open(path, &namespaces).map_err(named)?)
        }
        None => None,
    };
    let listener =
        TcpListener::bind(&options.listen).map_err(|error| io::Error::other(format!("{}: {error}", options.listen)))?;
    let shared = Arc::new(Shared {
        store: Store::new(namespaces, log, options.memory),
        address: listener.local_addr()?,
        options,
        open: AtomicUsize::new(0),
        ended: AtomicBool::new(false),
    });
    let sweeping = Arc::downgrade(&shared);
    thread::Builder::new().name("sweep".into()).spawn(move || {
        loop {
            thread::sleep(SWEEP);
            let Some(shared) = sweeping.upgrade() else { return };
            shared.store.expire();
            shared.store.compact();
        }
    })?;
    let accepting = shared.clone();
    let listener = thread::Builder::new().name("accept".into()).spawn(move || accept(&listener, &accepting))?;
    Ok(Node { shared, listener })
}

impl Node {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.shared.address
    }
    /// Answers a message of this process, which has no connection; the answer takes the place of what is in the buffer.
    pub fn exchange(&self, kind: Kind, body: &[u8], answer: &mut Vec<u8>) -> io::Result<()> {
        self.shared.exchange(kind, body, answer)
    }
    /// Waits until it is stopped.
    pub fn wait(self) {
        // A listener that panicked has ended too.
        let _ = self.listener.join();
    }
    /// Takes no more connections; those that are there end with their peers.
    pub fn stop(self) {
        self.shared.ended.store(true, Ordering::Relaxed);
        // What connects lets `accept` look at the flag.
        drop(TcpStream::connect(self.shared.address));
        self.wait();
    }
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming() {
        if shared.ended.load(Ordering::Relaxed) {
            return;
        }
        let Ok(stream) = stream else {
            // Out of descriptors, most likely: it helps to wait for connections to close.
            thread::sleep(Duration::from_millis(10));
            continue;
        };
        if shared.open.fetch_add(1, Ordering::Relaxed) >= shared.options.connections {
            shared.open.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        let served = shared.clone();
        let thread = thread::Builder::new().name("client".into()).stack_size(1 << 20).spawn(move || {
            // A peer that is gone, or speaks another protocol, has nobody to be told about it.
            let _ = serve(&served, &stream);
            served.open.fetch_sub(1, Ordering::Relaxed);
        });
        if thread.is_err() {
            shared.open.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

fn serve(shared: &Shared, stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut to = stream;
    let mut sink = Sink::new(&mut to, Vec::new());
    let mut input = Input::new(stream);
    while let Some((kind, body)) = input.next()? {
        dispatch(shared, kind, body, &mut sink)?;
        sink.flush()?;
        if sink.out.capacity() > KEPT {
            (sink.out, sink.packed) = (Vec::new(), Vec::new());
        }
    }
    Ok(())
}

/// Answers what has come.
fn dispatch(shared: &Shared, kind: Kind, body: &[u8], sink: &mut Sink<'_>) -> io::Result<()> {
    sink.compresses = false;
    match kind {
        Kind::Info => info::answer(shared, body, &mut sink.out),
        Kind::Message => answer(shared, body, sink)?,
        Kind::Admin => admin::answer(&mut sink.out, admin::NOT_SUPPORTED),
        Kind::Compressed => {
            let (kind, message) = compress::inner(body).map_err(io::Error::other)?;
            return dispatch(shared, kind, &message[PREFIX..], sink);
        }
    }
    Ok(())
}

impl Shared {
    /// Answers a message; nothing is copied as long as the answer is short.
    fn exchange(&self, kind: Kind, body: &[u8], answer: &mut Vec<u8>) -> io::Result<()> {
        answer.clear();
        let mut sent = Vec::new();
        let mut sink = Sink::new(&mut sent, std::mem::take(answer));
        dispatch(self, kind, body, &mut sink)?;
        let rest = sink.out;
        if sent.is_empty() {
            *answer = rest;
        } else {
            sent.extend_from_slice(&rest);
            *answer = sent;
        }
        Ok(())
    }
}

/// A node without connections: messages are given to it, and answers come back.
pub struct Detached(Shared);

impl Detached {
    /// A node with so many bytes for records.
    pub fn new(memory: usize) -> Detached {
        let options = Options { memory, ..Options::default() };
        Detached(Shared {
            store: Store::new(vec![Arc::new(Namespace::new("test"))], None, memory),
            address: SocketAddr::from(([127, 0, 0, 1], 3000)),
            options,
            open: AtomicUsize::new(0),
            ended: AtomicBool::new(false),
        })
    }
    /// Gives it a message without its prefix; the answer has one.
    pub fn exchange(&self, kind: Kind, body: &[u8]) -> io::Result<Vec<u8>> {
        let mut answer = Vec::new();
        self.0.exchange(kind, body, &mut answer)?;
        Ok(answer)
    }
}

/// Where answers go: long ones in pieces.
pub struct Sink<'a> {
    to: &'a mut dyn Write,
    /// What is not yet sent: one message.
    pub out: Vec<u8>,
    /// Whether the peer wants long messages compressed.
    compresses: bool,
    packed: Vec<u8>,
}

/// Shorter answers are not compressed.
const LONG: usize = 128;

impl<'a> Sink<'a> {
    fn new(to: &'a mut dyn Write, out: Vec<u8>) -> Sink<'a> {
        Sink { to, out, compresses: false, packed: Vec::new() }
    }
    /// Sends what there is.
    pub fn flush(&mut self) -> io::Result<()> {
        let is_packed = self.compresses && self.out.len() > LONG && compress::pack(&self.out, &mut self.packed);
        self.to.write_all(if is_packed { &self.packed } else { &self.out })?;
        self.out.clear();
        Ok(())
    }
}

/// Writes a message of nothing but a code.
pub fn write_code(out: &mut Vec<u8>, code: u8) {
    Writer::new(out, &Head { code, ..Head::default() }).finish();
}

/// Answers a message.
pub fn answer(shared: &Shared, body: &[u8], sink: &mut Sink<'_>) -> io::Result<()> {
    let mut from = Cursor { rest: body };
    let read = from.head().and_then(|head| Fields::read(&mut from, head.fields).map(|fields| (head, fields)));
    let Ok((head, fields)) = read else {
        write_code(&mut sink.out, code::PARAMETER);
        return Ok(());
    };
    sink.compresses = head.info1 & bits::COMPRESS_RESPONSE != 0;
    if let Some(keys) = fields.get(field::BATCH) {
        return batch::answer(&shared.store, &fields, keys, sink);
    }
    if fields.get(field::DIGEST).is_none() {
        return query::answer(&shared.store, head, &fields, from, sink);
    }
    match single(shared, head, &fields, from) {
        Ok(command) => command.run(&shared.store, &mut sink.out, true, 0, 0),
        Err(code) => write_code(&mut sink.out, code),
    }
    Ok(())
}

fn single<'a>(shared: &'a Shared, head: Head, fields: &Fields<'a>, from: Cursor<'a>) -> Outcome<Command<'a>> {
    if head.info1 & bits::READ == 0 && head.info2 & bits::WRITE == 0 {
        return Err(code::PARAMETER);
    }
    Command::of(&shared.store, head, fields, from)
}
