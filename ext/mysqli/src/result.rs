//! The class mysqli_result.

use crate::{
    link,
    properties::{self, Property},
    state::{ResultState, argument, link as link_of, report, result},
};
use phant_ext_mysqlnd::{link::Link, result::ResultSet};
use phant_memory::{Array, Key, KeyRef, Object, Str, Value};
use phant_mysql_wire::value::{flag, is_numeric, kind};
use phant_native::{Ctx, ObjectHandlers, PhpResult, error::Level, internal_iterator::internal_iterator, php_class};
use std::rc::Rc;

const ASSOC: i64 = 1;
const NUM: i64 = 2;
const BOTH: i64 = 3;

/// A result object.
pub fn make(ctx: &Ctx, link: &Rc<Link>, rows: Rc<ResultSet>) -> PhpResult<Object> {
    let object = ctx.allocate(ctx.known_class("mysqli_result"))?;
    fill(&object, link, rows);
    Ok(object)
}
fn fill(object: &Object, link: &Rc<Link>, rows: Rc<ResultSet>) {
    let state = ResultState::of(object);
    state.link.set(Some(Rc::clone(link)));
    state.result.set(Some(rows));
}

/// A row and its result; or what PHP returns in its place: null at the end, false after an error.
type Row = Result<(Rc<ResultSet>, Vec<Value>), Value>;

/// The next row; an error of the connection is reported.
fn next(ctx: &Ctx, this: &Object) -> PhpResult<Row> {
    let rows = result(ctx, this)?;
    match rows.next(ctx)? {
        Ok(row) => Ok(row.map(|row| (rows, row)).ok_or(Value::NULL)),
        Err(_) => {
            if let Some(link) = ResultState::of(this).link.get() {
                report(ctx, &link.error)?;
            }
            Ok(Err(Value::bool(false)))
        }
    }
}
/// A row as an array.
fn array(rows: &ResultSet, values: Vec<Value>, mode: i64) -> Array {
    if mode == NUM {
        return Array::list(values);
    }
    let mut row = Array::with_hash_capacity(values.len() * if mode == BOTH { 2 } else { 1 });
    for (at, value) in values.into_iter().enumerate() {
        // A name that is a number keeps its place.
        let place = KeyRef::Int(at as i64);
        if mode & NUM != 0 && !row.contains(&place) {
            row.set(Key::Int(at as i64), value.clone());
        }
        row.set(rows.keys()[at].clone(), value);
    }
    row
}
fn check_mode(ctx: &Ctx, mode: i64) -> PhpResult<()> {
    if (ASSOC..=BOTH).contains(&mode) {
        return Ok(());
    }
    Err(ctx.argument_error(argument(ctx, 1), "must be one of MYSQLI_NUM, MYSQLI_ASSOC, or MYSQLI_BOTH"))
}
fn fetch(ctx: &Ctx, this: &Object, mode: i64) -> PhpResult {
    Ok(match next(ctx, this)? {
        Ok((rows, values)) => Value::from(array(&rows, values, mode)),
        Err(instead) => instead,
    })
}
pub fn fetch_array(ctx: &Ctx, this: &Object, mode: i64) -> PhpResult {
    result(ctx, this)?;
    check_mode(ctx, mode)?;
    fetch(ctx, this, mode)
}
pub fn fetch_assoc(ctx: &Ctx, this: &Object) -> PhpResult {
    fetch(ctx, this, ASSOC)
}
pub fn fetch_row(ctx: &Ctx, this: &Object) -> PhpResult {
    fetch(ctx, this, NUM)
}
pub fn fetch_all(ctx: &Ctx, this: &Object, mode: i64) -> PhpResult<Array> {
    result(ctx, this)?;
    check_mode(ctx, mode)?;
    let mut all = Array::new();
    while let Ok((rows, values)) = next(ctx, this)? {
        let _full = all.push(Value::from(array(&rows, values, mode)));
        ctx.check_memory()?;
    }
    Ok(all)
}
pub fn fetch_column(ctx: &Ctx, this: &Object, column: i64) -> PhpResult {
    let rows = result(ctx, this)?;
    if column < 0 {
        return Err(ctx.argument_error(argument(ctx, 1), "must be greater than or equal to 0"));
    }
    if column as usize >= rows.columns.len() {
        return Err(ctx.argument_error(argument(ctx, 1), "must be less than the number of fields for this result set"));
    }
    Ok(match next(ctx, this)? {
        Ok((_, mut values)) => values.swap_remove(column as usize),
        Err(_) => Value::bool(false),
    })
}
pub fn fetch_object(ctx: &Ctx, this: &Object, class: &Str, arguments: &Array) -> PhpResult {
    result(ctx, this)?;
    let found = ctx.class(class);
    ctx.check()?;
    let Some(class) = found else {
        let text = format!("must be a valid class name, {class} given");
        return Err(ctx.argument_type_error(argument(ctx, 1), text));
    };
    if class.is_abstract() || class.is_interface() || class.is_enum() {
        return Err(ctx.throw_error(format!("Class {} cannot be instantiated", class.name)));
    }
    if class.magic.construct.is_none() && !arguments.is_empty() {
        let text = format!("must be empty when the specified class ({}) does not have a constructor", class.name);
        return Err(ctx.argument_error(argument(ctx, 2), text));
    }
    let (rows, values) = match next(ctx, this)? {
        Ok(row) => row,
        Err(instead) => return Ok(instead),
    };
    let object = ctx.allocate(class)?;
    for (key, value) in rows.keys().iter().zip(values) {
        // As PHP does, of any visibility.
        let name = match key {
            Key::Str(name) => name.clone(),
            Key::Int(number) => Str::from(*number),
        };
        ctx.host.write_property(ctx, &object, &name, value, Some(class))?;
    }
    if let Some(constructor) = class.magic.construct {
        let values: Vec<Value> = arguments.values().cloned().collect();
        ctx.host.call_function(ctx, constructor, Some(&object), Some(class), &values)?;
    }
    Ok(Value::from(object))
}
pub fn data_seek(ctx: &Ctx, this: &Object, offset: i64) -> PhpResult<bool> {
    let rows = result(ctx, this)?;
    if rows.is_unbuffered() {
        let name = ctx.current.get().map_or_else(String::new, |function| function.display_name());
        return Err(ctx.throw_error(format!("{name}() cannot be used in MYSQLI_USE_RESULT mode")));
    }
    if offset < 0 {
        return Err(ctx.argument_error(argument(ctx, 1), "must be greater than or equal to 0"));
    }
    Ok((offset as u64) < rows.count() && rows.seek(offset as u64))
}
/// A column as an object.
fn field(ctx: &Ctx, rows: &ResultSet, at: usize) -> PhpResult {
    let column = &rows.columns[at];
    let mut all = Array::new();
    let text = |bytes: &[u8]| Value::str(bytes);
    all.set_name("name", text(&column.name));
    all.set_name("orgname", text(&column.org_name));
    all.set_name("table", text(&column.table));
    all.set_name("orgtable", text(&column.org_table));
    all.set_name("def", text(b""));
    all.set_name("db", text(&column.db));
    all.set_name("catalog", text(&column.catalog));
    // Not told since 8.1.
    all.set_name("max_length", Value::int(0));
    all.set_name("length", Value::int(i64::from(column.length)));
    all.set_name("charsetnr", Value::int(i64::from(column.charset)));
    // Timestamps of old servers are numbers as well.
    let is_number = is_numeric(column.kind) && column.kind != kind::TIMESTAMP || column.kind == kind::YEAR;
    let flags = if is_number { column.flags | flag::NUM } else { column.flags };
    all.set_name("flags", Value::int(i64::from(flags)));
    all.set_name("type", Value::int(i64::from(column.kind)));
    all.set_name("decimals", Value::int(i64::from(column.decimals)));
    Ok(Value::from(ctx.std_object(all)?))
}
pub fn fetch_field(ctx: &Ctx, this: &Object) -> PhpResult {
    let rows = result(ctx, this)?;
    let at = rows.field.get();
    if at >= rows.columns.len() {
        return Ok(Value::bool(false));
    }
    rows.field.set(at + 1);
    field(ctx, &rows, at)
}
pub fn fetch_fields(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
    let rows = result(ctx, this)?;
    (0..rows.columns.len()).map(|at| field(ctx, &rows, at)).collect()
}
fn column(ctx: &Ctx, rows: &ResultSet, index: i64) -> PhpResult<usize> {
    if index < 0 {
        return Err(ctx.argument_error(argument(ctx, 1), "must be greater than or equal to 0"));
    }
    if index as usize >= rows.columns.len() {
        return Err(ctx.argument_error(argument(ctx, 1), "must be less than the number of fields for this result set"));
    }
    Ok(index as usize)
}
pub fn fetch_field_direct(ctx: &Ctx, this: &Object, index: i64) -> PhpResult {
    let rows = result(ctx, this)?;
    let at = column(ctx, &rows, index)?;
    field(ctx, &rows, at)
}
pub fn field_seek(ctx: &Ctx, this: &Object, index: i64) -> PhpResult<bool> {
    let rows = result(ctx, this)?;
    rows.field.set(column(ctx, &rows, index)?);
    Ok(true)
}
pub fn field_tell(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
    Ok(result(ctx, this)?.field.get() as i64)
}
pub fn fetch_lengths(ctx: &Ctx, this: &Object) -> PhpResult {
    let lengths = result(ctx, this)?.lengths();
    Ok(lengths.map_or(Value::bool(false), lengths_array))
}
fn lengths_array(lengths: Vec<usize>) -> Value {
    Value::from(Array::list(lengths.into_iter().map(|length| Value::int(length as i64))))
}
pub fn free_result(ctx: &Ctx, this: &Object) -> PhpResult<()> {
    let rows = result(ctx, this)?;
    rows.free(ctx);
    let state = ResultState::of(this);
    if let Some(link) = state.link.get() {
        link.stats.add(phant_ext_mysqlnd::stats::Stat::explicit_free_result, 1);
    }
    state.result.set(None);
    Ok(())
}
pub fn num_fields(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
    Ok(result(ctx, this)?.columns.len() as i64)
}
pub fn num_rows(ctx: &Ctx, this: &Object) -> PhpResult {
    let rows = result(ctx, this)?;
    if rows.is_unbuffered() && !rows.is_at_end() && ctx.current.get().is_some_and(|f| f.display_name() == "mysqli_num_rows") {
        return Err(ctx.throw_error("mysqli_num_rows() cannot be used in MYSQLI_USE_RESULT mode"));
    }
    Ok(Link::number(rows.count()))
}
fn construct(ctx: &Ctx, this: &Object, mysql: &Object, mode: i64) -> PhpResult<()> {
    let link = link_of(ctx, mysql)?;
    if !matches!(mode, link::STORE | link::USE) {
        return Err(ctx.argument_error(2, "must be either MYSQLI_STORE_RESULT or MYSQLI_USE_RESULT"));
    }
    let Some(columns) = link.take_columns() else { return report(ctx, &link.error) };
    let rows = if mode == link::USE {
        ResultSet::wait(&link, columns, false)
    } else {
        match ResultSet::store(ctx, &link, columns, false)? {
            Ok(rows) => rows,
            Err(_) => return report(ctx, &link.error),
        }
    };
    fill(this, &link, Rc::new(rows));
    Ok(())
}

fn property(this: &Object, look: impl FnOnce(&ResultSet) -> Value) -> Result<Value, Property> {
    ResultState::of(this).result.get().map(|rows| look(&rows)).ok_or(Property::Closed)
}
const PROPERTIES: properties::Table = &[
    ("current_field", |_, this| property(this, |rows| Value::int(rows.field.get() as i64))),
    ("field_count", |_, this| property(this, |rows| Value::int(rows.columns.len() as i64))),
    ("lengths", |_, this| properties::not_yet(property(this, |rows| rows.lengths().map_or(Value::NULL, lengths_array)))),
    ("num_rows", |_, this| property(this, |rows| Link::number(rows.count()))),
    ("type", |_, this| properties::not_yet(property(this, |rows| Value::int(i64::from(rows.is_unbuffered()))))),
];
static HANDLERS: ObjectHandlers = properties::handlers!(PROPERTIES, walk: Some(walk));

fn walk(ctx: &Ctx, this: &Object, state: &mut u64, by_ref: bool) -> PhpResult<Option<(Value, Value)>> {
    if by_ref {
        return Err(ctx.throw_error("An iterator cannot be used with foreach by reference"));
    }
    let rows = result(ctx, this)?;
    if *state == 0 {
        if rows.is_unbuffered() {
            if rows.is_at_end() {
                ctx.report(Level::Warning, "Data fetched with MYSQLI_USE_RESULT can be iterated only once");
                ctx.check()?;
                return Ok(None);
            }
        } else {
            rows.seek(0);
        }
    }
    let key = *state as i64;
    *state += 1;
    let row = fetch(ctx, this, ASSOC)?;
    Ok(row.is_array().then(|| (Value::int(key), row)))
}

/// See the [module documentation](self).
pub struct MysqliResult;

/// The rows of a query.
#[php_class(
    "class mysqli_result implements IteratorAggregate {
        public int $current_field;
        public int $field_count;
        public ?array $lengths;
        public int|string $num_rows;
        public int $type;
    }",
    create = ResultState::create,
    handlers = HANDLERS,
    not_cloneable
)]
impl MysqliResult {
    #[php("public function __construct(mysqli $mysql, int $result_mode = MYSQLI_STORE_RESULT)")]
    fn construct(ctx: &Ctx, this: &Object, mysql: &Object, mode: i64) -> PhpResult<()> {
        construct(ctx, this, mysql, mode)
    }

    #[php("public function close(): void")]
    fn close(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        free_result(ctx, this)
    }

    #[php("public function free(): void")]
    fn free(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        free_result(ctx, this)
    }

    #[php("public function data_seek(int $offset): bool")]
    fn data_seek(ctx: &Ctx, this: &Object, offset: i64) -> PhpResult<bool> {
        data_seek(ctx, this, offset)
    }

    #[php("public function fetch_field(): object|false")]
    fn fetch_field(ctx: &Ctx, this: &Object) -> PhpResult {
        fetch_field(ctx, this)
    }

    #[php("public function fetch_fields(): array")]
    fn fetch_fields(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        fetch_fields(ctx, this)
    }

    #[php("public function fetch_field_direct(int $index): object|false")]
    fn fetch_field_direct(ctx: &Ctx, this: &Object, index: i64) -> PhpResult {
        fetch_field_direct(ctx, this, index)
    }

    #[php("public function fetch_all(int $mode = MYSQLI_NUM): array")]
    fn fetch_all(ctx: &Ctx, this: &Object, mode: i64) -> PhpResult<Array> {
        fetch_all(ctx, this, mode)
    }

    #[php("public function fetch_array(int $mode = MYSQLI_BOTH): array|false|null")]
    fn fetch_array(ctx: &Ctx, this: &Object, mode: i64) -> PhpResult {
        fetch_array(ctx, this, mode)
    }

    #[php("public function fetch_assoc(): array|false|null")]
    fn fetch_assoc(ctx: &Ctx, this: &Object) -> PhpResult {
        fetch_assoc(ctx, this)
    }

    #[php("public function fetch_object(string $class = 'stdClass', array $constructor_args = []): object|false|null")]
    fn fetch_object(ctx: &Ctx, this: &Object, class_name: &Str, constructor_args: &Array) -> PhpResult {
        fetch_object(ctx, this, class_name, constructor_args)
    }

    #[php("public function fetch_row(): array|false|null")]
    fn fetch_row(ctx: &Ctx, this: &Object) -> PhpResult {
        fetch_row(ctx, this)
    }

    #[php("public function fetch_column(int $column = 0): string|int|float|false|null", strict_return)]
    fn fetch_column(ctx: &Ctx, this: &Object, column: i64) -> PhpResult {
        fetch_column(ctx, this, column)
    }

    #[php("public function field_seek(int $index): true")]
    fn field_seek(ctx: &Ctx, this: &Object, index: i64) -> PhpResult<bool> {
        field_seek(ctx, this, index)
    }

    #[php("public function free_result(): void")]
    fn free_result(ctx: &Ctx, this: &Object) -> PhpResult<()> {
        free_result(ctx, this)
    }

    #[php("public function getIterator(): Iterator", strict_return)]
    fn get_iterator(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        result(ctx, this)?;
        internal_iterator(ctx, this)
    }
}
