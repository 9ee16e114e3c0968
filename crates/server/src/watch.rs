//! `--watch`: files that change in the served folder are told, and browsers load their pages anew.
//!
//! The supervisor looks at the folder ([`look`]) and tells worker processes a number that grows with each change. Pages of scripts
//! end with a script that listens for it ([`script`]); worker processes keep those who listen ([`Listeners`]), without a
//! thread for each. A page knows the number that it was made with, so a change while it loads is not lost.

use crate::{response::Response, server::Client};
use inotify::{EventMask, Inotify, WatchDescriptor, WatchMask};
use std::{
    collections::HashMap,
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

/// Addresses of the server itself: nothing of a site is served below a dot.
pub const EVENTS: &[u8] = b"/.phant/changes";
pub const SCRIPT: &[u8] = b"/.phant/changes.js";

/// What a page runs. After the server was away the browser asks again by itself.
pub const CODE: &str = "(() => {
  const mine = new URL(document.currentScript.src).searchParams.get('made');
  const changes = new EventSource('/.phant/changes');
  changes.onmessage = event => { if (event.data !== mine) { changes.close(); location.reload(); } };
  addEventListener('pagehide', () => changes.close());
})();
";

/// What a page ends with.
pub fn script(made: u64) -> String {
    format!("\n<script src=\"/.phant/changes.js?made={made}\"></script>\n")
}

/// How long changes are gathered: programs write many files at a time.
const GATHER: Duration = Duration::from_millis(40);
/// How soon a browser asks again, in milliseconds.
const RETRY: u32 = 300;
/// Folders in which programs put what they make themselves, or which are too large to be looked at.
const SKIPPED: [&str; 9] = ["node_modules", "cache", "var", "storage", "tmp", "temp", "log", "logs", "sessions"];
/// What people write. Databases, logs and locks change with every request.
const WRITTEN: [&str; 35] = [
    "php", "phtml", "inc", "module", "html", "htm", "xhtml", "twig", "latte", "tpl", "mustache", "css", "scss", "less", "js",
    "mjs", "cjs", "ts", "json", "yaml", "yml", "xml", "neon", "ini", "toml", "md", "txt", "svg", "png", "jpg", "jpeg", "gif",
    "webp", "ico", "woff2",
];

/// Those who want to know of changes, and how many there were.
#[derive(Default)]
pub struct Listeners {
    state: Mutex<Listening>,
}

#[derive(Default)]
struct Listening {
    /// The number of the last change, once the supervisor has told it.
    number: Option<u64>,
    open: Vec<(Response, Client)>,
    has_ended: bool,
}

impl Listeners {
    fn lock(&self) -> MutexGuard<'_, Listening> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
    /// The number of the last change.
    pub fn number(&self) -> u64 {
        self.lock().number.unwrap_or(0)
    }
    /// Takes in somebody who listens.
    pub fn add(&self, mut response: Response, client: Client) {
        let mut state = self.lock();
        response.begin_events();
        response.event(&format!("retry: {RETRY}\n"));
        if let Some(number) = state.number {
            response.event(&format!("data: {number}\n\n"));
        }
        state.open.push((response, client));
        let gone = if state.has_ended { std::mem::take(&mut state.open) } else { state.send(": still there\n\n") };
        drop(state);
        end(gone);
    }
    /// Something has changed.
    pub fn tell(&self, number: u64) {
        let mut state = self.lock();
        state.number = Some(number);
        let gone = state.send(&format!("data: {number}\n\n"));
        drop(state);
        end(gone);
    }
    /// The process ends.
    pub fn close(&self) {
        let mut state = self.lock();
        state.has_ended = true;
        let all = std::mem::take(&mut state.open);
        drop(state);
        end(all);
    }
}

impl Listening {
    /// Tells everybody; who is gone is given back.
    fn send(&mut self, event: &str) -> Vec<(Response, Client)> {
        self.open.iter_mut().for_each(|(response, _)| response.event(event));
        self.open.extract_if(.., |(response, client)| response.failed || client.is_gone()).collect()
    }
}

fn end(gone: Vec<(Response, Client)>) {
    for (mut response, client) in gone {
        response.end_events();
        drop(response);
        client.finish(false);
        client.go_on();
    }
}

/// Looks at a folder and what is in it: calls `changed` when something that people write has changed.
pub fn look(folder: &Path, changed: impl Fn() -> bool + Send + 'static) -> io::Result<()> {
    let mut inotify = Inotify::init()?;
    let mut watched = HashMap::new();
    add(&mut inotify, folder, &mut watched, 0)?;
    thread::Builder::new().name("changes".to_owned()).stack_size(crate::STACK_SIZE).spawn(move || {
        let mut buffer = vec![0; 16 << 10];
        while let Ok(events) = inotify.read_events_blocking(&mut buffer) {
            let events: Vec<_> = events.map(|event| (event.wd.clone(), event.mask, event.name.map(OsStr::to_owned))).collect();
            let mut is_any = false;
            for (wd, mask, name) in events {
                is_any |= mask.contains(EventMask::Q_OVERFLOW);
                let (Some(inside), Some(name)) = (watched.get(&wd).cloned(), name) else { continue };
                let path: PathBuf = inside.join(&name);
                if mask.contains(EventMask::ISDIR) {
                    let is_new = mask.intersects(EventMask::CREATE | EventMask::MOVED_TO) && is_looked_at(&name);
                    // What was put into it before it was looked at is new too.
                    is_any |= is_new && add(&mut inotify, &path, &mut watched, 0).is_ok_and(|files| files > 0);
                } else if !mask.contains(EventMask::CREATE) {
                    is_any |= is_written(&name);
                }
            }
            if is_any {
                thread::sleep(GATHER);
                // The rest of what was written at once.
                let _ = inotify.read_events(&mut buffer).map(|events| events.for_each(drop));
                if !changed() {
                    return;
                }
            }
        }
    })?;
    Ok(())
}

fn is_looked_at(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    !name.starts_with('.') && !SKIPPED.contains(&&*name)
}

fn is_written(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    if name.starts_with(".env") || name == ".user.ini" {
        return true;
    }
    let end = name.rsplit_once('.').map_or("", |(_, end)| end).to_ascii_lowercase();
    !name.starts_with('.') && !name.ends_with('~') && WRITTEN.contains(&end.as_str())
}

/// How deep folders are looked at: links that lead round in circles are not followed, but there may be mounts.
const DEEPEST: usize = 64;

/// Looks at a folder and those in it; how many files of interest there are.
fn add(inotify: &mut Inotify, folder: &Path, watched: &mut HashMap<WatchDescriptor, PathBuf>, depth: usize) -> io::Result<usize> {
    let wanted = WatchMask::CREATE
        | WatchMask::CLOSE_WRITE
        | WatchMask::DELETE
        | WatchMask::MOVED_FROM
        | WatchMask::MOVED_TO
        | WatchMask::ONLYDIR;
    let wd = inotify.watches().add(folder, wanted).map_err(|error| {
        io::Error::new(
            error.kind(),
            format!("{}: {error} (fs.inotify.max_user_watches says how many there may be)", folder.display()),
        )
    })?;
    watched.insert(wd, folder.to_owned());
    let mut files = 0;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (name, kind) = (entry.file_name(), entry.file_type());
        if kind.is_ok_and(|kind| kind.is_dir()) {
            if depth < DEEPEST && is_looked_at(&name) {
                match add(inotify, &entry.path(), watched, depth + 1) {
                    Ok(more) => files += more,
                    // Gone again.
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    Err(error) => return Err(error),
                }
            }
        } else {
            files += usize::from(is_written(&name));
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let written = |name: &str| is_written(OsStr::new(name));
        assert!(written("index.php") && written("A.PHP") && written(".env.local") && written("logo.svg"));
        assert!(!written("guestbook.sqlite") && !written(".index.php.swp") && !written("index.php~") && !written("Makefile"));
        let looked_at = |name: &str| is_looked_at(OsStr::new(name));
        assert!(
            looked_at("src") && looked_at("vendor") && !looked_at(".git") && !looked_at("node_modules") && !looked_at("cache")
        );
    }
}
