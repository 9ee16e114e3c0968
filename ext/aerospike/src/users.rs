//! Methods for users and roles, which servers with security have.

use crate::{
    arguments,
    class::Aerospike,
    instance::{CLUSTER, Client, Step, run, wrong},
    policy::Kind as Does,
};
use phant_aerospike_client::Failure;
use phant_aerospike_wire::{Malformed, admin, message::Cursor};
use phant_memory::{Array, KeyRef, Object, Str, Value};
use phant_native::{Ctx, PhpResult, RefArg, php_methods};

/// Numbers of commands.
mod command {
    pub const CREATE_USER: u8 = 1;
    pub const DROP_USER: u8 = 2;
    pub const SET_PASSWORD: u8 = 3;
    pub const CHANGE_PASSWORD: u8 = 4;
    pub const GRANT_ROLES: u8 = 5;
    pub const REVOKE_ROLES: u8 = 6;
    pub const QUERY_USERS: u8 = 9;
    pub const CREATE_ROLE: u8 = 10;
    pub const DROP_ROLE: u8 = 11;
    pub const GRANT_PRIVILEGES: u8 = 12;
    pub const REVOKE_PRIVILEGES: u8 = 13;
    pub const QUERY_ROLES: u8 = 16;
}

/// Numbers of fields.
mod field {
    pub const USER: u8 = 0;
    pub const PASSWORD: u8 = 1;
    pub const OLD_PASSWORD: u8 = 2;
    pub const ROLES: u8 = 10;
    pub const ROLE: u8 = 11;
    pub const PRIVILEGES: u8 = 12;
}

/// The result that ends a list.
const QUERY_END: u8 = 50;
/// Privileges from this number on may be for a namespace and a set.
const DATA: u8 = 10;
/// The salt that servers expect.
const SALT: &[u8] = b"$2a$10$7EqJtq98hPqEX7fNZaFWoO";

type Field = (u8, Vec<u8>);

/// The hash of a password that servers compare.
pub fn hashed(password: &[u8]) -> Step<Vec<u8>> {
    phant_digest::crypt::hash(password, SALT).ok_or_else(|| wrong("The password cannot be hashed"))
}

/// Sends a command, and gives the blocks of the answer: numbers and values of fields.
fn send(ctx: &Ctx, client: &Client, number: u8, fields: &[Field], options: Option<&Value>) -> Step<Vec<Vec<Field>>> {
    let policy = client.policies.of(ctx, Does::Info, options)?.policy;
    let mut out = Vec::new();
    let fields: Vec<(u8, &[u8])> = fields.iter().map(|(kind, value)| (*kind, value.as_slice())).collect();
    admin::write(&mut out, number, &fields);
    let is_query = matches!(number, command::QUERY_USERS | command::QUERY_ROLES);
    let mut blocks = Vec::new();
    client.cluster.admin(&out, &policy, &mut |body| {
        let mut from = Cursor { rest: body };
        while !from.rest.is_empty() {
            let head = from.take(admin::HEAD)?;
            match head[1] {
                0 => {}
                QUERY_END => return Ok(false),
                code => return Err(Failure::new(code.into(), format!("The server refuses with code {code}"))),
            }
            let block: Result<Vec<Field>, Malformed> =
                (0..head[3]).map(|_| from.field().map(|(kind, value)| (kind, value.to_vec()))).collect();
            blocks.push(block?);
        }
        Ok(is_query)
    })?;
    Ok(blocks)
}

/// A count, and texts with their lengths.
fn roles_field(ctx: &Ctx, number: usize, roles: &Value) -> Step<Field> {
    let roles = arguments::array(ctx, number, roles)?;
    let mut out = vec![u8::try_from(roles.len()).map_err(|_| wrong("Too many roles"))?];
    for role in roles.values() {
        let role = role.as_str().ok_or_else(|| wrong("Roles must be strings"))?;
        put(&mut out, &role)?;
    }
    Ok((field::ROLES, out))
}
fn put(out: &mut Vec<u8>, text: &[u8]) -> Step<()> {
    out.push(u8::try_from(text.len()).map_err(|_| wrong("A name is too long"))?);
    out.extend_from_slice(text);
    Ok(())
}
/// Privileges: arrays with `code`, and perhaps `ns` and `set`.
fn privileges_field(ctx: &Ctx, privileges: &Value) -> Step<Field> {
    let all = arguments::array(ctx, 2, privileges)?;
    let mut out = vec![u8::try_from(all.len()).map_err(|_| wrong("Too many privileges"))?];
    for privilege in all.values() {
        let privilege = privilege.as_array().ok_or_else(|| wrong("A privilege must be an array"))?;
        let code = privilege.get_bytes(b"code").and_then(Value::as_int).and_then(|code| u8::try_from(code).ok());
        let code = code.ok_or_else(|| wrong("A privilege must have a code"))?;
        out.push(code);
        if code >= DATA {
            for name in [b"ns".as_slice(), b"set"] {
                let text = privilege.get_bytes(name).and_then(|text| text.as_str().map(|text| (*text).clone()));
                put(&mut out, &text.unwrap_or_default())?;
            }
        }
    }
    Ok((field::PRIVILEGES, out))
}

fn texts(bytes: &[u8]) -> Step<Array> {
    let mut from = Cursor { rest: bytes };
    let mut all = Vec::new();
    for _ in 0..from.u8()? {
        let length = usize::from(from.u8()?);
        all.push(Value::str(from.take(length)?));
    }
    Ok(Array::list(all))
}
fn privileges(bytes: &[u8]) -> Step<Array> {
    let mut from = Cursor { rest: bytes };
    let mut all = Vec::new();
    for _ in 0..from.u8()? {
        let code = from.u8()?;
        let mut privilege = Array::new();
        privilege.set_name("code", Value::int(code.into()));
        if code >= DATA {
            for name in ["ns", "set"] {
                let length = usize::from(from.u8()?);
                privilege.set_name(name, Value::str(from.take(length)?));
            }
        }
        all.push(Value::from(privilege));
    }
    Ok(Array::list(all))
}

/// What is known of users or roles: by name, or the one that was asked for.
fn query(ctx: &Ctx, client: &Client, of_roles: bool, name: Option<&Value>, options: Option<&Value>) -> Step<Value> {
    let name = name.map(|name| arguments::text(ctx, 1, name)).transpose()?;
    let (number, kind, held) = match of_roles {
        true => (command::QUERY_ROLES, field::ROLE, field::PRIVILEGES),
        false => (command::QUERY_USERS, field::USER, field::ROLES),
    };
    let fields: Vec<Field> = name.iter().map(|name| (kind, name.to_vec())).collect();
    let mut all = Array::new();
    for block in send(ctx, client, number, &fields, options)? {
        let find = |wanted: u8| block.iter().find(|(kind, _)| *kind == wanted).map(|(_, value)| value.as_slice());
        let holds = match (find(held), of_roles) {
            (None, _) => Array::new(),
            (Some(bytes), true) => privileges(bytes)?,
            (Some(bytes), false) => texts(bytes)?,
        };
        if name.is_some() {
            return Ok(Value::from(holds));
        }
        all.set(KeyRef::from_str(&Str::new(find(kind).unwrap_or_default())).to_key(), Value::from(holds));
    }
    Ok(Value::from(all))
}

/// Runs a command whose fields a closure makes.
fn act(
    ctx: &Ctx,
    this: &Object,
    number: u8,
    options: Option<Value>,
    fields: impl FnOnce() -> Step<Vec<Field>>,
) -> PhpResult<i64> {
    run(ctx, this, CLUSTER, |client| send(ctx, client, number, &fields()?, options.as_ref()).map(drop))
}
fn name(ctx: &Ctx, kind: u8, value: &Value) -> Step<Field> {
    Ok((kind, arguments::text(ctx, 1, value)?.to_vec()))
}

#[php_methods(USERS)]
impl Aerospike {
    #[php("public function changePassword($user, $password, $options = UNKNOWN)")]
    fn change_password(ctx: &Ctx, this: &Object, user: &Value, password: &Value, options: Option<Value>) -> PhpResult<i64> {
        let new = arguments::text(ctx, 2, password)?;
        run(ctx, this, CLUSTER, |client| {
            let old = client.cluster.config().credentials.clone().ok_or_else(|| wrong("Nobody is logged in"))?;
            let fields = [name(ctx, field::USER, user)?, (field::OLD_PASSWORD, old.1.clone()), (field::PASSWORD, hashed(&new)?)];
            send(ctx, client, command::CHANGE_PASSWORD, &fields, options.as_ref()).map(drop)
        })
    }
    #[php("public function setPassword($user, $password, $options = UNKNOWN)")]
    fn set_password(ctx: &Ctx, this: &Object, user: &Value, password: &Value, options: Option<Value>) -> PhpResult<i64> {
        act(ctx, this, command::SET_PASSWORD, options, || {
            Ok(vec![name(ctx, field::USER, user)?, (field::PASSWORD, hashed(&arguments::text(ctx, 2, password)?)?)])
        })
    }
    #[php("public function createRole($role, $privileges, $options = UNKNOWN)")]
    fn create_role(ctx: &Ctx, this: &Object, role: &Value, privileges: &Value, options: Option<Value>) -> PhpResult<i64> {
        act(ctx, this, command::CREATE_ROLE, options, || {
            Ok(vec![name(ctx, field::ROLE, role)?, privileges_field(ctx, privileges)?])
        })
    }
    #[php("public function createUser($user, $password, $roles, $options = UNKNOWN)")]
    fn create_user(
        ctx: &Ctx,
        this: &Object,
        user: &Value,
        password: &Value,
        roles: &Value,
        options: Option<Value>,
    ) -> PhpResult<i64> {
        act(ctx, this, command::CREATE_USER, options, || {
            let password = hashed(&arguments::text(ctx, 2, password)?)?;
            Ok(vec![name(ctx, field::USER, user)?, (field::PASSWORD, password), roles_field(ctx, 3, roles)?])
        })
    }
    #[php("public function dropRole($role, $options = UNKNOWN)")]
    fn drop_role(ctx: &Ctx, this: &Object, role: &Value, options: Option<Value>) -> PhpResult<i64> {
        act(ctx, this, command::DROP_ROLE, options, || Ok(vec![name(ctx, field::ROLE, role)?]))
    }
    #[php("public function grantRoles($user, $roles, $options = UNKNOWN)")]
    fn grant_roles(ctx: &Ctx, this: &Object, user: &Value, roles: &Value, options: Option<Value>) -> PhpResult<i64> {
        act(ctx, this, command::GRANT_ROLES, options, || Ok(vec![name(ctx, field::USER, user)?, roles_field(ctx, 2, roles)?]))
    }
    #[php("public function revokeRoles($user, $roles, $options = UNKNOWN)")]
    fn revoke_roles(ctx: &Ctx, this: &Object, user: &Value, roles: &Value, options: Option<Value>) -> PhpResult<i64> {
        act(ctx, this, command::REVOKE_ROLES, options, || Ok(vec![name(ctx, field::USER, user)?, roles_field(ctx, 2, roles)?]))
    }
    #[php("public function grantPrivileges($role, $privileges, $options = UNKNOWN)")]
    fn grant_privileges(ctx: &Ctx, this: &Object, role: &Value, privileges: &Value, options: Option<Value>) -> PhpResult<i64> {
        act(ctx, this, command::GRANT_PRIVILEGES, options, || {
            Ok(vec![name(ctx, field::ROLE, role)?, privileges_field(ctx, privileges)?])
        })
    }
    #[php("public function revokePrivileges($role, $privileges, $options = UNKNOWN)")]
    fn revoke_privileges(ctx: &Ctx, this: &Object, role: &Value, privileges: &Value, options: Option<Value>) -> PhpResult<i64> {
        act(ctx, this, command::REVOKE_PRIVILEGES, options, || {
            Ok(vec![name(ctx, field::ROLE, role)?, privileges_field(ctx, privileges)?])
        })
    }
    #[php("public function queryRole($role, &$privileges, $options = UNKNOWN)")]
    fn query_role(ctx: &Ctx, this: &Object, role: &Value, mut privileges: RefArg<'_>, options: Option<Value>) -> PhpResult<i64> {
        run(ctx, this, CLUSTER, |client| {
            privileges.set(query(ctx, client, true, Some(role), options.as_ref())?);
            Ok(())
        })
    }
    #[php("public function queryRoles(&$roles, $options = UNKNOWN)")]
    fn query_roles(ctx: &Ctx, this: &Object, mut roles: RefArg<'_>, options: Option<Value>) -> PhpResult<i64> {
        run(ctx, this, CLUSTER, |client| {
            roles.set(query(ctx, client, true, None, options.as_ref())?);
            Ok(())
        })
    }
    #[php("public function queryUser($user, &$roles, $options = UNKNOWN)")]
    fn query_user(ctx: &Ctx, this: &Object, user: &Value, mut roles: RefArg<'_>, options: Option<Value>) -> PhpResult<i64> {
        run(ctx, this, CLUSTER, |client| {
            roles.set(query(ctx, client, false, Some(user), options.as_ref())?);
            Ok(())
        })
    }
    #[php("public function queryUsers(&$roles, $options = UNKNOWN)")]
    fn query_users(ctx: &Ctx, this: &Object, mut roles: RefArg<'_>, options: Option<Value>) -> PhpResult<i64> {
        run(ctx, this, CLUSTER, |client| {
            roles.set(query(ctx, client, false, None, options.as_ref())?);
            Ok(())
        })
    }
    #[php("public function dropUser($user, $options = UNKNOWN)")]
    fn drop_user(ctx: &Ctx, this: &Object, user: &Value, options: Option<Value>) -> PhpResult<i64> {
        act(ctx, this, command::DROP_USER, options, || Ok(vec![name(ctx, field::USER, user)?]))
    }
}
