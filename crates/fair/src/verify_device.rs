//! Checks a record of a shuffling device: every draw is made again from the seeds.

use crate::record::{DeviceRecord, Move, Stretch, Who};
use crate::report::{Check, Fault, Outcome, Report, Why, Withheld};
use crate::verify::{Known, held, key, made, signature};
use crate::{Committed, Seeds, ServerSeed, SignedCommitment};
use cards::{Card, Composition};
use std::collections::BTreeMap;

impl DeviceRecord {
    /// Makes every check.
    pub fn verify(&self, known: &Known) -> Report {
        let walked = self.pack.cards().map(|pack| self.walk(pack));
        let (packed, drawn) = match walked {
            Err(card) => (Err(Fault::Without { card }), Err(Why::NoPack)),
            Ok(walk) => (self.sizes(&walk.sizes), Ok(walk.fault.map_or(Ok(()), Err))),
        };
        let checks = [
            (Check::Signature, held(self.signatures())),
            (
                Check::Key,
                key(
                    self.numbered()
                        .map(|(at, stretch)| (Some(at), &stretch.commitment)),
                    known,
                ),
            ),
            (
                Check::Clients,
                held(
                    self.numbered()
                        .try_for_each(|(at, stretch)| clients(at, stretch)),
                ),
            ),
            (Check::Opened, self.opened()),
            (Check::Seed, held(self.seeds())),
            (Check::Pack, held(packed)),
            (Check::Draws, made(drawn)),
            (Check::Rotation, held(self.rotation())),
        ];
        Report::of(checks)
    }

    fn numbered(&self) -> impl Iterator<Item = (usize, &Stretch)> {
        self.stretches.iter().enumerate()
    }

    fn signatures(&self) -> Result<(), Fault> {
        if self.stretches.is_empty() {
            return Err(Fault::NoStretch);
        }
        self.numbered().try_for_each(|(at, stretch)| {
            signature(Some(at), &stretch.commitment, Committed::Device)
        })
    }

    fn opened(&self) -> Outcome {
        let withheld = self
            .stretches
            .iter()
            .position(|stretch| stretch.seed.is_none());
        withheld.map_or(Outcome::Held, |at| Outcome::Incident(Withheld::Seed(at)))
    }

    /// Whether the seeds that were revealed are those committed to.
    fn seeds(&self) -> Result<(), Fault> {
        for (
            stretch,
            Stretch {
                commitment, seed, ..
            },
        ) in self.numbered()
        {
            let Some(seed) = *seed else { continue };
            let was = ServerSeed::from(seed).commitment(&self.table);
            if was != commitment.digest {
                return Err(Fault::Seed {
                    stretch,
                    expected: commitment.digest,
                    was,
                });
            }
        }
        Ok(())
    }

    fn sizes(&self, sizes: &[u32]) -> Result<(), Fault> {
        for ((stretch, one), &expected) in self.numbered().zip(sizes) {
            let was = one.commitment.cards;
            if was != expected {
                return Err(Fault::DeviceSize {
                    stretch,
                    expected,
                    was,
                });
            }
        }
        Ok(())
    }

    fn rotation(&self) -> Result<(), Fault> {
        let (mut ids, mut digests, mut least) = (BTreeMap::new(), BTreeMap::new(), 0);
        for (stretch, one) in self.numbered() {
            let was = one
                .moves
                .iter()
                .filter(|one| matches!(one, Move::Draw(_)))
                .count();
            if u32::try_from(was).map_or(true, |was| was > self.rotate_after) {
                return Err(Fault::TooManyDraws {
                    stretch,
                    most: self.rotate_after,
                    was,
                });
            }
            let SignedCommitment {
                id,
                digest,
                time_ms,
                ..
            } = one.commitment;
            if let Some(before) = ids.insert(id, stretch) {
                return Err(Fault::SameId { stretch, before });
            }
            if let Some(before) = digests.insert(digest, stretch) {
                return Err(Fault::SameSeed { stretch, before });
            }
            if time_ms < least {
                return Err(Fault::Time {
                    stretch,
                    least,
                    was: time_ms,
                });
            }
            least = time_ms;
        }
        Ok(())
    }

    /// Draws and puts back as the record says, up to the first thing that cannot be.
    fn walk(&self, pack: Composition) -> Walk {
        let mut device = Contents {
            inside: pack,
            outside: Composition::default(),
        };
        let mut sizes = Vec::new();
        for (at, stretch) in self.numbered() {
            sizes.push(device.inside.len());
            let seeds = stretch
                .seed
                .map(|seed| Seeds::new(seed.into(), &stretch.clients, &self.table));
            let mut draws = 0;
            for (nth, one) in stretch.moves.iter().enumerate() {
                let done = match one {
                    Move::Draw(card) => {
                        let expected = seeds
                            .as_ref()
                            .and_then(|seeds| seeds.draw(draws, &device.inside));
                        draws += 1;
                        device.draw(at, nth, *card, expected.map(|drawn| drawn.card))
                    }
                    Move::Back(cards) => device.put_back(at, nth, cards),
                };
                if let Err(fault) = done {
                    return Walk {
                        sizes,
                        fault: Some(fault),
                    };
                }
            }
        }
        Walk { sizes, fault: None }
    }
}

/// How far a record could be followed.
struct Walk {
    /// How many cards the device held at the start of each stretch that was reached.
    sizes: Vec<u32>,
    fault: Option<Fault>,
}

/// The cards of a device, and those that are out.
struct Contents {
    inside: Composition,
    outside: Composition,
}

impl Contents {
    /// Takes a card out; where the seeds are known, it must be the one they give.
    fn draw(
        &mut self,
        stretch: usize,
        nth: usize,
        card: Card,
        expected: Option<Card>,
    ) -> Result<(), Fault> {
        if let Some(expected) = expected.filter(|&expected| expected != card) {
            return Err(Fault::Draw {
                stretch,
                nth,
                expected,
                was: card,
            });
        }
        if !self.inside.take(card) {
            return Err(Fault::NotHeld { stretch, nth, card });
        }
        self.outside.put(card);
        Ok(())
    }

    fn put_back(&mut self, stretch: usize, nth: usize, cards: &[Card]) -> Result<(), Fault> {
        for &card in cards {
            if !self.outside.take(card) {
                return Err(Fault::NotOut { stretch, nth, card });
            }
            self.inside.put(card);
        }
        Ok(())
    }
}

/// Whether a seed beside the server's went into every draw, and a beacon's seed is its value. Where
/// no player gave one, the dealer or a supervisor stands in, as at a cut: the record says who it
/// was.
fn clients(number: usize, stretch: &Stretch) -> Result<(), Fault> {
    for (nth, client) in stretch.clients.iter().enumerate() {
        if let Who::Beacon(round) = &client.from {
            let expected = round.value;
            if client.seed != expected.to_string() {
                return Err(Fault::BeaconSeed {
                    stretch: number,
                    nth,
                    expected,
                });
            }
        }
    }
    let draws = stretch
        .moves
        .iter()
        .any(|each| matches!(each, Move::Draw(_)));
    if draws && stretch.clients.is_empty() {
        Err(Fault::NoClient { stretch: number })
    } else {
        Ok(())
    }
}
