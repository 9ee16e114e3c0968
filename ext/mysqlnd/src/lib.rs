//! PHP's mysqlnd extension: the client of MySQL and MariaDB that mysqli and pdo_mysql stand on.
//!
//! `link` is a connection, `statement` a prepared statement, `result` the rows of either, `infile` LOAD DATA LOCAL; `error`
//! is what they remember of failures, `stats` what they count. The protocol is [`phant_mysql_wire`]'s.
//!
//! Connections live outside the request heap, in the table of resources, since some outlive requests. Rows are in the heap.

#![forbid(unsafe_code)]

pub mod error;
mod infile;
pub mod link;
mod open;
pub mod result;
pub mod statement;
pub mod stats;

use phant_memory::{Array, Value};
use phant_native::{Extension, IniSetting, resource};
use std::{cell::Cell, marker::PhantomData, rc::Rc};

/// What the client calls itself.
pub const CLIENT_INFO: &str = "mysqlnd 8.4.24";
/// Its version as a number.
pub const CLIENT_VERSION: i64 = 80424;

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "mysqlnd",
    ini: &[
        IniSetting { name: "mysqlnd.collect_statistics", default: Some("1"), access: 7, on_change: None },
        IniSetting { name: "mysqlnd.collect_memory_statistics", default: Some(""), access: 4, on_change: None },
        IniSetting { name: "mysqlnd.debug", default: None, access: 4, on_change: None },
        IniSetting { name: "mysqlnd.trace_alloc", default: None, access: 4, on_change: None },
        IniSetting { name: "mysqlnd.net_cmd_buffer_size", default: Some("4096"), access: 7, on_change: None },
        IniSetting { name: "mysqlnd.net_read_buffer_size", default: Some("32768"), access: 7, on_change: None },
        IniSetting { name: "mysqlnd.net_read_timeout", default: Some("86400"), access: 7, on_change: None },
        IniSetting { name: "mysqlnd.log_mask", default: Some("0"), access: 7, on_change: None },
        IniSetting { name: "mysqlnd.mempool_default_size", default: Some("16000"), access: 7, on_change: None },
        IniSetting { name: "mysqlnd.sha256_server_public_key", default: None, access: 2, on_change: None },
    ],
    version: Some(CLIENT_INFO),
    info: &[
        ("mysqlnd", "enabled"),
        ("Version", CLIENT_INFO),
        ("Compression", "supported"),
        ("core SSL", "not supported"),
        ("extended SSL", "not supported"),
        ("Tracing", "n/a"),
        ("API Extensions", "mysqli,pdo_mysql"),
    ],
    ..Extension::EMPTY
};

/// Figures by name, as texts.
pub fn figures(figure: impl Fn(usize) -> u64) -> Array {
    let mut all = Array::new();
    for (at, name) in stats::NAMES.iter().enumerate() {
        all.set_name(name, Value::str(figure(at).to_string()));
    }
    all
}

/// What an object in the request heap holds of what lives outside: an entry of the table of resources.
pub struct Hold<T> {
    id: Cell<u64>,
    what: PhantomData<T>,
}

impl<T> Default for Hold<T> {
    fn default() -> Hold<T> {
        Hold { id: Cell::new(0), what: PhantomData }
    }
}

impl<T: 'static> Hold<T> {
    /// Holds something, in place of what it held.
    pub fn set(&self, what: Option<Rc<T>>) {
        let new = what.map_or(0, |what| resource::hide(what));
        let old = self.id.replace(new);
        if old != 0 {
            resource::drop_hidden(old);
        }
    }
    /// What it holds.
    pub fn get(&self) -> Option<Rc<T>> {
        match self.id.get() {
            0 => None,
            id => resource::hidden(id),
        }
    }
}

impl<T> Drop for Hold<T> {
    fn drop(&mut self) {
        if self.id.get() != 0 {
            resource::drop_hidden(self.id.get());
        }
    }
}
