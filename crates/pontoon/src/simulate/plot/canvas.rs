//! An SVG in the making: title, shapes and words on a white sheet.

use super::Plots;
use report::escape;

/// The sheet in points of 1/96 inch.
pub(crate) const WIDTH: f64 = 880.0;
pub(crate) const HEIGHT: f64 = 540.0;
pub(crate) const LEFT: f64 = 72.0;
pub(crate) const RIGHT: f64 = WIDTH - 36.0;
/// Where words below the lowest axis end.
pub(crate) const BOTTOM: f64 = HEIGHT - 58.0;

pub(crate) const INK: &str = "#14181c";
pub(crate) const FAINT: &str = "#4a5056";
pub(crate) const AXIS: &str = "#7d858c";
pub(crate) const GRID: &str = "#e4e7ea";
pub(crate) const PALE: &str = "#c9ced3";
pub(crate) const BLUE: &str = "#1b6ca8";
pub(crate) const ORANGE: &str = "#c8551b";
pub(crate) const GREEN: &str = "#2f8f6f";
pub(crate) const GREY: &str = "#8a929a";

/// As many letters of the subtitle stand in a line.
const LINE_LETTERS: usize = 132;

#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// How words are written.
#[derive(Clone, Copy)]
pub(crate) struct Type {
    pub(crate) size: f64,
    pub(crate) colour: &'static str,
    pub(crate) weight: u16,
}

pub(crate) const TICK: Type = Type {
    size: 11.5,
    colour: FAINT,
    weight: 400,
};
pub(crate) const NAME: Type = Type {
    size: 12.0,
    colour: INK,
    weight: 700,
};

/// The sign beside words of a legend.
#[derive(Clone, Copy)]
pub(crate) enum Sign {
    Line(&'static str),
    Dashes(&'static str),
    Patch(&'static str, f64),
    Dot(&'static str),
}

pub(crate) struct Canvas {
    out: String,
    title: String,
    /// Below the title.
    pub(crate) top: f64,
}

impl Canvas {
    /// A sheet with its title.
    pub(crate) fn new(heading: &str, plots: &Plots) -> Self {
        let title = format!("{heading}: {}", plots.title);
        let mut canvas = Self {
            out: String::new(),
            title,
            top: 36.0,
        };
        let x = 24.0;
        canvas.text(
            (x, canvas.top),
            Type {
                size: 20.0,
                colour: INK,
                weight: 700,
            },
            Anchor::Start,
            heading,
        );
        canvas.top += 21.0;
        canvas.text(
            (x, canvas.top),
            Type {
                size: 13.0,
                colour: INK,
                weight: 400,
            },
            Anchor::Start,
            &plots.title,
        );
        for line in facts(&plots.subtitle) {
            canvas.top += 16.0;
            canvas.text((x, canvas.top), TICK, Anchor::Start, &line);
        }
        canvas
    }

    /// The whole file.
    pub(crate) fn finish(&self) -> String {
        let title = escape(&self.title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
            viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"Helvetica, Arial, Roboto, 'Liberation \
            Sans', 'DejaVu Sans', sans-serif\" role=\"img\" \
            aria-label=\"{title}\">\n<title>{title}</title>\n<rect width=\"{WIDTH}\" \
            height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n{}</svg>\n",
            self.out
        )
    }

    pub(crate) fn text(&mut self, (x, y): (f64, f64), with: Type, anchor: Anchor, text: &str) {
        let Type {
            size,
            colour,
            weight,
        } = with;
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        self.out += &format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
            fill=\"{colour}\" font-weight=\"{weight}\">{}</text>\n",
            escape(text)
        );
    }

    pub(crate) fn line(
        &mut self,
        (x1, y1): (f64, f64),
        (x2, y2): (f64, f64),
        colour: &str,
        width: f64,
    ) {
        self.out += &format!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\" \
            stroke-width=\"{width}\"/>\n"
        );
    }

    pub(crate) fn dashes(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), colour: &str) {
        self.out += &format!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\" \
            stroke-width=\"1.6\" stroke-dasharray=\"7 4\"/>\n"
        );
    }

    pub(crate) fn curve(&mut self, places: &[(f64, f64)], colour: &str) {
        self.out += &format!(
            "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" \
            stroke-linejoin=\"round\"/>\n",
            path(places.iter())
        );
    }

    /// What lies between two curves.
    pub(crate) fn band(
        &mut self,
        upper: &[(f64, f64)],
        lower: &[(f64, f64)],
        colour: &str,
        opacity: f64,
    ) {
        let around = path(upper.iter().chain(lower.iter().rev()));
        self.out +=
            &format!("<path d=\"{around} Z\" fill=\"{colour}\" fill-opacity=\"{opacity}\"/>\n");
    }

    pub(crate) fn rect(
        &mut self,
        (x1, y1): (f64, f64),
        (x2, y2): (f64, f64),
        colour: &str,
        opacity: f64,
    ) {
        let (x, y, width, height) = (x1.min(x2), y1.min(y2), (x2 - x1).abs(), (y2 - y1).abs());
        self.out += &format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
            fill=\"{colour}\" fill-opacity=\"{opacity}\"/>\n"
        );
    }

    pub(crate) fn dot(&mut self, (x, y): (f64, f64), colour: &str) {
        self.out += &format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.6\" fill=\"{colour}\"/>\n");
    }

    /// A triangle that points up or down (`by` is where from its base), for a value beyond the
    /// axis.
    pub(crate) fn pointer(&mut self, (x, y): (f64, f64), by: f64, colour: &str) {
        let places = [(x - 4.5, y), (x + 4.5, y), (x, y + by)];
        self.out += &format!(
            "<path d=\"{} Z\" fill=\"{colour}\"/>\n",
            path(places.iter())
        );
    }

    /// What is drawn inside is cut off at the edges.
    pub(crate) fn within(
        &mut self,
        name: &str,
        (x1, y1): (f64, f64),
        (x2, y2): (f64, f64),
        draw: impl FnOnce(&mut Self),
    ) {
        let (width, height) = (x2 - x1, y2 - y1);
        self.out += &format!(
            "<clipPath id=\"{name}\"><rect x=\"{x1:.1}\" y=\"{y1:.1}\" width=\"{width:.1}\" \
            height=\"{height:.1}\"/></clipPath>\n<g clip-path=\"url(#{name})\">\n"
        );
        draw(self);
        self.out += "</g>\n";
    }

    /// A row of signs and words that ends at the right edge.
    pub(crate) fn legend(&mut self, y: f64, entries: &[(Sign, String)]) {
        let mut x = RIGHT;
        for (sign, words) in entries.iter().rev() {
            x -= width(words, TICK.size);
            self.text((x, y), TICK, Anchor::Start, words);
            let (from, to) = ((x - 25.0, y - 4.0), (x - 7.0, y - 4.0));
            x -= match *sign {
                Sign::Line(colour) => {
                    self.line(from, to, colour, 2.0);
                    44.0
                }
                Sign::Dashes(colour) => {
                    self.dashes(from, to, colour);
                    44.0
                }
                Sign::Patch(colour, opacity) => {
                    self.rect((x - 20.0, y - 9.5), (x - 7.0, y + 1.0), colour, opacity);
                    39.0
                }
                Sign::Dot(colour) => {
                    self.dot((x - 11.0, y - 4.0), colour);
                    34.0
                }
            };
        }
    }
}

fn path<'a>(places: impl Iterator<Item = &'a (f64, f64)>) -> String {
    let steps = places
        .enumerate()
        .map(|(place, (x, y))| format!("{}{x:.2} {y:.2}", if place == 0 { 'M' } else { 'L' }));
    steps.collect::<Vec<String>>().join(" ")
}

/// About how wide words are: what the viewer's own letters measure is not known here.
fn width(words: &str, size: f64) -> f64 {
    let letter = |letter: char| match letter {
        'f' | 'i' | 'j' | 'l' | 'r' | 't' | 'I' | ' ' | '.' | ',' | ':' => 0.28,
        'm' | 'w' | 'M' | 'W' | '%' => 0.84,
        _ => 0.55,
    };
    words.chars().map(|sign| size * letter(sign)).sum()
}

/// The facts of a subtitle in lines; no fact is broken.
fn facts(subtitle: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for fact in subtitle.split(" · ").filter(|fact| !fact.is_empty()) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + fact.chars().count() + 3 <= LINE_LETTERS => {
                line.push_str(" · ");
                line.push_str(fact);
            }
            Some(_) | None => lines.push(fact.to_owned()),
        }
    }
    lines
}
