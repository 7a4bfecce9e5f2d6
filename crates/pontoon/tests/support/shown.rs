//! The commands that a page shows with their output, run as a reader would run them.
//! Every command in a block is run or is on the list of those that cannot be, with the reason.

use super::document::{Block, Page, root};
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

/// How wide the terminal is for which the pages show tables.
const COLUMNS: &str = "100";

/// Where a server listens if nothing else is configured.
const ADDRESS: &str = "127.0.0.1:8021";

/// The beginnings of commands that are shown and not run, and why not.
const NOT_RUN: [(&str, &str); 8] = [
    ("make ", "runs for minutes, or until somebody stops it"),
    ("cargo nextest ", "runs tests, this one among them"),
    (
        "cargo run --release -p soak",
        "runs for minutes; `crates/soak` has tests of its own",
    ),
    (
        "SOAK_",
        "runs for minutes; `crates/soak` has tests of its own",
    ),
    (
        "curl ",
        "asks a server that somebody started; `crates/server` has tests of its own",
    ),
    (
        "alias ",
        "names the program for the commands after it, which are run by that name",
    ),
    (
        "do()",
        "asks a server that somebody started; `crates/server` has tests of its own",
    ),
    (
        "do ",
        "asks a server that somebody started; `crates/server` has tests of its own",
    ),
];

/// A command that a page shows, and the lines below it.
struct Shown<'a> {
    command: String,
    lines: Vec<&'a str>,
}

/// A command of a page that was tried.
pub(crate) struct Run {
    pub(crate) place: String,
    /// What came of it, or what is wrong with it.
    pub(crate) outcome: Result<Tried, String>,
}

/// What became of a command that a page shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tried {
    Run,
    /// It is on the list of those that are not run.
    NotRun,
}

/// Runs the commands of a page in their order, in a folder that has what the project's folder has.
/// A file that the page says to save is there from its block on.
pub(crate) fn run_page(page: &Page) -> Vec<Run> {
    let folder = tempfile::tempdir().unwrap();
    for name in ["crates", "docs", "examples", "rulebooks", "web"] {
        symlink(
            root().canonicalize().unwrap().join(name),
            folder.path().join(name),
        )
        .unwrap();
    }
    let mut runs = Vec::new();
    for block in page.blocks() {
        if let Some(name) = &block.file {
            std::fs::write(folder.path().join(name), &block.body).unwrap();
        }
        let place = format!("{}:{}", page.name, block.line);
        if block.kind != "console" {
            let is_command = block.body.lines().any(|line| line.starts_with("$ "));
            let fault = "commands stand in blocks that begin with ```console";
            let outcome = Err(fault.to_owned());
            runs.extend(is_command.then_some(Run { place, outcome }));
            continue;
        }
        for shown in commands(&block) {
            let outcome = run(&shown, folder.path());
            let place = format!("{place}: $ {}", shown.command);
            runs.push(Run { place, outcome });
        }
    }
    runs
}

/// The commands of a block. A command goes on in the next line where its last sign says so.
fn commands(block: &Block) -> Vec<Shown<'_>> {
    let mut shown: Vec<Shown<'_>> = Vec::new();
    let mut goes_on = false;
    for line in block.body.lines() {
        let part = line.strip_prefix("$ ");
        match (part, shown.last_mut()) {
            (None, Some(last)) if goes_on => last.command.push_str(line.trim_end_matches('\\')),
            (None, Some(last)) => last.lines.push(line.trim_end()),
            (None, None) => panic!("line {}: the block begins without a command", block.line),
            (Some(part), _) => {
                let command = part.trim_end_matches('\\').to_owned();
                shown.push(Shown {
                    command,
                    lines: Vec::new(),
                });
            }
        }
        goes_on = line.ends_with('\\');
    }
    shown
}

/// Runs one command where it can be run, and compares what it prints.
fn run(shown: &Shown<'_>, folder: &Path) -> Result<Tried, String> {
    if NOT_RUN
        .iter()
        .any(|(start, _)| shown.command.starts_with(start))
    {
        return Ok(Tried::NotRun);
    }
    let words = words(&shown.command);
    let n_variables = words.iter().take_while(|word| is_variable(word)).count();
    let (variables, words) = words.split_at(n_variables);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let arguments = match words.as_slice() {
        ["pontoon", rest @ ..] | ["cargo", "run", "--release", "--", rest @ ..] => rest,
        ["node", rest @ ..] => {
            let printed = plain(Command::new("node").args(rest).current_dir(folder), shown)?;
            return compare(shown, &printed);
        }
        _ => return Err("nobody says how this is run, or why it is not".to_owned()),
    };
    let mut program = Command::new(env!("CARGO_BIN_EXE_pontoon"));
    program
        .args(arguments)
        .current_dir(folder)
        .env("COLUMNS", COLUMNS);
    program.envs(
        variables
            .iter()
            .filter_map(|variable| variable.split_once('=')),
    );
    let printed = match arguments {
        ["serve", options @ ..] if !options.contains(&"--print-config") => serve(&mut program),
        _ => plain(&mut program, shown)?,
    };
    compare(shown, &printed)
}

/// The words of a command; quotes keep several together.
fn words(command: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut quote, mut is_inside) = (None, false);
    for sign in command.chars() {
        if quote == Some(sign) {
            quote = None;
        } else if quote.is_none() && (sign == '"' || sign == '\'') {
            quote = Some(sign);
        } else if quote.is_none() && sign == ' ' {
            is_inside = false;
        } else {
            if !is_inside {
                words.push(String::new());
            }
            is_inside = true;
            words.last_mut().unwrap().push(sign);
        }
    }
    words
}

/// Whether a word before a command sets a variable for it: `PONTOON_LOG=info`.
fn is_variable(word: &str) -> bool {
    let name = word.split_once('=').map_or("", |(name, _)| name);
    !name.is_empty()
        && name
            .chars()
            .all(|sign| sign.is_ascii_uppercase() || sign == '_')
}

/// What a command prints that ends. It fails where the page shows a message.
fn plain(command: &mut Command, shown: &Shown<'_>) -> Result<String, String> {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that asks for nothing may end before it is written to.
    let _ = child
        .stdin
        .take()
        .unwrap()
        .write_all(answers(&shown.lines).as_bytes());
    let output = child.wait_with_output().unwrap();
    let printed = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    let is_failure = shown.lines.iter().any(|line| line.starts_with("pontoon: "));
    if output.status.success() == is_failure {
        return Err(format!("it ends with {}:\n{printed}", output.status));
    }
    Ok(printed)
}

/// What is typed in a session that a page shows: what stands behind a prompt such as `your
/// choice>`.
fn answers(shown: &[&str]) -> String {
    let is_prompt = |line: &&&str| line.starts_with(|sign: char| sign.is_ascii_lowercase());
    let prompts = shown
        .iter()
        .filter(is_prompt)
        .filter_map(|line| line.split_once('>'));
    prompts
        .map(|(_, answer)| format!("{}\n", answer.trim()))
        .collect()
}

/// What a server prints until it is open. It listens at a port that nobody else has; what it prints
/// is given with the usual one. Then it is killed, which it must survive at any moment.
fn serve(program: &mut Command) -> String {
    let mut server = program
        .args(["--listen", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut printed = String::new();
    let mut stdout = BufReader::new(server.stdout.take().unwrap());
    while !printed.contains("Stop with Ctrl-C.\n") && stdout.read_line(&mut printed).unwrap() > 0 {}
    server.kill().unwrap();
    server.wait().unwrap();
    let (_, rest) = printed
        .split_once("http://")
        .unwrap_or_else(|| panic!("no address: {printed}"));
    let address = rest.lines().next().unwrap().to_owned();
    printed.replace(&address, ADDRESS)
}

fn compare(shown: &Shown<'_>, printed: &str) -> Result<Tried, String> {
    let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
    match shown.lines.is_empty() || agrees(&shown.lines, &lines) {
        true => Ok(Tried::Run),
        false => Err(format!("this is printed:\n{printed}")),
    }
}

/// Whether lines are shown as they were printed. A line `…` stands for any lines that are left out,
/// and `…` at the end of a line for its rest.
pub(crate) fn agrees(shown: &[&str], printed: &[&str]) -> bool {
    match (shown.split_first(), printed.split_first()) {
        (None, _) => printed.is_empty(),
        (Some((&"…", rest)), _) => (0..=printed.len()).any(|from| agrees(rest, &printed[from..])),
        (Some(_), None) => false,
        (Some((line, rest)), Some((first, after))) => {
            let is_same = line == first
                || line
                    .strip_suffix('…')
                    .is_some_and(|part| first.starts_with(part));
            is_same && agrees(rest, after)
        }
    }
}
