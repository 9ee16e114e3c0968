//! How much memory the request uses.

use phant_memory::heap;
use phant_native::{descriptor::FunctionGroup, functions, php};

pub(crate) const FUNCTIONS: FunctionGroup = functions![memory_get_usage, memory_get_peak_usage, memory_reset_peak_usage];

#[php("function memory_get_usage(bool $real_usage = false): int")]
fn memory_get_usage(real_usage: bool) -> usize {
    if real_usage { heap::real_usage() } else { heap::usage() }
}

#[php("function memory_get_peak_usage(bool $real_usage = false): int")]
fn memory_get_peak_usage(real_usage: bool) -> usize {
    if real_usage { heap::real_peak() } else { heap::peak() }
}

#[php("function memory_reset_peak_usage(): void")]
fn memory_reset_peak_usage() {
    heap::reset_peak();
}
