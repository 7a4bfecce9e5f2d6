//! From a value to its place along an axis, and the round values that are marked there.

/// An axis between two values; the low one is always below the high one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Scale {
    Linear { low: f64, high: f64 },
    Log { low: f64, high: f64 },
}

/// The values that are marked, and how many decimal places tell them apart.
#[derive(Debug, PartialEq)]
pub(crate) struct Ticks {
    pub(crate) values: Vec<f64>,
    pub(crate) places: usize,
}

impl Scale {
    /// An axis that holds all values with some air around them; nothing where there is no value.
    pub(crate) fn around(values: impl Iterator<Item = f64>) -> Option<Self> {
        let (low, high) = bounds(values)?;
        let air = if high > low {
            (high - low) * 0.06
        } else {
            (low.abs() * 0.5).max(1e-3)
        };
        Some(Self::Linear {
            low: low - air,
            high: high + air,
        })
    }

    /// An axis from the least to the greatest value, for values above nothing, each step the same
    /// factor.
    pub(crate) fn log(values: impl Iterator<Item = f64>) -> Option<Self> {
        let (low, high) = bounds(values.filter(|&value| value > 0.0))?;
        Some(if high > low {
            Self::Log { low, high }
        } else {
            Self::Log {
                low: low / 2.0,
                high: high * 2.0,
            }
        })
    }

    pub(crate) const fn low(self) -> f64 {
        match self {
            Self::Linear { low, .. } | Self::Log { low, .. } => low,
        }
    }

    pub(crate) const fn high(self) -> f64 {
        match self {
            Self::Linear { high, .. } | Self::Log { high, .. } => high,
        }
    }

    pub(crate) fn holds(self, value: f64) -> bool {
        (self.low()..=self.high()).contains(&value)
    }

    /// How far along the axis a value is: 0 at the low end, 1 at the high one.
    pub(crate) fn part(self, value: f64) -> f64 {
        match self {
            Self::Linear { low, high } => (value - low) / (high - low),
            Self::Log { low, high } => (value / low).ln() / (high / low).ln(),
        }
    }

    /// Round values, about as many as wanted or fewer.
    pub(crate) fn ticks(self, wanted: u8) -> Ticks {
        match self {
            Self::Linear { low, high } => linear(low, high, wanted),
            Self::Log { low, high } => decades(low, high, wanted),
        }
    }
}

/// Least and greatest of the values that are numbers.
fn bounds(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values
        .filter(|value| value.is_finite())
        .fold(None, |bounds, value| match bounds {
            None => Some((value, value)),
            Some((low, high)) => Some((value.min(low), value.max(high))),
        })
}

/// Multiples of 1, 2 or 5 times a power of ten.
fn linear(low: f64, high: f64, wanted: u8) -> Ticks {
    let steps = (-12..=15).flat_map(|exponent: i32| {
        [1.0, 2.0, 5.0].map(|first| (first * 10_f64.powi(exponent), exponent))
    });
    let Some((step, exponent)) = steps
        .into_iter()
        .find(|(step, _)| (high - low) / step <= f64::from(wanted))
    else {
        return Ticks {
            values: Vec::new(),
            places: 0,
        };
    };
    let mut values = Vec::new();
    let mut number = (low / step).ceil();
    while number * step <= high {
        values.push(number * step);
        number += 1.0;
    }
    Ticks {
        values,
        places: usize::try_from(-exponent).unwrap_or(0),
    }
}

/// Powers of ten, or with 2 and 5 times each where there are few of them.
fn decades(low: f64, high: f64, wanted: u8) -> Ticks {
    // A power that differs from the bound by its last digit is still at the bound.
    let (from, to) = (low * (1.0 - 1e-9), high * (1.0 + 1e-9));
    let all = |firsts: &'static [f64], every: i32| -> Vec<f64> {
        let powers = (-15..=18_i32)
            .filter(|exponent| exponent % every == 0)
            .map(|exponent| 10_f64.powi(exponent));
        powers
            .flat_map(|power| firsts.iter().map(move |first| first * power))
            .filter(|tick| (from..=to).contains(tick))
            .collect()
    };
    let choices = [
        all(&[1.0, 2.0, 5.0], 1),
        all(&[1.0], 1),
        all(&[1.0], 2),
        all(&[1.0], 3),
    ];
    let fits = |values: &Vec<f64>| values.len() <= usize::from(wanted);
    Ticks {
        values: choices.into_iter().find(fits).unwrap_or_default(),
        places: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_and_inside() {
        let scale = Scale::Linear {
            low: -0.53,
            high: -0.28,
        };
        let Ticks { values, places } = scale.ticks(6);
        let words: Vec<String> = values
            .iter()
            .map(|value| format!("{value:.places$}"))
            .collect();
        assert_eq!(words, ["-0.50", "-0.45", "-0.40", "-0.35", "-0.30"]);
        assert_eq!(
            Scale::Linear {
                low: 0.0,
                high: 1e6
            }
            .ticks(5)
            .values,
            [0.0, 2e5, 4e5, 6e5, 8e5, 1e6]
        );
    }

    #[test]
    fn a_log_axis_marks_powers_of_ten_or_more_where_they_are_few() {
        let scale = Scale::log([1e4, 3.0, 0.0, f64::NAN].into_iter()).unwrap();
        assert_eq!(
            scale,
            Scale::Log {
                low: 3.0,
                high: 1e4
            }
        );
        assert_eq!(scale.ticks(8).values, [10.0, 100.0, 1e3, 1e4]);
        assert_eq!(
            scale.ticks(12).values,
            [
                5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1e3, 2e3, 5e3, 1e4
            ]
        );
        assert!((scale.part((3.0_f64 * 1e4).sqrt()) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn one_value_has_an_axis_and_none_has_none() {
        let scale = Scale::around([0.0].into_iter()).unwrap();
        assert!(scale.low() < 0.0);
        assert!(scale.high() > 0.0);
        assert_eq!(Scale::around([f64::NAN, f64::INFINITY].into_iter()), None);
        assert_eq!(Scale::log([-1.0, 0.0].into_iter()), None);
    }
}
