//! Replacing: `str_replace`, `str_ireplace`, `substr_replace`, `strtr`.

use crate::text;
use phant_memory::{Array, Held, KeyRef, PhpArray, PhpStr, Str, StrBuilder, Value, View, string::SeededState};
use phant_native::{Args, Ctx, PhpResult, Thrown, args::RefArg, coerce, convert, descriptor::FunctionGroup, functions, php};
use std::collections::HashMap;

pub(crate) const FUNCTIONS: FunctionGroup = functions![str_replace, str_ireplace, substr_replace, strtr];

/// Replaces every occurrence; `None` if there is none.
pub(crate) fn replace_all(
    ctx: &Ctx,
    subject: &[u8],
    needle: &[u8],
    with: &[u8],
    fold: bool,
    count: &mut i64,
) -> PhpResult<Option<Str>> {
    if needle.is_empty() || needle.len() > subject.len() {
        return Ok(None);
    }
    if let ([from], [to], false) = (needle, with, fold) {
        let (from, to) = (*from, *to);
        // Most texts have no such byte.
        let Some(first) = text::find_byte(from, subject) else { return Ok(None) };
        *count += text::count_byte(from, &subject[first..]) as i64;
        text::reserve(ctx, Some(subject.len()))?;
        return Ok(Some(Str::swapped(subject, from, to)));
    }
    let mut found = Places::default();
    match needle {
        _ if !fold => find_all(subject, needle, &mut found),
        [byte] if !byte.is_ascii_alphabetic() => find_all(subject, needle, &mut found),
        _ if needle.len() == 1 || subject.len() <= 256 => text::each_place_fold(subject, needle, |at| found.add(at)),
        _ => find_all(&subject.to_ascii_lowercase(), &needle.to_ascii_lowercase(), &mut found),
    }
    if found.len == 0 {
        return Ok(None);
    }
    *count += found.len as i64;
    let kept = subject.len() - found.len * needle.len();
    let size = found.len.checked_mul(with.len()).and_then(|n| n.checked_add(kept));
    let size = text::reserve(ctx, size)?;
    Ok(Some(replaced_at(&found, subject, needle.len(), with, size)))
}

/// Notes each place of a text, without overlap. Most texts have no such place, or one.
fn find_all(subject: &[u8], needle: &[u8], found: &mut Places) {
    const SHORT: usize = 128;
    let Some(first) = text::find(subject, needle) else { return };
    found.add(first);
    let mut from = first + needle.len();
    if subject.len() <= SHORT {
        // Looking again is over before a search for all places has begun.
        while let Some(at) = text::find(&subject[from..], needle) {
            found.add(from + at);
            from += at + needle.len();
        }
    } else if subject.len() - from >= needle.len() {
        text::each_place(&subject[from..], needle, |at| {
            found.add(from + at);
            true
        });
    }
}

/// The text with so many bytes at some places, which are replaced. It has `size` bytes then.
fn replaced_at(found: &Places, subject: &[u8], len: usize, with: &[u8], size: usize) -> Str {
    if size < 2 {
        let mut out = StrBuilder::with_capacity(size);
        let mut from = 0;
        for at in found.few().iter().copied().chain(found.more.iter().copied()) {
            out.push_bytes(&subject[from..at]);
            out.push_bytes(with);
            from = at + len;
        }
        out.push_bytes(&subject[from..]);
        return out.finish();
    }
    Str::made(size, |out| {
        let mut from = 0;
        for places in [found.few(), &found.more] {
            for &at in places {
                out.extend(&subject[from..at]);
                out.extend(with);
                from = at + len;
            }
        }
        out.extend(&subject[from..]);
    })
}

/// Places in a text; the first ones need no memory of their own.
#[derive(Default)]
struct Places {
    few: [usize; 16],
    more: Vec<usize>,
    len: usize,
}

impl Places {
    #[inline(always)]
    fn add(&mut self, at: usize) {
        match self.few.get_mut(self.len) {
            Some(place) => *place = at,
            None => self.add_more(at),
        }
        self.len += 1;
    }
    fn add_more(&mut self, at: usize) {
        if self.more.is_empty() {
            self.more.reserve(112);
        }
        self.more.push(at);
    }
    fn few(&self) -> &[usize] {
        &self.few[..self.len.min(self.few.len())]
    }
}

/// The replacements for an array of needles: always the same one, or one after another until there are no more.
enum Replacements {
    Same(Str),
    Each { array: Array, next: u32 },
}

impl Replacements {
    fn skip(&mut self) -> Option<Value> {
        let Replacements::Each { array, next } = self else { return None };
        let slot = array.next_from(*next)?;
        *next = slot + 1;
        Some(array.value_at(slot).unref())
    }
    fn next(&mut self, ctx: &Ctx) -> Str {
        if let Replacements::Same(s) = self {
            return s.clone();
        }
        match self.skip() {
            Some(value) => convert::to_str_onward(ctx, &value),
            None => Str::default(),
        }
    }
}

fn replaced_in(ctx: &Ctx, subject: &Str, search: &Value, replace: &Value, fold: bool, count: &mut i64) -> PhpResult<Str> {
    if subject.is_empty() {
        return Ok(Str::default());
    }
    if let (Some(needle), Some(with)) = (search.own_str(), replace.own_str()) {
        let changed = replace_all(ctx, subject, needle, with, fold, count)?;
        return Ok(changed.unwrap_or_else(|| subject.clone()));
    }
    let needles = match search.view() {
        View::Array(needles) => needles.clone(),
        View::Str(needle) => {
            let with = replace.as_str().map(Held::into_owned).unwrap_or_default();
            let changed = replace_all(ctx, subject, &needle, &with, fold, count)?;
            return Ok(changed.unwrap_or_else(|| subject.clone()));
        }
        _ => return Ok(subject.clone()),
    };
    let mut replacements = match replace.view() {
        View::Array(array) => Replacements::Each { array: array.into_owned(), next: 0 },
        View::Str(s) => Replacements::Same(s.into_owned()),
        _ => Replacements::Same(Str::default()),
    };
    let mut result = subject.clone();
    for needle in needles.values() {
        ctx.poll()?;
        let converted;
        let needle = match needle.own_str() {
            Some(own) => own,
            None => {
                converted = convert::to_str_onward(ctx, &needle.unref());
                &converted
            }
        };
        if needle.is_empty() {
            replacements.skip();
            continue;
        }
        let with = replacements.next(ctx);
        if let Some(changed) = replace_all(ctx, &result, needle, &with, fold, count)? {
            result = changed;
            if result.is_empty() {
                break;
            }
        }
    }
    Ok(result)
}

fn replace_common(ctx: &Ctx, search: &Value, replace: &Value, subject: &Value, mut total: RefArg<'_>, fold: bool) -> PhpResult {
    if !search.is_array() && replace.is_array() {
        return Err(ctx.argument_type_error(2, "must be of type string when argument #1 ($search) is a string"));
    }
    let mut count = 0;
    if let Some(subject) = subject.own_str() {
        let result = replaced_in(ctx, subject, search, replace, fold, &mut count)?;
        ctx.check()?;
        total.set(Value::int(count));
        return Ok(Value::from(result));
    }
    let result = match subject.view() {
        View::Array(subjects) => {
            let subjects = subjects.clone();
            let mut results = Array::with_hash_capacity(subjects.len());
            if subjects.is_packed() && subjects.is_list() {
                results = Array::with_capacity(subjects.len());
            }
            for (key, value) in subjects.iter() {
                let subject = convert::to_str_onward(ctx, &value.unref());
                let result = replaced_in(ctx, &subject, search, replace, fold, &mut count)?;
                results.make_mut().set(key.to_key(), Value::from(result));
            }
            Value::from(results)
        }
        _ => Value::NULL,
    };
    ctx.check()?;
    total.set(Value::int(count));
    Ok(result)
}

/// Replaces all occurrences of one or more strings.
#[php(
    "function str_replace(array|string $search, array|string $replace, array|string $subject, &$count = null): array|string",
    pure
)]
fn str_replace(ctx: &Ctx, search: &Value, replace: &Value, subject: &Value, count: RefArg<'_>) -> PhpResult {
    replace_common(ctx, search, replace, subject, count, false)
}

/// As `str_replace`, whatever the case of ASCII letters.
#[php(
    "function str_ireplace(array|string $search, array|string $replace, array|string $subject, &$count = null): array|string",
    pure
)]
fn str_ireplace(ctx: &Ctx, search: &Value, replace: &Value, subject: &Value, count: RefArg<'_>) -> PhpResult {
    replace_common(ctx, search, replace, subject, count, true)
}

/// A number, or one for each string until there are no more.
struct Numbers<'a> {
    value: &'a Value,
    next: u32,
}

impl Numbers<'_> {
    fn next(&mut self) -> Option<i64> {
        let Some(array) = self.value.as_array() else { return self.value.as_int() };
        let slot = array.next_from(self.next)?;
        self.next = slot + 1;
        Some(convert::to_int(array.value_at(slot)))
    }
}

fn with_part_replaced(ctx: &Ctx, string: &[u8], with: &[u8], offset: i64, length: Option<i64>) -> PhpResult<Str> {
    let (start, count) = text::slice_of(string.len(), offset, length);
    let size = (string.len() - count).checked_add(with.len());
    let mut out = StrBuilder::with_capacity(text::reserve(ctx, size)?);
    out.push_bytes(&string[..start]);
    out.push_bytes(with);
    out.push_bytes(&string[start + count..]);
    Ok(out.finish())
}

/// Replaces a part of a string, or of each of several.
#[php(
    "function substr_replace(array|string $string, array|string $replace, array|int $offset, array|int|null $length = null): array|string",
    pure
)]
fn substr_replace(ctx: &Ctx, string: &Value, replace: &Value, offset: &Value, length: &Value) -> PhpResult {
    let mut replacements = match replace.view() {
        View::Array(array) => Replacements::Each { array: array.into_owned(), next: 0 },
        View::Str(s) => Replacements::Same(s.into_owned()),
        _ => Replacements::Same(Str::default()),
    };
    let strings = match string.view() {
        View::Array(strings) => strings.clone(),
        _ => {
            if offset.is_array() {
                return Err(ctx.argument_type_error(3, "cannot be an array when working on a single string"));
            }
            if length.is_array() {
                return Err(ctx.argument_type_error(4, "cannot be an array when working on a single string"));
            }
            let string = convert::to_str(ctx, string)?;
            let with = replacements.next(ctx);
            let result = with_part_replaced(ctx, &string, &with, offset.as_int().unwrap_or(0), length.as_int())?;
            return Ok(Value::from(result));
        }
    };
    let mut offsets = Numbers { value: offset, next: 0 };
    let mut lengths = Numbers { value: length, next: 0 };
    let mut results = Array::with_hash_capacity(strings.len());
    for (key, value) in strings.iter() {
        let string = convert::to_str_onward(ctx, &value.unref());
        let (offset, length) = (offsets.next().unwrap_or(0), lengths.next());
        let with = replacements.next(ctx);
        let result = with_part_replaced(ctx, &string, &with, offset, length)?;
        results.make_mut().set(key.to_key(), Value::from(result));
    }
    ctx.check()?;
    Ok(Value::from(results))
}

/// Translates bytes, or replaces substrings by a map, the longest first.
#[php("function strtr(string $string, array|string $from, ?string $to = null): string", pure, raw)]
fn strtr(ctx: &Ctx, args: &mut Args<'_>) -> PhpResult<Str> {
    if let ([string, from, to], 3) = (&*args.values, args.passed)
        && let (Some(string), Some(from), Some(to)) = (string.own_str(), from.own_str(), to.own_str())
    {
        return Ok(translated(string, from, to));
    }
    if let ([string, pairs, ..], 2) = (&*args.values, args.passed)
        && let (Some(string), Some(pairs)) = (string.own_str(), pairs.own_array())
    {
        // What a conversion calls may change the variables.
        let (string, pairs) = (string.clone(), pairs.clone());
        return if string.is_empty() || pairs.is_empty() { Ok(string) } else { translated_by_map(ctx, &string, &pairs) };
    }
    // Two forms, each with its number of arguments.
    if !(2..=3).contains(&args.passed) {
        let (wanted, given) = (args.passed.clamp(2, 3), args.passed);
        let text = format!("strtr() expects exactly {wanted} arguments, {given} given");
        return Err(ctx.throw("ArgumentCountError", text));
    }
    // The string is looked at first. With two arguments the second is an array: nothing is made a string of.
    coerce::arguments(ctx, args.function, &mut args.values[..1], args.passed)?;
    if let [_, from, ..] = &*args.values
        && !from.is_array()
        && (args.passed == 2 || from.is_object() || from.as_resource().is_some())
    {
        let wanted = if args.passed == 2 { "array" } else { "string" };
        let text = format!("must be of type {wanted}, {} given", convert::value_name(from));
        return Err(ctx.argument_type_error(2, text));
    }
    coerce::arguments(ctx, args.function, args.values, args.passed)?;
    let [string, from, to] = args.values else { return Err(Thrown) };
    let string = convert::to_str(ctx, string)?;
    if args.passed == 3 && to.is_null() && !from.is_array() {
        ctx.deprecated("Passing null to parameter #3 ($to) of type ?string is deprecated");
        ctx.check()?;
        return Ok(string);
    }
    match (from.view(), to.own_str()) {
        (View::Array(_), _) if args.passed == 3 => Err(ctx.argument_type_error(2, "must be of type string, array given")),
        (View::Array(pairs), None) if string.is_empty() || pairs.is_empty() => Ok(string),
        (View::Array(pairs), None) => translated_by_map(ctx, &string, &pairs.into_owned()),
        (View::Str(_), Some(to)) => Ok(translated(&string, &convert::to_str(ctx, from)?, to)),
        _ => Err(Thrown),
    }
}

fn translated(string: &PhpStr, from: &[u8], to: &[u8]) -> Str {
    let count = from.len().min(to.len());
    if count <= 1 {
        let Some((&from, &to)) = from.first().zip(to.first()) else { return string.to_handle() };
        return match text::find_byte(from, string) {
            None => string.to_handle(),
            Some(_) => Str::swapped(string, from, to),
        };
    }
    static SAME: [u8; 256] = {
        let (mut same, mut byte) = ([0; 256], 0);
        while byte < 256 {
            same[byte] = byte as u8;
            byte += 1;
        }
        same
    };
    let mut table = SAME;
    for (&from, &to) in from.iter().zip(to) {
        table[usize::from(from)] = to;
    }
    match string.iter().position(|&b| table[usize::from(b)] != b) {
        None => string.to_handle(),
        Some(_) => Str::mapped(string, |byte| table[usize::from(byte)]),
    }
}

/// A handful of keys of `strtr`'s map: what begins with a byte is a set of bits, the longest key first.
struct FewPatterns<'a> {
    keys: &'a [(Str, &'a Value)],
    of_first: [u16; 256],
}

impl<'a> FewPatterns<'a> {
    const MOST: usize = 16;

    /// For at most `MOST` keys, the longest first.
    fn new(keys: &'a [(Str, &'a Value)]) -> FewPatterns<'a> {
        let mut of_first = [0; 256];
        for (i, (key, _)) in keys.iter().enumerate() {
            if let Some(&first) = key.first() {
                of_first[usize::from(first)] |= 1 << i;
            }
        }
        FewPatterns { keys, of_first }
    }
    #[inline]
    fn at(&self, text: &[u8]) -> Option<usize> {
        let mut left = self.of_first[usize::from(*text.first()?)];
        while left != 0 {
            let i = left.trailing_zeros() as usize;
            if text.starts_with(&self.keys[i].0) {
                return Some(i);
            }
            left &= left - 1;
        }
        None
    }
}

/// The keys of `strtr`'s map, to be found at a place in a text.
struct Patterns<'a> {
    by_text: HashMap<&'a [u8], usize, SeededState>,
    /// Lengths of the keys that begin with a byte, longest first; an index into `lengths`.
    of_first: [u16; 256],
    lengths: Vec<Vec<usize>>,
}

impl<'a> Patterns<'a> {
    fn new(keys: &'a [(Str, &Value)]) -> Patterns<'a> {
        let mut p = Patterns {
            by_text: HashMap::with_capacity_and_hasher(keys.len(), SeededState),
            of_first: [0; 256],
            lengths: vec![vec![]],
        };
        for (i, (key, _)) in keys.iter().enumerate() {
            let Some(&first) = key.first() else { continue };
            p.by_text.insert(key.as_bytes(), i);
            let list = &mut p.of_first[usize::from(first)];
            if *list == 0 {
                *list = p.lengths.len() as u16;
                p.lengths.push(Vec::new());
            }
            p.lengths[usize::from(*list)].push(key.len());
        }
        for list in &mut p.lengths {
            list.sort_unstable_by(|a, b| b.cmp(a));
            list.dedup();
        }
        p
    }
    /// The longest key that `text` starts with.
    #[inline]
    fn at(&self, text: &[u8]) -> Option<usize> {
        let list = self.of_first[usize::from(*text.first()?)];
        if list == 0 {
            return None;
        }
        self.lengths[usize::from(list)].iter().filter_map(|&len| text.get(..len)).find_map(|part| self.by_text.get(part).copied())
    }
}

/// What the keys of `strtr`'s map begin with and how long they are, for texts so short that more would not be worth making.
struct Starts {
    /// Bit b: some key begins with the byte b.
    first: [u64; 4],
    /// Bit n: some key is n bytes long; bit 0, that some are longer than that can be said of.
    lengths: u64,
    longest: usize,
}

impl Starts {
    /// `None` if some keys are no texts, or empty.
    fn new(pairs: &PhpArray) -> Option<Starts> {
        let mut starts = Starts { first: [0; 4], lengths: 0, longest: 0 };
        for (key, _) in pairs.iter() {
            let KeyRef::Str(key) = key else { return None };
            let first = *key.first()?;
            starts.first[usize::from(first >> 6)] |= 1 << (first & 63);
            starts.lengths |= if key.len() < 64 { 1 << key.len() } else { 1 };
            starts.longest = starts.longest.max(key.len());
        }
        Some(starts)
    }
    /// The longest key that `text` starts with: its length, and what it stands for.
    #[inline]
    fn at<'a>(&self, text: &[u8], pairs: &'a PhpArray) -> Option<(usize, &'a Value)> {
        let first = text[0];
        if self.first[usize::from(first >> 6)] >> (first & 63) & 1 == 0 {
            return None;
        }
        let is_one = |len: usize| self.lengths >> (if len < 64 { len } else { 0 }) & 1 != 0;
        let lengths = (1..=self.longest.min(text.len())).rev().filter(|&len| is_one(len));
        lengths.filter_map(|len| Some((len, pairs.get_bytes(&text[..len])?))).next()
    }
}

/// The keys and values of a map from single bytes to single bytes.
fn letters(keys: &[(Str, &Value)]) -> Option<(Vec<u8>, Vec<u8>)> {
    let pair = |(key, value): &(Str, &Value)| match (key.as_bytes(), value.deref().as_str()?.as_bytes()) {
        (&[from], &[to]) => Some((from, to)),
        _ => None,
    };
    keys.iter().map(pair).collect()
}

fn translated_by_map(ctx: &Ctx, string: &PhpStr, pairs: &Array) -> PhpResult<Str> {
    if let (1, Some((key, value))) = (pairs.len(), pairs.first())
        && !matches!(key, KeyRef::Str(s) if s.is_empty())
    {
        let (key, with) = (key.to_str(), convert::to_str(ctx, &value.unref())?);
        let changed = replace_all(ctx, string, &key, &with, false, &mut 0)?;
        return Ok(changed.unwrap_or_else(|| string.to_handle()));
    }
    if string.len() <= pairs.len()
        && let Some(starts) = Starts::new(pairs)
        && starts.longest > 1
    {
        return translated_by(ctx, string, |text| starts.at(text, pairs));
    }
    let mut keys: Vec<(Str, &Value)> = Vec::with_capacity(pairs.len());
    for (key, value) in pairs.iter() {
        match key {
            KeyRef::Str(s) if s.is_empty() => ctx.warning("Ignoring replacement of empty string"),
            _ => keys.push((key.to_str(), value)),
        }
    }
    if let Some((from, to)) = letters(&keys) {
        return Ok(translated(string, &from, &to));
    }
    if keys.len() <= FewPatterns::MOST {
        keys.sort_by_key(|(key, _)| std::cmp::Reverse(key.len()));
        let patterns = FewPatterns::new(&keys);
        return translated_by(ctx, string, |text| patterns.at(text).map(|at| (keys[at].0.len(), keys[at].1)));
    }
    let patterns = Patterns::new(&keys);
    translated_by(ctx, string, |text| patterns.at(text).map(|at| (keys[at].0.len(), keys[at].1)))
}

/// Replaces what `find` says a text begins with: the length of a key, and what it stands for.
#[inline(always)]
fn translated_by<'a>(ctx: &Ctx, string: &PhpStr, find: impl Fn(&[u8]) -> Option<(usize, &'a Value)>) -> PhpResult<Str> {
    let text = string.as_bytes();
    let mut out: Option<StrBuilder> = None;
    let (mut from, mut at) = (0, 0);
    while at < text.len() {
        let Some((len, value)) = find(&text[at..]) else {
            at += 1;
            continue;
        };
        let out = out.get_or_insert_with(|| StrBuilder::with_capacity(text.len()));
        let with = convert::to_str_onward(ctx, &value.unref());
        if with.len() > len {
            text::reserve(ctx, out.len().checked_add(text.len() + with.len()))?;
        }
        out.push_bytes(&text[from..at]);
        out.push_bytes(&with);
        at += len;
        from = at;
    }
    ctx.check()?;
    Ok(match out {
        None => string.to_handle(),
        Some(mut out) => {
            out.push_bytes(&text[from..]);
            out.finish()
        }
    })
}
