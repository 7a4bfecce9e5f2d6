//! Records that hold, for tests to alter.
#![allow(dead_code, reason = "each test uses some of it")]

use cards::Composition;
use fair::{
    ClientSeed, Cut, Device, DeviceRecord, How, Id, Move, Out, Pack, SealedShoe, Seeded,
    ServerSeed, ShoeRecord, SignedCommitment, Signer, Stretch, Who,
};

/// The house's key in these tests.
pub(crate) fn signer() -> Signer {
    Signer::new(&[42; 32])
}

/// The shoe behind [`shoe_record`].
pub(crate) fn shoe() -> SealedShoe {
    SealedShoe::draw(
        Id::new([7; 16]),
        &Composition::decks_of_48(3),
        &mut Seeded::of_number(1),
    )
    .unwrap()
    .0
}

/// Three decks, cut at 60 by ann; one card burned unseen, forty dealt, then opened.
pub(crate) fn shoe_record() -> ShoeRecord {
    record_of(&shoe(), Pack::of_decks(3), 60, 41)
}

/// A shoe from which `n_out` cards came after a cut, the first of them burned.
pub(crate) fn record_of(shoe: &SealedShoe, pack: Pack, cut: u32, n_out: u32) -> ShoeRecord {
    let out = |nth| {
        let opening = shoe.open_after_cut(cut, nth).unwrap();
        if nth == 0 {
            Out::hidden(opening.place)
        } else {
            Out::shown(How::Dealt, opening)
        }
    };
    ShoeRecord {
        format: Default::default(),
        commitment: SignedCommitment::to_shoe(shoe, 1_700_000_000_000, &signer()),
        pack,
        cut: Some(Cut {
            place: cut,
            by: Who::Player("ann".to_owned()),
        }),
        cutting_card: Some(48),
        out: (0..n_out).map(out).collect(),
        reveal: Some(shoe.reveal().to_vec()),
    }
}

/// A device of three decks: two stretches of twenty draws, five cards put back after each five
/// drawn.
pub(crate) fn device_record() -> DeviceRecord {
    let table = "table 1";
    let pack = Pack::of_decks(3);
    let mut pile = pack.cards().unwrap();
    let mut stretches = Vec::new();
    for number in 0..2 {
        let seed = ServerSeed::new([number; 32]);
        let id = Id::new([number; 16]);
        let time = 1_700_000_000_000 + u64::from(number);
        let commitment =
            SignedCommitment::to_device(id, pile.len(), seed.commitment(table), time, &signer());
        let clients = vec![ClientSeed {
            from: Who::Player("ann".to_owned()),
            seed: format!("seed {number}"),
        }];
        let mut device = Device::new(table, pile, seed.clone(), &clients);
        let moves = turn(&mut device);
        pile = device.pile().clone();
        stretches.push(Stretch {
            commitment,
            clients,
            moves,
            seed: Some(seed.reveal()),
        });
    }
    DeviceRecord {
        format: Default::default(),
        table: table.to_owned(),
        pack,
        rotate_after: 20,
        stretches,
    }
}

fn turn(device: &mut Device) -> Vec<Move> {
    let mut moves = Vec::new();
    for _ in 0..4 {
        let drawn: Vec<_> = (0..5).map(|_| device.draw().unwrap()).collect();
        moves.extend(drawn.iter().copied().map(Move::Draw));
        // One card of each five stays out.
        let back = drawn[1..].to_vec();
        back.iter().for_each(|&card| device.put_back(card));
        moves.push(Move::Back(back));
    }
    moves
}
