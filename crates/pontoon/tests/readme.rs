//! The README is short, and what it and the pages of `docs/` show is what the program prints.
//! How a command of a page is run is told in `support/shown.rs`.

use crate::support::document::Page;
use crate::support::shown::{Run, Tried, agrees, run_page};

/// Longer than this nobody reads it, in bytes.
const LONGEST: usize = 10 * 1024;

#[test]
fn the_readme_is_at_most_ten_kilobytes_long() {
    let length = Page::read("README.md").text.len();
    assert!(
        length <= LONGEST,
        "README.md has {length} bytes, {LONGEST} are allowed: move a part"
    );
}

/// Runs every command of the pages, and looks whether so many were run as there were before.
#[track_caller]
fn check(pages: &[Page], least: usize) {
    let (mut faults, mut n_run) = (Vec::new(), 0);
    for page in pages {
        for Run { place, outcome } in run_page(page) {
            match outcome {
                Ok(Tried::Run) => n_run += 1,
                Ok(Tried::NotRun) => {}
                Err(fault) => faults.push(format!("{place}: {fault}")),
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    assert!(
        n_run >= least,
        "only {n_run} commands were run, and there were {least}"
    );
}

#[test]
fn the_program_prints_what_the_readme_shows() {
    check(&[Page::read("README.md")], 4);
}

#[test]
fn the_program_prints_what_the_pages_of_docs_show() {
    check(&Page::all_in("docs"), 30);
}

#[test]
fn shown_lines_are_the_printed_ones_but_for_what_dots_leave_out() {
    let printed = ["one", "two", "three", "four"];
    let right: [&[&str]; 6] = [
        &printed,
        &["…"],
        &["one", "…", "four"],
        &["…", "three", "…"],
        &["one", "t…", "three", "four"],
        &["one", "two", "…", "three", "four"],
    ];
    for shown in right {
        assert!(agrees(shown, &printed), "{shown:?}");
    }
    let wrong: [&[&str]; 6] = [
        &["one"],
        &["two", "…"],
        &["…", "three"],
        &["one", "three", "…"],
        &["…", "four", "…", "three", "…"],
        &["one", "x…", "three", "four"],
    ];
    for shown in wrong {
        assert!(!agrees(shown, &printed), "{shown:?}");
    }
}
