//! Taking URLs apart as `parse_url` does.

/// The parts of a URL.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Url<'a> {
    #[allow(missing_docs)]
    pub scheme: Option<&'a [u8]>,
    #[allow(missing_docs)]
    pub host: Option<&'a [u8]>,
    #[allow(missing_docs)]
    pub port: Option<u16>,
    #[allow(missing_docs)]
    pub user: Option<&'a [u8]>,
    #[allow(missing_docs)]
    pub pass: Option<&'a [u8]>,
    #[allow(missing_docs)]
    pub path: Option<&'a [u8]>,
    #[allow(missing_docs)]
    pub query: Option<&'a [u8]>,
    #[allow(missing_docs)]
    pub fragment: Option<&'a [u8]>,
}

/// Takes a URL apart, as tolerantly as PHP does; `None` if it is seriously malformed.
pub fn parse(text: &[u8]) -> Option<Url<'_>> {
    let mut url = Url::default();
    let relative = |s: &[u8]| s.starts_with(b"//");
    let Some(colon) = first(b':', text) else {
        return if relative(text) { authority(url, &text[2..]) } else { Some(path(url, text)) };
    };
    let (before, after) = (&text[..colon], &text[colon + 1..]);
    if colon == 0 {
        return with_port(url, text, colon);
    }
    if !before.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.')) {
        let hierarchy_end = place(text, |b| (b == b'?') | (b == b'#')).unwrap_or(text.len());
        return if !after.is_empty() && colon < hierarchy_end {
            with_port(url, text, colon)
        } else if relative(text) {
            authority(url, &text[2..])
        } else {
            Some(path(url, text))
        };
    }
    if after.is_empty() {
        url.scheme = Some(before);
        return Some(url);
    }
    if after[0] != b'/' {
        // "a.com:80" is a host and a port; anything else is a scheme without an authority, such as "mailto:".
        let digits = after.iter().take(6).take_while(|b| b.is_ascii_digit()).count();
        if digits < 6 && after.get(digits).is_none_or(|&b| b == b'/') {
            return with_port(url, text, colon);
        }
        url.scheme = Some(before);
        return Some(path(url, after));
    }
    url.scheme = Some(before);
    if after.get(1) != Some(&b'/') {
        return Some(path(url, after));
    }
    let rest = &after[2..];
    if before.eq_ignore_ascii_case(b"file") && rest.first() == Some(&b'/') {
        // Drive letters of Windows have no slash before them.
        let drive = rest.get(2) == Some(&b':');
        return Some(path(url, &rest[usize::from(drive)..]));
    }
    authority(url, rest)
}

/// A URL whose first colon may precede a port.
fn with_port<'a>(mut url: Url<'a>, text: &'a [u8], colon: usize) -> Option<Url<'a>> {
    let after = &text[colon + 1..];
    let digits = after.iter().take(6).take_while(|b| b.is_ascii_digit()).count();
    let relative = text.starts_with(b"//");
    if (1..6).contains(&digits) && after.get(digits).is_none_or(|&b| b == b'/') {
        url.port = Some(port(&after[..digits])?);
    } else if after.is_empty() {
        return None;
    } else if !relative {
        return Some(path(url, text));
    }
    authority(url, if relative { &text[2..] } else { text })
}

/// A port as C's `strtol` reads it.
fn port(text: &[u8]) -> Option<u16> {
    let start = text.iter().take_while(|&&b| matches!(b, b' ' | b'\t'..=b'\r')).count();
    let (negative, rest) = match &text[start..] {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    let value = rest[..digits].iter().fold(0u32, |n, b| n.saturating_mul(10).saturating_add(u32::from(b - b'0')));
    let value = u16::try_from(value).ok()?;
    (digits > 0 && (!negative || value == 0)).then_some(value)
}

/// User, password, host and port, and what follows.
fn authority<'a>(mut url: Url<'a>, text: &'a [u8]) -> Option<Url<'a>> {
    let end = place(text, |b| (b == b'/') | (b == b'?') | (b == b'#')).unwrap_or(text.len());
    let mut host = &text[..end];
    if let Some(at) = last(b'@', host) {
        let user = &host[..at];
        match first(b':', user) {
            Some(colon) => {
                url.user = Some(&user[..colon]);
                url.pass = Some(&user[colon + 1..]);
            }
            None => url.user = Some(user),
        }
        host = &host[at + 1..];
    }
    // Colons in brackets belong to an IPv6 address.
    let bracketed = text.get(end - host.len()) == Some(&b'[') && end > 0 && text[end - 1] == b']';
    if !bracketed && let Some(colon) = last(b':', host) {
        let digits = &host[colon + 1..];
        if url.port.is_none_or(|p| p == 0) {
            if digits.len() > 5 {
                return None;
            }
            if !digits.is_empty() {
                url.port = Some(port(digits)?);
            }
        }
        host = &host[..colon];
    }
    if host.is_empty() {
        return None;
    }
    url.host = Some(host);
    Some(if end == text.len() { url } else { path(url, &text[end..]) })
}

/// Path, query and fragment.
fn path<'a>(mut url: Url<'a>, text: &'a [u8]) -> Url<'a> {
    let end = place(text, |b| (b == b'#') | (b == b'?')).unwrap_or(text.len());
    let (rest, behind) = text.split_at(end);
    match behind {
        [b'#', fragment @ ..] => url.fragment = Some(fragment),
        [_, behind @ ..] => {
            let hash = first(b'#', behind);
            url.query = Some(&behind[..hash.unwrap_or(behind.len())]);
            url.fragment = hash.map(|hash| &behind[hash + 1..]);
        }
        [] => {}
    }
    if !rest.is_empty() || text.is_empty() {
        url.path = Some(rest);
    }
    url
}

fn first(byte: u8, text: &[u8]) -> Option<usize> {
    place(text, |b| b == byte)
}
/// The place of the first byte that is wanted, many of them at a time: URLs are short, but may be long.
#[inline(always)]
fn place(text: &[u8], wanted: impl Fn(u8) -> bool) -> Option<usize> {
    let any = |block: &[u8]| block.iter().fold(0, |any, &b| any | u8::from(wanted(b))) != 0;
    let (blocks, _) = text.as_chunks::<128>();
    let from = 128 * blocks.iter().take_while(|block| !any(&block[..])).count();
    let (blocks, _) = text[from..].as_chunks::<32>();
    let from = from + 32 * blocks.iter().take_while(|block| !any(&block[..])).count();
    text[from..].iter().position(|&b| wanted(b)).map(|at| from + at)
}
fn last(byte: u8, text: &[u8]) -> Option<usize> {
    text.iter().rposition(|&b| b == byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts() {
        let url = parse(b"http://u:p@h:80/a?b#c").expect("a URL");
        assert_eq!((url.scheme, url.host, url.port), (Some(&b"http"[..]), Some(&b"h"[..]), Some(80)));
        assert_eq!((url.user, url.pass), (Some(&b"u"[..]), Some(&b"p"[..])));
        assert_eq!((url.path, url.query, url.fragment), (Some(&b"/a"[..]), Some(&b"b"[..]), Some(&b"c"[..])));
        assert_eq!(parse(b"a.com:80").expect("host and port").port, Some(80));
        assert_eq!(parse(b"mailto:x@y").expect("scheme and path").path, Some(&b"x@y"[..]));
        assert_eq!(parse(b"http://").map(|_| ()), None);
        assert_eq!(parse(b"http://h:99999").map(|_| ()), None);
        assert_eq!(parse(b"//[::1]:8/").expect("an address").host, Some(&b"[::1]"[..]));
    }
}
