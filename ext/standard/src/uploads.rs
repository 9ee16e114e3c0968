//! Files that came with the request.

use phant_memory::PhpStr;
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php, uploads};
use phant_streams::path as paths;
use std::{ffi::OsStr, fs, os::unix::ffi::OsStrExt, os::unix::fs::PermissionsExt};

pub(crate) const FUNCTIONS: FunctionGroup = functions![is_uploaded_file, move_uploaded_file];

/// Whether a file was uploaded with this request.
#[php("function is_uploaded_file(string $filename): bool")]
fn is_uploaded_file(ctx: &Ctx, filename: &PhpStr) -> PhpResult<bool> {
    crate::file::check_path(ctx, filename, 1)?;
    Ok(uploads::contains(ctx, filename))
}

/// Moves an uploaded file to where it is to stay.
#[php("function move_uploaded_file(string $from, string $to): bool")]
fn move_uploaded_file(ctx: &Ctx, from: &PhpStr, to: &PhpStr) -> PhpResult<bool> {
    crate::file::check_path(ctx, to, 2)?;
    if !uploads::contains(ctx, from) {
        return Ok(false);
    }
    if !paths::check_basedir(ctx, to) {
        return Ok(false);
    }
    let (source, target) = (OsStr::from_bytes(from), OsStr::from_bytes(to));
    let moved = match fs::rename(source, target) {
        Ok(()) => Ok(()),
        // Another file system: copy.
        Err(_) => fs::copy(source, target).and_then(|_| fs::remove_file(source)),
    };
    if let Err(error) = moved {
        let why = phant_os::error_text(&error);
        ctx.warning(format!("{to}: Failed to open stream: {why}"));
        ctx.check()?;
        ctx.warning(format!("Unable to move \"{from}\" to \"{to}\""));
        ctx.check()?;
        return Ok(false);
    }
    // The temporary file was the owner's alone; what is moved gets what any new file would.
    let mask = phant_os::fs::umask(0o077);
    phant_os::fs::umask(mask);
    let _ = fs::set_permissions(target, fs::Permissions::from_mode(0o666 & !mask));
    uploads::remove(ctx, from);
    Ok(true)
}
