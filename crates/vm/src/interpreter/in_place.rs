//! Giving back a count in the middle of a handler, at the price of a call only where one is made.
//!
//! A handler that calls a function has to save what it keeps in registers around the call; the compiler does that at the handler's
//! beginning, for every run of it. So handlers used to jump to a slow copy of themselves where something ends. What is called here
//! saves all registers by itself, so that a handler is compiled as if it made no call.

use phant_memory::header::Header;

/// Gives back one count, whatever it is one of.
///
/// # Safety
/// `header` must point to a live counted object of which the caller owns one count.
#[inline(always)]
pub(crate) unsafe fn give_back(header: *mut Header) {
    // SAFETY: by contract.
    unsafe {
        if phant_memory::header::is_shared(header) {
            (*header).refcount -= 1;
        } else {
            release(header);
        }
    }
}
/// Gives back one count: frees what ends by that, and tells the collector of what may be garbage now.
///
/// # Safety
/// `header` must point to a live counted object of which the caller owns one count.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
#[inline(always)]
pub(crate) unsafe fn release(header: *mut Header) {
    // SAFETY: the stack pointer passes over the red zone, below which nothing is the compiler's, and comes back; what is called
    // keeps every register but those named here. The rest is the caller's contract.
    unsafe {
        std::arch::asm!(
            "lea rsp, [rsp - 128]",
            "call {release}",
            "lea rsp, [rsp + 128]",
            release = sym keeping::release,
            inout("rax") header => _,
            out("xmm0") _, out("xmm1") _, out("xmm2") _, out("xmm3") _, out("xmm4") _, out("xmm5") _, out("xmm6") _, out("xmm7") _,
            out("xmm8") _, out("xmm9") _, out("xmm10") _, out("xmm11") _, out("xmm12") _, out("xmm13") _, out("xmm14") _,
            out("xmm15") _,
            options(nostack),
        );
    }
}
/// The same where nobody has written the few instructions yet.
///
/// # Safety
/// `header` must point to a live counted object of which the caller owns one count.
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
#[inline(always)]
pub(crate) unsafe fn release(header: *mut Header) {
    // SAFETY: by contract.
    unsafe { phant_memory::value::release(header) }
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod keeping {
    use phant_memory::header::Header;

    /// Calls [`released`] with what is in `rax`, and keeps the registers that a C function may use freely, but for `rax` and
    /// those of vectors.
    #[unsafe(naked)]
    pub(super) unsafe extern "C" fn release() {
        std::arch::naked_asm!(
            "push rbp",
            "mov rbp, rsp",
            "and rsp, -16",
            "push rdi",
            "push rsi",
            "push rdx",
            "push rcx",
            "push r8",
            "push r9",
            "push r10",
            "push r11",
            "mov rdi, rax",
            "call {released}",
            "pop r11",
            "pop r10",
            "pop r9",
            "pop r8",
            "pop rcx",
            "pop rdx",
            "pop rsi",
            "pop rdi",
            "mov rsp, rbp",
            "pop rbp",
            "ret",
            released = sym released,
        )
    }
    unsafe extern "C" fn released(header: *mut Header) {
        // SAFETY: the contract of the function above.
        unsafe { phant_memory::value::release(header) }
    }
}
