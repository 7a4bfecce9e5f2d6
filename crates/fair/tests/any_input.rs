//! Whatever comes in, nothing breaks: bytes from a store, records from strangers, shoes of every
//! kind.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use cards::Composition;
use fair::{DeviceRecord, Id, Known, Pack, SealedShoe, Seeded, ShoeRecord, Verdict};
use proptest::prelude::*;
use serde_json::Value;
use support::{device_record, record_of, shoe_record};

/// Puts `with` where the value number `nth` stands, counted through all lists and objects.
fn replace(value: &mut Value, nth: &mut usize, with: &Value) {
    if *nth == 0 {
        *value = with.clone();
        *nth = usize::MAX;
        return;
    }
    *nth -= 1;
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| replace(item, nth, with)),
        Value::Object(fields) => fields
            .values_mut()
            .for_each(|field| replace(field, nth, with)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<u32>().prop_map(Value::from),
        prop_oneof![Just(0_u32), Just(u32::MAX)].prop_map(Value::from),
        "[0-9a-f]{32}|[0-9a-f]{64}|[0-9a-f]{128}".prop_map(Value::from),
        "[A2-9TJQK][cdhs]".prop_map(Value::from),
        Just(Value::Array(Vec::new())),
    ]
}

proptest! {
    #[test]
    fn bytes_that_are_no_stored_shoe_are_refused(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        prop_assert!(SealedShoe::from_bytes(&bytes).is_err());
    }

    #[test]
    fn every_shoe_cut_and_dealt_in_any_way_holds(seed: u64, decks in 1_u8..=8, cut: prop::sample::Index, out: prop::sample::Index) {
        let pack = Pack::of_decks(decks);
        let (shoe, words) = SealedShoe::draw(Id::new([1; 16]), &Composition::decks_of_48(decks), &mut Seeded::of_number(seed)).unwrap();
        prop_assert_eq!(words.drawn - words.rejected, u64::from(shoe.n_cards()) - 1);
        let again = SealedShoe::from_bytes(&shoe.to_bytes()).unwrap();
        prop_assert_eq!(again.commitment(), shoe.commitment());
        let n = usize::try_from(shoe.n_cards()).unwrap();
        let edge = 48.min(n / 2);
        let cut = u32::try_from(edge + cut.index(n - 2 * edge + 1)).unwrap();
        let record = record_of(&shoe, pack, cut, u32::try_from(out.index(n + 1)).unwrap());
        prop_assert_eq!(record.verify(&Known::default()).verdict(), Verdict::Holds);
    }

    #[test]
    fn a_record_with_anything_anywhere_is_read_and_judged_or_refused(nth: prop::sample::Index, with in any_value()) {
        let shoe = serde_json::to_value(shoe_record()).unwrap();
        let device = serde_json::to_value(device_record()).unwrap();
        for (mut value, is_shoe) in [(shoe, true), (device, false)] {
            let mut nth = nth.index(900);
            replace(&mut value, &mut nth, &with);
            // Judged without harm, whatever comes of it.
            if is_shoe {
                let _ = serde_json::from_value::<ShoeRecord>(value).map(|record| record.verify(&Known::default()));
            } else {
                let _ = serde_json::from_value::<DeviceRecord>(value).map(|record| record.verify(&Known::default()));
            }
        }
    }
}
