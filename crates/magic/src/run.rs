//! Trying the lines of a database.

use crate::{
    Database, Input, Patterns, encoding,
    entry::{Condition, Entry, Kind, ROOM, flag, modifier},
    flags, formats, print,
};

/// Something was wrong that ends the examination; [`Run::error`] says what.
pub type Tried<T> = Result<T, ()>;

/// How often `indirect` may lead on, and how deep names may use names.
const MOST_INDIRECT: u16 = 50;
const MOST_NAMES: u16 = 100;

/// What is remembered of the lines above a continuation.
#[derive(Debug, Clone, Copy, Default)]
pub struct Level {
    pub offset: i32,
    pub matched: bool,
    pub last_matched: bool,
}

/// A view of the file: its beginning, or what follows an indirect offset; and its end.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub front: &'a [u8],
    pub end: Option<&'a [u8]>,
}

/// What `search` and `regex` look through, and what they found.
#[derive(Clone, Copy, Default)]
pub struct Search<'a> {
    /// From where the search begins to the end of the data.
    pub text: &'a [u8],
    /// How much of it is searched.
    pub length: usize,
    pub offset: usize,
    pub found: usize,
}

/// What the lines of one list have brought so far.
#[derive(Debug, Clone, Copy, Default)]
pub struct Progress {
    pub printed: bool,
    pub separate: bool,
    pub answered: bool,
    pub matched: bool,
    /// Something was found before, so that what is found now begins a line.
    pub again: bool,
}

/// How a list of lines is tried.
#[derive(Clone, Copy)]
pub struct Manner {
    /// What the lines' offsets count from.
    pub base: u32,
    /// `flag::BINARY` or `flag::TEXT`.
    pub mode: u8,
    /// Whether the file looks like text.
    pub text: bool,
    /// Whether orders of bytes are turned round.
    pub flip: bool,
}

/// What a line of level 0 has brought.
enum Outcome {
    /// It does not match, or was given up.
    Nothing,
    /// It matches.
    Match,
    /// It gave what was asked for, so that no other line is tried.
    Answer,
}

/// An examination.
pub struct Run<'a> {
    pub database: &'a Database,
    pub patterns: &'a Patterns,
    pub flags: u32,
    pub input: Input<'a>,
    pub out: Vec<u8>,
    pub error: Option<String>,
    pub levels: Vec<Level>,
    pub offset: u32,
    pub end_offset: u32,
    pub value: [u8; ROOM],
    pub number: u64,
    pub search: Search<'a>,
    line: u32,
    indirect: u16,
    names: u16,
}

impl<'a> Run<'a> {
    pub fn new(database: &'a Database, patterns: &'a Patterns, flags: u32, input: Input<'a>) -> Run<'a> {
        Run {
            database,
            patterns,
            flags,
            input,
            out: Vec::new(),
            error: None,
            levels: Vec::new(),
            offset: 0,
            end_offset: 0,
            value: [0; ROOM],
            number: 0,
            search: Search::default(),
            line: 0,
            indirect: 0,
            names: 0,
        }
    }
    pub fn asks(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }
    /// Appends to the answer. Its pieces are C strings.
    pub fn print(&mut self, text: impl AsRef<[u8]>) {
        self.out.extend_from_slice(crate::fetch::until_nul(text.as_ref()));
    }
    /// Remembers the first error.
    pub fn fail<T>(&mut self, text: String) -> Tried<T> {
        self.error.get_or_insert(text);
        Err(())
    }
    /// As [`Run::fail`], naming the line of the database.
    pub fn fail_at_line<T>(&mut self, text: &str) -> Tried<T> {
        let line = self.line;
        self.fail(if line == 0 { text.to_string() } else { format!("line {line}:{text}") })
    }
    pub fn separate(&mut self) {
        self.print("\n- ");
    }

    /// Examines the file.
    pub fn identify(&mut self) -> Tried<()> {
        let bytes = self.input.bytes;
        let mut code_mime = "binary";
        let mut fallback = "data";
        let mut done = false;
        match bytes.len() {
            0 => fallback = "empty",
            1 => fallback = "very short file (no magic)",
            _ => {
                let found = encoding::detect(bytes);
                if !self.asks(flags::NO_ENCODING) {
                    code_mime = found.mime;
                }
                done = self.known_formats(&found)?;
                if !done {
                    done = self.compound_or_rules(found.is_text)?;
                }
                if !done && !self.asks(flags::NO_TEXT) {
                    done = self.text(bytes, found.is_text)?;
                }
            }
        }
        if !done {
            self.fallback(fallback);
        }
        while self.out.ends_with(b"\n- ") {
            self.out.truncate(self.out.len() - 3);
        }
        if self.asks(flags::MIME_ENCODING) {
            if self.asks(flags::MIME_TYPE) {
                self.print("; charset=");
            }
            self.print(code_mime);
        }
        Ok(())
    }
    /// Whether a test that has found something is the last one.
    fn is_enough(&mut self, found: bool) -> bool {
        if found && self.asks(flags::CONTINUE) {
            self.separate();
            return false;
        }
        found
    }
    /// What lines cannot describe.
    fn known_formats(&mut self, found: &encoding::Found) -> Tried<bool> {
        if self.asks(flags::APPLE | flags::EXTENSION) {
            return Ok(false);
        }
        let bytes = self.input.bytes;
        let tests: [(u32, fn(&[u8]) -> Option<formats::Format>); 4] = [
            (flags::NO_TAR, formats::tar),
            (flags::NO_JSON, formats::json),
            (flags::NO_CSV, formats::csv),
            (flags::NO_SIMH, formats::simh),
        ];
        for (without, test) in tests {
            let is_csv = without == flags::NO_CSV;
            if self.asks(without) || is_csv && !found.is_text {
                continue;
            }
            let Some(format) = test(bytes) else { continue };
            match self.flags & flags::MIME {
                0 if is_csv => self.print(format!("CSV {} text", found.name)),
                0 => self.print(format.description),
                flags::MIME_ENCODING => {}
                _ => self.print(format.mime),
            }
            if self.is_enough(true) {
                return Ok(true);
            }
        }
        Ok(false)
    }
    fn compound_or_rules(&mut self, is_text: bool) -> Tried<bool> {
        if !self.asks(flags::NO_CDF) {
            let found = self.compound();
            if self.is_enough(found) {
                return Ok(true);
            }
        }
        if !self.asks(flags::NO_SOFT) {
            let view = View { front: self.input.bytes, end: self.input.end };
            let found = self.rules(view, flag::BINARY, is_text);
            let found = self.forgiving(found)?;
            if self.is_enough(found) {
                return Ok(true);
            }
        }
        Ok(false)
    }
    /// A search that took too long ends the rules, but not the examination.
    pub fn forgiving(&self, found: Tried<bool>) -> Tried<bool> {
        if self.error.is_none() { Ok(found.unwrap_or(false)) } else { found }
    }
    fn fallback(&mut self, text: &str) {
        if self.asks(flags::MIME) {
            if self.asks(flags::MIME_TYPE) {
                let kind = if self.input.bytes.is_empty() { "application/x-empty" } else { "application/octet-stream" };
                self.print(kind);
            }
        } else if self.asks(flags::APPLE) {
            self.print("UNKNUNKN");
        } else if self.asks(flags::EXTENSION) {
            self.print("???");
        } else {
            self.print(text);
        }
    }

    /// Tries all lines; tells whether one had something to say.
    pub fn rules(&mut self, view: View<'a>, mode: u8, text: bool) -> Tried<bool> {
        (self.indirect, self.names) = (0, 0);
        let mut progress = Progress::default();
        let manner = Manner { base: 0, mode, text, flip: false };
        let database = self.database;
        self.list(&database.tests, view, manner, &mut progress)
    }
    /// Begins a level of continuations.
    fn level(&mut self, level: usize) {
        if self.levels.len() <= level {
            self.levels.resize(level + 1, Level::default());
        }
        (self.levels[level].matched, self.levels[level].last_matched) = (false, false);
    }
    /// Whether a line of level 0 is for files of this kind.
    fn applies(entry: &Entry, manner: Manner) -> bool {
        if entry.kind == Kind::Name {
            return true;
        }
        let wanted = entry.modifiers & (modifier::TEXT | modifier::BINARY);
        let unwanted = if manner.text { modifier::BINARY } else { modifier::TEXT };
        !(entry.kind.is_text() && wanted == unwanted) && entry.flag & manner.mode == manner.mode
    }
    /// Tries a list of lines.
    pub fn list(&mut self, list: &'a [Entry], view: View<'a>, manner: Manner, progress: &mut Progress) -> Tried<bool> {
        self.level(0);
        // Where `end` of the list's lines counts from: a name's lines are a part of a list.
        let shift = list.first().map_or(0, |first| (first.end as usize).saturating_sub(group_length(list)));
        let mut at = 0;
        while let Some(entry) = list.get(at) {
            let end = (entry.end as usize).saturating_sub(shift).clamp(at + 1, list.len());
            let group = &list[at..end];
            at = end;
            if !Self::applies(entry, manner) {
                continue;
            }
            if phant_interrupt::is_urgent() {
                return Err(());
            }
            match self.group(group, view, manner, progress)? {
                Outcome::Nothing => continue,
                Outcome::Answer => return Ok(true),
                Outcome::Match => {}
            }
            if progress.printed {
                progress.again = true;
            }
            if progress.matched {
                if !self.asks(flags::CONTINUE) {
                    return Ok(progress.answered);
                }
                progress.printed = false;
                progress.again = true;
            }
        }
        Ok(progress.answered)
    }
    /// Tries a line of level 0 and, if it matches, its continuations.
    fn group(&mut self, group: &'a [Entry], view: View<'a>, manner: Manner, progress: &mut Progress) -> Tried<Outcome> {
        let Some((entry, rest)) = group.split_first() else { return Ok(Outcome::Nothing) };
        let Some(mut data) = self.place(entry, view, manner, 0, view.front) else { return Ok(Outcome::Nothing) };
        self.line = entry.line;
        let got = self.get(entry, view, data, manner, 0, progress)?;
        if got && entry.kind == Kind::Indirect {
            (progress.matched, progress.answered) = (true, true);
        }
        let matches = if got { self.check(entry)? } else { entry.relation == b'!' };
        if !matches {
            return Ok(Outcome::Nothing);
        }
        if self.annotate(entry, progress.again) {
            *progress = Progress { printed: true, separate: true, answered: true, matched: true, again: progress.again };
            return Ok(Outcome::Answer);
        }
        if !entry.desc.is_empty() {
            progress.matched = true;
            if !self.asks(flags::NO_DESCRIPTION) {
                (progress.answered, progress.separate, progress.printed) = (true, true, true);
                if progress.again {
                    self.separate();
                }
                self.say(entry)?;
            }
        }
        let Some(offset) = self.behind(entry, data) else { return Ok(Outcome::Nothing) };
        self.levels[0].offset = offset;
        let mut level = 1;
        self.level(level);
        for entry in rest {
            self.line = entry.line;
            let own = usize::from(entry.level);
            if level < own {
                continue;
            }
            level = own;
            let Some(place) = self.place(entry, view, manner, level, data) else { return Ok(Outcome::Nothing) };
            data = place;
            if entry.has(flag::RELATIVE) {
                self.offset = self.offset.wrapping_add(self.levels[level - 1].offset as u32);
            }
            let is_other = matches!(entry.condition, Condition::Else | Condition::ElseIf);
            if is_other && self.levels[level].last_matched {
                continue;
            }
            let got = self.get(entry, view, data, manner, level, progress)?;
            if !got && entry.relation != b'!' {
                continue;
            }
            if got && entry.kind == Kind::Indirect {
                (progress.matched, progress.answered) = (true, true);
            }
            let matches = !got || self.check(entry)?;
            self.levels[level].last_matched = matches;
            if matches && !self.continued(entry, data, &mut level, progress)? {
                return Ok(Outcome::Answer);
            }
        }
        Ok(Outcome::Match)
    }
    /// A continuation matches. False: what was asked for is found.
    fn continued(&mut self, entry: &Entry, data: &[u8], level: &mut usize, progress: &mut Progress) -> Tried<bool> {
        if entry.kind == Kind::Clear {
            self.levels[*level].matched = false;
        } else if self.levels[*level].matched {
            if entry.kind == Kind::Default {
                return Ok(true);
            }
        } else {
            self.levels[*level].matched = true;
        }
        if self.annotate(entry, progress.again) {
            *progress = Progress { printed: true, separate: true, answered: true, matched: true, again: progress.again };
            return Ok(false);
        }
        if !entry.desc.is_empty() {
            progress.matched = true;
            if !self.asks(flags::NO_DESCRIPTION) {
                progress.answered = true;
                if !progress.printed {
                    progress.printed = true;
                    if progress.again {
                        self.separate();
                    }
                }
                if progress.separate && !entry.has(flag::NO_SPACE) {
                    self.print(" ");
                }
                self.say(entry)?;
                progress.separate = true;
            }
        }
        if let Some(offset) = self.behind(entry, data) {
            self.levels[*level].offset = offset;
            *level += 1;
        }
        self.level(*level);
        Ok(true)
    }
    /// Where a line looks: sets the offset, and returns the data that it counts in.
    fn place(&mut self, entry: &Entry, view: View<'a>, manner: Manner, level: usize, current: &'a [u8]) -> Option<&'a [u8]> {
        let from_end = entry.has(flag::FROM_END);
        if from_end && !(level > 0 && entry.flag & (flag::RELATIVE | flag::INDIRECT_RELATIVE) != 0) {
            let end = view.end.filter(|_| manner.base == 0)?;
            let offset = end.len().checked_sub(usize::try_from(entry.offset).ok()?)?;
            self.offset = offset as u32;
            self.end_offset = self.offset;
            return Some(end);
        }
        let offset = if from_end { entry.offset.wrapping_neg() } else { entry.offset } as u32;
        if from_end || level == 0 {
            self.offset = offset;
            self.end_offset = 0;
            return Some(view.front);
        }
        self.offset = self.end_offset.wrapping_add(offset);
        Some(current)
    }
    /// Prints what was asked for instead of a description, if the line has that.
    fn annotate(&mut self, entry: &Entry, again: bool) -> bool {
        let text = if self.asks(flags::APPLE) && !entry.apple.is_empty() {
            entry.apple.to_vec()
        } else if self.asks(flags::EXTENSION) && !entry.ext.is_empty() {
            entry.ext.to_vec()
        } else if self.asks(flags::MIME_TYPE) && !entry.mime.is_empty() {
            print::with_mode(&entry.mime, self.input.mode)
        } else {
            return false;
        };
        if again {
            self.separate();
        }
        self.print(text);
        true
    }

    /// `indirect`: the rules again, on what is at an offset.
    pub fn again(
        &mut self,
        entry: &Entry,
        view: View<'a>,
        data: &'a [u8],
        offset: u32,
        manner: Manner,
        progress: &mut Progress,
    ) -> Tried<bool> {
        let from = offset.wrapping_add(if entry.modifiers & modifier::RELATIVE != 0 { manner.base } else { 0 });
        let Some(front) = data.get(from as usize..).filter(|_| from != 0) else { return Ok(false) };
        self.indirect += 1;
        let before = std::mem::take(&mut self.out);
        let inner = Manner { base: 0, mode: flag::BINARY, text: manner.text, flip: false };
        let mut own = Progress { matched: false, answered: false, ..*progress };
        let database = self.database;
        let found = self.list(&database.tests, View { front, end: view.end }, inner, &mut own);
        (progress.printed, progress.separate, progress.again) = (own.printed, own.separate, own.again);
        let said = std::mem::replace(&mut self.out, before);
        let found = found?;
        if found {
            if !self.asks(flags::NO_DESCRIPTION) {
                let text = print::expand(&entry.desc, print::Argument::Int { value: u64::from(from), signed: false });
                self.print(text);
            }
            self.print(said);
        }
        Ok(found)
    }
    /// `use`: the lines of a name.
    pub fn named(
        &mut self,
        entry: &Entry,
        view: View<'a>,
        offset: u32,
        mut manner: Manner,
        progress: &mut Progress,
    ) -> Tried<bool> {
        let mut name = entry.value.split(|&b| b == 0).next().unwrap_or_default();
        if let Some(rest) = name.strip_prefix(b"^") {
            name = rest;
            manner.flip = !manner.flip;
        }
        let Some(list) = self.database.named(name) else {
            return self.fail(format!("cannot find entry `{}'", String::from_utf8_lossy(name)));
        };
        let levels = self.levels.clone();
        let (separate, end_offset) = (progress.separate, self.end_offset);
        if entry.has(flag::NO_SPACE) {
            progress.separate = false;
        }
        let matched = std::mem::take(&mut progress.matched);
        self.names += 1;
        manner.base = manner.base.wrapping_add(offset);
        let found = self.list(list, view, manner, progress);
        self.names -= 1;
        self.number = u64::from(progress.matched);
        progress.matched |= matched;
        self.levels = levels;
        let found = found?;
        if !found {
            progress.separate = separate;
        }
        self.offset = offset;
        self.end_offset = end_offset;
        Ok(found || progress.matched)
    }
    /// Whether indirections and names have led too far.
    pub fn check_depth(&mut self) -> Tried<()> {
        if self.indirect >= MOST_INDIRECT {
            return self.fail(format!("indirect count ({}) exceeded", self.indirect));
        }
        if self.names >= MOST_NAMES {
            return self.fail(format!("name use count ({}) exceeded", self.names));
        }
        Ok(())
    }
}

/// How many lines the first one and its continuations are.
fn group_length(list: &[Entry]) -> usize {
    1 + list[1..].iter().take_while(|entry| entry.level != 0).count()
}
