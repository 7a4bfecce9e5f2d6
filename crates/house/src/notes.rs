//! What was done with the present shoe, or with a device under its present seeds, and the records
//! that tell it.
//!
//! The order of the cards is not known here: whoever has the secret brings it when something is to
//! be shown.

use crate::secret::{OpenedShoe, Secret};
use cards::{Card, Composition};
use fair::{
    ClientSeed, Cut, Device, DeviceFormat, DeviceRecord, How, Move, Opening, Out, Pack, SealedShoe,
    ServerSeed, ShoeFormat, ShoeRecord, SignedCommitment, Stretch,
};
use ledger::TableId;
use table::Table;

/// What was done with the present shoe or seeds.
#[derive(Clone, Debug)]
pub(crate) struct Notes {
    table: TableId,
    decks: u8,
    /// Every card of the table.
    pack: Composition,
    life: Life,
}

/// What begins anew with every shoe.
#[derive(Clone, Debug, Default)]
struct Life {
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
pub(crate) enum Step {
    Dealt,
    Burned,
    /// Everything but these went back into the device.
    Back(Vec<Card>),
}

impl Notes {
    pub(crate) fn new(table: &Table) -> Self {
        Self {
            table: table.id(),
            decks: table.config().decks,
            pack: table.pack(),
            life: Life::default(),
        }
    }

    /// A new shoe, of which nothing has come out.
    pub(crate) fn begin(&mut self, shoe: u64, seal: &str, without: Vec<Card>) {
        self.life = Life {
            shoe,
            seal: seal.to_owned(),
            without,
            ..Life::default()
        };
    }

    pub(crate) fn begin_round(&mut self) {
        self.life.before_round = self.life.out.len();
    }

    pub(crate) fn add(&mut self, step: Step) {
        self.life.out.push(step);
    }

    pub(crate) fn seed(&mut self, seed: ClientSeed) {
        self.life.clients.push(seed);
    }

    pub(crate) fn cut(&mut self, cut: Cut) {
        self.life.cut = Some(cut);
    }

    pub(crate) fn cutting_card(&mut self, from_back: u32) {
        self.life.cutting_card = Some(from_back);
    }

    /// The device as it must stand after everything that was done with it under these seeds.
    pub(crate) fn device(&self, seed: &ServerSeed) -> Device {
        self.draw_again(seed).0
    }

    /// The cards that are neither in `pile` nor among `kept`.
    pub(crate) fn missing_but(&self, pile: &Composition, kept: &[Card]) -> Vec<Card> {
        let mut rest = self.pack.clone();
        for card in pile.cards().chain(kept.iter().copied()) {
            let _ = rest.take(card);
        }
        rest.cards().collect()
    }

    /// The shoe that is over, with everything that was committed to.
    pub(crate) fn opened(&self, secret: &Secret) -> Option<OpenedShoe> {
        let record = match secret {
            Secret::Shoe(sealed) => serde_json::to_string(&self.shoe_record(sealed)?),
            Secret::Device(seed) => serde_json::to_string(&self.device_record(seed)?),
        };
        Some(OpenedShoe {
            shoe: self.life.shoe,
            record: record.expect("a record is plain data"),
        })
    }

    /// Every card that has come out, with its proof, and no other.
    pub(crate) fn so_far(&self, sealed: &SealedShoe) -> Option<ShoeRecord> {
        Some(ShoeRecord {
            reveal: None,
            ..self.shoe_record(sealed)?
        })
    }

    /// Every card that had come out when the present round began. Of a shoe that was shuffled in
    /// mid-round there is nothing to tell: it was made without the cards on the layout.
    pub(crate) fn before_round(&self, sealed: &SealedShoe) -> Option<ShoeRecord> {
        if !self.life.without.is_empty() {
            return None;
        }
        Some(ShoeRecord {
            out: self.openings(sealed, self.life.before_round),
            ..self.so_far(sealed)?
        })
    }

    fn commitment(&self) -> Option<SignedCommitment> {
        serde_json::from_str(&self.life.seal).ok()
    }

    fn pack(&self) -> Pack {
        Pack {
            without: self.life.without.clone(),
            ..Pack::of_decks(self.decks)
        }
    }

    fn pack_at_start(&self) -> Composition {
        let mut pack = self.pack.clone();
        for card in &self.life.without {
            let _ = pack.take(*card);
        }
        pack
    }

    fn shoe_record(&self, sealed: &SealedShoe) -> Option<ShoeRecord> {
        Some(ShoeRecord {
            format: ShoeFormat::V1,
            commitment: self.commitment()?,
            pack: self.pack(),
            cut: self.life.cut.clone(),
            cutting_card: self.life.cutting_card,
            out: self.openings(sealed, self.life.out.len()),
            reveal: Some(sealed.reveal().to_vec()),
        })
    }

    /// The cards of the first `steps`, each with its proof; burned cards stay hidden.
    fn openings(&self, sealed: &SealedShoe, steps: usize) -> Vec<Out> {
        let cut = self.life.cut.as_ref().map_or(0, |cut| cut.place);
        let steps = self
            .life
            .out
            .iter()
            .take(steps)
            .filter(|step| !matches!(step, Step::Back(_)));
        let opened = (0_u32..).zip(steps).filter_map(|(nth, step)| {
            let opening: Opening = sealed.open_after_cut(cut, nth)?;
            Some(match step {
                Step::Dealt => Out::shown(How::Dealt, opening),
                Step::Burned | Step::Back(_) => Out::hidden(opening.place),
            })
        });
        opened.collect()
    }

    fn device_record(&self, seed: &ServerSeed) -> Option<DeviceRecord> {
        let (_, moves) = self.draw_again(seed);
        let clients = self.life.clients.clone();
        let stretch = Stretch {
            commitment: self.commitment()?,
            clients,
            moves,
            seed: Some(seed.reveal()),
        };
        let rotate_after = u32::MAX;
        Some(DeviceRecord {
            format: DeviceFormat::V1,
            table: self.table.to_string(),
            pack: self.pack(),
            rotate_after,
            stretches: vec![stretch],
        })
    }

    /// Everything that was done with the device, done once more.
    fn draw_again(&self, seed: &ServerSeed) -> (Device, Vec<Move>) {
        let name = self.table.to_string();
        let mut device = Device::new(
            &name,
            self.pack_at_start(),
            seed.clone(),
            &self.life.clients,
        );
        let mut moves = Vec::new();
        for step in &self.life.out {
            match step {
                Step::Dealt | Step::Burned => moves.extend(device.draw().map(Move::Draw)),
                Step::Back(layout) => {
                    let back = self.missing_but(device.pile(), layout);
                    back.iter().for_each(|card| device.put_back(*card));
                    moves.push(Move::Back(back));
                }
            }
        }
        (device, moves)
    }
}
