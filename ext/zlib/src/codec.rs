//! The compression library, with zlib's numbers.

use phant_memory::{Str, StrBuilder};
use phant_native::{Ctx, PhpResult};
use phant_streams::Scratch;
use std::{cell::RefCell, rc::Rc};
use zlib_rs::{
    Deflate, DeflateConfig, DeflateError, DeflateFlush, Inflate, InflateError, InflateFlush, Method, Status, Strategy,
};

/// What zlib's functions answer.
pub mod status {
    /// There may be more.
    pub const OK: i64 = 0;
    /// That was all.
    pub const STREAM_END: i64 = 1;
    /// A dictionary is wanted.
    pub const NEED_DICT: i64 = 2;
    /// The call makes no sense.
    pub const STREAM_ERROR: i64 = -2;
    /// The data are damaged.
    pub const DATA_ERROR: i64 = -3;
    /// There is no memory.
    pub const MEM_ERROR: i64 = -4;
    /// Nothing can be done without more input or room.
    pub const BUF_ERROR: i64 = -5;
}

/// A status in zlib's words.
pub fn words(status: i64) -> &'static str {
    match status {
        status::NEED_DICT => "need dictionary",
        status::STREAM_END => "stream end",
        status::STREAM_ERROR => "stream error",
        status::DATA_ERROR => "data error",
        status::MEM_ERROR => "insufficient memory",
        status::BUF_ERROR => "buffer error",
        _ => "",
    }
}

/// A format, as the size of its window that zlib is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// Deflate alone.
    Raw = -15,
    /// With zlib's header.
    Deflate = 15,
    /// With gzip's header.
    Gzip = 31,
}

/// Window bits that let the header tell gzip from zlib.
pub const ANY: i32 = 47;

impl Encoding {
    /// The encoding of a number that a script gives.
    pub fn of(number: i64) -> Option<Encoding> {
        [Encoding::Raw, Encoding::Deflate, Encoding::Gzip].into_iter().find(|e| *e as i64 == number)
    }
}

/// How much is compressed or expanded at once.
pub const PIECE: usize = 16 << 10;
/// The most that a compressor may remember, which is the fastest.
pub const MAX_MEMORY_LEVEL: i32 = 9;

/// Whether and how a compressor is to pass on what it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Flush(DeflateFlush);

impl Flush {
    /// It decides itself.
    pub const NONE: Flush = Flush(DeflateFlush::NoFlush);
    /// What was written can be read.
    pub const SYNC: Flush = Flush(DeflateFlush::SyncFlush);
    /// The same, and reading can begin here.
    pub const FULL: Flush = Flush(DeflateFlush::FullFlush);
    /// Nothing follows.
    pub const FINISH: Flush = Flush(DeflateFlush::Finish);

    /// By zlib's number.
    pub fn of(number: i64) -> Option<Flush> {
        Some(Flush(match number {
            0 => DeflateFlush::NoFlush,
            1 => DeflateFlush::PartialFlush,
            2 => DeflateFlush::SyncFlush,
            3 => DeflateFlush::FullFlush,
            4 => DeflateFlush::Finish,
            5 => DeflateFlush::Block,
            _ => return None,
        }))
    }
    fn inflating(self) -> InflateFlush {
        match self.0 {
            DeflateFlush::Finish => InflateFlush::Finish,
            DeflateFlush::Block => InflateFlush::Block,
            DeflateFlush::NoFlush => InflateFlush::NoFlush,
            _ => InflateFlush::SyncFlush,
        }
    }
}

/// A compressor at work.
pub struct Compressor {
    deflate: Deflate,
    /// What zlib's header is to say of the level, if the library would say something else.
    level_word: Option<u8>,
    at_start: bool,
}

/// What a compressor is like.
#[derive(PartialEq, Clone, Copy)]
pub struct Settings {
    /// 0 to 9, or -1.
    pub level: i64,
    /// zlib's window bits: negative for raw deflate, 16 more for gzip.
    pub window: i32,
    /// 1 to 9.
    pub memory: i32,
    /// zlib's number of the strategy.
    pub strategy: i64,
}

impl Settings {
    /// The usual ones for whole strings.
    pub fn new(level: i64, encoding: Encoding) -> Settings {
        Settings { level, window: encoding as i32, memory: MAX_MEMORY_LEVEL, strategy: 0 }
    }
}

impl Compressor {
    /// A compressor; `None` if there is none like that.
    pub fn new(settings: Settings) -> Option<Compressor> {
        let strategy = match settings.strategy {
            0 => Strategy::Default,
            1 => Strategy::Filtered,
            2 => Strategy::HuffmanOnly,
            3 => Strategy::Rle,
            4 => Strategy::Fixed,
            _ => return None,
        };
        // The smallest window is only for data with zlib's header.
        let possible = matches!(settings.window, -15..=-9 | 8..=15 | 25..=31);
        if !possible || !(-1..=9).contains(&settings.level) || !(1..=9).contains(&settings.memory) {
            return None;
        }
        // The library's middle levels compress less than zlib's; what zlib does at 6, its default, it does at 7.
        let is_default = matches!(settings.level, -1 | 6);
        let deflate = Deflate::new_with_config(DeflateConfig {
            level: if is_default { 7 } else { settings.level as i32 },
            method: Method::Deflated,
            window_bits: settings.window,
            mem_level: settings.memory,
            strategy,
        });
        let has_word = is_default && (8..=15).contains(&settings.window) && !matches!(settings.strategy, 2..);
        Some(Compressor { deflate, level_word: has_word.then_some(2), at_start: true })
    }
    /// Sets the dictionary, before anything is compressed.
    pub fn set_dictionary(&mut self, dictionary: &[u8]) -> bool {
        self.deflate.set_dictionary(dictionary).is_ok()
    }
    /// Begins another stream.
    pub fn reset(&mut self) {
        self.deflate.reset();
        self.at_start = true;
    }
    /// Corrects the level in zlib's header: two bits, and a remainder that checks the header.
    fn correct(&mut self, out: &mut [u8]) {
        let [first, second, ..] = out else { return };
        if let Some(word) = self.level_word.filter(|_| self.at_start) {
            let header = u16::from(*first) << 8 | u16::from(*second & 0x20 | word << 6);
            *second = (header + 31 - header % 31) as u8;
        }
        self.at_start = false;
    }
    /// Compresses all of the input and hands on what comes out. The error is zlib's status.
    pub fn run(&mut self, input: &[u8], flush: Flush, out: &mut dyn FnMut(&[u8])) -> Result<bool, i64> {
        let mut piece = Scratch::of(PIECE);
        let mut at = 0;
        loop {
            let (before_in, before_out) = (self.deflate.total_in(), self.deflate.total_out());
            let answer = self.deflate.compress(&input[at..], &mut piece, flush.0);
            at += (self.deflate.total_in() - before_in) as usize;
            let made = (self.deflate.total_out() - before_out) as usize;
            self.correct(&mut piece[..made]);
            out(&piece[..made]);
            match answer {
                Ok(Status::StreamEnd) => return Ok(true),
                Ok(_) if made < piece.len() && at == input.len() => return Ok(false),
                Ok(_) if phant_native::limits::reached() => return Ok(false),
                Ok(Status::BufError) if made == 0 => return Ok(false),
                Ok(_) => {}
                Err(DeflateError::DataError) => return Err(status::DATA_ERROR),
                Err(DeflateError::MemError) => return Err(status::MEM_ERROR),
                Err(DeflateError::StreamError) => return Err(status::STREAM_ERROR),
            }
        }
    }
}

/// The opposite.
pub struct Expander {
    inflate: Inflate,
    window: i32,
}

impl Expander {
    /// An expander by zlib's window bits; `None` if there is none like that.
    pub fn new(window: i32) -> Option<Expander> {
        matches!(window, -15..=-8 | 0 | 8..=15 | 16 | 24..=31 | 32 | 40..=47).then(|| Expander { inflate: make(window), window })
    }
    /// Begins another stream.
    pub fn reset(&mut self) {
        match self.window {
            // The library's own way knows these alone.
            15 | -15 => self.inflate.reset(self.window > 0),
            window => self.inflate = make(window),
        }
    }
    /// Sets the dictionary; false if it is another one than the data want.
    pub fn set_dictionary(&mut self, dictionary: &[u8]) -> bool {
        self.inflate.set_dictionary(dictionary).is_ok()
    }
    /// How much has been read.
    pub fn total_in(&self) -> u64 {
        self.inflate.total_in()
    }
    /// Expands as much as there is room for: zlib's status, how much was read, how much came out.
    pub fn step(&mut self, input: &[u8], out: &mut [u8], flush: Flush) -> (i64, usize, usize) {
        let (before_in, before_out) = (self.inflate.total_in(), self.inflate.total_out());
        let status = match self.inflate.decompress(input, out, flush.inflating()) {
            Ok(Status::Ok) => status::OK,
            Ok(Status::BufError) => status::BUF_ERROR,
            Ok(Status::StreamEnd) => status::STREAM_END,
            Err(InflateError::NeedDict { .. }) => status::NEED_DICT,
            Err(InflateError::StreamError) => status::STREAM_ERROR,
            Err(InflateError::DataError) => status::DATA_ERROR,
            Err(InflateError::MemError) => status::MEM_ERROR,
        };
        (status, (self.inflate.total_in() - before_in) as usize, (self.inflate.total_out() - before_out) as usize)
    }
}

fn make(window: i32) -> Inflate {
    Inflate::new(window >= 0, window.unsigned_abs() as u8)
}

/// A compressor or expander outside the heap: an entry of the worker's table, which goes with the request at the latest.
pub struct Kept(u64);

impl Kept {
    /// Keeps one.
    pub fn new<T: 'static>(data: T) -> Kept {
        Kept(phant_native::resource::hide(Rc::new(RefCell::new(data))))
    }
    /// Works with it.
    pub fn get<T: 'static>(&self) -> Option<Rc<RefCell<T>>> {
        phant_native::resource::hidden(self.0)
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        phant_native::resource::drop_hidden(self.0);
    }
}

/// What whole strings were compressed and expanded with last: making them takes longer than a short string does.
struct Idle {
    /// For short strings, and for others.
    compressors: [Option<(Settings, Compressor)>; 2],
    expander: Option<Expander>,
}

thread_local! {
    static IDLE: RefCell<Idle> = const { RefCell::new(Idle { compressors: [None, None], expander: None }) };
}

/// Of strings up to this length a block never gets so long that it has to end for want of memory, at the level of memory
/// below: their compressors need not clear as much.
const SHORT: usize = 4000;
const SHORT_MEMORY_LEVEL: i32 = 6;
const _: () = assert!(SHORT + 1 < 1 << (SHORT_MEMORY_LEVEL + 6));

/// Compresses a whole string; `None` if the library refuses.
pub fn encode(ctx: &Ctx, data: &[u8], settings: Settings) -> PhpResult<Option<Str>> {
    let is_short = data.len() <= SHORT && settings.memory > SHORT_MEMORY_LEVEL;
    let settings = if is_short { Settings { memory: SHORT_MEMORY_LEVEL, ..settings } } else { settings };
    let slot = usize::from(is_short);
    let idle = IDLE.with_borrow_mut(|idle| idle.compressors[slot].take_if(|(known, _)| *known == settings));
    let compressor = match idle {
        Some((_, mut compressor)) => {
            compressor.reset();
            Some(compressor)
        }
        None => Compressor::new(settings),
    };
    let Some(mut compressor) = compressor else { return Ok(None) };
    let mut out = StrBuilder::new();
    let done = compressor.run(data, Flush::FINISH, &mut |piece| out.push_bytes(piece));
    IDLE.with_borrow_mut(|idle| idle.compressors[slot] = Some((settings, compressor)));
    ctx.poll()?;
    Ok(done.is_ok().then(|| out.finish()))
}

/// How often the room for what comes out is enlarged at most.
const ROUNDS: usize = 100;

/// Expands a whole string, to no more than about `most` bytes unless that is 0. The error is zlib's status.
pub fn decode(ctx: &Ctx, data: &[u8], window: i32, most: usize) -> PhpResult<Result<Str, i64>> {
    if data.is_empty() {
        return Ok(Err(status::DATA_ERROR));
    }
    let read = expand(ctx, data, window, most)?;
    match read {
        Err(status::DATA_ERROR) if window == ANY => expand(ctx, data, Encoding::Raw as i32, most),
        read => Ok(read),
    }
}

fn expand(ctx: &Ctx, data: &[u8], window: i32, most: usize) -> PhpResult<Result<Str, i64>> {
    let idle = IDLE.with_borrow_mut(|idle| idle.expander.take_if(|known| known.window == window));
    let expander = match idle {
        Some(mut expander) => {
            expander.reset();
            Some(expander)
        }
        None => Expander::new(window),
    };
    let Some(mut expander) = expander else { return Ok(Err(status::STREAM_ERROR)) };
    let mut room = if most > 0 && most <= data.len() { most } else { data.len() + 1 };
    let mut input = Input { data, at: 0 };
    let mut out = StrBuilder::new();
    let mut status = status::OK;
    for _ in 0..ROUNDS {
        if most > 0 && most <= out.len() {
            status = status::MEM_ERROR;
            break;
        }
        status = one_round(ctx, &mut expander, &mut input, &mut out, room)?;
        room = room.max(out.len());
        room += (room >> 3) + 1;
        if !(status == status::BUF_ERROR || status == status::OK && !input.rest().is_empty()) {
            break;
        }
    }
    IDLE.with_borrow_mut(|idle| idle.expander = Some(expander));
    Ok(match status {
        status::STREAM_END => Ok(out.finish()),
        // The data end too early.
        status::OK => Err(status::DATA_ERROR),
        other => Err(other),
    })
}

/// A string and one byte more: there were compressors that left out the last byte.
struct Input<'a> {
    data: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
    fn rest(&self) -> &'a [u8] {
        match self.at.cmp(&self.data.len()) {
            std::cmp::Ordering::Less => &self.data[self.at..],
            std::cmp::Ordering::Equal => &[0],
            std::cmp::Ordering::Greater => &[],
        }
    }
}

/// Expands until there is as much output as `room`, or no more input.
fn one_round(ctx: &Ctx, expander: &mut Expander, input: &mut Input<'_>, out: &mut StrBuilder, room: usize) -> PhpResult<i64> {
    let (mut made, mut progress) = (0, false);
    let most = room.saturating_sub(out.len());
    let mut piece = Scratch::of(PIECE);
    loop {
        let free = (most - made).min(PIECE);
        let (status, read, written) = expander.step(input.rest(), &mut piece[..free], Flush::NONE);
        input.at += read;
        out.push_bytes(&piece[..written]);
        made += written;
        ctx.poll()?;
        if status == status::BUF_ERROR && progress {
            return Ok(status::OK);
        }
        progress |= read > 0 || written > 0;
        if status != status::OK || made >= most || input.rest().is_empty() && written < free {
            return Ok(status);
        }
    }
}
