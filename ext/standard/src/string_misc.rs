//! CSV lines, phonetic keys, random and unique strings, command-line options.

use crate::text;
use phant_memory::{Array, Key, PhpStr, Str, Value, View};
use phant_native::{Ctx, Late, PhpResult, RefArg, convert, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_random_engines::Shared;
use phant_streams::csv::{self, Dialect};
use phant_text::sound;

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![str_getcsv, soundex, metaphone, uniqid, getopt, str_shuffle];

/// The fields of a CSV line.
#[php(
    "function str_getcsv(string $string, string $separator = \",\", string $enclosure = \"\\\"\", string $escape = \"\\\\\"): array"
)]
fn str_getcsv(
    ctx: &Ctx,
    string: &PhpStr,
    separator: &PhpStr,
    enclosure: &PhpStr,
    escape: &PhpStr,
    passed: usize,
) -> PhpResult<Array> {
    let ([separator], [enclosure]) = (&**separator, &**enclosure) else {
        let number = if separator.len() == 1 { 3 } else { 2 };
        return Err(ctx.argument_error(number, "must be a single character"));
    };
    let escape = match **escape {
        [] => None,
        [byte] => Some(byte),
        _ => return Err(ctx.argument_error(4, "must be empty or a single character")),
    };
    if passed < 4 {
        ctx.deprecated("the $escape parameter must be provided as its default value will change");
        ctx.check()?;
    }
    let dialect = Dialect { separator: *separator, enclosure: *enclosure, escape };
    Ok(csv::parse(string, dialect, &mut || None))
}

/// A key that is equal for words that sound alike.
#[php("function soundex(string $string): string", pure)]
fn soundex(string: &PhpStr) -> Str {
    Str::new(sound::soundex(string))
}

/// A key that is equal for words that sound alike, with more rules of English.
#[php("function metaphone(string $string, int $max_phonemes = 0): string", pure)]
fn metaphone(late: Late<'_>, string: &PhpStr, max_phonemes: i64) -> PhpResult<Str> {
    let Ok(max) = usize::try_from(max_phonemes) else {
        return Err(late.ctx()?.argument_error(2, "must be greater than or equal to 0"));
    };
    let mut out = text::scratch();
    sound::append_metaphone(string, max, &mut out);
    Ok(text::finished(out))
}

fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// The time, in a microsecond that was given to nobody in this process.
fn unused_moment() -> Duration {
    static LAST: AtomicU64 = AtomicU64::new(0);
    loop {
        let (now, last) = (now(), LAST.load(Ordering::Relaxed));
        let micros = now.as_micros() as u64;
        if micros != last && LAST.compare_exchange(last, micros, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            return now;
        }
        std::hint::spin_loop();
    }
}

/// A string that is not given twice, from the time.
#[php("function uniqid(string $prefix = \"\", bool $more_entropy = false): string")]
fn uniqid(prefix: &PhpStr, more_entropy: bool) -> Vec<u8> {
    let entropy = more_entropy.then(|| {
        let mut bytes = [0; 4];
        // Without random bytes the time has to do.
        let _ = phant_random_engines::fill(&mut bytes);
        u32::from_le_bytes(bytes)
    });
    let now = if more_entropy { now() } else { unused_moment() };
    phant_random_engines::uniqid(prefix, now.as_secs(), now.subsec_micros(), entropy)
}

/// The bytes in random order.
#[php("function str_shuffle(string $string): string")]
fn str_shuffle(ctx: &Ctx, string: &PhpStr) -> Str {
    let mut shuffled = Str::new(string.as_bytes());
    if shuffled.len() > 1 {
        let bytes = shuffled.make_mut();
        // The Mersenne twister never fails.
        let _ = ctx.state::<Shared>().with_mt(|mt| phant_random_engines::shuffle(mt, bytes.len(), |a, b| bytes.swap(a, b)));
    }
    shuffled
}

/// An option that `getopt` looks for.
struct Wanted {
    name: Vec<u8>,
    value: Takes,
}

#[derive(Clone, Copy, PartialEq)]
enum Takes {
    Nothing,
    Required,
    Optional,
}

fn wanted(text: &[u8]) -> Wanted {
    let colons = text.iter().rev().take_while(|&&b| b == b':').count();
    let value = match colons {
        0 => Takes::Nothing,
        1 => Takes::Required,
        _ => Takes::Optional,
    };
    Wanted { name: text[..text.len() - colons].to_vec(), value }
}

/// The options of `a:b::c`.
fn short_options(text: &[u8]) -> Vec<Wanted> {
    let mut options = Vec::new();
    let mut rest = text;
    while let [_, after @ ..] = rest {
        let colons = after.iter().take(2).take_while(|&&b| b == b':').count();
        if rest[0].is_ascii_alphanumeric() {
            options.push(wanted(&rest[..1 + colons]));
        }
        rest = &after[colons..];
    }
    options
}

/// The options on the command line.
#[php("function getopt(string $short_options, array $long_options = [], &$rest_index = null): array|false")]
fn getopt(ctx: &Ctx, short_options: &PhpStr, long_options: &Array, mut rest_index: RefArg<'_>) -> PhpResult<OrFalse<Array>> {
    let argv = match ctx.host.global(ctx, &Str::from("argv")) {
        Some(argv) if argv.is_array() => argv.into_array().unwrap_or_default(),
        _ => ctx.request.argv.borrow().iter().map(|s| Value::from(s.clone())).collect(),
    };
    if argv.is_empty() {
        return Ok(OrFalse::False);
    }
    let mut arguments = Vec::with_capacity(argv.len());
    for argument in argv.values() {
        arguments.push(convert::to_str(ctx, &argument.unref())?);
    }
    let short = self::short_options(short_options);
    let mut long = Vec::with_capacity(long_options.len());
    for option in long_options.values() {
        long.push(wanted(&convert::to_str(ctx, &option.unref())?));
    }
    let mut found = Array::new();
    let mut at = 1;
    while let Some(argument) = arguments.get(at) {
        let text = argument.as_bytes();
        if text == b"--" {
            at += 1;
            break;
        }
        if !text.starts_with(b"-") || text.len() == 1 {
            break;
        }
        at += 1;
        if let Some(text) = text.strip_prefix(b"--") {
            let (name, value) = match memchr::memchr(b'=', text) {
                Some(equals) => (&text[..equals], Some(&text[equals + 1..])),
                None => (text, None),
            };
            if let Some(option) = long.iter().find(|o| o.name == name) {
                take(&mut found, option, value, &arguments, &mut at);
            }
            continue;
        }
        // Letters in a row, the last of which may have a value.
        let mut rest = &text[1..];
        while let [letter, after @ ..] = rest {
            rest = after;
            let Some(option) = short.iter().find(|o| o.name == [*letter]) else { continue };
            if option.value == Takes::Nothing {
                take(&mut found, option, None, &arguments, &mut at);
                continue;
            }
            let value = rest.strip_prefix(b"=").unwrap_or(rest);
            take(&mut found, option, (!rest.is_empty()).then_some(value), &arguments, &mut at);
            break;
        }
    }
    rest_index.set(Value::from(at));
    Ok(OrFalse::Some(found))
}

/// Adds an option that was found; a required value may be the next argument.
fn take(found: &mut Array, option: &Wanted, value: Option<&[u8]>, arguments: &[Str], at: &mut usize) {
    let value = match (option.value, value) {
        (Takes::Nothing, _) | (Takes::Optional, None) => Value::FALSE,
        (_, Some(value)) => Value::str(value),
        (Takes::Required, None) => match arguments.get(*at) {
            Some(next) => {
                *at += 1;
                Value::from(next.clone())
            }
            None => return,
        },
    };
    let key = Key::from(option.name.as_slice());
    match found.get(&key.as_ref()).map(Value::view) {
        None => found.set(key, value),
        Some(View::Array(list)) => {
            let mut list = list.into_owned();
            let _ = list.push(value);
            found.set(key, Value::from(list));
        }
        Some(_) => {
            let first = found.get(&key.as_ref()).map(Value::unref).unwrap_or_default();
            found.set(key, Value::from(Array::list([first, value])));
        }
    }
}
