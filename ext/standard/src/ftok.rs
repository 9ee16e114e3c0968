//! Keys for System V IPC.

use phant_memory::PhpStr;
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php};
use phant_streams::path as paths;

pub(crate) const FUNCTIONS: FunctionGroup = functions![ftok];

#[php("function ftok(string $filename, string $project_id): int")]
fn ftok(ctx: &Ctx, filename: &PhpStr, project_id: &PhpStr) -> PhpResult<i64> {
    use std::os::unix::fs::MetadataExt;
    crate::file::check_path(ctx, filename, 1)?;
    if filename.is_empty() {
        return Err(ctx.argument_error(1, "must not be empty"));
    }
    let [project] = project_id.as_bytes() else {
        return Err(ctx.argument_error(2, "must be a single character"));
    };
    if !paths::check_basedir(ctx, filename) {
        return Ok(-1);
    }
    match std::fs::metadata(paths::os(filename)) {
        Ok(m) => {
            let key = u32::from(*project) << 24 | (m.dev() as u32 & 0xff) << 16 | (m.ino() as u32 & 0xffff);
            Ok(i64::from(key as i32))
        }
        Err(e) => {
            ctx.warning(format!("ftok() failed - {}", phant_os::error_text(&e)));
            Ok(-1)
        }
    }
}
