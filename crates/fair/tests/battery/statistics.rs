//! From counts to the chance that they came from what was expected.

use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

/// The upper tail of chi-square.
pub(crate) fn chi_square_tail(statistic: f64, freedom: f64) -> f64 {
    ChiSquared::new(freedom).unwrap().sf(statistic)
}

/// Chi-square of counts against chances that add up to 1. Neighbouring cells are put together until
/// each may expect ten.
pub(crate) fn chi_square(counts: &[u32], chances: &[f64]) -> f64 {
    assert_eq!(counts.len(), chances.len());
    let n: f64 = counts.iter().copied().map(f64::from).sum();
    if n == 0.0 {
        // What never happened at all is as far from expected as can be.
        return 0.0;
    }
    let mut cells: Vec<(f64, f64)> = vec![(0.0, 0.0)];
    for (&count, &chance) in counts.iter().zip(chances) {
        if cells[cells.len() - 1].1 >= 10.0 {
            cells.push((0.0, 0.0));
        }
        let last = cells.len() - 1;
        cells[last] = (cells[last].0 + f64::from(count), cells[last].1 + n * chance);
    }
    if cells[cells.len() - 1].1 < 10.0 && cells.len() > 1 {
        let (count, expected) = cells.pop().unwrap();
        let last = cells.len() - 1;
        cells[last] = (cells[last].0 + count, cells[last].1 + expected);
    }
    let statistic: f64 = cells
        .iter()
        .map(|(count, expected)| (count - expected).powi(2) / expected)
        .sum();
    chi_square_tail(
        statistic,
        f64::from(u32::try_from(cells.len() - 1).unwrap()),
    )
}

/// A chance that is small where a standard normal value is far below 0 and near 1 where it is far
/// above.
pub(crate) fn normal(value: f64) -> f64 {
    Normal::standard().cdf(value)
}

/// Kolmogorov and Smirnov: the chance that values which are evenly spread over 0 to 1 lie as
/// unevenly as these.
pub(crate) fn evenly_spread(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = f64::from(u32::try_from(sorted.len()).unwrap());
    let gap =
        |(at, value): (u32, &f64)| (value - f64::from(at) / n).max(f64::from(at + 1) / n - value);
    let farthest = (0..).zip(&sorted).map(gap).fold(0.0, f64::max);
    let scaled = (n.sqrt() + 0.12 + 0.11 / n.sqrt()) * farthest;
    let term = |k: i32| {
        (-2.0 * (f64::from(k) * scaled).powi(2)).exp() * if k % 2 == 1 { 2.0 } else { -2.0 }
    };
    (1..=100).map(term).sum::<f64>().clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_tails_come_out() {
        // Tables of chi-square: 5 % beyond 3.841 with 1 degree of freedom, 1 % beyond 23.209 with
        // 10.
        assert!((chi_square_tail(3.841, 1.0) - 0.05).abs() < 1e-4);
        assert!((chi_square_tail(23.209, 10.0) - 0.01).abs() < 1e-5);
        assert!((normal(-2.326) - 0.01).abs() < 1e-4);
        // A fair coin, 60 heads of 100: chi-square 4, so 4.55 %.
        assert!((chi_square(&[60, 40], &[0.5, 0.5]) - 0.0455).abs() < 1e-4);
    }

    #[test]
    fn values_that_crowd_are_not_evenly_spread() {
        let even: Vec<f64> = (0..100).map(|k| (f64::from(k) + 0.5) / 100.0).collect();
        assert!(evenly_spread(&even) > 0.99);
        let squared: Vec<f64> = even.iter().map(|value| value * value).collect();
        assert!(evenly_spread(&squared) < 0.001);
    }
}
