//! Sending mail through the system's `sendmail`.

use crate::exec::shell;
use phant_memory::{Array, KeyRef, PhpStr, Str, Value};
use phant_native::{Ctx, PhpResult, convert, descriptor::FunctionGroup, functions, php};
use std::{io::Write, process::Stdio};

pub(crate) const FUNCTIONS: FunctionGroup = functions![mail];

/// A header text without its line break; `None` if it would begin a header of its own.
fn field(ctx: &Ctx, text: &PhpStr, number: usize) -> PhpResult<Vec<u8>> {
    crate::file::check_path(ctx, text, number)?;
    let end = text.iter().rposition(|b| !b.is_ascii_whitespace()).map_or(0, |i| i + 1);
    let mut out = text[..end].to_vec();
    // Control characters become spaces, but for a folded line's break.
    let mut i = 0;
    while i < out.len() {
        if out[i] < 0x20 || out[i] == 0x7f {
            if out[i] == b'\r' && out.get(i + 1) == Some(&b'\n') && matches!(out.get(i + 2), Some(b' ' | b'\t')) {
                i += 3;
                continue;
            }
            out[i] = b' ';
        }
        i += 1;
    }
    Ok(out)
}

/// Headers in an array as lines.
fn header_lines(ctx: &Ctx, headers: &Array) -> PhpResult<Vec<u8>> {
    const SINGLE: [&str; 9] = ["orig-date", "from", "sender", "reply-to", "bcc", "message-id", "in-reply-to", "references", "cc"];
    let mut lines: Vec<Vec<u8>> = Vec::new();
    for (key, value) in headers.iter() {
        let name = match key {
            KeyRef::Str(name) => name,
            KeyRef::Int(i) => return Err(ctx.type_error(format!("Header name cannot be numeric, {i} given"))),
        };
        for forbidden in ["To", "Subject"] {
            if name.eq_ignore_ascii_case(forbidden.as_bytes()) {
                let text = format!("The additional headers cannot contain the \"{forbidden}\" header");
                return Err(ctx.value_error(text));
            }
        }
        let given = convert::value_name(value);
        if let Some(text) = value.as_str() {
            lines.push(header_line(ctx, name, &text)?);
            continue;
        }
        if SINGLE.iter().any(|n| name.eq_ignore_ascii_case(n.as_bytes())) {
            return Err(ctx.type_error(format!("Header \"{}\" must be of type string, {given} given", c_text(name))));
        }
        let Some(values) = value.as_array() else {
            return Err(ctx.type_error(format!("Header \"{}\" must be of type array|string, {given} given", c_text(name))));
        };
        for (key, value) in values.clone().iter() {
            if let KeyRef::Str(key) = key {
                let text = format!("Header \"{}\" must only contain numeric keys, \"{}\" found", c_text(name), c_text(key));
                return Err(ctx.type_error(text));
            }
            let Some(text) = value.as_str() else {
                let found = convert::value_name(value);
                let text = format!("Header \"{}\" must only contain values of type string, {found} found", c_text(name));
                return Err(ctx.type_error(text));
            };
            lines.push(header_line(ctx, name, &text)?);
        }
    }
    Ok(lines.join(&b"\r\n"[..]))
}

/// Text up to the first NUL byte, as C's messages have it.
fn c_text(text: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(text.split(|&b| b == 0).next().unwrap_or_default())
}

fn header_line(ctx: &Ctx, name: &PhpStr, text: &Str) -> PhpResult<Vec<u8>> {
    if name.is_empty() || !name.iter().all(|&b| (33..=126).contains(&b) && b != b':') {
        return Err(ctx.value_error(format!("Header name \"{}\" contains invalid characters", c_text(name))));
    }
    if let Some(what) = bad_value(text) {
        return Err(ctx.value_error(format!("Header \"{}\" contains {what} not allowed in the header", c_text(name))));
    }
    Ok([name.as_bytes(), b": ", text].concat())
}

/// What a header's value must not hold: line breaks other than those that fold a line, and NUL bytes.
fn bad_value(text: &[u8]) -> Option<&'static str> {
    let blank = |at: usize| matches!(text.get(at), Some(b' ' | b'\t'));
    let mut i = 0;
    while i < text.len() {
        match text[i] {
            b'\r' if text.get(i + 1) == Some(&b'\n') => {
                if !blank(i + 2) {
                    return Some("CRLF characters that are used as a line separator and are");
                }
                i += 3;
                continue;
            }
            b'\r' => return Some("CR character that is"),
            b'\n' if blank(i + 1) => {
                i += 2;
                continue;
            }
            b'\n' => return Some("LF character that is"),
            0 => return Some("NULL character that is"),
            _ => {}
        }
        i += 1;
    }
    None
}

#[php(
    "function mail(string $to, string $subject, string $message, array|string $additional_headers = [], string $additional_params = ''): bool"
)]
fn mail(
    ctx: &Ctx,
    to: &PhpStr,
    subject: &PhpStr,
    message: &PhpStr,
    additional_headers: &Value,
    additional_params: &PhpStr,
) -> PhpResult<bool> {
    crate::file::check_path(ctx, message, 3)?;
    crate::file::check_path(ctx, additional_params, 5)?;
    let headers = match additional_headers.as_array() {
        Some(headers) => header_lines(ctx, &headers.clone())?,
        None => {
            let text: Str = convert::to_str(ctx, additional_headers)?;
            crate::file::check_path(ctx, &text, 4)?;
            text.trim_ascii_end().to_vec()
        }
    };
    let (to, subject) = (field(ctx, to, 1)?, field(ctx, subject, 2)?);
    if has_empty_line(&headers) {
        ctx.warning("Multiple or malformed newlines found in additional_header");
        return Ok(false);
    }
    let forced = ctx.ini.text("mail.force_extra_parameters");
    let extra = if !forced.is_empty() { escape(&forced) } else { escape(additional_params) };
    let path = ctx.ini.get("sendmail_path").filter(|p| !p.is_empty());
    let path = path.map_or_else(|| b"/usr/sbin/sendmail -t -i".to_vec(), |p| p.to_vec());
    let command = if extra.is_empty() { path.clone() } else { [&path[..], b" ", &extra].concat() };
    let end: &[u8] = if ctx.ini.bool("mail.mixed_lf_and_crlf") { b"\n" } else { b"\r\n" };
    let mut text = Vec::new();
    for (name, value) in [(&b"To: "[..], &to), (b"Subject: ", &subject)] {
        text.extend_from_slice(name);
        text.extend_from_slice(value);
        text.extend_from_slice(end);
    }
    if !headers.is_empty() {
        text.extend_from_slice(&headers);
        text.extend_from_slice(end);
    }
    text.extend_from_slice(end);
    text.extend_from_slice(message);
    text.extend_from_slice(end);
    let could_not = |ctx: &Ctx| {
        ctx.warning(format!("Could not execute mail delivery program '{}'", String::from_utf8_lossy(&path)));
        Ok(false)
    };
    let Ok(mut child) = shell(ctx, &command).stdin(Stdio::piped()).spawn() else { return could_not(ctx) };
    let written = child.stdin.take().map(|mut pipe| pipe.write_all(&text));
    let status = child.wait().ok().and_then(|s| s.code());
    // 75 is sendmail's "queued".
    Ok(matches!(written, Some(Ok(()))) && matches!(status, Some(0 | 75)))
}

/// Whether headers hold an empty line, which would begin the body.
fn has_empty_line(headers: &[u8]) -> bool {
    if headers.is_empty() {
        return false;
    }
    if !headers[0].is_ascii_graphic() || headers[0] == b':' {
        return true;
    }
    headers.windows(2).any(|w| w == b"\n\n" || w == b"\n\r" || w == b"\r\r")
        || headers.windows(3).any(|w| w == b"\r\n\r" || w == b"\r\n\n")
        || matches!(headers.last(), Some(b'\r' | b'\n'))
}

/// Escapes for the shell, as `escapeshellcmd` does.
fn escape(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for &b in text {
        if b"#&;`|*?~<>^()[]{}$\\\n'\"\xff".contains(&b) {
            out.push(b'\\');
        }
        out.push(b);
    }
    out
}
