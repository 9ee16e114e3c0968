//! Source text in other encodings than the engine's own: `zend.multibyte`.
//!
//! The lexer works on bytes and takes those below 128 for ASCII. Text whose encoding does not let it is converted before
//! it is parsed, and strings and names get their final encoding when they are read ([`phant_syntax::Recode`]).

use crate::runtime::vm::Vm;
use phant_native::{descriptor::SourceEncodings, registry};
use phant_syntax::{Encodings, Recode};
use std::borrow::Cow;

/// A conversion: from one encoding to another.
type Filter = Option<(u32, u32)>;

/// A source text while it is being parsed.
pub(crate) struct Source<'s> {
    raw: &'s [u8],
    text: Cow<'s, [u8]>,
    /// Where the part begins that is in the current encoding: in `raw`, in `text`.
    start: (usize, usize),
    encoding: Option<u32>,
    internal: u32,
    input: Filter,
    output: Filter,
    known: &'static SourceEncodings,
    declared: usize,
}

/// What extensions know about encodings.
pub(crate) fn known() -> Option<&'static SourceEncodings> {
    registry::get().parts.iter().find_map(|extension| extension.source_encodings)
}

impl<'s> Source<'s> {
    /// A text in the encoding that its first bytes or the settings name; that of `eval` is in the internal one. `None` if
    /// encodings are turned off.
    pub(crate) fn open(vm: &Vm, raw: &'s [u8], is_eval: bool) -> Option<Source<'s>> {
        if !vm.ctx.ini.bool("zend.multibyte") {
            return None;
        }
        let known = known()?;
        let internal = (known.internal)(&vm.ctx);
        let mut source = Source {
            raw,
            text: Cow::Borrowed(raw),
            start: (0, 0),
            encoding: None,
            internal,
            input: None,
            output: None,
            known,
            declared: 0,
        };
        let encoding = if is_eval {
            Some(internal)
        } else if let Some((encoding, mark)) = source.marked(vm) {
            source.start.0 = mark;
            source.text = Cow::Borrowed(&raw[mark..]);
            Some(encoding)
        } else {
            source.configured(vm)
        };
        if let Some(encoding) = encoding {
            source.switch(encoding);
        }
        Some(source)
    }
    /// The encoding of a byte-order mark, and its length.
    fn marked(&self, vm: &Vm) -> Option<(u32, usize)> {
        const MARKS: [(&[u8], &[u8]); 5] = [
            (b"\xff\xfe\0\0", b"UTF-32LE"),
            (b"\0\0\xfe\xff", b"UTF-32BE"),
            (b"\xff\xfe", b"UTF-16LE"),
            (b"\xfe\xff", b"UTF-16BE"),
            (b"\xef\xbb\xbf", b"UTF-8"),
        ];
        if !vm.ctx.ini.bool("zend.detect_unicode") {
            return None;
        }
        let (mark, name) = MARKS.iter().find(|(mark, _)| self.raw.starts_with(mark))?;
        Some(((self.known.find)(name)?, mark.len()))
    }
    /// The encoding that `zend.script_encoding` names, or the one of those it lists that fits.
    fn configured(&self, vm: &Vm) -> Option<u32> {
        let list = vm.ctx.ini.get("zend.script_encoding")?;
        let list: Vec<u32> = list.split(|&c| c == b',').filter_map(|name| (self.known.find)(name.trim_ascii())).collect();
        match list.as_slice() {
            [only] => Some(*only),
            _ => (self.known.guess)(self.raw, &list),
        }
    }
    /// How a text is read whose encoding is `script`, and what happens to its strings.
    fn filters(&self, script: u32) -> (Filter, Filter) {
        let compatible = self.known.compatible;
        let between = (self.known.find)(b"UTF-8").unwrap_or(self.internal);
        match (script == self.internal, compatible(script), compatible(self.internal)) {
            (true, true, _) => (None, None),
            (true, false, _) => (Some((script, between)), Some((between, script))),
            (false, _, true) => (Some((script, self.internal)), None),
            (false, true, false) => (None, Some((script, self.internal))),
            (false, false, false) => (Some((script, between)), Some((between, self.internal))),
        }
    }
    /// From `start` on the text is in another encoding.
    fn switch(&mut self, encoding: u32) {
        (self.input, self.output) = self.filters(encoding);
        self.encoding = Some(encoding);
        let rest = &self.raw[self.start.0..];
        let rest = match self.input {
            Some((from, to)) => Cow::Owned((self.known.convert)(rest, from, to)),
            None => Cow::Borrowed(rest),
        };
        self.text = match (self.start.1, rest) {
            (0, rest) => rest,
            (before, rest) => Cow::Owned([&self.text[..before], &rest].concat()),
        };
    }
    /// `declare(encoding=…)` behind `offset` bytes of the text; false if there is no such encoding.
    pub(crate) fn declare(&mut self, name: &[u8], offset: u32) -> bool {
        self.declared += 1;
        let Some(encoding) = (self.known.find)(name) else { return false };
        let (input, output) = self.filters(encoding);
        if input != self.input || input.is_some() && self.encoding != Some(encoding) {
            let raw = self.raw_offset(offset as usize);
            self.start = (raw, offset as usize);
            self.switch(encoding);
        }
        (self.encoding, self.output) = (Some(encoding), output);
        true
    }
    /// Where a byte of the text comes from.
    pub(crate) fn raw_offset(&self, offset: usize) -> usize {
        let Some(wanted) = offset.checked_sub(self.start.1) else { return offset };
        let Some((from, to)) = self.input else { return self.start.0 + wanted };
        let raw = &self.raw[self.start.0..];
        let (mut low, mut high) = (0, raw.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if (self.known.convert)(&raw[..middle], from, to).len() < wanted {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        self.start.0 + low
    }
    pub(crate) fn text(&self) -> &[u8] {
        &self.text
    }
    pub(crate) fn options(&self) -> Encodings {
        let recode = self.output.map(|(from, to)| Recode { convert: self.known.convert, from, to });
        Encodings { declared: self.declared, recode }
    }
}
