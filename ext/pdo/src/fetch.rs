//! Fetch modes: from the current row to a PHP value.

use crate::{
    dbh::{self, Handle, param},
    error::GENERAL,
    row,
    stmt::{self, Prepared},
};
use phant_memory::{Array, Key, Object, Reference, Str, Tracer, Value};
use phant_native::{Callable, ClassPtr, Ctx, FunctionPtr, PhpResult, class::class_flags, convert, error::Level};
use phant_streams::memory;

/// `PDO::FETCH_…`
pub mod mode {
    #![allow(missing_docs)]
    pub const DEFAULT: i64 = 0;
    pub const LAZY: i64 = 1;
    pub const NUM: i64 = 3;
    pub const BOTH: i64 = 4;
    pub const OBJ: i64 = 5;
    pub const BOUND: i64 = 6;
    pub const COLUMN: i64 = 7;
    pub const CLASS: i64 = 8;
    pub const INTO: i64 = 9;
    pub const FUNC: i64 = 10;
    pub const NAMED: i64 = 11;
    pub const KEY_PAIR: i64 = 12;
    /// Above the last mode.
    pub const END: i64 = 13;
    /// Where the flags are.
    pub const FLAGS: i64 = 0xffff_0000;
    pub const GROUP: i64 = 0x10000;
    pub const UNIQUE: i64 = 0x30000;
    pub const CLASSTYPE: i64 = 0x40000;
    pub const SERIALIZE: i64 = 0x80000;
    pub const PROPS_LATE: i64 = 0x100000;
}

/// What a fetch mode needs to know beside its number.
#[derive(Clone, Default)]
pub struct Setup {
    /// `FETCH_COLUMN`; -1 lets groups choose.
    column: i64,
    /// `FETCH_CLASS`
    class: Option<ClassPtr>,
    /// Arguments of its constructor.
    arguments: Value,
    /// `FETCH_INTO`
    into: Value,
}

impl Setup {
    /// Shows every value it owns to the cycle collector.
    pub fn trace(&self, tracer: &mut Tracer<'_>) {
        tracer.value(&self.arguments);
        tracer.value(&self.into);
    }
}

/// Where the rows of `fetchAll()` go that are not a list.
enum Collect<'a> {
    No,
    Pairs(&'a mut Array),
    Groups(&'a mut Array),
}

/// Mode and flags. Without a mode it is the statement's own, whose flags are added.
fn resolve(this: &Object, wanted: i64) -> (i64, i64) {
    let flags = wanted & mode::FLAGS;
    if wanted & !mode::FLAGS != mode::DEFAULT {
        return (wanted & !mode::FLAGS, flags);
    }
    let default = Prepared::of(this).default_mode.get();
    (default & !mode::FLAGS, flags | default & mode::FLAGS)
}

/// Throws PHP's error for a mode that cannot be. `number` is that of the mode's argument.
pub fn verify(ctx: &Ctx, this: &Object, wanted: i64, number: usize, all: bool) -> PhpResult<()> {
    const UNKNOWN: &str = "must be a bitmask of PDO::FETCH_* constants";
    let named = wanted & !mode::FLAGS;
    if !(0..=mode::END).contains(&named) {
        return Err(ctx.argument_error(number, UNKNOWN));
    }
    let wanted = if named == mode::DEFAULT { Prepared::of(this).default_mode.get() } else { wanted };
    let (how, flags) = (wanted & !mode::FLAGS, wanted & mode::FLAGS);
    match how {
        mode::FUNC if !all => return Err(ctx.value_error("Can only use PDO::FETCH_FUNC in PDOStatement::fetchAll()")),
        mode::LAZY if all => {
            return Err(ctx.argument_error(number, "cannot be PDO::FETCH_LAZY in PDOStatement::fetchAll()"));
        }
        mode::FUNC | mode::LAZY => return Ok(()),
        mode::CLASS => {}
        _ if flags & mode::SERIALIZE != 0 => {
            return Err(ctx.argument_error(number, "must use PDO::FETCH_SERIALIZE with PDO::FETCH_CLASS"));
        }
        _ if flags & mode::CLASSTYPE != 0 => {
            return Err(ctx.argument_error(number, "must use PDO::FETCH_CLASSTYPE with PDO::FETCH_CLASS"));
        }
        _ if how >= mode::END => return Err(ctx.argument_error(number, UNKNOWN)),
        _ => {}
    }
    if flags & mode::SERIALIZE != 0 {
        ctx.deprecated("The PDO::FETCH_SERIALIZE mode is deprecated");
        ctx.check()?;
    }
    Ok(())
}

/// Goes to a row and updates the variables of bound columns; false if there is no row.
pub fn advance(ctx: &Ctx, this: &Object, orientation: i64, offset: i64) -> PhpResult<bool> {
    let prepared = Prepared::of(this);
    if !prepared.executed.get() {
        return Ok(false);
    }
    let (statement, pdo) = stmt::parts(ctx, this)?;
    let outcome = dbh::work(ctx, &pdo, |ctx| statement.fetch(ctx, orientation, offset));
    ctx.check()?;
    match outcome {
        Ok(true) => {}
        Ok(false) => return Ok(false),
        // Whoever wanted the row reports it.
        Err(state) => {
            prepared.status.set(state);
            return Ok(false);
        }
    }
    let count = prepared.bound_columns.borrow().len();
    for at in 0..count {
        let Some(binding) = prepared.bound_columns.borrow().get(at).cloned() else { break };
        if let Some(variable) = binding.value.as_ref()
            && binding.number >= 0
        {
            let value = column(ctx, this, binding.number, Some(binding.kind))?;
            variable.clone().set(value);
        }
    }
    ctx.check()?;
    Ok(true)
}

/// A column of the current row.
pub fn column(ctx: &Ctx, this: &Object, number: i64, kind: Option<i64>) -> PhpResult {
    if number < 0 {
        return Err(ctx.value_error("Column index must be greater than or equal to 0"));
    }
    let prepared = Prepared::of(this);
    if number as usize >= prepared.column_count() {
        return Err(ctx.value_error("Invalid column index"));
    }
    let (statement, pdo) = stmt::parts(ctx, this)?;
    let value = statement.column(ctx, number as usize)?;
    finish(ctx, Handle::of(&pdo), value, kind)
}

/// A value from the database as the attributes of the connection and the wanted type have it.
fn finish(ctx: &Ctx, handle: &Handle, value: Value, kind: Option<i64>) -> PhpResult {
    let empties = handle.nulls.get();
    if value.is_null() {
        return Ok(if empties == dbh::NULL_TO_STRING { Value::from(Str::default()) } else { value });
    }
    if let Some(text) = value.as_str() {
        if text.is_empty() && empties == dbh::NULL_EMPTY_STRING {
            return Ok(Value::NULL);
        }
    } else if handle.stringify.get() {
        return Ok(Value::from(convert::to_str(ctx, &value)?));
    }
    Ok(match kind.map(param::kind) {
        Some(param::INT) => Value::int(convert::to_int(&value)),
        Some(param::BOOL) => Value::bool(convert::to_bool(&value)),
        Some(param::STR) => Value::from(convert::to_str(ctx, &value)?),
        Some(param::NULL) => Value::NULL,
        Some(param::LOB) => match value.as_str() {
            Some(bytes) => Value::from(memory::create(&bytes, b"rb")),
            None => value,
        },
        _ => value,
    })
}

fn columns(this: &Object) -> usize {
    Prepared::of(this).column_count()
}

fn name(this: &Object, column: usize) -> Str {
    Prepared::of(this).columns.borrow().get(column).cloned().unwrap_or_default()
}

/// The next row in a mode. `None`: there is none, or an error was reported.
pub fn fetch(ctx: &Ctx, this: &Object, wanted: i64, orientation: i64, offset: i64) -> PhpResult<Option<Value>> {
    let (how, flags) = resolve(this, wanted);
    if !advance(ctx, this, orientation, offset)? {
        return Ok(None);
    }
    let setup = Prepared::of(this).fetch.borrow().clone();
    row_value(ctx, this, how, flags, &setup, None, &mut Collect::No)
}

/// The current row as a value, or added to what is collected.
fn row_value(
    ctx: &Ctx,
    this: &Object,
    how: i64,
    flags: i64,
    setup: &Setup,
    function: Option<&Callable>,
    collect: &mut Collect<'_>,
) -> PhpResult<Option<Value>> {
    let count = columns(this);
    // The first column of what goes into the value.
    let mut first = 0;
    let mut class = setup.class;
    let mut arguments = setup.arguments.clone();
    let value = match how {
        mode::BOUND => return Ok(Some(Value::bool(true))),
        mode::LAZY => return row::lazy(ctx, this).map(|row| Some(Value::from(row))),
        mode::KEY_PAIR => return pair(ctx, this, collect),
        mode::COLUMN => return one_column(ctx, this, flags, setup, collect),
        mode::CLASS if flags & mode::CLASSTYPE != 0 => {
            first = 1;
            // Without a name in the row it is the class that was asked for.
            if let Some(named) = column(ctx, this, 0, None)?.as_str() {
                class = ctx.class(&named);
                ctx.check()?;
                if class.is_none() {
                    class = Some(ctx.known_class("stdClass"));
                }
                arguments = Value::NULL;
            }
            None
        }
        mode::CLASS if class.is_none() => {
            stmt::refused(ctx, this, GENERAL, "No fetch class specified");
            return Ok(None);
        }
        mode::INTO => match setup.into.as_object() {
            Some(into) => Some(into.clone()),
            None => {
                stmt::refused(ctx, this, GENERAL, "No fetch-into object specified.");
                return Ok(None);
            }
        },
        mode::FUNC if function.is_none() => {
            stmt::refused(ctx, this, GENERAL, "No fetch function specified");
            return Ok(None);
        }
        _ => None,
    };
    let key = if matches!(collect, Collect::Groups(_)) {
        let key = group_key(ctx, this, first as i64)?;
        first += 1;
        Some(key)
    } else {
        None
    };
    let value = match how {
        mode::OBJ => Value::from(plain_object(ctx, this, first)?),
        mode::CLASS => match class {
            Some(class) => match object_of_class(ctx, this, class, &arguments, flags, first)? {
                Some(object) => Value::from(object),
                None => return Ok(None),
            },
            None => Value::NULL,
        },
        mode::INTO => match value {
            Some(into) => {
                write_columns(ctx, this, None, &into, first)?;
                Value::from(into)
            }
            None => Value::NULL,
        },
        mode::FUNC => {
            let mut arguments = Vec::with_capacity(count);
            for at in first..count {
                arguments.push(column(ctx, this, at as i64, None)?);
            }
            match function {
                Some(function) => ctx.call(function, &arguments)?,
                None => Value::NULL,
            }
        }
        _ => Value::from(array(ctx, this, how, first)?),
    };
    match (key, collect) {
        (Some(key), Collect::Groups(groups)) => {
            add(groups, key, value, flags);
            Ok(Some(Value::NULL))
        }
        _ => Ok(Some(value)),
    }
}

/// The column of `FETCH_COLUMN`.
fn one_column(ctx: &Ctx, this: &Object, flags: i64, setup: &Setup, collect: &mut Collect<'_>) -> PhpResult<Option<Value>> {
    let chosen = if flags & mode::GROUP != 0 && setup.column == -1 { 1 } else { setup.column };
    if chosen < 0 || chosen as usize >= columns(this) {
        return Err(ctx.value_error("Invalid column index"));
    }
    let from = if flags == mode::GROUP && setup.column != -1 { 0 } else { chosen };
    let value = column(ctx, this, from, None)?;
    if let Collect::Groups(groups) = collect {
        let key = if flags == mode::GROUP && setup.column > 0 { setup.column } else { 0 };
        let key = group_key(ctx, this, key)?;
        add(groups, key, value, flags);
        return Ok(Some(Value::NULL));
    }
    Ok(Some(value))
}

/// The two columns of `FETCH_KEY_PAIR`.
fn pair(ctx: &Ctx, this: &Object, collect: &mut Collect<'_>) -> PhpResult<Option<Value>> {
    if columns(this) != 2 {
        let why = "PDO::FETCH_KEY_PAIR fetch mode requires the result set to contain exactly 2 columns.";
        stmt::refused(ctx, this, GENERAL, why);
        return Ok(None);
    }
    let key = group_key(ctx, this, 0)?;
    let value = column(ctx, this, 1, None)?;
    if let Collect::Pairs(pairs) = collect {
        pairs.set(key, value);
        return Ok(Some(Value::NULL));
    }
    let mut array = Array::new();
    array.set(key, value);
    Ok(Some(Value::from(array)))
}

fn group_key(ctx: &Ctx, this: &Object, at: i64) -> PhpResult<Key> {
    let value = column(ctx, this, at, None)?;
    Ok(match value.as_int() {
        Some(number) => Key::Int(number),
        None => Key::from(convert::to_str(ctx, &value)?),
    })
}

/// Adds a row to its group; with `FETCH_UNIQUE` it is the group.
fn add(groups: &mut Array, key: Key, value: Value, flags: i64) {
    if flags & mode::UNIQUE == mode::UNIQUE {
        groups.set(key, value);
        return;
    }
    let slot = groups.make_mut().get_or_insert(key);
    if slot.own_array_mut().is_none() {
        slot.assign(Value::from(Array::new()));
    }
    if let Some(group) = slot.own_array_mut() {
        let _full = group.push(value);
    }
}

/// The array modes.
fn array(ctx: &Ctx, this: &Object, how: i64, first: usize) -> PhpResult<Array> {
    let prepared = Prepared::of(this);
    let (statement, pdo) = stmt::parts(ctx, this)?;
    let handle = Handle::of(&pdo);
    let count = prepared.column_count();
    let mut array = match how {
        mode::NUM => Array::with_capacity(count),
        mode::BOTH => Array::with_hash_capacity(count.saturating_mul(2)),
        _ => Array::with_hash_capacity(count),
    };
    for at in first..count {
        let value = statement.column(ctx, at)?;
        let value = finish(ctx, handle, value, None)?;
        match how {
            mode::NUM => {
                let _full = array.push(value);
            }
            mode::NAMED => {
                let key = Key::from(name(this, at));
                match array.get(&key.as_ref()).map(Value::unref) {
                    None => array.set(key, value),
                    Some(before) => {
                        let mut list = match before.as_array() {
                            Some(list) => list.into_owned(),
                            None => Array::list([before.clone()]),
                        };
                        drop(before);
                        let _full = list.push(value);
                        array.set(key, Value::from(list));
                    }
                }
            }
            mode::BOTH => {
                array.set(name(this, at), value.clone());
                if array.get_int(at as i64).is_none() {
                    array.set(at, value);
                }
            }
            // FETCH_ASSOC
            _ => array.set(name(this, at), value),
        }
    }
    Ok(array)
}

fn plain_object(ctx: &Ctx, this: &Object, first: usize) -> PhpResult<Object> {
    let mut properties = Array::new();
    for at in first..columns(this) {
        let value = column(ctx, this, at as i64, None)?;
        // Names of properties stay strings.
        properties.set(Key::Str(name(this, at)), value);
    }
    ctx.std_object(properties)
}

/// A new object of a class with the columns as properties. `None`: the error is reported.
fn object_of_class(
    ctx: &Ctx,
    this: &Object,
    class: ClassPtr,
    arguments: &Value,
    flags: i64,
    mut first: usize,
) -> PhpResult<Option<Object>> {
    if flags & mode::SERIALIZE != 0 {
        let data = column(ctx, this, first as i64, None)?;
        first += 1;
        let method = class.method(b"unserialize").filter(|_| class.has_flag(class_flags::SERIALIZABLE));
        let Some(method) = method else {
            stmt::refused(ctx, this, GENERAL, "cannot unserialize class");
            return Ok(None);
        };
        let object = ctx.allocate(class)?;
        let data = convert::to_str(ctx, &data)?;
        ctx.host.call_function(ctx, method, Some(&object), Some(class), &[Value::from(data)])?;
        write_columns(ctx, this, Some(class), &object, first)?;
        return Ok(Some(object));
    }
    let object = ctx.allocate(class)?;
    let late = flags & mode::PROPS_LATE != 0;
    let constructor = class.magic.construct;
    if late && let Some(constructor) = constructor {
        call_constructor(ctx, &object, class, constructor, arguments)?;
    }
    write_columns(ctx, this, Some(class), &object, first)?;
    if !late && let Some(constructor) = constructor {
        call_constructor(ctx, &object, class, constructor, arguments)?;
    }
    Ok(Some(object))
}

/// Writes the columns into properties, from the scope of a class or from outside. One that cannot be written does not
/// keep the others from it.
fn write_columns(ctx: &Ctx, this: &Object, class: Option<ClassPtr>, object: &Object, first: usize) -> PhpResult<()> {
    for at in first..columns(this) {
        let value = column(ctx, this, at as i64, None)?;
        let _thrown = ctx.host.write_property(ctx, object, &name(this, at), value, class);
    }
    ctx.check()
}

/// Runs a constructor with an array of arguments, whose keys do not matter.
pub fn call_constructor(
    ctx: &Ctx,
    object: &Object,
    class: ClassPtr,
    constructor: FunctionPtr,
    arguments: &Value,
) -> PhpResult<()> {
    let values: Vec<Value> = arguments.as_array().iter().flat_map(|list| list.values()).cloned().collect();
    ctx.host.call_function(ctx, constructor, Some(object), Some(class), &values)?;
    Ok(())
}

/// The class that `fetchAll`, `setFetchMode` and `query` were told to make, with the arguments of its constructor.
fn class_setup(ctx: &Ctx, class: &Value, arguments: Option<&Value>, number: usize) -> PhpResult<(ClassPtr, Value)> {
    let Some(name) = class.as_str() else {
        let given = convert::value_name(class);
        return Err(ctx.argument_type_error(number, format!("must be of type string, {given} given")));
    };
    let Some(class) = ctx.class(&name) else {
        ctx.check()?;
        // `fetchAll` alone ends the program.
        if ctx.current.get().is_some_and(|f| f.name.as_bytes() == b"fetchAll") {
            ctx.report(Level::Error, format!("Class \"{name}\" not found"));
            return Err(phant_native::Thrown);
        }
        let function = ctx.current.get().map_or_else(String::new, |f| f.display_name());
        return Err(ctx.type_error(format!("{function}(): Argument #{number} must be a valid class")));
    };
    let arguments = optional_array(ctx, arguments, number + 1)?;
    no_useless_arguments(ctx, class, &arguments)?;
    Ok((class, shared(&arguments)))
}

/// Arguments as variables: a constructor that takes one by reference changes it for the objects that follow.
fn shared(arguments: &Value) -> Value {
    match arguments.as_array() {
        Some(list) => Value::from(list.iter().map(|(_, v)| Value::from(Reference::new(v.unref()))).collect::<Array>()),
        None => Value::NULL,
    }
}

fn optional_array(ctx: &Ctx, value: Option<&Value>, number: usize) -> PhpResult<Value> {
    match value {
        None => Ok(Value::NULL),
        Some(value) if value.is_null() || value.is_array() => Ok(value.clone()),
        Some(value) => {
            let given = convert::value_name(value);
            Err(ctx.argument_type_error(number, format!("must be of type ?array, {given} given")))
        }
    }
}

fn no_useless_arguments(ctx: &Ctx, class: ClassPtr, arguments: &Value) -> PhpResult<()> {
    if class.magic.construct.is_none() && arguments.as_array().is_some_and(|arguments| !arguments.is_empty()) {
        return Err(ctx.throw_error("User-supplied statement does not accept constructor arguments"));
    }
    Ok(())
}

fn column_number(ctx: &Ctx, value: &Value, number: usize) -> PhpResult<i64> {
    match value.as_int() {
        Some(column) if column >= 0 => Ok(column),
        Some(_) => Err(ctx.argument_error(number, "must be greater than or equal to 0")),
        None => {
            let given = convert::value_name(value);
            Err(ctx.argument_type_error(number, format!("must be of type int, {given} given")))
        }
    }
}

/// `setFetchMode()`, and the mode that `query()` is given. `number` is that of the mode's argument.
pub fn set_mode(ctx: &Ctx, this: &Object, wanted: i64, args: &[Value], number: usize) -> PhpResult<()> {
    let function = ctx.current.get().map_or_else(String::new, |f| f.display_name());
    let given = number + args.len();
    let count = |ctx: &Ctx, how: &str, expected: usize| {
        let text = format!("{function}() expects {how} {expected} arguments for the fetch mode provided, {given} given");
        ctx.throw("ArgumentCountError", text)
    };
    let prepared = Prepared::of(this);
    prepared.status.clear();
    let how = wanted & !mode::FLAGS;
    let flags = wanted & mode::FLAGS;
    prepared.default_mode.set(mode::BOTH);
    verify(ctx, this, wanted, number, false)?;
    let mut setup = Setup::default();
    match (how, args) {
        (mode::COLUMN, [column]) => setup.column = column_number(ctx, column, number + 1)?,
        (mode::COLUMN | mode::INTO, args) if args.len() != 1 => return Err(count(ctx, "exactly", number + 1)),
        (mode::INTO, [into]) => {
            if !into.is_object() {
                let given = convert::value_name(into);
                return Err(ctx.argument_type_error(number + 1, format!("must be of type object, {given} given")));
            }
            setup.into = into.clone();
        }
        (mode::CLASS, []) if flags & mode::CLASSTYPE == 0 => return Err(count(ctx, "at least", number + 1)),
        (mode::CLASS, [_, ..]) if flags & mode::CLASSTYPE != 0 => return Err(count(ctx, "exactly", number)),
        (mode::CLASS, []) => {}
        (mode::CLASS, [class, rest @ ..]) => {
            if rest.len() > 1 {
                return Err(count(ctx, "at most", number + 2));
            }
            let (class, arguments) = class_setup(ctx, class, rest.first(), number + 1)?;
            setup.class = Some(class);
            setup.arguments = arguments;
        }
        (_, []) => {}
        (_, _) => return Err(count(ctx, "exactly", number)),
    }
    let old = prepared.fetch.replace(setup);
    drop(old);
    // The default mode stays what the connection says.
    let chosen = match (how, prepared.pdo()) {
        (mode::DEFAULT, Some(pdo)) => Handle::of(&pdo).fetch_mode.get(),
        _ => wanted,
    };
    prepared.default_mode.set(chosen);
    Ok(())
}

/// `fetchAll()`
pub fn fetch_all(ctx: &Ctx, this: &Object, wanted: i64, args: &[Value]) -> PhpResult<Array> {
    if args.len() > 2 {
        let text = format!("PDOStatement::fetchAll() expects at most 3 arguments, {} given", args.len() + 1);
        return Err(ctx.throw("ArgumentCountError", text));
    }
    let arguments = optional_array(ctx, args.get(1), 3)?;
    verify(ctx, this, wanted, 1, true)?;
    let (how, flags) = resolve(this, wanted);
    let named = wanted & !mode::FLAGS;
    let mut setup = Prepared::of(this).fetch.borrow().clone();
    let mut function = None;
    let given = args.len() + 1;
    match (named, args.first()) {
        (mode::CLASS, None) => {
            setup.class = Some(ctx.known_class("stdClass"));
            setup.arguments = Value::NULL;
        }
        (mode::CLASS, Some(class)) => {
            let (class, arguments) = class_setup(ctx, class, Some(&arguments), 2)?;
            setup.class = Some(class);
            setup.arguments = arguments;
        }
        (mode::FUNC, None) => {
            let text = format!("PDOStatement::fetchAll() expects exactly 2 argument for PDO::FETCH_FUNC, {given} given");
            return Err(ctx.throw("ArgumentCountError", text));
        }
        (mode::FUNC, Some(callback)) => {
            if callback.is_null() {
                return Err(ctx.argument_type_error(2, "must be a callable, null given"));
            }
            match ctx.resolve_callable(callback) {
                Ok(callable) => function = Some(callable),
                Err(reason) => {
                    ctx.check()?;
                    return Err(ctx.type_error(reason));
                }
            }
        }
        (mode::COLUMN, Some(column)) => setup.column = column_number(ctx, column, 2)?,
        (mode::COLUMN, None) => setup.column = if flags & mode::GROUP != 0 { -1 } else { 0 },
        (_, None) => {}
        (_, Some(_)) => {
            let text = format!("PDOStatement::fetchAll() expects exactly 1 argument for the fetch mode provided, {given} given");
            return Err(ctx.throw("ArgumentCountError", text));
        }
    }
    Prepared::of(this).status.clear();
    let mut all = Array::new();
    while advance(ctx, this, 0, 0)? {
        let mut nothing = Collect::No;
        // Groups are made where they are asked for here: the statement's own mode makes none.
        let listed = !(wanted & mode::GROUP != 0 || how == mode::KEY_PAIR);
        let row = if listed {
            row_value(ctx, this, how, flags, &setup, function.as_ref(), &mut nothing)?
        } else if how == mode::KEY_PAIR {
            row_value(ctx, this, how, flags, &setup, None, &mut Collect::Pairs(&mut all))?
        } else {
            row_value(ctx, this, how, flags, &setup, function.as_ref(), &mut Collect::Groups(&mut all))?
        };
        ctx.check()?;
        match row {
            None => break,
            Some(row) if listed => {
                let _full = all.push(row);
            }
            Some(_) => {}
        }
    }
    ctx.check()?;
    if all.is_empty() {
        stmt::report(ctx, this);
        ctx.check()?;
    }
    Ok(all)
}

/// `fetchObject()`
pub fn fetch_object(ctx: &Ctx, this: &Object, class: Option<&Str>, arguments: &Array) -> PhpResult {
    let class = match class {
        None => ctx.known_class("stdClass"),
        Some(name) => match ctx.class(name) {
            Some(class) => class,
            None => {
                ctx.check()?;
                return Err(ctx.argument_type_error(1, format!("must be a valid class name, {name} given")));
            }
        },
    };
    let arguments = Value::from(arguments.clone());
    no_useless_arguments(ctx, class, &arguments)?;
    let object = if advance(ctx, this, 0, 0)? { object_of_class(ctx, this, class, &arguments, 0, 0)? } else { None };
    if object.is_none() {
        stmt::report(ctx, this);
    }
    ctx.check()?;
    Ok(object.map_or(Value::bool(false), Value::from))
}
