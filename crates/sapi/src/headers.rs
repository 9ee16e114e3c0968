//! Response headers: which lines are taken, and what they do to the status.
//!
//! The command line has no response: headers are checked and change the status there, but are not kept.

use phant_memory::Str;
use phant_native::{
    Ctx, Level,
    ini::{Ini, Stage},
};

/// Whether the answer goes out without headers, so that it is never too late for them.
#[derive(Default)]
struct Without(std::cell::Cell<bool>);

/// From now on the answer has no headers, whatever is set.
pub fn do_without(ctx: &Ctx) {
    ctx.state::<Without>().0.set(true);
    ctx.request.headers_sent.set(Some((Str::default(), 0)));
}

/// Whether the answer has no headers.
pub fn are_unwanted(ctx: &Ctx) -> bool {
    ctx.state::<Without>().0.get()
}

/// Reports that it is too late for headers, if it is.
pub fn too_late(ctx: &Ctx) -> bool {
    if are_unwanted(ctx) {
        return false;
    }
    let Some((file, line)) = ctx.request.headers_sent.get() else { return false };
    // Output that no line of a script made has no place.
    let text = if file.is_empty() || line == 0 {
        "Cannot modify header information - headers already sent".into()
    } else {
        format!("Cannot modify header information - headers already sent by (output started at {file}:{line})")
    };
    ctx.report(Level::Warning, text);
    true
}

/// The name of a header line.
fn name_of(line: &[u8]) -> &[u8] {
    line.iter().position(|&b| b == b':').map_or(line, |at| &line[..at])
}

/// Forgets the header lines of a name.
pub fn remove(ctx: &Ctx, name: &[u8]) {
    ctx.request.headers.borrow_mut().retain(|line| !name_of(line).eq_ignore_ascii_case(name));
}

/// The type of the response that a script has set; kept on the command line, too, where output handlers ask for it.
#[derive(Default)]
struct ContentType(phant_memory::CountedCell<Option<Str>>);

/// The type of the response that a script has set, without its parameters.
pub fn content_type(ctx: &Ctx) -> Option<Str> {
    ctx.state::<ContentType>().0.get()
}

/// The type of a response that has none of its own: `text/html; charset=UTF-8`, as the settings say.
pub fn default_type(ctx: &Ctx) -> String {
    let (kind, charset) = (ctx.ini.text("default_mimetype"), ctx.ini.text("default_charset"));
    let mut text = kind.to_text().into_owned();
    if !charset.is_empty() && kind.starts_with(b"text/") {
        text.extend(["; charset=", &charset.to_text()]);
    }
    text
}

/// Adds a header line, as `header()` does; false if it was refused.
pub fn add(ctx: &Ctx, line: &[u8], replace: bool, code: i64) -> bool {
    if too_late(ctx) {
        return false;
    }
    let line = line.trim_ascii_end();
    if line.is_empty() {
        return false;
    }
    let refused = if line.iter().any(|b| matches!(b, b'\n' | b'\r')) {
        Some("Header may not contain more than a single header, new line detected")
    } else if line.contains(&0) {
        Some("Header may not contain NUL bytes")
    } else {
        None
    };
    if let Some(why) = refused {
        ctx.report(Level::Warning, why);
        return false;
    }
    if line.len() >= 5 && line[..5].eq_ignore_ascii_case(b"HTTP/") {
        ctx.request.status.set(status_of(line).unwrap_or(200));
        ctx.request.status_line.set(Some(Str::new(line)));
        return true;
    }
    let mut line = Str::new(line);
    let name = name_of(&line).to_ascii_lowercase();
    if name.len() < line.len() {
        match name.as_slice() {
            b"content-type" => {
                let value = line[name.len() + 1..].trim_ascii_start();
                let kind = value.split(|&b| b == b';').next().unwrap_or_default().trim_ascii_end();
                ctx.state::<ContentType>().0.set(Some(Str::new(kind)));
                let charset = ctx.ini.text("default_charset");
                let has_charset = value.to_ascii_lowercase().windows(8).any(|w| w == b"charset=");
                if value.len() >= 5 && value[..5].eq_ignore_ascii_case(b"text/") && !has_charset && !charset.is_empty() {
                    line = Str::new([b"Content-type: ", value, b";charset=", &charset].concat());
                }
            }
            b"location" => {
                let status = ctx.request.status.get();
                if !(300..400).contains(&status) && status != 201 && code == 0 {
                    // Only PHP in Apache answers forms with 303.
                    change_status(ctx, 302);
                }
            }
            b"www-authenticate" => change_status(ctx, 401),
            // Who tells the length does not know the compressed one.
            b"content-length" if ctx.ini.exists("zlib.output_compression") => {
                let _ = Ini::set(ctx, "zlib.output_compression", b"0", Stage::Runtime);
            }
            _ => {}
        }
    }
    if code != 0 {
        change_status(ctx, code as u16);
    }
    if ctx.request.http.get() {
        if replace {
            remove(ctx, &name);
        }
        ctx.request.headers.borrow_mut().push(line);
    }
    true
}

/// Sets another status; the line that a script has written for the old one does not count any more.
fn change_status(ctx: &Ctx, status: u16) {
    if ctx.request.status.replace(status) != status {
        ctx.request.status_line.set(None);
    }
}

/// The number in a status line.
pub fn status_of(line: &[u8]) -> Option<u16> {
    let code = line.split(|&b| b == b' ').filter(|part| !part.is_empty()).nth(1)?;
    std::str::from_utf8(code).ok()?.parse().ok()
}
