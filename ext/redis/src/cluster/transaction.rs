//! Transactions: one for each server that has a key of it.

use super::{Cluster, EXCEPTION, Node, Queued, split};
use crate::{
    client::mode,
    reply::{self, Note, Reading},
};
use phant_memory::{Array, Object, Value};
use phant_native::{Args, Ctx, PhpResult, convert};
use phant_redis_wire::Command;
use std::rc::Rc;

pub(super) fn multi(ctx: &Ctx, this: &Object, cluster: &Cluster, args: &mut Args<'_>) -> PhpResult {
    if convert::to_int(&args.values[0]) != mode::MULTI {
        ctx.warning("RedisCluster does not support PIPELINING");
    }
    if cluster.mode.get() == mode::MULTI {
        ctx.warning("RedisCluster is already in MULTI mode, ignoring");
        return Ok(Value::FALSE);
    }
    cluster.mode.set(mode::MULTI);
    Ok(this.clone().into())
}

pub(super) fn exec(ctx: &Ctx, _this: &Object, cluster: &Cluster, _args: &mut Args<'_>) -> PhpResult {
    if cluster.mode.get() != mode::MULTI {
        ctx.warning("RedisCluster is not in MULTI mode");
        return Ok(Value::FALSE);
    }
    cluster.mode.set(mode::ATOMIC);
    let queued = cluster.queue.take();
    let mut command = Command::default();
    command.begin(b"EXEC");
    let (mut lengths, mut aborted) = (Vec::new(), false);
    for node in cluster.in_multi() {
        if node.client.write(ctx, command.finish()).is_err() {
            return Err(ctx.throw(EXCEPTION, "Failed sending EXEC to cluster"));
        }
        node.client.error.take();
        let length = Reading::new(ctx, &node.client).array()?;
        let error = node.client.error.take();
        aborted |= error.is_some();
        if error.is_some() {
            *cluster.error.borrow_mut() = error;
        }
        lengths.push((node, length));
    }
    if aborted {
        // The others have answered, which nobody asks for any more.
        for (node, length) in &lengths {
            length.map_or(Ok(()), |length| Reading::new(ctx, &node.client).skip(length))?;
        }
        return Err(ctx.throw(EXCEPTION, "Error processing EXEC across the cluster"));
    }
    let (mut all, mut parts) = (Array::new(), Vec::new());
    for Queued { node, read, note, joined } in queued {
        let length = lengths.iter().find(|(n, _)| Rc::ptr_eq(n, &node)).and_then(|(_, length)| *length);
        let value = match length {
            Some(_) => cluster.reply(ctx, &node, read, &note)?,
            None => Value::FALSE,
        };
        // Each reply is the last one while it is read: what went wrong is remembered if nothing went well behind it.
        cluster.error.replace(node.client.error.take());
        if joined.is_none() && note.flag != split::PART {
            let _ = all.push(value);
            continue;
        }
        parts.push(value);
        if let Some(join) = joined {
            let _ = all.push(split::joined(std::mem::take(&mut parts), join));
        }
    }
    Ok(all.into())
}

pub(super) fn discard(ctx: &Ctx, _this: &Object, cluster: &Cluster, _args: &mut Args<'_>) -> PhpResult {
    if cluster.mode.get() != mode::MULTI {
        ctx.warning("Cluster is not in MULTI mode");
        return Ok(Value::FALSE);
    }
    cluster.mode.set(mode::ATOMIC);
    cluster.queue.borrow_mut().clear();
    let nodes = cluster.in_multi();
    everywhere(ctx, cluster, &nodes, b"DISCARD")
}

pub(super) fn unwatch(ctx: &Ctx, _this: &Object, cluster: &Cluster, _args: &mut Args<'_>) -> PhpResult {
    let nodes = cluster.masters.borrow().clone();
    everywhere(ctx, cluster, &nodes, b"UNWATCH")
}

/// A word to many servers; whether all said yes.
fn everywhere(ctx: &Ctx, cluster: &Cluster, nodes: &[Rc<Node>], word: &[u8]) -> PhpResult {
    let mut command = Command::default();
    command.begin(word);
    for node in nodes {
        let said = cluster.ask(ctx, node, &mut command, reply::boolean, &Note::default())?;
        if said.and_then(|v| v.as_bool()) != Some(true) {
            return Ok(Value::FALSE);
        }
    }
    Ok(Value::TRUE)
}
