//! XPath's own functions.

use super::{Fault, Value, eval::Context, eval::text_of, step};
use crate::{
    chars,
    tree::{Forest, Kind, Node},
};

type Outcome = Result<Value, Fault>;

/// Calls a function; `None`: there is none of that name.
pub(super) fn call(forest: &Forest, name: &[u8], arguments: &[Value], context: Context) -> Option<Outcome> {
    let counts = match name {
        b"last" | b"position" | b"true" | b"false" => 0..=0,
        b"count" | b"id" | b"boolean" | b"not" | b"lang" | b"sum" | b"floor" | b"ceiling" | b"round" => 1..=1,
        b"local-name" | b"namespace-uri" | b"name" | b"string" | b"string-length" | b"normalize-space" | b"number" => 0..=1,
        b"starts-with" | b"contains" | b"substring-before" | b"substring-after" => 2..=2,
        b"substring" => 2..=3,
        b"translate" => 3..=3,
        b"concat" => 2..=usize::MAX,
        _ => return None,
    };
    if !counts.contains(&arguments.len()) {
        return Some(Err(Fault::ARITY));
    }
    Some(match name {
        b"last" | b"position" | b"count" | b"id" | b"local-name" | b"namespace-uri" | b"name" | b"lang" => {
            about_nodes(forest, name, arguments, context)
        }
        b"string" | b"concat" | b"starts-with" | b"contains" | b"substring-before" | b"substring-after" | b"substring"
        | b"string-length" | b"normalize-space" | b"translate" => about_texts(forest, name, arguments, context),
        _ => about_numbers(forest, name, arguments, context),
    })
}

fn about_nodes(forest: &Forest, name: &[u8], arguments: &[Value], context: Context) -> Outcome {
    let first = match arguments.first() {
        Some(Value::Nodes(items)) => items.first().copied(),
        Some(_) if !matches!(name, b"id" | b"lang") => return Err(Fault::TYPE),
        Some(_) => None,
        None => Some(context.item),
    };
    let text = |text: Option<Vec<u8>>| Ok(Value::Text(text.unwrap_or_default()));
    match name {
        b"last" if context.size == 0 => Err(Fault::SIZE),
        b"position" if context.position == 0 => Err(Fault::POSITION),
        b"last" => Ok(Value::Number(context.size as f64)),
        b"position" => Ok(Value::Number(context.position as f64)),
        b"count" => match &arguments[0] {
            Value::Nodes(items) => Ok(Value::Number(items.len() as f64)),
            _ => Err(Fault::TYPE),
        },
        b"id" => Ok(by_ids(forest, &arguments[0], context)),
        b"lang" => {
            let wanted = arguments[0].to_text(forest).to_ascii_lowercase();
            Ok(Value::Bool(language(forest, context.item.node).is_some_and(|found| {
                let found = found.to_ascii_lowercase();
                found == wanted || found.starts_with(&wanted) && found.get(wanted.len()) == Some(&b'-')
            })))
        }
        _ => {
            let Some(item) = first else { return text(None) };
            if item.namespace.is_some() {
                let prefix = forest.namespace_prefix(item.namespace).map(|prefix| prefix.as_bytes().to_vec());
                return text(if name == b"namespace-uri" { None } else { prefix });
            }
            let node = item.node;
            let has_name = matches!(forest.kind(node), Kind::Element | Kind::Attribute | Kind::ProcessingInstruction);
            text(match name {
                _ if !has_name => None,
                b"local-name" => Some(forest.name(node).as_bytes().to_vec()),
                b"namespace-uri" => forest.uri(node).map(|uri| uri.as_bytes().to_vec()),
                _ => Some(forest.qualified_name(node).as_bytes().to_vec()),
            })
        }
    }
}

fn by_ids(forest: &Forest, argument: &Value, context: Context) -> Value {
    let texts = match argument {
        Value::Nodes(items) => items.iter().map(|&item| text_of(forest, item)).collect(),
        value => vec![value.to_text(forest)],
    };
    let mut found = Vec::new();
    for text in &texts {
        for id in text.split(|&byte| chars::is_blank(byte)).filter(|id| !id.is_empty()) {
            let element = forest.element_by_id(forest.document(context.item.node), id);
            if element.is_some() {
                found.push(element.into());
            }
        }
    }
    step::sort(forest, &mut found);
    Value::Nodes(found)
}

fn language(forest: &Forest, node: Node) -> Option<Vec<u8>> {
    let mut node = node;
    while node.is_some() {
        let attribute = forest.attribute(node, b"lang", Some(chars::XML_NAMESPACE));
        if attribute.is_some() {
            return Some(forest.value(attribute).as_bytes().to_vec());
        }
        node = forest.parent(node);
    }
    None
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    if wanted.is_empty() { Some(0) } else { text.windows(wanted.len()).position(|window| window == wanted) }
}

fn characters(text: &[u8]) -> Vec<&[u8]> {
    let (mut all, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let length = chars::decode(&text[at..]).map_or(1, |(_, length)| length);
        all.push(&text[at..at + length]);
        at += length;
    }
    all
}

fn about_texts(forest: &Forest, name: &[u8], arguments: &[Value], context: Context) -> Outcome {
    let texts: Vec<Vec<u8>> = match arguments.is_empty() {
        true => vec![text_of(forest, context.item)],
        false => arguments.iter().map(|argument| argument.to_text(forest)).collect(),
    };
    let first = &texts[0][..];
    Ok(match name {
        b"string" => Value::Text(first.to_vec()),
        b"concat" => Value::Text(texts.concat()),
        b"starts-with" => Value::Bool(first.starts_with(&texts[1])),
        b"contains" => Value::Bool(find(first, &texts[1]).is_some()),
        b"substring-before" => Value::Text(find(first, &texts[1]).map_or(Vec::new(), |at| first[..at].to_vec())),
        b"substring-after" => Value::Text(find(first, &texts[1]).map_or(Vec::new(), |at| first[at + texts[1].len()..].to_vec())),
        b"string-length" => Value::Number(characters(first).len() as f64),
        b"normalize-space" => {
            let parts: Vec<&[u8]> = first.split(|&byte| chars::is_blank(byte)).filter(|part| !part.is_empty()).collect();
            Value::Text(parts.join(&b' '))
        }
        b"translate" => {
            let (from, to) = (characters(&texts[1]), characters(&texts[2]));
            let mut result = Vec::new();
            for c in characters(first) {
                match from.iter().position(|known| *known == c) {
                    Some(at) => result.extend_from_slice(to.get(at).copied().unwrap_or_default()),
                    None => result.extend_from_slice(c),
                }
            }
            Value::Text(result)
        }
        _ => {
            let from = round(arguments[1].to_number(forest));
            let upto = arguments.get(2).map_or(f64::INFINITY, |length| from + round(length.to_number(forest)));
            let all = characters(first);
            let inside = all.iter().enumerate().filter(|(at, _)| {
                let position = (at + 1) as f64;
                position >= from && position < upto
            });
            Value::Text(inside.flat_map(|(_, c)| c.iter().copied()).collect())
        }
    })
}

/// To the nearest whole number, halves up.
fn round(value: f64) -> f64 {
    if value.is_finite() { (value + 0.5).floor() } else { value }
}

fn about_numbers(forest: &Forest, name: &[u8], arguments: &[Value], context: Context) -> Outcome {
    let number = || match arguments.first() {
        Some(argument) => argument.to_number(forest),
        None => super::number::parse(&text_of(forest, context.item)),
    };
    Ok(match name {
        b"boolean" => Value::Bool(arguments[0].to_bool()),
        b"not" => Value::Bool(!arguments[0].to_bool()),
        b"true" => Value::Bool(true),
        b"false" => Value::Bool(false),
        b"number" => Value::Number(number()),
        b"floor" => Value::Number(number().floor()),
        b"ceiling" => Value::Number(number().ceil()),
        b"round" => {
            let value = number();
            // What becomes zero keeps its sign.
            Value::Number(if (-0.5..0.5).contains(&value) { value * 0.0 } else { round(value) })
        }
        _ => match &arguments[0] {
            Value::Nodes(items) => Value::Number(items.iter().map(|&item| super::number::parse(&text_of(forest, item))).sum()),
            _ => return Err(Fault::TYPE),
        },
    })
}
