//! The classes mysqli_driver and mysqli_sql_exception.

use crate::state::Globals;
use phant_ext_mysqlnd::{CLIENT_INFO, CLIENT_VERSION};
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Ctx, ObjectHandlers, PhpResult, convert, error::Level, php_class};

fn read(ctx: &Ctx, name: &Str) -> Option<Value> {
    Some(match name.as_bytes() {
        b"client_info" => Value::str(CLIENT_INFO),
        b"client_version" => Value::int(CLIENT_VERSION),
        b"driver_version" => Value::int(101_009),
        b"report_mode" => Value::int(ctx.state::<Globals>().report.get()),
        _ => return None,
    })
}

static HANDLERS: ObjectHandlers = ObjectHandlers {
    read_property: Some(|ctx, _, name| {
        if name.as_bytes() == b"driver_version" {
            ctx.report(Level::Deprecated, "The driver_version property is deprecated");
            ctx.check()?;
        }
        Ok(read(ctx, name))
    }),
    write_property: Some(|ctx, _, name, value| match name.as_bytes() {
        b"report_mode" => {
            ctx.state::<Globals>().report.set(convert::int(ctx, value)?);
            Ok(true)
        }
        b"client_info" | b"client_version" | b"driver_version" => {
            Err(ctx.throw_error(format!("Cannot write read-only property mysqli_driver::${name}")))
        }
        _ => Ok(false),
    }),
    has_property: Some(|ctx, _, name, mode| Ok(read(ctx, name).map(|value| mode != 1 || convert::to_bool(&value)))),
    debug_info: Some(|ctx, _| {
        let mut all = Array::new();
        for name in ["client_info", "client_version", "report_mode"] {
            all.set_name(name, read(ctx, &Str::new(name)).unwrap_or(Value::NULL));
        }
        Ok(all)
    }),
    ..ObjectHandlers::DEFAULT
};

/// What is true of all connections.
#[php_class(
    "final class mysqli_driver {
        public string $client_info;
        public int $client_version;
        public int $driver_version;
        public int $report_mode = MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT;
    }",
    handlers = HANDLERS,
    not_cloneable
)]
pub struct MysqliDriver;

/// See the [module documentation](self).
pub struct MysqliSqlException;

/// An error of the server's or of its client.
#[php_class(
    "final class mysqli_sql_exception extends RuntimeException {
        protected string $sqlstate = '00000';
    }"
)]
impl MysqliSqlException {
    #[php("public function getSqlState(): string", strict_return)]
    fn get_sql_state(ctx: &Ctx, this: &Object) -> PhpResult {
        ctx.get_property(this, "sqlstate")
    }
}
