//! Opening sockets.

use crate::link::{BoxedTransport, Target};
use phant_grants::net;
use phant_native::Ctx;
use std::{
    io,
    net::{SocketAddr, ToSocketAddrs},
    time::Duration,
};

/// Opens the socket of a target. The error is in words that PHP shows.
pub fn transport(ctx: &Ctx, target: &Target, timeout: Duration) -> Result<BoxedTransport, Vec<u8>> {
    if let Some(path) = &target.socket {
        let path = phant_streams::path::os(path);
        return net::unix(path).map(|socket| Box::new(socket) as BoxedTransport).map_err(|e| words(&e));
    }
    let host = String::from_utf8_lossy(&target.host).into_owned();
    // A port behind the host counts more than the other.
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !name.contains(':') || name.ends_with(']') => (name, port.parse().unwrap_or(target.port)),
        _ => (&host[..], target.port),
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    let addresses: Vec<SocketAddr> = match (name, port).to_socket_addrs() {
        Ok(found) => found.collect(),
        Err(error) => {
            let text = error.to_string();
            let reason = text.rsplit(": ").next().unwrap_or(&text);
            let text = format!("php_network_getaddresses: getaddrinfo for {host} failed: {reason}");
            ctx.warning(&text);
            return Err(text.into_bytes());
        }
    };
    let mut failure = io::Error::from_raw_os_error(111);
    for address in addresses {
        match net::tcp(&address, timeout) {
            Ok(socket) => {
                // Commands are small, and their answers are waited for.
                let _slower = socket.set_nodelay(true);
                return Ok(Box::new(socket));
            }
            Err(error) if error.kind() == io::ErrorKind::TimedOut => failure = io::Error::from_raw_os_error(110),
            Err(error) => failure = error,
        }
    }
    Err(words(&failure))
}

/// A system error in the system's words alone.
fn words(error: &io::Error) -> Vec<u8> {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).as_bytes().to_vec()
}
