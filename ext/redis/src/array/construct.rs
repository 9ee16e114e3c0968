//! Making a ring: from hosts and options, or from the settings.

use super::{Ring, methods::text, place};
use crate::session;
use phant_memory::{Array, KeyRef, Object, Str, Value};
use phant_native::{Args, Ctx, PhpResult, convert};

/// What a ring is told.
#[derive(Default)]
struct Options {
    previous: Vec<Vec<u8>>,
    extractor: Value,
    distributor: Value,
    index: bool,
    auto_rehash: bool,
    persistent: bool,
    lazy: bool,
    consistent: bool,
    retry_interval: i64,
    connect_timeout: f64,
    read_timeout: f64,
    algorithm: Option<Str>,
    auth: Value,
}

pub(super) fn construct(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let mut options = Options::default();
    if !args.values[0].is_array() && !args.values[0].is_str() {
        let text = format!("must be of type string|array, {} given", convert::value_name(&args.values[0]));
        return Err(ctx.argument_type_error(1, text));
    }
    let hosts = match args.values[0].own_array() {
        Some(hosts) => hosts.values().filter_map(|h| h.as_str().map(|h| h.to_vec())).collect(),
        None => {
            let name = text(&args.values[0]);
            named(ctx, &name, &mut options)
        }
    };
    if let Some(given) = args.values[1].own_array().cloned() {
        read_options(&given, &mut options);
    }
    fill(ctx, this, hosts, &options)?;
    if !options.previous.is_empty() {
        let class = ctx.known_class("RedisArray");
        let previous = ctx.allocate(class)?;
        fill(ctx, &previous, options.previous.clone(), &options)?;
        Ring::of(this).previous.replace(previous.into());
    }
    Ok(Value::NULL)
}

/// A ring that the settings name.
fn named(ctx: &Ctx, name: &[u8], options: &mut Options) -> Vec<Vec<u8>> {
    let all = |setting: &str| -> Vec<Vec<u8>> {
        let list = session::parameters(&ctx.ini.text(setting));
        let is_own = |key: &[u8]| key == name || key.strip_suffix(b"[]") == Some(name);
        list.into_iter().filter(|(key, _)| is_own(key)).map(|(_, value)| value).collect()
    };
    let one = |setting: &str| all(setting).into_iter().next();
    let truth = |setting: &str| one(setting).is_some_and(|v| v == b"1");
    options.previous = all("redis.arrays.previous");
    options.extractor = one("redis.arrays.functions").map_or(Value::NULL, |f| Str::from(f).into());
    options.distributor = one("redis.arrays.distributor").map_or(Value::NULL, |f| Str::from(f).into());
    options.index = truth("redis.arrays.index");
    options.auto_rehash = truth("redis.arrays.autorehash");
    options.persistent = truth("redis.arrays.pconnect");
    options.lazy = truth("redis.arrays.lazyconnect");
    options.consistent = truth("redis.arrays.consistent");
    options.retry_interval = one("redis.arrays.retryinterval").map_or(0, |v| phant_numeric::parse::to_int(&v));
    options.connect_timeout = one("redis.arrays.connecttimeout").map_or(0.0, |v| phant_numeric::parse::to_float(&v));
    options.read_timeout = one("redis.arrays.readtimeout").map_or(0.0, |v| phant_numeric::parse::to_float(&v));
    options.algorithm = one("redis.arrays.algorithm").map(Str::from);
    options.auth = one("redis.arrays.auth").map_or(Value::NULL, |a| Str::from(a).into());
    all("redis.arrays.hosts")
}

fn read_options(given: &Array, options: &mut Options) {
    for (key, value) in given.iter() {
        let KeyRef::Str(name) = key else { continue };
        let value = value.unref();
        match name.as_bytes() {
            b"previous" => {
                let list = value.own_array().cloned().unwrap_or_default();
                options.previous = list.values().filter_map(|h| h.as_str().map(|h| h.to_vec())).collect();
            }
            b"function" => options.extractor = value,
            b"distributor" => options.distributor = value,
            b"index" => options.index = convert::to_bool(&value),
            b"autorehash" => options.auto_rehash = convert::to_bool(&value),
            b"pconnect" => options.persistent = convert::to_bool(&value),
            b"lazy_connect" => options.lazy = convert::to_bool(&value),
            b"consistent" => options.consistent = convert::to_bool(&value),
            b"retry_interval" => options.retry_interval = convert::to_int(&value),
            b"connect_timeout" => options.connect_timeout = convert::to_float(&value),
            b"read_timeout" => options.read_timeout = convert::to_float(&value),
            b"algorithm" => options.algorithm = value.into_str(),
            b"auth" => options.auth = value,
            _ => {}
        }
    }
}

/// Gives a ring its servers.
fn fill(ctx: &Ctx, this: &Object, hosts: Vec<Vec<u8>>, options: &Options) -> PhpResult<()> {
    let ring = Ring::of(this);
    let (mut names, mut servers) = (Array::new(), Array::new());
    for host in &hosts {
        let class = ctx.known_class("Redis");
        let at = host.iter().rposition(|&b| b == b':').filter(|_| !host.starts_with(b"/"));
        let port = at.map_or(if host.starts_with(b"/") { 0 } else { 6379 }, |at| phant_numeric::parse::to_int(&host[at + 1..]));
        let mut settings = Array::new();
        settings.set_name("host", Str::new(at.map_or(&host[..], |at| &host[..at])).into());
        settings.set_name("port", Value::int(port));
        settings.set_name("connectTimeout", Value::float(options.connect_timeout));
        settings.set_name("readTimeout", Value::float(options.read_timeout));
        settings.set_name("retryInterval", Value::int(options.retry_interval));
        settings.set_name("persistent", Value::bool(options.persistent));
        if !options.auth.is_null() {
            settings.set_name("auth", options.auth.clone());
        }
        let server = ctx.new_object(class, &[settings.into()])?;
        let _ = servers.push(server.into());
        let _ = names.push(Str::new(host).into());
    }
    ring.hosts.replace(names);
    ring.servers.replace(servers);
    ring.extractor.replace(options.extractor.clone());
    ring.distributor.replace(options.distributor.clone());
    ring.algorithm.replace(options.algorithm.clone());
    ring.index.set(options.index);
    ring.auto_rehash.set(options.auto_rehash);
    if options.consistent {
        let mut points = ring.points.borrow_mut();
        points.clear();
        points.extend(place::points(&hosts));
    }
    Ok(())
}
