//! Scans and queries: every partition once, from whichever node has it, from where the last attempt ended.

use crate::{
    Cluster, Failure, Policy,
    command::{is_passing, unknown},
    log::event,
    node::Node,
};
use phant_aerospike_wire::{
    digest::Digest,
    message::{Cursor, Fields, Head, bits, field},
    partition::{self, PARTITIONS},
};
use std::{sync::Arc, time::Duration};

/// How far a partition has been read.
#[derive(Clone, Copy)]
enum Progress {
    From(Option<Digest>),
    Done,
}

/// Writes a message for partitions, given by number and by the digests after which they go on.
pub type Build<'a> = &'a dyn Fn(&mut Vec<u8>, &[u8], &[u8]);
/// Takes a record; says whether more are wanted.
pub type Each<'a> = &'a mut dyn FnMut(&Head, &Fields<'_>, Cursor<'_>) -> Result<bool, Failure>;

impl Cluster {
    /// Gives every record of a scan or query to a closure, or those of some of the partitions: `share` of a hundred.
    pub fn scan(&self, namespace: &[u8], build: Build<'_>, share: u8, policy: &Policy, each: Each<'_>) -> Result<(), Failure> {
        let mut progress = vec![Progress::From(None); PARTITIONS];
        progress[PARTITIONS * usize::from(share.min(100)) / 100..].fill(Progress::Done);
        let mut attempt = 0;
        loop {
            self.tend();
            let map = self.map();
            let mut failure = None;
            for node in &map.nodes {
                match self.scan_node(node, &map, namespace, &mut progress, build, policy, each) {
                    Ok(true) => {}
                    Ok(false) => return Ok(()),
                    Err(error) if is_passing(error.code) => failure = Some(error),
                    Err(error) => return Err(error),
                }
            }
            if progress.iter().all(|each| matches!(each, Progress::Done)) {
                return Ok(());
            }
            self.doubt();
            event!(Debug, "scan", "Attempt {attempt} left partitions over");
            if attempt >= policy.retries.max(5) {
                return Err(failure.unwrap_or_else(|| unknown(&map, namespace)));
            }
            if !map.nodes.is_empty() && !map.knows(namespace) {
                return Err(unknown(&map, namespace));
            }
            attempt += 1;
            std::thread::sleep(Duration::from_millis(u64::from(policy.sleep).max(20)));
        }
    }
    fn scan_node(
        &self,
        node: &Arc<Node>,
        map: &crate::cluster::Map,
        namespace: &[u8],
        progress: &mut [Progress],
        build: Build<'_>,
        policy: &Policy,
        each: Each<'_>,
    ) -> Result<bool, Failure> {
        let (mut numbers, mut digests) = (Vec::new(), Vec::new());
        for (number, state) in progress.iter().enumerate() {
            if !map.owner(namespace, number, 0).is_some_and(|owner| Arc::ptr_eq(owner, node)) {
                continue;
            }
            match state {
                Progress::From(None) => numbers.extend_from_slice(&(number as u16).to_le_bytes()),
                Progress::From(Some(digest)) => digests.extend_from_slice(digest),
                Progress::Done => {}
            }
        }
        if numbers.is_empty() && digests.is_empty() {
            return Ok(true);
        }
        let mut message = Vec::new();
        build(&mut message, &numbers, &digests);
        self.stream(node, &message, policy, &mut |head, fields, ops| {
            if head.info3 & bits::PARTITION_DONE != 0 {
                // A partition that is not there (any more) is asked of its next owner.
                if let Some(state) = progress.get_mut(head.generation as usize)
                    && head.code == 0
                {
                    *state = Progress::Done;
                }
                return Ok(true);
            }
            if head.code != 0 {
                return Err(Failure::server(head.code));
            }
            let more = each(head, fields, ops)?;
            if let Some(digest) = fields.get(field::DIGEST).and_then(|bytes| Digest::try_from(bytes).ok()) {
                progress[partition::of(&digest)] = Progress::From(Some(digest));
            }
            Ok(more)
        })
    }
    /// Sends a message that starts something in the background to every node.
    pub fn everywhere(&self, message: &[u8], policy: &Policy) -> Result<(), Failure> {
        self.tend();
        let map = self.map();
        if map.nodes.is_empty() {
            return Err(unknown(&map, b""));
        }
        map.nodes.iter().try_for_each(|node| self.stream(node, message, policy, &mut |_, _, _| Ok(true)).map(drop))
    }
}
