//! The command line: `pontoon --help` lists its commands.

mod asked;
mod audit_command;
mod audit_desk;
mod audit_documents;
mod audit_export;
mod books;
mod chance;
mod cli;
mod compare_command;
mod count_command;
mod coverage;
mod edge_command;
mod ev_command;
mod fair_command;
mod figures;
mod file_out;
mod index_lines;
mod output;
mod par_command;
mod perft_command;
mod play;
mod price_command;
mod progress;
mod reckon;
mod rng_command;
mod round_command;
mod rules_command;
mod serve_command;
mod side_command;
mod simulate;
mod strategy;
mod table_out;
mod verify_command;

use clap::{CommandFactory, Parser};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run(cli::Cli::parse().command) {
        Ok(code) => code,
        Err(error) => {
            output::complain(format_args!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Does what a command says. Some commands say more with their exit code than well or not.
fn run(command: cli::Command) -> anyhow::Result<ExitCode> {
    let done = match command {
        cli::Command::Simulate(arguments) => return simulate::run(&arguments),
        cli::Command::Fair { action } => return fair_command::run(&action),
        cli::Command::Serve(args) => serve_command::run(&args),
        cli::Command::Audit { action } => audit_command::run(&action),
        cli::Command::Backup(arguments) => audit_command::backup(&arguments),
        cli::Command::Rng { action } => rng_command::run(&action),
        cli::Command::Rules { action } => {
            rules_command::run(action.unwrap_or(cli::RulesAction::Table))
        }
        cli::Command::Round { files, json, quiet } => round_command::run(&files, json, quiet),
        cli::Command::Play(arguments) => play::run(&arguments),
        cli::Command::Perft(arguments) => perft_command::run(&arguments),
        cli::Command::Edge(arguments) => edge_command::run(&arguments),
        cli::Command::Ev(arguments) => ev_command::run(&arguments),
        cli::Command::Count(arguments) => count_command::run(&arguments),
        cli::Command::Price(arguments) => price_command::run(&arguments),
        cli::Command::Side(arguments) => side_command::run(&arguments),
        cli::Command::Par(arguments) => par_command::run(&arguments),
        cli::Command::Strategy(arguments) => strategy::run(&arguments),
        cli::Command::Verify(arguments) => verify_command::run(&arguments),
        cli::Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut cli::Cli::command(), "pontoon", &mut script);
            output::say!("{}", String::from_utf8_lossy(&script).trim_end());
            Ok(())
        }
    };
    done.map(|()| ExitCode::SUCCESS)
}
