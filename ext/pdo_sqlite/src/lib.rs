//! PHP's pdo_sqlite extension: PDO's driver for SQLite.
//!
//! `sqlite_driver` has connections, `sqlite_statement` statements, `callback` what SQL calls back, `blob` the streams of
//! `openBlob()`.

#![forbid(unsafe_code)]

pub mod blob;
mod callback;
mod sqlite_driver;
mod sqlite_statement;

use phant_ext_pdo::dbh;
use phant_memory::{Object, Str, Value};
use phant_native::{Ctx, Extension, PhpResult, php_class, ret::OrFalse};

pub use sqlite_driver::DRIVER;

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "pdo_sqlite",
    classes: &[Sqlite::PHP],
    info: &[("PDO Driver for SQLite 3.x", "enabled")],
    ..Extension::EMPTY
};

struct Sqlite;

/// A connection to an SQLite database.
#[php_class(
    "class Pdo\\Sqlite extends PDO {
        public const int DETERMINISTIC = 2048;
        public const int OPEN_READONLY = 1;
        public const int OPEN_READWRITE = 2;
        public const int OPEN_CREATE = 4;
        public const int ATTR_OPEN_FLAGS = 1000;
        public const int ATTR_READONLY_STATEMENT = 1001;
        public const int ATTR_EXTENDED_RESULT_CODES = 1002;
    }",
    methods = [dbh::PDO::OF_DRIVERS],
    strict_return,
    not_serializable,
    not_cloneable
)]
impl Sqlite {
    #[php("public function createAggregate(string $name, callable $step, callable $finalize, int $numArgs = -1): bool")]
    fn create_aggregate(ctx: &Ctx, this: &Object, name: &Str, step: &Value, finalize: &Value, num_args: i64) -> PhpResult<bool> {
        callback::create_aggregate(ctx, this, name, step, finalize, num_args)
    }

    #[php("public function createCollation(string $name, callable $callback): bool")]
    fn create_collation(ctx: &Ctx, this: &Object, name: &Str, callback: &Value) -> PhpResult<bool> {
        callback::create_collation(ctx, this, name, callback)
    }

    #[php("public function createFunction(string $function_name, callable $callback, int $num_args = -1, int $flags = 0): bool")]
    fn create_function(ctx: &Ctx, this: &Object, name: &Str, callback: &Value, num_args: i64, flags: i64) -> PhpResult<bool> {
        callback::create_function(ctx, this, name, callback, num_args, flags)
    }

    #[php("public function loadExtension(string $name): void")]
    fn load_extension(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<()> {
        if name.is_empty() {
            return Err(ctx.argument_error(1, "must not be empty"));
        }
        let connection = sqlite_driver::connection(ctx, this)?;
        let path = std::fs::canonicalize(std::path::Path::new(&*String::from_utf8_lossy(name))).ok();
        let path = path.map_or_else(|| name.as_bytes().to_vec(), |path| path.to_string_lossy().into_owned().into_bytes());
        let loaded = dbh::work(ctx, this, |ctx| connection.db().load_extension(ctx, &path));
        ctx.check()?;
        match loaded {
            Ok(()) => Ok(()),
            Err(_) => Err(ctx.throw("PDOException", format!("Unable to load extension \"{name}\""))),
        }
    }

    #[php(
        "public function openBlob(string $table, string $column, int $rowid, ?string $dbname = 'main', int $flags = Pdo\\Sqlite::OPEN_READONLY)"
    )]
    fn open_blob(
        ctx: &Ctx,
        this: &Object,
        table: &Str,
        column: &Str,
        rowid: i64,
        dbname: Option<&Str>,
        flags: i64,
    ) -> PhpResult<OrFalse<phant_memory::Resource>> {
        let connection = sqlite_driver::connection(ctx, this)?;
        let database = dbname.map_or(&b"main"[..], |name| name.as_bytes());
        blob::open(ctx, &connection, table, column, rowid, database, flags)
    }
}
