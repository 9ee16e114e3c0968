//! The class Aerospike, as the client for PHP 7 had it.
//!
//! `class` has the class with its constants and what concerns the connection, `config` what the constructor takes, `instance` what an object holds and how
//! methods begin and end, `policy` the options of calls, `key` keys; `encode` and `decode` bring PHP's values to the wire and
//! back, `shapes` makes the arrays of records. Methods are by subject: `records`, `operate` with `lists`, `many` (batches), `search` (scans and queries), `admin`
//! (indexes, functions, info), `users`. `objects` has the classes Aerospike\\Bytes and Aerospike\\GeoJSON, `session` what the
//! session extension asks of it, `tls` what a configuration says about encryption, `log` what a script is told of all that, `direct` the way to a node in
//! this process.
//!
//! The protocol is `phant_aerospike_wire`, the cluster `phant_aerospike_client`; both know nothing of PHP.

#![forbid(unsafe_code)]

mod admin;
mod arguments;
mod class;
mod config;
mod constants;
mod decode;
mod direct;
mod encode;
mod instance;
mod key;
mod lists;
mod log;
mod many;
mod objects;
mod operate;
mod policy;
mod predicates;
mod records;
mod search;
pub mod session;
mod shapes;
mod tls;
mod users;

use phant_ext_pcntl::AfterFork;
use phant_native::{Extension, IniSetting};

const fn setting(name: &'static str, default: Option<&'static str>) -> IniSetting {
    IniSetting { name, default, access: 7, on_change: None }
}

const INI: &[IniSetting] = &[
    setting("aerospike.nesting_depth", Some("3")),
    setting("aerospike.connect_timeout", Some("1000")),
    setting("aerospike.read_timeout", Some("1000")),
    setting("aerospike.write_timeout", Some("1000")),
    setting("aerospike.log_path", None),
    setting("aerospike.log_level", None),
    setting("aerospike.serializer", Some("1")),
    setting("aerospike.udf.lua_user_path", Some("/usr/local/aerospike/usr-lua")),
    setting("aerospike.key_policy", Some("0")),
    setting("aerospike.key_gen", Some("0")),
    setting("aerospike.shm.use", Some("false")),
    setting("aerospike.shm.key", Some("0xA8000000")),
    setting("aerospike.shm.max_nodes", Some("16")),
    setting("aerospike.shm.max_namespaces", Some("8")),
    setting("aerospike.shm.takeover_threshold_sec", Some("30")),
    setting("aerospike.max_threads", Some("300")),
    setting("aerospike.thread_pool_size", Some("16")),
    setting("aerospike.compression_threshold", Some("0")),
    // Phant's own: every client talks to a node inside this process.
    IniSetting { name: "aerospike.embedded", default: Some("0"), access: 4, on_change: None },
];

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "aerospike",
    classes: &[&constants::CLASS, objects::Serializable::PHP, objects::Bytes::PHP, objects::GeoJson::PHP],
    ini: INI,
    version: Some("7.5.2"),
    provides: &[&session::HANDLERS, &AfterFork(phant_aerospike_client::connection::forked)],
    info: &[("aerospike support", "enabled")],
    ..Extension::EMPTY
};
