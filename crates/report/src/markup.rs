//! Texts inside HTML and SVG.

/// A text as it stands between tags or in an attribute.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            '\n' => out += "&#10;",
            // Nothing else below a blank may stand in XML.
            control if control.is_control() => out.push(' '),
            other => out.push(other),
        }
    }
    out
}

/// A table: its caption, the words above the columns, and the rows. The first column names the row;
/// the others hold figures.
pub(crate) fn table(caption: &str, header: &[&str], rows: &[Vec<String>]) -> String {
    let mut out = format!(
        "<table>\n<caption>{}</caption>\n<thead><tr>",
        escape(caption)
    );
    for word in header {
        out += &format!("<th scope=\"col\">{}</th>", escape(word));
    }
    out += "</tr></thead>\n<tbody>\n";
    for row in rows {
        out += "<tr>";
        for (place, value) in row.iter().enumerate() {
            let value = escape(value);
            out += &if place == 0 {
                format!("<th scope=\"row\">{value}</th>")
            } else {
                format!("<td>{value}</td>")
            };
        }
        out += "</tr>\n";
    }
    scrolled(&(out + "</tbody>\n</table>\n"))
}

/// Something that scrolls by itself where the screen is narrower.
pub(crate) fn scrolled(table: &str) -> String {
    format!("<div class=\"scroll\">\n{table}</div>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_markup_is_written_so_that_it_is_not() {
        assert_eq!(
            escape("S4' < S6\" & \u{1}"),
            "S4&#39; &lt; S6&quot; &amp;  "
        );
    }
}
