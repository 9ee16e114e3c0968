//! `md5`, `sha1`, `crc32`, and texts for bytes: base64, uuencode, quoted-printable.

use phant_digest::{base64, hash, quoted_printable, uuencode};
use phant_memory::{PhpStr, Str};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_streams as streams;

pub(crate) const FUNCTIONS: FunctionGroup = functions![
    md5,
    md5_file,
    sha1,
    sha1_file,
    crc32,
    base64_encode,
    base64_decode,
    convert_uuencode,
    convert_uudecode,
    quoted_printable_encode,
    quoted_printable_decode,
];

/// A digest as bytes or as hexadecimal digits.
fn shown(digest: &[u8], binary: bool) -> Str {
    if binary { Str::new(digest) } else { Str::filled(digest.len() * 2, |out| crate::string_case::to_hex(digest, out)) }
}

/// The MD5 digest.
#[php("function md5(string $string, bool $binary = false): string", pure)]
fn md5(string: &PhpStr, binary: bool) -> Str {
    shown(&hash::md5(string), binary)
}

/// The SHA-1 digest.
#[php("function sha1(string $string, bool $binary = false): string", pure)]
fn sha1(string: &PhpStr, binary: bool) -> Str {
    shown(&hash::sha1(string), binary)
}

/// The digest of what a stream gives.
fn of_file(ctx: &Ctx, filename: &PhpStr, algorithm: &str, binary: bool) -> PhpResult<OrFalse<Str>> {
    let Some(algorithm) = hash::algorithm(algorithm.as_bytes()) else { return Ok(OrFalse::False) };
    if filename.contains(&0) {
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    let opened = streams::open_required(ctx, filename, b"rb", streams::options::REPORT_ERRORS, None)?;
    let Some((_resource, stream)) = opened else { return Ok(OrFalse::False) };
    let mut digest = algorithm.start();
    let mut buffer = streams::Scratch::new();
    let mut complete = true;
    loop {
        match stream.read(ctx, &mut buffer) {
            Some(0) => break,
            Some(len) => digest.update(&buffer[..len]),
            None => {
                complete = false;
                break;
            }
        }
    }
    stream.close(ctx);
    ctx.check()?;
    if !complete {
        return Ok(OrFalse::False);
    }
    let mut bytes = Vec::with_capacity(20);
    digest.finish(&mut bytes);
    Ok(OrFalse::Some(shown(&bytes, binary)))
}

/// The MD5 digest of a file.
#[php("function md5_file(string $filename, bool $binary = false): string|false")]
fn md5_file(ctx: &Ctx, filename: &PhpStr, binary: bool) -> PhpResult<OrFalse<Str>> {
    of_file(ctx, filename, "md5", binary)
}

/// The SHA-1 digest of a file.
#[php("function sha1_file(string $filename, bool $binary = false): string|false")]
fn sha1_file(ctx: &Ctx, filename: &PhpStr, binary: bool) -> PhpResult<OrFalse<Str>> {
    of_file(ctx, filename, "sha1", binary)
}

/// The CRC-32 checksum.
#[php("function crc32(string $string): int", pure)]
fn crc32(string: &PhpStr) -> i64 {
    i64::from(hash::crc32(string))
}

/// Bytes as base64.
#[php("function base64_encode(string $string): string", pure)]
pub(crate) fn base64_encode(string: &PhpStr) -> Str {
    const BLOCK: usize = 1024;
    let len = base64::encoded_len(string.len());
    if len <= BLOCK {
        return Str::filled(len, |out| base64::encode_into(string, out));
    }
    // Each block is the text of a whole number of groups of three bytes.
    Str::made(len, |out| {
        let mut block = [0; BLOCK];
        for part in string.chunks(BLOCK / 4 * 3) {
            let text = &mut block[..base64::encoded_len(part.len())];
            base64::encode_into(part, text);
            out.extend(text);
        }
    })
}

/// Bytes of base64.
#[php("function base64_decode(string $string, bool $strict = false): string|false", pure)]
fn base64_decode(string: &PhpStr, strict: bool) -> OrFalse<Str> {
    if let Some(len) = base64::clean_len(string) {
        let mut is_clean = false;
        let decoded = Str::filled(len, |out| is_clean = base64::decode_clean(string, out));
        if is_clean {
            return OrFalse::Some(decoded);
        }
    }
    base64::decode_any(string, strict).map(Str::new).into()
}

/// Bytes uuencoded.
#[php("function convert_uuencode(string $string): string", pure)]
fn convert_uuencode(ctx: &Ctx, string: &PhpStr) -> PhpResult<Vec<u8>> {
    ctx.reserve(string.len() + string.len() / 5 * 2)?;
    Ok(uuencode::encode(string))
}

/// Bytes of uuencoded text.
#[php("function convert_uudecode(string $string): string|false")]
fn convert_uudecode(ctx: &Ctx, string: &PhpStr) -> OrFalse<Vec<u8>> {
    let decoded = if string.is_empty() { None } else { uuencode::decode(string) };
    if decoded.is_none() {
        ctx.warning("Argument #1 ($data) is not a valid uuencoded string");
    }
    decoded.into()
}

/// Bytes as quoted-printable text.
#[php("function quoted_printable_encode(string $string): string", pure)]
fn quoted_printable_encode(ctx: &Ctx, string: &PhpStr) -> PhpResult<Vec<u8>> {
    ctx.reserve(string.len() * 3)?;
    Ok(quoted_printable::encode(string))
}

/// Bytes of quoted-printable text.
#[php("function quoted_printable_decode(string $string): string", pure)]
fn quoted_printable_decode(string: &PhpStr) -> Vec<u8> {
    quoted_printable::decode(string)
}
