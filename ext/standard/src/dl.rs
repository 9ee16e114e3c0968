//! `dl`. Extensions are part of the program here, so there is nothing that it could load.

use phant_memory::PhpStr;
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php};
use phant_streams::path;

pub(crate) const FUNCTIONS: FunctionGroup = functions![dl];

/// The longest path there can be.
const LONGEST_PATH: usize = 4096;

/// Why a file is no extension that could be loaded.
fn refusal(file: &[u8]) -> String {
    match std::fs::metadata(path::os(file)) {
        Ok(facts) if facts.is_dir() => "cannot read file data: Is a directory".into(),
        Ok(_) => "extensions of PHP in machine code cannot be loaded".into(),
        Err(error) => format!("cannot open shared object file: {}", phant_os::error_text(&error)),
    }
}

#[php("function dl(string $extension_filename): bool")]
fn dl(ctx: &Ctx, extension_filename: &PhpStr) -> PhpResult<bool> {
    let name = extension_filename.as_bytes();
    if !ctx.ini.bool("enable_dl") {
        ctx.warning("Dynamically loaded extensions aren't enabled");
    } else if name.len() >= LONGEST_PATH {
        ctx.warning(format!("Filename exceeds the maximum allowed length of {LONGEST_PATH} characters"));
    } else if name.contains(&b'/') {
        ctx.warning("Temporary module name should contain only filename");
    } else {
        let file = [&ctx.ini.text("extension_dir"), &b"/"[..], name].concat();
        let other = [&file[..], b".so"].concat();
        let tried = |file: &[u8]| [file, b" (", file, b": ", refusal(file).as_bytes(), b")"].concat();
        let head = [b"Unable to load dynamic library '", name, b"' (tried: "].concat();
        ctx.warning([&head[..], &tried(&file), b", ", &tried(&other), b")"].concat());
    }
    ctx.check()?;
    Ok(false)
}
