//! Queries of picture files.

use std::collections::HashSet;

use sea_orm::{ActiveValue::Set, DbErr, QuerySelect, entity::prelude::*, sea_query::OnConflict};

use super::File;

mod file_row {
    //! A row of `picture_file`.
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "picture_file")]
    pub struct Model {
        /// The name of its address: the picture's key and the width.
        #[sea_orm(primary_key, auto_increment = false)]
        pub name: String,
        /// WebP.
        pub bytes: Vec<u8>,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Names asked for at once: below both databases' limits on parameters.
const CHUNK: usize = 1000;

/// Those of the names that are kept.
pub async fn known(db: &impl ConnectionTrait, names: impl Iterator<Item = String>) -> Result<HashSet<String>, DbErr> {
    let names: Vec<String> = names.collect();
    let mut known = HashSet::new();
    for some in names.chunks(CHUNK) {
        let rows: Vec<String> = file_row::Entity::find()
            .select_only()
            .column(file_row::Column::Name)
            .filter(file_row::Column::Name.is_in(some))
            .into_tuple()
            .all(db)
            .await?;
        known.extend(rows);
    }
    Ok(known)
}

/// A file's bytes.
pub async fn find(db: &impl ConnectionTrait, name: &str) -> Result<Option<Vec<u8>>, DbErr> {
    Ok(file_row::Entity::find_by_id(name).one(db).await?.map(|row| row.bytes))
}

/// Keeps files; one that is there is the same.
pub async fn insert(tx: &impl ConnectionTrait, files: Vec<File>) -> Result<(), DbErr> {
    for File { name, bytes } in files {
        let row = file_row::ActiveModel { name: Set(name), bytes: Set(bytes) };
        let conflict = OnConflict::column(file_row::Column::Name).do_nothing().to_owned();
        file_row::Entity::insert(row).on_conflict(conflict).exec_without_returning(tx).await?;
    }
    Ok(())
}
