//! Reading a line: with editing, history and completion on a terminal, plainly from anything else.

use crate::history;
use rustyline::{
    CompletionType, Config, Context, Editor, Helper,
    completion::Completer,
    error::ReadlineError,
    highlight::Highlighter,
    hint::Hinter,
    history::{History, MemHistory},
    validate::Validator,
};
use std::{
    cell::RefCell,
    io::{self, BufRead, IsTerminal},
};

/// How many lines of the history the cursor keys reach.
const HISTORY: usize = 10_000;

/// What reading a line yields.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// The line without its end.
    Text(Vec<u8>),
    /// There are no more.
    End,
    /// Ctrl-C: what was typed is not wanted.
    Interrupted,
}

/// A word that is to be completed.
pub struct Word<'a> {
    /// The word as far as it was typed.
    pub text: &'a str,
    /// The whole line.
    pub line: &'a str,
    /// Where the word begins and ends in the line.
    pub start: usize,
    #[allow(missing_docs)]
    pub end: usize,
}

/// Offers completions of a word.
pub type Complete<'a> = &'a mut dyn FnMut(&Word<'_>) -> Vec<String>;

/// Whether there is a terminal to read from.
pub fn is_terminal() -> bool {
    io::stdin().is_terminal()
}

/// Reads a line. The prompt is shown on a terminal only.
pub fn read(prompt: &[u8], complete: Option<Complete<'_>>) -> Line {
    if !is_terminal() {
        return read_plainly();
    }
    let builder = Config::builder().max_history_size(HISTORY).unwrap_or_else(|_| Config::builder());
    let config = builder.completion_type(CompletionType::List).auto_add_history(false).build();
    let mut lines = MemHistory::with_config(&config);
    for line in history::all() {
        // A history that does not take a line is no reason not to read one.
        let _refused = lines.add(&String::from_utf8_lossy(&line));
    }
    let mut editor = match Editor::<Completing<'_>, MemHistory>::with_history(config, lines) {
        Ok(editor) => editor,
        Err(_) => return read_plainly(),
    };
    editor.set_helper(Some(Completing(RefCell::new(complete))));
    match editor.readline(&*String::from_utf8_lossy(prompt)) {
        Ok(line) => Line::Text(line.into_bytes()),
        Err(ReadlineError::Interrupted) => Line::Interrupted,
        Err(_) => Line::End,
    }
}

fn read_plainly() -> Line {
    let mut line = Vec::new();
    match io::stdin().lock().read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => Line::End,
        Ok(_) => {
            if line.last() == Some(&b'\n') {
                line.pop();
            }
            Line::Text(line)
        }
    }
}

struct Completing<'a>(RefCell<Option<Complete<'a>>>);

impl Completer for Completing<'_> {
    type Candidate = String;

    fn complete(&self, line: &str, end: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let Some(before) = line.get(..end) else { return Ok((end, Vec::new())) };
        let part_of_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\\' | '$' | '#' | ':' | '.');
        let start = before.rfind(|c| !part_of_word(c)).map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        let word = Word { text: &before[start..], line, start, end };
        let mut complete = self.0.borrow_mut();
        let mut offers = complete.as_mut().map_or_else(Vec::new, |complete| complete(&word));
        offers.sort();
        offers.dedup();
        Ok((start, offers))
    }
}
impl Hinter for Completing<'_> {
    type Hint = String;
}
impl Highlighter for Completing<'_> {}
impl Validator for Completing<'_> {}
impl Helper for Completing<'_> {}
