//! Environment variables. What `putenv` changes belongs to the request: it is kept beside the process's own
//! environment, which threads share.

use phant_memory::{Array, HeapMap, PhpStr, Str, Value, heap_map};
use phant_native::{Ctx, Late, PhpResult, descriptor::FunctionGroup, functions, php};
use std::{
    cell::RefCell,
    ffi::OsStr,
    os::unix::ffi::{OsStrExt, OsStringExt},
    process::Command,
};

pub(crate) const FUNCTIONS: FunctionGroup = functions![getenv, putenv];

/// What the request's variables differ in from the process's own.
struct Variables {
    /// Those that it has set (or, with `None`, removed).
    changes: RefCell<HeapMap<Str, Option<Str>>>,
    /// What a web server has sent of the request, which scripts find here too, and programs that they start do not.
    sent: RefCell<HeapMap<Str, Str>>,
}

impl Default for Variables {
    fn default() -> Self {
        Variables { changes: RefCell::new(heap_map()), sent: RefCell::new(heap_map()) }
    }
}

/// Makes what a web server has sent variables of the script.
pub fn show_sent<'a>(ctx: &Ctx, sent: impl Iterator<Item = (&'a [u8], &'a [u8])>) {
    ctx.state::<Variables>().sent.borrow_mut().extend(sent.map(|(name, value)| (Str::new(name), Str::new(value))));
}

/// A variable's value.
pub(crate) fn get(ctx: &Ctx, name: &[u8]) -> Option<Str> {
    find(ctx.state(), name)
}
fn find(variables: &Variables, name: &[u8]) -> Option<Str> {
    let changes = variables.changes.borrow();
    if !changes.is_empty()
        && let Some(change) = changes.get(name)
    {
        return change.clone();
    }
    let sent = variables.sent.borrow();
    if !sent.is_empty()
        && let Some(value) = sent.get(name)
    {
        return Some(value.clone());
    }
    phant_os::environment::variable(name).map(Str::new)
}

/// All variables, for the script and for programs it starts.
pub fn all(ctx: &Ctx) -> Vec<(Vec<u8>, Vec<u8>)> {
    let changes = ctx.state::<Variables>().changes.borrow();
    let mut all: Vec<(Vec<u8>, Vec<u8>)> = std::env::vars_os()
        .map(|(name, value)| (name.into_vec(), value.into_vec()))
        .filter(|(name, _)| !changes.contains_key(name.as_slice()))
        .collect();
    let sent = ctx.state::<Variables>().sent.borrow();
    if !sent.is_empty() {
        all.retain(|(name, _)| !sent.contains_key(name.as_slice()));
        let mut sent: Vec<_> = sent.iter().map(|(n, v)| (n.to_vec(), v.to_vec())).collect();
        sent.retain(|(name, _)| !changes.contains_key(name.as_slice()));
        sent.sort();
        all.extend(sent);
    }
    let mut own: Vec<_> = changes.iter().filter_map(|(n, v)| Some((n.to_vec(), v.as_ref()?.to_vec()))).collect();
    own.sort();
    all.extend(own);
    all
}

/// Sets a variable, or removes it, as `putenv` does.
pub fn set(ctx: &Ctx, name: &str, value: Option<Str>) {
    ctx.state::<Variables>().changes.borrow_mut().insert(Str::from(name), value);
}

/// Gives a command the script's environment: the process's own with what `putenv` has changed.
pub(crate) fn pass_on(ctx: &Ctx, command: &mut Command) {
    for (name, value) in ctx.state::<Variables>().changes.borrow().iter() {
        let name = OsStr::from_bytes(name);
        match value {
            Some(value) => command.env(name, OsStr::from_bytes(value)),
            None => command.env_remove(name),
        };
    }
}

#[php("function getenv(?string $name = null, bool $local_only = false): string|array|false")]
fn getenv(late: Late<'_>, name: Option<&PhpStr>, _local_only: bool) -> PhpResult {
    if let Some(name) = name {
        return Ok(find(late.state(), name).map_or(Value::FALSE, Value::from));
    }
    let mut out = Array::new();
    for (name, value) in all(late.ctx()?) {
        out.set(name.as_slice(), Value::from(value));
    }
    Ok(Value::from(out))
}

#[php("function putenv(string $assignment): bool")]
fn putenv(ctx: &Ctx, assignment: &Str) -> PhpResult<bool> {
    if assignment.is_empty() || assignment[0] == b'=' {
        return Err(ctx.argument_error(1, "must have a valid syntax"));
    }
    let (name, value) = match assignment.iter().position(|&b| b == b'=') {
        Some(at) => (&assignment[..at], Some(Str::new(&assignment[at + 1..]))),
        None => (&assignment[..], None),
    };
    ctx.state::<Variables>().changes.borrow_mut().insert(Str::new(name), value);
    Ok(true)
}
