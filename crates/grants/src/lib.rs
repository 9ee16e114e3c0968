//! `--allow-read`, `--allow-write`, `--allow-net`, `--allow-exec`: what a process may do, whatever PHP code wants.
//!
//! A process that is given one of them may do what they name and nothing else. [`Grants::confine`] takes the rest away, for
//! good, from the calling thread and all threads and processes that come of it. The kernel does that wherever it can tell
//! what is wanted, so no function of this program can forget to ask: files by Landlock, sockets, where none may be made, by a
//! filter of system calls. What the kernel does not look at is asked here, at the few places that do it: looking at facts of
//! files and changing them ([`may_see`], [`may_change`]), and to which address a socket goes ([`may_reach`]).

#![forbid(unsafe_code)]

mod kernel;
pub mod net;

pub use net::{Peer, may_reach};
use std::{
    ffi::OsStr,
    io,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    sync::OnceLock,
};

/// What can be granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Reading files and folders.
    Read,
    /// Changing them.
    Write,
    /// Connections, names, sockets.
    Net,
    /// Other programs.
    Exec,
}

/// All of them, with their flags.
pub const KINDS: [(Kind, &str); 4] =
    [(Kind::Read, "allow-read"), (Kind::Write, "allow-write"), (Kind::Net, "allow-net"), (Kind::Exec, "allow-exec")];

/// What of a kind is granted.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Extent {
    Everything,
    Listed(Vec<String>),
}

impl Extent {
    fn listed(&self) -> Option<&[String]> {
        if let Extent::Listed(list) = self { Some(list) } else { None }
    }
}

/// What the flags say. Without any flag everything is allowed.
#[derive(Clone, Debug, Default)]
pub struct Grants {
    given: [Option<Extent>; 4],
}

/// What the program itself needs, beside what was granted.
#[derive(Clone, Debug, Default)]
pub struct Own {
    /// Files and folders that it reads.
    pub read: Vec<PathBuf>,
    /// Those that it also changes.
    pub write: Vec<PathBuf>,
}

impl Grants {
    /// A flag: `""` and `on` for everything, `none` and `off` for nothing, or a list with commas.
    pub fn add(&mut self, kind: Kind, value: &str) {
        let given = &mut self.given[kind as usize];
        match value {
            "" | "on" | "true" => *given = Some(Extent::Everything),
            _ => {
                let words = value.split(',').map(str::trim).filter(|word| !matches!(*word, "" | "none" | "off" | "false"));
                let words = words.map(str::to_owned);
                match given {
                    Some(Extent::Everything) => {}
                    Some(Extent::Listed(list)) => list.extend(words),
                    None => *given = Some(Extent::Listed(words.collect())),
                }
            }
        }
    }
    /// Whether anything is taken away.
    pub fn are_given(&self) -> bool {
        self.given.iter().any(Option::is_some)
    }
    /// Whether something may be done to a path.
    pub fn cover(&self, kind: Kind, path: &Path) -> bool {
        let Some(list) = self.extent(kind).listed().map(<[String]>::to_vec) else { return true };
        let path = resolved(path.as_os_str().as_bytes());
        list.iter().any(|granted| path.starts_with(resolved(granted.as_bytes())))
    }
    fn extent(&self, kind: Kind) -> Extent {
        match &self.given[kind as usize] {
            Some(extent) => extent.clone(),
            None if self.are_given() => Extent::Listed(Vec::new()),
            None => Extent::Everything,
        }
    }
    /// Takes away what is not granted. An error says what is wrong with the flags or missing in the kernel.
    pub fn confine(&self, own: Own) -> Result<(), String> {
        if !self.are_given() {
            return Ok(());
        }
        let held = Held::new(self, own)?;
        let held = HELD.get_or_init(|| held);
        kernel::confine(held)
    }
}

/// What this process has been left with.
struct Held {
    /// `None` is everything.
    read: Option<Vec<PathBuf>>,
    write: Option<Vec<PathBuf>>,
    net: Option<Vec<net::Target>>,
    exec: Option<Vec<PathBuf>>,
}

static HELD: OnceLock<Held> = OnceLock::new();

/// What every PHP program needs of the system.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"];
/// What the server looks at to say how it is doing, and to keep snapshots.
const FACTS: [&str; 4] = ["/proc/self/statm", "/proc/self/pagemap", "/proc/self/maps", "/proc/self/status"];
/// What finding a host takes.
const RESOLVER: [&str; 9] = [
    "/etc/resolv.conf",
    "/etc/hosts",
    "/etc/host.conf",
    "/etc/nsswitch.conf",
    "/etc/gai.conf",
    "/etc/services",
    "/etc/protocols",
    "/etc/ssl",
    "/usr/share/ca-certificates",
];
/// What programs are loaded with.
const LIBRARIES: [&str; 7] =
    ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/etc/ld.so.preload"];
/// Where programs are, if any may be started.
const PROGRAMS: [&str; 5] = ["/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin"];
/// What `exec`, `popen` and backticks start their programs with.
const SHELL: &str = "/bin/sh";
/// What the kernel loads programs with.
const LOADERS: [&str; 2] = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"];

impl Held {
    fn new(grants: &Grants, own: Own) -> Result<Held, String> {
        let folders = |kind: Kind, flag: &str| -> Result<Option<Vec<PathBuf>>, String> {
            let extent = grants.extent(kind);
            let Some(list) = extent.listed() else { return Ok(None) };
            let real = |path: &String| Path::new(path).canonicalize().map_err(|e| format!("--{flag}={path}: {e}"));
            list.iter().map(real).collect::<Result<_, _>>().map(Some)
        };
        let existing =
            |paths: &[&str]| -> Vec<PathBuf> { paths.iter().filter_map(|path| Path::new(path).canonicalize().ok()).collect() };
        let mut read = folders(Kind::Read, "allow-read")?;
        let mut write = folders(Kind::Write, "allow-write")?;
        let net = grants.extent(Kind::Net).listed().map(net::targets).transpose()?;
        let exec = grants.extent(Kind::Exec).listed().map(programs).transpose()?;
        if let Some(read) = &mut read {
            read.extend(own.read.into_iter().chain(own.write.iter().cloned()).filter_map(|path| path.canonicalize().ok()));
            read.extend(existing(&DEVICES));
            // The links in these lead to the process that looks; what they lead to now is this one's.
            read.extend(existing(&FACTS));
            if net.as_ref().is_none_or(|net| !net.is_empty()) {
                read.extend(existing(&RESOLVER));
            }
            match &exec {
                None => read.extend(existing(&LIBRARIES).into_iter().chain(existing(&PROGRAMS))),
                Some(exec) if !exec.is_empty() => read.extend(existing(&LIBRARIES).into_iter().chain(exec.iter().cloned())),
                Some(_) => {}
            }
        }
        if let Some(write) = &mut write {
            write.extend(own.write.into_iter().filter_map(|path| path.canonicalize().ok()));
            write.extend(existing(&DEVICES[..1]));
        }
        Ok(Held { read, write, net, exec })
    }
}

/// The programs that names stand for, as a shell finds them, and what starting them takes.
fn programs(names: &[String]) -> Result<Vec<PathBuf>, String> {
    let search = std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
    let find = |name: &String| {
        let found = if name.contains('/') {
            Path::new(name).canonicalize()
        } else {
            let places = std::env::split_paths(&search).map(|folder| folder.join(name));
            let found = places.filter(|place| place.is_file()).find_map(|place| place.canonicalize().ok());
            found.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "there is no such program"))
        };
        found.map_err(|e| format!("--allow-exec={name}: {e}"))
    };
    let mut found: Vec<PathBuf> = names.iter().map(find).collect::<Result<_, _>>()?;
    if !found.is_empty() {
        found.extend([SHELL].iter().chain(&LOADERS).filter_map(|path| Path::new(path).canonicalize().ok()));
    }
    Ok(found)
}

/// An absolute path without links, as far as there is something; the rest as it is written.
fn resolved(path: &[u8]) -> PathBuf {
    let path = Path::new(OsStr::from_bytes(path));
    let mut absolute = PathBuf::new();
    if !path.is_absolute() {
        absolute.extend(std::env::current_dir().iter());
    }
    absolute.push(path);
    let mut rest = Vec::new();
    let mut head = absolute.as_path();
    loop {
        if let Ok(real) = head.canonicalize() {
            return rest.iter().rev().fold(real, |mut path, part| {
                path.push(part);
                path
            });
        }
        let mut parts = head.components();
        match parts.next_back() {
            Some(std::path::Component::Normal(part)) => rest.push(part.to_owned()),
            // What leads back out of something that is not there is not within anything.
            Some(std::path::Component::ParentDir) => return PathBuf::from("/"),
            _ => return absolute,
        }
        head = parts.as_path();
    }
}

fn within(granted: &[PathBuf], path: &Path) -> bool {
    granted.iter().any(|granted| path.starts_with(granted))
}

/// Whether PHP code may know anything of a path: whether it is there, what kind it is, how large.
pub fn may_see(path: &[u8]) -> bool {
    let Some(held) = HELD.get() else { return true };
    let Some(read) = &held.read else { return true };
    let path = resolved(path);
    // Folders on the way to what is granted are no secret: programs walk down to it.
    within(read, &path)
        || held.write.as_ref().is_none_or(|write| within(write, &path))
        || read.iter().any(|r| r.starts_with(&path))
}

/// Whether mode, owner and times of a path may be changed. Landlock does not look at those.
pub fn may_change(path: &[u8]) -> bool {
    let Some(Held { write: Some(write), .. }) = HELD.get() else { return true };
    within(write, &resolved(path))
}

/// The error of what is not granted, as the kernel's: permission denied.
pub fn denied() -> io::Error {
    const EACCES: i32 = 13;
    io::Error::from_raw_os_error(EACCES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags() {
        let mut grants = Grants::default();
        assert!(!grants.are_given() && grants.extent(Kind::Exec) == Extent::Everything);
        grants.add(Kind::Read, "/usr, /bin");
        grants.add(Kind::Read, "/etc");
        grants.add(Kind::Net, "");
        grants.add(Kind::Exec, "none");
        assert_eq!(grants.extent(Kind::Read), Extent::Listed(["/usr", "/bin", "/etc"].map(str::to_owned).to_vec()));
        assert_eq!(grants.extent(Kind::Net), Extent::Everything);
        assert_eq!([Kind::Write, Kind::Exec].map(|kind| grants.extent(kind)), [(); 2].map(|()| Extent::Listed(Vec::new())));
        assert!(grants.cover(Kind::Read, Path::new("/usr/nothing/of/that/name")) && !grants.cover(Kind::Read, Path::new("/var")));
        assert!(!grants.cover(Kind::Read, Path::new("/usrx")) && !grants.cover(Kind::Read, Path::new("/usr/../var")));
        assert!(
            Held::new(&Grants { given: [Some(Extent::Listed(vec!["/nowhere".into()])), None, None, None] }, Own::default())
                .is_err()
        );
    }

    #[test]
    fn paths_without_links() {
        assert_eq!(resolved(b"/usr/../usr/none/such"), Path::new("/usr/none/such"));
        assert_eq!(resolved(b"/none/such/../../etc"), Path::new("/"));
        assert_eq!(resolved(b"/"), Path::new("/"));
    }
}
