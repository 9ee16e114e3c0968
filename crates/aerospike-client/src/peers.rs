//! What a node says about the others: `generation,port,[[name,tls name,[address,…]],…]`.

/// A peer.
#[derive(Debug, PartialEq)]
pub struct Peer {
    /// Its name.
    pub name: String,
    /// The name in its certificate, or nothing.
    pub certified: String,
    /// Its addresses with ports.
    pub addresses: Vec<String>,
}

/// Reads the answer; what cannot be read ends the list.
pub fn read(text: &[u8]) -> Vec<Peer> {
    let text = String::from_utf8_lossy(text);
    let mut words = text.splitn(3, ',');
    let port = words.nth(1).and_then(|word| word.parse().ok()).unwrap_or(3000u16);
    let mut rest = words.next().unwrap_or_default().strip_prefix('[').unwrap_or_default();
    let mut peers = Vec::new();
    while let Some(peer) = rest.strip_prefix('[') {
        let Some((name, after)) = peer.split_once(',') else { break };
        let Some((certified, after)) = after.split_once(",[") else { break };
        let Some((addresses, after)) = after.split_once("]]") else { break };
        peers.push(Peer {
            name: name.to_owned(),
            certified: certified.to_owned(),
            addresses: addresses.split(',').filter(|each| !each.is_empty()).map(|each| with_port(each, port)).collect(),
        });
        rest = after.strip_prefix(',').unwrap_or(after);
    }
    peers
}

/// An address with a port: its own, or the one that all have.
pub fn with_port(address: &str, port: u16) -> String {
    let has_port = match address.rsplit_once(':') {
        Some((host, _)) => !host.contains(':') || host.ends_with(']'),
        None => false,
    };
    match (has_port, address.contains(':') && !address.starts_with('[')) {
        (true, _) => address.to_owned(),
        (false, true) => format!("[{address}]:{port}"),
        (false, false) => format!("{address}:{port}"),
    }
}

/// The text of an address.
pub fn address(name: &str, port: u16) -> String {
    with_port(name, port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peers_have_addresses() {
        let peers = read(b"7,3000,[[BB1,,[10.0.0.1]],[BB2,tls,[10.0.0.2:3100,[::1]:4000]]]");
        assert_eq!(peers.len(), 2);
        let first = Peer { name: "BB1".into(), certified: String::new(), addresses: vec!["10.0.0.1:3000".into()] };
        assert_eq!(peers[0], first);
        assert_eq!(peers[1].addresses, ["10.0.0.2:3100", "[::1]:4000"]);
        assert_eq!(peers[1].certified, "tls");
        assert!(read(b"0,3000,[]").is_empty());
        assert!(read(b"[[[[").is_empty());
        assert_eq!(with_port("::1", 3000), "[::1]:3000");
    }
}
