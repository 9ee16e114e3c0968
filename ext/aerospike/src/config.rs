//! The array that a constructor takes: hosts, and how the cluster is reached.

use phant_aerospike_client::{Config, Host};
use phant_memory::{Array, Value};
use phant_native::{Ctx, PhpResult, Thrown};
use std::time::Duration;

/// An exception of the constructor.
pub fn exception(ctx: &Ctx, message: &str) -> Thrown {
    ctx.throw("Exception", message)
}

/// Reads the hosts of a configuration.
pub fn hosts(ctx: &Ctx, config: &Array) -> PhpResult<Vec<Host>> {
    let Some(all) = config.get_bytes(b"hosts") else {
        return Err(exception(ctx, "An entry for hosts must be included in the config array"));
    };
    let Some(all) = all.as_array() else { return Err(exception(ctx, "hosts entry must be an array")) };
    let mut hosts = Vec::new();
    for host in all.values() {
        let Some(host) = host.as_array() else { return Err(exception(ctx, "host entry must be an array")) };
        if !(2..=3).contains(&host.len()) {
            return Err(exception(ctx, "host entry must contain 2 or 3 elements"));
        }
        let (Some(name), Some(port)) = (host.get_bytes(b"addr"), host.get_bytes(b"port")) else {
            return Err(exception(ctx, "host entry must contain the keys 'addr' and 'port'"));
        };
        let Some(name) = name.as_str() else { return Err(exception(ctx, "hostname must be a string")) };
        let Some(port) = port.as_int() else { return Err(exception(ctx, "port must be a number")) };
        let tls_name = match host.get_bytes(b"tls_name").map(|name| name.as_str().map(|name| name.to_text().into_owned())) {
            Some(None) => return Err(exception(ctx, "TLS name must be a string")),
            name => name.flatten().filter(|name| !name.is_empty()),
        };
        hosts.push(Host { tls_name, ..Host::new(name.to_text(), u16::try_from(port).unwrap_or(0)) });
    }
    Ok(hosts)
}

/// Whether what has a type in a configuration is of that type.
pub fn is_valid(config: &Array) -> bool {
    let all = |array: &Array, names: &[&str], is_right: fn(&Value) -> bool| {
        names.iter().all(|name| array.get_bytes(name.as_bytes()).is_none_or(|value| is_right(&value.unref())))
    };
    let numbers = ["max_threads", "thread_pool_size", "compression_threshold", "tender_interval", "rack_id"];
    let of_memory = ["shm_key", "shm_max_nodes", "shm_max_namespaces", "shm_takeover_threshold_sec"];
    all(config, &numbers, Value::is_int)
        && all(config, &["user", "cluster_name"], |value| value.as_str().is_some())
        && (config.get_bytes(b"user").is_none() || all(config, &["pass"], |value| value.as_str().is_some()))
        && all(config, &["rack_aware"], |value| value.as_bool().is_some())
        && config
            .get_bytes(b"shm")
            .is_none_or(|memory| memory.as_array().is_some_and(|memory| all(&memory, &of_memory, Value::is_int)))
}

/// The number that a setting has, in the notation of C: decimal, or hexadecimal after `0x`.
fn number(text: &str) -> i64 {
    match text.trim().strip_prefix("0x").or(text.trim().strip_prefix("0X")) {
        Some(digits) => i64::from_str_radix(digits, 16).unwrap_or(0),
        None => text.trim().parse().unwrap_or(0),
    }
}

/// The key of the memory that processes would share, in 32 bits, if a configuration or the settings ask for that. Clusters
/// with different keys are different ones.
pub fn memory_key(ctx: &Ctx, config: Option<&Array>) -> Option<i32> {
    let memory =
        config.and_then(|config| config.get_bytes(b"shm")).and_then(|memory| memory.as_array().map(|array| (*array).clone()));
    if memory.is_none() && !ctx.ini.bool("aerospike.shm.use") {
        return None;
    }
    let given = memory.and_then(|memory| memory.get_bytes(b"shm_key").and_then(Value::as_int));
    let of_setting = || ctx.ini.get("aerospike.shm.key").map_or(0, |text| number(&text.to_text()));
    Some(given.unwrap_or_else(of_setting) as i32)
}

/// What the settings and a configuration say about reaching the cluster.
pub fn configure(ctx: &Ctx, hosts: Vec<Host>, config: Option<&Array>) -> Config {
    let int = |name: &[u8]| config.and_then(|config| config.get_bytes(name)).and_then(Value::as_int);
    let milliseconds = |number: i64| Duration::from_millis(u64::try_from(number).ok().filter(|n| *n > 0).unwrap_or(1000));
    let connections = int(b"max_threads").unwrap_or_else(|| ctx.ini.int("aerospike.max_threads"));
    Config {
        hosts,
        timeout: milliseconds(ctx.ini.int("aerospike.connect_timeout")),
        interval: milliseconds(int(b"tender_interval").unwrap_or(1000)),
        connections: usize::try_from(connections).unwrap_or(300).max(1),
        name: config
            .and_then(|config| config.get_bytes(b"cluster_name"))
            .and_then(|name| name.as_str().map(|name| name.to_text().into_owned())),
        resolves: true,
        ..Config::default()
    }
}

/// What persistent clusters are known by.
pub fn persistent_key(hosts: &[Host], user: &str, memory: Option<i32>) -> String {
    let mut key: String = hosts.iter().map(|host| format!("{}:{}:{user};", host.name, host.port)).collect();
    if let Some(memory) = memory {
        key += &format!("{memory:x}");
    }
    key
}
