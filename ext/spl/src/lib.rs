//! PHP's standard library of classes: data structures, iterators, exceptions, file objects.

#![forbid(unsafe_code)]

mod php_spl;
mod spl_array;
pub mod spl_directory;
mod spl_dllist;
mod spl_exceptions;
mod spl_fixedarray;
mod spl_heap;
mod spl_iterators;
mod spl_observer;
mod util;

use phant_native::Extension;

/// The extension.
pub static EXTENSION: Extension = Extension {
    name: "SPL",
    functions: &[php_spl::FUNCTIONS, spl_iterators::FUNCTIONS],
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
        spl_iterators::RecursiveIterator::PHP,
        spl_iterators::OuterIterator::PHP,
        spl_iterators::RecursiveIteratorIterator::PHP,
        spl_iterators::IteratorIterator::PHP,
        spl_iterators::FilterIterator::PHP,
        spl_iterators::RecursiveFilterIterator::PHP,
        spl_iterators::CallbackFilterIterator::PHP,
        spl_iterators::RecursiveCallbackFilterIterator::PHP,
        spl_iterators::ParentIterator::PHP,
        spl_iterators::SeekableIterator::PHP,
        spl_iterators::LimitIterator::PHP,
        spl_iterators::CachingIterator::PHP,
        spl_iterators::RecursiveCachingIterator::PHP,
        spl_iterators::NoRewindIterator::PHP,
        spl_iterators::AppendIterator::PHP,
        spl_iterators::InfiniteIterator::PHP,
        spl_iterators::RegexIterator::PHP,
        spl_iterators::RecursiveRegexIterator::PHP,
        spl_iterators::EmptyIterator::PHP,
        spl_iterators::RecursiveTreeIterator::PHP,
        spl_array::ArrayObject::PHP,
        spl_array::ArrayIterator::PHP,
        spl_array::RecursiveArrayIterator::PHP,
        spl_directory::SplFileInfo::PHP,
        spl_directory::DirectoryIterator::PHP,
        spl_directory::FilesystemIterator::PHP,
        spl_directory::RecursiveDirectoryIterator::PHP,
        spl_directory::GlobIterator::PHP,
        spl_directory::SplFileObject::PHP,
        spl_directory::SplTempFileObject::PHP,
        spl_dllist::SplDoublyLinkedList::PHP,
        spl_dllist::SplQueue::PHP,
        spl_dllist::SplStack::PHP,
        spl_heap::SplHeap::PHP,
        spl_heap::SplMinHeap::PHP,
        spl_heap::SplMaxHeap::PHP,
        spl_heap::SplPriorityQueue::PHP,
        spl_fixedarray::SplFixedArray::PHP,
        spl_observer::SplObserver::PHP,
        spl_observer::SplSubject::PHP,
        spl_observer::SplObjectStorage::PHP,
        spl_observer::MultipleIterator::PHP,
    ],
    dependencies: &[("json", "Required")],
    ..Extension::EMPTY
};
