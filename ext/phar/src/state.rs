//! Which archives are open.

use crate::archive::Archive;

use phant_native::{Ctx, resource};
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    rc::Rc,
};

/// The archives of a request, which live in the table of resources.
#[derive(Default)]
pub struct State {
    paths: RefCell<HashMap<Vec<u8>, Rc<Archive>>>,
    aliases: RefCell<HashMap<Vec<u8>, Rc<Archive>>>,
    /// The directory inside the archive that relative paths count from.
    pub directory: RefCell<Vec<u8>>,
    /// Whether the first file that was included has set it.
    pub has_directory: Cell<bool>,
    pub intercepting: Cell<bool>,
    /// Which variables of `$_SERVER` are to be rewritten.
    pub munged: Cell<u32>,
}

#[derive(Default)]
struct Place(Cell<u64>);

impl State {
    pub fn of(ctx: &Ctx) -> Rc<State> {
        let place = &ctx.state::<Place>().0;
        resource::hidden(place.get()).unwrap_or_else(|| {
            let state = Rc::new(State::default());
            place.set(resource::hide(state.clone()));
            state
        })
    }
    /// The state, if there are any archives.
    pub fn known(ctx: &Ctx) -> Option<Rc<State>> {
        resource::hidden(ctx.states.known::<Place>()?.0.get())
    }
    /// The first file of an archive that is included says where relative paths begin.
    pub fn begin_in(&self, entry: &[u8]) {
        if !self.has_directory.replace(true) {
            let directory = entry.iter().rposition(|&b| b == b'/').map_or(&b""[..], |at| &entry[..at]);
            self.directory.replace(directory.to_vec());
        }
    }
    pub fn by_path(&self, path: &[u8]) -> Option<Rc<Archive>> {
        self.paths.borrow().get(path).cloned()
    }
    pub fn by_alias(&self, alias: &[u8]) -> Option<Rc<Archive>> {
        self.aliases.borrow().get(alias).cloned()
    }
    pub fn add(&self, archive: &Rc<Archive>) {
        self.paths.borrow_mut().insert(archive.path(), archive.clone());
    }
    pub fn add_alias(&self, alias: &[u8], archive: &Rc<Archive>) {
        self.aliases.borrow_mut().insert(alias.to_vec(), archive.clone());
    }
    pub fn remove_alias(&self, alias: &[u8]) {
        self.aliases.borrow_mut().remove(alias);
    }
    /// Forgets an archive.
    pub fn remove(&self, archive: &Rc<Archive>) {
        self.aliases.borrow_mut().retain(|_, known| !Rc::ptr_eq(known, archive));
        self.paths.borrow_mut().retain(|_, known| !Rc::ptr_eq(known, archive));
    }
    /// Forgets an archive that nobody uses, for its alias.
    pub fn release(&self, archive: &Rc<Archive>) -> bool {
        if archive.users.get() > 0 {
            return false;
        }
        self.remove(archive);
        true
    }
    /// The open archive whose path a name begins with: how long that and its extension are, and whether it is one of data.
    pub fn longest_prefix(&self, name: &[u8], is_complete: bool) -> Option<(usize, usize, bool)> {
        let paths = self.paths.borrow();
        if is_complete {
            return paths.get(name).map(|known| (name.len(), known.ext_len.get(), known.is_data.get()));
        }
        let fits = |path: &Vec<u8>| name.starts_with(path) && matches!(name.get(path.len()), None | Some(b'/'));
        let facts = |(path, known): (&Vec<u8>, &Rc<Archive>)| (path.len(), known.ext_len.get(), known.is_data.get());
        paths.iter().filter(|(path, _)| fits(path)).map(facts).max()
    }
}
