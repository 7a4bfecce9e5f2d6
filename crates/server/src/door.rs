//! The door of a table. A public one is open to everybody; a private one to those who have its key,
//! who started it or are at it, and to the staff. To everybody else it is not there.

use crate::refused::Refused;
use crate::running::Running;
use crate::table_task::TableHandle;
use desk::{By, Deed};
use hmac::{Hmac, KeyInit, Mac};
use ledger::TableId;
use serde::Deserialize;
use sha2::Sha256;
use store::hex;
use table::Access;
use utoipa::IntoParams;

/// What the keys are made for: nothing else that the house's key makes can be taken for one.
const PURPOSE: &[u8] = b"pontoon/private-table/1";
/// How many bytes of the digest are a key: nobody guesses 16.
const KEY_BYTES: usize = 16;

/// What may stand behind the `?` of a table's address.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields))]
pub(crate) struct Keyed {
    /// The key of a private table.
    pub(crate) key: Option<String>,
}

impl Running {
    /// The key of a private table. It follows from the house's own, so that it is written down
    /// nowhere and is the same after a restart.
    pub(crate) fn table_key(&self, id: TableId) -> String {
        let mac: Hmac<Sha256> =
            Hmac::new_from_slice(&self.key().secret()).expect("HMAC takes keys of any length");
        let digest: [u8; 32] = mac
            .chain_update(PURPOSE)
            .chain_update(id.0.to_be_bytes())
            .finalize()
            .into_bytes()
            .into();
        hex(&digest[..KEY_BYTES])
    }

    /// Whether this is the key of that table; how long it takes tells nobody how much of it was
    /// right.
    fn opens(&self, id: TableId, key: &str) -> bool {
        let right = self.table_key(id);
        key.len() == right.len()
            && key
                .bytes()
                .zip(right.bytes())
                .fold(0, |wrong, (one, other)| wrong | (one ^ other))
                == 0
    }

    /// Whether somebody may come to a table of this kind who is not at it yet.
    fn may_come(&self, by: By, id: TableId, access: Access, key: Option<&str>) -> bool {
        match access {
            Access::Public => true,
            Access::Private { owner, .. } => {
                by == By::Person(owner)
                    || key.is_some_and(|key| self.opens(id, key))
                    || self.permit(by, Deed::SeePrivateTables).is_ok()
            }
        }
    }

    /// Whether a table, open or closed for good, is there for somebody.
    ///
    /// # Errors
    ///
    /// When there is and was none of that number.
    pub(crate) fn is_there_for(
        &self,
        by: By,
        id: TableId,
        key: Option<&str>,
    ) -> Result<bool, Refused> {
        let sits = match (by, self.table(id)) {
            (By::Person(person), Ok(handle)) => handle.latest().host.table().has_person(person),
            (By::Person(_), Err(_)) | (By::House | By::Visitor, _) => false,
        };
        Ok(sits || self.may_come(by, id, self.access(id)?, key))
    }

    /// A table, for somebody for whom it is there.
    ///
    /// # Errors
    ///
    /// When there is none of that number, for them.
    pub(crate) fn table_for(
        &self,
        by: By,
        id: TableId,
        key: Option<&str>,
    ) -> Result<TableHandle, Refused> {
        let handle = self.table(id)?;
        if self.is_there_for(by, id, key)? {
            Ok(handle)
        } else {
            Err(Refused::NoTable(id))
        }
    }

    /// Every table that is there for somebody.
    pub(crate) fn tables_for(&self, by: By) -> impl Iterator<Item = (TableId, TableHandle)> {
        self.tables()
            .into_iter()
            .filter(move |(id, _)| self.table_for(by, *id, None).is_ok())
    }

    /// Who may come to a table, also to one that was closed for good and has left its records.
    ///
    /// # Errors
    ///
    /// When there is and was none of that number.
    fn access(&self, id: TableId) -> Result<Access, Refused> {
        match self.table(id) {
            Ok(handle) => Ok(handle.latest().host.table().config().access),
            Err(none) => self.private_tables().closed(id).ok_or(none),
        }
    }
}
