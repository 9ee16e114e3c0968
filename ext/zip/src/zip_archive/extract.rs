//! Files taken out of the archive.

use super::{ZipArchive, opened};
use phant_memory::{Object, Str, Value};
use phant_native::{Ctx, PhpResult, php_methods};
use phant_streams::{options, path as paths, wrapper};

/// The name below the target: absolute paths and steps upwards lose their meaning.
fn inner(name: &[u8]) -> Vec<u8> {
    let mut parts: Vec<&[u8]> = Vec::new();
    for part in name.split(|&b| b == b'/') {
        match part {
            b"" | b"." => {}
            b".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join(&b'/')
}

fn make_directory(ctx: &Ctx, path: &[u8]) -> bool {
    if wrapper::scheme_length(path).is_none() {
        return std::fs::create_dir_all(paths::os(path)).is_ok();
    }
    let Some((wrapper, rest)) = wrapper::locate(ctx, path, 0) else { return false };
    if wrapper::stat_path(ctx, path, options::STAT_QUIET, None).is_some() {
        return true;
    }
    wrapper.mkdir(ctx, rest, 0o777, options::MKDIR_RECURSIVE, None).unwrap_or(false)
}

fn extract(ctx: &Ctx, this: &Object, into: &[u8], name: &[u8]) -> PhpResult<bool> {
    let (state, archive) = opened(ctx, this)?;
    let below = inner(name);
    if below.is_empty() {
        return Ok(true);
    }
    let is_dir = name.last() == Some(&b'/');
    let full = [into.strip_suffix(b"/").unwrap_or(into), b"/", &below].concat();
    if full.len() > 4096 {
        ctx.warning("Full extraction path exceed MAXPATHLEN (4096)");
        return Ok(false);
    }
    let parent = match full.iter().rposition(|&b| b == b'/') {
        Some(slash) if !is_dir => &full[..slash],
        _ => &full[..],
    };
    if !make_directory(ctx, parent) {
        return Ok(false);
    }
    let is_plain = wrapper::scheme_length(&full).is_none();
    if is_plain && !paths::check_basedir(ctx, &full) {
        return Ok(false);
    }
    if is_dir {
        return Ok(true);
    }
    // A link on the way may lead outside of the target.
    if is_plain {
        let (real, base) = (paths::real(parent), paths::real(into));
        let inside =
            real.zip(base).is_some_and(|(r, b)| r == b || r.starts_with(&[b.strip_suffix(b"/").unwrap_or(&b), b"/"].concat()));
        if !inside {
            return Ok(false);
        }
    }
    let found = {
        let mut archive = archive.borrow_mut();
        match archive.locate(name, 0) {
            Some(at) => {
                let item = &archive.items[at];
                let time = item.old.as_ref().map(|e| phant_archive::zip::from_dos(e.time, e.date));
                archive.contents(item, 0, None).map(|bytes| (bytes, time))
            }
            None => Err(crate::archive::er::NOENT),
        }
    };
    let (bytes, time) = match found {
        Ok(found) => found,
        Err(error) => return Ok(state.fail(error)),
    };
    let opened = phant_streams::open_required(ctx, &full, b"w+b", options::REPORT_ERRORS, None)?;
    let Some((_resource, stream)) = opened else { return Ok(false) };
    let written = stream.write(ctx, &bytes);
    stream.close(ctx);
    ctx.check()?;
    if let Some(time) = time.filter(|_| is_plain) {
        let when = std::time::UNIX_EPOCH + std::time::Duration::from_secs(time.max(0) as u64);
        if let Ok(file) = std::fs::File::options().write(true).open(paths::os(&full)) {
            let _ = file.set_modified(when);
        }
    }
    Ok(written.is_some_and(|n| n == bytes.len()))
}

#[php_methods(EXTRACTING)]
impl ZipArchive {
    #[php("public function extractTo(string $pathto, array|string|null $files = null): bool")]
    fn extract_to(ctx: &Ctx, this: &Object, into: &Str, files: &Value) -> PhpResult<bool> {
        let (_, archive) = opened(ctx, this)?;
        if into.is_empty() {
            return Ok(false);
        }
        if wrapper::stat_path(ctx, into, options::STAT_QUIET, None).is_none() && !make_directory(ctx, into) {
            return Ok(false);
        }
        let mut names: Vec<Vec<u8>> = Vec::new();
        if let Some(name) = files.as_str() {
            names.push(name.to_vec());
        } else if let Some(list) = files.as_array() {
            if list.is_empty() {
                return Ok(false);
            }
            names.extend(list.values().filter_map(|v| v.as_str().map(|s| s.to_vec())));
        } else {
            let archive = archive.borrow();
            if archive.items.is_empty() {
                return Ok(false);
            }
            names.extend(archive.items.iter().filter(|i| !i.deleted).filter_map(|i| i.name(false).map(<[u8]>::to_vec)));
        }
        for name in names {
            ctx.poll()?;
            if !extract(ctx, this, into, &name)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
