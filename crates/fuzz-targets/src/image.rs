//! Compiled units as `opcache.file_cache` keeps them, in hexadecimal digits.

use phant_image::unit::{decode, encode};

/// Reads a unit; what is one comes back from its bytes as it is.
pub fn run(input: &[u8]) {
    let digits: Vec<u8> = input.iter().filter_map(|&c| char::from(c).to_digit(16)).map(|digit| digit as u8).collect();
    let bytes: Vec<u8> = digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect();
    let Ok((unit, notes)) = decode(&bytes) else { return };
    let Some(stored) = encode(&unit, &notes) else { return };
    let (again, same) = decode(&stored).expect("it was just stored");
    assert_eq!(same, notes);
    assert_eq!(encode(&again, &same), Some(stored));
}
