//! The loop that nothing can be faster than: messages that were prepared before go through a plain socket, one write and
//! one read for each operation, and no answer is looked into beyond its code.
//!
//!     raw HOST:PORT OPERATIONS WRITE_EVERY
//!
//! Prints operations a second, and the median and the ninety-ninth percentile of an operation in microseconds.

use phant_aerospike_wire::{
    digest::Key,
    message::{HEAD, Head, PREFIX, Writer, bits, field, op},
    particle,
};
use std::{
    io::{Read, Result, Write},
    net::TcpStream,
    time::Instant,
};

fn message(head: Head, key: i64, value: Option<i64>) -> Vec<u8> {
    let mut out = Vec::new();
    let mut message = Writer::new(&mut out, &Head { timeout: 1000, ..head });
    message.field(field::NAMESPACE, b"test");
    message.field(field::SET, b"rw-performance");
    message.field(field::DIGEST, &Key::Int(key).digest(b"rw-performance"));
    if let Some(value) = value {
        message.op(op::WRITE, b"v", particle::INTEGER, &value.to_be_bytes());
    }
    message.finish();
    out
}

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let address = arguments.next().unwrap_or_else(|| "127.0.0.1:3000".into());
    let mut number = |otherwise: usize| arguments.next().and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let (operations, every) = (number(100_000).max(1), number(10));
    let key = -i64::from(std::process::id());
    let put = message(Head { info2: bits::WRITE, ..Head::default() }, key, Some(1));
    let get = message(Head { info1: bits::READ | bits::GET_ALL, ..Head::default() }, key, None);
    let mut socket = TcpStream::connect(address)?;
    socket.set_nodelay(true)?;
    let mut answer = [0; 4096];
    let mut times = Vec::with_capacity(operations);
    let start = Instant::now();
    for at in 0..operations {
        let message = if at == 0 || every > 0 && at.is_multiple_of(every) { &put } else { &get };
        let before = Instant::now();
        socket.write_all(message)?;
        let count = socket.read(&mut answer)?;
        times.push(before.elapsed().as_nanos() as u64);
        assert!(count >= PREFIX + HEAD && answer[PREFIX + 5] == 0, "a failure");
    }
    let seconds = start.elapsed().as_secs_f64();
    times.sort_unstable();
    let at = |part: f64| times[((operations - 1) as f64 * part) as usize] as f64 / 1000.0;
    println!("{:.0} {:.3} {:.3}", operations as f64 / seconds, at(0.5), at(0.99));
    Ok(())
}
