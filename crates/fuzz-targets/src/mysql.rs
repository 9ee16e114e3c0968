//! What a server of MySQL's could say.

use phant_mysql_wire::{
    channel::Channel,
    connect::{self, Login},
    message::{self, Header},
    transport::Transport,
    value,
};
use std::{io, os::fd::RawFd, time::Duration};

/// Bytes in place of a server, which hears nothing.
struct Bytes(Vec<u8>, usize);

impl Transport for Bytes {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let rest = &self.0[self.1..];
        let count = rest.len().min(into.len());
        into[..count].copy_from_slice(&rest[..count]);
        self.1 += count;
        Ok(count)
    }
    fn write_all(&mut self, _bytes: &[u8]) -> io::Result<()> {
        Ok(())
    }
    fn set_read_timeout(&mut self, _timeout: Option<Duration>) -> io::Result<()> {
        Ok(())
    }
    fn descriptor(&self) -> Option<RawFd> {
        None
    }
    fn is_private(&self) -> bool {
        true
    }
    fn close(&mut self) {}
}

fn channel(input: &[u8]) -> Channel {
    Channel::new(Box::new(Bytes(input.to_vec(), 0)), |bytes| bytes < 64 << 20)
}

/// Reads texts, in which two digits stand for a byte, as a conversation: login, results, rows in both forms.
pub fn run(input: &[u8]) {
    let digits: Vec<u8> = input.iter().filter_map(|&c| char::from(c).to_digit(16).map(|d| d as u8)).collect();
    let bytes: Vec<u8> = digits.chunks(2).map(|pair| pair.iter().fold(0, |byte, &digit| byte << 4 | digit)).collect();
    let login = Login { user: b"root".to_vec(), password: b"secret".to_vec(), ..Login::default() };
    let _refused = connect::connect(channel(&bytes), &login);
    let mut compressed = channel(&bytes);
    compressed.compress();
    let mut packet = Vec::new();
    while compressed.receive(&mut packet).is_ok() {}
    let mut plain = channel(&bytes);
    let mut columns = Vec::new();
    while plain.receive(&mut packet).is_ok() {
        let _text = value::text_row(&packet, &columns, packet.len() % 2 == 0, &mut |_, _, _| {});
        let _binary = value::binary_row(&packet, &columns, &mut |_, _, _| {});
        let _prepared = message::prepared(&packet);
        let _end = message::end(&packet);
        if let Ok(column) = message::column(&packet) {
            columns.push(column);
        }
        if let Ok(Header::Columns(_)) = message::header(&packet) {
            plain.restart();
        }
    }
}
