//! The command line: `pontoon --help` lists its commands.

mod books;
mod cli;
mod output;
mod perft_command;
mod play;
mod round_command;
mod rules_command;
mod table_out;

use clap::{CommandFactory, Parser};
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    let result = match cli.command {
        cli::Command::Rules { action } => rules_command::run(action.unwrap_or(cli::RulesAction::Table)),
        cli::Command::Round { files, json, quiet } => round_command::run(&files, json, quiet),
        cli::Command::Play(arguments) => play::run(&arguments),
        cli::Command::Perft(arguments) => perft_command::run(&arguments),
        cli::Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut cli::Cli::command(), "pontoon", &mut script);
            output::say!("{}", String::from_utf8_lossy(&script).trim_end());
            Ok(())
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(format_args!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}
