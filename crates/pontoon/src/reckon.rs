//! Asks the solver several things at once, and says on the terminal how far it is.

use crate::progress::Progress;
use anyhow::Result;
use solver::{Bounded, Question, ShoeError};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// The answer to each question, in their order. All processors take part.
pub(crate) fn each<Q: Sync, A: Send>(questions: &[Q], answer: impl Fn(&Q) -> A + Sync) -> Vec<A> {
    let workers = thread::available_parallelism()
        .map_or(1, NonZero::get)
        .min(questions.len());
    let next = AtomicUsize::new(0);
    let (sender, answers) = mpsc::channel();
    let mut found: Vec<Option<A>> = questions.iter().map(|_| None).collect();
    let (mut progress, mut done) = (Progress::start(), 0);
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
            done += 1;
            if progress.is_due() && done < questions.len() {
                progress.tell(format_args!("{done} of {}", questions.len()));
            }
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
        found
            .map(|(_, answer)| *answer)
            .expect("only what was asked is looked up")
    }
}

/// How long something takes, in seconds.
pub(crate) fn timed<A>(work: impl FnOnce() -> A) -> (A, f64) {
    let clock = Progress::start();
    let answer = work();
    (answer, clock.elapsed().as_secs_f64())
}

fn take<'a, Q>(questions: &'a [Q], next: &AtomicUsize) -> Option<(usize, &'a Q)> {
    let place = next.fetch_add(1, Ordering::Relaxed);
    Some((place, questions.get(place)?))
}
