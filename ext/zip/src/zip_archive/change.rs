//! Methods that change the archive.

use super::{State, ZipArchive, opened, put};
use crate::{
    archive::{Archive, Contents, Item, er, fl},
    write,
};
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Ctx, PhpResult, convert, php_methods, ret::OrFalse};
use phant_streams::path as paths;
use std::rc::Rc;

/// The longest name.
const LONGEST: usize = 4096;

/// Changes an item by its number.
fn change(ctx: &Ctx, this: &Object, index: i64, act: impl FnOnce(&mut Item) -> Result<(), i64>) -> PhpResult<bool> {
    let (state, archive) = opened(ctx, this)?;
    let mut archive = archive.borrow_mut();
    if let Err(error) = archive.item(index, 0) {
        return Ok(state.fail(error));
    }
    if archive.read_only {
        return Ok(state.fail(er::RDONLY));
    }
    let done = act(&mut archive.items[index as usize]);
    archive.touch();
    Ok(match done {
        Ok(()) => true,
        Err(error) => state.fail(error),
    })
}

/// The number of the entry of a name; -1, with the error noted, if there is none.
fn index_of(ctx: &Ctx, this: &Object, name: &Str, flags: i64) -> PhpResult<Option<i64>> {
    let (state, archive) = opened(ctx, this)?;
    let found = archive.borrow_mut().locate(name, flags);
    if found.is_none() {
        state.fail(er::NOENT);
    }
    Ok(found.map(|at| at as i64))
}

/// How files that a pattern finds are put in.
struct Options {
    remove_all_path: bool,
    remove_path: Option<Vec<u8>>,
    add_path: Option<Vec<u8>>,
    method: Option<(i64, i64)>,
    encryption: Option<(u16, Option<Vec<u8>>)>,
    flags: i64,
}

fn text_option(ctx: &Ctx, options: &Array, name: &str) -> PhpResult<Option<Vec<u8>>> {
    let Some(value) = options.get_bytes(name.as_bytes()) else { return Ok(None) };
    let Some(text) = value.as_str() else {
        let given = convert::value_name(value);
        return Err(ctx.type_error(format!(
            "{}(): Option \"{name}\" must be of type string, {given} given",
            ctx.current.get().map_or_else(String::new, |f| f.display_name())
        )));
    };
    Ok(Some(text.to_vec()))
}

fn int_option(ctx: &Ctx, options: &Array, name: &str) -> PhpResult<Option<i64>> {
    let Some(value) = options.get_bytes(name.as_bytes()) else { return Ok(None) };
    match value.as_int() {
        Some(number) => Ok(Some(number)),
        None => {
            let given = convert::value_name(value);
            ctx.warning(format!("Option \"{name}\" must be of type int, {given} given"));
            Ok(Some(convert::to_int(value)))
        }
    }
}

fn path_option(ctx: &Ctx, options: &Array, name: &str) -> PhpResult<Option<Vec<u8>>> {
    let text = text_option(ctx, options, name)?;
    let Some(text) = text else { return Ok(None) };
    let here = ctx.current.get().map_or_else(String::new, |f| f.display_name());
    if text.is_empty() {
        return Err(ctx.value_error(format!("{here}(): Option \"{name}\" must not be empty")));
    }
    if text.len() >= LONGEST {
        return Err(ctx.value_error(format!("{here}(): Option \"{name}\" must be less than {LONGEST} bytes")));
    }
    Ok(Some(text))
}

fn options(ctx: &Ctx, given: &Array) -> PhpResult<Options> {
    let mut all = Options {
        remove_all_path: false,
        remove_path: None,
        add_path: None,
        method: None,
        encryption: None,
        flags: fl::OVERWRITE,
    };
    if let Some(value) = given.get_bytes(b"remove_all_path") {
        match value.as_bool() {
            Some(on) => all.remove_all_path = on,
            None => {
                let name = convert::value_name(value);
                ctx.warning(format!("Option \"remove_all_path\" must be of type bool, {name} given"));
                all.remove_all_path = convert::to_bool(value);
            }
        }
    }
    if let Some(method) = int_option(ctx, given, "comp_method")? {
        all.method = Some((method, int_option(ctx, given, "comp_flags")?.unwrap_or(0)));
    }
    if let Some(method) = int_option(ctx, given, "enc_method")? {
        all.encryption = Some((method as u16, text_option(ctx, given, "enc_password")?));
    }
    all.remove_path = path_option(ctx, given, "remove_path")?;
    all.add_path = path_option(ctx, given, "add_path")?;
    if let Some(flags) = int_option(ctx, given, "flags")? {
        all.flags = flags;
    }
    Ok(all)
}

fn base(path: &[u8]) -> &[u8] {
    path.rsplit(|&b| b == b'/').next().unwrap_or(path)
}

/// Puts the files of a list in; what was added, or `false`.
fn add_files(ctx: &Ctx, this: &Object, files: Vec<Vec<u8>>, given: &Array) -> PhpResult<OrFalse<Array>> {
    let options = options(ctx, given)?;
    ctx.check()?;
    let (state, archive) = opened(ctx, this)?;
    let mut added = Array::new();
    for file in files {
        ctx.poll()?;
        let known = std::fs::metadata(paths::os(&file));
        if known.is_ok_and(|k| k.is_dir()) {
            continue;
        }
        let mut name = match (&options.remove_path, options.remove_all_path) {
            (_, true) => base(&file).to_vec(),
            (Some(prefix), _) if file.starts_with(prefix) => {
                let rest = &file[prefix.len()..];
                rest.strip_prefix(b"/").unwrap_or(rest).to_vec()
            }
            _ => file.clone(),
        };
        if let Some(prefix) = &options.add_path {
            name = [&prefix[..], &name].concat();
            if name.len() >= LONGEST {
                ctx.warning(format!("Entry name too long (max: {}, {} given)", LONGEST - 1, name.len()));
                return Ok(OrFalse::False);
            }
        }
        let mut archive = archive.borrow_mut();
        let full = paths::absolute(&file);
        let contents = Contents::File { path: full, start: 0, len: None };
        let Some(at) = put(state, &mut archive, &name, contents, options.flags) else { return Ok(OrFalse::False) };
        archive.items[at].method = options.method;
        archive.items[at].encryption.clone_from(&options.encryption);
        let _ = added.push(Value::str(file));
    }
    Ok(OrFalse::Some(added))
}

fn file_contents(ctx: &Ctx, path: &Str, start: i64, len: i64) -> PhpResult<Option<Contents>> {
    let full = paths::absolute(path);
    if !paths::check_basedir(ctx, &full) {
        ctx.check()?;
        return Ok(None);
    }
    if !paths::os(&full).exists() {
        ctx.warning("No such file or directory");
        return Ok(None);
    }
    let len = u64::try_from(len).ok().filter(|&len| len > 0);
    Ok(Some(Contents::File { path: full, start: start.max(0) as u64, len }))
}

fn set_encryption(item: &mut Item, method: i64, password: Option<&Str>) -> Result<(), i64> {
    if !matches!(method, 0 | 1 | 257..=259) {
        return Err(er::ENCRNOTSUPP);
    }
    item.encryption = Some((method as u16, password.map(|p| p.to_vec())));
    Ok(())
}

fn set_method(item: &mut Item, method: i64, flags: i64) -> Result<(), i64> {
    if !write::can_write(method) {
        return Err(er::COMPNOTSUPP);
    }
    item.method = Some((method, flags));
    Ok(())
}

fn check_comment(ctx: &Ctx, comment: &Str, number: usize) -> PhpResult<()> {
    if comment.len() > 0xFFFF {
        return Err(ctx.argument_error(number, "must be less than 65535 bytes"));
    }
    Ok(())
}

fn rename(archive: &mut Archive, state: &State, index: i64, name: &Str) -> bool {
    let taken = archive.locate(name, 0).is_some_and(|at| at as i64 != index);
    if taken {
        return state.fail(er::EXISTS);
    }
    if let Err(error) = archive.item(index, 0) {
        return state.fail(error);
    }
    let item = &mut archive.items[index as usize];
    item.name = Some(name.to_vec()).filter(|new| item.old.as_ref().is_none_or(|old| old.name != *new));
    archive.touch();
    true
}

#[php_methods(CHANGING)]
impl ZipArchive {
    #[php("public function addEmptyDir(string $dirname, int $flags = 0): bool")]
    fn add_empty_dir(ctx: &Ctx, this: &Object, name: &Str, flags: i64) -> PhpResult<bool> {
        let (state, archive) = opened(ctx, this)?;
        if name.is_empty() {
            return Ok(false);
        }
        let name = if name.ends_with(b"/") { name.to_vec() } else { [name.as_bytes(), b"/"].concat() };
        let mut archive = archive.borrow_mut();
        Ok(put(state, &mut archive, &name, Contents::Bytes(Rc::default()), flags).is_some())
    }

    #[php("public function addFromString(string $name, string $content, int $flags = ZipArchive::FL_OVERWRITE): bool")]
    fn add_from_string(ctx: &Ctx, this: &Object, name: &Str, content: &Str, flags: i64) -> PhpResult<bool> {
        let (state, archive) = opened(ctx, this)?;
        let mut archive = archive.borrow_mut();
        let contents = Contents::Bytes(Rc::new(content.to_vec()));
        Ok(put(state, &mut archive, name, contents, flags).is_some())
    }

    #[php(
        "public function addFile(string $filepath, string $entryname = '', int $start = 0, int $length = ZipArchive::LENGTH_TO_END, int $flags = ZipArchive::FL_OVERWRITE): bool"
    )]
    fn add_file(ctx: &Ctx, this: &Object, path: &Str, name: &Str, start: i64, len: i64, flags: i64) -> PhpResult<bool> {
        let (state, archive) = opened(ctx, this)?;
        if path.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        let Some(contents) = file_contents(ctx, path, start, len)? else { return Ok(false) };
        let name = if name.is_empty() { path } else { name };
        let contents = match contents {
            contents if flags & fl::OPEN_FILE_NOW == 0 => contents,
            contents => match contents.read() {
                Ok(bytes) => Contents::Bytes(Rc::new(bytes)),
                Err(_) => return Ok(state.fail(er::OPEN)),
            },
        };
        let mut archive = archive.borrow_mut();
        Ok(put(state, &mut archive, name, contents, flags).is_some())
    }

    #[php(
        "public function replaceFile(string $filepath, int $index, int $start = 0, int $length = ZipArchive::LENGTH_TO_END, int $flags = 0): bool"
    )]
    fn replace_file(ctx: &Ctx, this: &Object, path: &Str, index: i64, start: i64, len: i64, flags: i64) -> PhpResult<bool> {
        let _ = flags;
        opened(ctx, this)?;
        if path.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        if index < 0 {
            return Err(ctx.argument_error(2, "must be greater than or equal to 0"));
        }
        let Some(contents) = file_contents(ctx, path, start, len)? else { return Ok(false) };
        change(ctx, this, index, |item| {
            item.contents = Some(contents);
            Ok(())
        })
    }

    #[php("public function addGlob(string $pattern, int $flags = 0, array $options = []): array|false")]
    fn add_glob(ctx: &Ctx, this: &Object, pattern: &Str, flags: i64, options: &Array) -> PhpResult<OrFalse<Array>> {
        opened(ctx, this)?;
        if pattern.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        let files = match phant_os::fs::glob(pattern, flags as i32) {
            Ok(files) => files,
            Err(phant_os::fs::GlobError::NoMatch) => Vec::new(),
            Err(_) => return Ok(OrFalse::False),
        };
        for file in &files {
            if !paths::check_basedir(ctx, file) {
                return Ok(OrFalse::False);
            }
        }
        add_files(ctx, this, files, options)
    }

    #[php("public function addPattern(string $pattern, string $path = '.', array $options = []): array|false")]
    fn add_pattern(ctx: &Ctx, this: &Object, pattern: &Str, path: &Str, options: &Array) -> PhpResult<OrFalse<Array>> {
        opened(ctx, this)?;
        if pattern.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        let call = |name: &[u8], args: &[Value]| match ctx.host.lookup_function(ctx, name) {
            Some(function) => ctx.host.call_function(ctx, function, None, None, args),
            None => Ok(Value::FALSE),
        };
        let listed = call(b"scandir", &[Value::from(path.clone())])?;
        ctx.check()?;
        let Some(listed) = listed.into_array() else { return Ok(OrFalse::False) };
        let mut files = Vec::new();
        for name in listed.values().filter_map(|v| v.as_str().map(|s| s.into_owned())) {
            let full = [path.as_bytes(), b"/", &name].concat();
            if matches!(name.as_bytes(), b"." | b"..") || paths::os(&full).is_dir() {
                continue;
            }
            let fits = call(b"preg_match", &[Value::from(pattern.clone()), Value::from(name)])?;
            ctx.check()?;
            if fits.as_int() == Some(1) {
                files.push(full);
            }
        }
        add_files(ctx, this, files, options)
    }

    #[php("public function renameIndex(int $index, string $new_name): bool")]
    fn rename_index(ctx: &Ctx, this: &Object, index: i64, name: &Str) -> PhpResult<bool> {
        let (state, archive) = opened(ctx, this)?;
        if index < 0 {
            return Ok(false);
        }
        if name.is_empty() {
            return Err(ctx.argument_error(2, "must not be empty"));
        }
        let mut archive = archive.borrow_mut();
        Ok(rename(&mut archive, state, index, name))
    }

    #[php("public function renameName(string $name, string $new_name): bool")]
    fn rename_name(ctx: &Ctx, this: &Object, name: &Str, new: &Str) -> PhpResult<bool> {
        let (state, archive) = opened(ctx, this)?;
        if new.is_empty() {
            return Err(ctx.argument_error(2, "must not be empty"));
        }
        let Some(index) = index_of(ctx, this, name, 0)? else { return Ok(false) };
        let mut archive = archive.borrow_mut();
        Ok(rename(&mut archive, state, index, new))
    }

    #[php("public function setArchiveComment(string $comment): bool")]
    fn set_archive_comment(ctx: &Ctx, this: &Object, comment: &Str) -> PhpResult<bool> {
        let (_, archive) = opened(ctx, this)?;
        check_comment(ctx, comment, 1)?;
        let mut archive = archive.borrow_mut();
        archive.comment = Some(comment.to_vec()).filter(|c| *c != archive.old_comment);
        Ok(true)
    }

    #[php("public function setCommentIndex(int $index, string $comment): bool")]
    fn set_comment_index(ctx: &Ctx, this: &Object, index: i64, comment: &Str) -> PhpResult<bool> {
        opened(ctx, this)?;
        check_comment(ctx, comment, 2)?;
        change(ctx, this, index, |item| {
            item.comment = Some(comment.to_vec());
            Ok(())
        })
    }

    #[php("public function setCommentName(string $name, string $comment): bool")]
    fn set_comment_name(ctx: &Ctx, this: &Object, name: &Str, comment: &Str) -> PhpResult<bool> {
        opened(ctx, this)?;
        if name.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        check_comment(ctx, comment, 2)?;
        let Some(index) = index_of(ctx, this, name, 0)? else { return Ok(false) };
        Self::set_comment_index(ctx, this, index, comment)
    }

    #[php("public function setMtimeIndex(int $index, int $timestamp, int $flags = 0): bool")]
    fn set_mtime_index(ctx: &Ctx, this: &Object, index: i64, time: i64, flags: i64) -> PhpResult<bool> {
        let _ = flags;
        change(ctx, this, index, |item| {
            item.mtime = Some(time);
            Ok(())
        })
    }

    #[php("public function setMtimeName(string $name, int $timestamp, int $flags = 0): bool")]
    fn set_mtime_name(ctx: &Ctx, this: &Object, name: &Str, time: i64, flags: i64) -> PhpResult<bool> {
        opened(ctx, this)?;
        if name.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        let Some(index) = index_of(ctx, this, name, 0)? else { return Ok(false) };
        Self::set_mtime_index(ctx, this, index, time, flags)
    }

    #[php("public function deleteIndex(int $index): bool")]
    fn delete_index(ctx: &Ctx, this: &Object, index: i64) -> PhpResult<bool> {
        opened(ctx, this)?;
        if index < 0 {
            return Ok(false);
        }
        change(ctx, this, index, |item| {
            item.deleted = true;
            Ok(())
        })
    }

    #[php("public function deleteName(string $name): bool")]
    fn delete_name(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<bool> {
        opened(ctx, this)?;
        if name.is_empty() {
            return Ok(false);
        }
        let Some(index) = index_of(ctx, this, name, 0)? else { return Ok(false) };
        Self::delete_index(ctx, this, index)
    }

    #[php("public function unchangeArchive(): bool")]
    fn unchange_archive(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let (_, archive) = opened(ctx, this)?;
        archive.borrow_mut().comment = None;
        Ok(true)
    }

    #[php("public function unchangeAll(): bool")]
    fn unchange_all(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let (_, archive) = opened(ctx, this)?;
        let mut archive = archive.borrow_mut();
        archive.items.retain(|item| item.old.is_some());
        archive.items.iter_mut().for_each(Item::unchange);
        archive.comment = None;
        archive.touch();
        Ok(true)
    }

    #[php("public function unchangeIndex(int $index): bool")]
    fn unchange_index(ctx: &Ctx, this: &Object, index: i64) -> PhpResult<bool> {
        let (state, archive) = opened(ctx, this)?;
        let mut archive = archive.borrow_mut();
        let Some(item) = usize::try_from(index).ok().and_then(|at| archive.items.get_mut(at)) else {
            return Ok(index >= 0 && state.fail(er::INVAL));
        };
        if item.old.is_none() {
            item.deleted = true;
        }
        item.unchange();
        archive.touch();
        Ok(true)
    }

    #[php("public function unchangeName(string $name): bool")]
    fn unchange_name(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<bool> {
        opened(ctx, this)?;
        if name.is_empty() {
            return Ok(false);
        }
        let Some(index) = index_of(ctx, this, name, 0)? else { return Ok(false) };
        Self::unchange_index(ctx, this, index)
    }

    #[php("public function setExternalAttributesName(string $name, int $opsys, int $attr, int $flags = 0): bool")]
    fn set_external_attributes_name(ctx: &Ctx, this: &Object, name: &Str, system: i64, attr: i64, flags: i64) -> PhpResult<bool> {
        opened(ctx, this)?;
        if name.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        let Some(index) = index_of(ctx, this, name, 0)? else { return Ok(false) };
        Self::set_external_attributes_index(ctx, this, index, system, attr, flags)
    }

    #[php("public function setExternalAttributesIndex(int $index, int $opsys, int $attr, int $flags = 0): bool")]
    fn set_external_attributes_index(
        ctx: &Ctx,
        this: &Object,
        index: i64,
        system: i64,
        attr: i64,
        flags: i64,
    ) -> PhpResult<bool> {
        let _ = flags;
        change(ctx, this, index, |item| {
            item.external = Some((system as u8, attr as u32));
            Ok(())
        })
    }

    #[php("public function setCompressionName(string $name, int $method, int $compflags = 0): bool")]
    fn set_compression_name(ctx: &Ctx, this: &Object, name: &Str, method: i64, flags: i64) -> PhpResult<bool> {
        opened(ctx, this)?;
        if name.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        let Some(index) = index_of(ctx, this, name, 0)? else { return Ok(false) };
        change(ctx, this, index, |item| set_method(item, method, flags))
    }

    #[php("public function setCompressionIndex(int $index, int $method, int $compflags = 0): bool")]
    fn set_compression_index(ctx: &Ctx, this: &Object, index: i64, method: i64, flags: i64) -> PhpResult<bool> {
        change(ctx, this, index, |item| set_method(item, method, flags))
    }

    #[php("public function setEncryptionName(string $name, int $method, #[\\SensitiveParameter] ?string $password = null): bool")]
    fn set_encryption_name(ctx: &Ctx, this: &Object, name: &Str, method: i64, password: Option<&Str>) -> PhpResult<bool> {
        opened(ctx, this)?;
        if name.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        let Some(index) = index_of(ctx, this, name, 0)? else { return Ok(false) };
        change(ctx, this, index, |item| set_encryption(item, method, password))
    }

    #[php("public function setEncryptionIndex(int $index, int $method, #[\\SensitiveParameter] ?string $password = null): bool")]
    fn set_encryption_index(ctx: &Ctx, this: &Object, index: i64, method: i64, password: Option<&Str>) -> PhpResult<bool> {
        change(ctx, this, index, |item| set_encryption(item, method, password))
    }

    #[php("public function setArchiveFlag(int $flag, int $value): bool", strict_return)]
    fn set_archive_flag(ctx: &Ctx, this: &Object, flag: i64, value: i64) -> PhpResult<bool> {
        let (state, archive) = opened(ctx, this)?;
        let mut archive = archive.borrow_mut();
        if flag == 4 {
            return Ok(state.fail(er::INVAL));
        }
        match flag {
            // What was opened for reading alone stays so.
            2 if value == 0 && archive.opened_read_only => return Ok(state.fail(er::RDONLY)),
            2 => archive.read_only = value != 0,
            16 => archive.keep_empty = value != 0,
            _ => {}
        }
        archive.flags = if value != 0 { archive.flags | flag } else { archive.flags & !flag };
        Ok(true)
    }

    #[php("public function getArchiveFlag(int $flag, int $flags = 0): int", strict_return)]
    fn get_archive_flag(ctx: &Ctx, this: &Object, flag: i64, flags: i64) -> PhpResult<i64> {
        let _ = flags;
        let (_, archive) = opened(ctx, this)?;
        let archive = archive.borrow();
        let own = archive.flags | if archive.read_only { 2 } else { 0 };
        Ok(i64::from(own & flag != 0))
    }
}
