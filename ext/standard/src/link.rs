//! Links.

use crate::file::check_path;
use phant_memory::PhpStr;
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_streams::{path as paths, wrapper};
use std::{io, os::unix::ffi::OsStringExt};

pub(crate) const FUNCTIONS: FunctionGroup = functions![readlink, linkinfo, symlink, link];

fn told<T>(ctx: &Ctx, result: io::Result<T>) -> Option<T> {
    match result {
        Ok(v) => Some(v),
        Err(e) => {
            ctx.warning(phant_os::error_text(&e));
            None
        }
    }
}

#[php("function readlink(string $path): string|false")]
fn readlink(ctx: &Ctx, path: &PhpStr) -> PhpResult<OrFalse<Vec<u8>>> {
    check_path(ctx, path, 1)?;
    if !paths::check_basedir(ctx, path) {
        return Ok(OrFalse::False);
    }
    let target = std::fs::read_link(paths::os(path));
    Ok(told(ctx, target).map(|p| p.into_os_string().into_vec()).into())
}

#[php("function linkinfo(string $path): int|false")]
fn linkinfo(ctx: &Ctx, path: &PhpStr) -> PhpResult<OrFalse<i64>> {
    use std::os::unix::fs::MetadataExt;
    check_path(ctx, path, 1)?;
    if !paths::check_basedir(ctx, path) {
        return Ok(OrFalse::False);
    }
    let facts = std::fs::symlink_metadata(paths::os(path));
    Ok(OrFalse::Some(told(ctx, facts).map_or(-1, |m| m.dev() as i64)))
}

/// Whether a path is a URL of some wrapper.
fn is_url(ctx: &Ctx, path: &[u8]) -> bool {
    wrapper::scheme_length(path).is_some_and(|n| wrapper::by_scheme(ctx, &path[..n]).is_some_and(|w| !w.is_plain()))
}

#[php("function symlink(string $target, string $link): bool")]
fn symlink(ctx: &Ctx, target: &PhpStr, link: &PhpStr) -> PhpResult<bool> {
    check_path(ctx, target, 1)?;
    check_path(ctx, link, 2)?;
    // A link that is there already stands for what it leads to.
    let link = paths::real(link).unwrap_or_else(|| paths::absolute(link));
    if is_url(ctx, &link) || is_url(ctx, target) && target.first() == Some(&b'/') {
        ctx.warning("Unable to symlink to a URL");
        return Ok(false);
    }
    let directory = &link[..link.iter().rposition(|&b| b == b'/').unwrap_or(0)];
    let source = if target.first() == Some(&b'/') { target.to_vec() } else { [directory, b"/", target].concat() };
    if !paths::check_basedir(ctx, &source) || !paths::check_basedir(ctx, &link) {
        return Ok(false);
    }
    // The link holds just what was asked for, relative or not.
    let result = std::os::unix::fs::symlink(paths::os(target), paths::os(&link));
    Ok(told(ctx, result).is_some())
}

#[php("function link(string $target, string $link): bool")]
fn link(ctx: &Ctx, target: &PhpStr, link: &PhpStr) -> PhpResult<bool> {
    check_path(ctx, target, 1)?;
    check_path(ctx, link, 2)?;
    let (source, link) = (paths::absolute(target), paths::absolute(link));
    if !paths::check_basedir(ctx, &source) || !paths::check_basedir(ctx, &link) {
        return Ok(false);
    }
    let result = std::fs::hard_link(paths::os(&source), paths::os(&link));
    Ok(told(ctx, result).is_some())
}
