//! Checks a record of a shoe.
//!
//! It trusts nothing in the record but checks one part against the other; the root, signed before
//! the cut, holds them together.

use crate::record::{Cut, How, Out, ShoeRecord, Who};
use crate::report::{Check, Checked, Fault, Outcome, Report, Why, Withheld};
use crate::sealed::{place_after_cut, root_of};
use crate::{Committed, PublicKey, SealedCard, SignedCommitment};
use cards::{Card, Composition};

/// What the reader knows and the record cannot say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The house's key, if the reader has it from elsewhere.
    pub key: Option<PublicKey>,
    /// How many cards from either end a cut must be: one deck. In a pack of less than two decks,
    /// the middle.
    pub cut_edge: u32,
}

impl Default for Known {
    fn default() -> Self {
        Self {
            key: None,
            cut_edge: 48,
        }
    }
}

impl ShoeRecord {
    /// Makes every check.
    pub fn verify(&self, known: &Known) -> Report {
        let pack = self.pack.cards();
        let revealed = self.reveal.as_deref().ok_or(Why::NotOpened);
        let opened = match self.reveal {
            Some(_) => Outcome::Held,
            None => Outcome::Incident(Withheld::Shoe),
        };
        let checks = [
            (
                Check::Signature,
                held(signature(None, &self.commitment, Committed::Shoe)),
            ),
            (Check::Key, key([(None, &self.commitment)], known)),
            (Check::Openings, held(self.openings())),
            (Check::Opened, opened),
            (
                Check::Reveal,
                made(revealed.map(|cards| self.reveals(cards))),
            ),
            (Check::Pack, held(self.packed(pack))),
            (Check::Cut, held(self.was_cut(known.cut_edge))),
            (
                Check::CuttingCard,
                made(
                    self.cutting_card
                        .ok_or(Why::NoCuttingCard)
                        .map(|place| self.cutting_card_at(place)),
                ),
            ),
            (Check::Order, held(self.in_order())),
        ];
        Report::of(checks)
    }

    fn openings(&self) -> Result<(), Fault> {
        let SignedCommitment {
            id, cards, digest, ..
        } = self.commitment;
        for (nth, out) in self.out.iter().enumerate() {
            match (out.opening(), out.how) {
                (Some(opening), _) => {
                    opening
                        .verify(id, cards, digest)
                        .map_err(|fault| Fault::Opening {
                            nth,
                            card: opening.card,
                            place: opening.place,
                            fault,
                        })?
                }
                (None, How::Dealt) => {
                    return Err(Fault::NotShown {
                        nth,
                        place: out.place,
                    });
                }
                (None, How::Burned) => {}
            }
        }
        Ok(())
    }

    fn reveals(&self, cards: &[SealedCard]) -> Result<(), Fault> {
        let SignedCommitment {
            id,
            cards: expected,
            digest,
            ..
        } = self.commitment;
        if usize::try_from(expected) != Ok(cards.len()) {
            return Err(Fault::RevealSize {
                expected,
                was: cards.len(),
            });
        }
        let was = root_of(id, cards).ok_or(Fault::Empty)?;
        if was == digest {
            Ok(())
        } else {
            Err(Fault::RevealRoot {
                expected: digest,
                was,
            })
        }
    }

    fn packed(&self, pack: Result<Composition, Card>) -> Result<(), Fault> {
        let pack = pack.map_err(|card| Fault::Without { card })?;
        if pack.len() != self.commitment.cards {
            return Err(Fault::PackSize {
                expected: pack.len(),
                was: self.commitment.cards,
            });
        }
        let Some(cards) = &self.reveal else {
            return Ok(());
        };
        if usize::try_from(pack.len()) != Ok(cards.len()) {
            return Err(Fault::RevealSize {
                expected: pack.len(),
                was: cards.len(),
            });
        }
        let revealed: Composition = cards.iter().map(|sealed| sealed.card).collect();
        let wrong = Card::all().find(|&card| revealed.count(card) != pack.count(card));
        wrong.map_or(Ok(()), |card| {
            Err(Fault::PackCard {
                card,
                expected: pack.count(card),
                was: revealed.count(card),
            })
        })
    }

    fn was_cut(&self, edge: u32) -> Result<(), Fault> {
        let n = self.commitment.cards;
        let edge = edge.min(n / 2);
        let (least, most) = (edge, n - edge);
        match &self.cut {
            None if self.out.is_empty() => Ok(()),
            None => Err(Fault::NoCut {
                out: self.out.len(),
            }),
            Some(Cut { place, .. }) if !(least..=most).contains(place) => Err(Fault::CutPlace {
                least,
                most,
                was: *place,
            }),
            Some(Cut {
                place,
                by: Who::Beacon(round),
            }) => {
                let expected = round.cut(self.commitment.id, n, edge);
                if *place == expected {
                    Ok(())
                } else {
                    Err(Fault::BeaconCut {
                        expected,
                        was: *place,
                    })
                }
            }
            Some(Cut {
                by: Who::Player(_) | Who::Software | Who::Dealer | Who::Supervisor,
                ..
            }) => Ok(()),
        }
    }

    fn cutting_card_at(&self, from_back: u32) -> Result<(), Fault> {
        let most = self.commitment.cards;
        if from_back <= most {
            Ok(())
        } else {
            Err(Fault::CuttingCard {
                most,
                was: from_back,
            })
        }
    }

    fn in_order(&self) -> Result<(), Fault> {
        let n = self.commitment.cards;
        if u32::try_from(self.out.len()).map_or(true, |out| out > n) {
            return Err(Fault::TooMany {
                most: n,
                was: self.out.len(),
            });
        }
        // Without a cut the check of the cut fails, and the places can still follow one another.
        let cut = self.cut.as_ref().map_or(0, |cut| cut.place);
        for ((nth, after), out) in (0..).zip(0..).zip(&self.out) {
            let expected = place_after_cut(cut, after, n);
            if out.place != expected {
                return Err(Fault::Place {
                    nth,
                    expected,
                    was: out.place,
                });
            }
            self.as_revealed(nth, out)?;
        }
        Ok(())
    }

    /// Compares a card that was shown with the opened shoe, where both are there.
    fn as_revealed(&self, nth: usize, out: &Out) -> Result<(), Fault> {
        let there = usize::try_from(out.place)
            .ok()
            .and_then(|place| self.reveal.as_ref()?.get(place));
        match (there, &out.shown) {
            (Some(there), Some(shown)) if there.card != shown.card => Err(Fault::Card {
                nth,
                place: out.place,
                expected: there.card,
                was: shown.card,
            }),
            _ => Ok(()),
        }
    }
}

impl Report {
    pub(crate) fn of<const N: usize>(checks: [(Check, Outcome); N]) -> Self {
        Self {
            checks: checks
                .into_iter()
                .map(|(check, outcome)| Checked { check, outcome })
                .collect(),
        }
    }
}

/// A check that was made.
pub(crate) fn held(found: Result<(), Fault>) -> Outcome {
    found.map_or_else(Outcome::Failed, |()| Outcome::Held)
}

/// A check that was made, or could not be.
pub(crate) fn made(found: Result<Result<(), Fault>, Why>) -> Outcome {
    found.map_or_else(Outcome::NotMade, held)
}

/// Whether a commitment is of the right kind and signed.
pub(crate) fn signature(
    stretch: Option<usize>,
    commitment: &SignedCommitment,
    expected: Committed,
) -> Result<(), Fault> {
    if commitment.kind != expected {
        return Err(Fault::Kind {
            stretch,
            expected,
            was: commitment.kind,
        });
    }
    commitment
        .verify()
        .map_err(|fault| Fault::Commitment { stretch, fault })
}

/// Whether commitments are signed by the key that the reader knows.
pub(crate) fn key<'a>(
    commitments: impl IntoIterator<Item = (Option<usize>, &'a SignedCommitment)>,
    known: &Known,
) -> Outcome {
    let Some(expected) = known.key else {
        return Outcome::NotMade(Why::NoKeyGiven);
    };
    let other = commitments
        .into_iter()
        .find(|(_, commitment)| commitment.key != expected);
    held(other.map_or(Ok(()), |(stretch, commitment)| {
        Err(Fault::Key {
            stretch,
            expected,
            was: commitment.key,
        })
    }))
}
