//! The access log, on standard error: in PHP's form for `-S`, in one that is easier to read for `serve`.

use crate::{date, http::Head};
use std::{
    fs::File,
    io::{self, IsTerminal, Write},
    net::SocketAddr,
    path::Path,
    sync::{Mutex, OnceLock, PoisonError},
    time::Duration,
};

/// How lines look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// As PHP's built-in server writes them.
    Php,
    /// Ours.
    Plain,
    /// Ours, with colours.
    Coloured,
}

/// How answered requests are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// A line that people read.
    Text,
    /// A line of JSON.
    Json,
    /// Not at all.
    Off,
}

static FORM: OnceLock<Form> = OnceLock::new();
static ACCESS: OnceLock<Access> = OnceLock::new();

/// Sets the forms, once; `as_php` for PHP's.
pub fn set_form(as_php: bool, access: Access) {
    let _ = ACCESS.set(access);
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    let form = match (as_php, colours) {
        (true, _) => Form::Php,
        (_, true) => Form::Coloured,
        (_, false) => Form::Plain,
    };
    let _ = FORM.set(form);
}

fn form() -> Form {
    *FORM.get_or_init(|| Form::Plain)
}

/// Lines of answered requests, which are written when there are many of them or nothing else is to be done.
static WAITING: Mutex<Vec<u8>> = Mutex::new(Vec::new());
/// How much waits.
const MOST: usize = 16 << 10;

/// The file that the log goes to instead of standard error.
static FILE: Mutex<Option<File>> = Mutex::new(None);

/// Opens the file that the log goes to from now on.
pub fn write_to(path: &Path) -> io::Result<()> {
    let file = File::options().append(true).create(true).open(path);
    let file = file.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    *FILE.lock().unwrap_or_else(PoisonError::into_inner) = Some(file);
    Ok(())
}

/// That file, for a process that is to write there too.
pub fn file() -> io::Result<Option<File>> {
    FILE.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(File::try_clone).transpose()
}

fn put(text: &[u8]) {
    flush();
    write(text);
}

/// One write a line, so that threads do not mix theirs.
fn write(text: &[u8]) {
    let _ = match FILE.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
        Some(file) => file.write_all(text),
        None => std::io::stderr().write_all(text),
    };
}

/// Writes what waits.
pub fn flush() {
    let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
    if !waiting.is_empty() {
        write(&waiting);
        waiting.clear();
    }
}

fn put_soon(text: &[u8]) {
    let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
    waiting.extend_from_slice(text);
    if waiting.len() >= MOST {
        drop(waiting);
        flush();
    }
}

/// `Sat Nov 21 13:07:30 2026`
fn php_time() -> String {
    let c = date::Civil::of(date::local_now());
    let (day, month) = (date::DAYS[c.weekday], date::MONTHS[c.month]);
    format!("{day} {month} {:2} {:02}:{:02}:{:02} {}", c.day, c.hour, c.minute, c.second, c.year)
}

fn clock() -> String {
    let c = date::Civil::of(date::local_now());
    format!("{:02}:{:02}:{:02}", c.hour, c.minute, c.second)
}

/// A line of its own.
pub fn line(text: &[u8]) {
    put(&stamped(text));
}

fn stamped(text: &[u8]) -> Vec<u8> {
    let prefix = match form() {
        Form::Php => format!("[{}] ", php_time()),
        Form::Plain => format!("{} ", clock()),
        Form::Coloured => format!("\x1b[2m{}\x1b[0m ", clock()),
    };
    [prefix.as_bytes(), text, b"\n"].concat()
}

/// What happens to a connection, which only PHP's form tells.
pub fn connection(remote: SocketAddr, what: &str) {
    if form() == Form::Php {
        line(format!("{remote} {what}").as_bytes());
    }
}

/// Control characters of what clients send do not get to the terminal.
fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// A request that was answered.
pub fn access(remote: SocketAddr, head: Option<&Head>, status: u16, sent: u64, time: Duration, error: Option<&str>) {
    match ACCESS.get() {
        Some(Access::Off) if error.is_none() => return,
        Some(Access::Json) => return put_soon(json(remote, head, status, sent, time, error).as_bytes()),
        _ => {}
    }
    let (method, target) = head.map_or(("-".into(), String::new()), |h| (h.method.clone(), shown(&h.target)));
    if form() == Form::Php {
        let why = error.map_or(String::new(), |e| format!(" - {}", shown(e.as_bytes())));
        line(format!("{remote} [{status}]: {method} {target}{why}").as_bytes());
        return;
    }
    let milliseconds = time.as_secs_f64() * 1000.0;
    let size = match sent {
        0..=9999 => format!("{sent} B"),
        10_000..=9_999_999 => format!("{} kB", sent / 1000),
        _ => format!("{} MB", sent / 1_000_000),
    };
    let (on, soft, off) = match (form(), status) {
        (Form::Coloured, 500..) => ("\x1b[1;31m", "\x1b[2m", "\x1b[0m"),
        (Form::Coloured, 400..=499) => ("\x1b[33m", "\x1b[2m", "\x1b[0m"),
        (Form::Coloured, 300..=399) => ("\x1b[36m", "\x1b[2m", "\x1b[0m"),
        (Form::Coloured, _) => ("\x1b[32m", "\x1b[2m", "\x1b[0m"),
        _ => ("", "", ""),
    };
    let why = error.map_or(String::new(), |e| format!("\n         {on}{}{off}", shown(e.as_bytes())));
    let text = format!("{on}{status}{off} {method:<5} {target} {soft}{milliseconds:.1} ms, {size}{off}{why}");
    put_soon(&stamped(text.as_bytes()));
}

/// A request that takes long: where it is, and the calls that lead there.
pub fn slow(remote: SocketAddr, head: &Head, time: Duration, place: &str, stack: &[u8]) {
    let stack = String::from_utf8_lossy(stack);
    if ACCESS.get() == Some(&Access::Json) {
        let (method, target) = (json_text(&head.method), json_text(&String::from_utf8_lossy(&head.target)));
        let calls: Vec<String> = stack.lines().map(json_text).collect();
        let text = format!(
            "{{\"time\":\"{}\",\"client\":\"{}\",\"slow\":true,\"method\":{method},\"target\":{target},\"ms\":{:.3},\"at\":{},\
             \"stack\":[{}]}}\n",
            date::iso(date::now()),
            remote.ip(),
            time.as_secs_f64() * 1000.0,
            json_text(place),
            calls.join(",")
        );
        return put(text.as_bytes());
    }
    let calls: String = stack.lines().map(|call| format!("\n         {}", shown(call.as_bytes()))).collect();
    let (method, target, seconds) = (&head.method, shown(&head.target), time.as_secs_f64());
    line(format!("slow: {method} {target} takes {seconds:.1} s already, at {}{calls}", shown(place.as_bytes())).as_bytes());
}

/// An answered request as a line of JSON.
fn json(remote: SocketAddr, head: Option<&Head>, status: u16, sent: u64, time: Duration, error: Option<&str>) -> String {
    let time_of_day = date::iso(date::now());
    let mut line = format!("{{\"time\":\"{time_of_day}\",\"client\":\"{}\",\"status\":{status}", remote.ip());
    if let Some(head) = head {
        let protocol = head.protocol.name().as_bytes();
        let texts = [("method", head.method.as_bytes()), ("target", head.target.as_slice()), ("protocol", protocol)];
        let headers = ["host", "user-agent", "referer"].map(|name| (name, head.header(name).unwrap_or_default()));
        for (name, value) in texts.into_iter().chain(headers).filter(|(_, value)| !value.is_empty()) {
            line += &format!(",\"{name}\":{}", json_text(&String::from_utf8_lossy(value)));
        }
    }
    line += &format!(",\"bytes\":{sent},\"ms\":{:.3}", time.as_secs_f64() * 1000.0);
    if let Some(error) = error {
        line += &format!(",\"error\":{}", json_text(error));
    }
    line + "}\n"
}

pub fn json_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out += &format!("\\u{:04x}", c as u32),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn texts() {
        assert_eq!(super::json_text("a\"\\\n\u{9b}é"), "\"a\\\"\\\\\\u000a\\u009bé\"");
    }
}
