//! The class mysqli: connections.

use crate::{
    connect::Request,
    link, poll,
    properties::{self, Property},
    state::{LinkState, Status, error_list},
};
use phant_ext_mysqlnd::{CLIENT_INFO, CLIENT_VERSION, link::Link};
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Ctx, ObjectHandlers, PhpResult, RefArg, php_class};

fn property(this: &Object, least: Status, look: impl FnOnce(&Link) -> Value) -> Result<Value, Property> {
    let state = LinkState::of(this);
    let link = state.link().ok_or(Property::Closed)?;
    if state.status.get() < least { Err(Property::NotYet) } else { Ok(look(&link)) }
}
fn open(this: &Object, look: impl FnOnce(&Link) -> Value) -> Result<Value, Property> {
    property(this, Status::Valid, look)
}
const PROPERTIES: properties::Table = &[
    ("affected_rows", |_, this| properties::not_yet(open(this, |link| Link::number(link.changes.get().affected)))),
    ("client_info", |_, _| Ok(Value::str(CLIENT_INFO))),
    ("client_version", |_, _| Ok(Value::int(CLIENT_VERSION))),
    ("connect_errno", |ctx, _| Ok(Value::int(link::connect_errno(ctx).unwrap_or(0)))),
    ("connect_error", |ctx, _| Ok(link::connect_error(ctx).ok().flatten().map_or(Value::NULL, Value::from))),
    ("errno", |_, this| property(this, Status::Initialized, |link| Value::int(link.error.code()))),
    ("error", |_, this| property(this, Status::Initialized, |link| Value::from(link.error.message()))),
    ("error_list", |_, this| properties::not_yet(open(this, |link| Value::from(error_list(&link.error))))),
    ("field_count", |_, this| open(this, |link| Value::int(link.field_count.get() as i64))),
    ("host_info", |_, this| open(this, |link| Value::from(link.host_info()))),
    ("info", |_, this| open(this, |link| link.info.borrow().clone().map_or(Value::NULL, Value::from))),
    ("insert_id", |_, this| open(this, |link| link::id(link.changes.get().insert_id))),
    ("server_info", |_, this| open(this, |link| Value::from(link.server_info()))),
    ("server_version", |_, this| open(this, |link| Value::int(link.server_version()))),
    ("sqlstate", |_, this| open(this, |link| Value::from(link.error.state()))),
    ("protocol_version", |_, this| {
        open(this, |link| Value::int(link.greeting(|greeting| i64::from(greeting.protocol)).unwrap_or(0)))
    }),
    ("thread_id", |_, this| open(this, |link| Value::int(link.thread_id()))),
    ("warning_count", |_, this| open(this, |link| Value::int(i64::from(link.changes.get().warnings)))),
];
static HANDLERS: ObjectHandlers = properties::handlers!(PROPERTIES);

/// See the [module documentation](self).
pub struct Mysqli;

/// A connection to a server.
#[php_class(
    "class mysqli {
        public int|string $affected_rows;
        public string $client_info;
        public int $client_version;
        public int $connect_errno;
        public ?string $connect_error;
        public int $errno;
        public string $error;
        public array $error_list;
        public int $field_count;
        public string $host_info;
        public ?string $info;
        public int|string $insert_id;
        public string $server_info;
        public int $server_version;
        public string $sqlstate;
        public int $protocol_version;
        public int $thread_id;
        public int $warning_count;
    }",
    create = LinkState::create,
    handlers = HANDLERS,
    not_cloneable
)]
#[allow(clippy::too_many_arguments)]
impl Mysqli {
    #[php(
        "public function __construct(?string $hostname = null, ?string $username = null, #[\\SensitiveParameter] ?string $password = null, ?string $database = null, ?int $port = null, ?string $socket = null)"
    )]
    fn construct(
        ctx: &Ctx,
        this: &Object,
        hostname: Option<&Str>,
        username: Option<&Str>,
        password: Option<&Str>,
        database: Option<&Str>,
        port: Option<i64>,
        socket: Option<&Str>,
        passed: usize,
    ) -> PhpResult<()> {
        link::construct(ctx, this, hostname, username, password, database, port, socket, passed).map(drop)
    }

    #[php(
        "public function connect(?string $hostname = null, ?string $username = null, #[\\SensitiveParameter] ?string $password = null, ?string $database = null, ?int $port = null, ?string $socket = null): bool"
    )]
    fn connect(
        ctx: &Ctx,
        this: &Object,
        host: Option<&Str>,
        user: Option<&Str>,
        password: Option<&Str>,
        database: Option<&Str>,
        port: Option<i64>,
        socket: Option<&Str>,
    ) -> PhpResult<bool> {
        crate::connect::connect(ctx, this, Request { host, user, password, database, port, socket, flags: 0 }, false)
    }

    #[php(
        "public function real_connect(?string $hostname = null, ?string $username = null, #[\\SensitiveParameter] ?string $password = null, ?string $database = null, ?int $port = null, ?string $socket = null, int $flags = 0): bool"
    )]
    fn real_connect(
        ctx: &Ctx,
        this: &Object,
        hostname: Option<&Str>,
        username: Option<&Str>,
        password: Option<&Str>,
        database: Option<&Str>,
        port: Option<i64>,
        socket: Option<&Str>,
        flags: i64,
    ) -> PhpResult<bool> {
        link::real_connect(ctx, this, hostname, username, password, database, port, socket, flags)
    }

    #[php("public function init()", deprecated = " since 8.1, replace calls to parent::init() with parent::__construct()")]
    fn init(ctx: &Ctx, this: &Object) -> PhpResult<Option<bool>> {
        link::init_method(ctx, this)
    }

    #[php("public function debug(string $options): true")]
    fn debug(ctx: &Ctx, this: &Object, options: &Str) -> PhpResult<bool> {
        link::debug_method(ctx, this, options)
    }

    #[php("public function get_client_info(): string", deprecated = " since 8.1, use mysqli_get_client_info() instead")]
    fn get_client_info() -> &'static str {
        CLIENT_INFO
    }

    #[php("public function thread_safe(): bool")]
    fn thread_safe() -> bool {
        true
    }

    #[php(
        "public static function poll(?array &$read, ?array &$error, array &$reject, int $seconds, int $microseconds = 0): int|false"
    )]
    fn poll(
        ctx: &Ctx,
        mut read: RefArg<'_>,
        mut error: RefArg<'_>,
        mut reject: RefArg<'_>,
        seconds: i64,
        microseconds: i64,
    ) -> PhpResult {
        poll::poll(ctx, &mut read, &mut error, &mut reject, seconds, microseconds)
    }

    #[php("public function autocommit(bool $enable): bool")]
    fn autocommit(ctx: &Ctx, this: &Object, enable: bool) -> PhpResult<bool> {
        link::autocommit(ctx, this, enable)
    }

    #[php("public function begin_transaction(int $flags = 0, ?string $name = null): bool")]
    fn begin_transaction(ctx: &Ctx, this: &Object, flags: i64, name: Option<&Str>) -> PhpResult<bool> {
        link::begin_transaction(ctx, this, flags, name)
    }

    #[php("public function change_user(string $username, #[\\SensitiveParameter] string $password, ?string $database): bool")]
    fn change_user(ctx: &Ctx, this: &Object, username: &Str, password: &Str, database: Option<&Str>) -> PhpResult<bool> {
        link::change_user(ctx, this, username, password, database)
    }

    #[php("public function character_set_name(): string")]
    fn character_set_name(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
        link::character_set_name(ctx, this)
    }

    #[php("public function close(): true")]
    fn close(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        link::close(ctx, this)
    }

    #[php("public function commit(int $flags = 0, ?string $name = null): bool")]
    fn commit(ctx: &Ctx, this: &Object, flags: i64, name: Option<&Str>) -> PhpResult<bool> {
        link::commit(ctx, this, flags, name)
    }

    #[php("public function dump_debug_info(): bool")]
    fn dump_debug_info(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        link::dump_debug_info(ctx, this)
    }

    #[php("public function get_charset(): ?object")]
    fn get_charset(ctx: &Ctx, this: &Object) -> PhpResult {
        link::get_charset(ctx, this)
    }

    #[php("public function execute_query(string $query, ?array $params = null): mysqli_result|bool", strict_return)]
    fn execute_query(ctx: &Ctx, this: &Object, query: &Str, params: Option<&Array>) -> PhpResult {
        link::execute_query(ctx, this, query, params)
    }

    #[php("public function get_connection_stats(): array")]
    fn get_connection_stats(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        link::get_connection_stats(ctx, this)
    }

    #[php("public function get_server_info(): string")]
    fn get_server_info(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
        link::get_server_info(ctx, this)
    }

    #[php("public function get_warnings(): mysqli_warning|false")]
    fn get_warnings(ctx: &Ctx, this: &Object) -> PhpResult {
        link::get_warnings(ctx, this)
    }

    #[php(
        "public function kill(int $process_id): bool",
        deprecated = " since 8.4, use KILL CONNECTION/QUERY SQL statement instead"
    )]
    fn kill(ctx: &Ctx, this: &Object, process_id: i64) -> PhpResult<bool> {
        link::kill(ctx, this, process_id)
    }

    #[php("public function multi_query(string $query): bool")]
    fn multi_query(ctx: &Ctx, this: &Object, query: &Str) -> PhpResult<bool> {
        link::multi_query(ctx, this, query)
    }

    #[php("public function more_results(): bool")]
    fn more_results(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        link::more_results(ctx, this)
    }

    #[php("public function next_result(): bool")]
    fn next_result(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        link::next_result(ctx, this)
    }

    #[php(
        "public function ping(): bool",
        deprecated = " since 8.4, because the reconnect feature has been removed in PHP 8.2 and this method is now redundant"
    )]
    fn ping(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        link::ping(ctx, this)
    }

    #[php("public function prepare(string $query): mysqli_stmt|false")]
    fn prepare(ctx: &Ctx, this: &Object, query: &Str) -> PhpResult {
        link::prepare(ctx, this, query)
    }

    #[php("public function query(string $query, int $result_mode = MYSQLI_STORE_RESULT): mysqli_result|bool")]
    fn query(ctx: &Ctx, this: &Object, query: &Str, result_mode: i64) -> PhpResult {
        link::query(ctx, this, query, result_mode)
    }

    #[php("public function real_escape_string(string $string): string")]
    fn real_escape_string(ctx: &Ctx, this: &Object, string: &Str) -> PhpResult<Vec<u8>> {
        link::real_escape_string(ctx, this, string)
    }

    #[php("public function reap_async_query(): mysqli_result|bool")]
    fn reap_async_query(ctx: &Ctx, this: &Object) -> PhpResult {
        link::reap_async_query(ctx, this)
    }

    #[php("public function escape_string(string $string): string")]
    fn escape_string(ctx: &Ctx, this: &Object, string: &Str) -> PhpResult<Vec<u8>> {
        link::real_escape_string(ctx, this, string)
    }

    #[php("public function real_query(string $query): bool")]
    fn real_query(ctx: &Ctx, this: &Object, query: &Str) -> PhpResult<bool> {
        link::real_query(ctx, this, query)
    }

    #[php("public function release_savepoint(string $name): bool")]
    fn release_savepoint(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<bool> {
        link::release_savepoint(ctx, this, name)
    }

    #[php("public function rollback(int $flags = 0, ?string $name = null): bool")]
    fn rollback(ctx: &Ctx, this: &Object, flags: i64, name: Option<&Str>) -> PhpResult<bool> {
        link::rollback(ctx, this, flags, name)
    }

    #[php("public function savepoint(string $name): bool")]
    fn savepoint(ctx: &Ctx, this: &Object, name: &Str) -> PhpResult<bool> {
        link::savepoint(ctx, this, name)
    }

    #[php("public function select_db(string $database): bool")]
    fn select_db(ctx: &Ctx, this: &Object, database: &Str) -> PhpResult<bool> {
        link::select_db(ctx, this, database)
    }

    #[php("public function set_charset(string $charset): bool")]
    fn set_charset(ctx: &Ctx, this: &Object, charset: &Str) -> PhpResult<bool> {
        link::set_charset(ctx, this, charset)
    }

    #[php("public function options(int $option, $value): bool")]
    fn options(ctx: &Ctx, this: &Object, option: i64, value: &Value) -> PhpResult<bool> {
        link::options(ctx, this, option, value)
    }

    #[php("public function set_opt(int $option, $value): bool")]
    fn set_opt(ctx: &Ctx, this: &Object, option: i64, value: &Value) -> PhpResult<bool> {
        link::options(ctx, this, option, value)
    }

    #[php(
        "public function ssl_set(?string $key, ?string $certificate, ?string $ca_certificate, ?string $ca_path, ?string $cipher_algos): true"
    )]
    fn ssl_set(
        ctx: &Ctx,
        this: &Object,
        key: Option<&Str>,
        certificate: Option<&Str>,
        ca_certificate: Option<&Str>,
        ca_path: Option<&Str>,
        cipher_algos: Option<&Str>,
    ) -> PhpResult<bool> {
        link::ssl_set(ctx, this, key, certificate, ca_certificate, ca_path, cipher_algos)
    }

    #[php("public function stat(): string|false")]
    fn stat(ctx: &Ctx, this: &Object) -> PhpResult {
        link::stat(ctx, this)
    }

    #[php("public function stmt_init(): mysqli_stmt|false")]
    fn stmt_init(ctx: &Ctx, this: &Object) -> PhpResult {
        link::stmt_init(ctx, this)
    }

    #[php("public function store_result(int $mode = 0): mysqli_result|false")]
    fn store_result(ctx: &Ctx, this: &Object, mode: i64) -> PhpResult {
        link::store_result(ctx, this, mode)
    }

    #[php("public function use_result(): mysqli_result|false")]
    fn use_result(ctx: &Ctx, this: &Object) -> PhpResult {
        link::use_result(ctx, this)
    }

    #[php("public function refresh(int $flags): bool", deprecated = " since 8.4, use FLUSH SQL statement instead")]
    fn refresh(ctx: &Ctx, this: &Object, flags: i64) -> PhpResult<bool> {
        link::refresh(ctx, this, flags)
    }
}
