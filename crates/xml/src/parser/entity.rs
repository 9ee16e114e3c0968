//! References to entities, and their limits.

use super::{Entity, EntityKind, Event, Input, Loader, Name, Parser, literal::predefined};
use crate::{
    chars,
    error::{Domain, Level, code},
};
use std::rc::Rc;

/// How deep entities refer to entities.
const MAX_NESTING: usize = 20;
/// Up to here entities may expand to any multiple of what refers to them.
const FREE_EXPANSION: u64 = 10_000_000;
/// Beyond, to so much more than was read.
const EXPANSION_FACTOR: u64 = 10;

impl Parser {
    /// `&name;`: the name and the entity, if it is known and may stand here. `None`: nothing to go on with.
    pub(super) fn entity_reference(&mut self, in_value: bool) -> Option<(Name, Option<Rc<Entity>>)> {
        self.skip(1);
        let Some(name) = self.name() else {
            self.fatal_text(code::NAME_REQUIRED, "xmlParseEntityRef: no name\n");
            return None;
        };
        if self.peek(0) != b';' {
            self.fatal(code::ENTITYREF_SEMICOL_MISSING);
            return None;
        }
        self.skip(1);
        if predefined(&name).is_some() {
            return Some((name, None));
        }
        let Some(entity) = self.entities.get(&name).cloned() else {
            self.undeclared(&name, "Entity '{}' not defined\n");
            return (!in_value).then_some((name, None));
        };
        match entity.kind {
            EntityKind::Unparsed => {
                self.fatal_name(code::UNPARSED_ENTITY, "Entity reference to unparsed entity {}\n", &name);
                return None;
            }
            EntityKind::External if in_value => {
                let message = "Attribute references external entity '{}'\n";
                self.fatal_name(code::ENTITY_IS_EXTERNAL, message, &name);
                return None;
            }
            _ => {}
        }
        if in_value && entity.content.as_deref().is_some_and(|content| content.contains(&b'<')) {
            let message = "'<' in entity '{}' is not allowed in attributes values\n";
            self.fatal_name(code::LT_IN_ATTRIBUTE, message, &name);
        }
        Some((name, Some(entity)))
    }
    /// An entity that no declaration declares; that is fatal unless there are declarations which were not read.
    fn undeclared(&mut self, name: &[u8], message: &str) {
        let message = super::filled(message, name);
        if self.standalone == 1 || !self.has_external_subset && !self.has_parameter_references {
            self.fatal_text(code::UNDECLARED_ENTITY, message);
        } else {
            self.report(Domain::Parser, code::WAR_UNDECLARED_ENTITY, Level::Error, message);
        }
    }

    /// Notes how much entities expand to; false, with an error, if it is too much.
    fn may_expand(&mut self, length: usize) -> bool {
        self.expanded = self.expanded.saturating_add(length as u64 + 20);
        let document = self.outer.first().unwrap_or(&self.input);
        let read = document.dropped + document.at as u64;
        if self.options.huge || self.expanded < FREE_EXPANSION || self.expanded < read.saturating_mul(EXPANSION_FACTOR) {
            return true;
        }
        self.fatal(code::ENTITY_LOOP);
        self.halt();
        false
    }

    /// Puts an entity's text into a value.
    pub(super) fn expand_in_value(&mut self, entity: &Rc<Entity>, to: &mut Vec<u8>) {
        self.depth += 1;
        if self.depth > MAX_NESTING * 2 {
            self.fatal(code::ENTITY_LOOP);
            self.halt();
            return;
        }
        let content = entity.content.clone().unwrap_or_default();
        if !self.may_expand(content.len()) {
            return;
        }
        let mut rest = &content[..];
        while let Some((&byte, behind)) = rest.split_first() {
            if self.halted {
                return;
            }
            if byte != b'&' {
                to.push(if chars::is_blank(byte) { b' ' } else { byte });
                rest = behind;
                continue;
            }
            let Some(end) = behind.iter().position(|&byte| byte == b';') else {
                return self.fatal(code::ENTITYREF_SEMICOL_MISSING);
            };
            let name = &behind[..end];
            rest = &behind[end + 1..];
            if let Some(c) = char_of_reference(name) {
                chars::push(to, c);
            } else if let Some(c) = predefined(name) {
                to.push(c);
            } else if let Some(inner) = self.entities.get(name).cloned() {
                self.expand_in_value(&inner, to);
            } else {
                self.undeclared(name, "Entity '{}' not defined\n");
            }
        }
        self.depth -= 1;
    }

    /// A reference in content to an entity that is declared.
    pub(super) fn entity_in_content(&mut self, entity: &Rc<Entity>, loader: &mut dyn Loader) {
        let name = entity.name.clone();
        let is_external = entity.kind == EntityKind::External;
        let (expand, known) = (self.options.expand_entities, self.checked.contains(&name));
        let reference = Event::EntityReference { name: name.clone(), entity: Some(Rc::clone(entity)) };
        if !expand && (is_external || known) {
            return self.emit(reference);
        }
        if self.loop_found || !self.options.recover && !self.well_formed {
            return;
        }
        if self.outer.len() >= MAX_NESTING {
            self.fatal(code::ENTITY_LOOP);
            self.loop_found = true;
            return;
        }
        let input = if is_external {
            self.loaded(entity, loader)
        } else {
            Some(Input::new(entity.content.clone().unwrap_or_default(), None))
        };
        let Some(mut input) = input else { return self.emit(reference) };
        if !self.may_expand(input.text.len()) {
            return;
        }
        if !expand && !input.text.iter().any(|byte| matches!(byte, b'<' | b'&' | 0..0x20 | 0x80..)) {
            self.checked.insert(name);
            return self.emit(reference);
        }
        input.entity = Some(Rc::clone(entity));
        input.depth = self.open.len();
        input.was_fine = self.well_formed;
        input.is_check = !expand;
        if expand && self.options.entity_boundaries {
            self.emit(Event::StartEntity(name));
        }
        self.checks += usize::from(!expand);
        self.enter(input);
    }
    /// The text of an external entity.
    pub(super) fn loaded(&mut self, entity: &Entity, loader: &mut dyn Loader) -> Option<Input> {
        let (public, system) = (entity.public_id.as_deref(), entity.system_id.as_deref());
        let is_parameter = entity.kind == EntityKind::ExternalParameter;
        let (bytes, file) = self.load(public, system, is_parameter, loader)?;
        Some(self.decoded(&bytes, file))
    }
    /// The name of what is being read.
    pub(super) fn base(&self) -> Option<Vec<u8>> {
        let inner_first = std::iter::once(&self.input).chain(self.outer.iter().rev());
        inner_first.filter_map(|input| input.file.clone()).next()
    }
    /// The text of an external entity's bytes, behind its text declaration.
    pub(super) fn decoded(&mut self, bytes: &[u8], file: Vec<u8>) -> Input {
        use super::encoding::Conversion;
        let (mut conversion, skip) = match Conversion::detect(bytes) {
            Some((conversion, skip, _)) => (conversion, skip),
            None => (Conversion::None, 0),
        };
        let mut bytes = &bytes[skip..];
        let mut input = Input::new(Vec::new(), Some(file));
        if conversion.is_none() && bytes.starts_with(b"<?xml") && bytes.get(5).is_some_and(|&byte| chars::is_blank(byte)) {
            let end = bytes.windows(2).position(|window| window == b"?>").map_or(bytes.len(), |end| end + 2);
            let declaration = &bytes[..end];
            if let Some(name) = encoding_in(declaration)
                && let Some(declared) = Conversion::by_name(name)
            {
                conversion = declared;
            }
            input.text.extend_from_slice(declaration);
            input.at = end;
            bytes = &bytes[end..];
        }
        if conversion.convert(bytes, true, &mut input.text).is_err() {
            self.report(Domain::I18n, code::I18N_CONV_FAILED, Level::Fatal, "input conversion failed due to input error\n");
        }
        if !self.options.huge && input.text.len() > super::MAX_TEXT {
            input.text.truncate(super::MAX_TEXT);
        }
        input
    }
}

/// The encoding in a text declaration.
fn encoding_in(declaration: &[u8]) -> Option<&[u8]> {
    let at = declaration.windows(8).position(|window| window == b"encoding")? + 8;
    let rest = &declaration[at..];
    let quote = rest.iter().position(|&byte| byte == b'"' || byte == b'\'')?;
    let value = &rest[quote + 1..];
    let end = value.iter().position(|&byte| byte == rest[quote])?;
    Some(&value[..end])
}

/// The character of what stands between `&` and `;`, if that is a number.
pub(super) fn char_of_reference(name: &[u8]) -> Option<u32> {
    let digits = name.strip_prefix(b"#")?;
    let (digits, radix) = match digits.strip_prefix(b"x") {
        Some(digits) => (digits, 16),
        None => (digits, 10),
    };
    let value = u32::from_str_radix(std::str::from_utf8(digits).ok()?, radix).ok()?;
    chars::is_char(value).then_some(value)
}
