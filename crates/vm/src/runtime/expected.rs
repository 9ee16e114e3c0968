//! Which methods the requests for a script are expected to call: those that it called each time when that was noted.
//!
//! The run-time parts of those lie in one piece, in the order of the first calls, and a request for the script begins with a copy
//! of all. One after the other they would be read from, and written to, places that are in no cache of the processor. A part
//! says nothing that the request could see before the method is called ([`crate::runtime::warm`]), so it does not matter
//! if it is not.

use crate::runtime::{
    function_places::Runtime,
    usual::Usual,
    vm::Vm,
    warm::{HEAD, Known},
};
use phant_memory::heap_vec;
use std::{cell::RefCell, collections::HashMap};

/// See the [module documentation](self). A worker has one.
#[derive(Default)]
pub(crate) struct Expected {
    scripts: RefCell<HashMap<Box<[u8]>, Script>>,
    /// The script whose first calls are noted in this request.
    noting: RefCell<Option<Box<[u8]>>>,
    /// The places of those calls, in order.
    called: RefCell<Vec<isize>>,
}

#[derive(Default)]
struct Script {
    /// How many requests there were for it.
    asked: u32,
    /// The places of what the last one called that was noted, the smallest first.
    last: Vec<isize>,
    block: Option<Block>,
}

/// Run-time parts in one piece, each with the cache words behind it.
struct Block {
    words: Box<[u64]>,
    parts: Box<[Part]>,
    /// The largest place.
    last: isize,
}

struct Part {
    place: isize,
    /// Where it is in the block.
    at: usize,
    /// A call may enter it without looking closer.
    enterable: bool,
}

/// So many requests are noted from the first on, and of later ones each that is a multiple of the second number.
const NOTED: (u32, u32) = (4, 64);
/// For so many scripts.
const MOST_SCRIPTS: usize = 64;
/// What part of its memory a request gives for this at most.
const SHARE: usize = 32;

impl Expected {
    /// A request for a script begins.
    pub(crate) fn begin(&self, vm: &Vm, script: &[u8]) {
        let mut scripts = self.scripts.borrow_mut();
        if !scripts.contains_key(script) {
            if scripts.len() >= MOST_SCRIPTS {
                return;
            }
            scripts.insert(script.into(), Script::default());
        }
        let known = scripts.get_mut(script).expect("there by now");
        known.asked = known.asked.wrapping_add(1);
        if known.asked <= NOTED.0 || known.asked.is_multiple_of(NOTED.1) {
            self.noting.replace(Some(script.into()));
        } else if let Some(block) = &known.block
            && size_of_val(&*block.words) <= Usual::now(vm).memory / SHARE
        {
            block.copy(vm);
        }
    }
    /// A method is called first.
    #[inline]
    pub(crate) fn note(&self, place: isize) {
        if self.noting.borrow().is_some() {
            self.called.borrow_mut().push(place);
        }
    }
    /// The request is over.
    pub(crate) fn end(&self, methods: &[Option<Box<Known>>]) {
        let Some(script) = self.noting.take() else { return };
        let called = self.called.take();
        let mut scripts = self.scripts.borrow_mut();
        let Some(script) = scripts.get_mut(&script) else { return };
        let again = called.iter().copied().filter(|place| script.last.binary_search(place).is_ok());
        script.block = Block::of(methods, again);
        script.last = called;
        script.last.sort_unstable();
    }
    /// Nothing is noted in the request that runs.
    pub(crate) fn skip(&self) {
        self.noting.take();
        self.called.borrow_mut().clear();
    }
    /// What is known of methods is not what it was.
    pub(crate) fn clear(&self) {
        self.skip();
        self.scripts.borrow_mut().clear();
    }
}

impl Block {
    fn of(methods: &[Option<Box<Known>>], places: impl Iterator<Item = isize>) -> Option<Block> {
        let (mut words, mut parts) = (Vec::new(), Vec::new());
        for place in places {
            let Some(known) = methods.get(place as usize).and_then(Option::as_deref) else { continue };
            if known.has_statics() {
                continue;
            }
            parts.push(Part { place, at: words.len(), enterable: known.is_enterable() });
            words.extend_from_slice(known.piece());
        }
        let last = parts.iter().map(|part: &Part| part.place).max()?;
        Some(Block { words: words.into(), parts: parts.into(), last })
    }
    /// Gives the request a copy.
    fn copy(&self, vm: &Vm) {
        let mut words = heap_vec::<u64>();
        words.reserve_exact(self.words.len());
        let words = words.leak().as_mut_ptr();
        // SAFETY: there is room for as many words, which stay as long as the request.
        unsafe { std::ptr::copy_nonoverlapping(self.words.as_ptr(), words, self.words.len()) };
        vm.places.reserve(self.last);
        for part in &self.parts {
            if !vm.places.of_method(part.place).is_null() {
                continue;
            }
            // SAFETY: a part is there, and its words behind it.
            let runtime = unsafe {
                let runtime = words.add(part.at).cast::<Runtime>();
                (*runtime).cache = words.add(part.at + HEAD);
                runtime
            };
            vm.places.set_place(part.place, runtime, part.enterable);
        }
    }
}
