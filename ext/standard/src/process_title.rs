//! The title that the system's list of processes shows.

use phant_memory::{PhpStr, Str};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php};
use std::sync::{Mutex, PoisonError};

pub(crate) const FUNCTIONS: FunctionGroup = functions![cli_set_process_title, cli_get_process_title];

/// The process's title, once one was set.
static TITLE: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Shows a title instead of the command line.
#[php("function cli_set_process_title(string $title): bool")]
fn cli_set_process_title(ctx: &Ctx, title: &PhpStr) -> PhpResult<bool> {
    let title = title.split(|&b| b == 0).next().unwrap_or_default();
    match phant_os::process::set_title(title) {
        Ok(shown) => {
            *TITLE.lock().unwrap_or_else(PoisonError::into_inner) = title[..shown].to_vec();
            Ok(true)
        }
        Err(error) => {
            ctx.warning(format!("cli_set_process_title had an error: {}", phant_os::error_text(&error)));
            ctx.check()?;
            Ok(false)
        }
    }
}

#[php("function cli_get_process_title(): ?string")]
fn cli_get_process_title() -> Option<Str> {
    Some(Str::new(TITLE.lock().unwrap_or_else(PoisonError::into_inner).as_slice()))
}
