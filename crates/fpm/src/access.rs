//! `access.log`: a line for each request, in the form that `access.format` gives.

use crate::{board::Child, config::Pool, log};
use std::{
    fs::File,
    io::Write,
    path::PathBuf,
    sync::{Mutex, PoisonError},
    time::Duration,
};

/// A part of the form.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Text(String),
    /// `%d`: so many units are in a second.
    Duration(u32),
    /// `%M`: so many bytes are a unit.
    Memory(usize),
    /// `%t`, `%T`: when the request was received, when it is logged.
    Time(String),
    /// `%e`: what the web server has sent.
    Sent(String),
    /// `%o`: a header of the answer.
    Header(String),
    Plain(char),
}

/// The log of a pool.
pub struct Access {
    parts: Vec<Part>,
    path: PathBuf,
    file: Mutex<Option<File>>,
    pool: String,
    suppressed: Vec<String>,
}

/// A request that was answered.
pub struct Answered<'a> {
    /// What is known of it.
    pub child: &'a Child,
    /// When it began.
    pub began: i64,
    /// How long it took.
    pub took: Duration,
    /// The status of the answer.
    pub status: u16,
    /// The address of the web server.
    pub peer: Option<&'a str>,
    /// The web server's parameters.
    pub sent_by_server: &'a dyn Fn(&str) -> Option<Vec<u8>>,
    /// Headers of the answer.
    pub headers: &'a [Vec<u8>],
}

impl Access {
    /// The log that a pool wants; `Err` says what is wrong with its form.
    pub fn new(pool: &Pool) -> Result<Option<Access>, String> {
        let Some(path) = pool.access_log.clone() else { return Ok(None) };
        let parts = parse(&pool.access_format)?;
        let file = log::appending(&path)
            .map_err(|error| format!("failed to open access log ({}): {}", path.display(), phant_os::error_text(&error)))?;
        let (pool, suppressed) = (pool.name.clone(), pool.suppressed_paths.clone());
        Ok(Some(Access { parts, path, file: Mutex::new(Some(file)), pool, suppressed }))
    }
    /// Whether it needs to know how much of a processor a request takes.
    pub fn wants_cpu(&self) -> bool {
        self.parts.contains(&Part::Plain('C'))
    }
    /// Whether it needs headers of answers.
    pub fn wants_headers(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Header(_)))
    }
    /// Opens the file anew.
    pub fn reopen(&self) {
        *self.file.lock().unwrap_or_else(PoisonError::into_inner) = log::appending(&self.path).ok();
    }
    /// Writes the line of a request.
    pub fn write(&self, answered: &Answered) {
        let child = answered.child;
        let path = child.uri.split('?').next().unwrap_or_default();
        // Those that are left out are plain ones, without anything odd about them.
        let plain = child.method == "GET" && child.content_length == 0 && child.query.is_empty() && answered.status < 300;
        if plain && self.suppressed.iter().any(|other| other == path) {
            return;
        }
        let mut line: Vec<u8> = Vec::with_capacity(128);
        for part in &self.parts {
            match part {
                Part::Text(text) => line.extend_from_slice(text.as_bytes()),
                Part::Duration(unit) => {
                    line.extend_from_slice(format!("{:.3}", answered.took.as_secs_f64() * f64::from(*unit)).as_bytes());
                }
                Part::Memory(unit) => line.extend_from_slice((child.memory / unit).to_string().as_bytes()),
                Part::Time(form) => line.extend_from_slice(log::time(form, answered.began).as_bytes()),
                Part::Sent(name) => put_text(&mut line, (answered.sent_by_server)(name).as_deref()),
                Part::Header(name) => {
                    let mut all = answered.headers.iter().filter_map(|line| {
                        let colon = line.iter().position(|&c| c == b':')?;
                        line[..colon].eq_ignore_ascii_case(name.as_bytes()).then(|| line[colon + 1..].trim_ascii())
                    });
                    put_text(&mut line, all.next());
                }
                Part::Plain(letter) => self.put(&mut line, *letter, answered),
            }
        }
        line.push(b'\n');
        if let Some(file) = &mut *self.file.lock().unwrap_or_else(PoisonError::into_inner) {
            let _ = file.write_all(&line);
        }
    }
    fn put(&self, line: &mut Vec<u8>, letter: char, answered: &Answered) {
        let child = answered.child;
        let text = match letter {
            'C' => format!("{:.2}", child.cpu),
            'f' => child.script.clone(),
            'l' => child.content_length.to_string(),
            'm' => child.method.clone(),
            'n' => self.pool.clone(),
            'p' => child.thread.to_string(),
            'P' => phant_os::posix::parent_id().to_string(),
            'q' => child.query.clone(),
            'Q' => if child.query.is_empty() { "" } else { "?" }.to_owned(),
            'r' => child.uri.split('?').next().unwrap_or_default().to_owned(),
            'R' => return put_text(line, answered.peer.map(str::as_bytes)),
            's' => answered.status.to_string(),
            // Nobody is nothing there, and a dash on the status page.
            'u' => child.user.strip_prefix('-').unwrap_or(&child.user).to_owned(),
            _ => String::new(),
        };
        line.extend_from_slice(text.as_bytes());
    }
}

/// What is not there is a dash; what would begin another line does not.
fn put_text(line: &mut Vec<u8>, text: Option<&[u8]>) {
    match text {
        Some(text) => line.extend(text.iter().map(|&c| if c < b' ' { b'?' } else { c })),
        None => line.push(b'-'),
    }
}

fn parse(form: &str) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    let mut text = String::new();
    let mut chars = form.chars();
    while let Some(c) = chars.next() {
        if c != '%' {
            text.push(c);
            continue;
        }
        let mut letter = chars.next();
        let mut argument = String::new();
        if letter == Some('{') {
            argument = chars.by_ref().take_while(|c| *c != '}').collect();
            letter = chars.next();
        }
        let part = match (letter, argument.as_str()) {
            (Some('%'), "") => {
                text.push('%');
                continue;
            }
            (Some('d'), "" | "s" | "seconds") => Part::Duration(1),
            (Some('d'), "mili" | "ms" | "milliseconds" | "miliseconds") => Part::Duration(1000),
            (Some('d'), "micro" | "microseconds") => Part::Duration(1_000_000),
            (Some('M'), "" | "bytes") => Part::Memory(1),
            (Some('M'), "kilo" | "kilobytes") => Part::Memory(1 << 10),
            (Some('M'), "mega" | "megabytes") => Part::Memory(1 << 20),
            (Some('t' | 'T'), "") => Part::Time("%d/%b/%Y:%H:%M:%S %z".to_owned()),
            (Some('t' | 'T'), form) => Part::Time(form.to_owned()),
            (Some('e'), name) if !name.is_empty() => Part::Sent(name.to_owned()),
            (Some('o'), name) if !name.is_empty() => Part::Header(name.to_owned()),
            (Some('C'), _) => Part::Plain('C'),
            (Some(letter @ ('f' | 'l' | 'm' | 'n' | 'p' | 'P' | 'q' | 'Q' | 'r' | 'R' | 's' | 'u')), "") => Part::Plain(letter),
            _ => return Err(format!("the access format has a part that is not known: %{argument}{}", letter.unwrap_or(' '))),
        };
        if !text.is_empty() {
            parts.push(Part::Text(std::mem::take(&mut text)));
        }
        parts.push(part);
    }
    if !text.is_empty() {
        parts.push(Part::Text(text));
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        let parts = parse("%R \"%m\" %{mili}d%% %{X-A}o").expect("a form");
        let text = |text: &str| Part::Text(text.to_owned());
        let expected = [
            Part::Plain('R'),
            text(" \""),
            Part::Plain('m'),
            text("\" "),
            Part::Duration(1000),
            text("% "),
            Part::Header("X-A".to_owned()),
        ];
        assert_eq!(parts, expected);
        assert!(parse("%z").is_err() && parse("%").is_err() && parse("%{x}d").is_err() && parse("%{a").is_err());
    }
}
