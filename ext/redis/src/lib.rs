//! PHP's redis extension: Redis by classes.
//!
//! `commands` is the table of what methods send and how they read the answer, `build` puts commands together, `reply` reads;
//! `client` is a connection, `link` what carries it, `pool` keeps those that outlive requests. `methods`, `modes`, `messages` and
//! `scan` are what the class Redis does beside commands. The protocol is [`phant_redis_wire`]'s.

#![forbid(unsafe_code)]

mod array;
mod build;
mod client;
mod cluster;
mod commands;
mod link;
mod loose;
mod messages;
mod methods;
mod modes;
mod options;
mod pack;
mod pool;
mod redis;
mod reply;
mod scan;
mod sentinel;
mod session;
mod settings;

use phant_ext_session::module::SaveHandlers;
use phant_native::{Extension, IniSetting, php_class};

/// The version whose behaviour this is.
const VERSION: &str = "6.2.0";

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "redis",
    classes: &[
        redis::Redis::PHP,
        array::class::RedisArray::PHP,
        cluster::class::RedisCluster::PHP,
        sentinel::RedisSentinel::PHP,
        RedisException::PHP,
        RedisClusterException::PHP,
    ],
    ini: INI,
    version: Some(VERSION),
    dependencies: &[("json", "Required"), ("igbinary", "Required"), ("session", "Required")],
    info: &[
        ("Redis Support", "enabled"),
        ("Redis Version", VERSION),
        ("Redis Sentinel Version", "1.0"),
        ("Available serializers", "php, json, igbinary"),
        ("Available compression", "lzf, zstd, lz4"),
    ],
    provides: &[&SESSIONS],
    ..Extension::EMPTY
};

static SESSIONS: SaveHandlers = SaveHandlers(&[&session::RedisSessions, &cluster::session::ClusterSessions]);

/// What goes wrong with a connection.
#[php_class("class RedisException extends RuntimeException {}")]
struct RedisException;

/// What goes wrong with a cluster.
#[php_class("class RedisClusterException extends RuntimeException {}")]
struct RedisClusterException;

const fn setting(name: &'static str, default: &'static str) -> IniSetting {
    IniSetting { name, default: Some(default), access: 7, on_change: None }
}

const INI: &[IniSetting] = &[
    setting("redis.arrays.algorithm", ""),
    setting("redis.arrays.auth", ""),
    setting("redis.arrays.autorehash", "0"),
    setting("redis.arrays.connecttimeout", "0"),
    setting("redis.arrays.distributor", ""),
    setting("redis.arrays.functions", ""),
    setting("redis.arrays.hosts", ""),
    setting("redis.arrays.index", "0"),
    setting("redis.arrays.lazyconnect", "0"),
    setting("redis.arrays.names", ""),
    setting("redis.arrays.pconnect", "0"),
    setting("redis.arrays.previous", ""),
    setting("redis.arrays.readtimeout", "0"),
    setting("redis.arrays.retryinterval", "0"),
    setting("redis.arrays.consistent", "0"),
    setting("redis.clusters.cache_slots", "0"),
    setting("redis.clusters.auth", ""),
    setting("redis.clusters.persistent", "0"),
    setting("redis.clusters.read_timeout", "0"),
    setting("redis.clusters.seeds", ""),
    setting("redis.clusters.timeout", "0"),
    setting("redis.pconnect.pooling_enabled", "1"),
    setting("redis.pconnect.connection_limit", "0"),
    setting("redis.pconnect.echo_check_liveness", "1"),
    setting("redis.pconnect.pool_detect_dirty", "0"),
    setting("redis.pconnect.pool_poll_timeout", "0"),
    setting("redis.pconnect.pool_pattern", ""),
    setting("redis.session.locking_enabled", "0"),
    setting("redis.session.lock_expire", "0"),
    setting("redis.session.lock_retries", "100"),
    setting("redis.session.lock_wait_time", "20000"),
    setting("redis.session.early_refresh", "0"),
    setting("redis.session.compression", "none"),
    setting("redis.session.compression_level", "3"),
];
