//! The class PDOStatement.

use crate::{
    dbh::{self, Handle, param},
    driver::{Connection, Outcome, Parameter, Statement},
    error::{self, NOT_SUPPORTED, Status},
    fetch, options,
};
use phant_memory::{Array, HeapVec, Held, NativeData, Object, Str, Tracer, Value, heap_vec};
use phant_native::{
    Ctx, ObjectExt, ObjectHandlers, PhpResult, RefArg, convert, internal_iterator::internal_iterator, php_class, resource,
    ret::OrFalse,
};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

/// What a PDOStatement object is beside its properties.
pub struct Prepared {
    /// Hidden entry of the [`Open`] statement; 0 for objects that PHP code made.
    id: Cell<u64>,
    /// The PDO object.
    pdo: RefCell<Value>,
    pub(crate) executed: Cell<bool>,
    described: Cell<bool>,
    /// Names of the columns, in the case that PDO was asked for.
    pub(crate) columns: RefCell<HeapVec<Str>>,
    row_count: Cell<i64>,
    pub(crate) default_mode: Cell<i64>,
    pub(crate) fetch: RefCell<fetch::Setup>,
    parameters: RefCell<HeapVec<Binding>>,
    pub(crate) bound_columns: RefCell<HeapVec<Binding>>,
    pub(crate) status: Status,
}

/// A parameter's value or variable, or a column's variable.
#[derive(Clone)]
pub(crate) struct Binding {
    pub name: Option<Str>,
    /// From 0; -1 as long as only the name is known.
    pub number: i64,
    /// A reference if it is a variable.
    pub value: Value,
    pub kind: i64,
}

impl NativeData for Prepared {
    fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.pdo.borrow());
        self.fetch.borrow().trace(tracer);
        for list in [&self.parameters, &self.bound_columns] {
            list.borrow().iter().for_each(|binding| tracer.value(&binding.value));
        }
    }
}

impl Drop for Prepared {
    fn drop(&mut self) {
        if self.id.get() != 0 {
            resource::drop_hidden(self.id.get());
        }
    }
}

/// A statement, as an entry of the resource table.
struct Open(Rc<dyn Statement>);

impl Prepared {
    /// The state of a PDOStatement object.
    pub fn of(object: &Object) -> &Prepared {
        object.native().expect("made by create")
    }
    /// The PDO object; only statements that PDO made have one.
    pub fn pdo(&self) -> Option<Object> {
        self.pdo.borrow().as_object().map(Held::into_owned)
    }
    fn statement(&self) -> Option<Rc<dyn Statement>> {
        resource::hidden::<Open>(self.id.get()).map(|open| Rc::clone(&open.0))
    }
    /// How many columns the rows have.
    pub fn column_count(&self) -> usize {
        self.columns.borrow().len()
    }
}

/// Statement and PDO object, or PHP's error for an object that PHP code made.
pub(crate) fn parts(ctx: &Ctx, this: &Object) -> PhpResult<(Rc<dyn Statement>, Object)> {
    let prepared = Prepared::of(this);
    match (prepared.statement(), prepared.pdo()) {
        (Some(statement), Some(pdo)) => Ok((statement, pdo)),
        _ => Err(dbh::uninitialized(ctx, this)),
    }
}

/// What an operation yielded, its error reported.
pub(crate) fn settled<T>(ctx: &Ctx, this: &Object, outcome: Outcome<T>) -> Option<T> {
    match outcome {
        Ok(value) => Some(value),
        Err(state) => {
            let prepared = Prepared::of(this);
            if let Some(pdo) = prepared.pdo() {
                error::failed(ctx, Handle::of(&pdo), &prepared.status, state);
            }
            None
        }
    }
}

/// Reports the error of the last operation, if it had one.
pub(crate) fn report(ctx: &Ctx, this: &Object) {
    let prepared = Prepared::of(this);
    if let (Some(state), Some(pdo)) = (prepared.status.get(), prepared.pdo()) {
        error::failed(ctx, Handle::of(&pdo), &prepared.status, state);
    }
}

/// Reports what PDO itself found wrong.
pub(crate) fn refused(ctx: &Ctx, this: &Object, state: error::SqlState, why: &str) {
    let prepared = Prepared::of(this);
    if let Some(pdo) = prepared.pdo() {
        error::refused(ctx, Handle::of(&pdo), &prepared.status, state, why);
    }
}

/// A statement object for SQL, with the arguments of its constructor, which is yet to run. `None`: the error is reported.
pub fn prepare(
    ctx: &Ctx,
    pdo: &Object,
    connection: &Rc<dyn Connection>,
    query: &Str,
    options: Option<&Array>,
) -> PhpResult<Option<(Object, Value)>> {
    let handle = Handle::of(pdo);
    handle.status.clear();
    let wanted = options.and_then(|options| options.get_int(dbh::attribute::STATEMENT_CLASS)).map(Value::unref);
    let (class, arguments) = match wanted {
        Some(wanted) => options::statement_class(ctx, &wanted)?,
        None => {
            let class = match handle.statement_class.get() {
                Some(class) => class,
                None => ctx.known_class("PDOStatement"),
            };
            (class, handle.statement_arguments.borrow().clone())
        }
    };
    if arguments.as_array().is_some_and(|arguments| !arguments.is_empty()) && class.magic.construct.is_none() {
        return Err(ctx.throw_error("User-supplied statement does not accept constructor arguments"));
    }
    let object = ctx.allocate(class)?;
    let outcome = dbh::work(ctx, pdo, |ctx| Rc::clone(connection).prepare(ctx, query, options));
    ctx.check()?;
    let statement = match outcome {
        Ok(statement) => statement,
        Err(state) => {
            // What is wrong with the parameters is said, and that the preparation has failed.
            error::refusal(ctx, handle, &handle.status, state);
            error::failed(ctx, handle, &handle.status, state);
            return Ok(None);
        }
    };
    let prepared = Prepared::of(&object);
    prepared.id.set(resource::hide(Rc::new(Open(statement))));
    prepared.pdo.replace(Value::from(pdo.clone()));
    prepared.default_mode.set(handle.fetch_mode.get());
    object.set_slot(QUERY_STRING, Value::from(query.clone()));
    Ok(Some((object, arguments)))
}

/// Runs the constructor of a user's statement class.
pub fn run_constructor(ctx: &Ctx, statement: &Object, arguments: &Value) -> PhpResult<()> {
    let class = statement.class();
    let Some(constructor) = class.magic.construct else { return Ok(()) };
    fetch::call_constructor(ctx, statement, class, constructor, arguments)
}

/// Runs a statement; false if that failed.
pub fn run(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
    let (statement, pdo) = parts(ctx, this)?;
    let prepared = Prepared::of(this);
    let outcome = dbh::work(ctx, &pdo, |ctx| statement.execute(ctx));
    ctx.check()?;
    let Some(count) = settled(ctx, this, outcome) else { return Ok(false) };
    prepared.row_count.set(count);
    prepared.executed.set(true);
    describe(this, &*statement, Handle::of(&pdo));
    ctx.check()?;
    Ok(true)
}

/// Takes the columns' names, once the driver knows them.
fn describe(this: &Object, statement: &dyn Statement, handle: &Handle) {
    let prepared = Prepared::of(this);
    let count = statement.column_count();
    if prepared.described.get() && prepared.column_count() == count {
        return;
    }
    prepared.described.set(true);
    let mut names = heap_vec();
    for column in 0..count {
        let mut name = statement.column_name(column);
        match handle.case.get() {
            dbh::CASE_UPPER => name.make_ascii_uppercase(),
            dbh::CASE_LOWER => name.make_ascii_lowercase(),
            _ => {}
        }
        names.push(phant_memory::intern(&name));
    }
    *prepared.columns.borrow_mut() = names;
    // Columns that were bound by name before the names were known.
    let mut bound = prepared.bound_columns.borrow().clone();
    for binding in &mut bound {
        if let Some(name) = &binding.name
            && binding.number < 0
            && let Some(column) = prepared.columns.borrow().iter().position(|known| known == name)
        {
            binding.number = column as i64;
        }
    }
    let old = prepared.bound_columns.replace(bound);
    drop(old);
}

/// Notes a parameter or column, with its value brought to the declared type.
fn bind(ctx: &Ctx, this: &Object, mut binding: Binding, is_parameter: bool) -> PhpResult<bool> {
    let prepared = Prepared::of(this);
    let kind = param::kind(binding.kind);
    let current = binding.value.unref();
    let converted = match kind {
        _ if !is_parameter => None,
        param::STR if !current.is_null() && !current.is_str() => Some(Value::from(convert::to_str(ctx, &current)?)),
        param::INT if current.is_bool() => Some(Value::int(convert::to_int(&current))),
        param::BOOL if current.is_int() => Some(Value::bool(convert::to_bool(&current))),
        _ => None,
    };
    ctx.check()?;
    if let Some(converted) = converted {
        match binding.value.as_ref() {
            Some(variable) => variable.clone().set(converted),
            None => binding.value = converted,
        }
    }
    if is_parameter {
        if let Some(name) = &binding.name
            && name.first() != Some(&b':')
        {
            binding.name = Some(Str::concat(b":", name));
        }
    } else if let Some(name) = binding.name.clone()
        && prepared.described.get()
    {
        match prepared.columns.borrow().iter().position(|known| *known == name) {
            Some(column) => binding.number = column as i64,
            None => binding.number = -1,
        }
        if binding.number < 0 {
            let text = format!("Did not find column name '{name}' in the defined columns; it will not be bound");
            refused(ctx, this, error::GENERAL, &text);
            ctx.check()?;
        }
    }
    let list = if is_parameter { &prepared.parameters } else { &prepared.bound_columns };
    let mut bindings = list.borrow_mut();
    // A number is bound once; a name keeps its place.
    let same = |known: &Binding| binding.number >= 0 && known.number == binding.number && known.name.is_none();
    let numbered = bindings.iter().position(same).map(|at| bindings.remove(at));
    let known = bindings.iter().position(|known| known.name.is_some() && known.name == binding.name);
    let mut replaced = None;
    match known {
        Some(at) => replaced = Some(std::mem::replace(&mut bindings[at], binding)),
        None => bindings.push(binding),
    }
    // What is replaced goes last: that may run PHP code.
    drop(bindings);
    drop((numbered, replaced));
    Ok(true)
}

/// A parameter or column argument: a name, or a number from 1.
fn place(ctx: &Ctx, which: &Value) -> PhpResult<(Option<Str>, i64)> {
    match which.as_str() {
        Some(name) if name.is_empty() => Err(ctx.argument_error(1, "must not be empty")),
        Some(name) => Ok((Some(name.into_owned()), -1)),
        None => match which.as_int().unwrap_or(0) {
            number if number > 0 => Ok((None, number - 1)),
            _ => Err(ctx.argument_error(1, "must be greater than or equal to 1")),
        },
    }
}

/// Gives the driver the parameters' values; false if it refuses one.
fn pass_parameters(ctx: &Ctx, this: &Object, statement: &dyn Statement) -> PhpResult<bool> {
    let prepared = Prepared::of(this);
    let count = prepared.parameters.borrow().len();
    for at in 0..count {
        let Some(binding) = prepared.parameters.borrow().get(at).cloned() else { break };
        let parameter = match &binding.name {
            Some(name) if binding.number < 0 => Parameter::Name(name),
            _ => Parameter::Number(binding.number),
        };
        let outcome = statement.bind(ctx, parameter, &binding.value.unref(), binding.kind)?;
        ctx.check()?;
        let Some(bound) = settled(ctx, this, outcome) else { return Ok(false) };
        if let (Some(variable), Some(converted)) = (binding.value.as_ref(), bound.converted) {
            variable.clone().set(converted);
        }
        if let Some(binding) = prepared.parameters.borrow_mut().get_mut(at) {
            binding.number = bound.number;
        }
    }
    Ok(true)
}

/// Slot of `$queryString`.
pub(crate) const QUERY_STRING: u16 = 0;

static HANDLERS: ObjectHandlers = ObjectHandlers {
    write_property: Some(write_property),
    unset_property: Some(unset_property),
    walk: Some(walk),
    ..ObjectHandlers::DEFAULT
};

fn write_property(ctx: &Ctx, this: &Object, name: &Str, _value: &Value) -> PhpResult<bool> {
    if name.as_bytes() == b"queryString" && !this.slot(QUERY_STRING).is_undef() {
        return Err(ctx.throw_error("Property queryString is read only"));
    }
    Ok(false)
}

fn unset_property(ctx: &Ctx, _this: &Object, name: &Str) -> PhpResult<bool> {
    if name.as_bytes() == b"queryString" {
        return Err(ctx.throw_error("Property queryString is read only"));
    }
    Ok(false)
}

fn walk(ctx: &Ctx, this: &Object, state: &mut u64, by_ref: bool) -> PhpResult<Option<(Value, Value)>> {
    if by_ref {
        return Err(ctx.throw_error("An iterator cannot be used with foreach by reference"));
    }
    parts(ctx, this)?;
    let key = *state as i64;
    *state += 1;
    let row = fetch::fetch(ctx, this, fetch::mode::DEFAULT, 0, 0)?;
    if row.is_none() {
        report(ctx, this);
    }
    ctx.check()?;
    Ok(row.map(|row| (Value::int(key), row)))
}

/// See the [module documentation](self).
pub struct PDOStatement;

/// A prepared statement and its result.
#[php_class(
    "class PDOStatement implements IteratorAggregate {
        public string $queryString;
    }",
    create = Self::create,
    handlers = HANDLERS,
    not_serializable,
    not_cloneable
)]
impl PDOStatement {
    fn create(_ctx: &Ctx, object: &Object) {
        object.init_native(Prepared {
            id: Cell::new(0),
            pdo: RefCell::new(Value::NULL),
            executed: Cell::new(false),
            described: Cell::new(false),
            columns: RefCell::new(heap_vec()),
            row_count: Cell::new(0),
            default_mode: Cell::new(fetch::mode::BOTH),
            fetch: RefCell::new(fetch::Setup::default()),
            parameters: RefCell::new(heap_vec()),
            bound_columns: RefCell::new(heap_vec()),
            status: Status::default(),
        });
    }

    #[php(
        "public function bindColumn(string|int $column, mixed &$var, int $type = PDO::PARAM_STR, int $maxLength = 0, mixed $driverOptions = null): bool"
    )]
    fn bind_column(
        ctx: &Ctx,
        this: &Object,
        column: &Value,
        mut var: RefArg<'_>,
        kind: i64,
        max_length: i64,
        driver_options: &Value,
    ) -> PhpResult<bool> {
        let _ = (max_length, driver_options);
        parts(ctx, this)?;
        let (name, number) = place(ctx, column)?;
        bind(ctx, this, Binding { name, number, value: Value::from(var.reference()), kind }, false)
    }

    #[php(
        "public function bindParam(string|int $param, mixed &$var, int $type = PDO::PARAM_STR, int $maxLength = 0, mixed $driverOptions = null): bool"
    )]
    fn bind_param(
        ctx: &Ctx,
        this: &Object,
        parameter: &Value,
        mut var: RefArg<'_>,
        kind: i64,
        max_length: i64,
        driver_options: &Value,
    ) -> PhpResult<bool> {
        let _ = (max_length, driver_options);
        parts(ctx, this)?;
        let (name, number) = place(ctx, parameter)?;
        bind(ctx, this, Binding { name, number, value: Value::from(var.reference()), kind }, true)
    }

    #[php("public function bindValue(string|int $param, mixed $value, int $type = PDO::PARAM_STR): bool")]
    fn bind_value(ctx: &Ctx, this: &Object, parameter: &Value, value: Value, kind: i64) -> PhpResult<bool> {
        parts(ctx, this)?;
        let (name, number) = place(ctx, parameter)?;
        bind(ctx, this, Binding { name, number, value, kind }, true)
    }

    #[php("public function closeCursor(): bool")]
    fn close_cursor(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let (statement, pdo) = parts(ctx, this)?;
        let prepared = Prepared::of(this);
        prepared.status.clear();
        let outcome = dbh::work(ctx, &pdo, |ctx| statement.close_cursor(ctx));
        prepared.executed.set(false);
        Ok(settled(ctx, this, outcome).is_some())
    }

    #[php("public function columnCount(): int")]
    fn column_count(ctx: &Ctx, this: &Object) -> PhpResult<usize> {
        parts(ctx, this)?;
        Ok(Prepared::of(this).column_count())
    }

    #[php("public function debugDumpParams(): ?bool")]
    fn debug_dump_params(ctx: &Ctx, this: &Object) -> PhpResult<Option<bool>> {
        parts(ctx, this)?;
        let prepared = Prepared::of(this);
        let sql = convert::to_str(ctx, &this.slot(QUERY_STRING))?;
        let bindings = prepared.parameters.borrow().clone();
        let mut out = format!("SQL: [{}] ", sql.len()).into_bytes();
        out.extend_from_slice(&sql);
        out.extend_from_slice(format!("\nParams:  {}\n", bindings.len()).as_bytes());
        for binding in bindings {
            let name = binding.name.as_ref().map_or(&b""[..], |name| name.as_bytes());
            match &binding.name {
                Some(name) => {
                    out.extend_from_slice(format!("Key: Name: [{}] ", name.len()).as_bytes());
                    out.extend_from_slice(name);
                }
                None => out.extend_from_slice(format!("Key: Position #{}:", binding.number).as_bytes()),
            }
            out.extend_from_slice(format!("\nparamno={}\nname=[{}] \"", binding.number, name.len()).as_bytes());
            out.extend_from_slice(name);
            out.extend_from_slice(format!("\"\nis_param=1\nparam_type={}\n", binding.kind).as_bytes());
        }
        ctx.echo(out);
        Ok(None)
    }

    #[php("public function errorCode(): ?string")]
    fn error_code(ctx: &Ctx, this: &Object) -> PhpResult<Option<Str>> {
        parts(ctx, this)?;
        Ok(Prepared::of(this).status.get().map(error::shown))
    }

    #[php("public function errorInfo(): array")]
    fn error_info(ctx: &Ctx, this: &Object) -> PhpResult<Array> {
        let (_, pdo) = parts(ctx, this)?;
        Ok(Prepared::of(this).status.info(Handle::of(&pdo)))
    }

    #[php("public function execute(?array $params = null): bool")]
    fn execute(ctx: &Ctx, this: &Object, params: Option<&Array>) -> PhpResult<bool> {
        let (statement, _) = parts(ctx, this)?;
        let prepared = Prepared::of(this);
        prepared.status.clear();
        if let Some(params) = params {
            let old = prepared.parameters.replace(heap_vec());
            drop(old);
            for (key, value) in params.clone().iter() {
                let key = key.to_value();
                let (name, number) = match key.as_str() {
                    Some(name) => (Some(name.into_owned()), -1),
                    None => (None, key.as_int().unwrap_or(-1)),
                };
                bind(ctx, this, Binding { name, number, value: value.unref(), kind: param::STR }, true)?;
            }
        }
        if !pass_parameters(ctx, this, &*statement)? {
            return Ok(false);
        }
        run(ctx, this)
    }

    #[php(
        "public function fetch(int $mode = PDO::FETCH_DEFAULT, int $cursorOrientation = PDO::FETCH_ORI_NEXT, int $cursorOffset = 0): mixed"
    )]
    fn fetch(ctx: &Ctx, this: &Object, mode: i64, orientation: i64, offset: i64) -> PhpResult {
        parts(ctx, this)?;
        Prepared::of(this).status.clear();
        fetch::verify(ctx, this, mode, 1, false)?;
        let row = fetch::fetch(ctx, this, mode, orientation, offset)?;
        if row.is_none() {
            report(ctx, this);
        }
        ctx.check()?;
        Ok(row.unwrap_or(Value::bool(false)))
    }

    #[php("public function fetchAll(int $mode = PDO::FETCH_DEFAULT, mixed ...$args): array")]
    fn fetch_all(ctx: &Ctx, this: &Object, mode: i64, args: &[Value]) -> PhpResult<Array> {
        parts(ctx, this)?;
        fetch::fetch_all(ctx, this, mode, args)
    }

    #[php("public function fetchColumn(int $column = 0): mixed")]
    fn fetch_column(ctx: &Ctx, this: &Object, column: i64) -> PhpResult {
        parts(ctx, this)?;
        Prepared::of(this).status.clear();
        if !fetch::advance(ctx, this, 0, 0)? {
            report(ctx, this);
            ctx.check()?;
            return Ok(Value::bool(false));
        }
        fetch::column(ctx, this, column, None)
    }

    #[php("public function fetchObject(?string $class = 'stdClass', array $constructorArgs = []): object|false")]
    fn fetch_object(ctx: &Ctx, this: &Object, class: Option<&Str>, constructor_args: &Array) -> PhpResult {
        parts(ctx, this)?;
        Prepared::of(this).status.clear();
        fetch::fetch_object(ctx, this, class, constructor_args)
    }

    #[php("public function getAttribute(int $name): mixed")]
    fn get_attribute(ctx: &Ctx, this: &Object, name: i64) -> PhpResult {
        let (statement, _) = parts(ctx, this)?;
        let prepared = Prepared::of(this);
        if let Some(value) = statement.attribute(name) {
            return Ok(value);
        }
        if name == dbh::attribute::EMULATE_PREPARES {
            return Ok(Value::bool(false));
        }
        prepared.status.clear();
        refused(ctx, this, NOT_SUPPORTED, "driver doesn't support getting that attribute");
        ctx.check()?;
        Ok(Value::bool(false))
    }

    #[php("public function getColumnMeta(int $column): array|false")]
    fn get_column_meta(ctx: &Ctx, this: &Object, column: i64) -> PhpResult<OrFalse<Array>> {
        let (statement, _) = parts(ctx, this)?;
        let prepared = Prepared::of(this);
        let Ok(column) = usize::try_from(column) else {
            return Err(ctx.argument_error(1, "must be greater than or equal to 0"));
        };
        prepared.status.clear();
        // Columns are known once the statement has run.
        let Some(name) = prepared.columns.borrow().get(column).cloned() else { return Ok(OrFalse::False) };
        let Some(mut meta) = statement.column_meta(column) else { return Ok(OrFalse::False) };
        meta.set_name("name", Value::from(name));
        let (length, precision) = statement.column_size(column);
        meta.set_name("len", Value::int(length));
        meta.set_name("precision", Value::int(precision));
        Ok(OrFalse::Some(meta))
    }

    #[php("public function nextRowset(): bool")]
    fn next_rowset(ctx: &Ctx, this: &Object) -> PhpResult<bool> {
        let (statement, pdo) = parts(ctx, this)?;
        let prepared = Prepared::of(this);
        prepared.status.clear();
        let Some(outcome) = dbh::work(ctx, &pdo, |ctx| statement.next_result(ctx)) else {
            refused(ctx, this, NOT_SUPPORTED, "driver does not support multiple rowsets");
            ctx.check()?;
            return Ok(false);
        };
        let more = settled(ctx, this, outcome) == Some(true);
        if more {
            prepared.described.set(false);
            if let Some(count) = statement.row_count() {
                prepared.row_count.set(count);
            }
            describe(this, &*statement, Handle::of(&pdo));
        }
        Ok(more)
    }

    #[php("public function rowCount(): int")]
    fn row_count(ctx: &Ctx, this: &Object) -> PhpResult<i64> {
        parts(ctx, this)?;
        Ok(Prepared::of(this).row_count.get())
    }

    #[php("public function setAttribute(int $attribute, mixed $value): bool")]
    fn set_attribute(ctx: &Ctx, this: &Object, attribute: i64, value: &Value) -> PhpResult<bool> {
        let _ = (attribute, value);
        parts(ctx, this)?;
        refused(ctx, this, NOT_SUPPORTED, "This driver doesn't support setting attributes");
        ctx.check()?;
        Ok(false)
    }

    #[php("public function setFetchMode(int $mode, mixed ...$args): true")]
    fn set_fetch_mode(ctx: &Ctx, this: &Object, mode: i64, args: &[Value]) -> PhpResult<bool> {
        parts(ctx, this)?;
        fetch::set_mode(ctx, this, mode, args, 1)?;
        Ok(true)
    }

    #[php("public function getIterator(): Iterator", strict_return)]
    fn get_iterator(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        parts(ctx, this)?;
        internal_iterator(ctx, this)
    }
}
