//! Filters that accept a string or not. `None` says that it is not valid.

use crate::{address, constants::flag, sanitize};
use phant_memory::{Array, Str, Value};
use phant_native::{Ctx, PhpResult, convert};

fn option(options: Option<&Array>, name: &[u8]) -> Option<Value> {
    options?.get_bytes(name).map(Value::unref)
}

fn text_option(ctx: &Ctx, options: Option<&Array>, name: &[u8]) -> PhpResult<Option<Str>> {
    option(options, name).filter(|value| value.is_str()).map(|value| convert::to_str(ctx, &value)).transpose()
}

/// Throws about an option: `filter_var(): "decimal" option …`.
fn bad_option(ctx: &Ctx, text: &str) -> phant_native::Thrown {
    let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
    ctx.value_error(format!("{name}(): {text}"))
}

/// Without white space around it.
fn trimmed(text: &[u8]) -> &[u8] {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | b'\n');
    let start = text.iter().position(|byte| !is_space(byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|byte| !is_space(byte)).map_or(start, |at| at + 1);
    &text[start..end]
}

/// Digits of a base as the bits of an integer.
fn bits(digits: &[u8], base: u32) -> Option<i64> {
    let mut value = 0u64;
    for &digit in digits {
        let digit = (digit as char).to_digit(base)?;
        value = value.checked_mul(u64::from(base))?.checked_add(u64::from(digit))?;
    }
    Some(value as i64)
}

fn decimal(text: &[u8]) -> Option<i64> {
    let digits = text.strip_prefix(b"-").or_else(|| text.strip_prefix(b"+")).unwrap_or(text);
    let plain = matches!(digits, b"0" | [b'1'..=b'9', ..]);
    if !plain || digits.len() > 19 {
        return None;
    }
    // Away from zero, so that the least integer fits.
    let negative = text[0] == b'-';
    let mut value = 0i64;
    for &digit in digits {
        let digit = digit.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        let digit = i64::from(digit);
        value = value.checked_mul(10)?.checked_add(if negative { -digit } else { digit })?;
    }
    Some(value)
}

/// `FILTER_VALIDATE_INT`
pub fn int(text: &[u8], flags: i64, options: Option<&Array>) -> Option<Value> {
    let text = trimmed(text);
    let value = match text {
        [b'0', b'x' | b'X', digits @ ..] if flags & flag::ALLOW_HEX != 0 => {
            if digits.is_empty() {
                return None;
            }
            bits(digits, 16)?
        }
        [b'0', b'o' | b'O', digits @ ..] if flags & flag::ALLOW_OCTAL != 0 => {
            if digits.is_empty() {
                return None;
            }
            bits(digits, 8)?
        }
        [b'0', digits @ ..] if flags & flag::ALLOW_OCTAL != 0 => bits(digits, 8)?,
        _ => decimal(text)?,
    };
    let low = option(options, b"min_range").is_some_and(|limit| value < convert::to_int(&limit));
    let high = option(options, b"max_range").is_some_and(|limit| value > convert::to_int(&limit));
    (!low && !high).then(|| Value::int(value))
}

/// `FILTER_VALIDATE_BOOL`
pub fn bool(text: &[u8]) -> Option<Value> {
    let text = trimmed(text);
    let mut lower = [0; 5];
    let lower = lower.get_mut(..text.len())?;
    lower.copy_from_slice(text);
    lower.make_ascii_lowercase();
    match &*lower {
        b"1" | b"true" | b"on" | b"yes" => Some(Value::TRUE),
        b"" | b"0" | b"false" | b"off" | b"no" => Some(Value::FALSE),
        _ => None,
    }
}

/// `FILTER_VALIDATE_FLOAT`
pub fn float(ctx: &Ctx, text: &[u8], flags: i64, options: Option<&Array>) -> PhpResult<Option<Value>> {
    let text = trimmed(text);
    if text.is_empty() {
        return Ok(None);
    }
    let point = match text_option(ctx, options, b"decimal")? {
        Some(point) if point.len() != 1 => return Err(bad_option(ctx, "\"decimal\" option must be one character long")),
        Some(point) => point[0],
        None => b'.',
    };
    let separators = match text_option(ctx, options, b"thousand")? {
        Some(separators) if separators.is_empty() => return Err(bad_option(ctx, "\"thousand\" option must not be empty")),
        Some(separators) => separators,
        None => Str::default(),
    };
    let separators = if separators.is_empty() { &b"',."[..] } else { separators.as_bytes() };
    let thousand = (flags & flag::ALLOW_THOUSAND != 0).then_some(separators);
    let Some(number) = float_text(text, point, thousand) else { return Ok(None) };
    // Text of an integer is an integer first, so that there is no negative zero.
    let whole = std::str::from_utf8(&number).ok().and_then(|text| text.parse::<i64>().ok());
    let value = whole.map_or_else(|| phant_numeric::to_float(&number), |whole| whole as f64);
    let vanished = value == 0.0 && number.iter().any(|byte| matches!(byte, b'1'..=b'9')) && number.contains(&b'e');
    if !value.is_finite() || vanished {
        return Ok(None);
    }
    let low = option(options, b"min_range").is_some_and(|limit| value < convert::to_float(&limit));
    let high = option(options, b"max_range").is_some_and(|limit| value > convert::to_float(&limit));
    Ok((!low && !high).then(|| Value::float(value)))
}

/// A number as PHP writes it, from one with another decimal point and perhaps separators between groups of three digits.
fn float_text(text: &[u8], point: u8, thousand: Option<&[u8]>) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    let digits = |rest: &[u8]| rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if let [sign @ (b'+' | b'-'), tail @ ..] = rest {
        out.push(*sign);
        rest = tail;
    }
    let mut whole = 0;
    let mut first = true;
    loop {
        let n = digits(rest);
        out.extend_from_slice(&rest[..n]);
        whole += n;
        rest = &rest[n..];
        match rest.first() {
            Some(&byte) if byte != point && !matches!(byte, b'e' | b'E') => {
                let complete = if first { (1..=3).contains(&n) } else { n == 3 };
                if !complete || !thousand.is_some_and(|separators| separators.contains(&byte)) {
                    return None;
                }
                first = false;
                rest = &rest[1..];
            }
            _ if !first && n != 3 => return None,
            _ => break,
        }
    }
    if rest.first() == Some(&point) {
        let n = digits(&rest[1..]);
        out.push(b'.');
        out.extend_from_slice(&rest[1..=n]);
        whole += n;
        rest = &rest[n + 1..];
    }
    if let [b'e' | b'E', tail @ ..] = rest {
        out.push(b'e');
        rest = tail;
        if let [sign @ (b'+' | b'-'), tail @ ..] = rest {
            out.push(*sign);
            rest = tail;
        }
        let n = digits(rest);
        if n == 0 {
            return None;
        }
        out.extend_from_slice(&rest[..n]);
        rest = &rest[n..];
    }
    (whole > 0 && rest.is_empty()).then_some(out)
}

/// `FILTER_VALIDATE_REGEXP`
pub fn regexp(ctx: &Ctx, text: &Str, options: Option<&Array>) -> PhpResult<Option<Value>> {
    let Some(pattern) = text_option(ctx, options, b"regexp")? else {
        return Err(bad_option(ctx, "\"regexp\" option is missing"));
    };
    let found = ctx.call_value(&Value::str("preg_match"), &[Value::from(pattern), Value::from(text.clone())])?;
    Ok((found.as_int() == Some(1)).then(|| Value::from(text.clone())))
}

/// `FILTER_VALIDATE_DOMAIN`
pub fn domain(text: &[u8], flags: i64) -> bool {
    address::is_domain(text, flags & flag::HOSTNAME != 0)
}

/// `FILTER_VALIDATE_URL`
pub fn url(text: &[u8], flags: i64) -> bool {
    if !sanitize::is_url_text(text) {
        return false;
    }
    let Some(url) = phant_text::url::parse(text) else { return false };
    let Some(scheme) = url.scheme else { return false };
    match url.host {
        Some(host) if scheme.eq_ignore_ascii_case(b"http") || scheme.eq_ignore_ascii_case(b"https") => {
            let literal = host.strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]"));
            if literal.and_then(address::ipv6).is_none() && !address::is_domain(host, true) {
                return false;
            }
        }
        Some(_) => {}
        None if matches!(scheme, b"mailto" | b"news" | b"file") => {}
        None => return false,
    }
    let missing =
        (flags & flag::PATH_REQUIRED != 0 && url.path.is_none()) || (flags & flag::QUERY_REQUIRED != 0 && url.query.is_none());
    !missing && url.user.is_none_or(is_user_info) && url.pass.is_none_or(is_user_info)
}

fn is_user_info(mut text: &[u8]) -> bool {
    while let Some(&byte) = text.first() {
        text = match text {
            [b'%', a, b, rest @ ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => rest,
            _ if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:".contains(&byte) => &text[1..],
            _ => return false,
        };
    }
    true
}

/// `FILTER_VALIDATE_EMAIL`
pub fn email(text: &[u8], flags: i64) -> bool {
    address::is_email(text, flags & flag::EMAIL_UNICODE != 0)
}

/// `FILTER_VALIDATE_IP`
pub fn ip(text: &[u8], flags: i64) -> bool {
    let wanted = flags & (flag::IPV4 | flag::IPV6);
    if text.contains(&b':') {
        return wanted != flag::IPV4 && address::ipv6(text).is_some_and(|ip| address::ipv6_passes(ip, flags));
    }
    wanted != flag::IPV6 && address::ipv4(text).is_some_and(|ip| address::ipv4_passes(ip, flags))
}

/// `FILTER_VALIDATE_MAC`
pub fn mac(ctx: &Ctx, text: &[u8], options: Option<&Array>) -> PhpResult<bool> {
    let separator = match text_option(ctx, options, b"separator")? {
        Some(separator) if separator.len() != 1 => {
            return Err(bad_option(ctx, "\"separator\" option must be one character long"));
        }
        Some(separator) => Some(separator[0]),
        None => None,
    };
    Ok(address::is_mac(text, separator))
}
