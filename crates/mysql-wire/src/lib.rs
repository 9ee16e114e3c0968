//! The client side of MySQL's protocol, as MySQL and MariaDB speak it: packets, messages, logging in, values.
//!
//! [`transport`] carries bytes, [`channel`] makes packets of them, [`message`] reads what is in packets, [`auth`] proves who
//! the client is, [`connect`] opens a connection, [`value`] reads rows. What a client does with a connection is the callers'
//! business: they send a command and read the packets of its answer.
//!
//! Everything that comes from a server is hostile: lengths are checked against what is there, and memory is asked for as
//! bytes arrive, not as they are announced.

#![forbid(unsafe_code)]

pub mod auth;
pub mod channel;
pub mod charset;
mod compression;
pub mod connect;
pub mod error;
pub mod message;
pub mod reader;
pub mod transport;
pub mod value;

pub use error::Error;

/// What client and server can do, as bits of the login.
pub mod capability {
    #![allow(missing_docs)]
    pub const LONG_PASSWORD: u32 = 1;
    pub const FOUND_ROWS: u32 = 2;
    pub const LONG_FLAG: u32 = 4;
    pub const CONNECT_WITH_DB: u32 = 8;
    pub const COMPRESS: u32 = 32;
    pub const LOCAL_FILES: u32 = 128;
    pub const PROTOCOL_41: u32 = 512;
    pub const SSL: u32 = 2048;
    pub const TRANSACTIONS: u32 = 8192;
    pub const SECURE_CONNECTION: u32 = 32768;
    pub const MULTI_STATEMENTS: u32 = 1 << 16;
    pub const MULTI_RESULTS: u32 = 1 << 17;
    pub const PLUGIN_AUTH: u32 = 1 << 19;
    pub const CONNECT_ATTRS: u32 = 1 << 20;
    pub const PLUGIN_AUTH_LENENC: u32 = 1 << 21;
    pub const EXPIRED_PASSWORDS: u32 = 1 << 22;
}

/// Bits of the server's status.
pub mod status {
    #![allow(missing_docs)]
    pub const IN_TRANS: u16 = 1;
    pub const AUTOCOMMIT: u16 = 2;
    pub const MORE_RESULTS: u16 = 8;
    pub const NO_GOOD_INDEX: u16 = 16;
    pub const NO_INDEX: u16 = 32;
    pub const CURSOR_EXISTS: u16 = 64;
    pub const LAST_ROW_SENT: u16 = 128;
    pub const NO_BACKSLASH_ESCAPES: u16 = 512;
    pub const SLOW: u16 = 2048;
    pub const PS_OUT_PARAMS: u16 = 4096;
}

/// Numbers of commands.
pub mod command {
    #![allow(missing_docs)]
    pub const QUIT: u8 = 1;
    pub const INIT_DB: u8 = 2;
    pub const QUERY: u8 = 3;
    pub const REFRESH: u8 = 7;
    pub const STATISTICS: u8 = 9;
    pub const PROCESS_KILL: u8 = 12;
    pub const DEBUG: u8 = 13;
    pub const PING: u8 = 14;
    pub const CHANGE_USER: u8 = 17;
    pub const STMT_PREPARE: u8 = 22;
    pub const STMT_EXECUTE: u8 = 23;
    pub const STMT_SEND_LONG_DATA: u8 = 24;
    pub const STMT_CLOSE: u8 = 25;
    pub const STMT_RESET: u8 = 26;
    pub const SET_OPTION: u8 = 27;
    pub const STMT_FETCH: u8 = 28;
}
