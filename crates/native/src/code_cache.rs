//! The cache of compiled files, as extensions see it: what it holds, and how it is told to forget.

use crate::{ctx::Ctx, error::PhpResult};
use phant_memory::Str;
use std::{fs::OpenOptions, io::Write};

/// What the cache has done since it was last emptied, and what it holds.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Usage {
    /// Files that it holds.
    pub files: usize,
    /// Paths that lead to them.
    pub paths: usize,
    /// How many files it may hold.
    pub max_files: usize,
    /// Nearly the bytes that the files take, their strings included.
    pub bytes: usize,
    /// How many bytes they may take.
    pub max_bytes: usize,
    /// Bytes of the strings.
    pub string_bytes: usize,
    /// How many strings there are, each counted once for each file.
    pub strings: usize,
    /// Files that were found.
    pub hits: u64,
    /// Files that were not, and could have been.
    pub misses: u64,
    /// Files that were not taken in because of the black list.
    pub blacklisted: u64,
    /// When it was first used, in seconds since 1970.
    pub started: i64,
    /// When it was last emptied; zero if never.
    pub restarted: i64,
    /// How often it was emptied on demand.
    pub restarts: u64,
    /// It will be emptied before the next request.
    pub restart_pending: bool,
}

/// A file in the cache.
#[derive(Clone, Debug)]
pub struct Script {
    /// Its path.
    pub path: Box<[u8]>,
    /// How often it was found.
    pub hits: u64,
    /// Nearly the bytes that it takes.
    pub bytes: usize,
    /// When it was last used, in seconds since 1970.
    pub used: i64,
    /// When the file was changed.
    pub changed: i64,
    /// Until when the file need not be looked at.
    pub valid_until: i64,
}

/// The cache.
pub trait CodeCache: Sync {
    /// Whether the process has a cache: `opcache.enable`, and on the command line `opcache.enable_cli`.
    fn is_started(&self, ctx: &Ctx) -> bool;
    /// Whether the request uses it.
    fn is_enabled(&self, ctx: &Ctx) -> bool;
    /// Figures.
    fn usage(&self, ctx: &Ctx) -> Usage;
    /// The files in it.
    fn scripts(&self, ctx: &Ctx) -> Vec<Script>;
    /// The patterns of files that are not taken in.
    fn blacklist(&self, ctx: &Ctx) -> Vec<Box<[u8]>>;
    /// Compiles a file, so that it is in the cache, and declares what including it declares before it runs. False if it
    /// could not be read, which was reported.
    fn compile(&self, ctx: &Ctx, path: &Str) -> PhpResult<bool>;
    /// Forgets a file if it has changed, or in any case. False if there is no such file.
    fn invalidate(&self, ctx: &Ctx, path: &[u8], force: bool) -> bool;
    /// Whether a file is in the cache, as it is now.
    fn holds(&self, ctx: &Ctx, path: &[u8]) -> bool;
    /// Empties the cache before the next request. False if that will happen already.
    fn restart(&self, ctx: &Ctx) -> bool;
}

/// How grave it is what the cache has to say, as `opcache.log_verbosity_level` counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Severity {
    Fatal,
    Error,
    Warning,
    Message,
    Debug,
}

/// Writes to the log of the cache: `opcache.error_log`, or the error stream.
pub fn log(ctx: &Ctx, severity: Severity, text: impl AsRef<[u8]>) {
    ctx.ini.told.set(ctx.ini.told.get() || ctx.ini.starting.get());
    if (severity as i64) > ctx.ini.int("opcache.log_verbosity_level") {
        return;
    }
    let label = match severity {
        Severity::Fatal => "Fatal Error",
        Severity::Error => "Error",
        Severity::Warning => "Warning",
        Severity::Message => "Message",
        Severity::Debug => "Debug",
    };
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64);
    let head = format!("{} ({}): {label} ", clock(now), std::process::id());
    let line = [head.as_bytes(), text.as_ref(), b"\n"].concat();
    let target = ctx.ini.text("opcache.error_log");
    if !target.is_empty() && target.as_bytes() != b"stderr" {
        use std::os::unix::ffi::OsStrExt;
        let file = OpenOptions::new().append(true).create(true).open(std::ffi::OsStr::from_bytes(&target));
        if file.is_ok_and(|mut file| file.write_all(&line).is_ok()) {
            return;
        }
    }
    let _ = std::io::stderr().write_all(&line);
}

/// A time as C's `ctime` writes it, by the system's time zone: `Sun Nov 22 19:18:45 2026`.
pub fn clock(time: i64) -> String {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let local = time + phant_os::system::zone_offset(time);
    let (year, month, day) = crate::log::civil(local.div_euclid(86400));
    let rest = local.rem_euclid(86400);
    format!(
        "{} {} {day:2} {:02}:{:02}:{:02} {year}",
        DAYS[local.div_euclid(86400).rem_euclid(7) as usize],
        MONTHS[month as usize - 1],
        rest / 3600,
        rest / 60 % 60,
        rest % 60
    )
}
