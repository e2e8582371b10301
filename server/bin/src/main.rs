//! The command line's entry: reads what was asked, does it, says in one sentence why it failed.

use std::process::ExitCode;

use clap::Parser;
use fieldhouse_kernel::turns;
use fieldhouse_server::cli::Cli;

/// Its settings are in `.cargo/config.toml`. What is written in C has the same heap where the feature `one-heap` is on; other systems'
/// allocators are left as they are.
#[cfg(target_os = "linux")]
#[global_allocator]
static HEAP: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    // Before any client of an outside service is built; a second installation is refused and harmless.
    drop(rustls::crypto::ring::default_provider().install_default());
    let cli = Cli::parse();
    // Before there is any other thread.
    if cli.gives_way() {
        turns::give_way();
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&anyhow::Error::from(error).context("cannot start")),
    };
    match runtime.block_on(cli.run()) {
        Ok(code) => code,
        Err(error) => fail(&error),
    }
}

fn fail(error: &anyhow::Error) -> ExitCode {
    // A cause often repeats what its own cause says: each is told once.
    let mut sentence = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !sentence.contains(&cause) {
            sentence.push_str(": ");
            sentence.push_str(&cause);
        }
    }
    eprintln!("fieldhouse: {sentence}");
    ExitCode::FAILURE
}
