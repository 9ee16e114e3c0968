use std::ptr::NonNull;
use allocator_api2::alloc::{Allocator, AllocError, Layout};
pub fn alloc(size: usize) -> NonNull<u8> { unsafe { NonNull::new(libc::malloc(size).cast()).unwrap() } }
pub unsafe fn free_sized(p: NonNull<u8>, _s: usize) { unsafe { libc::free(p.as_ptr().cast()) } }
pub unsafe fn realloc(p: NonNull<u8>, _o: usize, n: usize) -> NonNull<u8> { unsafe { NonNull::new(libc::realloc(p.as_ptr().cast(), n).cast()).unwrap() } }
pub fn good_size(s: usize) -> usize { s.next_multiple_of(8) }
pub fn root_set(_i: usize, _p: *mut u8) {}
pub fn root(_i: usize) -> *mut u8 { std::ptr::null_mut() }
#[derive(Clone, Copy, Default)] pub struct RequestHeap;
unsafe impl Allocator for RequestHeap {
    fn allocate(&self, l: Layout) -> Result<NonNull<[u8]>, AllocError> { Ok(NonNull::slice_from_raw_parts(alloc(l.size().max(8)), l.size())) }
    unsafe fn deallocate(&self, p: NonNull<u8>, l: Layout) { unsafe { free_sized(p, l.size()) } }
}
