//! A constant whose name no class declaration can have: it ends in a space.

use crate::class::Aerospike;
use phant_native::descriptor::{ClassDescriptor, ConstantDescriptor};

const COUNT: usize = Aerospike::PHP.constants.len() + 1;
/// After which one it stands.
const BEFORE: &str = "ERR_BATCH_MAX_REQUESTS_EXCEEDED";

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

const fn all() -> [ConstantDescriptor; COUNT] {
    const NONE: ConstantDescriptor = ConstantDescriptor { name: "", value: "", ty: None, modifiers: 0, is_case: false };
    let mut all = [const { NONE }; COUNT];
    let declared = Aerospike::PHP.constants;
    let (mut from, mut to) = (0, 0);
    while from < declared.len() {
        let ConstantDescriptor { name, value, modifiers, .. } = declared[from];
        all[to] = ConstantDescriptor { name, value, ty: None, modifiers, is_case: false };
        (from, to) = (from + 1, to + 1);
        if same(name, BEFORE) {
            all[to] = ConstantDescriptor { name: "ERR_BATCH_QUEUES_FULL ", value: "152", ty: None, modifiers, is_case: false };
            to += 1;
        }
    }
    assert!(to == COUNT, "the constant has no place");
    all
}

static CONSTANTS: [ConstantDescriptor; COUNT] = all();

/// The class with all its constants.
pub static CLASS: ClassDescriptor = ClassDescriptor { constants: &CONSTANTS, ..*Aerospike::PHP };
