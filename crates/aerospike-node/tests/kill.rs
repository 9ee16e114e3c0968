//! Kills the node at random moments while four clients write and delete and a fifth truncates, and looks what is there after
//! a restart: nothing that was acknowledged is lost, nothing is torn. `KILLS` says how often; 20 without it.

use phant_aerospike_wire::{
    digest::Key,
    message::{self, Cursor, Head, Writer, bits, field, op},
};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
    time::Duration,
};

const WRITERS: usize = 4;
const KEYS: i64 = 50;

fn start(file: &std::path::Path) -> (Child, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_aerospike-node"))
        .args(["--listen", "127.0.0.1:0", "--file"])
        .arg(file)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().rsplit(' ').next().unwrap().to_owned();
    (child, address)
}

/// Sends a message and gives the answer's code and numbers; `None` if the node is gone.
fn exchange(stream: &mut TcpStream, head: &Head, key: i64, ops: &[(&[u8], Option<i64>)]) -> Option<(u8, Vec<i64>)> {
    exchange_in(stream, b"kill", head, key, ops)
}

fn exchange_in(
    stream: &mut TcpStream,
    set: &[u8],
    head: &Head,
    key: i64,
    ops: &[(&[u8], Option<i64>)],
) -> Option<(u8, Vec<i64>)> {
    let mut out = Vec::new();
    let mut message = Writer::new(&mut out, head);
    message.field(field::NAMESPACE, b"test");
    message.field(field::SET, set);
    message.field(field::DIGEST, &Key::Int(key).digest(set));
    for (bin, value) in ops {
        match value {
            Some(value) => message.op(op::WRITE, bin, 1, &value.to_be_bytes()),
            None => message.op(op::READ, bin, 0, b""),
        }
    }
    message.finish();
    stream.write_all(&out).ok()?;
    let body = body(stream)?;
    let mut from = Cursor { rest: &body };
    let head = from.head().unwrap();
    let numbers = (0..head.ops).map(|_| i64::from_be_bytes(from.op().unwrap().value.try_into().unwrap())).collect();
    Some((head.code, numbers))
}

/// The next message without its prefix.
fn body(stream: &mut TcpStream) -> Option<Vec<u8>> {
    let mut prefix = [0; 8];
    stream.read_exact(&mut prefix).ok()?;
    let mut body = vec![0; message::prefix(prefix).unwrap().1];
    stream.read_exact(&mut body).ok()?;
    Some(body)
}

/// What a key may hold after the node was killed: what was acknowledged last, and what was sent and not answered.
/// Nothing is a record that is not there.
#[derive(Clone, Copy, Default)]
struct State {
    acknowledged: Option<i64>,
    sent: Option<Option<i64>>,
}

/// Seconds to live that every other record has.
const LIFE: u32 = 1_000_000;

/// Writes rising numbers, and takes records away now and then, until the node is gone.
fn write(address: &str, writer: usize, begin: i64, state: &mut [State]) -> u64 {
    let Ok(mut stream) = TcpStream::connect(address) else { return 0 };
    let mut acknowledged = 0;
    for number in begin.. {
        let at = number % KEYS;
        let key = writer as i64 * KEYS + at;
        let state = &mut state[at as usize];
        let new = (number % 7 != 3).then_some(number);
        state.sent = Some(new);
        let answer = match new {
            Some(number) => {
                let head = Head { info2: bits::WRITE, ttl: if key % 2 == 0 { LIFE } else { 0 }, ..Head::default() };
                exchange(&mut stream, &head, key, &[(b"a", Some(number)), (b"b", Some(-number))])
            }
            None => exchange(&mut stream, &Head { info2: bits::WRITE | bits::DELETE, ..Head::default() }, key, &[]),
        };
        match answer {
            Some((0, _)) => {}
            Some((2, _)) if new.is_none() && state.acknowledged.is_none() => {}
            Some((code, _)) => panic!("code {code}"),
            None => break,
        }
        *state = State { acknowledged: new, sent: None };
        acknowledged += 1;
    }
    acknowledged
}

/// Fills a set and truncates it, again and again; gives whether the last truncation was answered and nothing was sent since.
fn truncate(address: &str) -> bool {
    let Ok(mut stream) = TcpStream::connect(address) else { return false };
    let head = Head { info2: bits::WRITE, ..Head::default() };
    loop {
        for key in 0..30 {
            if exchange_in(&mut stream, b"gone", &head, key, &[(b"a", Some(key))]).is_none() {
                return false;
            }
        }
        if info(&mut stream, "truncate:namespace=test;set=gone\n").is_none() {
            return false;
        }
        if count(&mut stream, b"gone") == Some(0) {
            // Rests, so that the node is killed now and then when the set is empty.
            let mut byte = [0];
            stream.set_read_timeout(Some(Duration::from_millis(3))).unwrap();
            if stream.read(&mut byte).is_ok() {
                return true;
            }
            stream.set_read_timeout(None).unwrap();
        }
    }
}

fn info(stream: &mut TcpStream, request: &str) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let start = message::begin(&mut out, message::Kind::Info);
    out.extend_from_slice(request.as_bytes());
    message::finish(&mut out, start);
    stream.write_all(&out).ok()?;
    body(stream)
}

/// How many records a scan finds in a set.
fn count(stream: &mut TcpStream, set: &[u8]) -> Option<usize> {
    let mut out = Vec::new();
    let mut message = Writer::new(&mut out, &Head { info1: bits::READ | bits::GET_ALL, ..Head::default() });
    message.field(field::NAMESPACE, b"test");
    message.field(field::SET, set);
    message.finish();
    stream.write_all(&out).ok()?;
    let mut found = 0;
    loop {
        let body = body(stream)?;
        let mut from = Cursor { rest: &body };
        while !from.rest.is_empty() {
            let head = from.head().unwrap();
            for _ in 0..head.fields {
                from.field().unwrap();
            }
            for _ in 0..head.ops {
                from.op().unwrap();
            }
            match head.info3 {
                bits::LAST => return Some(found),
                bits::PARTITION_DONE => {}
                _ => found += 1,
            }
        }
    }
}

/// Looks what is there: for each key one of the states that it may have. Gives how many records there are.
fn look(stream: &mut TcpStream, known: &mut [State]) -> usize {
    let read = Head { info1: bits::READ, ..Head::default() };
    let mut found = 0;
    for (key, state) in known.iter_mut().enumerate() {
        let (code, numbers) = exchange(stream, &read, key as i64, &[(b"a", None), (b"b", None)]).unwrap();
        let now = match numbers[..] {
            [a, b] if code == 0 => {
                assert_eq!(a, -b, "torn");
                Some(a)
            }
            _ => {
                assert_eq!(code, 2);
                None
            }
        };
        assert!(
            now == state.acknowledged || Some(now) == state.sent,
            "key {key} holds {now:?}: {:?} was acknowledged, {:?} was sent",
            state.acknowledged,
            state.sent
        );
        found += usize::from(now.is_some());
        *state = State { acknowledged: now, sent: None };
    }
    found
}

#[test]
fn what_was_acknowledged_is_there_after_kill() {
    let rounds = std::env::var("KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(20);
    let file = std::env::temp_dir().join(format!("aerospike-node-kill-{}", std::process::id()));
    let mut seed = u64::from(std::process::id());
    let mut random = move |most: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % most
    };
    let mut known = vec![State::default(); WRITERS * KEYS as usize];
    let (mut acknowledged, mut is_empty) = (0, false);
    for round in 0..rounds {
        let (mut child, address) = start(&file);
        let mut stream = TcpStream::connect(&address).unwrap();
        let found = look(&mut stream, &mut known);
        assert_eq!(count(&mut stream, b"kill"), Some(found), "a scan finds what is there");
        assert!(!is_empty || count(&mut stream, b"gone") == Some(0), "what was truncated is back");
        let begin = (round as i64 + 1) << 32;
        let after = Duration::from_micros(random(60_000));
        std::thread::scope(|scope| {
            let address = &address;
            let writers: Vec<_> = (known.chunks_mut(KEYS as usize).enumerate())
                .map(|(writer, states)| scope.spawn(move || write(address, writer, begin, states)))
                .collect();
            let truncating = scope.spawn(|| truncate(address));
            std::thread::sleep(after);
            child.kill().unwrap();
            acknowledged += writers.into_iter().map(|writer| writer.join().unwrap()).sum::<u64>();
            is_empty = truncating.join().unwrap();
        });
        child.wait().unwrap();
    }
    assert!(acknowledged > 0);
    println!("{rounds} kills, {acknowledged} writes were acknowledged");
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn a_torn_tail_is_dropped() {
    let file = std::env::temp_dir().join(format!("aerospike-node-torn-{}", std::process::id()));
    let (mut child, address) = start(&file);
    let head = Head { info2: bits::WRITE, ..Head::default() };
    let mut stream = TcpStream::connect(&address).unwrap();
    for key in 0..10 {
        assert_eq!(exchange(&mut stream, &head, key, &[(b"a", Some(key))]).unwrap().0, 0);
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let whole = std::fs::read(&file).unwrap();
    for cut in [1, 5, 30] {
        std::fs::write(&file, &whole[..whole.len() - cut]).unwrap();
        let (mut child, address) = start(&file);
        let mut stream = TcpStream::connect(&address).unwrap();
        let read = Head { info1: bits::READ, ..Head::default() };
        for key in 0..10 {
            let (code, _) = exchange(&mut stream, &read, key, &[(b"a", None)]).unwrap();
            assert_eq!(code, if key == 9 { 2 } else { 0 });
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    std::fs::remove_file(&file).unwrap();
}
