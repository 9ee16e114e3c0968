//! Checks every function against a table that the reference wrote; see reference.php.
//!
//! `PHANT_TABLE=/tmp/big.tsv cargo test -p phant-random-engines` checks a larger table.

use phant_random_engines::*;
use table::{Field, int, text};

#[path = "../../numeric/tests/table/mod.rs"]
mod table;

/// Gives the bytes of another engine, a few at a time.
struct Chopped {
    engine: Xoshiro256StarStar,
    size: usize,
    buffer: Vec<u8>,
}

impl Engine for Chopped {
    fn generate(&mut self) -> Result<Output, Failure> {
        while self.buffer.len() < self.size {
            self.buffer.extend(self.engine.next_u64().to_le_bytes());
        }
        let bytes: Vec<u8> = self.buffer.drain(..self.size).collect();
        Ok(output(&bytes))
    }
}

/// Always gives the same bytes.
struct Stuck(Vec<u8>);

impl Engine for Stuck {
    fn generate(&mut self) -> Result<Output, Failure> {
        Ok(output(&self.0))
    }
}

fn output(bytes: &[u8]) -> Output {
    let bits = bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
    Output { bits, size: bytes.len() }
}

fn twister(a: &[Field]) -> Mt19937 {
    Mt19937::new(a[1].int(), if a[0].text() == b"legacy" { Mode::Legacy } else { Mode::Correct })
}

fn xoshiro(a: &[Field]) -> Xoshiro256StarStar {
    match &a[1] {
        Field::Int(seed) => Xoshiro256StarStar::from_int(*seed),
        seed => Xoshiro256StarStar::from_bytes(seed.text().try_into().unwrap()).unwrap(),
    }
}

fn pcg(a: &[Field]) -> PcgOneseq128XslRr64 {
    match &a[1] {
        Field::Int(seed) => PcgOneseq128XslRr64::from_int(*seed),
        seed => PcgOneseq128XslRr64::from_bytes(seed.text().try_into().unwrap()),
    }
}

fn engine(a: &[Field]) -> Box<dyn Engine> {
    let mut engine: Box<dyn Engine> = match a[0].text() {
        b"mt" | b"legacy" => Box::new(twister(a)),
        b"xoshiro" => Box::new(xoshiro(a)),
        b"pcg" => Box::new(pcg(a)),
        b"stuck" => Box::new(Stuck(a[1].text().to_vec())),
        _ => Box::new(Chopped { engine: xoshiro(a), size: a[1].int() as usize % 8 + 1, buffer: Vec::new() }),
    };
    skip(&mut *engine, a);
    engine
}

fn skip(engine: &mut dyn Engine, a: &[Field]) {
    (0..a[2].int()).for_each(|_| _ = engine.generate());
}

fn attempt(result: Result<Field, Failure>) -> Field {
    result.unwrap_or_else(|_| text(Failure::ATTEMPTS_MESSAGE))
}

fn generated(engine: &mut dyn Engine) -> Field {
    let Output { bits, size } = engine.generate().unwrap();
    text(&bits.to_le_bytes()[..size])
}

fn join(numbers: impl IntoIterator<Item = usize>) -> Field {
    text(numbers.into_iter().map(|n| n.to_string()).collect::<Vec<_>>().join(" "))
}

fn chosen(picked: Vec<bool>) -> Field {
    join(picked.iter().enumerate().filter(|(_, picked)| **picked).map(|(i, _)| i))
}

fn shuffled(engine: &mut dyn Engine, bytes: &[u8]) -> Result<Field, Failure> {
    let mut bytes = bytes.to_vec();
    shuffle(engine, bytes.len(), |a, b| bytes.swap(a, b)).map(|()| text(bytes))
}

fn show(state: Vec<State>) -> Field {
    let show = |state: State| match state {
        State::Hex(hex) => String::from_utf8(hex).unwrap(),
        State::Int(i) => i.to_string(),
    };
    text(state.into_iter().map(show).collect::<Vec<_>>().join(" "))
}

fn state(a: &[Field]) -> Vec<State> {
    // Through state and back.
    match a[0].text() {
        b"xoshiro" => {
            let mut engine = xoshiro(a);
            skip(&mut engine, a);
            Xoshiro256StarStar::from_state(&engine.state()).unwrap().state()
        }
        b"pcg" => {
            let mut engine = pcg(a);
            skip(&mut engine, a);
            PcgOneseq128XslRr64::from_state(&engine.state()).unwrap().state()
        }
        _ => {
            let mut engine = twister(a);
            skip(&mut engine, a);
            Mt19937::from_state(&engine.state()).unwrap().state()
        }
    }
}

fn call(name: &str, a: &[Field]) -> Vec<Field> {
    let engine = &mut *engine(a);
    let number = |i: usize| a[i].int();
    let size = |i: usize| a[i].int() as usize;
    let result = match name {
        "generate" => return vec![generated(engine), generated(engine)],
        "getInt" => {
            let mut draw = || attempt(get_int(engine, number(3), number(4)).map(Field::Int));
            return vec![draw(), draw()];
        }
        "nextInt" => attempt(next_int(engine).map(Field::Int)),
        "nextFloat" => attempt(next_float(engine).map(Field::Float)),
        "getFloat" => {
            let boundary = [Boundary::ClosedOpen, Boundary::ClosedClosed, Boundary::OpenClosed, Boundary::OpenOpen][size(5)];
            let (min, max) = (a[3].float(), a[4].float());
            match float_in(engine, min, max, boundary) {
                Ok(float) if float.is_nan() => match (boundary, max > min) {
                    (Boundary::OpenOpen, true) => text(
                        "The given interval is empty, there are no floats between argument #1 ($min) and argument #2 ($max).",
                    ),
                    (Boundary::ClosedClosed, _) => text(
                        "Random\\Randomizer::getFloat(): Argument #2 ($max) must be greater than or equal to argument #1 ($min)",
                    ),
                    _ => text("Random\\Randomizer::getFloat(): Argument #2 ($max) must be greater than argument #1 ($min)"),
                },
                result => attempt(result.map(Field::Float)),
            }
        }
        "getBytes" => attempt(bytes(engine, size(3)).map(text)),
        "getBytesFromString" => attempt(bytes_from(engine, a[3].text(), size(4)).map(text)),
        "shuffleBytes" | "str_shuffle" => attempt(shuffled(engine, a[3].text())),
        "shuffle" => {
            let mut list: Vec<usize> = (0..size(3)).collect();
            shuffle(engine, list.len(), |a, b| list.swap(a, b)).unwrap();
            join(list)
        }
        "array_rand" | "pickArrayKeys" if size(4) > 1 => attempt(pick_many(engine, size(3), size(4)).map(chosen)),
        "array_rand" => match pick_one(engine, size(3), size(3), |_| false).unwrap() {
            Pick::Element(i) | Pick::Slot(i) => join([i]),
        },
        "pickArrayKeys" => {
            let removed = String::from_utf8(a[5].text().to_vec()).unwrap();
            let removed: Vec<usize> = removed.split_whitespace().map(|i| i.parse().unwrap()).collect();
            let is_empty = |slot: usize| removed.contains(&slot);
            // Slots at the end are given back when their elements go.
            let slots = (0..size(3)).rev().find(|&slot| !is_empty(slot)).unwrap() + 1;
            let result = pick_one(engine, size(3) - removed.len(), slots, is_empty);
            attempt(result.map(|pick| match pick {
                Pick::Slot(slot) => join([slot]),
                Pick::Element(i) => join([(0..slots).filter(|&slot| !is_empty(slot)).nth(i).unwrap()]),
            }))
        }
        "mt_rand" => {
            let mut twister = twister(a);
            let (mut min, mut max) = (a[3].int(), a[4].int());
            if min > max {
                (min, max) = (max, min);
            }
            return vec![
                int(twister.rand()),
                int(twister.rand_range(min, max)),
                int(twister.rand_range(1, 6)),
                int(twister.rand()),
                int(twister.rand_range(min, max)),
                int(twister.rand_range(1, 6)),
                int(twister.rand_range(1, 6)),
            ];
        }
        "state" => show(state(a)),
        "xoshiro_jump" => {
            let mut engine = xoshiro(a);
            skip(&mut engine, a);
            engine.jump();
            let first = generated(&mut engine);
            engine.jump_long();
            return vec![first, generated(&mut engine)];
        }
        "pcg_jump" => {
            let mut engine = pcg(a);
            skip(&mut engine, a);
            engine.jump(number(3) as u64);
            generated(&mut engine)
        }
        _ => panic!("no function {name}"),
    };
    vec![result]
}

#[test]
fn reference() {
    table::check(include_str!("reference.tsv"), call);
}

#[test]
fn secure_stays_in_range() {
    for _ in 0..1000 {
        assert!((-3..=3).contains(&random_int(-3, 3).unwrap()));
    }
    assert_ne!(bytes(&mut Secure, 16), bytes(&mut Secure, 16));
}

#[test]
fn uniqid_form() {
    assert_eq!(uniqid(b"a", 0x6b01_8bed, 0xdefc, None), b"a6b018bed0defc");
    assert_eq!(uniqid(b"", 1, 2, Some(u32::MAX)), b"000000010000210.00000000");
    assert!((0.0..1.0).contains(&CombinedLcg::new([123, 456]).value()));
}
