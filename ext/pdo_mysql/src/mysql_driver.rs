//! Connections to MySQL and MariaDB servers.

use crate::mysql_statement::MysqlStatement;
use phant_ext_mysqlnd::{
    error::{Details, code},
    link::{Link, Target},
    statement::Statement as Prepared,
};
use phant_ext_pdo::{
    dbh::{self, attribute, param},
    driver::{Connection, Driver, Outcome, Statement, Wanted},
    error::{self, GENERAL, SqlState},
    options,
};
use phant_memory::{Array, Object, Str, Value};
use phant_mysql_wire::{capability as can, status};
use phant_native::{Ctx, PhpResult, convert};
use std::{
    any::Any,
    cell::{Cell, RefCell},
    rc::Rc,
};

/// The driver.
pub const DRIVER: &dyn Driver = &Mysql;

struct Mysql;

/// `Pdo\Mysql::ATTR_…`, and the common ones that only drivers know.
mod own {
    #![allow(dead_code)]
    pub const AUTOCOMMIT: i64 = 0;
    pub const SERVER_INFO: i64 = 6;
    pub const CONNECTION_STATUS: i64 = 7;
    pub const FETCH_TABLE_NAMES: i64 = 14;
    pub const DEFAULT_STR_PARAM: i64 = 21;
    pub const USE_BUFFERED_QUERY: i64 = 1000;
    pub const LOCAL_INFILE: i64 = 1001;
    pub const INIT_COMMAND: i64 = 1002;
    pub const COMPRESS: i64 = 1003;
    pub const DIRECT_QUERY: i64 = 1004;
    pub const FOUND_ROWS: i64 = 1005;
    pub const IGNORE_SPACE: i64 = 1006;
    pub const SSL_KEY: i64 = 1007;
    pub const SSL_CIPHER: i64 = 1011;
    pub const SERVER_PUBLIC_KEY: i64 = 1012;
    pub const MULTI_STATEMENTS: i64 = 1013;
    pub const LOCAL_INFILE_DIRECTORY: i64 = 1015;
}

/// `PDO::PARAM_STR_CHAR`, `PDO::PARAM_STR_NATL`
const CHAR: i64 = 0x2000_0000;
const NATIONAL: i64 = 0x4000_0000;

/// What is said instead of the client's words for commands at the wrong time.
const BUSY: &str = "Cannot execute queries while other unbuffered queries are active.  Consider using \
                    PDOStatement::fetchAll().  Alternatively, if your code is only ever going to run against mysql, you \
                    may enable query buffering by setting the PDO::MYSQL_ATTR_USE_BUFFERED_QUERY attribute.";
const PENDING: &str = "Cannot execute queries while there are pending result sets. Consider unsetting the previous \
                       PDOStatement or calling PDOStatement::closeCursor()";

/// An open connection.
pub struct MysqlConnection {
    /// The client's.
    pub link: Rc<Link>,
    /// Rows are all read at once.
    pub buffered: Cell<bool>,
    /// Parameters are put into the SQL here.
    pub emulate: Cell<bool>,
    /// Column names have the table's in front.
    pub table_names: Cell<bool>,
    autocommit: Cell<bool>,
    national: Cell<bool>,
    error: RefCell<Option<Details>>,
    /// An error of PDO's own.
    refusal: RefCell<Option<&'static str>>,
}

impl MysqlConnection {
    /// Notes an error of the server's or its client's.
    pub fn fail(&self, error: Option<Details>) -> SqlState {
        let mut error = error.unwrap_or_default();
        if error.code == code::OUT_OF_SYNC {
            let pending = self.link.state() == phant_ext_mysqlnd::link::State::NextPending;
            error.message = if pending { PENDING } else { BUSY }.into();
        }
        let state = <[u8; 5]>::try_from(&error.state[..]).unwrap_or(GENERAL);
        self.error.replace(Some(error));
        state
    }
    /// The last error of the connection.
    pub fn link_failed(&self) -> SqlState {
        self.fail(self.link.error.last())
    }
    /// Notes an error of PDO's own.
    pub fn refuse(&self, state: SqlState, words: &'static str) -> SqlState {
        self.error.replace(None);
        self.refusal.replace(Some(words));
        state
    }
    /// An error that has no details.
    pub fn bare(&self, state: SqlState) -> SqlState {
        self.error.replace(None);
        state
    }
    fn command(&self, ctx: &Ctx, sql: &[u8]) -> Outcome<i64> {
        self.error.replace(None);
        if self.link.query(ctx, sql).is_err() {
            return Err(self.link_failed());
        }
        let affected = self.link.changes.get().affected;
        if affected == u64::MAX {
            // Rows that nobody asked for stay where they are, as in PHP.
            return Ok(0);
        }
        while self.link.more_results() {
            if self.link.next_result(ctx).is_err() {
                break;
            }
            if let Some(columns) = self.link.take_columns() {
                phant_ext_mysqlnd::result::ResultSet::wait(&self.link, columns, false).skip(ctx);
            }
        }
        Ok(affected as i64)
    }
}

/// The connection of a PDO object.
pub fn connection(ctx: &Ctx, pdo: &Object) -> PhpResult<Rc<MysqlConnection>> {
    let connection: Rc<dyn Any> = dbh::connection(ctx, pdo)?;
    match connection.downcast() {
        Ok(connection) => Ok(connection),
        Err(_) => Err(ctx.throw_error("The connection is not one to a MySQL server")),
    }
}

/// The parts of a DSN that are known here.
fn parse(dsn: &[u8]) -> impl Fn(&str) -> Option<Vec<u8>> {
    // A NUL byte ends it.
    let dsn = dsn.split(|&byte| byte == 0).next().unwrap_or_default();
    let pairs: Vec<(Vec<u8>, Vec<u8>)> = dsn
        .split(|&byte| byte == b';')
        .filter_map(|part| {
            let equals = part.iter().position(|&byte| byte == b'=')?;
            Some((part[..equals].trim_ascii().to_vec(), part[equals + 1..].to_vec()))
        })
        .collect();
    // The last one counts, as in PHP.
    move |name| pairs.iter().rfind(|(known, _)| known == name.as_bytes()).map(|(_, value)| value.clone())
}

impl Driver for Mysql {
    fn name(&self) -> &'static str {
        "mysql"
    }
    fn class(&self) -> &'static str {
        "Pdo\\Mysql"
    }
    fn connect(&self, ctx: &Ctx, wanted: &Wanted<'_>) -> PhpResult<Rc<dyn Connection>> {
        let part = parse(wanted.dsn);
        let text = |attribute: i64| -> PhpResult<Option<Vec<u8>>> {
            let value = wanted.options.and_then(|options| options.get_int(attribute)).map(Value::unref);
            value.map(|value| convert::to_str(ctx, &value).map(|text| text.as_bytes().to_vec())).transpose()
        };
        let link = Rc::new(Link::default());
        let is_on = |attribute: i64| wanted.int(attribute, 0) != 0;
        let mut capabilities = 0;
        // Several statements in a query are allowed unless that is turned off.
        if wanted.int(own::MULTI_STATEMENTS, 1) != 0 {
            capabilities |= can::MULTI_STATEMENTS;
        }
        for (attribute, capability) in
            [(own::COMPRESS, can::COMPRESS), (own::FOUND_ROWS, can::FOUND_ROWS), (own::IGNORE_SPACE, 256)]
        {
            if is_on(attribute) {
                capabilities |= capability;
            }
        }
        {
            let mut set = link.options.borrow_mut();
            set.native_numbers = true;
            set.connect_timeout = u64::try_from(wanted.int(attribute::TIMEOUT, 30)).ok();
            set.charset = part("charset");
            set.init_commands = text(own::INIT_COMMAND)?.into_iter().collect();
            set.local_infile = Some(is_on(own::LOCAL_INFILE) && ctx.ini.text("open_basedir").is_empty());
            let directory = text(own::LOCAL_INFILE_DIRECTORY)?;
            set.local_directory = directory.filter(|directory| phant_streams::path::check_basedir(ctx, directory));
            set.ssl = (own::SSL_KEY..=own::SSL_CIPHER).any(|a| wanted.options.is_some_and(|o| o.get_int(a).is_some()));
            if let Some(path) = text(own::SERVER_PUBLIC_KEY)? {
                set.server_key = std::fs::read(phant_streams::path::os(&path)).ok();
            }
        }
        let host = part("host").filter(|host| !host.is_empty()).unwrap_or_else(|| b"localhost".to_vec());
        let port = part("port").and_then(|port| String::from_utf8_lossy(&port).trim().parse().ok());
        let local = host.eq_ignore_ascii_case(b"localhost");
        let socket = part("unix_socket").unwrap_or_else(|| ctx.ini.text("pdo_mysql.default_socket").as_bytes().to_vec());
        let given = |value: Option<&Str>| value.map(|value| value.as_bytes().to_vec());
        let target = Target {
            socket: local.then_some(socket),
            host,
            user: given(wanted.user).or_else(|| part("user")).unwrap_or_default(),
            password: given(wanted.password).or_else(|| part("password")).unwrap_or_default(),
            database: part("dbname").unwrap_or_default(),
            port: port.unwrap_or(3306),
            capabilities,
        };
        if link.connect(ctx, &target).is_err() {
            ctx.check()?;
            let error = link.error.last().unwrap_or_default();
            let state = <[u8; 5]>::try_from(&error.state[..]).unwrap_or(GENERAL);
            return Err(error::connection_failed(ctx, state, error.code, &error.message));
        }
        let connection = MysqlConnection {
            link,
            buffered: Cell::new(wanted.int(own::USE_BUFFERED_QUERY, 1) != 0),
            emulate: Cell::new(wanted.int(own::DIRECT_QUERY, wanted.int(attribute::EMULATE_PREPARES, 1)) != 0),
            table_names: Cell::new(is_on(own::FETCH_TABLE_NAMES)),
            autocommit: Cell::new(true),
            national: Cell::new(wanted.int(own::DEFAULT_STR_PARAM, CHAR) == NATIONAL),
            error: RefCell::new(None),
            refusal: RefCell::new(None),
        };
        if wanted.int(own::AUTOCOMMIT, 1) == 0 {
            connection.autocommit.set(false);
            if let Err(state) = connection.command(ctx, b"SET AUTOCOMMIT=0") {
                let (number, words) = connection.last_error().unwrap_or_default();
                return Err(error::connection_failed(ctx, state, number, &words));
            }
        }
        Ok(Rc::new(connection))
    }
}

fn on(ctx: &Ctx, value: &Value) -> PhpResult<bool> {
    options::int(ctx, value).map(|number| number != 0)
}

impl Connection for MysqlConnection {
    fn prepare(self: Rc<Self>, ctx: &Ctx, sql: &[u8], _options: Option<&Array>) -> Outcome<Rc<dyn Statement>> {
        self.error.replace(None);
        if self.emulate.get() {
            return Ok(Rc::new(MysqlStatement::emulated(self, sql)));
        }
        // What cannot be prepared by the server is put together here after all.
        const CANNOT: i64 = 1295;
        let (native, names) = crate::mysql_statement::native_sql(&self, sql)?;
        let prepared = Prepared::new(&self.link);
        if prepared.prepare(ctx, &native).is_err() {
            if prepared.error.code() == CANNOT {
                return Ok(Rc::new(MysqlStatement::emulated(self, sql)));
            }
            return Err(self.fail(prepared.error.last()));
        }
        Ok(Rc::new(MysqlStatement::native(self, prepared, names)))
    }
    fn execute(&self, ctx: &Ctx, sql: &[u8]) -> Outcome<i64> {
        self.command(ctx, sql)
    }
    fn begin(&self, ctx: &Ctx) -> Outcome<()> {
        self.command(ctx, b"START TRANSACTION").map(drop)
    }
    fn commit(&self, ctx: &Ctx) -> Outcome<()> {
        self.command(ctx, b"COMMIT").map(drop)
    }
    fn roll_back(&self, ctx: &Ctx) -> Outcome<()> {
        self.command(ctx, b"ROLLBACK").map(drop)
    }
    fn in_transaction(&self) -> bool {
        self.link.changes.get().status & status::IN_TRANS != 0
    }
    fn quote(&self, text: &[u8], kind: i64) -> Option<Vec<u8>> {
        let national = if kind & NATIONAL != 0 { true } else { kind & CHAR == 0 && self.national.get() };
        let before: &[u8] = match param::kind(kind) {
            _ if national => b"N'",
            param::LOB => b"_binary'",
            _ => b"'",
        };
        Some([before, &self.link.escape(text), b"'"].concat())
    }
    fn last_insert_id(&self, _ctx: &Ctx, _name: Option<&Str>) -> Outcome<Str> {
        Ok(Str::new(self.link.changes.get().insert_id.to_string()))
    }
    fn set_attribute(&self, ctx: &Ctx, attribute: i64, value: &Value) -> PhpResult<Outcome<bool>> {
        match attribute {
            own::AUTOCOMMIT => {
                let wanted = on(ctx, value)?;
                if self.autocommit.replace(wanted) != wanted {
                    let sql: &[u8] = if wanted { b"SET AUTOCOMMIT=1" } else { b"SET AUTOCOMMIT=0" };
                    if let Err(state) = self.command(ctx, sql) {
                        return Ok(Err(state));
                    }
                }
            }
            own::DEFAULT_STR_PARAM => self.national.set(options::int(ctx, value)? == NATIONAL),
            own::USE_BUFFERED_QUERY => self.buffered.set(on(ctx, value)?),
            own::DIRECT_QUERY | attribute::EMULATE_PREPARES => self.emulate.set(on(ctx, value)?),
            own::FETCH_TABLE_NAMES => self.table_names.set(on(ctx, value)?),
            _ => return Ok(Ok(false)),
        }
        Ok(Ok(true))
    }
    fn attribute(&self, ctx: &Ctx, attribute: i64) -> Outcome<Option<Value>> {
        Ok(Some(match attribute {
            attribute::CLIENT_VERSION => Value::str(phant_ext_mysqlnd::CLIENT_INFO),
            attribute::SERVER_VERSION => Value::from(self.link.server_info()),
            own::CONNECTION_STATUS => Value::from(self.link.host_info()),
            own::SERVER_INFO => match self.link.statistics(ctx) {
                Ok(text) => Value::from(text),
                Err(_) => return Err(self.link_failed()),
            },
            own::AUTOCOMMIT => Value::bool(self.autocommit.get()),
            own::DEFAULT_STR_PARAM => Value::int(if self.national.get() { NATIONAL } else { CHAR }),
            own::USE_BUFFERED_QUERY => Value::bool(self.buffered.get()),
            own::DIRECT_QUERY | attribute::EMULATE_PREPARES => Value::bool(self.emulate.get()),
            own::FETCH_TABLE_NAMES => Value::bool(self.table_names.get()),
            own::LOCAL_INFILE => Value::bool(self.link.options.borrow().local_infile == Some(true)),
            own::LOCAL_INFILE_DIRECTORY => self.link.options.borrow().local_directory.clone().map_or(Value::NULL, Value::from),
            _ => return Ok(None),
        }))
    }
    fn last_error(&self) -> Option<(i64, Vec<u8>)> {
        let error = self.error.borrow();
        error.as_ref().filter(|error| error.code != 0).map(|error| (error.code, error.message.clone()))
    }
    fn set_stringify(&self, on: bool) {
        self.link.options.borrow_mut().native_numbers = !on;
    }
    fn take_refusal(&self) -> Option<&'static str> {
        self.refusal.take()
    }
    fn is_alive(&self) -> bool {
        self.link.seems_alive()
    }
}
