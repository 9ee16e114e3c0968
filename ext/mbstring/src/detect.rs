//! Guessing and checking encodings.

use crate::{
    codec::{self, Substitute},
    encoding::{BAD, Codec, EncodingRef},
    iso2022::{self, Kind},
    state::{argument, detect_order, list_argument},
    utf7, utf8,
};
use phant_memory::{Array, KeyRef, PhpStr, Str, Value, View};
use phant_native::{Ctx, PhpResult, ctx::Late, descriptor::FunctionGroup, functions, host::PropertyView, php, ret::OrFalse};

pub(crate) const FUNCTIONS: FunctionGroup = functions![mb_detect_encoding, mb_check_encoding];

/// Characters of the basic plane from U+0080 on that are seldom written: one bit each. `data/ask-rare.php` writes it.
static RARE: &[u8; 8192] = include_bytes!("../data/rare.bin");

/// How unlikely a character is in text that somebody wrote.
const fn demerits(c: u32) -> u64 {
    match c {
        0x10000.. => 40,
        0x21..=0x2f => 6,
        0x00..=0x08 | 0x0b..=0x0c | 0x0e..=0x1f | 0x7f => 30,
        _ if RARE[c as usize >> 3] & 1 << (c & 7) != 0 => 30,
        _ => 1,
    }
}

/// How unlikely the first 256 characters are.
static LOW: [u8; 256] = {
    let (mut low, mut c) = ([1; 256], 0);
    while c < 256 {
        low[c] = demerits(c as u32) as u8;
        c += 1;
    }
    low
};

/// How often bytes meant nothing, and how unlikely the characters are.
fn judged(chars: impl Iterator<Item = u32>) -> (usize, u64) {
    let (mut bad, mut sum) = (0, 0);
    for c in chars {
        match LOW.get(c as usize) {
            Some(&low) => sum += u64::from(low),
            None if c == BAD => bad += 1,
            None => sum += demerits(c),
        }
    }
    (bad, sum)
}

struct Candidate {
    encoding: EncodingRef,
    /// How often bytes meant nothing.
    bad: usize,
    demerits: u64,
}

/// The answer where no character need be judged: all encodings read the texts alike and the first one counts, or only one
/// that is strict about bytes can read them at all.
fn obvious(texts: &[&[u8]], encodings: &[EncodingRef]) -> Option<EncodingRef> {
    if texts.iter().all(|text| text.is_ascii()) {
        return encodings.first().copied().filter(|_| encodings.iter().all(|e| e.keeps_ascii()));
    }
    let mut possible = encodings.iter().filter(|e| match e.codec {
        Codec::Ascii => false,
        Codec::Utf8 => texts.iter().all(|text| std::str::from_utf8(text).is_ok()),
        _ => true,
    });
    match (possible.next(), possible.next()) {
        (Some(only), None) if only.is_utf8() => Some(only),
        _ => None,
    }
}

/// Which of the encodings the texts most likely have.
pub(crate) fn guess(texts: &[&[u8]], encodings: &[EncodingRef], strict: bool, ordered: bool) -> Option<EncodingRef> {
    if encodings.len() == 1 && !strict {
        return Some(encodings[0]);
    }
    if ordered && let Some(encoding) = obvious(texts, encodings) {
        return Some(encoding);
    }
    let judge = |&encoding: &EncodingRef| {
        let mut candidate = Candidate { encoding, bad: 0, demerits: 0 };
        for text in texts {
            let (bad, demerits) = match encoding.codec {
                Codec::Latin1 => judged(text.iter().map(|&byte| u32::from(byte))),
                Codec::Ascii => judged(text.iter().map(|&byte| if byte < 0x80 { u32::from(byte) } else { BAD })),
                Codec::Utf8 if let Ok(text) = std::str::from_utf8(text) => judged(text.chars().map(u32::from)),
                _ => judged(codec::decode(encoding, text).into_iter()),
            };
            candidate.bad += bad;
            candidate.demerits += demerits;
        }
        if matches!(encoding.codec, Codec::Utf7) {
            candidate.bad += texts.iter().filter(|text| !utf7::is_valid(text)).count();
        }
        candidate
    };
    let judged: Vec<Candidate> = encodings.iter().map(judge).collect();
    // Those named later have to be the more likely.
    let weight = |i: usize| {
        let factor = if ordered { 1.0 + 0.3 * i as f64 / encodings.len() as f64 } else { 1.0 };
        judged[i].demerits as f64 * factor
    };
    let possible = (0..judged.len()).filter(|&i| !strict || judged[i].bad == 0);
    let best = possible.min_by(|&i, &j| judged[i].bad.cmp(&judged[j].bad).then(weight(i).total_cmp(&weight(j))));
    best.map(|i| judged[i].encoding)
}

/// The encoding a text most likely has.
#[php("function mb_detect_encoding(string $string, array|string|null $encodings = null, bool $strict = false): string|false")]
fn mb_detect_encoding(
    ctx: &Ctx,
    passed: usize,
    string: &PhpStr,
    encodings: Option<&Value>,
    strict: bool,
) -> PhpResult<OrFalse<&'static str>> {
    let list = match encodings {
        Some(encodings) => list_argument(ctx, 2, encodings)?,
        None => detect_order(ctx),
    };
    // What stands for bytes is not something that a text has.
    let list: Vec<EncodingRef> = list.into_iter().filter(|encoding| !encoding.is_for_bytes()).collect();
    if list.is_empty() {
        return Ok(OrFalse::False);
    }
    let strict = if passed > 2 { strict } else { ctx.ini.bool("mbstring.strict_detection") };
    ctx.reserve(string.len().saturating_mul(4))?;
    Ok(guess(&[string], &list, strict, true).map(|e| e.name).into())
}

/// Whether a text is what an encoding can have written.
pub(crate) fn is_valid(encoding: EncodingRef, string: &PhpStr) -> bool {
    match encoding.codec {
        Codec::Utf8 => utf8::valid(string).is_some(),
        Codec::Ascii => string.is_ascii(),
        Codec::Latin1 => true,
        // Several byte sequences may mean the same here; only the usual one is right.
        Codec::Utf7 => utf7::is_valid(string),
        Codec::Shifting(kind @ (Kind::Jis | Kind::Jp)) => iso2022::is_valid(kind, string),
        Codec::Utf7Imap | Codec::Html => {
            let chars = codec::decode(encoding, string);
            !chars.contains(&BAD)
                && (!matches!(encoding.codec, Codec::Utf7Imap) || codec::encode(encoding, &chars, Substitute::None) == **string)
        }
        _ => !codec::decode(encoding, string).contains(&BAD),
    }
}

fn is_valid_array(ctx: &Ctx, array: &Array, encoding: EncodingRef) -> PhpResult<bool> {
    ctx.check_stack()?;
    if !array.protect() {
        ctx.warning("Cannot not handle circular references");
        return Ok(false);
    }
    let mut valid = true;
    for (key, value) in array.iter() {
        valid = match key {
            KeyRef::Str(key) => is_valid(encoding, key),
            KeyRef::Int(_) => true,
        };
        valid = valid
            && match value.view() {
                View::Str(s) => is_valid(encoding, &s),
                View::Array(a) => {
                    let inner = is_valid_array(ctx, &a, encoding);
                    if inner.is_err() {
                        array.unprotect();
                    }
                    inner?
                }
                View::Object(_) | View::Resource(_) => false,
                _ => true,
            };
        if !valid {
            break;
        }
    }
    array.unprotect();
    Ok(valid)
}

/// Whether texts are valid in an encoding.
#[php("function mb_check_encoding(array|string|null $value = null, ?string $encoding = null): bool")]
fn mb_check_encoding(late: Late<'_>, value: Option<&Value>, encoding: Option<&PhpStr>) -> PhpResult<bool> {
    let encoding = argument(late, 2, encoding)?;
    match value.map(Value::view) {
        Some(View::Str(s)) => Ok(is_valid(encoding, &s)),
        Some(View::Array(a)) => is_valid_array(late.ctx()?, &a.clone(), encoding),
        _ => {
            let ctx = late.ctx()?;
            ctx.deprecated("Calling mb_check_encoding() without argument is deprecated");
            ctx.check()?;
            Ok(true)
        }
    }
}

/// All texts in a value.
pub(crate) fn texts(ctx: &Ctx, value: &Value, out: &mut Vec<Str>, depth: usize) {
    match value.view() {
        View::Str(s) => out.push(s.into_owned()),
        View::Array(a) if depth < 256 => a.values().for_each(|v| texts(ctx, v, out, depth + 1)),
        View::Object(object) if depth < 256 => {
            if let Ok(properties) = ctx.properties(&object.clone(), PropertyView::Accessible) {
                properties.values().for_each(|v| texts(ctx, v, out, depth + 1));
            }
        }
        _ => {}
    }
}
