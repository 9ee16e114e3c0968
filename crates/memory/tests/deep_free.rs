//! Freeing deeply nested data needs no deep native stack.

use phant_memory::{Array, Object, Reference, Value};

fn on_small_stack(f: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(512 << 10).spawn(f).unwrap().join().unwrap();
}

#[test]
fn arrays() {
    on_small_stack(|| {
        let mut nested = Value::empty_array();
        for _ in 0..1_000_000 {
            nested = Value::from(Array::list([nested]));
        }
        drop(nested);
    });
}

#[test]
fn references() {
    on_small_stack(|| {
        let mut nested = Value::NULL;
        for _ in 0..100_000 {
            nested = Value::from(Array::list([Value::from(Reference::new(nested))]));
        }
        drop(nested);
    });
}

#[test]
fn objects() {
    on_small_stack(|| {
        let before = phant_memory::object::store::live_count();
        let mut list = Value::NULL;
        for _ in 0..1_000_000 {
            let node = Object::allocate(&"a class", 1, 0);
            node.set_slot(0, list);
            list = Value::from(node);
        }
        drop(list);
        assert_eq!(phant_memory::object::store::live_count(), before);
    });
}
