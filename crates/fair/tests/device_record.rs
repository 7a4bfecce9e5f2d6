//! A record of a device holds as it is; whatever is altered in it is named.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use cards::Card;
use fair::{
    Beacon, BeaconRound, Check, ClientSeed, CommitmentFault, Committed, DeviceRecord, Digest,
    Fault, Known, Move, Outcome, RevealedSeed, ServerSeed, SignedCommitment, Verdict, Who, Why,
    Withheld,
};
use support::{device_record, signer};

fn fault(record: &DeviceRecord) -> (Check, Fault) {
    let report = record.verify(&Known::default());
    assert_eq!(report.verdict(), Verdict::Failed);
    let (check, fault) = report.first_fault().unwrap();
    (check, fault.clone())
}

fn outcome(record: &DeviceRecord, check: Check) -> Outcome {
    let report = record.verify(&Known::default());
    report
        .checks
        .iter()
        .find(|checked| checked.check == check)
        .unwrap()
        .outcome
        .clone()
}

fn altered(alter: impl FnOnce(&mut DeviceRecord)) -> DeviceRecord {
    let mut record = device_record();
    alter(&mut record);
    record
}

/// Signs the commitment of a stretch anew after a change.
fn signed(record: &mut DeviceRecord, stretch: usize, change: impl FnOnce(&mut SignedCommitment)) {
    let one = &mut record.stretches[stretch].commitment;
    change(one);
    *one = SignedCommitment::to_device(one.id, one.cards, one.digest, one.time_ms, &signer());
}

fn drawn(record: &DeviceRecord, stretch: usize, nth: usize) -> Card {
    match record.stretches[stretch].moves[nth] {
        Move::Draw(card) => card,
        Move::Back(_) => panic!("cards went back there"),
    }
}

#[test]
fn a_good_record_holds_in_every_check() {
    let report = device_record().verify(&Known {
        key: Some(signer().public_key()),
        ..Known::default()
    });
    assert!(
        report
            .checks
            .iter()
            .all(|checked| checked.outcome == Outcome::Held),
        "{report:?}"
    );
    assert_eq!(report.verdict(), Verdict::Holds);
    let names: Vec<&str> = report
        .checks
        .iter()
        .map(|checked| checked.check.name())
        .collect();
    assert_eq!(
        names,
        [
            "signature",
            "key",
            "clients",
            "opened",
            "seed",
            "pack",
            "draws",
            "rotation"
        ]
    );
}

#[test]
fn a_drawn_card_that_the_seeds_do_not_give_is_named_with_the_one_they_give() {
    let expected = drawn(&device_record(), 1, 8);
    let was = Card::all().find(|&card| card != expected).unwrap();
    let record = altered(|record| record.stretches[1].moves[8] = Move::Draw(was));
    let fault = fault(&record);
    assert_eq!(
        fault,
        (
            Check::Draws,
            Fault::Draw {
                stretch: 1,
                nth: 8,
                expected,
                was
            }
        )
    );
    assert_eq!(
        fault.1.to_string(),
        format!("stretches[1].moves[8].draw: expected {expected}, was {was}")
    );
}

#[test]
fn a_draw_left_out_or_made_twice_is_named() {
    for again in [false, true] {
        let record = altered(|record| {
            let moves = &mut record.stretches[0].moves;
            let one = moves.remove(2);
            if again {
                moves.splice(2..2, [one.clone(), one]);
            }
        });
        assert!(matches!(
            fault(&record),
            (Check::Draws, Fault::Draw { stretch: 0, .. })
        ));
    }
}

#[test]
fn another_players_seed_or_another_table_gives_other_cards() {
    let record = altered(|record| record.stretches[0].clients[0].seed.push('!'));
    assert!(matches!(
        fault(&record),
        (Check::Draws, Fault::Draw { stretch: 0, .. })
    ));
    let record = altered(|record| record.table.push('!'));
    assert!(matches!(
        fault(&record),
        (Check::Seed, Fault::Seed { stretch: 0, .. })
    ));
}

#[test]
fn a_seed_other_than_the_one_committed_to_is_named() {
    let was = ServerSeed::new([9; 32]).commitment("table 1");
    let record = altered(|record| record.stretches[1].seed = Some(RevealedSeed::new([9; 32])));
    let expected = device_record().stretches[1].commitment.digest;
    assert_eq!(
        fault(&record),
        (
            Check::Seed,
            Fault::Seed {
                stretch: 1,
                expected,
                was
            }
        )
    );
}

#[test]
fn a_commitment_of_another_kind_or_with_a_bad_signature_is_named_with_its_stretch() {
    let record = altered(|record| record.stretches[1].commitment.cards -= 1);
    let bad = Fault::Commitment {
        stretch: Some(1),
        fault: CommitmentFault::Signature,
    };
    assert_eq!(
        bad.to_string(),
        "stretches[1].commitment: its signature does not fit its values and its key"
    );
    assert_eq!(fault(&record), (Check::Signature, bad));
    let record = altered(|record| record.stretches[0].commitment.kind = Committed::Shoe);
    let kind = Fault::Kind {
        stretch: Some(0),
        expected: Committed::Device,
        was: Committed::Shoe,
    };
    assert_eq!(fault(&record), (Check::Signature, kind));
    assert_eq!(
        fault(&altered(|record| record.stretches.clear())),
        (Check::Signature, Fault::NoStretch)
    );
}

#[test]
fn a_device_holds_what_it_held_before_the_seeds_were_changed() {
    // Four cards stayed out in the first stretch.
    assert_eq!(device_record().stretches[1].commitment.cards, 140);
    let record = altered(|record| signed(record, 1, |commitment| commitment.cards = 144));
    assert_eq!(
        fault(&record),
        (
            Check::Pack,
            Fault::DeviceSize {
                stretch: 1,
                expected: 140,
                was: 144
            }
        )
    );
    let record = altered(|record| record.pack.decks = 4);
    assert_eq!(
        fault(&record),
        (
            Check::Pack,
            Fault::DeviceSize {
                stretch: 0,
                expected: 192,
                was: 144
            }
        )
    );
}

#[test]
fn a_pack_that_makes_no_sense_leaves_the_draws_unchecked() {
    let ace = "As".parse().unwrap();
    let record = altered(|record| record.pack.without = vec![ace; 4]);
    assert_eq!(fault(&record), (Check::Pack, Fault::Without { card: ace }));
    assert_eq!(
        outcome(&record, Check::Draws),
        Outcome::NotMade(Why::NoPack)
    );
}

#[test]
fn a_card_that_was_not_out_cannot_go_back() {
    let back = |record: &mut DeviceRecord, card| match &mut record.stretches[0].moves[5] {
        Move::Back(cards) => cards.push(card),
        Move::Draw(_) => panic!("a card was drawn there"),
    };
    let out: Vec<Card> = (0..5).map(|nth| drawn(&device_record(), 0, nth)).collect();
    let card = Card::all().find(|card| !out.contains(card)).unwrap();
    let record = altered(|record| back(record, card));
    assert_eq!(
        fault(&record),
        (
            Check::Draws,
            Fault::NotOut {
                stretch: 0,
                nth: 5,
                card
            }
        )
    );
    // The first card of the five is out and may go back; the next draws then come from another
    // pile.
    let record = altered(|record| back(record, out[0]));
    assert!(matches!(
        fault(&record),
        (Check::Draws, Fault::Draw { stretch: 0, .. })
    ));
}

#[test]
fn a_card_that_the_device_did_not_hold_is_named_even_if_no_seed_was_revealed() {
    let card = "Ts".parse().unwrap();
    let record = altered(|record| {
        record.stretches[1].seed = None;
        record.stretches[1].moves[0] = Move::Draw(card);
    });
    assert_eq!(
        fault(&record),
        (
            Check::Draws,
            Fault::NotHeld {
                stretch: 1,
                nth: 0,
                card
            }
        )
    );
}

#[test]
fn an_empty_device_gives_no_card() {
    let card = "As".parse().unwrap();
    let mut record = device_record();
    record.pack.decks = 0;
    signed(&mut record, 0, |commitment| commitment.cards = 0);
    record.stretches.truncate(1);
    record.stretches[0].moves = vec![Move::Draw(card)];
    assert_eq!(
        fault(&record),
        (
            Check::Draws,
            Fault::NotHeld {
                stretch: 0,
                nth: 0,
                card
            }
        )
    );
}

#[test]
fn a_seed_never_revealed_is_an_incident_and_not_a_failure() {
    let record = altered(|record| record.stretches[1].seed = None);
    assert_eq!(
        record.verify(&Known::default()).verdict(),
        Verdict::Incident
    );
    assert_eq!(
        outcome(&record, Check::Opened),
        Outcome::Incident(Withheld::Seed(1))
    );
}

#[test]
fn somebody_must_have_given_a_seed_before_a_card_is_drawn() {
    // Who gave it does not enter the draw: others may stand in, as at a cut.
    for from in [Who::Software, Who::Dealer, Who::Supervisor] {
        let record = altered(|record| record.stretches[0].clients[0].from = from);
        assert_eq!(record.verify(&Known::default()).verdict(), Verdict::Holds);
    }
    let record = altered(|record| record.stretches[1].clients.clear());
    assert_eq!(
        fault(&record),
        (Check::Clients, Fault::NoClient { stretch: 1 })
    );
    let record = altered(|record| {
        record.stretches[1].clients.clear();
        record.stretches[1].moves.clear();
    });
    assert_eq!(outcome(&record, Check::Clients), Outcome::Held);
}

#[test]
fn a_beacons_seed_is_its_value() {
    let round = BeaconRound {
        chain: Digest::new([1; 32]),
        round: 5,
        value: Beacon::new([2; 32]),
    };
    let beacon = |seed: String| ClientSeed {
        from: Who::Beacon(round),
        seed,
    };
    let record = altered(|record| {
        record.stretches[0]
            .clients
            .push(beacon(Beacon::new([2; 32]).to_string()))
    });
    // The seed is right, and enters the draws.
    assert_eq!(fault(&record).0, Check::Draws);
    let record = altered(|record| record.stretches[0].clients.push(beacon("2".to_owned())));
    let expected = Beacon::new([2; 32]);
    assert_eq!(
        fault(&record),
        (
            Check::Clients,
            Fault::BeaconSeed {
                stretch: 0,
                nth: 1,
                expected
            }
        )
    );
}

#[test]
fn seeds_are_changed_in_time_and_never_used_again() {
    let record = altered(|record| record.rotate_after = 19);
    assert_eq!(
        fault(&record),
        (
            Check::Rotation,
            Fault::TooManyDraws {
                stretch: 0,
                most: 19,
                was: 20
            }
        )
    );
    let record = altered(|record| {
        let id = record.stretches[0].commitment.id;
        signed(record, 1, |commitment| commitment.id = id);
    });
    assert_eq!(
        fault(&record),
        (
            Check::Rotation,
            Fault::SameId {
                stretch: 1,
                before: 0
            }
        )
    );
    let record = altered(|record| {
        record.stretches.truncate(1);
        record.stretches[0].moves.truncate(6);
        let mut again = record.stretches[0].clone();
        again.moves.clear();
        record.stretches.push(again);
        signed(record, 1, |commitment| {
            commitment.id = fair::Id::new([5; 16]);
            commitment.cards = 143;
        });
    });
    assert_eq!(
        fault(&record),
        (
            Check::Rotation,
            Fault::SameSeed {
                stretch: 1,
                before: 0
            }
        )
    );
    let record = altered(|record| signed(record, 1, |commitment| commitment.time_ms -= 2));
    let least = 1_700_000_000_000;
    assert_eq!(
        fault(&record),
        (
            Check::Rotation,
            Fault::Time {
                stretch: 1,
                least,
                was: least - 1
            }
        )
    );
}
