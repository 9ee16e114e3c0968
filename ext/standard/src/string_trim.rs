//! Cutting strings: `trim`, `substr`, `explode`, `implode`, `str_split`, `chunk_split`, `wordwrap`, `strtok`.

use crate::text::{self, ByteSet};
use phant_memory::{Array, OwnView, PhpStr, Str, StrBuilder, Value, View, heap, string::Bytes};
use phant_native::{Ctx, Late, PhpResult, convert, descriptor::FunctionGroup, functions, ini::Ini, limits, php, ret::OrFalse};
use std::cell::{Cell, RefCell};

pub(crate) const FUNCTIONS: FunctionGroup =
    functions![trim, rtrim, ltrim, substr, explode, implode, str_split, chunk_split, wordwrap, strtok, nl2br, str_word_count,];

/// What is cut off by default.
const BLANK: &[u8] = b" \n\r\t\x0b\0";

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Both,
    Left,
    Right,
}

fn cut(string: &PhpStr, side: Side, cuts: impl Fn(u8) -> bool) -> Str {
    let bytes = string.as_bytes();
    let (mut start, mut end) = (0, bytes.len());
    if side != Side::Right {
        while start < end && cuts(bytes[start]) {
            start += 1;
        }
    }
    if side != Side::Left {
        while start < end && cuts(bytes[end - 1]) {
            end -= 1;
        }
    }
    if end - start == bytes.len() { string.to_handle() } else { Str::new(&bytes[start..end]) }
}

fn trimmed(late: Late<'_>, string: &PhpStr, characters: &PhpStr, side: Side) -> PhpResult<Str> {
    Ok(match **characters {
        [byte] => cut(string, side, |b| b == byte),
        _ if characters.as_bytes() == BLANK => cut(string, side, |b| matches!(b, b' ' | b'\n' | b'\r' | b'\t' | 0x0b | 0)),
        // Two dots would be a broken range.
        [first, second] if second != b'.' => cut(string, side, |b| b == first || b == second),
        [first, second, third] if second != b'.' => cut(string, side, |b| b == first || b == second || b == third),
        _ => {
            let set = match ByteSet::of_plain(characters) {
                Some(set) => set,
                None => ByteSet::of_ranges(late.ctx()?, characters),
            };
            cut(string, side, |b| set.has(b))
        }
    })
}

/// Cuts bytes off both ends.
#[php("function trim(string $string, string $characters = \" \\n\\r\\t\\v\\0\"): string", pure)]
fn trim(late: Late<'_>, string: &PhpStr, characters: &PhpStr) -> PhpResult<Str> {
    trimmed(late, string, characters, Side::Both)
}

/// Cuts bytes off the end.
#[php("function rtrim(string $string, string $characters = \" \\n\\r\\t\\v\\0\"): string", pure, alias = "chop")]
fn rtrim(late: Late<'_>, string: &PhpStr, characters: &PhpStr) -> PhpResult<Str> {
    trimmed(late, string, characters, Side::Right)
}

/// Cuts bytes off the start.
#[php("function ltrim(string $string, string $characters = \" \\n\\r\\t\\v\\0\"): string", pure)]
fn ltrim(late: Late<'_>, string: &PhpStr, characters: &PhpStr) -> PhpResult<Str> {
    trimmed(late, string, characters, Side::Left)
}

/// A part of a string; negative numbers count from the end.
#[php("function substr(string $string, int $offset, ?int $length = null): string", pure)]
fn substr(string: &PhpStr, offset: i64, length: Option<i64>) -> Str {
    let (start, count) = text::slice_of(string.len(), offset, length);
    if count == string.len() { string.to_handle() } else { Str::new(&string[start..start + count]) }
}

/// Splits at a separator.
#[php("function explode(string $separator, string $string, int $limit = PHP_INT_MAX): array", pure)]
fn explode(late: Late<'_>, separator: &PhpStr, string: &PhpStr, limit: i64) -> PhpResult<Array> {
    if separator.is_empty() {
        return Err(late.ctx()?.argument_error(1, "must not be empty"));
    }
    let bytes = string.as_bytes();
    if limit == 0 || limit == 1 {
        return Ok(Array::list([Value::from(string)]));
    }
    if let ([byte], 2..) = (separator.as_bytes(), limit) {
        return Ok(match bytes.len() {
            _ if limit <= FEW => split_few(*byte, string, limit as usize),
            256.. => split_at_byte(*byte, string, limit),
            _ => split_short(*byte, string, limit),
        });
    }
    // Counting first costs less than a list that grows.
    let mut found = 0usize;
    match **separator {
        // Where the first one is, is known faster than how many there are.
        [byte] => found = memchr::memchr(byte, bytes).map_or(0, |at| memchr::memchr_iter(byte, &bytes[at..]).count()),
        _ if separator.len() > bytes.len() || bytes.len() >= 256 && !text::starts_within(bytes, separator) => {}
        _ => text::each_place(bytes, separator, |_| {
            found += 1;
            true
        }),
    }
    let pieces = if limit < 0 {
        let kept = (found as i64 + 1).saturating_add(limit);
        let Ok(kept @ 1..) = usize::try_from(kept) else { return Ok(Array::new()) };
        kept
    } else {
        usize::try_from(limit).map_or(found + 1, |limit| limit.min(found + 1))
    };
    if found == 0 {
        return Ok(Array::list([Value::from(string)]));
    }
    let mut parts = Array::with_capacity(pieces);
    let list = parts.make_mut();
    // Behind the last separator that cuts is the rest, unless that is left out.
    let cuts = if limit < 0 { pieces } else { pieces - 1 };
    let (mut from, mut left) = (0, cuts);
    text::each_place(bytes, separator, |at| {
        let _ = list.push(Value::from(Str::new(&bytes[from..at])));
        from = at + separator.len();
        left -= 1;
        left > 0 && (!left.is_multiple_of(64) || !limits::reached())
    });
    if limit > 0 {
        let _ = list.push(Value::from(Str::new(&bytes[from..])));
    }
    Ok(parts)
}

/// So many pieces are found one after the other.
const FEW: i64 = 8;

/// Splits into a few pieces at most; what is behind them is not looked at.
fn split_few(byte: u8, string: &PhpStr, limit: usize) -> Array {
    let bytes = string.as_bytes();
    let Some(mut end) = memchr::memchr(byte, bytes) else { return Array::list([Value::from(string)]) };
    let mut parts = Array::with_capacity(limit);
    let list = parts.make_mut();
    let mut from = 0;
    loop {
        let _ = list.push(Value::from(Str::new(&bytes[from..end])));
        from = end + 1;
        if list.len() + 1 == limit {
            break;
        }
        match memchr::memchr(byte, &bytes[from..]) {
            Some(at) => end = from + at,
            None => break,
        }
    }
    let _ = list.push(Value::from(Str::new(&bytes[from..])));
    parts
}

/// Splits a text of less than 256 bytes at a byte. Where it is, is noted as the pieces are counted.
fn split_short(byte: u8, string: &PhpStr, limit: i64) -> Array {
    let bytes = string.as_bytes();
    let (mut places, mut found) = ([0u8; 64], 0);
    text::each_byte_in_short(byte, bytes, |at| {
        places[found % 64] = at as u8;
        found += 1;
    });
    match found {
        0 => return Array::list([Value::from(string)]),
        1..=64 => {}
        _ => return split_at_byte(byte, string, limit),
    }
    let cuts = usize::try_from(limit).map_or(found, |limit| found.min(limit - 1));
    let mut from = 0;
    let mut parts = Array::with_capacity(cuts + 1);
    parts.make_mut().push_all(places[..cuts].iter().map(|&at| {
        let piece = Str::new(&bytes[from..usize::from(at)]);
        from = usize::from(at) + 1;
        Value::from(piece)
    }));
    let _ = parts.push(Value::from(Str::new(&bytes[from..])));
    parts
}

/// Splits a text that is not short, or in many pieces, at a byte. How many pieces there will be is told from the first ones, unless few
/// are wanted. Where pieces are long, each is looked for by itself.
fn split_at_byte(byte: u8, string: &PhpStr, limit: i64) -> Array {
    const FEW: usize = 64;
    const SAMPLE: usize = 248;
    const ROOM: usize = 4096;
    let bytes = string.as_bytes();
    let Some(first) = memchr::memchr(byte, bytes) else { return Array::list([Value::from(string)]) };
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let rest = &bytes[first..];
    let sample = &rest[..rest.len().min(SAMPLE)];
    let found = if most <= FEW { 0 } else { text::count_byte(byte, sample) * rest.len() / sample.len() };
    let mut parts = Array::with_capacity(if most <= FEW { most.min(8) } else { most.min(found.min(ROOM) + 1) });
    let list = parts.make_mut();
    let (mut from, mut left) = (0, most - 1);
    let mut cut = |at: usize| {
        let _ = list.push(Value::from(Str::new(&bytes[from..at])));
        (from, left) = (at + 1, left - 1);
        left > 0 && (!left.is_multiple_of(64) || !limits::reached())
    };
    if bytes.len() < 48 * found {
        Bytes::of(&[byte]).each(bytes, cut);
    } else {
        let mut next = Some(first);
        while let Some(at) = next
            && cut(at)
        {
            next = memchr::memchr(byte, &bytes[at + 1..]).map(|more| at + 1 + more);
        }
    }
    let _ = list.push(Value::from(Str::new(&bytes[from..])));
    parts
}

/// Joins the elements of an array.
#[php("function implode(array|string $separator, ?array $array = null): string", pure, alias = "join")]
fn implode(late: Late<'_>, separator: &Value, array: Option<&Array>) -> PhpResult<Str> {
    if let (Some(separator), Some(array)) = (separator.own_str(), array) {
        return match joined_plain(late.ini(), separator, array) {
            Some(text) => Ok(text),
            None => joined_slowly(late.ctx()?, separator, array),
        };
    }
    if let (Some(array), None) = (separator.own_array(), array)
        && let Some(text) = joined_plain(late.ini(), b"", array)
    {
        return Ok(text);
    }
    let ctx = late.ctx()?;
    match (separator.view(), array) {
        (View::Str(separator), Some(array)) => {
            let (separator, array) = (separator.clone(), array.clone());
            joined(ctx, &separator, &array)
        }
        (View::Array(array), None) => {
            let array = array.clone();
            joined(ctx, b"", &array)
        }
        (_, Some(_)) => Err(ctx.argument_type_error(1, "must be of type string, array given")),
        (_, None) => {
            let name = ctx.current.get().map_or_else(|| "implode".to_owned(), |f| f.display_name());
            Err(ctx.type_error(format!(
                "{name}(): If argument #1 ($separator) is of type string, argument #2 ($array) must be of type array, null given"
            )))
        }
    }
}

/// Joins the elements of an array.
pub(crate) fn joined(ctx: &Ctx, separator: &[u8], array: &Array) -> PhpResult<Str> {
    match joined_plain(&ctx.ini, separator, array) {
        Some(text) => Ok(text),
        None => joined_slowly(ctx, separator, array),
    }
}

fn joined_slowly(ctx: &Ctx, separator: &[u8], array: &Array) -> PhpResult<Str> {
    let mut values = array.values();
    let (Some(first), rest) = (values.next(), values) else { return Ok(Str::default()) };
    if array.len() == 1 {
        return convert::to_str(ctx, &first.unref());
    }
    // Strings and integers are measured; everything else runs conversions, which may run PHP code.
    let mut size = separator.len().checked_mul(array.len() - 1);
    let mut plain = true;
    for value in std::iter::once(first).chain(rest) {
        let len = if let Some(s) = value.own_str() {
            s.len()
        } else {
            match value.view() {
                View::Str(s) => s.len(),
                View::Int(i) => int_len(i),
                View::Null | View::Bool(_) => 1,
                _ => {
                    plain = false;
                    break;
                }
            }
        };
        size = size.and_then(|size| size.checked_add(len));
    }
    let size = if plain { text::reserve(ctx, size)? } else { 64 };
    let mut out = StrBuilder::with_capacity(size);
    for (i, value) in array.values().enumerate() {
        if i > 0 {
            out.push_bytes(separator);
        }
        if let Some(s) = value.own_str() {
            out.push_bytes(s);
            continue;
        }
        match value.view() {
            View::Str(s) => out.push_bytes(&s),
            View::Int(i) => out.push_int(i),
            View::Null | View::Bool(false) => {}
            View::Bool(true) => out.push(b'1'),
            _ => {
                let piece = convert::to_str_onward(ctx, &value.unref());
                text::reserve(ctx, out.len().checked_add(piece.len()))?;
                out.push_bytes(&piece);
            }
        }
    }
    ctx.check()?;
    Ok(out.finish())
}

/// Strings and other scalars: nothing is converted that could report or call anything. `None` if there is something else, or very
/// much of the others.
fn joined_plain(ini: &Ini, separator: &[u8], array: &Array) -> Option<Str> {
    let Some(first) = array.values().next() else { return Some(Str::default()) };
    if array.len() == 1 {
        return first.own_str().cloned();
    }
    // A list of strings is walked with nothing to decide.
    if first.own_str().is_some() {
        let between = separator.len().checked_mul(array.len() - 1)?;
        let mut len = between;
        let mut is_text = |value: &Value| value.own_str().map(|text| len = len.saturating_add(text.len())).is_some();
        match array.as_slice() {
            Some(list) if list.iter().all(&mut is_text) => {
                return joined_texts(separator, len, list.iter().filter_map(Value::own_str));
            }
            None if array.values().all(is_text) => {
                return joined_texts(separator, len, array.values().filter_map(Value::own_str));
            }
            _ => {}
        }
    }
    joined_scalars(ini, separator, array)
}

/// Whether a string of two bytes or more may be made.
fn has_room(len: usize) -> bool {
    len >= 2 && (len <= text::ROOMY || len.checked_add(32).is_some_and(|size| heap::try_reserve(size).is_ok()))
}

/// Strings that take `len` bytes with what is between them.
#[inline(always)]
fn joined_texts<'a>(separator: &[u8], len: usize, mut texts: impl Iterator<Item = &'a Str>) -> Option<Str> {
    has_room(len).then(|| {
        Str::made(len, |out| {
            texts.by_ref().take(1).for_each(|text| out.extend(text));
            match separator {
                [byte] => texts.for_each(|text| {
                    out.push(*byte);
                    out.extend(text);
                }),
                _ => texts.for_each(|text| {
                    out.extend(separator);
                    out.extend(text);
                }),
            }
        })
    })
}

/// Scalars, whose text takes no longer to write than to measure.
fn joined_scalars(ini: &Ini, separator: &[u8], array: &Array) -> Option<Str> {
    const MOST: usize = 1 << 20;
    if array.len() > MOST >> 4 || separator.len() > 64 {
        return None;
    }
    let mut out = text::scratch();
    out.reserve(array.len() * (separator.len() + 8));
    for (i, value) in array.values().enumerate() {
        if i > 0 {
            match separator {
                [byte] => out.push(*byte),
                _ => out.extend_from_slice(separator),
            }
        }
        match value.own_view() {
            OwnView::Int(i) => phant_numeric::append_int(&mut out, i),
            OwnView::Str(text) if text.len() < MOST - out.len() => out.extend_from_slice(text),
            OwnView::Float(f) => phant_numeric::append_float(&mut out, f, ini.hot.precision.get()),
            OwnView::Bool(true) => out.push(b'1'),
            OwnView::Bool(false) | OwnView::Null => {}
            _ => {
                text::spare(out);
                return None;
            }
        }
        if out.len() >= MOST {
            return None;
        }
    }
    Some(text::finished(out))
}

fn int_len(i: i64) -> usize {
    usize::from(i < 0) + i.unsigned_abs().checked_ilog10().map_or(1, |log| log as usize + 1)
}

/// Pieces of equal length.
#[php("function str_split(string $string, int $length = 1): array", pure)]
fn str_split(late: Late<'_>, string: &PhpStr, length: i64) -> PhpResult<Array> {
    if length <= 0 {
        return Err(late.ctx()?.argument_error(2, "must be greater than 0"));
    }
    if string.is_empty() {
        return Ok(Array::new());
    }
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    if length >= string.len() {
        return Ok(Array::list([Value::from(string)]));
    }
    text::reserve_late(late, string.len().div_ceil(length).checked_mul(16))?;
    Ok(Array::list(string.chunks(length).map(|piece| Value::from(Str::new(piece)))))
}

/// A separator behind every piece of a length.
#[php("function chunk_split(string $string, int $length = 76, string $separator = \"\\r\\n\"): string", pure)]
fn chunk_split(late: Late<'_>, string: &PhpStr, length: i64, separator: &PhpStr) -> PhpResult<Str> {
    if length < 1 {
        return Err(late.ctx()?.argument_error(2, "must be greater than 0"));
    }
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    let pieces = string.len().div_ceil(length).max(1);
    let size = pieces.checked_mul(separator.len()).and_then(|n| n.checked_add(string.len()));
    let size = text::reserve_late(late, size)?;
    if size < 2 {
        return Ok(if string.is_empty() { Str::new(separator) } else { string.to_handle() });
    }
    Ok(Str::made(size, |out| {
        for piece in string.chunks(length) {
            out.extend(piece);
            out.extend(separator);
        }
        if string.is_empty() {
            out.extend(separator);
        }
    }))
}

/// Breaks lines at spaces.
#[php("function wordwrap(string $string, int $width = 75, string $break = \"\\n\", bool $cut_long_words = false): string", pure)]
fn wordwrap(ctx: &Ctx, string: &PhpStr, width: i64, r#break: &PhpStr, cut_long_words: bool) -> PhpResult<Str> {
    if string.is_empty() {
        return Ok(Str::default());
    }
    if r#break.is_empty() {
        return Err(ctx.argument_error(3, "must not be empty"));
    }
    if width == 0 && cut_long_words {
        return Err(ctx.argument_error(4, "cannot be true when argument #2 ($width) is 0"));
    }
    if let ([byte], false) = (&**r#break, cut_long_words) {
        return Ok(wrapped_in_place(string, width, *byte));
    }
    wrapped(ctx, string, width, r#break, cut_long_words)
}

/// Every break replaces a space: nothing moves.
fn wrapped_in_place(string: &PhpStr, width: i64, line_break: u8) -> Str {
    let mut copy = Str::new(string.as_bytes());
    let out = copy.make_mut();
    let (mut line, mut space) = (0, 0);
    let mut i = 0;
    while i < out.len() {
        // If a word is too long for the line, its last byte is.
        let word = i;
        while i < out.len() && out[i] != b' ' && out[i] != line_break {
            i += 1;
        }
        if i > word && (i - 1) as i64 - line as i64 >= width && line != space {
            out[space] = line_break;
            line = space + 1;
        }
        if i == out.len() {
            break;
        }
        if out[i] == line_break {
            (line, space) = (i + 1, i + 1);
        } else {
            if i as i64 - line as i64 >= width {
                out[i] = line_break;
                line = i + 1;
            }
            space = i;
        }
        i += 1;
    }
    copy
}

fn wrapped(ctx: &Ctx, string: &PhpStr, width: i64, line_break: &PhpStr, cut: bool) -> PhpResult<Str> {
    let text = string.as_bytes();
    let mut out = StrBuilder::with_capacity(text.len() + text.len() / 8 + line_break.len());
    let (mut line, mut space) = (0, 0);
    let mut i = 0;
    loop {
        // Nothing happens before a space, a break, or the line is full.
        let full = (line as i64).saturating_add(width).clamp(0, text.len() as i64) as usize;
        while i < full && text[i] != b' ' && text[i] != line_break[0] {
            i += 1;
        }
        if i >= text.len() {
            break;
        }
        let too_long = i as i64 - line as i64 >= width;
        if text[i] == line_break[0] && text[i..].starts_with(line_break) {
            let end = i + line_break.len();
            out.push_bytes(&text[line..end]);
            (line, space) = (end, end);
            i = end;
            continue;
        }
        if text[i] == b' ' {
            if too_long {
                push_line(ctx, &mut out, &text[line..i], line_break)?;
                line = i + 1;
            }
            space = i;
        } else if too_long && cut && line >= space {
            push_line(ctx, &mut out, &text[line..i], line_break)?;
            (line, space) = (i, i);
        } else if too_long && line < space {
            push_line(ctx, &mut out, &text[line..space], line_break)?;
            (line, space) = (space + 1, space + 1);
        }
        i += 1;
    }
    out.push_bytes(text.get(line..).unwrap_or_default());
    Ok(out.finish())
}

fn push_line(ctx: &Ctx, out: &mut StrBuilder, line: &[u8], line_break: &[u8]) -> PhpResult<()> {
    if out.len() > 1 << 16 {
        text::reserve(ctx, out.len().checked_add(line.len() + line_break.len()))?;
    }
    out.push_bytes(line);
    out.push_bytes(line_break);
    Ok(())
}

/// The text that `strtok` is taking apart, and how far it is.
#[derive(Default)]
struct Tokens {
    text: RefCell<Option<Str>>,
    at: Cell<usize>,
}

/// The next piece of a string between bytes of a list.
#[php("function strtok(string $string, ?string $token = null): string|false")]
fn strtok(ctx: &Ctx, string: &PhpStr, token: Option<&PhpStr>) -> OrFalse<Str> {
    let state = ctx.state::<Tokens>();
    let delimiters = match token {
        Some(token) => {
            *state.text.borrow_mut() = Some(string.to_handle());
            state.at.set(0);
            token
        }
        None => string,
    };
    let borrowed = state.text.borrow();
    let Some(text) = borrowed.as_ref() else {
        ctx.warning("Both arguments must be provided when starting tokenization");
        return OrFalse::False;
    };
    let from = state.at.get();
    if from >= text.len() {
        return OrFalse::False;
    }
    let starts = match **delimiters {
        [byte] => (from..text.len()).find(|&i| text[i] != byte),
        _ => {
            let set = Bytes::of(delimiters);
            (from..text.len()).find(|&i| !set.has(text[i]))
        }
    };
    let Some(start) = starts else {
        drop(borrowed);
        *state.text.borrow_mut() = None;
        return OrFalse::False;
    };
    let end = text::first_of(delimiters, &text[start..]).map_or(text.len(), |len| start + len);
    state.at.set(end + 1);
    OrFalse::Some(Str::new(&text[start..end]))
}

/// `<br />` in front of every line break.
#[php("function nl2br(string $string, bool $use_xhtml = true): string", pure)]
fn nl2br(late: Late<'_>, string: &PhpStr, use_xhtml: bool) -> PhpResult<Str> {
    let tag: &[u8] = if use_xhtml { b"<br />" } else { b"<br>" };
    static BREAKS: Bytes = Bytes::of(b"\n\r");
    let breaks = BREAKS.count(string);
    if breaks == 0 {
        return Ok(string.to_handle());
    }
    let size = breaks.checked_mul(tag.len()).and_then(|n| n.checked_add(string.len()));
    let mut out = StrBuilder::with_capacity(text::reserve_late(late, size)?);
    let mut from = 0;
    let mut second_of_pair = false;
    BREAKS.each(string, |at| {
        if std::mem::take(&mut second_of_pair) {
            return true;
        }
        out.push_bytes(&string[from..at]);
        out.push_bytes(tag);
        second_of_pair = matches!(string[at..], [b'\n', b'\r', ..] | [b'\r', b'\n', ..]);
        from = at;
        true
    });
    out.push_bytes(&string[from..]);
    Ok(out.finish())
}

/// What words are made of.
static LETTERS: ByteSet = ByteSet::of_words();

/// The words of a text: their number, a list, or a map from where they start.
#[php("function str_word_count(string $string, int $format = 0, ?string $characters = null): array|int", pure)]
fn str_word_count(ctx: &Ctx, string: &PhpStr, format: i64, characters: Option<&PhpStr>) -> PhpResult<Value> {
    let listed = characters.map(|list| {
        let set = ByteSet::of_ranges(ctx, list);
        let mut letters = LETTERS;
        letters.add(&set);
        (set, letters)
    });
    let is_listed = |byte: u8| listed.as_ref().is_some_and(|(set, _)| set.has(byte));
    let letters = listed.as_ref().map_or(&LETTERS, |(_, letters)| letters);
    if !(0..=2).contains(&format) {
        return Err(ctx.argument_error(2, "must be a valid format value"));
    }
    let text = string.as_bytes();
    let (mut start, mut end) = (0, text.len());
    // A hyphen ends no text, one apostrophe or hyphen is skipped at the start, unless they are listed.
    if start < end && (text[start] == b'\'' || text[start] == b'-') && !is_listed(text[start]) {
        start += 1;
    }
    if end > 0 && text[end - 1] == b'-' && !is_listed(b'-') {
        end -= 1;
    }
    let mut words = Array::new();
    let mut count = 0;
    let mut at = start;
    while at < end {
        let rest = &text[at..end];
        let len = rest.iter().position(|&b| !letters.has(b)).unwrap_or(rest.len());
        if len == 0 {
            at += 1;
            continue;
        }
        let word = &text[at..at + len];
        match format {
            0 => count += 1,
            1 => {
                let _ = words.push(Value::str(word));
            }
            _ => words.set(at, Value::str(word)),
        }
        at += len;
    }
    Ok(if format == 0 { Value::int(count) } else { Value::from(words) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_integers() {
        for i in [0, 9, 10, -1, -10, i64::MAX, i64::MIN, 99, 100] {
            assert_eq!(int_len(i), i.to_string().len());
        }
    }
}
