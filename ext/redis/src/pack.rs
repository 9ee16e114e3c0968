//! Values as bytes and back: a serializer, then a compression.

use crate::settings::{Compression, Serializer, Settings};
use phant_ext_standard::{serialize, unserialize};
use phant_memory::{Str, Value, View};
use phant_native::{Ctx, PhpResult, convert};
use phant_redis_wire::lzf;

/// The bytes of a value.
pub fn pack(ctx: &Ctx, settings: &Settings, value: &Value) -> PhpResult<Str> {
    // Numbers that stay numbers can be counted with.
    if settings.pack_ignore_numbers && (value.is_int() || value.is_float()) {
        return convert::to_str(ctx, value);
    }
    let text = serialize_value(ctx, settings, value)?;
    Ok(compress(settings, text))
}

/// The value of bytes.
pub fn unpack(ctx: &Ctx, settings: &Settings, text: Str) -> PhpResult<Value> {
    if settings.is_plain() {
        return Ok(text.into());
    }
    if settings.pack_ignore_numbers
        && let Some(number) = phant_numeric::parse::classify(&text).whole()
    {
        return Ok(match number {
            phant_numeric::Number::Int(i) => Value::int(i),
            phant_numeric::Number::Float(f) => Value::float(f),
        });
    }
    let plain = decompress(ctx, settings, &text)?.unwrap_or(text);
    unserialize_text(ctx, settings, plain)
}

/// The text of a value, not compressed.
pub fn serialize_value(ctx: &Ctx, settings: &Settings, value: &Value) -> PhpResult<Str> {
    match settings.serializer {
        Serializer::Php => serialize::to_text(ctx, value),
        Serializer::Json => phant_ext_json::to_text(ctx, value),
        Serializer::Igbinary => phant_ext_igbinary::serialize(ctx, value),
        Serializer::None => match value.view() {
            View::Array(_) => Ok(Str::from("Array")),
            View::Object(_) => Ok(Str::from("Object")),
            _ => convert::to_str(ctx, value),
        },
    }
}

/// The value of a text that is not compressed, if it can be read.
fn unserialize_value(ctx: &Ctx, settings: &Settings, text: &Str) -> PhpResult<Option<Value>> {
    match settings.serializer {
        Serializer::None => Ok(Some(text.clone().into())),
        Serializer::Igbinary if !is_igbinary(text) => Ok(None),
        Serializer::Igbinary => phant_ext_igbinary::unserialize(ctx, text),
        Serializer::Php => unserialize::from_text_quietly(ctx, text),
        Serializer::Json => phant_ext_json::from_text(ctx, text, true),
    }
}

/// Whether bytes begin as igbinary's do: what was written without a serializer does not.
fn is_igbinary(text: &[u8]) -> bool {
    text.len() > 4 && matches!(text[..4], [0, 0, 0, 1 | 2])
}

/// The value of a text that is not compressed. What cannot be read is the text itself.
pub fn unserialize_text(ctx: &Ctx, settings: &Settings, text: Str) -> PhpResult<Value> {
    Ok(unserialize_value(ctx, settings, &text)?.unwrap_or_else(|| text.into()))
}

/// The same; what cannot be read is an exception.
pub fn unserialize_or_throw(ctx: &Ctx, settings: &Settings, text: Str, exception: &str) -> PhpResult<Value> {
    match unserialize_value(ctx, settings, &text)? {
        Some(value) => Ok(value),
        None => Err(ctx.throw(exception, "Invalid serialized data, or unserialization error")),
    }
}

/// The text made shorter.
pub fn compress(settings: &Settings, text: Str) -> Str {
    let level = settings.compression_level as i32;
    match settings.compression {
        Compression::None => text,
        Compression::Lzf if text.is_empty() => text,
        Compression::Lzf => lzf::compress(&text, text.len() + text.len() / 16 + 128).map_or(text, Str::from),
        Compression::Zstd => {
            let level = if level < 1 { zstd::DEFAULT_COMPRESSION_LEVEL } else { level.min(22) };
            zstd::bulk::compress(&text, level).map_or(text, Str::from)
        }
        Compression::Lz4 if text.is_empty() => text,
        Compression::Lz4 => lz4_compress(&text, level).unwrap_or(text),
    }
}

/// LZ4 as it is stored: a check byte, the length, the block.
fn lz4_compress(text: &[u8], level: i32) -> Option<Str> {
    use lz4::block::CompressionMode as Mode;
    let length = u32::try_from(text.len()).ok()?.to_le_bytes();
    let mode = if level < 1 { Mode::DEFAULT } else { Mode::HIGHCOMPRESSION(level.min(12)) };
    let block = lz4::block::compress(text, Some(mode), false).ok()?;
    Some(Str::from([&[check_byte(length)], &length[..], &block].concat()))
}

/// CRC-8 over a length.
fn check_byte(length: [u8; 4]) -> u8 {
    length
        .iter()
        .fold(0xff, |crc, byte| (0..8).fold(crc ^ byte, |crc: u8, _| if crc & 0x80 != 0 { crc << 1 ^ 0x31 } else { crc << 1 }))
}

/// What no text is longer than: a length that a server claims is no reason to take all memory.
const LONGEST: usize = 1 << 31;

/// The text as it was; what cannot be read is an exception.
pub fn decompress_or_throw(ctx: &Ctx, settings: &Settings, text: &Str, exception: &str) -> PhpResult {
    match decompress(ctx, settings, text)? {
        Some(plain) => Ok(plain.into()),
        None => Err(ctx.throw(exception, "Invalid compressed data or uncompression error")),
    }
}

/// The text as it was, if it was compressed.
pub fn decompress(ctx: &Ctx, settings: &Settings, text: &Str) -> PhpResult<Option<Str>> {
    let plain = match settings.compression {
        Compression::None => return Ok(Some(text.clone())),
        _ if text.is_empty() => return Ok(Some(text.clone())),
        Compression::Lzf => lzf::decompress(text, LONGEST).ok(),
        Compression::Zstd => {
            let length = zstd::zstd_safe::get_frame_content_size(text).ok().flatten();
            let Some(length) = length.and_then(|n| usize::try_from(n).ok()).filter(|&n| n <= LONGEST) else { return Ok(None) };
            ctx.reserve(length)?;
            zstd::bulk::decompress(text, length).ok()
        }
        Compression::Lz4 => {
            let Some((&[check, a, b, c, d], block)) = text.split_first_chunk() else { return Ok(None) };
            let length = u32::from_le_bytes([a, b, c, d]);
            // A byte of a block stands for 255 at most.
            if check_byte([a, b, c, d]) != check || length as usize > LONGEST.min(block.len() * 255 + 64) {
                return Ok(None);
            }
            ctx.reserve(length as usize)?;
            lz4::block::decompress(block, Some(length as i32)).ok()
        }
    };
    Ok(plain.map(Str::from))
}
