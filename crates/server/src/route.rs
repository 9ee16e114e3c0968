//! From a request's address to what answers it: a static file, a script, or nothing.

use crate::{known::Known, server::Site};
use std::{
    ffi::OsStr,
    fs,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    sync::Arc,
};

/// What answers a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// A file that was sent before.
    Known(Arc<Known>),
    /// A file to send.
    File(PathBuf),
    /// A script to run.
    Script(Script),
    /// Nothing: 404.
    None,
    /// The address is not valid: 400.
    Bad,
}

/// A script and how the address names it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// `SCRIPT_FILENAME`
    pub file: PathBuf,
    /// `SCRIPT_NAME`
    pub name: Vec<u8>,
    /// `PATH_INFO`: the rest of the address, if any.
    pub path_info: Option<Vec<u8>>,
    /// The address names it; otherwise it is the index of a folder.
    pub named: bool,
}

/// `%41` as `A`. `None` for what no file can be named.
pub fn decode(path: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(path.len());
    let mut rest = path;
    while let [first, after @ ..] = rest {
        let hex = |c: u8| (c as char).to_digit(16);
        match (first, after) {
            (b'%', [a, b, tail @ ..]) => match (hex(*a), hex(*b)) {
                (Some(a), Some(b)) => {
                    out.push((a * 16 + b) as u8);
                    rest = tail;
                    continue;
                }
                _ => out.push(b'%'),
            },
            _ => out.push(*first),
        }
        rest = after;
    }
    (!out.contains(&0)).then_some(out)
}

/// Resolves `.`, `..` and empty parts. A path cannot leave the root: `..` there stays there.
fn normalize(path: &[u8]) -> Vec<u8> {
    let mut parts: Vec<&[u8]> = Vec::new();
    for part in path.split(|&c| c == b'/') {
        match part {
            b"" | b"." => {}
            b".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    let mut out = Vec::with_capacity(path.len());
    for part in &parts {
        out.push(b'/');
        out.extend_from_slice(part);
    }
    let folder = matches!(path.rsplit(|&c| c == b'/').next(), Some(b"" | b"." | b".."));
    if folder || out.is_empty() {
        out.push(b'/');
    }
    out
}

/// What must not be shown even if it lies in the document root: `.env`, `.git`.
fn is_hidden(path: &[u8]) -> bool {
    path.split(|&c| c == b'/').any(|part| part.starts_with(b".") && part != b".well-known")
}

fn is_script(path: &[u8]) -> bool {
    path.len() >= 4 && path[path.len() - 4..].eq_ignore_ascii_case(b".php")
}

/// A path from the root as one of the system.
pub fn in_root(root: &Path, path: &[u8]) -> PathBuf {
    root.join(OsStr::from_bytes(path.strip_prefix(b"/").unwrap_or(path)))
}

/// Whether a file is in the root: no link leads out of it.
fn is_inside(root: &Path, relative: &[u8]) -> bool {
    let mut path = root.to_path_buf();
    let links = relative.split(|&c| c == b'/').filter(|part| !part.is_empty()).any(|part| {
        path.push(OsStr::from_bytes(part));
        fs::symlink_metadata(&path).is_ok_and(|file| file.is_symlink())
    });
    !links || path.canonicalize().is_ok_and(|path| path.starts_with(root))
}

/// Finds what answers the address `path` (as sent, without the query).
pub fn find(site: &Site, path: &[u8]) -> Route {
    let route = find_in(&site.root, path, site.as_php);
    let file = match &route {
        Route::File(file) => file,
        Route::Script(script) => &script.file,
        Route::None | Route::Bad | Route::Known(_) => return route,
    };
    let relative = file.strip_prefix(&site.root).unwrap_or(file).as_os_str().as_bytes();
    if site.follow_links || is_inside(&site.root, relative) { route } else { Route::None }
}

/// As PHP's built-in server: the file itself, or the index of the folder, or of the nearest folder above, with the rest
/// of the address in `PATH_INFO`. With `as_php` the nearest folder that is there decides, index or not, and a file may
/// have something behind its name.
fn find_in(root: &Path, path: &[u8], as_php: bool) -> Route {
    let from_root;
    let path = match path.starts_with(b"/") {
        true => path,
        // PHP's server takes whatever stands there for something in the root.
        false if as_php => {
            from_root = [b"/", path].concat();
            &from_root
        }
        false => return Route::Bad,
    };
    let Some(decoded) = decode(path) else { return Route::Bad };
    let path = normalize(&decoded);
    let mut end = path.len();
    let mut below_existing = true;
    loop {
        let part = &path[..end];
        let trimmed = part.strip_suffix(b"/").unwrap_or(part);
        let rest = (end < path.len()).then(|| path[trimmed.len()..].to_vec());
        match fs::metadata(in_root(root, trimmed)) {
            Ok(meta) if meta.is_file() && !is_hidden(trimmed) => {
                let file = in_root(root, trimmed);
                return if is_script(trimmed) {
                    Route::Script(Script { file, name: trimmed.to_vec(), path_info: rest, named: true })
                } else if rest.is_none() || as_php {
                    Route::File(file)
                } else {
                    Route::None
                };
            }
            Ok(meta) if meta.is_dir() => {
                let index = [trimmed, b"/index.php"].concat();
                let file = in_root(root, &index);
                if file.is_file() {
                    // What nginx hands to the index learns the address from REQUEST_URI.
                    let path_info = rest.filter(|r| as_php && r != b"/");
                    return Route::Script(Script { file, name: index, path_info, named: false });
                }
                let html = in_root(root, &[trimmed, b"/index.html"].concat());
                if html.is_file() && rest.is_none() {
                    return Route::File(html);
                }
                // A folder that is there but has no index is no page of the front controller's: PHP answers 404.
                if below_existing && (rest.is_none() || as_php) && trimmed != b"" {
                    return Route::None;
                }
                below_existing = false;
            }
            _ => {}
        }
        if trimmed.is_empty() {
            return Route::None;
        }
        end = trimmed.iter().rposition(|&c| c == b'/').map_or(1, |at| at + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Root(PathBuf);
    impl Drop for Root {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn root() -> Root {
        let root = std::env::temp_dir().join(format!("phant-route-{}", std::process::id()));
        fs::create_dir_all(root.join("sub")).expect("a folder");
        fs::create_dir_all(root.join("app")).expect("a folder");
        for file in ["index.php", "sub/x.php", "app/index.php", "t.txt", ".env", "sub/.secret"] {
            fs::write(root.join(file), "").expect("a file");
        }
        Root(root)
    }

    #[test]
    fn routes() {
        let root = root();
        let find = |path: &str| match super::find_in(&root.0, path.as_bytes(), false) {
            Route::File(f) => format!("file {}", f.strip_prefix(&root.0).expect("inside").display()),
            Route::Script(s) => {
                let rest = s.path_info.map_or("-".into(), |p| String::from_utf8_lossy(&p).into_owned());
                assert_eq!(s.file, in_root(&root.0, &s.name));
                format!("{} {rest}", String::from_utf8_lossy(&s.name))
            }
            other => format!("{other:?}"),
        };
        for (path, answer) in [
            ("/", "/index.php -"),
            ("/t.txt", "file t.txt"),
            ("/%74.txt", "file t.txt"),
            ("/sub/x.php", "/sub/x.php -"),
            ("/sub/x.php/a%20b/c.d", "/sub/x.php /a b/c.d"),
            ("/foo/bar.json", "/index.php -"),
            ("/app/x", "/app/index.php -"),
            ("/app/", "/app/index.php -"),
            ("/sub", "None"),
            ("/sub/nope", "/index.php -"),
            ("/../../etc/passwd", "/index.php -"),
            ("/%2e%2e/%2e%2e/etc/passwd", "/index.php -"),
            ("/.env", "/index.php -"),
            ("/sub/.secret", "/index.php -"),
            ("/a%00b", "Bad"),
            ("nope", "Bad"),
            ("*", "Bad"),
        ] {
            assert_eq!(find(path), answer, "{path}");
        }
        std::os::unix::fs::symlink("/etc", root.0.join("out")).expect("a link");
        std::os::unix::fs::symlink("t.txt", root.0.join("link.txt")).expect("a link");
        let real = root.0.canonicalize().expect("a folder");
        assert!(!is_inside(&real, b"out/passwd") && is_inside(&real, b"/link.txt") && is_inside(&real, b"t.txt"));
        assert_eq!(super::find_in(&root.0, b"/sub/nope", true), Route::None);
        assert_eq!(super::find_in(&root.0, b"/t.txt/x", true), Route::File(root.0.join("t.txt")));
        assert_eq!(super::find_in(&root.0, b"/t.txt/x", false), Route::None);
    }
}
