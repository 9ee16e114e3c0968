//! Opening connections, and logging in again on open ones.

use super::{Changes, Link, Options, State, Target, room};
use crate::{
    error::{Done, Failed, code, words},
    stats::{self, Stat},
};
use phant_mysql_wire::{
    Error, capability as can,
    channel::Channel,
    charset::Charset,
    command as com,
    connect::{self, Login},
};
use phant_native::Ctx;
use std::time::Duration;

impl Link {
    /// Opens the connection.
    pub fn connect(&self, ctx: &Ctx, target: &Target) -> Done {
        self.stats.collect.set(ctx.ini.bool("mysqlnd.collect_statistics"));
        if self.state.get() != State::New {
            self.close(false);
        }
        self.error.clear();
        let options = self.options.borrow().clone();
        let timeout = options.connect_timeout.filter(|&s| s > 0).map(Duration::from_secs);
        let opened = crate::open::transport(ctx, target, timeout.unwrap_or(Duration::from_secs(60)));
        let transport = opened.map_err(|message| {
            self.stats.add(Stat::connect_failure, 1);
            self.error.set(code::CONNECTION, b"HY000", &message)
        })?;
        let read_timeout = options.read_timeout.unwrap_or_else(|| ctx.ini.int("mysqlnd.net_read_timeout").max(0) as u64);
        let login = self.login(target, &options)?;
        let mut channel = Channel::new(transport, room);
        channel.set_timeout((read_timeout > 0).then(|| Duration::from_secs(read_timeout)));
        let (channel, welcome) = match connect::connect(channel, &login) {
            Ok(connected) => connected,
            Err(error) => {
                self.stats.add(Stat::connect_failure, 1);
                return Err(self.connect_failed(ctx, error));
            }
        };
        self.traffic(&channel, channel.traffic, false);
        self.charset.set(Charset::numbered(u16::from(welcome.charset)));
        self.changes.set(Changes { status: welcome.done.status, ..Changes::default() });
        *self.host_info.borrow_mut() = match &target.socket {
            Some(_) => b"Localhost via UNIX socket".to_vec(),
            None => [&target.host, &b" via TCP/IP"[..]].concat(),
        };
        self.channel.replace(Some(channel));
        self.welcome.replace(Some(welcome));
        self.state.set(State::Ready);
        self.stats.add(Stat::connect_success, 1);
        self.stats.add(Stat::active_connections, 1);
        if self.persistent.get() {
            self.stats.add(Stat::pconnect_success, 1);
            self.stats.add(Stat::active_persistent_connections, 1);
        }
        self.run_init_commands(ctx)
    }
    fn login(&self, target: &Target, options: &Options) -> Done<Login> {
        let mut capabilities = target.capabilities | options.capabilities;
        if options.ssl {
            capabilities |= can::SSL;
        }
        let charset = match &options.charset {
            Some(name) => match Charset::named(name) {
                Some(charset) => Some(charset.number as u8),
                None => return Err(self.error.client(code::BAD_CHARSET, "Unknown character set")),
            },
            None => None,
        };
        let mut attributes = vec![(b"_client_name".to_vec(), b"mysqlnd".to_vec())];
        if target.socket.is_none() && !target.host.is_empty() {
            attributes.push((b"_server_host".to_vec(), target.host.clone()));
        }
        attributes.extend(options.attributes.iter().cloned());
        Ok(Login {
            user: target.user.clone(),
            password: target.password.clone(),
            database: target.database.clone(),
            charset,
            capabilities,
            attributes,
            server_key: options.server_key.clone(),
            plugin: options.plugin.clone(),
            host: String::from_utf8_lossy(&target.host).into_owned(),
            secure: None,
        })
    }
    fn connect_failed(&self, ctx: &Ctx, error: Error) -> Failed {
        match error {
            // PHP does not tell the state of an error of the login.
            Error::Server(error) => self.error.set(i64::from(error.code), b"HY000", &error.message),
            Error::UnknownPlugin(name) => {
                let name = String::from_utf8_lossy(&name).into_owned();
                ctx.warning(format!("The server requested authentication method unknown to the client [{name}]"));
                self.error.client(code::NOT_IMPLEMENTED, "The server requested authentication method unknown to the client")
            }
            Error::Client(message) => self.error.client(code::SSL, message),
            error => {
                self.warn(ctx, &error);
                if matches!(error, Error::Closed | Error::Io(_)) {
                    ctx.warning("Error while reading greeting packet. PID=".to_owned() + &std::process::id().to_string());
                }
                self.error.client(code::GONE, words::GONE)
            }
        }
    }
    fn run_init_commands(&self, ctx: &Ctx) -> Done {
        let commands = self.options.borrow().init_commands.clone();
        for sql in commands {
            let done = self.query(ctx, &sql).and_then(|()| self.skip_results(ctx));
            let stat = if done.is_ok() { Stat::init_command_executed_count } else { Stat::init_command_failed_count };
            self.stats.add(stat, 1);
            if done.is_err() {
                self.close(false);
                return Err(Failed);
            }
        }
        self.changes.set(Changes { status: self.changes.get().status, ..Changes::default() });
        Ok(())
    }
    /// Reads and forgets everything that the last query has yielded.
    fn skip_results(&self, ctx: &Ctx) -> Done {
        loop {
            while self.state.get() == State::Fetching {
                self.read_row(ctx, &mut |_| Ok(()))?;
            }
            self.columns.take();
            if !self.more_results() {
                return Ok(());
            }
            self.next_result(ctx)?;
        }
    }

    /// Logs in as somebody else.
    pub fn change_user(&self, ctx: &Ctx, user: &[u8], password: &[u8], database: &[u8]) -> Done {
        self.tidy(ctx);
        self.may_send()?;
        self.set_affected(u64::MAX);
        self.error.clear();
        stats::command(&self.stats, com::CHANGE_USER);
        let options = self.options.borrow().clone();
        let target =
            Target { user: user.to_vec(), password: password.to_vec(), database: database.to_vec(), ..Target::default() };
        let mut login = self.login(&target, &options)?;
        login.charset = Some(self.charset.get().number as u8);
        let welcome = self.welcome.borrow();
        let Some(welcome) = welcome.as_ref() else { return Err(self.error.client(code::GONE, words::GONE)) };
        match self.with(|channel| connect::change_user(channel, &login, welcome)) {
            Ok(done) => {
                self.done(done);
                self.set_affected(0);
                Ok(())
            }
            Err(error) => Err(self.fail(ctx, error)),
        }
    }
    /// Begins a request on a connection that another one has left: as if it were new.
    pub fn reuse(&self, ctx: &Ctx, target: &Target) -> Done {
        self.stats.collect.set(ctx.ini.bool("mysqlnd.collect_statistics"));
        self.change_user(ctx, &target.user, &target.password, &target.database)?;
        self.stats.add(Stat::connection_reused, 1);
        Ok(())
    }
}
