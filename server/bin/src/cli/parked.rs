//! `fieldhouse parked`: messages and letters that were given up, tried again or dropped by hand.

use clap::Subcommand;

use fieldhouse_shop::{parked, state::AppState};

/// What is done with them.
#[derive(Debug, Subcommand)]
pub enum ParkedCommand {
    /// Lists what was given up, the oldest first: id, what it is, brand, what it is about, since when
    List,
    /// Puts one back on its way
    Retry {
        /// As the list tells it
        id: String,
    },
    /// Takes one out: it is never sent
    Drop {
        /// As the list tells it
        id: String,
    },
}

impl ParkedCommand {
    /// True when it changes nothing.
    pub const fn only_reads(&self) -> bool {
        matches!(self, Self::List)
    }

    /// Does it; what came of it.
    pub async fn run(self, state: &AppState) -> anyhow::Result<String> {
        match self {
            Self::List => {
                let told = parked::list(state).await?;
                Ok(if told.is_empty() { "Nothing is parked.".to_owned() } else { told.join("\n") })
            }
            Self::Retry { id } => {
                parked::retry(state, &id).await?;
                Ok(format!("{id} goes out again with the next round of a running store."))
            }
            Self::Drop { id } => {
                parked::drop(state, &id).await?;
                Ok(format!("{id} is dropped and never sent."))
            }
        }
    }
}
