//! The log of the server: `error_log` of the configuration, or standard error.

use std::{
    fs::{File, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{SystemTime, UNIX_EPOCH},
};

/// How grave a line is, as `log_level` counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Level {
    Debug,
    Notice,
    Warning,
    Error,
    Alert,
}

impl Level {
    /// The level of a name in the configuration.
    pub fn of(name: &str) -> Option<Level> {
        Some(match name {
            "debug" => Level::Debug,
            "notice" => Level::Notice,
            "warning" => Level::Warning,
            "error" => Level::Error,
            "alert" => Level::Alert,
            _ => return None,
        })
    }
    fn label(self) -> &'static str {
        match self {
            Level::Debug => "DEBUG",
            Level::Notice => "NOTICE",
            Level::Warning => "WARNING",
            Level::Error => "ERROR",
            Level::Alert => "ALERT",
        }
    }
}

struct Log {
    file: Option<File>,
    path: Option<PathBuf>,
    least: Level,
    also_stderr: bool,
}

static LOG: Mutex<Log> = Mutex::new(Log { file: None, path: None, least: Level::Notice, also_stderr: false });

fn log() -> MutexGuard<'static, Log> {
    LOG.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Opens a file for lines at its end.
pub fn appending(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().append(true).create(true).open(path)
}

/// From now on lines of at least this level go to a file, and to standard error too if that is wanted.
pub fn open(path: Option<&Path>, least: Level, also_stderr: bool) -> std::io::Result<()> {
    let file = path.map(appending).transpose()?;
    *log() = Log { file, path: path.map(Path::to_path_buf), least, also_stderr };
    Ok(())
}

/// Opens the file anew: somebody has moved it away.
pub fn reopen() {
    let mut log = log();
    if let Some(file) = log.path.as_deref().and_then(|path| appending(path).ok()) {
        log.file = Some(file);
    }
}

/// Writes a line as it is.
pub fn plain(text: &str) {
    let line = format!("{text}\n");
    let mut log = log();
    let _ = match &mut log.file {
        Some(file) => file.write_all(line.as_bytes()),
        None => std::io::stderr().write_all(line.as_bytes()),
    };
}

/// Writes a line.
pub fn line(level: Level, text: impl AsRef<[u8]>) {
    let mut log = log();
    if level < log.least {
        return;
    }
    let head = format!("[{}] {}: ", now("%d-%b-%Y %H:%M:%S"), level.label());
    let line = [head.as_bytes(), text.as_ref(), b"\n"].concat();
    if let Some(file) = &mut log.file {
        let _ = file.write_all(&line);
        if !log.also_stderr {
            return;
        }
    }
    let _ = std::io::stderr().write_all(&line);
}

/// Seconds since 1970.
pub fn seconds() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64)
}

/// The time, in a form of `strftime`.
pub fn now(form: &str) -> String {
    time(form, seconds())
}

/// A time in a form of `strftime`, of which `%d %b %m %Y %H %M %S %z %s %%` are known.
pub fn time(form: &str, at: i64) -> String {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let offset = phant_os::system::zone_offset(at);
    let local = at + offset;
    let (year, month, day) = phant_native::log::civil(local.div_euclid(86400));
    let rest = local.rem_euclid(86400);
    let mut out = String::new();
    let mut chars = form.chars();
    while let Some(c) = chars.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('d') => out.push_str(&format!("{day:02}")),
            Some('b') => out.push_str(MONTHS[month as usize - 1]),
            Some('m') => out.push_str(&format!("{month:02}")),
            Some('Y') => out.push_str(&year.to_string()),
            Some('H') => out.push_str(&format!("{:02}", rest / 3600)),
            Some('M') => out.push_str(&format!("{:02}", rest / 60 % 60)),
            Some('S') => out.push_str(&format!("{:02}", rest % 60)),
            Some('z') => {
                let minutes = offset.abs() / 60;
                let sign = if offset < 0 { '-' } else { '+' };
                out.push_str(&format!("{sign}{:02}{:02}", minutes / 60, minutes % 60));
            }
            Some('s') => out.push_str(&at.to_string()),
            Some(other) => out.push(other),
            None => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let at = 1_795_623_488 - phant_os::system::zone_offset(1_795_623_488);
        assert_eq!(time("%d/%b/%Y:%H:%M:%S %%", at), "25/Nov/2026:16:18:08 %");
        assert!(Level::Debug < Level::Alert && Level::of("notice") == Some(Level::Notice));
    }
}
