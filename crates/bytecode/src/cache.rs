//! What is in the inline-cache words of instructions.
//!
//! A set of words belongs to the code of a function in one class, of one request, and is zero at first. What is in them holds
//! for the rest of the request. Classes, functions and strings are known by their addresses, which this crate cannot name
//! types for; 0 is none.

macro_rules! layouts {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            #[repr(C)]
            pub struct $name { $($(#[$field_doc])* pub $field: $type,)* }
            const _: () = assert!(size_of::<$name>() % 8 == 0 && align_of::<$name>() == 8);
        )*
        /// The layouts by name.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Layout { $($(#[$doc])* $name,)* }
        impl Layout {
            /// How many words it takes.
            pub const fn words(self) -> u32 {
                match self { $(Layout::$name => size_of::<$name>() as u32 / 8,)* }
            }
            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $(Layout::$name => stringify!($name),)* }
            }
        }
    };
}

layouts! {
    /// A class.
    ClassCache {
        /// The class that a name meant.
        class: u64,
        /// How many classes the request had when there was none of the name, plus one.
        missed: u64,
    }
    /// A class that was found to be of a declared type.
    TypeCache {
        /// The class of the last object.
        class: u64,
        /// The class or interface that the type names, if it names one; nothing before an object of it was met.
        named: u64,
    }
    /// A class by a name that a variable holds.
    NamedClassCache {
        /// The name: the address of a literal.
        name: u64,
        /// The class.
        class: u64,
    }
    /// A function by its name.
    FunctionCache {
        /// The function.
        function: u64,
    }
    /// A native function, and what every call of it from one place looks at.
    NativeCache {
        /// The function.
        function: u64,
        /// What forms of the call need of it; nothing before the first call is over.
        descriptor: u64,
        /// The types that the first four arguments may have as they are, sixteen bits each; nothing before the first call is over.
        types: u64,
        /// The counts and flags in the header of its frame.
        counts: u64,
    }
    /// A callee that was looked at, and has nothing to say.
    CalleeCache {
        /// What is called: the number of its code, or the address of its description.
        callee: u64,
    }
    /// Where arguments with names go.
    NamedCallCache {
        /// What is called, as in `CalleeCache`.
        callee: u64,
        /// The parameters of the arguments with names, four bits each.
        places: u64,
        /// How many arguments there are once they are in place.
        passed: u16,
        /// How many of them have no names; all of them, if the others are in place as they are written.
        positional: u16,
        /// The parameters that get their defaults, one bit each.
        gaps: u16,
        /// Those of them whose defaults are evaluated at every call.
        evaluated: u16,
    }
    /// A function by a name that a variable holds.
    NamedFunctionCache {
        /// The name: the address of a literal.
        name: u64,
        /// The function.
        function: u64,
    }
    /// A method of the objects of a class.
    MethodCache {
        /// The class; the lowest bit is set for methods that are static or take references.
        class: u64,
        /// The method.
        function: u64,
    }
    /// A method called by the name of its class.
    StaticCallCache {
        /// The class that was named.
        class: u64,
        /// The method.
        function: u64,
        /// For one that is not static: the class of `$this`.
        object_class: u64,
    }
    /// A declared property of the objects of a class.
    PropertyCache {
        /// The class.
        class: u64,
        /// The property's slot.
        slot: u32,
        /// The types that may be stored as they are: bits of raw tags.
        types: u32,
    }
    /// The same, for a name that is in a slot.
    NamedPropertyCache {
        /// The property.
        property: PropertyCache,
        /// The name: the address of an interned string.
        name: u64,
    }
    /// A property that is stored to.
    StoreCache {
        /// The property.
        property: PropertyCache,
        /// A class whose objects were found to fit the property's type.
        object_class: u64,
    }
    /// A static property.
    StaticCache {
        /// The class that was named.
        class: u64,
        /// The name: the address of an interned string.
        name: u64,
        /// The property's place.
        place: u64,
        /// The types that may be stored as they are: bits of raw tags.
        types: u64,
    }
    /// A constant's value, which the request keeps. No count is owned.
    ConstantCache {
        /// The value's tag; 0 is no value.
        tag: u64,
        /// Its payload.
        payload: u64,
    }
    /// A constant of a class.
    ClassConstantCache {
        /// The class that was named.
        class: u64,
        /// The value.
        value: ConstantCache,
    }
}
