//! Checks every function against a table that the reference wrote; see reference.php.
//!
//! `PHANT_TABLE=/tmp/big.tsv cargo test -p phant-digest` checks a larger table.

use phant_digest::hash::Options;
use phant_digest::password::Method;
use phant_digest::*;
use table::{Field, int, text};

#[path = "../../numeric/tests/table/mod.rs"]
mod table;

/// Hashes all at once, and again in pieces with a copy made half-way: both must agree.
fn hash(name: &[u8], data: &[u8], options: Options) -> Field {
    let algorithm = algorithm(name).unwrap();
    let mut whole = algorithm.start_with(&options);
    whole.update(data);
    let mut out = Vec::new();
    whole.finish(&mut out);
    assert_eq!(out.len(), algorithm.output_len);

    let mut pieces = algorithm.start_with(&options);
    let (head, tail) = data.split_at(data.len() / 3);
    head.chunks(7).for_each(|chunk| pieces.update(chunk));
    let mut copy = pieces.boxed_clone();
    pieces.update(b"something else");
    tail.chunks(33).for_each(|chunk| copy.update(chunk));
    pieces.copy_from(&*copy);
    let mut again = Vec::new();
    pieces.finish(&mut again);
    assert_eq!(out, again, "{} in pieces", algorithm.name);
    text(out)
}

fn optional(value: Option<Vec<u8>>) -> Field {
    value.map_or(Field::Null, text)
}

fn call(name: &str, a: &[Field]) -> Vec<Field> {
    let at = |i: usize| a[i].text();
    let number = |i: usize| a[i].int();
    let algorithm = |i: usize| algorithm(at(i)).unwrap();
    let result = match name {
        "hash" => hash(at(0), at(1), Options::default()),
        "hash_seed" => hash(at(0), at(1), Options { seed: number(2) as u64, ..Options::default() }),
        "hash_secret" => hash(at(0), at(1), Options { secret: Some(at(2)), ..Options::default() }),
        "hmac" => text(hmac::hmac(algorithm(0), at(2), at(1))),
        "pbkdf2" => {
            // A length of zero is that of a hash.
            let length = if number(4) == 0 { algorithm(0).output_len } else { number(4) as usize };
            text(kdf::pbkdf2(algorithm(0), at(1), at(2), number(3) as u64, length))
        }
        "hkdf" => {
            let length = if number(2) == 0 { algorithm(0).output_len } else { number(2) as usize };
            text(kdf::hkdf(algorithm(0), at(1), length, at(3), at(4)))
        }
        "crc32" => int(crc32(at(0))),
        "base64_encode" => text(base64::encode(at(0))),
        "base64_decode" => optional(base64::decode(at(0), number(1) != 0)),
        "bin2hex" => text(hex::encode(at(0))),
        "hex2bin" => optional(hex::decode(at(0)).ok()),
        "convert_uuencode" => text(uuencode::encode(at(0))),
        "convert_uudecode" => optional(uuencode::decode(at(0))),
        "quoted_printable_encode" => text(quoted_printable::encode(at(0))),
        "quoted_printable_decode" => text(quoted_printable::decode(at(0))),
        "crypt" => text(crypt::crypt(at(0), at(1))),
        "password_verify" => int(password::verify(at(0), at(1))),
        "password_get_info" => match password::info(at(0)) {
            None => text("unknown"),
            Some(Method::Bcrypt { cost }) => return vec![text("bcrypt"), int(cost)],
            Some(method @ Method::Argon2 { memory, time, threads, .. }) => {
                return vec![text(method.name()), int(memory), int(time), int(threads)];
            }
        },
        _ => panic!("no function {name}"),
    };
    vec![result]
}

#[test]
fn reference() {
    table::check(include_str!("reference.tsv"), call);
}

#[test]
fn passwords_verify() {
    for method in [
        Method::Bcrypt { cost: 4 },
        Method::Argon2 { id: true, memory: 16, time: 1, threads: 2 },
        Method::Argon2 { id: false, memory: 8, time: 2, threads: 1 },
    ] {
        let hash = password::hash(b"secret", method, &[7; 16]).unwrap();
        assert!(password::verify(b"secret", &hash));
        assert!(!password::verify(b"Secret", &hash));
        assert!(!password::needs_rehash(&hash, method));
        assert!(password::needs_rehash(&hash, Method::argon2(true)));
    }
}
