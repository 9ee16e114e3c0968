//! Connections that outlive requests.

use crate::{
    client::{Auth, Client, Status, Target, mode},
    link::{Lent, Link},
};
use phant_native::Ctx;
use phant_redis_wire::{Command, Head, Input, Transport};
use std::{cell::RefCell, collections::HashMap};

/// What connections must have in common to stand for each other.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Kind {
    host: Vec<u8>,
    port: i64,
    id: Option<Vec<u8>>,
    auth: Option<(Option<Vec<u8>>, Vec<u8>)>,
}

impl Kind {
    fn of(target: &Target) -> Kind {
        let auth = target.auth.clone().map(|Auth { user, password }| (user, password));
        Kind { host: target.host.clone(), port: target.port, id: target.persistent_id.clone(), auth }
    }
}

/// A connection that nobody uses, and the database it is in.
struct Idle {
    link: Link,
    database: i64,
}

thread_local! {
    static IDLE: RefCell<HashMap<Kind, Vec<Idle>>> = RefCell::default();
}

/// A connection that waits for one who wants it.
pub fn take(ctx: &Ctx, client: &Client, target: &Target) -> Option<Link> {
    let kind = Kind::of(target);
    loop {
        let Idle { mut link, database } = IDLE.with_borrow_mut(|idle| idle.get_mut(&kind)?.pop())?;
        if !(Lent { ctx, link: &mut link }).is_alive() {
            continue;
        }
        if ctx.ini.bool("redis.pconnect.echo_check_liveness") && !answers(ctx, &mut link) {
            continue;
        }
        if database != target.database && !select(ctx, &mut link, target.database) {
            continue;
        }
        let _ = client;
        return Some(link);
    }
}

fn ask(ctx: &Ctx, link: &mut Link, command: &mut Command, is_right: impl Fn(Head<'_>) -> bool) -> bool {
    let mut lent = Lent { ctx, link };
    let mut input = Input::default();
    lent.write_all(command.finish()).is_ok() && input.head(&mut lent).is_ok_and(is_right) && {
        // An echo has its text behind the head.
        input.is_empty() || input.bulk(&mut lent, ECHO.len()).is_ok_and(|text| text == ECHO)
    }
}

const ECHO: &[u8] = b"phant-alive";

/// Whether it says what it is told to.
fn answers(ctx: &Ctx, link: &mut Link) -> bool {
    let mut command = Command::default();
    command.begin(b"ECHO");
    command.text(ECHO);
    ask(ctx, link, &mut command, |head| head == Head::Bulk(ECHO.len() as i64))
}

fn select(ctx: &Ctx, link: &mut Link, database: i64) -> bool {
    let mut command = Command::default();
    command.begin(b"SELECT");
    command.int(database);
    ask(ctx, link, &mut command, |head| head == Head::Status(b"OK"))
}

/// An object is done with its connection: a persistent one that is in no particular state waits for the next.
pub fn leave(client: &Client) {
    let Ok(target) = client.target.try_borrow() else { return };
    let clean = target.persistent
        && client.status.get() == Status::Ready
        && client.mode.get() == mode::ATOMIC
        && !client.watching.get()
        && client.subscribed.get() == 0
        && client.input.borrow().is_empty();
    if !clean {
        return;
    }
    let link = client.link.take().filter(Link::can_stay);
    if let Some(link) = link {
        let idle = Idle { link, database: target.database };
        IDLE.with_borrow_mut(|all| all.entry(Kind::of(&target)).or_default().push(idle));
    }
    client.status.set(Status::Closed);
}
