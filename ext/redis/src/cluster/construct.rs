//! Making a cluster: from seeds or from the settings.

use super::{Cluster, EXCEPTION, Holder};
use crate::{client::Target, options, session};
use phant_memory::{Object, Value};
use phant_native::{Args, Ctx, PhpResult, convert};

pub(super) fn construct(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let [name, seeds, timeout, read_timeout, persistent, auth, context] = &args.values[..7] else { return Ok(Value::FALSE) };
    let mut target = Target {
        timeout: convert::to_float(timeout),
        read_timeout: convert::to_float(read_timeout),
        persistent: convert::to_bool(persistent),
        auth: options::auth_of(ctx, auth)?,
        context: context.own_array().cloned(),
        ..Target::default()
    };
    let mut list = Vec::new();
    match (seeds.own_array(), name.own_str().filter(|name| !name.is_empty())) {
        (Some(seeds), _) => list = seeds.values().map(Value::unref).collect(),
        (None, Some(name)) => named(ctx, name, &mut target, &mut list),
        _ => {}
    }
    if target.timeout > f64::from(i32::MAX) {
        return Err(ctx.throw(EXCEPTION, "Invalid timeout"));
    }
    if list.is_empty() && (!name.is_null() || seeds.is_null()) {
        return Err(ctx.throw(EXCEPTION, "Couldn't find seeds for cluster"));
    }
    let seeds = places(ctx, &list);
    if seeds.is_empty() {
        return Err(ctx.throw(EXCEPTION, "No valid seeds detected"));
    }
    Holder::set(this, Cluster::new(ctx, seeds, target)?);
    Ok(Value::NULL)
}

/// A cluster that the settings name.
fn named(ctx: &Ctx, name: &[u8], target: &mut Target, seeds: &mut Vec<Value>) {
    let of = |setting: &str| -> Option<Vec<u8>> {
        let all = session::parameters(&ctx.ini.text(setting));
        all.into_iter().find(|(key, _)| key.strip_suffix(b"[]").unwrap_or(key) == name).map(|(_, value)| value)
    };
    let all = session::parameters(&ctx.ini.text("redis.clusters.seeds"));
    seeds
        .extend(all.iter().filter(|(key, _)| key.strip_suffix(b"[]").unwrap_or(key) == name).map(|(_, value)| Value::str(value)));
    if let Some(seconds) = of("redis.clusters.timeout") {
        target.timeout = phant_numeric::parse::to_float(&seconds);
    }
    if let Some(seconds) = of("redis.clusters.read_timeout") {
        target.read_timeout = phant_numeric::parse::to_float(&seconds);
    }
    if let Some(persistent) = of("redis.clusters.persistent") {
        target.persistent = matches!(persistent.as_slice(), b"1" | b"yes" | b"true");
    }
    if let Some(password) = of("redis.clusters.auth") {
        target.auth = Some(crate::client::Auth { user: None, password });
    }
}

/// `host:port` of each; warnings for what is something else.
pub fn places(ctx: &Ctx, seeds: &[Value]) -> Vec<(Vec<u8>, i64)> {
    let mut places = Vec::new();
    for seed in seeds {
        let Some(seed) = seed.as_str() else {
            ctx.warning("Skipping non-string entry in seeds array");
            continue;
        };
        match seed.iter().rposition(|&b| b == b':') {
            Some(at) if at > 0 => places.push((seed[..at].to_vec(), phant_numeric::parse::to_int(&seed[at + 1..]))),
            _ => ctx.warning(format!("Seed '{}' not in host:port format, ignoring", String::from_utf8_lossy(&seed))),
        }
    }
    places
}
