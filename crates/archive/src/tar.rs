//! Headers of tar archives: ustar, with GNU's long names and links.

/// The size of a block.
pub const BLOCK: u64 = 512;

/// What a header says.
#[derive(Clone, Debug, Default)]
pub struct Header {
    /// The name, prefix included.
    pub name: Vec<u8>,
    /// Permissions.
    pub mode: u32,
    /// The size of what follows.
    pub size: u64,
    /// Time of the last change.
    pub mtime: u64,
    /// `b'0'` or NUL for files, `b'5'` for directories, `b'L'` for a long name …
    pub kind: u8,
    /// Where a link leads.
    pub link: Vec<u8>,
    /// Whether it is of POSIX's form.
    pub is_ustar: bool,
}

/// What is wrong with a header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The sum of the bytes is another one.
    Checksum,
}

fn octal(field: &[u8]) -> u64 {
    let digits = field.iter().skip_while(|b| **b == b' ').take_while(|b| (b'0'..=b'7').contains(b));
    digits.fold(0, |n: u64, b| n.wrapping_mul(8).wrapping_add(u64::from(b - b'0')))
}

fn text(field: &[u8]) -> &[u8] {
    field.split(|&b| b == 0).next().unwrap_or_default()
}

/// The sum of a header's bytes, that of the sum itself as spaces.
pub fn checksum(block: &[u8]) -> u32 {
    block.iter().enumerate().map(|(i, &b)| if (148..156).contains(&i) { 32 } else { u32::from(b) }).sum()
}

/// Whether a block looks like a header whose sum is right.
pub fn looks_like(block: &[u8]) -> bool {
    block.len() >= 512 && checksum(&block[..512]) as u64 == octal(&block[148..156])
}

/// Reads a header of 512 bytes. Along with a fault there is what can be read.
pub fn read(block: &[u8]) -> (Header, Option<Fault>) {
    let is_ustar = &block[257..262] == b"ustar";
    let mut name = text(&block[..100]).to_vec();
    let prefix = text(&block[345..500]);
    if is_ustar && !prefix.is_empty() {
        name = [prefix, b"/", &name].concat();
    }
    let header = Header {
        name,
        mode: (octal(&block[100..108]) & 0o777) as u32,
        size: octal(&block[124..136]),
        mtime: octal(&block[136..148]),
        kind: block[156],
        link: text(&block[157..257]).to_vec(),
        is_ustar,
    };
    let right = octal(&block[148..156]) == u64::from(checksum(block));
    (header, (!right).then_some(Fault::Checksum))
}

/// What cannot be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unwritable {
    /// The name fits into no header.
    Name,
    /// The contents are too large.
    Size,
    /// The time is too late.
    Time,
    /// The link's target is too long.
    Link,
}

fn put_octal(field: &mut [u8], value: u64) -> bool {
    let digits = format!("{value:0width$o}", width = field.len() - 1);
    if digits.len() >= field.len() {
        return false;
    }
    field[..digits.len()].copy_from_slice(digits.as_bytes());
    true
}

/// Writes a header.
pub fn write(header: &Header) -> Result<[u8; 512], Unwritable> {
    let mut block = [0; 512];
    let name = &header.name;
    if name.len() > 100 {
        if name.len() > 256 {
            return Err(Unwritable::Name);
        }
        // The name is cut at a slash, so that both halves fit.
        let from = name.len() - 101;
        let slash = name[from..].iter().position(|&b| b == b'/').map(|at| from + at);
        match slash.filter(|&at| at <= 155 && at > 0) {
            Some(at) => {
                block[345..345 + at].copy_from_slice(&name[..at]);
                block[..name.len() - at - 1].copy_from_slice(&name[at + 1..]);
            }
            None => return Err(Unwritable::Name),
        }
    } else {
        block[..name.len()].copy_from_slice(name);
    }
    put_octal(&mut block[100..108], u64::from(header.mode));
    if !put_octal(&mut block[124..136], header.size) {
        return Err(Unwritable::Size);
    }
    if !put_octal(&mut block[136..148], header.mtime) {
        return Err(Unwritable::Time);
    }
    block[156] = header.kind;
    if header.link.len() >= 100 {
        return Err(Unwritable::Link);
    }
    block[157..157 + header.link.len()].copy_from_slice(&header.link);
    block[257..262].copy_from_slice(b"ustar");
    block[263..265].copy_from_slice(b"00");
    let sum = u64::from(checksum(&block));
    put_octal(&mut block[148..155], sum);
    block[155] = b' ';
    block[154] = 0;
    Ok(block)
}

/// How many bytes fill a block up after contents of a size.
pub fn padding(size: u64) -> u64 {
    (BLOCK - size % BLOCK) % BLOCK
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let long = [&[b'a'; 120][..], b"/", &[b'b'; 60]].concat();
        let header = Header { name: long, mode: 0o644, size: 1234, mtime: 99, kind: b'0', ..Header::default() };
        let block = write(&header).unwrap();
        let (read, fault) = read(&block);
        assert_eq!((read.name, read.size, read.mode, fault), (header.name, 1234, 0o644, None));
    }
}
