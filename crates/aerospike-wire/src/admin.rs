//! Commands about users and roles, and logins.

use crate::message::{self, Kind};

/// The command that says who connects.
pub const LOGIN: u8 = 20;
/// The result of a server where everybody may do everything.
pub const NOT_ENABLED: u8 = 52;
/// The result of a server that knows nothing of users.
pub const NOT_SUPPORTED: u8 = 51;
/// Bytes before the fields of a command or answer.
pub const HEAD: usize = 16;

/// Appends a command with its fields.
pub fn write(out: &mut Vec<u8>, command: u8, fields: &[(u8, &[u8])]) {
    let start = message::begin(out, Kind::Admin);
    out.extend_from_slice(&[0, 0, command, fields.len() as u8]);
    out.extend_from_slice(&[0; HEAD - 4]);
    for (kind, value) in fields {
        message::write_field(out, *kind, |out| out.extend_from_slice(value));
    }
    message::finish(out, start);
}

/// Appends an answer that is a result alone.
pub fn answer(out: &mut Vec<u8>, code: u8) {
    let start = message::begin(out, Kind::Admin);
    out.extend_from_slice(&[0, code]);
    out.extend_from_slice(&[0; HEAD - 2]);
    message::finish(out, start);
}
