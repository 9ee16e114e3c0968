//! Classes, objects and their properties.

use super::Ctx;
use crate::{
    class::ClassPtr,
    error::{Level, PhpResult},
    host::PropertyView,
};
use phant_memory::{Array, Object, Value};
use std::cell::Cell;

/// Classes that [`Ctx::known_class`] has found.
pub struct KnownClasses([Cell<Option<(&'static str, ClassPtr)>>; KnownClasses::SIZE]);

impl KnownClasses {
    const SIZE: usize = 61;
}

impl Default for KnownClasses {
    fn default() -> Self {
        KnownClasses([const { Cell::new(None) }; KnownClasses::SIZE])
    }
}

impl Ctx {
    /// A class by name, autoloading it if need be.
    pub fn class(&self, name: &[u8]) -> Option<ClassPtr> {
        self.host.lookup_class(self, name, true)
    }
    /// A class that must exist, such as a native one. Its name is part of the program, so that its address says which.
    pub fn known_class(&self, name: &'static str) -> ClassPtr {
        let entry = &self.known_classes.0[name.as_ptr() as usize % KnownClasses::SIZE];
        match entry.get() {
            Some((known, class)) if std::ptr::eq(known, name) => class,
            _ => {
                let found = self.host.lookup_class(self, name.as_bytes(), false);
                if let Some(class) = found {
                    entry.set(Some((name, class)));
                }
                found.unwrap_or_else(|| self.missing_class(name))
            }
        }
    }
    /// The same for a name that is put together.
    pub fn known_class_of(&self, name: &str) -> ClassPtr {
        self.host.lookup_class(self, name.as_bytes(), false).unwrap_or_else(|| self.missing_class(name))
    }
    /// Ends the request: an extension was built in without a class that it needs.
    #[cold]
    fn missing_class(&self, name: &str) -> ClassPtr {
        self.report(Level::CoreError, format!("Class \"{name}\" is not there: the extension that has it is missing"));
        self.host.lookup_class(self, b"stdClass", false).expect("the core has its classes")
    }
    /// `new Class(args)`
    pub fn new_object(&self, class: ClassPtr, args: &[Value]) -> PhpResult<Object> {
        self.host.instantiate(self, class, args, None)
    }
    /// An object with default properties and native state, constructor not run.
    pub fn allocate(&self, class: ClassPtr) -> PhpResult<Object> {
        self.host.allocate(self, class)
    }
    /// A new stdClass object with these properties.
    pub fn std_object(&self, properties: Array) -> PhpResult<Object> {
        let class = self.known_class("stdClass");
        let object = self.allocate(class)?;
        object.replace_dynamic(Some(properties));
        Ok(object)
    }
    /// Reads a property as code of the object's own class would.
    pub fn get_property(&self, object: &Object, name: &str) -> PhpResult {
        use crate::class::ObjectExt;
        let scope = object.class();
        self.host.read_property(self, object, &phant_memory::intern(name.as_bytes()), Some(scope))
    }
    /// Writes a property as code of the object's own class would.
    pub fn set_property(&self, object: &Object, name: &str, value: impl Into<Value>) -> PhpResult<()> {
        use crate::class::ObjectExt;
        let scope = object.class();
        self.host.write_property(self, object, &phant_memory::intern(name.as_bytes()), value.into(), Some(scope))
    }
    /// The properties of an object.
    pub fn properties(&self, object: &Object, view: PropertyView) -> PhpResult<Array> {
        self.host.properties(self, object, view)
    }
    /// Walks an array or Traversable; `each` gets key and value and returns whether to go on.
    pub fn iterate(&self, iterable: &Value, each: &mut dyn FnMut(&Ctx, Value, Value) -> PhpResult<bool>) -> PhpResult<()> {
        if let Some(array) = iterable.as_array() {
            let array = array.clone();
            for (key, value) in array.iter() {
                if !each(self, key.to_value(), value.unref())? {
                    break;
                }
                self.poll()?;
            }
            return Ok(());
        }
        match iterable.as_object() {
            Some(object) => self.host.iterate(self, &object, each),
            None => Ok(()),
        }
    }
}
