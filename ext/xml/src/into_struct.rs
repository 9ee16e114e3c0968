//! The arrays of `xml_parse_into_struct`. They are written as parsing goes on, into the caller's variables: handlers see
//! them, and may put something else there.

use crate::parser::State;
use phant_memory::{Array, Held, Reference, Str, Value};
use phant_native::{Ctx, PhpResult};

/// Elements deeper than this are left out.
const MAX_LEVEL: usize = 255;

/// Where the arrays are.
pub(crate) struct Collector {
    values: Reference,
    index: Option<Reference>,
    /// The next entry's number, as far as the index is concerned.
    count: std::cell::Cell<i64>,
}

/// Changes the array of a variable; nothing happens if something else is in it.
fn change<R>(reference: &Reference, act: impl FnOnce(&mut Array) -> R) -> Option<R> {
    let mut array = reference.get().as_array()?.clone();
    // The variable lets go of it, so that it is changed in place.
    reference.set(Value::NULL);
    let result = act(&mut array);
    reference.set(Value::from(array));
    Some(result)
}

impl Collector {
    pub(crate) fn new(values: Reference, index: Option<Reference>) -> Collector {
        Collector { values, index, count: std::cell::Cell::new(0) }
    }

    /// Adds an entry: its key.
    fn add(&self, entry: Array) -> Option<i64> {
        change(&self.values, |all| {
            let key = all.next_free_key();
            all.push(Value::from(entry)).ok().map(|()| key)
        })
        .flatten()
    }
    fn note(&self, tag: &Str) {
        let number = self.count.replace(self.count.get() + 1);
        let Some(index) = &self.index else { return };
        change(index, |all| {
            let mut places = all.get_symbolic(tag).and_then(Value::as_array).map(Held::into_owned).unwrap_or_default();
            all.set(tag, Value::NULL);
            let _ = places.push(Value::int(number));
            all.set(tag, Value::from(places));
        });
    }
    /// Changes an entry.
    fn change_entry(&self, key: i64, act: impl FnOnce(&mut Array)) {
        change(&self.values, |all| {
            let Some(mut entry) = all.get_int(key).and_then(Value::as_array).map(Held::into_owned) else { return };
            all.set(key, Value::NULL);
            act(&mut entry);
            all.set(key, Value::from(entry));
        });
    }

    pub(crate) fn start(&self, ctx: &Ctx, state: &State, tag: Str, attributes: Array) -> PhpResult<()> {
        let level = state.level.get() + 1;
        state.level.set(level);
        if level > MAX_LEVEL {
            return if level == MAX_LEVEL + 1 { truncated(ctx) } else { Ok(()) };
        }
        self.note(&tag);
        let mut entry = Array::new();
        entry.set_name("tag", Value::from(tag.clone()));
        entry.set_name("type", Value::from("open"));
        entry.set_name("level", Value::int(level as i64));
        if !attributes.is_empty() {
            entry.set_name("attributes", Value::from(attributes));
        }
        state.tags.borrow_mut().push(tag);
        state.opened.set(self.add(entry));
        ctx.check_memory()
    }

    pub(crate) fn end(&self, ctx: &Ctx, state: &State, tag: Str) -> PhpResult<()> {
        let level = state.level.get();
        if let Some(opened) = state.opened.take() {
            self.change_entry(opened, |entry| entry.set_name("type", Value::from("complete")));
        } else if level <= MAX_LEVEL {
            self.note(&tag);
            let mut entry = Array::new();
            entry.set_name("tag", Value::from(tag));
            entry.set_name("type", Value::from("close"));
            entry.set_name("level", Value::int(level as i64));
            self.add(entry);
        }
        if level <= MAX_LEVEL {
            state.tags.borrow_mut().pop();
        }
        state.level.set(level.saturating_sub(1));
        ctx.check_memory()
    }

    pub(crate) fn text(&self, ctx: &Ctx, state: &State, text: &Str) -> PhpResult<()> {
        let blank = state.skip_white.get() && text.iter().all(|b| b" \t\n".contains(b));
        if let Some(opened) = state.opened.get() {
            self.change_entry(opened, |entry| {
                if entry.get_bytes(b"value").is_some() {
                    append(entry, text);
                } else if !blank {
                    entry.set_name("value", Value::from(text.clone()));
                }
            });
            return ctx.check_memory();
        }
        if let Some(last) = self.last_text() {
            self.change_entry(last, |entry| append(entry, text));
            return ctx.check_memory();
        }
        let level = state.level.get();
        if level == MAX_LEVEL + 1 {
            return truncated(ctx);
        }
        if blank || level == 0 || level > MAX_LEVEL {
            return Ok(());
        }
        let Some(tag) = state.tags.borrow().last().cloned() else { return Ok(()) };
        self.note(&tag);
        let mut entry = Array::new();
        entry.set_name("tag", Value::from(tag));
        entry.set_name("value", Value::from(text.clone()));
        entry.set_name("type", Value::from("cdata"));
        entry.set_name("level", Value::int(level as i64));
        self.add(entry);
        ctx.check_memory()
    }
    /// The last entry, if it is text.
    fn last_text(&self) -> Option<i64> {
        let all = self.values.get();
        let all = all.own_array()?;
        let key = all.next_free_key().checked_sub(1)?;
        let entry = all.get_int(key)?.as_array()?;
        (entry.get_bytes(b"type")?.as_str()?.as_bytes() == b"cdata").then_some(key)
    }
}

fn append(entry: &mut Array, text: &Str) {
    let before = entry.get_bytes(b"value").and_then(Value::as_str).map(Held::into_owned).unwrap_or_default();
    entry.set_name("value", Value::NULL);
    let mut value = before;
    value.append(text);
    entry.set_name("value", Value::from(value));
}

fn truncated(ctx: &Ctx) -> PhpResult<()> {
    ctx.warning("Maximum depth exceeded - Results truncated");
    ctx.check()
}
