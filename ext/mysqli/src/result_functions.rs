//! Functions of results: the methods of mysqli_result under their older names.

use crate::result;
use phant_memory::{Array, Object, Str};
use phant_native::{Ctx, PhpResult, descriptor::FunctionGroup, functions, php};

/// The functions.
pub const FUNCTIONS: FunctionGroup = functions![
    mysqli_data_seek,
    mysqli_fetch_field,
    mysqli_fetch_fields,
    mysqli_fetch_field_direct,
    mysqli_fetch_lengths,
    mysqli_fetch_all,
    mysqli_fetch_array,
    mysqli_fetch_assoc,
    mysqli_fetch_object,
    mysqli_fetch_row,
    mysqli_fetch_column,
    mysqli_field_seek,
    mysqli_field_tell,
    mysqli_free_result,
    mysqli_num_fields,
    mysqli_num_rows
];

/// Goes to a row.
#[php("function mysqli_data_seek(mysqli_result $result, int $offset): bool")]
fn mysqli_data_seek(ctx: &Ctx, result: &Object, offset: i64) -> PhpResult<bool> {
    result::data_seek(ctx, result, offset)
}

/// The next column's description.
#[php("function mysqli_fetch_field(mysqli_result $result): object|false")]
fn mysqli_fetch_field(ctx: &Ctx, result: &Object) -> PhpResult {
    result::fetch_field(ctx, result)
}

/// The descriptions of all columns.
#[php("function mysqli_fetch_fields(mysqli_result $result): array")]
fn mysqli_fetch_fields(ctx: &Ctx, result: &Object) -> PhpResult<Array> {
    result::fetch_fields(ctx, result)
}

/// A column's description.
#[php("function mysqli_fetch_field_direct(mysqli_result $result, int $index): object|false")]
fn mysqli_fetch_field_direct(ctx: &Ctx, result: &Object, index: i64) -> PhpResult {
    result::fetch_field_direct(ctx, result, index)
}

/// The lengths of the current row's values.
#[php("function mysqli_fetch_lengths(mysqli_result $result): array|false")]
fn mysqli_fetch_lengths(ctx: &Ctx, result: &Object) -> PhpResult {
    result::fetch_lengths(ctx, result)
}

/// All rows.
#[php("function mysqli_fetch_all(mysqli_result $result, int $mode = MYSQLI_NUM): array")]
fn mysqli_fetch_all(ctx: &Ctx, result: &Object, mode: i64) -> PhpResult<Array> {
    result::fetch_all(ctx, result, mode)
}

/// The next row as an array.
#[php("function mysqli_fetch_array(mysqli_result $result, int $mode = MYSQLI_BOTH): array|false|null")]
fn mysqli_fetch_array(ctx: &Ctx, result: &Object, mode: i64) -> PhpResult {
    result::fetch_array(ctx, result, mode)
}

/// The next row by names.
#[php("function mysqli_fetch_assoc(mysqli_result $result): array|false|null")]
fn mysqli_fetch_assoc(ctx: &Ctx, result: &Object) -> PhpResult {
    result::fetch_assoc(ctx, result)
}

/// The next row as an object.
#[php(
    "function mysqli_fetch_object(mysqli_result $result, string $class = 'stdClass', array $constructor_args = []): object|false|null"
)]
fn mysqli_fetch_object(ctx: &Ctx, result: &Object, class_name: &Str, constructor_args: &Array) -> PhpResult {
    result::fetch_object(ctx, result, class_name, constructor_args)
}

/// The next row by numbers.
#[php("function mysqli_fetch_row(mysqli_result $result): array|false|null")]
fn mysqli_fetch_row(ctx: &Ctx, result: &Object) -> PhpResult {
    result::fetch_row(ctx, result)
}

/// A column of the next row.
#[php("function mysqli_fetch_column(mysqli_result $result, int $column = 0): string|int|float|false|null")]
fn mysqli_fetch_column(ctx: &Ctx, result: &Object, column: i64) -> PhpResult {
    result::fetch_column(ctx, result, column)
}

/// Goes to a column.
#[php("function mysqli_field_seek(mysqli_result $result, int $index): true")]
fn mysqli_field_seek(ctx: &Ctx, result: &Object, index: i64) -> PhpResult<bool> {
    result::field_seek(ctx, result, index)
}

/// The column that comes next.
#[php("function mysqli_field_tell(mysqli_result $result): int")]
fn mysqli_field_tell(ctx: &Ctx, result: &Object) -> PhpResult<i64> {
    result::field_tell(ctx, result)
}

/// Lets go of a result.
#[php("function mysqli_free_result(mysqli_result $result): void")]
fn mysqli_free_result(ctx: &Ctx, result: &Object) -> PhpResult<()> {
    result::free_result(ctx, result)
}

/// How many columns a result has.
#[php("function mysqli_num_fields(mysqli_result $result): int")]
fn mysqli_num_fields(ctx: &Ctx, result: &Object) -> PhpResult<i64> {
    result::num_fields(ctx, result)
}

/// How many rows a result has.
#[php("function mysqli_num_rows(mysqli_result $result): string|int")]
fn mysqli_num_rows(ctx: &Ctx, result: &Object) -> PhpResult {
    result::num_rows(ctx, result)
}
