//! Writing archives when they are closed.

use crate::{
    archive::{Archive, Contents, Item, Status, er},
    crypt,
};
use phant_archive::{compress, zip};
use phant_streams::path as paths;
use std::os::unix::fs::MetadataExt;

/// The system's numbers.
fn system(error: &std::io::Error) -> i64 {
    i64::from(error.raw_os_error().unwrap_or(0))
}

fn is_text(bytes: &[u8]) -> bool {
    bytes.is_ascii()
}

/// Whether this method can be written.
pub fn can_write(method: i64) -> bool {
    matches!(method, -1 | 0 | 8 | 12)
}

fn pack(bytes: &[u8], method: i64, level: i64) -> (u16, Vec<u8>) {
    match method {
        0 => (zip::STORE, bytes.to_vec()),
        12 => (zip::BZIP2, compress::bzip2(bytes, if level > 0 { level as u32 } else { 9 })),
        method => {
            let packed = compress::deflate(bytes, if level > 0 { level as i32 } else { -1 });
            // What does not become smaller is stored, unless the method was chosen.
            if method == -1 && packed.len() >= bytes.len() { (zip::STORE, bytes.to_vec()) } else { (zip::DEFLATE, packed) }
        }
    }
}

fn random() -> Result<[u8; 16], i64> {
    let mut out = [0; 16];
    phant_random_engines::fill(&mut out).map_err(|_| er::ENCRNOTSUPP)?;
    Ok(out)
}

/// The header of an item as it will be, without sizes.
fn header(item: &Item, now: i64) -> zip::Entry {
    let mut entry = match &item.old {
        Some(old) => (**old).clone(),
        None => zip::Entry { made_by: 0x0314 | 3 << 8, needs: 20, external: 0o100_644 << 16, ..zip::Entry::default() },
    };
    if item.contents.is_some() {
        entry.flags &= zip::UTF8;
        let mut time = now;
        if let Some(Contents::File { path, .. }) = &item.contents
            && let Ok(known) = std::fs::metadata(paths::os(path))
        {
            time = known.mtime();
            entry.external = known.mode() << 16;
        }
        if item.old.is_none() || item.mtime.is_none() {
            (entry.time, entry.date) = zip::to_dos(time);
        }
    }
    if let Some(name) = &item.name {
        entry.name.clone_from(name);
        if item.old.is_none() && name.last() == Some(&b'/') {
            entry.external = 0o040_755 << 16 | 0x10;
        }
        let is_utf8 = !is_text(name) && std::str::from_utf8(name).is_ok();
        entry.flags = entry.flags & !zip::UTF8 | if is_utf8 { zip::UTF8 } else { 0 };
    }
    if let Some(comment) = &item.comment {
        entry.comment.clone_from(comment);
    }
    if let Some((system, attributes)) = item.external {
        entry.made_by = entry.made_by & 0xFF | u16::from(system) << 8;
        entry.external = attributes;
    }
    if let Some(time) = item.mtime {
        (entry.time, entry.date) = zip::to_dos(time);
    }
    entry
}

/// An item's header and its bytes in the new archive.
fn prepare(archive: &Archive, item: &Item, now: i64) -> Result<(zip::Entry, Vec<u8>), Status> {
    let mut entry = header(item, now);
    let plain = |error| (error, 0);
    let recoded = item.contents.is_some() || item.method.is_some() || item.encryption.is_some();
    if !recoded {
        let old = item.old.as_ref().ok_or((er::INVAL, 0))?;
        let raw = archive.raw(old).map_err(plain)?;
        entry.flags &= !zip::DESCRIPTOR;
        // The old cipher checks the time of entries whose sizes follow.
        if old.flags & zip::DESCRIPTOR != 0 && crypt::method_of(old) == crypt::TRADITIONAL {
            entry.flags |= zip::DESCRIPTOR;
        }
        entry.packed = raw.len() as u64;
        return Ok((entry, raw));
    }
    let bytes = match &item.contents {
        Some(contents) => contents.read().map_err(|e| (er::OPEN, system(&e)))?,
        None => archive.contents(item, 0, None).map_err(plain)?,
    };
    entry.flags &= !(zip::DESCRIPTOR | zip::ENCRYPTED);
    entry.size = bytes.len() as u64;
    entry.crc = phant_digest::crc32(&bytes);
    entry.extra = zip::without_parts(&entry.extra, &[0x9901]);
    let default = item.old.as_ref().filter(|_| item.contents.is_none()).map_or(-1, |e| i64::from(crypt::compression_of(e)));
    let (method, level) = item.method.unwrap_or((default, 0));
    let (method, mut packed) = if entry.name.last() == Some(&b'/') { (zip::STORE, bytes) } else { pack(&bytes, method, level) };
    entry.method = method;
    entry.needs = if method == zip::BZIP2 { 46 } else { 20 };
    let old_encryption = item.old.as_ref().map_or(0, |e| crypt::method_of(e));
    let (how, password) = match &item.encryption {
        Some((how, password)) => (*how, password.clone()),
        None if item.contents.is_none() => (old_encryption, None),
        None => (0, None),
    };
    if how != 0 {
        let password = password.or_else(|| archive.password.clone()).ok_or((er::NOPASSWD, 0))?;
        let random = random().map_err(plain)?;
        packed = crypt::encrypt(&mut entry, &packed, how, &password, &random).map_err(plain)?;
    }
    entry.packed = packed.len() as u64;
    Ok((entry, packed))
}

/// Writes the archive beside the old one and puts it in its place. `step` hears how much is done, and says whether to go on.
pub fn write(archive: &Archive, now: i64, step: &mut dyn FnMut(f64) -> bool) -> Result<(), Status> {
    use std::io::Write;
    let kept: Vec<&Item> = archive.items.iter().filter(|item| !item.deleted).collect();
    let path = paths::os(&archive.path);
    if kept.is_empty() && !archive.keep_empty {
        let _ = std::fs::remove_file(path);
        return Ok(());
    }
    let temporary = [&archive.path[..], format!(".{}", std::process::id()).as_bytes()].concat();
    let temporary = paths::os(&temporary);
    let mut file = std::fs::File::create(temporary).map_err(|e| (er::TMPOPEN, system(&e)))?;
    let mut work = || -> Result<(), Status> {
        let failed = |e: std::io::Error| (6, system(&e));
        let (mut at, mut directory) = (0_u64, Vec::new());
        for (i, item) in kept.iter().enumerate() {
            if !step(i as f64 / kept.len() as f64) {
                return Err((er::CANCELLED, 0));
            }
            let (mut entry, bytes) = prepare(archive, item, now)?;
            entry.at = at;
            let local = zip::write_local(&entry, &entry.extra);
            file.write_all(&local).and_then(|()| file.write_all(&bytes)).map_err(failed)?;
            at += (local.len() + bytes.len()) as u64;
            directory.extend_from_slice(&zip::write_central(&entry));
        }
        let comment = archive.comment.as_ref().unwrap_or(&archive.old_comment);
        let end = zip::write_end(kept.len() as u64, directory.len() as u64, at, comment);
        file.write_all(&directory).and_then(|()| file.write_all(&end)).map_err(failed)?;
        Ok(())
    };
    let done = work();
    if done.is_ok() && step(1.0) {
        if let Ok(known) = std::fs::metadata(path) {
            let _ = std::fs::set_permissions(temporary, known.permissions());
        }
        return std::fs::rename(temporary, path).map_err(|e| (2, system(&e)));
    }
    let _ = std::fs::remove_file(temporary);
    done.and(Err((er::CANCELLED, 0)))
}
