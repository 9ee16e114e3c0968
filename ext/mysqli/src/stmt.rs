//! The class mysqli_stmt.

use crate::{
    properties::{self, Property},
    result,
    state::{Status, StmtState, argument, error_list, link as link_of, report, report_index, statement, statement_at},
    warning,
};
use phant_ext_mysqlnd::{
    link::Link,
    result::ResultSet,
    statement::{Stage, Statement},
};
use phant_memory::{Array, Object, Str, Value, heap_vec};
use phant_mysql_wire::value::kind;
use phant_native::{Ctx, ObjectHandlers, PhpResult, php_class};
use std::rc::Rc;

const MAX_LENGTH: i64 = 0;
const CURSOR_TYPE: i64 = 1;

/// A statement object with nothing prepared.
pub fn make(ctx: &Ctx, link: &Rc<Link>) -> PhpResult<Object> {
    let object = ctx.allocate(ctx.known_class("mysqli_stmt"))?;
    fill(&object, link);
    Ok(object)
}
fn fill(object: &Object, link: &Rc<Link>) {
    let state = StmtState::of(object);
    state.statement.set(Some(Rc::new(Statement::new(link))));
    state.status.set(Status::Initialized);
}
/// A prepared statement as an object; false, with the error reported.
pub fn prepared(ctx: &Ctx, link: &Rc<Link>, sql: &Str) -> PhpResult {
    let object = make(ctx, link)?;
    let statement = statement_at(ctx, &object, Status::Initialized)?;
    if statement.prepare(ctx, sql).is_err() {
        ctx.check()?;
        report(ctx, &link.error)?;
        return Ok(Value::bool(false));
    }
    StmtState::of(&object).status.set(Status::Valid);
    *StmtState::of(&object).query.borrow_mut() = sql.clone();
    report_index(ctx, sql, link.changes.get().status)?;
    Ok(Value::from(object))
}
fn settled<E>(ctx: &Ctx, statement: &Statement, outcome: Result<(), E>) -> PhpResult<bool> {
    ctx.check()?;
    if outcome.is_err() {
        report(ctx, &statement.error)?;
    }
    Ok(outcome.is_ok())
}

pub fn prepare(ctx: &Ctx, this: &Object, sql: &Str) -> PhpResult<bool> {
    let statement = statement_at(ctx, this, Status::Initialized)?;
    let state = StmtState::of(this);
    clear_bindings(state);
    let outcome = statement.prepare(ctx, sql);
    if outcome.is_ok() {
        state.status.set(Status::Valid);
    }
    *state.query.borrow_mut() = sql.clone();
    settled(ctx, &statement, outcome)
}
fn clear_bindings(state: &StmtState) {
    let old = state.parameters.replace(heap_vec());
    drop(old);
    let old = state.columns.replace(heap_vec());
    drop(old);
}

/// The values of a list of parameters, all as texts.
fn listed(ctx: &Ctx, statement: &Statement, params: &Array, number: usize) -> PhpResult<Vec<(u8, Value)>> {
    if !params.is_list() {
        return Err(ctx.argument_error(argument(ctx, number), "must be a list array"));
    }
    let (wanted, given) = (statement.parameter_count(), params.len());
    if wanted != given {
        let text = format!("must consist of exactly {wanted} elements, {given} present");
        return Err(ctx.argument_error(argument(ctx, number), text));
    }
    Ok(params.values().map(|value| (kind::VAR_STRING, value.unref())).collect())
}
pub fn execute(ctx: &Ctx, this: &Object, params: Option<&Array>) -> PhpResult<bool> {
    let statement = statement(ctx, this)?;
    let state = StmtState::of(this);
    let values = match params {
        Some(params) => listed(ctx, &statement, params, 1)?,
        None => state.parameters.borrow().iter().map(|(kind, value)| (*kind, value.unref())).collect(),
    };
    let outcome = statement.execute(ctx, &values)?;
    let done = settled(ctx, &statement, outcome)?;
    if done {
        let query = state.query.borrow().clone();
        report_index(ctx, &query, statement.link.changes.get().status)?;
    }
    Ok(done)
}
/// `mysqli::execute_query()`
pub fn execute_query(ctx: &Ctx, link: &Rc<Link>, sql: &Str, params: Option<&Array>) -> PhpResult {
    let statement = Rc::new(Statement::new(link));
    if statement.prepare(ctx, sql).is_err() {
        report(ctx, &link.error)?;
        return Ok(Value::bool(false));
    }
    let values = match params {
        Some(params) => match listed(ctx, &statement, params, 2) {
            Ok(values) => values,
            Err(thrown) => {
                statement.close(ctx, false);
                return Err(thrown);
            }
        },
        None => Vec::new(),
    };
    let outcome = statement.execute(ctx, &values)?;
    if !settled(ctx, &statement, outcome)? {
        return Ok(Value::bool(false));
    }
    if statement.columns().is_empty() {
        report_index(ctx, sql, link.changes.get().status)?;
        return Ok(Value::bool(true));
    }
    let stored = statement.store(ctx)?;
    report_index(ctx, sql, link.changes.get().status)?;
    match stored {
        Ok(rows) => {
            statement.give_result();
            result::make(ctx, link, rows).map(Value::from)
        }
        Err(failed) => settled(ctx, &statement, Err(failed)).map(Value::bool),
    }
}

pub fn bind_param(ctx: &Ctx, this: &Object, types: &Str, vars: &mut [Value]) -> PhpResult<bool> {
    let statement = statement(ctx, this)?;
    let count_error = |text: &str| Err(ctx.throw("ArgumentCountError", text));
    if types.is_empty() {
        return Err(ctx.argument_error(argument(ctx, 1), "must not be empty"));
    }
    if types.len() != vars.len() {
        return count_error("The number of elements in the type definition string must match the number of bind variables");
    }
    if types.len() != statement.parameter_count() {
        return count_error("The number of variables must match the number of parameters in the prepared statement");
    }
    let mut bound = heap_vec();
    for (letter, var) in types.iter().zip(vars) {
        let kind = match letter {
            b'd' => kind::DOUBLE,
            b'i' => kind::LONG,
            b'b' => kind::LONG_BLOB,
            b's' => kind::VAR_STRING,
            _ => {
                let text = "must only contain the \"b\", \"d\", \"i\", \"s\" type specifiers";
                return Err(ctx.argument_error(argument(ctx, 1), text));
            }
        };
        bound.push((kind, Value::from(var.make_ref())));
    }
    let old = StmtState::of(this).parameters.replace(bound);
    drop(old);
    Ok(true)
}
pub fn bind_result(ctx: &Ctx, this: &Object, vars: &mut [Value]) -> PhpResult<bool> {
    let statement = statement(ctx, this)?;
    if vars.len() != statement.columns().len() {
        let text = "Number of bind variables doesn't match number of fields in prepared statement";
        return Err(ctx.throw("ArgumentCountError", text));
    }
    let mut bound = heap_vec();
    bound.extend(vars.iter_mut().map(|var| Value::from(var.make_ref())));
    let old = StmtState::of(this).columns.replace(bound);
    drop(old);
    Ok(true)
}
pub fn fetch(ctx: &Ctx, this: &Object) -> PhpResult<Option<bool>> {
    let statement = statement(ctx, this)?;
    match statement.fetch(ctx)? {
        Ok(Some(values)) => {
            let variables: Vec<Value> = StmtState::of(this).columns.borrow().iter().cloned().collect();
            for (variable, value) in variables.iter().zip(values) {
                if let Some(reference) = variable.as_ref() {
                    reference.clone().set(value);
                }
            }
            Ok(Some(true))
        }
        Ok(None) => Ok(None),
        Err(failed) => settled(ctx, &statement, Err(failed)).map(Some),
    }
}
pub fn get_result(ctx: &Ctx, this: &Object) -> PhpResult {
    let statement = statement(ctx, this)?;
    if statement.columns().is_empty() {
        return Ok(Value::bool(false));
    }
    match statement.store(ctx)? {
        Ok(rows) => {
            statement.give_result();
            result::make(ctx, &statement.link, rows).map(Value::from)
        }
        Err(failed) => settled(ctx, &statement, Err(failed)).map(Value::bool),
    }
}
pub fn store_result(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
    let statement = statement(ctx, this)?;
    if statement.columns().is_empty() {
        return Ok(true);
    }
    let stored = statement.store(ctx)?;
    settled(ctx, &statement, stored.map(drop))
}
pub fn free_result(ctx: &Ctx, this: &Object) -> PhpResult<()> {
    statement(ctx, this)?.free_result(ctx);
    Ok(())
}
pub fn data_seek(ctx: &Ctx, this: &Object, offset: i64) -> PhpResult<()> {
    let statement = statement(ctx, this)?;
    if offset < 0 {
        return Err(ctx.argument_error(argument(ctx, 1), "must be greater than or equal to 0"));
    }
    if let Some(rows) = statement.result() {
        rows.seek(offset as u64);
    }
    Ok(())
}
pub fn close(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
    let statement = statement(ctx, this)?;
    statement.close(ctx, true);
    let state = StmtState::of(this);
    clear_bindings(state);
    state.statement.set(None);
    state.status.set(Status::Closed);
    Ok(true)
}
pub fn reset(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
    let statement = statement(ctx, this)?;
    let outcome = statement.reset(ctx);
    settled(ctx, &statement, outcome)
}
pub fn send_long_data(ctx: &Ctx, this: &Object, number: i64, data: &Str) -> PhpResult<bool> {
    let statement = statement(ctx, this)?;
    let Ok(number) = usize::try_from(number) else {
        return Err(ctx.argument_error(argument(ctx, 1), "must be greater than or equal to 0"));
    };
    // What is wrong with it, the statement's error says.
    Ok(statement.send_long_data(ctx, number, data).is_ok())
}
pub fn result_metadata(ctx: &Ctx, this: &Object) -> PhpResult {
    let statement = statement(ctx, this)?;
    let columns = statement.columns();
    if columns.is_empty() {
        return Ok(Value::bool(false));
    }
    let rows = Rc::new(ResultSet::of_columns(&statement.link, columns));
    result::make(ctx, &statement.link, rows).map(Value::from)
}
pub fn more_results(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
    let statement = statement(ctx, this)?;
    statement.link.tidy(ctx);
    Ok(statement.more_results())
}
pub fn next_result(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
    let statement = statement(ctx, this)?;
    statement.link.tidy(ctx);
    if !statement.more_results() {
        return Ok(false);
    }
    let outcome = statement.next_result(ctx);
    settled(ctx, &statement, outcome)
}
pub fn get_warnings(ctx: &Ctx, this: &Object) -> PhpResult {
    let statement = statement(ctx, this)?;
    warning::of(ctx, &statement.link, statement.changes.get().warnings)
}
pub fn attr_get(ctx: &Ctx, this: &Object, attribute: i64) -> PhpResult<i64> {
    let statement = statement(ctx, this)?;
    match attribute {
        MAX_LENGTH => Ok(i64::from(StmtState::of(this).max_length.get())),
        CURSOR_TYPE => Ok(i64::from(statement.cursor.get())),
        _ => Err(unknown_attribute(ctx)),
    }
}
fn unknown_attribute(ctx: &Ctx) -> phant_native::Thrown {
    let text = "must be either MYSQLI_STMT_ATTR_UPDATE_MAX_LENGTH or MYSQLI_STMT_ATTR_CURSOR_TYPE";
    ctx.argument_error(argument(ctx, 1), text)
}
pub fn attr_set(ctx: &Ctx, this: &Object, attribute: i64, value: i64) -> PhpResult<bool> {
    let statement = statement(ctx, this)?;
    match attribute {
        MAX_LENGTH if matches!(value, 0 | 1) => StmtState::of(this).max_length.set(value == 1),
        MAX_LENGTH => {
            let text = "must be 0 or 1 for attribute MYSQLI_STMT_ATTR_UPDATE_MAX_LENGTH";
            return Err(ctx.argument_error(argument(ctx, 2), text));
        }
        CURSOR_TYPE if matches!(value, 0 | 1) => statement.cursor.set(value == 1),
        CURSOR_TYPE => {
            let text = "must be one of the MYSQLI_CURSOR_TYPE_* constants for attribute MYSQLI_STMT_ATTR_CURSOR_TYPE";
            return Err(ctx.argument_error(argument(ctx, 2), text));
        }
        _ => return Err(unknown_attribute(ctx)),
    }
    Ok(true)
}
pub fn affected_rows(ctx: &Ctx, this: &Object) -> PhpResult {
    Ok(Link::number(statement(ctx, this)?.changes.get().affected))
}
pub fn insert_id(ctx: &Ctx, this: &Object) -> PhpResult {
    Ok(crate::link::id(statement(ctx, this)?.changes.get().insert_id))
}
pub fn num_rows(ctx: &Ctx, this: &Object) -> PhpResult {
    Ok(Link::number(statement(ctx, this)?.result().map_or(0, |rows| rows.count())))
}
pub fn param_count(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
    Ok(statement(ctx, this)?.parameter_count() as i64)
}
pub fn field_count(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
    Ok(statement(ctx, this)?.columns().len() as i64)
}
pub fn errno(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
    Ok(statement_at(ctx, this, Status::Initialized)?.error.code())
}
pub fn error(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
    Ok(statement_at(ctx, this, Status::Initialized)?.error.message())
}
pub fn error_list_of(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
    Ok(error_list(&statement_at(ctx, this, Status::Initialized)?.error))
}
pub fn sqlstate(ctx: &Ctx, this: &Object) -> PhpResult<Vec<u8>> {
    Ok(statement(ctx, this)?.error.state())
}
fn construct(ctx: &Ctx, this: &Object, mysql: &Object, query: Option<&Str>) -> PhpResult<()> {
    let link = link_of(ctx, mysql)?;
    fill(this, &link);
    if let Some(query) = query {
        prepare(ctx, this, query)?;
    }
    Ok(())
}

fn property(this: &Object, least: Status, look: impl FnOnce(&Statement) -> Value) -> Result<Value, Property> {
    let state = StmtState::of(this);
    let statement = state.statement.get().ok_or(Property::Closed)?;
    if state.status.get() < least { Err(Property::NotYet) } else { Ok(look(&statement)) }
}
fn valid(this: &Object, look: impl FnOnce(&Statement) -> Value) -> Result<Value, Property> {
    property(this, Status::Valid, look)
}
const PROPERTIES: properties::Table = &[
    ("affected_rows", |_, this| properties::not_yet(valid(this, |s| Link::number(s.changes.get().affected)))),
    ("insert_id", |_, this| valid(this, |s| crate::link::id(s.changes.get().insert_id))),
    ("num_rows", |_, this| valid(this, |s| Link::number(s.result().map_or(0, |rows| rows.count())))),
    ("param_count", |_, this| valid(this, |s| Value::int(s.parameter_count() as i64))),
    ("field_count", |_, this| valid(this, |s| Value::int(s.columns().len() as i64))),
    ("errno", |_, this| property(this, Status::Initialized, |s| Value::int(s.error.code()))),
    ("error", |_, this| property(this, Status::Initialized, |s| Value::from(s.error.message()))),
    ("error_list", |_, this| properties::not_yet(property(this, Status::Initialized, |s| Value::from(error_list(&s.error))))),
    ("sqlstate", |_, this| property(this, Status::Initialized, |s| Value::from(s.error.state()))),
    ("id", |_, this| properties::not_yet(valid(this, |s| Value::int(if s.stage() == Stage::New { 0 } else { s.id() })))),
];
static HANDLERS: ObjectHandlers = properties::handlers!(PROPERTIES);

/// See the [module documentation](self).
pub struct MysqliStmt;

/// A prepared statement.
#[php_class(
    "class mysqli_stmt {
        public int|string $affected_rows;
        public int|string $insert_id;
        public int|string $num_rows;
        public int $param_count;
        public int $field_count;
        public int $errno;
        public string $error;
        public array $error_list;
        public string $sqlstate;
        public int $id;
    }",
    create = StmtState::create,
    handlers = HANDLERS,
    not_cloneable
)]
impl MysqliStmt {
    #[php("public function __construct(mysqli $mysql, ?string $query = null)")]
    fn construct(ctx: &Ctx, this: &Object, mysql: &Object, query: Option<&Str>) -> PhpResult<()> {
        construct(ctx, this, mysql, query)
    }

    #[php("public function attr_get(int $attribute): int")]
    fn attr_get(ctx: &Ctx, this: &Object, attribute: i64) -> PhpResult<i64> {
        attr_get(ctx, this, attribute)
    }

    #[php("public function attr_set(int $attribute, int $value): bool")]
    fn attr_set(ctx: &Ctx, this: &Object, attribute: i64, value: i64) -> PhpResult<bool> {
        attr_set(ctx, this, attribute, value)
    }

    #[php("public function bind_param(string $types, mixed &...$vars): bool")]
    fn bind_param(ctx: &Ctx, this: &Object, types: &Str, vars: &mut [Value]) -> PhpResult<bool> {
        bind_param(ctx, this, types, vars)
    }

    #[php("public function bind_result(mixed &...$vars): bool")]
    fn bind_result(ctx: &Ctx, this: &Object, vars: &mut [Value]) -> PhpResult<bool> {
        bind_result(ctx, this, vars)
    }

    #[php("public function close(): true")]
    fn close(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        close(ctx, this)
    }

    #[php("public function data_seek(int $offset): void")]
    fn data_seek(ctx: &Ctx, this: &Object, offset: i64) -> PhpResult<()> {
        data_seek(ctx, this, offset)
    }

    #[php("public function execute(?array $params = null): bool")]
    fn execute(ctx: &Ctx, this: &Object, params: Option<&Array>) -> PhpResult<bool> {
        execute(ctx, this, params)
    }

    #[php("public function fetch(): ?bool")]
    fn fetch(ctx: &Ctx, this: &Object) -> PhpResult<Option<bool>> {
        fetch(ctx, this)
    }

    #[php("public function get_warnings(): mysqli_warning|false")]
    fn get_warnings(ctx: &Ctx, this: &Object) -> PhpResult {
        get_warnings(ctx, this)
    }

    #[php("public function result_metadata(): mysqli_result|false")]
    fn result_metadata(ctx: &Ctx, this: &Object) -> PhpResult {
        result_metadata(ctx, this)
    }

    #[php("public function more_results(): bool")]
    fn more_results(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        more_results(ctx, this)
    }

    #[php("public function next_result(): bool")]
    fn next_result(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        next_result(ctx, this)
    }

    #[php("public function num_rows(): string|int")]
    fn num_rows(ctx: &Ctx, this: &Object) -> PhpResult {
        num_rows(ctx, this)
    }

    #[php("public function send_long_data(int $param_num, string $data): bool")]
    fn send_long_data(ctx: &Ctx, this: &Object, param_num: i64, data: &Str) -> PhpResult<bool> {
        send_long_data(ctx, this, param_num, data)
    }

    #[php("public function free_result(): void")]
    fn free_result(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        free_result(ctx, this)
    }

    #[php("public function reset(): bool")]
    fn reset(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        reset(ctx, this)
    }

    #[php("public function prepare(string $query): bool")]
    fn prepare(ctx: &Ctx, this: &Object, query: &Str) -> PhpResult<bool> {
        prepare(ctx, this, query)
    }

    #[php("public function store_result(): bool")]
    fn store_result(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        store_result(ctx, this)
    }

    #[php("public function get_result(): mysqli_result|false")]
    fn get_result(ctx: &Ctx, this: &Object) -> PhpResult {
        get_result(ctx, this)
    }
}
