//! Many records with one message to each node.

use crate::{
    Cluster, Failure, Policy,
    command::{is_passing, unknown},
    scan::Each,
};
use phant_aerospike_wire::{
    digest::Digest,
    message::{Head, Writer, bits, field, write_field},
    partition,
};
use std::{sync::Arc, time::Duration};

/// A record of a batch.
#[derive(Clone, Copy)]
pub struct Item<'a> {
    /// Namespace.
    pub namespace: &'a [u8],
    /// Set.
    pub set: &'a [u8],
    /// Record.
    pub digest: Digest,
}

/// What of the records is wanted: header bits and operations, as they are sent.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// Bits.
    pub info1: u8,
    /// Operations.
    pub ops: &'a [u8],
    /// How many.
    pub count: u16,
    /// Whether nodes may answer at once, and not hand the work to other threads of theirs.
    pub inline: bool,
}

impl Cluster {
    /// Reads records. The closure gets each answer, whose header has the record's number.
    pub fn batch(&self, items: &[Item<'_>], wanted: Wanted<'_>, policy: &Policy, each: Each<'_>) -> Result<(), Failure> {
        let mut done = vec![false; items.len()];
        let mut attempt = 0;
        loop {
            self.tend();
            let map = self.map();
            let mut failure = None;
            for node in &map.nodes {
                let mine = |item: &Item<'_>| {
                    map.owner(item.namespace, partition::of(&item.digest), 0).is_some_and(|owner| Arc::ptr_eq(owner, node))
                };
                let numbers: Vec<usize> = (0..items.len()).filter(|at| !done[*at] && mine(&items[*at])).collect();
                if numbers.is_empty() {
                    continue;
                }
                let message = write(items, &numbers, wanted, policy);
                let answer = self.stream(node, &message, policy, &mut |head, fields, ops| {
                    let number = head.timeout as usize;
                    // Whoever has a partition no longer says so, and it is asked of another.
                    if head.code == 11 || done.get(number) != Some(&false) {
                        return Ok(true);
                    }
                    done[number] = true;
                    each(head, fields, ops)
                });
                match answer {
                    Ok(true) => {}
                    Ok(false) => return Ok(()),
                    Err(error) if is_passing(error.code) => failure = Some(error),
                    Err(error) => return Err(error),
                }
            }
            let Some(left) = done.iter().position(|done| !done) else { return Ok(()) };
            self.doubt();
            if attempt >= policy.retries || !map.nodes.is_empty() && !map.knows(items[left].namespace) {
                return Err(failure.unwrap_or_else(|| unknown(&map, items[left].namespace)));
            }
            attempt += 1;
            std::thread::sleep(Duration::from_millis(policy.sleep.into()));
        }
    }
}

fn write(items: &[Item<'_>], numbers: &[usize], wanted: Wanted<'_>, policy: &Policy) -> Vec<u8> {
    let mut out = Vec::new();
    let head = Head { info1: bits::READ | bits::BATCH, timeout: policy.total_timeout, ..Head::default() };
    let mut message = Writer::new(&mut out, &head);
    message.field_with(field::BATCH, |out| {
        out.extend_from_slice(&(numbers.len() as u32).to_be_bytes());
        // Answer every key, whatever becomes of the others.
        out.push(u8::from(wanted.inline) | 4);
        let mut last: Option<&Item<'_>> = None;
        for number in numbers {
            let item = &items[*number];
            out.extend_from_slice(&(*number as u32).to_be_bytes());
            out.extend_from_slice(&item.digest);
            if last.is_some_and(|last| (last.namespace, last.set) == (item.namespace, item.set)) {
                out.push(1);
                continue;
            }
            last = Some(item);
            out.extend_from_slice(&[0, wanted.info1]);
            out.extend_from_slice(&2u16.to_be_bytes());
            out.extend_from_slice(&wanted.count.to_be_bytes());
            write_field(out, field::NAMESPACE, |out| out.extend_from_slice(item.namespace));
            write_field(out, field::SET, |out| out.extend_from_slice(item.set));
            out.extend_from_slice(wanted.ops);
        }
    });
    message.finish();
    out
}
