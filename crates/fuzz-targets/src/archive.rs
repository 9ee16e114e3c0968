//! Archives: the headers of zip, tar and phar. Inputs are changes to archives that are right, as few others would get
//! beyond the first check: three bytes each, of which two say where. What is left over is tried as an archive itself.

use phant_archive::{Source, compress, phar, tar, zip};

fn sample_zip() -> Vec<u8> {
    let contents = compress::deflate(b"some text, some text, some text", 6);
    let entry = zip::Entry {
        name: b"dir/file.txt".to_vec(),
        method: zip::DEFLATE,
        needs: 20,
        crc: 7,
        packed: contents.len() as u64,
        size: 31,
        extra: vec![0x55, 0x54, 5, 0, 1, 2, 3, 4, 5],
        comment: b"a comment".to_vec(),
        ..zip::Entry::default()
    };
    let mut out = [zip::write_local(&entry, &entry.extra), contents].concat();
    let start = out.len() as u64;
    let directory = zip::write_central(&entry);
    out.extend_from_slice(&directory);
    out.extend_from_slice(&zip::write_end(1, directory.len() as u64, start, b"of the archive"));
    out
}

fn sample_tar() -> Vec<u8> {
    let header = tar::Header { name: b"file.txt".to_vec(), mode: 0o644, size: 5, kind: b'0', ..tar::Header::default() };
    let mut out = tar::write(&header).expect("a short name").to_vec();
    out.extend_from_slice(b"hello");
    out.resize(2048, 0);
    out
}

fn sample_phar() -> Vec<u8> {
    let entry = phar::Entry { name: b"a.php".to_vec(), size: 5, packed: 5, metadata: b"i:1;".to_vec(), ..phar::Entry::default() };
    let manifest =
        phar::Manifest { version: phar::VERSION, alias: b"x.phar".to_vec(), entries: vec![entry], ..phar::Manifest::default() };
    [b"<?php __HALT_COMPILER(); ?>\r\n", &phar::write(&manifest)[..], b"hello"].concat()
}

fn read(bytes: Vec<u8>) {
    let source = Source::Memory(bytes);
    if let Some(end) = zip::find_end(&source) {
        let directory = source.some(end.start, end.size);
        let mut at = 0;
        while let Some((entry, len)) = zip::central(&directory[at..]) {
            at += len;
            let raw = zip::contents(&source, &entry).and_then(|at| source.bytes(at, entry.packed));
            let _ = raw.map(|raw| (compress::inflate(&raw, 1 << 16), compress::bunzip2(&raw, 1 << 16)));
            let _ = (zip::write_central(&entry), zip::to_dos(zip::from_dos(entry.time, entry.date)));
        }
    }
    let mut at = 0;
    while let Some(block) = source.bytes(at, tar::BLOCK) {
        let (header, _) = tar::read(&block);
        let _ = tar::write(&header);
        let Some(next) = at.checked_add(tar::BLOCK).and_then(|n| n.checked_add(header.size)) else { break };
        at = next.saturating_add(tar::padding(header.size));
    }
    if let Some(token) = source.find_word(phar::TOKEN, 0) {
        let begin = phar::after_stub(&source, token + phar::TOKEN.len() as u64);
        let _ = begin.and_then(|begin| phar::head(&source, begin)).and_then(phar::manifest);
    }
    let all = source.some(0, source.len());
    let _ = compress::gunzip(&all, 1 << 16);
}

/// Tries an input.
pub fn run(input: &[u8]) {
    for mut sample in [sample_zip(), sample_tar(), sample_phar()] {
        for change in input.chunks_exact(3) {
            let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % sample.len();
            sample[at] = change[2];
        }
        read(sample);
    }
    read(input.to_vec());
}
