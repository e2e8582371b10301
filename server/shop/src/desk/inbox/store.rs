//! Rows of what the store wrote about forms and change requests.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{DbErr, IntoActiveModel, QueryOrder, entity::prelude::*};

/// A row of `inbox_note`.
pub mod inbox_note_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "inbox_note")]
    pub struct Model {
        /// Id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Id of the form or the request.
        pub message_id: String,
        /// It was sent to whoever wrote; else it is for the house.
        pub sent: bool,
        /// In words.
        pub text: String,
        /// Who wrote it.
        pub author: String,
        /// Their name then.
        pub author_name: String,
        /// Milliseconds since 1970.
        pub at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use inbox_note_row::Model as InboxNoteRow;

/// Writes a note.
pub async fn insert_note(tx: &WriteTx, row: InboxNoteRow) -> Result<(), DbErr> {
    inbox_note_row::Entity::insert(row.into_active_model().reset_all()).exec_without_returning(&**tx).await?;
    Ok(())
}

/// A note.
pub async fn find_note(db: &impl ConnectionTrait, id: &str) -> Result<Option<InboxNoteRow>, DbErr> {
    inbox_note_row::Entity::find_by_id(id).one(db).await
}

/// What was written about a message, the oldest first.
pub async fn list_notes(db: &impl ConnectionTrait, message_id: &str) -> Result<Vec<InboxNoteRow>, DbErr> {
    use inbox_note_row::Column::{At, Id, MessageId};
    inbox_note_row::Entity::find().filter(MessageId.eq(message_id)).order_by_asc(At).order_by_asc(Id).all(db).await
}
