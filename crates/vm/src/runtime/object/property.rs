//! Properties: everything that code can do with them, by one path.

pub use super::{
    copy::{clone_checked, clone_object},
    create::{allocate, allocate_plain},
    hooks::{get as call_get, set as call_set, should_call},
    lookup::{
        Lookup, find, hooked, is_dynamic, is_free_to_read, is_free_to_write, is_plain, is_related, lookup_slot, may_write,
        readable_slot,
    },
    place::{
        Ptr, PtrMode, assign_place, make_dynamic_for_update, modify_property, property_ptr, property_ref, reference_to_place,
        step_place, step_property, typed_place, walked_ref,
    },
    probe::{has_property, isset_property, unset_property},
    read::{dynamic as dynamic_value, read_property},
    reference::{
        add_source, assign_and_keep, assign_result, assign_through_reference, bind_place, bound_arguments, check_bound,
        check_vivified_reference, free_sources, operator_failed, remove_source, slot_gone, step_typed_reference,
    },
    statics::{
        assign_static, bind_static, initialized_static, read_static, static_element_ptr, static_property_ptr, static_ref,
        step_static, write_static,
    },
    types::{coerce, nothing_of},
    view::{
        accessible, check_walk_by_ref, has_visible_slot, is_hooked, names, plainly_stored, properties_array, stored,
        stored_in_slot, visible,
    },
    write::{creates_freely, store, write_property},
};
