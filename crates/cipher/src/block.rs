//! Block ciphers as objects, so that modes need not be compiled for each.

use aes::cipher::{
    Array, BlockCipherDecrypt, BlockCipherEncBackend, BlockCipherEncClosure, BlockCipherEncrypt, BlockSizeUser, KeyInit,
    array::ArraySize,
};

/// A block cipher with its key.
pub trait Block {
    /// Bytes of a block, at most 16.
    fn size(&self) -> usize;
    /// Encrypts whole blocks in place.
    fn encrypt(&self, blocks: &mut [u8]);
    /// Decrypts whole blocks in place.
    fn decrypt(&self, blocks: &mut [u8]);
    /// Encrypts whole blocks in place, each mixed with the one before it; the last one is left in `before`.
    fn encrypt_chained(&self, blocks: &mut [u8], before: &mut [u8]);
}

struct Of<C>(C);

impl<C: BlockSizeUser + BlockCipherEncrypt + BlockCipherDecrypt> Block for Of<C> {
    fn size(&self) -> usize {
        C::block_size()
    }
    fn encrypt(&self, blocks: &mut [u8]) {
        let (blocks, _) = Array::<u8, C::BlockSize>::slice_as_chunks_mut(blocks);
        self.0.encrypt_blocks(blocks);
    }
    fn decrypt(&self, blocks: &mut [u8]) {
        let (blocks, _) = Array::<u8, C::BlockSize>::slice_as_chunks_mut(blocks);
        self.0.decrypt_blocks(blocks);
    }
    fn encrypt_chained(&self, blocks: &mut [u8], before: &mut [u8]) {
        let (blocks, _) = Array::<u8, C::BlockSize>::slice_as_chunks_mut(blocks);
        let (before, _) = Array::<u8, C::BlockSize>::slice_as_chunks_mut(before);
        if let [before, ..] = before {
            self.0.encrypt_with_backend(Chained { blocks, before });
        }
    }
}

/// The work of [`Block::encrypt_chained`], which a cipher runs after having its key at hand once for all blocks.
struct Chained<'a, Size: ArraySize> {
    blocks: &'a mut [Array<u8, Size>],
    before: &'a mut Array<u8, Size>,
}

impl<Size: ArraySize> BlockSizeUser for Chained<'_, Size> {
    type BlockSize = Size;
}

impl<Size: ArraySize> BlockCipherEncClosure for Chained<'_, Size> {
    #[inline(always)]
    fn call<B: BlockCipherEncBackend<BlockSize = Size>>(self, backend: &B) {
        let mut before = self.before.clone();
        for block in self.blocks {
            for (byte, other) in before.iter_mut().zip(&*block) {
                *byte ^= other;
            }
            backend.encrypt_block((&mut before).into());
            *block = before.clone();
        }
        *self.before = before;
    }
}

/// The families of block ciphers, with the size of their keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Family {
    Aes128,
    Aes192,
    Aes256,
    Aria128,
    Aria192,
    Aria256,
    Camellia128,
    Camellia192,
    Camellia256,
    Sm4,
    /// Triple DES with two keys.
    TdesEde2,
    /// Triple DES with three keys.
    TdesEde3,
}

impl Family {
    /// Bytes of a key.
    pub const fn key_length(self) -> usize {
        match self {
            Family::Aes128 | Family::Aria128 | Family::Camellia128 | Family::Sm4 | Family::TdesEde2 => 16,
            Family::Aes192 | Family::Aria192 | Family::Camellia192 | Family::TdesEde3 => 24,
            Family::Aes256 | Family::Aria256 | Family::Camellia256 => 32,
        }
    }
    /// Bytes of a block.
    pub const fn block_size(self) -> usize {
        match self {
            Family::TdesEde2 | Family::TdesEde3 => 8,
            _ => 16,
        }
    }
    /// The cipher with a key; `None` if that has another length.
    pub fn with_key(self, key: &[u8]) -> Option<Box<dyn Block>> {
        fn make<C>(key: &[u8]) -> Option<Box<dyn Block>>
        where
            C: KeyInit + BlockSizeUser + BlockCipherEncrypt + BlockCipherDecrypt + 'static,
        {
            Some(Box::new(Of(C::new_from_slice(key).ok()?)))
        }
        match self {
            Family::Aes128 => make::<aes::Aes128>(key),
            Family::Aes192 => make::<aes::Aes192>(key),
            Family::Aes256 => make::<aes::Aes256>(key),
            Family::Aria128 => make::<aria::Aria128>(key),
            Family::Aria192 => make::<aria::Aria192>(key),
            Family::Aria256 => make::<aria::Aria256>(key),
            Family::Camellia128 => make::<camellia::Camellia128>(key),
            Family::Camellia192 => make::<camellia::Camellia192>(key),
            Family::Camellia256 => make::<camellia::Camellia256>(key),
            Family::Sm4 => make::<sm4::Sm4>(key),
            Family::TdesEde2 => make::<des::TdesEde2>(key),
            Family::TdesEde3 => make::<des::TdesEde3>(key),
        }
    }
}
