//! Prepared statements.

use crate::{
    error::{Done, ErrorInfo, code, words},
    link::{Changes, Link, State},
    result::ResultSet,
    stats::Stat,
};
use phant_memory::Value;
use phant_mysql_wire::{
    command as com,
    message::{self, Column},
    status,
    value::{self, Parameter, kind},
};
use phant_native::{Ctx, PhpResult, convert};
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

/// How far a statement has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Stage {
    New,
    Prepared,
    Executed,
    /// Rows wait: to be stored, or fetched one by one.
    Waiting,
    /// The rows are stored or being fetched.
    Used,
}

/// See the [module documentation](self).
pub struct Statement {
    /// The connection.
    pub link: Rc<Link>,
    id: Cell<u32>,
    stage: Cell<Stage>,
    parameters: Cell<usize>,
    columns: RefCell<Rc<[Column]>>,
    /// What the last execution changed.
    pub changes: Cell<Changes>,
    /// The last error.
    pub error: ErrorInfo,
    result: RefCell<Option<Rc<ResultSet>>>,
    /// Parameters that have been sent in pieces.
    sent: RefCell<Vec<bool>>,
    send_types: Cell<bool>,
    /// Rows come in portions, by commands of their own.
    pub cursor: Cell<bool>,
    on_cursor: Cell<bool>,
    executions: Cell<u32>,
}

impl Drop for Statement {
    fn drop(&mut self) {
        if self.stage.get() == Stage::New {
            return;
        }
        self.count_close(false);
        let rows = self.result.get_mut().is_none() && self.stage.get() == Stage::Waiting && !self.on_cursor.get();
        let executed = self.stage.get() > Stage::Prepared && self.result.get_mut().is_none();
        // Nothing can be sent from here: the connection does it before the next command.
        self.link.orphan(self.id.get(), rows, executed);
    }
}

impl Statement {
    /// A statement of a connection, with nothing in it.
    pub fn new(link: &Rc<Link>) -> Statement {
        Statement {
            link: Rc::clone(link),
            id: Cell::new(0),
            stage: Cell::new(Stage::New),
            parameters: Cell::new(0),
            columns: RefCell::new(Rc::new([])),
            changes: Cell::default(),
            error: ErrorInfo::default(),
            result: RefCell::new(None),
            sent: RefCell::default(),
            send_types: Cell::new(true),
            cursor: Cell::new(false),
            on_cursor: Cell::new(false),
            executions: Cell::new(0),
        }
    }
    /// How far it has come.
    pub fn stage(&self) -> Stage {
        self.stage.get()
    }
    /// The number that the server knows it by.
    pub fn id(&self) -> i64 {
        i64::from(self.id.get())
    }
    /// How many values it wants.
    pub fn parameter_count(&self) -> usize {
        self.parameters.get()
    }
    /// The columns of its rows.
    pub fn columns(&self) -> Rc<[Column]> {
        Rc::clone(&self.columns.borrow())
    }
    /// The result of the last execution.
    pub fn result(&self) -> Option<Rc<ResultSet>> {
        self.result.borrow().clone()
    }
    /// The parameters have got other types.
    pub fn rebind(&self) {
        self.send_types.set(true);
    }
    /// Takes the outcome of a command on the connection: its error is the statement's too.
    fn settled<T>(&self, outcome: Done<T>) -> Done<T> {
        if outcome.is_err() {
            self.error.copy(&self.link.error);
            self.changes.set(Changes { affected: u64::MAX, ..self.changes.get() });
        }
        outcome
    }

    /// Has the server prepare SQL.
    pub fn prepare(&self, ctx: &Ctx, sql: &[u8]) -> Done {
        self.link.error.clear();
        self.error.clear();
        if self.stage.get() > Stage::New {
            self.close(ctx, false);
        }
        self.changes.set(Changes { affected: u64::MAX, ..Changes::default() });
        self.columns.replace(Rc::new([]));
        self.parameters.set(0);
        let outcome = self.prepare_on_link(ctx, sql);
        self.settled(outcome)
    }
    fn prepare_on_link(&self, ctx: &Ctx, sql: &[u8]) -> Done {
        let link = &self.link;
        link.send(ctx, com::STMT_PREPARE, sql)?;
        let prepared = link.receive(ctx, message::prepared)?;
        link.stats.add(Stat::packets_received_prepare_response, 1);
        if prepared.parameters > 0 {
            link.read_columns(ctx, u64::from(prepared.parameters))?;
        }
        let columns = match prepared.columns {
            0 => Rc::new([]) as Rc<[Column]>,
            count => link.read_columns(ctx, u64::from(count))?,
        };
        link.state.set(State::Ready);
        link.changes.set(Changes { warnings: prepared.warnings, ..link.changes.get() });
        self.changes.set(Changes { affected: 0, warnings: prepared.warnings, ..Changes::default() });
        self.id.set(prepared.id);
        self.parameters.set(usize::from(prepared.parameters));
        self.sent.replace(vec![false; usize::from(prepared.parameters)]);
        self.columns.replace(columns);
        self.stage.set(Stage::Prepared);
        self.send_types.set(true);
        self.executions.set(0);
        Ok(())
    }

    /// Runs it with these values, of these types.
    pub fn execute(&self, ctx: &Ctx, values: &[(u8, Value)]) -> PhpResult<Done> {
        self.error.clear();
        if self.stage.get() < Stage::Prepared {
            return Ok(Err(self.error.client(code::NOT_PREPARED, words::NOT_PREPARED)));
        }
        self.flush(ctx);
        if values.len() != self.parameters.get() {
            let text = "No data supplied for parameters in prepared statement";
            return Ok(Err(self.error.client(code::NOT_BOUND, text)));
        }
        let message = self.message(ctx, values)?;
        let outcome = self.execute_on_link(ctx, &message);
        ctx.check()?;
        Ok(self.settled(outcome))
    }
    fn message(&self, ctx: &Ctx, values: &[(u8, Value)]) -> PhpResult<Vec<u8>> {
        let mut kept = Vec::with_capacity(values.len());
        for (at, (wanted, value)) in values.iter().enumerate() {
            let sent = std::mem::take(&mut self.sent.borrow_mut()[at]);
            kept.push(match *wanted {
                kind::LONG_BLOB if sent => (kind::LONG_BLOB, Kept::Sent),
                _ if value.is_null() => (if *wanted == kind::LONG { kind::LONGLONG } else { *wanted }, Kept::Null),
                kind::LONG_BLOB => (kind::LONG_BLOB, Kept::Text(phant_memory::Str::default())),
                kind::LONG => integer(ctx, value)?,
                kind::DOUBLE => (kind::DOUBLE, Kept::Float(convert::float(ctx, value)?)),
                other => (other, Kept::Text(convert::to_str(ctx, value)?)),
            });
        }
        let parameters: Vec<(u8, Parameter<'_>)> = kept.iter().map(|(kind, kept)| (*kind, kept.parameter())).collect();
        let bytes: usize = kept.iter().map(|(_, kept)| kept.len()).sum();
        if bytes > 1 << 16 {
            ctx.reserve(2 * bytes)?;
        }
        // Types are always sent: those of integers depend on their values.
        Ok(value::execute(self.id.get(), u8::from(self.cursor.get()), &parameters, true))
    }
    fn execute_on_link(&self, ctx: &Ctx, message: &[u8]) -> Done {
        let link = &self.link;
        link.send(ctx, message[0], &message[1..])?;
        self.executions.set(self.executions.get() + 1);
        self.on_cursor.set(false);
        link.read_header(ctx, true)?;
        self.after_header();
        Ok(())
    }
    /// Takes over what the connection knows after the header of a result.
    fn after_header(&self) {
        let link = &self.link;
        self.changes.set(link.changes.get());
        let Some(columns) = link.columns.take() else {
            // A statement may have columns that this execution does not yield.
            self.columns.replace(Rc::new([]));
            self.stage.set(Stage::Executed);
            return;
        };
        self.columns.replace(columns);
        // A procedure that has cursors of its own shows the bit too.
        if self.cursor.get() && link.changes.get().status & status::CURSOR_EXISTS != 0 {
            self.on_cursor.set(true);
            link.state.set(State::Ready);
        }
        self.stage.set(Stage::Waiting);
    }
    /// Reads and forgets rows that nobody wants any more.
    pub fn flush(&self, ctx: &Ctx) {
        if let Some(result) = self.result.take() {
            result.skip(ctx);
        }
        if self.stage.get() == Stage::Waiting && !self.on_cursor.get() {
            let rest = ResultSet::wait(&self.link, self.columns(), true);
            rest.skip(ctx);
        }
        if self.stage.get() > Stage::Prepared {
            while self.link.state() == State::NextPending {
                if self.link.next_result(ctx).is_err() {
                    break;
                }
                if let Some(columns) = self.link.columns.take() {
                    ResultSet::wait(&self.link, columns, true).skip(ctx);
                }
            }
            self.stage.set(Stage::Prepared);
        }
    }

    /// Reads all rows.
    pub fn store(&self, ctx: &Ctx) -> PhpResult<Done<Rc<ResultSet>>> {
        if self.stage.get() != Stage::Waiting || self.columns.borrow().is_empty() {
            return Ok(Err(self.error.client(code::OUT_OF_SYNC, words::OUT_OF_SYNC)));
        }
        self.error.clear();
        if self.on_cursor.get() {
            // All of the cursor's rows at once.
            let mut ask = self.id.get().to_le_bytes().to_vec();
            ask.extend_from_slice(&u32::MAX.to_le_bytes());
            let sent = self.link.send(ctx, com::STMT_FETCH, &ask);
            if sent.is_err() {
                return Ok(self.settled(Err(crate::error::Failed)));
            }
            self.link.state.set(State::Fetching);
            self.on_cursor.set(false);
        }
        let stored = ResultSet::store(ctx, &self.link, self.columns(), true)?;
        Ok(match self.settled(stored) {
            Ok(result) => {
                let result = Rc::new(result);
                self.changes.set(Changes { affected: result.count(), ..self.link.changes.get() });
                self.result.replace(Some(Rc::clone(&result)));
                self.stage.set(Stage::Used);
                Ok(result)
            }
            Err(failed) => {
                self.stage.set(Stage::Prepared);
                Err(failed)
            }
        })
    }
    /// The next row, from what is stored or from the server.
    pub fn fetch(&self, ctx: &Ctx) -> PhpResult<Done<Option<Vec<Value>>>> {
        if self.stage.get() < Stage::Waiting {
            return Ok(Err(self.error.client(code::OUT_OF_SYNC, words::OUT_OF_SYNC)));
        }
        if self.result.borrow().is_none() {
            if self.on_cursor.get() {
                return self.fetch_from_cursor(ctx);
            }
            self.result.replace(Some(Rc::new(ResultSet::wait(&self.link, self.columns(), true))));
        }
        self.stage.set(Stage::Used);
        let Some(result) = self.result() else { return Ok(Ok(None)) };
        let row = result.next(ctx)?;
        if result.is_unbuffered() && result.is_at_end() {
            self.changes.set(self.link.changes.get());
        }
        Ok(self.settled(row))
    }
    fn fetch_from_cursor(&self, ctx: &Ctx) -> PhpResult<Done<Option<Vec<Value>>>> {
        let mut ask = self.id.get().to_le_bytes().to_vec();
        ask.extend_from_slice(&1u32.to_le_bytes());
        if self.link.send(ctx, com::STMT_FETCH, &ask).is_err() {
            return Ok(self.settled(Err(crate::error::Failed)));
        }
        self.link.state.set(State::Fetching);
        let portion = match ResultSet::store(ctx, &self.link, self.columns(), true)? {
            Ok(portion) => portion,
            Err(failed) => return Ok(self.settled(Err(failed))),
        };
        self.link.stats.add(Stat::rows_fetched_from_client_ps_cursor, 1);
        let row = portion.next(ctx)?;
        if self.link.changes.get().status & status::LAST_ROW_SENT != 0 && matches!(row, Ok(None)) {
            self.stage.set(Stage::Used);
        }
        Ok(self.settled(row))
    }
    /// Reads the rows that nobody has asked for; results behind them stay.
    pub fn free_rows(&self, ctx: &Ctx) {
        match self.result.take() {
            Some(result) => result.skip(ctx),
            None if !self.on_cursor.get() => ResultSet::wait(&self.link, self.columns(), true).skip(ctx),
            None => {}
        }
        self.stage.set(Stage::Executed);
    }
    /// Whether another result follows.
    pub fn more_results(&self) -> bool {
        self.link.more_results()
    }
    /// Goes to the next result.
    pub fn next_result(&self, ctx: &Ctx) -> Done {
        if self.link.state() != State::NextPending || self.stage.get() < Stage::Prepared {
            return Err(self.error.client(code::OUT_OF_SYNC, words::OUT_OF_SYNC));
        }
        self.result.take();
        let outcome = self.link.next_result(ctx);
        if outcome.is_err() {
            self.stage.set(Stage::Prepared);
        }
        self.settled(outcome)?;
        self.after_header();
        Ok(())
    }
    /// Sends a piece of a parameter.
    pub fn send_long_data(&self, ctx: &Ctx, parameter: usize, data: &[u8]) -> Done {
        self.error.clear();
        if self.stage.get() < Stage::Prepared {
            return Err(self.error.client(code::NOT_PREPARED, words::NOT_PREPARED));
        }
        if parameter >= self.parameters.get() {
            return Err(self.error.client(code::BAD_PARAMETER, words::BAD_PARAMETER));
        }
        let mut message = self.id.get().to_le_bytes().to_vec();
        message.extend_from_slice(&(parameter as u16).to_le_bytes());
        message.extend_from_slice(data);
        let outcome = self.link.send_only(ctx, com::STMT_SEND_LONG_DATA, &message);
        self.settled(outcome)?;
        self.sent.borrow_mut()[parameter] = true;
        Ok(())
    }
    /// Forgets what was sent, fetched and opened.
    pub fn reset(&self, ctx: &Ctx) -> Done {
        self.error.clear();
        if self.stage.get() < Stage::Prepared {
            return Ok(());
        }
        self.sent.borrow_mut().iter_mut().for_each(|sent| *sent = false);
        if self.stage.get() > Stage::Prepared {
            self.flush(ctx);
            self.on_cursor.set(false);
        }
        let id = self.id.get().to_le_bytes();
        let outcome = if self.link.is_ready() { self.link.simple(ctx, com::STMT_RESET, &id) } else { Ok(()) };
        self.changes.set(self.link.changes.get());
        self.settled(outcome)
    }
    /// Lets go of the rows.
    pub fn free_result(&self, ctx: &Ctx) {
        if self.stage.get() > Stage::Prepared {
            if let Some(result) = self.result.take() {
                result.free(ctx);
            }
            if self.stage.get() == Stage::Waiting && !self.on_cursor.get() && self.link.state() == State::Fetching {
                ResultSet::wait(&self.link, self.columns(), true).skip(ctx);
            }
            self.stage.set(Stage::Prepared);
        }
    }
    /// Lets go of the statement. `explicit`: because somebody asked.
    pub fn close(&self, ctx: &Ctx, explicit: bool) {
        if self.stage.get() == Stage::New {
            return;
        }
        self.count_close(explicit);
        self.flush(ctx);
        self.stage.set(Stage::New);
        if self.link.is_ready() {
            let changes = self.link.changes.get();
            // There is nobody to tell.
            let _gone = self.link.send_only(ctx, com::STMT_CLOSE, &self.id.get().to_le_bytes());
            self.link.changes.set(changes);
        }
    }
    fn count_close(&self, explicit: bool) {
        let stats = &self.link.stats;
        stats.add(if explicit { Stat::explicit_stmt_close } else { Stat::implicit_stmt_close }, 1);
        match self.executions.get() {
            0 => stats.add(Stat::ps_prepared_never_executed, 1),
            1 => stats.add(Stat::ps_prepared_once_executed, 1),
            _ => {}
        }
    }
    /// Whether a result waits.
    pub fn has_rows(&self) -> bool {
        self.stage.get() >= Stage::Waiting && !self.columns.borrow().is_empty()
    }
    /// Gives the result away: it is somebody else's now.
    pub fn give_result(&self) -> Option<Rc<ResultSet>> {
        self.stage.set(Stage::Executed);
        self.result.take()
    }
}

/// A parameter's value while the message is made.
enum Kept {
    Null,
    Sent,
    Int(i64),
    Float(f64),
    Text(phant_memory::Str),
}

impl Kept {
    fn parameter(&self) -> Parameter<'_> {
        match self {
            Kept::Null => Parameter::Null,
            Kept::Sent => Parameter::Sent,
            Kept::Int(int) => Parameter::Int(*int),
            Kept::Float(float) => Parameter::Float(*float),
            Kept::Text(text) => Parameter::Text(text),
        }
    }
    fn len(&self) -> usize {
        if let Kept::Text(text) = self { text.len() } else { 8 }
    }
}

/// A value as an integer; one that no integer can hold goes as a text.
fn integer(ctx: &Ctx, value: &Value) -> PhpResult<(u8, Kept)> {
    if value.is_float() || value.is_str() {
        let float = convert::to_float(value);
        const END: f64 = (1u64 << 63) as f64;
        if !(-END..END).contains(&float) {
            return Ok((kind::VAR_STRING, Kept::Text(convert::to_str(ctx, value)?)));
        }
    }
    let int = convert::int(ctx, value)?;
    Ok((if i32::try_from(int).is_ok() { kind::LONG } else { kind::LONGLONG }, Kept::Int(int)))
}
