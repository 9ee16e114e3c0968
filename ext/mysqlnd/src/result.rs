//! Results: rows that are all here, or that are read as they are wanted.

use crate::{
    error::{Done, Failed, code, words},
    link::{Changes, Link, State},
    stats::{self, Stat},
};
use phant_memory::{HeapVec, Key, Str, Value, heap_vec};
use phant_mysql_wire::{
    Error,
    message::Column,
    value::{self, BadRow, Value as Sql},
};
use phant_native::{Ctx, PhpResult};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

/// A result.
pub struct ResultSet {
    /// Its columns.
    pub columns: Rc<[Column]>,
    /// Their names as keys of arrays.
    keys: HeapVec<Key>,
    link: Rc<Link>,
    rows: RefCell<Rows>,
    /// The rows are in the binary form.
    binary: bool,
    native: bool,
    lengths: RefCell<Option<Vec<usize>>>,
    /// The column that `fetch_field()` gives next.
    pub field: Cell<usize>,
    /// The longest value of each column, once somebody wants to know.
    longest: RefCell<Option<Vec<usize>>>,
    /// The rows were counted as what was fetched from the server.
    freed: Cell<bool>,
}

enum Rows {
    /// All are here, as they came.
    Buffered { all: HeapVec<Str>, at: usize },
    /// They are still at the server.
    Waiting { seen: u64, ended: bool },
    /// Only the columns are of interest.
    None,
}

impl Drop for ResultSet {
    fn drop(&mut self) {
        if matches!(self.rows.get_mut(), Rows::Waiting { ended: false, .. }) {
            self.link.stats.add(if self.binary { Stat::flushed_ps_sets } else { Stat::flushed_normal_sets }, 1);
            self.link.abandon();
        }
    }
}

impl ResultSet {
    fn new(link: &Rc<Link>, columns: Rc<[Column]>, rows: Rows, binary: bool) -> ResultSet {
        let mut keys = heap_vec();
        keys.extend(columns.iter().map(|column| Key::from(&Str::new(&column.name))));
        ResultSet {
            keys,
            link: Rc::clone(link),
            rows: RefCell::new(rows),
            binary,
            native: link.native_numbers(),
            lengths: RefCell::new(None),
            field: Cell::new(0),
            longest: RefCell::new(None),
            freed: Cell::new(false),
            columns,
        }
    }
    /// A result without rows.
    pub fn of_columns(link: &Rc<Link>, columns: Rc<[Column]>) -> ResultSet {
        ResultSet::new(link, columns, Rows::None, false)
    }
    /// Reads all rows of the result that waits on a connection. An `Err` outside is an exception.
    pub fn store(ctx: &Ctx, link: &Rc<Link>, columns: Rc<[Column]>, binary: bool) -> PhpResult<Done<ResultSet>> {
        let mut all: HeapVec<Str> = heap_vec();
        loop {
            let read = link.read_row(ctx, &mut |row| {
                if row.len() > 1 << 12 && phant_memory::heap::try_reserve(row.len()).is_err() {
                    return Err(Error::NoRoom(row.len()));
                }
                all.push(Str::new(row));
                Ok(())
            });
            ctx.check_memory()?;
            ctx.check()?;
            match read {
                Ok(true) => {}
                Ok(false) => break,
                Err(failed) => return Ok(Err(failed)),
            }
        }
        let count = all.len() as u64;
        link.changes.set(Changes { affected: count, ..link.changes.get() });
        let (sets, fetched, buffered) = if binary {
            (Stat::ps_buffered_sets, Stat::rows_fetched_from_server_ps, Stat::rows_buffered_from_client_ps)
        } else {
            (Stat::buffered_sets, Stat::rows_fetched_from_server_normal, Stat::rows_buffered_from_client_normal)
        };
        link.stats.add(sets, 1);
        link.stats.add(fetched, count);
        link.stats.add(buffered, count);
        Ok(Ok(ResultSet::new(link, columns, Rows::Buffered { all, at: 0 }, binary)))
    }
    /// A result whose rows are read one by one.
    pub fn wait(link: &Rc<Link>, columns: Rc<[Column]>, binary: bool) -> ResultSet {
        link.stats.add(if binary { Stat::ps_unbuffered_sets } else { Stat::unbuffered_sets }, 1);
        ResultSet::new(link, columns, Rows::Waiting { seen: 0, ended: false }, binary)
    }
    /// The columns' names as keys.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }
    /// Whether the rows are read one by one.
    pub fn is_unbuffered(&self) -> bool {
        matches!(&*self.rows.borrow(), Rows::Waiting { .. })
    }
    /// Whether the last row has been read.
    pub fn is_at_end(&self) -> bool {
        match &*self.rows.borrow() {
            Rows::Buffered { all, at } => *at >= all.len(),
            Rows::Waiting { ended, .. } => *ended,
            Rows::None => true,
        }
    }
    /// How many rows there are; of those that are read one by one, once all have been.
    pub fn count(&self) -> u64 {
        match &*self.rows.borrow() {
            Rows::Buffered { all, .. } => all.len() as u64,
            Rows::Waiting { seen, ended: true } => *seen,
            _ => 0,
        }
    }
    /// The lengths of the values of the current row.
    pub fn lengths(&self) -> Option<Vec<usize>> {
        self.lengths.borrow().clone()
    }
    /// Goes to a row; false if there is no such.
    pub fn seek(&self, row: u64) -> bool {
        match &mut *self.rows.borrow_mut() {
            Rows::Buffered { all, at } if row < all.len() as u64 => {
                *at = row as usize;
                true
            }
            Rows::Buffered { all, at } => {
                *at = all.len();
                false
            }
            _ => false,
        }
    }
    /// The next row; `None` at the end, or after an error, which the connection has.
    pub fn next(&self, ctx: &Ctx) -> PhpResult<Done<Option<Vec<Value>>>> {
        let mut row = None;
        {
            let mut rows = self.rows.borrow_mut();
            if let Rows::Buffered { all, at } = &mut *rows {
                row = all.get(*at).cloned();
                *at += usize::from(row.is_some());
            }
        }
        let unbuffered = self.is_unbuffered();
        if unbuffered && !self.is_at_end() {
            if self.link.state() != State::Fetching {
                return Ok(Err(self.link.error.client(code::OUT_OF_SYNC, words::OUT_OF_SYNC)));
            }
            let read = self.link.read_row(ctx, &mut |bytes| {
                if bytes.len() > 1 << 12 && phant_memory::heap::try_reserve(bytes.len()).is_err() {
                    return Err(Error::NoRoom(bytes.len()));
                }
                row = Some(Str::new(bytes));
                Ok(())
            });
            ctx.check()?;
            let mut rows = self.rows.borrow_mut();
            if let Rows::Waiting { seen, ended } = &mut *rows {
                match read {
                    Ok(true) => *seen += 1,
                    Ok(false) => {
                        *ended = true;
                        self.link.changes.set(Changes { affected: 0, ..self.link.changes.get() });
                    }
                    Err(failed) => {
                        *ended = true;
                        return Ok(Err(failed));
                    }
                }
            }
        }
        let Some(row) = row else {
            self.lengths.take();
            return Ok(Ok(None));
        };
        self.count_row(unbuffered);
        match self.decode(&row) {
            Ok(values) => Ok(Ok(Some(values))),
            Err(BadRow) => {
                let the = if self.binary { "the " } else { "" };
                ctx.warning(format!("Malformed server packet. Field length pointing after {the}end of packet"));
                ctx.check()?;
                if unbuffered && let Rows::Waiting { ended, .. } = &mut *self.rows.borrow_mut() {
                    *ended = true;
                }
                Ok(Err(Failed))
            }
        }
    }
    fn count_row(&self, unbuffered: bool) {
        let stat = match (self.binary, unbuffered) {
            (false, false) => Stat::rows_fetched_from_client_normal_buffered,
            (false, true) => Stat::rows_fetched_from_client_normal_unbuffered,
            (true, false) => Stat::rows_fetched_from_client_ps_buffered,
            (true, true) => Stat::rows_fetched_from_client_ps_unbuffered,
        };
        self.link.stats.add(stat, 1);
        if unbuffered {
            let stat = if self.binary { Stat::rows_fetched_from_server_ps } else { Stat::rows_fetched_from_server_normal };
            self.link.stats.add(stat, 1);
        }
    }
    fn decode(&self, row: &Str) -> Result<Vec<Value>, BadRow> {
        let mut values = Vec::with_capacity(self.columns.len());
        let mut lengths = self.lengths.take().unwrap_or_default();
        lengths.clear();
        let mut each = |column: &Column, sql: Sql<'_>, length: usize| {
            stats::fetched(&self.link.stats, column.kind, self.binary, sql == Sql::Null);
            values.push(php_value(sql));
            lengths.push(length);
        };
        if self.binary {
            value::binary_row(row, &self.columns, &mut each)?;
        } else {
            value::text_row(row, &self.columns, self.native, &mut each)?;
        }
        let real = if self.binary { Stat::bytes_received_real_data_ps } else { Stat::bytes_received_real_data_normal };
        self.link.stats.add(real, lengths.iter().sum::<usize>() as u64);
        self.lengths.replace(Some(lengths));
        Ok(values)
    }
    /// The longest values of buffered columns.
    pub fn longest(&self) -> Vec<usize> {
        if let Some(known) = &*self.longest.borrow() {
            return known.clone();
        }
        let mut longest = vec![0; self.columns.len()];
        if let Rows::Buffered { all, .. } = &*self.rows.borrow()
            && !self.binary
        {
            for row in all {
                let mut at = 0;
                // A bad row is reported when it is fetched.
                let _bad = value::text_row(row, &self.columns, false, &mut |_, _, length| {
                    longest[at] = longest[at].max(length);
                    at += 1;
                });
            }
        }
        self.longest.replace(Some(longest.clone()));
        longest
    }
    /// Lets go of the rows, those at the server too.
    pub fn free(&self, ctx: &Ctx) {
        if self.freed.replace(true) {
            return;
        }
        self.skip(ctx);
        let rows = self.rows.replace(Rows::None);
        drop(rows);
    }
    /// Reads what is left at the server.
    pub fn skip(&self, ctx: &Ctx) {
        let waits = matches!(&*self.rows.borrow(), Rows::Waiting { ended: false, .. });
        if !waits {
            return;
        }
        if let Rows::Waiting { ended, .. } = &mut *self.rows.borrow_mut() {
            *ended = true;
        }
        if self.link.state() == State::Fetching {
            self.link.stats.add(if self.binary { Stat::flushed_ps_sets } else { Stat::flushed_normal_sets }, 1);
            let skipped = if self.binary { Stat::rows_skipped_ps } else { Stat::rows_skipped_normal };
            while let Ok(true) = self.link.read_row(ctx, &mut |_| Ok(())) {
                self.link.stats.add(skipped, 1);
                if ctx.poll().is_err() {
                    self.link.close(false);
                }
            }
        }
    }
}

/// A value as PHP has it.
pub fn php_value(value: Sql<'_>) -> Value {
    match value {
        Sql::Null => Value::NULL,
        Sql::Int(int) => Value::int(int),
        Sql::Float(float) => Value::float(float),
        Sql::Bytes(bytes) => Value::str(bytes),
        Sql::Text(text) => Value::str(text),
    }
}
