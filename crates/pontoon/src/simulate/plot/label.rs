//! Numbers as a picture shows them.

/// A number with so many decimal places and a true minus sign.
pub(crate) fn plain(value: f64, places: usize) -> String {
    let size = format!("{:.places$}", value.abs());
    let is_nothing = size.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    if value < 0.0 && !is_nothing {
        format!("\u{2212}{size}")
    } else {
        size
    }
}

/// A count as it may be typed: 500, 20k, 1.5M, 3G.
pub(crate) fn short(value: f64) -> String {
    let (unit, letter) = match value.abs() {
        size if size >= 1e9 => (1e9, "G"),
        size if size >= 1e6 => (1e6, "M"),
        size if size >= 1e3 => (1e3, "k"),
        _ => (1.0, ""),
    };
    let digits = plain(value / unit, 3);
    format!(
        "{}{letter}",
        digits.trim_end_matches('0').trim_end_matches('.')
    )
}

/// A small share as people say it: `1 in 2.4M`.
pub(crate) fn one_in(share: f64) -> String {
    let times = 1.0 / share;
    // Two digits are enough for so rare a thing.
    let unit = 10_f64.powf(times.log10().floor() - 1.0).max(1.0);
    format!("1 in {}", short((times / unit).round() * unit))
}

/// A round share in per cent, a small one as a power of ten: `0.001 %`, `10⁻⁵ %`.
pub(crate) fn round_percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent > 0.000_9 {
        let digits = format!("{percent:.3}");
        return format!("{} %", digits.trim_end_matches('0').trim_end_matches('.'));
    }
    let written = format!("{percent:.0e}");
    let (first, power) = written.split_once('e').unwrap_or((&written, "0"));
    let times = if first == "1" {
        String::new()
    } else {
        format!("{first}\u{b7}")
    };
    format!(
        "{times}10{} %",
        power.chars().map(raised).collect::<String>()
    )
}

/// A sign of a power, raised.
const fn raised(sign: char) -> char {
    match sign {
        '-' => '⁻',
        '0' => '⁰',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        other => other,
    }
}

/// A share in per cent with its sign: `+0.1234 %`.
pub(crate) fn signed_percent(share: f64) -> String {
    let digits = plain(share * 100.0, 4);
    let sign = if share > 0.0 { "+" } else { "" };
    format!("{sign}{digits} %")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_written_as_they_may_be_typed() {
        assert_eq!(
            [0.0, 500.0, 20_000.0, 1.5e6, 3e9, -2500.0].map(short),
            ["0", "500", "20k", "1.5M", "3G", "−2.5k"]
        );
        assert_eq!(
            [0.5, 1.0 / 2_412_345.0, 1e-9].map(one_in),
            ["1 in 2", "1 in 2.4M", "1 in 1G"]
        );
    }

    #[test]
    fn shares_are_written_in_per_cent_and_nothing_has_no_sign() {
        assert_eq!(
            [1.0, 0.1, 1e-5, 1e-9, 2e-12].map(round_percent),
            ["100 %", "10 %", "0.001 %", "10⁻⁷ %", "2·10⁻¹⁰ %"]
        );
        assert_eq!(
            [0.001, -0.004_038].map(signed_percent),
            ["+0.1000 %", "−0.4038 %"]
        );
        assert_eq!(plain(-0.001, 2), "0.00");
    }
}
