//! The output layer: a stack of buffers between `echo` and the outside.

use crate::ctx::Ctx;
use phant_memory::{HeapVec, Str, StrBuilder, Value, heap_vec};

/// One output buffer, as `ob_start` makes it.
pub struct Buffer {
    /// What was written and not passed on.
    pub data: StrBuilder,
    /// The callback, or null.
    pub callback: Value,
    /// Name for `ob_list_handlers`.
    pub name: Str,
    /// Passed on whenever it grows to this size; 0 for never.
    pub chunk_size: usize,
    /// `PHP_OUTPUT_HANDLER_*` flags and status bits.
    pub flags: i64,
    /// Nesting level of callbacks being run for this buffer.
    pub running: bool,
}

/// The buffers of a request.
pub struct Output {
    /// Innermost last.
    pub buffers: HeapVec<Buffer>,
    /// Flush to the outside after every write.
    pub implicit_flush: bool,
    /// A callback is running: output functions are refused.
    pub in_callback: bool,
    /// Output is discarded (HEAD requests, after a fatal error in a callback).
    pub disabled: bool,
}

impl Output {
    /// No buffers.
    pub fn new() -> Output {
        Output { buffers: heap_vec(), implicit_flush: false, in_callback: false, disabled: false }
    }
    /// Writes to the innermost buffer, or to the outside.
    #[inline]
    pub fn write(ctx: &mut Ctx, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        if ctx.output.buffers.is_empty() {
            if !ctx.output.disabled {
                ctx.host.write_output(ctx, bytes);
                if ctx.output.implicit_flush {
                    ctx.host.flush_output(ctx);
                }
            }
            return;
        }
        Output::write_buffered(ctx, bytes);
    }
    #[cold]
    fn write_buffered(ctx: &mut Ctx, bytes: &[u8]) {
        if ctx.output.in_callback {
            return;
        }
        let buffer = ctx.output.buffers.last_mut().expect("checked by the caller");
        buffer.data.push_bytes(bytes);
    }
}

impl Default for Output {
    fn default() -> Self {
        Output::new()
    }
}
