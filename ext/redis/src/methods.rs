//! What the methods of the class Redis do: those that are commands by the table, the others here and in `modes` and `messages`.

use crate::{
    build::Build,
    client::{Client, EXCEPTION, Holder, Status, mode, text_or_null},
    commands::{self, same},
    messages, modes, options, pack, pool,
    reply::{Note, Reader, Reading},
    scan,
    settings::option,
};
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Args, Ctx, Level, PhpResult, Thrown, convert};
use phant_redis_wire::Command;
use std::rc::Rc;

/// What a method does.
#[derive(Clone, Copy)]
pub enum Row {
    /// A command of the table.
    Command(&'static commands::Row),
    /// Code of its own.
    Own(Own),
}

/// A method's own code.
pub type Own = fn(&Ctx, &Object, &mut Args<'_>) -> PhpResult;

const OWN: &[(&str, Own)] = &[
    ("__construct", construct),
    ("__destruct", destruct),
    ("_compress", compress),
    ("_uncompress", uncompress),
    ("_prefix", prefix),
    ("_serialize", serialize),
    ("_unserialize", unserialize),
    ("_pack", pack_value),
    ("_unpack", unpack_value),
    ("auth", auth),
    ("clearLastError", clear_last_error),
    ("clearTransferredBytes", clear_transferred),
    ("close", close),
    ("connect", connect),
    ("open", connect),
    ("pconnect", connect_persistent),
    ("popen", connect_persistent),
    ("discard", modes::discard),
    ("exec", modes::exec),
    ("multi", modes::multi),
    ("pipeline", modes::pipeline),
    ("getAuth", get_auth),
    ("getDBNum", get_database),
    ("getHost", get_host),
    ("getLastError", get_last_error),
    ("getMode", get_mode),
    ("getOption", get_option),
    ("getPersistentID", get_persistent_id),
    ("getPort", get_port),
    ("getReadTimeout", get_read_timeout),
    ("getTimeout", get_timeout),
    ("getTransferredBytes", get_transferred),
    ("serverName", server_name),
    ("serverVersion", server_version),
    ("isConnected", is_connected),
    ("setOption", set_option),
    ("scan", scan_keys),
    ("hscan", scan_members),
    ("sscan", scan_members),
    ("zscan", scan_members),
    ("select", select),
    ("reset", reset),
    ("rawcommand", raw_command),
    ("watch", watch),
    ("unwatch", unwatch),
    ("subscribe", messages::subscribe),
    ("psubscribe", messages::subscribe),
    ("ssubscribe", messages::subscribe),
    ("unsubscribe", messages::unsubscribe),
    ("punsubscribe", messages::unsubscribe),
    ("sunsubscribe", messages::unsubscribe),
];

/// The row of a method, found when the class is compiled.
pub const fn row(name: &str) -> Row {
    let mut at = 0;
    while at < OWN.len() {
        if same(OWN[at].0, name) {
            return Row::Own(OWN[at].1);
        }
        at += 1;
    }
    match commands::find(name) {
        Some(row) => Row::Command(row),
        None => panic!("a method of the class is not in the table"),
    }
}

/// Runs a method.
pub fn call(ctx: &Ctx, args: &mut Args<'_>, row: &'static Row) -> PhpResult {
    let this = args.this();
    match row {
        Row::Own(own) => own(ctx, this, args),
        Row::Command(row) => command(ctx, this, args, row),
    }
}

/// Runs a method that is a command.
pub fn command(ctx: &Ctx, this: &Object, args: &Args<'_>, row: &'static commands::Row) -> PhpResult {
    let client = Holder::ready(ctx, this)?;
    let mut buffer = client.command.take();
    let result = build(ctx, &client, args, row, &mut buffer).and_then(|note| match note {
        Some(note) => run(ctx, this, &client, &mut buffer, row.read, note),
        None => Ok(Value::FALSE),
    });
    buffer.shrink();
    client.command.set(buffer);
    result
}

/// Puts a command together; `None` if there is none.
pub fn build(ctx: &Ctx, client: &Client, args: &Args<'_>, row: &commands::Row, buffer: &mut Command) -> PhpResult<Option<Note>> {
    let settings = client.settings();
    let mut build =
        Build { ctx, settings: &settings, command: buffer, note: Note::default(), slot: None, crosses: false, cluster: false };
    let built = row.build(&mut build, args)?;
    ctx.check()?;
    Ok(built.then_some(build.note))
}

/// Sends a command and reads its reply, now or later as the mode says.
pub fn run(ctx: &Ctx, this: &Object, client: &Client, command: &mut Command, read: Reader, note: Note) -> PhpResult {
    if client.mode.get() != mode::ATOMIC {
        return modes::queue(ctx, this, client, command, read, note);
    }
    client.send(ctx, command.finish())?;
    read(&Reading::new(ctx, client), &note)
}

/// Sends a command that is made here.
pub fn ask(ctx: &Ctx, this: &Object, client: &Client, words: &[&[u8]], read: Reader) -> PhpResult {
    let mut command = Command::default();
    command.begin(words[0]);
    words[1..].iter().for_each(|word| command.text(word));
    run(ctx, this, client, &mut command, read, Note::default())
}

fn construct(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let client = Client::default();
    if let Some(options) = args.values[0].own_array() {
        options::construct(ctx, options, &mut client.target.borrow_mut())?;
    }
    Holder::set(this, Some(Rc::new(client)));
    Ok(Value::NULL)
}

fn destruct(_ctx: &Ctx, _this: &Object, _args: &mut Args<'_>) -> PhpResult {
    Ok(Value::NULL)
}

/// The options of an object, connected or not.
fn known(ctx: &Ctx, this: &Object) -> PhpResult<Rc<Client>> {
    Holder::get(this).ok_or_else(|| ctx.throw(EXCEPTION, "Redis server went away"))
}

fn text_argument(args: &Args<'_>) -> Str {
    args.values[0].own_str().cloned().unwrap_or_default()
}

fn compress(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    Ok(pack::compress(&known(ctx, this)?.settings(), text_argument(args)).into())
}

fn uncompress(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let client = known(ctx, this)?;
    pack::decompress_or_throw(ctx, &client.settings(), &text_argument(args), client.exception())
}

fn prefix(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let settings = known(ctx, this)?.settings();
    Ok(Str::concat(settings.prefix(), &text_argument(args)).into())
}

fn serialize(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    Ok(pack::serialize_value(ctx, &known(ctx, this)?.settings(), &args.values[0])?.into())
}

fn unserialize(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let client = known(ctx, this)?;
    pack::unserialize_or_throw(ctx, &client.settings(), text_argument(args), client.exception())
}

fn pack_value(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    Ok(pack::pack(ctx, &known(ctx, this)?.settings(), &args.values[0])?.into())
}

fn unpack_value(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    pack::unpack(ctx, &known(ctx, this)?.settings(), text_argument(args))
}

fn auth(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let client = known(ctx, this)?;
    let Some(auth) = options::auth_of(ctx, &args.values[0])? else { return Ok(Value::FALSE) };
    let mut command = Command::default();
    auth.command(&mut command);
    client.target.borrow_mut().auth = Some(auth);
    let client = Holder::connected(ctx, this)?;
    run(ctx, this, &client, &mut command, crate::reply::boolean, Note::default())
}

fn clear_last_error(ctx: &Ctx, this: &Object, _args: &mut Args<'_>) -> PhpResult {
    known(ctx, this)?.set_error(None);
    Ok(Value::TRUE)
}

fn get_last_error(ctx: &Ctx, this: &Object, _args: &mut Args<'_>) -> PhpResult {
    let client = known(ctx, this)?;
    let error = client.error.borrow();
    Ok(text_or_null(error.as_deref()))
}

fn clear_transferred(ctx: &Ctx, this: &Object, _args: &mut Args<'_>) -> PhpResult {
    let client = known(ctx, this)?;
    client.clear_transferred();
    Ok(Value::NULL)
}

fn get_transferred(ctx: &Ctx, this: &Object, _args: &mut Args<'_>) -> PhpResult {
    let client = known(ctx, this)?;
    Ok(Array::list(client.transferred().map(|n| Value::int(n as i64))).into())
}

fn close(ctx: &Ctx, this: &Object, _args: &mut Args<'_>) -> PhpResult {
    let Some(client) = quietly(ctx, this)? else { return Ok(Value::FALSE) };
    pool::leave(&client);
    client.disconnect(ctx);
    Ok(Value::TRUE)
}

fn connect(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    open(ctx, this, args, false)
}

fn connect_persistent(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    open(ctx, this, args, true)
}

fn open(ctx: &Ctx, this: &Object, args: &mut Args<'_>, persistent: bool) -> PhpResult {
    let [host, port, timeout, id, interval, read_timeout, context] = &args.values[..7] else { return Ok(Value::FALSE) };
    let (seconds, interval) = (convert::to_float(timeout), convert::to_int(interval));
    // What the system's clocks can count.
    if seconds > f64::from(i32::MAX) {
        return Err(ctx.value_error("Invalid connect timeout"));
    }
    if convert::to_float(read_timeout) > f64::from(i32::MAX) {
        return Err(ctx.value_error("Invalid read timeout"));
    }
    if !(0..=i64::from(i32::MAX)).contains(&interval) {
        return Err(ctx.value_error("Invalid retry interval"));
    }
    let client = Client::default();
    {
        let target = &mut *client.target.borrow_mut();
        target.host = host.own_str().map(|h| h.to_vec()).unwrap_or_default();
        target.port = convert::to_int(port);
        if target.host.starts_with(b"/") && args.passed < 2 {
            target.port = -1;
        }
        target.timeout = seconds;
        target.read_timeout = convert::to_float(read_timeout);
        target.retry.interval = interval;
        target.persistent = persistent && ctx.ini.bool("redis.pconnect.pooling_enabled");
        target.persistent_id = id.own_str().filter(|_| persistent).map(|id| id.to_vec());
        if let Some(context) = context.own_array() {
            if let Some(auth) = context.get_bytes(b"auth") {
                target.auth = options::auth_of(ctx, &auth.unref())?;
            }
            let stream = context.get_bytes(b"stream").or_else(|| context.get_bytes(b"ssl"));
            target.context = stream.and_then(|s| s.unref().into_array());
        }
    }
    Holder::set(this, None);
    let good = client.connect(ctx);
    ctx.check()?;
    if !good {
        let reason = client.error.take();
        return match reason {
            Some(reason) => Err(ctx.throw(EXCEPTION, reason)),
            None => Ok(Value::FALSE),
        };
    }
    Holder::set(this, Some(Rc::new(client)));
    Ok(Value::TRUE)
}

/// The client if it can be made ready, for methods that say `false` otherwise.
fn quietly(ctx: &Ctx, this: &Object) -> PhpResult<Option<Rc<Client>>> {
    let Some(client) = Holder::get(this) else { return Ok(None) };
    Ok(client.get_ready(ctx)?.then_some(client))
}

macro_rules! getters {
    ($($name:ident: |$client:ident| $value:expr;)*) => {$(
        fn $name(ctx: &Ctx, this: &Object, _args: &mut Args<'_>) -> PhpResult {
            Ok(match quietly(ctx, this)? {
                Some($client) => $value,
                None => Value::FALSE,
            })
        }
    )*};
}

getters! {
    get_auth: |client| options::auth_value(client.target.borrow().auth.as_ref());
    get_database: |client| Value::int(client.target.borrow().database);
    get_host: |client| Str::new(&client.target.borrow().host).into();
    get_port: |client| Value::int(client.target.borrow().port);
    get_persistent_id: |client| text_or_null(client.target.borrow().persistent_id.as_deref());
    get_timeout: |client| Value::float(client.target.borrow().timeout);
    get_read_timeout: |client| Value::float(client.target.borrow().read_timeout);
}

fn is_connected(_ctx: &Ctx, this: &Object, _args: &mut Args<'_>) -> PhpResult {
    let open = |client: Rc<Client>| matches!(client.status.get(), Status::Ready | Status::Connected);
    Ok(Value::bool(Holder::get(this).is_some_and(open)))
}

fn get_mode(ctx: &Ctx, this: &Object, _args: &mut Args<'_>) -> PhpResult {
    let mode = known(ctx, this)?.mode.get();
    Ok(Value::int(if mode & mode::PIPELINE != 0 { mode::PIPELINE } else { mode }))
}

fn get_option(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let number = convert::to_int(&args.values[0]);
    if number == option::FAILOVER {
        return Ok(Value::FALSE);
    }
    Ok(options::get(ctx, &*known(ctx, this)?, number))
}

fn set_option(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let client = known(ctx, this)?;
    options::set(ctx, &client, convert::to_int(&args.values[0]), &args.values[1].clone()).map(Value::bool)
}

/// What the server says of itself: its name or its version.
fn server(ctx: &Ctx, this: &Object, name: &[u8], method: &str) -> PhpResult {
    let client = Holder::ready(ctx, this)?;
    if client.mode.get() != mode::ATOMIC {
        ctx.report_here(Level::Error, format!("Can't call {method} in multi or pipeline mode!"));
        return Err(Thrown);
    }
    let known = client.hello.borrow().clone();
    let facts = match known {
        Some(facts) => facts,
        None => {
            let hello = ask(ctx, this, &client, &[b"HELLO"], crate::reply::variant)?;
            let Some(facts) = hello.as_array().map(|f| (*f).clone()) else { return Ok(Value::FALSE) };
            client.hello.replace(Some(facts.clone()));
            facts
        }
    };
    let mut facts = facts.values();
    while let (Some(key), Some(value)) = (facts.next(), facts.next()) {
        if key.as_str().is_some_and(|key| key.as_bytes() == name) {
            return Ok(value.clone());
        }
    }
    Ok(Value::FALSE)
}

fn server_name(ctx: &Ctx, this: &Object, _args: &mut Args<'_>) -> PhpResult {
    server(ctx, this, b"server", "serverName")
}

fn server_version(ctx: &Ctx, this: &Object, _args: &mut Args<'_>) -> PhpResult {
    server(ctx, this, b"version", "serverVersion")
}

fn select(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    // The server would refuse it, but is not asked.
    if convert::to_int(&args.values[0]) < 0 {
        return Ok(Value::FALSE);
    }
    table(ctx, this, args, "select")
}

/// Runs the command of the table that has the method's name.
fn table(ctx: &Ctx, this: &Object, args: &Args<'_>, name: &'static str) -> PhpResult {
    match commands::find(name) {
        Some(row) => command(ctx, this, args, row),
        None => Ok(Value::FALSE),
    }
}

fn reset(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let client = Holder::ready(ctx, this)?;
    client.mode.set(mode::ATOMIC);
    client.queue.borrow_mut().clear();
    client.pipeline.borrow_mut().clear();
    let reset = table(ctx, this, args, "reset")?;
    if reset.as_bool() == Some(true) {
        client.target.borrow_mut().database = 0;
        client.watching.set(false);
    }
    Ok(reset)
}

fn raw_command(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let client = Holder::ready(ctx, this)?;
    let mut buffer = Command::default();
    let Some(row) = commands::find("rawcommand") else { return Ok(Value::FALSE) };
    let Some(note) = build(ctx, &client, args, row, &mut buffer)? else { return Ok(Value::FALSE) };
    // Of what comes later the option for words as they are is not asked.
    let read = if client.mode.get() == mode::ATOMIC { row.read } else { crate::reply::variant_of_words };
    run(ctx, this, &client, &mut buffer, read, note)
}

fn watch(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let watched = table(ctx, this, args, "watch")?;
    if watched.as_bool() == Some(true)
        && let Some(client) = Holder::get(this)
    {
        client.watching.set(true);
    }
    Ok(watched)
}

fn unwatch(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    if let Some(client) = Holder::get(this) {
        client.watching.set(false);
    }
    table(ctx, this, args, "unwatch")
}

fn scan_keys(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let client = Holder::ready(ctx, this)?;
    scan::walk(ctx, &client, args, 0, scan::keys, scan::whole)
}

fn scan_members(ctx: &Ctx, this: &Object, args: &mut Args<'_>) -> PhpResult {
    let client = Holder::ready(ctx, this)?;
    let name = args.function.display_name().to_ascii_lowercase();
    let (word, read): (_, Reader) = match name.rsplit("::").next() {
        Some("hscan") => ("HSCAN", scan::fields),
        Some("sscan") => ("SSCAN", scan::members),
        _ => ("ZSCAN", scan::scores),
    };
    scan::walk(ctx, &client, args, 1, read, |b, args, place| {
        b.begin(word);
        scan::key(b, &args.values[0])?;
        scan::command(b, place, &args.values[2], &args.values[3])
    })
}
