//! Everything that reads what a peer sends, with inputs that were changed at random: answers and errors, no panic, and no
//! memory out of proportion. `RUNS` says how many inputs; 200,000 without it.

use phant_aerospike_wire::{
    base64, compress, info,
    message::{self, Cursor, Fields, Head, Writer, bits, field, op},
    pack, partition,
    value::Value,
};

struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % most.max(1)
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let map = vec![(Value::Int(1), Value::Null), (Value::Str(b"k".to_vec()), Value::Double(0.5))];
    let inner = Value::List(true, vec![Value::Bool(true), Value::Bytes(4, vec![7; 40])]);
    let values = vec![Value::Int(-5), Value::Str(b"text".to_vec()), Value::Map(1, map), inner, Value::Geo(b"{}".to_vec())];
    let mut packed = Vec::new();
    Value::List(false, values).pack(&mut packed);
    let mut whole = Vec::new();
    let mut writer = Writer::part(&mut whole, &Head { info1: bits::READ, ..Head::default() });
    writer.field(field::NAMESPACE, b"test");
    writer.field(field::DIGEST, &[3; 20]);
    writer.op(op::WRITE, b"bin", 20, &packed);
    writer.op(op::READ, b"other", 0, b"");
    writer.finish();
    let map = partition::everything("test").into_bytes();
    let mut compressed = Vec::new();
    let mut message = vec![2, 3, 0, 0, 0, 0, 0, 0];
    message.extend(whole.iter().copied().cycle().take(4 * whole.len()));
    message::finish(&mut message, 0);
    assert!(compress::pack(&message, &mut compressed));
    let compressed = compressed.split_off(message::PREFIX);
    vec![packed, whole, map, compressed, b"node\tBB9\nreplicas\ttest:0,1,AAAA\n".to_vec(), vec![2, 3, 0, 0, 0, 0, 0, 9, 22]]
}

/// What is worth putting in: lists, maps and texts that say they are long, marks of order.
const WORDS: [&[u8]; 8] = [
    &[0xdf, 255, 255, 255, 255],
    &[0xdd, 255, 255, 255, 255],
    &[0xc6, 255, 255, 255, 255],
    &[0xc7, 0, 1],
    &[0xd4, 255, 0],
    &[0x9f],
    &[0x8f],
    &[0xff; 4],
];

fn changed(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut input = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(6) {
        let at = random.below(input.len() + 1);
        match random.below(6) {
            0 => input.truncate(at),
            1 => drop(input.splice(at..at, WORDS[random.below(WORDS.len())].iter().copied())),
            2 => drop(input.splice(at..at, vec![random.below(256) as u8; random.below(60)])),
            3 if at < input.len() => drop(input.remove(at)),
            4 if at < input.len() => input[at] ^= 1 << random.below(8),
            _ if at < input.len() => input[at] = random.below(256) as u8,
            _ => {}
        }
    }
    input
}

fn count(value: &Value) -> usize {
    match value {
        Value::List(_, values) => 1 + values.iter().map(count).sum::<usize>(),
        Value::Map(_, entries) => 1 + entries.iter().map(|(key, value)| count(key) + count(value)).sum::<usize>(),
        _ => 1,
    }
}

fn read(input: &[u8]) {
    if let Ok(value) = Value::unpack(&mut Cursor { rest: input }) {
        assert!(count(&value) <= input.len(), "more values than bytes");
        let mut packed = Vec::new();
        value.pack(&mut packed);
        assert!(Value::unpack(&mut Cursor { rest: &packed }).is_ok(), "what was written is not read");
    }
    for kind in [1, 2, 3, 4, 17, 19, 20, 23] {
        if let Ok(value) = Value::from_particle(kind, input) {
            assert!(count(&value) <= input.len() + 1, "more values than bytes");
        }
    }
    let mut from = Cursor { rest: input };
    if let Ok(head) = from.head()
        && Fields::read(&mut from, head.fields).is_ok()
    {
        while from.op().is_ok() {}
    }
    let mut from = Cursor { rest: input };
    while !from.rest.is_empty() && pack::next(&mut from).is_ok() {}
    if let Some(Ok((_, size))) = input.first_chunk().map(|start| message::prefix(*start)) {
        assert!(size <= message::MOST);
    }
    let _count = partition::replicas(input).map(|maps| maps.iter().filter(|map| map.has(0, 0)).count());
    let _bytes = base64::decode(input);
    if let Ok(message) = compress::unpack(input) {
        assert!(message.len() <= message::MOST + message::PREFIX);
    }
    let _lines = (info::value(input, b"node"), info::failure(input), info::lines(input).count(), info::parameters(input).count());
}

#[test]
fn changed_inputs_are_read() {
    let runs = std::env::var("RUNS").ok().and_then(|text| text.parse().ok()).unwrap_or(200_000);
    let (seeds, mut random) = (seeds(), Random(7));
    for _ in 0..runs {
        read(&changed(&seeds, &mut random));
    }
}
