//! `fieldhouse change-requests`: what customers ask to have changed, read and answered by hand.

use clap::Subcommand;
use fieldhouse_core::inbox::RequestStatus;

use fieldhouse_shop::state::AppState;

/// What is done with requests.
#[derive(Debug, Subcommand)]
pub enum ChangeRequests {
    /// Lists open requests, the oldest first: id, status, day, what it is about and who asks
    List {
        /// Answered ones too
        #[arg(long)]
        all: bool,
    },
    /// Ends an open request; the customer is told by letter and in the address book
    Close {
        /// As the list tells it
        id: String,
        /// How it ends: done or declined
        #[arg(long, value_parser = status)]
        status: RequestStatus,
        /// What is said to the customer
        #[arg(long, default_value = "", hide_default_value = true)]
        note: String,
    },
}

fn status(key: &str) -> Result<RequestStatus, String> {
    RequestStatus::parse_end(key).ok_or_else(|| "a request ends done or declined".to_owned())
}

impl ChangeRequests {
    /// True when it changes nothing.
    pub const fn only_reads(&self) -> bool {
        matches!(self, Self::List { .. })
    }

    /// Does it; what came of it.
    pub async fn run(self, state: &AppState) -> anyhow::Result<String> {
        match self {
            Self::List { all } => {
                let told = fieldhouse_shop::people::change_requests::list(state, all).await?;
                Ok(if told.is_empty() { "No change requests.".to_owned() } else { told.join("\n") })
            }
            Self::Close { id, status, note } => {
                fieldhouse_shop::people::change_requests::close(state, &id, status, &note).await?;
                Ok(format!("Change request {id} is {}; the customer is told.", status.key()))
            }
        }
    }
}
