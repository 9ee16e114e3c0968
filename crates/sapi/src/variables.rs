//! Variables as a request names them: percent-encoding, query strings, `a[b][]`.

use phant_memory::{Array, Key, KeyRef, PhpArray, Str, Value};
use phant_native::{Ctx, Level};
use std::borrow::Cow;

/// Adds the variables of a query string (or of a form in that encoding) to an array, within the request's limits.
pub fn parse_query(ctx: &Ctx, text: &[u8], variables: &mut Array) {
    let separators = ctx.ini.get("arg_separator.input").filter(|s| !s.is_empty()).unwrap_or_else(|| Str::from("&"));
    let most = ctx.ini.get("max_input_vars").map_or(1000, |s| phant_native::ini::parse_int(&s));
    let mut count = 0;
    for part in text.split(|b| separators.contains(b)).filter(|part| !part.is_empty()) {
        count += 1;
        if count > most {
            ctx.report_here(
                Level::Warning,
                format!("Input variables exceeded {most}. To increase the limit change max_input_vars in php.ini."),
            );
            break;
        }
        let (name, value) = match memchr::memchr(b'=', part) {
            Some(at) => (&part[..at], &part[at + 1..]),
            None => (part, &[][..]),
        };
        register_variable(ctx, variables, &decode(name, true), Value::from(&*decode(value, true)));
    }
}

/// Adds a variable as a request names it: `a[b][]` goes into nested arrays, and what no variable's name may have in it
/// becomes an underscore.
pub fn register_variable(ctx: &Ctx, variables: &mut Array, name: &[u8], value: Value) {
    let name = &name[..memchr::memchr(0, name).unwrap_or(name.len())];
    let name = &name[name.iter().take_while(|&&b| b == b' ').count()..];
    let underscored =
        |text: &[u8]| -> Vec<u8> { text.iter().map(|&b| if matches!(b, b' ' | b'.' | b'[') { b'_' } else { b }).collect() };
    let bracket = memchr::memchr(b'[', name);
    let base = &name[..bracket.unwrap_or(name.len())];
    let base = if memchr::memchr2(b' ', b'.', base).is_some() { Cow::Owned(underscored(base)) } else { Cow::Borrowed(base) };
    let forged = |prefix: &[u8]| base.starts_with(prefix) && !name.starts_with(prefix);
    if base.is_empty() || forged(b"__Host-") || forged(b"__Secure-") {
        return;
    }
    if bracket.is_none() {
        variables.set(Key::from(&*base), value);
        return;
    }
    // `None` appends.
    let mut path: Vec<Option<Vec<u8>>> = vec![Some(base.into_owned())];
    let deepest = ctx.ini.get("max_input_nesting_level").map_or(64, |s| phant_native::ini::parse_int(&s));
    let mut rest = bracket.map_or(&[][..], |at| &name[at..]);
    while let [b'[', inner @ ..] = rest {
        if path.len() as i64 > deepest {
            if let Some(Some(base)) = path.first() {
                variables.remove(&KeyRef::from_str(&Str::new(base)));
            }
            if !ctx.ini.bool("display_errors") {
                ctx.warning(format!(
                    "Input variable nesting level exceeded {deepest}. To increase the limit change max_input_nesting_level in php.ini."
                ));
            }
            return;
        }
        let blank = usize::from(inner.first().is_some_and(|&b| matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c)));
        if inner.get(blank) == Some(&b']') {
            path.push(None);
            rest = &inner[blank + 1..];
            continue;
        }
        match memchr::memchr(b']', &inner[blank.min(inner.len())..]) {
            Some(end) => {
                path.push(Some(inner[..blank + end].to_vec()));
                rest = &inner[blank + end + 1..];
            }
            None => {
                // Not closed: the bracket belongs to the name, if it is the first one.
                if let [Some(only)] = path.as_mut_slice() {
                    only.push(b'_');
                    only.extend(underscored(inner));
                }
                break;
            }
        }
    }
    insert(variables.make_mut(), &path, value);
}

fn insert(array: &mut PhpArray, path: &[Option<Vec<u8>>], value: Value) {
    let [first, rest @ ..] = path else { return };
    if rest.is_empty() {
        match first {
            Some(name) => array.set(Key::from(name.as_slice()), value),
            None => {
                let _ = array.push(value);
            }
        }
        return;
    }
    let key = match first {
        Some(name) => Key::from(name.as_slice()),
        None => {
            let key = array.next_free_key();
            if array.push(Value::empty_array()).is_err() {
                return;
            }
            Key::Int(key)
        }
    };
    let slot = array.get_or_insert(key);
    if !slot.is_array() {
        slot.set(Value::empty_array());
    }
    if let Some(inner) = slot.own_array_mut() {
        insert(inner.make_mut(), rest, value);
    }
}

/// Undoes percent-encoding.
pub fn decoded(text: &[u8], plus_is_space: bool) -> Vec<u8> {
    decode(text, plus_is_space).into_owned()
}

fn decode(text: &[u8], plus_is_space: bool) -> Cow<'_, [u8]> {
    if memchr::memchr2(b'%', b'+', text).is_none() {
        return Cow::Borrowed(text);
    }
    let digit = |b: u8| match b {
        b'0'..=b'9' => b - b'0',
        _ => (b | 0x20) - b'a' + 10,
    };
    let next = |text: &[u8]| if plus_is_space { memchr::memchr2(b'%', b'+', text) } else { memchr::memchr(b'%', text) };
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = next(rest) {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at..];
        // They often come one behind the other.
        loop {
            rest = match rest {
                [b'%', a, b, more @ ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => {
                    out.push(digit(*a) << 4 | digit(*b));
                    more
                }
                [b'+', more @ ..] if plus_is_space => {
                    out.push(b' ');
                    more
                }
                [b'%', more @ ..] => {
                    out.push(b'%');
                    more
                }
                _ => break,
            };
        }
    }
    out.extend_from_slice(rest);
    Cow::Owned(out)
}
