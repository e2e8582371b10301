//! Rows of sent forms.

use fieldhouse_core::{brand::Site, inbox::RequestStatus};
use fieldhouse_kernel::db::{
    WriteTx,
    keyset::{Place, page},
};
use sea_orm::{DbErr, IntoActiveModel, QuerySelect, entity::prelude::*, sea_query::Condition};

use crate::columns::Key;

/// A row of `form_submission`.
pub mod submission_row {
    use fieldhouse_core::{brand::Site, inbox::RequestStatus};
    use sea_orm::entity::prelude::*;

    use crate::columns::Key;

    /// Columns.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "form_submission")]
    pub struct Model {
        /// Id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Site key.
        pub site: Key<Site>,
        /// Slug of the form.
        pub form: String,
        /// Its title then.
        pub title: String,
        /// Labels and values, JSON.
        pub answers: String,
        /// Milliseconds since 1970.
        pub created_at: i64,
        /// Of whoever sent it; empty when the form asks for none.
        pub email: String,
        /// Whether it was answered.
        pub status: Key<RequestStatus>,
        /// Id of who looks after it; empty for nobody.
        pub assignee: String,
        /// Their name then.
        pub assignee_name: String,
        /// Counted up by each act.
        pub version: i64,
    }

    /// None.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

pub use submission_row::Model as SubmissionRow;

/// Writes a sent form.
pub async fn insert_submission(tx: &WriteTx, row: SubmissionRow) -> Result<(), DbErr> {
    submission_row::Entity::insert(row.into_active_model()).exec_without_returning(&**tx).await?;
    Ok(())
}

/// A sent form.
pub async fn find_submission(db: &impl ConnectionTrait, id: &str) -> Result<Option<SubmissionRow>, DbErr> {
    submission_row::Entity::find_by_id(id).one(db).await
}

/// Sent forms of a brand that stand so, of whoever looks after them or of one, after a place in the list, the newest first.
pub async fn list_submissions(
    db: &impl ConnectionTrait,
    (site, status): (Site, RequestStatus),
    assignee: Option<&str>,
    after: Option<&Place>,
    limit: u64,
) -> Result<Vec<SubmissionRow>, DbErr> {
    use submission_row::Column::{Assignee, CreatedAt, Id, Site as OfSite, Status};
    let rows = submission_row::Entity::find()
        .filter(OfSite.eq(Key(site)))
        .filter(Status.eq(Key(status)))
        .filter(Condition::all().add_option(assignee.map(|id| Assignee.eq(id))));
    page(rows, (CreatedAt, Id), after, limit).all(db).await
}

/// How many sent forms of a brand nobody has answered, counted to `most`.
pub async fn count_open(db: &impl ConnectionTrait, site: Site, most: u64) -> Result<u64, DbErr> {
    use submission_row::Column::{Id, Site as OfSite, Status};
    let open = submission_row::Entity::find()
        .select_only()
        .column(Id)
        .filter(OfSite.eq(Key(site)))
        .filter(Status.eq(Key(RequestStatus::Open)))
        .limit(most);
    open.into_tuple::<String>().count(db).await
}

/// Writes what became of a sent form, a version further; false when it is another one than was seen.
pub async fn update_submission(tx: &WriteTx, row: SubmissionRow) -> Result<bool, DbErr> {
    use submission_row::Column::{Assignee, AssigneeName, Id, Status, Version};
    let written = submission_row::Entity::update_many()
        .col_expr(Status, Expr::value(row.status))
        .col_expr(Assignee, Expr::value(row.assignee))
        .col_expr(AssigneeName, Expr::value(row.assignee_name))
        .col_expr(Version, Expr::value(row.version.saturating_add(1)))
        .filter(Id.eq(row.id))
        .filter(Version.eq(row.version))
        .exec(&**tx)
        .await?;
    Ok(written.rows_affected == 1)
}
