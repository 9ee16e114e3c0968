//! `LOAD DATA LOCAL INFILE`: the server asks for a file of the client's.

use crate::{
    error::{Done, code},
    link::{Link, State},
};
use phant_native::Ctx;
use phant_streams::{self as streams, Stream, path};

/// What the server is told when it may not have a file.
const FORBIDDEN: &str = "LOAD DATA LOCAL INFILE is forbidden, check related settings like \
                         mysqli.allow_local_infile|mysqli.local_infile_directory or \
                         PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY";
const REJECTED: &str = "LOAD DATA LOCAL INFILE DIRECTORY restriction in effect. Unable to open file";
/// How much of the file goes in a packet.
const PIECE: usize = 8 << 10;

/// Whether the file is one that may be sent; the error is in words.
fn permitted(link: &Link, name: &[u8]) -> Result<(), &'static str> {
    let options = link.options.borrow().clone();
    if options.local_infile == Some(true) {
        return Ok(());
    }
    let directory = options.local_directory.filter(|directory| !directory.is_empty()).ok_or(FORBIDDEN)?;
    // A directory has been named: only what is in it.
    let directory = path::real(&path::absolute(&directory)).ok_or(REJECTED)?;
    let file = path::real(&path::absolute(name)).ok_or(REJECTED)?;
    let inside = file.strip_prefix(&directory[..]).is_some_and(|rest| directory.ends_with(b"/") || rest.first() == Some(&b'/'));
    if inside { Ok(()) } else { Err(REJECTED) }
}

/// Sends the file that the server asks for, and takes the server's last word.
pub fn send(ctx: &Ctx, link: &Link, name: &[u8]) -> Done {
    let forbidden = permitted(link, name);
    let mut refused = forbidden.err().map(|words| (code::INFILE_REJECTED, words.to_owned()));
    if refused.is_none()
        && let Some(stream) = open(ctx, name)
    {
        let mut piece = vec![0; PIECE];
        while let Some(count) = stream.read(ctx, &mut piece).filter(|&count| count > 0) {
            link.send_piece(ctx, &piece[..count])?;
        }
        stream.close(ctx);
    } else if refused.is_none() {
        refused = Some((2, format!("Can't find file '{}'.", String::from_utf8_lossy(name))));
    }
    // An empty packet ends the file, and so the exchange.
    link.send_piece(ctx, b"")?;
    let done = link.finish(ctx);
    link.state.set(State::Ready);
    if let Some((number, words)) = refused {
        link.error.clear();
        return Err(link.error.client(number, &words));
    }
    if done.is_ok() {
        link.settle();
    }
    done
}

fn open(ctx: &Ctx, name: &[u8]) -> Option<std::rc::Rc<Stream>> {
    let opened = streams::open_required(ctx, name, b"r", 0, None);
    opened.ok().flatten().map(|(_, stream)| stream)
}
