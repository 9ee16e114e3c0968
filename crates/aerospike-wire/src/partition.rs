//! Which node has which records: 4,096 partitions of each namespace.

use crate::{Malformed, Read, base64, digest::Digest};

/// How many partitions a namespace has.
pub const PARTITIONS: usize = 4096;

/// The partition of a record.
pub fn of(digest: &Digest) -> usize {
    usize::from(u16::from_le_bytes([digest[0], digest[1]])) & (PARTITIONS - 1)
}

/// What a node says about one namespace.
pub struct Owned<'a> {
    /// The namespace.
    pub namespace: &'a [u8],
    /// Counts how often ownership was decided anew; larger ones are right.
    pub regime: u32,
    /// For each replica, the master first, a bit for each partition.
    pub replicas: Vec<Vec<u8>>,
}

impl Owned<'_> {
    /// Whether a replica of a partition is there.
    pub fn has(&self, replica: usize, partition: usize) -> bool {
        self.replicas.get(replica).is_some_and(|bits| bits[partition >> 3] & (0x80 >> (partition & 7)) != 0)
    }
}

/// Reads the answer to `replicas`: `ns:regime,count,bits,…;…`.
pub fn replicas(text: &[u8]) -> Read<Vec<Owned<'_>>> {
    let mut all = Vec::new();
    for part in text.split(|byte| *byte == b';').filter(|part| !part.is_empty()) {
        let at = part.iter().position(|byte| *byte == b':').ok_or(Malformed("a partition map without a namespace"))?;
        let mut words = part[at + 1..].split(|byte| *byte == b',');
        let mut number = || words.next().and_then(|word| std::str::from_utf8(word).ok()?.parse::<u32>().ok());
        let (Some(regime), Some(count)) = (number(), number()) else {
            return Err(Malformed("a partition map without figures"));
        };
        let replicas: Option<Vec<_>> =
            words.take(count as usize).map(|word| base64::decode(word).filter(|bits| bits.len() == PARTITIONS / 8)).collect();
        let replicas = replicas.ok_or(Malformed("a partition map of another size"))?;
        all.push(Owned { namespace: &part[..at], regime, replicas });
    }
    Ok(all)
}

/// The text of one namespace's map, as a node that has everything says it.
pub fn everything(namespace: &str) -> String {
    format!("{namespace}:0,1,{}", base64::encode(&[0xff; PARTITIONS / 8]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_that_has_everything() {
        let text = everything("test");
        let maps = replicas(text.as_bytes()).unwrap();
        assert_eq!(maps.len(), 1);
        assert!((0..PARTITIONS).all(|partition| maps[0].has(0, partition)));
        assert!(!maps[0].has(1, 0));
        assert!(replicas(b"test:0,1,AAAA").is_err());
        assert!(replicas(b"test").is_err());
    }
}
