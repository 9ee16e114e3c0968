//! Kinds of tokens that several productions ask for.

use crate::lexer::TokenKind::{self, *};

/// Whether a name of a class can start with `kind`.
pub(super) fn starts_class_name(kind: TokenKind) -> bool {
    matches!(kind, String | NameQualified | NameFullyQualified | NameRelative | Static)
}

/// Whether a token is `&`, which the lexer tells apart by what follows.
pub(super) fn is_ampersand(kind: TokenKind) -> bool {
    matches!(kind, AmpersandFollowedByVar | AmpersandNotFollowedByVar)
}
