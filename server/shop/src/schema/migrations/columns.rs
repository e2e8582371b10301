//! What steps of the schema say again and again: an index on one column, a key that follows its row.

use sea_orm_migration::prelude::*;

/// An index on one column.
pub async fn index(
    manager: &SchemaManager<'_>,
    name: &'static str,
    table: &'static str,
    column: &'static str,
) -> Result<(), DbErr> {
    manager.create_index(Index::create().name(name).table(table).col(column).to_owned()).await
}

/// A foreign key to the `id` of another table; rows go with the row they belong to.
pub fn owned_by(
    name: &'static str,
    table: &'static str,
    column: &'static str,
    owner: &'static str,
) -> ForeignKeyCreateStatement {
    ForeignKey::create().name(name).from(table, column).to(owner, "id").on_delete(ForeignKeyAction::Cascade).to_owned()
}
