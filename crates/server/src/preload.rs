//! Preloading: what the settings ask for (`opcache.preload`), or what requests turn out to use (`--preload auto`).
//!
//! With `auto` each worker process writes down from time to time, and when it ends, which files are worth it
//! (`phant_vm::request::popular`). The list is a text file, a path a line, in the folder that is served; processes that start
//! later preload what it names. Paths of other processes stay in it as long as their files are there.

use crate::{log_line, server::Site, worker};
use phant_vm::request::{
    engine, popular,
    preload::{self, Kind},
};
use std::{
    fs, io,
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// What is preloaded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Preload {
    /// What `opcache.preload` says.
    #[default]
    AsSet,
    /// What the list in the served folder says, which the server keeps.
    Auto,
}

/// How the list is called.
const LIST: &str = ".phant-preload";
const HEAD: &str = "# Files that `phant serve --preload auto` preloads. It writes this file; it may be edited, or deleted.\n";
/// How often it is brought up to date.
const PERIOD: Duration = Duration::from_secs(10);

/// Where the list is: in the folder that was given, which is the document root or the folder around it.
pub fn list(root: &Path) -> PathBuf {
    let public = root.file_name().is_some_and(|name| name == "public");
    root.parent().filter(|_| public).unwrap_or(root).join(LIST)
}

/// Preloads before the first request. A process that cannot takes no requests; a list that is of no use is none.
pub fn begin(site: &Arc<Site>, what: &Preload) -> io::Result<()> {
    let listed = match what {
        Preload::AsSet => None,
        Preload::Auto => Some(read(&list(&site.root))),
    };
    let own = Arc::clone(site);
    let preloaded = engine::with_stack(worker::STACK_SIZE, move || {
        engine::set_stack_size(worker::STACK_SIZE);
        let _ = phant_os::process::own_working_directory();
        let setup = worker::setup(&own, Path::new(""));
        match listed {
            None => preload::preload(&setup, Kind::Own, |_| {}),
            Some(paths) if paths.is_empty() => true,
            Some(paths) => {
                if !preload::preload_files(&setup, &paths) {
                    log_line("--preload auto: the listed files cannot be preloaded together; nothing is");
                }
                true
            }
        }
    });
    if preloaded { Ok(()) } else { Err(io::Error::other("opcache.preload failed")) }
}

/// Keeps the list up to date while the server runs.
pub fn keep(site: &Arc<Site>) -> io::Result<()> {
    let list = list(&site.root);
    std::thread::Builder::new().name("preload".to_owned()).stack_size(1 << 20).spawn(move || {
        loop {
            std::thread::sleep(PERIOD);
            if let Err(error) = write(&list) {
                log_line(&format!("--preload auto: cannot write {}: {error}", list.display()));
                return;
            }
        }
    })?;
    Ok(())
}

/// Brings the list up to date as the process ends.
pub fn end(site: &Site) {
    let _ = write(&list(&site.root));
}

/// The paths in a list.
fn read(list: &Path) -> Vec<Vec<u8>> {
    let text = fs::read(list).unwrap_or_default();
    let lines = text.split(|&byte| byte == b'\n');
    lines.filter(|line| line.first() == Some(&b'/')).map(<[u8]>::to_vec).collect()
}

/// Writes the list anew, if requests say something that it does not. What nothing is known of stays.
fn write(list: &Path) -> io::Result<()> {
    let Some(popular) = popular::popular() else { return Ok(()) };
    let known = read(list);
    let mut paths: Vec<Vec<u8>> = popular.into_iter().map(Vec::from).filter(|path| !path.contains(&b'\n')).collect();
    let is_there = |path: &Vec<u8>| Path::new(std::ffi::OsStr::from_bytes(path)).is_file();
    let others: Vec<_> = known.iter().filter(|path| !paths.contains(path) && is_there(path)).cloned().collect();
    paths.extend(others);
    if paths.len() == known.len() && paths.iter().all(|path| known.contains(path)) {
        return Ok(());
    }
    let mut text = HEAD.as_bytes().to_vec();
    paths.iter().for_each(|path| text.extend([path, &b"\n"[..]].concat()));
    // Whoever reads it meanwhile sees the one or the other.
    let mut fresh = list.as_os_str().to_owned().into_vec();
    fresh.extend(format!(".{}", std::process::id()).bytes());
    let fresh = PathBuf::from(std::ffi::OsString::from_vec(fresh));
    fs::write(&fresh, text)?;
    fs::rename(&fresh, list)
}
