//! Whole strings: `gzcompress` and its kin.

use crate::codec::{self, ANY, Encoding, Settings};
use phant_memory::{PhpStr, Str};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![zlib_encode, zlib_decode, gzdeflate, gzencode, gzcompress, gzinflate, gzdecode, gzuncompress,];

/// What must be said of an encoding that there is not.
pub const ENCODINGS: &str = "must be one of ZLIB_ENCODING_RAW, ZLIB_ENCODING_GZIP, or ZLIB_ENCODING_DEFLATE";

fn encode(
    ctx: &Ctx,
    data: &PhpStr,
    (level, level_number): (i64, usize),
    (encoding, encoding_number): (i64, usize),
) -> PhpResult<OrFalse<Str>> {
    if !(-1..=9).contains(&level) {
        return Err(ctx.argument_error(level_number, "must be between -1 and 9"));
    }
    let Some(encoding) = Encoding::of(encoding) else { return Err(ctx.argument_error(encoding_number, ENCODINGS)) };
    let data = data.to_handle();
    Ok(codec::encode(ctx, &data, Settings::new(level, encoding))?.into())
}

fn decode(ctx: &Ctx, data: &PhpStr, window: i32, max_length: i64) -> PhpResult<OrFalse<Str>> {
    let Ok(most) = usize::try_from(max_length) else {
        return Err(ctx.argument_error(2, "must be greater than or equal to 0"));
    };
    let data = data.to_handle();
    match codec::decode(ctx, &data, window, most)? {
        Ok(text) => Ok(OrFalse::Some(text)),
        Err(status) => {
            ctx.warning(codec::words(status));
            ctx.check().map(|()| OrFalse::False)
        }
    }
}

/// Compresses a string.
#[php("function zlib_encode(string $data, int $encoding, int $level = -1): string|false")]
fn zlib_encode(ctx: &Ctx, data: &PhpStr, encoding: i64, level: i64) -> PhpResult<OrFalse<Str>> {
    encode(ctx, data, (level, 3), (encoding, 2))
}

/// Expands a string of any of the encodings.
#[php("function zlib_decode(string $data, int $max_length = 0): string|false")]
fn zlib_decode(ctx: &Ctx, data: &PhpStr, max_length: i64) -> PhpResult<OrFalse<Str>> {
    decode(ctx, data, ANY, max_length)
}

/// Compresses a string, without header.
#[php("function gzdeflate(string $data, int $level = -1, int $encoding = ZLIB_ENCODING_RAW): string|false")]
fn gzdeflate(ctx: &Ctx, data: &PhpStr, level: i64, encoding: i64) -> PhpResult<OrFalse<Str>> {
    encode(ctx, data, (level, 2), (encoding, 3))
}

/// Compresses a string as gzip files are.
#[php("function gzencode(string $data, int $level = -1, int $encoding = ZLIB_ENCODING_GZIP): string|false")]
fn gzencode(ctx: &Ctx, data: &PhpStr, level: i64, encoding: i64) -> PhpResult<OrFalse<Str>> {
    encode(ctx, data, (level, 2), (encoding, 3))
}

/// Compresses a string, with zlib's header.
#[php("function gzcompress(string $data, int $level = -1, int $encoding = ZLIB_ENCODING_DEFLATE): string|false")]
fn gzcompress(ctx: &Ctx, data: &PhpStr, level: i64, encoding: i64) -> PhpResult<OrFalse<Str>> {
    encode(ctx, data, (level, 2), (encoding, 3))
}

/// Undoes `gzdeflate`.
#[php("function gzinflate(string $data, int $max_length = 0): string|false")]
fn gzinflate(ctx: &Ctx, data: &PhpStr, max_length: i64) -> PhpResult<OrFalse<Str>> {
    decode(ctx, data, Encoding::Raw as i32, max_length)
}

/// Undoes `gzencode`.
#[php("function gzdecode(string $data, int $max_length = 0): string|false")]
fn gzdecode(ctx: &Ctx, data: &PhpStr, max_length: i64) -> PhpResult<OrFalse<Str>> {
    decode(ctx, data, Encoding::Gzip as i32, max_length)
}

/// Undoes `gzcompress`.
#[php("function gzuncompress(string $data, int $max_length = 0): string|false")]
fn gzuncompress(ctx: &Ctx, data: &PhpStr, max_length: i64) -> PhpResult<OrFalse<Str>> {
    decode(ctx, data, Encoding::Deflate as i32, max_length)
}
