//! Whatever the types allow, Rust reads; and what it reads it writes in the same form.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use wire::{Field, Shape, Wire};

/// A text or number that is one of the types that TypeScript knows only as `string` or `number`.
fn plain(name: &str) -> Option<Value> {
    Some(match name {
        "Card" => json!("8s"),
        "Clause" => json!("7.2.1"),
        "Odds" => json!("3 to 2"),
        "BoxNo" => json!(3),
        // Reality checks come every 5 to 60 minutes.
        "Span" => json!(300_000),
        "FairId" | "Salt" => json!("5a".repeat(16)),
        "Beacon" | "Digest" | "PublicKey" | "RevealedSeed" => json!("5a".repeat(32)),
        "Signature" => json!("5a".repeat(64)),
        "number" => json!(24),
        "string" => json!("ann"),
        "boolean" => json!(true),
        "null" => Value::Null,
        "unknown" => json!({}),
        _ => return None,
    })
}

/// Values of a shape, so many that each alternative in it occurs.
fn samples(wire: &Wire, shape: &Shape) -> Vec<Value> {
    match shape {
        Shape::Word(name) => match plain(name) {
            Some(value) => vec![value],
            None => samples(
                wire,
                wire.shape(name)
                    .unwrap_or_else(|| panic!("there is no type {name}")),
            ),
        },
        Shape::Literal(text) => vec![json!(text)],
        Shape::Array(of) => vec![Value::Array(samples(wire, of))],
        Shape::Tuple(of) => together(of.iter().map(|each| samples(wire, each)).collect())
            .into_iter()
            .map(Value::Array)
            .collect(),
        Shape::Union(all) => all.iter().flat_map(|each| samples(wire, each)).collect(),
        Shape::Object(fields) => objects(wire, fields),
        Shape::Map(of) => samples(wire, of)
            .into_iter()
            .map(|value| json!({ "25": value }))
            .collect(),
    }
}

fn objects(wire: &Wire, fields: &[Field]) -> Vec<Value> {
    let all = together(
        fields
            .iter()
            .map(|field| samples(wire, &field.shape))
            .collect(),
    );
    let object = |values: Vec<Value>| {
        let named: Map<String, Value> = fields
            .iter()
            .map(|field| field.name.clone())
            .zip(values)
            .collect();
        Value::Object(named)
    };
    all.into_iter().map(object).collect()
}

/// As many rows as the longest of these has values; shorter ones begin again.
fn together(of: Vec<Vec<Value>>) -> Vec<Vec<Value>> {
    let most = of.iter().map(Vec::len).max().unwrap_or(1);
    (0..most)
        .map(|row| {
            of.iter()
                .map(|values| values[row % values.len()].clone())
                .collect()
        })
        .collect()
}

/// How many values were tried.
fn there_and_back<T: Serialize + DeserializeOwned>(wire: &Wire, name: &str) -> usize {
    let samples = samples(wire, wire.shape(name).unwrap());
    for sample in &samples {
        wire.fits(name, sample).unwrap();
        let read: T = serde_json::from_value(sample.clone())
            .unwrap_or_else(|error| panic!("{name}: {error}: {sample}"));
        assert_eq!(serde_json::to_value(&read).unwrap(), *sample, "{name}");
    }
    samples.len()
}

#[test]
fn what_the_types_of_tables_and_records_allow_is_read_and_written_the_same() {
    let wire = Wire::gather().unwrap();
    // Every alternative of the larger types was tried.
    assert!(there_and_back::<table::Command>(&wire, "Command") > 50);
    assert!(there_and_back::<table::Event>(&wire, "TableEvent") > 100);
    assert!(there_and_back::<game::Reason>(&wire, "RoundReason") > 70);
    there_and_back::<table::TableView>(&wire, "TableView");
    there_and_back::<table::PrivateView>(&wire, "PrivateView");
    there_and_back::<house::Answer>(&wire, "TableAnswer");
    there_and_back::<house::RoundRecord>(&wire, "RoundRecord");
    assert!(there_and_back::<desk::DeskEvent>(&wire, "DeskEvent") > 25);
    there_and_back::<ledger::Transfer>(&wire, "Transfer");
    there_and_back::<house::Meter>(&wire, "Meter");
    there_and_back::<fair::ShoeRecord>(&wire, "ShoeRecord");
    there_and_back::<fair::DeviceRecord>(&wire, "DeviceRecord");
}

/// What clients send.
const SENT: [&str; 19] = [
    "ClientSays",
    "Credentials",
    "Again",
    "NewPassword",
    "LimitsWanted",
    "ExclusionWanted",
    "CashOut",
    "TopUpWanted",
    "Asked",
    "NewTable",
    "NewIncident",
    "NewStaff",
    "RoleGiven",
    "Why",
    "GivenPassword",
    "Credit",
    "Correction",
    "Verification",
    "Question",
];

#[test]
fn what_the_types_of_messages_and_bodies_allow_is_read() {
    let wire = Wire::gather().unwrap();
    for name in SENT {
        let shape = wire.shape(name).unwrap();
        let mut all = samples(&wire, shape);
        // What may be left out is left out too.
        if let Shape::Object(fields) = shape {
            all.extend(objects(
                &wire,
                &fields
                    .iter()
                    .filter(|field| !field.optional)
                    .cloned()
                    .collect::<Vec<_>>(),
            ));
        }
        for sample in all {
            wire.fits(name, &sample).unwrap();
            assert!(
                server::read_as_everything(&sample.to_string()) > 0,
                "{name}: {sample}"
            );
        }
    }
}

#[test]
fn a_value_with_a_field_too_many_or_too_few_or_of_another_kind_does_not_fit() {
    let wire = Wire::gather().unwrap();
    wire.fits("Command", &json!({ "sit": { "box_no": 3 } }))
        .unwrap();
    for (wrong, at) in [
        (json!({ "sit": { "box_no": "3" } }), "Command.sit.box_no"),
        (json!({ "sit": {} }), "Command.sit"),
        (json!({ "sit": { "box_no": 3, "more": 1 } }), "Command.sit"),
        (json!("sit"), "Command"),
        (
            json!({ "set_sign": { "sign": null, "newcomers": false } }),
            "Command.set_sign.sign",
        ),
    ] {
        assert_eq!(wire.fits("Command", &wrong).unwrap_err().at, at, "{wrong}");
    }
    wire.fits("ShoeRecord", &json!({})).unwrap_err();
    wire.fits("Edge", &json!([])).unwrap_err();
}
