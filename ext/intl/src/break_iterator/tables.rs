//! Break rules that are built in, compiled by ICU to states, and how they are run.

use crate::char::packed::{Reader, unpack};
use icu_segmenter::WordSegmenter;
use std::{ops::Range, sync::OnceLock};

static DATA: &[u8] = include_bytes!("../../tables/breaks.bin");

/// A set of rules.
pub(super) struct Table {
    pub(super) name: String,
    /// The rules as text.
    pub(super) source: String,
    /// Where runs of characters of a category begin.
    runs: Vec<(u32, u16)>,
    /// From this category on a dictionary says where words end.
    dictionary: u16,
    /// Whether a state is for the beginning of the text.
    begins: bool,
    states: Vec<Row>,
    /// Lists of values: how many, and the values.
    statuses: Vec<u32>,
}

struct Row {
    accepting: u32,
    look_ahead: u32,
    tags: u32,
    next: Vec<u16>,
}

/// A character, and where it ends in the text.
pub(super) type Unit = (char, u32);

/// A set of rules by its name.
pub(super) fn named(name: &str) -> Option<&'static Table> {
    static TABLES: OnceLock<Vec<Table>> = OnceLock::new();
    let tables = TABLES.get_or_init(|| {
        let data = unpack(DATA);
        let mut data = Reader::new(&data);
        (0..data.number()).map(|_| Table::read(&mut data)).collect()
    });
    tables.iter().find(|table| table.name == name)
}

impl Table {
    fn read(data: &mut Reader<'_>) -> Table {
        let (name, source) = (data.text(), data.text());
        let mut from = 0;
        let mut runs = Vec::new();
        for _ in 0..data.number() {
            from += data.number();
            runs.push((from, data.number() as u16));
        }
        let categories = data.number();
        let dictionary = data.number() as u16;
        let begins = data.number() & 2 != 0;
        let states = (0..data.number())
            .map(|_| {
                let (accepting, look_ahead, tags) = (data.number(), data.number(), data.number());
                Row { accepting, look_ahead, tags, next: (0..categories).map(|_| data.number() as u16).collect() }
            })
            .collect();
        let statuses = (0..data.number()).map(|_| data.number()).collect();
        Table { name, source, runs, dictionary, begins, states, statuses }
    }

    fn category(&self, c: char) -> u16 {
        let at = self.runs.partition_point(|run| run.0 <= u32::from(c));
        at.checked_sub(1).map_or(0, |at| self.runs[at].1)
    }

    /// The values of a status.
    pub(super) fn values(&self, status: u32) -> &[u32] {
        let status = status as usize;
        let count = self.statuses.get(status).map_or(0, |&count| count as usize);
        self.statuses.get(status + 1..status + 1 + count).unwrap_or_default()
    }

    /// Where what begins at a character ends, with its status, and whether words of a dictionary are in it.
    fn next(&self, text: &[Unit], start: usize) -> (usize, u32, bool) {
        const END: usize = 1;
        const BEGIN: usize = 2;
        const ACCEPTED: u32 = 1;
        let (mut at, mut state, mut words) = (start, 1, false);
        let (mut end, mut status) = (start, 0);
        let mut marks: Vec<(u32, usize)> = Vec::new();
        let mut begin = self.begins;
        loop {
            let category = match text.get(at) {
                _ if begin => BEGIN,
                Some(unit) => {
                    let category = self.category(unit.0);
                    words |= category >= self.dictionary;
                    usize::from(category)
                }
                None => END,
            };
            let over = !begin && at >= text.len();
            if !begin && !over {
                at += 1;
            }
            let Some(row) = self.states.get(state).and_then(|row| row.next.get(category)) else { break };
            state = usize::from(*row);
            let Some(row) = self.states.get(state) else { break };
            if row.accepting == ACCEPTED {
                if !begin {
                    end = at;
                }
                status = row.tags;
            } else if row.accepting > ACCEPTED {
                if let Some(mark) = marks.iter().find(|mark| mark.0 == row.accepting) {
                    return (mark.1, row.tags, words);
                }
            }
            if row.look_ahead > ACCEPTED {
                marks.retain(|mark| mark.0 != row.look_ahead);
                marks.push((row.look_ahead, at));
            }
            if state == 0 || over {
                break;
            }
            begin = false;
        }
        if end == start { ((start + 1).min(text.len()), 0, words) } else { (end, status, words) }
    }

    /// All places where the text may be broken, without its beginning, with what each one's status is.
    pub(super) fn each_break(&self, text: &[Unit], mut found: impl FnMut(usize, u32)) {
        let mut start = 0;
        while start < text.len() && !phant_native::limits::reached() {
            let (end, status, words) = self.next(text, start);
            if words && end - start > 1 {
                self.each_word(text, start..end, &mut |at| found(at, status));
            }
            found(end, status);
            start = end;
        }
    }

    /// Ends of words within a part of the text, where a dictionary knows them.
    fn each_word(&self, text: &[Unit], part: Range<usize>, found: &mut dyn FnMut(usize)) {
        let known = |at: &usize| self.category(text[*at].0) >= self.dictionary;
        let mut start = part.start;
        while start < part.end {
            if !known(&start) {
                start += 1;
                continue;
            }
            let end = (start..part.end).find(|at| !known(at)).unwrap_or(part.end);
            let run: String = text[start..end].iter().map(|unit| unit.0).collect();
            if start > part.start {
                found(start);
            }
            let segmenter = WordSegmenter::new_dictionary(Default::default());
            for at in segmenter.segment_str(&run).filter(|&at| at > 0 && at < run.len()) {
                found(start + run[..at].chars().count());
            }
            if end < part.end {
                found(end);
            }
            start = end;
        }
    }
}
