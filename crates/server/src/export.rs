//! The log as a file, part by part, to whoever reads it over the network.

use axum::body::Bytes;
use serde::Deserialize;
use std::io::{self, BufWriter, Write};
use std::time::Duration;
use store::audit::{AuditFault, CsvFiles, Span, export, export_csv};
use store::{HouseKey, Read};
use tokio::runtime::Handle;
use tokio::sync::mpsc;
use utoipa::ToSchema;

/// How large a part is, in bytes.
const PART: usize = 64 * 1024;
/// How long a reader may take for a part.
const PATIENCE: Duration = Duration::from_secs(30);

/// The form of an export.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) enum Format {
    /// One JSON object on a line, signed: anybody can check it without the database.
    Jsonl,
    /// A table of the entries, not signed.
    Entries,
    /// A table of the transfers, not signed.
    Transfers,
}

impl Format {
    /// The name of the file.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Jsonl => "pontoon-log.jsonl",
            Self::Entries => "pontoon-entries.csv",
            Self::Transfers => "pontoon-transfers.csv",
        }
    }

    pub(crate) const fn media_type(self) -> &'static str {
        match self {
            Self::Jsonl => "application/jsonl",
            Self::Entries | Self::Transfers => "text/csv; charset=utf-8",
        }
    }
}

/// Where parts go; nobody who has gone away is written to.
pub(crate) type Parts = mpsc::Sender<io::Result<Bytes>>;

/// Writes the log until it ends or nobody wants more. The log is checked on the way.
pub(crate) fn export_to(
    parts: &Parts,
    read: &mut dyn Read,
    key: &HouseKey,
    format: Format,
    span: Span,
    time: u64,
) {
    // Kept free from the start: whoever stopped reading, and reads on, must not take half a file
    // for the whole.
    let Ok(last) = parts.try_reserve() else {
        return;
    };
    let mut out = BufWriter::with_capacity(
        PART,
        ToParts {
            parts,
            patience: PATIENCE,
        },
    );
    let written = match format {
        Format::Jsonl => export(read, key, span, time, &mut out).map(drop),
        Format::Entries => csv(read, key, span, time, (&mut out, &mut io::sink())),
        Format::Transfers => csv(read, key, span, time, (&mut io::sink(), &mut out)),
    };
    let ended = written
        .map_err(|fault| io::Error::other(fault.to_string()))
        .and_then(|()| out.flush());
    if let Err(error) = ended {
        // The file ends in the middle, and whoever reads it is told that it broke off.
        last.send(Err(error));
    }
}

fn csv(
    read: &mut dyn Read,
    key: &HouseKey,
    span: Span,
    time: u64,
    out: (&mut impl Write, &mut impl Write),
) -> Result<(), AuditFault> {
    let files = CsvFiles {
        entries: Format::Entries.name().to_owned(),
        transfers: Format::Transfers.name().to_owned(),
    };
    export_csv(read, key, span, time, files, out).map(drop)
}

/// Hands parts over. While the log is read the database keeps everything as it was: nobody is
/// waited for without end.
struct ToParts<'a> {
    parts: &'a Parts,
    patience: Duration,
}

impl Write for ToParts<'_> {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        let send = self
            .parts
            .send_timeout(Ok(Bytes::copy_from_slice(part)), self.patience);
        let sent = Handle::current().block_on(send);
        sent.map_err(|_| io::Error::other("nobody reads any more"))?;
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::Memory;

    #[tokio::test]
    async fn whoever_reads_nothing_is_not_waited_for_without_end() {
        let (parts, mut reader) = mpsc::channel(1);
        let write = move || {
            let mut out = ToParts {
                parts: &parts,
                patience: Duration::ZERO,
            };
            [out.write(b"first"), out.write(b"second")].map(|written| written.ok())
        };
        assert_eq!(
            tokio::task::spawn_blocking(write).await.unwrap(),
            [Some(5), None]
        );
        assert_eq!(reader.recv().await.unwrap().unwrap(), "first");
        assert!(reader.recv().await.is_none());
    }

    /// Nobody reads, and there is no room for another part: that it broke off is told all the same.
    #[tokio::test]
    async fn an_export_that_breaks_off_says_so_also_to_whoever_reads_late() {
        let (parts, mut reader) = mpsc::channel(2);
        let fill = parts.clone();
        let write = move || {
            let key = HouseKey::from_entropy([7; 32]);
            // There is no house in it: nothing can be exported.
            export_to(
                &parts,
                &mut Memory::default(),
                &key,
                Format::Entries,
                Span::default(),
                0,
            );
        };
        fill.try_send(Ok(Bytes::from_static(b"before"))).unwrap();
        drop(fill);
        tokio::task::spawn_blocking(write).await.unwrap();
        assert_eq!(reader.recv().await.unwrap().unwrap(), "before");
        assert!(reader.recv().await.unwrap().is_err());
        assert!(reader.recv().await.is_none());
    }
}
