//! What can go wrong, in codes and words.

use std::io;

/// Codes of the client, below those of servers.
pub mod code {
    #![allow(missing_docs)]
    pub const CONNECTION: i32 = -10;
    pub const TLS: i32 = -9;
    pub const INVALID_NODE: i32 = -8;
    pub const INVALID_HOST: i32 = -4;
    pub const PARAMETER: i32 = -2;
    pub const CLIENT: i32 = -1;
    pub const TIMEOUT: i32 = 9;
    pub const CLUSTER: i32 = 11;
}

/// Why there is no answer, or what code the answer has.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The code.
    pub code: i32,
    /// The words.
    pub message: String,
    /// Whether a write may have been done all the same.
    pub in_doubt: bool,
}

impl Failure {
    /// A failure that leaves no doubt.
    pub fn new(code: i32, message: impl Into<String>) -> Failure {
        Failure { code, message: message.into(), in_doubt: false }
    }
    /// What a server has answered.
    pub fn server(code: u8) -> Failure {
        Failure::new(i32::from(code), text(code))
    }
    /// What the system says about a socket.
    pub fn io(error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => Failure::new(code::TIMEOUT, "Timeout"),
            io::ErrorKind::InvalidData => Failure::new(code::CLIENT, error.to_string()),
            _ => Failure::new(code::CONNECTION, format!("Socket failed: {error}")),
        }
    }
}

impl From<phant_aerospike_wire::Malformed> for Failure {
    fn from(error: phant_aerospike_wire::Malformed) -> Failure {
        Failure::new(code::CLIENT, format!("The server sent {error}"))
    }
}

/// Names of the server's codes.
pub fn text(code: u8) -> &'static str {
    match code {
        0 => "AEROSPIKE_OK",
        1 => "AEROSPIKE_ERR_SERVER",
        2 => "AEROSPIKE_ERR_RECORD_NOT_FOUND",
        3 => "AEROSPIKE_ERR_RECORD_GENERATION",
        4 => "AEROSPIKE_ERR_REQUEST_INVALID",
        5 => "AEROSPIKE_ERR_RECORD_EXISTS",
        6 => "AEROSPIKE_ERR_BIN_EXISTS",
        7 => "AEROSPIKE_ERR_CLUSTER_CHANGE",
        8 => "AEROSPIKE_ERR_SERVER_FULL",
        9 => "AEROSPIKE_ERR_TIMEOUT",
        10 => "AEROSPIKE_ERR_ALWAYS_FORBIDDEN",
        11 => "AEROSPIKE_ERR_CLUSTER",
        12 => "AEROSPIKE_ERR_BIN_INCOMPATIBLE_TYPE",
        13 => "AEROSPIKE_ERR_RECORD_TOO_BIG",
        14 => "AEROSPIKE_ERR_RECORD_BUSY",
        15 => "AEROSPIKE_ERR_SCAN_ABORTED",
        16 => "AEROSPIKE_ERR_UNSUPPORTED_FEATURE",
        17 => "AEROSPIKE_ERR_BIN_NOT_FOUND",
        18 => "AEROSPIKE_ERR_DEVICE_OVERLOAD",
        19 => "AEROSPIKE_ERR_RECORD_KEY_MISMATCH",
        20 => "AEROSPIKE_ERR_NAMESPACE_NOT_FOUND",
        21 => "AEROSPIKE_ERR_BIN_NAME",
        22 => "AEROSPIKE_ERR_FAIL_FORBIDDEN",
        23 => "AEROSPIKE_ERR_FAIL_ELEMENT_NOT_FOUND",
        24 => "AEROSPIKE_ERR_FAIL_ELEMENT_EXISTS",
        26 => "AEROSPIKE_ERR_OP_NOT_APPLICABLE",
        100 => "AEROSPIKE_ERR_UDF",
        200 => "AEROSPIKE_ERR_INDEX_FOUND",
        201 => "AEROSPIKE_ERR_INDEX_NOT_FOUND",
        _ => "AEROSPIKE_ERR_UNKNOWN",
    }
}
