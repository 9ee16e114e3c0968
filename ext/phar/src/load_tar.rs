//! Reading tar archives.

use crate::{
    archive::{Archive, Data, Entry, Fail},
    names, sign,
};
use phant_archive::{Source, tar, u32_at};
use phant_native::Ctx;
use std::rc::Rc;

const SIGNATURE: &[u8] = b".phar/signature.bin";
/// The largest alias and signature.
const SMALL: u64 = 511;

struct Walk<'a> {
    archive: &'a Archive,
    source: Rc<Source>,
    path: Vec<u8>,
    /// The place behind the header that was read last.
    at: u64,
    alias: Option<Vec<u8>>,
}

impl Walk<'_> {
    fn fail(&self, before: &str, after: &[u8]) -> Fail {
        [before.as_bytes(), &self.path, after].concat()
    }
    fn cut(&self) -> Fail {
        self.fail("phar error: \"", b"\" is a corrupted tar file (truncated)")
    }
    /// The next header; `None` at the end.
    fn header(&mut self) -> Result<Option<Vec<u8>>, Fail> {
        if self.at == self.source.len() {
            return Ok(None);
        }
        let block = self.source.bytes(self.at, tar::BLOCK).ok_or_else(|| self.cut())?;
        self.at += tar::BLOCK;
        Ok(block.iter().any(|&b| b != 0).then_some(block))
    }
    /// Goes behind contents.
    fn skip(&mut self, size: u64) -> Result<(), Fail> {
        let end = self.at.checked_add(size).and_then(|end| end.checked_add(tar::padding(size)));
        match end.filter(|&end| end <= self.source.len() && end - self.at < 1 << 62) {
            Some(end) => self.at = end,
            // The padding of the last entry may be missing.
            None if self.at.checked_add(size) == Some(self.source.len()) => self.at = self.source.len(),
            None => return Err(self.cut()),
        }
        Ok(())
    }
    fn signature(&mut self, size: u64) -> Result<(), Fail> {
        const ABOUT: &str = "phar error: tar-based phar \"";
        if size > SMALL {
            return Err(self.fail(ABOUT, b"\" has signature that is larger than 511 bytes, cannot process"));
        }
        let Some(bytes) = self.source.bytes(self.at, size).filter(|b| b.len() >= 8) else {
            return Err(self.fail(ABOUT, b"\" signature cannot be read"));
        };
        let of = u32_at(&bytes, 0);
        match sign::check(&self.source, self.at - tar::BLOCK, of, &bytes[8..]) {
            Ok(hash) => self.archive.signature.replace(Some((of, hash))),
            Err(why) => {
                let why = format!("\" signature cannot be verified: {why}");
                return Err(self.fail(ABOUT, why.as_bytes()));
            }
        };
        self.skip(size)?;
        if self.header()?.is_some() {
            return Err(self.fail("phar error: \"", b"\" has entries after signature, invalid phar"));
        }
        Ok(())
    }
    /// What entries in the magic directory tell of the archive.
    fn magic(&mut self, entry: &Entry, size: u64) -> Result<(), Fail> {
        let name = entry.name();
        if name.starts_with(b".phar/.metadata") {
            let bytes = self.source.bytes(self.at, size);
            let Some(bytes) = bytes else {
                let before =
                    [b"phar error: tar-based phar \"", &self.path[..], b"\" has invalid metadata in magic file \""].concat();
                return Err([&before[..], &name, b"\""].concat());
            };
            if name == b".phar/.metadata.bin" {
                self.archive.metadata.replace(bytes);
            } else if let Some(of) = name
                .strip_prefix(b".phar/.metadata/")
                .and_then(|rest| rest.strip_suffix(b"/.metadata.bin"))
                .and_then(|of| self.archive.entry(of))
            {
                of.metadata.replace(bytes);
            }
        }
        if name == b".phar/alias.txt" && self.alias.is_none() {
            if size > SMALL {
                let why = b"\" has alias that is larger than 511 bytes, cannot process";
                return Err(self.fail("phar error: tar-based phar \"", why));
            }
            let Some(alias) = self.source.bytes(self.at, size) else {
                return Err(self.fail("phar error: Unable to read alias from tar-based phar \"", b"\""));
            };
            if !names::is_alias(&alias) {
                let shown = if alias.len() > 50 { [&alias[..50], b"..."].concat() } else { alias };
                let before = [b"phar error: invalid alias \"", &shown[..], b"\" in tar-based phar \""].concat();
                return Err([&before[..], &self.path, b"\""].concat());
            }
            self.alias = Some(alias);
        }
        Ok(())
    }
    fn entry(&mut self, header: &tar::Header, long: Option<Vec<u8>>, fault: bool) -> Result<(), Fail> {
        let mut name = long.unwrap_or_else(|| header.name.clone());
        if fault {
            let after = [b"\" is a corrupted tar file (checksum mismatch of file \"", &name[..], b"\")"].concat();
            return Err(self.fail("phar error: \"", &after));
        }
        let kind = if header.kind == 0 { b'0' } else { header.kind };
        let ends = name.last() == Some(&b'/');
        let is_dir = kind == b'5' || !header.is_ustar && kind == b'0' && ends;
        while is_dir && name.last() == Some(&b'/') {
            name.pop();
        }
        let mut entry = Entry::new(&name, is_dir, header.mtime.min(u64::from(u32::MAX)) as u32);
        entry.flags.set(header.mode);
        entry.size.set(header.size);
        entry.packed.set(header.size);
        entry.changed.set(false);
        entry.data.replace(Data::Packed { at: self.at, packed: header.size, how: 0 });
        if kind == b'1' && self.archive.entry(&header.link).is_none() {
            let after = [b"\" is a corrupted tar file - hard link to non-existent file \"", &header.link[..], b"\""].concat();
            return Err(self.fail("phar error: \"", &after));
        }
        if matches!(kind, b'1' | b'2') {
            entry.link = Some((header.link.clone(), kind));
        }
        let entry = Rc::new(entry);
        self.archive.entries.borrow_mut().insert(entry.clone());
        self.magic(&entry, header.size)?;
        if kind == b'0' { self.skip(header.size) } else { Ok(()) }
    }
}

/// Reads a tar archive; gives its alias.
pub fn load(ctx: &Ctx, archive: &Rc<Archive>) -> Result<Option<Vec<u8>>, Fail> {
    let source = archive.source.borrow().clone().expect("set before");
    let path = archive.path();
    let mut walk = Walk { archive, source, path, at: 0, alias: None };
    if walk.source.len() < tar::BLOCK {
        return Err(walk.fail("phar error: \"", b"\" is not a tar file or is truncated"));
    }
    let mut long = None;
    while let Some(block) = walk.header()? {
        if ctx.poll().is_err() {
            return Err(Vec::new());
        }
        let (header, fault) = tar::read(&block);
        if header.is_ustar && matches!(header.kind, b'x' | b'g') {
            walk.skip(header.size)?;
            continue;
        }
        if header.name == SIGNATURE && long.is_none() {
            walk.signature(header.size)?;
            break;
        }
        if header.kind == b'L' && long.is_none() {
            let text = walk.source.bytes(walk.at, header.size);
            let Some(mut text) = text else {
                return Err(walk.fail("phar error: \"", b"\" is a corrupted tar file (invalid entry size)"));
            };
            while text.last() == Some(&0) {
                text.pop();
            }
            long = Some(text);
            walk.skip(header.size)?;
            continue;
        }
        walk.entry(&header, long.take(), fault.is_some())?;
    }
    let alias = walk.alias.take();
    let has_stub = archive.entry(b".phar/stub.php").is_some();
    archive.is_data.set(!has_stub);
    if has_stub && ctx.ini.bool("phar.require_hash") && archive.signature.borrow().is_none() {
        return Err(archive.fail("tar-based phar \"{}\" does not have a signature"));
    }
    Ok(alias)
}
