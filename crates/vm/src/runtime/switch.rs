//! Jump tables of `switch` and `match`.
//!
//! What is compiled for them is a chain of comparisons of one slot with literals, and in front of a long one an instruction
//! `Switch`. When a worker loads the code, it makes a table of the chain; the address of that is in the extension word of
//! `Switch`, where nothing is executed. A value that the table says nothing about goes through the chain.

use phant_bytecode::{Code, Insn, Op};
use phant_memory::{PhpStr, View, string::AddressState};
use std::collections::HashMap;

/// Where a chain of comparisons leads, counted in instructions from the `Switch` before it.
pub(crate) struct SwitchTable {
    ints: Option<Ints>,
    strings: Option<Strings>,
    /// Behind the chain.
    default: i32,
}

/// Targets by integers.
struct Ints {
    /// Those of the integers from `first` on; 0 is none.
    dense: Vec<i32>,
    first: i64,
    /// Those of others.
    sparse: HashMap<usize, i32, AddressState>,
}

/// Targets by strings: a table of a power of two of places, probed one after the other.
struct Strings(Vec<Option<(u64, &'static PhpStr, i32)>>);

/// How far apart the integers of a dense table may be: this many places for each.
const SPARSE: usize = 4;

impl SwitchTable {
    /// The table of the chain behind instruction `at`, which is a `Switch`.
    ///
    /// # Safety
    /// The table must not be used longer than the code.
    pub(crate) unsafe fn of(code: &Code, insns: &[Insn], at: usize) -> SwitchTable {
        let (mut ints, mut strings) = (Vec::new(), Vec::new());
        let (mut loose, mut only) = (false, true);
        let mut here = at + Op::Switch.words();
        while let Some(insn) = insns.get(here).filter(|insn| insn.b == insns[at].a) {
            if insn.op == Op::JmpEqualVK as u16 {
                loose = true;
            } else if insn.op != Op::JmpIdenticalVK as u16 {
                break;
            }
            // Counted from the word that holds it.
            let target = (here - at) as i32 + i32::from(insn.a as i16);
            match code.literals[usize::from(insn.c)].view() {
                View::Int(i) => ints.push((i, target)),
                View::Str(s) => {
                    // SAFETY: the code keeps its literals; the table goes before, by contract.
                    let text: &'static PhpStr = unsafe { &*s.as_ptr() };
                    only &= phant_numeric::parse::classify(text).leading().is_none();
                    strings.push((text, target));
                }
                _ => only = false,
            }
            here += 1;
        }
        // `==` of an integer and a string, or of strings that are numbers, is not a matter of the same bytes.
        if loose && (!only || !ints.is_empty() && !strings.is_empty()) {
            (ints, strings) = Default::default();
        }
        SwitchTable {
            ints: (!ints.is_empty()).then(|| Ints::new(&ints)),
            strings: (!strings.is_empty()).then(|| Strings::new(&strings)),
            default: (here - at) as i32,
        }
    }
    /// Where an integer leads, unless only the chain can tell.
    #[inline(always)]
    pub(crate) fn int(&self, value: i64) -> Option<isize> {
        let ints = self.ints.as_ref()?;
        let found = match ints.dense.get(value.wrapping_sub(ints.first) as u64 as usize) {
            Some(&target) if target != 0 => target,
            _ if ints.sparse.is_empty() => self.default,
            _ => self.far(ints, value),
        };
        Some(found as isize)
    }
    /// Not inlined: hashing takes memory of the native stack, which must be given back before a handler jumps to the next.
    #[inline(never)]
    fn far(&self, ints: &Ints, value: i64) -> i32 {
        ints.sparse.get(&(value as usize)).copied().unwrap_or(self.default)
    }
    /// The same for a string.
    #[inline(never)]
    pub(crate) fn string(&self, value: &PhpStr) -> Option<isize> {
        Some(self.strings.as_ref()?.get(value).unwrap_or(self.default) as isize)
    }
}

impl Ints {
    /// Of several of one integer, the first counts.
    fn new(all: &[(i64, i32)]) -> Ints {
        let first = all.iter().map(|(i, _)| *i).min().unwrap_or(0);
        let room = all.len() * SPARSE + 16;
        let mut table = Ints { dense: Vec::new(), first, sparse: HashMap::default() };
        for &(i, target) in all {
            match usize::try_from(i.wrapping_sub(first)) {
                Ok(at) if at < room => {
                    if table.dense.len() <= at {
                        table.dense.resize(at + 1, 0);
                    }
                    if table.dense[at] == 0 {
                        table.dense[at] = target;
                    }
                }
                _ => {
                    table.sparse.entry(i as usize).or_insert(target);
                }
            }
        }
        table
    }
}

impl Strings {
    fn new(all: &[(&'static PhpStr, i32)]) -> Strings {
        let mut table = Strings(vec![None; (all.len() * 2).next_power_of_two()]);
        for &(text, target) in all {
            let mask = table.0.len() - 1;
            let mut at = text.hash() as usize & mask;
            while let Some((_, known, _)) = table.0[at]
                && !known.same_bytes(text)
            {
                at = (at + 1) & mask;
            }
            table.0[at].get_or_insert((text.hash(), text, target));
        }
        table
    }
    fn get(&self, value: &PhpStr) -> Option<i32> {
        let (hash, mask) = (value.hash(), self.0.len() - 1);
        let mut at = hash as usize & mask;
        while let Some((known_hash, known, target)) = self.0[at] {
            if known_hash == hash && known.same_bytes(value) {
                return Some(target);
            }
            at = (at + 1) & mask;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_integers_are_found_too() {
        let table = Ints::new(&[(i64::MIN, 1), (i64::MAX, 2), (0, 3), (0, 4), (i64::MIN + 1, 5)]);
        let table = SwitchTable { ints: Some(table), strings: None, default: 9 };
        let found = [i64::MIN, i64::MAX, 0, i64::MIN + 1, 1, -1].map(|i| table.int(i));
        assert_eq!(found, [1, 2, 3, 5, 9, 9].map(Some));
    }
}
