//! zlib's format, for compressed packets.

use zlib_rs::{Deflate, DeflateConfig, DeflateFlush, Inflate, InflateFlush, Status};

/// Packs bytes; `None` if they would not get shorter.
pub fn pack(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut deflate = Deflate::new_with_config(DeflateConfig { level: 1, ..DeflateConfig::default() });
    let mut out = vec![0; bytes.len()];
    match deflate.compress(bytes, &mut out, DeflateFlush::Finish) {
        Ok(Status::StreamEnd) => {
            out.truncate(deflate.total_out() as usize);
            Some(out)
        }
        _ => None,
    }
}

/// Unpacks to a length that is known; `None` if it is another.
pub fn unpack(bytes: &[u8], length: usize) -> Option<Vec<u8>> {
    let mut out = vec![0; length];
    let mut inflate = Inflate::new(true, 15);
    let status = inflate.decompress(bytes, &mut out, InflateFlush::Finish).ok()?;
    (status == Status::StreamEnd && inflate.total_out() == length as u64).then_some(out)
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_is_packed_is_unpacked() {
        let bytes = b"select 1 ".repeat(1000);
        let packed = super::pack(&bytes).unwrap();
        assert!(packed.len() < 200);
        assert!(super::unpack(&packed, bytes.len()).is_some_and(|unpacked| unpacked == bytes));
        assert!(super::unpack(&packed, bytes.len() - 1).is_none());
        assert_eq!(super::unpack(b"no", 10), None);
        assert_eq!(super::pack(b"abc"), None);
    }
}
