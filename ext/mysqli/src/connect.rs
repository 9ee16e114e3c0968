//! Opening connections, and keeping those that outlive requests.

use crate::state::{Globals, LinkState, Status, raise};
use phant_ext_mysqlnd::{
    error::Details,
    link::{Link, Target},
};
use phant_memory::{Object, Str};
use phant_mysql_wire::capability as can;
use phant_native::{Ctx, PhpResult};
use std::{cell::RefCell, collections::HashMap, rc::Rc};

thread_local! {
    /// Persistent connections of this worker that nobody uses, by what they were opened with.
    static FREE: RefCell<HashMap<Vec<u8>, Vec<Rc<Link>>>> = RefCell::default();
    /// Connections of this worker that are open, and those of them that are persistent.
    static OPEN: std::cell::Cell<(i64, i64)> = const { std::cell::Cell::new((0, 0)) };
}

/// Where and as whom to connect, as scripts say it.
#[derive(Clone, Copy, Default)]
#[allow(missing_docs)]
pub struct Request<'a> {
    pub host: Option<&'a Str>,
    pub user: Option<&'a Str>,
    pub password: Option<&'a Str>,
    pub database: Option<&'a Str>,
    pub port: Option<i64>,
    pub socket: Option<&'a Str>,
    pub flags: i64,
}

/// How many connections are open: all, persistent ones in use, and persistent ones that wait.
pub fn counts() -> (i64, i64, i64) {
    let (all, persistent) = OPEN.get();
    let waiting = FREE.with_borrow(|free| free.values().map(Vec::len).sum::<usize>());
    (all, persistent, waiting as i64)
}

/// An object is done with a connection: it is closed, or waits for the next that wants one like it.
pub fn leave(state: &LinkState, link: &Rc<Link>) {
    if state.status.get() == Status::Valid {
        let (all, persistent) = OPEN.get();
        let key = state.key.take();
        OPEN.set((all - 1, persistent - i64::from(key.is_some())));
        if let Some(key) = key
            && link.is_open()
        {
            FREE.with_borrow_mut(|free| free.entry(key).or_default().push(Rc::clone(link)));
        }
    }
    state.status.set(Status::Closed);
}

/// The connection of an object that may not have one yet.
pub fn prepare(ctx: &Ctx, object: &Object) -> Rc<Link> {
    let state = LinkState::of(object);
    if let Some(link) = state.link() {
        return link;
    }
    let link = Rc::new(Link::default());
    let directory = ctx.ini.text("mysqli.local_infile_directory");
    // Where `open_basedir` forbids the directory, a warning says so, and nothing in it may be sent.
    let permitted = directory.is_empty() || phant_streams::path::check_basedir(ctx, &directory);
    {
        let mut options = link.options.borrow_mut();
        options.local_infile = Some(ctx.ini.bool("mysqli.allow_local_infile"));
        options.local_directory = permitted.then(|| directory.as_bytes().to_vec());
        options.server_key = None;
    }
    state.set_link(Some(Rc::clone(&link)));
    state.status.set(Status::Initialized);
    link
}

fn text(value: Option<&Str>, ctx: &Ctx, setting: &str) -> Vec<u8> {
    match value {
        Some(value) => value.as_bytes().to_vec(),
        None => ctx.ini.text(setting).as_bytes().to_vec(),
    }
}

fn target(ctx: &Ctx, request: &Request<'_>) -> (Target, bool) {
    let mut host = text(request.host.filter(|host| !host.is_empty()), ctx, "mysqli.default_host");
    let mut persistent = false;
    if let Some(rest) = host.strip_prefix(b"p:") {
        host = rest.to_vec();
        persistent = true;
        if host.is_empty() {
            host = ctx.ini.text("mysqli.default_host").as_bytes().to_vec();
        }
    }
    if host.is_empty() {
        host = b"localhost".to_vec();
    }
    let port = request.port.filter(|&port| port != 0).unwrap_or_else(|| match ctx.ini.int("mysqli.default_port") {
        0 => 3306,
        port => port,
    });
    let socket = text(request.socket.filter(|socket| !socket.is_empty()), ctx, "mysqli.default_socket");
    let local = host.eq_ignore_ascii_case(b"localhost");
    let mut capabilities = request.flags as u32;
    // What scripts may not ask for in this way.
    capabilities &= !(can::MULTI_STATEMENTS | can::LOCAL_FILES);
    capabilities &= can::COMPRESS | can::FOUND_ROWS | 1024 | 256 | can::SSL | can::EXPIRED_PASSWORDS | 16;
    let target = Target {
        socket: local.then(|| if socket.is_empty() { b"/tmp/mysql.sock".to_vec() } else { socket }),
        host,
        user: text(request.user, ctx, "mysqli.default_user"),
        password: text(request.password, ctx, "mysqli.default_pw"),
        database: request.database.map(|db| db.as_bytes().to_vec()).unwrap_or_default(),
        port: port as u16,
        capabilities,
    };
    (target, persistent)
}

/// Opens the connection of an object; false if that failed, which is reported.
pub fn connect(ctx: &Ctx, object: &Object, request: Request<'_>, is_real: bool) -> PhpResult<bool> {
    let state = LinkState::of(object);
    let globals = ctx.state::<Globals>();
    globals.connect_error.replace(None);
    let (target, mut persistent) = target(ctx, &request);
    if persistent && !ctx.ini.bool("mysqli.allow_persistent") {
        ctx.warning("Persistent connections are disabled. Downgrading to normal");
        ctx.check()?;
        persistent = false;
    }
    if state.status.get() == Status::Valid
        && let Some(old) = state.link()
    {
        // Connecting again begins anew.
        leave(state, &old);
        if !old.persistent.get() {
            old.close(false);
        }
        state.set_link(None);
    }
    let (all, open_persistent) = OPEN.get();
    let key = persistent.then(|| key(&target));
    let mut reused = None;
    if let Some(key) = &key {
        while let Some(link) = FREE.with_borrow_mut(|free| free.get_mut(key).and_then(Vec::pop)) {
            if link.is_ready() && link.reuse(ctx, &target).is_ok() {
                reused = Some(link);
                break;
            }
            link.close(false);
        }
    }
    if let Some(link) = reused {
        state.set_link(Some(link));
    } else {
        let most = ctx.ini.int("mysqli.max_links");
        if most != -1 && all >= most {
            ctx.warning(format!("Too many open links ({all})"));
            ctx.check()?;
            return Ok(false);
        }
        let most = ctx.ini.int("mysqli.max_persistent");
        if persistent && most != -1 && open_persistent >= most {
            ctx.warning(format!("Too many open persistent links ({open_persistent})"));
            ctx.check()?;
            return Ok(false);
        }
        let link = prepare(ctx, object);
        link.persistent.set(persistent);
        if link.connect(ctx, &target).is_err() {
            ctx.check()?;
            let error = link.error.last().unwrap_or_default();
            globals.connect_error.replace(Some((error.code, error.message.clone())));
            if !is_real {
                state.set_link(None);
            }
            return failed(ctx, &error);
        }
    }
    OPEN.set((all + 1, open_persistent + i64::from(persistent)));
    state.key.replace(key);
    state.multi.set(false);
    state.status.set(Status::Valid);
    Ok(true)
}

fn failed(ctx: &Ctx, error: &Details) -> PhpResult<bool> {
    let mode = ctx.state::<Globals>().report.get();
    // A connection that fails is always told.
    raise(ctx, mode, error)?;
    Ok(false)
}

fn key(target: &Target) -> Vec<u8> {
    let port = target.port.to_string();
    let socket = target.socket.clone().unwrap_or_default();
    [&target.host[..], &target.user, &target.password, &target.database, &socket, port.as_bytes()].join(&b'\0')
}
