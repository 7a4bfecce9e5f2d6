//! A device that shuffles all the time: no order exists before a draw, so every draw follows from
//! two kinds of seeds.
//!
//! The server commits to its seed, then the others give theirs; so neither side can choose the
//! cards. Which cards go back when is the rule book's business.

use crate::derived::derived_index;
use crate::{ClientSeed, Digest, Entropy, NoEntropy, RevealedSeed};
use cards::{Card, Composition};
use sha2::{Digest as _, Sha256};
use std::fmt;

/// What the digest of a seed begins with.
const SEED: &[u8] = b"pontoon/device/seed/v1";

/// What the message of a draw begins with.
const DRAW: &[u8] = b"pontoon/device/draw/v1";

/// The server's seed while it is secret.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerSeed([u8; 32]);

impl ServerSeed {
    /// The seed of these bytes, from the server's secret store.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// A new seed.
    ///
    /// # Errors
    ///
    /// When chance fails: there is no seed then, and nothing may be drawn.
    pub fn draw<E: Entropy>(entropy: &mut E) -> Result<Self, NoEntropy> {
        let mut bytes = [0; 32];
        entropy.fill(&mut bytes)?;
        Ok(Self(bytes))
    }

    /// The bytes, for the server's secret store.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// What is signed and published before the others give their seeds. It binds the table too: its
    /// name enters every draw.
    pub fn commitment(&self, table: &str) -> Digest {
        let hash = Sha256::new()
            .chain_update(SEED)
            .chain_update(self.0)
            .chain_update(table);
        Digest::new(hash.finalize().into())
    }

    /// The seed for everybody, once nothing more is drawn with it.
    pub fn reveal(&self) -> RevealedSeed {
        RevealedSeed::new(self.0)
    }
}

impl From<RevealedSeed> for ServerSeed {
    fn from(seed: RevealedSeed) -> Self {
        Self(*seed.as_bytes())
    }
}

/// A seed in a log stays a secret.
impl fmt::Debug for ServerSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ServerSeed(secret)")
    }
}

/// All seeds of one stretch: they and the number of a draw decide it.
#[derive(Clone, Debug)]
pub struct Seeds {
    server: ServerSeed,
    /// What comes before the number of the draw in every message.
    message: Vec<u8>,
}

/// A draw: the card, and how many words were rejected before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeviceDraw {
    /// The card.
    pub card: Card,
    /// Words that were thrown away because they would have favoured some cards.
    pub rejected: u32,
}

impl Seeds {
    /// The seeds of a stretch at a table.
    pub fn new(server: ServerSeed, clients: &[ClientSeed], table: &str) -> Self {
        let mut message = DRAW.to_vec();
        message.extend_from_slice(&len(clients.len()));
        for text in clients
            .iter()
            .map(|client| client.seed.as_str())
            .chain([table])
        {
            message.extend_from_slice(&len(text.len()));
            message.extend_from_slice(text.as_bytes());
        }
        Self { server, message }
    }

    /// The card that draw number `draw` (from 0) takes out of `pile`; none when the pile is empty.
    ///
    /// The cards of the pile are numbered by rank and suit (Ace to King, clubs to spades), equal
    /// cards one after the other.
    pub fn draw(&self, draw: u64, pile: &Composition) -> Option<DeviceDraw> {
        if pile.is_empty() {
            return None;
        }
        let message = [self.message.as_slice(), &draw.to_be_bytes()].concat();
        let (index, rejected) = derived_index(&self.server.0, &message, pile.len());
        let card = pile.cards().nth(usize::try_from(index).ok()?)?;
        Some(DeviceDraw { card, rejected })
    }
}

/// A length as eight bytes, greatest first.
fn len(len: usize) -> [u8; 8] {
    u64::try_from(len)
        .expect("no length has more than 64 bits")
        .to_be_bytes()
}

/// A device in use.
#[derive(Clone, Debug)]
pub struct Device {
    table: String,
    seeds: Seeds,
    pile: Composition,
    draws: u64,
    rejected: u64,
}

impl Device {
    /// A device that holds `pile`, at the beginning of a stretch.
    pub fn new(table: &str, pile: Composition, server: ServerSeed, clients: &[ClientSeed]) -> Self {
        Self::resume(table, pile, server, clients, 0)
    }

    /// A device in the middle of a stretch: after so many draws under these seeds, and with `pile`
    /// in it.
    pub fn resume(
        table: &str,
        pile: Composition,
        server: ServerSeed,
        clients: &[ClientSeed],
        draws: u64,
    ) -> Self {
        Self {
            table: table.to_owned(),
            seeds: Seeds::new(server, clients, table),
            pile,
            draws,
            rejected: 0,
        }
    }

    /// What it holds.
    pub fn pile(&self) -> &Composition {
        &self.pile
    }

    /// How many cards were drawn under these seeds.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// How many words were rejected so far.
    pub fn rejected(&self) -> u64 {
        self.rejected
    }

    /// The next card; none when the device is empty.
    pub fn draw(&mut self) -> Option<Card> {
        let DeviceDraw { card, rejected } = self.seeds.draw(self.draws, &self.pile)?;
        assert!(self.pile.take(card), "a card is drawn from what is there");
        self.draws += 1;
        self.rejected += u64::from(rejected);
        Some(card)
    }

    /// A card goes back in.
    pub fn put_back(&mut self, card: Card) {
        self.pile.put(card);
    }

    /// Changes the seeds and begins a new stretch with the cards that are in the device. The
    /// server's old seed comes back, to be revealed.
    pub fn rotate(&mut self, server: ServerSeed, clients: &[ClientSeed]) -> RevealedSeed {
        let old = self.seeds.server.reveal();
        self.seeds = Seeds::new(server, clients, &self.table);
        self.draws = 0;
        old
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seeded, Who};
    use std::collections::BTreeMap;

    fn clients(seeds: &[&str]) -> Vec<ClientSeed> {
        let client = |seed: &&str| ClientSeed {
            from: Who::Player("ann".to_owned()),
            seed: (*seed).to_owned(),
        };
        seeds.iter().map(client).collect()
    }

    fn device(seed: u8, others: &[&str], table: &str) -> Device {
        Device::new(
            table,
            Composition::decks_of_48(1),
            ServerSeed::new([seed; 32]),
            &clients(others),
        )
    }

    fn cards(mut device: Device) -> Vec<Card> {
        std::iter::from_fn(|| device.draw()).collect()
    }

    #[test]
    fn a_device_deals_what_it_holds_and_then_nothing() {
        let drawn = cards(device(1, &["a"], "t"));
        assert_eq!(
            drawn.iter().copied().collect::<Composition>(),
            Composition::decks_of_48(1)
        );
        assert_eq!(
            device(1, &["a"], "t")
                .seeds
                .draw(0, &Composition::default()),
            None
        );
    }

    #[test]
    fn every_seed_and_the_table_decide_the_cards() {
        let drawn = [
            cards(device(1, &["a"], "t")),
            cards(device(2, &["a"], "t")),
            cards(device(1, &["b"], "t")),
            cards(device(1, &["a"], "u")),
            cards(device(1, &["a", ""], "t")),
            cards(device(1, &[], "t")),
            // The same letters parted in other ways.
            cards(device(1, &["at"], "t")),
            cards(device(1, &["a", "t"], "t")),
            cards(device(1, &["", "at"], "t")),
        ];
        assert_eq!(drawn[0], cards(device(1, &["a"], "t")));
        for (one, first) in drawn.iter().enumerate() {
            for second in &drawn[..one] {
                assert_ne!(first, second);
            }
        }
    }

    #[test]
    fn cards_put_back_can_come_again_and_a_resumed_device_goes_on_as_before() {
        let mut whole = device(1, &["a"], "t");
        let first = whole.draw().unwrap();
        whole.draw().unwrap();
        whole.put_back(first);
        let mut again = Device::resume(
            "t",
            whole.pile().clone(),
            ServerSeed::new([1; 32]),
            &clients(&["a"]),
            whole.draws(),
        );
        assert_eq!(whole.pile().len(), 47);
        for _ in 0..47 {
            assert_eq!(whole.draw(), again.draw());
        }
        assert_eq!(whole.draw(), None);
    }

    #[test]
    fn a_change_of_seeds_keeps_the_cards_and_gives_the_old_seed_back() {
        let mut changed = device(1, &["a"], "t");
        changed.draw().unwrap();
        let old = changed.rotate(ServerSeed::new([2; 32]), &clients(&["b"]));
        assert_eq!(old, RevealedSeed::new([1; 32]));
        assert_eq!((changed.draws(), changed.pile().len()), (0, 47));
        let mut fresh = Device::new(
            "t",
            changed.pile().clone(),
            ServerSeed::new([2; 32]),
            &clients(&["b"]),
        );
        assert_eq!(changed.draw(), fresh.draw());
    }

    #[test]
    fn the_commitment_is_the_digest_of_words_seed_and_table() {
        let commitment = ServerSeed::new([1; 32]).commitment("table 1");
        let parts = [b"pontoon/device/seed/v1".as_slice(), &[1; 32], b"table 1"].concat();
        assert_eq!(commitment, Digest::new(Sha256::digest(parts).into()));
        assert_ne!(commitment, ServerSeed::new([1; 32]).commitment("table 2"));
        assert_ne!(commitment, ServerSeed::new([2; 32]).commitment("table 1"));
    }

    #[test]
    fn every_card_of_a_device_comes_as_often_as_it_should() {
        let pile: Composition = ["As", "As", "7h", "Kd"]
            .map(|card| card.parse().unwrap())
            .into_iter()
            .collect();
        let seeds = Seeds::new(ServerSeed::new([1; 32]), &clients(&["a"]), "t");
        let mut times: BTreeMap<String, u32> = BTreeMap::new();
        for draw in 0..4000 {
            *times
                .entry(seeds.draw(draw, &pile).unwrap().card.to_string())
                .or_default() += 1;
        }
        // Expected 2000, 1000, 1000; four standard deviations are 127 and 110.
        assert!(times["As"].abs_diff(2000) < 127, "{times:?}");
        assert!(times["7h"].abs_diff(1000) < 110, "{times:?}");
        assert!(times["Kd"].abs_diff(1000) < 110, "{times:?}");
    }

    #[test]
    fn without_entropy_there_is_no_seed_and_a_seed_in_a_log_is_secret() {
        struct None;
        impl Entropy for None {
            fn fill(&mut self, _: &mut [u8]) -> Result<(), NoEntropy> {
                Err(NoEntropy)
            }
        }
        assert_eq!(ServerSeed::draw(&mut None), Err(NoEntropy));
        let seed = ServerSeed::draw(&mut Seeded::of_number(1)).unwrap();
        assert_eq!(format!("{seed:?}"), "ServerSeed(secret)");
    }
}
