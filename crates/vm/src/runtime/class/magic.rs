//! Magic methods: which names are magic, and where a class keeps them.

use phant_native::{FunctionPtr, class::Magic};

/// The place for the magic method of a lower-case name.
pub(crate) fn place<'a>(magic: &'a mut Magic, lower: &[u8]) -> Option<&'a mut Option<FunctionPtr>> {
    if lower.first() != Some(&b'_') {
        return interface_place(magic, lower);
    }
    Some(match lower {
        b"__construct" => &mut magic.construct,
        b"__destruct" => &mut magic.destruct,
        b"__clone" => &mut magic.clone,
        b"__get" => &mut magic.get,
        b"__set" => &mut magic.set,
        b"__unset" => &mut magic.unset,
        b"__isset" => &mut magic.isset,
        b"__call" => &mut magic.call,
        b"__callstatic" => &mut magic.call_static,
        b"__tostring" => &mut magic.to_string,
        b"__invoke" => &mut magic.invoke,
        b"__debuginfo" => &mut magic.debug_info,
        b"__serialize" => &mut magic.serialize,
        b"__unserialize" => &mut magic.unserialize,
        _ => return None,
    })
}

/// The same for the methods that the engine calls of `ArrayAccess`, `Iterator` and `IteratorAggregate`.
fn interface_place<'a>(magic: &'a mut Magic, lower: &[u8]) -> Option<&'a mut Option<FunctionPtr>> {
    Some(match lower {
        b"offsetget" => &mut magic.offset_get,
        b"offsetset" => &mut magic.offset_set,
        b"offsetexists" => &mut magic.offset_exists,
        b"offsetunset" => &mut magic.offset_unset,
        b"current" => &mut magic.current,
        b"key" => &mut magic.key,
        b"next" => &mut magic.next,
        b"valid" => &mut magic.valid,
        b"rewind" => &mut magic.rewind,
        b"getiterator" => &mut magic.get_iterator,
        b"count" => &mut magic.count,
        _ => return None,
    })
}

/// Notes a method if it is magic.
pub(crate) fn note(magic: &mut Magic, lower: &[u8], function: FunctionPtr) {
    if let Some(place) = place(magic, lower) {
        *place = Some(function);
    }
}

/// Takes over a parent's magic methods where the class has none.
pub(crate) fn inherit(magic: &mut Magic, parent: &Magic) {
    let pick = |own: &mut Option<FunctionPtr>, inherited: Option<FunctionPtr>| {
        if own.is_none() {
            *own = inherited;
        }
    };
    pick(&mut magic.construct, parent.construct);
    pick(&mut magic.destruct, parent.destruct);
    pick(&mut magic.clone, parent.clone);
    pick(&mut magic.get, parent.get);
    pick(&mut magic.set, parent.set);
    pick(&mut magic.unset, parent.unset);
    pick(&mut magic.isset, parent.isset);
    pick(&mut magic.call, parent.call);
    pick(&mut magic.call_static, parent.call_static);
    pick(&mut magic.to_string, parent.to_string);
    pick(&mut magic.invoke, parent.invoke);
    pick(&mut magic.debug_info, parent.debug_info);
    pick(&mut magic.serialize, parent.serialize);
    pick(&mut magic.unserialize, parent.unserialize);
    pick(&mut magic.offset_get, parent.offset_get);
    pick(&mut magic.offset_set, parent.offset_set);
    pick(&mut magic.offset_exists, parent.offset_exists);
    pick(&mut magic.offset_unset, parent.offset_unset);
    pick(&mut magic.current, parent.current);
    pick(&mut magic.key, parent.key);
    pick(&mut magic.next, parent.next);
    pick(&mut magic.valid, parent.valid);
    pick(&mut magic.rewind, parent.rewind);
    pick(&mut magic.get_iterator, parent.get_iterator);
    pick(&mut magic.count, parent.count);
}
