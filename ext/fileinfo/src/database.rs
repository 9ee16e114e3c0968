//! The rules that a script names: a compiled database, a text, or a folder of texts.

use phant_magic::{Database, flags, source};
use phant_memory::account;
use phant_native::{Ctx, PhpResult};
use phant_streams::{options, path};
use std::rc::Rc;

/// The longest path.
const MOST_PATH: usize = 4096;

/// Rules to go by.
pub enum Rules {
    /// Those that are built in.
    BuiltIn,
    /// Those of a file.
    Own(Rc<Database>),
}

impl Rules {
    /// The database.
    pub fn database(&self) -> &Database {
        match self {
            Rules::BuiltIn => built_in(),
            Rules::Own(database) => database,
        }
    }
}

/// The rules that are built in. What they take is the process's, not the request's that asks for them first.
fn built_in() -> &'static Database {
    let before = account::taken();
    let database = Database::built_in();
    account::add(before - account::taken());
    database
}

fn read(ctx: &Ctx, path: &[u8]) -> PhpResult<Option<Vec<u8>>> {
    let Some((_resource, stream)) = phant_streams::open_required(ctx, path, b"rb", options::REPORT_ERRORS, None)? else {
        return Ok(None);
    };
    let bytes = stream.read_all(ctx, usize::MAX).map(|text| text.to_vec());
    stream.close(ctx);
    ctx.check()?;
    Ok(Some(bytes.unwrap_or_default()))
}

/// The files of a folder, in order.
fn files_in(folder: &[u8]) -> Option<Vec<Vec<u8>>> {
    let entries = std::fs::read_dir(path::os(folder)).ok()?.flatten();
    let files = entries.filter(|entry| entry.path().is_file() && !entry.file_name().as_encoded_bytes().starts_with(b"."));
    let mut names: Vec<Vec<u8>> = files.map(|entry| entry.path().into_os_string().into_encoded_bytes()).collect();
    names.sort();
    Some(names)
}

/// Loads the rules that a script names. `None`: there are none, as warnings may have told.
pub fn load(ctx: &Ctx, name: &[u8], asked: u32) -> PhpResult<Option<Rules>> {
    if name.is_empty() {
        return Ok(Some(Rules::BuiltIn));
    }
    if !path::check_basedir(ctx, name) {
        ctx.check()?;
        return Ok(None);
    }
    if name.len() > MOST_PATH {
        return Ok(None);
    }
    let full = path::absolute(name);
    let compiled = [&full[..], b".mgc"].concat();
    let is_there = !full.ends_with(b".mgc") && std::fs::File::open(path::os(&compiled)).is_ok();
    let first = read(ctx, if is_there { &compiled } else { &full })?;
    let database = match first.as_deref().map(Database::compiled) {
        Some(Ok(database)) => Some(database),
        _ => {
            if asked & flags::CHECK != 0 {
                ctx.warning([b"using regular magic file `", &full[..], b"'"].concat());
                ctx.check()?;
            }
            text(ctx, &full)?
        }
    };
    if database.is_none() {
        ctx.warning([b"Failed to load magic database at \"", &full[..], b"\""].concat());
        ctx.check()?;
    }
    Ok(database.map(|database| Rules::Own(Rc::new(database))))
}

/// Reads the text form.
fn text(ctx: &Ctx, full: &[u8]) -> PhpResult<Option<Database>> {
    let mut texts = Vec::new();
    if std::fs::metadata(path::os(full)).is_ok_and(|facts| facts.is_dir()) {
        for file in files_in(full).unwrap_or_default() {
            texts.extend(read(ctx, &file)?);
        }
    } else {
        let Some(text) = read(ctx, full)? else { return Ok(None) };
        texts.push(text);
    }
    let parsed = source::parse(texts.iter().map(Vec::as_slice));
    for warning in parsed.warnings {
        ctx.warning(warning);
        ctx.check()?;
    }
    Ok(parsed.database)
}
