//! A release embeds the storefront's builds: cargo must look again when their folders change. Other profiles
//! read the folders when they start, so that a change there compiles nothing.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("PROFILE").as_deref() == Ok("release") {
        println!("cargo:rerun-if-changed=../../web/dist");
        println!("cargo:rerun-if-changed=../../web/dist-server");
        println!("cargo:rerun-if-changed=../../web/dist-desk");
    }
}
