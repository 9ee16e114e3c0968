//! The save handler `rediscluster`: sessions are keys of a cluster.

use super::{Cluster, construct};
use crate::{
    client::Target,
    reply::{Note, Reading},
    session::{self, Answer, Store},
};
use phant_ext_session::module::SaveHandler;
use phant_memory::{Str, Value};
use phant_native::{Ctx, PhpResult};
use phant_redis_wire::{Command, slot};
use std::cell::RefCell;

/// A cluster with sessions.
struct Sessions {
    cluster: Cluster,
    prefix: Vec<u8>,
}

thread_local! {
    /// What the last reply was: readers give PHP values, which these are not.
    static ANSWER: RefCell<Answer> = const { RefCell::new(Answer::Nothing) };
}

/// Reads a reply and keeps it for the one who asked.
fn read(reading: &Reading<'_>, _: &Note) -> PhpResult {
    let answer = session::answer(reading)?;
    ANSWER.set(answer);
    Ok(Value::NULL)
}

impl Store for Sessions {
    fn ask(&self, ctx: &Ctx, key: &[u8], command: &mut Command) -> PhpResult<Answer> {
        self.cluster.run(ctx, slot::of(key), command, read, &Note::default(), false)?;
        Ok(ANSWER.replace(Answer::Nothing))
    }
    fn is_there(&self, _ctx: &Ctx, _id: &[u8]) -> bool {
        true
    }
    fn prefix(&self, _id: &[u8]) -> Vec<u8> {
        self.prefix.clone()
    }
}

/// The save handler `rediscluster`.
pub struct ClusterSessions;

impl SaveHandler for ClusterSessions {
    fn name(&self) -> &'static str {
        "rediscluster"
    }
    fn open(&self, ctx: &Ctx, path: &Str) -> bool {
        let all = session::parameters(path);
        let named = |name: &[u8]| all.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_slice());
        let seeds: Vec<Value> = all
            .iter()
            .filter(|(key, _)| key == b"seed" || key.starts_with(b"seed["))
            .map(|(_, value)| Value::str(value))
            .collect();
        let float = |name: &[u8]| named(name).map_or(0.0, phant_numeric::parse::to_float);
        let target = Target {
            timeout: float(b"timeout"),
            read_timeout: float(b"read_timeout"),
            persistent: named(b"persistent").is_some_and(|v| phant_numeric::parse::to_int(v) != 0),
            auth: session::auth_parameter(&all),
            ..Target::default()
        };
        let places = construct::places(ctx, &seeds);
        if places.is_empty() {
            if !seeds.is_empty() {
                ctx.warning("No valid seeds detected");
            }
            return false;
        }
        let Ok(cluster) = Cluster::new(ctx, places, target) else { return false };
        let prefix = named(b"prefix").unwrap_or(b"PHPREDIS_CLUSTER_SESSION:").to_vec();
        session::begin(ctx, Box::new(Sessions { cluster, prefix }));
        true
    }
    fn close(&self, ctx: &Ctx) -> bool {
        session::close(ctx)
    }
    fn read(&self, ctx: &Ctx, id: &Str) -> Option<Str> {
        session::read(ctx, id)
    }
    fn write(&self, ctx: &Ctx, id: &Str, data: &Str) -> bool {
        session::write(ctx, id, data)
    }
    fn update_timestamp(&self, ctx: &Ctx, id: &Str, data: &Str) -> bool {
        session::update_timestamp(ctx, id, data)
    }
    fn destroy(&self, ctx: &Ctx, id: &Str) -> bool {
        session::destroy(ctx, id)
    }
    fn create_id(&self, ctx: &Ctx) -> Option<Str> {
        session::create_id(ctx)
    }
    fn validates(&self, ctx: &Ctx, id: &Str) -> bool {
        session::validates(ctx, id)
    }
}
