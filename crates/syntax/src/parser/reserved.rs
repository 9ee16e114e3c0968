//! Keywords as names.

use super::{Parsed, Parser};
use crate::ast::Ident;
use crate::lexer::TokenKind::{self, *};

/// Whether `kind` is a name of a member, a method or a constant: an identifier or almost any keyword.
pub(super) fn is_identifier(kind: TokenKind) -> bool {
    kind == String || is_semi_reserved(kind)
}

/// Whether `kind` is a keyword that can be a name of a member.
pub(super) fn is_semi_reserved(kind: TokenKind) -> bool {
    is_reserved_non_modifier(kind) || matches!(kind, Abstract | Final | Private | Protected | Public | Static | Readonly)
}

/// Whether `kind` is a keyword that can be a name of a member and is not a modifier.
pub(super) fn is_reserved_non_modifier(kind: TokenKind) -> bool {
    let keyword = (Include as u8..=Default as u8).contains(&(kind as u8))
        || (Match as u8..=Global as u8).contains(&(kind as u8))
        || (Var as u8..=Empty as u8).contains(&(kind as u8))
        || (Class as u8..=NsC as u8).contains(&(kind as u8));
    keyword && kind != YieldFrom
}

impl Parser<'_> {
    /// An identifier or a keyword in its place.
    pub(super) fn identifier(&mut self, expected: &[TokenKind]) -> Parsed<Ident> {
        if !is_identifier(self.peek()) {
            return self.unexpected(expected);
        }
        let token = self.bump();
        if self.text(token) == b"<?=" {
            return self.fail("Cannot use \"<?=\" as an identifier", token.end_line);
        }
        Ok(self.ident(token))
    }
}
