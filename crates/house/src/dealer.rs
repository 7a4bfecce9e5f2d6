//! The software dealer: sealed shoes and devices with two seeds, in the place of a dealer with real
//! cards.
//!
//! What the dealer has done is the sum of the table's events, so it needs no record of its own.
//! What the dealer knows and nobody else may, the order of the cards, is one secret document, which
//! is opened when the shoe is over; or, where cards from it lie face down then, when their round
//! is.

use crate::notes::{Notes, Step};
use crate::secret::{Secret, SecretFault, Secrets};
use cards::{Card, Composition, index_below};
use fair::{
    ClientSeed, Cut, Device, Entropy, Id, NoEntropy, SealedShoe, ServerSeed, ShoeRecord,
    SignedCommitment, Signer, Who, Words,
};
use game::{Dealing, Draw, Faces, Need};
use ledger::TableId;
use rules::{Multipliers, RackReturn};
use solver::side_wagers::pandemonium::Chances;
use store::Put;
use table::{Command, Cutter, Event, Needs, Seal, Table, Time, What};

/// What a dealer works with.
#[derive(Debug)]
pub struct Tools<'a, E> {
    /// Where chance comes from.
    pub entropy: &'a mut E,
    /// Who signs commitments.
    pub signer: &'a Signer,
}

/// A dealer at one table.
#[derive(Clone, Debug)]
pub struct Dealer {
    table: TableId,
    secrets: Secrets,
    notes: Notes,
    /// The device as it stands, when it has been needed since the start.
    device: Option<Device>,
}

/// A command of the dealer's, and the secrets that must be kept with it.
#[derive(Debug)]
pub struct Brought {
    /// What the table is told.
    pub command: Command,
    /// What is written down beside it.
    pub puts: Vec<Put>,
}

impl Dealer {
    /// A dealer who has dealt nothing yet.
    pub fn new(table: &Table) -> Self {
        Self {
            table: table.id(),
            secrets: Secrets::default(),
            notes: Notes::new(table),
            device: None,
        }
    }

    /// Gives the dealer back the secret of a shoe that is being dealt, and the shoes that are not
    /// shown yet.
    ///
    /// # Errors
    ///
    /// When the document is none of ours.
    pub fn remember(&mut self, document: &[u8]) -> Result<(), SecretFault> {
        self.secrets = Secrets::from_bytes(document).map_err(|why| SecretFault::Unreadable {
            table: self.table,
            why,
        })?;
        Ok(())
    }

    /// The same with the secret itself, and the document it must lie in.
    pub(crate) fn remember_secret(&mut self, secret: Secret) -> Put {
        self.secrets.now = Some(secret);
        self.secrets.put(self.table)
    }

    /// Begins with a table that was written down whole: a new shoe, of which nothing has come out.
    pub(crate) fn resume_at(&mut self, table: &Table) {
        self.notes
            .begin(table.shoe_no(), &table.seal().0, Vec::new());
    }

    /// Whether the cards of the present shoe are known: without them it cannot be dealt on.
    pub fn has_cards(&self, table: &Table) -> bool {
        table.shoe_no() == 0 || self.secrets.now.is_some() || !table.is_open()
    }

    /// What the table waits for.
    ///
    /// # Errors
    ///
    /// When there is no entropy: then nothing is dealt.
    pub fn bring<E: Entropy>(
        &mut self,
        table: &Table,
        at: Time,
        tools: &mut Tools<'_, E>,
    ) -> Result<Option<Brought>, NoEntropy> {
        let command = match table.needs() {
            Needs::Nothing => return Ok(None),
            Needs::Shuffle(cards) => return self.shuffle(table, &cards, at, tools).map(Some),
            Needs::Cut(range) => {
                let above = below(range.end() - range.start() + 1, tools.entropy)?;
                Command::CutByHouse {
                    place: range.start() + above,
                }
            }
            Needs::Seed => {
                let mut seed = [0; 16];
                tools.entropy.fill(&mut seed)?;
                Command::SeedByHouse {
                    seed: Id::new(seed).to_string(),
                }
            }
            Needs::Draw(need) => match self.draw(table, need, tools.entropy)? {
                Some(draw) => Command::Deal { draw },
                None => return Ok(None),
            },
        };
        Ok(Some(Brought {
            command,
            puts: Vec::new(),
        }))
    }

    fn shuffle<E: Entropy>(
        &mut self,
        table: &Table,
        cards: &Composition,
        at: Time,
        tools: &mut Tools<'_, E>,
    ) -> Result<Brought, NoEntropy> {
        let mut name = [0; 16];
        tools.entropy.fill(&mut name)?;
        let id = Id::new(name);
        let (secret, commitment) = match table.config().dealing {
            Dealing::Shoe => {
                let (sealed, _) =
                    SealedShoe::draw(id, cards, tools.entropy).map_err(|_| NoEntropy)?;
                let commitment = SignedCommitment::to_shoe(&sealed, at.0, tools.signer);
                (Secret::Shoe(sealed), commitment)
            }
            Dealing::Device => {
                let seed = ServerSeed::draw(tools.entropy)?;
                let digest = seed.commitment(&self.table.to_string());
                (
                    Secret::Device(seed),
                    SignedCommitment::to_device(id, cards.len(), digest, at.0, tools.signer),
                )
            }
        };
        let seal = serde_json::to_string(&commitment).expect("a commitment is plain data");
        self.secrets.now = Some(secret);
        Ok(Brought {
            command: Command::Shuffled { seal: Seal(seal) },
            puts: vec![self.secrets.put(self.table)],
        })
    }

    fn draw<E: Entropy>(
        &mut self,
        table: &Table,
        need: Need,
        entropy: &mut E,
    ) -> Result<Option<Draw>, NoEntropy> {
        let draw = match need {
            Need::Multiplier => {
                return Ok(
                    multiplier(&table.book().pandemonium.multipliers.is, entropy)?
                        .map(Draw::Multiplier),
                );
            }
            Need::Shuffle => return Ok(None),
            Need::Burn | Need::Card(_) if table.cutting_card_is_next() => Draw::CuttingCard,
            Need::Burn => {
                self.next_card(table);
                Draw::Burned
            }
            Need::Card(_) => match self.next_card(table) {
                Some(card) => Draw::Card(card),
                None => return Ok(None),
            },
        };
        Ok(Some(draw))
    }

    fn next_card(&mut self, table: &Table) -> Option<Card> {
        match self.secrets.now.as_ref()? {
            Secret::Shoe(sealed) => {
                let (cut, _, drawn) = table.shoe_place();
                sealed
                    .open_after_cut(cut.unwrap_or(0), drawn)
                    .map(|opening| opening.card)
            }
            Secret::Device(seed) => {
                let device = match self.device.take() {
                    Some(device) => device,
                    None => self.notes.device(seed),
                };
                self.device.insert(device).draw()
            }
        }
    }

    /// Takes note of what happened; `table` is the table before it. What a shoe that is over must
    /// show is returned.
    pub fn observe(&mut self, table: &Table, event: &Event) -> Vec<Put> {
        match &event.what {
            What::ShuffleDue { .. } | What::Closed => return self.end_shoe(table),
            What::Shuffled { shoe, seal } => self.begin_shoe(table, *shoe, &seal.0),
            What::SeedGiven { by, seed } => {
                let from = who(table, *by);
                self.notes.seed(ClientSeed {
                    from,
                    seed: seed.clone(),
                });
            }
            What::Cut { by, place } => self.notes.cut(Cut {
                place: *place,
                by: who(table, *by),
            }),
            What::CuttingCardPlaced { from_back } => self.notes.cutting_card(*from_back),
            What::RoundBegan { .. } => self.notes.begin_round(),
            What::Round(event) => return self.observe_round(table, &event.what),
            What::RoundOver { .. } | What::RoundVoid { .. } => return self.observe_end(table),
            What::Opened
            | What::ClosingAnnounced { .. }
            | What::SignAnnounced { .. }
            | What::SignChanged { .. }
            | What::MarkerPlaced { .. }
            | What::MarkerRemoved { .. }
            | What::MaximumSet { .. }
            | What::LimitsRaised { .. }
            | What::Reserved { .. }
            | What::Restricted { .. }
            | What::WagersTouched { .. }
            | What::FutureRefused { .. }
            | What::CardFound { .. }
            | What::SupervisorAwaited { .. }
            | What::SupervisorMissed
            | What::Arrived { .. }
            | What::Departed { .. }
            | What::Seated { .. }
            | What::SeatLost { .. }
            | What::SeveralRefused { .. }
            | What::ShuffleOrdered
            | What::CuttingCardAside
            | What::FoundAbsent { .. }
            | What::Interrupted { .. }
            | What::WithdrewFromRound { .. }
            | What::Resumed
            | What::CutOffered { .. }
            | What::CutRefused { .. }
            | What::WagersUntil { .. }
            | What::Laid { .. }
            | What::WagersWithdrawn { .. }
            | What::Ready { .. }
            | What::Chosen { .. }
            | What::DecisionUntil { .. } => {}
        }
        Vec::new()
    }

    fn observe_round(&mut self, table: &Table, what: &game::What) -> Vec<Put> {
        if matches!(what, game::What::Dealt { .. }) {
            self.notes.add(Step::Dealt);
        } else if matches!(what, game::What::Burned) {
            self.notes.add(Step::Burned);
        } else if matches!(what, game::What::RackReturned) {
            let layout = table
                .round()
                .map(|(_, round)| round.layout().cards().collect())
                .unwrap_or_default();
            self.put_back(layout);
        } else if matches!(what, game::What::CuttingCardFirst) {
            return self.end_shoe(table);
        }
        Vec::new()
    }

    /// A round ends: no card lies face down any more, and the shoes that waited for this are shown.
    fn observe_end(&mut self, table: &Table) -> Vec<Put> {
        let device = table.config().dealing == Dealing::Device;
        if device && table.book().shoe.rack_return.is == RackReturn::RoundEnd {
            self.put_back(Vec::new());
        }
        let waiting = std::mem::take(&mut self.secrets.waiting);
        if waiting.is_empty() {
            return Vec::new();
        }
        let shown = waiting.into_iter().map(|opened| opened.put(self.table));
        shown.chain([self.secrets.put(self.table)]).collect()
    }

    fn put_back(&mut self, layout: Vec<Card>) {
        if let Some(device) = &mut self.device {
            let back = self.notes.missing_but(device.pile(), &layout);
            back.iter().for_each(|card| device.put_back(*card));
        }
        self.notes.add(Step::Back(layout));
    }

    fn begin_shoe(&mut self, table: &Table, shoe: u64, seal: &str) {
        let mut without = table.pack();
        if let Needs::Shuffle(cards) = table.needs() {
            for card in cards.cards() {
                let _ = without.take(card);
            }
        }
        self.device = None;
        self.notes.begin(shoe, seal, without.cards().collect());
    }

    /// Opens everything: an order that was committed to is always shown in the end. Where cards
    /// from it may still lie face down, the end is that of the round.
    fn end_shoe(&mut self, table: &Table) -> Vec<Put> {
        let Some(secret) = self.secrets.now.take() else {
            return Vec::new();
        };
        self.device = None;
        let Some(opened) = self.notes.opened(&secret) else {
            return Vec::new();
        };
        if hides_cards(table) {
            self.secrets.waiting.push(opened);
            return vec![self.secrets.put(self.table)];
        }
        vec![opened.put(self.table), self.secrets.put(self.table)]
    }

    /// The shoe as far as it may be seen now: every card that was dealt, with its proof, and
    /// nothing else. Where cards are dealt face down, those of the present round wait for its end;
    /// so does a shoe that was made without them, since what is not in it would tell them.
    pub fn so_far(&self, table: &Table) -> Option<ShoeRecord> {
        let Some(Secret::Shoe(sealed)) = &self.secrets.now else {
            return None;
        };
        if hides_cards(table) {
            self.notes.before_round(sealed)
        } else {
            self.notes.so_far(sealed)
        }
    }
}

/// Whether cards may lie face down on the layout.
fn hides_cards(table: &Table) -> bool {
    table.config().faces == Faces::Down && table.round().is_some()
}

fn who(table: &Table, by: Cutter) -> Who {
    match by {
        Cutter::Player(player) => Who::Player(table.name(player).unwrap_or_default().to_owned()),
        Cutter::Software => Who::Software,
        Cutter::Dealer => Who::Dealer,
        Cutter::Supervisor => Who::Supervisor,
    }
}

/// What the button shows. The chances stand in no book: they are those by which the wager's return
/// is told.
fn multiplier<E: Entropy>(
    multipliers: &Multipliers,
    entropy: &mut E,
) -> Result<Option<u16>, NoEntropy> {
    let Some(chances) = Chances::usual(multipliers) else {
        return Ok(None);
    };
    let mut words = Words::new(entropy);
    let multiplier = chances.draw(&mut words);
    words.finish()?;
    Ok(Some(multiplier))
}

/// A number below `n`, every one equally likely.
fn below<E: Entropy>(n: u32, entropy: &mut E) -> Result<u32, NoEntropy> {
    let mut words = Words::new(entropy);
    let index = index_below(n, &mut words);
    words.finish()?;
    Ok(index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::builtin;

    /// Words that count up, least byte first.
    struct Counting(u32);

    impl Entropy for Counting {
        fn fill(&mut self, bytes: &mut [u8]) -> Result<(), NoEntropy> {
            bytes.copy_from_slice(&self.0.to_le_bytes()[..bytes.len()]);
            self.0 += 1;
            Ok(())
        }
    }

    /// What the wager is said to be worth rests on these chances: a table must draw by them.
    #[test]
    fn the_button_shows_each_multiplier_as_often_as_the_wagers_return_assumes() {
        let book = builtin("singapore").unwrap();
        let multipliers = &book.pandemonium.multipliers.is;
        let mut entropy = Counting(0);
        let shown: Vec<u16> = (0..100)
            .map(|_| multiplier(multipliers, &mut entropy).unwrap().unwrap())
            .collect();
        let times = |wanted: u16| shown.iter().filter(|&&shown| shown == wanted).count();
        assert_eq!(
            multipliers
                .all()
                .iter()
                .map(|&one| times(one))
                .collect::<Vec<_>>(),
            [7, 9, 12, 13, 14, 15, 15, 15]
        );
        assert_eq!(
            shown.iter().map(|&shown| u32::from(shown)).sum::<u32>(),
            2000,
            "the mean that `pontoon side` tells is 20"
        );
    }
}
