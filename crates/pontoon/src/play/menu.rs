//! What a player may do now, and what a typed line means.
//!
//! The round says what is legal; this only finds words for it. It decides nothing and moves no
//! money.

use super::console::quoted;
use super::purse::{Purse, to_money};
use game::{Choice, HandRef, Legal, Player, Question, Round, Turn};
use rules::{Clause, Money};

/// The choices of one decision.
pub(crate) struct Menu {
    pub(crate) options: Vec<Legal>,
    /// The hand it is about, where it is about one.
    pub(crate) at: Option<HandRef>,
    pub(crate) question: Option<Question>,
    /// What the player has left to put up.
    pub(crate) left: Money,
    /// The options that cannot be paid for, not even with the least amount.
    dear: Vec<Choice>,
}

/// The words for a choice: the shown form with its letter, the word, and what else people type.
struct Words {
    shown: &'static str,
    names: &'static [&'static str],
}

/// What a typed line means.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Meant {
    /// One of the options.
    Option(Choice),
    /// A choice that is not among the options: the book's refusal is wanted.
    NotOffered(Choice),
    /// Nothing, and why.
    Nothing(String),
}

impl Menu {
    /// The menu of whoever must decide or answer now, if that is `player`.
    pub(crate) fn of(round: &Round, player: Player, purse: Purse) -> Option<Self> {
        let (at, question) = match round.turn() {
            Turn::Decide(at, decider) if decider == player => (Some(at), None),
            Turn::Answer(question, asked) => {
                let first = asked.iter().find(|asked| asked.player == player)?;
                (first.hand, Some(question))
            }
            Turn::Wagers | Turn::Deal(_) | Turn::Decide(..) | Turn::Over => return None,
        };
        let legal = round.legal().into_iter();
        let options: Vec<Legal> = legal
            .filter(|legal| legal.player == player && concerns(legal.choice, at))
            .collect();
        let is_dear = |legal: &&Legal| {
            // The round itself says what an option costs.
            let mut after = round.clone();
            let least = legal
                .least
                .map_or(legal.choice, |least| legal.choice.with_amount(least));
            after.choose(player, least).is_ok() && !purse.covers(&after, player)
        };
        let dear = options
            .iter()
            .filter(is_dear)
            .map(|legal| legal.choice)
            .collect();
        Some(Self {
            options,
            at,
            question,
            left: to_money(purse.available(round, player)),
            dear,
        })
    }

    /// The options in one line, as they may be typed.
    pub(crate) fn line(&self) -> String {
        let option = |(number, legal): (usize, &Legal)| {
            let dear = if self.dear.contains(&legal.choice) {
                " (not enough left)"
            } else {
                ""
            };
            format!(
                "{number} {}{}{dear}",
                words(legal.choice).shown,
                amounts(legal, self.left)
            )
        };
        let options: Vec<String> = (1..).zip(&self.options).map(option).collect();
        options.join("   ")
    }

    /// Each option with the clause that allows it.
    pub(crate) fn clauses(&self) -> Vec<(String, Clause)> {
        let clause = |legal: &Legal| {
            (
                format!(
                    "{}{}",
                    words(legal.choice).names[0],
                    amounts(legal, Money::MOST)
                ),
                legal.clause,
            )
        };
        self.options.iter().map(clause).collect()
    }

    /// What is asked, in a few words.
    pub(crate) fn asks(&self) -> &'static str {
        match self.question {
            None => "your choice",
            Some(Question::Insurance | Question::AnothersInsurance) => "insurance?",
            Some(Question::Press) => "the button",
            Some(Question::Surrender) => "surrender?",
            Some(Question::Double) => "double too?",
            Some(Question::Split) => "split too?",
            Some(Question::Forfeit) => "keep or forfeit?",
        }
    }

    /// Reads a typed line.
    pub(crate) fn read(&self, line: &str) -> Meant {
        let line = line.to_lowercase();
        let typed: Vec<&str> = line.split_whitespace().collect();
        let (name, amount) = match typed[..] {
            [] => return Meant::Nothing(format!("type one of these: {}", self.line())),
            [name] => (name, None),
            [name, amount] => match amount.parse::<Money>() {
                Ok(amount) => (name, Some(amount)),
                Err(error) => return Meant::Nothing(format!("{}: {error}", quoted(amount))),
            },
            _ => return self.unknown(&line),
        };
        let numbered = name
            .parse::<usize>()
            .ok()
            .and_then(|number| self.options.get(number.checked_sub(1)?));
        let named = || {
            self.options
                .iter()
                .find(|legal| words(legal.choice).names.contains(&name))
        };
        match (numbered.or_else(named), amount) {
            (Some(legal), amount) => with_amount(legal.choice, amount),
            (None, amount) => match self.known(name, amount.unwrap_or(Money::from_cents(1))) {
                Some(choice) => Meant::NotOffered(choice),
                None => self.unknown(&line),
            },
        }
    }

    fn unknown(&self, line: &str) -> Meant {
        Meant::Nothing(format!(
            "{} is not understood; type one of these, or help: {}",
            quoted(line),
            self.line()
        ))
    }

    /// A choice by its name that is not offered now.
    fn known(&self, name: &str, amount: Money) -> Option<Choice> {
        let hand = self.at?;
        let box_no = hand.box_no;
        let choices = [
            Choice::Stand { hand },
            Choice::Draw { hand },
            Choice::Double { hand, amount },
            Choice::Split { hand },
            Choice::Surrender { box_no },
            Choice::Insure { box_no, amount },
            Choice::Forfeit { hand },
            Choice::NoForfeit { hand },
            Choice::Press { box_no },
        ];
        choices
            .into_iter()
            .find(|&choice| words(choice).names.contains(&name))
    }
}

/// Whether a choice is about this hand. Choices without a box are about the hand whose turn it is.
fn concerns(choice: Choice, at: Option<HandRef>) -> bool {
    match choice {
        Choice::Insure { box_no, .. }
        | Choice::NoInsurance { box_no }
        | Choice::Press { box_no }
        | Choice::Nominate { box_no, .. }
        | Choice::Surrender { box_no }
        | Choice::NoSurrender { box_no } => at.is_some_and(|at| at.box_no == box_no),
        Choice::Forfeit { hand } | Choice::NoForfeit { hand } => at == Some(hand),
        Choice::TakeInsurance { .. } | Choice::NoMoreInsurance => true,
        Choice::Stand { .. } | Choice::Draw { .. } | Choice::Double { .. } => true,
        Choice::NoDouble { .. } | Choice::Split { .. } | Choice::StayOnFirst { .. } => true,
        Choice::Wager { .. } | Choice::SideWager { .. } | Choice::DeclineControl { .. } => false,
    }
}

fn words(choice: Choice) -> Words {
    let (shown, names): (_, &[_]) = match choice {
        Choice::Wager { .. } => ("wager", &["wager"]),
        Choice::SideWager { .. } => ("side wager", &["side"]),
        Choice::DeclineControl { .. } => ("decline control", &["decline"]),
        Choice::Insure { .. } => ("(i)nsurance", &["insurance", "i", "insure"]),
        Choice::TakeInsurance { .. } => ("(t)ake another's insurance", &["take", "t"]),
        Choice::NoInsurance { .. } | Choice::NoMoreInsurance => ("(n)o", &["no", "n"]),
        Choice::Press { .. } => ("(p)ress", &["press", "p"]),
        Choice::Nominate { .. } => ("n(o)minate", &["nominate", "o"]),
        Choice::Surrender { .. } => ("s(u)rrender", &["surrender", "u"]),
        Choice::NoSurrender { .. } => ("(n)o, play on", &["no", "n", "play"]),
        Choice::Stand { .. } => ("(s)tand", &["stand", "s"]),
        Choice::Draw { .. } => ("(d)raw", &["draw", "d", "card", "hit", "h"]),
        Choice::Double { .. } => ("dou(b)le", &["double", "b", "dd"]),
        Choice::NoDouble { .. } => ("(n)o", &["no", "n"]),
        Choice::Split { .. } => ("s(p)lit", &["split", "p"]),
        Choice::StayOnFirst { .. } => ("(s)tay", &["stay", "s"]),
        Choice::Forfeit { .. } => ("(f)orfeit", &["forfeit", "f"]),
        Choice::NoForfeit { .. } => ("(k)eep", &["keep", "k"]),
    };
    Words { shown, names }
}

/// The amounts an option takes, no more than is left where less is allowed.
fn amounts(legal: &Legal, left: Money) -> String {
    let Some(most) = legal.choice.amount() else {
        return String::new();
    };
    match legal.least {
        Some(least) if least < most.min(left) => format!(" {least} to {}", most.min(left)),
        Some(_) | None => format!(" {most}"),
    }
}

/// The choice with the amount typed; without one, the most there may be.
fn with_amount(choice: Choice, typed: Option<Money>) -> Meant {
    match (typed, choice.amount()) {
        (None, _) => Meant::Option(choice),
        (Some(amount), Some(_)) => Meant::Option(choice.with_amount(amount)),
        (Some(_), None) => Meant::Nothing(format!("{} takes no amount", words(choice).names[0])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::notation::{Script, play};

    fn menu(text: &str) -> Menu {
        let script = Script::parse(text).unwrap();
        let played = play(&script, &|name| {
            rules::builtin(name).map_err(|error| error.to_string())
        })
        .unwrap();
        let purse = Purse {
            bankroll: Money::from_dollars(40),
        };
        Menu::of(
            &played.round,
            played.round.setup().player("ann").unwrap(),
            purse,
        )
        .unwrap()
    }

    #[test]
    fn numbers_letters_and_words_mean_the_same() {
        let menu = menu("book sydney\nbox 1 ann* 25\ndeal 8s | 7d | 8c\nunfinished");
        assert_eq!(
            menu.line(),
            "1 (s)tand   2 (d)raw   3 dou(b)le 0.01 to 15   4 s(p)lit (not enough left)"
        );
        let hand = HandRef {
            box_no: rules::BoxNo::new(1).unwrap(),
            hand: 0,
        };
        for line in ["2", "d", "draw", "DRAW", "hit"] {
            assert_eq!(
                menu.read(line),
                Meant::Option(Choice::Draw { hand }),
                "{line}"
            );
        }
        let amount = Money::from_dollars(10);
        for line in ["3 10", "double 10", "b $10.00"] {
            assert_eq!(
                menu.read(line),
                Meant::Option(Choice::Double { hand, amount }),
                "{line}"
            );
        }
        assert_eq!(
            menu.read("double"),
            Meant::Option(Choice::Double {
                hand,
                amount: Money::from_dollars(25)
            })
        );
    }

    #[test]
    fn nonsense_means_nothing_and_says_so_in_one_line() {
        let menu = menu("book sydney\nbox 1 ann* 25\ndeal 8s | 7d | 9c\nunfinished");
        for line in [
            "",
            "0",
            "9",
            "-1",
            "stand 5",
            "double x",
            "double 5 6",
            "99999999999999999999",
            "zzz",
            "♠",
            "double -3",
        ] {
            let Meant::Nothing(why) = menu.read(line) else {
                panic!("{line} means something")
            };
            assert!(!why.contains('\n') && !why.is_empty());
        }
    }

    #[test]
    fn what_is_not_offered_is_put_to_the_book() {
        let menu = menu("book sydney\nbox 1 ann* 25\ndeal 8s | 7d | 9c\nunfinished");
        assert!(matches!(
            menu.read("split"),
            Meant::NotOffered(Choice::Split { .. })
        ));
        assert!(matches!(
            menu.read("surrender"),
            Meant::NotOffered(Choice::Surrender { .. })
        ));
    }

    #[test]
    fn each_box_is_asked_for_itself() {
        let menu =
            menu("book sydney\nbox 1 ann* 25\nbox 2 ann* 10\ndeal 8s 7s | Ad | 9c 9d\nunfinished");
        assert_eq!(menu.line(), "1 (i)nsurance 0.01 to 5   2 (n)o");
    }
}
