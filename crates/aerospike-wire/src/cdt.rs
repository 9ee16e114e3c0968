//! Operations on lists and maps: their numbers, and how requests are written.

use crate::pack;

/// Operations on lists.
pub mod list {
    #![allow(missing_docs)]
    pub const SET_TYPE: u16 = 0;
    pub const APPEND: u16 = 1;
    pub const APPEND_ITEMS: u16 = 2;
    pub const INSERT: u16 = 3;
    pub const INSERT_ITEMS: u16 = 4;
    pub const POP: u16 = 5;
    pub const POP_RANGE: u16 = 6;
    pub const REMOVE: u16 = 7;
    pub const REMOVE_RANGE: u16 = 8;
    pub const SET: u16 = 9;
    pub const TRIM: u16 = 10;
    pub const CLEAR: u16 = 11;
    pub const INCREMENT: u16 = 12;
    pub const SORT: u16 = 13;
    pub const SIZE: u16 = 16;
    pub const GET: u16 = 17;
    pub const GET_RANGE: u16 = 18;
    pub const GET_BY_INDEX: u16 = 19;
    pub const GET_BY_RANK: u16 = 21;
    pub const GET_BY_VALUE: u16 = 22;
    pub const GET_BY_VALUE_LIST: u16 = 23;
    pub const GET_BY_INDEX_RANGE: u16 = 24;
    pub const GET_BY_VALUE_INTERVAL: u16 = 25;
    pub const GET_BY_RANK_RANGE: u16 = 26;
    pub const GET_BY_VALUE_REL_RANK_RANGE: u16 = 27;
    pub const REMOVE_BY_INDEX: u16 = 32;
    pub const REMOVE_BY_RANK: u16 = 34;
    pub const REMOVE_BY_VALUE: u16 = 35;
    pub const REMOVE_BY_VALUE_LIST: u16 = 36;
    pub const REMOVE_BY_INDEX_RANGE: u16 = 37;
    pub const REMOVE_BY_VALUE_INTERVAL: u16 = 38;
    pub const REMOVE_BY_RANK_RANGE: u16 = 39;
    pub const REMOVE_BY_VALUE_REL_RANK_RANGE: u16 = 40;

    pub const ADD_UNIQUE: i64 = 1;
    pub const INSERT_BOUNDED: i64 = 2;
    pub const NO_FAIL: i64 = 4;
    pub const PARTIAL: i64 = 8;
}

/// Operations on maps.
pub mod map {
    #![allow(missing_docs)]
    pub const SET_TYPE: u16 = 64;
    pub const ADD: u16 = 65;
    pub const ADD_ITEMS: u16 = 66;
    pub const PUT: u16 = 67;
    pub const PUT_ITEMS: u16 = 68;
    pub const REPLACE: u16 = 69;
    pub const REPLACE_ITEMS: u16 = 70;
    pub const INCREMENT: u16 = 73;
    pub const DECREMENT: u16 = 74;
    pub const CLEAR: u16 = 75;
    pub const REMOVE_BY_KEY: u16 = 76;
    pub const REMOVE_BY_INDEX: u16 = 77;
    pub const REMOVE_BY_RANK: u16 = 79;
    pub const REMOVE_BY_KEY_LIST: u16 = 81;
    pub const REMOVE_BY_VALUE: u16 = 82;
    pub const REMOVE_BY_VALUE_LIST: u16 = 83;
    pub const REMOVE_BY_KEY_INTERVAL: u16 = 84;
    pub const REMOVE_BY_INDEX_RANGE: u16 = 85;
    pub const REMOVE_BY_VALUE_INTERVAL: u16 = 86;
    pub const REMOVE_BY_RANK_RANGE: u16 = 87;
    pub const REMOVE_BY_KEY_REL_INDEX_RANGE: u16 = 88;
    pub const REMOVE_BY_VALUE_REL_RANK_RANGE: u16 = 89;
    pub const SIZE: u16 = 96;
    pub const GET_BY_KEY: u16 = 97;
    pub const GET_BY_INDEX: u16 = 98;
    pub const GET_BY_RANK: u16 = 100;
    pub const GET_BY_VALUE: u16 = 102;
    pub const GET_BY_KEY_INTERVAL: u16 = 103;
    pub const GET_BY_INDEX_RANGE: u16 = 104;
    pub const GET_BY_VALUE_INTERVAL: u16 = 105;
    pub const GET_BY_RANK_RANGE: u16 = 106;
    pub const GET_BY_KEY_LIST: u16 = 107;
    pub const GET_BY_VALUE_LIST: u16 = 108;
    pub const GET_BY_KEY_REL_INDEX_RANGE: u16 = 109;
    pub const GET_BY_VALUE_REL_RANK_RANGE: u16 = 110;

    pub const CREATE_ONLY: i64 = 1;
    pub const UPDATE_ONLY: i64 = 2;
    pub const NO_FAIL: i64 = 4;
    pub const PARTIAL: i64 = 8;
}

/// What of the chosen elements is returned.
pub mod returned {
    #![allow(missing_docs)]
    pub const NONE: i64 = 0;
    pub const INDEX: i64 = 1;
    pub const REVERSE_INDEX: i64 = 2;
    pub const RANK: i64 = 3;
    pub const REVERSE_RANK: i64 = 4;
    pub const COUNT: i64 = 5;
    pub const KEY: i64 = 6;
    pub const VALUE: i64 = 7;
    pub const KEY_VALUE: i64 = 8;
    pub const EXISTS: i64 = 13;
    pub const UNORDERED_MAP: i64 = 16;
    pub const ORDERED_MAP: i64 = 17;
    pub const INVERTED: i64 = 0x1_0000;
}

/// Steps into nested lists and maps.
pub mod step {
    #![allow(missing_docs)]
    pub const LIST_INDEX: i64 = 0x10;
    pub const LIST_RANK: i64 = 0x11;
    pub const LIST_VALUE: i64 = 0x13;
    pub const MAP_INDEX: i64 = 0x20;
    pub const MAP_RANK: i64 = 0x21;
    pub const MAP_KEY: i64 = 0x22;
    pub const MAP_VALUE: i64 = 0x23;
    /// What marks the steps before an operation.
    pub const MARK: i64 = 0xff;
}

/// Whether an operation changes its list or map.
pub fn modifies(op: u16) -> bool {
    matches!(op, 0..=13 | 32..=40 | 64..=89)
}

/// Appends an operation and its arguments, which the closure writes.
pub fn write(out: &mut Vec<u8>, op: u16, arguments: usize, write: impl FnOnce(&mut Vec<u8>)) {
    pack::list(out, arguments + 1);
    pack::int(out, i64::from(op));
    write(out);
}
