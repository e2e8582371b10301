//! What tables say again and again: keys, indexes, rows that go with their owner, a first row.

use sea_orm_migration::prelude::*;

/// An index.
pub fn index(name: &'static str, table: &'static str, columns: &[&'static str]) -> IndexCreateStatement {
    let mut index = key(columns);
    index.name(name).table(table).to_owned()
}

/// An index that holds each combination once.
pub fn unique(name: &'static str, table: &'static str, columns: &[&'static str]) -> IndexCreateStatement {
    index(name, table, columns).unique().to_owned()
}

/// A primary key of several columns.
pub fn key(columns: &[&'static str]) -> IndexCreateStatement {
    let mut key = Index::create();
    for column in columns {
        key.col(*column);
    }
    key
}

/// A foreign key to the `id` of another table; rows go with the row they belong to.
pub fn owned_by(table: &'static str, column: &'static str, owner: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create().from(table, column).to(owner, "id").on_delete(ForeignKeyAction::Cascade).to_owned()
}

/// A row that is there from the start.
pub fn row<const N: usize>(
    table: &'static str,
    columns: &[&'static str; N],
    values: [SimpleExpr; N],
) -> InsertStatement {
    let mut row = Query::insert();
    row.into_table(table).columns(*columns).values_panic(values);
    row
}
