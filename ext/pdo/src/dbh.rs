//! The class PDO: connections.

use crate::{
    driver::{self, Connection, Driver, Wanted},
    error::{self, NOT_SUPPORTED, Status},
    options, stmt,
};
use phant_memory::{Array, HeapVec, NativeData, Object, Str, Tracer, Value, heap_vec};
use phant_native::{ClassPtr, Ctx, ObjectExt, PhpResult, Thrown, convert, php_class, php_methods, resource, ret::OrFalse};
use phant_streams::{self as streams, options as stream_options};
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    rc::Rc,
};

/// `PDO::ERRMODE_SILENT`
pub const ERRMODE_SILENT: i64 = 0;
/// `PDO::ERRMODE_EXCEPTION`
pub const ERRMODE_EXCEPTION: i64 = 2;
/// `PDO::CASE_UPPER`
pub const CASE_UPPER: i64 = 1;
/// `PDO::CASE_LOWER`
pub const CASE_LOWER: i64 = 2;
/// `PDO::NULL_EMPTY_STRING`
pub const NULL_EMPTY_STRING: i64 = 1;
/// `PDO::NULL_TO_STRING`
pub const NULL_TO_STRING: i64 = 2;

/// `PDO::PARAM_…`
pub mod param {
    #![allow(missing_docs)]
    pub const NULL: i64 = 0;
    pub const INT: i64 = 1;
    pub const STR: i64 = 2;
    pub const LOB: i64 = 3;
    pub const STMT: i64 = 4;
    pub const BOOL: i64 = 5;
    const FLAGS: i64 = 0xffff_0000;
    /// The kind without flags.
    pub fn kind(kind: i64) -> i64 {
        kind & !FLAGS
    }
}

/// `PDO::ATTR_…` that PDO itself knows.
pub mod attribute {
    #![allow(missing_docs)]
    pub const TIMEOUT: i64 = 2;
    pub const ERRMODE: i64 = 3;
    pub const SERVER_VERSION: i64 = 4;
    pub const CLIENT_VERSION: i64 = 5;
    pub const CASE: i64 = 8;
    pub const CURSOR: i64 = 10;
    pub const ORACLE_NULLS: i64 = 11;
    pub const PERSISTENT: i64 = 12;
    pub const STATEMENT_CLASS: i64 = 13;
    pub const DRIVER_NAME: i64 = 16;
    pub const STRINGIFY_FETCHES: i64 = 17;
    pub const DEFAULT_FETCH_MODE: i64 = 19;
    pub const EMULATE_PREPARES: i64 = 20;
    /// The first of the drivers' own.
    pub const DRIVER_SPECIFIC: i64 = 1000;
}

/// What a PDO object is beside its properties.
pub struct Handle {
    /// Hidden entry of the [`Open`] connection; 0 before the constructor has run.
    id: Cell<u64>,
    pub(crate) persistent: Cell<bool>,
    /// `ATTR_ERRMODE`
    pub error_mode: Cell<i64>,
    pub(crate) case: Cell<i64>,
    pub(crate) nulls: Cell<i64>,
    pub(crate) stringify: Cell<bool>,
    pub(crate) fetch_mode: Cell<i64>,
    pub(crate) statement_class: Cell<Option<ClassPtr>>,
    pub(crate) statement_arguments: RefCell<Value>,
    pub(crate) status: Status,
    /// PHP values that the driver's connection calls back, by number.
    kept: RefCell<HeapVec<Value>>,
}

impl NativeData for Handle {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.statement_arguments.borrow());
        self.kept.borrow().iter().for_each(|v| tracer.value(v));
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        if self.id.get() != 0 {
            resource::drop_hidden(self.id.get());
        }
    }
}

/// An open connection, as an entry of the resource table.
struct Open {
    driver: &'static dyn Driver,
    connection: Rc<dyn Connection>,
}

impl Handle {
    /// The state of a PDO object.
    pub fn of(object: &Object) -> &Handle {
        object.native().expect("made by create")
    }
    /// The driver and the connection, once there is one.
    pub fn open(&self) -> Option<(&'static dyn Driver, Rc<dyn Connection>)> {
        let open = resource::hidden::<Open>(self.id.get())?;
        Some((open.driver, Rc::clone(&open.connection)))
    }
    pub(crate) fn last_error(&self) -> Option<(i64, Vec<u8>)> {
        self.open()?.1.last_error()
    }
    /// Keeps a PHP value that the connection will call back, and returns its number for [`kept`].
    pub fn keep(&self, value: Value) -> usize {
        let mut kept = self.kept.borrow_mut();
        kept.push(value);
        kept.len() - 1
    }
}

/// The driver and the connection of an object, or PHP's error for one whose constructor has not run.
pub fn connection(ctx: &Ctx, this: &Object) -> PhpResult<Rc<dyn Connection>> {
    match Handle::of(this).open() {
        Some((_, connection)) => Ok(connection),
        None => Err(uninitialized(ctx, this)),
    }
}

pub(crate) fn uninitialized(ctx: &Ctx, this: &Object) -> Thrown {
    ctx.throw_error(format!("{} object is uninitialized", this.class().name))
}

/// The PDO objects whose connections are at work, innermost last.
#[derive(Default)]
struct AtWork(RefCell<Option<HeapVec<Object>>>);

/// Lets a connection work for a PDO object: what it calls back finds the object's values with [`kept`].
pub fn work<R>(ctx: &Ctx, pdo: &Object, call: impl FnOnce(&Ctx) -> R) -> R {
    if Handle::of(pdo).kept.borrow().is_empty() {
        return call(ctx);
    }
    let at_work = ctx.state::<AtWork>();
    at_work.0.borrow_mut().get_or_insert_with(heap_vec).push(pdo.clone());
    let result = call(ctx);
    let last = at_work.0.borrow_mut().as_mut().and_then(HeapVec::pop);
    drop(last);
    result
}

/// A value that the PDO object keeps whose connection is at work.
pub fn kept(ctx: &Ctx, number: usize) -> Option<Value> {
    let at_work = ctx.state::<AtWork>().0.borrow();
    let pdo = at_work.as_ref()?.last()?;
    let kept = Handle::of(pdo).kept.borrow();
    kept.get(number).cloned()
}

thread_local! {
    /// Persistent connections of this worker.
    static PERSISTENT: RefCell<HashMap<Vec<u8>, Rc<dyn Connection>>> = RefCell::default();
}

/// Persistent connections stay, but nothing of the request does, a transaction that is left open neither.
pub(crate) fn end_request(ctx: &Ctx) {
    let all: Vec<_> = PERSISTENT.with_borrow(|all| all.values().cloned().collect());
    for connection in all {
        if connection.in_transaction() && connection.roll_back(ctx).is_err() {
            // It is of no use to anybody: the next request opens another.
            PERSISTENT.with_borrow_mut(|all| all.retain(|_, known| !Rc::ptr_eq(known, &connection)));
            continue;
        }
        connection.end_request();
    }
}

/// Finds driver and rest of a DSN, which may be an alias or stand in a file.
fn data_source(ctx: &Ctx, dsn: &Str) -> PhpResult<(&'static dyn Driver, Vec<u8>)> {
    let mut text = dsn.as_bytes().to_vec();
    let refuse = |ctx: &Ctx, why: &str| {
        let name = ctx.current.get().map_or_else(String::new, |f| f.display_name());
        error::plain(ctx, format!("{name}(): Argument #1 ($dsn) {why}"))
    };
    if !text.contains(&b':') {
        let alias = format!("pdo.dsn.{dsn}");
        let Some(named) = ctx.ini.configured(&alias).filter(|named| !named.is_empty()) else {
            return Err(refuse(ctx, "must be a valid data source name"));
        };
        text = named.as_bytes().to_vec();
        if !text.contains(&b':') {
            let named = String::from_utf8_lossy(&text).into_owned();
            return Err(error::plain(ctx, format!("invalid data source name (via INI: {named})")));
        }
    }
    if let Some(uri) = text.strip_prefix(b"uri:") {
        let uri = Str::new(uri);
        let opened = streams::open(ctx, &uri, &Str::new("rb"), stream_options::REPORT_ERRORS, None)?;
        ctx.check()?;
        let line = opened.and_then(|opened| resource::get::<streams::Stream>(&opened)).and_then(|stream| {
            let line = stream.read_line(ctx, Some(512));
            stream.close(ctx);
            line
        });
        ctx.check()?;
        let Some(line) = line else { return Err(refuse(ctx, "must be a valid data source URI")) };
        // A NUL byte ends it too.
        let line = line.split(|&byte| byte == 0).next().unwrap_or_default();
        text = line.strip_suffix(b"\n").unwrap_or(line).to_vec();
        if !text.contains(&b':') {
            return Err(refuse(ctx, "must be a valid data source name (via URI)"));
        }
    }
    let colon = text.iter().position(|&c| c == b':').unwrap_or(0);
    match driver::find(&text[..colon]) {
        Some(driver) => Ok((driver, text[colon + 1..].to_vec())),
        None => Err(error::plain(ctx, "could not find driver")),
    }
}

/// The driver that a class or one of its parents belongs to.
fn driver_of(class: ClassPtr) -> Option<&'static dyn Driver> {
    let mut class = Some(class);
    while let Some(found) = class {
        if let Some(driver) = driver::all().iter().find(|driver| found.is_named(driver.class())) {
            return Some(*driver);
        }
        class = found.parent;
    }
    None
}

fn wrong_driver(ctx: &Ctx, class: ClassPtr, method: &str, driver: &dyn Driver) -> Thrown {
    let text = format!(
        "{}::{method}() cannot be used for connecting to the \"{}\" driver, either call {}::{method}() or PDO::{method}() instead",
        class.name,
        driver.name(),
        driver.class()
    );
    error::plain(ctx, text)
}

/// The key of a persistent connection, if one is wanted.
fn persistent_key(options: Option<&Array>, dsn: &Str, user: Option<&Str>, password: Option<&Str>) -> Option<Vec<u8>> {
    let wanted = options?.get_int(attribute::PERSISTENT)?.deref();
    let name = match wanted.as_str() {
        Some(name) if !name.is_empty() && convert::to_int(&wanted) == 0 && name.as_bytes() != b"0" => Some(name.into_owned()),
        _ if convert::to_int(&wanted) != 0 => None,
        _ => return None,
    };
    let nothing = Str::default();
    let parts = [Some(dsn), user, password, name.as_ref()];
    Some(parts.map(|part| part.unwrap_or(&nothing).as_bytes().to_vec()).join(&b'\0'))
}

fn construct(
    ctx: &Ctx,
    this: &Object,
    dsn: &Str,
    user: Option<&Str>,
    password: Option<&Str>,
    options: Option<&Array>,
) -> PhpResult<()> {
    let (driver, rest) = data_source(ctx, dsn)?;
    if let Some(own) = driver_of(this.class())
        && own.name() != driver.name()
    {
        return Err(wrong_driver(ctx, this.class(), "__construct", driver));
    }
    let key = persistent_key(options, dsn, user, password);
    let known = key.as_ref().and_then(|key| PERSISTENT.with_borrow(|all| all.get(key).cloned()));
    let connection = match known.filter(|connection| connection.is_alive()) {
        Some(connection) => connection,
        None => {
            let connection = driver.connect(ctx, &Wanted { dsn: &rest, user, password, options })?;
            if let Some(key) = &key {
                PERSISTENT.with_borrow_mut(|all| all.insert(key.clone(), Rc::clone(&connection)));
            }
            connection
        }
    };
    let handle = Handle::of(this);
    let before = handle.id.replace(resource::hide(Rc::new(Open { driver, connection })));
    if before != 0 {
        resource::drop_hidden(before);
    }
    handle.persistent.set(key.is_some());
    for (key, value) in options.into_iter().flat_map(|options| options.iter()) {
        if let Some(attribute) = key.to_value().as_int() {
            options::set(ctx, this, attribute, &value.deref())?;
            ctx.check()?;
        }
    }
    Ok(())
}

/// See the [module documentation](self).
pub struct PDO;

/// A connection to a database.
#[php_class(
    "class PDO {
        public const int PARAM_NULL = 0;
        public const int PARAM_BOOL = 5;
        public const int PARAM_INT = 1;
        public const int PARAM_STR = 2;
        public const int PARAM_LOB = 3;
        public const int PARAM_STMT = 4;
        public const int PARAM_INPUT_OUTPUT = 2147483648;
        public const int PARAM_STR_NATL = 1073741824;
        public const int PARAM_STR_CHAR = 536870912;
        public const int PARAM_EVT_ALLOC = 0;
        public const int PARAM_EVT_FREE = 1;
        public const int PARAM_EVT_EXEC_PRE = 2;
        public const int PARAM_EVT_EXEC_POST = 3;
        public const int PARAM_EVT_FETCH_PRE = 4;
        public const int PARAM_EVT_FETCH_POST = 5;
        public const int PARAM_EVT_NORMALIZE = 6;
        public const int FETCH_DEFAULT = 0;
        public const int FETCH_LAZY = 1;
        public const int FETCH_ASSOC = 2;
        public const int FETCH_NUM = 3;
        public const int FETCH_BOTH = 4;
        public const int FETCH_OBJ = 5;
        public const int FETCH_BOUND = 6;
        public const int FETCH_COLUMN = 7;
        public const int FETCH_CLASS = 8;
        public const int FETCH_INTO = 9;
        public const int FETCH_FUNC = 10;
        public const int FETCH_GROUP = 65536;
        public const int FETCH_UNIQUE = 196608;
        public const int FETCH_KEY_PAIR = 12;
        public const int FETCH_CLASSTYPE = 262144;
        public const int FETCH_SERIALIZE = 524288;
        public const int FETCH_PROPS_LATE = 1048576;
        public const int FETCH_NAMED = 11;
        public const int ATTR_AUTOCOMMIT = 0;
        public const int ATTR_PREFETCH = 1;
        public const int ATTR_TIMEOUT = 2;
        public const int ATTR_ERRMODE = 3;
        public const int ATTR_SERVER_VERSION = 4;
        public const int ATTR_CLIENT_VERSION = 5;
        public const int ATTR_SERVER_INFO = 6;
        public const int ATTR_CONNECTION_STATUS = 7;
        public const int ATTR_CASE = 8;
        public const int ATTR_CURSOR_NAME = 9;
        public const int ATTR_CURSOR = 10;
        public const int ATTR_ORACLE_NULLS = 11;
        public const int ATTR_PERSISTENT = 12;
        public const int ATTR_STATEMENT_CLASS = 13;
        public const int ATTR_FETCH_TABLE_NAMES = 14;
        public const int ATTR_FETCH_CATALOG_NAMES = 15;
        public const int ATTR_DRIVER_NAME = 16;
        public const int ATTR_STRINGIFY_FETCHES = 17;
        public const int ATTR_MAX_COLUMN_LEN = 18;
        public const int ATTR_EMULATE_PREPARES = 20;
        public const int ATTR_DEFAULT_FETCH_MODE = 19;
        public const int ATTR_DEFAULT_STR_PARAM = 21;
        public const int ERRMODE_SILENT = 0;
        public const int ERRMODE_WARNING = 1;
        public const int ERRMODE_EXCEPTION = 2;
        public const int CASE_NATURAL = 0;
        public const int CASE_LOWER = 2;
        public const int CASE_UPPER = 1;
        public const int NULL_NATURAL = 0;
        public const int NULL_EMPTY_STRING = 1;
        public const int NULL_TO_STRING = 2;
        public const string ERR_NONE = '00000';
        public const int FETCH_ORI_NEXT = 0;
        public const int FETCH_ORI_PRIOR = 1;
        public const int FETCH_ORI_FIRST = 2;
        public const int FETCH_ORI_LAST = 3;
        public const int FETCH_ORI_ABS = 4;
        public const int FETCH_ORI_REL = 5;
        public const int CURSOR_FWDONLY = 0;
        public const int CURSOR_SCROLL = 1;
        public const int MYSQL_ATTR_USE_BUFFERED_QUERY = 1000;
        public const int MYSQL_ATTR_LOCAL_INFILE = 1001;
        public const int MYSQL_ATTR_INIT_COMMAND = 1002;
        public const int MYSQL_ATTR_COMPRESS = 1003;
        public const int MYSQL_ATTR_DIRECT_QUERY = 1004;
        public const int MYSQL_ATTR_FOUND_ROWS = 1005;
        public const int MYSQL_ATTR_IGNORE_SPACE = 1006;
        public const int MYSQL_ATTR_SSL_KEY = 1007;
        public const int MYSQL_ATTR_SSL_CERT = 1008;
        public const int MYSQL_ATTR_SSL_CA = 1009;
        public const int MYSQL_ATTR_SSL_CAPATH = 1010;
        public const int MYSQL_ATTR_SSL_CIPHER = 1011;
        public const int MYSQL_ATTR_SERVER_PUBLIC_KEY = 1012;
        public const int MYSQL_ATTR_MULTI_STATEMENTS = 1013;
        public const int MYSQL_ATTR_SSL_VERIFY_SERVER_CERT = 1014;
        public const int MYSQL_ATTR_LOCAL_INFILE_DIRECTORY = 1015;
        public const int SQLITE_DETERMINISTIC = 2048;
        public const int SQLITE_ATTR_OPEN_FLAGS = 1000;
        public const int SQLITE_OPEN_READONLY = 1;
        public const int SQLITE_OPEN_READWRITE = 2;
        public const int SQLITE_OPEN_CREATE = 4;
        public const int SQLITE_ATTR_READONLY_STATEMENT = 1001;
        public const int SQLITE_ATTR_EXTENDED_RESULT_CODES = 1002;
    }",
    create = Self::create,
    methods = [Self::OF_DRIVERS],
    not_serializable,
    not_cloneable
)]
impl PDO {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(Handle {
            id: Cell::new(0),
            persistent: Cell::new(false),
            error_mode: Cell::new(ERRMODE_EXCEPTION),
            case: Cell::new(0),
            nulls: Cell::new(0),
            stringify: Cell::new(false),
            fetch_mode: Cell::new(crate::fetch::mode::BOTH),
            statement_class: Cell::new(None),
            statement_arguments: RefCell::new(Value::UNDEF),
            status: Status::default(),
            kept: RefCell::new(heap_vec()),
        });
    }

    #[php(
        "public function __construct(string $dsn, ?string $username = null, #[\\SensitiveParameter] ?string $password = null, ?array $options = null)"
    )]
    fn construct(
        ctx: &Ctx,
        this: &Object,
        dsn: &Str,
        username: Option<&Str>,
        password: Option<&Str>,
        options: Option<&Array>,
    ) -> PhpResult<()> {
        construct(ctx, this, dsn, username, password, options)
    }

    #[php(
        "public static function connect(string $dsn, ?string $username = null, #[\\SensitiveParameter] ?string $password = null, ?array $options = null): static",
        strict_return
    )]
    fn connect(
        ctx: &Ctx,
        class: ClassPtr,
        dsn: &Str,
        username: Option<&Str>,
        password: Option<&Str>,
        options: Option<&Array>,
    ) -> PhpResult<Object> {
        let (driver, _) = data_source(ctx, dsn)?;
        let class = if class.is_named("PDO") {
            ctx.known_class(driver.class())
        } else if driver_of(class).is_some_and(|own| own.name() == driver.name()) {
            class
        } else {
            return Err(wrong_driver(ctx, class, "connect", driver));
        };
        let object = ctx.allocate(class)?;
        construct(ctx, &object, dsn, username, password, options)?;
        Ok(object)
    }

    #[php("public function beginTransaction(): bool")]
    fn begin_transaction(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let connection = connection(ctx, this)?;
        Handle::of(this).status.clear();
        if connection.in_transaction() {
            return Err(error::plain(ctx, "There is already an active transaction"));
        }
        let outcome = work(ctx, this, |ctx| connection.begin(ctx));
        Ok(settled(ctx, this, outcome).is_some())
    }

    #[php("public function commit(): bool")]
    fn commit(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let connection = within_transaction(ctx, this)?;
        let outcome = work(ctx, this, |ctx| connection.commit(ctx));
        Ok(settled(ctx, this, outcome).is_some())
    }

    #[php("public function errorCode(): ?string")]
    fn error_code(ctx: &Ctx, this: &Object) -> PhpResult<Option<Str>> {
        connection(ctx, this)?;
        Ok(Handle::of(this).status.get().map(error::shown))
    }

    #[php("public function errorInfo(): array")]
    fn error_info(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        connection(ctx, this)?;
        let handle = Handle::of(this);
        Ok(handle.status.info(handle))
    }

    #[php("public function exec(string $statement): int|false")]
    fn exec(ctx: &Ctx, this: &Object, statement: &Str) -> PhpResult<OrFalse<i64>> {
        not_empty(ctx, statement)?;
        let connection = connection(ctx, this)?;
        Handle::of(this).status.clear();
        let outcome = work(ctx, this, |ctx| connection.execute(ctx, statement));
        ctx.check()?;
        Ok(OrFalse::from(settled(ctx, this, outcome)))
    }

    #[php("public function getAttribute(int $attribute): mixed")]
    fn get_attribute(ctx: &Ctx, this: &Object, attribute: i64) -> PhpResult {
        options::get(ctx, this, attribute)
    }

    #[php("public static function getAvailableDrivers(): array")]
    fn available_drivers() -> Array {
        crate::pdo_drivers()
    }

    #[php("public function inTransaction(): bool")]
    fn in_transaction(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        Ok(connection(ctx, this)?.in_transaction())
    }

    #[php("public function lastInsertId(?string $name = null): string|false")]
    fn last_insert_id(ctx: &Ctx, this: &Object, name: Option<&Str>) -> PhpResult<OrFalse<Str>> {
        let connection = connection(ctx, this)?;
        Handle::of(this).status.clear();
        let outcome = connection.last_insert_id(ctx, name);
        Ok(OrFalse::from(settled(ctx, this, outcome)))
    }

    #[php("public function prepare(string $query, array $options = []): PDOStatement|false")]
    fn prepare(ctx: &Ctx, this: &Object, query: &Str, options: &Array) -> PhpResult<OrFalse<Object>> {
        let connection = connection(ctx, this)?;
        not_empty(ctx, query)?;
        let Some((statement, class_arguments)) = stmt::prepare(ctx, this, &connection, query, Some(options))? else {
            return Ok(OrFalse::False);
        };
        stmt::run_constructor(ctx, &statement, &class_arguments)?;
        Ok(OrFalse::Some(statement))
    }

    #[php("public function query(string $query, ?int $fetchMode = null, mixed ...$fetchModeArgs): PDOStatement|false")]
    fn query(
        ctx: &Ctx,
        this: &Object,
        query: &Str,
        fetch_mode: Option<i64>,
        fetch_mode_args: &[Value],
    ) -> PhpResult<OrFalse<Object>> {
        let connection = connection(ctx, this)?;
        not_empty(ctx, query)?;
        let Some((statement, class_arguments)) = stmt::prepare(ctx, this, &connection, query, None)? else {
            return Ok(OrFalse::False);
        };
        stmt::Prepared::of(&statement).status.clear();
        if let Some(mode) = fetch_mode {
            crate::fetch::set_mode(ctx, &statement, mode, fetch_mode_args, 2)?;
        }
        if !stmt::run(ctx, &statement)? {
            // The error is the connection's too.
            if let Some(state) = stmt::Prepared::of(&statement).status.get() {
                Handle::of(this).status.set(state);
            }
            return Ok(OrFalse::False);
        }
        stmt::run_constructor(ctx, &statement, &class_arguments)?;
        Ok(OrFalse::Some(statement))
    }

    #[php("public function quote(string $string, int $type = PDO::PARAM_STR): string|false")]
    fn quote(ctx: &Ctx, this: &Object, string: &Str, kind: i64) -> PhpResult<OrFalse<Vec<u8>>> {
        let connection = connection(ctx, this)?;
        Handle::of(this).status.clear();
        Ok(OrFalse::from(connection.quote(string, kind)))
    }

    #[php("public function rollBack(): bool")]
    fn roll_back(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let connection = within_transaction(ctx, this)?;
        let outcome = work(ctx, this, |ctx| connection.roll_back(ctx));
        Ok(settled(ctx, this, outcome).is_some())
    }

    #[php("public function setAttribute(int $attribute, mixed $value): bool")]
    fn set_attribute(ctx: &Ctx, this: &Object, attribute: i64, value: &Value) -> PhpResult<bool> {
        connection(ctx, this)?;
        Handle::of(this).status.clear();
        options::set(ctx, this, attribute, value)
    }
}

/// Methods that PDO objects have only with a certain driver. The class does not show them.
#[php_methods(OF_DRIVERS)]
impl PDO {
    #[php(
        "public function sqliteCreateAggregate(string $name, callable $step, callable $finalize, int $numArgs = -1): bool",
        hidden
    )]
    fn sqlite_create_aggregate(
        ctx: &Ctx,
        this: &Object,
        name: &Value,
        step: &Value,
        finalize: &Value,
        count: &Value,
    ) -> PhpResult {
        call_driver(ctx, this, "sqliteCreateAggregate", &[name, step, finalize, count])
    }
    #[php("public function sqliteCreateCollation(string $name, callable $callback): bool", hidden)]
    fn sqlite_create_collation(ctx: &Ctx, this: &Object, name: &Value, callback: &Value) -> PhpResult {
        call_driver(ctx, this, "sqliteCreateCollation", &[name, callback])
    }
    #[php(
        "public function sqliteCreateFunction(string $function_name, callable $callback, int $num_args = -1, int $flags = 0): bool",
        hidden
    )]
    fn sqlite_create_function(
        ctx: &Ctx,
        this: &Object,
        name: &Value,
        callback: &Value,
        count: &Value,
        flags: &Value,
    ) -> PhpResult {
        call_driver(ctx, this, "sqliteCreateFunction", &[name, callback, count, flags])
    }
}

fn call_driver(ctx: &Ctx, this: &Object, method: &str, arguments: &[&Value]) -> PhpResult {
    let arguments: Vec<Value> = arguments.iter().map(|&argument| argument.clone()).collect();
    if let Some((driver, _)) = Handle::of(this).open()
        && let Some(result) = driver.call(ctx, this, method, &arguments)
    {
        return result;
    }
    Err(ctx.throw_error(format!("Call to undefined method {}::{method}()", this.class().name)))
}

/// What an operation yielded, its error reported.
fn settled<T>(ctx: &Ctx, this: &Object, outcome: driver::Outcome<T>) -> Option<T> {
    let handle = Handle::of(this);
    match outcome {
        Ok(value) => Some(value),
        Err(state) => {
            error::failed(ctx, handle, &handle.status, state);
            None
        }
    }
}

fn within_transaction(ctx: &Ctx, this: &Object) -> PhpResult<Rc<dyn Connection>> {
    let connection = connection(ctx, this)?;
    Handle::of(this).status.clear();
    if !connection.in_transaction() {
        return Err(error::plain(ctx, "There is no active transaction"));
    }
    Ok(connection)
}

fn not_empty(ctx: &Ctx, text: &Str) -> PhpResult<()> {
    if text.is_empty() { Err(ctx.argument_error(1, "must not be empty")) } else { Ok(()) }
}

/// Reports that the driver cannot do something.
pub(crate) fn not_supported(ctx: &Ctx, this: &Object, why: &str) {
    let handle = Handle::of(this);
    error::refused(ctx, handle, &handle.status, NOT_SUPPORTED, why);
}
