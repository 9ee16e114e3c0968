//! The places where a text may be broken, and moving among them.

use super::{
    rules::Rules,
    tables::{self, Table, Unit},
};
use phant_memory::{HeapVec, NativeData, Str, Tracer, heap_vec};
use std::{
    cell::{Cell, RefCell},
    sync::Arc,
};

pub(super) const DONE: i64 = -1;

/// What says where a text may be broken.
#[derive(Clone)]
pub(super) enum Engine {
    Table(&'static Table),
    Rules(Arc<Rules>),
    /// Behind every character.
    Characters,
}

impl Engine {
    pub(super) fn named(name: &str) -> Option<Engine> {
        tables::named(name).map(Engine::Table)
    }
    pub(super) fn is_same(&self, other: &Engine) -> bool {
        match (self, other) {
            (Engine::Table(a), Engine::Table(b)) => std::ptr::eq(*a, *b),
            (Engine::Rules(a), Engine::Rules(b)) => a.source == b.source,
            (Engine::Characters, Engine::Characters) => true,
            _ => false,
        }
    }
}

/// A place, and its status: a number of the table's, or the place of its values in the list.
#[derive(Clone, Copy)]
struct Place {
    at: u32,
    status: u32,
}

#[derive(Default)]
pub(super) struct State {
    pub(super) engine: RefCell<Option<Engine>>,
    pub(super) text: RefCell<Option<Str>>,
    pub(super) actual: RefCell<Option<Str>>,
    pub(super) valid: RefCell<Option<Str>>,
    places: RefCell<Option<HeapVec<Place>>>,
    values: RefCell<Option<HeapVec<u32>>>,
    /// Which place is the current one.
    current: Cell<usize>,
    /// The character that was moved over last, for iterators over characters.
    pub(super) last: Cell<i64>,
    pub(super) error: crate::error::ObjectError,
}

impl NativeData for State {
    fn trace(&self, _: &mut Tracer<'_>) {}
}

/// The characters of a text. What is no UTF-8 counts as one for each part that a decoder would replace.
fn units(bytes: &[u8]) -> Vec<Unit> {
    let (mut units, mut at) = (Vec::new(), 0);
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            at += c.len_utf8() as u32;
            units.push((c, at));
        }
        if !chunk.invalid().is_empty() {
            at += chunk.invalid().len() as u32;
            units.push((char::REPLACEMENT_CHARACTER, at));
        }
    }
    units
}

impl State {
    /// Sets the text, and goes to its beginning.
    pub(super) fn set_text(&self, text: Option<Str>) {
        self.text.replace(text);
        self.places.take();
        self.values.take();
        self.current.set(0);
        self.last.set(DONE);
    }

    /// Looks for all places, unless that has been done.
    fn find(&self) {
        if self.places.borrow().is_some() {
            return;
        }
        let text = self.text.borrow().clone().unwrap_or_default();
        let units = units(text.as_bytes());
        let (mut places, mut values) = (heap_vec(), heap_vec());
        places.push(Place { at: 0, status: 0 });
        values.push(1);
        values.push(0);
        match self.engine.borrow().as_ref() {
            Some(Engine::Table(table)) => {
                table.each_break(&units, |index, status| places.push(Place { at: units[index - 1].1, status }));
            }
            Some(Engine::Rules(rules)) => rules.each_break(&units, |index, tags| {
                places.push(Place { at: units[index - 1].1, status: values.len() as u32 });
                values.push(tags.len() as u32);
                values.extend_from_slice(&tags);
            }),
            _ => places.extend(units.iter().map(|unit| Place { at: unit.1, status: u32::from(unit.0) })),
        }
        self.places.replace(Some(places));
        self.values.replace(Some(values));
    }

    fn read<T>(&self, read: impl FnOnce(&[Place]) -> T) -> T {
        self.find();
        read(self.places.borrow().as_deref().unwrap_or_default())
    }
    fn go(&self, index: usize) -> i64 {
        self.current.set(index);
        self.current()
    }
    pub(super) fn current(&self) -> i64 {
        let index = self.current.get();
        if index == 0 { 0 } else { self.read(|places| places.get(index).map_or(0, |place| i64::from(place.at))) }
    }
    fn count(&self) -> usize {
        self.read(<[Place]>::len)
    }

    pub(super) fn first(&self) -> i64 {
        self.last.set(DONE);
        self.go(0)
    }
    pub(super) fn end(&self) -> i64 {
        self.last.set(DONE);
        self.go(self.count() - 1)
    }

    /// Moves by so many places; [`DONE`] where there are not so many.
    pub(super) fn step(&self, count: i64) -> i64 {
        let most = self.count() as i64 - 1;
        let from = self.current.get() as i64;
        let to = from + count;
        if to < 0 || to > most {
            self.go(if to < 0 { 0 } else { most as usize });
            self.last.set(DONE);
            return DONE;
        }
        // The character in front of the cursor counts here, not one that was moved over.
        self.last.set(self.character(to + 1));
        self.go(to as usize)
    }
    /// Moves to the next place.
    pub(super) fn advance(&self) -> i64 {
        let next = self.current.get() + 1;
        if next >= self.count() {
            self.last.set(DONE);
            return DONE;
        }
        self.last.set(self.character(next as i64));
        self.go(next)
    }
    pub(super) fn back(&self) -> i64 {
        let from = self.current.get();
        if from == 0 {
            self.last.set(DONE);
            return DONE;
        }
        self.last.set(self.character(from as i64));
        self.go(from - 1)
    }
    /// The character that ends at a place.
    fn character(&self, index: i64) -> i64 {
        let index = usize::try_from(index).ok().filter(|&index| index > 0);
        self.read(|places| index.and_then(|index| places.get(index)).map_or(DONE, |place| i64::from(place.status)))
    }

    /// The start of the character that an offset is in.
    fn whole(&self, offset: i64) -> i64 {
        let text = self.text.borrow();
        let bytes = text.as_ref().map_or(&b""[..], |text| text.as_bytes());
        let mut at = usize::try_from(offset).unwrap_or(0).min(bytes.len());
        let begins = |at: usize| bytes.get(at).is_none_or(|b| b & 0xc0 != 0x80);
        let start = at;
        while at > 0 && !begins(at) && start - at < 4 {
            at -= 1;
        }
        at as i64
    }

    fn index_behind(&self, offset: i64) -> Option<usize> {
        self.read(|places| {
            let index = places.partition_point(|place| i64::from(place.at) <= offset);
            (index < places.len()).then_some(index)
        })
    }

    pub(super) fn following(&self, offset: i64) -> i64 {
        let characters = matches!(&*self.engine.borrow(), Some(Engine::Characters));
        if offset < 0 && !characters {
            return self.first();
        }
        match self.index_behind(self.whole(offset)) {
            Some(index) => {
                self.last.set(self.character(index as i64));
                self.go(index)
            }
            None => {
                self.end();
                DONE
            }
        }
    }

    pub(super) fn preceding(&self, offset: i64) -> i64 {
        let characters = matches!(&*self.engine.borrow(), Some(Engine::Characters));
        let length = self.text.borrow().as_ref().map_or(0, |text| text.len() as i64);
        if offset > length && !characters {
            return self.end();
        }
        let offset = self.whole(offset);
        let index = self.read(|places| places.partition_point(|place| i64::from(place.at) < offset));
        match index.checked_sub(1) {
            Some(index) => {
                self.last.set(self.character(index as i64 + 1));
                self.go(index)
            }
            None => {
                self.first();
                DONE
            }
        }
    }

    pub(super) fn is_boundary(&self, offset: i64) -> bool {
        if offset < 0 {
            self.first();
            return false;
        }
        let length = self.text.borrow().as_ref().map_or(0, |text| text.len() as i64);
        let whole = self.whole(offset);
        let index = self.read(|places| places.partition_point(|place| i64::from(place.at) < whole));
        let characters = matches!(&*self.engine.borrow(), Some(Engine::Characters));
        if !characters || whole != offset {
            self.go(index.min(self.count() - 1));
        } else {
            self.go(index);
        }
        let found = whole == offset && offset <= length && self.current() == offset;
        if !found && !characters && whole != offset && self.current() == whole && offset <= length {
            self.go((index + 1).min(self.count() - 1));
        }
        found
    }

    /// The values of the current place.
    pub(super) fn statuses(&self) -> Vec<u32> {
        let index = self.current.get();
        if index == 0 {
            return vec![0];
        }
        let status = self.read(|places| places.get(index).map_or(0, |place| place.status));
        match self.engine.borrow().as_ref() {
            Some(Engine::Table(table)) => table.values(status).to_vec(),
            Some(Engine::Rules(_)) => {
                let values = self.values.borrow();
                let values = values.as_deref().unwrap_or_default();
                let (at, count) = (status as usize, values.get(status as usize).map_or(0, |&count| count as usize));
                values.get(at + 1..at + 1 + count).unwrap_or_default().to_vec()
            }
            _ => vec![0],
        }
    }

    pub(super) fn copy(&self, from: &State) {
        self.engine.replace(from.engine.borrow().clone());
        self.actual.replace(from.actual.borrow().clone());
        self.valid.replace(from.valid.borrow().clone());
        self.set_text(from.text.borrow().clone());
        self.current.set(from.current.get());
        self.last.set(from.last.get());
        self.error.copy(&from.error);
    }
    pub(super) fn is_equal(&self, other: &State) -> bool {
        let same = match (&*self.engine.borrow(), &*other.engine.borrow()) {
            (Some(a), Some(b)) => a.is_same(b),
            (a, b) => a.is_none() && b.is_none(),
        };
        let texts = match (&*self.text.borrow(), &*other.text.borrow()) {
            (Some(a), Some(b)) => a.as_bytes() == b.as_bytes(),
            (a, b) => a.is_none() && b.is_none(),
        };
        same && texts && self.current.get() == other.current.get()
    }
}
