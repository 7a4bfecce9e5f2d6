//! The software dealer: sealed shoes and devices with two seeds, in the place of a dealer with real cards.
//!
//! What the dealer has done is the sum of the table's events, so it needs no record of its own. What the dealer knows and
//! nobody else may, the order of the cards, is one secret document, which is opened when the shoe is over.

use crate::documents::{SEALED, SHOE, shoe_key};
use cards::{Card, Composition, index_below};
use fair::{
    ClientSeed, Cut, Device, DeviceFormat, DeviceRecord, Entropy, How, Id, Move, NoEntropy, Opening, Out, Pack, SealedShoe,
    ServerSeed, ShoeFormat, ShoeRecord, SignedCommitment, Signer, Stretch, Who, Words,
};
use game::{Dealing, Draw, Faces, Need};
use ledger::TableId;
use rules::RackReturn;
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
    decks: u8,
    pack: Composition,
    secret: Option<Secret>,
    notes: Notes,
    /// The device as it stands, when it has been needed since the start.
    device: Option<Device>,
}

/// What nobody else may know.
#[derive(Clone, Debug)]
enum Secret {
    Shoe(SealedShoe),
    Device(ServerSeed),
}

/// What was done with the present shoe or seeds.
#[derive(Clone, Debug, Default)]
struct Notes {
    shoe: u64,
    seal: String,
    /// Cards that lay elsewhere when it was shuffled.
    without: Vec<Card>,
    cut: Option<Cut>,
    cutting_card: Option<u32>,
    clients: Vec<ClientSeed>,
    out: Vec<Step>,
    /// How many of these were done before the present round.
    before_round: usize,
}

/// One thing that happened to the cards.
#[derive(Clone, Debug)]
enum Step {
    Dealt,
    Burned,
    /// Everything but these went back into the device.
    Back(Vec<Card>),
}

/// A command of the dealer's, and the secrets that must be kept with it.
#[derive(Debug)]
pub struct Brought {
    /// What the table is told.
    pub command: Command,
    /// What is written down beside it.
    pub puts: Vec<Put>,
}

/// Why a secret document cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SecretFault {
    /// It is none.
    #[error("the sealed cards of table {table} cannot be read: {why}")]
    Unreadable {
        /// Whose.
        table: TableId,
        /// What is wrong.
        why: String,
    },
}

impl Dealer {
    /// A dealer who has dealt nothing yet.
    pub fn new(table: &Table) -> Self {
        Self {
            table: table.id(),
            decks: table.config().decks,
            pack: table.pack(),
            secret: None,
            notes: Notes::default(),
            device: None,
        }
    }

    /// Gives the dealer back the secret of a shoe that is being dealt.
    ///
    /// # Errors
    ///
    /// When the document is none of ours.
    pub fn remember(&mut self, document: &[u8]) -> Result<(), SecretFault> {
        self.secret = Some(Secret::from_bytes(document).map_err(|why| SecretFault::Unreadable { table: self.table, why })?);
        Ok(())
    }

    /// Begins with a table that was written down whole: a new shoe, of which nothing has come out.
    pub(crate) fn resume_at(&mut self, table: &Table) {
        self.notes = Notes { shoe: table.shoe_no(), seal: table.seal().0.clone(), ..Notes::default() };
    }

    /// Whether the cards of the present shoe are known: without them it cannot be dealt on.
    pub fn has_cards(&self, table: &Table) -> bool {
        table.shoe_no() == 0 || self.secret.is_some() || !table.is_open()
    }

    /// What the table waits for.
    ///
    /// # Errors
    ///
    /// When there is no entropy: then nothing is dealt.
    pub fn bring<E: Entropy>(&mut self, table: &Table, at: Time, tools: &mut Tools<'_, E>) -> Result<Option<Brought>, NoEntropy> {
        let command = match table.needs() {
            Needs::Nothing => return Ok(None),
            Needs::Shuffle(cards) => return self.shuffle(table, &cards, at, tools).map(Some),
            Needs::Cut(range) => {
                let above = below(range.end() - range.start() + 1, tools.entropy)?;
                Command::CutByHouse { place: range.start() + above }
            }
            Needs::Seed => {
                let mut seed = [0; 16];
                tools.entropy.fill(&mut seed)?;
                Command::SeedByHouse { seed: Id::new(seed).to_string() }
            }
            Needs::Draw(need) => match self.draw(table, need, tools.entropy)? {
                Some(draw) => Command::Deal { draw },
                None => return Ok(None),
            },
        };
        Ok(Some(Brought { command, puts: Vec::new() }))
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
                let (sealed, _) = SealedShoe::draw(id, cards, tools.entropy).map_err(|_| NoEntropy)?;
                let commitment = SignedCommitment::to_shoe(&sealed, at.0, tools.signer);
                (Secret::Shoe(sealed), commitment)
            }
            Dealing::Device => {
                let seed = ServerSeed::draw(tools.entropy)?;
                let digest = seed.commitment(&self.table.to_string());
                (Secret::Device(seed), SignedCommitment::to_device(id, cards.len(), digest, at.0, tools.signer))
            }
        };
        let seal = serde_json::to_string(&commitment).expect("a commitment is plain data");
        let put = Put { space: SEALED.to_owned(), key: self.table.to_string(), value: Some(secret.to_bytes()) };
        self.secret = Some(secret);
        Ok(Brought { command: Command::Shuffled { seal: Seal(seal) }, puts: vec![put] })
    }

    fn draw<E: Entropy>(&mut self, table: &Table, need: Need, entropy: &mut E) -> Result<Option<Draw>, NoEntropy> {
        let draw = match need {
            Need::Multiplier => {
                let all = table.book().pandemonium.multipliers.is.all();
                let Ok(count) = u32::try_from(all.len()) else { return Ok(None) };
                let place = usize::try_from(below(count.max(1), entropy)?).unwrap_or(0);
                return Ok(all.get(place).map(|&multiplier| Draw::Multiplier(multiplier)));
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
        match self.secret.as_ref()? {
            Secret::Shoe(sealed) => {
                let (cut, _, drawn) = table.shoe_place();
                sealed.open_after_cut(cut.unwrap_or(0), drawn).map(|opening| opening.card)
            }
            Secret::Device(seed) => {
                let seed = seed.clone();
                let device = match self.device.take() {
                    Some(device) => device,
                    None => self.rebuild_device(seed),
                };
                self.device.insert(device).draw()
            }
        }
    }

    /// The device as it must stand after everything that was done with it under these seeds.
    fn rebuild_device(&self, seed: ServerSeed) -> Device {
        let name = self.table.to_string();
        let mut device = Device::new(&name, self.pack_at_start(), seed, &self.notes.clients);
        for step in &self.notes.out {
            match step {
                Step::Dealt | Step::Burned => {
                    let _ = device.draw();
                }
                Step::Back(layout) => {
                    let back = self.missing_but(device.pile(), layout);
                    back.iter().for_each(|card| device.put_back(*card));
                }
            }
        }
        device
    }

    fn pack_at_start(&self) -> Composition {
        let mut pack = self.pack.clone();
        for card in &self.notes.without {
            let _ = pack.take(*card);
        }
        pack
    }

    /// The cards that are neither in `pile` nor among `kept`.
    fn missing_but(&self, pile: &Composition, kept: &[Card]) -> Vec<Card> {
        let mut rest = self.pack.clone();
        for card in pile.cards().chain(kept.iter().copied()) {
            let _ = rest.take(card);
        }
        rest.cards().collect()
    }

    /// Takes note of what happened; `table` is the table before it. What a shoe that is over must show is returned.
    pub fn observe(&mut self, table: &Table, event: &Event) -> Vec<Put> {
        match &event.what {
            What::ShuffleDue { .. } | What::Closed => return self.end_shoe(),
            What::Shuffled { shoe, seal } => self.begin_shoe(table, *shoe, &seal.0),
            What::SeedGiven { by, seed } => {
                let from = who(table, *by);
                self.notes.clients.push(ClientSeed { from, seed: seed.clone() });
            }
            What::Cut { by, place } => {
                self.notes.cut = Some(Cut { place: *place, by: who(table, *by) });
            }
            What::CuttingCardPlaced { from_back } => self.notes.cutting_card = Some(*from_back),
            What::RoundBegan { .. } => self.notes.before_round = self.notes.out.len(),
            What::Round(event) => return self.observe_round(table, &event.what),
            What::RoundOver { .. } | What::RoundVoid { .. } => self.observe_end(table),
            What::Opened
            | What::ClosingAnnounced { .. }
            | What::SignAnnounced { .. }
            | What::SignChanged { .. }
            | What::MarkerPlaced { .. }
            | What::MarkerRemoved { .. }
            | What::MaximumSet { .. }
            | What::Reserved { .. }
            | What::Restricted { .. }
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
            self.notes.out.push(Step::Dealt);
        } else if matches!(what, game::What::Burned) {
            self.notes.out.push(Step::Burned);
        } else if matches!(what, game::What::RackReturned) {
            let layout = table.round().map(|(_, round)| round.layout().cards().collect()).unwrap_or_default();
            self.put_back(layout);
        } else if matches!(what, game::What::CuttingCardFirst) {
            return self.end_shoe();
        }
        Vec::new()
    }

    fn observe_end(&mut self, table: &Table) {
        let device = table.config().dealing == Dealing::Device;
        if device && table.book().shoe.rack_return.is == RackReturn::RoundEnd {
            self.put_back(Vec::new());
        }
    }

    fn put_back(&mut self, layout: Vec<Card>) {
        if let Some(mut device) = self.device.take() {
            let back = self.missing_but(device.pile(), &layout);
            back.iter().for_each(|card| device.put_back(*card));
            self.device = Some(device);
        }
        self.notes.out.push(Step::Back(layout));
    }

    fn begin_shoe(&mut self, table: &Table, shoe: u64, seal: &str) {
        let mut without = self.pack.clone();
        if let Needs::Shuffle(cards) = table.needs() {
            for card in cards.cards() {
                let _ = without.take(card);
            }
        }
        self.device = None;
        self.notes = Notes { shoe, seal: seal.to_owned(), without: without.cards().collect(), ..Notes::default() };
    }

    /// Opens everything: an order that was committed to is always shown in the end.
    fn end_shoe(&mut self) -> Vec<Put> {
        let Some(secret) = self.secret.take() else { return Vec::new() };
        self.device = None;
        let Ok(commitment) = serde_json::from_str::<SignedCommitment>(&self.notes.seal) else { return Vec::new() };
        let record = match &secret {
            Secret::Shoe(sealed) => serde_json::to_vec(&self.shoe_record(commitment, sealed)),
            Secret::Device(seed) => serde_json::to_vec(&self.device_record(commitment, seed)),
        };
        let record = record.expect("a record is plain data");
        vec![
            Put { space: SHOE.to_owned(), key: shoe_key(self.table, self.notes.shoe), value: Some(record) },
            Put { space: SEALED.to_owned(), key: self.table.to_string(), value: None },
        ]
    }

    fn pack(&self) -> Pack {
        Pack { without: self.notes.without.clone(), ..Pack::of_decks(self.decks) }
    }

    fn shoe_record(&self, commitment: SignedCommitment, sealed: &SealedShoe) -> ShoeRecord {
        ShoeRecord {
            format: ShoeFormat::V1,
            commitment,
            pack: self.pack(),
            cut: self.notes.cut.clone(),
            cutting_card: self.notes.cutting_card,
            out: self.openings(sealed, self.notes.out.len()),
            reveal: Some(sealed.reveal().to_vec()),
        }
    }

    /// The cards of the first `steps`, each with its proof; burned cards stay hidden.
    fn openings(&self, sealed: &SealedShoe, steps: usize) -> Vec<Out> {
        let cut = self.notes.cut.as_ref().map_or(0, |cut| cut.place);
        let steps = self.notes.out.iter().take(steps).filter(|step| !matches!(step, Step::Back(_)));
        let opened = (0_u32..).zip(steps).filter_map(|(nth, step)| {
            let opening: Opening = sealed.open_after_cut(cut, nth)?;
            Some(match step {
                Step::Dealt => Out::shown(How::Dealt, opening),
                Step::Burned | Step::Back(_) => Out::hidden(opening.place),
            })
        });
        opened.collect()
    }

    fn device_record(&self, commitment: SignedCommitment, seed: &ServerSeed) -> DeviceRecord {
        let mut device = Device::new(&self.table.to_string(), self.pack_at_start(), seed.clone(), &self.notes.clients);
        let mut moves = Vec::new();
        for step in &self.notes.out {
            match step {
                Step::Dealt | Step::Burned => moves.extend(device.draw().map(Move::Draw)),
                Step::Back(layout) => {
                    let back = self.missing_but(device.pile(), layout);
                    back.iter().for_each(|card| device.put_back(*card));
                    moves.push(Move::Back(back));
                }
            }
        }
        let clients = self.notes.clients.clone();
        let stretch = Stretch { commitment, clients, moves, seed: Some(seed.reveal()) };
        let rotate_after = u32::MAX;
        DeviceRecord {
            format: DeviceFormat::V1,
            table: self.table.to_string(),
            pack: self.pack(),
            rotate_after,
            stretches: vec![stretch],
        }
    }

    /// The shoe as far as it may be seen now: every card that was dealt, with its proof, and nothing else. Where cards are
    /// dealt face down, those of the present round wait for its end.
    pub fn so_far(&self, table: &Table) -> Option<ShoeRecord> {
        let Some(Secret::Shoe(sealed)) = &self.secret else { return None };
        let commitment = serde_json::from_str(&self.notes.seal).ok()?;
        let hidden = table.config().faces == Faces::Down && table.round().is_some();
        let steps = if hidden { self.notes.before_round } else { self.notes.out.len() };
        Some(ShoeRecord { reveal: None, out: self.openings(sealed, steps), ..self.shoe_record(commitment, sealed) })
    }
}

fn who(table: &Table, by: Cutter) -> Who {
    match by {
        Cutter::Player(player) => Who::Player(table.name(player).unwrap_or_default().to_owned()),
        Cutter::Dealer => Who::Dealer,
        Cutter::Supervisor => Who::Supervisor,
    }
}

/// A number below `n`, every one equally likely.
fn below<E: Entropy>(n: u32, entropy: &mut E) -> Result<u32, NoEntropy> {
    let mut words = Words::new(entropy);
    let index = index_below(n, &mut words);
    words.finish()?;
    Ok(index)
}

const SHOE_TAG: u8 = 1;
const DEVICE_TAG: u8 = 2;

impl Secret {
    fn to_bytes(&self) -> Vec<u8> {
        match self {
            Self::Shoe(sealed) => [vec![SHOE_TAG], sealed.to_bytes()].concat(),
            Self::Device(seed) => [vec![DEVICE_TAG], seed.as_bytes().to_vec()].concat(),
        }
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        match bytes.split_first() {
            Some((&SHOE_TAG, rest)) => SealedShoe::from_bytes(rest).map(Self::Shoe).map_err(|fault| fault.to_string()),
            Some((&DEVICE_TAG, rest)) => {
                let seed = rest.try_into().map_err(|_| "a seed has 32 bytes".to_owned())?;
                Ok(Self::Device(ServerSeed::new(seed)))
            }
            Some(_) | None => Err("it is neither a shoe nor a seed".to_owned()),
        }
    }
}
