//! Links from one page of the project to another lead somewhere.

use crate::support::document::{Page, root};
use std::path::Path;

#[test]
fn every_link_of_the_pages_leads_to_a_file_and_a_heading_that_exist() {
    let mut faults = Vec::new();
    let mut n_links = 0;
    for page in Page::all_in("").iter().chain(&Page::all_in("docs")) {
        for link in page.links() {
            n_links += 1;
            let folder = Path::new(&page.name).with_file_name("");
            let path = match link.path.as_str() {
                "" => page.name.clone().into(),
                path => folder.join(path),
            };
            let place = format!("{}:{}", page.name, link.line);
            if !root().join(&path).exists() {
                faults.push(format!("{place}: there is no {}", path.display()));
            } else if let Some(anchor) = link.anchor {
                let target = Page::read(path.to_str().unwrap());
                if !target.anchors().contains(&anchor) {
                    faults.push(format!("{place}: {} has no heading #{anchor}", target.name));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(n_links >= 80, "only {n_links} links were found");
}

#[test]
fn a_link_is_found_in_text_pictures_and_html_and_not_in_code() {
    let text = "# One two\n\n[a](b.md#c), ![d](e.png) `[f](g.md)` [h](https://example.org)\n\
                <img src=\"i.svg\">\n```\n[j](k.md)\n# Three\n```\n## One two\n";
    let page = Page {
        name: "page.md".to_owned(),
        text: text.to_owned(),
    };
    let links: Vec<(usize, String)> = page
        .links()
        .into_iter()
        .map(|link| (link.line, link.path))
        .collect();
    let wanted = [(3, "b.md"), (3, "e.png"), (4, "i.svg")];
    assert_eq!(links, wanted.map(|(line, path)| (line, path.to_owned())));
    assert_eq!(page.links()[0].anchor.as_deref(), Some("c"));
    assert_eq!(page.anchors(), ["one-two", "one-two-1"]);
}
