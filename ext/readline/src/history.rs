//! The lines that were typed, and the file they are kept in between sessions. The file has the form that PHP's shell
//! writes, so both share it.

use std::{cell::RefCell, ffi::OsStr, fs, os::unix::ffi::OsStrExt, path::Path};

/// The first line of the file.
const HEADER: &[u8] = b"_HiStOrY_V2_";

thread_local! {
    static LINES: RefCell<Vec<Vec<u8>>> = RefCell::default();
}

/// Adds a line.
pub fn add(line: &[u8]) {
    LINES.with_borrow_mut(|lines| lines.push(line.to_vec()));
}
/// Forgets all lines.
pub fn clear() {
    LINES.with_borrow_mut(Vec::clear);
}
/// All lines, oldest first.
pub fn all() -> Vec<Vec<u8>> {
    LINES.with_borrow(Clone::clone)
}
/// The user's own file: what `PHP_HISTFILE` names, or `.php_history` in the home folder.
pub fn default_file() -> Option<Vec<u8>> {
    use std::os::unix::ffi::OsStringExt;
    if let Some(file) = std::env::var_os("PHP_HISTFILE") {
        return Some(file.into_vec());
    }
    let home = std::env::var_os("HOME")?;
    Some(Path::new(&home).join(".php_history").into_os_string().into_vec())
}

fn path(file: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(file))
}

/// Adds the lines of a file; false if it is no history.
pub fn load(file: &[u8]) -> bool {
    let Ok(text) = fs::read(path(file)) else { return false };
    let mut lines = text.split(|&c| c == b'\n');
    if lines.next() != Some(HEADER) {
        return false;
    }
    for line in lines.filter(|line| !line.is_empty()) {
        add(&decoded(line));
    }
    true
}

/// Writes all lines to a file that only its owner may read.
pub fn save(file: &[u8]) -> bool {
    use std::{io::Write, os::unix::fs::OpenOptionsExt};
    let mut text = [HEADER, b"\n"].concat();
    for line in all() {
        encode(&line, &mut text);
        text.push(b'\n');
    }
    let opened = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path(file));
    opened.and_then(|mut file| file.write_all(&text)).is_ok()
}

/// White space, control characters and backslashes become `\ooo`.
fn encode(line: &[u8], out: &mut Vec<u8>) {
    for &byte in line {
        if byte <= b' ' || byte == b'\\' || byte == 0x7f {
            out.extend_from_slice(format!("\\{byte:03o}").as_bytes());
        } else {
            out.push(byte);
        }
    }
}

fn decoded(line: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(line.len());
    let mut rest = line;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        let digits = after.get(..3).filter(|digits| digits.iter().all(|c| (b'0'..=b'7').contains(c)));
        match digits {
            Some(digits) if byte == b'\\' => {
                let code = digits.iter().fold(0u32, |code, digit| code * 8 + u32::from(digit - b'0'));
                out.push(code as u8);
                rest = after.get(3..).unwrap_or_default();
            }
            _ => out.push(byte),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        let mut text = Vec::new();
        encode(b"a b\n\\\xc3\xa9", &mut text);
        assert_eq!(text, b"a\\040b\\012\\134\xc3\xa9");
        assert_eq!(decoded(&text), b"a b\n\\\xc3\xa9");
        assert_eq!(decoded(b"x\\04"), b"x\\04");
        assert_eq!(decoded(b"\\777"), [0xff]);
    }
}
