//! Methods that tell what is in the archive.

use super::{ZipArchive, opened};
use crate::{
    archive::{Archive, Item, er, fl},
    crypt,
    wrapper::EntryStream,
};
use phant_archive::zip;
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Ctx, PhpResult, RefArg, php_methods, ret::OrFalse};
use std::{cell::RefCell, rc::Rc};

/// Finds an entry by its name; `None`, with the error noted, if there is none.
fn find(ctx: &Ctx, this: &Object, name: &Str, flags: i64, nonempty: bool) -> PhpResult<Option<i64>> {
    let (state, archive) = opened(ctx, this)?;
    if nonempty && name.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    if name.is_empty() {
        return Ok(None);
    }
    let found = archive.borrow_mut().locate(name, flags);
    if found.is_none() {
        state.fail(er::NOENT);
    }
    Ok(found.map(|at| at as i64))
}

fn size_of(item: &Item, flags: i64) -> u64 {
    match &item.contents {
        Some(contents) if flags & fl::UNCHANGED == 0 => contents.read().map_or(0, |b| b.len() as u64),
        _ => item.old.as_ref().map_or(0, |e| e.size),
    }
}

/// The text of a name or comment: what is not UTF-8 is of the character set of DOS.
fn text(bytes: &[u8], flags: i64) -> Vec<u8> {
    if flags & (fl::ENC_RAW | fl::ENC_STRICT) == fl::ENC_RAW || flags & fl::ENC_CP437 != 0 || flags & fl::ENC_UTF_8 != 0 {
        return bytes.to_vec();
    }
    if std::str::from_utf8(bytes).is_ok() {
        return bytes.to_vec();
    }
    bytes.iter().flat_map(|&b| cp437(b).to_string().into_bytes()).collect()
}

fn cp437(byte: u8) -> char {
    const UPPER: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";
    if byte < 128 { char::from(byte) } else { UPPER.chars().nth(usize::from(byte) - 128).unwrap_or('?') }
}

fn stat(archive: &Archive, index: i64, flags: i64) -> Result<Array, i64> {
    let item = archive.item(index, flags)?;
    let unchanged = flags & fl::UNCHANGED != 0;
    let name = item.name(unchanged).unwrap_or_default();
    let mut out = Array::new();
    let old = item.old.as_ref().filter(|_| item.contents.is_none() || unchanged);
    let mtime = match (item.mtime.filter(|_| !unchanged), old) {
        (Some(time), _) => time,
        (None, Some(e)) => zip::from_dos(e.time, e.date),
        (None, None) => std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64),
    };
    let encryption = match (&item.encryption, old) {
        (Some((how, _)), _) if !unchanged => *how,
        (_, Some(e)) => crypt::method_of(e),
        _ => 0,
    };
    out.set_name("name", Value::str(text(name, flags)));
    out.set_name("index", Value::int(index));
    out.set_name("crc", Value::int(old.map_or(0, |e| i64::from(e.crc))));
    out.set_name("size", Value::int(size_of(item, flags) as i64));
    out.set_name("mtime", Value::int(mtime));
    out.set_name("comp_size", Value::int(old.map_or(0, |e| e.packed as i64)));
    let method = match (item.method, old) {
        (Some((method, _)), _) if !unchanged => method,
        (_, Some(e)) => i64::from(crypt::compression_of(e)),
        _ => 0,
    };
    out.set_name("comp_method", Value::int(method));
    out.set_name("encryption_method", Value::int(i64::from(encryption)));
    Ok(out)
}

/// Notes the error of a result.
fn noted<T>(ctx: &Ctx, this: &Object, found: Result<T, i64>) -> PhpResult<OrFalse<T>> {
    let (state, _) = opened(ctx, this)?;
    Ok(match found {
        Ok(found) => OrFalse::Some(found),
        Err(error) => {
            state.fail(error);
            OrFalse::False
        }
    })
}

fn get(ctx: &Ctx, this: &Object, index: i64, len: i64, flags: i64) -> PhpResult<OrFalse<Vec<u8>>> {
    let (_, archive) = opened(ctx, this)?;
    let found = {
        let archive = archive.borrow();
        archive.item(index, flags).and_then(|item| archive.contents(item, flags, None))
    };
    let found = found.map(|mut bytes| {
        if len > 0 {
            bytes.truncate(len as usize);
        }
        bytes
    });
    noted(ctx, this, found)
}

fn comment(archive: &Archive, index: i64, flags: i64) -> Result<Vec<u8>, i64> {
    let item = archive.item(index, flags)?;
    let old = item.old.as_ref().map(|e| e.comment.clone()).unwrap_or_default();
    let raw = if flags & fl::UNCHANGED != 0 { old } else { item.comment.clone().unwrap_or(old) };
    Ok(text(&raw, flags))
}

fn stream(ctx: &Ctx, this: &Object, index: i64, flags: i64) -> PhpResult {
    let (state, archive) = opened(ctx, this)?;
    let opened = {
        let archive = archive.borrow();
        archive.item(index, flags).and_then(|item| {
            if item.contents.is_some() && flags & fl::UNCHANGED == 0 {
                return Err(er::CHANGED);
            }
            let bytes = archive.contents(item, flags, None);
            match (bytes, &item.old) {
                (Err(error), _) if !matches!(error, er::CRC | er::ZLIB) => Err(error),
                (bytes, Some(e)) => Ok((bytes, e.size, zip::from_dos(e.time, e.date))),
                (_, None) => Err(er::INVAL),
            }
        })
    };
    match opened {
        Ok((bytes, size, mtime)) => {
            let owner: Rc<RefCell<Archive>> = archive;
            let weak = Rc::downgrade(&owner);
            Ok(Value::from(EntryStream::open(bytes, Some(weak), size, mtime).register()))
        }
        Err(error) => Ok(Value::bool(state.fail(error))),
    }
}

fn attributes(archive: &Archive, index: i64, flags: i64) -> Result<(i64, i64), i64> {
    let item = archive.item(index, flags)?;
    let old = item.old.as_ref().map_or((3, 0o100_644 << 16), |e| (i64::from(e.made_by >> 8), i64::from(e.external)));
    match item.external.filter(|_| flags & fl::UNCHANGED == 0) {
        Some((system, attr)) => Ok((i64::from(system), i64::from(attr))),
        None => Ok(old),
    }
}

#[php_methods(READING)]
impl ZipArchive {
    #[php("public function getArchiveComment(int $flags = 0): string|false")]
    fn get_archive_comment(ctx: &Ctx, this: &Object, flags: i64) -> PhpResult<Vec<u8>> {
        let (_, archive) = opened(ctx, this)?;
        let archive = archive.borrow();
        let changed = archive.comment.as_ref().filter(|_| flags & fl::UNCHANGED == 0);
        Ok(text(changed.unwrap_or(&archive.old_comment), flags))
    }

    #[php("public function getCommentIndex(int $index, int $flags = 0): string|false")]
    fn get_comment_index(ctx: &Ctx, this: &Object, index: i64, flags: i64) -> PhpResult<OrFalse<Vec<u8>>> {
        let (_, archive) = opened(ctx, this)?;
        let found = comment(&archive.borrow(), index, flags);
        noted(ctx, this, found)
    }

    #[php("public function getCommentName(string $name, int $flags = 0): string|false")]
    fn get_comment_name(ctx: &Ctx, this: &Object, name: &Str, flags: i64) -> PhpResult<OrFalse<Vec<u8>>> {
        match find(ctx, this, name, 0, true)? {
            Some(index) => Self::get_comment_index(ctx, this, index, flags),
            None => Ok(OrFalse::False),
        }
    }

    #[php("public function statName(string $name, int $flags = 0): array|false")]
    fn stat_name(ctx: &Ctx, this: &Object, name: &Str, flags: i64) -> PhpResult<OrFalse<Array>> {
        match find(ctx, this, name, flags, true)? {
            Some(index) => Self::stat_index(ctx, this, index, flags),
            None => Ok(OrFalse::False),
        }
    }

    #[php("public function statIndex(int $index, int $flags = 0): array|false")]
    fn stat_index(ctx: &Ctx, this: &Object, index: i64, flags: i64) -> PhpResult<OrFalse<Array>> {
        let (_, archive) = opened(ctx, this)?;
        let found = stat(&archive.borrow(), index, flags);
        noted(ctx, this, found)
    }

    #[php("public function locateName(string $name, int $flags = 0): int|false")]
    fn locate_name(ctx: &Ctx, this: &Object, name: &Str, flags: i64) -> PhpResult<OrFalse<i64>> {
        Ok(find(ctx, this, name, flags, false)?.into())
    }

    #[php("public function getNameIndex(int $index, int $flags = 0): string|false")]
    fn get_name_index(ctx: &Ctx, this: &Object, index: i64, flags: i64) -> PhpResult<OrFalse<Vec<u8>>> {
        let (_, archive) = opened(ctx, this)?;
        let found = {
            let archive = archive.borrow();
            archive.item(index, flags).map(|item| text(item.name(flags & fl::UNCHANGED != 0).unwrap_or_default(), flags))
        };
        noted(ctx, this, found)
    }

    #[php("public function getFromName(string $name, int $len = 0, int $flags = 0): string|false")]
    fn get_from_name(ctx: &Ctx, this: &Object, name: &Str, len: i64, flags: i64) -> PhpResult<OrFalse<Vec<u8>>> {
        match find(ctx, this, name, flags, true)? {
            Some(index) => get(ctx, this, index, len, flags),
            None => Ok(OrFalse::False),
        }
    }

    #[php("public function getFromIndex(int $index, int $len = 0, int $flags = 0): string|false")]
    fn get_from_index(ctx: &Ctx, this: &Object, index: i64, len: i64, flags: i64) -> PhpResult<OrFalse<Vec<u8>>> {
        get(ctx, this, index, len, flags)
    }

    #[php("public function getStreamIndex(int $index, int $flags = 0)")]
    fn get_stream_index(ctx: &Ctx, this: &Object, index: i64, flags: i64) -> PhpResult {
        stream(ctx, this, index, flags)
    }

    #[php("public function getStreamName(string $name, int $flags = 0)")]
    fn get_stream_name(ctx: &Ctx, this: &Object, name: &Str, flags: i64) -> PhpResult {
        match find(ctx, this, name, flags, true)? {
            Some(index) => stream(ctx, this, index, flags),
            None => Ok(Value::FALSE),
        }
    }

    #[php("public function getStream(string $name)")]
    fn get_stream(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult {
        Self::get_stream_name(ctx, this, name, 0)
    }

    #[php("public function getExternalAttributesName(string $name, &$opsys, &$attr, int $flags = 0): bool")]
    fn get_external_attributes_name(
        ctx: &Ctx,
        this: &Object,
        name: &Str,
        system: RefArg<'_>,
        attr: RefArg<'_>,
        flags: i64,
    ) -> PhpResult<bool> {
        match find(ctx, this, name, 0, true)? {
            Some(index) => Self::get_external_attributes_index(ctx, this, index, system, attr, flags),
            None => Ok(false),
        }
    }

    #[php("public function getExternalAttributesIndex(int $index, &$opsys, &$attr, int $flags = 0): bool")]
    fn get_external_attributes_index(
        ctx: &Ctx,
        this: &Object,
        index: i64,
        mut system: RefArg<'_>,
        mut attr: RefArg<'_>,
        flags: i64,
    ) -> PhpResult<bool> {
        let (state, archive) = opened(ctx, this)?;
        let found = attributes(&archive.borrow(), index, flags);
        match found {
            Ok((number, bits)) => {
                system.set(Value::int(number));
                attr.set(Value::int(bits));
                Ok(true)
            }
            Err(error) => Ok(state.fail(error)),
        }
    }
}
