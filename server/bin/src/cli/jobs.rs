//! `fieldhouse jobs`: letters and messages to systems upstream that are not done yet; those that were put aside are
//! tried again or dropped by hand (R80).

use clap::{Subcommand, ValueEnum};
use fieldhouse_kernel::jobs::{self, State};
use fieldhouse_shop::env::Env;

/// What is done with them.
#[derive(Debug, Subcommand)]
pub enum JobsCommand {
    /// Lists jobs, the oldest first: id, queue and kind, brand, what it is about, since when, why it went wrong
    List {
        /// Which ones
        #[arg(long, value_enum, default_value_t = Which::Parked)]
        state: Which,
    },
    /// Puts a parked or held job back on its way
    Retry {
        /// As the list tells it
        id: String,
    },
    /// Takes a parked or held job out: it is never done
    Drop {
        /// As the list tells it
        id: String,
    },
}

/// How the listed jobs stand.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Which {
    /// Given up after many tries, or refused
    Parked,
    /// Kept on purpose, as letters to a mailbox that is full
    Held,
    /// On their way
    Waiting,
}

impl Which {
    const fn state(self) -> State {
        match self {
            Self::Parked => State::Parked,
            Self::Held => State::Held,
            Self::Waiting => State::Waiting,
        }
    }
}

impl JobsCommand {
    /// True when it changes nothing.
    pub const fn only_reads(&self) -> bool {
        matches!(self, Self::List { .. })
    }

    /// Does it; what came of it.
    pub async fn run(self, env: &Env) -> anyhow::Result<String> {
        match self {
            Self::List { state } => {
                let lines = jobs::list(env.db.read(), state.state()).await?;
                Ok(if lines.is_empty() { format!("Nothing is {}.", state.state().key()) } else { lines.join("\n") })
            }
            Self::Retry { id } => {
                jobs::retry(&env.db, &env.clock, &id).await?;
                Ok(format!("{id} goes out again with the next round of a running store."))
            }
            Self::Drop { id } => {
                jobs::drop_job(&env.db, &id).await?;
                Ok(format!("{id} is dropped and never sent."))
            }
        }
    }
}
