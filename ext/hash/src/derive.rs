//! Keys from passwords and keys: `hash_pbkdf2()`, `hash_hkdf()`.

use crate::algorithm;
use phant_digest::{hex, kdf};
use phant_memory::{Array, PhpStr, Str};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![hash_pbkdf2, hash_hkdf];

/// A key from a password (PBKDF2).
#[php(
    "function hash_pbkdf2(string $algo, #[\\SensitiveParameter] string $password, string $salt, int $iterations, int $length = 0, bool $binary = false, array $options = []): string"
)]
fn hash_pbkdf2(
    ctx: &Ctx,
    algo: &PhpStr,
    password: &PhpStr,
    salt: &PhpStr,
    iterations: i64,
    length: i64,
    binary: bool,
    // No algorithm with options is fit for keys.
    _options: &Array,
) -> PhpResult<Str> {
    let algorithm = algorithm::cryptographic(ctx, algo)?;
    if salt.len() > i32::MAX as usize - 4 {
        return Err(ctx.argument_error(3, "must be less than or equal to INT_MAX - 4 bytes"));
    }
    let Ok(iterations @ 1..) = u64::try_from(iterations) else {
        return Err(ctx.argument_error(4, "must be greater than 0"));
    };
    let Ok(length) = usize::try_from(length) else {
        return Err(ctx.argument_error(5, "must be greater than or equal to 0"));
    };
    // The length counts what is returned: bytes or digits.
    let length = match (length, binary) {
        (0, true) => algorithm.output_len,
        (0, false) => algorithm.output_len * 2,
        _ => length,
    };
    let bytes = if binary { length } else { length.div_ceil(2) };
    ctx.reserve(bytes.saturating_add(length))?;
    let key = kdf::pbkdf2(algorithm, password, salt, iterations, bytes);
    if binary {
        return Ok(Str::new(key));
    }
    let mut digits = hex::encode(&key);
    digits.truncate(length);
    Ok(Str::new(digits))
}

/// A key from a key (HKDF).
#[php(
    "function hash_hkdf(string $algo, #[\\SensitiveParameter] string $key, int $length = 0, string $info = '', string $salt = ''): string"
)]
fn hash_hkdf(ctx: &Ctx, algo: &PhpStr, key: &PhpStr, length: i64, info: &PhpStr, salt: &PhpStr) -> PhpResult<Str> {
    let algorithm = algorithm::cryptographic(ctx, algo)?;
    if key.is_empty() {
        return Err(ctx.argument_error(2, "must not be empty"));
    }
    let Ok(length) = usize::try_from(length) else {
        return Err(ctx.argument_error(3, "must be greater than or equal to 0"));
    };
    let most = algorithm.output_len * 255;
    if length > most {
        return Err(ctx.argument_error(3, format!("must be less than or equal to {most}")));
    }
    let length = if length == 0 { algorithm.output_len } else { length };
    Ok(Str::new(kdf::hkdf(algorithm, key, length, info, salt)))
}
