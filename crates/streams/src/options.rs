//! Bits of the options that opening a stream takes. User wrappers see these numbers.

/// Look in `include_path`.
pub const USE_PATH: u32 = 1;
/// Report failures as warnings.
pub const REPORT_ERRORS: u32 = 8;
/// Only wrappers, no path checks.
pub const LOCATE_WRAPPERS_ONLY: u32 = 64;
/// For `include` and `require`.
pub const OPEN_FOR_INCLUDE: u32 = 128;
/// Never a plain file.
pub const ONLY_GET_HEADERS: u32 = 512;
/// `open_basedir` does not apply.
pub const DISABLE_OPEN_BASEDIR: u32 = 1024;
/// For the compiler.
pub const OPEN_FOR_COMPILER: u32 = 0x1_0000;
/// The path is resolved already.
pub const ASSUME_REALPATH: u32 = 0x4000;

/// `mkdir`: make parents too.
pub const MKDIR_RECURSIVE: u32 = 1;

/// `stat` of a path: of the link itself.
pub const STAT_LINK: u32 = 1;
/// `stat` of a path: failures say nothing.
pub const STAT_QUIET: u32 = 2;
/// `stat` of a path: whoever asks has looked at `open_basedir`.
pub const STAT_IGNORE_OPEN_BASEDIR: u32 = 4;
