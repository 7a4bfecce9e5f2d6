//! `pontoon rng dump`: random words and shuffled shoes for a laboratory, exactly as they are dealt
//! from.

use crate::chance::Chance;
use crate::file_out::fill;
use crate::play::Seed;
use anyhow::{Context, Result, bail};
use cards::{Card, Composition};
use clap::{Args, Subcommand};
use fair::{Entropy, shuffled};
use std::io::{BufWriter, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

#[derive(Subcommand)]
pub(crate) enum RngAction {
    /// Writes random words before they are scaled, or shuffled shoes: bytes, for a laboratory's
    /// programs.
    ///
    /// --raw writes each 32-bit word as four bytes, least first, as the shuffle draws them and
    /// before any is rejected or scaled.
    /// --shoes writes whole shoes, one byte a card in the order in which they would be dealt: 4
    /// times the rank (Ace 0, 2 is 1, to 9 is 8, Jack 10, Queen 11, King 12) plus the suit (clubs
    /// 0, diamonds 1, hearts 2, spades 3).
    #[command(
        after_help = "Examples:\n  pontoon rng dump --raw 250000000 --output words.bin\n  pontoon \
            rng dump --shoes 100000 --decks 8 --output shoes.bin\n  pontoon rng dump --raw 1000000 \
            --seed 7 | xxd | head"
    )]
    Dump(DumpArguments),
}

#[derive(Args)]
pub(crate) struct DumpArguments {
    #[command(flatten)]
    what: What,
    /// Decks of 48 cards in each shoe, from 1 to 8.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 8,
        value_parser = clap::value_parser!(u8).range(1..=8),
        conflicts_with = "raw",
    )]
    decks: u8,
    /// Bytes that can be had again: a whole number, or 0x and hexadecimal digits. Without it the
    /// operating system's randomness.
    #[arg(long, value_name = "HEX|NUMBER")]
    seed: Option<Seed>,
    /// A file; without it standard output, which must not be a terminal.
    #[arg(short, long, alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
struct What {
    /// So many 32-bit words.
    #[arg(long, value_name = "WORDS")]
    raw: Option<u64>,
    /// So many shoes.
    #[arg(long, value_name = "N")]
    shoes: Option<u64>,
}

pub(crate) fn run(action: &RngAction) -> Result<()> {
    let RngAction::Dump(arguments) = action;
    let path = arguments
        .output
        .as_deref()
        .filter(|path| *path != Path::new("-"));
    let Some(path) = path else {
        let out = std::io::stdout();
        if out.is_terminal() {
            bail!(
                "bytes are not for a terminal: give --output FILE, or send them to another program"
            );
        }
        return unless_reader_left(dump(arguments, &mut BufWriter::new(out.lock())));
    };
    fill(path, |out| dump(arguments, out))
}

fn dump(arguments: &DumpArguments, mut out: &mut dyn Write) -> Result<()> {
    let mut chance = Chance::new(arguments.seed.as_ref());
    if let Some(words) = arguments.what.raw {
        raw(words, &mut chance, &mut out)?;
    }
    if let Some(n) = arguments.what.shoes {
        shoes(n, arguments.decks, &mut chance, &mut out)?;
    }
    Ok(out.flush()?)
}

fn raw(words: u64, chance: &mut Chance, out: &mut impl Write) -> Result<()> {
    let mut left = words;
    let mut block = [0; 4 * 4096];
    while left > 0 {
        let n = left.min(4096);
        let part = &mut block[..usize::try_from(4 * n)?];
        chance.fill(part)?;
        out.write_all(part)?;
        left -= n;
    }
    Ok(())
}

fn shoes(n: u64, decks: u8, chance: &mut Chance, out: &mut impl Write) -> Result<()> {
    let pack: Vec<Card> = Composition::decks_of_48(decks).cards().collect();
    for _ in 0..n {
        let (order, _) = shuffled(pack.clone(), chance)?;
        let bytes = order
            .iter()
            .map(|card| u8::try_from(card.index()))
            .collect::<Result<Vec<u8>, _>>()?;
        out.write_all(&bytes)?;
    }
    Ok(())
}

/// Whoever stops reading (`| head`) has had enough.
fn unless_reader_left(done: Result<()>) -> Result<()> {
    match done {
        Err(error)
            if error
                .downcast_ref::<std::io::Error>()
                .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe) =>
        {
            Ok(())
        }
        done => done.context("cannot write to standard output"),
    }
}
