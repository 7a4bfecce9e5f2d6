//! Words that follow from a key: HMAC-SHA256 over words of purpose, a text, and a counter of
//! rejected words.

use cards::{WordSource, index_below};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// An index below `n` that follows from a key and a message, every one equally likely; and how many
/// words were rejected.
///
/// Word `k` is the first four bytes, greatest first, of HMAC-SHA256(key, message ‖ k), with `k` as
/// four bytes.
///
/// # Panics
///
/// When `n` is 0.
pub(crate) fn derived_index(key: &[u8; 32], message: &[u8], n: u32) -> (u32, u32) {
    let mut words = Derived {
        keyed: keyed(key, message),
        asked: 0,
    };
    let index = index_below(n, &mut words);
    (index, words.asked - 1)
}

struct Derived {
    keyed: Hmac<Sha256>,
    asked: u32,
}

fn keyed(key: &[u8; 32], message: &[u8]) -> Hmac<Sha256> {
    let mac: Hmac<Sha256> = Hmac::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.chain_update(message)
}

impl WordSource for Derived {
    fn next_word(&mut self) -> u32 {
        let digest: [u8; 32] = self
            .keyed
            .clone()
            .chain_update(self.asked.to_be_bytes())
            .finalize()
            .into_bytes()
            .into();
        self.asked += 1;
        let [first, second, third, fourth, ..] = digest;
        u32::from_be_bytes([first, second, third, fourth])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_the_head_of_an_hmac_over_the_message_and_the_counter() {
        // Reckoned by another program: `printf 'Hi There\0\0\0\0' | openssl dgst -sha256 -mac HMAC
        // -macopt hexkey:0b0b…` with 32 bytes of 0b, and again with `\1` at the end.
        let mut words = Derived {
            keyed: keyed(&[0x0b; 32], b"Hi There"),
            asked: 0,
        };
        assert_eq!(words.next_word(), 0x586b_fb60);
        assert_eq!(words.next_word(), 0x77c2_354f);
    }

    #[test]
    fn rejected_words_are_counted_and_the_next_one_is_taken() {
        // Just above 2^31 nearly half of all words are rejected.
        let n = (1 << 31) + 1;
        let mut rejections = [0; 3];
        for message in 0..100_u32 {
            let message = message.to_be_bytes();
            let (index, rejected) = derived_index(&[5; 32], &message, n);
            let mut words = Derived {
                keyed: keyed(&[5; 32], &message),
                asked: 0,
            };
            let word = (0..=rejected).map(|_| words.next_word()).last();
            assert_eq!(Some(index), word);
            rejections[usize::try_from(rejected.min(2)).unwrap()] += 1;
        }
        assert!(rejections.iter().all(|&times| times > 10), "{rejections:?}");
    }
}
