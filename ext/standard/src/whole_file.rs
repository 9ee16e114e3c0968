//! Regular files that are read as a whole: without a stream around them, which takes longer than the file.

use phant_memory::{Str, heap};
use phant_native::{Ctx, resource};
use phant_streams as streams;
use std::{
    cell::RefCell,
    fs::{self, File, Metadata},
    os::unix::fs::{FileExt, MetadataExt},
    path::Path,
};

/// Larger files come by a stream, which takes memory as it needs it.
const LARGEST: usize = 64 << 20;

/// For smaller files memory is taken as for any string, without a look at how much is left.
const SMALL: usize = 64 << 10;

/// Shorter files are read to where nothing has to be cleared but the stack.
const SHORT: usize = 2 << 10;

/// Larger files are not kept open.
const LARGEST_KEPT: usize = 1 << 20;
/// How many files a request is known to have read.
const MOST_KNOWN: usize = 8;

/// Which file it is, and since when it is what it is: whatever changes who may read it changes the last of these.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Identity {
    device: u64,
    inode: u64,
    changed: (i64, i64),
}

impl Identity {
    fn of(file: &Metadata) -> Identity {
        Identity { device: file.dev(), inode: file.ino(), changed: (file.ctime(), file.ctime_nsec()) }
    }
}

/// A file that a request has read. One that it reads again stays open, as opening takes twice as long as all else: the path is
/// looked up each time, and if it leads to the same file, its content is what is in it then.
struct Known {
    path: Box<[u8]>,
    identity: Identity,
    file: Option<File>,
}

thread_local! {
    static KNOWN: RefCell<Vec<Known>> = const { RefCell::new(Vec::new()) };
}

/// A request is over: nothing stays open.
pub(crate) fn end_request(_: &Ctx) {
    KNOWN.with_borrow_mut(Vec::clear);
}

/// Reads from a file that stays open, or is opened: as much as there is, up to the size of the buffer. `None`: something is in the way.
fn read_into(ctx: &Ctx, path: &[u8], known: &Metadata, out: &mut [u8]) -> Option<usize> {
    let name = streams::path::os(path);
    // What runs on the command line may run for long, and unmount what it has read from.
    if out.len() > LARGEST_KEPT || ctx.request.sapi.get() == "cli" {
        return fill(&File::open(name).ok()?, out);
    }
    let identity = Identity::of(known);
    KNOWN.with_borrow_mut(|all| {
        let Some(at) = all.iter().position(|one| *one.path == *path) else {
            if all.len() == MOST_KNOWN {
                all.remove(0);
            }
            all.push(Known { path: path.into(), identity, file: None });
            return fill(&File::open(name).ok()?, out);
        };
        let one = &mut all[at];
        if one.identity != identity {
            *one = Known { path: path.into(), identity, file: None };
        }
        if let Some(file) = &one.file {
            return fill(file, out);
        }
        let file = open(name, identity)?;
        fill(one.file.insert(file), out)
    })
}

/// Opens a file, if it is still the one.
fn open(name: &Path, identity: Identity) -> Option<File> {
    let file = File::open(name).ok()?;
    (Identity::of(&file.metadata().ok()?) == identity).then_some(file)
}

/// How many bytes there were.
fn fill(file: &File, out: &mut [u8]) -> Option<usize> {
    let mut got = 0;
    while got + 1 < out.len() {
        match file.read_at(&mut out[got..], got as u64) {
            Ok(n @ 1..) => got += n,
            Ok(0) => break,
            Err(_) => return None,
        }
    }
    Some(got)
}

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
    if size >= SMALL {
        heap::try_reserve(size).ok()?;
    }
    let mut got = None;
    // One byte more is asked for: a regular file that has not even that is at its end.
    let content = if size < SHORT {
        let mut short = [0; SHORT];
        got = read_into(ctx, path, &known, &mut short[..=size]);
        Str::new(&short[..got.unwrap_or(0).min(size)])
    } else {
        let mut content = Str::filled(size + 1, |out| got = read_into(ctx, path, &known, out));
        content.truncate(size);
        content
    };
    // Somebody is just changing it.
    if got != Some(size) {
        return None;
    }
    streams::errors::clear(ctx);
    streams::stat_cache::clear(ctx, false, None);
    // Scripts see by their numbers that every stream is a resource.
    resource::pass_number();
    Some(content)
}
