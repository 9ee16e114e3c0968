//! Dom\TokenList: the classes of an element.

use super::names::set_attribute;
use crate::exception::{Fault, throw_text};
use phant_ext_libxml::forest;
use phant_memory::{HeapRc, HeapVec, Key, NativeData, Object, PhpStr, Str, Tracer, Value, heap_vec};
use phant_native::{
    Ctx, Level, ObjectHandlers, PhpResult, class::Place, convert, internal_iterator::internal_iterator, php_class,
};
use phant_xml::tree::{Forest, Node};
use std::cell::{Cell, RefCell};

/// What a list has besides its properties. It keeps the element, but not its object.
struct State {
    element: Cell<Node>,
    /// The places of tokens that were removed, for walks that are under way.
    removed: RefCell<HeapVec<u32>>,
    forest: HeapRc<Forest>,
}

impl NativeData for State {
    fn trace(&self, _: &mut Tracer<'_>) {}
}

impl Drop for State {
    fn drop(&mut self) {
        let element = self.element.get();
        if element.is_some() {
            self.forest.let_go(element);
            self.forest.give_back_of(element);
        }
    }
}

/// The list for an element.
pub fn list(ctx: &Ctx, element: Node) -> PhpResult<Object> {
    let object = ctx.allocate(ctx.known_class("Dom\\TokenList"))?;
    if let Some(state) = object.native::<State>() {
        state.forest.keep(element);
        state.forest.hold(state.forest.document(element));
        state.element.set(element);
    }
    Ok(object)
}

fn element(this: &Object) -> Node {
    this.native::<State>().map_or(Node::NONE, |state| state.element.get())
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}

/// The value of the attribute.
fn value(ctx: &Ctx, this: &Object) -> Option<Str> {
    let (element, forest) = (element(this), forest(ctx));
    let attribute = if element.is_some() { forest.attribute(element, b"class", None) } else { Node::NONE };
    attribute.some().map(|attribute| forest.text(attribute))
}

fn tokens(ctx: &Ctx, this: &Object) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = Vec::new();
    let text = value(ctx, this).unwrap_or_default();
    // Many tokens are looked up by a set, so that a long attribute is no problem.
    let mut seen = std::collections::HashSet::new();
    for token in text.split(|&byte| is_space(byte)).filter(|token| !token.is_empty()) {
        if seen.insert(token.to_vec()) {
            all.push(token.to_vec());
        }
    }
    all
}

/// Writes the attribute; one that would be empty is not made.
fn update(ctx: &Ctx, this: &Object, tokens: &[Vec<u8>]) {
    let (element, forest) = (element(this), forest(ctx));
    if element.is_none() || tokens.is_empty() && forest.attribute(element, b"class", None).is_none() {
        return;
    }
    set_attribute(forest, element, b"class", Str::new(tokens.join(&b' ')));
}

fn check(ctx: &Ctx, token: &[u8]) -> PhpResult<()> {
    if token.is_empty() {
        return Err(throw_text(ctx, Fault::Syntax, "The empty string is not a valid token"));
    }
    if token.iter().any(|&byte| is_space(byte)) {
        return Err(throw_text(ctx, Fault::InvalidCharacter, "The token must not contain any ASCII whitespace"));
    }
    Ok(())
}
fn no_nul(ctx: &Ctx, number: usize, token: &[u8]) -> PhpResult<()> {
    if token.contains(&0) { Err(ctx.argument_error(number, "must not contain any null bytes")) } else { Ok(()) }
}
fn checked(ctx: &Ctx, arguments: &[Value]) -> PhpResult<Vec<Vec<u8>>> {
    let texts: Vec<Vec<u8>> =
        arguments.iter().map(|value| value.unref().as_str().map(|text| text.as_bytes().to_vec()).unwrap_or_default()).collect();
    for (at, text) in texts.iter().enumerate() {
        no_nul(ctx, at + 1, text)?;
    }
    texts.iter().try_for_each(|text| check(ctx, text))?;
    Ok(texts)
}

fn item(ctx: &Ctx, this: &Object, index: Option<usize>) -> Value {
    index.and_then(|index| tokens(ctx, this).into_iter().nth(index)).map_or(Value::NULL, |token| Value::from(Str::new(token)))
}

/// The index that an offset stands for.
fn index(ctx: &Ctx, offset: &Value, on: Option<&Object>) -> PhpResult<Option<usize>> {
    let offset = offset.unref();
    let number = if let Some(text) = offset.as_str() {
        let number = std::str::from_utf8(&text).ok().and_then(|text| text.parse::<i64>().ok().filter(|n| n.to_string() == text));
        match number {
            Some(number) => number,
            None => return Err(illegal(ctx, &offset, on)),
        }
    } else if let Some(value) = offset.as_bool() {
        i64::from(value)
    } else if offset.as_int().is_some() || offset.as_float().is_some() {
        super::lists::whole(ctx, &offset)?
    } else if let Some(resource) = offset.as_resource() {
        let id = convert::to_int(&Value::from(resource.into_owned()));
        ctx.report(Level::Warning, format!("Resource ID#{id} used as offset, casting to integer ({id})"));
        ctx.check()?;
        id
    } else {
        return Err(illegal(ctx, &offset, on));
    };
    Ok(u32::try_from(number).ok().map(|number| number as usize))
}
fn illegal(ctx: &Ctx, offset: &Value, on: Option<&Object>) -> phant_native::Thrown {
    let given = convert::type_name(offset);
    ctx.type_error(match on {
        Some(_) => format!("Cannot access offset of type {given} on Dom\\TokenList"),
        None => format!("Cannot access offset of type {given} in isset or empty"),
    })
}

static HANDLERS: ObjectHandlers = ObjectHandlers {
    walk: Some(|ctx, this, position, by_reference| {
        if by_reference {
            return Err(ctx.throw_error("An iterator cannot be used with foreach by reference"));
        }
        // The place in the list, and how many removals were seen: what was removed before the place moves it.
        let mut at = (*position & 0xFFFF_FFFF) as usize;
        let mut seen = (*position >> 32) as usize;
        if let Some(state) = this.native::<State>() {
            let removed = state.removed.borrow();
            if *position == 0 {
                seen = removed.len();
            }
            for &place in removed.iter().skip(seen) {
                at -= usize::from((place as usize) < at);
            }
            seen = removed.len();
        }
        let found = item(ctx, this, Some(at));
        *position = (seen as u64) << 32 | (at as u64 + 1);
        Ok((!found.is_null()).then(|| (Value::int(at as i64), found)))
    }),
    count: Some(|ctx, this| Ok(tokens(ctx, this).len() as i64)),
    read_property: Some(|ctx, this, name| {
        Ok(match name.as_bytes() {
            b"length" => Some(Value::int(tokens(ctx, this).len() as i64)),
            b"value" => Some(Value::from(value(ctx, this).unwrap_or_default())),
            _ => None,
        })
    }),
    write_property: Some(|ctx, this, name, value| match name.as_bytes() {
        b"length" => Err(ctx.throw_error("Cannot modify readonly property Dom\\TokenList::$length")),
        b"value" => {
            let text = convert::to_str(ctx, &value.unref())?;
            if text.contains(&0) {
                return Err(ctx.value_error("Value must not contain any null bytes"));
            }
            let element = element(this);
            if element.is_some() {
                set_attribute(forest(ctx), element, b"class", text);
            }
            Ok(true)
        }
        _ => Ok(false),
    }),
    has_property: Some(|ctx, this, name, mode| {
        Ok(match name.as_bytes() {
            b"length" => Some(mode != 1 || !tokens(ctx, this).is_empty()),
            b"value" => Some(mode != 1 || convert::to_bool(&Value::from(value(ctx, this).unwrap_or_default()))),
            _ => None,
        })
    }),
    debug_info: Some(|ctx, this| {
        let mut all = phant_memory::Array::new();
        all.set(Key::Str(Str::from("length")), Value::int(tokens(ctx, this).len() as i64));
        all.set(Key::Str(Str::from("value")), Value::from(value(ctx, this).unwrap_or_default()));
        Ok(all)
    }),
    read_dimension: Some(|ctx, this, offset| match offset {
        Some(offset) => {
            let index = index(ctx, offset, Some(this))?;
            Ok(item(ctx, this, index))
        }
        None => Err(ctx.throw_error("Cannot append to Dom\\TokenList")),
    }),
    has_dimension: Some(|ctx, this, offset, not_empty| {
        let found = item(ctx, this, index(ctx, offset, None)?);
        Ok(if not_empty { convert::to_bool(&found) } else { !found.is_null() })
    }),
    dimension_place: Some(|ctx, _, offset, _| match offset {
        None => Err(ctx.throw_error("Cannot append to Dom\\TokenList")),
        Some(_) => Ok(Place::Unknown),
    }),
    write_dimension: Some(|ctx, _, _, _| Err(ctx.throw_error("Cannot use object of type Dom\\TokenList as array"))),
    unset_dimension: Some(|ctx, _, _| Err(ctx.throw_error("Cannot use object of type Dom\\TokenList as array"))),
    ..ObjectHandlers::DEFAULT
};

pub struct TokenList;

/// The classes of an element.
#[php_class(
    "final class Dom\\TokenList implements IteratorAggregate, Countable {
        public virtual int $length;
        public virtual string $value;
    }",
    create = Self::create,
    handlers = HANDLERS,
    not_cloneable,
    not_serializable,
    strict_return
)]
impl TokenList {
    fn create(ctx: &Ctx, object: &Object) {
        object.init_native(State {
            element: Cell::new(Node::NONE),
            removed: RefCell::new(heap_vec()),
            forest: forest(ctx).clone(),
        });
    }

    #[php("private function __construct()")]
    fn construct() {}

    #[php("public function item(int $index): ?string")]
    fn item(ctx: &Ctx, this: &Object, index: i64) -> Value {
        item(ctx, this, usize::try_from(index).ok())
    }

    #[php("public function contains(string $token): bool")]
    fn contains(ctx: &Ctx, this: &Object, token: &PhpStr) -> PhpResult<bool> {
        no_nul(ctx, 1, token)?;
        Ok(tokens(ctx, this).iter().any(|known| known == token.as_bytes()))
    }

    #[php("public function add(string ...$tokens): void")]
    fn add(ctx: &Ctx, this: &Object, arguments: &[Value]) -> PhpResult<()> {
        let new = checked(ctx, arguments)?;
        let mut all = tokens(ctx, this);
        for token in new {
            if !all.contains(&token) {
                all.push(token);
            }
        }
        update(ctx, this, &all);
        Ok(())
    }

    #[php("public function remove(string ...$tokens): void")]
    fn remove(ctx: &Ctx, this: &Object, arguments: &[Value]) -> PhpResult<()> {
        let old = checked(ctx, arguments)?;
        let mut all = tokens(ctx, this);
        if let Some(state) = this.native::<State>() {
            let mut removed = state.removed.borrow_mut();
            // The last first, so that each place is that of the list before.
            for at in (0..all.len()).rev().filter(|&at| old.contains(&all[at])) {
                removed.push(at as u32);
            }
        }
        all.retain(|token| !old.contains(token));
        update(ctx, this, &all);
        Ok(())
    }

    #[php("public function toggle(string $token, ?bool $force = null): bool")]
    fn toggle(ctx: &Ctx, this: &Object, token: &PhpStr, force: Option<bool>) -> PhpResult<bool> {
        no_nul(ctx, 1, token)?;
        check(ctx, token)?;
        let mut all = tokens(ctx, this);
        let known = all.iter().position(|known| known == token.as_bytes());
        match (known, force) {
            (Some(at), None | Some(false)) => {
                all.remove(at);
                update(ctx, this, &all);
                Ok(false)
            }
            (Some(_), Some(true)) => Ok(true),
            (None, None | Some(true)) => {
                all.push(token.as_bytes().to_vec());
                update(ctx, this, &all);
                Ok(true)
            }
            (None, Some(false)) => Ok(false),
        }
    }

    #[php("public function replace(string $token, string $newToken): bool")]
    fn replace(ctx: &Ctx, this: &Object, token: &PhpStr, new_token: &PhpStr) -> PhpResult<bool> {
        no_nul(ctx, 1, token)?;
        no_nul(ctx, 2, new_token)?;
        if token.is_empty() || new_token.is_empty() {
            check(ctx, b"")?;
        }
        check(ctx, token)?;
        check(ctx, new_token)?;
        let mut all = tokens(ctx, this);
        let Some(at) = all.iter().position(|known| known == token.as_bytes()) else { return Ok(false) };
        match all.iter().position(|known| known == new_token.as_bytes()) {
            Some(other) if other != at => {
                all[at.min(other)] = new_token.as_bytes().to_vec();
                all.remove(at.max(other));
            }
            _ => all[at] = new_token.as_bytes().to_vec(),
        }
        update(ctx, this, &all);
        Ok(true)
    }

    #[php("public function supports(string $token): bool")]
    fn supports(ctx: &Ctx, token: &PhpStr) -> PhpResult<bool> {
        let _ = token;
        Err(ctx.type_error("Attribute \"class\" does not define any supported tokens"))
    }

    #[php("public function count(): int")]
    fn count(ctx: &Ctx, this: &Object) -> usize {
        tokens(ctx, this).len()
    }

    #[php("public function getIterator(): Iterator")]
    fn get_iterator(ctx: &Ctx, this: &Object) -> PhpResult<Object> {
        internal_iterator(ctx, this)
    }
}
