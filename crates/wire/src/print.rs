//! Types as readable TypeScript: two spaces a step, and what does not fit a line goes on lines of
//! its own.

use crate::shape::{Field, Shape};

/// How wide a line may be.
const WIDTH: usize = 110;

/// A type with its name and its comment.
pub(crate) fn declaration(name: &str, docs: Option<&str>, shape: &Shape) -> String {
    let head = format!("export type {name} =");
    let comment = docs.map(|docs| comment(docs, "")).unwrap_or_default();
    let line = format!("{head} {};", inline(shape));
    // Objects are read field by field.
    let is_object = matches!(shape, Shape::Object(fields) if !fields.is_empty());
    let text = if !is_object && line.len() <= WIDTH && !has_docs(shape) {
        line
    } else {
        // A union on lines of its own begins with a line break.
        format!("{head} {};", lines(shape, "")).replace("= \n", "=\n")
    };
    format!("{comment}{text}\n")
}

fn comment(docs: &str, indent: &str) -> String {
    let docs = docs.replace("*/", "* /");
    let line = format!("{indent}/** {docs} */");
    if line.len() <= WIDTH {
        return line + "\n";
    }
    let mut text = format!("{indent}/**\n");
    let mut row = String::new();
    for word in docs.split(' ') {
        if indent.len() + 3 + row.len() + 1 + word.len() > WIDTH {
            text.push_str(&format!("{indent} *{row}\n"));
            row.clear();
        }
        row.push(' ');
        row.push_str(word);
    }
    text + &format!("{indent} *{row}\n{indent} */\n")
}

fn has_docs(shape: &Shape) -> bool {
    match shape {
        Shape::Word(_) | Shape::Literal(_) => false,
        Shape::Array(of) | Shape::Map(of) => has_docs(of),
        Shape::Tuple(all) | Shape::Union(all) => all.iter().any(has_docs),
        Shape::Object(fields) => fields
            .iter()
            .any(|field| field.docs.is_some() || has_docs(&field.shape)),
    }
}

/// On one line, without comments.
fn inline(shape: &Shape) -> String {
    let all = |shapes: &[Shape], between: &str| {
        shapes.iter().map(inline).collect::<Vec<_>>().join(between)
    };
    match shape {
        Shape::Word(word) => word.clone(),
        Shape::Literal(text) => format!("\"{text}\""),
        Shape::Array(of) => match &**of {
            Shape::Word(word) => format!("{word}[]"),
            Shape::Literal(_)
            | Shape::Array(_)
            | Shape::Tuple(_)
            | Shape::Union(_)
            | Shape::Object(_)
            | Shape::Map(_) => {
                format!("Array<{}>", inline(of))
            }
        },
        Shape::Tuple(of) => format!("[{}]", all(of, ", ")),
        Shape::Union(of) => all(of, " | "),
        Shape::Object(fields) if fields.is_empty() => "Record<string, never>".to_owned(),
        Shape::Object(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|field| format!("{}{}", key(field), inline(&field.shape)))
                .collect();
            format!("{{ {} }}", fields.join("; "))
        }
        Shape::Map(of) => format!("Record<string, {}>", inline(of)),
    }
}

fn key(field: &Field) -> String {
    let plain = field
        .name
        .chars()
        .all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let name = if plain {
        field.name.clone()
    } else {
        format!("\"{}\"", field.name)
    };
    format!("{name}{}: ", if field.optional { "?" } else { "" })
}

/// On several lines where it has comments or does not fit one.
fn fitted(shape: &Shape, indent: &str, before: usize) -> String {
    let line = inline(shape);
    if !has_docs(shape) && indent.len() + before + line.len() < WIDTH {
        line
    } else {
        lines(shape, indent)
    }
}

fn lines(shape: &Shape, indent: &str) -> String {
    let deeper = format!("{indent}  ");
    match shape {
        Shape::Word(_) | Shape::Literal(_) => inline(shape),
        Shape::Array(of) => format!("Array<{}>", lines(of, indent)),
        Shape::Map(of) => format!("Record<string, {}>", lines(of, indent)),
        Shape::Tuple(of) => {
            let of: Vec<String> = of
                .iter()
                .map(|each| format!("{deeper}{},\n", fitted(each, &deeper, 1)))
                .collect();
            format!("[\n{}{indent}]", of.concat())
        }
        Shape::Union(all) => one_a_line(all, &deeper),
        Shape::Object(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|field| field_lines(field, &deeper))
                .collect();
            format!("{{\n{}{indent}}}", fields.concat())
        }
    }
}

fn field_lines(field: &Field, indent: &str) -> String {
    let comment = field
        .docs
        .as_deref()
        .map(|docs| comment(docs, indent))
        .unwrap_or_default();
    let key = key(field);
    let shape = fitted(&field.shape, indent, key.len());
    // A union on lines of its own begins with a line break.
    let line = format!("{indent}{key}{shape};\n").replace(": \n", ":\n");
    format!("{comment}{line}")
}

fn one_a_line(all: &[Shape], indent: &str) -> String {
    let each = |shape: &Shape| format!("\n{indent}| {}", fitted(shape, &format!("{indent}  "), 2));
    all.iter().map(each).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;

    fn printed(text: &str) -> String {
        declaration("It", Some("What it is."), &parse(text).unwrap())
    }

    #[test]
    fn objects_have_a_line_for_each_field_and_short_unions_have_one() {
        let object = printed("{ /** How much. */ least?: number | null, of: Array<Card>, }");
        let expected = "/** What it is. */\nexport type It = {\n  /** How much. */\n  least?: \
            number | null;\n  of: Card[];\n};\n";
        assert_eq!(object, expected);
        let union = printed("\"ready\" | { \"sit\": { box_no: BoxNo, } }");
        assert_eq!(
            union,
            "/** What it is. */\nexport type It = \"ready\" | { sit: { box_no: BoxNo } };\n"
        );
    }

    #[test]
    fn what_is_printed_reads_as_the_same_type() {
        let long = "a".repeat(60);
        let text = format!(
            "{{ \"{long}\": {{ a: [{long}, {long}], b: Record<string, {long}> | {long} | null, }} \
            }} | \"{long}\""
        );
        let shape = parse(&text).unwrap();
        let printed = declaration("It", None, &shape);
        assert!(printed.lines().all(|line| line.len() <= WIDTH), "{printed}");
        // Fields end in `;` where they are printed, in `,` where they come from.
        let body = printed
            .trim_start_matches("export type It =")
            .trim()
            .trim_end_matches(';')
            .replace(';', ",");
        assert_eq!(parse(&body).unwrap(), shape, "{printed}");
    }

    #[test]
    fn long_comments_are_broken_between_words() {
        let text = comment(&"words ".repeat(40), "  ");
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(text.matches("words").count(), 40);
    }
}
