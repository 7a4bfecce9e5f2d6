//! `pontoon fair`: checks the published record of a shoe or a device, and writes one to try it on.

mod read;
mod sample;
mod tell;

use crate::file_out;
use crate::output::complain;
use crate::play::Seed;
use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};
use fair::{Known, PublicKey, Verdict};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Subcommand)]
pub(crate) enum FairAction {
    /// Checks a record of a shoe or of a shuffling device; exit code 0: it holds, 1: it does not,
    /// 2: it is no record.
    ///
    /// Every check is told with ok or FAILED, and a failure with its place in the file, what was
    /// expected and what was there.
    /// A shoe or a seed that was committed to and never opened is an incident, and exit code 1.
    #[command(
        after_help = "Examples:\n  pontoon fair verify shoe.json\n  pontoon fair verify shoe.json \
            --key 197f6b23e16c8532c6abc838facd5ea789be0c76b2920334039bfa8b3d368d61\n  pontoon fair \
            sample | pontoon fair verify -"
    )]
    Verify(VerifyArguments),
    /// Writes the record of a made-up shoe or device, with a made-up key and time.
    #[command(
        after_help = "Examples:\n  pontoon fair sample -o shoe.json\n  pontoon fair sample device \
            --seed 7\n  pontoon fair sample shoe --decks 8 --seed 0xc0ffee"
    )]
    Sample(SampleArguments),
}

#[derive(Args)]
pub(crate) struct VerifyArguments {
    /// A record as JSON (docs/fair.md tells its fields); - reads standard input.
    file: PathBuf,
    /// The house's public key, as you know it from elsewhere: 64 hexadecimal digits.
    #[arg(long, value_name = "HEX")]
    key: Option<PublicKey>,
    /// How many cards from either end a cut must be; in a smaller pack the middle.
    #[arg(long, value_name = "CARDS", default_value_t = 48)]
    cut_edge: u32,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub(crate) struct SampleArguments {
    /// What to write the record of.
    #[arg(default_value = "shoe")]
    of: Sampled,
    /// How many decks, from 1 to 8.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3,
        value_parser = clap::value_parser!(u8).range(1..=8),
    )]
    decks: u8,
    /// Cards that can be dealt again: a whole number, or 0x and hexadecimal digits. Without it the
    /// operating system's randomness.
    #[arg(long, value_name = "HEX|NUMBER")]
    seed: Option<Seed>,
    /// A file; without it standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What there are records of.
#[derive(Clone, Copy, ValueEnum)]
enum Sampled {
    Shoe,
    Device,
}

pub(crate) fn run(action: &FairAction) -> Result<ExitCode> {
    match action {
        FairAction::Verify(arguments) => Ok(verify(arguments)),
        FairAction::Sample(arguments) => {
            let text = match arguments.of {
                Sampled::Shoe => serde_json::to_string_pretty(&sample::shoe(
                    arguments.decks,
                    arguments.seed.as_ref(),
                )?)?,
                Sampled::Device => serde_json::to_string_pretty(&sample::device(
                    arguments.decks,
                    arguments.seed.as_ref(),
                )?)?,
            };
            file_out::put(arguments.output.as_deref(), &(text + "\n")).map(|()| ExitCode::SUCCESS)
        }
    }
}

/// A file that cannot be judged has an exit code of its own, so that nobody takes it for a record
/// that failed.
fn verify(arguments: &VerifyArguments) -> ExitCode {
    let record = match read::record(&arguments.file) {
        Ok(record) => record,
        Err(error) => {
            complain(format_args!("{error:#}"));
            return ExitCode::from(2);
        }
    };
    let report = record.verify(&Known {
        key: arguments.key,
        cut_edge: arguments.cut_edge,
    });
    if arguments.json {
        tell::json(&report);
    } else {
        tell::lines(&record, &report);
    }
    match report.verdict() {
        Verdict::Holds => ExitCode::SUCCESS,
        Verdict::Incident | Verdict::Failed => ExitCode::FAILURE,
    }
}
