//! A shoe that is committed to before the first card: an order, a salt for each card, and the root
//! over both.
//!
//! The commitment is to the order itself, not to a seed it was made from: every order of the cards
//! is possible, and none can be reckoned from another. Who cuts and what is dealt when is the
//! table's business.

use crate::merkle::{Tree, leaf};
use crate::{Digest, Entropy, Id, NoEntropy, Opening, Salt, WordCount, shuffled};
use cards::{Card, Composition};
use std::fmt;

/// The most cards a shoe may hold: far more than eight decks.
pub const MOST_CARDS: u32 = 4096;

/// What a leaf begins with, so that it is never taken for something else that was hashed.
const LEAF: &[u8] = b"pontoon/shoe/card/v1";

/// What the bytes of a stored shoe begin with; the last byte is the version.
const STORED: &[u8; 8] = b"pontshoe";
const VERSION: u8 = 1;

/// The bytes of a card in store: two letters and a salt.
const CARD_LEN: usize = 2 + 16;

/// A shuffled shoe with its salts. Secret until the shoe is over: what may be told is in
/// [`SealedShoe::commitment`] and [`SealedShoe::open`].
#[derive(Clone)]
pub struct SealedShoe {
    id: Id,
    cards: Vec<SealedCard>,
    tree: Tree,
}

/// A card and what hid it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SealedCard {
    /// The card.
    #[serde(with = "crate::card_text")]
    #[cfg_attr(feature = "ts", ts(as = "Card"))]
    pub card: Card,
    /// Its salt.
    pub salt: Salt,
}

/// Why a shoe could not be sealed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SealFault {
    /// Chance failed: there is no shoe.
    NoEntropy(NoEntropy),
    /// So many cards are no shoe.
    Size(usize),
}

impl fmt::Display for SealFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEntropy(failure) => failure.fmt(f),
            Self::Size(cards) => write!(
                f,
                "{cards} cards are no shoe: it holds from 1 to {MOST_CARDS}"
            ),
        }
    }
}

impl std::error::Error for SealFault {}

impl From<NoEntropy> for SealFault {
    fn from(failure: NoEntropy) -> Self {
        Self::NoEntropy(failure)
    }
}

impl SealedShoe {
    /// Shuffles a pile and seals it. First the words of the shuffle are drawn, then the salts in
    /// the order of the cards.
    ///
    /// # Errors
    ///
    /// When chance fails, or the pile is empty or too large. There is then no shoe.
    pub fn draw<E: Entropy>(
        id: Id,
        pile: &Composition,
        entropy: &mut E,
    ) -> Result<(Self, WordCount), SealFault> {
        size(pile.cards().count())?;
        let (order, words) = shuffled(pile.cards().collect(), entropy)?;
        let mut cards = Vec::with_capacity(order.len());
        for card in order {
            let mut salt = [0; 16];
            entropy.fill(&mut salt)?;
            cards.push(SealedCard {
                card,
                salt: Salt::new(salt),
            });
        }
        Ok((Self::of(id, cards)?, words))
    }

    /// A shoe whose order and salts are known already: one that was revealed.
    ///
    /// # Errors
    ///
    /// When there are no cards, or too many.
    pub fn of(id: Id, cards: Vec<SealedCard>) -> Result<Self, SealFault> {
        size(cards.len())?;
        let tree = tree_of(id, &cards).ok_or(SealFault::Size(0))?;
        Ok(Self { id, cards, tree })
    }

    /// Its name.
    pub fn id(&self) -> Id {
        self.id
    }

    /// How many cards it holds.
    pub fn n_cards(&self) -> u32 {
        u32::try_from(self.cards.len()).expect("a sealed shoe holds no more than MOST_CARDS")
    }

    /// The root over all cards: published before the cut.
    pub fn commitment(&self) -> Digest {
        self.tree.root()
    }

    /// The card at a place of the order that was committed to (from 0, before the cut), with what
    /// proves it.
    pub fn open(&self, place: u32) -> Option<Opening> {
        let at = usize::try_from(place).ok()?;
        let SealedCard { card, salt } = *self.cards.get(at)?;
        Some(Opening {
            place,
            card,
            salt,
            path: self.tree.path(at),
        })
    }

    /// The card that comes out as number `nth` (from 0) once the `cut` first cards have gone behind
    /// the others.
    pub fn open_after_cut(&self, cut: u32, nth: u32) -> Option<Opening> {
        let n = self.n_cards();
        (nth < n).then(|| self.open(place_after_cut(cut, nth, n)))?
    }

    /// The order after a cut, for a [`cards::Shoe`] to deal.
    pub fn cards_after_cut(&self, cut: u32) -> Vec<Card> {
        let n = self.n_cards();
        (0..n)
            .filter_map(|nth| self.open_after_cut(cut, nth))
            .map(|opening| opening.card)
            .collect()
    }

    /// Everything, for when the shoe is over: each card with its salt, in the order that was
    /// committed to.
    pub fn reveal(&self) -> &[SealedCard] {
        &self.cards
    }

    /// The shoe as bytes, for the server's secret store: a mark, a version, the id, the number of
    /// cards, the cards with their salts, and the root to check them by.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(STORED.len() + 21 + self.cards.len() * CARD_LEN + 32);
        bytes.extend_from_slice(STORED);
        bytes.push(VERSION);
        bytes.extend_from_slice(self.id.as_bytes());
        bytes.extend_from_slice(&self.n_cards().to_be_bytes());
        for SealedCard { card, salt } in &self.cards {
            bytes.extend_from_slice(&letters(*card));
            bytes.extend_from_slice(salt.as_bytes());
        }
        bytes.extend_from_slice(self.commitment().as_bytes());
        bytes
    }

    /// The shoe that [`SealedShoe::to_bytes`] wrote.
    ///
    /// # Errors
    ///
    /// When the bytes are anything else: the first thing that is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StoredFault> {
        let mut reader = Reader { rest: bytes };
        if reader.take::<8>()? != STORED {
            return Err(StoredFault::Mark);
        }
        let [version] = *reader.take::<1>()?;
        if version != VERSION {
            return Err(StoredFault::Version(version));
        }
        let id = Id::new(*reader.take()?);
        let n = u32::from_be_bytes(*reader.take()?);
        if !(1..=MOST_CARDS).contains(&n) {
            return Err(StoredFault::Size(n));
        }
        let mut cards = Vec::new();
        for place in 0..n {
            let card = card_of(*reader.take()?).ok_or(StoredFault::Card(place))?;
            cards.push(SealedCard {
                card,
                salt: Salt::new(*reader.take()?),
            });
        }
        let root = Digest::new(*reader.take()?);
        if !reader.rest.is_empty() {
            return Err(StoredFault::TooLong(reader.rest.len()));
        }
        let shoe = Self::of(id, cards).map_err(|_| StoredFault::Size(n))?;
        if shoe.commitment() == root {
            Ok(shoe)
        } else {
            Err(StoredFault::Root)
        }
    }
}

/// Neither order nor salts: a shoe in a log stays a secret.
impl fmt::Debug for SealedShoe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("SealedShoe");
        shown
            .field("id", &self.id)
            .field("cards", &self.cards.len())
            .field("root", &self.commitment())
            .finish_non_exhaustive()
    }
}

/// Why bytes are no stored shoe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoredFault {
    /// They do not begin as a stored shoe does.
    Mark,
    /// They are of a version that is not known here.
    Version(u8),
    /// No shoe holds so many cards.
    Size(u32),
    /// At this place is no card.
    Card(u32),
    /// They end too soon.
    TooShort,
    /// So many bytes follow the end.
    TooLong(usize),
    /// Cards, salts and root do not belong together.
    Root,
}

impl fmt::Display for StoredFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mark => f.write_str("the bytes are no stored shoe"),
            Self::Version(version) => write!(
                f,
                "the shoe was stored in version {version}; this program reads version {VERSION}"
            ),
            Self::Size(cards) => write!(
                f,
                "the stored shoe says it holds {cards} cards; a shoe holds from 1 to {MOST_CARDS}"
            ),
            Self::Card(place) => write!(f, "the stored shoe has no card at place {place}"),
            Self::TooShort => f.write_str("the stored shoe ends too soon"),
            Self::TooLong(bytes) => write!(f, "{bytes} bytes follow the end of the stored shoe"),
            Self::Root => f.write_str("the cards of the stored shoe do not give its root"),
        }
    }
}

impl std::error::Error for StoredFault {}

/// Takes arrays off the front of bytes.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take<const N: usize>(&mut self) -> Result<&'a [u8; N], StoredFault> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or(StoredFault::TooShort)?;
        self.rest = rest;
        Ok(taken)
    }
}

/// The digest of one card at its place.
pub(crate) fn leaf_of(id: Id, place: u32, card: Card, salt: Salt) -> Digest {
    leaf(&[
        LEAF,
        id.as_bytes(),
        &place.to_be_bytes(),
        &letters(card),
        salt.as_bytes(),
    ])
}

/// The root over cards in their order; none over nothing.
pub(crate) fn root_of(id: Id, cards: &[SealedCard]) -> Option<Digest> {
    Some(tree_of(id, cards)?.root())
}

fn tree_of(id: Id, cards: &[SealedCard]) -> Option<Tree> {
    Tree::new(
        (0..)
            .zip(cards)
            .map(|(place, sealed)| leaf_of(id, place, sealed.card, sealed.salt))
            .collect(),
    )
}

/// Which place of the committed order comes out as number `nth` after a cut.
pub(crate) fn place_after_cut(cut: u32, nth: u32, n_cards: u32) -> u32 {
    let place = (u64::from(cut) + u64::from(nth)) % u64::from(n_cards);
    u32::try_from(place).expect("a place is below the number of cards")
}

fn size(cards: usize) -> Result<(), SealFault> {
    let fits = u32::try_from(cards).is_ok_and(|cards| (1..=MOST_CARDS).contains(&cards));
    if fits {
        Ok(())
    } else {
        Err(SealFault::Size(cards))
    }
}

/// The two letters of a card as bytes.
fn letters(card: Card) -> [u8; 2] {
    [card.rank.letter(), card.suit.letter()]
        .map(|letter| u8::try_from(letter).expect("a card is written in ASCII"))
}

fn card_of(letters: [u8; 2]) -> Option<Card> {
    std::str::from_utf8(&letters).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seeded;

    fn sealed(decks: u8) -> SealedShoe {
        SealedShoe::draw(
            Id::new([9; 16]),
            &Composition::decks_of_48(decks),
            &mut Seeded::of_number(3),
        )
        .unwrap()
        .0
    }

    #[test]
    fn a_sealed_shoe_holds_the_cards_of_the_pile() {
        let shoe = sealed(8);
        assert_eq!(shoe.n_cards(), 384);
        let held: Composition = shoe.reveal().iter().map(|sealed| sealed.card).collect();
        assert_eq!(held, Composition::decks_of_48(8));
        assert_ne!(
            shoe.cards_after_cut(0),
            Composition::decks_of_48(8).cards().collect::<Vec<_>>()
        );
    }

    #[test]
    fn a_cut_deals_as_a_shoe_that_was_cut() {
        let shoe = sealed(1);
        let order: Vec<Card> = shoe.reveal().iter().map(|sealed| sealed.card).collect();
        let mut cut = cards::Shoe::new(order).cut(17);
        for card in shoe.cards_after_cut(17) {
            assert_eq!(cut.draw(), Some(cards::Drawn::Card(card)));
        }
        assert_eq!(cut.draw(), None);
        assert_eq!(shoe.open_after_cut(17, 0).unwrap().place, 17);
        assert_eq!(shoe.open_after_cut(17, 31).unwrap().place, 0);
        assert_eq!(shoe.open_after_cut(17, 48), None);
        assert_eq!(shoe.open(48), None);
    }

    #[test]
    fn no_salt_is_used_twice() {
        let salts: std::collections::BTreeSet<Salt> = sealed(8)
            .reveal()
            .iter()
            .map(|sealed| sealed.salt)
            .collect();
        assert_eq!(salts.len(), 384);
    }

    #[test]
    fn without_entropy_there_is_no_shoe_whether_it_fails_in_the_shuffle_or_in_the_salts() {
        /// Fails after so many calls.
        struct Failing(u32);
        impl Entropy for Failing {
            fn fill(&mut self, _: &mut [u8]) -> Result<(), NoEntropy> {
                self.0 = self.0.checked_sub(1).ok_or(NoEntropy)?;
                Ok(())
            }
        }
        let pile = Composition::decks_of_48(1);
        // 47 words and 48 salts. Zeros are never rejected.
        for calls in [0, 1, 46, 47, 48, 94] {
            let sealed = SealedShoe::draw(Id::new([0; 16]), &pile, &mut Failing(calls));
            assert_eq!(
                sealed.err(),
                Some(SealFault::NoEntropy(NoEntropy)),
                "{calls} calls"
            );
        }
        assert!(SealedShoe::draw(Id::new([0; 16]), &pile, &mut Failing(95)).is_ok());
    }

    #[test]
    fn an_empty_pile_and_a_huge_one_are_no_shoe() {
        for (pile, size) in [
            (Composition::default(), 0),
            (Composition::decks_of_48(86), 4128),
        ] {
            let sealed = SealedShoe::draw(Id::new([0; 16]), &pile, &mut Seeded::of_number(1));
            assert_eq!(sealed.err(), Some(SealFault::Size(size)));
        }
    }

    #[test]
    fn a_shoe_is_stored_and_comes_back() {
        let shoe = sealed(3);
        let again = SealedShoe::from_bytes(&shoe.to_bytes()).unwrap();
        assert_eq!((again.id(), again.reveal()), (shoe.id(), shoe.reveal()));
        assert_eq!(again.commitment(), shoe.commitment());
    }

    #[test]
    fn bytes_that_are_no_stored_shoe_are_refused_by_name() {
        let good = sealed(1).to_bytes();
        let with = |at: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[at] = byte;
            SealedShoe::from_bytes(&bytes).err()
        };
        assert_eq!(with(0, b'P'), Some(StoredFault::Mark));
        assert_eq!(with(8, 2), Some(StoredFault::Version(2)));
        assert_eq!(with(25, 1), Some(StoredFault::Size(0x0100_0030)));
        assert_eq!(with(28, 0), Some(StoredFault::Size(0)));
        assert_eq!(with(28, 47), Some(StoredFault::TooLong(CARD_LEN)));
        assert_eq!(with(28, 49), Some(StoredFault::Card(48)));
        assert_eq!(with(29 + CARD_LEN, b'x'), Some(StoredFault::Card(1)));
        assert_eq!(
            SealedShoe::from_bytes(&[]).err(),
            Some(StoredFault::TooShort)
        );
        for len in 0..good.len() {
            assert_eq!(
                SealedShoe::from_bytes(&good[..len]).err(),
                Some(StoredFault::TooShort),
                "{len} bytes"
            );
        }
        // Whatever bit of id, cards, salts or root is flipped, the shoe is refused.
        for at in (9..25).chain(29..good.len()) {
            let fault = with(at, good[at] ^ 1);
            assert!(
                matches!(fault, Some(StoredFault::Root | StoredFault::Card(_))),
                "byte {at}: {fault:?}"
            );
        }
    }

    #[test]
    fn a_shoe_in_a_log_tells_no_card() {
        let shoe = sealed(1);
        let shown = format!("{shoe:?}");
        assert!(shown.contains(&shoe.commitment().to_string()));
        assert!(
            shoe.reveal()
                .iter()
                .all(|sealed| !shown.contains(&sealed.salt.to_string()))
        );
    }
}
