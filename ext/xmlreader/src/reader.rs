//! Reading: the document goes into the parser in pieces of libxml2's size, nodes come out. Only what is between the node
//! that is looked at and what has been parsed is kept, unless somebody asks for all that is in an element.

use crate::node::{Element, Kind, Node};
use phant_xml::{
    error::Error,
    parser::{Event, Loader, Options, Parser, Position, Step},
};
use std::{collections::VecDeque, rc::Rc};

/// How much is parsed at once.
const CHUNK: usize = 512;
/// How much the first time.
const FIRST: usize = 4;

/// What is done with a document beside what the parser has options for.
#[derive(Clone, Copy, Default)]
pub(crate) struct Wishes {
    pub(crate) keep_no_blanks: bool,
    pub(crate) cdata_as_text: bool,
    pub(crate) default_attributes: bool,
}

/// What became of a step.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Progress {
    /// There is something to look at.
    Ready,
    /// More of the document is needed.
    Hungry,
    /// An error has ended it.
    Failed,
    /// That was all.
    Over,
}

/// An error, and what the document looks like there.
pub(crate) struct Report {
    pub(crate) error: Error,
    /// The text around it, and how many bytes of that are in front.
    pub(crate) context: Option<(Vec<u8>, usize)>,
}

/// What is known of an open element's children, to tell whether blanks matter.
#[derive(Clone, Copy, Default)]
struct Family {
    has_children: bool,
    first_is_text: bool,
    last_is_text: bool,
}

/// See the [module documentation](self).
pub(crate) struct Reader {
    parser: Parser,
    wishes: Wishes,
    /// Text of the document that has not been parsed yet.
    waiting: Vec<u8>,
    taken: usize,
    /// Nothing follows what waits.
    complete: bool,
    began: bool,
    /// There is text that came since the last piece.
    filled: bool,
    /// Pieces are parsed until there is a tag.
    is_pushing: bool,
    queue: VecDeque<Node>,
    /// Text that may go on.
    text: Option<(Vec<u8>, Option<Rc<Element>>)>,
    open: Vec<(Rc<Element>, Family)>,
    over: bool,
    failed: bool,
    pub(crate) reports: Vec<Report>,
    /// The node that is looked at.
    pub(crate) current: Option<Node>,
    /// Which of its attributes.
    pub(crate) attribute: Option<usize>,
    /// The document's encoding is known.
    pub(crate) has_encoding: bool,
    in_doctype: bool,
}

impl Reader {
    pub(crate) fn new(options: Options, wishes: Wishes) -> Reader {
        Reader {
            parser: Parser::new(Options { push: true, ..options }),
            wishes,
            waiting: Vec::new(),
            taken: 0,
            complete: false,
            began: false,
            filled: false,
            is_pushing: false,
            queue: VecDeque::new(),
            text: None,
            open: Vec::new(),
            over: false,
            failed: false,
            reports: Vec::new(),
            current: None,
            attribute: None,
            has_encoding: false,
            in_doctype: false,
        }
    }
    /// More of the document's text.
    pub(crate) fn give(&mut self, bytes: &[u8]) {
        if self.taken > 0 {
            self.waiting.drain(..self.taken);
            self.taken = 0;
        }
        self.waiting.extend_from_slice(bytes);
        self.filled = true;
    }
    /// There is no more text.
    pub(crate) fn complete(&mut self) {
        self.complete = true;
    }
    /// How many bytes wait in the queue, about.
    pub(crate) fn weight(&self) -> usize {
        self.queue.iter().map(|node| node.value.len() + 64).sum()
    }

    /// Whether a node is there, parsing a piece if not.
    pub(crate) fn advance(&mut self, loader: &mut dyn Loader) -> Progress {
        if !self.queue.is_empty() && !self.is_pushing {
            return Progress::Ready;
        }
        self.more(loader)
    }
    /// Parses a piece, whatever is there: the first bytes with the first piece. libxml2 goes on until there was a tag.
    pub(crate) fn more(&mut self, loader: &mut dyn Loader) -> Progress {
        if self.failed {
            return Progress::Failed;
        }
        if self.over {
            return if self.queue.is_empty() { Progress::Over } else { Progress::Ready };
        }
        if self.wants_text() {
            return Progress::Hungry;
        }
        self.filled = false;
        if !self.began {
            self.began = true;
            self.feed(FIRST);
        }
        let is_last = self.complete && self.left() < CHUNK;
        self.feed(CHUNK);
        if is_last {
            self.parser.finish();
            self.over = true;
        }
        self.is_pushing = true;
        self.drain(loader);
        if self.failed {
            return Progress::Failed;
        }
        self.is_pushing &= !self.over;
        match (self.is_pushing, self.queue.is_empty()) {
            (true, _) => Progress::Hungry,
            (false, true) if self.over => Progress::Over,
            (false, true) => Progress::Hungry,
            (false, false) => Progress::Ready,
        }
    }
    fn left(&self) -> usize {
        self.waiting.len() - self.taken
    }
    fn feed(&mut self, limit: usize) {
        let (from, to) = (self.taken, self.taken + limit.min(self.left()));
        self.taken = to;
        self.parser.feed(&self.waiting[from..to]);
    }
    /// Whether it is text that is missing: a piece is parsed even if it is short, but not without having tried to get more.
    pub(crate) fn wants_text(&self) -> bool {
        let enough = if self.began { CHUNK } else { FIRST + CHUNK };
        !self.complete && !self.filled && self.left() < enough
    }

    fn drain(&mut self, loader: &mut dyn Loader) {
        loop {
            let step = self.parser.next(loader);
            self.note_errors();
            match step {
                Step::Event(event) => self.take(event),
                Step::NeedMore => break,
                Step::End => {
                    self.end_text(false);
                    self.over = true;
                    break;
                }
            }
        }
        self.has_encoding = self.parser.encoding().is_some();
        if !self.parser.is_well_formed() {
            self.failed = true;
            self.queue.clear();
        }
    }
    fn note_errors(&mut self) {
        if !self.parser.has_errors() {
            return;
        }
        for error in self.parser.take_errors() {
            let context = if error.in_entity { None } else { self.context(&error) };
            self.reports.push(Report { error, context });
        }
    }
    /// The line of an error as libxml2 shows it: at most 80 bytes of it.
    fn context(&mut self, error: &Error) -> Option<(Vec<u8>, usize)> {
        let now: Position = self.parser.current_position();
        let text = self.parser.source_before(u64::MAX);
        let at = self.parser.source_before(now.offset).len();
        let mut begin = at;
        let mut lines = now.line.saturating_sub(error.line);
        while begin > 0 && (text[begin - 1] != b'\n' || lines > 0) {
            lines -= u32::from(text[begin - 1] == b'\n');
            begin -= 1;
        }
        let mut here = begin;
        for _ in 1..error.column {
            here += 1;
            while text.get(here).is_some_and(|b| b & 0xc0 == 0x80) {
                here += 1;
            }
        }
        Some(phant_ext_libxml::errors::context_at(text, here))
    }

    fn parent(&self) -> Option<Rc<Element>> {
        self.open.last().map(|(element, _)| element.clone())
    }
    fn push(&mut self, kind: Kind, name: &[u8], value: Vec<u8>) {
        let is_text = matches!(kind, Kind::Text | Kind::SignificantWhitespace | Kind::CData);
        if let Some((_, family)) = self.open.last_mut() {
            if !family.has_children {
                *family = Family { has_children: true, first_is_text: is_text, last_is_text: is_text };
            }
            family.last_is_text = is_text;
        }
        let element = self.parent();
        self.queue.push_back(Node::new(kind, name, value, element));
    }
    fn add_text(&mut self, text: &[u8]) {
        match &mut self.text {
            Some((all, _)) => all.extend_from_slice(text),
            None => self.text = Some((text.to_vec(), self.parent())),
        }
    }
    /// Text is over; `closing` says that its element is.
    fn end_text(&mut self, closing: bool) {
        let Some((text, _)) = self.text.take() else { return };
        let blank = text.iter().all(|b| b" \t\r\n".contains(b));
        if blank && self.wishes.keep_no_blanks && self.is_ignorable(closing) {
            return;
        }
        self.push(if blank { Kind::SignificantWhitespace } else { Kind::Text }, b"", text);
    }
    /// Whether blanks here are nothing but layout, by libxml2's guess.
    fn is_ignorable(&self, closing: bool) -> bool {
        let Some((element, family)) = self.open.last() else { return true };
        if element.inherited(b"space") == Some(b"preserve") {
            return false;
        }
        if !family.has_children {
            return !closing;
        }
        !family.last_is_text && !family.first_is_text
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Text(text) if self.text.is_none() => self.text = Some((text, self.parent())),
            Event::Text(text) => self.add_text(&text),
            Event::CData(text) if self.wishes.cdata_as_text => self.add_text(&text),
            Event::CData(text) => {
                self.end_text(false);
                self.push(Kind::CData, b"", text);
            }
            Event::StartElement { name, namespaces, attributes, empty } => {
                self.is_pushing = false;
                self.end_text(false);
                if let Some((_, family)) = self.open.last_mut() {
                    family.has_children = true;
                    family.last_is_text = false;
                }
                let wanted = self.wishes.default_attributes;
                let (defaults, attributes) = match attributes.iter().any(|a| a.defaulted && !wanted) {
                    true => attributes.into_iter().partition(|a| a.defaulted),
                    false => (Vec::new(), attributes),
                };
                let (parent, depth) = (self.parent(), self.open.len());
                let element = Rc::new(Element { name, namespaces, attributes, defaults, empty, parent, depth });
                self.queue.push_back(Node::new(Kind::Element, b"", Vec::new(), Some(element.clone())));
                self.open.push((element, Family::default()));
            }
            Event::EndElement(_) => {
                self.is_pushing = false;
                self.end_text(true);
                if let Some((element, _)) = self.open.pop()
                    && !element.empty
                {
                    self.queue.push_back(Node::new(Kind::EndElement, b"", Vec::new(), Some(element)));
                }
            }
            Event::Comment(_) | Event::ProcessingInstruction { .. } if self.in_doctype => {}
            Event::Comment(text) => {
                self.end_text(false);
                self.push(Kind::Comment, b"", text);
            }
            Event::ProcessingInstruction { target, data } => {
                self.end_text(false);
                self.push(Kind::ProcessingInstruction, &target, data.unwrap_or_default());
            }
            Event::EntityReference { name, .. } => {
                self.end_text(false);
                self.push(Kind::EntityReference, &name, Vec::new());
            }
            Event::StartDoctype { name, .. } => {
                self.in_doctype = true;
                self.push(Kind::DocumentType, &name, Vec::new());
            }
            Event::EndDoctype => self.in_doctype = false,
            _ => {}
        }
    }

    /// Goes to the next node, if it is there and nothing is to be told before.
    pub(crate) fn step_if_ready(&mut self) -> bool {
        let ready = !self.queue.is_empty() && !self.is_pushing && self.reports.is_empty();
        if ready {
            self.step();
        }
        ready
    }
    /// Goes to the next node, which must be ready.
    pub(crate) fn step(&mut self) {
        self.attribute = None;
        self.current = self.queue.pop_front();
    }
    /// There is nothing to look at any more.
    pub(crate) fn leave(&mut self) {
        self.attribute = None;
        self.current = None;
    }
    /// Whether all that is in the current element is in the queue.
    pub(crate) fn has_whole(&self) -> bool {
        let Some(Node { kind: Kind::Element, element: Some(element), .. }) = &self.current else { return true };
        element.empty || self.inside().is_some()
    }
    /// The nodes in the current element, when they are all there.
    pub(crate) fn inside(&self) -> Option<impl Iterator<Item = &Node>> {
        let Some(Node { kind: Kind::Element, element: Some(current), .. }) = &self.current else { return None };
        let is_end = |node: &Node| node.kind == Kind::EndElement && node.element.as_ref().is_some_and(|e| Rc::ptr_eq(e, current));
        let end = if current.empty { Some(0) } else { self.queue.iter().position(is_end) };
        end.map(|end| self.queue.iter().take(end))
    }
}
