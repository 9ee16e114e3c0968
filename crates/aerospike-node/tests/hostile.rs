//! Messages that were changed at random, and expressions made at random, for a node without connections: answers, no panic.
//! `RUNS` says how many; 20,000 without it.

use phant_aerospike_node::Detached;
use phant_aerospike_wire::{
    compress,
    digest::Key,
    message::{self, Cursor, Head, Kind, PREFIX, Writer, bits, field, op},
    particle,
    value::Value,
};

struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % most.max(1)
    }
    fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }
}

/// A name as expressions have it: its first byte stands where the kind of a text does.
fn name(text: &str) -> Value {
    Value::Bytes(text.as_bytes()[0], text.as_bytes()[1..].to_vec())
}

fn plain(random: &mut Random) -> Value {
    let numbers = [0, 1, -1, 2, 63, 64, i64::MIN, i64::MAX];
    match random.below(9) {
        0 => Value::Null,
        1 => Value::Bool(random.below(2) == 0),
        2 | 3 => Value::Int(random.one(&numbers)),
        4 => Value::Double(random.one(&[0.0, -0.5, f64::NAN, f64::INFINITY, 1e300])),
        5 => Value::Str(b"a.*(b".to_vec()),
        6 => name(random.one(&["n", "d", "s", "l", "m", "x"])),
        7 => random.one(&[Value::Infinity, Value::Wildcard]),
        _ => Value::List(false, vec![Value::Int(126), Value::List(false, vec![Value::Int(1), Value::Int(2)])]),
    }
}

/// An expression, mostly with as many arguments as it should have.
fn expression(random: &mut Random, deep: usize) -> Value {
    if deep == 0 || random.below(5) == 0 {
        return plain(random);
    }
    let number = match random.below(4) {
        0 => random.below(130) as i64,
        1 => 20 + random.below(22) as i64,
        2 => random.one(&[1, 3, 7, 16, 17, 18, 19, 50, 51, 64, 66, 69, 70, 71, 74]),
        _ => random.one(&[80, 81, 82, 123, 124, 125, 126, 127]),
    };
    let mut parts = vec![Value::Int(number)];
    let inner = |random: &mut Random| expression(random, deep - 1);
    match number {
        7 => parts.extend([Value::Int(random.below(16) as i64), name("a.*"), inner(random)]),
        81 => parts.extend([Value::Int(random.below(10) as i64), name(random.one(&["n", "d", "s", "l", "m", "x"]))]),
        82 | 124 => parts.push(name(random.one(&["n", "x"]))),
        125 => parts.extend([name("x"), inner(random), inner(random)]),
        127 => {
            let mut call = vec![Value::Int(random.below(111) as i64)];
            (0..random.below(5)).for_each(|_| call.push(inner(random)));
            let on = Value::List(
                false,
                [81, 4 + random.below(2) as i64].map(Value::Int).into_iter().chain([name(random.one(&["l", "m"]))]).collect(),
            );
            parts.extend([Value::Int(2), Value::Int(random.one(&[0, 0x40, 1])), Value::List(false, call), on]);
        }
        _ => (0..random.below(4)).for_each(|_| parts.push(inner(random))),
    }
    Value::List(false, parts)
}

fn about<'a>(out: &'a mut Vec<u8>, info1: u8, info2: u8) -> Writer<'a> {
    let mut message = Writer::new(out, &Head { info1, info2, ..Head::default() });
    message.field(field::NAMESPACE, b"test");
    message.field(field::DIGEST, &Key::Int(1).digest(b""));
    message
}

/// A record with a bin of each kind.
fn fill(node: &Detached) {
    let list = Value::List(false, vec![Value::Int(3), Value::Str(b"a".to_vec())]);
    let map = Value::Map(1, vec![(Value::Int(1), Value::Null), (Value::Str(b"k".to_vec()), Value::Double(0.5))]);
    let bins = [("n", Value::Int(7)), ("d", Value::Double(2.5)), ("s", Value::Str(b"abc".to_vec())), ("l", list), ("m", map)];
    let mut out = Vec::new();
    let mut message = about(&mut out, 0, bits::WRITE);
    bins.iter().for_each(|(bin, value)| message.op_with(op::WRITE, bin.as_bytes(), |out| value.write_particle(out)));
    message.finish();
    node.exchange(Kind::Message, &out[PREFIX..]).unwrap();
}

fn with_expression(random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::new();
    let deep = 1 + random.below(5);
    expression(random, deep).pack(&mut bytes);
    let mut out = Vec::new();
    match random.below(4) {
        0 => {
            let mut message = about(&mut out, bits::READ | bits::GET_ALL, 0);
            message.field(field::FILTER, &bytes);
            message.finish();
        }
        1 => {
            let mut message = Writer::new(&mut out, &Head { info1: bits::READ | bits::GET_ALL, ..Head::default() });
            message.field(field::NAMESPACE, b"test");
            message.field(field::FILTER, &bytes);
            message.finish();
        }
        which => {
            let mut value = vec![0x92];
            value.extend_from_slice(&bytes);
            value.push(random.one(&[0, 16, 4, 20]));
            let (info2, kind) = if which == 2 { (0, op::EXPRESSION_READ) } else { (bits::WRITE, op::EXPRESSION_MODIFY) };
            let mut message = about(&mut out, bits::READ, info2);
            message.op(kind, b"r", particle::BLOB, &value);
            message.finish();
        }
    }
    out
}

fn changed(mut input: Vec<u8>, random: &mut Random) -> Vec<u8> {
    for _ in 0..random.below(4) {
        let at = PREFIX + random.below(input.len() - PREFIX + 1);
        match random.below(4) {
            0 => input.truncate(at),
            1 => drop(input.splice(at..at, vec![random.below(256) as u8; random.below(20)])),
            _ if at < input.len() => input[at] = random.below(256) as u8,
            _ => {}
        }
    }
    input
}

#[test]
fn whatever_is_sent_is_answered() {
    let runs: usize = std::env::var("RUNS").ok().and_then(|text| text.parse().ok()).unwrap_or(20_000);
    let (node, mut random) = (Detached::new(1 << 24), Random(11));
    let mut codes = [0usize; 256];
    for run in 0..runs {
        if run % 64 == 0 {
            fill(&node);
        }
        let message = with_expression(&mut random);
        let message = if run % 3 == 0 { changed(message, &mut random) } else { message };
        let mut packed = Vec::new();
        let answer = match run % 7 == 0 && compress::pack(&message, &mut packed) {
            true => node.exchange(Kind::Compressed, &changed(packed, &mut random)[PREFIX..]),
            false => node.exchange(Kind::Message, &message[PREFIX..]),
        };
        if let Ok(answer) = answer {
            // Some of what was changed asks for an answer that is compressed.
            let answer = match message::prefix(*answer.first_chunk().unwrap()).unwrap().0 {
                Kind::Compressed => compress::unpack(&answer[PREFIX..]).unwrap(),
                kind => {
                    assert_eq!(kind, Kind::Message);
                    answer
                }
            };
            codes[usize::from(Cursor { rest: &answer[PREFIX..] }.head().unwrap().code)] += 1;
        }
    }
    // Of all that may become of an expression, each happens.
    for code in [0, 4, 16, 26, 27] {
        assert!(codes[code] > runs / 2000, "code {code}: {}", codes[code]);
    }
}
