//! The pictures as a whole, with figures as a run gives them and with figures that no run should
//! give.

use super::*;

fn plots() -> Plots {
    let rounds = (0..=50).map(|step: i32| 10_f64.powf(4.0 + f64::from(step) / 10.0));
    let convergence = rounds.map(|rounds| {
        let error = 1.17 / rounds.sqrt();
        let mean = -0.004_038 + error * (rounds.ln() * 3.0).sin();
        Point {
            rounds: whole(rounds),
            mean,
            error,
        }
    });
    let common = [
        (-2.0, 0.054),
        (-1.0, 0.385),
        (-0.5, 0.031),
        (0.0, 0.074),
        (1.0, 0.331),
        (1.5, 0.064),
        (2.0, 0.053),
        (3.0, 0.004),
    ];
    let seldom = (4..=8).flat_map(|net: i32| {
        let share = 0.02 * (-1.4 * f64::from(net)).exp();
        [
            (f64::from(net), share),
            (-f64::from(net), share * 1.3),
            (f64::from(net) - 0.5, share / 4.0),
        ]
    });
    let far = [(52.0, 2.4e-6), (203.0, 1.1e-7), (1003.0, 3e-9)];
    let bars = common
        .into_iter()
        .chain(seldom)
        .chain(far)
        .map(|(net, share)| Bar { net, share });
    let by_count = (-12..=12).map(|count: i32| {
        let share = 0.21 * (-f64::from(count * count) / 9.0).exp();
        let error = 1.17 / (1e6 * share).sqrt();
        CountBar {
            count: f64::from(count),
            share,
            mean: -0.004 + 0.006 * f64::from(count),
            error,
        }
    });
    let fan = (1..=100_u64).map(|step| {
        let (rounds, drift) = (step * 100, real(step) * -0.4);
        let spread = 1.17 * real(rounds).sqrt();
        FanPoint {
            rounds,
            quantiles: [-1.645, -0.674, 0.0, 0.674, 1.645].map(|errors| drift + errors * spread),
        }
    });
    Plots {
        title: "Pontoon <Sydney> & more".to_owned(),
        subtitle: "sydney@1 (2017) · 8 decks · wager $10 · best play · seed 1 · a fresh shuffle \
            every round"
            .to_owned(),
        convergence: convergence.collect(),
        expected: Some(-0.004_038),
        distribution: bars.collect(),
        by_count: by_count.collect(),
        fan: fan.collect(),
    }
}

#[expect(clippy::as_conversions, reason = "a made-up number of rounds")]
fn whole(rounds: f64) -> u64 {
    rounds as u64
}

fn nothing() -> Plots {
    let (title, subtitle) = (String::new(), String::new());
    Plots {
        title,
        subtitle,
        convergence: vec![],
        expected: None,
        distribution: vec![],
        by_count: vec![],
        fan: vec![],
    }
}

/// How many dots are not white.
fn inked(png: &[u8]) -> usize {
    let dots = resvg::tiny_skia::Pixmap::decode_png(png).unwrap();
    dots.pixels()
        .iter()
        .filter(|dot| (dot.red(), dot.green(), dot.blue()) != (255, 255, 255))
        .count()
}

#[test]
fn every_picture_with_figures_is_drawn_and_can_be_read_by_another() {
    let pictures = draw(&plots());
    assert_eq!(
        pictures
            .iter()
            .map(|(stem, _)| stem.as_str())
            .collect::<Vec<_>>(),
        ["convergence", "distribution", "by-count", "bankroll"]
    );
    for (stem, svg) in &pictures {
        assert!(svg.contains("Pontoon &lt;Sydney&gt; &amp; more"), "{stem}");
        assert!(svg.contains("seed 1"), "{stem}");
        let png = png(svg).unwrap();
        let dots = resvg::tiny_skia::Pixmap::decode_png(&png).unwrap();
        assert_eq!((dots.width(), dots.height()), (1760, 1080), "{stem}");
    }
}

#[test]
fn the_same_figures_are_the_same_picture() {
    assert_eq!(draw(&plots()), draw(&plots()));
    let [(_, svg), ..] = &draw(&plots())[..] else {
        panic!("nothing was drawn")
    };
    assert_eq!(png(svg).unwrap(), png(svg).unwrap());
}

#[test]
fn letters_need_no_font_of_the_machine() {
    let sheet = |words: &str, family: &str, weight: u16| {
        let text = format!(
            "<text x=\"10\" y=\"50\" font-size=\"40\" font-weight=\"{weight}\" \
            font-family=\"{family}\">{words}</text>"
        );
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"400\" height=\"80\"><rect \
            width=\"400\" height=\"80\" fill=\"#fff\"/>{text}</svg>"
        );
        inked(&png(&svg).unwrap())
    };
    assert_eq!(sheet("", "sans-serif", 400), 0);
    let regular = sheet("1M rounds", "Helvetica, Arial, sans-serif", 400);
    assert!(regular > 1000);
    assert!(sheet("1M rounds", "Helvetica, Arial, sans-serif", 700) > regular + regular / 10);
    // Each sign that the pictures use has a shape of its own, other than that of a sign that is not
    // there.
    let missing = sheet("\u{4e00}", "sans-serif", 400);
    for sign in ["\u{2212}", "±", "·", "–", "%", "+", "é", "⁻", "¹", "⁹"] {
        assert_ne!(sheet(sign, "sans-serif", 400), missing, "{sign}");
    }
}

#[test]
fn without_figures_nothing_is_drawn() {
    assert_eq!(draw(&nothing()), []);
    let empty = Point {
        rounds: 0,
        mean: 0.0,
        error: 0.0,
    };
    let no_number = Bar {
        net: f64::NAN,
        share: 0.5,
    };
    let never = CountBar {
        count: 1.0,
        share: 0.0,
        mean: 0.0,
        error: 0.0,
    };
    let fan = FanPoint {
        rounds: 10,
        quantiles: [f64::INFINITY; 5],
    };
    let plots = Plots {
        convergence: vec![empty],
        distribution: vec![no_number],
        by_count: vec![never],
        fan: vec![fan],
        ..nothing()
    };
    assert_eq!(draw(&plots), []);
}

#[test]
fn one_figure_or_a_wild_one_makes_no_place_that_is_not_a_number() {
    let one = Plots {
        convergence: vec![Point {
            rounds: 1,
            mean: 0.0,
            error: 0.0,
        }],
        expected: Some(0.0),
        distribution: vec![Bar {
            net: 0.0,
            share: 1.0,
        }],
        by_count: vec![CountBar {
            count: 0.0,
            share: 1.0,
            mean: 0.0,
            error: f64::NAN,
        }],
        fan: vec![FanPoint {
            rounds: 0,
            quantiles: [0.0; 5],
        }],
        ..nothing()
    };
    let wild = Plots {
        convergence: vec![
            Point {
                rounds: 10,
                mean: -1e6,
                error: 1e7,
            },
            Point {
                rounds: u64::MAX,
                mean: 1e-9,
                error: 1e-12,
            },
            Point {
                rounds: 5,
                mean: f64::NAN,
                error: 0.1,
            },
        ],
        expected: Some(f64::NAN),
        distribution: [-1e7, -25.0, -0.1, 0.0, 0.1, 10.2, 10.3, 1e12]
            .map(|net| Bar { net, share: 1e-13 })
            .to_vec(),
        by_count: [-1e3, 0.25, 0.5, 40.0]
            .map(|count| CountBar {
                count,
                share: 1e-9,
                mean: count,
                error: 1e9,
            })
            .to_vec(),
        fan: vec![FanPoint {
            rounds: 7,
            quantiles: [-1e12, -3.0, 0.0, 0.0, 1e-9],
        }],
        ..nothing()
    };
    for plots in [one, wild] {
        let pictures = draw(&plots);
        assert_eq!(pictures.len(), 4);
        for (stem, svg) in pictures {
            assert!(
                !svg.contains("NaN") && !svg.contains("inf"),
                "{stem}: {svg}"
            );
            assert!(inked(&png(&svg).unwrap()) > 5000, "{stem}");
        }
    }
}

#[test]
fn far_results_are_gathered_and_none_is_left_out() {
    let nets = [-30.0, -10.2, -1.0, 0.0, 1.0, 10.3, 19.0, 203.0, 1e3, 2e6];
    let bars = nets.map(|net| Bar { net, share: 0.1 }).to_vec();
    let svg = distribution::draw(&Plots {
        distribution: bars,
        ..nothing()
    })
    .unwrap();
    for words in [
        "−50 to −20",
        "10 to 20",
        "200 to 500",
        "1k to 10k",
        "over 100k",
        "lost 30.00 %",
        "nothing 10.00 %",
        "won 60.00 %",
    ] {
        assert!(svg.contains(words), "{words}");
    }
    // Two are together from 10 to 20: one in five.
    assert_eq!(
        svg.matches(
            "font-size=\"10.5\" text-anchor=\"middle\" fill=\"#4a5056\" font-weight=\"400\">1 in 5<"
        )
        .count(),
        1
    );
}
