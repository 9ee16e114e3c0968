//! The system log.

use phant_memory::PhpStr;
use phant_native::{Ctx, descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![openlog, closelog, syslog];

#[php("function openlog(string $prefix, int $flags, int $facility): true")]
fn openlog(prefix: &PhpStr, flags: i64, facility: i64) -> bool {
    let _ = phant_os::syslog::open(prefix, flags as i32, facility as i32);
    true
}

#[php("function closelog(): true")]
fn closelog() -> bool {
    phant_os::syslog::close();
    true
}

/// Writes each line of a message as the setting `syslog.filter` has it.
#[php("function syslog(int $priority, string $message): true")]
fn syslog(ctx: &Ctx, priority: i64, message: &PhpStr) -> bool {
    let filter = ctx.ini.get("syslog.filter");
    let filter = filter.as_ref().map_or(&b"no-ctrl"[..], |f| f.as_bytes());
    if filter == b"raw" {
        let _ = phant_os::syslog::write(priority as i32, message);
        return true;
    }
    for line in message.split(|&b| b == b'\n') {
        let mut clean = Vec::with_capacity(line.len());
        for &b in line {
            let keep = match filter {
                b"all" => b != 0,
                b"ascii" => (0x20..0x7f).contains(&b),
                _ => b >= 0x20 && b != 0x7f,
            };
            if keep {
                clean.push(b);
            } else {
                clean.extend_from_slice(format!("\\x{b:02x}").as_bytes());
            }
        }
        let _ = phant_os::syslog::write(priority as i32, &clean);
    }
    true
}
