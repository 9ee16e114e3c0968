//! Declarations of a document type as text, the way libxml2 writes them.

use crate::parser::{
    AttributeDefault, AttributeType, ContentModel, Declaration, Entity, EntityKind, Name, Occurs, Particle, Term,
};

/// A text in quotes that do not occur in it, if possible.
pub fn quoted(text: &[u8], to: &mut Vec<u8>) {
    let (double, single) = (text.contains(&b'"'), text.contains(&b'\''));
    let quote = if double && !single { b'\'' } else { b'"' };
    to.push(quote);
    for &byte in text {
        if byte == b'"' && double && single {
            to.extend_from_slice(b"&quot;");
        } else {
            to.push(byte);
        }
    }
    to.push(quote);
}

/// A declaration's text, with a line feed.
pub fn text(declaration: &Declaration) -> Vec<u8> {
    let mut to = Vec::new();
    match declaration {
        Declaration::Element { name, model } => {
            to.extend_from_slice(b"<!ELEMENT ");
            to.extend_from_slice(name);
            to.push(b' ');
            content_model(model, &mut to);
        }
        Declaration::Attribute { element, name, kind, default, value } => {
            to.extend_from_slice(b"<!ATTLIST ");
            to.extend_from_slice(element);
            to.push(b' ');
            to.extend_from_slice(name);
            attribute_type(kind, &mut to);
            to.extend_from_slice(match default {
                AttributeDefault::Value => b"",
                AttributeDefault::Required => b" #REQUIRED",
                AttributeDefault::Implied => b" #IMPLIED",
                AttributeDefault::Fixed => b" #FIXED",
            });
            if let Some(value) = value {
                to.push(b' ');
                quoted(value, &mut to);
            }
        }
        Declaration::Entity(declared) => entity(declared, &mut to),
        Declaration::Notation { name, public_id, system_id } => {
            to.extend_from_slice(b"<!NOTATION ");
            to.extend_from_slice(name);
            identifiers(public_id.as_deref(), system_id.as_deref(), &mut to);
            to.push(b' ');
        }
    }
    to.extend_from_slice(b">\n");
    to
}

/// ` PUBLIC "…" "…"` or ` SYSTEM "…"`
pub fn identifiers(public: Option<&[u8]>, system: Option<&[u8]>, to: &mut Vec<u8>) {
    match (public, system) {
        (Some(public), system) => {
            to.extend_from_slice(b" PUBLIC ");
            quoted(public, to);
            if let Some(system) = system {
                to.push(b' ');
                quoted(system, to);
            }
        }
        (None, Some(system)) => {
            to.extend_from_slice(b" SYSTEM ");
            quoted(system, to);
        }
        (None, None) => {}
    }
}

fn entity(entity: &Entity, to: &mut Vec<u8>) {
    to.extend_from_slice(b"<!ENTITY ");
    if matches!(entity.kind, EntityKind::InternalParameter | EntityKind::ExternalParameter) {
        to.extend_from_slice(b"% ");
    }
    to.extend_from_slice(&entity.name);
    if let Some(original) = entity.original.as_deref().or(entity.content.as_deref()) {
        to.push(b' ');
        quoted(original, to);
        return;
    }
    identifiers(entity.public_id.as_deref(), entity.system_id.as_deref(), to);
    if let Some(notation) = &entity.notation {
        to.extend_from_slice(b" NDATA ");
        to.extend_from_slice(notation);
    }
}

fn names(names: &[Name], to: &mut Vec<u8>) {
    to.extend_from_slice(&names.iter().map(|name| &name[..]).collect::<Vec<_>>().join(&b" | "[..]));
}

fn attribute_type(kind: &AttributeType, to: &mut Vec<u8>) {
    to.extend_from_slice(match kind {
        AttributeType::Cdata => b" CDATA",
        AttributeType::Id => b" ID",
        AttributeType::IdRef => b" IDREF",
        AttributeType::IdRefs => b" IDREFS",
        AttributeType::Entity => b" ENTITY",
        AttributeType::Entities => b" ENTITIES",
        AttributeType::NmToken => b" NMTOKEN",
        AttributeType::NmTokens => b" NMTOKENS",
        AttributeType::Enumeration(_) => b" (",
        AttributeType::Notation(_) => b" NOTATION (",
    });
    if let AttributeType::Enumeration(values) | AttributeType::Notation(values) = kind {
        names(values, to);
        to.push(b')');
    }
}

/// A content model's text.
pub fn model_text(model: &ContentModel) -> Vec<u8> {
    let mut to = Vec::new();
    content_model(model, &mut to);
    to
}

fn content_model(model: &ContentModel, to: &mut Vec<u8>) {
    match model {
        ContentModel::Empty => to.extend_from_slice(b"EMPTY"),
        ContentModel::Any => to.extend_from_slice(b"ANY"),
        ContentModel::Mixed(elements) if elements.is_empty() => to.extend_from_slice(b"(#PCDATA)"),
        ContentModel::Mixed(elements) => {
            to.extend_from_slice(b"(#PCDATA | ");
            names(elements, to);
            to.extend_from_slice(b")*");
        }
        ContentModel::Children(particle) => {
            if let Term::Element(name) = &particle.term {
                to.push(b'(');
                to.extend_from_slice(name);
                to.push(b')');
                return mark(particle.occurs, to);
            }
            group(particle, to);
        }
    }
}

/// Recurses by the nesting of groups, which the parser bounds.
fn group(particle: &Particle, to: &mut Vec<u8>) {
    match &particle.term {
        Term::Element(name) => to.extend_from_slice(name),
        Term::Sequence(parts) | Term::Choice(parts) => {
            let separator: &[u8] = if matches!(particle.term, Term::Choice(_)) { b" | " } else { b" , " };
            to.push(b'(');
            for (at, part) in parts.iter().enumerate() {
                if at > 0 {
                    to.extend_from_slice(separator);
                }
                group(part, to);
            }
            to.push(b')');
        }
    }
    mark(particle.occurs, to);
}

fn mark(occurs: Occurs, to: &mut Vec<u8>) {
    match occurs {
        Occurs::Once => {}
        Occurs::Optional => to.push(b'?'),
        Occurs::Any => to.push(b'*'),
        Occurs::More => to.push(b'+'),
    }
}
