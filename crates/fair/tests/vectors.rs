//! The test vectors: values that another program reckoned, and whole records that must hold for
//! ever.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use cards::{Card, Composition};
use fair::{
    Beacon, BeaconRound, ClientSeed, Committed, Device, DeviceRecord, Digest, Known, SealedCard,
    SealedShoe, Seeded, ServerSeed, ShoeRecord, SignedCommitment, Signer, Verdict, Who, shuffled,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Vectors {
    shoes: Vec<ShoeVector>,
    commitments: Vec<CommitmentVector>,
    devices: Vec<DeviceVector>,
    cuts: Vec<CutVector>,
    shuffles: Vec<ShuffleVector>,
}

#[derive(Deserialize)]
struct ShoeVector {
    id: fair::Id,
    cards: Vec<SealedCard>,
    root: Digest,
    paths: Vec<PathVector>,
}

#[derive(Deserialize)]
struct PathVector {
    place: u32,
    path: Vec<Digest>,
}

#[derive(Deserialize)]
struct CommitmentVector {
    secret: Digest,
    signed: String,
    commitment: SignedCommitment,
}

#[derive(Deserialize)]
struct DeviceVector {
    seed: Digest,
    clients: Vec<String>,
    table: String,
    decks: u8,
    digest: Digest,
    cards: Vec<String>,
}

#[derive(Deserialize)]
struct CutVector {
    value: Beacon,
    id: fair::Id,
    cards: u32,
    edge: u32,
    place: u32,
}

#[derive(Deserialize)]
struct ShuffleVector {
    seed: u64,
    decks: u8,
    order: String,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("vectors/primitives.json")).unwrap()
}

#[test]
fn shoes_have_the_roots_and_paths_that_another_program_reckoned() {
    for vector in vectors().shoes {
        let shoe = SealedShoe::of(vector.id, vector.cards).unwrap();
        assert_eq!(shoe.commitment(), vector.root, "{} cards", shoe.n_cards());
        for PathVector { place, path } in vector.paths {
            let opening = shoe.open(place).unwrap();
            assert_eq!(opening.path, path, "place {place} of {}", shoe.n_cards());
            assert_eq!(
                opening.verify(vector.id, shoe.n_cards(), vector.root),
                Ok(())
            );
        }
    }
}

#[test]
fn commitments_are_signed_as_another_program_signs() {
    let mut kinds = Vec::new();
    for CommitmentVector {
        secret,
        signed,
        commitment,
    } in vectors().commitments
    {
        assert_eq!(commitment.verify(), Ok(()));
        let bytes: String = commitment
            .signed_bytes()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        assert_eq!(bytes, signed);
        let signer = Signer::new(secret.as_bytes());
        assert_eq!(signer.public_key(), commitment.key);
        let SignedCommitment {
            id,
            cards,
            digest,
            time_ms,
            ..
        } = commitment;
        let again = match commitment.kind {
            Committed::Shoe => {
                let shoe = vectors()
                    .shoes
                    .into_iter()
                    .find(|shoe| shoe.id == id)
                    .unwrap();
                SignedCommitment::to_shoe(
                    &SealedShoe::of(id, shoe.cards).unwrap(),
                    time_ms,
                    &signer,
                )
            }
            Committed::Device => SignedCommitment::to_device(id, cards, digest, time_ms, &signer),
        };
        assert_eq!(again, commitment);
        kinds.push(commitment.kind);
    }
    assert_eq!(kinds, [Committed::Shoe, Committed::Device]);
}

#[test]
fn devices_draw_what_another_program_draws() {
    for vector in vectors().devices {
        let server = ServerSeed::new(*vector.seed.as_bytes());
        assert_eq!(server.commitment(&vector.table), vector.digest);
        let client = |seed: String| ClientSeed {
            from: Who::Player(String::new()),
            seed,
        };
        let clients: Vec<ClientSeed> = vector.clients.into_iter().map(client).collect();
        let mut device = Device::new(
            &vector.table,
            Composition::decks_of_48(vector.decks),
            server,
            &clients,
        );
        for (draw, card) in vector.cards.iter().enumerate() {
            assert_eq!(
                device.draw().map(|card| card.to_string()).as_ref(),
                Some(card),
                "draw {draw}"
            );
        }
    }
}

#[test]
fn beacons_cut_where_another_program_cuts() {
    for CutVector {
        value,
        id,
        cards,
        edge,
        place,
    } in vectors().cuts
    {
        let round = BeaconRound {
            chain: Digest::new([0; 32]),
            round: 1,
            value,
        };
        assert_eq!(round.cut(id, cards, edge), place, "{cards} cards");
    }
}

#[test]
fn a_seed_shuffles_as_another_program_shuffles() {
    for ShuffleVector { seed, decks, order } in vectors().shuffles {
        let pile: Vec<Card> = Composition::decks_of_48(decks).cards().collect();
        let (shuffled, _) = shuffled(pile, &mut Seeded::of_number(seed)).unwrap();
        let expected: Vec<Card> = order.split(' ').map(|card| card.parse().unwrap()).collect();
        assert_eq!(shuffled, expected, "seed {seed}");
    }
}

#[test]
fn whole_records_hold_and_are_written_as_they_were() {
    let shoe = include_str!("vectors/shoe.json");
    let record: ShoeRecord = serde_json::from_str(shoe).unwrap();
    assert_eq!(record.verify(&Known::default()).verdict(), Verdict::Holds);
    assert_eq!(
        serde_json::to_string_pretty(&record).unwrap(),
        shoe.trim_end()
    );
    let device = include_str!("vectors/device.json");
    let record: DeviceRecord = serde_json::from_str(device).unwrap();
    assert_eq!(record.verify(&Known::default()).verdict(), Verdict::Holds);
    assert_eq!(
        serde_json::to_string_pretty(&record).unwrap(),
        device.trim_end()
    );
}
