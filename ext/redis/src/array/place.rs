//! Where a key is.

use super::Ring;
use phant_digest as digest;
use phant_memory::{Str, Value};
use phant_native::{Ctx, PhpResult};

/// A point of the ring of consistent hashing: what hashes to no more than its value, and to more than the last one's, is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    /// Up to here.
    pub value: u32,
    /// Number of the server.
    pub index: u32,
}

/// How many digests there are of each server; each is four points.
const DIGESTS: usize = 40;

/// The points of servers on the ring.
pub fn points(hosts: &[Vec<u8>]) -> Vec<Point> {
    let mut points = Vec::with_capacity(hosts.len() * DIGESTS * 4);
    for (index, host) in hosts.iter().enumerate() {
        for number in 0..DIGESTS {
            let digest = digest::md5(&[host.as_slice(), b"-", number.to_string().as_bytes()].concat());
            for word in digest.as_chunks::<4>().0 {
                points.push(Point { value: u32::from_le_bytes(*word), index: index as u32 });
            }
        }
    }
    points.sort();
    points
}

/// A digest as a number: the sum of its first two words.
fn folded(digest: &[u8]) -> u32 {
    digest.as_chunks::<4>().0.iter().take(2).fold(0, |sum, word| sum.wrapping_add(u32::from_le_bytes(*word)))
}

impl Ring {
    /// The part of a key that counts: what a function says, or what stands between braces, or all of it.
    fn extract(&self, ctx: &Ctx, key: &[u8]) -> PhpResult<Option<Str>> {
        let extractor = self.extractor.borrow().clone();
        if !extractor.is_null() {
            return Ok(ctx.call_value(&extractor, &[Str::new(key).into()])?.into_str());
        }
        let tag = key.iter().position(|&b| b == b'{').and_then(|open| {
            let rest = &key[open + 1..];
            rest.iter().position(|&b| b == b'}').map(|end| &rest[..end])
        });
        Ok(Some(Str::new(tag.unwrap_or(key))))
    }
    /// The number of the server that has a key.
    pub(crate) fn place(&self, ctx: &Ctx, key: &[u8]) -> PhpResult<Option<i64>> {
        let count = self.servers.borrow().len() as u64;
        let distributor = self.distributor.borrow().clone();
        if !distributor.is_null() {
            let place = ctx.call_value(&distributor, &[Str::new(key).into()])?.as_int();
            return Ok(place.filter(|&place| place >= 0 && (place as u64) < count));
        }
        let Some(part) = self.extract(ctx, key)? else { return Ok(None) };
        let algorithm = self.algorithm.borrow().as_ref().and_then(|name| digest::algorithm(name));
        let hash = match algorithm {
            Some(algorithm) => folded(&algorithm.hash(&part)),
            None => !digest::crc32(&part),
        };
        let points = self.points.borrow();
        if points.is_empty() {
            // Without a ring, servers have equal shares of the numbers, the first one the highest.
            let place = u64::from(!hash) * count / 0xffff_ffff;
            return Ok(Some(place.min(count.saturating_sub(1)) as i64));
        }
        let at = points.partition_point(|point| point.value < hash);
        Ok(Some(i64::from(points[at % points.len()].index)))
    }
    /// The server that has a key.
    pub(crate) fn server_of(&self, ctx: &Ctx, key: &[u8]) -> PhpResult<Option<Value>> {
        let place = self.place(ctx, key)?;
        Ok(place.and_then(|place| self.servers.borrow().get_int(place).cloned()))
    }
}
