//! A release embeds the storefront's builds: cargo must look again when their folders change. Other profiles
//! read the folders when they start, so that a change there compiles nothing.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("PROFILE").as_deref() == Ok("release") {
        println!("cargo:rerun-if-changed=../../web/dist");
        println!("cargo:rerun-if-changed=../../web/dist-server");
        println!("cargo:rerun-if-changed=../../web/dist-desk");
        let of = |name: &str| std::env::var(name).unwrap_or_default();
        if ["ARCH", "OS", "ENV"].map(|part| of(&["CARGO_CFG_TARGET_", part].concat())) == ["x86_64", "linux", "gnu"] {
            // 130,000 places to fill in at each start, told in 40 kB instead of 3 MB that stay in memory (glibc 2.36 and newer).
            println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
        }
    }
}
