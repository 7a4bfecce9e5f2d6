//! A record of a shoe holds as it is; whatever is altered in it is named.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use cards::{Card, Composition};
use fair::{
    Beacon, BeaconRound, Check, CommitmentFault, Committed, Cut, Digest, Fault, How, Id, Known,
    OpeningFault, Out, Outcome, Pack, PublicKey, Salt, SealedShoe, Seeded, ShoeRecord, Signature,
    SignedCommitment, Signer, Verdict, Who, Why, Withheld,
};
use support::{record_of, shoe, shoe_record, signer};

/// The first fault of a record, which must not hold.
fn fault(record: &ShoeRecord) -> (Check, Fault) {
    let report = record.verify(&Known::default());
    assert_eq!(report.verdict(), Verdict::Failed);
    let (check, fault) = report.first_fault().unwrap();
    (check, fault.clone())
}

fn outcome(record: &ShoeRecord, check: Check) -> Outcome {
    let report = record.verify(&Known::default());
    report
        .checks
        .iter()
        .find(|checked| checked.check == check)
        .unwrap()
        .outcome
        .clone()
}

fn altered(alter: impl FnOnce(&mut ShoeRecord)) -> ShoeRecord {
    let mut record = shoe_record();
    alter(&mut record);
    record
}

fn flip(bytes: &[u8], bit: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[bit / 8] ^= 1 << (bit % 8);
    bytes
}

/// A card that is not this one.
fn other(card: Card) -> Card {
    Card::all().find(|&other| other != card).unwrap()
}

#[test]
fn a_good_record_holds_in_every_check() {
    let report = shoe_record().verify(&Known {
        key: Some(signer().public_key()),
        ..Known::default()
    });
    assert_eq!(report.verdict(), Verdict::Holds);
    assert!(
        report
            .checks
            .iter()
            .all(|checked| checked.outcome == Outcome::Held),
        "{report:?}"
    );
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
            "openings",
            "opened",
            "reveal",
            "pack",
            "cut",
            "cutting-card",
            "order"
        ]
    );
}

#[test]
fn a_key_that_nobody_gave_is_not_compared_and_another_one_is_named() {
    assert_eq!(
        outcome(&shoe_record(), Check::Key),
        Outcome::NotMade(Why::NoKeyGiven)
    );
    let expected = Signer::new(&[1; 32]).public_key();
    let report = shoe_record().verify(&Known {
        key: Some(expected),
        ..Known::default()
    });
    let fault = Fault::Key {
        stretch: None,
        expected,
        was: signer().public_key(),
    };
    assert_eq!(report.first_fault(), Some((Check::Key, &fault)));
}

#[test]
fn a_flipped_bit_of_the_signature_the_root_or_the_key_is_a_bad_signature() {
    let expected = (
        Check::Signature,
        Fault::Commitment {
            stretch: None,
            fault: CommitmentFault::Signature,
        },
    );
    for bit in [0, 255, 300, 511] {
        let bytes = flip(shoe_record().commitment.signature.as_bytes(), bit);
        let signature = Signature::new(bytes.try_into().unwrap());
        assert_eq!(
            fault(&altered(|record| record.commitment.signature = signature)),
            expected,
            "bit {bit}"
        );
    }
    for bit in 0..256 {
        let bytes = flip(shoe_record().commitment.digest.as_bytes(), bit);
        let digest = Digest::new(bytes.try_into().unwrap());
        assert_eq!(
            fault(&altered(|record| record.commitment.digest = digest)),
            expected,
            "bit {bit}"
        );
        let bytes = flip(shoe_record().commitment.key.as_bytes(), bit);
        let key = PublicKey::new(bytes.try_into().unwrap());
        assert_eq!(
            fault(&altered(|record| record.commitment.key = key)).0,
            Check::Signature,
            "bit {bit}"
        );
    }
    assert_eq!(
        fault(&altered(|record| record.commitment.time_ms += 1)),
        expected
    );
    assert_eq!(
        fault(&altered(|record| record.commitment.cards += 1)),
        expected
    );
    assert_eq!(
        fault(&altered(|record| record.commitment.id = Id::new([8; 16]))),
        expected
    );
}

#[test]
fn a_commitment_to_a_device_is_none_to_a_shoe() {
    let shoe = shoe();
    let commitment =
        SignedCommitment::to_device(shoe.id(), shoe.n_cards(), shoe.commitment(), 1, &signer());
    assert_eq!(commitment.verify(), Ok(()));
    let kind = Fault::Kind {
        stretch: None,
        expected: Committed::Shoe,
        was: Committed::Device,
    };
    assert_eq!(
        fault(&altered(|record| record.commitment = commitment)),
        (Check::Signature, kind)
    );
}

#[test]
fn a_root_signed_for_another_shoe_fails_at_the_first_card() {
    let (another, _) = SealedShoe::draw(
        Id::new([7; 16]),
        &Composition::decks_of_48(3),
        &mut Seeded::of_number(2),
    )
    .unwrap();
    let commitment = SignedCommitment::to_shoe(&another, 1_700_000_000_000, &signer());
    let record = altered(|record| record.commitment = commitment);
    let (check, fault) = fault(&record);
    assert_eq!(check, Check::Openings);
    let card = shoe().open_after_cut(60, 1).unwrap().card;
    let expected = format!(
        "out[1], {card} from place 61: it leads to root {}, and {} was committed to",
        shoe().commitment(),
        another.commitment()
    );
    assert_eq!(fault.to_string(), expected);
    let root = Fault::RevealRoot {
        expected: another.commitment(),
        was: shoe().commitment(),
    };
    assert_eq!(outcome(&record, Check::Reveal), Outcome::Failed(root));
}

#[test]
fn a_flipped_bit_of_a_salt_or_a_path_is_named_with_its_card() {
    for bit in 0..128 {
        let record = altered(|record| {
            let shown = record.out[5].shown.as_mut().unwrap();
            shown.salt = Salt::new(flip(shown.salt.as_bytes(), bit).try_into().unwrap());
        });
        assert!(
            matches!(
                fault(&record),
                (
                    Check::Openings,
                    Fault::Opening {
                        nth: 5,
                        place: 65,
                        ..
                    }
                )
            ),
            "bit {bit}"
        );
    }
    for (digest, bit) in [(0, 0), (3, 128), (7, 255)] {
        let record = altered(|record| {
            let digest = &mut record.out[40].shown.as_mut().unwrap().path[digest];
            *digest = Digest::new(flip(digest.as_bytes(), bit).try_into().unwrap());
        });
        assert!(
            matches!(
                fault(&record),
                (
                    Check::Openings,
                    Fault::Opening {
                        nth: 40,
                        place: 100,
                        ..
                    }
                )
            ),
            "bit {bit}"
        );
    }
    let record = altered(|record| record.out[3].shown.as_mut().unwrap().path.truncate(7));
    let (_, Fault::Opening { fault, .. }) = fault(&record) else {
        panic!("an opening is at fault")
    };
    assert_eq!(
        fault,
        OpeningFault::PathLength {
            expected: 8,
            was: 7
        }
    );
}

#[test]
fn a_card_shown_for_another_is_named_by_what_it_should_have_been() {
    let was = shoe_record().out[9].shown.as_ref().unwrap().card;
    let record = altered(|record| record.out[9].shown.as_mut().unwrap().card = other(was));
    assert!(matches!(
        fault(&record),
        (
            Check::Openings,
            Fault::Opening {
                nth: 9,
                place: 69,
                ..
            }
        )
    ));
    let card = Fault::Card {
        nth: 9,
        place: 69,
        expected: was,
        was: other(was),
    };
    assert_eq!(
        card.to_string(),
        format!("out[9], from place 69: expected {was}, was {}", other(was))
    );
    assert_eq!(outcome(&record, Check::Order), Outcome::Failed(card));
}

#[test]
fn a_dealt_card_must_have_been_shown_and_a_burned_one_need_not() {
    let record = altered(|record| record.out[2].shown = None);
    assert_eq!(
        fault(&record),
        (Check::Openings, Fault::NotShown { nth: 2, place: 62 })
    );
    let record = altered(|record| {
        record.out[2].shown = None;
        record.out[2].how = How::Burned;
    });
    assert_eq!(record.verify(&Known::default()).verdict(), Verdict::Holds);
}

#[test]
fn two_cards_of_the_reveal_exchanged_give_another_root() {
    let record = altered(|record| record.reveal.as_mut().unwrap().swap(0, 1));
    assert!(matches!(
        fault(&record),
        (Check::Reveal, Fault::RevealRoot { .. })
    ));
    let record = altered(|record| record.reveal.as_mut().unwrap().truncate(143));
    assert_eq!(
        fault(&record),
        (
            Check::Reveal,
            Fault::RevealSize {
                expected: 144,
                was: 143
            }
        )
    );
    for bit in [0, 64, 127] {
        let record = altered(|record| {
            let last = record.reveal.as_mut().unwrap().last_mut().unwrap();
            last.salt = Salt::new(flip(last.salt.as_bytes(), bit).try_into().unwrap());
        });
        assert!(matches!(
            fault(&record),
            (Check::Reveal, Fault::RevealRoot { .. })
        ));
    }
}

#[test]
fn a_shoe_with_a_card_too_many_of_one_kind_and_too_few_of_another_is_named_by_the_first() {
    // The house seals a shoe in which an Ace of spades stands for a two of clubs: all is signed and
    // leads to the root.
    let mut pile = Composition::decks_of_48(3);
    assert!(pile.take("2c".parse().unwrap()));
    pile.put("As".parse().unwrap());
    let (shoe, _) = SealedShoe::draw(Id::new([1; 16]), &pile, &mut Seeded::of_number(1)).unwrap();
    let record = record_of(&shoe, Pack::of_decks(3), 60, 10);
    let (check, fault) = fault(&record);
    assert_eq!(
        (check, fault.to_string()),
        (Check::Pack, "reveal: expected 3 of As, was 4".to_owned())
    );
}

#[test]
fn no_ten_and_no_other_number_of_decks_is_in_a_pack() {
    let (tens, _) = SealedShoe::draw(
        Id::new([1; 16]),
        &Composition::decks_of_52(12),
        &mut Seeded::of_number(1),
    )
    .unwrap();
    // Twelve decks of 52 are as many cards as thirteen of 48.
    let record = record_of(&tens, Pack::of_decks(13), 60, 10);
    let ace = "Ac".parse().unwrap();
    assert_eq!(
        fault(&record),
        (
            Check::Pack,
            Fault::PackCard {
                card: ace,
                expected: 13,
                was: 12
            }
        )
    );
    let record = altered(|record| record.pack = Pack::of_decks(4));
    assert_eq!(
        fault(&record),
        (
            Check::Pack,
            Fault::PackSize {
                expected: 192,
                was: 144
            }
        )
    );
}

#[test]
fn a_shoe_made_in_mid_round_lacks_the_cards_on_the_layout() {
    let without: Vec<Card> = ["8s", "8s", "Kd"]
        .map(|card| card.parse().unwrap())
        .to_vec();
    let pack = Pack { decks: 3, without };
    let (shoe, _) = SealedShoe::draw(
        Id::new([1; 16]),
        &pack.cards().unwrap(),
        &mut Seeded::of_number(1),
    )
    .unwrap();
    let record = record_of(&shoe, pack, 60, 10);
    assert_eq!(record.verify(&Known::default()).verdict(), Verdict::Holds);
    let eight = "8s".parse().unwrap();
    let mut wrong = record.clone();
    wrong.pack.without = vec![eight; 4];
    assert_eq!(fault(&wrong), (Check::Pack, Fault::Without { card: eight }));
    wrong.pack.without = vec![eight; 3];
    assert_eq!(
        fault(&wrong),
        (
            Check::Pack,
            Fault::PackCard {
                card: eight,
                expected: 0,
                was: 1
            }
        )
    );
}

#[test]
fn a_cut_is_a_deck_from_either_end() {
    for (place, may) in [
        (0, false),
        (47, false),
        (48, true),
        (96, true),
        (97, false),
        (143, false),
        (144, false),
    ] {
        let record = record_of(&shoe(), Pack::of_decks(3), place, 10);
        if may {
            assert_eq!(
                record.verify(&Known::default()).verdict(),
                Verdict::Holds,
                "{place}"
            );
        } else {
            assert_eq!(
                fault(&record),
                (
                    Check::Cut,
                    Fault::CutPlace {
                        least: 48,
                        most: 96,
                        was: place
                    }
                )
            );
        }
        let anywhere = Known {
            cut_edge: 0,
            ..Known::default()
        };
        assert_eq!(
            record.verify(&anywhere).verdict(),
            Verdict::Holds,
            "{place}"
        );
    }
}

#[test]
fn another_cut_than_the_cards_show_is_out_of_order() {
    let record = altered(|record| record.cut.as_mut().unwrap().place = 61);
    assert_eq!(
        fault(&record),
        (
            Check::Order,
            Fault::Place {
                nth: 0,
                expected: 61,
                was: 60
            }
        )
    );
}

#[test]
fn a_small_pack_is_cut_in_the_middle() {
    let pack = Pack::of_decks(1);
    let (shoe, _) = SealedShoe::draw(
        Id::new([1; 16]),
        &pack.cards().unwrap(),
        &mut Seeded::of_number(1),
    )
    .unwrap();
    let record = record_of(&shoe, pack.clone(), 24, 10);
    assert_eq!(record.verify(&Known::default()).verdict(), Verdict::Holds);
    let record = record_of(&shoe, pack, 25, 10);
    assert_eq!(
        fault(&record),
        (
            Check::Cut,
            Fault::CutPlace {
                least: 24,
                most: 24,
                was: 25
            }
        )
    );
}

#[test]
fn cards_out_of_a_shoe_that_nobody_cut_are_named() {
    assert_eq!(
        fault(&altered(|record| record.cut = None)),
        (Check::Cut, Fault::NoCut { out: 41 })
    );
    // A table that closed before the cut: opened, nothing dealt, nothing wrong.
    let record = altered(|record| {
        record.cut = None;
        record.out.clear();
    });
    assert_eq!(record.verify(&Known::default()).verdict(), Verdict::Holds);
}

#[test]
fn a_beacon_cuts_where_its_value_says() {
    let round = BeaconRound {
        chain: Digest::new([5; 32]),
        round: 77,
        value: Beacon::new([6; 32]),
    };
    let place = round.cut(shoe().id(), 144, 48);
    assert!((48..=96).contains(&place));
    let mut record = record_of(&shoe(), Pack::of_decks(3), place, 10);
    record.cut.as_mut().unwrap().by = Who::Beacon(round);
    assert_eq!(record.verify(&Known::default()).verdict(), Verdict::Holds);
    let off = if place == 96 { 95 } else { place + 1 };
    let mut wrong = record_of(&shoe(), Pack::of_decks(3), off, 10);
    wrong.cut = Some(Cut {
        place: off,
        by: Who::Beacon(round),
    });
    assert_eq!(
        fault(&wrong),
        (
            Check::Cut,
            Fault::BeaconCut {
                expected: place,
                was: off
            }
        )
    );
}

#[test]
fn every_place_of_a_small_shoe_can_be_the_beacons_cut() {
    let cuts: std::collections::BTreeSet<u32> = (0..200_u8)
        .map(|value| BeaconRound {
            chain: Digest::new([0; 32]),
            round: 1,
            value: Beacon::new([value; 32]),
        })
        .map(|round| round.cut(Id::new([0; 16]), 12, 3))
        .collect();
    assert_eq!(cuts, (3..=9).collect());
}

#[test]
fn a_skipped_card_a_card_dealt_twice_and_cards_exchanged_are_out_of_order() {
    let record = altered(|record| drop(record.out.remove(7)));
    assert_eq!(
        fault(&record),
        (
            Check::Order,
            Fault::Place {
                nth: 7,
                expected: 67,
                was: 68
            }
        )
    );
    let record = altered(|record| {
        let again = record.out[7].clone();
        record.out.insert(7, again);
    });
    assert_eq!(
        fault(&record),
        (
            Check::Order,
            Fault::Place {
                nth: 8,
                expected: 68,
                was: 67
            }
        )
    );
    let record = altered(|record| record.out.swap(20, 21));
    assert_eq!(
        fault(&record),
        (
            Check::Order,
            Fault::Place {
                nth: 20,
                expected: 80,
                was: 81
            }
        )
    );
}

#[test]
fn a_shoe_dealt_to_the_last_card_comes_round_to_the_cut_and_no_further() {
    let record = record_of(&shoe(), Pack::of_decks(3), 60, 144);
    assert_eq!(record.verify(&Known::default()).verdict(), Verdict::Holds);
    assert_eq!(record.out[84].place, 0);
    let mut longer = record;
    longer.out.push(Out::hidden(60));
    assert_eq!(
        fault(&longer),
        (
            Check::Order,
            Fault::TooMany {
                most: 144,
                was: 145
            }
        )
    );
}

#[test]
fn a_cutting_card_is_in_the_shoe_or_there_is_none() {
    let record = altered(|record| record.cutting_card = Some(145));
    assert_eq!(
        fault(&record),
        (
            Check::CuttingCard,
            Fault::CuttingCard {
                most: 144,
                was: 145
            }
        )
    );
    let record = altered(|record| record.cutting_card = None);
    assert_eq!(
        outcome(&record, Check::CuttingCard),
        Outcome::NotMade(Why::NoCuttingCard)
    );
    assert_eq!(record.verify(&Known::default()).verdict(), Verdict::Holds);
}

#[test]
fn a_shoe_that_was_never_opened_is_an_incident_and_not_a_failure() {
    let record = altered(|record| record.reveal = None);
    let report = record.verify(&Known::default());
    assert_eq!(report.verdict(), Verdict::Incident);
    assert_eq!(
        outcome(&record, Check::Opened),
        Outcome::Incident(Withheld::Shoe)
    );
    assert_eq!(
        outcome(&record, Check::Reveal),
        Outcome::NotMade(Why::NotOpened)
    );
    // What was shown is still checked.
    assert_eq!(outcome(&record, Check::Openings), Outcome::Held);
    let record = altered(|record| {
        record.reveal = None;
        record.out.remove(7);
    });
    assert_eq!(fault(&record).0, Check::Order);
}

#[test]
fn a_shoe_withheld_before_any_card_came_out_is_an_incident_too() {
    let record = altered(|record| {
        record.reveal = None;
        record.cut = None;
        record.out.clear();
    });
    assert_eq!(
        record.verify(&Known::default()).verdict(),
        Verdict::Incident
    );
}

#[test]
fn a_record_of_nonsense_is_judged_without_harm() {
    let numbers = [0, 1, 143, 4097, u32::MAX];
    for cards in numbers {
        for place in numbers {
            let record = altered(|record| {
                record.commitment.cards = cards;
                record.cut.as_mut().unwrap().place = place;
                record.cut.as_mut().unwrap().by = Who::Beacon(BeaconRound {
                    chain: Digest::new([0; 32]),
                    round: 0,
                    value: Beacon::new([0; 32]),
                });
                record.out[3].place = place;
                record.reveal = Some(Vec::new());
            });
            for cut_edge in [0, 48, u32::MAX] {
                assert_eq!(
                    record
                        .verify(&Known {
                            key: None,
                            cut_edge
                        })
                        .verdict(),
                    Verdict::Failed
                );
            }
        }
    }
}

#[test]
fn every_order_of_a_small_shoe_seals_opens_and_holds() {
    // All 24 orders of four cards, all cuts, all numbers of cards out.
    let cards: Vec<Card> = ["As", "2c", "7h", "Kd"]
        .map(|card| card.parse().unwrap())
        .to_vec();
    let pile: Composition = cards.iter().copied().collect();
    let mut orders = std::collections::BTreeSet::new();
    for number in 0..400 {
        let (shoe, _) =
            SealedShoe::draw(Id::new([1; 16]), &pile, &mut Seeded::of_number(number)).unwrap();
        let order: Vec<Card> = shoe.reveal().iter().map(|sealed| sealed.card).collect();
        if !orders.insert(order.clone()) {
            continue;
        }
        for cut in 0..4 {
            for n_out in 0..=4 {
                let mut record = record_of(&shoe, Pack::of_decks(1), cut, n_out);
                record.cutting_card = Some(1);
                let report = record.verify(&Known {
                    key: None,
                    cut_edge: 0,
                });
                // Only the pack is not that of a whole deck.
                assert_eq!(
                    report.first_fault(),
                    Some((
                        Check::Pack,
                        &Fault::PackSize {
                            expected: 48,
                            was: 4
                        }
                    ))
                );
                assert_eq!(
                    report
                        .checks
                        .iter()
                        .filter(|checked| matches!(checked.outcome, Outcome::Failed(_)))
                        .count(),
                    1
                );
            }
            let dealt = shoe.cards_after_cut(cut);
            let mut expected = order.clone();
            expected.rotate_left(usize::try_from(cut).unwrap());
            assert_eq!(dealt, expected);
        }
    }
    assert_eq!(orders.len(), 24);
}
