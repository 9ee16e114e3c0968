//! The databases of users and groups.

use crate::set_error;
use phant_memory::{Array, PhpStr, Value};
use phant_native::{Ctx, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_os::posix::{self, Group, Key, User};

pub const FUNCTIONS: FunctionGroup = functions![posix_getgrnam, posix_getgrgid, posix_getpwnam, posix_getpwuid];

/// A name as C sees it, and so PHP.
fn until_nul(name: &[u8]) -> &[u8] {
    name.split(|&b| b == 0).next().unwrap_or_default()
}

fn group(ctx: &Ctx, found: Result<Group, i32>) -> OrFalse<Array> {
    let group = match found {
        Ok(group) => group,
        Err(error) => {
            set_error(ctx, error);
            return OrFalse::False;
        }
    };
    let mut out = Array::new();
    out.set_name("name", Value::str(group.name));
    out.set_name("passwd", Value::str(group.password));
    out.set_name("members", Value::from(Array::list(group.members.iter().map(Value::str))));
    out.set_name("gid", Value::int(i64::from(group.group)));
    OrFalse::Some(out)
}

fn user(ctx: &Ctx, found: Result<User, i32>) -> OrFalse<Array> {
    let user = match found {
        Ok(user) => user,
        Err(error) => {
            set_error(ctx, error);
            return OrFalse::False;
        }
    };
    let mut out = Array::new();
    out.set_name("name", Value::str(user.name));
    out.set_name("passwd", Value::str(user.password));
    out.set_name("uid", Value::int(i64::from(user.user)));
    out.set_name("gid", Value::int(i64::from(user.group)));
    out.set_name("gecos", Value::str(user.about));
    out.set_name("dir", Value::str(user.home));
    out.set_name("shell", Value::str(user.shell));
    OrFalse::Some(out)
}

#[php("function posix_getgrnam(string $name): array|false")]
fn posix_getgrnam(ctx: &Ctx, name: &PhpStr) -> OrFalse<Array> {
    group(ctx, posix::group_entry(Key::Name(until_nul(name))))
}

#[php("function posix_getgrgid(int $group_id): array|false")]
fn posix_getgrgid(ctx: &Ctx, id: i64) -> OrFalse<Array> {
    group(ctx, posix::group_entry(Key::Id(id as u32)))
}

#[php("function posix_getpwnam(string $username): array|false")]
fn posix_getpwnam(ctx: &Ctx, name: &PhpStr) -> OrFalse<Array> {
    user(ctx, posix::user_entry(Key::Name(until_nul(name))))
}

#[php("function posix_getpwuid(int $user_id): array|false")]
fn posix_getpwuid(ctx: &Ctx, id: i64) -> OrFalse<Array> {
    user(ctx, posix::user_entry(Key::Id(id as u32)))
}
