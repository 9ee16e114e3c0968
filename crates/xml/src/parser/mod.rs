//! A pull parser that can be fed in pieces.
//!
//! ```
//! use phant_xml::parser::{Event, NoLoader, Options, Parser, Step};
//!
//! let mut parser = Parser::new(Options::default());
//! parser.feed(b"<a x='1'>te");
//! parser.feed(b"xt</a>");
//! parser.finish();
//! loop {
//!     let step = parser.next(&mut NoLoader);
//!     for error in parser.take_errors() {
//!         eprintln!("{}", String::from_utf8_lossy(&error.message));
//!     }
//!     match step {
//!         Step::Event(Event::StartElement { name, .. }) => println!("{:?} in line {}", name.local, parser.position().line),
//!         Step::Event(_) => {}
//!         Step::NeedMore => unreachable!("feed() or finish()"),
//!         Step::End => break,
//!     }
//! }
//! assert!(parser.is_well_formed());
//! ```
//!
//! # How to drive it
//!
//! - [`Parser::feed`] takes bytes in the document's encoding, in pieces of any size; [`Parser::finish`] says that there are
//!   no more. Until then [`Parser::next`] answers [`Step::NeedMore`] when what is there is not a whole construct (a tag,
//!   a comment, a declaration). Text comes in pieces of at most what was fed; the parser keeps what is not yet parsed and
//!   nothing else, so a document of any size is read in constant memory (unless a single construct is as large).
//! - Errors are values in a list. Take them after each step, before handling its event: they were found on the way to it.
//! - After a fatal error ([`Parser::is_well_formed`] is false) there are no more events unless `recover` is set, but
//!   parsing goes on, since later errors are reported too. [`Step::End`] is the end in every case, and comes again when
//!   asked again.
//! - [`Parser::position`] is where the last event was found: for a start tag behind its last attribute, as libxml2's
//!   SAX interface shows it. [`Parser::current_position`] is where parsing stands.
//! - External entities are asked of the [`Loader`], and only if the options want them. [`NoLoader`] has none.
//! - Entities: with `expand_entities` their text takes the place of the reference. Without, the text is parsed once to find
//!   errors, and an [`Event::EntityReference`] is yielded; so it is for entities that are not known.
//!   `&lt;` and character references are always text.
//!
//! # Limits
//!
//! Without `huge`: 256 elements deep, names of 50,000 bytes, texts and values of 10 MB, and entities that expand to far
//! more than what was read end the document with an error. Nothing here recurses by the depth of a document; content
//! models and entities in entities do, up to a bound.

mod attlist;
mod content;
mod document;
mod dtd;
pub mod encoding;
mod entity;
mod event;
mod input;
mod literal;
mod start_tag;
mod subset;

pub use event::{
    Attribute, AttributeDefault, AttributeType, ContentModel, Declaration, Entity, EntityKind, Event, Name, NamespaceDeclaration,
    Occurs, Particle, Position, QName, Term,
};

use crate::error::{Domain, Error, Level, code, text};
use encoding::Conversion;
use event::Names;
use input::Input;
use std::{
    collections::{HashMap, HashSet, VecDeque},
    rc::Rc,
};

/// What the parser is to do.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The document's name, for errors and for relative names of external entities.
    pub file: Option<Vec<u8>>,
    /// The encoding, whatever the document says.
    pub encoding: Option<Vec<u8>>,
    /// Yield events after fatal errors too.
    pub recover: bool,
    /// Put the text of entities in the place of references (`LIBXML_NOENT`).
    pub expand_entities: bool,
    /// Yield [`Event::StartEntity`] and [`Event::EndEntity`].
    pub entity_boundaries: bool,
    /// Read the external subset (`LIBXML_DTDLOAD`).
    pub load_dtd: bool,
    /// Add attributes that the document type declares a default for, reading the external subset (`LIBXML_DTDATTR`).
    /// Those of the internal subset are always added.
    pub default_attributes: bool,
    /// Leave limits out (`LIBXML_PARSEHUGE`).
    pub huge: bool,
    /// Complain of dubious things (`LIBXML_PEDANTIC`).
    pub pedantic: bool,
    /// Names with colons are names as others: no namespaces (`xml_parser_create`).
    pub no_namespaces: bool,
    /// Behave as libxml2's push parser where that differs: some errors at the start of a document, and nothing is read
    /// behind the construct with the first fatal error.
    pub push: bool,
    /// The text is content, not a document: what `DOMDocumentFragment::appendXML` takes. The namespaces that are in scope.
    pub fragment: Option<Vec<(Option<Vec<u8>>, Vec<u8>)>>,
    /// Line of the first character less 1.
    pub line_offset: u32,
}

/// Where external entities come from.
pub trait Loader {
    /// The bytes of an entity or external subset, with the name that errors are to show for it. `None`: it cannot be had;
    /// why is said in `errors`, which get the parser's place where their line is 0.
    fn load(&mut self, wanted: &Wanted<'_>, errors: &mut Vec<Error>) -> Option<(Vec<u8>, Vec<u8>)>;
}

/// What a parser asks a [`Loader`] for.
#[derive(Clone, Copy)]
pub struct Wanted<'a> {
    /// Its public identifier.
    pub public_id: Option<&'a [u8]>,
    /// Its system identifier, as it is written: it is resolved against `base` by whoever loads.
    pub system_id: Option<&'a [u8]>,
    /// The name of what refers to it.
    pub base: Option<&'a [u8]>,
    /// The document type whose declarations it is part of.
    pub doctype: Option<&'a DoctypeHead>,
}

/// How a document type begins.
#[derive(Clone, Debug, Default)]
pub struct DoctypeHead {
    /// Its name.
    pub name: Vec<u8>,
    /// The external subset's public identifier.
    pub public_id: Option<Vec<u8>>,
    /// The external subset's system identifier.
    pub system_id: Option<Vec<u8>>,
}

/// Has nothing.
pub struct NoLoader;

impl Loader for NoLoader {
    fn load(&mut self, _: &Wanted<'_>, _: &mut Vec<Error>) -> Option<(Vec<u8>, Vec<u8>)> {
        None
    }
}

/// What [`Parser::next`] comes back with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Something was found.
    Event(Event),
    /// Feed more, or finish.
    NeedMore,
    /// There is nothing more.
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Start,
    /// Before the document type.
    Misc,
    /// Before the root element.
    Prolog,
    Content,
    Epilog,
    End,
}

/// An element that is open.
struct Open {
    name: QName,
    /// As written, prefix included.
    line: u32,
    /// How many namespaces were in scope outside.
    namespaces: usize,
}

/// What `<!ATTLIST` says of an attribute.
struct DeclaredAttribute {
    prefix: Option<Name>,
    local: Name,
    is_cdata: bool,
    /// The default.
    value: Option<Vec<u8>>,
    is_external: bool,
}

/// See the module.
pub struct Parser {
    options: Options,
    state: State,
    input: Input,
    /// What is read when `input` is over.
    outer: Vec<Input>,
    conversion: Conversion,
    /// Bytes of the document before the encoding is known.
    undecided: Vec<u8>,
    encoding_known: bool,
    finished: bool,
    /// Where to go on looking for the end of a construct.
    scanned: usize,
    names: Names,
    open: Vec<Open>,
    /// Declarations in scope, innermost last.
    namespaces: Vec<(Option<Name>, Name)>,
    events: VecDeque<(Event, Position)>,
    errors: Vec<Error>,
    position: Position,
    well_formed: bool,
    namespaces_well_formed: bool,
    halted: bool,
    /// Inside content that is only looked at for errors.
    checks: usize,
    entities: HashMap<Name, Rc<Entity>>,
    parameter_entities: HashMap<Name, Rc<Entity>>,
    /// Internal entities whose text has been looked at.
    checked: HashSet<Name>,
    attributes: HashMap<Name, Vec<DeclaredAttribute>>,
    standalone: i8,
    doctype: Option<DoctypeHead>,
    has_external_subset: bool,
    has_parameter_references: bool,
    in_external_subset: bool,
    /// The declaration being read may have references to parameter entities inside.
    in_declaration_with_references: bool,
    /// How many texts are outside of the declaration's.
    declaration_floor: usize,
    /// Bytes that entities expanded to.
    expanded: u64,
    /// Entities being expanded inside of values.
    depth: usize,
    /// An entity that contains itself was found, and the entities around it are being left.
    loop_found: bool,
    /// A fragment, not a document.
    is_content: bool,
    encoding: Option<Vec<u8>>,
    xml_name: Name,
    xmlns_name: Name,
}

/// How many elements deep a document is, unless it is huge.
const MAX_DEPTH: usize = 256;
/// How long a name is, unless it is huge.
const MAX_NAME: usize = 50_000;
/// How long a text, value or comment is, unless it is huge.
const MAX_TEXT: usize = 10_000_000;

impl Parser {
    /// A parser for one document.
    pub fn new(options: Options) -> Parser {
        let mut names = Names::default();
        let (xml_name, xmlns_name) = (names.get(b"xml"), names.get(b"xmlns"));
        let mut parser = Parser {
            state: if options.fragment.is_some() { State::Content } else { State::Start },
            input: Input::new(Vec::new(), options.file.clone()),
            outer: Vec::new(),
            conversion: Conversion::None,
            undecided: Vec::new(),
            encoding_known: options.fragment.is_some(),
            finished: false,
            scanned: 0,
            names,
            open: Vec::new(),
            namespaces: Vec::new(),
            events: VecDeque::new(),
            errors: Vec::new(),
            position: Position::default(),
            well_formed: true,
            namespaces_well_formed: true,
            halted: false,
            checks: 0,
            entities: HashMap::new(),
            parameter_entities: HashMap::new(),
            checked: HashSet::new(),
            attributes: HashMap::new(),
            standalone: -2,
            doctype: None,
            has_external_subset: false,
            has_parameter_references: false,
            in_external_subset: false,
            in_declaration_with_references: false,
            declaration_floor: 0,
            expanded: 0,
            depth: 0,
            loop_found: false,
            is_content: options.fragment.is_some(),
            encoding: None,
            xml_name,
            xmlns_name,
            options,
        };
        parser.options.fragment.take().into_iter().flatten().for_each(|(prefix, uri)| {
            let prefix = prefix.map(|prefix| parser.names.get(&prefix));
            let uri = parser.names.get(&uri);
            parser.namespaces.push((prefix, uri));
        });
        if let Some(name) = parser.options.encoding.take() {
            match Conversion::by_name(&name) {
                Some(conversion) => {
                    parser.conversion = conversion;
                    parser.encoding_known = true;
                    parser.encoding = Some(name);
                }
                None => {
                    let message = [b"Unsupported encoding ", &name[..], b"\n"].concat();
                    parser.report(Domain::Parser, code::UNSUPPORTED_ENCODING, Level::Error, message);
                }
            }
        }
        parser
    }
    /// Takes the next bytes of the document.
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.finished {
            return;
        }
        if self.encoding_known {
            self.take_in(bytes);
        } else {
            self.undecided.extend_from_slice(bytes);
            if self.undecided.len() >= 4 {
                self.detect();
            }
        }
    }
    /// There are no more bytes.
    pub fn finish(&mut self) {
        if self.finished {
            return;
        }
        if !self.encoding_known {
            self.detect();
        }
        self.take_in_last(&[], true);
        self.finished = true;
    }
    /// The next event.
    pub fn next(&mut self, loader: &mut dyn Loader) -> Step {
        loop {
            if let Some((event, position)) = self.events.pop_front() {
                self.position = position;
                return Step::Event(event);
            }
            if self.state == State::End {
                return Step::End;
            }
            if phant_interrupt::is_urgent() {
                self.halt();
            }
            if self.options.push && !self.well_formed && !self.options.recover {
                return Step::End;
            }
            if !self.advance(loader) {
                return Step::NeedMore;
            }
        }
    }
    /// The errors since they were last taken, in the order in which they were found.
    pub fn take_errors(&mut self) -> Vec<Error> {
        std::mem::take(&mut self.errors)
    }
    /// Whether errors wait to be taken.
    pub fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }
    /// Where the last event was found.
    pub fn position(&self) -> Position {
        self.position
    }
    /// Where parsing stands.
    pub fn current_position(&mut self) -> Position {
        let (line, column) = self.input.place();
        Position { line: line + self.options.line_offset, column, offset: self.input.dropped + self.input.at as u64 }
    }
    /// The text of the document in front of an offset, as far as it is still there: at least from the end of the event
    /// before the last one on, until more is fed. Empty inside of entities.
    pub fn source_before(&self, offset: u64) -> &[u8] {
        let upto = usize::try_from(offset.saturating_sub(self.input.dropped)).unwrap_or(usize::MAX);
        let text = if self.outer.is_empty() { self.input.text.as_slice() } else { &[] };
        &text[..upto.min(text.len())]
    }
    /// No fatal error yet.
    pub fn is_well_formed(&self) -> bool {
        self.well_formed
    }
    /// No error about namespaces yet.
    pub fn is_namespace_well_formed(&self) -> bool {
        self.namespaces_well_formed
    }
    /// What the document is encoded in, if it says so or begins with a mark.
    pub fn encoding(&self) -> Option<&[u8]> {
        self.encoding.as_deref()
    }
    /// How many elements are open.
    pub fn depth(&self) -> usize {
        self.open.len()
    }
    /// A declared entity.
    pub fn entity(&self, name: &[u8]) -> Option<&Rc<Entity>> {
        self.entities.get(name)
    }
    /// Makes an entity known that no declaration of this text declares (for fragments).
    pub fn declare_entity(&mut self, entity: Rc<Entity>) {
        self.entities.insert(entity.name.clone(), entity);
    }
    /// Ends parsing: what follows is [`Step::End`].
    pub fn halt(&mut self) {
        self.halted = true;
        self.state = State::End;
        self.outer.clear();
        self.input.at = self.input.text.len();
        self.well_formed = false;
    }

    fn detect(&mut self) {
        self.encoding_known = true;
        let bytes = std::mem::take(&mut self.undecided);
        let mut skip = 0;
        if let Some((conversion, mark, name)) = Conversion::detect(&bytes) {
            self.conversion = conversion;
            skip = mark;
            if mark > 0 || !self.conversion.is_none() {
                self.encoding = Some(if mark == 3 { b"UTF-8".to_vec() } else { name.as_bytes().to_vec() });
            }
        }
        self.take_in(&bytes[skip..]);
    }
    fn take_in(&mut self, bytes: &[u8]) {
        self.take_in_last(bytes, false);
    }
    fn take_in_last(&mut self, bytes: &[u8], last: bool) {
        let document = self.outer.first_mut().unwrap_or(&mut self.input);
        document.shrink();
        if self.outer.is_empty() {
            self.scanned = 0;
        }
        let document = self.outer.first_mut().unwrap_or(&mut self.input);
        if let Err(malformed) = self.conversion.convert(bytes, last, &mut document.text) {
            let shown: Vec<String> = (0..4).map(|at| format!("0x{:02X}", malformed.0.get(at).copied().unwrap_or(0))).collect();
            let message = format!("input conversion failed due to input error, bytes {}\n", shown.join(" "));
            self.report(Domain::I18n, code::I18N_CONV_FAILED, Level::Fatal, message);
            self.finished = true;
        }
    }
    /// Takes what has not been read yet as text in another encoding.
    fn switch_encoding(&mut self, mut conversion: Conversion) {
        if conversion.is_none() || !self.conversion.is_none() || !self.outer.is_empty() {
            return;
        }
        let rest = self.input.text.split_off(self.input.at);
        std::mem::swap(&mut self.conversion, &mut conversion);
        self.take_in_last(&rest, self.finished);
    }

    fn emit(&mut self, event: Event) {
        if self.checks > 0 || !self.well_formed && !self.options.recover {
            return;
        }
        let position = self.current_position();
        self.events.push_back((event, position));
    }
    fn report(&mut self, domain: Domain, code: i32, level: Level, message: impl Into<Vec<u8>>) {
        // Entities have no name of their own: what they are in is named.
        let (line, column) = self.input.place();
        let in_entity = self.input.file.is_none() && self.input.entity.is_some();
        let line = if self.outer.is_empty() { line + self.options.line_offset } else { line };
        let file = self.input.file.clone();
        self.errors.push(Error { domain, code, level, message: message.into(), file, line, column, in_entity });
        if level == Level::Fatal {
            self.well_formed = false;
        }
    }
    /// A fatal error with its usual text.
    fn fatal(&mut self, code: i32) {
        self.fatal_text(code, format!("{}\n", text(code)));
    }
    /// A fatal error with its own text.
    fn fatal_text(&mut self, code: i32, message: impl Into<Vec<u8>>) {
        if !self.halted {
            self.report(Domain::Parser, code, Level::Fatal, message);
        }
    }
    /// A fatal error about a name: `{}` in the text is it.
    fn fatal_name(&mut self, code: i32, message: &str, name: &[u8]) {
        self.fatal_text(code, filled(message, name));
    }
    fn warning(&mut self, code: i32, message: impl Into<Vec<u8>>) {
        self.report(Domain::Parser, code, Level::Warning, message);
    }
    fn namespace_error(&mut self, code: i32, message: impl Into<Vec<u8>>) {
        self.namespaces_well_formed = false;
        self.report(Domain::Namespace, code, Level::Error, message);
    }
}

/// A text with `{}` replaced by names, in order.
fn filled_all(message: &str, names: &[&[u8]]) -> Vec<u8> {
    let mut to = Vec::new();
    for (at, part) in message.split("{}").enumerate() {
        if at > 0 {
            to.extend_from_slice(names.get(at - 1).copied().unwrap_or_default());
        }
        to.extend_from_slice(part.as_bytes());
    }
    to
}

fn filled(message: &str, name: &[u8]) -> Vec<u8> {
    filled_all(message, &[name])
}

/// The character of what stands between `&` and `;`, if it is a number or an entity that every document has.
pub fn character(name: &[u8]) -> Option<u32> {
    entity::char_of_reference(name).or_else(|| literal::predefined(name).map(u32::from))
}
