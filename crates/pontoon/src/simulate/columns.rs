//! Figures of a run in columns, for other programs: as CSV and as Parquet. What the figures mean is
//! not known here.

use anyhow::{Context, Result};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use std::io::Write;
use std::sync::Arc;

/// A table: its name, and columns that are all equally long.
pub(crate) struct Sheet {
    pub(crate) name: &'static str,
    pub(crate) columns: Vec<Column>,
}

pub(crate) struct Column {
    pub(crate) name: &'static str,
    pub(crate) values: Values,
}

pub(crate) enum Values {
    Whole(Vec<i64>),
    Real(Vec<f64>),
    Words(Vec<String>),
}

/// The sheet as lines of values separated by commas, the names of the columns first.
///
/// A number has as many digits as it needs to be read back the same; what is no number is left
/// empty.
pub(crate) fn csv(sheet: &Sheet) -> String {
    let mut out = String::new();
    let names = sheet.columns.iter().map(|column| quoted(column.name));
    line(names, &mut out);
    for row in 0..sheet.rows() {
        line(
            sheet.columns.iter().map(|column| column.values.word(row)),
            &mut out,
        );
    }
    out
}

/// The sheet as a Parquet file: whole numbers as INT64, others as DOUBLE, words as UTF-8; no value
/// is missing, nothing is packed.
pub(crate) fn parquet(sheet: &Sheet) -> Result<Vec<u8>> {
    // Columns of different lengths are a mistake of ours, in either form.
    sheet.rows();
    write(sheet).with_context(|| format!("the table {} cannot be written as Parquet", sheet.name))
}

impl Sheet {
    /// How many rows there are.
    fn rows(&self) -> usize {
        let rows = self.columns.first().map_or(0, |column| column.values.len());
        for column in &self.columns {
            assert_eq!(
                column.values.len(),
                rows,
                "{}.{}: columns are equally long",
                self.name,
                column.name
            );
        }
        rows
    }
}

impl Values {
    /// Whether there are no values.
    pub(crate) const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    const fn len(&self) -> usize {
        match self {
            Self::Whole(values) => values.len(),
            Self::Real(values) => values.len(),
            Self::Words(values) => values.len(),
        }
    }

    /// One value as it stands in a line.
    fn word(&self, row: usize) -> String {
        match self {
            Self::Whole(values) => values[row].to_string(),
            Self::Real(values) if values[row].is_nan() => String::new(),
            // Debug writes very small and very large numbers with a power of ten; both forms read
            // back the same.
            Self::Real(values) => format!("{:?}", values[row]),
            Self::Words(values) => quoted(&values[row]),
        }
    }
}

/// RFC 4180: a word with a comma, a quote or a line break stands in quotes, and a quote in it is
/// doubled.
/// So does an empty one, or the line of a single column would be blank.
fn quoted(word: &str) -> String {
    let plain = !word.is_empty() && !word.contains(['"', ',', '\n', '\r']);
    if plain {
        word.to_owned()
    } else {
        format!("\"{}\"", word.replace('"', "\"\""))
    }
}

fn line(words: impl Iterator<Item = String>, out: &mut String) {
    *out += &words.collect::<Vec<String>>().join(",");
    *out += "\n";
}

fn write(sheet: &Sheet) -> parquet::errors::Result<Vec<u8>> {
    let fields = sheet
        .columns
        .iter()
        .map(field)
        .collect::<parquet::errors::Result<_>>()?;
    let schema = Type::group_type_builder(sheet.name)
        .with_fields(fields)
        .build()?;
    let mut writer = SerializedFileWriter::new(
        Vec::new(),
        Arc::new(schema),
        Arc::new(WriterProperties::default()),
    )?;
    let mut rows = writer.next_row_group()?;
    for column in &sheet.columns {
        put(&mut rows, &column.values)?;
    }
    rows.close()?;
    writer.into_inner()
}

fn field(column: &Column) -> parquet::errors::Result<Arc<Type>> {
    let (physical, logical) = match column.values {
        Values::Whole(_) => (Physical::INT64, None),
        Values::Real(_) => (Physical::DOUBLE, None),
        Values::Words(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let field =
        Type::primitive_type_builder(column.name, physical).with_repetition(Repetition::REQUIRED);
    Ok(Arc::new(field.with_logical_type(logical).build()?))
}

fn put<W: Write + Send>(
    rows: &mut SerializedRowGroupWriter<'_, W>,
    values: &Values,
) -> parquet::errors::Result<()> {
    // There is one column for each field of the schema, so the next is always there.
    let Some(mut column) = rows.next_column()? else {
        return Ok(());
    };
    match values {
        Values::Whole(values) => column
            .typed::<Int64Type>()
            .write_batch(values, None, None)?,
        Values::Real(values) => column
            .typed::<DoubleType>()
            .write_batch(values, None, None)?,
        Values::Words(values) => {
            let values: Vec<ByteArray> = values
                .iter()
                .map(|word| ByteArray::from(word.as_str()))
                .collect();
            column
                .typed::<ByteArrayType>()
                .write_batch(&values, None, None)?
        }
    };
    column.close()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::Bytes;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    fn sheet() -> Sheet {
        let words = [
            "plain",
            "a, b",
            "say \"no\"",
            "two\nlines",
            "",
            "\u{2212}7\u{2660}",
        ]
        .map(str::to_owned)
        .to_vec();
        let columns = vec![
            Column {
                name: "rounds",
                values: Values::Whole(vec![0, -1, 1_000_000_000_000, i64::MAX, i64::MIN, 7]),
            },
            Column {
                name: "mean",
                values: Values::Real(vec![
                    0.300_000_000_000_000_04,
                    -0.0,
                    1e-7,
                    f64::MAX,
                    f64::NAN,
                    f64::MIN_POSITIVE,
                ]),
            },
            Column {
                name: "words, in short",
                values: Values::Words(words),
            },
        ];
        Sheet {
            name: "figures",
            columns,
        }
    }

    #[test]
    fn a_line_has_all_digits_and_quotes_where_they_are_needed() {
        let lines = [
            "rounds,mean,\"words, in short\"",
            "0,0.30000000000000004,plain",
            "-1,-0.0,\"a, b\"",
            "1000000000000,1e-7,\"say \"\"no\"\"\"",
            "9223372036854775807,1.7976931348623157e308,\"two\nlines\"",
            "-9223372036854775808,,\"\"",
            "7,2.2250738585072014e-308,\u{2212}7\u{2660}",
        ];
        assert_eq!(csv(&sheet()), lines.join("\n") + "\n");
    }

    #[test]
    fn a_parquet_file_is_read_back_value_for_value() {
        let written = parquet(&sheet()).unwrap();
        let reader = SerializedFileReader::new(Bytes::from(written)).unwrap();
        let schema = reader.metadata().file_metadata().schema_descr();
        let types: Vec<_> = schema
            .columns()
            .iter()
            .map(|column| {
                (
                    column.name(),
                    column.physical_type(),
                    column.logical_type_ref(),
                )
            })
            .collect();
        let string = LogicalType::String;
        let wanted = [
            ("rounds", Physical::INT64, None),
            ("mean", Physical::DOUBLE, None),
            ("words, in short", Physical::BYTE_ARRAY, Some(&string)),
        ];
        assert_eq!(types, wanted);
        let rows: Vec<_> = reader
            .get_row_iter(None)
            .unwrap()
            .map(Result::unwrap)
            .collect();
        for (column, place) in sheet().columns.iter().zip(0..) {
            let read: Vec<&Field> = rows
                .iter()
                .map(|row| row.get_column_iter().nth(place).unwrap().1)
                .collect();
            match &column.values {
                Values::Whole(values) => {
                    assert!(
                        read.into_iter().eq(&values
                            .iter()
                            .map(|&value| Field::Long(value))
                            .collect::<Vec<_>>())
                    )
                }
                Values::Words(values) => {
                    assert!(
                        read.into_iter().eq(&values
                            .iter()
                            .map(|word| Field::Str(word.clone()))
                            .collect::<Vec<_>>())
                    )
                }
                Values::Real(values) => {
                    for (read, value) in read.into_iter().zip(values) {
                        let Field::Double(read) = read else {
                            panic!("{read:?} is no real number")
                        };
                        assert_eq!(read.to_bits(), value.to_bits());
                    }
                }
            }
        }
        assert_eq!(rows.len(), 6);
    }

    #[test]
    fn a_table_without_rows_is_a_table() {
        let empty = Sheet {
            name: "none",
            columns: vec![Column {
                name: "rounds",
                values: Values::Whole(vec![]),
            }],
        };
        assert_eq!(csv(&empty), "rounds\n");
        let reader = SerializedFileReader::new(Bytes::from(parquet(&empty).unwrap())).unwrap();
        assert_eq!(reader.metadata().file_metadata().num_rows(), 0);
        assert_eq!(
            reader
                .metadata()
                .file_metadata()
                .schema_descr()
                .num_columns(),
            1
        );
    }

    #[test]
    #[should_panic(expected = "figures.mean: columns are equally long")]
    fn columns_of_different_lengths_are_a_mistake() {
        let columns = vec![
            Column {
                name: "rounds",
                values: Values::Whole(vec![1]),
            },
            Column {
                name: "mean",
                values: Values::Real(vec![]),
            },
        ];
        csv(&Sheet {
            name: "figures",
            columns,
        });
    }
}
