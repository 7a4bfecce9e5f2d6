//! What the README shows is what the program prints.

use crate::support::pontoon_in;
use std::path::Path;

/// A command and the lines shown below it.
struct Shown {
    command: String,
    lines: Vec<String>,
}

/// Every command of the README that asks for nothing: no seat at a table, no file that the reader writes, no folder for pictures.
fn shown() -> Vec<Shown> {
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")).unwrap();
    let blocks = readme.split("```console\n").skip(1).map(|block| block.split("```").next().unwrap());
    let commands = blocks.flat_map(|block| block.split("$ ").skip(1)).filter_map(|part| {
        let (command, lines) = part.split_once('\n').unwrap();
        let command = command.strip_prefix("pontoon ").or(command.strip_prefix("cargo run --release -- "))?;
        let asks = command.starts_with("play ") || command.contains("house.toml") || command.contains("--plot");
        (!asks).then(|| Shown { command: command.to_owned(), lines: lines.lines().map(|line| line.trim().to_owned()).collect() })
    });
    commands.collect()
}

/// The words of a command; quotes keep several together.
fn words(command: &str) -> Vec<String> {
    let parts = command.split(['"', '\'']).enumerate();
    let words = parts.flat_map(|(place, part)| match place % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

/// Whether the lines come in this order among what is printed. A line of dots stands for lines left out.
fn comes(lines: &[String], printed: &str) -> bool {
    let mut rest = printed.lines().map(str::trim);
    lines.iter().filter(|line| !line.is_empty() && *line != "…").all(|line| rest.any(|printed| printed == line))
}

#[test]
fn the_program_prints_what_the_readme_shows() {
    let all = shown();
    assert!(all.len() >= 8, "{} commands", all.len());
    for Shown { command, lines } in all {
        let arguments = words(&command);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        // As narrow as the tables were printed for the page, or as wide as where no terminal is.
        let printed = |columns| String::from_utf8(pontoon_in(columns, &arguments).stdout).unwrap();
        let is_shown = [90, 95, 120].into_iter().any(|columns| comes(&lines, &printed(columns)));
        assert!(is_shown, "pontoon {command} prints otherwise:\n{}", printed(90));
    }
}
