//! A connection: what it is doing, its commands, and what it remembers of the last one.

mod login;

use crate::{
    error::{Done, ErrorInfo, Failed, code, words},
    infile,
    stats::{self, Stat, Stats},
};
use phant_memory::Value;
use phant_mysql_wire::{
    Error,
    channel::Channel,
    charset::Charset,
    command as com,
    connect::Welcome,
    message::{self, Column, Header},
    status,
    transport::Transport,
};
use phant_native::Ctx;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    time::Duration,
};

/// What a connection is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It is not open.
    New,
    /// It takes commands.
    Ready,
    /// A query has gone out.
    QuerySent,
    /// Rows are to be read.
    Fetching,
    /// Another result follows.
    NextPending,
    /// It is closed.
    Gone,
}

/// What the last command has changed.
#[derive(Clone, Copy, Default)]
#[allow(missing_docs)]
pub struct Changes {
    /// -1 is "unknown", as unsigned.
    pub affected: u64,
    pub insert_id: u64,
    pub warnings: u16,
    pub status: u16,
}

/// What may be set before connecting.
#[derive(Clone, Default)]
#[allow(missing_docs)]
pub struct Options {
    pub connect_timeout: Option<u64>,
    pub read_timeout: Option<u64>,
    pub charset: Option<Vec<u8>>,
    pub init_commands: Vec<Vec<u8>>,
    pub local_infile: Option<bool>,
    pub local_directory: Option<Vec<u8>>,
    pub native_numbers: bool,
    pub server_key: Option<Vec<u8>>,
    pub attributes: Vec<(Vec<u8>, Vec<u8>)>,
    pub plugin: Option<Vec<u8>>,
    pub capabilities: u32,
    pub ssl: bool,
}

/// Where to connect, and as who.
#[derive(Clone, Default)]
#[allow(missing_docs)]
pub struct Target {
    pub host: Vec<u8>,
    pub user: Vec<u8>,
    pub password: Vec<u8>,
    pub database: Vec<u8>,
    pub port: u16,
    /// A path, if it is not TCP.
    pub socket: Option<Vec<u8>>,
    pub capabilities: u32,
}

/// See the [module documentation](self).
pub struct Link {
    channel: RefCell<Option<Channel>>,
    welcome: RefCell<Option<Welcome>>,
    packet: RefCell<Vec<u8>>,
    pub(crate) state: Cell<State>,
    /// What the last command changed.
    pub changes: Cell<Changes>,
    /// Its error.
    pub error: ErrorInfo,
    /// What the server said about it.
    pub info: RefCell<Option<Vec<u8>>>,
    /// How many columns its result has.
    pub field_count: Cell<usize>,
    /// The columns of a result that nobody has taken yet.
    pub(crate) columns: RefCell<Option<Rc<[Column]>>>,
    /// The options for connecting.
    pub options: RefCell<Options>,
    pub(crate) charset: Cell<Charset>,
    host_info: RefCell<Vec<u8>>,
    /// The figures.
    pub stats: Stats,
    /// It outlives requests.
    pub persistent: Cell<bool>,
    /// Statements that nobody has any more, to be closed before the next command.
    orphans: RefCell<Vec<u32>>,
    /// Rows that nobody wants any more, to be read before the next command.
    abandoned: Cell<Abandoned>,
}

/// What is to be read and forgotten.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Abandoned {
    Nothing,
    /// The rows of this result.
    Rows,
    /// The results that follow it too.
    All,
}

/// Says whether there is memory for so many bytes more.
fn room(bytes: usize) -> bool {
    phant_memory::heap::try_reserve(bytes).is_ok()
}

impl Drop for Link {
    fn drop(&mut self) {
        if self.state.get() != State::Gone && self.state.get() != State::New {
            self.stats.add(Stat::implicit_close, 1);
            self.quit();
        }
    }
}

impl Default for Link {
    fn default() -> Link {
        Link {
            channel: RefCell::new(None),
            welcome: RefCell::new(None),
            packet: RefCell::default(),
            state: Cell::new(State::New),
            changes: Cell::default(),
            error: ErrorInfo::default(),
            info: RefCell::default(),
            field_count: Cell::new(0),
            columns: RefCell::default(),
            options: RefCell::default(),
            charset: Cell::new(Charset::numbered(45)),
            host_info: RefCell::default(),
            stats: Stats::default(),
            persistent: Cell::new(false),
            orphans: RefCell::default(),
            abandoned: Cell::new(Abandoned::Nothing),
        }
    }
}

impl Link {
    /// Closes the connection. `explicit`: because somebody asked.
    pub fn close(&self, explicit: bool) {
        if matches!(self.state.get(), State::New | State::Gone) {
            return;
        }
        self.stats.add(if explicit { Stat::explicit_close } else { Stat::implicit_close }, 1);
        self.quit();
    }
    fn quit(&self) {
        let ready = self.state.get() == State::Ready;
        if ready {
            self.close_orphans();
        }
        self.gone();
        if let Some(mut channel) = self.channel.take() {
            // The server may be gone already.
            if ready || self.columns.borrow().is_none() {
                stats::command(&self.stats, com::QUIT);
                channel.restart();
                let _ = channel.send(&[com::QUIT]);
            }
            channel.transport().close();
        }
    }
    /// A statement is gone: with rows that wait, perhaps, and with results behind them.
    pub(crate) fn orphan(&self, id: u32, rows: bool, results: bool) {
        if !self.is_open() {
            return;
        }
        self.orphans.borrow_mut().push(id);
        if results && self.state.get() != State::Ready {
            self.abandoned.set(Abandoned::All);
        } else if rows {
            self.abandon();
        }
    }
    /// Nobody will read the rows that wait.
    pub(crate) fn abandon(&self) {
        if self.state.get() == State::Fetching && self.abandoned.get() < Abandoned::Rows {
            self.abandoned.set(Abandoned::Rows);
        }
    }
    /// Nobody wants the results behind this one either, if its rows have been read or are not wanted.
    pub fn abandon_results(&self) {
        if self.state.get() == State::NextPending || self.abandoned.get() == Abandoned::Rows {
            self.abandoned.set(Abandoned::All);
        }
    }
    /// Has the server end this very connection.
    pub fn end(&self, ctx: &Ctx) -> Done {
        let id = self.thread_id() as u32;
        self.send(ctx, com::PROCESS_KILL, &id.to_le_bytes())?;
        self.gone();
        Ok(())
    }
    /// Reads what nobody wants, and closes what nobody has.
    pub fn tidy(&self, ctx: &Ctx) {
        let abandoned = self.abandoned.replace(Abandoned::Nothing);
        if abandoned != Abandoned::Nothing {
            self.forget_rows(ctx);
            while abandoned == Abandoned::All && self.state.get() == State::NextPending {
                if self.read_header(ctx, true).is_err() {
                    break;
                }
                self.columns.take();
                self.forget_rows(ctx);
            }
        }
        if self.state.get() == State::Ready {
            self.close_orphans();
        }
    }
    fn forget_rows(&self, ctx: &Ctx) {
        while self.state.get() == State::Fetching && matches!(self.read_row(ctx, &mut |_| Ok(())), Ok(true)) {
            if ctx.poll().is_err() {
                self.close(false);
            }
        }
    }
    fn close_orphans(&self) {
        for id in self.orphans.take() {
            stats::command(&self.stats, com::STMT_CLOSE);
            let mut message = vec![com::STMT_CLOSE];
            message.extend_from_slice(&id.to_le_bytes());
            // Whether the server is still there, the next command will tell.
            let _gone = self.with(|channel| {
                channel.restart();
                channel.send(&message)
            });
        }
    }
    fn gone(&self) {
        if !matches!(self.state.replace(State::Gone), State::Gone | State::New) {
            self.stats.subtract(Stat::active_connections, 1);
            if self.persistent.get() {
                self.stats.subtract(Stat::active_persistent_connections, 1);
            }
        }
    }
    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        !matches!(self.state.get(), State::New | State::Gone)
    }
    /// Whether it takes commands.
    pub fn is_ready(&self) -> bool {
        self.state.get() == State::Ready
    }
    /// What it is doing.
    pub fn state(&self) -> State {
        self.state.get()
    }

    fn traffic(&self, channel: &Channel, before: phant_mysql_wire::channel::Traffic, since: bool) {
        let (now, zero) = (channel.traffic, Default::default());
        let before = if since { before } else { zero };
        self.stats.add(Stat::bytes_sent, now.bytes_sent - before.bytes_sent);
        self.stats.add(Stat::bytes_received, now.bytes_received - before.bytes_received);
        self.stats.add(Stat::packets_sent, now.packets_sent - before.packets_sent);
        self.stats.add(Stat::packets_received, now.packets_received - before.packets_received);
        self.stats.add(Stat::protocol_overhead_in, 4 * (now.packets_received - before.packets_received));
        self.stats.add(Stat::protocol_overhead_out, 4 * (now.packets_sent - before.packets_sent));
    }
    /// Works with the channel.
    fn with<R>(&self, work: impl FnOnce(&mut Channel) -> Result<R, Error>) -> Result<R, Error> {
        let mut slot = self.channel.borrow_mut();
        let Some(channel) = slot.as_mut() else { return Err(Error::Closed) };
        let before = channel.traffic;
        let result = work(channel);
        self.traffic(channel, before, true);
        result
    }
    /// Reports what PHP reports about a packet that cannot be read.
    fn warn(&self, ctx: &Ctx, error: &Error) {
        match error {
            Error::OutOfOrder { expected, received, size } => {
                ctx.warning(format!("Packets out of order. Expected {expected} received {received}. Packet size={size}"));
            }
            Error::Malformed(what) => ctx.warning(what),
            Error::Past(what, bytes) => ctx.warning(format!("{what} is past {bytes} bytes the packet size")),
            Error::NoRoom(bytes) => {
                // The request ends with PHP's memory error.
                let _ended = ctx.reserve(*bytes);
            }
            _ => {}
        }
    }
    /// What went wrong with the connection, noted.
    pub(crate) fn fail(&self, ctx: &Ctx, error: Error) -> Failed {
        match error {
            Error::Server(error) => {
                self.error.clear();
                let failed = self.error.server(&error);
                self.set_affected(u64::MAX);
                failed
            }
            Error::Malformed(_) | Error::Past(..) => {
                // The warning is all that PHP says.
                self.warn(ctx, &error);
                self.gone();
                Failed
            }
            error => {
                self.warn(ctx, &error);
                self.gone();
                self.error.client(code::GONE, words::GONE)
            }
        }
    }
    fn set_affected(&self, affected: u64) {
        self.changes.set(Changes { affected, ..self.changes.get() });
    }

    /// Sends a command; the connection must not be busy.
    pub(crate) fn send(&self, ctx: &Ctx, command: u8, argument: &[u8]) -> Done {
        self.tidy(ctx);
        self.may_send()?;
        self.set_affected(u64::MAX);
        self.error.clear();
        stats::command(&self.stats, command);
        self.stats.add(Stat::packets_sent_command, 1);
        let mut message = Vec::with_capacity(argument.len() + 1);
        message.push(command);
        message.extend_from_slice(argument);
        let sent = self.with(|channel| {
            channel.restart();
            channel.send(&message)
        });
        sent.map_err(|error| self.fail(ctx, error))
    }
    /// Whether a command may go out now.
    pub(crate) fn may_send(&self) -> Done {
        match self.state.get() {
            State::Ready => Ok(()),
            State::New | State::Gone => Err(self.error.client(code::GONE, words::GONE)),
            _ => Err(self.error.client(code::OUT_OF_SYNC, words::OUT_OF_SYNC)),
        }
    }
    /// Receives a packet and looks at it.
    pub(crate) fn receive<R>(&self, ctx: &Ctx, look: impl FnOnce(&[u8]) -> Result<R, Error>) -> Done<R> {
        let mut packet = self.packet.take();
        let received = self.with(|channel| channel.receive(&mut packet));
        let seen = received.and_then(|()| look(&packet));
        if packet.capacity() > 1 << 20 {
            packet = Vec::new();
        }
        self.packet.replace(packet);
        seen.map_err(|error| self.fail(ctx, error))
    }
    /// Takes the server's last word on a command.
    pub(crate) fn finish(&self, ctx: &Ctx) -> Done {
        let done = self.receive(ctx, |packet| match packet.first() {
            Some(0) => message::done(packet).map(Some),
            Some(0xff) => Err(Error::Server(message::error(packet)?)),
            Some(0xfe) => message::end(packet).map(|_| None),
            _ => Err(Error::Malformed(words::MALFORMED)),
        })?;
        self.stats.add(Stat::packets_received_ok, 1);
        if let Some(done) = done {
            self.done(done);
        }
        Ok(())
    }
    fn done(&self, done: message::Done) {
        let message::Done { affected, insert_id, status, warnings, info } = done;
        self.changes.set(Changes { affected, insert_id, warnings, status });
        self.info.replace((!info.is_empty()).then_some(info));
    }
    /// A command with an argument that is answered with success or an error.
    pub fn simple(&self, ctx: &Ctx, command: u8, argument: &[u8]) -> Done {
        self.send(ctx, command, argument)?;
        self.finish(ctx)
    }

    /// The same for a command that is no statement: what the last one has changed stays.
    pub fn aside(&self, ctx: &Ctx, command: u8, argument: &[u8]) -> Done {
        let changes = self.changes.get();
        let done = self.simple(ctx, command, argument);
        self.changes.set(Changes { affected: u64::MAX, ..changes });
        done
    }
    /// Sends a query and reads the header of its result.
    pub fn query(&self, ctx: &Ctx, sql: &[u8]) -> Done {
        self.send_query(ctx, sql)?;
        self.reap(ctx)
    }
    /// Sends a query.
    pub fn send_query(&self, ctx: &Ctx, sql: &[u8]) -> Done {
        self.send(ctx, com::QUERY, sql)?;
        self.state.set(State::QuerySent);
        Ok(())
    }
    /// Reads the header of a query's result.
    pub fn reap(&self, ctx: &Ctx) -> Done {
        match self.state.get() {
            State::QuerySent | State::NextPending => {}
            State::New | State::Gone => return Err(self.error.client(code::GONE, words::GONE)),
            _ => return Err(self.error.client(code::OUT_OF_SYNC, words::OUT_OF_SYNC)),
        }
        self.read_header(ctx, false)
    }
    /// Reads the header of a result and its columns.
    pub(crate) fn read_header(&self, ctx: &Ctx, prepared: bool) -> Done {
        self.error.clear();
        self.field_count.set(0);
        let more = self.changes.get().status;
        self.changes.set(Changes { affected: u64::MAX, status: more, ..Changes::default() });
        self.columns.take();
        let header = self.receive(ctx, message::header);
        self.stats.add(Stat::packets_received_rset_header, 1);
        if self.is_open() {
            self.info.take();
        }
        match header {
            Err(failed) => {
                if self.is_open() {
                    // The server's own error: no other result follows it.
                    let changes = self.changes.get();
                    self.changes.set(Changes { status: changes.status & !status::MORE_RESULTS, ..changes });
                    self.state.set(State::Ready);
                } else if self.error.code() != code::GONE {
                    ctx.warning("Error reading result set's header");
                }
                Err(failed)
            }
            Ok(Header::Done(done)) => {
                self.stats.add(Stat::non_result_set_queries, 1);
                let stat = if prepared { Stat::rows_affected_ps } else { Stat::rows_affected_normal };
                self.stats.add(stat, done.affected);
                self.done(done);
                self.settle();
                Ok(())
            }
            Ok(Header::File(name)) => infile::send(ctx, self, &name),
            Ok(Header::Columns(count)) => {
                self.stats.add(Stat::result_set_queries, 1);
                let columns = self.read_columns(ctx, count)?;
                self.field_count.set(columns.len());
                self.columns.replace(Some(columns));
                self.set_affected(u64::MAX);
                self.state.set(State::Fetching);
                Ok(())
            }
        }
    }
    /// Reads so many columns and the end of their list.
    pub(crate) fn read_columns(&self, ctx: &Ctx, count: u64) -> Done<Rc<[Column]>> {
        let mut columns = Vec::new();
        let mut bytes = 0;
        for _ in 0..count {
            let column = self.receive(ctx, |packet| {
                bytes += packet.len() + size_of::<Column>();
                if bytes > 1 << 16 && !room(bytes) {
                    return Err(Error::NoRoom(bytes));
                }
                match packet.first() {
                    Some(0xff) => Err(Error::Server(message::error(packet)?)),
                    _ => message::column(packet),
                }
            })?;
            self.stats.add(Stat::packets_received_rset_field_meta, 1);
            columns.push(column);
        }
        let end = self.receive(ctx, message::end)?;
        self.stats.add(Stat::packets_received_eof, 1);
        self.changes.set(Changes { warnings: end.warnings, status: end.status, ..self.changes.get() });
        Ok(columns.into())
    }
    /// The state after a result, by what the server says follows.
    pub(crate) fn settle(&self) {
        let status = self.changes.get().status;
        for (bit, stat) in [
            (status::NO_INDEX, Stat::no_index_used),
            (status::NO_GOOD_INDEX, Stat::bad_index_used),
            (status::SLOW, Stat::slow_queries),
        ] {
            if status & bit != 0 {
                self.stats.add(stat, 1);
            }
        }
        let more = status & status::MORE_RESULTS != 0;
        self.state.set(if more { State::NextPending } else { State::Ready });
    }
    /// Reads a row and hands it on; false at the end of the rows.
    pub(crate) fn read_row(&self, ctx: &Ctx, take: &mut dyn FnMut(&[u8]) -> Result<(), Error>) -> Done<bool> {
        let end = self.receive(ctx, |packet| {
            if packet.first() == Some(&0xff) {
                return Err(Error::Server(message::error(packet)?));
            }
            if message::is_end(packet) {
                return message::end(packet).map(Some);
            }
            take(packet).map(|()| None)
        });
        match end {
            Ok(None) => {
                self.stats.add(Stat::packets_received_rset_row, 1);
                Ok(true)
            }
            Ok(Some(end)) => {
                self.changes.set(Changes { warnings: end.warnings, status: end.status, ..self.changes.get() });
                self.stats.add(Stat::packets_received_eof, 1);
                self.settle();
                Ok(false)
            }
            Err(failed) => {
                if self.is_open() {
                    let changes = self.changes.get();
                    self.changes.set(Changes { status: changes.status & !status::MORE_RESULTS, ..changes });
                    self.state.set(State::Ready);
                }
                Err(failed)
            }
        }
    }
    /// The columns of the result that waits, for whoever reads its rows.
    pub fn take_columns(&self) -> Option<Rc<[Column]>> {
        self.columns.take()
    }
    /// Whether another result follows.
    pub fn more_results(&self) -> bool {
        self.changes.get().status & status::MORE_RESULTS != 0
    }
    /// Goes to the next result.
    pub fn next_result(&self, ctx: &Ctx) -> Done {
        self.tidy(ctx);
        if self.state.get() != State::NextPending {
            self.error.clear();
            return Err(Failed);
        }
        self.read_header(ctx, false)
    }

    /// Goes to another database.
    pub fn select_db(&self, ctx: &Ctx, name: &[u8]) -> Done {
        self.simple(ctx, com::INIT_DB, name)
    }
    /// Takes another character set.
    pub fn set_charset(&self, ctx: &Ctx, name: &[u8]) -> Done {
        let Some(charset) = Charset::named(name) else {
            return Err(self.error.client(code::BAD_CHARSET, words::BAD_CHARSET));
        };
        self.query(ctx, &[b"SET NAMES ", charset.name.as_bytes()].concat())?;
        self.charset.set(charset);
        Ok(())
    }
    /// Allows or forbids several statements in a query.
    pub fn multi_statements(&self, ctx: &Ctx, on: bool) -> Done {
        let option: u16 = if on { 0 } else { 1 };
        self.simple(ctx, com::SET_OPTION, &option.to_le_bytes())
    }
    /// The server's own statistics.
    pub fn statistics(&self, ctx: &Ctx) -> Done<Vec<u8>> {
        self.send(ctx, com::STATISTICS, b"")?;
        self.receive(ctx, |packet| match packet.first() {
            Some(0xff) => Err(Error::Server(message::error(packet)?)),
            _ => Ok(packet.to_vec()),
        })
    }
    /// A text as it stands between quotes in SQL.
    pub fn escape(&self, text: &[u8]) -> Vec<u8> {
        let backslashes = self.changes.get().status & status::NO_BACKSLASH_ESCAPES == 0;
        self.charset.get().escape(text, backslashes)
    }
    /// The character set.
    pub fn charset(&self) -> Charset {
        self.charset.get()
    }
    /// The greeting's facts; nothing before there was one.
    pub fn greeting<R>(&self, look: impl FnOnce(&message::Greeting) -> R) -> Option<R> {
        self.welcome.borrow().as_ref().map(|welcome| look(&welcome.greeting))
    }
    /// The server's version in words, without what MariaDB puts before it for old clients.
    pub fn server_info(&self) -> Vec<u8> {
        let full = self.greeting(|greeting| greeting.version.clone()).unwrap_or_default();
        match full.strip_prefix(b"5.5.5-") {
            Some(own) if full.windows(7).any(|w| w == b"MariaDB") => own.to_vec(),
            _ => full,
        }
    }
    /// The server's version as a number.
    pub fn server_version(&self) -> i64 {
        let info = String::from_utf8_lossy(&self.server_info()).into_owned();
        let mut parts = info.split('.').map(|part| {
            let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
            digits.parse::<i64>().unwrap_or(0)
        });
        let mut next = || parts.next().unwrap_or(0).min(99_999);
        next() * 10_000 + next() * 100 + next()
    }
    /// The number that the server knows the connection by.
    pub fn thread_id(&self) -> i64 {
        self.greeting(|greeting| i64::from(greeting.thread)).unwrap_or(0)
    }
    /// Where it goes.
    pub fn host_info(&self) -> Vec<u8> {
        self.host_info.borrow().clone()
    }
    /// Whether rows of texts yield numbers.
    pub fn native_numbers(&self) -> bool {
        self.options.borrow().native_numbers
    }
    /// Whether an answer can be read without waiting.
    pub fn has_input(&self) -> bool {
        self.channel.borrow().as_ref().is_some_and(Channel::has_input)
    }
    /// The descriptor to wait for.
    pub fn descriptor(&self) -> Option<std::os::fd::RawFd> {
        self.channel.borrow_mut().as_mut().and_then(|channel| channel.transport().descriptor())
    }
    /// Sends pieces of a file; an empty piece is the end.
    pub(crate) fn send_piece(&self, ctx: &Ctx, piece: &[u8]) -> Done {
        self.with(|channel| channel.send(piece)).map_err(|error| self.fail(ctx, error))
    }
    /// Sends a message that has no answer.
    pub(crate) fn send_only(&self, ctx: &Ctx, command: u8, argument: &[u8]) -> Done {
        let affected = self.changes.get().affected;
        self.send(ctx, command, argument)?;
        self.set_affected(affected);
        Ok(())
    }
    /// Whether the server still answers.
    pub fn is_alive(&self, ctx: &Ctx) -> bool {
        self.is_ready() && self.simple(ctx, com::PING, b"").is_ok()
    }
    /// Whether the other end is there, without asking it: it says nothing by itself but that it goes.
    pub fn seems_alive(&self) -> bool {
        let silent = |fd| phant_os::poll::wait(fd, phant_os::poll::IN, Some(Duration::ZERO)).is_ok_and(|ready| ready == 0);
        self.is_ready() && !self.has_input() && self.descriptor().is_some_and(silent)
    }
    /// Figures by name, as PHP's functions return them.
    pub fn stats_array(&self) -> phant_memory::Array {
        crate::figures(|at| self.stats.get(at))
    }
    /// A value for a number that may not fit PHP's integers.
    pub fn number(number: u64) -> Value {
        match i64::try_from(number) {
            Ok(number) if number < i64::MAX => Value::int(number),
            _ if number == u64::MAX => Value::int(-1),
            _ => Value::str(number.to_string()),
        }
    }
}

/// A transport for tests and for whoever connects in another way.
pub type BoxedTransport = Box<dyn Transport>;
