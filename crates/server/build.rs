//! The page is part of the program: when it is built anew, so is the crate that carries it.

fn main() {
    // Where there is no page yet, its folder is looked at for one.
    let built = std::path::Path::new("../../web/dist").exists();
    println!(
        "cargo:rerun-if-changed=../../web{}",
        if built { "/dist" } else { "" }
    );
}
