//! Records of made-up shoes and devices.

use crate::chance::Chance;
use crate::play::Seed;
use anyhow::Result;
use cards::index_below;
use fair::{
    ClientSeed, Cut, Device, DeviceFormat, DeviceRecord, Entropy, How, Id, Move, NoEntropy, Out,
    Pack, SealedShoe, ServerSeed, ShoeFormat, ShoeRecord, SignedCommitment, Signer, Stretch, Who,
    Words,
};

/// The time in a sample: the beginning of 2026. A sample is not signed when it says.
const TIME_MS: u64 = 1_767_225_600_000;

/// A shoe that is cut by a player and dealt, after one burned card, down to its cutting card.
pub(super) fn shoe(decks: u8, seed: Option<&Seed>) -> Result<ShoeRecord> {
    let mut chance = Chance::new(seed);
    let signer = Signer::draw(&mut chance)?;
    let pack = Pack::of_decks(decks);
    let full = pack
        .cards()
        .map_err(|card| anyhow::anyhow!("no {card} is in whole decks"))?;
    let (shoe, _) = SealedShoe::draw(id(&mut chance)?, &full, &mut chance)?;
    let n = shoe.n_cards();
    let edge = 48.min(n / 2);
    let place = edge + number_below(n - 2 * edge + 1, &mut chance)?;
    let mut out = Vec::new();
    for nth in 0..n - edge {
        out.extend(shoe.open_after_cut(place, nth).map(|opening| match nth {
            0 => Out::hidden(opening.place),
            _ => Out::shown(How::Dealt, opening),
        }));
    }
    Ok(ShoeRecord {
        format: ShoeFormat::V1,
        commitment: SignedCommitment::to_shoe(&shoe, TIME_MS, &signer),
        pack,
        cut: Some(Cut {
            place,
            by: Who::Player("ann".to_owned()),
        }),
        cutting_card: Some(edge),
        out,
        reveal: Some(shoe.reveal().to_vec()),
    })
}

/// A device at which three rounds are played under each of two pairs of seeds.
pub(super) fn device(decks: u8, seed: Option<&Seed>) -> Result<DeviceRecord> {
    let mut chance = Chance::new(seed);
    let signer = Signer::draw(&mut chance)?;
    let pack = Pack::of_decks(decks);
    let table = "table 1".to_owned();
    let mut pile = pack
        .cards()
        .map_err(|card| anyhow::anyhow!("no {card} is in whole decks"))?;
    let mut stretches = Vec::new();
    for (since, players) in [(0, ["ann", "bob"]), (60_000, ["cho", "dan"])] {
        let server = ServerSeed::draw(&mut chance)?;
        let digest = server.commitment(&table);
        let commitment = SignedCommitment::to_device(
            id(&mut chance)?,
            pile.len(),
            digest,
            TIME_MS + since,
            &signer,
        );
        let client = |name: &str| ClientSeed {
            from: Who::Player(name.to_owned()),
            seed: format!("{name}'s lucky words"),
        };
        let clients: Vec<ClientSeed> = players.into_iter().map(client).collect();
        let mut device = Device::new(&table, pile, server.clone(), &clients);
        let mut moves = Vec::new();
        for _ in 0..3 {
            moves.extend(round(&mut device));
        }
        pile = device.pile().clone();
        stretches.push(Stretch {
            commitment,
            clients,
            moves,
            seed: Some(server.reveal()),
        });
    }
    Ok(DeviceRecord {
        format: DeviceFormat::V1,
        table,
        pack,
        rotate_after: 1000,
        stretches,
    })
}

/// Ten cards come out, and go back when the round is over.
fn round(device: &mut Device) -> Vec<Move> {
    let drawn: Vec<cards::Card> = (0..10).filter_map(|_| device.draw()).collect();
    drawn.iter().for_each(|&card| device.put_back(card));
    drawn
        .iter()
        .copied()
        .map(Move::Draw)
        .chain([Move::Back(drawn.clone())])
        .collect()
}

fn id(chance: &mut Chance) -> Result<Id, NoEntropy> {
    let mut bytes = [0; 16];
    chance.fill(&mut bytes)?;
    Ok(Id::new(bytes))
}

fn number_below(n: u32, chance: &mut Chance) -> Result<u32, NoEntropy> {
    let mut words = Words::new(chance);
    let number = index_below(n, &mut words);
    words.finish().map(|_| number)
}
