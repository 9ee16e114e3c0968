//! The error log: where `error_log()` and logged errors go.

use crate::ctx::Ctx;
use std::{
    ffi::OsStr,
    fs::OpenOptions,
    io::Write,
    os::unix::{ffi::OsStrExt, fs::OpenOptionsExt},
    time::{SystemTime, UNIX_EPOCH},
};

/// Writes a message to the log that the setting `error_log` names; without one, to where the server API logs.
pub fn error(ctx: &Ctx, message: &[u8]) {
    let target = ctx.ini.text("error_log");
    if target.as_bytes() == b"syslog" {
        const NOTICE: i32 = 5;
        let _ = phant_os::syslog::write(NOTICE, message);
        return;
    }
    if !target.is_empty() {
        let mode = u32::from_str_radix(&ctx.ini.text("error_log_mode").to_text(), 8).unwrap_or(0o644);
        let file = OpenOptions::new().append(true).create(true).mode(mode).open(OsStr::from_bytes(&target));
        if let Ok(mut file) = file {
            let line = [format!("[{}] ", timestamp()).as_bytes(), message, b"\n"].concat();
            if file.write_all(&line).is_ok() {
                return;
            }
        }
    }
    crate::sapi::current().log(message);
}

/// `21-Nov-2026 12:34:56 UTC`
fn timestamp() -> String {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64);
    let (year, month, day) = civil(seconds.div_euclid(86400));
    let rest = seconds.rem_euclid(86400);
    format!("{day:02}-{}-{year} {:02}:{:02}:{:02} UTC", MONTHS[month as usize - 1], rest / 3600, rest / 60 % 60, rest % 60)
}

/// The date of a day counted from 1970-01-01 (Howard Hinnant, "chrono-compatible low-level date algorithms").
pub fn civil(days: i64) -> (i64, u32, u32) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = (of_year - (153 * shifted_month + 2) / 5 + 1) as u32;
    let month = (if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 }) as u32;
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(-1), (1969, 12, 31));
    }
}
