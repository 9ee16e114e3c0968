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
    pub const COMPRESSION: i64 = 22;
    pub const ALLOW_INLINE: i64 = 32;
    pub const DURABLE_DELETE: i64 = 23;
    pub const SOCKET_TIMEOUT: i64 = 24;
    pub const TOTAL_TIMEOUT: i64 = 28;
    pub const MAX_RETRIES: i64 = 29;
    pub const SCAN_NOBINS: i64 = 11;
    pub const SCAN_PRIORITY: i64 = 7;
    pub const SCAN_RPS: i64 = 8;
    pub const SCAN_PERCENTAGE: i64 = 9;
    pub const SCAN_CONCURRENTLY: i64 = 10;
    pub const QUERY_NOBINS: i64 = 54;
    pub const MAP_ORDER: i64 = 25;
    pub const MAP_WRITE_MODE: i64 = 26;
    pub const MAP_WRITE_FLAGS: i64 = 27;
}

/// What a command does, as far as its defaults go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Gets.
    Read,
    /// Batches.
    Batch,
    /// Info requests.
    Info,
    /// Puts.
    Write,
    /// Removes.
    Remove,
    /// Operations, which begin with the library's own defaults.
    Operate,
    /// Functions on the servers.
    Apply,
    /// Scans.
    Scan,
    /// Queries.
    Query,
}

const KINDS: [Kind; 9] =
    [Kind::Read, Kind::Batch, Kind::Info, Kind::Write, Kind::Remove, Kind::Operate, Kind::Apply, Kind::Scan, Kind::Query];

impl Kind {
    /// The option of a constructor that has the defaults of this kind alone.
    fn defaults(self) -> Option<i64> {
        Some(match self {
            Kind::Read => 46,
            Kind::Write => 47,
            Kind::Remove => 48,
            Kind::Batch => 49,
            Kind::Operate => 50,
            Kind::Query => 51,
            Kind::Scan => 52,
            Kind::Apply => 53,
            Kind::Info => return None,
        })
    }
    fn reads(self) -> bool {
        matches!(self, Kind::Read | Kind::Batch | Kind::Info | Kind::Scan | Kind::Query)
    }
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
    /// How many of a hundred partitions a scan looks at.
    pub share: u8,
    /// Whether nodes may answer a batch at once.
    pub inline: bool,
}

impl Default for Options {
    /// The library's own.
    fn default() -> Options {
        Options {
            policy: Policy { total_timeout: 1000, socket_timeout: 30_000, replica: Replica::Sequence, ..Policy::default() },
            sends_key: false,
            generation_is: 0,
            generation: 0,
            exists: 0,
            commit_master: false,
            durable_delete: false,
            reads_all: false,
            read_sc: 0,
            ttl: None,
            serializer: 1,
            no_bins: false,
            rps: 0,
            share: 100,
            inline: true,
        }
    }
}

/// Defaults of an object, for each kind of command.
#[derive(Clone, Debug)]
pub struct Policies([Options; KINDS.len()]);

/// Those that the settings make.
fn of_settings(ctx: &Ctx, kind: Kind) -> Options {
    let mut all = Options::default();
    if kind == Kind::Operate {
        return all;
    }
    all.sends_key = ctx.ini.int("aerospike.key_policy") == 1;
    all.generation_is = ctx.ini.int("aerospike.key_gen");
    let milliseconds = |name| u32::try_from(ctx.ini.int(name)).unwrap_or(0);
    (all.policy.total_timeout, all.policy.retries) = match kind {
        // These take as long as they take.
        Kind::Scan | Kind::Query => (0, 5),
        Kind::Read | Kind::Batch | Kind::Info => (milliseconds("aerospike.read_timeout"), 2),
        _ => (milliseconds("aerospike.write_timeout"), 0),
    };
    if kind == Kind::Write {
        all.policy.compress_above = milliseconds("aerospike.compression_threshold");
    }
    all
}

impl Policies {
    /// The defaults that the settings, a configuration and a constructor's options make.
    pub fn new(ctx: &Ctx, config: Option<&Array>, options: Option<&Array>) -> Step<Policies> {
        let mut all = KINDS.map(|kind| of_settings(ctx, kind));
        if let Some(bytes) = config.and_then(|config| config.get_bytes(b"compression_threshold")).and_then(Value::as_int) {
            all[Kind::Write as usize].policy.compress_above = u32::try_from(bytes).unwrap_or(0);
        }
        let Some(options) = options else { return Ok(Policies(all)) };
        for (kind, defaults) in KINDS.into_iter().zip(&mut all) {
            // Operations begin with the library's own defaults, whatever is said for all.
            if kind == Kind::Operate {
                apply(options, kind, &mut Options::default(), true)?;
            } else {
                apply(options, kind, defaults, true)?;
            }
            match kind.defaults().and_then(|number| options.get_int(number)).map(Value::unref) {
                None => {}
                Some(own) => match own.as_array() {
                    Some(own) => apply(&own, kind, defaults, false)?,
                    None => return Err(wrong("Defaults of a kind of commands must be an array")),
                },
            }
        }
        Ok(Policies(all))
    }
    /// The options of a call.
    pub fn of(&self, ctx: &Ctx, kind: Kind, options: Option<&Value>) -> Step<Options> {
        let mut all = self.0[kind as usize];
        all.serializer = ctx.ini.int("aerospike.serializer");
        match options.map(Value::view) {
            None | Some(View::Null) => {}
            Some(View::Array(array)) => apply(&array, kind, &mut all, false)?,
            Some(_) => return Err(wrong("Options must be an array or null")),
        }
        Ok(all)
    }
}

/// Whether an option must be of its type, where others of a wrong type are passed over.
fn is_strict(number: i64, kind: Kind, constructs: bool) -> bool {
    match number {
        opt::SERIALIZER | opt::TTL => true,
        _ if constructs => matches!(number, 1..=6 | 13 | 15..=18 | 22 | 24 | 28 | 29),
        opt::READ_TIMEOUT => matches!(kind, Kind::Batch | Kind::Scan),
        opt::SCAN_PRIORITY..=opt::SCAN_NOBINS => kind == Kind::Scan,
        _ => false,
    }
}
/// Whether an option is true or false, and not a number.
fn is_flag(number: i64) -> bool {
    matches!(number, opt::SCAN_CONCURRENTLY | opt::SCAN_NOBINS | opt::DURABLE_DELETE | 30..=33 | opt::QUERY_NOBINS)
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
        match (is_flag(number), value.as_bool(), value.as_int()) {
            (true, Some(flag), _) => set_flag(number, flag, all),
            (false, _, Some(int)) => set(number, int, kind, all),
            _ if is_strict(number, kind, constructs) => return Err(wrong("An option is of a wrong type")),
            _ => {}
        }
    }
    Ok(())
}

fn set_flag(number: i64, flag: bool, all: &mut Options) {
    match number {
        opt::DURABLE_DELETE => all.durable_delete = flag,
        opt::SCAN_NOBINS | opt::QUERY_NOBINS => all.no_bins = flag,
        opt::ALLOW_INLINE => all.inline = flag,
        _ => {}
    }
}

fn set(number: i64, value: i64, kind: Kind, all: &mut Options) {
    let small = u32::try_from(value).unwrap_or(0);
    match number {
        opt::READ_TIMEOUT if kind.reads() => all.policy.total_timeout = small,
        opt::WRITE_TIMEOUT if !kind.reads() => all.policy.total_timeout = small,
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
        opt::SCAN_PERCENTAGE => all.share = u8::try_from(value.clamp(0, 100)).unwrap_or(100),
        opt::COMPRESSION if kind == Kind::Write => all.policy.compress_above = small,
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
