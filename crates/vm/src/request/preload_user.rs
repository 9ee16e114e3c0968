//! Preloading as another user than root: `opcache.preload_user`.
//!
//! The script gets at what that user gets at. The kernel keeps users by thread, so only the thread that preloads changes; the
//! saved user stays root's, which is how it comes back.

use phant_native::{
    Ctx,
    code_cache::{Severity, log},
};
use std::{ffi::CString, mem::MaybeUninit, ptr};

/// While it lives, the thread is another user's.
pub(super) struct Switched(bool);

/// Makes the thread the user's that the settings name; `None`, after a line of the log, if that cannot be. `must` says that root
/// may not preload without naming a user.
pub(super) fn switch(ctx: &Ctx, must: bool) -> Option<Switched> {
    let name = ctx.ini.text("opcache.preload_user");
    // SAFETY: asks the system.
    if unsafe { libc::geteuid() } != 0 {
        if !name.is_empty() {
            log(ctx, Severity::Warning, "\"opcache.preload_user\" is ignored because the current user is not \"root\"");
        }
        return Some(Switched(false));
    }
    if name.is_empty() {
        if must {
            let text = "\"opcache.preload\" requires \"opcache.preload_user\" when running under uid 0";
            log(ctx, Severity::Fatal, text);
        }
        return (!must).then_some(Switched(false));
    }
    let Some((uid, gid)) = CString::new(name.as_bytes()).ok().and_then(|name| ids(&name)) else {
        log(ctx, Severity::Fatal, format!("Preloading failed to getpwnam(\"{name}\")"));
        return None;
    };
    if uid == 0 {
        return Some(Switched(false));
    }
    // SAFETY: no memory but the one group is read; the calls change the calling thread alone.
    let changed = unsafe {
        libc::syscall(libc::SYS_setgroups, 1, &raw const gid) == 0
            && libc::syscall(libc::SYS_setresgid, gid, gid, 0) == 0
            && libc::syscall(libc::SYS_setresuid, uid, uid, 0) == 0
    };
    let switched = Switched(true);
    if !changed {
        log(ctx, Severity::Warning, format!("Preloading failed to setuid({uid})"));
        return None;
    }
    Some(switched)
}

impl Drop for Switched {
    fn drop(&mut self) {
        if self.0 {
            // SAFETY: as in `switch`; the saved user is root, who may do that.
            unsafe {
                libc::syscall(libc::SYS_setresuid, 0, 0, 0);
                libc::syscall(libc::SYS_setresgid, 0, 0, 0);
                libc::syscall(libc::SYS_setgroups, 0, ptr::null::<libc::gid_t>());
            }
        }
    }
}

/// The numbers of a user and their group.
fn ids(name: &CString) -> Option<(libc::uid_t, libc::gid_t)> {
    let mut buffer = vec![0; 16 << 10];
    let mut entry = MaybeUninit::<libc::passwd>::uninit();
    let mut found = ptr::null_mut();
    // SAFETY: the entry and the buffer are as large as they are said to be.
    let status =
        unsafe { libc::getpwnam_r(name.as_ptr(), entry.as_mut_ptr(), buffer.as_mut_ptr(), buffer.len(), &raw mut found) };
    if status != 0 || found.is_null() {
        return None;
    }
    // SAFETY: it was found, so the entry is filled.
    let entry = unsafe { entry.assume_init() };
    Some((entry.pw_uid, entry.pw_gid))
}
