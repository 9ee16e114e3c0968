//! Parsing: what [`phant_xml`]'s parser finds goes to the handlers as libxml2 tells it to PHP.

use crate::{
    encoding::Target,
    handlers::Kind,
    into_struct::Collector,
    parser::{State, XMLParser},
};
use phant_memory::{Array, Object, PhpStr, Str, Value, string::Letters};
use phant_native::{Ctx, PhpResult, Thrown, args::RefArg, descriptor::FunctionGroup, functions, php, ret::OrFalse};
use phant_xml::{
    error::{self, Level},
    parser::{Attribute, Declaration, Entity, EntityKind, Event, NamespaceDeclaration, NoLoader, Parser, Position, QName, Step},
};
use std::{borrow::Cow, cell::RefCell, rc::Rc};

pub(crate) const FUNCTIONS: FunctionGroup = functions![xml_parse, xml_parse_into_struct];

/// `XML_ERROR_EXTERNAL_ENTITY_HANDLING`: a handler has refused an external entity.
pub(crate) const EXTERNAL_ENTITY_HANDLING: i32 = 21;

/// Parses a piece of a document.
#[php("function xml_parse(XMLParser $parser, string $data, bool $is_final = false): int")]
fn xml_parse(ctx: &Ctx, parser: &Object, data: &PhpStr, is_final: bool) -> PhpResult<i64> {
    let state = XMLParser::state(parser);
    if state.is_parsing.get() {
        return Err(ctx.throw_error("Parser must not be called recursively"));
    }
    parse(ctx, parser, data, is_final, None).map(i64::from)
}

/// Parses a document into arrays: its parts in order, and where each name is.
#[php("function xml_parse_into_struct(XMLParser $parser, string $data, &$values, &$index = null): int|false")]
fn xml_parse_into_struct(
    ctx: &Ctx,
    parser: &Object,
    data: &PhpStr,
    mut values: RefArg<'_>,
    mut index: RefArg<'_>,
    passed: usize,
) -> PhpResult<OrFalse<i64>> {
    let state = XMLParser::state(parser);
    if state.is_parsing.get() {
        ctx.warning("Parser must not be called recursively");
        ctx.check()?;
        return Ok(OrFalse::from(None));
    }
    values.set(Array::new());
    if passed > 3 {
        index.set(Array::new());
    }
    state.level.set(0);
    state.opened.set(None);
    state.tags.borrow_mut().clear();
    let collector = Collector::new(values.reference(), (passed > 3).then(|| index.reference()));
    Ok(OrFalse::from(Some(i64::from(parse(ctx, parser, data, true, Some(&collector))?))))
}

/// Ends the state of being at work, however parsing ends.
struct AtWork<'a>(&'a State);

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        self.0.is_parsing.set(false);
    }
}

fn parse(ctx: &Ctx, parser: &Object, data: &[u8], is_final: bool, into: Option<&Collector>) -> PhpResult<bool> {
    let state = XMLParser::state(parser);
    if state.is_over.get() {
        return Ok(false);
    }
    ctx.reserve(data.len().saturating_mul(2))?;
    let Some(shared) = state.parser() else { return Ok(false) };
    state.is_parsing.set(true);
    let _at_work = AtWork(state);
    shared.borrow_mut().feed(data);
    if is_final {
        shared.borrow_mut().finish();
    }
    let mut drive = Drive { ctx, object: parser, state, shared, into, tolerable: state.error.get() == 0 };
    let result = drive.run();
    if is_final || result.is_err() {
        state.is_over.set(true);
    }
    result?;
    Ok(drive.tolerable)
}

/// One call of `xml_parse` at work.
struct Drive<'a> {
    ctx: &'a Ctx,
    object: &'a Object,
    state: &'a State,
    shared: Rc<RefCell<Parser>>,
    into: Option<&'a Collector>,
    /// No error but warnings.
    tolerable: bool,
}

impl Drive<'_> {
    fn run(&mut self) -> PhpResult<()> {
        loop {
            self.ctx.poll()?;
            let (begin, step, position, errors) = {
                let mut parser = self.shared.borrow_mut();
                let begin = parser.current_position();
                let step = parser.next(&mut NoLoader);
                (begin, step, parser.position(), parser.take_errors())
            };
            for error in &errors {
                if error.level != Level::Warning {
                    self.state.error.set(error.code);
                    self.tolerable = false;
                }
            }
            let event = match step {
                Step::Event(event) => event,
                Step::NeedMore | Step::End => {
                    let now = self.shared.borrow_mut().current_position();
                    if errors.iter().any(|e| e.code == error::code::UNDECLARED_ENTITY && e.level == Level::Fatal) {
                        self.state.position.set(now);
                        self.undeclared(begin, now)?;
                    }
                    if step == Step::NeedMore || !self.state.is_over.get() {
                        self.state.position.set(now);
                    }
                    return Ok(());
                }
            };
            self.state.position.set(position);
            if let Err(thrown) = self.event(event, begin, position) {
                self.shared.borrow_mut().halt();
                return Err(thrown);
            }
            if self.state.error.get() == EXTERNAL_ENTITY_HANDLING && self.state.is_over.get() {
                return Ok(());
            }
        }
    }

    fn event(&mut self, event: Event, begin: Position, end: Position) -> PhpResult<()> {
        match event {
            Event::StartElement { name, namespaces, attributes, .. } => self.start(&name, &namespaces, &attributes, end),
            Event::EndElement(name) => self.end(&name),
            Event::Text(text) => self.text(&text, begin, end),
            Event::CData(text) => {
                let inside = Position { column: begin.column + 9, offset: begin.offset + 9, ..begin };
                self.state.position.set(inside);
                self.character_data(&text)
            }
            Event::Comment(text) => self.default(&[b"<!--", text.as_slice(), b"-->"].concat()),
            Event::ProcessingInstruction { target, data } => self.instruction(&target, data.as_deref()),
            Event::EntityReference { name, entity } => self.reference(&name, entity.as_deref()),
            Event::Declaration(Declaration::Notation { name, public_id, system_id }) => {
                let told =
                    [self.parser(), self.text_value(&name), Value::FALSE, self.optional(system_id), self.optional(public_id)];
                self.state.call(self.ctx, Kind::Notation, told).map(drop)
            }
            Event::Declaration(Declaration::Entity(entity)) if entity.kind == EntityKind::Unparsed => {
                let told = [
                    self.parser(),
                    self.text_value(&entity.name),
                    Value::FALSE,
                    self.optional(entity.system_id.clone()),
                    self.optional(entity.public_id.clone()),
                    self.optional(entity.notation.as_ref().map(|n| n.to_vec())),
                ];
                self.state.call(self.ctx, Kind::UnparsedEntity, told).map(drop)
            }
            _ => Ok(()),
        }
    }

    /// What every handler is told first.
    fn parser(&self) -> Value {
        Value::from(self.object.clone())
    }
    fn text_value(&self, text: &[u8]) -> Value {
        Value::from(self.state.target.get().encode(text))
    }
    fn optional(&self, text: Option<Vec<u8>>) -> Value {
        text.map_or(Value::FALSE, |text| self.text_value(&text))
    }
    /// A name in the target encoding, in capitals if that is wanted.
    fn folded(&self, name: &[u8]) -> Str {
        let target = self.state.target.get();
        if !self.state.case_folding.get() {
            return target.encode(name);
        }
        if target == Target::Utf8 || name.is_ascii() {
            return Str::turned(name, Letters::Lower);
        }
        Str::turned(&target.encode(name), Letters::Lower)
    }
    /// The name as handlers get it, with the namespace in the place of the prefix.
    fn qualified<'n>(&self, name: &'n QName) -> Cow<'n, [u8]> {
        match (&self.state.separator, &name.uri, &name.prefix) {
            (Some(separator), Some(uri), _) => Cow::Owned([uri, separator.as_bytes(), &name.local].concat()),
            (None, _, Some(prefix)) => Cow::Owned([prefix, &b":"[..], &name.local].concat()),
            _ => Cow::Borrowed(&name.local),
        }
    }
    /// The name of an element, without what is to be left out at its beginning.
    fn tag(&self, name: &QName) -> Str {
        let tag = self.folded(&self.qualified(name));
        match self.state.tag_start.get().min(tag.len()) {
            0 => tag,
            start => Str::new(&tag[start..]),
        }
    }
    fn default(&self, text: &[u8]) -> PhpResult<()> {
        if self.state.handles(Kind::Default) {
            self.state.call(self.ctx, Kind::Default, [self.parser(), self.text_value(text)])?;
        }
        Ok(())
    }

    fn start(
        &mut self,
        name: &QName,
        namespaces: &[NamespaceDeclaration],
        attributes: &[Attribute],
        end: Position,
    ) -> PhpResult<()> {
        if self.state.separator.is_some() && self.state.handles(Kind::StartNamespace) {
            for namespace in namespaces {
                let prefix = self.optional(namespace.prefix.as_ref().map(|p| p.to_vec()));
                self.state.call(self.ctx, Kind::StartNamespace, [self.parser(), prefix, self.text_value(&namespace.uri)])?;
            }
        }
        let wanted = self.state.handles(Kind::StartElement);
        if !wanted && self.state.handles(Kind::Default) {
            let mut tag = {
                let parser = self.shared.borrow();
                let source = parser.source_before(end.offset);
                source[source.iter().rposition(|&b| b == b'<').unwrap_or(source.len())..].to_vec()
            };
            tag.push(b'>');
            self.default(&tag)?;
        }
        if !wanted && self.into.is_none() {
            return Ok(());
        }
        let tag = self.tag(name);
        let mut told = Array::with_hash_capacity(attributes.len());
        for attribute in attributes {
            // Without namespaces nobody adds what the document type declares.
            if !(attribute.defaulted && self.state.separator.is_none()) {
                told.set(self.folded(&self.qualified(&attribute.name)), self.text_value(&attribute.value));
            }
        }
        let Some(into) = self.into else {
            let args = [self.parser(), Value::from(tag), Value::from(told)];
            return self.state.call(self.ctx, Kind::StartElement, args).map(drop);
        };
        if wanted {
            let args = [self.parser(), Value::from(tag.clone()), Value::from(told.clone())];
            self.state.call(self.ctx, Kind::StartElement, args)?;
        }
        into.start(self.ctx, self.state, tag, told)
    }

    fn end(&mut self, name: &QName) -> PhpResult<()> {
        let wanted = self.state.handles(Kind::EndElement);
        if !wanted && self.state.handles(Kind::Default) {
            let prefix = name.prefix.as_ref().map_or(Vec::new(), |p| [p, &b":"[..]].concat());
            self.default(&[b"</", prefix.as_slice(), &name.local, b">"].concat())?;
        }
        if !wanted && self.into.is_none() {
            return Ok(());
        }
        let tag = self.tag(name);
        if wanted {
            self.state.call(self.ctx, Kind::EndElement, [self.parser(), Value::from(tag.clone())])?;
        }
        match self.into {
            Some(into) => into.end(self.ctx, self.state, tag),
            None => Ok(()),
        }
    }

    /// Text, or the character that a reference stands for.
    fn text(&mut self, text: &[u8], begin: Position, end: Position) -> PhpResult<()> {
        let reference = {
            let parser = self.shared.borrow();
            let source = parser.source_before(end.offset);
            let from = source.len() - source.len().min((end.offset - begin.offset.min(end.offset)) as usize);
            let source = &source[from..];
            source.starts_with(b"&").then(|| source.to_vec())
        };
        match reference {
            Some(source) => {
                let named = !source.starts_with(b"&#");
                if named && self.state.handles(Kind::Default) && !self.state.handles(Kind::CharacterData) {
                    self.default(&source)?;
                    return self.collect(text);
                }
            }
            // libxml2 has not moved on yet when it tells of text, unless that begins with a blank or has more than ASCII.
            None if text.is_ascii() && !text.first().is_some_and(|b| b" \t\n".contains(b)) => {
                self.state.position.set(Position { offset: begin.offset, ..end });
            }
            None => {}
        }
        self.character_data(text)
    }
    fn character_data(&mut self, text: &[u8]) -> PhpResult<()> {
        if self.state.handles(Kind::CharacterData) {
            self.state.call(self.ctx, Kind::CharacterData, [self.parser(), self.text_value(text)])?;
        } else {
            self.default(text)?;
        }
        self.collect(text)
    }
    fn collect(&self, text: &[u8]) -> PhpResult<()> {
        match self.into {
            Some(into) => into.text(self.ctx, self.state, &self.state.target.get().encode(text)),
            None => Ok(()),
        }
    }

    fn instruction(&mut self, target: &[u8], data: Option<&[u8]>) -> PhpResult<()> {
        if self.state.handles(Kind::ProcessingInstruction) {
            let told = [self.parser(), self.text_value(target), self.optional(data.map(<[u8]>::to_vec))];
            return self.state.call(self.ctx, Kind::ProcessingInstruction, told).map(drop);
        }
        let data = data.map_or(Vec::new(), |data| [b" ", data].concat());
        self.default(&[b"<?", target, data.as_slice(), b"?>"].concat())
    }

    /// An entity that is not expanded: those of the document go to the handlers as they are.
    fn reference(&mut self, name: &[u8], entity: Option<&Entity>) -> PhpResult<()> {
        match entity {
            Some(entity) if entity.kind == EntityKind::External => self.external(entity),
            Some(entity) if entity.kind == EntityKind::Unparsed => Ok(()),
            _ if self.state.handles(Kind::Default) => self.default(&[b"&", name, b";"].concat()),
            Some(entity) => {
                let content = entity.content.as_deref().unwrap_or_default();
                self.character_data(content)
            }
            None => Ok(()),
        }
    }
    fn external(&mut self, entity: &Entity) -> PhpResult<()> {
        let told = [
            self.parser(),
            self.text_value(&entity.name),
            self.text_value(b""),
            self.optional(entity.system_id.clone()),
            self.optional(entity.public_id.clone()),
        ];
        let answer = self.state.call(self.ctx, Kind::ExternalEntity, told)?;
        if answer.is_some_and(|answer| !phant_native::convert::to_bool(&answer)) {
            self.shared.borrow_mut().halt();
            self.state.is_over.set(true);
            self.state.error.set(EXTERNAL_ENTITY_HANDLING);
            self.tolerable = false;
        }
        Ok(())
    }
    /// A reference to an entity that is not declared, which is the end, is still told.
    fn undeclared(&mut self, begin: Position, end: Position) -> Result<(), Thrown> {
        let source = {
            let parser = self.shared.borrow();
            let source = parser.source_before(end.offset);
            source.iter().rposition(|&b| b == b'&').map(|at| source[at..].to_vec())
        };
        let _ = begin;
        match source.and_then(|s| s.iter().position(|&b| b == b';').map(|semicolon| s[..=semicolon].to_vec())) {
            Some(reference) => self.default(&reference),
            None => Ok(()),
        }
    }
}
