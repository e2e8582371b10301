//! The store's own secrets.

use fieldhouse_kernel::db::Db;
use sea_orm::{DbErr, entity::prelude::*, sea_query::OnConflict};

/// A row of `store_secret`.
mod secret_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "store_secret")]
    pub struct Model {
        /// What it is for.
        #[sea_orm(primary_key, auto_increment = false)]
        pub name: String,
        /// The secret.
        pub value: String,
    }

    impl std::fmt::Debug for Model {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "secret_row({})", self.name)
        }
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use secret_row::{ActiveModel, Column, Entity, Model};

/// The secret of a name.
pub async fn find_secret(db: &Db, name: &str) -> Result<Option<String>, DbErr> {
    Ok(Entity::find_by_id(name).one(db.read()).await?.map(|row| row.value))
}

/// The secret of a name; when there is none yet, the given one becomes it, unless another node was first.
pub async fn find_or_insert_secret(db: &Db, name: &str, fresh: String) -> Result<String, DbErr> {
    if let Some(known) = find_secret(db, name).await? {
        return Ok(known);
    }
    let tx = db.write_durable().await?;
    let row = Model { name: name.to_owned(), value: fresh };
    let once = OnConflict::column(Column::Name).do_nothing().to_owned();
    match Entity::insert(ActiveModel::from(row)).on_conflict(once).exec_without_returning(&*tx).await {
        Ok(_) | Err(DbErr::RecordNotInserted) => {}
        Err(error) => return Err(error),
    }
    let kept = Entity::find_by_id(name).one(&*tx).await?;
    tx.commit().await?;
    kept.map(|row| row.value).ok_or_else(|| DbErr::RecordNotFound("store_secret".to_owned()))
}
