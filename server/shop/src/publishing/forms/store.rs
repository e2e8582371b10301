//! Rows of sent forms.

use fieldhouse_kernel::db::WriteTx;
use sea_orm::{DbErr, entity::prelude::*};

/// A row of `form_submission`.
pub mod submission_row {
    use sea_orm::entity::prelude::*;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "form_submission")]
    pub struct Model {
        /// Id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Site key.
        pub site: String,
        /// Slug of the form.
        pub form: String,
        /// Its title then.
        pub title: String,
        /// Labels and values, JSON.
        pub answers: String,
        /// Milliseconds since 1970.
        pub created_at: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use submission_row::Model as SubmissionRow;

/// Writes a sent form.
pub async fn insert_submission(tx: &WriteTx, row: SubmissionRow) -> Result<(), DbErr> {
    submission_row::Entity::insert(submission_row::ActiveModel::from(row)).exec_without_returning(&**tx).await?;
    Ok(())
}

/// A sent form.
pub async fn find_submission(db: &impl ConnectionTrait, id: &str) -> Result<Option<SubmissionRow>, DbErr> {
    submission_row::Entity::find_by_id(id).one(db).await
}

/// Sent forms of a site.
pub async fn list_submissions(db: &impl ConnectionTrait, site: &str) -> Result<Vec<SubmissionRow>, DbErr> {
    submission_row::Entity::find().filter(submission_row::Column::Site.eq(site)).all(db).await
}
