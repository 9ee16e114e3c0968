//! Options: what the settings, the constructor and a call say about timeouts, retries and conditions.

use crate::instance::{Step, wrong};
use phant_aerospike_client::{Policy, Replica};
use phant_aerospike_wire::message::{Head, bits};
use phant_memory::{Array, Value, View};
use phant_native::Ctx;

/// Numbers of options.
pub mod opt {
    #![allow(missing_docs)]
    pub const READ_TIMEOUT: i64 = 2;
    pub const WRITE_TIMEOUT: i64 = 3;
    pub const RETRY: i64 = 4;
    pub const EXISTS: i64 = 5;
    pub const SERIALIZER: i64 = 6;
    pub const KEY: i64 = 13;
    pub const GENERATION: i64 = 14;
    pub const REPLICA: i64 = 15;
    pub const READ_MODE_AP: i64 = 16;
    pub const READ_MODE_SC: i64 = 17;
    pub const COMMIT_LEVEL: i64 = 18;
    pub const TTL: i64 = 19;
    pub const DURABLE_DELETE: i64 = 23;
    pub const SOCKET_TIMEOUT: i64 = 24;
    pub const TOTAL_TIMEOUT: i64 = 28;
    pub const MAX_RETRIES: i64 = 29;
    pub const SCAN_NOBINS: i64 = 11;
    pub const SCAN_RPS: i64 = 8;
    pub const QUERY_NOBINS: i64 = 54;
    pub const MAP_ORDER: i64 = 25;
    pub const MAP_WRITE_MODE: i64 = 26;
    pub const MAP_WRITE_FLAGS: i64 = 27;
}

/// What a command does, as far as its defaults go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Gets and batches.
    Read,
    /// Puts and removes.
    Write,
    /// Operations, which begin with the library's own defaults.
    Operate,
    /// Scans and queries.
    Search,
}

/// Conditions and timeouts of one call.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Timeouts and retries.
    pub policy: Policy,
    /// Whether the key is sent, and kept by the server.
    pub sends_key: bool,
    /// 0 ignore, 1 equal, 2 greater.
    pub generation_is: i64,
    /// The generation that is compared.
    pub generation: i64,
    /// The existence policy.
    pub exists: i64,
    /// Whether replicas may lag behind.
    pub commit_master: bool,
    /// Whether a delete leaves a mark.
    pub durable_delete: bool,
    /// Whether all replicas are consulted.
    pub reads_all: bool,
    /// The read mode under strong consistency.
    pub read_sc: i64,
    /// A time to live that the options bring.
    pub ttl: Option<i64>,
    /// The serializer.
    pub serializer: i64,
    /// Whether bins are left out of a scan or query.
    pub no_bins: bool,
    /// Records a second of a scan.
    pub rps: u32,
}

/// Defaults of an object.
#[derive(Clone, Debug)]
pub struct Policies {
    read: Options,
    write: Options,
}

fn of_settings(ctx: &Ctx, timeout: i64, retries: u32) -> Options {
    let timeout = u32::try_from(timeout).unwrap_or(0);
    Options {
        policy: Policy { total_timeout: timeout, socket_timeout: 0, retries, sleep: 0, replica: Replica::Sequence },
        sends_key: ctx.ini.int("aerospike.key_policy") == 1,
        generation_is: ctx.ini.int("aerospike.key_gen"),
        generation: 0,
        exists: 0,
        commit_master: false,
        durable_delete: false,
        reads_all: false,
        read_sc: 0,
        ttl: None,
        serializer: ctx.ini.int("aerospike.serializer"),
        no_bins: false,
        rps: 0,
    }
}

impl Policies {
    /// The defaults that the settings and a constructor's options make.
    pub fn new(ctx: &Ctx, options: Option<&Array>) -> Step<Policies> {
        let mut read = of_settings(ctx, ctx.ini.int("aerospike.read_timeout"), 2);
        let mut write = of_settings(ctx, ctx.ini.int("aerospike.write_timeout"), 0);
        if let Some(array) = options {
            for (kind, options) in [(Kind::Read, &mut read), (Kind::Write, &mut write)] {
                apply(array, kind, options, true)?;
            }
        }
        Ok(Policies { read, write })
    }
    /// The options of a call.
    pub fn of(&self, ctx: &Ctx, kind: Kind, options: Option<&Value>) -> Step<Options> {
        let mut all = match kind {
            Kind::Read => self.read,
            Kind::Write => self.write,
            Kind::Operate => {
                let policy = Policy { total_timeout: 1000, ..self.write.policy };
                Options { policy, ..of_settings(ctx, 1000, 0) }
            }
            // A scan takes as long as it takes.
            Kind::Search => {
                let policy = Policy { total_timeout: 0, socket_timeout: 10_000, retries: 5, ..self.read.policy };
                Options { policy, ..self.read }
            }
        };
        all.serializer = ctx.ini.int("aerospike.serializer");
        match options.map(Value::view) {
            None | Some(View::Null) => {}
            Some(View::Array(array)) => apply(&array, kind, &mut all, false)?,
            Some(_) => return Err(wrong("Options must be an array or null")),
        }
        Ok(all)
    }
}

/// Whether what is named must be a number in a constructor, where elsewhere other types are passed over.
fn is_strict(number: i64) -> bool {
    matches!(number, 1..=6 | 13 | 15..=18 | 24 | 28 | 29)
}

fn apply(array: &Array, kind: Kind, all: &mut Options, constructs: bool) -> Step<()> {
    for (name, value) in array.iter() {
        let value = value.unref();
        let number = match name {
            phant_memory::KeyRef::Int(number) => number,
            phant_memory::KeyRef::Str(name) => {
                if name.as_bytes() == b"sleep_between_retries" {
                    all.policy.sleep = value.as_int().and_then(|wait| u32::try_from(wait).ok()).unwrap_or(all.policy.sleep);
                }
                continue;
            }
        };
        if number == opt::GENERATION {
            let pair = value.as_array().map(|pair| (pair.get_int(0).and_then(Value::as_int), pair.get_int(1).map(Value::unref)));
            let Some((Some(policy), generation)) = pair else { return Err(wrong("OPT_POLICY_GEN must be an array")) };
            all.generation_is = policy;
            if let Some(generation) = generation {
                all.generation = generation.as_int().ok_or_else(|| wrong("A generation must be an integer"))?;
            }
            continue;
        }
        if let Some(flag) = value.as_bool() {
            match number {
                opt::DURABLE_DELETE => all.durable_delete = flag,
                opt::SCAN_NOBINS | opt::QUERY_NOBINS => all.no_bins = flag,
                _ if constructs && is_strict(number) => return Err(wrong("Invalid policy values")),
                _ => {}
            }
            continue;
        }
        let Some(int) = value.as_int() else {
            let refused = match number {
                opt::SERIALIZER | opt::TTL => true,
                opt::READ_TIMEOUT => kind == Kind::Search,
                opt::SCAN_RPS..=opt::SCAN_NOBINS => kind == Kind::Search,
                _ => false,
            };
            if refused || constructs && is_strict(number) {
                return Err(wrong("An option is of a wrong type"));
            }
            continue;
        };
        one(number, int, kind, all);
    }
    Ok(())
}

fn one(number: i64, value: i64, kind: Kind, all: &mut Options) {
    let small = u32::try_from(value).unwrap_or(0);
    match number {
        opt::READ_TIMEOUT if matches!(kind, Kind::Read | Kind::Search) => all.policy.total_timeout = small,
        opt::WRITE_TIMEOUT if matches!(kind, Kind::Write | Kind::Operate) => all.policy.total_timeout = small,
        opt::TOTAL_TIMEOUT => all.policy.total_timeout = small,
        opt::SOCKET_TIMEOUT => all.policy.socket_timeout = small,
        opt::RETRY | opt::MAX_RETRIES => all.policy.retries = small,
        opt::EXISTS => all.exists = value,
        opt::SERIALIZER => all.serializer = value,
        opt::KEY => all.sends_key = value == 1,
        opt::REPLICA => all.policy.replica = if value == 0 { Replica::Master } else { Replica::Sequence },
        opt::READ_MODE_AP => all.reads_all = value == 1,
        opt::READ_MODE_SC => all.read_sc = value,
        opt::COMMIT_LEVEL => all.commit_master = value == 1,
        opt::TTL => all.ttl = Some(value),
        opt::SCAN_RPS => all.rps = small,
        _ => {}
    }
}

impl Options {
    /// The header of a command that reads.
    pub fn read_head(&self) -> Head {
        Head {
            info1: bits::READ | if self.reads_all { bits::READ_ALL_REPLICAS } else { 0 },
            info3: if self.read_sc == 1 { bits::LINEARIZE } else { 0 },
            timeout: self.policy.total_timeout,
            ..Head::default()
        }
    }
    /// The header of a command that writes.
    pub fn write_head(&self, ttl: i64) -> Head {
        let mut head = Head { info2: bits::WRITE, ttl: ttl as u32, timeout: self.policy.total_timeout, ..Head::default() };
        match self.generation_is {
            1 => head.info2 |= bits::GENERATION,
            2 => head.info2 |= bits::GENERATION_GREATER,
            _ => {}
        }
        if matches!(self.generation_is, 1 | 2) {
            head.generation = self.generation as u32;
        }
        match self.exists {
            1 => head.info2 |= bits::CREATE_ONLY,
            2 => head.info3 |= bits::UPDATE_ONLY,
            3 => head.info3 |= bits::REPLACE_ONLY,
            4 => head.info3 |= bits::CREATE_OR_REPLACE,
            _ => {}
        }
        if self.commit_master {
            head.info3 |= bits::COMMIT_MASTER;
        }
        if self.durable_delete {
            head.info2 |= bits::DURABLE_DELETE;
        }
        head
    }
}
