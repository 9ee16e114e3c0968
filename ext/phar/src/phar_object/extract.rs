//! Files taken out of archives.

use super::{Common, archive};
use crate::archive::{Archive, Data, Entry, Fail, bits};
use phant_memory::{Object, Str, Value};
use phant_native::{Ctx, PhpResult, Thrown, php_methods};
use phant_streams::path as paths;
use std::{os::unix::fs::PermissionsExt, rc::Rc};

/// The longest path of the system.
const LONGEST: usize = 4096;

fn cut(text: &[u8]) -> &[u8] {
    &text[..text.len().min(50)]
}

/// Takes one entry out.
fn extract(archive: &Archive, entry: &Rc<Entry>, into: &[u8], overwrite: bool) -> Result<(), Fail> {
    let name = entry.name();
    if matches!(&*entry.data.borrow(), Data::Mounted(_)) || crate::entries::is_magic(&name) {
        return Ok(());
    }
    // Dots are resolved before, so that nothing is written above the directory.
    let inner = crate::names::clean(&name, b"");
    let inner = &inner[1..];
    let target = [into, b"/", inner].concat();
    if target.len() >= LONGEST {
        let text = [b"Cannot extract \"", cut(&name), b"...\" to \"", cut(&target)].concat();
        return Err([&text[..], b"...\", extracted filename is too long for filesystem"].concat());
    }
    let cannot = |why: &str| [b"Cannot extract \"", &name[..], b"\" to \"", &target, b"\", ", why.as_bytes()].concat();
    let path = paths::os(&target);
    if path.symlink_metadata().is_ok() && !entry.is_dir && !overwrite {
        return Err(cannot("path already exists"));
    }
    // Of a directory, too, only what is above it is made: it is there when there is something in it.
    let directory = target.iter().rposition(|&b| b == b'/').map_or(&target[..], |at| &target[..at]);
    if std::fs::create_dir_all(paths::os(directory)).is_err() {
        return Err([b"Cannot extract \"", &name[..], b"\", could not create directory \"", directory, b"\""].concat());
    }
    // A link that an archive has brought may lead outside: what is below it is not written.
    let (real, base) = (paths::real(directory), paths::real(into));
    let inside = real.zip(base).is_some_and(|(real, base)| real == base || real.starts_with(&[&base[..], b"/"].concat()));
    if !inside {
        return Err(cannot("openbasedir/safe mode restrictions in effect"));
    }
    if entry.is_dir {
        return Ok(());
    }
    if path.symlink_metadata().is_ok_and(|m| m.is_symlink()) {
        let _ = std::fs::remove_file(path);
    }
    let bytes = archive.contents(entry).map_err(|why| [&cannot("unable to open internal file pointer: ")[..], &why].concat())?;
    if std::fs::write(path, &bytes[..]).is_err() {
        let text = [b"Cannot extract \"", &name[..], b"\", could not open for writing \"", &target, b"\""].concat();
        return Err(text);
    }
    let mode = entry.flags.get() & bits::PERMISSIONS & !phant_os::fs::current_umask();
    let _ = std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode));
    Ok(())
}

/// Takes what has a name, or is below it, out; how many entries that were.
fn extract_named(archive: &Archive, name: Option<&[u8]>, into: &[u8], overwrite: bool) -> Result<usize, Fail> {
    let all = archive.entries.borrow().all();
    let mut count = 0;
    if let Some(entry) = name.and_then(|name| archive.entry(name)).filter(|e| !e.is_dir) {
        extract(archive, &entry, into, overwrite)?;
        return Ok(1);
    }
    let prefix = name.map(|name| [name.strip_suffix(b"/").unwrap_or(name), b"/"].concat());
    for entry in all.iter().filter(|e| !e.deleted.get()) {
        let fits = prefix.as_ref().is_none_or(|prefix| {
            let own = entry.name();
            own.starts_with(prefix) || own == prefix[..prefix.len() - 1]
        });
        if fits {
            extract(archive, entry, into, overwrite)?;
            count += 1;
        }
    }
    Ok(count)
}

fn failed(ctx: &Ctx, archive: &Archive, why: &[u8]) -> Thrown {
    let text = [b"Extraction from phar \"", &archive.path()[..], b"\" failed: ", why].concat();
    ctx.throw("PharException", text)
}

#[php_methods(EXTRACTING)]
impl Common {
    #[php("public function extractTo(string $directory, array|string|null $files = null, bool $overwrite = false): bool")]
    fn extract_to(ctx: &Ctx, this: &Object, directory: &Str, files: &Value, overwrite: bool) -> PhpResult<bool> {
        super::without_nul(ctx, 1, directory)?;
        let archive = archive(ctx, this)?;
        let path = archive.path();
        if !paths::os(&path).exists() {
            let text = [b"Invalid argument, ", &path[..], b" cannot be found"].concat();
            return Err(ctx.throw("PharException", text));
        }
        if directory.is_empty() {
            return Err(ctx.throw("PharException", "Invalid argument, extraction path must be non-zero length"));
        }
        if directory.len() >= LONGEST {
            let text = [b"Cannot extract to \"", cut(directory), b"...\", destination directory is too long for filesystem"];
            return Err(ctx.throw("PharException", text.concat()));
        }
        if !paths::check_basedir(ctx, directory) {
            return Ok(false);
        }
        let target = paths::os(directory);
        match std::fs::metadata(target) {
            Err(_) if std::fs::create_dir_all(target).is_err() => {
                let why = format!("Unable to create path \"{directory}\" for extraction");
                return Err(ctx.throw("PharException", why));
            }
            Ok(known) if !known.is_dir() => {
                let why = format!("Unable to use path \"{directory}\" for extraction, it is a file, must be a directory");
                return Err(ctx.throw("PharException", why));
            }
            _ => {}
        }
        let mut wanted: Vec<Option<Vec<u8>>> = Vec::new();
        if let Some(list) = files.as_array() {
            if list.is_empty() {
                return Ok(false);
            }
            for file in list.values() {
                let Some(name) = file.as_str() else {
                    let why = "Invalid argument, array of filenames to extract contains non-string value";
                    return Err(ctx.throw("PharException", why));
                };
                wanted.push(Some(name.to_vec()));
            }
        } else {
            wanted.push(files.as_str().map(|name| name.to_vec()));
        }
        for name in wanted {
            ctx.poll()?;
            let count = extract_named(&archive, name.as_deref(), directory, overwrite);
            let count = count.map_err(|why| failed(ctx, &archive, &why))?;
            if count == 0
                && let Some(name) = name
            {
                let text = [b"phar error: attempted to extract non-existent file or directory \"", &name[..]].concat();
                let text = [&text[..], b"\" from phar \"", &path, b"\""].concat();
                return Err(ctx.throw("PharException", text));
            }
        }
        Ok(true)
    }
}
