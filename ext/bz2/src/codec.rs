//! The compression library, with bzip2's numbers.

use bzip2::{Action, Compress, Compression, Decompress, Error, Status};

/// What bzip2's functions answer.
pub mod code {
    /// All is well.
    pub const OK: i64 = 0;
    /// The call makes no sense now.
    pub const SEQUENCE_ERROR: i64 = -1;
    /// An argument is out of bounds.
    pub const PARAM_ERROR: i64 = -2;
    /// There is no memory.
    pub const MEM_ERROR: i64 = -3;
    /// The data are damaged.
    pub const DATA_ERROR: i64 = -4;
    /// The data do not begin as they should.
    pub const DATA_ERROR_MAGIC: i64 = -5;
    /// Reading or writing the file failed.
    pub const IO_ERROR: i64 = -6;
    /// The data end too early.
    pub const UNEXPECTED_EOF: i64 = -7;
}

/// A code's name.
pub fn name(code: i64) -> &'static str {
    match code {
        code::SEQUENCE_ERROR => "SEQUENCE_ERROR",
        code::PARAM_ERROR => "PARAM_ERROR",
        code::MEM_ERROR => "MEM_ERROR",
        code::DATA_ERROR => "DATA_ERROR",
        code::DATA_ERROR_MAGIC => "DATA_ERROR_MAGIC",
        code::IO_ERROR => "IO_ERROR",
        code::UNEXPECTED_EOF => "UNEXPECTED_EOF",
        _ => "OK",
    }
}

fn number(error: Error) -> i64 {
    match error {
        Error::Sequence => code::SEQUENCE_ERROR,
        Error::Data => code::DATA_ERROR,
        Error::DataMagic => code::DATA_ERROR_MAGIC,
        Error::Param => code::PARAM_ERROR,
    }
}

/// How much is compressed or expanded at once.
pub const PIECE: usize = 16 << 10;

/// A compressor at work.
pub struct Compressor {
    compress: Compress,
    finished: bool,
}

/// What a compressor is to do with what it holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Flush {
    /// Wait for more.
    None,
    /// Pass on what is there.
    All,
    /// Nothing follows.
    Finish,
}

impl Compressor {
    /// A compressor with blocks of so many hundred kilobytes; `None` if there is none like that.
    pub fn new(blocks: i64, work: i64) -> Option<Compressor> {
        let possible = (1..=9).contains(&blocks) && (0..=250).contains(&work);
        possible.then(|| Compressor { compress: Compress::new(Compression::new(blocks as u32), work as u32), finished: false })
    }
    /// Compresses all of the input and hands on what comes out.
    pub fn run(&mut self, input: &[u8], flush: Flush, out: &mut dyn FnMut(&[u8])) -> Result<(), i64> {
        if self.finished {
            return Err(code::SEQUENCE_ERROR);
        }
        self.drive(input, Action::Run, out)?;
        match flush {
            Flush::None => Ok(()),
            Flush::All => self.drive(b"", Action::Flush, out),
            Flush::Finish => {
                self.finished = true;
                self.drive(b"", Action::Finish, out)
            }
        }
    }
    fn drive(&mut self, input: &[u8], action: Action, out: &mut dyn FnMut(&[u8])) -> Result<(), i64> {
        let mut piece = vec![0; PIECE];
        let mut at = 0;
        loop {
            let (before_in, before_out) = (self.compress.total_in(), self.compress.total_out());
            let answer = self.compress.compress(&input[at..], &mut piece, action).map_err(number)?;
            at += (self.compress.total_in() - before_in) as usize;
            let made = (self.compress.total_out() - before_out) as usize;
            out(&piece[..made]);
            let done = match answer {
                Status::StreamEnd => true,
                Status::RunOk => action == Action::Flush || at == input.len(),
                _ => false,
            };
            if done || phant_native::limits::reached() {
                return Ok(());
            }
        }
    }
}

/// The opposite.
pub struct Expander {
    decompress: Decompress,
    small: bool,
}

/// What an expander says of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// There may be more.
    More,
    /// That was all.
    End,
    /// An error, by bzip2's number.
    Failed(i64),
}

impl Expander {
    /// An expander, which may take less memory and more time.
    pub fn new(small: bool) -> Expander {
        Expander { decompress: Decompress::new(small), small }
    }
    /// Begins another stream.
    pub fn reset(&mut self) {
        self.decompress = Decompress::new(self.small);
    }
    /// Expands as much as there is room for: how much was read, how much came out.
    pub fn step(&mut self, input: &[u8], out: &mut [u8]) -> (Step, usize, usize) {
        let (before_in, before_out) = (self.decompress.total_in(), self.decompress.total_out());
        let step = match self.decompress.decompress(input, out) {
            Ok(Status::StreamEnd) => Step::End,
            Ok(Status::MemNeeded) => Step::Failed(code::MEM_ERROR),
            Ok(_) => Step::More,
            Err(error) => Step::Failed(number(error)),
        };
        let read = (self.decompress.total_in() - before_in) as usize;
        (step, read, (self.decompress.total_out() - before_out) as usize)
    }
}
