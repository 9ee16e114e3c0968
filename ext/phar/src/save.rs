//! Writing archives.

use crate::{
    archive::{Archive, Data, Entry, Fail, Format, bits, crc32},
    sign, stub,
};
use phant_archive::{Source, compress, phar, tar, zip};
use phant_native::Ctx;
use phant_streams::path as paths;
use std::rc::Rc;

/// Writes an archive that was changed, unless a script gathers changes. A new stub may be given.
pub fn flush(ctx: &Ctx, archive: &Rc<Archive>, new_stub: Option<&[u8]>) -> Result<(), Fail> {
    archive.is_modified.set(true);
    if archive.buffering.get() && new_stub.is_none() {
        return Ok(());
    }
    write(ctx, archive, new_stub)
}

/// Writes an archive.
pub fn write(ctx: &Ctx, archive: &Rc<Archive>, new_stub: Option<&[u8]>) -> Result<(), Fail> {
    archive.entries.borrow().changed();
    if archive.entries.borrow().len() == 0 && new_stub.is_none() && archive.format.get() == Format::Phar {
        return Ok(());
    }
    let bytes = match archive.format.get() {
        Format::Phar => phar(ctx, archive, new_stub)?,
        Format::Tar => tar(ctx, archive, new_stub)?,
        Format::Zip => zip(ctx, archive, new_stub)?,
    };
    let path = archive.path();
    let file = paths::os(&path);
    let written = match archive.whole.get() {
        bits::GZ => std::fs::write(file, compress::gzip(&bytes, -1)),
        bits::BZ2 => std::fs::write(file, compress::bzip2(&bytes, 9)),
        _ => std::fs::write(file, &bytes),
    };
    if written.is_err() {
        return Err(archive.fail("unable to open new phar \"{}\" for writing"));
    }
    // The next reads are from the file, except where all of it is compressed.
    let source = match archive.whole.get() {
        0 => std::fs::File::open(file).and_then(Source::file).ok(),
        _ => Some(Source::Memory(bytes)),
    };
    archive.source.replace(source.map(Rc::new));
    archive.is_new.set(false);
    archive.entries.borrow_mut().sweep();
    for entry in archive.entries.borrow().iter() {
        entry.changed.set(false);
    }
    Ok(())
}

/// Entries that are to be written.
fn kept(archive: &Archive) -> Vec<Rc<Entry>> {
    let entries = archive.entries.borrow();
    entries.iter().filter(|e| !e.deleted.get() && !matches!(&*e.data.borrow(), Data::Mounted(_))).cloned().collect()
}

/// An entry's contents as they are stored.
fn packed(archive: &Archive, entry: &Rc<Entry>) -> Result<Vec<u8>, Fail> {
    if let Data::Packed { at, packed, how } = *entry.data.borrow()
        && how == entry.compression()
        && !archive.is_zip()
        && let Some(raw) = archive.source.borrow().as_ref().and_then(|s| s.bytes(at, packed))
    {
        return Ok(raw);
    }
    let bytes = archive.contents(entry)?;
    entry.crc.set(crc32(&bytes));
    entry.size.set(bytes.len() as u64);
    Ok(match entry.compression() {
        bits::GZ => compress::deflate(&bytes, -1),
        bits::BZ2 => compress::bzip2(&bytes, 9),
        _ => bytes.to_vec(),
    })
}

/// The stub up to its end, and what PHP puts behind it; `None` if it lacks the end.
fn ended(text: &[u8]) -> Option<Vec<u8>> {
    let token = phar::TOKEN;
    let at = text.windows(token.len()).position(|w| w.eq_ignore_ascii_case(token))?;
    Some([&text[..at + token.len()], b" ?>\r\n"].concat())
}

fn signed(archive: &Archive, bytes: &[u8]) -> Result<(u32, Vec<u8>), Fail> {
    let of = match archive.sign_as.get() {
        0 => archive.signature.borrow().as_ref().map_or(sign::kind::SHA256, |(of, _)| *of),
        of => of,
    };
    match sign::hash(of, bytes) {
        Some(hash) => {
            archive.signature.replace(Some((of, sign::hex(&hash))));
            Ok((of, hash))
        }
        None => {
            let why = archive.fail("unable to write to phar \"{}\" with requested openssl signature");
            Err([b"phar error: unable to write signature: ".as_slice(), &why].concat())
        }
    }
}

fn phar(ctx: &Ctx, archive: &Rc<Archive>, new_stub: Option<&[u8]>) -> Result<Vec<u8>, Fail> {
    let _ = ctx;
    if let Some(text) = new_stub {
        let Some(text) = ended(text) else {
            return Err(archive.fail("illegal stub for phar \"{}\" (__HALT_COMPILER(); is missing)"));
        };
        archive.stub.replace(text);
    } else if archive.stub.borrow().is_empty() {
        archive.stub.replace(stub::default(None, None));
    }
    let mut out = archive.stub.borrow().clone();
    let (mut flags, mut version, mut contents, mut places) = (phar::SIGNED, 0x1100, Vec::new(), Vec::new());
    let mut entries = Vec::new();
    for entry in kept(archive) {
        let bytes = if entry.is_dir { Vec::new() } else { packed(archive, &entry)? };
        let mut name = entry.name();
        if entry.is_dir {
            version = phar::VERSION;
            name.push(b'/');
        }
        flags |= entry.compression();
        entry.packed.set(bytes.len() as u64);
        entries.push(phar::Entry {
            name,
            size: entry.size.get() as u32,
            time: entry.time.get(),
            packed: bytes.len() as u32,
            crc: entry.crc.get(),
            flags: entry.flags.get(),
            metadata: entry.metadata.borrow().clone(),
        });
        places.push((entry, contents.len() as u64, bytes.len() as u64));
        contents.extend_from_slice(&bytes);
    }
    let alias = archive.alias.borrow().clone().filter(|_| !archive.alias_is_path.get()).unwrap_or_default();
    let metadata = archive.metadata.borrow().clone();
    let manifest = phar::Manifest { version, flags, alias, metadata, entries, contents: 0 };
    out.extend_from_slice(&phar::write(&manifest));
    archive.version.set(version);
    let base = out.len() as u64;
    out.extend_from_slice(&contents);
    let (of, hash) = signed(archive, &out)?;
    out.extend_from_slice(&hash);
    out.extend_from_slice(&of.to_le_bytes());
    out.extend_from_slice(phar::MAGIC);
    for (entry, at, packed) in places {
        let how = entry.compression();
        entry.data.replace(Data::Packed { at: base + at, packed, how });
    }
    Ok(out)
}

/// Puts an entry of the magic directory in, or takes it out.
fn magic(archive: &Archive, name: &[u8], contents: Option<Vec<u8>>, now: u32) {
    match contents {
        Some(contents) => {
            let entry = Entry::new(name, false, now);
            entry.set_contents(contents);
            archive.entries.borrow_mut().insert(Rc::new(entry));
        }
        None => archive.entries.borrow_mut().remove(name),
    }
}

/// Puts stub and alias of a tar or zip archive in.
fn prepare(ctx: &Ctx, archive: &Rc<Archive>, new_stub: Option<&[u8]>, name: &str) -> Result<(), Fail> {
    if archive.is_data.get() {
        return Ok(());
    }
    let now = now(ctx);
    let alias = archive.alias.borrow().clone().filter(|a| !archive.alias_is_path.get() && !a.is_empty());
    magic(archive, b".phar/alias.txt", alias, now);
    if let Some(text) = new_stub {
        let Some(text) = ended(text) else {
            return Err(archive.fail(&format!("illegal stub for {name}-based phar \"{{}}\"")));
        };
        magic(archive, b".phar/stub.php", Some(text), now);
    } else if archive.entry(b".phar/stub.php").is_none() {
        let text = format!("<?php // {name}-based phar archive stub file\n__HALT_COMPILER();");
        magic(archive, b".phar/stub.php", Some(text.into_bytes()), now);
    }
    Ok(())
}

/// The time of now, as entries have it.
pub fn now(ctx: &Ctx) -> u32 {
    let _ = ctx;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |d| d.as_secs() as u32)
}

fn tar_header(archive: &Archive, entry: &Entry, size: u64) -> Result<[u8; 512], Fail> {
    let (link, link_kind) = entry.link.clone().unwrap_or_default();
    let mut name = entry.name();
    if entry.is_dir {
        name.push(b'/');
    }
    let shown = entry.name();
    let kind = match link_kind {
        0 if entry.is_dir => b'5',
        0 => b'0',
        kind => kind,
    };
    let header = tar::Header {
        name,
        mode: entry.flags.get() & bits::PERMISSIONS,
        size,
        mtime: u64::from(entry.time.get()),
        kind,
        link: link.clone(),
        is_ustar: true,
    };
    tar::write(&header).map_err(|fault| {
        let (what, text, after): (&str, &[u8], &str) = match fault {
            tar::Unwritable::Name => ("filename", &shown, "is too long for tar file format"),
            tar::Unwritable::Size => ("filename", &shown, "is too large for tar file format"),
            tar::Unwritable::Time => ("file modification time of file", &shown, "is too large for tar file format"),
            tar::Unwritable::Link => ("link", &link, "is too long for format"),
        };
        let before = archive.fail("tar-based phar \"{}\" cannot be created, ");
        [&before[..], what.as_bytes(), b" \"", text, b"\" ", after.as_bytes()].concat()
    })
}

fn put_tar(archive: &Archive, out: &mut Vec<u8>, entry: &Rc<Entry>) -> Result<(u64, u64), Fail> {
    let bytes = match entry.is_dir || entry.link.is_some() {
        true => Rc::default(),
        false => archive.contents(entry)?,
    };
    out.extend_from_slice(&tar_header(archive, entry, bytes.len() as u64)?);
    let at = out.len() as u64;
    out.extend_from_slice(&bytes);
    out.resize(out.len() + tar::padding(bytes.len() as u64) as usize, 0);
    Ok((at, bytes.len() as u64))
}

fn tar(ctx: &Ctx, archive: &Rc<Archive>, new_stub: Option<&[u8]>) -> Result<Vec<u8>, Fail> {
    prepare(ctx, archive, new_stub, "tar")?;
    let now = now(ctx);
    let own = archive.metadata.borrow().clone();
    magic(archive, b".phar/.metadata.bin", Some(own).filter(|m| !m.is_empty()), now);
    for entry in kept(archive) {
        let name = entry.name();
        if name.starts_with(b".phar/.metadata/") {
            let of = name[16..].strip_suffix(b"/.metadata.bin").map(<[u8]>::to_vec);
            if of.and_then(|of| archive.entry(&of)).is_none_or(|of| of.metadata.borrow().is_empty()) {
                archive.entries.borrow_mut().remove(&name);
            }
            continue;
        }
        let metadata = entry.metadata.borrow().clone();
        if !metadata.is_empty() {
            let place = [b".phar/.metadata/", &name[..], b"/.metadata.bin"].concat();
            magic(archive, &place, Some(metadata), now);
        }
    }
    let mut out = Vec::new();
    let mut places = Vec::new();
    for entry in kept(archive) {
        let (at, packed) = put_tar(archive, &mut out, &entry)?;
        places.push((entry, at, packed));
    }
    let is_signed = !archive.is_data.get() || archive.sign_as.get() != 0;
    if is_signed {
        let (of, hash) = signed(archive, &out)?;
        let bytes = [&of.to_le_bytes()[..], &(hash.len() as u32).to_le_bytes(), &hash].concat();
        let entry = Entry::new(b".phar/signature.bin", false, now);
        entry.set_contents(bytes);
        put_tar(archive, &mut out, &Rc::new(entry))?;
    }
    out.resize(out.len() + 1024, 0);
    for (entry, at, packed) in places {
        entry.size.set(packed);
        entry.packed.set(packed);
        entry.data.replace(Data::Packed { at, packed, how: 0 });
    }
    Ok(out)
}

fn zip_record(entry: &Entry, packed: u64, at: u64) -> zip::Entry {
    let mut name = entry.name();
    if entry.is_dir {
        name.push(b'/');
    }
    let (time, date) = zip::to_dos(i64::from(entry.time.get()));
    let permissions = entry.flags.get() & bits::PERMISSIONS;
    // An extra field with permissions, checked by a sum of its own.
    let mut body = (permissions as u16).to_le_bytes().to_vec();
    body.extend_from_slice(&[0; 8]);
    let mut extra = b"nu".to_vec();
    extra.extend_from_slice(&14_u16.to_le_bytes());
    extra.extend_from_slice(&crc32(&body).to_le_bytes());
    extra.extend_from_slice(&body);
    zip::Entry {
        name,
        made_by: 0x0314,
        needs: 20,
        flags: 0,
        method: match entry.compression() {
            bits::GZ => zip::DEFLATE,
            bits::BZ2 => zip::BZIP2,
            _ => zip::STORE,
        },
        time,
        date,
        crc: if entry.is_dir { 0 } else { entry.crc.get() },
        packed,
        size: entry.size.get(),
        at,
        extra,
        comment: entry.metadata.borrow().clone(),
        ..zip::Entry::default()
    }
}

fn put_zip(archive: &Archive, out: &mut Vec<u8>, directory: &mut Vec<u8>, entry: &Rc<Entry>) -> Result<(u64, u64), Fail> {
    let bytes = if entry.is_dir { Vec::new() } else { packed(archive, entry)? };
    let at = out.len() as u64;
    let record = zip_record(entry, bytes.len() as u64, at);
    out.extend_from_slice(&zip::write_local(&record, &record.extra));
    out.extend_from_slice(&bytes);
    directory.extend_from_slice(&zip::write_central(&record));
    Ok((at, bytes.len() as u64))
}

fn zip(ctx: &Ctx, archive: &Rc<Archive>, new_stub: Option<&[u8]>) -> Result<Vec<u8>, Fail> {
    prepare(ctx, archive, new_stub, "zip")?;
    let (mut out, mut directory, mut places) = (Vec::new(), Vec::new(), Vec::new());
    for entry in kept(archive) {
        let (at, packed) = put_zip(archive, &mut out, &mut directory, &entry)?;
        places.push((entry, at, packed));
    }
    let mut count = places.len() as u64;
    let comment = archive.metadata.borrow().clone();
    if !archive.is_data.get() || archive.sign_as.get() != 0 {
        let (of, hash) = signed(archive, &[&out[..], &directory, &comment].concat())?;
        let bytes = [&of.to_le_bytes()[..], &(hash.len() as u32).to_le_bytes(), &hash].concat();
        let entry = Entry::new(b".phar/signature.bin", false, now(ctx));
        entry.set_contents(bytes);
        put_zip(archive, &mut out, &mut directory, &Rc::new(entry))?;
        count += 1;
    }
    let start = out.len() as u64;
    out.extend_from_slice(&directory);
    out.extend_from_slice(&zip::write_end(count, directory.len() as u64, start, &comment));
    for (entry, at, packed) in places {
        let how = entry.compression();
        entry.packed.set(packed);
        entry.data.replace(Data::Packed { at, packed, how });
    }
    Ok(out)
}
