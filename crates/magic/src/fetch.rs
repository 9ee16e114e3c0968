//! What a line looks at.

use crate::{
    entry::{Entry, Kind, Order, ROOM, flag, modifier, op},
    flags,
    run::{Manner, Progress, Run, Search, Tried, View},
};

/// How much a regular expression may look at.
const MOST_REGEX: usize = 8192;

fn read(bytes: &[u8], width: usize, order: Order) -> u64 {
    let mut wide = [0; 8];
    wide[..width].copy_from_slice(&bytes[..width]);
    match order {
        Order::Little => {}
        Order::Big => wide[..width].reverse(),
        Order::Middle => wide[..4].rotate_left(2),
    }
    u64::from_le_bytes(wide)
}

fn is_outside(length: usize, offset: u32, width: usize) -> bool {
    (offset as usize).checked_add(width).is_none_or(|end| end > length)
}

fn octal(text: &[u8]) -> u64 {
    let text = text.trim_ascii_start();
    text.iter()
        .take_while(|b| (b'0'..=b'7').contains(b))
        .fold(0, |sum: u64, b| sum.wrapping_mul(8).wrapping_add(u64::from(b - b'0')))
}

/// The bytes that stand for the length of a pascal string, and their order.
fn length_of_length(modifiers: u32) -> Option<(usize, Order)> {
    Some(match modifiers & modifier::LENGTHS {
        modifier::LENGTH_1 => (1, Order::Little),
        modifier::LENGTH_2_BE => (2, Order::Big),
        modifier::LENGTH_2_LE => (2, Order::Little),
        modifier::LENGTH_4_BE => (4, Order::Big),
        modifier::LENGTH_4_LE => (4, Order::Little),
        _ => return None,
    })
}

/// Up to the first NUL.
pub fn until_nul(text: &[u8]) -> &[u8] {
    text.split(|&b| b == 0).next().unwrap_or_default()
}

impl<'a> Run<'a> {
    /// Fetches what a line looks at. False: it is not there.
    pub fn get(
        &mut self,
        entry: &Entry,
        view: View<'a>,
        data: &'a [u8],
        manner: Manner,
        level: usize,
        progress: &mut Progress,
    ) -> Tried<bool> {
        self.check_depth()?;
        let mut offset = self.offset;
        let is_indirect = entry.has(flag::INDIRECT);
        self.copy(entry, is_indirect, data, offset.wrapping_add(manner.base));
        if is_indirect {
            let Some(found) = self.indirect_offset(entry, data, manner, level) else { return Ok(false) };
            offset = found;
            self.copy(entry, false, data, offset);
            self.offset = offset;
        }
        // How much there must be; for kinds that are not looked at here, nothing.
        let needed = match entry.kind {
            Kind::Quad | Kind::BeQuad | Kind::LeQuad | Kind::Offset => 0,
            Kind::QDate | Kind::LeQDate | Kind::BeQDate | Kind::QLDate | Kind::LeQLDate | Kind::BeQLDate => 0,
            Kind::QwDate | Kind::LeQwDate | Kind::BeQwDate => 0,
            Kind::DosDate | Kind::LeDosDate | Kind::BeDosDate | Kind::DosTime | Kind::LeDosTime | Kind::BeDosTime => 0,
            Kind::Guid => 16,
            Kind::String | Kind::PString | Kind::Search | Kind::Octal | Kind::Regex | Kind::Use => {
                let length = if matches!(entry.kind, Kind::Regex | Kind::Use) { 0 } else { entry.length };
                if is_outside(data.len(), offset, length) {
                    return Ok(false);
                }
                0
            }
            kind => kind.number().or(kind.fraction()).map_or(0, |(width, _)| width),
        };
        if needed > 0 && is_outside(data.len(), offset, needed) {
            return Ok(false);
        }
        match entry.kind {
            Kind::Indirect => return self.again(entry, view, data, offset, manner, progress),
            Kind::Use => return self.named(entry, view, offset, manner, progress),
            Kind::Name => {
                if !self.asks(flags::NO_DESCRIPTION) {
                    self.print(&entry.desc);
                }
                return Ok(true);
            }
            _ => {}
        }
        self.convert(entry, manner.flip)
    }
    /// Reads the offset that is at an offset.
    fn indirect_offset(&mut self, entry: &Entry, data: &[u8], manner: Manner, level: usize) -> Option<u32> {
        let offset = self.offset;
        let signed = entry.in_op & op::SIGNED != 0;
        let kind = if manner.flip { entry.in_kind.flipped() } else { entry.in_kind };
        let number = |bytes: &[u8], at: i64, id3: bool| -> Option<i64> {
            if kind == Kind::Octal {
                return if is_outside(data.len(), offset, entry.length) { None } else { Some(octal(until_nul(bytes)) as i64) };
            }
            let (width, order) = match kind {
                Kind::BeId3 => (4, Order::Big),
                Kind::LeId3 => (4, Order::Little),
                _ => kind.number()?,
            };
            let at = u32::try_from(at).ok()?;
            if is_outside(data.len(), at, width) || bytes.len() < width {
                return None;
            }
            let value = read(bytes, width, order);
            let value = match kind {
                Kind::BeId3 | Kind::LeId3 if id3 => (0..4).map(|i| (value >> (8 * i) & 0x7f) << (7 * i)).sum(),
                _ => value,
            };
            Some(match (signed, width) {
                (true, 1) => i64::from(value as i8),
                (true, 2) => i64::from(value as i16),
                (true, 4) => i64::from(value as i32),
                _ => value as i64,
            })
        };
        let mut by = i64::from(entry.in_offset);
        if entry.in_op & op::INDIRECT != 0 {
            let at = i64::from(offset) + by;
            let bytes = usize::try_from(at).ok().and_then(|at| data.get(at..)).unwrap_or_default();
            by = number(if kind == Kind::Octal { &self.value } else { bytes }, at, false)?;
        }
        let left = number(&self.value, i64::from(offset), true)?;
        // Offsets are computed in more than 32 bits, and wrap only if they are below zero.
        let fits = |number: i64| (number > i64::from(i32::MIN) && number < i64::from(u32::MAX)).then_some(number);
        let (left, by) = (fits(left)?, fits(by)?);
        let mut found = left;
        if by != 0 {
            found = match entry.in_op & op::MASK {
                6 => left.checked_div(by)?,
                7 => left.checked_rem(by)?,
                3 => left.checked_add(by)?,
                4 => left.checked_sub(by)?,
                5 => left.checked_mul(by)?,
                other => op::apply(other, left as u64, by as u64)? as i64,
            };
        }
        if entry.in_op & op::INVERSE != 0 {
            found = !found;
        }
        let mut found = fits(found)? as u32;
        if entry.has(flag::INDIRECT_RELATIVE) {
            found = found.wrapping_add(self.levels.get(level.checked_sub(1)?)?.offset as u32);
            if found == 0 {
                return None;
            }
        }
        Some(found)
    }
    /// Takes from the data what a line compares, or notes where it searches.
    fn copy(&mut self, entry: &Entry, is_indirect: bool, data: &'a [u8], offset: u32) {
        let at = offset as usize;
        if !is_indirect {
            match entry.kind {
                Kind::Der | Kind::Search => {
                    let at = at.min(data.len());
                    let text = &data[at..];
                    self.search = Search { text, length: text.len(), offset: at, found: 0 };
                    return;
                }
                Kind::Regex => return self.region(entry, data, at),
                Kind::BeString16 | Kind::LeString16 if at < data.len() => {
                    return self.wide(entry.kind == Kind::BeString16, &data[at..]);
                }
                _ => {}
            }
        }
        self.value.fill(0);
        if entry.kind == Kind::Offset {
            self.value[..8].copy_from_slice(&u64::from(offset).to_le_bytes());
        } else if let Some(rest) = data.get(at..) {
            let length = rest.len().min(ROOM);
            self.value[..length].copy_from_slice(&rest[..length]);
        }
        // What is not there whole is not converted, and a line that wants something else matches it.
        if let Some((width, _)) = entry.kind.number() {
            self.number = read(&self.value, width, Order::Little);
        }
    }
    /// Where a regular expression looks.
    fn region(&mut self, entry: &Entry, data: &'a [u8], at: usize) {
        let Some(text) = data.get(at..) else {
            self.search = Search::default();
            return;
        };
        let by_lines = entry.modifiers & modifier::LINES != 0;
        let range = entry.range as usize;
        let bytes = if by_lines { range.saturating_mul(80) } else { range };
        let bytes = if bytes == 0 { text.len() } else { bytes.min(text.len()) }.min(MOST_REGEX);
        let mut length = bytes;
        if by_lines && range > 0 {
            let (mut lines, mut from, mut last) = (range, 0, 0);
            while lines > 0 && from < bytes {
                let rest = &text[from..bytes];
                let Some(end) = memchr::memchr(b'\n', rest).or_else(|| memchr::memchr(b'\r', rest)) else { break };
                let mut end = from + end;
                if end + 1 < bytes && text[end] == b'\r' && text[end + 1] == b'\n' {
                    end += 1;
                }
                if end + 1 < bytes && text[end] == b'\n' {
                    end += 1;
                }
                last = end;
                lines -= 1;
                from = end + 1;
            }
            if lines == 0 {
                length = last;
            }
        }
        self.search = Search { text, length, offset: at, found: 0 };
    }
    /// Every other byte of text in sixteen bits.
    fn wide(&mut self, is_big: bool, data: &[u8]) {
        self.value.fill(0);
        let pairs = if is_big { data.get(1..).unwrap_or_default() } else { data };
        for (i, &byte) in pairs.iter().step_by(2).take(ROOM - 1).enumerate() {
            let other = if is_big { data.get(i * 2) } else { data.get(i * 2 + 1) };
            // A character that is no Latin one is as good as a blank.
            self.value[i] = if byte == 0 && other.is_some_and(|&b| b != 0) { b' ' } else { byte };
        }
    }
    /// Makes of bytes what can be compared. False: it cannot be.
    fn convert(&mut self, entry: &Entry, flip: bool) -> Tried<bool> {
        let kind = if flip { entry.kind.flipped() } else { entry.kind };
        if let Some((width, order)) = kind.number() {
            let mask = u64::MAX >> (64 - 8 * width);
            let mut number = read(&self.value, width, order);
            if entry.mask != 0 {
                match op::apply(entry.mask_op, number, entry.mask & mask) {
                    Some(result) => number = result & mask,
                    None => return self.fail_at_line("zerodivide in mconvert()"),
                }
            }
            if entry.mask_op & op::INVERSE != 0 {
                number = !number & mask;
            }
            self.number = number;
            return Ok(true);
        }
        if let Some((width, order)) = kind.fraction() {
            let bits = read(&self.value, width, order);
            let number = if width == 4 { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) };
            let by = entry.mask as f64;
            let number = match entry.mask_op & op::MASK {
                _ if entry.mask == 0 => number,
                3 => number + by,
                4 => number - by,
                5 => number * by,
                6 => number / by,
                _ => number,
            };
            self.number = number.to_bits();
            return Ok(true);
        }
        match kind {
            Kind::String | Kind::BeString16 | Kind::LeString16 | Kind::Octal => {
                self.value[ROOM - 1] = 0;
                Ok(true)
            }
            Kind::PString => {
                let Some((size, order)) = length_of_length(entry.modifiers) else { return Ok(false) };
                let mut length = read(&self.value, size, order) as usize;
                if entry.modifiers & modifier::LENGTH_OF_ALL != 0 {
                    match length.checked_sub(size) {
                        Some(less) => length = less,
                        None => return self.fail_at_line("corrupt magic file (bad pascal string length)"),
                    }
                }
                let length = length.min(ROOM - size);
                self.value.copy_within(size..size + length, 0);
                self.value[length] = 0;
                Ok(true)
            }
            Kind::Regex | Kind::Search | Kind::Default | Kind::Clear | Kind::Der | Kind::Guid => Ok(true),
            _ => self.fail_at_line(&format!("invalid type {} in mconvert()", kind as u8)),
        }
    }
    /// Where a line that has matched ends; `None` is beyond the data.
    pub fn behind(&mut self, entry: &Entry, data: &[u8]) -> Option<i32> {
        let here = i64::from(self.offset as i32);
        let end = match entry.kind {
            Kind::String | Kind::PString | Kind::BeString16 | Kind::LeString16 | Kind::Octal => {
                if matches!(entry.relation, b'=' | b'!') {
                    here + entry.length as i64
                } else {
                    if entry.value.first().is_none_or(|&b| b == 0) {
                        self.cut_line();
                    }
                    let size = if entry.kind == Kind::PString { length_of_length(entry.modifiers)?.0 } else { 0 };
                    here + until_nul(&self.value).len() as i64 + size as i64
                }
            }
            Kind::Regex | Kind::Search if entry.modifiers & modifier::START != 0 => self.search.offset as i64,
            Kind::Regex => (self.search.offset + self.search.found) as i64,
            Kind::Search => (self.search.offset + entry.length) as i64,
            Kind::Clear | Kind::Default | Kind::Indirect | Kind::Offset | Kind::Use => here,
            Kind::Der => i64::from(self.der_end(entry, data.len())?),
            Kind::Guid => here + 16,
            Kind::QwDate | Kind::LeQwDate | Kind::BeQwDate => 0,
            kind => match kind.number().or(kind.fraction()) {
                Some((width, _)) => here + width as i64,
                None => 0,
            },
        };
        i32::try_from(end).ok().filter(|&end| usize::try_from(end).is_ok_and(|end| end <= data.len()))
    }
    /// Ends the text at the end of its line.
    pub fn cut_line(&mut self) {
        if let Some(end) = self.value.iter().position(|&b| matches!(b, b'\r' | b'\n' | 0)) {
            self.value[end] = 0;
        }
    }
}
