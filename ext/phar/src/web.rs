//! Requests answered from an archive: `Phar::webPhar` and `Phar::mungServer`.

use crate::{
    archive::Archive,
    phar_object::{Common, failed, map},
    state::State,
};
use phant_memory::{Array, Str, Value};
use phant_native::{Ctx, PhpResult, php_methods};
use std::rc::Rc;

const MUNGED: [&str; 4] = ["PHP_SELF", "REQUEST_URI", "SCRIPT_NAME", "SCRIPT_FILENAME"];

/// Types by extension; `None` is a program, an empty one is shown as source.
const TYPES: &[(&str, Option<&str>)] = &[
    ("phps", Some("")),
    ("c", Some("text/plain")),
    ("cc", Some("text/plain")),
    ("cpp", Some("text/plain")),
    ("c++", Some("text/plain")),
    ("dtd", Some("text/plain")),
    ("h", Some("text/plain")),
    ("log", Some("text/plain")),
    ("rng", Some("text/plain")),
    ("txt", Some("text/plain")),
    ("xsd", Some("text/plain")),
    ("php", None),
    ("inc", None),
    ("avi", Some("video/avi")),
    ("bmp", Some("image/bmp")),
    ("css", Some("text/css")),
    ("gif", Some("image/gif")),
    ("htm", Some("text/html")),
    ("html", Some("text/html")),
    ("htmls", Some("text/html")),
    ("ico", Some("image/x-ico")),
    ("jpe", Some("image/jpeg")),
    ("jpg", Some("image/jpeg")),
    ("jpeg", Some("image/jpeg")),
    ("js", Some("application/x-javascript")),
    ("midi", Some("audio/midi")),
    ("mid", Some("audio/midi")),
    ("mod", Some("audio/mod")),
    ("mov", Some("movie/quicktime")),
    ("mp3", Some("audio/mp3")),
    ("mpg", Some("video/mpeg")),
    ("mpeg", Some("video/mpeg")),
    ("pdf", Some("application/pdf")),
    ("png", Some("image/png")),
    ("swf", Some("application/shockwave-flash")),
    ("tif", Some("image/tiff")),
    ("tiff", Some("image/tiff")),
    ("wav", Some("audio/wav")),
    ("xbm", Some("image/xbm")),
    ("xml", Some("text/xml")),
];

fn server(ctx: &Ctx) -> Array {
    ctx.host.global(ctx, &Str::from("_SERVER")).and_then(|v| v.unref().into_array()).unwrap_or_default()
}

fn variable(server: &Array, name: &str) -> Option<Vec<u8>> {
    server.get_bytes(name.as_bytes()).and_then(|v| v.as_str().map(|s| s.to_vec()))
}

fn header(ctx: &Ctx, line: &[u8], status: Option<i64>) -> PhpResult<()> {
    let Some(function) = ctx.host.lookup_function(ctx, b"header") else { return Ok(()) };
    let mut args = vec![Value::str(line)];
    if let Some(status) = status {
        args.extend([Value::TRUE, Value::int(status)]);
    }
    ctx.host.call_function(ctx, function, None, None, &args)?;
    Ok(())
}

/// Rewrites `$_SERVER` for a program in the archive, as far as that was asked for.
fn munge(ctx: &Ctx, archive: &Archive, name: &[u8], entry: &[u8]) {
    let munged = State::of(ctx).munged.get();
    let mut all = server(ctx);
    let path = archive.path();
    let url = [b"phar://", &path[..], entry].concat();
    // What is behind the entry is always the program's own, whatever was asked for.
    if let Some(info) = variable(&all, "PATH_INFO")
        && let Some(rest) = info.strip_prefix(entry).filter(|rest| !rest.is_empty())
    {
        all.set_name("PATH_INFO", Value::str(rest));
        all.set_text("PHAR_PATH_INFO", Value::str(&info));
    }
    if let Some(translated) = all.get_bytes(b"PATH_TRANSLATED").map(Value::unref) {
        all.set_name("PATH_TRANSLATED", Value::str(&url));
        all.set_text("PHAR_PATH_TRANSLATED", translated);
    }
    let mut change = |bit: usize, new: Vec<u8>| {
        let variable = MUNGED[bit];
        if munged & 1 << bit != 0
            && let Some(old) = all.get_bytes(variable.as_bytes()).map(Value::unref)
        {
            all.set_name(variable, Value::str(new));
            all.set_text(&format!("PHAR_{variable}"), old);
        }
    };
    let before = server(ctx);
    for (bit, variable_name) in [(0, "PHP_SELF"), (1, "REQUEST_URI")] {
        let old = variable(&before, variable_name).unwrap_or_default();
        if let Some(at) = old.windows(name.len().max(1)).position(|w| w == name) {
            change(bit, old[at + name.len()..].to_vec());
        }
    }
    change(2, entry.to_vec());
    change(3, url);
    ctx.host.set_global(ctx, &Str::from("_SERVER"), Value::from(all));
}

fn not_found(ctx: &Ctx, archive: &Rc<Archive>, script: Option<&Str>) -> PhpResult<()> {
    if let Some(script) = script.filter(|s| !s.is_empty()) {
        let name = script.strip_prefix(b"/").unwrap_or(script);
        if archive.entry(name).is_some() {
            return run(ctx, archive, name);
        }
    }
    header(ctx, b"HTTP/1.0 404 Not Found", Some(404))?;
    ctx.echo(
        "<html>\n <head>\n  <title>File Not Found</title>\n </head>\n <body>\n  <h1>404 - File Not Found</h1>\n </body>\n</html>",
    );
    Ok(())
}

fn run(ctx: &Ctx, archive: &Archive, name: &[u8]) -> PhpResult<()> {
    let state = State::of(ctx);
    state.has_directory.set(false);
    state.begin_in(name);
    let url = [b"phar://", &archive.path()[..], b"/", name].concat();
    ctx.host.include_file(ctx, &url, false)?;
    Ok(())
}

fn mime(ctx: &Ctx, types: &Array, name: &[u8]) -> PhpResult<Option<String>> {
    let Some(dot) = name.iter().rposition(|&b| b == b'.') else { return Ok(Some("text/plain".into())) };
    let extension = &name[dot + 1..];
    if let Some(given) = types.get_bytes(extension) {
        if let Some(number) = given.as_int() {
            return match number {
                0 => Ok(None),
                1 => Ok(Some(String::new())),
                _ => {
                    let why = "Unknown mime type specifier used, only Phar::PHP, Phar::PHPS and a mime type string are allowed";
                    Err(ctx.throw("PharException", why))
                }
            };
        }
        if let Some(text) = given.as_str() {
            return Ok(Some(text.to_text().into_owned()));
        }
        let why = "Unknown mime type specifier used (not a string or int), only Phar::PHP, Phar::PHPS and a mime type string are allowed";
        return Err(ctx.throw("PharException", why));
    }
    let known = TYPES.iter().find(|(known, _)| known.as_bytes() == extension);
    Ok(known.map_or(Some("application/octet-stream".into()), |(_, mime)| mime.map(String::from)))
}

/// What a request asks for: the archive's name in the address (with what is in front of it, where that is known), the entry,
/// and the whole address. `None` if it is not about the archive.
fn asked(ctx: &Ctx, archive: &Archive, server: &Array) -> Option<(Vec<u8>, Vec<u8>, Vec<u8>)> {
    let method = variable(server, "REQUEST_METHOD")?;
    if ![&b"GET"[..], b"POST", b"HEAD", b"PUT", b"DELETE", b"OPTIONS", b"PATCH"].contains(&&method[..]) {
        return None;
    }
    let path = archive.path();
    let name = path.rsplit(|&b| b == b'/').next().unwrap_or_default().to_vec();
    let place = |text: &[u8]| text.windows(name.len().max(1)).position(|w| w == name);
    if ctx.request.sapi.get() == "cgi-fcgi" {
        let script = variable(server, "SCRIPT_NAME").filter(|script| place(script).is_some())?;
        let entry = variable(server, "PATH_INFO").unwrap_or_default();
        let address = [&script[..], &entry].concat();
        return Some((name, entry, address));
    }
    let uri = variable(server, "REQUEST_URI")?;
    let uri = uri.split(|&b| b == b'?').next().unwrap_or_default().to_vec();
    let entry = uri[place(&uri)? + name.len()..].to_vec();
    Some((name, entry, uri))
}

/// How long the part of an address is that names an entry, if not all of it does.
fn file_end(archive: &Archive, entry: &[u8]) -> Option<usize> {
    let inner = entry.strip_prefix(b"/")?;
    if archive.entry(inner).is_some() {
        return None;
    }
    let ends = (0..inner.len()).rev().filter(|&at| inner[at] == b'/');
    ends.map(|end| &inner[..end]).find(|name| archive.entry(name).is_some()).map(|name| name.len() + 1)
}

#[php_methods(WEB)]
impl Common {
    #[php("final public static function mungServer(array $variables): void", strict_return)]
    fn mung_server(ctx: &Ctx, variables: &Array) -> PhpResult<()> {
        let complain = |what: &str| {
            let text = format!(
                "{what} passed to Phar::mungServer(), expecting an array of any of these strings: PHP_SELF, REQUEST_URI, SCRIPT_FILENAME, SCRIPT_NAME"
            );
            ctx.throw("PharException", text)
        };
        if variables.is_empty() {
            return Err(complain("No values"));
        }
        if variables.len() > 4 {
            return Err(complain("Too many values"));
        }
        let state = State::of(ctx);
        for value in variables.values() {
            let Some(name) = value.as_str() else { return Err(complain("Non-string value")) };
            if let Some(bit) = MUNGED.iter().position(|m| m.as_bytes() == name.as_bytes()) {
                state.munged.set(state.munged.get() | 1 << bit);
            }
        }
        Ok(())
    }

    #[php(
        "final public static function webPhar(?string $alias = null, ?string $index = null, ?string $fileNotFoundScript = null, array $mimeTypes = [], ?callable $rewrite = null): void",
        strict_return
    )]
    fn web_phar(
        ctx: &Ctx,
        alias: Option<&Str>,
        index: Option<&Str>,
        not_found_script: Option<&Str>,
        types: &Array,
        rewrite: &Value,
    ) -> PhpResult<()> {
        let archive = map(ctx, alias).map_err(|why| failed(ctx, why))?;
        let all = server(ctx);
        // Without a request the stub goes on.
        if !ctx.request.http.get() {
            return Ok(());
        }
        let Some((name, mut entry, address)) = asked(ctx, &archive, &all) else { return Ok(()) };
        if !rewrite.is_null() {
            const WHY: &str = "phar error: rewrite callback must return a string or false";
            let new = ctx.call_value(rewrite, &[Value::str(&entry)]);
            let Ok(new) = new else { return Err(ctx.throw("PharException", WHY)) };
            if new.as_bool() == Some(false) {
                header(ctx, b"HTTP/1.0 403 Access Denied", Some(403))?;
                ctx.echo("<html>\n <head>\n  <title>Access Denied</title>\n </head>\n <body>\n  <h1>403 - File Access Denied</h1>\n </body>\n</html>");
                ctx.host.exit(ctx, 0);
                return ctx.check();
            }
            let Some(text) = new.as_str().map(|s| s.to_vec()) else { return Err(ctx.throw("PharException", WHY)) };
            entry = text;
        }
        // Of an address beyond a file the rest is the program's.
        if let Some(end) = file_end(&archive, &entry) {
            entry.truncate(end);
        }
        if matches!(&entry[..], b"" | b"/") {
            let first = index.map_or(&b"index.php"[..], |i| i.as_bytes());
            let first = first.strip_prefix(b"/").unwrap_or(first);
            if archive.entry(first).is_none() {
                not_found(ctx, &archive, not_found_script)?;
            } else {
                header(ctx, b"HTTP/1.1 301 Moved Permanently", Some(301))?;
                let location = [b"Location: ", address.strip_suffix(b"/").unwrap_or(&address), b"/", first].concat();
                header(ctx, &location, None)?;
            }
            ctx.host.exit(ctx, 0);
            return ctx.check();
        }
        let inner = crate::names::clean(&entry, b"")[1..].to_vec();
        let found = crate::entries::find(&archive, &inner, crate::entries::Want::File, true);
        let Ok(found) = found else {
            not_found(ctx, &archive, not_found_script)?;
            ctx.host.exit(ctx, 0);
            return ctx.check();
        };
        match mime(ctx, types, &inner)? {
            None => {
                munge(ctx, &archive, &name, &entry);
                run(ctx, &archive, &inner)?;
            }
            Some(kind) => {
                let bytes = crate::entries::contents(ctx, &archive, &found).map_err(|why| failed(ctx, why))?;
                if kind.is_empty() {
                    if let Some(show) = ctx.host.lookup_function(ctx, b"highlight_string") {
                        ctx.host.call_function(ctx, show, None, None, &[Value::str(&bytes[..])])?;
                    }
                } else {
                    header(ctx, format!("Content-type: {kind}").as_bytes(), None)?;
                    header(ctx, format!("Content-length: {}", bytes.len()).as_bytes(), None)?;
                    ctx.echo(&bytes[..]);
                }
            }
        }
        ctx.host.exit(ctx, 0);
        ctx.check()
    }
}
