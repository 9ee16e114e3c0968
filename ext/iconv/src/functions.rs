//! `iconv()` and the functions that count characters.

use crate::{
    convert::{Conversion, Error, decode, prefix},
    settings::{argument, is_short},
};
use phant_charset::Encoder;
use phant_memory::{PhpStr, Str};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup = functions![iconv_strlen, iconv_substr, iconv_strpos, iconv_strrpos, iconv];

/// What texts are converted to for counting, as messages name it.
const SUPERSET: &[u8] = b"UCS-4LE";

/// False after telling the user what went wrong.
fn failed<T>(ctx: &Ctx, error: Error, to: &[u8], from: &[u8]) -> PhpResult<OrFalse<T>> {
    error.show(ctx, to, from);
    ctx.check()?;
    Ok(OrFalse::from(None))
}

/// A text in another character set.
#[php("function iconv(string $from_encoding, string $to_encoding, string $string): string|false")]
fn iconv(ctx: &Ctx, from: &PhpStr, to: &PhpStr, string: &Str) -> PhpResult<OrFalse<Str>> {
    if !is_short(ctx, from) || !is_short(ctx, to) {
        ctx.check()?;
        return Ok(OrFalse::from(None));
    }
    // The text in between and the result are about as long.
    ctx.reserve(string.len().saturating_mul(2))?;
    let mut out = Vec::with_capacity(string.len() + 16);
    let converted = Conversion::open(to, from).and_then(|mut conversion| {
        conversion.convert(string, &mut out)?;
        conversion.finish(&mut out)
    });
    match converted {
        Ok(()) => {
            ctx.reserve(out.len())?;
            Ok(OrFalse::from(Some(Str::new(&out))))
        }
        Err(error) => failed(ctx, error, to, from),
    }
}

/// The characters of a text; an error has been shown otherwise.
fn characters(ctx: &Ctx, encoding: &[u8], string: &[u8]) -> PhpResult<Option<String>> {
    ctx.reserve(string.len().saturating_mul(2))?;
    match decode(encoding, string) {
        Ok(text) => Ok(Some(text)),
        Err(error) => {
            error.show(ctx, SUPERSET, encoding);
            ctx.check()?;
            Ok(None)
        }
    }
}

/// How many characters a text has.
#[php("function iconv_strlen(string $string, ?string $encoding = null): int|false")]
fn iconv_strlen(ctx: &Ctx, string: &PhpStr, encoding: Option<&PhpStr>) -> PhpResult<OrFalse<i64>> {
    let Some(encoding) = argument(ctx, encoding) else { return ctx.check().map(|()| OrFalse::from(None)) };
    Ok(OrFalse::from(characters(ctx, &encoding, string)?.map(|text| text.chars().count() as i64)))
}

/// Part of a text, counted in characters.
#[php("function iconv_substr(string $string, int $offset, ?int $length = null, ?string $encoding = null): string|false")]
fn iconv_substr(
    ctx: &Ctx,
    string: &PhpStr,
    offset: i64,
    length: Option<i64>,
    encoding: Option<&PhpStr>,
) -> PhpResult<OrFalse<Str>> {
    let Some(encoding) = argument(ctx, encoding) else { return ctx.check().map(|()| OrFalse::from(None)) };
    let Some(text) = characters(ctx, &encoding, string)? else { return Ok(OrFalse::from(None)) };
    let total = text.chars().count() as i64;
    let from = if offset < 0 { offset.saturating_add(total).max(0) } else { offset.min(total) };
    let left = total - from;
    let take = match length {
        None => left,
        Some(length) if length < 0 => length.saturating_add(left).max(0),
        Some(length) => length.min(left),
    };
    let begin = text.char_indices().nth(from as usize).map_or(text.len(), |(at, _)| at);
    let len = text[begin..].char_indices().nth(take as usize).map_or(text.len() - begin, |(at, _)| at);
    let mut out = Vec::with_capacity(len + 16);
    if len > 0 {
        let Some(set) = phant_charset::find(&encoding[..encoding.windows(2).position(|w| w == b"//").unwrap_or(encoding.len())])
        else {
            return Ok(OrFalse::from(None));
        };
        let mut encoder = Encoder::new(set);
        if encoder.encode(&text[begin..begin + len], &mut out).is_err() {
            return failed(ctx, Error::Illegal, &encoding, SUPERSET);
        }
        encoder.finish(&mut out);
    }
    Ok(OrFalse::from(Some(Str::new(&out))))
}

/// Where a text is first found in another, counted in characters.
#[php("function iconv_strpos(string $haystack, string $needle, int $offset = 0, ?string $encoding = null): int|false")]
fn iconv_strpos(
    ctx: &Ctx,
    haystack: &PhpStr,
    needle: &PhpStr,
    offset: i64,
    encoding: Option<&PhpStr>,
) -> PhpResult<OrFalse<i64>> {
    let Some(encoding) = argument(ctx, encoding) else { return ctx.check().map(|()| OrFalse::from(None)) };
    let mut from = offset;
    if from < 0 {
        let Some(text) = characters(ctx, &encoding, haystack)? else { return Ok(OrFalse::from(None)) };
        from = from.saturating_add(text.chars().count() as i64);
        if from < 0 {
            return Err(ctx.argument_error(3, OUTSIDE));
        }
    }
    if needle.is_empty() {
        return Ok(OrFalse::from(None));
    }
    let Some(needle) = characters(ctx, &encoding, needle)? else { return Ok(OrFalse::from(None)) };
    ctx.reserve(haystack.len().saturating_mul(2))?;
    let (text, error) = prefix(&encoding, haystack);
    let begin = text.char_indices().map(|(at, _)| at).chain([text.len()]).nth(from as usize);
    if let Some(at) = begin.and_then(|begin| text[begin..].find(&needle).map(|at| begin + at)) {
        return Ok(OrFalse::from(Some(text[..at].chars().count() as i64)));
    }
    match error {
        // What begins with nonsense is not looked at.
        Some(_) if text.is_empty() && from == 0 => Ok(OrFalse::from(None)),
        Some(error) => failed(ctx, error, SUPERSET, &encoding),
        None if begin.is_none() => Err(ctx.argument_error(3, OUTSIDE)),
        None => Ok(OrFalse::from(None)),
    }
}

const OUTSIDE: &str = "must be contained in argument #1 ($haystack)";

/// Where a text is last found in another, counted in characters.
#[php("function iconv_strrpos(string $haystack, string $needle, ?string $encoding = null): int|false")]
fn iconv_strrpos(ctx: &Ctx, haystack: &PhpStr, needle: &PhpStr, encoding: Option<&PhpStr>) -> PhpResult<OrFalse<i64>> {
    let Some(encoding) = argument(ctx, encoding) else { return ctx.check().map(|()| OrFalse::from(None)) };
    if needle.is_empty() {
        return Ok(OrFalse::from(None));
    }
    let Some(needle) = characters(ctx, &encoding, needle)? else { return Ok(OrFalse::from(None)) };
    ctx.reserve(haystack.len().saturating_mul(2))?;
    match prefix(&encoding, haystack) {
        // What begins with nonsense is not looked at.
        (text, Some(_)) if text.is_empty() => Ok(OrFalse::from(None)),
        (_, Some(error)) => failed(ctx, error, SUPERSET, &encoding),
        (text, None) => Ok(OrFalse::from(text.rfind(&needle).map(|at| text[..at].chars().count() as i64))),
    }
}
