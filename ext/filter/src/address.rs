//! What an address looks like: IP, host name, e-mail, MAC.

use crate::constants::flag;

/// The four numbers of an IPv4 address.
pub fn ipv4(text: &[u8]) -> Option<[u8; 4]> {
    let mut ip = [0; 4];
    let mut rest = text;
    for (i, place) in ip.iter_mut().enumerate() {
        let len = rest.iter().take(4).take_while(|byte| byte.is_ascii_digit()).count();
        let (part, behind) = rest.split_at(len);
        if len == 0 || len > 3 || len > 1 && part[0] == b'0' {
            return None;
        }
        *place = u8::try_from(part.iter().fold(0u32, |n, digit| n * 10 + u32::from(digit - b'0'))).ok()?;
        rest = match behind {
            [b'.', rest @ ..] if i < 3 => rest,
            [] if i == 3 => behind,
            _ => return None,
        };
    }
    Some(ip)
}

/// The eight words of an IPv6 address.
pub fn ipv6(text: &[u8]) -> Option<[u16; 8]> {
    if text.contains(&b'%') {
        return None;
    }
    let address: std::net::Ipv6Addr = std::str::from_utf8(text).ok()?.parse().ok()?;
    Some(address.segments())
}

/// Whether the flags let an IPv4 address pass.
pub fn ipv4_passes(ip: [u8; 4], flags: i64) -> bool {
    let asked = |bit: i64| flags & (bit | flag::GLOBAL_RANGE) != 0;
    let private = matches!(ip, [10, ..] | [172, 16..=31, ..] | [192, 168, ..]);
    let reserved = matches!(ip, [0 | 127 | 240.., ..] | [169, 254, ..]);
    let local =
        matches!(ip, [100, 64..=127, ..] | [192, 0, 0 | 2, _] | [198, 18 | 19, ..] | [198, 51, 100, _] | [203, 0, 113, _]);
    !(private && asked(flag::NO_PRIV_RANGE) || reserved && asked(flag::NO_RES_RANGE) || local && flags & flag::GLOBAL_RANGE != 0)
}

/// Whether the flags let an IPv6 address pass.
pub fn ipv6_passes(ip: [u16; 8], flags: i64) -> bool {
    let asked = |bit: i64| flags & (bit | flag::GLOBAL_RANGE) != 0;
    let private = matches!(ip[0], 0xfc00..=0xfdff);
    let reserved = matches!(
        ip,
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] | [0, 0, 0, 0, 0, 0xffff, ..] | [0x5f, ..] | [0xfe80..=0xfebf, ..] | [0x3ff3, ..]
    );
    let local = matches!(ip, [0x64, 0xff9b, 1, ..] | [0x100, 0, 0, 0, ..] | [0x2001, 0..=0x1ff | 0x0db8, ..] | [0x2002, ..]);
    !(private && asked(flag::NO_PRIV_RANGE) || reserved && asked(flag::NO_RES_RANGE) || local && flags & flag::GLOBAL_RANGE != 0)
}

/// Whether a text is a domain name; as a host name it has letters, digits and hyphens only.
pub fn is_domain(text: &[u8], hostname: bool) -> bool {
    if text.is_empty() {
        return !hostname;
    }
    let name = text.strip_suffix(b".").unwrap_or(text);
    if name.is_empty() || name.len() > 253 {
        return false;
    }
    name.split(|&byte| byte == b'.').all(|label| {
        let (Some(first), Some(last)) = (label.first(), label.last()) else { return false };
        let plain = || {
            first.is_ascii_alphanumeric()
                && last.is_ascii_alphanumeric()
                && label.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        label.len() <= 63 && (!hostname || plain())
    })
}

/// Whether a text is an e-mail address.
pub fn is_email(text: &[u8], unicode: bool) -> bool {
    // The last @ is the one: a quoted local part may have others.
    let Some(at) = text.iter().rposition(|&byte| byte == b'@') else { return false };
    let (local, domain) = (&text[..at], &text[at + 1..]);
    if text.len() > 254 || local.is_empty() || (local.len() > 64 && !unicode) {
        return false;
    }
    is_local(local, unicode) && is_mail_domain(domain)
}

fn is_local(local: &[u8], unicode: bool) -> bool {
    let Ok(text) = std::str::from_utf8(local) else { return false };
    let mut rest = text;
    loop {
        rest = match rest.strip_prefix('"') {
            Some(quoted) => match after_quoted(quoted, unicode) {
                Some(rest) => rest,
                None => return false,
            },
            None => {
                let is_atom = |c: char| {
                    c.is_ascii_alphanumeric()
                        || "!#$%&'*+-/=?^_`{|}~".contains(c)
                        || (unicode && !c.is_ascii() && c.is_alphanumeric())
                };
                let after = rest.trim_start_matches(is_atom);
                if after.len() == rest.len() {
                    return false;
                }
                after
            }
        };
        if rest.is_empty() {
            return true;
        }
        rest = match rest.strip_prefix('.') {
            Some(rest) => rest,
            None => return false,
        };
    }
}

/// What is behind the closing quote.
fn after_quoted(quoted: &str, unicode: bool) -> Option<&str> {
    let mut characters = quoted.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return quoted.get(at + 1..),
            '\\' if characters.next()?.1.is_ascii() => {}
            '\\' | '\0' | '\t' | '\n' | '\r' | ' ' => return None,
            c if c.is_ascii() || unicode && c.is_alphanumeric() => {}
            _ => return None,
        }
    }
    None
}

fn is_mail_domain(domain: &[u8]) -> bool {
    if let Some(literal) = domain.strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]")) {
        return match literal.get(..5).filter(|tag| tag.eq_ignore_ascii_case(b"IPv6:")) {
            Some(_) => ipv6(&literal[5..]).is_some(),
            None => ipv4(literal).is_some(),
        };
    }
    let last = domain.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    let named = last.first().is_some_and(u8::is_ascii_alphabetic);
    named && domain.contains(&b'.') && !domain.ends_with(b".") && is_domain(domain, true)
}

/// Whether a text is a MAC address, written with the separator if one is given.
pub fn is_mac(text: &[u8], separator: Option<u8>) -> bool {
    let (length, found) = match text.len() {
        14 => (4, b'.'),
        17 if text[2] == b'-' => (2, b'-'),
        17 => (2, b':'),
        _ => return false,
    };
    separator.is_none_or(|wanted| wanted == found)
        && text.split(|&byte| byte == found).all(|part| part.len() == length && part.iter().all(u8::is_ascii_hexdigit))
}
