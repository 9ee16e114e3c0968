//! `session.cache_limiter`: what caches may do with pages that depend on a session.

use crate::{session, state::State};
use phant_ext_standard::head::date;
use phant_memory::Held;
use phant_native::Ctx;
use phant_sapi::headers;
use std::{
    os::unix::{ffi::OsStrExt, fs::MetadataExt},
    time::{SystemTime, UNIX_EPOCH},
};

/// A day long ago, by which caches know that a page is old.
const EXPIRED: &str = "Expires: Thu, 19 Nov 1981 08:52:00 GMT";

/// Adds the headers of the limiter that the settings name. False if it is too late for that, and there is no session then.
pub fn send(ctx: &Ctx, state: &State) -> bool {
    let limiter = ctx.ini.text("session.cache_limiter");
    if limiter.is_empty() || !state.is_active() {
        return true;
    }
    if let Some((file, line)) = ctx.request.headers_sent.get() {
        session::abort(ctx, state);
        crate::cookie::warn_too_late(ctx, "cache limiter", &file, line);
        return false;
    }
    let age = ctx.ini.int("session.cache_expire").wrapping_mul(60);
    let add = |line: String| {
        headers::add(ctx, line.as_bytes(), true, 0);
    };
    match limiter.as_bytes() {
        b"public" => {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64);
            if let Some(date) = date(now.saturating_add(age)) {
                add(format!("Expires: {date}"));
            }
            add(format!("Cache-Control: public, max-age={age}"));
            last_modified(ctx);
        }
        b"private_no_expire" => {
            add(format!("Cache-Control: private, max-age={age}"));
            last_modified(ctx);
        }
        b"private" => {
            add(EXPIRED.to_owned());
            add(format!("Cache-Control: private, max-age={age}"));
            last_modified(ctx);
        }
        b"nocache" => {
            add(EXPIRED.to_owned());
            add("Cache-Control: no-store, no-cache, must-revalidate".to_owned());
            add("Pragma: no-cache".to_owned());
        }
        _ => {}
    }
    true
}

/// When the main script was changed.
fn last_modified(ctx: &Ctx) {
    let included = ctx.host.included_files(ctx);
    let script = included.values().next().and_then(|path| path.as_str().map(Held::into_owned));
    let changed = script.and_then(|path| std::fs::metadata(std::ffi::OsStr::from_bytes(&path)).ok());
    if let Some(date) = changed.and_then(|facts| date(facts.mtime())) {
        headers::add(ctx, format!("Last-Modified: {date}").as_bytes(), true, 0);
    }
}
