//! Regular files that are read as a whole: without a stream around them, which takes longer than the file.

use phant_memory::{Str, heap};
use phant_native::{Ctx, resource};
use phant_streams as streams;
use std::{fs, io::Read};

/// Larger files come by a stream, which takes memory as it needs it.
const LARGEST: usize = 64 << 20;

/// The content of a file. `None` if it is not a regular one, or if something is in the way: then a stream is to be opened, and
/// tells what it is.
pub(crate) fn read(ctx: &Ctx, path: &[u8]) -> Option<Str> {
    let is_elsewhere = || streams::inside::meant(ctx, path, streams::inside::Use::Open(false)).is_some();
    if path.contains(&b':') || !streams::include::are_files_plain(ctx) || !streams::path::permitted(ctx, path) || is_elsewhere() {
        return None;
    }
    let name = streams::path::os(path);
    // Opening something else than a regular file may wait, or do something.
    let known = fs::metadata(name).ok().filter(fs::Metadata::is_file)?;
    let size = usize::try_from(known.len()).ok().filter(|size| (1..LARGEST).contains(size))?;
    heap::try_reserve(size).ok()?;
    let mut file = fs::File::open(name).ok()?;
    let mut got = 0;
    // One byte more is asked for: a regular file that has not even that is at its end.
    let mut content = Str::filled(size + 1, |out| {
        while got < size {
            match file.read(&mut out[got..]) {
                Ok(n @ 1..) => got += n,
                _ => break,
            }
        }
    });
    // Somebody is just changing it.
    if got != size {
        return None;
    }
    content.truncate(size);
    streams::errors::clear(ctx);
    streams::stat_cache::clear(ctx, false, None);
    // Scripts see by their numbers that every stream is a resource.
    drop(resource::register("stream", ()));
    Some(content)
}
