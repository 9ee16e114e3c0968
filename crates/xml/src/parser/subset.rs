//! The external subset and its conditional sections.

use super::{Event, Loader, Parser, Wanted};
use crate::error::code;

impl Parser {
    /// Reads the external subset, if the loader has it.
    pub(super) fn external_subset(&mut self, public: Option<&[u8]>, system: Option<&[u8]>, loader: &mut dyn Loader) {
        let Some((bytes, file)) = self.load(public, system, true, loader) else { return };
        let input = self.decoded(&bytes, file);
        self.emit(Event::StartExternalSubset);
        self.enter(input);
        let depth = self.outer.len();
        self.in_external_subset = true;
        self.declarations(depth, loader);
        if !self.input.at_end() && !self.halted {
            self.fatal(code::EXT_SUBSET_NOT_FINISHED);
        }
        self.in_external_subset = false;
        while self.outer.len() >= depth && depth > 0 && !self.outer.is_empty() {
            self.leave();
        }
    }

    /// Asks the loader for something that is not in the document; `is_declared` tells it in which document type.
    pub(super) fn load(
        &mut self,
        public_id: Option<&[u8]>,
        system_id: Option<&[u8]>,
        is_declared: bool,
        loader: &mut dyn Loader,
    ) -> Option<(Vec<u8>, Vec<u8>)> {
        let base = self.base();
        let mut errors = Vec::new();
        let doctype = self.doctype.as_ref().filter(|_| is_declared);
        let found = loader.load(&Wanted { public_id, system_id, base: base.as_deref(), doctype }, &mut errors);
        let here = self.current_position();
        for error in errors.iter_mut().filter(|error| error.line == 0 && is_declared) {
            (error.line, error.column) = (here.line, here.column);
        }
        self.errors.append(&mut errors);
        found
    }

    /// `<![INCLUDE[…]]>` or `<![IGNORE[…]]>`
    pub(super) fn conditional_section(&mut self, depth: usize, loader: &mut dyn Loader) {
        self.begin_declaration(3);
        self.skip_blanks_dtd();
        let include = self.input.starts_with(b"INCLUDE");
        if !include && !self.input.starts_with(b"IGNORE") {
            self.fatal(code::CONDSEC_INVALID_KEYWORD);
            return self.halt();
        }
        self.skip(if include { 7 } else { 6 });
        self.skip_blanks_dtd();
        if self.peek(0) != b'[' {
            self.fatal(code::CONDSEC_INVALID);
            return self.halt();
        }
        self.skip(1);
        if include { self.included(depth, loader) } else { self.ignored() }
    }
    /// What is inside is declarations like those outside, nested sections too; without recursion for those.
    fn included(&mut self, depth: usize, loader: &mut dyn Loader) {
        if self.depth >= 40 {
            self.fatal(code::CONDSEC_NOT_FINISHED);
            return self.halt();
        }
        self.depth += 1;
        self.section_declarations(depth, loader);
        self.depth -= 1;
        if self.input.starts_with(b"]]>") {
            self.skip(3);
        } else if !self.halted {
            self.fatal(code::CONDSEC_NOT_FINISHED);
        }
    }
    fn section_declarations(&mut self, depth: usize, loader: &mut dyn Loader) {
        // Texts of parameter entities that end inside are left; the section ends in the text it began in.
        let floor = self.outer.len().max(depth);
        self.declarations(floor, loader);
    }
    fn ignored(&mut self) {
        let mut nesting = 1usize;
        while nesting > 0 {
            if self.input.at_end() {
                return self.fatal(code::CONDSEC_NOT_FINISHED);
            }
            if self.input.starts_with(b"<![") {
                nesting += 1;
                self.skip(3);
            } else if self.input.starts_with(b"]]>") {
                nesting -= 1;
                self.skip(3);
            } else {
                self.skip(1);
            }
        }
    }
}
