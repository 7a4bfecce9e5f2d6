//! What may be typed.

use crate::audit_command::{AuditAction, BackupArguments};
use crate::compare_command::CompareArguments;
use crate::count_command::CountArguments;
use crate::edge_command::EdgeArguments;
use crate::ev_command::EvArguments;
use crate::fair_command::FairAction;
use crate::par_command::ParArguments;
use crate::play::Seed;
use crate::price_command::PriceArguments;
use crate::rng_command::RngAction;
use crate::side_command::SideArguments;
use crate::simulate::SimulateArguments;
use crate::strategy::StrategyArguments;
use crate::verify_command::VerifyArguments;
use clap::{Args, Parser, Subcommand};
use rules::Money;
use std::path::PathBuf;

/// Pontoon as Australian and Singaporean casinos deal it: five rule books, every cent with its
/// clause.
#[derive(Parser)]
#[command(version, max_term_width = 110)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// The rule books: a table, one book, two compared, what is covered.
    #[command(
        after_help = "Examples:\n  pontoon rules\n  pontoon rules show sydney 14.8\n  pontoon \
            rules compare canberra sydney"
    )]
    Rules {
        #[command(subcommand)]
        action: Option<RulesAction>,
    },
    /// Plays written rounds and checks what they state; docs/notation.md explains the notation.
    #[command(
        after_help = "Examples:\n  pontoon round examples/split.round\n  pontoon round --json \
            examples/split.round\n  echo 'book sydney ...' | pontoon round -"
    )]
    Round {
        /// Files with rounds in them; - reads standard input.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Print JSON: net by bettor, every wager, every event.
        #[arg(long)]
        json: bool,
        /// Print the results only, not every event.
        #[arg(long, short)]
        quiet: bool,
    },
    /// A table in the terminal: you against the dealer, by the book, every cent with its clause.
    #[command(
        after_help = "Examples:\n  pontoon play\n  pontoon play singapore --boxes 2 --bankroll \
            500\n  pontoon play canberra --seed 7 --minimum 10 --maximum 200\n  printf \
            '\\n25\\nstand\\n' | pontoon play sydney --seed 7"
    )]
    Play(PlayArguments),
    /// Counts every complete round of a small shoe, by first choice; rounds that run out of cards
    /// are not complete.
    #[command(
        after_help = "Examples:\n  pontoon perft sydney --shoe 'As 2s 3s 4s 5s 6s 7s 8s'\n  \
            pontoon perft sydney --shoe '7s 7h 7d 8s 8h Kd As' --ranks --only draw,stand"
    )]
    Perft(PerftArguments),
    /// What the books are worth: expectation, house edge, standard deviation, Super Bonus.
    #[command(
        after_help = "Examples:\n  pontoon edge\n  pontoon edge sydney canberra --decks all\n  \
            pontoon edge sydney --parts\n  pontoon edge sydney --set resplit=may --wager 10 \
            --json\n  pontoon edge house.toml blackjack --decks 6"
    )]
    Edge(EdgeArguments),
    /// What each action is worth with a hand against a card of the dealer.
    #[command(
        after_help = "Examples:\n  pontoon ev sydney 8s 8h against 6d\n  pontoon ev sydney '7s 7s' \
            v 7d --wager 25\n  pontoon ev canberra 'As 6h' against Ad --decks 4 --seen 'Ks Kd Qc \
            Jh'\n  pontoon ev blackjack 8s 8h vs Td --decks 1 --json"
    )]
    Ev(EvArguments),
    /// What a rule is worth: changes you name, or every other answer to every setting of a book.
    #[command(
        after_help = "Examples:\n  pontoon price sydney\n  pontoon price sydney --set \
            resplit=may\n  pontoon price canberra --set dealer.soft-17=stands --set \
            double.on=first-two --json\n  pontoon price adelaide --set cards.usual-decks=6"
    )]
    Price(PriceArguments),
    /// What each card that is gone is worth, tags for a counter made from that, and what to play by
    /// the count.
    ///
    /// The effects are exact: the full shoe and every shoe that lacks one card are solved. All else
    /// is reckoned from them, as if every further card had the effect of the first, for the cards
    /// that may be expected to be gone at a true count.
    /// That is good to half a true count for what to play, and to 0.1 % of the wager for what true
    /// counts from -2 to +4 are worth; farther off, who also plays by the count does better than is
    /// told. Gains go by a normal distribution of the true count with half of the shoe seen. A
    /// whole true count is the nearest one.
    #[command(
        after_help = "Examples:\n  pontoon count sydney\n  pontoon count canberra --level 2 \
            --decks 4\n  pontoon count sydney --level 3 --set resplit=may --json"
    )]
    Count(CountArguments),
    /// The wagers beside the one on the hand, exactly: pairs, Pontoon Pandemonium, insurance; and
    /// the Super Bonus by wager.
    #[command(
        after_help = "Examples:\n  pontoon side sydney\n  pontoon side singapore --decks 6\n  \
            pontoon side singapore --chances \
            100=0.07,50=0.09,25=0.12,20=0.13,10=0.14,5=0.15,3=0.15,2=0.15\n  pontoon side canberra \
            --set 'pairs.perfect=30 to 1' --json"
    )]
    Side(SideArguments),
    /// The best play as a chart: by total, number of cards and upcard, with what it is worth and
    /// what the chart costs.
    #[command(
        after_help = "Examples:\n  pontoon strategy sydney\n  pontoon strategy canberra --decks 4 \
            -o canberra.svg\n  pontoon strategy singapore --plain --as html -o chart.html"
    )]
    Strategy(StrategyArguments),
    /// A par sheet: rules, edges, every result with its chance, side wagers, strategy and method on
    /// one page to print.
    #[command(
        after_help = "Examples:\n  pontoon par sydney -o sydney.html\n  pontoon par canberra \
            --decks 4 --wager 10 -o sheet.html"
    )]
    Par(ParArguments),
    /// Plays rounds by the million, each by the book, and says what they come to.
    #[command(
        after_help = "Examples:\n  pontoon simulate sydney\n  pontoon simulate canberra --decks 4 \
            --rounds 1e9 --seed 7 --resume run.json\n  pontoon simulate tasmania --strategy card \
            --until-se 1e-4 --json\n  pontoon simulate adelaide --boxes 7 --deal shoe --cut 1-3\n  \
            pontoon simulate sydney --deal shoe --strategy \
            examples/strategies/sydney-counter.strategy --bankroll 5000 --plot plots\n  pontoon \
            simulate singapore --box 25,pairs=5,pandemonium=2 --box 50,card,co=10,co=20:nothing \
            --deal device"
    )]
    Simulate(Box<SimulateArguments>),
    /// Solver against simulator against engine: three routes to the same money.
    #[command(
        after_help = "Examples:\n  pontoon verify\n  pontoon verify sydney canberra --rounds 1e9 \
            --engine-rounds 1M\n  pontoon verify house.toml --json"
    )]
    Verify(VerifyArguments),
    /// The house on the network: tables that people play at, until Ctrl-C.
    #[command(after_help = SERVE_HELP)]
    Serve(ServeArgs),
    /// The log of a house: checks it, and exports it for others to check; docs/store.md tells what
    /// holds it.
    Audit {
        #[command(subcommand)]
        action: AuditAction,
    },
    /// Copies the database of a house to a file, while a server may be running on it, and checks
    /// the copy.
    #[command(after_help = "Example:\n  pontoon backup --data house --out monday.db")]
    Backup(BackupArguments),
    /// Fair cards: checks the published record of a shoe or a shuffling device; docs/fair.md tells
    /// the scheme.
    #[command(
        after_help = "Examples:\n  pontoon fair sample -o shoe.json\n  pontoon fair verify \
            shoe.json\n  pontoon fair verify --help"
    )]
    Fair {
        #[command(subcommand)]
        action: FairAction,
    },
    /// Random words and shuffled shoes for a laboratory.
    #[command(
        after_help = "Examples:\n  pontoon rng dump --raw 250000000 --output words.bin\n  pontoon \
            rng dump --shoes 100000 --decks 8 --output shoes.bin"
    )]
    Rng {
        #[command(subcommand)]
        action: RngAction,
    },
    /// Prints completions for a shell.
    #[command(after_help = "Example:\n  pontoon completions bash > /etc/bash_completion.d/pontoon")]
    Completions {
        /// bash, elvish, fish, powershell or zsh.
        shell: clap_complete::Shell,
    },
}

#[derive(Subcommand)]
pub(crate) enum RulesAction {
    /// The books side by side (also without a word).
    Table,
    /// One book: its settings, each with its clause; or one clause of it.
    #[command(
        after_help = "Examples:\n  pontoon rules show tasmania\n  pontoon rules show sydney 14.8\n  pontoon rules show sydney split.again\n  pontoon rules show tasmania reading tie\n  pontoon rules show house.toml"
    )]
    Show {
        /// A book by name, or a file.
        book: String,
        /// A clause as the book prints it, a setting by its key, or a reading by its name.
        clause: Vec<String>,
    },
    /// What two books do differently, with both clauses; and what each difference is worth.
    #[command(
        after_help = "Examples:\n  pontoon rules compare adelaide singapore\n  pontoon rules \
            compare canberra sydney --price\n  pontoon rules compare sydney house.toml --price \
            --decks 6 --json"
    )]
    Compare(CompareArguments),
    /// How many clauses of each book are enforced, and where; partly enforced, recorded,
    /// informative, outside or planned.
    #[command(after_help = "Example:\n  pontoon rules coverage --json")]
    Coverage {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Checks a book's file (.toml) and reports every fault; or plays the examples of a book's page
    /// (.md).
    #[command(
        after_help = "Examples:\n  pontoon rules check house.toml\n  pontoon rules check \
            rulebooks/sydney.md"
    )]
    Check {
        /// The file.
        file: PathBuf,
    },
}

#[derive(Args)]
pub(crate) struct PlayArguments {
    /// A book by name, or a file.
    #[arg(default_value = "sydney")]
    pub(crate) book: String,
    /// How many boxes to play, from 1 to 7.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=7))]
    pub(crate) boxes: u8,
    /// The money brought to the table.
    #[arg(
        long,
        value_name = "AMOUNT",
        allow_negative_numbers = true,
        default_value = "1000"
    )]
    pub(crate) bankroll: Money,
    /// Decks of 48 cards; without it the book's usual number.
    #[arg(long, value_name = "N")]
    pub(crate) decks: Option<u8>,
    /// The smallest wager on the sign.
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
    pub(crate) minimum: Option<Money>,
    /// The largest wager on the sign.
    #[arg(long, value_name = "AMOUNT", allow_negative_numbers = true)]
    pub(crate) maximum: Option<Money>,
    /// The smallest chip: amounts are wagered in multiples of it.
    #[arg(
        long,
        value_name = "AMOUNT",
        allow_negative_numbers = true,
        default_value = "0.50"
    )]
    pub(crate) chip: Money,
    /// Cards that can be dealt again: a whole number, or 0x and hexadecimal digits. Without it the
    /// operating system's randomness.
    #[arg(long, value_name = "HEX|NUMBER")]
    pub(crate) seed: Option<Seed>,
    /// Change a setting or reading: key=value.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(crate) sets: Vec<String>,
}

#[derive(Args)]
pub(crate) struct PerftArguments {
    /// A book by name, or a file.
    pub(crate) book: String,
    /// The cards of the shoe.
    #[arg(long, default_value = "As 2s 3s 4s 5s 6s 7s 8s 9s Js")]
    pub(crate) shoe: String,
    /// Boxes, each with one bettor.
    #[arg(long, default_value_t = 1)]
    pub(crate) boxes: u8,
    /// Tell cards apart by rank only.
    #[arg(long)]
    pub(crate) ranks: bool,
    /// Only these choices, separated by commas: draw, stand, double, split, surrender, insurance,
    /// forfeit.
    #[arg(long, value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// Change a setting or reading: key=value.
    #[arg(long = "set")]
    pub(crate) sets: Vec<String>,
}

/// What stands below the help of `serve`.
const SERVE_HELP: &str = "Examples:
  pontoon serve --data house --listen 127.0.0.1:8021
  PONTOON_ADMIN_PASSWORD='four plain words here' pontoon serve --config house.toml

The configuration and every default: pontoon serve --print-config

Environment:
  PONTOON_ADMIN_PASSWORD  in a house without an administrator, makes one with the
                          name `admin` and this password; where all administrators
                          are locked, unlocks the first, with this password
  PONTOON_LOG             what is logged, for example `info` or `server=debug`;
                          `warn` without it";

fn listen_address(text: &str) -> Result<std::net::SocketAddr, String> {
    text.parse().map_err(|_| {
        "numbers and a port are needed, as in 127.0.0.1:8021 or [::1]:8021; names are \
            not looked up"
            .to_owned()
    })
}

/// How the house runs.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// A configuration file.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// The folder with the database and the house's key; made if it is not there. Unless the
    /// configuration says otherwise: `pontoon-data`.
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Where to listen: numbers and a port, for example 127.0.0.1:8021, or 0.0.0.0:8021 for every
    /// network. Unless the configuration says otherwise: 127.0.0.1:8021.
    #[arg(long, value_name = "ADDRESS", value_parser = listen_address)]
    pub(crate) listen: Option<std::net::SocketAddr>,
    /// Gives the first administrator the password of PONTOON_ADMIN_PASSWORD, where the password of
    /// all of them is lost. It must be changed at the next sign-in.
    #[arg(long)]
    pub(crate) reset_admin: bool,
    /// Prints a configuration file with every default and stops.
    #[arg(long)]
    pub(crate) print_config: bool,
}
