//! What XMLReader opens and XMLWriter writes to: a plain path, a `file:` URI or any other URL.

use phant_streams::path;

/// The path or URL to open; `None` if its folder is not there.
pub fn resolve(uri: &[u8]) -> Option<Vec<u8>> {
    let (path, folder_of) = match strip_prefix(uri, b"file:///") {
        // The slash belongs to the path.
        Some(rest) if !rest.is_empty() => (&uri[7..], &uri[7..]),
        Some(_) => return None,
        None => match strip_prefix(uri, b"file://localhost/") {
            Some(rest) if !rest.is_empty() => (&uri[16..], &uri[16..]),
            Some(_) => return None,
            None if scheme(uri).is_some() => return Some(uri.to_vec()),
            None => (uri, uri),
        },
    };
    let folder = match folder_of.iter().rposition(|&b| b == b'/') {
        Some(0) => &b"/"[..],
        Some(end) => &folder_of[..end],
        None => b".",
    };
    std::fs::metadata(path::os(folder)).ok()?;
    Some(path::real(path).unwrap_or_else(|| path::absolute(path)))
}

/// Whether the URI names a scheme: such are tried a second time, as libxml2 does, if they cannot be opened.
pub fn scheme(uri: &[u8]) -> Option<&[u8]> {
    let end = uri.iter().position(|&b| b == b':')?;
    let scheme = &uri[..end];
    let named = scheme.first().is_some_and(u8::is_ascii_alphabetic)
        && scheme.iter().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(b));
    named.then_some(scheme)
}

fn strip_prefix<'a>(uri: &'a [u8], prefix: &[u8]) -> Option<&'a [u8]> {
    let (head, rest) = uri.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then_some(rest)
}
