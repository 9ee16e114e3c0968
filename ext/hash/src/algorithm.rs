//! Arguments that name an algorithm and its options.

use phant_digest::hash::{MAX_SECRET, MIN_SECRET, Options};
use phant_digest::{Algorithm, Digest, algorithm};
use phant_memory::{Array, PhpStr};
use phant_native::{Ctx, PhpResult, convert};

/// The algorithm of the first argument.
pub fn any(ctx: &Ctx, name: &PhpStr) -> PhpResult<&'static Algorithm> {
    algorithm(name).ok_or_else(|| ctx.argument_error(1, "must be a valid hashing algorithm"))
}

/// The algorithm of the first argument, fit for keys.
pub fn cryptographic(ctx: &Ctx, name: &PhpStr) -> PhpResult<&'static Algorithm> {
    let found = algorithm(name).filter(|algorithm| algorithm.cryptographic);
    found.ok_or_else(|| ctx.argument_error(1, "must be a valid cryptographic hashing algorithm"))
}

/// What an algorithm does with options.
enum Takes {
    Nothing,
    Seed,
    SeedOrSecret,
}

fn takes(algorithm: &Algorithm) -> Takes {
    match algorithm.name {
        "murmur3a" | "murmur3c" | "murmur3f" | "xxh32" | "xxh64" => Takes::Seed,
        "xxh3" | "xxh128" => Takes::SeedOrSecret,
        _ => Takes::Nothing,
    }
}

/// A running hash with the options of an argument, `None` where the argument was omitted.
pub fn start(ctx: &Ctx, algorithm: &'static Algorithm, given: Option<&Array>) -> PhpResult<Box<dyn Digest>> {
    let Some(given) = given else { return Ok(algorithm.start()) };
    let seed = given.get_bytes(b"seed").map(|seed| seed.deref().as_int());
    let number = seed.flatten().unwrap_or(0) as u64;
    match takes(algorithm) {
        Takes::Nothing => Ok(algorithm.start()),
        Takes::Seed => {
            // xxh64 complains even where there is no seed.
            if seed == Some(None) || (seed.is_none() && algorithm.name == "xxh64") {
                ctx.deprecated(
                    "Passing a seed of a type other than int is deprecated because it is the same as setting the seed to 0",
                );
                ctx.check()?;
            }
            Ok(algorithm.start_with(&Options { seed: number, secret: None }))
        }
        Takes::SeedOrSecret => {
            let secret = given.get_bytes(b"secret");
            if seed.is_some() && secret.is_some() {
                let message = format!("{}: Only one of seed or secret is to be passed for initialization", algorithm.name);
                return Err(ctx.throw_error(message));
            }
            if seed == Some(None) {
                ctx.deprecated("Passing a seed of a type other than int is deprecated because it is ignored");
                ctx.check()?;
            }
            let Some(secret) = secret else {
                return Ok(algorithm.start_with(&Options { seed: number, secret: None }));
            };
            if secret.deref().as_str().is_none() {
                ctx.deprecated(
                    "Passing a secret of a type other than string is deprecated because it implicitly converts to a string, \
                     potentially hiding bugs",
                );
                ctx.check()?;
            }
            let secret = convert::to_str(ctx, &secret.deref())?;
            if secret.len() < MIN_SECRET {
                let message =
                    format!("{}: Secret length must be >= {MIN_SECRET} bytes, {} bytes passed", algorithm.name, secret.len());
                return Err(ctx.throw_error(message));
            }
            if secret.len() > MAX_SECRET {
                ctx.warning(format!("{}: Secret content exceeding {MAX_SECRET} bytes discarded", algorithm.name));
                ctx.check()?;
            }
            Ok(algorithm.start_with(&Options { seed: 0, secret: Some(&secret) }))
        }
    }
}
