//! The worker's table of things outside the request heap: files, sockets, processes, database handles.
//!
//! A PHP resource is a counted id ([`phant_memory::Resource`]); when the last count goes, the entry is dropped. The
//! table is per thread and is emptied at the end of a request. Beside the resources it holds hidden entries ([`hide`]),
//! which native objects own by id and which take no resource number.
//!
//! Closing may have to run PHP code (a user stream wrapper's `stream_close`), which needs the request: such entries
//! have a [`Closer`], and the engine closes resources through [`release`] and [`shutdown`].
//!
//! A snapshot of the heap does not hold the table. Entries that can be made again as they are have a [`Keep`]; with
//! [`keep`] and [`bring_back`] every run on the snapshot finds them. Anything else that is open forbids a snapshot.

use crate::ctx::Ctx;
use phant_memory::{Resource, Value};
use std::{any::Any, cell::RefCell, collections::BTreeMap, rc::Rc};

/// Ends what a resource stands for, with the request at hand. The entry has left the table already.
pub type Closer = fn(&Ctx, id: u64, data: Rc<dyn Any>);

/// Tells how to make what a resource stands for again, as it is now; `None` if that is impossible.
pub type Keep = fn(&dyn Any) -> Option<Recipe>;
/// Makes what a resource stood for when a snapshot was taken. Values that it holds are those of the snapshot: they are
/// never dropped, as a restore has brought their counts back.
pub type Recipe = Box<dyn Fn() -> Option<Rc<dyn Any>>>;

struct Entry {
    type_name: &'static str,
    data: Rc<dyn Any>,
    closer: Option<Closer>,
    keep: Option<Keep>,
}

#[derive(Default)]
struct Table {
    /// What is open, by id. Ids are never used again, so what the table takes must not depend on how many there have been.
    entries: BTreeMap<u64, Entry>,
    /// The id given last.
    last: u64,
    /// What native objects own, and the number of the last one.
    hidden: BTreeMap<u64, Rc<dyn Any>>,
    last_hidden: u64,
}

thread_local! {
    static TABLE: RefCell<Table> = RefCell::default();
}

/// Registers something and returns the resource for it. `type_name` is what `get_resource_type` shows.
pub fn register<T: Any>(type_name: &'static str, data: T) -> Resource {
    register_shared(type_name, Rc::new(data), None)
}
/// Registers something that is shared, and how to end it.
pub fn register_shared(type_name: &'static str, data: Rc<dyn Any>, closer: Option<Closer>) -> Resource {
    TABLE.with_borrow_mut(|t| {
        t.last += 1;
        t.entries.insert(t.last, Entry { type_name, data, closer, keep: None });
        Resource::new(t.last)
    })
}
/// Passes over a number, as if a resource had it that is closed already.
pub fn pass_number() {
    TABLE.with_borrow_mut(|t| t.last += 1);
}
/// What a resource stands for, if it is open and a `T`.
pub fn get<T: Any>(resource: &Resource) -> Option<Rc<T>> {
    by_id(resource.id())
}
/// What an id stands for, if it is open and a `T`.
pub fn by_id<T: Any>(id: u64) -> Option<Rc<T>> {
    TABLE.with_borrow(|t| t.entries.get(&id)?.data.clone().downcast::<T>().ok())
}
/// The type name of an open resource; `None` once closed.
pub fn type_name(resource: &Resource) -> Option<&'static str> {
    type_name_of(resource.id())
}
/// The type name of an open id; `None` once closed.
pub fn type_name_of(id: u64) -> Option<&'static str> {
    TABLE.with_borrow(|t| t.entries.get(&id).map(|entry| entry.type_name))
}
/// Changes the type name of an open resource.
pub fn set_type_name(resource: &Resource, type_name: &'static str) {
    TABLE.with_borrow_mut(|t| {
        if let Some(entry) = t.entries.get_mut(&resource.id()) {
            entry.type_name = type_name;
        }
    });
}
fn take(id: u64) -> Option<Entry> {
    TABLE.with_borrow_mut(|t| t.entries.remove(&id))
}
/// Closes a resource: its data is dropped as soon as nobody uses it. No [`Closer`] is called.
pub fn close(id: u64) {
    drop(take(id));
}
/// Closes a resource as PHP does when the last variable with it goes.
pub fn release(ctx: &Ctx, id: u64) {
    if let Some(entry) = take(id)
        && let Some(closer) = entry.closer
    {
        closer(ctx, id, entry.data);
    }
}
/// Keeps something for a native object, whose state holds the id and calls [`drop_hidden`] when the object goes.
pub fn hide(data: Rc<dyn Any>) -> u64 {
    TABLE.with_borrow_mut(|t| {
        t.last_hidden += 1;
        t.hidden.insert(t.last_hidden, data);
        t.last_hidden
    })
}
/// What was hidden under an id, if it is a `T`.
pub fn hidden<T: Any>(id: u64) -> Option<Rc<T>> {
    TABLE.with_borrow(|t| t.hidden.get(&id).cloned())?.downcast().ok()
}
/// Lets go of a hidden entry.
pub fn drop_hidden(id: u64) {
    // Not while the table is borrowed: the entry may let go of others.
    let entry = TABLE.try_with(|t| t.borrow_mut().hidden.remove(&id));
    drop(entry);
}
/// Ids of the open resources.
pub fn open_ids() -> Vec<u64> {
    TABLE.with_borrow(|t| t.entries.keys().copied().collect())
}
/// Closes everything, last opened first, while PHP code can still run: the end of a request. [`close_all`] comes later.
pub fn shutdown(ctx: &Ctx) {
    for id in open_ids().into_iter().rev() {
        release(ctx, id);
    }
}
/// Closes everything, last opened first, and starts numbering anew: the end of a request.
pub fn close_all() {
    // Not while the table is borrowed: an entry may let go of others.
    while let Some(entry) = TABLE.with_borrow_mut(|t| t.entries.pop_last()) {
        drop(entry);
    }
    let hidden = TABLE.with_borrow_mut(|t| {
        (t.last, t.last_hidden) = (0, 0);
        std::mem::take(&mut t.hidden)
    });
    hidden.into_iter().rev().for_each(drop);
}
/// Lets a resource be open when a snapshot is taken.
pub fn set_keep(resource: &Resource, keep: Keep) {
    TABLE.with_borrow_mut(|t| {
        if let Some(entry) = t.entries.get_mut(&resource.id()) {
            entry.keep = Some(keep);
        }
    });
}

/// The table at the time of a snapshot.
pub struct Kept {
    entries: Vec<(u64, KeptEntry)>,
    last: u64,
    last_hidden: u64,
}

/// What forbids a snapshot.
#[derive(Debug, Default)]
pub struct Obstacles {
    /// Open resources.
    pub ids: Vec<u64>,
    /// How many entries native objects own.
    pub hidden: usize,
}

struct KeptEntry {
    type_name: &'static str,
    closer: Option<Closer>,
    keep: Option<Keep>,
    recipe: Recipe,
}

/// Notes what is open, before a snapshot is taken. The error is what cannot be made again.
pub fn keep() -> Result<Kept, Obstacles> {
    // Recipes look at the data, so no borrow of the table may last.
    let open: Vec<_> =
        TABLE.with_borrow(|t| t.entries.iter().map(|(&id, e)| (id, e.type_name, e.closer, e.keep, e.data.clone())).collect());
    let (hidden, last, last_hidden) = TABLE.with_borrow(|t| (t.hidden.len(), t.last, t.last_hidden));
    let (mut entries, mut ids) = (Vec::with_capacity(open.len()), Vec::new());
    for (id, type_name, closer, keep, data) in open {
        match keep.and_then(|keep| keep(&*data)) {
            Some(recipe) => entries.push((id, KeptEntry { type_name, closer, keep, recipe })),
            None => ids.push(id),
        }
    }
    if ids.is_empty() && hidden == 0 { Ok(Kept { entries, last, last_hidden }) } else { Err(Obstacles { ids, hidden }) }
}
/// Fills the table as it was: the next run on a snapshot begins. Nothing may be open any more.
pub fn bring_back(kept: &Kept) {
    close_all();
    TABLE.with_borrow_mut(|t| (t.last, t.last_hidden) = (kept.last, kept.last_hidden));
    for (id, e) in &kept.entries {
        if let Some(data) = (e.recipe)() {
            let entry = Entry { type_name: e.type_name, data, closer: e.closer, keep: e.keep };
            TABLE.with_borrow_mut(|t| t.entries.insert(*id, entry));
        }
    }
}
/// The resource as PHP converts it to an integer.
pub fn to_int(value: &Value) -> Option<i64> {
    value.as_resource().map(|r| r.id() as i64)
}
