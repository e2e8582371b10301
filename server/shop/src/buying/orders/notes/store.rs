//! Rows of notes.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{DbErr, IntoActiveModel, QueryOrder, entity::prelude::*};

/// A row of `order_note`.
pub mod note_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "order_note")]
    pub struct Model {
        /// Id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Its order.
        pub order_id: String,
        /// The buyer reads it too.
        pub public: bool,
        /// Its text.
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

pub use note_row::Model as NoteRow;

/// Writes a note down.
pub async fn insert_note(tx: &WriteTx, row: NoteRow) -> Result<(), DbErr> {
    note_row::Entity::insert(row.into_active_model().reset_all()).exec_without_returning(&**tx).await?;
    Ok(())
}

/// The notes of an order, the newest first; those its buyer reads, or all.
pub async fn list_notes(db: &impl ConnectionTrait, order_id: &str, public: bool) -> Result<Vec<NoteRow>, DbErr> {
    let mut of_order = note_row::Entity::find().filter(note_row::Column::OrderId.eq(order_id));
    if public {
        of_order = of_order.filter(note_row::Column::Public.eq(true));
    }
    of_order.order_by_desc(note_row::Column::At).order_by_asc(note_row::Column::Id).all(db).await
}
