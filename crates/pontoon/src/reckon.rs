//! Asks the solver several things at once, and says on the terminal how far it is.

use anyhow::Result;
use solver::{Bounded, Question, ShoeError};
use std::io::{IsTerminal, Write};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// What takes no longer is not worth a line.
const SOON: Duration = Duration::from_secs(1);

/// The answer to each question, in their order. All processors take part.
pub(crate) fn each<Q: Sync, A: Send>(questions: &[Q], answer: impl Fn(&Q) -> A + Sync) -> Vec<A> {
    let workers = thread::available_parallelism().map_or(1, NonZero::get).min(questions.len());
    let next = AtomicUsize::new(0);
    let (sender, answers) = mpsc::channel();
    let mut found: Vec<Option<A>> = questions.iter().map(|_| None).collect();
    let mut progress = Progress::start(questions.len());
    thread::scope(|scope| {
        for _ in 0..workers {
            let (sender, next, answer) = (sender.clone(), &next, &answer);
            scope.spawn(move || {
                while let Some((place, question)) = take(questions, next) {
                    // The receiver stays until every sender has gone.
                    let _ = sender.send((place, answer(question)));
                }
            });
        }
        drop(sender);
        for (place, answer) in answers {
            found[place] = Some(answer);
            progress.step();
        }
    });
    progress.clear();
    found.into_iter().flatten().collect()
}

/// Questions with their answers.
pub(crate) struct Answers(Vec<(Question, Bounded<f64>)>);

impl Answers {
    /// The expectation of each question; equal ones are asked once.
    pub(crate) fn new<'a>(questions: impl IntoIterator<Item = &'a Question>) -> Result<Self> {
        let mut different: Vec<&Question> = Vec::new();
        for question in questions {
            if !different.contains(&question) {
                different.push(question);
            }
        }
        let answers = each(&different, |question| question.expectation());
        let answers = answers.into_iter().collect::<Result<Vec<_>, ShoeError>>()?;
        Ok(Self(different.into_iter().cloned().zip(answers).collect()))
    }

    /// The answer to one of the questions.
    pub(crate) fn to(&self, question: &Question) -> Bounded<f64> {
        let found = self.0.iter().find(|(other, _)| other == question);
        found.map(|(_, answer)| *answer).expect("only what was asked is looked up")
    }
}

/// How long something takes, in seconds.
pub(crate) fn timed<A>(work: impl FnOnce() -> A) -> (A, f64) {
    let start = now();
    let answer = work();
    (answer, start.elapsed().as_secs_f64())
}

fn take<'a, Q>(questions: &'a [Q], next: &AtomicUsize) -> Option<(usize, &'a Q)> {
    let place = next.fetch_add(1, Ordering::Relaxed);
    Some((place, questions.get(place)?))
}

#[expect(clippy::disallowed_methods, reason = "how long it took is told, and decides nothing")]
fn now() -> Instant {
    Instant::now()
}

/// A line on standard error that says how far the work is; nothing where nobody looks.
struct Progress {
    all: usize,
    done: usize,
    start: Instant,
    watched: bool,
    shown: bool,
}

impl Progress {
    fn start(all: usize) -> Self {
        Self { all, done: 0, start: now(), watched: std::io::stderr().is_terminal(), shown: false }
    }

    fn step(&mut self) {
        self.done += 1;
        if self.watched && self.done < self.all && self.start.elapsed() > SOON {
            self.shown = true;
            self.write(format_args!("\r{} of {}", self.done, self.all));
        }
    }

    fn clear(&self) {
        if self.shown {
            self.write(format_args!("\r\x1b[K"));
        }
    }

    /// Where the line cannot be written, the work goes on without it.
    fn write(&self, text: std::fmt::Arguments<'_>) {
        let mut terminal = std::io::stderr().lock();
        let _ = terminal.write_fmt(text).and_then(|()| terminal.flush());
    }
}
