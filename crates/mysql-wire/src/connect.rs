//! Logging in.

use crate::{
    Error, auth,
    auth::Plugin,
    capability as can,
    channel::Channel,
    message::{self, Done, Greeting},
    reader::{Reader, put_length, put_text},
    transport::Secure,
};

/// What a connection is to be.
#[derive(Clone, Default)]
pub struct Login {
    /// Who, and the proof.
    pub user: Vec<u8>,
    #[allow(missing_docs)]
    pub password: Vec<u8>,
    /// The database to be in.
    pub database: Vec<u8>,
    /// Number of the collation; the server's if `None`.
    pub charset: Option<u8>,
    /// What is wanted beside what always is.
    pub capabilities: u32,
    /// What the server may want to know about the client.
    pub attributes: Vec<(Vec<u8>, Vec<u8>)>,
    /// The server's public key, if the client knows it.
    pub server_key: Option<Vec<u8>>,
    /// The method to begin with, instead of the server's.
    pub plugin: Option<Vec<u8>>,
    /// Where the host's name matters: TLS.
    pub host: String,
    /// How connections are encrypted, if they can be.
    pub secure: Option<Secure>,
}

/// What every client of this kind can do.
const ALWAYS: u32 = can::LONG_PASSWORD
    | can::LONG_FLAG
    | can::LOCAL_FILES
    | can::PROTOCOL_41
    | can::TRANSACTIONS
    | can::SECURE_CONNECTION
    | can::MULTI_RESULTS
    | can::PLUGIN_AUTH
    | can::CONNECT_ATTRS;

/// The longest message that is announced.
const LONGEST: u32 = 0xc000_0000;

/// What a connection begins with.
pub struct Welcome {
    /// The server's words.
    pub greeting: Greeting,
    /// What both can do.
    pub capabilities: u32,
    /// The number of the collation that was asked for.
    pub charset: u8,
    /// What the server answered.
    pub done: Done,
}

/// Reads the greeting and logs in.
pub fn connect(mut channel: Channel, login: &Login) -> Result<(Channel, Welcome), Error> {
    let mut packet = Vec::new();
    channel.receive(&mut packet)?;
    let greeting = message::greeting(&packet)?;
    let mut wanted = ALWAYS | login.capabilities;
    if !login.database.is_empty() {
        wanted |= can::CONNECT_WITH_DB;
    }
    let compress = wanted & greeting.capabilities & can::COMPRESS != 0;
    let charset = login.charset.unwrap_or(greeting.charset);
    let capabilities = wanted & (greeting.capabilities | !(can::COMPRESS | can::SSL | can::CONNECT_ATTRS | can::PLUGIN_AUTH));
    let mut head = capabilities.to_le_bytes().to_vec();
    head.extend_from_slice(&LONGEST.to_le_bytes());
    head.push(charset);
    head.extend_from_slice(&[0; 23]);
    if wanted & can::SSL != 0 {
        channel = secure(channel, login, &greeting, &head)?;
    }
    let named = login.plugin.as_deref().unwrap_or(&greeting.plugin);
    let plugin = Plugin::named(named).ok_or_else(|| Error::UnknownPlugin(named.to_vec()))?;
    let scramble = greeting.scramble.clone();
    let proof = proof(plugin, login, &scramble, channel.transport().is_private())?;
    let mut answer = head;
    answer.extend_from_slice(&login.user);
    answer.push(0);
    put_length(&mut answer, proof.len() as u64);
    answer.extend_from_slice(&proof);
    if !login.database.is_empty() {
        answer.extend_from_slice(&login.database);
        answer.push(0);
    }
    if capabilities & can::PLUGIN_AUTH != 0 {
        answer.extend_from_slice(plugin.name().as_bytes());
        answer.push(0);
    }
    if capabilities & can::CONNECT_ATTRS != 0 {
        put_attributes(&mut answer, &login.attributes);
    }
    channel.send(&answer)?;
    let done = finish(&mut channel, plugin, login, scramble)?;
    if compress {
        channel.compress();
    }
    Ok((channel, Welcome { greeting, capabilities, charset, done }))
}

fn put_attributes(out: &mut Vec<u8>, attributes: &[(Vec<u8>, Vec<u8>)]) {
    let mut list = Vec::new();
    for (name, value) in attributes {
        put_text(&mut list, name);
        put_text(&mut list, value);
    }
    put_text(out, &list);
}

fn secure(mut channel: Channel, login: &Login, greeting: &Greeting, head: &[u8]) -> Result<Channel, Error> {
    if greeting.capabilities & can::SSL == 0 {
        return Err(Error::Client("Server doesn't support SSL"));
    }
    let Some(secure) = login.secure else { return Err(Error::Client("TLS is not built in: connect without SSL")) };
    channel.send(head)?;
    channel.replace(|plain| secure(plain, &login.host)).map_err(|_| Error::Client("Cannot connect to MySQL by using SSL"))
}

/// The first proof of a method.
fn proof(plugin: Plugin, login: &Login, scramble: &[u8], private: bool) -> Result<Vec<u8>, Error> {
    let password = &login.password;
    Ok(match plugin {
        Plugin::NativePassword => auth::native(password, scramble),
        Plugin::CachingSha2 => auth::caching_sha2(password, scramble),
        Plugin::ClearText => auth::clear(password),
        Plugin::Sha256 if password.is_empty() => vec![0],
        Plugin::Sha256 if private => auth::clear(password),
        Plugin::Sha256 => match &login.server_key {
            Some(key) => auth::encrypted(password, scramble, key)?,
            // Asks for the key.
            None => vec![1],
        },
    })
}

/// Goes on with a method, and with others that the server asks for, until the server is content.
fn finish(channel: &mut Channel, mut plugin: Plugin, login: &Login, mut scramble: Vec<u8>) -> Result<Done, Error> {
    let mut packet = Vec::new();
    // No method takes more than a few steps.
    for _ in 0..16 {
        channel.receive(&mut packet)?;
        match packet.split_first() {
            Some((0, _)) => return message::done(&packet),
            Some((0xff, _)) => return Err(Error::Server(message::error(&packet)?)),
            Some((0xfe, [])) => {
                return Err(Error::Client("The server requests the authentication of MySQL 4.0, which is not secure"));
            }
            Some((0xfe, rest)) => {
                let mut reader = Reader::new(rest);
                let name = reader.until_zero().unwrap_or(rest);
                plugin = Plugin::named(name).ok_or_else(|| Error::UnknownPlugin(name.to_vec()))?;
                let data = reader.rest();
                scramble = data.strip_suffix(b"\0").unwrap_or(data).to_vec();
                let private = channel.transport().is_private();
                channel.send(&proof(plugin, login, &scramble, private)?)?;
            }
            Some((1, rest)) => more(channel, plugin, login, &scramble, rest)?,
            _ => return Err(Error::Malformed("Malformed packet")),
        }
    }
    Err(Error::Malformed("Malformed packet"))
}

/// What a method says in the middle.
fn more(channel: &mut Channel, plugin: Plugin, login: &Login, scramble: &[u8], data: &[u8]) -> Result<(), Error> {
    let private = channel.transport().is_private();
    match (plugin, data) {
        // The server remembers the password; its last word follows.
        (Plugin::CachingSha2, [3]) => Ok(()),
        (Plugin::CachingSha2, [4]) if private => channel.send(&auth::clear(&login.password)),
        (Plugin::CachingSha2, [4]) => match &login.server_key {
            Some(key) => channel.send(&auth::encrypted(&login.password, scramble, key)?),
            None => channel.send(&[2]),
        },
        // The key that was asked for.
        (Plugin::CachingSha2 | Plugin::Sha256, key) => channel.send(&auth::encrypted(&login.password, scramble, key)?),
        _ => Err(Error::Malformed("Malformed packet")),
    }
}

/// Logs in as somebody else on a connection. The command is `COM_CHANGE_USER`.
pub fn change_user(channel: &mut Channel, login: &Login, welcome: &Welcome) -> Result<Done, Error> {
    let named = &welcome.greeting.plugin;
    let plugin = Plugin::named(named).unwrap_or(Plugin::NativePassword);
    let scramble = welcome.greeting.scramble.clone();
    let private = channel.transport().is_private();
    let proof = proof(plugin, login, &scramble, private)?;
    let mut message = vec![crate::command::CHANGE_USER];
    message.extend_from_slice(&login.user);
    message.push(0);
    message.push(proof.len() as u8);
    message.extend_from_slice(&proof);
    message.extend_from_slice(&login.database);
    message.push(0);
    message.extend_from_slice(&u16::from(login.charset.unwrap_or(welcome.charset)).to_le_bytes());
    if welcome.capabilities & can::PLUGIN_AUTH != 0 {
        message.extend_from_slice(plugin.name().as_bytes());
        message.push(0);
    }
    if welcome.capabilities & can::CONNECT_ATTRS != 0 {
        put_attributes(&mut message, &login.attributes);
    }
    channel.restart();
    channel.send(&message)?;
    finish(channel, plugin, login, scramble)
}
