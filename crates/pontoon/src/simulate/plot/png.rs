//! A picture of dots from an SVG, the same on every machine: the letters are compiled in and no
//! other font is looked for.

use anyhow::{Context, Result};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Dots for each point of the sheet.
const DOTS: f32 = 2.0;

/// `crates/pontoon/fonts/README.md` says where they are from and under which licence.
const FONTS: [&[u8]; 2] = [
    include_bytes!("../../../fonts/Roboto-Regular.ttf"),
    include_bytes!("../../../fonts/Roboto-Bold.ttf"),
];
const FAMILY: &str = "Roboto";

/// The SVG as a PNG, two dots a point.
pub(crate) fn png(svg: &str) -> Result<Vec<u8>> {
    let mut options = Options {
        font_family: FAMILY.to_owned(),
        ..Options::default()
    };
    let fonts = options.fontdb_mut();
    for font in FONTS {
        fonts.load_font_data(font.to_vec());
    }
    fonts.set_sans_serif_family(FAMILY);
    let tree = Tree::from_str(svg, &options).context("the picture cannot be read")?;
    let size = tree
        .size()
        .to_int_size()
        .scale_by(DOTS)
        .context("the picture has no size")?;
    let mut dots = Pixmap::new(size.width(), size.height()).context("the picture is too large")?;
    resvg::render(&tree, Transform::from_scale(DOTS, DOTS), &mut dots.as_mut());
    dots.encode_png()
        .context("the picture cannot be written as PNG")
}
