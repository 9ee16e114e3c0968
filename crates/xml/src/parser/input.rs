//! What is being read: the document, or an entity's text.

use super::event::Entity;
use crate::chars;
use std::rc::Rc;

/// Text in UTF-8 (checked as it is read), and a place in it.
pub(crate) struct Input {
    pub text: Vec<u8>,
    pub at: usize,
    /// Line of `counted`, from 1.
    line: u32,
    /// Column of `counted`, from 1.
    column: u32,
    /// Up to where lines and columns are counted.
    counted: usize,
    /// Bytes that were dropped from the front.
    pub dropped: u64,
    /// The file's name.
    pub file: Option<Vec<u8>>,
    /// Whose text it is.
    pub entity: Option<Rc<Entity>>,
    /// How many elements were open when it began.
    pub depth: usize,
    /// Read to look for errors only.
    pub is_check: bool,
    /// The document was well-formed when it began.
    pub was_fine: bool,
}

impl Input {
    pub fn new(text: Vec<u8>, file: Option<Vec<u8>>) -> Input {
        Input {
            text,
            at: 0,
            line: 1,
            column: 1,
            counted: 0,
            dropped: 0,
            file,
            entity: None,
            depth: 0,
            is_check: false,
            was_fine: true,
        }
    }
    pub fn rest(&self) -> &[u8] {
        &self.text[self.at..]
    }
    /// The byte `ahead` of the current one; 0 at the end.
    #[inline]
    pub fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }
    pub fn starts_with(&self, text: &[u8]) -> bool {
        self.rest().starts_with(text)
    }
    pub fn at_end(&self) -> bool {
        self.at >= self.text.len()
    }
    /// The current character and its length.
    pub fn char(&self) -> Option<(u32, usize)> {
        chars::decode(self.rest())
    }
    /// Line and column, from 1.
    pub fn place(&mut self) -> (u32, u32) {
        let upto = self.at.min(self.text.len());
        if upto > self.counted {
            let mut passed = &self.text[self.counted..upto];
            let lines = passed.iter().filter(|&&byte| byte == b'\n').count();
            if lines > 0 {
                self.line = self.line.saturating_add(lines as u32);
                self.column = 1;
                passed = passed.rsplit(|&byte| byte == b'\n').next().unwrap_or_default();
            }
            let characters = passed.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
            self.column = self.column.saturating_add(characters as u32);
            self.counted = upto;
        }
        (self.line, self.column)
    }
    /// Forgets what has been read, if that is much.
    pub fn shrink(&mut self) {
        if self.at > 1 << 16 && self.at > self.text.len() / 2 {
            self.place();
            self.dropped += self.at as u64;
            self.text.drain(..self.at);
            self.counted = self.counted.saturating_sub(self.at);
            self.at = 0;
        }
    }
}
