//! Notes at an order, for the house or for its buyer too. Not here: who writes them (`desk`).

pub mod store;

use fieldhouse_core::orders::views::OrderNoteView;
use fieldhouse_kernel::failure::Failure;
use sea_orm::ConnectionTrait;

use crate::env::time;

/// The notes at an order: those its buyer reads, or all.
pub async fn list(db: &impl ConnectionTrait, id: &str, public: bool) -> Result<Vec<OrderNoteView>, Failure> {
    let rows = store::list_notes(db, id, public).await?;
    rows.into_iter()
        .map(|row| {
            Ok(OrderNoteView {
                id: row.id,
                public: row.public,
                text: row.text,
                author: row.author_name,
                at: time(row.at)?,
            })
        })
        .collect()
}
