//! The cards of a shoe, found again in whatever document holds them, and checked against the seal
//! in the log.

use crate::documents::{SEALED, SHOE, shoe_key};
use crate::secret::{Secret, Secrets};
use fair::{DeviceRecord, SealedShoe, ServerSeed, ShoeRecord, SignedCommitment};
use ledger::TableId;
use serde_json::Value;
use store::{Fault, Read};

/// Why there are no cards: the name of the document, and what is wrong.
pub(crate) type Lost = (String, String);

/// The secret of a shoe that was sealed so. It lies in its opened record; while it is dealt, or
/// waits for the end of its round, in the sealed document of the table.
pub(crate) fn cards(
    read: &mut dyn Read,
    table: TableId,
    shoe: u64,
    seal: &str,
) -> Result<Result<Secret, Lost>, Fault> {
    let key = shoe_key(table, shoe);
    if let Some(record) = read.document(SHOE, &key)? {
        let secret = of_record(&record).and_then(|secret| is_sealed(secret, table, seal));
        return Ok(secret.map_err(|why| (format!("{SHOE}/{key}"), why)));
    }
    let name = format!("{SEALED}/{table}");
    let missing =
        format!("the log sealed shoe {shoe}, and its cards are neither here nor in {SHOE}/{key}");
    let Some(sealed) = read.document(SEALED, &table.to_string())? else {
        return Ok(Err((name, missing)));
    };
    let of = |secrets: Secrets| match (
        secrets.waiting.iter().find(|opened| opened.shoe == shoe),
        secrets.now,
    ) {
        (Some(opened), _) => of_record(opened.record.as_bytes()),
        (None, Some(now)) => Ok(now),
        (None, None) => Err(missing),
    };
    let secret = Secrets::from_bytes(&sealed)
        .and_then(of)
        .and_then(|secret| is_sealed(secret, table, seal));
    Ok(secret.map_err(|why| (name, why)))
}

fn of_record(record: &[u8]) -> Result<Secret, String> {
    let hidden = || "it does not show the cards that were sealed".to_owned();
    let value: Value = serde_json::from_slice(record).map_err(|error| error.to_string())?;
    if value.get("stretches").is_some() {
        let record: DeviceRecord =
            serde_json::from_value(value).map_err(|error| error.to_string())?;
        let seed = record
            .stretches
            .last()
            .and_then(|stretch| stretch.seed)
            .ok_or_else(hidden)?;
        return Ok(Secret::Device(ServerSeed::new(*seed.as_bytes())));
    }
    let record: ShoeRecord = serde_json::from_value(value).map_err(|error| error.to_string())?;
    let cards = record.reveal.ok_or_else(hidden)?;
    SealedShoe::of(record.commitment.id, cards)
        .map(Secret::Shoe)
        .map_err(|fault| fault.to_string())
}

/// The log has the digest of these very cards.
fn is_sealed(secret: Secret, table: TableId, seal: &str) -> Result<Secret, String> {
    let commitment: SignedCommitment =
        serde_json::from_str(seal).map_err(|error| format!("the seal in the log: {error}"))?;
    let digest = match &secret {
        Secret::Shoe(sealed) => sealed.commitment(),
        Secret::Device(seed) => seed.commitment(&table.to_string()),
    };
    if digest == commitment.digest {
        Ok(secret)
    } else {
        Err("its cards are not those that the log sealed".to_owned())
    }
}
