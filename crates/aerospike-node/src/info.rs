//! The text protocol: what a client asks before it sends commands, and commands to the node as a whole.

use crate::{
    log,
    server::Shared,
    store::{Index, Namespace, milliseconds},
};
use phant_aerospike_wire::{
    message::{self, Kind},
    partition,
};
use std::{fmt::Write, sync::atomic::Ordering};

/// The version that clients take their cues from.
const BUILD: &str = "8.1.0.0";
/// The node's name: sixteen hexadecimal digits.
const NODE: &str = "BB9040011AC4202";
/// What clients may use.
const FEATURES: &str = "batch-any;batch-index;blob-bits;cdt-list;cdt-map;float;geo;pipelining;pquery;pscans;query-show;relaxed-sc;replicas;\
                        replicas-all;replicas-master;sindex-exists;truncate-namespace";

/// What there is to say about an index, which is complete as soon as it is made.
const INDEX_FIGURES: &str = "keys=0;entries=0;load_pct=100;load_time=0";

/// Answers a request.
pub fn answer(shared: &Shared, request: &[u8], out: &mut Vec<u8>) {
    let start = message::begin(out, Kind::Info);
    let mut names: Vec<&[u8]> = request.split(|byte| *byte == b'\n').filter(|name| !name.is_empty()).collect();
    if names.is_empty() {
        names = vec![b"node", b"build", b"services", b"features", b"statistics"];
    }
    for name in names {
        let text = String::from_utf8_lossy(name);
        out.extend_from_slice(name);
        out.push(b'\t');
        out.extend_from_slice(one(shared, &text).as_bytes());
        out.push(b'\n');
    }
    message::finish(out, start);
}

fn one(shared: &Shared, request: &str) -> String {
    let end = request.find([':', '/']).unwrap_or(request.len());
    let (name, arguments) = (&request[..end], request.get(end + 1..).unwrap_or_default());
    let arguments = arguments.trim_end_matches('/');
    match name {
        "node" => NODE.into(),
        "build" | "version" => BUILD.into(),
        "edition" => "Community".into(),
        "features" => FEATURES.into(),
        "cluster-name" => "null".into(),
        "cluster-generation" | "partition-generation" | "peers-generation" | "rebalance-generation" => "0".into(),
        "cluster-stable" => "1".into(),
        "service" | "service-clear-std" | "service-clear-alt" | "services-alternate" => shared.address.to_string(),
        "services" | "alumni" | "alumni-clear-std" | "racks:" | "udf-list" | "logs" => String::new(),
        "peers-clear-std" | "peers-clear-alt" | "peers-tls-std" | "peers-tls-alt" => {
            format!("0,{},[]", shared.address.port())
        }
        "replicas" | "replicas-all" => join(spaces(shared).map(|space| partition::everything(&space.name))),
        "replicas-master" => join(spaces(shared).map(|space| {
            let text = partition::everything(&space.name);
            format!("{}:{}", space.name, text.rsplit(',').next().unwrap_or_default())
        })),
        "namespaces" => join(spaces(shared).map(|space| space.name.clone())),
        "namespace" => namespace(shared, arguments),
        "sets" => sets(shared, arguments),
        "bins" => String::new(),
        "statistics" => statistics(shared),
        "status" => "ok".into(),
        "name" => NODE.into(),
        "user-agent-set" => "ok".into(),
        "get-config" => format!("proto-fd-max={};microsecond-histograms=false", shared.options.connections),
        "truncate" | "truncate-namespace" => truncate(shared, arguments),
        "sindex-create" => create_index(shared, arguments),
        "sindex-delete" => delete_index(shared, arguments),
        "sindex-exists" => exists_index(shared, arguments),
        "sindex" | "sindex-list" => list_indexes(shared, arguments),
        "sindex-stat" => match &*exists_index(shared, arguments) {
            "true" => INDEX_FIGURES.into(),
            "false" => "FAIL:201:no such index".into(),
            failure => failure.into(),
        },
        "jobs" | "query-show" | "scan-show" => "ERROR:2:no such job".into(),
        "query-abort" | "scan-abort" | "query-abort-all" | "scan-abort-all" => "OK - number of queries killed: 0".into(),
        _ => {
            if shared.options.verbose {
                eprintln!("aerospike-node: info request '{request}' is not known");
            }
            "ERROR:16:not supported by this node".into()
        }
    }
}

fn spaces(shared: &Shared) -> impl Iterator<Item = &Namespace> {
    shared.store.namespaces.iter().map(|space| &**space)
}
fn join(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(";")
}
/// The value of a parameter, under any of its names.
fn parameter<'a>(arguments: &'a str, names: &[&str]) -> Option<&'a str> {
    arguments.split(';').find_map(|part| part.split_once('=').filter(|(name, _)| names.contains(name)).map(|(_, value)| value))
}

fn namespace(shared: &Shared, name: &str) -> String {
    let Some(space) = spaces(shared).find(|space| space.name == name) else {
        return "ERROR:20:unknown namespace".into();
    };
    format!(
        "ns_cluster_size=1;effective_replication_factor=1;objects={};master_objects={0};tombstones=0;stop_writes=false;\
         default-ttl=0;max-ttl=0;nsup-period=10;replication-factor=1;storage-engine=memory;strong-consistency=false;\
         allow-ttl-without-nsup=true;data_used_bytes={}",
        space.records.load(Ordering::Relaxed),
        shared.store.bytes(),
    )
}

fn sets(shared: &Shared, of: &str) -> String {
    let (wanted, set) = of.split_once('/').map_or((of, ""), |(space, set)| (space, set));
    let mut text = String::new();
    for space in spaces(shared).filter(|space| wanted.is_empty() || space.name == wanted) {
        for (name, (objects, bytes)) in space.sets().iter().filter(|(name, _)| set.is_empty() || *name == set) {
            // Writing to a text cannot fail.
            let _ = write!(
                text,
                "ns={}:set={name}:objects={objects}:tombstones=0:data_used_bytes={bytes}:truncate_lut=0;",
                space.name
            );
        }
    }
    text
}

fn statistics(shared: &Shared) -> String {
    let objects: usize = spaces(shared).map(|space| space.records.load(Ordering::Relaxed)).sum();
    format!(
        "cluster_size=1;cluster_key=1;cluster_integrity=true;cluster_is_member=true;objects={objects};client_connections={};\
         uptime=1;migrate_partitions_remaining=0;client_writes={};client_reads={}",
        shared.open.load(Ordering::Relaxed),
        shared.store.writes.load(Ordering::Relaxed),
        shared.store.reads.load(Ordering::Relaxed),
    )
}

fn truncate(shared: &Shared, arguments: &str) -> String {
    let Some(space) = parameter(arguments, &["namespace", "ns"]).and_then(|name| spaces(shared).find(|space| space.name == name))
    else {
        return "ERROR:4:bad namespace name".into();
    };
    let before = match parameter(arguments, &["lut"]).map(str::parse::<u64>) {
        None => milliseconds(),
        Some(Ok(nanoseconds)) if nanoseconds / 1_000_000 <= milliseconds() => nanoseconds / 1_000_000,
        Some(_) => return "ERROR:4:bad lut".into(),
    };
    match shared.store.truncate(space, parameter(arguments, &["set"]).unwrap_or_default().as_bytes(), before) {
        Ok(()) => "ok".into(),
        Err(code) => format!("ERROR:{code}:truncate failed"),
    }
}

fn create_index(shared: &Shared, arguments: &str) -> String {
    let get = |names: &[&str]| parameter(arguments, names);
    let (data_bin, data_kind) = get(&["indexdata"]).and_then(|data| data.split_once(',')).unzip();
    let space = get(&["namespace", "ns"]).and_then(|name| spaces(shared).find(|space| space.name == name));
    let (Some(space), Some(name), Some(bin), Some(kind)) =
        (space, get(&["indexname"]), get(&["bin"]).or(data_bin), get(&["type"]).or(data_kind))
    else {
        return "FAIL:4:a parameter is missing or wrong".into();
    };
    if get(&["context"]).is_some() || get(&["exp"]).is_some() {
        return "FAIL:16:not supported by this node".into();
    }
    let index = Index {
        name: name.into(),
        set: get(&["set"]).unwrap_or_default().into(),
        bin: bin.into(),
        over: get(&["indextype"]).unwrap_or("default").to_ascii_lowercase(),
        kind: kind.to_ascii_lowercase(),
    };
    let known = matches!(&*index.over, "default" | "list" | "mapkeys" | "mapvalues");
    if !known
        || !matches!(&*index.kind, "numeric" | "string" | "geo2dsphere" | "blob")
        || index.name.is_empty()
        || index.bin.len() > 15
    {
        return "FAIL:4:a parameter is missing or wrong".into();
    }
    let _writing = shared.store.writing();
    let Ok(mut all) = space.indexes.write() else { return "FAIL:1:internal".into() };
    if all.contains(&index) {
        return "ok".into();
    }
    let same =
        |other: &Index| (&other.set, &other.bin, &other.over, &other.kind) == (&index.set, &index.bin, &index.over, &index.kind);
    if all.iter().any(|other| other.name == index.name || same(other)) {
        return "FAIL:200:Index already exists".into();
    }
    if shared.store.append(|out| log::index(out, &space.name, &index)).is_err() {
        return "FAIL:8:the file is full".into();
    }
    all.push(index);
    "ok".into()
}

fn delete_index(shared: &Shared, arguments: &str) -> String {
    let space = parameter(arguments, &["namespace", "ns"]).and_then(|name| spaces(shared).find(|space| space.name == name));
    let (Some(space), Some(name)) = (space, parameter(arguments, &["indexname"])) else {
        return "FAIL:4:a parameter is missing or wrong".into();
    };
    let _writing = shared.store.writing();
    let Ok(mut all) = space.indexes.write() else { return "FAIL:1:internal".into() };
    let Some(at) = all.iter().position(|index| index.name == name) else {
        return "FAIL:201:no such index".into();
    };
    if shared.store.append(|out| log::drop_index(out, &space.name, name)).is_err() {
        return "FAIL:8:the file is full".into();
    }
    all.remove(at);
    "ok".into()
}

fn exists_index(shared: &Shared, arguments: &str) -> String {
    let space = parameter(arguments, &["namespace", "ns"]).and_then(|name| spaces(shared).find(|space| space.name == name));
    match (space, parameter(arguments, &["indexname"])) {
        (Some(space), Some(name)) => space.indexes().iter().any(|index| index.name == name).to_string(),
        _ => "FAIL:4:a parameter is missing or wrong".into(),
    }
}

fn list_indexes(shared: &Shared, of: &str) -> String {
    let (wanted, name) = match of.contains('=') {
        true => (parameter(of, &["namespace", "ns"]).unwrap_or_default(), None),
        false => of.split_once('/').map_or((of, None), |(space, name)| (space, Some(name))),
    };
    let mut text = String::new();
    for space in spaces(shared).filter(|space| wanted.is_empty() || space.name == wanted) {
        for index in space.indexes() {
            if name == Some(&index.name) {
                return INDEX_FIGURES.into();
            }
            let set = if index.set.is_empty() { "NULL" } else { &index.set };
            // Writing to a text cannot fail.
            let _ = write!(
                text,
                "ns={}:indexname={}:set={set}:bin={}:type={}:indextype={}:context=NULL:state=RW;",
                space.name, index.name, index.bin, index.kind, index.over
            );
        }
    }
    match name {
        Some(_) => "FAIL:201:no such index".into(),
        None => text,
    }
}
