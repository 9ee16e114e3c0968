//! What a script keeps from one request to the next, in words: for finding state that leaks between the requests of a
//! worker script.

use crate::runtime::{class, object::statics, vm::Vm};
use phant_memory::{Array, Value};
use phant_native::{ClassPtr, FunctionPtr, ObjectExt, host::PropertyView};
use std::collections::{BTreeMap, HashSet};

/// How many places are looked at, and how deep.
const MOST: usize = 50_000;
const DEEPEST: usize = 12;
/// How much of a string is shown.
const SHOWN: usize = 40;

/// Variables that are each request's own, and the one that holds all of them.
const OWN: [&[u8]; 10] =
    [b"GLOBALS", b"_GET", b"_POST", b"_COOKIE", b"_FILES", b"_SERVER", b"_ENV", b"_REQUEST", b"argv", b"argc"];

/// Places and what is there, by their names in PHP.
#[derive(Default)]
pub struct Kept {
    places: BTreeMap<String, String>,
}

struct Walk<'a> {
    vm: &'a Vm,
    kept: Kept,
    seen: HashSet<u32>,
}

impl Kept {
    /// The places that are not as they were, with what was there and what is: `$a['b']: 1, now 2`.
    pub fn changes_since(&self, before: &Kept) -> Vec<String> {
        let changed = self.places.iter().filter_map(|(place, now)| match before.places.get(place) {
            Some(was) if was == now => None,
            Some(was) => Some(format!("{place}: {was}, now {now}")),
            None => Some(format!("{place}: new, {now}")),
        });
        let gone = before.places.iter().filter(|(place, _)| !self.places.contains_key(*place));
        changed.chain(gone.map(|(place, was)| format!("{place}: {was}, now gone"))).collect()
    }
}

impl Vm {
    /// The global variables, static properties and static variables of functions as they are now.
    pub fn kept_state(&self) -> Kept {
        let mut walk = Walk { vm: self, kept: Kept::default(), seen: HashSet::new() };
        let globals: Vec<_> = self.globals.borrow().iter().map(|(name, _)| name.to_str()).collect();
        for name in globals {
            if OWN.contains(&name.as_bytes()) {
                continue;
            }
            if let Some(place) = crate::interpreter::symbols::find_global(self, &name) {
                // SAFETY: a live place; nothing runs while it is copied.
                let value = unsafe { (*place).unref() };
                walk.note(format!("${name}"), &value, 0);
            }
        }
        let functions: Vec<FunctionPtr> = self.all_user_functions();
        for function in functions {
            walk.function(format!("{}()", function.name), function);
        }
        for class in class::declared_classes(self) {
            walk.class(class);
        }
        walk.kept
    }
}

impl Walk<'_> {
    fn class(&mut self, class: ClassPtr) {
        // Properties that must still be evaluated have not been used yet.
        if class::constants::is_resolved(self.vm, class) {
            for property in class.properties.values().filter(|p| p.is_static() && std::ptr::eq(p.class, class)) {
                if let Ok(Some(value)) = statics::current(self.vm, class, property) {
                    self.note(format!("{}::${}", class.name, property.name), &value, 0);
                }
            }
        }
        for &method in class.methods.values().filter(|method| method.class().is_some_and(|own| std::ptr::eq(own, class))) {
            self.function(format!("{}::{}()", class.name, method.name), method);
        }
    }
    fn function(&mut self, name: String, function: FunctionPtr) {
        // A function whose body was not made has not run.
        if function.code().and_then(|code| code.body.made()).is_none_or(|body| body.statics.is_empty()) {
            return;
        }
        for (variable, value) in self.vm.static_variables_of(function).iter() {
            self.note(format!("{name} ${}", variable.to_str()), &value.unref(), 0);
        }
    }
    fn note(&mut self, place: String, value: &Value, depth: usize) {
        if self.kept.places.len() >= MOST || depth > DEEPEST {
            return;
        }
        if let Some(array) = value.as_array() {
            self.kept.places.insert(place.clone(), format!("array({})", array.len()));
            self.elements(&place, &array, depth, |place, key| format!("{place}[{key}]"));
        } else if let Some(object) = value.as_object() {
            self.kept.places.insert(place.clone(), format!("{} #{}", object.class().name, object.handle()));
            if self.seen.insert(object.handle())
                && let Ok(properties) = self.vm.ctx.host.properties(&self.vm.ctx, &object, PropertyView::Raw)
            {
                self.elements(&place, &properties, depth, |place, key| format!("{place}->{key}"));
            }
        } else {
            self.kept.places.insert(place, described(value));
        }
    }
    fn elements(&mut self, place: &str, array: &Array, depth: usize, name: impl Fn(&str, &str) -> String) {
        for (key, value) in array.iter() {
            let key = key.to_str();
            // Names of properties that are not public have their class in front.
            let plain = key.rsplit(|&c| c == 0).next().unwrap_or_default();
            self.note(name(place, &String::from_utf8_lossy(plain)), &value.unref(), depth + 1);
        }
    }
}

fn described(value: &Value) -> String {
    if let Some(text) = value.as_str() {
        let shown = String::from_utf8_lossy(&text[..text.len().min(SHOWN)]).into_owned();
        return if text.len() > SHOWN {
            format!("'{shown}…' ({} bytes, {:x})", text.len(), text.hash())
        } else {
            format!("'{shown}'")
        };
    }
    match (value.as_bool(), value.as_int()) {
        (Some(truth), _) => truth.to_string(),
        (_, Some(number)) => number.to_string(),
        _ if value.is_null() => "null".to_owned(),
        _ => value.as_float().map_or_else(|| "a resource".to_owned(), |number| number.to_string()),
    }
}
