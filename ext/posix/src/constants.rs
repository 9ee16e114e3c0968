//! The constants.

use phant_native::{Constant, ConstantValue};

const fn int(name: &'static str, value: i64) -> Constant {
    Constant { name, value: ConstantValue::Int(value) }
}

/// Linux's numbers, which are the same on all its processors that Phant is built for.
pub const CONSTANTS: &[Constant] = &[
    int("POSIX_F_OK", 0),
    int("POSIX_X_OK", 1),
    int("POSIX_W_OK", 2),
    int("POSIX_R_OK", 4),
    int("POSIX_S_IFREG", 32768),
    int("POSIX_S_IFCHR", 8192),
    int("POSIX_S_IFBLK", 24576),
    int("POSIX_S_IFIFO", 4096),
    int("POSIX_S_IFSOCK", 49152),
    int("POSIX_RLIMIT_AS", 9),
    int("POSIX_RLIMIT_CORE", 4),
    int("POSIX_RLIMIT_CPU", 0),
    int("POSIX_RLIMIT_DATA", 2),
    int("POSIX_RLIMIT_FSIZE", 1),
    int("POSIX_RLIMIT_LOCKS", 10),
    int("POSIX_RLIMIT_MEMLOCK", 8),
    int("POSIX_RLIMIT_MSGQUEUE", 12),
    int("POSIX_RLIMIT_NICE", 13),
    int("POSIX_RLIMIT_NOFILE", 7),
    int("POSIX_RLIMIT_NPROC", 6),
    int("POSIX_RLIMIT_RSS", 5),
    int("POSIX_RLIMIT_RTPRIO", 14),
    int("POSIX_RLIMIT_RTTIME", 15),
    int("POSIX_RLIMIT_SIGPENDING", 11),
    int("POSIX_RLIMIT_STACK", 3),
    int("POSIX_RLIMIT_INFINITY", -1),
    int("POSIX_SC_ARG_MAX", 0),
    int("POSIX_SC_CHILD_MAX", 1),
    int("POSIX_SC_CLK_TCK", 2),
    int("POSIX_SC_PAGESIZE", 30),
    int("POSIX_SC_NPROCESSORS_CONF", 83),
    int("POSIX_SC_NPROCESSORS_ONLN", 84),
    int("POSIX_PC_LINK_MAX", 0),
    int("POSIX_PC_MAX_CANON", 1),
    int("POSIX_PC_MAX_INPUT", 2),
    int("POSIX_PC_NAME_MAX", 3),
    int("POSIX_PC_PATH_MAX", 4),
    int("POSIX_PC_PIPE_BUF", 5),
    int("POSIX_PC_CHOWN_RESTRICTED", 6),
    int("POSIX_PC_NO_TRUNC", 7),
    int("POSIX_PC_ALLOC_SIZE_MIN", 18),
    int("POSIX_PC_SYMLINK_MAX", 19),
];
