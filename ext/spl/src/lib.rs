//! PHP's standard library of classes: data structures, iterators, exceptions, file objects.

#![forbid(unsafe_code)]

mod spl_array;
mod spl_dllist;
mod spl_exceptions;
mod spl_fixedarray;
mod spl_heap;
mod util;

use phant_native::Extension;

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "SPL",
    classes: &[
        spl_exceptions::LogicException::PHP,
        spl_exceptions::BadFunctionCallException::PHP,
        spl_exceptions::BadMethodCallException::PHP,
        spl_exceptions::DomainException::PHP,
        spl_exceptions::InvalidArgumentException::PHP,
        spl_exceptions::LengthException::PHP,
        spl_exceptions::OutOfRangeException::PHP,
        spl_exceptions::RuntimeException::PHP,
        spl_exceptions::OutOfBoundsException::PHP,
        spl_exceptions::OverflowException::PHP,
        spl_exceptions::RangeException::PHP,
        spl_exceptions::UnderflowException::PHP,
        spl_exceptions::UnexpectedValueException::PHP,
        spl_array::ArrayObject::PHP,
        spl_array::ArrayIterator::PHP,
        spl_array::RecursiveArrayIterator::PHP,
        spl_dllist::SplDoublyLinkedList::PHP,
        spl_dllist::SplQueue::PHP,
        spl_dllist::SplStack::PHP,
        spl_heap::SplHeap::PHP,
        spl_heap::SplMinHeap::PHP,
        spl_heap::SplMaxHeap::PHP,
        spl_heap::SplPriorityQueue::PHP,
        spl_fixedarray::SplFixedArray::PHP,
    ],
    ..Extension::EMPTY
};
