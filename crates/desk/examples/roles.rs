//! Prints the page of roles: `cargo run -p desk --example roles > docs/roles.md`.

fn main() {
    print!("{}", desk::roles_page());
}
