//! Walks over keys and over what is in them.

use super::{
    Cluster, EXCEPTION,
    methods::{named_node, text},
};
use crate::{
    build::Build,
    client::mode,
    reply::{self, Note, Reader},
    scan,
};
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Args, Ctx, PhpResult};
use phant_redis_wire::{Command, slot};

/// The keys of all servers.
pub(super) fn keys(ctx: &Ctx, _this: &Object, cluster: &Cluster, args: &mut Args<'_>) -> PhpResult {
    let mut command = Command::default();
    command.begin(b"KEYS");
    command.text_of(&[cluster.settings.borrow().prefix(), &text(args)]);
    let nodes = cluster.masters.borrow().clone();
    let mut all = Array::new();
    for node in &nodes {
        let found = cluster.ask(ctx, node, &mut command, reply::raw_list, &Note::default())?;
        let Some(found) = found.and_then(Value::into_array) else {
            ctx.warning("Can't read response from a node");
            return Ok(Value::FALSE);
        };
        for key in found.values() {
            let _ = all.push(key.clone());
        }
    }
    Ok(all.into())
}

/// Walks must be taken step by step.
fn not_in_multi(ctx: &Ctx, cluster: &Cluster, end: &str) -> PhpResult<()> {
    if cluster.mode.get() == mode::ATOMIC {
        return Ok(());
    }
    Err(ctx.throw(EXCEPTION, format!("SCAN type commands can't be called in MULTI mode{end}")))
}

pub(super) fn scan_node(ctx: &Ctx, _this: &Object, cluster: &Cluster, args: &mut Args<'_>) -> PhpResult {
    not_in_multi(ctx, cluster, "")?;
    let Some(node) = named_node(ctx, cluster, &args.values[1].clone()) else { return Ok(Value::FALSE) };
    walk(ctx, cluster, args, 0, "SCAN", None, |cluster, command| cluster.ask(ctx, &node, command, scan::keys, &Note::default()))
}

pub(super) fn scan_members(ctx: &Ctx, _this: &Object, cluster: &Cluster, args: &mut Args<'_>) -> PhpResult {
    not_in_multi(ctx, cluster, "!")?;
    let name = args.function.display_name().to_ascii_lowercase();
    let (word, read): (_, Reader) = match name.rsplit("::").next() {
        Some("hscan") => ("HSCAN", scan::fields),
        Some("sscan") => ("SSCAN", scan::members),
        _ => ("ZSCAN", scan::scores),
    };
    let key = Str::concat(cluster.settings.borrow().prefix(), &text(args));
    let slot = slot::of(&key);
    walk(ctx, cluster, args, 1, word, Some(key), |cluster, command| {
        cluster.run(ctx, slot, command, read, &Note::default(), true).map(Some)
    })
}

/// Takes a step, or steps until something was found, and notes the place in the caller's variable, the argument `at`.
fn walk(
    ctx: &Ctx,
    cluster: &Cluster,
    args: &mut Args<'_>,
    at: usize,
    word: &str,
    key: Option<Str>,
    ask: impl Fn(&Cluster, &mut Command) -> PhpResult<Option<Value>>,
) -> PhpResult {
    let Some(mut place) = scan::start(&args.values[at].unref()) else { return Ok(Value::FALSE) };
    let settings = cluster.settings.borrow().clone();
    let mut buffer = Command::default();
    loop {
        let mut b = Build {
            ctx,
            settings: &settings,
            command: &mut buffer,
            note: Note::default(),
            slot: None,
            crosses: false,
            cluster: true,
        };
        b.begin(word);
        if let Some(key) = &key {
            b.text(key);
        }
        let pattern = if key.is_none() { scan::prefixed(&b, &args.values[2]) } else { args.values[2].clone() };
        scan::command(&mut b, &place, &pattern, &args.values[3])?;
        let step = ask(cluster, &mut buffer)?.and_then(Value::into_array);
        let Some((Some(next), Some(found))) = step.as_ref().map(|s| (s.get_int(0), s.get_int(1))) else {
            return Err(ctx.throw(EXCEPTION, "Couldn't read SCAN response"));
        };
        place = next.clone();
        scan::set_place(&mut args.values[at], &place);
        let none = found.as_array().is_none_or(|f| f.is_empty());
        if !none || settings.scan & crate::settings::scan::RETRY == 0 || place.as_str().is_some_and(|p| p.as_bytes() == b"0") {
            return Ok(found.clone());
        }
        ctx.poll()?;
    }
}
