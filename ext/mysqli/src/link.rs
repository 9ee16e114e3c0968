//! What the methods of mysqli do, and the functions of connections.

use crate::{
    connect::{self, Request},
    result as results,
    state::{Globals, LinkState, Status, argument, error_list, link, link_at, report, report_index},
    stmt, warning,
};
use phant_ext_mysqlnd::{CLIENT_INFO, CLIENT_VERSION, error::Details, link::Link, result::ResultSet, stats};
use phant_memory::{Array, Object, Str, Value};
use phant_mysql_wire::command as com;
use phant_native::{Ctx, PhpResult, convert};
use std::rc::Rc;

/// `MYSQLI_STORE_RESULT`, `MYSQLI_USE_RESULT`, `MYSQLI_ASYNC`
pub const STORE: i64 = 0;
#[allow(missing_docs)]
pub const USE: i64 = 1;
#[allow(missing_docs)]
pub const ASYNC: i64 = 8;

/// Success as PHP has it; what went wrong is reported.
pub fn settled<E>(ctx: &Ctx, link: &Link, outcome: Result<(), E>) -> PhpResult<bool> {
    ctx.check()?;
    if outcome.is_err() {
        report(ctx, &link.error)?;
    }
    Ok(outcome.is_ok())
}

pub fn affected_rows(ctx: &Ctx, this: &Object) -> PhpResult {
    Ok(Link::number(link(ctx, this)?.changes.get().affected))
}
pub fn insert_id(ctx: &Ctx, this: &Object) -> PhpResult {
    Ok(id(link(ctx, this)?.changes.get().insert_id))
}
/// A key as PHP has it: a text, if it does not fit.
pub fn id(id: u64) -> Value {
    if id >= i64::MAX as u64 { Value::str(id.to_string()) } else { Value::int(id as i64) }
}
pub fn errno(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
    Ok(link(ctx, this)?.error.code())
}
pub fn error(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
    Ok(link(ctx, this)?.error.message())
}
pub fn sqlstate(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
    Ok(link(ctx, this)?.error.state())
}
pub fn error_list_of(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
    Ok(error_list(&link(ctx, this)?.error))
}
pub fn field_count(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
    Ok(link(ctx, this)?.field_count.get() as i64)
}
pub fn warning_count(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
    Ok(i64::from(link(ctx, this)?.changes.get().warnings))
}
pub fn info(ctx: &Ctx, this: &Object) -> PhpResult<Option<Vec<u8>>> {
    Ok(link(ctx, this)?.info.borrow().clone())
}
pub fn thread_id(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
    Ok(link(ctx, this)?.thread_id())
}
pub fn thread_safe(_ctx: &Ctx) -> PhpResult<bool> {
    Ok(true)
}
pub fn get_host_info(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
    Ok(link(ctx, this)?.host_info())
}
pub fn get_proto_info(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
    Ok(link(ctx, this)?.greeting(|greeting| i64::from(greeting.protocol)).unwrap_or(0))
}
pub fn get_server_info(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
    Ok(link(ctx, this)?.server_info())
}
pub fn get_server_version(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
    Ok(link(ctx, this)?.server_version())
}
pub fn get_client_info(ctx: &Ctx, this: Option<&Object>) -> PhpResult<Vec<u8>> {
    if this.is_some() {
        ctx.deprecated("Passing connection object as an argument is deprecated");
        ctx.check()?;
    }
    Ok(CLIENT_INFO.into())
}
pub fn get_client_version(_ctx: &Ctx) -> PhpResult<i64> {
    Ok(CLIENT_VERSION)
}
pub fn get_client_stats(_ctx: &Ctx) -> PhpResult<Array> {
    Ok(phant_ext_mysqlnd::figures(stats::of_process))
}
pub fn get_connection_stats(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
    Ok(link(ctx, this)?.stats_array())
}
pub fn get_links_stats(_ctx: &Ctx) -> PhpResult<Array> {
    let (all, persistent, waiting) = connect::counts();
    let mut stats = Array::new();
    for (name, count) in [("total", all), ("active_plinks", persistent), ("cached_plinks", waiting)] {
        stats.set_name(name, Value::int(count));
    }
    Ok(stats)
}
pub fn connect_errno(ctx: &Ctx) -> PhpResult<i64> {
    Ok(ctx.state::<Globals>().connect_error.borrow().as_ref().map_or(0, |(code, _)| *code))
}
pub fn connect_error(ctx: &Ctx) -> PhpResult<Option<Vec<u8>>> {
    Ok(ctx.state::<Globals>().connect_error.borrow().as_ref().map(|(_, message)| message.clone()))
}
pub fn character_set_name(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
    Ok(link(ctx, this)?.charset().name.into())
}
pub fn get_charset(ctx: &Ctx, this: &Object) -> PhpResult {
    let charset = link(ctx, this)?.charset();
    let mut all = Array::new();
    all.set_name("charset", Value::str(charset.name));
    all.set_name("collation", Value::str(charset.collation));
    all.set_name("dir", Value::str(""));
    all.set_name("min_length", Value::int(1));
    all.set_name("max_length", Value::int(i64::from(charset.longest)));
    all.set_name("number", Value::int(i64::from(charset.number)));
    all.set_name("state", Value::int(1));
    let comment = if charset.name.starts_with("utf8") { "UTF-8 Unicode" } else { "" };
    all.set_name("comment", Value::str(comment));
    Ok(Value::from(ctx.std_object(all)?))
}
pub fn debug(_ctx: &Ctx, _options: &Str) -> PhpResult<bool> {
    // Traces are for debug builds of PHP; others take the options and write nothing.
    Ok(true)
}
pub fn debug_method(ctx: &Ctx, _this: &Object, options: &Str) -> PhpResult<bool> {
    debug(ctx, options)
}

/// `mysqli_connect()`
#[allow(clippy::too_many_arguments)]
pub fn connect(
    ctx: &Ctx,
    host: Option<&Str>,
    user: Option<&Str>,
    password: Option<&Str>,
    database: Option<&Str>,
    port: Option<i64>,
    socket: Option<&Str>,
) -> PhpResult {
    let object = ctx.allocate(ctx.known_class("mysqli"))?;
    let request = Request { host, user, password, database, port, socket, flags: 0 };
    let connected = connect::connect(ctx, &object, request, false)?;
    Ok(if connected { Value::from(object) } else { Value::bool(false) })
}
/// `new mysqli()`
#[allow(clippy::too_many_arguments)]
pub fn construct(
    ctx: &Ctx,
    this: &Object,
    host: Option<&Str>,
    user: Option<&Str>,
    password: Option<&Str>,
    database: Option<&Str>,
    port: Option<i64>,
    socket: Option<&Str>,
    passed: usize,
) -> PhpResult<bool> {
    if passed == 0 {
        if LinkState::of(this).link().is_none() {
            connect::prepare(ctx, this);
        }
        return Ok(true);
    }
    let request = Request { host, user, password, database, port, socket, flags: 0 };
    connect::connect(ctx, this, request, false)
}
#[allow(clippy::too_many_arguments)]
pub fn real_connect(
    ctx: &Ctx,
    this: &Object,
    host: Option<&Str>,
    user: Option<&Str>,
    password: Option<&Str>,
    database: Option<&Str>,
    port: Option<i64>,
    socket: Option<&Str>,
    flags: i64,
) -> PhpResult<bool> {
    if LinkState::of(this).link().is_none() {
        link_at(ctx, this, Status::Initialized)?;
    }
    connect::connect(ctx, this, Request { host, user, password, database, port, socket, flags }, true)
}
pub fn init(ctx: &Ctx) -> PhpResult {
    let object = ctx.allocate(ctx.known_class("mysqli"))?;
    connect::prepare(ctx, &object);
    Ok(Value::from(object))
}
pub fn init_method(ctx: &Ctx, this: &Object) -> PhpResult<Option<bool>> {
    if LinkState::of(this).link().is_some() {
        return Ok(Some(false));
    }
    connect::prepare(ctx, this);
    Ok(None)
}
pub fn close(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
    let open = link_at(ctx, this, Status::Initialized)?;
    open.tidy(ctx);
    let state = LinkState::of(this);
    connect::leave(state, &open);
    if !open.persistent.get() {
        open.close(true);
    }
    state.set_link(None);
    Ok(true)
}
pub fn change_user(ctx: &Ctx, this: &Object, user: &Str, password: &Str, database: Option<&Str>) -> PhpResult<bool> {
    let link = link(ctx, this)?;
    let outcome = link.change_user(ctx, user, password, database.map_or(&b""[..], |db| db.as_bytes()));
    settled(ctx, &link, outcome)
}
pub fn select_db(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<bool> {
    let link = link(ctx, this)?;
    let outcome = link.select_db(ctx, name);
    settled(ctx, &link, outcome)
}
pub fn set_charset(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<bool> {
    let link = link(ctx, this)?;
    let outcome = link.set_charset(ctx, name);
    settled(ctx, &link, outcome)
}
pub fn ping(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
    let link = link(ctx, this)?;
    let outcome = link.aside(ctx, com::PING, b"");
    settled(ctx, &link, outcome)
}
pub fn kill(ctx: &Ctx, this: &Object, process: i64) -> PhpResult<bool> {
    let link = link(ctx, this)?;
    if process <= 0 {
        return Err(ctx.argument_error(argument(ctx, 1), "must be greater than 0"));
    }
    if process == link.thread_id() {
        // Nothing comes back from a connection that ends itself.
        return Ok(link.end(ctx).is_ok());
    }
    let outcome = link.aside(ctx, com::PROCESS_KILL, &(process as u32).to_le_bytes());
    settled(ctx, &link, outcome)
}
pub fn refresh(ctx: &Ctx, this: &Object, flags: i64) -> PhpResult<bool> {
    let link = link(ctx, this)?;
    let outcome = link.aside(ctx, com::REFRESH, &[flags as u8]);
    settled(ctx, &link, outcome)
}
pub fn dump_debug_info(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
    let link = link(ctx, this)?;
    let outcome = link.aside(ctx, com::DEBUG, b"");
    settled(ctx, &link, outcome)
}
pub fn stat(ctx: &Ctx, this: &Object) -> PhpResult {
    let link = link(ctx, this)?;
    match link.statistics(ctx) {
        Ok(text) => Ok(Value::from(text)),
        Err(failed) => settled(ctx, &link, Err(failed)).map(Value::bool),
    }
}
pub fn real_escape_string(ctx: &Ctx, this: &Object, text: &Str) -> PhpResult<Vec<u8>> {
    let link = link(ctx, this)?;
    ctx.reserve(text.len() * 2)?;
    Ok(link.escape(text))
}
pub fn ssl_set(
    ctx: &Ctx,
    this: &Object,
    _key: Option<&Str>,
    _certificate: Option<&Str>,
    _authority: Option<&Str>,
    _path: Option<&Str>,
    _ciphers: Option<&Str>,
) -> PhpResult<bool> {
    // Connecting says that there is no TLS.
    link_at(ctx, this, Status::Initialized)?.options.borrow_mut().ssl = true;
    Ok(true)
}

/// A command in SQL without a result.
fn statement(ctx: &Ctx, link: &Rc<Link>, sql: &[u8]) -> PhpResult<bool> {
    let outcome = link.query(ctx, sql);
    settled(ctx, link, outcome)
}
pub fn autocommit(ctx: &Ctx, this: &Object, on: bool) -> PhpResult<bool> {
    let link = link(ctx, this)?;
    statement(ctx, &link, if on { b"SET AUTOCOMMIT=1" } else { b"SET AUTOCOMMIT=0" })
}
/// A transaction's name as a comment, of what names may have.
fn name_comment(ctx: &Ctx, name: Option<&Str>) -> PhpResult<Vec<u8>> {
    let Some(name) = name else { return Ok(Vec::new()) };
    let kept = |c: &&u8| c.is_ascii_alphanumeric() || matches!(**c, b'\\' | b'-' | b'_' | b'=' | b' ');
    let clean: Vec<u8> = name.iter().filter(kept).copied().collect();
    if clean.len() != name.len() {
        ctx.warning(
            "Transaction name has been truncated, since it can only contain the A-Z, a-z, 0-9, \"\\\", \"-\", \"_\", and \"=\" characters",
        );
        ctx.check()?;
    }
    Ok([b" /*", &clean[..], b"*/"].concat())
}
pub fn begin_transaction(ctx: &Ctx, this: &Object, flags: i64, name: Option<&Str>) -> PhpResult<bool> {
    let link = link(ctx, this)?;
    if flags < 0 {
        return Err(ctx.argument_error(argument(ctx, 1), "must be one of the MYSQLI_TRANS_* constants"));
    }
    if name.is_some_and(|name| name.is_empty()) {
        return Err(ctx.argument_error(argument(ctx, 2), "must not be empty"));
    }
    let mut sql = b"START TRANSACTION".to_vec();
    sql.extend(name_comment(ctx, name)?);
    let mut parts = Vec::new();
    if flags & 1 != 0 {
        parts.push(" WITH CONSISTENT SNAPSHOT");
    }
    if flags & 6 == 6 {
        // Both at once cannot be; nothing is said, as in PHP.
    } else if flags & 2 != 0 {
        parts.push(" READ WRITE");
    } else if flags & 4 != 0 {
        parts.push(" READ ONLY");
    }
    sql.extend(parts.join(",").bytes());
    statement(ctx, &link, &sql)
}
fn end_transaction(ctx: &Ctx, this: &Object, word: &str, flags: i64, name: Option<&Str>) -> PhpResult<bool> {
    let link = link(ctx, this)?;
    let mut sql = word.as_bytes().to_vec();
    sql.extend(name_comment(ctx, name)?);
    let chain = match flags & 3 {
        1 => " AND CHAIN",
        2 => " AND NO CHAIN",
        _ => "",
    };
    let release = match flags & 12 {
        4 => " RELEASE",
        8 => " NO RELEASE",
        _ => "",
    };
    sql.extend_from_slice(chain.as_bytes());
    sql.extend_from_slice(release.as_bytes());
    statement(ctx, &link, &sql)
}
pub fn commit(ctx: &Ctx, this: &Object, flags: i64, name: Option<&Str>) -> PhpResult<bool> {
    end_transaction(ctx, this, "COMMIT", flags, name)
}
pub fn rollback(ctx: &Ctx, this: &Object, flags: i64, name: Option<&Str>) -> PhpResult<bool> {
    end_transaction(ctx, this, "ROLLBACK", flags, name)
}
fn savepoint_command(ctx: &Ctx, this: &Object, command: &str, name: &Str) -> PhpResult<bool> {
    let link = link(ctx, this)?;
    if name.is_empty() {
        return Err(ctx.argument_error(argument(ctx, 1), "must not be empty"));
    }
    statement(ctx, &link, &[command.as_bytes(), b" `", name, b"`"].concat())
}
pub fn savepoint(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<bool> {
    savepoint_command(ctx, this, "SAVEPOINT", name)
}
pub fn release_savepoint(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<bool> {
    savepoint_command(ctx, this, "RELEASE SAVEPOINT", name)
}

/// Has the server take several statements in a query, or one.
fn multi(ctx: &Ctx, this: &Object, link: &Link, on: bool) -> bool {
    let state = LinkState::of(this);
    if state.multi.get() == on {
        return true;
    }
    let done = link.multi_statements(ctx, on).is_ok();
    if done {
        state.multi.set(on);
    }
    done
}

/// The result that waits on a connection as an object, all of it or row by row; false, with the error reported.
fn take_result(ctx: &Ctx, link: &Rc<Link>, mode: i64) -> PhpResult {
    let Some(columns) = link.take_columns() else {
        report(ctx, &link.error)?;
        return Ok(Value::bool(false));
    };
    let result = if mode == USE {
        ResultSet::wait(link, columns, false)
    } else {
        match ResultSet::store(ctx, link, columns, false)? {
            Ok(result) => result,
            Err(_) => {
                report(ctx, &link.error)?;
                return Ok(Value::bool(false));
            }
        }
    };
    results::make(ctx, link, Rc::new(result)).map(Value::from)
}

pub fn query(ctx: &Ctx, this: &Object, sql: &Str, mode: i64) -> PhpResult {
    let link = link(ctx, this)?;
    if sql.is_empty() {
        return Err(ctx.argument_error(argument(ctx, 1), "must not be empty"));
    }
    if !matches!(mode & !ASYNC & !16, STORE | USE) {
        let text = "must be either MYSQLI_USE_RESULT or MYSQLI_STORE_RESULT with MYSQLI_ASYNC as an optional bitmask flag";
        return Err(ctx.argument_error(argument(ctx, 2), text));
    }
    multi(ctx, this, &link, false);
    if mode & ASYNC != 0 {
        let outcome = link.send_query(ctx, sql);
        if settled(ctx, &link, outcome)? {
            LinkState::of(this).asynchronous.set(Some(mode & !ASYNC));
            return Ok(Value::bool(true));
        }
        return Ok(Value::bool(false));
    }
    let outcome = link.query(ctx, sql);
    if !settled(ctx, &link, outcome)? {
        return Ok(Value::bool(false));
    }
    if link.field_count.get() == 0 {
        report_index(ctx, sql, link.changes.get().status)?;
        return Ok(Value::bool(true));
    }
    let result = take_result(ctx, &link, mode & !16)?;
    report_index(ctx, sql, link.changes.get().status)?;
    Ok(result)
}
pub fn real_query(ctx: &Ctx, this: &Object, sql: &Str) -> PhpResult<bool> {
    let link = link(ctx, this)?;
    multi(ctx, this, &link, false);
    let outcome = link.query(ctx, sql);
    let done = settled(ctx, &link, outcome)?;
    if done && link.field_count.get() == 0 {
        report_index(ctx, sql, link.changes.get().status)?;
    }
    Ok(done)
}
pub fn multi_query(ctx: &Ctx, this: &Object, sql: &Str) -> PhpResult<bool> {
    let link = link(ctx, this)?;
    if !multi(ctx, this, &link, true) {
        return settled::<()>(ctx, &link, Err(()));
    }
    let outcome = link.query(ctx, sql);
    if outcome.is_err() && link.is_ready() {
        // The error outlives the command that forbids several statements again.
        let error = link.error.last().unwrap_or_default();
        let changes = link.changes.get();
        multi(ctx, this, &link, false);
        link.changes.set(changes);
        let Details { code, state, message } = error;
        link.error.clear();
        let _same = link.error.set(code, &state, &message);
    }
    settled(ctx, &link, outcome)
}
pub fn more_results(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
    let link = link(ctx, this)?;
    link.tidy(ctx);
    Ok(link.more_results())
}
pub fn next_result(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
    let link = link(ctx, this)?;
    link.tidy(ctx);
    if !link.more_results() {
        // Without an error: there is none.
        return Ok(false);
    }
    let outcome = link.next_result(ctx);
    settled(ctx, &link, outcome)
}
pub fn store_result(ctx: &Ctx, this: &Object, _mode: i64) -> PhpResult {
    take_result(ctx, &link(ctx, this)?, STORE)
}
pub fn use_result(ctx: &Ctx, this: &Object) -> PhpResult {
    take_result(ctx, &link(ctx, this)?, USE)
}
pub fn reap_async_query(ctx: &Ctx, this: &Object) -> PhpResult {
    let link = link(ctx, this)?;
    let Some(mode) = LinkState::of(this).asynchronous.take() else {
        ctx.warning("Connection not opened, clear or has been closed");
        return Ok(Value::bool(false));
    };
    let outcome = link.reap(ctx);
    if !settled(ctx, &link, outcome)? {
        return Ok(Value::bool(false));
    }
    if link.field_count.get() == 0 {
        return Ok(Value::bool(true));
    }
    take_result(ctx, &link, mode & !16)
}
pub fn prepare(ctx: &Ctx, this: &Object, sql: &Str) -> PhpResult {
    stmt::prepared(ctx, &link(ctx, this)?, sql)
}
pub fn stmt_init(ctx: &Ctx, this: &Object) -> PhpResult {
    stmt::make(ctx, &link(ctx, this)?).map(Value::from)
}
pub fn execute_query(ctx: &Ctx, this: &Object, sql: &Str, params: Option<&Array>) -> PhpResult {
    stmt::execute_query(ctx, &link(ctx, this)?, sql, params)
}
pub fn get_warnings(ctx: &Ctx, this: &Object) -> PhpResult {
    let link = link(ctx, this)?;
    warning::of(ctx, &link, link.changes.get().warnings)
}

pub fn report_mode(ctx: &Ctx, flags: i64) -> PhpResult<bool> {
    ctx.state::<Globals>().report.set(flags);
    Ok(true)
}

pub fn options(ctx: &Ctx, this: &Object, option: i64, value: &Value) -> PhpResult<bool> {
    let link = link_at(ctx, this, Status::Initialized)?;
    const TEXTS: [i64; 6] = [3, 4, 5, 7, 35, 43];
    const NUMBERS: [i64; 9] = [0, 8, 11, 21, 37, 201, 202, 203, 33];
    if TEXTS.contains(&option) {
        let text = convert::to_str(ctx, value)?.as_bytes().to_vec();
        let mut options = link.options.borrow_mut();
        match option {
            3 => options.init_commands.push(text),
            7 => {
                if phant_mysql_wire::charset::Charset::named(&text).is_none() {
                    drop(options);
                    let unknown = link.error.client(2019, "Unknown character set");
                    return settled(ctx, &link, Err(unknown));
                }
                options.charset = Some(text);
            }
            35 => options.server_key = std::fs::read(phant_path(&text)).ok(),
            43 => options.local_directory = Some(text),
            // Files of options are not read, as in PHP.
            _ => {}
        }
        return Ok(true);
    }
    if !NUMBERS.contains(&option) {
        return Ok(false);
    }
    let number = convert::int(ctx, value)?;
    let mut options = link.options.borrow_mut();
    match option {
        0 => options.connect_timeout = u64::try_from(number).ok(),
        8 => options.local_infile = Some(number != 0),
        11 => options.read_timeout = u64::try_from(number).ok(),
        37 => options.capabilities |= phant_mysql_wire::capability::EXPIRED_PASSWORDS,
        201 => options.native_numbers = number != 0,
        202 | 203 if number <= 0 => return Ok(false),
        // Sizes of buffers, which size themselves, and whom to trust.
        _ => {}
    }
    Ok(true)
}

fn phant_path(text: &[u8]) -> std::path::PathBuf {
    std::path::PathBuf::from(String::from_utf8_lossy(text).into_owned())
}
