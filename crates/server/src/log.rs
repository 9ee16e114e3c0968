//! The access log, on standard error: in PHP's form for `-S`, in one that is easier to read for `serve`.

use crate::{date, http::Head};
use std::{
    io::{IsTerminal, Write},
    net::SocketAddr,
    sync::OnceLock,
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

static FORM: OnceLock<Form> = OnceLock::new();

/// Sets the form, once; `as_php` for PHP's.
pub fn set_form(as_php: bool) {
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

fn put(text: &[u8]) {
    // One write a line, so that threads do not mix theirs.
    let _ = std::io::stderr().write_all(text);
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
    let prefix = match form() {
        Form::Php => format!("[{}] ", php_time()),
        Form::Plain => format!("{} ", clock()),
        Form::Coloured => format!("\x1b[2m{}\x1b[0m ", clock()),
    };
    put(&[prefix.as_bytes(), text, b"\n"].concat());
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
    let (method, target) = head.map_or(("-".into(), String::new()), |h| (h.method.clone(), shown(&h.target)));
    if form() == Form::Php {
        let why = error.map_or(String::new(), |e| format!(" - {e}"));
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
    let why = error.map_or(String::new(), |e| format!("\n         {on}{e}{off}"));
    line(format!("{on}{status}{off} {method:<5} {target} {soft}{milliseconds:.1} ms, {size}{off}{why}").as_bytes());
}
