//! Hashes of whole messages: `hash()`, `hash_file()`, `hash_hmac()`, `hash_hmac_file()`, and the lists of algorithms.

use crate::{algorithm, shown};
use phant_digest::{ALGORITHMS, hash::digest_at_once, hmac::Hmac};
use phant_memory::{Array, PhpStr, Resource, Str, Value, string::literal};
use phant_native::{Args, Ctx, Late, PhpResult, convert, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_streams::{self as streams, Stream};

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![hash, hash_file, hash_hmac, hash_hmac_file, hash_algos, hash_hmac_algos, hash_equals];

/// Gives what is left of a stream, at most `limit` bytes, to `each`: how many bytes there were, and whether reading went
/// well to the end.
pub(crate) fn read(ctx: &Ctx, stream: &Stream, limit: usize, each: &mut dyn FnMut(&[u8])) -> (usize, bool) {
    let mut buffer = streams::Scratch::new();
    let mut total = 0;
    while total < limit {
        let wanted = buffer.len().min(limit - total);
        match stream.read(ctx, &mut buffer[..wanted]) {
            Some(0) => break,
            Some(len) => {
                each(&buffer[..len]);
                total += len;
            }
            None => return (total, false),
        }
    }
    (total, true)
}

/// Gives the content of a file to `each`; false after a warning.
pub(crate) fn read_file(
    ctx: &Ctx,
    filename: &PhpStr,
    context: Option<&Resource>,
    each: &mut dyn FnMut(&[u8]),
) -> PhpResult<bool> {
    let opened = streams::open_required(ctx, filename, b"rb", streams::options::REPORT_ERRORS, context)?;
    let Some((_resource, stream)) = opened else { return Ok(false) };
    let (_, complete) = read(ctx, &stream, usize::MAX, each);
    stream.close(ctx);
    ctx.check()?;
    Ok(complete)
}

/// The hash of a message.
#[php("function hash(string $algo, string $data, bool $binary = false, array $options = []): string")]
fn hash(late: Late<'_>, algo: &PhpStr, data: &PhpStr, binary: bool, options: &Array, passed: usize) -> PhpResult<Str> {
    let algorithm = match phant_digest::algorithm(algo) {
        Some(known) => known,
        None => algorithm::any(late.ctx()?, algo)?,
    };
    if passed <= 3 {
        let mut at_once = [0; 64];
        return Ok(match digest_at_once(algorithm, data, &mut at_once) {
            Some(len) => shown(&at_once[..len], binary),
            None => shown(&algorithm.hash(data), binary),
        });
    }
    let mut digest = algorithm::start(late.ctx()?, algorithm, Some(options))?;
    digest.update(data);
    let mut out = Vec::with_capacity(algorithm.output_len);
    digest.finish(&mut out);
    Ok(shown(&out, binary))
}

/// The hash of a file.
#[php("function hash_file(string $algo, string $filename, bool $binary = false, array $options = []): string|false")]
fn hash_file(
    ctx: &Ctx,
    algo: &PhpStr,
    filename: &PhpStr,
    binary: bool,
    options: &Array,
    passed: usize,
) -> PhpResult<OrFalse<Str>> {
    let algorithm = algorithm::any(ctx, algo)?;
    if filename.contains(&0) {
        // PHP blames the first argument.
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    let mut digest = algorithm::start(ctx, algorithm, Some(options).filter(|_| passed > 3))?;
    if !read_file(ctx, filename, None, &mut |data| digest.update(data))? {
        return Ok(OrFalse::False);
    }
    let mut out = Vec::with_capacity(algorithm.output_len);
    digest.finish(&mut out);
    Ok(OrFalse::Some(shown(&out, binary)))
}

/// The keyed hash of a message.
#[php("function hash_hmac(string $algo, string $data, #[\\SensitiveParameter] string $key, bool $binary = false): string")]
fn hash_hmac(ctx: &Ctx, algo: &PhpStr, data: &PhpStr, key: &PhpStr, binary: bool) -> PhpResult<Str> {
    let algorithm = algorithm::cryptographic(ctx, algo)?;
    Ok(shown(&phant_digest::hmac::hmac(algorithm, key, data), binary))
}

/// The keyed hash of a file.
#[php(
    "function hash_hmac_file(string $algo, string $filename, #[\\SensitiveParameter] string $key, bool $binary = false): string|false"
)]
fn hash_hmac_file(ctx: &Ctx, algo: &PhpStr, filename: &PhpStr, key: &PhpStr, binary: bool) -> PhpResult<OrFalse<Str>> {
    let algorithm = algorithm::cryptographic(ctx, algo)?;
    if filename.contains(&0) {
        return Err(ctx.argument_error(2, "must not contain any null bytes"));
    }
    let mut hmac = Hmac::new(algorithm, key);
    if !read_file(ctx, filename, None, &mut |data| hmac.update(data))? {
        return Ok(OrFalse::False);
    }
    let mut out = Vec::with_capacity(algorithm.output_len);
    hmac.finish(&mut out);
    Ok(OrFalse::Some(shown(&out, binary)))
}

/// The names of all algorithms.
#[php("function hash_algos(): array")]
fn hash_algos() -> Array {
    Array::list(ALGORITHMS.iter().map(|algorithm| Value::from(literal(algorithm.name))))
}

/// The names of the algorithms that take a key.
#[php("function hash_hmac_algos(): array")]
fn hash_hmac_algos() -> Array {
    Array::list(ALGORITHMS.iter().filter(|a| a.cryptographic).map(|algorithm| Value::str(algorithm.name)))
}

/// Whether two strings are equal, in a time that does not tell where they differ. Nothing is converted to a string.
#[php(
    "function hash_equals(#[\\SensitiveParameter] string $known_string, #[\\SensitiveParameter] string $user_string): bool",
    raw
)]
fn hash_equals(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<bool> {
    let ([known, user], 2) = (&*args.values, args.passed) else {
        let text = format!("hash_equals() expects exactly 2 arguments, {} given", args.passed);
        return Err(ctx.throw("ArgumentCountError", text));
    };
    let (known, user) = (known.deref(), user.deref());
    for (i, value) in [&known, &user].into_iter().enumerate() {
        if value.as_str().is_none() {
            let given = convert::value_name(value);
            return Err(ctx.argument_type_error(i + 1, format!("must be of type string, {given} given")));
        }
    }
    Ok(known.as_str().zip(user.as_str()).is_some_and(|(known, user)| phant_digest::hmac::equals(&known, &user)))
}
