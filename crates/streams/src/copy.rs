//! Copying from one stream to another.

use super::{CHUNK_SIZE, Scratch, Stream};
use phant_native::ctx::Ctx;

/// Copies up to `limit` bytes. Returns how many, and whether all went well.
pub fn copy(ctx: &Ctx, from: &Stream, to: &Stream, limit: Option<usize>) -> (usize, bool) {
    if limit == Some(0) {
        return (0, true);
    }
    // Streams of PHP code are not asked.
    if from.is_plain_file()
        && let Some(stat) = from.stat(ctx)
        && stat.size == 0
        && stat.is_file()
        && from.unread() == 0
    {
        return (0, true);
    }
    let large = if from.is_plain_file() && to.is_plain_file() { 16 * CHUNK_SIZE } else { CHUNK_SIZE };
    // What is short needs no large chunk, which would have to be cleared.
    let (mut scratch, mut larger) = (Scratch::new(), Vec::new());
    let mut done = 0;
    loop {
        let chunk = if done >= CHUNK_SIZE && large > CHUNK_SIZE {
            larger.resize(large, 0);
            &mut larger[..]
        } else {
            &mut scratch[..]
        };
        let n = limit.map_or(chunk.len(), |l| (l - done).min(chunk.len()));
        if n == 0 || ctx.has_exception() {
            return (done, true);
        }
        let Some(got) = from.read(ctx, &mut chunk[..n]) else { return (done, false) };
        if got == 0 {
            return (done, true);
        }
        let mut written = 0;
        while written < got {
            match to.write(ctx, &chunk[written..got]) {
                Some(n) if n > 0 => written += n,
                _ => return (done + written, false),
            }
        }
        done += got;
    }
}
