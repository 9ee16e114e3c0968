//! Functions of prepared statements: the methods of mysqli_stmt under their older names.

use crate::stmt;
use phant_memory::{Array, Object, Str, Value};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php};

/// The functions.
pub const FUNCTIONS: FunctionGroup = functions![
    mysqli_stmt_execute,
    mysqli_stmt_affected_rows,
    mysqli_stmt_attr_get,
    mysqli_stmt_attr_set,
    mysqli_stmt_bind_param,
    mysqli_stmt_bind_result,
    mysqli_stmt_close,
    mysqli_stmt_data_seek,
    mysqli_stmt_errno,
    mysqli_stmt_error,
    mysqli_stmt_error_list,
    mysqli_stmt_fetch,
    mysqli_stmt_field_count,
    mysqli_stmt_free_result,
    mysqli_stmt_get_result,
    mysqli_stmt_get_warnings,
    mysqli_stmt_insert_id,
    mysqli_stmt_more_results,
    mysqli_stmt_next_result,
    mysqli_stmt_num_rows,
    mysqli_stmt_param_count,
    mysqli_stmt_prepare,
    mysqli_stmt_reset,
    mysqli_stmt_result_metadata,
    mysqli_stmt_send_long_data,
    mysqli_stmt_store_result,
    mysqli_stmt_sqlstate
];

/// Runs a prepared statement.
#[php("function mysqli_stmt_execute(mysqli_stmt $statement, ?array $params = null): bool", alias = "mysqli_execute")]
fn mysqli_stmt_execute(ctx: &Ctx, statement: &Object, params: Option<&Array>) -> PhpResult<bool> {
    stmt::execute(ctx, statement, params)
}

/// How many rows the statement changed.
#[php("function mysqli_stmt_affected_rows(mysqli_stmt $statement): string|int")]
fn mysqli_stmt_affected_rows(ctx: &Ctx, statement: &Object) -> PhpResult {
    stmt::affected_rows(ctx, statement)
}

/// An attribute of a statement.
#[php("function mysqli_stmt_attr_get(mysqli_stmt $statement, int $attribute): int")]
fn mysqli_stmt_attr_get(ctx: &Ctx, statement: &Object, attribute: i64) -> PhpResult<i64> {
    stmt::attr_get(ctx, statement, attribute)
}

/// Sets an attribute of a statement.
#[php("function mysqli_stmt_attr_set(mysqli_stmt $statement, int $attribute, int $value): bool")]
fn mysqli_stmt_attr_set(ctx: &Ctx, statement: &Object, attribute: i64, value: i64) -> PhpResult<bool> {
    stmt::attr_set(ctx, statement, attribute, value)
}

/// Binds variables to parameters.
#[php("function mysqli_stmt_bind_param(mysqli_stmt $statement, string $types, mixed &...$vars): bool")]
fn mysqli_stmt_bind_param(ctx: &Ctx, statement: &Object, types: &Str, vars: &mut [Value]) -> PhpResult<bool> {
    stmt::bind_param(ctx, statement, types, vars)
}

/// Binds variables to columns.
#[php("function mysqli_stmt_bind_result(mysqli_stmt $statement, mixed &...$vars): bool")]
fn mysqli_stmt_bind_result(ctx: &Ctx, statement: &Object, vars: &mut [Value]) -> PhpResult<bool> {
    stmt::bind_result(ctx, statement, vars)
}

/// Closes a statement.
#[php("function mysqli_stmt_close(mysqli_stmt $statement): true")]
fn mysqli_stmt_close(ctx: &Ctx, statement: &Object) -> PhpResult<bool> {
    stmt::close(ctx, statement)
}

/// Goes to a row.
#[php("function mysqli_stmt_data_seek(mysqli_stmt $statement, int $offset): void")]
fn mysqli_stmt_data_seek(ctx: &Ctx, statement: &Object, offset: i64) -> PhpResult<()> {
    stmt::data_seek(ctx, statement, offset)
}

/// The number of the statement's last error.
#[php("function mysqli_stmt_errno(mysqli_stmt $statement): int")]
fn mysqli_stmt_errno(ctx: &Ctx, statement: &Object) -> PhpResult<i64> {
    stmt::errno(ctx, statement)
}

/// The words of the statement's last error.
#[php("function mysqli_stmt_error(mysqli_stmt $statement): string")]
fn mysqli_stmt_error(ctx: &Ctx, statement: &Object) -> PhpResult<Vec<u8>> {
    stmt::error(ctx, statement)
}

/// All errors of the statement.
#[php("function mysqli_stmt_error_list(mysqli_stmt $statement): array")]
fn mysqli_stmt_error_list(ctx: &Ctx, statement: &Object) -> PhpResult<Array> {
    stmt::error_list_of(ctx, statement)
}

/// Fetches a row into the variables bound.
#[php("function mysqli_stmt_fetch(mysqli_stmt $statement): ?bool")]
fn mysqli_stmt_fetch(ctx: &Ctx, statement: &Object) -> PhpResult<Option<bool>> {
    stmt::fetch(ctx, statement)
}

/// How many columns the statement yields.
#[php("function mysqli_stmt_field_count(mysqli_stmt $statement): int")]
fn mysqli_stmt_field_count(ctx: &Ctx, statement: &Object) -> PhpResult<i64> {
    stmt::field_count(ctx, statement)
}

/// Lets go of the rows.
#[php("function mysqli_stmt_free_result(mysqli_stmt $statement): void")]
fn mysqli_stmt_free_result(ctx: &Ctx, statement: &Object) -> PhpResult<()> {
    stmt::free_result(ctx, statement)
}

/// The rows as a result.
#[php("function mysqli_stmt_get_result(mysqli_stmt $statement): mysqli_result|false")]
fn mysqli_stmt_get_result(ctx: &Ctx, statement: &Object) -> PhpResult {
    stmt::get_result(ctx, statement)
}

/// The warnings of the statement.
#[php("function mysqli_stmt_get_warnings(mysqli_stmt $statement): mysqli_warning|false")]
fn mysqli_stmt_get_warnings(ctx: &Ctx, statement: &Object) -> PhpResult {
    stmt::get_warnings(ctx, statement)
}

/// The key of the last row inserted.
#[php("function mysqli_stmt_insert_id(mysqli_stmt $statement): string|int")]
fn mysqli_stmt_insert_id(ctx: &Ctx, statement: &Object) -> PhpResult {
    stmt::insert_id(ctx, statement)
}

/// Whether another result follows.
#[php("function mysqli_stmt_more_results(mysqli_stmt $statement): bool")]
fn mysqli_stmt_more_results(ctx: &Ctx, statement: &Object) -> PhpResult<bool> {
    stmt::more_results(ctx, statement)
}

/// Goes to the next result.
#[php("function mysqli_stmt_next_result(mysqli_stmt $statement): bool")]
fn mysqli_stmt_next_result(ctx: &Ctx, statement: &Object) -> PhpResult<bool> {
    stmt::next_result(ctx, statement)
}

/// How many rows are stored.
#[php("function mysqli_stmt_num_rows(mysqli_stmt $statement): string|int")]
fn mysqli_stmt_num_rows(ctx: &Ctx, statement: &Object) -> PhpResult {
    stmt::num_rows(ctx, statement)
}

/// How many parameters there are.
#[php("function mysqli_stmt_param_count(mysqli_stmt $statement): int")]
fn mysqli_stmt_param_count(ctx: &Ctx, statement: &Object) -> PhpResult<i64> {
    stmt::param_count(ctx, statement)
}

/// Prepares SQL.
#[php("function mysqli_stmt_prepare(mysqli_stmt $statement, string $query): bool")]
fn mysqli_stmt_prepare(ctx: &Ctx, statement: &Object, query: &Str) -> PhpResult<bool> {
    stmt::prepare(ctx, statement, query)
}

/// Undoes what was sent and fetched.
#[php("function mysqli_stmt_reset(mysqli_stmt $statement): bool")]
fn mysqli_stmt_reset(ctx: &Ctx, statement: &Object) -> PhpResult<bool> {
    stmt::reset(ctx, statement)
}

/// The columns as a result without rows.
#[php("function mysqli_stmt_result_metadata(mysqli_stmt $statement): mysqli_result|false")]
fn mysqli_stmt_result_metadata(ctx: &Ctx, statement: &Object) -> PhpResult {
    stmt::result_metadata(ctx, statement)
}

/// Sends a piece of a parameter.
#[php("function mysqli_stmt_send_long_data(mysqli_stmt $statement, int $param_num, string $data): bool")]
fn mysqli_stmt_send_long_data(ctx: &Ctx, statement: &Object, param_num: i64, data: &Str) -> PhpResult<bool> {
    stmt::send_long_data(ctx, statement, param_num, data)
}

/// Reads all rows.
#[php("function mysqli_stmt_store_result(mysqli_stmt $statement): bool")]
fn mysqli_stmt_store_result(ctx: &Ctx, statement: &Object) -> PhpResult<bool> {
    stmt::store_result(ctx, statement)
}

/// The SQLSTATE of the last error.
#[php("function mysqli_stmt_sqlstate(mysqli_stmt $statement): string")]
fn mysqli_stmt_sqlstate(ctx: &Ctx, statement: &Object) -> PhpResult<Vec<u8>> {
    stmt::sqlstate(ctx, statement)
}
