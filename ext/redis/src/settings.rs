//! What a client's options say.

/// `Redis::OPT_…`
pub mod option {
    #![allow(missing_docs)]
    pub const SERIALIZER: i64 = 1;
    pub const PREFIX: i64 = 2;
    pub const READ_TIMEOUT: i64 = 3;
    pub const SCAN: i64 = 4;
    pub const FAILOVER: i64 = 5;
    pub const TCP_KEEPALIVE: i64 = 6;
    pub const COMPRESSION: i64 = 7;
    pub const REPLY_LITERAL: i64 = 8;
    pub const COMPRESSION_LEVEL: i64 = 9;
    pub const NULL_MULTIBULK_AS_NULL: i64 = 10;
    pub const MAX_RETRIES: i64 = 11;
    pub const BACKOFF_ALGORITHM: i64 = 12;
    pub const BACKOFF_BASE: i64 = 13;
    pub const BACKOFF_CAP: i64 = 14;
    pub const PACK_IGNORE_NUMBERS: i64 = 15;
}

/// How values become text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub enum Serializer {
    #[default]
    None,
    Php,
    Igbinary,
    Json,
}

impl Serializer {
    /// By its number.
    pub fn numbered(number: i64) -> Option<Serializer> {
        Some(match number {
            0 => Serializer::None,
            1 => Serializer::Php,
            2 => Serializer::Igbinary,
            4 => Serializer::Json,
            _ => return None,
        })
    }
    /// Its number.
    pub fn number(self) -> i64 {
        match self {
            Serializer::None => 0,
            Serializer::Php => 1,
            Serializer::Igbinary => 2,
            Serializer::Json => 4,
        }
    }
}

/// How text becomes shorter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub enum Compression {
    #[default]
    None,
    Lzf,
    Zstd,
    Lz4,
}

impl Compression {
    /// By its number.
    pub fn numbered(number: i64) -> Option<Compression> {
        Some(match number {
            0 => Compression::None,
            1 => Compression::Lzf,
            2 => Compression::Zstd,
            3 => Compression::Lz4,
            _ => return None,
        })
    }
}

/// `OPT_SCAN`
pub mod scan {
    #![allow(missing_docs)]
    pub const RETRY: i64 = 1;
    pub const PREFIX: i64 = 2;
}

/// The options that say how commands and replies are read.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct Settings {
    pub serializer: Serializer,
    pub compression: Compression,
    pub compression_level: i64,
    pub pack_ignore_numbers: bool,
    pub prefix: Option<Vec<u8>>,
    pub reply_literal: bool,
    pub null_as_null: bool,
    pub scan: i64,
    pub failover: i64,
}

impl Settings {
    /// The prefix of keys.
    pub fn prefix(&self) -> &[u8] {
        self.prefix.as_deref().unwrap_or_default()
    }
    /// Whether values go as they are.
    pub fn is_plain(&self) -> bool {
        self.serializer == Serializer::None && self.compression == Compression::None
    }
}
