//! `fieldhouse sales`: the figures by day that reports read.

use clap::Subcommand;
use fieldhouse_shop::{desk::sales, env::Env};

/// What is done with them.
#[derive(Debug, Subcommand)]
pub enum SalesCommand {
    /// Forgets all figures and counts every order anew: after the store's time zone was changed, or when in doubt
    Rebuild,
}

impl SalesCommand {
    /// Does it; what came of it.
    pub async fn run(self, env: &Env) -> anyhow::Result<String> {
        match self {
            Self::Rebuild => {
                let events = sales::forget(env).await?;
                // A running store counts with it: each event is counted once, by whoever comes first.
                sales::count_due(env).await?;
                Ok(format!("Sales figures were made anew of {events} events."))
            }
        }
    }
}
