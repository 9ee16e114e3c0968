//! Identifiers and (possibly qualified) names.

use super::{Bytes, Span};

/// A single identifier: a declared name, a member name, a label, or a variable (without its `$`).
#[derive(Clone, Debug)]
pub struct Ident {
    /// The identifier in its original case.
    pub name: Bytes,
    /// Its line.
    pub line: u32,
    /// Its bytes, for a variable including the `$`.
    pub span: Span,
}

/// A name of a class, function, constant or namespace, not resolved.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name in its original case, without a leading `\` or `namespace\`.
    pub text: Bytes,
    /// How it was written.
    pub form: NameForm,
    /// Its line.
    pub line: u32,
    /// Its bytes.
    pub span: Span,
}

/// How a [`Name`] was written, which decides how it resolves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameForm {
    /// `A`
    Unqualified,
    /// `A\B`
    Qualified,
    /// `\A` or `\A\B`
    FullyQualified,
    /// `namespace\A`
    Relative,
}

/// A class name with a meaning of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecialClass {
    /// `self`
    SelfClass,
    /// `parent`
    Parent,
    /// `static`
    Static,
}

impl Name {
    /// Which of `self`, `parent` and `static` this unqualified name is, in any case of letters.
    pub fn special_class(&self) -> Option<SpecialClass> {
        if self.form != NameForm::Unqualified {
            return None;
        }
        match self.text.len() {
            4 if self.text.eq_ignore_case(b"self") => Some(SpecialClass::SelfClass),
            6 if self.text.eq_ignore_case(b"parent") => Some(SpecialClass::Parent),
            6 if self.text.eq_ignore_case(b"static") => Some(SpecialClass::Static),
            _ => None,
        }
    }

    /// The part after the last `\`.
    pub fn last_segment(&self) -> &[u8] {
        match self.text.iter().rposition(|&b| b == b'\\') {
            Some(at) => &self.text[at + 1..],
            None => &self.text,
        }
    }
}
