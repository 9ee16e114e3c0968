//! Statements: prepared by the server, or put together here with the parameters' values in them.

use crate::{
    mysql_driver::MysqlConnection,
    placeholders::{self, BAD_PARAMETER, Piece},
};
use phant_ext_mysqlnd::{link::Link, result::ResultSet, statement::Statement as Prepared};
use phant_ext_pdo::{
    dbh::{attribute, param},
    driver::{Bound, Connection, Outcome, Parameter, Statement as PdoStatement},
};
use phant_memory::{Array, Str, Value};
use phant_mysql_wire::{
    message::Column,
    value::{flag, kind},
};
use phant_native::{Ctx, PhpResult, convert, resource};
use phant_streams::Stream;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

enum How {
    /// The SQL, with the parameters to be put in.
    Emulated(Vec<u8>),
    /// The server's statement, and the names of its parameters, if they have names.
    Native(Box<Prepared>, Vec<Vec<u8>>),
}

/// A parameter that has a value.
struct Given {
    name: Option<Vec<u8>>,
    number: i64,
    value: Value,
    kind: i64,
}

/// See the [module documentation](self).
pub struct MysqlStatement {
    connection: Rc<MysqlConnection>,
    how: How,
    given: RefCell<Vec<Given>>,
    /// Values of an execution that is over: the next one begins anew.
    stale: Cell<bool>,
    result: RefCell<Option<Rc<ResultSet>>>,
    columns: RefCell<Rc<[Column]>>,
    row: RefCell<Vec<Value>>,
}

/// SQL as the server prepares it, with the parameters' names in their order.
pub fn native_sql(connection: &MysqlConnection, sql: &[u8]) -> Outcome<(Vec<u8>, Vec<Vec<u8>>)> {
    let pieces = placeholders::split(sql).map_err(|words| connection.refuse(BAD_PARAMETER, words))?;
    let (mut native, mut names) = (Vec::with_capacity(sql.len()), Vec::new());
    for piece in pieces {
        match piece {
            Piece::Text(text) => native.extend_from_slice(&text),
            Piece::Number(_) => native.push(b'?'),
            Piece::Name(name) => {
                names.push(name);
                native.push(b'?');
            }
        }
    }
    Ok((native, names))
}

impl MysqlStatement {
    fn new(connection: Rc<MysqlConnection>, how: How) -> MysqlStatement {
        MysqlStatement {
            connection,
            how,
            given: RefCell::default(),
            stale: Cell::new(false),
            result: RefCell::default(),
            columns: RefCell::new(Rc::new([])),
            row: RefCell::default(),
        }
    }
    /// SQL whose parameters are put in here.
    pub fn emulated(connection: Rc<MysqlConnection>, sql: &[u8]) -> MysqlStatement {
        MysqlStatement::new(connection, How::Emulated(sql.to_vec()))
    }
    /// A statement of the server's.
    pub fn native(connection: Rc<MysqlConnection>, prepared: Prepared, names: Vec<Vec<u8>>) -> MysqlStatement {
        MysqlStatement::new(connection, How::Native(Box::new(prepared), names))
    }
    fn link(&self) -> &Rc<Link> {
        &self.connection.link
    }
    fn statement_failed(&self, prepared: &Prepared) -> [u8; 5] {
        self.connection.fail(prepared.error.last())
    }
    fn free(&self, ctx: &Ctx) {
        self.row.take();
        if let Some(result) = self.result.take() {
            result.free(ctx);
        }
    }
    /// The SQL with the values in it.
    fn put_together(&self, sql: &[u8]) -> Outcome<Vec<u8>> {
        let refuse = |words| self.connection.refuse(BAD_PARAMETER, words);
        let pieces = placeholders::split(sql).map_err(refuse)?;
        let given = self.given.borrow();
        let wanted = pieces.iter().filter(|piece| !matches!(piece, Piece::Text(_))).count();
        let mut distinct: Vec<&Piece> = pieces.iter().filter(|piece| !matches!(piece, Piece::Text(_))).collect();
        distinct.dedup();
        const COUNT: &str = "number of bound variables does not match number of tokens";
        if given.is_empty() || wanted == 0 {
            // SQL without values goes as it is.
            return if given.is_empty() { Ok(sql.to_vec()) } else { Err(refuse(COUNT)) };
        }
        let by_number = pieces.iter().any(|piece| matches!(piece, Piece::Number(_)));
        let names: std::collections::HashSet<&[u8]> =
            pieces.iter().filter_map(|p| if let Piece::Name(name) = p { Some(&name[..]) } else { None }).collect();
        let expected = if by_number { wanted } else { names.len() };
        if given.len() != expected && (by_number || given.len() > expected || given.len() < expected) && given.len() != wanted {
            return Err(refuse(COUNT));
        }
        let mut out = Vec::with_capacity(sql.len());
        for piece in &pieces {
            let found = match piece {
                Piece::Text(text) => {
                    out.extend_from_slice(text);
                    continue;
                }
                Piece::Number(number) => given.iter().find(|g| g.name.is_none() && g.number == *number as i64),
                Piece::Name(name) => given.iter().find(|g| g.name.as_ref() == Some(name)),
            };
            let Some(found) = found else { return Err(refuse("parameter was not defined")) };
            self.put(&mut out, found);
        }
        Ok(out)
    }
    fn put(&self, out: &mut Vec<u8>, given: &Given) {
        let value = &given.value;
        match param::kind(given.kind) {
            _ if value.is_null() => out.extend_from_slice(b"NULL"),
            param::NULL => out.extend_from_slice(b"NULL"),
            param::BOOL => out.push(if convert::to_bool(value) { b'1' } else { b'0' }),
            param::INT => out.extend_from_slice(convert::to_int(value).to_string().as_bytes()),
            _ => {
                let text = value.as_str().map(|text| text.to_vec()).unwrap_or_default();
                out.extend(self.connection.quote(&text, given.kind).unwrap_or_default());
            }
        }
    }
    /// Takes the result that waits on the connection.
    fn take_result(&self, ctx: &Ctx) -> Outcome<i64> {
        let link = self.link();
        self.columns.replace(Rc::new([]));
        let Some(columns) = link.take_columns() else { return Ok(rows(link.changes.get().affected)) };
        self.columns.replace(Rc::clone(&columns));
        if !self.connection.buffered.get() {
            self.result.replace(Some(Rc::new(ResultSet::wait(link, columns, false))));
            return Ok(0);
        }
        match ResultSet::store(ctx, link, columns, false) {
            Ok(Ok(result)) => {
                let count = result.count();
                self.result.replace(Some(Rc::new(result)));
                Ok(rows(count))
            }
            Ok(Err(_)) => Err(self.connection.link_failed()),
            // The exception is pending.
            Err(_) => Err(self.connection.bare(phant_ext_pdo::error::GENERAL)),
        }
    }
    fn take_native_result(&self, ctx: &Ctx, prepared: &Prepared) -> Outcome<i64> {
        self.columns.replace(prepared.columns());
        if !prepared.has_rows() {
            return Ok(rows(prepared.changes.get().affected));
        }
        if !self.connection.buffered.get() {
            return Ok(0);
        }
        match prepared.store(ctx) {
            Ok(Ok(result)) => {
                let count = result.count();
                self.result.replace(Some(result));
                Ok(rows(count))
            }
            Ok(Err(_)) => Err(self.statement_failed(prepared)),
            Err(_) => Err(self.connection.bare(phant_ext_pdo::error::GENERAL)),
        }
    }
    /// The values in the server's order.
    fn native_values(&self, prepared: &Prepared, names: &[Vec<u8>]) -> Outcome<Vec<(u8, Value)>> {
        let given = self.given.borrow();
        let bad = || self.connection.bare(BAD_PARAMETER);
        if given.len() != prepared.parameter_count() {
            return Err(bad());
        }
        (0..prepared.parameter_count())
            .map(|at| {
                let named = |g: &&Given| g.name.is_some() && g.name.as_ref() == names.get(at);
                let found = given.iter().find(|g| g.number == at as i64).or_else(|| given.iter().find(named));
                let Some(found) = found else { return Err(bad()) };
                let value = found.value.clone();
                Ok(match param::kind(found.kind) {
                    param::NULL => (kind::NULL, Value::NULL),
                    _ if value.is_float() => (kind::DOUBLE, value),
                    _ if value.is_int() || value.is_bool() => (kind::LONG, Value::int(convert::to_int(&value))),
                    _ => (kind::VAR_STRING, value),
                })
            })
            .collect()
    }
}

impl Drop for MysqlStatement {
    fn drop(&mut self) {
        // Results that nobody has asked for go with the statement.
        drop(self.result.take());
        self.link().abandon_results();
    }
}

fn rows(count: u64) -> i64 {
    count as i64
}

impl PdoStatement for MysqlStatement {
    fn bind(&self, ctx: &Ctx, parameter: Parameter<'_>, value: &Value, kind: i64) -> PhpResult<Outcome<Bound>> {
        if self.stale.replace(false) {
            let old = self.given.take();
            drop(old);
        }
        let (name, mut number) = match parameter {
            Parameter::Name(name) => (Some(name.to_vec()), -1),
            Parameter::Number(number) => (None, number),
        };
        let mut name = name;
        if let How::Native(prepared, names) = &self.how {
            let count = prepared.parameter_count() as i64;
            if let Some(wanted) = &name {
                match names.iter().position(|known| known == wanted) {
                    Some(at) => number = at as i64,
                    None => {
                        let words = if names.is_empty() { None } else { Some("parameter was not defined") };
                        return Ok(Err(match words {
                            Some(words) => self.connection.refuse(BAD_PARAMETER, words),
                            None => self.connection.bare(BAD_PARAMETER),
                        }));
                    }
                }
            }
            if !(0..count).contains(&number) {
                return Ok(Err(self.connection.bare(BAD_PARAMETER)));
            }
            name = None;
        }
        let base = param::kind(kind);
        let given_stream = base == param::LOB && value.as_resource().is_some();
        let value = match base {
            _ if value.is_null() => Value::NULL,
            param::NULL => Value::NULL,
            param::INT | param::BOOL if value.is_int() || value.is_bool() || value.is_float() => value.clone(),
            param::LOB => match value.as_resource() {
                Some(resource) => match resource::get::<Stream>(&resource) {
                    Some(stream) => {
                        let bytes = stream.read_all(ctx, usize::MAX).unwrap_or_default();
                        ctx.check()?;
                        Value::from(bytes)
                    }
                    None => return Err(ctx.type_error("supplied resource is not a valid stream resource")),
                },
                None => Value::from(convert::to_str(ctx, value)?),
            },
            _ => Value::from(convert::to_str(ctx, value)?),
        };
        let emulated_name = name;
        let from_stream = given_stream.then(|| value.clone());
        let mut given = self.given.borrow_mut();
        given.retain(|known| known.number != number || known.name != emulated_name);
        given.push(Given { name: emulated_name, number, value, kind });
        Ok(Ok(Bound { number, converted: from_stream }))
    }
    fn execute(&self, ctx: &Ctx) -> Outcome<i64> {
        self.free(ctx);
        self.stale.set(true);
        match &self.how {
            How::Emulated(sql) => {
                let sql = self.put_together(sql)?;
                if self.link().query(ctx, &sql).is_err() {
                    return Err(self.connection.link_failed());
                }
                self.take_result(ctx)
            }
            How::Native(prepared, names) => {
                let values = self.native_values(prepared, names)?;
                match prepared.execute(ctx, &values) {
                    Ok(Ok(())) => self.take_native_result(ctx, prepared),
                    Ok(Err(_)) => Err(self.statement_failed(prepared)),
                    Err(_) => Err(self.connection.bare(phant_ext_pdo::error::GENERAL)),
                }
            }
        }
    }
    fn fetch(&self, ctx: &Ctx, _orientation: i64, _offset: i64) -> Outcome<bool> {
        let result = self.result.borrow().clone();
        let next = match (&self.how, result) {
            (How::Native(prepared, _), None) if prepared.has_rows() => prepared.fetch(ctx),
            (_, Some(result)) => result.next(ctx),
            _ => return Ok(false),
        };
        match next {
            Ok(Ok(Some(row))) => {
                self.row.replace(row);
                Ok(true)
            }
            Ok(Ok(None)) => {
                self.row.take();
                Ok(false)
            }
            Ok(Err(_)) => {
                self.row.take();
                let error = match &self.how {
                    How::Native(prepared, _) => prepared.error.last(),
                    How::Emulated(_) => self.link().error.last(),
                };
                if error.is_none() { Ok(false) } else { Err(self.connection.fail(error)) }
            }
            Err(_) => Err(self.connection.bare(phant_ext_pdo::error::GENERAL)),
        }
    }
    fn column_count(&self) -> usize {
        self.columns.borrow().len()
    }
    fn column_name(&self, column: usize) -> Vec<u8> {
        let columns = self.columns.borrow();
        let Some(column) = columns.get(column) else { return Vec::new() };
        match self.connection.table_names.get() {
            true => [&column.table[..], b".", &column.name].concat(),
            false => column.name.clone(),
        }
    }
    fn column(&self, _ctx: &Ctx, column: usize) -> PhpResult {
        Ok(self.row.borrow().get(column).cloned().unwrap_or(Value::NULL))
    }
    fn column_meta(&self, column: usize) -> Option<Array> {
        let columns = self.columns.borrow();
        let column = columns.get(column)?;
        let mut meta = Array::new();
        if let Some(native) = native_type(column.kind) {
            meta.set_name("native_type", Value::str(native));
        }
        let is_int =
            matches!(column.kind, kind::BIT | kind::YEAR | kind::TINY | kind::SHORT | kind::INT24 | kind::LONG | kind::LONGLONG);
        meta.set_name("pdo_type", Value::int(if is_int { param::INT } else { param::STR }));
        let mut flags = Array::new();
        for (bit, name) in [
            (flag::NOT_NULL, "not_null"),
            (flag::PRI_KEY, "primary_key"),
            (flag::MULTIPLE_KEY, "multiple_key"),
            (flag::UNIQUE_KEY, "unique_key"),
            (flag::BLOB, "blob"),
        ] {
            if column.flags & bit != 0 {
                let _full = flags.push(Value::str(name));
            }
        }
        meta.set_name("flags", Value::from(flags));
        meta.set_name("table", Value::from(Str::new(&column.table)));
        Some(meta)
    }
    fn column_size(&self, column: usize) -> (i64, i64) {
        let columns = self.columns.borrow();
        columns.get(column).map_or((-1, 0), |column| (i64::from(column.length), i64::from(column.decimals)))
    }
    fn close_cursor(&self, ctx: &Ctx) -> Outcome<()> {
        self.free(ctx);
        if let How::Native(prepared, _) = &self.how {
            prepared.free_result(ctx);
        }
        let link = self.link();
        link.tidy(ctx);
        while link.more_results() && link.next_result(ctx).is_ok() {
            if let Some(columns) = link.take_columns() {
                ResultSet::wait(link, columns, false).skip(ctx);
            }
        }
        Ok(())
    }
    fn next_result(&self, ctx: &Ctx) -> Option<Outcome<bool>> {
        if let Some(result) = self.result.borrow().as_ref() {
            result.skip(ctx);
        }
        if let How::Native(prepared, _) = &self.how
            && prepared.has_rows()
            && self.result.borrow().is_none()
        {
            prepared.free_rows(ctx);
        }
        let link = self.link();
        link.tidy(ctx);
        if !link.more_results() {
            return Some(Ok(false));
        }
        self.free(ctx);
        Some(match &self.how {
            How::Native(prepared, _) => match prepared.next_result(ctx) {
                Ok(()) => self.take_native_result(ctx, prepared).map(|_| true),
                Err(_) => Err(self.statement_failed(prepared)),
            },
            How::Emulated(_) => match link.next_result(ctx) {
                Ok(()) => self.take_result(ctx).map(|_| true),
                Err(_) => Err(self.connection.link_failed()),
            },
        })
    }
    fn row_count(&self) -> Option<i64> {
        self.result.borrow().as_ref().map(|result| rows(result.count()))
    }
    fn attribute(&self, attribute: i64) -> Option<Value> {
        (attribute == attribute::EMULATE_PREPARES).then(|| Value::bool(matches!(self.how, How::Emulated(_))))
    }
}

/// PHP's names for the types of columns.
fn native_type(kind: u8) -> Option<&'static str> {
    Some(match kind {
        kind::STRING => "STRING",
        kind::VAR_STRING => "VAR_STRING",
        kind::TINY => "TINY",
        kind::BIT => "BIT",
        kind::SHORT => "SHORT",
        kind::LONG => "LONG",
        kind::LONGLONG => "LONGLONG",
        kind::INT24 => "INT24",
        kind::FLOAT => "FLOAT",
        kind::DOUBLE => "DOUBLE",
        kind::DECIMAL => "DECIMAL",
        kind::NEWDECIMAL => "NEWDECIMAL",
        kind::GEOMETRY => "GEOMETRY",
        kind::TIMESTAMP => "TIMESTAMP",
        kind::YEAR => "YEAR",
        kind::SET => "SET",
        kind::ENUM => "ENUM",
        kind::DATETIME => "DATETIME",
        kind::DATE => "DATE",
        kind::NEWDATE => "NEWDATE",
        kind::TIME => "TIME",
        kind::TINY_BLOB => "TINY_BLOB",
        kind::MEDIUM_BLOB => "MEDIUM_BLOB",
        kind::LONG_BLOB => "LONG_BLOB",
        kind::BLOB => "BLOB",
        kind::NULL => "NULL",
        _ => return None,
    })
}
