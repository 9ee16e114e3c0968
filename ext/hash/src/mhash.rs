//! The functions of the former mhash extension, which number the algorithms.

use phant_digest::{Algorithm, hmac};
use phant_memory::{PhpStr, Str};
use phant_native::{Constant, ConstantValue, Ctx, PhpResult, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![mhash_get_block_size, mhash_get_hash_name, mhash_keygen_s2k, mhash_count, mhash];

/// Constant, its number, and the algorithm's name.
const NUMBERS: [(&str, i64, &str); 39] = [
    ("MHASH_CRC32", 0, "crc32"),
    ("MHASH_MD5", 1, "md5"),
    ("MHASH_SHA1", 2, "sha1"),
    ("MHASH_HAVAL256", 3, "haval256,3"),
    ("MHASH_RIPEMD160", 5, "ripemd160"),
    ("MHASH_TIGER", 7, "tiger192,3"),
    ("MHASH_GOST", 8, "gost"),
    ("MHASH_CRC32B", 9, "crc32b"),
    ("MHASH_HAVAL224", 10, "haval224,3"),
    ("MHASH_HAVAL192", 11, "haval192,3"),
    ("MHASH_HAVAL160", 12, "haval160,3"),
    ("MHASH_HAVAL128", 13, "haval128,3"),
    ("MHASH_TIGER128", 14, "tiger128,3"),
    ("MHASH_TIGER160", 15, "tiger160,3"),
    ("MHASH_MD4", 16, "md4"),
    ("MHASH_SHA256", 17, "sha256"),
    ("MHASH_ADLER32", 18, "adler32"),
    ("MHASH_SHA224", 19, "sha224"),
    ("MHASH_SHA512", 20, "sha512"),
    ("MHASH_SHA384", 21, "sha384"),
    ("MHASH_WHIRLPOOL", 22, "whirlpool"),
    ("MHASH_RIPEMD128", 23, "ripemd128"),
    ("MHASH_RIPEMD256", 24, "ripemd256"),
    ("MHASH_RIPEMD320", 25, "ripemd320"),
    ("MHASH_SNEFRU256", 27, "snefru256"),
    ("MHASH_MD2", 28, "md2"),
    ("MHASH_FNV132", 29, "fnv132"),
    ("MHASH_FNV1A32", 30, "fnv1a32"),
    ("MHASH_FNV164", 31, "fnv164"),
    ("MHASH_FNV1A64", 32, "fnv1a64"),
    ("MHASH_JOAAT", 33, "joaat"),
    ("MHASH_CRC32C", 34, "crc32c"),
    ("MHASH_MURMUR3A", 35, "murmur3a"),
    ("MHASH_MURMUR3C", 36, "murmur3c"),
    ("MHASH_MURMUR3F", 37, "murmur3f"),
    ("MHASH_XXH32", 38, "xxh32"),
    ("MHASH_XXH64", 39, "xxh64"),
    ("MHASH_XXH3", 40, "xxh3"),
    ("MHASH_XXH128", 41, "xxh128"),
];

/// The constants, made from the table.
pub(crate) static CONSTANTS: [Constant; NUMBERS.len()] = {
    let mut constants = [const { Constant { name: "", value: ConstantValue::Null } }; NUMBERS.len()];
    let mut i = 0;
    while i < NUMBERS.len() {
        constants[i] = Constant { name: NUMBERS[i].0, value: ConstantValue::Int(NUMBERS[i].1) };
        i += 1;
    }
    constants
};

fn by_number(number: i64) -> Option<(&'static str, &'static Algorithm)> {
    let (constant, _, name) = NUMBERS.iter().find(|entry| entry.1 == number)?;
    Some((constant.trim_start_matches("MHASH_"), phant_digest::algorithm(name.as_bytes())?))
}

/// The length of an algorithm's hashes.
#[php("function mhash_get_block_size(int $algo): int|false", deprecated = " since 8.1")]
fn mhash_get_block_size(algo: i64) -> OrFalse<usize> {
    by_number(algo).map(|(_, algorithm)| algorithm.output_len).into()
}

/// The name in the algorithm's constant.
#[php("function mhash_get_hash_name(int $algo): string|false", deprecated = " since 8.1")]
fn mhash_get_hash_name(algo: i64) -> OrFalse<&'static str> {
    by_number(algo).map(|(name, _)| name).into()
}

/// The highest number.
#[php("function mhash_count(): int", deprecated = " since 8.1")]
fn mhash_count() -> i64 {
    NUMBERS.iter().map(|entry| entry.1).max().unwrap_or(0)
}

/// A key from a password (salted S2K of RFC 4880).
#[php(
    "function mhash_keygen_s2k(int $algo, string $password, string $salt, int $length): string|false",
    deprecated = " since 8.1"
)]
fn mhash_keygen_s2k(ctx: &Ctx, algo: i64, password: &PhpStr, salt: &PhpStr, length: i64) -> PhpResult<OrFalse<Str>> {
    const SALT: usize = 8;
    let Ok(length @ 1..) = usize::try_from(length) else {
        return Err(ctx.argument_error(4, "must be a greater than 0"));
    };
    let Some((_, algorithm)) = by_number(algo) else { return Ok(OrFalse::False) };
    ctx.reserve(length.saturating_mul(2))?;
    let mut padded = [0; SALT];
    let used = salt.len().min(SALT);
    padded[..used].copy_from_slice(&salt[..used]);
    let mut key = Vec::with_capacity(length + algorithm.output_len);
    // Each further part of the key is the hash of the same behind one more zero.
    let mut zeros = Vec::new();
    while key.len() < length {
        let mut digest = algorithm.start();
        digest.update(&zeros);
        digest.update(&padded);
        digest.update(password);
        digest.finish(&mut key);
        zeros.push(0);
    }
    key.truncate(length);
    Ok(OrFalse::Some(Str::new(key)))
}

/// The hash of a message, keyed if there is a key.
#[php("function mhash(int $algo, string $data, ?string $key = null): string|false", deprecated = " since 8.1")]
fn mhash(ctx: &Ctx, algo: i64, data: &PhpStr, key: Option<&PhpStr>) -> PhpResult<OrFalse<Vec<u8>>> {
    let Some((_, algorithm)) = by_number(algo) else { return Ok(OrFalse::False) };
    Ok(OrFalse::Some(match key {
        Some(key) if algorithm.cryptographic => hmac::hmac(algorithm, key, data),
        Some(_) => return Err(ctx.argument_error(1, "must be a valid cryptographic hashing algorithm")),
        None => algorithm.hash(data),
    }))
}
