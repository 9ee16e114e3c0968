//! What needs only the text of a script: `-s`, `-w`, `dump ast`.

use phant_native::ini::parse_bool;
use phant_os::stdio::write_stdout;
use phant_syntax::{
    ParseOptions,
    lexer::LexerOptions,
    listing::{self, Colors},
    parse,
};
use std::{ffi::OsStr, fs, io::Read, os::unix::ffi::OsStrExt};

/// The name of what is read from standard input.
pub const STDIN_NAME: &str = "Standard input code";

/// A script's text; `None`, with a message, if it cannot be read.
pub fn read(path: Option<&[u8]>) -> Option<Vec<u8>> {
    match path {
        Some(path) => match fs::read(OsStr::from_bytes(path)) {
            Ok(text) => Some(text),
            Err(_) => {
                complain(path);
                None
            }
        },
        None => {
            let mut text = Vec::new();
            // What was read before an error counts, as in PHP.
            let _ = std::io::stdin().lock().read_to_end(&mut text);
            Some(text)
        }
    }
}

fn complain(path: &[u8]) {
    eprintln!("Could not open input file: {}", String::from_utf8_lossy(path));
}

fn setting(name: &str) -> Option<Vec<u8>> {
    match phant_native::config::get().value(name.as_bytes()) {
        Some(phant_native::config::ConfigValue::Text(text)) => Some(text.clone()),
        _ => phant_native::registry::get().ini_default(name).flatten().map(|v| v.as_bytes().to_vec()),
    }
}

fn short_open_tag() -> bool {
    setting("short_open_tag").is_none_or(|v| parse_bool(&v))
}

fn lexer_options() -> LexerOptions {
    LexerOptions { short_open_tag: short_open_tag(), code_only: false, strict: false, first_line: 1, skip_shebang: true }
}

fn finish(out: &[u8]) -> i32 {
    if write_stdout(out).is_ok() { 0 } else { 255 }
}

/// `-s`
pub fn highlight(path: Option<&[u8]>) -> i32 {
    read(path).map_or(1, |text| finish(&highlighted(&text)))
}

/// A script's text as a coloured page.
pub fn highlighted(text: &[u8]) -> Vec<u8> {
    let mut colors = Colors::default();
    for (name, color) in [
        ("highlight.comment", &mut colors.comment),
        ("highlight.default", &mut colors.default),
        ("highlight.html", &mut colors.html),
        ("highlight.keyword", &mut colors.keyword),
        ("highlight.string", &mut colors.string),
    ] {
        if let Some(value) = setting(name).filter(|v| !v.is_empty()) {
            *color = value;
        }
    }
    listing::highlight(text, &colors, lexer_options())
}

/// `-w`
pub fn strip(path: Option<&[u8]>) -> i32 {
    read(path).map_or(1, |text| finish(&stripped(&text)))
}

/// A script's text without comments.
pub fn stripped(text: &[u8]) -> Vec<u8> {
    listing::strip(text, lexer_options())
}

/// `dump ast`
pub fn dump_ast(path: &[u8]) -> i32 {
    let Some(text) = read(Some(path)) else { return 1 };
    let options = ParseOptions { short_open_tag: short_open_tag(), skip_shebang: true, ..ParseOptions::default() };
    match parse(&text, &options) {
        Ok(program) => finish(format!("{:#?}\n", program.statements).as_bytes()),
        Err(error) => {
            eprintln!("{}:{}: {}", String::from_utf8_lossy(path), error.line, String::from_utf8_lossy(&error.message));
            255
        }
    }
}
