//! Reading zip archives.

use crate::{
    archive::{Archive, Data, Entry, Fail, bits},
    names, sign,
};
use phant_archive::{Source, u16_at, u32_at, zip};
use phant_native::Ctx;
use std::rc::Rc;

/// What permissions are in the extra field of Debian's zip.
const PERMISSIONS: u16 = 0x756e;

fn method(of: u16) -> Result<u32, &'static str> {
    Err(match of {
        zip::STORE => return Ok(0),
        zip::DEFLATE => return Ok(bits::GZ),
        zip::BZIP2 => return Ok(bits::BZ2),
        1 => "Shrunk",
        2..=5 => "Reduce",
        6 => "Implode",
        7 => "Tokenize",
        9 => "Deflate64",
        10 => "PKWare Implode/old IBM TERSE",
        14 => "LZMA",
        18 => "IBM TERSE",
        19 => "IBM LZ77",
        97 => "WavPack",
        98 => "PPMd",
        _ => "unknown",
    })
}

/// Whether an extra field can be walked to its end; the permissions in it.
fn permissions(extra: &[u8]) -> Option<Option<u32>> {
    let (mut at, mut found) = (0, None);
    while at < extra.len() {
        let end = at + 4 + usize::from(u16_at(extra, at + 2));
        let part = extra.get(at + 4..end)?;
        if u16_at(extra, at) == PERMISSIONS && part.len() >= 6 {
            found = Some(u32::from(u16_at(part, 4)) & bits::PERMISSIONS);
        }
        at = end;
    }
    Some(found)
}

struct Walk<'a> {
    archive: &'a Archive,
    source: Rc<Source>,
    end: zip::End,
}

impl Walk<'_> {
    fn fail(&self, what: &str) -> Fail {
        self.archive.fail(&format!("phar error: {what} in zip-based phar \"{{}}\""))
    }
    /// Checks the signature: over what comes before it, the directory up to it, and the comment.
    fn signature(&self, entry: &zip::Entry, directory: &[u8]) -> Result<(), Fail> {
        if entry.packed > 0x1_0000 {
            return Err(self.fail("signatures larger than 64 KiB are not supported"));
        }
        let bytes = zip::contents(&self.source, entry).and_then(|at| self.source.bytes(at, entry.size));
        let Some(bytes) = bytes.filter(|b| b.len() >= 8) else { return Err(self.fail("signature cannot be read")) };
        let Some(mut signed) = self.source.bytes(0, entry.at) else { return Err(self.fail("signature cannot be read")) };
        signed.extend_from_slice(directory);
        signed.extend_from_slice(&self.end.comment);
        let of = u32_at(&bytes, 0);
        let len = signed.len() as u64;
        match sign::check(&Source::Memory(signed), len, of, &bytes[8..]) {
            Ok(hash) => {
                self.archive.signature.replace(Some((of, hash)));
                Ok(())
            }
            Err(why) => Err(self.fail(&format!("signature cannot be verified: {why}"))),
        }
    }
    fn entry(&self, found: zip::Entry, alias: &mut Option<Vec<u8>>) -> Result<(), Fail> {
        let is_dir = found.name.last() == Some(&b'/');
        let name = found.name.strip_suffix(b"/").unwrap_or(&found.name).to_vec();
        let Some(permissions) = permissions(&found.extra) else {
            return Err(self.fail("Unable to process extra field header for file in central directory"));
        };
        let how = match method(found.method) {
            Ok(how) => how,
            Err(name) => return Err(self.fail(&format!("unsupported compression method ({name}) used in this zip"))),
        };
        let time = zip::from_dos(found.time, found.date).clamp(0, i64::from(u32::MAX)) as u32;
        let entry = Entry::new(&name, is_dir, time);
        entry.flags.set(permissions.unwrap_or(if is_dir { bits::DIRECTORY } else { bits::FILE }) | how);
        entry.crc.set(found.crc);
        entry.size.set(found.size);
        entry.packed.set(found.packed);
        entry.metadata.replace(found.comment);
        entry.crc_checked.set(false);
        entry.changed.set(false);
        entry.data.replace(Data::Packed { at: found.at, packed: found.packed, how });
        let entry = Rc::new(entry);
        self.archive.entries.borrow_mut().insert(entry.clone());
        if name == b".phar/alias.txt" && alias.is_none() {
            if entry.size.get() > 1 << 16 {
                return Err(self.fail("unable to read in alias, truncated"));
            }
            let text = self.archive.contents(&entry)?;
            if !names::is_alias(&text) {
                let before = [b"phar error: invalid alias \"", &text[..], b"\" in zip-based phar \""].concat();
                return Err([&before[..], &self.archive.path(), b"\""].concat());
            }
            *alias = Some(text.to_vec());
        }
        Ok(())
    }
}

/// Reads a zip archive; gives its alias.
pub fn load(ctx: &Ctx, archive: &Rc<Archive>) -> Result<Option<Vec<u8>>, Fail> {
    let source = archive.source.borrow().clone().expect("set before");
    let end = zip::find_end(&source);
    let Some(end) = end else {
        return Err(archive.fail("phar error: end of central directory not found in zip-based phar \"{}\""));
    };
    let walk = Walk { archive, source, end };
    let end = &walk.end;
    if end.disk != 0 || end.first_disk != 0 {
        return Err(walk.fail("split archives spanning multiple zips cannot be processed"));
    }
    if end.here != end.count {
        return Err(walk.fail("corrupt zip archive, conflicting file count in end of central directory record"));
    }
    if end.at + 22 + u64::from(end.comment_len) != walk.source.len() {
        return Err(archive.fail("phar error: end of central directory not found in zip-based phar \"{}\""));
    }
    archive.metadata.replace(end.comment.clone());
    let directory = walk.source.some(end.start, end.at.saturating_sub(end.start));
    let (mut at, mut alias) = (0, None);
    for _ in 0..end.count {
        if ctx.poll().is_err() {
            return Err(Vec::new());
        }
        let rest = &directory[at..];
        if rest.len() < 46 {
            return Err(walk.fail("unable to read central directory entry, truncated"));
        }
        if &rest[..4] != zip::CENTRAL {
            return Err(walk.fail("corrupted central directory entry, no magic signature"));
        }
        let Some((found, len)) = zip::central(rest) else {
            return Err(walk.fail("unable to read in filename from central directory, truncated"));
        };
        if found.flags & zip::ENCRYPTED != 0 {
            return Err(walk.fail("Cannot process encrypted zip files"));
        }
        if found.name.is_empty() {
            return Err(walk.fail("Cannot process zips created from stdin (zero-length filename)"));
        }
        if found.name == b".phar/signature.bin" {
            walk.signature(&found, &directory[..at])?;
        } else {
            walk.entry(found, &mut alias)?;
        }
        at += len;
    }
    let has_stub = archive.entry(b".phar/stub.php").is_some();
    archive.is_data.set(!has_stub);
    if has_stub && ctx.ini.bool("phar.require_hash") && archive.signature.borrow().is_none() {
        return Err(walk.fail("signature is missing"));
    }
    Ok(alias)
}
