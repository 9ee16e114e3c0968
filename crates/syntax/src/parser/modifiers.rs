//! Modifiers of members, parameters and hooks: `public`, `static`, `readonly`, ….

use super::{Parsed, Parser};
use crate::ast::Modifiers;
use crate::lexer::TokenKind::{self, *};

/// What a modifier is applied to, as error messages name it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    Method,
    Property,
    Constant,
    PromotedProperty,
    PropertyHook,
}

impl Target {
    fn description(self) -> &'static str {
        match self {
            Target::Method => "a method",
            Target::Property => "a property",
            Target::Constant => "a class constant",
            Target::PromotedProperty => "a parameter",
            Target::PropertyHook => "a property hook",
        }
    }
}

/// The modifier a keyword is.
fn modifier(kind: TokenKind) -> Option<Modifiers> {
    Some(match kind {
        Public => Modifiers::PUBLIC,
        Protected => Modifiers::PROTECTED,
        Private => Modifiers::PRIVATE,
        PublicSet => Modifiers::PUBLIC_SET,
        ProtectedSet => Modifiers::PROTECTED_SET,
        PrivateSet => Modifiers::PRIVATE_SET,
        Static => Modifiers::STATIC,
        Abstract => Modifiers::ABSTRACT,
        Final => Modifiers::FINAL,
        Readonly => Modifiers::READONLY,
        _ => return None,
    })
}

pub(super) fn is_modifier(kind: TokenKind) -> bool {
    modifier(kind).is_some()
}

impl Parser<'_> {
    /// Modifiers of a member, at least one; the target is known only at the end of them.
    pub(super) fn modifier_list(&mut self) -> Vec<TokenKind> {
        let mut list = Vec::new();
        while is_modifier(self.peek()) {
            list.push(self.bump().kind);
        }
        list
    }

    /// Modifiers of a parameter or a hook.
    pub(super) fn modifiers(&mut self, target: Target) -> Parsed<Modifiers> {
        let list = self.modifier_list();
        self.combine_modifiers(&list, target)
    }

    pub(super) fn combine_modifiers(&mut self, list: &[TokenKind], target: Target) -> Parsed<Modifiers> {
        let mut set = Modifiers::NONE;
        for &kind in list {
            let Some(new) = modifier(kind) else { continue };
            let allowed = match target {
                Target::Method => !new.intersects(Modifiers::READONLY | Modifiers::SET_VISIBILITY),
                Target::Property => true,
                Target::Constant => new.intersects(Modifiers::VISIBILITY | Modifiers::FINAL),
                // 8.5 allows `final` here.
                Target::PromotedProperty => !new.intersects(Modifiers::STATIC | Modifiers::ABSTRACT),
                Target::PropertyHook => new == Modifiers::FINAL,
            };
            if !allowed {
                let message = format!("Cannot use the {} modifier on {}", modifier_name(kind), target.description());
                return self.fail_compile(message, self.line_ahead());
            }
            set = self.add_modifier(set, new, target)?;
        }
        Ok(set)
    }

    fn add_modifier(&mut self, set: Modifiers, new: Modifiers, target: Target) -> Parsed<Modifiers> {
        let both = set | new;
        let line = self.line_ahead();
        if set.intersects(Modifiers::VISIBILITY) && new.intersects(Modifiers::VISIBILITY) {
            return self.fail_compile("Multiple access type modifiers are not allowed", line);
        }
        if set.intersects(Modifiers::SET_VISIBILITY) && new.intersects(Modifiers::SET_VISIBILITY) {
            return self.fail_compile("Multiple access type modifiers are not allowed", line);
        }
        for (modifier, name) in [
            (Modifiers::ABSTRACT, "abstract"),
            (Modifiers::STATIC, "static"),
            (Modifiers::FINAL, "final"),
            (Modifiers::READONLY, "readonly"),
        ] {
            if new == modifier && set.contains(modifier) {
                return self.fail_compile(format!("Multiple {name} modifiers are not allowed"), line);
            }
        }
        if target != Target::PropertyHook && both.contains(Modifiers::ABSTRACT | Modifiers::FINAL) {
            let what = if target == Target::Property { "property" } else { "method" };
            return self.fail_compile(format!("Cannot use the final modifier on an abstract {what}"), line);
        }
        Ok(both)
    }
}

fn modifier_name(kind: TokenKind) -> &'static str {
    match kind {
        Public => "public",
        Protected => "protected",
        Private => "private",
        PublicSet => "public(set)",
        ProtectedSet => "protected(set)",
        PrivateSet => "private(set)",
        Static => "static",
        Abstract => "abstract",
        Final => "final",
        _ => "readonly",
    }
}
