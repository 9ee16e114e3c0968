//! Cells that several handles share (slots of objects, references, dynamic properties): what was read from one stays what
//! it was when another handle writes. All of it without `unsafe`.

#![forbid(unsafe_code)]

use phant_memory::{Array, Key, Object, Reference, Slot, Str, Value, View};

/// A text that has a block of its own in the heap, and whose block the next text of the length takes over.
fn text(of: &str) -> Value {
    Value::from(Str::from(format!("{of:->40}")))
}

fn holds(value: &Value, of: &str) -> bool {
    value.as_str().is_some_and(|s| s.as_bytes() == format!("{of:->40}").as_bytes())
}

/// Takes over the blocks that were freed.
fn reuse() -> Vec<Value> {
    (0..64).map(|_| text("other")).collect()
}

fn object(slots: u16) -> Object {
    static CLASS: &str = "a class";
    Object::allocate(&CLASS, slots, 0)
}

#[test]
fn a_slot_that_is_set_while_it_is_read() {
    let owner = object(1);
    owner.set_slot(0, text("first"));
    let read = owner.slot(0);
    owner.set_slot(0, text("second"));
    let _other = reuse();
    assert!(holds(&read, "first") && holds(&owner.slot(0), "second"));
}

#[test]
fn a_reference_that_is_set_while_it_is_read() {
    let cell = Reference::new(text("first"));
    let element = Value::from(cell.clone());
    let (read, seen, view) = (cell.get(), element.as_str(), element.view());
    cell.set(text("second"));
    let _other = reuse();
    assert!(holds(&read, "first"));
    assert!(seen.is_some_and(|s| s.as_bytes().ends_with(b"-first")));
    assert!(matches!(view, View::Str(s) if s.as_bytes().ends_with(b"-first")));
    assert!(holds(&element, "second"));
}

#[test]
fn what_is_behind_a_reference_outlives_it() {
    let element = Value::from(Reference::new(Value::from(Array::list([text("first")]))));
    let array = element.as_array().expect("an array");
    let value = element.deref();
    element.as_ref().expect("a reference").set(Value::NULL);
    let _other = reuse();
    assert!(array.values().all(|v| holds(v, "first")));
    assert!(value.is_array() && element.is_null());
}

#[test]
fn a_change_in_place_that_meets_the_cell_again() {
    let cell = Reference::new(Value::from(Array::list([text("first")])));
    let len = cell.update(|value| {
        assert!(cell.get().is_null(), "what is being changed is nowhere else");
        cell.set(text("lost"));
        let nested = cell.update(|inner| std::mem::replace(inner, text("lost too")));
        assert!(holds(&nested, "lost"));
        let array = value.own_array_mut().expect("an array");
        array.push(text("second")).expect("room");
        array.len()
    });
    let after = cell.get();
    let after = after.as_array().expect("an array");
    assert_eq!((len, after.len()), (2, 2));
    assert!(after.values().zip(["first", "second"]).all(|(value, of)| holds(value, of)));
}

#[test]
fn two_values_of_one_cell_changed_together() {
    let cell = Reference::new(Value::from(Array::list([text("first")])));
    let (mut one, mut other) = (Value::from(cell.clone()), Value::from(cell));
    one.update(|value| {
        other.update(|inner| assert!(inner.is_null()));
        other.assign(text("lost"));
        value.own_array_mut().expect("an array").push(text("second")).expect("room");
    });
    assert_eq!(other.as_array().map(|array| array.len()), Some(2));
    assert!(one.own_array_mut().is_none(), "what is behind a reference is changed by `update`");
}

#[test]
fn an_element_that_is_a_reference_to_its_array() {
    let cell = Reference::new(Value::from(Array::list([Value::NULL])));
    cell.update(|value| {
        let array = value.own_array_mut().expect("an array");
        array.make_mut().get_or_insert(Key::Int(0)).set(Value::from(cell.clone()));
    });
    let last = cell.update(|value| value.own_array_mut().and_then(|array| array.make_mut().pop()));
    let (_, last) = last.expect("an element");
    assert!(last.as_array().is_some_and(|array| array.is_empty()));
}

#[test]
fn an_element_changed_in_place() {
    let shared = Reference::new(text("first"));
    let mut array = Array::list([text("first"), Value::from(shared.clone())]);
    for (_, slot) in array.make_mut().iter_mut() {
        Slot::update(slot, |value| {
            assert!(holds(value, "first"));
            *value = text("second");
        });
    }
    assert!(array.values().all(|value| holds(value, "second")) && holds(&shared.get(), "second"));
}

#[test]
fn dynamic_properties_that_change_while_they_are_read() {
    let owner = object(0);
    for name in 0..20i64 {
        owner.set_dynamic(Key::Int(name), text("first"));
    }
    let table = owner.dynamic().expect("properties");
    for name in 0..200i64 {
        owner.set_dynamic(Key::Int(name), text("second"));
    }
    owner.replace_dynamic(None);
    let _other = reuse();
    assert_eq!(table.len(), 20);
    assert!(table.values().all(|value| holds(value, "first")) && owner.dynamic().is_none());
}

#[test]
fn a_copied_slot_is_a_reference_only_if_it_is_shared() {
    let owner = object(2);
    let shared = Reference::new(text("shared"));
    owner.set_slot(0, Value::from(Reference::new(text("alone"))));
    owner.set_slot(1, Value::from(shared.clone()));
    assert!(!owner.slot_copied(0).is_ref() && holds(&owner.slot_copied(0), "alone"));
    assert!(owner.slot_copied(1).is_ref() && holds(&owner.slot_copied(1), "shared"));
    assert_eq!(shared.refcount(), 2);
}

#[test]
#[should_panic(expected = "not the type of classes")]
fn a_class_of_another_type() {
    let owner = object(0);
    assert_eq!(*owner.class_as::<&str>(), "a class");
    let _ = owner.class_as::<u64>();
}

#[test]
#[should_panic(expected = "slot < self.slot_count()")]
fn a_slot_that_is_not_there() {
    let _ = object(1).slot(1);
}
