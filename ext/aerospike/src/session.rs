//! The session handler: each session is a record, so that servers without state share them on one cluster.
//!
//! The last write wins; servers let go of what is over.

use crate::{
    config::{configure, memory_key, persistent_key},
    instance::{Client, Scratch, Step, Stop, connect},
    key::Key,
    policy::{Kind, Policies},
    records::{begin, send},
};
use phant_aerospike_client::Host;
use phant_aerospike_wire::{
    digest::Key as WireKey,
    message::{Op, bits, op},
    particle,
};
use phant_ext_session::module::{SaveHandler, SaveHandlers};
use phant_memory::{Str, Value};
use phant_native::{Ctx, resource};
use std::{cell::Cell, rc::Rc};

/// The handler.
pub static HANDLERS: SaveHandlers = SaveHandlers(&[&Sessions]);

struct Sessions;

impl SaveHandler for Sessions {
    fn name(&self) -> &'static str {
        "aerospike"
    }
    fn open(&self, ctx: &Ctx, path: &Str) -> bool {
        open(ctx, path)
    }
    fn close(&self, ctx: &Ctx) -> bool {
        close(ctx)
    }
    fn read(&self, ctx: &Ctx, id: &Str) -> Option<Str> {
        read(ctx, id)
    }
    fn write(&self, ctx: &Ctx, id: &Str, data: &Str) -> bool {
        write(ctx, id, data)
    }
    fn update_timestamp(&self, ctx: &Ctx, id: &Str, data: &Str) -> bool {
        update_timestamp(ctx, id, data)
    }
    fn destroy(&self, ctx: &Ctx, id: &Str) -> bool {
        destroy(ctx, id)
    }
    fn validates(&self, ctx: &Ctx, id: &Str) -> bool {
        exists(ctx, id)
    }
    fn gc(&self, ctx: &Ctx, lifetime: i64) -> i64 {
        gc(ctx, lifetime)
    }
}

/// The bin with a session's data.
const BIN: &[u8] = b"PHP_SESSION";

/// What a request's session is kept in.
#[derive(Default)]
struct Place(Cell<u64>);

struct Open {
    client: Client,
    namespace: Str,
    set: Str,
}

impl Open {
    fn key(&self, id: &Str) -> Key {
        Key {
            namespace: self.namespace.clone(),
            set: self.set.clone(),
            primary: Value::from(id.clone()),
            digest: WireKey::Str(id).digest(&self.set),
        }
    }
}

fn place(ctx: &Ctx) -> Option<Rc<Open>> {
    resource::hidden(ctx.state::<Place>().0.get())
}

/// The parts of a path, `namespace|set|hosts`.
fn parts(path: &[u8]) -> Result<(&[u8], &[u8], &[u8]), &'static str> {
    let cut = |text: &[u8]| text.iter().position(|byte| *byte == b'|');
    let at = cut(path).ok_or("Namespace not found in session path")?;
    let (namespace, rest) = (&path[..at], &path[at + 1..]);
    if !(1..32).contains(&namespace.len()) {
        return Err("Namespace is too long");
    }
    if rest.is_empty() {
        return Err("Set not found in session path");
    }
    let at = cut(rest).ok_or("Invalid session path")?;
    let (set, hosts) = (&rest[..at], &rest[at + 1..]);
    if !(1..64).contains(&set.len()) {
        return Err("Set name is too long");
    }
    if hosts.is_empty() {
        return Err("host information not found in session path");
    }
    Ok((namespace, set, hosts))
}

/// Hosts as a path has them: `host[:tlsname][:port]`, IPv6 in brackets, with commas between.
fn hosts(text: &[u8]) -> Option<Vec<Host>> {
    let text = std::str::from_utf8(text).ok()?;
    text.split(',').map(host).collect()
}

fn host(text: &str) -> Option<Host> {
    let (name, rest) = match text.strip_prefix('[') {
        Some(inner) => inner.split_once(']')?,
        None => text.split_at(text.find(':').unwrap_or(text.len())),
    };
    if name.is_empty() {
        return None;
    }
    let (tls_name, port) = match rest.rsplit_once(':') {
        None if rest.is_empty() => (None, 3000),
        None => return None,
        Some((before, port)) => (before.strip_prefix(':').map(str::to_owned), port.parse().ok().filter(|port| *port != 0)?),
    };
    Some(Host { tls_name, ..Host::new(name, port) })
}

fn open(ctx: &Ctx, path: &Str) -> bool {
    let found = parts(path).and_then(|(namespace, set, text)| Ok((namespace, set, hosts(text).ok_or("Invalid hosts entry")?)));
    let (namespace, set, hosts) = match found {
        Ok(found) => found,
        Err(why) => {
            ctx.warning(why);
            return false;
        }
    };
    let key = persistent_key(&hosts, "", memory_key(ctx, None));
    let connected = connect(ctx, configure(ctx, hosts, None), Some(key));
    let (Ok(cluster), Ok(policies)) = (connected, Policies::new(ctx, None, None)) else {
        ctx.warning("Failed to connect session to Aerospike server");
        return false;
    };
    let open = Open { client: Client::new(cluster, policies, true, None), namespace: Str::new(namespace), set: Str::new(set) };
    close(ctx);
    ctx.state::<Place>().0.set(resource::hide(Rc::new(open)));
    true
}

fn close(ctx: &Ctx) -> bool {
    match ctx.state::<Place>().0.replace(0) {
        0 => {}
        id => resource::drop_hidden(id),
    }
    true
}

/// Sends a command about a session's record. The closure writes the operations, and says what the header has.
fn command<T>(
    ctx: &Ctx,
    id: &Str,
    ttl: Option<i64>,
    change: impl FnOnce(&mut phant_aerospike_wire::message::Head, &mut Vec<u8>) -> u16,
    take: impl FnOnce(&crate::records::Answer, &Scratch) -> Step<T>,
) -> Step<T> {
    let open = place(ctx).ok_or_else(|| crate::instance::cannot("The session is not open"))?;
    let writes = ttl.is_some();
    let options = open.client.policies.of(ctx, if writes { Kind::Write } else { Kind::Read }, None)?;
    let mut head = ttl.map_or_else(|| options.read_head(), |ttl| options.write_head(ttl));
    let key = open.key(id);
    let mut scratch = open.client.scratch();
    let count = change(&mut head, &mut scratch.ops);
    let Scratch { out, ops, .. } = &mut *scratch;
    let mut message = begin(out, &head, &key, &options);
    message.ready_ops(ops, count);
    message.finish();
    let result = send(&open.client, &key, &mut scratch, &options, writes).and_then(|answer| take(&answer, &scratch));
    open.client.keep(scratch);
    result
}

fn lifetime(ctx: &Ctx) -> i64 {
    ctx.ini.int("session.gc_maxlifetime")
}
fn is_missing(stop: &Stop) -> bool {
    matches!(stop, Stop::Failed(failure) if failure.code == 2)
}
fn warn(ctx: &Ctx, words: &str, stop: &Stop) {
    if let Stop::Failed(failure) = stop {
        ctx.warning(format!("{words}: {}", failure.message));
    }
}

fn read(ctx: &Ctx, id: &Str) -> Option<Str> {
    let change = |head: &mut phant_aerospike_wire::message::Head, _: &mut Vec<u8>| {
        head.info1 |= bits::GET_ALL;
        0
    };
    let result = command(ctx, id, None, change, |answer, scratch| {
        let mut ops = answer.ops(scratch);
        for _ in 0..answer.head.ops {
            let Op { bin, particle: kind, value, .. } = ops.op()?;
            if bin == BIN {
                let is_text = !matches!(
                    kind,
                    particle::NULL
                        | particle::INTEGER
                        | particle::DOUBLE
                        | particle::LIST
                        | particle::MAP
                        | particle::GEOJSON
                        | particle::BOOL
                );
                return Ok(Some(is_text.then(|| Str::new(value))));
            }
        }
        Ok(None)
    });
    match result {
        Ok(Some(Some(data))) => return Some(data),
        Ok(Some(None)) => ctx.warning("Invalid session data returned"),
        Ok(None) => ctx.warning("No session data found in record"),
        Err(stop) if is_missing(&stop) => return Some(Str::default()),
        Err(stop) => warn(ctx, "Failed to fetch session entry", &stop),
    }
    None
}

fn write(ctx: &Ctx, id: &Str, data: &Str) -> bool {
    let change = |_: &mut phant_aerospike_wire::message::Head, out: &mut Vec<u8>| {
        phant_aerospike_wire::message::write_op(out, op::WRITE, BIN, |out| {
            out.extend_from_slice(data);
            particle::PHP
        });
        1
    };
    command(ctx, id, Some(lifetime(ctx)), change, |_, _| Ok(())).is_ok()
}

fn destroy(ctx: &Ctx, id: &Str) -> bool {
    let change = |head: &mut phant_aerospike_wire::message::Head, _: &mut Vec<u8>| {
        head.info2 |= bits::DELETE;
        0
    };
    match command(ctx, id, Some(0), change, |_, _| Ok(())) {
        Ok(()) => true,
        Err(stop) => is_missing(&stop),
    }
}

fn gc(_ctx: &Ctx, _lifetime: i64) -> i64 {
    0
}

fn exists(ctx: &Ctx, id: &Str) -> bool {
    let change = |head: &mut phant_aerospike_wire::message::Head, _: &mut Vec<u8>| {
        head.info1 |= bits::NO_BIN_DATA;
        0
    };
    match command(ctx, id, None, change, |_, _| Ok(())) {
        Ok(()) => true,
        Err(stop) => {
            if !is_missing(&stop) {
                warn(ctx, "Existence check failed", &stop);
            }
            false
        }
    }
}

fn update_timestamp(ctx: &Ctx, id: &Str, _data: &Str) -> bool {
    let change = |_: &mut phant_aerospike_wire::message::Head, out: &mut Vec<u8>| {
        phant_aerospike_wire::message::write_op(out, op::TOUCH, b"", |_| 0);
        1
    };
    command(ctx, id, Some(lifetime(ctx)), change, |_, _| Ok(())).is_ok()
}
