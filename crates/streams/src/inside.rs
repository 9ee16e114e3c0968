//! Programs that run from inside an archive: their relative paths mean files beside them in the archive, and a plain
//! file that is an archive is run by what it holds. Extensions say so through [`Inside`].

use phant_native::{ctx::Ctx, registry};

/// What a path is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// `include` and its kin.
    Include,
    /// Opening; whether `include_path` counts.
    Open(bool),
    /// Facts about it.
    Stat,
    /// Opening a directory.
    Directory,
}

/// What an extension for archives provides, in [`phant_native::Extension::provides`].
pub struct Inside {
    /// The URL that a relative path means to the running code; `None` if it means what it says.
    pub meant: fn(&Ctx, &[u8], Use) -> Option<Vec<u8>>,
    /// The source text to run in place of a plain file's bytes.
    pub source: fn(&Ctx, &[u8], &[u8]) -> Option<Vec<u8>>,
}

/// The URL that a path means to the running code, if it is a relative one.
pub fn meant(ctx: &Ctx, path: &[u8], used: Use) -> Option<Vec<u8>> {
    if matches!(path.first(), None | Some(b'/')) || super::wrapper::scheme_length(path).is_some() {
        return None;
    }
    registry::provided::<Inside>().find_map(|inside| (inside.meant)(ctx, path, used))
}

/// The source text to run in place of a plain file's bytes.
pub fn source(ctx: &Ctx, path: &[u8], bytes: &[u8]) -> Option<Vec<u8>> {
    registry::provided::<Inside>().find_map(|inside| (inside.source)(ctx, path, bytes))
}
