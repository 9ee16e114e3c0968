//! Programs that run from an archive: what their relative paths mean, and what is run when a plain file is an archive.

use crate::{
    archive::{Archive, Format},
    load,
    names::{self, Kind, Wanted},
    state::State,
};
use phant_native::Ctx;
use phant_streams::inside::{Inside, Use};
use std::rc::Rc;

pub static INSIDE: Inside = Inside { meant, source };

/// The archive that the running code is from.
pub fn running(ctx: &Ctx) -> Option<(Rc<Archive>, Vec<u8>)> {
    State::known(ctx)?;
    let (file, _) = ctx.location();
    if !names::is_url(&file) {
        return None;
    }
    let split = names::split(ctx, &file, Kind::Any, Wanted::Existing).ok()?;
    Some((load::known(ctx, &split.archive, None).ok()??, split.archive))
}

fn url(host: &[u8], entry: &[u8]) -> Vec<u8> {
    [b"phar://", host, entry].concat()
}

fn meant(ctx: &Ctx, path: &[u8], used: Use) -> Option<Vec<u8>> {
    let state = State::known(ctx)?;
    if used != Use::Include && !state.intercepting.get() {
        return None;
    }
    let (archive, host) = running(ctx)?;
    // Only what begins with a dot and what is looked for counts from the program's folder, all else from the root.
    let from_folder =
        path.starts_with(b"./") && path.len() > 2 || matches!(used, Use::Include | Use::Open(true)) && !path.starts_with(b".");
    let folder = if from_folder { state.directory.borrow().clone() } else { Vec::new() };
    let here = names::clean(path, &folder);
    let exists = |name: &[u8]| archive.entry(&name[1..]).is_some_and(|e| !e.is_dir);
    match used {
        Use::Include if path.starts_with(b".") => exists(&here).then(|| url(&host, &here)),
        Use::Include => {
            if exists(&here) {
                return Some(url(&host, &here));
            }
            None
        }
        Use::Open(_) => {
            (archive.entry(&here[1..]).is_some() || archive.is_directory(&here[1..]) || archive.mounted(&here[1..]).is_some())
                .then(|| url(&host, &here))
        }
        Use::Stat => {
            let found = archive.entry(&here[1..]).is_some() || archive.is_directory(&here[1..]);
            (found || archive.mounted(&here[1..]).is_some()).then(|| url(&host, &here))
        }
        Use::Directory => Some(url(&host, &here)),
    }
}

/// What to run of a file named like an archive.
fn source(ctx: &Ctx, path: &[u8], bytes: &[u8]) -> Option<Vec<u8>> {
    if !path.windows(5).any(|w| w == b".phar") || bytes.len() < 18 {
        return None;
    }
    let archive = load::open_existing(ctx, path, None, false).ok()?;
    match archive.format.get() {
        Format::Phar if archive.whole.get() == 0 => None,
        Format::Phar => {
            let source = archive.source.borrow().clone()?;
            source.bytes(0, source.len())
        }
        _ => {
            let entry = archive.entry(b".phar/stub.php")?;
            crate::entries::contents(ctx, &archive, &entry).ok().map(|text| text.to_vec())
        }
    }
}
