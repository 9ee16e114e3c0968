//! The document type: its head, its internal subset, entities and notations.

use super::{Declaration, DoctypeHead, Entity, EntityKind, Event, Loader, Name, Parser, entity::char_of_reference};
use crate::{
    chars,
    error::{Domain, Level, code},
};
use std::rc::Rc;

impl Parser {
    /// `<!DOCTYPE …>`
    pub(super) fn doctype(&mut self, loader: &mut dyn Loader) {
        self.skip(9);
        self.skip_blanks();
        let name = self.name();
        if name.is_none() {
            self.fatal_text(code::NAME_REQUIRED, "xmlParseDocTypeDecl : no DOCTYPE name !\n");
        }
        let name = name.unwrap_or_else(|| self.names.get(b""));
        self.skip_blanks();
        let (public_id, system_id) = self.external_id(true);
        self.skip_blanks();
        self.has_external_subset = public_id.is_some() || system_id.is_some();
        let has_internal_subset = self.peek(0) == b'[';
        let bytes = |id: &Option<_>| id.as_deref().map(|id: &[u8]| id.to_vec());
        self.doctype = Some(DoctypeHead { name: name.to_vec(), public_id: bytes(&public_id), system_id: bytes(&system_id) });
        self.emit(Event::StartDoctype { name, public_id: public_id.clone(), system_id: system_id.clone(), has_internal_subset });
        if has_internal_subset {
            self.skip(1);
            self.declarations(self.outer.len(), loader);
            if self.peek(0) == b']' {
                self.skip(1);
                self.skip_blanks();
            }
        }
        let ended = self.peek(0) == b'>';
        if !ended {
            self.fatal(code::DOCTYPE_NOT_FINISHED);
        }
        if ended || !has_internal_subset {
            self.skip(1);
        }
        let wanted = self.options.load_dtd || self.options.default_attributes;
        if self.has_external_subset && wanted && (self.well_formed || self.options.recover) {
            self.external_subset(public_id.as_deref(), system_id.as_deref(), loader);
        }
        self.emit(Event::EndDoctype);
    }

    /// Declarations up to `]`, or to the end of the text that began at this depth of texts.
    pub(super) fn declarations(&mut self, depth: usize, loader: &mut dyn Loader) {
        loop {
            if self.halted || phant_interrupt::is_urgent() {
                return;
            }
            self.skip_blanks();
            if self.input.at_end() {
                if self.outer.len() <= depth {
                    return;
                }
                self.leave();
                continue;
            }
            let (before, texts) = (self.input.at, self.outer.len());
            match self.peek(0) {
                b']' if self.outer.len() == depth => return,
                b'<' if self.peek(1) == b'!' && self.peek(2) == b'[' && (self.in_external_subset || texts > depth) => {
                    self.conditional_section(depth, loader);
                }
                b'<' => self.markup_declaration(loader),
                b'%' => self.parameter_reference(loader, false),
                _ => {}
            }
            if self.input.at == before && self.outer.len() == texts {
                if self.in_external_subset {
                    self.fatal(code::EXT_SUBSET_NOT_FINISHED);
                } else {
                    let message = "internal error: xmlParseInternalSubset: error detected in Markup declaration\n";
                    self.fatal_text(code::INTERNAL_ERROR, message);
                }
                while self.outer.len() > depth {
                    self.leave();
                }
                return;
            }
        }
    }
    /// Goes back to the text outside.
    pub(super) fn leave(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.input = outer;
        }
    }

    fn markup_declaration(&mut self, loader: &mut dyn Loader) {
        if self.input.starts_with(b"<!--") {
            return self.comment();
        }
        if self.input.starts_with(b"<?") {
            return self.processing_instruction();
        }
        let texts = self.outer.len();
        if self.input.starts_with(b"<!ELEMENT") {
            self.element_declaration(loader);
        } else if self.input.starts_with(b"<!ENTITY") {
            self.entity_declaration(loader);
        } else if self.input.starts_with(b"<!ATTLIST") {
            self.attribute_declarations(loader);
        } else if self.input.starts_with(b"<!NOTATION") {
            self.notation_declaration();
        } else {
            return;
        }
        if self.outer.len() != texts && !self.halted {
            let message = "declaration doesn't start and stop in the same entity\n";
            self.report(Domain::Valid, 90, Level::Error, message);
        }
    }

    /// Skips white space and, where they may be, references to parameter entities and ends of their texts.
    pub(super) fn skip_blanks_dtd(&mut self) -> bool {
        let mut any = self.skip_blanks();
        if !self.in_declaration_with_references {
            return any;
        }
        loop {
            if self.input.at_end() && self.outer.len() > self.declaration_floor {
                self.leave();
                any = true;
            } else if self.peek(0) == b'%' && self.starts_name(1) {
                // The loader is not at hand here: an external parameter entity inside of a declaration stays away.
                let depth = self.outer.len();
                self.parameter_reference(&mut super::NoLoader, true);
                any = true;
                if self.outer.len() == depth && self.peek(0) == b'%' {
                    return any;
                }
            } else {
                return any;
            }
            self.skip_blanks();
        }
    }
    fn starts_name(&self, ahead: usize) -> bool {
        let rest = self.input.rest().get(ahead..).unwrap_or_default();
        chars::decode(rest).is_some_and(|(c, _)| chars::is_name_start(c))
    }

    /// `%name;`: reads on in the entity's text.
    pub(super) fn parameter_reference(&mut self, loader: &mut dyn Loader, inside: bool) {
        self.skip(1);
        let Some(name) = self.name() else { return self.fatal_text(code::PEREF_NO_NAME, "PEReference: no name\n") };
        if self.peek(0) != b';' {
            return self.fatal(code::PEREF_SEMICOL_MISSING);
        }
        self.skip(1);
        let Some(entity) = self.parameter_entities.get(&name).cloned() else {
            let message = super::filled("PEReference: %{}; not found\n", &name);
            if self.standalone == 1 || !self.has_external_subset && !self.has_parameter_references {
                self.fatal_text(code::UNDECLARED_ENTITY, message);
            } else {
                self.warning(code::WAR_UNDECLARED_ENTITY, message);
            }
            self.has_parameter_references = true;
            return;
        };
        self.has_parameter_references = true;
        let in_use = self
            .outer
            .iter()
            .chain([&self.input])
            .any(|input| input.entity.as_ref().is_some_and(|other| Rc::ptr_eq(other, &entity)));
        if in_use || self.outer.len() > 40 {
            self.fatal(code::ENTITY_LOOP);
            self.halt();
            return;
        }
        let input = match entity.kind {
            EntityKind::ExternalParameter => {
                let wanted = self.options.load_dtd || self.options.default_attributes || self.options.expand_entities;
                if !wanted {
                    return;
                }
                self.loaded(&entity, loader)
            }
            _ => {
                let content = entity.content.clone().unwrap_or_default();
                let text = if inside { [b" ", &content[..], b" "].concat() } else { content };
                Some(super::Input::new(text, None))
            }
        };
        let Some(mut input) = input else { return };
        self.expanded = self.expanded.saturating_add(input.text.len() as u64 + 20);
        if self.expanded > 10_000_000 && !self.options.huge {
            self.fatal(code::ENTITY_LOOP);
            self.halt();
            return;
        }
        input.entity = Some(entity);
        self.enter(input);
    }

    fn entity_declaration(&mut self, loader: &mut dyn Loader) {
        self.begin_declaration(8);
        if !self.skip_blanks_dtd() {
            self.fatal_text(code::SPACE_REQUIRED, "Space required after '<!ENTITY'\n");
        }
        let mut is_parameter = false;
        if self.peek(0) == b'%' {
            self.skip(1);
            if !self.skip_blanks_dtd() {
                self.fatal_text(code::SPACE_REQUIRED, "Space required after '%'\n");
            }
            is_parameter = true;
        }
        let Some(name) = self.name() else {
            self.fatal_text(code::NAME_REQUIRED, "xmlParseEntityDecl: no name\n");
            return;
        };
        if name.contains(&b':') && !self.options.no_namespaces {
            let message = super::filled("colons are forbidden from entities names '{}'\n", &name);
            self.namespace_error(code::NS_COLON, message);
        }
        if !self.skip_blanks_dtd() {
            self.fatal_text(code::SPACE_REQUIRED, "Space required after the entity name\n");
        }
        let _ = loader;
        let mut entity = Entity {
            name,
            kind: if is_parameter { EntityKind::InternalParameter } else { EntityKind::Internal },
            public_id: None,
            system_id: None,
            notation: None,
            content: None,
            original: None,
            in_internal_subset: !self.in_external_subset,
        };
        if matches!(self.peek(0), b'"' | b'\'') {
            let Some((content, original)) = self.entity_value() else { return };
            entity.content = Some(content);
            entity.original = Some(original);
        } else {
            let (public, system) = self.external_id(true);
            if public.is_none() && system.is_none() {
                self.fatal(code::VALUE_REQUIRED);
            }
            if let Some(system) = &system
                && system.contains(&b'#')
            {
                self.fatal(code::URI_FRAGMENT);
            }
            (entity.public_id, entity.system_id) = (public, system);
            entity.kind = if is_parameter { EntityKind::ExternalParameter } else { EntityKind::External };
            if !is_parameter {
                let blank = self.skip_blanks_dtd();
                if self.peek(0) != b'>' && !blank {
                    self.fatal_text(code::SPACE_REQUIRED, "Space required before 'NDATA'\n");
                }
                if self.input.starts_with(b"NDATA") {
                    self.skip(5);
                    if !self.skip_blanks_dtd() {
                        self.fatal_text(code::SPACE_REQUIRED, "Space required after 'NDATA'\n");
                    }
                    entity.notation = self.name();
                    entity.kind = EntityKind::Unparsed;
                }
            }
        }
        self.skip_blanks_dtd();
        if self.peek(0) != b'>' {
            let message = super::filled("xmlParseEntityDecl: entity {} not terminated\n", &entity.name);
            self.fatal_text(code::ENTITY_NOT_TERMINATED, message);
            return;
        }
        self.skip(1);
        self.declare(entity, is_parameter);
    }
    fn declare(&mut self, entity: Entity, is_parameter: bool) {
        if !self.well_formed && !self.options.recover {
            return;
        }
        let entity = Rc::new(entity);
        let table = if is_parameter { &mut self.parameter_entities } else { &mut self.entities };
        // The first declaration counts.
        if !table.contains_key(&entity.name) {
            table.insert(entity.name.clone(), Rc::clone(&entity));
            self.emit(Event::Declaration(Declaration::Entity(entity)));
        }
    }
    /// The replacement text and the text between the quotes.
    fn entity_value(&mut self) -> Option<(Vec<u8>, Vec<u8>)> {
        let quote = self.peek(0);
        self.skip(1);
        let from = self.input.at;
        loop {
            let (c, length) = self.char();
            if length == 0 || !chars::is_char(c) {
                self.fatal(code::ENTITY_NOT_FINISHED);
                return None;
            }
            if c == u32::from(quote) {
                break;
            }
            self.skip(length);
        }
        let original = self.input.text[from..self.input.at].to_vec();
        self.skip(1);
        let mut to = Vec::with_capacity(original.len());
        self.replacement(&original, 0, &mut to);
        Some((to, original))
    }
    /// Replaces references to characters and to parameter entities.
    fn replacement(&mut self, text: &[u8], depth: usize, to: &mut Vec<u8>) {
        let mut rest = text;
        while let Some((&byte, behind)) = rest.split_first() {
            rest = behind;
            let end = behind.iter().position(|&byte| byte == b';');
            match (byte, end) {
                (b'&', Some(end)) if behind.first() == Some(&b'#') => {
                    match char_of_reference(&behind[..end]) {
                        Some(c) => chars::push(to, c),
                        None => self.fatal_text(code::INVALID_CHAR, "xmlParseCharRef: invalid xmlChar value 0\n"),
                    }
                    rest = &behind[end + 1..];
                }
                (b'&', end) => {
                    let name = &behind[..end.unwrap_or(0)];
                    if !chars::is_name(name) {
                        let message = super::filled("EntityValue: '{}' forbidden except for entities references\n", b"&");
                        self.fatal_text(code::ENTITY_CHAR_ERROR, message);
                    }
                    to.push(byte);
                }
                (b'%', Some(end)) if chars::is_name(&behind[..end]) => {
                    if !self.in_external_subset && self.outer.is_empty() {
                        self.fatal(code::ENTITY_PE_INTERNAL);
                    }
                    rest = &behind[end + 1..];
                    match self.parameter_entities.get(&behind[..end]).cloned() {
                        Some(entity) if depth < 40 && to.len() < super::MAX_TEXT => {
                            let content = entity.content.clone().unwrap_or_default();
                            self.expanded = self.expanded.saturating_add(content.len() as u64 + 20);
                            if self.expanded > 10_000_000 && !self.options.huge {
                                self.fatal(code::ENTITY_LOOP);
                                self.halt();
                                return;
                            }
                            self.replacement(&content, depth + 1, to);
                        }
                        Some(_) => self.fatal(code::ENTITY_LOOP),
                        None => {
                            let message = super::filled("PEReference: %{}; not found\n", &behind[..end]);
                            self.warning(code::WAR_UNDECLARED_ENTITY, message);
                        }
                    }
                }
                (b'%', _) => {
                    let message = super::filled("EntityValue: '{}' forbidden except for entities references\n", b"%");
                    self.fatal_text(code::ENTITY_CHAR_ERROR, message);
                }
                (b'\r', _) => {
                    if behind.first() != Some(&b'\n') {
                        to.push(b'\n');
                    }
                }
                _ => to.push(byte),
            }
        }
    }

    fn notation_declaration(&mut self) {
        self.begin_declaration(10);
        if !self.skip_blanks_dtd() {
            self.fatal_text(code::SPACE_REQUIRED, "Space required after '<!NOTATION'\n");
            return;
        }
        let Some(name) = self.name() else { return self.fatal(code::NOTATION_NOT_STARTED) };
        if !self.skip_blanks_dtd() {
            self.fatal_text(code::SPACE_REQUIRED, "Space required after the NOTATION name'\n");
            return;
        }
        let (public_id, system_id) = self.external_id(false);
        self.skip_blanks_dtd();
        if self.peek(0) != b'>' {
            return self.fatal(code::NOTATION_NOT_FINISHED);
        }
        self.skip(1);
        self.emit(Event::Declaration(Declaration::Notation { name, public_id, system_id }));
    }

    /// Skips the keyword of a declaration, and settles where references to parameter entities may be in it.
    pub(super) fn begin_declaration(&mut self, keyword: usize) {
        self.skip(keyword);
        self.in_declaration_with_references = self.in_external_subset || !self.outer.is_empty();
        self.declaration_floor = self.outer.len();
    }

    /// A name in a list.
    pub(super) fn listed_name(&mut self) -> Option<Name> {
        self.skip_blanks_dtd();
        self.name()
    }
}
