//! Functions of connections: what the methods of mysqli do, under their older names.

use crate::{link, poll};
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Ctx, PhpResult, RefArg, descriptor::FunctionGroup, functions, php};

/// The functions.
pub const FUNCTIONS: FunctionGroup = functions![
    mysqli_affected_rows,
    mysqli_autocommit,
    mysqli_begin_transaction,
    mysqli_change_user,
    mysqli_character_set_name,
    mysqli_close,
    mysqli_commit,
    mysqli_connect,
    mysqli_connect_errno,
    mysqli_connect_error,
    mysqli_dump_debug_info,
    mysqli_debug,
    mysqli_errno,
    mysqli_error,
    mysqli_error_list,
    mysqli_execute_query,
    mysqli_field_count,
    mysqli_get_connection_stats,
    mysqli_get_client_stats,
    mysqli_get_charset,
    mysqli_get_client_info,
    mysqli_get_client_version,
    mysqli_get_links_stats,
    mysqli_get_host_info,
    mysqli_get_proto_info,
    mysqli_get_server_info,
    mysqli_get_server_version,
    mysqli_get_warnings,
    mysqli_init,
    mysqli_info,
    mysqli_insert_id,
    mysqli_kill,
    mysqli_more_results,
    mysqli_multi_query,
    mysqli_next_result,
    mysqli_options,
    mysqli_ping,
    mysqli_poll,
    mysqli_prepare,
    mysqli_report,
    mysqli_query,
    mysqli_real_connect,
    mysqli_real_escape_string,
    mysqli_real_query,
    mysqli_reap_async_query,
    mysqli_release_savepoint,
    mysqli_rollback,
    mysqli_savepoint,
    mysqli_select_db,
    mysqli_set_charset,
    mysqli_stmt_init,
    mysqli_sqlstate,
    mysqli_ssl_set,
    mysqli_stat,
    mysqli_store_result,
    mysqli_thread_id,
    mysqli_thread_safe,
    mysqli_use_result,
    mysqli_warning_count,
    mysqli_refresh
];

/// How many rows the last command changed.
#[php("function mysqli_affected_rows(mysqli $mysql): string|int")]
fn mysqli_affected_rows(ctx: &Ctx, mysql: &Object) -> PhpResult {
    link::affected_rows(ctx, mysql)
}

/// Turns autocommit on or off.
#[php("function mysqli_autocommit(mysqli $mysql, bool $enable): bool")]
fn mysqli_autocommit(ctx: &Ctx, mysql: &Object, enable: bool) -> PhpResult<bool> {
    link::autocommit(ctx, mysql, enable)
}

/// Begins a transaction.
#[php("function mysqli_begin_transaction(mysqli $mysql, int $flags = 0, ?string $name = null): bool")]
fn mysqli_begin_transaction(ctx: &Ctx, mysql: &Object, flags: i64, name: Option<&Str>) -> PhpResult<bool> {
    link::begin_transaction(ctx, mysql, flags, name)
}

/// Logs in as somebody else.
#[php(
    "function mysqli_change_user(mysqli $mysql, string $username, #[\\SensitiveParameter] string $password, ?string $database): bool"
)]
fn mysqli_change_user(ctx: &Ctx, mysql: &Object, username: &Str, password: &Str, database: Option<&Str>) -> PhpResult<bool> {
    link::change_user(ctx, mysql, username, password, database)
}

/// The name of the character set.
#[php("function mysqli_character_set_name(mysqli $mysql): string")]
fn mysqli_character_set_name(ctx: &Ctx, mysql: &Object) -> PhpResult<Vec<u8>> {
    link::character_set_name(ctx, mysql)
}

/// Closes the connection.
#[php("function mysqli_close(mysqli $mysql): true")]
fn mysqli_close(ctx: &Ctx, mysql: &Object) -> PhpResult<bool> {
    link::close(ctx, mysql)
}

/// Ends the transaction for good.
#[php("function mysqli_commit(mysqli $mysql, int $flags = 0, ?string $name = null): bool")]
fn mysqli_commit(ctx: &Ctx, mysql: &Object, flags: i64, name: Option<&Str>) -> PhpResult<bool> {
    link::commit(ctx, mysql, flags, name)
}

/// Opens a connection.
#[php(
    "function mysqli_connect(?string $hostname = null, ?string $username = null, #[\\SensitiveParameter] ?string $password = null, ?string $database = null, ?int $port = null, ?string $socket = null): mysqli|false"
)]
fn mysqli_connect(
    ctx: &Ctx,
    hostname: Option<&Str>,
    username: Option<&Str>,
    password: Option<&Str>,
    database: Option<&Str>,
    port: Option<i64>,
    socket: Option<&Str>,
) -> PhpResult {
    link::connect(ctx, hostname, username, password, database, port, socket)
}

/// The number of the last connection's error.
#[php("function mysqli_connect_errno(): int")]
fn mysqli_connect_errno(ctx: &Ctx) -> PhpResult<i64> {
    link::connect_errno(ctx)
}

/// The words of the last connection's error.
#[php("function mysqli_connect_error(): ?string")]
fn mysqli_connect_error(ctx: &Ctx) -> PhpResult<Option<Vec<u8>>> {
    link::connect_error(ctx)
}

/// Has the server write to its log.
#[php("function mysqli_dump_debug_info(mysqli $mysql): bool")]
fn mysqli_dump_debug_info(ctx: &Ctx, mysql: &Object) -> PhpResult<bool> {
    link::dump_debug_info(ctx, mysql)
}

/// Would trace the client.
#[php("function mysqli_debug(string $options): true")]
fn mysqli_debug(ctx: &Ctx, options: &Str) -> PhpResult<bool> {
    link::debug(ctx, options)
}

/// The number of the last error.
#[php("function mysqli_errno(mysqli $mysql): int")]
fn mysqli_errno(ctx: &Ctx, mysql: &Object) -> PhpResult<i64> {
    link::errno(ctx, mysql)
}

/// The words of the last error.
#[php("function mysqli_error(mysqli $mysql): string")]
fn mysqli_error(ctx: &Ctx, mysql: &Object) -> PhpResult<Vec<u8>> {
    link::error(ctx, mysql)
}

/// All errors of the last command.
#[php("function mysqli_error_list(mysqli $mysql): array")]
fn mysqli_error_list(ctx: &Ctx, mysql: &Object) -> PhpResult<Array> {
    link::error_list_of(ctx, mysql)
}

/// Prepares and runs SQL with values.
#[php("function mysqli_execute_query(mysqli $mysql, string $query, ?array $params = null): mysqli_result|bool")]
fn mysqli_execute_query(ctx: &Ctx, mysql: &Object, query: &Str, params: Option<&Array>) -> PhpResult {
    link::execute_query(ctx, mysql, query, params)
}

/// How many columns the last result has.
#[php("function mysqli_field_count(mysqli $mysql): int")]
fn mysqli_field_count(ctx: &Ctx, mysql: &Object) -> PhpResult<i64> {
    link::field_count(ctx, mysql)
}

/// What a connection has done.
#[php("function mysqli_get_connection_stats(mysqli $mysql): array")]
fn mysqli_get_connection_stats(ctx: &Ctx, mysql: &Object) -> PhpResult<Array> {
    link::get_connection_stats(ctx, mysql)
}

/// What all connections have done.
#[php("function mysqli_get_client_stats(): array")]
fn mysqli_get_client_stats(ctx: &Ctx) -> PhpResult<Array> {
    link::get_client_stats(ctx)
}

/// The character set.
#[php("function mysqli_get_charset(mysqli $mysql): ?object")]
fn mysqli_get_charset(ctx: &Ctx, mysql: &Object) -> PhpResult {
    link::get_charset(ctx, mysql)
}

/// The client's version.
#[php("function mysqli_get_client_info(?mysqli $mysql = null): string")]
fn mysqli_get_client_info(ctx: &Ctx, mysql: Option<&Object>) -> PhpResult<Vec<u8>> {
    link::get_client_info(ctx, mysql)
}

/// The client's version as a number.
#[php("function mysqli_get_client_version(): int")]
fn mysqli_get_client_version(ctx: &Ctx) -> PhpResult<i64> {
    link::get_client_version(ctx)
}

/// How many connections are open.
#[php("function mysqli_get_links_stats(): array")]
fn mysqli_get_links_stats(ctx: &Ctx) -> PhpResult<Array> {
    link::get_links_stats(ctx)
}

/// Where the connection goes.
#[php("function mysqli_get_host_info(mysqli $mysql): string")]
fn mysqli_get_host_info(ctx: &Ctx, mysql: &Object) -> PhpResult<Vec<u8>> {
    link::get_host_info(ctx, mysql)
}

/// The protocol's version.
#[php("function mysqli_get_proto_info(mysqli $mysql): int")]
fn mysqli_get_proto_info(ctx: &Ctx, mysql: &Object) -> PhpResult<i64> {
    link::get_proto_info(ctx, mysql)
}

/// The server's version.
#[php("function mysqli_get_server_info(mysqli $mysql): string")]
fn mysqli_get_server_info(ctx: &Ctx, mysql: &Object) -> PhpResult<Vec<u8>> {
    link::get_server_info(ctx, mysql)
}

/// The server's version as a number.
#[php("function mysqli_get_server_version(mysqli $mysql): int")]
fn mysqli_get_server_version(ctx: &Ctx, mysql: &Object) -> PhpResult<i64> {
    link::get_server_version(ctx, mysql)
}

/// The warnings of the last command.
#[php("function mysqli_get_warnings(mysqli $mysql): mysqli_warning|false")]
fn mysqli_get_warnings(ctx: &Ctx, mysql: &Object) -> PhpResult {
    link::get_warnings(ctx, mysql)
}

/// A connection that is yet to be opened.
#[php("function mysqli_init(): mysqli|false")]
fn mysqli_init(ctx: &Ctx) -> PhpResult {
    link::init(ctx)
}

/// What the server said about the last command.
#[php("function mysqli_info(mysqli $mysql): ?string")]
fn mysqli_info(ctx: &Ctx, mysql: &Object) -> PhpResult<Option<Vec<u8>>> {
    link::info(ctx, mysql)
}

/// The key of the last row inserted.
#[php("function mysqli_insert_id(mysqli $mysql): string|int")]
fn mysqli_insert_id(ctx: &Ctx, mysql: &Object) -> PhpResult {
    link::insert_id(ctx, mysql)
}

/// Ends another connection.
#[php(
    "function mysqli_kill(mysqli $mysql, int $process_id): bool",
    deprecated = " since 8.4, use KILL CONNECTION/QUERY SQL statement instead"
)]
fn mysqli_kill(ctx: &Ctx, mysql: &Object, process_id: i64) -> PhpResult<bool> {
    link::kill(ctx, mysql, process_id)
}

/// Whether another result follows.
#[php("function mysqli_more_results(mysqli $mysql): bool")]
fn mysqli_more_results(ctx: &Ctx, mysql: &Object) -> PhpResult<bool> {
    link::more_results(ctx, mysql)
}

/// Runs several statements.
#[php("function mysqli_multi_query(mysqli $mysql, string $query): bool")]
fn mysqli_multi_query(ctx: &Ctx, mysql: &Object, query: &Str) -> PhpResult<bool> {
    link::multi_query(ctx, mysql, query)
}

/// Goes to the next result.
#[php("function mysqli_next_result(mysqli $mysql): bool")]
fn mysqli_next_result(ctx: &Ctx, mysql: &Object) -> PhpResult<bool> {
    link::next_result(ctx, mysql)
}

/// Sets an option, before connecting.
#[php("function mysqli_options(mysqli $mysql, int $option, $value): bool", alias = "mysqli_set_opt")]
fn mysqli_options(ctx: &Ctx, mysql: &Object, option: i64, value: &Value) -> PhpResult<bool> {
    link::options(ctx, mysql, option, value)
}

/// Whether the server answers.
#[php(
    "function mysqli_ping(mysqli $mysql): bool",
    deprecated = " since 8.4, because the reconnect feature has been removed in PHP 8.2 and this function is now redundant"
)]
fn mysqli_ping(ctx: &Ctx, mysql: &Object) -> PhpResult<bool> {
    link::ping(ctx, mysql)
}

/// Waits for connections.
#[php("function mysqli_poll(?array &$read, ?array &$error, array &$reject, int $seconds, int $microseconds = 0): int|false")]
fn mysqli_poll(
    ctx: &Ctx,
    mut read: RefArg<'_>,
    mut error: RefArg<'_>,
    mut reject: RefArg<'_>,
    seconds: i64,
    microseconds: i64,
) -> PhpResult {
    poll::poll(ctx, &mut read, &mut error, &mut reject, seconds, microseconds)
}

/// Prepares a statement.
#[php("function mysqli_prepare(mysqli $mysql, string $query): mysqli_stmt|false")]
fn mysqli_prepare(ctx: &Ctx, mysql: &Object, query: &Str) -> PhpResult {
    link::prepare(ctx, mysql, query)
}

/// Says what is reported, and how.
#[php("function mysqli_report(int $flags): true")]
fn mysqli_report(ctx: &Ctx, flags: i64) -> PhpResult<bool> {
    link::report_mode(ctx, flags)
}

/// Runs SQL.
#[php("function mysqli_query(mysqli $mysql, string $query, int $result_mode = MYSQLI_STORE_RESULT): mysqli_result|bool")]
fn mysqli_query(ctx: &Ctx, mysql: &Object, query: &Str, result_mode: i64) -> PhpResult {
    link::query(ctx, mysql, query, result_mode)
}

/// Opens a connection.
#[php(
    "function mysqli_real_connect(mysqli $mysql, ?string $hostname = null, ?string $username = null, #[\\SensitiveParameter] ?string $password = null, ?string $database = null, ?int $port = null, ?string $socket = null, int $flags = 0): bool"
)]
fn mysqli_real_connect(
    ctx: &Ctx,
    mysql: &Object,
    hostname: Option<&Str>,
    username: Option<&Str>,
    password: Option<&Str>,
    database: Option<&Str>,
    port: Option<i64>,
    socket: Option<&Str>,
    flags: i64,
) -> PhpResult<bool> {
    link::real_connect(ctx, mysql, hostname, username, password, database, port, socket, flags)
}

/// A text as it stands between quotes in SQL.
#[php("function mysqli_real_escape_string(mysqli $mysql, string $string): string", alias = "mysqli_escape_string")]
fn mysqli_real_escape_string(ctx: &Ctx, mysql: &Object, string: &Str) -> PhpResult<Vec<u8>> {
    link::real_escape_string(ctx, mysql, string)
}

/// Runs SQL, whose result is to be taken afterwards.
#[php("function mysqli_real_query(mysqli $mysql, string $query): bool")]
fn mysqli_real_query(ctx: &Ctx, mysql: &Object, query: &Str) -> PhpResult<bool> {
    link::real_query(ctx, mysql, query)
}

/// The result of a query that was not waited for.
#[php("function mysqli_reap_async_query(mysqli $mysql): mysqli_result|bool")]
fn mysqli_reap_async_query(ctx: &Ctx, mysql: &Object) -> PhpResult {
    link::reap_async_query(ctx, mysql)
}

/// Lets go of a savepoint.
#[php("function mysqli_release_savepoint(mysqli $mysql, string $name): bool")]
fn mysqli_release_savepoint(ctx: &Ctx, mysql: &Object, name: &Str) -> PhpResult<bool> {
    link::release_savepoint(ctx, mysql, name)
}

/// Undoes the transaction.
#[php("function mysqli_rollback(mysqli $mysql, int $flags = 0, ?string $name = null): bool")]
fn mysqli_rollback(ctx: &Ctx, mysql: &Object, flags: i64, name: Option<&Str>) -> PhpResult<bool> {
    link::rollback(ctx, mysql, flags, name)
}

/// Sets a savepoint.
#[php("function mysqli_savepoint(mysqli $mysql, string $name): bool")]
fn mysqli_savepoint(ctx: &Ctx, mysql: &Object, name: &Str) -> PhpResult<bool> {
    link::savepoint(ctx, mysql, name)
}

/// Goes to a database.
#[php("function mysqli_select_db(mysqli $mysql, string $database): bool")]
fn mysqli_select_db(ctx: &Ctx, mysql: &Object, database: &Str) -> PhpResult<bool> {
    link::select_db(ctx, mysql, database)
}

/// Takes a character set.
#[php("function mysqli_set_charset(mysqli $mysql, string $charset): bool")]
fn mysqli_set_charset(ctx: &Ctx, mysql: &Object, charset: &Str) -> PhpResult<bool> {
    link::set_charset(ctx, mysql, charset)
}

/// A statement that is yet to be prepared.
#[php("function mysqli_stmt_init(mysqli $mysql): mysqli_stmt|false")]
fn mysqli_stmt_init(ctx: &Ctx, mysql: &Object) -> PhpResult {
    link::stmt_init(ctx, mysql)
}

/// The SQLSTATE of the last error.
#[php("function mysqli_sqlstate(mysqli $mysql): string")]
fn mysqli_sqlstate(ctx: &Ctx, mysql: &Object) -> PhpResult<Vec<u8>> {
    link::sqlstate(ctx, mysql)
}

/// Says how the connection is to be encrypted.
#[php(
    "function mysqli_ssl_set(mysqli $mysql, ?string $key, ?string $certificate, ?string $ca_certificate, ?string $ca_path, ?string $cipher_algos): true"
)]
fn mysqli_ssl_set(
    ctx: &Ctx,
    mysql: &Object,
    key: Option<&Str>,
    certificate: Option<&Str>,
    ca_certificate: Option<&Str>,
    ca_path: Option<&Str>,
    cipher_algos: Option<&Str>,
) -> PhpResult<bool> {
    link::ssl_set(ctx, mysql, key, certificate, ca_certificate, ca_path, cipher_algos)
}

/// The server's statistics.
#[php("function mysqli_stat(mysqli $mysql): string|false")]
fn mysqli_stat(ctx: &Ctx, mysql: &Object) -> PhpResult {
    link::stat(ctx, mysql)
}

/// Takes a result, all of it.
#[php("function mysqli_store_result(mysqli $mysql, int $mode = 0): mysqli_result|false")]
fn mysqli_store_result(ctx: &Ctx, mysql: &Object, mode: i64) -> PhpResult {
    link::store_result(ctx, mysql, mode)
}

/// The connection's number.
#[php("function mysqli_thread_id(mysqli $mysql): int")]
fn mysqli_thread_id(ctx: &Ctx, mysql: &Object) -> PhpResult<i64> {
    link::thread_id(ctx, mysql)
}

/// Whether the client is thread safe.
#[php("function mysqli_thread_safe(): bool")]
fn mysqli_thread_safe(ctx: &Ctx) -> PhpResult<bool> {
    link::thread_safe(ctx)
}

/// Takes a result, row by row.
#[php("function mysqli_use_result(mysqli $mysql): mysqli_result|false")]
fn mysqli_use_result(ctx: &Ctx, mysql: &Object) -> PhpResult {
    link::use_result(ctx, mysql)
}

/// How many warnings there are.
#[php("function mysqli_warning_count(mysqli $mysql): int")]
fn mysqli_warning_count(ctx: &Ctx, mysql: &Object) -> PhpResult<i64> {
    link::warning_count(ctx, mysql)
}

/// Refreshes tables or caches.
#[php("function mysqli_refresh(mysqli $mysql, int $flags): bool", deprecated = " since 8.4, use FLUSH SQL statement instead")]
fn mysqli_refresh(ctx: &Ctx, mysql: &Object, flags: i64) -> PhpResult<bool> {
    link::refresh(ctx, mysql, flags)
}
