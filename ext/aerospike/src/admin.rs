//! Methods on the cluster as a whole: secondary indexes, truncation, functions in Lua, info requests, jobs.

use crate::{
    arguments,
    class::Aerospike,
    instance::{CLUSTER, Client, Step, cannot, run, wrong},
};
use phant_aerospike_client::Failure;
use phant_aerospike_wire::{base64, info};
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Ctx, PhpResult, RefArg, php_methods};
use std::{net::ToSocketAddrs, time::Duration};

/// How long an info request may take, if the options do not say.
fn timeout(client: &Client, ctx: &Ctx, options: Option<&Value>) -> Step<Duration> {
    let options = client.policies.of(ctx, crate::policy::Kind::Info, options)?;
    Ok(Duration::from_millis(match options.policy.total_timeout {
        0 => 60_000,
        timeout => timeout.into(),
    }))
}

/// Sends a request that has one name, and gives the value; one that says that something failed is a failure.
fn ask(ctx: &Ctx, client: &Client, request: &[u8], options: Option<&Value>) -> Step<Vec<u8>> {
    let answer = client.cluster.info(request, None, timeout(client, ctx, options)?)?;
    let value = info::lines(&answer).next().map(|(_, value)| value.to_vec()).unwrap_or_default();
    match info::failure(&value) {
        Some((code, words)) => Err(Failure::new(code.into(), String::from_utf8_lossy(words)).into()),
        None => Ok(value),
    }
}

/// A text that can be part of a request.
fn part(text: &Str) -> Step<String> {
    match text.iter().any(|byte| matches!(byte, b';' | b'\n' | b'\t' | b'=')) {
        true => Err(wrong("A name has characters that names cannot have")),
        false => Ok(text.to_text().into_owned()),
    }
}

/// Whether the servers are of a version that calls a namespace `namespace` and not `ns`.
fn is_new(ctx: &Ctx, client: &Client, options: Option<&Value>) -> Step<bool> {
    let build = String::from_utf8_lossy(&ask(ctx, client, b"build", options)?).into_owned();
    let mut numbers = build.split('.').map(|number| number.parse::<u32>().unwrap_or(0));
    Ok((numbers.next(), numbers.next()) >= (Some(8), Some(1)))
}

/// The address of a host that a script names.
fn address(host: &Array) -> Step<String> {
    let name = host.get_bytes(b"addr").and_then(|name| name.as_str().map(|name| name.to_text().into_owned()));
    let port = host.get_bytes(b"port").and_then(Value::as_int).and_then(|port| u16::try_from(port).ok());
    match (name, port) {
        (Some(name), Some(port)) => Ok(phant_aerospike_client::address(&name, port)),
        _ => Err(wrong("Host must have addr and port")),
    }
}

/// Addresses of hosts, as a constructor takes them.
fn addresses(config: &Array) -> Step<Vec<String>> {
    let hosts = config.get_bytes(b"hosts").and_then(|hosts| hosts.as_array().map(|hosts| (*hosts).clone()));
    let hosts = hosts.ok_or_else(|| wrong("Invalid list of hosts"))?;
    let one = |host: &Value| match host.as_array() {
        Some(host) => address(&host),
        None => Err(wrong("Invalid list of hosts")),
    };
    hosts.values().map(one).collect()
}

/// Whether a node is at one of these addresses, which may have a name where the cluster has a number.
fn is_among(node: &str, addresses: &[String]) -> bool {
    let names = |address: &String| address.to_socket_addrs().is_ok_and(|mut found| found.any(|found| found.to_string() == node));
    addresses.iter().any(|address| address == node) || addresses.iter().any(names)
}

/// The one language of functions on servers.
const LUA: i64 = 0;
/// The longest script.
const MOST_SCRIPT: usize = 1 << 20;

/// A path of a script's, if it may be used.
fn allowed(ctx: &Ctx, path: &[u8]) -> Option<std::path::PathBuf> {
    let absolute = phant_streams::path::absolute(path);
    phant_streams::path::check_basedir(ctx, &absolute).then(|| phant_streams::path::os(&absolute).to_owned())
}

/// Reads a script with functions.
fn script(ctx: &Ctx, path: &[u8]) -> Step<Vec<u8>> {
    let file = allowed(ctx, path).and_then(|path| std::fs::read(path).ok());
    match file.ok_or_else(|| Failure::new(1301, "Unable to open UDF file"))? {
        file if file.is_empty() => Err(Failure::new(100, "UDF file is empty").into()),
        file if file.len() >= MOST_SCRIPT => Err(Failure::new(100, "UDF file is too large").into()),
        file => Ok(file),
    }
}

/// Leaves a copy of a script where the client looks for those of streams.
fn keep_copy(ctx: &Ctx, path: &Str, file: &[u8]) -> Step<()> {
    let folder = ctx.ini.get("aerospike.udf.lua_user_path").ok_or_else(|| cannot("Base path not found"))?;
    let name = path.rsplit(|byte| *byte == b'/').next().filter(|name| !name.is_empty());
    let name = name.ok_or_else(|| cannot("Base path not found"))?;
    let copy = [folder.trim_ascii_end(), b"/", name].concat();
    let written = allowed(ctx, &copy).is_some_and(|copy| std::fs::write(copy, file).is_ok());
    if written { Ok(()) } else { Err(Failure::new(1302, "Unable to open the destination UDF file").into()) }
}

/// The name that a module has on servers: the file's.
fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[php_methods(ADMIN)]
impl Aerospike {
    #[php("public function addIndex($ns, $set, $bin, $name, $indexType, $dataType, $options = UNKNOWN)")]
    fn add_index(
        ctx: &Ctx,
        this: &Object,
        ns: &Value,
        set: &Value,
        bin: &Value,
        name: &Value,
        index_type: &Value,
        data_type: &Value,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        run(ctx, this, CLUSTER, |client| {
            let (ns, set) = (part(&arguments::text(ctx, 1, ns)?)?, part(&arguments::text(ctx, 2, set)?)?);
            let (bin, name) = (part(&arguments::text(ctx, 3, bin)?)?, part(&arguments::text(ctx, 4, name)?)?);
            let (over, kind) = (arguments::int(ctx, 5, index_type)?, arguments::int(ctx, 6, data_type)?);
            let over =
                ["", "indextype=list;", "indextype=mapkeys;", "indextype=mapvalues;"].get(usize::try_from(over).unwrap_or(9));
            let kind = ["string", "numeric", "geo2dsphere"].get(usize::try_from(kind).unwrap_or(9));
            let (Some(over), Some(kind)) = (over, kind) else { return Err(wrong("Unknown type of an index")) };
            let set = if set.is_empty() { String::new() } else { format!("set={set};") };
            let request = match is_new(ctx, client, options.as_ref())? {
                true => format!("sindex-create:namespace={ns};{set}indexname={name};{over}bin={bin};type={kind}"),
                false => {
                    format!("sindex-create:ns={ns};{set}indexname={name};numbins=1;{over}indexdata={bin},{kind};priority=normal")
                }
            };
            ask(ctx, client, request.as_bytes(), options.as_ref()).map(drop)
        })
    }
    #[php("public function dropIndex($ns, $name, $options = UNKNOWN)")]
    fn drop_index(ctx: &Ctx, this: &Object, ns: &Value, name: &Value, options: Option<Value>) -> PhpResult<i64> {
        run(ctx, this, CLUSTER, |client| {
            let (ns, name) = (part(&arguments::text(ctx, 1, ns)?)?, part(&arguments::text(ctx, 2, name)?)?);
            let ns = if is_new(ctx, client, options.as_ref())? { format!("namespace={ns}") } else { format!("ns={ns}") };
            ask(ctx, client, format!("sindex-delete:{ns};indexname={name}").as_bytes(), options.as_ref()).map(drop)
        })
    }
    #[php("public function truncate($ns, $set, $nanos, $options = UNKNOWN)")]
    fn truncate(ctx: &Ctx, this: &Object, ns: &Value, set: &Value, nanos: &Value, options: Option<Value>) -> PhpResult<i64> {
        run(ctx, this, CLUSTER, |client| {
            let ns = part(&arguments::text(ctx, 1, ns)?)?;
            let set = if set.deref().is_null() { String::new() } else { part(&arguments::text(ctx, 2, set)?)? };
            let nanos = arguments::int(ctx, 3, nanos)?;
            if ns.is_empty() {
                return Err(wrong("Namespace must not be empty"));
            }
            if nanos < 0 {
                return Err(wrong("Nanoseconds must not be negative"));
            }
            let mut request = match set.is_empty() {
                true => format!("truncate-namespace:namespace={ns}"),
                false => format!("truncate:namespace={ns};set={set}"),
            };
            if nanos > 0 {
                request += &format!(";lut={nanos}");
            }
            ask(ctx, client, request.as_bytes(), options.as_ref()).map(drop)
        })
    }
    #[php("public function info($request, &$response, $host = UNKNOWN, $options = UNKNOWN)")]
    fn info(
        ctx: &Ctx,
        this: &Object,
        request: &Value,
        mut response: RefArg<'_>,
        host: Option<Value>,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        run(ctx, this, CLUSTER, |client| {
            let request = arguments::text(ctx, 1, request)?;
            let host = arguments::array_or_null(ctx, 3, host.as_ref())?;
            response.set(Value::NULL);
            let timeout = timeout(client, ctx, options.as_ref())?;
            let address = host.as_ref().map(address).transpose()?;
            response.set(Value::str(client.cluster.info(&request, address.as_deref(), timeout)?));
            Ok(())
        })
    }
    #[php("public function infoMany($request, $host = UNKNOWN, $options = UNKNOWN)")]
    fn info_many(
        ctx: &Ctx,
        this: &Object,
        request: &Value,
        host: Option<Value>,
        options: Option<Value>,
    ) -> PhpResult<Option<Array>> {
        let mut found = Array::new();
        let status = run(ctx, this, CLUSTER, |client| {
            let request = arguments::text(ctx, 1, request)?;
            let host = arguments::array_or_null(ctx, 2, host.as_ref())?;
            let only = host.as_ref().map(addresses).transpose()?;
            let timeout = timeout(client, ctx, options.as_ref())?;
            for (name, address) in client.cluster.nodes() {
                if only.as_ref().is_none_or(|only| is_among(&address, only)) {
                    // A node that does not answer has null; the others' answers are of use all the same.
                    let answer = client.cluster.info(&request, Some(&address), timeout);
                    found.set_text(&name, answer.map_or(Value::NULL, Value::str));
                }
            }
            Ok(())
        })?;
        Ok((status == 0).then_some(found))
    }
    #[php("public function getNodes()")]
    fn get_nodes(ctx: &Ctx, this: &Object) -> PhpResult<Value> {
        let mut nodes = Vec::new();
        let status = run(ctx, this, CLUSTER, |client| {
            nodes = client.cluster.nodes();
            Ok(())
        })?;
        if status != 0 {
            return Ok(Value::int(status));
        }
        Ok(Value::from(Array::list(nodes.iter().map(|(_, address)| {
            let (name, port) = address.rsplit_once(':').unwrap_or((address, ""));
            let mut node = Array::new();
            node.set_name("addr", Value::str(name.trim_matches(['[', ']'])));
            node.set_name("port", Value::str(port));
            Value::from(node)
        }))))
    }
    #[php("public function register($path, $module, $language = UNKNOWN, $options = UNKNOWN)")]
    fn register(
        ctx: &Ctx,
        this: &Object,
        path: &Value,
        module: &Value,
        language: Option<Value>,
        options: Option<Value>,
        passed: usize,
    ) -> PhpResult<i64> {
        run(ctx, this, CLUSTER, |client| {
            let (path, module) = (arguments::text(ctx, 1, path)?, part(&arguments::text(ctx, 2, module)?)?);
            let language = (passed > 2).then(|| arguments::int(ctx, 3, &language.unwrap_or_default())).transpose()?;
            if module.is_empty() {
                return Err(wrong("Empty filename for udf"));
            }
            if language.is_some_and(|language| language != LUA) {
                return Err(wrong("Invalid udf type"));
            }
            let file = script(ctx, &path)?;
            keep_copy(ctx, &path, &file)?;
            let content = base64::encode(&file);
            let request =
                format!("udf-put:filename={};content={content};content-len={};udf-type=LUA;", file_name(&module), content.len());
            ask(ctx, client, request.as_bytes(), options.as_ref()).map(drop)
        })
    }
    #[php("public function deregister($module, $options = UNKNOWN)")]
    fn deregister(ctx: &Ctx, this: &Object, module: &Value, options: Option<Value>) -> PhpResult<i64> {
        run(ctx, this, CLUSTER, |client| {
            let module = part(&arguments::text(ctx, 1, module)?)?;
            ask(ctx, client, format!("udf-remove:filename={module};").as_bytes(), options.as_ref()).map(drop)
        })
    }
    #[php("public function listRegistered(&$modules, $language = UNKNOWN, $options = UNKNOWN)")]
    fn list_registered(
        ctx: &Ctx,
        this: &Object,
        mut modules: RefArg<'_>,
        language: Option<Value>,
        options: Option<Value>,
        passed: usize,
    ) -> PhpResult<i64> {
        run(ctx, this, CLUSTER, |client| {
            let language =
                (passed > 1).then(|| arguments::int(ctx, 2, &language.unwrap_or_default())).transpose()?.unwrap_or(LUA);
            let answer = ask(ctx, client, b"udf-list", options.as_ref())?;
            let all = answer.split(|byte| *byte == b';').filter(|each| !each.is_empty() && language == LUA).map(|each| {
                let name = each.split(|byte| *byte == b',').find_map(|word| word.strip_prefix(b"filename="));
                let mut module = Array::new();
                module.set_name("name", Value::str(name.unwrap_or_default()));
                module.set_name("type", Value::int(LUA));
                Value::from(module)
            });
            modules.set(Array::list(all));
            Ok(())
        })
    }
    #[php("public function getRegistered($module, &$code, $language = UNKNOWN, $options = UNKNOWN)")]
    fn get_registered(
        ctx: &Ctx,
        this: &Object,
        module: &Value,
        mut code: RefArg<'_>,
        language: Option<Value>,
        options: Option<Value>,
        passed: usize,
    ) -> PhpResult<i64> {
        run(ctx, this, CLUSTER, |client| {
            let module = part(&arguments::text(ctx, 1, module)?)?;
            (passed > 2).then(|| arguments::int(ctx, 3, &language.unwrap_or_default())).transpose()?;
            let answer = ask(ctx, client, format!("udf-get:filename={module}").as_bytes(), options.as_ref())?;
            let content = info::parameters(&answer).find(|(name, _)| *name == b"content").map(|(_, value)| value);
            let text = content.and_then(base64::decode).ok_or_else(|| Failure::new(1301, "The module is not registered"))?;
            code.set(Value::str(text));
            Ok(())
        })
    }
    #[php("public function jobInfo($job_id, $job_type, &$info, $options = UNKNOWN)")]
    fn job_info(
        ctx: &Ctx,
        this: &Object,
        job_id: &Value,
        job_type: &Value,
        mut info: RefArg<'_>,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        run(ctx, this, CLUSTER, |client| {
            let job = arguments::int(ctx, 1, job_id)?;
            let kind = arguments::text(ctx, 2, job_type)?;
            if !matches!(&**kind, b"query" | b"scan") {
                return Err(wrong("Unknown kind of job"));
            }
            info.set(self::job(ctx, client, job, options.as_ref())?);
            Ok(())
        })
    }
    #[php("public function scanInfo($scan_id, &$info, $options = UNKNOWN)")]
    fn scan_info(ctx: &Ctx, this: &Object, scan_id: &Value, mut info: RefArg<'_>, options: Option<Value>) -> PhpResult<i64> {
        run(ctx, this, CLUSTER, |client| {
            let job = arguments::int(ctx, 1, scan_id)?;
            info.set(self::job(ctx, client, job, options.as_ref())?);
            Ok(())
        })
    }
}

/// How far a job is.
fn job(ctx: &Ctx, client: &Client, job: i64, options: Option<&Value>) -> Step<Array> {
    let answer = ask(ctx, client, format!("query-show:id={job}").as_bytes(), options)?;
    let of = |name: &[u8]| answer.split(|byte| *byte == b':' || *byte == b';').find_map(|part| part.strip_prefix(name));
    let number =
        |name: &[u8]| of(name).and_then(|text| std::str::from_utf8(text).ok()?.parse::<f64>().ok()).unwrap_or(0.0) as i64;
    let status = of(b"status=").unwrap_or_default();
    let status = if status.starts_with(b"done") { 2 } else { i64::from(!status.is_empty()) };
    let mut info = Array::new();
    info.set_name("progress_pct", Value::int(number(b"job-progress=")));
    info.set_name("records_read", Value::int(number(b"recs-succeeded=")));
    info.set_name("status", Value::int(status));
    Ok(info)
}
