//! `opcache.blacklist_filename`: files that the code cache does not take in.

use phant_native::{
    Ctx,
    code_cache::{Severity, log},
};
use std::sync::{Arc, Mutex};

/// Patterns of paths, as absolute ones: `?` is a character and `*` any number of them within a folder's name, `**` any
/// number of any. What begins as a pattern says is meant.
#[derive(Default, Debug)]
pub(crate) struct Blacklist(Vec<Box<[u8]>>);

/// The list that was read last, with the setting that named it: the process reads it once.
static READ: Mutex<Option<(Box<[u8]>, Arc<Blacklist>)>> = Mutex::new(None);

impl Blacklist {
    /// The list that the setting names.
    pub(crate) fn of(ctx: &Ctx) -> Arc<Blacklist> {
        let setting = ctx.ini.text("opcache.blacklist_filename");
        if setting.is_empty() {
            return Arc::default();
        }
        let mut read = READ.lock().expect("no panics while a list is read");
        match &*read {
            Some((name, list)) if **name == *setting.as_bytes() => list.clone(),
            _ => {
                let list = Arc::new(Blacklist::read(ctx, &setting));
                *read = Some((setting.as_bytes().into(), list.clone()));
                list
            }
        }
    }
    fn read(ctx: &Ctx, setting: &[u8]) -> Blacklist {
        let mut list = Blacklist::default();
        let files = files(setting);
        if files.is_empty() {
            log(ctx, Severity::Warning, [b"No blacklist file found matching: ", setting, b"\n"].concat());
        }
        for file in files {
            match std::fs::read(phant_streams::path::os(&file)) {
                Ok(text) => list.add(&text, &file),
                Err(_) => log(ctx, Severity::Warning, [b"Cannot load blacklist file: ", &file[..], b"\n"].concat()),
            }
        }
        list
    }
    /// Takes in the lines of a file: `;` begins a comment, quotes may stand around a path.
    fn add(&mut self, text: &[u8], file: &[u8]) {
        let folder = phant_streams::path::absolute(file);
        let folder = &folder[..folder.iter().rposition(|&c| c == b'/').unwrap_or(0)];
        for line in text.split(|&c| c == b'\n') {
            let line = line.trim_ascii();
            let line = line.strip_prefix(b"\"").unwrap_or(line);
            let line = line.strip_suffix(b"\"").unwrap_or(line);
            if line.is_empty() || line[0] == b';' {
                continue;
            }
            let full = if line[0] == b'/' { line.to_vec() } else { [folder, b"/", line].concat() };
            self.0.push(phant_streams::path::absolute(&full).into());
        }
    }
    /// The patterns.
    pub(crate) fn patterns(&self) -> impl Iterator<Item = &[u8]> {
        self.0.iter().map(|pattern| &**pattern)
    }
    /// Whether a path is meant.
    pub(crate) fn names(&self, path: &[u8]) -> bool {
        self.patterns().any(|pattern| begins_as(pattern, path))
    }
}

/// The files that a pattern with `*` and `?` in its last part names, by name.
fn files(setting: &[u8]) -> Vec<Vec<u8>> {
    use std::os::unix::ffi::OsStrExt;
    if !setting.iter().any(|c| matches!(c, b'*' | b'?')) {
        let exists = phant_streams::path::os(setting).exists();
        return if exists { vec![setting.to_vec()] } else { Vec::new() };
    }
    let at = setting.iter().rposition(|&c| c == b'/').map_or(0, |at| at + 1);
    let (folder, name) = setting.split_at(at);
    let Ok(entries) = std::fs::read_dir(phant_streams::path::os(if folder.is_empty() { b"." } else { folder })) else {
        return Vec::new();
    };
    let names = entries.flatten().map(|entry| entry.file_name().as_bytes().to_vec());
    let mut files: Vec<Vec<u8>> =
        names.filter(|file| file[0] != b'.' && matches(name, file, true)).map(|file| [folder, &file].concat()).collect();
    files.sort();
    files
}

fn begins_as(pattern: &[u8], path: &[u8]) -> bool {
    matches(pattern, path, false)
}

/// Whether a text is what a pattern says, to its end or at its beginning. Goes back to the last `*` and the last `**` only,
/// so that no pattern takes long.
fn matches(pattern: &[u8], text: &[u8], whole: bool) -> bool {
    let (mut p, mut t) = (0, 0);
    // Where to go on after one more character: behind a star, and the text that it has taken so far.
    let (mut star, mut stars): (Option<(usize, usize)>, Option<(usize, usize)>) = (None, None);
    loop {
        if pattern[p..].starts_with(b"**") {
            while pattern.get(p) == Some(&b'*') {
                p += 1;
            }
            stars = Some((p, t));
            star = None;
            continue;
        }
        match pattern.get(p) {
            None if !whole || t == text.len() => return true,
            Some(b'*') => {
                p += 1;
                star = Some((p, t));
                continue;
            }
            Some(&c) if text.get(t).is_some_and(|&have| have == c || c == b'?' && have != b'/') => {
                p += 1;
                t += 1;
                continue;
            }
            _ => {}
        }
        if let Some((after, from)) = star
            && text.get(from).is_some_and(|&c| c != b'/')
        {
            star = Some((after, from + 1));
            (p, t) = (after, from + 1);
        } else if let Some((after, from)) = stars
            && from < text.len()
        {
            star = None;
            stars = Some((after, from + 1));
            (p, t) = (after, from + 1);
        } else {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns() {
        for (pattern, path, expected) in [
            ("/a/b", "/a/b.php", true),
            ("/a/b", "/a/c", false),
            ("/a/*/c", "/a/bb/c/d.php", true),
            ("/a/*/c", "/a/b/b/c", false),
            ("/a/**/c", "/a/b/b/c", true),
            ("/a/?.php", "/a/b.php", true),
            ("/a/?.php", "/a//.php", false),
            ("/**/x/*.inc", "/a/x/b/x/c.inc", true),
        ] {
            assert_eq!(matches(pattern.as_bytes(), path.as_bytes(), false), expected, "{pattern} {path}");
        }
        assert!(matches(b"x-*.list", b"x-1.list", true) && !matches(b"x-*.list", b"x-1.lists", true));
    }
}
