//! The class SQLite3: connections.

use crate::{
    callback,
    connection::{Handle, database, fail, from_sql, report, work},
    result, statement,
};
use phant_ext_pdo_sqlite::blob;
use phant_memory::{Array, Key, Object, Str, Value};
use phant_native::{Ctx, PhpResult, error::Level, php_class, ret::OrFalse};
use phant_sqlite::{self as sqlite, Db};
use phant_streams::path;
use std::rc::Rc;

/// The path as SQLite gets it. The file is looked for where the script is.
fn full_path(ctx: &Ctx, name: &Str) -> PhpResult<Vec<u8>> {
    if name.contains(&0) {
        return Err(ctx.argument_error(1, "must not contain any null bytes"));
    }
    if name.is_empty() || name.as_bytes() == b":memory:" {
        return Ok(name.to_vec());
    }
    let full = path::absolute(name);
    if !path::check_basedir(ctx, &full) {
        ctx.check()?;
        let text = [b"open_basedir prohibits opening ".as_slice(), &full].concat();
        return Err(ctx.throw("Exception", text));
    }
    Ok(full)
}

fn open(ctx: &Ctx, this: &Object, name: &Str, flags: i64) -> PhpResult<()> {
    let handle = Handle::of(this);
    if handle.connection().is_some() {
        return Err(ctx.throw("Exception", "Already initialised DB Object"));
    }
    let path = full_path(ctx, name)?;
    let db = match Db::open(&path, flags as i32) {
        Ok(db) => db,
        Err(error) => {
            let text = [b"Unable to open database: ".as_slice(), &error.message].concat();
            return Err(ctx.throw("Exception", text));
        }
    };
    db.set_defensive(ctx.ini.bool("sqlite3.defensive"));
    db.set_authorizer(Rc::new(callback::authorize));
    handle.set(db);
    Ok(())
}

/// What went wrong last; there is nothing to say of a connection that is closed.
fn last_error(ctx: &Ctx, this: &Object) -> PhpResult<Option<(i32, i32, Vec<u8>)>> {
    match Handle::of(this).connection() {
        Some(_) => Ok(Some(database(ctx, this)?.last_error())),
        None => Ok(None),
    }
}

/// The first statement of a text; `None` if there is none, or an error was reported.
fn prepare(ctx: &Ctx, this: &Object, query: &Str) -> PhpResult<Option<Object>> {
    let db = database(ctx, this)?;
    if query.is_empty() {
        return Ok(None);
    }
    match work(ctx, this, |ctx| db.prepare(ctx, query))? {
        Ok(prepared) => statement::make(ctx, this, prepared).map(Some),
        Err(error) => {
            fail(ctx, this, "Unable to prepare statement: ", &error)?;
            Ok(None)
        }
    }
}

pub struct SQLite3;

/// A connection to an SQLite database.
#[php_class(
    "class SQLite3 {
        const OK = 0;
        const DENY = 1;
        const IGNORE = 2;
        const CREATE_INDEX = 1;
        const CREATE_TABLE = 2;
        const CREATE_TEMP_INDEX = 3;
        const CREATE_TEMP_TABLE = 4;
        const CREATE_TEMP_TRIGGER = 5;
        const CREATE_TEMP_VIEW = 6;
        const CREATE_TRIGGER = 7;
        const CREATE_VIEW = 8;
        const DELETE = 9;
        const DROP_INDEX = 10;
        const DROP_TABLE = 11;
        const DROP_TEMP_INDEX = 12;
        const DROP_TEMP_TABLE = 13;
        const DROP_TEMP_TRIGGER = 14;
        const DROP_TEMP_VIEW = 15;
        const DROP_TRIGGER = 16;
        const DROP_VIEW = 17;
        const INSERT = 18;
        const PRAGMA = 19;
        const READ = 20;
        const SELECT = 21;
        const TRANSACTION = 22;
        const UPDATE = 23;
        const ATTACH = 24;
        const DETACH = 25;
        const ALTER_TABLE = 26;
        const REINDEX = 27;
        const ANALYZE = 28;
        const CREATE_VTABLE = 29;
        const DROP_VTABLE = 30;
        const FUNCTION = 31;
        const SAVEPOINT = 32;
        const COPY = 0;
        const RECURSIVE = 33;
    }",
    create = Handle::create,
    not_serializable,
    not_cloneable
)]
impl SQLite3 {
    #[php(
        "public function __construct(string $filename, int $flags = SQLITE3_OPEN_READWRITE | SQLITE3_OPEN_CREATE, string $encryptionKey = \"\")"
    )]
    fn construct(ctx: &Ctx, this: &Object, filename: &Str, flags: i64, _key: &Str) -> PhpResult<()> {
        open(ctx, this, filename, flags)
    }

    #[php(
        "public function open(string $filename, int $flags = SQLITE3_OPEN_READWRITE | SQLITE3_OPEN_CREATE, string $encryptionKey = \"\"): void"
    )]
    fn open(ctx: &Ctx, this: &Object, filename: &Str, flags: i64, _key: &Str) -> PhpResult<()> {
        open(ctx, this, filename, flags)
    }

    #[php("public function close(): bool")]
    fn close(this: &Object) -> bool {
        Handle::of(this).close();
        true
    }

    #[php("public static function version(): array")]
    fn version() -> Array {
        let mut out = Array::new();
        out.set_name("versionString", Value::from(sqlite::version()));
        out.set_name("versionNumber", Value::int(i64::from(sqlite::version_number())));
        out
    }

    #[php("public function lastInsertRowID(): int")]
    fn last_insert_row_id(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(database(ctx, this)?.last_insert_rowid())
    }

    #[php("public function lastErrorCode(): int")]
    fn last_error_code(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(last_error(ctx, this)?.map_or(0, |(code, ..)| i64::from(code)))
    }

    #[php("public function lastExtendedErrorCode(): int")]
    fn last_extended_error_code(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(last_error(ctx, this)?.map_or(0, |(_, code, _)| i64::from(code)))
    }

    #[php("public function lastErrorMsg(): string")]
    fn last_error_msg(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
        Ok(last_error(ctx, this)?.map_or_else(Vec::new, |(.., message)| message))
    }

    #[php("public function changes(): int")]
    fn changes(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        Ok(database(ctx, this)?.changes())
    }

    #[php("public function busyTimeout(int $milliseconds): bool")]
    fn busy_timeout(ctx: &Ctx, this: &Object, milliseconds: i64) -> PhpResult<bool> {
        database(ctx, this)?.busy_timeout(milliseconds as i32);
        Ok(true)
    }

    #[php("public function loadExtension(string $name): bool")]
    fn load_extension(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<bool> {
        let db = database(ctx, this)?;
        let folder = ctx.ini.text("sqlite3.extension_dir");
        if folder.is_empty() {
            report(ctx, this, 0, b"SQLite Extensions are disabled".to_vec())?;
            return Ok(false);
        }
        if name.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        let wanted = [&folder, b"/".as_slice(), name].concat();
        let inside = path::real(&folder).map(|mut real| {
            real.push(b'/');
            real
        });
        let found = path::real(&wanted).filter(|real| inside.as_ref().is_some_and(|folder| real.starts_with(folder)));
        let Some(found) = found else {
            report(ctx, this, 0, [b"Unable to load extension at '".as_slice(), &wanted, b"'"].concat())?;
            return Ok(false);
        };
        match work(ctx, this, |ctx| db.load_extension(ctx, &found))? {
            Ok(()) => Ok(true),
            Err(error) => {
                fail(ctx, this, "", &error)?;
                Ok(false)
            }
        }
    }

    #[php(
        "public function backup(SQLite3 $destination, string $sourceDatabase = \"main\", string $destinationDatabase = \"main\"): bool"
    )]
    fn backup(ctx: &Ctx, this: &Object, destination: &Object, source: &Str, target: &Str) -> PhpResult<bool> {
        let (from, to) = (database(ctx, this)?, database(ctx, destination)?);
        let code = match work(ctx, this, |ctx| from.backup(ctx, source, &to, target))? {
            Ok(code) => code,
            Err(error) => {
                fail(ctx, this, "Backup failed: ", &error)?;
                return Ok(false);
            }
        };
        match code {
            sqlite::SQLITE_OK => return Ok(true),
            sqlite::SQLITE_BUSY => report(ctx, this, code, b"Backup failed: source database is busy".to_vec())?,
            sqlite::SQLITE_LOCKED => report(ctx, this, code, b"Backup failed: source database is locked".to_vec())?,
            _ => {
                let message = from.last_error().2;
                report(ctx, this, code, [b"Backup failed: ".as_slice(), &message].concat())?;
            }
        }
        Ok(false)
    }

    #[php("public static function escapeString(string $string): string")]
    fn escape_string(string: &Str) -> Vec<u8> {
        // A NUL ends the text, for SQLite's own function too.
        let text = string.split(|&b| b == 0).next().unwrap_or_default();
        text.iter().flat_map(|&b| std::iter::repeat_n(b, if b == b'\'' { 2 } else { 1 })).collect()
    }

    #[php("public function prepare(string $query): SQLite3Stmt|false")]
    fn prepare(ctx: &Ctx, this: &Object, query: &Str) -> PhpResult<OrFalse<Object>> {
        Ok(OrFalse::from(prepare(ctx, this, query)?))
    }

    #[php("public function exec(string $query): bool")]
    fn exec(ctx: &Ctx, this: &Object, query: &Str) -> PhpResult<bool> {
        let db = database(ctx, this)?;
        match work(ctx, this, |ctx| db.exec(ctx, query))? {
            Ok(()) => Ok(true),
            Err(error) => {
                fail(ctx, this, "", &error)?;
                Ok(false)
            }
        }
    }

    #[php("public function query(string $query): SQLite3Result|false")]
    fn query(ctx: &Ctx, this: &Object, query: &Str) -> PhpResult<OrFalse<Object>> {
        let Some(statement) = prepare(ctx, this, query)? else { return Ok(OrFalse::False) };
        if statement::run(ctx, &statement)? {
            return result::make(ctx, &statement, true).map(OrFalse::Some);
        }
        Ok(OrFalse::False)
    }

    #[php("public function querySingle(string $query, bool $entireRow = false): mixed")]
    fn query_single(ctx: &Ctx, this: &Object, query: &Str, entire: bool) -> PhpResult {
        let Some(statement) = prepare(ctx, this, query)? else { return Ok(Value::FALSE) };
        let Some(prepared) = statement::prepared(ctx, &statement)? else {
            // Nothing but comments.
            return Ok(if entire { Value::empty_array() } else { Value::NULL });
        };
        match work(ctx, this, |ctx| prepared.step(ctx))? {
            Ok(true) if entire => {
                let mut row = Array::new();
                for column in 0..prepared.data_count() {
                    let name = Str::from(prepared.column_name(column));
                    row.set(Key::from(&name), prepared.column(column, from_sql));
                }
                Ok(Value::from(row))
            }
            Ok(true) => Ok(prepared.column(0, from_sql)),
            Ok(false) => Ok(if entire { Value::empty_array() } else { Value::NULL }),
            Err(error) => {
                fail(ctx, this, "Unable to execute statement: ", &error)?;
                Ok(Value::FALSE)
            }
        }
    }

    #[php("public function createFunction(string $name, callable $callback, int $argCount = -1, int $flags = 0): bool")]
    fn create_function(ctx: &Ctx, this: &Object, name: &Str, callback: &Value, count: i64, flags: i64) -> PhpResult<bool> {
        let db = database(ctx, this)?;
        if name.is_empty() {
            return Ok(false);
        }
        let number = Handle::of(this).keep(callback);
        Ok(db.create_function(name, count as i32, flags as i32, callback::function(number)).is_ok())
    }

    #[php(
        "public function createAggregate(string $name, callable $stepCallback, callable $finalCallback, int $argCount = -1): bool"
    )]
    fn create_aggregate(ctx: &Ctx, this: &Object, name: &Str, step: &Value, finish: &Value, count: i64) -> PhpResult<bool> {
        let db = database(ctx, this)?;
        if name.is_empty() {
            return Ok(false);
        }
        let handle = Handle::of(this);
        let aggregate = callback::aggregate(handle.keep(step), handle.keep(finish));
        Ok(db.create_aggregate(name, count as i32, aggregate).is_ok())
    }

    #[php("public function createCollation(string $name, callable $callback): bool")]
    fn create_collation(ctx: &Ctx, this: &Object, name: &Str, callback: &Value) -> PhpResult<bool> {
        let db = database(ctx, this)?;
        if name.is_empty() {
            return Ok(false);
        }
        let number = Handle::of(this).keep(callback);
        Ok(db.create_collation(name, callback::collation(number)).is_ok())
    }

    #[php(
        "public function openBlob(string $table, string $column, int $rowid, string $database = \"main\", int $flags = SQLITE3_OPEN_READONLY)"
    )]
    fn open_blob(
        ctx: &Ctx,
        this: &Object,
        table: &Str,
        column: &Str,
        rowid: i64,
        database_name: &Str,
        flags: i64,
    ) -> PhpResult<OrFalse<phant_memory::Resource>> {
        let db = database(ctx, this)?;
        let writable = flags & i64::from(sqlite::SQLITE_OPEN_READWRITE) != 0;
        match db.open_blob(database_name, table, column, rowid, writable) {
            Ok(opened) => Ok(OrFalse::Some(blob::stream(opened, writable, "SQLite3"))),
            Err(error) => {
                fail(ctx, this, "Unable to open blob: ", &error)?;
                Ok(OrFalse::False)
            }
        }
    }

    #[php("public function enableExceptions(bool $enable = false): bool")]
    fn enable_exceptions(ctx: &Ctx, this: &Object, enable: bool) -> PhpResult<bool> {
        if !enable {
            ctx.report_here(Level::Deprecated, "Use of warnings for SQLite3 is deprecated");
            ctx.check()?;
        }
        Ok(Handle::of(this).exceptions.replace(enable))
    }

    #[php("public function enableExtendedResultCodes(bool $enable = true): bool")]
    fn enable_extended_result_codes(ctx: &Ctx, this: &Object, enable: bool) -> PhpResult<bool> {
        database(ctx, this)?.extended_result_codes(enable);
        Ok(true)
    }

    #[php("public function setAuthorizer(?callable $callback): bool")]
    fn set_authorizer(ctx: &Ctx, this: &Object, callback: &Value) -> PhpResult<bool> {
        database(ctx, this)?;
        let old = Handle::of(this).authorizer.replace(callback.clone());
        drop(old);
        Ok(true)
    }
}
