//! Queries of content documents, of their changes and versions, and of drafts.

use std::collections::BTreeMap;

use fieldhouse_kernel::db::{Db, WriteTx, insert_all};
use sea_orm::{
    ActiveValue::Set,
    DbErr, ExprTrait, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{OnConflict, Query},
};

/// Declares a table's row.
macro_rules! row {
    ($(#[$doc:meta])* $name:ident, $table:literal { $($fields:tt)* }) => {
        $(#[$doc])*
        pub mod $name {
            use sea_orm::entity::prelude::*;

            /// Columns.
            #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
            #[sea_orm(table_name = $table)]
            pub struct Model {
                $($fields)*
            }

            /// None.
            #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
            pub enum Relation {}

            impl ActiveModelBehavior for ActiveModel {}
        }
    };
}

row! {
    /// A document as it is now.
    row, "content_document" {
        /// Site key.
        #[sea_orm(primary_key, auto_increment = false)]
        pub site: String,
        /// Kind.
        #[sea_orm(primary_key, auto_increment = false)]
        pub kind: String,
        /// Slug of a page or a form; else empty.
        #[sea_orm(primary_key, auto_increment = false)]
        pub slug: String,
        /// The document.
        pub json: String,
        /// Raised by every change of it.
        pub version: i64,
    }
}

row! {
    /// The number of the last change.
    meta_row, "content_meta" {
        /// 1.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i64,
        /// Raised by every change.
        pub change: i64,
    }
}

row! {
    /// A change: who made it, when, and by what.
    change_row, "content_change" {
        /// Number.
        #[sea_orm(primary_key, auto_increment = false)]
        pub change: i64,
        /// Milliseconds since 1970.
        pub made_at: i64,
        /// Who.
        pub made_by: String,
        /// What was done.
        pub act: String,
    }
}

row! {
    /// A document as it was after a change.
    history_row, "content_history" {
        /// Number of the change.
        #[sea_orm(primary_key, auto_increment = false)]
        pub change: i64,
        /// Site key.
        #[sea_orm(primary_key, auto_increment = false)]
        pub site: String,
        /// Kind.
        #[sea_orm(primary_key, auto_increment = false)]
        pub kind: String,
        /// Slug.
        #[sea_orm(primary_key, auto_increment = false)]
        pub slug: String,
        /// The document; nothing when the change took it out.
        pub json: Option<String>,
    }
}

row! {
    /// How far a document's old versions are kept no longer.
    pruned_row, "content_pruned" {
        /// Site key.
        #[sea_orm(primary_key, auto_increment = false)]
        pub site: String,
        /// Kind.
        #[sea_orm(primary_key, auto_increment = false)]
        pub kind: String,
        /// Slug.
        #[sea_orm(primary_key, auto_increment = false)]
        pub slug: String,
        /// The newest change whose version is kept no longer.
        pub until: i64,
    }
}

row! {
    /// Documents that only whoever has a signed link can see.
    draft_row, "content_draft" {
        /// Id.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        /// Milliseconds since 1970.
        pub made_at: i64,
        /// Who.
        pub made_by: String,
        /// The documents, as files have them, by site.
        pub documents: String,
    }
}

/// The number of the last change.
pub async fn load_change(db: &impl ConnectionTrait) -> Result<i64, DbErr> {
    let row = meta_row::Entity::find_by_id(1).one(db).await?;
    row.map(|row| row.change).ok_or_else(|| DbErr::RecordNotFound("content_meta".to_owned()))
}

/// All documents and the number of the last change, of one moment.
pub async fn load_documents(db: &Db) -> Result<(i64, Vec<row::Model>), DbErr> {
    let tx = db.moment().await?;
    let change = load_change(&tx).await?;
    let rows = list_documents(&tx).await?;
    tx.commit().await?;
    Ok((change, rows))
}

/// All documents in the order of their addresses.
pub async fn list_documents(db: &impl ConnectionTrait) -> Result<Vec<row::Model>, DbErr> {
    let ordered = row::Entity::find().order_by_asc(row::Column::Site).order_by_asc(row::Column::Kind);
    ordered.order_by_asc(row::Column::Slug).all(db).await
}

/// A document as it is now.
pub async fn find_document(
    db: &impl ConnectionTrait,
    (site, kind, slug): (&str, &str, &str),
) -> Result<Option<row::Model>, DbErr> {
    row::Entity::find_by_id((site.to_owned(), kind.to_owned(), slug.to_owned())).one(db).await
}

/// The next change number; whoever else writes content waits until this transaction is over.
pub async fn update_change(tx: &WriteTx) -> Result<i64, DbErr> {
    meta_row::Entity::update_many()
        .col_expr(meta_row::Column::Change, Expr::col(meta_row::Column::Change).add(1_i64))
        .filter(meta_row::Column::Id.eq(1))
        .exec(&**tx)
        .await?;
    load_change(&**tx).await
}

/// Puts a change down with the documents it wrote and those it took out.
pub async fn write_change(
    tx: &WriteTx,
    change: change_row::Model,
    written: &[row::Model],
    removed: &[row::Model],
) -> Result<(), DbErr> {
    let number = change.change;
    change_row::Entity::insert(change_row::ActiveModel::from(change)).exec_without_returning(&**tx).await?;
    let address = [row::Column::Site, row::Column::Kind, row::Column::Slug];
    let over = OnConflict::columns(address).update_columns([row::Column::Json, row::Column::Version]).to_owned();
    insert_all(&**tx, written.iter().cloned().map(row::ActiveModel::from).collect(), Some(&over)).await?;
    for gone in removed {
        let key = (gone.site.clone(), gone.kind.clone(), gone.slug.clone());
        row::Entity::delete_by_id(key).exec(&**tx).await?;
    }
    let kept = |row: &row::Model, json: Option<String>| history_row::ActiveModel {
        change: Set(number),
        site: Set(row.site.clone()),
        kind: Set(row.kind.clone()),
        slug: Set(row.slug.clone()),
        json: Set(json),
    };
    let written = written.iter().map(|row| kept(row, Some(row.json.clone())));
    insert_all(&**tx, written.chain(removed.iter().map(|row| kept(row, None))).collect(), None).await
}

/// The last changes, the newest first.
pub async fn list_changes(db: &impl ConnectionTrait, most: u64) -> Result<Vec<change_row::Model>, DbErr> {
    change_row::Entity::find().order_by_desc(change_row::Column::Change).limit(most).all(db).await
}

/// A change.
pub async fn find_change(db: &impl ConnectionTrait, change: i64) -> Result<Option<change_row::Model>, DbErr> {
    change_row::Entity::find_by_id(change).one(db).await
}

/// What changes did to documents, without the documents: address by change, and whether it was taken out.
pub async fn list_changed(
    db: &impl ConnectionTrait,
    changes: &[i64],
) -> Result<BTreeMap<i64, Vec<(String, String, String, bool)>>, DbErr> {
    use history_row::Column::{Change, Json, Kind, Site, Slug};
    let rows: Vec<(i64, String, String, String, bool)> = history_row::Entity::find()
        .select_only()
        .columns([Change, Site, Kind, Slug])
        .column_as(Json.is_null(), "gone")
        .filter(Change.is_in(changes.to_vec()))
        .order_by_asc(Site)
        .order_by_asc(Kind)
        .order_by_asc(Slug)
        .into_tuple()
        .all(db)
        .await?;
    let mut touched: BTreeMap<i64, Vec<(String, String, String, bool)>> = BTreeMap::new();
    for (change, site, kind, slug, gone) in rows {
        touched.entry(change).or_default().push((site, kind, slug, gone));
    }
    Ok(touched)
}

/// Documents as they were after each change up to one, the oldest first; of one address when one is given.
pub async fn list_history(
    db: &impl ConnectionTrait,
    change: i64,
    address: Option<(&str, &str, &str)>,
) -> Result<Vec<history_row::Model>, DbErr> {
    use history_row::Column::{Change, Kind, Site, Slug};
    let mut query = history_row::Entity::find().filter(Change.lte(change)).order_by_asc(Change);
    if let Some((site, kind, slug)) = address {
        query = query.filter(Site.eq(site)).filter(Kind.eq(kind)).filter(Slug.eq(slug));
    }
    query.all(db).await
}

/// Deletes all but the newest versions of every document, and changes that no version is left of. The newest
/// is what is shown, so it stays whatever the number.
pub async fn delete_old_versions(tx: &WriteTx, versions: u32) -> Result<(), DbErr> {
    use history_row::Column::{Change, Kind, Site, Slug};
    let many: Vec<(String, String, String)> = history_row::Entity::find()
        .select_only()
        .columns([Site, Kind, Slug])
        .group_by(Site)
        .group_by(Kind)
        .group_by(Slug)
        .having(Expr::col(Change).count().gt(i64::from(versions)))
        .into_tuple()
        .all(&**tx)
        .await?;
    for (site, kind, slug) in many {
        let of = Site.eq(site.clone()).and(Kind.eq(kind.clone())).and(Slug.eq(slug.clone()));
        let old = history_row::Entity::find().select_only().column(Change).filter(of.clone()).order_by_desc(Change);
        let until: Option<i64> = old.offset(u64::from(versions)).limit(1).into_tuple().one(&**tx).await?;
        let Some(until) = until else { continue };
        history_row::Entity::delete_many().filter(of).filter(Change.lte(until)).exec(&**tx).await?;
        let address = [pruned_row::Column::Site, pruned_row::Column::Kind, pruned_row::Column::Slug];
        let over = OnConflict::columns(address).update_column(pruned_row::Column::Until).to_owned();
        let row = pruned_row::Model { site, kind, slug, until };
        pruned_row::Entity::insert(pruned_row::ActiveModel::from(row))
            .on_conflict(over)
            .exec_without_returning(&**tx)
            .await?;
    }
    let left = Query::select().column(Change).from(history_row::Entity).to_owned();
    change_row::Entity::delete_many().filter(change_row::Column::Change.not_in_subquery(left)).exec(&**tx).await?;
    Ok(())
}

/// How far versions are kept no longer; of one address when one is given.
pub async fn list_pruned(
    db: &impl ConnectionTrait,
    address: Option<(&str, &str, &str)>,
) -> Result<Vec<pruned_row::Model>, DbErr> {
    use pruned_row::Column::{Kind, Site, Slug};
    let mut query = pruned_row::Entity::find().order_by_asc(Site).order_by_asc(Kind).order_by_asc(Slug);
    if let Some((site, kind, slug)) = address {
        query = query.filter(Site.eq(site)).filter(Kind.eq(kind)).filter(Slug.eq(slug));
    }
    query.all(db).await
}

/// Keeps a draft.
pub async fn insert_draft(tx: &WriteTx, draft: draft_row::Model) -> Result<(), DbErr> {
    draft_row::Entity::insert(draft_row::ActiveModel::from(draft)).exec_without_returning(&**tx).await?;
    Ok(())
}

/// A draft.
pub async fn find_draft(db: &impl ConnectionTrait, id: &str) -> Result<Option<draft_row::Model>, DbErr> {
    draft_row::Entity::find_by_id(id).one(db).await
}

/// Deletes up to `limit` drafts that were made before a time.
pub async fn delete_drafts(tx: &WriteTx, before: i64, limit: u64) -> Result<u64, DbErr> {
    use draft_row::Column::{Id, MadeAt};
    let old = Query::select().column(Id).from(draft_row::Entity).and_where(MadeAt.lt(before)).limit(limit).to_owned();
    Ok(draft_row::Entity::delete_many().filter(Id.in_subquery(old)).exec(&**tx).await?.rows_affected)
}
